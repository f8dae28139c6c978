/* Analyses of finished games: figures that add up, views and nothing more, the
 * same for any number of threads; and pages that stand alone and are
 * well-formed. Budgets are tiny: what is tested is the book-keeping, not the
 * bot. */
#include <math.h>

#include <jansson.h>

#include "billions/record.h"
#include "cli/program.h"
#include "lab/analysis/analyse.h"
#include "lab/reports/html.h"
#include "lab/simulation/interval.h"
#include "table/helpers.h"
#include "unit.h"

#define TINY "search:iterations=4:depth=6:guide=3:nodes=1024"

static const char *const games[] = {"one-billion-users", "six-billion"};

/* A game of people who play at random, to its end. */
static struct bil_match *finished(const char *game, int seats, unsigned seed)
{
    struct bil_match_setup setup = {.game = bil_game_find(game), .config = {.seats = seats}};
    setup.seed[0] = (uint8_t)seed;
    snprintf(setup.player[0].name, sizeof setup.player[0].name, "Eve <b>& \"co");
    struct bil_match *match = helper_match(&setup);
    helper_play(match, BIL_MAX_PLIES, seed);
    assert_int_equal(match->actor, BIL_OVER);
    return match;
}

static struct bil_analysis plan(const struct bil_match *match, const struct bil_bot *bot, int threads)
{
    struct bil_analysis analysis = {.match = match, .bot = bot, .seat = BIL_ANALYSIS_ALL, .threads = threads};
    bil_seed_from_text("analysis", analysis.seed);
    return analysis;
}

static struct bil_analysis_result run(const struct bil_analysis *analysis)
{
    struct bil_analysis_result result;
    struct bil_error error = {{0}};
    if (!bil_analysis_run(analysis, &result, &error)) {
        helper_fail(error.text);
    }
    return result;
}

static void expect_near(double a, double b)
{
    if (!(fabs(a - b) < 1e-6)) {
        fail_msg("%.9f is not %.9f", a, b);
    }
}

/* ------------------------------------------------------------------ figures
 * that add up */

static void expect_sums(const struct bil_match *match, const struct bil_analysis_result *result)
{
    uint8_t place[BIL_MAX_SEATS] = {0};
    double places = 0;
    match->game->rank(match->rules, bil_match_state(match, -1), place);
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_analysis_sum *sum = &result->sum[seat];
        struct bil_score score;
        match->game->score(match->rules, bil_match_state(match, -1), seat, &score);
        assert_true(sum->decisions > 0);
        expect_near(sum->end[BIL_ANALYSIS_POINTS], score.total);
        expect_near(sum->start[BIL_ANALYSIS_POINTS] + sum->choices[BIL_ANALYSIS_POINTS] + sum->luck[BIL_ANALYSIS_POINTS],
                    score.total);
        expect_near(sum->start[BIL_ANALYSIS_PLACE] - sum->choices[BIL_ANALYSIS_PLACE] - sum->luck[BIL_ANALYSIS_PLACE],
                    sum->end[BIL_ANALYSIS_PLACE]);
        assert_true(sum->end[BIL_ANALYSIS_PLACE] >= place[seat]);
        places += sum->end[BIL_ANALYSIS_PLACE];
    }
    expect_near(places, match->config.seats * (match->config.seats + 1) / 2.0);
}

