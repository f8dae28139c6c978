/* `billions play` without a terminal: scripts on standard input, what is refused and how, and every exit code. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "billions/position.h"
#include "billions/record.h"
#include "table/file.h"
#include "terminal/games.h"
#include "unit.h"

enum { MANY = 400 };

#define ARGUMENTS(...) (TEXTS("play", "one-billion-users", __VA_ARGS__))

static void run(struct drive_run *result, const char *const *arguments, const char *input)
{
    drive_pipe(result, arguments, NULL, input, NULL);
}

static int lines_in(const char *text)
{
    int lines = 0;
    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

/* "1" so often that any game is over. */
static char *always_the_first(void)
{
    static char input[2 * MANY + 1];
    for (int i = 0; i < MANY; i++) {
        memcpy(input + (ptrdiff_t)2 * i, "1\n", 3);
    }
    return input;
}

static char *read_whole(const char *path)
{
    struct bil_error error;
    size_t length = 0;
    char *bytes = bil_file_read(path, &length, &error);
    assert_non_null(bytes);
    return bytes;
}

/* ------------------------------------------------------------------ games */

static void test_whole_game(void **state)
{
    struct drive_run first;
    struct drive_run second;
    for (int players = 2; players <= 4; players++) {
        char number[4];
        snprintf(number, sizeof number, "%d", players);
        run(&first, ARGUMENTS("--players", number, "--seed", "4"), always_the_first());
        run(&second, ARGUMENTS("--players", number, "--seed", "4"), always_the_first());
        assert_int_equal(first.code, 0);
        assert_string_equal(first.err, "");
        assert_string_equal(first.out, second.out);
        assert_null(strchr(first.out, '\033'));
        assert_true(drive_widest(first.out) <= 80);
        for (const char *at = first.out; *at; at++) {
            assert_true((unsigned char)*at < 0x80);
        }
        assert_non_null(strstr(first.out, "Play> 1\n[1] launch "));
        const char *end = strstr(first.out, "The game is over.");
        assert_non_null(end);
        assert_non_null(strstr(end, "Toxicity Penalty"));
        assert_non_null(strstr(end, "Total"));
        assert_true(strstr(end, " wins with ") || strstr(end, " share the victory"));
        assert_non_null(strstr(end, "--seed 4"));
        drive_run_free(&first);
        drive_run_free(&second);
    }
}

/* Bots among themselves need no line at all. */
static void test_bots_alone(void **state)
{
    drive_expect(ARGUMENTS("--seats", "greedy,random", "--seed", "4"), "", 0, NULL, TEXTS("The game is over.", "!Play>"));
}

/* A game in two parts is the same game as in one, and its record verifies. */
static void test_resume(void **state)
{
    struct bil_error error;
    struct bil_record_end end;
    char whole[512];
    char parts[512];
    drive_path(whole, "game.txt");
    drive_path(parts, "other.txt");
    drive_expect(ARGUMENTS("--seed", "4", "--record", whole), always_the_first(), 0, NULL, TEXTS("billions replay "));
    drive_expect(ARGUMENTS("--seed", "4", "--record", parts), "1\n1\n1\n1\n1\n", 3, "",
                 TEXTS("The input ended before the game did.", "billions play --resume"));
    drive_expect(TEXTS("play", "--resume", parts), "quit\n", 0, NULL, NULL);
    drive_expect(TEXTS("play", "--resume", parts), always_the_first(), 0, NULL, NULL);
    char *one = read_whole(whole);
    char *two = read_whole(parts);
    assert_string_equal(one, two);
    free(one);
    free(two);
    struct bil_match *match = bil_record_load(whole, NULL, &end, &error);
    assert_non_null(match);
    assert_int_equal(match->actor, BIL_OVER);
    assert_true(end.has_result && end.has_hash);
    bil_match_free(match);

    /* A game that is over shows its end; other players can be seated in one that is not. */
    drive_expect(TEXTS("play", "--resume", whole), "", 0, NULL, TEXTS("The game is over."));
    assert_int_equal(unlink(parts), 0);
    drive_expect(ARGUMENTS("--seed", "4", "--record", parts), "1\n", 3, NULL, NULL);
    drive_expect(TEXTS("play", "--resume", parts, "--seats", "greedy,greedy,random"), "", 0, NULL, TEXTS("Seat 3 (random)"));
    unlink(whole);
    unlink(parts);
}

