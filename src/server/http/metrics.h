/* What the server counts, and how it says it to Prometheus (text format 0.0.4).
 *
 * Must never name a table, a person or an address. Belongs to one thread. */
#ifndef BILLIONS_SERVER_HTTP_METRICS_H
#define BILLIONS_SERVER_HTTP_METRICS_H

#include "server/hub.h"

/* What is counted here; the hub counts its own (struct bil_hub_figures). */
enum bil_count {
    BIL_COUNT_ACCEPTED,   /* connections */
    BIL_COUNT_WEBSOCKETS, /* of them, or behind a proxy: became a WebSocket */
    BIL_COUNT_REQUESTS,   /* of HTTP */
    BIL_COUNT_STATUS_2XX, /* the first of a row: answers by status, 2xx to 5xx */
    BIL_COUNT_STATUS_3XX,
    BIL_COUNT_STATUS_4XX,
    BIL_COUNT_STATUS_5XX,
    BIL_COUNT_TOO_MANY,   /* connections refused because there are enough of that address, or at all */
    BIL_COUNT_ORIGIN,     /* refused because another site's page asked */
    BIL_COUNT_SLOW,       /* clients dropped: they did not read */
    BIL_COUNT_FLOOD,      /* clients dropped: they said too much */
    BIL_COUNT_UNREADABLE, /* clients dropped: binary, too big, in too many pieces */
    BIL_COUNT_SILENT,     /* clients dropped: no hello, no answer to a ping */
    BIL_COUNT_AWAITED,    /* times that a request waited for a table that another process had */
    BIL_COUNT_HELD_BACK,  /* times that a client was made to wait because it said much */
    BIL_COUNTS
};

enum { BIL_LATENCY_BUCKETS = 14 };
struct bil_histogram {
    uint64_t bucket[BIL_LATENCY_BUCKETS + 1]; /* the last: longer than all of them */
    uint64_t count;
    uint64_t sum; /* microseconds */
};

struct bil_metrics {
    uint64_t count[BIL_COUNTS];
    struct bil_histogram sent;   /* from the arrival of a move to a client having been written to, for each client */
    struct bil_histogram pass;   /* how long one round of the loop works */
    struct bil_histogram commit; /* how long it took to store what a round has changed, or to find out that it could not be */
};

void bil_histogram_add(struct bil_histogram *histogram, int64_t microseconds);
void bil_metrics_write(const struct bil_metrics *metrics, const struct bil_hub_figures *hub, struct bil_text *out);

#endif
