/* Writes records. Must never write what reading it back would not accept. */
#include <inttypes.h>
#include <string.h>

#include "billions/record.h"
#include "table/file.h"
#include "table/match_internal.h"

static void write_player(const struct bil_player *player, int seat, struct bil_text *out)
{
    bil_text_format(out, "Seat %d: ", seat + 1);
    if (player->bot) {
        bil_text_add(out, player->bot->name);
    } else if (player->stranger) {
        bil_text_add(out, player->name);
    } else {
        bil_text_add(out, "person");
        if (player->name[0]) {
            bil_text_format(out, " %s", player->name);
        }
    }
    bil_text_char(out, '\n');
}

static void write_header(const struct bil_match *match, struct bil_text *out)
{
    const struct bil_game *game = match->game;
    char seed[2 * BIL_SEED_BYTES + 1];
    bil_seed_to_text(match->seed, seed);
    bil_text_add(out, "Format: billions-record 1\n");
    bil_text_format(out, "Game: %s\n", game->id);
    bil_text_format(out, "Revision: %d\n", match->config.revision);
    bil_text_format(out, "Edition: %s\n", match->edition);
    bil_text_format(out, "Seats: %d\n", match->config.seats);
    if (!match->from_position) {
        if (match->edition_loaded) {
            bil_text_add(out, "Edition-Data: ");
            game->edition_json(match->rules, out);
            bil_text_char(out, '\n');
        }
        for (int i = 0; i < match->config.setting_count; i++) {
            const struct bil_setting *setting = &match->config.settings[i];
            bil_text_format(out, "Option: %s=%s\n", setting->key, setting->value);
        }
    }
    for (int seat = 0; seat < match->config.seats; seat++) {
        write_player(&match->player[seat], seat, out);
    }
    bil_text_format(out, "Seed: 0x%s\n", seed);
    if (match->from_position) {
        bil_text_add(out, "Position: ");
        bil_match_position(match, bil_match_state(match, 0), out);
        bil_text_char(out, '\n');
    }
    for (int i = 0; i < match->header_count; i++) {
        bil_text_format(out, "%s\n", match->header[i]);
    }
    bil_text_char(out, '\n');
}

/* Whole lines of comment, each with its mark. */
static void write_lines(const char *lines, struct bil_text *out)
{
    while (lines && *lines) {
        const size_t length = strcspn(lines, "\n");
        bil_text_add(out, length ? "# " : "#");
        bil_text_add_bytes(out, lines, length);
        bil_text_char(out, '\n');
        lines += length + (lines[length] == '\n');
    }
}

static void write_decision(const struct bil_match *match, int ply, struct bil_text *out)
{
    const struct bil_decision *decision = &match->decision[ply];
    write_lines(decision->note, out);
    if (!decision->recorded) {
        write_lines(decision->comment, out);
        return;
    }
    bil_text_format(out, "%d ", decision->seat + 1);
    bil_match_decision_text(match, ply, BIL_EVERYBODY, out);
    if (decision->time >= 0) {
        bil_text_format(out, " @%" PRId64 ".%03d", decision->time / 1000, (int)(decision->time % 1000));
    }
    if (decision->comment) {
        bil_text_format(out, " # %s", decision->comment);
    }
    bil_text_char(out, '\n');
}

/* The state of which a record's hash is: what is forced and not recorded is played, for the reader cannot but do so too. */
static void last_state(const struct bil_match *match, void *state)
{
    const struct bil_game *game = match->game;
    struct bil_random random = *bil_match_generator(match, match->ply);
    bil_move moves[BIL_MAX_MOVES];
    memcpy(state, bil_match_state(match, -1), game->state_size);
    while (game->actor(match->rules, state) != BIL_OVER && game->moves(match->rules, state, moves) == 1 &&
           !game->recorded(match->rules, state)) {
        game->apply(match->rules, state, moves[0], &random, NULL);
    }
}

static void write_end(const struct bil_match *match, struct bil_text *out)
{
    const struct bil_game *game = match->game;
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    last_state(match, state);
    if (game->actor(match->rules, state) == BIL_OVER) {
        uint8_t place[BIL_MAX_SEATS] = {0};
        game->rank(match->rules, state, place);
        for (int seat = 0; seat < match->config.seats; seat++) {
            struct bil_score score = {0};
            game->score(match->rules, state, seat, &score);
            bil_text_format(out, "Result: seat %d, %d points, place %d\n", seat + 1, score.total, place[seat]);
        }
    } else {
        bil_text_add(out, "Result: unfinished\n");
    }
    bil_text_format(out, "Hash: %016" PRIx64 "\n", bil_state_hash(game, state));
}

void bil_record_write(const struct bil_match *match, struct bil_text *out)
{
    write_header(match, out);
    for (int ply = 0; ply < match->ply; ply++) {
        write_decision(match, ply, out);
    }
    write_lines(match->closing_note, out);
    write_end(match, out);
}

bool bil_record_save(const struct bil_match *match, const char *path, struct bil_error *error)
{
    struct bil_text text = {0};
    bil_record_write(match, &text);
    const bool fine = bil_file_write(path, bil_text_string(&text), text.length, error);
    bil_text_free(&text);
    return fine;
}
