/* Puzzles as lines of JSON, written, and read again to be checked. Fractions do not exist there: places and turns are hundredths,
 * points tenths. Must never take a line at its word. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "billions/position.h"
#include "kit/notation.h"
#include "lab/puzzles/puzzle.h"
#include "table/memory.h"

enum { FORMAT = 1, HUNDREDTHS = 100, TENTHS = 10 };

/* ------------------------------------------------------------------ writing */

static void key_move(const struct bil_puzzle_ask *ask, const char *key, int which, struct bil_text *out)
{
    struct bil_text text = {0};
    bil_move_text(ask->game, ask->rules, ask->view, ask->move[which], ask->seat, &text);
    bil_json_key_string(out, key, bil_text_string(&text));
    bil_text_free(&text);
}

/* All moves, the best first and then by how near they come. */
static void write_moves(const struct bil_puzzle_ask *ask, const struct bil_puzzle_worth *worth,
                        const struct bil_puzzle_reasons *reasons, struct bil_text *out)
{
    bool told[BIL_PUZZLE_MOVES] = {false};
    bil_json_key_array(out, "moves");
    for (int n = 0; n < ask->count; n++) {
        int which = -1;
        for (int i = 0; i < ask->count; i++) {
            if (!told[i] && (which < 0 || worth->lead[i] < worth->lead[which])) {
                which = i;
            }
        }
        told[which] = true;
        bil_json_object(out);
        key_move(ask, "move", which, out);
        bil_json_key_integer(out, "place", lround(worth->place[which] * HUNDREDTHS));
        bil_json_key_array(out, "points");
        for (int seat = 0; seat < ask->seats; seat++) {
            bil_json_integer(out, lround(worth->points[which][seat] * TENTHS));
        }
        bil_json_array_end(out);
        bil_json_key_integer(out, "turns", lround(worth->turns[which] * HUNDREDTHS));
        if (reasons->against[which]) {
            bil_json_key_string(out, "why", reasons->against[which]);
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

void bil_puzzle_line_write(const struct bil_puzzle_ask *ask, const struct bil_puzzle_worth *worth,
                           const struct bil_puzzle_reasons *reasons, int level, struct bil_text *out, uint64_t *kind, uint64_t *why)
{
    char id[2 * sizeof(uint64_t) + 1];
    char edition[BIL_EDITION_HASH];
    struct bil_text text = {0};
    snprintf(id, sizeof id, "%016" PRIx64, bil_state_hash(ask->game, ask->view));
    bil_move_text(ask->game, ask->rules, ask->view, ask->move[worth->best], ask->seat, &text);
    *kind = bil_fnv(BIL_FNV, bil_text_string(&text), strcspn(bil_text_string(&text), " "));
    bil_text_clear(&text);
    bil_json_object(out);
    bil_json_key_integer(out, "format", FORMAT);
    bil_json_key_string(out, "id", id);
    bil_json_key_string(out, "game", ask->game->id);
    bil_json_key_integer(out, "seat", ask->seat + 1);
    bil_json_key_integer(out, "level", level);
    key_move(ask, "best", worth->best, out);
    key_move(ask, "next", worth->next, out);
    key_move(ask, "advised", ask->advised, out);
    bil_json_key_integer(out, "lead", lround(worth->lead[worth->next] * HUNDREDTHS));
    bil_json_key_integer(out, "low", (int64_t)floor(worth->low[worth->next] * HUNDREDTHS));
    const char *reason = reasons->against[ask->advised] ? reasons->against[ask->advised] : "";
    *why = bil_fnv(BIL_FNV, reason, strlen(reason));
    write_moves(ask, worth, reasons, out);
    bil_text_clear(&text);
    bil_edition_hash(ask->game, ask->rules, edition);
    bil_position_write(ask->game, ask->config, ask->rules, edition, ask->view, &text);
    bil_json_key(out, "position");
    bil_json_raw(out, bil_text_string(&text));
    bil_json_object_end(out);
    bil_text_char(out, '\n');
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ checking */

/* The index of the move that a line calls the best; -1 and a sentence if it is no legal one. */
static int claimed(const struct bil_puzzle_ask *ask, const char *best, struct bil_error *error)
{
    const bil_move move = bil_move_exact(ask->game, ask->rules, ask->view, ask->seat, ask->move, ask->count, best);
    for (int i = 0; i < ask->count && move != 0; i++) {
        if (ask->move[i] == move) {
            return i;
        }
    }
    bil_fail(error, "best: \"%.100s\" is no legal move of seat %d here.", best, ask->seat + 1);
    return -1;
}

/* The claim, against searches that it has never seen. */
static bool check_claim(const struct bil_puzzle_ask *ask, int which, const char *best, const uint8_t seed[BIL_SEED_BYTES],
                        struct bil_error *error)
{
    struct bil_puzzle_worth worth;
    struct bil_text text = {0};
    bil_puzzle_judge(ask, seed, 0, BIL_PUZZLE_ROUNDS, BIL_PUZZLE_TRIES, which, &worth);
    if (worth.low[worth.next] > 0) {
        return true;
    }
    bil_move_text(ask->game, ask->rules, ask->view, ask->move[worth.next], ask->seat, &text);
    bil_fail(error, "\"%.100s\" is not proven: over \"%.100s\" it leads by %.2f places, with 95 %% certainty by no more than %.2f.",
             best, bil_text_string(&text), worth.lead[worth.next], worth.low[worth.next]);
    bil_text_free(&text);
    return false;
}

static void write_if_puzzle(const struct bil_puzzle_ask *ask, int which, const uint8_t seed[BIL_SEED_BYTES], struct bil_text *out)
{
    struct bil_puzzle_worth worth;
    struct bil_puzzle_reasons reasons;
    uint64_t kind = 0;
    uint64_t why = 0;
    int level = 0;
    if (bil_puzzle_proves(ask, seed, which, &worth, &reasons, &level)) {
        bil_puzzle_line_write(ask, &worth, &reasons, level, out, &kind, &why);
        bil_puzzle_reasons_free(&reasons);
    }
}

/* What is asked of the position of a line: whether its claim holds, or (`out`) whether it is a puzzle at all. */
static bool judge_position(const struct bil_value *object, const char *best, const uint8_t seed[BIL_SEED_BYTES],
                           struct bil_text *out, struct bil_error *error)
{
    const struct bil_value *document = NULL;
    struct bil_position position;
    if (!bil_value_object(object, "position", &document, error)) {
        return false;
    }
    if (!document) {
        return bil_fail(error, "position: there is none.");
    }
    if (!bil_position_read(document, NULL, NULL, &position, error)) {
        return false;
    }
    const struct bil_game *game = position.game;
    unsigned char *quick = bil_memory_zero(1, game->rules_size);
    memcpy(quick, position.rules, game->rules_size);
    if (game->make_fast) {
        game->make_fast(quick);
    }
    struct bil_puzzle_ask ask = {.game = game,
                                 .config = &position.config,
                                 .rules = position.rules,
                                 .quick = quick,
                                 .view = position.state,
                                 .seat = game->actor(position.rules, position.state),
                                 .seats = position.config.seats};
    bool fine = true;
    int which = -1;
    if (ask.seat == BIL_OVER) {
        fine = bil_fail(error, "position: the game is over.");
    } else if (!bil_puzzle_moves(&ask)) {
        fine = bil_fail(error, "position: seat %d has no 2 to %d legal moves.", ask.seat + 1, BIL_PUZZLE_MOVES);
    } else if ((which = claimed(&ask, best, error)) < 0) {
        fine = false;
    } else if (out) {
        write_if_puzzle(&ask, which, seed, out);
    } else {
        fine = check_claim(&ask, which, best, seed, error);
    }
    free(quick);
    bil_position_free(&position);
    return fine;
}

bool bil_puzzle_check(const char *line, size_t length, const uint8_t seed[BIL_SEED_BYTES], struct bil_text *out,
                      struct bil_error *error)
{
    const struct bil_value *object = bil_json_read(line, length, "the puzzle", error);
    const char *best = NULL;
    int format = 0;
    bool fine = object && bil_value_integer(object, "format", FORMAT, FORMAT, &format, error) &&
                bil_value_string(object, "best", &best, error);
    if (fine && (format != FORMAT || !best)) {
        fine = bil_fail(error, "%s: there is none.", best ? "format" : "best");
    }
    fine = fine && judge_position(object, best, seed, out, error);
    bil_json_free(object);
    return fine;
}
