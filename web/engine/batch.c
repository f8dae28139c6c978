/* Batches: many games at once, and counts of how games can go on: for tests that the engine is the same here as elsewhere, and how
 * fast it is.
 *
 * Must give the figures that `billions sim --json` and `billions perft --json` give. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bridge.h"
#include "lab/simulation/perft.h"
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

bool web_perft(const struct web_request *request)
{
    const struct bil_game *game = bil_game_read(request->object, request->error);
    struct bil_config config = {0};
    struct bil_setting *settings = NULL;
    const struct bil_value *document = NULL;
    struct bil_position position = {0};
    struct bil_perft level[BIL_PERFT_DEPTH + 1];
    struct bil_random random;
    uint8_t seed[BIL_SEED_BYTES];
    const char *seed_text = "1";
    int depth = 0;
    if (!game || !web_number(request, "depth", 0, BIL_PERFT_DEPTH, &depth) ||
        !bil_value_string(request->object, "seed", &seed_text, request->error) ||
        !bil_value_object(request->object, "position", &document, request->error)) {
        return false;
    }
    config.seats = document ? 0 : game->min_seats;
    if (!bil_value_integer(request->object, "seats", game->min_seats, game->max_seats, &config.seats, request->error) ||
        !bil_settings_read(request->object, false, &settings, &config.setting_count, request->error)) {
        return false;
    }
    config.settings = settings;
    bil_seed_from_text(seed_text, seed);
    bil_random_match(&random, seed);
    const bool fine = document ? bil_position_read(document, game, &config, &position, request->error)
                               : bil_perft_new_game(game, &config, &random, &position, request->error);
    if (fine) {
        bil_perft_run(game, position.rules, position.state, &random, depth, NULL, level);
        bil_json_array(request->out);
        for (int d = 0; d <= depth; d++) {
            bil_json_object(request->out);
            bil_json_key_integer(request->out, "depth", d);
            bil_json_key_integer(request->out, "sequences", (int64_t)level[d].sequences);
            bil_json_key_integer(request->out, "states", (int64_t)level[d].states);
            bil_json_key_integer(request->out, "views", (int64_t)level[d].views);
            bil_json_key_integer(request->out, "over", (int64_t)level[d].over);
            bil_json_object_end(request->out);
        }
        bil_json_array_end(request->out);
    }
    bil_position_free(&position);
    free(settings);
    return fine;
}
