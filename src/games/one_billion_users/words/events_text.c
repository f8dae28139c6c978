/* One Billion Users: a sentence for everything that happens, as far as the reader may know it, and why it happens.
 *
 * The sentences stand in a table: one for readers who know the details, one for the others. A reader who is not among an event's
 * viewers never gets a sentence that names what is hidden. */
#include "games/one_billion_users/words/words.h"

/* In a sentence:  %S %s  the seat ("You", "you", "Seat 2")   %P %p  what is its own ("Your", "Seat 2's")
 *                 %t  seat b                                  %q  seat b's
 *                 %a %b %c  the card of that part             %A %B %C  its number
 *                 %w  why an Influencer comes                 %e  what an Event does
 *                 %n %m %l %g  names of Networks and Milestones, limits of Blockers, what a Safeguard guards against
 *                 [x|y]  x if the seat is the reader, else y */
struct sentence {
    uint8_t base[3]; /* the first card of the kind of a, b and c, for numbers that count within it */
    const char *known;
    const char *hidden; /* for readers who may not know the details; NULL: nothing in it is hidden */
};

static const struct sentence sentences[OBU_E_COUNT] = {
    [OBU_E_NETWORK] = {{0}, "%S [run|runs] %n.", NULL},
    [OBU_E_DEALT] = {{0}, "%S [are|is] dealt %A cards.", NULL},
    [OBU_E_REDEALT] = {{0}, "%S had nothing to launch and [get|gets] %A new cards.", NULL},
    [OBU_E_CHOSE] = {{0}, "%S [have|has] chosen.", NULL},
    [OBU_E_LAUNCHED] = {{0}, "%S [launch|launches] %a.", NULL},
    [OBU_E_RETURNED] = {{0}, "%S [return|returns] %a to the deck.", "%S [return|returns] a card to the deck."},
    [OBU_E_EXTRA] = {{0}, "%P platform gets %a as well, for The Hellsite.", NULL},
    [OBU_E_DECK] = {{0},
                    "Influencers, Events and Game Over are shuffled in: the deck has %A cards now, Game Over among the last %B.",
                    NULL},
    [OBU_E_FIRST] = {{0}, "%S [begin|begins].", NULL},
    [OBU_E_TURN] = {{0}, "%P turn.", NULL},
    [OBU_E_DREW] = {{0}, "%S [draw|draws] %a from the deck.", "%S [draw|draws] a card from the deck."},
    [OBU_E_TOOK] = {{0}, "%S [take|takes] %a from the discard pile.", NULL},
    [OBU_E_INFLUENCER] = {{OBU_INFLUENCER, 0, 0}, "%S [draw|draws] %a.", NULL},
    [OBU_E_JOINED] = {{OBU_INFLUENCER, 0, 0}, "%a joins %p platform.", NULL},
    [OBU_E_STAYED] = {{OBU_INFLUENCER, 0, 0}, "%a stays on %p platform.", NULL},
    [OBU_E_EVENT] = {{OBU_EVENT, 0, 0}, "%S [draw|draws] %a: %e.", NULL},
    [OBU_E_NO_EFFECT] = {{OBU_EVENT, 0, 0}, "%a finds nothing to do.", NULL},
    [OBU_E_GAME_OVER] = {{0}, "%S [draw|draws] Game Over: the game ends here.", NULL},
    [OBU_E_ADDED] = {{0}, "%S [add|adds] %a.", NULL},
    [OBU_E_BLOCKED] = {{OBU_BLOCKER, 0, 0}, "%S [play|plays] %a on %t.", NULL},
    [OBU_E_ACTIVE] = {{OBU_BLOCKER, 0, 0}, "%a is active on %p platform: %l.", NULL},
    [OBU_E_COUNTERED] = {{OBU_BLOCKER, 0, OBU_SAFEGUARD},
                         "%S [counter|counters] %q %a with %c: it goes to the discard pile, and %s [take|takes] a full turn.",
                         NULL},
    [OBU_E_FIXED] = {{OBU_HOTFIX, OBU_BLOCKER, 0}, "%S [play|plays] %a against %b.", NULL},
    [OBU_E_GROUND] = {{0}, "%S [grind|grinds] %a: %B of %C cards.", "%S [grind|grinds] a card, face down: %B of %C."},
    [OBU_E_RESOLVED] = {{OBU_BLOCKER, 0, 0}, "%a on %p platform is resolved", NULL},
    [OBU_E_GUARDED] = {{OBU_SAFEGUARD, 0, 0}, "%S [add|adds] %a: %g can never be played on [your|this] platform.", NULL},
    [OBU_E_POKED] = {{OBU_INFLUENCER, 0, 0}, "%S [poke|pokes] %a (+50 M), who wants %w: %q platform is the choice.", NULL},
    [OBU_E_PUSHED] = {{OBU_INFLUENCER, 0, 0}, "%S [push|pushes] %a to %q platform.", NULL},
    [OBU_E_PUSH_COUNTERED] = {{OBU_INFLUENCER, 0, 0},
                              "%S [counter|counters] with a Push: %a is to go to %q platform, unless it is pushed on.",
                              NULL},
    [OBU_E_DISCARDED] = {{0}, "%S [discard|discards] %a.", NULL},
    [OBU_E_SACRIFICED] = {{0}, "%S [sacrifice|sacrifices] %a.", NULL},
    [OBU_E_DROPPED] = {{0}, "%S [lose|loses] %a", NULL},
    [OBU_E_TAKEN] = {{0}, "%S, with fewest Users, [take|takes] %a from %q platform, which had most.", NULL},
    [OBU_E_PASSED_ON] = {{0}, "%S [pass|passes] %a to %t.", "%S [pass|passes] a card to %t."},
    [OBU_E_MILESTONE] = {{0}, "%S [claim|claims] %m.", NULL},
    [OBU_E_REMOVED] = {{OBU_INFLUENCER, 0, 0}, "%a leaves the game for good, for Social Shuffle was drawn.", NULL},
    [OBU_E_UNCOVERED] = {{OBU_EVENT, 0, 0}, "%a is covered and ends.", NULL},
};

