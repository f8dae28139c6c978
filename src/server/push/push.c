/* See push.h. */
#include "server/push/push.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"
#include "table/memory.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, FIRST_RETRY = 15 * SECOND, DAY = 24 * 3600, TTL_LEAST = 60, TTL_MOST = 28 * DAY };
static_assert((int)BIL_STORE_ENDPOINT == BIL_PUSH_ENDPOINT + 1 && (int)BIL_STORE_PLACE == (int)BIL_PUSH_PLACE, "rows hold letters");
static_assert((int)BIL_STORE_POINT == (int)BIL_P256_POINT && (int)BIL_STORE_AUTH == (int)BIL_PUSH_AUTH, "rows hold readers");
static_assert((int)BIL_STORE_SECRET == (int)BIL_P256_SECRET, "rows hold keys");

void bil_hub_push_by(struct bil_hub *hub, const struct bil_push_carrier *carrier)
{
    hub->carrier = *carrier;
}

/* ------------------------------------------------------------------ the server's key */

/* Reads it, or makes it in the open transaction. False: the store fails, or the system has no random bytes. */
static bool know_key(struct bil_hub *hub, struct bil_error *error)
{
    uint8_t point[BIL_P256_POINT];
    if (hub->push_key_known) {
        return true;
    }
    if (!bil_store_push_key(hub->store, hub->push_key, error)) {
        if (error->text[0]) {
            return false;
        }
        if (!bil_p256_make(hub->push_key, point)) {
            return bil_fail(error, "The system has no random bytes for a key.");
        }
        if (!bil_hub_begin(hub)) {
            return false;
        }
        if (!bil_store_add_push_key(hub->store, hub->push_key, error) ||
            !bil_store_push_key(hub->store, hub->push_key, error)) { /* perhaps another server was there first */
            return bil_hub_breaks(hub, error);
        }
    }
    hub->push_key_known = true;
    return true;
}

enum bil_fault bil_push_key(struct bil_hub *hub, struct bil_text *out, struct bil_error *error)
{
    struct bil_error why = {{0}};
    uint8_t point[BIL_P256_POINT];
    if (!hub->carrier.give) {
        bil_text_add(out, "{\"key\":null}");
        return BIL_FAULT_NONE;
    }
    if (!know_key(hub, &why) || !bil_p256_public(hub->push_key, point)) {
        return bil_hub_store_fault(hub, &why, error);
    }
    bil_text_add(out, "{\"key\":\"");
    bil_base64url_write(point, sizeof point, out);
    bil_text_add(out, "\"}");
    return BIL_FAULT_NONE;
}

/* ------------------------------------------------------------------ subscriptions */

/* A browser may be that of two seats. */
static void subscription_place(const struct bil_hub *hub, int seat, const char *endpoint, uint8_t place[BIL_PUSH_PLACE])
{
    crypto_generichash_state state;
    const uint8_t number = (uint8_t)seat;
    crypto_generichash_init(&state, hub->payer_key, sizeof hub->payer_key, BIL_PUSH_PLACE);
    crypto_generichash_update(&state, &number, 1);
    crypto_generichash_update(&state, (const unsigned char *)endpoint, strlen(endpoint));
    crypto_generichash_final(&state, place, BIL_PUSH_PLACE);
}

static bool read_reader(const struct bil_value *body, struct bil_stored_push *push, struct bil_error *error)
{
    const struct bil_value *keys = NULL;
    const char *point = NULL;
    const char *auth = NULL;
    if (!bil_value_object(body, "keys", &keys, error) || !bil_value_string(keys, "p256dh", &point, error) ||
        !bil_value_string(keys, "auth", &auth, error)) {
        return false;
    }
    if (!point || !bil_base64url_read(point, push->point, sizeof push->point) || !bil_p256_sound(push->point)) {
        return bil_fail(error, "\"keys.p256dh\" must be a public key of P-256, %d bytes as base64url without \"=\".",
                        BIL_P256_POINT);
    }
    return (auth && bil_base64url_read(auth, push->auth, sizeof push->auth)) ||
           bil_fail(error, "\"keys.auth\" must be %d bytes as base64url without \"=\".", BIL_PUSH_AUTH);
}

static bool read_endpoint(const struct bil_hub *hub, const struct bil_value *body, const char **endpoint, struct bil_error *error)
{
    *endpoint = NULL;
    return bil_value_string(body, "endpoint", endpoint, error) &&
           (*endpoint ? bil_push_endpoint(*endpoint, hub->settings.push_local, error)
                      : bil_fail(error, "\"endpoint\" is missing: where the browser's service takes messages."));
}

