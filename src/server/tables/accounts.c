/* See table.h. */

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"
#include "table/memory.h"

enum { MINUTE = 60 * 1000, HOUR = 60 * MINUTE, CALLERS = 16384, PERSON_LEAST = 2 };
static const int64_t session_length = INT64_C(24) * HOUR * BIL_SESSION_DAYS;

/* ------------------------------------------------------------------ how often */

static const struct bil_quota of_address = {BIL_TRIES_ADDRESS, 5 * MINUTE}, of_pair = {BIL_TRIES_NAME, 5 * MINUTE},
                              of_name = {BIL_TRIES_ALL, HOUR}, cautious = {BIL_TRIES_CAUTIOUS, HOUR},
                              registrations = {BIL_NEW_ACCOUNTS, HOUR};

struct bil_accounts {
    uint8_t key[crypto_generichash_KEYBYTES]; /* so that nobody can choose names that fall on one place */
    int waiting;                              /* passphrases given to workers */
    struct bil_callers *tries;                /* by address and name, and by name */
};

void bil_accounts_free(struct bil_accounts *accounts)
{
    if (accounts) {
        bil_callers_free(accounts->tries);
        free(accounts);
    }
}

/* Under which keys a login is counted, besides its address. */
struct guess {
    bool has_site;
    uint8_t home[BIL_ADDRESS_KEY], site[BIL_ADDRESS_KEY], name[BIL_ADDRESS_KEY];
};

static void pair_key(const struct bil_accounts *accounts, const char *what, const uint8_t address[BIL_ADDRESS_KEY],
                     const char *name, uint8_t key[BIL_ADDRESS_KEY])
{
    struct bil_text text = {0};
    bil_text_format(&text, "%s ", what);
    bil_text_add_bytes(&text, (const char *)address, BIL_ADDRESS_KEY);
    bil_text_add(&text, name);
    crypto_generichash(key, BIL_ADDRESS_KEY, (const unsigned char *)text.data, text.length, accounts->key, sizeof accounts->key);
    bil_text_free(&text);
}

static struct guess guess_of(struct bil_hub *hub, const char *address, const char *name)
{
    static const uint8_t nowhere[BIL_ADDRESS_KEY] = {0};
    const struct bil_accounts *accounts = hub->accounts;
    uint8_t network[BIL_ADDRESS_KEY];
    struct guess guess;
    struct bil_skeletons skeletons;
    const char *same = bil_names_skeletons(hub->names, name, &skeletons) ? skeletons.skeleton[0] : name;
    bil_address_key(address, BIL_NETWORK_HOME, network);
    pair_key(accounts, "home", network, same, guess.home);
    guess.has_site = bil_address_key(address, BIL_NETWORK_SITE, network);
    pair_key(accounts, "site", network, same, guess.site);
    pair_key(accounts, "name", nowhere, same, guess.name);
    return guess;
}

/* Takes one for the pair of an address and a name, and for that of its site. */
static bool take_pair(struct bil_accounts *accounts, const struct guess *guess, enum bil_takes which, const struct bil_quota *quota,
                      int64_t now)
{
    return bil_caller_take(bil_callers_entry(accounts->tries, guess->home, false, now), which, quota, now) &&
           (!guess->has_site || bil_caller_take(bil_callers_entry(accounts->tries, guess->site, true, now), which, quota, now));
}

/* Counts a login before it is known to be wrong. While few guess at a name, ten wrong ones in five minutes are each address's; when
 * more do than people mistype, those addresses that have failed lately must wait, and one that has not is let in. */
static bool may_guess(struct bil_accounts *accounts, const struct guess *guess, int64_t now)
{
    if (!take_pair(accounts, guess, BIL_TAKES_LOGINS, &of_pair, now)) {
        return false;
    }
    const bool calm =
        bil_caller_take(bil_callers_entry(accounts->tries, guess->name, false, now), BIL_TAKES_GUESSES, &of_name, now);
    const bool rarely = take_pair(accounts, guess, BIL_TAKES_CAUTIOUS, &cautious, now);
    return calm || rarely;
}

