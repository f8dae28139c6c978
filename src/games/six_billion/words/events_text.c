/* 6 Billion: a sentence for everything that happens, as far as the reader may know it.
 *
 * The sentences stand in a table: one for readers who know the details, one for the others. A reader who is not among an event's
 * viewers never gets a sentence that names what is hidden. */
#include "games/six_billion/words/words.h"

/* Marks in a sentence. The seat of the event:
 *     %S %s  "Red", "You", "you"          %P %p  "Red's", "Your", "your"
 * and, with the part a, b or c behind the mark:
 *     %F %f  a faction, as %S %s          %O %o  what is its own, as %P %p
 *     %w     a site as a place: "the Belt"    %j  before a noun: "Belt"
 *     %k     a card                           %d  a Discovery card or Hidden Agenda
 *     %m     a number of points              %x  a number of cards
 *     %n     a number    %t  "third"    %l  the population of a level    %y  a symbol
 *     [x|y]  x if the seat is the reader, else y          {x|y}  the same of the faction in part a
 * %c is the card that everybody begins with, %v what a Cancel card is played against, %K the one that stopped it. Sentences on sent
 * people: %r the faction, %< its source, %> its destination. */
struct sentence {
    const char *known;
    const char *hidden; /* for readers who may not know the details; NULL: nothing in it is hidden */
};

