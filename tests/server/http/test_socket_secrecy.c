/* Secrecy on the wire, at the socket. Two servers hold the same table, but what one viewer cannot know was dealt anew in the
 * second. As long as that viewer's views are the same in both, everything it is sent must be the same: bytes, sizes, order, number
 * and moment, on all of its connections. Both servers have the same random numbers and the same clock, so that ids, tokens and
 * times are the same as well, and bytes are compared as they came out of the socket, handshakes and heads of frames included.
 *
 * The tables begin at positions of random games. Every seat, and who watches, is the viewer once at each of them. The others play
 * moves that look alike to the viewer, or in windows whatever they like; bots, standing orders, absent persons and deadlines answer
 * too; moves are taken back, connections are lost and come back.
 *
 * SECRECY_POSITIONS=4000 looks at so many positions of each game instead of a few. */
#include "billions/json.h"
#include "kit/notation.h"
#include "server/http/socket_server.h"
#include "server/tables/internal.h"
#include "table/helpers.h"
#include "unit.h"

enum { POSITIONS = 60, STEPS = 5, PLIES = 400, TRIES = 8, ALL_PRESENT = -2 };

static struct socket_server servers[2];
static struct socket_server *const side[2] = {&servers[0], &servers[1]};
static struct bil_random choices;
static struct counts {
    int positions, looks, compared, messages, windows, deadlines, answers, hidden, bots, orders, absent, taken_back, asked_back,
        rests, wholes, requests, parted, moments;
    int64_t bytes;
} counts;

static bool chance(uint32_t one_in)
{
    return bil_random_below(&choices, one_in) == 0;
}

/* ------------------------------------------------------------------ looking into the hubs */

static char made[BIL_TABLE_ID + 1]; /* the same on both sides */

static struct bil_table *table_of(const struct socket_server *server)
{
    struct bil_table *table = NULL;
    assert_int_equal(bil_table_load(server->hub, made, &table, NULL), BIL_FAULT_NONE);
    return table;
}

static const struct bil_asked *asked_of(const struct socket_server *server)
{
    return &table_of(server)->body->asked;
}

/* Whether the viewer has seen the same in both games up to now. */
static bool same_views(int viewer)
{
    const struct bil_match *a = table_of(side[0])->body->match;
    const struct bil_match *b = table_of(side[1])->body->match;
    for (int ply = 0; ply <= a->ply && ply <= b->ply; ply++) {
        unsigned char seen[2][BIL_MAX_STATE] __attribute__((aligned(16))) = {{0}};
        bil_match_view(a, viewer, ply, seen[0]);
        bil_match_view(b, viewer, ply, seen[1]);
        if (memcmp(seen[0], seen[1], sizeof seen[0]) != 0) {
            return false;
        }
    }
    return a->ply == b->ply;
}

/* The connection of a seat through which the test speaks; on both sides the same place in the list. */
static int speaker(int seat)
{
    for (int i = 0; i < servers[0].count; i++) {
        if (servers[0].client[i].seat == seat && servers[0].client[i].file >= 0) {
            return i;
        }
    }
    return -1;
}

static void say(int s, int client, const char *text)
{
    socket_server_say(&servers[s].client[client], text);
    socket_server_settle(side[s]);
}

static void say_both(int client, const char *text)
{
    say(0, client, text);
    say(1, client, text);
}

/* ------------------------------------------------------------------ comparing */

static void tell_difference(const char *when, int viewer, const struct bil_text *a, const struct bil_text *b)
{
    size_t at = 0;
    while (at < a->length && at < b->length && a->data[at] == b->data[at]) {
        at++;
    }
    const size_t from = at > 200 ? at - 200 : 0;
    fprintf(stderr, "%s, position %d, viewer %d: %zu and %zu bytes; the first that differs is %zu:\n  ...%.*s\n  ...%.*s\n", when,
            counts.positions, viewer + 1, a->length, b->length, at, (int)(a->length - from > 900 ? 900 : a->length - from),
            bil_text_string(a) + from, (int)(b->length - from > 900 ? 900 : b->length - from), bil_text_string(b) + from);
    helper_fail("A viewer was sent something else because of what it cannot know.");
}

static void compare_texts(const char *when, int viewer, const struct bil_text *a, const struct bil_text *b)
{
    counts.bytes += (int64_t)a->length;
    if (a->length != b->length || (a->length && memcmp(a->data, b->data, a->length) != 0)) {
        tell_difference(when, viewer, a, b);
    }
}

