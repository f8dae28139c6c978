/* See worlds.h. Knows nothing of what knowledge.c keeps but the cards that everybody saw go into a hand. */
#include <math.h>

#include "billions/json.h"
#include "games/cases/run.h"
#include "games/six_billion/worlds.h"
#include "kit/notation.h"
#include "unit.h"

enum { DRAWS = 10000, MOST_TRIES = 4000000, MAX_STEPS = 12, RARE = 24 };

/* What is compared. HANDS: hands and the top card of the deck; CARDS: the order of the whole deck too. */
enum { ABOUT_HANDS = 1, ABOUT_CARDS = 3, ABOUT_AGENDAS = 4, ABOUT_FINDS = 8 };

struct scene {
    const struct bil_value *steps; /* every decision, passes too */
    int viewer;
    unsigned about;
    int worlds;        /* how many the viewer can think of */
    const char *opens; /* what must lie open at the end, by codes: chance is tried until it does; NULL: anything */
    const char *drawn; /* what the viewer must then hold besides, likewise */
    bool fast;
    bool wider; /* the deal may hold worlds that a perfect memory rules out; of the others none may be missing */
};

/* All that a viewer may not see, in a form in which equal worlds are equal bytes. */
struct world {
    uint8_t hand[SIX_PLAYERS][SIX_CARDS];
    uint8_t deck[SIX_PILE];
    uint8_t agenda[SIX_PLAYERS];
    uint8_t find[SIX_PLAYERS][SIX_HELD];
    uint8_t find_deck[SIX_FIND_DECK];
    int dealt; /* 1: by the game, 0: found by making the moves again */
};

/* What the viewer saw of the moves. */
struct course {
    const struct six_rules *rules;
    int viewer;
    struct six_state first;
    int steps;
    char text[MAX_STEPS][64];             /* as the viewer reads it */
    struct six_state view[1 + MAX_STEPS]; /* before and after each */
};

/* ------------------------------------------------------------------ the course of a scene */

static void read_move(const struct course *course, const struct six_state *state, bil_move move, char text[64])
{
    struct bil_text out = {0};
    bil_move_text(six_test_game(), course->rules, state, move, course->viewer, &out);
    assert_true(out.length < 64);
    memcpy(text, bil_text_string(&out), out.length + 1);
    bil_text_free(&out);
}

static int code_of(const char *code)
{
    int card = 1;
    while (card < SIX_CARDS && strcmp(six_card_words[card], code) != 0) {
        card++;
    }
    assert_in_range(card, 1, SIX_CARDS - 1);
    return card;
}

/* Whether the cards of a list, each as often as it is named, are among `copies`. */
static bool all_there(const char *list, const uint8_t copies[SIX_CARDS])
{
    uint8_t left[SIX_CARDS];
    char words[128];
    char *rest = NULL;
    bool there = true;
    memcpy(left, copies, sizeof left);
    assert_true(strlen(list) < sizeof words);
    memcpy(words, list, strlen(list) + 1);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        const int card = code_of(word);
        there = there && left[card] > 0;
        left[card] = (uint8_t)(left[card] - (left[card] > 0));
    }
    return there;
}

static bool as_wanted(const struct scene *scene, const struct six_state *state)
{
    uint8_t open[SIX_CARDS] = {0};
    for (int place = 0; place < SIX_OPEN; place++) {
        open[state->open[place]]++;
    }
    open[SIX_NO_CARD] = 0;
    return (!scene->opens || all_there(scene->opens, open)) &&
           (!scene->drawn || all_there(scene->drawn, state->hand[scene->viewer].copies));
}

/* Makes the scene's moves once; false if chance did not decide as the scene wants it. */
static bool run(const struct scene *scene, struct bil_random *random, struct course *course)
{
    const struct bil_game *game = six_test_game();
    struct six_state state = course->first;
    course->steps = 0;
    game->hide(course->rules, &state, course->viewer, &course->view[0]);
    for (const struct bil_value *step = scene->steps ? scene->steps->child : NULL; step; step = step->next) {
        struct six_state view;
        struct bil_error error = {{0}};
        bil_move list[BIL_MAX_MOVES];
        bil_move move = 0;
        bool legal = false;
        const int actor = game->actor(course->rules, &state);
        assert_true(course->steps < MAX_STEPS && actor != BIL_OVER);
        if (step->string[0] - '1' != actor) {
            fail_msg("\"%s\": seat %d decides", step->string, actor + 1);
        }
        game->hide(course->rules, &state, actor, &view);
        helper_must(bil_move_parse(game, course->rules, &view, step->string + 2, &move, &error), &error);
        const int count = game->moves(course->rules, &state, list);
        for (int i = 0; i < count; i++) {
            legal = legal || list[i] == move;
        }
        if (!legal) {
            fail_msg("\"%s\" is not legal", step->string);
        }
        read_move(course, &state, move, course->text[course->steps]);
        game->apply(course->rules, &state, move, random, NULL);
        course->steps++;
        game->hide(course->rules, &state, course->viewer, &course->view[course->steps]);
    }
    return as_wanted(scene, &state);
}

