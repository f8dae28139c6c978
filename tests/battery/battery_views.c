/* The battery: what the contract promises of views, of worlds dealt from them, and of positions. */
#include "battery/battery_internal.h"
#include "billions/json.h"
#include "kit/fields.h"

/* ------------------------------------------------------------------ views */

/* Hides the state for a viewer; asks for everything a view promises. */
bool battery_view(struct run *run, int viewer, struct room *view)
{
    const struct bil_game *game = run->game;
    const uint8_t *state = run->now.state;
    char name[16];
    char what[96];
    snprintf(what, sizeof what, "the view of %s", battery_viewer(viewer, name));
    struct room again;
    battery_clean(view, 0x00);
    battery_clean(&again, 0xFF);
    game->hide(run->rules, state, viewer, view->state);
    game->hide(run->rules, state, viewer, again.state);
    if (!battery_whole(run, view, what) || !battery_whole(run, &again, what) ||
        !battery_same(run, again.state, view->state, game->state_size, "hide leaves bytes as they were before")) {
        return false;
    }
    if (game->actor(run->rules, view->state) != run->actor) {
        return battery_broken(run, "the actor of %s is %d, of the state %d", what, game->actor(run->rules, view->state),
                              run->actor);
    }
    if (!battery_check(run, run->rules, view->state, what)) {
        return false;
    }
    battery_clean(&again, 0x5A);
    game->hide(run->rules, view->state, viewer, again.state);
    if (memcmp(again.state, view->state, game->state_size) != 0) {
        return battery_broken(run, "hiding %s once more changes byte %d", what,
                              battery_difference(again.state, view->state, game->state_size));
    }
    run->count->hidden += memcmp(view->state, state, game->facts_size) != 0;
    if (viewer == BIL_EVERYBODY && memcmp(view->state, state, game->facts_size) != 0) {
        return battery_broken(run, "%s lacks byte %d of the facts", what, battery_difference(view->state, state, game->facts_size));
    }
    return true;
}

bool battery_actor_view(struct run *run)
{
    struct room view;
    if (!battery_view(run, run->actor, &view)) {
        return false;
    }
    if (!battery_same_moves(run, view.state, "the actor's view")) {
        return false;
    }
    if (run->game->recorded(run->rules, view.state) != run->game->recorded(run->rules, run->now.state)) {
        return battery_broken(run, "whether a forced decision is recorded is not the same on the actor's view");
    }
    return true;
}

/* ------------------------------------------------------------------ worlds */

/* Plays a few random moves in a dealt world: what is dealt must be a game that goes on. */
static bool world_goes_on(struct run *run, const struct room *world)
{
    const struct bil_game *game = run->game;
    struct room state = *world;
    struct bil_random free_running = run->worlds;
    bil_move list[BIL_MAX_MOVES + 1];
    for (int step = 0; step < 6; step++) {
        const int count = battery_moves(run, run->rules, state.state, list, "a dealt world played on");
        if (count < 0) {
            return false;
        }
        if (count == 0) {
            return true;
        }
        game->apply(run->rules, state.state, list[bil_random_below(&free_running, (uint32_t)count)], &free_running, NULL);
        if (!battery_check(run, run->rules, state.state, "a dealt world played on")) {
            return false;
        }
    }
    return true;
}

/* A plan of the view deals what `deal` deals with the same random numbers, however often it is used. */
static bool planned_worlds(struct run *run, const struct room *view, const struct room *world, const struct bil_random *before)
{
    _Alignas(uint64_t) uint8_t plan[BIL_MAX_PLAN];
    memset(plan, 0x5A, sizeof plan);
    bil_plan_deals(run->game, run->rules, view->state, plan);
    for (int use = 0; use < 2; use++) {
        struct room again;
        struct bil_random random = *before;
        battery_clean(&again, 0xFF);
        bil_deal_planned(run->game, run->rules, view->state, plan, &random, again.state);
        if (!battery_same(run, again.state, world->state, run->game->state_size, "a plan deals another world than deal")) {
            return false;
        }
        if (memcmp(&random, &run->worlds, sizeof random) != 0) {
            return battery_broken(run, "a plan uses up other random numbers than deal");
        }
    }
    return true;
}

