/* Studies: figures by hand on small runs and on a game whose figures are known, the same for any number of threads, alike where
 * things are alike; and `billions lab`, which prints them. */
#include <math.h>

#include "bench/calibration.h"
#include "cli/program.h"
#include "kit/notation.h"
#include "lab/simulation/bot_game.h"
#include "lab/simulation/sim.h"
#include "lab/study/study_figures.h"
#include "table/helpers.h"
#include "unit.h"

enum { WATCHED = 20, RANDOM_TIC_TAC_TOE = 20000 };

static const struct bil_setting networks = {"networks", "random"};
static const struct bil_setting track = {"track", "on"};

/* The games that name things, each with every rule of the box. */
static const struct {
    const char *game;
    const struct bil_setting *setting;
} counting[] = {{"one-billion-users", &networks}, {"six-billion", &track}};
enum { COUNTING = sizeof counting / sizeof counting[0] };

static struct bil_study *make(const struct bil_game *game, const struct bil_setting *setting, int seats, const char *bot,
                              uint64_t games, uint64_t pairs)
{
    struct bil_study *study = calloc(1, sizeof *study);
    struct bil_error error = {{0}};
    assert_non_null(study);
    study->game = game;
    study->config = (struct bil_config){.seats = seats, .settings = setting, .setting_count = setting != NULL};
    study->games = games;
    study->pairs = pairs;
    study->threads = 1;
    for (int seat = 0; seat < seats; seat++) {
        study->bot[seat] = bil_bot_find(bot, NULL);
    }
    bil_seed_from_text("11", study->seed);
    if (!bil_study_open(study, &error)) {
        helper_fail(error.text);
    }
    return study;
}

static void unmake(struct bil_study *study)
{
    bil_study_close(study);
    free(study);
}

static struct bil_study_sums *run(const struct bil_study *study)
{
    struct bil_study_sums *sums = calloc(1, sizeof *sums);
    struct bil_error error = {{0}};
    assert_non_null(sums);
    if (!bil_study_run(study, sums, &error)) {
        helper_fail(error.text);
    }
    return sums;
}

static void expect_near(double a, double b)
{
    if (!(fabs(a - b) < 1e-3)) {
        fail_msg("%.6f is not %.6f", a, b);
    }
}

/* ------------------------------------------------------------------ sums */

static void sums_over_games_by_hand(void **state)
{
    struct bil_tally tally = {0};
    assert_true(isinf(bil_tally_mean(&tally, 1).high));
    bil_tally_add(&tally, 1, 2);
    assert_true(isinf(bil_tally_mean(&tally, 1).high)); /* one game has no interval */
    bil_tally_add(&tally, 1, 4);
    bil_tally_add(&tally, 1, 6);
    bil_tally_add(&tally, 0, 0); /* without a case: no witness */
    assert_int_equal(tally.games, 3);
    expect_near(bil_tally_mean(&tally, 1).mean, 4);
    expect_near(bil_tally_mean(&tally, 1).high, 4 + 4.302653 * 2 / sqrt(3));
    expect_near(bil_tally_mean(&tally, 2).low, 2 - 4.302653 / sqrt(3));

    struct bil_tally ratio = {0}; /* 1 of 2, 3 of 4: residuals -1/3 and 1/3 */
    bil_tally_add(&ratio, 2, 1);
    bil_tally_add(&ratio, 4, 3);
    expect_near(bil_tally_mean(&ratio, 1).mean, 2.0 / 3);
    expect_near(bil_tally_mean(&ratio, 1).high, 2.0 / 3 + 12.7062 / 9);

    /* Wilson (1927) for 10 of 100, with Student's 1.9842: 0.0552 to 0.1746 (with 1.96) and a hair wider. */
    const struct bil_interval part = bil_tally_part(10, 100);
    expect_near(part.mean, 0.1);
    assert_true(part.low > 0.053 && part.low < 0.0553 && part.high > 0.1744 && part.high < 0.178);
    assert_true(bil_tally_part(50, 50).low < 0.95); /* never was it otherwise: no certainty */
}

