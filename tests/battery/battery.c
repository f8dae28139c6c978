/* The battery: plays the games, ply by ply. See battery.h. Never looks inside a state: only the contract and memcmp. */
#include <stdarg.h>
#include <stdlib.h>

#include "battery/battery_internal.h"
#include "kit/fields.h"
#include "kit/options.h"

enum { PLIES_MAX = 20000, APART_MAX = 32, STREAM_CHOICES = 1, STREAM_WORLDS };

/* ------------------------------------------------------------------ reports */

bool battery_broken(struct run *run, const char *format, ...)
{
    struct bil_text *report = run->report;
    va_list arguments;
    char what[1024];
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    bil_text_format(report, "%s, %d seats%s", run->game->id, run->battery->seats, run->battery->fast ? ", fast" : "");
    for (int i = 0; i < run->battery->setting_count; i++) {
        bil_text_format(report, ", %s=%s", run->battery->settings[i].key, run->battery->settings[i].value);
    }
    bil_text_format(report, ", seed \"battery %llu\", game %llu, ply %d, seat %d: %s", (unsigned long long)run->number,
                    (unsigned long long)run->number, run->ply, run->actor + 1, what);
    return false;
}

const char *battery_viewer(int viewer, char buffer[16])
{
    if (viewer >= 0) {
        snprintf(buffer, 16, "seat %d", viewer + 1);
        return buffer;
    }
    return viewer == BIL_SPECTATOR ? "the spectator" : "everybody";
}

/* Where two states differ first, and how, for a report. */
int battery_difference(const uint8_t *a, const uint8_t *b, size_t size)
{
    int at = 0;
    while ((size_t)at < size && a[at] == b[at]) {
        at++;
    }
    return at;
}

bool battery_same(struct run *run, const uint8_t *a, const uint8_t *b, size_t size, const char *what)
{
    if (memcmp(a, b, size) == 0) {
        return true;
    }
    const int at = battery_difference(a, b, size);
    return battery_broken(run, "%s: byte %d of %zu is %d, not %d", what, at, size, a[at], b[at]);
}

/* ------------------------------------------------------------------ rooms */

void battery_clean(struct room *room, uint8_t fill)
{
    memset(room, fill, sizeof *room);
    memset(room->before, 0xA5, GUARD);
    memset(room->after, 0xA5, GUARD);
}

bool battery_whole(struct run *run, const struct room *room, const char *who)
{
    const size_t size = run->game->state_size;
    if (room->before[0] != 0xA5 || memcmp(room->before, room->before + 1, GUARD - 1) != 0 ||
        memcmp(room->before, room->after, GUARD) != 0) {
        return battery_broken(run, "%s wrote outside the state", who);
    }
    if (size < BIL_MAX_STATE && memcmp(room->state + size, room->state + size + 1, BIL_MAX_STATE - size - 1) != 0) {
        return battery_broken(run, "%s wrote behind the %zu bytes of a state", who, size);
    }
    return true;
}

bool battery_check(struct run *run, const void *rules, const void *state, const char *what)
{
    char buffer[512];
    memset(buffer, 0, sizeof buffer);
    const char *problem = run->game->check(rules, state, buffer, sizeof buffer);
    return problem == NULL || battery_broken(run, "%s: %s", what, problem);
}

/* ------------------------------------------------------------------ moves */

/* Lists the moves of `state` into list (BIL_MAX_MOVES + 1 long) and looks whether they are a list as promised. */
int battery_moves(struct run *run, const void *rules, const void *state, bil_move *list, const char *what)
{
    const struct bil_game *game = run->game;
    const bil_move canary = 0xDEADBEEFU;
    memset(list, 0, sizeof *list * (size_t)game->max_moves);
    list[game->max_moves] = canary;
    const int count = game->moves(rules, state, list);
    if (list[game->max_moves] != canary) {
        battery_broken(run, "%s: the list of moves runs over its %d places", what, game->max_moves);
        return -1;
    }
    if (count < 0 || count > game->max_moves) {
        battery_broken(run, "%s: %d moves, where 0 to %d are possible", what, count, game->max_moves);
        return -1;
    }
    if ((count == 0) != (game->actor(rules, state) == BIL_OVER)) {
        battery_broken(run, "%s: %d moves, but the actor is %d", what, count, game->actor(rules, state));
        return -1;
    }
    return count;
}

