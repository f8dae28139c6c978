/* Commitments and seeds of fair deals, their lines in records, and receipts of what a server promised and showed (fair.h). Must
 * never keep a secret, nor call a record fair, or a receipt fitting, that is not. */
#include "table/records/fair.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "billions/position.h"
#include "table/encoding.h"
#include "table/memory.h"

enum { ID_LETTERS = 16, DIGITS = 2 * BIL_FAIR_BYTES };

/* ------------------------------------------------------------------ hashes */

static void begin_hash(crypto_hash_sha256_state *hash, const char *what, const char *id)
{
    crypto_hash_sha256_init(hash);
    crypto_hash_sha256_update(hash, (const unsigned char *)what, strlen(what));
    crypto_hash_sha256_update(hash, (const unsigned char *)id, strlen(id));
}

void bil_fair_commitment(const char *id, const uint8_t secret[BIL_FAIR_BYTES], uint8_t commitment[BIL_FAIR_BYTES])
{
    crypto_hash_sha256_state hash;
    begin_hash(&hash, "billions-commitment-1", id);
    crypto_hash_sha256_update(&hash, secret, BIL_FAIR_BYTES);
    crypto_hash_sha256_final(&hash, commitment);
    sodium_memzero(&hash, sizeof hash);
}

void bil_fair_seed(const char *id, const uint8_t secret[BIL_FAIR_BYTES], const uint8_t (*contribution)[BIL_FAIR_BYTES], int seats,
                   uint8_t seed[BIL_FAIR_BYTES])
{
    crypto_hash_sha256_state hash;
    begin_hash(&hash, "billions-seed-1", id);
    crypto_hash_sha256_update(&hash, secret, BIL_FAIR_BYTES);
    for (int i = 0; i < seats; i++) {
        crypto_hash_sha256_update(&hash, contribution[i], BIL_FAIR_BYTES);
    }
    crypto_hash_sha256_final(&hash, seed);
    sodium_memzero(&hash, sizeof hash);
}

/* ------------------------------------------------------------------ lines of a record */

static void add_line(struct bil_match *match, const char *key, const uint8_t bytes[BIL_FAIR_BYTES])
{
    char digits[DIGITS + 1];
    struct bil_text line = {0};
    bil_text_format(&line, "%s: %s", key, sodium_bin2hex(digits, sizeof digits, bytes, BIL_FAIR_BYTES));
    bil_match_header(match, bil_text_string(&line));
    bil_text_free(&line);
}

void bil_fair_headers(const char *id, const uint8_t secret[BIL_FAIR_BYTES], const uint8_t (*contribution)[BIL_FAIR_BYTES],
                      int seats, struct bil_match *match)
{
    uint8_t commitment[BIL_FAIR_BYTES];
    struct bil_text line = {0};
    bil_text_format(&line, "Table: %s", id);
    bil_match_header(match, bil_text_string(&line));
    bil_text_free(&line);
    bil_fair_commitment(id, secret, commitment);
    add_line(match, "Commitment", commitment);
    add_line(match, "Secret", secret);
    for (int i = 0; i < seats; i++) {
        if (!sodium_is_zero(contribution[i], BIL_FAIR_BYTES)) {
            char key[] = "Contribution 0";
            key[sizeof key - 2] = (char)('1' + i);
            add_line(match, key, contribution[i]);
        }
    }
}

/* The value of the only header line of that key, or NULL; *count says how many there are. */
static const char *header(const struct bil_match *match, const char *key, int *count)
{
    const size_t length = strlen(key);
    const char *value = NULL;
    *count = 0;
    for (int i = 0; i < match->header_count; i++) {
        const char *line = match->header[i];
        if (strncmp(line, key, length) == 0 && line[length] == ':') {
            value = line + length + 1;
            value += strspn(value, " \t");
            ++*count;
        }
    }
    return *count == 1 ? value : NULL;
}

