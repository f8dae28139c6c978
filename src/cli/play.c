/* `billions play`: a match in this terminal. Must never play or show anything itself: it reads the command line, makes or resumes
 * the match, and hands it to the session; nor seat a player that was not asked for, nor guess which game is meant. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "billions/json.h"
#include "billions/record.h"
#include "cli/commands.h"
#include "table/external_bot.h"
#include "table/file.h"
#include "table/output.h"
#include "terminal/offer.h"
#include "terminal/score_sheet.h"
#include "terminal/session.h"

static_assert((int)BIL_PLAY_FINE == (int)BIL_EXIT_FINE && (int)BIL_PLAY_INPUT_ENDED == (int)BIL_EXIT_INPUT &&
                  (int)BIL_PLAY_FILES == (int)BIL_EXIT_FILES,
              "a session ends with the codes of all commands");

/* What was asked for; NULL or 0 where nothing was. */
struct seating {
    int players;       /* number of seats */
    const char *seats; /* "person,greedy": seat by seat */
    const char *bots;  /* "greedy,random": all seats but the first, one name for all of them */
    const char *names; /* "Ann,Bob": of the persons, in the order of their seats */
};

/* What the command line says. */
struct request {
    const char *game;
    struct bil_list options;
    int64_t players;
    struct seating seating;
    const char *seed, *edition, *position, *resume, *record;
    bool plain;
};

/* What a match is made from and must outlive it, and the match. */
struct table {
    const struct bil_game *game;
    const struct bil_value *edition;
    const struct bil_value *position;
    struct bil_settings settings;
    struct bil_match *match;
    struct bil_text again;
    char seed[24]; /* of our own choice */
    bool open;     /* the two that follow: not before a file that is slow to come has been read, for they hold Ctrl-C back */
    struct bil_screen screen;
    struct bil_keyboard keyboard;
};

/* ------------------------------------------------------------------ who sits where */

enum { USUAL_SEATS = 3 };

static int count_names(const char *list)
{
    int count = 1;
    for (; *list; list++) {
        count += *list == ',';
    }
    return count;
}

/* Name number `index` of a list parted by commas, without blanks around it; false if it does not fit into `name`. */
static bool name_at(const char *list, int index, char *name, size_t room)
{
    for (; index > 0; index--) {
        list = strchr(list, ',') + 1;
    }
    while (*list == ' ') {
        list++;
    }
    size_t length = strcspn(list, ",");
    while (length > 0 && list[length - 1] == ' ') {
        length--;
    }
    const bool fits = length < room;
    length = fits ? length : room - 1;
    memcpy(name, list, length);
    name[length] = 0;
    return fits;
}

/* How many seats: as asked for, else 3 or what the game allows. 0 and a sentence if the game does not allow that number. */
static int number_of_seats(const struct seating *seating, const struct bil_game *game, struct bil_error *error)
{
    const char *from = "--players";
    int count = seating->players;
    if (count == 0 && seating->seats) {
        from = "--seats";
        count = count_names(seating->seats);
    } else if (count == 0 && seating->bots && count_names(seating->bots) > 1) {
        from = "--bots";
        count = count_names(seating->bots) + 1;
    } else if (count == 0) {
        count = USUAL_SEATS < game->min_seats ? game->min_seats : USUAL_SEATS > game->max_seats ? game->max_seats : USUAL_SEATS;
    }
    if (count >= game->min_seats && count <= game->max_seats) {
        return count;
    }
    if (game->min_seats == game->max_seats) {
        bil_fail(error, "%s: %s is for %d players, not for %d.", from, game->title, game->min_seats, count);
    } else {
        bil_fail(error, "%s: %s is for %d to %d players, not for %d.", from, game->title, game->min_seats, game->max_seats, count);
    }
    return 0;
}

