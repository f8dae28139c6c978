/* What people at their own terminals agree on, driven from `billions join`: moves are taken back when all others say yes and not
 * when one says no, and who watches sees it too; after the game there is a next one in the same seats, and each table has a receipt
 * of its own that fits its record. */
#include "online/people.h"
#include "table/helpers.h"
#include "unit.h"

enum { ANSWERS = 2000 };

/* The link to a seat that is told on the screen, from its http on to the closing quote. */
static void link_told(const struct drive *drive, char link[PEOPLE_LINK])
{
    const char *told = NULL;
    for (const char *at = drive->seen; (at = strstr(at, "billions join '")) != NULL; at++) {
        told = at;
    }
    if (!told) {
        helper_fail("the screen tells no link to a seat");
    }
    told += strlen("billions join '");
    const size_t length = strcspn(told, "'");
    assert_true(length < PEOPLE_LINK);
    memcpy(link, told, length);
    link[length] = 0;
    assert_non_null(strchr(link, '#'));
}

/* ------------------------------------------------------------------ taking back */

enum { ANN, BOB, CID, EVE, PEOPLE };

/* Everybody reads it. */
static void all_read(struct drive person[PEOPLE], const char *words)
{
    for (int i = 0; i < PEOPLE; i++) {
        drive_wait_for(&person[i], words);
    }
}

/* Answers with the first of what is offered until it is somebody else's turn. It asks each time: nothing need be
 * said where a turn ends. */
static void answer_while_asked(struct drive *drive)
{
    static const char *const signs[] = {"You are not asked anything now", "[1]", NULL};
    for (int i = 0; i < ANSWERS; i++) {
        drive_type(drive, "moves\r");
        if (drive_wait(drive, signs) == 0) {
            return;
        }
        drive_type(drive, "1\r");
    }
    helper_fail("The turn does not end.");
}

static void taking_back_by_consent(void **state)
{
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    struct drive person[PEOPLE];
    char link[PEOPLE_LINK];
    people_table("{\"game\":\"one-billion-users\",\"seats\":3}", link);
    for (int i = ANN; i <= CID; i++) {
        people_sit_down(&person[i], link, names[i]);
    }
    people_come(&person[EVE], (const char *const[]){"join", link, "--watch", NULL});
    drive_wait_for(&person[EVE], "You watch table");
    drive_wait_for(&person[ANN], "Play>");
    drive_type(&person[ANN], "undo\r");
    drive_wait_for(&person[ANN], "You have made no move that could be taken back.");
    for (int i = ANN; i <= CID; i++) { /* all launch at once */
        drive_wait_for(&person[i], "Play>");
        drive_type(&person[i], "1\r");
    }
    /* Bob has acted since: Ann must ask. Nobody has asked before. */
    drive_wait_for(&person[ANN], "Seat 2 has chosen.");
    drive_type(&person[CID], "agree\r");
    drive_wait_for(&person[CID], "Nobody asks to take anything back.");
    drive_type(&person[ANN], "undo\r");
    all_read(person, "Seat 1 (Ann) would like to take back what was decided last");
    drive_type(&person[EVE], "agree\r");
    drive_wait_for(&person[EVE], "You watch this table; only who has a seat can do that.");
    drive_type(&person[BOB], "agree\r");
    all_read(person, "Seat 2 (Bob) agrees.");
    drive_type(&person[BOB], "agree\r");
    drive_wait_for(&person[BOB], "You have agreed already.");
    drive_type(&person[CID], "say I would rather not\r");
    all_read(person, "Seat 3 (Cid) says: I would rather not");
    drive_type(&person[CID], "refuse\r");
    all_read(person, "Seat 3 (Cid) does not agree: nothing is taken back.");
    /* Ann is asked as before, and asks once more. */
    drive_type(&person[ANN], "undo\r");
    all_read(person, "Seat 1 (Ann) would like to take back what was decided last");
    drive_type(&person[CID], "agree\r");
    all_read(person, "Seat 3 (Cid) agrees.");
    drive_type(&person[BOB], "agree\r");
    all_read(person, "Seat 1 (Ann) takes back what was decided last.");
    for (int i = ANN; i <= CID; i++) {
        drive_wait_for(&person[i], "Play>");
        drive_type(&person[i], "1\r"); /* not the second: a hand may hold one Community alone */
    }
    drive_wait_for(&person[CID], "Seat 2 has chosen.");
    answer_while_asked(&person[CID]); /* he may be the one who begins */
    for (int i = 0; i < PEOPLE; i++) {
        people_quit(&person[i]);
    }
}

/* ------------------------------------------------------------------ the next game */

/* Answers with the first of what is offered until the game is over. */
static void play_to_the_end(struct drive *drive)
{
    static const char *const signs[] = {"Play>", "Over>", NULL};
    for (int i = 0; i < ANSWERS; i++) {
        if (drive_wait(drive, signs) == 1) {
            return;
        }
        drive_type(drive, "1\r");
    }
    helper_fail("The game does not end.");
}

/* A bot takes the people_place of a person who has this link. */
static pid_t bot_at(const char *link)
{
    return server_process_spawn((const char *const[]){TEST_ONLINE, "join", link, "--bot", "random", NULL}, "", "");
}

