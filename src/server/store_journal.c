/* The journal of a database, frame by frame: see store_journal.h. */
#include "server/store_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "table/memory.h"

enum {
    HEAD = 32,         /* bytes of the journal's head */
    FRAME_HEAD = 24,   /* and of a frame's, before its page */
    INDEX_HEAD = 48,   /* of the index, which has it twice */
    INDEX_BYTES = 136, /* of it that are looked at */
    SMALLEST_PAGE = 512,
    LARGEST_PAGE = 65536,
    TRIES = 5
};
static const uint32_t magic = 0x377F0682; /* the lowest bit says in which order words are summed up */
static const uint32_t version = 3007000;

/* What the index of the last process says. */
struct index {
    bool valid;
    int64_t committed, carried; /* frames; those that are in the database too */
    uint8_t salt[8];
};

/* A walk through the frames. */
struct walk {
    int file;
    int64_t size; /* of the file */
    uint32_t page;
    bool big; /* the order of bytes in words */
    uint8_t salt[8];
    uint32_t sum[2];
    uint8_t *frame;
};

static uint32_t word(const uint8_t *bytes, bool big)
{
    return big ? (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3]
               : (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

static void add_up(const uint8_t *bytes, size_t count, bool big, uint32_t sum[2])
{
    for (size_t i = 0; i + 8 <= count; i += 8) {
        sum[0] += word(bytes + i, big) + sum[1];
        sum[1] += word(bytes + i + 4, big) + sum[0];
    }
}

static bool read_at(int file, void *to, size_t count, int64_t at)
{
    return pread(file, to, count, (off_t)at) == (ssize_t)count;
}

/* ------------------------------------------------------------------ the index */

static uint32_t native(const uint8_t *bytes)
{
    uint32_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

/* The index lies in the order of the machine that made it; that of another machine is not valid here. */
static void read_index(const char *path, struct index *index)
{
    char name[4096];
    uint8_t bytes[INDEX_BYTES];
    uint32_t sum[2] = {0, 0};
    const uint16_t one = 1;
    const bool big = *(const uint8_t *)&one == 0;
    *index = (struct index){0};
    if (snprintf(name, sizeof name, "%s-shm", path) >= (int)sizeof name) {
        return;
    }
    const int file = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file >= 0 && read_at(file, bytes, sizeof bytes, 0)) {
        add_up(bytes, INDEX_HEAD - 8, big, sum);
        index->valid = memcmp(bytes, bytes + INDEX_HEAD, INDEX_HEAD) == 0 && native(bytes) == version && bytes[12] == 1 &&
                       sum[0] == native(bytes + 40) && sum[1] == native(bytes + 44);
        index->committed = native(bytes + 16);
        index->carried = native(bytes + (size_t)2 * INDEX_HEAD);
        memcpy(index->salt, bytes + 32, sizeof index->salt);
    }
    if (file >= 0) {
        close(file);
    }
}

/* ------------------------------------------------------------------ frames */

/* Begins a walk. False: the head of the journal is none. */
static bool read_head(struct walk *walk)
{
    uint8_t head[HEAD];
    if (!read_at(walk->file, head, sizeof head, 0) || (word(head, true) & ~1U) != magic || word(head + 4, true) != version) {
        return false;
    }
    walk->big = word(head, true) & 1U;
    walk->page = word(head + 8, true);
    walk->sum[0] = walk->sum[1] = 0;
    add_up(head, HEAD - 8, walk->big, walk->sum);
    memcpy(walk->salt, head + 16, sizeof walk->salt);
    return walk->page >= SMALLEST_PAGE && walk->page <= LARGEST_PAGE && (walk->page & (walk->page - 1)) == 0 &&
           walk->sum[0] == word(head + 24, true) && walk->sum[1] == word(head + 28, true);
}

static int64_t place_of(const struct walk *walk, int64_t frame)
{
    return HEAD + (frame - 1) * (int64_t)(FRAME_HEAD + walk->page);
}

struct look {
    bool here; /* all of it is in the file */
    bool ours; /* it is of this journal, not of an older one that lay in this file */
    bool fits; /* and follows upon the one before */
    bool last; /* of a transaction */
};

/* Looks at a frame, behind which the sum is what it says itself: so what follows upon an altered one is still known to. */
static struct look look_at(struct walk *walk, int64_t frame)
{
    struct look look = {0};
    const uint8_t *head = walk->frame;
    uint32_t sum[2] = {walk->sum[0], walk->sum[1]};
    look.here = read_at(walk->file, walk->frame, FRAME_HEAD + walk->page, place_of(walk, frame));
    if (look.here) {
        add_up(head, 8, walk->big, sum);
        add_up(head + FRAME_HEAD, walk->page, walk->big, sum);
        walk->sum[0] = word(head + 16, true);
        walk->sum[1] = word(head + 20, true);
        look.ours = memcmp(head + 8, walk->salt, sizeof walk->salt) == 0 && word(head, true) != 0;
        look.fits = look.ours && walk->sum[0] == sum[0] && walk->sum[1] == sum[1];
        look.last = look.ours && word(head + 4, true) != 0;
    }
    return look;
}

/* What lies behind the first frame that does not fit: how many transactions end there, and whether one of them is known to have
 * been acknowledged, because another follows upon it. */
struct rest {
    int64_t ends;
    bool acknowledged;
};

static struct rest look_behind(struct walk *walk, int64_t bad, const struct look *first)
{
    struct rest rest = {.ends = first->last};
    bool ended = first->last;
    for (int64_t frame = bad + 1;; frame++) {
        const struct look look = look_at(walk, frame);
        if (!look.here) {
            return rest;
        }
        rest.acknowledged = rest.acknowledged || (ended && look.fits);
        rest.ends += look.last;
        ended = look.last;
    }
}

/* ------------------------------------------------------------------ what it means */

__attribute__((format(printf, 4, 5))) static void say(struct bil_journal *journal, enum bil_journal_state state, const char *path,
                                                      const char *format, ...)
{
    struct bil_error error;
    char words[BIL_ERROR_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    journal->state = state;
    bil_fail(&error, "The journal %s-wal %s", path, words);
    memcpy(journal->words, error.text, sizeof journal->words);
}

#define MEANS_LOST                                                                                                                 \
    "What was acknowledged in them is lost, tables may stand at an earlier moment, and those whose entries do not fit are "        \
    "refused. "                                                                                                                    \
    "The latest backup may have it; billions serve --check looks at everything."

/* There is no journal that could be read. */
static void judge_without(const char *path, const struct index *index, int64_t size, struct bil_journal *journal)
{
    if (index->valid && index->committed > index->carried) {
        journal->committed = index->committed;
        say(journal, BIL_JOURNAL_LOST, path,
            "%s, but %" PRId64 " frames of it were committed, %" PRId64 " of them not yet in the database. %s",
            size == 0 ? "is missing or empty" : "cannot be read from its first byte on", index->committed,
            index->committed - index->carried, MEANS_LOST);
    } else if (size > HEAD + FRAME_HEAD && !(index->valid && index->committed <= index->carried)) {
        journal->bad = 1;
        say(journal, BIL_JOURNAL_DOUBT, path,
            "has a damaged head, so nothing of its %" PRId64
            " bytes is used. If the machine lost power just when the journal began anew, nothing is "
            "missing; else what was acknowledged lately is lost.",
            size);
    }
}

/* Of a journal whose index is there: that one knows. */
static void judge_by_index(const char *path, const struct index *index, int64_t frame, const struct look *look,
                           struct bil_journal *journal)
{
    journal->committed = index->committed;
    if (journal->frames < index->committed) {
        say(journal, BIL_JOURNAL_LOST, path,
            "%s frame %" PRId64 " (byte %" PRId64 "): %" PRId64 " frames of it were committed, %" PRId64
            " can be used. " MEANS_LOST,
            look->here ? "is damaged in" : "ends before", frame, journal->at, index->committed, journal->frames);
    } else if (frame > journal->frames + 1 || (look->ours && !look->fits)) {
        say(journal, BIL_JOURNAL_TORN, path, "ends with a transaction that was never committed; nothing is missing.");
    }
}

/* Without it, as far as its own frames tell. */
static void judge_by_frames(const char *path, struct walk *walk, int64_t frame, const struct look *look,
                            struct bil_journal *journal)
{
    const struct rest rest = look_behind(walk, frame, look);
    journal->committed = journal->frames;
    if (rest.acknowledged) {
        say(journal, BIL_JOURNAL_LOST, path,
            "is damaged in frame %" PRId64 " (byte %" PRId64 "): %" PRId64 " frames before it can be used, and %" PRId64
            " transactions that end behind cannot. " MEANS_LOST,
            frame, journal->at, journal->frames, rest.ends);
    } else if (rest.ends > 0) {
        say(journal, BIL_JOURNAL_DOUBT, path,
            "is damaged in frame %" PRId64 " (byte %" PRId64 "), in its last transaction, which is not used. If the machine lost "
            "power while that was written, nobody was told of it and nothing is missing; else it is lost.",
            frame, journal->at);
    } else if (look->ours || frame > journal->frames + 1 || (!look->here && walk->size > journal->at)) {
        say(journal, BIL_JOURNAL_TORN, path,
            "ends in the middle of a transaction (frame %" PRId64 ", byte %" PRId64
            "), as after a crash: unless somebody cut it off, that was never committed and nothing is missing.",
            frame, journal->at);
    }
}

static void judge(const char *path, struct walk *walk, const struct index *index, bool in_use, struct bil_journal *journal)
{
    const bool same = index->valid && memcmp(index->salt, walk->salt, sizeof walk->salt) == 0;
    int64_t frame = 1;
    struct look look;
    if (index->valid && !same && index->committed <= index->carried) {
        return; /* it begins anew with the next transaction: all of it is in the database */
    }
    if (index->valid && !same) {
        say(journal, BIL_JOURNAL_LOST, path, "is not the one that was used last. " MEANS_LOST);
        return;
    }
    for (look = look_at(walk, frame); look.fits && !(in_use && frame > index->committed); look = look_at(walk, ++frame)) {
        journal->frames = look.last ? frame : journal->frames;
    }
    journal->bad = look.fits ? 0 : frame;
    journal->at = place_of(walk, frame);
    if (same) {
        judge_by_index(path, index, frame, &look, journal);
    } else {
        judge_by_frames(path, walk, frame, &look, journal);
    }
    journal->bad = *journal->words ? journal->bad : 0;
}

static bool same_index(const struct index *a, const struct index *b)
{
    return a->valid == b->valid && memcmp(a->salt, b->salt, sizeof a->salt) == 0;
}

static void look(const char *path, int file, bool in_use, struct index *index, struct bil_journal *journal)
{
    struct walk walk = {.file = file};
    struct stat facts;
    *journal = (struct bil_journal){0};
    walk.size = file >= 0 && fstat(file, &facts) == 0 ? facts.st_size : 0;
    if (walk.size == 0 || !read_head(&walk)) {
        judge_without(path, index, walk.size, journal);
        return;
    }
    walk.frame = bil_memory_zero(1, (size_t)FRAME_HEAD + walk.page);
    judge(path, &walk, index, in_use, journal);
    free(walk.frame);
}

void bil_journal_look(const char *path, bool in_use, struct bil_journal *journal)
{
    char name[4096];
    *journal = (struct bil_journal){0};
    if (snprintf(name, sizeof name, "%s-wal", path) >= (int)sizeof name) {
        return;
    }
    for (int i = 0; i < TRIES; i++) {
        struct index before;
        struct index after;
        read_index(path, &before);
        const int file = open(name, O_RDONLY | O_CLOEXEC);
        const int why = errno;
        if (file < 0 && why != ENOENT) {
            say(journal, BIL_JOURNAL_UNKNOWN, path, "cannot be read: %s.", strerror(why));
            return;
        }
        if (in_use && !before.valid) {
            say(journal, BIL_JOURNAL_UNKNOWN, path,
                "is written to by a server, and how far could not be read; it was not looked at.");
        } else {
            look(path, file, in_use, &before, journal);
        }
        if (file >= 0) {
            close(file);
        }
        read_index(path, &after);
        if (!in_use || journal->state <= BIL_JOURNAL_TORN || (before.valid && same_index(&before, &after))) {
            return; /* else it began anew meanwhile */
        }
    }
    if (journal->state != BIL_JOURNAL_UNKNOWN) {
        say(journal, BIL_JOURNAL_UNKNOWN, path, "began anew each time that it was looked at; it was not judged.");
    }
}