/* It was right: nothing of it counts, nor what the same address mistyped before. */
static void forgive(struct bil_accounts *accounts, const struct guess *guess, int64_t now)
{
    struct bil_caller *name = bil_callers_entry(accounts->tries, guess->name, false, now);
    const uint8_t *const pairs[] = {guess->home, guess->has_site ? guess->site : NULL};
    for (int i = 0; i < 2 && pairs[i]; i++) {
        struct bil_caller *pair = bil_callers_entry(accounts->tries, pairs[i], i == 1, now);
        bil_caller_give_back(pair, BIL_TAKES_LOGINS, &of_pair, true, now);
        bil_caller_give_back(pair, BIL_TAKES_CAUTIOUS, &cautious, true, now);
    }
    bil_caller_give_back(name, BIL_TAKES_GUESSES, &of_name, false, now);
}

/* ------------------------------------------------------------------ one passphrase */

/* A piece of work: everything that the worker needs, and what becomes of it. */
struct hashing {
    struct bil_work work;
    struct bil_hub *hub;
    uint64_t expected; /* the number of the answer */
    int64_t now;
    struct bil_caller *caller; /* whose hash it is */
    struct guess guess;        /* of a login */
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
    struct bil_store *store = hashing->hub->store;
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

/* Who has that name, or one that looks like it, into `found`. False, and a sentence if that cannot be known. */
static bool is_taken(struct bil_store *store, const char *name, const struct bil_skeletons *skeletons, char found[BIL_PERSON_NAME],
                     struct bil_error *error)
{
    struct bil_text there = {0};
    bool taken = bil_store_person(store, name, &there, error);
    bil_text_free(&there);
    if (taken) {
        memcpy(found, name, strlen(name) + 1);
    } else if (!*error->text) {
        taken = bil_store_find_lookalike(store, skeletons->skeleton[0], skeletons->skeleton[1], "", found, error);
    }
    return taken;
}

static bool add_skeletons(struct bil_store *store, const char *name, const struct bil_skeletons *skeletons, struct bil_error *error)
{
    bool fine = true;
    for (int i = 0; i < BIL_SKELETONS && fine; i++) {
        fine = bil_store_add_skeleton(store, name, skeletons->skeleton[i], error);
    }
    return fine;
}

static void answer_registration(const struct hashing *hashing, struct bil_response *response)
{
    struct bil_store *store = hashing->hub->store;
    struct bil_error error = {{0}};
    struct bil_skeletons skeletons;
    char found[BIL_PERSON_NAME];
    if (!bil_names_skeletons(hashing->hub->names, hashing->name, &skeletons)) {
        bil_fail(&error, "The name %s cannot be compared with others; choose another.", hashing->name);
        bil_response_error(response, 400, "malformed", error.text);
    } else if (is_taken(store, hashing->name, &skeletons, found, &error)) { /* perhaps while the hash was made */
        if (strcmp(found, hashing->name) == 0) {
            bil_fail(&error, "The name %s is taken; choose another, or log in.", found);
        } else {
            bil_fail(&error, "The name %s is taken, and %s looks the same; choose another, or log in.", found, hashing->name);
        }
        bil_response_error(response, 409, "taken", error.text);
    } else if (*error.text || !bil_store_begin(store, &error) ||
               !bil_store_add_person(store, hashing->name, hashing->hash, hashing->now, &error) ||
               !add_skeletons(store, hashing->name, &skeletons, &error)) {
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
    hashing->hub->accounts->waiting--;
    bil_caller_hold(hashing->caller, BIL_HOLDS_HASHES, -1);
    if (ran && hashing->right && !hashing->registers) {
        forgive(hashing->hub->accounts, &hashing->guess, hashing->now);
    }
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
    bil_hub_answer(hashing->hub, hashing->expected, &response);
    sodium_memzero(hashing, sizeof *hashing);
    free(hashing);
}

/* What is wrong with the request, no matter who makes it. A name need only be fit to be shown if it is to be a new one. */
static enum bil_fault check_request(struct bil_hub *hub, const char *name, const char *passphrase, bool registers,
                                    struct bil_error *error)
{
    const size_t length = passphrase ? strlen(passphrase) : 0;
    if (hub->closing) {
        return bil_fault_as(BIL_FAULT_CLOSING, error, "The server is about to stop; come back in a while.");
    }
    if (!name || strlen(name) < PERSON_LEAST || !(registers ? bil_name_decent : bil_wire_decent)(name, BIL_PERSON_NAME - 1)) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error, "A name has %d to %d letters" BIL_NAME_RULE, PERSON_LEAST,
                            BIL_PERSON_NAME - 1);
    }
    if (length < BIL_PASSPHRASE_LEAST || length > BIL_PASSPHRASE_MOST) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error,
                            "A passphrase has %d to %d letters; those of other alphabets count double or more.",
                            BIL_PASSPHRASE_LEAST, BIL_PASSPHRASE_MOST);
    }
    return BIL_FAULT_NONE;
}

