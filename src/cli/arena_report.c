/* What an arena found, as a table, as CSV and as JSON. Must never show a figure without saying how sure it is. */
#include "cli/reports.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "billions/position.h"
#include "cli/parts.h"
#include "lab/arena/sprt.h"

static uint64_t games_of(const struct bil_arena *arena, const struct bil_arena_sums *sums)
{
    return sums->blocks * (uint64_t)arena->seatings.games;
}

static double seconds_of(const struct bil_arena_sums *sums)
{
    return (double)sums->milliseconds / 1000;
}

static double per_second(const struct bil_arena *arena, const struct bil_arena_sums *sums)
{
    return sums->milliseconds ? (double)(sums->timed * (uint64_t)arena->seatings.games) / seconds_of(sums) : 0;
}

/* The ratings, with 0 for the bot that was named last. */
static bool find_ratings(const struct bil_arena *arena, const struct bil_arena_sums *sums, struct bil_interval *rating, int *above,
                         int *below)
{
    return bil_rating_fit(&sums->rating, arena->seatings.kinds - 1, rating, above, below);
}

/* The share of first places that each seat of kind 0 takes where all its seats take `all` of a game. */
static double each_seat(const struct bil_arena *arena, double all)
{
    return all * arena->seatings.games / bil_seatings_of(&arena->seatings, 0);
}

/* ------------------------------------------------------------------ for people */

/* "12.3 +- 0.4", to the right of a column of `width`; an interval that is not known is "+- ?". */
static void add_figure(struct bil_text *out, int width, int digits, bool sign, struct bil_interval figure)
{
    char mean[40];
    char half[40] = "?";
    char text[100];
    snprintf(mean, sizeof mean, sign ? "%+.*f" : "%.*f", digits, figure.mean);
    if (isfinite(figure.high)) {
        snprintf(half, sizeof half, "%.*f", digits, figure.high - figure.mean);
    }
    snprintf(text, sizeof text, "%s +- %s", mean, half);
    bil_text_format(out, "%*s", width, text);
}

static void table_rows(const struct bil_arena *arena, const struct bil_arena_sums *sums, const struct bil_interval *rating,
                       struct bil_text *out)
{
    int width = 3;
    for (int k = 0; k < arena->seatings.kinds; k++) {
        const int length = (int)strlen(arena->bot[k]->name);
        width = length > width ? length : width;
    }
    bil_text_format(out, "%-*s %26s %6s %18s %18s%s\n", width, "bot", "first places (interval)", "x fair", "place (interval)",
                    "points", rating ? "         rating" : "");
    for (int k = 0; k < arena->seatings.kinds; k++) {
        const struct bil_interval first = bil_arena_figure(arena, sums, BIL_ARENA_FIRST, k);
        const struct bil_interval place = bil_arena_figure(arena, sums, BIL_ARENA_PLACE, k);
        bil_text_format(out, "%-*s %6.2f %% (%6.2f - %6.2f) %6.2f %4.2f (%4.2f - %4.2f) ", width, arena->bot[k]->name,
                        100 * first.mean, 100 * first.low, 100 * first.high, first.mean * arena->seatings.seats, place.mean,
                        place.low, place.high);
        add_figure(out, 18, 1, false, bil_arena_figure(arena, sums, BIL_ARENA_POINTS, k));
        if (rating && k + 1 < arena->seatings.kinds) {
            add_figure(out, 15, 0, true, rating[k]);
        } else if (rating) {
            bil_text_format(out, "%15s", "0");
        }
        bil_text_char(out, '\n');
    }
}

/* The first bot against each other one, the better of the two first. */
static void table_leads(const struct bil_arena *arena, const struct bil_arena_sums *sums, struct bil_text *out)
{
    for (int k = 1; k < arena->seatings.kinds; k++) {
        const bool ahead = bil_arena_lead(arena, sums, BIL_ARENA_PLACE, k, 0).mean >= 0;
        const int a = ahead ? 0 : k;
        const int b = ahead ? k : 0;
        const struct bil_interval place = bil_arena_lead(arena, sums, BIL_ARENA_PLACE, b, a);
        bil_text_format(out, "%s against %s: %.2f places (%.2f to %.2f) and ", arena->bot[a]->name, arena->bot[b]->name, place.mean,
                        place.low, place.high);
        add_figure(out, 0, 1, false, bil_arena_lead(arena, sums, BIL_ARENA_POINTS, a, b));
        bil_text_add(out, " points ahead");
        if (bil_rating_ahead(&sums->rating, a, b) >= 0) {
            bil_text_format(out, ", before it in %.1f %% of their meetings", 100 * bil_rating_ahead(&sums->rating, a, b));
        }
        bil_text_char(out, '\n');
    }
}

