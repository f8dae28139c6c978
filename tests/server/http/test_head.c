/* Heads and bodies of requests: what is read out of them, whatever pieces they come in, and what is refused with which status. */
#include "server/http/head.h"
#include "unit.h"

#define HOST "Host: localhost\r\n"

/* Reads a head as if it came byte by byte, and as a whole: both must agree. Returns the status of a refusal, 0 for a whole head, -1
 * if more must come. */
static int read_in_pieces(const char *text, size_t length, struct bil_head *head, size_t *used)
{
    struct bil_http_fault fault = {0};
    struct bil_http_fault at_once = {0};
    struct bil_head_scan scan = {0};
    struct bil_head_scan whole = {0};
    struct bil_head other = {0};
    long count = 0;
    for (size_t i = 1; i <= length && count == 0; i++) {
        count = bil_head_read(&scan, text, i, head, &fault);
    }
    const long count_at_once = bil_head_read(&whole, text, length, &other, &at_once);
    assert_int_equal(count > 0, count_at_once > 0);
    assert_int_equal(count < 0, count_at_once < 0);
    if (count > 0) {
        assert_int_equal(count, count_at_once);
        assert_string_equal(bil_text_string(&head->path), bil_text_string(&other.path));
        bil_head_free(&other);
        *used = (size_t)count;
        return 0;
    }
    if (count < 0) {
        assert_true(fault.status >= 400 && *fault.code && fault.sentence[strlen(fault.sentence) - 1] == '.');
    }
    return count < 0 ? at_once.status : -1;
}

static void a_head_tells_what_it_says(void **state)
{
    static const char text[] =
        "\r\nPOST /api/t%61bles?state=open&limit=5 HTTP/1.1\r\nHOST:\tlocalhost:8000 \r\nContent-Length: 0012\r\n"
        "X-Forwarded-For: 203.0.113.7\r\nX-Other: \"a, b\"\r\nx-forwarded-for: 203.0.113.8\r\n"
        "Connection: keep-alive, Upgrade\r\nAuthorization: Bearer abc\r\nExpect: 100-Continue\r\nX:\r\n\r\nrest";
    struct bil_head head;
    size_t used = 0;
    assert_int_equal(read_in_pieces(text, sizeof text - 1, &head, &used), 0);
    assert_int_equal(used, sizeof text - 1 - 4);
    assert_string_equal(head.method, "POST");
    assert_string_equal(bil_text_string(&head.path), "/api/tables");
    assert_string_equal(bil_text_string(&head.query), "state=open&limit=5");
    assert_string_equal(bil_text_string(&head.value[BIL_HEADER_HOST]), "localhost:8000");
    assert_string_equal(bil_text_string(&head.value[BIL_HEADER_FORWARDED_FOR]), "203.0.113.7, 203.0.113.8");
    assert_string_equal(bil_text_string(&head.value[BIL_HEADER_AUTHORIZATION]), "Bearer abc");
    assert_int_equal(head.length, 12);
    assert_true(head.keeps && head.upgrade && head.expects && !head.chunked);
    assert_false(head.said[BIL_HEADER_ORIGIN]);
    bil_head_free(&head);
}

