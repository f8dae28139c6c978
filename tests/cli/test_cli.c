/* The program from outside: what every command prints, and for every kind of bad input one sentence and the documented exit code.
 */
#include <unistd.h>

#include "billions/json.h"
#include "billions/record.h"
#include "cli/program.h"
#include "table/helpers.h"
#include "unit.h"

static const char position[] =
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"turn\": 1, \"phase\": \"play\", \"platforms\": ["
    "{\"communities\": [\"Pet Pictures\"], \"hand\": [\"Knit Night\", \"Bad Press\", \"Push\"]},"
    "{\"communities\": [\"Short Dance Clips\"], \"hand\": [\"PR Department\"]}], \"discard\": [\"Poke\"]}";

static int begin(void **state)
{
    helper_begin(state);
    helper_write(helper_path("p.json"), position);
    return 0;
}

static char *prints(const char *arguments, const char *part)
{
    return program_prints(program_in_folder(arguments), NULL, part);
}

static void refuses(const char *arguments, int code, const char *part)
{
    program_refuses(program_in_folder(arguments), NULL, code, part);
}

/* A record of a game of bots, in the folder of the test as "g.record". */
static char *make_record(void)
{
    SHOWS("sim one-billion-users --games 1 --players 3 --seed 5 --record-dir @", "1 games");
    assert_int_equal(rename(helper_path("game-0000001.record"), helper_path("g.record")), 0);
    return helper_read(helper_path("g.record"));
}

static void write_changed(const char *text, const char *old, const char *new_text)
{
    char *changed = helper_replace(text, old, new_text);
    helper_write(helper_path("x.record"), changed);
    free(changed);
}

/* ------------------------------------------------------------------ the program itself */

static void help_and_version(void **state)
{
    char *help = prints("--help", "Exit codes:");
    int commands = 0;
    for (const char *row = strstr(help, "\nCommands:\n") + strlen("\nCommands:\n"); *row == ' '; row += strcspn(row, "\n") + 1) {
        char name[16];
        char line[60];
        assert_int_equal(sscanf(row, " %15s", name), 1);
        if (strstr("serve join tables", name)) {
            continue; /* another program, with tests of its own */
        }
        commands++;
        snprintf(line, sizeof line, "%s --help", name);
        char *own = prints(line, "usage: billions ");
        helper_contains(own, "--help");
        for (const char *at = own; *at; at += strcspn(at, "\n") + 1) { /* 80 columns are enough */
            assert_true(strcspn(at, "\n") < 80);
        }
        free(own);
    }
    assert_true(commands >= 15);
    free(help);
    SHOWS("puzzles --help", "\n\nhead -n 1 FILE | jq .position | billions position show -\n\nOptions:\n"); /* a paragraph */
    SHOWS("--version", "billions " BILLIONS_VERSION);
    refuses("", 2, "billions --help");
    refuses("plya", 2, "no command \"plya\"");
}

