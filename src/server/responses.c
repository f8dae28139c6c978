/* What requests need of the house, and answers that come late. Must never give an answer to another than who asked. */
#include "server/people.h"
#include "server/table_inside.h"
#include "table/memory.h"

void bil_response_error(struct bil_response *response, int status, const char *code, const char *sentence)
{
    response->status = status;
    response->type = "application/json";
    bil_text_clear(&response->body);
    bil_json_object(&response->body);
    bil_json_key(&response->body, "error");
    bil_json_object(&response->body);
    bil_json_key_string(&response->body, "code", code);
    bil_json_key_string(&response->body, "text", sentence);
    bil_json_object_end(&response->body);
    bil_json_object_end(&response->body);
}

void bil_response_fault(struct bil_response *response, enum bil_fault fault, const struct bil_error *error)
{
    /* What a database says of its files is for the log of the server, not for everybody. */
    bil_response_error(response, bil_fault_status(fault), bil_fault_code(fault),
                       fault == BIL_FAULT_STORE ? "The server could not store this; it has not happened. Try again in a while."
                                                : error->text);
}

/* ------------------------------------------------------------------ parts of the house */

struct bil_store *bil_house_store(struct bil_house *house)
{
    return house->store;
}

struct bil_workers *bil_house_hashers(struct bil_house *house)
{
    return house->hashers;
}

struct bil_people *bil_house_people(struct bil_house *house)
{
    return house->people;
}

struct bil_callers *bil_house_callers(struct bil_house *house)
{
    return house->callers;
}

struct bil_names *bil_house_names(struct bil_house *house)
{
    return house->names;
}

size_t bil_house_hash_memory(const struct bil_house *house)
{
    return (size_t)house->settings.hash_kib * 1024;
}

bool bil_house_closing(const struct bil_house *house)
{
    return house->closing;
}

/* ------------------------------------------------------------------ late answers */

void bil_house_on_answer(struct bil_house *house, void (*answer)(void *owner, struct bil_response *response))
{
    house->answer = answer;
}

uint64_t bil_house_expect(struct bil_house *house, void *owner)
{
    house->expected = bil_memory_grow(house->expected, house->expected_count + 1, sizeof *house->expected);
    house->expected[house->expected_count].number = ++house->expectations;
    house->expected[house->expected_count].owner = owner;
    house->expected_count++;
    return house->expectations;
}

void bil_house_forget(struct bil_house *house, const void *owner)
{
    for (size_t i = house->expected_count; i-- > 0;) {
        if (house->expected[i].owner == owner) {
            house->expected[i] = house->expected[--house->expected_count];
        }
    }
}

void bil_house_answer(struct bil_house *house, uint64_t number, struct bil_response *response)
{
    for (size_t i = 0; i < house->expected_count; i++) {
        if (house->expected[i].number == number) {
            void *owner = house->expected[i].owner;
            house->expected[i] = house->expected[--house->expected_count];
            if (house->answer) {
                house->answer(owner, response);
                return;
            }
        }
    }
    bil_text_free(&response->body);
}
