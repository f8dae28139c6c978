/* A game with its options and edition, laid out for programs that count by numbers. Must never change once it was made. */
#include <stdlib.h>

#include "billions/edition.h"
#include "env/env_internal.h"
#include "table/settings.h"

/* ------------------------------------------------------------------ making */

struct naming {
    struct bil_observed *part; /* NULL: they are only counted */
    int count, bits;
};

static int bits_of(int most)
{
    return 32 - __builtin_clz((unsigned)most);
}

static void name_part(void *context, const struct bil_observed *part)
{
    struct naming *naming = context;
    if (naming->part) {
        naming->part[naming->count] = *part;
    }
    naming->count++;
    naming->bits += part->count * bits_of(part->most);
}

static bool name_parts(struct bil_ruleset *ruleset, struct bil_error *error)
{
    struct naming naming = {0};
    bil_observation_parts(ruleset->game, name_part, &naming);
    ruleset->part = calloc((size_t)naming.count, sizeof *ruleset->part);
    ruleset->most = calloc((size_t)ruleset->shape.observation, sizeof *ruleset->most);
    if (!ruleset->part || !ruleset->most) {
        return bil_fail(error, "There is not enough memory for the parts of an observation.");
    }
    naming = (struct naming){.part = ruleset->part};
    bil_observation_parts(ruleset->game, name_part, &naming);
    ruleset->parts = naming.count;
    for (int p = 0; p < naming.count; p++) {
        for (int i = 0; i < ruleset->part[p].count; i++) {
            ruleset->most[ruleset->part[p].at + i] = (float)ruleset->part[p].most;
        }
    }
    ruleset->shape.bits = naming.bits;
    return true;
}

static bool lay_out(struct bil_ruleset *ruleset, struct bil_error *error)
{
    ruleset->observer = calloc(1, sizeof *ruleset->observer);
    ruleset->actions = calloc(1, sizeof *ruleset->actions);
    if (!ruleset->observer || !ruleset->actions) {
        return bil_fail(error, "There is not enough memory for the rules.");
    }
    bil_observer_make(ruleset->game, ruleset->rules, ruleset->observer);
    bil_actions_make(ruleset->game, ruleset->actions);
    ruleset->shape = (struct bil_shape){.seats = ruleset->config.seats,
                                        .observation = ruleset->observer->size,
                                        .actions = ruleset->actions->count,
                                        .legal = ruleset->game->max_moves};
    return name_parts(ruleset, error);
}

/* What a configuration says, and an edition that was read need not last. */
static bool take_config(struct bil_ruleset *ruleset, const struct bil_config *config, struct bil_error *error)
{
    ruleset->config = *config;
    ruleset->config.fast = false;
    for (int i = 0; i < config->setting_count; i++) {
        if (!config->settings || !config->settings[i].key || !config->settings[i].value) {
            return bil_fail(error, "Setting %d has no key or no value.", i + 1);
        }
    }
    if (config->edition && !bil_edition_game(config->edition, ruleset->game, error)) {
        return false;
    }
    if (!bil_rules_new(ruleset->game, &ruleset->config, &ruleset->rules, &ruleset->quick, error)) {
        return false;
    }
    ruleset->settings = bil_settings_copy(config->settings, config->setting_count);
    ruleset->config.settings = ruleset->settings;
    ruleset->config.edition = NULL;
    bil_edition_hash(ruleset->game, ruleset->rules, ruleset->edition);
    return true;
}

struct bil_ruleset *bil_ruleset_new(const char *name, const struct bil_config *config, struct bil_error *error)
{
    const struct bil_game *game = bil_game_named(name ? name : "", error);
    if (!game) {
        return NULL;
    }
    struct bil_ruleset *ruleset = calloc(1, sizeof *ruleset);
    if (!ruleset) {
        bil_fail(error, "There is not enough memory for the rules.");
        return NULL;
    }
    ruleset->game = game;
    if (take_config(ruleset, config, error) && lay_out(ruleset, error)) {
        return ruleset;
    }
    bil_ruleset_free(ruleset);
    return NULL;
}