static const struct sentence sentences[SIX_E_COUNT] = {
    [SIX_E_AGENDA] = {"%P Hidden Agenda is %da.", "%S [get|gets] a Hidden Agenda."},
    [SIX_E_DEALT] = {"%S [are|is] dealt %xa, one of them %c.", NULL},
    [SIX_E_FACE_UP] = {"%ka lies face up.", NULL},
    [SIX_E_CUP] = {"Game turn %nc: %fa {play|plays} %tb.", NULL},
    [SIX_E_POWER] = {"%S [use|uses] the %ya power: %ob token moves to place %nc in the order of play.", NULL},
    [SIX_E_TURN] = {"%Oa turn.", NULL},
    [SIX_E_CONTROL] = {"%S [control|controls] %fa in this turn.", NULL},
    [SIX_E_GROWING] = {"%Oa %jb token is to double freely.", NULL},
    [SIX_E_GREW] = {"%Oa %jb token doubles freely to %lc.", NULL},
    [SIX_E_SETTLED] = {"%Fa {settle|settles} on %wb with %lc billion.", NULL},
    [SIX_E_SENT] = {"%S [play|plays] %ka: %nc billion of %r goes from %< to the %> box.", NULL},
    [SIX_E_SPENT] = {"That halves %oa %jb token to %lc.", NULL},
    [SIX_E_POINTS] = {"%S [score|scores] %ma and [have|has] %nb.", NULL},
    [SIX_E_DOUBLE] = {"%S [play|plays] %ka on %ob %jc token.", NULL},
    [SIX_E_DOUBLED] = {"%Oa %jb token doubles to %lc.", NULL},
    [SIX_E_RECYCLED] = {"%S [play|plays] Recycle on [your|its] %ja token.", NULL},
    [SIX_E_RESHUFFLED] = {"A new deck of %xa is shuffled.", NULL},
    [SIX_E_FOUND] = {"%S [draw|draws] the Discovery card %da.", "%S [draw|draws] a Discovery card."},
    [SIX_E_RETURNED] = {"%S [put|puts] the Discovery card %da under the Discovery deck.",
                        "%S [put|puts] a Discovery card under the Discovery deck."},
    [SIX_E_TROUBLE] = {"%S [play|plays] %ka on %ob colonies at %wc.", NULL},
    [SIX_E_LOST] = {"%Fa {lose|loses} %nb billion from the %jc box.", NULL},
    [SIX_E_REVEALED] = {"%S [reveal|reveals] the Discovery card %da: %nb billion for [your|its] box there.", NULL},
    [SIX_E_SYMBOL] = {"%S [play|plays] %ka for its %yc.", NULL},
    [SIX_E_STEPPED] = {"%P %ya marker is on %nb now.", NULL},
    [SIX_E_CANCELS] = {"%S [play|plays] %ka to cancel %v.", NULL},
    [SIX_E_RESPONDS] = {"%S [answer|answers] %oc %kb with %ka.", NULL},
    [SIX_E_NO_LONGER] = {"%P %ka is cancelled by %kb.", NULL},
    [SIX_E_FAILED] = {"%P %K stops it: %ob %jc token does not double.", NULL},
    [SIX_E_WAR] = {"War: %s [halve|halves] [your|its] %ja token to %lb.", NULL},
    [SIX_E_NO_LOSS] = {"War: %s [have|has] no token to halve.", NULL},
    [SIX_E_OFFERED] = {"%S [offer|offers] %ka, which needs %ob consent.", NULL},
    [SIX_E_CONSENTED] = {"%S [consent|consents] to %ob %ka.", NULL},
    [SIX_E_REFUSED] = {"%S [refuse|refuses] %ob %ka.", NULL},
    [SIX_E_KEPT] = {"%S [take|takes] %ka back.", NULL},
    [SIX_E_DROPPED] = {"%S [put|puts] the refused %ka on the discard pile.", NULL},
    [SIX_E_REMOVED] = {"%ka leaves the game for good.", NULL},
    [SIX_E_DISCARDED] = {"%S [discard|discards] %ka.", NULL},
    [SIX_E_HAND_GOES] = {"%S [have|has] taken no Action, so the whole hand of %xa goes.", NULL},
    [SIX_E_DREW] = {"%S [draw|draws] %ka from the deck.", "%S [draw|draws] a card from the deck."},
    [SIX_E_TOOK] = {"%S [take|takes] %ka from the open cards.", NULL},
    [SIX_E_NO_MIGRANT] = {"%Fa {have|has} nobody to send.", NULL},
    [SIX_E_STOPPED] = {"%S [take|takes] no second Action.", "%S [take|takes] no second Action."},
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
        return event->b == event->seat ? "%S [use|uses] the %ya power and now [play|plays] %tc." : NULL;
    case SIX_E_CONTROL:
        return event->b ? "%S [control|controls] %fa in this turn: chance decided." : NULL;
    case SIX_E_SENT:
        if (event->a == SIX_NO_CARD) {
            return "%S [send|sends] %nc billion of %r from %< to the %> box.";
        }
        return SIX_ROUTE_FACTION(event->b) == event->seat ? "%S [play|plays] %ka: %nc billion goes from %< to the %> box." : NULL;
    case SIX_E_DOUBLE:
        return event->b == event->seat ? "%S [play|plays] %ka on [your|its] %jc token." : NULL;
    case SIX_E_TROUBLE:
        return event->a == SIX_HOME ? "%S [play|plays] %ka on %ob migrants at %wc." : NULL;
    case SIX_E_REVEALED:
        return event->a >= SIX_FIND_SYMBOL ? "%S [reveal|reveals] the Discovery card %da for one step of [your|its] marker." : NULL;
    case SIX_E_SYMBOL:
        if (event->b != SIX_NO_CARD) {
            return "%S [play|plays] %ka and %kb for their %yc.";
        }
        return event->a > SIX_NO_CARD && event->a < SIX_CARDS && rules->card_symbols[event->a] == 2
                   ? "%S [play|plays] %ka for its two %yc symbols."
                   : NULL;
    case SIX_E_FAILED:
        return SIX_STOPPED_KIND(event->a) == SIX_EV_TROUBLE ? "%P %K stops it: %ob colonies at %wc stay."
               : SIX_STOPPED_KIND(event->a) == SIX_EV_HOME  ? "%P %K stops it: %ob migrants at %wc stay."
                                                            : NULL;
    case SIX_E_OFFERED:
        if (event->a < SIX_CARDS && six_family[event->a] == SIX_F_CANCEL) {
            return "%S [offer|offers] %ka to cancel %v, which needs %ob consent.";
        }
        return event->a < SIX_CARDS && six_family[event->a] == SIX_F_DOUBLE
                   ? "%S [offer|offers] %ka on %ob %< token, which needs %ob consent."
                   : "%S [offer|offers] %ka, from %< to %>, which needs %ob consent.";
    case SIX_E_STOPPED:
        return event->a ? "No second Action: nothing that %s [hold|holds] can be played now." : NULL;
    case SIX_E_OVER:
        return event->a >= SIX_GOES_ON && event->a <= SIX_END_CAP ? ends[event->a] : NULL;
    default:
        return NULL;
    }
}