/* How a Blocker was resolved (enum obu_how), how a Community was added, why one was lost. */
static const char *const resolved_by[] = {
    [OBU_BY_FIX] = ".",
    [OBU_BY_GRINDING] = ": it is ground away.",
    [OBU_BY_GUARD] = ": the Safeguard turns it face down.",
    [OBU_BY_SACRIFICE] = " by the sacrifice.",
    [OBU_BY_PATCH_DAY] = " by Patch Day.",
    [OBU_BY_VOLUNTEERS] = ": under Volunteer Drive two ground cards are enough.",
};
static const char *const added_by[] = {NULL, "Viral Moment: %s [add|adds] %a at once.",
                                       "Grassroots Spurt: %s [add|adds] %a as well."};
static const char *const dropped_by[] = {"%S [lose|loses] %a, the most toxic Community of the most toxic platform.",
                                         "%S [lose|loses] %a, the largest Community: Toxicity exceeds User icons by more than 1."};
/* The Influencer's way: drawn and choosing, or moved by Poke and Push. */
static const char joined_drawn[] = "%a, who wants %w, joins %p platform.";
static const char joined_tied[] = "%a, who wants %w, joins %p platform: among equals the drawer's, or the next clockwise.";
static const char poked_tied[] =
    "%S [poke|pokes] %a (+50 M), who wants %w: %q platform is the choice, among equals that of who pokes, or the next clockwise.";
static const char joined_moved[] = "%a moves from %t to %s.";
/* What was no choice. */
static const char chose_the_only[] = "%a is the only Community that %s can launch, so it is chosen.";
static const char drew_alone[] = "%S [draw|draws] %a from the deck, for the discard pile is empty.";
static const char event_lasts[] = "%S [draw|draws] %a: %e, until the next Event.";
static const char turn_after_counter[] = "%P turn, for %s countered.";

static const char *template_of(const struct bil_event *event, bool knows)
{
    const struct sentence *sentence = &sentences[event->kind];
    switch (event->kind) {
    case OBU_E_JOINED:
        return event->b >= 0 ? joined_moved : event->c ? joined_tied : joined_drawn;
    case OBU_E_POKED:
        return event->c ? poked_tied : sentence->known;
    case OBU_E_ADDED:
        return event->b > 0 && event->b <= 2 ? added_by[event->b] : sentence->known;
    case OBU_E_CHOSE:
        return knows && event->b == 1 ? chose_the_only : sentence->known;
    case OBU_E_DREW:
        return !knows ? sentence->hidden : event->b == 1 ? drew_alone : sentence->known;
    case OBU_E_EVENT:
        return obu_event_ongoing(obu_as_card(OBU_EVENT, event->a) - OBU_EVENT) ? event_lasts : sentence->known;
    case OBU_E_DROPPED:
        return dropped_by[event->b == 1];
    case OBU_E_TURN:
        return event->a == 1 ? turn_after_counter : sentence->known;
    default:
        return knows || !sentence->hidden ? sentence->known : sentence->hidden;
    }
}