static void wrong_usage_is_2(void **state)
{
    static const struct {
        const char *arguments, *part;
    } cases[] = {
        {"sim", "usage: billions sim GAME"},
        {"sim chess", "no game \"chess\"; there are: one-billion-users"},
        {"sim one-billion-users extra", "\"extra\" is one word too many"},
        {"sim one-billion-users --gmaes 5", "has no option --gmaes; perhaps --games was meant."},
        {"sim one-billion-users --\x1b[31mred", "has no option --?[31mred; billions sim --help"},
        {"sim one-billion-users --game 5", "perhaps --games was meant"},
        {"sim one-billion-users -g 5", "options begin with two dashes"},
        {"sim one-billion-users --games", "--games wants a value"},
        {"sim one-billion-users --games many", "--games many: there must be a whole number from 1"},
        {"sim one-billion-users --games 0", "whole number from 1"},
        {"sim one-billion-users --games -3", "whole number from 1"},
        {"sim one-billion-users --games 99999999999999999999999", "whole number from 1"},
        {"sim one-billion-users --threads 0", "--threads 0"},
        {"sim one-billion-users --json=yes", "--json takes no value"},
        {"sim one-billion-users --json --csv", "choose one of them"},
        {"sim one-billion-users --players 5", "is for 2 to 4 players, not 5"},
        {"sim one-billion-users --players 9", "is for 2 to 4 players, not 9"},
        {"lab six-billion --players 99", "is for 2 to 5 players, not 99"},
        {"perft six-billion --players 9", "is for 2 to 5 seats, not 9"},
        {"play six-billion --players 9", "is for 2 to 5 players, not for 9"},
        {"arena six-billion --bots greedy,random --players 9", "is for 2 to 5 players, not 9"},
        {"play six-billion --players 100", "--players 100: there must be a whole number from 1 to 99."},
        {"sim one-billion-users --seats random,wizard", "no bot called \"wizard\"; there are random, greedy"},
        {"sim one-billion-users --seats random,random --players 3", "names 2 bots for 3 players"},
        {"sim one-billion-users --seats random,random,random,random,random,random,random", "more than 6 bots"},
        {"sim one-billion-users --seats random,,random", "no bot called \"\""},
        {"sim one-billion-users --option colour=red", "has no option \"colour\": there are "},
        {"sim one-billion-users --option cut", "an option is given as key=value"},
        {"sim one-billion-users --option cut=many", "cut"},
        {"sim one-billion-users --option networks=maybe", "networks"},
        {"perft", "usage: billions perft"},
        {"perft chess", "no game \"chess\""},
        {"perft one-billion-users --depth 99", "from 0 to 32"},
        {"perft one-billion-users --players 6", "seats"},
        {"rules chess", "no game \"chess\""},
        {"rules one-billion-users nonsense", "has no topic \"nonsense\""},
        {"rules one-billion-users goal more", "one word too many"},
        {"replay", "usage: billions replay"},
        {"replay @p.json @p.json", "one word too many"},
        {"verify", "usage: billions verify"},
        {"position", "usage: billions position"},
        {"position draw @p.json", "does not know how to do that"},
        {"position show @p.json now", "does not know how to do that"},
        {"position show @p.json --seat 3", "--seat 3: there must be a seat from 1 to 2"},
        {"position show @p.json --seat 0", "--seat 0"},
        {"position show @p.json --players 100", "from 1 to 99"},
        {"position show @p.json --option colour=red", "has no option \"colour\""},
        {"solve", "A position is missing, as in: billions solve docs/examples/ending.json; or a game"},
        {"solve @p.json @p.json", "p.json\" is one word too many"},
        {"solve @p.json --others best", "it must be greedy or random"},
        {"puzzles", "A game is missing, as in: billions puzzles six-billion --count 1; or a file"},
        {"puzzles --count 3", "A game is missing"},
        {"puzzles chess", "no game \"chess\""},
        {"edition", "usage: billions edition"},
        {"edition print", "does not know how to do that"},
        {"edition list now", "does not know how to do that"},
        {"edition show", "does not know how to do that"},
        {"edition show chess", "no game \"chess\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        refuses(cases[i].arguments, 2, cases[i].part);
    }
}

static void missing_files_are_4(void **state)
{
    static const char *const cases[] = {
        "replay @none",
        "verify @none",
        "position show @none",
        "edition check @none",
        "edition show one-billion-users --edition @none",
        "replay @p.json --edition @none",
        "verify @p.json --edition @none",
        "position show @p.json --edition @none",
        "sim one-billion-users --games 1 --edition @none",
        "perft one-billion-users --edition @none",
        "perft one-billion-users --position @none",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        refuses(cases[i], 4, "none cannot be read: No such file");
    }
    refuses("verify @", 4, "cannot be read: Is a directory");
    refuses("sim one-billion-users --games 1 --record-dir @none/deep", 4, "cannot be made");
    refuses("sim one-billion-users --games 1 --record-dir @p.json", 4, "no such folder");
}

/* A full disk and a reader that went away, for everything that prints. */
static void unwritable_output_is_4(void **state)
{
    static const char *const cases[] = {
        "--help",
        "--version",
        "sim --help",
        "rules",
        "rules one-billion-users",
        "edition list",
        "edition show one-billion-users",
        "position show @p.json",
        "position moves @p.json --json",
        "position play @p.json 'add Knit Night' --json",
        "sim one-billion-users --games 3",
        "sim one-billion-users --games 3 --json",
        "sim one-billion-users --games 3 --csv",
        "perft one-billion-users --depth 1",
        "replay @g.record",
        "replay @g.record --at 3",
        "replay @g.record --trace",
        "verify @g.record",
    };
    free(make_record());
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (enum program_output output = OUT_FULL_DISK; output <= OUT_CLOSED_PIPE; output++) {
            struct program_run run = program(program_in_folder(cases[i]), NULL, output);
            if (run.code != 4) {
                fail_msg("billions %s: exit code %d: %s", cases[i], run.code, run.err);
            }
            assert_string_equal(run.err, output == OUT_FULL_DISK
                                             ? "billions: Standard output cannot be written: No space left on device.\n"
                                             : "billions: Standard output cannot be written: Broken pipe.\n");
            program_end(&run);
        }
    }
}