static void figures_add_up(void **state)
{
    for (int g = 0; g < 2; g++) {
        struct bil_match *match = finished(games[g], 3, 11);
        const struct bil_analysis analysis = plan(match, bil_bot_find(TINY, NULL), 1);
        struct bil_analysis_result result = run(&analysis);
        double choices[BIL_ANALYSIS_MEASURES][BIL_MAX_SEATS] = {{0}};
        int agreed = 0;
        int at = 0;
        assert_int_equal(result.done, result.count);
        for (int ply = 0; ply < match->ply; ply++) { /* every open choice, in order, and nothing else */
            if (!match->decision[ply].forced) {
                assert_true(at < result.count && result.item[at].ply == ply);
                assert_int_equal(result.item[at].seat, match->decision[ply].seat);
                assert_int_equal(result.item[at++].move, match->decision[ply].move);
            }
        }
        assert_int_equal(at, result.count);
        for (int i = 0; i < result.count; i++) {
            const struct bil_judgement *item = &result.item[i];
            double places = 0;
            assert_true(item->judged && item->tries > 0);
            for (int seat = 0; seat < 3; seat++) {
                places += item->before[BIL_ANALYSIS_PLACE][seat];
            }
            expect_near(places, 6);
            for (int m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
                const double before = item->before[m][item->seat];
                const double after = item->after[m][item->seat];
                choices[m][item->seat] += m == BIL_ANALYSIS_PLACE ? before - after : after - before;
                if (item->best == item->move) {
                    assert_true(before <= after && before >= after);
                }
            }
            agreed += item->best == item->move;
        }
        expect_sums(match, &result);
        assert_int_equal(agreed, result.sum[0].agreed + result.sum[1].agreed + result.sum[2].agreed);
        assert_true(agreed > 0 && agreed < result.count);
        for (int seat = 0; seat < 3; seat++) {
            expect_near(choices[BIL_ANALYSIS_PLACE][seat], result.sum[seat].choices[BIL_ANALYSIS_PLACE]);
            expect_near(choices[BIL_ANALYSIS_POINTS][seat], result.sum[seat].choices[BIL_ANALYSIS_POINTS]);
        }
        bil_analysis_free(&result);
        bil_match_free(match);
    }
}

static void expect_same(const struct bil_analysis_result *a, const struct bil_analysis_result *b, int from_b)
{
    for (int i = 0; i < b->count; i++) {
        const struct bil_judgement *one = &a->item[from_b + i];
        const struct bil_judgement *other = &b->item[i];
        assert_int_equal(one->ply, other->ply);
        assert_int_equal(one->best, other->best);
        assert_memory_equal(one->before, other->before, sizeof one->before);
        assert_memory_equal(one->after, other->after, sizeof one->after);
    }
}

/* Neither threads nor whose choices are asked about change a figure; another
 * seed does. */
static void the_same_for_any_threads(void **state)
{
    struct bil_match *match = finished(games[0], 2, 3);
    struct bil_analysis analysis = plan(match, bil_bot_find(TINY, NULL), 1);
    struct bil_analysis_result one = run(&analysis);
    analysis.threads = 3;
    struct bil_analysis_result three = run(&analysis);
    assert_int_equal(one.count, three.count);
    expect_same(&one, &three, 0);
    assert_memory_equal(one.sum, three.sum, sizeof one.sum);
    bil_analysis_free(&three);
    analysis.seat = 1;
    struct bil_analysis_result second = run(&analysis);
    int found = 0;
    for (int i = 0; i < one.count; i++) {
        if (one.item[i].seat == 1) {
            assert_true(found < second.count);
            assert_memory_equal(one.item[i].after, second.item[found++].after, sizeof one.item[i].after);
        }
    }
    assert_int_equal(found, second.count);
    assert_int_equal(second.sum[0].decisions, 0);
    expect_near(second.sum[1].luck[BIL_ANALYSIS_POINTS], one.sum[1].luck[BIL_ANALYSIS_POINTS]);
    bil_analysis_free(&second);
    analysis.seat = BIL_ANALYSIS_ALL;
    analysis.seed[0] ^= 1;
    struct bil_analysis_result other = run(&analysis);
    assert_memory_not_equal(one.sum, other.sum, sizeof one.sum);
    bil_analysis_free(&other);
    bil_analysis_free(&one);
    bil_match_free(match);
}

/* ------------------------------------------------------------------ a bot that
 * watches what it is asked */

static struct {
    const struct bil_match *match;
    int ply, asked;
    int sway;  /* so many points more, in the last question, for all moves but the first */
    int wrong; /* counted, since asserting is for the test's own thread */
} watch;

/* Takes the first move for the best. A move is worth its number in the list, in
 * points, and half of that in places. */
