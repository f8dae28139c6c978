/* 6 Billion: a sentence for everything that happens, as far as the reader may know it.
 *
 * The sentences stand in a table: one for readers who know the details, one for the others. A reader who is not among an event's
 * viewers never gets a sentence that names what is hidden. */
#include "games/six_billion/words/words.h"

/* Templates (kit/phrase.h, words.h). */
struct sentence {
    const char *known;
    const char *hidden; /* for readers who may not know the details; NULL: nothing in it is hidden */
};

static const struct sentence sentences[SIX_E_COUNT] = {
    [SIX_E_AGENDA] = {"%Os Hidden Agenda is %Da.", "%Fs [get|gets] a Hidden Agenda."},
    [SIX_E_DEALT] = {"%Fs [are|is] dealt %xa, one of them %ca.", NULL},
    [SIX_E_FACE_UP] = {"%ka lies face up.", NULL},
    [SIX_E_CUP] = {"Game turn %dc: %fa [play|plays] %tb.", NULL},
    [SIX_E_POWER] = {"%Fs [use|uses] the %ya power: %ob token moves to place %dc in the order of play.", NULL},
    [SIX_E_TURN] = {"%Oa turn.", NULL},
    [SIX_E_CONTROL] = {"%Fs [control|controls] %fa in this turn.", NULL},
    [SIX_E_GROWING] = {"%Oa %jb token is to double freely.", NULL},
    [SIX_E_GREW] = {"%Oa %jb token doubles freely to %lc.", NULL},
    [SIX_E_SETTLED] = {"%Fa [settle|settles] on %wb with %lc billion.", NULL},
    [SIX_E_SENT] = {"%Fs [play|plays] %ka: %dc billion of %rb goes from %<b to the %>b box.", NULL},
    [SIX_E_SPENT] = {"That halves %oa %jb token to %lc.", NULL},
    [SIX_E_POINTS] = {"%Fs [score|scores] %pa and [have|has] %db from cards.", NULL},
    [SIX_E_DOUBLE] = {"%Fs [play|plays] %ka on %ob %jc token.", NULL},
    [SIX_E_DOUBLED] = {"%Oa %jb token doubles to %lc.", NULL},
    [SIX_E_RECYCLED] = {"%Fs [play|plays] Recycle on [your|its] %ja token.", NULL},
    [SIX_E_RESHUFFLED] = {"A new deck of %xa is shuffled.", NULL},
    [SIX_E_FOUND] = {"%Fs [draw|draws] the Discovery card %Da.", "%Fs [draw|draws] a Discovery card."},
    [SIX_E_RETURNED] = {"%Fs [put|puts] the Discovery card %Da under the Discovery deck.",
                        "%Fs [put|puts] a Discovery card under the Discovery deck."},
    [SIX_E_TROUBLE] = {"%Fs [play|plays] %ka on %ob colonies at %wc.", NULL},
    [SIX_E_LOST] = {"%Fa [lose|loses] %db billion from the %jc box.", NULL},
    [SIX_E_REVEALED] = {"%Fs [reveal|reveals] the Discovery card %Da: %db billion for [your|its] box there.", NULL},
    [SIX_E_SYMBOL] = {"%Fs [play|plays] %ka for its %yc.", NULL},
    [SIX_E_STEPPED] = {"%Os %ya marker is on %db now.", NULL},
    [SIX_E_CANCELS] = {"%Fs [play|plays] %ka to cancel %vc.", NULL},
    [SIX_E_RESPONDS] = {"%Fs [answer|answers] %oc %kb with %ka.", NULL},
    [SIX_E_NO_LONGER] = {"%Os %ka is cancelled by %kb.", NULL},
    [SIX_E_FAILED] = {"%Os %Ka stops it: %ob %jc token does not double.", NULL},
    [SIX_E_WAR] = {"War: %fs [halve|halves] [your|its] %ja token to %lb.", NULL},
    [SIX_E_NO_LOSS] = {"War: %fs [have|has] no token to halve.", NULL},
    [SIX_E_OFFERED] = {"%Fs [offer|offers] %ka, which needs %ob consent.", NULL},
    [SIX_E_CONSENTED] = {"%Fs [consent|consents] to %ob %ka.", NULL},
    [SIX_E_REFUSED] = {"%Fs [refuse|refuses] %ob %ka.", NULL},
    [SIX_E_KEPT] = {"%Fs [take|takes] %ka back.", NULL},
    [SIX_E_DROPPED] = {"%Fs [put|puts] the refused %ka on the discard pile.", NULL},
    [SIX_E_REMOVED] = {"%ka leaves the game for good.", NULL},
    [SIX_E_DISCARDED] = {"%Fs [discard|discards] %ka.", NULL},
    [SIX_E_HAND_GOES] = {"%Fs [have|has] taken no Action, so the whole hand of %xa goes.", NULL},
    [SIX_E_DREW] = {"%Fs [draw|draws] %ka from the deck.", "%Fs [draw|draws] a card from the deck."},
    [SIX_E_TOOK] = {"%Fs [take|takes] %ka from the open cards.", NULL},
    [SIX_E_NO_MIGRANT] = {"%Fa [have|has] nobody to send.", NULL},
    [SIX_E_STOPPED] = {"%Fs [take|takes] no second Action.", "%Fs [take|takes] no second Action."},
    [SIX_E_OVER] = {"The game is over.", NULL},
};