/* The player that a name in --seats or --bots means. */
static bool seat_one(const char *name, bool person_allowed, struct bil_player *player, struct bil_error *error)
{
    struct bil_error reason;
    *player = (struct bil_player){0};
    if (person_allowed && strcmp(name, "person") == 0) {
        return true;
    }
    player->bot = bil_external_bot_find(name, &reason);
    if (player->bot) {
        return true;
    }
    return person_allowed ? bil_fail(error, "--seats: %s A person is called person.", reason.text)
                          : bil_fail(error, "--bots: %s", reason.text);
}

/* Seats players at a table: by `seats`, else a person at seat 1 and bots (greedy if nothing is said) at the others. */
static bool fill_seats(const struct seating *seating, int seats, struct bil_player player[BIL_MAX_SEATS], struct bil_error *error)
{
    const bool all = seating->seats != NULL;
    const char *list = all ? seating->seats : seating->bots ? seating->bots : "greedy";
    const int count = count_names(list);
    const int first = all ? 0 : 1;
    if (all && seating->bots) {
        return bil_fail(error, "--seats and --bots do not go together: --seats says already who sits where.");
    }
    if (count != seats - first && (all || count > 1)) {
        return bil_fail(error, "%s names %d, but there %s %d to fill.", all ? "--seats" : "--bots", count,
                        seats - first == 1 ? "is a seat, just" : "are seats,", seats - first);
    }
    player[0] = (struct bil_player){0};
    for (int seat = first; seat < seats; seat++) {
        char name[BIL_BOT_NAME];
        if (!name_at(list, all || count > 1 ? seat - first : 0, name, sizeof name)) {
            return bil_fail(error, "%s: nobody is called \"%.60s...\".", all ? "--seats" : "--bots", name);
        }
        if (!seat_one(name, all, &player[seat], error)) {
            return false;
        }
    }
    return true;
}

/* Gives the persons at a table their names. */
static bool name_persons(const char *names, int seats, struct bil_player player[BIL_MAX_SEATS], struct bil_error *error)
{
    const int count = count_names(names);
    int persons = 0;
    for (int seat = 0; seat < seats; seat++) {
        persons += player[seat].bot == NULL;
    }
    if (count > persons) {
        return bil_fail(error, "--names gives %d names, but there %s.", count,
                        persons == 0   ? "are only bots"
                        : persons == 1 ? "is one person"
                                       : "are fewer persons");
    }
    for (int seat = 0, next = 0; seat < seats && next < count; seat++) {
        char name[BIL_PLAYER_NAME] = {0};
        if (player[seat].bot) {
            continue;
        }
        if (!name_at(names, next++, name, sizeof name)) {
            return bil_fail(error, "--names: \"%s...\" is too long; a name has at most %d bytes.", name, BIL_PLAYER_NAME - 1);
        }
        for (const char *at = name; *at; at++) {
            if ((unsigned char)*at < 0x20 || *at == 0x7F) {
                return bil_fail(error, "--names: a name consists of letters, not of control characters.");
            }
        }
        memcpy(player[seat].name, name, sizeof name);
    }
    return true;
}

/* ------------------------------------------------------------------ which game */

static int count_games(void)
{
    int count = 0;
    while (bil_games[count]) {
        count++;
    }
    return count;
}

/* The game of that number, id or title, cut short where only one fits; or NULL. */
static const struct bil_game *game_meant(const char *words)
{
    const struct bil_game *begun = NULL;
    int number = 0;
    int fits = 0;
    if (bil_offer_number(words, &number) && number >= 1 && number <= count_games()) {
        return bil_games[number - 1];
    }
    for (int i = 0; bil_games[i]; i++) {
        const struct bil_game *game = bil_games[i];
        if (strncasecmp(game->id, words, strlen(words)) == 0 || strncasecmp(game->title, words, strlen(words)) == 0) {
            begun = game;
            fits++;
        }
    }
    return fits == 1 ? begun : NULL;
}

/* Lists the games and asks until one is named; an empty line takes the first. BIL_INPUT_LINE: *game is it; else what came instead
 * of an answer: the end of the input or a signal. The output may be at fault then (see bil_screen_flush). */