static void test_position(void **state)
{
    struct drive_run result;
    struct bil_error error;
    struct bil_match_setup setup = {.game = bil_game_find("one-billion-users"), .config = {.seats = 4}};
    struct bil_text text = {0};
    char path[512];
    for (int seat = 0; seat < 4; seat++) {
        setup.player[seat].bot = bil_bot_find("greedy", &error);
    }
    struct bil_match *match = bil_match_new(&setup, &error);
    assert_non_null(match);
    while (match->ply < 100) {
        bil_match_step(match);
    }
    bil_position_write(match->game, &match->config, match->rules, match->edition, bil_match_state(match, -1), &text);
    drive_path(path, "position.json");
    assert_true(bil_file_write(path, bil_text_string(&text), text.length, &error));
    drive_expect(ARGUMENTS("--position", path, "--seed", "1"), always_the_first(), 0, "",
                 TEXTS("Seat 4 (greedy)", "The game is over.", path));
    drive_expect(ARGUMENTS("--position", path, "--players", "3"), "", 2, "the position has 4 seats", NULL);
    assert_true(bil_file_write(path, "{\"format\": 1", 12, &error));
    run(&result, ARGUMENTS("--position", path), "");
    assert_int_equal(result.code, 3);
    assert_int_equal(lines_in(result.err), 1);
    drive_run_free(&result);
    bil_match_free(match);
    bil_text_free(&text);
    unlink(path);
}

/* Several persons in a script: no pauses, but always said whose eyes the lines are for. */
static void test_hot_seat(void **state)
{
    drive_expect(ARGUMENTS("--seats", "person,person", "--names", "Ann,Bo", "--seed", "4"), always_the_first(), 0, NULL,
                 TEXTS("--- Seat 1 (Ann) ---", "--- Seat 2 (Bo) ---", "Seat 2> 1\n", "!Press Enter"));
}

/* ------------------------------------------------------------------ lines that are no moves */

/* Wrong input: a sentence, never "invalid", and not a thing changes. */
static void test_wrong_lines(void **state)
{
    static const struct {
        const char *line;
        const char *answer;
    } cases[] = {
        {"0", "There is no move 0"},
        {"77", "There is no move 77"},
        {"99999999999999999999", "There is no move 99999999999999999999"},
        {"-1", ""},
        {"flurb", "flurb"},
        {"add", "Say more of it, or the number."},
        {"push The Troll to 2", "The Troll"},
        {"block 9 Bad Press", ""},
        {"draw deck", "OBU-"},
        {"launch Pet Pictures and more", ""},
        {"why", "Say which move"},
        {"why flurb", "flurb"},
        {"log much", "log all"},
        {"rules flurb", "No page of the rules"},
        {"save", "Name the file"},
        {"save /nowhere/at/all", "/nowhere/at/all cannot be written"},
        {"save -", "Name a file"},
        {"ask me nothing", "no standing order"},
        {"ask", "You have no standing orders"},
        {"order flurb", "is no standing order; these are: never counter"},
        {"order never", "can be more than one order; say it in full"},
        {"order never push much", "is no standing order"},
        {"order pass whenever there are more words in it than anybody could remember", "at most 47 letters"},
        {"all", "there is no rest for all to play"},
        {"all of it", "Say all, and nothing behind it"},
        {"\033[2J\033[31mgotcha", "gotcha"},
        {"\xff\xfe\x80", ""},
    };
    struct drive_run before;
    struct drive_run after;
    run(&before, ARGUMENTS("--seed", "4"), "1\nrecord\n");
    const char *records = strstr(before.out, "record\n1 launch");
    assert_non_null(records);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char input[256];
        snprintf(input, sizeof input, "1\n%s\nrecord\n", cases[i].line);
        run(&after, ARGUMENTS("--seed", "4"), input);
        assert_int_equal(after.code, 3);
        assert_string_equal(after.err, "");
        const char *rest = strstr(after.out, "record\n1 launch");
        assert_non_null(rest);
        assert_string_equal(rest, records); /* the same decisions, and the same end */
        const char *tail = strstr(after.out, "Play> 1\n");
        assert_non_null(tail);
        if (!strstr(tail, cases[i].answer)) {
            fail_msg("\"%s\" is not answered with \"%s\":\n%s", cases[i].line, cases[i].answer, tail);
        }
        assert_true(lines_in(after.out) > lines_in(before.out) + 1);
        assert_null(strchr(after.out, '\033'));
        assert_null(strstr(after.out, "nvalid"));
        drive_run_free(&after);
    }
    drive_run_free(&before);
}

