/* See secrecy.h. Plays and compares; what may be compared, the game says. */
#include "games/cases/secrecy.h"

#include "billions/bot.h"
#include "kit/fields.h"
#include "kit/notation.h"
#include "unit.h"

typedef union {
    unsigned char bytes[BIL_MAX_STATE];
    uint64_t aligned[2];
} any_state;

/* ------------------------------------------------------------------ everything a viewer is sent of a state */

static void tell_moves(const struct case_secrecy *secrecy, const void *rules, const void *state, const void *view, int viewer,
                       struct bil_text *out)
{
    const struct bil_game *game = secrecy->game;
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES] = {0};
    const int count = game->moves(rules, state, list);
    bil_text_add_bytes(out, (const char *)list, (size_t)count * sizeof list[0]);
    game->advise(rules, view, list, count, value);
    bil_text_add_bytes(out, (const char *)value, (size_t)count * sizeof value[0]);
    for (int i = 0; i < count; i++) {
        bil_move_text(game, rules, state, list[i], viewer, out);
        game->explain(rules, view, list[i], out);
    }
    for (int i = 0; i < 3 && secrecy->refused[i]; i++) {
        game->why_not(rules, view, secrecy->refused[i], out);
    }
    bil_text_format(out, "%d", game->recorded(rules, state));
}

static void tell(const struct case_secrecy *secrecy, const struct case_table *table, const void *state, int viewer, bool all,
                 struct bil_text *out)
{
    static const struct bil_style plain = {80, false, false};
    static const struct bil_style rich = {120, true, true};
    const struct bil_game *game = secrecy->game;
    const void *rules = table->position.rules;
    any_state view;
    game->hide(rules, state, viewer, view.bytes);
    bil_text_add_bytes(out, (const char *)view.bytes, game->state_size);
    if (!all) {
        return;
    }
    game->prompt(rules, view.bytes, true, out);
    game->draw(rules, view.bytes, &plain, out);
    game->draw(rules, view.bytes, &rich, out);
    bil_json_object(out);
    bil_members_write(game, rules, view.bytes, out);
    bil_json_object_end(out);
    for (int seat = 0; seat < table->position.config.seats; seat++) {
        struct bil_score score;
        game->score(rules, view.bytes, seat, &score);
        bil_text_format(out, "%d ", score.total);
    }
    bil_text_format(out, "actor %d ", game->actor(rules, view.bytes));
    if (game->actor(rules, state) == viewer && viewer >= 0) {
        tell_moves(secrecy, rules, state, view.bytes, viewer, out);
    }
}

void case_same_told(const struct case_secrecy *secrecy, const struct case_table *table, const void *one, const void *other,
                    int viewer, bool all)
{
    struct bil_text text[2] = {{0}, {0}};
    tell(secrecy, table, one, viewer, all, &text[0]);
    tell(secrecy, table, other, viewer, all, &text[1]);
    assert_int_equal(text[0].length, text[1].length);
    assert_memory_equal(text[0].data, text[1].data, text[0].length);
    bil_text_free(&text[0]);
    bil_text_free(&text[1]);
}

void case_told_survives_a_new_deal(const struct case_secrecy *secrecy)
{
    int different = 0;
    for (unsigned index = 0; index < (unsigned)secrecy->games; index++) {
        struct case_table table;
        struct bil_random choice;
        struct bil_random dealer;
        case_dice(&choice, 500 + index);
        case_dice(&dealer, 600 + index);
        secrecy->begin(&table, index);
        do {
            for (int viewer = BIL_SPECTATOR; viewer < table.position.config.seats; viewer++) {
                const bool all = bil_random_below(&choice, secrecy->rare[viewer != case_table_actor(&table)]) == 0;
                any_state view;
                any_state world;
                case_deal(&table, viewer, &dealer, view.bytes, world.bytes);
                different += memcmp(world.bytes, table.position.state, secrecy->game->state_size) != 0;
                case_same_told(secrecy, &table, table.position.state, world.bytes, viewer, all);
            }
        } while (case_play_any(&table, &choice));
        case_table_free(&table);
    }
    assert_true(different > secrecy->different * secrecy->games);
}

/* ------------------------------------------------------------------ what a viewer hears of the next move */

static void hear(void *context, const struct bil_event *event)
{
    struct case_side *side = context;
    side->game->event_text(side->rules, event, side->viewer, &side->text);
    bil_text_char(&side->text, '\n');
    assert_true(side->heard_count < CASE_EAR);
    side->heard[side->heard_count++] = *event;
}

/* What somebody who was away is told of it. */
static void retell(struct case_side *side)
{
    for (int at = 0; at < side->heard_count && side->game->retell;) {
        bool opens = false;
        const int told =
            side->game->retell(side->rules, &side->heard[at], side->heard_count - at, side->viewer, &side->text, &opens);
        assert_true(told >= 1 && told <= side->heard_count - at);
        bil_text_format(&side->text, "%s\n", opens ? "\n" : "");
        at += told;
    }
}

