/* Choosing by advice with some freedom (see policy.h), and the bot that does nothing else. Knows no particular game. */
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
