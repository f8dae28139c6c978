/* billions-describe: what the rows of a game's positions say of themselves (kit/fields.h), for documents and for the page.
 *
 *     billions-describe table GAME [MEMBER...]   the members inside that member, as a table in Markdown
 *     billions-describe edition GAME [MEMBER...] the same of an edition
 *     billions-describe types GAME               all members, and the parts of a move, as types of TypeScript; the cards in words
 *     billions-describe moves GAME               the verbs and the parts of their moves, as a table in Markdown
 *     billions-describe observation GAME         what an observation is made of, as a table in Markdown
 *     billions-describe rules GAME               the pages of the rules, as a module of TypeScript
 *
 * Never part of a release: tools/check/docs-tables and tools/build-web call it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/cards.h"
#include "games/one_billion_users/documents/documents.h"
#include "games/six_billion/documents/documents.h"
#include "kit/notation.h"
#include "kit/observation.h"

/* The rows inside a member, through lists and maps; NULL: there are none. */
static const struct bil_field *rows_inside(const struct bil_field *row)
{
    while (row->kind == BIL_FIELD_EACH || row->kind == BIL_FIELD_LIST) {
        row = row->inside;
    }
    return row->kind == BIL_FIELD_OBJECT || row->kind == BIL_FIELD_NAMED ? row->inside : NULL;
}

