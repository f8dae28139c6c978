/* Playing at a server's table from the terminal, with a real hub behind the line but no sockets: whole games of both kinds, lost
 * connections at every place, what a person can say there, bots in a person's place, and servers that talk nonsense. */
#include <sys/stat.h>
#include <unistd.h>

#include "billions/json.h"
#include "billions/record.h"
#include "server/hub_bench.h"
#include "table/helpers.h"
#include "table/output.h"
#include "table/span.h"
#include "terminal/remote.h"
#include "unit.h"

enum { PATIENCE = 120, LINES = 3000, MUTATIONS = 20000 };

static const char one[] = "{\"game\":\"one-billion-users\",\"seats\":3,\"bots\":[null,null,\"greedy\"]}";
static const char six[] = "{\"game\":\"six-billion\",\"seats\":3,\"bots\":[null,\"greedy\",null]}";

/* ------------------------------------------------------------------ a line into a hub */

struct way {
    struct bench_client *seat; /* whose place we take */
    struct bil_client *client; /* NULL: not connected */
    int every;                 /* the connection is lost after so many messages; 0: never */
    int heard;                 /* messages since it was made */
    bool swallow;              /* ... and the next thing that is said is lost with it */
    int lost, hellos, moves;   /* how often */
    int shown, undone;
    struct bil_text greeting; /* what is said first on every connection */
    struct bil_text all;      /* every message that came, a line each */
    int silent[2];            /* a pipe in which nothing comes, but for what `dribbles` needs */
    bool dribbles;            /* behind every entry nothing comes for a moment */
    bool pause, paused;       /* that moment is next, or just was */
    int pauses;               /* how often */
    int out;                  /* the screen's file */
    long long written;        /* bytes of it when the moment came */
    int entries;              /* since the table moved last */
    int gives_away;           /* it moves on, when there were so many; 0: never */
    int moved;                /* how often that was told */
    bool moves_on;            /* it was told just now */
    enum ending { NO_DOUBT, SPEAKS_AGAIN, CONNECTS_AGAIN, ANSWERED_MEANWHILE } doubt; /* how a silence of the line ends */
    int hurries;                                                                      /* attempts that were asked for at once */
    bool calm;                                                                        /* nothing is in a hurry */
    int silence;                                                                      /* how far it is; 0: all is well */
    int doubts;                                                                       /* how often there was one */
    int typed;          /* moves that were said before one was typed into it */
    long long question; /* the decision before which it was silent last */
    char *screen;       /* what was shown */
};
static struct way way; /* of the test that runs */

static long long size_of(int file)
{
    struct stat facts;
    assert_int_equal(fstat(file, &facts), 0);
    return (long long)facts.st_size;
}

/* Whether nothing more is to come for a moment. Until it is over nothing may be written: who reads of what happened may type at
 * once, and would be taken to answer what was asked before. */
static bool pauses(void)
{
    char sign;
    if (way.paused) {
        way.paused = false;
        assert_int_equal(read(way.silent[0], &sign, 1), 1);
        assert_int_equal(size_of(way.out), way.written);
    }
    if (!way.pause) {
        return false;
    }
    way.pause = false;
    way.paused = true;
    way.pauses++;
    way.written = size_of(way.out);
    assert_int_equal(write(way.silent[1], "", 1), 1); /* and then it is looked again */
    return true;
}

static void hang_up(void)
{
    bil_hub_gone(bench.hub, way.client, bench.now);
    way.client = NULL;
    way.lost++;
}

/* Another process has the table: all connect again. */
static void follow(void)
{
    way.moved++;
    way.moves_on = false;
    hang_up();
    way.lost--;
    for (int i = 0; i < bench.count; i++) { /* the others follow, too */
        struct bench_client *other = &bench.client[i];
        if (other->client) {
            bench_drop(other);
            bench_connect(other, other->number);
        }
    }
}