/* A line that no buffer holds, a zero byte's stand-in, comments, blanks, and no line end at the last line. */
static void test_odd_lines(void **state)
{
    struct drive_run result;
    char *input = malloc(20000);
    assert_non_null(input);
    memset(input, 'x', 20000);
    snprintf(input + 10000, 10000, "\n# a comment\n\n   \t1   \r\nscore");
    run(&result, ARGUMENTS("--seed", "4"), input);
    assert_int_equal(result.code, 3);
    assert_non_null(strstr(result.out, "too long"));
    assert_non_null(strstr(result.out, "# a comment\n"));
    assert_non_null(strstr(result.out, "[1] launch"));
    assert_non_null(strstr(result.out, "If the game ended now"));
    free(input);
    drive_run_free(&result);
}

/* Words find moves: cut short, in another order, without the verb where that is plain. */
static void test_words(void **state)
{
    struct drive_run result;
    run(&result, ARGUMENTS("--seed", "1"), "launch\n");
    const char *name = strstr(result.out, "[2] "); /* the second Community of the hand */
    assert_non_null(name);
    char words[64];
    char input[200];
    snprintf(words, sizeof words, "%.*s", (int)strcspn(name + 4, "[\n"), name + 4);
    for (size_t end = strlen(words); end > 0 && words[end - 1] == ' '; end--) {
        words[end - 1] = 0;
    }
    assert_non_null(strstr(result.out, "\"launch\" can be [1] launch"));
    drive_run_free(&result);
    const char *last = strrchr(words, ' ') ? strrchr(words, ' ') + 1 : words;
    const char *const forms[] = {"launch %s\n", "LAUNCH %s\n", "%s\n", "la %s\n", "2\n"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char expected[100];
        const char *percent = strstr(forms[i], "%s");
        snprintf(input, sizeof input, "%.*s%s\n", percent ? (int)(percent - forms[i]) : (int)strlen(forms[i]), forms[i],
                 percent ? i == 2 ? last : words : "");
        run(&result, ARGUMENTS("--seed", "1"), input);
        snprintf(expected, sizeof expected, "[2] launch %s\n", words);
        assert_non_null(strstr(result.out, expected));
        drive_run_free(&result);
    }
}

static void test_commands(void **state)
{
    struct drive_run result;
    run(&result, ARGUMENTS("--seed", "4"),
        "help\nrules\nrules scoring\nrules OBU-168\n1\nscore\nlog\nlog all\nlog 2\nhint\nwhy 1\nwhy discard "
        "Push\nmoves\ntable\nrecord\n"
        "undo\nundo\n1\norders\norder pass counter\norder pass counter\norder pass\nask me pass\norder nev gu\nask me "
        "pass\nord\nask me never guard\n"
        "ask me\nhel\nquit\n");
    assert_int_equal(result.code, 0);
    assert_string_equal(result.err, "");
    static const char *const expected[] = {"take your last decision back",
                                           "Hint: [",
                                           "You can: it is move 1",
                                           "Taken back: launch",
                                           "nothing to take back",
                                           "You have no standing orders: you are asked everything.",
                                           "never counter         pass whenever you could counter anything",
                                           "Standing order: pass counter (pass when everything else begins so)",
                                           "Standing order: pass (pass whenever you may)",
                                           "Standing order: never guard (let every Blocker come",
                                           "The game is not saved"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        if (!strstr(result.out, expected[i])) {
            fail_msg("nowhere does it say \"%s\"", expected[i]);
        }
    }
    drive_run_free(&result);
}

/* Where `text` says `part` for the nth time (from 0), or NULL. */
static const char *nth(const char *text, const char *part, int n)
{
    const char *at = strstr(text, part);
    while (at && n-- > 0) {
        at = strstr(at + 1, part);
    }
    return at;
}

