/* What a person's line means: a move, or something that can be said besides moves, for which there is a table of words and a
 * function for each. Must never change the match itself: a move is only found here, and what `undo`, `order` and `all` want is
 * carried out by the backend. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "table/messages/argument.h"
#include "table/messages/reasons.h"
#include "terminal/score_sheet.h"
#include "terminal/session.h"

enum { LOG_LINES = 20, INDENT = 16, ORDER_INDENT = 20, CANDIDATES = 8, VIEW_WORDS = BIL_MAX_STATE / 8 };

/* ------------------------------------------------------------------ what a line means as a move */

/* Plays nothing: it only finds. */
static void tell_candidates(struct bil_session *session, const char *words, const int *found, int count)
{
    struct bil_text text = {0};
    const int shown = count > CANDIDATES ? CANDIDATES : count;
    bil_text_format(&text, "\"%s\" can be ", words);
    for (int i = 0; i < shown; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        bil_text_format(&text, "%s[%d] %s", between, found[i] + 1, bil_offer_text(&session->offer, found[i]));
    }
    if (count > shown) {
        bil_text_format(&text, " or one of %d more", count - shown);
    }
    bil_text_add(&text, ". Say more of it, or the number.");
    bil_session_error(session, bil_text_string(&text));
    bil_text_free(&text);
}

/* The legal moves that a line can mean: their indices in `found`. Negative after a sentence on a number that there is not. */
static int find_meant_moves(struct bil_session *session, const char *line, int found[BIL_MAX_MOVES])
{
    struct bil_error error;
    int number = 0;
    if (!bil_offer_number(line, &number)) {
        return bil_match_find_moves(session->match, line, found);
    }
    if (number >= 1 && number <= session->offer.count) {
        found[0] = number - 1;
        return 1;
    }
    if (session->offer.count == 1) {
        bil_fail(&error, "There is no move %.20s; the only one is number 1.", line);
    } else {
        bil_fail(&error, "There is no move %.20s; they are numbered from 1 to %d.", line, session->offer.count);
    }
    bil_session_error(session, error.text);
    return -1;
}

/* The index of a move that the game itself understands, or -1 and the game's sentence on it. */
static int ask_the_game(struct bil_session *session, const char *line, struct bil_error *error)
{
    bil_move move = 0;
    if (!bil_match_read_move(session->match, line, &move, error)) {
        return -1;
    }
    for (int i = 0; i < session->offer.count; i++) {
        if (session->match->move[i] == move) {
            return i;
        }
    }
    bil_fail(error, "\"%.100s\" is no move that can be made now.", line);
    return -1;
}

