/* Requests of HTTP as tests make them of a hub: asked, committed, answered. All texts that come of it live as long as the bench is
 * open. */
#ifndef TESTS_SERVER_HTTP_REQUESTS_H
#define TESTS_SERVER_HTTP_REQUESTS_H

#include "server/hub_bench.h"

struct answer {
    int status; /* 0: none has come */
    char type[64];
    char *body;  /* never NULL */
    bool stored; /* the commit behind it went well */
};

/* Who asks next: an address, and the token or session that is shown ("": none). */
__attribute__((format(printf, 1, 2))) void ask_from(const char *format, ...);
void ask_as(const char *bearer);
extern char asking_bearer[64];

/* `format` with that id for its *: "/api/tables/" and an id and "/join". */
const char *api_path(const char *format, const char *id);

/* Asks the bench, lets everything be stored, and waits for an answer that comes later. `query` may stand behind a ? in the path. */
struct answer ask(const char *method, const char *path, const char *body);

/* Asks, and fails the test unless the status is that and the body holds `part`. Returns the body. */
const char *ask_for(const char *method, const char *path, const char *body, int status, const char *part);

/* The same, of an answer of which one member is needed. */
const char *ask_member(const char *method, const char *path, const char *body, int status, const char *key);

/* Somebody registers with the passphrase "correct horse"; the session. */
const char *register_person(const char *name);

/* The text of a member of a JSON object; fails the test if it is not there. */
const char *member(const char *json, const char *key);

/* A late answer that was begun with bil_hub_request and owner &asking_owner: waited for. */
extern int asking_owner;
struct bil_request asking(const char *method, const char *path, const char *body);
struct answer late_answer(void);

/* A copy that lives as long as all the other texts; the end of all of them, when the bench closes. */
char *keep_text(const char *text, size_t length);
void forget_texts(void);

#endif