/* ------------------------------------------------------------------ other worlds that look the same */

/* Hidden cards, and where each lies. */
struct hidden {
    uint8_t card[SIX_PILE];
    uint8_t *place[SIX_PILE]; /* NULL: in the hand of the seat */
    int seat[SIX_PILE];
    int count;
};

static void lay(struct hidden *hidden, int card, uint8_t *place, int seat)
{
    hidden->card[hidden->count] = (uint8_t)card;
    hidden->place[hidden->count] = place;
    hidden->seat[hidden->count++] = seat;
}

static void lay_out(struct hidden *hidden, struct bil_random *random, struct six_state *state)
{
    bil_random_shuffle(random, hidden->card, (size_t)hidden->count);
    for (int i = 0; i < hidden->count; i++) {
        if (hidden->place[i]) {
            *hidden->place[i] = hidden->card[i];
        } else if (hidden->seat[i] >= 0) {
            struct six_hand *hand = &state->hand[hidden->seat[i]];
            hand->copies[hidden->card[i]]++;
            hand->kinds |= SIX_CARD_BIT(hidden->card[i]);
        }
    }
}

static void other_cards(const struct course *course, struct bil_random *random, struct six_state *state)
{
    struct hidden hidden = {.count = 0};
    for (int i = 0; i < state->deck; i++) {
        lay(&hidden, state->pile[i], &state->pile[i], -1);
    }
    for (int seat = 0; seat < course->rules->seats; seat++) {
        struct six_hand *hand = &state->hand[seat];
        for (int card = 1; card < SIX_CARDS && seat != course->viewer; card++) {
            while (hand->copies[card] > state->known[seat][card]) {
                lay(&hidden, card, NULL, seat);
                hand->copies[card]--;
            }
            hand->kinds &= hand->copies[card] ? ~0U : ~SIX_CARD_BIT(card);
        }
    }
    lay_out(&hidden, random, state);
}

static void other_agendas(const struct course *course, struct bil_random *random, struct six_state *state)
{
    struct hidden hidden = {.count = 0};
    for (int agenda = 1; agenda <= SIX_SITES; agenda++) {
        int unused = course->rules->agendas[agenda];
        for (int seat = 0; seat < course->rules->seats; seat++) {
            if (state->agenda[seat] == agenda) {
                unused--;
            }
        }
        for (; unused > 0; unused--) { /* put aside, nobody's */
            lay(&hidden, agenda, NULL, -1);
        }
    }
    for (int seat = 0; seat < course->rules->seats; seat++) {
        if (seat != course->viewer) {
            lay(&hidden, state->agenda[seat], &state->agenda[seat], seat);
        }
    }
    lay_out(&hidden, random, state);
}

static bool seen_by(unsigned seen, int viewer)
{
    return seen == 0xFF || (viewer >= 0 && (seen >> viewer & 1U));
}

static void other_finds(const struct course *course, struct bil_random *random, struct six_state *state)
{
    struct hidden hidden = {.count = 0};
    for (int i = 0; i < state->find_left; i++) {
        if (!seen_by(state->find_deck_seen[i], course->viewer)) {
            lay(&hidden, state->find_deck[i], &state->find_deck[i], -1);
        }
    }
    for (int seat = 0; seat < course->rules->seats; seat++) {
        for (int i = 0; i < SIX_HELD && state->find[seat][i]; i++) {
            if (!seen_by(state->find_seen[seat][i], course->viewer)) {
                lay(&hidden, state->find[seat][i], &state->find[seat][i], seat);
            }
        }
    }
    lay_out(&hidden, random, state);
}