/* Whether one more passphrase can be looked at: a hash takes its time, and nobody may take all the places. Not counted. */
static enum bil_fault has_room(struct bil_hub *hub, const struct bil_caller *caller, struct bil_error *error)
{
    if (hub->accounts->waiting >= BIL_HASHES_WAITING) {
        return bil_fault_as(BIL_FAULT_MANY, error, "Too many people are logging in; try again in a moment.");
    }
    if (!bil_caller_may_hold(caller, BIL_HOLDS_HASHES, BIL_HASHES_OF_ONE)) {
        return bil_fault_as(BIL_FAULT_MANY, error,
                            "Too many passphrases from your address are being looked at; wait for the answers.");
    }
    return BIL_FAULT_NONE;
}

static struct hashing *new_hashing(struct bil_hub *hub, struct bil_caller *caller, const char *name, const char *passphrase,
                                   int64_t now)
{
    struct hashing *hashing = bil_memory_zero(1, sizeof *hashing);
    hashing->caller = caller;
    hashing->work.run = hash_it;
    hashing->work.done = hashed;
    hashing->hub = hub;
    hashing->memory = (size_t)hub->settings.hash_kib * 1024;
    hashing->now = now;
    memcpy(hashing->name, name, strlen(name));
    memcpy(hashing->passphrase, passphrase, strlen(passphrase));
    return hashing;
}

/* ------------------------------------------------------------------ what requests want */

/* Finds who logs in: by the name as it is registered, else by what it looks like, since no two of one skeleton can register. False,
 * and a sentence if that cannot be known. */
static bool find_person(struct hashing *hashing, struct bil_error *error)
{
    struct bil_store *store = hashing->hub->store;
    struct bil_skeletons skeletons;
    struct bil_text hash = {0};
    char found[BIL_PERSON_NAME];
    error->text[0] = 0;
    bool known = bil_store_person(store, hashing->name, &hash, error);
    if (!known && !*error->text && bil_names_skeletons(hashing->hub->names, hashing->name, &skeletons) &&
        bil_store_find_lookalike(store, skeletons.skeleton[0], skeletons.skeleton[0], "", found, error)) {
        memcpy(hashing->name, found, sizeof found);
        known = bil_store_person(store, found, &hash, error);
    }
    hashing->known = known && hash.length < sizeof hashing->hash;
    if (hashing->known) {
        memcpy(hashing->hash, hash.data, hash.length);
    }
    bil_text_free(&hash);
    return known || !*error->text;
}

enum bil_fault bil_account_open(struct bil_hub *hub, bool registers, const char *name, const char *passphrase, const char *address,
                                void *owner, int64_t now, struct bil_error *error)
{
    struct bil_caller *caller = bil_callers_find(hub->callers, address, now);
    struct guess guess = {0};
    enum bil_fault fault = check_request(hub, name, passphrase, registers, error);
    fault = fault ? fault : has_room(hub, caller, error);
    if (fault) {
        return fault;
    }
    bool may = false;
    if (registers) {
        may = bil_caller_take(caller, BIL_TAKES_ACCOUNTS, &registrations, now);
    } else { /* counted alike whether there is such a name or not */
        guess = guess_of(hub, address, name);
        may = bil_caller_take(caller, BIL_TAKES_LOGINS, &of_address, now) && may_guess(hub->accounts, &guess, now);
    }
    if (!may) {
        return bil_fault_as(BIL_FAULT_MANY, error, "Too many attempts; wait some minutes and try again.");
    }
    struct hashing *hashing = new_hashing(hub, caller, name, passphrase, now);
    hashing->registers = registers;
    hashing->guess = guess;
    if (!registers && !find_person(hashing, error)) {
        sodium_memzero(hashing, sizeof *hashing);
        free(hashing);
        return BIL_FAULT_STORE;
    }
    hub->accounts->waiting++;
    bil_caller_hold(caller, BIL_HOLDS_HASHES, 1);
    hashing->expected = bil_hub_expect(hub, owner);
    bil_workers_give(hub->hashers, &hashing->work);
    return BIL_FAULT_NONE;
}

