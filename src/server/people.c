/* See people.h. */
#include "server/people.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/wire.h"
#include "table/memory.h"

enum { MINUTE = 60 * 1000, HOUR = 60 * MINUTE, ROWS = 512, PLACES = 8, PERSON_LEAST = 2 };
static const int64_t session_length = INT64_C(24) * HOUR * BIL_SESSION_DAYS;

/* ------------------------------------------------------------------ how often */

/* What is counted, in how long. */
static const struct limit {
    const char *what; /* keeps the counts of different kinds apart */
    int most;
    int64_t within;
} by_address = {"address", BIL_TRIES_ADDRESS, 5 * MINUTE}, by_name = {"name", BIL_TRIES_NAME, 5 * MINUTE},
  registers = {"register", BIL_NEW_PEOPLE, HOUR};

struct bil_people {
    uint8_t key[crypto_shorthash_KEYBYTES]; /* so that nobody can choose names that fall on one place */
    int waiting;                            /* passphrases given to workers */
    struct tries {
        uint64_t of;
        int64_t since, until;
        int count;
    } place[ROWS][PLACES]; /* in a full row those with the fewest tries are forgotten */
};

struct bil_people *bil_people_new(void)
{
    struct bil_people *people = bil_memory_zero(1, sizeof *people);
    bil_token_random(people->key, sizeof people->key);
    return people;
}

void bil_people_free(struct bil_people *people)
{
    free(people);
}

static bool is_past(const struct tries *tries, int64_t now)
{
    return now >= tries->until || now < tries->since;
}

/* Where the tries of somebody are counted: where they were, else in the place that is missed least. */
static struct tries *place_of(struct tries row[PLACES], uint64_t of, int64_t now)
{
    struct tries *least = row;
    for (int i = 0; i < PLACES; i++) {
        if (row[i].of == of) {
            return &row[i];
        }
        if (!is_past(least, now) && (is_past(&row[i], now) || row[i].count < least->count)) {
            least = &row[i];
        }
    }
    return least;
}

/* Counts one more; false if that is one too many. To have his count forgotten a guesser must fill a row with others who tried more
 * often than he did, and cannot know which. */
static bool one_more(struct bil_people *people, const struct limit *limit, const char *who, int64_t now)
{
    uint8_t bytes[crypto_shorthash_BYTES];
    uint64_t of;
    struct bil_text text = {0};
    bil_text_format(&text, "%s ", limit->what);
    for (const char *c = who; *c; c++) { /* names are the same whatever their capitals */
        bil_text_char(&text, *c >= 'A' && *c <= 'Z' ? (char)(*c + 'a' - 'A') : *c);
    }
    crypto_shorthash(bytes, (const unsigned char *)text.data, text.length, people->key);
    bil_text_free(&text);
    memcpy(&of, bytes, sizeof of);
    struct tries *const mine = place_of(people->place[of % ROWS], of, now);
    if (mine->of != of || is_past(mine, now)) {
        *mine = (struct tries){.of = of, .since = now, .until = now + limit->within};
    }
    mine->count += mine->count <= limit->most;
    return mine->count <= limit->most;
}

static enum bil_fault too_often(struct bil_error *error)
{
    bil_fail(error, "Too many attempts; wait some minutes and try again.");
    return BIL_FAULT_MANY;
}

/* ------------------------------------------------------------------ one passphrase */

/* A piece of work: everything that the worker needs, and what becomes of it. */
struct hashing {
    struct bil_work work;
    struct bil_house *house;
    void *owner;
    uint64_t expected; /* the number of the answer */
    int64_t now;
    bool registers;
    bool known;    /* of a login: there is somebody of that name, and `hash` is what is stored */
    size_t memory; /* bytes that a new hash takes */
    bool right;    /* of a login: the passphrase is that person's. Of a registration: `hash` was made */
    char name[BIL_PERSON_NAME];
    char passphrase[BIL_PASSPHRASE_MOST + 1];
    char hash[crypto_pwhash_STRBYTES];
};

