/* Any bytes as what comes to the server's port: heads and bodies, one behind the other. Whatever pieces they come in, the same must
 * be understood; what is understood must be within bounds. */
#include <string.h>

#include "insist.h"
#include "server/http/head.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { MOST = 1024 };

static void judge(const struct bil_head *head)
{
    const char *path = bil_text_string(&head->path);
    insist(*path == '/' || strcmp(path, "*") == 0, "a path that does not begin with a stroke");
    insist(strlen(path) == head->path.length && strlen(bil_text_string(&head->query)) == head->query.length,
           "a zero in an address");
    for (const char *c = path; *c; c++) {
        insist((unsigned char)*c >= 0x20 && *c != 0x7f, "a control character in a path");
    }
    insist(head->length >= -1 && !(head->chunked && head->length >= 0), "two lengths of one body");
    insist(head->minor == 0 || head->said[BIL_HEADER_HOST], "no host");
    for (int i = 0; i < BIL_HEADERS; i++) {
        insist(head->said[i] || head->value[i].length == 0, "a value that nobody said");
        insist(!strpbrk(bil_text_string(&head->value[i]), "\r\n"), "a line end in a value");
    }
}

/* Adds what is understood of the bytes, given in pieces of `step`, to `out`. */
static void understand(const char *bytes, size_t length, size_t step, struct bil_text *out)
{
    size_t begin = 0;
    size_t come = 0;
    while (begin < length) {
        struct bil_head_scan scan = {0};
        struct bil_http_fault fault = {0};
        struct bil_head head;
        long used = 0;
        while (used == 0 && come < length) {
            come = come + step < length && step < length ? come + step : length;
            used = bil_head_read(&scan, bytes + begin, come - begin, &head, &fault);
        }
        if (used <= 0) {
            bil_text_format(out, used < 0 ? "refused " : "more ");
            insist(used == 0 || (fault.status >= 400 && fault.sentence), "a refusal without a sentence");
            return;
        }
        insist((size_t)used <= come - begin, "more was used than there is");
        judge(&head);
        bil_text_format(out, "%s %s %zu ", head.method, bil_text_string(&head.path), (size_t)used);
        begin += (size_t)used;
        struct bil_body body;
        struct bil_text content = {0};
        bil_body_begin(&body, &head);
        bil_head_free(&head);
        while (!body.done && begin < length) {
            come = come > begin ? come : begin + step < length && step < length ? begin + step : length;
            used = bil_body_read(&body, bytes + begin, come - begin, &content, MOST, &fault);
            if (used < 0) {
                bil_text_add(out, "refused ");
                bil_text_free(&content);
                return;
            }
            insist((size_t)used <= come - begin && content.length <= MOST, "more was used than there is");
            begin += (size_t)used;
        }
        bil_text_format(out, "%d %s ", body.done, bil_text_string(&content));
        bil_text_free(&content);
        come = begin; /* what has come of the next head is looked at anew, from its own beginning */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length == 0) {
        return 0;
    }
    struct bil_text one = {0};
    struct bil_text other = {0};
    understand((const char *)bytes, length, length, &one);
    understand((const char *)bytes, length, 1 + bytes[0] % 7, &other);
    insist(strcmp(bil_text_string(&one), bil_text_string(&other)) == 0, "what is understood depends on the pieces");
    bil_text_free(&one);
    bil_text_free(&other);
    return 0;
}
