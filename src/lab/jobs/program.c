/* See program.h. Must never name two programs alike that could play differently. */
#include "lab/jobs/program.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "billions/text.h"

enum { SAMPLES = 2000 };

static char name[80];

/* Bots that search weigh moves with these functions. Their last bit may differ from one C library to the next, and from one kind of
 * processor to the next, and a bit is enough to choose otherwise. */
static uint64_t how_it_computes(void)
{
    uint64_t hash = BIL_FNV;
    for (int i = 0; i < SAMPLES; i++) {
        const double x = 0.37 * i + 0.0013 * i * i;
        const double y[] = {log(x + 2), exp(-0.001 * x), erfc(0.002 * x), sqrt(x)};
        hash = bil_fnv(hash, y, sizeof y);
    }
    return hash;
}

static void make_name(void)
{
    const uint64_t hash = how_it_computes();
    snprintf(name, sizeof name, "%s-%04" PRIx64, bil_program_sources, (hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) & 0xffff);
}

const char *bil_program(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_name);
    return name;
}
