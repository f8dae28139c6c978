/* Who pays for what the server thinks: the network, the address and the account of anyone who made a table, as numbers.
 *
 * The numbers are made with a secret of the database: nobody can choose an address whose number is another's, and a table's row
 * does not say from where it was made. They are the same after a restart. Must never be told to anybody. */
#include <sodium.h>
#include <string.h>

#include "server/common/limits.h"
#include "server/tables/internal.h"

static uint64_t number_of(const struct bil_hub *hub, char kind, const void *bytes, size_t count)
{
    uint8_t text[1 + 64] = {(uint8_t)kind};
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t number = 0;
    const size_t length = count < sizeof text - 1 ? count : sizeof text - 1;
    static_assert(sizeof hub->payer_key == crypto_shorthash_KEYBYTES && sizeof hash == sizeof number, "a key and a number");
    memcpy(text + 1, bytes, length);
    crypto_shorthash(hash, text, length + 1, hub->payer_key);
    for (size_t i = 0; i < sizeof hash; i++) {
        number = number << 8 | hash[i];
    }
    return number;
}

/* What of an address counts is what counts under every limit; with `wide` the site, if it has one. What is no address counts as it
 * is written. */
static uint64_t address_number(const struct bil_hub *hub, const char *address, bool wide)
{
    uint8_t key[BIL_ADDRESS_KEY];
    const char kind = wide ? 'n' : 'a';
    if ((wide && bil_address_key(address, BIL_NETWORK_SITE, key)) || bil_address_key(address, BIL_NETWORK_HOME, key)) {
        return number_of(hub, kind, key, sizeof key);
    }
    return number_of(hub, kind, address, strlen(address));
}

uint64_t bil_payer_address(const struct bil_hub *hub, const char *address)
{
    return address_number(hub, address, false);
}

uint64_t bil_payer_table(const struct bil_table *table)
{
    return number_of(table->hub, 't', table->id, strlen(table->id));
}

void bil_payer_task(const struct bil_table *table, struct bil_task *task)
{
    const uint64_t *payer = table->body->payer;
    const uint64_t own = bil_payer_table(table);
    const bool known = payer[BIL_TASK_NETWORK] != 0; /* a table of an earlier version is its own payer */
    for (int level = 0; level < BIL_TASK_TABLE; level++) {
        task->whose[level] = known ? payer[level] : own;
    }
    task->whose[BIL_TASK_TABLE] = own;
}

static void store(struct bil_table *table)
{
    struct bil_hub *hub = table->hub;
    struct bil_error error = {{0}};
    if (bil_hub_begin_at(table) && !bil_store_set_payer(hub->store, table->id, table->body->payer, &error)) {
        bil_hub_breaks(hub, &error);
    }
}

void bil_payer_set(struct bil_table *table, const char *address, const char *person)
{
    const struct bil_hub *hub = table->hub;
    uint64_t *payer = table->body->payer;
    payer[BIL_TASK_NETWORK] = address_number(hub, address, true);
    payer[BIL_TASK_ADDRESS] = address_number(hub, address, false);
    payer[BIL_TASK_ACCOUNT] =
        person[0] ? number_of(hub, 'p', person, strlen(person)) : number_of(hub, 'g', &payer[BIL_TASK_ADDRESS], sizeof payer[0]);
    store(table);
}

void bil_payer_share(struct bil_table *table, const struct bil_table *with)
{
    memcpy(table->body->payer, with->body->payer, sizeof table->body->payer);
    store(table);
}
