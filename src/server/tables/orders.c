/* Standing orders of a seat: as they are stored, and told to whoever has that seat. Must never take one that would tell by its
 * silence what its owner holds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"

/* "ARGUMENT WORDS", a line each: what a brief order was given for stands in its argument. */
void bil_orders_store(struct bil_table *table, int seat)
{
    struct bil_hub *hub = table->hub;
    const struct bil_body *body = table->body;
    struct bil_error error = {{0}};
    struct bil_text lines = {0};
    if (body->facts.seat[seat].kind != BIL_SEAT_PERSON) {
        return;
    }
    for (int o = 0; o < body->order_count[seat]; o++) {
        bil_text_format(&lines, "%" PRId32 " %s\n", body->order[seat][o].argument, body->order[seat][o].words);
    }
    if (bil_hub_begin_at(table) && !bil_store_set_orders(hub->store, table->id, seat, bil_text_string(&lines), &error)) {
        bil_hub_breaks_at(table, &error);
    }
    bil_text_clear(&lines);
    bil_encode_orders(table, seat, &lines);
    struct bil_message *message = bil_message_new(&lines);
    for (struct bil_client *client = table->clients; client; client = client->next) {
        if (client->seat == seat) {
            bil_client_put(client, bil_message_hold(message));
        }
    }
    bil_message_drop(message);
    bil_text_free(&lines);
}

bool bil_order_betrays(const struct bil_standing *order)
{
    return order->kind < 0 && strcmp(order->words, "pass") != 0;
}

void bil_orders_read(struct bil_table *table, int seat, const char *lines)
{
    struct bil_body *body = table->body;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_match_view(body->match, seat, -1, view);
    while (*lines) {
        char words[BIL_ORDER_LENGTH + 1];
        char *end = NULL;
        const int32_t argument = (int32_t)strtol(lines, &end, 10);
        end += *end == ' ';
        const size_t length = strcspn(end, "\n");
        struct bil_standing made;
        snprintf(words, sizeof words, "%.*s", (int)length, end);
        if (bil_standing_read(body->match->game, body->match->rules, view, seat, words, &made, NULL) && !bil_order_betrays(&made)) {
            made.argument = argument;
            bil_standing_add(body->match->game, body->order[seat], &body->order_count[seat], &made, NULL);
        }
        lines = end + length + (end[length] == '\n');
    }
}
