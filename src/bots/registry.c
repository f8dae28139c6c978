/* The list of bots, finding one in it, and bots with settings. The only place that names them; a bot knows no particular game. */
#include "bots/bots.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct bil_bot bil_bots[] = {
    {"random", "plays any legal move, every one equally likely", false, true, bil_choose_random, NULL, {0}},
    {"greedy", "plays what looks best at once, without looking ahead", true, false, bil_choose_greedy, NULL, {0}},
    {"easy", "plays what looks well enough at once", true, false, bil_choose_softmax, bil_softmax_params, {0}},
    {"medium", "mostly plays what looks best at once", true, false, bil_choose_softmax, bil_softmax_params, {0.15}},
    {"hard", "looks ahead for a tenth of a second", true, false, bil_choose_search, bil_search_params, {100}},
    {"best", "looks ahead for a second and a half", true, false, bil_choose_search, bil_search_params, {1500}},
    {"search",
     "looks ahead: search:ms=200 or search:iterations=5000, and more settings",
     true,
     false,
     bil_choose_search,
     bil_search_params,
     {0}},
    {0},
};

/* Bots with settings, or whose settings were never asked for: made once, kept as long as the program runs. */
struct made {
    struct made *next;
    struct bil_bot bot;
    char name[BIL_BOT_NAME];
};
static pthread_mutex_t made_lock = PTHREAD_MUTEX_INITIALIZER;
static struct made *made_bots;

static const struct bil_bot *base_of(const char *name, size_t length)
{
    for (const struct bil_bot *bot = bil_bots; bot->name; bot++) {
        if (strlen(bot->name) == length && memcmp(bot->name, name, length) == 0) {
            return bot;
        }
    }
    return NULL;
}

static bool no_such_bot(const char *name, struct bil_error *error)
{
    static const char measure[] = "oracle"; /* lab/oracle.h */
    if (strcspn(name, ":") == sizeof measure - 1 && strncmp(name, measure, sizeof measure - 1) == 0) {
        return bil_fail(error,
                        "The bot %s sees every hand; it plays in the laboratory (billions arena, sim and lab) and nowhere else.",
                        measure);
    }
    struct bil_text names = {0};
    for (const struct bil_bot *bot = bil_bots; bot->name; bot++) {
        if (bot > bil_bots) {
            bil_text_add(&names, bot[1].name ? ", " : " and ");
        }
        bil_text_add(&names, bot->name);
    }
    bil_fail(error, "There is no bot called \"%.60s\"; there are %s.", name, bil_text_string(&names));
    bil_text_free(&names);
    return false;
}

static bool no_such_param(const struct bil_bot *bot, const char *key, size_t length, struct bil_error *error)
{
    struct bil_text keys = {0};
    for (const struct bil_bot_param *param = bot->params; param && param->key; param++) {
        bil_text_format(&keys, "%s%s", param == bot->params ? "" : param[1].key ? ", " : " and ", param->key);
    }
    if (!bot->params) {
        bil_fail(error, "The bot %s has no settings, so \":%.*s\" means nothing.", bot->name, length < 40 ? (int)length : 40, key);
    } else {
        bil_fail(error, "The bot %s has no setting \"%.*s\"; it has %s.", bot->name, length < 40 ? (int)length : 40, key,
                 bil_text_string(&keys));
    }
    bil_text_free(&keys);
    return false;
}

/* Reads "key=value" of `length` bytes into the bot. */
static bool set_param(struct bil_bot *bot, const char *text, size_t length, struct bil_error *error)
{
    const char *equals = memchr(text, '=', length);
    const size_t key = equals ? (size_t)(equals - text) : length;
    char number[40];
    char *end = NULL;
    int i = 0;
    while (bot->params && bot->params[i].key && (strlen(bot->params[i].key) != key || memcmp(bot->params[i].key, text, key) != 0)) {
        i++;
    }
    if (!bot->params || !bot->params[i].key) {
        return no_such_param(bot, text, key, error);
    }
    const struct bil_bot_param *param = &bot->params[i];
    const size_t digits = equals ? length - key - 1 : 0;
    if (digits > 0 && digits < sizeof number) {
        memcpy(number, equals + 1, digits);
        number[digits] = 0;
        bot->param[i] = strtod(number, &end);
    }
    if (!end || *end || !isfinite(bot->param[i]) || bot->param[i] < param->low || bot->param[i] > param->high) {
        return bil_fail(error, "The bot %s: %s wants a number from %g to %g, as %s=%g.", bot->name, param->key, param->low,
                        param->high, param->key, param->initial);
    }
    return true;
}

/* The settings that the list of bots gives come first; 0 there means the parameter's own initial value. */
static bool make(struct made *made, const struct bil_bot *base, const char *name, struct bil_error *error)
{
    made->bot = *base;
    for (int i = 0; base->params && base->params[i].key; i++) {
        made->bot.param[i] = base->param[i] != 0 ? base->param[i] : base->params[i].initial;
    }
    for (const char *at = strchr(name, ':'); at;) {
        const char *begin = at + 1;
        at = strchr(begin, ':');
        if (!set_param(&made->bot, begin, at ? (size_t)(at - begin) : strlen(begin), error)) {
            return false;
        }
    }
    snprintf(made->name, sizeof made->name, "%s", name);
    made->bot.name = made->name;
    return true;
}

const struct bil_bot *bil_bot_find(const char *name, struct bil_error *error)
{
    const struct bil_bot *base = base_of(name, strcspn(name, ":"));
    if (!base) {
        no_such_bot(name, error);
        return NULL;
    }
    if (!base->params && !strchr(name, ':')) {
        return base;
    }
    if (strlen(name) >= BIL_BOT_NAME) {
        bil_fail(error, "The name of a bot with its settings is longer than %d letters.", BIL_BOT_NAME - 1);
        return NULL;
    }
    pthread_mutex_lock(&made_lock);
    struct made *found = made_bots;
    while (found && strcmp(found->name, name) != 0) {
        found = found->next;
    }
    if (!found) {
        found = calloc(1, sizeof *found);
        if (!found || !make(found, base, name, error)) {
            free(found);
            found = NULL;
        } else {
            found->next = made_bots;
            made_bots = found;
        }
    }
    pthread_mutex_unlock(&made_lock);
    return found ? &found->bot : NULL;
}