/* ------------------------------------------------------------------ games whose figures are known */

/* Random tic-tac-toe: the first wins 0.58493, the second 0.28810 of the games. */
static void tic_tac_toe_at_random(void **state)
{
    struct bil_study *study = make(&bil_game_tic_tac_toe, NULL, 2, "random", RANDOM_TIC_TAC_TOE, 100);
    struct bil_study_sums *sums = run(study);
    struct bil_figures figures;
    assert_int_equal(study->variants, 0); /* no options, no cards: nothing to try */
    assert_int_equal(study->swaps, 0);
    assert_int_equal(sums->games, RANDOM_TIC_TAC_TOE);
    bil_figures_make(study, sums, &figures);
    const struct bil_figure *first = bil_figures_find(&figures, "seats", "seat 1, random", "wins");
    const struct bil_figure *shared = bil_figures_find(&figures, "ends", "a shared first place", "of games");
    assert_non_null(first);
    assert_non_null(shared);
    assert_true(first->value.low < 0.58493 + 0.12698 / 2 && first->value.high > 0.58493 + 0.12698 / 2);
    assert_true(first->value.high - first->value.low < 0.015);
    assert_true(shared->value.low < 0.12698 && shared->value.high > 0.12698);
    /* Points fall with the last move only: nobody leads before, and nothing is said of leads. */
    for (int i = 0; i < figures.count; i++) {
        assert_string_not_equal(figures.figure[i].section, "lead");
        assert_true(figures.figure[i].games > 0);
        assert_true(figures.figure[i].value.low <= figures.figure[i].value.mean);
        assert_true(figures.figure[i].value.high >= figures.figure[i].value.mean);
    }
    bil_figures_free(&figures);
    free(sums);
    unmake(study);
}

/* Three games, played here a second time and added up by hand. */
static void three_games_by_hand(void **state)
{
    for (int g = 0; g < COUNTING; g++) {
        const struct bil_game *game = bil_game_find(counting[g].game);
        struct bil_study *study = make(game, counting[g].setting, 3, "greedy", 3, 0);
        struct bil_study_sums *sums = run(study);
        int64_t length = 0, points = 0, margin = 0, best = 0;
        for (uint64_t i = 0; i < 3; i++) {
            unsigned char end[BIL_MAX_STATE] __attribute__((aligned(64)));
            struct bil_bot_game bot_game = {.game = game,
                                            .rules = study->rules,
                                            .quick = study->quick,
                                            .seats = 3,
                                            .bot = {study->bot[0], study->bot[1], study->bot[2]}};
            uint64_t decisions;
            int total[3];
            bil_bot_game_seed(study->seed, i, bot_game.seed);
            assert_int_equal(bil_bot_game_play(&bot_game, end, &decisions, NULL), BIL_BOT_GAME_OVER);
            for (int seat = 0; seat < 3; seat++) {
                struct bil_score score = {0};
                game->score(study->rules, end, seat, &score);
                total[seat] = score.total;
            }
            for (int a = 0; a < 2; a++) { /* the most first */
                for (int b = a + 1; b < 3; b++) {
                    const int more = total[b] > total[a] ? total[b] : total[a];
                    total[b] = total[a] + total[b] - more;
                    total[a] = more;
                }
            }
            length += game->length(study->rules, end);
            points += total[0] + total[1] + total[2];
            margin += total[0] - total[1];
            best += total[0];
        }
        assert_int_equal(sums->games, 3);
        assert_int_equal(sums->length.w, length);
        assert_int_equal(sums->points.w, points);
        assert_int_equal(sums->points.n, 9);
        assert_int_equal(sums->margin.w, margin);
        assert_int_equal(sums->best.w, best);
        free(sums);
        unmake(study);
    }
}