static bool list_is_good(struct run *run)
{
    for (int i = 0; i < run->move_count; i++) {
        if (run->move[i] == 0) {
            return battery_broken(run, "move %d of the list is 0", i);
        }
        for (int j = 0; j < i; j++) {
            if (run->move[i] == run->move[j]) {
                return battery_broken(run, "moves %d and %d of the list are both %u", j, i, run->move[i]);
            }
        }
    }
    return true;
}

/* The moves of `state` must be those of the game's state. */
bool battery_same_moves(struct run *run, const void *state, const char *what)
{
    bil_move list[BIL_MAX_MOVES + 1];
    const int count = battery_moves(run, run->rules, state, list, what);
    if (count < 0) {
        return false;
    }
    if (count != run->move_count || memcmp(list, run->move, sizeof *list * (size_t)count) != 0) {
        return battery_broken(run, "%s has %d moves, the state has %d, or they differ", what, count, run->move_count);
    }
    return true;
}

/* pick must take what the list and one random number would give. */
static bool pick_is_the_list(struct run *run)
{
    if (run->game->pick == NULL) {
        return true;
    }
    struct bil_random a = run->choices;
    struct bil_random b = run->choices;
    const bil_move expected = run->move[run->move_count == 1 ? 0 : bil_random_below(&a, (uint32_t)run->move_count)];
    const bil_move picked = run->game->pick(run->rules, run->now.state, &b);
    if (picked != expected || a.used != b.used || a.counter != b.counter) {
        return battery_broken(run, "pick took %u where the list and the random number give %u", picked, expected);
    }
    return true;
}

/* ------------------------------------------------------------------ one ply */

struct ear {
    struct run *run;
    unsigned flags; /* of all that was heard */
    bool good;
};

/* Whoever is not addressed by an event reads what all the others read who know as much of it. */
static bool others_read_the_same(struct run *run, const struct bil_event *event)
{
    const unsigned addressed = run->game->addressed(run->rules, event);
    struct bil_text first[2] = {{0}, {0}}; /* of those who do not know the details, and of those who do */
    bool there[2] = {false, false};
    bool good = true;
    for (int viewer = BIL_EVERYBODY; viewer < run->battery->seats && good; viewer++) {
        struct bil_text text = {0};
        const bool knows = bil_event_known(event, viewer);
        if (viewer >= 0 && addressed >> viewer & 1U) {
            continue;
        }
        run->game->event_text(run->rules, event, viewer, there[knows] ? &text : &first[knows]);
        if (there[knows] && strcmp(bil_text_string(&text), bil_text_string(&first[knows])) != 0) {
            good = battery_broken(run, "event %d addresses viewer %d without saying so: %s", event->kind, viewer,
                                  bil_text_string(&text));
        }
        there[knows] = true;
        bil_text_free(&text);
    }
    bil_text_free(&first[0]);
    bil_text_free(&first[1]);
    return good;
}

/* Hears an event: its sentence for every viewer must be one line or nothing. */
static void hear(void *context, const struct bil_event *event)
{
    struct ear *ear = context;
    struct run *run = ear->run;
    struct bil_text text = {0};
    run->count->events++;
    ear->flags |= event->flags;
    for (int viewer = BIL_EVERYBODY; viewer < run->battery->seats && ear->good; viewer++) {
        bil_text_clear(&text);
        run->game->event_text(run->rules, event, viewer, &text);
        if (text.length > 0 && !battery_one_line(&text, 0)) {
            ear->good =
                battery_broken(run, "the sentence on event %d is more than a line: %s", event->kind, bil_text_string(&text));
        }
        bil_text_clear(&text);
        if (ear->good && run->game->consequence) {
            run->game->consequence(run->rules, event, viewer, &text);
        }
        if (text.length > 0 && (!battery_one_line(&text, 0) || text.data[text.length - 1] != '.')) {
            ear->good = battery_broken(run, "the consequence of event %d is no sentence: %s", event->kind, bil_text_string(&text));
        }
    }
    if (ear->good && event->kind == 0) {
        ear->good = battery_broken(run, "an event has no kind");
    }
    if (ear->good && run->game->event_words && !*bil_event_word(run->game, event->kind)) {
        ear->good = battery_broken(run, "events of kind %d have no word", event->kind);
    }
    if (ear->good && run->game->addressed) {
        ear->good = others_read_the_same(run, event);
    }
    bil_text_free(&text);
}

