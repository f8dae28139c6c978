/* Any bytes as frames of a client, or of a server: whatever pieces they come in, the same messages, pings and faults must come out,
 * none too big, every text in UTF-8. */
#include <stdlib.h>
#include <string.h>

#include "insist.h"
#include "server/http/frames.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void note(bool of_server, enum bil_frame kind, const struct bil_frame_found *found, struct bil_text *out)
{
    struct bil_utf8 letters = {0};
    if (kind == BIL_FRAME_MESSAGE) {
        insist(found->length <= (of_server ? BIL_FRAMES_SERVER_MESSAGE : BIL_FRAMES_MESSAGE), "a message that is too big");
        insist(bil_utf8_read(&letters, found->content, found->length) && letters.left == 0, "a text that is none");
    } else if (kind == BIL_FRAME_PING || kind == BIL_FRAME_PONG) {
        insist(found->length <= BIL_FRAMES_CONTROL, "a control frame that is too big");
    } else {
        insist(found->status >= 1000, "no status");
        insist(kind != BIL_FRAME_FAULT || found->reason, "a fault without a reason");
    }
    bil_text_format(out, "%d %d ", (int)kind, found->status);
    bil_text_add_bytes(out, found->content ? found->content : "", found->length);
}

static void read_all(bool of_server, const uint8_t *bytes, size_t length, size_t step, struct bil_text *out)
{
    struct bil_frames frames = {.of_server = of_server};
    char *copy = malloc(length);
    insist(copy != NULL, "no memory");
    memcpy(copy, bytes, length);
    for (size_t at = 0, come = 0; at < length;) {
        struct bil_frame_found found;
        come = at < come ? come : step < length - at ? at + step : length;
        const enum bil_frame kind = bil_frames_read(&frames, copy + at, come - at, &found);
        insist(found.used <= come - at && (found.used > 0 || kind != BIL_FRAME_NONE), "nothing was used");
        at += found.used;
        if (kind != BIL_FRAME_NONE) {
            note(of_server, kind, &found, out);
        }
        if (kind == BIL_FRAME_FAULT || kind == BIL_FRAME_CLOSE) {
            break;
        }
    }
    bil_text_free(&frames.text);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length == 0) {
        return 0;
    }
    for (int of_server = 0; of_server < 2; of_server++) {
        struct bil_text one = {0};
        struct bil_text other = {0};
        read_all(of_server, bytes, length, length, &one);
        read_all(of_server, bytes, length, 1 + bytes[length - 1] % 7, &other);
        insist(one.length == other.length && memcmp(bil_text_string(&one), bil_text_string(&other), one.length) == 0,
               "what comes out depends on the pieces");
        bil_text_free(&one);
        bil_text_free(&other);
    }
    return 0;
}
