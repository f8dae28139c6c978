/* 6 Billion: random games of every size and with every option come to every end, play every card in every way and ask every kind of
 * question; what was seen is printed. */
#include "games/six_billion/rules/state.h"
#include "unit.h"

enum { GAMES = 400, EARTH_GAMES = 4000 };

struct counts {
    long verb[SIX_VERBS];
    long frame[SIX_END + 1];
    long acted[SIX_CARDS];  /* played for what it says */
    long symbol[SIX_CARDS]; /* played for its symbol */
    long drawn[SIX_CARDS], taken[SIX_CARDS], discarded[SIX_CARDS];
    long find[SIX_FINDS];
    long end[SIX_END_CAP + 1];
    long settled[SIX_SITES];
    long turns, games;
};

static const struct bil_game *game(void)
{
    const struct bil_game *six = bil_game_find("six-billion");
    assert_non_null(six);
    return six;
}

static void count_move(struct counts *counts, bil_move move)
{
    const int verb = (int)SIX_VERB(move);
    counts->verb[verb]++;
    switch (verb) {
    case SIX_M_DISCARD:
        counts->discarded[SIX_CARD(move)]++;
        break;
    case SIX_M_TAKE:
        counts->taken[SIX_CARD(move)]++;
        break;
    case SIX_M_SYMBOL:
        counts->symbol[SIX_CARD(move)]++;
        counts->symbol[SIX_FROM(move)]++;
        break;
    case SIX_M_REVEAL:
        counts->find[SIX_FROM(move)]++;
        break;
    case SIX_M_SETTLE:
        counts->settled[SIX_FROM(move)]++;
        break;
    default:
        counts->acted[SIX_CARD(move)]++;
        break;
    }
}

static void hear(void *context, const struct bil_event *event)
{
    struct counts *counts = context;
    if (event->kind == SIX_E_DREW) {
        counts->drawn[event->a]++;
    }
}

static void play(struct counts *counts, int seats, const struct bil_setting *settings, int setting_count, int first, int games)
{
    static struct six_rules rules;
    const struct bil_config config = {.seats = seats, .settings = settings, .setting_count = setting_count, .fast = true};
    const struct bil_listener listener = {hear, counts};
    struct bil_error error;
    assert_true(game()->rules_init(&config, &rules, &error));
    for (int i = 0; i < games; i++) {
        char name[32];
        uint8_t seed[BIL_SEED_BYTES];
        struct six_state state;
        struct bil_random chance;
        struct bil_random choice;
        bil_move list[SIX_MAX_MOVES];
        snprintf(name, sizeof name, "counts %d %d", seats, first + i);
        bil_seed_from_text(name, seed);
        bil_random_match(&chance, seed);
        bil_random_stream(&choice, seed, 77, 0);
        game()->setup(&rules, &chance, &state, &listener);
        while (game()->actor(&rules, &state) != BIL_OVER) {
            const int count = game()->moves(&rules, &state, list);
            const bil_move move = list[count == 1 ? 0 : bil_random_below(&choice, (uint32_t)count)];
            counts->frame[six_top(&state)->kind]++;
            count_move(counts, move);
            game()->apply(&rules, &state, move, &chance, &listener);
        }
        counts->end[state.end]++;
        counts->turns += state.turn;
        counts->games++;
    }
}

static void everything_occurs(void **state)
{
    static const struct bil_setting with_track[] = {{"track", "on"}, {"discovery-step", "on"}};
    static const struct bil_setting capped[] = {{"turn-cap", "9"}};
    static struct counts counts;
    for (int seats = 2; seats <= 5; seats++) {
        play(&counts, seats, NULL, 0, 0, GAMES);
        play(&counts, seats, with_track, 2, GAMES, GAMES);
        play(&counts, seats, capped, 1, 2 * GAMES, GAMES / 8);
    }
    play(&counts, 2, NULL, 0, 4 * GAMES, EARTH_GAMES); /* an end on Earth is one in thousands (checklist, 22.5) */
    printf("%ld games, ends: Belt %ld, Earth %ld, all tracks %ld, cap %ld\n", counts.games, counts.end[SIX_END_BELT],
           counts.end[SIX_END_EARTH], counts.end[SIX_END_TRACKS], counts.end[SIX_END_CAP]);
    for (int reason = SIX_END_BELT; reason <= SIX_END_CAP; reason++) {
        assert_true(counts.end[reason] > 0);
    }
    printf("card: played, for its symbol, drawn unseen, taken open, discarded\n");
    for (int card = 1; card < SIX_CARDS; card++) {
        printf("%18s %8ld %8ld %8ld %8ld %8ld\n", six_card_words[card], counts.acted[card], counts.symbol[card], counts.drawn[card],
               counts.taken[card], counts.discarded[card]);
        assert_true(counts.acted[card] > 0 && counts.symbol[card] > 0 && counts.drawn[card] > 0 && counts.taken[card] > 0 &&
                    counts.discarded[card] > 0);
    }
    for (int verb = 1; verb < SIX_VERBS; verb++) {
        assert_true(counts.verb[verb] > 0);
    }
    for (int kind = 1; kind < SIX_END; kind++) {
        assert_true(counts.frame[kind] > 0);
    }
    for (int find = 1; find < SIX_FINDS; find++) {
        const int site = find - 1;
        const bool there = site != SIX_EARTH && site != SIX_MARS && site != SIX_BELT;
        assert_true(there ? counts.find[find] > 0 : counts.find[find] == 0); /* SIX-210 */
    }
    for (int site = 0; site < SIX_SITES; site++) {
        assert_true(site == SIX_EARTH ? counts.settled[site] == 0 : counts.settled[site] > 0); /* SIX-65 */
    }
}

/* Section 22.5: a mean outside 8 to 16 game turns points to a mistake. */
static void length_is_sensible(void **state)
{
    for (int seats = 2; seats <= 5; seats++) {
        static struct counts counts;
        counts = (struct counts){.games = 0};
        play(&counts, seats, NULL, 0, 0, GAMES);
        printf("%d seats: %.1f game turns in the mean\n", seats, (double)counts.turns / (double)counts.games);
        assert_true(counts.turns > 8 * counts.games && counts.turns < 16 * counts.games);
        assert_true(counts.end[SIX_END_BELT] > 0 && counts.end[SIX_END_TRACKS] > 0);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(everything_occurs), cmocka_unit_test(length_is_sensible)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
