/* See games.h. What must be seen, the tests say. */
#include "terminal/games.h"
#include "billions/record.h"
#include "table/helpers.h"
#include "unit.h"

enum { PATIENCE = 120 }; /* seconds until a test that waits in vain is ended */

const char *const games_plain[] = {"NO_COLOR=1", NULL};

int games_watch(void **state)
{
    drive_patience(PATIENCE);
    return 0;
}

const char *games_last_screen(const struct drive *drive)
{
    static const char wipe[] = "\033[H\033[2J\033[3J";
    const char *screen = drive->seen;
    for (const char *next = screen; (next = strstr(next, wipe)) != NULL; screen = next) {
        next += strlen(wipe);
    }
    return screen;
}

struct bil_match *games_load(const char *path)
{
    struct bil_error error;
    struct bil_record_end end;
    struct bil_match *match = bil_record_load(path, NULL, &end, &error);
    helper_must(match != NULL, &error);
    return match;
}

/* A hint plays hundreds of games: of a whole game it is asked for so often. */
enum { HINTS = 3 };

int games_ask_hint(struct drive *drive)
{
    drive_type(drive, "hint\r");
    drive_wait_for(drive, "Hint: [");
    const size_t number = drive->mark; /* no pointer: what is seen moves as it grows */
    drive_wait_for(drive, "Play> ");
    return atoi(drive->seen + number);
}

static void type_number(struct drive *drive, int number)
{
    char line[32];
    snprintf(line, sizeof line, "%d\r", number);
    drive_type(drive, line);
}

int games_play_through(struct drive *drive, const char *const *arguments, int columns, const struct games_attempt *attempts)
{
    int prompt = 0;
    drive_start(drive, arguments, games_plain, columns, 24);
    while (drive_wait(drive, TEXTS("Play> ", "The game is over.")) == 0) {
        prompt++;
        for (const struct games_attempt *attempt = attempts; attempt->prompt; attempt++) {
            if (attempt->prompt == prompt) {
                drive_type(drive, attempt->typed);
                drive_talk(drive, TEXTS(attempt->expected, "Play> "));
            }
        }
        type_number(drive, prompt <= HINTS ? games_ask_hint(drive) : 1);
    }
    return prompt;
}

struct bil_match *games_shadow(const char *game, const char *seed, const struct bil_setting *setting)
{
    struct bil_error error;
    struct bil_match_setup setup = {.game = bil_game_find(game),
                                    .config = {.seats = 3, .settings = setting, .setting_count = setting ? 1 : 0},
                                    .ask_windows = true};
    bil_seed_from_text(seed, setup.seed);
    setup.player[2].bot = bil_bot_find("greedy", &error);
    struct bil_match *match = helper_match(&setup);
    games_let_bots_play(match);
    return match;
}

void games_let_bots_play(struct bil_match *shadow)
{
    while (shadow->actor != BIL_OVER && shadow->player[shadow->actor].bot) {
        bil_match_step(shadow);
    }
}

int games_hot_seat(struct drive *drive, struct bil_match *shadow, games_look *look, games_before *before)
{
    int hand_overs = 0;
    for (int stop = 0;
         (stop = drive_wait(drive, TEXTS("Press Enter to go on. ", "Seat 1> ", "Seat 2> ", "The game is over."))) != 3;) {
        if (stop == 0) {
            hand_overs++;
            look(drive, shadow, BIL_SPECTATOR);
            drive_type(drive, "\r");
            continue;
        }
        struct bil_error error;
        assert_int_equal(shadow->actor, stop - 1);
        look(drive, shadow, stop - 1);
        if (before && !before(drive, shadow)) {
            continue;
        }
        const bil_move wise = bil_match_ask_bot(shadow, bil_bot_find("greedy", NULL));
        int index = 0;
        while (shadow->move[index] != wise) {
            index++;
        }
        type_number(drive, index + 1);
        assert_true(bil_match_play(shadow, wise, &error));
        games_let_bots_play(shadow);
    }
    assert_int_equal(shadow->actor, BIL_OVER);
    drive_talk(drive, TEXTS("Over> ", ">quit\r"));
    assert_int_equal(drive_end(drive), 0);
    return hand_overs;
}
