/* See http_requests.h. */
#include "server/http_requests.h"
#include "billions/json.h"
#include "table/helpers.h"
#include "table/memory.h"
#include "unit.h"

char asking_address[64] = "192.0.2.1";
char asking_bearer[64] = "";
int asking_owner;

static struct answer arrived;

static void take(struct answer *into, struct bil_response *response)
{
    *into = (struct answer){.status = response->status,
                            .body = bil_memory_text(bil_text_string(&response->body), response->body.length)};
    snprintf(into->type, sizeof into->type, "%s", response->type);
    bil_text_free(&response->body);
}

static void answered(void *owner, struct bil_response *response)
{
    assert_ptr_equal(owner, &asking_owner);
    assert_int_equal(arrived.status, 0);
    take(&arrived, response);
}

static bool commit(struct bench *bench)
{
    struct bil_error error = {{0}};
    const bool fine = bil_hub_commit(bench->hub, bench->now, &error);
    assert_true(fine || *error.text);
    return fine;
}

struct answer late_answer(struct bench *bench)
{
    bil_hub_wait(bench->hub);
    bil_hub_tick(bench->hub, bench->now);
    struct answer answer = arrived;
    answer.stored = commit(bench);
    arrived = (struct answer){0};
    return answer;
}

struct answer ask(struct bench *bench, const char *method, const char *path, const char *body)
{
    char place[200];
    struct bil_response response;
    struct answer answer;
    snprintf(place, sizeof place, "%s", path);
    char *query = strchr(place, '?');
    if (query) {
        *query++ = 0;
    }
    const struct bil_request request = {.method = method,
                                        .path = place,
                                        .query = query ? query : "",
                                        .bearer = asking_bearer,
                                        .address = asking_address,
                                        .body = body ? body : "",
                                        .length = body ? strlen(body) : 0,
                                        .owner = &asking_owner};
    bil_hub_on_answer(bench->hub, answered);
    bil_hub_request(bench->hub, &request, bench->now, &response);
    if (response.later) {
        assert_int_equal(response.body.length, 0);
        answer = late_answer(bench);
        assert_int_not_equal(answer.status, 0);
    } else {
        take(&answer, &response);
        answer.stored = commit(bench);
    }
    return answer;
}

void answer_end(struct answer *answer)
{
    free(answer->body);
    answer->body = NULL;
}

char *ask_for(struct bench *bench, const char *method, const char *path, const char *body, int status, const char *part)
{
    struct answer answer = ask(bench, method, path, body);
    if (answer.status != status) {
        print_error("%s %s %s: %d\n", method, path, body ? body : "", answer.status);
        helper_fail(answer.body);
    }
    helper_contains(answer.body, part);
    assert_true(answer.stored);
    return answer.body;
}

void expect_answer(struct bench *bench, const char *method, const char *path, const char *body, int status, const char *part)
{
    free(ask_for(bench, method, path, body, status, part));
}

const char *member(const char *json, const char *key)
{
    static char texts[4][128];
    static int turn;
    char *text = texts[turn++ % 4];
    struct bil_error error = {{0}};
    const struct bil_value *root = bil_json_read(json, strlen(json), "the answer", &error);
    if (!root) {
        helper_fail(error.text);
    }
    const struct bil_value *value = bil_value_get(root, key);
    if (!value) {
        helper_fail(json);
    }
    if (value->type == BIL_INTEGER) {
        snprintf(text, sizeof texts[0], "%lld", (long long)value->integer);
    } else {
        snprintf(text, sizeof texts[0], "%.127s", value->string ? value->string : "");
    }
    bil_json_free(root);
    return text;
}
