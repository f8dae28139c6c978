/* Messages on their way to clients: made once for all who get the same, kept in the outbox of each until what they tell is stored.
 * And whether a text is fit to be shown. Must never let go of a message before that. */
#include <stdlib.h>
#include <string.h>

#include "server/common/token.h"
#include "server/tables/internal.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ messages */

struct bil_message *bil_message_new(struct bil_text *text)
{
    struct bil_message *message = bil_memory_grow(NULL, 1, sizeof *message + text->length + 1);
    message->holders = 1;
    message->length = (uint32_t)text->length;
    memcpy(message->bytes, bil_text_string(text), text->length + 1);
    bil_text_clear(text);
    return message;
}

void bil_message_drop(struct bil_message *message)
{
    if (message && --message->holders == 0) {
        free(message);
    }
}

/* ------------------------------------------------------------------ outboxes */

enum { FIRST_ROOM = 4, KEPT_ROOM = 16 };

static void outbox_put(struct bil_outbox *outbox, struct bil_message *message)
{
    if (outbox->first + outbox->count == outbox->capacity) {
        if (outbox->first > 0 && outbox->first >= outbox->count) { /* half of the room is free in front */
            memcpy(outbox->message, outbox->message + outbox->first, outbox->count * sizeof(struct bil_message *));
            outbox->first = 0;
        } else {
            outbox->capacity = outbox->capacity ? 2 * outbox->capacity : FIRST_ROOM;
            outbox->message = bil_memory_grow(outbox->message, outbox->capacity, sizeof(struct bil_message *));
        }
    }
    message->holders++;
    outbox->message[outbox->first + outbox->count++] = message;
    outbox->bytes += message->length;
}

void bil_outbox_take_back(struct bil_outbox *outbox)
{
    while (outbox->count > outbox->ready) {
        struct bil_message *message = outbox->message[outbox->first + --outbox->count];
        outbox->bytes -= message->length;
        bil_message_drop(message);
    }
}

/* The next that may be sent, or NULL; hands over its hold. */
static struct bil_message *take_message(struct bil_outbox *outbox)
{
    if (outbox->ready == 0) {
        return NULL;
    }
    struct bil_message *message = outbox->message[outbox->first++];
    outbox->count--;
    outbox->ready--;
    outbox->bytes -= message->length;
    if (outbox->count == 0) {
        outbox->first = 0;
        if (outbox->capacity > KEPT_ROOM) { /* an idle connection keeps little */
            free(outbox->message);
            outbox->message = NULL;
            outbox->capacity = 0;
        }
    }
    return message;
}

const char *bil_outbox_next(struct bil_client *client, size_t *length)
{
    bil_message_drop(client->outbox.sending);
    client->outbox.sending = take_message(&client->outbox);
    *length = client->outbox.sending ? client->outbox.sending->length : 0;
    return client->outbox.sending ? client->outbox.sending->bytes : NULL;
}

void bil_outbox_empty(struct bil_outbox *outbox)
{
    for (uint32_t i = 0; i < outbox->count; i++) {
        bil_message_drop(outbox->message[outbox->first + i]);
    }
    bil_message_drop(outbox->sending);
    free(outbox->message);
    *outbox = (struct bil_outbox){0};
}

void bil_wire_hex(struct bil_text *out, const uint8_t *bytes, size_t count)
{
    char digits[2 * BIL_HASH_BYTES + 1];
    bil_hex_write(bytes, count <= BIL_HASH_BYTES ? count : BIL_HASH_BYTES, digits);
    bil_json_string(out, digits);
}

/* ------------------------------------------------------------------ decent texts */

/* The length of the UTF-8 sequence that begins here, 0 if there is none that everybody may be shown. */
static size_t sequence(const unsigned char *at)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = at[0];
    const size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
    unsigned point = length == 1 ? first : length ? first & (0xFFU >> (length + 1)) : 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            return 0;
        }
        point = point << 6 | (at[i] & 0x3FU);
    }
    const bool control = point < 0x20 || (point >= 0x7F && point < 0xA0);
    const bool steers = (point >= 0x200E && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
                        (point >= 0x2066 && point <= 0x2069); /* turn the direction of what follows, or the line */
    const bool none = point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF);
    return length == 0 || point < least[length] || control || steers || none ? 0 : length;
}

bool bil_wire_decent(const char *text, size_t most)
{
    const size_t length = strlen(text);
    if (length == 0 || length > most || text[0] == ' ' || text[length - 1] == ' ') {
        return false;
    }
    for (size_t i = 0; i < length;) {
        const size_t step = sequence((const unsigned char *)text + i);
        if (step == 0) {
            return false;
        }
        i += step;
    }
    return true;
}

/* ------------------------------------------------------------------ what clients are told */

void bil_client_put(struct bil_client *client, struct bil_message *message)
{
    struct bil_hub *hub = client->hub;
    hub->figures.messages_out++;
    hub->figures.bytes_out += message->length;
    outbox_put(&client->outbox, message);
    if (!client->staged) {
        client->staged = true;
        client->next_staged = hub->staged;
        hub->staged = client;
    }
}

void bil_client_say(struct bil_client *client)
{
    struct bil_message *message = bil_message_new(&client->hub->text);
    bil_client_put(client, message);
    bil_message_drop(message);
}

void bil_table_say(struct bil_table *table, int seat)
{
    struct bil_message *message = bil_message_new(&table->hub->text);
    for (struct bil_client *client = table->clients; client; client = client->next) {
        if (seat == BIL_EVERYBODY || client->seat == seat) {
            bil_client_put(client, message);
        }
    }
    bil_message_drop(message);
}

struct bil_text *bil_hub_begin_message(struct bil_hub *hub, const char *type)
{
    bil_text_clear(&hub->text);
    bil_json_object(&hub->text);
    bil_json_key_string(&hub->text, "type", type);
    return &hub->text;
}

static struct bil_text *begin_answer(struct bil_client *client, const char *type, int64_t id)
{
    struct bil_text *out = bil_hub_begin_message(client->hub, type);
    if (id >= 0) {
        bil_json_key_integer(out, "id", id);
    }
    return out;
}

void bil_client_error(struct bil_client *client, int64_t id, const char *code, const char *sentence)
{
    struct bil_text *out = begin_answer(client, "error", id);
    bil_json_key_string(out, "code", code);
    bil_json_key_string(out, "text", sentence);
    bil_json_object_end(out);
    client->hub->figures.refused++;
    bil_client_say(client);
}

void bil_client_answer(struct bil_client *client, int64_t id, const char *type)
{
    bil_json_object_end(begin_answer(client, type, id));
    bil_client_say(client);
}
