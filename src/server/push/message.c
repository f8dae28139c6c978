/* A message that only one browser can read (RFC 8291), and the signature of who sends it (RFC 8292). The names of RFC 8291, section
 * 3.4, are kept. Must never send a text whose length tells what it says: it is filled up. */
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/push/crypto.h"

enum { TAG = 16, KEY = 16, NONCE = 12, HASH = 32, LAST_RECORD = 2 };

static bool hmac(const void *key, size_t key_length, const void *bytes, size_t count, uint8_t out[HASH])
{
    unsigned int length = HASH;
    return HMAC(EVP_sha256(), key, (int)key_length, bytes, count, out, &length) && length == HASH;
}

/* HKDF in the one step that is wanted here: at most 32 bytes, `info` ends in the counter 1. */
static bool expand(const uint8_t prk[HASH], const char *name, uint8_t *out, size_t count)
{
    uint8_t info[64];
    uint8_t whole[HASH];
    const size_t length = strlen(name) + 1; /* its final zero is part of it */
    memcpy(info, name, length);
    info[length] = 1;
    const bool fine = hmac(prk, HASH, info, length + 1, whole);
    memcpy(out, whole, count);
    sodium_memzero(whole, sizeof whole);
    return fine;
}

/* What key and nonce are derived from: the secret that both sides share, and that of the subscription. */
static bool input_key(const struct bil_push_reader *reader, const struct bil_push_once *once, const uint8_t own[BIL_P256_POINT],
                      uint8_t ikm[HASH])
{
    static const char name[] = "WebPush: info";
    uint8_t info[sizeof name + 2 * BIL_P256_POINT + 1];
    uint8_t shared[32];
    uint8_t prk_key[HASH];
    memcpy(info, name, sizeof name);
    memcpy(info + sizeof name, reader->point, BIL_P256_POINT);
    memcpy(info + sizeof name + BIL_P256_POINT, own, BIL_P256_POINT);
    info[sizeof info - 1] = 1;
    const bool fine = bil_p256_shared(once->secret, reader->point, shared) &&
                      hmac(reader->auth, sizeof reader->auth, shared, sizeof shared, prk_key) &&
                      hmac(prk_key, sizeof prk_key, info, sizeof info, ikm);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(prk_key, sizeof prk_key);
    return fine;
}

/* AES-128-GCM over the text, the mark of the last record, and zeros; the tag behind it. */
static bool seal(const uint8_t key[KEY], const uint8_t nonce[NONCE], const void *text, size_t length, size_t zeros,
                 struct bil_text *out)
{
    static const uint8_t nothing[256] = {0};
    static const uint8_t mark = LAST_RECORD;
    uint8_t sealed[256];
    uint8_t tag[TAG];
    int got = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool fine = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) > 0;
    const struct {
        const uint8_t *bytes;
        size_t count;
        bool repeats;
    } parts[] = {{text, length, false}, {&mark, 1, false}, {nothing, zeros, true}};
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
        for (size_t done = 0; fine && done < parts[p].count;) {
            const size_t left = parts[p].count - done;
            const size_t piece = left < sizeof sealed ? left : sizeof sealed;
            fine = EVP_EncryptUpdate(context, sealed, &got, parts[p].bytes + (parts[p].repeats ? 0 : done), (int)piece) > 0;
            bil_text_add_bytes(out, (const char *)sealed, fine ? (size_t)got : 0);
            done += piece;
        }
    }
    fine =
        fine && EVP_EncryptFinal_ex(context, sealed, &got) > 0 && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG, tag) > 0;
    bil_text_add_bytes(out, (const char *)tag, fine ? TAG : 0);
    EVP_CIPHER_CTX_free(context);
    return fine;
}

bool bil_push_seal(const struct bil_sealing *sealing, const void *text, size_t length, size_t zeros, struct bil_text *out)
{
    const uint32_t record = sealing->record;
    const uint8_t numbers[5] = {(uint8_t)(record >> 24), (uint8_t)(record >> 16), (uint8_t)(record >> 8), (uint8_t)record,
                                (uint8_t)sealing->id_length};
    uint8_t prk[HASH];
    uint8_t key[KEY];
    uint8_t nonce[NONCE];
    struct bil_text body = {0};
    if (sealing->id_length > UINT8_MAX || length + zeros + 1 + TAG > record) {
        return false;
    }
    bil_text_add_bytes(&body, (const char *)sealing->salt, BIL_PUSH_SALT);
    bil_text_add_bytes(&body, (const char *)numbers, sizeof numbers);
    bil_text_add_bytes(&body, (const char *)sealing->id, sealing->id_length);
    const bool fine = hmac(sealing->salt, BIL_PUSH_SALT, sealing->key, sealing->key_length, prk) &&
                      expand(prk, "Content-Encoding: aes128gcm", key, KEY) &&
                      expand(prk, "Content-Encoding: nonce", nonce, NONCE) && seal(key, nonce, text, length, zeros, &body);
    bil_text_add_bytes(out, bil_text_string(&body), fine ? body.length : 0);
    bil_text_free(&body);
    sodium_memzero(prk, sizeof prk);
    sodium_memzero(key, sizeof key);
    return fine;
}

bool bil_push_encrypt(const struct bil_push_reader *reader, const void *text, size_t length, size_t padded, uint32_t record,
                      const struct bil_push_once *given, struct bil_text *out)
{
    struct bil_push_once once;
    uint8_t own[BIL_P256_POINT];
    uint8_t ikm[HASH];
    const size_t zeros = padded > length ? padded - length : 0;
    bool fine = length + zeros <= BIL_PUSH_MOST;
    if (given) {
        once = *given;
        fine = fine && bil_p256_public(once.secret, own);
    } else {
        randombytes_buf(once.salt, sizeof once.salt);
        fine = fine && bil_p256_make(once.secret, own);
    }
    struct bil_sealing sealing = {.key = ikm, .key_length = HASH, .id = own, .id_length = sizeof own, .record = record};
    memcpy(sealing.salt, once.salt, sizeof sealing.salt);
    fine = fine && input_key(reader, &once, own, ikm) && bil_push_seal(&sealing, text, length, zeros, out);
    sodium_memzero(&once, sizeof once);
    sodium_memzero(ikm, sizeof ikm);
    return fine;
}

/* ------------------------------------------------------------------ who sends */

bool bil_push_authorization(const uint8_t secret[BIL_P256_SECRET], const char *audience, int64_t expires, const char *contact,
                            struct bil_text *out)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    struct bil_text claims = {0};
    struct bil_text token = {0};
    uint8_t signature[64];
    uint8_t point[BIL_P256_POINT];
    bil_json_object(&claims);
    bil_json_key_string(&claims, "aud", audience);
    bil_json_key_integer(&claims, "exp", expires);
    bil_json_key_string(&claims, "sub", contact);
    bil_json_object_end(&claims);
    bil_base64url_write(head, sizeof head - 1, &token);
    bil_text_char(&token, '.');
    bil_base64url_write(bil_text_string(&claims), claims.length, &token);
    const bool fine = bil_p256_public(secret, point) && bil_p256_sign(secret, token.data, token.length, signature);
    if (fine) {
        bil_text_format(out, "vapid t=%s.", bil_text_string(&token));
        bil_base64url_write(signature, sizeof signature, out);
        bil_text_add(out, ", k=");
        bil_base64url_write(point, sizeof point, out);
    }
    bil_text_free(&claims);
    bil_text_free(&token);
    return fine;
}
