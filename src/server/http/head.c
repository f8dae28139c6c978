/* Reads the head of a request, and its body; head.h says what it promises. Each thing that can be wrong has one sentence, in one
 * place. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/http/head.h"

static const struct bil_http_fault fault_line = {
    400, "request", "The first line of a request is a method, an address and HTTP/1.1, with one space between."};
static const struct bil_http_fault fault_address = {
    400, "request", "What is asked for must be a path such as /api/games, in letters that addresses may have."};
static const struct bil_http_fault fault_version = {505, "version", "This server speaks HTTP/1.1."};
static const struct bil_http_fault fault_long_address = {414, "too-long", "This address is too long; it may have 8192 bytes."};
static const struct bil_http_fault fault_big = {431, "header",
                                                "The headers are too big; all together may have 16384 bytes, and be 100."};
static const struct bil_http_fault fault_letter = {
    400, "header",
    "The head of a request holds a control character, or a line that does not end with carriage return and line feed."};
static const struct bil_http_fault fault_header = {400, "header",
                                                   "A header is a name, a colon at once behind it, and a value, on one line."};
static const struct bil_http_fault fault_twice = {
    400, "header",
    "Host, Origin, Authorization, Content-Length, Sec-WebSocket-Key and Sec-WebSocket-Version may be said once each."};
static const struct bil_http_fault fault_host = {400, "header", "Host must be said, once: the name and port of this server."};
static const struct bil_http_fault fault_length = {
    400, "length", "Content-Length must be a number in digits, and not stand beside Transfer-Encoding."};
const struct bil_http_fault bil_fault_huge = {413, "too-big", "This body is too big; it may have 262144 bytes at most."};
static const struct bil_http_fault fault_last = {400, "length", "A body whose last transfer coding is not \"chunked\" has no end."};
static const struct bil_http_fault fault_coding = {501, "length", "Of the transfer codings only \"chunked\" is understood, once."};
static const struct bil_http_fault fault_expect = {417, "expect", "Nothing but \"100-continue\" can be expected here."};

static const char *const names[BIL_HEADERS] = {
    [BIL_HEADER_HOST] = "host",
    [BIL_HEADER_ORIGIN] = "origin",
    [BIL_HEADER_AUTHORIZATION] = "authorization",
    [BIL_HEADER_CONTENT_LENGTH] = "content-length",
    [BIL_HEADER_KEY] = "sec-websocket-key",
    [BIL_HEADER_VERSION] = "sec-websocket-version",
    [BIL_HEADER_CONNECTION] = "connection",
    [BIL_HEADER_UPGRADE] = "upgrade",
    [BIL_HEADER_TRANSFER_ENCODING] = "transfer-encoding",
    [BIL_HEADER_EXPECT] = "expect",
    [BIL_HEADER_ACCEPT] = "accept",
    [BIL_HEADER_ACCEPT_ENCODING] = "accept-encoding",
    [BIL_HEADER_IF_MATCH] = "if-match",
    [BIL_HEADER_IF_NONE_MATCH] = "if-none-match",
    [BIL_HEADER_FORWARDED_FOR] = "x-forwarded-for",
    [BIL_HEADER_PROTOCOL] = "sec-websocket-protocol",
    [BIL_HEADER_EXTENSIONS] = "sec-websocket-extensions",
};

static bool fail_head(struct bil_http_fault *fault, const struct bil_http_fault *why)
{
    *fault = *why;
    return false;
}

/* ------------------------------------------------------------------ letters */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* RFC 9110, 5.6.2: what names of methods and headers are made of. */
static bool is_token(const char *at, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_letter(at[i]) && !is_digit(at[i]) && (!at[i] || !strchr("!#$%&'*+-.^_`|~", at[i]))) {
            return false;
        }
    }
    return count > 0;
}