/* 64 hexadecimal digits of a header line; zero if there is none and that is allowed. */
static bool header_bytes(const struct bil_match *match, const char *key, bool needed, uint8_t bytes[BIL_FAIR_BYTES],
                         struct bil_error *error)
{
    int count;
    const char *value = header(match, key, &count);
    memset(bytes, 0, BIL_FAIR_BYTES);
    if (count > 1) {
        return bil_fail(error, "%s: stands %d times in the record; a fair deal has it once.", key, count);
    }
    if (!value) {
        return !needed || bil_fail(error, "%s: is missing in the record; without it nobody can tell how the seed came about.", key);
    }
    size_t length = 0;
    if (strlen(value) != DIGITS || sodium_hex2bin(bytes, BIL_FAIR_BYTES, value, DIGITS, NULL, &length, NULL) != 0 ||
        length != BIL_FAIR_BYTES) {
        return bil_fail(error, "%s: is not %d hexadecimal digits.", key, DIGITS);
    }
    return true;
}

/* A contribution of a seat that there is not would have been left out of the seed without a word. */
static bool no_stranger(const struct bil_match *match, struct bil_error *error)
{
    static const char key[] = "Contribution ";
    for (int i = 0; i < match->header_count; i++) {
        const char *number = match->header[i] + sizeof key - 1;
        if (strncmp(match->header[i], key, sizeof key - 1) == 0 &&
            (number[0] < '1' || number[0] > '0' + match->config.seats || number[1] != ':')) {
            return bil_fail(error, "\"%s\" is of no seat; there are seats 1 to %d.", match->header[i], match->config.seats);
        }
    }
    return true;
}

bool bil_fair_verify(const struct bil_match *match, bool *there, struct bil_error *error)
{
    int commitments;
    int secrets;
    int tables;
    header(match, "Commitment", &commitments);
    header(match, "Secret", &secrets);
    *there = commitments > 0 || secrets > 0;
    if (!*there) {
        return true;
    }
    uint8_t told[BIL_FAIR_BYTES];
    uint8_t secret[BIL_FAIR_BYTES];
    uint8_t computed[BIL_FAIR_BYTES];
    uint8_t contribution[BIL_MAX_SEATS][BIL_FAIR_BYTES];
    const char *id = header(match, "Table", &tables);
    if (!id || strlen(id) != ID_LETTERS) {
        return bil_fail(error, "Table: must stand once in the record, with the %d letters of the table.", ID_LETTERS);
    }
    if (!header_bytes(match, "Commitment", true, told, error) || !header_bytes(match, "Secret", true, secret, error) ||
        !no_stranger(match, error)) {
        return false;
    }
    for (int i = 0; i < match->config.seats; i++) {
        char key[] = "Contribution 0";
        key[sizeof key - 2] = (char)('1' + i);
        if (!header_bytes(match, key, false, contribution[i], error)) {
            return false;
        }
    }
    bil_fair_commitment(id, secret, computed);
    if (memcmp(told, computed, BIL_FAIR_BYTES) != 0) {
        return bil_fail(error,
                        "The secret is not the one that the server committed to before the game: the commitment does not fit "
                        "it.");
    }
    bil_fair_seed(id, secret, (const uint8_t(*)[BIL_FAIR_BYTES])contribution, match->config.seats, computed);
    if (memcmp(match->seed, computed, BIL_FAIR_BYTES) != 0) {
        return bil_fail(error,
                        "The seed is not the one that follows from the secret and the contributions: somebody dealt otherwise.");
    }
    return true;
}

/* ------------------------------------------------------------------ receipts */

enum { LINE = 200 };

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
    int found; /* header lines of the record, by `header` */
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

static bool read_table(struct reading *reading, const char *value)
{
    const char *there = header(reading->match, "Table", &reading->found);
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
    const char *there = header(reading->match, "Commitment", &reading->found);
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
    const char *there = header(reading->match, key, &reading->found);
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
