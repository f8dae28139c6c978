/* The file of an arena, from which it goes on. Must never take sums that cannot be true of the arena they are said to belong to. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/arena_plan.h"
#include "lab/oracle.h"
#include "table/edition.h"

enum { FORMAT = 1 };

static const int64_t far_off = INT64_C(1000000000000000); /* sums of all groups and blocks stay within 64 bits */
static const int64_t far_off_squared = INT64_C(1) << 62;

static const char *const measure_key[BIL_ARENA_MEASURES] = {"first_places", "places", "points"};
static const char *const product_key[BIL_ARENA_MEASURES] = {"first_places_products", "places_products", "points_products"};

/* ------------------------------------------------------------------ writing */

static void write_numbers(struct bil_text *out, const char *key, const int64_t *number, int count)
{
    bil_json_key(out, key);
    bil_json_array(out);
    for (int i = 0; i < count; i++) {
        bil_json_integer(out, number[i]);
    }
    bil_json_array_end(out);
}

static void write_plan(const struct bil_arena_plan *plan, const char *edition, struct bil_text *out)
{
    char seed[2 * BIL_SEED_BYTES + 1];
    char text[2 * BIL_SEED_BYTES + 3];
    bil_json_key_string(out, "game", plan->game->id);
    bil_json_key_integer(out, "revision", plan->revision);
    bil_json_key_integer(out, "players", plan->seats);
    bil_json_key(out, "bots");
    bil_json_array(out);
    for (int i = 0; i < plan->listed; i++) {
        bil_json_string(out, plan->list[i]->name);
    }
    bil_json_array_end(out);
    bil_json_key(out, "options");
    bil_json_object(out);
    for (int i = 0; i < plan->setting_count; i++) {
        bil_json_key_string(out, plan->setting[i].key, plan->setting[i].value);
    }
    bil_json_object_end(out);
    bil_seed_to_text(plan->seed, seed);
    snprintf(text, sizeof text, "0x%s", seed);
    bil_json_key_string(out, "seed", text);
    bil_json_key_integer(out, "pairs", (int64_t)plan->blocks);
    if (plan->test) {
        bil_json_key_string(out, "sprt", plan->test);
        bil_json_key_string(out, "alpha", plan->alpha);
        bil_json_key_string(out, "beta", plan->beta);
    }
    if (edition[0]) {
        bil_json_key(out, "edition");
        bil_json_raw(out, edition);
    }
}

