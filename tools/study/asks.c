/* billions-asks: how many questions a game puts to a person, by what they are about, without and with the standard orders.
 *
 *     billions-asks GAME SEATS GAMES [BOT]     the person answers as BOT does, the others are BOT too (greedy)
 *
 * The same deals are played both ways. A question is one that has more than one answer; a step is questions that follow each other
 * with nothing between and that a page can put on one screen: of one kind, as drawing several cards, or the first of them passed,
 * as keeping all cards and then drawing. Never part of a release. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/match.h"
#include "kit/notation.h"

enum { KINDS = 64, WAYS = 2 };

struct tally {
    const char *kind[KINDS];
    double questions[WAYS][KINDS];
    int kinds;
    double all[WAYS], steps[WAYS];
};

/* What a question is about: the verb of the first answer that is not a pass. */
static const char *kind_of(const struct bil_match *match)
{
    const bil_move first = match->move[match->move[0] == match->game->pass && match->move_count > 1];
    return bil_verb_of(match->game->notation, first)->key;
}

static void count(struct tally *tally, int way, const char *kind)
{
    int i = 0;
    while (i < tally->kinds && strcmp(tally->kind[i], kind) != 0) {
        i++;
    }
    if (i == KINDS) {
        return;
    }
    tally->kinds += i == tally->kinds;
    tally->kind[i] = kind;
    tally->questions[way][i]++;
    tally->all[way]++;
}

static bool play(const struct bil_game *game, int seats, int number, const struct bil_bot *bot, int way, struct tally *tally,
                 struct bil_error *error)
{
    struct bil_match_setup setup = {.game = game, .config = {.seats = seats}};
    char seed[32];
    const char *last = "";
    int last_ply = -1;
    bool passed = false;
    snprintf(seed, sizeof seed, "asks %d", number);
    bil_seed_from_text(seed, setup.seed);
    for (int seat = 1; seat < seats; seat++) {
        setup.player[seat].bot = bot;
    }
    struct bil_match *match = bil_match_new(&setup, error);
    bool fine = match && (way == 0 || bil_match_order(match, 0, "standard", error));
    while (fine && match->actor != BIL_OVER) {
        if (match->player[match->actor].bot) {
            bil_match_step(match);
            continue;
        }
        const char *kind = kind_of(match);
        count(tally, way, kind);
        tally->steps[way] += match->ply != last_ply + 1 || (strcmp(kind, last) != 0 && !passed);
        last = kind;
        last_ply = match->ply;
        const bil_move answer = bil_match_ask_bot(match, bot);
        passed = answer == game->pass;
        fine = bil_match_play(match, answer, error);
    }
    bil_match_free(match);
    return fine;
}

int main(int argc, char **argv)
{
    struct bil_error error = {{0}};
    static struct tally tally;
    const struct bil_game *game = argc > 3 ? bil_game_find(argv[1]) : NULL;
    const int seats = game ? atoi(argv[2]) : 0;
    const int games = game ? atoi(argv[3]) : 0;
    if (!game || seats < game->min_seats || seats > game->max_seats || games < 1) {
        fprintf(stderr, "usage: billions-asks GAME SEATS GAMES [BOT], for example billions-asks six-billion 4 100\n");
        return 2;
    }
    const struct bil_bot *bot = bil_bot_find(argc > 4 ? argv[4] : "greedy", &error);
    bool standard = false;
    for (const struct bil_order *order = bil_orders_of(game); order && order->words; order++) {
        standard = standard || order->given == BIL_ORDER_STANDARD;
    }
    const int ways = standard ? WAYS : 1;
    for (int i = 0; bot && i < ways * games; i++) {
        if (!play(game, seats, i / ways, bot, i % ways, &tally, &error)) {
            break;
        }
    }
    if (*error.text) {
        fprintf(stderr, "billions-asks: %s\n", error.text);
        return 1;
    }
    printf("%s, %d seats, %d games: questions to one person a game\n", game->title, seats, games);
    printf("%-16s %10s%s\n", "about", "asked", standard ? "  with standard orders" : "");
    for (int i = -2; i < tally.kinds; i++) {
        const char *name = i == -2 ? "all" : i == -1 ? "steps" : tally.kind[i];
        printf("%-16s", name);
        for (int way = 0; way < ways; way++) {
            const double sum = i == -2 ? tally.all[way] : i == -1 ? tally.steps[way] : tally.questions[way][i];
            printf(" %10.1f", sum / games);
        }
        putchar('\n');
    }
    return 0;
}
