/* 6 Billion: one reader for each form of a move, from the words behind its verb (section 24 of the checklist).
 *
 * A part that is left out is filled in where only one legal move fits the rest; else a sentence says what is missing. Whether a
 * whole move is legal is not asked here. */
#include "games/six_billion/reading.h"

/* ------------------------------------------------------------------ moves of which parts are not known yet */

enum { OPEN = -1 };

/* What a line says so far. `cards` holds the kinds that can be meant while `card` is open; a lone site that may be either end of a
 * way is `either`. */
struct wish {
    enum six_verb verb;
    int card, faction, from, to, n;
    uint32_t cards;
    int either;
};

static bool fits_wish(const struct wish *wish, bil_move move)
{
    const bool card = wish->card == OPEN ? (wish->cards >> SIX_CARD(move) & 1U) != 0 : SIX_CARD(move) == wish->card;
    const bool end = wish->either == OPEN || SIX_FROM(move) == wish->either || SIX_TO(move) == wish->either;
    return SIX_VERB(move) == wish->verb && card && end && (wish->faction == OPEN || SIX_FACTION(move) == wish->faction) &&
           (wish->from == OPEN || SIX_FROM(move) == wish->from) && (wish->to == OPEN || SIX_TO(move) == wish->to) &&
           (wish->n == OPEN || SIX_N(move) == wish->n);
}

/* The whole move; or the one legal move that fits; or a sentence: several fit, or `ask` and how it is written. */
static bool finish(const struct six_reading *reading, const struct wish *wish, const char *ask, bil_move *move)
{
    if (wish->card != OPEN && wish->faction != OPEN && wish->from != OPEN && wish->to != OPEN && wish->n != OPEN) {
        *move = SIX_MOVE(wish->verb, wish->card, wish->faction, wish->from, wish->to, wish->n);
        return true;
    }
    bil_move legal[SIX_MAX_MOVES];
    bil_move found[SIX_MAX_MOVES];
    const int legals = reading->sees_me ? six_moves(reading->rules, reading->state, legal) : 0;
    int count = 0;
    for (int i = 0; i < legals; i++) {
        if (fits_wish(wish, legal[i])) {
            found[count++] = legal[i];
        }
    }
    if (count == 1) {
        *move = found[0];
        return true;
    }
    struct bil_text text = {0};
    if (count == 0) {
        bil_text_format(&text, "%s Write `%s`.", ask, six_verb_forms[wish->verb]);
        return six_fail_with(reading, &text);
    }
    bil_text_add(&text, "That could be ");
    for (int i = 0; i < count && i < 3; i++) {
        bil_text_add(&text, i == 0 ? "`" : i == count - 1 ? " or `" : ", `");
        six_move_text(reading->rules, reading->state, found[i], BIL_EVERYBODY, &text);
        bil_text_char(&text, '`');
    }
    if (count > 3) {
        bil_text_format(&text, " or %d more", count - 3);
    }
    bil_text_add(&text, ": write more of it.");
    return six_fail_with(reading, &text);
}

static bool fail_too_many(const struct six_reading *reading, enum six_verb verb, const char *word)
{
    return bil_fail(reading->error, "What does \"%s\" mean here? Write `%s`.", word, six_verb_forms[verb]);
}

/* ------------------------------------------------------------------ parts that several verbs have */

/* Takes the first number out of the words; false if there is none. */
static bool take_number(struct six_words *words, int *number)
{
    for (int i = 0; i < words->count; i++) {
        if (six_word_number(words->word[i].text, number)) {
            six_words_cut(words, i);
            return true;
        }
    }
    return false;
}

/* "neutral pink" is pink. */
static void cut_role(const struct six_reading *reading, struct six_words *words)
{
    for (int i = 0; i + 1 < words->count; i++) {
        const unsigned next = six_factions_meant(reading, words->word[i + 1].text);
        const bool role = strcmp(words->word[i].text, "neutral") == 0;
        if (role && next && !(next & (next - 1)) && six_sites_meant(words->word[i + 1].text) == 0) {
            six_words_cut(words, i);
        }
    }
}

void six_cut_asteroid(struct six_words *words)
{
    for (int i = 0; i + 1 < words->count; i++) {
        if (strcmp(words->word[i].text, "asteroid") == 0 && six_sites_meant(words->word[i + 1].text) & 1U << SIX_BELT) {
            six_words_cut(words, i);
        }
    }
}

