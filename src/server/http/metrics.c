/* Figures in the text format of Prometheus: a table of names, and histograms. */
#include <inttypes.h>

#include "server/http/metrics.h"

static const int64_t bounds[BIL_LATENCY_BUCKETS] = {100,   250,   500,    1000,   2000,   5000,    10000,
                                                    20000, 50000, 100000, 200000, 500000, 1000000, 5000000};

void bil_histogram_add(struct bil_histogram *histogram, int64_t microseconds)
{
    const int64_t value = microseconds > 0 ? microseconds : 0;
    int i = 0;
    while (i < BIL_LATENCY_BUCKETS && value > bounds[i]) {
        i++;
    }
    histogram->bucket[i]++;
    histogram->count++;
    histogram->sum += (uint64_t)value;
}

/* A name with labels is listed under the family before the brace; its help comes with the first of a family. */
struct row {
    const char *family, *labels, *help;
};

static const struct row rows[BIL_COUNTS] = {
    [BIL_COUNT_ACCEPTED] = {"connections_accepted_total", "", "Connections that were accepted."},
    [BIL_COUNT_WEBSOCKETS] = {"websockets_total", "", "Connections that became a WebSocket."},
    [BIL_COUNT_REQUESTS] = {"http_requests_total", "", "Requests of HTTP."},
    [BIL_COUNT_STATUS_2XX] = {"http_answers_total", "{status=\"2xx\"}", "Answers to requests of HTTP."},
    [BIL_COUNT_STATUS_3XX] = {"http_answers_total", "{status=\"3xx\"}", NULL},
    [BIL_COUNT_STATUS_4XX] = {"http_answers_total", "{status=\"4xx\"}", NULL},
    [BIL_COUNT_STATUS_5XX] = {"http_answers_total", "{status=\"5xx\"}", NULL},
    [BIL_COUNT_TOO_MANY] = {"connections_refused_total", "{why=\"too-many\"}", "Connections that were refused."},
    [BIL_COUNT_ORIGIN] = {"connections_refused_total", "{why=\"origin\"}", NULL},
    [BIL_COUNT_SLOW] = {"clients_dropped_total", "{why=\"slow\"}", "Clients that were disconnected for what they did."},
    [BIL_COUNT_FLOOD] = {"clients_dropped_total", "{why=\"flood\"}", NULL},
    [BIL_COUNT_UNREADABLE] = {"clients_dropped_total", "{why=\"unreadable\"}", NULL},
    [BIL_COUNT_SILENT] = {"clients_dropped_total", "{why=\"silent\"}", NULL},
    [BIL_COUNT_AWAITED] = {"tables_awaited_total", "", "Times that a request waited for a table that another process had."},
    [BIL_COUNT_HELD_BACK] = {"clients_held_back_total", "", "Times that a client was made to wait because it said much at once."},
};

static void write_number(struct bil_text *out, const struct row *row, const char *kind, uint64_t value)
{
    if (row->help) {
        bil_text_format(out, "# HELP billions_%s %s\n# TYPE billions_%s %s\n", row->family, row->help, row->family, kind);
    }
    bil_text_format(out, "billions_%s%s %" PRIu64 "\n", row->family, row->labels, value);
}

static void write_seconds(struct bil_text *out, const char *name, const char *kind, const char *help, uint64_t milliseconds)
{
    bil_text_format(out, "# HELP billions_%s %s\n# TYPE billions_%s %s\nbillions_%s %" PRIu64 ".%03" PRIu64 "\n", name, help, name,
                    kind, name, milliseconds / 1000, milliseconds % 1000);
}

