/* The two heads of a request that is passed on to another process: the request's, made anew from what was read of it, and that of
 * the answer, read and made anew for the caller.
 *
 * What belongs to one connection alone (RFC 9110, 7.6.1) goes no further, and nothing is copied that was not understood: so two
 * readers never understand one request differently. Knows no socket. */
#ifndef BILLIONS_SERVER_PASS_HEAD_H
#define BILLIONS_SERVER_PASS_HEAD_H

#include "server/head.h"

/* Adds the head of the request as it goes to the other process, up to and with the empty line: with `length` bytes of body, and
 * with `proof` as X-Billions-Passed. `websocket`: it asks for one. */
void bil_pass_request(const struct bil_head *head, const char *address, const char *proof, size_t length, bool websocket,
                      struct bil_text *out);

/* What another process of ours has answered. */
struct bil_pass_answer {
    int status;
    int64_t length;        /* of the body; 0 where there is none by its status */
    struct bil_text lines; /* the headers that go to the caller, each with its end of line; freed by the caller */
};

/* Reads the head of an answer that begins at `bytes`: how many bytes it takes; 0: there must come more; -1: it is none that a
 * process of ours writes. `answer` is filled only for a result above 0. `bodiless`: the request was one (HEAD) whose answer has no
 * body. */
long bil_pass_answer_read(const char *bytes, size_t count, bool bodiless, struct bil_pass_answer *answer);

#endif
