/* 6 Billion: the move that a typed line means, legal or not (section 24 of the checklist).
 *
 * Forgiving in case, spacing, order and in words that only join others; a part that is left out is filled in where only one legal
 * move fits the rest. It never judges whether a move is legal; what it cannot read it answers with one sentence. */
#include "games/six_billion/reading.h"

/* ------------------------------------------------------------------ verbs */

/* The verbs of the notation come first; the rest are words that people type. */
static const struct spoken {
    const char *word;
    uint8_t verb, card;
    bool notation;
    six_reader *read;
} spoken[] = {
    {"grow", SIX_M_GROW, 0, true, six_read_at_site},
    {"settle", SIX_M_SETTLE, 0, true, six_read_at_site},
    {"colony", SIX_M_COLONY, 0, true, six_read_people},
    {"migrants", SIX_M_MIGRANTS, 0, true, six_read_people},
    {"double", SIX_M_DOUBLE, 0, true, six_read_double},
    {"recycle", SIX_M_RECYCLE, SIX_RECYCLE, true, six_read_at_site},
    {"discover", SIX_M_DISCOVER, SIX_DISCOVERY, true, six_read_discover},
    {"trouble", SIX_M_TROUBLE, SIX_TROUBLE, true, six_read_trouble},
    {"home", SIX_M_HOME, SIX_HOME, true, six_read_trouble},
    {"reveal", SIX_M_REVEAL, 0, true, six_read_find_move},
    {"symbol", SIX_M_SYMBOL, 0, true, six_read_symbol_move},
    {"death", SIX_M_CANCEL, SIX_DEATH, true, six_read_none},
    {"pestilence", SIX_M_CANCEL, SIX_PESTILENCE, true, six_read_none},
    {"famine", SIX_M_CANCEL, SIX_FAMINE, true, six_read_none},
    {"souls", SIX_M_CANCEL, SIX_SOULS, true, six_read_none},
    {"politics", SIX_M_RESPOND, SIX_POLITICS, true, six_read_none},
    {"war", SIX_M_RESPOND, SIX_WAR, true, six_read_none},
    {"consent", SIX_M_CONSENT, 0, true, six_read_none},
    {"refuse", SIX_M_REFUSE, 0, true, six_read_none},
    {"keep", SIX_M_KEEP, 0, true, six_read_none},
    {"drop", SIX_M_DROP, 0, true, six_read_drop},
    {"halve", SIX_M_HALVE, 0, true, six_read_at_site},
    {"return", SIX_M_RETURN, 0, true, six_read_find_move},
    {"discard", SIX_M_DISCARD, 0, true, six_read_card_move},
    {"take", SIX_M_TAKE, 0, true, six_read_draw},
    {"deck", SIX_M_DECK, 0, true, six_read_none},
    {"send", SIX_M_SEND, 0, true, six_read_send},
    {"power", SIX_M_UP, 0, true, six_read_power},
    {"pass", SIX_M_PASS, 0, true, six_read_none},
    {"discovery", SIX_M_DISCOVER, SIX_DISCOVERY, false, six_read_discover},
    {"establish", SIX_M_SETTLE, 0, false, six_read_at_site},
    {"migrate", SIX_M_MIGRANTS, 0, false, six_read_people},
    {"draw", SIX_M_DECK, 0, false, six_read_draw},
    {"sos", SIX_M_CANCEL, SIX_SOULS, false, six_read_none},
    {"pp", SIX_M_RESPOND, SIX_POLITICS, false, six_read_none},
    {"ncit", SIX_M_TROUBLE, SIX_TROUBLE, false, six_read_trouble},
    {"tioh", SIX_M_HOME, SIX_HOME, false, six_read_trouble},
    {"yes", SIX_M_CONSENT, 0, false, six_read_none},
    {"no", SIX_M_PASS, 0, false, six_read_none},
    {"skip", SIX_M_PASS, 0, false, six_read_none},
    {"stop", SIX_M_PASS, 0, false, six_read_none},
    {"none", SIX_M_PASS, 0, false, six_read_none},
};
enum { SPOKEN = sizeof spoken / sizeof spoken[0] };

static bool asked(const struct six_reading *reading, const struct spoken *word)
{
    return (six_asked_verbs[reading->top->kind] >> word->verb & 1U) != 0 ||
           (word->read == six_read_power && reading->top->kind == SIX_POWER);
}

/* The words that can be typed now: "`grow SITE`". */
static void add_forms(struct bil_text *text, const struct six_reading *reading)
{
    bool first = true;
    for (int i = 0; i < SPOKEN; i++) {
        const bool power = spoken[i].read == six_read_power;
        const bool track = spoken[i].verb != SIX_M_SYMBOL || reading->rules->track;
        if (spoken[i].notation && track && asked(reading, &spoken[i])) {
            const int verb = !power ? spoken[i].verb : reading->top->a == SIX_LEAF ? SIX_M_PLACE : SIX_M_UP;
            bil_text_format(text, "%s`%s`", first ? "" : ", ",
                            spoken[i].read == six_read_none ? spoken[i].word : six_verb_forms[verb]);
            first = false;
        }
    }
}

/* Words that people put before the verb: "play death", "cancel it with death", "make a discovery". */
static void cut_lead(struct six_words *words)
{
    static const char *const leads[] = {"play", "use", "cancel", "answer", "it", "make", "save", "this", "is", "please"};
    bool cut = true;
    while (cut && words->count > 1) {
        cut = false;
        for (size_t i = 0; i < sizeof leads / sizeof leads[0] && !cut; i++) {
            cut = strcmp(words->word[0].text, leads[i]) == 0;
        }
        if (cut) {
            six_words_cut(words, 0);
        }
    }
}

