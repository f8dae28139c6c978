/* Frames of clients, and of servers as a client reads them: whole, in pieces at every byte, with control frames between; what a
 * client may not send, and the status that it is told with. Statements and sections are those of RFC 6455. */
#include "server/http/frames.h"
#include "unit.h"

/* A frame of a client, masked. */
static void add(struct bil_text *out, int first, const char *content, size_t length)
{
    static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    const size_t wide = length < 126 ? 0 : length < 65536 ? 2 : 8;
    bil_text_char(out, (char)first);
    bil_text_char(out, (char)(0x80 | (wide == 0 ? (int)length : wide == 2 ? 126 : 127)));
    for (size_t i = wide; i > 0; i--) {
        bil_text_char(out, (char)((uint64_t)length >> 8 * (i - 1)));
    }
    bil_text_add_bytes(out, (const char *)mask, 4);
    for (size_t i = 0; i < length; i++) {
        bil_text_char(out, (char)((unsigned char)content[i] ^ mask[i & 3]));
    }
}

/* What comes of bytes in pieces of `step`: "T5:hello P0: X1002". */
static void tell_from(bool of_server, const char *bytes, size_t count, size_t step, struct bil_text *out)
{
    struct bil_frames frames = {.of_server = of_server};
    char *copy = malloc(count + 1);
    size_t used = 0;
    bool over = false;
    assert_non_null(copy);
    memcpy(copy, bytes, count);
    bil_text_clear(out);
    while (used < count && !over) {
        const size_t part = count - used < step ? count - used : step;
        for (size_t at = used; at < used + part && !over;) {
            struct bil_frame_found found;
            const enum bil_frame kind = bil_frames_read(&frames, copy + at, used + part - at, &found);
            assert_true(found.used > 0 || kind != BIL_FRAME_NONE);
            at += found.used;
            if (kind == BIL_FRAME_MESSAGE || kind == BIL_FRAME_PING || kind == BIL_FRAME_PONG) {
                bil_text_format(out, "%c%zu:%.*s ",
                                kind == BIL_FRAME_MESSAGE ? 'T'
                                : kind == BIL_FRAME_PING  ? 'P'
                                                          : 'O',
                                found.length, found.length < 20 ? (int)found.length : 20, found.content);
            } else if (kind != BIL_FRAME_NONE) {
                assert_true(kind == BIL_FRAME_CLOSE || *found.reason);
                bil_text_format(out, "%c%d ", kind == BIL_FRAME_CLOSE ? 'C' : 'X', found.status);
                over = true;
            }
        }
        used += part;
    }
    bil_text_free(&frames.text);
    free(copy);
}

static void tell(const char *bytes, size_t count, size_t step, struct bil_text *out)
{
    tell_from(false, bytes, count, step, out);
}

/* The same, however the bytes come. */
static void expect_from(bool of_server, const struct bil_text *bytes, const char *wanted)
{
    struct bil_text told = {0};
    static const size_t steps[] = {1, 2, 3, 7, 64, 1000, SIZE_MAX};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        tell_from(of_server, bytes->data, bytes->length, steps[i], &told);
        assert_string_equal(bil_text_string(&told), wanted);
    }
    bil_text_free(&told);
}

static void expect(const struct bil_text *bytes, const char *wanted)
{
    expect_from(false, bytes, wanted);
}

static void messages_come_out_whole(void **state)
{
    static char big[BIL_FRAMES_MESSAGE + 1];
    struct bil_text bytes = {0};
    memset(big, 'x', sizeof big);
    add(&bytes, 0x81, "hello", 5);
    add(&bytes, 0x81, "", 0);
    add(&bytes, 0x89, "", 0);
    add(&bytes, 0x01, "he", 2);
    add(&bytes, 0x89, "there?", 6);
    add(&bytes, 0x00, "", 0);
    add(&bytes, 0x8a, "yes", 3);
    add(&bytes, 0x80, "llo", 3);
    add(&bytes, 0x81, big, 125);
    add(&bytes, 0x81, big, 126);
    add(&bytes, 0x81, big, 65535);
    add(&bytes, 0x81, big, 65536);
    add(&bytes, 0x88, "\x03\xe8goodbye", 9);
    add(&bytes, 0x81, "unheard", 7);
    expect(&bytes, "T5:hello T0: P0: P6:there? O3:yes T5:hello T125:xxxxxxxxxxxxxxxxxxxx T126:xxxxxxxxxxxxxxxxxxxx "
                   "T65535:xxxxxxxxxxxxxxxxxxxx T65536:xxxxxxxxxxxxxxxxxxxx C1000 ");
    bil_text_clear(&bytes);
    add(&bytes, 0x88, "", 0);
    expect(&bytes, "C1005 ");
    bil_text_clear(&bytes);
    add(&bytes, 0x81, big, 65537);
    expect(&bytes, "X1009 ");
    bil_text_clear(&bytes);
    add(&bytes, 0x01, big, 65536);
    add(&bytes, 0x80, "x", 1);
    expect(&bytes, "X1009 ");
    bil_text_clear(&bytes);
    add(&bytes, 0x01, "x", 1);
    for (int i = 0; i < BIL_FRAMES_PIECES; i++) {
        add(&bytes, 0x00, "", 0);
    }
    expect(&bytes, "X1008 ");
    bil_text_free(&bytes);
}