enum bil_fault bil_account_session(struct bil_hub *hub, const char *letters, int64_t now, char person[BIL_PERSON_NAME],
                                   struct bil_error *error)
{
    uint8_t token[BIL_TOKEN_BYTES];
    uint8_t hash[BIL_HASH_BYTES];
    struct bil_error why = {{0}};
    if (bil_token_read(letters, token)) {
        bil_token_hash(token, hash);
        if (bil_store_session(hub->store, hash, now, person, &why)) {
            return BIL_FAULT_NONE;
        }
    }
    if (*why.text) {
        *error = why;
        return BIL_FAULT_STORE;
    }
    return bil_fault_as(BIL_FAULT_TOKEN, error, "This session is not open, or not any more; log in again.");
}

enum bil_fault bil_account_logout(struct bil_hub *hub, const char *letters, struct bil_error *error)
{
    uint8_t token[BIL_TOKEN_BYTES];
    uint8_t hash[BIL_HASH_BYTES];
    if (!bil_token_read(letters, token)) {
        return BIL_FAULT_NONE;
    }
    bil_token_hash(token, hash);
    return bil_store_begin(hub->store, error) && bil_store_end_session(hub->store, hash, error) ? BIL_FAULT_NONE : BIL_FAULT_STORE;
}

/* ------------------------------------------------------------------ names that are there */

struct names_read {
    char (*name)[BIL_PERSON_NAME];
    size_t count, room;
};

static bool read_name(void *context, const char *name)
{
    struct names_read *read = context;
    if (read->count == read->room) {
        read->room = read->room ? 2 * read->room : 64;
        read->name = bil_memory_grow(read->name, read->room, sizeof *read->name);
    }
    snprintf(read->name[read->count++], BIL_PERSON_NAME, "%s", name);
    return true;
}

static bool write_skeletons(struct bil_store *store, struct bil_names *names, const struct names_read *read,
                            struct bil_error *error)
{
    struct bil_skeletons skeletons;
    bool fine = bil_store_begin(store, error) && bil_store_forget_skeletons(store, bil_names_version(names), error);
    for (size_t i = 0; i < read->count && fine; i++) {
        /* One that has no skeleton stays its owner's, and is compared letter by letter. */
        fine = !bil_names_skeletons(names, read->name[i], &skeletons) || add_skeletons(store, read->name[i], &skeletons, error);
    }
    if (!fine) {
        bil_store_rollback(store);
    }
    return fine && bil_store_commit(store, error);
}

/* Works out what the names in a database look like, if that was not yet done, or by another version of Unicode. */
static bool bring_names(struct bil_store *store, struct bil_names *names, struct bil_error *error)
{
    struct bil_text version = {0};
    struct names_read read = {0};
    bool fine = bil_store_skeleton_version(store, &version, error);
    if (fine && strcmp(bil_text_string(&version), bil_names_version(names)) != 0) {
        fine = bil_store_names(store, read_name, &read, error) && write_skeletons(store, names, &read, error);
        free(read.name);
    }
    bil_text_free(&version);
    return fine;
}

struct bil_accounts *bil_accounts_new(struct bil_store *store, struct bil_names *names, struct bil_error *error)
{
    if (!bring_names(store, names, error)) {
        return NULL;
    }
    struct bil_accounts *accounts = bil_memory_zero(1, sizeof *accounts);
    bil_token_random(accounts->key, sizeof accounts->key);
    accounts->tries = bil_callers_new(CALLERS);
    return accounts;
}
