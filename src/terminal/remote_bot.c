/* A bot in a person's place at a server's table. Must never give it more than the view that the server shows to that seat. */
#include "table/external_bot.h"
#include "table/output.h"
#include "terminal/remote_internal.h"
#include "terminal/score_sheet.h"

enum { PATIENCE = 16 }; /* errors until it is given up */

struct player {
    struct bil_remote *remote;
    struct bil_remote_line line;
    const struct bil_bot *bot;
    int heard, errors;
    int code;
    bool ended;
};

static void end_with(struct player *player, int code, const char *sentence)
{
    if (sentence) {
        bil_screen_flush(player->remote->screen);
        bil_output_complain("%s", sentence);
    }
    player->code = code;
    player->ended = true;
}

static void print_new_sentences(struct player *player)
{
    const struct bil_remote_table *table = &player->remote->table;
    player->heard = player->heard > table->told_count ? table->told_count : player->heard;
    for (; player->heard < table->told_count; player->heard++) {
        bil_screen_say(player->remote->screen, 4, BIL_PLAIN, "  - %s", bil_remote_sentence(table, player->heard));
    }
}

/* Answers what is asked, if something is. */
static bool answer_question(struct player *player)
{
    const struct bil_remote_table *table = &player->remote->table;
    const struct bil_match *mirror = table->mirror;
    if (!table->your_turn || !player->line.up || player->line.waiting || player->line.answered == table->decision) {
        return false;
    }
    struct bil_text text = {0};
    bil_match_move_text(mirror, mirror->move_count == 1 ? mirror->move[0] : bil_match_ask_bot(mirror, player->bot), &text);
    bil_remote_answer(&player->line, bil_text_string(&text));
    bil_text_free(&text);
    return true;
}

static void handle_event(struct player *player, enum bil_remote_event event, const struct bil_remote_said *said)
{
    struct bil_remote *remote = player->remote;
    if (event == BIL_EVENT_BACK) {
        bil_screen_say(remote->screen, 0, BIL_FAINT, "The connection is there again.");
    }
    if (event == BIL_EVENT_DOUBT) {
        bil_screen_say(remote->screen, 0, BIL_FAINT, "%s", said->text);
    } else if (event == BIL_EVENT_LOST) {
        bil_screen_say(remote->screen, 0, BIL_AMBER, "%s is lost: %s.", remote->line.host, said->text);
        if (!player->line.ever) {
            end_with(player, BIL_PLAY_FILES, "The server cannot be reached.");
        }
    } else if (event == BIL_EVENT_NONSENSE || bil_remote_fatal(said)) {
        end_with(player, BIL_REMOTE_REFUSED, said->text);
    } else if (said->kind == BIL_REMOTE_ERROR) {
        bil_screen_say(remote->screen, 0, BIL_AMBER, "%s", said->text);
        if (++player->errors > PATIENCE) {
            end_with(player, BIL_REMOTE_REFUSED, "The server refuses too much of what this bot does.");
        }
    }
}

static void report_game_end(struct player *player)
{
    const struct bil_remote_table *table = &player->remote->table;
    const struct bil_match *mirror = table->mirror;
    if (table->you >= 0) {
        bil_external_bot_over(player->bot, mirror->game, mirror->rules, bil_match_state(mirror, -1), table->seats, table->you,
                              mirror->number);
    }
    bil_score_sheet_show(mirror, BIL_EVERYBODY, player->remote->screen);
    bil_score_sheet_winner(mirror, player->remote->screen);
    end_with(player, BIL_PLAY_FINE, NULL);
}

static void check_table_state(struct player *player)
{
    const struct bil_remote_table *table = &player->remote->table;
    print_new_sentences(player);
    if (table->state == BIL_REMOTE_OVER && table->mirror && table->mirror->actor == BIL_OVER) {
        report_game_end(player);
    } else if (table->state == BIL_REMOTE_CLOSED) {
        end_with(player, BIL_PLAY_FINE, "This table is closed.");
    }
}

int bil_remote_run_bot(struct bil_remote *remote, const struct bil_bot *bot)
{
    struct player player = {.remote = remote, .line = {.remote = remote}, .bot = bot};
    const struct bil_line *way = &remote->line;
    struct bil_remote_said said;
    bil_remote_greet(&player.line);
    while (!player.ended) {
        const enum bil_remote_event event = bil_remote_next(&player.line, &said);
        if (event != BIL_EVENT_NOTHING) {
            handle_event(&player, event, &said);
            continue;
        }
        check_table_state(&player);
        if (!player.ended && answer_question(&player)) {
            continue;
        }
        if (player.ended || !bil_screen_flush(remote->screen)) {
            break;
        }
        const enum bil_input input = bil_keyboard_wait(remote->keyboard, false, way->fd(way->context), -1);
        if (input == BIL_INPUT_SIGNAL) {
            end_with(&player, 128 + bil_keyboard_signal(), NULL);
        }
    }
    struct bil_text text = {0};
    bil_remote_begin(&player.line, "bye", &text);
    bil_remote_send(&player.line, &text);
    bil_screen_flush(remote->screen);
    if (remote->screen->fault) {
        player.code = BIL_PLAY_FILES;
    }
    bil_text_free(&player.line.move);
    bil_remote_table_free(&remote->table);
    return player.code;
}
