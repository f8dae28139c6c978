/* Stacks of what a game waits for: their words, their order, their prompt. See frames.h. */
#include "kit/frames.h"

#include <stdio.h>
#include <string.h>

#include "kit/document.h"

enum { WORDS = 40 };

/* `below` 0: at the bottom. */
static bool may_lie(const struct bil_frames *frames, int kind, int below)
{
    return kind > 0 && kind < frames->count && (frames->kind[kind].on >> below & 1U) != 0;
}

const char *bil_frame_word(const struct bil_frames *frames, const struct bil_frame *frame)
{
    const struct bil_frame_kind *kind = &frames->kind[frame->kind];
    const char *word = kind->words ? kind->words[frame->a] : kind->word;
    return word ? word : "?";
}

int bil_frame_which(const struct bil_frames *frames, bool bottom, const struct bil_value *value, const char *what, uint8_t *a,
                    struct bil_error *error)
{
    const char *words[WORDS];
    uint8_t kinds[WORDS];
    uint8_t place[WORDS];
    int count = 0;
    for (int k = 1; k < frames->count; k++) {
        const struct bil_frame_kind *kind = &frames->kind[k];
        const char *const *word = kind->words ? kind->words : &kind->word;
        const int most = kind->words ? WORDS : 1;
        for (int i = 0; bottom == (kind->on & BIL_AT_BOTTOM) && i < most && word[i] && count < WORDS; i++) {
            words[count] = word[i];
            kinds[count] = (uint8_t)k;
            place[count++] = (uint8_t)i;
        }
    }
    const int which = bil_which_word(value, words, count, what, error);
    if (which < 0) {
        return -1;
    }
    *a = place[which];
    return kinds[which];
}

const char *bil_frames_broken(const struct bil_frames *frames, const struct bil_frame *stack, int depth, int room, int seats,
                              char *buffer, size_t size)
{
    static const struct bil_frame none;
    if (depth < 1 || depth > room) {
        (void)snprintf(buffer, size, "%d decisions are waited for, and there are 1 to %d.", depth, room);
        return buffer;
    }
    for (int i = 0; i < room; i++) {
        const struct bil_frame *frame = &stack[i];
        if (i >= depth) {
            if (memcmp(frame, &none, sizeof none) != 0) {
                (void)snprintf(buffer, size, "Something lies above the decisions that are waited for.");
                return buffer;
            }
            continue;
        }
        if (!may_lie(frames, frame->kind, i > 0 ? stack[i - 1].kind : 0)) {
            const char *word = frame->kind < frames->count ? bil_frame_word(frames, frame) : "?";
            if (i == 0) {
                (void)snprintf(buffer, size, "%s can only be waited for above something else.", word);
            } else {
                (void)snprintf(buffer, size, "windows[%d]: %s cannot lie on %s.", i - 1, word,
                               bil_frame_word(frames, &stack[i - 1]));
            }
            return buffer;
        }
        if (frame->seat >= seats) {
            (void)snprintf(buffer, size, "Seat %d is asked, which does not play.", frame->seat + 1);
            return buffer;
        }
    }
    if (!frames->kind[stack[depth - 1].kind].ask) {
        (void)snprintf(buffer, size, "Nobody is asked: %s only waits for what lies above it.",
                       bil_frame_word(frames, &stack[depth - 1]));
        return buffer;
    }
    return NULL;
}

void bil_frames_prompt(const struct bil_frames *frames, const void *rules, const void *state, const struct bil_frame *top, int kept,
                       int over, bool typed, struct bil_text *out)
{
    const int viewer = kept == 0 ? top->seat : kept == BIL_VIEW_OF_SPECTATOR ? BIL_SPECTATOR : kept - 1;
    const struct bil_asking asking = {
        .reader = {rules, viewer, out}, .state = state, .top = top, .own = viewer == top->seat, .typed = typed};
    if (kept == 0 && top->kind != over) {
        bil_text_format(out, "Seat %d: ", top->seat + 1);
    }
    frames->kind[top->kind].ask(&asking);
}