static void way_greet(void *context, const char *greeting)
{
    bil_text_clear(&way.greeting);
    bil_text_add(&way.greeting, greeting);
}

/* The decision that a message asks this seat for; 0: none. */
static long long question_of(const char *text)
{
    const char *decision = strstr(text, "\"decision\":");
    return decision && strstr(decision, "\"moves\":[") ? atoll(decision + 11) : 0;
}

static void way_hurry(void *context)
{
    way.hurries++;
}

static void way_calm(void *context, bool calm)
{
    way.calm = calm;
}

static bool way_send(void *context, const char *text)
{
    way.moves += strstr(text, "\"type\":\"move\"") != NULL;
    if (!way.client || way.silence > 0) {
        return false;
    }
    if (way.swallow && strstr(text, "\"type\":\"move\"")) {
        way.swallow = false;
        way.heard = way.every; /* gone before it arrived */
        return true;
    }
    if (!bil_hub_receive(bench.hub, way.client, text, strlen(text), bench.now)) {
        bench_round();
    }
    return true;
}

/* The seat has been asked: the line falls silent, a move is typed, and the silence ends. */
static enum bil_line_news be_silent(const char **text)
{
    switch (way.silence++) {
    case 1:
        way.doubts++;
        assert_false(way.calm);
        *text = "No answer for 9 s: trying again.";
        return BIL_LINE_DOUBT;
    case 2:
        way.typed = way.moves;
        return BIL_LINE_NOTHING;
    default:
        assert_int_equal(way.moves, way.typed); /* nothing was sent in the meantime */
        way.silence = 0;
    }
    if (way.doubt == SPEAKS_AGAIN) {
        return BIL_LINE_BACK;
    }
    if (way.doubt == ANSWERED_MEANWHILE) { /* from another device */
        bench_connect(way.seat, 0);
        bench_play_round();
        bench_drop(way.seat);
    }
    hang_up();
    return BIL_LINE_NOTHING; /* and a new one is made */
}

static enum bil_line_news way_next(void *context, const char **text)
{
    size_t length = 0;
    *text = "";
    if (pauses()) {
        return BIL_LINE_NOTHING;
    }
    if (way.moves_on) {
        follow();
    }
    if (way.silence > 0) {
        const enum bil_line_news news = be_silent(text);
        if (news != BIL_LINE_NOTHING || way.silence > 0) {
            return news;
        }
    }
    if (!way.client) {
        way.client = bil_hub_connect(bench.hub, &way, bench.now);
        way.heard = 0;
        way.hellos++;
        if (!bil_hub_receive(bench.hub, way.client, way.greeting.data, way.greeting.length, bench.now)) {
            bench_round();
        }
        return BIL_LINE_UP;
    }
    if (way.every && way.heard >= way.every) {
        /* Every other time what was said last has not arrived; else it has, and the answer is lost. */
        way.swallow = way.lost % 2 == 0;
        hang_up();
        *text = "the test has cut it";
        return BIL_LINE_DOWN;
    }
    if (way.gives_away && way.entries >= way.gives_away) {
        way.entries = 0;
        way.moves_on = true;
        *text = "{\"type\":\"moved\"}"; /* as a server says that has given the table away (several.py) */
        return BIL_LINE_TEXT;
    }
    for (int quiet = 0; quiet < 2;) {
        bench_round();
        *text = bil_outbox_next(way.client, &length);
        if (*text) {
            way.heard++;
            way.pause = way.dribbles && strstr(*text, "\"type\":\"entry\"");
            way.entries += strstr(*text, "\"type\":\"entry\"") != NULL;
            way.moves_on = strstr(*text, "\"type\":\"moved\"") != NULL;
            way.silence = way.doubt && question_of(*text) > way.question;
            way.question = way.silence ? question_of(*text) : way.question;
            bil_text_add_bytes(&way.all, *text, length);
            bil_text_char(&way.all, '\n');
            return BIL_LINE_TEXT;
        }
        if (bench_play_round() == 0) {
            bil_hub_wait(bench.hub);
            quiet++;
        }
    }
    return BIL_LINE_NOTHING;
}

