/* Reads records, replaying them. Must never accept a line that it does not understand, and never stop without a sentence that
 * names the line. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "billions/record.h"
#include "table/encoding.h"
#include "table/file.h"
#include "table/match_internal.h"
#include "table/memory.h"
#include "table/settings.h"

enum { LEGAL_SHOWN = 150, SHOWN = 60 };

/* The contents of the header, and the reader's position. */
struct reader {
    const char *name;
    char *text; /* own copy of the bytes; lines end in zeros */
    size_t length;
    size_t next; /* where the next line begins */
    int line;    /* number of the present one */
    const struct bil_value *edition_at_hand;
    struct bil_record_end *end;
    struct bil_error *error;
    /* header */
    const char *value[12]; /* by enum key; NULL if it was not there */
    struct bil_setting settings[BIL_SETTINGS_MAX];
    int setting_count;
    struct bil_player player[BIL_MAX_SEATS];
    bool seated[BIL_MAX_SEATS];
    const char **stranger; /* lines that are kept */
    int stranger_count;
    const struct bil_value *position;
    const struct bil_value *edition;
    /* body */
    bool replaying;
    struct bil_match *match;
    struct bil_text note; /* comment lines since the last decision */
    bool has_note;
    bool result[BIL_MAX_SEATS];
    bool unfinished;
    bool ended; /* the first line of the end was seen */
};

enum key { K_FORMAT, K_GAME, K_REVISION, K_EDITION, K_EDITION_DATA, K_SEATS, K_SEED, K_POSITION, K_OPTION, K_SEAT, KEYS };
static const char *const keys[KEYS] = {"Format", "Game", "Revision", "Edition", "Edition-Data",
                                       "Seats",  "Seed", "Position", "Option",  "Seat"};

/* A sentence with the name of the file and the line; returns false. What the header says makes a record unreadable, the rest
 * untrue. */
