/* billions-describe: what the rows of a game's positions say of themselves (kit/fields.h), for documents and for the page.
 *
 *     billions-describe table GAME [MEMBER...]   the members inside that member, as a table in Markdown
 *     billions-describe types GAME               all members as types of TypeScript
 *     billions-describe observation GAME         what an observation is made of, as a table in Markdown
 *
 * Never part of a release: tools/docs-tables and tools/build-web call it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/observation.h"

/* The rows inside a member, through lists and maps; NULL: there are none. */
static const struct bil_field *rows_inside(const struct bil_field *row)
{
    while (row->kind == BIL_FIELD_EACH || row->kind == BIL_FIELD_LIST) {
        row = row->inside;
    }
    return row->kind == BIL_FIELD_OBJECT ? row->inside : NULL;
}

static const struct bil_field *find(const struct bil_field *rows, const char *key)
{
    while (rows->kind && strcmp(rows->key, key) != 0) {
        rows++;
    }
    return rows->kind ? rows : NULL;
}

static int table(const struct bil_field *rows)
{
    bool defaults = false;
    for (const struct bil_field *row = rows; row->kind; row++) {
        defaults = defaults || (row->about && row->initial);
    }
    puts(defaults ? "| Member | Meaning | Default |\n|---|---|---|" : "| Member | Meaning |\n|---|---|");
    for (const struct bil_field *row = rows; row->kind; row++) {
        if (row->about) {
            printf("| `%s` | %s |", row->key, row->about);
            printf(defaults ? " %s |\n" : "\n", row->initial ? row->initial : "");
        }
    }
    return 0;
}

static bool has_words(const struct bil_axis *axis)
{
    return axis->words || axis->name;
}

static void type(const struct bil_field *row, int indent)
{
    const struct bil_field *inside = row->inside;
    switch (row->kind) {
    case BIL_FIELD_NUMBER:
        printf("number");
        break;
    case BIL_FIELD_FLAG:
        printf("boolean");
        break;
    case BIL_FIELD_WORD:
        printf(has_words(row->axis) ? "string" : "number");
        break;
    case BIL_FIELD_SET:
    case BIL_FIELD_COPIES:
        printf(has_words(row->axis) ? "string[]" : "number[]");
        break;
    case BIL_FIELD_OBJECT:
        printf("{\n");
        for (; inside->kind; inside++) {
            printf("%*s%s%s: ", indent + 2, "", inside->key, inside->absent || inside->unless_zero ? "?" : "");
            type(inside, indent + 2);
            printf(";\n");
        }
        printf("%*s}", indent, "");
        break;
    case BIL_FIELD_EACH:
        printf(has_words(row->axis) ? "Record<string, " : "(");
        type(inside, indent);
        printf(has_words(row->axis) ? ">" : ")[]");
        break;
    case BIL_FIELD_LIST:
        printf("(");
        type(inside, indent);
        printf(")[]");
        break;
    default:
        printf("%s", row->type ? row->type : "unknown");
    }
}

/* What is never written is no member of a view that is read. */
static int types(const struct bil_game *game)
{
    printf("// Made by the build from the rows of the engine: what a position of %s holds (docs/positions.md).\n\n", game->title);
    printf("export interface Members {\n");
    for (const struct bil_field *row = game->position; row->kind; row++) {
        if (!row->input_only && strcmp(row->key, "viewer") != 0) {
            printf("  %s%s: ", row->key, row->absent || row->unless_zero ? "?" : "");
            type(row, 2);
            printf(";\n");
        }
    }
    printf("}\n");
    return 0;
}

/* The parts of an observation, those of all entries of a list or map as one. */
enum { PARTS = 256 };
struct parts {
    struct bil_observed part[PARTS];
    int count;
};

static void add_part(void *context, const struct bil_observed *part)
{
    struct parts *parts = context;
    for (int i = 0; i < parts->count; i++) {
        if (strcmp(parts->part[i].row, part->row) == 0) {
            parts->part[i].count += part->count;
            return;
        }
    }
    if (parts->count == PARTS) {
        fprintf(stderr, "billions-describe: more than %d parts\n", PARTS);
        exit(1);
    }
    parts->part[parts->count++] = *part;
}

static int observation(const struct bil_game *game)
{
    static struct parts parts;
    bil_observation_parts(game, add_part, &parts);
    printf("%d numbers.\n\n| Part | Numbers | Each at most |\n|---|---|---|\n", bil_observation_size(game));
    for (int i = 0; i < parts.count; i++) {
        printf("| `%s` | %d | %d |\n", parts.part[i].row, parts.part[i].count, parts.part[i].most);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct bil_game *game = argc > 2 ? bil_game_find(argv[2]) : NULL;
    if (!game || !game->position) {
        fprintf(stderr, "usage: billions-describe table GAME [MEMBER...] | types GAME | observation GAME\n");
        return 2;
    }
    if (strcmp(argv[1], "observation") == 0) {
        return observation(game);
    }
    const struct bil_field *rows = game->position;
    for (int i = 3; i < argc; i++) {
        const struct bil_field *row = find(rows, argv[i]);
        rows = row ? rows_inside(row) : NULL;
        if (!rows) {
            fprintf(stderr, "billions-describe: %s has no members inside \"%s\".\n", game->id, argv[i]);
            return 2;
        }
    }
    return strcmp(argv[1], "types") == 0 ? types(game) : table(rows);
}
