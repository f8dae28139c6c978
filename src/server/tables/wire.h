/* Messages to clients: made once, shared by all outboxes that hold them. And small pieces of JSON that several messages have.
 *
 * What is written here is what its viewer may know and nothing else: every function that could tell a secret takes the viewer. */
#ifndef BILLIONS_SERVER_TABLES_WIRE_H
#define BILLIONS_SERVER_TABLES_WIRE_H

#include "billions/value.h"

/* A finished message. Belongs to all who hold it. */
struct bil_message {
    uint32_t holders;
    uint32_t length;
    char bytes[];
};

/* Takes the text over as a message with one holder; the text is empty afterwards and keeps its memory. */
struct bil_message *bil_message_new(struct bil_text *text);
struct bil_message *bil_message_hold(struct bil_message *message);
void bil_message_drop(struct bil_message *message); /* NULL is fine */

/* Messages on their way to one client, oldest first. The first `ready` of them may be sent: what they tell is stored. */
struct bil_outbox {
    struct bil_message **message;
    uint32_t first, count, capacity, ready;
    size_t bytes; /* of all that are in it */
    struct bil_message *sending;
};
void bil_outbox_put(struct bil_outbox *outbox, struct bil_message *message); /* takes one hold over */
void bil_outbox_release(struct bil_outbox *outbox);                          /* all may be sent */
void bil_outbox_take_back(struct bil_outbox *outbox);                        /* forgets what may not be sent yet */
struct bil_message *bil_outbox_take(struct bil_outbox *outbox); /* the next that may be sent, or NULL; hands over its hold */
void bil_outbox_empty(struct bil_outbox *outbox);               /* forgets everything, memory too */

/* {"type":"error","id":..,"code":..,"text":..}; id < 0: none. */
void bil_wire_error(struct bil_text *out, int64_t id, const char *code, const char *sentence);
/* {"type":"ok","id":..} */
void bil_wire_ok(struct bil_text *out, int64_t id);
/* Bytes as a JSON text of hexadecimal digits. */
void bil_wire_hex(struct bil_text *out, const uint8_t *bytes, size_t count);

/* Whether a text is good to be shown to others: UTF-8, no control characters, at most `most` bytes, not empty, no blank at its
 * ends. */
bool bil_wire_decent(const char *text, size_t most);
/* How many letters (code points) a text of UTF-8 has. */
size_t bil_wire_letters(const char *text);

#endif
