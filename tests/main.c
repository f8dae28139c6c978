/* The main function of every program of tests. A program holds the files of one folder and runs the one that it is called with: a
 * process never runs two, so that no test meets what another file's left behind (faults on purpose, signals, threads). */
#include "groups.h"
#include "unit.h"

static void print_names(FILE *out, const char *before)
{
    for (const struct test_group *group = test_groups; group->name; group++) {
        (void)fprintf(out, "%s%s\n", before, group->name);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_names(stdout, "");
        return 0;
    }
    if (argc > 3 || strcmp(argv[1], "--help") == 0) {
        (void)fprintf(argc > 3 ? stderr : stdout,
                      "usage: %s [FILE [TEST]]\n"
                      "Runs the tests of one file, or those of them whose name is TEST ('*' and '?' fit anything). Without FILE: "
                      "lists the files.\n",
                      argv[0]);
        return argc > 3 ? 2 : 0;
    }
    for (const struct test_group *group = test_groups; group->name; group++) {
        if (strcmp(group->name, argv[1]) == 0) {
            cmocka_set_test_filter(argc > 2 ? argv[2] : NULL);
            return group->run();
        }
    }
    (void)fprintf(stderr, "%s: there is no file '%s' of tests here; there are:\n", argv[0], argv[1]);
    print_names(stderr, "  ");
    return 2;
}
