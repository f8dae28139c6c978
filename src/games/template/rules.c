/* Template: options into rules. Every option is checked here and nowhere else; here there is none. */
#include "games/template/state.h"

bool tpl_rules_init(const struct bil_config *config, void *rules, struct bil_error *error)
{
    const struct bil_game *game = &bil_game_template;
    if (config->seats < game->min_seats || config->seats > game->max_seats) {
        return bil_fail(error, "%s is for %d to %d seats, not %d.", game->title, game->min_seats, game->max_seats, config->seats);
    }
    if (config->revision < 0 || config->revision > game->revision) {
        return bil_fail(error, "%s has no rules revision %d: the newest is %d.", game->title, config->revision, game->revision);
    }
    if (config->edition) {
        return bil_fail(error, "%s has no editions: leave the edition out.", game->title);
    }
    if (config->setting_count > 0) {
        return bil_fail(error, "%s has no option \"%.40s\", nor any other: leave it out.", game->title, config->settings[0].key);
    }
    const struct tpl_rules made = {.seats = (uint8_t)config->seats, .fast = config->fast};
    memcpy(rules, &made, sizeof made);
    return true;
}

void tpl_edition_json(const void *rules, struct bil_text *out)
{
    (void)rules;
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", bil_game_template.id);
    bil_json_object_end(out);
}
