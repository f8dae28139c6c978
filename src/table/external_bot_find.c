/* Names of bots in other programs: "exec:COMMAND:ms=500". Finds out what is meant and whether the program is there. Must never
 * start it. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "table/external_bot_internal.h"
#include "table/memory.h"

enum { MARK = sizeof "exec:" - 1, LONGEST = 3600000 };

static const struct bil_bot_param params[] = {
    {"ms", 0, 0, LONGEST, "the time that it is asked to take for a decision, in milliseconds; 0: nothing is said of time"},
    {"deadline", 5000, 1, LONGEST, "milliseconds that it may take beyond that before greedy decides in its place"},
    {NULL, 0, 0, 0, NULL},
};

static pthread_mutex_t made_lock = PTHREAD_MUTEX_INITIALIZER;
static struct bil_external_bot *made;

struct bil_external_bot *bil_external_bot_first(void)
{
    pthread_mutex_lock(&made_lock);
    struct bil_external_bot *first = made;
    pthread_mutex_unlock(&made_lock);
    return first;
}

/* ------------------------------------------------------------------ the name in parts */

/* The start of the last ":key=number" of a command, or NULL. Text in quotes does not count. */
static char *last_setting(char *command)
{
    char *colon = strrchr(command, ':');
    const char *at = colon ? colon + 1 : NULL;
    if (!at || *at < 'a' || *at > 'z') {
        return NULL;
    }
    while (*at >= 'a' && *at <= 'z') {
        at++;
    }
    return *at == '=' && at[1 + strcspn(at + 1, " \"'/")] == 0 ? colon : NULL;
}

static bool read_setting(struct bil_bot *bot, const char *setting, struct bil_error *error)
{
    const char *equals = strchr(setting, '=');
    for (int i = 0; params[i].key; i++) {
        if (strlen(params[i].key) != (size_t)(equals - setting) || strncmp(params[i].key, setting, strlen(params[i].key)) != 0) {
            continue;
        }
        char *end = NULL;
        const double number = strtod(equals + 1, &end);
        if (end == equals + 1 || *end || !isfinite(number) || number < params[i].low || number > params[i].high) {
            return bil_fail(error, "exec: %s wants a number from %.10g to %d, as %s=500.", params[i].key, params[i].low, LONGEST,
                            params[i].key);
        }
        bot->param[i] = number;
        return true;
    }
    return bil_fail(
        error,
        "A program has no setting \"%.40s\"; it has ms and deadline. What belongs to its command goes into quotes, as in "
        "exec:billions bot \"search:ms=100\".",
        setting);
}

/* Cuts the command into words, parted by blanks; "..." and '...' keep blanks together. */
static bool cut(struct bil_external_bot *external, struct bil_error *error)
{
    char *from = external->words;
    char *to = external->words;
    int count = 0;
    for (;;) {
        from += strspn(from, " ");
        if (!*from) {
            break;
        }
        if (count == BIL_EXTERNAL_BOT_WORDS) {
            return bil_fail(error, "exec: more than %d words behind it.", BIL_EXTERNAL_BOT_WORDS);
        }
        external->argv[count++] = to;
        char quote = 0;
        for (; *from && (quote || *from != ' '); from++) {
            if (*from == quote) {
                quote = 0;
            } else if (!quote && (*from == '"' || *from == '\'')) {
                quote = *from;
            } else {
                *to++ = *from;
            }
        }
        if (quote) {
            return bil_fail(error, "exec: a %c without its second one.", quote);
        }
        from += *from == ' ';
        *to++ = 0;
    }
    external->argv[count] = NULL;
    if (count == 0 || !external->argv[0][0]) {
        bil_fail(error, "exec: wants a program behind it: exec:./mybot.");
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------ is it there? */

static bool can_run(const char *path, bool *there)
{
    struct stat is;
    *there = stat(path, &is) == 0;
    return *there && S_ISREG(is.st_mode) && access(path, X_OK) == 0;
}

static bool stands_in_path(const char *name)
{
    const char *path = getenv("PATH");
    bool there = false;
    bool found = false;
    for (path = path ? path : "/usr/bin:/bin"; !found; path++) {
        struct bil_text text = {0};
        const size_t length = strcspn(path, ":");
        bil_text_add_bytes(&text, path, length);
        bil_text_format(&text, "%s%s", length ? "/" : "", name);
        found = can_run(bil_text_string(&text), &there);
        bil_text_free(&text);
        path += length;
        if (!*path) {
            break;
        }
    }
    return found;
}

static bool program_is_there(const char *name, struct bil_error *error)
{
    bool there = false;
    if (strchr(name, '/')) {
        return can_run(name, &there) ||
               bil_fail(error, there ? "%.100s cannot be run; make it executable with chmod +x." : "There is no program %.100s.",
                        name);
    }
    if (stands_in_path(name)) {
        return true;
    }
    return can_run(name, &there)
               ? bil_fail(error, "There is no program %.60s in the PATH; the one in this folder is exec:./%.60s.", name, name)
               : bil_fail(error, "There is no program %.60s in the PATH.", name);
}

/* ------------------------------------------------------------------ finding */

static bool set_up_external_bot(struct bil_external_bot *external, const char *name, struct bil_error *error)
{
    struct bil_bot *bot = &external->bot;
    memcpy(external->name, name, strlen(name) + 1);
    memcpy(external->words, name + MARK, strlen(name) - MARK + 1);
    *bot = (struct bil_bot){.name = external->name,
                            .help = "another program, which speaks the protocol of docs/bot-protocol.md",
                            .looks = true,
                            .choose = bil_choose_external_bot,
                            .params = params};
    bot->param[BIL_EXTERNAL_BOT_MS] = params[BIL_EXTERNAL_BOT_MS].initial;
    bot->param[BIL_EXTERNAL_BOT_DEADLINE] = params[BIL_EXTERNAL_BOT_DEADLINE].initial;
    for (char *setting = last_setting(external->words); setting; setting = last_setting(external->words)) {
        if (!read_setting(bot, setting + 1, error)) {
            return false;
        }
        *setting = 0;
    }
    return cut(external, error) && program_is_there(external->argv[0], error);
}

const struct bil_bot *bil_external_bot_find(const char *name, struct bil_error *error)
{
    if (strncmp(name, "exec:", MARK) != 0) {
        struct bil_error reason = {{0}};
        const struct bil_bot *bot = bil_bot_find(name, &reason);
        if (!bot) {
            bil_fail(error, "%s", reason.text);
        }
        return bot;
    }
    if (strlen(name) >= BIL_BOT_NAME) {
        bil_fail(error, "The name of a bot is longer than %d letters; call its program by a shorter path.", BIL_BOT_NAME - 1);
        return NULL;
    }
    for (const char *c = name; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 127) {
            bil_fail(error, "The name of a bot consists of letters, not of control characters.");
            return NULL;
        }
    }
    pthread_mutex_lock(&made_lock);
    struct bil_external_bot *found = made;
    while (found && strcmp(found->name, name) != 0) {
        found = found->next;
    }
    if (!found) {
        found = bil_memory_zero(1, sizeof *found);
        if (set_up_external_bot(found, name, error)) {
            found->next = made;
            made = found;
        } else {
            free(found);
            found = NULL;
        }
    }
    pthread_mutex_unlock(&made_lock);
    return found ? &found->bot : NULL;
}
