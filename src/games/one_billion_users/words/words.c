/* One Billion Users: the words that every sentence of this folder shares (see words.h).
 *
 * Plain tables and a few ways to write an amount. It never checks what a viewer may know: its callers have decided that. */
#include "games/one_billion_users/words/words.h"

const struct obu_kind_words obu_kind_words[OBU_KINDS] = {
    [OBU_K_COMMUNITY] = {"Community", "Communities", "a Community"},
    [OBU_K_BLOCKER] = {"Blocker", "Blockers", "a Blocker"},
    [OBU_K_HOTFIX] = {"Hotfix", "Hotfixes", "a Hotfix"},
    [OBU_K_SAFEGUARD] = {"Safeguard", "Safeguards", "a Safeguard"},
    [OBU_K_ACTION] = {"Action", "Actions", "an Action"},
    [OBU_K_INFLUENCER] = {"Influencer", "Influencers", "an Influencer"},
    [OBU_K_EVENT] = {"Event", "Events", "an Event"},
    [OBU_K_GAME_OVER] = {"end of the game", "ends of the game", "the end of the game"},
    [OBU_K_UNKNOWN] = {"hidden card", "hidden cards", "a card you may not see"},
};

enum obu_kind obu_kind_of(int card)
{
    static const struct {
        uint8_t below;
        uint8_t kind;
    } kinds[] = {{OBU_COMMUNITIES_MAX, OBU_K_COMMUNITY},
                 {OBU_HOTFIX, OBU_K_BLOCKER},
                 {OBU_SAFEGUARD, OBU_K_HOTFIX},
                 {OBU_PUSH, OBU_K_SAFEGUARD},
                 {OBU_HIDDEN, OBU_K_ACTION},
                 {OBU_INFLUENCER, OBU_K_UNKNOWN},
                 {OBU_EVENT, OBU_K_INFLUENCER},
                 {OBU_GAME_OVER, OBU_K_EVENT},
                 {OBU_CARDS, OBU_K_GAME_OVER}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (card < kinds[i].below) {
            return kinds[i].kind;
        }
    }
    return OBU_K_UNKNOWN;
}

const char *obu_card_name(const struct obu_rules *rules, int card)
{
    return card < 0 || card >= OBU_CARDS || card == OBU_HIDDEN ? "?" : rules->text[card].name;
}

int obu_communities_in(uint64_t communities, uint8_t cards[64])
{
    int count = 0;
    for (; communities; communities &= communities - 1) {
        cards[count++] = (uint8_t)obu_lowest(communities);
    }
    return count;
}

int obu_kinds_in(const struct obu_rules *rules, const struct obu_cards *cards, uint8_t kinds[64])
{
    int count = obu_communities_in(cards->comm, kinds);
    for (uint64_t rest = cards->other & rules->first_bits; rest; rest &= rest - 1) {
        kinds[count++] = rules->kind_of_bit[obu_lowest(rest)];
    }
    return count;
}

/* ------------------------------------------------------------------ sentences */

static const char *const event_effects[OBU_EVENTS] = {
    [OBU_SOCIAL_SHUFFLE] = "all Influencers choose anew",
    [OBU_TECH_BUBBLE] = "nobody can play Low on Funds or Bad Press",
    [OBU_DATA_PORTABILITY] = "fewest Users may take one Community of at most 150 M from most Users",
    [OBU_PATCH_DAY] = "every active Blocker is resolved",
    [OBU_MORAL_PANIC] = "most Toxicity loses its most toxic Community",
    [OBU_TALENT_POACHING] = "everybody gives one card to the left",
    [OBU_VIRAL_MOMENT] = "its drawer may add a Community at once",
    [OBU_FUNDING_WINTER] = "nobody can play Fundraising or New Advertisers",
    [OBU_BRAND_SAFETY_SCARE] = "no Community with 3+ Toxicity, except under Toxic Culture",
    [OBU_GRASSROOTS_SPURT] = "after adding a 50 M Community, add a second one",
    [OBU_VOLUNTEER_DRIVE] = "two ground cards resolve a Blocker",
    [OBU_CREATOR_STRIKE] = "nobody can play Push or Poke",
    [OBU_UNDERDOG_WEEK] = "fewest Users cannot be given a Blocker",
};

/* The number of an Influencer, Event, Blocker, Hotfix or Safeguard within its kind, whose first card is `base`. No kind has as many
 * cards as the first one's number. */
static int within_kind(int base, int number)
{
    return number >= base ? number - base : number;
}

