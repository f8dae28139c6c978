/* billions-hints: hints drawn at random, to be judged by people. No part of a release.
 *
 *     billions-hints GAME COUNT SEED [tables]     `tables` draws what the seat sees, too
 *
 * Bots of the level medium play; of each game one open choice is taken, every one as likely. Under the hint is what 2,000 other
 * worlds say (two moves played on from each): points and places by which the move is ahead, each with two standard errors. The same
 * words give the same hints on every machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/match.h"
#include "billions/random.h"
#include "kit/notation.h"
#include "table/messages/argument.h"

enum { CHECKED = 2000, COLUMNS = 110, STREAM_CHECK = 77 };

/* The choice with this number of those that have several moves, of all if it is negative; how many there were before. */
static int play_to(struct bil_match *match, int wanted)
{
    int choices = 0;
    while (match->actor != BIL_OVER && !(match->move_count > 1 && choices == wanted)) {
        choices += match->move_count > 1;
        bil_match_step(match);
    }
    return choices;
}

static void print_check(const struct bil_argument_ask *ask, bil_move move, bil_move other, const char *name)
{
    const struct bil_comparison_plan plan = {.seed = {1}, .stream = STREAM_CHECK, .worlds = CHECKED, .believe = true};
    struct bil_comparison comparison;
    bil_comparison_make(&ask->of, &plan, (const bil_move[]){move, other}, 2, &comparison);
    const struct bil_difference points = bil_comparison_difference(&comparison, 0, 1, BIL_COLUMN_POINTS + ask->of.seat);
    const struct bil_difference place = bil_comparison_difference(&comparison, 1, 0, BIL_COLUMN_PLACE);
    printf("- In %d other games, against `%s`: %+.1f (+- %.1f) points, %+.2f (+- %.2f) places.\n", comparison.worlds, name,
           points.mean, 2 * points.error, place.mean, 2 * place.error);
    bil_comparison_free(&comparison);
}

static void print_hint(const struct bil_match *match, int number, int part, bool tables)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE] = {0};
    const struct bil_game *game = match->game;
    const struct bil_argument_ask ask = {
        .of = {game, match->rules, view, match->actor, match->config.seats}, .moves = match->move, .count = match->move_count};
    struct bil_text words = {0};
    bil_match_view(match, match->actor, -1, view);
    if (tables) {
        game->draw(match->rules, view, &(struct bil_style){.columns = COLUMNS}, &words);
        printf("\n```\n%s```\n", bil_text_string(&words));
        bil_text_clear(&words);
    }
    game->prompt(match->rules, view, false, &words);
    printf("\n%d. Seat %d of %d, at %d %% of the game, %d moves. *%s*\n", number, match->actor + 1, match->config.seats, part,
           match->move_count, bil_text_string(&words));
    if (tables) {
        printf("   Moves:");
        for (int i = 0; i < match->move_count; i++) {
            bil_text_clear(&words);
            bil_match_move_text(match, match->move[i], &words);
            printf(" `%s`", bil_text_string(&words));
        }
        putchar('\n');
    }
    bil_text_clear(&words);
    const struct bil_argument argument = bil_argue(&ask, &words);
    struct bil_text name = {0};
    bil_match_move_text(match, argument.move, &name);
    printf("   **%s**: %s\n   ", bil_text_string(&name), bil_text_string(&words));
    const bil_move others[] = {argument.other, argument.worse};
    for (int i = 0; i < 2 && others[i]; i++) {
        bil_text_clear(&name);
        bil_match_move_text(match, others[i], &name);
        print_check(&ask, argument.move, others[i], bil_text_string(&name));
        printf(i ? "" : "   ");
    }
    bil_text_free(&name);
    bil_text_free(&words);
}

int main(int argc, char **argv)
{
    struct bil_error error = {{0}};
    const struct bil_game *game = argc > 3 ? bil_game_find(argv[1]) : NULL;
    const int count = game ? atoi(argv[2]) : 0;
    const bool tables = argc > 4 && strcmp(argv[4], "tables") == 0;
    if (!game || count < 1 || (argc > 4 && !tables)) {
        fprintf(stderr, "usage: billions-hints GAME COUNT SEED [tables], for example billions-hints six-billion 20 1\n");
        return 2;
    }
    for (int i = 0; i < count; i++) {
        struct bil_match_setup setup = {.game = game};
        struct bil_random random;
        char seed[64];
        snprintf(seed, sizeof seed, "hints %s %d", argv[3], i);
        bil_seed_from_text(seed, setup.seed);
        bil_random_stream(&random, setup.seed, STREAM_CHECK, 1);
        setup.config.seats = game->min_seats + (int)bil_random_below(&random, (uint32_t)(game->max_seats - game->min_seats + 1));
        for (int seat = 0; seat < setup.config.seats; seat++) {
            setup.player[seat].bot = bil_bot_find("medium", &error);
        }
        struct bil_match *match = bil_match_new(&setup, &error);
        const int choices = match ? play_to(match, -1) : 0;
        const int wanted = choices ? (int)bil_random_below(&random, (uint32_t)choices) : 0;
        bil_match_free(match);
        match = choices ? bil_match_new(&setup, &error) : NULL;
        if (!match) {
            fprintf(stderr, "billions-hints: %s\n", error.text);
            return 1;
        }
        play_to(match, wanted);
        print_hint(match, i + 1, 100 * wanted / choices, tables);
        bil_match_free(match);
    }
    return 0;
}
