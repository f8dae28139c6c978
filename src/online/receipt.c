/* Writes receipts line by line. Must never replace a receipt of another table. */
#include "online/receipt.h"

#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "server/common/token.h"

enum { RECEIPTS = 1000 };

/* The value of a header line of what is there already, or false. */
static bool find_line(FILE *file, const char *key, char *value, size_t size)
{
    char line[256];
    const size_t length = strlen(key);
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        if (strncmp(line, key, length) == 0) {
            snprintf(value, size, "%.63s", line + length);
            return true;
        }
    }
    return false;
}

/* Takes away a last line that was not written to its end, because the program was killed. */
static bool mend(FILE *file)
{
    long whole = 0;
    rewind(file);
    for (int c = fgetc(file); c != EOF; c = fgetc(file)) {
        whole = c == '\n' ? ftell(file) : whole;
    }
    return !ferror(file) && ftruncate(fileno(file), whole) == 0 && fseek(file, 0, SEEK_END) == 0;
}

/* Whether a file is a receipt, and of which table. */
static bool receipt_of(FILE *file, char table[64])
{
    return find_line(file, "Format: billions-receipt ", table, 64) && find_line(file, "Table: ", table, 64);
}

static bool goes_on(FILE *file, const char *path, bool *known, struct bil_error *error)
{
    char there[64] = "";
    *known = find_line(file, "Seat: ", there, sizeof there);
    return mend(file) || bil_fail(error, "%s cannot be written: %s.", path, strerror(errno));
}

static bool begin_receipt(FILE *file, const char *path, const char *table, const struct bil_lobby_seat *sits,
                          struct bil_error *error)
{
    fprintf(file, "Format: billions-receipt 1\nTable: %s\n", table);
    if (sits->seat > 0) {
        fprintf(file, "Seat: %d\n", sits->seat);
    }
    if (*sits->commitment) {
        fprintf(file, "Commitment: %s\nContribution: %s\n", sits->commitment, sits->contribution);
    }
    return fflush(file) == 0 || bil_fail(error, "%s cannot be written: %s.", path, strerror(errno));
}

/* Opens the file that is this table's, or would be: *there says which. NULL and a sentence. */
static FILE *find_file(const char *path, const char *table, struct bil_text *used, bool *there, struct bil_error *error)
{
    for (int number = 1; number <= RECEIPTS; number++) {
        char other[64] = "";
        bil_text_clear(used);
        bil_text_add(used, path);
        if (number > 1) {
            bil_text_format(used, "-%d", number);
        }
        FILE *file = fopen(bil_text_string(used), "r+");
        *there = file != NULL;
        if (!file && errno == ENOENT) {
            file = fopen(bil_text_string(used), "w");
        }
        if (!file) {
            bil_fail(error, "%s cannot be written: %s.", bil_text_string(used), strerror(errno));
            return NULL;
        }
        const bool receipt = *there && receipt_of(file, other);
        if (!*there || (receipt && strcmp(other, table) == 0)) {
            return file;
        }
        fclose(file);
        if (number == 1 && !receipt) {
            bil_fail(error, "%s is already there and is no receipt; name a new file.", path);
            return NULL;
        }
    }
    bil_fail(error, "%s and %d more are there already; name a new file.", path, RECEIPTS - 1);
    return NULL;
}

bool bil_receipt_open(struct bil_receipt *receipt, const char *path, const char *table, const struct bil_lobby_seat *sits,
                      struct bil_text *used, struct bil_error *error)
{
    bool there = false;
    *receipt = (struct bil_receipt){0};
    if (sodium_init() < 0) {
        return bil_fail(error, "The system has no random numbers for this program.");
    }
    receipt->file = find_file(path, table, used, &there, error);
    receipt->known = sits->seat > 0;
    if (!receipt->file) {
        return false;
    }
    if (there ? goes_on(receipt->file, bil_text_string(used), &receipt->known, error)
              : begin_receipt(receipt->file, bil_text_string(used), table, sits, error)) {
        return true;
    }
    fclose(receipt->file);
    receipt->file = NULL;
    return false;
}

void bil_receipt_who(struct bil_receipt *receipt, int seat, const char *commitment)
{
    if (receipt->file && !receipt->known && seat > 0) {
        receipt->known = true;
        receipt->broken |= fprintf(receipt->file, "Seat: %d\nCommitment: %s\n", seat, commitment) < 0 || fflush(receipt->file) != 0;
    }
}

void bil_receipt_shown(struct bil_receipt *receipt, int64_t number, const char *view, size_t length)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    char digits[2 * sizeof hash + 1];
    if (!receipt->file) {
        return;
    }
    if (!view) {
        receipt->broken |= fprintf(receipt->file, "Undo: %" PRId64 "\n", number) < 0 || fflush(receipt->file) != 0;
        *receipt->last = 0;
        return;
    }
    crypto_hash_sha256(hash, (const unsigned char *)view, length);
    bil_hex_write(hash, sizeof hash, digits);
    if (strcmp(digits, receipt->last) != 0) {
        memcpy(receipt->last, digits, sizeof receipt->last);
        receipt->broken |= fprintf(receipt->file, "View: %" PRId64 " %s\n", number, digits) < 0 || fflush(receipt->file) != 0;
    }
}

bool bil_receipt_close(struct bil_receipt *receipt, struct bil_error *error)
{
    if (receipt->file) {
        receipt->broken |= fclose(receipt->file) != 0;
        receipt->file = NULL;
    }
    return !receipt->broken || bil_fail(error, "Part of the receipt could not be written: %s.", strerror(errno));
}
