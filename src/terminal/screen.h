/* What is written to the person's screen: width, colours and symbols as the place allows, lines that never run over the edge,
 * and a reader that may go away.
 *
 * Nothing is written past this door. Text is collected and sent by bil_screen_flush, so that a turn appears in one piece. */
#ifndef BILLIONS_TERMINAL_SCREEN_H
#define BILLIONS_TERMINAL_SCREEN_H

#include "billions/game.h"

enum { BIL_SCREEN_NARROWEST = 20, BIL_SCREEN_WIDEST = 240 };

/* The few tones of the theme: one accent means "you can act here", amber "this is being decided", red harm, faint the rest. */
enum bil_tone { BIL_PLAIN, BIL_STRONG, BIL_FAINT, BIL_ACCENT, BIL_AMBER, BIL_RED, BIL_TONES };

struct bil_screen {
    int fd;
    bool terminal; /* escapes may be used, and the screen can be wiped */
    bool colour;
    bool unicode; /* signs and boxes beyond ASCII may be drawn */
    bool ascii;   /* names too must be ASCII */
    int columns, rows;
    int fault; /* errno of the first write that failed, or 0; then nothing is written any more */
    struct bil_text waiting;
};

/* Looks at the place: is it a terminal, how wide, and what do --plain (table/output.h), NO_COLOR, TERM, COLUMNS and the locale
 * say. */
void bil_screen_open(struct bil_screen *screen, int fd);
void bil_screen_close(struct bil_screen *screen);

/* Looks at the width again: windows change. */
void bil_screen_measure(struct bil_screen *screen);

/* How a game is to draw here. */
struct bil_style bil_screen_style(const struct bil_screen *screen);

/* The escape that begins a tone, or "" where there are no colours. BIL_PLAIN ends every tone. */
const char *bil_screen_tone(const struct bil_screen *screen, enum bil_tone tone);

/* Writes lines (parted by \n; the last one needs none) folded at the edge, what is folded indented by `hang` columns. Control
 * characters are left out, without `unicode` the usual typographic signs become ASCII, and with `ascii` everything. */
void bil_screen_lines(struct bil_screen *screen, int hang, const char *text);
__attribute__((format(printf, 4, 5))) void bil_screen_say(struct bil_screen *screen, int hang, enum bil_tone tone,
                                                          const char *format, ...);

/* A question: the answer is typed behind it. */
void bil_screen_ask(struct bil_screen *screen, enum bil_tone tone, const char *question);

/* The same question once more in its own line, while an answer is being typed behind it; of the same width. Only on a terminal. */
void bil_screen_ask_again(struct bil_screen *screen, enum bil_tone tone, const char *question);

/* Clears the screen and its scroll-back; on a screen without escapes, pushes the text out of sight. */
void bil_screen_wipe(struct bil_screen *screen);

/* Sends what waits. False if the reader is gone or the output cannot be written (see `fault`). */
bool bil_screen_flush(struct bil_screen *screen);

#endif