static void write_rating(const struct bil_rating_data *rating, struct bil_text *out)
{
    int64_t set[BIL_RATING_SETS];
    for (int i = 0; i < rating->sets; i++) {
        set[i] = rating->set[i];
    }
    write_numbers(out, "sets", set, rating->sets);
    bil_json_key(out, "groups");
    bil_json_array(out);
    for (int g = 0; g < BIL_RATING_GROUPS; g++) {
        const struct bil_rating_group *group = &rating->group[g];
        int64_t ahead[BIL_RATING_KINDS * BIL_RATING_KINDS];
        for (int i = 0; i < rating->kinds * rating->kinds; i++) {
            ahead[i] = group->ahead[i / rating->kinds][i % rating->kinds];
        }
        bil_json_object(out);
        write_numbers(out, "ahead", ahead, rating->kinds * rating->kinds);
        write_numbers(out, "picked", group->picked, rating->kinds);
        write_numbers(out, "left", group->left, rating->sets);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

void bil_arena_write(const struct bil_arena_plan *plan, const char *edition, const struct bil_arena_sums *sums,
                     struct bil_text *out)
{
    const int kinds = sums->rating.kinds;
    char hash[20];
    bil_json_object(out);
    bil_json_key_integer(out, "format", FORMAT);
    bil_json_key_string(out, "file", "arena");
    write_plan(plan, edition, out);
    bil_json_key_integer(out, "played", (int64_t)sums->blocks);
    bil_json_key_integer(out, "decisions", (int64_t)sums->decisions);
    bil_json_key_integer(out, "milliseconds", (int64_t)sums->milliseconds);
    snprintf(hash, sizeof hash, "%016" PRIx64, sums->hash);
    bil_json_key_string(out, "hash", hash);
    for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
        int64_t product[BIL_ARENA_KINDS * BIL_ARENA_KINDS];
        for (int i = 0; i < kinds * kinds; i++) {
            product[i] = sums->product[m][i / kinds][i % kinds];
        }
        write_numbers(out, measure_key[m], sums->sum[m], kinds);
        write_numbers(out, product_key[m], product, kinds * kinds);
    }
    int64_t pair[2 * BIL_ARENA_FIRSTS];
    int pairs = 0;
    for (int i = 0; i < BIL_ARENA_FIRSTS; i++) {
        if (sums->firsts[i]) {
            pair[2 * pairs] = i;
            pair[2 * pairs++ + 1] = (int64_t)sums->firsts[i];
        }
    }
    write_numbers(out, "firsts", pair, 2 * pairs);
    write_rating(&sums->rating, out);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

/* ------------------------------------------------------------------ reading */

static bool no_member(const char *key, struct bil_error *error)
{
    return bil_fail(error, "\"%s\" is missing; the file of an arena has it.", key);
}

static bool read_count(const struct bil_value *object, const char *key, int64_t low, int64_t high, int64_t *out,
                       struct bil_error *error)
{
    const struct bil_value *value = bil_value_get(object, key);
    if (!value) {
        return no_member(key, error);
    }
    if (value->type != BIL_INTEGER || value->integer < low || value->integer > high) {
        return bil_fail(error, "\"%s\" is no whole number from %" PRId64 " to %" PRId64 ".", key, low, high);
    }
    *out = value->integer;
    return true;
}

/* Reads `count` numbers (-1: up to `room`, *found says how many). */
static bool read_numbers(const struct bil_value *object, const char *key, int count, int room, int64_t low, int64_t high,
                         int64_t *out, int *found, struct bil_error *error)
{
    const struct bil_value *array = NULL;
    int n = 0;
    if (!bil_value_array(object, key, &array, error)) {
        return false;
    }
    if (!array) {
        return no_member(key, error);
    }
    if (count >= 0 ? array->count != count : array->count > room) {
        return bil_fail(error, "\"%s\" has %d numbers; %s%d belong there.", key, array->count, count >= 0 ? "" : "at most ",
                        count >= 0 ? count : room);
    }
    for (const struct bil_value *value = array->child; value; value = value->next) {
        if (value->type != BIL_INTEGER || value->integer < low || value->integer > high) {
            char path[100];
            return bil_fail(error, "%s is no whole number from %" PRId64 " to %" PRId64 ".",
                            bil_value_path(value, path, sizeof path), low, high);
        }
        out[n++] = value->integer;
    }
    if (found) {
        *found = n;
    }
    return true;
}

static bool read_text(const struct bil_value *object, const char *key, bool needed, const char **out, struct bil_error *error)
{
    *out = NULL;
    if (!bil_value_string(object, key, out, error)) {
        return false;
    }
    return *out || !needed || no_member(key, error);
}

static bool read_bots(const struct bil_value *document, struct bil_arena_plan *plan, struct bil_error *error)
{
    const struct bil_value *bots = NULL;
    if (!bil_value_array(document, "bots", &bots, error)) {
        return false;
    }
    if (!bots || bots->count > BIL_ARENA_KINDS) {
        return bots ? bil_fail(error, "\"bots\" names more than %d bots.", BIL_ARENA_KINDS) : no_member("bots", error);
    }
    const int given = plan->listed;
    plan->listed = 0;
    for (const struct bil_value *bot = bots->child; bot; bot = bot->next) {
        const char *name = bot->type == BIL_STRING ? bot->string : "";
        if (given > 0 && (given != bots->count || strcmp(plan->list[plan->listed]->name, name) != 0)) {
            return bil_fail(error, "Bot %d of the %d in it is \"%.*s\", which is not what was asked for.", plan->listed + 1,
                            bots->count, BIL_BOT_NAME, name);
        }
        if (given == 0 && strncmp(name, "exec:", 5) == 0) {
            return bil_fail(error, "It names another program, \"%.*s\", which no file may start: name the bots with --bots again.",
                            BIL_BOT_NAME, name);
        }
        if (given == 0) {
            plan->list[plan->listed] = bil_oracle_named(name) ? bil_oracle_find(name, error) : bil_bot_find(name, error);
        }
        if (!plan->list[plan->listed++]) {
            return false;
        }
    }
    return true;
}

static bool read_options(const struct bil_value *document, struct bil_arena_plan *plan, struct bil_error *error)
{
    const struct bil_value *options = NULL;
    if (!bil_value_object(document, "options", &options, error)) {
        return false;
    }
    for (const struct bil_value *option = options ? options->child : NULL; option; option = option->next) {
        if (option->type != BIL_STRING || plan->setting_count == BIL_ARENA_SETTINGS) {
            return bil_fail(error, "\"options\": \"%.40s\" is no text.", option->key);
        }
        plan->setting[plan->setting_count++] = (struct bil_setting){option->key, option->string};
    }
    return true;
}

static bool read_seed(const struct bil_value *document, struct bil_arena_plan *plan, struct bil_error *error)
{
    const char *seed = NULL;
    if (!read_text(document, "seed", true, &seed, error)) {
        return false;
    }
    if (strlen(seed) != 2 * BIL_SEED_BYTES + 2 || strncmp(seed, "0x", 2) != 0 ||
        strspn(seed + 2, "0123456789abcdef") != 2 * BIL_SEED_BYTES) {
        return bil_fail(error, "\"seed\" is not 0x and %d hexadecimal digits.", 2 * BIL_SEED_BYTES);
    }
    bil_seed_from_text(seed, plan->seed);
    return true;
}

static bool read_plan(const struct bil_value *document, const struct bil_game *game, struct bil_arena_plan *plan,
                      struct bil_error *error)
{
    int format = 0;
    const char *text = NULL;
    int64_t players = 0;
    int64_t pairs = 0;
    if (!bil_value_integer(document, "format", FORMAT, FORMAT, &format, error) ||
        !read_text(document, "file", false, &text, error)) {
        return false;
    }
    if (format == 0 || !text || strcmp(text, "arena") != 0) {
        return bil_fail(error, "It is no file of an arena: those begin {\"format\":%d,\"file\":\"arena\", ...}.", FORMAT);
    }
    if (!read_text(document, "game", true, &text, error)) {
        return false;
    }
    plan->game = game && strcmp(game->id, text) == 0 ? game : bil_game_find(text);
    if (!plan->game || (game && plan->game != game)) {
        return bil_fail(error, "It is an arena of \"%.60s\"%s%s.", text, game ? ", not of " : ", which this program does not have",
                        game ? game->title : "");
    }
    if (!read_bots(document, plan, error) || !read_options(document, plan, error) || !read_seed(document, plan, error) ||
        !read_count(document, "players", 1, BIL_MAX_SEATS, &players, error) ||
        !read_count(document, "pairs", 1, BIL_ARENA_BLOCKS, &pairs, error) ||
        !bil_value_integer(document, "revision", 1, plan->game->revision, &plan->revision, error) ||
        !bil_value_object(document, "edition", &plan->edition, error) || !read_text(document, "sprt", false, &plan->test, error) ||
        !read_text(document, "alpha", plan->test != NULL, &plan->alpha, error) ||
        !read_text(document, "beta", plan->test != NULL, &plan->beta, error)) {
        return false;
    }
    plan->seats = (int)players;
    plan->blocks = (uint64_t)pairs;
    return plan->edition == NULL || bil_edition_game(plan->edition, plan->game, error) != NULL;
}

/* Every group holds the games of its own blocks, in which everybody met whom the seatings say. */
static bool groups_are_whole(const struct bil_arena *arena, const struct bil_arena_sums *sums, const struct bil_rating_data *rating)
{
    const struct bil_seatings *seatings = &arena->seatings;
    int64_t meetings[BIL_RATING_KINDS][BIL_RATING_KINDS] = {{0}}; /* in a block */
    for (int g = 0; g < seatings->games; g++) {
        for (int one = 0; one < seatings->seats; one++) {
            for (int other = 0; other < seatings->seats; other++) {
                meetings[seatings->kind[g][one]][seatings->kind[g][other]]++;
            }
        }
    }
    for (int group = 0; group < BIL_RATING_GROUPS; group++) {
        const int64_t blocks = ((int64_t)sums->blocks + BIL_RATING_GROUPS - 1 - group) / BIL_RATING_GROUPS;
        int64_t met[BIL_RATING_KINDS][BIL_RATING_KINDS];
        for (int i = 0; i < BIL_RATING_KINDS * BIL_RATING_KINDS; i++) {
            met[i / BIL_RATING_KINDS][i % BIL_RATING_KINDS] = blocks * meetings[i / BIL_RATING_KINDS][i % BIL_RATING_KINDS];
        }
        if (!bil_rating_possible(rating, group, met, blocks * seatings->games * (seatings->seats - 1))) {
            return false;
        }
    }
    return true;
}

static bool read_rating(const struct bil_value *document, const struct bil_arena *arena, struct bil_rating_data *rating,
                        struct bil_error *error)
{
    const int kinds = arena->seatings.kinds;
    const struct bil_value *groups = NULL;
    int64_t number[BIL_RATING_SETS] = {0};
    if (!read_numbers(document, "sets", -1, BIL_RATING_SETS, 0, UINT32_MAX, number, &rating->sets, error)) {
        return false;
    }
    for (int i = 0; i < rating->sets; i++) {
        int seats = 0;
        for (int k = 0; k < 8; k++) {
            const int of = (int)(number[i] >> (4 * k) & 15);
            seats += of > 0 && k >= kinds ? BIL_MAX_SEATS + 1 : of;
        }
        if (seats < 2 || seats > arena->seatings.seats) {
            return bil_fail(error, "\"sets\" holds %" PRId64 ", which is no set of these bots.", number[i]);
        }
        rating->set[i] = (uint32_t)number[i];
    }
    if (!bil_value_array(document, "groups", &groups, error)) {
        return false;
    }
    if (!groups || groups->count != BIL_RATING_GROUPS) {
        return bil_fail(error, "\"groups\" has not %d groups.", BIL_RATING_GROUPS);
    }
    struct bil_rating_group *group = rating->group;
    for (const struct bil_value *value = groups->child; value; value = value->next, group++) {
        if (!read_numbers(value, "ahead", kinds * kinds, 0, 0, far_off, number, NULL, error) ||
            !read_numbers(value, "picked", kinds, 0, 0, far_off, group->picked, NULL, error) ||
            !read_numbers(value, "left", rating->sets, 0, 0, far_off, group->left, NULL, error)) {
            return false;
        }
        for (int i = 0; i < kinds * kinds; i++) {
            group->ahead[i / kinds][i % kinds] = number[i];
        }
    }
    return true;
}

/* How often kind 0 took what: every block is there once. */
static bool read_firsts(const struct bil_value *document, const struct bil_arena *arena, struct bil_arena_sums *sums,
                        struct bil_error *error)
{
    int64_t pair[2 * BIL_ARENA_FIRSTS] = {0};
    int count = 0;
    const int most = arena->seatings.kinds == 2 ? BIL_ARENA_SHARE * arena->seatings.games : -1;
    uint64_t blocks = 0;
    if (!read_numbers(document, "firsts", -1, 2 * BIL_ARENA_FIRSTS, 0, BIL_ARENA_BLOCKS, pair, &count, error)) {
        return false;
    }
    for (int i = 0; i + 1 < count; i += 2) {
        if (pair[i] > most) {
            return bil_fail(error, "\"firsts\" holds %" PRId64 ", which is more than there is to win.", pair[i]);
        }
        sums->firsts[pair[i]] += (uint64_t)pair[i + 1];
        blocks += (uint64_t)pair[i + 1];
    }
    return (blocks == (most < 0 ? 0 : sums->blocks) && count % 2 == 0) ||
           bil_fail(error, "\"firsts\" and \"played\" contradict each other.");
}

/* First places and places are handed out in every game, whoever gets them. */
static bool sums_are_whole(const struct bil_arena *arena, const struct bil_arena_sums *sums)
{
    const int64_t games = (int64_t)sums->blocks * arena->seatings.games;
    const int64_t seats = arena->seatings.seats;
    int64_t first = 0;
    int64_t place = 0;
    for (int k = 0; k < arena->seatings.kinds; k++) {
        first += sums->sum[BIL_ARENA_FIRST][k];
        place += sums->sum[BIL_ARENA_PLACE][k];
    }
    return first == BIL_ARENA_SHARE * games && place == seats * (seats + 1) * games;
}

static bool read_sums(const struct bil_value *document, const struct bil_arena *arena, struct bil_arena_sums *sums,
                      struct bil_error *error)
{
    const int kinds = arena->seatings.kinds;
    int64_t played = 0;
    int64_t decisions = 0;
    int64_t milliseconds = 0;
    const char *hash = NULL;
    if (!read_count(document, "played", 0, BIL_ARENA_BLOCKS, &played, error) ||
        !read_count(document, "decisions", 0, INT64_MAX / 2, &decisions, error) ||
        !read_count(document, "milliseconds", 0, INT64_MAX / 2, &milliseconds, error) ||
        !read_text(document, "hash", true, &hash, error)) {
        return false;
    }
    if (strlen(hash) != 16 || strspn(hash, "0123456789abcdef") != 16) {
        return bil_fail(error, "\"hash\" is not 16 hexadecimal digits.");
    }
    *sums = (struct bil_arena_sums){.blocks = (uint64_t)played,
                                    .decisions = (uint64_t)decisions,
                                    .milliseconds = (uint64_t)milliseconds,
                                    .hash = strtoull(hash, NULL, 16),
                                    .rating = {.kinds = kinds}};
    for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
        int64_t product[BIL_ARENA_KINDS * BIL_ARENA_KINDS] = {0};
        if (!read_numbers(document, measure_key[m], kinds, 0, -far_off, far_off, sums->sum[m], NULL, error) ||
            !read_numbers(document, product_key[m], kinds * kinds, 0, -far_off_squared, far_off_squared, product, NULL, error)) {
            return false;
        }
        for (int i = 0; i < kinds * kinds; i++) {
            sums->product[m][i / kinds][i % kinds] = product[i];
        }
    }
    if (!sums_are_whole(arena, sums)) {
        return bil_fail(error, "The places in it are not those of %" PRId64 " deals.", played);
    }
    if (!read_firsts(document, arena, sums, error) || !read_rating(document, arena, &sums->rating, error)) {
        return false;
    }
    return groups_are_whole(arena, sums, &sums->rating) ||
           bil_fail(error, "\"groups\" are not those of %" PRId64 " deals.", played);
}

bool bil_arena_read(const struct bil_value *document, const struct bil_game *game, struct bil_arena_plan *plan,
                    struct bil_arena *arena, struct bil_arena_sums *sums, struct bil_text *edition, struct bil_error *error)
{
    static const char *const keys[] = {"format",
                                       "file",
                                       "game",
                                       "revision",
                                       "players",
                                       "bots",
                                       "options",
                                       "seed",
                                       "pairs",
                                       "sprt",
                                       "alpha",
                                       "beta",
                                       "edition",
                                       "played",
                                       "decisions",
                                       "milliseconds",
                                       "hash",
                                       "first_places",
                                       "first_places_products",
                                       "places",
                                       "places_products",
                                       "points",
                                       "points_products",
                                       "firsts",
                                       "sets",
                                       "groups",
                                       NULL};
    return read_plan(document, game, plan, error) && bil_value_known(document, keys, error) &&
           bil_arena_prepare(plan, arena, edition, error) && read_sums(document, arena, sums, error);
}
