/* The commands of `billions-online`, the program beside `billions` that knows the network. Each gets its own name as argv[0] and
 * returns an exit code, the same ones as all commands of `billions`. */
#ifndef BILLIONS_ONLINE_ONLINE_H
#define BILLIONS_ONLINE_ONLINE_H

int bil_online_serve(int argc, char **argv);
/* `serve --check`: looks a database over. 0: all is well; 1: faults; 2: it cannot be looked over. */
int bil_online_check(const char *database);
int bil_online_join(int argc, char **argv);
int bil_online_tables(int argc, char **argv);

#endif
