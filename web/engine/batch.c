/* Batches: many games at once, for tests that the engine is the same here as elsewhere, and how fast it is.
 *
 * Must give the figures that `billions sim --json` gives. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bridge.h"
#include "lab/simulation/sim.h"
#include "table/memory.h"
#include "table/settings.h"

enum { GAMES = 10000000 };

/* "bots": a name for every seat. */
static bool read_bots(const struct web_request *request, struct bil_sim *sim)
{
    const struct bil_value *bots = NULL;
    int count = 0;
    if (!bil_value_array(request->object, "bots", &bots, request->error)) {
        return false;
    }
    for (const struct bil_value *member = bots ? bots->child : NULL; member; member = member->next) {
        if (member->type != BIL_STRING || count == BIL_MAX_SEATS) {
            return bil_fail(request->error, "bots must be a list of at most %d names.", BIL_MAX_SEATS);
        }
        sim->bot[count] = bil_bot_find(member->string, request->error);
        if (!sim->bot[count] || !bil_bot_plays(sim->bot[count++], sim->game, request->error)) {
            return false;
        }
    }
    sim->config.seats = count;
    return (count >= sim->game->min_seats && count <= sim->game->max_seats) ||
           bil_fail(request->error, "bots names %d seats; %s is for %d to %d.", count, sim->game->title, sim->game->min_seats,
                    sim->game->max_seats);
}

bool web_sim(const struct web_request *request)
{
    struct bil_sim sim = {.game = bil_game_read(request->object, request->error), .threads = 1};
    struct bil_sim_result result;
    struct bil_setting *settings = NULL;
    const char *seed = "1";
    int games = 0;
    if (!sim.game || !web_number(request, "games", 1, GAMES, &games) || !read_bots(request, &sim) ||
        !bil_value_string(request->object, "seed", &seed, request->error) ||
        !bil_value_bool(request->object, "rotate", &sim.rotate, request->error) ||
        !bil_value_bool(request->object, "check", &sim.check, request->error) ||
        !bil_settings_read(request->object, false, &settings, &sim.config.setting_count, request->error)) {
        return false;
    }
    sim.games = (uint64_t)games;
    sim.config.settings = settings;
    bil_seed_from_text(seed, sim.seed);
    const bool fine = bil_sim_run(&sim, &result, NULL, request->error);
    free(settings);
    if (!fine) {
        return false;
    }
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, result.hash);
    bil_json_object(request->out);
    bil_json_key_integer(request->out, "games", (int64_t)result.games);
    bil_json_key_integer(request->out, "decisions", (int64_t)result.decisions);
    bil_json_key_string(request->out, "hash", hash);
    bil_json_key(request->out, "seconds");
    bil_json_number(request->out, result.seconds);
    bil_json_object_end(request->out);
    return true;
}
