/* What a fuzz target insists on. Where it is not so the program ends with a sentence, which libFuzzer keeps the input of. */
#ifndef FUZZ_INSIST_H
#define FUZZ_INSIST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static inline void insist(bool true_it_is, const char *what)
{
    if (!true_it_is) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

#endif
