/* Any bytes as an edition: rules_init must end in rules or a sentence; with rules a short game must be playable, and the edition
 * written and read again must be the same one. */
#include <stdlib.h>
#include <string.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "insist.h"

enum { PLAYED = 120 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void round_trip(const struct bil_game *game, const struct bil_config *config, const void *rules)
{
    struct bil_text text = {0};
    struct bil_text again = {0};
    struct bil_error error = {{0}};
    void *second = calloc(1, game->rules_size);
    insist(second != NULL, "no memory");
    game->edition_json(rules, &text);
    const struct bil_value *tree = bil_json_read(bil_text_string(&text), text.length, "written", &error);
    insist(tree != NULL, error.text);
    struct bil_config same = *config;
    same.edition = tree;
    insist(game->rules_init(&same, second, &error), error.text);
    game->edition_json(second, &again);
    insist(strcmp(bil_text_string(&text), bil_text_string(&again)) == 0, "written and read again it is another edition");
    bil_json_free(tree);
    bil_text_free(&text);
    bil_text_free(&again);
    free(second);
}

static void play(const struct bil_game *game, const void *rules)
{
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_move moves[BIL_MAX_MOVES];
    char buffer[256];
    const uint8_t seed[BIL_SEED_BYTES] = {7};
    struct bil_random chance;
    struct bil_random pick;
    bil_random_match(&chance, seed);
    bil_random_stream(&pick, seed, 1, 1);
    game->setup(rules, &chance, state, NULL);
    for (int i = 0; i < PLAYED && game->actor(rules, state) != BIL_OVER; i++) {
        const int count = game->moves(rules, state, moves);
        insist(count > 0 && count <= game->max_moves, "no legal move, or too many");
        game->apply(rules, state, moves[bil_random_below(&pick, (uint32_t)count)], &chance, NULL);
        const char *broken = game->check(rules, state, buffer, sizeof buffer);
        insist(!broken, broken ? broken : "");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct bil_error error = {{0}};
    const struct bil_value *edition = bil_json_read((const char *)bytes, length, "input", &error);
    const struct bil_game *game = edition ? bil_edition_game(edition, NULL, &error) : NULL;
    if (game) {
        const struct bil_config config = {
            .seats = game->min_seats + (int)(length % (size_t)(game->max_seats - game->min_seats + 1)), .edition = edition};
        void *rules = calloc(1, game->rules_size);
        insist(rules != NULL, "no memory");
        if (game->rules_init(&config, rules, &error)) {
            round_trip(game, &config, rules);
            play(game, rules);
        } else {
            insist(error.text[0], "a refusal without a sentence");
        }
        free(rules);
    } else {
        insist(error.text[0], "a refusal without a sentence");
    }
    bil_json_free(edition);
    return 0;
}
