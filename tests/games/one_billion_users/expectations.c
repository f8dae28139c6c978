/* See expectations.h: compares a table with what a worked case says of it. Looks at the table only as any face of the program
 * could: at legal moves, points and the position document. */
#include "games/one_billion_users/expectations.h"

#include <string.h>

#include "table/json.h"

enum { MAX_NAMES = 512, MAX_SEATS = 4 };

struct look {
    const struct obu_table *table;
    const struct bil_value *document; /* of the state, or of a view */
    struct obu_outcomes *outcomes;
    struct bil_error *error;
};
typedef bool check(const struct look *look, const struct bil_value *wanted);

static bool expect(const struct look *look, const struct bil_value *expected);

/* ------------------------------------------------------------------ lists of names */

struct names {
    const char *name[MAX_NAMES];
    int count;
};

static bool add_names(struct names *names, const struct bil_value *list)
{
    for (const struct bil_value *node = list ? list->child : NULL; node; node = node->next) {
        if (node->type != BIL_STRING || names->count == MAX_NAMES) {
            return false;
        }
        names->name[names->count++] = node->string;
    }
    return true;
}

/* Takes one away; false if it is not there. */
static bool take_name(struct names *names, const char *name)
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
static bool same_names(const struct look *look, const char *what, const struct bil_value *wanted, struct names *there)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        if (node->type != BIL_STRING || !take_name(there, node->string)) {
            return bil_fail(look->error, "%s: \"%s\" is missing", what, node->string ? node->string : "(no text)");
        }
    }
    return there->count == 0 || bil_fail(look->error, "%s: \"%s\" is too many", what, there->name[0]);
}

/* ------------------------------------------------------------------ places in the document */

static const struct bil_value *item(const struct bil_value *list, int index)
{
    const struct bil_value *node = list ? list->child : NULL;
    while (node && index-- > 0) {
        node = node->next;
    }
    return node;
}

static const struct bil_value *platform(const struct look *look, int seat)
{
    return item(bil_value_get(look->document, "platforms"), seat);
}

static int seats_of(const struct look *look)
{
    return look->table->position.config.seats;
}

static int64_t integer_of(const struct bil_value *object, const char *key)
{
    const struct bil_value *member = bil_value_get(object, key);
    return member && member->type == BIL_INTEGER ? member->integer : 0;
}

/* Points for Users: one for each million, one for the single user. */
static int64_t users_of(const struct look *look, int seat)
{
    const int64_t users = integer_of(platform(look, seat), "users");
    return users / 1000000 + users % 1000000;
}

static int64_t toxicity_of(const struct look *look, int seat)
{
    return integer_of(platform(look, seat), "toxicity");
}

static int64_t received_of(const struct look *look, int seat)
{
    return integer_of(platform(look, seat), "received");
}

static int64_t count_of(const struct look *look, int seat, const char *key)
{
    const struct bil_value *list = bil_value_get(platform(look, seat), key);
    return list ? list->count : 0;
}

static int64_t hand_of(const struct look *look, int seat)
{
    return count_of(look, seat, "hand");
}

static int64_t ground_of(const struct look *look, int seat)
{
    return count_of(look, seat, "ground");
}

static int64_t score_of(const struct look *look, int seat)
{
    struct bil_score score;
    look->table->position.game->score(look->table->position.rules, look->table->position.state, seat, &score);
    int sum = 0;
    for (int i = 0; i < score.count; i++) {
        sum += score.item[i].points;
    }
    return sum == score.total ? score.total : INT32_MIN;
}

static int64_t place_of(const struct look *look, int seat)
{
    uint8_t place[BIL_MAX_SEATS];
    look->table->position.game->rank(look->table->position.rules, look->table->position.state, place);
    return place[seat];
}

static int64_t claimed_of(const struct look *look, int milestone)
{
    int64_t owner = 0;
    for (int seat = 0; seat < seats_of(look); seat++) {
        const struct bil_value *list = bil_value_get(platform(look, seat), "milestones");
        for (const struct bil_value *node = list ? list->child : NULL; node; node = node->next) {
            if (node->integer == milestone + 1) {
                owner = owner ? -1 : seat + 1;
            }
        }
    }
    return owner;
}

