/* Requests that are made together come to the same as each by itself: what is sent arrives whole and in order, what is read is what
 * was sent, a socket that is full or gone says so, and the others do not mind. */
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http/batch.h"
#include "unit.h"

enum { PAIRS = BIL_BATCH_REQUESTS };

static struct bil_batch_outcome told[PAIRS];
static char first_byte[PAIRS];
static int tells;

static void tell(const struct bil_batch_outcome *outcome)
{
    first_byte[tells] = outcome->count > 0 ? outcome->bytes[0] : 0;
    told[tells++] = *outcome;
}

static void go(struct bil_batch *batch)
{
    tells = 0;
    bil_batch_go(batch, tell);
}

static void connect_all(int own[PAIRS], int other[PAIRS], int count)
{
    for (int i = 0; i < count; i++) {
        int pair[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
        own[i] = pair[0];
        other[i] = pair[1];
    }
}

static void close_all(const int *file, int count)
{
    for (int i = 0; i < count; i++) {
        close(file[i]);
    }
}

static void all_arrives(bool single)
{
    struct bil_batch *batch = bil_batch_new(single);
    int own[PAIRS];
    int other[PAIRS];
    char expected[32];
    char got[64];
    connect_all(own, other, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        struct bil_text *room = bil_batch_room(batch);
        const size_t from = room->length;
        assert_false(bil_batch_full(batch));
        bil_text_format(room, "this is for %d", i);
        bil_batch_send(batch, own[i], from, &own[i]);
    }
    assert_true(bil_batch_full(batch));
    go(batch);
    assert_int_equal(tells, PAIRS);
    assert_false(bil_batch_full(batch));
    assert_int_equal(bil_batch_room(batch)->length, 0);
    for (int i = 0; i < PAIRS; i++) {
        const int length = snprintf(expected, sizeof expected, "this is for %d", i);
        assert_ptr_equal(told[i].owner, &own[i]);
        assert_true(told[i].sent && told[i].result == length && told[i].count == (size_t)length && first_byte[i] == 't');
        assert_int_equal(recv(other[i], got, sizeof got, 0), length);
        assert_memory_equal(got, expected, (size_t)length);
    }
    go(batch); /* nothing to do */
    assert_int_equal(tells, 0);
    close_all(own, PAIRS);
    close_all(other, PAIRS);
    bil_batch_free(batch);
}

static void what_came_is_read(bool single)
{
    enum { FILES = 5 };
    static char much[3 * BIL_BATCH_BYTES];
    struct bil_batch *batch = bil_batch_new(single);
    int own[PAIRS];
    int other[PAIRS];
    connect_all(own, other, FILES);
    assert_int_equal(send(other[0], "abc", 3, 0), 3);
    memset(much, 'm', sizeof much);
    assert_int_equal(send(other[1], much, sizeof much, 0), sizeof much);
    close(other[2]); /* nothing more comes */
    /* nothing has come to 3 */
    for (int i = 0; i < FILES - 1; i++) {
        bil_batch_receive(batch, own[i], &own[i]);
    }
    bil_batch_receive(batch, -1, &own[4]); /* that is no socket */
    go(batch);
    assert_int_equal(tells, FILES);
    assert_true(!told[0].sent && told[0].result == 3 && told[0].count == 3 && first_byte[0] == 'a');
    assert_true(told[1].result == BIL_BATCH_BYTES && told[1].count == BIL_BATCH_BYTES && first_byte[1] == 'm');
    assert_true(told[2].result == 0 && told[2].count == 0);
    assert_true(told[3].result == -EAGAIN && told[3].count == 0);
    assert_true(told[4].result == -EBADF && told[4].count == 0);
    bil_batch_receive(batch, own[1], &own[1]); /* the rest stayed where it was */
    go(batch);
    assert_true(tells == 1 && told[0].result == BIL_BATCH_BYTES);
    close_all(own, FILES);
    close_all(other, 2);
    close_all(other + 3, 2);
    bil_batch_free(batch);
}

static void who_is_full_or_gone_says_so(bool single)
{
    static char much[1 << 20];
    struct bil_batch *batch = bil_batch_new(single);
    int own[PAIRS];
    int other[PAIRS];
    char got[8];
    connect_all(own, other, 4);
    memset(much, 'm', sizeof much);
    close(other[0]);
    while (send(own[1], much, sizeof much, MSG_NOSIGNAL) > 0) {
    }
    for (int i = 0; i < 4; i++) {
        struct bil_text *room = bil_batch_room(batch);
        const size_t from = room->length;
        bil_text_add_bytes(room, i == 2 ? much : "good", i == 2 ? sizeof much : 4);
        bil_batch_send(batch, own[i], from, &own[i]);
    }
    go(batch);
    assert_int_equal(tells, 4);
    assert_int_equal(told[0].result, -EPIPE); /* and no signal */
    assert_int_equal(told[1].result, -EAGAIN);
    assert_true(told[2].result > 0 && told[2].result < (long)sizeof much && told[2].count == sizeof much);
    assert_int_equal(told[3].result, 4);
    assert_int_equal(recv(other[3], got, sizeof got, 0), 4);
    close_all(own, 4);
    close_all(other + 1, 3);
    bil_batch_free(batch);
}

static void together(void **state)
{
    all_arrives(false);
    what_came_is_read(false);
    who_is_full_or_gone_says_so(false);
}

static void one_by_one(void **state)
{
    all_arrives(true);
    what_came_is_read(true);
    who_is_full_or_gone_says_so(true);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(together), cmocka_unit_test(one_by_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
