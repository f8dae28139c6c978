/* Template: the smallest game that does everything a game must. Copy this folder to begin a new one; docs/adding-a-game.md goes
 * through it step by step, says what to ask oneself before each, and which test tells that it is right.
 *
 * The game in it: each seat is dealt one card, unseen by the others. In turn each keeps it or changes it for the top of the deck,
 * whose order chance has settled before; what is changed away is laid open. Then everybody shows, and the highest card wins.
 *
 * Its rules, as numbered statements: a real game has them in docs/rules, with code and test of each.
 *   TPL-1  16 cards, 1 to 16; one to each seat, unseen by the others.
 *   TPL-2  In turn each seat keeps its card, or lays it open and takes the top of the deck.
 *   TPL-3  Then all show. The highest card wins.
 *
 * Sections come in the order in which they are easiest to write. When the file grows beyond some 600 lines each becomes a file of
 * its own, with one header, state.h, for what a state holds and what the files offer each other: rules.c, setup.c, legal.c,
 * apply.c, score.c, view.c (then knowledge.c and deal.c), check.c, position.c, board.c, notation.c, why.c, frames.c, advice.c.
 *
 * What this game does not need (a window, knowledge of hidden cards, options, an edition, standing orders) is in the small game of
 * tests/third_game. A game that has outgrown one folder gets drawers (docs/architecture.md): rules, secrets, words, documents,
 * advice.
 *
 * Everything but the one struct bil_game is private to this file. A state is a plain value: no pointer, no fraction, no hole in the
 * struct, at most BIL_MAX_STATE bytes; what means nothing at the moment is zero. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "billions/game.h"
#include "kit/fields.h"
#include "kit/notation.h"
#include "kit/options.h"

/* ------------------------------------------------------------------ what a state holds, what a move means */

enum { TPL_CARDS = 16 };

struct tpl_rules {
    uint8_t seats;
    uint8_t fast; /* nobody looks: seats with nothing to say are not asked, knowledge is not kept. Here that changes nothing */
};

/* A card is 1 to 16; 0 is a card that the viewer does not know, or no card. */
struct tpl_state {
    uint8_t hand[BIL_MAX_SEATS];
    uint8_t open[BIL_MAX_SEATS]; /* what a seat changed away, or 0 */
    uint8_t deck[TPL_CARDS];     /* from the bottom; the top is deck[deck_count - 1] */
    uint8_t deck_count;
    uint8_t turn;      /* the seat that is asked; `seats` when the game is over */
    uint8_t unused[2]; /* zero: a struct must not have holes, or memcmp would compare what nobody wrote */
    /* Who knows what would stand here, behind the facts; facts_size would be the offset of its first member. */
};
static_assert(sizeof(struct tpl_state) <= BIL_MAX_STATE, "a state must fit");
static_assert(sizeof(struct tpl_rules) <= BIL_MAX_RULES, "rules must fit");

enum { TPL_KEEP = 1, TPL_CHANGE = 2 };                                        /* moves; 0 is none */
enum { TPL_STREAM_DECK = 1 };                                                 /* streams of chance: each draw has its own */
enum { TPL_SAID_DEALT = 1, TPL_SAID_KEPT, TPL_SAID_CHANGED, TPL_SAID_SHOWN }; /* events; a is the card. 0 is none */

/* Tells the listener, if there is one. `viewers`: bit s, seat s may know the details; 0xFF: all may. */
static inline void tpl_say(const struct bil_listener *listener, int kind, int seat, int flags, int viewers, int card)
{
    if (listener) {
        const struct bil_event event = {(uint8_t)kind, (int8_t)seat, (uint8_t)flags, (uint8_t)viewers, (int16_t)card, 0, 0};
        listener->hear(listener->context, &event);
    }
}

/* ------------------------------------------------------------------ options and edition into rules */

/* The kit reads options by their rows; here there are none. */
extern const struct bil_game bil_game_template;

static bool tpl_rules_init(const struct bil_config *config, void *rules, struct bil_error *error)
{
    struct tpl_rules made = {.seats = (uint8_t)config->seats, .fast = config->fast};
    if (!bil_config_revision(&bil_game_template, config, error) || !bil_options_read(&bil_game_template, config, &made, error)) {
        return false;
    }
    if (config->edition) {
        return bil_fail(error, "%s has no editions: leave the edition out.", bil_game_template.title);
    }
    memcpy(rules, &made, sizeof made);
    return true;
}

