/* See thought.h. */
#include "server/thought.h"

#include <string.h>

enum { NAME = 64 };

/* What stands before the moves, the view and the rules. */
struct head {
    char bot[NAME], game[NAME];
    int32_t seat, count;
    struct bil_random random;
};

static void point(struct bil_thought *thought, const struct bil_game *game, int seat, int count)
{
    thought->ask = (struct bil_ask){.game = game,
                                    .rules = thought->rules,
                                    .quick = thought->quick,
                                    .view = thought->view,
                                    .seat = seat,
                                    .moves = thought->move,
                                    .count = count,
                                    .random = &thought->random};
}

void bil_thought_make(struct bil_thought *thought, const struct bil_bot *bot, const struct bil_ask *ask,
                      const struct bil_random *random)
{
    thought->bot = bot;
    thought->random = *random;
    memset(thought->view, 0, sizeof thought->view); /* behind the state, too */
    memcpy(thought->move, ask->moves, (size_t)ask->count * sizeof(bil_move));
    memcpy(thought->view, ask->view, ask->game->state_size);
    memcpy(thought->rules, ask->rules, ask->game->rules_size);
    memcpy(thought->quick, ask->quick, ask->game->rules_size);
    point(thought, ask->game, ask->seat, ask->count);
}

void bil_thought_write(const struct bil_thought *thought, struct bil_text *out)
{
    const struct bil_game *game = thought->ask.game;
    struct head head;
    memset(&head, 0, sizeof head); /* its gaps, too */
    memcpy(head.bot, thought->bot->name, strnlen(thought->bot->name, NAME - 1));
    memcpy(head.game, game->id, strnlen(game->id, NAME - 1));
    head.seat = thought->ask.seat;
    head.count = thought->ask.count;
    head.random = thought->random;
    bil_text_add_bytes(out, (const char *)&head, sizeof head);
    bil_text_add_bytes(out, (const char *)thought->move, (size_t)thought->ask.count * sizeof(bil_move));
    bil_text_add_bytes(out, (const char *)thought->view, game->state_size);
    bil_text_add_bytes(out, (const char *)thought->rules, game->rules_size);
    bil_text_add_bytes(out, (const char *)thought->quick, game->rules_size);
}

static const char *take(const char *at, void *to, size_t count)
{
    memcpy(to, at, count);
    return at + count;
}

bool bil_thought_read(struct bil_thought *thought, const void *bytes, size_t count, struct bil_error *error)
{
    struct head head;
    if (count < sizeof head) {
        return bil_fail(error, "A thought of %zu bytes is too short.", count);
    }
    const char *at = take(bytes, &head, sizeof head);
    head.bot[NAME - 1] = head.game[NAME - 1] = 0;
    const struct bil_game *game = bil_game_find(head.game);
    if (!game) {
        return bil_fail(error, "A thought is about a game that this program does not know.");
    }
    thought->bot = bil_bot_find(head.bot, error);
    if (!thought->bot) {
        return false;
    }
    const bool fits = head.seat >= 0 && head.seat < game->max_seats && head.count > 0 && head.count <= game->max_moves &&
                      head.random.used <= BIL_RANDOM_BUFFER && bil_bot_plays(thought->bot, game, NULL);
    if (!fits || count != sizeof head + (size_t)head.count * sizeof(bil_move) + game->state_size + 2 * game->rules_size) {
        return bil_fail(error, "A thought of %zu bytes does not hold what it says.", count);
    }
    thought->random = head.random;
    memset(thought->view, 0, sizeof thought->view);
    at = take(at, thought->move, (size_t)head.count * sizeof(bil_move));
    at = take(at, thought->view, game->state_size);
    at = take(at, thought->rules, game->rules_size);
    take(at, thought->quick, game->rules_size);
    point(thought, game, head.seat, head.count);
    return true;
}

bool bil_thought_has(const struct bil_thought *thought, bil_move move)
{
    int i = 0;
    while (i < thought->ask.count && thought->move[i] != move) {
        i++;
    }
    return i < thought->ask.count;
}