/* Takes the faction out of words that should be a faction and `sites` sites, or the sites alone (*faction is then `OPEN`). A word
 * that can only be a faction is one wherever it stands; else it is the first of too many. */
static bool take_faction(const struct six_reading *reading, enum six_verb verb, struct six_words *words, int sites, int *faction)
{
    int at = OPEN;
    six_cut_asteroid(words);
    cut_role(reading, words);
    *faction = OPEN;
    for (int i = 0; i < words->count && at == OPEN; i++) {
        if (six_factions_meant(reading, words->word[i].text) && six_sites_meant(words->word[i].text) == 0) {
            at = i;
        }
    }
    if (words->count > sites + 1) {
        return fail_too_many(reading, verb, words->word[words->count - 1].text);
    }
    if (at == OPEN && words->count > sites) {
        at = 0;
    }
    if (at == OPEN) {
        return true;
    }
    if (!six_read_faction(reading, words->word[at].text, faction)) {
        return false;
    }
    six_words_cut(words, at);
    return true;
}

/* The sites of the legal moves of a verb that is about a site and nothing else; for the others every site. */
static unsigned legal_sites(const struct six_reading *reading, enum six_verb verb)
{
    bil_move legal[SIX_MAX_MOVES];
    const int count = reading->sees_me ? six_moves(reading->rules, reading->state, legal) : 0;
    unsigned sites = 0;
    if (verb == SIX_M_DOUBLE || verb == SIX_M_TROUBLE || verb == SIX_M_HOME) {
        return SIX_EVERY_SITE;
    }
    for (int i = 0; i < count; i++) {
        sites |= SIX_VERB(legal[i]) == verb ? 1U << SIX_FROM(legal[i]) : 0U;
    }
    return sites;
}

/* One site, or none (`OPEN`). Of several that a few letters fit, the one that is legal. */
static bool read_one_site(const struct six_reading *reading, enum six_verb verb, struct six_words *words, int *site)
{
    six_cut_asteroid(words);
    *site = OPEN;
    if (words->count == 0) {
        return true;
    }
    unsigned meant = six_sites_meant(words->word[0].text);
    if (meant & (meant - 1)) {
        meant &= legal_sites(reading, verb);
    }
    if (meant && !(meant & (meant - 1))) {
        *site = six_lowest(meant);
    } else if (!six_read_site(reading, words->word[0].text, site)) {
        return false;
    }
    return words->count == 1 || fail_too_many(reading, verb, words->word[1].text);
}

/* Two sites, "from" and "to" in either order; one or none leaves the rest open. */
static bool read_way(const struct six_reading *reading, struct six_words *words, struct wish *wish)
{
    int site[2] = {OPEN, OPEN};
    six_cut_asteroid(words);
    for (int i = 0; i < words->count && i < 2; i++) {
        if (!six_read_site(reading, words->word[i].text, &site[i])) {
            return false;
        }
    }
    if (words->count > 2) {
        return fail_too_many(reading, wish->verb, words->word[2].text);
    }
    const bool turned = words->count == 2 && words->word[0].after_to && words->word[1].after_from;
    if (words->count == 1 && !words->word[0].after_from) {
        wish->to = words->word[0].after_to ? site[0] : OPEN;
        wish->either = words->word[0].after_to ? OPEN : site[0];
    } else if (words->count > 0) {
        wish->from = site[turned];
        wish->to = site[!turned];
    }
    return true;
}

/* ------------------------------------------------------------------ one reader for each form of a move */

bool six_read_none(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    if (words->count > 0) {
        return bil_fail(reading->error, "`%s` stands alone; what does \"%s\" mean?",
                        verb == SIX_M_CANCEL || verb == SIX_M_RESPOND ? six_card_word(card) : six_verb_forms[verb],
                        words->word[0].text);
    }
    *move = SIX_MOVE(verb, card, 0, 0, 0, 0);
    return true;
}

bool six_read_at_site(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    struct wish wish = {verb, card, card == SIX_RECYCLE ? reading->me : 0, OPEN, 0, 0, 0, OPEN};
    return read_one_site(reading, verb, words, &wish.from) && finish(reading, &wish, "Which site?", move);
}

