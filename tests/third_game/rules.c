/* Ford: options and edition into rules (FORD-1, 2, 11). Whatever is wrong gets one sentence here; it never draws a random number.
 */
#include "third_game/state.h"

#include "kit/options.h"

#define INTO(member) BIL_INTO(struct ford_rules, member)
const struct bil_option ford_options[] = {
    {"hand", "1-7", "5", "Cards that are dealt to each seat.", NULL, INTO(hand), NULL, .name = "Cards dealt", .unit = "cards"},
    {"rounds", "1-99", "15", "After how many rounds the game ends at the latest.", NULL, INTO(rounds), NULL, .name = "Rounds",
     .unit = "rounds"},
    {0},
};

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
    struct ford_rules made = {.copies = {0, 5, 5, 5, 5, 5, 5, 6, 3}};
    made.seats = (uint8_t)config->seats;
    made.fast = config->fast;
    if (!bil_config_revision(&bil_game_ford, config, error) || !bil_options_read(&bil_game_ford, config, &made, error) ||
        (config->edition && !read_edition(config->edition, &made, error))) {
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

void ford_make_fast(void *rules)
{
    ((struct ford_rules *)rules)->fast = 1;
}

void ford_edition_json(const void *rules_, struct bil_text *out)
{
    const struct ford_rules *rules = rules_;
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", bil_game_ford.id);
    bil_json_key_object(out, "copies");
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        bil_json_key_integer(out, ford_names[kind], rules->copies[kind]);
    }
    bil_json_object_end(out);
    bil_json_object_end(out);
}