/* What a hexadecimal digit means; -1: it is none. */
static int hex_digit(char c)
{
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* RFC 3986: what paths, queries and hosts are made of; a percent sign needs its two digits. */
static bool is_address(const char *at, size_t count, const char *more)
{
    for (size_t i = 0; i < count; i++) {
        if (at[i] == '%') {
            if (count - i < 3 || hex_digit(at[i + 1]) < 0 || hex_digit(at[i + 2]) < 0) {
                return false;
            }
            i += 2;
        } else if (!is_letter(at[i]) && !is_digit(at[i]) &&
                   (!at[i] || (!strchr("-._~!$&'()*+,;=", at[i]) && !strchr(more, at[i])))) {
            return false;
        }
    }
    return true;
}

/* Host and port: a name, an address of four numbers, or one of IPv6 in brackets. */
static bool is_authority(const char *at, size_t count)
{
    const char *end = at + count;
    const char *colon;
    if (count > 255) {
        return false;
    }
    if (count > 0 && *at == '[') {
        const char *bracket = memchr(at, ']', count);
        if (!bracket || bracket == at + 1) {
            return false;
        }
        for (const char *c = at + 1; c < bracket; c++) {
            if (hex_digit(*c) < 0 && *c != ':' && *c != '.') {
                return false;
            }
        }
        colon = bracket + 1;
    } else {
        const char *found = memchr(at, ':', count);
        colon = found ? found : end;
        if (!is_address(at, (size_t)(colon - at), "")) {
            return false;
        }
    }
    if (colon < end && *colon != ':') {
        return false;
    }
    for (const char *c = colon + 1; c < end; c++) {
        if (!is_digit(*c)) {
            return false;
        }
    }
    return end - colon <= 6;
}

/* The next element of a list, without the blanks round it, and how long it is; goes on behind it. NULL: there is none. */
static const char *next_element(const char **list, size_t *length)
{
    const char *begin = *list + strspn(*list, " \t,");
    *length = strcspn(begin, ",");
    *list = begin + *length;
    while (*length > 0 && (begin[*length - 1] == ' ' || begin[*length - 1] == '\t')) {
        --*length;
    }
    return *begin ? begin : NULL;
}

bool bil_list_has(const char *list, const char *word)
{
    size_t length;
    for (const char *at = next_element(&list, &length); at; at = next_element(&list, &length)) {
        if (length == strlen(word) && strncasecmp(at, word, length) == 0) {
            return true;
        }
    }
    return false;
}

/* How long the token is that a text begins with. */
static size_t token_length(const char *at)
{
    size_t length = 0;
    while (at[length] && is_token(at + length, 1)) {
        length++;
    }
    return length;
}

/* Behind a token, or one in quotation marks; NULL: there is neither. */
static const char *skip_value(const char *at)
{
    const bool quoted = *at == '"';
    at += quoted;
    const size_t length = token_length(at);
    at += length;
    if (length == 0 || (quoted && *at != '"')) {
        return NULL;
    }
    return at + quoted;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

bool bil_extensions_fine(const char *list)
{
    bool any = false;
    for (const char *at = skip_blanks(list); *at; at = skip_blanks(at + (*at == ','))) {
        if (*at == ',') {
            continue; /* an element without anything */
        }
        const size_t name = token_length(at);
        at = skip_blanks(at + name);
        while (name > 0 && *at == ';') {
            at = skip_blanks(at + 1);
            const size_t parameter = token_length(at);
            at = skip_blanks(at + parameter);
            if (parameter == 0) {
                return false;
            }
            if (*at == '=') {
                at = skip_value(skip_blanks(at + 1));
                if (!at) {
                    return false;
                }
                at = skip_blanks(at);
            }
        }
        if (name == 0 || (*at && *at != ',')) {
            return false;
        }
        any = true;
    }
    return any;
}

/* ------------------------------------------------------------------ the first line */

struct line {
    const char *method, *target, *version;
    size_t method_length, target_length;
};

static bool split_line(const char *at, size_t count, struct line *line, struct bil_http_fault *fault)
{
    const char *end = at + count;
    const char *one = memchr(at, ' ', count);
    const char *two = one ? memchr(one + 1, ' ', (size_t)(end - one - 1)) : NULL;
    if (!two || !is_token(at, (size_t)(one - at)) || two == one + 1) {
        return fail_head(fault, &fault_line);
    }
    *line = (struct line){at, one + 1, two + 1, (size_t)(one - at), (size_t)(two - one - 1)};
    const char *version = line->version;
    if (end - version != 8 || memcmp(version, "HTTP/", 5) != 0 || !is_digit(version[5]) || version[6] != '.' ||
        !is_digit(version[7])) {
        return fail_head(fault, &fault_line);
    }
    if (version[5] != '1') {
        return fail_head(fault, &fault_version);
    }
    return line->target_length <= BIL_HEAD_TARGET || fail_head(fault, &fault_long_address);
}

/* Percent signs and their digits become what they stand for. No control character may come of it: a path goes into files' names. */
static bool decode_path(const char *at, size_t count, struct bil_text *into)
{
    for (size_t i = 0; i < count; i++) {
        char c = at[i];
        if (c == '%') {
            c = (char)(hex_digit(at[i + 1]) * 16 + hex_digit(at[i + 2]));
            i += 2;
        }
        if ((unsigned char)c < 0x20 || c == 0x7f) {
            return false;
        }
        bil_text_char(into, c);
    }
    return true;
}

/* The four forms of RFC 9112, 3.2. The absolute one names the host, too, which then holds instead of the header. */
static bool read_target(const struct line *line, struct bil_head *head, struct bil_text *host, struct bil_http_fault *fault)
{
    const char *at = line->target;
    const char *end = at + line->target_length;
    if (line->target_length == 1 && *at == '*' && strcmp(head->method, "OPTIONS") == 0) {
        bil_text_add(&head->path, "*");
        return true;
    }
    if (strcmp(head->method, "CONNECT") == 0) {
        bil_text_add(&head->path, "*");
        return is_authority(at, line->target_length) || fail_head(fault, &fault_address);
    }
    if (*at != '/') {
        const size_t scheme = strncasecmp(at, "http://", 7) == 0 ? 7 : strncasecmp(at, "https://", 8) == 0 ? 8 : 0;
        head->secure = scheme == 8;
        at += scheme;
        const size_t count = scheme ? strcspn(at, "/? ") : 0;
        if (count == 0 || !is_authority(at, count)) {
            return fail_head(fault, &fault_address);
        }
        bil_text_add_bytes(host, at, count);
        at += count;
    }
    const char *question = memchr(at, '?', (size_t)(end - at));
    const char *path_end = question ? question : end;
    if (!is_address(at, (size_t)(path_end - at), ":@/") ||
        (question && !is_address(question + 1, (size_t)(end - question - 1), ":@/?")) ||
        !decode_path(at, (size_t)(path_end - at), &head->path)) {
        return fail_head(fault, &fault_address);
    }
    if (at == path_end) {
        bil_text_add(&head->path, "/");
    }
    if (question) {
        bil_text_add_bytes(&head->query, question + 1, (size_t)(end - question - 1));
    }
    return true;
}

/* ------------------------------------------------------------------ headers */

static bool read_header(const char *at, size_t count, struct bil_head *head, struct bil_http_fault *fault)
{
    const char *colon = memchr(at, ':', count);
    const char *end = at + count;
    if (!colon || !is_token(at, (size_t)(colon - at))) {
        return fail_head(fault, &fault_header);
    }
    const size_t length = (size_t)(colon - at);
    const char *value = colon + 1;
    while (value < end && (*value == ' ' || *value == '\t')) {
        value++;
    }
    while (end > value && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    for (int i = 0; i < BIL_HEADERS; i++) {
        if (strlen(names[i]) != length || strncasecmp(names[i], at, length) != 0) {
            continue;
        }
        if (head->said[i] && i < BIL_HEADER_ONCE) {
            return fail_head(fault, &fault_twice);
        }
        if (head->said[i]) {
            bil_text_add(&head->value[i], ", ");
        }
        head->said[i] = true;
        bil_text_add_bytes(&head->value[i], value, (size_t)(end - value));
        break;
    }
    return true;
}

/* RFC 9112, 6.3: a body ends where its last coding says, and only "chunked" says it. Empty elements of a list count for nothing. */
static bool read_codings(const char *list, struct bil_http_fault *fault)
{
    static const char chunked[] = "chunked";
    int count = 0;
    bool last = false;
    size_t length;
    for (const char *at = next_element(&list, &length); at; at = next_element(&list, &length)) {
        count++;
        last = length == sizeof chunked - 1 && strncasecmp(at, chunked, length) == 0;
    }
    return !last ? fail_head(fault, &fault_last) : count == 1 || fail_head(fault, &fault_coding);
}

static bool read_length(struct bil_head *head, struct bil_http_fault *fault)
{
    const char *digits = bil_text_string(&head->value[BIL_HEADER_CONTENT_LENGTH]);
    head->length = -1;
    if (head->said[BIL_HEADER_CONTENT_LENGTH]) {
        if (!*digits || strspn(digits, "0123456789") != strlen(digits) || head->said[BIL_HEADER_TRANSFER_ENCODING]) {
            return fail_head(fault, &fault_length);
        }
        digits += strspn(digits, "0");
        if (strlen(digits) > 15) {
            return fail_head(fault, &bil_fault_huge);
        }
        head->length = strtoll(*digits ? digits : "0", NULL, 10);
    }
    if (head->said[BIL_HEADER_TRANSFER_ENCODING]) {
        if (head->minor == 0) {
            return fail_head(fault,
                             &fault_length); /* RFC 9112, 6.1: anyone who says so is not to be trusted with where the body ends */
        }
        if (!read_codings(bil_text_string(&head->value[BIL_HEADER_TRANSFER_ENCODING]), fault)) {
            return false;
        }
        head->chunked = true;
    }
    return true;
}

static bool judge_head(struct bil_head *head, struct bil_text *named, struct bil_http_fault *fault)
{
    const char *connection = bil_text_string(&head->value[BIL_HEADER_CONNECTION]);
    struct bil_text *host = &head->value[BIL_HEADER_HOST];
    if ((head->minor > 0 && !head->said[BIL_HEADER_HOST]) || !is_authority(bil_text_string(host), host->length)) {
        return fail_head(fault, &fault_host);
    }
    if (named->length > 0) { /* RFC 9112, 3.2.2: what the header says is passed over then */
        bil_text_clear(host);
        bil_text_add(host, bil_text_string(named));
        head->said[BIL_HEADER_HOST] = true;
    }
    if (!read_length(head, fault)) {
        return false;
    }
    if (head->said[BIL_HEADER_EXPECT] && strcasecmp(bil_text_string(&head->value[BIL_HEADER_EXPECT]), "100-continue") != 0) {
        return fail_head(fault, &fault_expect);
    }
    head->keeps = head->minor > 0 && !bil_list_has(connection, "close");
    head->upgrade = head->minor > 0 && bil_list_has(connection, "upgrade");
    head->expects = head->said[BIL_HEADER_EXPECT] && head->minor > 0 && (head->chunked || head->length > 0 || head->upgrade);
    return true;
}

/* ------------------------------------------------------------------ all of it */

/* Looks through what has come: 1: the head is whole; 0: more must come; -1: it cannot become one. Each byte is looked at once,
 * whatever the pieces it comes in. */
static int find_head_end(struct bil_head_scan *scan, const char *bytes, size_t count, const char *begin,
                         struct bil_http_fault *fault)
{
    size_t i = scan->seen;
    for (; i < count; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if (c == '\n') {
            if (i == 0 || bytes[i - 1] != '\r') {
                return fail_head(fault, &fault_letter) - 1;
            }
            if (i >= 3 && bytes + i - 3 >= begin && bytes[i - 2] == '\n') {
                scan->seen = i + 1;
                return 1;
            }
        } else if ((i > 0 && bytes[i - 1] == '\r') || (c < 0x20 && c != '\t' && c != '\r') || c == 0x7f) {
            return fail_head(fault, &fault_letter) - 1;
        }
        if (i >= BIL_HEAD_BYTES) {
            const bool line = memchr(begin, '\r', BIL_HEAD_BYTES - (size_t)(begin - bytes)) != NULL;
            return fail_head(fault, line ? &fault_big : &fault_long_address) - 1;
        }
    }
    scan->seen = i;
    return 0;
}

static bool read_lines(const char *at, const char *end, const struct line *line, struct bil_head *head, struct bil_text *host,
                       struct bil_http_fault *fault)
{
    int headers = 0;
    if (line->method_length < sizeof head->method) {
        memcpy(head->method, line->method, line->method_length);
    }
    head->minor = line->version[7] == '0' ? 0 : 1;
    if (!read_target(line, head, host, fault)) {
        return false;
    }
    while (at < end) {
        const char *stop = memchr(at, '\r', (size_t)(end - at));
        const size_t count = stop ? (size_t)(stop - at) : 0;
        if (++headers > BIL_HEAD_HEADERS) {
            return fail_head(fault, &fault_big);
        }
        if (count == 0 || !read_header(at, count, head, fault)) {
            return count == 0 ? fail_head(fault, &fault_header) : false;
        }
        at = stop + 2;
    }
    return judge_head(head, host, fault);
}

long bil_head_read(struct bil_head_scan *scan, const char *bytes, size_t count, struct bil_head *head, struct bil_http_fault *fault)
{
    const char *begin = bytes;
    struct line line;
    struct bil_text host = {0};
    for (int i = 0; i < BIL_HEAD_EMPTY_LINES && (size_t)(begin - bytes) + 2 <= count && memcmp(begin, "\r\n", 2) == 0; i++) {
        begin += 2; /* RFC 9112, 2.2: some clients end a body with one too many */
    }
    const size_t skipped = (size_t)(begin - bytes);
    if (skipped + 2 <= count && memcmp(begin, "\r\n", 2) == 0) {
        return fail_head(fault, &fault_line) - 1;
    }
    const int state = find_head_end(scan, bytes, count, begin, fault);
    if (state < 0) {
        return -1;
    }
    const char *first = count > skipped ? memchr(begin, '\r', count - skipped) : NULL;
    if (first == begin) {
        return 0; /* half of an empty line */
    }
    if (!scan->line) {
        if (first ? !split_line(begin, (size_t)(first - begin), &line, fault)
                  : count > skipped && !is_token(begin, 1) && !fail_head(fault, &fault_line)) {
            return -1;
        }
        scan->line = first != NULL;
    }
    if (state == 0 || !first) { /* a whole head has the end of a line in it */
        return 0;
    }
    *head = (struct bil_head){0};
    const bool fine = split_line(begin, (size_t)(first - begin), &line, fault) &&
                      read_lines(first + 2, bytes + scan->seen - 2, &line, head, &host, fault);
    bil_text_free(&host);
    if (!fine) {
        bil_head_free(head);
        return -1;
    }
    return (long)scan->seen;
}

void bil_head_free(struct bil_head *head)
{
    bil_text_free(&head->path);
    bil_text_free(&head->query);
    for (int i = 0; i < BIL_HEADERS; i++) {
        bil_text_free(&head->value[i]);
    }
}

/* ------------------------------------------------------------------ bodies */

/* Chunks are read byte by byte where they are not plain content: there is no place in which what one reader takes for a size could
 * be content for another. */

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
    const int digit = hex_digit(c);
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
