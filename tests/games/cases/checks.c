/* See expect.h: what the cases of every game may expect of decisions, points, events and views. Looks at the table only as any face
 * of the program could: at legal moves, points and the position document. */
#include "games/cases/documents.h"
#include "games/cases/expect.h"

#include <string.h>

#include "billions/json.h"

static bool expect(const struct case_context *look, const struct bil_value *expected);

/* ------------------------------------------------------------------ lists of names */

bool case_add_names(struct case_names *names, const struct bil_value *list)
{
    for (const struct bil_value *node = list ? list->child : NULL; node; node = node->next) {
        if (node->type != BIL_STRING || names->count == CASE_NAMES) {
            return false;
        }
        names->name[names->count++] = node->string;
    }
    return true;
}

/* Takes one away; false if it is not there. */
bool case_take_name(struct case_names *names, const char *name)
{
    for (int i = 0; i < names->count; i++) {
        if (strcmp(names->name[i], name) == 0) {
            names->name[i] = names->name[--names->count];
            return true;
        }
    }
    return false;
}

/* Whether two lists hold the same names; order does not matter. */
bool case_same_names(const struct case_context *look, const char *what, const struct bil_value *wanted, struct case_names *there)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        if (node->type != BIL_STRING || !case_take_name(there, node->string)) {
            return bil_fail(look->error, "%s: \"%s\" is missing", what, node->string ? node->string : "(no text)");
        }
    }
    return there->count == 0 || bil_fail(look->error, "%s: \"%s\" is too many", what, there->name[0]);
}

/* ------------------------------------------------------------------ places in documents, numbers */

const struct bil_value *case_item(const struct bil_value *list, int index)
{
    const struct bil_value *node = list ? list->child : NULL;
    while (node && index-- > 0) {
        node = node->next;
    }
    return node;
}

int case_seats_of(const struct case_context *look)
{
    return look->table->position.config.seats;
}

int64_t case_integer_of(const struct bil_value *object, const char *key)
{
    const struct bil_value *member = bil_value_get(object, key);
    return member && member->type == BIL_INTEGER ? member->integer : 0;
}

bool case_numbers(const struct case_context *look, const struct bil_value *wanted, int count,
                  int64_t (*get)(const struct case_context *look, int index))
{
    if (wanted->type != BIL_ARRAY || wanted->count != count) {
        return bil_fail(look->error, "%s must be a list of %d numbers", wanted->key, count);
    }
    int index = 0;
    for (const struct bil_value *node = wanted->child; node; node = node->next, index++) {
        const int64_t there = get(look, index);
        if (node->type != BIL_INTEGER || node->integer != there) {
            return bil_fail(look->error, "%s[%d] is %lld, not %lld", wanted->key, index, (long long)there,
                            (long long)node->integer);
        }
    }
    return true;
}

/* ------------------------------------------------------------------ decisions */

static bool check_actor(const struct case_context *look, const struct bil_value *wanted)
{
    const int actor = case_table_actor(look->table) + 1;
    return actor == wanted->integer ||
           bil_fail(look->error, "it is the decision of seat %d, not %lld", actor, (long long)wanted->integer);
}

static bool check_asked(const struct case_context *look, const struct bil_value *wanted)
{
    bil_move list[BIL_MAX_MOVES];
    if (!check_actor(look, wanted)) {
        return false;
    }
    return case_table_moves(look->table, list) > 1 || bil_fail(look->error, "seat %lld has no choice", (long long)wanted->integer);
}

/* The seats that were asked since the last move and had nothing but a pass, in order; in fast rules nobody is asked so. */
static bool check_forced(const struct case_context *look, const struct bil_value *wanted)
{
    const struct case_table *table = look->table;
    const int count = table->position.config.fast ? 0 : wanted->count;
    if (table->forced_count != count) {
        return bil_fail(look->error, "%d seats had to pass, not %d", table->forced_count, count);
    }
    for (int i = 0; i < count; i++) {
        if (table->forced[i] != case_item(wanted, i)->integer) {
            return bil_fail(look->error, "seat %d had to pass, not %lld", table->forced[i],
                            (long long)case_item(wanted, i)->integer);
        }
    }
    return true;
}