static void write_histogram(struct bil_text *out, const char *name, const char *help, const struct bil_histogram *histogram)
{
    uint64_t below = 0;
    bil_text_format(out, "# HELP billions_%s %s\n# TYPE billions_%s histogram\n", name, help, name);
    for (int i = 0; i < BIL_LATENCY_BUCKETS; i++) {
        below += histogram->bucket[i];
        bil_text_format(out, "billions_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, (double)bounds[i] / 1e6, below);
    }
    bil_text_format(out, "billions_%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, histogram->count);
    bil_text_format(out, "billions_%s_sum %.6f\n", name, (double)histogram->sum / 1e6);
    bil_text_format(out, "billions_%s_count %" PRIu64 "\n", name, histogram->count);
}

static uint64_t waiting_in(const struct bil_hub_figures *hub, enum bil_task_rank rank)
{
    return (uint64_t)hub->thoughts.waiting[rank];
}

void bil_metrics_write(const struct bil_metrics *metrics, const struct bil_hub_figures *hub, struct bil_text *out)
{
    const struct {
        struct row row;
        const char *kind;
        uint64_t value;
    } figures[] = {
        {{"tables", "{state=\"open\"}", "Tables, of all servers that share the database."}, "gauge", (uint64_t)hub->tables_open},
        {{"tables", "{state=\"playing\"}", NULL}, "gauge", (uint64_t)hub->tables_playing},
        {{"tables_loaded", "", "Tables whose game is in memory."}, "gauge", (uint64_t)hub->tables_loaded},
        {{"tables_damaged", "", "Tables that were found damaged and are refused."}, "gauge", (uint64_t)hub->tables_damaged},
        {{"clients", "", "Clients that are connected."}, "gauge", (uint64_t)hub->clients},
        {{"spectators", "", "Clients among them that only watch."}, "gauge", (uint64_t)hub->spectators},
        {{"thoughts_waiting", "{who=\"present\"}", "Bots that wait for a thread to think on."},
         "gauge",
         waiting_in(hub, BIL_TASK_PRESENT)},
        {{"thoughts_waiting", "{who=\"watched\"}", NULL}, "gauge", waiting_in(hub, BIL_TASK_WATCHED)},
        {{"thoughts_waiting", "{who=\"away\"}", NULL}, "gauge", waiting_in(hub, BIL_TASK_AWAY)},
        {{"thoughts_waiting", "{who=\"spent\"}", NULL}, "gauge", waiting_in(hub, BIL_TASK_SPENT)},
        {{"thoughts_running", "", "Bots that think now."}, "gauge", (uint64_t)hub->thoughts.running},
        {{"thoughts_total", "", "Thoughts of bots that came to an end."}, "counter", hub->thoughts.run},
        {{"thoughts_cut_total", "", "Thoughts that were made shorter because others waited."}, "counter", hub->thoughts.cut},
        {{"thoughts_refused_total", "", "Thoughts for which there was no place: the bot played as greedy does."},
         "counter",
         hub->thoughts.refused},
        {{"hashes_waiting", "", "Passphrases that wait to be looked at."}, "gauge", (uint64_t)hub->hashes.waiting[0]},
        {{"pauses_total", "", "Times that a game stood still because nobody was there."}, "counter", hub->pauses},
        {{"moves_total", "", "Moves that were played."}, "counter", hub->moves},
        {{"entries_total", "", "Entries that were stored."}, "counter", hub->entries},
        {{"commits_total", "", "Transactions that were stored."}, "counter", hub->commits},
        {{"commit_failures_total", "", "Transactions that could not be stored."}, "counter", hub->commit_failures},
        {{"messages_received_total", "", "Messages of clients."}, "counter", hub->messages_in},
        {{"messages_sent_total", "", "Messages to clients."}, "counter", hub->messages_out},
        {{"bytes_sent_total", "", "Bytes of messages to clients."}, "counter", hub->bytes_out},
        {{"messages_refused_total", "", "Messages of clients that were answered with an error."}, "counter", hub->refused},
        {{"timeouts_total", "", "Decisions made because time was up."}, "counter", hub->timeouts},
        {{"pushes_waiting", "", "Push messages that are on their way."}, "gauge", (uint64_t)hub->pushes_waiting},
        {{"pushes_total", "{ended=\"sent\"}", "Push messages, and what came of them."}, "counter", hub->pushes[0]},
        {{"pushes_total", "{ended=\"gone\"}", NULL}, "counter", hub->pushes[1]},
        {{"pushes_total", "{ended=\"later\"}", NULL}, "counter", hub->pushes[2]},
        {{"pushes_total", "{ended=\"refused\"}", NULL}, "counter", hub->pushes[3]},
        {{"store_statements_total", "", "Statements that the database was asked."}, "counter", hub->store.statements},
        {{"store_round_trips_total", "", "Times that the answer of the database's server was waited for."},
         "counter",
         hub->store.round_trips},
        {{"store_failures_total", "", "What could not be read from the database, or changed in it."},
         "counter",
         hub->store.failures},
        {{"store_reconnects_total", "{ended=\"fine\"}", "Times that a lost connection to the database was opened again."},
         "counter",
         hub->store.reopened[0]},
        {{"store_reconnects_total", "{ended=\"failed\"}", NULL}, "counter", hub->store.reopened[1]},
        {{"store_connected", "", "Whether there is a connection to the database, as far as is known."},
         "gauge",
         hub->store.connected},
        {{"servers", "", "Processes on the same database, this one among them."}, "gauge", (uint64_t)hub->servers},
        {{"tables_given_total", "", "Tables that another process had asked for, and was given."}, "counter", hub->tables_given},
        {{"build_info", "{version=\"" BILLIONS_VERSION "\"}", "The version of the program."}, "gauge", 1},
        {{"games_over_total", "", "Games that came to their end."}, "counter", hub->games_over},
    };
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        write_number(out, &figures[i].row, figures[i].kind, figures[i].value);
    }
    for (int i = 0; i < BIL_COUNTS; i++) {
        write_number(out, &rows[i], "counter", metrics->count[i]);
    }
    write_seconds(out, "start_time_seconds", "gauge", "When the process began, since 1970.", (uint64_t)hub->began);
    write_seconds(out, "thinking_seconds_total", "counter", "Time that threads thought.", hub->thoughts.milliseconds);
    write_histogram(out, "move_sent_seconds", "From the arrival of a move to a client having been written to, for each client.",
                    &metrics->sent);
    write_histogram(out, "pass_seconds", "How long one round of the loop works.", &metrics->pass);
    write_histogram(out, "commit_seconds", "How long it took to store what one round has changed.", &metrics->commit);
}
