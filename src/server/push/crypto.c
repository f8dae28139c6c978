/* The cryptography of push messages: see crypto.h. */
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/push/crypto.h"

/* Keys on P-256 by OpenSSL 3: making, checking, agreeing, signing. Must never keep a key: what is built of one is freed, and
 * OpenSSL wipes it. */

static const char curve[] = "prime256v1";

/* Of a public key, or of a pair. NULL: they are none. */
static EVP_PKEY *key_of(const uint8_t *secret, const uint8_t point[BIL_P256_POINT])
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *parts = OSSL_PARAM_BLD_new();
    BIGNUM *number = secret ? BN_bin2bn(secret, BIL_P256_SECRET, NULL) : NULL;
    bool fine = parts && (!secret || number) && OSSL_PARAM_BLD_push_utf8_string(parts, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) &&
                OSSL_PARAM_BLD_push_octet_string(parts, OSSL_PKEY_PARAM_PUB_KEY, point, BIL_P256_POINT) &&
                (!number || OSSL_PARAM_BLD_push_BN(parts, OSSL_PKEY_PARAM_PRIV_KEY, number));
    OSSL_PARAM *built = fine ? OSSL_PARAM_BLD_to_param(parts) : NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (!built || !context || EVP_PKEY_fromdata_init(context) <= 0 ||
        EVP_PKEY_fromdata(context, &key, number ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, built) <= 0) {
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(built);
    OSSL_PARAM_BLD_free(parts);
    BN_clear_free(number);
    return key;
}

bool bil_p256_public(const uint8_t secret[BIL_P256_SECRET], uint8_t point[BIL_P256_POINT])
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *number = BN_bin2bn(secret, BIL_P256_SECRET, NULL);
    EC_POINT *at = group ? EC_POINT_new(group) : NULL;
    const bool fine = at && number && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                      EC_POINT_mul(group, at, number, NULL, NULL, NULL) &&
                      EC_POINT_point2oct(group, at, POINT_CONVERSION_UNCOMPRESSED, point, BIL_P256_POINT, NULL) == BIL_P256_POINT;
    EC_POINT_clear_free(at);
    BN_clear_free(number);
    EC_GROUP_free(group);
    return fine;
}

bool bil_p256_make(uint8_t secret[BIL_P256_SECRET], uint8_t point[BIL_P256_POINT])
{
    BIGNUM *number = NULL;
    EVP_PKEY *key = EVP_EC_gen(curve);
    const bool fine = key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) &&
                      BN_bn2binpad(number, secret, BIL_P256_SECRET) == BIL_P256_SECRET && bil_p256_public(secret, point);
    BN_clear_free(number);
    EVP_PKEY_free(key);
    return fine;
}

bool bil_p256_sound(const uint8_t point[BIL_P256_POINT])
{
    EVP_PKEY *key = point[0] == POINT_CONVERSION_UNCOMPRESSED ? key_of(NULL, point) : NULL;
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
    const bool fine = context && EVP_PKEY_public_check(context) > 0;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

bool bil_p256_shared(const uint8_t secret[BIL_P256_SECRET], const uint8_t point[BIL_P256_POINT], uint8_t shared[32])
{
    uint8_t own[BIL_P256_POINT];
    size_t length = 32;
    EVP_PKEY *mine = bil_p256_public(secret, own) ? key_of(secret, own) : NULL;
    EVP_PKEY *theirs = bil_p256_sound(point) ? key_of(NULL, point) : NULL;
    EVP_PKEY_CTX *context = mine && theirs ? EVP_PKEY_CTX_new_from_pkey(NULL, mine, NULL) : NULL;
    const bool fine = context && EVP_PKEY_derive_init(context) > 0 && EVP_PKEY_derive_set_peer(context, theirs) > 0 &&
                      EVP_PKEY_derive(context, shared, &length) > 0 && length == 32;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(mine);
    return fine;
}

/* What OpenSSL signs is DER; JOSE wants two numbers of 32 bytes. */
static bool from_der(const uint8_t *der, size_t length, uint8_t signature[64])
{
    ECDSA_SIG *both = d2i_ECDSA_SIG(NULL, &der, (long)length);
    const bool fine = both && BN_bn2binpad(ECDSA_SIG_get0_r(both), signature, 32) == 32 &&
                      BN_bn2binpad(ECDSA_SIG_get0_s(both), signature + 32, 32) == 32;
    ECDSA_SIG_free(both);
    return fine;
}

/* The signature of ES256: r and s, 32 bytes each. */
static bool p256_sign(const uint8_t secret[BIL_P256_SECRET], const void *bytes, size_t count, uint8_t signature[64])
{
    uint8_t own[BIL_P256_POINT];
    uint8_t der[80];
    size_t length = sizeof der;
    EVP_PKEY *key = bil_p256_public(secret, own) ? key_of(secret, own) : NULL;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const bool fine = key && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) > 0 &&
                      EVP_DigestSign(context, der, &length, bytes, count) > 0 && from_der(der, length, signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

/* ------------------------------------------------------------------ base64url */

void bil_base64url_write(const void *bytes, size_t count, struct bil_text *out)
{
    char letters[512];
    const uint8_t *at = bytes;
    while (count > 0) { /* pieces of whole groups join without a seam */
        const size_t piece = count < 360 ? count : 360;
        sodium_bin2base64(letters, sizeof letters, at, piece, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        bil_text_add(out, letters);
        at += piece;
        count -= piece;
    }
}

bool bil_base64url_read(const char *letters, uint8_t *bytes, size_t count)
{
    size_t length = 0;
    const char *end = NULL;
    const size_t letter_count = strlen(letters);
    return sodium_base642bin(bytes, count, letters, letter_count, NULL, &length, &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING) ==
               0 &&
           length == count && end == letters + letter_count;
}

/* ------------------------------------------------------------------ */

/* A message that only one browser can read (RFC 8291), and the signature of who sends it (RFC 8292). The names of RFC 8291, section
 * 3.4, are kept. Must never send a text whose length tells what it says: it is filled up. */

enum { TAG = 16, KEY = 16, NONCE = 12, HASH = 32, LAST_RECORD = 2 };

static bool hmac_sha256(const void *key, size_t key_length, const void *bytes, size_t count, uint8_t out[HASH])
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
    const bool fine = hmac_sha256(prk, HASH, info, length + 1, whole);
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
                      hmac_sha256(reader->auth, sizeof reader->auth, shared, sizeof shared, prk_key) &&
                      hmac_sha256(prk_key, sizeof prk_key, info, sizeof info, ikm);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(prk_key, sizeof prk_key);
    return fine;
}

/* AES-128-GCM over the text, the mark of the last record, and zeros; the tag behind it. */
static bool seal_record(const uint8_t key[KEY], const uint8_t nonce[NONCE], const void *text, size_t length, size_t zeros,
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
    const bool fine = hmac_sha256(sealing->salt, BIL_PUSH_SALT, sealing->key, sealing->key_length, prk) &&
                      expand(prk, "Content-Encoding: aes128gcm", key, KEY) &&
                      expand(prk, "Content-Encoding: nonce", nonce, NONCE) && seal_record(key, nonce, text, length, zeros, &body);
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
    const bool fine = bil_p256_public(secret, point) && p256_sign(secret, token.data, token.length, signature);
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
