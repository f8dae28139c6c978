/* Keys on P-256 by OpenSSL 3: making, checking, agreeing, signing. Must never keep a key: what is built of one is freed, and
 * OpenSSL wipes it. */
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <string.h>

#include "server/push/crypto.h"

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

bool bil_p256_sign(const uint8_t secret[BIL_P256_SECRET], const void *bytes, size_t count, uint8_t signature[64])
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
