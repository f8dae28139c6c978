/* What is the same for every game, and what is done where a game has no way of its own. Knows no particular game. */
#include "billions/game.h"

#include <string.h>

#include "billions/persons.h"

bil_move bil_pick(const struct bil_game *game, const void *rules, const void *state, struct bil_random *random)
{
    if (game->pick) {
        return game->pick(rules, state, random);
    }
    bil_move list[BIL_MAX_MOVES];
    const int count = game->moves(rules, state, list);
    return count == 0 ? 0 : list[count == 1 ? 0 : bil_random_below(random, (uint32_t)count)];
}

/* ------------------------------------------------------------------ dealing many worlds from one view */

void bil_plan_deals(const struct bil_game *game, const void *rules, const void *view, void *plan)
{
    if (game->plan_deals) {
        game->plan_deals(rules, view, plan);
    }
}

void bil_deal_planned(const struct bil_game *game, const void *rules, const void *view, const void *plan, struct bil_random *random,
                      void *world)
{
    if (game->deal_planned) {
        game->deal_planned(rules, view, plan, random, world);
    } else {
        game->deal(rules, view, random, world);
    }
}

void bil_deal_believed(const struct bil_game *game, const void *rules, const void *view, const void *plan,
                       struct bil_random *random, void *world)
{
    if (game->deal_believed) {
        game->deal_believed(rules, view, plan, random, world);
    } else {
        bil_deal_planned(game, rules, view, plan, random, world);
    }
}

/* ------------------------------------------------------------------ events */

const char *bil_event_word(const struct bil_game *game, int kind)
{
    int known = 0;
    while (game->event_words && game->event_words[known] && known < kind) {
        known++;
    }
    return game->event_words && game->event_words[known] ? game->event_words[known] : "";
}

bool bil_event_known(const struct bil_event *event, int viewer)
{
    return viewer == BIL_EVERYBODY || event->viewers == 0xFF || (viewer >= 0 && (event->viewers >> viewer & 1U));
}

/* ------------------------------------------------------------------ persons */

int bil_person_find(const struct bil_game *game, const char *id)
{
    const struct bil_person *list = bil_persons_of(game);
    for (int i = 0; id && list && list[i].id; i++) {
        if (strcmp(list[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

void bil_persons_list(const struct bil_game *game, struct bil_text *out)
{
    const struct bil_person *list = bil_persons_of(game);
    for (int i = 0; list && list[i].id; i++) {
        if (i > 0) {
            bil_text_add(out, list[i + 1].id ? ", " : " and ");
        }
        bil_text_add(out, list[i].id);
    }
}
