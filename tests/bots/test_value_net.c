/* Nets that judge positions: those that are compiled in fit their games, say the same of worlds that look alike and what a plain
 * reading of their data says, and know more of how games end than the points of the moment; data that is no net is refused. */
#include "billions/bot.h"
#include "bots/policy.h"
#include "bots/value_net.h"
#include "kit/observation.h"
#include "unit.h"

enum { MOST_BYTES = 300 * 1024, POSITIONS = 400, HEAD = 100 };

struct place {
    const struct bil_game *game;
    const struct bil_value_net *net;
    int seats;
    _Alignas(64) unsigned char rules[BIL_MAX_RULES], quick[BIL_MAX_RULES];
    struct bil_observer observer;
    uint8_t file[MOST_BYTES + 64];
    size_t size;
};

static void set_up(struct place *place, const char *id, int seats)
{
    struct bil_error error;
    struct bil_config config = {.seats = seats};
    char path[512];
    memset(place, 0, sizeof *place);
    place->game = bil_game_find(id);
    place->seats = seats;
    place->net = bil_value_net_of(place->game);
    assert_non_null(place->net);
    assert_true(place->game->rules_init(&config, place->rules, &error));
    config.fast = true;
    assert_true(place->game->rules_init(&config, place->quick, &error));
    bil_observer_make(place->game, place->quick, &place->observer);
    snprintf(path, sizeof path, TEST_DATA "/../nets/%s.net", id);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    place->size = fread(place->file, 1, sizeof place->file, file);
    fclose(file);
}

/* What a seat sees of a state when nobody keeps up who knows what, as in playouts. */
static void observe(const struct place *place, const void *state, int viewer, uint16_t *numbers, int *now)
{
    _Alignas(64) unsigned char world[BIL_MAX_STATE], view[BIL_MAX_STATE];
    memcpy(world, state, place->game->state_size);
    memset(world + place->game->facts_size, 0, place->game->state_size - place->game->facts_size);
    place->game->hide(place->quick, world, viewer, view);
    bil_observe(&place->observer, view, numbers);
    for (int seat = 0; seat < place->seats; seat++) {
        struct bil_score score;
        place->game->score(place->quick, world, seat, &score);
        now[seat] = score.total;
    }
}

/* Plays games by advice, with a fifth of chance, and calls `look` now and then. */
static void walk(const struct place *place, int positions, const char *name,
                 void (*look)(const struct place *place, const void *state, int number, void *context), void *context)
{
    int seen = 0;
    for (int number = 0; seen < positions; number++) {
        _Alignas(64) unsigned char state[BIL_MAX_STATE] = {0};
        uint8_t seed[BIL_SEED_BYTES];
        char text[64];
        struct bil_random chance, choice;
        snprintf(text, sizeof text, "%s %d", name, number);
        bil_seed_from_text(text, seed);
        bil_random_match(&chance, seed);
        bil_random_stream(&choice, seed, 5, 5);
        place->game->setup(place->rules, &chance, state, NULL);
        for (int ply = 0; place->game->actor(place->rules, state) != BIL_OVER; ply++) {
            bil_move moves[BIL_MAX_MOVES];
            int32_t value[BIL_MAX_MOVES];
            const int count = place->game->moves(place->rules, state, moves);
            int which = (int)bil_random_below(&choice, (uint32_t)count);
            if (ply % 23 == 0 && seen < positions) {
                look(place, state, seen++, context);
            }
            if (bil_random_below(&choice, 5) > 0) {
                bil_policy_advise(place->game, -1, place->rules, state, moves, count, value, NULL);
                which = bil_policy_best(value, count, &choice);
            }
            place->game->apply(place->rules, state, moves[which], &chance, NULL);
        }
    }
}

static const struct {
    const char *id;
    int seats;
} places[] = {{"six-billion", 2}, {"six-billion", 3}, {"six-billion", 4}, {"six-billion", 5}};
enum { PLACES = sizeof places / sizeof *places };
static struct place place;

static void every_game_has_one(void **state)
{
    for (int i = 0; i < PLACES; i++) {
        set_up(&place, places[i].id, places[i].seats);
        assert_true(place.size <= MOST_BYTES);
        assert_true(place.net->seats >= places[i].seats);
        assert_non_null(strstr(place.net->pedigree, "\"command\": "));
        assert_non_null(strstr(place.net->pedigree, "\"date\": "));
    }
    assert_null(bil_value_net_of(bil_game_find("one-billion-users"))); /* none has made its bots stronger (docs/bots.md) */
}

/* ------------------------------------------------------------------ what is no net */

