/* The files of a folder of tests, for main.c. CMakeLists.txt writes the table of each folder. */
#ifndef BILLIONS_TESTS_GROUPS_H
#define BILLIONS_TESTS_GROUPS_H

struct test_group {
    const char *name; /* of its file: test_moves */
    int (*run)(void); /* the number of tests that failed */
};
extern const struct test_group test_groups[]; /* the last one has no name */

#endif
