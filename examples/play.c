/* A game of One Billion Users against two bots, by a program that takes the first move it may. Prints the record of it.
 *     cc play.c $(pkg-config --cflags --libs billions) && ./a.out */
#include <billions/match.h>
#include <billions/record.h>
#include <stdio.h>

int main(void)
{
    struct bil_error error;
    struct bil_match_setup setup = {.game = bil_game_find("one-billion-users"), .config = {.seats = 3}};
    setup.player[1].bot = setup.player[2].bot = bil_bot_find("greedy", &error);
    bil_seed_from_text("2026", setup.seed);
    struct bil_match *match = bil_match_new(&setup, &error);
    while (match->actor != BIL_OVER) {
        match->player[match->actor].bot ? bil_match_step(match) : (void)bil_match_play(match, match->move[0], &error);
    }
    struct bil_text record = {0};
    bil_record_write(match, &record);
    fputs(bil_text_string(&record), stdout);
    bil_text_free(&record);
    bil_match_free(match);
}