/* Compares a list of whole numbers, one for each seat. */
static bool numbers(const struct look *look, const struct bil_value *wanted, int count,
                    int64_t (*get)(const struct look *look, int index))
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

static bool check_users(const struct look *look, const struct bil_value *wanted)
{
    return numbers(look, wanted, seats_of(look), users_of);
}

static bool check_toxicity(const struct look *look, const struct bil_value *wanted)
{
    return numbers(look, wanted, seats_of(look), toxicity_of);
}

static bool check_received(const struct look *look, const struct bil_value *wanted)
{
    return numbers(look, wanted, seats_of(look), received_of);
}

static bool check_hands(const struct look *look, const struct bil_value *wanted)
{
    return numbers(look, wanted, seats_of(look), hand_of);
}

static bool check_ground(const struct look *look, const struct bil_value *wanted)
{
    return numbers(look, wanted, seats_of(look), ground_of);
}

static bool check_score(const struct look *look, const struct bil_value *wanted)
{
    return numbers(look, wanted, seats_of(look), score_of);
}

static bool check_places(const struct look *look, const struct bil_value *wanted)
{
    return numbers(look, wanted, seats_of(look), place_of);
}

static bool check_claimed(const struct look *look, const struct bil_value *wanted)
{
    return numbers(look, wanted, 3, claimed_of);
}

static bool check_blocker(const struct look *look, const struct bil_value *wanted)
{
    int seat = 0;
    if (wanted->count != seats_of(look)) {
        return bil_fail(look->error, "blocker must name one (or null) for each seat");
    }
    for (const struct bil_value *node = wanted->child; node; node = node->next, seat++) {
        const struct bil_value *there = bil_value_get(platform(look, seat), "blocker");
        const char *name = there && there->type == BIL_STRING ? there->string : "none";
        if (strcmp(name, node->type == BIL_STRING ? node->string : "none") != 0) {
            return bil_fail(look->error, "the active Blocker of seat %d is %s, not %s", seat + 1, name,
                            node->string ? node->string : "none");
        }
    }
    return true;
}

/* Compares for every seat named a list with what lies in one or two places of its platform. */
static bool cards(const struct look *look, const struct bil_value *wanted, const char *first, const char *second)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        const int seat = node->key[0] - '1';
        struct names there = {.count = 0};
        const struct bil_value *also = second ? bil_value_get(platform(look, seat), second) : NULL;
        if (!add_names(&there, bil_value_get(platform(look, seat), first))) {
            return bil_fail(look->error, "%s of seat %d are no names", first, seat + 1);
        }
        if (also && also->type == BIL_STRING) {
            there.name[there.count++] = also->string;
        } else if (also && !add_names(&there, also)) {
            return bil_fail(look->error, "%s of seat %d are no names", second, seat + 1);
        }
        if (!same_names(look, wanted->key, node, &there)) {
            return false;
        }
    }
    return true;
}

static bool check_ground_cards(const struct look *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "ground", "buried");
}

static bool check_stack(const struct look *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "stack", "blocker");
}

static bool check_guards(const struct look *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "safeguards", "countered");
}

static bool check_countered(const struct look *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "countered", NULL);
}

static bool check_communities(const struct look *look, const struct bil_value *wanted)
{
    return cards(look, wanted, "communities", NULL);
}

static bool check_holds(const struct look *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        struct names there = {.count = 0};
        add_names(&there, bil_value_get(platform(look, node->key[0] - '1'), "hand"));
        for (const struct bil_value *card = node->child; card; card = card->next) {
            if (!take_name(&there, card->string)) {
                return bil_fail(look->error, "seat %s does not hold %s", node->key, card->string);
            }
        }
    }
    return true;
}

static bool check_hidden(const struct look *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        struct names there = {.count = 0};
        int hidden = 0;
        add_names(&there, bil_value_get(platform(look, node->key[0] - '1'), "hand"));
        while (take_name(&there, "?")) {
            hidden++;
        }
        if (hidden != node->integer || there.count > 0) {
            return bil_fail(look->error, "seat %s shows %d hidden and %d other cards", node->key, hidden, there.count);
        }
    }
    return true;
}