static int way_fd(void *context)
{
    return way.silent[0];
}

static bool way_record(void *context, struct bil_text *out, struct bil_error *error)
{
    return bil_table_record(bench.hub, way.seat->table, bench.now, out, error) == BIL_FAULT_NONE;
}

static bool way_leave(void *context, struct bil_error *error)
{
    return bil_table_leave(bench.hub, way.seat->table, way.seat->token, bench.now, error) == BIL_FAULT_NONE;
}

static void way_shown(void *context, int64_t number, const char *view, size_t length)
{
    assert_true(number > 0);
    way.shown += view != NULL;
    way.undone += view == NULL;
    assert_true(!view || (view[0] == '{' && view[length - 1] == '}'));
}

static void close_way(void)
{
    if (way.client) {
        hang_up();
    }
    bil_text_free(&way.all);
    bil_text_free(&way.greeting);
    free(way.screen);
    close(way.silent[0]);
    close(way.silent[1]);
}

static int end(void **state)
{
    close_way();
    return bench_end(state);
}

static void open_way(const char *setup)
{
    if (way.seat) {
        close_way();
    }
    alarm(PATIENCE);
    way = (struct way){0};
    bench_open(":memory:", false);
    way.seat = bench_table(setup);
    bench_drop(way.seat);
    assert_int_equal(pipe(way.silent), 0);
}

/* ------------------------------------------------------------------ a person */

/* Plays with these lines typed, and fails the test if it ends otherwise; what the screen showed is in way.screen. */
static void play(const char *typed, const char *bot, int code)
{
    FILE *in = tmpfile();
    FILE *out = tmpfile();
    struct bil_screen screen;
    struct bil_keyboard keyboard;
    assert_true(in && out);
    assert_int_equal(fwrite(typed, 1, strlen(typed), in), strlen(typed));
    rewind(in);
    bil_keyboard_open(&keyboard, fileno(in));
    bil_output_plain();
    bil_screen_open(&screen, fileno(out));
    way.out = fileno(out);
    struct bil_remote remote = {.token = way.seat->token, .screen = &screen, .keyboard = &keyboard};
    remote.line = (struct bil_line){.context = &way,
                                    .host = "here",
                                    .again = "billions join X",
                                    .greet = way_greet,
                                    .hurry = way_hurry,
                                    .calm = way_calm,
                                    .send = way_send,
                                    .next = way_next,
                                    .fd = way_fd,
                                    .record = way_record,
                                    .leave = way_leave,
                                    .shown = way_shown};
    snprintf(remote.table.id, sizeof remote.table.id, "%s", way.seat->table);
    if (bot) {
        const struct bil_bot *found = bil_bot_find(bot, NULL);
        assert_non_null(found);
        assert_int_equal(bil_remote_run_bot(&remote, found), code);
    } else {
        assert_int_equal(bil_remote_run(&remote), code);
    }
    bil_screen_close(&screen);
    fseek(out, 0, SEEK_END);
    const long length = ftell(out);
    way.screen = calloc(1, (size_t)length + 1);
    assert_non_null(way.screen);
    rewind(out);
    assert_int_equal(fread(way.screen, 1, (size_t)length, out), (size_t)length);
    fclose(in);
    fclose(out);
}

