/* See push/endpoint.h. The rows are the special-purpose registries of IANA (RFC 6890 and its successors). */
#include "server/push/endpoint.h"

#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* ------------------------------------------------------------------ the text */

static const char visible[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?@!$&'()*+,;=%";
static const char letters_of_names[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";

/* Where the name begins, behind "https://"; NULL: another scheme. */
static const char *behind_scheme(const char *text, bool local)
{
    if (strncmp(text, "https://", 8) == 0) {
        return text + 8;
    }
    return local && strncmp(text, "http://", 7) == 0 ? text + 7 : NULL;
}

/* A last label without a letter would be an address, in one of its many spellings (127.1, 0x7f.1 has a letter but ends in none). */
static bool is_name(const char *host, size_t length)
{
    size_t last = length;
    bool dots = false;
    for (size_t i = 0; i < length; i++) {
        if (host[i] == '.') {
            if (i == 0 || i + 1 == length || host[i - 1] == '.') {
                return false;
            }
            dots = true;
            last = i + 1;
        }
    }
    last = dots ? last : 0;
    const char first = host[last];
    return length > 0 && length <= 253 && dots && ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z'));
}

static size_t host_length(const char *host)
{
    return *host == '[' ? strcspn(host, "]/") + 1 : strspn(host, letters_of_names);
}

static bool fits_host(const char *host, size_t length, bool local)
{
    if (*host == '[') {
        return local && length == 5 && strncmp(host, "[::1]", 5) == 0;
    }
    return length > 0 && length <= 253 && (local || is_name(host, length));
}

static bool fits_port(const char *port, size_t length, bool local)
{
    if (length == 0) {
        return true;
    }
    if (!local) {
        return length == 4 && strncmp(port, ":443", 4) == 0;
    }
    return port[0] == ':' && length >= 2 && length <= 6 && strspn(port + 1, "0123456789") >= length - 1;
}

bool bil_push_endpoint(const char *text, bool local, struct bil_error *error)
{
    const size_t length = strlen(text);
    if (length == 0 || length > BIL_PUSH_ENDPOINT) {
        return bil_fail(error, "\"endpoint\" must be an address of up to %d letters.", BIL_PUSH_ENDPOINT);
    }
    const char *host = behind_scheme(text, local);
    if (!host) {
        return bil_fail(error, "\"endpoint\" must begin with https://.");
    }
    const size_t count = host_length(host);
    const size_t authority = strcspn(host, "/");
    if (count > authority || !fits_host(host, count, local)) {
        return bil_fail(error, "\"endpoint\" must name a push service by its name, https://push.example.net/...");
    }
    if (!fits_port(host + count, authority - count, local)) {
        return bil_fail(error, "\"endpoint\" must be at the usual port of https, without a user or another port.");
    }
    const char *path = host + authority;
    if (*path != '/' || strspn(path, visible) != strlen(path)) {
        return bil_fail(error, "\"endpoint\" must have a path of visible ASCII letters behind the name of the service.");
    }
    return true;
}

void bil_push_origin(const char *endpoint, char origin[BIL_PUSH_ORIGIN])
{
    const char *host = behind_scheme(endpoint, true);
    size_t length = (size_t)(host - endpoint) + strcspn(host, "/");
    if (strncmp(endpoint, "https://", 8) == 0 && length > 4 && strncmp(endpoint + length - 4, ":443", 4) == 0) {
        length -= 4; /* an origin does not say the usual port */
    }
    snprintf(origin, BIL_PUSH_ORIGIN, "%.*s", (int)length, endpoint);
}

void bil_push_host(const char *endpoint, char host[BIL_PUSH_ORIGIN])
{
    const char *at = behind_scheme(endpoint, true);
    snprintf(host, BIL_PUSH_ORIGIN, "%.*s", (int)host_length(at), at);
}

/* ------------------------------------------------------------------ the address */

struct range {
    uint8_t bytes[6];
    int bits;
};

static const struct range not_public_4[] = {
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 0}, 24},
    {{192, 0, 2}, 24},
    {{192, 31, 196}, 24},
    {{192, 52, 193}, 24},
    {{192, 88, 99}, 24},
    {{192, 168}, 16},
    {{192, 175, 48}, 24},
    {{198, 18}, 15},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{224}, 3},
};

/* Of what is global (2000::/3): protocols (with Teredo), documentation, 6to4, the AS112 project. */
static const struct range not_public_6[] = {
    {{0x20, 0x01, 0x00}, 23}, {{0x20, 0x01, 0x0d, 0xb8}, 32},       {{0x20, 0x02}, 16},
    {{0x3f, 0xff}, 20},       {{0x26, 0x20, 0x00, 0x4f, 0x80}, 48},
};

static bool within(const uint8_t *address, const struct range *range)
{
    for (int bit = 0; bit < range->bits; bit++) {
        if (((address[bit / 8] ^ range->bytes[bit / 8]) >> (7 - bit % 8)) & 1) {
            return false;
        }
    }
    return true;
}

static bool in_any(const uint8_t *address, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (within(address, &ranges[i])) {
            return true;
        }
    }
    return false;
}

static bool public_4(const uint8_t address[4])
{
    return !in_any(address, not_public_4, sizeof not_public_4 / sizeof not_public_4[0]);
}

static bool public_6(const uint8_t address[16])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    static const uint8_t translated[12] = {0, 0x64, 0xff, 0x9b}; /* NAT64: how a network of IPv6 alone reaches IPv4 */
    if (memcmp(address, mapped, sizeof mapped) == 0 || memcmp(address, translated, sizeof translated) == 0) {
        return public_4(address + 12);
    }
    return address[0] >> 5 == 1 && !in_any(address, not_public_6, sizeof not_public_6 / sizeof not_public_6[0]);
}

bool bil_address_public(const struct sockaddr *address, size_t length)
{
    if (address->sa_family == AF_INET && length >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in four;
        uint8_t bytes[4];
        memcpy(&four, address, sizeof four);
        memcpy(bytes, &four.sin_addr, sizeof bytes);
        return public_4(bytes);
    }
    if (address->sa_family == AF_INET6 && length >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 six;
        memcpy(&six, address, sizeof six);
        return public_6(six.sin6_addr.s6_addr);
    }
    return false;
}