static enum bil_input ask_which_game(struct bil_screen *screen, struct bil_keyboard *keyboard, const struct bil_game **game)
{
    const char *accent = bil_screen_tone(screen, BIL_ACCENT);
    const char *plain = bil_screen_tone(screen, BIL_PLAIN);
    bil_screen_say(screen, 0, BIL_STRONG, "Which game?");
    for (int i = 0; bil_games[i]; i++) {
        bil_screen_say(screen, 6, BIL_PLAIN, "  %s[%d]%s %s. %s", accent, i + 1, plain, bil_games[i]->title, bil_games[i]->summary);
    }
    bil_screen_say(screen, 0, BIL_FAINT,
                   "A number or a name; Enter begins the first. How many play, and who: billions play --help.");
    for (;;) {
        bil_screen_ask(screen, BIL_ACCENT, "Game>");
        if (!bil_screen_flush(screen)) {
            return BIL_INPUT_SIGNAL;
        }
        const enum bil_input input = bil_keyboard_wait(keyboard, true, -1, -1);
        if (input != BIL_INPUT_LINE) {
            bil_screen_say(screen, 0, BIL_PLAIN, "%s", ""); /* whatever is written next begins a line */
        }
        if (input == BIL_INPUT_END || input == BIL_INPUT_SIGNAL) {
            return input;
        }
        *game = input != BIL_INPUT_LINE ? NULL : *keyboard->line ? game_meant(keyboard->line) : bil_games[0];
        if (*game) {
            return input;
        }
        bil_screen_say(screen, 0, BIL_AMBER, "That names no game: say 1 to %d, or how the name begins.", count_games());
    }
}

/* ------------------------------------------------------------------ what the command line says */

/* Flags of which one makes the other meaningless. */
static int check_together(const struct request *request)
{
    const struct {
        bool both;
        const char *sentence;
    } pairs[] = {
        {request->resume && request->game, "--resume takes no game: the record says which it was."},
        {request->resume && request->position, "--resume and --position do not go together: a record says where it began."},
        {request->resume && request->seed, "--resume and --seed do not go together: a record has its own seed."},
        {request->resume && request->options.count, "--resume and --option do not go together: a record has its own options."},
        {request->resume && (request->players || request->seating.bots),
         "--resume takes --seats, not --players or --bots, to seat others."},
        {request->position && request->options.count, "--position and --option do not go together: a position says its options."},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i].both) {
            return bil_exit_with(BIL_EXIT_USAGE, "%s", pairs[i].sentence);
        }
    }
    return BIL_EXIT_FINE;
}

/* ------------------------------------------------------------------ making a match */

static int read_position(const struct request *request, struct table *table)
{
    struct bil_error error;
    size_t length = 0;
    char *bytes = bil_file_read(request->position, &length, &error);
    if (!bytes) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    table->position = bil_json_read(bytes, length, request->position, &error);
    free(bytes);
    if (!table->position) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s", error.text);
    }
    const char *id = NULL;
    if (!table->game && bil_value_string(table->position, "game", &id, &error) && id) {
        table->game = bil_game_find(id);
    }
    return BIL_EXIT_FINE;
}

/* An edition says which game it is for. */
static int read_edition(const struct request *request, struct table *table)
{
    struct bil_error error;
    const char *id = NULL;
    const int code = bil_cli_edition_file(request->edition, table->game, &table->edition);
    if (table->edition && !table->game && bil_value_string(table->edition, "game", &id, &error) && id) {
        table->game = bil_game_find(id);
    }
    return code;
}

static void open_terminal(struct table *table)
{
    if (!table->open) {
        bil_keyboard_open(&table->keyboard, STDIN_FILENO);
        bil_screen_open(&table->screen, STDOUT_FILENO);
        table->open = true;
    }
}

/* Asks which game, if there is a person to be asked; else it is the first there is. -1, or the code to end with. */
static int choose_game(const struct request *request, struct table *table)
{
    table->game = bil_games[0];
    if (!table->game || !bil_games[1] || request->position || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        return -1;
    }
    open_terminal(table);
    const enum bil_input heard = ask_which_game(&table->screen, &table->keyboard, &table->game);
    const bool written = bil_screen_flush(&table->screen);
    return heard == BIL_INPUT_LINE                              ? -1
           : heard == BIL_INPUT_SIGNAL && bil_keyboard_signal() ? 128 + bil_keyboard_signal()
           : written                                            ? BIL_EXIT_FINE
                                                                : BIL_EXIT_FILES;
}