static void the_forms_of_an_address(void **state)
{
    static const struct {
        const char *text, *path, *host;
    } cases[] = {
        {"GET / HTTP/1.1\r\n" HOST "\r\n", "/", "localhost"},
        {"GET http://example.org:81/a?b HTTP/1.1\r\n" HOST "\r\n", "/a", "example.org:81"},
        {"GET HTTPS://[::1] HTTP/1.1\r\n" HOST "\r\n", "/", "[::1]"},
        {"OPTIONS * HTTP/1.1\r\n" HOST "\r\n", "*", "localhost"},
        {"CONNECT example.org:22 HTTP/1.1\r\n" HOST "\r\n", "*", "localhost"},
        {"GET /a%20b/%C3%A9 HTTP/1.1\r\n" HOST "\r\n", "/a b/\xc3\xa9", "localhost"},
        {"GET / HTTP/1.0\r\n\r\n", "/", ""},
        {"GET / HTTP/1.7\r\n" HOST "\r\n", "/", "localhost"},
        {"GET / HTTP/1.1\r\nHost:\r\n\r\n", "/", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_head head;
        size_t used = 0;
        assert_int_equal(read_in_pieces(cases[i].text, strlen(cases[i].text), &head, &used), 0);
        assert_string_equal(bil_text_string(&head.path), cases[i].path);
        assert_string_equal(bil_text_string(&head.value[BIL_HEADER_HOST]), cases[i].host);
        assert_int_equal(head.minor, strstr(cases[i].text, "HTTP/1.0") ? 0 : 1);
        assert_int_equal(head.keeps, head.minor == 1);
        bil_head_free(&head);
    }
}

static void what_is_no_request_is_refused(void **state)
{
    static const struct {
        const char *text;
        int status;
    } cases[] = {
        {"GET\r\n\r\n", 400},
        {"GET /\r\n", 400},
        {"GET  / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/1.1 \r\n" HOST "\r\n", 400},
        {"GET / http/1.1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/1.1x\r\n" HOST "\r\n", 400},
        {"GET / HTTP/11.1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/2.0\r\n" HOST "\r\n", 505},
        {"GET / HTTP/0.9\r\n" HOST "\r\n", 505},
        {"G(T / HTTP/1.1\r\n" HOST "\r\n", 400},
        {" GET / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"\x16\x03\x01", 400},
        {"{", 400},
        {"\r\n\r\n\r\n", 400},
        {"GET / HTTP/1.1\n" HOST "\r\n", 400},
        {"GET / HTTP/1.1\r\r\n" HOST "\r\n", 400},
        {"GET a HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET * HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET ftp://localhost/ HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET http:///a HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET http://a@b/ HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /% HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /%0 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /%0d%0a HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /%00 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /a#b HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /\xc3\xa9 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a:1234567\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a,b@c\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X : 1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST ": 1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n X: 1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: 1\r\n 2\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: \x01\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: \x7f\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: a\rb\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: a\nb\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length: \r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length: +1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length: 1, 1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999\r\n\r\n", 413},
        {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked, gzip\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: ,\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
        {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 501},
        {"GET / HTTP/1.0\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Expect: cookies\r\n\r\n", 417},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_head head;
        size_t used = 0;
        const int status = read_in_pieces(cases[i].text, strlen(cases[i].text), &head, &used);
        if (status != cases[i].status) {
            fail_msg("%s: %d instead of %d", cases[i].text, status, cases[i].status);
        }
    }
    struct bil_head head;
    size_t used = 0;
    static const char zero[] = "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\0002\r\n\r\n";
    assert_int_equal(read_in_pieces(zero, sizeof zero - 1, &head, &used), 400);
}

static void what_is_too_big_is_refused(void **state)
{
    struct bil_text text = {0};
    struct bil_head head;
    size_t used = 0;
    bil_text_add(&text, "GET /");
    bil_text_repeat(&text, "y", BIL_HEAD_TARGET);
    bil_text_add(&text, " HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(read_in_pieces(text.data, text.length, &head, &used), 414);
    bil_text_clear(&text);
    bil_text_repeat(&text, "y", BIL_HEAD_BYTES + 1);
    assert_int_equal(read_in_pieces(text.data, text.length, &head, &used), 414);
    bil_text_clear(&text);
    bil_text_add(&text, "GET / HTTP/1.1\r\n" HOST "X: ");
    bil_text_repeat(&text, "y", BIL_HEAD_BYTES);
    assert_int_equal(read_in_pieces(text.data, text.length, &head, &used), 431);
    bil_text_clear(&text);
    bil_text_add(&text, "GET / HTTP/1.1\r\n" HOST);
    bil_text_repeat(&text, "X: y\r\n", BIL_HEAD_HEADERS - 1);
    bil_text_add(&text, "\r\n");
    assert_int_equal(read_in_pieces(text.data, text.length, &head, &used), 0);
    bil_head_free(&head);
    text.length -= 2;
    bil_text_add(&text, "X: y\r\n\r\n");
    assert_int_equal(read_in_pieces(text.data, text.length, &head, &used), 431);
    bil_text_free(&text);
}

static void half_a_head_waits(void **state)
{
    static const char text[] = "GET / HTTP/1.1\r\n" HOST "\r\n";
    for (size_t i = 0; i + 1 < sizeof text - 1; i++) {
        struct bil_head head;
        size_t used = 0;
        assert_int_equal(read_in_pieces(text, i, &head, &used), -1);
    }
}

static void extensions_are_a_list(void **state)
{
    static const char *const fine[] = {"x", "permessage-deflate; client_max_window_bits", "a; b=1; c=\"2\", d", ",a ,, b;c = d,",
                                       "a ;b"};
    static const char *const wrong[] = {"",     ",",       " ",        "a b",         "a;",   "a;;b",     ";a", "a;=1",
                                        "a;b=", "a;b=\"c", "a;b=\"\"", "a;b=\"c d\"", "a(1)", "\xc3\xa9", "a=1"};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        assert_true(bil_extensions_fine(fine[i]));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(bil_extensions_fine(wrong[i]));
    }
}

static void lists_are_read_word_by_word(void **state)
{
    assert_true(bil_list_has("keep-alive, Upgrade", "upgrade"));
    assert_true(bil_list_has(" ,,Close\t", "close"));
    assert_false(bil_list_has("upgrades", "upgrade"));
    assert_false(bil_list_has("no upgrade", "upgrade"));
    assert_false(bil_list_has("", "upgrade"));
}

/* ------------------------------------------------------------------ bodies */

/* Reads a body in pieces of `step` bytes. How many bytes it took; -1: refused with `status`. */
static long read_body(const struct bil_head *head, const char *text, size_t length, size_t step, struct bil_text *into, int *status)
{
    struct bil_body body;
    struct bil_http_fault fault = {0};
    size_t used = 0;
    bil_text_clear(into);
    bil_body_begin(&body, head);
    while (used < length && !body.done) {
        const size_t count = length - used < step ? length - used : step;
        const long taken = bil_body_read(&body, text + used, count, into, 64, &fault);
        if (taken < 0) {
            *status = fault.status;
            return -1;
        }
        used += (size_t)taken;
    }
    *status = body.done ? 0 : -1;
    return (long)used;
}

static void bodies_end_where_they_say(void **state)
{
    static const struct {
        int64_t length; /* -1: chunks */
        const char *text, *content;
        int status;
        long used;
    } cases[] = {
        {5, "hellorest", "hello", 0, 5},
        {0, "rest", "", 0, 0},
        {5, "hell", "hell", -1, 4},
        {-1, "5\r\nhello\r\n0\r\n\r\nrest", "hello", 0, 15},
        {-1, "2;a=\"b\"\r\nhe\r\n003\r\nllo\r\n00;x\r\nTrailer: 1\r\n\r\nrest", "hello", 0, 43},
        {-1, "0\r\n\r\n", "", 0, 5},
        {-1, "5 \t; name = value\r\nhello\r\n0\r\n\r\n", "hello", 0, 31},
        {-1, "5 \r\nhello\r\n0\r\n\r\n", "", 400, -1},
        {-1, "5\r\nhello\r\n0\r\n", "hello", -1, 13},
        {-1, "\r\n", "", 400, -1},
        {-1, "x\r\n", "", 400, -1},
        {-1, "-1\r\n", "", 400, -1},
        {-1, "0x5\r\nhello\r\n", "", 400, -1},
        {-1, " 5\r\nhello\r\n", "", 400, -1},
        {-1, "5\nhello\r\n", "", 400, -1},
        {-1, "5\r\nhelloo\r\n0\r\n\r\n", "", 400, -1},
        {-1, "5\r\nhell\r\n0\r\n\r\n", "", 400, -1},
        {-1, "5\r\nhello\n0\r\n\r\n", "", 400, -1},
        {-1, "ffffffffffffffff5\r\nhello", "", 400, -1},
        {-1, "41\r\n", "", 413, -1},
    };
    struct bil_text into = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct bil_head head = {.length = cases[i].length, .chunked = cases[i].length < 0};
        const size_t length = strlen(cases[i].text);
        for (size_t step = 1; step <= length; step++) {
            int status = 0;
            const long used = read_body(&head, cases[i].text, length, step, &into, &status);
            /* What is said of too big a chunk is said when its first byte comes. */
            if (cases[i].status == 413 && status == -1) {
                continue;
            }
            assert_int_equal(status, cases[i].status);
            assert_int_equal(used, cases[i].used);
            if (status <= 0) {
                assert_string_equal(bil_text_string(&into), cases[i].content);
            }
        }
    }
    bil_text_free(&into);
}

static void a_body_has_an_end(void **state)
{
    const struct bil_head head = {.length = -1, .chunked = true};
    struct bil_text text = {0};
    struct bil_text into = {0};
    int status = 0;
    bil_text_add(&text, "1;");
    bil_text_repeat(&text, "x", 10000);
    assert_int_equal(read_body(&head, text.data, text.length, text.length, &into, &status), -1);
    assert_int_equal(status, 400);
    bil_text_clear(&text);
    bil_text_repeat(&text, "1\r\nx\r\n", 65);
    assert_int_equal(read_body(&head, text.data, text.length, text.length, &into, &status), -1);
    assert_int_equal(status, 413);
    bil_text_free(&text);
    bil_text_free(&into);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_tells_what_it_says),
        cmocka_unit_test(the_forms_of_an_address),
        cmocka_unit_test(what_is_no_request_is_refused),
        cmocka_unit_test(what_is_too_big_is_refused),
        cmocka_unit_test(half_a_head_waits),
        cmocka_unit_test(lists_are_read_word_by_word),
        cmocka_unit_test(extensions_are_a_list),
        cmocka_unit_test(bodies_end_where_they_say),
        cmocka_unit_test(a_body_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
