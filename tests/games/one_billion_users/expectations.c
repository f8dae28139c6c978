/* See expectations.h: compares decisions, points and views with what a worked case says of them; look.c has the rest. Looks at
 * the table only as any face of the program could: at legal moves, points and the position document. */
#include "games/one_billion_users/look.h"

#include <string.h>

#include "table/json.h"

static bool expect(const struct obu_look *look, const struct bil_value *expected);

/* ------------------------------------------------------------------ decisions */

static bool check_actor(const struct obu_look *look, const struct bil_value *wanted)
{
    const int actor = obu_table_actor(look->table) + 1;
    return actor == wanted->integer ||
           bil_fail(look->error, "it is the decision of seat %d, not %lld", actor, (long long)wanted->integer);
}

static bool check_asked(const struct obu_look *look, const struct bil_value *wanted)
{
    bil_move list[BIL_MAX_MOVES];
    if (!check_actor(look, wanted)) {
        return false;
    }
    return obu_table_moves(look->table, list) > 1 || bil_fail(look->error, "seat %lld has no choice", (long long)wanted->integer);
}

/* The seats that were asked since the last move and had nothing but a pass, in order; in fast rules nobody is asked so. */
static bool check_forced(const struct obu_look *look, const struct bil_value *wanted)
{
    const struct obu_table *table = look->table;
    const int count = table->position.config.fast ? 0 : wanted->count;
    if (table->forced_count != count) {
        return bil_fail(look->error, "%d seats had to pass, not %d", table->forced_count, count);
    }
    for (int i = 0; i < count; i++) {
        if (table->forced[i] != obu_item(wanted, i)->integer) {
            return bil_fail(look->error, "seat %d had to pass, not %lld", table->forced[i],
                            (long long)obu_item(wanted, i)->integer);
        }
    }
    return true;
}

static bool check_over(const struct obu_look *look, const struct bil_value *wanted)
{
    const bool over = obu_table_actor(look->table) == BIL_OVER;
    return over == (wanted->type == BIL_TRUE) || bil_fail(look->error, "the game is %sover", over ? "" : "not ");
}

/* Whether the decision stands in a record even if there is no choice. */
static bool check_recorded(const struct obu_look *look, const struct bil_value *wanted)
{
    const struct bil_position *position = &look->table->position;
    const bool recorded = position->game->recorded(position->rules, position->state);
    return recorded == (wanted->type == BIL_TRUE) || bil_fail(look->error, "the decision is %srecorded", recorded ? "" : "not ");
}

/* Compares the legal moves that begin with `verb` (NULL: all) with a list. */
static bool legal_moves(const struct obu_look *look, const struct bil_value *wanted, const char *verb)
{
    bil_move list[BIL_MAX_MOVES];
    struct bil_text text[BIL_MAX_MOVES];
    struct obu_names there = {.count = 0};
    const size_t length = verb ? strlen(verb) : 0;
    const int count = obu_table_moves(look->table, list);
    memset(text, 0, sizeof text);
    for (int i = 0; i < count; i++) {
        obu_table_move_text(look->table, list[i], BIL_EVERYBODY, &text[i]);
        const char *move = bil_text_string(&text[i]);
        if (!verb || (strncmp(move, verb, length) == 0 && (move[length] == ' ' || move[length] == '\0'))) {
            there.name[there.count++] = move;
        }
    }
    const bool same = obu_same_names(look, verb ? verb : "legal", wanted, &there);
    for (int i = 0; i < count; i++) {
        bil_text_free(&text[i]);
    }
    return same;
}

static bool check_legal(const struct obu_look *look, const struct bil_value *wanted)
{
    return legal_moves(look, wanted, NULL);
}

static bool check_only(const struct obu_look *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        if (!legal_moves(look, node, node->key)) {
            return false;
        }
    }
    return true;
}

static bool all_legal(const struct obu_look *look, const struct bil_value *wanted, bool expected)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        bil_move move = 0;
        bool legal = false;
        if (!obu_table_parse(look->table, node->string, &move, &legal, look->error)) {
            return false;
        }
        if (legal != expected) {
            return bil_fail(look->error, "\"%s\" is %s", node->string, legal ? "legal" : "not legal");
        }
    }
    return true;
}