static void table_test(const struct bil_plan *plan, const struct bil_arena *arena, const struct bil_arena_sums *sums,
                       struct bil_text *out)
{
    double ratio;
    const struct bil_arena_test *test = &arena->test;
    const int verdict = bil_arena_verdict(arena, sums, &ratio);
    const int length = (int)strcspn(plan->test, ",");
    if (!test->on) {
        return;
    }
    bil_text_format(out, "test of %s, %.*s against %s%s (%.2f %% against %.2f %% first places): ", arena->bot[0]->name, length,
                    plan->test, plan->test + length + 1, strchr(plan->test, '%') ? "" : " Elo", 100 * each_seat(arena, test->low),
                    100 * each_seat(arena, test->high));
    if (verdict == 0) {
        bil_text_add(out, "not decided");
    } else {
        bil_text_format(out, "%.*s is accepted", verdict < 0 ? length : (int)strlen(plan->test + length + 1),
                        verdict < 0 ? plan->test : plan->test + length + 1);
    }
    bil_text_format(out, ", log ratio %.2f (from %.2f to %.2f it goes on)\n", ratio, bil_sprt_lower(test->alpha, test->beta),
                    bil_sprt_upper(test->alpha, test->beta));
}

static void arena_table(const struct bil_plan *plan, const struct bil_arena *arena, const struct bil_arena_sums *sums,
                        struct bil_text *out)
{
    struct bil_interval rating[BIL_ARENA_KINDS];
    int above = 0;
    int below = 0;
    const int seats = arena->seatings.seats;
    const bool rated = sums->blocks > 0 && find_ratings(arena, sums, rating, &above, &below);
    bil_text_format(out, "%s, %d seats: %" PRIu64 " deals, each in %d seatings: %" PRIu64 " games", arena->game->title, seats,
                    sums->blocks, arena->seatings.games, games_of(arena, sums));
    if (sums->timed > 0) { /* the others were played at another time, or elsewhere */
        bil_text_format(out, "%s in %.1f s (%.0f a second)", sums->timed < sums->blocks ? ", the last of them" : "",
                        seconds_of(sums), per_second(arena, sums));
    }
    bil_text_char(out, '\n');
    if (sums->blocks > 0) {
        table_rows(arena, sums, rated ? rating : NULL, out);
        table_leads(arena, sums, out);
        bil_bot_faults_report_table(arena->bot, sums->external, arena->seatings.kinds, out);
        bil_text_format(
            out, "95 %% intervals, over the %" PRIu64 " deals and not over single games: the games of a deal share its chance\n",
            sums->blocks);
        if (rated) {
            bil_text_format(out, "rating: Plackett-Luce, on Elo's scale (400 more is ten times as strong); %s has 0\n",
                            arena->bot[arena->seatings.kinds - 1]->name);
        } else {
            bil_text_format(out, "no rating: %s never finished ahead of %s, so no number would be low enough\n",
                            arena->bot[below]->name, arena->bot[above]->name);
        }
    }
    if (plan->test) {
        table_test(plan, arena, sums, out);
    }
    for (int i = 0; i < plan->setting_count; i++) {
        bil_text_format(out, "%s%s=%s", i ? ", " : "with ", plan->setting[i].key, plan->setting[i].value);
    }
    bil_text_format(out, "%shash %016" PRIx64 "\n", plan->setting_count ? "; " : "", sums->hash);
}

/* ------------------------------------------------------------------ for programs */

static void csv_interval(struct bil_text *out, struct bil_interval figure)
{
    bil_text_format(out, ",%.6f", figure.mean);
    if (isfinite(figure.low) && isfinite(figure.high)) {
        bil_text_format(out, ",%.6f,%.6f", figure.low, figure.high);
    } else {
        bil_text_add(out, ",,");
    }
}

static void arena_csv(const struct bil_arena *arena, const struct bil_arena_sums *sums, struct bil_text *out)
{
    struct bil_interval rating[BIL_ARENA_KINDS];
    int nobody;
    const bool rated = sums->blocks > 0 && find_ratings(arena, sums, rating, &nobody, &nobody);
    bil_text_add(out, "bot,deals,games,seats,first_places,first_places_low,first_places_high,place,place_low,place_high,points,"
                      "points_low,points_high,rating,rating_low,rating_high\n");
    for (int k = 0; k < arena->seatings.kinds; k++) {
        bil_text_format(out, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64, arena->bot[k]->name, sums->blocks, games_of(arena, sums),
                        sums->blocks * (uint64_t)bil_seatings_of(&arena->seatings, k));
        for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
            csv_interval(out, bil_arena_figure(arena, sums, (enum bil_arena_measure)m, k));
        }
        if (rated) {
            csv_interval(out, rating[k]);
        } else {
            bil_text_add(out, ",,,");
        }
        bil_text_char(out, '\n');
    }
}

static void json_interval(struct bil_text *out, const char *key, struct bil_interval figure)
{
    bil_json_key_object(out, key);
    bil_json_key_number(out, "mean", figure.mean);
    bil_json_key_number(out, "low", figure.low);
    bil_json_key_number(out, "high", figure.high);
    bil_json_object_end(out);
}