/* In a worker thread. A name that nobody has costs the same: one hash is computed, whatever it is for. */
static void hash_it(struct bil_work *work)
{
    struct hashing *hashing = (struct hashing *)(void *)work;
    const size_t length = strlen(hashing->passphrase);
    if (hashing->known) {
        hashing->right = crypto_pwhash_str_verify(hashing->hash, hashing->passphrase, length) == 0;
    } else {
        hashing->right = crypto_pwhash_str(hashing->hash, hashing->passphrase, length, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                           hashing->memory) == 0 &&
                         hashing->registers;
    }
    sodium_memzero(hashing->passphrase, sizeof hashing->passphrase);
}

/* Stores a new session. BIL_FAULT_NONE: and its letters. */
static enum bil_fault begin_session(const struct hashing *hashing, char letters[BIL_TOKEN_LETTERS + 1], struct bil_error *error)
{
    struct bil_store *store = bil_house_store(hashing->house);
    uint8_t token[BIL_TOKEN_BYTES];
    uint8_t hash[BIL_HASH_BYTES];
    bil_token_random(token, sizeof token);
    bil_token_hash(token, hash);
    bil_token_write(token, letters);
    sodium_memzero(token, sizeof token);
    return bil_store_begin(store, error) && bil_store_add_session(store, hash, hashing->name, hashing->now + session_length, error)
               ? BIL_FAULT_NONE
               : BIL_FAULT_STORE;
}

static void answer_session(const struct hashing *hashing, struct bil_response *response)
{
    struct bil_error error = {{0}};
    char letters[BIL_TOKEN_LETTERS + 1];
    const enum bil_fault fault = begin_session(hashing, letters, &error);
    if (fault) {
        bil_response_fault(response, fault, &error);
        return;
    }
    response->status = hashing->registers ? 201 : 200;
    bil_json_object(&response->body);
    bil_json_key_string(&response->body, "session", letters);
    bil_json_object_end(&response->body);
}

static void answer_registration(const struct hashing *hashing, struct bil_response *response)
{
    struct bil_store *store = bil_house_store(hashing->house);
    struct bil_error error = {{0}};
    struct bil_text there = {0};
    const bool taken = bil_store_person(store, hashing->name, &there, &error); /* while the hash was made */
    bil_text_free(&there);
    if (taken) {
        bil_fail(&error, "The name %s is taken; choose another, or log in.", hashing->name);
        bil_response_error(response, 409, "taken", error.text);
    } else if (*error.text || !bil_store_begin(store, &error) ||
               !bil_store_add_person(store, hashing->name, hashing->hash, hashing->now, &error)) {
        bil_response_fault(response, BIL_FAULT_STORE, &error);
    } else {
        answer_session(hashing, response);
    }
}

/* In the one thread. */
static void hashed(struct bil_work *work, bool ran)
{
    struct hashing *hashing = (struct hashing *)(void *)work;
    struct bil_response response = {.type = "application/json"};
    bil_house_people(hashing->house)->waiting--;
    if (!ran) {
        bil_response_error(&response, 503, "closing", "The server is about to stop; come back in a while.");
    } else if (hashing->registers && hashing->right) {
        answer_registration(hashing, &response);
    } else if (hashing->registers) {
        bil_response_error(&response, 503, "busy", "The server has no memory for passphrases now; try again.");
    } else if (hashing->right) {
        answer_session(hashing, &response);
    } else {
        bil_response_error(&response, 403, "passphrase", "There is nobody of that name with that passphrase.");
    }
    bil_house_answer(hashing->house, hashing->expected, &response);
    sodium_memzero(hashing, sizeof *hashing);
    free(hashing);
}

static enum bil_fault give(struct bil_house *house, struct hashing *hashing, struct bil_error *error)
{
    struct bil_people *people = bil_house_people(house);
    if (people->waiting >= BIL_HASHES_WAITING) {
        sodium_memzero(hashing, sizeof *hashing);
        free(hashing);
        bil_fail(error, "Too many people are logging in; try again in a moment.");
        return BIL_FAULT_MANY;
    }
    people->waiting++;
    hashing->expected = bil_house_expect(house, hashing->owner);
    bil_workers_give(bil_house_workers(house), &hashing->work);
    return BIL_FAULT_NONE;
}