/* The seats that would be asked one after the other if all of them passed, from now until nothing quiet is asked; in fast rules not
 * everybody is. */
static bool check_polls(const struct case_context *look, const struct bil_value *wanted)
{
    uint64_t state[BIL_MAX_STATE / sizeof(uint64_t)];
    struct case_table next = *look->table;
    const struct bil_value *node = wanted->child;
    memcpy(state, next.position.state, next.position.game->state_size);
    next.position.state = state;
    while (!next.position.config.fast && case_table_actor(&next) != BIL_OVER && next.quiet && next.quiet(&next)) {
        bil_move move = 0;
        bool legal = false;
        const int actor = case_table_actor(&next) + 1;
        if (!node || node->integer != actor) {
            return bil_fail(look->error, "seat %d is asked, not %lld", actor, node ? (long long)node->integer : 0LL);
        }
        node = node->next;
        if (!case_table_parse(&next, "pass", &move, &legal, look->error) || !case_table_apply(&next, move, look->error)) {
            return false;
        }
    }
    return next.position.config.fast || !node || bil_fail(look->error, "seat %lld is not asked", (long long)node->integer);
}

static bool check_over(const struct case_context *look, const struct bil_value *wanted)
{
    const bool over = case_table_actor(look->table) == BIL_OVER;
    return over == (wanted->type == BIL_TRUE) || bil_fail(look->error, "the game is %sover", over ? "" : "not ");
}

/* Whether the decision stands in a record even if there is no choice. */
static bool check_recorded(const struct case_context *look, const struct bil_value *wanted)
{
    const struct bil_position *position = &look->table->position;
    const bool recorded = position->game->recorded(position->rules, position->state);
    return recorded == (wanted->type == BIL_TRUE) || bil_fail(look->error, "the decision is %srecorded", recorded ? "" : "not ");
}

/* Compares the legal moves that begin with `verb` (NULL: all) with a list. */
static bool legal_moves(const struct case_context *look, const struct bil_value *wanted, const char *verb)
{
    bil_move list[BIL_MAX_MOVES];
    struct bil_text text[BIL_MAX_MOVES];
    struct case_names there = {.count = 0};
    const size_t length = verb ? strlen(verb) : 0;
    const int count = case_table_moves(look->table, list);
    memset(text, 0, sizeof text);
    for (int i = 0; i < count; i++) {
        case_table_move_text(look->table, list[i], BIL_EVERYBODY, &text[i]);
        const char *move = bil_text_string(&text[i]);
        if (!verb || (strncmp(move, verb, length) == 0 && (move[length] == ' ' || move[length] == '\0'))) {
            there.name[there.count++] = move;
        }
    }
    const bool same = case_same_names(look, verb ? verb : "legal", wanted, &there);
    for (int i = 0; i < count; i++) {
        bil_text_free(&text[i]);
    }
    return same;
}

static bool check_legal(const struct case_context *look, const struct bil_value *wanted)
{
    return legal_moves(look, wanted, NULL);
}

/* All legal moves in the order in which the game lists them. */
static bool check_moves(const struct case_context *look, const struct bil_value *wanted)
{
    bil_move list[BIL_MAX_MOVES];
    struct bil_text there = {0};
    const int count = case_table_moves(look->table, list);
    bil_json_array(&there);
    for (int i = 0; i < count; i++) {
        struct bil_text text = {0};
        case_table_move_text(look->table, list[i], case_table_actor(look->table), &text);
        bil_json_string(&there, bil_text_string(&text));
        bil_text_free(&text);
    }
    bil_json_array_end(&there);
    const bool same = case_text_has(bil_text_string(&there), wanted, look->error) && wanted->count == count;
    bil_text_free(&there);
    return same || (wanted->count != count && bil_fail(look->error, "there are %d legal moves, not %d", count, wanted->count));
}

static bool check_only(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        if (!legal_moves(look, node, node->key)) {
            return false;
        }
    }
    return true;
}

