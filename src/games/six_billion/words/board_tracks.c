/* 6 Billion: the tracks, drawn for a terminal: sites from the Sun outwards, populations from left to right.
 *
 * All tracks share one ruler, so that a column is a population. A cell that is too narrow for its tokens goes on in the line
 * below; what does not fit behind a track goes there too. Reads only what the view holds, and decides nothing. */
#include <stdio.h>

#include "games/six_billion/words/words.h"

/* ------------------------------------------------------------------ what the whole board shares */

const char *six_sign(const struct six_board *board, enum six_sign sign)
{
    static const char *const signs[SIX_SIGNS][2] = {
        [SIX_SIGN_MOVED] = {"x", "✓"}, [SIX_SIGN_NOW] = {">", "▶"},    [SIX_SIGN_EMPTY] = {".", "·"},
        [SIX_SIGN_CAN] = {"+", "●"},   [SIX_SIGN_CANNOT] = {"-", "○"}, [SIX_SIGN_ARROW] = {"->", "→"},
    };
    return signs[sign][board->page.unicode];
}

void six_board_letter(struct six_board *board, int faction)
{
    static const char *const letters[SIX_COLOURS] = {"R", "B", "G", "K", "O", "P"};
    static const char *const inks[SIX_COLOURS] = {"\033[1;31m",    "\033[1;94m",       "\033[1;32m",
                                                  "\033[1;97;40m", "\033[1;38;5;208m", "\033[1;38;5;213m"};
    const int colour = board->rules->colour[faction];
    bil_ink_add(&board->page, &board->page.item, inks[colour], letters[colour]);
}

/* ------------------------------------------------------------------ tracks */

enum {
    NAME = 2,
    CELLS = 10,
    SUM = 5,
    POINTS = 5,
    TAIL = 2 + SUM + POINTS,
    NARROWEST = 2,
    ROOMY = 6,
    BEHIND = 20,
    SPACES = SIX_LEVELS
};

/* Columns of every space of the ruler, without the one before it. */
struct ruler {
    uint8_t width[SPACES];
};

/* One track with its tokens. A track of the Discovery Track is one too: its space n is column n + 1. */
struct track {
    const char *name;
    uint8_t last;             /* its last column */
    uint8_t limit;            /* column of the growth limit, or 0 */
    uint8_t ends;             /* the column that ends the game, or 0 */
    uint8_t at[SIX_FACTIONS]; /* column, or 0 */
};

static struct track site_track(const struct six_board *board, int site)
{
    struct track track = {.name = six_site_short(site), .last = board->rules->last[site], .limit = board->rules->limit[site]};
    if ((site == SIX_EARTH || site == SIX_BELT) && track.last == SIX_LEVEL_1024) { /* SIX-245 */
        track.ends = SIX_LEVEL_1024;
    }
    for (int faction = 0; faction < board->rules->factions; faction++) {
        track.at[faction] = board->state->level[faction][site];
    }
    return track;
}

static struct track symbol_track(const struct six_board *board, int symbol)
{
    struct track track = {.name = six_symbol_name(symbol), .last = (uint8_t)(board->rules->track_last + 1)};
    for (int seat = 0; seat < board->rules->seats; seat++) {
        track.at[seat] = (uint8_t)(board->state->marker[seat][symbol] + 1);
    }
    return track;
}

static int tokens_at(const struct track *track, int column)
{
    int count = 0;
    for (int faction = 0; faction < SIX_FACTIONS; faction++) {
        count += track->at[faction] == column;
    }
    return count;
}

/* ------------------------------------------------------------------ the ruler */

static int ruler_columns(const struct ruler *ruler)
{
    int columns = CELLS + TAIL;
    for (int space = 1; space < SPACES; space++) {
        columns += 1 + ruler->width[space];
    }
    return columns;
}

/* Wide enough for the numbers, then for the tokens, then wider as long as there is room for a box behind a track. */
static struct ruler make_ruler(const struct six_board *board)
{
    struct ruler ruler;
    uint8_t want[SPACES] = {0};
    char number[8];
    for (int space = 1; space < SPACES; space++) {
        const int digits = snprintf(number, sizeof number, "%d", six_population(space));
        ruler.width[space] = (uint8_t)(digits > NARROWEST ? digits : NARROWEST);
        for (int site = 0; site < SIX_SITES; site++) {
            const struct track track = site_track(board, site);
            const int tokens = tokens_at(&track, space);
            want[space] = (uint8_t)(tokens > want[space] ? tokens : want[space]);
        }
    }
    for (int round = 0; round < 2; round++) { /* first what tokens want, then for the looks */
        for (int size = NARROWEST + 1; size <= ROOMY; size++) {
            for (int space = 1; space < SPACES && ruler_columns(&ruler) < board->page.width - (round ? BEHIND : 0); space++) {
                const bool wanted = round > 0 || want[space] >= size;
                if (wanted && ruler.width[space] < size) {
                    ruler.width[space]++;
                }
            }
        }
    }
    return ruler;
}

