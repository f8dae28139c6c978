/* See websocket_channel.h. */
#include "online/client/websocket_channel.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/common/token.h"

/* ------------------------------------------------------------------ the handshake */

void bil_handshake_key(char key[BIL_HANDSHAKE_KEY + 1])
{
    unsigned char bytes[16];
    bil_token_random(bytes, sizeof bytes);
    EVP_EncodeBlock((unsigned char *)key, bytes, sizeof bytes);
}

static void write_request(const struct bil_url *url, const char *key, struct bil_text *out)
{
    bil_text_format(out, "GET %s/ws/%s HTTP/1.1\r\nHost: ", url->base, url->table);
    bil_url_write_host(url, out);
    bil_text_format(out,
                    "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n"
                    "User-Agent: billions/" BILLIONS_VERSION "\r\n\r\n",
                    key);
}

/* Whether a head has the header with that value and nothing else in it. */
static bool has_header(const char *head, const char *end, const char *name, const char *value)
{
    const size_t length = strlen(name);
    for (const char *at = memchr(head, '\n', (size_t)(end - head)); at; at = memchr(at, '\n', (size_t)(end - at))) {
        at++;
        if ((size_t)(end - at) > length && strncasecmp(at, name, length) == 0 && at[length] == ':') {
            const char *begin = at + length + 1;
            begin += strspn(begin, " \t");
            return strncmp(begin, value, strlen(value)) == 0 && strspn(begin + strlen(value), " \t\r") > 0;
        }
    }
    return false;
}

/* The bytes up to and with the empty line; 0: it has not come. */
static size_t find_head_end(const char *bytes, size_t count)
{
    for (size_t i = 4; i <= count; i++) {
        if (memcmp(bytes + i - 4, "\r\n\r\n", 4) == 0) {
            return i;
        }
    }
    return 0;
}

long bil_handshake_read(const char *bytes, size_t count, const char *key, char why[BIL_HANDSHAKE_WHY])
{
    static const char begin[] = "HTTP/1.1 ";
    const size_t known = count < sizeof begin - 1 ? count : sizeof begin - 1;
    const size_t end = find_head_end(bytes, count);
    if (memcmp(bytes, begin, known) != 0) {
        snprintf(why, BIL_HANDSHAKE_WHY, "it does not speak HTTP/1.1");
        return -1;
    }
    if (end == 0) {
        snprintf(why, BIL_HANDSHAKE_WHY, "its answer is too long");
        return count < BIL_HANDSHAKE_HEAD ? 0 : -1;
    }
    const int status = atoi(bytes + sizeof begin - 1);
    struct bil_text proof = {0};
    bil_handshake_proof(key, &proof);
    const bool fine = status == 101 && has_header(bytes, bytes + end, "Sec-WebSocket-Accept", bil_text_string(&proof));
    bil_text_free(&proof);
    if (!fine) {
        snprintf(why, BIL_HANDSHAKE_WHY, status == 101 ? "it does not speak WebSocket" : "it answered with status %d", status);
    }
    return fine ? (long)end : -1;
}

/* ------------------------------------------------------------------ connecting */

bool bil_channel_begin(struct bil_channel *channel, CURLM *multi, const struct bil_url *url, const char *authority,
                       long milliseconds)
{
    *channel = (struct bil_channel){.socket = CURL_SOCKET_BAD, .frames = {.of_server = true}};
    channel->curl = bil_curl_new(url, authority, "/", milliseconds);
    if (channel->curl && curl_easy_setopt(channel->curl, CURLOPT_CONNECT_ONLY, 1L) == CURLE_OK &&
        curl_easy_setopt(channel->curl, CURLOPT_HTTPPROXYTUNNEL, 1L) == CURLE_OK &&
        curl_easy_setopt(channel->curl, CURLOPT_PRIVATE, channel) == CURLE_OK &&
        curl_multi_add_handle(multi, channel->curl) == CURLM_OK) {
        channel->phase = BIL_CHANNEL_CONNECTING;
        return true;
    }
    curl_easy_cleanup(channel->curl);
    channel->curl = NULL;
    return false;
}

bool bil_channel_connected(struct bil_channel *channel, const struct bil_url *url, CURLcode code)
{
    if (code != CURLE_OK || curl_easy_getinfo(channel->curl, CURLINFO_ACTIVESOCKET, &channel->socket) != CURLE_OK ||
        channel->socket == CURL_SOCKET_BAD) {
        bil_curl_why(channel->curl, url, code != CURLE_OK ? code : CURLE_COULDNT_CONNECT, channel->why);
        return false;
    }
    bil_handshake_key(channel->key);
    write_request(url, channel->key, &channel->out);
    channel->phase = BIL_CHANNEL_ASKED;
    return true;
}

/* ------------------------------------------------------------------ writing */

void bil_channel_add(struct bil_channel *channel, int opcode, const char *content, size_t length)
{
    unsigned char mask[4];
    bil_token_random(mask, sizeof mask);
    bil_frame_add_masked(&channel->out, opcode, content, length, mask);
}

