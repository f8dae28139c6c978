/* See receipt.h. */
#include "table/records/receipt.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "billions/position.h"
#include "table/encoding.h"
#include "table/memory.h"

enum { DIGITS = 2 * BIL_FAIR_BYTES, LINE = 200 };

/* A receipt while it is read, and the record that it is compared with. */
struct reading {
    const char *name;
    int line;
    const struct bil_match *match;
    uint8_t (*shown)[BIL_FAIR_BYTES]; /* the hash of the viewer's view at every ply, and last of what all may see when it is over */
    int count;
    int at;         /* the first ply that the next view may be of */
    int lost;       /* the line of the first view since the last Undo that is of no ply; 0: none */
    int lost_views; /* how many there have been since */
    bool begun, table;
    struct bil_receipt_proof *proof;
    struct bil_error *error;
};

void bil_receipt_view(const struct bil_match *match, int viewer, int ply, uint8_t hash[BIL_FAIR_BYTES])
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_text text = {0};
    bil_match_view(match, viewer, ply, view);
    /* A server names an edition by its hash, also one that it was given. */
    bil_position_write(match->game, &match->config, match->rules, match->edition, view, &text);
    crypto_hash_sha256(hash, (const unsigned char *)text.data, text.length);
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ single lines */

static bool not_so(const struct reading *reading, const char *what)
{
    return bil_fail(reading->error, "%s, line %d: %s", reading->name, reading->line, what);
}

/* The value of a header line of the record. */
static const char *record_value(const struct bil_match *match, const char *key)
{
    const size_t length = strlen(key);
    for (int i = 0; i < match->header_count; i++) {
        if (strncmp(match->header[i], key, length) == 0 && match->header[i][length] == ':') {
            const char *value = match->header[i] + length + 1;
            return value + strspn(value, " \t");
        }
    }
    return NULL;
}

static bool read_table(struct reading *reading, const char *value)
{
    const char *there = record_value(reading->match, "Table");
    reading->table = true;
    return (there && strcmp(there, value) == 0) || not_so(reading, "this receipt is of another table than the record.");
}

static bool read_seat(struct reading *reading, const char *value)
{
    if (value[0] < '1' || value[0] > '0' + reading->match->config.seats || value[1] || reading->count > 0) {
        return bil_fail(reading->error,
                        "%s, line %d: the record has the seats 1 to %d, and a receipt names its own once, at its top.",
                        reading->name, reading->line, reading->match->config.seats);
    }
    reading->proof->seat = value[0] - '1';
    return true;
}

static bool read_commitment(struct reading *reading, const char *value)
{
    const char *there = record_value(reading->match, "Commitment");
    reading->proof->committed = true;
    return (there && strcmp(there, value) == 0) ||
           not_so(reading,
                  "the server committed to another secret than the one that the record tells: it dealt otherwise than it had "
                  "promised.");
}

static bool read_contribution(struct reading *reading, const char *value)
{
    char key[] = "Contribution 0";
    if (reading->proof->seat < 0) {
        return not_so(reading, "a contribution belongs to a seat; its line must stand before.");
    }
    key[sizeof key - 2] = (char)('1' + reading->proof->seat);
    const char *there = record_value(reading->match, key);
    if (!there && value[strspn(value, "0")] == 0) { /* none was given, and none is there */
        return true;
    }
    reading->proof->contributed = true;
    return (there && strcmp(there, value) == 0) || not_so(reading, "the record has another contribution of this seat, or none: the "
                                                                   "seed was not made with it.");
}

/* ------------------------------------------------------------------ what was shown */

static void replay(struct reading *reading)
{
    const struct bil_match *match = reading->match;
    const int viewer = reading->proof->seat < 0 ? BIL_SPECTATOR : reading->proof->seat;
    reading->shown = bil_memory_grow(NULL, (size_t)match->ply + 2, sizeof *reading->shown);
    for (; reading->count <= match->ply; reading->count++) {
        bil_receipt_view(match, viewer, reading->count, reading->shown[reading->count]);
    }
    if (match->actor == BIL_OVER) { /* then nothing is hidden any more */
        bil_receipt_view(match, BIL_EVERYBODY, match->ply, reading->shown[reading->count++]);
    }
}