/* The template as it is read: everything between the marks. */
struct telling {
    const struct six_rules *rules;
    const struct bil_event *event;
    int viewer;
    struct bil_text *out;
};

static int part_of(const struct bil_event *event, char part)
{
    return part == 'a' ? event->a : part == 'b' ? event->b : event->c;
}

/* Marks that say which part they mean. */
static void add_marked_part(const struct telling *telling, char mark, int value)
{
    struct bil_text *out = telling->out;
    switch (mark) {
    case 'F':
    case 'f':
        six_add_faction(out, telling->rules, value, telling->viewer, mark == 'F');
        break;
    case 'O':
    case 'o':
        six_add_owner(out, telling->rules, value, telling->viewer, mark == 'O');
        break;
    case 'w':
        bil_text_add(out, six_site_place(value));
        break;
    case 'j':
        bil_text_add(out, six_site_short(value));
        break;
    case 'k':
        six_add_card(out, telling->rules, value);
        break;
    case 'd':
        bil_text_add(out, six_find_name(value & 15));
        break;
    case 'l':
        bil_text_number(out, six_people(value));
        break;
    case 'y':
        bil_text_add(out, six_symbol_name(value));
        break;
    case 'x':
        six_add_count(out, value, "card");
        break;
    case 'm':
        six_add_count(out, value, "point");
        break;
    case 't':
        bil_text_add(out, six_ordinal(value));
        break;
    default: /* 'n' */
        bil_text_number(out, value);
        break;
    }
}

/* "the free doubling of your Earth token", "Blue's Double on Red's Mars token": the cancelled action, its player and its target. */
static void add_about(const struct telling *telling)
{
    static const char *const cards[] = {
        [SIX_EV_DOUBLE] = " Double on ", [SIX_EV_TROUBLE] = " New Colony In Trouble on ", [SIX_EV_HOME] = " This Is Our Home on "};
    struct bil_text *out = telling->out;
    const int about = telling->event->c;
    const int kind = SIX_ABOUT_KIND(about);
    const int player = SIX_ABOUT_PLAYER(about);
    const int faction = SIX_ABOUT_FACTION(about);
    if (kind <= SIX_NO_EVENT || kind > SIX_EV_HOME) {
        bil_text_add(out, "it"); /* no rule makes such an event */
        return;
    }
    if (kind == SIX_EV_GROW) {
        bil_text_add(out, "the free doubling of ");
    } else {
        six_add_owner(out, telling->rules, player, telling->viewer, false);
        bil_text_add(out, cards[kind]);
    }
    if (kind != SIX_EV_GROW && faction == player && faction != telling->viewer) {
        bil_text_add(out, "its");
    } else {
        six_add_owner(out, telling->rules, faction, telling->viewer, false);
    }
    if (kind == SIX_EV_GROW || kind == SIX_EV_DOUBLE) {
        bil_text_format(out, " %s token", six_site_short(SIX_ABOUT_SITE(about)));
    } else {
        bil_text_format(out, " %s at %s", kind == SIX_EV_TROUBLE ? "colonies" : "migrants", six_site_place(SIX_ABOUT_SITE(about)));
    }
}