/* ------------------------------------------------------------------ records */

/* The Troll is on a platform, and Troll Crackdown in the hand: the name of the one is never read as the other. */
static void a_record_means_the_cards_that_it_names(void **state)
{
    static const char *const moves[][2] = {{"fix The Troll", "The Troll is an Influencer, no Hotfix"},
                                           {"grind the troll", "The Troll is an Influencer, no card of a hand"},
                                           {"discard The Troll", "The Troll is an Influencer, no card of a hand"}};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        struct bil_text record = {0};
        char says[160];
        bil_text_format(
            &record,
            "Format: billions-record 1\nGame: one-billion-users\nRevision: 2\nSeats: 2\nSeed: 1\n"
            "Position: {\"format\":1,\"game\":\"one-billion-users\",\"seats\":2,\"phase\":\"play\",\"platforms\":["
            "{\"communities\":[\"Pet Pictures\"],\"blocker\":\"Toxic Culture\",\"hand\":[\"Troll Crackdown\",\"Push\"]},"
            "{\"influencers\":[\"The Troll\"]}]}\n\n1 %s\nResult: unfinished\n",
            moves[i][0]);
        helper_write(helper_path("x.record"), bil_text_string(&record));
        snprintf(says, sizeof says, "\"1 %s\" does not fit. %s", moves[i][0], moves[i][1]);
        refuses("verify @x.record", 1, says);
        refuses("replay @x.record", 3, says);
        bil_text_free(&record);
    }
}

static void records_are_verified(void **state)
{
    char *record = make_record();
    SHOWS("verify @g.record", "g.record: verified: One Billion Users, 3 seats, ");
    free(program_prints("verify -", record, "-: verified: "));
    SHOWS("verify @g.record @g.record", "verified");
    refuses("verify @p.json", 3, "p.json, line 1: this is no record");
    refuses("verify @g.record --challenge", 1, "Only bots sit here");
    write_changed(record, "draw deck", "draw dekc");
    refuses("verify @x.record", 1, "draw dekc\" does not fit. ");
    refuses("replay @x.record", 3, "Legal here: draw deck");
    write_changed(record, "Result: seat 1, ", "Result: seat 1, 1");
    refuses("verify @x.record", 1, "the record gives seat 1 1");
    write_changed(record, "Hash: ", "Hash: f");
    refuses("verify @x.record", 1, "the record ends in state f");
    write_changed(record, "Seed: 0x", "Seed: 0x7");
    struct program_run run = program(program_in_folder("verify @x.record"), NULL, OUT_KEPT);
    assert_int_equal(run.code, 1); /* another deal: the decisions do not fit */
    program_end(&run);
    write_changed(record, "Edition: ", "Edition: 0");
    refuses("verify @x.record", 3, "Name its file with --edition");
    const char *half = record + strlen(record) / 2;
    half = strchr(half, '\n') + 1;
    helper_write(helper_path("x.record"), record);
    assert_int_equal(truncate(helper_path("x.record"), half - record), 0);
    refuses("verify @x.record", 1, "the record breaks off without its result");
    SHOWS("replay @x.record", "The record ends here; seat ");
    assert_int_equal(truncate(helper_path("x.record"), half - record - 3), 0); /* in the middle of a line */
    run = program(program_in_folder("verify @x.record"), NULL, OUT_KEPT);
    assert_int_equal(run.code, 1);
    assert_true(strncmp(run.err, "billions: ", 10) == 0);
    program_end(&run);
    run = program(program_in_folder("verify @g.record @p.json @none"), NULL, OUT_KEPT); /* the worst counts, all are looked at */
    assert_int_equal(run.code, 4);
    helper_contains(run.out, "g.record: verified");
    helper_contains(run.err, "p.json, line 1");
    helper_contains(run.err, "none cannot be read");
    program_end(&run);
    free(record);
}