void bil_channel_write(struct bil_channel *channel)
{
    while (bil_channel_full(channel)) {
        size_t written = 0;
        const CURLcode code =
            curl_easy_send(channel->curl, channel->out.data + channel->sent, channel->out.length - channel->sent, &written);
        if (code != CURLE_OK) {
            channel->faulty = code != CURLE_AGAIN;
            return;
        }
        channel->sent += written;
    }
    bil_text_clear(&channel->out);
    channel->sent = 0;
}

bool bil_channel_full(const struct bil_channel *channel)
{
    return channel->phase >= BIL_CHANNEL_ASKED && !channel->faulty && channel->sent < channel->out.length;
}

/* ------------------------------------------------------------------ reading */

static enum bil_channel_news lose_channel(struct bil_channel *channel, const char *why)
{
    snprintf(channel->why, sizeof channel->why, "%s", why);
    return BIL_CHANNEL_LOST;
}

/* The answer to the handshake. Bytes of TLS, with which a server answers that expects them, are no answer at all. */
static enum bil_channel_news read_handshake(struct bil_channel *channel, const struct bil_url *url)
{
    enum { ALERT_OF_TLS = 0x15 };
    char why[BIL_HANDSHAKE_WHY];
    if (!url->secure && channel->in[0] == ALERT_OF_TLS) {
        bil_curl_why(channel->curl, url, CURLE_GOT_NOTHING, channel->why);
        return BIL_CHANNEL_LOST;
    }
    const long used = bil_handshake_read(channel->in, channel->end, channel->key, why);
    if (used < 0) {
        return lose_channel(channel, why);
    }
    channel->phase = used > 0 ? BIL_CHANNEL_OPEN : channel->phase;
    channel->begin += (size_t)used;
    return BIL_CHANNEL_NOTHING;
}

static enum bil_channel_news read_frame(struct bil_channel *channel, const char **text, size_t *length)
{
    struct bil_frame_found found;
    const enum bil_frame kind =
        bil_frames_read(&channel->frames, channel->in + channel->begin, channel->end - channel->begin, &found);
    channel->begin += found.used;
    switch (kind) {
    case BIL_FRAME_MESSAGE:
        *text = found.content;
        *length = found.length;
        return BIL_CHANNEL_MESSAGE;
    case BIL_FRAME_PING:
        bil_channel_add(channel, BIL_OPCODE_PONG, found.content, found.length);
        return BIL_CHANNEL_SIGN;
    case BIL_FRAME_PONG:
        return BIL_CHANNEL_SIGN;
    case BIL_FRAME_CLOSE:
        channel->moved = found.status == BIL_CLOSE_MOVED;
        bil_channel_add(channel, BIL_OPCODE_CLOSE, found.content, found.length);
        bil_channel_write(channel);
        return lose_channel(channel, "the connection was closed");
    case BIL_FRAME_FAULT:
        return lose_channel(channel, found.reason);
    default:
        return BIL_CHANNEL_NOTHING;
    }
}

/* More bytes; NOTHING: there are none for now. */
static enum bil_channel_news receive_bytes(struct bil_channel *channel, const struct bil_url *url)
{
    size_t got = 0;
    if (channel->begin == channel->end) {
        channel->begin = channel->end = 0;
    }
    const CURLcode code = curl_easy_recv(channel->curl, channel->in + channel->end, sizeof channel->in - channel->end, &got);
    if (code == CURLE_AGAIN) {
        return BIL_CHANNEL_NOTHING;
    }
    if (code == CURLE_OK && got > 0) {
        channel->end += got;
        return BIL_CHANNEL_MESSAGE;
    }
    if (channel->phase == BIL_CHANNEL_ASKED) {
        bil_curl_why(channel->curl, url, CURLE_GOT_NOTHING, channel->why);
        return BIL_CHANNEL_LOST;
    }
    return lose_channel(channel, "the connection was closed");
}

enum bil_channel_news bil_channel_read(struct bil_channel *channel, const struct bil_url *url, const char **text, size_t *length)
{
    enum bil_channel_news news = BIL_CHANNEL_MESSAGE;
    while (news == BIL_CHANNEL_MESSAGE) {
        while (channel->begin < channel->end) {
            const enum bil_channel_phase before = channel->phase;
            news = before == BIL_CHANNEL_OPEN ? read_frame(channel, text, length) : read_handshake(channel, url);
            if (news != BIL_CHANNEL_NOTHING) {
                return news;
            }
            if (before == channel->phase) {
                break; /* all was looked at, and more must come */
            }
        }
        news = channel->faulty ? lose_channel(channel, "the connection was closed") : receive_bytes(channel, url);
    }
    return news;
}

void bil_channel_end(struct bil_channel *channel, CURLM *multi)
{
    if (channel->curl) {
        curl_multi_remove_handle(multi, channel->curl);
        curl_easy_cleanup(channel->curl);
        channel->curl = NULL;
    }
    bil_text_free(&channel->out);
    bil_text_free(&channel->frames.text);
    channel->phase = BIL_CHANNEL_NONE;
}
