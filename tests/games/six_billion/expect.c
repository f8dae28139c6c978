/* See expect.h: what lies on the table, as the position document tells it, and points site by site. */
#include "games/six_billion/expect.h"
#include "games/six_billion/rules/state.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ words */

static const char *text_of(const struct bil_value *node)
{
    return node && node->type == BIL_STRING ? node->string : "nothing";
}

int six_faction_of(const struct case_context *look, const char *colour)
{
    const struct six_rules *rules = look->table->position.rules;
    for (int faction = 0; faction < rules->factions; faction++) {
        if (strcmp(six_colour_words[rules->colour[faction]], colour) == 0) {
            return faction;
        }
    }
    return -1;
}

/* Compares a member that is one word; a wanted null: it is not there. */
static bool word(const struct case_context *look, const struct bil_value *wanted, const struct bil_value *there)
{
    return strcmp(text_of(there), text_of(wanted)) == 0 ||
           bil_fail(look->error, "%s is %s, not %s", wanted->key, text_of(there), text_of(wanted));
}

static bool number(const struct case_context *look, const struct bil_value *wanted, int64_t there)
{
    return wanted->type == BIL_INTEGER && there == wanted->integer
               ? true
               : bil_fail(look->error, "%s is %lld, not %lld", wanted->key, (long long)there, (long long)wanted->integer);
}

/* A list as long as it is, or a number that stands for one. */
static int64_t size_of(const struct bil_value *node)
{
    return !node ? 0 : node->type == BIL_INTEGER ? node->integer : node->count;
}

/* Compares a list of words in its order; null: an empty place. */
static bool in_order(const struct case_context *look, const struct bil_value *wanted, const struct bil_value *there)
{
    const struct bil_value *node = there ? there->child : NULL;
    for (const struct bil_value *want = wanted->child; want; want = want->next, node = node ? node->next : NULL) {
        if (strcmp(text_of(node), text_of(want)) != 0) {
            return bil_fail(look->error, "in %s stands %s, not %s", wanted->key, text_of(node), text_of(want));
        }
    }
    return true;
}

/* ------------------------------------------------------------------ tracks and boxes */

static bool check_tracks(const struct case_context *look, const struct bil_value *wanted)
{
    const struct bil_value *tracks = bil_value_get(look->document, "tracks");
    for (const struct bil_value *site = wanted->child; site; site = site->next) {
        for (const struct bil_value *token = site->child; token; token = token->next) {
            const int64_t there = case_integer_of(bil_value_get(tracks, site->key), token->key);
            if (there != token->integer) {
                return bil_fail(look->error, "on %s %s stands on %lld, not %lld", site->key, token->key, (long long)there,
                                (long long)token->integer);
            }
        }
    }
    return true;
}

/* "c2 m1" as 2 and 1. */
static void halves(const struct bil_value *box, int half[2])
{
    half[0] = half[1] = 0;
    for (const char *c = box && box->type == BIL_STRING ? box->string : ""; *c; c++) {
        if ((*c == 'c' || *c == 'm') && c[1]) {
            half[*c == 'm'] = c[1] - '0';
        }
    }
    if (box && box->type == BIL_OBJECT) {
        half[0] = (int)case_integer_of(box, "colonies");
        half[1] = (int)case_integer_of(box, "migrants");
    }
}

static bool check_boxes(const struct case_context *look, const struct bil_value *wanted)
{
    const struct bil_value *boxes = bil_value_get(look->document, "boxes");
    for (const struct bil_value *site = wanted->child; site; site = site->next) {
        for (const struct bil_value *box = site->child; box; box = box->next) {
            int there[2];
            int want[2];
            halves(bil_value_get(bil_value_get(boxes, site->key), box->key), there);
            halves(box, want);
            if (there[0] != want[0] || there[1] != want[1]) {
                return bil_fail(look->error, "in the box of %s %s has c%d m%d, not c%d m%d", site->key, box->key, there[0],
                                there[1], want[0], want[1]);
            }
        }
    }
    return true;
}

/* ------------------------------------------------------------------ what a player has */

static bool check_points(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        if (!number(look, node, case_integer_of(bil_value_get(look->document, "points"), node->key))) {
            return false;
        }
    }
    return true;
}

