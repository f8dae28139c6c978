/* One Billion Users: a sentence for everything that happens, as far as the reader may know it, and why it happens.
 *
 * The sentences stand in a table: one for readers who know the details, one for the others. A reader who is not among an event's
 * viewers never gets a sentence that names what is hidden. */
#include "games/one_billion_users/words/words.h"

/* Templates (kit/phrase.h, words.h). */
struct sentence {
    const char *known;
    const char *hidden; /* for readers who may not know the details; NULL: nothing in it is hidden */
};

static const struct sentence sentences[OBU_E_COUNT] = {
    [OBU_E_NETWORK] = {"%Fs [run|runs] %na.", NULL},
    [OBU_E_DEALT] = {"%Fs [are|is] dealt %da cards.", NULL},
    [OBU_E_REDEALT] = {"%Fs had nothing to launch and [get|gets] %da new cards.", NULL},
    [OBU_E_CHOSE] = {"%Fs [have|has] chosen.", NULL},
    [OBU_E_LAUNCHED] = {"%Fs [launch|launches] %ka.", NULL},
    [OBU_E_RETURNED] = {"%Fs [return|returns] %ka to the deck.", "%Fs [return|returns] a card to the deck."},
    [OBU_E_EXTRA] = {"%Os platform gets %ka as well, for The Hellsite.", NULL},
    [OBU_E_DECK] = {"Influencers, Events and Game Over are shuffled in: the deck has %da cards now, Game Over among the last %db.",
                    NULL},
    [OBU_E_FIRST] = {"%Fs [begin|begins].", NULL},
    [OBU_E_TURN] = {"%Os turn.", NULL},
    [OBU_E_DREW] = {"%Fs [draw|draws] %ka from the deck.", "%Fs [draw|draws] a card from the deck."},
    [OBU_E_TOOK] = {"%Fs [take|takes] %ka from the discard pile.", NULL},
    [OBU_E_INFLUENCER] = {"%Fs [draw|draws] %ia.", NULL},
    [OBU_E_JOINED] = {"%ia joins %os platform.", NULL},
    [OBU_E_STAYED] = {"%ia stays on %os platform.", NULL},
    [OBU_E_EVENT] = {"%Fs [draw|draws] %va: %ea.", NULL},
    [OBU_E_NO_EFFECT] = {"%va finds nothing to do.", NULL},
    [OBU_E_GAME_OVER] = {"%Fs [draw|draws] Game Over: the game ends here.", NULL},
    [OBU_E_ADDED] = {"%Fs [add|adds] %ka.", NULL},
    [OBU_E_BLOCKED] = {"%Fs [play|plays] %ba on %fb.", NULL},
    [OBU_E_ACTIVE] = {"%ba is active on %os platform: %la.", NULL},
    [OBU_E_COUNTERED] = {"%Fs [counter|counters] %ob %ba with %gc: it goes to the discard pile, and %fs [take|takes] a full turn.",
                         NULL},
    [OBU_E_FIXED] = {"%Fs [play|plays] %ha against %bb.", NULL},
    [OBU_E_GROUND] = {"%Fs [grind|grinds] %ka: %db of %dc cards.", "%Fs [grind|grinds] a card, face down: %db of %dc."},
    [OBU_E_RESOLVED] = {"%ba on %os platform is resolved", NULL},
    [OBU_E_GUARDED] = {"%Fs [add|adds] %ga: %aa can never be played on [your|this] platform.", NULL},
    [OBU_E_POKED] = {"%Fs [poke|pokes] %ia (+50 M), who wants %wa: %ob platform is the choice.", NULL},
    [OBU_E_PUSHED] = {"%Fs [push|pushes] %ia to %ob platform.", NULL},
    [OBU_E_PUSH_COUNTERED] = {"%Fs [counter|counters] with a Push: %ia is to go to %ob platform, unless it is pushed on.", NULL},
    [OBU_E_DISCARDED] = {"%Fs [discard|discards] %ka.", NULL},
    [OBU_E_SACRIFICED] = {"%Fs [sacrifice|sacrifices] %ka.", NULL},
    [OBU_E_DROPPED] = {"%Fs [lose|loses] %ka", NULL},
    [OBU_E_TAKEN] = {"%Fs, with fewest Users, [take|takes] %ka from %ob platform, which had most.", NULL},
    [OBU_E_PASSED_ON] = {"%Fs [pass|passes] %ka to %fb.", "%Fs [pass|passes] a card to %fb."},
    [OBU_E_MILESTONE] = {"%Fs [claim|claims] %ma.", NULL},
    [OBU_E_REMOVED] = {"%ia leaves the game for good, for Social Shuffle was drawn.", NULL},
    [OBU_E_UNCOVERED] = {"%va is covered and ends.", NULL},
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
static const char *const added_by[] = {NULL, "Viral Moment: %fs [add|adds] %ka at once.",
                                       "Grassroots Spurt: %fs [add|adds] %ka as well."};
static const char *const dropped_by[] = {
    "%Fs [lose|loses] %ka, the most toxic Community of the most toxic platform.",
    "%Fs [lose|loses] %ka, the largest Community: Toxicity exceeds User icons by more than 1."};
/* The Influencer's way: drawn and choosing, or moved by Poke and Push. */
static const char joined_drawn[] = "%ia, who wants %wa, joins %os platform.";
static const char joined_tied[] = "%ia, who wants %wa, joins %os platform: among equals the drawer's, or the next clockwise.";
static const char poked_tied[] = "%Fs [poke|pokes] %ia (+50 M), who wants %wa: %ob platform is the choice, among equals that of "
                                 "who pokes, or the next clockwise.";
static const char joined_moved[] = "%ia moves from %fb to %fs.";
/* What was no choice. */
static const char chose_the_only[] = "%ka is the only Community that %fs can launch, so it is chosen.";
static const char drew_alone[] = "%Fs [draw|draws] %ka from the deck, for the discard pile is empty.";
static const char event_lasts[] = "%Fs [draw|draws] %va: %ea, until the next Event.";
static const char turn_after_counter[] = "%Os turn, for %fs countered.";

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
        return obu_event_ongoing(event->a >= OBU_EVENT ? event->a - OBU_EVENT : event->a) ? event_lasts : sentence->known;
    case OBU_E_DROPPED:
        return dropped_by[event->b == 1];
    case OBU_E_TURN:
        return event->a == 1 ? turn_after_counter : sentence->known;
    default:
        return knows || !sentence->hidden ? sentence->known : sentence->hidden;
    }
}