/* Undo goes back as far as nobody learned anything. If chance was asked, or if the actor now sees what it would not see in another
 * world that it held possible before, an event must have said so. */
static bool learning_is_announced(struct run *run, const struct room *world, const struct bil_random *before, bil_move move,
                                  unsigned flags)
{
    const struct bil_game *game = run->game;
    struct room other = *world;
    struct room seen;
    struct room seen_there;
    struct bil_random chance = *before;
    const bool untouched = run->chance.counter == 0; /* a stream was entered at most, and nothing drawn from it */
    if (memcmp(before, &run->chance, sizeof *before) != 0 && !untouched && !(flags & BIL_EVENT_CHANCE)) {
        return battery_broken(run, "a random number fell, and no event says so");
    }
    if (flags & (BIL_EVENT_CHANCE | BIL_EVENT_LEARNED)) {
        return true;
    }
    game->apply(run->rules, other.state, move, &chance, NULL);
    battery_clean(&seen, 0);
    battery_clean(&seen_there, 0);
    game->hide(run->rules, run->now.state, run->actor, seen.state);
    game->hide(run->rules, other.state, run->actor, seen_there.state);
    if (memcmp(seen.state, seen_there.state, game->state_size) != 0) {
        return battery_broken(run, "after move %u the actor sees more than it knew (byte %d of its view), and no event says so",
                              move, battery_difference(seen.state, seen_there.state, game->state_size));
    }
    return true;
}

/* Applies the move to the state and to a copy: they must stay equal, and chance too. Now and then somebody listens to the copy. */
static bool apply_to_both(struct run *run, bil_move move, bool listen)
{
    const struct bil_game *game = run->game;
    struct room copy = run->now;
    struct room view;
    struct room world;
    const struct bil_random before = run->chance;
    struct bil_random chance = run->chance;
    struct ear ear = {run, 0, true};
    const struct bil_listener listener = {hear, &ear};
    if (listen) {
        battery_clean(&view, 0);
        battery_clean(&world, 0);
        game->hide(run->rules, run->now.state, run->actor, view.state);
        game->deal(run->rules, view.state, &run->worlds, world.state);
    }
    game->apply(run->rules, run->now.state, move, &run->chance, NULL);
    game->apply(run->rules, copy.state, move, &chance, listen ? &listener : NULL);
    return ear.good && battery_whole(run, &run->now, "apply") &&
           battery_same(run, copy.state, run->now.state, game->state_size,
                        "a copy does not play on like the state it was copied from") &&
           (memcmp(&chance, &run->chance, sizeof chance) == 0 || battery_broken(run, "a copy uses up other random numbers")) &&
           (!listen || learning_is_announced(run, &world, &before, move, ear.flags));
}

/* Views of everybody, and worlds dealt from them. */
static bool look_from_everywhere(struct run *run)
{
    for (int viewer = BIL_EVERYBODY; viewer < run->battery->seats; viewer++) {
        struct room view;
        if (!battery_view(run, viewer, &view) || !battery_worlds(run, viewer, &view) || !battery_scores(run, view.state, false) ||
            (viewer != BIL_EVERYBODY && !battery_observation(run, viewer, &view)) ||
            (viewer != BIL_EVERYBODY && run->actor != BIL_OVER && !battery_told(run, viewer))) {
            return false;
        }
    }
    return true;
}

/* All that people read. */
static bool read_everything(struct run *run)
{
    for (int viewer = BIL_EVERYBODY; viewer < run->battery->seats; viewer++) {
        struct room view;
        char name[16];
        if (!battery_view(run, viewer, &view) || !battery_draws(run, viewer, &view) ||
            !battery_position(run, view.state, battery_viewer(viewer, name))) {
            return false;
        }
        if (viewer == run->actor && run->actor != BIL_OVER &&
            (!battery_texts(run, &view) || !battery_reasons(run, &view) || !battery_advice(run, &view))) {
            return false;
        }
    }
    return battery_position(run, run->now.state, "the state");
}

/* Whether it is this ply's turn, one in `rate`. */
static bool now_and_then(struct run *run, int rate)
{
    return rate > 0 && bil_random_below(&run->worlds, (uint32_t)rate) == 0;
}

