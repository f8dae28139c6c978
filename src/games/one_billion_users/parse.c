/* One Billion Users: the move that a typed line means, legal or not (section 17 of the checklist, OBU-206).
 *
 * Forgiving in case, spacing, punctuation and order, and in a few words that people type for those of the notation. It never judges
 * whether a move is legal; what it cannot read it answers with one sentence. */
#include "games/one_billion_users/reading.h"

/* ------------------------------------------------------------------ one reader for each form of a move */

/* `raw` is the whole line, `words` what follows its verb. */
struct line {
    const char *raw;
    struct obu_words words;
};

static bool read_none(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    if (line->words.length > 0) {
        struct bil_text text = {0};
        bil_text_format(&text, "`%s` stands alone; what does ", obu_verb_forms[verb]);
        obu_add_typed(&text, &line->words);
        bil_text_add(&text, " mean?");
        return obu_fail_with(reading, &text);
    }
    *move = OBU_MOVE(verb, 0, 0, 0);
    return true;
}

static bool read_one_card(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    static const char *const fillers[] = {"with", "my", "against", NULL};
    int card = 0;
    obu_skip_words(&line->words, fillers);
    if (verb == OBU_M_DISCARD && line->words.length == 0 && reading->top->kind == OBU_DRAW && reading->state->discard > 0) {
        return bil_fail(reading->error, "First comes the draw: write `draw discard` for %s on top of the discard pile.",
                        obu_card_name(reading->rules, obu_discard_top(reading->state)));
    }
    if (!obu_read_card(reading, verb, &line->words, &card)) {
        return false;
    }
    *move = OBU_MOVE(verb, card, 0, 0);
    return true;
}

/* Launches and returns: up to three names between commas, in any order. */
static bool read_list(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    int cards[3] = {OBU_HIDDEN, OBU_HIDDEN, OBU_HIDDEN};
    int count = 0;
    bool first = true;
    for (const char *at = line->raw; at; first = false) {
        const char *comma = strpbrk(at, ",;");
        struct obu_words words;
        struct obu_words gone;
        obu_words_of(at, comma ? (size_t)(comma - at) : strlen(at), &words);
        if (first) {
            obu_first_word(&words, &gone); /* the verb */
        }
        at = comma ? comma + 1 : NULL;
        if (words.length == 0) {
            continue;
        }
        int card = 0;
        if (!obu_read_card(reading, verb, &words, &card)) {
            return false;
        }
        if (count == 3) {
            return bil_fail(reading->error, "At most three cards can be named with `%s`.", obu_verb_forms[verb]);
        }
        int place = count++;
        for (; place > 0 && cards[place - 1] > card; place--) { /* moves hold their parts ascending */
            cards[place] = cards[place - 1];
        }
        cards[place] = card;
        if (place > 0 && cards[place - 1] == card && reading->rules->copies[card] < 2) {
            return bil_fail(reading->error, "%s is named twice, and there is only one.", obu_card_name(reading->rules, card));
        }
    }
    if (count == 0) {
        const struct obu_words nothing = {{0}, 0};
        return obu_read_card(reading, verb, &nothing, cards); /* asks which */
    }
    *move = OBU_MOVE(verb, cards[0], cards[1], cards[2]);
    return true;
}

static bool read_draw(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    static const char *const fillers[] = {"a", "one", "card", "from", "off", "the", NULL};
    const struct obu_state *state = reading->state;
    const char *top = state->discard > 0 ? obu_card_name(reading->rules, obu_discard_top(state)) : "";
    struct obu_words *words = &line->words;
    (void)verb;
    obu_skip_words(words, fillers);
    const bool deck = obu_fit(words, "deck") >= OBU_FITS_START;
    const bool pile = obu_fit(words, "discard pile") != OBU_FITS_NOT || obu_fit(words, "top") >= OBU_FITS_START;
    *move = OBU_MOVE(deck ? OBU_M_DRAW_DECK : OBU_M_DRAW_DISCARD, 0, 0, 0);
    if (deck != pile) {
        return true;
    }
    if (state->discard == 0) {
        *move = OBU_MOVE(OBU_M_DRAW_DECK, 0, 0, 0);
        return words->length == 0 || deck ||
               bil_fail(reading->error, "Only the deck can be drawn from, for the discard pile is empty: write `draw deck`.");
    }
    if (words->length > 0 && obu_fit(words, top) != OBU_FITS_NOT) {
        return true;
    }
    if (words->length > 0 && !deck) {
        struct bil_text text = {0};
        obu_add_typed(&text, words);
        bil_text_format(&text, " cannot be drawn: write `draw deck`, or `draw discard` for %s on top of the discard pile.", top);
        return obu_fail_with(reading, &text);
    }
    return bil_fail(reading->error, "Draw from where? Write `draw deck`, or `draw discard` for %s on top of the discard pile.",
                    top);
}