/* A legal move of the world's actor that the viewer reads as `move`; 0 if this world's hand cannot make it. */
static bil_move alike(const struct case_table *table, const void *world, int viewer, bil_move move)
{
    const struct bil_game *game = table->position.game;
    bil_move list[BIL_MAX_MOVES];
    bil_move found = 0;
    struct bil_text notation = {0};
    case_table_move_text(table, move, viewer, &notation);
    const int count = game->moves(table->position.rules, world, list);
    for (int i = 0; i < count && found == 0; i++) {
        struct bil_text other = {0};
        bil_move_text(game, table->position.rules, world, list[i], viewer, &other);
        found = strcmp(bil_text_string(&other), bil_text_string(&notation)) == 0 ? list[i] : 0;
        bil_text_free(&other);
    }
    bil_text_free(&notation);
    return found;
}

/* Makes the move in the game and in a world, and compares what the viewer hears and sees of it. */
static bool compare_next(const struct case_secrecy *secrecy, const struct case_table *table, int viewer, const void *world,
                         bil_move move, bool all)
{
    static struct case_side side[2];
    any_state next[2];
    const int actor = case_table_actor(table);
    const bil_move dealt_move = viewer == actor ? move : alike(table, world, viewer, move);
    if (dealt_move == 0) {
        return false;
    }
    memcpy(next[0].bytes, table->position.state, secrecy->game->state_size);
    memcpy(next[1].bytes, world, secrecy->game->state_size);
    for (int i = 0; i < 2; i++) {
        struct bil_random chance = table->random;
        const struct bil_listener listener = {hear, &side[i]};
        side[i] = (struct case_side){.before = i == 0 ? table->position.state : world,
                                     .after = next[i].bytes,
                                     .move = i == 0 ? move : dealt_move,
                                     .viewer = viewer,
                                     .game = secrecy->game,
                                     .rules = table->position.rules};
        secrecy->game->apply(table->position.rules, next[i].bytes, side[i].move, &chance, &listener);
        retell(&side[i]);
    }
    const bool same = secrecy->comparable(&side[0], actor, &side[1]);
    if (same) {
        assert_string_equal(bil_text_string(&side[0].text), bil_text_string(&side[1].text));
        case_same_told(secrecy, table, next[0].bytes, next[1].bytes, viewer, all);
    }
    bil_text_free(&side[0].text);
    bil_text_free(&side[1].text);
    return same;
}

void case_heard_survives_a_new_deal(const struct case_secrecy *secrecy, int compared[CASE_VERBS])
{
    memset(compared, 0, CASE_VERBS * sizeof *compared);
    for (unsigned index = 0; index < 2 * (unsigned)secrecy->games; index++) {
        struct case_table table;
        struct bil_random choice;
        struct bil_random dealer;
        case_dice(&choice, 700 + index);
        case_dice(&dealer, 800 + index);
        secrecy->begin(&table, index);
        while (case_table_actor(&table) != BIL_OVER) {
            struct bil_error error = {{0}};
            any_state view;
            any_state world;
            const int viewer = (int)bil_random_below(&dealer, (uint32_t)table.position.config.seats + 1) - 1;
            const bil_move move = bil_pick(secrecy->game, table.position.rules, table.position.state, &choice);
            case_deal(&table, viewer, &dealer, view.bytes, world.bytes);
            if (secrecy->line_up) {
                secrecy->line_up(table.position.state, world.bytes);
            }
            compared[secrecy->verb(move)] +=
                compare_next(secrecy, &table, viewer, world.bytes, move, bil_random_below(&dealer, 4) == 0);
            helper_must(case_table_apply(&table, move, &error), &error);
        }
        case_table_free(&table);
    }
}

/* ------------------------------------------------------------------ bots */

void case_bots_play_the_same(const struct case_secrecy *secrecy)
{
    struct bil_error error = {{0}};
    const struct bil_bot *greedy = bil_bot_find("greedy", &error);
    int asked = 0;
    assert_non_null(greedy);
    for (unsigned index = 0; index < 4; index++) {
        struct case_table table;
        struct bil_random choice;
        case_dice(&choice, 900 + index);
        secrecy->begin(&table, index);
        for (; case_table_actor(&table) != BIL_OVER; case_play_any(&table, &choice)) {
            bil_move list[BIL_MAX_MOVES];
            const int actor = case_table_actor(&table);
            any_state world;
            any_state view[2];
            bil_move chosen[2];
            const int count = case_table_moves(&table, list);
            case_deal(&table, actor, &choice, view[0].bytes, world.bytes);
            secrecy->game->hide(table.position.rules, world.bytes, actor, view[1].bytes);
            for (int i = 0; i < 2; i++) {
                struct bil_random thought;
                case_dice(&thought, 1000 + index);
                const struct bil_ask ask = {.game = secrecy->game,
                                            .rules = table.position.rules,
                                            .view = view[i].bytes,
                                            .seat = actor,
                                            .moves = list,
                                            .count = count,
                                            .random = &thought};
                chosen[i] = greedy->choose(greedy, &ask);
            }
            assert_int_equal(chosen[0], chosen[1]);
            asked++;
        }
        case_table_free(&table);
    }
    assert_true(asked > 500);
}
