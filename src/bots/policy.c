/* Choosing by advice with some freedom (see policy.h), and the bots that look no move ahead. Knows no particular game, and sees
 * what the seat sees. */
#include "bots/policy.h"

#include <math.h>

#include "bots/bots.h"

static const double USUAL_EASY = 1, USUAL_MEDIUM = 0.15;

void bil_policy_advise(const struct bil_game *game, int person, const void *rules, const void *view, const bil_move *moves,
                       int count, int32_t *value, void *memo)
{
    if (memo && game->advise_again) {
        game->advise_again(rules, view, moves, count, value, memo);
    } else {
        game->advise(rules, view, moves, count, value);
    }
    if (person >= 0) {
        game->persons->lean(rules, view, person, moves, count, value);
    }
}

void bil_policy_weights(const struct bil_game *game, const int32_t *value, int count, double temperature, float *weight)
{
    int32_t best = value[0];
    for (int i = 1; i < count; i++) {
        best = value[i] > best ? value[i] : best;
    }
    const float unit = (float)(temperature * (game->advice_scale > 0 ? game->advice_scale : 1));
    for (int i = 0; i < count; i++) {
        const float below = (float)(value[i] - best) / unit;
        weight[i] = below < -20.0F ? 0.0F : expf(below);
    }
}

/* An index, each as likely as its weight. */
static int draw_index(const float *weight, int count, struct bil_random *random)
{
    float sum = 0;
    for (int i = 0; i < count; i++) {
        sum += weight[i];
    }
    float rest = sum * (float)(bil_random_word(random) >> 8) * 0x1p-24F;
    for (int i = 0; i < count - 1; i++) {
        rest -= weight[i];
        if (rest < 0) {
            return i;
        }
    }
    return count - 1;
}

int bil_policy_best(const int32_t *value, int count, struct bil_random *random)
{
    int best = 0;
    uint32_t equals = 1;
    for (int i = 1; i < count; i++) {
        if (value[i] > value[best]) {
            best = i;
            equals = 1;
        } else if (value[i] == value[best] && bil_random_below(random, ++equals) == 0) {
            best = i;
        }
    }
    return best;
}

const struct bil_bot_param bil_softmax_params[] = {
    {"temperature", 0, 0, 100,
     BIL_SETTING_TEXT("how freely it strays from the best advice: a move that is worse by that many clear differences "
                      "is e times rarer (Boltzmann choice); 0: as the game says for this level")},
    {NULL, 0, 0, 0, NULL},
};

static bil_move choose_softmax(const struct bil_bot *bot, const struct bil_ask *ask, double usual)
{
    int32_t value[BIL_MAX_MOVES];
    float weight[BIL_MAX_MOVES];
    if (ask->count < 2) {
        return ask->moves[0];
    }
    const double temperature = bot->param[0] > 0 ? bot->param[0] : usual;
    bil_policy_advise(ask->game, bil_person_find(ask->game, bot->person), ask->rules, ask->view, ask->moves, ask->count, value,
                      NULL);
    bil_policy_weights(ask->game, value, ask->count, temperature, weight);
    return ask->moves[draw_index(weight, ask->count, ask->random)];
}

bil_move bil_choose_easy(const struct bil_bot *bot, const struct bil_ask *ask)
{
    return choose_softmax(bot, ask, ask->game->easy_freedom > 0 ? 0.01 * ask->game->easy_freedom : USUAL_EASY);
}

bil_move bil_choose_medium(const struct bil_bot *bot, const struct bil_ask *ask)
{
    return choose_softmax(bot, ask, ask->game->medium_freedom > 0 ? 0.01 * ask->game->medium_freedom : USUAL_MEDIUM);
}

/* What the game (and who the bot is) advises most; equals are decided by its own random stream. */
bil_move bil_choose_greedy(const struct bil_bot *bot, const struct bil_ask *ask)
{
    int32_t value[BIL_MAX_MOVES];
    if (ask->count == 1) {
        return ask->moves[0];
    }
    bil_policy_advise(ask->game, bil_person_find(ask->game, bot->person), ask->rules, ask->view, ask->moves, ask->count, value,
                      NULL);
    int32_t best = value[0];
    uint32_t equals = 0;
    for (int i = 0; i < ask->count; i++) {
        if (value[i] > best) {
            best = value[i];
            equals = 0;
        }
        equals += value[i] == best;
    }
    uint32_t pick = equals > 1 ? bil_random_below(ask->random, equals) : 0;
    for (int i = 0; i < ask->count; i++) {
        if (value[i] == best && pick-- == 0) {
            return ask->moves[i];
        }
    }
    return ask->moves[0];
}

/* Any legal move, every one equally likely: it looks at nothing, the baseline for every other bot. */
bil_move bil_choose_random(const struct bil_bot *bot, const struct bil_ask *ask)
{
    (void)bot;
    return ask->moves[ask->count == 1 ? 0 : bil_random_below(ask->random, (uint32_t)ask->count)];
}