/* The screen says who won as the record of the game has it. */
static void assert_told_the_end(void)
{
    struct bil_error error = {{0}};
    struct bil_text text = {0};
    struct bil_record_end end;
    struct bil_score score;
    uint8_t place[BIL_MAX_SEATS];
    assert_int_equal(bil_table_record(bench.hub, way.seat->table, bench.now, &text, &error), BIL_FAULT_NONE);
    struct bil_match *match = bil_record_read(bil_text_string(&text), text.length, "the record", NULL, &end, &error);
    helper_must(match != NULL, &error);
    assert_int_equal(match->actor, BIL_OVER);
    match->game->rank(match->rules, bil_match_state(match, -1), place);
    for (int seat = 0; seat < match->config.seats; seat++) {
        if (place[seat] == 1) {
            match->game->score(match->rules, bil_match_state(match, -1), seat, &score);
            bil_text_clear(&text);
            bil_text_format(&text, "%d points", score.total);
            helper_contains(way.screen, bil_text_string(&text));
        }
    }
    bil_match_free(match);
    bil_text_free(&text);
}

/* Plays to the end, with these lines before all moves; the record is true, and the screen told it. */
static void play_to_the_end(const char *before)
{
    struct bil_text typed = {0};
    bil_text_add(&typed, before);
    bil_text_repeat(&typed, "1\n", LINES);
    play(bil_text_string(&typed), NULL, BIL_PLAY_FINE);
    bil_text_free(&typed);
    assert_told_the_end();
    bench_verify(way.seat->table);
}

static void whole_game(const char *setup, int every)
{
    open_way(setup);
    way.every = every;
    play_to_the_end("help\nwho\nscore\nsay Good evening\norders\n");
    helper_contains(way.screen, "You sit at Seat 1 of table");
    helper_contains(way.screen, "say TEXT");
    helper_contains(way.screen, "Good evening");
    helper_contains(way.screen, "The game is over.");
    assert_true(way.shown > 20);
    if (every) {
        assert_true(way.lost > 5);
        assert_int_equal(way.hellos, way.lost + 1);
        helper_contains(way.screen, "The connection is there again.");
        helper_contains(way.screen, "the test has cut it");
    } else {
        assert_null(strstr(way.screen, "connection"));
        assert_int_equal(way.hellos, 1);
    }
}

/* A table that goes from one process to another all the time: nobody is told, and nothing is lost. */
static void a_table_that_moves(void **state)
{
    for (int every = 1; every < 4; every++) {
        open_way(every % 2 ? one : six);
        way.gives_away = every;
        play_to_the_end("");
        assert_true(way.moved > 5);
        assert_int_equal(way.hellos, way.moved + 1);
        assert_null(strstr(way.screen, "connection"));
    }
}

/* A move that is typed while the line is silent is sent once, when it is back, and only if exactly that is still asked. */
static void a_move_typed_into_the_silence(void **state)
{
    for (enum ending doubt = SPEAKS_AGAIN; doubt <= ANSWERED_MEANWHILE; doubt++) {
        for (int game = 0; game < 2; game++) {
            open_way(game ? six : one);
            way.doubt = doubt;
            play_to_the_end("");
            assert_true(way.doubts > 5);
            helper_contains(way.screen, "No answer for 9 s: trying again.");
            helper_contains(way.screen, "Not sent yet");
            helper_contains(way.screen, "The connection is there again.");
            assert_int_equal(way.hurries, way.doubts); /* what is typed into it asks for an attempt */
            assert_true(way.calm);                     /* the game is over, and was not when it fell silent */
            assert_int_equal(way.moves, doubt == ANSWERED_MEANWHILE ? 0 : way.doubts);
            assert_int_equal(strstr(way.screen, "Your move was not sent: it is not asked any more.") != NULL,
                             doubt == ANSWERED_MEANWHILE);
        }
    }
}

/* A game over days is in no hurry to find out that the line is silent; one that is played now is. */
static void a_game_over_days_is_calm(void **state)
{
    static const char *const setups[] = {"{\"game\":\"six-billion\",\"seats\":2,\"bots\":[null,\"greedy\"]}",
                                         "{\"game\":\"six-billion\",\"seats\":2,\"bots\":[null,\"greedy\"],"
                                         "\"pace\":{\"kind\":\"days\"}}"};
    for (int days = 0; days < 2; days++) {
        open_way(setups[days]);
        play("quit\n", NULL, BIL_PLAY_FINE);
        assert_int_equal(way.calm, days);
    }
}

