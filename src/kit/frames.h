/* What a game can wait for, as rows: its word in positions, what it may lie on, which verbs answer it, and how it is asked.
 *
 * A game keeps what it waits for on a stack of frames inside its state: the top one is asked, the others wait beneath. From the
 * rows follow the prompt, the words of positions, and whether a stack is one that play can lead to. Must never know a game; never
 * changes a state. */
#ifndef BILLIONS_KIT_FRAMES_H
#define BILLIONS_KIT_FRAMES_H

#include "billions/game.h"
#include "kit/phrase.h"

/* One decision that is waited for, as states hold it. `kind` is a number of the game from 1 on, `seat` who is asked; what `a` and
 * `b` mean is the kind's affair. All zero: none. */
struct bil_frame {
    uint8_t kind, seat, a, b;
};

/* A prompt that is being written. The reader is the one who is asked, if nobody's view is shown; `own`: the reader is who is asked;
 * `typed`: and answers in words (bil_game.prompt). */
struct bil_asking {
    struct bil_reader reader;
    const void *state;
    const struct bil_frame *top;
    bool own, typed;
};

/* A kind of frame. */
enum { BIL_AT_BOTTOM = 1 }; /* no kind has the number 0, so that bit 0 of `on` means: on nothing */
struct bil_frame_kind {
    const char *word;                             /* in positions; NULL: `words` says it by `a`, or it has none */
    const char *const *words;                     /* one word for each value of `a`, ends with NULL */
    uint32_t on;                                  /* kinds that it may lie right on, bit by kind; bit 0: at the bottom */
    uint32_t verbs;                               /* of the moves that answer it, bit by verb */
    void (*ask)(const struct bil_asking *asking); /* what is asked, for the reader; NULL: it only waits for the frames above */
};

/* The kinds of a game by number; kind[0] is not used. `count` is one more than the last. At most 31. */
struct bil_frames {
    const struct bil_frame_kind *kind;
    int count;
};

/* The word of a frame in positions; "?" if it has none. */
const char *bil_frame_word(const struct bil_frames *frames, const struct bil_frame *frame);

/* The kind whose word the value is, among those that can be at the bottom or those that cannot. *a receives which of the kind's
 * words it is, if the kind has several. -1 and a sentence if it is none of them; `what` says what is looked for ("step"). */
int bil_frame_which(const struct bil_frames *frames, bool bottom, const struct bil_value *value, const char *what, uint8_t *a,
                    struct bil_error *error);

/* What is wrong with a stack of `room` frames of which `depth` are used, written into the buffer; NULL: it is one that can be. */
const char *bil_frames_broken(const struct bil_frames *frames, const struct bil_frame *stack, int depth, int room, int seats,
                              char *buffer, size_t size);

/* Asks what is on top. `kept` is whose view the state is, as states keep it: 0, 1 + seat, or BIL_VIEW_OF_SPECTATOR. In a state
 * (0) it is said who is spoken to, unless nobody is: `over` is the kind of frame that ends a game. */
void bil_frames_prompt(const struct bil_frames *frames, const void *rules, const void *state, const struct bil_frame *top, int kept,
                       int over, bool typed, struct bil_text *out);

/* One of two words: for the asked seat itself, for the others. */
static inline const char *bil_asked_form(const struct bil_asking *asking, const char *own, const char *other)
{
    return asking->own ? own : other;
}

/* One of two words: for who types the answer, for who points. */
static inline const char *bil_typed_form(const struct bil_asking *asking, const char *typed, const char *pointed)
{
    return asking->typed ? typed : pointed;
}

#endif
