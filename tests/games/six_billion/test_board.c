/* The Solar System drawn for a terminal: never wider than it may be, the same words with and without colour, plain ASCII where
 * there are no symbols, every token where it stands, and all that a viewer wants to see, but nothing that it may not. */
/* cmocka needs the four above first */
#include <ctype.h>

#include "games/six_billion/state.h"
#include "games/six_billion/words.h"
#include "unit.h"

struct table {
    struct six_rules rules;
    struct six_state state;
    struct bil_random random;
};

static void begin(struct table *table, int seats, const char *options, const char *seed_text)
{
    char text[128];
    struct bil_setting settings[8];
    struct bil_config config = {.seats = seats, .settings = settings};
    struct bil_error error;
    uint8_t seed[BIL_SEED_BYTES];
    memset(table, 0, sizeof *table);
    snprintf(text, sizeof text, "%s", options);
    for (char *at = text; *at;) { /* key=value;key=value */
        char *next = at + strcspn(at, ";");
        char *value = at + strcspn(at, "=");
        next += *next == ';' ? (*next = '\0', 1) : 0;
        *value = '\0';
        settings[config.setting_count++] = (struct bil_setting){at, value + 1};
        at = next;
    }
    if (!six_rules_init(&config, &table->rules, &error)) {
        fail_msg("%s", error.text);
    }
    bil_seed_from_text(seed_text, seed);
    bil_random_match(&table->random, seed);
    six_setup(&table->rules, &table->random, &table->state, NULL);
}

static void draw(const struct table *table, int viewer, int columns, bool colour, bool unicode, struct bil_text *out)
{
    const struct bil_style style = {columns, colour, unicode};
    struct six_state view;
    six_hide(&table->rules, &table->state, viewer, &view);
    six_draw_board(&table->rules, &view, &style, out);
}

/* ------------------------------------------------------------------ lines */

/* Bytes of the escape that begins here, or 0. */
static size_t escape(const char *at)
{
    return *at == '\033' ? strcspn(at, "m") + 1 : 0;
}

static void without_escapes(const char *text, struct bil_text *out)
{
    for (const char *at = text; *at;) {
        const size_t length = escape(at);
        if (length == 0) {
            bil_text_char(out, *at);
        }
        at += length ? length : 1;
    }
}

/* Every symbol of the board is one column wide. Lines end with a line end, with no blank before it, and hold no other control. */
static void check_lines(const char *text, int columns, bool unicode)
{
    int column = 0;
    int widest = 0;
    for (const char *at = text; *at; at++) {
        if (*at == '\n') {
            widest = column > widest ? column : widest;
            column = 0;
            assert_true(at == text || at[-1] != ' ');
            continue;
        }
        assert_true((unsigned char)*at >= ' ');
        if (!unicode && (unsigned char)*at >= 0x7F) {
            fail_msg("a symbol where there should be none:\n%s", text);
        }
        column += ((unsigned char)*at & 0xC0) != 0x80;
    }
    assert_int_equal(column, 0); /* the last line has ended */
    if (widest > columns) {
        fail_msg("%d columns of %d:\n%s", widest, columns, text);
    }
}

/* ------------------------------------------------------------------ where tokens stand */

/* The next line; NULL at the end. Copies it. */
static const char *next_line(const char *at, char line[512])
{
    if (!*at) {
        return NULL;
    }
    const size_t length = strcspn(at, "\n");
    assert_true(length < 512);
    memcpy(line, at, length);
    line[length] = '\0';
    return at + length + 1;
}

static int faction_of(const struct six_rules *rules, char letter)
{
    static const char letters[] = "RBGKOP";
    for (int faction = 0; faction < rules->factions; faction++) {
        if (letters[rules->colour[faction]] == letter) {
            return faction;
        }
    }
    return -1;
}

/* Where the cells of the ruler begin; [SIX_LEVELS] is where the sum does. */
struct ruler {
    int at[SIX_LEVELS + 1];
};

static struct ruler read_ruler(const char *line)
{
    struct ruler ruler = {{0}};
    const char *at = line;
    for (int level = 1; level < SIX_LEVELS; level++) {
        char number[8];
        snprintf(number, sizeof number, "%d", six_population(level));
        at += strspn(at, " ");
        assert_int_equal(strncmp(at, number, strlen(number)), 0);
        ruler.at[level] = (int)(at - line);
        at += strlen(number);
    }
    at = strstr(at, "sum");
    assert_non_null(at);
    ruler.at[SIX_LEVELS] = (int)(at - line);
    return ruler;
}