/* The very games of a simulation with that seed. */
static void a_study_plays_the_games_of_a_simulation(void **state)
{
    struct bil_study *study = make(helper_game(), &networks, 4, "greedy", 50, 2);
    struct bil_study_sums *sums = run(study);
    struct bil_sim sim = {.game = helper_game(), .config = study->config, .games = 50, .threads = 1};
    struct bil_sim_result result;
    memcpy(sim.bot, study->bot, sizeof sim.bot);
    memcpy(sim.seed, study->seed, sizeof sim.seed);
    assert_true(bil_sim_run(&sim, &result, NULL, NULL));
    assert_int_equal(sums->hash, result.hash);
    assert_int_equal(sums->decisions, result.decisions);
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(sums->seat[seat].wins.w, result.entrant[seat].win_shares);
        assert_int_equal(sums->seat[seat].points.w, result.entrant[seat].score_sum);
    }
    free(sums);
    unmake(study);
}

/* ------------------------------------------------------------------ what must be alike */

static void threads_change_nothing(void **state)
{
    for (int g = 0; g < COUNTING; g++) {
        struct bil_study *study = make(bil_game_find(counting[g].game), counting[g].setting, 3, "random", 40, 3);
        assert_true(study->variants > 3 && study->swaps > 10);
        struct bil_study_sums *one = run(study);
        assert_int_equal(one->deals, 3);
        assert_true(one->played > 40 + 3 * (uint64_t)study->variants && one->played <= bil_study_all(study));
        for (int threads = 2; threads <= 4; threads++) {
            study->threads = threads;
            struct bil_study_sums *many = run(study);
            assert_memory_equal(one, many, sizeof *one);
            free(many);
        }
        study->seed[0] ^= 1;
        struct bil_study_sums *other = run(study);
        assert_int_not_equal(one->hash, other->hash);
        free(other);
        free(one);
        unmake(study);
    }
}

/* An edition against itself: the same deals, no difference at all. */
static void an_edition_is_worth_nothing_against_itself(void **state)
{
    for (int g = 0; g < COUNTING; g++) {
        struct bil_study *study = make(bil_game_find(counting[g].game), counting[g].setting, 2, "greedy", 8, 8);
        assert_true(bil_study_against(study, NULL, "the same", NULL));
        struct bil_study_sums *sums = run(study);
        const struct bil_study_change *change = &sums->change[study->variants - 1];
        assert_int_equal(change->length.games, 8);
        assert_int_equal(change->length.ww, 0);
        assert_int_equal(change->points.ww, 0);
        assert_int_equal(change->margin.ww, 0);
        assert_int_equal(change->winner.w, 0);
        free(sums);
        unmake(study);
    }
}

/* Seats are alike where chance says who begins, and each game has a winner's share to give, to seats, turns and roles alike. */
static void seats_that_are_alike_come_out_alike(void **state)
{
    struct bil_study *study = make(helper_game(), &networks, 4, "random", 4000, 0);
    struct bil_study_sums *sums = run(study);
    int64_t seats = 0, turns = 0, roles = 0;
    for (int i = 0; i < 4; i++) {
        const struct bil_interval wins = bil_tally_share(&sums->seat[i].wins, BIL_STUDY_SHARE);
        assert_true(wins.low < 0.25 && wins.high > 0.25);
        seats += sums->seat[i].wins.w;
        turns += sums->turn[i].wins.w;
    }
    for (int role = 0; role < BIL_MAX_ROLES; role++) {
        roles += sums->role[role].wins.w;
    }
    assert_int_equal(seats, 4000 * BIL_STUDY_SHARE);
    assert_int_equal(turns, 4000 * BIL_STUDY_SHARE);
    assert_int_equal(roles, 4000 * BIL_STUDY_SHARE);
    free(sums);
    unmake(study);
}

/* ------------------------------------------------------------------ things */

