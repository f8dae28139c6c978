/* Telling what happened to somebody who was away: every event once, in order, and never more than each single one says. */
#include "table/helpers.h"
#include "unit.h"

enum { GAMES = 12, MOST_EVENTS = 64 };

static struct bil_match *played(const struct bil_game *game, unsigned seed)
{
    struct bil_match_setup setup = helper_setup(game->min_seats + (int)seed % (game->max_seats - game->min_seats + 1), seed);
    setup.game = game;
    struct bil_match *match = helper_match(&setup);
    helper_play(match, BIL_MAX_PLIES, seed);
    assert_int_equal(match->actor, BIL_OVER);
    return match;
}

/* All sentences, one a line, from the events of a match as they are. */
static int tell_all(const struct bil_match *match, int viewer, struct bil_text *out, int *paragraphs)
{
    int sentences = 0;
    for (int index = 0; index < match->event_count; sentences++) {
        bool opens = false;
        const size_t before = out->length;
        const int told = bil_match_retell(match, index, viewer, out, &opens);
        assert_true(told >= 1 && told <= match->event_count - index);
        bil_text_add(out, out->length > before ? "\n" : "");
        *paragraphs += opens;
        index += told;
    }
    return sentences;
}

/* The number of sentences is smaller than that of events where a game folds them, and paragraphs begin. */
static void runs_are_folded(void **state)
{
    int folding = 0;
    for (int g = 0; bil_games[g]; g++) {
        for (unsigned seed = 1; seed <= GAMES; seed++) {
            struct bil_match *match = played(bil_games[g], seed);
            for (int viewer = BIL_EVERYBODY; viewer < match->config.seats; viewer++) {
                struct bil_text text = {0};
                int paragraphs = 0;
                const int sentences = tell_all(match, viewer, &text, &paragraphs);
                assert_true(paragraphs > 1);
                if (bil_games[g]->retell) {
                    assert_true(sentences < match->event_count * 3 / 4);
                    folding++;
                } else {
                    assert_int_equal(sentences, match->event_count);
                }
                bil_text_free(&text);
            }
            bil_match_free(match);
        }
    }
    assert_true(folding > 0);
}

/* Where a viewer is told the same of an event whatever it hides, the sentence that holds it is the same too. */
static int change_hidden(const struct bil_match *match, int index, int viewer)
{
    struct bil_event events[MOST_EVENTS];
    struct bil_text before = {0};
    struct bil_text after = {0};
    bool opens = false;
    int changed = 0;
    int count = 0;
    for (; count < MOST_EVENTS && index + count < match->event_count; count++) {
        events[count] = match->event[index + count].event;
    }
    const int told = match->game->retell(match->rules, events, count, viewer, &before, &opens);
    for (int i = 0; i < told; i++) {
        if (viewer == BIL_EVERYBODY || events[i].viewers == 0xFF || (viewer >= 0 && (events[i].viewers >> viewer & 1))) {
            continue;
        }
        events[i].a = (int16_t)(events[i].a == 1 ? 2 : 1);
        changed++;
    }
    match->game->retell(match->rules, events, count, viewer, &after, &opens);
    assert_string_equal(bil_text_string(&before), bil_text_string(&after));
    bil_text_free(&before);
    bil_text_free(&after);
    return changed;
}

static void nothing_hidden_is_told(void **state)
{
    int changed = 0;
    for (int g = 0; bil_games[g]; g++) {
        for (unsigned seed = 1; bil_games[g]->retell && seed <= GAMES; seed++) {
            struct bil_match *match = played(bil_games[g], seed);
            for (int viewer = BIL_SPECTATOR; viewer < match->config.seats; viewer++) {
                for (int index = 0; index < match->event_count; index++) {
                    changed += change_hidden(match, index, viewer);
                }
            }
            bil_match_free(match);
        }
    }
    assert_true(changed > 1000);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_folded),
        cmocka_unit_test(nothing_hidden_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