/* A bot that is asked for a hint says what it found, the same each time, and plays nothing. */
static void test_hints_of_bots(void **state)
{
    struct drive_run result;
    run(&result, ARGUMENTS("--seed", "5"),
        "1\nhint search:iterations=900:depth=40\nrecord\nhint search:iterations=900:depth=40\nrecord\nquit\n");
    assert_int_equal(result.code, 0);
    const char *first = nth(result.out, "Hint of search:iterations=900:depth=40: [", 0);
    const char *second = nth(result.out, "Hint of search:iterations=900:depth=40: [", 1);
    assert_non_null(first);
    assert_non_null(second);
    const char *end = strstr(first, "Play>");
    assert_non_null(end);
    assert_memory_equal(first, second, (size_t)(end - first)); /* its words and the table */
    static const char *const said[] = {"ahead.", "points", "tries    points  place"};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        const char *at = strstr(first, said[i]);
        if (!at || at > end) {
            fail_msg("the hint does not say \"%s\"", said[i]);
        }
    }
    drive_run_free(&result);
    drive_expect(ARGUMENTS("--seed", "5"), "1\nhint greedy\nhint search:iterations=14\nhint nobody\nhint search:deep=3\nquit\n", 0,
                 NULL,
                 TEXTS("Hint of greedy: [", "!tries    points", "too few tries to tell", "There is no bot called \"nobody\"",
                       "The bot search has no setting \"deep\""));
}

/* An order spares the question: with it, no line is used up for passing. */
static void test_orders(void **state)
{
    struct drive_run asked;
    struct drive_run spared;
    char *input = malloc(20 + 2 * MANY + 1);
    assert_non_null(input);
    snprintf(input, 20 + 2 * MANY, "order pass\n%s", always_the_first());
    int difference = 0;
    for (int seed = 1; seed <= 10; seed++) {
        char number[8];
        snprintf(number, sizeof number, "%d", seed);
        run(&asked, ARGUMENTS("--seats", "person,greedy,greedy,greedy", "--seed", number), always_the_first());
        run(&spared, ARGUMENTS("--seats", "person,greedy,greedy,greedy", "--seed", number), input);
        assert_int_equal(spared.code, 0);
        assert_null(strstr(spared.out, "] pass\n"));
        difference += strstr(asked.out, "] pass\n") != NULL;
        drive_run_free(&asked);
        drive_run_free(&spared);
    }
    assert_true(difference > 0); /* without the order it was asked */
    free(input);
}

/* At a table of several persons questions that leave only a pass are put too, so that they tell nothing; who said that it always
 * passes is spared those as well. */
static void test_orders_of_several(void **state)
{
    char *input = malloc(100 + 2 * MANY);
    int tried = 0;
    int asked = 0;
    assert_non_null(input);
    snprintf(input, 100 + 2 * MANY, "order pass\n1\norder pass\n%s", always_the_first());
    for (int seed = 1; seed <= 20; seed++) {
        struct drive_run result;
        char number[8];
        snprintf(number, sizeof number, "%d", seed);
        run(&result, ARGUMENTS("--seats", "person,person,greedy", "--seed", number), always_the_first());
        asked += strstr(result.out, "[1] pass\n") != NULL;
        drive_run_free(&result);
        run(&result, ARGUMENTS("--seats", "person,person,greedy", "--seed", number), input);
        assert_int_equal(result.code, 0);
        const char *first = strstr(result.out, "Seat 1> order pass");
        const char *second = strstr(result.out, "Seat 2> order pass");
        if (first && second) { /* somebody may have been asked before there was an order */
            tried++;
            assert_null(strstr(first > second ? first : second, "] pass\n"));
        }
        drive_run_free(&result);
    }
    assert_true(tried > 5);
    assert_true(asked > 5);
    free(input);
}

/* ------------------------------------------------------------------ command lines and files */

