/* Files of the page; static.h says what this must never do. Every part of a path is opened by itself, links are not followed. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/http/static.h"

enum { PATH_BYTES = 512 };

static const struct {
    const char *ending, *type;
} types_of[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"}, /* browsers compile it while it comes in, but only under this name */
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/plain; charset=utf-8"},
    {".record", "text/plain; charset=utf-8"},
};

/* Compressed siblings, the smaller first. */
static const struct {
    const char *ending, *name;
} encodings_of[] = {{".br", "br"}, {".gz", "gzip"}};

bool bil_static_begin(struct bil_static *files, const char *folder, struct bil_error *error)
{
    struct stat facts;
    files->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (files->folder < 0) {
        return bil_fail(error, "--web %s: there is no such folder, or it cannot be read; there must be the files of the page.",
                        folder);
    }
    if (fstatat(files->folder, "index.html", &facts, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(facts.st_mode)) {
        bil_static_end(files);
        return bil_fail(error, "--web %s: this folder holds no index.html; it must be the folder of the built page.", folder);
    }
    return true;
}

void bil_static_end(struct bil_static *files)
{
    if (files->folder >= 0) {
        close(files->folder);
    }
    files->folder = -1;
}

/* A part of a path that may be looked for: no way up, nothing hidden, nothing that another system would read otherwise. */
static bool sound_part(const char *part, size_t length)
{
    if (length == 0 || part[0] == '.') {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)part[i];
        if (c < ' ' || c == 127 || c == '\\' || c == ':') {
            return false;
        }
    }
    return true;
}

/* Opens a plain file by a path without its first "/", part by part. */
static int open_inside(int folder, const char *path, struct stat *facts)
{
    int at = folder;
    for (const char *part = path;;) {
        char name[PATH_BYTES];
        const size_t length = strcspn(part, "/");
        const bool last = part[length] == 0;
        if (!sound_part(part, length) || length >= sizeof name) {
            break;
        }
        memcpy(name, part, length);
        name[length] = 0;
        const int next = openat(at, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (last ? 0 : O_DIRECTORY));
        if (at != folder) {
            close(at);
        }
        if (next < 0) {
            return -1;
        }
        if (last) {
            if (fstat(next, facts) == 0 && S_ISREG(facts->st_mode)) {
                return next;
            }
            close(next);
            return -1;
        }
        at = next;
        part += length + 1;
    }
    if (at != folder) {
        close(at);
    }
    return -1;
}

/* Whether a list like "gzip, br;q=1.0, *;q=0" offers a word; one with q=0 is refused, not offered. */
static bool offers(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; *at;) {
        at += strspn(at, " \t,");
        const size_t whole = strcspn(at, ",");
        size_t name = strcspn(at, ",; \t");
        if (name > whole) {
            name = whole;
        }
        if (name == length && strncasecmp(at, word, length) == 0) {
            for (size_t i = name; i + 2 < whole; i++) {
                if ((at[i] == 'q' || at[i] == 'Q') && at[i + 1] == '=') {
                    return at[i + 2] != '0' || strcspn(at + i + 2, "123456789") < whole - i - 2;
                }
            }
            return true;
        }
        at += whole;
    }
    return false;
}

static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot : "";
}

static const char *content_type(const char *path)
{
    const char *ending = ending_of(path);
    for (size_t i = 0; i < sizeof types_of / sizeof types_of[0]; i++) {
        if (strcasecmp(ending, types_of[i].ending) == 0) {
            return types_of[i].type;
        }
    }
    return "application/octet-stream";
}

static bool find_file(const struct bil_static *files, const char *path, const char *encodings, struct bil_static_file *file)
{
    struct stat facts = {0};
    struct stat other = {0};
    char sibling[PATH_BYTES + 8];
    *file = (struct bil_static_file){.file = open_inside(files->folder, path, &facts), .type = content_type(path)};
    if (file->file < 0) {
        return false;
    }
    /* What is under assets/ has a hash of its bytes in its name: under that name there will never be anything else. */
    file->cache = strncmp(path, "assets/", 7) == 0 ? "public, max-age=31536000, immutable" : "no-cache";
    for (size_t i = 0; i < sizeof encodings_of / sizeof encodings_of[0]; i++) {
        snprintf(sibling, sizeof sibling, "%s%s", path, encodings_of[i].ending);
        const int compressed = open_inside(files->folder, sibling, &other);
        if (compressed < 0) {
            continue;
        }
        file->varies = true;
        if (!file->encoding && offers(encodings, encodings_of[i].name) && other.st_mtime >= facts.st_mtime) {
            close(file->file);
            file->file = compressed;
            file->encoding = encodings_of[i].name;
            facts = other;
        } else {
            close(compressed);
        }
    }
    file->size = facts.st_size;
    snprintf(file->tag, sizeof file->tag, "\"%" PRIx64 "-%" PRIx64 "-%" PRIx64 "%s\"", (uint64_t)facts.st_mtim.tv_sec,
             (uint64_t)facts.st_mtim.tv_nsec, (uint64_t)facts.st_size, file->encoding ? file->encoding : "");
    return true;
}

bool bil_static_find(const struct bil_static *files, const char *path, const char *encodings, const char *types,
                     struct bil_static_file *file)
{
    const size_t length = strlen(path);
    if (files->folder < 0 || path[0] != '/' || length >= PATH_BYTES) {
        return false;
    }
    if (length == 1) {
        return find_file(files, "index.html", encodings, file);
    }
    if (find_file(files, path + 1, encodings, file)) {
        return true;
    }
    return !*ending_of(path) && offers(types, "text/html") && find_file(files, "index.html", encodings, file);
}
