/* What a hand of Leduc poker is: shared by leduc.c, which plays, and leduc_text.c, which speaks. Included by them alone. */
#ifndef BENCH_LEDUC_H
#define BENCH_LEDUC_H

#include "bench/calibration.h"
#include "kit/fields.h"

enum { LEDUC_CARDS = 6, LEDUC_RAISES = 2, LEDUC_ANTE = 1 };
enum { LEDUC_FOLD = 1, LEDUC_CALL, LEDUC_RAISE };
enum { LEDUC_SHOWDOWN = 1, LEDUC_FOLDED = 2 }; /* state.over: LEDUC_FOLDED + seat */
enum { SAID_DEALT = 1, SAID_BOARD, SAID_FOLD, SAID_CALL, SAID_RAISE, SAID_SHOWN };

struct leduc_rules {
    uint8_t seats;
    uint8_t fast; /* every question is a real one: nothing to skip */
};

/* A card is 1 to 6, two of a rank in a row; 0 is a card that is not there or not known. */
struct leduc_state {
    uint8_t card[2];
    uint8_t board;
    uint8_t round;    /* 0 or 1 */
    uint8_t raises;   /* in this round */
    uint8_t acts;     /* decisions in this round; seat 1 begins, so the lowest bit is who acts */
    uint8_t stake[2]; /* what each has paid */
    uint8_t over;
    uint8_t earlier; /* decisions in the first round, once it is done: with the stakes they tell how it went, which everybody saw */
    uint8_t unused[6]; /* zero */
};

static inline int leduc_raise(const struct leduc_state *state)
{
    return 2 + 2 * state->round;
}

/* Why it is no hand of Leduc poker, or NULL. */
const char *leduc_broken(const struct leduc_state *state);

/* leduc_text.c */
extern const struct bil_notation leduc_notation;
void leduc_why_not(const void *rules, const void *view, bil_move move, struct bil_text *out);
void leduc_prompt(const void *rules, const void *view, bool typed, struct bil_text *out);
unsigned leduc_addressed(const void *rules, const struct bil_event *event);
void leduc_event_text(const void *rules, const struct bil_event *event, int viewer, struct bil_text *out);
extern const struct bil_field leduc_position[];
void leduc_draw(const void *rules, const void *view, const struct bil_style *style, struct bil_text *out);

#endif
