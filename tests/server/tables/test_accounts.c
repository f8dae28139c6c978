/* People: names and passphrases, sessions, and those who guess. */
#include <time.h>

#include "server/http_requests.h"
#include "server/tables/table.h"
#include "table/helpers.h"
#include "unit.h"

static const int64_t minute = 60000;
static const int64_t day = INT64_C(24) * 60 * 60000;

/* What a hash costs, and how it is kept, only true ones can tell. */
static int open_with_true_hashes(void **state)
{
    bench_true_hashes = true;
    bench_memory(state);
    bench_true_hashes = false;
    return 0;
}

static const char ann[] = "{\"name\":\"Ann\",\"passphrase\":\"correct horse\"}";
static const char ann_wrong[] = "{\"name\":\"Ann\",\"passphrase\":\"wrong horses!\"}";
static const char nobody[] = "{\"name\":\"Nob\",\"passphrase\":\"wrong horses!\"}";

static void use_session(const char *session)
{
    ask_as(session);
    assert_int_equal(strlen(asking_bearer), BIL_TOKEN_LETTERS);
}

/* ------------------------------------------------------------------ in and out */

static void registering_and_logging_in(void **state)
{
    char first[64];
    use_session(ask_member("POST", "/api/people", ann, 201, "session"));
    snprintf(first, sizeof first, "%s", asking_bearer);
    ask_for("GET", "/api/my", NULL, 200, "{\"name\":\"Ann\",\"tables\":[]}");
    ask_for("POST", "/api/people", ann, 409, "The name Ann is taken");
    ask_for("POST", "/api/people", "{\"name\":\"aNN\",\"passphrase\":\"another one\"}", 409, "\"code\":\"taken\"");
    use_session(ask_member("POST", "/api/session", "{\"name\":\"ANN\",\"passphrase\":\"correct horse\"}", 200, "session"));
    assert_string_not_equal(asking_bearer, first);
    ask_for("GET", "/api/my", NULL, 200, "{\"name\":\"Ann\"");
    /* Each session ends for itself. */
    ask_for("DELETE", "/api/session", NULL, 200, "{}");
    ask_for("GET", "/api/my", NULL, 403, "This session is not open, or not any more; log in again.");
    ask_for("DELETE", "/api/session", NULL, 200, "{}"); /* it is gone, as was wished */
    ask_as(first);
    ask_for("GET", "/api/my", NULL, 200, "{\"name\":\"Ann\"");
    bench.now += day * BIL_SESSION_DAYS - 1;
    ask_for("GET", "/api/my", NULL, 200, "{\"name\":\"Ann\"");
    bench.now += 1;
    ask_for("GET", "/api/my", NULL, 403, "log in again");
}

static void whoever_guesses_learns_nothing(void **state)
{
    ask_for("POST", "/api/people", ann, 201, "session");
    struct answer wrong = ask("POST", "/api/session", ann_wrong);
    struct answer unknown = ask("POST", "/api/session", nobody);
    assert_int_equal(wrong.status, 403);
    assert_int_equal(unknown.status, 403);
    assert_string_equal(wrong.body, unknown.body);
    helper_contains(wrong.body, "There is nobody of that name with that passphrase.");
    /* What it costs the processor, as that is what the time would tell: a hash of 64 MiB each, or the difference would be a
     * thousandfold. Between that and ten lies whatever else the machine does meanwhile. */
    double cost[2];
    for (int i = 0; i < 2; i++) {
        const clock_t before = clock();
        for (int j = 0; j < 3; j++) {
            ask_for("POST", "/api/session", i ? ann_wrong : nobody, 403, "nobody");
        }
        cost[i] = (double)(clock() - before);
    }
    assert_true(cost[0] > cost[1] / 10 && cost[0] < cost[1] * 10);
    /* Nor do tokens that are none. */
    static const char *const tokens[] = {"", "x", "AAAAAAAAAAAAAAAAAAAAAA", "' OR 1=1 --AAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAA="};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        ask_as(tokens[i]);
        ask_for("GET", "/api/my", NULL, 403, "\"code\":\"token\"");
    }
}