/* The discard pile from the top; an empty list wants an empty pile. */
static bool check_top_discards(const struct look *look, const struct bil_value *wanted)
{
    const struct bil_value *pile = bil_value_get(look->document, "discard");
    const int count = pile ? pile->count : 0;
    int at = count;
    if (wanted->count == 0 && count > 0) {
        return bil_fail(look->error, "the discard pile is not empty");
    }
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        const struct bil_value *there = at > 0 ? item(pile, --at) : NULL;
        if (!there || strcmp(there->string, node->string) != 0) {
            return bil_fail(look->error, "in the discard pile lies %s, not %s", there ? there->string : "nothing", node->string);
        }
    }
    return true;
}

/* ------------------------------------------------------------------ Influencers, Events */

static const char *name_of(const struct bil_value *influencer)
{
    const struct bil_value *name = bil_value_get(influencer, "name");
    return name ? name->string : influencer->string;
}

/* The Influencer's node on a platform, and whose; NULL if it is on none. */
static const struct bil_value *find_influencer(const struct look *look, const char *name, int *seat)
{
    for (*seat = 0; *seat < seats_of(look); (*seat)++) {
        const struct bil_value *list = bil_value_get(platform(look, *seat), "influencers");
        for (const struct bil_value *node = list ? list->child : NULL; node; node = node->next) {
            if (strcmp(name_of(node), name) == 0) {
                return node;
            }
        }
    }
    return NULL;
}

static bool check_on(const struct look *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        int seat = 0;
        const int there = find_influencer(look, node->key, &seat) ? seat + 1 : 0;
        if (there != node->integer) {
            return bil_fail(look->error, "%s is on platform %d, not %lld", node->key, there, (long long)node->integer);
        }
    }
    return true;
}

static bool attached(const struct look *look, const struct bil_value *influencer, const struct bil_value *wanted)
{
    const int64_t pokes = integer_of(influencer, "pokes");
    const int64_t pushes = integer_of(influencer, "pushes");
    if (pokes != item(wanted, 0)->integer || pushes != item(wanted, 1)->integer) {
        return bil_fail(look->error, "under %s lie %lld Pokes and %lld Pushes", wanted->key, (long long)pokes, (long long)pushes);
    }
    return true;
}

static bool check_beneath(const struct look *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        int seat = 0;
        if (!attached(look, find_influencer(look, node->key, &seat), node)) {
            return false;
        }
    }
    return true;
}

/* Today's Main Character has left the game, with [Pokes, Pushes]; or false. */
static bool check_gone(const struct look *look, const struct bil_value *wanted)
{
    const struct bil_value *removed = bil_value_get(look->document, "removed");
    const bool gone = removed && removed->type != BIL_NULL;
    if (gone != (wanted->type == BIL_ARRAY)) {
        return bil_fail(look->error, "Today's Main Character has %sleft the game", gone ? "" : "not ");
    }
    return !gone || attached(look, removed, wanted);
}

static bool check_event(const struct look *look, const struct bil_value *wanted)
{
    const struct bil_value *pile = bil_value_get(look->document, "event_pile");
    const struct bil_value *top = pile ? item(pile, pile->count - 1) : NULL;
    const char *name = top ? top->string : "none";
    return strcmp(name, wanted->string) == 0 || bil_fail(look->error, "the Event on top is %s, not %s", name, wanted->string);
}

/* ------------------------------------------------------------------ decisions */

static bool check_actor(const struct look *look, const struct bil_value *wanted)
{
    const int actor = obu_table_actor(look->table) + 1;
    return actor == wanted->integer ||
           bil_fail(look->error, "it is the decision of seat %d, not %lld", actor, (long long)wanted->integer);
}

static bool check_asked(const struct look *look, const struct bil_value *wanted)
{
    bil_move list[BIL_MAX_MOVES];
    if (!check_actor(look, wanted)) {
        return false;
    }
    return obu_table_moves(look->table, list) > 1 || bil_fail(look->error, "seat %lld has no choice", (long long)wanted->integer);
}

/* The seats that were asked since the last move and had nothing but a pass, in order; in fast rules nobody is asked so. */
static bool check_forced(const struct look *look, const struct bil_value *wanted)
{
    const struct obu_table *table = look->table;
    const int count = table->position.config.fast ? 0 : wanted->count;
    if (table->forced_count != count) {
        return bil_fail(look->error, "%d seats had to pass, not %d", table->forced_count, count);
    }
    for (int i = 0; i < count; i++) {
        if (table->forced[i] != item(wanted, i)->integer) {
            return bil_fail(look->error, "seat %d had to pass, not %lld", table->forced[i], (long long)item(wanted, i)->integer);
        }
    }
    return true;
}

