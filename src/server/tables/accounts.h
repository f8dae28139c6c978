/* Accounts: a name and a passphrase that keep one person's tables together across devices. Registering, logging in, sessions.
 *
 * A passphrase is hashed by a worker thread (argon2id takes a while and 64 MiB), and the answer to the request comes later. Whoever
 * guesses cannot tell a name that nobody has from a wrong passphrase: neither by the answer nor by the time it takes. He is slowed
 * down by his address, and by the pair of his address and the name; a name that many addresses guess at becomes slow for all of
 * them that have failed, but never for one that has not: nobody can lock a person out from elsewhere. Must never keep, log or
 * answer a passphrase; of a session only a hash is stored. */
#ifndef BILLIONS_SERVER_TABLES_ACCOUNTS_H
#define BILLIONS_SERVER_TABLES_ACCOUNTS_H

#include "server/tables/table.h"

enum {
    BIL_PASSPHRASE_LEAST = 8, /* bytes */
    BIL_PASSPHRASE_MOST = 200,
    BIL_SESSION_DAYS = 90,   /* how long a session lasts */
    BIL_TRIES_ADDRESS = 30,  /* logins of one address in five minutes */
    BIL_TRIES_NAME = 10,     /* of them, wrong ones for one name */
    BIL_TRIES_ALL = 50,      /* wrong ones for one name in an hour, from everywhere; beyond that */
    BIL_TRIES_CAUTIOUS = 3,  /* ... so many of one address in an hour */
    BIL_NEW_ACCOUNTS = 10,   /* registrations of one address in an hour */
    BIL_HASHES_WAITING = 32, /* passphrases that may wait for a worker */
    BIL_HASHES_OF_ONE = 8    /* of one address */
};

/* What the hub keeps for this: who tried how often. Memory that does not grow. */
struct bil_accounts;
struct bil_accounts *bil_accounts_new(void);
void bil_accounts_free(struct bil_accounts *accounts);

/* Works out what the names in a database look like, if that was not yet done, or by another version of Unicode. */
bool bil_accounts_bring(struct bil_store *store, struct bil_names *names, struct bil_error *error);

/* Begins to register somebody, or to log somebody in. With BIL_FAULT_NONE the answer comes by bil_hub_answer to `owner`:
 * {"session":..} with status 201 or 200, or an error; like all answers it is true once bil_hub_commit is. The texts are copied.
 */
enum bil_fault bil_account_register(struct bil_hub *hub, const char *name, const char *passphrase, const char *address, void *owner,
                                    int64_t now, struct bil_error *error);
enum bil_fault bil_account_login(struct bil_hub *hub, const char *name, const char *passphrase, const char *address, void *owner,
                                 int64_t now, struct bil_error *error);

/* Whose session that is (22 letters). BIL_FAULT_TOKEN and a sentence if nobody's. */
enum bil_fault bil_account_session(struct bil_hub *hub, const char *letters, int64_t now, char person[BIL_PERSON_NAME],
                                   struct bil_error *error);
/* Ends it, in the open transaction. Fine too if there is none. */
enum bil_fault bil_account_logout(struct bil_hub *hub, const char *letters, struct bil_error *error);

#endif