/* The game that the words, the position or the edition name, or that is chosen. -1, or the code to end with. */
static int find_game(const struct request *request, struct table *table)
{
    if (request->game) {
        table->game = bil_cli_game(request->game);
        if (!table->game) {
            return BIL_EXIT_USAGE;
        }
    }
    int code = request->position ? read_position(request, table) : BIL_EXIT_FINE;
    if (code == BIL_EXIT_FINE) {
        code = read_edition(request, table);
    }
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    return table->game ? -1 : choose_game(request, table);
}

/* A seed short enough to be typed again. */
static void choose_seed(char seed[24])
{
    uint64_t number = 0;
    FILE *chance = fopen("/dev/urandom", "rb");
    if (!chance || fread(&number, sizeof number, 1, chance) != 1) {
        /* Without it an address and a process number must do: they differ from game to game, and nobody bets on them. */
        number = (uint64_t)(uintptr_t)seed * 0x9E3779B97F4A7C15U ^ (uint64_t)getpid();
    }
    if (chance) {
        fclose(chance);
    }
    snprintf(seed, 24, "%llu", (unsigned long long)(number % 1000000000000U));
}

static void add_quoted_flag(struct bil_text *text, const char *flag, const char *word)
{
    bil_text_format(text, " %s ", flag);
    bil_quote_word(word, true, text);
}

/* The command that starts the same game again. */
static void write_again(const struct request *request, struct table *table, const char *seed)
{
    const struct bil_match *match = table->match;
    struct bil_text who = {0};
    bil_text_format(&table->again, "billions play %s", match->game->id);
    for (int seat = 0; seat < match->config.seats; seat++) {
        bil_text_format(&who, "%s%s", seat ? "," : "", match->player[seat].bot ? match->player[seat].bot->name : "person");
    }
    add_quoted_flag(&table->again, "--seats", bil_text_string(&who));
    add_quoted_flag(&table->again, "--seed", seed);
    for (int i = 0; i < request->options.count; i++) {
        add_quoted_flag(&table->again, "--option", request->options.item[i]);
    }
    if (request->edition) {
        add_quoted_flag(&table->again, "--edition", request->edition);
    }
    if (request->position) {
        add_quoted_flag(&table->again, "--position", request->position);
    }
    bil_text_free(&who);
}

/* The number of seats that a position or the flags say. */
static int count_seats(const struct request *request, const struct table *table, struct bil_error *error)
{
    int seats = 0;
    if (table->position && !bil_value_integer(table->position, "seats", 1, BIL_MAX_SEATS, &seats, error)) {
        return 0;
    }
    if (seats > 0 && request->players > 0 && request->players != seats) {
        bil_fail(error, "--players says %d, but the position has %d seats.", (int)request->players, seats);
        return 0;
    }
    return seats > 0 ? seats : number_of_seats(&request->seating, table->game, error);
}

static bool seat_people(const struct request *request, int seats, struct bil_player player[BIL_MAX_SEATS], struct bil_error *error)
{
    return fill_seats(&request->seating, seats, player, error) &&
           (!request->seating.names || name_persons(request->seating.names, seats, player, error));
}

