/* Any bytes as where a browser wants its messages: what is taken for an endpoint is one whose service has a name, and nothing of it
 * can lead out of a line of a header or of the log. The same bytes as keys and as addresses of the network. */
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "insist.h"
#include "server/push/crypto.h"
#include "server/push/endpoint.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void judge(const char *text, bool local)
{
    struct bil_error error = {{0}};
    char origin[BIL_PUSH_ORIGIN];
    char host[BIL_PUSH_ORIGIN];
    if (!bil_push_endpoint(text, local, &error)) {
        insist(error.text[0] != 0, "a refusal without a sentence");
        return;
    }
    bil_push_origin(text, origin);
    bil_push_host(text, host);
    insist(strlen(text) <= BIL_PUSH_ENDPOINT && strncmp(text, "http", 4) == 0, "no endpoint");
    insist(host[0] && strstr(origin, host) && strncmp(text, origin, strlen(origin)) == 0, "a service without a name");
    insist(!strpbrk(host, "\"\\/@ \r\n") && !strpbrk(origin, "\"\\@ \r\n"), "a name that leads out of its place");
    for (const char *c = text; *c; c++) {
        insist(*c > ' ' && *c < 127 && *c != '"' && *c != '\\' && *c != '#', "a letter that cannot be in one");
    }
    insist(local || (strncmp(text, "https://", 8) == 0 && strchr(host, '.') && host[0] != '['), "no name of a service");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1);
    uint8_t point[BIL_P256_POINT];
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    memcpy(text, bytes, length);
    text[length] = 0;
    judge(text, false);
    judge(text, true);
    if (bil_base64url_read(text, point, sizeof point)) {
        bil_p256_sound(point);
    }
    memcpy(&six.sin6_addr, bytes, length < sizeof six.sin6_addr ? length : sizeof six.sin6_addr);
    bil_address_public((const struct sockaddr *)&six, sizeof six);
    free(text);
    return 0;
}
