/* Challenges as text, the deal of the day, and proofs of what was played (see challenge.h). */
#include "table/records/challenge.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "billions/persons.h"
#include "table/match_internal.h"

/* ------------------------------------------------------------------ as text */

/* A bot as it comes, or as one of its persons ("easy:person=NAME"): every other setting would be a bot that nobody else knows. */
static bool is_plain(const char *name)
{
    static const char person[] = ":person=";
    const char *settings = strchr(name, ':');
    return !settings || (strncmp(settings, person, sizeof person - 1) == 0 && !strchr(settings + 1, ':'));
}

/* A bot must give the same move for the same view and random stream, and quickly: verification asks every bot again. */
static bool is_steady(const struct bil_bot *bot)
{
    for (int i = 0; bot->params && bot->params[i].key; i++) {
        if (strcmp(bot->params[i].key, "iterations") == 0) {
            return false;
        }
    }
    return is_plain(bot->name) && bil_bot_find(bot->name, NULL) == bot; /* no program of somebody's */
}

/* The seat of the only person; -1 and a sentence. */
static int find_person(const struct bil_match *match, struct bil_error *error)
{
    int person = -1;
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_player *player = &match->player[seat];
        if (player->stranger) {
            bil_fail(error, "The bot %s at seat %d is unknown to this program, so nobody can tell what it would have played.",
                     player->name, seat + 1);
            return -1;
        }
        if (player->bot && !is_steady(player->bot)) {
            bil_fail(
                error,
                "The bot %s at seat %d cannot be asked again for the same answer; in a challenge sit bots that answer at once, "
                "as they come.",
                player->bot->name, seat + 1);
            return -1;
        }
        if (!player->bot && person >= 0) {
            bil_fail(error, "Persons sit at seats %d and %d; a challenge is played by one person against bots.", person + 1,
                     seat + 1);
            return -1;
        }
        person = player->bot ? person : seat;
    }
    if (person < 0 || match->config.seats < 2) {
        bil_fail(error, "%s",
                 person < 0 ? "Only bots sit here; a challenge has a seat for one person."
                            : "There is one seat; a challenge is played against others.");
        return -1;
    }
    return person;
}

/* Those that are not as they are without a word, in the order in which the game lists them. */
static void write_changed_options(const struct bil_match *match, struct bil_text *out)
{
    for (const struct bil_option *option = match->game->options; option && option->key; option++) {
        for (int i = 0; i < match->config.setting_count; i++) {
            const struct bil_setting *setting = &match->config.settings[i];
            if (strcmp(setting->key, option->key) == 0 && strcmp(setting->value, option->initial) != 0) {
                bil_text_format(out, "Option: %s=%s\n", setting->key, setting->value);
            }
        }
    }
}

bool bil_challenge_write(const struct bil_match *match, struct bil_text *out, struct bil_error *error)
{
    char seed[2 * BIL_SEED_BYTES + 1];
    if (match->from_position || match->edition_loaded) {
        return bil_fail(error, "%s",
                        match->from_position ? "The game began from a position; a challenge is dealt from its seed."
                                             : "The game has cards out of a file; a challenge has the usual ones.");
    }
    if (find_person(match, error) < 0) {
        return false;
    }
    bil_seed_to_text(match->seed, seed);
    bil_text_format(out, "Format: billions-record 1\nGame: %s\nRevision: %d\nEdition: %s\nSeats: %d\n", match->game->id,
                    match->config.revision, match->edition, match->config.seats);
    write_changed_options(match, out);
    for (int seat = 0; seat < match->config.seats; seat++) {
        bil_text_format(out, "Seat %d: %s\n", seat + 1, match->player[seat].bot ? match->player[seat].bot->name : "person");
    }
    bil_text_format(out, "Seed: 0x%s\n", seed);
    return true;
}

