/* What can be proven of a game at a server's table: that its seed came about as was promised, and that somebody was shown what
 * truly was (src/table/records/fair.h). And SHA-256 of a text, with which a page writes its receipts.
 *
 * Must never answer that something is proven that was not compared. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "bridge.h"
#include "table/records/fair.h"

/* {"text"}: its SHA-256, 64 hexadecimal digits. */
bool web_hash(const struct web_request *request)
{
    const char *text = NULL;
    uint8_t hash[crypto_hash_sha256_BYTES];
    char digits[2 * sizeof hash + 1];
    if (!web_text(request, "text", &text)) {
        return false;
    }
    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
    bil_json_string(request->out, sodium_bin2hex(digits, sizeof digits, hash, sizeof hash));
    return true;
}

/* Whose contributions stand in the record, seat by seat. */
static void write_contributions(const struct bil_match *match, struct bil_text *out)
{
    bil_json_key_array(out, "contributions");
    for (int seat = 0; seat < match->config.seats; seat++) {
        char key[] = "Contribution 0:";
        bool given = false;
        key[sizeof key - 3] = (char)('1' + seat);
        for (int i = 0; i < match->header_count; i++) {
            given |= strncmp(match->header[i], key, sizeof key - 1) == 0;
        }
        bil_json_bool(out, given);
    }
    bil_json_array_end(out);
}

static void write_receipt(const struct bil_receipt_proof *proof, struct bil_text *out)
{
    bil_json_object(out);
    bil_json_key_integer(out, "seat", proof->seat + 1);
    bil_json_key_bool(out, "committed", proof->committed);
    bil_json_key_bool(out, "contributed", proof->contributed);
    bil_json_key_integer(out, "views", proof->views);
    bil_json_key_integer(out, "takenBack", proof->taken_back);
    bil_json_key_bool(out, "unfinished", proof->unfinished);
    bil_json_object_end(out);
}

/* {"match", "receipt"?, "name"?}: of a match that was loaded from a record, every line of which was compared then. {"over", "hash",
 * "fair", "contributions", "receipt"}; `fair` false: the record says nothing of how its seed came about. What does not fit is
 * refused with the reason. */
bool web_verify(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    const char *receipt = NULL;
    const char *name = "The receipt";
    struct bil_receipt_proof proof = {.seat = -1};
    bool fair = false;
    bool unreadable = false;
    char hash[17];
    if (!game || !bil_value_string(request->object, "receipt", &receipt, request->error) ||
        !bil_value_string(request->object, "name", &name, request->error) || !bil_fair_verify(game->match, &fair, request->error)) {
        return false;
    }
    if (receipt && !fair) {
        return bil_fail(request->error,
                        "The record does not say how its seed came about, so there is nothing to compare the receipt with.");
    }
    if (receipt && !bil_receipt_verify(receipt, strlen(receipt), name, game->match, &proof, &unreadable, request->error)) {
        return false;
    }
    struct bil_text *out = request->out;
    snprintf(hash, sizeof hash, "%016" PRIx64, bil_state_hash(game->match->game, bil_match_state(game->match, -1)));
    bil_json_object(out);
    bil_json_key_bool(out, "over", game->match->actor == BIL_OVER);
    bil_json_key_string(out, "hash", hash);
    bil_json_key_bool(out, "fair", fair);
    write_contributions(game->match, out);
    bil_json_key(out, "receipt");
    if (receipt) {
        write_receipt(&proof, out);
    } else {
        bil_json_null(out);
    }
    bil_json_object_end(out);
    return true;
}