/* All that the viewer was sent on any connection since this was last asked. */
static void compare(int viewer, const char *when)
{
    counts.compared++;
    for (int i = 0; i < servers[0].count; i++) {
        struct socket_server_client *a = &servers[0].client[i];
        struct socket_server_client *b = &servers[1].client[i];
        if (a->seat == viewer) {
            assert_int_equal(a->frames, b->frames);
            counts.messages += a->frames;
            compare_texts(when, viewer, &a->all, &b->all);
            socket_server_forget(a);
            socket_server_forget(b);
        }
    }
}

/* The moment at which the first byte came since then; 0: none did. */
static long long first_moment(const struct socket_server *server, int viewer)
{
    const char *mark = bil_text_string(&server->client[speaker(viewer)].all);
    return *mark == '@' ? strtoll(mark + 1, NULL, 10) : 0;
}

/* A window has closed, and what was answered there is another story on each side: but the moment is the same. */
static void compare_moments(int viewer)
{
    counts.moments++;
    assert_int_equal(first_moment(side[0], viewer), first_moment(side[1], viewer));
    assert_int_not_equal(first_moment(side[0], viewer), 0);
}

/* ------------------------------------------------------------------ answers */

static const char *face(const struct socket_server *server, const struct bil_question *question, bil_move move, int viewer,
                        struct bil_text *out)
{
    const struct bil_match *match = table_of(server)->body->match;
    bil_text_clear(out);
    bil_move_text(match->game, match->rules, question->state, move, viewer, out);
    return bil_text_string(out);
}

static bil_move any(const struct bil_question *question)
{
    return question->move[bil_random_below(&choices, (uint32_t)question->count)];
}

/* Some move of the first side, and one of the second that the viewer cannot tell from it. */
static bool alike(const struct bil_question *a, const struct bil_question *b, int viewer, bil_move move[2])
{
    struct bil_text wanted = {0};
    struct bil_text text = {0};
    bool found = false;
    for (int attempt = 0; attempt < TRIES && !found; attempt++) {
        const int first = (int)bil_random_below(&choices, (uint32_t)b->count);
        move[0] = any(a);
        face(side[0], a, move[0], viewer, &wanted);
        for (int i = 0; i < b->count && !found; i++) {
            move[1] = b->move[(first + i) % b->count];
            found = strcmp(face(side[1], b, move[1], viewer, &text), bil_text_string(&wanted)) == 0;
        }
    }
    bil_text_free(&wanted);
    bil_text_free(&text);
    return found;
}

static void answer(int s, int seat, bil_move move)
{
    const struct bil_asked *asked = asked_of(side[s]);
    const struct bil_question *question = bil_table_question(table_of(side[s]), seat);
    struct bil_text words = {0};
    struct bil_text text = {0};
    face(side[s], question, move, seat, &words);
    bil_text_format(&text, "{\"type\":\"move\",\"id\":7,\"decision\":%lld,\"move\":\"%s\"}", (long long)asked->decision,
                    bil_text_string(&words));
    say(s, speaker(seat), bil_text_string(&text));
    bil_text_free(&words);
    bil_text_free(&text);
}

/* One asked seat answers on both sides at the same moment. False: it has no answers that look alike. */
static bool answer_one(int seat, int viewer, bool freely)
{
    const struct bil_question *question[2];
    bil_move move[2];
    for (int s = 0; s < 2; s++) {
        question[s] = bil_table_question(table_of(side[s]), seat);
    }
    if (!question[0] || !question[1] || question[0]->who != BIL_WHO_PERSON || question[1]->who != BIL_WHO_PERSON ||
        speaker(seat) < 0) {
        return true; /* a machine's, or nobody's; if only one side's, the bytes will tell */
    }
    if (freely && seat != viewer) { /* nobody hears of it before the window closes, and perhaps not then */
        move[0] = any(question[0]);
        move[1] = any(question[1]);
        counts.hidden++;
    } else if (!alike(question[0], question[1], viewer, move)) {
        return false;
    }
    socket_server_now += 130;
    answer(0, seat, move[0]);
    answer(1, seat, move[1]);
    counts.answers++;
    return true;
}

