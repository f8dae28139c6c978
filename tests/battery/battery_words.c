/* The battery: what the contract promises of all that people read: moves as text, drawings, reasons, advice, points and places. */
#include "battery/battery_internal.h"
#include "billions/json.h"
#include "kit/notation.h"

/* ------------------------------------------------------------------ texts */

bool battery_one_line(const struct bil_text *text, size_t from)
{
    return text->length > from && strpbrk(bil_text_string(text) + from, "\r\n\033") == NULL;
}

/* Every line within the columns, SGR escapes aside. */
bool battery_fits(const char *text, int columns)
{
    int width = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '\033') {
            while (*c && *c != 'm') {
                c++;
            }
            if (!*c) {
                return false;
            }
        } else if (*c == '\n') {
            width = 0;
        } else if ((*c & 0xC0) != 0x80 && ++width > columns) {
            return false;
        }
    }
    return true;
}

bool battery_draws(struct run *run, int viewer, const struct room *view)
{
    static const struct bil_style styles[] = {{60, false, false}, {80, true, true}, {80, false, true}, {132, true, false}};
    char name[16];
    struct bil_text text = {0};
    bool good = true;
    for (size_t i = 0; i < sizeof styles / sizeof *styles && good; i++) {
        bil_text_clear(&text);
        run->game->draw(run->rules, view->state, &styles[i], &text);
        const char *drawn = bil_text_string(&text);
        if (text.length == 0) {
            good = battery_broken(run, "nothing is drawn for %s", battery_viewer(viewer, name));
        } else if (!battery_fits(drawn, styles[i].columns)) {
            good = battery_broken(run, "what is drawn for %s is wider than %d columns:\n%s", battery_viewer(viewer, name),
                                  styles[i].columns, drawn);
        } else if (!styles[i].colour && strchr(drawn, '\033')) {
            good = battery_broken(run, "escapes are drawn where there is no colour");
        }
        for (const char *c = drawn; good && !styles[i].unicode && *c; c++) {
            if (*c & 0x80) {
                good = battery_broken(run, "more than ASCII is drawn where only ASCII may be");
            }
        }
    }
    bil_text_free(&text);
    return good;
}

/* What others read of the actor's move must not depend on what they cannot see: from their view it is the same text. */
static bool others_read_what_they_may(struct run *run, bil_move move, const char *own)
{
    const struct bil_game *game = run->game;
    struct bil_text from_state = {0};
    struct bil_text from_view = {0};
    bool good = true;
    for (int viewer = BIL_SPECTATOR; viewer < run->battery->seats && good; viewer++) {
        struct room view;
        char name[16];
        battery_clean(&view, 0);
        bil_text_clear(&from_state);
        bil_text_clear(&from_view);
        game->hide(run->rules, run->now.state, viewer, view.state);
        bil_move_text(game, run->rules, run->now.state, move, viewer, &from_state);
        bil_move_text(game, run->rules, view.state, move, viewer, &from_view);
        if (!battery_one_line(&from_state, 0)) {
            good = battery_broken(run, "the text of \"%s\" for %s is empty or more than a line", own, battery_viewer(viewer, name));
        } else if (strcmp(bil_text_string(&from_state), bil_text_string(&from_view)) != 0) {
            good = battery_broken(run, "\"%s\" is \"%s\" to %s, but \"%s\" from its own view", own, bil_text_string(&from_state),
                                  battery_viewer(viewer, name), bil_text_string(&from_view));
        }
    }
    bil_text_free(&from_state);
    bil_text_free(&from_view);
    return good;
}

/* A move as a number and back, and in parts: one object of JSON that names its verb. */
static bool comes_back(struct run *run, const struct room *view, bil_move move, const char *text)
{
    struct bil_text parts = {0};
    if (!run->actions.notation) {
        bil_actions_make(run->game, &run->actions);
    }
    const int action = bil_action_of(&run->actions, move);
    if (action < 0 || action >= run->actions.count) {
        return battery_broken(run, "\"%s\" has no number among the %d of the game: %d", text, run->actions.count, action);
    }
    const bil_move again = bil_action_move(&run->actions, run->rules, view->state, action);
    if (again != move) {
        return battery_broken(run, "\"%s\" is move %u, its number %d comes back as move %u", text, move, action, again);
    }
    bil_move_json(run->game, run->rules, view->state, move, run->actor, &parts);
    const struct bil_value *value = bil_json_read(bil_text_string(&parts), parts.length, "parts", NULL);
    const bool good = (value && bil_value_get(value, "verb")) ||
                      battery_broken(run, "the parts of \"%s\" are no object with a verb: %s", text, bil_text_string(&parts));
    bil_json_free(value);
    bil_text_free(&parts);
    return good;
}

