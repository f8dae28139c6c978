/* `billions join` at a real terminal: waiting and being asked, the time in the prompt, talking while others think, and a server
 * that goes away and comes back while somebody sits there. */
#include <signal.h>
#include <time.h>

#include "online/client/liveness.h"
#include "online/people.h"
#include "unit.h"

/* Two people at two terminals: one waits for the other, they talk, the game begins, one leaves and comes back. */
static void two_people_meet(void **state)
{
    struct drive ann;
    struct drive bob;
    char link[PEOPLE_LINK];
    people_table(
        "{\"game\":\"one-billion-users\",\"seats\":2,\"pace\":{\"kind\":\"live\",\"move\":600,\"bank\":300,\"window\":300}}", link);
    people_sit_down(&ann, link, "Ann");
    drive_wait_for(&ann, "The game begins when the last seat is taken.");
    drive_wait_for(&ann, "Wait>");
    drive_type(&ann, "1\r");
    drive_wait_for(&ann, "The game has not begun.");
    drive_type(&ann, "say Is anybody there\r");
    drive_wait_for(&ann, "Seat 1 (Ann) says: Is anybody there");
    people_sit_down(&bob, link, "Bob");
    drive_wait_for(&bob, "Seat 1 (Ann) says: Is anybody there");
    drive_wait_for(&ann, "Seat 2 (Bob) sits down.");
    /* All are asked at once what they launch with, with the time in the prompt: a quarter of an hour, less what this machine
     * needs. Who has launched waits for the other. */
    drive_wait_for(&ann, "Play 1");
    drive_wait_for(&bob, "Play 1");
    drive_type(&ann, "1\r");
    drive_wait_for(&ann, "Your answer is kept until all have answered");
    drive_wait_for(&ann, "Wait 1");
    drive_type(&ann, "who\r");
    drive_wait_for(&ann, "Seat 2 (Bob): here; in reserve");
    drive_type(&bob, "undo\r");
    drive_wait_for(&bob, "Play 1");
    drive_type(&bob, "quit\r");
    drive_wait_for(&bob, "The seat stays yours.");
    drive_wait_for(&bob, "billions join 'http://127.0.0.1:");
    const size_t link_at = bob.mark;
    char back[192];
    assert_int_equal(drive_end(&bob), 0); /* then all of the link has come */
    assert_int_equal(sscanf(bob.seen + link_at, "%150[^']", back), 1);
    drive_free(&bob);
    drive_wait_for(&ann, "Seat 2 (Bob) has lost the connection, or left.");
    char whole[256];
    snprintf(whole, sizeof whole, "http://127.0.0.1:%s", back);
    people_come(&bob, (const char *const[]){"join", whole, NULL});
    drive_wait_for(&bob, "You sit at Seat 2");
    drive_wait_for(&bob, "Play 1");
    drive_wait_for(&ann, "Seat 2 (Bob) is here.");
    drive_type(&bob, "1\r");
    /* Now one of the two is asked, or a card that was drawn by itself has opened a window of five minutes. The seconds run while
     * nobody types. */
    static const char *const times[] = {"Play 1", "Wait 1", "Play  5:00", "Wait  5:00", "Play  4", "Wait  4", NULL};
    drive_wait(&ann, times);
    drive_wait_for(&ann, "\0337\r");
    drive_wait(&ann, times);
    drive_wait_for(&ann, "\0338");
    drive_type(&ann, "\003");
    assert_int_equal(drive_end(&ann), 128 + SIGINT);
    drive_type(&bob, "\004");
    assert_int_equal(drive_end(&bob), 0);
    drive_free(&ann);
    drive_free(&bob);
}

/* With --plain nothing that others wrote reaches the terminal beyond ASCII: names, what is said, the title in the list. */
static void others_are_shown_in_ascii(void **state)
{
    static const char *const unicode[] = {"NO_COLOR=1", "LANG=C.UTF-8", NULL};
    static const char *const ascii[] = {"NO_COLOR=1", "LANG=C", NULL};
    struct drive ann;
    struct drive bob;
    char link[PEOPLE_LINK];
    people_table("{\"game\":\"one-billion-users\",\"seats\":2,\"listed\":true,\"title\":\"M\u00E4rchen \U0001F43A\"}", link);
    drive_start(&bob, (const char *const[]){"join", link, "--name", "Bob \U0001F43A", NULL}, unicode, PEOPLE_COLUMNS, PEOPLE_ROWS);
    drive_wait_for(&bob, "Wait>");
    drive_type(&bob, "say Gr\u00FC\u00DFe \U0001F43A\r");
    drive_wait_for(&bob, "says: Gr\u00FC\u00DFe \U0001F43A");
    drive_start(&ann, (const char *const[]){"tables", served.text, NULL}, ascii, PEOPLE_COLUMNS, PEOPLE_ROWS);
    drive_wait_for(&ann, "Marchen ?");
    people_gone(&ann);
    drive_start(&ann, (const char *const[]){"join", link, "--name", "Ann", "--plain", NULL}, unicode, PEOPLE_COLUMNS, PEOPLE_ROWS);
    drive_wait_for(&ann, "Seat 1 (Bob ?)");
    drive_wait_for(&ann, "Seat 1 (Bob ?) says: Grusse ?");
    drive_wait_for(&ann, "Play>"); /* both launch at once */
    drive_wait_for(&bob, "Play>");
    drive_type(&bob, "1\r");
    drive_type(&ann, "table\r");
    drive_wait_for(&ann, "Play>");
    drive_type(&bob, "say \u2026\r");
    drive_wait_for(&ann, "says: ...");
    drive_type(&ann, "quit\r");
    assert_int_equal(drive_end(&ann), 0);
    for (const char *at = ann.seen; *at; at++) {
        assert_true((unsigned char)*at < 0x80);
    }
    drive_type(&bob, "quit\r");
    assert_int_equal(drive_end(&bob), 0);
    drive_free(&ann);
    drive_free(&bob);
}

