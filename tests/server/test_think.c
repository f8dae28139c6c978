/* Thinking elsewhere: a thought is the same behind its bytes, and has the same answer; only who has the secret and is the same
 * program is given any, in its turn; whoever dies, hangs or answers nonsense costs a thought its time and nothing else. */
#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/think_post.h"
#include "server/thought.h"
#include "table/helpers.h"
#include "unit.h"

enum { EVERY = 31, PORTS = 200 };

/* ------------------------------------------------------------------ thoughts */

/* Goes through a random game; at some decisions calls `look` with what the actor is asked. Returns how many there were. */
static int walk(const char *id, const char *bot_name, void (*look)(const struct bil_thought *thought))
{
    static _Alignas(16) unsigned char rules[BIL_MAX_RULES];
    static _Alignas(16) unsigned char quick[BIL_MAX_RULES];
    static struct bil_thought thought;
    _Alignas(16) unsigned char state[BIL_MAX_STATE] = {0};
    _Alignas(16) unsigned char view[BIL_MAX_STATE] = {0};
    const struct bil_game *game = bil_game_find(id);
    const struct bil_config config = {.seats = 3};
    const uint8_t seed[BIL_SEED_BYTES] = {7};
    struct bil_error error;
    struct bil_random chance;
    struct bil_random choice;
    bil_move moves[BIL_MAX_MOVES];
    int seen = 0;
    assert_true(game->rules_init(&config, rules, &error));
    memcpy(quick, rules, sizeof rules);
    game->make_fast(quick);
    bil_random_match(&chance, seed);
    bil_random_stream(&choice, seed, 5, 5);
    game->setup(rules, &chance, state, NULL);
    for (int ply = 0; game->actor(rules, state) != BIL_OVER; ply++) {
        const int seat = game->actor(rules, state);
        const int count = game->moves(rules, state, moves);
        if (count > 1 && ply % EVERY == 0) {
            struct bil_random random;
            game->hide(rules, state, seat, view);
            const struct bil_ask ask = {
                .game = game, .rules = rules, .quick = quick, .view = view, .seat = seat, .moves = moves, .count = count};
            bil_random_stream(&random, seed, 9, (uint32_t)ply);
            bil_thought_make(&thought, bil_bot_find(bot_name, NULL), &ask, &random);
            look(&thought);
            seen++;
        }
        game->apply(rules, state, moves[count == 1 ? 0 : bil_random_below(&choice, (uint32_t)count)], &chance, NULL);
    }
    return seen;
}

static bil_move choose(const struct bil_thought *thought)
{
    struct bil_thought copy;
    bil_thought_make(&copy, thought->bot, &thought->ask, &thought->random); /* its own pointers */
    return copy.bot->choose(copy.bot, &copy.ask);
}

static void there_and_back(const struct bil_thought *thought)
{
    static struct bil_thought read;
    struct bil_text bytes = {0};
    struct bil_text again = {0};
    struct bil_error error = {{0}};
    bil_thought_write(thought, &bytes);
    assert_true(bytes.length <= BIL_THINK_MESSAGE);
    if (!bil_thought_read(&read, bytes.data, bytes.length, &error)) {
        fail_msg("%s", error.text);
    }
    bil_thought_write(&read, &again);
    assert_int_equal(again.length, bytes.length);
    assert_memory_equal(again.data, bytes.data, bytes.length);
    const bil_move move = choose(thought);
    assert_int_equal(choose(&read), move);
    assert_true(bil_thought_has(&read, move) && !bil_thought_has(&read, ~move));
    bil_text_free(&bytes);
    bil_text_free(&again);
}

static void a_thought_is_the_same_behind_its_bytes(void **state)
{
    (void)state;
    assert_true(walk("one-billion-users", "search:iterations=60", there_and_back) > 3);
    assert_true(walk("six-billion", "search:iterations=60", there_and_back) > 3);
}

static struct bil_thought kept;