/* The seats that would have had a turn between the attacker and the counterer, clockwise (OBU-95). */
static void tell_passed_over(const struct bil_reader *reader, const struct bil_event *event)
{
    const int seats = ((const struct obu_rules *)reader->rules)->seats;
    const int count = (event->seat - event->b - 1 + seats) % seats;
    for (int i = 0; i < count; i++) {
        obu_tell(reader, i == 0 ? " %F" : i == count - 1 ? " and %f" : ", %f", (event->b + 1 + i) % seats);
    }
    if (count > 0) {
        const bool you = count == 1 && (event->b + 1) % seats == reader->viewer;
        bil_text_add(reader->out, count > 1 || you ? " are passed over." : " is passed over.");
    }
}

void obu_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    const struct bil_reader reader = {rules, viewer, out};
    if (event->kind < OBU_E_NETWORK || event->kind >= OBU_E_COUNT) {
        return;
    }
    bil_phrase_event(&obu_marks, &reader, template_of(event, bil_event_known(event, viewer)), event);
    if (event->kind == OBU_E_RESOLVED) {
        bil_text_add(out, event->b >= 0 && event->b <= OBU_BY_VOLUNTEERS ? resolved_by[event->b] : ".");
    } else if (event->kind == OBU_E_COUNTERED) {
        tell_passed_over(&reader, event);
    }
}

