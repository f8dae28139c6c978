/* Reads frames; frames.h says what it promises. Each refusal names its section of RFC 6455. */
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

#include "server/http/frames.h"

enum { MASK_BYTES = 4 };

/* ------------------------------------------------------------------ UTF-8 */

bool bil_utf8_read(struct bil_utf8 *state, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if (state->left > 0) {
            if (c < state->low || c > state->high) {
                return false;
            }
            *state = (struct bil_utf8){(unsigned char)(state->left - 1), 0x80, 0xbf};
        } else if (c >= 0x80) {
            if (c < 0xc2 || c > 0xf4) {
                return false;
            }
            *state = (struct bil_utf8){
                .left = c < 0xe0   ? 1
                        : c < 0xf0 ? 2
                                   : 3,
                .low = c == 0xe0   ? 0xa0
                       : c == 0xf0 ? 0x90
                                   : 0x80,
                .high = c == 0xed   ? 0x9f
                        : c == 0xf4 ? 0x8f
                                    : 0xbf,
            };
        }
    }
    return true;
}

/* ------------------------------------------------------------------ heads */

static enum bil_frame fail_frame(struct bil_frame_found *found, int status, const char *reason)
{
    found->status = status;
    found->reason = reason;
    return BIL_FRAME_FAULT;
}

static int opcode_of(const struct bil_frames *frames)
{
    return frames->head[0] & 15;
}

static size_t mask_bytes(const struct bil_frames *frames)
{
    return frames->of_server ? 0 : MASK_BYTES;
}

/* How long the head is without the mask, as far as its first two bytes say. */
static size_t plain_head_length(const struct bil_frames *frames)
{
    const int said = frames->head[1] & 127;
    return 2U + (said == 126 ? 2U : said == 127 ? 8U : 0U);
}

/* What the first two bytes already tell. */
static enum bil_frame judge_begin(const struct bil_frames *frames, struct bil_frame_found *found)
{
    const int opcode = opcode_of(frames);
    const bool final = frames->head[0] & 0x80;
    const int said = frames->head[1] & 127;
    if (frames->head[0] & 0x70) {
        return fail_frame(found, BIL_CLOSE_PROTOCOL, "Reserved bits mean an extension, and there is none (RFC 6455, 5.2).");
    }
    if (opcode > BIL_OPCODE_PONG || (opcode > BIL_OPCODE_BINARY && opcode < BIL_OPCODE_CLOSE)) {
        return fail_frame(found, BIL_CLOSE_PROTOCOL, "There is no such opcode (RFC 6455, 5.2).");
    }
    if (frames->of_server == (frames->head[1] >> 7 != 0)) {
        return fail_frame(found, BIL_CLOSE_PROTOCOL, "A client's frames are masked, a server's are not (RFC 6455, 5.1).");
    }
    if (opcode >= BIL_OPCODE_CLOSE && (!final || said > BIL_FRAMES_CONTROL)) {
        return fail_frame(found, BIL_CLOSE_PROTOCOL, "Control frames are whole and have at most 125 bytes (RFC 6455, 5.5).");
    }
    if (opcode == BIL_OPCODE_CLOSE && said == 1) {
        return fail_frame(found, BIL_CLOSE_PROTOCOL, "A status has two bytes (RFC 6455, 5.5.1).");
    }
    if (opcode == BIL_OPCODE_MORE && !frames->message) {
        return fail_frame(found, BIL_CLOSE_PROTOCOL, "This goes on with a message that has not begun (RFC 6455, 5.4).");
    }
    if ((opcode == BIL_OPCODE_TEXT || opcode == BIL_OPCODE_BINARY) && frames->message) {
        return fail_frame(found, BIL_CLOSE_PROTOCOL, "A message begins in the middle of another (RFC 6455, 5.4).");
    }
    if (opcode == BIL_OPCODE_BINARY) {
        return fail_frame(found, BIL_CLOSE_NOT_TEXT, "Binary messages are not understood.");
    }
    return BIL_FRAME_NONE;
}

/* All of the head but the mask is there. */
static enum bil_frame judge_length(struct bil_frames *frames, struct bil_frame_found *found)
{
    const int said = frames->head[1] & 127;
    const size_t wide = said == 126 ? 2 : said == 127 ? 8 : 0;
    uint64_t length = wide ? 0 : (uint64_t)said;
    for (size_t i = 0; i < wide; i++) {
        length = length << 8 | frames->head[2 + i];
    }
    if ((wide == 2 && length < 126) || (wide == 8 && (length < 65536 || length >> 63))) {
        return fail_frame(found, BIL_CLOSE_PROTOCOL, "A length is said in as few bytes as it needs (RFC 6455, 5.2).");
    }
    if (opcode_of(frames) < BIL_OPCODE_CLOSE) {
        const size_t most = frames->of_server ? BIL_FRAMES_SERVER_MESSAGE : BIL_FRAMES_MESSAGE;
        if (length > most - frames->text.length) {
            return fail_frame(found, BIL_CLOSE_TOO_BIG,
                              frames->of_server ? "A message is too big." : "A message may have 65536 bytes at most.");
        }
        if (++frames->pieces > BIL_FRAMES_PIECES) {
            return fail_frame(found, BIL_CLOSE_AGAINST_RULES, "A message in too many pieces.");
        }
    }
    frames->left = length;
    frames->taken = 0;
    frames->control_length = 0;
    return BIL_FRAME_NONE;
}

/* ------------------------------------------------------------------ contents */

static void apply_mask(char *bytes, size_t count, const unsigned char mask[4], uint64_t from)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (char)((unsigned char)bytes[i] ^ mask[(from + i) & 3]);
    }
}