void bil_challenge_id(const char *text, char id[BIL_CHALLENGE_ID + 1])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    static const char purpose[] = "billions-challenge-1";
    crypto_hash_sha256_state hash;
    uint8_t bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_init(&hash);
    crypto_hash_sha256_update(&hash, (const unsigned char *)purpose, sizeof purpose - 1);
    crypto_hash_sha256_update(&hash, (const unsigned char *)text, strlen(text));
    crypto_hash_sha256_final(&hash, bytes);
    for (int i = 0; i < BIL_CHALLENGE_ID; i++) { /* five bits each, the first ones first */
        const int bit = 5 * i;
        const unsigned pair = (unsigned)bytes[bit / 8] << 8 | bytes[bit / 8 + 1];
        id[i] = letters[pair >> (11 - bit % 8) & 31];
    }
    id[BIL_CHALLENGE_ID] = 0;
}

/* ------------------------------------------------------------------ what strangers send */

/* Whether a header line may stand in what a challenge is made of. */
static bool line_fits(const char *line, size_t length, const char *name, int number, struct bil_error *error)
{
    static const char *const refused[] = {"Position", "Edition-Data"};
    char value[BIL_BOT_NAME] = "";
    const char *colon = memchr(line, ':', length);
    for (int i = 0; i < 2; i++) {
        if (strncmp(line, refused[i], strlen(refused[i])) == 0) {
            return bil_fail(error, "%s, line %d: a challenge has no %s; it is dealt from its seed, with the usual cards.", name,
                            number, refused[i]);
        }
    }
    if (strncmp(line, "Seat ", 5) != 0 || !colon) {
        return true;
    }
    colon += 1 + strspn(colon + 1, " \t");
    const size_t rest = colon < line + length ? (size_t)(line + length - colon) : 0;
    memcpy(value, colon, rest < sizeof value ? rest : sizeof value - 1);
    const bool person = strncmp(value, "person", 6) == 0 && (value[6] == 0 || value[6] == ' ' || value[6] == '\r');
    return person || is_plain(value) ||
           bil_fail(error, "%s, line %d: in a challenge bots sit as they come, not with settings of their own.", name, number);
}

struct bil_match *bil_challenge_read(const char *bytes, size_t length, const char *name, struct bil_record_end *end,
                                     struct bil_error *error)
{
    size_t at = 0;
    *end = (struct bil_record_end){.fault = BIL_RECORD_UNREADABLE};
    for (int number = 1; at < length; number++) {
        const char *stop = memchr(bytes + at, '\n', length - at);
        const size_t line = stop ? (size_t)(stop - (bytes + at)) : length - at;
        char text[BIL_BOT_NAME + 32];
        snprintf(text, sizeof text, "%.*s", (int)(line < sizeof text ? line : sizeof text - 1), bytes + at);
        if (!line_fits(text, strlen(text), name, number, error)) {
            return NULL;
        }
        at += line + 1;
    }
    return bil_record_read(bytes, length, name, NULL, end, error);
}

/* ------------------------------------------------------------------ days */

enum { FIRST_YEAR = 2026, LAST_YEAR = 2099, YEARS = LAST_YEAR - FIRST_YEAR + 1, LONGEST = 31 };

static int days_of(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && year % 4 == 0); /* of these years every fourth is a leap year */
}

/* "2026-11-27" */
static bool is_day(const char *day)
{
    int number[3] = {0};
    int part = 0;
    if (strlen(day) != BIL_CHALLENGE_DAY) {
        return false;
    }
    for (int i = 0; i < BIL_CHALLENGE_DAY; i++) {
        const bool dash = i == 4 || i == 7;
        if (dash ? day[i] != '-' : day[i] < '0' || day[i] > '9') {
            return false;
        }
        part += dash;
        number[part] = dash ? 0 : 10 * number[part] + (day[i] - '0');
    }
    const int year = number[0], month = number[1];
    return year >= FIRST_YEAR && year <= LAST_YEAR && month >= 1 && month <= 12 && number[2] >= 1 &&
           number[2] <= days_of(year, month);
}