/* Every legal move as text and back, from the actor's view; no two alike. */
bool battery_texts(struct run *run, const struct room *view)
{
    const struct bil_game *game = run->game;
    struct bil_text all = {0};
    struct bil_text other = {0};
    size_t start[BIL_MAX_MOVES + 1];
    bool good = true;
    for (int i = 0; i < run->move_count && good; i++) {
        struct bil_error error = {{0}};
        bil_move move = 0;
        start[i] = all.length;
        bil_move_text(game, run->rules, view->state, run->move[i], run->actor, &all);
        if (!battery_one_line(&all, start[i])) {
            good = battery_broken(run, "the text of move %u is empty or more than a line", run->move[i]);
            break;
        }
        const char *text = bil_text_string(&all) + start[i];
        if ((strcmp(text, "pass") == 0) != (run->move[i] == game->pass)) {
            good = battery_broken(run, "move %u has the text \"%s\", and the pass is %u", run->move[i], text, game->pass);
        }
        for (int j = 0; j < i && good; j++) {
            if (strcmp(bil_text_string(&all) + start[j], text) == 0) {
                good = battery_broken(run, "two moves have the text \"%s\"", text);
            }
        }
        if (good && !bil_move_parse(game, run->rules, view->state, text, &move, &error)) {
            good = battery_broken(run, "\"%s\" is not understood: %s", text, error.text);
        } else if (good && move != run->move[i]) {
            good = battery_broken(run, "\"%s\" is understood as move %u, not %u", text, move, run->move[i]);
        }
        if (good && bil_move_exact(game, run->rules, view->state, run->actor, run->move, run->move_count, text) != run->move[i]) {
            good = battery_broken(run, "\"%s\" is not found among the moves that are written so", text);
        }
        good = good && comes_back(run, view, run->move[i], text);
        bil_text_clear(&other);
        game->why_not(run->rules, view->state, run->move[i], &other);
        if (good && other.length > 0) {
            good = battery_broken(run, "\"%s\" is legal, and yet: %s", text, bil_text_string(&other));
        }
        good = good && others_read_what_they_may(run, run->move[i], text);
        bil_text_char(&all, 0);
    }
    bil_text_free(&all);
    bil_text_free(&other);
    return good;
}

static bool is_legal(const struct run *run, bil_move move)
{
    for (int i = 0; i < run->move_count; i++) {
        if (run->move[i] == move) {
            return true;
        }
    }
    return false;
}

/* Moves that were legal once and are not now: there must be a reason. */
bool battery_reasons(struct run *run, const struct room *view)
{
    struct bil_text text = {0};
    bool good = true;
    for (unsigned i = 0; i < run->pooled && i < POOL && good; i++) {
        if (!is_legal(run, run->pool[i])) {
            bil_text_clear(&text);
            run->game->why_not(run->rules, view->state, run->pool[i], &text);
            if (!battery_one_line(&text, 0)) {
                bil_text_clear(&text);
                bil_move_text(run->game, run->rules, view->state, run->pool[i], BIL_EVERYBODY, &text);
                good = battery_broken(run, "move %u (\"%s\") is not legal, but no reason is given in one line", run->pool[i],
                                      bil_text_string(&text));
            }
        }
    }
    bil_text_free(&text);
    return good;
}

/* Whether what is remembered from earlier advice changes nothing. */
static bool same_advice(struct run *run, const void *view, const int32_t *value)
{
    int32_t again[BIL_MAX_MOVES] = {0};
    run->game->advise_again(run->rules, view, run->move, run->move_count, again, run->memo);
    for (int i = 0; i < run->move_count; i++) {
        if (value[i] != again[i]) {
            return battery_broken(run, "the advice on move %u hangs on what was asked before: %d, %d", run->move[i], value[i],
                                  again[i]);
        }
    }
    return true;
}

