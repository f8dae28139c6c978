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

const char *const obu_event_effects[OBU_EVENTS] = {
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

const char *obu_criterion(const struct obu_rules *rules, int influencer)
{
    return obu_card_rows[OBU_ROW_CRITERION + 2 * rules->influencer_measure[influencer] + rules->influencer_fewest[influencer]].name;
}

int obu_as_card(int base, int number)
{
    return number >= base ? number : base + number;
}

/* ------------------------------------------------------------------ seats */

void obu_add_seat(struct bil_text *out, int seat, int viewer, bool begins)
{
    if (seat == viewer) {
        bil_text_add(out, begins ? "You" : "you");
    } else {
        bil_text_add(out, "Seat ");
        bil_text_number(out, seat + 1);
    }
}

void obu_add_owner(struct bil_text *out, int seat, int viewer, bool begins)
{
    if (seat == viewer) {
        bil_text_add(out, begins ? "Your" : "your");
    } else {
        obu_add_seat(out, seat, viewer, begins);
        bil_text_add(out, "'s");
    }
}

/* ------------------------------------------------------------------ amounts */

void obu_add_number(struct bil_text *out, int number)
{
    int rest = number;
    if (number < 0) {
        bil_text_char(out, '-');
        rest = -number;
    }
    if (rest >= 1000) {
        bil_text_format(out, "%d,%03d", rest / 1000, rest % 1000);
    } else {
        bil_text_format(out, "%d", rest);
    }
}

void obu_add_millions(struct bil_text *out, int halves)
{
    obu_add_number(out, 50 * halves);
    bil_text_add(out, " M");
}

void obu_add_users(struct bil_text *out, int users)
{
    if (users == 1) {
        bil_text_add(out, "1 user");
        return;
    }
    obu_add_millions(out, users >> 1);
    if (users & 1) {
        bil_text_add(out, " and 1 user"); /* OBU-11: it may break a tie */
    }
}

void obu_add_icons(struct bil_text *out, int halves, bool unicode)
{
    if (halves == 1 && unicode) {
        bil_text_add(out, "½");
        return;
    }
    bil_text_format(out, "%d%s", halves / 2, halves % 2 == 0 ? "" : unicode ? "½" : ".5");
}

void obu_add_count(struct bil_text *out, int count, const char *thing)
{
    bil_text_format(out, "%d %s%s", count, thing, count == 1 ? "" : "s");
}

/* ------------------------------------------------------------------ cards */

const char *obu_card_name(const struct obu_rules *rules, int card)
{
    return card < 0 || card >= OBU_CARDS || card == OBU_HIDDEN ? "?" : rules->text[card].name;
}

void obu_add_cards(struct bil_text *out, const struct obu_rules *rules, const uint8_t *cards, int count, const char *last, int most)
{
    const int shown = count > most ? most : count;
    for (int i = 0; i < shown; i++) {
        if (i > 0) {
            bil_text_add(out, i == count - 1 ? " " : ", ");
            if (i == count - 1) {
                bil_text_format(out, "%s ", last);
            }
        }
        bil_text_add(out, obu_card_name(rules, cards[i]));
    }
    if (shown < count) {
        bil_text_format(out, " %s %d more", last, count - shown);
    }
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