/* RFC 6455, 7.4: what may stand in a closing frame. */
static bool status_allowed(int status)
{
    return (status >= 1000 && status <= 1003) || (status >= 1007 && status <= 1014) || (status >= 3000 && status <= 4999);
}

static enum bil_frame end_control(struct bil_frames *frames, struct bil_frame_found *found)
{
    const int opcode = opcode_of(frames);
    found->content = frames->control;
    found->length = frames->control_length;
    if (opcode != BIL_OPCODE_CLOSE) {
        return opcode == BIL_OPCODE_PING ? BIL_FRAME_PING : BIL_FRAME_PONG;
    }
    found->status = BIL_CLOSE_NONE;
    if (frames->control_length >= 2) {
        struct bil_utf8 letters = {0};
        found->status = (unsigned char)frames->control[0] << 8 | (unsigned char)frames->control[1];
        if (!status_allowed(found->status)) {
            return fail_frame(found, BIL_CLOSE_PROTOCOL, "There is no such status (RFC 6455, 7.4).");
        }
        if (!bil_utf8_read(&letters, frames->control + 2, frames->control_length - 2U) || letters.left > 0) {
            return fail_frame(found, BIL_CLOSE_NO_UTF8, "A reason is text in UTF-8 (RFC 6455, 5.5.1).");
        }
    }
    return BIL_FRAME_CLOSE;
}

static enum bil_frame read_control(struct bil_frames *frames, const char *bytes, size_t count, struct bil_frame_found *found)
{
    memcpy(frames->control + frames->control_length, bytes, count);
    frames->control_length = (unsigned char)(frames->control_length + count);
    if (frames->left > 0) {
        return BIL_FRAME_NONE;
    }
    frames->body = false;
    return end_control(frames, found);
}

static enum bil_frame read_text(struct bil_frames *frames, char *bytes, size_t count, bool whole, struct bil_frame_found *found)
{
    const bool final = frames->head[0] & 0x80;
    if (!bil_utf8_read(&frames->letters, bytes, count)) {
        return fail_frame(found, BIL_CLOSE_NO_UTF8, "A message is text in UTF-8 (RFC 6455, 8.1).");
    }
    if (!whole || !final || frames->message) {
        bil_text_add_bytes(&frames->text, bytes, count);
    }
    if (frames->left > 0) {
        return BIL_FRAME_NONE;
    }
    const bool collected = !whole || frames->message;
    frames->body = false;
    frames->message = !final;
    if (!final) {
        return BIL_FRAME_NONE;
    }
    if (frames->letters.left > 0) {
        return fail_frame(found, BIL_CLOSE_NO_UTF8, "A message is text in UTF-8 (RFC 6455, 8.1).");
    }
    frames->pieces = 0;
    found->content = collected ? bil_text_string(&frames->text) : bytes;
    found->length = collected ? frames->text.length : count;
    return BIL_FRAME_MESSAGE;
}

enum bil_frame bil_frames_read(struct bil_frames *frames, char *bytes, size_t count, struct bil_frame_found *found)
{
    enum bil_frame kind = BIL_FRAME_NONE;
    size_t at = 0;
    *found = (struct bil_frame_found){0};
    if (!frames->message && !frames->body && frames->text.data) {
        bil_text_free(&frames->text); /* of the message that was told last */
    }
    while (kind == BIL_FRAME_NONE && (at < count || (frames->body && frames->left == 0))) {
        if (!frames->body) {
            frames->head[frames->have++] = (unsigned char)bytes[at++];
            if (frames->have == 2) {
                kind = judge_begin(frames, found);
            }
            if (kind == BIL_FRAME_NONE && frames->have >= 2 && frames->have == plain_head_length(frames)) {
                kind = judge_length(frames, found);
            }
            frames->body = frames->have >= 2 && frames->have == plain_head_length(frames) + mask_bytes(frames);
            continue;
        }
        const size_t part = count - at < frames->left ? count - at : (size_t)frames->left;
        const bool whole = frames->taken == 0 && part == frames->left;
        if (!frames->of_server) {
            apply_mask(bytes + at, part, frames->head + frames->have - MASK_BYTES, frames->taken);
        }
        frames->left -= part;
        frames->taken += part;
        kind = opcode_of(frames) >= BIL_OPCODE_CLOSE ? read_control(frames, bytes + at, part, found)
                                                     : read_text(frames, bytes + at, part, whole, found);
        at += part;
        frames->have = frames->body ? frames->have : 0;
    }
    found->used = at;
    return kind;
}

static void add_head(struct bil_text *out, int opcode, size_t length, bool masked)
{
    unsigned char head[10] = {(unsigned char)(0x80 | opcode)};
    size_t size = 2;
    if (length < 126) {
        head[1] = (unsigned char)length;
    } else {
        const size_t wide = length < 65536 ? 2 : 8;
        head[1] = wide == 2 ? 126 : 127;
        for (size_t i = 0; i < wide; i++) {
            head[size++] = (unsigned char)((uint64_t)length >> (8 * (wide - 1 - i)));
        }
    }
    head[1] = (unsigned char)(head[1] | (masked ? 0x80 : 0));
    bil_text_add_bytes(out, (const char *)head, size);
}

void bil_frame_add(struct bil_text *out, int opcode, const char *content, size_t length)
{
    add_head(out, opcode, length, false);
    bil_text_add_bytes(out, content, length);
}

void bil_frame_add_masked(struct bil_text *out, int opcode, const char *content, size_t length, const unsigned char mask[4])
{
    add_head(out, opcode, length, true);
    bil_text_add_bytes(out, (const char *)mask, MASK_BYTES);
    bil_text_add_bytes(out, content, length);
    if (length > 0) {
        apply_mask(out->data + out->length - length, length, mask, 0);
    }
}

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