static void tpl_edition_json(const void *rules, struct bil_text *out)
{
    (void)rules;
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", bil_game_template.id);
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ the first state */

/* TPL-1. All that chance decides is decided here, from a stream of its own. */
static void tpl_setup(const void *rules_, struct bil_random *random, void *state_, const struct bil_listener *listener)
{
    const struct tpl_rules *rules = rules_;
    struct tpl_state *state = state_;
    memset(state, 0, sizeof *state);
    for (int i = 0; i < TPL_CARDS; i++) {
        state->deck[i] = (uint8_t)(i + 1);
    }
    bil_random_enter(random, TPL_STREAM_DECK, 0);
    bil_random_shuffle(random, state->deck, TPL_CARDS);
    state->deck_count = TPL_CARDS;
    for (int seat = 0; seat < rules->seats; seat++) {
        state->hand[seat] = state->deck[--state->deck_count];
        state->deck[state->deck_count] = 0; /* unused slots are zero, or equal states would differ */
        tpl_say(listener, TPL_SAID_DEALT, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 1 << seat, state->hand[seat]);
    }
}

/* ------------------------------------------------------------------ who is asked, and what it may answer */

/* Reads only what the actor may know, as it also works on the actor's view. */
static int tpl_actor(const void *rules_, const void *state_)
{
    const struct tpl_rules *rules = rules_;
    const struct tpl_state *state = state_;
    return state->turn < rules->seats ? state->turn : BIL_OVER;
}

static int tpl_moves(const void *rules, const void *state, bil_move *list)
{
    if (tpl_actor(rules, state) == BIL_OVER) {
        return 0;
    }
    list[0] = TPL_KEEP;
    list[1] = TPL_CHANGE;
    return 2;
}

/* Forced moves need no line in a record, as nothing is hidden in them. */
static bool tpl_recorded(const void *rules, const void *state)
{
    (void)rules;
    (void)state;
    return false;
}

/* ------------------------------------------------------------------ one move */

/* TPL-2, TPL-3. Nothing else changes a state after the set-up; says every chance that fell and every card that somebody saw, for
 * undo goes back no further. */
static void tpl_apply(const void *rules_, void *state_, bil_move move, struct bil_random *random,
                      const struct bil_listener *listener)
{
    (void)random;
    const struct tpl_rules *rules = rules_;
    struct tpl_state *state = state_;
    const int seat = state->turn;
    if (move == TPL_CHANGE) {
        state->open[seat] = state->hand[seat];
        state->hand[seat] = state->deck[--state->deck_count];
        state->deck[state->deck_count] = 0;
        tpl_say(listener, TPL_SAID_CHANGED, seat, BIL_EVENT_LEARNED, 0xFF, state->open[seat]);
    } else {
        tpl_say(listener, TPL_SAID_KEPT, seat, 0, 0xFF, 0);
    }
    state->turn++;
    for (int s = 0; s < rules->seats && state->turn == rules->seats; s++) {
        tpl_say(listener, TPL_SAID_SHOWN, s, BIL_EVENT_LEARNED, 0xFF, state->hand[s]);
    }
}

/* ------------------------------------------------------------------ points and places */

/* Works on views too: a card that is not known counts nothing. */
static void tpl_score(const void *rules, const void *state_, int seat, struct bil_score *score)
{
    (void)rules;
    const struct tpl_state *state = state_;
    memset(score, 0, sizeof *score);
    score->item[0] = (struct bil_score_item){"Card", state->hand[seat], "TPL-3"};
    score->count = 1;
    score->total = state->hand[seat];
}

static int tpl_rank(const void *rules_, const void *state_, uint8_t place[BIL_MAX_SEATS])
{
    const struct tpl_rules *rules = rules_;
    const struct tpl_state *state = state_;
    int first = 0;
    memset(place, 0, BIL_MAX_SEATS);
    for (int seat = 0; seat < rules->seats; seat++) {
        place[seat] = 1;
        for (int other = 0; other < rules->seats; other++) {
            place[seat] = (uint8_t)(place[seat] + (state->hand[other] > state->hand[seat]));
        }
        first += place[seat] == 1;
    }
    return first == 1 ? 0 : -1;
}

/* ------------------------------------------------------------------ what a viewer may know */

/* The law of both: whatever hide leaves must not depend on what it hides, and hide(deal(view)) is the view, byte for byte. Uniform
 * means here: every order of the unseen cards in the unseen places is equally likely. Say it as exactly for another game. */
static void tpl_hide(const void *rules_, const void *state_, int viewer, void *view_)
{
    const struct tpl_rules *rules = rules_;
    struct tpl_state *view = view_;
    memcpy(view, state_, sizeof *view);
    if (viewer == BIL_EVERYBODY) {
        return;
    }
    memset(view->deck, 0, sizeof view->deck);
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        if (seat != viewer && view->turn < rules->seats) { /* at the end all is shown, but the deck */
            view->hand[seat] = 0;
        }
    }
}

