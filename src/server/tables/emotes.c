/* Signs: one word out of a few that a seat shows to all who are at the table. They pass and are kept nowhere: no entry, nothing
 * stored, nothing told to who comes later.
 *
 * Must never carry a text of the sender's own. */
#include <stdio.h>
#include <string.h>

#include "server/tables/internal.h"

/* As docs/protocol.md lists them. */
static const char *const signs[] = {"hello", "well-played", "thanks", "wow", "ha-ha", "ouch", "hmm", "hurry"};

static const char *find_sign(const struct bil_value *message)
{
    const struct bil_value *value = bil_value_get(message, "sign");
    for (size_t i = 0; value && value->type == BIL_STRING && i < sizeof signs / sizeof *signs; i++) {
        if (strcmp(signs[i], value->string) == 0) {
            return signs[i];
        }
    }
    return NULL;
}

static void show(struct bil_table *table, int seat, const char *sign)
{
    struct bil_text *text = &table->hub->text;
    bil_text_clear(text);
    bil_json_object(text);
    bil_json_key_string(text, "type", "emote");
    bil_json_key_integer(text, "seat", seat + 1);
    bil_json_key_string(text, "sign", sign);
    bil_json_object_end(text);
    struct bil_message *message = bil_message_new(text);
    for (struct bil_client *client = table->clients; client; client = client->next) {
        bil_client_put(client, bil_message_hold(message));
    }
    bil_message_drop(message);
}

void bil_handle_emote(struct bil_client *client, const struct bil_client_message *said)
{
    struct bil_table *table = client->table;
    const char *sign = find_sign(said->message);
    struct bil_error error = {{0}};
    if (client->seat < 0) {
        bil_client_error(client, said->id, "seat", "You watch this table; only who has a seat can give signs.");
        return;
    }
    if (!sign) {
        for (size_t i = 0, at = 0; i < sizeof signs / sizeof *signs; i++) {
            at += (size_t)snprintf(error.text + at, sizeof error.text - at, "%s%s", i == 0 ? "\"sign\" must be one of " : ", ",
                                   signs[i]);
        }
        bil_client_error(client, said->id, "emote", error.text);
        return;
    }
    if (table->body->facts.state == BIL_TABLE_CLOSED) {
        bil_client_error(client, said->id, "closed", "This table was given up.");
        return;
    }
    int64_t *last = &table->signed_at[client->seat];
    const int64_t wait = *last + BIL_SIGN_PAUSE - said->now;
    if (*last && wait > 0 && wait <= BIL_SIGN_PAUSE) { /* a clock that was set back makes nobody wait longer */
        bil_client_error(client, said->id, "slow-down", "One sign in three seconds is enough; wait a little.");
        return;
    }
    *last = said->now;
    bil_client_ok(client, said->id);
    show(table, client->seat, sign);
}
