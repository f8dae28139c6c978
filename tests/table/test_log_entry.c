/* How entries and questions are told as JSON: moves as text and in parts, to each viewer what it may know, and after a move was
 * taken back the same as before. */
#include "billions/json.h"
#include "table/helpers.h"
#include "table/messages/log_entry.h"
#include "unit.h"

static const struct bil_value *parse(const struct bil_text *text)
{
    return helper_json(text->data);
}

/* Writes the last move of the match for a viewer. */
static void write_line(const struct bil_match *match, struct bil_log_line *line, int viewer, struct bil_text *out)
{
    struct bil_text words = {0};
    bil_text_clear(out);
    bil_log_line_write(line, match, viewer, false, &words, out);
    bil_text_free(&words);
}

struct told {
    int questions, moves, secret;
    int shared; /* entries that two viewers are told in the same voice */
};

static void check_question(const struct bil_match *match, struct told *told)
{
    struct bil_text words = {0};
    struct bil_text out = {0};
    bil_json_object(&out);
    bil_question_write(match, bil_match_state(match, -1), match->actor, match->move, match->move_count, true, &words, &out);
    bil_json_object_end(&out);
    const struct bil_value *question = parse(&out);
    const struct bil_value *moves = bil_value_get(question, "moves");
    const struct bil_value *parts = bil_value_get(question, "parts");
    assert_int_equal(moves->count, match->move_count);
    assert_int_equal(parts->count, match->move_count);
    for (const struct bil_value *part = parts->child; part; part = part->next) {
        assert_string_not_equal(bil_value_get(part, "verb")->string, "?");
    }
    told->questions++;
    told->moves += match->move_count;
    bil_json_free(question);
    bil_text_free(&words);
    bil_text_free(&out);
}

/* A text with "?" hides what it is about; its parts have the verb alone. */
static void check_secrets(const struct bil_text *out, struct told *told)
{
    const struct bil_value *entry = parse(out);
    const char *move = bil_value_get(entry, "move")->string;
    const struct bil_value *parts = bil_value_get(entry, "parts");
    assert_non_null(bil_value_get(parts, "verb"));
    if (strstr(move, " ?")) {
        assert_int_equal(parts->count, 1);
        told->secret++;
    }
    bil_json_free(entry);
}

/* One voice, one text: whoever has it is told the very same bytes. */
static void check_voices(const struct bil_match *match, struct bil_log_line *line, struct told *told)
{
    struct bil_text one = {0};
    struct bil_text other = {0};
    for (int a = BIL_EVERYBODY; a < match->config.seats; a++) {
        write_line(match, line, a, &one);
        for (int b = a + 1; b < match->config.seats; b++) {
            if (bil_log_line_voice(line, match, a) == bil_log_line_voice(line, match, b)) {
                write_line(match, line, b, &other);
                assert_string_equal(one.data, other.data);
                told->shared++;
            }
        }
    }
    bil_text_free(&one);
    bil_text_free(&other);
}

static void play(const char *name, int seats, unsigned seed, struct told *told)
{
    struct bil_match_setup setup = helper_setup(seats, seed);
    setup.game = bil_game_find(name);
    struct bil_match *match = helper_match(&setup);
    struct bil_text before = {0};
    struct bil_text after = {0};
    while (match->actor != BIL_OVER) {
        struct bil_log_line line = {
            .kind = BIL_ENTRY_MOVE, .seat = (int8_t)match->actor, .ply = match->ply, .number = match->ply + 1};
        check_question(match, told);
        line.event_from = match->event_count;
        helper_play(match, match->ply + 1, seed + (unsigned)match->ply);
        line.event_to = match->event_count;
        check_voices(match, &line, told);
        for (int viewer = BIL_SPECTATOR; viewer < seats; viewer++) {
            write_line(match, &line, viewer, &before);
            check_secrets(&before, told);
            bil_log_line_keep(&line, match);
            write_line(match, &line, viewer, &after);
            assert_string_equal(after.data, before.data);
            free(line.back);
            line.back = NULL;
        }
    }
    bil_text_free(&before);
    bil_text_free(&after);
    bil_match_free(match);
}

static void whole_games(void **state)
{
    struct told obu = {0};
    struct told six = {0};
    for (unsigned seed = 1; seed <= 6; seed++) {
        play("one-billion-users", 2 + (int)seed % 3, seed, &obu);
        play("six-billion", 2 + (int)seed % 4, seed, &six);
    }
    assert_true(obu.questions > 500 && obu.moves > 2000 && obu.secret > 50 && obu.shared > 500);
    assert_true(six.questions > 500 && six.moves > 2000 && six.secret > 10 && six.shared > 500);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