/* Reads the tokens of one line of a track into `seen`. */
static void read_cells(const struct table *table, const struct ruler *ruler, const char *line, int site, uint8_t seen[SIX_FACTIONS])
{
    const int length = (int)strlen(line);
    for (int level = 1; level < SIX_LEVELS; level++) {
        for (int c = ruler->at[level]; c < ruler->at[level + 1] - 1 && c < length; c++) {
            const int faction = faction_of(&table->rules, line[c]);
            if (faction >= 0) {
                assert_int_equal(seen[faction], 0); /* one token a track */
                seen[faction] = (uint8_t)level;
            } else if (level > table->rules.last[site]) {
                assert_true(line[c] == ' ');
            }
        }
    }
}

/* A growth sum in quarters, from "3/4", "2" or "1 1/2". */
static int read_sum(const char *text)
{
    int number[2] = {0};
    int part = 0;
    int under = 0;
    const int count = sscanf(text, "%d%*1[ ]%d/%d", &number[0], &part, &under);
    if (sscanf(text, "%d/%d", &number[0], &under) == 2) {
        return 4 / under * number[0];
    }
    return 4 * number[0] + (count == 3 && (under == 2 || under == 4) && text[2] != ' ' ? 4 / under * part : 0);
}

/* A plain ASCII board shows every token in its column, the growth limit in brackets, and the growth sum. Lines below a track hold
 * nothing but letters if they go on with its cells. */
static void check_tracks(const struct table *table, const char *text)
{
    char line[512] = "";
    const char *at = text;
    while (!strstr(line, "sum")) { /* the heading may take two lines */
        at = next_line(at, line);
        assert_non_null(at);
    }
    const struct ruler ruler = read_ruler(line);
    at = next_line(at, line);
    for (int site = 0; site < SIX_SITES; site++) {
        uint8_t seen[SIX_FACTIONS] = {0};
        const int limit = table->rules.limit[site];
        const char *name = six_site_short(site);
        assert_non_null(at);
        assert_int_equal(strncmp(line + 2, name, strlen(name)), 0);
        read_cells(table, &ruler, line, site, seen);
        if (limit) {
            assert_int_equal(line[ruler.at[limit] - 1], '(');
            assert_non_null(strchr(line + ruler.at[limit], ')'));
            assert_int_equal(read_sum(line + ruler.at[SIX_LEVELS]), table->state.growth[site]);
        } else {
            assert_null(memchr(line, '(', (size_t)ruler.at[SIX_LEVELS]));
        }
        while ((at = next_line(at, line)) != NULL && strncmp(line, "           ", 11) == 0 && !strstr(line, "worth")) {
            if (strspn(line, " RBGKOP") == strlen(line)) {
                read_cells(table, &ruler, line, site, seen);
            }
        }
        for (int faction = 0; faction < table->rules.factions; faction++) {
            if (seen[faction] != table->state.level[faction][site]) {
                fail_msg("%s: faction %d stands on level %d, not %d:\n%s", name, faction, table->state.level[faction][site],
                         seen[faction], text);
            }
        }
    }
}

/* ------------------------------------------------------------------ random games */

static void check_everywhere(const struct table *table)
{
    static const int widths[] = {60, 61, 72, 80, 99, 120, 200};
    struct bil_text plain = {0};
    struct bil_text coloured = {0};
    struct bil_text stripped = {0};
    for (int viewer = BIL_EVERYBODY; viewer < table->rules.seats; viewer++) {
        for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
            for (int unicode = 0; unicode < 2; unicode++) {
                bil_text_clear(&plain);
                bil_text_clear(&coloured);
                bil_text_clear(&stripped);
                draw(table, viewer, widths[w], false, unicode != 0, &plain);
                draw(table, viewer, widths[w], true, unicode != 0, &coloured);
                without_escapes(bil_text_string(&coloured), &stripped);
                check_lines(bil_text_string(&plain), widths[w], unicode != 0);
                assert_string_equal(bil_text_string(&plain), bil_text_string(&stripped));
                assert_null(strchr(bil_text_string(&plain), '\033'));
                assert_non_null(strchr(bil_text_string(&coloured), '\033'));
                if (!unicode) {
                    check_tracks(table, bil_text_string(&plain));
                }
            }
        }
    }
    bil_text_free(&plain);
    bil_text_free(&coloured);
    bil_text_free(&stripped);
}