static void refused(const struct bil_game *game, const uint8_t *data, size_t size, const char *words)
{
    struct bil_error error = {{0}};
    assert_null(bil_value_net_read(game, data, size, &error));
    assert_non_null(strstr(error.text, words));
}

static void what_is_no_net_is_refused(void **state)
{
    set_up(&place, "six-billion", 2);
    const struct bil_game *game = place.game;
    refused(game, place.file, 0, "does not begin as one does");
    refused(game, place.file, HEAD / 2, "does not begin as one does");
    refused(game,
            (const uint8_t
                 *)"A text that is much longer than the head of a net is, and still none of those at all, however far it is read.",
            108, "does not begin as one does");
    refused(game, place.file, place.size - 1, "cut off");
    refused(game, place.file, place.size + 1, "cut off");
    refused(bil_game_find("one-billion-users"), place.file, place.size, "for six-billion, not for one-billion-users");
    for (size_t at = 8; at < HEAD; at += 4) { /* every number of the head */
        static const uint32_t wrong[] = {0, 1, 7, 0x7fffffff, 0xffffffff};
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            uint32_t was;
            struct bil_error error = {{0}};
            memcpy(&was, place.file + at, sizeof was);
            memcpy(place.file + at, &wrong[i], sizeof was);
            struct bil_value_net *net = bil_value_net_read(game, place.file, place.size, &error);
            assert_true(net || error.text[0]);
            bil_value_net_free(net); /* the unit and the lead can be anything sensible */
            memcpy(place.file + at, &was, sizeof was);
        }
    }
}

static void what_is_damaged_harms_nobody(void **state)
{
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {3};
    bil_random_stream(&random, seed, 1, 1);
    set_up(&place, "six-billion", 5);
    const int entries = place.net->entries;
    for (int round = 0; round < 300; round++) {
        struct bil_error error = {{0}};
        uint8_t was[12];
        const size_t at = HEAD + 12 * bil_random_below(&random, (uint32_t)entries);
        memcpy(was, place.file + at, sizeof was);
        for (int i = 0; i < 3; i++) {
            place.file[at + bil_random_below(&random, sizeof was)] = (uint8_t)bil_random_word(&random);
        }
        struct bil_value_net *net = bil_value_net_read(place.game, place.file, place.size, &error);
        assert_true(net || strstr(error.text, "names what is not there"));
        for (int i = 0; net && i < 3; i++) {
            uint16_t numbers[BIL_MAX_OBSERVATION];
            struct bil_value_net_answer answer;
            const int now[BIL_MAX_SEATS] = {-2000000000, 2000000000, 5, 0, 7};
            for (int n = 0; n < place.observer.size; n++) {
                numbers[n] = (uint16_t)bil_random_word(&random);
            }
            bil_value_net_judge(net, numbers, i, 5, now, &answer);
        }
        bil_value_net_free(net);
        memcpy(place.file + at, was, sizeof was);
    }
}

/* ------------------------------------------------------------------ what it says */

/* The same sums from the bytes of the file, in 64 bits and without any haste. */
struct plain {
    uint32_t observation, seats, width, second, columns, entries, unit, lead, now, table;
    const uint8_t *entry, *gain, *weight, *bias, *weight2, *bias2, *weight3, *bias3;
};

static int64_t number(const uint8_t *at, int bytes)
{
    int64_t value = 0;
    for (int i = 0; i < bytes; i++) {
        value |= (int64_t)at[i] << (8 * i);
    }
    return value >= (int64_t)1 << (8 * bytes - 1) ? value - ((int64_t)1 << (8 * bytes)) : value;
}

static struct plain read_plainly(const uint8_t *file)
{
    struct plain plain;
    memcpy(&plain, file + 56, 40);
    plain.entry = file + HEAD;
    plain.gain = plain.entry + 12 * plain.entries;
    plain.weight = plain.gain + 4 * plain.columns;
    plain.bias = plain.weight + plain.columns * plain.width;
    plain.weight2 = plain.bias + 2 * plain.width;
    plain.bias2 = plain.weight2 + plain.second * plain.width;
    plain.weight3 = plain.bias2 + 4 * plain.second;
    plain.bias3 = plain.weight3 + 4 * plain.seats * plain.second;
    return plain;
}

static void add_column(const struct plain *plain, int64_t *sum, int64_t column, int64_t part)
{
    for (uint32_t i = 0; i < plain->width; i++) {
        const int64_t small = number(plain->weight + column * plain->width + i, 1);
        const int64_t weight = (small * number(plain->gain + 4 * column, 4) + 32768) >> 16;
        sum[i] += part < 0x8000 ? (weight * part + 16384) >> 15 : weight;
    }
}