static bool all_legal(const struct case_context *look, const struct bil_value *wanted, bool expected)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        bil_move move = 0;
        bool legal = false;
        if (!case_table_parse(look->table, node->string, &move, &legal, look->error)) {
            return false;
        }
        if (legal != expected) {
            return bil_fail(look->error, "\"%s\" is %s", node->string, legal ? "legal" : "not legal");
        }
    }
    return true;
}

static bool check_includes(const struct case_context *look, const struct bil_value *wanted)
{
    return all_legal(look, wanted, true);
}

static bool check_illegal(const struct case_context *look, const struct bil_value *wanted)
{
    return all_legal(look, wanted, false);
}

/* ------------------------------------------------------------------ documents */

static bool check_document(const struct case_context *look, const struct bil_value *wanted)
{
    struct bil_text text = {0};
    bil_json_value(look->document, &text);
    const bool has = case_text_has(bil_text_string(&text), wanted, look->error);
    bil_text_free(&text);
    return has;
}

/* ------------------------------------------------------------------ points */

static int64_t score_of(const struct case_context *look, int seat)
{
    struct bil_score score;
    look->table->position.game->score(look->table->position.rules, look->table->position.state, seat, &score);
    int sum = 0;
    for (int i = 0; i < score.count; i++) {
        sum += score.item[i].points;
    }
    return sum == score.total ? score.total : INT32_MIN;
}

static int64_t place_of(const struct case_context *look, int seat)
{
    uint8_t place[BIL_MAX_SEATS];
    look->table->position.game->rank(look->table->position.rules, look->table->position.state, place);
    return place[seat];
}

static bool check_score(const struct case_context *look, const struct bil_value *wanted)
{
    return case_numbers(look, wanted, case_seats_of(look), score_of);
}

static bool check_places(const struct case_context *look, const struct bil_value *wanted)
{
    return case_numbers(look, wanted, case_seats_of(look), place_of);
}

/* The items of a seat that are not 0, in any order. */
static bool check_items(const struct case_context *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        struct bil_score score;
        int left = 0;
        look->table->position.game->score(look->table->position.rules, look->table->position.state, node->key[0] - '1', &score);
        for (int i = 0; i < score.count; i++) {
            left += score.item[i].points != 0;
        }
        for (const struct bil_value *points = node->child; points; points = points->next, left--) {
            int i = 0;
            while (i < score.count && score.item[i].points != points->integer) {
                i++;
            }
            if (i == score.count) {
                return bil_fail(look->error, "seat %s has no item of %lld points", node->key, (long long)points->integer);
            }
            score.item[i].points = 0;
        }
        if (left != 0) {
            return bil_fail(look->error, "seat %s has %d items more", node->key, left);
        }
    }
    return true;
}

/* The criterion that decided first place, by the game's own name for it; null: it is shared. */
static bool check_decided_by(const struct case_context *look, const struct bil_value *wanted)
{
    uint8_t place[BIL_MAX_SEATS];
    const struct bil_game *game = look->table->position.game;
    const int by = game->rank(look->table->position.rules, look->table->position.state, place);
    const char *name = by < 0 ? "nothing" : game->tie_breaks[by];
    const char *expected = wanted->type == BIL_STRING ? wanted->string : "nothing";
    return strcmp(name, expected) == 0 || bil_fail(look->error, "first place was decided by %s, not by %s", name, expected);
}

/* ------------------------------------------------------------------ views */

static bool check_view(const struct case_context *look, const struct bil_value *wanted)
{
    const int viewer = (int)case_integer_of(wanted, "seat") - 1; /* 0 is a spectator */
    struct case_context view = *look;
    view.document = case_table_document(look->table, viewer < 0 ? BIL_SPECTATOR : viewer);
    const bool fine = expect(&view, wanted);
    bil_json_free(view.document);
    return fine;
}

static bool check_seat(const struct case_context *look, const struct bil_value *wanted)
{
    return wanted->type == BIL_INTEGER || bil_fail(look->error, "seat must be a number");
}