/* Events whose sentence depends on what the parts are. */
static const char *special(const struct six_rules *rules, const struct bil_event *event)
{
    static const char *const ends[] = {[SIX_GOES_ON] = "The game is over.",
                                       [SIX_END_BELT] = "The game is over: a token on the Belt has reached 1024.",
                                       [SIX_END_EARTH] = "The game is over: a token on Earth has reached 1024.",
                                       [SIX_END_TRACKS] = "The game is over: every site is settled.",
                                       [SIX_END_CAP] = "The game is over: this was its last game turn."};
    switch (event->kind) {
    case SIX_E_POWER:
        return event->b == event->seat ? "%Fs [use|uses] the %ya power and now [play|plays] %tc." : NULL;
    case SIX_E_CONTROL:
        return event->b ? "%Fs [control|controls] %fa in this turn: chance decided." : NULL;
    case SIX_E_SENT:
        if (event->a == SIX_NO_CARD) {
            return "%Fs [send|sends] %dc billion of %rb from %<b to the %>b box.";
        }
        return SIX_ROUTE_FACTION(event->b) == event->seat ? "%Fs [play|plays] %ka: %dc billion goes from %<b to the %>b box."
                                                          : NULL;
    case SIX_E_DOUBLE:
        return event->b == event->seat ? "%Fs [play|plays] %ka on [your|its] %jc token." : NULL;
    case SIX_E_TROUBLE:
        return event->a == SIX_HOME ? "%Fs [play|plays] %ka on %ob migrants at %wc." : NULL;
    case SIX_E_REVEALED:
        return event->a >= SIX_FIND_SYMBOL ? "%Fs [reveal|reveals] the Discovery card %Da for one step of [your|its] marker."
                                           : NULL;
    case SIX_E_SYMBOL:
        if (event->b != SIX_NO_CARD) {
            return "%Fs [play|plays] %ka and %kb for their %yc.";
        }
        return event->a > SIX_NO_CARD && event->a < SIX_CARDS && rules->card_symbols[event->a] == 2
                   ? "%Fs [play|plays] %ka for its two %yc symbols."
                   : NULL;
    case SIX_E_FAILED:
        return SIX_STOPPED_KIND(event->a) == SIX_EV_TROUBLE ? "%Os %Ka stops it: %ob colonies at %wc stay."
               : SIX_STOPPED_KIND(event->a) == SIX_EV_HOME  ? "%Os %Ka stops it: %ob migrants at %wc stay."
                                                            : NULL;
    case SIX_E_OFFERED:
        if (event->a < SIX_CARDS && six_family[event->a] == SIX_F_CANCEL) {
            return "%Fs [offer|offers] %ka to cancel %vc, which needs %ob consent.";
        }
        return event->a < SIX_CARDS && six_family[event->a] == SIX_F_DOUBLE
                   ? "%Fs [offer|offers] %ka on %ob %(c token, which needs %ob consent."
                   : "%Fs [offer|offers] %ka, from %(c to %)c, which needs %ob consent.";
    case SIX_E_STOPPED:
        return event->a ? "No second Action: nothing that %fs [hold|holds] can be played now." : NULL;
    case SIX_E_OVER:
        return event->a >= SIX_GOES_ON && event->a <= SIX_END_CAP ? ends[event->a] : NULL;
    default:
        return NULL;
    }
}

/* The sentence for those who know the details, or for the others. */
static const char *template_of(const struct six_rules *rules, const struct bil_event *event, bool knows)
{
    const struct sentence *sentence = &sentences[event->kind];
    const char *fitting = special(rules, event);
    return !knows && sentence->hidden ? sentence->hidden : fitting ? fitting : sentence->known;
}