static bool read_view(struct reading *reading, const char *value)
{
    uint8_t hash[BIL_FAIR_BYTES];
    size_t length = 0;
    const size_t digits = strspn(value, "0123456789");
    if (digits == 0 || value[digits] != ' ' || strlen(value + digits + 1) != DIGITS ||
        sodium_hex2bin(hash, sizeof hash, value + digits + 1, DIGITS, NULL, &length, NULL) != 0 || length != sizeof hash) {
        return not_so(reading, "a view is \"View: NUMBER\" and 64 hexadecimal digits.");
    }
    if (reading->count == 0) {
        replay(reading);
    }
    for (int i = reading->at; i < reading->count && !reading->lost; i++) {
        if (memcmp(reading->shown[i], hash, sizeof hash) == 0) {
            reading->at = i;
            reading->proof->views++;
            return true;
        }
    }
    reading->lost = reading->lost ? reading->lost : reading->line;
    reading->lost_views++;
    return true;
}

/* What is not of the record may have been taken back, if something was. */
static bool read_undo(struct reading *reading, const char *value)
{
    if (!*value || value[strspn(value, "0123456789")]) {
        return not_so(reading, "moves that were taken back are \"Undo: NUMBER\".");
    }
    reading->proof->taken_back += reading->lost_views;
    reading->lost = 0;
    reading->lost_views = 0;
    reading->at = 0;
    return true;
}

static bool read_end(struct reading *reading)
{
    if (reading->lost) {
        reading->line = reading->lost;
        return not_so(reading, "what was shown there is not what the record shows at that place of the game: somebody dealt or "
                               "played otherwise than was shown.");
    }
    return true;
}

/* ------------------------------------------------------------------ the whole */

static const struct {
    const char *key;
    bool once;
    bool (*read)(struct reading *reading, const char *value);
} keys[] = {
    {"Table: ", true, read_table},
    {"Seat: ", true, read_seat},
    {"Commitment: ", true, read_commitment},
    {"Contribution: ", true, read_contribution},
    {"View: ", false, read_view},
    {"Undo: ", false, read_undo},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

static bool read_line(struct reading *reading, const char *line, unsigned *seen, bool *unreadable)
{
    if (!reading->begun) {
        reading->begun = strcmp(line, "Format: billions-receipt 1") == 0;
        *unreadable = !reading->begun;
        return reading->begun || not_so(reading, "no receipt: its first line must be \"Format: billions-receipt 1\".");
    }
    if (!*line || *line == '#') {
        return true;
    }
    for (int i = 0; i < KEYS; i++) {
        const size_t length = strlen(keys[i].key);
        if (strncmp(line, keys[i].key, length) == 0) {
            if (keys[i].once && (*seen >> i & 1U)) {
                return not_so(reading, "this line stands in a receipt only once.");
            }
            if (i > 0 && !reading->table) {
                return not_so(reading, "a receipt says first of which table it is.");
            }
            *seen |= 1U << i;
            return keys[i].read(reading, line + length);
        }
    }
    *unreadable = true;
    return not_so(reading, "a receipt has lines of Table, Seat, Commitment, Contribution, View and Undo; this is none of them.");
}

static bool read_lines(struct reading *reading, const char *bytes, size_t length, bool *unreadable)
{
    unsigned seen = 0;
    if (!bil_encoding_check(bytes, length, reading->name, reading->error)) {
        *unreadable = true;
        return false;
    }
    for (size_t at = bil_encoding_mark(bytes, length); at < length;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t count = end ? (size_t)(end - bytes) - at : length - at;
        char line[LINE];
        reading->line++;
        if (!end && reading->table) { /* the program that wrote it was killed in the middle */
            reading->proof->unfinished = true;
            break;
        }
        if (count >= sizeof line || memchr(bytes + at, 0, count)) {
            *unreadable = true;
            return not_so(reading, "this is no line of a receipt.");
        }
        memcpy(line, bytes + at, count);
        line[count > 0 && line[count - 1] == '\r' ? count - 1 : count] = 0;
        if (!read_line(reading, line, &seen, unreadable)) {
            return false;
        }
        at += count + 1;
    }
    if (!reading->table) {
        *unreadable = true;
        return bil_fail(reading->error, "%s is no receipt: it does not say of which table it is.", reading->name);
    }
    return read_end(reading);
}

bool bil_receipt_verify(const char *bytes, size_t length, const char *name, const struct bil_match *match,
                        struct bil_receipt_proof *proof, bool *unreadable, struct bil_error *error)
{
    struct reading reading = {.name = name, .match = match, .proof = proof, .error = error};
    *proof = (struct bil_receipt_proof){.seat = -1};
    *unreadable = false;
    const bool fits = read_lines(&reading, bytes, length, unreadable);
    free(reading.shown);
    return fits;
}