static void add_seat(const struct bil_reader *reader, int seat, bool begins)
{
    if (seat == reader->viewer) {
        bil_text_add(reader->out, begins ? "You" : "you");
    } else {
        bil_text_format(reader->out, "Seat %d", seat + 1);
    }
}

static void add_amount(struct bil_text *out, int number)
{
    const int size = number < 0 ? -number : number;
    bil_text_add(out, number < 0 ? "-" : "");
    bil_text_format(out, size >= 1000 ? "%d,%03d" : "%d", size >= 1000 ? size / 1000 : size, size % 1000);
}

static void add_millions(struct bil_text *out, int halves)
{
    add_amount(out, 50 * halves);
    bil_text_add(out, " M");
}

static void add_users(struct bil_text *out, int users)
{
    if (users == 1) {
        bil_text_add(out, "1 user");
        return;
    }
    add_millions(out, users >> 1);
    bil_text_add(out, users & 1 ? " and 1 user" : ""); /* OBU-11: it may break a tie */
}

static void add_icons(struct bil_text *out, int halves, bool unicode)
{
    if (halves == 1 && unicode) {
        bil_text_add(out, "½");
        return;
    }
    bil_text_format(out, "%d%s", halves / 2, halves % 2 == 0 ? "" : unicode ? "½" : ".5");
}

static void add_mark(const struct bil_reader *reader, char mark, int number)
{
    const struct obu_rules *rules = reader->rules;
    struct bil_text *out = reader->out;
    int criterion;
    switch (mark) {
    case 'F':
    case 'f':
        add_seat(reader, number, mark == 'F');
        break;
    case 'O':
    case 'o':
        add_seat(reader, number, mark == 'O');
        bil_text_add(out, number == reader->viewer ? "r" : "'s");
        break;
    case 'k':
        bil_text_add(out, obu_card_name(rules, number));
        break;
    case 'i':
        bil_text_add(out, obu_card_name(rules, OBU_INFLUENCER + within_kind(OBU_INFLUENCER, number)));
        break;
    case 'v':
        bil_text_add(out, obu_card_name(rules, OBU_EVENT + within_kind(OBU_EVENT, number)));
        break;
    case 'b':
        bil_text_add(out, obu_card_name(rules, OBU_BLOCKER + within_kind(OBU_BLOCKER, number)));
        break;
    case 'h':
        bil_text_add(out, obu_card_name(rules, OBU_HOTFIX + within_kind(OBU_HOTFIX, number)));
        break;
    case 'g':
        bil_text_add(out, obu_card_name(rules, OBU_SAFEGUARD + within_kind(OBU_SAFEGUARD, number)));
        break;
    case 'w':
        number = within_kind(OBU_INFLUENCER, number);
        criterion = 2 * rules->influencer_measure[number] + rules->influencer_fewest[number];
        bil_text_add(out, obu_card_rows[OBU_ROW_CRITERION + criterion].name);
        break;
    case 'e':
        bil_text_add(out, event_effects[within_kind(OBU_EVENT, number)]);
        break;
    case 'l':
        bil_text_add(out, obu_card_rows[within_kind(OBU_BLOCKER, number)].brief);
        break;
    case 'a':
        bil_text_add(out, obu_card_rows[obu_safeguard_against[within_kind(OBU_SAFEGUARD, number)]].name);
        break;
    case 'm':
        bil_text_add(out, obu_milestone_names[number]);
        break;
    case 'n':
        bil_text_add(out, obu_network_name(number));
        break;
    case 'M':
        add_millions(out, number);
        break;
    case 'U':
        add_users(out, number);
        break;
    case 'H':
    case 'Y':
        add_icons(out, number, mark == 'Y');
        break;
    default: /* 'N' */
        add_amount(out, number);
        break;
    }
}

static unsigned named_by(char mark, int number)
{
    return strchr("FfOo", mark) && number >= 0 && number < OBU_SEATS ? 1U << number : 0U;
}

const struct bil_marks obu_marks = {add_mark, named_by};

void obu_tell(const struct bil_reader *reader, const char *template, ...)
{
    va_list arguments;
    va_start(arguments, template);
    bil_phrase(&obu_marks, reader, template, arguments);
    va_end(arguments);
}

void obu_tell_communities(const struct bil_reader *reader, uint64_t communities, int most)
{
    const char *lead = "";
    for (uint64_t rest = communities; rest; rest &= rest - 1) {
        if (most-- == 0) {
            obu_tell(reader, " or %d more", obu_popcount(rest));
            return;
        }
        obu_tell(reader, "%s%k", lead, obu_lowest(rest));
        lead = obu_popcount(rest) == 2 ? " or " : ", ";
    }
}
