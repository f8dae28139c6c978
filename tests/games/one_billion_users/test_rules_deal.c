/* Dealing what a viewer cannot see (OBU-34, 192..200, W102, W113, W114): on positions with so few hidden cards that every world
 * that fits can be listed, each world must come up as often as it should.
 *
 * What "should" means stands at the top of src/games/one_billion_users/view.c. The list of worlds is made here from scratch: from a
 * description, by hand, of every hidden card of every seat (a token): whose it is, how many cards that seat had ground when it got
 * it, and its name if the viewer knows it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the four above first */
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/one_billion_users/state.h"
#include "games/one_billion_users/support.h"

enum { DRAWS = 60000, MAX_WORLDS = 20000, MAX_TOKENS = 32, MAX_LOOSE = 12, VARIANTS = 4 };

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

/* One way in which things may have gone, and how likely it is beside the others. */
struct variant {
    double weight;
    const char *tokens; /* "seat age card;..." with ? for an unknown card */
};

struct scene {
    const char *position;
    const char *const *steps;
    int viewer; /* a seat from 1, or 0: a spectator */
    struct variant variant[VARIANTS];
};

static void must(bool fine, const struct bil_error *error)
{
    if (!fine) {
        fail_msg("%s", error->text);
    }
}

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
    uint8_t loose[MAX_LOOSE]; /* cards that are no known token's */
    int loose_count;
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
        for (int i = 0; i < listing->loose_count; i++) {
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

static void list_worlds(struct listing *listing, const struct scene *scene)
{
    double all = 0;
    for (int v = 0; v < VARIANTS && scene->variant[v].tokens; v++) {
        all += scene->variant[v].weight;
    }
    for (int v = 0; v < VARIANTS && scene->variant[v].tokens; v++) {
        read_tokens(listing, scene->variant[v].tokens);
        find_loose(listing);
        listing->weight = scene->variant[v].weight / all;
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

static void seed(struct bil_random *random, unsigned index)
{
    const uint8_t bytes[BIL_SEED_BYTES] = {3, 1, 4};
    bil_random_stream(random, bytes, 9, index);
}

static void set_scene(struct obu_table *table, const struct scene *scene)
{
    struct bil_error error = {{0}};
    must(obu_table_read_text(table, scene->position, false, 1, &error), &error);
    for (const char *const *step = scene->steps; step && *step; step++) {
        must(obu_table_play(table, *step, &error), &error);
    }
}

static void deals_are_uniform(const struct scene *scene)
{
    struct obu_table table;
    static struct obu_state view;
    static struct obu_state dealt;
    static struct obu_state again;
    struct bil_random random;
    const struct bil_game *game = obu_test_game();
    set_scene(&table, scene);
    const int viewer = scene->viewer == 0 ? BIL_SPECTATOR : scene->viewer - 1;
    game->hide(table.position.rules, table.position.state, viewer, &view);
    struct listing *listing = calloc(1, sizeof *listing);
    assert_non_null(listing);
    listing->world = calloc(MAX_WORLDS, sizeof *listing->world);
    assert_non_null(listing->world);
    listing->rules = table.position.rules;
    listing->view = &view;
    list_worlds(listing, scene);
    seed(&random, (unsigned)listing->worlds);
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
    /* Chi-square; rare worlds are counted together. */
    double square = 0;
    double rare = 0;
    double rare_seen = 0;
    double sum = 0;
    int bins = 0;
    for (int i = 0; i < listing->worlds; i++) {
        const double expected = listing->world[i].weight * DRAWS;
        sum += listing->world[i].weight;
        if (expected < 8) {
            rare += expected;
            rare_seen += listing->world[i].seen;
        } else {
            square += (listing->world[i].seen - expected) * (listing->world[i].seen - expected) / expected;
            bins++;
        }
    }
    if (rare >= 8) {
        square += (rare_seen - rare) * (rare_seen - rare) / rare;
        bins++;
    }
    assert_true(fabs(sum - 1) < 1e-9);
    assert_true(bins > 1);
    const double surprise = (square - (bins - 1)) / sqrt(2.0 * (bins - 1));
    if (surprise > 4) {
        fail_msg("chi-square %.1f over %d worlds: %.1f standard deviations too much", square, bins, surprise);
    }
    free(listing->world);
    free(listing);
    obu_table_free(&table);
}

/* ------------------------------------------------------------------ scenes
 *
 * All Influencers stand on seat 1's platform, all Events lie on their pile and what is named nowhere lies under the discard pile,
 * so that only what is listed is hidden. */
#define HEAD(seats) "{\"format\": 1, \"game\": \"one-billion-users\", \"rest\": \"aside\", \"seats\": " #seats ", "
#define STARS                                                                                                                      \
    "\"influencers\": [\"The Investor\", \"The Trendsetter\", \"The Contrarian\", \"The Troll\", \"Today's Main Character\", "     \
    "\"The Archivist\", \"The Clout Chaser\", \"The Homebody\", \"The Drama Reporter\"]"
#define SHOW "\"event_pile\": [\"Patch Day\"], "

/* Six hidden cards, some of them alike, in a hand and a deck of four with Game Over anywhere in it. */
static void a_hand_and_a_deck(void **state)
{
    (void)state;
    static const struct scene scene = {
        .position = HEAD(2) SHOW "\"deck\": [\"Poke\", \"Bad Press\", \"Push\", \"Game Over\"], "
                                 "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]},"
                                 "{\"hand\": [\"Push\", \"Pet Pictures\", \"Bad Press\"]}]}",
        .viewer = 1,
        .variant = {{1, "2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

static void a_spectator_sees_no_hand(void **state)
{
    (void)state;
    static const struct scene scene = {
        .position = HEAD(3) SHOW "\"deck\": [\"Poke\", \"Game Over\", \"Push\"], "
                                 "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]},"
                                 "{\"hand\": [\"Push\", \"Pet Pictures\"]}, {\"hand\": [\"Knit Night\"]}]}",
        .viewer = 0,
        .variant = {{1, "1 0 ?;2 0 ?;2 0 ?;3 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* OBU-34: with a cut of one card Game Over is one of the lowest two. */
static void game_over_in_the_cut(void **state)
{
    (void)state;
    static const struct scene scene = {
        .position = HEAD(2) SHOW "\"cut\": 1, \"deck\": [\"Poke\", \"Bad Press\", \"Push\", \"Game Over\", \"Knit Night\"], "
                                 "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Push\"]}]}",
        .viewer = 1,
        .variant = {{1, "2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* OBU-195: what was taken from the discard pile is in that hand for all to know. */
static void cards_taken_from_the_discard_pile(void **state)
{
    (void)state;
    static const char *const steps[] = {"2 draw discard", "2 draw discard", NULL};
    static const struct scene scene = {
        .position = HEAD(2) SHOW "\"turn\": 2, \"deck\": [\"Poke\", \"Push\", \"Bad Press\", \"Game Over\"], "
                                 "\"discard\": [\"Poke\", \"Push\"], "
                                 "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]},"
                                 "{\"hand\": [\"Push\", \"Pet Pictures\"]}]}",
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* W102: after a ground card nobody can tell whether it was one of those taken. The second ground card cannot be what was drawn
 * after it, and the first not what was drawn before the second. */
static const char w102[] =
    HEAD(2) SHOW "\"turn\": 2, \"deck\": [\"Mod Training\", \"Mod Training\", \"War Chest\", \"Game Over\"], "
                 "\"discard\": [\"Poke\", \"Knit Night\", \"Push\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, "
                 "{\"blocker\": \"Low on Funds\", \"hand\": [\"Push\", \"Mod Training\", \"Mod Training\", \"Cloud Backup\"]}]}";

static void a_ground_card(void **state)
{
    (void)state;
    static const char *const steps[] = {"2 draw discard", "2 draw discard", "2 draw discard", "2 grind Push", NULL};
    static const struct scene scene = {
        .position = w102,
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 Knit Night;2 0 ?;2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

static const char two_grounds[] = HEAD(2) SHOW
    "\"turn\": 2, \"deck\": [\"Mod Training\", \"Push\", \"Game Over\"], \"discard\": [\"Poke\", \"Knit Night\", \"Push\"], "
    "\"platforms\": [{" STARS ", \"hand\": [\"Bad Press\", \"Bad Press\", \"Bad Press\", \"Low on Funds\", \"Low on Funds\", "
    "\"Low on Funds\"]}, {\"blocker\": \"Low on Funds\", \"hand\": [\"Mod Training\", \"Mod Training\", \"Mod Training\", "
    "\"Cloud Backup\"]}]}";

static void two_ground_cards(void **state)
{
    (void)state;
    static const char *const steps[] = {"2 draw discard",       "2 draw discard", "2 draw discard",
                                        "2 grind Mod Training", "1 draw deck",    "1 discard Push",
                                        "2 draw discard",       "2 grind Push",   NULL};
    static const struct scene scene = {
        .position = HEAD(2) SHOW
        "\"turn\": 2, \"deck\": [\"Push\", \"Mod Training\", \"Game Over\"], \"discard\": [\"Poke\", \"Knit Night\", \"Push\"], "
        "\"platforms\": [{" STARS ", \"hand\": [\"Bad Press\", \"Bad Press\", \"Bad Press\", \"Low on Funds\", \"Low on Funds\", "
        "\"Low on Funds\"]}, {\"blocker\": \"Low on Funds\", \"hand\": [\"Mod Training\", \"Mod Training\", \"Mod Training\", "
        "\"Cloud Backup\"]}]}",
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 Knit Night;2 1 Push;2 0 ?;2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

static void a_card_drawn_between_two_ground_ones(void **state)
{
    (void)state;
    static const char *const steps[] = {"2 draw discard",       "2 draw discard", "2 draw discard",
                                        "2 grind Mod Training", "1 draw discard", "1 discard Bad Press",
                                        "2 draw deck",          "2 grind Push",   NULL};
    static const struct scene scene = {
        .position = two_grounds,
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 Knit Night;2 0 ?;2 0 ?;2 0 ?;2 0 ?;2 1 ?"}},
    };
    deals_are_uniform(&scene);
}

/* A card that was shown leaves the rest as it was. */
static void a_known_card_is_played(void **state)
{
    (void)state;
    static const char *const steps[] = {"2 draw discard", "2 draw discard", "2 draw discard", "2 discard Push", NULL};
    static const struct scene scene = {
        .position = w102,
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Poke;2 0 Knit Night;2 0 ?;2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

static void an_unknown_card_is_played(void **state)
{
    (void)state;
    static const char *const steps[] = {"2 draw discard", "2 draw discard", "2 draw discard", "2 discard Cloud Backup", NULL};
    static const struct scene scene = {
        .position = w102,
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 Knit Night;2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* The owner knows what it ground. */
static void one_s_own_ground_card(void **state)
{
    (void)state;
    static const char *const steps[] = {"2 draw discard", "2 draw discard", "2 draw discard", "2 grind Push", NULL};
    static const struct scene scene = {
        .position = w102,
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* W113: seat 3 took Push and passes it to seat 1. */
static const char w113[] = HEAD(3) SHOW
    "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Poke\", \"Bad Press\", \"Game Over\"], \"discard\": [\"Push\"], "
    "\"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, {\"hand\": [\"Knit Night\"]}, {\"hand\": [\"War Chest\", \"Poke\"]}]}";
static const char *const w113_steps[] = {"3 draw discard",   "3 draw deck",       "3 give Push",
                                         "1 give Bad Press", "2 give Knit Night", NULL};

static void a_passed_card_seen_by_its_giver(void **state)
{
    (void)state;
    static const struct scene scene = {.position = w113, .steps = w113_steps, .viewer = 3, .variant = {{1, "1 0 Push;2 0 ?"}}};
    deals_are_uniform(&scene);
}

static void a_passed_card_seen_by_its_receiver(void **state)
{
    (void)state;
    static const struct scene scene = {
        .position = w113, .steps = w113_steps, .viewer = 1, .variant = {{1, "2 0 Bad Press;3 0 ?;3 0 ?;3 0 ?"}}};
    deals_are_uniform(&scene);
}

/* Seat 2 knows that seat 3 passed one of three cards, of which Push was one; seat 3 has Knit Night from it. */
static void a_passed_card_seen_by_the_third(void **state)
{
    (void)state;
    static const struct scene scene = {
        .position = w113,
        .steps = w113_steps,
        .viewer = 2,
        .variant = {{1, "1 0 Push;3 0 ?;3 0 ?;3 0 Knit Night"}, {2, "1 0 ?;3 0 Push;3 0 ?;3 0 Knit Night"}},
    };
    deals_are_uniform(&scene);
}

static void a_passed_card_seen_by_a_spectator(void **state)
{
    (void)state;
    static const struct scene scene = {
        .position = w113,
        .steps = w113_steps,
        .viewer = 0,
        .variant = {{1, "1 0 Push;2 0 ?;3 0 ?;3 0 ?;3 0 ?"}, {2, "1 0 ?;2 0 ?;3 0 Push;3 0 ?;3 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* The same with two cards taken; then seat 3 draws up and shows one of them: it was not that one. Of the two others each is as
 * likely. */
static void a_passed_card_when_another_was_shown(void **state)
{
    (void)state;
    static const char *const steps[] = {"3 draw discard",   "3 draw discard",    "3 draw deck",    "3 give Cloud Backup",
                                        "1 give Bad Press", "2 give Knit Night", "3 draw discard", "3 draw discard",
                                        "3 draw discard",   "3 draw discard",    "3 discard Push", NULL};
    static const struct scene scene = {
        .position = HEAD(3) SHOW "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Poke\", \"Bad Press\", \"Game Over\"], "
                                 "\"discard\": [\"Low on Funds\", \"Low on Funds\", \"Fundraising\", \"Fundraising\", \"Push\", "
                                 "\"Cloud Backup\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, "
                                 "{\"hand\": [\"Knit Night\"]}, {\"hand\": [\"War Chest\"]}]}",
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 Cloud Backup;3 0 ?;3 0 Knit Night;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"},
                    {1, "1 0 ?;3 0 Cloud Backup;3 0 Knit Night;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"}},
    };
    deals_are_uniform(&scene);
}

/* And when it shows a card that nobody knew of: that was not the one either. */
static void a_passed_card_when_an_unknown_one_was_shown(void **state)
{
    (void)state;
    static const char *const steps[] = {"3 draw discard",
                                        "3 draw deck",
                                        "3 give Cloud Backup",
                                        "1 give Bad Press",
                                        "2 give Knit Night",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 discard War Chest",
                                        NULL};
    static const struct scene scene = {
        .position = HEAD(3) SHOW "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Poke\", \"Bad Press\", \"Game Over\"], "
                                 "\"discard\": [\"Low on Funds\", \"Low on Funds\", \"Fundraising\", \"Fundraising\", "
                                 "\"Cloud Backup\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, "
                                 "{\"hand\": [\"Knit Night\"]}, {\"hand\": [\"War Chest\", \"Poke\"]}]}",
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 Cloud Backup;3 0 ?;3 0 Knit Night;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"},
                    {1, "1 0 ?;3 0 Cloud Backup;3 0 Knit Night;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"}},
    };
    deals_are_uniform(&scene);
}

/* Seat 3 ground one of seven cards, three of them known, and then passed one of the other six. */
static void a_passed_card_after_a_ground_one(void **state)
{
    (void)state;
    static const char *const steps[] = {"3 draw discard",       "3 draw discard",      "3 draw discard",
                                        "3 grind Mod Training", "1 draw deck",         "1 give Bad Press",
                                        "2 give Knit Night",    "3 give Cloud Backup", NULL};
    static const struct scene scene = {
        .position = HEAD(3) SHOW
        "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Mod Training\", \"Game Over\"], \"discard\": [\"Poke\", "
        "\"Push\", \"Cloud Backup\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, {\"hand\": [\"Knit "
        "Night\"]}, {\"blocker\": \"Low on Funds\", \"hand\": [\"War Chest\", \"Mod Training\", \"Mod Training\", \"Mod "
        "Training\"]}]}",
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 Cloud Backup;3 0 Push;3 0 Poke;3 0 ?;3 0 ?;3 0 ?;3 0 ?;3 1 Knit Night"},
                    {1, "1 0 Push;3 0 Cloud Backup;3 0 Poke;3 0 ?;3 0 ?;3 0 ?;3 0 ?;3 1 Knit Night"},
                    {1, "1 0 Poke;3 0 Cloud Backup;3 0 Push;3 0 ?;3 0 ?;3 0 ?;3 0 ?;3 1 Knit Night"},
                    {4, "1 0 ?;3 0 Cloud Backup;3 0 Push;3 0 Poke;3 0 ?;3 0 ?;3 0 ?;3 1 Knit Night"}},
    };
    deals_are_uniform(&scene);
}

/* The giver knows a card of the receiver's. The receiver takes five cards and grinds one, takes one more and grinds another: any of
 * the seven may be the first, and of the seven that were left with the last one taken, any the second. */
static void a_passed_card_and_two_ground_ones(void **state)
{
    (void)state;
    static const char *const steps[] = {"1 draw deck",          "1 give War Chest",
                                        "2 give Push",          "1 draw discard",
                                        "1 draw discard",       "1 draw discard",
                                        "1 draw discard",       "1 draw discard",
                                        "1 grind Poke",         "2 draw discard",
                                        "2 discard Knit Night", "1 draw discard",
                                        "1 grind Push",         NULL};
    static const struct scene scene = {
        .position = HEAD(2) SHOW
        "\"deck\": [\"Talent Poaching\", \"Mod Training\", \"Game Over\"], \"discard\": [\"Poke\", \"Poke\", \"Poke\", "
        "\"Poke\", \"Poke\"], \"platforms\": [{\"blocker\": \"Low on Funds\", \"hand\": [\"Bad Press\", \"War Chest\"]}, {" STARS
        ", \"hand\": [\"Knit Night\", \"Push\", \"PR Response\", \"PR Response\", \"PR Response\", \"PR Response\"]}]}",
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 Push;1 0 ?;1 0 Poke;1 0 Poke;1 0 Poke;1 0 Poke;1 0 Poke;1 1 Knit Night"}},
    };
    deals_are_uniform(&scene);
}

/* A choice that is still secret: seat 3 has chosen, each of its cards is as likely. */
static void a_card_about_to_be_passed(void **state)
{
    (void)state;
    static const char *const steps[] = {"3 draw discard", "3 draw deck", "3 give Push", NULL};
    struct obu_table table;
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    static const struct scene scene = {.position = w113, .steps = steps};
    int push = 0;
    set_scene(&table, &scene);
    obu_test_game()->hide(table.position.rules, table.position.state, 0, &view);
    seed(&random, 5);
    for (int i = 0; i < 30000; i++) {
        obu_test_game()->deal(table.position.rules, &view, &random, &world);
        assert_true(obu_has(table.position.rules, &world.seat[2].hand, OBU_PUSH));
        push += OBU_A(world.pending[2]) == OBU_PUSH;
    }
    /* One of three cards is the Push taken; of the two unknown ones none can be another: the other four lie open. */
    assert_in_range(push, 10000 - 500, 10000 + 500);
    obu_table_free(&table);
}

/* ------------------------------------------------------------------ W114 */

static void chances_of_game_over(const char *position, int lowest)
{
    struct obu_table table;
    struct bil_error error = {{0}};
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    int bin[OBU_PILE] = {0};
    enum { TRIES = 25000 };
    must(obu_table_read_text(&table, position, false, 1, &error), &error);
    obu_test_game()->hide(table.position.rules, table.position.state, 0, &view);
    seed(&random, 6);
    for (int i = 0; i < TRIES; i++) {
        obu_test_game()->deal(table.position.rules, &view, &random, &world);
        for (int place = 0; place < world.deck; place++) {
            bin[place] += world.pile[place] == OBU_GAME_OVER;
        }
    }
    double square = 0;
    for (int place = 0; place < view.deck; place++) {
        if (place >= lowest) {
            assert_int_equal(bin[place], 0);
        } else {
            const double expected = (double)TRIES / lowest;
            square += (bin[place] - expected) * (bin[place] - expected) / expected;
        }
    }
    assert_true(lowest == 1 ? bin[0] == TRIES : (square - (lowest - 1)) / sqrt(2.0 * (lowest - 1)) < 4);
    obu_table_free(&table);
}

#define TEN "\"Mod Training\", \"PR Response\", \"Push\", \"Poke\", \"Fundraising\", "
static void the_next_card_may_be_game_over(void **state)
{
    (void)state;
    /* 25 cards: 1/25 for each; one card: certain; 27 cards: never one of the top two. */
    chances_of_game_over(HEAD(2) SHOW "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Bad Press\"]}], "
                                      "\"deck\": [" TEN TEN TEN TEN "\"Troll Crackdown\", \"Troll Crackdown\", \"Bad Press\", "
                                      "\"Low on Funds\", \"Game Over\"]}",
                         25);
    chances_of_game_over(HEAD(2) SHOW "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Bad Press\"]}], "
                                      "\"deck\": [\"Game Over\"]}",
                         1);
    chances_of_game_over(HEAD(2) SHOW "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Bad Press\"]}], "
                                      "\"deck\": [" TEN TEN TEN TEN "\"Troll Crackdown\", \"Troll Crackdown\", \"Bad Press\", "
                                      "\"Low on Funds\", \"Low on Funds\", \"Low on Funds\", \"Game Over\"]}",
                         25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_and_a_deck),
        cmocka_unit_test(a_spectator_sees_no_hand),
        cmocka_unit_test(game_over_in_the_cut),
        cmocka_unit_test(cards_taken_from_the_discard_pile),
        cmocka_unit_test(a_ground_card),
        cmocka_unit_test(two_ground_cards),
        cmocka_unit_test(a_card_drawn_between_two_ground_ones),
        cmocka_unit_test(a_known_card_is_played),
        cmocka_unit_test(an_unknown_card_is_played),
        cmocka_unit_test(one_s_own_ground_card),
        cmocka_unit_test(a_passed_card_seen_by_its_giver),
        cmocka_unit_test(a_passed_card_seen_by_its_receiver),
        cmocka_unit_test(a_passed_card_seen_by_the_third),
        cmocka_unit_test(a_passed_card_seen_by_a_spectator),
        cmocka_unit_test(a_passed_card_when_another_was_shown),
        cmocka_unit_test(a_passed_card_when_an_unknown_one_was_shown),
        cmocka_unit_test(a_passed_card_after_a_ground_one),
        cmocka_unit_test(a_passed_card_and_two_ground_ones),
        cmocka_unit_test(a_card_about_to_be_passed),
        cmocka_unit_test(the_next_card_may_be_game_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
