/* The bot that sees everything (oracle.h): `search`, asked with the state, for which there is but one world to deal; all seats
 * learn in every iteration, for there is nothing that they would have to be kept from. Must never be found but through here. */
#include "lab/simulation/oracle.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "table/memory.h"

/* Made once for each name, kept as long as the program runs. */
struct made {
    struct bil_bot bot; /* first, so that a bot leads to what it was made from */
    const struct bil_bot *search;
    struct made *next;
    char name[BIL_BOT_NAME];
};
static pthread_mutex_t made_lock = PTHREAD_MUTEX_INITIALIZER;
static struct made *made_bots;

static const char own_name[] = "oracle";
enum { OWN_LENGTH = sizeof own_name - 1 };

static bil_move choose_oracle(const struct bil_bot *bot, const struct bil_ask *ask)
{
    const struct bil_bot *search = ((const struct made *)(const void *)bot)->search;
    return search->choose(search, ask);
}

bool bil_oracle_is(const struct bil_bot *bot)
{
    return bot->choose == choose_oracle;
}

static struct made *make_oracle(const char *name, struct bil_error *error)
{
    char settings[BIL_BOT_NAME];
    const int length = snprintf(settings, sizeof settings, "search:teach=1%s", name + OWN_LENGTH);
    if (length < 0 || (size_t)length >= sizeof settings) {
        bil_fail(error, "The name of a bot with its settings is longer than %d letters.", BIL_BOT_NAME - 1);
        return NULL;
    }
    const struct bil_bot *search = bil_bot_find(settings, error);
    if (!search) {
        return NULL;
    }
    struct made *made = bil_memory_zero(1, sizeof *made);
    snprintf(made->name, sizeof made->name, "%s", name);
    made->search = search;
    made->bot = *search;
    made->bot.name = made->name;
    made->bot.help = "looks ahead with all cards on the table; a measure for the others, in the laboratory alone";
    made->bot.choose = choose_oracle;
    return made;
}

bool bil_oracle_named(const char *name)
{
    return strcspn(name, ":") == OWN_LENGTH && memcmp(name, own_name, OWN_LENGTH) == 0;
}

const struct bil_bot *bil_oracle_find(const char *name, struct bil_error *error)
{
    pthread_mutex_lock(&made_lock);
    struct made *found = made_bots;
    while (found && strcmp(found->name, name) != 0) {
        found = found->next;
    }
    if (!found) {
        found = make_oracle(name, error);
        if (found) {
            found->next = made_bots;
            made_bots = found;
        }
    }
    pthread_mutex_unlock(&made_lock);
    return found ? &found->bot : NULL;
}
