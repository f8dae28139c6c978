/* `billions play` on a real pseudo-terminal: whole games, alone and with several persons at one screen, colours and widths, and
 * every way to leave. What must not be seen is looked for on every screen that was shown. */
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "billions/json.h"
#include "billions/match.h"
#include "billions/position.h"
#include "billions/record.h"
#include "terminal/drive.h"
#include "unit.h"

enum { PATIENCE = 120 }; /* seconds until a test that waits in vain is ended */

static const char wipe[] = "\033[H\033[2J\033[3J";
static const char *const plain_place[] = {"NO_COLOR=1", NULL};

#define ARGUMENTS(...) ((const char *const[]){"play", "one-billion-users", __VA_ARGS__, NULL})

static int watch(void **state)
{
    drive_patience(PATIENCE);
    return 0;
}

static struct bil_match *load(const char *path)
{
    struct bil_error error;
    struct bil_record_end end;
    struct bil_match *match = bil_record_load(path, NULL, &end, &error);
    if (!match) {
        fail_msg("%s", error.text);
    }
    return match;
}

/* ------------------------------------------------------------------ a whole game alone */

/* What is tried on the way: typed at the prompt of that number, and what must come before the next prompt. */
static const struct {
    int prompt;
    const char *typed;
    const char *expected;
} attempts[] = {
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
};

/* Asks for a hint and returns the number it names. */
static int ask_hint(struct drive *drive)
{
    drive_type(drive, "hint\r");
    drive_wait_for(drive, "Hint: [");
    const size_t number = drive->mark; /* no pointer: what is seen moves as it grows */
    drive_wait_for(drive, "Play> ");
    return atoi(drive->seen + number);
}

static void test_whole_game(void **state)
{
    struct drive drive;
    char path[512];
    char line[600];
    int prompt = 0;
    drive_path(path, "game.txt");
    drive_start(&drive, ARGUMENTS("--players", "2", "--seed", "11", "--names", "Ann"), plain_place, 80, 24);
    while (drive_wait(&drive, (const char *const[]){"Play> ", "The game is over.", NULL}) == 0) {
        prompt++;
        for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
            if (attempts[i].prompt == prompt) {
                drive_type(&drive, attempts[i].typed);
                drive_wait_for(&drive, attempts[i].expected);
                drive_wait_for(&drive, "Play> ");
            }
        }
        if (prompt == 4) {
            snprintf(line, sizeof line, "save %s\r", path);
            drive_type(&drive, line);
            drive_wait_for(&drive, "Saved in ");
            drive_wait_for(&drive, "Play> ");
        }
        snprintf(line, sizeof line, "%d\r", ask_hint(&drive));
        drive_type(&drive, line);
    }
    drive_wait_for(&drive, "Total");
    drive_wait_for(&drive, "wins");
    drive_wait_for(&drive, "Over> ");
    drive_type(&drive, "score\r");
    drive_wait_for(&drive, "Users");
    drive_wait_for(&drive, "Over> ");
    drive_type(&drive, "\r");
    assert_int_equal(drive_end(&drive), 0);
    assert_true(prompt > 20);
    assert_null(strstr(drive.seen, "\033["));
    assert_non_null(strstr(drive.seen, "Seat 1 (Ann)"));
    assert_int_equal(drive_widest(drive.seen) <= 80, 1);
    struct bil_match *match = load(path);
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

/* Looks for the Communities of all hands on the screen that `viewer` sees: returns how many of its own are there; fails if one is
 * there that lies in another hand. */
static int look_at_screen(const struct drive *drive, const struct bil_match *match, int viewer)
{
    struct bil_text text = {0};
    match->game->edition_json(match->rules, &text);
    const struct bil_value *edition = tree_of(&text);
    text = (struct bil_text){0};
    bil_position_write(match->game, &match->config, match->rules, match->edition, bil_match_state(match, -1), &text);
    const struct bil_value *table = tree_of(&text);
    const char *screen = drive->seen;
    for (const char *next = screen; (next = strstr(next, wipe)) != NULL; screen = next) {
        next += strlen(wipe);
    }
    char *words = run_together(screen);
    int own = 0;
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
    return own;
}

static struct bil_match *shadow_of(const char *seed)
{
    struct bil_error error;
    struct bil_match_setup setup = {.game = bil_game_find("one-billion-users"), .config = {.seats = 3}, .ask_windows = true};
    bil_seed_from_text(seed, setup.seed);
    setup.player[2].bot = bil_bot_find("greedy", &error);
    struct bil_match *match = bil_match_new(&setup, &error);
    assert_non_null(match);
    return match;
}

static void let_bots_play(struct bil_match *match)
{
    while (match->actor != BIL_OVER && match->player[match->actor].bot) {
        bil_match_step(match);
    }
}

static int index_of(const struct bil_match *match, bil_move move)
{
    int index = 0;
    while (match->move[index] != move) {
        index++;
    }
    return index;
}