/* Everybody who is asked answers, the viewer too; now and then somebody does not. False: no answers that look alike. */
static bool answer_all(int viewer)
{
    const struct bil_asked asked = *asked_of(side[0]);
    const bool freely = asked.window && chance(2);
    for (int i = 0; i < asked.count; i++) {
        if (asked_of(side[0])->decision != asked.decision) {
            return true;
        }
        if (asked.window && chance(8)) {
            continue;
        }
        if (!answer_one(asked.question[i].seat, viewer, freely)) {
            return false;
        }
        if (asked.window && chance(4) && asked_of(side[0])->decision == asked.decision &&
            !answer_one(asked.question[i].seat, viewer, freely)) { /* and changes its mind */
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ what else happens */

/* Somebody takes back what was decided last, or asks to; another agrees or refuses. */
static void take_back(int seats)
{
    char text[96];
    const int seat = (int)bil_random_below(&choices, (uint32_t)seats);
    const int64_t before = table_of(side[0])->body->lines;
    if (speaker(seat) < 0 || asked_of(side[0])->decision == 0) {
        return;
    }
    snprintf(text, sizeof text, "{\"type\":\"undo\",\"id\":8,\"decision\":%lld}", (long long)asked_of(side[0])->decision);
    say_both(speaker(seat), text);
    counts.taken_back += table_of(side[0])->body->lines > before && table_of(side[0])->body->undo.seat < 0;
    if (table_of(side[0])->body->undo.seat < 0) {
        return;
    }
    counts.asked_back++;
    const char *answer = chance(3) ? "{\"type\":\"refuse\"}" : "{\"type\":\"agree\"}";
    for (int other = 0; other < seats; other++) {
        if (other != seat && speaker(other) >= 0) {
            say_both(speaker(other), answer);
        }
    }
}

/* The viewer asks for what it may ask for; others talk. */
static void talk(int viewer, int seats)
{
    static const char *const words[] = {"{\"type\":\"ping\"}",
                                        "{\"type\":\"chat\",\"id\":1,\"text\":\"Well played.\"}",
                                        "{\"type\":\"hint\",\"id\":2}",
                                        "{\"type\":\"why\",\"id\":3,\"move\":\"pass\"}",
                                        "{\"type\":\"order\",\"id\":4,\"words\":\"pass windows\"}",
                                        "{\"type\":\"end-order\",\"id\":5,\"words\":\"\"}",
                                        "{\"type\":\"move\",\"id\":6,\"decision\":1,\"move\":\"pass\"}"};
    const int other = (int)bil_random_below(&choices, (uint32_t)seats);
    if (speaker(viewer) >= 0) {
        say_both(speaker(viewer), words[bil_random_below(&choices, sizeof words / sizeof *words)]);
    }
    if (speaker(other) >= 0) {
        say_both(speaker(other), words[bil_random_below(&choices, 2)]);
    }
}

static void ask_the_lobby(void)
{
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", made);
    for (int s = 0; s < 2; s++) {
        socket_server_forget_web(side[s]);
        bil_json_free(socket_server_ask(side[s], "GET", path, "", "", 200));
        bil_json_free(socket_server_ask(side[s], "GET", "/api/tables?limit=1", "", "", 200));
    }
    counts.requests++;
    compare_texts("The lobby", BIL_SPECTATOR, &servers[0].web, &servers[1].web);
}

/* The last connection of the viewer, and sometimes somebody else's, is lost and comes back with what it knows. */
static void come_back(int viewer)
{
    const int client = servers[0].count - 1;
    const bool whole = chance(2);
    assert_int_equal(servers[0].client[client].seat, viewer);
    for (int s = 0; s < 2; s++) {
        struct socket_server_client *own = &servers[s].client[client];
        socket_server_drop(own);
        socket_server_connect(own, whole ? -1 : own->number);
    }
    counts.wholes += whole;
    counts.rests += !whole;
}

/* ------------------------------------------------------------------ one position */

/* Who plays there: `kind` is chance, bit by bit. */
static void write_setup(const struct bil_match *match, const void *state, int viewer, unsigned kind, struct bil_text *out)
{
    const char *bot[BIL_MAX_SEATS] = {NULL};
    for (int seat = 0; seat < match->config.seats; seat++) {
        bot[seat] = seat != viewer && kind >> seat & 1U ? (kind >> 8 & 1U ? "greedy" : "easy") : NULL;
    }
    bench_write_setup(match, state, bot, "\"listed\":true,\"pace\":{\"kind\":\"live\",\"move\":60,\"bank\":60,\"window\":10}", out);
}

/* Whether there is anything left to decide: a table does not begin at the end of a game. */
static bool can_begin(const struct bil_match *match, const void *state)
{
    struct bil_text setup = {0};
    struct bil_table_setup read;
    write_setup(match, state, ALL_PRESENT, 0, &setup);
    const bool can = bil_setup_read(bil_text_string(&setup), setup.length, true, &read, NULL);
    if (can) {
        bil_setup_free(&read);
    }
    bil_text_free(&setup);
    return can;
}

/* Makes the table, and everybody sits down or watches. The viewer's connections are the last in the list. */
static void make_table(struct socket_server *server, const char *setup, int viewer, int seats, unsigned bots)
{
    char path[64];
    char token[BIL_MAX_SEATS][BIL_TOKEN_LETTERS + 1] = {{0}};
    const struct bil_value *document = socket_server_ask(server, "POST", "/api/tables", "", setup, 201);
    snprintf(made, sizeof made, "%s", bil_value_get(document, "table")->string);
    bil_json_free(document);
    snprintf(path, sizeof path, "/api/tables/%s/join", made);
    for (int seat = 0; seat < seats; seat++) {
        if (seat == viewer || !(bots >> seat & 1U)) {
            char body[64];
            snprintf(body, sizeof body, "{\"name\":\"Person %d\",\"seat\":%d}", seat + 1, seat + 1);
            document = socket_server_ask(server, "POST", path, "", body, 200);
            snprintf(token[seat], sizeof token[seat], "%s", bil_value_get(document, "token")->string);
            bil_json_free(document);
            if (seat != viewer) {
                socket_server_connect(socket_server_client(server, made, token[seat], seat, false), -1);
            }
        }
    }
    for (int i = 0; i < 3; i++) { /* two that stay, without and with views; one that will come and go */
        socket_server_connect(socket_server_client(server, made, viewer >= 0 ? token[viewer] : NULL, viewer, i > 0), -1);
    }
}

static void give_orders(int viewer, int seats, unsigned kind)
{
    static const char *const words[] = {"never counter", "guard always", "never cancel",   "pass windows",
                                        "pass",          "pass counter", "only against b", "pass death"};
    for (int seat = 0; seat < seats; seat++) {
        if (seat != viewer && speaker(seat) >= 0 && kind >> (16 + seat) & 1U) {
            char text[96];
            snprintf(text, sizeof text, "{\"type\":\"order\",\"words\":\"%s\"}", words[kind >> 24 & 7U]);
            say_both(speaker(seat), text);
            counts.orders++;
        }
    }
}

/* Somebody says goodbye, and a bot plays for that seat. */
static void send_away(int viewer, int seats, unsigned kind)
{
    if (seats < 1 || !(kind >> 27 & 1U)) {
        return;
    }
    const int seat = (int)((kind >> 9 & 7U) % (unsigned)seats);
    const int client = seat != viewer ? speaker(seat) : -1;
    if (client < 0) {
        return;
    }
    for (int s = 0; s < 2; s++) {
        socket_server_say(&servers[s].client[client], "{\"type\":\"bye\"}");
        socket_server_settle(side[s]);
        socket_server_drop(&servers[s].client[client]);
    }
    socket_server_wait(side, 20000);
    counts.absent++;
}

/* One step; false: it ends here. */
static bool step(int viewer, int seats, bool *window)
{
    if (!same_views(viewer)) {
        counts.parted++;
        if (*window) {
            compare_moments(viewer);
        }
        return false;
    }
    const int state = table_of(side[0])->body->facts.state;
    assert_int_equal(state, table_of(side[1])->body->facts.state);
    if (state != BIL_TABLE_PLAYING) {
        return false; /* when the game is over, everything is shown */
    }
    compare(viewer, "After a step");
    if (chance(4)) {
        talk(viewer, seats);
    }
    if (chance(6)) {
        take_back(seats);
    }
    if (!same_views(viewer)) { /* the viewer's own answer was the last that a window waited for */
        counts.parted++;
        return false;
    }
    if (chance(3)) {
        come_back(viewer);
    }
    if (chance(6)) {
        ask_the_lobby();
    }
    compare(viewer, "After some talk");
    *window = asked_of(side[0])->window;
    counts.windows += *window;
    const bool goes_on = answer_all(viewer);
    const int64_t wait = chance(6) ? 11000 : 2500;
    counts.deadlines += *window && wait > 10000;
    socket_server_wait(side, wait);
    return goes_on;
}

static void look_as(const struct bil_match *match, int viewer, unsigned kind)
{
    const int seats = match->config.seats;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    unsigned char world[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bool window = false;
    bil_match_view(match, viewer, -1, view);
    match->game->deal(match->rules, view, &choices, world);
    if (!can_begin(match, world)) {
        return;
    }
    counts.looks++;
    for (int s = 0; s < 2; s++) {
        struct bil_text setup = {0};
        socket_server_open(side[s]);                   /* a new one each time: tables of before would go on playing */
        socket_server_secrets((unsigned)counts.looks); /* ids, tokens, the secret of the table */
        write_setup(match, s ? world : bil_match_state(match, -1), viewer, kind, &setup);
        make_table(side[s], bil_text_string(&setup), viewer, seats, kind);
        bil_text_free(&setup);
    }
    give_orders(viewer, seats, kind);
    send_away(viewer, seats, kind);
    counts.bots += (kind & 0x3FU) != 0;
    for (int i = 0; i < STEPS && step(viewer, seats, &window); i++) {
    }
    socket_server_close(side[0]);
    socket_server_close(side[1]);
}

static void look_at(const struct bil_match *match)
{
    unsigned kind = 0;
    if (!chance(4)) { /* every bit in a quarter of the others */
        kind = bil_random_word(&choices);
        kind &= bil_random_word(&choices);
    }
    if (!can_begin(match, bil_match_state(match, -1))) {
        return;
    }
    counts.positions++;
    for (int viewer = BIL_SPECTATOR; viewer < match->config.seats; viewer++) {
        look_as(match, viewer, kind);
    }
}

/* ------------------------------------------------------------------ many positions */

static void play_and_look(const char *id, const struct bil_setting *settings, int setting_count, int positions, unsigned seed)
{
    const struct bil_game *game = bil_game_find(id);
    const uint8_t bytes[BIL_SEED_BYTES] = {(uint8_t)seed, 44};
    memset(&counts, 0, sizeof counts);
    bil_random_stream(&choices, bytes, 3, seed);
    socket_server_secrets(0);
    for (unsigned number = 0; counts.positions < positions; number++) {
        struct bil_match_setup setup = {.game = game, .config = {.settings = settings, .setting_count = setting_count}};
        setup.config.seats = game->min_seats + (int)bil_random_below(&choices, (uint32_t)(game->max_seats - game->min_seats + 1));
        setup.seed[0] = (uint8_t)number;
        setup.seed[1] = (uint8_t)(number >> 8);
        setup.seed[2] = (uint8_t)seed;
        struct bil_match *match = bil_match_bare(&setup, NULL);
        assert_non_null(match);
        for (int ply = 0; ply < PLIES && match->actor != BIL_OVER && counts.positions < positions; ply++) {
            const bool window = game->window(match->rules, bil_match_state(match, -1)) != 0;
            if (chance(window ? 6 : 90)) {
                look_at(match);
            }
            bil_match_push(match, bil_pick(game, match->rules, bil_match_state(match, -1), &choices), false);
        }
        bil_match_free(match);
    }
    printf(
        "%s: %d positions, %d looks, %d comparisons of %d messages and %lld bytes; %d windows (%d to their deadline), %d answers "
        "(%d of them hidden), bots at %d, %d orders, %d absent, %d taken back, %d asked back, %d rests, %d wholes, %d requests, %d "
        "parted, %d at the same moment of a window\n",
        game->id, counts.positions, counts.looks, counts.compared, counts.messages, (long long)counts.bytes, counts.windows,
        counts.deadlines, counts.answers, counts.hidden, counts.bots, counts.orders, counts.absent, counts.taken_back,
        counts.asked_back, counts.rests, counts.wholes, counts.requests, counts.parted, counts.moments);
    assert_true(counts.looks > 2 * positions && counts.compared > 3 * positions && counts.windows > positions);
    assert_true(counts.bots && counts.orders && counts.absent && counts.taken_back && counts.rests && counts.wholes);
    assert_true(counts.hidden && counts.moments && counts.deadlines && counts.requests);
}

static int wanted(void)
{
    const char *text = getenv("SECRECY_POSITIONS");
    const int number = text ? atoi(text) : 0;
    return number > 0 ? number : POSITIONS;
}

static void one_billion_users(void **state)
{
    play_and_look("one-billion-users", NULL, 0, (wanted() + 1) / 2, 1);
}

static void one_billion_users_with_networks(void **state)
{
    static const struct bil_setting networks[] = {{"networks", "random"}};
    play_and_look("one-billion-users", networks, 1, (wanted() + 1) / 2, 2);
}

static void six_billion(void **state)
{
    play_and_look("six-billion", NULL, 0, wanted(), 3);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_billion_users),
        cmocka_unit_test(one_billion_users_with_networks),
        cmocka_unit_test(six_billion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