static void answer_plainly(const struct plain *plain, const uint16_t *numbers, int viewer, int seats, const int *now, int64_t *out)
{
    enum { WORD = 1, NAMES_SEAT = 2, NAMES_PARTY = 4, OF_SEAT = 8, OF_PARTY = 16, WHOLE = 0x8000 };
    int64_t sum[BIL_VALUE_NET_WIDTH] = {0}, second[BIL_VALUE_NET_SECOND];
    int64_t all = 0;
    for (uint32_t i = 0; i < plain->width; i++) {
        sum[i] = number(plain->bias + 2 * i, 2);
    }
    for (uint32_t e = 0; e < plain->entries; e++) {
        const uint8_t *at = plain->entry + 12 * e;
        const int value = numbers[number(at, 2)], kind = at[2], seat = at[3], most = (int)number(at + 8, 2);
        int64_t column = number(at + 4, 2) & 0xffff;
        int slot = seat;
        if (seat < seats) {
            slot = (seat - viewer + seats) % seats;
        } else if (kind & OF_SEAT) {
            continue;
        }
        column += kind & (OF_SEAT | OF_PARTY) ? slot * number(at + 6, 2) : 0;
        if (!(kind & WORD)) {
            add_column(plain, sum, column, value >= most ? 32767 : (int64_t)value * 32767 / most);
        } else if (value > 0 && value <= most) {
            int named = value - 1;
            if (kind & (NAMES_SEAT | NAMES_PARTY)) {
                if (named >= seats && kind & NAMES_SEAT) {
                    continue;
                }
                named = named < seats ? (named - viewer + seats) % seats : named;
            }
            add_column(plain, sum, column + named, WHOLE);
        }
    }
    if (seats < 2 || plain->unit == 0) {
        fail_msg("no net has %d seats, or a unit of %d", seats, (int)plain->unit);
        return;
    }
    for (int seat = 0; seat < seats; seat++) {
        all += now[seat];
    }
    for (int seat = 0; seat < seats; seat++) {
        const int64_t ahead = ((int64_t)now[seat] * seats - all) * 32767 / ((int64_t)(seats - 1) * plain->unit * 8);
        add_column(plain, sum, (int)plain->now + (seat - viewer + seats) % seats,
                   ahead > 32767    ? 32767
                   : ahead < -32767 ? -32767
                                    : ahead);
    }
    add_column(plain, sum, plain->table + (uint32_t)seats - 2, WHOLE);
    for (uint32_t i = 0; i < plain->second; i++) {
        int64_t s = number(plain->bias2 + 4 * i, 4);
        for (uint32_t j = 0; j < plain->width; j++) {
            assert_true(sum[j] >= -32768 && sum[j] <= 32767); /* it comes back into 16 bits */
            const int64_t hidden = sum[j] < 0 ? 0 : sum[j] >> 4 > 127 ? 127 : sum[j] >> 4;
            s += hidden * number(plain->weight2 + i * plain->width + j, 1);
        }
        second[i] = s < 0 ? 0 : s >> 6 > 127 ? 127 : s >> 6;
    }
    for (uint32_t o = 0; o < 2 * plain->seats; o++) {
        out[o] = number(plain->bias3 + 4 * o, 4);
        for (uint32_t i = 0; i < plain->second; i++) {
            out[o] += second[i] * number(plain->weight3 + 2 * (o * plain->second + i), 2);
        }
    }
}

static void says_what_its_data_says(const struct place *at, const void *state, int which, void *context)
{
    const struct plain *plain = context;
    uint16_t numbers[BIL_MAX_OBSERVATION];
    int now[BIL_MAX_SEATS] = {0};
    int64_t out[2 * BIL_MAX_SEATS] = {0};
    struct bil_value_net_answer answer;
    const int viewer = which % at->seats;
    observe(at, state, viewer, numbers, now);
    bil_value_net_judge(at->net, numbers, viewer, at->seats, now, &answer);
    answer_plainly(plain, numbers, viewer, at->seats, now, out);
    for (int seat = 0; seat < at->seats; seat++) {
        const int slot = (seat - viewer + at->seats) % at->seats;
        const double points = (double)out[slot] * plain->unit / (127 * 1024);
        const double lean = (double)out[(int)plain->seats + slot] / (127 * 1024);
        const double place_of = 0.5 + 0.5 * lean / (1 + (lean < 0 ? -lean : lean));
        assert_memory_equal(&answer.points[seat], &points, sizeof points);
        assert_memory_equal(&answer.place[seat], &place_of, sizeof place_of);
    }
}

static void it_says_what_a_plain_reading_says(void **state)
{
    for (int i = 0; i < PLACES; i++) {
        set_up(&place, places[i].id, places[i].seats);
        struct plain plain = read_plainly(place.file);
        walk(&place, POSITIONS, "plain", says_what_its_data_says, &plain);
    }
}