/* A dealt world is what it must be: a whole state that the view could come from. */
static bool world_fits(struct run *run, int viewer, const struct room *view, const struct room *world, const char *what)
{
    const struct bil_game *game = run->game;
    struct room again;
    if (!battery_whole(run, world, what) || !battery_check(run, run->rules, world->state, what)) {
        return false;
    }
    if (game->actor(run->rules, world->state) != run->actor) {
        return battery_broken(run, "the actor of %s is %d, of the state %d", what, game->actor(run->rules, world->state),
                              run->actor);
    }
    battery_clean(&again, 0x5A);
    game->hide(run->rules, world->state, viewer, again.state);
    if (memcmp(again.state, view->state, game->state_size) != 0) {
        const int at = battery_difference(again.state, view->state, game->state_size);
        return battery_broken(run, "%s, hidden again, is not the view: byte %d is %d, not %d", what, at, again.state[at],
                              view->state[at]);
    }
    if (viewer != BIL_EVERYBODY && !battery_same_observation(run, again.state, view->state, what)) {
        return false;
    }
    if (viewer == run->actor && !battery_same_moves(run, world->state, what)) {
        return false;
    }
    return true;
}

/* So is one that is dealt as players come to it, and the same chance deals it again. */
static bool believed_world(struct run *run, int viewer, const struct room *view, const struct bil_random *before)
{
    _Alignas(uint64_t) uint8_t plan[BIL_MAX_PLAN];
    struct room world[2];
    char name[16];
    char what[96];
    snprintf(what, sizeof what, "a world believed for %s", battery_viewer(viewer, name));
    bil_plan_deals(run->game, run->rules, view->state, plan);
    for (int use = 0; use < 2; use++) {
        struct bil_random random = *before;
        battery_clean(&world[use], use == 0 ? 0x00 : 0xFF);
        bil_deal_believed(run->game, run->rules, view->state, plan, &random, world[use].state);
    }
    return battery_same(run, world[1].state, world[0].state, run->game->state_size,
                        "believing leaves bytes, or is not repeatable") &&
           world_fits(run, viewer, view, &world[0], what);
}

bool battery_worlds(struct run *run, int viewer, const struct room *view)
{
    const struct bil_game *game = run->game;
    char name[16];
    char what[96];
    struct room world;
    struct room again;
    snprintf(what, sizeof what, "a world dealt for %s", battery_viewer(viewer, name));
    battery_clean(&world, 0x00);
    battery_clean(&again, 0xFF);
    const struct bil_random before = run->worlds;
    struct bil_random first = before;
    struct bil_random second = before;
    game->deal(run->rules, view->state, &first, world.state);
    game->deal(run->rules, view->state, &second, again.state);
    run->worlds = first;
    run->count->worlds++;
    if (!battery_same(run, again.state, world.state, game->state_size, "deal leaves bytes as they were, or is not repeatable")) {
        return false;
    }
    if (memcmp(&first, &second, sizeof first) != 0) {
        return battery_broken(run, "deal is not repeatable: it uses up other random numbers");
    }
    if (!world_fits(run, viewer, view, &world, what) || !planned_worlds(run, view, &world, &before) ||
        (game->deal_believed && !believed_world(run, viewer, view, &before))) {
        return false;
    }
    return run->actor == BIL_OVER || world_goes_on(run, &world);
}

/* ------------------------------------------------------------------ positions */

/* Writes a state, reads it back: the facts must be the same. */
bool battery_position(struct run *run, const uint8_t *state, const char *of)
{
    const struct bil_game *game = run->game;
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    struct room back;
    battery_clean(&back, 0x00);
    bil_json_object(&text);
    bil_members_write(game, run->rules, state, &text);
    bil_json_object_end(&text);
    const struct bil_value *document = bil_json_read(bil_text_string(&text), text.length, "position", &error);
    bool good = document != NULL;
    if (!good) {
        battery_broken(run, "the position of %s is not JSON: %s", of, error.text);
    } else if (!bil_members_read(game, run->rules, document, back.state, &error)) {
        good = battery_broken(run, "the position of %s is refused: %s", of, error.text);
    } else if (memcmp(back.state, state, game->facts_size) != 0) {
        const int at = battery_difference(back.state, state, game->facts_size);
        good = battery_broken(run, "the position of %s comes back with byte %d as %d, not %d", of, at, back.state[at], state[at]);
    } else {
        good = battery_whole(run, &back, "position_read") && battery_check(run, run->rules, back.state, "a position read back");
    }
    bil_json_free(document);
    bil_text_free(&text);
    run->count->positions++;
    return good;
}
