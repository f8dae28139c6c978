/* The list of bots, finding one in it, and bots with settings. The only place that names them; a bot knows no particular game. */
#include "bots/bots.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/orders.h"
#include "billions/persons.h"

const struct bil_bot bil_bots[] = {
    {"random", "plays any legal move, every one equally likely", false, true, bil_choose_random, NULL, {0}, NULL},
    {"greedy", "plays what looks best at once, without looking ahead", true, false, bil_choose_greedy, NULL, {0}, NULL},
    {"easy", "plays what looks well enough at once", true, false, bil_choose_easy, bil_softmax_params, {0}, NULL},
    {"medium", "mostly plays what looks best at once", true, false, bil_choose_medium, bil_softmax_params, {0}, NULL},
    {"hard",
     "looks ahead for a tenth of a second",
     true,
     false,
     bil_choose_search,
     bil_search_params,
     {[BIL_SEARCH_MS] = 100, [BIL_SEARCH_NET] = 1},
     NULL},
    {"best",
     "looks ahead for a second and a half",
     true,
     false,
     bil_choose_search,
     bil_search_params,
     {[BIL_SEARCH_MS] = 1500},
     NULL},
    {"search",
     "looks ahead: search:ms=200 or search:iterations=5000, and more settings",
     true,
     false,
     bil_choose_search,
     bil_search_params,
     {0},
     NULL},
    {0},
};

/* What can be set of any bot: "greedy:spared=1"; and of any that looks: "greedy:person=mara". */
static const char spared[] = "spared";
static const char person[] = "person";

