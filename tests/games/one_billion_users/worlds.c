/* See worlds.h. Lists worlds from a description alone, and compares. */
#include <math.h>

#include "games/cases/play.h"
#include "games/one_billion_users/secrets/secrets.h"
#include "games/one_billion_users/worlds.h"
#include "unit.h"

enum { DRAWS = 60000, MAX_WORLDS = 20000, MAX_TOKENS = 32, MAX_LOOSE = 12 };

/* All that a viewer may not see, in a form in which equal worlds are equal bytes. */
struct world {
    struct obu_cards hand[OBU_SEATS];
    uint8_t ground[OBU_GROUND];
    uint8_t deck[OBU_PILE];
    double weight;
    int seen;
};

struct token {
    int seat, age, card; /* card -1: unknown */
};

/* ------------------------------------------------------------------ the list of worlds */

struct listing {
    const struct obu_rules *rules;
    const struct obu_state *view;
    struct world *world;
    int worlds;
    double total; /* arrangements of this variant, counted first */
    double weight;
    bool counting;
    struct token token[MAX_TOKENS];
    int tokens;
    int ground[OBU_GROUND]; /* token on each ground card, or -1 */
    bool used[MAX_TOKENS];
    uint8_t loose[MAX_LOOSE]; /* cards that are no known token's, then Influencers and Events of the deck */
    int loose_count;
    int special_count;
    bool taken[MAX_LOOSE];
    struct world now;
};

static int compare_worlds(const void *a, const void *b)
{
    return memcmp(a, b, offsetof(struct world, weight));
}

static int card_of(const struct obu_rules *rules, const char *name, size_t length)
{
    for (int card = 0; card < OBU_CARDS; card++) {
        if (strlen(rules->text[card].name) == length && strncmp(rules->text[card].name, name, length) == 0) {
            return card;
        }
    }
    fail_msg("no card is called %.*s", (int)length, name);
    return -1;
}

/* Equal worlds become one. */
static void merge_worlds(struct listing *listing)
{
    int kept = 0;
    qsort(listing->world, (size_t)listing->worlds, sizeof listing->world[0], compare_worlds);
    for (int i = 0; i < listing->worlds; i++) {
        if (kept > 0 && compare_worlds(&listing->world[kept - 1], &listing->world[i]) == 0) {
            listing->world[kept - 1].weight += listing->world[i].weight;
        } else {
            listing->world[kept++] = listing->world[i];
        }
    }
    listing->worlds = kept;
}

static void add_world(struct listing *listing)
{
    if (listing->counting) {
        listing->total++;
        return;
    }
    if (listing->worlds == MAX_WORLDS) {
        merge_worlds(listing);
        assert_in_range(listing->worlds, 1, MAX_WORLDS / 2);
    }
    listing->now.weight = listing->weight / listing->total;
    listing->world[listing->worlds++] = listing->now;
}

/* The loose cards that are left become the deck, in every order, with Game Over wherever it may lie. */
static void every_deck(struct listing *listing, int place, int count, bool game_over)
{
    if (place == count) {
        add_world(listing);
        return;
    }
    if (!game_over && place <= listing->view->cut) {
        listing->now.deck[place] = OBU_GAME_OVER;
        every_deck(listing, place + 1, count, true);
    }
    if (game_over || place < listing->view->cut) {
        for (int i = 0; i < listing->loose_count + listing->special_count; i++) {
            if (!listing->taken[i]) {
                listing->taken[i] = true;
                listing->now.deck[place] = listing->loose[i];
                every_deck(listing, place + 1, count, game_over);
                listing->taken[i] = false;
            }
        }
    }
    listing->now.deck[place] = 0;
}

static int slot_of(const struct listing *listing, int token)
{
    for (int g = 0; g < listing->view->ground_total; g++) {
        if (listing->ground[g] == token) {
            return g;
        }
    }
    return -1;
}

static void put(struct listing *listing, int token, int card)
{
    const int seat = listing->token[token].seat;
    const int slot = slot_of(listing, token);
    if (slot < 0) {
        obu_cards_add(listing->rules, &listing->now.hand[seat], card);
    } else {
        listing->now.ground[slot] = (uint8_t)(card | seat << 6);
    }
}

