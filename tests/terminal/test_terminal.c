/* `billions play` on a real pseudo-terminal: whole games, alone and with several persons at one screen, colours and widths, and
 * every way to leave. What must not be seen is looked for on every screen that was shown. */
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "billions/json.h"
#include "billions/position.h"
#include "terminal/games.h"
#include "unit.h"

#define ARGUMENTS(...) (TEXTS("play", "one-billion-users", __VA_ARGS__))

/* ------------------------------------------------------------------ a whole game alone */

static void test_whole_game(void **state)
{
    struct drive drive;
    char path[512];
    char line[600];
    drive_path(path, "game.txt");
    snprintf(line, sizeof line, "save %s\r", path);
    const struct games_attempt attempts[] = {
        {1, "help\r", "write the game to a file"},
        {1, "why block 1 Bad Press\r", "OBU-"},
        {1, "rules\r", "shows the page"},
        {2, "score\r", "If the game ended now"},
        {2, "log\r", "You are dealt"},
        {3, "undo\r", "Taken back: "},
        {5, "record\r", "1 launch"},
        {5, "moves\r", "[1]"},
        {6, "table\r", "Your hand"},
        {7, "xyzzy\r", "xyzzy"},
        {7, "999\r", "There is no move 999"},
        {8, "orders\r", "never counter"},
        {9, "why 1\r", "You can"},
        {10, "log all\r", "You launch"},
        {10, "\r", "[1]"},
        {4, line, "Saved in "},
        {0, NULL, NULL},
    };
    const int prompts = games_play_through(&drive, ARGUMENTS("--players", "2", "--seed", "11", "--names", "Ann"), 80, attempts);
    drive_talk(&drive, TEXTS("Total", "wins", "Over> ", ">score\r", "Users", "Over> ", ">\r"));
    assert_int_equal(drive_end(&drive), 0);
    assert_true(prompts > 20);
    assert_null(strstr(drive.seen, "\033["));
    assert_non_null(strstr(drive.seen, "Seat 1 (Ann)"));
    assert_int_equal(drive_widest(drive.seen) <= 80, 1);
    struct bil_match *match = games_load(path);
    assert_string_equal(match->player[0].name, "Ann");
    assert_int_equal(match->actor, 0);
    bil_match_free(match);
    drive_free(&drive);
}

/* ------------------------------------------------------------------ several persons at one screen */

/* A text with every run of blanks and line ends as one blank, so that a name is found where a line was folded. */
static char *run_together(const char *text)
{
    char *plain = drive_without_escapes(text);
    size_t length = 0;
    for (const char *at = plain; *at; at++) {
        const bool blank = *at == ' ' || *at == '\n' || *at == '\r';
        if (!blank) {
            plain[length++] = *at;
        } else if (length > 0 && plain[length - 1] != ' ') {
            plain[length++] = ' ';
        }
    }
    plain[length] = 0;
    return plain;
}

/* Whether a viewer was ever told of this card: then its name is no secret. */
static bool was_told(const struct bil_match *match, int viewer, const char *name)
{
    struct bil_text text = {0};
    bool told = false;
    for (int i = 0; i < match->event_count && !told; i++) {
        bil_text_clear(&text);
        bil_match_event_text(match, i, viewer, &text);
        told = strstr(bil_text_string(&text), name) != NULL;
    }
    bil_text_free(&text);
    return told;
}

/* A JSON text of the library as a tree. */
static const struct bil_value *tree_of(struct bil_text *text)
{
    struct bil_error error;
    const struct bil_value *tree = bil_json_read(bil_text_string(text), text->length, "test", &error);
    bil_text_free(text);
    assert_non_null(tree);
    return tree;
}

/* Whether that is the name of a Community: of those there is only one card each. */
static bool is_community(const struct bil_value *edition, const char *name)
{
    for (const struct bil_value *card = bil_value_get(edition, "communities")->child; card; card = card->next) {
        if (strcmp(bil_value_get(card, "name")->string, name) == 0) {
            return true;
        }
    }
    return false;
}

static int screens; /* that a person saw */
static int own;     /* Communities of the viewer's own that were on them */

