/* By what machines that share a job know that they play the same games. */
#ifndef BILLIONS_LAB_PROGRAM_H
#define BILLIONS_LAB_PROGRAM_H

/* The name of this program as far as it decides how games go: its version, a hash over the sources of rules, bots and laboratory,
 * and a few digits of how its C library computes. Programs of one name play the same games. Threads may ask. */
const char *bil_program(void);

/* "0.1.0 0123456789abcdef": version and sources. Written when the program is built. */
extern const char bil_program_sources[];

#endif