static bil_move choose_watching(const struct bil_bot *bot, const struct bil_ask *ask)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const struct bil_match *match = watch.match;
    while (match->decision[watch.ply].forced) {
        watch.ply++;
    }
    bil_match_view(match, ask->seat, watch.ply, view);
    watch.wrong += ask->seat != match->decision[watch.ply].seat;
    watch.wrong += memcmp(ask->view, view, match->game->state_size) != 0; /* the seat's view, and no more */
    for (int i = 0; i < ask->count && ask->reasons->count < BIL_REASONS; i++) {
        bool wanted = !ask->only;
        for (int o = 0; ask->only && o < ask->only_count; o++) {
            wanted |= ask->only[o] == ask->moves[i];
        }
        if (wanted) {
            struct bil_reason *reason = &ask->reasons->item[ask->reasons->count++];
            reason->move = ask->moves[i];
            reason->visits = 1;
            for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
                reason->points[seat] = 1000 - i + (watch.asked % 3 == 2 && i > 0 ? watch.sway : 0);
                reason->place[seat] = 1 + 0.5 * i;
            }
        }
    }
    watch.ply += watch.asked % 3 == 2; /* the third and last question about it */
    watch.asked++;
    return ask->moves[0];
}

static void views_and_exact_losses(void **state)
{
    const struct bil_bot bot = {.name = "watcher", .looks = true, .choose = choose_watching};
    for (int g = 0; g < 2; g++) {
        struct bil_match *match = finished(games[g], 2, 5);
        const struct bil_analysis analysis = plan(match, &bot, 1);
        watch.match = match;
        watch.ply = watch.asked = watch.wrong = watch.sway = 0;
        struct bil_analysis_result result = run(&analysis);
        int worst[7];
        assert_int_equal(watch.asked, 3 * result.count);
        assert_int_equal(watch.wrong, 0);
        double most = 0;
        for (int i = 0; i < result.count; i++) {
            bil_move moves[BIL_MAX_MOVES];
            const struct bil_judgement *item = &result.item[i];
            match->game->moves(match->rules, bil_match_state(match, item->ply), moves);
            int number = 0;
            while (moves[number] != item->move) {
                number++;
            }
            if (item->judged) {
                expect_near(bil_analysis_loss(item, BIL_ANALYSIS_POINTS), number);
                expect_near(bil_analysis_loss(item, BIL_ANALYSIS_PLACE), 0.5 * number);
                most = number > most ? number : most;
            } else {
                expect_near(bil_analysis_loss(item, BIL_ANALYSIS_POINTS), 0);
            }
        }
        const int count = bil_analysis_worst(&result, BIL_ANALYSIS_POINTS, 7, worst);
        assert_int_equal(count, 7);
        expect_near(bil_analysis_loss(&result.item[worst[0]], BIL_ANALYSIS_POINTS), most);
        for (int i = 0; i < count; i++) {
            int worse = 0;
            const double loss = bil_analysis_loss(&result.item[worst[i]], BIL_ANALYSIS_POINTS);
            for (int other = 0; other < result.count; other++) { /* whatever lost more stands before it */
                worse += bil_analysis_loss(&result.item[other], BIL_ANALYSIS_POINTS) > loss;
            }
            assert_true(loss > 0 && worse <= i);
        }
        expect_sums(match, &result);
        bil_analysis_free(&result);
        bil_match_free(match);
    }
}

/* Two answers that differ by a known amount: the mean counts, and half of the
 * difference is the error, which adds up as errors do. */
