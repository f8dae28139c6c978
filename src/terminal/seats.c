/* Who sits where, from what the command line says. Must never seat a player that was not asked for: a list that does not fit the
 * table is refused with a sentence. */
#include "terminal/seats.h"

#include <string.h>

#include "table/external_bot.h"

static int count_names(const char *list)
{
    int count = 1;
    for (; *list; list++) {
        count += *list == ',';
    }
    return count;
}

/* Name number `index` of a list parted by commas, without blanks around it; false if it does not fit into `name`. */
static bool name_at(const char *list, int index, char *name, size_t room)
{
    for (; index > 0; index--) {
        list = strchr(list, ',') + 1;
    }
    while (*list == ' ') {
        list++;
    }
    size_t length = strcspn(list, ",");
    while (length > 0 && list[length - 1] == ' ') {
        length--;
    }
    const bool fits = length < room;
    length = fits ? length : room - 1;
    memcpy(name, list, length);
    name[length] = 0;
    return fits;
}

int bil_seats_count(const struct bil_seating *seating, const struct bil_game *game, struct bil_error *error)
{
    const char *from = "--players";
    int count = seating->players;
    if (count == 0 && seating->seats) {
        from = "--seats";
        count = count_names(seating->seats);
    } else if (count == 0 && seating->bots && count_names(seating->bots) > 1) {
        from = "--bots";
        count = count_names(seating->bots) + 1;
    } else if (count == 0) {
        count = BIL_USUAL_SEATS < game->min_seats   ? game->min_seats
                : BIL_USUAL_SEATS > game->max_seats ? game->max_seats
                                                    : BIL_USUAL_SEATS;
    }
    if (count >= game->min_seats && count <= game->max_seats) {
        return count;
    }
    if (game->min_seats == game->max_seats) {
        bil_fail(error, "%s: %s is for %d players, not for %d.", from, game->title, game->min_seats, count);
    } else {
        bil_fail(error, "%s: %s is for %d to %d players, not for %d.", from, game->title, game->min_seats, game->max_seats, count);
    }
    return 0;
}

/* The player that a name in --seats or --bots means. */
static bool seat_one(const char *name, bool person_allowed, struct bil_player *player, struct bil_error *error)
{
    struct bil_error reason;
    *player = (struct bil_player){0};
    if (person_allowed && strcmp(name, "person") == 0) {
        return true;
    }
    player->bot = bil_external_bot_find(name, &reason);
    if (player->bot) {
        return true;
    }
    return person_allowed ? bil_fail(error, "--seats: %s A person is called person.", reason.text)
                          : bil_fail(error, "--bots: %s", reason.text);
}

bool bil_seats_fill(const struct bil_seating *seating, int seats, struct bil_player player[BIL_MAX_SEATS], struct bil_error *error)
{
    const bool all = seating->seats != NULL;
    const char *list = all ? seating->seats : seating->bots ? seating->bots : "greedy";
    const int count = count_names(list);
    const int first = all ? 0 : 1;
    if (all && seating->bots) {
        return bil_fail(error, "--seats and --bots do not go together: --seats says already who sits where.");
    }
    if (count != seats - first && (all || count > 1)) {
        return bil_fail(error, "%s names %d, but there %s %d to fill.", all ? "--seats" : "--bots", count,
                        seats - first == 1 ? "is a seat, just" : "are seats,", seats - first);
    }
    player[0] = (struct bil_player){0};
    for (int seat = first; seat < seats; seat++) {
        char name[BIL_BOT_NAME];
        if (!name_at(list, all || count > 1 ? seat - first : 0, name, sizeof name)) {
            return bil_fail(error, "%s: nobody is called \"%.60s...\".", all ? "--seats" : "--bots", name);
        }
        if (!seat_one(name, all, &player[seat], error)) {
            return false;
        }
    }
    return true;
}

bool bil_seats_name(const char *names, int seats, struct bil_player player[BIL_MAX_SEATS], struct bil_error *error)
{
    const int count = count_names(names);
    int persons = 0;
    for (int seat = 0; seat < seats; seat++) {
        persons += player[seat].bot == NULL;
    }
    if (count > persons) {
        return bil_fail(error, "--names gives %d names, but there %s.", count,
                        persons == 0   ? "are only bots"
                        : persons == 1 ? "is one person"
                                       : "are fewer persons");
    }
    for (int seat = 0, next = 0; seat < seats && next < count; seat++) {
        char name[BIL_PLAYER_NAME] = {0};
        if (player[seat].bot) {
            continue;
        }
        if (!name_at(names, next++, name, sizeof name)) {
            return bil_fail(error, "--names: \"%s...\" is too long; a name has at most %d bytes.", name, BIL_PLAYER_NAME - 1);
        }
        for (const char *at = name; *at; at++) {
            if ((unsigned char)*at < 0x20 || *at == 0x7F) {
                return bil_fail(error, "--names: a name consists of letters, not of control characters.");
            }
        }
        memcpy(player[seat].name, name, sizeof name);
    }
    return true;
}