/* Row `index` is written as it is. */
static bool store_row(struct bil_table *table, int index)
{
    struct bil_hub *hub = table->hub;
    struct bil_error error = {{0}};
    if (!bil_hub_begin_at(table)) {
        return false;
    }
    table->body->changed = true; /* when it is to be looked at, a server that starts again reads in its row */
    return bil_store_put_push(hub->store, table->id, &table->body->push[index], &error) || bil_hub_breaks_at(table, &error);
}

static int index_of(const struct bil_table *table, const struct bil_stored_push *push)
{
    return push ? (int)(push - table->body->push) : -1;
}

/* Of a seat that has as many as it may: the one that was told longest ago goes. */
static bool make_room(struct bil_table *table, int seat)
{
    int count = 0;
    int oldest = -1;
    for (int i = 0; i < table->body->pushes; i++) {
        const struct bil_stored_push *push = &table->body->push[i];
        if (push->seat == seat) {
            count++;
            oldest = oldest < 0 || push->told < table->body->push[oldest].told ? i : oldest;
        }
    }
    return count < BIL_PUSH_SEAT_MOST || bil_push_forget(table, oldest);
}

static enum bil_fault add_subscription(struct bil_table *table, const struct bil_stored_push *push, struct bil_error *error)
{
    struct bil_hub *hub = table->hub;
    struct bil_body *body = table->body;
    struct bil_error why = {{0}};
    int64_t count = 0;
    if (!bil_store_count_pushes(hub->store, push->who, BIL_PUSH_ADDRESS_MOST, &count, &why)) {
        return bil_hub_store_fault(hub, &why, error);
    }
    if (count >= BIL_PUSH_ADDRESS_MOST) {
        return bil_fault_as(BIL_FAULT_MANY, error, "So many messages are asked for from your address that no more are taken.");
    }
    if (make_room(table, push->seat)) {
        body->push = bil_memory_grow(body->push, (size_t)body->pushes + 1, sizeof *body->push);
        body->push[body->pushes++] = *push;
        store_row(table, body->pushes - 1);
    }
    return BIL_FAULT_NONE; /* what broke the transaction is reported when it ends */
}

static struct bil_stored_push *find_subscription(const struct bil_table *table, const uint8_t place[BIL_STORE_PLACE])
{
    for (int i = 0; i < table->body->pushes; i++) {
        if (memcmp(table->body->push[i].place, place, BIL_STORE_PLACE) == 0) {
            return &table->body->push[i];
        }
    }
    return NULL;
}

enum bil_fault bil_push_subscribe(struct bil_hub *hub, const char *id, const char *token, const struct bil_value *body,
                                  const char *address, struct bil_error *error)
{
    struct bil_table *table = NULL;
    const char *endpoint = NULL;
    struct bil_stored_push push = {.seat = -1};
    if (hub->closing) {
        return bil_fault_as(BIL_FAULT_CLOSING, error, "The server is about to stop; come back in a while.");
    }
    if (!hub->carrier.give) {
        return bil_fault_as(BIL_FAULT_STATE, error, "This server sends no messages to pages that are closed.");
    }
    if (!read_endpoint(hub, body, &endpoint, error) || !read_reader(body, &push, error) ||
        !bil_value_bool(body, "always", &push.always, error)) {
        return BIL_FAULT_MALFORMED;
    }
    const enum bil_fault fault = bil_table_load(hub, id, &table, error);
    if (fault) {
        return fault;
    }
    push.seat = (int8_t)bil_table_seat_of(table, token);
    if (push.seat < 0) {
        return bil_fault_as(BIL_FAULT_TOKEN, error, "This token opens no seat of this table.");
    }
    if (table->body->facts.state >= BIL_TABLE_OVER) {
        return bil_fault_as(BIL_FAULT_STATE, error, "The game at this table is over; nobody has a turn any more.");
    }
    memcpy(push.endpoint, endpoint, strlen(endpoint) + 1);
    memcpy(push.token, table->body->facts.seat[push.seat].token, sizeof push.token);
    push.who = bil_payer_address(hub, address);
    subscription_place(hub, push.seat, endpoint, push.place);
    struct bil_stored_push *there = find_subscription(table, push.place);
    enum bil_fault added = BIL_FAULT_NONE;
    if (there) { /* the same browser with keys of its own: what it was told stays told */
        memcpy(there->point, push.point, sizeof push.point);
        memcpy(there->auth, push.auth, sizeof push.auth);
        memcpy(there->token, push.token, sizeof push.token);
        there->always = push.always;
        store_row(table, index_of(table, there));
    } else {
        added = add_subscription(table, &push, error);
    }
    bil_hub_due(table, bil_clock_due(table));
    return added;
}