static void whole_games_are_drawn(void **context)
{
    (void)context;
    enum { STRIDE = 37, MOST_PLIES = 6000 };
    static const struct {
        int seats;
        const char *options, *seed;
    } games[] = {
        {2, "", "a"},
        {2, "track=on;discovery-step=on", "b"},
        {3, "neutrals=1;colours=pink,black,orange", "c"},
        {3, "track=on;tokens=12", "d"},
        {4, "", "e"},
        {5, "tokens=10;turn-cap=12", "f"},
        {5, "track=on", "g"},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct table table;
        bil_move moves[SIX_MAX_MOVES];
        int ply = 0;
        begin(&table, games[i].seats, games[i].options, games[i].seed);
        while (six_actor(&table.rules, &table.state) != BIL_OVER && ply < MOST_PLIES) {
            if (ply % STRIDE == 0) {
                check_everywhere(&table);
            }
            const int count = six_moves(&table.rules, &table.state, moves);
            const bil_move move = moves[bil_random_below(&table.random, (uint32_t)count)];
            six_apply(&table.rules, &table.state, move, &table.random, NULL);
            ply++;
        }
        assert_int_equal(six_actor(&table.rules, &table.state), BIL_OVER);
        check_everywhere(&table);
    }
}

/* ------------------------------------------------------------------ one position, looked at closely */

static void hand(struct table *table, int seat, const int *cards)
{
    struct six_hand *held = &table->state.hand[seat];
    memset(held, 0, sizeof *held);
    memset(table->state.known[seat], 0, sizeof table->state.known[seat]);
    for (; *cards; cards++) {
        six_hand_add(held, *cards);
    }
}

static void step(struct table *table, int kind, int faction, int acting)
{
    struct six_state *state = &table->state;
    memset(state->stack, 0, sizeof state->stack);
    memset(&state->event, 0, sizeof state->event);
    state->stack[0] = (struct bil_frame){(uint8_t)kind, (uint8_t)acting, 0, 0};
    state->depth = 1;
    state->faction = (uint8_t)faction;
    state->acting = (uint8_t)acting;
    state->actions = 0;
    for (int place = 0; place < table->rules.factions; place++) {
        if (state->order[place] == faction) {
            state->at = (uint8_t)place;
        }
    }
}

enum { RED, BLUE, GREEN, PINK, ORANGE };

/* Three players, two Neutrals, the fifth game turn: Blue's step 3. */
static void crowd(struct table *table)
{
    static const struct {
        uint8_t faction, site, level;
    } tokens[] = {
        {RED, SIX_EARTH, 4},   {BLUE, SIX_EARTH, 6}, {GREEN, SIX_EARTH, 3}, {PINK, SIX_EARTH, 4},  {ORANGE, SIX_EARTH, 4},
        {BLUE, SIX_MARS, 4},   {RED, SIX_MARS, 2},   {PINK, SIX_MARS, 4},   {RED, SIX_SATURN, 5},  {BLUE, SIX_SATURN, 4},
        {PINK, SIX_SATURN, 3}, {RED, SIX_BELT, 10},  {BLUE, SIX_URANUS, 4}, {PINK, SIX_URANUS, 3},
    };
    struct six_state *state = &table->state;
    begin(table, 3, "", "crowd");
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        six_set_level(&table->rules, state, tokens[i].faction, tokens[i].site, tokens[i].level);
    }
    six_set_box(state, RED, SIX_PLUTO, 1, 0);
    six_set_box(state, ORANGE, SIX_PLUTO, 2, 1);
    six_set_box(state, BLUE, SIX_JUPITER, 0, 2);
    const uint8_t order[] = {GREEN, PINK, BLUE, ORANGE, RED};
    memcpy(state->order, order, sizeof order);
    state->turn = 5;
    state->points[RED] = 7;
    state->points[BLUE] = 1;
    state->agenda[RED] = 1 + SIX_BELT;
    state->agenda[BLUE] = 1 + SIX_MARS;
    state->agenda[GREEN] = 1 + SIX_EARTH;
    memset(state->find, 0, sizeof state->find);
    state->find[RED][0] = 1 + SIX_SATURN;
    state->find[BLUE][0] = SIX_FIND_UP + 1 + SIX_URANUS;
    memset(state->find_seen, 0, sizeof state->find_seen);
    state->find_seen[RED][0] = 1U << RED;
    state->find_seen[BLUE][0] = 0xFF;
    state->removed = 2;
    state->open[0] = SIX_COLONY_6;
    state->open[1] = SIX_NO_CARD;
    state->open[2] = SIX_DISCOVERY;
    six_to_discard(state, SIX_RECYCLE);
    hand(table, RED, (const int[]){SIX_MIGRANTS_12_OTHER, SIX_POLITICS, SIX_WAR, SIX_FAMINE, 0});
    hand(table, BLUE, (const int[]){SIX_DOUBLE, SIX_DOUBLE_OTHER, SIX_HOME, SIX_COLONY_2, SIX_COLONY_2, SIX_DEATH, 0});
    hand(table, GREEN, (const int[]){SIX_SOULS, SIX_DEATH, SIX_PESTILENCE, SIX_DOUBLE_NEUTRAL, SIX_POLITICS, 0});
    state->known[GREEN][SIX_PESTILENCE] = 1;
    step(table, SIX_ACT, BLUE, BLUE);
}