static void tpl_deal(const void *rules_, const void *view_, struct bil_random *random, void *world_)
{
    const struct tpl_rules *rules = rules_;
    struct tpl_state *world = world_;
    memcpy(world, view_, sizeof *world);
    uint8_t unseen[TPL_CARDS];
    int count = 0;
    for (int card = 1; card <= TPL_CARDS; card++) {
        if (!memchr(world->hand, card, sizeof world->hand) && !memchr(world->open, card, sizeof world->open) &&
            !memchr(world->deck, card, sizeof world->deck)) {
            unseen[count++] = (uint8_t)card;
        }
    }
    bil_random_shuffle(random, unseen, (size_t)count);
    for (int i = 0; i < world->deck_count && count > 0; i++) {
        if (!world->deck[i]) {
            world->deck[i] = unseen[--count];
        }
    }
    for (int seat = 0; seat < rules->seats && count > 0; seat++) {
        if (!world->hand[seat]) {
            world->hand[seat] = unseen[--count];
        }
    }
}

/* ------------------------------------------------------------------ every invariant, for the battery, and for positions that
 * people write */

/* Counts each card that is known; says what is wrong with the places, or NULL. */
static const char *broken(const struct tpl_rules *rules, const struct tpl_state *state)
{
    uint8_t seen[TPL_CARDS + 1] = {0};
    int changed = 0;
    if (state->turn > rules->seats || state->unused[0] || state->unused[1]) {
        return "bytes are set that mean nothing";
    }
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        if (state->hand[seat] > TPL_CARDS || state->open[seat] > TPL_CARDS) {
            return "a card is 1 to 16";
        }
        if (seat >= state->turn && state->open[seat]) {
            return "a seat that was not asked yet has changed its card";
        }
        if (seat >= rules->seats && state->hand[seat]) {
            return "a seat that does not play holds a card";
        }
        changed += state->open[seat] > 0;
        seen[state->hand[seat]]++;
        seen[state->open[seat]]++;
    }
    if (state->deck_count != TPL_CARDS - rules->seats - changed) {
        return "cards are missing from the deck, or too many in it";
    }
    for (int i = 0; i < TPL_CARDS; i++) {
        if (state->deck[i] > TPL_CARDS || (i >= state->deck_count && state->deck[i])) {
            return "the deck holds what is no card";
        }
        seen[state->deck[i]]++;
    }
    for (int card = 1; card <= TPL_CARDS; card++) {
        if (seen[card] > 1) {
            return "a card is there twice";
        }
    }
    return NULL;
}

static const char *tpl_check(const void *rules, const void *state, char *buffer, size_t size)
{
    const char *what = broken(rules, state);
    if (what) {
        snprintf(buffer, size, "This position cannot come about: %s.", what);
        return buffer;
    }
    return NULL;
}

/* ------------------------------------------------------------------ positions, and the table drawn */

/* A position is input like any other: the rows say what each member may be, and `check` whether the whole can be. */
static int seats(const struct bil_doc *doc)
{
    const struct tpl_rules *rules = doc->rules;
    return rules->seats;
}

static int seats_and_nobody(const struct bil_doc *doc)
{
    return seats(doc) + 1;
}

static const struct bil_axis asked = {.what = "seat", .counted = seats_and_nobody, .count = BIL_MAX_SEATS + 1};
static const struct bil_axis by_seat = {.what = "seat", .counted = seats, .count = BIL_MAX_SEATS};
static const struct bil_field card_row = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .high = TPL_CARDS};

static const struct bil_field tpl_position[] = {
    {"hands", BIL_FIELD_EACH, .axis = &by_seat, .inside = &card_row, .offset = offsetof(struct tpl_state, hand), .stride = 1,
     .needed = true, .whole = true, .about = "the card of each seat, 0 where it is not known"},
    {"open", BIL_FIELD_EACH, .axis = &by_seat, .inside = &card_row, .offset = offsetof(struct tpl_state, open), .stride = 1,
     .needed = true, .whole = true, .about = "what each seat has changed away, or 0"},
    {"deck", BIL_FIELD_LIST, .inside = &card_row, .offset = offsetof(struct tpl_state, deck), .stride = 1, .high = TPL_CARDS,
     .counter = offsetof(struct tpl_state, deck_count), .needed = true, .about = "the deck, from the bottom"},
    {"asked", BIL_FIELD_WORD, BIL_LIES(struct tpl_state, turn), .axis = &asked,
     .about = "who is asked; one more than the seats when the game is over", .initial = "1"},
    {0},
};

static void tpl_draw(const void *rules_, const void *view_, const struct bil_style *style, struct bil_text *out)
{
    (void)style;
    const struct tpl_rules *rules = rules_;
    const struct tpl_state *view = view_;
    for (int seat = 0; seat < rules->seats; seat++) {
        bil_text_format(out, "  seat %d: ", seat + 1);
        bil_text_format(out, view->hand[seat] ? "%d" : "?", view->hand[seat]);
        bil_text_format(out, view->open[seat] ? ", changed %d\n" : "\n", view->open[seat]);
    }
    bil_text_format(out, "  deck: %d\n", view->deck_count);
}