static void how_sure_it_is(void **state)
{
    enum { SWAY = 8 };
    const struct bil_bot bot = {.name = "watcher", .looks = true, .choose = choose_watching};
    struct bil_match *match = finished(games[0], 2, 5);
    const struct bil_analysis analysis = plan(match, &bot, 1);
    watch.match = match;
    watch.ply = watch.asked = watch.wrong = watch.sway = 0;
    struct bil_analysis_result still = run(&analysis);
    watch.ply = watch.asked = watch.wrong = 0;
    watch.sway = SWAY;
    struct bil_analysis_result swaying = run(&analysis);
    int others[2] = {0};
    for (int i = 0; i < still.count; i++) {
        const struct bil_judgement *item = &swaying.item[i];
        const bool other = item->judged && item->move != item->best;
        others[item->seat] += other;
        expect_near(item->error_gain[BIL_ANALYSIS_POINTS], other ? SWAY / 2.0 : 0);
        expect_near(item->error_before[BIL_ANALYSIS_POINTS], 0);
        expect_near(bil_analysis_loss(item, BIL_ANALYSIS_POINTS),
                    bil_analysis_loss(&still.item[i], BIL_ANALYSIS_POINTS) - (other ? SWAY / 2.0 : 0));
    }
    for (int seat = 0; seat < 2; seat++) {
        const struct bil_analysis_sum *sum = &swaying.sum[seat];
        const double half = bil_interval_t((uint64_t)others[seat]) * SWAY / 2.0 * sqrt(others[seat]);
        assert_true(others[seat] > 3);
        expect_near(sum->choices_within[BIL_ANALYSIS_POINTS], half);
        expect_near(sum->luck_within[BIL_ANALYSIS_POINTS], half); /* the first choice's `after` sways as its gain does */
        expect_near(sum->start_within[BIL_ANALYSIS_POINTS], 0);
        expect_near(sum->choices_within[BIL_ANALYSIS_PLACE], 0);
        expect_near(still.sum[seat].choices_within[BIL_ANALYSIS_POINTS], 0);
    }
    const int all = others[0] + others[1];
    expect_near(swaying.within[BIL_ANALYSIS_POINTS], bil_interval_t((uint64_t)all) * SWAY / 2.0);
    expect_sums(match, &swaying);
    bil_analysis_free(&still);
    bil_analysis_free(&swaying);
    bil_match_free(match);
}

/* The searching bot judges just what it is asked about, each as often and over
 * the same worlds. */
static void a_search_judges_what_it_is_asked(void **state)
{
    const struct bil_bot *bot = bil_bot_find("search:iterations=40:depth=6:guide=3:nodes=1024", NULL);
    struct bil_match_setup setup = helper_setup(3, 9);
    struct bil_match *match = helper_match(&setup);
    int wide = 0;
    for (int ply = 0; ply < 40; ply += 3) {
        unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
        struct bil_random random;
        struct bil_reasons reasons = {0};
        helper_play(match, ply, 9);
        bil_match_view(match, match->actor, -1, view);
        bil_random_stream(&random, match->seed, 7, (uint32_t)ply);
        const bil_move only[] = {match->move[match->move_count - 1], match->move[0]}; /* the advice may like neither */
        const struct bil_ask ask = {.game = match->game,
                                    .rules = match->rules,
                                    .view = view,
                                    .seat = match->actor,
                                    .moves = match->move,
                                    .count = match->move_count,
                                    .random = &random,
                                    .reasons = &reasons,
                                    .only = only,
                                    .only_count = 2};
        const bil_move move = bot->choose(bot, &ask);
        assert_int_equal(reasons.count, 2);
        assert_true(move == only[0] || move == only[1]);
        assert_int_equal(reasons.item[0].move, move);
        assert_int_equal(reasons.item[1].move, move == only[0] ? only[1] : only[0]);
        assert_int_equal(reasons.item[0].visits, reasons.item[1].visits);
        wide += match->move_count > 4;
    }
    assert_true(wide > 0);
    bil_match_free(match);
}

/* ------------------------------------------------------------------ what
 * cannot be analysed */

static void refusals(void **state)
{
    struct bil_error error = {{0}};
    struct bil_analysis_result result;
    struct bil_match_setup setup = helper_setup(2, 1);
    struct bil_match *match = helper_match(&setup);
    struct bil_analysis analysis = plan(match, bil_bot_find(TINY, NULL), 1);
    assert_false(bil_analysis_run(&analysis, &result, &error));
    helper_contains(error.text, "the game is not over");
    bil_analysis_free(&result);
    bil_match_free(match);
    match = finished(games[0], 2, 1);
    analysis = plan(match, bil_bot_find("greedy", NULL), 2);
    assert_false(bil_analysis_run(&analysis, &result, &error));
    helper_contains(error.text, "The bot greedy does not say what it expects");
    bil_analysis_free(&result);
    const atomic_bool stop = true;
    analysis = plan(match, bil_bot_find(TINY, NULL), 2);
    analysis.stop = &stop;
    assert_true(bil_analysis_run(&analysis, &result, &error));
    assert_true(result.done == 0 && result.count > 0);
    bil_analysis_free(&result);
    bil_match_free(match);
}

