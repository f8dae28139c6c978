/* One Billion Users: reading cards and seats out of typed words (see reading.h).
 *
 * A name may be cut short where only one fits among what makes sense: first what is in reach (the hand, the platforms), then every
 * card of the kind, then every card, to say what is wrong with it. It never guesses between two names that fit equally well. */
#include "games/one_billion_users/reading.h"

/* Where the cards of a verb are at hand. */
enum reach { NOWHERE, HAND, PLATFORM, GIVER, ALL_PLATFORMS };
static const char *const reach_words[] = {"", "in your hand", "on your platform", "on that platform", "on a platform"};

#define KIND(kind) (1U << OBU_K_##kind)
enum { ANY_HAND_CARD = KIND(COMMUNITY) | KIND(BLOCKER) | KIND(HOTFIX) | KIND(SAFEGUARD) | KIND(ACTION) };

/* What a verb is about. */
static const struct {
    const char *ask; /* "Add which Community?" */
    const char *thing;
    uint16_t kinds;
    uint8_t reach;
} wants[OBU_VERBS] = {
    [OBU_M_LAUNCH] = {"Launch which Community?", "Community", KIND(COMMUNITY), HAND},
    [OBU_M_RETURN] = {"Return which card to the deck?", "card", ANY_HAND_CARD, HAND},
    [OBU_M_ADD] = {"Add which Community?", "Community", KIND(COMMUNITY), HAND},
    [OBU_M_BLOCK] = {"Play which Blocker?", "Blocker", KIND(BLOCKER), HAND},
    [OBU_M_FIX] = {"Play which Hotfix?", "Hotfix", KIND(HOTFIX), HAND},
    [OBU_M_GRIND] = {"Grind which card?", "card", ANY_HAND_CARD, HAND},
    [OBU_M_GUARD] = {"Add which Safeguard?", "Safeguard", KIND(SAFEGUARD), HAND},
    [OBU_M_POKE] = {"Poke which Influencer?", "Influencer", KIND(INFLUENCER), ALL_PLATFORMS},
    [OBU_M_PUSH] = {"Push which Influencer?", "Influencer", KIND(INFLUENCER), ALL_PLATFORMS},
    [OBU_M_DISCARD] = {"Discard which card?", "card", ANY_HAND_CARD, HAND},
    [OBU_M_SACRIFICE] = {"Sacrifice which Community?", "Community", KIND(COMMUNITY), PLATFORM},
    [OBU_M_COUNTER_GUARD] = {"Counter with which Safeguard?", "Safeguard", KIND(SAFEGUARD), HAND},
    [OBU_M_GIVE] = {"Give which card?", "card", ANY_HAND_CARD, HAND},
    [OBU_M_TAKE] = {"Take which Community?", "Community", KIND(COMMUNITY), GIVER},
    [OBU_M_DROP] = {"Drop which Community?", "Community", KIND(COMMUNITY), PLATFORM},
};

bool obu_fail_with(const struct obu_reading *reading, struct bil_text *sentence)
{
    bil_fail(reading->error, "%s", bil_text_string(sentence));
    bil_text_free(sentence);
    return false;
}

void obu_add_typed(struct bil_text *out, const struct obu_words *typed)
{
    int length = typed->length < 40 ? typed->length : 40;
    while (length > 0 && length < typed->length && ((unsigned char)typed->text[length] & 0xC0) == 0x80) {
        length--;
    }
    bil_text_format(out, "\"%.*s%s\"", length, typed->text, length < typed->length ? "..." : "");
}

/* ------------------------------------------------------------------ cards */

struct pool {
    uint8_t card[OBU_CARDS];
    int count;
};

static void pool_communities(struct pool *pool, uint64_t communities)
{
    for (; communities; communities &= communities - 1) {
        pool->card[pool->count++] = (uint8_t)obu_lowest(communities);
    }
}

static void keep_kinds(struct pool *pool, unsigned kinds)
{
    int kept = 0;
    for (int i = 0; i < pool->count; i++) {
        if (kinds >> obu_kind_of(pool->card[i]) & 1U) {
            pool->card[kept++] = pool->card[i];
        }
    }
    pool->count = kept;
}