static bool read_block(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    static const char *const fillers[] = {"with", "by", "using", NULL};
    int number = 0;
    int card = 0;
    if (!obu_cut_seat_before(&line->words, &number) && !obu_cut_seat_behind(&line->words, &number)) {
        if (line->words.length > 0 && !obu_read_card(reading, verb, &line->words, &card)) {
            return false;
        }
        return bil_fail(reading->error, "Block which seat? Write `block SEAT BLOCKER`, for example `block %d %s`.",
                        1 + obu_after(reading->rules, reading->top->seat),
                        obu_card_name(reading->rules, line->words.length > 0 ? card : OBU_BAD_PRESS));
    }
    obu_skip_words(&line->words, fillers);
    if (!obu_check_seat(reading, number) || !obu_read_card(reading, verb, &line->words, &card)) {
        return false;
    }
    *move = OBU_MOVE(verb, card, number - 1, 0);
    return true;
}

static bool read_poke(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    static const char *const fillers[] = {"on", "under", NULL};
    int card = 0;
    obu_skip_words(&line->words, fillers);
    if (!obu_read_card(reading, verb, &line->words, &card)) {
        return false;
    }
    *move = OBU_MOVE(verb, card - OBU_INFLUENCER, 0, 0);
    return true;
}

static bool read_push(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    static const char *const fillers[] = {"on", "under", NULL};
    int number = 0;
    int card = 0;
    const bool named = obu_cut_seat_behind(&line->words, &number) || obu_cut_seat_before(&line->words, &number);
    obu_skip_words(&line->words, fillers);
    struct obu_words shorter = line->words;
    struct obu_words last;
    if (obu_last_word(&shorter, &last) && obu_words_are(&last, "to")) { /* "push the troll to" */
        line->words = shorter;
    }
    if (reading->top->kind == OBU_CHAIN && line->words.length == 0 && named) { /* the Influencer is known */
        *move = OBU_MOVE(OBU_M_COUNTER_PUSH, 0, number - 1, 0);
        return obu_check_seat(reading, number);
    }
    if (!obu_read_card(reading, verb, &line->words, &card)) {
        return false;
    }
    if (!named) {
        return bil_fail(reading->error, "Push %s to which seat? Write `push %s to SEAT`, with a seat from 1 to %d.",
                        obu_card_name(reading->rules, card), obu_card_name(reading->rules, card), reading->rules->seats);
    }
    *move = OBU_MOVE(verb, card - OBU_INFLUENCER, number - 1, 0);
    return obu_check_seat(reading, number);
}

static bool read_sacrifice(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    int card = OBU_HIDDEN;
    if (strpbrk(line->raw, ",;")) {
        return bil_fail(reading->error,
                        "Sacrifice one Community at a time: `sacrifice NAME`, and after the last one `done` if it is asked.");
    }
    if (line->words.length > 0 && !obu_read_card(reading, verb, &line->words, &card)) {
        return false;
    }
    *move = OBU_MOVE(verb, card, 0, 0);
    return true;
}

/* `counter War Chest` or `counter Push to 2`: the words tell which, or else the window that is open. */
static bool read_counter(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    static const char *const fillers[] = {"with", "by", "my", "a", "the", NULL};
    static const char *const pushes[] = {"push", NULL};
    const struct obu_frame *top = reading->top;
    int number = 0;
    int card = 0;
    obu_skip_words(&line->words, fillers);
    const int before = line->words.length;
    obu_skip_words(&line->words, pushes);
    const bool push = line->words.length < before || (before == 0 && top->kind == OBU_CHAIN);
    if (obu_cut_seat_before(&line->words, &number)) {
        *move = OBU_MOVE(OBU_M_COUNTER_PUSH, 0, number - 1, 0);
        return line->words.length == 0 ? obu_check_seat(reading, number) : read_none(reading, OBU_M_COUNTER_PUSH, line, move);
    }
    if (push) {
        return bil_fail(reading->error, "Push to which seat? Write `counter Push to SEAT`, with a seat from 1 to %d.",
                        reading->rules->seats);
    }
    if (line->words.length == 0 && top->kind == OBU_GUARD && obu_guard_for[top->a] >= 0) {
        *move = OBU_MOVE(verb, OBU_SAFEGUARD + obu_guard_for[top->a], 0, 0);
        return true;
    }
    if (line->words.length == 0) {
        return bil_fail(reading->error, "Counter with what? Write `counter SAFEGUARD` or `counter Push to SEAT`.");
    }
    if (!obu_read_card(reading, verb, &line->words, &card)) {
        return false;
    }
    *move = OBU_MOVE(verb, card, 0, 0);
    return true;
}

