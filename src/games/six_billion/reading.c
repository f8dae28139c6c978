/* 6 Billion: reading sites, factions, cards and Discovery Tracks out of typed words (see reading.h).
 *
 * A name may be cut short where only one fits. It never guesses between two that fit equally well. */
#include "games/six_billion/reading.h"

bool six_fail_with(const struct six_reading *reading, struct bil_text *sentence)
{
    bil_fail(reading->error, "%s", bil_text_string(sentence));
    bil_text_free(sentence);
    return false;
}

/* ------------------------------------------------------------------ what can be meant */

/* Of the names, those that fit best, bit by number. */
static unsigned best_fits(const char *typed, const char *const *names, int count, enum six_fit *best)
{
    unsigned found = 0;
    for (int i = 0; i < count; i++) {
        const enum six_fit fit = names[i] ? six_fit(typed, names[i]) : SIX_FITS_NOT;
        if (fit > *best) {
            *best = fit;
            found = 0;
        }
        found |= (unsigned)(fit == *best && fit != SIX_FITS_NOT) << i;
    }
    return found;
}

unsigned six_sites_meant(const char *word)
{
    enum six_fit best = SIX_FITS_NOT;
    const unsigned found = best_fits(word, six_site_words, SIX_SITES, &best);
    if (best != SIX_FITS_WHOLE && six_fit(word, "asteroids") != SIX_FITS_NOT) {
        return found | 1U << SIX_BELT;
    }
    return found;
}

unsigned six_factions_meant(const struct six_reading *reading, const char *word)
{
    const struct six_rules *rules = reading->rules;
    const char *names[SIX_FACTIONS + 1] = {NULL};
    enum six_fit best = SIX_FITS_NOT;
    for (int faction = 0; faction < rules->factions; faction++) {
        names[faction] = six_faction_word(rules, faction);
    }
    names[SIX_FACTIONS] = "neutral";
    unsigned found = best_fits(word, names, SIX_FACTIONS + 1, &best);
    if (found >> SIX_FACTIONS) { /* "neutral": every faction that is one */
        found |= ((1U << rules->factions) - 1U) & ~((1U << rules->seats) - 1U);
        found &= ~(1U << SIX_FACTIONS);
    }
    return found;
}

/* A card's name as it is typed: its words without those that only join. */
static void bare_name(const char *name, char joined[SIX_JOINED])
{
    struct six_words words;
    (void)six_words_of(name, &words);
    six_words_join(&words, 0, words.count, joined);
}

uint32_t six_cards_meant(const struct six_reading *reading, const char *joined)
{
    static const char *const short_names[SIX_CARDS] = {
        [SIX_SOULS] = "sos", [SIX_POLITICS] = "pp", [SIX_TROUBLE] = "ncit", [SIX_HOME] = "tioh", [SIX_DISCOVERY] = "discover"};
    enum six_fit best = SIX_FITS_NOT;
    const char *codes[SIX_CARDS] = {NULL};
    for (int card = 1; card < SIX_CARDS; card++) {
        codes[card] = reading->rules->copies[card] ? six_card_codes[card] : NULL;
    }
    uint32_t found = best_fits(joined, codes, SIX_CARDS, &best);
    if (best != SIX_FITS_WHOLE) {
        const enum six_fit before = best;
        const uint32_t others = best_fits(joined, short_names, SIX_CARDS, &best);
        found = best > before ? others : found | others;
    }
    if (best == SIX_FITS_NOT) {
        char names[SIX_CARDS][SIX_JOINED];
        const char *spoken[SIX_CARDS] = {NULL};
        for (int card = 1; card < SIX_CARDS; card++) {
            bare_name(six_card_names[card], names[card]);
            spoken[card] = codes[card] ? names[card] : NULL;
        }
        found = best_fits(joined, spoken, SIX_CARDS, &best);
    }
    return found;
}

unsigned six_symbols_meant(const char *word)
{
    enum six_fit best = SIX_FITS_NOT;
    return best_fits(word, six_symbol_words, SIX_SYMBOLS, &best);
}

unsigned six_finds_meant(const char *word)
{
    const unsigned sites = six_sites_meant(word) << 1;
    const unsigned symbols = six_symbols_meant(word) << SIX_FIND_SYMBOL;
    return sites | symbols; /* no site begins like a track */
}

/* ------------------------------------------------------------------ which one is meant */

enum { MOST_NAMES = 24 };

/* "xyz" and what it should have been, for a word that fits none of the names. */
static bool fail_unknown(const struct six_reading *reading, const char *typed, const char *thing, const char *const *names,
                         int count)
{
    struct bil_text text = {0};
    const int near_by = six_near_name(typed, names, count);
    bil_text_format(&text, "\"%s\" is no %s", typed, thing);
    if (near_by >= 0) {
        bil_text_format(&text, "; did you mean %s?", names[near_by]);
        return six_fail_with(reading, &text);
    }
    int left = 0;
    for (int i = 0; i < count; i++) {
        left += names[i] != NULL;
    }
    bil_text_add(&text, ": there are ");
    for (int i = 0; i < count; i++) {
        if (names[i]) {
            left--;
            bil_text_format(&text, "%s%s", names[i], left > 1 ? ", " : left == 1 ? " and " : ".");
        }
    }
    return six_fail_with(reading, &text);
}

static bool fail_several(const struct six_reading *reading, const char *typed, unsigned meant, const char *const *names)
{
    struct bil_text text = {0};
    bil_text_format(&text, "\"%s\" could be ", typed);
    for (unsigned rest = meant; rest;) {
        const int i = six_lowest(rest);
        const bool first = rest == meant;
        rest &= rest - 1;
        bil_text_format(&text, "%s%s", first ? "" : rest ? ", " : " or ", names[i]);
    }
    bil_text_add(&text, ": write more of the name.");
    return six_fail_with(reading, &text);
}

