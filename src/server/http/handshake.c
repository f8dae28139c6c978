/* See handshake.h. */
#include "server/http/handshake.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

void bil_handshake_proof(const char *key, struct bil_text *out)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char both[BIL_HANDSHAKE_KEY + sizeof guid];
    unsigned char hash[SHA_DIGEST_LENGTH];
    unsigned char letters[64];
    memcpy(both, key, BIL_HANDSHAKE_KEY);
    memcpy(both + BIL_HANDSHAKE_KEY, guid, sizeof guid - 1);
    SHA1(both, BIL_HANDSHAKE_KEY + sizeof guid - 1, hash);
    EVP_EncodeBlock(letters, hash, sizeof hash);
    bil_text_add(out, (const char *)letters);
}
