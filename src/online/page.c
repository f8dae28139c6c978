/* Which page a server gives to browsers. Must never serve anything that was not meant for them: a folder counts only with a page in
 * it. */
#include <string.h>
#include <unistd.h>

#include "online/online.h"

enum { PATH_BYTES = 4096 };

const char *bil_online_page(const char *said)
{
    static const char beside[] = "/../share/billions/web", front[] = "/index.html";
    static char path[PATH_BYTES];
    if (said) {
        return strcmp(said, "none") == 0 ? NULL : said;
    }
    const ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES - sizeof beside - sizeof front);
    if (length <= 0) {
        return NULL;
    }
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (!slash) {
        return NULL;
    }
    const size_t folder = (size_t)(slash - path) + sizeof beside - 1;
    memcpy(slash, beside, sizeof beside);
    memcpy(path + folder, front, sizeof front);
    const bool there = access(path, R_OK) == 0;
    path[folder] = 0;
    return there ? path : NULL;
}
