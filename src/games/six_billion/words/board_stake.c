/* 6 Billion: what an open window is about, in one sentence: the doubling or the card, then everything that was played on it.
 *
 * Reads the stack of frames from the bottom, as the cards were played. Only words: whether anything of it may be answered is the
 * rules' business. */
#include "games/six_billion/words/words.h"
#include "kit/notation.h"

/* "Red plays ", "you play " */
static void add_does(const struct six_board *board, struct bil_text *out, int seat, const char *verb)
{
    six_add_faction(out, board->rules, seat, board->reader, false);
    bil_text_format(out, " %s%s ", verb, seat == board->reader ? "" : "s");
}

/* A card that was played, or is offered, on what the sentence has told so far. */
static void add_frame(const struct six_board *board, struct bil_text *out, const struct bil_frame *frame, bool in_window)
{
    switch (frame->kind) {
    case SIX_CANCEL:
        six_add_event(out, board->rules, board->state, board->reader);
        break;
    case SIX_RESPOND:
        bil_text_add(out, "; ");
        add_does(board, out, frame->b, six_family[frame->a] == SIX_F_CANCEL ? "cancel" : "answer");
        bil_text_format(out, "%swith %s", six_family[frame->a] == SIX_F_CANCEL ? "it " : "", six_card_names[frame->a]);
        break;
    case SIX_CONSENT:
        bil_text_add(out, in_window ? "; " : "");
        add_does(board, out, frame->b, "offer");
        if (in_window) {
            bil_text_format(out, "%s", six_card_names[frame->a]);
        } else {
            bil_text_char(out, '`');
            bil_move_text(&bil_game_six_billion, board->rules, board->state, board->state->pending, board->reader, out);
            bil_text_char(out, '`');
        }
        bil_text_add(out, ", which needs ");
        six_add_owner(out, board->rules, frame->seat, board->reader, false);
        bil_text_add(out, " consent");
        break;
    case SIX_KEEP:
        bil_text_add(out, in_window ? "; " : "");
        add_does(board, out, frame->b, "refuse");
        six_add_owner(out, board->rules, frame->seat, board->reader, false);
        bil_text_format(out, " %s", six_card_names[frame->a]);
        break;
    case SIX_HALVE:
        bil_text_add(out, "; a War stands, and ");
        six_add_faction(out, board->rules, frame->seat, board->reader, false);
        bil_text_add(out, " must halve a token");
        break;
    default: /* the steps of a turn */
        break;
    }
}

void six_board_stake(const struct six_board *board, struct bil_text *out)
{
    bool in_window = false;
    struct bil_text sentence = {0};
    for (int i = 0; i < board->state->depth; i++) {
        const struct bil_frame *frame = &board->state->stack[i];
        add_frame(board, &sentence, frame, in_window);
        in_window |= frame->kind == SIX_CANCEL;
    }
    if (sentence.length > 0) {
        if (sentence.data[0] >= 'a' && sentence.data[0] <= 'z') {
            sentence.data[0] = (char)(sentence.data[0] - 'a' + 'A');
        }
        bil_text_add(out, bil_text_string(&sentence));
        bil_text_char(out, '.');
    }
    bil_text_free(&sentence);
}