static void records_are_replayed(void **state)
{
    char *record = make_record();
    SHOWS("replay @g.record", "One Billion Users, 3 seats", " 1 launch ", "Seat 3: ", ", place 1");
    SHOWS("replay @g.record --seat 2", " 2 launch ", "! 1 launch " /* what others choose is told by what happens */,
          "Seat 1 launches");
    SHOWS("replay @g.record --at 0", "After move 0 of ");
    SHOWS("replay @g.record --at 10 --seat 1", "Table");
    SHOWS("replay @g.record --at 10 --seat spectator", "Table");
    program_prints_into("at.json", "replay @g.record --at 10 --json", "\"game\":\"one-billion-users\"");
    SHOWS("position moves @at.json", "draw deck");
    refuses("replay @g.record --at 100000", 2, "--at 100000: the game has ");
    refuses("replay @g.record --at -1", 2, "whole number from 0");
    refuses("replay @g.record --seat 4", 2, "a seat from 1 to 3");
    refuses("replay @g.record --trace --seat 1", 2, "shows everything");
    free(record);
}

/* The object of a line, which is cut there; moves *next to the line behind it. */
static const struct bil_value *read_line(char **next)
{
    char *stop = strchr(*next, '\n');
    assert_non_null(stop);
    *stop = 0;
    const struct bil_value *object = helper_json(*next);
    *next = stop + 1;
    return object;
}

/* Every line of the trace is a JSON object, and the moves in it are those of the record. */
static void a_trace_is_lines_of_json(void **state)
{
    char *record = make_record();
    char *trace = prints("replay @g.record --trace", NULL);
    int lines = 0;
    int recorded = 0;
    bool over = false;
    for (char *line = trace; *line;) {
        const struct bil_value *object = read_line(&line);
        const struct bil_value *move = bil_value_get(object, "move");
        if (move) {
            const struct bil_value *moves = bil_value_get(object, "moves");
            bool listed = false;
            for (const struct bil_value *m = moves->child; m; m = m->next) {
                listed = listed || strcmp(m->string, move->string) == 0;
            }
            assert_true(listed);
            assert_int_equal(bil_value_get(object, "ply")->integer, lines - 1);
            assert_true((moves->count == 1) == (bil_value_get(object, "forced")->type == BIL_TRUE));
            recorded += bil_value_get(object, "recorded")->type == BIL_TRUE;
            assert_non_null(bil_value_get(bil_value_get(object, "position"), "deck"));
            assert_non_null(bil_value_get(object, "chance"));
            assert_non_null(bil_value_get(object, "events"));
        }
        over = bil_value_get(object, "result") != NULL;
        bil_json_free(object);
        lines++;
    }
    int decisions = 0;
    for (const char *c = strstr(record, "\n\n") + 1; (c = strchr(c, '\n')) != NULL; c++) {
        decisions += c[1] >= '1' && c[1] <= '9';
    }
    assert_int_equal(recorded, decisions);
    assert_true(over);
    free(trace);
    free(record);
}