static void within_reach(const struct obu_reading *reading, enum reach reach, unsigned kinds, struct pool *pool)
{
    pool->count = 0;
    switch (reach) {
    case HAND:
        pool->count = obu_kinds_in(reading->rules, &reading->seat->hand, pool->card);
        break;
    case PLATFORM:
        pool_communities(pool, reading->seat->comm);
        break;
    case GIVER:
        if (reading->top->kind == OBU_TAKE) {
            pool_communities(pool, reading->state->seat[reading->top->a].comm);
        }
        break;
    case ALL_PLATFORMS:
        for (int i = 0; i < OBU_INFLUENCERS; i++) {
            if (obu_influencer_home(reading->state, i) >= 0) {
                pool->card[pool->count++] = (uint8_t)(OBU_INFLUENCER + i);
            }
        }
        break;
    default:
        break;
    }
    keep_kinds(pool, kinds);
}

static void every_card(const struct obu_rules *rules, unsigned kinds, struct pool *pool)
{
    pool->count = 0;
    for (int card = 0; card < OBU_CARDS; card++) {
        const bool there = card < OBU_HIDDEN       ? rules->copies[card] > 0
                           : card < OBU_INFLUENCER ? false
                           : card < OBU_EVENT      ? rules->influencer_there[card - OBU_INFLUENCER] != 0
                           : card < OBU_GAME_OVER  ? rules->event_there[card - OBU_EVENT] != 0
                                                   : true;
        if (there) {
            pool->card[pool->count++] = (uint8_t)card;
        }
    }
    keep_kinds(pool, kinds);
}

/* The cards of the pool that fit best, at most one of them if it fits as a whole. */
static void best_fits(const struct obu_reading *reading, const struct obu_words *typed, const struct pool *pool, struct pool *found)
{
    enum obu_fit best = OBU_FITS_INSIDE;
    found->count = 0;
    for (int i = 0; i < pool->count; i++) {
        const enum obu_fit fit = obu_fit(typed, obu_card_name(reading->rules, pool->card[i]));
        if (fit > best) {
            best = fit;
            found->count = 0;
        }
        if (fit == best) {
            found->card[found->count++] = pool->card[i];
        }
    }
}

static bool fail_ambiguous(const struct obu_reading *reading, const struct obu_words *typed, const struct pool *found)
{
    struct bil_text text = {0};
    obu_add_typed(&text, typed);
    bil_text_add(&text, " could be ");
    obu_add_cards(&text, reading->rules, found->card, found->count, "or", 8);
    bil_text_add(&text, ": write more of the name.");
    return obu_fail_with(reading, &text);
}

/* The nearest name of a pool if it is near enough to be meant, or -1. */
static int nearest(const struct obu_reading *reading, const struct obu_words *typed, const struct pool *pool)
{
    int best = typed->length < 5 ? 2 : typed->length / 3 + 1; /* at this distance or beyond, it is another word */
    int card = -1;
    for (int i = 0; i < pool->count; i++) {
        const char *name = obu_card_name(reading->rules, pool->card[i]);
        const int whole = obu_distance(typed, name);
        const int bare = strncmp(name, "The ", 4) == 0 ? obu_distance(typed, name + 4) : whole;
        const int distance = bare < whole ? bare : whole;
        if (distance < best) {
            best = distance;
            card = pool->card[i];
        }
    }
    return card;
}

/* "In your hand: A, B and C." */
static void add_reachable(struct bil_text *text, const struct obu_reading *reading, enum obu_verb verb, const struct pool *near_by)
{
    const char *where = reach_words[wants[verb].reach];
    if (near_by->count == 0) {
        bil_text_format(text, "There is no %s %s.", wants[verb].thing, where);
    } else {
        bil_text_format(text, "%c%s: ", where[0] - 'a' + 'A', where + 1);
        obu_add_cards(text, reading->rules, near_by->card, near_by->count, "and", 8);
        bil_text_char(text, '.');
    }
}

static bool fail_unknown(const struct obu_reading *reading, enum obu_verb verb, const struct obu_words *typed,
                         const struct pool *near_by, const struct pool *kind)
{
    struct bil_text text = {0};
    int card = nearest(reading, typed, near_by);
    card = card < 0 ? nearest(reading, typed, kind) : card;
    bil_text_format(&text, "No %s is called ", wants[verb].thing);
    obu_add_typed(&text, typed);
    if (card >= 0) {
        bil_text_format(&text, "; did you mean %s?", obu_card_name(reading->rules, card));
    } else {
        bil_text_add(&text, ". ");
        add_reachable(&text, reading, verb, near_by);
    }
    return obu_fail_with(reading, &text);
}