static int begin_match(const struct request *request, struct table *table)
{
    struct bil_error error;
    struct bil_match_setup setup = {0};
    int code = find_game(request, table);
    if (code >= 0) {
        return code;
    }
    if (!table->game) {
        return bil_exit_with(BIL_EXIT_USAGE, "This program was built without a game.");
    }
    code = bil_cli_settings(table->game, &request->options, false, &table->settings);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    const int seats = count_seats(request, table, &error);
    if (seats == 0 || !seat_people(request, seats, setup.player, &error)) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    if (!request->seed) {
        choose_seed(table->seed);
    }
    const char *seed = request->seed ? request->seed : table->seed;
    bil_seed_from_text(seed, setup.seed);
    setup.game = table->game;
    setup.config = (struct bil_config){
        .seats = seats, .edition = table->edition, .settings = table->settings.setting, .setting_count = table->settings.count};
    setup.position = table->position;
    int people = 0;
    for (int seat = 0; seat < seats; seat++) {
        people += setup.player[seat].bot == NULL;
    }
    setup.ask_windows = people > 1;
    table->match = bil_match_new(&setup, &error);
    if (!table->match) {
        return bil_exit_with(table->position || table->edition ? BIL_EXIT_INPUT : BIL_EXIT_USAGE, "%s", error.text);
    }
    write_again(request, table, seed);
    return BIL_EXIT_FINE;
}

static int resume(const struct request *request, struct table *table)
{
    struct bil_error error;
    const int code = bil_cli_record(request->resume, request->edition, &table->match);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    struct bil_match *match = table->match;
    struct bil_player player[BIL_MAX_SEATS];
    memcpy(player, match->player, sizeof player);
    const bool seated = !request->seating.seats || fill_seats(&request->seating, match->config.seats, player, &error);
    if (!seated || (request->seating.names && !name_persons(request->seating.names, match->config.seats, player, &error))) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    int people = 0;
    for (int seat = 0; seat < match->config.seats; seat++) {
        people += player[seat].bot == NULL;
        if (player[seat].bot && !bil_bot_plays(player[seat].bot, match->game, &error)) {
            return bil_exit_with(BIL_EXIT_USAGE, "--seats: %s", error.text);
        }
    }
    match->ask_windows = people > 1;
    for (int seat = 0; seat < match->config.seats && (request->seating.seats || request->seating.names); seat++) {
        if (player[seat].bot) {
            bil_match_seat_bot(match, seat, player[seat].bot);
        } else {
            bil_match_seat_person(match, seat, player[seat].name);
        }
    }
    bil_match_settle(match);
    char seed[2 * BIL_SEED_BYTES + 1];
    struct bil_text text = {0};
    bil_seed_to_text(match->seed, seed);
    bil_text_format(&text, "0x%s", seed);
    write_again(request, table, bil_text_string(&text));
    bil_text_free(&text);
    return BIL_EXIT_FINE;
}

/* ------------------------------------------------------------------ sitting down */

/* That a record can be kept is found out before the first card, not after the last. */
static int open_record(const struct request *request, const struct bil_match *match)
{
    struct bil_error error;
    const char *path = request->record ? request->record : request->resume;
    if (!path) {
        return BIL_EXIT_FINE;
    }
    if (strcmp(path, "-") == 0) {
        return bil_exit_with(BIL_EXIT_USAGE, "%s needs the name of a file: - stands for what you type.",
                             request->record ? "--record" : "--resume");
    }
    const bool other = request->record && !(request->resume && strcmp(request->record, request->resume) == 0);
    struct stat there;
    if (other && stat(path, &there) == 0 && S_ISREG(there.st_mode)) {
        return bil_exit_with(
            BIL_EXIT_FILES, "%s is already there; name a new file, or go on with that game: billions play --resume %s", path, path);
    }
    if (!bil_record_save(match, path, &error)) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    return BIL_EXIT_FINE;
}

/* Who plays what, in a line or two. */
static void announce_players(const struct table *table, const struct request *request, struct bil_screen *screen)
{
    const struct bil_match *match = table->match;
    struct bil_text text = {0};
    bil_text_format(&text, "%s%s%s: ", bil_screen_tone(screen, BIL_STRONG), match->game->title, bil_screen_tone(screen, BIL_PLAIN));
    for (int seat = 0; seat < match->config.seats; seat++) {
        bil_text_add(&text, seat ? ", " : "");
        bil_seat_text(match, seat, &text);
    }
    bil_text_char(&text, '.');
    bil_screen_lines(screen, 2, bil_text_string(&text));
    bil_text_clear(&text);
    if (request->resume) {
        bil_text_format(&text, "Resumed from %s after %d moves", request->resume, match->ply);
    } else {
        bil_text_format(&text, "Seed %s", request->seed ? request->seed : table->seed);
    }
    if (request->record || request->resume) {
        bil_text_format(&text, "; the record is kept in %s", request->record ? request->record : request->resume);
    }
    bil_text_add(&text, ". help lists the commands, rules the pages of the rules.");
    bil_screen_say(screen, 0, BIL_FAINT, "%s", bil_text_string(&text));
    bil_text_free(&text);
}

