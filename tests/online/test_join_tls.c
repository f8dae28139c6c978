/* `billions join` and `billions tables` over TLS: with the right certificate a whole game is played; with any other, or none,
 * nothing is said to the server, and one sentence tells why. */
#include <unistd.h>

#include "online/server_process.h"
#include "table/helpers.h"
#include "unit.h"

enum { PATIENCE = 240, PATH = 300, ARGUMENTS = 16 };

static struct server_process tls, plain;
static char out[PATH];
static bool there; /* openssl */

/* A certificate of its own making, NAME.pem and NAME.key in the folder, for these names. */
static void make_certificate(const char *name, const char *names)
{
    char line[1200];
    snprintf(line, sizeof line,
             "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext "
             "subjectAltName=%s -keyout %s.key -out %s.pem >/dev/null 2>&1",
             names, helper_path(name), helper_path(name));
    assert_int_equal(system(line), 0); /* NOLINT(cert-env33-c): the words are all our own */
}

/* The path of a file, which stays. */
static const char *file(const char *name)
{
    static char paths[8][PATH];
    static int turn;
    char *path = paths[turn++ % 8];
    snprintf(path, PATH, "%s", helper_path(name));
    return path;
}

/* A link to the server: scheme, host, and what follows. */
static const char *link_to(const char *scheme, const char *host, const struct server_process *server, const char *rest)
{
    static char links[16][PATH];
    static int turn;
    char *link = links[turn++ % 16];
    snprintf(link, PATH, "%s://%s:%d%s", scheme, host, server->port, rest);
    return link;
}

static int begin(void **state)
{
    alarm(PATIENCE);
    helper_folder();
    there = system("openssl version >/dev/null 2>&1") == 0; /* NOLINT(cert-env33-c) */
    if (there) {
        make_certificate("right", "DNS:localhost,IP:127.0.0.1");
        make_certificate("wrong", "DNS:localhost,IP:127.0.0.1");
        make_certificate("elsewhere", "DNS:elsewhere.example");
    }
    return 0;
}

static int end(void **state)
{
    helper_folder_end();
    return 0;
}

static void start(const char *certificate)
{
    char pem[64];
    char key[64];
    snprintf(pem, sizeof pem, "%s.pem", certificate);
    snprintf(key, sizeof key, "%s.key", certificate);
    server_process_start(&tls, (const char *const[]){"--tls-cert", file(pem), "--tls-key", file(key), NULL});
    snprintf(out, sizeof out, "%s/a", tls.folder);
}

/* Runs billions-online with these words; its exit code, and what it said in *said. */
static int run(const char *const words[ARGUMENTS], char **said)
{
    const char *line[ARGUMENTS + 2] = {TEST_ONLINE};
    for (int i = 0; i < ARGUMENTS && words[i]; i++) {
        line[i + 1] = words[i];
    }
    const int code = server_process_wait(server_process_spawn(line, "", out));
    *said = helper_read(out);
    return code;
}

static void a_game_over_tls(void **state)
{
    char *said = NULL;
    if (!there) {
        skip();
    }
    start("right");
    const char *const hosts[] = {"127.0.0.1", "localhost"};
    for (int i = 0; i < 2; i++) { /* by address and by name */
        assert_int_equal(run((const char *const[ARGUMENTS]){"join", link_to("https", hosts[i], &tls, ""), "--new", "one",
                                                            "--players", "2", "--bots", "random", "--name", "Ann", "--bot",
                                                            "greedy", "--listed", "--ca", file("right.pem"), NULL},
                             &said),
                         0);
        helper_contains(said, "The table: https://");
        helper_contains(said, "billions join 'https://");
        helper_contains(said, "Total");
        free(said);
    }
    assert_int_equal(
        run((const char *const[ARGUMENTS]){"tables", link_to("https", "localhost", &tls, ""), "--ca", file("right.pem"), NULL},
            &said),
        0);
    helper_contains(said, "https://localhost:");
    free(said);
    assert_int_equal(server_process_stop(&tls), 0);
    server_process_free(&tls);
}

static void whom_one_does_not_trust_one_does_not_tell(void **state)
{
    if (!there) {
        skip();
    }
    helper_write(file("letter.pem"), "Dear Ann,\n");
    start("right");
    server_process_start(&plain, NULL);
    struct server_process elsewhere = {0};
    server_process_start(&elsewhere,
                         (const char *const[]){"--tls-cert", file("elsewhere.pem"), "--tls-key", file("elsewhere.key"), NULL});
    static const char seat[] = "/t/aaaaaaaaaaaaaaaa#AAAAAAAAAAAAAAAAAAAAAA"; /* goes to the WebSocket at once */
    static const char untrusted[] =
        "nobody whom this machine trusts has signed its certificate; if it is your own, --ca FILE names it.";
    static const char other_name[] = "its certificate is for another name; use the name in it.";
    static const char no_tls[] = "it shows no certificate; perhaps it does not speak TLS, and the link must begin with http://.";
    static const char speaks_tls[] = "it hung up without an answer; perhaps it speaks TLS, and the link must begin with https://.";
    const struct {
        const char *word, *link, *authority, *sentence;
    } cases[] = {
        {"tables", link_to("https", "127.0.0.1", &tls, ""), NULL, untrusted},
        {"join", link_to("https", "127.0.0.1", &tls, seat), NULL, untrusted},
        {"tables", link_to("https", "127.0.0.1", &tls, ""), "wrong.pem", untrusted},
        {"tables", link_to("https", "localhost", &elsewhere, ""), "elsewhere.pem", other_name},
        {"join", link_to("https", "127.0.0.1", &elsewhere, seat), "elsewhere.pem", other_name},
        {"tables", link_to("http", "127.0.0.1", &tls, ""), NULL, speaks_tls},
        {"tables", link_to("https", "127.0.0.1", &plain, ""), NULL, no_tls},
        {"join", link_to("https", "127.0.0.1", &plain, seat), NULL, no_tls},
        {"tables", link_to("https", "127.0.0.1", &tls, ""), "letter.pem", "letter.pem holds no certificate"},
        {"join", link_to("https", "127.0.0.1", &tls, seat), "nothing.pem", "nothing.pem: No such file or directory."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *said = NULL;
        const int code = run((const char *const[ARGUMENTS]){cases[i].word, cases[i].link, cases[i].authority ? "--ca" : NULL,
                                                            cases[i].authority ? file(cases[i].authority) : NULL, NULL},
                             &said);
        helper_contains(said, cases[i].sentence);
        assert_int_equal(code, 4);
        assert_int_equal(strncmp(said, "billions: ", 10), 0);
        assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1); /* one sentence */
        free(said);
    }
    server_process_free(&elsewhere);
    server_process_free(&plain);
    server_process_free(&tls);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_over_tls, begin, end),
        cmocka_unit_test_setup_teardown(whom_one_does_not_trust_one_does_not_tell, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