/* With --views every line but the first says what each seat could know: just what it is shown one at a time. Without, none does. */
static void a_trace_shows_every_view(void **state)
{
    free(make_record());
    SHOWS("replay @g.record --trace", "!\"views\"");
    refuses("replay @g.record --views", 2, "--views belongs to --trace");
    char *trace = prints("replay @g.record --trace --views", NULL);
    int lines = 0;
    int compared = 0;
    for (char *line = trace; *line; lines++) {
        char *text = line;
        const struct bil_value *object = read_line(&line);
        const struct bil_value *views = bil_value_get(object, "views");
        assert_int_equal(views != NULL, lines > 0);
        assert_int_equal(views ? views->count : 3, 3);
        bil_json_free(object);
        for (int seat = 1; seat <= 3 && lines % 20 == 1; seat++, compared++) {
            char arguments[80];
            snprintf(arguments, sizeof arguments, "replay @g.record --at %d --seat %d --json", lines - 1, seat);
            char *view = prints(arguments, "\"viewer\":");
            view[strcspn(view, "\n")] = 0;
            helper_contains(text, view);
            assert_true(strstr(text, view) > strstr(text, "\"views\":["));
            free(view);
        }
    }
    assert_true(lines > 20 && compared > 5);
    free(trace);
}

/* ------------------------------------------------------------------ positions */

static void positions_are_shown_and_played(void **state)
{
    SHOWS("position show @p.json", "Seat 1: ");
    SHOWS("position show @p.json --seat 1", "Knit Night", "!PR Department");
    SHOWS("position show @p.json --json --seat spectator", "!\"Knit Night\"");
    free(program_prints("position moves -", position, "1 block 2 Bad Press\n"));
    SHOWS("position moves @p.json --json", "\"seat\":1,", "\"add Knit Night\"", "\"over\":false");
    program_prints_into("after.json", "position play @p.json 'block 2 Bad Press' '2 counter PR Department' --json", "\"turn\":2");
    SHOWS("position show @after.json", "Seat 2: ");
    SHOWS("position play @p.json '1 add Knit Night'", "Knit Night");
    program_prints_into("view.json", "position show @p.json --json --seat 1", "\"viewer\":1"); /* a view can be looked at */
    SHOWS("position show @view.json", "Knit Night");
    SHOWS("position moves @view.json", "1 add Knit Night");
    SHOWS("position play @view.json 'add Knit Night'", "Seat 2: "); /* and played from: the rest is dealt */
    refuses("position show @view.json --seat 2", 3, "is what one viewer sees already");
    program_prints_into("view.json", "position show @p.json --json --seat 2", "\"viewer\":2");
    refuses("position moves @view.json", 3, "is not what seat 1 sees");
}

static void wrong_positions_and_moves_are_3(void **state)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"", "is empty"},
        {"{\"format\": 1,", "x.json, line 1"},
        {"[1, 2]", "one JSON object"},
        {"{\"format\": 1, \"game\": \"chess\"}", "\"chess\""},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"turn\": 1.5}",
         "line 1, column 64: a number with a fraction"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"turn\": 3}", "turn"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"deck\": [\"Push\", \"Push\", \"Push\", \"Push\", "
         "\"Push\", \"Push\"]}",
         "Push"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"deck\": [\"Pet Pistures\"]}", "Pet Pictures"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        helper_write(helper_path("x.json"), cases[i].text);
        refuses("position show @x.json", 3, cases[i].part);
    }
    refuses("position play @p.json 'add Short Dance Clips'", 3, "Move 1, \"add Short Dance Clips\": ");
    refuses("position play @p.json 'add Knit Night' 'add Knit Night'", 3, "Move 2, ");
    refuses("position play @p.json '2 add Knit Night'", 3, "Not seat 2 but seat 1 decides here");
    refuses("position play @p.json 'fly away'", 3, "Legal here: ");
    refuses("perft one-billion-users --position @x.json", 3, "x.json: ");
}

/* ------------------------------------------------------------------ editions and rules */