/* ------------------------------------------------------------------ pages */

enum { DEPTH = 32, NAME = 24 };

/* Fails unless every element is closed in its order, attributes are quoted and
 * nothing is left unescaped. */
static void expect_well_formed(const char *page)
{
    char open[DEPTH][NAME];
    int depth = 0;
    for (const char *at = page; *at; at++) {
        if (*at == '&') {
            static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
            bool fine = false;
            for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
                fine |= strncmp(at, known[i], strlen(known[i])) == 0;
            }
            assert_true(fine);
        }
        if (*at == '>') {
            assert_true(depth > 0 && strcmp(open[depth - 1], "style") == 0);
        }
        if (*at != '<' || strncmp(at, "<!DOCTYPE html>", 15) == 0) {
            at += *at == '<' ? 14 : 0;
            continue;
        }
        const bool closes = at[1] == '/';
        const char *name = at + 1 + closes;
        const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789");
        assert_true(length > 0 && length < NAME);
        const char *end = name + length;
        bool quoted = false;
        for (; *end && (quoted || *end != '>'); end++) {
            quoted ^= *end == '"';
            assert_true(quoted || *end != '=' || end[1] == '"');
            assert_true(*end != '<');
        }
        assert_true(*end == '>');
        if (closes) {
            assert_true(depth > 0 && strlen(open[depth - 1]) == length && memcmp(open[depth - 1], name, length) == 0);
            depth--;
        } else if (end[-1] != '/') {
            assert_true(depth < DEPTH);
            snprintf(open[depth++], NAME, "%.*s", (int)length, name);
        }
        at = end;
    }
    assert_int_equal(depth, 0);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

static void charts(void **state)
{
    const double x[] = {0, 1, 2};
    const double y[] = {3, 3, 3};
    const double low[] = {2, 3, 1};
    const struct bil_plot_line lines[] = {
        {"a & b", x, y, 3, low, y}, {"one point", x, y, 1, NULL, NULL}, {"none", x, y, 0, low, y}};
    const struct bil_plot_mark mark = {1, 3, 0, "1", "\"<here>\""};
    const struct bil_plot_bar bars[] = {{"1", 4, 3, 5, 0}, {NULL, -2, 0, 0, 1}, {"<3>", 0, -1, 1, 1}};
    const char *const kinds[] = {"won", "lost"};
    const struct bil_plot plots[] = {
        {.caption = "flat", .x_label = "x", .y_label = "y", .line = lines, .lines = 3, .mark = &mark, .marks = 1},
        {.caption = "empty", .x_label = "x", .y_label = "y", .y_down = true},
        {.caption = "bars", .x_label = "x", .y_label = "y", .bar = bars, .bars = 3, .kind = kinds, .kinds = 2},
        {.caption = "compared", .x_label = "x", .y_label = "y", .bar = bars, .bars = 3, .level = {"a < level", 9}}};
    for (size_t i = 0; i < sizeof plots / sizeof *plots; i++) {
        struct bil_text page = {0};
        bil_html_begin(&page, "A <title>");
        bil_plot_draw(&plots[i], &page);
        bil_html_end(&page, BIL_HTML_PAGE);
        expect_well_formed(bil_text_string(&page));
        const char *picture = strstr(bil_text_string(&page), "class=\"plot\"");
        assert_non_null(picture);
        assert_null(strstr(picture, "nan"));
        assert_null(strstr(picture, "inf"));
        assert_int_equal(count_of(picture, "<polygon"), plots[i].lines > 0);
        assert_int_equal(count_of(bil_text_string(&page), "<path class=\"level\""),
                         plots[i].level.label ? 2 : 0); /* and its legend */
        assert_int_equal(count_of(picture, "<polyline"), plots[i].lines);
        assert_int_equal(count_of(picture, "<circle"), plots[i].marks);
        assert_int_equal(count_of(picture, "<rect"), plots[i].bars);
        bil_text_free(&page);
    }
}