static void a_person_plays_both_games(void **state)
{
    whole_game(one, 0);
    whole_game(six, 0);
}

static void a_connection_that_is_lost_everywhere(void **state)
{
    for (int every = 3; every < 9; every++) {
        whole_game(every % 2 ? one : six, every);
    }
}

/* What happened, and how things stand since, are messages of their own, between which time may pass. */
static void nothing_is_shown_in_the_middle_of_a_step(void **state)
{
    for (int i = 0; i < 2; i++) {
        open_way(i ? six : one);
        way.dribbles = true;
        play_to_the_end("say Good evening\n");
        helper_contains(way.screen, "says: Good evening");
        assert_true(way.pauses > 50);
    }
}

/* ------------------------------------------------------------------ what can be said */

static void commands_work(void **state)
{
    open_way(one);
    play("why 1\nhint\nhint greedy\nmoves\ntable\nrules OBU-81\norder never counter\norders\nask me\n"
         "order nonsense\n999\nxyzzy\nlog\nundo\nagree\nsave nowhere.record\nrematch\ndecline\n1\n1\nrecord\nquit\n",
         NULL, BIL_PLAY_FINE);
    static const char *const told[] = {"You can: it is move 1",
                                       "Hint: [",
                                       "Hint of greedy: [",
                                       "Standing order: never counter",
                                       "You have no standing orders",
                                       "There is no move 999",
                                       "xyzzy",
                                       "Seat 2",
                                       "when the game is over",
                                       "A rematch is for those who played",
                                       "Only those who played can decline the next game",
                                       "1 launch",
                                       "The seat stays yours",
                                       "billions join X"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        helper_contains(way.screen, told[i]);
    }
}

/* Who leaves for good is asked first; anything but yes stays, and is no move. */
static void a_seat_is_left_after_a_question(void **state)
{
    open_way(one);
    play("leave\n1\nleave\nno\nLeave\nyes\n1\n", NULL, BIL_PLAY_FINE);
    helper_contains(way.screen, "Leave this game for good? A bot takes your seat and plays it to the end.");
    const char *stays = strstr(way.screen, "You stay.");
    assert_non_null(stays);
    assert_non_null(strstr(stays + 1, "You stay."));
    helper_contains(stays, "You have left.");
    assert_null(strstr(way.screen, "The seat stays yours."));
    assert_int_equal(way.moves, 0);
    bench_round();
    struct bench_client *other = &bench.client[1];
    assert_true(bench_heard(other, "\"kind\":\"left\",\"seat\":1,"));
    assert_true(bench_heard(other, "\"kind\":\"bot-seated\",\"seat\":1,"));
}

/* Who plays for somebody who is away is called as everywhere, not by the words of a setup. */
static void who_plays_for_the_absent_has_a_name(void **state)
{
    open_way("{\"game\":\"one-billion-users\",\"seats\":2,\"absent\":{\"bot\":\"easy:person=mara\"}}");
    bench_bye(&bench.client[1]);
    bench_wait(21000);
    play("who\nquit\n", NULL, BIL_PLAY_FINE);
    helper_contains(way.screen, "Seat 2 (Bob) is away: Mara plays.");
    helper_contains(way.screen, "Seat 2 (Bob): not connected, Mara plays");
    assert_null(strstr(way.screen, "person="));
}

/* Nobody else is there: the game ends with who leaves. */
static void the_last_one_ends_the_game(void **state)
{
    open_way("{\"game\":\"one-billion-users\",\"seats\":2,\"bots\":[null,\"greedy\"]}");
    play("leave\nyes\n", NULL, BIL_PLAY_FINE);
    helper_contains(way.screen, "You are the only person here: it ends at once");
    helper_contains(way.screen, "You have left.");
}

