/* What the load program found, for people and as JSON. Must never round a figure so that it looks better. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/load.h"

int64_t load_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void load_progress(const struct load *load, const char *what, int64_t done, int64_t all)
{
    enum { WIDTH = 30 };
    if (load->wish.quiet || !isatty(STDERR_FILENO) || all <= 0) {
        return;
    }
    const int filled = (int)(done >= all ? WIDTH : (double)done / (double)all * WIDTH);
    fprintf(stderr, "\r%-12s [%.*s%*s] %3d %%", what, filled, "##############################", WIDTH - filled, "",
            (int)((double)done / (double)all * 100));
    if (done >= all) {
        fprintf(stderr, "\r%*s\r", WIDTH + 24, "");
    }
    fflush(stderr);
}

int64_t load_memory(int64_t pid)
{
    char path[64];
    char line[256];
    int64_t kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%" PRId64 "/status", pid);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "VmRSS: %" SCNd64, &kilobytes);
    }
    if (file) {
        fclose(file);
    }
    return kilobytes * 1024;
}

int64_t load_work(int64_t pid)
{
    char path[64];
    char line[1024] = "";
    unsigned long user = 0;
    unsigned long kernel = 0;
    snprintf(path, sizeof path, "/proc/%" PRId64 "/stat", pid);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    if (file && fgets(line, sizeof line, file)) {
        const char *behind = strrchr(line, ')'); /* a name may hold anything */
        if (behind) {
            sscanf(behind + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel);
        }
    }
    if (file) {
        fclose(file);
    }
    return (int64_t)(user + kernel) * (1000000000 / sysconf(_SC_CLK_TCK));
}

/* What each game leaves behind in memory, in bytes: the slope through the second half of the samples; 0 if there are too few. */
static double load_slope(const struct load_figures *figures)
{
    const int from = figures->samples / 2;
    const double count = figures->samples - from;
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (int i = from; i < figures->samples; i++) {
        x += (double)figures->sample[i].over;
        y += (double)figures->sample[i].memory;
    }
    for (int i = from; i < figures->samples; i++) {
        const double left = (double)figures->sample[i].over - x / count;
        xx += left * left;
        xy += left * ((double)figures->sample[i].memory - y / count);
    }
    return count >= 3 && xx > 0 ? xy / xx : 0;
}

static void report_memory(const struct load *load, struct bil_text *json)
{
    const struct load_figures *figures = &load->figures;
    if (figures->samples == 0) {
        return;
    }
    if (!load->wish.json) {
        printf("  memory of the server, MB, after so many games:");
        for (int i = 0; i < figures->samples; i++) {
            printf(" %lld: %.1f", (long long)figures->sample[i].over, (double)figures->sample[i].memory / 1e6);
        }
        printf("\n  %10.0f bytes a game are left behind, over the second half of them\n", load_slope(figures));
        return;
    }
    bil_json_key_array(json, "memory_after_games");
    for (int i = 0; i < figures->samples; i++) {
        bil_json_object(json);
        bil_json_key_integer(json, "games", figures->sample[i].over);
        bil_json_key_integer(json, "bytes", figures->sample[i].memory);
        bil_json_object_end(json);
    }
    bil_json_array_end(json);
    bil_json_key_integer(json, "bytes_a_game", (int64_t)load_slope(figures));
}

static int64_t load_percentile(const struct load_figures *figures, double part)
{
    if (figures->latencies == 0) {
        return 0;
    }
    const int64_t index = (int64_t)(part * (double)figures->latencies);
    return figures->latency[index < figures->latencies ? index : figures->latencies - 1];
}

void load_report(const struct load *load, struct bil_text *json)
{
    static const struct {
        const char *key;
        double part;
    } parts[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}, {"most", 1}};
    enum { LIMIT = 90 }; /* percent of a processor: who has so little left waits for nobody */
    const struct load_figures *figures = &load->figures;
    const double rate = figures->seconds > 0 ? (double)figures->moves / figures->seconds : 0;
    if (!load->wish.json) {
        printf("%lld tables with %lld clients each, %s\n", (long long)load->wish.tables, (long long)load->wish.seats,
               load->wish.views ? "with views" : "without views");
        printf("  %10lld moves applied, stored and sent to all seats in %.2f s: %.0f a second\n", (long long)figures->moves,
               figures->seconds, rate);
        printf("  %10lld messages to clients, %.1f MB; %lld refused\n", (long long)figures->messages, (double)figures->bytes / 1e6,
               (long long)figures->errors);
        if (figures->server_work > 0 && figures->moves > 0) {
            printf(
                "  %10.1f microseconds of processor a move in the server (%.0f moves for a second of it), %.1f in this program\n",
                (double)figures->server_work / (double)figures->moves / 1e3,
                (double)figures->moves * 1e9 / (double)figures->server_work,
                (double)figures->own_work / (double)figures->moves / 1e3);
        }
        if (figures->server_work > 0 && figures->seconds > 0) {
            const double server = 100 * (double)figures->server_work / figures->seconds / 1e9;
            const double own = 100 * (double)figures->own_work / figures->seconds / 1e9;
            printf("  %9.0f %% of a processor in the server, %.0f %% in this program%s\n", server, own,
                   own > LIMIT && own > server ? ": THIS PROGRAM WAS THE LIMIT, not the server" : "");
        }
        printf("  %10lld games came to their end\n", (long long)figures->over);
        printf("  from a move to all clients of its table, ms:");
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            printf(" %s %.2f", parts[i].key, (double)load_percentile(figures, parts[i].part) / 1e6);
        }
        printf(" (%lld measured)\n", (long long)figures->latencies);
        report_memory(load, json);
        return;
    }
    bil_json_key_integer(json, "tables", load->wish.tables);
    bil_json_key_integer(json, "clients", load->wish.seats * load->wish.tables);
    bil_json_key_bool(json, "views", load->wish.views);
    bil_json_key_integer(json, "rate_wanted", load->wish.rate);
    bil_json_key_integer(json, "moves", figures->moves);
    bil_json_key_integer(json, "milliseconds", (int64_t)(figures->seconds * 1000));
    bil_json_key_integer(json, "moves_a_second", (int64_t)rate);
    bil_json_key_integer(json, "messages", figures->messages);
    bil_json_key_integer(json, "bytes", figures->bytes);
    bil_json_key_integer(json, "refused", figures->errors);
    bil_json_key_integer(json, "games_over", figures->over);
    bil_json_key_integer(json, "server_work_microseconds", figures->server_work / 1000);
    bil_json_key_integer(json, "own_work_microseconds", figures->own_work / 1000);
    bil_json_key_object(json, "microseconds_to_all_clients");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        bil_json_key_integer(json, parts[i].key, load_percentile(figures, parts[i].part) / 1000);
    }
    bil_json_key_integer(json, "measured", figures->latencies);
    bil_json_object_end(json);
    report_memory(load, json);
}