/* Whose people a card of that number and family moves. */
static uint32_t kinds_for(const struct six_rules *rules, int family, int target, int distance)
{
    uint32_t kinds = 0;
    for (int card = 1; card < SIX_CARDS; card++) {
        if (six_family[card] == family && six_target[card] == target && rules->copies[card] &&
            (distance == OPEN || rules->card_distance[card] == distance)) {
            kinds |= SIX_CARD_BIT(card);
        }
    }
    return kinds;
}

static const char *const whose[] = {
    [SIX_T_OWN] = "your own faction", [SIX_T_OTHER] = "another player", [SIX_T_NEUTRAL] = "a Neutral", [SIX_T_NONE] = "nobody"};

static int target_of(const struct six_reading *reading, int faction)
{
    if (faction == OPEN || faction == reading->me) {
        return SIX_T_OWN;
    }
    return six_is_player(reading->rules, faction) ? SIX_T_OTHER : SIX_T_NEUTRAL;
}

/* Which card a number and a target mean; the wish's cards if that is still open. False and a sentence if there is none. */
static bool choose_card(const struct six_reading *reading, int family, int target, int distance, struct wish *wish)
{
    const uint32_t all = kinds_for(reading->rules, family, target, OPEN);
    const uint32_t kinds = kinds_for(reading->rules, family, target, distance);
    const uint32_t held = kinds & six_kinds_in_hand(reading);
    const char *name = family == SIX_F_COLONY ? "New Colony" : family == SIX_F_MIGRANTS ? "Migrants" : "Double";
    if (all == 0) {
        return bil_fail(reading->error, "There is no %s card for %s in this game.", name, whose[target]);
    }
    if (kinds == 0) {
        struct bil_text text = {0};
        bil_text_format(&text, "No %s card for %s has the number %d; write the distance on the card, here ", name, whose[target],
                        distance);
        for (uint32_t rest = all; rest; rest &= rest - 1) {
            const bool last = !(rest & (rest - 1));
            bil_text_format(&text, "%s%d",
                            rest == all ? ""
                            : last      ? " or "
                                        : ", ",
                            reading->rules->card_distance[six_lowest(rest)]);
        }
        bil_text_char(&text, '.');
        return six_fail_with(reading, &text);
    }
    const uint32_t meant = held ? held : kinds;
    wish->cards = meant;
    wish->card = meant & (meant - 1) ? OPEN : six_lowest(meant);
    return true;
}

/* "colony 6 green belt mercury": the number and the faction determine the card. */
bool six_read_people(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    const int family = verb == SIX_M_COLONY ? SIX_F_COLONY : SIX_F_MIGRANTS;
    struct wish wish = {verb, OPEN, OPEN, OPEN, OPEN, 0, 0, OPEN};
    int distance = OPEN;
    int faction = OPEN;
    (void)card;
    if (verb == SIX_M_COLONY && words->count > 0 && strcmp(words->word[0].text, "trouble") == 0) { /* "new colony in trouble" */
        six_words_cut(words, 0);
        return six_read_trouble(reading, SIX_M_TROUBLE, SIX_TROUBLE, words, move);
    }
    (void)take_number(words, &distance);
    if (!take_faction(reading, verb, words, 2, &faction) || !read_way(reading, words, &wish)) {
        return false;
    }
    wish.faction = faction == OPEN ? reading->me : faction;
    return choose_card(reading, family, target_of(reading, faction), distance, &wish) &&
           finish(reading, &wish,
                  wish.to == OPEN || wish.from == OPEN ? "From where to where?"
                                                       : "With which card? The distance on it comes first.",
                  move);
}

bool six_read_double(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    struct wish wish = {verb, OPEN, OPEN, OPEN, 0, 0, 0, OPEN};
    int faction = OPEN;
    (void)card;
    if (!take_faction(reading, verb, words, 1, &faction) || !read_one_site(reading, verb, words, &wish.from)) {
        return false;
    }
    wish.faction = faction == OPEN ? reading->me : faction;
    return choose_card(reading, SIX_F_DOUBLE, target_of(reading, faction), OPEN, &wish) &&
           finish(reading, &wish, "Double which token?", move);
}