/* Says what keeps a move from being played, or that nothing does. */
static void answer_why(struct bil_session *session, const char *line)
{
    const struct bil_match *match = session->match;
    struct bil_error error;
    int found[BIL_MAX_MOVES];
    int count = find_meant_moves(session, line, found);
    if (count < 0) {
        return;
    }
    if (count == 0) {
        found[0] = ask_the_game(session, line, &error);
        if (found[0] < 0) {
            bil_session_error(session, error.text);
            return;
        }
        count = 1;
    }
    if (count > 1) {
        tell_candidates(session, line, found, count);
        return;
    }
    uint64_t view[VIEW_WORDS];
    struct bil_text text = {0};
    bil_text_format(&text, "You can: it is move %d, %s. ", found[0] + 1, bil_offer_text(&session->offer, found[0]));
    bil_match_view(match, match->actor, -1, view);
    match->game->explain(match->rules, view, match->move[found[0]], &text);
    bil_screen_say(session->screen, 0, BIL_PLAIN, "%s", bil_text_string(&text));
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ commands */

/* Whether there is no move of this person's to be spoken of; then a sentence said so. */
static bool refuse_unless_asked(struct bil_session *session)
{
    if (session->match->actor == BIL_OVER) {
        bil_session_error(session, "The game is over; there is no move to ask about.");
        return true;
    }
    if (session->match->actor != session->facing) {
        bil_session_error(session, "You are not asked anything now; there is no move to ask about.");
        return true;
    }
    return false;
}

static void do_why(struct bil_session *session, const char *rest)
{
    if (refuse_unless_asked(session)) {
        return;
    }
    if (*rest == 0) {
        bil_session_error(session, "Say which move you ask about: why, and its words or its number.");
        return;
    }
    answer_why(session, rest);
}

static void tell_hint(struct bil_session *session, const char *lead, bil_move move, const char *words)
{
    for (int i = 0; i < session->offer.count; i++) {
        if (session->match->move[i] == move) {
            bil_screen_say(session->screen, 0, BIL_PLAIN, "%s: [%d] %s. %s", lead, i + 1, bil_offer_text(&session->offer, i),
                           words);
        }
    }
}

/* What a bot would play, whether that is good against the next best, and what it thinks of the best few moves. Asked for by name,
 * it may take its time. */
static void hint_of(struct bil_session *session, const char *name)
{
    const struct bil_match *match = session->match;
    struct bil_error error = {{0}};
    const struct bil_bot *bot = bil_bot_find(name, &error);
    if (!bot) {
        bil_session_error(session, error.text);
        return;
    }
    uint64_t view[BIL_MAX_STATE / sizeof(uint64_t)];
    struct bil_reasons reasons;
    struct bil_text text = {0};
    struct bil_text lead = {0};
    bil_match_view(match, match->actor, -1, view);
    const bil_move move = bil_match_ask_reasons(match, bot, &reasons);
    const struct bil_choice choice = {match->game, match->rules, view, match->actor, match->config.seats, &reasons};
    const struct bil_argument argument = bil_match_argue(match, -1, move, 0, &text);
    bil_text_format(&lead, "Hint of %s", bot->name);
    if (argument.move == move) {
        tell_hint(session, bil_text_string(&lead), move, bil_text_string(&text));
    } else {
        tell_hint(session, bil_text_string(&lead), move, "But played on to the end, another move does better.");
        tell_hint(session, "Hint", argument.move, bil_text_string(&text));
    }
    bil_text_clear(&text);
    bil_reasons_table(&choice, &text);
    bil_screen_lines(session->screen, 4, bil_text_string(&text));
    if (reasons.words[0]) {
        bil_screen_say(session->screen, 0, BIL_FAINT, "%s", reasons.words);
    }
    bil_text_free(&text);
    bil_text_free(&lead);
}

static void do_hint(struct bil_session *session, const char *rest)
{
    if (refuse_unless_asked(session)) {
        return;
    }
    if (*rest) {
        hint_of(session, rest);
        return;
    }
    struct bil_text why = {0};
    const bil_move move = bil_match_hint(session->match, &why);
    tell_hint(session, "Hint", move, bil_text_string(&why));
    bil_text_free(&why);
}

static void do_moves(struct bil_session *session, const char *rest)
{
    (void)rest;
    if (!refuse_unless_asked(session)) {
        bil_offer_show(&session->offer, session->screen);
    }
}

static void do_table(struct bil_session *session, const char *rest)
{
    (void)rest;
    session->show = true; /* drawn before the next question */
    bil_text_clear(&session->drawn);
}

static void do_score(struct bil_session *session, const char *rest)
{
    (void)rest;
    if (session->match->actor != BIL_OVER) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "If the game ended now:");
    }
    bil_score_sheet_show(session->match, session->facing, session->screen);
}

static void do_log(struct bil_session *session, const char *rest)
{
    int lines = LOG_LINES;
    if (strcmp(rest, "all") == 0) {
        lines = 0;
    } else if (*rest) {
        char *end = NULL;
        const long number = strtol(rest, &end, 10);
        if (*end || number < 1 || number > 100000) {
            bil_session_error(session, "Say log, log and a number of lines, or log all.");
            return;
        }
        lines = (int)number;
    }
    if (bil_session_tell(session, 0, session->facing, lines) == 0) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "Nothing has happened yet.");
    }
}

