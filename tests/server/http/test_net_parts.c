/* What the net is made of, without a socket: buckets, the book of addresses, who calls behind a proxy, the log, the figures, paths.
 */
#include <fcntl.h>
#include <unistd.h>

#include "server/common/limits.h"
#include "server/common/log.h"
#include "server/http/metrics.h"
#include "server/http/static.h"
#include "unit.h"

enum { T = 1000000 };

static bool take(struct bil_caller *caller, const struct bil_rate_limit *limit, int64_t now)
{
    const struct bil_quota quota = bil_quota_of(limit);
    return bil_caller_take(caller, BIL_TAKES_REQUESTS, &quota, now);
}

static void buckets_fill_with_time(void **state)
{
    const struct bil_rate_limit limit = {.burst = 5, .a_minute = 60};
    struct bil_caller caller = {0};
    for (int i = 0; i < 5; i++) {
        assert_true(take(&caller, &limit, T));
    }
    assert_false(take(&caller, &limit, T));
    assert_false(take(&caller, &limit, T + 999));
    assert_true(take(&caller, &limit, T + 1000));
    assert_false(take(&caller, &limit, T + 1001));
    for (int i = 0; i < 5; i++) { /* a day fills it, and no more than that */
        assert_true(take(&caller, &limit, T + 86400000));
    }
    assert_false(take(&caller, &limit, T + 86400000));
    assert_false(take(&caller, &limit, T)); /* a clock that goes back gives nothing */
    const struct bil_rate_limit none = {0};
    for (int i = 0; i < 1000; i++) {
        assert_true(take(&caller, &none, T));
    }
}

/* Asked every millisecond, a bucket must fill as fast as when it is asked once. */
static void small_steps_add_up(void **state)
{
    const struct bil_rate_limit limit = {.burst = 2, .a_minute = 6};
    struct bil_caller caller = {0};
    int taken = 0;
    for (int64_t t = T; t < T + 60000; t++) {
        taken += take(&caller, &limit, t);
    }
    assert_in_range(taken, 7, 8);
}

static void charging_says_how_long_it_takes(void **state)
{
    const struct bil_rate_limit limit = {.burst = 3, .a_minute = 600}; /* ten a second */
    struct bil_bucket bucket = {0};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(bil_bucket_charge(&bucket, &limit, T), 0);
    }
    assert_int_equal(bil_bucket_charge(&bucket, &limit, T), 100);
    assert_int_equal(bil_bucket_charge(&bucket, &limit, T), 200);
    assert_int_equal(bil_bucket_charge(&bucket, &limit, T + 300), 0);
}

static void addresses_have_an_entry_each(void **state)
{
    struct bil_callers *callers = bil_callers_new(64);
    struct bil_caller *one = bil_callers_find(callers, "203.0.113.7", T);
    one->holds[BIL_HOLDS_CLIENTS] = 1;
    assert_ptr_equal(bil_callers_find(callers, "203.0.113.7", T), one);
    assert_ptr_equal(bil_callers_find(callers, "::ffff:203.0.113.7", T), one);
    assert_ptr_not_equal(bil_callers_find(callers, "203.0.113.8", T), one);
    struct bil_caller *six = bil_callers_find(callers, "2001:db8:1:2:3:4:5:6", T);
    six->holds[BIL_HOLDS_CLIENTS] = 1;
    assert_ptr_equal(bil_callers_find(callers, "2001:db8:1:2::1", T), six); /* a household */
    assert_ptr_not_equal(bil_callers_find(callers, "2001:db8:1:3::1", T), six);
    assert_true(bil_callers_find(callers, "nonsense", T)->shared);
    assert_true(bil_callers_find(callers, "", T)->shared);
    /* Ever new addresses: the book does not grow, who is connected stays in it, the others share. */
    int shared = 0;
    for (int i = 0; i < 5000; i++) {
        char address[BIL_ADDRESS_LENGTH];
        snprintf(address, sizeof address, "10.0.%d.%d", i / 250, i % 250);
        shared += bil_callers_find(callers, address, T)->shared;
    }
    assert_in_range(shared, 4900, 5000);
    assert_ptr_equal(bil_callers_find(callers, "203.0.113.7", T), one);
    assert_int_equal(one->holds[BIL_HOLDS_CLIENTS], 1);
    /* Later those that rested are forgotten, and there is room again. */
    assert_false(bil_callers_find(callers, "192.0.2.1", T + 120000)->shared);
    assert_int_equal(bil_callers_find(callers, "203.0.113.7", T + 120000)->holds[BIL_HOLDS_CLIENTS], 1);
    bil_callers_free(callers);
}

