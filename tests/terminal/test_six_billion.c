/* 6 Billion on a real pseudo-terminal and through pipes: the choice of a game, whole games, several persons at one screen, standing
 * orders, and what is refused. */
#include "terminal/games.h"
#include "unit.h"

enum { WIDTH = 100 };

#define ARGUMENTS(...) (TEXTS("play", "six-billion", __VA_ARGS__))

/* ------------------------------------------------------------------ which game */

/* Where no game is named, a person chooses. */
static void test_choice_of_a_game(void **state)
{
    static const struct {
        const char *typed, *begins;
    } cases[] = {
        {"2\r", "6 Billion: Seat 1 (you)"},
        {"six\r", "6 Billion: Seat 1 (you)"},
        {"6\r", "6 Billion: Seat 1 (you)"},
        {"\r", "One Billion Users: Seat 1 (you)"},
        {"one billion\r", "One Billion Users: Seat 1 (you)"},
        {"chess\r3\r0\r1\r", "One Billion Users: Seat 1 (you)"},
    };
    struct drive drive;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        drive_start(&drive, TEXTS("play", "--seed", "5"), games_plain, 80, 24);
        drive_talk(&drive, TEXTS("[1] One Billion Users.", "[2] 6 Billion.", "Game> "));
        drive_type(&drive, cases[i].typed);
        if (strlen(cases[i].typed) > 12) {
            drive_wait_for(&drive, "say 1 to 2, or how the name begins");
        }
        drive_talk(&drive, TEXTS(cases[i].begins, "Play> ", ">quit\r"));
        assert_int_equal(drive_widest(drive.seen) <= 80, 1);
        switch (drive_wait(&drive, TEXTS("lets it go: ", "The game is not saved"))) {
        case 0:
            drive_type(&drive, "\r");
            break;
        default:
            break;
        }
        drive_done(&drive, 0);
    }
}

/* Nobody needs to play: Ctrl-D and Ctrl-C leave the choice too. What names a game is not asked again. */
static void test_no_choice(void **state)
{
    struct drive drive;
    drive_start(&drive, TEXTS("play"), games_plain, 80, 24);
    drive_wait_for(&drive, "Game> ");
    drive_type(&drive, "\004");
    drive_done(&drive, 0);
    drive_start(&drive, TEXTS("play"), games_plain, 80, 24);
    drive_wait_for(&drive, "Game> ");
    drive_type(&drive, "\003");
    drive_done(&drive, 130);
    drive_expect(TEXTS("play", "--seed", "5"), "quit\n", 0, NULL, TEXTS("!Game>", "One Billion Users: Seat 1 (you)"));
}

/* ------------------------------------------------------------------ whole games alone */

/* Types something and waits for what must come of it, and for the next prompt. */
static void try(struct drive *drive, const char *typed, const char *expected)
{
    drive_type(drive, typed);
    drive_wait_for(drive, expected);
    drive_wait_for(drive, "Play> ");
}

static const struct games_attempt attempts[] = {
    {1, "help\r", "the rest of this step, in a sensible order"},
    {1, "orders\r", "only against COLOUR"},
    {1, "rules\r", "shows the page"},
    {2, "score\r", "If the game ended now"},
    {2, "why grow pluto\r", "SIX-"},
    {3, "undo\r", "Taken back: "},
    {4, "log\r", "Game turn 1. The order of play is drawn:"},
    {4, "table\r", "Order of turn"},
    {5, "order only against\r", "needs a colour behind it"},
    {5, "record\r", "1 "},
    {6, "xyzzy\r", "xyzzy"},
    {6, "999\r", "There is no move 999"},
    {7, "order grow\r", "Standing order: grow always"},
    {7, "ask me\r", "You have no standing orders"},
    {0, NULL, NULL},
};

static void test_whole_game_of_two(void **state)
{
    struct drive drive;
    char path[512];
    drive_path(path, "two.txt");
    const int prompts = games_play_through(
        &drive, ARGUMENTS("--players", "2", "--seed", "11", "--names", "Ann", "--record", path, "--option", "track=on"), 80,
        attempts);
    drive_talk(&drive, TEXTS("Total", "with", "Over> ", ">\r"));
    assert_int_equal(drive_end(&drive), 0);
    assert_null(strstr(drive.seen, "\033["));
    assert_true(drive_widest(drive.seen) <= 80);
    assert_true(prompts > 40);
    assert_non_null(strstr(drive.seen, "Seat 1 (Ann)"));
    drive_free(&drive);
    struct bil_match *match = games_load(path);
    assert_int_equal(match->actor, BIL_OVER);
    assert_string_equal(match->game->id, "six-billion");
    bil_match_free(match);
}

