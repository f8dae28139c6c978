/* The commands of `billions-online`, the program beside `billions` that knows the network. Each gets its own name as argv[0] and
 * returns an exit code, the same ones as all commands of `billions`. */
#ifndef BILLIONS_ONLINE_ONLINE_H
#define BILLIONS_ONLINE_ONLINE_H

#include <stdbool.h>

int bil_online_serve(int argc, char **argv);
/* `serve --check`: looks a database over. 0: all is well; 1: faults; 2: it cannot be looked over. */
int bil_online_check(const char *database);
/* Whether a server uses the database in that file. Of an address: false. */
bool bil_online_server_there(const char *database);
/* `serve --status`: reports the state of a database, for people or as JSON. Only reads. 0, or 4: it cannot be looked at. */
int bil_online_status(const char *database, bool json);
int bil_online_join(int argc, char **argv);
int bil_online_tables(int argc, char **argv);

#endif