/* "colony6" is "colony 6". */
static void split_number(struct six_words *words)
{
    const char *first = words->count > 0 ? words->word[0].text : "";
    const size_t letters = strcspn(first, "0123456789");
    int number = 0;
    if (letters == 0 || !six_word_number(first + letters, &number) || words->count == SIX_MOST_WORDS) {
        return;
    }
    for (int i = words->count; i > 1; i--) {
        words->word[i] = words->word[i - 1];
    }
    words->count++;
    words->word[1] = (struct six_word){{0}, false, false};
    memcpy(words->word[1].text, first + letters, strlen(first + letters));
    words->word[0].text[letters] = '\0';
}

static bool fail_ambiguous_verb(const struct six_reading *reading, const char *typed, bool only_asked, int count)
{
    struct bil_text text = {0};
    int written = 0;
    bil_text_format(&text, "\"%s\" could be ", typed);
    for (int i = 0; i < SPOKEN; i++) {
        if (spoken[i].notation && six_fit(typed, spoken[i].word) != SIX_FITS_NOT && (!only_asked || asked(reading, &spoken[i]))) {
            bil_text_format(&text, "%s%s", written == 0 ? "" : written == count - 1 ? " or " : ", ", spoken[i].word);
            written++;
        }
    }
    bil_text_add(&text, ": write more of the word.");
    return six_fail_with(reading, &text);
}

static bool fail_verb(const struct six_reading *reading, const char *typed)
{
    const char *words[SPOKEN];
    struct bil_text text = {0};
    for (int i = 0; i < SPOKEN; i++) {
        words[i] = spoken[i].word;
    }
    const int near_by = six_near_name(typed, words, SPOKEN);
    bil_text_format(&text, "No move begins with \"%s\"", typed);
    if (near_by >= 0) {
        bil_text_format(&text, "; did you mean `%s`?", words[near_by]);
    } else if (reading->top->kind == SIX_END) {
        bil_text_add(&text, ", and the game is over.");
    } else {
        bil_text_add(&text, "; now you can write ");
        add_forms(&text, reading);
        bil_text_char(&text, '.');
    }
    return six_fail_with(reading, &text);
}

/* The verb that the word is or begins; among several, the one that is asked for now. NULL and a sentence if none. */
static const struct spoken *read_verb(const struct six_reading *reading, const char *typed)
{
    const struct spoken *found[2] = {NULL, NULL}; /* [1]: among those asked for now */
    int count[2] = {0, 0};
    for (int i = 0; i < SPOKEN; i++) {
        const enum six_fit fit = six_fit(typed, spoken[i].word);
        if (fit == SIX_FITS_WHOLE) {
            return &spoken[i];
        }
        if (spoken[i].notation && fit != SIX_FITS_NOT) {
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
    }
    return NULL;
}

/* A site alone, where a site is what is asked for. */
static bool read_bare_site(const struct six_reading *reading, struct six_words *words, bil_move *move)
{
    static const uint8_t verbs[SIX_END + 1] = {[SIX_GROW] = SIX_M_GROW, [SIX_SETTLE] = SIX_M_SETTLE, [SIX_HALVE] = SIX_M_HALVE};
    const enum six_verb verb = verbs[reading->top->kind];
    six_cut_asteroid(words);
    const unsigned meant = words->count == 1 ? six_sites_meant(words->word[0].text) : 0;
    if (verb == 0 || meant == 0 || meant & (meant - 1)) {
        return false;
    }
    *move = SIX_MOVE(verb, 0, 0, six_lowest(meant), 0, 0);
    return true;
}

bool six_move_parse(const void *rules, const void *view, const char *text, bil_move *move, struct bil_error *error)
{
    const struct six_state *state = view;
    const struct six_frame *top = six_top_const(state);
    const bool sees_me = top->kind != SIX_END && (state->viewer == 0 || state->viewer == 1 + top->seat);
    const struct six_reading reading = {rules, state, top, top->seat, sees_me, error};
    struct six_words words;
    bil_move read = 0;
    if (strlen(text) >= SIX_LINE || !six_words_of(text, &words)) {
        return bil_fail(error, "That is longer than any move: a move has a few words, as in `colony 6 green belt mercury`.");
    }
    cut_lead(&words);
    split_number(&words);
    if (words.count == 0) {
        struct bil_text forms = {0};
        bil_text_add(&forms, top->kind == SIX_END ? "The game is over; there is nothing to write" : "Write a move: ");
        add_forms(&forms, &reading);
        bil_text_char(&forms, '.');
        return six_fail_with(&reading, &forms);
    }
    if (strchr(text, '?')) {
        return bil_fail(error, "\"?\" stands for a card that you may not see: name the card.");
    }
    if (error) {
        error->text[0] = '\0';
    }
    const struct six_word first = words.word[0];
    const struct spoken *word = read_verb(&reading, first.text);
    if (!word) {
        if (read_bare_site(&reading, &words, &read)) {
            *move = read;
            return true;
        }
        return error && error->text[0] ? false : fail_verb(&reading, first.text);
    }
    six_words_cut(&words, 0);
    const bool no = word->verb == SIX_M_PASS && strcmp(word->word, "no") == 0 && top->kind == SIX_CONSENT;
    if (!word->read(&reading, no ? SIX_M_REFUSE : word->verb, word->card, &words, &read)) {
        return false;
    }
    *move = read; /* only a whole move is given back */
    return true;
}
