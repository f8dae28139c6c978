/* Reading options by their rows (see options.h). Must never draw a random number. */
#include "kit/options.h"

#include <string.h>

enum { WORD = 32, HIGHEST = 255, SHOWN = 40 };

int bil_config_revision(const struct bil_game *game, const struct bil_config *config, struct bil_error *error)
{
    if (config->seats < game->min_seats || config->seats > game->max_seats) {
        bil_fail(error, "%s is for %d to %d seats, not %d.", game->title, game->min_seats, game->max_seats, config->seats);
        return 0;
    }
    if (config->revision < 0 || config->revision > game->revision) {
        bil_fail(error, "There is no revision %d of the rules of %s: the newest is %d.", config->revision, game->title,
                 game->revision);
        return 0;
    }
    return config->revision ? config->revision : game->revision;
}

/* ------------------------------------------------------------------ what may be given */

/* One of "off | 8-16": a word, or the numbers from low to high. */
struct alternative {
    char word[WORD]; /* "": it is numbers */
    int low, high;
};

/* The digits at *at as a number, far above every option's if there are many; *at is then behind them. */
static int digits(const char **at)
{
    int number = 0;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        number = number > HIGHEST ? number : 10 * number + (**at - '0');
    }
    return number;
}

static bool next_alternative(const char **at, struct alternative *out)
{
    const char *begin = *at + strspn(*at, " |");
    const size_t length = strcspn(begin, " |");
    if (length == 0) {
        return false;
    }
    *at = begin + length;
    *out = (struct alternative){{0}, 0, 0};
    if (*begin >= '0' && *begin <= '9') {
        out->low = digits(&begin);
        begin += *begin == '-';
        out->high = begin < *at ? digits(&begin) : out->low;
    } else {
        memcpy(out->word, begin, length < WORD ? length : WORD - 1);
    }
    return true;
}

static bool fail_value(const struct bil_option *option, const char *value, struct bil_error *error)
{
    struct bil_text list = {0};
    struct alternative one;
    struct alternative after;
    const char *at = option->values;
    for (bool more = next_alternative(&at, &one), first = true; more; one = after, first = false) {
        more = next_alternative(&at, &after);
        bil_text_add(&list, first ? "" : more ? ", " : " or ");
        if (one.word[0]) {
            bil_text_add(&list, one.word);
        } else if (one.low == one.high) {
            bil_text_format(&list, "%d", one.low);
        } else {
            bil_text_format(&list, "a number from %d to %d", one.low, one.high);
        }
    }
    bil_fail(error, "Option %s cannot be \"%.*s\": give %s.", option->key, SHOWN, value, bil_text_string(&list));
    bil_text_free(&list);
    return false;
}

static bool set(const struct bil_option *option, const char *value, void *rules, struct bil_error *error)
{
    if (option->read) {
        return option->read(rules, value, error);
    }
    const char *behind = value;
    const int number = digits(&behind);
    const bool is_number = behind > value && *behind == '\0';
    struct alternative one;
    uint8_t words = 0;
    for (const char *at = option->values; next_alternative(&at, &one);) {
        if (one.word[0] ? bil_same_name(value, strlen(value), one.word) : is_number && number >= one.low && number <= one.high) {
            ((uint8_t *)rules)[option->at] = one.word[0] ? words : (uint8_t)number;
            return true;
        }
        words = (uint8_t)(words + (one.word[0] != 0));
    }
    return fail_value(option, value, error);
}

bool bil_option_numbers(const struct bil_option *option, int *low, int *high)
{
    struct alternative one;
    for (const char *at = option->values; !option->read && next_alternative(&at, &one);) {
        if (one.low < one.high) {
            *low = one.low;
            *high = one.high;
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ all of them */

const struct bil_option *bil_option_find(const struct bil_game *game, const char *key, struct bil_error *error)
{
    for (const struct bil_option *option = game->options; option->key; option++) {
        if (bil_same_name(key, strlen(key), option->key)) {
            return option;
        }
    }
    struct bil_text list = {0};
    for (const struct bil_option *option = game->options; option->key; option++) {
        bil_text_format(&list, "%s%s", option == game->options ? "" : option[1].key ? ", " : " and ", option->key);
    }
    if (list.length > 0) {
        bil_fail(error, "%s has no option \"%.*s\": there are %s.", game->title, SHOWN, key, bil_text_string(&list));
    } else {
        bil_fail(error, "%s has no option \"%.*s\", nor any other: leave it out.", game->title, SHOWN, key);
    }
    bil_text_free(&list);
    return NULL;
}

bool bil_options_read(const struct bil_game *game, const struct bil_config *config, void *rules, struct bil_error *error)
{
    for (const struct bil_option *option = game->options; option->key; option++) {
        if (!set(option, option->initial, rules, error)) {
            return false;
        }
    }
    for (int i = 0; i < config->setting_count; i++) {
        const struct bil_setting *setting = &config->settings[i];
        const struct bil_option *option = bil_option_find(game, setting->key, error);
        if (!option || !set(option, setting->value, rules, error)) {
            return false;
        }
    }
    return true;
}

const char *bil_list_next(const char **at, size_t *length)
{
    const char *begin = *at;
    const char *comma = strchr(begin, ',');
    const char *end = comma ? comma : begin + strlen(begin);
    *at = comma ? comma + 1 : NULL;
    begin += strspn(begin, " ");
    while (end > begin && end[-1] == ' ') {
        end--;
    }
    *length = end > begin ? (size_t)(end - begin) : 0;
    return begin;
}
