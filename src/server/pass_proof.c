/* HMAC-SHA256 over what a passed request asks; pass_proof.h says what it promises. */
#include "server/pass_proof.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/token.h"

static_assert((int)BIL_PASS_SECRET == (int)crypto_auth_hmacsha256_KEYBYTES, "a secret is a key of HMAC-SHA256");

enum { MOMENT = 24, MAC = crypto_auth_hmacsha256_BYTES };

/* No part holds the end of a line: a head with one is refused, and addresses and moments are checked. */
static void authenticate(const uint8_t secret[BIL_PASS_SECRET], const struct bil_passed *request, const char *address,
                         const char *moment, uint8_t mac[MAC])
{
    const char *const parts[] = {"billions-pass-1", request->method, request->path, request->query, address, moment};
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, secret, BIL_PASS_SECRET);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        crypto_auth_hmacsha256_update(&state, (const unsigned char *)parts[i], strlen(parts[i]));
        crypto_auth_hmacsha256_update(&state, (const unsigned char *)"\n", 1);
    }
    crypto_auth_hmacsha256_final(&state, mac);
}

void bil_pass_prove(const uint8_t secret[BIL_PASS_SECRET], const struct bil_passed *request, const char *address, int64_t now,
                    struct bil_text *out)
{
    char moment[MOMENT];
    uint8_t mac[MAC];
    char digits[2 * MAC + 1];
    snprintf(moment, sizeof moment, "%lld", (long long)now);
    authenticate(secret, request, address, moment, mac);
    bil_hex_write(mac, sizeof mac, digits);
    bil_text_format(out, "%s %s %s", address, moment, digits);
}

/* The part that a text begins with, up to a space, and where the next one begins; false: it does not fit. */
static bool take_part(const char **text, char *part, size_t size)
{
    const size_t length = strcspn(*text, " ");
    if (length == 0 || length >= size || !(*text)[length]) {
        return false;
    }
    memcpy(part, *text, length);
    part[length] = 0;
    *text += length + 1;
    return true;
}

bool bil_pass_proven(const uint8_t secret[BIL_PASS_SECRET], const struct bil_passed *request, const char *proof, int64_t now,
                     char address[BIL_ADDRESS_LENGTH])
{
    char said[BIL_ADDRESS_LENGTH];
    char moment[MOMENT];
    uint8_t mac[MAC];
    uint8_t theirs[MAC];
    uint8_t key[BIL_ADDRESS_KEY];
    if (!take_part(&proof, said, sizeof said) || !take_part(&proof, moment, sizeof moment) || strlen(proof) != sizeof theirs * 2 ||
        !bil_hex_read(proof, theirs, sizeof theirs)) {
        return false;
    }
    authenticate(secret, request, said, moment, mac);
    if (sodium_memcmp(mac, theirs, MAC) != 0) {
        return false;
    }
    const int64_t then = strtoll(moment, NULL, 10); /* ours, so it is a number, and the address is one */
    if (then < now - BIL_PASS_GOOD_FOR || then > now + BIL_PASS_GOOD_FOR || !bil_address_key(said, BIL_NETWORK_HOME, key)) {
        return false;
    }
    memcpy(address, said, strlen(said) + 1);
    return true;
}