/* ------------------------------------------------------------------ the deal of a day */

/* SHA-256("billions-daily-1" LF game LF day LF what): 1 is the version of all that follows from it here. */
static void derive(const struct bil_game *game, const char *day, const char *what, uint8_t bytes[crypto_hash_sha256_BYTES])
{
    char text[160];
    const int length = snprintf(text, sizeof text, "billions-daily-1\n%s\n%s\n%s", game->id, day, what);
    crypto_hash_sha256(bytes, (const unsigned char *)text, (unsigned long long)length);
}

/* The bots that a day may seat: those that answer at once and play to win. */
static const char *const opponents[] = {"easy", "medium", "greedy"};
enum { OPPONENTS = sizeof opponents / sizeof opponents[0], MOST_SEATS = 5, PERSONS_FROM = 8 };

/* Sixteen bits of the hash as a number below `bound`: not quite even, which nobody can tell at these sizes. */
static int below(const uint8_t *bytes, int bound)
{
    return (bytes[0] << 8 | bytes[1]) % bound;
}

/* Seats the bots: each of a level by the numbers from 2 on and somebody else by those from 8 on, out of the persons who are left,
 * in the order of the game's list. A game without persons has bots without. */
static void seat_bots(struct bil_match_setup *setup, int own, const uint8_t *table)
{
    const struct bil_person *left[BIL_MAX_PERSONS];
    int count = 0;
    for (const struct bil_person *one = bil_persons_of(setup->game); one && one->id; one++) {
        left[count++] = one;
    }
    for (int seat = 0; seat < setup->config.seats; seat++) {
        char name[BIL_BOT_NAME];
        const char *level = opponents[below(table + 2 * (2 + seat), OPPONENTS)];
        if (seat == own) {
            continue;
        }
        snprintf(name, sizeof name, "%s", level);
        if (count > 0) {
            const int chosen = below(table + 2 * (PERSONS_FROM + seat), count);
            snprintf(name, sizeof name, "%s:person=%s", level, left[chosen]->id);
            count--;
            for (int i = chosen; i < count; i++) {
                left[i] = left[i + 1];
            }
        }
        setup->player[seat].bot = bil_bot_find(name, NULL);
    }
}

bool bil_challenge_daily(const struct bil_game *game, const char *day, struct bil_text *out, struct bil_error *error)
{
    uint8_t table[crypto_hash_sha256_BYTES];
    struct bil_match_setup setup = {.game = game};
    if (!is_day(day)) {
        return bil_fail(error, "\"%.20s\" is no day; one is written 2026-11-24, from %d to %d.", day, FIRST_YEAR, LAST_YEAR);
    }
    derive(game, day, "seed", setup.seed);
    derive(game, day, "table", table);
    const int least = game->min_seats < 3 && game->max_seats >= 3 ? 3 : game->min_seats;
    const int most = game->max_seats > MOST_SEATS ? MOST_SEATS : game->max_seats;
    setup.config.seats = least + below(table, most - least + 1);
    const int person = below(table + 2, setup.config.seats);
    seat_bots(&setup, person, table);
    struct bil_match *match = bil_match_bare(&setup, error);
    const bool fine = match && bil_challenge_write(match, out, error);
    bil_match_free(match);
    return fine;
}