static bool check_hands(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        const int64_t there = size_of(bil_value_get(bil_value_get(look->document, "hands"), node->key));
        if (there != node->integer) {
            return bil_fail(look->error, "%s holds %lld cards, not %lld", node->key, (long long)there, (long long)node->integer);
        }
    }
    return true;
}

static bool holding(const struct case_context *look, const struct bil_value *wanted, bool yes)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        struct case_names there = {.count = 0};
        case_add_names(&there, bil_value_get(bil_value_get(look->document, "hands"), node->key));
        for (const struct bil_value *card = node->child; card; card = card->next) {
            if (case_take_name(&there, card->string) != yes) {
                return bil_fail(look->error, "%s %s %s", node->key, yes ? "does not hold" : "holds", card->string);
            }
        }
    }
    return true;
}

static bool check_holds(const struct case_context *look, const struct bil_value *wanted)
{
    return holding(look, wanted, true);
}

static bool check_lacks(const struct case_context *look, const struct bil_value *wanted)
{
    return holding(look, wanted, false);
}

static bool check_agendas(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        if (!word(look, node, bil_value_get(bil_value_get(look->document, "agendas"), node->key))) {
            return false;
        }
    }
    return true;
}

static bool check_discoveries(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        struct case_names there = {.count = 0};
        case_add_names(&there, bil_value_get(bil_value_get(look->document, "discoveries"), node->key));
        if (!case_same_names(look, wanted->key, node, &there)) {
            return false;
        }
    }
    return true;
}

static bool check_markers(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        for (const struct bil_value *symbol = node->child; symbol; symbol = symbol->next) {
            const struct bil_value *there = bil_value_get(bil_value_get(look->document, "markers"), node->key);
            if (!number(look, symbol, case_integer_of(there, symbol->key))) {
                return false;
            }
        }
    }
    return true;
}

/* ------------------------------------------------------------------ piles */

static bool check_deck(const struct case_context *look, const struct bil_value *wanted)
{
    return number(look, wanted, size_of(bil_value_get(look->document, "deck")));
}

/* A pile's size; in a view and in a state alike. */
static bool check_discard(const struct case_context *look, const struct bil_value *wanted)
{
    return number(look, wanted, size_of(bil_value_get(look->document, "discard")));
}

static bool check_top_discards(const struct case_context *look, const struct bil_value *wanted)
{
    return in_order(look, wanted, bil_value_get(look->document, "discard"));
}

static bool check_open(const struct case_context *look, const struct bil_value *wanted)
{
    return in_order(look, wanted, bil_value_get(look->document, "open"));
}

static bool check_removed(const struct case_context *look, const struct bil_value *wanted)
{
    return number(look, wanted, case_integer_of(look->document, "removed"));
}

static bool check_discovery_deck(const struct case_context *look, const struct bil_value *wanted)
{
    return number(look, wanted, size_of(bil_value_get(look->document, "discovery_deck")));
}

static bool check_discovery_bottom(const struct case_context *look, const struct bil_value *wanted)
{
    const struct bil_value *deck = bil_value_get(look->document, "discovery_deck");
    return word(look, wanted, deck && deck->count ? case_item(deck, deck->count - 1) : NULL);
}

/* ------------------------------------------------------------------ turn and windows */

static bool check_turn(const struct case_context *look, const struct bil_value *wanted)
{
    return number(look, wanted, case_integer_of(look->document, "turn"));
}

static bool check_order(const struct case_context *look, const struct bil_value *wanted)
{
    return in_order(look, wanted, bil_value_get(look->document, "order"));
}

static bool check_word(const struct case_context *look, const struct bil_value *wanted)
{
    return word(look, wanted, bil_value_get(look->document, wanted->key));
}

static bool check_actions(const struct case_context *look, const struct bil_value *wanted)
{
    return number(look, wanted, case_integer_of(look->document, "actions"));
}

static const struct bil_value *top_window(const struct case_context *look)
{
    const struct bil_value *windows = bil_value_get(look->document, "windows");
    return windows && windows->count ? case_item(windows, windows->count - 1) : NULL;
}

static bool check_window(const struct case_context *look, const struct bil_value *wanted)
{
    return word(look, wanted, bil_value_get(top_window(look), "window"));
}