/* Looks for the Communities of all hands on the screen that `viewer` sees; fails if one is there that lies in another hand. */
static void look_at_screen(const struct drive *drive, const struct bil_match *match, int viewer)
{
    struct bil_text text = {0};
    match->game->edition_json(match->rules, &text);
    const struct bil_value *edition = tree_of(&text);
    text = (struct bil_text){0};
    bil_position_write(match->game, &match->config, match->rules, match->edition, bil_match_state(match, -1), &text);
    const struct bil_value *table = tree_of(&text);
    const char *screen = games_last_screen(drive);
    char *words = run_together(screen);
    int seat = 0;
    for (const struct bil_value *platform = bil_value_get(table, "platforms")->child; platform; platform = platform->next, seat++) {
        const struct bil_value *hand = bil_value_get(platform, "hand");
        for (const struct bil_value *card = hand ? hand->child : NULL; card; card = card->next) {
            if (!is_community(edition, card->string) || !strstr(words, card->string)) {
                continue;
            }
            if (seat != viewer && !was_told(match, viewer, card->string)) {
                fail_msg("the screen of viewer %d shows %s of seat %d:\n%s", viewer + 1, card->string, seat + 1, screen);
            }
            own += seat == viewer;
        }
    }
    assert_int_equal(seat, match->config.seats);
    free(words);
    bil_json_free(edition);
    bil_json_free(table);
    screens += viewer != BIL_SPECTATOR;
}

static void test_hot_seat(void **state)
{
    struct drive drive;
    struct bil_match *shadow = games_shadow("one-billion-users", "21", NULL);
    drive_start(&drive, ARGUMENTS("--seats", "person,person,greedy", "--names", "Ann,Bo", "--seed", "21"), games_plain, 100, 40);
    const int hand_overs = games_hot_seat(&drive, shadow, look_at_screen, NULL);
    assert_true(hand_overs > 20);
    assert_true(screens > hand_overs);
    assert_true(own > screens / 2); /* it does find names where they are to be seen */
    bil_match_free(shadow);
    drive_free(&drive);
}

/* A seed with which both of two persons have something to choose for their launch. */
static void two_choosers(char seed[16])
{
    for (int number = 1;; number++) {
        struct bil_error error;
        struct bil_match_setup setup = {.game = bil_game_find("one-billion-users"), .config = {.seats = 2}, .ask_windows = true};
        snprintf(seed, 16, "%d", number);
        bil_seed_from_text(seed, setup.seed);
        struct bil_match *match = bil_match_new(&setup, &error);
        assert_non_null(match);
        const bool found = match->actor == 0 && bil_match_play(match, match->move[0], &error) && match->actor == 1;
        bil_match_free(match);
        if (found) {
            return;
        }
    }
}

/* On a screen without escapes the others' hand is pushed out of sight. */
static void test_hot_seat_without_escapes(void **state)
{
    struct drive drive;
    char seed[16];
    two_choosers(seed);
    drive_start(&drive, ARGUMENTS("--seats", "person,person", "--seed", seed), TEXTS("TERM=dumb"), 80, 30);
    drive_talk(&drive, TEXTS("Press Enter to go on. ", ">\r", "Seat 1> ", ">1\r", "[1] launch"));
    const size_t from = drive.mark;
    drive_wait_for(&drive, "Pass the keyboard to Seat 2");
    int lines = 0;
    for (size_t i = from; i < drive.mark; i++) {
        lines += drive.seen[i] == '\n';
    }
    assert_true(lines >= 30);
    assert_null(strchr(drive.seen, '\033'));
    drive_type(&drive, "quit\r"); /* any line goes on */
    drive_talk(&drive, TEXTS("Seat 2> ", ">quit\r", "lets it go: ", ">\r"));
    drive_done(&drive, 0);
}

/* ------------------------------------------------------------------ the look */

static bool is_ascii(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text >= 0x80) {
            return false;
        }
    }
    return true;
}

/* What the first screen looks like there, with all it wrote in `drive`. */
static void first_screen(struct drive *drive, const char *const *place, int columns, bool plain)
{
    drive_start(drive, plain ? ARGUMENTS("--seed", "5", "--plain") : ARGUMENTS("--seed", "5"), place, columns, 24);
    drive_talk(drive, TEXTS("Play>", ">1\r", "Play>", ">quit\r", "go:", ">\r"));
    assert_int_equal(drive_end(drive), 0);
}

