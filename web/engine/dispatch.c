/* Dispatch of the requests to the engine as WebAssembly: one question in, one answer out, both JSON in linear memory.
 *
 *     web_room(length)      where the page writes its question, `length` bytes
 *     web_ask(length)       1: answered; 0: the answer is a sentence on what is wrong, and nothing has changed
 *     web_said()            where the answer lies, until the next question; web_said_length() bytes
 *
 * Must never be entered again while a question is being answered. */
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#include "table/json.h"
#include "table/memory.h"

__attribute__((export_name("web_room"))) char *web_room(size_t length);
__attribute__((export_name("web_ask"))) int web_ask(size_t length);
__attribute__((export_name("web_said"))) const char *web_said(void);
__attribute__((export_name("web_said_length"))) size_t web_said_length(void);

static char *room;
static struct bil_text said;

static const struct {
    const char *what;
    web_answer answer;
} handlers[] = {
    {"games", web_games},
    {"topics", web_topics},
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
    {"think", web_think},
    {"hint", web_hint},
    {"analyse", web_analyse},
    {"verify", web_verify},
    {"hash", web_hash},
    {"sim", web_sim},
    {"perft", web_perft},
};

char *web_room(size_t length)
{
    room = bil_memory_grow(room, length + 1, 1);
    return room;
}

static bool answer(const struct web_question *question)
{
    const char *what = NULL;
    if (!web_text(question, "do", &what)) {
        return false;
    }
    for (size_t i = 0; i < sizeof handlers / sizeof handlers[0]; i++) {
        if (strcmp(handlers[i].what, what) == 0) {
            return handlers[i].answer(question);
        }
    }
    return bil_fail(question->error, "The engine cannot do \"%.40s\".", what);
}

int web_ask(size_t length)
{
    struct bil_error error = {{0}};
    bil_text_free(&said);
    said = (struct bil_text){0};
    const struct bil_value *asked = bil_json_read(room, length, "The question", &error);
    free(room);
    room = NULL;
    const struct web_question question = {asked, &said, &error};
    const bool fine = asked && answer(&question);
    bil_json_free(asked);
    if (!fine) {
        bil_text_free(&said);
        said = (struct bil_text){0};
        bil_text_add(&said, error.text);
    }
    return fine;
}

const char *web_said(void)
{
    return bil_text_string(&said);
}

size_t web_said_length(void)
{
    return said.length;
}

/* ------------------------------------------------------------------ reading what is asked */

bool web_text(const struct web_question *question, const char *key, const char **out)
{
    *out = NULL;
    return bil_value_string(question->asked, key, out, question->error) &&
           (*out || bil_fail(question->error, "The question lacks \"%s\", a text.", key));
}

bool web_number(const struct web_question *question, const char *key, int low, int high, int *out)
{
    if (!bil_value_get(question->asked, key)) {
        return bil_fail(question->error, "The question lacks \"%s\", a number from %d to %d.", key, low, high);
    }
    return bil_value_integer(question->asked, key, low, high, out, question->error);
}

bool web_viewer(const struct web_question *question, int seats, int *viewer)
{
    const struct bil_value *member = bil_value_get(question->asked, "viewer");
    int seat = 0;
    if (member && member->type == BIL_STRING && strcmp(member->string, "all") == 0) {
        *viewer = BIL_EVERYBODY;
        return true;
    }
    if (!bil_value_integer(question->asked, "viewer", 0, seats, &seat, question->error)) {
        return false;
    }
    *viewer = seat > 0 ? seat - 1 : BIL_SPECTATOR;
    return true;
}

const struct bil_game *web_game_named(const struct web_question *question)
{
    const char *id = NULL;
    if (!web_text(question, "game", &id)) {
        return NULL;
    }
    const struct bil_game *game = bil_game_find(id);
    if (!game) {
        bil_fail(question->error, "There is no game \"%.60s\" here.", id);
    }
    return game;
}