/* The only faction that has something in that half at the site, or `OPEN`. */
static int only_owner(const struct six_reading *reading, int card, int site)
{
    int owner = OPEN;
    int owners = 0;
    for (int faction = 0; faction < reading->rules->factions; faction++) {
        const int there =
            card == SIX_HOME ? six_migrants(reading->state, faction, site) : six_colonies(reading->state, faction, site);
        owners += there > 0;
        owner = there > 0 ? faction : owner;
    }
    return owners == 1 ? owner : OPEN;
}

bool six_read_trouble(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    struct wish wish = {verb, card, OPEN, OPEN, 0, 0, 0, OPEN};
    if (!take_faction(reading, verb, words, 1, &wish.faction) || !read_one_site(reading, verb, words, &wish.from)) {
        return false;
    }
    if (wish.faction == OPEN && wish.from != OPEN) {
        wish.faction = only_owner(reading, card, wish.from);
    }
    return finish(reading, &wish, wish.from == OPEN ? "Whose box, and at which site?" : "Whose box?", move);
}

bool six_read_discover(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    if (words->count == 1 && six_fit(words->word[0].text, "discovery") != SIX_FITS_NOT) { /* "make a discovery" */
        words->count = 0;
    }
    return six_read_none(reading, verb, card, words, move);
}

bool six_read_find_move(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    struct wish wish = {verb, card, 0, OPEN, 0, 0, 0, OPEN};
    six_cut_asteroid(words);
    if (words->count > 1) {
        return fail_too_many(reading, verb, words->word[1].text);
    }
    return (words->count == 0 || six_read_find(reading, words->word[0].text, &wish.from)) &&
           finish(reading, &wish, "Which Discovery card?", move);
}

/* "symbol leaf double home"; a track that is left out is the one on the first card. */
bool six_read_symbol_move(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    int symbol = OPEN;
    int cards[2] = {SIX_NO_CARD, SIX_NO_CARD};
    (void)card;
    if (words->count > 0 && six_symbols_meant(words->word[0].text)) {
        if (!six_read_symbol(reading, words->word[0].text, &symbol)) {
            return false;
        }
        six_words_cut(words, 0);
    }
    if (words->count == 0) {
        return bil_fail(reading->error,
                        "Which card%s? Write `symbol TRACK CARD`, for a Leaf with two cards, as in `symbol leaf "
                        "double home`.",
                        symbol == OPEN ? ", and for which track" : "");
    }
    const uint32_t showing = symbol == OPEN ? ~0U : reading->rules->symbol_kinds[symbol];
    const uint32_t hand = six_kinds_in_hand(reading);
    if (!six_read_cards(reading, words, 0, hand & showing ? hand & showing : hand, cards)) {
        return false;
    }
    if (cards[1] != SIX_NO_CARD && cards[1] < cards[0]) { /* SIX-265 */
        const int first = cards[1];
        cards[1] = cards[0];
        cards[0] = first;
    }
    symbol = symbol == OPEN ? reading->rules->card_symbol[cards[0]] : symbol;
    *move = SIX_MOVE(verb, cards[0], 0, cards[1], 0, symbol);
    return true;
}

/* A card out of the hand, or an open one. */
bool six_read_card_move(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    const bool take = verb == SIX_M_TAKE;
    const uint32_t near = take ? six_kinds_open(reading) : six_kinds_in_hand(reading);
    char joined[SIX_JOINED];
    six_words_join(words, 0, words->count, joined);
    if (words->count == 0) {
        struct bil_text text = {0};
        bil_text_format(&text, "%s which card?", take ? "Take" : "Discard");
        if (near) {
            bil_text_format(&text, " %s: ", take ? "Open" : "In your hand");
            six_add_codes(&text, near, "and");
            bil_text_char(&text, '.');
        }
        return six_fail_with(reading, &text);
    }
    if (!six_read_card(reading, joined, near, &card)) {
        return false;
    }
    *move = SIX_MOVE(verb, card, 0, 0, 0, 0);
    return true;
}

/* "drop war" where a card is to be discarded. */
bool six_read_drop(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    return reading->top->kind == SIX_DISCARD && words->count > 0 ? six_read_card_move(reading, SIX_M_DISCARD, card, words, move)
                                                                 : six_read_none(reading, verb, card, words, move);
}

