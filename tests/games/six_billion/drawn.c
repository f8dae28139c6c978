/* See drawn.h. */
#include "games/six_billion/drawn.h"
#include "games/cases/drawn.h"
#include "games/six_billion/documents/documents.h"
#include "games/six_billion/secrets/secrets.h"
#include "games/six_billion/words/words.h"

void six_drawn_begin(struct six_drawn *table, int seats, const char *options, const char *seed_text)
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

void six_drawn_draw(const struct six_drawn *table, int viewer, int columns, bool colour, bool unicode, struct bil_text *out)
{
    const struct bil_style style = {columns, colour, unicode};
    struct six_state view;
    six_hide(&table->rules, &table->state, viewer, &view);
    six_draw_board(&table->rules, &view, &style, out);
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
static void read_cells(const struct six_drawn *table, const struct ruler *ruler, const char *line, int site,
                       uint8_t seen[SIX_FACTIONS])
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
static void check_tracks(const void *drawn, const char *text)
{
    const struct six_drawn *table = drawn;
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

/* ------------------------------------------------------------------ every viewer, many widths */

void six_drawn_check(const struct six_drawn *table)
{
    static const int widths[] = {60, 61, 72, 80, 99, 120, 200, 0};
    case_check_drawn(&bil_game_six_billion, &table->rules, &table->state, table->rules.seats, widths, check_tracks, table);
}

/* ------------------------------------------------------------------ one position, set by hand */

void six_drawn_hand(struct six_drawn *table, int seat, const int *cards)
{
    struct six_hand *held = &table->state.hand[seat];
    memset(held, 0, sizeof *held);
    memset(table->state.known[seat], 0, sizeof table->state.known[seat]);
    for (; *cards; cards++) {
        six_hand_add(held, *cards);
    }
}

void six_drawn_step(struct six_drawn *table, int kind, int faction, int acting)
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

void six_drawn_crowd(struct six_drawn *table)
{
    static const struct {
        uint8_t faction, site, level;
    } tokens[] = {
        {RED, SIX_EARTH, 4},   {BLUE, SIX_EARTH, 6}, {GREEN, SIX_EARTH, 3}, {PINK, SIX_EARTH, 4},  {ORANGE, SIX_EARTH, 4},
        {BLUE, SIX_MARS, 4},   {RED, SIX_MARS, 2},   {PINK, SIX_MARS, 4},   {RED, SIX_SATURN, 5},  {BLUE, SIX_SATURN, 4},
        {PINK, SIX_SATURN, 3}, {RED, SIX_BELT, 10},  {BLUE, SIX_URANUS, 4}, {PINK, SIX_URANUS, 3},
    };
    struct six_state *state = &table->state;
    six_drawn_begin(table, 3, "", "crowd");
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
    six_drawn_hand(table, RED, (const int[]){SIX_MIGRANTS_12_OTHER, SIX_POLITICS, SIX_WAR, SIX_FAMINE, 0});
    six_drawn_hand(table, BLUE, (const int[]){SIX_DOUBLE, SIX_DOUBLE_OTHER, SIX_HOME, SIX_COLONY_2, SIX_COLONY_2, SIX_DEATH, 0});
    six_drawn_hand(table, GREEN, (const int[]){SIX_SOULS, SIX_DEATH, SIX_PESTILENCE, SIX_DOUBLE_NEUTRAL, SIX_POLITICS, 0});
    state->known[GREEN][SIX_PESTILENCE] = 1;
    six_drawn_step(table, SIX_ACT, BLUE, BLUE);
}

bool six_drawn_shows(const struct six_drawn *table, int viewer, int columns, bool unicode, const char *words)
{
    struct bil_text text = {0};
    six_drawn_draw(table, viewer, columns, false, unicode, &text);
    const bool found = strstr(bil_text_string(&text), words) != NULL;
    bil_text_free(&text);
    return found;
}

void six_drawn_expect(const struct six_drawn *table, int viewer, const char *words, bool wanted)
{
    if (six_drawn_shows(table, viewer, 80, false, words) != wanted) {
        struct bil_text text = {0};
        six_drawn_draw(table, viewer, 80, false, false, &text);
        fail_msg("viewer %d %s \"%s\":\n%s", viewer, wanted ? "does not see" : "sees", words, bil_text_string(&text));
    }
}