bool bil_challenge_day(const struct bil_match *match, char day[BIL_CHALLENGE_DAY + 1])
{
    struct bil_text played = {0};
    struct bil_text dealt = {0};
    bool found = false;
    for (int i = 0; i < YEARS * 12 * LONGEST && !found; i++) {
        char candidate[40];
        uint8_t seed[crypto_hash_sha256_BYTES];
        snprintf(candidate, sizeof candidate, "%04d-%02d-%02d", FIRST_YEAR + i / (12 * LONGEST), i / LONGEST % 12 + 1,
                 i % LONGEST + 1);
        derive(match->game, candidate, "seed", seed);
        if (memcmp(seed, match->seed, sizeof seed) == 0 && bil_challenge_write(match, &played, NULL) &&
            bil_challenge_daily(match->game, candidate, &dealt, NULL)) {
            found = strcmp(bil_text_string(&played), bil_text_string(&dealt)) == 0;
            memcpy(day, candidate, BIL_CHALLENGE_DAY);
            day[BIL_CHALLENGE_DAY] = 0;
        }
    }
    bil_text_free(&played);
    bil_text_free(&dealt);
    return found;
}

/* ------------------------------------------------------------------ proofs */

/* The sentence on a bot that would have chosen otherwise. */
static bool chose_otherwise(const struct bil_match *match, int line, bil_move played, bil_move chosen, struct bil_error *error)
{
    struct bil_text was = {0};
    struct bil_text is = {0};
    bil_match_move_text(match, played, &was);
    bil_match_move_text(match, chosen, &is);
    bil_fail(error,
             "Decision %d: seat %d played \"%.60s\", but %s chooses \"%.60s\" there; this is not the game that these bots play.",
             line, match->actor + 1, bil_text_string(&was), match->player[match->actor].bot->name, bil_text_string(&is));
    bil_text_free(&was);
    bil_text_free(&is);
    return false;
}

/* Plays the match once more, asking every bot. */
static bool compare_bot_moves(const struct bil_match *match, struct bil_match *again, struct bil_challenge_played *played,
                              struct bil_error *error)
{
    int line = 0;
    for (int ply = 0; ply < match->ply; ply++) {
        const bil_move move = match->decision[ply].move;
        const struct bil_bot *bot = again->player[again->actor].bot;
        line += match->decision[ply].recorded;
        if (bot && again->move_count > 1) {
            const bil_move chosen = bil_match_ask_bot(again, bot);
            if (chosen != move) {
                return chose_otherwise(again, line, move, chosen, error);
            }
            played->compared++;
        }
        if (!bil_match_push(again, move, false)) {
            return bil_fail(error, "The game is longer than any can be.");
        }
    }
    return true;
}

bool bil_challenge_verify(const struct bil_match *match, const struct bil_record_end *end, struct bil_challenge_played *played,
                          struct bil_error *error)
{
    struct bil_text text = {0};
    uint8_t places[BIL_MAX_SEATS] = {0};
    struct bil_score score = {0};
    *played = (struct bil_challenge_played){.decisions = end->decisions};
    if (match->actor != BIL_OVER || !end->has_result || !end->has_hash) {
        return bil_fail(error, "%s",
                        match->actor != BIL_OVER ? "The game is not over; only a finished one counts."
                                                 : "The record breaks off without its result and hash.");
    }
    if (end->decisions > BIL_CHALLENGE_MOST) {
        return bil_fail(error, "The game has %d decisions; one of more than %d is not verified.", end->decisions,
                        BIL_CHALLENGE_MOST);
    }
    const bool fits = bil_challenge_write(match, &text, error);
    if (fits) {
        bil_challenge_id(bil_text_string(&text), played->id);
    }
    bil_text_free(&text);
    if (!fits) {
        return false;
    }
    struct bil_match_setup setup = {.game = match->game, .config = match->config};
    memcpy(setup.seed, match->seed, sizeof setup.seed);
    memcpy(setup.player, match->player, sizeof setup.player);
    struct bil_match *again = bil_match_bare(&setup, error);
    const bool same = again && compare_bot_moves(match, again, played, error);
    bil_match_free(again);
    if (!same) {
        return false;
    }
    played->seat = find_person(match, error);
    match->game->rank(match->rules, bil_match_state(match, -1), places);
    match->game->score(match->rules, bil_match_state(match, -1), played->seat, &score);
    played->place = places[played->seat];
    played->points = score.total;
    return true;
}