static void broken_frames_have_a_status(void **state)
{
    static const struct {
        const char *bytes;
        size_t count;
        const char *wanted;
    } cases[] = {
        {"\xc1\x80", 2, "X1002 "}, /* 5.2: a reserved bit */
        {"\xa1\x80", 2, "X1002 "},
        {"\x91\x80", 2, "X1002 "},
        {"\x83\x80", 2, "X1002 "}, /* 5.2: an opcode that there is not */
        {"\x87\x80", 2, "X1002 "},
        {"\x8b\x80", 2, "X1002 "},
        {"\x8f\x80", 2, "X1002 "},
        {"\x81\x05hello", 7, "X1002 "},                             /* 5.1: not masked */
        {"\x81\xfe\x00\x7d", 4, "X1002 "},                          /* 5.2: 125 in two bytes */
        {"\x81\xff\x00\x00\x00\x00\x00\x00\xff\xff", 10, "X1002 "}, /* 65535 in eight */
        {"\x81\xff\x80\x00\x00\x00\x00\x00\x00\x00", 10, "X1002 "}, /* the highest bit */
        {"\x81\xff\x00\x00\x01\x00\x00\x00\x00\x00", 10, "X1009 "}, /* a terabyte is refused when it is announced */
        {"\x09\x80", 2, "X1002 "},                                  /* 5.5: a control frame in pieces */
        {"\x89\xfe", 2, "X1002 "},                                  /* or too long */
        {"\x88\x81", 2, "X1002 "},                                  /* 5.5.1: half a status */
        {"\x80\x80", 2, "X1002 "},                                  /* 5.4: goes on with nothing */
        {"\x82\x80", 2, "X1003 "},                                  /* binary */
        {"\x01\x80\0\0\0\0\x81\x80", 8, "X1002 "},                  /* 5.4: a message inside another */
        {"\x01\x80\0\0\0\0\x82\x80", 8, "X1002 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_text bytes = {0};
        bil_text_add_bytes(&bytes, cases[i].bytes, cases[i].count);
        expect(&bytes, cases[i].wanted);
        bil_text_free(&bytes);
    }
}

static void closing_frames_bear_what_they_may(void **state)
{
    static const int fine[] = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999};
    static const int wrong[] = {0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535};
    struct bil_text bytes = {0};
    char wanted[16];
    for (size_t i = 0; i < sizeof fine / sizeof fine[0] + sizeof wrong / sizeof wrong[0]; i++) {
        const bool good = i < sizeof fine / sizeof fine[0];
        const int status = good ? fine[i] : wrong[i - sizeof fine / sizeof fine[0]];
        const char content[] = {(char)(status >> 8), (char)status, 'x'};
        bil_text_clear(&bytes);
        add(&bytes, 0x88, content, 3);
        snprintf(wanted, sizeof wanted, "%c%d ", good ? 'C' : 'X', good ? status : BIL_CLOSE_PROTOCOL);
        expect(&bytes, wanted);
    }
    bil_text_clear(&bytes);
    add(&bytes, 0x88, "\x03\xe8\xff", 3);
    expect(&bytes, "X1007 ");
    bil_text_clear(&bytes);
    add(&bytes, 0x88, "\x03\xe8\xc3", 3);
    expect(&bytes, "X1007 ");
    bil_text_free(&bytes);
}