void bil_ruleset_free(struct bil_ruleset *ruleset)
{
    if (ruleset) {
        free(ruleset->part);
        free(ruleset->most);
        free(ruleset->observer);
        free(ruleset->actions);
        free(ruleset->settings);
        free(ruleset->rules);
        free(ruleset->quick);
        free(ruleset);
    }
}

/* ------------------------------------------------------------------ looking */

void bil_ruleset_shape(const struct bil_ruleset *ruleset, struct bil_shape *shape)
{
    *shape = ruleset->shape;
}

const struct bil_game *bil_ruleset_game(const struct bil_ruleset *ruleset)
{
    return ruleset->game;
}

const void *bil_ruleset_rules(const struct bil_ruleset *ruleset)
{
    return ruleset->rules;
}

int bil_ruleset_parts(const struct bil_ruleset *ruleset)
{
    return ruleset->parts;
}

const struct bil_observed *bil_ruleset_part(const struct bil_ruleset *ruleset, int part)
{
    return part >= 0 && part < ruleset->parts ? &ruleset->part[part] : NULL;
}

void bil_ruleset_floats(const struct bil_ruleset *ruleset, const uint16_t *observation, float *floats)
{
    const float *most = ruleset->most;
    for (int i = 0; i < ruleset->shape.observation; i++) {
        floats[i] = (float)observation[i] / most[i];
    }
}

void bil_ruleset_bits(const struct bil_ruleset *ruleset, const uint16_t *observation, uint8_t *bits)
{
    for (int p = 0; p < ruleset->parts; p++) {
        const struct bil_observed *part = &ruleset->part[p];
        const int each = bits_of(part->most);
        for (int i = part->at; i < part->at + part->count; i++) {
            for (int b = 0; b < each; b++) {
                *bits++ = observation[i] >> b & 1;
            }
        }
    }
}

/* ------------------------------------------------------------------ for state.c and env.c */

void bil_ruleset_numbers(const struct bil_ruleset *ruleset, const bil_move *move, int count, int32_t *number)
{
    for (int i = 0; i < count; i++) {
        number[i] = bil_action_of(ruleset->actions, move[i]);
    }
}

void bil_ruleset_sort(int32_t *number, int count)
{
    for (int i = 1; i < count; i++) {
        const int32_t one = number[i];
        int at = i;
        for (; at > 0 && number[at - 1] > one; at--) {
            number[at] = number[at - 1];
        }
        number[at] = one;
    }
}

/* Seats that share a place share what the places have that they take up. */
void bil_ruleset_outcome(const struct bil_ruleset *ruleset, const void *state, float *reward, int32_t *points, uint8_t *places)
{
    const int seats = ruleset->shape.seats;
    uint8_t place[BIL_MAX_SEATS];
    ruleset->game->rank(ruleset->rules, state, place);
    for (int seat = 0; seat < seats; seat++) {
        int alike = 0;
        for (int other = 0; other < seats; other++) {
            alike += place[other] == place[seat];
        }
        if (places) {
            places[seat] = place[seat];
        }
        if (reward) {
            const float mean = (float)(2 * (place[seat] - 1) + alike - 1) / 2; /* of the places that they take up, from 0 */
            reward[seat] = 1 - 2 * mean / (float)(seats - 1);
        }
        if (points) {
            struct bil_score score;
            ruleset->game->score(ruleset->rules, state, seat, &score);
            points[seat] = score.total;
        }
    }
}

enum bil_refused bil_ruleset_chosen(const struct bil_ruleset *ruleset, const int32_t *number, int count, int32_t action, int *which)
{
    for (*which = 0; *which < count; ++*which) {
        if (number[*which] == action) {
            return BIL_ACCEPTED;
        }
    }
    return action < 0 || action >= ruleset->shape.actions ? BIL_NO_ACTION : BIL_NOT_LEGAL;
}
