/* Ford: options and edition into rules (FORD-1, 2, 11). Whatever is wrong gets one sentence here; it never draws a random number.
 */
#include "third_game/state.h"

const struct bil_option ford_options[] = {
    {"hand", "1-7", "5", "Cards that are dealt to each seat.", NULL},
    {"rounds", "1-99", "15", "After how many rounds the game ends at the latest.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static bool number(const struct bil_setting *setting, int high, uint8_t *out, struct bil_error *error)
{
    int value = 0;
    const char *digit = setting->value;
    while (*digit >= '0' && *digit <= '9' && value <= high) {
        value = 10 * value + (*digit++ - '0');
    }
    if (*digit || value < 1 || value > high) {
        return bil_fail(error, "Option %s cannot be \"%.40s\": give a number from 1 to %d.", setting->key, setting->value, high);
    }
    *out = (uint8_t)value;
    return true;
}

static bool read_options(const struct bil_config *config, struct ford_rules *rules, struct bil_error *error)
{
    for (int i = 0; i < config->setting_count; i++) {
        const struct bil_setting *setting = &config->settings[i];
        if (strcmp(setting->key, "hand") == 0) {
            if (!number(setting, FORD_HAND, &rules->hand, error)) {
                return false;
            }
        } else if (strcmp(setting->key, "rounds") == 0) {
            if (!number(setting, FORD_ROUNDS, &rules->rounds, error)) {
                return false;
            }
        } else {
            return bil_fail(error, "Ford has no option \"%.40s\": there are hand and rounds.", setting->key);
        }
    }
    return true;
}

static bool read_edition(const struct bil_value *edition, struct ford_rules *rules, struct bil_error *error)
{
    static const char *const keys[] = {"format", "game", "copies", NULL};
    const struct bil_value *copies = NULL;
    if (!bil_value_known(edition, keys, error) || !bil_value_object(edition, "copies", &copies, error) ||
        (copies && !bil_value_known(copies, ford_names + 1, error))) {
        return false;
    }
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        int count = rules->copies[kind]; /* what is not named stays as it is compiled in */
        if (!bil_value_integer(copies, ford_names[kind], 0, FORD_COPIES, &count, error)) {
            return false;
        }
        rules->copies[kind] = (uint8_t)count;
    }
    return true;
}

bool ford_rules_init(const struct bil_config *config, void *rules, struct bil_error *error)
{
    const struct bil_game *game = &bil_game_ford;
    struct ford_rules made = {.hand = 5, .rounds = 15, .copies = {0, 5, 5, 5, 5, 5, 5, 6, 3}};
    if (config->seats < game->min_seats || config->seats > game->max_seats) {
        return bil_fail(error, "Ford is for %d to %d seats, not %d.", game->min_seats, game->max_seats, config->seats);
    }
    if (config->revision < 0 || config->revision > game->revision) {
        return bil_fail(error, "Ford has no rules revision %d: the newest is %d.", config->revision, game->revision);
    }
    made.seats = (uint8_t)config->seats;
    made.fast = config->fast;
    if (!read_options(config, &made, error) || (config->edition && !read_edition(config->edition, &made, error))) {
        return false;
    }
    int stones = 0;
    for (int kind = 1; kind <= FORD_STONES; kind++) {
        stones += made.copies[kind];
    }
    if (stones <= made.seats * made.hand) {
        return bil_fail(error, "%d Stones are too few for %d seats with %d cards each: there must be at least %d.", stones,
                        made.seats, made.hand, made.seats * made.hand + 1);
    }
    memcpy(rules, &made, sizeof made);
    return true;
}

void ford_quicken(void *rules)
{
    ((struct ford_rules *)rules)->fast = 1;
}

void ford_edition_json(const void *rules_, struct bil_text *out)
{
    const struct ford_rules *rules = rules_;
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", bil_game_ford.id);
    bil_json_key(out, "copies");
    bil_json_object(out);
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        bil_json_key_integer(out, ford_names[kind], rules->copies[kind]);
    }
    bil_json_object_end(out);
    bil_json_object_end(out);
}