/* Of what follows from a move. What a rival's Blocker comes to is not told: it may be old, and is as good as it is bad. */
static const char *const consequences[OBU_E_COUNT] = {
    [OBU_E_JOINED] = "%ia comes to %os platform.",
    [OBU_E_ADDED] = "%Fs [add|adds] %ka.",
    [OBU_E_ACTIVE] = "%ba is active on %os platform.",
    [OBU_E_COUNTERED] = "%Fs [counter|counters] %ob %ba with %gc.",
    [OBU_E_FIXED] = "%Fs [play|plays] %ha against %bb.",
    [OBU_E_GUARDED] = "%Fs [add|adds] %ga.",
    [OBU_E_PUSHED] = "%Fs [push|pushes] %ia to %ob platform.",
    [OBU_E_PUSH_COUNTERED] = "%Fs [counter|counters] with a Push that takes %ia to %ob platform.",
    [OBU_E_SACRIFICED] = "%Fs [sacrifice|sacrifices] %ka.",
    [OBU_E_DROPPED] = "%Fs [lose|loses] %ka.",
    [OBU_E_TAKEN] = "%Fs [take|takes] %ka from %ob platform.",
    [OBU_E_MILESTONE] = "%Fs [claim|claims] %ma.",
};

void obu_consequence(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    const bool elsewhere = event->kind == OBU_E_ACTIVE && event->seat != viewer;
    if (event->kind < OBU_E_COUNT && consequences[event->kind] && !elsewhere) {
        const bool ends = event->kind == OBU_E_JOINED && event->c == OBU_AT_END;
        const char *words = ends ? "%Fs [end|ends] with %ia." : consequences[event->kind];
        bil_phrase_event(&obu_marks, &(struct bil_reader){rules, viewer, out}, words, event);
    }
}

static int communities(const void *state, int seat)
{
    return obu_popcount(((const struct obu_state *)state)->seat[seat].comm);
}

/* By the labels of score.c. */
const struct bil_cause obu_causes[] = {
    {"Users", "in Users", .most = "You have the most Users", .counted = "Communities", .count = communities},
    {"Toxicity Penalty", "through the Toxicity Penalty", .any = "You pay the Toxicity Penalty"},
    {"Low Toxicity Bonus", "for the Low Toxicity Bonus", .any = "You get the Low Toxicity Bonus"},
    {"Safeguards", "for Safeguards", .any = "You have a Safeguard"},
    {"Safeguard counterplay", "for counters with Safeguards", .any = "You counter with a Safeguard"},
    {"Milestones", "for Milestones", .any = "You claim a Milestone", .most = "You claim more Milestones than anybody else"},
    {"Clean Communities (HireMe)", .where = "for clean Communities"},
    {"Toxicity (The Hellsite)", .where = "for Toxicity"},
    {0},
};

unsigned obu_event_addressed(const void *rules, const struct bil_event *event)
{
    (void)rules;
    if (event->kind < OBU_E_NETWORK || event->kind >= OBU_E_COUNT) {
        return 0;
    }
    return event->kind == OBU_E_COUNTERED ? (1U << OBU_SEATS) - 1U /* those who are passed over, too */
                                          : bil_phrase_addressed(&obu_marks, template_of(event, false), event) |
                                                bil_phrase_addressed(&obu_marks, template_of(event, true), event);
}

/* What kinds of events are called by programs, in the order of enum obu_said. */
const char *const obu_event_words[] = {
    "",        "network",   "dealt",     "redealt",   "chose",   "launched",       "returned",  "extra",
    "deck",    "first",     "turn",      "drew",      "took",    "influencer",     "joined",    "stayed",
    "event",   "no-effect", "game-over", "added",     "blocked", "active",         "countered", "fixed",
    "ground",  "resolved",  "guarded",   "poked",     "pushed",  "push-countered", "discarded", "sacrificed",
    "dropped", "taken",     "passed-on", "milestone", "removed", "uncovered",      NULL};
static_assert(sizeof obu_event_words / sizeof obu_event_words[0] == OBU_E_COUNT + 1, "every kind of event has its word");