/* In no game is anything played or held that never came. */
static void nothing_is_played_that_never_came(void **state)
{
    static const char *const bots[] = {"random", "greedy"};
    for (int g = 0; g < COUNTING; g++) {
        for (int b = 0; b < 2; b++) {
            struct bil_study *study = make(bil_game_find(counting[g].game), counting[g].setting, 3, bots[b], WATCHED, 0);
            struct bil_study_sums *all = run(study);
            int64_t played = 0;
            for (uint64_t i = 0; i < WATCHED; i++) {
                struct bil_study_sums *one = calloc(1, sizeof *one);
                atomic_uint_fast64_t count = 0;
                assert_non_null(one);
                assert_true(bil_study_play(study, i, one, &count, NULL));
                for (int thing = 0; thing < study->game->counts->things; thing++) {
                    const struct bil_study_thing *of = &one->thing[thing];
                    if (of->away.w < 0) {
                        fail_msg("%s, game %d: of thing %d there came %d, %d were played, and %d are held", study->game->id, (int)i,
                                 thing, (int)of->came.w, (int)of->played.w, (int)of->held.w);
                    }
                    assert_int_equal(of->came.w, of->played.w + of->held.w + of->away.w);
                    assert_true(study->thing[thing] || of->came.w == 0);
                    played += of->played.w;
                }
                free(one);
            }
            assert_true(played > 10 * WATCHED);
            for (int thing = 0; thing < study->game->counts->things; thing++) {
                played -= all->thing[thing].played.w;
            }
            assert_int_equal(played, 0);
            free(all);
            unmake(study);
        }
    }
}

struct ear {
    const struct bil_game *game;
    const void *rules;
    int played;
};
static void hear(void *context, const struct bil_event *event)
{
    struct ear *ear = context;
    struct bil_tell tells[BIL_MAX_TELLS];
    const int count = ear->game->counts->tell(ear->rules, event, tells);
    assert_in_range(count, 0, BIL_MAX_TELLS);
    for (int i = 0; i < count; i++) {
        struct bil_text name = {0};
        if (tells[i].what == BIL_TELLS_PLAYED && ear->game->counts->thing_name(ear->rules, tells[i].thing, &name)) {
            static const char *const acting[] = {"Low", "Toxic", "Over", "Server", "Bad", "Fundr", "New", "Troll",
                                                 "Mod", "PR",    "App",  "Cloud",  "War", "Push",  "Poke"};
            for (size_t a = 0; a < sizeof acting / sizeof acting[0]; a++) {
                if (strncmp(name.data, acting[a], strlen(acting[a])) == 0) {
                    ear->played++;
                    break;
                }
            }
        }
        bil_text_free(&name);
    }
}

/* What events say was played is what the notation of the moves says. */
static void what_is_played_is_what_moves_say(void **state)
{
    static const char *const verbs[] = {"block ", "fix ", "guard ", "counter ", "poke ", "push "};
    struct bil_study *study = make(helper_game(), &networks, 4, "random", 1, 0);
    int moves = 0;
    struct ear ear = {study->game, study->rules, 0};
    const struct bil_listener listener = {hear, &ear};
    for (uint64_t i = 0; i < WATCHED; i++) {
        unsigned char at[BIL_MAX_STATE] __attribute__((aligned(64))) = {0};
        struct bil_random random, choice;
        uint8_t seed[BIL_SEED_BYTES];
        bil_bot_game_seed(study->seed, i, seed);
        bil_random_match(&random, seed);
        bil_random_stream(&choice, seed, 7, 0);
        study->game->setup(study->rules, &random, at, &listener);
        while (study->game->actor(study->rules, at) != BIL_OVER) {
            struct bil_text text = {0};
            const bil_move move = bil_pick(study->game, study->rules, at, &choice);
            bil_move_text(study->game, study->rules, at, move, BIL_EVERYBODY, &text);
            for (size_t v = 0; v < sizeof verbs / sizeof verbs[0]; v++) {
                moves += strncmp(bil_text_string(&text), verbs[v], strlen(verbs[v])) == 0;
            }
            bil_text_free(&text);
            study->game->apply(study->rules, at, move, &random, &listener);
        }
    }
    assert_true(moves > 10 * WATCHED);
    assert_int_equal(ear.played, moves);
    unmake(study);
}