static void lift(struct listing *listing, int token, int card)
{
    const int seat = listing->token[token].seat;
    const int slot = slot_of(listing, token);
    if (slot < 0) {
        obu_cards_remove(listing->rules, &listing->now.hand[seat], card);
    } else {
        listing->now.ground[slot] = 0;
    }
}

static void every_assignment(struct listing *listing, int token)
{
    while (token < listing->tokens && listing->token[token].card >= 0) {
        token++;
    }
    if (token == listing->tokens) {
        every_deck(listing, 0, listing->view->deck, false);
        return;
    }
    for (int i = 0; i < listing->loose_count; i++) {
        if (!listing->taken[i]) {
            listing->taken[i] = true;
            put(listing, token, listing->loose[i]);
            every_assignment(listing, token + 1);
            lift(listing, token, listing->loose[i]);
            listing->taken[i] = false;
        }
    }
}

/* Every way to say which token lies on which ground card; the rest is in hands. */
static void every_placing(struct listing *listing, int slot)
{
    const struct obu_state *view = listing->view;
    if (slot == view->ground_total) {
        for (int i = 0; i < listing->tokens; i++) {
            if (listing->token[i].card >= 0) {
                put(listing, i, listing->token[i].card);
            }
        }
        every_assignment(listing, 0);
        for (int i = 0; i < listing->tokens; i++) {
            if (listing->token[i].card >= 0) {
                lift(listing, i, listing->token[i].card);
            }
        }
        return;
    }
    const int seat = view->ground[slot] >> 6;
    if ((view->ground[slot] & 63) != OBU_HIDDEN) { /* the viewer's own */
        listing->now.ground[slot] = view->ground[slot];
        every_placing(listing, slot + 1);
        listing->now.ground[slot] = 0;
        return;
    }
    int number = 0; /* the seat's ground cards before this one */
    for (int g = 0; g < slot; g++) {
        number += view->ground[g] >> 6 == seat;
    }
    for (int i = 0; i < listing->tokens; i++) {
        if (!listing->used[i] && listing->token[i].seat == seat && listing->token[i].age <= number) {
            listing->used[i] = true;
            listing->ground[slot] = i;
            every_placing(listing, slot + 1);
            listing->ground[slot] = -1;
            listing->used[i] = false;
        }
    }
}

static void read_tokens(struct listing *listing, const char *text)
{
    listing->tokens = 0;
    while (*text) {
        const size_t length = strcspn(text, ";");
        struct token *token = &listing->token[listing->tokens++];
        token->seat = text[0] - '1';
        token->age = text[2] - '0';
        token->card = text[4] == '?' ? -1 : card_of(listing->rules, text + 4, length - 4);
        text += length + (text[length] == ';');
    }
}

/* The main cards that the viewer sees nowhere and knows nowhere. */
static void find_loose(struct listing *listing)
{
    struct obu_cards unseen;
    obu_unseen(listing->rules, listing->view, &unseen);
    for (int i = 0; i < listing->tokens; i++) {
        if (listing->token[i].card >= 0) {
            obu_cards_remove(listing->rules, &unseen, listing->token[i].card);
        }
    }
    listing->loose_count = 0;
    for (int card = 0; card < OBU_HIDDEN; card++) {
        for (int i = obu_count(listing->rules, &unseen, card); i > 0; i--) {
            assert_true(listing->loose_count < MAX_LOOSE);
            listing->loose[listing->loose_count++] = (uint8_t)card;
        }
    }
}

/* Influencers and Events of the deck: what all can count, so it may be read from the state. */
static void find_special(struct listing *listing, const struct obu_state *state)
{
    listing->special_count = 0;
    for (int i = 0; i < state->deck; i++) {
        if (state->pile[i] > OBU_HIDDEN && state->pile[i] != OBU_GAME_OVER) {
            assert_true(listing->loose_count + listing->special_count < MAX_LOOSE);
            listing->loose[listing->loose_count + listing->special_count++] = state->pile[i];
        }
    }
}