bool obu_read_card(const struct obu_reading *reading, enum obu_verb verb, const struct obu_words *typed, int *card)
{
    struct pool near_by;
    struct pool kind;
    struct pool all;
    struct pool found;
    within_reach(reading, wants[verb].reach, wants[verb].kinds, &near_by);
    if (typed->length == 0) {
        struct bil_text text = {0};
        bil_text_format(&text, "%s ", wants[verb].ask);
        add_reachable(&text, reading, verb, &near_by);
        return obu_fail_with(reading, &text);
    }
    every_card(reading->rules, wants[verb].kinds, &kind);
    every_card(reading->rules, ~0U, &all);
    best_fits(reading, typed, &all, &found);
    const bool whole = found.count == 1 && obu_fit(typed, obu_card_name(reading->rules, found.card[0])) == OBU_FITS_WHOLE;
    if (!whole) {
        best_fits(reading, typed, &near_by, &found);
        if (found.count == 0) {
            best_fits(reading, typed, &kind, &found);
        }
        if (found.count == 0) {
            best_fits(reading, typed, &all, &found);
            if (found.count > 1) {
                found.count = 0;
            }
        }
    }
    if (found.count == 0) {
        return fail_unknown(reading, verb, typed, &near_by, &kind);
    }
    if (found.count > 1) {
        return fail_ambiguous(reading, typed, &found);
    }
    *card = found.card[0];
    const enum obu_kind is = obu_kind_of(*card);
    if ((wants[verb].kinds >> is & 1U) == 0) {
        const char *name = obu_card_name(reading->rules, *card);
        if ((wants[verb].kinds & ANY_HAND_CARD) == ANY_HAND_CARD) {
            return bil_fail(reading->error, "%s is %s: %s.", name, obu_kind_words[is].one, obu_how_to_use(*card));
        }
        return bil_fail(reading->error, "%s is %s, not %s %s: %s.", name, obu_kind_words[is].one,
                        wants[verb].kinds == KIND(INFLUENCER) ? "an" : "a", wants[verb].thing, obu_how_to_use(*card));
    }
    return true;
}

/* ------------------------------------------------------------------ seats */

static const char *const seat_fillers[] = {"to", "on", "at", "against", "seat", "player", "platform", "s", NULL};

static bool is_filler(const struct obu_words *word)
{
    for (int i = 0; seat_fillers[i]; i++) {
        if (obu_words_are(word, seat_fillers[i])) {
            return true;
        }
    }
    return false;
}

bool obu_cut_seat_behind(struct obu_words *words, int *seat)
{
    struct obu_words rest = *words;
    struct obu_words word;
    if (!obu_last_word(&rest, &word) || !obu_is_number(&word, seat)) {
        return false;
    }
    for (struct obu_words shorter = rest; obu_last_word(&shorter, &word) && is_filler(&word);) {
        rest = shorter;
    }
    *words = rest;
    return true;
}

bool obu_cut_seat_before(struct obu_words *words, int *seat)
{
    struct obu_words rest = *words;
    struct obu_words word;
    obu_skip_words(&rest, seat_fillers);
    if (!obu_first_word(&rest, &word) || !obu_is_number(&word, seat)) {
        return false;
    }
    *words = rest;
    return true;
}

bool obu_check_seat(const struct obu_reading *reading, int number)
{
    return (number >= 1 && number <= reading->rules->seats) ||
           bil_fail(reading->error, "There is no seat %d: the seats are 1 to %d.", number, reading->rules->seats);
}

/* ------------------------------------------------------------------ for whoever has no verb */

bool obu_is_about_card(enum obu_verb verb)
{
    return wants[verb].reach != NOWHERE && wants[verb].reach != ALL_PLATFORMS;
}

int obu_any_card(const struct obu_reading *reading, const struct obu_words *typed)
{
    struct pool pool;
    struct pool found;
    within_reach(reading, HAND, ANY_HAND_CARD, &pool);
    best_fits(reading, typed, &pool, &found);
    if (found.count == 0) {
        every_card(reading->rules, ~0U, &pool);
        best_fits(reading, typed, &pool, &found);
    }
    return found.count == 1 ? found.card[0] : -1;
}