static bool shows(const struct table *table, int viewer, int columns, bool unicode, const char *words)
{
    struct bil_text text = {0};
    draw(table, viewer, columns, false, unicode, &text);
    const bool found = strstr(bil_text_string(&text), words) != NULL;
    bil_text_free(&text);
    return found;
}

static void expect(const struct table *table, int viewer, const char *words, bool wanted)
{
    if (shows(table, viewer, 80, false, words) != wanted) {
        struct bil_text text = {0};
        draw(table, viewer, 80, false, false, &text);
        fail_msg("viewer %d %s \"%s\":\n%s", viewer, wanted ? "does not see" : "sees", words, bil_text_string(&text));
    }
}

static void a_crowded_position_shows_what_matters(void **context)
{
    (void)context;
    struct table table;
    crowd(&table);
    static const char *const everybody_sees[] = {
        "  Game turn 5 ----",
        "           1  2  4  8   16 32 64 128 256 512 1024 sum   worth\n",
        "  Mercury  .  . (.) .   .  . |                    0     4/2/1\n",
        "  Earth    .  .  G  RPO .  B (.) .   .   .   end  1/2   8/4/2",
        "  Mars     .  R  .  BP  . (.) .  .   .   .  |     1/2   8/4/2",
        "  Belt     .  .  .  .   .  .  .  .   .   R   end  -     8/4/2",
        "  Jupiter  .  .  .  .   . (.) .  .   .  |         0     4/2/1 box B m2 -> 2\n",
        "  Saturn   .  .  P  B  (R) .  .  .  |             1 3/4 4/2/1",
        "  Uranus   .  .  P (B)  .  .  . |                 1 1/2 4/2/1 x2 B\n", /* the card lies face up */
        "           box R c1 waits O c2 m1 -> 1\n",
        "  x 1 G Green   Seat 3",
        "  x 2 P Pink    Neutral\n",
        "  > 3 B Blue    Seat 2",
        "    4 O Orange  Neutral\n",
        "    5 R Red     Seat 1",
        "7 points,",
        "1 point,",
        "under the treaty,",
        "Discovery Uranus (face up)",
        "  Face up   colony6, discovery\n",
        "deck 70, discard pile 1 (recycle on top), Discovery deck 7,",
        "2 Famines out of the game",
        "Belt 512 of 1024, Earth 32 of 1024, 5 empty tracks\n",
        "( ) growth limit, full at sum 1; box: c colonies, m migrants.\n",
        "Partly reconstructed: tracks, growth limits, points, distances, cards.\n",
    };
    for (size_t i = 0; i < sizeof everybody_sees / sizeof everybody_sees[0]; i++) {
        for (int viewer = BIL_EVERYBODY; viewer < 3; viewer++) {
            expect(&table, viewer, everybody_sees[i], true);
        }
    }
    expect(&table, RED, "Seat 1 (you), 7 points,", true);
    expect(&table, BLUE, "Seat 1, 7 points,", true);
    expect(&table, RED, "Seat 3, 0 points, 2+ if it ended now, 5 cards, under the treaty,\n", true);
    expect(&table, RED, "33 if it ended now, 6 cards, under the treaty", false);
    expect(&table, BLUE, "33 if it ended now, 6 cards,\n", true); /* Blue has long left Earth */
    assert_true(shows(&table, BLUE, 80, true, "  ▶ 3 B Blue    Seat 2 (you)"));
    assert_true(shows(&table, BLUE, 80, true, "  ✓ 1 G Green"));
    assert_true(shows(&table, BLUE, 80, true, "  Earth    ·  ·  G  RPO ·  B (·) ·"));
    assert_true(shows(&table, BLUE, 80, true, "box B m2 → 2"));
    expect(&table, BLUE, "Your Actions, 2 left\n", true);
    expect(&table, RED, "Blue's Actions, 2 left\n", true);
}

