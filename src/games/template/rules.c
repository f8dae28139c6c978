/* Template: options into rules. The kit reads options by their rows; here there are none. */
#include "games/template/state.h"
#include "kit/options.h"

bool tpl_rules_init(const struct bil_config *config, void *rules, struct bil_error *error)
{
    struct tpl_rules made = {.seats = (uint8_t)config->seats, .fast = config->fast};
    if (!bil_config_revision(&bil_game_template, config, error) || !bil_options_read(&bil_game_template, config, &made, error)) {
        return false;
    }
    if (config->edition) {
        return bil_fail(error, "%s has no editions: leave the edition out.", bil_game_template.title);
    }
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