static void test_hot_seat(void **state)
{
    static const char *const stops[] = {"Press Enter to go on. ", "Seat 1> ", "Seat 2> ", "The game is over.", NULL};
    struct drive drive;
    struct bil_error error;
    struct bil_match *shadow = shadow_of("21");
    int hand_overs = 0;
    int own = 0;
    int screens = 0;
    let_bots_play(shadow);
    drive_start(&drive, ARGUMENTS("--seats", "person,person,greedy", "--names", "Ann,Bo", "--seed", "21"), plain_place, 100, 40);
    for (int stop = 0; (stop = drive_wait(&drive, stops)) != 3;) {
        if (stop == 0) {
            hand_overs++;
            look_at_screen(&drive, shadow, BIL_SPECTATOR);
            drive_type(&drive, "\r");
            continue;
        }
        char line[32];
        assert_int_equal(shadow->actor, stop - 1);
        own += look_at_screen(&drive, shadow, stop - 1);
        screens++;
        const int index = index_of(shadow, bil_match_hint(shadow, NULL));
        snprintf(line, sizeof line, "%d\r", index + 1);
        drive_type(&drive, line);
        assert_true(bil_match_play(shadow, shadow->move[index], &error));
        let_bots_play(shadow);
    }
    assert_int_equal(shadow->actor, BIL_OVER);
    drive_wait_for(&drive, "Over> ");
    drive_type(&drive, "quit\r");
    assert_int_equal(drive_end(&drive), 0);
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
    drive_start(&drive, ARGUMENTS("--seats", "person,person", "--seed", seed), (const char *const[]){"TERM=dumb", NULL}, 80, 30);
    drive_wait_for(&drive, "Press Enter to go on. ");
    drive_type(&drive, "\r");
    drive_wait_for(&drive, "Seat 1> ");
    drive_type(&drive, "1\r");
    drive_wait_for(&drive, "[1] launch");
    const size_t from = drive.mark;
    drive_wait_for(&drive, "Pass the keyboard to Seat 2");
    int lines = 0;
    for (size_t i = from; i < drive.mark; i++) {
        lines += drive.seen[i] == '\n';
    }
    assert_true(lines >= 30);
    assert_null(strchr(drive.seen, '\033'));
    drive_type(&drive, "quit\r"); /* any line goes on */
    drive_wait_for(&drive, "Seat 2> ");
    drive_type(&drive, "quit\r");
    drive_wait_for(&drive, "lets it go: ");
    drive_type(&drive, "\r");
    assert_int_equal(drive_end(&drive), 0);
    drive_free(&drive);
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
    drive_wait_for(drive, "Play>");
    drive_type(drive, "1\r");
    drive_wait_for(drive, "Play>");
    drive_type(drive, "quit\r");
    drive_wait_for(drive, "go:");
    drive_type(drive, "\r");
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
        drive_wait_for(&drive, cases[i].name);
        drive_wait_for(&drive, "Play>");
        drive_type(&drive, "quit\r");
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
        first_screen(&drive, (const char *const[]){"LANG=C.UTF-8", NULL}, widths[i], false);
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
    first_screen(&drive, (const char *const[]){"COLUMNS=64", NULL}, 0, false);
    assert_true(drive_widest(drive.seen) <= 64);
    drive_free(&drive);
    first_screen(&drive, (const char *const[]){"COLUMNS=70", NULL}, 100, false);
    assert_true(drive_widest(drive.seen) <= 70);
    drive_free(&drive);
    first_screen(&drive, (const char *const[]){"COLUMNS=wide", NULL}, 0, false);
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
    drive_start(&drive, ARGUMENTS("--seed", "5", "--record", path), plain_place, 80, 24);
    assert_int_equal(tcgetattr(drive.slave, &before), 0);
    drive_wait_for(&drive, "Play> ");
    drive_type(&drive, "1\r");
    drive_wait_for(&drive, "Play> ");
    drive_type(&drive, "\003");
    drive_wait_for(&drive, "is saved in");
    assert_int_equal(drive_end(&drive), 130);
    assert_int_equal(tcgetattr(drive.slave, &after), 0);
    assert_int_equal(before.c_lflag, after.c_lflag);
    assert_int_equal(before.c_iflag, after.c_iflag);
    assert_int_equal(before.c_oflag, after.c_oflag);
    drive_free(&drive);
    struct bil_match *match = load(path);
    assert_true(match->ply > 0);
    const int ply = match->ply;
    bil_match_free(match);

    /* Without a record it says that too; and the game goes on from where the other one stopped. */
    drive_start(&drive, (const char *const[]){"play", "--resume", path, NULL}, plain_place, 80, 24);
    drive_wait_for(&drive, "Resumed from");
    drive_wait_for(&drive, "Play> ");
    drive_type(&drive, "1\r");
    drive_wait_for(&drive, "Play> ");
    drive_type(&drive, "\004");
    drive_wait_for(&drive, "is saved in");
    assert_int_equal(drive_end(&drive), 0);
    drive_free(&drive);
    match = load(path);
    assert_true(match->ply > ply);
    bil_match_free(match);

    drive_start(&drive, ARGUMENTS("--seed", "5"), plain_place, 80, 24);
    drive_wait_for(&drive, "Play> ");
    drive_type(&drive, "\003");
    drive_wait_for(&drive, "is not saved");
    drive_wait_for(&drive, "--seed 5");
    assert_int_equal(drive_end(&drive), 130);
    drive_free(&drive);
}