static void what_makes_no_sense_is_told(void **state)
{
    static const struct {
        const char *body, *part;
    } wrong[] = {
        {"{}", "A name has 2 to 31 letters"},
        {"{\"name\":\"A\",\"passphrase\":\"correct horse\"}", "A name has"},
        {"{\"name\":\" Ann\",\"passphrase\":\"correct horse\"}", "no blank at its ends"},
        {"{\"name\":\"An\\nn\",\"passphrase\":\"correct horse\"}", "nothing that cannot be seen"},
        {"{\"name\":\"An\\u001b[31mn\",\"passphrase\":\"correct horse\"}", "nothing that cannot be seen"},
        {"{\"name\":\"12345678901234567890123456789012\",\"passphrase\":\"correct horse\"}", "2 to 31 letters"},
        {"{\"name\":\"Ann\"}", "A passphrase has 8 to 200 letters; those"},
        {"{\"name\":\"Ann\",\"passphrase\":\"1234567\"}", "has 8 to 200 letters"},
        {"{\"name\":7,\"passphrase\":\"correct horse\"}", "name"},
        {"{\"name\":\"Ann\",\"passphrase\":[]}", "passphrase"},
        {"[]", "one JSON object"},
        {"{\"name\":\"Ann\",\"name\":\"Bob\",\"passphrase\":\"correct horse\"}", "the body, line 1"},
        {"", "This request needs a body"},
        {"{", "the body, line 1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ask_for("POST", "/api/people", wrong[i].body, 400, wrong[i].part);
        ask_for("POST", "/api/session", wrong[i].body, 400, wrong[i].part);
    }
    char long_one[400];
    snprintf(long_one, sizeof long_one, "{\"name\":\"Ann\",\"passphrase\":\"%0201d\"}", 7);
    ask_for("POST", "/api/people", long_one, 400, "8 to 200 letters");
    snprintf(long_one, sizeof long_one, "{\"name\":\"Ann\",\"passphrase\":\"%0200d\"}", 7);
    ask_for("POST", "/api/people", long_one, 201, "session");
}

/* ------------------------------------------------------------------ how often */

/* Sends without waiting; the status, or 0 if the answer comes later. */
static int send_only(const char *path, const char *body)
{
    struct bil_response response;
    const struct bil_request request = asking("POST", path, body);
    bil_hub_request(bench.hub, &request, bench.now, &response);
    bil_text_free(&response.body);
    return response.later ? 0 : response.status;
}

/* Takes all answers in, to nobody. */
static void drain(void)
{
    bil_hub_forget(bench.hub, &asking_owner);
    struct answer none = late_answer();
    assert_int_equal(none.status, 0);
}

/* A wrong passphrase for a name, from so many addresses beginning with that one, so often from each. How many were looked at. */
static int guess_from(int first, int addresses, int times, const char *body)
{
    int looked_at = 0;
    for (int i = first; i < first + addresses; i++) {
        ask_from("10.1.%d.%d", i / 250, i % 250);
        for (int j = 0; j < times; j++) {
            looked_at += send_only("/api/session", body) == 0;
            drain();
        }
    }
    return looked_at;
}

static void names_are_not_guessed_at_for_long(void **state)
{
    /* From one address, with any capitals, whether anybody has the name or not. */
    for (int i = 0; i < BIL_TRIES_NAME; i++) {
        ask_for("POST", "/api/session", i % 2 ? nobody : "{\"name\":\"nOB\",\"passphrase\":\"12345678\"}", 403, "");
    }
    ask_for("POST", "/api/session", nobody, 429, "Too many attempts; wait some minutes and try again.");
    ask_for("POST", "/api/session", ann_wrong, 403, ""); /* others are not disturbed */
    bench.now += 5 * minute;
    ask_for("POST", "/api/session", nobody, 403, "nobody of that name");
}

/* Whoever guesses, from however many addresses: the person comes in from one that has not failed, at once. */
static void nobody_locks_a_person_out(void **state)
{
    ask_for("POST", "/api/people", ann, 201, "session");
    guess_from(0, 30, 10, ann_wrong);
    ask_from("198.51.100.1");
    ask_for("POST", "/api/session", ann, 200, "session");
    ask_for("POST", "/api/session", ann_wrong, 403, "nobody");
    ask_for("POST", "/api/session", ann_wrong, 403, "nobody"); /* mistyped twice */
    ask_for("POST", "/api/session", ann, 200, "session");
    /* The same in one network of IPv6, whose neighbours guess. */
    for (int i = 0; i < 20; i++) {
        ask_from("2001:db8:1:2::%x", i + 1);
        send_only("/api/session", ann_wrong);
        drain();
    }
    ask_for("POST", "/api/session", ann, 429, "Too many attempts");
    ask_from("2001:db8:1:3::1");
    ask_for("POST", "/api/session", ann, 200, "session");
}

/* What many addresses together can try at one name in an hour: some for all of them, then a few for each. */
static void many_guess_slowly(void **state)
{
    ask_for("POST", "/api/people", ann, 201, "session");
    assert_int_equal(guess_from(0, 5, 10, ann_wrong), BIL_TRIES_ALL);
    const int looked_at = guess_from(100, 20, 10, ann_wrong);
    assert_int_equal(looked_at, 20 * BIL_TRIES_CAUTIOUS);
    assert_int_equal(guess_from(0, 5, 10, ann_wrong), 0); /* those had theirs */
    bench.now += 5 * minute;
    assert_in_range(guess_from(100, 20, 10, ann_wrong), 0, 20); /* in an hour, not in five minutes */
    /* One name's trouble is not another's. */
    assert_int_equal(guess_from(200, 1, 10, nobody), 10);
    bench.now += 60 * minute;
    assert_int_equal(guess_from(300, 5, 10, ann_wrong), BIL_TRIES_ALL);
}

/* A network of 48 bits has sixteen times what an address has, however many addresses are in it. */
static void a_site_guesses_as_one(void **state)
{
    int looked_at = 0;
    ask_for("POST", "/api/people", ann, 201, "session");
    for (int i = 0; i < 600; i++) {
        ask_from("2001:db8:1:%x::1", i + 1);
        looked_at += send_only("/api/session", ann_wrong) == 0;
        drain();
    }
    assert_in_range(looked_at, BIL_TRIES_CAUTIOUS * BIL_SITE_TIMES, BIL_TRIES_ALL + BIL_TRIES_CAUTIOUS * BIL_SITE_TIMES);
    ask_from("2001:db8:2:1::1");
    ask_for("POST", "/api/session", ann, 200, "session");
}

static void addresses_are_slowed_down(void **state)
{
    char body[100];
    for (int i = 0; i < BIL_TRIES_ADDRESS; i++) {
        snprintf(body, sizeof body, "{\"name\":\"Name %c\",\"passphrase\":\"12345678\"}", '0' + i);
        assert_int_equal(send_only("/api/session", body), 0);
        if (i % BIL_HASHES_OF_ONE == BIL_HASHES_OF_ONE - 1) {
            drain();
        }
    }
    drain();
    assert_int_equal(send_only("/api/session", ann), 429);
    ask_from("2001:db8::1");
    assert_int_equal(send_only("/api/session", ann), 0);
    drain();
    for (int i = 0; i < BIL_NEW_ACCOUNTS; i++) {
        snprintf(body, sizeof body, "{\"name\":\"New %d\",\"passphrase\":\"12345678\"}", i + 2);
        assert_int_equal(send_only("/api/people", body), 0);
        drain();
    }
    assert_int_equal(send_only("/api/people", ann), 429);
    bench.now += 60 * minute;
    ask_for("POST", "/api/people", ann, 201, "session");
    /* Those whose answers nobody waited for are registered all the same. */
    ask_for("POST", "/api/session", "{\"name\":\"New 9\",\"passphrase\":\"12345678\"}", 200, "session");
}

/* One address has a few places among those who wait, not all of them; and what has no place is not counted as a try. */
static void nobody_waits_in_all_places(void **state)
{
    char body[100];
    for (int i = 0; i < BIL_HASHES_OF_ONE + 5; i++) {
        ask_from("2001:db8:1:2::%x", i + 1);
        snprintf(body, sizeof body, "{\"name\":\"Name %d\",\"passphrase\":\"12345678\"}", i);
        assert_int_equal(send_only("/api/session", body), i < BIL_HASHES_OF_ONE ? 0 : 429);
    }
    ask_from("198.51.100.1");
    assert_int_equal(send_only("/api/session", ann), 0);
    drain();
    ask_from("2001:db8:1:2::1");
    assert_int_equal(send_only("/api/session", ann), 0);
    drain();
}

static void no_more_wait_than_there_is_room_for(void **state)
{
    char body[100];
    for (int i = 0; i < BIL_HASHES_WAITING; i++) {
        ask_from("192.0.2.%d", i);
        snprintf(body, sizeof body, "{\"name\":\"Name %d\",\"passphrase\":\"12345678\"}", i);
        assert_int_equal(send_only("/api/session", body), 0);
    }
    ask_from("198.51.100.1");
    assert_int_equal(send_only("/api/session", ann), 429);
    drain();
    assert_int_equal(send_only("/api/session", ann), 0);
    /* The hub closes while one waits: nobody hears of it, and nothing is left behind (the sanitizers look). */
}

/* A connection ends, and the next one comes to live at the same place of memory: it must not get the session of the first. */
static void an_answer_goes_to_nobody_else(void **state)
{
    for (int i = 0; i < 4; i++) {
        bench.now += 60 * minute;
        assert_int_equal(send_only("/api/people", ann), 0);
        bil_hub_forget(bench.hub, &asking_owner);
        ask_for("POST", "/api/session", nobody, 403, "nobody of that name");
    }
}

static void two_of_one_name_at_once(void **state)
{
    /* Whoever's hash is made first has the name; the other is told that it is taken. */
    static const char other[] = "{\"name\":\"ann\",\"passphrase\":\"another one\"}";
    assert_int_equal(send_only("/api/people", ann), 0);
    bil_hub_forget(bench.hub, &asking_owner);
    struct answer second = ask("POST", "/api/people", other);
    assert_true(second.status == 201 || second.status == 409);
    ask_for("POST", "/api/session", ann, second.status == 409 ? 200 : 403, "");
    ask_for("POST", "/api/session", other, second.status == 201 ? 200 : 403, "");
}

static void a_server_that_stops_hashes_nothing_more(void **state)
{
    bil_hub_close(bench.hub, bench.now);
    ask_for("POST", "/api/people", ann, 503, "\"code\":\"closing\"");
    ask_for("POST", "/api/session", ann, 503, "\"code\":\"closing\"");
}

/* ------------------------------------------------------------------ what is kept */

static bool file_holds(const char *name, const void *what, size_t length)
{
    FILE *file = fopen(helper_path(name), "rb");
    if (!file) {
        return false;
    }
    static char bytes[1 << 20];
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    bool found = false;
    for (size_t i = 0; i + length <= count && !found; i++) {
        found = memcmp(bytes + i, what, length) == 0;
    }
    fclose(file);
    return found;
}

static void secrets_are_nowhere_in_the_file(void **state)
{
    bench_true_hashes = true;
    bench_open(helper_path("people"), false);
    bench_true_hashes = false;
    use_session(ask_member("POST", "/api/people", ann, 201, "session"));
    uint8_t token[BIL_TOKEN_BYTES];
    assert_true(bil_token_read(asking_bearer, token));
    static const char passphrase[] = "correct horse";
    static const char hash[] = "$argon2id$v=19$m=65536,t=2,p=1$";
    static const char *const files[] = {"people", "people-wal"};
    bool hash_found = false;
    for (int i = 0; i < 2; i++) {
        assert_false(file_holds(files[i], passphrase, strlen(passphrase)));
        assert_false(file_holds(files[i], asking_bearer, strlen(asking_bearer)));
        assert_false(file_holds(files[i], token, sizeof token)); /* any of its bytes may be 0 */
        hash_found = hash_found || file_holds(files[i], hash, strlen(hash));
    }
    assert_true(hash_found); /* we looked into the right files */
}

/* The disk is full at any moment of a registration: there is such a person afterwards, or there is not, and the answer is true. */
static void registering_on_a_full_disk(void **state)
{
    int failed = 0;
    for (int64_t at = 1, struck = 1; struck; at++) {
        bench_open(":memory:", false);
        bench.may_fail = true;
        const int64_t before = bil_store_calls(bench.store);
        bil_store_fail_at(bench.store, at);
        struct answer answer = ask("POST", "/api/people", ann);
        bil_store_fail_at(bench.store, 0);
        struck = bil_store_calls(bench.store) - before >= at;
        const bool fine = answer.status == 201 && answer.stored;
        assert_true(fine != struck);
        assert_true(fine || answer.status == 503 || !answer.stored);
        ask_for("POST", "/api/session", ann, fine ? 200 : 403, "");
        ask_for("POST", "/api/people", ann, fine ? 409 : 201, "");
        failed += !fine;
    }
    assert_true(failed >= 6); /* looked up, begun, person, session, old sessions, committed */
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(registering_and_logging_in, bench_memory),
        cmocka_unit_test_setup(whoever_guesses_learns_nothing, open_with_true_hashes),
        cmocka_unit_test_setup(what_makes_no_sense_is_told, bench_memory),
        cmocka_unit_test_setup(names_are_not_guessed_at_for_long, bench_memory),
        cmocka_unit_test_setup(nobody_locks_a_person_out, bench_memory),
        cmocka_unit_test_setup(many_guess_slowly, bench_memory),
        cmocka_unit_test_setup(a_site_guesses_as_one, bench_memory),
        cmocka_unit_test_setup(addresses_are_slowed_down, bench_memory),
        cmocka_unit_test_setup(nobody_waits_in_all_places, bench_memory),
        cmocka_unit_test_setup(no_more_wait_than_there_is_room_for, bench_memory),
        cmocka_unit_test_setup(an_answer_goes_to_nobody_else, bench_memory),
        cmocka_unit_test_setup(two_of_one_name_at_once, bench_memory),
        cmocka_unit_test_setup(a_server_that_stops_hashes_nothing_more, bench_memory),
        cmocka_unit_test(secrets_are_nowhere_in_the_file),
        cmocka_unit_test(registering_on_a_full_disk),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
