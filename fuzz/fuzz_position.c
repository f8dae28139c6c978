/* Any bytes as a position: reading must end in a sound position or a sentence; a sound one can be played on for a while, seen by
 * every seat, and written and read again. */
#include <string.h>

#include "billions/json.h"
#include "billions/position.h"
#include "insist.h"

enum { PLAYED = 60 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void check(const struct bil_position *position, const void *state)
{
    char buffer[256];
    const char *broken = position->game->check(position->rules, state, buffer, sizeof buffer);
    insist(!broken, broken ? broken : "");
}

/* Written and read again it must be the same position. */
static void round_trip(const struct bil_position *position)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    struct bil_position second = {0};
    bil_position_write(position->game, &position->config, position->rules, position->edition_loaded ? NULL : position->edition,
                       position->state, &text);
    const struct bil_value *tree = bil_json_read(bil_text_string(&text), text.length, "written", &error);
    insist(tree != NULL, error.text);
    insist(bil_position_read(tree, position->game, NULL, &second, &error), error.text);
    insist(bil_state_hash(position->game, position->state) == bil_state_hash(position->game, second.state),
           "written and read again it is another position");
    bil_position_free(&second);
    bil_json_free(tree);
    bil_text_free(&text);
}

static void play_on(const struct bil_position *position, const uint8_t seed[BIL_SEED_BYTES])
{
    const struct bil_game *game = position->game;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16)));
    unsigned char world[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_move moves[BIL_MAX_MOVES];
    struct bil_random chance;
    struct bil_random pick;
    bil_random_match(&chance, seed);
    bil_random_stream(&pick, seed, 1, 1);
    game->deal(position->rules, position->state, &pick, world); /* it may have been a view */
    memcpy(position->state, world, game->state_size);
    check(position, position->state);
    for (int i = 0; i < PLAYED; i++) {
        const int seat = game->actor(position->rules, position->state);
        if (seat == BIL_OVER) {
            break;
        }
        const int count = game->moves(position->rules, position->state, moves);
        insist(count > 0 && count <= game->max_moves, "no legal move, or too many");
        game->hide(position->rules, position->state, seat, view);
        check(position, view);
        game->deal(position->rules, view, &pick, world);
        check(position, world);
        game->apply(position->rules, position->state, moves[bil_random_below(&pick, (uint32_t)count)], &chance, NULL);
        check(position, position->state);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct bil_error error = {{0}};
    struct bil_position position = {0};
    uint8_t seed[BIL_SEED_BYTES] = {0};
    const struct bil_value *tree = bil_json_read((const char *)bytes, length, "input", &error);
    insist(tree || error.text[0], "a refusal without a sentence");
    if (!tree) {
        return 0;
    }
    if (bil_position_read(tree, NULL, NULL, &position, &error)) {
        check(&position, position.state);
        round_trip(&position);
        seed[0] = length > 0 ? bytes[length / 2] : 0;
        play_on(&position, seed);
        bil_position_free(&position);
    } else {
        insist(error.text[0], "a refusal without a sentence");
    }
    bil_json_free(tree);
    return 0;
}