/* The decisions so far in the notation of records, as this seat may know them. */
static void do_record(struct bil_session *session, const char *rest)
{
    struct bil_text text = {0};
    int lines = 0;
    (void)rest;
    for (int index = 0; session->backend->decision(session, index, &text); index++) {
        if (text.length > 0) {
            bil_screen_say(session->screen, 4, BIL_PLAIN, "%s", bil_text_string(&text));
            bil_text_clear(&text);
            lines++;
        }
    }
    if (lines == 0) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "Nothing was decided yet.");
    }
    bil_text_free(&text);
}

static void do_save(struct bil_session *session, const char *rest)
{
    if (*rest == 0) {
        bil_session_error(session, "Name the file to save to: save FILE.");
        return;
    }
    bil_session_save(session, rest);
}

static void do_quit(struct bil_session *session, const char *rest)
{
    (void)rest;
    session->leaving = true;
}

static void do_undo(struct bil_session *session, const char *rest)
{
    (void)rest;
    session->backend->undo(session);
}

/* ------------------------------------------------------------------ standing orders */

/* One line for an order that can be given: its words, and what it does. */
static void list_order(struct bil_session *session, const char *words, const char *argument, const char *help)
{
    struct bil_text text = {0};
    bil_text_format(&text, "%s%s%s", words, argument ? " " : "", argument ? argument : "");
    bil_screen_say(session->screen, ORDER_INDENT + 4, BIL_PLAIN, "  %-*s  %s", ORDER_INDENT, bil_text_string(&text), help);
    bil_text_free(&text);
}

void bil_command_tell_orders(struct bil_session *session)
{
    const struct bil_match *match = session->match;
    const int seat = session->facing;
    for (int i = 0; i < match->order_count[seat]; i++) {
        const struct bil_standing *standing = &match->order[seat][i];
        const char *help = standing->kind >= 0       ? bil_orders_of(match->game)[standing->kind].help
                           : standing->words[4] != 0 ? "pass when everything else begins so"
                                                     : "pass whenever you may";
        bil_screen_say(session->screen, 4, BIL_PLAIN, "  Standing order: %s (%s)", standing->words, help);
    }
    if (match->order_count[seat] == 0) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "You have no standing orders: you are asked everything.");
    }
}

/* Nobody is before the screen who could be asked anything; then a sentence said so. */
static bool refuse_without_seat(struct bil_session *session)
{
    if (session->facing < 0) {
        bil_session_error(session, session->match->actor == BIL_OVER ? "The game is over; nobody will be asked anything."
                                                                     : "You watch, and are not asked anything.");
    }
    return session->facing < 0;
}

static void do_orders(struct bil_session *session, const char *rest)
{
    if (refuse_without_seat(session)) {
        return;
    }
    if (*rest) {
        session->backend->order(session, rest, true);
        return;
    }
    bil_command_tell_orders(session);
    bil_screen_say(session->screen, 0, BIL_PLAIN, "Say order and one of these, as short as is clear; ask me ends them:");
    bool standard = false;
    for (const struct bil_order *order = bil_orders_of(session->match->game); order && order->words; order++) {
        standard = standard || order->given == BIL_ORDER_STANDARD;
        if (!order->brief) {
            list_order(session, order->words, order->argument, order->help);
        }
    }
    if (standard) {
        list_order(session, "standard", NULL, "all of these that answer what is no choice, or concerns others alone");
    }
    list_order(session, "pass", "WORDS", "pass whenever everything else you could do begins with these words");
}

static void do_ask(struct bil_session *session, const char *rest)
{
    const char *words =
        strncasecmp(rest, "me", 2) == 0 && (rest[2] == 0 || rest[2] == ' ') ? rest + 2 + strspn(rest + 2, " ") : rest;
    if (!refuse_without_seat(session)) {
        session->backend->end_order(session, words);
    }
}

