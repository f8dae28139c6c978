/* What the tests of the table, the lab and the program share. Must never leave a file behind. */
#include "table/helpers.h"
#include "unit.h"

#include <sys/stat.h>
#include <unistd.h>

#include "billions/json.h"
#include "table/file.h"

const struct bil_game *helper_game(void)
{
    const struct bil_game *game = bil_game_find("one-billion-users");
    assert_non_null(game);
    return game;
}

struct bil_match_setup helper_setup(int seats, unsigned seed)
{
    struct bil_match_setup setup = {.game = helper_game(), .config = {.seats = seats}};
    char text[24];
    snprintf(text, sizeof text, "%u", seed);
    bil_seed_from_text(text, setup.seed);
    return setup;
}

struct bil_match *helper_match(const struct bil_match_setup *setup)
{
    struct bil_error error = {{0}};
    struct bil_match *match = bil_match_new(setup, &error);
    if (!match) {
        fail_msg("no match: %s", error.text);
    }
    return match;
}

struct bil_match *helper_small(const struct bil_game *game, unsigned seed)
{
    struct bil_match_setup setup = {.game = game, .config = {.seats = 2}};
    setup.seed[0] = (uint8_t)seed;
    return helper_match(&setup);
}

void helper_say(struct bil_match *match, const char *text)
{
    struct bil_error error = {{0}};
    if (!bil_match_say(match, text, &error)) {
        fail_msg("\"%s\": %s", text, error.text);
    }
}

const struct bil_value *helper_json(const char *text)
{
    struct bil_error error = {{0}};
    const struct bil_value *tree = bil_json_read(text, strlen(text), "text", &error);
    if (!tree) {
        helper_fail(error.text);
    }
    return tree;
}

struct bil_match *helper_position(const char *text, unsigned seed)
{
    struct bil_match_setup setup = helper_setup(0, seed);
    setup.position = helper_json(text);
    struct bil_match *match = helper_match(&setup);
    bil_json_free(setup.position);
    return match;
}

void helper_play(struct bil_match *match, int ply, unsigned seed)
{
    const uint8_t bytes[BIL_SEED_BYTES] = {(uint8_t)seed, (uint8_t)(seed >> 8), (uint8_t)(seed >> 16), 99};
    struct bil_random random;
    bil_random_stream(&random, bytes, 1, 0);
    while (match->actor != BIL_OVER && match->ply < ply) {
        struct bil_error error = {{0}};
        const bil_move move = match->move[bil_random_below(&random, (uint32_t)match->move_count)];
        if (!bil_match_play(match, move, &error)) {
            fail_msg("a legal move was refused: %s", error.text);
        }
    }
}

_Noreturn void helper_fail(const char *sentence)
{
    fail_msg("%s", sentence);
    abort(); /* never reached: cmocka leaves the test */
}

void helper_must(bool fine, const struct bil_error *error)
{
    if (!fine) {
        helper_fail(error->text);
    }
}

/* ------------------------------------------------------------------ files */

static char folder[64];

const char *helper_folder(void)
{
    strcpy(folder, "/tmp/billions-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return folder;
}

void helper_folder_end(void)
{
    char command[128];
    assert_true(strncmp(folder, "/tmp/billions-test-", 19) == 0);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
    folder[0] = 0;
}

int helper_begin(void **state)
{
    helper_folder();
    return 0;
}

int helper_end(void **state)
{
    helper_folder_end();
    return 0;
}

const char *helper_path(const char *name)
{
    static char path[8][256];
    static unsigned next;
    char *place = path[next++ % 8];
    snprintf(place, sizeof path[0], "%s/%s", folder, name);
    return place;
}

void helper_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

char *helper_read(const char *path)
{
    struct bil_error error = {{0}};
    size_t length = 0;
    char *text = bil_file_read(path, &length, &error);
    if (!text) {
        helper_fail(error.text);
    }
    return text;
}

void helper_contains(const char *text, const char *part)
{
    if (!strstr(text, part)) {
        fail_msg("\"%s\" is not in: %s", part, text);
    }
}

char *helper_replace(const char *text, const char *old, const char *new_text)
{
    const char *at = strstr(text, old);
    if (!at) {
        fail_msg("\"%s\" is not there to be replaced", old);
    }
    const size_t size = strlen(text) + strlen(new_text) + 1;
    char *made = malloc(size);
    assert_non_null(made);
    snprintf(made, size, "%.*s%s%s", (int)(at - text), text, new_text, at + strlen(old));
    return made;
}