/* As a move of Data Portability, or, where a card is to be drawn, for the top of the discard pile. */
static bool read_take(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    static const char *const pile[] = {"from", "the", NULL};
    struct obu_words words = line->words;
    obu_skip_words(&words, pile);
    const struct obu_state *state = reading->state;
    const bool top = state->discard > 0 && obu_fit(&words, obu_card_name(reading->rules, obu_discard_top(state))) != OBU_FITS_NOT;
    if (reading->top->kind == OBU_DRAW && (words.length == 0 || top || obu_fit(&words, "discard pile") != OBU_FITS_NOT)) {
        *move = OBU_MOVE(OBU_M_DRAW_DISCARD, 0, 0, 0);
        return true;
    }
    return read_one_card(reading, verb, line, move);
}

static bool read_claim(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    const struct obu_seat *seat = reading->seat;
    struct obu_words word;
    int found = -1;
    int number = 0;
    if (line->words.length == 0) { /* where only one can be meant, it is */
        const unsigned open = reading->top->kind == OBU_CLAIM
                                  ? reading->top->a
                                  : obu_milestones_open(reading->rules, reading->state, (int)(seat - reading->state->seat));
        found = obu_popcount(open) == 1 ? obu_lowest(open) : -1;
    } else if (obu_is_number(&line->words, &number)) {
        found = number - 1;
    } else {
        struct obu_words rest = line->words;
        obu_first_word(&rest, &word);
        for (int i = 0; i < OBU_MILESTONES; i++) { /* "one", "one billion users" */
            if (obu_fit(&word, obu_milestone_names[i]) >= OBU_FITS_START && (obu_is_number(&word, &number) == false)) {
                found = found < 0 ? i : OBU_MILESTONES;
            }
        }
        found = obu_is_number(&word, &number) && obu_words_are(&rest, "billion") ? number - 1 : found;
    }
    if (found < 0 || found >= OBU_MILESTONES) {
        return bil_fail(reading->error, "Claim which Milestone? Write `claim 1` for %s, `claim 2` for %s or `claim 3` for %s.",
                        obu_milestone_names[0], obu_milestone_names[1], obu_milestone_names[2]);
    }
    *move = OBU_MOVE(verb, found, 0, 0);
    return true;
}

static bool read_play(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move);

/* ------------------------------------------------------------------ verbs */

typedef bool reader(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move);

/* The verbs of the notation come first; the rest are words that people type. */
static const struct spoken {
    const char *word;
    uint8_t verb;
    bool notation;
    reader *read;
} spoken[] = {
    {"launch", OBU_M_LAUNCH, true, read_list},
    {"return", OBU_M_RETURN, true, read_list},
    {"draw", OBU_M_DRAW_DECK, true, read_draw},
    {"add", OBU_M_ADD, true, read_one_card},
    {"block", OBU_M_BLOCK, true, read_block},
    {"fix", OBU_M_FIX, true, read_one_card},
    {"grind", OBU_M_GRIND, true, read_one_card},
    {"guard", OBU_M_GUARD, true, read_one_card},
    {"poke", OBU_M_POKE, true, read_poke},
    {"push", OBU_M_PUSH, true, read_push},
    {"discard", OBU_M_DISCARD, true, read_one_card},
    {"sacrifice", OBU_M_SACRIFICE, true, read_sacrifice},
    {"done", OBU_M_DONE, true, read_none},
    {"counter", OBU_M_COUNTER_GUARD, true, read_counter},
    {"pass", OBU_M_PASS, true, read_none},
    {"give", OBU_M_GIVE, true, read_one_card},
    {"take", OBU_M_TAKE, true, read_take},
    {"drop", OBU_M_DROP, true, read_one_card},
    {"claim", OBU_M_CLAIM, true, read_claim},
    {"deck", OBU_M_DRAW_DECK, false, read_none},
    {"hotfix", OBU_M_FIX, false, read_one_card},
    {"safeguard", OBU_M_GUARD, false, read_one_card},
    {"blocker", OBU_M_BLOCK, false, read_block},
    {"play", OBU_M_ADD, false, read_play},
    {"use", OBU_M_ADD, false, read_play},
    {"no", OBU_M_PASS, false, read_none},
    {"skip", OBU_M_PASS, false, read_none},
    {"enough", OBU_M_DONE, false, read_none},
};
enum { SPOKEN = sizeof spoken / sizeof spoken[0] };