/* An exchange gives a state that chance could have made, with the same cards in all, and looks like the deal to everybody else. */
static void an_exchange_is_a_deal(void **state)
{
    for (int g = 0; g < COUNTING; g++) {
        const struct bil_game *game = bil_game_find(counting[g].game);
        for (int seats = 2; seats <= 4; seats++) {
            struct bil_study *study = make(game, counting[g].setting, seats, "greedy", 1, 1);
            int done = 0;
            for (uint64_t i = 0; i < WATCHED; i++) {
                unsigned char deal[BIL_MAX_STATE] __attribute__((aligned(64))) = {0};
                uint8_t seed[BIL_SEED_BYTES];
                struct bil_random random;
                bil_bot_game_seed(study->seed, i, seed);
                bil_random_match(&random, seed);
                game->setup(study->rules, &random, deal, NULL);
                for (int thing = 0; thing < game->counts->things; thing++) {
                    unsigned char other[BIL_MAX_STATE] __attribute__((aligned(64)));
                    uint8_t before[BIL_MAX_THINGS], after[BIL_MAX_THINGS];
                    char buffer[256];
                    const int seat = (int)i % seats;
                    memcpy(other, deal, sizeof other);
                    if (!study->thing[thing] || !game->counts->exchange(study->rules, other, seat, thing, &random)) {
                        assert_memory_equal(other, deal, sizeof other);
                        continue;
                    }
                    done++;
                    const char *broken = game->check(study->rules, other, buffer, sizeof buffer);
                    if (broken) {
                        helper_fail(broken);
                    }
                    for (int who = 0; who < seats; who++) {
                        int more = 0, less = 0;
                        game->counts->held(study->rules, deal, who, before);
                        game->counts->held(study->rules, other, who, after);
                        for (int t = 0; t < game->counts->things; t++) {
                            more += after[t] > before[t] ? after[t] - before[t] : 0;
                            less += after[t] < before[t] ? before[t] - after[t] : 0;
                        }
                        assert_int_equal(more, less);
                        assert_true(more <= (who == seat));
                        assert_true(who != seat || more == 0 || after[thing] == before[thing] + 1);
                    }
                    for (int who = BIL_SPECTATOR; who < seats; who++) {
                        unsigned char one[BIL_MAX_STATE] __attribute__((aligned(64))) = {0};
                        unsigned char two[BIL_MAX_STATE] __attribute__((aligned(64))) = {0};
                        game->hide(study->rules, deal, who, one);
                        game->hide(study->rules, other, who, two);
                        assert_true(who == seat || memcmp(one, two, sizeof one) == 0);
                    }
                }
            }
            assert_true(done > 10 * WATCHED);
            unmake(study);
        }
    }
}

/* ------------------------------------------------------------------ variants, lengths, stopping */

static void every_value_that_can_be_read_is_tried(void **state)
{
    static const char *const expected[] = {"cut=fifth",
                                           "cut=1",
                                           "cut=60",
                                           "first=1",
                                           "first=4",
                                           "networks=off",
                                           "stall=off",
                                           "milestones=manual",
                                           "advertisers=tie-barred"};
    struct bil_study *study = make(helper_game(), &networks, 4, "random", 2, 1);
    for (size_t e = 0; e < sizeof expected / sizeof expected[0]; e++) {
        bool found = false;
        for (int v = 0; v < study->variants; v++) {
            char name[80];
            snprintf(name, sizeof name, "%s=%s", study->variant[v].key, study->variant[v].value);
            found |= strcmp(name, expected[e]) == 0;
        }
        if (!found) {
            fail_msg("%s is not tried", expected[e]);
        }
    }
    assert_int_equal(study->variants, sizeof expected / sizeof expected[0]);
    unmake(study);
}

static void lengths_by_rank(void **state)
{
    struct bil_study_sums *sums = calloc(1, sizeof *sums);
    assert_non_null(sums);
    sums->games = 100;
    for (int length = 1; length <= 100; length++) {
        sums->lengths[length] = 1;
    }
    const struct bil_interval median = bil_figures_length(sums, 0.5);
    expect_near(median.mean, 50);
    expect_near(median.low, 40); /* the ranks 40 and 61 hold the median with 95 % (Conover 1999, table) */
    expect_near(median.high, 61);
    free(sums);
}