static enum bil_fault check(struct bil_house *house, const char *name, const char *passphrase, struct bil_error *error)
{
    const size_t length = passphrase ? strlen(passphrase) : 0;
    if (bil_house_closing(house)) {
        bil_fail(error, "The server is about to stop; come back in a while.");
        return BIL_FAULT_CLOSING;
    }
    if (!name || strlen(name) < PERSON_LEAST || !bil_wire_decent(name, BIL_PERSON_NAME - 1)) {
        bil_fail(error, "\"name\" must be %d to %d bytes of text, without control characters or blanks at its ends.", PERSON_LEAST,
                 BIL_PERSON_NAME - 1);
        return BIL_FAULT_MALFORMED;
    }
    if (length < BIL_PASSPHRASE_LEAST || length > BIL_PASSPHRASE_MOST) {
        bil_fail(error, "\"passphrase\" must have %d to %d bytes.", BIL_PASSPHRASE_LEAST, BIL_PASSPHRASE_MOST);
        return BIL_FAULT_MALFORMED;
    }
    return BIL_FAULT_NONE;
}

static struct hashing *new_hashing(struct bil_house *house, const char *name, const char *passphrase, void *owner, int64_t now)
{
    struct hashing *hashing = bil_memory_zero(1, sizeof *hashing);
    hashing->work.run = hash_it;
    hashing->work.done = hashed;
    hashing->house = house;
    hashing->memory = bil_house_hash_memory(house);
    hashing->owner = owner;
    hashing->now = now;
    memcpy(hashing->name, name, strlen(name));
    memcpy(hashing->passphrase, passphrase, strlen(passphrase));
    return hashing;
}

/* ------------------------------------------------------------------ what requests want */

enum bil_fault bil_people_register(struct bil_house *house, const char *name, const char *passphrase, const char *address,
                                   void *owner, int64_t now, struct bil_error *error)
{
    const enum bil_fault fault = check(house, name, passphrase, error);
    if (fault) {
        return fault;
    }
    if (!one_more(bil_house_people(house), &registers, address, now)) {
        return too_often(error);
    }
    struct hashing *hashing = new_hashing(house, name, passphrase, owner, now);
    hashing->registers = true;
    return give(house, hashing, error);
}

enum bil_fault bil_people_login(struct bil_house *house, const char *name, const char *passphrase, const char *address, void *owner,
                                int64_t now, struct bil_error *error)
{
    struct bil_text hash = {0};
    const enum bil_fault fault = check(house, name, passphrase, error);
    if (fault) {
        return fault;
    }
    /* Counted alike whether there is such a name or not. */
    const bool address_may = one_more(bil_house_people(house), &by_address, address, now);
    if (!address_may || !one_more(bil_house_people(house), &by_name, name, now)) {
        return too_often(error);
    }
    struct hashing *hashing = new_hashing(house, name, passphrase, owner, now);
    error->text[0] = 0;
    hashing->known = bil_store_person(bil_house_store(house), name, &hash, error) && hash.length < sizeof hashing->hash;
    if (hashing->known) {
        memcpy(hashing->hash, hash.data, hash.length);
    }
    bil_text_free(&hash);
    if (!hashing->known && *error->text) {
        sodium_memzero(hashing, sizeof *hashing);
        free(hashing);
        return BIL_FAULT_STORE;
    }
    return give(house, hashing, error);
}

enum bil_fault bil_people_session(struct bil_house *house, const char *letters, int64_t now, char person[BIL_PERSON_NAME],
                                  struct bil_error *error)
{
    uint8_t token[BIL_TOKEN_BYTES];
    uint8_t hash[BIL_HASH_BYTES];
    struct bil_error why = {{0}};
    if (bil_token_read(letters, token)) {
        bil_token_hash(token, hash);
        if (bil_store_session(bil_house_store(house), hash, now, person, &why)) {
            return BIL_FAULT_NONE;
        }
    }
    if (*why.text) {
        *error = why;
        return BIL_FAULT_STORE;
    }
    bil_fail(error, "This session is not open, or not any more; log in again.");
    return BIL_FAULT_TOKEN;
}

enum bil_fault bil_people_logout(struct bil_house *house, const char *letters, struct bil_error *error)
{
    uint8_t token[BIL_TOKEN_BYTES];
    uint8_t hash[BIL_HASH_BYTES];
    if (!bil_token_read(letters, token)) {
        return BIL_FAULT_NONE;
    }
    bil_token_hash(token, hash);
    return bil_store_begin(bil_house_store(house), error) && bil_store_end_session(bil_house_store(house), hash, error)
               ? BIL_FAULT_NONE
               : BIL_FAULT_STORE;
}