/* [card, seat]: what the window on top asks about. */
static bool check_answered(const struct case_context *look, const struct bil_value *wanted)
{
    const struct bil_value *by = bil_value_get(top_window(look), "by");
    const char *card = text_of(bil_value_get(top_window(look), "card"));
    const int seat = by && by->type == BIL_STRING ? six_faction_of(look, by->string) + 1 : 0;
    return (strcmp(card, text_of(case_item(wanted, 0))) == 0 && seat == case_item(wanted, 1)->integer) ||
           bil_fail(look->error, "the window is about %s of seat %d", card, seat);
}

/* The site of what a Cancel window is about. */
static bool check_event(const struct case_context *look, const struct bil_value *wanted)
{
    return word(look, wanted, bil_value_get(bil_value_get(look->document, "event"), "site"));
}

/* ------------------------------------------------------------------ points of a place, doubled or not */

static bool points_at(const struct case_context *look, const struct bil_value *wanted, const char *name)
{
    int seat = 0;
    for (const struct bil_value *node = wanted->child; node; node = node->next, seat++) {
        struct bil_score score;
        int there = 0;
        bool inside = false;
        look->table->position.game->score(look->table->position.rules, look->table->position.state, seat, &score);
        for (int i = 0; i < score.count; i++) { /* the item of the place, and what doubles it */
            inside = score.item[i].label[0] == ' ' ? inside : strcmp(score.item[i].label, name) == 0;
            there += inside ? score.item[i].points : 0;
        }
        if (there != node->integer) {
            return bil_fail(look->error, "%s gives seat %d %d points, not %lld", wanted->key, seat + 1, there,
                            (long long)node->integer);
        }
    }
    return seat == case_seats_of(look) || bil_fail(look->error, "%s must have a number for each seat", wanted->key);
}

static bool check_at(const struct case_context *look, const struct bil_value *wanted)
{
    static const char *const tracks[SIX_SYMBOLS] = {"Dollar track", "Smiley track", "Leaf track"};
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        const char *name = NULL;
        for (int site = 0; site < SIX_SITES; site++) {
            name = strcmp(six_site_words[site], node->key) == 0 ? six_site_names[site] : name;
        }
        for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
            name = strcmp(six_symbol_words[symbol], node->key) == 0 ? tracks[symbol] : name;
        }
        if (!name || !points_at(look, node, name)) {
            return name ? false : bil_fail(look->error, "%s is no place", node->key);
        }
    }
    return true;
}

/* ------------------------------------------------------------------ all of them */

const struct case_check six_table_checks[] = {
    {"tracks", check_tracks},                     /* by site, by colour: the number a token stands on, 0 = none */
    {"boxes", check_boxes},                       /* by site, by colour: "c2 m1", "" = empty */
    {"points", check_points},                     /* by colour: points from cards */
    {"hands", check_hands},                       /* by colour: how many cards */
    {"holds", check_holds},                       /* by colour: cards that the hand has among others */
    {"lacks", check_lacks},                       /* by colour: cards that the hand has not (of a view: that it does not show) */
    {"agendas", check_agendas},                   /* by colour */
    {"discoveries", check_discoveries},           /* by colour: all Discovery cards held */
    {"markers", check_markers},                   /* by colour, by track */
    {"deck", check_deck},                         /* its size */
    {"discard", check_discard},                   /* its size */
    {"top_discards", check_top_discards},         /* the discard pile from its top */
    {"open", check_open},                         /* the open cards in their places */
    {"removed", check_removed},                   /* Famines out of the game */
    {"discovery_deck", check_discovery_deck},     /* its size */
    {"discovery_bottom", check_discovery_bottom}, /* its lowest card */
    {"turn", check_turn},                         /* game turn */
    {"order", check_order},                       /* of this game turn */
    {"to_move", check_word},                      /* colour of the faction */
    {"acting", check_word},                       /* colour of the player who decides */
    {"step", check_word},                         /* of the faction turn */
    {"actions", check_actions},                   /* Actions used */
    {"end", check_word},                          /* how the game ended */
    {"window", check_window},                     /* the window on top, null = none */
    {"answered", check_answered},                 /* [card, seat] that the window on top is about */
    {"event", check_event},                       /* the site a Cancel window is about */
    {"at", check_at},                             /* by site or track: points by seat, doubled if they are */
    {"heard", six_check_heard},                   /* events since the last step of a seat; expect_events.c explains them */
    {"not_heard", six_check_not_heard},           /* words of events that did not happen since then */
    {NULL, NULL},
};