/* "draw", "draw from the deck", "draw war"; "take deck". */
bool six_read_draw(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    const bool deck = words->count == 1 && six_fit(words->word[0].text, "deck") == SIX_FITS_WHOLE;
    const bool back = words->count > 0 && (strcmp(words->word[words->count - 1].text, "back") == 0);
    if (back && verb == SIX_M_TAKE) { /* "take it back" */
        *move = SIX_M_KEEP;
        return true;
    }
    if (deck || (words->count == 0 && verb == SIX_M_DECK)) {
        *move = SIX_M_DECK;
        return true;
    }
    return six_read_card_move(reading, SIX_M_TAKE, card, words, move);
}

bool six_read_send(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    struct wish wish = {verb, card, 0, OPEN, OPEN, OPEN, 0, OPEN};
    int number = OPEN;
    int faction = OPEN;
    for (int i = 0; i < words->count; i++) {
        if (strcmp(words->word[i].text, "billion") == 0) {
            six_words_cut(words, i);
        }
    }
    if (take_number(words, &number) && number > 15) {
        return bil_fail(reading->error, "A migrant is 1 or 2 billion, not %d.", number);
    }
    wish.n = number;
    cut_role(reading, words);
    if (words->count > 2 && !take_faction(reading, verb, words, 2, &faction)) { /* whose migrant it is goes without saying */
        return false;
    }
    return read_way(reading, words, &wish) && finish(reading, &wish, "How many billion, from where to where?", move);
}

/* Places are numbers from 1 on; up and down go by places. */
static bool read_leaf(const struct six_reading *reading, struct six_words *words, bil_move *move)
{
    struct wish wish = {SIX_M_PLACE, 0, OPEN, 0, 0, OPEN, 0, OPEN};
    int place = 0;
    const bool numbered = take_number(words, &place);
    cut_role(reading, words);
    if (words->count > 1) {
        return fail_too_many(reading, SIX_M_PLACE, words->word[1].text);
    }
    if (numbered && (place < 1 || place > reading->rules->factions)) {
        return bil_fail(reading->error, "There is no place %d in the order of turn: the places are 1 to %d.", place,
                        reading->rules->factions);
    }
    wish.n = numbered ? place - 1 : OPEN;
    return (words->count == 0 || six_read_faction(reading, words->word[0].text, &wish.faction)) &&
           finish(reading, &wish, "Move whose token, and to which place?", move);
}

bool six_read_power(const struct six_reading *reading, enum six_verb verb, int card, struct six_words *words, bil_move *move)
{
    static const char *const ways[] = {"up", "down"};
    const bool asked = reading->top->kind == SIX_POWER;
    int symbol = OPEN;
    int by = 1;
    (void)verb;
    (void)card;
    if (words->count == 1 && six_fit(words->word[0].text, "politics") >= SIX_FITS_START) { /* the card, not a power */
        *move = SIX_MOVE(SIX_M_RESPOND, SIX_POLITICS, 0, 0, 0, 0);
        return true;
    }
    if (words->count > 0 && six_symbols_meant(words->word[0].text)) {
        if (!six_read_symbol(reading, words->word[0].text, &symbol)) {
            return false;
        }
        six_words_cut(words, 0);
    }
    if (symbol == OPEN && asked) {
        symbol = reading->top->a;
    }
    if (symbol == SIX_LEAF) {
        return read_leaf(reading, words, move);
    }
    (void)take_number(words, &by);
    const int way = words->count > 0 ? six_best_name(words->word[0].text, ways, 2) : SIX_NO_NAME;
    if (way < 0) {
        return bil_fail(reading->error, "Which way? Write `power dollar up 2`, `power smiley down` or `power leaf %s 1`.",
                        six_faction_word(reading->rules, 0));
    }
    if (words->count > 1) {
        return fail_too_many(reading, way ? SIX_M_DOWN : SIX_M_UP, words->word[1].text);
    }
    if (by < 1 || by > 15) {
        return bil_fail(reading->error, "A token cannot move by %d places: there are %d in the order of turn.", by,
                        reading->rules->factions);
    }
    /* A power that is not the one asked about is named in the move, so that it can be said why it is not possible. */
    const int other = symbol == OPEN || (asked && symbol == reading->top->a) ? 0 : 1 + symbol;
    *move = SIX_MOVE(way ? SIX_M_DOWN : SIX_M_UP, 0, 0, 0, other, by);
    return true;
}