/* What only one seat may know. */
static void secrets_stay_with_their_owners(void **context)
{
    (void)context;
    static const struct {
        int owner;
        const char *words;
    } secrets[] = {
        {RED, "migrants12-other"},
        {RED, "famine "},
        {RED, " war "},
        {RED, "Hidden Agenda Belt"},
        {RED, "Discovery Saturn"},
        {RED, "4/2/1 x2 R"},
        {RED, "8/4/2 x2 R"},
        {BLUE, "Hidden Agenda Mars"},
        {BLUE, "colony2 x2"},
        {BLUE, "home "},
        {BLUE, "double-other"},
        {GREEN, "Hidden Agenda Earth"},
        {GREEN, "souls"},
        {GREEN, "death "},
        {GREEN, "double-neutral"},
        {GREEN, "8/4/2 x2 G"},
    };
    struct table table;
    crowd(&table);
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++) {
        for (int viewer = BIL_SPECTATOR; viewer < 3; viewer++) {
            const bool both = strcmp(secrets[i].words, "death ") == 0 && viewer == BLUE; /* Blue holds one too */
            expect(&table, viewer, secrets[i].words, viewer == secrets[i].owner || both);
        }
    }
    for (int viewer = BIL_SPECTATOR; viewer < 3; viewer++) {
        expect(&table, viewer, "a Discovery card face down", viewer != RED);
        expect(&table, viewer, "known in hand: pestilence", viewer != GREEN);
        expect(&table, viewer, "hand:", viewer != GREEN);
        expect(&table, viewer, "37 if it ended now", viewer == RED); /* with what doubles it */
        expect(&table, viewer, "25+ if it ended now", viewer != RED);
        expect(&table, viewer, "Your hand", viewer >= 0);
    }
    /* a whole state shows all of it */
    expect(&table, BIL_EVERYBODY, "hand: colony2 x2, double, double-other, home, death", true);
    expect(&table, BIL_EVERYBODY, "hand: double-neutral, death, pestilence, souls, politics", true);
    expect(&table, BIL_EVERYBODY, "Hidden Agenda Belt, Discovery Saturn (face down)", true);
    expect(&table, BIL_EVERYBODY, "Your hand", false);
}

static void a_hand_says_what_its_cards_do(void **context)
{
    (void)context;
    struct table table;
    crowd(&table);
    static const char *const blue[] = {
        "  Actions   + colony2 x2          New Colony within 2\n",
        "            + double              doubles a token of yours\n",
        "            + double-other        doubles another player's token: +3\n",
        "            - home                removes migrants that wait where you stand\n",
        "  Cancel    - death               stops a Double\n",
        "+ can be played now\n",
    };
    for (size_t i = 0; i < sizeof blue / sizeof blue[0]; i++) {
        expect(&table, BLUE, blue[i], true);
    }
    expect(&table, RED, "  Actions     migrants12-other    Migrants within 12 for another player: +3\n", true);
    expect(&table, RED, "can be played now", false); /* it is not asked */
    expect(&table, RED, "  Response    politics            cancels the card it answers\n", true);
    for (int card = 1; card < SIX_CARDS; card++) { /* every card has its words, at every width */
        hand(&table, RED, (const int[]){card, card, card, 0});
        expect(&table, RED, six_card_words[card], true);
        for (int columns = 60; columns <= 100; columns += 10) {
            struct bil_text text = {0};
            draw(&table, RED, columns, false, false, &text);
            check_lines(bil_text_string(&text), columns, false);
            const char *at = strstr(bil_text_string(&text), " x3 ");
            assert_non_null(at);
            at += strspn(at + 3, " ") + 3;
            assert_true(isalpha((unsigned char)*at));
            bil_text_free(&text);
        }
    }
    hand(&table, RED, (const int[]){0});
    expect(&table, RED, "            empty\n", true);
}