/* A row for every label, a spot for every value, and a chart as high as that. */
static void charts_of_rows(void **state)
{
    const char *const kinds[] = {"A", "B"};
    const struct bil_plot_bar bars[] = {
        {"one & two", 4, 3, 5, 0}, {NULL, -2, -2, -2, 1}, {"three", 0, -1, 1, 0}, {NULL, 1, 0, 2, 1}};
    double high[3] = {0};
    for (int count = 0; count <= 4; count += 2) {
        struct bil_text page = {0};
        bil_html_begin(&page, "Rows");
        bil_plot_rows(
            &(struct bil_plot){
                .caption = "rows", .x_label = "x", .bar = bars, .bars = count, .kind = kinds, .kinds = 2, .level = {"fair", 20}},
            &page);
        bil_html_end(&page, BIL_HTML_PAGE);
        expect_well_formed(bil_text_string(&page));
        const char *picture = strstr(bil_text_string(&page), "class=\"plot\"");
        assert_non_null(picture);
        assert_null(strstr(picture, "nan"));
        assert_null(strstr(picture, "inf"));
        assert_int_equal(count_of(picture, "<circle"), count);
        assert_int_equal(count_of(picture, "<path class=\"i "), count == 0 ? 0 : count - 1); /* one has no width */
        assert_int_equal(count_of(picture, "one &amp; two"), count > 0);
        assert_int_equal(count_of(picture, "three"), count > 2);
        assert_int_equal(count_of(picture, ">20<"), count > 0); /* the level is within the chart */
        high[count / 2] = strtod(strstr(picture, "340 ") + 4, NULL);
        bil_text_free(&page);
    }
    assert_true(high[2] > high[1] && high[1] > high[0]);
}

/* A command breaks between its words only, and is the same text when it is copied. */
static void commands(void **state)
{
    struct bil_text page = {0};
    bil_html_command(&page, "billions lab  x --option 'a <b'");
    assert_string_equal(bil_text_string(&page), "<pre><span>billions</span> <span>lab</span>  <span>x</span> <span>--option</span> "
                                                "<span>'a</span> <span>&lt;b'</span></pre>\n");
    bil_text_free(&page);
}

/* ------------------------------------------------------------------ the
 * command */

static int begin(void **state)
{
    struct bil_error error;
    helper_folder();
    struct bil_match *match = finished(games[0], 2, 8);
    assert_true(bil_record_save(match, helper_path("g.record"), &error));
    bil_match_free(match);
    struct bil_match_setup setup = helper_setup(2, 1);
    match = helper_match(&setup);
    helper_play(match, 9, 1);
    assert_true(bil_record_save(match, helper_path("half.record"), &error));
    bil_match_free(match);
    helper_write(helper_path("no.record"), "Dear diary\n");
    return 0;
}

static int end(void **state)
{
    helper_folder_end();
    return 0;
}

/* "analyse g.record ..." with "@" for the folder. */
static const char *command(const char *arguments)
{
    static char line[1000];
    line[0] = 0;
    snprintf(line, sizeof line, "analyse ");
    for (const char *c = arguments; *c; c++) {
        const char letter[2] = {*c, 0};
        strncat(line, *c == '@' ? helper_path("") : letter, sizeof line - strlen(line) - 1);
    }
    return line;
}

static void the_command_prints(void **state)
{
    char *text = program_prints(command("@g.record --bot " TINY " --threads 1"), NULL, "The choices that lost most, by place");
    char *again = program_prints(command("@g.record --bot " TINY " --threads 3"), NULL, "seed 1");
    assert_string_equal(text, again);
    helper_contains(text, "Seat 1 (Eve <b>& \"co)");
    free(text);
    free(again);
    text = program_prints(command("@g.record --seat 2 --by points --bot " TINY), NULL, "lost most, by points");
    assert_null(strstr(text, "Seat 1"));
    free(text);

    text = program_prints(command("@g.record --json --seed x --bot " TINY), NULL, NULL);
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "seed")), "x");
    json_t *seats = json_object_get(root, "seats");
    assert_int_equal(json_array_size(seats), 2);
    for (size_t i = 0; i < 2; i++) {
        json_t *points = json_object_get(json_array_get(seats, i), "points");
        expect_near(json_number_value(json_object_get(points, "start")) + json_number_value(json_object_get(points, "choices")) +
                        json_number_value(json_object_get(points, "luck")),
                    json_number_value(json_object_get(points, "end")));
    }
    json_decref(root);
    free(text);
}