/* "play NAME": the kind of the card says how. */
static bool read_play(const struct obu_reading *reading, enum obu_verb verb, struct line *line, bil_move *move)
{
    static const uint8_t verb_of_kind[OBU_KINDS] = {
        [OBU_K_COMMUNITY] = OBU_M_ADD, [OBU_K_BLOCKER] = OBU_M_BLOCK, [OBU_K_HOTFIX] = OBU_M_FIX, [OBU_K_SAFEGUARD] = OBU_M_GUARD};
    static const struct {
        const char *word;
        reader *read;
        uint8_t verb;
    } actions[] = {{"push", read_push, OBU_M_PUSH}, {"poke", read_poke, OBU_M_POKE}};
    struct line rest = *line;
    struct obu_words first;
    int number = 0;
    int card = 0;
    (void)verb;
    if (obu_first_word(&rest.words, &first)) {
        for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
            if (obu_words_are(&first, actions[i].word)) {
                return actions[i].read(reading, actions[i].verb, &rest, move);
            }
        }
    }
    if (line->words.length == 0) {
        return bil_fail(reading->error, "Play which card? Write `play NAME`, or for a Blocker `block SEAT NAME`.");
    }
    rest = *line;
    const bool seat = obu_cut_seat_before(&rest.words, &number) || obu_cut_seat_behind(&rest.words, &number);
    if (!obu_read_card(reading, OBU_M_DISCARD, seat ? &rest.words : &line->words, &card)) {
        return false;
    }
    const enum obu_kind kind = obu_kind_of(card);
    if (kind == OBU_K_BLOCKER) {
        return read_block(reading, OBU_M_BLOCK, line, move);
    }
    if (verb_of_kind[kind] == 0) {
        return bil_fail(reading->error, "%s is %s: %s.", obu_card_name(reading->rules, card), obu_kind_words[kind].one,
                        obu_how_to_use(card));
    }
    const bool counter = kind == OBU_K_SAFEGUARD && reading->top->kind == OBU_GUARD;
    *move = OBU_MOVE(counter ? OBU_M_COUNTER_GUARD : verb_of_kind[kind], card, 0, 0);
    return true;
}

static bool asked(const struct obu_reading *reading, const struct spoken *word)
{
    const uint32_t verbs = obu_asked_verbs[reading->top->kind];
    return (verbs >> word->verb & 1U) || (word->verb == OBU_M_COUNTER_GUARD && (verbs >> OBU_M_COUNTER_PUSH & 1U));
}

/* "a, b or c" of the words that begin with what was typed. */
static bool fail_ambiguous_verb(const struct obu_reading *reading, const struct obu_words *typed, bool only_asked, int count)
{
    struct bil_text text = {0};
    int written = 0;
    obu_add_typed(&text, typed);
    bil_text_add(&text, " could be ");
    for (int i = 0; i < SPOKEN; i++) {
        if (spoken[i].notation && obu_fit(typed, spoken[i].word) != OBU_FITS_NOT && (!only_asked || asked(reading, &spoken[i]))) {
            bil_text_format(&text, "%s%s", written == 0 ? "" : written == count - 1 ? " or " : ", ", spoken[i].word);
            written++;
        }
    }
    bil_text_add(&text, ": write more of the word.");
    return obu_fail_with(reading, &text);
}

/* What can be done now, in the forms of the notation. */
static void add_forms(struct bil_text *text, const struct obu_reading *reading)
{
    bool first = true;
    for (int verb = OBU_M_LAUNCH; verb < OBU_VERBS; verb++) {
        if ((obu_asked_verbs[reading->top->kind] >> verb & 1U) && (verb != OBU_M_CLAIM || reading->rules->manual_milestones)) {
            bil_text_format(text, "%s`%s`", first ? "" : ", ", obu_verb_forms[verb]);
            first = false;
        }
    }
}