static bool before_the_move(struct run *run)
{
    const struct bil_game *game = run->game;
    const struct room before = run->now;
    if (!battery_check(run, run->rules, run->now.state, "the state")) {
        return false;
    }
    run->move_count = battery_moves(run, run->rules, run->now.state, run->move, "the state");
    if (run->move_count < 0 || !list_is_good(run) || !battery_same_moves(run, run->now.state, "the state asked again")) {
        return false;
    }
    if (run->actor != BIL_OVER && (!battery_actor_view(run) || !pick_is_the_list(run))) {
        return false;
    }
    const int worlds = run->battery->worlds;
    if ((now_and_then(run, worlds) || (worlds > 0 && run->actor == BIL_OVER)) && !look_from_everywhere(run)) {
        return false;
    }
    if (now_and_then(run, run->battery->words) && !read_everything(run)) {
        return false;
    }
    return battery_same(run, run->now.state, before.state, game->state_size, "looking at the state changed it");
}

/* ------------------------------------------------------------------ fast mode beside */

/* The fast game follows: it plays every move for which it is asked too. The slow one is also asked where there is nothing to say,
 * and a frame that waits beneath a question may be there in one of them only; so they may stand apart, but not for long, not where
 * there is a choice, and not in the end. */
static bool fast_follows(struct run *run, struct room *fast, struct bil_random *chance, const struct room *before, bil_move move)
{
    const struct bil_game *game = run->game;
    bil_move list[BIL_MAX_MOVES + 1];
    const int count = battery_moves(run, run->fast_rules, fast->state, list, "fast mode");
    if (count < 0) {
        return false;
    }
    const bool asked = game->actor(run->fast_rules, fast->state) == run->actor && count == run->move_count &&
                       memcmp(list, run->move, sizeof *list * (size_t)count) == 0;
    const bool together = memcmp(fast->state, before->state, game->facts_size) == 0;
    run->apart = together ? 0 : run->apart + 1;
    if (!asked && (together || run->move_count > 1 || run->apart > APART_MAX)) {
        return battery_broken(
            run, "in fast mode seat %d is asked instead, for one of %d moves, not of %d (facts differ from byte %d on)",
            game->actor(run->fast_rules, fast->state) + 1, count, run->move_count,
            battery_difference(fast->state, before->state, game->facts_size));
    }
    if (!asked) {
        return true;
    }
    game->apply(run->fast_rules, fast->state, move, chance, NULL);
    return battery_whole(run, fast, "apply in fast mode") && battery_check(run, run->fast_rules, fast->state, "fast mode");
}

/* ------------------------------------------------------------------ one game */

/* Whatever stands behind the facts leaves the hash alone, and whatever stands in them changes it. */
static bool hash_is_of_the_facts(struct run *run)
{
    const struct bil_game *game = run->game;
    struct room other = run->now;
    const uint64_t hash = bil_state_hash(game, run->now.state);
    memset(other.state + game->facts_size, 0x3C, game->state_size - game->facts_size);
    if (bil_state_hash(game, other.state) != hash) {
        return battery_broken(run, "the hash of a state depends on more than its facts");
    }
    const size_t at = bil_random_below(&run->worlds, (uint32_t)game->facts_size);
    other.state[at] = (uint8_t)(other.state[at] ^ 1U << bil_random_below(&run->worlds, 8));
    return bil_state_hash(game, other.state) != hash ||
           battery_broken(run, "the hash of a state does not see byte %zu of its facts", at);
}