static bool check_over(const struct look *look, const struct bil_value *wanted)
{
    const bool over = obu_table_actor(look->table) == BIL_OVER;
    return over == (wanted->type == BIL_TRUE) || bil_fail(look->error, "the game is %sover", over ? "" : "not ");
}

/* Compares the legal moves that begin with `verb` (NULL: all) with a list. */
static bool legal_moves(const struct look *look, const struct bil_value *wanted, const char *verb)
{
    bil_move list[BIL_MAX_MOVES];
    struct bil_text text[BIL_MAX_MOVES];
    struct names there = {.count = 0};
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
    const bool same = same_names(look, verb ? verb : "legal", wanted, &there);
    for (int i = 0; i < count; i++) {
        bil_text_free(&text[i]);
    }
    return same;
}

static bool check_legal(const struct look *look, const struct bil_value *wanted)
{
    return legal_moves(look, wanted, NULL);
}

static bool check_only(const struct look *look, const struct bil_value *wanted)
{
    for (const struct bil_value *node = wanted->child; node; node = node->next) {
        if (!legal_moves(look, node, node->key)) {
            return false;
        }
    }
    return true;
}

static bool all_legal(const struct look *look, const struct bil_value *wanted, bool expected)
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

static bool check_includes(const struct look *look, const struct bil_value *wanted)
{
    return all_legal(look, wanted, true);
}

static bool check_illegal(const struct look *look, const struct bil_value *wanted)
{
    return all_legal(look, wanted, false);
}