static void json_bots(const struct bil_arena *arena, const struct bil_arena_sums *sums, struct bil_text *out)
{
    struct bil_interval rating[BIL_ARENA_KINDS];
    int nobody;
    const bool rated = sums->blocks > 0 && find_ratings(arena, sums, rating, &nobody, &nobody);
    bil_json_key_array(out, "bots");
    for (int k = 0; k < arena->seatings.kinds; k++) {
        bil_json_object(out);
        bil_json_key_string(out, "bot", arena->bot[k]->name);
        bil_json_key_integer(out, "seats", (int64_t)sums->blocks * bil_seatings_of(&arena->seatings, k));
        json_interval(out, "first_places", bil_arena_figure(arena, sums, BIL_ARENA_FIRST, k));
        json_interval(out, "place", bil_arena_figure(arena, sums, BIL_ARENA_PLACE, k));
        json_interval(out, "points", bil_arena_figure(arena, sums, BIL_ARENA_POINTS, k));
        if (rated) {
            json_interval(out, "rating", rating[k]);
        } else {
            bil_json_key(out, "rating");
            bil_json_null(out);
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

/* Every two bots, the earlier named first. */
static void json_leads(const struct bil_arena *arena, const struct bil_arena_sums *sums, struct bil_text *out)
{
    bil_json_key_array(out, "leads");
    for (int a = 0; a < arena->seatings.kinds; a++) {
        for (int b = a + 1; b < arena->seatings.kinds; b++) {
            const double ahead = bil_rating_ahead(&sums->rating, a, b);
            bil_json_object(out);
            bil_json_key_string(out, "bot", arena->bot[a]->name);
            bil_json_key_string(out, "over", arena->bot[b]->name);
            json_interval(out, "places", bil_arena_lead(arena, sums, BIL_ARENA_PLACE, b, a));
            json_interval(out, "points", bil_arena_lead(arena, sums, BIL_ARENA_POINTS, a, b));
            bil_json_key_number(out, "ahead", ahead >= 0 ? ahead : HUGE_VAL);
            bil_json_object_end(out);
        }
    }
    bil_json_array_end(out);
}

static void json_test(const struct bil_plan *plan, const struct bil_arena *arena, const struct bil_arena_sums *sums,
                      struct bil_text *out)
{
    static const char *const verdicts[] = {"low", "open", "high"};
    double ratio;
    const struct bil_arena_test *test = &arena->test;
    const int verdict = bil_arena_verdict(arena, sums, &ratio);
    bil_json_key_object(out, "sprt");
    bil_json_key_string(out, "hypotheses", plan->test);
    bil_json_key_number(out, "first_places_low", each_seat(arena, test->low));
    bil_json_key_number(out, "first_places_high", each_seat(arena, test->high));
    bil_json_key_number(out, "alpha", test->alpha);
    bil_json_key_number(out, "beta", test->beta);
    bil_json_key_number(out, "log_ratio", ratio);
    bil_json_key_number(out, "lower", bil_sprt_lower(test->alpha, test->beta));
    bil_json_key_number(out, "upper", bil_sprt_upper(test->alpha, test->beta));
    bil_json_key_string(out, "accepted", verdicts[verdict + 1]);
    bil_json_object_end(out);
}

static void arena_json(const struct bil_plan *plan, const struct bil_arena *arena, const struct bil_arena_sums *sums,
                       struct bil_text *out)
{
    char seed[2 * BIL_SEED_BYTES + 1];
    char text[2 * BIL_SEED_BYTES + 3];
    double ratio;
    bil_json_object(out);
    bil_json_key_string(out, "game", arena->game->id);
    bil_json_key_integer(out, "players", arena->seatings.seats);
    bil_json_key_integer(out, "deals", (int64_t)sums->blocks);
    bil_json_key_integer(out, "seatings", arena->seatings.games);
    bil_json_key_integer(out, "games", (int64_t)games_of(arena, sums));
    bil_json_key_integer(out, "decisions", (int64_t)sums->decisions);
    json_bots(arena, sums, out);
    json_leads(arena, sums, out);
    bil_bot_faults_report_json(arena->bot, sums->external, arena->seatings.kinds, out);
    if (plan->test) {
        json_test(plan, arena, sums, out);
    }
    bil_options_write(&(struct bil_config){.settings = plan->setting, .setting_count = plan->setting_count}, out);
    bil_seed_to_text(arena->seed, seed);
    snprintf(text, sizeof text, "0x%s", seed);
    bil_json_key_string(out, "seed", text);
    snprintf(text, sizeof text, "%016" PRIx64, sums->hash);
    bil_json_key_string(out, "hash", text);
    bil_json_key_number(out, "seconds", seconds_of(sums));
    bil_json_key_number(out, "games_per_second", per_second(arena, sums));
    bil_json_key_bool(out, "stopped", sums->blocks < arena->blocks && bil_arena_verdict(arena, sums, &ratio) == 0);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

void bil_arena_report(const void *report, enum bil_report_form form, struct bil_text *out)
{
    const struct bil_arena_report *of = report;
    if (form == BIL_FORM_JSON) {
        arena_json(of->plan, of->arena, of->sums, out);
    } else if (form == BIL_FORM_CSV) {
        arena_csv(of->arena, of->sums, out);
    } else {
        arena_table(of->plan, of->arena, of->sums, out);
    }
}