static void editions_are_shown_and_checked(void **state)
{
    SHOWS("edition list", "one-billion-users, edition ");
    char *edition = prints("edition show one-billion-users", "\"Pet Pictures\"");
    helper_write(helper_path("e.json"), edition);
    SHOWS("edition check @e.json", "e.json is sound: one-billion-users, edition ");
    char *again = prints("edition show one-billion-users --edition @e.json", NULL);
    assert_string_equal(edition, again);
    free(again);
    char *broken = helper_replace(edition, "\"card\":\"Bad Press\",\"count\":3", "\"card\":\"Bad Press\",\"count\":2");
    helper_write(helper_path("b.json"), broken);
    free(broken);
    refuses("edition check @b.json", 1, "b.json: The edition is not the printed one: ");
    refuses("edition show one-billion-users --edition @b.json", 1, "b.json: ");
    helper_write(helper_path("b.json"), "{\"format\": 1, \"game\": \"chess\"}");
    refuses("edition check @b.json", 3, "\"chess\"");
    helper_write(helper_path("b.json"), "not json");
    refuses("edition check @b.json", 3, "b.json, line 1");
    refuses("sim one-billion-users --games 1 --edition @b.json", 3, "b.json, line 1");
    char *changed = helper_replace(edition, "\"Pet Pictures\"", "\"Pets in Hats\"");
    helper_write(helper_path("c.json"), changed);
    SHOWS("sim one-billion-users --games 2 --edition @c.json --record-dir @", "2 games");
    SHOWS("verify @game-0000001.record @game-0000002.record", "verified");
    free(changed);
    free(edition);
}

static void rules_are_told(void **state)
{
    SHOWS("rules", "one-billion-users");
    SHOWS("rules one-billion-users", "Options:", "networks=");
    for (const struct bil_topic *topic = helper_game()->topics; topic->id; topic++) {
        char line[80];
        snprintf(line, sizeof line, "rules one %s", topic->id);
        char *text = prints(line, topic->title);
        helper_contains(text, topic->text);
        free(text);
    }
}

/* ------------------------------------------------------------------ simulation and perft */

static void simulations_print_json(void **state)
{
    static const char *const members[] = {"game",      "games",   "players",          "seats", "win_rate", "mean_score",
                                          "decisions", "seconds", "games_per_second", "hash"};
    char *hashes[2];
    for (int threads = 1; threads <= 2; threads++) {
        char line[200];
        snprintf(line, sizeof line,
                 "sim one-billion-users --games 1,000 --players 4 --seats random,random,random,random --seed 1 --threads %d "
                 "--option networks=random --json",
                 threads);
        char *json = prints(line, "\"games\":1000,\"players\":4,");
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
            char key[40];
            snprintf(key, sizeof key, "\"%s\":", members[i]);
            helper_contains(json, key);
        }
        char *hash = strstr(json, "\"hash\":\"");
        hashes[threads - 1] = strndup(hash, 8 + 16 + 1);
        free(json);
    }
    assert_string_equal(hashes[0], hashes[1]);
    free(hashes[0]);
    free(hashes[1]);
    SHOWS("sim one-billion-users --games 10 --seats greedy,random --csv --rotate", "seat,bot,games,win_rate", "\n1,greedy,10,",
          "\n2,random,10,");
    SHOWS("sim one --games=10 --seats greedy --players 3 --check", "95 % interval");
}

/* Ctrl-C: what was reached is printed, one sentence, exit code 130. */
static void a_simulation_is_interrupted(void **state)
{
    struct program_run run = program_interrupted("sim one-billion-users --games 1000000000 --json");
    assert_int_equal(run.code, 130);
    helper_contains(run.out, "\"stopped\":true");
    helper_contains(run.err, "billions: Stopped after ");
    program_end(&run);
}

static void perft_counts(void **state)
{
    SHOWS("perft one-billion-users --depth 2 --seed 3", "depth",
          "\n    0                1                1                1            0\n");
    SHOWS("perft one-billion-users --position @p.json --depth 1 --json", "\"levels\":[{\"depth\":0,\"sequences\":1,");
}

static void ends_are_solved(void **state)
{
    free(prints("solve " TEST_DATA "/../docs/examples/ending.json --seconds 0", "315 worlds fit what the seat sees"));
    refuses("solve @p.json --seconds 0 --memory 1", 1, "need more room than 1 MiB (--memory gives more)");
    refuses("solve six-billion", 2, "a game needs --games N");
    /* A program that asks is told what was not enough, and no move. */
    struct program_run run = program(program_in_folder("solve @p.json --seconds 0 --memory 1 --json"), NULL, OUT_KEPT);
    assert_int_equal(run.code, 1);
    helper_contains(run.out, "\"solved\":false,\"limit\":\"memory\"");
    assert_null(strstr(run.out, "moves"));
    program_end(&run);
}