/* A card's name without a verb: what could be done with it. */
static bool fail_bare_card(const struct obu_reading *reading, const struct obu_words *typed)
{
    const int card = obu_any_card(reading, typed);
    if (card < 0) {
        return false;
    }
    bil_move moves[OBU_MAX_MOVES];
    const int count = obu_moves(reading->rules, reading->state, moves);
    struct bil_text text = {0};
    int written = 0;
    for (int i = 0; i < count && written < 3; i++) {
        const enum obu_verb verb = OBU_VERB(moves[i]);
        if (obu_is_about_card(verb) && OBU_A(moves[i]) == card) {
            bil_text_add(&text, written++ ? ", `" : "`");
            obu_move_text(reading->rules, reading->state, moves[i], BIL_EVERYBODY, &text);
            bil_text_add(&text, "`");
        }
    }
    if (written > 0) {
        bil_fail(reading->error, "Say what to do with %s, for example %s.", obu_card_name(reading->rules, card),
                 bil_text_string(&text));
    } else {
        const enum obu_kind kind = obu_kind_of(card);
        bil_fail(reading->error, "%s is %s: %s.", obu_card_name(reading->rules, card), obu_kind_words[kind].one,
                 obu_how_to_use(card));
    }
    bil_text_free(&text);
    return true;
}

static bool fail_verb(const struct obu_reading *reading, const struct obu_words *typed, const struct obu_words *whole)
{
    if (fail_bare_card(reading, whole)) {
        return false;
    }
    struct bil_text text = {0};
    const struct spoken *near_by = NULL;
    int best = typed->length < 5 ? 2 : 3; /* at this distance or beyond, it is another word */
    for (int i = 0; i < SPOKEN; i++) {
        const int distance = obu_distance(typed, spoken[i].word);
        if (distance < best && distance < typed->length) {
            best = distance;
            near_by = &spoken[i];
        }
    }
    bil_text_add(&text, "No move begins with ");
    obu_add_typed(&text, typed);
    if (near_by) {
        bil_text_format(&text, "; did you mean `%s`?", near_by->word);
    } else if (reading->top->kind == OBU_END) {
        bil_text_add(&text, ", and the game is over.");
    } else {
        bil_text_add(&text, "; now you can write ");
        add_forms(&text, reading);
        bil_text_char(&text, '.');
    }
    return obu_fail_with(reading, &text);
}

/* The verb that the first word is or begins; among several, the one that is asked for now. NULL and a sentence if none. */
static const struct spoken *read_verb(const struct obu_reading *reading, const struct obu_words *typed,
                                      const struct obu_words *whole)
{
    const struct spoken *found[2] = {NULL, NULL}; /* [1]: among those asked for now */
    int count[2] = {0, 0};
    for (int i = 0; i < SPOKEN; i++) {
        if (obu_words_are(typed, spoken[i].word)) {
            return &spoken[i];
        }
        if (spoken[i].notation && obu_fit(typed, spoken[i].word) != OBU_FITS_NOT) {
            const bool now = asked(reading, &spoken[i]);
            found[0] = &spoken[i];
            found[1] = now ? &spoken[i] : found[1];
            count[0]++;
            count[1] += now;
        }
    }
    const int which = count[1] > 0;
    if (count[which] == 1) {
        return found[which];
    }
    if (count[which] > 1) {
        fail_ambiguous_verb(reading, typed, which == 1, count[which]);
    } else {
        fail_verb(reading, typed, whole);
    }
    return NULL;
}

bool obu_move_parse(const void *rules, const void *view, const char *text, bil_move *move, struct bil_error *error)
{
    const struct obu_state *state = view;
    const struct obu_frame *top = obu_top_const(state);
    const struct obu_reading reading = {rules, state, top, &state->seat[top->seat], error};
    struct line line = {text, {{0}, 0}};
    struct obu_words verb = {{0}, 0};
    if (strlen(text) >= OBU_WORDS) {
        return bil_fail(error, "A move has at most %d characters, this line has %zu.", OBU_WORDS - 1, strlen(text));
    }
    obu_words_of(text, strlen(text), &line.words);
    const struct obu_words whole = line.words;
    if (!obu_first_word(&line.words, &verb)) {
        struct bil_text forms = {0};
        bil_text_add(&forms, "Write a move: ");
        add_forms(&forms, &reading);
        bil_text_char(&forms, '.');
        return obu_fail_with(&reading, &forms);
    }
    const struct spoken *word = read_verb(&reading, &verb, &whole);
    if (!word) {
        return false;
    }
    if (strchr(text, '?')) {
        return bil_fail(error, "\"?\" stands for a card that you may not see: name the card.");
    }
    bil_move read = 0;
    if (!word->read(&reading, word->verb, &line, &read)) {
        return false;
    }
    *move = read; /* only a whole move is given back */
    return true;
}
