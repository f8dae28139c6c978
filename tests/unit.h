/* What every unit test includes: cmocka, the headers that it needs before it, and what nearly all tests need besides. */
#ifndef BILLIONS_TESTS_UNIT_H
#define BILLIONS_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* after those */

/* cmocka gives every test a state, and a double of a function gets what the true one needs: most look at little of it. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* What a file of tests has in place of main(): CMakeLists.txt gives it the file's name, and main.c calls it. */
#ifdef TEST_MAIN
int TEST_MAIN(void);
#endif

#endif