/* The first line of the puzzles of 6 Billion. The caller frees it. */
static char *one_puzzle(void)
{
    char *line = helper_read(TEST_DATA "/../puzzles/six-billion.jsonl");
    line[strcspn(line, "\n") + 1] = 0;
    return line;
}

/* Who gives a file of puzzles where a position is wanted is told so, and what to do. */
static void puzzles_are_no_position(void **state)
{
    static const char say[] =
        " looks like a file of puzzles, and one position is wanted: head -n 1 FILE | jq .position takes it out";
    char *line = one_puzzle();
    helper_write(helper_path("one.jsonl"), line);
    refuses("solve " TEST_DATA "/../puzzles/six-billion.jsonl", 3, say);
    refuses("solve @one.jsonl", 3, say);
    refuses("position show " TEST_DATA "/../puzzles/one-billion-users.jsonl", 3, say);
    program_refuses("position moves -", line, 3, "standard input looks like a file of puzzles");
    const char *member = strstr(line, "\"position\":"); /* the last one: what jq takes out */
    assert_non_null(member);
    line[strlen(line) - 2] = 0; /* "}", and the end of the line */
    free(program_prints("position show -", member + strlen("\"position\":"), "Game turn "));
    free(line);
}

static void puzzles_are_checked(void **state)
{
    char *line = one_puzzle();
    char best[128], next[128], other[160], says[200]; /* the next best move is called the best */
    assert_int_equal(sscanf(strstr(line, "\"best\":"), "%127[^,],\"next\":\"%127[^\"]", best, next), 2);
    snprintf(other, sizeof other, "\"best\":\"%s\"", next);
    snprintf(says, sizeof says, "both.jsonl:2: \"%s\" is not proven: over \"", next);
    char *wrong = helper_replace(line, best, other);
    char both[2 * 64 * 1024];
    assert_in_range(snprintf(both, sizeof both, "%s%s", line, wrong), 2, sizeof both - 1);
    helper_write(helper_path("one.jsonl"), line);
    helper_write(helper_path("both.jsonl"), both);
    SHOWS("puzzles --check @one.jsonl", "Checked 1 of 1 puzzles: the best move of each is proven again.\n");
    struct program_run run = program(program_in_folder("puzzles --check @both.jsonl"), NULL, OUT_KEPT);
    assert_int_equal(run.code, 3);
    assert_string_equal(run.out, "");
    helper_contains(run.err, says);
    helper_contains(run.err, "both.jsonl: lines checked: 2; not proven again, or not readable: 1.");
    program_end(&run);
    free(wrong);
    free(line);
    helper_write(helper_path("none.jsonl"), "");
    helper_write(helper_path("broken.jsonl"), "{\n");
    refuses("puzzles --check @none.jsonl", 3, "there is no puzzle in it");
    refuses("puzzles --check @broken.jsonl", 3, "broken.jsonl:1: ");
}

/* Writes `text`, which is ASCII, with so many zero bytes before and behind every letter, and `mark` first. */
static void write_wide(const char *name, const char *mark, size_t mark_length, int before, int behind, const char *text)
{
    FILE *file = fopen(helper_path(name), "wb");
    assert_non_null(file);
    fwrite(mark, 1, mark_length, file);
    for (const char *c = text; *c; c++) {
        fwrite("\0\0\0", 1, (size_t)before, file);
        fputc(*c, file);
        fwrite("\0\0\0", 1, (size_t)behind, file);
    }
    assert_int_equal(fclose(file), 0);
}