static void a_script_that_ends_early(void **state)
{
    open_way(six);
    play("1\n1\n", NULL, BIL_PLAY_INPUT_ENDED);
    helper_contains(way.screen, "The input ended before the game did.");
}

static void a_wrong_token_is_told(void **state)
{
    open_way(one);
    way.seat->token[0] = way.seat->token[0] == 'A' ? 'B' : 'A';
    play("1\n", NULL, BIL_REMOTE_REFUSED);
}

static void bots_take_a_seat(void **state)
{
    for (int i = 0; i < 2; i++) {
        open_way(i ? six : one);
        way.every = 7;
        play("", i ? "random" : "greedy", BIL_PLAY_FINE);
        assert_told_the_end();
        assert_true(way.moves > 10);
        bench_verify(way.seat->table);
    }
}

/* ------------------------------------------------------------------ an edition of one's own */

static void another_edition_is_mirrored(void **state)
{
    struct bil_text setup = {0};
    char *edition = bench_edition();
    bil_text_format(&setup, "{\"game\":\"one-billion-users\",\"seats\":2,\"bots\":[null,\"greedy\"],\"edition\":%s}", edition);
    open_way(bil_text_string(&setup));
    way.every = 20;
    play_to_the_end("");
    helper_contains(way.screen, "The game is over.");
    free(edition);
    bil_text_free(&setup);
}

/* ------------------------------------------------------------------ nonsense */

static void nonsense_does_no_harm(void **state)
{
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "null",
        "{\"type\":7}",
        "{\"type\":\"table\"}",
        "{\"type\":\"table\",\"setup\":{\"game\":\"chess\"},\"seats\":[{},{}]}",
        "{\"type\":\"table\",\"setup\":{\"game\":\"one-billion-users\"},\"seats\":[{},{},{},{},{},{},{},{},{},{},{}],\"you\":99}",
        "{\"type\":\"now\",\"asked\":{\"seats\":[0,-1,9223372036854775807],\"you\":{\"moves\":[1,{}]}},\"view\":[]}",
        "{\"type\":\"now\",\"asked\":{\"you\":{}},\"view\":{\"format\":1,\"game\":\"one-billion-users\",\"seats\":2}}",
        "{\"type\":\"entry\",\"number\":-5,\"kind\":\"chat\"}",
        "{\"type\":\"entry\",\"number\":1,\"kind\":\"seated\",\"seat\":12}",
        "{\"type\":\"orders\",\"orders\":[\"\",null,\"nonsense\",\"pass\",\"pass\",\"pass\",\"pass\",\"pass\",\"pass\",\"pass\"]}",
        "{\"type\":\"presence\",\"seat\":-3}",
        "{\"type\":\"clocks\"}",
        "{\"type\":\"rest\",\"seats\":[{}]}",
    };
    struct bil_remote_table table = {.seats = 0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bil_remote_said said;
        struct bil_error error = {{0}};
        if (!bil_remote_take(&table, texts[i], 0, &said, &error)) {
            assert_true(strlen(error.text) > 10);
        }
        assert_true(table.seats <= BIL_MAX_SEATS && table.you < BIL_MAX_SEATS && table.order_count <= BIL_ORDERS);
    }
    bil_remote_table_free(&table);
}

static void a_stale_answer_is_refused_in_words(void **state)
{
    struct bil_remote_table table = {.seats = 0};
    struct bil_remote_said said;
    struct bil_error error = {{0}};
    assert_true(bil_remote_take(&table,
                                "{\"type\":\"error\",\"id\":3,\"code\":\"stale\","
                                "\"text\":\"Decision 10 is not open; what is asked now is decision 11.\"}",
                                0, &said, &error));
    assert_int_equal(said.id, 3);
    assert_string_equal(said.code, "stale");
    assert_string_equal(said.text, "The game has gone on meanwhile. Say it again if you still mean it.");
    bil_remote_table_free(&table);
}

