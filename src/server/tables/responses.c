/* What requests need of the hub, and answers that come late. Must never give an answer to another than who asked. */
#include "server/tables/internal.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ faults */

static const struct {
    int status;
    const char *code;
} faults[BIL_FAULTS] = {
    [BIL_FAULT_NONE] = {200, "fine"},       [BIL_FAULT_MALFORMED] = {400, "malformed"}, [BIL_FAULT_NO_TABLE] = {404, "no-table"},
    [BIL_FAULT_TOKEN] = {403, "token"},     [BIL_FAULT_FULL] = {409, "full"},           [BIL_FAULT_STATE] = {409, "state"},
    [BIL_FAULT_MANY] = {429, "slow-down"},  [BIL_FAULT_STORE] = {503, "not-stored"},    [BIL_FAULT_CLOSING] = {503, "closing"},
    [BIL_FAULT_TAKEN] = {409, "taken"},     [BIL_FAULT_DAMAGED] = {409, "damaged"},     [BIL_FAULT_HOST] = {403, "host"},
    [BIL_FAULT_REMOVED] = {403, "removed"}, [BIL_FAULT_MOVED] = {503, "moved"},
};

static int fault_status(enum bil_fault fault)
{
    return faults[fault].status;
}

const char *bil_fault_code(enum bil_fault fault)
{
    return faults[fault].code;
}

/* ------------------------------------------------------------------ answers */

void bil_response_error(struct bil_response *response, int status, const char *code, const char *sentence)
{
    response->status = status;
    response->type = "application/json";
    bil_text_clear(&response->body);
    bil_json_object(&response->body);
    bil_json_key_object(&response->body, "error");
    bil_json_key_string(&response->body, "code", code);
    bil_json_key_string(&response->body, "text", sentence);
    bil_json_object_end(&response->body);
    bil_json_object_end(&response->body);
}

void bil_response_fault(struct bil_response *response, enum bil_fault fault, const struct bil_error *error)
{
    /* What a database says of its files is for the log of the server, not for everybody. */
    bil_response_error(response, fault_status(fault), bil_fault_code(fault),
                       fault == BIL_FAULT_STORE ? "The server could not store this; it has not happened. Try again in a while."
                                                : error->text);
    response->elsewhere = fault == BIL_FAULT_MOVED;
}

/* ------------------------------------------------------------------ late answers */

uint64_t bil_hub_expect(struct bil_hub *hub, void *owner)
{
    hub->expected = bil_memory_grow(hub->expected, hub->expected_count + 1, sizeof *hub->expected);
    hub->expected[hub->expected_count].number = ++hub->expectations;
    hub->expected[hub->expected_count].owner = owner;
    hub->expected_count++;
    return hub->expectations;
}

void bil_hub_answer(struct bil_hub *hub, uint64_t number, struct bil_response *response)
{
    for (size_t i = 0; i < hub->expected_count; i++) {
        if (hub->expected[i].number == number) {
            void *owner = hub->expected[i].owner;
            hub->expected[i] = hub->expected[--hub->expected_count];
            if (hub->answer) {
                hub->answer(owner, response);
                return;
            }
        }
    }
    bil_text_free(&response->body);
}