/* The server dies while somebody sits at the prompt; after it has come back everything goes on where it was. */
static void a_server_goes_and_comes_back(void **state)
{
    struct drive ann;
    char link[PEOPLE_LINK];
    people_table("{\"game\":\"six-billion\",\"seats\":2,\"bots\":[null,\"greedy\"]}", link);
    people_sit_down(&ann, link, "Ann");
    drive_wait_for(&ann, "Play>");
    server_process_kill(&served);
    drive_wait_for(&ann, "is lost: ");
    drive_wait_for(&ann, "It is tried again; nothing is lost.");
    drive_type(&ann, "say Hello\r");
    drive_wait_for(&ann, "There is no connection at the moment");
    server_process_start(&served, NULL);
    drive_wait_for(&ann, "The connection is there again.");
    drive_wait_for(&ann, "Play>");
    drive_type(&ann, "say Hello\r");
    drive_wait_for(&ann, "Seat 1 (Ann) says: Hello");
    drive_wait_for(&ann, "Play>");
    people_quit(&ann);
}

/* The server stands still for longer than an attempt may take, as behind a line that has gone silent: that is said, what is typed
 * meanwhile waits, and when it goes on everything does. */
static void a_server_stands_still(void **state)
{
    const struct timespec longer_than_an_attempt = {.tv_sec = BIL_LIVENESS_ATTEMPT / 1000 + 1};
    struct drive ann;
    char link[PEOPLE_LINK];
    people_table(
        "{\"game\":\"one-billion-users\",\"seats\":2,\"bots\":[null,\"greedy\"],\"pace\":{\"kind\":\"live\",\"move\":600}}", link);
    people_sit_down(&ann, link, "Ann");
    drive_wait_for(&ann, "Play 1");
    assert_int_equal(kill(served.pid, SIGSTOP), 0);
    drive_wait_for(&ann, "No answer for 9 s: trying again.");
    drive_wait_for(&ann, "?>"); /* whatever the clock shows is uncertain */
    drive_type(&ann, "1\r");
    drive_wait_for(&ann, "Not sent yet");
    nanosleep(&longer_than_an_attempt, NULL);
    assert_int_equal(kill(served.pid, SIGCONT), 0);
    drive_wait_for(&ann, "The connection is there again.");
    drive_wait_for(&ann, "Seat 1"); /* has made that move */
    people_quit(&ann);
}

/* One gives a seat up before the game, sits down again, leaves the game that runs after a question; the other is told, and ends it.
 */
static void somebody_leaves_for_good(void **state)
{
    struct drive ann;
    struct drive bob;
    char link[PEOPLE_LINK];
    people_table("{\"game\":\"one-billion-users\",\"seats\":2,\"bots\":[null,null]}", link);
    people_sit_down(&ann, link, "Ann");
    drive_wait_for(&ann, "Wait>");
    drive_type(&ann, "leave\r");
    drive_wait_for(&ann, "Give your seat up?");
    drive_wait_for(&ann, "Leave, yes or no>");
    drive_type(&ann, "yes\r");
    drive_wait_for(&ann, "You have left.");
    people_gone(&ann);
    people_sit_down(&ann, link, "Ann");
    people_sit_down(&bob, link, "Bob");
    drive_wait_for(&ann, "Play>");
    drive_type(&bob, "leave\r");
    drive_wait_for(&bob, "A bot takes your seat and plays it to the end.");
    drive_wait_for(&bob, "Leave, yes or no>");
    drive_type(&bob, "\r");
    drive_wait_for(&bob, "You stay.");
    drive_wait_for(&bob, "Play>");
    drive_type(&bob, "leave\r");
    drive_wait_for(&bob, "Leave, yes or no>");
    drive_type(&bob, "yes\r");
    drive_wait_for(&bob, "You have left.");
    people_gone(&bob);
    drive_wait_for(&ann, "Seat 2 (Bob) leaves.");
    drive_type(&ann, "leave\r");
    drive_wait_for(&ann, "You are the only person here");
    drive_wait_for(&ann, "Leave, yes or no>");
    drive_type(&ann, "yes\r");
    drive_wait_for(&ann, "You have left.");
    people_gone(&ann);
}

/* Somebody watches, and may talk but not play. */
static void somebody_watches(void **state)
{
    struct drive eve;
    char link[PEOPLE_LINK];
    people_table("{\"game\":\"one-billion-users\",\"seats\":2,\"bots\":[null,\"greedy\"]}", link);
    people_come(&eve, (const char *const[]){"join", link, "--watch", NULL});
    drive_wait_for(&eve, "You watch table");
    drive_wait_for(&eve, "Wait>");
    drive_type(&eve, "say Good luck\r");
    drive_wait_for(&eve, "Somebody who watches says: Good luck");
    drive_type(&eve, "leave\r");
    drive_wait_for(&eve, "You watch; there is no seat of yours to leave.");
    people_quit(&eve);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_people_meet, people_begin, people_end),
        cmocka_unit_test_setup_teardown(others_are_shown_in_ascii, people_begin, people_end),
        cmocka_unit_test_setup_teardown(a_server_goes_and_comes_back, people_begin, people_end),
        cmocka_unit_test_setup_teardown(a_server_stands_still, people_begin, people_end),
        cmocka_unit_test_setup_teardown(somebody_leaves_for_good, people_begin, people_end),
        cmocka_unit_test_setup_teardown(somebody_watches, people_begin, people_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