enum bil_fault bil_push_unsubscribe(struct bil_hub *hub, const char *id, const char *token, const struct bil_value *body,
                                    struct bil_error *error)
{
    struct bil_table *table = NULL;
    const char *endpoint = NULL;
    if (!bil_value_string(body, "endpoint", &endpoint, error)) {
        return BIL_FAULT_MALFORMED;
    }
    if (!*token && !endpoint) {
        return bil_fault_as(BIL_FAULT_TOKEN, error,
                            "Whoever wants no more messages says so with the token of the seat, or with the "
                            "\"endpoint\" of the browser.");
    }
    const enum bil_fault fault = bil_table_load(hub, id, &table, error);
    if (fault) {
        return fault;
    }
    const int seat = *token ? bil_table_seat_of(table, token) : -1;
    if (*token && seat < 0) {
        return bil_fault_as(BIL_FAULT_TOKEN, error, "This token opens no seat of this table.");
    }
    for (int i = table->body->pushes - 1; i >= 0; i--) {
        const struct bil_stored_push *push = &table->body->push[i];
        if ((seat < 0 || push->seat == seat) && (!endpoint || strcmp(push->endpoint, endpoint) == 0) &&
            !bil_push_forget(table, i)) {
            break;
        }
    }
    bil_hub_due(table, bil_clock_due(table));
    return BIL_FAULT_NONE;
}

/* ------------------------------------------------------------------ a message */

static void write_topic(const struct bil_table *table, int seat, char topic[BIL_PUSH_TOPIC + 1])
{
    uint8_t bytes[BIL_PUSH_PLACE];
    struct bil_text letters = {0};
    subscription_place(table->hub, seat, table->id, bytes); /* the service shall not learn the id, which is a link */
    bil_base64url_write(bytes, sizeof bytes, &letters);
    snprintf(topic, BIL_PUSH_TOPIC + 1, "%s", bil_text_string(&letters));
    bil_text_free(&letters);
}

/* What the browser's service worker reads (docs/protocol.md): nothing that is not known to all. */
static void write_text(const struct bil_table *table, bool always, char text[BIL_PUSH_TEXT + 1])
{
    struct bil_text json = {0};
    bil_json_object(&json);
    bil_json_key_string(&json, "type", "turn");
    bil_json_key_string(&json, "table", table->id);
    bil_json_key_string(&json, "game", table->body->setup.game->title);
    bil_json_key_string(&json, "title", table->body->setup.title);
    if (always) {
        bil_json_key_bool(&json, "always", true);
    }
    bil_json_object_end(&json);
    snprintf(text, BIL_PUSH_TEXT + 1, "%s", bil_text_string(&json));
    bil_text_free(&json);
}

/* As long as the turn lasts; without a clock, a day. */
static int64_t time_to_live(const struct bil_table *table, int64_t now)
{
    const int64_t latest = table->body->asked.latest;
    const int64_t seconds = latest ? (latest - now) / SECOND : DAY;
    return seconds < TTL_LEAST ? TTL_LEAST : seconds > TTL_MOST ? TTL_MOST : seconds;
}

static void stage_letter(struct bil_table *table, const struct bil_stored_push *push, int64_t now)
{
    struct bil_hub *hub = table->hub;
    struct bil_push_letter *letter = bil_memory_zero(1, sizeof *letter);
    memcpy(letter->table, table->id, sizeof letter->table);
    memcpy(letter->place, push->place, sizeof letter->place);
    letter->decision = push->decision;
    memcpy(letter->endpoint, push->endpoint, sizeof letter->endpoint);
    memcpy(letter->reader.point, push->point, sizeof letter->reader.point);
    memcpy(letter->reader.auth, push->auth, sizeof letter->reader.auth);
    memcpy(letter->key, hub->push_key, sizeof letter->key);
    write_text(table, push->always, letter->text);
    write_topic(table, push->seat, letter->topic);
    letter->ttl = time_to_live(table, now);
    letter->urgent = table->body->setup.pace == BIL_PACE_LIVE;
    letter->next = hub->push_staged;
    hub->push_staged = letter;
}

/* Whether one more may be sent for anyone who asked from there. */
static bool may_send(struct bil_hub *hub, uint64_t who, int64_t now)
{
    static const struct bil_quota quota = {BIL_PUSH_A_MINUTE, MINUTE};
    uint8_t key[BIL_ADDRESS_KEY] = "\0\0\0\0\0\0\0\0a push";
    memcpy(key, &who, sizeof who);
    return bil_caller_take(bil_callers_entry(hub->callers, key, false, now), BIL_TAKES_PUSHES, &quota, now);
}