static int sit_down(const struct request *request, struct table *table)
{
    const int code = open_record(request, table->match);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    struct bil_session session = {.match = table->match,
                                  .screen = &table->screen,
                                  .keyboard = &table->keyboard,
                                  .record = request->record ? request->record : request->resume,
                                  .again = bil_text_string(&table->again)};
    open_terminal(table);
    announce_players(table, request, &table->screen);
    const int end = bil_session_run(&session);
    bil_offer_free(&session.offer);
    bil_text_free(&session.drawn);
    return end;
}

static struct request asked;

static int run_play(const struct bil_list *words)
{
    struct table table = {0};
    asked.game = words->count ? words->item[0] : NULL;
    asked.seating.players = (int)asked.players;
    if (asked.plain) {
        bil_output_plain();
    }
    int code = check_together(&asked);
    if (code == BIL_EXIT_FINE) {
        code = asked.resume ? resume(&asked, &table) : begin_match(&asked, &table);
    }
    if (code == BIL_EXIT_FINE && table.match) { /* without one, nobody wanted a game */
        code = sit_down(&asked, &table);
    }
    bil_screen_close(&table.screen);
    bil_match_free(table.match);
    bil_cli_settings_free(&table.settings);
    bil_text_free(&table.again);
    bil_json_free(table.edition);
    bil_json_free(table.position);
    return code;
}

static const struct bil_flag flags[] = {
    {"players", BIL_FLAG_NUMBER, &asked.players, "N", "how many seats (3, or what the game allows)", 1, 99},
    {"bots", BIL_FLAG_TEXT, &asked.seating.bots, "BOT,..", "bots for all seats but the first; one name serves for all (greedy)", 0,
     0},
    {"seats", BIL_FLAG_TEXT, &asked.seating.seats, "WHO,..", "who sits where, seat by seat: person or a bot", 0, 0},
    {"names", BIL_FLAG_TEXT, &asked.seating.names, "NAME,..", "names of the persons, in the order of their seats", 0, 0},
    {"seed", BIL_FLAG_TEXT, &asked.seed, "SEED", "the same seed deals the same cards (a new one, which is told)", 0, 0},
    {"option", BIL_FLAG_LIST, &asked.options, "KEY=VALUE", "an option of the game; may be given several times", 0, 0},
    {"edition", BIL_FLAG_TEXT, &asked.edition, "FILE", "cards from a file instead of those compiled in", 0, 0},
    {"position", BIL_FLAG_TEXT, &asked.position, "FILE", "begin from a position", 0, 0},
    {"record", BIL_FLAG_TEXT, &asked.record, "FILE", "keep the record in a new file, up to date after every decision", 0, 0},
    {"resume", BIL_FLAG_TEXT, &asked.resume, "FILE", "go on with a recorded game and keep its record in the same file", 0, 0},
    {"plain", BIL_FLAG_SWITCH, &asked.plain, NULL, "ASCII only, names too: no colours, no symbols, no escapes", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_play = {
    .name = "play",
    .help = "play in this terminal, against bots or several people at one screen",
    .usage = {"billions play [GAME] [FLAG...]",
              "Plays a game in this terminal: against bots, with friends at one keyboard, or from a script that\n"
              "writes moves and commands into standard input. Who names no game is asked which;\n"
              "a script plays the first. While playing, help lists the commands.\n"
              "Leaving with quit or Ctrl-D is exit code 0; a script that ends before the game is 3.",
              flags},
    .most = 1,
    .run = run_play,
};