static bool has_brief_orders(const struct bil_game *game)
{
    const struct bil_order *order = bil_orders_of(game);
    while (order && order->words && !order->brief) {
        order++;
    }
    return order && order->words;
}

/* "all": whatever brief orders the game has for what is asked now. */
static void do_all(struct bil_session *session, const char *rest)
{
    const struct bil_match *match = session->match;
    if (*rest) {
        bil_session_error(session, "Say all, and nothing behind it.");
        return;
    }
    if (refuse_unless_asked(session)) {
        return;
    }
    struct bil_text does = {0};
    for (int kind = 0; bil_orders_of(match->game) && bil_orders_of(match->game)[kind].words; kind++) {
        const struct bil_order *order = &bil_orders_of(match->game)[kind];
        if (!order->brief) {
            continue;
        }
        if (bil_match_order_would(match, kind)) {
            session->backend->order(session, order->words, false);
            bil_text_free(&does);
            return;
        }
        bil_text_format(&does, "%s%s", does.length ? "; " : "", order->help);
    }
    if (does.length == 0) {
        bil_session_error(session, "Here every decision is one of its own; there is no rest for all to play.");
    } else {
        bil_text_add(&does, ".");
        bil_screen_say(session->screen, 0, BIL_AMBER, "all has nothing to do in what is asked now. It can: %s",
                       bil_text_string(&does));
    }
    bil_text_free(&does);
}

/* ------------------------------------------------------------------ rules */

/* Whether `text` holds `words` anywhere, capitals or not. */
static bool mentions(const char *text, const char *words)
{
    const size_t length = strlen(words);
    for (; *text; text++) {
        if (strncasecmp(text, words, length) == 0 && !isdigit((unsigned char)text[length])) {
            return true;
        }
    }
    return false;
}

static void show_topic(struct bil_session *session, const struct bil_topic *topic)
{
    bil_session_blank_line(session);
    bil_screen_say(session->screen, 0, BIL_STRONG, "%s", topic->title);
    bil_screen_lines(session->screen, 2, topic->text);
}

static void do_rules(struct bil_session *session, const char *rest)
{
    const struct bil_topic *topics = session->match->game->topics;
    const struct bil_topic *begun = NULL;
    int fits = 0;
    int found = 0;
    if (!topics || !topics->id) {
        bil_session_error(session, "This game brings no pages of rules.");
        return;
    }
    for (const struct bil_topic *topic = topics; topic->id; topic++) {
        if (*rest == 0) {
            bil_screen_say(session->screen, INDENT, BIL_PLAIN, "  %-*s%s", INDENT - 2, topic->id, topic->title);
        } else if (strcasecmp(topic->id, rest) == 0) {
            show_topic(session, topic);
            return;
        } else if (strncasecmp(topic->id, rest, strlen(rest)) == 0) {
            begun = topic;
            fits++;
        }
    }
    if (*rest == 0) {
        bil_screen_say(session->screen, 0, BIL_FAINT,
                       "rules and one of these words shows the page; any other words are looked for in all.");
        return;
    }
    if (fits == 1) {
        show_topic(session, begun);
        return;
    }
    for (const struct bil_topic *topic = topics; topic->id; topic++) {
        if (mentions(topic->title, rest) || mentions(topic->text, rest)) {
            show_topic(session, topic);
            found++;
        }
    }
    if (found == 0) {
        bil_session_error(session, "No page of the rules says anything of that; rules alone lists the pages.");
    }
}

/* ------------------------------------------------------------------ the table of commands */

static void do_help(struct bil_session *session, const char *rest);