void six_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    if (event->kind >= SIX_E_AGENDA && event->kind < SIX_E_COUNT) {
        bil_phrase_event(&six_marks, &(struct bil_reader){rules, viewer, out},
                         template_of(rules, event, bil_event_known(event, viewer)), event);
    }
}

/* Of what follows from a move; AS_TOLD where the log's sentence is short enough. */
static const char AS_TOLD[] = "";
static const char *const consequences[SIX_E_COUNT] = {
    [SIX_E_SETTLED] = "%Fa [settle|settles] on %wb.",
    [SIX_E_SENT] = "%Fs [send|sends] %rb from %<b to the %>b box.",
    [SIX_E_DOUBLED] = AS_TOLD,
    [SIX_E_RECYCLED] = AS_TOLD,
    [SIX_E_TROUBLE] = AS_TOLD,
    [SIX_E_LOST] = "%Fa [lose|loses] people in the %jc box.",
    [SIX_E_REVEALED] = "%Fs [reveal|reveals] the Discovery card %Da.",
    [SIX_E_STEPPED] = AS_TOLD,
    [SIX_E_CANCELS] = AS_TOLD,
    [SIX_E_WAR] = "War: %fs [halve|halves] [your|its] %ja token.",
};
static const char sends_its_own[] = "%Fs [send|sends] people from %<b to the %>b box.";

void six_consequence(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    const char *words = event->kind < SIX_E_COUNT ? consequences[event->kind] : NULL;
    if (words == AS_TOLD) {
        six_event_text(rules, event, viewer, out);
    } else if (words) {
        const bool own = event->kind == SIX_E_SENT && SIX_ROUTE_FACTION(event->b) == event->seat;
        bil_phrase_event(&six_marks, &(struct bil_reader){rules, viewer, out}, own ? sends_its_own : words, event);
    }
}

/* By the labels of score.c. */
#define SITE(label, where)                                                                                                         \
    {                                                                                                                              \
        label, where, .any = "You score " where, .most = "You have the most points " where                                         \
    }
const struct bil_cause six_causes[] = {
    {"Points from cards", .where = "from cards"},
    SITE("Mercury", "at Mercury"),
    SITE("Venus", "at Venus"),
    SITE("Earth", "on Earth"),
    SITE("Mars", "at Mars"),
    SITE("Asteroid Belt", "at the Belt"),
    SITE("Jupiter", "at Jupiter"),
    SITE("Saturn", "at Saturn"),
    SITE("Uranus", "at Uranus"),
    SITE("Neptune", "at Neptune"),
    SITE("Pluto", "at Pluto"),
    SITE("Dollar track", "on the Dollar track"),
    SITE("Smiley track", "on the Smiley track"),
    SITE("Leaf track", "on the Leaf track"),
    {0},
};
#undef SITE

void six_seat_called(const void *rules, int seat, struct bil_text *out)
{
    six_tell(&(struct bil_reader){rules, BIL_SPECTATOR, out}, "%F", seat);
}

unsigned six_event_addressed(const void *rules, const struct bil_event *event)
{
    if (event->kind < SIX_E_AGENDA || event->kind >= SIX_E_COUNT) {
        return 0;
    }
    const unsigned seats = bil_phrase_addressed(&six_marks, template_of(rules, event, false), event) |
                           bil_phrase_addressed(&six_marks, template_of(rules, event, true), event);
    return seats & ((1U << SIX_PLAYERS) - 1); /* Neutrals read nothing */
}

/* What kinds of events are called by programs, in the order of enum six_said. */
const char *const six_event_words[] = {
    "",          "agenda",    "dealt",     "face-up", "cup",      "power",      "turn",    "control",  "growing",
    "grew",      "settled",   "sent",      "spent",   "points",   "double",     "doubled", "recycled", "reshuffled",
    "found",     "returned",  "trouble",   "lost",    "revealed", "symbol",     "stepped", "cancels",  "responds",
    "no-longer", "failed",    "war",       "no-loss", "offered",  "consented",  "refused", "kept",     "dropped",
    "removed",   "discarded", "hand-goes", "drew",    "took",     "no-migrant", "stopped", "over",     NULL};
static_assert(sizeof six_event_words / sizeof six_event_words[0] == SIX_E_COUNT + 1, "every kind of event has its word");
