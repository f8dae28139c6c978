/* What the two calibration games share: they have no options, no editions and two seats, and say so to whoever asks for more. */
#include "bench/calibration.h"

bool bil_calibration_config(const struct bil_game *game, const struct bil_config *config, struct bil_error *error)
{
    if (config->seats != 2) {
        return bil_fail(error, "%s is for 2 seats, not %d.", game->title, config->seats);
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
    return true;
}