static void test_colours(void **state)
{
    static const struct {
        const char *place[4];
        bool plain, colours, symbols;
    } cases[] = {
        {{"LANG=C.UTF-8", NULL}, false, true, true},
        {{"LANG=C", NULL}, false, true, false},
        {{"LC_ALL=C", "LANG=C.UTF-8", NULL}, false, true, false},
        {{"LANG=C.UTF-8", "NO_COLOR=1", NULL}, false, false, false},
        {{"LANG=C.UTF-8", "NO_COLOR=", NULL}, false, true, true}, /* empty is as good as unset */
        {{"LANG=C.UTF-8", "TERM=dumb", NULL}, false, false, false},
        {{"LANG=C.UTF-8", NULL}, true, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct drive drive;
        first_screen(&drive, cases[i].place, 80, cases[i].plain);
        assert_int_equal(strchr(drive.seen, '\033') != NULL, cases[i].colours);
        assert_int_equal(!is_ascii(drive.seen), cases[i].symbols);
        drive_free(&drive);
    }
}

/* Where the screen cannot show them, names are spelled in ASCII without being asked to. */
static void test_names(void **state)
{
    static const struct {
        const char *place[3];
        const char *name;
    } cases[] = {{{"LANG=C", "NO_COLOR=1", NULL}, "Seat 1 (Zoe ?)"},
                 {{"LC_ALL=POSIX", "LANG=C.UTF-8", NULL}, "Seat 1 (Zoe ?)"},
                 {{"LANG=C.UTF-8", "NO_COLOR=1", NULL}, "Seat 1 (Zo\u00EB \U0001F43A)"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct drive drive;
        drive_start(&drive, ARGUMENTS("--seed", "5", "--names", "Zo\u00EB \U0001F43A"), cases[i].place, 80, 24);
        drive_talk(&drive, TEXTS(cases[i].name, "Play>", ">quit\r"));
        assert_int_equal(drive_end(&drive), 0);
        assert_int_equal(is_ascii(drive.seen), i < 2);
        drive_free(&drive);
    }
}

static void test_widths(void **state)
{
    static const int widths[] = {30, 44, 60, 79, 80, 120, 200};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        struct drive drive;
        first_screen(&drive, TEXTS("LANG=C.UTF-8"), widths[i], false);
        const int widest = drive_widest(drive.seen);
        assert_true(widest <= widths[i]);
        assert_true(widths[i] > 130 || widest >= widths[i] - 8); /* and it makes use of the place */
        drive_free(&drive);
    }
}

/* COLUMNS says the width where the terminal does not, and where it says something else. */
static void test_columns(void **state)
{
    struct drive drive;
    first_screen(&drive, TEXTS("COLUMNS=64"), 0, false);
    assert_true(drive_widest(drive.seen) <= 64);
    drive_free(&drive);
    first_screen(&drive, TEXTS("COLUMNS=70"), 100, false);
    assert_true(drive_widest(drive.seen) <= 70);
    drive_free(&drive);
    first_screen(&drive, TEXTS("COLUMNS=wide"), 0, false);
    assert_true(drive_widest(drive.seen) <= 80);
    drive_free(&drive);
}

/* ------------------------------------------------------------------ leaving */

static void test_interrupt(void **state)
{
    struct drive drive;
    struct termios before;
    struct termios after;
    char path[512];
    drive_path(path, "other.txt");
    drive_start(&drive, ARGUMENTS("--seed", "5", "--record", path), games_plain, 80, 24);
    assert_int_equal(tcgetattr(drive.slave, &before), 0);
    drive_talk(&drive, TEXTS("Play> ", ">1\r", "Play> ", ">\003", "is saved in"));
    assert_int_equal(drive_end(&drive), 130);
    assert_int_equal(tcgetattr(drive.slave, &after), 0);
    assert_int_equal(before.c_lflag, after.c_lflag);
    assert_int_equal(before.c_iflag, after.c_iflag);
    assert_int_equal(before.c_oflag, after.c_oflag);
    drive_free(&drive);
    struct bil_match *match = games_load(path);
    assert_true(match->ply > 0);
    const int ply = match->ply;
    bil_match_free(match);

    /* Without a record it says that too; and the game goes on from where the other one stopped. */
    drive_start(&drive, TEXTS("play", "--resume", path), games_plain, 80, 24);
    drive_talk(&drive, TEXTS("Resumed from", "Play> ", ">1\r", "Play> ", ">\004", "is saved in"));
    drive_done(&drive, 0);
    match = games_load(path);
    assert_true(match->ply > ply);
    bil_match_free(match);

    drive_start(&drive, ARGUMENTS("--seed", "5"), games_plain, 80, 24);
    drive_talk(&drive, TEXTS("Play> ", ">\003", "is not saved", "--seed 5"));
    drive_done(&drive, 130);
}

/* Ctrl-D and quit offer to keep the game, and take care of files that are there. */
static void test_quit(void **state)
{
    struct drive drive;
    char path[512];
    char line[600];
    drive_path(path, "third.txt");
    drive_start(&drive, ARGUMENTS("--seed", "5"), games_plain, 80, 24);
    drive_talk(&drive, TEXTS("Play> ", ">1\r", "Play> ", ">\004", "lets it go: ", ">/nowhere/at/all\r",
                             "/nowhere/at/all cannot be written", "lets it go: "));
    snprintf(line, sizeof line, "%s\r", path);
    drive_type(&drive, line);
    drive_wait_for(&drive, "Saved in");
    drive_wait_for(&drive, "--resume");
    drive_done(&drive, 0);

    drive_start(&drive, ARGUMENTS("--seed", "6"), games_plain, 80, 24);
    drive_wait_for(&drive, "Play> ");
    snprintf(line, sizeof line, "save %s\r", path);
    drive_type(&drive, line);
    drive_talk(&drive, TEXTS("(yes/no) ", ">perhaps\r", "yes or no", "(yes/no) ", ">no\r", "Nothing was saved", "Play> ", ">\003"));
    drive_done(&drive, 130);
    struct bil_match *match = games_load(path);
    uint8_t seed[BIL_SEED_BYTES];
    bil_seed_from_text("5", seed);
    assert_memory_equal(match->seed, seed, sizeof seed);
    bil_match_free(match);
}

/* A record that cannot be written any more: that is said once, the game goes on, and can be kept elsewhere. */
static void test_record_lost(void **state)
{
    struct drive drive;
    char folder[512];
    char path[600];
    char other[512];
    char line[600];
    drive_path(folder, "gone");
    drive_path(other, "other.txt");
    unlink(other);
    snprintf(path, sizeof path, "%s/game.txt", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    drive_start(&drive, ARGUMENTS("--seed", "5", "--record", path), games_plain, 80, 24);
    drive_wait_for(&drive, "Play> ");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    drive_talk(&drive, TEXTS(">1\r", "cannot be written", "The game goes on without a record", "Play> "));
    const size_t from = drive.mark;
    drive_type(&drive, "1\r");
    drive_wait_for(&drive, "Play> ");
    assert_null(strstr(drive.seen + from, "cannot be written"));
    snprintf(line, sizeof line, "save %s\r", other);
    drive_type(&drive, line);
    drive_talk(&drive, TEXTS("Saved in", "Play> ", ">quit\r", "The game is saved in", "other.txt"));
    drive_done(&drive, 0);
    bil_match_free(games_load(other));
}

/* Between persons, what others have seen since comes back only with everybody's consent. */
static void test_undo_asks_the_others(void **state)
{
    struct drive drive;
    char seed[16];
    two_choosers(seed);
    drive_start(&drive, ARGUMENTS("--seats", "person,person", "--seed", seed), games_plain, 80, 24);
    for (int seat = 1; seat <= 2; seat++) {
        drive_wait_for(&drive, "Press Enter to go on. ");
        drive_type(&drive, "\r");
        drive_wait_for(&drive, seat == 1 ? "Seat 1> " : "Seat 2> ");
        drive_type(&drive, "1\r");
    }
    switch (drive_wait(&drive, TEXTS("Press Enter to go on. ", "Seat 2> "))) {
    case 0:
        drive_type(&drive, "\r");
        drive_wait_for(&drive, "Seat 1> ");
        break;
    default:
        break;
    }
    drive_talk(&drive, TEXTS(">undo\r", "Does everybody agree? (yes/no) ", ">no\r", "Nothing was taken back.", "> ", ">undo\r",
                             "(yes/no) ", ">yes\r", "Taken back: launch", "Launch one Community", ">\003"));
    drive_done(&drive, 130);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_whole_game, games_watch),
        cmocka_unit_test_setup(test_hot_seat, games_watch),
        cmocka_unit_test_setup(test_hot_seat_without_escapes, games_watch),
        cmocka_unit_test_setup(test_colours, games_watch),
        cmocka_unit_test_setup(test_names, games_watch),
        cmocka_unit_test_setup(test_widths, games_watch),
        cmocka_unit_test_setup(test_columns, games_watch),
        cmocka_unit_test_setup(test_interrupt, games_watch),
        cmocka_unit_test_setup(test_quit, games_watch),
        cmocka_unit_test_setup(test_record_lost, games_watch),
        cmocka_unit_test_setup(test_undo_asks_the_others, games_watch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
