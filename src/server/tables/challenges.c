/* See table.h. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"
#include "table/memory.h"
#include "table/records/challenge.h"

enum { HOUR = 60 * 60 * 1000 };
static const struct bil_quota an_hour = {BIL_RESULTS_AN_HOUR, HOUR};

/* ------------------------------------------------------------------ whose it is */

/* By what a result is known again: the account, or the hash of the browser's token. False: neither. */
static bool name_owner(const char *person, const char *browser, char who[BIL_RESULT_WHO])
{
    uint8_t token[BIL_TOKEN_BYTES];
    uint8_t hash[BIL_HASH_BYTES];
    char digits[2 * BIL_HASH_BYTES + 1];
    if (person[0]) {
        snprintf(who, BIL_RESULT_WHO, "person %s", person);
        return true;
    }
    if (!browser || !bil_token_read(browser, token)) {
        return false;
    }
    bil_token_hash(token, hash);
    bil_hex_write(hash, sizeof hash, digits);
    snprintf(who, BIL_RESULT_WHO, "browser %s", digits);
    return true;
}

/* The same of what a request carries: a session, else a browser's token, else nobody's. */
static void name_asker(struct bil_hub *hub, const char *bearer, int64_t now, char who[BIL_RESULT_WHO])
{
    struct bil_error unknown = {{0}};
    char person[BIL_PERSON_NAME] = "";
    who[0] = 0;
    if (*bearer && bil_account_session(hub, bearer, now, person, &unknown)) {
        person[0] = 0;
    }
    if (*bearer && !name_owner(person, bearer, who)) {
        who[0] = 0;
    }
}

/* ------------------------------------------------------------------ one record */

/* A piece of work: all that the worker needs, and what becomes of it. */
struct proving {
    struct bil_work work;
    struct bil_hub *hub;
    uint64_t expected; /* the number of the answer */
    struct bil_caller *caller;
    struct bil_result result;
    char *record;
    bool proven;
    struct bil_challenge_played played;
    struct bil_error error;
};

/* In a worker thread. */
static void prove(struct bil_work *work)
{
    struct proving *proving = (struct proving *)(void *)work;
    struct bil_record_end end;
    struct bil_match *match = bil_challenge_read(proving->record, strlen(proving->record), "The record", &end, &proving->error);
    proving->proven = match && bil_challenge_verify(match, &end, &proving->played, &proving->error);
    bil_match_free(match);
}

static void write_result(const struct bil_result *result, int status, struct bil_response *response)
{
    response->status = status;
    bil_json_object(&response->body);
    bil_json_key_integer(&response->body, "number", result->number);
    bil_json_key_integer(&response->body, "place", result->place);
    bil_json_key_integer(&response->body, "points", result->points);
    bil_json_object_end(&response->body);
}

/* Of a record that is proven. */
static void store_it(struct proving *proving, struct bil_response *response)
{
    struct bil_store *store = proving->hub->store;
    struct bil_result *result = &proving->result;
    struct bil_error why = {{0}};
    bool added = false;
    if (strcmp(proving->played.id, result->challenge) != 0) {
        bil_fail(&why, "The record is of another challenge, %s.", proving->played.id);
        bil_response_error(response, 400, "malformed", why.text);
        return;
    }
    result->place = proving->played.place;
    result->points = proving->played.points;
    if (!bil_store_begin(store, &why) || !bil_store_add_result(store, result, proving->record, &added, &why)) {
        struct bil_error error = {{0}};
        const enum bil_fault fault = bil_hub_store_failed(proving->hub, &why, &error);
        bil_response_fault(response, fault, &error);
        return;
    }
    write_result(result, added ? 201 : 200, response);
}

/* In the one thread. */
static void proved(struct bil_work *work, bool ran)
{
    struct proving *proving = (struct proving *)(void *)work;
    struct bil_response response = {.type = "application/json"};
    proving->hub->proving--;
    bil_caller_hold(proving->caller, BIL_HOLDS_HASHES, -1);
    if (!ran) {
        bil_response_error(&response, 503, "closing", "The server is about to stop; come back in a while.");
    } else if (!proving->proven) {
        bil_response_error(&response, 400, "unproven", proving->error.text);
    } else {
        store_it(proving, &response);
    }
    bil_hub_answer(proving->hub, proving->expected, &response);
    free(proving->record);
    free(proving);
}

/* ------------------------------------------------------------------ what requests want */

/* What is wrong with what is sent, before anything is proven. */
static enum bil_fault check_result_sent(struct bil_hub *hub, const struct bil_result_sent *sent, char who[BIL_RESULT_WHO],
                                        struct bil_error *error)
{
    const struct bil_newcomer guest = {.name = *sent->person ? sent->person : sent->name, .person = sent->person, .seat = -1};
    if (hub->closing) {
        return bil_fault_as(BIL_FAULT_CLOSING, error, "The server is about to stop; come back in a while.");
    }
    if (!sent->record || strlen(sent->record) > BIL_RESULT_RECORD) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error, "\"record\" must be the record of the game, at most %d bytes.",
                            BIL_RESULT_RECORD);
    }
    if (!name_owner(sent->person, sent->browser, who)) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error,
                            "\"browser\" must be a token of %d letters, by which this result is known again; or sign in.",
                            BIL_TOKEN_LETTERS);
    }
    const enum bil_fault fault = bil_admit_newcomer(&guest, BIL_MAX_SEATS, error);
    return fault ? fault : bil_admit_name(hub, NULL, &guest, error);
}