/* With five at the table and every window passed: the person is asked in its own turns alone, and what the others did comes in
 * paragraphs, one for each turn. */
static void test_whole_game_of_five(void **state)
{
    struct drive drive;
    char line[32];
    int prompts = 0;
    int alls = 0;
    drive_start(&drive, ARGUMENTS("--players", "5", "--seed", "3"), games_plain, 80, 24);
    drive_wait_for(&drive, "Play> ");
    try(&drive, "order pass windows\r", "Standing order: pass windows");
    try(&drive, "order refuse\r", "Standing order: refuse always");
    try(&drive, "order draw from\r", "Standing order: draw from deck");
    size_t from = drive.mark;
    drive_type(&drive, "table\r");
    while (drive_wait(&drive, TEXTS("Play> ", "The game is over.")) == 0) {
        char *since = drive_without_escapes(drive.seen + from);
        prompts++;
        assert_null(strstr(since, "cancel it with"));
        const bool rest = strstr(since, "all plays the rest of free doubling") != NULL;
        free(since);
        if (rest) {
            alls++;
            snprintf(line, sizeof line, "all\r");
        } else {
            snprintf(line, sizeof line, "%d\r", prompts <= 3 ? games_ask_hint(&drive) : 1);
        }
        from = drive.mark;
        drive_type(&drive, line);
    }
    drive_wait_for(&drive, "Over> ");
    drive_type(&drive, "\004");
    assert_int_equal(drive_end(&drive), 0);
    assert_true(prompts > 15 && alls > 3);
    assert_non_null(strstr(drive.seen, "  - Blue's turn. Blue doubles freely: "));
    assert_non_null(strstr(drive.seen, "  - Game turn 2. The order of play is drawn anew: "));
    assert_non_null(strstr(drive.seen, " You play "));
    assert_true(drive_widest(drive.seen) <= 80);
    drive_free(&drive);
}

/* ------------------------------------------------------------------ several persons at one screen */

/* What of the table a viewer is shown from the hand on: its own cards, which nobody else may see. */
static char *hand_of(const struct bil_match *match, int viewer)
{
    const struct bil_style style = {.columns = WIDTH};
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_text text = {0};
    bil_match_view(match, viewer, -1, view);
    match->game->draw(match->rules, view, &style, &text);
    const char *hand = strstr(bil_text_string(&text), "Your hand");
    char *copy = hand ? strdup(hand) : NULL;
    bil_text_free(&text);
    return copy;
}

/* The text without carriage returns, which the terminal adds. */
static char *screen_of(const struct drive *drive)
{
    char *copy = strdup(games_last_screen(drive));
    size_t length = 0;
    for (const char *at = copy; *at; at++) {
        if (*at != '\r') {
            copy[length++] = *at;
        }
    }
    copy[length] = 0;
    return copy;
}

static int compared; /* hands that were not on a screen */

/* The screen shows that seat's hand, and nobody else's (where they differ). */
static void look_at_screen(const struct drive *drive, const struct bil_match *match, int viewer)
{
    char *screen = screen_of(drive);
    for (int seat = 0; seat < match->config.seats; seat++) {
        char *hand = hand_of(match, seat);
        char *own = viewer >= 0 ? hand_of(match, viewer) : NULL;
        assert_non_null(hand);
        if (seat == viewer) {
            assert_non_null(strstr(screen, hand));
        } else if (!own || strcmp(own, hand) != 0) {
            assert_null(strstr(screen, hand));
            compared++;
        }
        free(hand);
        free(own);
    }
    if (viewer == BIL_SPECTATOR) {
        assert_null(strstr(screen, "Your hand"));
        assert_null(strstr(screen, "Hidden Agenda is"));
        assert_null(strstr(screen, "yours is"));
    }
    free(screen);
}

static bool ordered; /* that Bo is not asked in windows */
static int forced;   /* decisions of Ann, who is asked there though she cannot answer */

static bool order_once(struct drive *drive, struct bil_match *shadow)
{
    if (shadow->actor == 1 && !ordered) {
        struct bil_error error;
        ordered = true;
        drive_talk(drive, TEXTS(">order pass windows\r", "Standing order: pass windows"));
        const int ply = shadow->ply;
        assert_true(bil_match_order(shadow, 1, "pass windows", &error));
        games_let_bots_play(shadow);
        if (shadow->ply != ply) {
            return false;
        }
        drive_wait_for(drive, "Seat 2> ");
    }
    forced += shadow->actor == 0 && shadow->move_count == 1;
    return true;
}

