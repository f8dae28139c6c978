/* Template: a position to and from JSON, and the table drawn. A position is input like any other: checked to the last card. */
#include "games/template/state.h"

static void write_list(struct bil_text *out, const char *key, const uint8_t *cards, int count)
{
    bil_json_key(out, key);
    bil_json_array(out);
    for (int i = 0; i < count; i++) {
        bil_json_integer(out, cards[i]);
    }
    bil_json_array_end(out);
}

void tpl_position_write(const void *rules_, const void *state_, struct bil_text *out)
{
    const struct tpl_rules *rules = rules_;
    const struct tpl_state *state = state_;
    write_list(out, "hands", state->hand, rules->seats);
    write_list(out, "open", state->open, rules->seats);
    write_list(out, "deck", state->deck, state->deck_count);
    bil_json_key_integer(out, "asked", state->turn + 1);
}

/* The cards of a list into `cards`; 0 stands for one that is not known. */
static bool read_list(const struct bil_value *document, const char *key, uint8_t *cards, int least, int most, uint8_t *count,
                      struct bil_error *error)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(document, key, &list, error)) {
        return false;
    }
    if (list == NULL || list->count < least || list->count > most) {
        return bil_fail(error, "\"%s\" must be a list of %d to %d cards.", key, least, most);
    }
    *count = 0;
    for (const struct bil_value *card = list->child; card; card = card->next) {
        if (card->type != BIL_INTEGER || card->integer < 0 || card->integer > TPL_CARDS) {
            return bil_fail(error, "\"%s[%d]\" must be a card from 1 to %d, or 0 where it is not known.", key, *count, TPL_CARDS);
        }
        cards[(*count)++] = (uint8_t)card->integer;
    }
    return true;
}

bool tpl_position_read(const void *rules_, const struct bil_value *document, void *state_, struct bil_error *error)
{
    /* The first six are the table's own. Whoever misspells a member must hear of it, not get a default. */
    static const char *const keys[] = {"format", "game", "seats", "options", "edition", "comment",
                                       "hands",  "open", "deck",  "asked",   NULL};
    const struct tpl_rules *rules = rules_;
    struct tpl_state made; /* nothing is changed unless all is right */
    memset(&made, 0, sizeof made);
    uint8_t count = 0;
    int asked = 1;
    char buffer[80];
    if (!bil_value_known(document, keys, error) ||
        !read_list(document, "hands", made.hand, rules->seats, rules->seats, &count, error) ||
        !read_list(document, "open", made.open, rules->seats, rules->seats, &count, error) ||
        !read_list(document, "deck", made.deck, 0, TPL_CARDS, &made.deck_count, error) ||
        !bil_value_integer(document, "asked", 1, rules->seats + 1, &asked, error)) {
        return false;
    }
    made.turn = (uint8_t)(asked - 1);
    const char *what = tpl_check(rules, &made, buffer, sizeof buffer);
    if (what) {
        return bil_fail(error, "This position cannot come about: %s.", what);
    }
    memcpy(state_, &made, sizeof made);
    return true;
}

void tpl_draw(const void *rules_, const void *view_, const struct bil_style *style, struct bil_text *out)
{
    (void)style;
    const struct tpl_rules *rules = rules_;
    const struct tpl_state *view = view_;
    for (int seat = 0; seat < rules->seats; seat++) {
        bil_text_format(out, "  seat %d: ", seat + 1);
        bil_text_format(out, view->hand[seat] ? "%d" : "?", view->hand[seat]);
        bil_text_format(out, view->open[seat] ? ", changed %d\n" : "\n", view->open[seat]);
    }
    bil_text_format(out, "  deck: %d\n", view->deck_count);
}
