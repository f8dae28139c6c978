/* Reads the body of a request; head.h says what it promises. Chunks are read byte by byte where they are not plain content: there
 * is no place in which what one reader takes for a size could be content for another. */
#include "server/http/head.h"

enum {
    SIZE,
    SIZE_MORE,
    SIZE_BLANK,
    EXTENSION,
    SIZE_END,
    CONTENT,
    CONTENT_END,
    CONTENT_FEED,
    TRAILER,
    TRAILER_LINE,
    TRAILER_FEED,
    LAST_FEED
};
enum { EXTRA_BYTES = 4096 };

static const struct bil_http_fault fault_chunk = {
    400, "length", "The body comes in chunks that are none: a size in hexadecimal digits, a line end, content, a line end."};

void bil_body_begin(struct bil_body *body, const struct bil_head *head)
{
    *body = (struct bil_body){.chunked = head->chunked, .left = head->length > 0 ? (uint64_t)head->length : 0};
    body->done = !head->chunked && body->left == 0;
}

/* One byte that is no content. False: it may not be there. */
static bool read_byte(struct bil_body *body, char c)
{
    const int digit = bil_hex_digit(c);
    const bool text = c == '\t' || ((unsigned char)c >= 0x20 && c != 0x7f);
    switch (body->state) {
    case SIZE:
    case SIZE_MORE:
        if (digit >= 0) {
            body->left = body->left * 16 + (uint64_t)digit;
            body->state = SIZE_MORE;
            return body->left < UINT64_C(1) << 40;
        }
        if (body->state == SIZE) {
            return false;
        }
        body->state = c == '\r' ? SIZE_END : c == ';' ? EXTENSION : SIZE_BLANK;
        return c == '\r' || c == ';' || c == ' ' || c == '\t';
    case SIZE_BLANK: /* old clients put blanks before an extension; before a line end they mean nothing that is known */
        body->state = c == ';' ? EXTENSION : SIZE_BLANK;
        return c == ';' || c == ' ' || c == '\t';
    case EXTENSION:
        body->state = c == '\r' ? SIZE_END : EXTENSION;
        return c == '\r' || text;
    case SIZE_END:
        body->state = body->left > 0 ? CONTENT : TRAILER;
        return c == '\n';
    case CONTENT_END:
        body->state = CONTENT_FEED;
        return c == '\r';
    case CONTENT_FEED:
        body->state = SIZE;
        return c == '\n';
    case TRAILER:
        body->state = c == '\r' ? LAST_FEED : TRAILER_LINE;
        return c == '\r' || text;
    case TRAILER_LINE:
        body->state = c == '\r' ? TRAILER_FEED : TRAILER_LINE;
        return c == '\r' || text;
    case TRAILER_FEED:
        body->state = TRAILER;
        return c == '\n';
    default:
        body->done = true;
        return c == '\n';
    }
}

long bil_body_read(struct bil_body *body, const char *bytes, size_t count, struct bil_text *into, size_t most,
                   struct bil_http_fault *fault)
{
    size_t i = 0;
    while (i < count && !body->done) {
        if (body->chunked && body->state != CONTENT) {
            if (++body->extra > EXTRA_BYTES + into->length || !read_byte(body, bytes[i++])) {
                *fault = fault_chunk;
                return -1;
            }
            continue;
        }
        const size_t part = count - i < body->left ? count - i : (size_t)body->left;
        if (body->left > most - into->length) {
            *fault = bil_fault_huge;
            return -1;
        }
        bil_text_add_bytes(into, bytes + i, part);
        body->left -= part;
        i += part;
        if (body->left == 0) {
            body->state = CONTENT_END;
            body->done = !body->chunked;
        }
    }
    return (long)i;
}
