/* 6 Billion: what the files that draw the board share. Private to board.c, board_tracks.c and board_stake.c. */
#ifndef SIX_BILLION_BOARD_H
#define SIX_BILLION_BOARD_H

#include "games/six_billion/state.h"
#include "kit/page.h"

#define SIX_INK_HARM "\033[1;33m" /* full, at stake */

/* Signs with two faces. */
enum six_sign { SIX_SIGN_MOVED, SIX_SIGN_NOW, SIX_SIGN_EMPTY, SIX_SIGN_CAN, SIX_SIGN_CANNOT, SIX_SIGN_ARROW, SIX_SIGNS };

struct six_board {
    const struct six_rules *rules;
    const struct six_state *state;
    const struct bil_style *style;
    int reader; /* the seat whose view it is; BIL_SPECTATOR, or BIL_EVERYBODY for a whole state */
    int width;
};

const char *six_sign(const struct six_board *board, enum six_sign sign);

/* A page of this board; rows go on below `indent`. */
struct bil_page six_board_page(const struct six_board *board, struct bil_text *out, int indent);

/* A faction's letter in its colour: "R"; and with its name: "R Red". */
void six_board_letter(const struct six_board *board, const struct bil_page *page, struct bil_text *text, int faction);
void six_board_faction(const struct six_board *board, const struct bil_page *page, struct bil_text *text, int faction);

/* The Solar System: ten tracks with their tokens, growth sums, points and holding boxes; the Discovery Track if it is in use. */
void six_board_tracks(const struct six_board *board, struct bil_text *out);

/* What an open window is about and the cards that were played in it, as one sentence; nothing if no window is open. */
void six_board_stake(const struct six_board *board, struct bil_text *out);

#endif