static void list_worlds(struct listing *listing, const struct bil_value *variants, const struct obu_state *state)
{
    double all = 0;
    for (const struct bil_value *variant = variants->child; variant; variant = variant->next) {
        all += (double)variant->child->integer;
    }
    for (const struct bil_value *variant = variants->child; variant; variant = variant->next) {
        read_tokens(listing, variant->child->next->string);
        find_loose(listing);
        find_special(listing, state);
        listing->weight = (double)variant->child->integer / all;
        memset(listing->ground, -1, sizeof listing->ground);
        listing->total = 0;
        for (int pass = 0; pass < 2; pass++) {
            listing->counting = pass == 0;
            memset(&listing->now, 0, sizeof listing->now);
            for (int seat = 0; seat < OBU_SEATS; seat++) {
                listing->now.hand[seat] = listing->view->seat[seat].hand;
            }
            every_placing(listing, 0);
        }
        assert_true(listing->total > 0);
        merge_worlds(listing);
    }
}

/* ------------------------------------------------------------------ the comparison */

void obu_deals_are_uniform(void **scene)
{
    struct case_table table;
    static struct obu_state view;
    static struct obu_state dealt;
    static struct obu_state again;
    static double expected[MAX_WORLDS];
    static int seen[MAX_WORLDS];
    struct bil_random random;
    const struct bil_game *game = obu_test_game();
    struct bil_error error = {{0}};
    helper_must(case_table_read(&table, obu_test_game(), bil_value_get(*scene, "position"), false, 1, &error), &error);
    const struct bil_value *steps = bil_value_get(*scene, "steps");
    for (const struct bil_value *step = steps ? steps->child : NULL; step; step = step->next) {
        case_play(&table, step->string);
    }
    const int number = (int)bil_value_get(*scene, "viewer")->integer;
    const int viewer = number == 0 ? BIL_SPECTATOR : number - 1;
    game->hide(table.position.rules, table.position.state, viewer, &view);
    struct listing *listing = calloc(1, sizeof *listing);
    assert_non_null(listing);
    listing->world = calloc(MAX_WORLDS, sizeof *listing->world);
    assert_non_null(listing->world);
    listing->rules = table.position.rules;
    listing->view = &view;
    list_worlds(listing, bil_value_get(*scene, "variants"), table.position.state);
    case_dice(&random, (unsigned)listing->worlds);
    for (int i = 0; i < DRAWS; i++) {
        struct world key;
        memset(&key, 0, sizeof key);
        game->deal(table.position.rules, &view, &random, &dealt);
        for (int seat = 0; seat < OBU_SEATS; seat++) {
            key.hand[seat] = dealt.seat[seat].hand;
        }
        memcpy(key.ground, dealt.ground, dealt.ground_total);
        memcpy(key.deck, dealt.pile, dealt.deck);
        struct world *found = bsearch(&key, listing->world, (size_t)listing->worlds, sizeof key, compare_worlds);
        if (!found) {
            fail_msg("draw %d is a world that does not fit what the viewer knows", i);
            return;
        }
        found->seen++;
        if (i % 500 == 0) {
            char buffer[256];
            assert_null(game->check(table.position.rules, &dealt, buffer, sizeof buffer));
            game->hide(table.position.rules, &dealt, viewer, &again);
            assert_memory_equal(&again, &view, sizeof view);
        }
    }
    double sum = 0;
    for (int i = 0; i < listing->worlds; i++) {
        sum += listing->world[i].weight;
        expected[i] = listing->world[i].weight * DRAWS;
        seen[i] = listing->world[i].seen;
    }
    assert_true(fabs(sum - 1) < 1e-9);
    const double surprise = case_surprise(seen, expected, listing->worlds);
    if (surprise > 4) {
        fail_msg("%d worlds: %.1f standard deviations too much", listing->worlds, surprise);
    }
    free(listing->world);
    free(listing);
    case_table_free(&table);
}

bool obu_in_social_shuffle(const void *state)
{
    return ((const struct obu_state *)state)->shuffle_count > 0;
}