/* Marks that need no part; false for the others. */
static bool add_whole(const struct telling *telling, char mark)
{
    const struct bil_event *event = telling->event;
    const int route = event->kind == SIX_E_SENT ? event->b : event->c;
    struct bil_text *out = telling->out;
    switch (mark) {
    case 'S':
    case 's':
        six_add_faction(out, telling->rules, event->seat, telling->viewer, mark == 'S');
        return true;
    case 'P':
    case 'p':
        six_add_owner(out, telling->rules, event->seat, telling->viewer, mark == 'P');
        return true;
    case 'c': /* SIX-17 */
        six_add_card(out, telling->rules, SIX_COLONY_2);
        return true;
    case 'v':
        add_about(telling);
        return true;
    case 'K':
        six_add_card(out, telling->rules, SIX_STOPPED_CARD(event->a));
        return true;
    case 'r':
        if (SIX_ROUTE_FACTION(route) == telling->viewer) {
            bil_text_add(out, "your people");
        } else {
            six_add_faction(out, telling->rules, SIX_ROUTE_FACTION(route), telling->viewer, false);
        }
        return true;
    case '<':
        bil_text_add(out,
                     event->kind == SIX_E_SENT ? six_site_place(SIX_ROUTE_FROM(route)) : six_site_short(SIX_ROUTE_FROM(route)));
        return true;
    case '>':
        bil_text_add(out, event->kind == SIX_E_SENT ? six_site_short(SIX_ROUTE_TO(route)) : six_site_place(SIX_ROUTE_TO(route)));
        return true;
    default:
        return false;
    }
}

/* Writes the template up to one of `stop`, or skips it; returns where it ended. */
static const char *write_until(const struct telling *telling, const char *at, const char *stop, bool skip)
{
    for (; *at && !strchr(stop, *at); at++) {
        if (*at == '%') {
            at++;
            if (skip) {
                at += strchr("SsPpcvKr<>", *at) ? 0 : 1;
            } else if (!add_whole(telling, *at)) {
                add_marked_part(telling, *at, part_of(telling->event, at[1]));
                at++;
            }
        } else if (*at == '[' || *at == '{') { /* one level deep */
            const bool seat = *at == '[';
            const bool own = telling->viewer >= 0 && (seat ? telling->event->seat : telling->event->a) == telling->viewer;
            at = write_until(telling, at + 1, "|", skip || !own);
            at = write_until(telling, at + 1, seat ? "]" : "}", skip || own);
        } else {
            const char *from = at;
            while (at[1] && at[1] != '%' && at[1] != '[' && at[1] != '{' && !strchr(stop, at[1])) {
                at++;
            }
            bil_text_add_bytes(telling->out, from, skip ? 0 : (size_t)(at + 1 - from));
        }
    }
    return at;
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
    if (event->kind < SIX_E_AGENDA || event->kind >= SIX_E_COUNT) {
        return;
    }
    const struct telling telling = {rules, event, viewer, out};
    write_until(&telling, template_of(rules, event, bil_event_known(event, viewer)), "", false);
}

#ifndef BIL_WITHOUT_SOLVING
/* Of what follows from a move; AS_TOLD where the log's sentence is short enough. */
static const char AS_TOLD[] = "";
static const char *const consequences[SIX_E_COUNT] = {
    [SIX_E_SETTLED] = "%Fa {settle|settles} on %wb.",
    [SIX_E_SENT] = "%S [send|sends] %r from %< to the %> box.",
    [SIX_E_DOUBLED] = AS_TOLD,
    [SIX_E_RECYCLED] = AS_TOLD,
    [SIX_E_TROUBLE] = AS_TOLD,
    [SIX_E_LOST] = "%Fa {lose|loses} people in the %jc box.",
    [SIX_E_REVEALED] = "%S [reveal|reveals] the Discovery card %da.",
    [SIX_E_STEPPED] = AS_TOLD,
    [SIX_E_CANCELS] = AS_TOLD,
    [SIX_E_WAR] = "War: %s [halve|halves] [your|its] %ja token.",
    [SIX_E_OVER] = AS_TOLD,
};
static const char sends_its_own[] = "%S [send|sends] people from %< to the %> box.";

void six_consequence(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    const char *words = event->kind < SIX_E_COUNT ? consequences[event->kind] : NULL;
    const struct telling telling = {rules, event, viewer, out};
    if (words == AS_TOLD) {
        six_event_text(rules, event, viewer, out);
    } else if (words) {
        const bool own = event->kind == SIX_E_SENT && SIX_ROUTE_FACTION(event->b) == event->seat;
        write_until(&telling, own ? sends_its_own : words, "", false);
    }
}
#endif