static bool play(struct run *run)
{
    const struct bil_game *game = run->game;
    const bool beside = !run->battery->fast;
    uint8_t seed[BIL_SEED_BYTES];
    char text[32];
    struct room fast;
    struct bil_random fast_chance;
    struct ear ear = {run, 0, true};
    const struct bil_listener listener = {hear, &ear};

    snprintf(text, sizeof text, "battery %llu", (unsigned long long)run->number);
    bil_seed_from_text(text, seed);
    bil_random_match(&run->chance, seed);
    fast_chance = run->chance;
    bil_random_stream(&run->choices, seed, UINT32_MAX, STREAM_CHOICES);
    bil_random_stream(&run->worlds, seed, UINT32_MAX, STREAM_WORLDS);
    run->ply = 0;
    run->actor = BIL_OVER;
    run->pooled = 0;
    run->apart = 0;
    battery_clean(&run->now, 0x00);
    battery_clean(&fast, 0xFF);
    struct bil_random again = run->chance;
    game->setup(run->rules, &again, fast.state, &listener);
    game->setup(run->rules, &run->chance, run->now.state, NULL);
    if (!ear.good || !battery_whole(run, &run->now, "setup") ||
        !battery_same(run, fast.state, run->now.state, game->state_size, "setup leaves bytes as they were, or is not repeatable")) {
        return false;
    }
    battery_clean(&fast, 0x00);
    game->setup(run->fast_rules, &fast_chance, fast.state, NULL);

    for (;; run->ply++) {
        run->actor = game->actor(run->rules, run->now.state);
        if (run->actor != BIL_OVER && (run->actor < 0 || run->actor >= run->battery->seats)) {
            return battery_broken(run, "the actor is %d", run->actor);
        }
        if (run->ply > PLIES_MAX) {
            return battery_broken(run, "the game does not end");
        }
        if (!before_the_move(run)) {
            return false;
        }
        if (run->actor == BIL_OVER) {
            break;
        }
        const bil_move move = bil_pick(game, run->rules, run->now.state, &run->choices);
        const struct room before = run->now;
        run->count->plies++;
        run->count->choices += run->move_count > 1;
        run->count->most_moves = run->move_count > run->count->most_moves ? run->move_count : run->count->most_moves;
        run->pool[run->pooled++ % POOL] = move;
        if (!apply_to_both(run, move, !run->battery->fast && now_and_then(run, 4))) {
            return false;
        }
        if (beside && !fast_follows(run, &fast, &fast_chance, &before, move)) {
            return false;
        }
    }
    run->count->games++;
    run->count->most_plies = run->ply > run->count->most_plies ? run->ply : run->count->most_plies;
    if (beside && memcmp(fast.state, run->now.state, game->facts_size) != 0) {
        return battery_broken(run, "fast mode ends with other facts, from byte %d on",
                              battery_difference(fast.state, run->now.state, game->facts_size));
    }
    return hash_is_of_the_facts(run) && battery_scores(run, run->now.state, true);
}

/* ------------------------------------------------------------------ all games */

/* What the struct of a game promises before any game is played. */
/* Whether some number of seats can play with that value. */
static bool can_be_given(const struct bil_game *game, const char *key, const char *value)
{
    const struct bil_setting setting = {key, value};
    void *rules = calloc(1, BIL_MAX_RULES);
    bool can = false;
    for (int seats = game->min_seats; rules && seats <= game->max_seats && !can; seats++) {
        const struct bil_config config = {.seats = seats, .settings = &setting, .setting_count = 1};
        can = game->rules_init(&config, rules, NULL);
    }
    free(rules);
    return can;
}

/* Whoever points finds each value by a name, and each can be given; each word of the row has one; numbers say what they count. */
static bool values_are_named(struct run *run, const struct bil_option *option)
{
    const struct bil_option_value none = {0};
    const struct bil_option_value *choices = option->choices ? option->choices : &none;
    int low = 0;
    int high = 0;
    bool initial = option->each || (bil_option_numbers(option, &low, &high) && atoi(option->initial) >= low);
    for (const struct bil_option_value *value = choices; value->value; value++) {
        initial |= strcmp(value->value, option->initial) == 0;
        if (!value->name || !can_be_given(run->game, option->key, value->value)) {
            return battery_broken(run, "option \"%s\" offers \"%s\", which has no name or cannot be given", option->key,
                                  value->value);
        }
    }
    for (const char *at = option->values + strspn(option->values, " |"); !option->read && *at; at += strspn(at, " |")) {
        const size_t length = strcspn(at, " |");
        const struct bil_option_value *value = choices;
        while (value->value && (strlen(value->value) != length || memcmp(value->value, at, length) != 0)) {
            value++;
        }
        if (!value->value && !(*at >= '0' && *at <= '9' && memchr(at, '-', length))) {
            return battery_broken(run, "option \"%s\" does not name its value %.*s", option->key, (int)length, at);
        }
        at += length;
    }
    if (!initial || (high > 0) != (option->unit != NULL)) {
        return battery_broken(run, "option \"%s\" does not name its default, or what its numbers count", option->key);
    }
    return true;
}