static void keep(const struct bil_thought *thought)
{
    bil_thought_make(&kept, thought->bot, &thought->ask, &thought->random);
}

static void refuses(const char *bytes, size_t count)
{
    static struct bil_thought read;
    struct bil_error error = {{0}};
    assert_false(bil_thought_read(&read, bytes, count, &error));
    assert_true(error.text[0] != 0);
}

static void bytes_that_are_none_are_refused(void **state)
{
    (void)state;
    struct bil_text bytes = {0};
    walk("six-billion", "search:iterations=60", keep);
    bil_thought_write(&kept, &bytes);
    refuses(bytes.data, 0);
    refuses(bytes.data, 100);
    refuses(bytes.data, bytes.length - 1);
    bil_text_char(&bytes, 'x');
    refuses(bytes.data, bytes.length);
    bytes.length--;
    static const struct {
        size_t at;
        const char *words;
    } wrong[] = {{0, "nobody"},         {0, "easy:person=nobody"}, {64, "another-game"}, {64, "one-billion-users"},
                 {128, "\xFF\xFF\xFF"}, {132, "\xFF\xFF"},         {132, "\x7F"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct bil_text copy = {0};
        bil_text_add_bytes(&copy, bytes.data, bytes.length);
        memcpy(copy.data + wrong[i].at, wrong[i].words, strlen(wrong[i].words) + (wrong[i].at < 128));
        refuses(copy.data, copy.length);
        bil_text_free(&copy);
    }
    bil_text_free(&bytes);
}

/* ------------------------------------------------------------------ the line */

struct greeting {
    int file;
    uint8_t secret;
    const char *program;
    struct bil_think_line line;
    struct bil_error error;
    bool fine;
};

static void *greet(void *context)
{
    struct greeting *greeting = context;
    const uint8_t secret[BIL_THINK_SECRET] = {greeting->secret};
    greeting->fine = bil_think_greet(&greeting->line, greeting->file, false, secret, greeting->program, &greeting->error);
    return NULL;
}

/* Both ends greet; true if both are content. */
static bool meet(struct greeting *server, struct greeting *thinker)
{
    int ends[2];
    pthread_t thread;
    const uint8_t secret[BIL_THINK_SECRET] = {server->secret};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    server->file = ends[0];
    thinker->file = ends[1];
    assert_int_equal(pthread_create(&thread, NULL, greet, thinker), 0);
    server->fine = bil_think_greet(&server->line, ends[0], true, secret, server->program, &server->error);
    pthread_join(thread, NULL);
    return server->fine && thinker->fine;
}

static void part(const struct greeting *server, const struct greeting *thinker)
{
    close(server->file);
    close(thinker->file);
}

static void only_the_secret_opens_a_line(void **state)
{
    (void)state;
    static char bytes[BIL_THINK_MESSAGE];
    struct greeting server = {.secret = 1, .program = "one"};
    struct greeting thinker = {.secret = 1, .program = "one"};
    assert_true(meet(&server, &thinker));
    assert_true(bil_think_say(&server.line, "words", 5) && bil_think_stirs(&thinker.line));
    assert_int_equal(bil_think_hear(&thinker.line, bytes, 1000), 5);
    assert_memory_equal(bytes, "words", 5);
    assert_int_equal(bil_think_hear(&thinker.line, bytes, 1), 0);
    assert_true(bil_think_say(&thinker.line, bytes, sizeof bytes)); /* the longest */
    assert_int_equal(bil_think_hear(&server.line, bytes, 1000), sizeof bytes);
    assert_false(bil_think_say(&thinker.line, bytes, sizeof bytes + 1) || bil_think_say(&thinker.line, bytes, 0));
    struct bil_think_line twice = server.line; /* the same number once more is no message */
    assert_true(bil_think_say(&server.line, "once", 4) && bil_think_hear(&thinker.line, bytes, 1000) == 4);
    assert_true(bil_think_say(&twice, "once", 4));
    assert_int_equal(bil_think_hear(&thinker.line, bytes, 1000), -1);
    part(&server, &thinker);
    thinker.secret = 2;
    assert_false(meet(&server, &thinker));
    helper_contains(thinker.error.text, "does not know the secret");
    helper_contains(server.error.text, "does not know the secret");
    part(&server, &thinker);
    thinker.secret = 1;
    thinker.program = "two";
    assert_false(meet(&server, &thinker));
    helper_contains(thinker.error.text, "another program (one, ");
    part(&server, &thinker);
}

static void a_secret_is_its_owner_s_alone(void **state)
{
    (void)state;
    uint8_t secret[BIL_THINK_SECRET];
    struct bil_error error = {{0}};
    const char *path = helper_path("secret");
    assert_false(bil_think_secret(path, secret, &error));
    helper_contains(error.text, "cannot be read");
    helper_write(path, "sixteen letters.");
    assert_int_equal(chmod(path, 0640), 0);
    assert_false(bil_think_secret(path, secret, &error));
    helper_contains(error.text, "chmod 600");
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(bil_think_secret(path, secret, &error));
    helper_write(path, "too short");
    assert_int_equal(chmod(path, 0600), 0);
    assert_false(bil_think_secret(path, secret, &error));
    helper_contains(error.text, "has 16 to 4095 bytes");
    static const char *const wrong[] = {"", "here", ":9000", "127.0.0.1", "127.0.0.1:", "127.0.0.1:http", "[::1]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(bil_think_socket(wrong[i], true, &error), -1);
        helper_contains(error.text, "an address and a port are wanted");
    }
}

/* ------------------------------------------------------------------ helping */

static const uint8_t shared[BIL_THINK_SECRET] = {3};

enum deed { DEED_THINK, DEED_DIE, DEED_HANG, DEED_NONSENSE, DEED_CHATTER };

struct helper {
    char address[32];
    enum deed deed;
    atomic_int asked;
    pthread_t thread;
};

/* A process elsewhere, which does as it should or does not. */
static void *help(void *context)
{
    struct helper *helper = context;
    static char bytes[BIL_THINK_MESSAGE];
    struct bil_think_line line;
    struct bil_error error = {{0}};
    const bil_move none = ~(bil_move)0;
    const int file = bil_think_socket(helper->address, false, &error);
    if (file < 0 || !bil_think_greet(&line, file, false, shared, "test", &error)) {
        fail_msg("%s", error.text);
    }
    if (helper->deed == DEED_THINK) {
        bil_think_for(&line);
    } else {
        while (bil_think_hear(&line, bytes, 10) == 0) {
        }
        atomic_fetch_add(&helper->asked, 1);
        if (helper->deed == DEED_NONSENSE) {
            bil_think_say(&line, &none, sizeof none);
        } else if (helper->deed == DEED_CHATTER) {
            bil_think_say(&line, bytes, 100);
        }
        while (helper->deed != DEED_DIE && bil_think_hear(&line, bytes, 100) >= 0) { /* until it is sent away */
        }
    }
    close(file);
    return NULL;
}

static atomic_int chosen_here;
static int done;

static void think_here(struct bil_work *work)
{
    struct bil_thinking *thinking = (struct bil_thinking *)(void *)work;
    atomic_fetch_add(&chosen_here, 1);
    thinking->chosen = thinking->thought.bot->choose(thinking->thought.bot, &thinking->thought.ask);
}

static void finished(struct bil_work *work, bool ran)
{
    struct bil_thinking *thinking = (struct bil_thinking *)(void *)work;
    assert_true(ran);
    assert_int_equal(thinking->chosen, choose(&kept));
    done++;
    free(thinking);
}

static void give(struct bil_workers *workers)
{
    struct bil_thinking *thinking = calloc(1, sizeof *thinking);
    thinking->work = (struct bil_work){.run = think_here, .done = finished, .task = {.cost = 1}};
    bil_thought_make(&thinking->thought, kept.bot, &kept.ask, &kept.random);
    bil_workers_give(workers, &thinking->work);
}

static struct bil_workers_figures figures_of(struct bil_workers *workers)
{
    struct bil_workers_figures figures;
    bil_workers_figures(workers, &figures);
    return figures;
}

static void pause_a_little(void)
{
    const struct timespec little = {0, 5000000};
    nanosleep(&little, NULL);
}

/* Holds the one thread of the workers until it is let go. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static void hold(struct bil_work *work)
{
    (void)work;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}
static void held(struct bil_work *work, bool ran)
{
    (void)ran;
    free(work);
}

/* One thread, which is held, and one helper: what is given has to be done by that. */
static void with_helper(enum deed deed, int thoughts)
{
    const struct bil_workers_settings one = {.threads = 1};
    struct bil_workers *workers = bil_workers_new(&one, NULL, NULL);
    struct bil_think_post *post = NULL;
    struct helper helper = {.deed = deed};
    struct bil_error error = {{0}};
    for (int i = 0; i < PORTS && !post; i++) {
        snprintf(helper.address, sizeof helper.address, "127.0.0.1:%d",
                 20000 + (int)((unsigned)getpid() * 7 + (unsigned)i * 13) % 12000);
        post = bil_think_post_new(helper.address, shared, "test", workers, &error);
    }
    assert_non_null(post);
    struct bil_work *holding = calloc(1, sizeof *holding);
    *holding = (struct bil_work){.run = hold, .done = held};
    pthread_mutex_lock(&gate);
    bil_workers_give(workers, holding);
    while (figures_of(workers).running == 0) {
        pause_a_little();
    }
    atomic_store(&chosen_here, 0);
    done = 0;
    assert_int_equal(pthread_create(&helper.thread, NULL, help, &helper), 0);
    while (figures_of(workers).guests == 0) {
        pause_a_little();
    }
    for (int i = 0; i < thoughts; i++) {
        give(workers);
    }
    while (figures_of(workers).run < (uint64_t)thoughts) {
        pause_a_little();
    }
    const struct bil_workers_figures figures = figures_of(workers);
    const bool well = deed == DEED_THINK;
    assert_int_equal(figures.elsewhere[0], well ? thoughts : 0);
    assert_int_equal(figures.elsewhere[1], !well);
    assert_int_equal(atomic_load(&chosen_here), !well);
    assert_int_equal(atomic_load(&helper.asked), !well);
    pthread_mutex_unlock(&gate);
    bil_workers_wait(workers);
    bil_workers_collect(workers);
    assert_int_equal(done, thoughts);
    bil_think_post_free(post);
    pthread_join(helper.thread, NULL);
    assert_int_equal(figures_of(workers).guests, 0);
    bil_workers_free(workers);
}

static void who_helps_chooses_as_a_thread_does(void **state)
{
    (void)state;
    walk("one-billion-users", "search:iterations=300", keep);
    with_helper(DEED_THINK, 12);
    walk("six-billion", "search:iterations=300", keep);
    with_helper(DEED_THINK, 12);
}

static void who_fails_costs_nothing_but_time(void **state)
{
    (void)state;
    walk("six-billion", "search:iterations=60", keep);
    with_helper(DEED_DIE, 1);
    with_helper(DEED_NONSENSE, 1);
    with_helper(DEED_CHATTER, 1);
    with_helper(DEED_HANG, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thought_is_the_same_behind_its_bytes), cmocka_unit_test(bytes_that_are_none_are_refused),
        cmocka_unit_test(only_the_secret_opens_a_line),           cmocka_unit_test(a_secret_is_its_owner_s_alone),
        cmocka_unit_test(who_helps_chooses_as_a_thread_does),     cmocka_unit_test(who_fails_costs_nothing_but_time),
    };
    return cmocka_run_group_tests(tests, helper_begin, helper_end);
}
