/* Dispatch of the requests to the engine as WebAssembly: one request in, one result out, both JSON in linear memory.
 *
 *     web_buffer(length)    where the page writes its request, `length` bytes
 *     web_call(length)      1: done; 0: the result is a sentence on what is wrong, and nothing has changed
 *     web_net(length)       the buffer is a net for bots (bots/value_net.h), which is read; answers like web_call
 *     web_result()          where the result lies, until the next request; web_result_length() bytes
 *
 * Must never be entered again while a request is being handled. */
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "bots/value_net.h"
#include "bridge.h"
#include "table/memory.h"

__attribute__((export_name("web_buffer"))) char *web_buffer(size_t length);
__attribute__((export_name("web_call"))) int web_call(size_t length);
__attribute__((export_name("web_net"))) int web_net(size_t length);
__attribute__((export_name("web_result"))) const char *web_result(void);
__attribute__((export_name("web_result_length"))) size_t web_result_length(void);

static char *buffer;
static struct bil_text result;

static const struct {
    const char *what;
    web_handler handle;
} handlers[] = {
    {"games", web_games},
    {"edition", web_edition},
    {"new", web_new},
    {"load", web_load},
    {"record", web_record},
    {"free", web_free},
    {"play", web_play},
    {"step", web_step},
    {"undo", web_undo},
    {"order", web_order},
    {"end-order", web_end_order},
    {"seat", web_seat},
    {"table", web_table},
    {"news", web_news},
    {"look", web_look},
    {"story", web_story},
    {"why", web_why},
    {"question", web_question_for_bot},
    {"net", web_net_wanted},
    {"think", web_think},
    {"hint", web_hint},
    {"choices", web_choices},
    {"analyse", web_analyse},
    {"verify", web_verify},
    {"hash", web_hash},
    {"daily", web_daily},
    {"challenge", web_challenge},
    {"played", web_played},
#ifdef WEB_BATCH /* billions-batch.wasm */
    {"sim", web_sim},
#endif
};

char *web_buffer(size_t length)
{
    buffer = bil_memory_grow(buffer, length + 1, 1);
    return buffer;
}

static bool dispatch(const struct web_request *request)
{
    const char *what = NULL;
    if (!web_text(request, "do", &what)) {
        return false;
    }
    for (size_t i = 0; i < sizeof handlers / sizeof handlers[0]; i++) {
        if (strcmp(handlers[i].what, what) == 0) {
            return handlers[i].handle(request);
        }
    }
    return bil_fail(request->error, "The engine cannot do \"%.40s\".", what);
}

/* Empties the result, for a sentence or for nothing. */
static void set_result(const char *sentence)
{
    bil_text_free(&result);
    result = (struct bil_text){0};
    bil_text_add(&result, sentence);
}

int web_net(size_t length)
{
    struct bil_error error = {{0}};
    const bool fine = bil_value_net_bring((const uint8_t *)buffer, length, &error);
    free(buffer);
    buffer = NULL;
    set_result(fine ? "" : error.text);
    return fine;
}

int web_call(size_t length)
{
    struct bil_error error = {{0}};
    set_result("");
    const struct bil_value *object = bil_json_read(buffer, length, "The question", &error);
    free(buffer);
    buffer = NULL;
    const struct web_request request = {object, &result, &error};
    const bool fine = object && dispatch(&request);
    bil_json_free(object);
    if (!fine) {
        set_result(error.text);
    }
    return fine;
}

const char *web_result(void)
{
    return bil_text_string(&result);
}

size_t web_result_length(void)
{
    return result.length;
}

/* ------------------------------------------------------------------ reading a request */

bool web_text(const struct web_request *request, const char *key, const char **out)
{
    *out = NULL;
    return bil_value_string(request->object, key, out, request->error) &&
           (*out || bil_fail(request->error, "The question lacks \"%s\", a text.", key));
}

bool web_number(const struct web_request *request, const char *key, int low, int high, int *out)
{
    if (!bil_value_get(request->object, key)) {
        return bil_fail(request->error, "The question lacks \"%s\", a number from %d to %d.", key, low, high);
    }
    return bil_value_integer(request->object, key, low, high, out, request->error);
}

bool web_viewer(const struct web_request *request, int seats, int *viewer)
{
    const struct bil_value *member = bil_value_get(request->object, "viewer");
    int seat = 0;
    if (member && member->type == BIL_STRING && strcmp(member->string, "all") == 0) {
        *viewer = BIL_EVERYBODY;
        return true;
    }
    if (!bil_value_integer(request->object, "viewer", 0, seats, &seat, request->error)) {
        return false;
    }
    *viewer = seat > 0 ? seat - 1 : BIL_SPECTATOR;
    return true;
}
