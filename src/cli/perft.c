/* `billions perft`: counts how many ways a game can go. Must never print a count that was not finished. */
#include <inttypes.h>
#include <stdlib.h>

#include "billions/json.h"
#include "billions/position.h"
#include "cli/commands.h"
#include "lab/simulation/perft.h"
#include "table/memory.h"

static void write_levels(const struct bil_game *game, int depth, const struct bil_perft *level, bool json, struct bil_text *out)
{
    if (!json) {
        bil_text_format(out, "%5s %16s %16s %16s %12s\n", "depth", "sequences", "states", "views", "over");
        for (int d = 0; d <= depth; d++) {
            bil_text_format(out, "%5d %16" PRIu64 " %16" PRIu64 " %16" PRIu64 " %12" PRIu64 "\n", d, level[d].sequences,
                            level[d].states, level[d].views, level[d].over);
        }
        return;
    }
    bil_json_object(out);
    bil_json_key_string(out, "game", game->id);
    bil_json_key_array(out, "levels");
    for (int d = 0; d <= depth; d++) {
        bil_json_object(out);
        bil_json_key_integer(out, "depth", d);
        bil_json_key_integer(out, "sequences", (int64_t)level[d].sequences);
        bil_json_key_integer(out, "states", (int64_t)level[d].states);
        bil_json_key_integer(out, "views", (int64_t)level[d].views);
        bil_json_key_integer(out, "over", (int64_t)level[d].over);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

/* Fills in the rules and the first state of a new game. False and a sentence if the configuration is refused; *position then needs
 * no free. */
static bool begin_new_game(const struct bil_game *game, const struct bil_config *config, const struct bil_random *random,
                           struct bil_position *position, struct bil_error *error)
{
    struct bil_random chance = *random;
    *position = (struct bil_position){.game = game};
    position->rules = bil_memory_zero(1, game->rules_size);
    position->state = bil_memory_zero(1, game->state_size);
    if (!game->rules_init(config, position->rules, error)) {
        bil_position_free(position);
        return false;
    }
    game->setup(position->rules, &chance, position->state, NULL);
    return true;
}

/* Rules and first state: of a position file, or of a new game. */
static int begin_position(const struct bil_game *game, const struct bil_config *config, const char *path,
                          const struct bil_random *random, struct bil_position *position)
{
    struct bil_error error = {{0}};
    bool missing = false;
    if (path ? bil_position_load(path, game, config, position, &missing, &error)
             : begin_new_game(game, config, random, position, &error)) {
        return BIL_EXIT_FINE;
    }
    return bil_exit_with(missing ? BIL_EXIT_FILES : path ? BIL_EXIT_INPUT : BIL_EXIT_USAGE, "%s", error.text);
}

/* What was asked for. */
static struct {
    const char *seed, *edition, *position;
    int64_t depth, players;
    bool json;
    struct bil_list options;
} asked = {.seed = "1", .depth = 3};

static int run_perft(const struct bil_list *words)
{
    const struct bil_game *game = bil_cli_game(words->item[0]);
    if (!game) {
        return BIL_EXIT_USAGE;
    }
    struct bil_settings settings;
    struct bil_config config = {.seats = asked.players ? (int)asked.players : asked.position ? 0 : game->min_seats};
    int code = bil_cli_settings(game, &asked.options, false, &settings);
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_edition_file(asked.edition, game, &config.edition);
    }
    if (code == BIL_EXIT_FINE) {
        uint8_t seed[BIL_SEED_BYTES];
        struct bil_random random;
        struct bil_position position = {0};
        struct bil_perft level[BIL_PERFT_DEPTH + 1];
        struct bil_text text = {0};
        config.settings = settings.setting;
        config.setting_count = settings.count;
        bil_seed_from_text(asked.seed, seed);
        bil_random_match(&random, seed);
        code = begin_position(game, &config, asked.position, &random, &position);
        if (code == BIL_EXIT_FINE) {
            const atomic_bool *stop = bil_cli_catch_interrupts();
            if (bil_perft_run(game, position.rules, position.state, &random, (int)asked.depth, stop, level)) {
                write_levels(game, (int)asked.depth, level, asked.json, &text);
                code = bil_print(&text);
            } else {
                code = bil_exit_with(BIL_EXIT_STOPPED, "Stopped before the count was finished; a smaller --depth takes less time.");
            }
        }
        bil_position_free(&position);
    }
    bil_json_free(config.edition);
    bil_cli_settings_free(&settings);
    return code;
}

static const struct bil_flag flags[] = {
    {"depth", BIL_FLAG_NUMBER, &asked.depth, "D", "how many decisions deep (3)", 0, BIL_PERFT_DEPTH},
    {"position", BIL_FLAG_TEXT, &asked.position, "FILE", "begin from a position; else from a new game", 0, 0},
    {"players", BIL_FLAG_NUMBER, &asked.players, "N", "seats of a new game (as few as the game allows)", 1, 99},
    {"seed", BIL_FLAG_TEXT, &asked.seed, "S", "what chance decides (1)", 0, 0},
    {"option", BIL_FLAG_LIST, &asked.options, "K=V", "an option of the game; may be repeated", 0, 0},
    {"edition", BIL_FLAG_TEXT, &asked.edition, "FILE", "play with the card table of this file", 0, 0},
    {"json", BIL_FLAG_SWITCH, &asked.json, NULL, "JSON instead of text", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_perft = {
    .name = "perft",
    .help = "count how many ways a game can go",
    .usage = {"billions perft GAME [--depth D] [--position FILE] [OPTIONS]",
              "Counts the sequences of decisions, the different states, the different views of the seat that\n"
              "is asked, and the ends of the game, decision by decision.",
              flags},
    .least = 1,
    .most = 1,
    .run = run_perft,
};