/* The template as it is read: everything between the marks. */
struct telling {
    const struct obu_rules *rules;
    const struct bil_event *event;
    int viewer;
    struct bil_text *out;
};

static void add_card_part(const struct telling *telling, int part)
{
    const struct bil_event *event = telling->event;
    const int16_t values[3] = {event->a, event->b, event->c};
    const int card = obu_as_card(sentences[event->kind].base[part], values[part]);
    bil_text_add(telling->out, obu_card_name(telling->rules, card));
}

static void add_mark(const struct telling *telling, char mark)
{
    const struct bil_event *event = telling->event;
    struct bil_text *out = telling->out;
    const int first = obu_as_card(sentences[event->kind].base[0], event->a) - sentences[event->kind].base[0];
    switch (mark) {
    case 'S':
    case 's':
        obu_add_seat(out, event->seat, telling->viewer, mark == 'S');
        break;
    case 'P':
    case 'p':
        obu_add_owner(out, event->seat, telling->viewer, mark == 'P');
        break;
    case 't':
        obu_add_seat(out, event->b, telling->viewer, false);
        break;
    case 'q':
        obu_add_owner(out, event->b, telling->viewer, false);
        break;
    case 'a':
    case 'b':
    case 'c':
        add_card_part(telling, mark - 'a');
        break;
    case 'A':
        bil_text_number(out, event->a);
        break;
    case 'B':
        bil_text_number(out, event->b);
        break;
    case 'C':
        bil_text_number(out, event->c);
        break;
    case 'w':
        bil_text_add(out, obu_criterion(telling->rules, first));
        break;
    case 'e':
        bil_text_add(out, obu_event_effects[first]);
        break;
    case 'l':
        bil_text_add(out, obu_card_rows[first].brief);
        break;
    case 'g':
        bil_text_add(out, obu_card_rows[obu_safeguard_against[first]].name);
        break;
    case 'm':
        bil_text_add(out, obu_milestone_names[event->a]);
        break;
    case 'n':
        bil_text_add(out, obu_network_name(event->a));
        break;
    default:
        break;
    }
}

/* Writes the template up to `stop`, or skips it; returns where it ended. */
static const char *write_until(const struct telling *telling, const char *at, const char *stop, bool skip)
{
    for (; *at && !strchr(stop, *at); at++) {
        if (*at == '%') {
            at++;
            if (!skip) {
                add_mark(telling, *at);
            }
        } else if (*at == '[') { /* one level deep */
            const bool own = telling->event->seat == telling->viewer;
            at = write_until(telling, at + 1, "|", skip || !own);
            at = write_until(telling, at + 1, "]", skip || own);
        } else {
            const char *from = at;
            while (at[1] && at[1] != '%' && at[1] != '[' && !strchr(stop, at[1])) {
                at++;
            }
            bil_text_add_bytes(telling->out, from, skip ? 0 : (size_t)(at + 1 - from));
        }
    }
    return at;
}

/* The seats that would have had a turn between the attacker and the counterer, clockwise (OBU-95). */
static void write_passed_over(const struct telling *telling)
{
    const struct obu_rules *rules = telling->rules;
    const int seats = rules->seats;
    const int count = (telling->event->seat - telling->event->b - 1 + seats) % seats;
    for (int i = 0; i < count; i++) {
        bil_text_add(telling->out, i == 0 ? " " : i == count - 1 ? " and " : ", ");
        obu_add_seat(telling->out, (telling->event->b + 1 + i) % seats, telling->viewer, i == 0);
    }
    if (count > 0) {
        const bool you = count == 1 && (telling->event->b + 1) % seats == telling->viewer;
        bil_text_add(telling->out, count > 1 || you ? " are passed over." : " is passed over.");
    }
}

void obu_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    if (event->kind < OBU_E_NETWORK || event->kind >= OBU_E_COUNT) {
        return;
    }
    const bool knows = bil_event_known(event, viewer);
    const struct telling telling = {rules, event, viewer, out};
    write_until(&telling, template_of(event, knows), "", false);
    if (event->kind == OBU_E_RESOLVED) {
        bil_text_add(out, event->b >= 0 && event->b <= OBU_BY_VOLUNTEERS ? resolved_by[event->b] : ".");
    }
    if (event->kind == OBU_E_COUNTERED) {
        write_passed_over(&telling);
    }
}