/* What a real server said, with bytes changed at random: a sentence or sense, and never harm. */
static void damaged_messages_do_no_harm(void **state)
{
    struct bil_random random;
    struct bil_remote_table table = {.seats = 0};
    uint8_t seed[BIL_SEED_BYTES] = {5};
    int wrong = 0;
    open_way(six);
    play("1\n1\n1\n1\n1\n1\n", NULL, BIL_PLAY_INPUT_ENDED);
    bil_random_stream(&random, seed, 1, 1);
    const char *line = bil_text_string(&way.all);
    for (int i = 0; i < MUTATIONS; i++) {
        line = *line ? line : bil_text_string(&way.all);
        const size_t length = strcspn(line, "\n");
        char *copy = strndup(line, length);
        assert_non_null(copy);
        for (uint32_t k = bil_random_below(&random, 3); k > 0; k--) {
            static const char bytes[] = "{}[]\",:0123456789-ntf? ax\\\xC3";
            copy[bil_random_below(&random, (uint32_t)length)] = bytes[bil_random_below(&random, sizeof bytes - 1)];
        }
        struct bil_remote_said said;
        wrong += !bil_remote_take(&table, copy, 0, &said, NULL);
        assert_true(table.seats <= BIL_MAX_SEATS && (!table.your_turn || table.mirror->move_count > 0));
        free(copy);
        line += length + (line[length] == '\n');
    }
    assert_true(wrong > MUTATIONS / 100 && wrong < MUTATIONS);
    bil_remote_table_free(&table);
}

static void spans_are_found(void **state)
{
    static const char json[] = "{ \"a\" : 1, \"text\":\"}\\\"]\", \"list\":[ 1,\"x,]\" , {\"a\":[2]} ],\"last\":{\"view\":null}}";
    struct bil_span span;
    struct bil_span inner;
    const char *at = NULL;
    int items = 0;
    assert_true(bil_span_member(json, "text", &span));
    assert_memory_equal(span.begin, "\"}\\\"]\"", span.length);
    assert_true(bil_span_member(json, "list", &span));
    while (bil_span_item(span.begin, &at, &inner)) {
        items++;
    }
    assert_int_equal(items, 3);
    assert_true(bil_span_member(json, "last", &span) && bil_span_member(span.begin, "view", &inner));
    assert_int_equal(inner.length, 4);
    assert_false(bil_span_member(json, "view", &span));
    assert_false(bil_span_member("[1]", "a", &span));
    assert_false(bil_span_member(NULL, "a", &span));
    assert_false(bil_span_member("{\"a", "a", &span) && span.length > 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_plays_both_games),
        cmocka_unit_test(a_connection_that_is_lost_everywhere),
        cmocka_unit_test(a_move_typed_into_the_silence),
        cmocka_unit_test(a_game_over_days_is_calm),
        cmocka_unit_test(a_table_that_moves),
        cmocka_unit_test(nothing_is_shown_in_the_middle_of_a_step),
        cmocka_unit_test(commands_work),
        cmocka_unit_test(a_seat_is_left_after_a_question),
        cmocka_unit_test(who_plays_for_the_absent_has_a_name),
        cmocka_unit_test(the_last_one_ends_the_game),
        cmocka_unit_test(a_script_that_ends_early),
        cmocka_unit_test(a_wrong_token_is_told),
        cmocka_unit_test(bots_take_a_seat),
        cmocka_unit_test(another_edition_is_mirrored),
        cmocka_unit_test(nonsense_does_no_harm),
        cmocka_unit_test(a_stale_answer_is_refused_in_words),
        cmocka_unit_test(damaged_messages_do_no_harm),
        cmocka_unit_test(spans_are_found),
    };
    return cmocka_run_group_tests(tests, helper_begin, end);
}