struct stopper {
    atomic_bool stop;
};
static void stop_soon(void *context, uint64_t played)
{
    struct stopper *stopper = context;
    atomic_store(&stopper->stop, played > 0);
}

static void stopped_it_keeps_what_it_has(void **state)
{
    struct stopper stopper;
    atomic_init(&stopper.stop, true);
    struct bil_study *study = make(helper_game(), &networks, 4, "greedy", 100000000, 1000000);
    struct bil_figures figures;
    study->stop = &stopper.stop;
    struct bil_study_sums *none = run(study);
    assert_int_equal(none->games, 0);
    bil_figures_make(study, none, &figures);
    assert_int_equal(figures.count, 0); /* nothing was measured, nothing is said */
    bil_figures_free(&figures);
    free(none);
    atomic_store(&stopper.stop, false);
    study->progress = stop_soon;
    study->context = &stopper;
    struct bil_study_sums *some = run(study);
    assert_true(some->games > 0 && some->games < study->games);
    assert_int_equal(some->seat[0].wins.games, some->games);
    free(some);
    unmake(study);
}

static void what_cannot_be_is_refused(void **state)
{
    struct bil_study *study = make(helper_game(), &networks, 4, "random", 2, 1);
    const struct bil_setting wrong = {"cut", "many"};
    struct bil_error error = {{0}};
    bil_study_close(study);
    study->config.settings = &wrong;
    assert_false(bil_study_open(study, &error));
    helper_contains(error.text, "cut cannot be");
    study->config.settings = &networks;
    study->pairs = 3;
    assert_false(bil_study_open(study, &error));
    helper_contains(error.text, "than there are games");
    study->pairs = 1;
    study->threads = 0;
    assert_false(bil_study_open(study, &error));
    helper_contains(error.text, "0 threads");
    unmake(study);
}

/* ------------------------------------------------------------------ the command */

static void the_command_prints_the_same_again(void **state)
{
    char *one = program_prints("lab one-billion-users --games 60 --pairs 2 --threads 1 --json", NULL, "\"section\":\"worth\"");
    char *two = program_prints("lab one-billion-users --games 60 --pairs 2 --threads 2 --json", NULL, NULL);
    assert_string_equal(one, two);
    helper_contains(one, "\"command\":\"billions lab one-billion-users --games 60 --pairs 2 --players 4 --seats greedy --seed 1\"");
    free(one);
    free(two);
    char *table = program_prints("lab six-billion --games 20 --pairs 1 --seed 'a b'", NULL, "Roles (Hidden Agenda)");
    helper_contains(table, "--players 5 --seats greedy --seed 'a b'");
    helper_contains(table, "after two thirds");
    free(table);
    char *csv = program_prints("lab one-billion-users --games 20 --pairs 0 --csv", NULL, "edition,section,name,measure,value,low,");
    helper_contains(csv, "\"compiled in\",cards,\"Push\",\"played\",");
    assert_null(strstr(csv, ",worth,")); /* no deals, no worth */
    free(csv);
}

static void two_editions_stand_side_by_side(void **state)
{
    helper_folder();
    char arguments[512];
    char *edition = program_prints("edition show one-billion-users", NULL, "\"game\"");
    char *other = helper_replace(edition, "Birdwatching Log", "Stargazers");
    helper_write(helper_path("other.json"), other);
    snprintf(arguments, sizeof arguments, "lab one-billion-users --games 20 --pairs 2 --against %s", helper_path("other.json"));
    char *table = program_prints(arguments, NULL, "A: compiled in; B: ");
    helper_contains(table, "edition=");
    free(table);
    free(other);
    free(edition);
    helper_folder_end();
}