/* Whether the actor, who takes a card blindly out of the unknown ones of his hand, takes the one that was shown. */
static bool taken_blindly(const struct course *course, const struct six_state *state, int actor, bil_move move,
                          struct bil_random *random)
{
    const int card = SIX_CARD(move);
    const enum six_verb verb = SIX_VERB(move);
    int unknown = 0;
    if (card == SIX_NO_CARD || verb == SIX_M_TAKE || actor == course->viewer || state->known[actor][card] > 0) {
        return true;
    }
    for (int kind = 1; kind < SIX_CARDS; kind++) {
        unknown += state->hand[actor].copies[kind] - state->known[actor][kind];
    }
    return (int)bil_random_below(random, (uint32_t)unknown) < state->hand[actor].copies[card];
}

/* A legal move that the viewer reads as the one that was made, each equally likely; 0 if there is none. */
static bil_move alike(const struct course *course, const struct six_state *state, int step, struct bil_random *random)
{
    bil_move list[BIL_MAX_MOVES];
    bil_move found[BIL_MAX_MOVES];
    uint32_t count = 0;
    const int moves = six_test_game()->moves(course->rules, state, list);
    for (int i = 0; i < moves; i++) {
        char text[64];
        read_move(course, state, list[i], text);
        if (strcmp(text, course->text[step]) == 0) {
            found[count++] = list[i];
        }
    }
    return count == 0 ? 0 : found[bil_random_below(random, count)];
}

/* Makes the moves in another world; false if it looked different at any time. */
static bool made_again(const struct course *course, struct bil_random *random, struct six_state *state)
{
    const struct bil_game *game = six_test_game();
    *state = course->first;
    other_cards(course, random, state);
    other_agendas(course, random, state);
    other_finds(course, random, state);
    for (int step = 0; step <= course->steps; step++) {
        struct six_state view;
        game->hide(course->rules, state, course->viewer, &view);
        if (memcmp(&view, &course->view[step], sizeof view) != 0) {
            return false;
        }
        if (step < course->steps) {
            const bil_move move = alike(course, state, step, random);
            if (move == 0 || !taken_blindly(course, state, game->actor(course->rules, state), move, random)) {
                return false;
            }
            game->apply(course->rules, state, move, random, NULL);
        }
    }
    return true;
}

/* ------------------------------------------------------------------ the comparison */

static void keep(const struct scene *scene, const struct six_state *state, int dealt, struct world *world)
{
    memset(world, 0, sizeof *world);
    for (int seat = 0; seat < SIX_PLAYERS; seat++) {
        if (scene->about & ABOUT_HANDS) {
            memcpy(world->hand[seat], state->hand[seat].copies, SIX_CARDS);
        }
    }
    if (scene->about & ABOUT_HANDS) {
        const int least = (scene->about & ABOUT_CARDS) == ABOUT_CARDS || state->deck == 0 ? 0 : state->deck - 1;
        memcpy(&world->deck[least], &state->pile[least], (size_t)(state->deck - least));
    }
    if (scene->about & ABOUT_AGENDAS) {
        memcpy(world->agenda, state->agenda, sizeof world->agenda);
    }
    if (scene->about & ABOUT_FINDS) {
        memcpy(world->find, state->find, sizeof world->find);
        memcpy(world->find_deck, state->find_deck, state->find_left);
    }
    world->dealt = dealt;
}

static int by_world(const void *a, const void *b)
{
    return memcmp(a, b, offsetof(struct world, dealt));
}

/* Both lists, sorted: how often each world came up in either. */
static void compare(const struct scene *scene, struct world *world)
{
    double square = 0;
    int rare[2] = {0};
    int bins = 0;
    int worlds = 0;
    int most[2] = {0};
    qsort(world, (size_t)2 * DRAWS, sizeof *world, by_world);
    for (int i = 0; i < 2 * DRAWS;) {
        int seen[2] = {0};
        const struct world *first = &world[i];
        for (; i < 2 * DRAWS && by_world(first, &world[i]) == 0; i++) {
            seen[world[i].dealt]++;
        }
        if (seen[0] > 0 && seen[1] == 0) {
            fail_msg("a world that the viewer can think of (%d times in %d) is never dealt", seen[0], DRAWS);
        }
        if (seen[0] == 0 && !scene->wider) {
            fail_msg("a world is dealt (%d times in %d) that the viewer can rule out", seen[1], DRAWS);
        }
        most[0] += seen[0] > 0;
        worlds++;
        if (seen[0] + seen[1] < RARE) {
            rare[0] += seen[0];
            rare[1] += seen[1];
        } else {
            square += (double)(seen[0] - seen[1]) * (seen[0] - seen[1]) / (seen[0] + seen[1]);
            bins++;
        }
    }
    if (rare[0] + rare[1] > 0) {
        square += (double)(rare[0] - rare[1]) * (rare[0] - rare[1]) / (rare[0] + rare[1]);
        bins++;
    }
    if (most[0] != scene->worlds) {
        fail_msg("the viewer can think of %d worlds, and %d were expected (%d are dealt)", most[0], scene->worlds, worlds);
    }
    const double surprise = bins > 1 ? (square - (bins - 1)) / sqrt(2.0 * (bins - 1)) : 0;
    if (surprise > 4 && !scene->wider) {
        fail_msg("chi-square %.1f over %d worlds: %.1f standard deviations too much", square, bins, surprise);
    }
}