/* Bots with settings, or whose settings were never asked for: made once, kept as long as the program runs. */
struct made {
    struct bil_bot bot; /* first: a bot that is spared questions is found again by its address */
    struct made *next;
    bil_move (*choose)(const struct bil_bot *bot, const struct bil_ask *ask); /* of one that is spared questions */
    char name[BIL_BOT_NAME];
    char person[BIL_BOT_PERSON]; /* the word, or "" */
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

/* Chooses as the bot does, but for what the game's standard orders answer: so it can be measured what these cost a person. */
static bil_move choose_spared(const struct bil_bot *bot, const struct bil_ask *ask)
{
    bil_move move = 0;
    for (int order = 0; bil_orders_of(ask->game) && bil_orders_of(ask->game)[order].words; order++) {
        if (bil_orders_of(ask->game)[order].given == BIL_ORDER_STANDARD &&
            ask->game->orders->answer(ask->rules, ask->view, order, 0, &move) == BIL_ORDER_ANSWERS) {
            if (ask->keep && ask->keep->kept) { /* it was not asked, so what it kept ends here */
                ask->keep->forget(ask->keep->kept);
                ask->keep->kept = NULL;
            }
            return move;
        }
    }
    return ((const struct made *)bot)->choose(bot, ask);
}

static bool no_such_param(const struct bil_bot *bot, const char *key, size_t length, struct bil_error *error)
{
    struct bil_text keys = {0};
    for (const struct bil_bot_param *param = bot->params; param && param->key; param++) {
        bil_text_format(&keys, "%s, ", param->key);
    }
    bil_fail(error, "The bot %s has no setting \"%.*s\"; it has %s%s%s%s.", bot->name, length < 40 ? (int)length : 40, key,
             bil_text_string(&keys), bot->looks ? person : "", bot->looks ? " and " : "", spared);
    bil_text_free(&keys);
    return false;
}

/* "spared=0" or "spared=1". */
static bool set_spared(struct made *made, const char *value, size_t length, struct bil_error *error)
{
    if (length != 1 || (*value != '0' && *value != '1')) {
        return bil_fail(error, "The bot %s: %s wants 0 or 1, as %s=1.", made->bot.name, spared, spared);
    }
    made->bot.uniform = made->bot.uniform && *value == '0';
    made->bot.looks = made->bot.looks || *value == '1';
    if (*value == '1' && !made->choose) {
        made->choose = made->bot.choose;
        made->bot.choose = choose_spared;
    }
    return true;
}

/* Says who there is, game by game. */
static bool no_such_person(const char *word, size_t length, struct bil_error *error)
{
    struct bil_text who = {0};
    for (int i = 0; bil_games[i]; i++) {
        if (bil_persons_of(bil_games[i])) {
            bil_text_format(&who, "%s in %s ", who.length > 0 ? ";" : "", bil_games[i]->title);
            bil_persons_list(bil_games[i], &who);
        }
    }
    bil_fail(error, "There is nobody called \"%.*s\"; there are%s.", length < 40 ? (int)length : 40, word, bil_text_string(&who));
    bil_text_free(&who);
    return false;
}

/* "person=mara". Which game it will be is not known yet (bil_bot_plays). */
static bool set_person(struct made *made, const char *value, size_t length, struct bil_error *error)
{
    bool known = false;
    if (!made->bot.looks || made->bot.uniform) {
        return bil_fail(error, "The bot %s looks at nothing, so it cannot be a person; greedy can.", made->bot.name);
    }
    if (length < sizeof made->person) {
        memcpy(made->person, value, length);
        made->person[length] = 0;
    }
    for (int i = 0; bil_games[i] && !known; i++) {
        known = length < sizeof made->person && bil_person_find(bil_games[i], made->person) >= 0;
    }
    made->bot.person = made->person;
    return known || no_such_person(value, length, error);
}

/* Reads "key=value" of `length` bytes into the bot. */
static bool set_param(struct made *made, const char *text, size_t length, struct bil_error *error)
{
    struct bil_bot *bot = &made->bot;
    const char *equals = memchr(text, '=', length);
    const size_t key = equals ? (size_t)(equals - text) : length;
    char number[40];
    char *end = NULL;
    int i = 0;
    if (equals && key == sizeof spared - 1 && memcmp(spared, text, key) == 0) {
        return set_spared(made, equals + 1, length - key - 1, error);
    }
    if (equals && key == sizeof person - 1 && memcmp(person, text, key) == 0) {
        return set_person(made, equals + 1, length - key - 1, error);
    }
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
        return bil_fail(error, "The bot %s: %s wants a number from %.10g to %.10g, as %s=%.10g.", bot->name, param->key, param->low,
                        param->high, param->key, param->initial);
    }
    return true;
}

/* The settings that the list of bots gives come first; 0 there means the parameter's own initial value. */
static bool configure_bot(struct made *made, const struct bil_bot *base, const char *name, struct bil_error *error)
{
    made->bot = *base;
    for (int i = 0; base->params && base->params[i].key; i++) {
        made->bot.param[i] = base->param[i] != 0 ? base->param[i] : base->params[i].initial;
    }
    for (const char *at = strchr(name, ':'); at;) {
        const char *begin = at + 1;
        at = strchr(begin, ':');
        if (!set_param(made, begin, at ? (size_t)(at - begin) : strlen(begin), error)) {
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
        return base; /* as in the list */
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
        if (!found || !configure_bot(found, base, name, error)) {
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

bool bil_bot_plays(const struct bil_bot *bot, const struct bil_game *game, struct bil_error *error)
{
    if (!bot->person || bil_person_find(game, bot->person) >= 0) {
        return true;
    }
    struct bil_text who = {0};
    bil_persons_list(game, &who);
    bil_fail(error, who.length > 0 ? "%s: %s is nobody of %s; there are %s." : "%s: %s is nobody of %s, which has no persons.",
             bot->name, bot->person, game->title, bil_text_string(&who));
    bil_text_free(&who);
    return false;
}

const struct bil_person *bil_bot_person(const struct bil_bot *bot, const struct bil_game *game)
{
    const int number = bil_person_find(game, bot->person);
    return number < 0 ? NULL : &game->persons->list[number];
}