/* ------------------------------------------------------------------ windows */

/* Lets the others pass until the seat is asked, then plays its move, which must be legal. */
static void play(struct table *table, int seat, bil_move move)
{
    bil_move moves[SIX_MAX_MOVES];
    for (int i = 0; six_actor(&table->rules, &table->state) != seat; i++) {
        assert_true(i < SIX_PLAYERS);
        six_apply(&table->rules, &table->state, SIX_MOVE(SIX_M_PASS, 0, 0, 0, 0, 0), &table->random, NULL);
    }
    const int count = six_moves(&table->rules, &table->state, moves);
    bool legal = false;
    for (int i = 0; i < count; i++) {
        legal |= moves[i] == move;
    }
    assert_true(legal);
    six_apply(&table->rules, &table->state, move, &table->random, NULL);
}

/* What is at stake, in one line whatever the width. */
static void read_stake(const struct table *table, int viewer, struct bil_text *out)
{
    struct bil_text text = {0};
    draw(table, viewer, 80, false, false, &text);
    const char *at = strstr(bil_text_string(&text), "  At stake  ");
    if (!at) {
        fail_msg("nothing is at stake:\n%s", bil_text_string(&text));
        return;
    }
    at += strlen("  At stake  ");
    while (*at != '\n' || strncmp(at, "\n            ", 13) == 0) {
        if (*at == '\n') {
            bil_text_char(out, ' '); /* it goes on below */
            at += 13;
        } else {
            bil_text_char(out, *at++);
        }
    }
    bil_text_free(&text);
}

/* What a spectator reads: what the window is about, in the words of every sentence of the game, then `rest`. */
static void expect_stake(const struct table *table, const char *rest)
{
    struct bil_text words = {0};
    struct bil_text stake = {0};
    read_stake(table, BIL_SPECTATOR, &stake);
    if (table->state.event.kind != SIX_NO_EVENT) {
        six_add_event(&words, &table->rules, &table->state, BIL_SPECTATOR);
        assert_true(words.length > 0);
        words.data[0] = (char)toupper((unsigned char)words.data[0]);
    }
    bil_text_add(&words, rest);
    assert_string_equal(bil_text_string(&stake), bil_text_string(&words));
    bil_text_free(&words);
    bil_text_free(&stake);
    check_everywhere(table);
}

static void expect_in_stake(const struct table *table, int viewer, const char *words)
{
    struct bil_text stake = {0};
    read_stake(table, viewer, &stake);
    if (!strstr(bil_text_string(&stake), words)) {
        fail_msg("viewer %d reads no \"%s\" in: %s", viewer, words, bil_text_string(&stake));
    }
    bil_text_free(&stake);
}

static void a_chain_is_told_from_its_beginning(void **context)
{
    (void)context;
    struct table table;
    crowd(&table);
    expect(&table, RED, "At stake", false);
    play(&table, BLUE, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE, BLUE, SIX_MARS, 0, 0));
    expect_stake(&table, ".");
    play(&table, RED, SIX_MOVE(SIX_M_CANCEL, SIX_FAMINE, 0, 0, 0, 0));
    expect_stake(&table, "; Red cancels it with Famine.");
    play(&table, GREEN, SIX_MOVE(SIX_M_RESPOND, SIX_POLITICS, 0, 0, 0, 0));
    play(&table, RED, SIX_MOVE(SIX_M_RESPOND, SIX_WAR, 0, 0, 0, 0));
    expect_stake(&table, "; Red cancels it with Famine; Green answers with "
                         "Power Politics; Red answers with War.");
    expect_in_stake(&table, GREEN, "; you answer with Power Politics;");
    expect_in_stake(&table, RED, "; you cancel it with Famine;");
    expect_in_stake(&table, BLUE, "You play Double on your Mars token");
    const int asked = six_actor(&table.rules, &table.state);
    assert_true(asked == BLUE || asked == GREEN);
    while (six_top(&table.state)->kind == SIX_RESPOND && six_top(&table.state)->a == SIX_WAR) {
        play(&table, six_actor(&table.rules, &table.state), SIX_MOVE(SIX_M_PASS, 0, 0, 0, 0, 0));
    }
    expect_stake(&table, "; Red cancels it with Famine; Green answers with "
                         "Power Politics; a War stands, and Green must halve a token.");
    play(&table, GREEN, SIX_MOVE(SIX_M_HALVE, 0, 0, SIX_EARTH, 0, 0));
    expect(&table, RED, "  Earth    .  G  .  RPO .  B (.) .", true);
}

