/* 6 Billion: a move as text, in the notation of records (section 24 of the checklist).
 *
 * Moves are public but for one: a Discovery card that goes back face down is known to those who saw it before, so others read
 * "return ?" (SIX-217). Who has seen it is public, and so this never depends on what a view happens to hold. */
#include "games/six_billion/words.h"

/* Whether the viewer can tell which Discovery card the asked seat gives back: it lies face up, or it is the only one that lies face
 * down and the viewer has seen it before. */
static bool sees_return(const struct six_state *state, int find, int viewer)
{
    const int holder = six_top_const(state)->seat;
    unsigned seen = 0;
    int face_down = 0;
    if (viewer == BIL_EVERYBODY || viewer == holder || holder >= SIX_PLAYERS) {
        return true;
    }
    for (int i = 0; i < SIX_HELD; i++) {
        const int held = state->find[holder][i];
        if (held == find + SIX_FIND_UP) {
            return true;
        }
        face_down += held != 0 && held < SIX_FIND_UP;
        seen |= held == find ? state->find_seen[holder][i] : 0U;
    }
    return viewer >= 0 && face_down == 1 && (seen >> viewer & 1U);
}

/* Own people need no name: the card says that they are meant. */
static void add_target(const struct six_rules *rules, bil_move move, struct bil_text *out)
{
    const int card = SIX_CARD(move);
    if (card >= SIX_CARDS || six_target[card] != SIX_T_OWN) {
        bil_text_format(out, " %s", six_faction_word(rules, SIX_FACTION(move)));
    }
}

/* The power whose move this is: the one that is asked about, or one that a text named at a time when it is not. */
static void add_power(const struct six_state *state, bil_move move, struct bil_text *out)
{
    const struct six_frame *top = six_top_const(state);
    const bool down = SIX_VERB(move) == SIX_M_DOWN;
    int symbol = SIX_SYMBOLS;
    if (SIX_TO(move) > 0) {
        symbol = SIX_TO(move) - 1;
    } else if (top->kind == SIX_POWER) {
        symbol = top->a;
    }
    bil_text_add(out, "power");
    if (symbol < SIX_SYMBOLS) {
        bil_text_format(out, " %s", six_symbol_words[symbol]);
    }
    bil_text_add(out, down ? " down" : " up");
    if (symbol != SIX_SMILEY || SIX_N(move) != 1) {
        bil_text_format(out, " %d", SIX_N(move));
    }
}

void six_move_text(const void *rules_, const void *state_, bil_move move, int viewer, struct bil_text *out)
{
    const struct six_rules *rules = rules_;
    const struct six_state *state = state_;
    const enum six_verb verb = SIX_VERB(move);
    const int card = SIX_CARD(move);
    const char *from = six_site_word(SIX_FROM(move));
    static const char *const words[SIX_VERBS] = {
        [SIX_M_GROW] = "grow",
        [SIX_M_SETTLE] = "settle",
        [SIX_M_COLONY] = "colony",
        [SIX_M_MIGRANTS] = "migrants",
        [SIX_M_DOUBLE] = "double",
        [SIX_M_RECYCLE] = "recycle",
        [SIX_M_DISCOVER] = "discover",
        [SIX_M_TROUBLE] = "trouble",
        [SIX_M_HOME] = "home",
        [SIX_M_REVEAL] = "reveal",
        [SIX_M_SYMBOL] = "symbol",
        [SIX_M_CONSENT] = "consent",
        [SIX_M_REFUSE] = "refuse",
        [SIX_M_KEEP] = "keep",
        [SIX_M_DROP] = "drop",
        [SIX_M_HALVE] = "halve",
        [SIX_M_RETURN] = "return",
        [SIX_M_DISCARD] = "discard",
        [SIX_M_TAKE] = "take",
        [SIX_M_DECK] = "deck",
        [SIX_M_SEND] = "send",
        [SIX_M_PASS] = "pass",
        [SIX_M_PLACE] = "power leaf",
        [SIX_M_CANCEL] = "",
        [SIX_M_RESPOND] = "",
        [SIX_M_UP] = "",
        [SIX_M_DOWN] = "",
    };
    if (verb < SIX_M_GROW || verb >= SIX_VERBS) {
        bil_text_add(out, "?");
        return;
    }
    bil_text_add(out, words[verb]);
    switch (verb) {
    case SIX_M_GROW:
    case SIX_M_SETTLE:
    case SIX_M_HALVE:
    case SIX_M_RECYCLE:
        bil_text_format(out, " %s", from);
        break;
    case SIX_M_COLONY:
    case SIX_M_MIGRANTS:
        bil_text_format(out, " %d", card < SIX_CARDS ? rules->card_distance[card] : 0);
        add_target(rules, move, out);
        bil_text_format(out, " %s %s", from, six_site_word(SIX_TO(move)));
        break;
    case SIX_M_DOUBLE:
    case SIX_M_TROUBLE:
    case SIX_M_HOME:
        add_target(rules, move, out);
        bil_text_format(out, " %s", from);
        break;
    case SIX_M_REVEAL:
        bil_text_format(out, " %s", six_find_word(SIX_FROM(move)));
        break;
    case SIX_M_RETURN:
        bil_text_format(out, " %s", sees_return(state, SIX_FROM(move), viewer) ? six_find_word(SIX_FROM(move)) : "?");
        break;
    case SIX_M_SYMBOL:
        bil_text_format(out, " %s %s", SIX_N(move) < SIX_SYMBOLS ? six_symbol_words[SIX_N(move)] : "?", six_card_word(card));
        if (SIX_FROM(move) != SIX_NO_CARD) {
            bil_text_format(out, " %s", six_card_word(SIX_FROM(move)));
        }
        break;
    case SIX_M_CANCEL:
    case SIX_M_RESPOND:
        bil_text_add(out, six_card_word(card));
        break;
    case SIX_M_DISCARD:
    case SIX_M_TAKE:
        bil_text_format(out, " %s", six_card_word(card));
        break;
    case SIX_M_SEND:
        bil_text_format(out, " %d %s %s", SIX_N(move), from, six_site_word(SIX_TO(move)));
        break;
    case SIX_M_UP:
    case SIX_M_DOWN:
        add_power(state, move, out);
        break;
    case SIX_M_PLACE:
        bil_text_format(out, " %s %d", six_faction_word(rules, SIX_FACTION(move)), SIX_N(move) + 1);
        break;
    default:
        break;
    }
}