static void test_hot_seat(void **state)
{
    static const struct bil_setting cap = {"turn-cap", "4"};
    struct drive drive;
    struct bil_match *shadow = games_shadow("six-billion", "21", &cap);
    drive_start(&drive, ARGUMENTS("--seats", "person,person,greedy", "--names", "Ann,Bo", "--seed", "21", "--option", "turn-cap=4"),
                games_plain, WIDTH, 50);
    assert_true(games_hot_seat(&drive, shadow, look_at_screen, order_once) > 5);
    assert_true(compared > 40 && forced > 0 && ordered);
    bil_match_free(shadow);
    drive_free(&drive);
}

/* ------------------------------------------------------------------ scripts */

/* Alone against bots nobody is asked where there is no choice. */
static void test_nothing_to_say_is_not_asked(void **state)
{
    for (int seed = 1; seed <= 6; seed++) {
        char number[8];
        struct bil_text input = {0};
        bil_text_repeat(&input, "1\n", 3000);
        snprintf(number, sizeof number, "%d", seed);
        drive_expect(ARGUMENTS("--seats", "person,greedy,greedy,greedy", "--seed", number, "--option", "turn-cap=8"),
                     bil_text_string(&input), 0, NULL, TEXTS("! [1] pass\nPlay>", "Play> 1\n"));
        bil_text_free(&input);
    }
}

/* Pieces of a script's output behind a typed line that hold a question, and how many of them show the whole table. */
static int pieces(const char *out, const char *typed, const char *question, int *whole)
{
    int count = 0;
    *whole = 0;
    for (const char *at = out; (at = strstr(at, typed)) != NULL;) {
        at += strlen(typed);
        const char *end = strstr(at, "\nPlay> ");
        const size_t length = end ? (size_t)(end - at) : 0;
        char *piece = strndup(at, length);
        if (piece && strstr(piece, question)) {
            count++;
            *whole += strstr(piece, "Order of turn") != NULL;
        }
        free(piece);
    }
    return count;
}

/* From one card to the next only what is new is shown; `table` shows everything. */
static void test_little_news(void **state)
{
    struct drive_run run;
    struct bil_text input = {0};
    int whole = 0;
    bil_text_add(&input, "order pass windows\n");
    bil_text_repeat(&input, "deck\n1\n", 400);
    drive_pipe(&run, ARGUMENTS("--players", "2", "--seed", "8"), NULL, bil_text_string(&input), NULL);
    const int draws = pieces(run.out, "\nPlay> deck\n[", "or draw from the", &whole);
    assert_true(draws > 5);
    assert_int_equal(whole, 0);
    assert_true(pieces(run.out, "\nPlay> deck\n[", "Piles ", &whole) >= draws);
    drive_run_free(&run);
    bil_text_clear(&input);
    bil_text_add(&input, "order pass windows\n");
    bil_text_repeat(&input, "table\n1\n", 200);
    drive_pipe(&run, ARGUMENTS("--players", "2", "--seed", "8"), NULL, bil_text_string(&input), NULL);
    const int tables = pieces(run.out, "\nPlay> table\n", "", &whole);
    assert_true(tables > 50);
    assert_int_equal(whole, tables);
    drive_run_free(&run);
    bil_text_free(&input);
}

