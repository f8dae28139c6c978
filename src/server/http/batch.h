/* Requests to the system that are made together: what many sockets are to be sent, or have to be read, in one call. A request by
 * itself costs as much as what it asks for, where the system guards itself against the processor (or the machine is a virtual one).
 *
 * Where the system has io_uring that is one call for all of them; where it has not, or must not be asked (a container may forbid
 * it), each is a call of its own, and nothing else is different. Belongs to one thread. Must never wait for a socket, and knows
 * nothing of what the bytes mean. */
#ifndef BILLIONS_SERVER_HTTP_BATCH_H
#define BILLIONS_SERVER_HTTP_BATCH_H

#include "billions/text.h"

enum {
    BIL_BATCH_REQUESTS = 128, /* at once */
    BIL_BATCH_BYTES = 4096    /* that are read from one socket at the most; what is more stays there */
};

struct bil_batch;

/* `single`: every request by itself, whatever the system can do (for tests). */
struct bil_batch *bil_batch_new(bool single);
void bil_batch_free(struct bil_batch *batch); /* NULL is fine. Requests that were not made are forgotten */

/* Whether there is no room for another one: bil_batch_go comes first. */
bool bil_batch_full(const struct bil_batch *batch);
/* What is to be sent is written here, behind what is there; then bil_batch_send with the length that it had before. */
struct bil_text *bil_batch_room(struct bil_batch *batch);
void bil_batch_send(struct bil_batch *batch, int file, size_t from, void *owner);
void bil_batch_receive(struct bil_batch *batch, int file, void *owner);

/* What came of one: `result` is how many bytes were sent or read, or a negative errno. `bytes` are those that were to be sent, all
 * `count` of them, or those that were read; they may be changed, and are good until the call-back returns. */
struct bil_batch_outcome {
    void *owner;
    bool sent; /* else: read */
    char *bytes;
    size_t count;
    long result;
};
/* Makes all requests and tells what came of each, in the order in which they were added. The call-back may not touch the batch. */
void bil_batch_go(struct bil_batch *batch, void (*done)(const struct bil_batch_outcome *outcome));

#endif
