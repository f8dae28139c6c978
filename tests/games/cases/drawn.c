/* See drawn.h. */
#include "games/cases/drawn.h"
#include "unit.h"

static void without_escapes(const char *text, struct bil_text *out)
{
    for (const char *at = text; *at;) {
        const size_t length = *at == '\033' ? strcspn(at, "m") + 1 : 0;
        if (length == 0) {
            bil_text_char(out, *at);
        }
        at += length ? length : 1;
    }
}

void case_check_lines(const char *text, int columns, bool unicode)
{
    int column = 0;
    for (const char *at = text; *at; at++) {
        if (*at == '\n') {
            assert_true(at == text || at[-1] != ' ');
            if (column > columns) {
                fail_msg("%d columns of %d:\n%s", column, columns, text);
            }
            column = 0;
            continue;
        }
        assert_true((unsigned char)*at >= ' ');
        if (!unicode && (unsigned char)*at >= 0x7F) {
            fail_msg("a symbol where there should be none:\n%s", text);
        }
        column += ((unsigned char)*at & 0xC0) != 0x80; /* every symbol of a board is one column wide */
    }
    assert_int_equal(column, 0); /* the last line has ended */
}

int case_check_drawn(const struct bil_game *game, const void *rules, const void *state, int seats, const int *widths,
                     case_look *look, const void *context)
{
    int drawn = 0;
    for (int viewer = BIL_EVERYBODY; viewer < seats; viewer++) {
        _Alignas(16) uint8_t view[BIL_MAX_STATE];
        game->hide(rules, state, viewer, view);
        for (const int *width = widths; *width; width++) {
            for (int unicode = 0; unicode < 2; unicode++, drawn++) {
                const struct bil_style plain = {*width, false, unicode != 0};
                const struct bil_style coloured = {*width, true, unicode != 0};
                struct bil_text text[3] = {{0}, {0}, {0}};
                game->draw(rules, view, &plain, &text[0]);
                game->draw(rules, view, &coloured, &text[1]);
                without_escapes(bil_text_string(&text[1]), &text[2]);
                case_check_lines(bil_text_string(&text[0]), *width, unicode != 0);
                assert_string_equal(bil_text_string(&text[0]), bil_text_string(&text[2]));
                assert_non_null(strchr(bil_text_string(&text[1]), '\033'));
                if (look && !unicode) {
                    look(context, bil_text_string(&text[0]));
                }
                for (int i = 0; i < 3; i++) {
                    bil_text_free(&text[i]);
                }
            }
        }
    }
    return drawn;
}