static enum bil_fault has_room(struct bil_hub *hub, struct bil_caller *caller, int64_t now, struct bil_error *error)
{
    if (hub->proving >= BIL_RESULTS_WAITING) {
        return bil_fault_as(BIL_FAULT_MANY, error, "Many results are being looked at; try again in a moment.");
    }
    if (!bil_caller_may_hold(caller, BIL_HOLDS_HASHES, BIL_RESULTS_OF_ONE)) {
        return bil_fault_as(BIL_FAULT_MANY, error, "Too much from your address is being looked at; wait for the answers.");
    }
    if (!bil_caller_take(caller, BIL_TAKES_RESULTS, &an_hour, now)) {
        return bil_fault_as(BIL_FAULT_MANY, error, "Too many results from your address in an hour; try again later.");
    }
    return BIL_FAULT_NONE;
}

enum bil_fault bil_challenge_send(struct bil_hub *hub, const char *id, const struct bil_result_sent *sent, void *owner, int64_t now,
                                  struct bil_error *error)
{
    char who[BIL_RESULT_WHO];
    struct bil_caller *caller = bil_callers_find(hub->callers, sent->address, now);
    enum bil_fault fault = check_result_sent(hub, sent, who, error);
    fault = fault ? fault : has_room(hub, caller, now, error);
    if (fault) {
        return fault;
    }
    struct proving *proving = bil_memory_zero(1, sizeof *proving);
    proving->work.run = prove;
    proving->work.done = proved;
    proving->hub = hub;
    proving->caller = caller;
    proving->record = bil_memory_text(sent->record, strlen(sent->record));
    proving->result.when = now;
    snprintf(proving->result.challenge, sizeof proving->result.challenge, "%s", id);
    snprintf(proving->result.name, sizeof proving->result.name, "%s", *sent->person ? sent->person : sent->name);
    memcpy(proving->result.who, who, sizeof who);
    proving->expected = bil_hub_expect(hub, owner);
    hub->proving++;
    bil_caller_hold(caller, BIL_HOLDS_HASHES, 1);
    bil_workers_give(hub->hashers, &proving->work);
    return BIL_FAULT_NONE;
}

struct lister {
    struct bil_text *out;
    const char *who;
};

static bool list_one(void *context, const struct bil_result *result)
{
    const struct lister *lister = context;
    bil_json_object(lister->out);
    bil_json_key_integer(lister->out, "number", result->number);
    bil_json_key_string(lister->out, "name", result->name);
    bil_json_key_integer(lister->out, "place", result->place);
    bil_json_key_integer(lister->out, "points", result->points);
    bil_json_key_integer(lister->out, "when", result->when);
    bil_json_key_bool(lister->out, "you", strcmp(result->who, lister->who) == 0);
    bil_json_object_end(lister->out);
    return true;
}

enum bil_fault bil_challenge_table(struct bil_hub *hub, const char *id, const char *bearer, int64_t now, struct bil_text *out,
                                   struct bil_error *error)
{
    char who[BIL_RESULT_WHO];
    struct bil_error why = {{0}};
    name_asker(hub, bearer, now, who);
    struct lister lister = {out, who};
    bil_json_object(out);
    bil_json_key_string(out, "challenge", id);
    bil_json_key_array(out, "results");
    const bool fine = bil_store_results(hub->store, id, BIL_RESULTS_SHOWN, list_one, &lister, &why);
    bil_json_array_end(out);
    bil_json_object_end(out);
    return fine ? BIL_FAULT_NONE : bil_hub_store_failed(hub, &why, error);
}

enum bil_fault bil_challenge_record(struct bil_hub *hub, const char *id, int64_t number, const char *bearer, int64_t now,
                                    struct bil_text *out, struct bil_error *error)
{
    char who[BIL_RESULT_WHO];
    struct bil_error why = {{0}};
    struct bil_text record = {0};
    bool played = false;
    enum bil_fault fault = BIL_FAULT_NONE;
    name_asker(hub, bearer, now, who);
    if (!bil_store_has_result(hub->store, id, who, &played, &why)) {
        return bil_hub_store_failed(hub, &why, error);
    }
    if (!played) {
        return bil_fault_as(BIL_FAULT_TOKEN, error,
                            "Whoever has a result of this challenge here can see how others have played it.");
    }
    if (bil_store_result_record(hub->store, id, number, &record, &why)) {
        bil_json_object(out);
        bil_json_key_string(out, "record", bil_text_string(&record));
        bil_json_object_end(out);
    } else if (why.text[0]) {
        fault = bil_hub_store_failed(hub, &why, error);
    } else {
        bil_fail(error, "This challenge has no result of that number here.");
        fault = BIL_FAULT_NO_TABLE;
    }
    bil_text_free(&record);
    return fault;
}