static void a_free_doubling_and_a_removal_are_told(void **context)
{
    (void)context;
    struct table table;
    crowd(&table);
    step(&table, SIX_GROW, PINK, RED);
    expect(&table, RED, "> 2 P Pink    Neutral, controlled by you\n", true);
    expect(&table, BLUE, "> 2 P Pink    Neutral, controlled by Red\n", true);
    expect(&table, BLUE, "Neutral Pink's free doubling\n", true);
    play(&table, RED, SIX_MOVE(SIX_M_GROW, 0, 0, SIX_EARTH, 0, 0));
    expect_stake(&table, ".");
    crowd(&table);
    hand(&table, BLUE, (const int[]){SIX_TROUBLE, 0});
    play(&table, BLUE, SIX_MOVE(SIX_M_TROUBLE, SIX_TROUBLE, RED, SIX_PLUTO, 0, 0));
    expect_in_stake(&table, RED, "New Colony In Trouble");
    play(&table, GREEN, SIX_MOVE(SIX_M_CANCEL, SIX_SOULS, 0, 0, 0, 0));
    expect_in_stake(&table, RED, "; Green cancels it with Save Our Souls.");
}

static void consent_is_told(void **context)
{
    (void)context;
    struct table table;
    crowd(&table);
    play(&table, BLUE, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_OTHER, GREEN, SIX_EARTH, 0, 0));
    expect_stake(&table, "Blue offers `double green earth`, which needs Green's consent.");
    expect_in_stake(&table, GREEN, "needs your consent.");
    play(&table, GREEN, SIX_MOVE(SIX_M_REFUSE, 0, 0, 0, 0, 0));
    expect_stake(&table, "Green refuses Blue's Double.");
    /* a Cancel card, in a window */
    crowd(&table);
    play(&table, BLUE, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_OTHER, GREEN, SIX_EARTH, 0, 0));
    play(&table, GREEN, SIX_MOVE(SIX_M_CONSENT, 0, 0, 0, 0, 0));
    play(&table, RED, SIX_MOVE(SIX_M_CANCEL, SIX_FAMINE, 0, 0, 0, 0));
    expect_stake(&table, "; Red offers Famine, which needs "
                         "Green's consent.");
}

/* ------------------------------------------------------------------ rows that come and go */

static void the_price_of_a_second_action_is_told(void **context)
{
    (void)context;
    static const struct {
        int level;
        const char *words;
    } cases[] = {
        {6, "  Taken     Your Earth token has given a billion for nothing\n"},
        {5, "  Taken     Your Earth token has given a billion for nothing\n"},
        {3, "  Taken     Your Earth token was halved; a second billion is paid for\n"},
        {2, "  Taken     Your Earth token was halved and can give no more in this turn\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table table;
        crowd(&table);
        six_set_level(&table.rules, &table.state, BLUE, SIX_EARTH, cases[i].level);
        expect(&table, BLUE, "  Taken", false);
        play(&table, BLUE, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_2, BLUE, SIX_EARTH, SIX_VENUS, 0));
        expect(&table, BLUE, "Your Actions, 1 left\n", true);
        expect(&table, BLUE, cases[i].words, true);
        check_everywhere(&table);
    }
}