/* What some editors, and `>` of some shells, write: UTF-16 is named as such, and the mark before UTF-8 is no part of a text. */
static void other_encodings_are_named(void **state)
{
    static const struct {
        const char *name, *mark;
        size_t length;
        int before, behind;
    } encodings[] = {{"UTF-16", "\xFF\xFE", 2, 0, 1}, {"UTF-16", "\xFE\xFF", 2, 1, 0},     {"UTF-16", "", 0, 0, 1},
                     {"UTF-16", "", 0, 1, 0},         {"UTF-32", "\xFF\xFE\0\0", 4, 0, 3}, {"UTF-32", "", 0, 3, 0}};
    static const struct {
        const char *arguments, *like; /* a command, and a text that it would take */
        bool from;                    /* a file of the documentation that holds it */
    } doors[] = {{"edition check @wide", "edition show one-billion-users", false},
                 {"play --edition @wide", "edition show one-billion-users", false},
                 {"sim one-billion-users --games 1 --seats random --edition @wide", "edition show one-billion-users", false},
                 {"position show @wide", TEST_DATA "/../docs/examples/safeguard.json", true},
                 {"play --position @wide", TEST_DATA "/../docs/examples/safeguard.json", true},
                 {"solve @wide", TEST_DATA "/../docs/examples/ending.json", true},
                 {"verify @wide", TEST_DATA "/../docs/examples/networks.record", true},
                 {"replay @wide", TEST_DATA "/../docs/examples/networks.record", true},
                 {"analyse @wide", TEST_DATA "/../docs/examples/networks.record", true},
                 {"play --resume @wide", TEST_DATA "/../docs/examples/networks.record", true},
                 {"puzzles --check @wide", TEST_DATA "/../puzzles/six-billion.jsonl", true},
                 {"arena one-billion-users --resume @wide", "edition show one-billion-users", false}};
    for (size_t d = 0; d < sizeof doors / sizeof *doors; d++) {
        char *text = doors[d].from ? helper_read(doors[d].like) : prints(doors[d].like, NULL);
        for (size_t e = 0; e < sizeof encodings / sizeof *encodings; e++) {
            char sentence[100];
            snprintf(sentence, sizeof sentence, "wide is %s; Billions reads UTF-8: save it as UTF-8.", encodings[e].name);
            write_wide("wide", encodings[e].mark, encodings[e].length, encodings[e].before, encodings[e].behind, text);
            refuses(doors[d].arguments, 3, sentence);
        }
        free(text);
    }
    static const char *const texts[][2] = {{"verify @marked", TEST_DATA "/../docs/examples/networks.record"},
                                           {"position show @marked", TEST_DATA "/../docs/examples/safeguard.json"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *text = helper_read(texts[i][1]);
        write_wide("marked", "\xEF\xBB\xBF", 3, 0, 0, text);
        free(prints(texts[i][0], NULL));
        free(text);
    }
    char *line = one_puzzle();
    write_wide("marked", "\xEF\xBB\xBF", 3, 0, 0, line);
    SHOWS("puzzles --check @marked", "Checked 1 of 1 puzzles");
    free(line);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_and_version),
        cmocka_unit_test_setup_teardown(wrong_usage_is_2, begin, helper_end),
        cmocka_unit_test_setup_teardown(missing_files_are_4, begin, helper_end),
        cmocka_unit_test_setup_teardown(unwritable_output_is_4, begin, helper_end),
        cmocka_unit_test_setup_teardown(a_record_means_the_cards_that_it_names, begin, helper_end),
        cmocka_unit_test_setup_teardown(records_are_verified, begin, helper_end),
        cmocka_unit_test_setup_teardown(records_are_replayed, begin, helper_end),
        cmocka_unit_test_setup_teardown(a_trace_is_lines_of_json, begin, helper_end),
        cmocka_unit_test_setup_teardown(a_trace_shows_every_view, begin, helper_end),
        cmocka_unit_test_setup_teardown(positions_are_shown_and_played, begin, helper_end),
        cmocka_unit_test_setup_teardown(wrong_positions_and_moves_are_3, begin, helper_end),
        cmocka_unit_test_setup_teardown(editions_are_shown_and_checked, begin, helper_end),
        cmocka_unit_test(rules_are_told),
        cmocka_unit_test_setup_teardown(simulations_print_json, begin, helper_end),
        cmocka_unit_test(a_simulation_is_interrupted),
        cmocka_unit_test_setup_teardown(perft_counts, begin, helper_end),
        cmocka_unit_test_setup_teardown(ends_are_solved, begin, helper_end),
        cmocka_unit_test_setup_teardown(puzzles_are_no_position, begin, helper_end),
        cmocka_unit_test_setup_teardown(puzzles_are_checked, begin, helper_end),
        cmocka_unit_test_setup_teardown(other_encodings_are_named, begin, helper_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
