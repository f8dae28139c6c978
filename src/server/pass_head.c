/* Writes and reads the heads of passed requests; pass_head.h says what it promises. */
#include "server/pass_head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_END = 2, STATUS_LINE = 12 }; /* "HTTP/1.1 200" */

/* ------------------------------------------------------------------ the request */

/* A path that was decoded, as it can stand in a first line. */
static void add_path(const char *path, struct bil_text *out)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,=:@/";
    for (; *path; path++) {
        if (strchr(plain, *path)) {
            bil_text_char(out, *path);
        } else {
            bil_text_format(out, "%%%02X", (unsigned)(unsigned char)*path);
        }
    }
}

void bil_pass_request(const struct bil_head *head, const char *address, const char *proof, size_t length, bool websocket,
                      struct bil_text *out)
{
    static const struct {
        enum bil_header which;
        const char *name;
        bool websocket; /* of a handshake alone */
    } kept[] = {
        {BIL_HEADER_ORIGIN, "Origin", false},
        {BIL_HEADER_AUTHORIZATION, "Authorization", false},
        {BIL_HEADER_ACCEPT, "Accept", false},
        {BIL_HEADER_ACCEPT_ENCODING, "Accept-Encoding", false},
        {BIL_HEADER_IF_MATCH, "If-Match", false},
        {BIL_HEADER_IF_NONE_MATCH, "If-None-Match", false},
        {BIL_HEADER_KEY, "Sec-WebSocket-Key", true},
        {BIL_HEADER_VERSION, "Sec-WebSocket-Version", true},
        {BIL_HEADER_EXTENSIONS, "Sec-WebSocket-Extensions", true},
    };
    bil_text_format(out, "%s ", head->method);
    add_path(bil_text_string(&head->path), out);
    bil_text_format(out, "%s%s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\nX-Billions-Passed: %s\r\n",
                    head->query.length ? "?" : "", bil_text_string(&head->query),
                    head->said[BIL_HEADER_HOST] ? bil_text_string(&head->value[BIL_HEADER_HOST]) : "localhost", address, proof);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        if (head->said[kept[i].which] && (websocket || !kept[i].websocket)) {
            bil_text_format(out, "%s: %s\r\n", kept[i].name, bil_text_string(&head->value[kept[i].which]));
        }
    }
    if (websocket) {
        bil_text_add(out, "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
        return;
    }
    bil_text_format(out, "Connection: close\r\nContent-Length: %zu\r\n\r\n", length);
}

/* ------------------------------------------------------------------ the answer */

static bool is(const char *name, size_t length, const char *other)
{
    return strlen(other) == length && strncasecmp(name, other, length) == 0;
}

/* One line of the head. False: it is none. */
static bool take_line(const char *line, size_t length, bool *sized, struct bil_pass_answer *answer)
{
    /* Of one connection alone; what the caller's own needs is written by who passes on. */
    static const char *const dropped[] = {"connection", "keep-alive", "proxy-connection", "te", "trailer"};
    const char *colon = memchr(line, ':', length);
    const size_t name = colon ? (size_t)(colon - line) : 0;
    if (name == 0 || is(line, name, "transfer-encoding") || (is(line, name, "content-length") && *sized)) {
        return false;
    }
    if (is(line, name, "content-length")) {
        const char *digits = colon + 1;
        const char *end = line + length;
        int64_t value = 0;
        for (; digits < end && *digits == ' '; digits++) {
        }
        if (digits == end || end - digits > 12) {
            return false;
        }
        for (; digits < end; digits++) {
            if (*digits < '0' || *digits > '9') {
                return false;
            }
            value = 10 * value + (*digits - '0');
        }
        answer->length = value;
        *sized = true;
    }
    for (size_t i = 0; i < sizeof dropped / sizeof dropped[0]; i++) {
        if (is(line, name, dropped[i])) {
            return true;
        }
    }
    bil_text_add_bytes(&answer->lines, line, length);
    bil_text_add(&answer->lines, "\r\n");
    return true;
}

static bool is_status(const char *at)
{
    return memcmp(at, "HTTP/1.1 ", 9) == 0 && at[9] >= '1' && at[9] <= '5' && at[10] >= '0' && at[10] <= '9' && at[11] >= '0' &&
           at[11] <= '9';
}

/* The lines between the first and the empty one. */
static bool take_lines(const char *at, const char *end, bool bodiless, struct bil_pass_answer *answer)
{
    bool sized = false;
    while (at < end) {
        const char *stop = memchr(at, '\r', (size_t)(end - at));
        if (!stop || stop == at || stop[1] != '\n' || !take_line(at, (size_t)(stop - at), &sized, answer)) {
            return false;
        }
        at = stop + LINE_END;
    }
    if (bodiless || answer->status == 101 || answer->status == 204 || answer->status == 304) {
        answer->length = 0;
        return true;
    }
    return sized && answer->status >= 200; /* a body whose end is not known is none of ours */
}

/* Where the empty line begins that ends the head; NULL: it is not there yet. */
static const char *find_end(const char *bytes, size_t count)
{
    for (size_t i = 3; i < count; i++) {
        if (bytes[i] == '\n' && memcmp(bytes + i - 3, "\r\n\r", 3) == 0) {
            return bytes + i - 3;
        }
    }
    return NULL;
}

long bil_pass_answer_read(const char *bytes, size_t count, bool bodiless, struct bil_pass_answer *answer)
{
    const size_t looked = count < BIL_HEAD_BYTES ? count : BIL_HEAD_BYTES;
    const char *end = find_end(bytes, looked);
    if (count >= STATUS_LINE && !is_status(bytes)) {
        return -1;
    }
    if (!end) {
        return count < BIL_HEAD_BYTES ? 0 : -1;
    }
    const char *first = memchr(bytes, '\r', looked); /* there is one: it begins the end */
    if (first - bytes < STATUS_LINE || first[1] != '\n') {
        return -1;
    }
    *answer = (struct bil_pass_answer){.status = (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + (bytes[11] - '0')};
    if (!take_lines(first + LINE_END, end + LINE_END, bodiless, answer)) {
        bil_text_free(&answer->lines);
        return -1;
    }
    return end + 4 - bytes;
}