static const struct bil_command commands[] = {
    {"help", "", "this list", do_help},
    {"why", " MOVE", "what a move is good for, or which rule forbids it", do_why},
    {"hint", " [BOT]", "the best move by a quick look, or by a bot (hint hard), and the reason", do_hint},
    {"moves", "", "the moves again (so does an empty line)", do_moves},
    {"table", "", "the whole table again", do_table},
    {"score", "", "everybody's points, item by item", do_score},
    {"log", " [N|all]", "what happened", do_log},
    {"record", "", "the moves so far, in the notation of records", do_record},
    {"rules", " [TOPIC]", "the rules: a page, or every page with these words", do_rules},
    {"undo", "", "take your last decision back", do_undo},
    {"all", "", "the rest of this step, in a sensible order", do_all},
    {"order", " WORDS", "answer for me from now on; order alone lists what there is", do_orders},
    {"orders", "", "what is answered for you now, and what could be", do_orders},
    {"ask", " me [WORDS]", "end all my standing orders, or that one", do_ask},
    {"save", " FILE", "write the game to a file", do_save},
    {"quit", "", "leave; a saved game can be resumed", do_quit},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void list_command(struct bil_session *session, const struct bil_command *command)
{
    struct bil_text usage = {0};
    bil_text_format(&usage, "%s%s", command->word, command->arguments);
    bil_screen_say(session->screen, INDENT + 2, BIL_PLAIN, "  %-*s%s", INDENT, bil_text_string(&usage), command->help);
    bil_text_free(&usage);
}

static void do_help(struct bil_session *session, const char *rest)
{
    const struct bil_command *own = session->backend->commands;
    (void)rest;
    bil_screen_say(session->screen, 0, BIL_PLAIN,
                   "Make a move by its number or its words; words may be cut short as long as one move fits.");
    for (int i = 0; i < COMMANDS; i++) {
        bool replaced = false; /* the backend has a command of that name itself */
        for (const struct bil_command *other = own; other && other->word; other++) {
            replaced = replaced || strcmp(other->word, commands[i].word) == 0;
        }
        if (!replaced && (commands[i].run != do_all || has_brief_orders(session->match->game))) {
            list_command(session, &commands[i]);
        }
    }
    for (; own && own->word; own++) {
        list_command(session, own);
    }
}

/* The commands of a list that a word can mean: how many, and the first of them. The word in full is just one. */
static int find_in(const struct bil_command *list, int count, const char *word, size_t length, bool exact,
                   const struct bil_command **found)
{
    int fits = 0;
    for (int i = 0; i < count && list[i].word; i++) {
        if (strncasecmp(list[i].word, word, length) != 0) {
            continue;
        }
        if (list[i].word[length] == 0) {
            *found = &list[i];
            return 1;
        }
        if (!exact) {
            fits += !*found || (*found)->run != list[i].run; /* order and orders are one */
            *found = &list[i];
        }
    }
    return fits;
}

bool bil_command(struct bil_session *session, const char *line, bool exact)
{
    const size_t length = strcspn(line, " \t");
    const struct bil_command *found = NULL;
    const struct bil_command *own = NULL;
    if (length == 0) {
        return false;
    }
    int fits = find_in(commands, COMMANDS, line, length, exact, &found);
    const int more = session->backend->commands ? find_in(session->backend->commands, COMMANDS, line, length, exact, &own) : 0;
    if (more > 0 && (fits == 0 || own->word[length] == 0)) {
        found = own;
        fits = more;
    } else if (more > 0 && found->word[length] != 0) {
        fits += more;
    }
    if (fits != 1) {
        return false;
    }
    found->run(session, line + length + strspn(line + length, " \t"));
    return true;
}

int bil_answer_find(struct bil_session *session, const char *line)
{
    struct bil_error error;
    int found[BIL_MAX_MOVES];
    const int count = find_meant_moves(session, line, found);
    if (count == 1) {
        return found[0];
    }
    if (count > 1) {
        tell_candidates(session, line, found, count);
    }
    if (count != 0 || bil_command(session, line, false)) {
        return -1;
    }
    const int index = ask_the_game(session, line, &error);
    if (index < 0) {
        bil_session_error(session, error.text);
    }
    return index;
}
