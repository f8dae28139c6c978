/* See http_requests.h. */
#include "server/http_requests.h"
#include "billions/json.h"
#include "table/helpers.h"
#include "unit.h"

static char asking_address[64];
char asking_bearer[64];
int asking_owner;

static struct answer arrived;

static struct kept {
    struct kept *next;
    char text[];
} * kept;

char *keep_text(const char *text, size_t length)
{
    struct kept *made = malloc(sizeof *made + length + 1);
    assert_non_null(made);
    made->next = kept;
    kept = made;
    memcpy(made->text, text, length);
    made->text[length] = 0;
    return made->text;
}

void forget_texts(void)
{
    while (kept) {
        struct kept *next = kept->next;
        free(kept);
        kept = next;
    }
}

void ask_from(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(asking_address, sizeof asking_address, format, arguments);
    va_end(arguments);
}

void ask_as(const char *bearer)
{
    snprintf(asking_bearer, sizeof asking_bearer, "%s", bearer);
}

const char *api_path(const char *format, const char *id)
{
    char path[200];
    const char *place = strchr(format, '*');
    assert_non_null(place);
    const int length = snprintf(path, sizeof path, "%.*s%s%s", (int)(place - format), format, id, place + 1);
    assert_in_range(length, 1, sizeof path - 1);
    return keep_text(path, (size_t)length);
}

static void take(struct answer *into, struct bil_response *response)
{
    *into = (struct answer){.status = response->status, .body = keep_text(bil_text_string(&response->body), response->body.length)};
    snprintf(into->type, sizeof into->type, "%s", response->type);
    bil_text_free(&response->body);
}

static void answered(void *owner, struct bil_response *response)
{
    assert_ptr_equal(owner, &asking_owner);
    assert_int_equal(arrived.status, 0);
    take(&arrived, response);
}

static bool commit(void)
{
    struct bil_error error = {{0}};
    const bool fine = bil_hub_commit(bench.hub, bench.now, &error);
    assert_true(fine || *error.text);
    return fine;
}

struct answer late_answer(void)
{
    bil_hub_wait(bench.hub);
    bil_hub_tick(bench.hub, bench.now);
    struct answer answer = arrived;
    answer.stored = commit();
    arrived = (struct answer){0};
    return answer;
}

struct bil_request asking(const char *method, const char *path, const char *body)
{
    static char place[200];
    snprintf(place, sizeof place, "%s", path);
    char *query = strchr(place, '?');
    if (query) {
        *query++ = 0;
    }
    return (struct bil_request){.method = method,
                                .path = place,
                                .query = query ? query : "",
                                .bearer = asking_bearer,
                                .address = asking_address,
                                .body = body ? body : "",
                                .length = body ? strlen(body) : 0,
                                .owner = &asking_owner};
}

struct answer ask(const char *method, const char *path, const char *body)
{
    struct bil_response response;
    struct answer answer;
    const struct bil_request request = asking(method, path, body);
    bil_hub_on_answer(bench.hub, answered);
    bil_hub_request(bench.hub, &request, bench.now, &response);
    if (response.later) {
        assert_int_equal(response.body.length, 0);
        answer = late_answer();
        assert_int_not_equal(answer.status, 0);
    } else {
        take(&answer, &response);
        answer.stored = commit();
    }
    return answer;
}

const char *ask_for(const char *method, const char *path, const char *body, int status, const char *part)
{
    struct answer answer = ask(method, path, body);
    if (answer.status != status) {
        print_error("%s %s %s: %d\n", method, path, body ? body : "", answer.status);
        helper_fail(answer.body);
    }
    helper_contains(answer.body, part);
    assert_true(answer.stored);
    return answer.body;
}

const char *member(const char *json, const char *key)
{
    struct bil_error error = {{0}};
    char number[24];
    const struct bil_value *root = bil_json_read(json, strlen(json), "the answer", &error);
    helper_must(root != NULL, &error);
    const struct bil_value *value = bil_value_get(root, key);
    if (!value) {
        helper_fail(json);
    }
    const char *text = value->string ? value->string : "";
    if (value->type == BIL_INTEGER) {
        snprintf(number, sizeof number, "%lld", (long long)value->integer);
        text = number;
    }
    text = keep_text(text, strlen(text));
    bil_json_free(root);
    return text;
}

const char *ask_member(const char *method, const char *path, const char *body, int status, const char *key)
{
    return member(ask_for(method, path, body, status, key), key);
}

const char *register_person(const char *name)
{
    char body[200];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"passphrase\":\"correct horse\"}", name);
    return ask_member("POST", "/api/people", body, 201, "session");
}
