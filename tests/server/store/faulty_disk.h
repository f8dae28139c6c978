/* A disk that fails when a test says so: a layer of SQLite's own between the database and the operating system. Counts everything
 * that the database asks of the disk, and lets one of these, or all from one on, fail. */
#ifndef TESTS_SERVER_STORE_FAULTY_DISK_H
#define TESTS_SERVER_STORE_FAULTY_DISK_H

#include <stdbool.h>
#include <stdint.h>

/* From now on every database that is opened lies on this disk. Once a process. */
void faulty_disk(void);

/* The n-th request from now on fails; 0: none. `full`: writing fails for want of room, else with an error of the disk. `lasting`:
 * and so do all after it that write. */
void faulty_at(int64_t request, bool full, bool lasting);

/* A file that would have to grow beyond that number of bytes finds the disk full; 0: there is room. */
void faulty_room(int64_t bytes);

/* Whether the request of faulty_at has failed. */
bool faulty_struck(void);

/* How many requests there were since faulty_at was called. */
int64_t faulty_requests(void);

#endif
