/* `billions work`. */
#ifndef BILLIONS_WORK_COMMAND_H
#define BILLIONS_WORK_COMMAND_H

int bil_work_command(int argc, char **argv);

#endif