static void options_have_their_rows(void **context)
{
    (void)context;
    struct table table;
    begin(&table, 3, "track=on;tokens=10;turn-cap=9;colours=black,pink,orange", "options");
    table.state.marker[0][SIX_DOLLAR] = 2;
    table.state.marker[1][SIX_DOLLAR] = 1;
    table.state.marker[2][SIX_LEAF] = 6;
    memset(table.state.find, 0, sizeof table.state.find);
    table.state.find[1][0] = SIX_FIND_UP + SIX_FIND_SYMBOL + SIX_LEAF;
    table.state.find_seen[1][0] = 0xFF;
    step(&table, SIX_ACT, 0, 0);
    hand(&table, 0, (const int[]){SIX_RECYCLE, SIX_WAR, SIX_DISCOVERY, 0});
    expect(&table, 0, "  Dollar   O     P  K  .  .  .  . |", true);
    expect(&table, 0, "  Smiley   KPO   .  .  .  .  .  . |", true);
    expect(&table, 0, "  Leaf     KP    .  .  .  .  .  O |", true);
    expect(&table, BIL_SPECTATOR, "4/2/1 power K\n", true);
    expect(&table, BIL_SPECTATOR, "4/2/1 x2 P power O\n", true);
    expect(&table, BIL_SPECTATOR, "of 10 pieces in use", true);
    expect(&table, BIL_SPECTATOR, "after game turn 9", true);
    expect(&table, 0, "doubles your lowest token, shuffles all cards;\n                                  Leaf x2\n", true);
    expect(&table, 0, "a Discovery card, from game turn 3 on; Dollar\n", true);
    expect(&table, 0, "Discovery Leaf (face up)", true);
    /* an edition with a longer track than the ruler has room for */
    table.rules.track_last = 20;
    table.state.marker[2][SIX_LEAF] = 20;
    expect(&table, 0, "  Leaf     4/2/1 K 0 P 0 O 20 x2 P power O\n", true);
    check_everywhere(&table);
    /* without the option none of it is there */
    begin(&table, 3, "", "options");
    expect(&table, 0, "Dollar", false);
    expect(&table, 0, "pieces in use", false);
    expect(&table, 0, "after game turn", false);
}

static void an_edition_that_is_all_published_says_nothing(void **context)
{
    (void)context;
    struct table table;
    begin(&table, 2, "", "published");
    struct six_rules *rules = &table.rules;
    memset(rules->last_known, SIX_PUBLISHED, sizeof rules->last_known);
    memset(rules->limit_known, SIX_PUBLISHED, sizeof rules->limit_known);
    memset(rules->points_known, SIX_PUBLISHED, sizeof rules->points_known);
    memset(rules->copies_known, SIX_PUBLISHED, sizeof rules->copies_known);
    memset(rules->distance_known, SIX_PUBLISHED, sizeof rules->distance_known);
    memset(rules->card_points_known, SIX_PUBLISHED, sizeof rules->card_points_known);
    memset(rules->symbol_known, SIX_PUBLISHED, sizeof rules->symbol_known);
    expect(&table, 0, "Partly reconstructed: distances.\n", true);
    rules->distances_known = SIX_PUBLISHED;
    expect(&table, 0, "econstructed", false);
    rules->copies_known[SIX_WAR] = SIX_RECONSTRUCTED;
    expect(&table, 0, "Partly reconstructed: cards.\n", true);
}

static void the_end_is_told(void **context)
{
    (void)context;
    static const struct {
        int reason;
        const char *words;
    } cases[] = {
        {SIX_END_BELT, " 1024 billion on the Belt\n"},
        {SIX_END_EARTH, " 1024 billion on Earth\n"},
        {SIX_END_TRACKS, " all ten tracks are populated\n"},
        {SIX_END_CAP, " the last game turn is over\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table table;
        crowd(&table);
        step(&table, SIX_END, BLUE, BLUE);
        table.state.end = (uint8_t)cases[i].reason;
        expect(&table, RED, "  Game over in game turn 5 ---", true);
        expect(&table, RED, cases[i].words, true);
        expect(&table, RED, "in all,", true);
        expect(&table, RED, "Hidden Agenda Mars", true); /* shown to all now (SIX-222) */
        expect(&table, RED, "Discovery Saturn (face down)", true);
        expect(&table, RED, "souls", false);
        expect(&table, RED, "  > ", false);
        check_everywhere(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_are_drawn),
        cmocka_unit_test(a_crowded_position_shows_what_matters),
        cmocka_unit_test(secrets_stay_with_their_owners),
        cmocka_unit_test(a_hand_says_what_its_cards_do),
        cmocka_unit_test(a_chain_is_told_from_its_beginning),
        cmocka_unit_test(a_free_doubling_and_a_removal_are_told),
        cmocka_unit_test(consent_is_told),
        cmocka_unit_test(the_price_of_a_second_action_is_told),
        cmocka_unit_test(options_have_their_rows),
        cmocka_unit_test(an_edition_that_is_all_published_says_nothing),
        cmocka_unit_test(the_end_is_told),
    };
    return cmocka_run_group_tests_name("the board of 6 Billion", tests, NULL, NULL);
}