bool battery_advice(struct run *run, const struct room *view)
{
    const struct bil_game *game = run->game;
    int32_t value[BIL_MAX_MOVES];
    int32_t again[BIL_MAX_MOVES];
    for (int i = 0; i < run->move_count; i++) {
        value[i] = INT32_MIN;
        again[i] = INT32_MAX;
    }
    game->advise(run->rules, view->state, run->move, run->move_count, value);
    game->advise(run->rules, view->state, run->move, run->move_count, again);
    for (int i = 0; i < run->move_count; i++) {
        if (value[i] != again[i]) {
            return battery_broken(run, "the advice on move %u is missing or changes: %d, %d", run->move[i], value[i], again[i]);
        }
        if (value[i] < -1000000 || value[i] > 1000000) {
            return battery_broken(run, "the advice on move %u is no number of points: %d", run->move[i], value[i]);
        }
    }
    if (game->advise_again && !same_advice(run, view->state, value)) {
        return false;
    }
    struct bil_text text = {0};
    game->explain(run->rules, view->state, run->move[0], &text);
    bool good =
        battery_one_line(&text, 0) || battery_broken(run, "the advice on move %u is not explained in one line", run->move[0]);
    bil_text_clear(&text);
    game->prompt(run->rules, view->state, true, &text);
    good = good && (battery_one_line(&text, 0) || battery_broken(run, "the question to the actor is empty or more than a line"));
    bil_text_free(&text);
    return good;
}

/* ------------------------------------------------------------------ scores */

bool battery_scores(struct run *run, const void *state, bool final)
{
    const struct bil_game *game = run->game;
    const int seats = run->battery->seats;
    struct bil_score score[BIL_MAX_SEATS];
    for (int seat = 0; seat < seats; seat++) {
        memset(&score[seat], 0x77, sizeof score[seat]);
        game->score(run->rules, state, seat, &score[seat]);
        int sum = 0;
        if (score[seat].count < 0 || score[seat].count > BIL_MAX_SCORE_ITEMS) {
            return battery_broken(run, "the score of seat %d has %d items", seat + 1, score[seat].count);
        }
        for (int i = 0; i < score[seat].count; i++) {
            const struct bil_score_item *item = &score[seat].item[i];
            sum += item->points;
            if (item->label == NULL || item->rule == NULL || !*item->label || !*item->rule) {
                return battery_broken(run, "an item of the score of seat %d has no name or no rule", seat + 1);
            }
        }
        if (sum != score[seat].total) {
            return battery_broken(run, "the items of the score of seat %d are %d together, the total is %d", seat + 1, sum,
                                  score[seat].total);
        }
    }
    if (!final) {
        return true;
    }
    uint8_t place[BIL_MAX_SEATS];
    memset(place, 0x77, sizeof place);
    const int criterion = game->rank(run->rules, state, place);
    int criteria = 0;
    while (game->tie_breaks[criteria]) {
        criteria++;
    }
    int firsts = 0;
    for (int seat = 0; seat < seats; seat++) {
        int better = 0;
        for (int other = 0; other < seats; other++) {
            better += place[other] < place[seat];
            if (score[other].total > score[seat].total && place[other] >= place[seat]) {
                return battery_broken(run, "seat %d has more points than seat %d and not the better place", other + 1, seat + 1);
            }
        }
        if (place[seat] != better + 1) {
            return battery_broken(run, "seat %d has place %d, and %d seats are before it", seat + 1, place[seat], better);
        }
        firsts += place[seat] == 1;
    }
    if (criterion >= criteria || (criterion < 0) != (firsts > 1)) {
        return battery_broken(run, "criterion %d is said to have decided between %d first places", criterion, firsts);
    }
    int best = 0; /* seats with the most points */
    for (int seat = 0; seat < seats; seat++) {
        bool beaten = false;
        for (int other = 0; other < seats; other++) {
            beaten = beaten || score[other].total > score[seat].total;
        }
        best += !beaten;
    }
    if (criterion >= 0 && (criterion == 0) != (best == 1)) {
        return battery_broken(run, "criterion %d is said to have decided, and %d seats have most points", criterion, best);
    }
    return true;
}