#ifndef BIL_WITHOUT_SOLVING
/* Of what follows from a move. */
static const char *const consequences[OBU_E_COUNT] = {
    [OBU_E_JOINED] = "%a comes to %p platform.",
    [OBU_E_ADDED] = "%S [add|adds] %a.",
    [OBU_E_ACTIVE] = "%a is active on %p platform.",
    [OBU_E_COUNTERED] = "%S [counter|counters] %q %a with %c.",
    [OBU_E_FIXED] = "%S [play|plays] %a against %b.",
    [OBU_E_GROUND] = "%S [grind|grinds] a card.",
    [OBU_E_RESOLVED] = "%a on %p platform is resolved.",
    [OBU_E_GUARDED] = "%S [add|adds] %a.",
    [OBU_E_PUSHED] = "%S [push|pushes] %a to %q platform.",
    [OBU_E_PUSH_COUNTERED] = "%S [counter|counters] with a Push that takes %a to %q platform.",
    [OBU_E_SACRIFICED] = "%S [sacrifice|sacrifices] %a.",
    [OBU_E_DROPPED] = "%S [lose|loses] %a.",
    [OBU_E_TAKEN] = "%S [take|takes] %a from %q platform.",
    [OBU_E_MILESTONE] = "%S [claim|claims] %m.",
};

void obu_consequence(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    const struct telling telling = {rules, event, viewer, out};
    if (event->kind < OBU_E_COUNT && consequences[event->kind]) {
        write_until(&telling, consequences[event->kind], "", false);
    }
}
#endif

unsigned obu_event_addressed(const void *rules, const struct bil_event *event)
{
    (void)rules;
    if (event->kind < OBU_E_NETWORK || event->kind >= OBU_E_COUNT) {
        return 0;
    }
    if (event->kind == OBU_E_COUNTERED) { /* those who are passed over, too */
        return (1U << OBU_SEATS) - 1U;
    }
    unsigned seats = event->seat >= 0 ? 1U << event->seat : 0U;
    for (int knows = 0; knows < 2; knows++) {
        for (const char *at = template_of(event, knows); *at; at++) {
            if (*at == '%' && (at[1] == 't' || at[1] == 'q') && event->b >= 0 && event->b < OBU_SEATS) {
                seats |= 1U << event->b;
            }
        }
    }
    return seats;
}

/* What kinds of events are called by programs. */
const char *const obu_event_words[] = {[0] = "",
                                       [OBU_E_NETWORK] = "network",
                                       [OBU_E_DEALT] = "dealt",
                                       [OBU_E_REDEALT] = "redealt",
                                       [OBU_E_CHOSE] = "chose",
                                       [OBU_E_LAUNCHED] = "launched",
                                       [OBU_E_RETURNED] = "returned",
                                       [OBU_E_EXTRA] = "extra",
                                       [OBU_E_DECK] = "deck",
                                       [OBU_E_FIRST] = "first",
                                       [OBU_E_TURN] = "turn",
                                       [OBU_E_DREW] = "drew",
                                       [OBU_E_TOOK] = "took",
                                       [OBU_E_INFLUENCER] = "influencer",
                                       [OBU_E_JOINED] = "joined",
                                       [OBU_E_STAYED] = "stayed",
                                       [OBU_E_EVENT] = "event",
                                       [OBU_E_NO_EFFECT] = "no-effect",
                                       [OBU_E_GAME_OVER] = "game-over",
                                       [OBU_E_ADDED] = "added",
                                       [OBU_E_BLOCKED] = "blocked",
                                       [OBU_E_ACTIVE] = "active",
                                       [OBU_E_COUNTERED] = "countered",
                                       [OBU_E_FIXED] = "fixed",
                                       [OBU_E_GROUND] = "ground",
                                       [OBU_E_RESOLVED] = "resolved",
                                       [OBU_E_GUARDED] = "guarded",
                                       [OBU_E_POKED] = "poked",
                                       [OBU_E_PUSHED] = "pushed",
                                       [OBU_E_PUSH_COUNTERED] = "push-countered",
                                       [OBU_E_DISCARDED] = "discarded",
                                       [OBU_E_SACRIFICED] = "sacrificed",
                                       [OBU_E_DROPPED] = "dropped",
                                       [OBU_E_TAKEN] = "taken",
                                       [OBU_E_PASSED_ON] = "passed-on",
                                       [OBU_E_MILESTONE] = "milestone",
                                       [OBU_E_REMOVED] = "removed",
                                       [OBU_E_UNCOVERED] = "uncovered",
                                       NULL};