static void texts_are_utf8(void **state)
{
    static const struct {
        const char *text;
        bool fine;
    } cases[] = {
        {"plain", true},
        {"\xc2\x80 \xdf\xbf", true},
        {"\xe0\xa0\x80 \xef\xbf\xbf", true},
        {"\xed\x9f\xbf \xee\x80\x80", true},
        {"\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf", true},
        {"\x80", false},
        {"\xbf", false},
        {"\xc3", false},
        {"\xc3(", false},
        {"\xc0\xaf", false}, /* overlong */
        {"\xc1\xbf", false},
        {"\xe0\x9f\xbf", false},
        {"\xf0\x8f\xbf\xbf", false},
        {"\xed\xa0\x80", false}, /* surrogates */
        {"\xed\xbf\xbf", false},
        {"\xf4\x90\x80\x80", false}, /* beyond U+10FFFF */
        {"\xf5\x80\x80\x80", false},
        {"\xfe", false},
        {"\xff", false},
        {"\xf0\x90\x80", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const size_t length = strlen(cases[i].text);
        struct bil_text bytes = {0};
        struct bil_text told = {0};
        add(&bytes, 0x81, cases[i].text, length);
        tell(bytes.data, bytes.length, SIZE_MAX, &told);
        assert_int_equal(bil_text_string(&told)[0], cases[i].fine ? 'T' : 'X');
        expect(&bytes, bil_text_string(&told));
        /* The same with the text in frames of one byte each: a letter may lie across them. */
        bil_text_clear(&bytes);
        for (size_t k = 0; k < length; k++) {
            add(&bytes, (k == 0 ? 1 : 0) | (k + 1 == length ? 0x80 : 0), cases[i].text + k, 1);
        }
        expect(&bytes, bil_text_string(&told));
        bil_text_free(&bytes);
        bil_text_free(&told);
    }
    /* What cannot become a text any more is refused before its end. */
    struct bil_text bytes = {0};
    add(&bytes, 0x01, "\xf4\x90", 2);
    expect(&bytes, "X1007 ");
    bil_text_free(&bytes);
}

static void frames_of_the_server_have_the_shortest_length(void **state)
{
    static char big[70000];
    static const struct {
        size_t length;
        const char *head;
        size_t size;
    } cases[] = {{0, "\x81\x00", 2},
                 {125, "\x81\x7d", 2},
                 {126, "\x81\x7e\x00\x7e", 4},
                 {65535, "\x81\x7e\xff\xff", 4},
                 {65536, "\x81\x7f\0\0\0\0\0\1\0\0", 10}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_text out = {0};
        bil_frame_add(&out, BIL_OPCODE_TEXT, big, cases[i].length);
        assert_int_equal(out.length, cases[i].size + cases[i].length);
        assert_memory_equal(out.data, cases[i].head, cases[i].size);
        bil_text_free(&out);
    }
}

/* A client reads what our server writes, in messages that are larger than its own may be, and nothing that is masked. */
static void a_client_reads_frames_of_a_server(void **state)
{
    static char big[BIL_FRAMES_SERVER_MESSAGE + 1];
    struct bil_text bytes = {0};
    memset(big, 'x', sizeof big);
    bil_frame_add(&bytes, BIL_OPCODE_TEXT, "hello", 5);
    bil_frame_add(&bytes, BIL_OPCODE_TEXT, "", 0);
    bil_frame_add(&bytes, BIL_OPCODE_PING, "?", 1);
    bil_frame_add(&bytes, BIL_OPCODE_TEXT, big, 126);
    bil_frame_add(&bytes, BIL_OPCODE_TEXT, big, BIL_FRAMES_MESSAGE + 1);
    bil_frame_add(&bytes, BIL_OPCODE_CLOSE, "\x0f\xa0", 2);
    expect_from(true, &bytes, "T5:hello T0: P1:? T126:xxxxxxxxxxxxxxxxxxxx T65537:xxxxxxxxxxxxxxxxxxxx C4000 ");
    bil_text_clear(&bytes);
    bil_frame_add(&bytes, BIL_OPCODE_TEXT, big, sizeof big);
    expect_from(true, &bytes, "X1009 ");
    bil_text_clear(&bytes);
    add(&bytes, 0x81, "hello", 5);
    expect_from(true, &bytes, "X1002 ");
    bil_text_free(&bytes);
}

/* What a client writes is what a server reads. */
static void a_client_masks_its_frames(void **state)
{
    static char big[65536];
    static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    static const size_t lengths[] = {0, 1, 125, 126, 65535, 65536};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        struct bil_text ours = {0};
        struct bil_text wanted = {0};
        bil_frame_add_masked(&ours, BIL_OPCODE_TEXT, big, lengths[i], mask);
        add(&wanted, 0x81, big, lengths[i]);
        assert_int_equal(ours.length, wanted.length);
        assert_memory_equal(ours.data, wanted.data, wanted.length);
        bil_text_free(&ours);
        bil_text_free(&wanted);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_out_whole),
        cmocka_unit_test(broken_frames_have_a_status),
        cmocka_unit_test(closing_frames_bear_what_they_may),
        cmocka_unit_test(texts_are_utf8),
        cmocka_unit_test(frames_of_the_server_have_the_shortest_length),
        cmocka_unit_test(a_client_reads_frames_of_a_server),
        cmocka_unit_test(a_client_masks_its_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
