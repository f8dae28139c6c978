/* Requests to the system that are made together; batch.h says what it promises. io_uring is asked by liburing. */
#include "server/http/batch.h"

#include <errno.h>
#include <liburing.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "table/memory.h"

/* Bytes of room for what is sent that may stay: made again for every batch it would cost more than it holds. */
enum { KEEPS = 4 * 1024 * 1024 };

struct request {
    void *owner;
    int file;
    bool sends;
    size_t from, count; /* of the room */
    long result;
};

struct bil_batch {
    struct io_uring ring;
    bool rings; /* there is one */
    int count;
    struct request request[BIL_BATCH_REQUESTS];
    struct bil_text room;
    char (*read)[BIL_BATCH_BYTES]; /* a place for each request */
};

struct bil_batch *bil_batch_new(bool single)
{
    struct bil_batch *batch = bil_memory_zero(1, sizeof *batch);
    batch->read = bil_memory_zero(BIL_BATCH_REQUESTS, sizeof *batch->read);
    batch->rings = !single && (io_uring_queue_init(BIL_BATCH_REQUESTS, &batch->ring, IORING_SETUP_COOP_TASKRUN) == 0 ||
                               io_uring_queue_init(BIL_BATCH_REQUESTS, &batch->ring, 0) == 0);
    return batch;
}

void bil_batch_free(struct bil_batch *batch)
{
    if (!batch) {
        return;
    }
    if (batch->rings) {
        io_uring_queue_exit(&batch->ring);
    }
    bil_text_free(&batch->room);
    free(batch->read);
    free(batch);
}

bool bil_batch_full(const struct bil_batch *batch)
{
    return batch->count == BIL_BATCH_REQUESTS;
}

struct bil_text *bil_batch_room(struct bil_batch *batch)
{
    return &batch->room;
}

void bil_batch_send(struct bil_batch *batch, int file, size_t from, void *owner)
{
    batch->request[batch->count++] =
        (struct request){.owner = owner, .file = file, .sends = true, .from = from, .count = batch->room.length - from};
}

void bil_batch_receive(struct bil_batch *batch, int file, void *owner)
{
    batch->request[batch->count++] = (struct request){.owner = owner, .file = file, .count = BIL_BATCH_BYTES};
}

/* ------------------------------------------------------------------ how they are made */

static char *bytes_of(struct bil_batch *batch, int index)
{
    struct request *request = &batch->request[index];
    return request->sends ? batch->room.data + request->from : batch->read[index];
}

static void make_single(struct bil_batch *batch, int index)
{
    struct request *request = &batch->request[index];
    char *bytes = bytes_of(batch, index);
    const ssize_t result = request->sends ? send(request->file, bytes, request->count, MSG_NOSIGNAL | MSG_DONTWAIT)
                                          : recv(request->file, bytes, request->count, MSG_DONTWAIT);
    request->result = result < 0 ? -errno : result;
}

/* Takes in what is done; how many that were. */
static int take_in(struct bil_batch *batch)
{
    struct io_uring_cqe *cqe = NULL;
    unsigned head = 0;
    int count = 0;
    io_uring_for_each_cqe(&batch->ring, head, cqe)
    {
        batch->request[cqe->user_data].result = cqe->res;
        count++;
    }
    io_uring_cq_advance(&batch->ring, (unsigned)count);
    return count;
}

static void make_together(struct bil_batch *batch)
{
    for (int i = 0; i < batch->count; i++) {
        const struct request *request = &batch->request[i];
        struct io_uring_sqe *sqe = io_uring_get_sqe(&batch->ring); /* there are as many as requests */
        if (request->sends) {
            io_uring_prep_send(sqe, request->file, bytes_of(batch, i), request->count, MSG_NOSIGNAL | MSG_DONTWAIT);
        } else {
            io_uring_prep_recv(sqe, request->file, bytes_of(batch, i), request->count, MSG_DONTWAIT);
        }
        sqe->user_data = (unsigned)i;
    }
    for (int done = 0; done < batch->count;) {
        (void)io_uring_submit_and_wait(&batch->ring, (unsigned)(batch->count - done)); /* a signal may cut in: again */
        done += take_in(batch);
    }
}

void bil_batch_go(struct bil_batch *batch, void (*done)(const struct bil_batch_outcome *outcome))
{
    const int count = batch->count;
    if (batch->rings && count > 1) {
        make_together(batch);
    } else {
        for (int i = 0; i < count; i++) {
            make_single(batch, i);
        }
    }
    for (int i = 0; i < count; i++) {
        const struct request *request = &batch->request[i];
        const size_t there = request->sends ? request->count : request->result > 0 ? (size_t)request->result : 0;
        const struct bil_batch_outcome outcome = {request->owner, request->sends, bytes_of(batch, i), there, request->result};
        done(&outcome);
    }
    batch->count = 0;
    if (batch->room.capacity > KEEPS) {
        bil_text_free(&batch->room);
    }
    bil_text_clear(&batch->room);
}