/* Another world that looks the same to a seat: the net is shown the same of both. (Points are those of the world that is judged,
 * which a search has dealt itself.) */
static void same_view_same_numbers(const struct place *at, const void *state, int which, void *context)
{
    int *different = context;
    _Alignas(64) unsigned char view[BIL_MAX_STATE], other[BIL_MAX_STATE] = {0};
    struct bil_random random;
    uint16_t first[BIL_MAX_OBSERVATION], second[BIL_MAX_OBSERVATION];
    int now[BIL_MAX_SEATS] = {0};
    const uint8_t seed[BIL_SEED_BYTES] = {9};
    const int viewer = which % at->seats;
    bil_random_stream(&random, seed, (uint32_t)which, 2);
    at->game->hide(at->rules, state, viewer, view);
    at->game->deal(at->rules, view, &random, other);
    observe(at, state, viewer, first, now);
    observe(at, other, viewer, second, now);
    *different += memcmp(state, other, at->game->facts_size) != 0;
    assert_memory_equal(first, second, (size_t)at->observer.size * sizeof *first);
}

static void it_is_shown_no_secret(void **state)
{
    for (int i = 0; i < PLACES; i++) {
        int different = 0;
        set_up(&place, places[i].id, places[i].seats);
        walk(&place, POSITIONS, "secrets", same_view_same_numbers, &different);
        assert_true(different > POSITIONS * 9 / 10);
    }
}

/* ------------------------------------------------------------------ what it knows */

struct sums {
    double n, end, end2, now, now2, both, said, said2, told;
};

static void see_how_it_ends(const struct place *at, const void *state, int which, void *context)
{
    struct sums *sums = context;
    _Alignas(64) unsigned char world[BIL_MAX_STATE];
    uint16_t numbers[BIL_MAX_OBSERVATION];
    int now[BIL_MAX_SEATS] = {0};
    struct bil_value_net_answer answer;
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {11};
    if (at->game->actor(at->rules, state) == BIL_OVER) {
        return;
    }
    bil_random_stream(&random, seed, (uint32_t)which, 3);
    observe(at, state, 0, numbers, now);
    bil_value_net_judge(at->net, numbers, 0, at->seats, now, &answer);
    memcpy(world, state, at->game->state_size);
    memset(world + at->game->facts_size, 0, at->game->state_size - at->game->facts_size);
    while (at->game->actor(at->quick, world) != BIL_OVER) {
        bil_move moves[BIL_MAX_MOVES];
        int32_t value[BIL_MAX_MOVES];
        const int count = at->game->moves(at->quick, world, moves);
        int pick = (int)bil_random_below(&random, (uint32_t)count);
        if (bil_random_below(&random, 10) > 0) {
            bil_policy_advise(at->game, -1, at->quick, world, moves, count, value, NULL);
            pick = bil_policy_best(value, count, &random);
        }
        at->game->apply(at->quick, world, moves[pick], &random, NULL);
    }
    struct bil_score mine, other;
    at->game->score(at->quick, world, 0, &mine);
    at->game->score(at->quick, world, 1, &other);
    const double end = mine.total - other.total, then = now[0] - now[1], said = then + answer.points[0] - answer.points[1];
    sums->n += 1;
    sums->end += end;
    sums->end2 += end * end;
    sums->now += then;
    sums->now2 += then * then;
    sums->both += end * then;
    sums->said += said;
    sums->said2 += said * said;
    sums->told += end * said;
}

/* The share of a spread that a line explains. */
static double explained(double n, double x, double x2, double y, double y2, double xy)
{
    const double together = xy / n - x / n * (y / n);
    return together * together / ((x2 / n - x / n * (x / n)) * (y2 / n - y / n * (y / n)));
}

static void it_knows_more_than_the_points_of_the_moment(void **state)
{
    for (int i = 0; i < PLACES; i++) {
        struct sums s = {0};
        set_up(&place, places[i].id, places[i].seats);
        walk(&place, 4 * POSITIONS, "ends", see_how_it_ends, &s);
        const double now = explained(s.n, s.now, s.now2, s.end, s.end2, s.both);
        const double net = explained(s.n, s.said, s.said2, s.end, s.end2, s.told);
        assert_true(net > now + 0.03);
        assert_true(net > 0.2);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_one),           cmocka_unit_test(what_is_no_net_is_refused),
        cmocka_unit_test(what_is_damaged_harms_nobody), cmocka_unit_test(it_says_what_a_plain_reading_says),
        cmocka_unit_test(it_is_shown_no_secret),        cmocka_unit_test(it_knows_more_than_the_points_of_the_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