static void test_wrong_arguments(void **state)
{
    static const struct {
        const char *arguments[8];
        int code;
        const char *says;
    } cases[] = {
        {{"--flurb"}, 2, "--flurb"},
        {{"chess"}, 2, "chess"},
        {{"one-billion-users", "one-billion-users"}, 2, ""},
        {{"--players", "1"}, 2, "2 to 4"},
        {{"--players", "5"}, 2, "2 to 4"},
        {{"--players", "many"}, 2, "--players"},
        {{"--players"}, 2, "--players"},
        {{"--seats", "person"}, 2, "2 to 4"},
        {{"--seats", "person,greedy,greedy,greedy,greedy"}, 2, "2 to 4"},
        {{"--seats", "person,gredy"}, 2, "gredy"},
        {{"--seats", "person,,greedy"}, 2, "--seats"},
        {{"--seats", "person,greedy", "--players", "3"}, 2, "--seats"},
        {{"--seats", "person,greedy", "--bots", "greedy"}, 2, "--bots"},
        {{"--seats", "person,greedygreedygreedygreedygreedygreedygreedy"}, 2, "greedygreedy"},
        {{"--bots", "flurb"}, 2, "flurb"},
        {{"--bots", "greedy,random", "--players", "4"}, 2, "--bots"},
        {{"--bots", "person"}, 2, "person"},
        {{"--names", "Ann,Bo"}, 2, "--names"},
        {{"--names", "A name that is much longer than any name"}, 2, "--names"},
        {{"--names", "An\nn"}, 2, "--names"},
        {{"--option", "networks"}, 2, "networks"},
        {{"--option", "flurb=1"}, 2, "flurb"},
        {{"--option", "networks=flurb"}, 2, "networks"},
        {{"--edition", "/nowhere"}, 4, "/nowhere"},
        {{"--position", "/nowhere"}, 4, "/nowhere"},
        {{"--resume", "/nowhere"}, 4, "/nowhere"},
        {{"--resume", "/dev/null"}, 3, "/dev/null"},
        {{"--resume", "x", "--seed", "1"}, 2, "--seed"},
        {{"--resume", "x", "--position", "y"}, 2, "--position"},
        {{"--resume", "x", "--bots", "greedy"}, 2, "--bots"},
        {{"--resume", "x", "--option", "a=b"}, 2, "--option"},
        {{"one-billion-users", "--resume", "x"}, 2, "--resume"},
        {{"--position", "x", "--option", "a=b"}, 2, "--option"},
        {{"--record", "-"}, 2, "--record"},
        {{"--record", "/nowhere/at/all"}, 4, "/nowhere/at/all"},
        {{"--record", "/dev/full"}, 4, "/dev/full cannot be written: No space left on device."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *arguments[10] = {"play"};
        struct drive_run result;
        memcpy(arguments + 1, cases[i].arguments, sizeof cases[i].arguments);
        run(&result, arguments, "1\n");
        if (result.code != cases[i].code || !strstr(result.err, cases[i].says) || lines_in(result.err) != 1 || *result.out) {
            fail_msg("%s %s: code %d, says \"%s\" and \"%s\"", arguments[1], arguments[2] ? arguments[2] : "", result.code,
                     result.err, result.out);
        }
        drive_run_free(&result);
    }
}

/* Fails the test at the first byte beyond ASCII. */
static void expect_ascii(const char *text)
{
    for (const char *at = text; *at; at++) {
        if ((unsigned char)*at >= 0x80) {
            fail_msg("this is not ASCII: %.40s", at);
        }
    }
}

/* A whole game with --plain is ASCII, whatever names it has; its record keeps the names as they are. */
static void test_names_in_ascii(void **state)
{
    static const char *const places[][2] = {{"LANG=C", NULL}, {"LANG=C.UTF-8", NULL}};
    static const char questions[] = "table\nlog\nscore\nhint\nwhy 1\n\u00DCnsinn \U0001F43A\nlaunch Kn\u00EFt\n";
    struct drive_run result;
    struct bil_error error;
    char path[512];
    char record[512];
    run(&result, TEXTS("edition", "show", "one-billion-users"), "");
    char *edition = result.out;
    char *name = strstr(edition, "\"Knit Night\"");
    assert_non_null(name);
    memcpy(name, "\"Kn\u00EFt N\u00EFt\"", strlen("\"Knit Night\"")); /* as many bytes */
    drive_path(path, "edition.json");
    assert_true(bil_file_write(path, edition, strlen(edition), &error));
    drive_run_free(&result);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct bil_text input = {0};
        bil_text_add(&input, questions);
        bil_text_add(&input, always_the_first());
        drive_path(record, i ? "second.record" : "first.record");
        drive_pipe(&result,
                   ARGUMENTS("--plain", "--seats", "person,person,greedy", "--names", "Bob \U0001F43A,Zo\u00EB", "--seed", "5",
                             "--edition", path, "--record", record),
                   places[i], bil_text_string(&input), NULL);
        assert_int_equal(result.code, 0);
        assert_string_equal(result.err, "");
        expect_ascii(result.out);
        assert_non_null(strstr(result.out, "Seat 1 (Bob ?)"));
        assert_non_null(strstr(result.out, "Seat 2 (Zoe)"));
        assert_non_null(strstr(result.out, "Knit Nit"));
        assert_non_null(strstr(result.out, "The game is over."));
        drive_run_free(&result);
        bil_text_free(&input);
        char *kept = read_whole(record);
        assert_non_null(strstr(kept, "Bob \U0001F43A"));
        free(kept);
    }
    /* Sentences on standard error are no exception. A pipe without --plain gets every name as it is. */
    run(&result, ARGUMENTS("--plain", "--edition", "/n\u00F6/where.json"), "");
    assert_int_equal(result.code, 4);
    expect_ascii(result.err);
    assert_non_null(strstr(result.err, "/no/where.json"));
    drive_run_free(&result);
    run(&result, ARGUMENTS("--names", "Zo\u00EB"), "quit\n");
    assert_non_null(strstr(result.out, "Zo\u00EB"));
    drive_run_free(&result);
}