/* ------------------------------------------------------------------ moves, questions and events in words; a cheap estimate of each
 * move */

static const struct bil_verb verbs[] = {
    {TPL_KEEP, "keep", "keep"},
    {TPL_CHANGE, "change", "change"},
    {0, NULL, NULL},
};
static const struct bil_slot slots[] = {{.word = NULL}}; /* what verbs are about, where they are about something */
static const struct bil_notation tpl_notation = {.verbs = verbs, .slots = slots, .verb_bits = 2};

static void tpl_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)move; /* an asked seat may play every verb */
    if (tpl_actor(rules, view) == BIL_OVER) {
        bil_text_add(out, "The game is over (TPL-3).");
    }
}

static void tpl_prompt(const void *rules, const void *view, bool typed, struct bil_text *out)
{
    (void)typed; /* it says nothing that only a keyboard needs */
    bil_text_add(out, tpl_actor(rules, view) == BIL_OVER ? "The game is over." : "Keep your card or change it.");
}

static const char *const tpl_event_words[] = {"", "dealt", "kept", "changed", "shown", NULL};

static void tpl_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out)
{
    (void)rules;
    const bool seen = bil_event_known(event, viewer);
    switch (event->kind) {
    case TPL_SAID_DEALT:
        bil_text_format(out, "Seat %d is dealt ", event->seat + 1);
        bil_text_format(out, seen ? "%d." : "a card.", event->a);
        break;
    case TPL_SAID_KEPT:
        bil_text_format(out, "Seat %d keeps its card.", event->seat + 1);
        break;
    case TPL_SAID_CHANGED:
        bil_text_format(out, "Seat %d lays down %d and takes another card.", event->seat + 1, event->a);
        break;
    case TPL_SAID_SHOWN:
        bil_text_format(out, "Seat %d shows %d.", event->seat + 1, event->a);
        break;
    default:
        break;
    }
}

/* A card from the deck is worth the mean of all cards, near enough. */
static void tpl_advise(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value)
{
    (void)rules;
    const struct tpl_state *state = view;
    for (int i = 0; i < count; i++) {
        value[i] = moves[i] == TPL_KEEP ? state->hand[state->turn] : (TPL_CARDS + 1) / 2;
    }
}

static void tpl_explain(const void *rules, const void *view, bil_move move, struct bil_text *out)
{
    (void)rules;
    const struct tpl_state *state = view;
    const int card = state->hand[state->turn];
    bil_text_format(out,
                    move == TPL_KEEP ? "You keep %d; a card from the deck is worth 8 or 9 on average."
                                     : "You give %d away for a card that is worth 8 or 9 on average.",
                    card);
}

/* ------------------------------------------------------------------ the one struct by which everybody else knows this game */

static const struct bil_option options[] = {{0}};

static const struct bil_topic topics[] = {
    {"play", "How to play",
     "Everybody has one card. In turn, keep it or change it for the top of the deck;\n"
     "what is changed away is laid open. The highest card wins.\n"},
    {NULL, NULL, NULL},
};

static const char *const tie_breaks[] = {"points", NULL};

const struct bil_game bil_game_template = {
    .id = "template",
    .title = "Template",
    .summary = "Keep or change one card: a game to copy from.",
    .min_seats = 2,
    .max_seats = BIL_MAX_SEATS,
    .revision = 1,
    .rules_size = sizeof(struct tpl_rules),
    .state_size = sizeof(struct tpl_state),
    .facts_size = sizeof(struct tpl_state),
    .max_moves = 2, /* exactly the longest list there can be: it sizes everybody's arrays */
    .options = options,
    .topics = topics,
    .tie_breaks = tie_breaks,
    .advice_scale = 1,
    .rules_init = tpl_rules_init,
    .edition_json = tpl_edition_json,
    .setup = tpl_setup,
    .actor = tpl_actor,
    .moves = tpl_moves,
    .pick = NULL, /* may stay so: a speed-up for games that can pick without writing the list */
    .apply = tpl_apply,
    .recorded = tpl_recorded,
    .score = tpl_score,
    .rank = tpl_rank,
    .hide = tpl_hide,
    .deal = tpl_deal,
    .check = tpl_check,
    .advise = tpl_advise,
    .explain = tpl_explain,
    .notation = &tpl_notation,
    .why_not = tpl_why_not,
    .prompt = tpl_prompt,
    .event_text = tpl_event_text,
    .event_words = tpl_event_words,
    .position = tpl_position,
    .draw = tpl_draw,
    /* What is not named here is NULL or 0 and may stay so: length and ending (for reports), make_fast (there is nothing to skip),
     * standing orders, telling events in runs, what follows from a move, and what a laboratory counts. */
};
