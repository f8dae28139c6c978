/* `billions perft`: counts how many ways a game can go. Must never print a count that was not finished. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
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

/* Rules and first state: of a position file, or of a new game. */
static int begin_position(const struct bil_game *game, const struct bil_config *config, const char *path,
                          const struct bil_random *random, struct bil_position *position)
{
    struct bil_error error = {{0}};
    bool missing = false;
    if (path ? bil_position_load(path, game, config, position, &missing, &error)
             : bil_perft_new_game(game, config, random, position, &error)) {
        return BIL_EXIT_FINE;
    }
    return bil_exit_with(missing ? BIL_EXIT_FILES : path ? BIL_EXIT_INPUT : BIL_EXIT_USAGE, "%s", error.text);
}

int bil_cli_perft(int argc, char **argv)
{
    const char *seed_text = "1";
    const char *edition_path = NULL;
    const char *position_path = NULL;
    int64_t depth = 3;
    int64_t players = 0;
    bool json = false;
    struct bil_list options = {0};
    const struct bil_flag flags[] = {
        {"depth", BIL_FLAG_NUMBER, &depth, "D", "how many decisions deep (3)", 0, BIL_PERFT_DEPTH},
        {"position", BIL_FLAG_TEXT, &position_path, "FILE", "begin from a position; else from a new game", 0, 0},
        {"players", BIL_FLAG_NUMBER, &players, "N", "seats of a new game (as few as the game allows)", 1, 99},
        {"seed", BIL_FLAG_TEXT, &seed_text, "S", "what chance decides (1)", 0, 0},
        {"option", BIL_FLAG_LIST, &options, "K=V", "an option of the game; may be repeated", 0, 0},
        {"edition", BIL_FLAG_TEXT, &edition_path, "FILE", "play with the card table of this file", 0, 0},
        {"json", BIL_FLAG_SWITCH, &json, NULL, "JSON instead of text", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions perft GAME [--depth D] [--position FILE] [OPTIONS]",
        "Counts the sequences of decisions, the different states, the different views of the seat that\n"
        "is asked, and the ends of the game, decision by decision.",
        flags,
    };
    struct bil_list words;
    const int early = bil_arguments_read(argc, argv, &usage, 1, 1, &words);
    if (early >= 0) {
        return early;
    }
    const struct bil_game *game = bil_cli_game(words.item[0]);
    if (!game) {
        return BIL_EXIT_USAGE;
    }
    struct bil_settings settings;
    struct bil_config config = {.seats = players ? (int)players : position_path ? 0 : game->min_seats};
    int code = bil_cli_settings(game, &options, &settings);
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_edition_file(edition_path, game, &config.edition);
    }
    if (code == BIL_EXIT_FINE) {
        uint8_t seed[BIL_SEED_BYTES];
        struct bil_random random;
        struct bil_position position = {0};
        struct bil_perft level[BIL_PERFT_DEPTH + 1];
        struct bil_text text = {0};
        config.settings = settings.setting;
        config.setting_count = settings.count;
        bil_seed_from_text(seed_text, seed);
        bil_random_match(&random, seed);
        code = begin_position(game, &config, position_path, &random, &position);
        if (code == BIL_EXIT_FINE) {
            const atomic_bool *stop = bil_cli_catch_interrupts();
            if (bil_perft_run(game, position.rules, position.state, &random, (int)depth, stop, level)) {
                write_levels(game, (int)depth, level, json, &text);
                code = bil_print(&text);
            } else {
                code = bil_exit_with(BIL_EXIT_STOPPED, "Stopped before the count was finished; a smaller --depth takes less time.");
            }
        }
        bil_text_free(&text);
        bil_position_free(&position);
    }
    bil_json_free(config.edition);
    bil_cli_settings_free(&settings);
    return code;
}