static void ruler_row(struct six_board *board, const struct ruler *ruler, bool populations)
{
    struct bil_text text = {0};
    bil_text_repeat(&text, " ", CELLS);
    for (int space = 1; space < SPACES; space++) {
        char number[8] = "";
        if (populations || space <= board->rules->track_last + 1) { /* the Discovery Track begins with 0 */
            snprintf(number, sizeof number, "%d", populations ? six_population(space) : space - 1);
        }
        bil_text_format(&text, " %-*s", ruler->width[space], number);
    }
    bil_text_format(&text, " %-*s worth", SUM, populations ? "sum" : "");
    bil_page_put(&board->page, BIL_INK_FAINT, bil_text_string(&text));
    bil_page_end(&board->page);
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ one track */

/* Writes the item where the row is now, without a blank before it. */
static void put_item(struct six_board *board)
{
    bil_page_put(&board->page, BIL_INK_PLAIN, bil_text_string(&board->page.item));
    bil_text_clear(&board->page.item);
}

/* The tokens of one cell that stand in line `line`; returns the columns written. */
static int cell(struct six_board *board, const struct track *track, int column, int width, int line)
{
    const int first = line * width;
    int count = 0;
    int written = 0;
    for (int faction = 0; faction < SIX_FACTIONS; faction++) {
        if (track->at[faction] == column) {
            if (count >= first && written < width) {
                six_board_letter(board, faction);
                written++;
            }
            count++;
        }
    }
    if (count == 0 && line == 0 && column <= track->last) {
        const char *empty = column == track->ends && width >= 3 ? "end" : six_sign(board, SIX_SIGN_EMPTY);
        bil_ink_add(&board->page, &board->page.item, BIL_INK_FAINT, empty);
        written = bil_columns(empty);
    }
    return written;
}

/* The cells of a track in line `line`. Marks stand in the columns between cells: "(" and ")" round the growth limit, "|" behind a
 * last number before 1024. */
static void cells(struct six_board *board, const struct ruler *ruler, const struct track *track, int line)
{
    struct bil_text *text = &board->page.item;
    bool open = false; /* ")" is due */
    for (int space = 1; space < SPACES; space++) {
        const int width = ruler->width[space];
        const bool limit = line == 0 && space == track->limit;
        bil_text_char(text, open ? ')' : limit ? '(' : line == 0 && space == track->last + 1 ? '|' : ' ');
        int written = cell(board, track, space, width, line);
        open = limit;
        if (limit && written < width) {
            bil_text_char(text, ')');
            written++;
            open = false;
        }
        bil_text_repeat(text, " ", width - written);
    }
    bil_text_char(text, open ? ')' : ' ');
    while (line > 0 && text->data[text->length - 1] == ' ') { /* nothing follows in such a line */
        text->data[--text->length] = '\0';
    }
    bil_page_to(&board->page, CELLS);
    put_item(board);
}

/* The tokens that found no room in the first line. */
static void overflow(struct six_board *board, const struct ruler *ruler, const struct track *track)
{
    int lines = 1;
    for (int space = 1; space < SPACES; space++) {
        const int width = ruler->width[space];
        const int need = (tokens_at(track, space) + width - 1) / width;
        lines = need > lines ? need : lines;
    }
    for (int line = 1; line < lines; line++) {
        cells(board, ruler, track, line);
        bil_page_end(&board->page);
    }
}

static void begin_track(struct six_board *board, const struct track *track)
{
    bil_page_to(&board->page, NAME);
    bil_page_put(&board->page, BIL_INK_STRONG, track->name);
}

static void worth(struct six_board *board, const uint8_t points[3])
{
    bil_text_format(&board->page.item, " %d/%d/%d", points[0], points[1], points[2]);
    put_item(board);
}

/* ------------------------------------------------------------------ behind and below a track */

/* What comes behind a track. */
enum { MOST_ITEMS = 2 * SIX_FACTIONS + 1 };
struct items {
    struct bil_text text[MOST_ITEMS];
    int count;
    int columns; /* of all, one blank before each */
};

/* One more: what was written as the next item of the page. */
static void keep_item(struct six_board *board, struct items *items)
{
    items->columns += 1 + bil_columns(bil_text_string(&board->page.item));
    items->text[items->count++] = board->page.item;
    board->page.item = (struct bil_text){0};
}

/* Behind the track if all of it fits, else in lines of its own. */
static void items_row(struct six_board *board, struct items *items)
{
    struct bil_page *page = &board->page;
    if (items->count > 0 && page->column + items->columns > page->width) {
        bil_page_end(page);
        bil_page_to(page, page->indent);
    }
    for (int i = 0; i < items->count; i++) {
        bil_page_item(page, BIL_INK_PLAIN, bil_text_string(&items->text[i]));
        bil_text_free(&items->text[i]);
    }
    bil_page_end(page);
}

/* Who doubles points there, as far as the viewer knows: "x2 RB". `find` is a kind of Discovery card; `site` an agenda's, or -1. */
static void keep_doublers(struct six_board *board, struct items *items, int find, int site)
{
    for (int seat = 0; seat < board->rules->seats; seat++) {
        bool doubles = site >= 0 && board->state->agenda[seat] == 1 + site;
        for (int i = 0; i < SIX_HELD; i++) {
            doubles |= (board->state->find[seat][i] & (SIX_FIND_UP - 1)) == find;
        }
        if (doubles) {
            bil_text_add(&board->page.item, board->page.item.length > 0 ? "" : "x2 ");
            six_board_letter(board, seat);
        }
    }
    if (board->page.item.length > 0) {
        keep_item(board, items);
    }
}

/* "R c1 m2 -> 2": colonies, migrants, and where they will stand if nothing changes. */
static void add_box(struct six_board *board, int faction, int site)
{
    struct bil_text *out = &board->page.item;
    const int colonies = six_colonies(board->state, faction, site);
    const int migrants = six_migrants(board->state, faction, site);
    const int level = six_settled_level(site, colonies + migrants);
    six_board_letter(board, faction);
    if (colonies) {
        bil_text_format(out, " c%d", colonies);
    }
    if (migrants) {
        bil_text_format(out, " m%d", migrants);
    }
    if (level) {
        bil_text_format(out, " %s %d", six_sign(board, SIX_SIGN_ARROW), six_population(level));
    } else {
        bil_text_add(out, " waits");
    }
}

static void site_row(struct six_board *board, const struct ruler *ruler, int site)
{
    static const char *const quarters[4] = {"", "1/4", "1/2", "3/4"};
    const struct track track = site_track(board, site);
    const int sum = board->state->growth[site];
    struct items items = {.count = 0};
    begin_track(board, &track);
    cells(board, ruler, &track, 0);
    char number[16] = "-";
    if (track.limit && sum > 0 && sum < 4) {
        snprintf(number, sizeof number, "%s", quarters[sum]);
    } else if (track.limit) {
        snprintf(number, sizeof number, "%d%s%s", sum / 4, sum % 4 ? " " : "", quarters[sum % 4]);
    }
    bil_page_put(&board->page, sum >= 4 ? SIX_INK_HARM : BIL_INK_PLAIN, number);
    bil_page_to(&board->page, board->page.column + SUM - bil_columns(number));
    worth(board, board->rules->points[site]);
    keep_doublers(board, &items, 1 + site, site);
    const char *lead = "box ";
    for (int faction = 0; faction < board->rules->factions; faction++) {
        if (board->state->box[faction][site]) {
            bil_ink_add(&board->page, &board->page.item, BIL_INK_FAINT, lead);
            add_box(board, faction, site);
            keep_item(board, &items);
            lead = "";
        }
    }
    items_row(board, &items);
    overflow(board, ruler, &track);
}

/* Whether the ruler has a column for every space of the Discovery Track; an edition may have a longer one. */
static bool on_ruler(const struct six_board *board)
{
    return board->rules->track_last + 1 < SPACES;
}

static void symbol_row(struct six_board *board, const struct ruler *ruler, int symbol)
{
    const struct track track = symbol_track(board, symbol);
    const int leader = six_leader(board->rules, board->state, symbol);
    struct items items = {.count = 0};
    begin_track(board, &track);
    if (on_ruler(board)) {
        cells(board, ruler, &track, 0);
        bil_page_to(&board->page, board->page.column + SUM);
    } else {
        bil_page_to(&board->page, CELLS);
    }
    worth(board, board->rules->track_points[symbol]);
    for (int seat = 0; seat < board->rules->seats && !on_ruler(board); seat++) {
        six_board_letter(board, seat);
        bil_text_format(&board->page.item, " %d", board->state->marker[seat][symbol]);
        keep_item(board, &items);
    }
    keep_doublers(board, &items, SIX_FIND_SYMBOL + symbol, -1);
    if (leader >= 0) {
        bil_ink_add(&board->page, &board->page.item, BIL_INK_FAINT, "power ");
        six_board_letter(board, leader);
        keep_item(board, &items);
    }
    items_row(board, &items);
    if (on_ruler(board)) {
        overflow(board, ruler, &track);
    }
}

/* ------------------------------------------------------------------ all of them */

void six_board_tracks(struct six_board *board)
{
    const struct ruler ruler = make_ruler(board);
    board->page.indent = CELLS + 1;
    ruler_row(board, &ruler, true);
    for (int site = 0; site < SIX_SITES; site++) {
        site_row(board, &ruler, site);
    }
    if (board->rules->track) {
        if (on_ruler(board)) {
            ruler_row(board, &ruler, false);
        }
        for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
            symbol_row(board, &ruler, symbol);
        }
    }
}
