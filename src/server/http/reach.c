/* Finds the addresses of this machine in its networks; internal.h says what it promises. */
#define _DEFAULT_SOURCE /* IFF_UP and its like are no part of POSIX */
#include "server/http/internal.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* 192.0.2.0/24 is kept for documentation: nobody is there (RFC 5737). */
#define NOBODY "192.0.2.1"

static void add_url(const struct bil_net_settings *settings, const char *address, int port, struct bil_text *out)
{
    char url[INET6_ADDRSTRLEN + 32];
    const bool six = strchr(address, ':') != NULL;
    snprintf(url, sizeof url, "%s://%s%s%s:%d", settings->tls_cert ? "https" : "http", six ? "[" : "", address, six ? "]" : "",
             port);
    bil_json_string(out, url);
}

/* The machine's own address on the way to everybody else: a datagram socket that is connected asks the table of routes, and nothing
 * is sent. "" if there is no such way. */
static void first_way(char address[INET_ADDRSTRLEN])
{
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_port = htons(9)};
    socklen_t length = sizeof where;
    address[0] = '\0';
    inet_pton(AF_INET, NOBODY, &where.sin_addr);
    const int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (file < 0) {
        return;
    }
    if (connect(file, (struct sockaddr *)&where, sizeof where) == 0 && getsockname(file, (struct sockaddr *)&where, &length) == 0) {
        inet_ntop(AF_INET, &where.sin_addr, address, INET_ADDRSTRLEN);
    }
    close(file);
}

/* Loopback, and what a machine gives itself where nobody gives it one (169.254.0.0/16), reach nobody. */
static bool reaches(const char *address)
{
    return *address && strncmp(address, "127.", 4) != 0 && strncmp(address, "169.254.", 8) != 0 &&
           strcmp(address, "0.0.0.0") != 0 && strcmp(address, "::1") != 0;
}

static bool is_loopback(const char *listens)
{
    return strncmp(listens, "127.", 4) == 0 || strcmp(listens, "::1") == 0;
}

static void add_networks(const struct bil_net_settings *settings, int port, struct bil_text *out)
{
    char way[INET_ADDRSTRLEN];
    struct ifaddrs *all = NULL;
    first_way(way);
    if (reaches(way)) {
        add_url(settings, way, port, out);
    }
    if (getifaddrs(&all) != 0) {
        return;
    }
    for (const struct ifaddrs *one = all; one; one = one->ifa_next) {
        char address[INET_ADDRSTRLEN];
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET || !(one->ifa_flags & IFF_UP) ||
            (one->ifa_flags & IFF_LOOPBACK)) {
            continue;
        }
        const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)one->ifa_addr;
        inet_ntop(AF_INET, &four->sin_addr, address, sizeof address);
        if (reaches(address) && strcmp(address, way) != 0) {
            add_url(settings, address, port, out);
        }
    }
    freeifaddrs(all);
}

void bil_reach_write(const struct bil_net_settings *settings, int port, struct bil_text *out)
{
    const char *listens = settings->address;
    bil_json_object(out);
    bil_json_key_array(out, "addresses");
    if (settings->reach) {
        bil_json_string(out, settings->reach);
    } else if (strcmp(listens, "0.0.0.0") == 0 || strcmp(listens, "::") == 0) {
        add_networks(settings, port, out);
    } else if (reaches(listens)) {
        add_url(settings, listens, port, out);
    }
    bil_json_array_end(out);
    if (!settings->reach && is_loopback(listens)) {
        bil_json_key_array(out, "closed");
        add_networks(settings, port, out);
        bil_json_array_end(out);
    }
    bil_json_object_end(out);
}