static bool game_is_complete(struct run *run)
{
    const struct bil_game *game = run->game;
    if (!game->id || !game->title || !game->summary || !game->options || !game->tie_breaks || !game->tie_breaks[0]) {
        return battery_broken(run, "the game has no id, title, summary, options or tie-breaks");
    }
    if (game->state_size > BIL_MAX_STATE || game->rules_size > BIL_MAX_RULES || game->max_moves > BIL_MAX_MOVES ||
        game->max_seats > BIL_MAX_SEATS || game->facts_size > game->state_size || game->facts_size == 0 || game->min_seats < 1 ||
        game->revision < 1 || game->memo_size > BIL_MAX_MEMO || (game->advise_again != NULL) != (game->memo_size > 0)) {
        return battery_broken(run, "a size of the game is out of bounds");
    }
    if (!game->rules_init || !game->setup || !game->actor || !game->moves || !game->apply || !game->recorded || !game->score ||
        !game->rank || !game->hide || !game->deal || !game->check || !game->advise || !game->explain || !game->notation ||
        !game->why_not || !game->prompt || !game->event_text || !game->position || !game->draw || !game->edition_json) {
        return battery_broken(run,
                              "a function of the game, its notation or its position is missing (game.h says which may be NULL)");
    }
    for (const struct bil_field *row = game->position; row->kind; row++) {
        for (int i = 0; row->key && bil_table_keys[i]; i++) {
            if (strcmp(bil_table_keys[i], row->key) == 0) {
                return battery_broken(run, "\"%s\" is a member of every position; the game's own needs another key", row->key);
            }
        }
    }
    for (const struct bil_topic *topic = game->topics; topic && topic->id; topic++) {
        if (!topic->title || !topic->text || !battery_fits(topic->text, 78)) {
            return battery_broken(run, "topic \"%s\" lacks a title or is wider than 78 columns", topic->id);
        }
    }
    for (const struct bil_option *option = game->options; option->key; option++) {
        if (!option->values || !option->initial || !option->help || !option->name) {
            return battery_broken(run, "option \"%s\" lacks its values, default, help or name", option->key);
        }
        if (!values_are_named(run, option)) {
            return false;
        }
    }
    return true;
}

bool battery_run(const struct battery *battery, struct battery_count *count, struct bil_text *report)
{
    struct battery_count unused;
    struct bil_error error = {{0}};
    struct run *run = aligned_alloc(_Alignof(struct run), sizeof *run);
    uint8_t *rules = calloc(2, BIL_MAX_RULES);
    bool good = run && rules;
    if (good) {
        memset(run, 0, sizeof *run);
        run->battery = battery;
        run->game = battery->game;
        run->rules = rules;
        run->fast_rules = rules + BIL_MAX_RULES;
        run->count = count ? count : &unused;
        run->report = report;
        memset(run->count, 0, sizeof *run->count);
        struct bil_config config = {
            .seats = battery->seats,
            .edition = battery->edition,
            .settings = battery->settings,
            .setting_count = battery->setting_count,
            .fast = battery->fast,
        };
        good =
            game_is_complete(run) && (battery->game->rules_init(&config, rules, &error) || battery_broken(run, "%s", error.text));
        config.fast = true;
        good = good && (battery->game->rules_init(&config, rules + BIL_MAX_RULES, &error) || battery_broken(run, "%s", error.text));
        for (uint64_t n = 0; n < battery->games && good; n++) {
            run->number = battery->first + n;
            good = play(run);
        }
    }
    free(rules);
    free(run);
    return good;
}

static uint64_t from_environment(const char *name, uint64_t usual)
{
    const char *text = getenv(name);
    if (text == NULL || !*text) {
        return usual;
    }
    char *end = NULL;
    const unsigned long long number = strtoull(text, &end, 10);
    if (*end || text[0] < '0' || text[0] > '9') {
        fprintf(stderr, "%s must be a whole number, not \"%s\".\n", name, text);
        exit(EXIT_FAILURE);
    }
    return number;
}

uint64_t battery_games(uint64_t usual)
{
    return from_environment("BATTERY_GAMES", usual);
}

uint64_t battery_first(void)
{
    return from_environment("BATTERY_FIRST", 0);
}