/* The record that the person saves fits the receipt that was kept. */
static void expect_proof(struct drive *drive, const char *record, const char *receipt)
{
    char line[600];
    struct drive_run run;
    snprintf(line, sizeof line, "save %s\r", record);
    drive_type(drive, line);
    drive_wait_for(drive, "Saved in"); /* not the prompt: what others do meanwhile draws it anew */
    drive_pipe(&run, (const char *const[]){"verify", record, "--receipt", receipt, NULL}, people_place, "", NULL);
    if (run.code != 0) {
        fprintf(stderr, "%s%s", run.out, run.err);
    }
    assert_int_equal(run.code, 0);
    helper_contains(run.out, "the server had committed to this secret; this seat's contribution is in the seed");
    drive_run_free(&run);
}

static void the_next_game_has_a_receipt_of_its_own(void **state)
{
    struct drive ann;
    struct drive bob;
    char link[PEOPLE_LINK];
    char bobs[PEOPLE_LINK];
    char anns[PEOPLE_LINK];
    char receipt[512];
    char second[520];
    char record[512];
    char words[640];
    drive_path(receipt, "receipt");
    drive_path(record, "first.record");
    snprintf(second, sizeof second, "%s-2", receipt);
    people_table("{\"game\":\"one-billion-users\",\"seats\":2}", link);
    people_come(&ann, (const char *const[]){"join", link, "--name", "Ann", "--receipt", receipt, NULL});
    drive_wait_for(&ann, "You sit at Seat 1");
    people_sit_down(&bob, link, "Bob");
    link_told(&bob, bobs);
    people_quit(&bob);
    pid_t bot = bot_at(bobs);
    play_to_the_end(&ann);
    assert_int_equal(server_process_wait(bot), 0);
    expect_proof(&ann, record, receipt);
    /* Bob comes back to a game that is over, and both go on to the next. */
    people_come(&bob, (const char *const[]){"join", bobs, NULL});
    drive_wait_for(&bob, "Over>");
    drive_type(&ann, "rematch\r");
    drive_wait_for(&ann, "The next game, at a table of its own.");
    snprintf(words, sizeof words, "The receipt of this table is %s.", second);
    drive_wait_for(&ann, words);
    drive_wait_for(&ann, "You sit at Seat 1");
    drive_wait_for(&ann, "The game begins when the last seat is taken.");
    drive_wait_for(&bob, "There is a next table; rematch takes your seat there");
    /* He would rather not, which Ann, who waits there, is told; and then he does. */
    drive_type(&bob, "decline\r");
    drive_wait_for(&bob, "Seat 2 (Bob) does not play again.");
    drive_wait_for(&ann, "Seat 2 (Bob) does not play again.");
    drive_wait_for(&ann, "That seat is free for whoever has the link of this table.");
    drive_type(&bob, "rematch\r");
    drive_wait_for(&bob, "You sit at Seat 2");
    drive_wait_for(&ann, "Play>");
    drive_type(&bob, "quit\r");
    drive_wait_for(&bob, "The seat stays yours.");
    assert_int_equal(drive_end(&bob), 0);
    link_told(&bob, bobs);
    drive_free(&bob);
    /* Ann leaves too, and comes back with the same receipt in her command: that of this table goes on. */
    drive_type(&ann, "quit\r");
    assert_int_equal(drive_end(&ann), 0);
    link_told(&ann, anns);
    drive_free(&ann);
    people_come(&ann, (const char *const[]){"join", anns, "--receipt", receipt, NULL});
    drive_wait_for(&ann, words);
    bot = bot_at(bobs);
    play_to_the_end(&ann);
    assert_int_equal(server_process_wait(bot), 0);
    drive_path(record, "second.record");
    expect_proof(&ann, record, second);
    drive_type(&ann, "\r");
    people_gone(&ann);
    /* One table's receipt proves nothing about another. */
    struct drive_run run;
    drive_pipe(&run, (const char *const[]){"verify", record, "--receipt", receipt, NULL}, people_place, "", NULL);
    assert_int_equal(run.code, 1);
    drive_run_free(&run);
}

static void what_is_no_receipt_is_left_alone(void **state)
{
    char link[PEOPLE_LINK];
    char path[512];
    struct drive_run run;
    drive_path(path, "letter");
    helper_write(path, "Dear Ann,\n");
    people_table("{\"game\":\"one-billion-users\",\"seats\":2}", link);
    drive_pipe(&run, (const char *const[]){"join", link, "--name", "Ann", "--receipt", path, NULL}, people_place, "", NULL);
    assert_int_equal(run.code, 4);
    helper_contains(run.err, "is already there and is no receipt; name a new file.");
    helper_contains(run.out, "billions join 'http://"); /* the seat is taken, and here is the way to it */
    drive_run_free(&run);
    char *kept = helper_read(path);
    assert_string_equal(kept, "Dear Ann,\n");
    free(kept);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(taking_back_by_consent, people_begin, people_end),
        cmocka_unit_test_setup_teardown(the_next_game_has_a_receipt_of_its_own, people_begin, people_end),
        cmocka_unit_test_setup_teardown(what_is_no_receipt_is_left_alone, people_begin, people_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