__attribute__((format(printf, 2, 3))) static bool wrong(struct reader *reader, const char *format, ...)
{
    char sentence[BIL_ERROR_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    reader->end->fault = reader->replaying ? BIL_RECORD_UNTRUE : BIL_RECORD_UNREADABLE;
    reader->end->line = reader->line;
    return bil_fail(reader->error, "%s, line %d: %s", reader->name, reader->line, sentence);
}

/* ------------------------------------------------------------------ lines */

/* The next line without its end and trailing blanks, or NULL after the last. *fine is false if it holds what no text holds. */
static char *next_line(struct reader *reader, bool *fine)
{
    *fine = true;
    if (reader->next >= reader->length) {
        return NULL;
    }
    char *line = reader->text + reader->next;
    char *stop = memchr(line, '\n', reader->length - reader->next);
    if (!stop) {
        stop = reader->text + reader->length;
    }
    reader->next = (size_t)(stop - reader->text) + 1;
    reader->line++;
    reader->end->line = reader->line;
    while (stop > line && (stop[-1] == '\r' || stop[-1] == ' ' || stop[-1] == '\t')) {
        stop--;
    }
    *stop = 0;
    for (const char *c = line; c < stop; c++) {
        if (((unsigned char)*c < ' ' && *c != '\t') || *c == 127) {
            *fine = wrong(reader, "a control character (code %d) in column %d; a record is plain text.", (unsigned char)*c,
                          (int)(c - line) + 1);
            return NULL;
        }
    }
    return line;
}

static char *skip_blanks(char *text)
{
    return text + strspn(text, " \t");
}

static bool whole_number(const char *text, int low, int high, int *out)
{
    char *stop = NULL;
    if (!isdigit((unsigned char)text[0]) || strlen(text) > 9) {
        return false;
    }
    const long number = strtol(text, &stop, 10);
    if (*stop || number < low || number > high) {
        return false;
    }
    *out = (int)number;
    return true;
}

static void add_note(struct reader *reader, const char *line)
{
    if (reader->has_note) {
        bil_text_char(&reader->note, '\n');
    }
    bil_text_add(&reader->note, line[0] == ' ' ? line + 1 : line);
    reader->has_note = true;
}

/* ------------------------------------------------------------------ header */

static bool header_option(struct reader *reader, char *value)
{
    char *equals = strchr(value, '=');
    if (!equals || equals == value || !equals[1]) {
        return wrong(reader, "\"%.*s\" is no option; write Option: key=value.", SHOWN, value);
    }
    *equals = 0;
    for (int i = 0; i < reader->setting_count; i++) {
        if (strcmp(reader->settings[i].key, value) == 0) {
            return wrong(reader, "the option %.*s is set twice.", SHOWN, value);
        }
    }
    if (reader->setting_count == BIL_SETTINGS_MAX) {
        return wrong(reader, "more than %d options.", BIL_SETTINGS_MAX);
    }
    reader->settings[reader->setting_count++] = (struct bil_setting){value, equals + 1};
    return true;
}

static bool header_seat(struct reader *reader, const char *number, const char *value)
{
    int seat = 0;
    if (!whole_number(number, 1, BIL_MAX_SEATS, &seat)) {
        return wrong(reader, "\"%.*s\" is no seat; seats have numbers from 1 to %d.", SHOWN, number, BIL_MAX_SEATS);
    }
    if (reader->seated[seat - 1]) {
        return wrong(reader, "seat %d stands here twice.", seat);
    }
    struct bil_player *player = &reader->player[seat - 1];
    reader->seated[seat - 1] = true;
    const bool person = strncmp(value, "person", 6) == 0 && (value[6] == 0 || value[6] == ' ');
    const char *name = person ? value + 6 + (value[6] == ' ') : value;
    const int most = (person ? BIL_PLAYER_NAME : BIL_BOT_NAME) - 1;
    if (strlen(name) > (size_t)most) {
        return wrong(reader, "a name of more than %d letters.", most);
    }
    if (!person && !*name) {
        return wrong(reader, "nobody sits there; write person, person and a name, or the name of a bot.");
    }
    player->bot = person ? NULL : bil_bot_find(name, NULL); /* never a program: no file says what is run here */
    player->stranger = !person && !player->bot;
    snprintf(player->name, sizeof player->name, "%s", player->bot ? "" : name);
    return true;
}

static bool header_json(struct reader *reader, const char *value, const struct bil_value **tree)
{
    struct bil_error inner = {{0}};
    *tree = bil_json_read(value, strlen(value), "the JSON text", &inner);
    return *tree || wrong(reader, "%s", inner.text);
}

static bool header_line(struct reader *reader, char *line)
{
    char *colon = strchr(line, ':');
    if (line[0] == '#' || !colon || !isalpha((unsigned char)line[0])) {
        if (line[0] != '#') {
            return wrong(reader, "\"%.*s\" is no header line; one looks like \"Seats: 4\".", SHOWN, line);
        }
        colon = NULL;
    }
    char *value = colon ? skip_blanks(colon + 1) : NULL;
    for (int key = 0; colon && key < KEYS; key++) {
        const size_t length = strlen(keys[key]);
        if (key == K_SEAT && strncmp(line, "Seat ", 5) == 0) {
            *colon = 0;
            return header_seat(reader, skip_blanks(line + 5), value);
        }
        if ((size_t)(colon - line) != length || strncmp(line, keys[key], length) != 0) {
            continue;
        }
        if (key == K_OPTION) {
            return header_option(reader, value);
        }
        if (reader->value[key]) {
            return wrong(reader, "%s stands here twice.", keys[key]);
        }
        if (!*value) {
            return wrong(reader, "%s says nothing.", keys[key]);
        }
        reader->value[key] = value;
        return (key != K_POSITION || header_json(reader, value, &reader->position)) &&
               (key != K_EDITION_DATA || header_json(reader, value, &reader->edition));
    }
    reader->stranger = bil_memory_grow(reader->stranger, (size_t)reader->stranger_count + 1, sizeof *reader->stranger);
    reader->stranger[reader->stranger_count++] = line;
    return true;
}

/* Reads the header; *body is the first line behind it, or NULL. */
static bool read_header(struct reader *reader, char **body)
{
    bool fine = true;
    *body = NULL;
    char *line = next_line(reader, &fine);
    static const char format[] = "Format: billions-record ";
    if (!fine) {
        return false;
    }
    if (!line || strncmp(line, format, sizeof format - 1) != 0) {
        reader->line = 1;
        return wrong(reader, "this is no record; a record begins with \"%s1\".", format);
    }
    if (strcmp(line + sizeof format - 1, "1") != 0) {
        return wrong(reader, "a record of format %.*s; this program reads format 1.", SHOWN, line + sizeof format - 1);
    }
    reader->value[K_FORMAT] = line;
    while ((line = next_line(reader, &fine)) && *line && !isdigit((unsigned char)*line)) {
        if (strncmp(line, "Result:", 7) == 0 || strncmp(line, "Hash:", 5) == 0) {
            break;
        }
        if (!header_line(reader, line)) {
            return false;
        }
    }
    *body = line;
    return fine;
}

static bool header_number(struct reader *reader, enum key key, int low, int high, int *out)
{
    if (!reader->value[key]) {
        return true;
    }
    return whole_number(reader->value[key], low, high, out) ||
           wrong(reader, "the header says \"%s: %.*s\"; it must be a number from %d to %d.", keys[key], SHOWN, reader->value[key],
                 low, high);
}

/* Makes the match at its first state from what the header said. */
static bool begin_replay(struct reader *reader)
{
    struct bil_match_setup setup = {0};
    struct bil_error inner = {{0}};
    if (!reader->value[K_GAME]) {
        return wrong(reader, "the header ends here and does not name the game; it needs a line \"Game: ...\".");
    }
    setup.game = bil_game_find(reader->value[K_GAME]);
    if (!setup.game) {
        return wrong(reader, "the game \"%.*s\" is unknown to this program.", SHOWN, reader->value[K_GAME]);
    }
    if (!header_number(reader, K_SEATS, setup.game->min_seats, setup.game->max_seats, &setup.config.seats) ||
        !header_number(reader, K_REVISION, 1, setup.game->revision, &setup.config.revision)) {
        return false;
    }
    if (setup.config.seats == 0 && !reader->position) {
        return wrong(reader, "the header ends here and lacks \"Seats: ...\".");
    }
    if (!reader->value[K_SEED] && !reader->position) {
        return wrong(reader, "the header ends here and has neither a \"Seed: ...\" nor a \"Position: ...\".");
    }
    if (reader->position && (reader->setting_count > 0 || reader->edition)) {
        return wrong(reader, "a record with a Position has its options and its edition there, not in lines of their own.");
    }
    setup.config.edition = reader->edition ? reader->edition : reader->edition_at_hand;
    setup.config.settings = reader->settings;
    setup.config.setting_count = reader->setting_count;
    setup.position = reader->position;
    bil_seed_from_text(reader->value[K_SEED] ? reader->value[K_SEED] : "", setup.seed);
    for (int seat = 0; seat < BIL_MAX_SEATS && setup.game; seat++) { /* a person of another game is a stranger in this one */
        struct bil_player *player = &reader->player[seat];
        if (player->bot && !bil_bot_plays(player->bot, setup.game, NULL)) {
            snprintf(player->name, sizeof player->name, "%s", player->bot->name);
            player->stranger = true;
            player->bot = NULL;
        }
    }
    memcpy(setup.player, reader->player, sizeof setup.player);
    if (reader->edition && !bil_edition_game(reader->edition, setup.game, &inner)) {
        return wrong(reader, "%s", inner.text);
    }
    const int seats = setup.config.seats;
    reader->match = bil_match_bare(&setup, &inner);
    if (!reader->match) {
        return wrong(reader, "the header describes no game: %s", inner.text);
    }
    const char *hash = reader->match->edition;
    if (reader->value[K_EDITION] && strcmp(hash, reader->value[K_EDITION]) != 0) {
        return wrong(reader, "the game was played with edition %.*s; here is edition %s. Name its file with --edition.", SHOWN,
                     reader->value[K_EDITION], hash);
    }
    if (seats != 0 && seats != reader->match->config.seats) {
        return wrong(reader, "the header says %d seats, its position %d.", seats, reader->match->config.seats);
    }
    for (int seat = reader->match->config.seats; seat < BIL_MAX_SEATS; seat++) {
        if (reader->seated[seat]) {
            return wrong(reader, "the header seats somebody at seat %d of %d.", seat + 1, reader->match->config.seats);
        }
    }
    for (int i = 0; i < reader->stranger_count; i++) {
        bil_match_header(reader->match, reader->stranger[i]);
    }
    return true;
}

/* ------------------------------------------------------------------ decisions */

/* Cuts " @12.345" off the end of a move. False if there is an @ that is no time. */
static bool cut_time(char *move, int64_t *milliseconds)
{
    *milliseconds = -1;
    char *at = strrchr(move, '@');
    if (!at || at == move || (at[-1] != ' ' && at[-1] != '\t')) {
        return !at;
    }
    int64_t value = 0;
    int decimals = -1;
    const char *c = at + 1;
    for (; *c && c - at < 16; c++) {
        if (*c == '.' && decimals < 0 && c > at + 1) {
            decimals = 0;
        } else if (isdigit((unsigned char)*c) && decimals < 3) {
            value = value * 10 + (*c - '0');
            decimals += decimals >= 0;
        } else {
            return false;
        }
    }
    if (*c || c == at + 1 || decimals == 0) {
        return false;
    }
    for (int d = decimals < 0 ? 0 : decimals; d < 3; d++) {
        value *= 10;
    }
    *milliseconds = value;
    *at = 0;
    while (at > move && (at[-1] == ' ' || at[-1] == '\t')) {
        *--at = 0;
    }
    return true;
}

/* The sentence on a decision that does not fit, with what would. */
static bool misfit(struct reader *reader, int seat, const char *move, const char *reason)
{
    struct bil_text legal = {0};
    bil_match_legal_text(reader->match, LEGAL_SHOWN, &legal);
    if (reader->match->actor == BIL_OVER) {
        wrong(reader, "\"%d %.*s\" comes after the end of the game.", seat, SHOWN, move);
    } else if (seat - 1 != reader->match->actor) {
        wrong(reader, "\"%d %.*s\", but seat %d decides here; it could: %s.", seat, SHOWN, move, reader->match->actor + 1,
              bil_text_string(&legal));
    } else {
        wrong(reader, "\"%d %.*s\" does not fit. %s Legal here: %s.", seat, SHOWN, move, reason, bil_text_string(&legal));
    }
    bil_text_free(&legal);
    return false;
}

static bool decision_line(struct reader *reader, char *line)
{
    struct bil_error inner = {{0}};
    char *hash = strchr(line, '#');
    char *comment = hash ? skip_blanks(hash + 1) : NULL;
    for (; hash && hash >= line && (*hash == '#' || *hash == ' ' || *hash == '\t'); hash--) {
        *hash = 0;
    }
    char *move = line + strspn(line, "0123456789");
    const bool parted = *move == ' ' || *move == '\t';
    if (parted) {
        *move = 0;
        move = skip_blanks(move + 1);
    }
    int seat = 0;
    if (!parted || !*move || !whole_number(line, 0, BIL_MAX_SEATS, &seat)) {
        return wrong(reader, "\"%.*s\" is no decision; one looks like \"2 draw deck\".", SHOWN, line);
    }
    if (seat == 0) {
        return wrong(reader, "a line of chance; chance comes from the Seed, or begin from a Position.");
    }
    int64_t time = -1;
    if (!cut_time(move, &time)) {
        return wrong(reader, "what stands after @ is no time; one looks like \"@12.345\", in seconds.");
    }
    if (reader->ended) {
        return wrong(reader, "a decision after the result.");
    }
    bil_match_settle_silent(reader->match);
    bil_move parsed = 0;
    if (seat - 1 != reader->match->actor || !bil_match_read_move(reader->match, move, &parsed, &inner)) {
        return misfit(reader, seat, move, inner.text);
    }
    if (!bil_match_push(reader->match, parsed, false)) {
        return wrong(reader, "more than %d moves.", BIL_MAX_PLIES);
    }
    const int ply = reader->match->ply - 1;
    bil_match_time(reader->match, ply, time);
    bil_match_comment(reader->match, ply, comment);
    if (reader->has_note) {
        bil_match_note(reader->match, ply, bil_text_string(&reader->note));
        bil_text_clear(&reader->note);
        reader->has_note = false;
    }
    reader->end->decisions++;
    return true;
}

/* ------------------------------------------------------------------ the end */

/* Goes past these words, or past a number of at most eight digits. False: something else is there. */
static bool pass_words(const char **at, const char *words)
{
    const bool there = strncmp(*at, words, strlen(words)) == 0;
    *at += there ? strlen(words) : 0;
    return there;
}

static bool pass_number(const char **at, int *number)
{
    const bool below = **at == '-';
    const char *digits = *at + below;
    const size_t length = strspn(digits, "0123456789");
    if (length < 1 || length > 8) {
        return false;
    }
    const int size = (int)strtol(digits, NULL, 10);
    *number = below ? -size : size;
    *at = digits + length;
    return true;
}

static bool result_line(struct reader *reader, const char *value)
{
    const struct bil_match *match = reader->match;
    int seat = 0;
    int points = 0;
    int place = 0;
    const char *at = value;
    if (strcmp(value, "unfinished") == 0) {
        if (match->actor == BIL_OVER) {
            return wrong(reader, "the record calls the game unfinished, but it is over.");
        }
        reader->unfinished = true;
        return true;
    }
    if (!pass_words(&at, "seat ") || !pass_number(&at, &seat) || !pass_words(&at, ", ") || !pass_number(&at, &points) ||
        !pass_words(&at, " points, place ") || !pass_number(&at, &place) || *at) {
        return wrong(reader, "\"%.*s\" is no result; one looks like \"seat 1, 1250 points, place 2\".", SHOWN, value);
    }
    if (match->actor != BIL_OVER) {
        return wrong(reader, "a result, but the game is not over: seat %d would decide.", match->actor + 1);
    }
    if (seat < 1 || seat > match->config.seats || reader->result[seat - 1]) {
        return wrong(reader, "the result of seat %d %s.", seat,
                     seat < 1 || seat > match->config.seats ? "is of nobody in this game" : "stands here twice");
    }
    uint8_t places[BIL_MAX_SEATS] = {0};
    struct bil_score score = {0};
    match->game->rank(match->rules, bil_match_state(match, -1), places);
    match->game->score(match->rules, bil_match_state(match, -1), seat - 1, &score);
    if (score.total != points || places[seat - 1] != place) {
        return wrong(reader, "the record gives seat %d %d points and place %d; its decisions give %d and place %d.", seat, points,
                     place, score.total, places[seat - 1]);
    }
    reader->result[seat - 1] = true;
    return true;
}

static bool hash_line(struct reader *reader, const char *value)
{
    char hash[20];
    const uint64_t sum = bil_state_hash(reader->match->game, bil_match_state(reader->match, -1));
    snprintf(hash, sizeof hash, "%016" PRIx64, sum);
    if (reader->end->has_hash) {
        return wrong(reader, "Hash stands here twice.");
    }
    if (strcasecmp(hash, value) != 0) {
        return wrong(reader, "the record ends in state %.*s; its decisions end in state %s.", 20, value, hash);
    }
    reader->end->has_hash = true;
    return true;
}

static bool body_line(struct reader *reader, char *line)
{
    const bool result = strncmp(line, "Result:", 7) == 0;
    if (result || strncmp(line, "Hash:", 5) == 0) {
        if (!reader->ended) {
            bil_match_settle_silent(reader->match);
            reader->ended = true;
        }
        return result ? result_line(reader, skip_blanks(line + 7)) : hash_line(reader, skip_blanks(line + 5));
    }
    if (line[0] == '#') {
        add_note(reader, line + 1);
        return true;
    }
    if (isdigit((unsigned char)line[0])) {
        return decision_line(reader, line);
    }
    return wrong(reader, "\"%.*s\" is neither a decision (\"2 draw deck\"), a comment (\"# ...\") nor a result.", SHOWN, line);
}

static bool read_body(struct reader *reader, char *line)
{
    bool fine = true;
    reader->replaying = true;
    for (; line; line = next_line(reader, &fine)) {
        char *text = skip_blanks(line);
        if (*text && !body_line(reader, text)) {
            return false;
        }
    }
    if (!fine) {
        return false;
    }
    bil_match_settle_silent(reader->match);
    if (reader->has_note) {
        bil_match_note(reader->match, reader->match->ply, bil_text_string(&reader->note));
    }
    bool all = true;
    for (int seat = 0; seat < reader->match->config.seats; seat++) {
        all = all && reader->result[seat];
    }
    reader->end->has_result = all || reader->unfinished;
    return true;
}

struct bil_match *bil_record_read(const char *bytes, size_t length, const char *name, const struct bil_value *edition,
                                  struct bil_record_end *end, struct bil_error *error)
{
    struct reader reader = {.name = name, .edition_at_hand = edition, .end = end, .error = error};
    *end = (struct bil_record_end){0};
    if (!bil_encoding_check(bytes, length, name, error)) {
        end->fault = BIL_RECORD_UNREADABLE;
        return NULL;
    }
    reader.text = bil_memory_text(bytes, length);
    reader.length = length;
    reader.next = bil_encoding_mark(bytes, length);
    char *body = NULL;
    const bool fine = read_header(&reader, &body) && begin_replay(&reader) && read_body(&reader, body);
    if (!fine) {
        bil_match_free(reader.match);
        reader.match = NULL;
    }
    bil_json_free(reader.position);
    bil_json_free(reader.edition);
    bil_text_free(&reader.note);
    free(reader.stranger);
    free(reader.text);
    return reader.match;
}

struct bil_match *bil_record_load(const char *path, const struct bil_value *edition, struct bil_record_end *end,
                                  struct bil_error *error)
{
    size_t length = 0;
    char *bytes = bil_file_read(path, &length, error);
    if (!bytes) {
        *end = (struct bil_record_end){.fault = BIL_RECORD_MISSING};
        return NULL;
    }
    struct bil_match *match = bil_record_read(bytes, length, strcmp(path, "-") == 0 ? "standard input" : path, edition, end, error);
    free(bytes);
    return match;
}