/* Ctrl-D and quit offer to keep the game, and take care of files that are there. */
static void test_quit(void **state)
{
    struct drive drive;
    char path[512];
    char line[600];
    drive_path(path, "third.txt");
    drive_start(&drive, ARGUMENTS("--seed", "5"), plain_place, 80, 24);
    drive_wait_for(&drive, "Play> ");
    drive_type(&drive, "1\r");
    drive_wait_for(&drive, "Play> ");
    drive_type(&drive, "\004");
    drive_wait_for(&drive, "lets it go: ");
    drive_type(&drive, "/nowhere/at/all\r");
    drive_wait_for(&drive, "/nowhere/at/all cannot be written");
    drive_wait_for(&drive, "lets it go: ");
    snprintf(line, sizeof line, "%s\r", path);
    drive_type(&drive, line);
    drive_wait_for(&drive, "Saved in");
    drive_wait_for(&drive, "--resume");
    assert_int_equal(drive_end(&drive), 0);
    drive_free(&drive);

    drive_start(&drive, ARGUMENTS("--seed", "6"), plain_place, 80, 24);
    drive_wait_for(&drive, "Play> ");
    snprintf(line, sizeof line, "save %s\r", path);
    drive_type(&drive, line);
    drive_wait_for(&drive, "(yes/no) ");
    drive_type(&drive, "perhaps\r");
    drive_wait_for(&drive, "yes or no");
    drive_wait_for(&drive, "(yes/no) ");
    drive_type(&drive, "no\r");
    drive_wait_for(&drive, "Nothing was saved");
    drive_wait_for(&drive, "Play> ");
    drive_type(&drive, "\003");
    assert_int_equal(drive_end(&drive), 130);
    drive_free(&drive);
    struct bil_match *match = load(path);
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
    drive_start(&drive, ARGUMENTS("--seed", "5", "--record", path), plain_place, 80, 24);
    drive_wait_for(&drive, "Play> ");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    drive_type(&drive, "1\r");
    drive_wait_for(&drive, "cannot be written");
    drive_wait_for(&drive, "The game goes on without a record");
    drive_wait_for(&drive, "Play> ");
    const size_t from = drive.mark;
    drive_type(&drive, "1\r");
    drive_wait_for(&drive, "Play> ");
    assert_null(strstr(drive.seen + from, "cannot be written"));
    snprintf(line, sizeof line, "save %s\r", other);
    drive_type(&drive, line);
    drive_wait_for(&drive, "Saved in");
    drive_wait_for(&drive, "Play> ");
    drive_type(&drive, "quit\r");
    drive_wait_for(&drive, "The game is saved in");
    drive_wait_for(&drive, "other.txt");
    assert_int_equal(drive_end(&drive), 0);
    drive_free(&drive);
    bil_match_free(load(other));
}

/* Between persons, what others have seen since comes back only with everybody's consent. */
static void test_undo_asks_the_others(void **state)
{
    struct drive drive;
    char seed[16];
    two_choosers(seed);
    drive_start(&drive, ARGUMENTS("--seats", "person,person", "--seed", seed), plain_place, 80, 24);
    for (int seat = 1; seat <= 2; seat++) {
        drive_wait_for(&drive, "Press Enter to go on. ");
        drive_type(&drive, "\r");
        drive_wait_for(&drive, seat == 1 ? "Seat 1> " : "Seat 2> ");
        drive_type(&drive, "1\r");
    }
    switch (drive_wait(&drive, (const char *const[]){"Press Enter to go on. ", "Seat 2> ", NULL})) {
    case 0:
        drive_type(&drive, "\r");
        drive_wait_for(&drive, "Seat 1> ");
        break;
    default:
        break;
    }
    drive_type(&drive, "undo\r");
    drive_wait_for(&drive, "Does everybody agree? (yes/no) ");
    drive_type(&drive, "no\r");
    drive_wait_for(&drive, "Nothing was taken back.");
    drive_wait_for(&drive, "> ");
    drive_type(&drive, "undo\r");
    drive_wait_for(&drive, "(yes/no) ");
    drive_type(&drive, "yes\r");
    drive_wait_for(&drive, "Taken back: launch");
    drive_wait_for(&drive, "Launch one Community");
    drive_type(&drive, "\003");
    assert_int_equal(drive_end(&drive), 130);
    drive_free(&drive);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_whole_game, watch),
        cmocka_unit_test_setup(test_hot_seat, watch),
        cmocka_unit_test_setup(test_hot_seat_without_escapes, watch),
        cmocka_unit_test_setup(test_colours, watch),
        cmocka_unit_test_setup(test_names, watch),
        cmocka_unit_test_setup(test_widths, watch),
        cmocka_unit_test_setup(test_columns, watch),
        cmocka_unit_test_setup(test_interrupt, watch),
        cmocka_unit_test_setup(test_quit, watch),
        cmocka_unit_test_setup(test_record_lost, watch),
        cmocka_unit_test_setup(test_undo_asks_the_others, watch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
