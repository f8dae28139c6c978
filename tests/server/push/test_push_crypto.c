/* The cryptography of push messages against the vectors of the RFCs, where messages are to go, and which addresses are public. What
 * browsers make of a message is tried with another implementation by push.py. */
#include <arpa/inet.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <string.h>

#include "server/push/crypto.h"
#include "server/push/endpoint.h"
#include "unit.h"

/* RFC 8291, appendix A. */
static const char as_public[] = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char as_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char ua_public[] = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char ua_private[] = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
static const char watermelon[] = "When I grow up, I want to be a watermelon";

static void read_bytes(const char *letters, uint8_t *bytes, size_t count)
{
    assert_true(bil_base64url_read(letters, bytes, count));
}

static void assert_letters(const void *bytes, size_t count, const char *letters)
{
    struct bil_text text = {0};
    bil_base64url_write(bytes, count, &text);
    assert_string_equal(bil_text_string(&text), letters);
    bil_text_free(&text);
}

static void keys_are_those_of_the_rfc(void **state)
{
    uint8_t secret[BIL_P256_SECRET];
    uint8_t other[BIL_P256_SECRET];
    uint8_t point[BIL_P256_POINT];
    uint8_t others[BIL_P256_POINT];
    uint8_t shared[32];
    read_bytes(as_private, secret, sizeof secret);
    assert_true(bil_p256_public(secret, point));
    assert_letters(point, sizeof point, as_public);
    read_bytes(ua_public, others, sizeof others);
    assert_true(bil_p256_sound(others));
    assert_true(bil_p256_shared(secret, others, shared));
    assert_letters(shared, sizeof shared, "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
    read_bytes(ua_private, other, sizeof other);
    assert_true(bil_p256_shared(other, point, shared));
    assert_letters(shared, sizeof shared, "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
}

static void a_message_is_that_of_the_rfc(void **state)
{
    struct bil_push_reader reader;
    struct bil_push_once once;
    struct bil_text out = {0};
    read_bytes(ua_public, reader.point, sizeof reader.point);
    read_bytes("BTBZMqHH6r4Tts7J_aSIgg", reader.auth, sizeof reader.auth);
    read_bytes("DGv6ra1nlYgDCS1FRnbzlw", once.salt, sizeof once.salt);
    read_bytes(as_private, once.secret, sizeof once.secret);
    assert_true(bil_push_encrypt(&reader, watermelon, strlen(watermelon), 0, 4096, &once, &out));
    assert_letters(out.data, out.length,
                   "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
                   "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
                   "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
    bil_text_free(&out);
}

/* RFC 8188, 3.1. (3.2 has two records; a push message is one.) */
static void a_record_is_that_of_the_rfc(void **state)
{
    uint8_t key[16];
    struct bil_sealing sealing = {.key = key, .key_length = sizeof key, .id = key, .record = 4096};
    struct bil_text out = {0};
    read_bytes("yqdlZ-tYemfogSmv7Ws5PQ", key, sizeof key);
    read_bytes("I1BsxtFttlv3u_Oo94xnmw", sealing.salt, sizeof sealing.salt);
    assert_true(bil_push_seal(&sealing, "I am the walrus", 15, 0, &out));
    assert_letters(out.data, out.length, "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg");
    bil_text_clear(&out);
    sealing.record = 15 + 1 + 16;
    assert_true(bil_push_seal(&sealing, "I am the walrus", 15, 0, &out));
    bil_text_clear(&out);
    assert_false(bil_push_seal(&sealing, "I am the walrus", 15, 1, &out));
    assert_int_equal(out.length, 0);
    bil_text_free(&out);
}

static void the_length_tells_nothing_and_nothing_repeats(void **state)
{
    struct bil_push_reader reader;
    struct bil_text some = {0};
    struct bil_text more = {0};
    struct bil_text out = {0};
    static char long_text[BIL_PUSH_MOST + 1];
    read_bytes(ua_public, reader.point, sizeof reader.point);
    read_bytes("BTBZMqHH6r4Tts7J_aSIgg", reader.auth, sizeof reader.auth);
    assert_true(bil_push_encrypt(&reader, "a", 1, 640, 4096, NULL, &some));
    assert_true(bil_push_encrypt(&reader, watermelon, strlen(watermelon), 640, 4096, NULL, &more));
    assert_int_equal(some.length, more.length);
    assert_memory_not_equal(some.data, more.data, BIL_PUSH_SALT);
    assert_memory_not_equal(some.data + BIL_PUSH_SALT + 5, more.data + BIL_PUSH_SALT + 5, BIL_P256_POINT);
    assert_true(bil_push_encrypt(&reader, long_text, BIL_PUSH_MOST, 0, 4096, NULL, &out));
    assert_int_equal(out.length, 4096);
    bil_text_clear(&out);
    assert_false(bil_push_encrypt(&reader, long_text, BIL_PUSH_MOST + 1, 0, 4096, NULL, &out));
    reader.point[10] ^= 1; /* not on the curve any more */
    assert_false(bil_push_encrypt(&reader, "a", 1, 640, 4096, NULL, &out));
    assert_int_equal(out.length, 0);
    bil_text_free(&some);
    bil_text_free(&more);
    bil_text_free(&out);
}

static void keys_that_are_none_are_refused(void **state)
{
    uint8_t secret[BIL_P256_SECRET] = {0};
    uint8_t point[BIL_P256_POINT] = {4};
    assert_false(bil_p256_public(secret, point));
    memset(secret, 0xff, sizeof secret); /* beyond the order */
    assert_false(bil_p256_public(secret, point));
    memset(point, 0, sizeof point); /* the point at infinity, and one nowhere */
    assert_false(bil_p256_sound(point));
    point[0] = 4;
    assert_false(bil_p256_sound(point));
    assert_true(bil_p256_make(secret, point));
    assert_true(bil_p256_sound(point));
    point[0] = 2;
    assert_false(bil_p256_sound(point));
    assert_false(bil_base64url_read("AAAA=", point, 3));
    assert_false(bil_base64url_read("AA+A", point, 3));
    assert_false(bil_base64url_read("AAA A", point, 3));
    assert_false(bil_base64url_read("AAAA", point, 4));
    assert_true(bil_base64url_read("AAAA", point, 3));
}

/* ------------------------------------------------------------------ signatures */

/* Whether "HEAD.CLAIMS.SIGNATURE" is signed with a key, by OpenSSL and without our code. */
static bool verifies(const char *token, const char *key_letters)
{
    uint8_t point[BIL_P256_POINT];
    uint8_t both[64];
    unsigned char *der = NULL;
    EVP_PKEY *key = NULL;
    const char *dot = strrchr(token, '.');
    read_bytes(key_letters, point, sizeof point);
    read_bytes(dot + 1, both, sizeof both);
    ECDSA_SIG *signature = ECDSA_SIG_new();
    ECDSA_SIG_set0(signature, BN_bin2bn(both, 32, NULL), BN_bin2bn(both + 32, 32, NULL));
    const int length = i2d_ECDSA_SIG(signature, &der);
    OSSL_PARAM_BLD *parts = OSSL_PARAM_BLD_new();
    OSSL_PARAM_BLD_push_utf8_string(parts, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
    OSSL_PARAM_BLD_push_octet_string(parts, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point);
    OSSL_PARAM *built = OSSL_PARAM_BLD_to_param(parts);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    assert_true(EVP_PKEY_fromdata_init(context) > 0 && EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, built) > 0);
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    assert_true(EVP_DigestVerifyInit(digest, NULL, EVP_sha256(), NULL, key) > 0);
    const bool fine = EVP_DigestVerify(digest, der, (size_t)length, (const unsigned char *)token, (size_t)(dot - token)) > 0;
    EVP_MD_CTX_free(digest);
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(built);
    OSSL_PARAM_BLD_free(parts);
    OPENSSL_free(der);
    ECDSA_SIG_free(signature);
    return fine;
}

/* RFC 8292, 2.4. */
#define HEAD_AND_CLAIMS                                                                                                            \
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0b"   \
    "zpwdXNoQGV4YW1wbGUuY29tIn0"
static const char rfc_token[] =
    HEAD_AND_CLAIMS ".i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
static const char rfc_key[] = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";

static void who_sends_is_signed(void **state)
{
    uint8_t secret[BIL_P256_SECRET];
    uint8_t point[BIL_P256_POINT];
    struct bil_text out = {0};
    assert_true(verifies(rfc_token, rfc_key));
    read_bytes(as_private, secret, sizeof secret);
    assert_true(bil_p256_public(secret, point));
    for (int i = 0; i < 64; i++) { /* numbers with leading zeros too */
        bil_text_clear(&out);
        assert_true(bil_push_authorization(secret, "https://push.example.net", 1453523768, "mailto:push@example.com", &out));
        char *text = out.data;
        char *key = strstr(text, ", k=");
        assert_non_null(key);
        *key = 0;
        assert_string_equal(key + 4, as_public);
        assert_memory_equal(text, "vapid t=" HEAD_AND_CLAIMS ".", strlen("vapid t=" HEAD_AND_CLAIMS "."));
        assert_true(verifies(text + 8, as_public));
        assert_false(verifies(text + 8, rfc_key));
    }
    bil_text_free(&out);
}

/* ------------------------------------------------------------------ where to */

static void endpoints_are_judged(void **state)
{
    static const struct {
        const char *text;
        bool plain, local;
    } rows[] = {
        {"https://push.example.net/wpush/v2/gAAAA:x_y-z", true, true},
        {"https://fcm.googleapis.com/fcm/send/abc:APA91b", true, true},
        {"https://push.example.net:443/x", true, true},
        {"https://push.example.net/?a=b&c=d%20e", true, true},
        {"https://xn--bcher-kva.example/a", true, true},
        {"http://push.example.net/x", false, true},
        {"ftp://push.example.net/x", false, false},
        {"HTTPS://push.example.net/x", false, false},
        {"https://push.example.net", false, false},
        {"https://push.example.net:8443/x", false, true},
        {"https://push.example.net:99999999/x", false, false},
        {"https://push.example.net:/x", false, false},
        {"https://push.example.net:4a/x", false, false},
        {"https://user@push.example.net/x", false, false},
        {"https://user:443@push.example.net/x", false, false},
        {"https://push.example.net\\@localhost/x", false, false},
        {"https://push.example.net#/x", false, false},
        {"https://push.example.net/x#y", false, false},
        {"https://push.example.net/x y", false, false},
        {"https://push.example.net/x\r\nHost: a", false, false},
        {"https://push.example.net/\xc3\xbc", false, false},
        {"https://p\xc3\xbcsh.example.net/x", false, false},
        {"https://localhost/x", false, true},
        {"https://intranet/x", false, true},
        {"https://127.0.0.1/x", false, true},
        {"https://127.1/x", false, true},
        {"https://2130706433/x", false, true},
        {"https://0x7f.0.0.1/x", false, true},
        {"https://push.example.0x7f/x", false, true},
        {"https://[::1]/x", false, true},
        {"https://[2001:db8::1]/x", false, false},
        {"https://[::1/x", false, false},
        {"https://.example.net/x", false, true},
        {"https://push..example.net/x", false, true},
        {"https://push.example.net./x", false, true},
        {"https:///x", false, false},
        {"https://", false, false},
        {"", false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bil_error error = {{0}};
        print_message("%s\n", rows[i].text);
        assert_int_equal(bil_push_endpoint(rows[i].text, false, &error), rows[i].plain);
        assert_int_equal(error.text[0] == 0, rows[i].plain);
        assert_int_equal(bil_push_endpoint(rows[i].text, true, &error), rows[i].local);
    }
    struct bil_text many = {0};
    struct bil_error error = {{0}};
    bil_text_add(&many, "https://push.example.net/");
    bil_text_repeat(&many, "a", BIL_PUSH_ENDPOINT - (int)many.length);
    assert_true(bil_push_endpoint(many.data, false, &error));
    bil_text_add(&many, "a");
    assert_false(bil_push_endpoint(many.data, false, &error));
    bil_text_free(&many);
}

static void services_have_names(void **state)
{
    static const char *const rows[][3] = {
        {"https://push.example.net/a/b", "https://push.example.net", "push.example.net"},
        {"https://push.example.net:443/a", "https://push.example.net", "push.example.net"},
        {"http://127.0.0.1:8123/a", "http://127.0.0.1:8123", "127.0.0.1"},
        {"http://[::1]:8123/a", "http://[::1]:8123", "[::1]"},
    };
    char origin[BIL_PUSH_ORIGIN];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bil_push_origin(rows[i][0], origin);
        assert_string_equal(origin, rows[i][1]);
        bil_push_host(rows[i][0], origin);
        assert_string_equal(origin, rows[i][2]);
    }
}

static bool is_public(const char *text)
{
    struct sockaddr_storage address = {0};
    struct sockaddr_in *four = (struct sockaddr_in *)(void *)&address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)(void *)&address;
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        return bil_address_public((struct sockaddr *)(void *)&address, sizeof *four);
    }
    assert_int_equal(inet_pton(AF_INET6, text, &six->sin6_addr), 1);
    six->sin6_family = AF_INET6;
    return bil_address_public((struct sockaddr *)(void *)&address, sizeof *six);
}

static void addresses_are_judged(void **state)
{
    static const char *const yes[] = {"8.8.8.8",         "1.1.1.1",         "9.255.255.255",  "11.0.0.0",         "100.63.255.255",
                                      "100.128.0.0",     "126.255.255.255", "128.0.0.0",      "169.253.1.1",      "172.15.255.255",
                                      "172.32.0.0",      "192.167.1.1",     "192.169.0.0",    "198.17.1.1",       "223.255.255.255",
                                      "2606:4700::1111", "2a00:1450::8",    "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2001:4860::8"};
    static const char *const no[] = {"0.0.0.0",
                                     "10.0.0.1",
                                     "10.255.255.255",
                                     "100.64.0.1",
                                     "100.127.255.255",
                                     "127.0.0.1",
                                     "127.255.255.255",
                                     "169.254.169.254",
                                     "172.16.0.1",
                                     "172.31.255.255",
                                     "192.0.0.1",
                                     "192.0.2.1",
                                     "192.168.1.1",
                                     "198.18.0.1",
                                     "198.19.255.255",
                                     "198.51.100.7",
                                     "203.0.113.7",
                                     "224.0.0.1",
                                     "239.1.1.1",
                                     "240.0.0.1",
                                     "255.255.255.255",
                                     "::",
                                     "::1",
                                     "::127.0.0.1",
                                     "::ffff:127.0.0.1",
                                     "::ffff:10.0.0.1",
                                     "64:ff9b::10.0.0.1",
                                     "64:ff9b::7f00:1",
                                     "64:ff9b:1::1",
                                     "fe80::1",
                                     "fc00::1",
                                     "fd12:3456::1",
                                     "ff02::1",
                                     "2001:db8::1",
                                     "2001::1",
                                     "2002:7f00:1::1",
                                     "3fff::1",
                                     "100::1",
                                     "4000::1"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        print_message("%s\n", yes[i]);
        assert_true(is_public(yes[i]));
    }
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        print_message("%s\n", no[i]);
        assert_false(is_public(no[i]));
    }
    const struct sockaddr other = {.sa_family = AF_UNIX};
    assert_false(bil_address_public(&other, sizeof other));
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_those_of_the_rfc),      cmocka_unit_test(a_message_is_that_of_the_rfc),
        cmocka_unit_test(a_record_is_that_of_the_rfc),    cmocka_unit_test(the_length_tells_nothing_and_nothing_repeats),
        cmocka_unit_test(keys_that_are_none_are_refused), cmocka_unit_test(who_sends_is_signed),
        cmocka_unit_test(endpoints_are_judged),           cmocka_unit_test(services_have_names),
        cmocka_unit_test(addresses_are_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