/* A page with its charts, every figure of the table, and nothing from elsewhere. */
static void a_page_stands_alone(void **state)
{
    char arguments[512];
    helper_folder();
    char *page = program_prints("lab one-billion-users --games 60 --pairs 3 --html -", NULL, "<!DOCTYPE html>");
    snprintf(arguments, sizeof arguments, "lab one-billion-users --games 60 --pairs 3 --csv --html %s", helper_path("lab.html"));
    char *csv = program_prints(arguments, NULL, "edition,");
    char *file = helper_read(helper_path("lab.html"));
    assert_string_equal(page, file);
    helper_contains(page, "</html>");
    helper_contains(page, "Survival of the lead");
    helper_contains(page, "Wins by chair");
    helper_contains(page, "Wins by role");
    helper_contains(page, "an even share");
    helper_contains(page, "What each is worth");
    helper_contains(page, "Local Lost &amp; Found");
    helper_contains(page, "<span>--players</span> <span>4</span> <span>--seats</span> <span>greedy</span> <span>--seed</span> "
                          "<span>1</span></pre>");
    int charts = 0;
    for (const char *at = strstr(page, "<svg"); at; at = strstr(at + 1, "<svg")) {
        charts++;
    }
    assert_true(charts >= 6);
    helper_contains(page, "hash of all final states: ");
    assert_null(strstr(page, "<script"));
    assert_null(strstr(page, "src="));
    helper_contains(page, "href=\"data:,\""); /* no picture is asked for, and no other address stands there */
    assert_null(strstr(strstr(page, "href=") + 1, "href="));
    assert_null(strstr(page, "nan"));
    int rows = 0; /* a row for every name, a figure for every line of CSV */
    int figures = 0;
    for (const char *at = strstr(page, "<td class=\"n\">"); at; at = strstr(at + 1, "<td class=\"n\">")) {
        figures++;
    }
    for (const char *at = strchr(csv, '\n'); at && at[1]; at = strchr(at + 1, '\n')) {
        rows++;
    }
    assert_int_equal(figures, rows);
    free(file);
    free(csv);
    free(page);
    helper_folder_end();
}

static void wrong_usage_is_refused(void **state)
{
    program_refuses("lab", NULL, 2, "");
    program_refuses("lab chess", NULL, 2, "chess");
    program_refuses("lab one-billion-users --games 0", NULL, 2, "--games");
    program_refuses("lab one-billion-users --games 5 --pairs 6", NULL, 2, "--pairs 6");
    program_refuses("lab one-billion-users --players 5", NULL, 2, "2 to 4 players");
    program_refuses("lab one-billion-users --seats greedy,random --players 3", NULL, 2, "names 2 bots for 3");
    program_refuses("lab one-billion-users --json --csv", NULL, 2, "choose one");
    program_refuses("lab one-billion-users --json --html -", NULL, 2, "printed alone");
    program_refuses("lab one-billion-users --html /nowhere/at/all.html", NULL, 4, "cannot be written");
    program_refuses("lab one-billion-users --option cut=many", NULL, 2, "cut cannot be");
    program_refuses("lab one-billion-users --against nowhere.json", NULL, 4, "nowhere.json");
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_over_games_by_hand),
        cmocka_unit_test(tic_tac_toe_at_random),
        cmocka_unit_test(three_games_by_hand),
        cmocka_unit_test(a_study_plays_the_games_of_a_simulation),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(an_edition_is_worth_nothing_against_itself),
        cmocka_unit_test(seats_that_are_alike_come_out_alike),
        cmocka_unit_test(nothing_is_played_that_never_came),
        cmocka_unit_test(what_is_played_is_what_moves_say),
        cmocka_unit_test(an_exchange_is_a_deal),
        cmocka_unit_test(every_value_that_can_be_read_is_tried),
        cmocka_unit_test(lengths_by_rank),
        cmocka_unit_test(stopped_it_keeps_what_it_has),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(the_command_prints_the_same_again),
        cmocka_unit_test(two_editions_stand_side_by_side),
        cmocka_unit_test(a_page_stands_alone),
        cmocka_unit_test(wrong_usage_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