static bool check_includes(const struct obu_look *look, const struct bil_value *wanted)
{
    return all_legal(look, wanted, true);
}

static bool check_illegal(const struct obu_look *look, const struct bil_value *wanted)
{
    return all_legal(look, wanted, false);
}

/* Walks every way to sacrifice from here and ticks off the sets of cards that end it. */
static bool walk_sacrifices(const struct obu_look *look, const struct obu_table *table, const struct bil_value *wanted,
                            struct obu_names *given, bool ticked[OBU_MAX_NAMES])
{
    bil_move list[BIL_MAX_MOVES];
    const int count = obu_table_moves(table, list);
    for (int i = 0; i < count; i++) {
        struct bil_text text = {0};
        obu_table_move_text(table, list[i], BIL_EVERYBODY, &text);
        const char *move = bil_text_string(&text);
        const bool card = strncmp(move, "sacrifice ", 10) == 0;
        if (!card && strcmp(move, "done") != 0) {
            bil_text_free(&text);
            continue;
        }
        uint64_t state[BIL_MAX_STATE / sizeof(uint64_t)];
        struct obu_table next = *table;
        memcpy(state, table->position.state, table->position.game->state_size);
        next.position.state = state;
        if (card) {
            given->name[given->count++] = move + 10;
        }
        bool fine = obu_table_apply(&next, list[i], look->error);
        struct obu_look after = {&next, obu_table_document(&next, BIL_EVERYBODY), NULL, look->error};
        const int active = (int)obu_integer_of(after.document, "turn") - 1;
        const struct bil_value *blocker = bil_value_get(obu_platform_of(&after, active < 0 ? 0 : active), "blocker");
        if (fine && blocker && blocker->type == BIL_STRING) {
            fine = walk_sacrifices(look, &next, wanted, given, ticked);
        } else if (fine) {
            int which = 0;
            bool found = false;
            for (const struct bil_value *set = wanted->child; set; set = set->next, which++) {
                struct obu_names copy = *given;
                if (set->count == copy.count && obu_same_names(look, "sacrifices", set, &copy)) {
                    ticked[which] = true;
                    found = true;
                }
            }
            fine = found || bil_fail(look->error, "a set of %d cards that ends with %s resolves the Blocker too", given->count,
                                     given->count ? given->name[given->count - 1] : "nothing");
        }
        bil_json_free(after.document);
        given->count -= card;
        bil_text_free(&text);
        if (!fine) {
            return false;
        }
    }
    return true;
}

static bool check_sacrifices(const struct obu_look *look, const struct bil_value *wanted)
{
    bool ticked[OBU_MAX_NAMES] = {false};
    struct obu_names given = {.count = 0};
    if (!walk_sacrifices(look, look->table, wanted, &given, ticked)) {
        return false;
    }
    for (int i = 0; i < wanted->count; i++) {
        if (!ticked[i]) {
            return bil_fail(look->error, "set %d of sacrifices cannot be made", i + 1);
        }
    }
    return true;
}

/* ------------------------------------------------------------------ points */

/* The items of a seat that are not 0, in any order. */
static bool check_items(const struct obu_look *look, const struct bil_value *wanted)
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

static bool check_decided_by(const struct obu_look *look, const struct bil_value *wanted)
{
    static const char *const criteria[] = {"points", "toxicity", "influencers"};
    uint8_t place[BIL_MAX_SEATS];
    const int by = look->table->position.game->rank(look->table->position.rules, look->table->position.state, place);
    const char *name = by < 0 ? "nothing" : criteria[by];
    const char *expected = wanted->type == BIL_STRING ? wanted->string : "nothing";
    return strcmp(name, expected) == 0 || bil_fail(look->error, "first place was decided by %s, not by %s", name, expected);
}

/* ------------------------------------------------------------------ views */