/* One that is due. False: nothing more at this table in this round. */
static bool send_due(struct bil_table *table, int index, int64_t now)
{
    struct bil_hub *hub = table->hub;
    struct bil_error error = {{0}};
    struct bil_stored_push *push = &table->body->push[index];
    if (!bil_token_equal(push->token, table->body->facts.seat[push->seat].token)) { /* another sits there now */
        return bil_push_forget(table, index);
    }
    if (!know_key(hub, &error)) {
        bil_hub_touch(table);
        return bil_hub_breaks(hub, &error);
    }
    const int64_t decision = table->body->asked.decision;
    push->tries = push->decision == decision ? push->tries : 0;
    push->decision = decision;
    if (may_send(hub, push->who, now)) {
        push->told = now;
        push->again = 0;
        stage_letter(table, push, now);
    } else {
        push->again = now + MINUTE;
    }
    return store_row(table, index);
}

void bil_push_watch(struct bil_table *table, int64_t now)
{
    for (int i = table->body->pushes - 1; i >= 0; i--) {
        const int64_t at = bil_clock_pushes_at(table, &table->body->push[i], false);
        if (at && now >= at && !send_due(table, i, now)) {
            return;
        }
    }
}

void bil_push_release(struct bil_hub *hub, bool stored)
{
    while (hub->push_staged) {
        struct bil_push_letter *letter = hub->push_staged;
        hub->push_staged = letter->next;
        letter->next = NULL;
        if (stored && hub->carrier.give) {
            hub->figures.pushes_waiting++;
            hub->carrier.give(hub->carrier.context, letter);
        } else {
            bil_push_letter_free(letter);
        }
    }
    hub->push_key_known = hub->push_key_known && stored; /* perhaps it was made in what is thrown away */
}

/* ------------------------------------------------------------------ what came of it */

enum outcome { SENT, GONE, LATER, REFUSED };

static enum outcome outcome_of(const struct bil_push_letter *letter)
{
    const int status = letter->status;
    if (letter->end == BIL_PUSH_FORBIDDEN) {
        return GONE;
    }
    if (letter->end != BIL_PUSH_ANSWERED || status == 408 || status == 429 || status >= 500) {
        return LATER;
    }
    return status >= 200 && status < 300 ? SENT : status == 404 || status == 410 ? GONE : REFUSED;
}

/* When it is tried again, if the turn lasts that long. */
static void try_later(struct bil_table *table, struct bil_stored_push *push, const struct bil_push_letter *letter, int64_t now)
{
    const int64_t wait = letter->retry_after > 0 ? SECOND * letter->retry_after : (int64_t)FIRST_RETRY << push->tries;
    push->tries++;
    if (push->tries < BIL_PUSH_TRIES) {
        push->again = now + wait;
    }
    store_row(table, index_of(table, push));
    bil_hub_due(table, bil_clock_due(table));
}

static void settle_letter(struct bil_hub *hub, const struct bil_push_letter *letter, int64_t now)
{
    static const char *const words[] = {[GONE] = "gone", [LATER] = "later", [REFUSED] = "refused"};
    struct bil_error error = {{0}};
    struct bil_table *table = NULL;
    char host[BIL_PUSH_ORIGIN];
    const enum outcome outcome = outcome_of(letter);
    hub->figures.pushes_waiting--;
    hub->figures.pushes[outcome]++;
    if (outcome == SENT) {
        return;
    }
    bil_push_host(letter->endpoint, host);
    bil_hub_log(hub, "push-failed", "\"table\":\"%s\",\"service\":\"%s\",\"status\":%d,\"forbidden\":%s,\"then\":\"%s\"",
                bil_table_alias(letter->table).text, host, letter->status, letter->end == BIL_PUSH_FORBIDDEN ? "true" : "false",
                words[outcome]);
    if (outcome == REFUSED || bil_table_load(hub, letter->table, &table, &error) != BIL_FAULT_NONE) {
        return;
    }
    struct bil_stored_push *push = find_subscription(table, letter->place);
    if (push && outcome == GONE) {
        bil_push_forget(table, index_of(table, push));
    } else if (push && push->decision == letter->decision) {
        try_later(table, push, letter, now);
    }
}

void bil_push_collect(struct bil_hub *hub, int64_t now)
{
    if (!hub->carrier.done || hub->broken) {
        return;
    }
    for (struct bil_push_letter *letter = hub->carrier.done(hub->carrier.context); letter;
         letter = hub->carrier.done(hub->carrier.context)) {
        settle_letter(hub, letter, now);
        bil_push_letter_free(letter);
    }
}