/* Walks every way to sacrifice from here and ticks off the sets of cards that end it. */
static bool walk_sacrifices(const struct look *look, const struct obu_table *table, const struct bil_value *wanted,
                            struct names *given, bool ticked[MAX_NAMES])
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
        struct look after = {&next, obu_table_document(&next, BIL_EVERYBODY), NULL, look->error};
        const int active = (int)integer_of(after.document, "turn") - 1;
        const struct bil_value *blocker = bil_value_get(platform(&after, active < 0 ? 0 : active), "blocker");
        if (fine && blocker && blocker->type == BIL_STRING) {
            fine = walk_sacrifices(look, &next, wanted, given, ticked);
        } else if (fine) {
            int which = 0;
            bool found = false;
            for (const struct bil_value *set = wanted->child; set; set = set->next, which++) {
                struct names copy = *given;
                if (set->count == copy.count && same_names(look, "sacrifices", set, &copy)) {
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

static bool check_sacrifices(const struct look *look, const struct bil_value *wanted)
{
    bool ticked[MAX_NAMES] = {false};
    struct names given = {.count = 0};
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
static bool check_items(const struct look *look, const struct bil_value *wanted)
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

static bool check_decided_by(const struct look *look, const struct bil_value *wanted)
{
    static const char *const criteria[] = {"points", "toxicity", "influencers"};
    uint8_t place[BIL_MAX_SEATS];
    const int by = look->table->position.game->rank(look->table->position.rules, look->table->position.state, place);
    const char *name = by < 0 ? "nothing" : criteria[by];
    const char *expected = wanted->type == BIL_STRING ? wanted->string : "nothing";
    return strcmp(name, expected) == 0 || bil_fail(look->error, "first place was decided by %s, not by %s", name, expected);
}

/* ------------------------------------------------------------------ views */

static bool check_view(const struct look *look, const struct bil_value *wanted)
{
    const int viewer = (int)integer_of(wanted, "seat") - 1; /* 0 is a spectator */
    struct look view = *look;
    view.document = obu_table_document(look->table, viewer < 0 ? BIL_SPECTATOR : viewer);
    const bool fine = expect(&view, wanted);
    bil_json_free(view.document);
    return fine;
}

static bool check_seat(const struct look *look, const struct bil_value *wanted)
{
    return wanted->type == BIL_INTEGER || bil_fail(look->error, "seat must be a number");
}

static bool written_for(const struct look *look, bil_move move, int viewer, const struct bil_value *wanted)
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
static bool check_written(const struct look *look, const struct bil_value *wanted)
{
    bil_move move = 0;
    bool legal = false;
    if (!obu_table_parse(look->table, bil_value_get(wanted, "move")->string, &move, &legal, look->error)) {
        return false;
    }
    for (int seat = 0; seat < seats_of(look); seat++) {
        if (!written_for(look, move, seat, item(bil_value_get(wanted, "seats"), seat))) {
            return false;
        }
    }
    return legal && written_for(look, move, BIL_SPECTATOR, bil_value_get(wanted, "spectator")) &&
           written_for(look, move, BIL_EVERYBODY, bil_value_get(wanted, "everybody"));
}

/* Chance decides between several; over all runs of the case each must happen. */
static bool check_outcomes(const struct look *look, const struct bil_value *wanted)
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

static const struct {
    const char *key;
    check *check;
} checks[] = {
    {"actor", check_actor},               /* seat whose decision it is */
    {"asked", check_asked},               /* the same, and it has a choice */
    {"forced", check_forced},             /* seats that were asked and could only pass, in order */
    {"over", check_over},                 /* true: the game is over */
    {"legal", check_legal},               /* all legal moves */
    {"only", check_only},                 /* by verb: all legal moves with that verb */
    {"includes", check_includes},         /* some legal moves */
    {"illegal", check_illegal},           /* moves that are not legal, and for which a reason is given */
    {"sacrifices", check_sacrifices},     /* all sets of Communities that resolve the Blocker */
    {"hands", check_hands},               /* cards in hand, by seat */
    {"holds", check_holds},               /* cards that a hand has among others */
    {"hidden", check_hidden},             /* in a view: a hand of so many unknown cards */
    {"top_discards", check_top_discards}, /* the discard pile from its top; [] = empty */
    {"users", check_users},               /* by seat, as points: millions, and one for the single user */
    {"toxicity", check_toxicity},         /* by seat */
    {"received", check_received},         /* Blockers received, by seat */
    {"blocker", check_blocker},           /* active Blocker or null, by seat */
    {"ground", check_ground},             /* cards ground on the active Blocker, by seat */
    {"ground_cards", check_ground_cards}, /* all ground cards of a seat */
    {"stack", check_stack},               /* all Blockers and Hotfixes in a seat's stack */
    {"guards", check_guards},             /* all Safeguards of a platform */
    {"countered", check_countered},       /* those played as counters */
    {"communities", check_communities},   /* all Communities of a platform */
    {"on", check_on},                     /* by Influencer: the platform where it is, 0 = on none */
    {"beneath", check_beneath},           /* by Influencer: [Pokes, Pushes] */
    {"gone", check_gone},                 /* Today's Main Character left with [Pokes, Pushes]; or false */
    {"event", check_event},               /* the Event on top */
    {"claimed", check_claimed},           /* owners of the three Milestones, 0 = nobody */
    {"score", check_score},               /* points by seat */
    {"items", check_items},               /* by seat: the items that are not 0 */
    {"places", check_places},             /* by seat */
    {"decided_by", check_decided_by},     /* the criterion that decided first place, null = shared */
    {"view", check_view},                 /* what a seat (0: a spectator) sees: {"seat": 2, ...} */
    {"seat", check_seat},
    {"written", check_written},   /* how a move reads for every viewer */
    {"outcomes", check_outcomes}, /* one of these, as chance decides */
};

static bool expect(const struct look *look, const struct bil_value *expected)
{
    for (const struct bil_value *member = expected->child; member; member = member->next) {
        size_t i = 0;
        while (i < sizeof checks / sizeof checks[0] && strcmp(checks[i].key, member->key) != 0) {
            i++;
        }
        if (i == sizeof checks / sizeof checks[0]) {
            return bil_fail(look->error, "nothing is known of \"%s\"", member->key);
        }
        if (!checks[i].check(look, member)) {
            return false;
        }
    }
    return true;
}

bool obu_expect(const struct obu_table *table, const struct bil_value *expected, struct obu_outcomes *outcomes,
                struct bil_error *error)
{
    const struct look look = {table, obu_table_document(table, BIL_EVERYBODY), outcomes, error};
    const bool fine = expect(&look, expected);
    bil_json_free(look.document);
    return fine;
}