/* A script in UTF-16 is named as such; the mark before UTF-8 is no part of its first line. */
static void test_encodings_of_scripts(void **state)
{
    char path[512];
    static const char wide[] = "\xFF\xFE"
                               "1\0\n\0q\0u\0i\0t\0\n";
    struct bil_error error;
    drive_path(path, "wide");
    assert_true(bil_file_write(path, wide, sizeof wide, &error));
    char command[700];
    snprintf(command, sizeof command, "%s play one-billion-users --seed 4 < %s", TEST_PROGRAM, path);
    FILE *said = popen(command, "r");
    assert_non_null(said);
    char out[16384];
    out[fread(out, 1, sizeof out - 1, said)] = 0;
    assert_int_equal(WEXITSTATUS(pclose(said)), 3);
    assert_non_null(strstr(out, "standard input is UTF-16; Billions reads UTF-8: save it as UTF-8.\n"));
    drive_expect(ARGUMENTS("--seed", "4"), "\xEF\xBB\xBFquit\n", 0, NULL, NULL);
}

static void test_help(void **state)
{
    struct drive_run result;
    run(&result, TEXTS("play", "--help"), "");
    assert_int_equal(result.code, 0);
    assert_string_equal(result.err, "");
    static const char *const flags[] = {"--players", "--bots",     "--seats",  "--names",  "--seed", "--option",
                                        "--edition", "--position", "--record", "--resume", "--plain"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        assert_non_null(strstr(result.out, flags[i]));
    }
    drive_run_free(&result);
}

/* No record replaces another game; one that cannot be kept any more is told once, and the game goes on. */
static void test_record_files(void **state)
{
    struct drive_run result;
    struct bil_error error;
    char path[512];
    drive_path(path, "third.txt");
    assert_true(bil_file_write(path, "precious\n", 9, &error));
    run(&result, ARGUMENTS("--record", path), "1\n");
    assert_int_equal(result.code, 4);
    assert_non_null(strstr(result.err, "already there"));
    assert_string_equal(result.out, "");
    drive_run_free(&result);
    char *bytes = read_whole(path);
    assert_string_equal(bytes, "precious\n");
    free(bytes);
    assert_int_equal(unlink(path), 0);

    /* `save` asks first; a script answers as a person would. */
    char input[2000];
    assert_true(bil_file_write(path, "precious\n", 9, &error));
    snprintf(input, sizeof input, "1\nsave %s\nno\nsave %s\nyes\nsave %s\n", path, path, path);
    run(&result, ARGUMENTS("--seed", "4"), input);
    assert_int_equal(result.code, 3);
    assert_non_null(strstr(result.out, "Nothing was saved."));
    const char *saved = strstr(result.out, "Saved in");
    assert_non_null(saved);
    assert_non_null(strstr(saved + 1, "Saved in")); /* the second time it is its own file */
    assert_non_null(strstr(saved, "--resume"));
    drive_run_free(&result);
    bytes = read_whole(path);
    assert_non_null(strstr(bytes, "Format: billions-record 1"));
    free(bytes);
    unlink(path);
}