static bool check_view(const struct obu_look *look, const struct bil_value *wanted)
{
    const int viewer = (int)obu_integer_of(wanted, "seat") - 1; /* 0 is a spectator */
    struct obu_look view = *look;
    view.document = obu_table_document(look->table, viewer < 0 ? BIL_SPECTATOR : viewer);
    const bool fine = expect(&view, wanted);
    bil_json_free(view.document);
    return fine;
}

static bool check_seat(const struct obu_look *look, const struct bil_value *wanted)
{
    return wanted->type == BIL_INTEGER || bil_fail(look->error, "seat must be a number");
}

static bool written_for(const struct obu_look *look, bil_move move, int viewer, const struct bil_value *wanted)
{
    struct bil_text text = {0};
    obu_table_move_text(look->table, move, viewer, &text);
    const bool same = strcmp(bil_text_string(&text), wanted->string) == 0;
    if (!same) {
        bil_fail(look->error, "viewer %d reads \"%s\", not \"%s\"", viewer, bil_text_string(&text), wanted->string);
    }
    bil_text_free(&text);
    return same;
}

/* How a move not yet made reads for every seat, a spectator, everybody. */
static bool check_written(const struct obu_look *look, const struct bil_value *wanted)
{
    bil_move move = 0;
    bool legal = false;
    if (!obu_table_parse(look->table, bil_value_get(wanted, "move")->string, &move, &legal, look->error)) {
        return false;
    }
    for (int seat = 0; seat < obu_seats_of(look); seat++) {
        if (!written_for(look, move, seat, obu_item(bil_value_get(wanted, "seats"), seat))) {
            return false;
        }
    }
    return legal && written_for(look, move, BIL_SPECTATOR, bil_value_get(wanted, "spectator")) &&
           written_for(look, move, BIL_EVERYBODY, bil_value_get(wanted, "everybody"));
}

/* Chance decides between several; over all runs of the case each must happen. */
static bool check_outcomes(const struct obu_look *look, const struct bil_value *wanted)
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

static const struct obu_check other_checks[] = {
    {"actor", check_actor},           /* seat whose decision it is */
    {"asked", check_asked},           /* the same, and it has a choice */
    {"forced", check_forced},         /* seats that were asked and could only pass, in order */
    {"recorded", check_recorded},     /* whether this decision stands in a record even if forced */
    {"over", check_over},             /* true: the game is over */
    {"legal", check_legal},           /* all legal moves */
    {"only", check_only},             /* by verb: all legal moves with that verb */
    {"includes", check_includes},     /* some legal moves */
    {"illegal", check_illegal},       /* moves that are not legal, and for which a reason is given */
    {"sacrifices", check_sacrifices}, /* all sets of Communities that resolve the Blocker */
    {"items", check_items},           /* by seat: the items that are not 0 */
    {"decided_by", check_decided_by}, /* the criterion that decided first place, null = shared */
    {"view", check_view},             /* what a seat (0: a spectator) sees: {"seat": 2, ...} */
    {"seat", check_seat},             /* of a view */
    {"written", check_written},       /* how a move reads for every viewer */
    {"outcomes", check_outcomes},     /* one of these, as chance decides */
    {NULL, NULL},
};

static const struct obu_check *find_check(const struct obu_check *checks, const char *key)
{
    while (checks->key && strcmp(checks->key, key) != 0) {
        checks++;
    }
    return checks->key ? checks : NULL;
}

static bool expect(const struct obu_look *look, const struct bil_value *expected)
{
    for (const struct bil_value *member = expected->child; member; member = member->next) {
        const struct obu_check *check = find_check(obu_table_checks, member->key);
        check = check ? check : find_check(other_checks, member->key);
        if (!check) {
            return bil_fail(look->error, "nothing is known of \"%s\"", member->key);
        }
        if (!check->check(look, member)) {
            return false;
        }
    }
    return true;
}

bool obu_expect(const struct obu_table *table, const struct bil_value *expected, struct obu_outcomes *outcomes,
                struct bil_error *error)
{
    const struct obu_look look = {table, obu_table_document(table, BIL_EVERYBODY), outcomes, error};
    const bool fine = expect(&look, expected);
    bil_json_free(look.document);
    return fine;
}