static bool settle_on(const struct six_reading *reading, const char *typed, unsigned meant, const char *thing,
                      const char *const *names, int count, int *number)
{
    if (meant == 0) {
        return fail_unknown(reading, typed, thing, names, count);
    }
    if (meant & (meant - 1)) {
        return fail_several(reading, typed, meant, names);
    }
    *number = six_lowest(meant);
    return true;
}

bool six_read_site(const struct six_reading *reading, const char *word, int *site)
{
    return settle_on(reading, word, six_sites_meant(word), "site", six_site_words, SIX_SITES, site);
}

bool six_read_faction(const struct six_reading *reading, const char *word, int *faction)
{
    const char *names[SIX_FACTIONS] = {NULL};
    for (int i = 0; i < reading->rules->factions; i++) {
        names[i] = six_faction_word(reading->rules, i);
    }
    return settle_on(reading, word, six_factions_meant(reading, word), "faction of this game", names, SIX_FACTIONS, faction);
}

bool six_read_symbol(const struct six_reading *reading, const char *word, int *symbol)
{
    return settle_on(reading, word, six_symbols_meant(word), "Discovery Track", six_symbol_words, SIX_SYMBOLS, symbol);
}

bool six_read_find(const struct six_reading *reading, const char *word, int *find)
{
    const char *names[SIX_FINDS] = {NULL};
    const char *there[SIX_FINDS] = {NULL};
    for (int i = 1; i < SIX_FINDS; i++) {
        names[i] = six_find_word(i);
        there[i] = reading->rules->finds[i] && (i < SIX_FIND_SYMBOL || reading->rules->track) ? names[i] : NULL;
    }
    const unsigned meant = six_finds_meant(word);
    return meant ? settle_on(reading, word, meant, "", names, SIX_FINDS, find)
                 : fail_unknown(reading, word, "Discovery card", there, SIX_FINDS);
}

/* ------------------------------------------------------------------ cards */

uint32_t six_kinds_in_hand(const struct six_reading *reading)
{
    return reading->sees_me ? reading->state->hand[reading->me].kinds : 0;
}

uint32_t six_kinds_open(const struct six_reading *reading)
{
    uint32_t kinds = 0;
    for (int i = 0; i < SIX_OPEN; i++) {
        const int card = reading->state->open[i];
        kinds |= card != SIX_NO_CARD && card < SIX_CARDS ? SIX_CARD_BIT(card) : 0U;
    }
    return kinds;
}

static bool is_one(uint32_t kinds)
{
    return kinds && !(kinds & (kinds - 1));
}

static bool is_code(const char *joined, uint32_t kinds)
{
    return is_one(kinds) && six_fit(joined, six_card_codes[six_lowest(kinds)]) == SIX_FITS_WHOLE;
}

/* What the letters mean: a whole code itself, else what they fit among `near`, else anywhere. */
static uint32_t cards_chosen(const struct six_reading *reading, const char *joined, uint32_t near)
{
    const uint32_t meant = six_cards_meant(reading, joined);
    return is_code(joined, meant) || !(meant & near) ? meant : meant & near;
}

bool six_read_card(const struct six_reading *reading, const char *joined, uint32_t near, int *card)
{
    const char *names[SIX_CARDS] = {NULL};
    for (int i = 1; i < SIX_CARDS; i++) {
        names[i] = reading->rules->copies[i] ? six_card_codes[i] : NULL;
    }
    const uint32_t meant = cards_chosen(reading, joined, near);
    if (meant == 0 && near && six_near_name(joined, names, SIX_CARDS) < 0) { /* no need to list them all */
        struct bil_text text = {0};
        bil_text_format(&text, "\"%s\" is no card; the choice is ", joined);
        six_add_codes(&text, near, "or");
        bil_text_char(&text, '.');
        return six_fail_with(reading, &text);
    }
    return settle_on(reading, joined, meant, "card", names, SIX_CARDS, card);
}

/* How many words the first card has, so that both fit best; whole codes fit better than cut ones, one card better than two. */
static int first_length(const struct six_reading *reading, const struct six_words *words, int first, uint32_t near)
{
    const int count = words->count - first;
    char joined[SIX_JOINED];
    int best = count > 1 ? 1 : count; /* if nothing fits, the first word is what is wrong */
    int best_fit = 0;
    for (int split = count; split > 0; split--) {
        const int parts = split < count ? 2 : 1;
        int fit = 0;
        bool fine = true;
        for (int i = 0; i < parts && fine; i++) {
            six_words_join(words, first + i * split, i ? count - split : split, joined);
            const uint32_t meant = cards_chosen(reading, joined, near);
            fine = is_one(meant);
            fit += is_code(joined, meant) ? 2 : 1;
        }
        fit = parts == 1 ? 2 * fit : fit;
        if (fine && fit > best_fit) {
            best = split;
            best_fit = fit;
        }
    }
    return best;
}

bool six_read_cards(const struct six_reading *reading, const struct six_words *words, int first, uint32_t near, int card[2])
{
    const int count = words->count - first;
    const int length = first_length(reading, words, first, near);
    char joined[SIX_JOINED];
    card[1] = SIX_NO_CARD;
    six_words_join(words, first, length, joined);
    if (!six_read_card(reading, joined, near, &card[0])) {
        return false;
    }
    six_words_join(words, first + length, count - length, joined);
    return length == count || six_read_card(reading, joined, near, &card[1]);
}