static void the_page_stands_alone(void **state)
{
    free(program_prints(command("@g.record --bot " TINY " --seed 'two words' --html @a.html"), NULL, "lost most"));
    char *page = helper_read(helper_path("a.html"));
    expect_well_formed(page);
    helper_contains(page, "<span>--bot</span> <span>" TINY "</span> <span>--seed</span> <span>'two</span> <span>words'</span> ");
    helper_contains(page, "<pre><span>billions</span> <span>analyse</span> ");
    uint8_t seed[BIL_SEED_BYTES] = {8};
    char hex[2 * BIL_SEED_BYTES + 1];
    char seeds[200];
    bil_seed_to_text(seed, hex);
    snprintf(seeds, sizeof seeds, "Seed of the analysis: two words. Seed of the game:</p>\n<pre><span>0x%s</span></pre>", hex);
    helper_contains(page, seeds);
    helper_contains(page, "Seat 1 (Eve &lt;b&gt;&amp; &quot;co)");
    helper_contains(page, "prefers-color-scheme:dark");
    helper_contains(page, "width=device-width");
    assert_null(strstr(page, "Take either."));
    assert_int_equal(count_of(page, "class=\"plot\""), 2);
    assert_int_equal(count_of(page, "<polyline"), 4);
    static const char *const elsewhere[] = {"<script", "http:", "https:", "src=", "@import", "url("};
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        assert_null(strstr(page, elsewhere[i]));
    }
    char *printed = program_prints(command("@g.record --seat 1 --bot " TINY " --html -"), NULL, "as seat 1 expects it");
    expect_well_formed(printed);
    free(printed);
    free(page);
}

static void wrong_input(void **state)
{
    static const struct {
        const char *arguments;
        int code;
        const char *part;
    } wrong[] = {
        {"@none.record", 4, "cannot be read"},
        {"@no.record", 3, "no.record"},
        {"@half.record", 3, "the game is not over, seat"},
        {"@g.record --seat 3", 2, "--seat 3: there must be a seat from 1 to 2, or all."},
        {"@g.record --seat spectator", 2, "there must be a seat"},
        {"@g.record --by colour", 2, "--by colour: the worst choices are found by place or by points."},
        {"@g.record --json --html @x.html", 2, "choose one of them"},
        {"@g.record --bot nobody", 2, "There is no bot called \"nobody\""},
        {"@g.record --bot greedy,random", 2, "more than 1 bot"},
        {"@g.record --bot greedy", 2, "does not say what it expects"},
        {"@g.record --threads 0", 2, "--threads"},
        {"@g.record --html @none/x.html", 4, "x.html: it cannot be written: No such file"},
        {"", 2, ""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        program_refuses(command(wrong[i].arguments), NULL, wrong[i].code, wrong[i].part);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_add_up),
        cmocka_unit_test(the_same_for_any_threads),
        cmocka_unit_test(views_and_exact_losses),
        cmocka_unit_test(how_sure_it_is),
        cmocka_unit_test(a_search_judges_what_it_is_asked),
        cmocka_unit_test(refusals),
        cmocka_unit_test(charts),
        cmocka_unit_test(charts_of_rows),
        cmocka_unit_test(commands),
        cmocka_unit_test_setup_teardown(the_command_prints, begin, end),
        cmocka_unit_test_setup_teardown(the_page_stands_alone, begin, end),
        cmocka_unit_test_setup_teardown(wrong_input, begin, end),
    };
    return cmocka_run_group_tests_name("analyse", tests, NULL, NULL);
}