static const char *write_file(char path[512], const char *name, const char *text)
{
    drive_path(path, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

/* Files say which game they are for; a record goes on where it stopped. */
static void test_files_name_the_game(void **state)
{
    struct drive_run edition;
    struct drive_run position;
    char path[512];
    char record[512];
    drive_pipe(&edition, TEXTS("edition", "show", "six-billion"), NULL, "", NULL);
    assert_int_equal(edition.code, 0);
    write_file(path, "edition.json", edition.out);
    drive_path(record, "resumed.txt");
    remove(record);
    drive_expect(TEXTS("play", "--edition", path, "--seed", "10", "--record", record), "1\nquit\n", 0, NULL,
                 TEXTS("6 Billion: Seat 1 (you)", "--resume"));
    drive_expect(TEXTS("play", "--resume", record), "record\n1\nquit\n", 0, NULL,
                 TEXTS("6 Billion: Seat 1 (you)", "\n1 colony 2 earth"));
    drive_pipe(&position, TEXTS("replay", record, "--at", "5", "--json", "--seat", "all"), NULL, "", NULL);
    assert_int_equal(position.code, 0);
    write_file(path, "position.json", position.out);
    drive_expect(TEXTS("play", "--position", path), "quit\n", 0, NULL, TEXTS("6 Billion: Seat 1 (you)"));
    drive_run_free(&position);
    drive_expect(TEXTS("play", "one-billion-users", "--edition", "-"), edition.out, 3,
                 "The edition is for 6 Billion, not for One Billion Users.", NULL);
    drive_run_free(&edition);
}

/* Six players are one too many, one is too few, and a bot must exist. */
static void test_wrong_seats(void **state)
{
    static const struct {
        const char *flag, *value, *says;
    } cases[] = {
        {"--players", "6", "6 Billion is for 2 to 5 players, not for 6."},
        {"--players", "1", "6 Billion is for 2 to 5 players, not for 1."},
        {"--seats", "person", "6 Billion is for 2 to 5 players, not for 1."},
        {"--seats", "person,hal", "hal"},
        {"--option", "stall=off", "6 Billion has no option \"stall\": there are track,"},
        {"--option", "track=maybe", "track"},
        {"--option", "turn-cap=0", "turn-cap"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct drive_run run;
        drive_pipe(&run, ARGUMENTS(cases[i].flag, cases[i].value), NULL, "quit\n", NULL);
        assert_int_equal(run.code, 2);
        assert_string_equal(run.out, "");
        if (!strstr(run.err, cases[i].says)) {
            fail_msg("%s %s: %s", cases[i].flag, cases[i].value, run.err);
        }
        drive_run_free(&run);
    }
}

/* What makes no sense gets one sentence and changes nothing. */
static void test_bad_input(void **state)
{
    static const struct {
        const char *line, *says;
    } cases[] = {
        {"0", "There is no move 0"},
        {"77777", "There is no move 77777"},
        {"grow nowhere", "nowhere"},
        {"colony 5 earth mars", ""},
        {"colony", ""},
        {"double mars", "SIX-"},
        {"war", "SIX-"},
        {"consent", ""},
        {"power dollar up 9", ""},
        {"send 3 earth mars", ""},
        {"settle mars", ""},
        {"why", "Say which move"},
        {"order never", "say it in full: never cancel, never respond, never discard, never use power."},
        {"order never cancel Red", "is no standing order; these are: never cancel, never respond, pass windows"},
        {"order only against", "needs a colour behind it, or several: blue, green, pink or orange."},
        {"order only against mauve", "\"mauve\" plays nothing here"},
        {"order only against red", "You are red yourself"},
        {"order only against and", "needs a colour behind it"},
        {"order only against alltheothersinthewholewideworld", "plays nothing here"},
        {"order all", "has nothing to do in what is asked now"},
        {"all", "all has nothing to do in what is asked now. It can: the rest of free doubling"},
        {"all Earth", "nothing behind it"},
        {"ask me never cancel", "You have no standing order with these words"},
        {"\xff\xfe", ""},
    };
    struct drive_run before;
    struct drive_run after;
    const char *const *arguments = ARGUMENTS("--players", "3", "--seed", "10");
    struct bil_text input = {0};
    drive_pipe(&before, arguments, NULL, "moves\nrecord\nquit\n", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bil_text_format(&input, "%s\n", cases[i].line);
    }
    bil_text_add(&input, "moves\nrecord\nquit\n");
    drive_pipe(&after, arguments, NULL, bil_text_string(&input), NULL);
    assert_int_equal(after.code, 0);
    const char *at = after.out;
    for (size_t i = 0; i + 1 < sizeof cases / sizeof *cases; i++) {
        char typed[128];
        snprintf(typed, sizeof typed, "Play> %s\n", cases[i].line);
        at = strstr(at, typed);
        if (!at) {
            fail_msg("\"%s\" was not read", cases[i].line);
        }
        at += strlen(typed);
        const char *next = strstr(at, "Play> ");
        char said[2000] = "";
        size_t length = 0;
        for (const char *c = at; c < next && length + 1 < sizeof said; c++) {
            said[length++] = *c == '\n' ? ' ' : *c;
        }
        if (length < 12 || !strstr(said, cases[i].says)) {
            fail_msg("to \"%s\" it says \"%s\"", cases[i].line, said);
        }
    }
    assert_string_equal(strstr(before.out, "Play> moves"), strstr(after.out, "Play> moves"));
    drive_run_free(&before);
    drive_run_free(&after);
    bil_text_free(&input);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_choice_of_a_game, games_watch),
        cmocka_unit_test_setup(test_no_choice, games_watch),
        cmocka_unit_test_setup(test_whole_game_of_two, games_watch),
        cmocka_unit_test_setup(test_whole_game_of_five, games_watch),
        cmocka_unit_test_setup(test_hot_seat, games_watch),
        cmocka_unit_test_setup(test_nothing_to_say_is_not_asked, games_watch),
        cmocka_unit_test_setup(test_little_news, games_watch),
        cmocka_unit_test_setup(test_files_name_the_game, games_watch),
        cmocka_unit_test_setup(test_wrong_seats, games_watch),
        cmocka_unit_test_setup(test_bad_input, games_watch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