static void test_output(void **state)
{
    struct drive_run result;
    drive_pipe(&result, ARGUMENTS("--seed", "4"), NULL, always_the_first(), "");
    assert_int_equal(result.code, 4);
    assert_string_equal(result.err, ""); /* whoever closed it knows */
    drive_run_free(&result);
    drive_pipe(&result, ARGUMENTS("--seed", "4"), NULL, always_the_first(), "/dev/full");
    assert_int_equal(result.code, 4);
    assert_int_equal(lines_in(result.err), 1);
    assert_non_null(strstr(result.err, "No space left on device"));
    drive_run_free(&result);
}

/* What it says to type can be typed: odd file names stand in quotes. */
static void test_quotes(void **state)
{
    struct drive_run result;
    char path[512];
    drive_path(path, "it's mine.txt");
    drive_expect(ARGUMENTS("--seed", "it is", "--record", path), "1\n", 3, NULL, TEXTS("it'\\''s mine.txt'\n"));
    drive_expect(ARGUMENTS("--seed", "it is"), "1\n", 3, NULL, TEXTS("--seed 'it is'"));
    unlink(path);
    /* What is to be typed names the same file where only ASCII is shown. */
    drive_path(path, "M\u00F6we's.txt");
    run(&result, ARGUMENTS("--plain", "--record", path), "1\n");
    assert_int_equal(result.code, 3);
    expect_ascii(result.out);
    assert_non_null(strstr(result.out, "billions play --resume $'/"));
    assert_non_null(strstr(result.out, "/M\\303\\266we\\'s.txt'\n"));
    drive_run_free(&result);
    unlink(path);
}

/* Without a seed every game is another, and its seed is told. */
static void test_seeds(void **state)
{
    struct drive_run first;
    struct drive_run second;
    struct drive_run again;
    run(&first, ARGUMENTS("--players", "2"), "1\n1\n1\n");
    run(&second, ARGUMENTS("--players", "2"), "1\n1\n1\n");
    assert_string_not_equal(first.out, second.out);
    const char *seed = strstr(first.out, "Seed ");
    assert_non_null(seed);
    char number[32];
    snprintf(number, sizeof number, "%.*s", (int)strspn(seed + 5, "0123456789"), seed + 5);
    run(&again, ARGUMENTS("--players", "2", "--seed", number), "1\n1\n1\n");
    assert_string_equal(first.out, again.out);
    drive_run_free(&first);
    drive_run_free(&second);
    drive_run_free(&again);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_whole_game, games_watch),
        cmocka_unit_test_setup(test_bots_alone, games_watch),
        cmocka_unit_test_setup(test_resume, games_watch),
        cmocka_unit_test_setup(test_position, games_watch),
        cmocka_unit_test_setup(test_hot_seat, games_watch),
        cmocka_unit_test_setup(test_wrong_lines, games_watch),
        cmocka_unit_test_setup(test_odd_lines, games_watch),
        cmocka_unit_test_setup(test_words, games_watch),
        cmocka_unit_test_setup(test_commands, games_watch),
        cmocka_unit_test_setup(test_hints_of_bots, games_watch),
        cmocka_unit_test_setup(test_orders, games_watch),
        cmocka_unit_test_setup(test_orders_of_several, games_watch),
        cmocka_unit_test_setup(test_wrong_arguments, games_watch),
        cmocka_unit_test_setup(test_help, games_watch),
        cmocka_unit_test_setup(test_record_files, games_watch),
        cmocka_unit_test_setup(test_output, games_watch),
        cmocka_unit_test_setup(test_encodings_of_scripts, games_watch),
        cmocka_unit_test_setup(test_names_in_ascii, games_watch),
        cmocka_unit_test_setup(test_quotes, games_watch),
        cmocka_unit_test_setup(test_seeds, games_watch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