/* The seat of a faction, as a bit; none of a Neutral. */
static unsigned bit_of(int faction)
{
    return faction >= 0 && faction < SIX_PLAYERS ? 1U << faction : 0U;
}

/* The seat that one mark of a sentence can turn into "you". */
static unsigned addressed_by(const struct bil_event *event, const char *mark)
{
    switch (*mark) {
    case 'v':
        return bit_of(SIX_ABOUT_PLAYER(event->c)) | bit_of(SIX_ABOUT_FACTION(event->c));
    case 'r':
        return bit_of(SIX_ROUTE_FACTION(event->kind == SIX_E_SENT ? event->b : event->c));
    case 'F':
    case 'f':
    case 'O':
    case 'o':
        return bit_of(part_of(event, mark[1]));
    default:
        return 0;
    }
}

unsigned six_event_addressed(const void *rules, const struct bil_event *event)
{
    if (event->kind < SIX_E_AGENDA || event->kind >= SIX_E_COUNT) {
        return 0;
    }
    unsigned seats = bit_of(event->seat);
    for (int knows = 0; knows < 2; knows++) {
        for (const char *at = template_of(rules, event, knows); *at; at++) {
            seats |= *at == '%' ? addressed_by(event, at + 1) : *at == '{' ? bit_of(event->a) : 0U;
        }
    }
    return seats;
}

/* What kinds of events are called by programs. */
const char *const six_event_words[] = {[0] = "",
                                       [SIX_E_AGENDA] = "agenda",
                                       [SIX_E_DEALT] = "dealt",
                                       [SIX_E_FACE_UP] = "face-up",
                                       [SIX_E_CUP] = "cup",
                                       [SIX_E_POWER] = "power",
                                       [SIX_E_TURN] = "turn",
                                       [SIX_E_CONTROL] = "control",
                                       [SIX_E_GROWING] = "growing",
                                       [SIX_E_GREW] = "grew",
                                       [SIX_E_SETTLED] = "settled",
                                       [SIX_E_SENT] = "sent",
                                       [SIX_E_SPENT] = "spent",
                                       [SIX_E_POINTS] = "points",
                                       [SIX_E_DOUBLE] = "double",
                                       [SIX_E_DOUBLED] = "doubled",
                                       [SIX_E_RECYCLED] = "recycled",
                                       [SIX_E_RESHUFFLED] = "reshuffled",
                                       [SIX_E_FOUND] = "found",
                                       [SIX_E_RETURNED] = "returned",
                                       [SIX_E_TROUBLE] = "trouble",
                                       [SIX_E_LOST] = "lost",
                                       [SIX_E_REVEALED] = "revealed",
                                       [SIX_E_SYMBOL] = "symbol",
                                       [SIX_E_STEPPED] = "stepped",
                                       [SIX_E_CANCELS] = "cancels",
                                       [SIX_E_RESPONDS] = "responds",
                                       [SIX_E_NO_LONGER] = "no-longer",
                                       [SIX_E_FAILED] = "failed",
                                       [SIX_E_WAR] = "war",
                                       [SIX_E_NO_LOSS] = "no-loss",
                                       [SIX_E_OFFERED] = "offered",
                                       [SIX_E_CONSENTED] = "consented",
                                       [SIX_E_REFUSED] = "refused",
                                       [SIX_E_KEPT] = "kept",
                                       [SIX_E_DROPPED] = "dropped",
                                       [SIX_E_REMOVED] = "removed",
                                       [SIX_E_DISCARDED] = "discarded",
                                       [SIX_E_HAND_GOES] = "hand-goes",
                                       [SIX_E_DREW] = "drew",
                                       [SIX_E_TOOK] = "took",
                                       [SIX_E_NO_MIGRANT] = "no-migrant",
                                       [SIX_E_STOPPED] = "stopped",
                                       [SIX_E_OVER] = "over",
                                       NULL};
