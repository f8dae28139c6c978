/* Writes receipts line by line. Must never replace a receipt of another table. */
#include "online/receipt.h"

#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "server/token.h"

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

static bool goes_on(FILE *file, const char *path, const char *table, bool *known, struct bil_error *error)
{
    char there[64] = "";
    if (!find_line(file, "Format: billions-receipt ", there, sizeof there) || !find_line(file, "Table: ", there, sizeof there)) {
        return bil_fail(error, "%s is already there and is no receipt; name a new file.", path);
    }
    if (strcmp(there, table) != 0) {
        return bil_fail(error, "%s is the receipt of another table, %s; name a new file.", path, there);
    }
    *known = find_line(file, "Seat: ", there, sizeof there);
    return mend(file) || bil_fail(error, "%s cannot be written: %s.", path, strerror(errno));
}

static bool begin(FILE *file, const char *path, const char *table, const struct bil_lobby_seat *sits, struct bil_error *error)
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

bool bil_receipt_open(struct bil_receipt *receipt, const char *path, const char *table, const struct bil_lobby_seat *sits,
                      struct bil_error *error)
{
    *receipt = (struct bil_receipt){0};
    if (sodium_init() < 0) {
        return bil_fail(error, "The system has no random numbers for this program.");
    }
    receipt->file = fopen(path, "r+");
    const bool there = receipt->file != NULL;
    receipt->known = sits->seat > 0;
    if (!there && errno == ENOENT) {
        receipt->file = fopen(path, "w");
    }
    if (!receipt->file) {
        return bil_fail(error, "%s cannot be written: %s.", path, strerror(errno));
    }
    if (there ? goes_on(receipt->file, path, table, &receipt->known, error) : begin(receipt->file, path, table, sits, error)) {
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