static const struct bil_field *find(const struct bil_field *rows, const char *key)
{
    while (rows->kind && (strcmp(rows->key, key) != 0 || rows->input_only)) {
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

/* Whether the nouns of a slot are called by numbers, as bil_move_json writes them. */
static bool is_number(const struct bil_game *game, const struct bil_slot *slot)
{
    static unsigned char rules[BIL_MAX_RULES] __attribute__((aligned(64)));
    static unsigned char state[BIL_MAX_STATE] __attribute__((aligned(64)));
    const struct bil_config config = {.seats = game->min_seats};
    struct bil_random random;
    struct bil_error error;
    char room[BIL_NAME];
    bil_random_match(&random, (const uint8_t[BIL_SEED_BYTES]){0});
    if (!game->rules_init(&config, rules, &error)) {
        fprintf(stderr, "billions-describe: %s\n", error.text);
        exit(1);
    }
    game->setup(rules, &random, state, NULL);
    const uint64_t members = slot->members ? slot->members : ~0ULL;
    for (int noun = 0; noun < slot->nouns->count; noun++) {
        const char *name = members >> noun & 1U ? slot->nouns->name(rules, state, noun, 0, room) : NULL;
        if (name) {
            return isdigit((unsigned char)name[0]);
        }
    }
    return false;
}

static void print_lower(const char *word)
{
    for (const char *c = word; *c; c++) {
        putchar(tolower((unsigned char)*c));
    }
}

static int moves(const struct bil_game *game)
{
    printf("| `verb` | Other parts | As text |\n|---|---|---|\n");
    for (const struct bil_verb *verb = game->notation->verbs; verb->form; verb++) {
        struct bil_form form;
        const char *comma = "";
        if (!verb->key) {
            continue;
        }
        printf("| `%s` | ", verb->key);
        bil_form_read(game->notation, verb, &form);
        for (int p = 0; p < form.count; p++) {
            if (form.part[p].slot) {
                printf("%s`", comma);
                print_lower(form.part[p].slot->word);
                printf("`%s%s", form.part[p].slot->most ? " (a list)" : "", form.part[p].optional ? " (or none)" : "");
                comma = ", ";
            }
        }
        printf(" | `%s` |\n", verb->form);
    }
    return 0;
}

/* The slots that verbs are written with: who may not know one, or leaves it out, has no such member. */
static void move_types(const struct bil_game *game)
{
    const struct bil_notation *notation = game->notation;
    uint64_t used = 0;
    printf("\nexport type Verb =\n");
    for (const struct bil_verb *verb = notation->verbs; verb->form; verb++) {
        struct bil_form form;
        if (verb->key) {
            printf("  | \"%s\"%s\n", verb->key, verb[1].form && verb[1].key ? "" : ";");
            bil_form_read(notation, verb, &form);
            for (int p = 0; p < form.count; p++) {
                used |= form.part[p].slot ? 1ULL << (form.part[p].slot - notation->slots) : 0;
            }
        }
    }
    printf("\n/** The parts of a move (docs/protocol.md). What a viewer may not know is not there. */\nexport interface Parts {\n"
           "  verb: Verb;\n");
    for (int s = 0; notation->slots[s].word; s++) {
        const struct bil_slot *slot = &notation->slots[s];
        if (used >> s & 1U) {
            printf("  ");
            print_lower(slot->word);
            printf("?: %s%s;\n", is_number(game, slot) ? "number" : "string", slot->most ? "[]" : "");
        }
    }
    printf("}\n");
}

/* "a" | "b": every kind of card once. */
static void print_kinds(const struct bil_card *cards)
{
    for (const struct bil_card *card = cards; card->word; card++) {
        const struct bil_card *first = cards;
        while (strcmp(first->kind, card->kind) != 0) {
            first++;
        }
        if (first == card) {
            printf("%s\"%s\"", card == cards ? "" : " | ", card->kind);
        }
    }
}

static void cards(const struct bil_card *list)
{
    struct bil_text out = {0};
    printf("\n/** A card in words, by the word that moves, positions and editions call it by. */\nexport interface CardWords {\n"
           "  name: string;\n  kind: ");
    print_kinds(list);
    printf(";\n  /** what it does in a few words */\n  brief: string;\n  about: string;\n"
           "  /** page of the rules */\n  topic: string;\n  /** the card that it is against */\n  pair?: string;\n"
           "  /** it holds until another of its kind comes */\n  lasts?: true;\n}\n\n"
           "export const CARDS: Readonly<Record<string, CardWords | undefined>> = {\n");
    for (const struct bil_card *card = list; card->word; card++) {
        bil_text_clear(&out);
        bil_json_object(&out);
        bil_json_key(&out, card->word);
        bil_json_object(&out);
        bil_json_key_string(&out, "name", card->name);
        bil_json_key_string(&out, "kind", card->kind);
        bil_json_key_string(&out, "brief", card->brief);
        bil_json_key_string(&out, "about", card->about);
        bil_json_key_string(&out, "topic", card->topic);
        if (card->pair) {
            bil_json_key_string(&out, "pair", card->pair);
        }
        if (card->lasts) {
            bil_json_key_bool(&out, "lasts", true);
        }
        bil_json_object_end(&out);
        printf("  %s,\n", bil_text_string(&out) + 1);
    }
    printf("};\n");
    bil_text_free(&out);
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
    move_types(game);
    if (game->cards) {
        cards(game->cards);
    }
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

/* What the first page says of each game before the engine is there. */
static void lengths(void)
{
    puts("// Written by tools/page-types from the rows of the engine (struct bil_game).");
    puts("export const LENGTHS: Record<string, { seats: [number, number]; minutes: [number, number] }> = {");
    for (int i = 0; bil_games[i]; i++) {
        const struct bil_game *game = bil_games[i];
        printf("  \"%s\": { seats: [%d, %d], minutes: [%d, %d] },\n", game->id, game->min_seats, game->max_seats, game->minutes[0],
               game->minutes[1]);
    }
    puts("};");
}

static int rules(const struct bil_game *game)
{
    struct bil_text json = {0};
    bil_json_array(&json);
    for (const struct bil_topic *topic = game->topics; topic->id; topic++) {
        bil_json_object(&json);
        bil_json_key_string(&json, "id", topic->id);
        bil_json_key_string(&json, "title", topic->title);
        bil_json_key_string(&json, "text", topic->text);
        bil_json_object_end(&json);
    }
    bil_json_array_end(&json);
    puts("// Written by tools/page-types from the topics of the game. Fetched when somebody reads the rules, and not before.");
    printf("import type { Topic } from \"../../engine/types\";\n\nexport const PAGES: Topic[] = %s;\n", bil_text_string(&json));
    bil_text_free(&json);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "lengths") == 0) {
        lengths();
        return 0;
    }
    for (int i = 0; argc == 2 && strcmp(argv[1], "games") == 0; i++) {
        if (!bil_games[i]) {
            return 0;
        }
        puts(bil_games[i]->id);
    }
    const struct bil_game *game = argc > 2 ? bil_game_find(argv[2]) : NULL;
    if (!game || !game->position) {
        fprintf(stderr, "usage: billions-describe games | lengths | table|edition GAME [MEMBER...] | types GAME | moves GAME | "
                        "observation GAME | rules GAME\n");
        return 2;
    }
    if (strcmp(argv[1], "observation") == 0) {
        return observation(game);
    }
    if (strcmp(argv[1], "moves") == 0) {
        return moves(game);
    }
    if (strcmp(argv[1], "rules") == 0) {
        return rules(game);
    }
    const struct bil_edition *const editions[] = {&obu_edition, &six_edition, NULL};
    const struct bil_field *rows = game->position;
    for (int e = 0; strcmp(argv[1], "edition") == 0 && editions[e]; e++) {
        rows = strcmp(editions[e]->game, game->id) == 0 ? editions[e]->rows : rows;
    }
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