/* One key under every limit: what one household or one customer has is one. */
static void addresses_have_one_key(void **state)
{
    static const struct {
        const char *one, *other;
        bool home, site; /* whether they share it */
    } cases[] = {
        {"203.0.113.7", "::ffff:203.0.113.7", true, false},      {"203.0.113.7", "203.0.113.8", false, false},
        {"2001:db8:1:2::1", "2001:DB8:1:2:ffff::9", true, true}, {"2001:db8:1:2::1", "2001:db8:1:3::1", false, true},
        {"2001:db8:1:2::1", "2001:db8:2:2::1", false, false},    {"::1", "::2", true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t key[4][BIL_ADDRESS_KEY];
        assert_true(bil_address_key(cases[i].one, BIL_NETWORK_HOME, key[0]));
        assert_true(bil_address_key(cases[i].other, BIL_NETWORK_HOME, key[1]));
        assert_int_equal(memcmp(key[0], key[1], BIL_ADDRESS_KEY) == 0, cases[i].home);
        const bool six = bil_address_key(cases[i].one, BIL_NETWORK_SITE, key[2]);
        assert_int_equal(bil_address_key(cases[i].other, BIL_NETWORK_SITE, key[3]), six);
        assert_int_equal(six, strchr(cases[i].one, '.') == NULL);
        assert_int_equal(six && memcmp(key[2], key[3], BIL_ADDRESS_KEY) == 0, cases[i].site);
        assert_true(!six || memcmp(key[0], key[2], BIL_ADDRESS_KEY) != 0);
    }
    uint8_t none[BIL_ADDRESS_KEY];
    assert_false(bil_address_key("", BIL_NETWORK_HOME, none));
    assert_false(bil_address_key("localhost", BIL_NETWORK_SITE, none));
}

/* Who owns 65536 networks has sixteen times what a home has, not 65536 times. */
static void a_site_has_a_limit_of_its_own(void **state)
{
    const struct bil_quota quota = {10, 60000};
    struct bil_callers *callers = bil_callers_new(16384);
    char address[BIL_ADDRESS_LENGTH];
    int taken = 0, held = 0;
    for (int i = 0; i < 10; i++) {
        assert_true(bil_caller_take(bil_callers_find(callers, "2001:db8:1:ffff::7", T), BIL_TAKES_TABLES, &quota, T));
    }
    assert_false(bil_caller_take(bil_callers_find(callers, "2001:db8:1:ffff::8", T), BIL_TAKES_TABLES, &quota, T));
    for (int i = 0; i < 5000; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%x::%x", i, i + 1);
        struct bil_caller *caller = bil_callers_find(callers, address, T);
        taken += bil_caller_take(caller, BIL_TAKES_TABLES, &quota, T);
        if (bil_caller_may_hold(caller, BIL_HOLDS_SOCKETS, 5)) {
            bil_caller_hold(caller, BIL_HOLDS_SOCKETS, 1);
            held++;
        }
    }
    assert_int_equal(taken, (BIL_SITE_TIMES - 1) * 10);
    assert_int_equal(held, BIL_SITE_TIMES * 5);
    /* Nobody else is any the worse for it, and it fills no more of the book than a part. */
    struct bil_caller *other = bil_callers_find(callers, "2001:db8:2::1", T);
    assert_false(other->shared);
    assert_true(bil_caller_take(other, BIL_TAKES_TABLES, &quota, T) && bil_caller_may_hold(other, BIL_HOLDS_SOCKETS, 5));
    assert_int_equal(bil_callers_find(callers, "2001:db8:1::", T)->site->homes, BIL_SITE_HOMES);
    /* It grows again. */
    assert_true(bil_caller_take(bil_callers_find(callers, "2001:db8:1:ffff::7", T + 6001), BIL_TAKES_TABLES, &quota, T + 6001));
    bil_callers_free(callers);
}

/* What was taken is remembered until it has grown again, in a book that is full too. */
static void nobody_is_forgotten_before_time(void **state)
{
    const struct bil_quota quota = {2, INT64_C(60) * 60000};
    struct bil_callers *callers = bil_callers_new(64);
    char address[BIL_ADDRESS_LENGTH];
    int granted = 0;
    assert_true(bil_caller_take(bil_callers_find(callers, "203.0.113.7", T), BIL_TAKES_ACCOUNTS, &quota, T));
    assert_true(bil_caller_take(bil_callers_find(callers, "203.0.113.7", T), BIL_TAKES_ACCOUNTS, &quota, T));
    for (int minute = 0; minute < 29; minute++) {
        const int64_t now = T + (int64_t)minute * 61000;
        for (int i = 0; i < 500; i++) {
            snprintf(address, sizeof address, "10.%d.%d.%d", minute, i / 250, i % 250);
            granted += bil_caller_take(bil_callers_find(callers, address, now), BIL_TAKES_ACCOUNTS, &quota, now);
        }
        assert_false(bil_caller_take(bil_callers_find(callers, "203.0.113.7", now), BIL_TAKES_ACCOUNTS, &quota, now));
    }
    assert_in_range(granted, 64, 64 * 2 + 4); /* each place once or twice, and what the shared one has */
    bil_callers_free(callers);
}

static void the_proxy_names_the_caller_last(void **state)
{
    static const struct {
        const char *header, *caller;
    } cases[] = {
        {"203.0.113.7", "203.0.113.7"},
        {"10.1.1.1, 203.0.113.7", "203.0.113.7"},
        {"10.1.1.1,203.0.113.7  ", "203.0.113.7"},
        {"10.1.1.1,\t203.0.113.7\t", "203.0.113.7"},
        {"lies, 2001:db8::7", "2001:db8::7"},
        {"::ffff:203.0.113.7", "::ffff:203.0.113.7"},
        {"203.0.113.7:4711", "203.0.113.7"},
        {"lies, [2001:db8::7]:4711", "2001:db8::7"},
        {"[2001:db8::7]", "2001:db8::7"},
        {"[::ffff:255.255.255.255]:65535", "::ffff:255.255.255.255"},
        {"", NULL},
        {" ", NULL},
        {",", NULL},
        {"203.0.113.7,", NULL},
        {"203.0.113.7, unknown", NULL},
        {"203.0.113.7, _hidden", NULL},
        {"10.1.1.1 203.0.113.7", NULL},
        {"203.0.113.7:", NULL},
        {"203.0.113.7:65536", NULL},
        {"203.0.113.7:4711x", NULL},
        {"203.0.113.7:-1", NULL},
        {"[203.0.113.7]:80", NULL},
        {"[2001:db8::7", NULL},
        {"[2001:db8::7]4711", NULL},
        {"[2001:db8::7]:", NULL},
        {"2001:db8::7]:80", NULL},
        {"fe80::1%eth0", NULL},
        {"127.1", NULL},
        {"1111111111111111111111111111111111111111111111111111111111", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char address[BIL_ADDRESS_LENGTH] = "before";
        assert_int_equal(bil_forwarded(cases[i].header, strlen(cases[i].header), address),
                         cases[i].caller ? BIL_FORWARDED_FINE : BIL_FORWARDED_MALFORMED);
        assert_string_equal(address, cases[i].caller ? cases[i].caller : "before");
    }
    /* At any length, whatever a caller has put before it. */
    static char header[100000];
    static const char last[] = ", 203.0.113.7";
    char address[BIL_ADDRESS_LENGTH] = "before";
    for (size_t length = sizeof last; length < sizeof header; length += 997) {
        memset(header, '1', length);
        memcpy(header + length - (sizeof last - 1), last, sizeof last - 1);
        assert_int_equal(bil_forwarded(header, length, address), BIL_FORWARDED_FINE);
        assert_string_equal(address, "203.0.113.7");
    }
    assert_int_equal(bil_forwarded("203.0.113.7\0", 12, address), BIL_FORWARDED_MALFORMED);
    assert_int_equal(bil_forwarded("1.1.1.1, 203.0.113.7", 7, address), BIL_FORWARDED_FINE); /* no further than its length */
    assert_string_equal(address, "1.1.1.1");
    assert_int_equal(bil_forwarded(NULL, 0, address), BIL_FORWARDED_ABSENT);
    assert_true(bil_address_local("127.0.0.1"));
    assert_true(bil_address_local("127.8.9.1"));
    assert_true(bil_address_local("::1"));
    assert_true(bil_address_local("::ffff:127.0.0.1"));
    assert_false(bil_address_local("10.0.0.1"));
    assert_false(bil_address_local("::2"));
    assert_false(bil_address_local("2001:db8::1"));
    assert_false(bil_address_local("localhost"));
}

/* Nobody reads: lines are lost and counted, and the server does not wait. */
static void the_log_never_waits(void **state)
{
    int ends[2];
    char text[8192];
    struct bil_log log;
    assert_int_equal(pipe(ends), 0);
    log = (struct bil_log){.file = ends[1]};
    bil_log_text(&log, BIL_LOG_WARNING, "strange", "text", "a \"quote\"\nand a line");
    const ssize_t length = read(ends[0], text, sizeof text - 1);
    assert_true(length > 0);
    text[length] = 0;
    assert_non_null(strstr(text, "\"level\":\"warning\",\"what\":\"strange\",\"text\":\"a \\\"quote\\\"\\nand a line\"}\n"));
    assert_ptr_equal(strchr(text, '\n'), text + length - 1);
    char *big = malloc(6000);
    memset(big, 'x', 5999);
    big[5999] = 0;
    bil_log_text(&log, BIL_LOG_INFO, "big", "text", big); /* keeps its beginning */
    const ssize_t rest = read(ends[0], text, sizeof text - 1);
    assert_in_range(rest, 20, 200);
    uint64_t lost = 0;
    for (int i = 0; i < 100000; i++) {
        const uint64_t before = log.lost;
        bil_log_write(&log, BIL_LOG_INFO, "flood", "\"some\":\"words that take a little room\"");
        lost += log.lost < before ? before : 0; /* a new second has begun: it was told, or lost too */
    }
    assert_in_range(lost + log.lost, 90000, 101000);
    free(big);
    close(ends[0]);
    close(ends[1]);
}

static void a_histogram_adds_up(void **state)
{
    struct bil_metrics metrics = {0};
    const struct bil_hub_figures hub = {.moves = 17,
                                        .tables_open = 3,
                                        .thoughts = {.waiting = {1, 2, 3, 4}, .cut = 5, .milliseconds = 6},
                                        .pauses = 7,
                                        .began = 1795000000120,
                                        .servers = 3,
                                        .tables_given = 2,
                                        .store = {.reopened = {3, 4}}};
    struct bil_text out = {0};
    bil_histogram_add(&metrics.sent, 50);
    bil_histogram_add(&metrics.sent, 100);
    bil_histogram_add(&metrics.sent, 101);
    bil_histogram_add(&metrics.sent, 7000000);
    bil_histogram_add(&metrics.sent, -5);
    bil_histogram_add(&metrics.commit, 5001);
    bil_metrics_write(&metrics, &hub, &out);
    const char *text = bil_text_string(&out);
    assert_non_null(strstr(text, "billions_move_sent_seconds_bucket{le=\"0.0001\"} 3\n"));
    assert_non_null(strstr(text, "billions_move_sent_seconds_bucket{le=\"0.00025\"} 4\n"));
    assert_non_null(strstr(text, "billions_move_sent_seconds_bucket{le=\"5\"} 4\n"));
    assert_non_null(strstr(text, "billions_move_sent_seconds_bucket{le=\"+Inf\"} 5\n"));
    assert_non_null(strstr(text, "billions_move_sent_seconds_sum 7.000251\n"));
    assert_non_null(strstr(text, "billions_moves_total 17\n"));
    assert_non_null(strstr(text, "billions_tables{state=\"open\"} 3\n"));
    assert_non_null(strstr(text, "billions_thoughts_waiting{who=\"present\"} 1\n"));
    assert_non_null(strstr(text, "billions_thoughts_waiting{who=\"watched\"} 2\n"));
    assert_non_null(strstr(text, "billions_thoughts_waiting{who=\"away\"} 3\n"));
    assert_non_null(strstr(text, "billions_thoughts_waiting{who=\"spent\"} 4\n"));
    assert_non_null(strstr(text, "billions_thoughts_cut_total 5\n"));
    assert_non_null(strstr(text, "billions_thinking_seconds_total 0.006\n"));
    assert_non_null(strstr(text, "billions_start_time_seconds 1795000000.120\n"));
    assert_non_null(strstr(text, "billions_commit_seconds_bucket{le=\"0.005\"} 0\n"));
    assert_non_null(strstr(text, "billions_commit_seconds_bucket{le=\"0.01\"} 1\n"));
    assert_non_null(strstr(text, "billions_servers 3\n"));
    assert_non_null(strstr(text, "billions_tables_given_total 2\n"));
    assert_non_null(strstr(text, "billions_store_reconnects_total{ended=\"failed\"} 4\n"));
    assert_non_null(strstr(text, "billions_pauses_total 7\n"));
    bil_text_free(&out);
}

static void put(const char *folder, const char *name, const char *words)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(words, file);
    fclose(file);
}

static void paths_stay_inside(void **state)
{
    char folder[] = "/tmp/billions-static-XXXXXX";
    char path[512];
    struct bil_static files;
    struct bil_static_file file;
    assert_non_null(mkdtemp(folder));
    assert_false(bil_static_begin(&files, folder, NULL)); /* no index.html */
    put(folder, "index.html", "page");
    put(folder, ".secret", "no");
    snprintf(path, sizeof path, "%s/out", folder);
    assert_int_equal(symlink("/etc/hostname", path), 0);
    assert_true(bil_static_begin(&files, folder, NULL));
    static const char *const wrong[] = {"/.secret",       "/out",
                                        "/../etc/passwd", "//etc/passwd",
                                        "/./index.html",  "/index.html/",
                                        "/a\\b",          "/c:x",
                                        "index.html",     "",
                                        "/\001",          "/index.html/../index.html"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(bil_static_find(&files, wrong[i], "", "", &file));
    }
    static const char *const right[] = {"/", "/index.html"};
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        assert_true(bil_static_find(&files, right[i], "", "", &file));
        assert_int_equal(file.size, 4);
        assert_string_equal(file.type, "text/html; charset=utf-8");
        close(file.file);
    }
    assert_true(bil_static_find(&files, "/t/abc", "", "application/xml, text/html;q=0.9", &file));
    close(file.file);
    assert_false(bil_static_find(&files, "/t/abc", "", "*/*", &file));
    assert_false(bil_static_find(&files, "/t/abc", "", "text/html;q=0", &file));
    bil_static_end(&files);
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets_fill_with_time),
        cmocka_unit_test(small_steps_add_up),
        cmocka_unit_test(charging_says_how_long_it_takes),
        cmocka_unit_test(addresses_have_an_entry_each),
        cmocka_unit_test(addresses_have_one_key),
        cmocka_unit_test(a_site_has_a_limit_of_its_own),
        cmocka_unit_test(nobody_is_forgotten_before_time),
        cmocka_unit_test(the_proxy_names_the_caller_last),
        cmocka_unit_test(the_log_never_waits),
        cmocka_unit_test(a_histogram_adds_up),
        cmocka_unit_test(paths_stay_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