static bool written_for(const struct case_context *look, bil_move move, int viewer, const struct bil_value *wanted)
{
    struct bil_text text = {0};
    case_table_move_text(look->table, move, viewer, &text);
    const bool same = strcmp(bil_text_string(&text), wanted->string) == 0;
    if (!same) {
        bil_fail(look->error, "viewer %d reads \"%s\", not \"%s\"", viewer, bil_text_string(&text), wanted->string);
    }
    bil_text_free(&text);
    return same;
}

/* How a move not yet made reads for every seat, a spectator, everybody. */
static bool check_written(const struct case_context *look, const struct bil_value *wanted)
{
    bil_move move = 0;
    bool legal = false;
    if (!case_table_parse(look->table, bil_value_get(wanted, "move")->string, &move, &legal, look->error)) {
        return false;
    }
    for (int seat = 0; seat < case_seats_of(look); seat++) {
        if (!written_for(look, move, seat, case_item(bil_value_get(wanted, "seats"), seat))) {
            return false;
        }
    }
    return legal && written_for(look, move, BIL_SPECTATOR, bil_value_get(wanted, "spectator")) &&
           written_for(look, move, BIL_EVERYBODY, bil_value_get(wanted, "everybody"));
}

/* Chance decides between several; over all runs of the case each must happen. */
static bool check_outcomes(const struct case_context *look, const struct bil_value *wanted)
{
    unsigned bit = 1;
    bool met = false;
    for (const struct bil_value *node = wanted->child; node; node = node->next, bit <<= 1) {
        look->outcomes->all |= bit;
        if (expect(look, node)) {
            look->outcomes->met |= bit;
            met = true;
        }
    }
    return met;
}

/* ------------------------------------------------------------------ all of them */

static const struct case_check shared_checks[] = {
    {"actor", check_actor},           /* seat whose decision it is */
    {"asked", check_asked},           /* the same, and it has a choice */
    {"forced", check_forced},         /* seats that were asked and could only pass, in order */
    {"polls", check_polls},           /* seats that are asked if all pass, from now on */
    {"recorded", check_recorded},     /* whether this decision stands in a record even if forced */
    {"over", check_over},             /* true: the game is over */
    {"legal", check_legal},           /* all legal moves */
    {"moves", check_moves},           /* the same in their order, as the actor reads them */
    {"only", check_only},             /* by verb: all legal moves with that verb */
    {"includes", check_includes},     /* some legal moves */
    {"illegal", check_illegal},       /* moves that are not legal, and for which a reason is given */
    {"score", check_score},           /* points by seat */
    {"places", check_places},         /* by seat */
    {"items", check_items},           /* by seat: the items that are not 0 */
    {"decided_by", check_decided_by}, /* the criterion that decided first place, null = shared */
    {"view", check_view},             /* what a seat (0: a spectator) sees: {"seat": 2, ...} */
    {"seat", check_seat},             /* of a view */
    {"document", check_document},     /* members that the document has one after the other (case_text_has) */
    {"written", check_written},       /* how a move reads for every viewer */
    {"outcomes", check_outcomes},     /* one of these, as chance decides */
    {NULL, NULL},
};

static const struct case_check *find_check(const struct case_check *checks, const char *key)
{
    while (checks->key && strcmp(checks->key, key) != 0) {
        checks++;
    }
    return checks->key ? checks : NULL;
}

static bool expect(const struct case_context *look, const struct bil_value *expected)
{
    for (const struct bil_value *member = expected->child; member; member = member->next) {
        const struct case_check *check = find_check(look->own, member->key);
        check = check ? check : find_check(shared_checks, member->key);
        if (!check) {
            return bil_fail(look->error, "nothing is known of \"%s\"", member->key);
        }
        if (!check->check(look, member)) {
            return false;
        }
    }
    return true;
}

bool case_expect(const struct case_table *table, const struct case_check *own, const struct bil_value *expected,
                 struct case_outcomes *outcomes, struct bil_error *error)
{
    const struct case_context look = {table, case_table_document(table, BIL_EVERYBODY), own, outcomes, error};
    const bool fine = expect(&look, expected);
    bil_json_free(look.document);
    return fine;
}
