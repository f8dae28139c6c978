/* A mirror of what a server shows: a match made from a view, on which everything works that a view is enough for. Must never be
 * played on: a view is no state. */
#include "terminal/remote_internal.h"

#include <string.h>

#include "table/external_bot.h"
#include "table/match_internal.h"

void bil_remote_copy(char *out, size_t size, const char *text)
{
    size_t length = strlen(text);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0U) == 0x80U) {
            length--;
        }
    }
    memcpy(out, text, length);
    out[length] = 0;
}

/* The names of a mirror's players; a bot is known by its name alone and never asked. */
static void seat_players(const struct bil_remote_table *table, struct bil_player player[BIL_MAX_SEATS])
{
    for (int seat = 0; seat < table->seats; seat++) {
        const struct bil_remote_seat *sitter = &table->seat[seat];
        bil_remote_copy(player[seat].name, BIL_PLAYER_NAME, sitter->name);
        player[seat].stranger = sitter->kind == BIL_REMOTE_BOT;
    }
}

void bil_remote_mirror_orders(struct bil_remote_table *table)
{
    struct bil_match *mirror = table->mirror;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    if (!mirror || table->you < 0) {
        return;
    }
    bil_match_view(mirror, table->you, -1, view);
    mirror->order_count[table->you] = 0;
    for (int i = 0; i < table->order_count; i++) {
        struct bil_standing *standing = &mirror->order[table->you][mirror->order_count[table->you]];
        if (bil_standing_read(mirror->game, mirror->rules, view, table->you, table->order[i], standing, NULL)) {
            mirror->order_count[table->you]++;
        }
    }
}

/* Puts a mirror of that view in place of the old one; it stays if the view cannot be read. */
bool bil_remote_mirror(struct bil_remote_table *table, const struct bil_value *view, const struct bil_value *edition,
                       struct bil_error *error)
{
    struct bil_match_setup setup = {.game = table->game, .position = view, .keep_view = true};
    struct bil_error why = {{0}};
    setup.config.edition = edition;
    seat_players(table, setup.player);
    memcpy(setup.seed, table->seed, sizeof setup.seed);
    for (size_t i = 0; i < sizeof table->decision; i++) {
        setup.seed[i] ^= (uint8_t)((uint64_t)table->decision >> (8U * i));
    }
    struct bil_match *mirror = bil_match_bare(&setup, &why);
    if (!mirror) {
        return bil_fail(error, "The server shows a table that this program cannot read: %.300s", why.text);
    }
    if (mirror->config.seats != table->seats) {
        bil_match_free(mirror);
        return bil_fail(error, "The server shows a table of another number of seats.");
    }
    if (table->number_of_match == 0) {
        table->number_of_match = bil_external_bot_match();
    }
    mirror->number = table->number_of_match;
    table->game = mirror->game;
    bil_match_free(table->mirror);
    table->mirror = mirror;
    bil_remote_mirror_orders(table);
    return true;
}

/* Whether the mirror offers exactly the moves that the server lists. */
bool bil_remote_same_moves(const struct bil_match *mirror, const struct bil_value *moves)
{
    struct bil_text text = {0};
    int index = 0;
    bool same = true;
    for (const struct bil_value *move = moves; move && same; move = move->next, index++) {
        bil_text_clear(&text);
        same = index < mirror->move_count && move->type == BIL_STRING;
        if (same) {
            bil_match_move_text(mirror, mirror->move[index], &text);
            same = strcmp(bil_text_string(&text), move->string) == 0;
        }
    }
    bil_text_free(&text);
    return same && index == mirror->move_count;
}