/* A dealt world is sound, and looks like the view. */
static void sound(const struct course *course, const struct six_state *dealt)
{
    char buffer[256];
    struct six_state again;
    const char *broken = six_test_game()->check(course->rules, dealt, buffer, sizeof buffer);
    if (broken) {
        fail_msg("a dealt world is broken: %s", broken);
    }
    six_test_game()->hide(course->rules, dealt, course->viewer, &again);
    assert_memory_equal(&again, &course->view[course->steps], sizeof again);
}

static void read_scene(const struct bil_value *row, struct scene *scene)
{
    static const struct {
        const char *word;
        unsigned about;
    } things[] = {{"hands", ABOUT_HANDS}, {"cards", ABOUT_CARDS}, {"agendas", ABOUT_AGENDAS}, {"discoveries", ABOUT_FINDS}};
    struct bil_error error = {{0}};
    *scene = (struct scene){.steps = bil_value_get(row, "steps")};
    helper_must(bil_value_integer(row, "viewer", 0, SIX_PLAYERS, &scene->viewer, &error) &&
                    bil_value_integer(row, "worlds", 1, DRAWS, &scene->worlds, &error) &&
                    bil_value_string(row, "opens", &scene->opens, &error) &&
                    bil_value_string(row, "drawn", &scene->drawn, &error) && bil_value_bool(row, "fast", &scene->fast, &error) &&
                    bil_value_bool(row, "wider", &scene->wider, &error),
                &error);
    scene->viewer = scene->viewer == 0 ? BIL_SPECTATOR : scene->viewer - 1;
    for (const struct bil_value *node = bil_value_get(row, "compared")->child; node; node = node->next) {
        for (size_t i = 0; i < sizeof things / sizeof things[0]; i++) {
            scene->about |= strcmp(things[i].word, node->string) == 0 ? things[i].about : 0;
        }
    }
    assert_true(scene->about != 0);
}

void six_deals_fit(void **row)
{
    struct case_table table;
    struct scene scene;
    struct course *course = calloc(1, sizeof *course);
    struct world *world = calloc((size_t)2 * DRAWS, sizeof *world);
    struct bil_random random;
    struct six_state state;
    struct bil_error error = {{0}};
    int tries = 0;
    assert_true(course && world);
    read_scene(*row, &scene);
    const struct bil_value *document = case_document(bil_value_get(*row, "head"), bil_value_get(*row, "position"));
    helper_must(case_table_read(&table, six_test_game(), document, scene.fast, 1, &error), &error);
    bil_json_free(document);
    memcpy(&course->first, table.position.state, sizeof course->first);
    if (scene.fast) { /* it was read at a table where much is remembered */
        memset(course->first.known, 0, sizeof course->first.known);
        memset(course->first.fresh, 0, sizeof course->first.fresh);
        memset(course->first.drawn, 0, sizeof course->first.drawn);
        memset(course->first.unseen, 0, sizeof course->first.unseen);
    }
    course->rules = table.position.rules;
    course->viewer = scene.viewer;
    case_dice(&random, (unsigned)scene.worlds);
    while (!run(&scene, &random, course)) {
        assert_true(++tries < MOST_TRIES);
    }
    tries = 0;
    for (int i = 0; i < DRAWS; tries++) {
        assert_true(tries < MOST_TRIES);
        if (made_again(course, &random, &state)) {
            keep(&scene, &state, 0, &world[i++]);
        }
    }
    for (int i = 0; i < DRAWS; i++) {
        six_test_game()->deal(course->rules, &course->view[course->steps], &random, &state);
        if (i % 100 == 0) {
            sound(course, &state);
        }
        keep(&scene, &state, 1, &world[DRAWS + i]);
    }
    compare(&scene, world);
    free(world);
    free(course);
    case_table_free(&table);
}
