/* 6 Billion: what the sites are worth to each seat, now and after a change of one of them.
 *
 * Every site is scored as it is and as it would be if all tokens grew for the turns that are probably left, or until the site is
 * full. Results are cached between decisions: each is compared with the few bytes of the state that it follows from, and only
 * changed sites are computed again. So the earlier state never matters. Reads what the given view shows and nothing more. */
#include "games/six_billion/advice/advice.h"

enum { ALL = 0xFFFF };

/* ------------------------------------------------------------------ following the state */

static six_row standing_of(const struct six_standing *look, six_row points_now)
{
    return points_now * 3 + (points_now & look->third) + (points_now * 3 & look->twice);
}

/* Sites where somebody's points count otherwise than before. */
static unsigned follow_doublings(const struct six_rules *rules, const struct six_state *state, struct six_sites *sites)
{
    if (memcmp(sites->agenda, state->agenda, sizeof sites->agenda) == 0 &&
        memcmp(sites->find, state->find, sizeof sites->find) == 0) {
        return 0;
    }
    memcpy(sites->agenda, state->agenda, sizeof sites->agenda);
    memcpy(sites->find, state->find, sizeof sites->find);
    unsigned changed = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        unsigned finds = 1U << state->agenda[seat];
        unsigned guessed = 0;
        for (int i = 0; i < SIX_HELD; i++) {
            finds |= 1U << (state->find[seat][i] & ~SIX_FIND_UP);
        }
        const unsigned doubled = finds >> 1 & SIX_EVERY_SITE;
        for (int site = 0; site < SIX_SITES && state->agenda[seat] == SIX_FIND_HIDDEN; site++) {
            guessed |= (unsigned)(rules->agendas[1 + site] > 0) << site;
        }
        guessed &= ~doubled;
        changed |= (doubled ^ sites->doubled[seat]) | (guessed ^ sites->guessed[seat]);
        sites->doubled[seat] = (uint16_t)doubled;
        sites->guessed[seat] = (uint16_t)guessed;
    }
    for (unsigned rest = changed; rest; rest &= rest - 1) {
        struct six_standing *look = &sites->site[six_lowest(rest)];
        for (int seat = 0; seat < rules->seats; seat++) {
            look->twice[seat] = sites->doubled[seat] >> six_lowest(rest) & 1 ? ALL : 0;
            look->third[seat] = sites->guessed[seat] >> six_lowest(rest) & 1 ? ALL : 0;
        }
    }
    return changed;
}

static void follow_tracks(const struct six_rules *rules, const struct six_state *state, struct six_sites *sites)
{
    six_row tracks = {0};
    memcpy(sites->marker, state->marker, sizeof sites->marker);
    for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
        six_row markers = {0};
        for (int seat = 0; seat < rules->seats; seat++) {
            markers[seat] = state->marker[seat][symbol];
        }
        markers = six_ranked(markers);
        tracks += six_points_of(markers, six_tally(markers), rules->track_points[symbol]) * 3;
    }
    sites->standing += tracks - sites->tracks;
    sites->tracks = tracks;
}

static void follow_tokens(const struct six_rules *rules, const struct six_state *state, struct six_sites *sites, unsigned moved)
{
    for (unsigned rest = moved; rest; rest &= rest - 1) {
        const int site = six_lowest(rest);
        struct six_standing *look = &sites->site[site];
        uint64_t first_four = 0;
        uint64_t last_four = 0;
        uint64_t tally = 0;
        for (int faction = SIX_FACTIONS - 1; faction >= 0; faction--) {
            const unsigned level = state->level[faction][site];
            last_four = last_four << 16 | first_four >> 48;
            first_four = first_four << 16 | level;
            tally += 1ULL << 4 * level;
        }
        look->now = six_row_of(first_four, last_four);
        look->tally_now = tally & ~15ULL;
        look->points_now = six_points_of(look->now, look->tally_now, rules->points[site]);
    }
    sites->populated = 0;
    sites->belt = 0;
    for (int faction = 0; faction < rules->factions; faction++) {
        sites->populated |= state->on[faction];
        sites->belt = state->level[faction][SIX_BELT] > sites->belt ? state->level[faction][SIX_BELT] : sites->belt;
    }
}

static int turns_left(const struct six_rules *rules, const struct six_state *state, int belt, unsigned populated)
{
    const int by_clock = SIX_WEIGHT_OF(TURNS) - state->turn;
    const int by_belt = (SIX_LEVEL_1024 - belt) * SIX_WEIGHT_OF(TURNS_BELT) / 16;
    const int by_sites = (SIX_WEIGHT_OF(TURNS_SITES) + (SIX_SITES - six_popcount(populated)) * SIX_WEIGHT_OF(TURNS_SITE)) / 16;
    int turns = by_clock < by_belt ? by_clock : by_belt;
    turns = by_sites < turns ? by_sites : turns;
    turns = rules->turn_cap && rules->turn_cap - state->turn < turns ? rules->turn_cap - state->turn : turns;
    return turns < 1 ? 1 : turns;
}

/* In the last turn that option turn-cap allows: the factions whose turn it is or has been. Otherwise none. */
static unsigned factions_done(const struct six_rules *rules, const struct six_state *state)
{
    unsigned done = 0;
    for (int at = 0; rules->turn_cap && state->turn == rules->turn_cap && at <= state->at; at++) {
        done |= 1U << state->order[at];
    }
    return done;
}

/* Bit by site: somebody's number there is another one. */
static unsigned differing(const uint8_t *was, const uint8_t *is)
{
    unsigned sites = 0;
    for (int i = 0; i < SIX_FACTIONS * SIX_SITES; i++) {
        sites |= (unsigned)(was[i] != is[i]) << i % SIX_SITES;
    }
    return sites;
}

void six_sites_follow(const struct six_rules *rules, const struct six_state *state, struct six_sites *sites)
{
    unsigned moved = 0;
    unsigned sent = 0;
    if (memcmp(sites->level, state->level, sizeof sites->level) != 0) {
        moved = differing(sites->level[0], state->level[0]);
        memcpy(sites->level, state->level, sizeof sites->level);
        follow_tokens(rules, state, sites, moved);
    }
    if (memcmp(sites->box, state->box, sizeof sites->box) != 0) {
        sent = differing(sites->box[0], state->box[0]);
        memcpy(sites->box, state->box, sizeof sites->box);
    }
    const unsigned counts = moved | follow_doublings(rules, state, sites);
    for (unsigned rest = counts; rest; rest &= rest - 1) {
        struct six_standing *look = &sites->site[six_lowest(rest)];
        const six_row standing = standing_of(look, look->points_now);
        sites->standing += standing - look->standing;
        look->standing = standing;
    }
    if (rules->track && memcmp(sites->marker, state->marker, sizeof sites->marker) != 0) {
        follow_tracks(rules, state, sites);
    }
    const int turns = turns_left(rules, state, sites->belt, sites->populated);
    const unsigned done = factions_done(rules, state);
    sites->same &= ~counts;
    if (turns != sites->turns_left || done != sites->done) {
        const int of_now = done ? 0 : SIX_WEIGHT_OF(NOW) + SIX_WEIGHT_OF(NOW_SOON) / turns;
        sites->of_now = of_now > 100 ? 100 : of_now;
        for (int faction = 0; faction < SIX_FACTIONS; faction++) {
            sites->stays[faction] = done >> faction & 1 ? ALL : 0;
        }
        sites->known = 0;
        sites->same = 0;
    }
    sites->known &= ~(counts | sent);
    sites->turns_left = turns;
    sites->done = done;
}

/* ------------------------------------------------------------------ points of the moment */

six_row six_standing_with(const struct six_rules *rules, const struct six_sites *sites, const struct six_change *change)
{
    const struct six_standing *look = &sites->site[change->site];
    const six_row now = six_row_with(look->now, change->faction, change->level);
    return sites->standing - look->standing + standing_of(look, six_points_of(now, six_tally(now), rules->points[change->site]));
}

int six_thirds(const struct six_sites *sites, int seat, int site)
{
    return sites->doubled[seat] >> site & 1 ? 6 : sites->guessed[seat] >> site & 1 ? 4 : 3;
}

/* ------------------------------------------------------------------ what a site is worth */

/* In how many rounds all tokens of a site double freely, counted as the tally does: until the growth sum is full, or the game is
 * probably over. In the last of them some may come too late, which is ignored: it hardly changes the order of the seats. */
static int rounds_of(const struct six_outlook *outlook, int site, uint64_t tally)
{
    const struct six_rules *rules = outlook->rules;
    const int limit = rules->limit[site];
    const int turns = outlook->turns_left;
    if (!limit || !tally) {
        return turns;
    }
    int rounds = limit - (63 - __builtin_clzll(tally | 1)) / 4; /* until the foremost is on the limit */
    rounds = rounds < 0 ? 0 : rounds;
    for (int earlier = rounds - 2; earlier < rounds; earlier++) { /* when it is one or two below, others may fill the sum up */
        if (earlier >= 0) {
            const int half = limit - 1 - earlier;
            const int quarter = limit - 2 - earlier;
            const int sum =
                (half > 0 ? 2 * (int)(tally >> 4 * half & 15) : 0) + (quarter > 0 ? (int)(tally >> 4 * quarter & 15) : 0);
            if (sum >= 4) {
                rounds = earlier;
            }
        }
    }
    return rounds < turns ? rounds : turns;
}

/* The tokens after that number of rounds. A token in a box enters the track in the first one. Those that stay are as `now`. */
static inline six_row grown(six_row from, six_row least, int rounds, int last, six_row now, six_row stays)
{
    six_row row = from + (uint16_t)rounds;
    row = (row & (six_row)(row < (uint16_t)last)) | ((uint16_t)last & ~(six_row)(row < (uint16_t)last));
    row = (row & (six_row)(row > least)) | (least & ~(six_row)(row > least));
    return (row & (six_row)(least != 0) & ~stays) | (now & stays);
}

/* The value of the site to each seat, given its tokens now and later; at most 51300 with points of 255. */
static six_row worth_of(const struct six_outlook *outlook, const struct six_standing *look, six_row now, six_row later,
                        six_row points_now, six_row points_later)
{
    const int of_now = outlook->sites->of_now;
    const six_row points = points_now * (uint16_t)of_now + points_later * (uint16_t)(100 - of_now);
    const six_row counted = points + (points & look->twice) + (points / 3 & look->third);
    if (outlook->sites->done) {
        return counted;
    }
    /* a bigger token is better, other things being equal */
    return counted + later * (uint16_t)SIX_WEIGHT_OF(SIZE_LATER) + now * (uint16_t)SIX_WEIGHT_OF(SIZE_NOW);
}

/* What so much to each is in the seat's eyes. */
static int weighed(const struct six_outlook *outlook, const six_row *worth)
{
    int value = 0;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        value += outlook->weight[seat] * (*worth)[seat] / 100;
    }
    return value;
}

/* Computes the present value of a site. */
__attribute__((noinline)) static void look_at(const struct six_outlook *outlook, int site)
{
    struct six_sites *sites = outlook->sites;
    struct six_standing *look = &sites->site[site];
    six_row from = look->now;
    six_row least = look->now;
    sites->known |= 1U << site;
    for (int faction = 0; faction < outlook->rules->factions; faction++) {
        const int box = outlook->state->box[faction][site];
        if (box && !outlook->state->level[faction][site]) {
            const int settled = six_settled_level(site, (box & 15) + (box >> 4));
            from[faction] = (uint16_t)(settled > 0 ? settled - 1 : 0);
            least[faction] = (uint16_t)settled;
        }
    }
    if ((sites->same >> site & 1) && memcmp(&from, &look->from, sizeof from) == 0 &&
        memcmp(&least, &look->least, sizeof least) == 0) {
        return;
    }
    sites->same |= 1U << site;
    look->from = from;
    look->least = least;
    look->tally_from = six_tally(from);
    look->rounds = rounds_of(outlook, site, look->tally_from);
    look->later = grown(from, least, look->rounds, outlook->rules->last[site], look->now, sites->stays);
    look->tally_later = six_tally(look->later);
    look->points_later = six_points_of(look->later, look->tally_later, outlook->rules->points[site]);
    look->worth = worth_of(outlook, look, look->now, look->later, look->points_now, look->points_later);
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        sites->total[seat] += look->worth[seat] - look->value[seat];
        look->value[seat] = look->worth[seat];
    }
    sites->site_by[site] = 0;
    memset(sites->key[site], 0, sizeof sites->key[site]);
}

void six_look_everywhere(const struct six_outlook *outlook)
{
    for (unsigned rest = SIX_EVERY_SITE & ~outlook->sites->known; rest; rest &= rest - 1) {
        look_at(outlook, six_lowest(rest));
    }
}

/* What the site is to each after a change. */
__attribute__((noinline)) static six_row worth_after(const struct six_outlook *outlook, const struct six_standing *look, int site,
                                                     int faction, int level, int settled)
{
    const struct six_rules *rules = outlook->rules;
    const unsigned before = look->now[faction];
    six_row now = look->now;
    six_row points_now = look->points_now;
    if ((unsigned)level != before) { /* people in a box change nothing yet */
        now = six_row_with(now, faction, level);
        points_now = six_points_of(now, six_retally(look->tally_now, before, (unsigned)level), rules->points[site]);
    }
    const six_row stays = outlook->sites->stays;
    const int last = rules->last[site];
    const int least = level ? level : settled;
    const int from = level ? level : settled ? settled - 1 : 0;
    const int rounds = rounds_of(outlook, site, six_retally(look->tally_from, look->from[faction], (unsigned)from));
    six_row later = look->later;
    six_row points_later = look->points_later;
    if (rounds == look->rounds) { /* for the others all stays as it was */
        const int grows = from + rounds < last ? from + rounds : last;
        const int there = stays[faction] ? level : !least ? 0 : grows > least ? grows : least;
        if ((unsigned)there != later[faction]) {
            const uint64_t tally = six_retally(look->tally_later, later[faction], (unsigned)there);
            later = six_row_with(later, faction, there);
            points_later = six_points_of(later, tally, rules->points[site]);
        }
    } else {
        later = grown(six_row_with(look->from, faction, from), six_row_with(look->least, faction, least), rounds, last, now, stays);
        points_later = six_points_of(later, six_tally(later), rules->points[site]);
    }
    return worth_of(outlook, look, now, later, points_now, points_later);
}

int six_points_at(const struct six_outlook *outlook, int seat, int site)
{
    const struct six_standing *look = &outlook->sites->site[site];
    if (!(outlook->sites->known >> site & 1)) {
        look_at(outlook, site);
    }
    return (look->points_now[seat] + 3 * look->points_later[seat]) * (SIX_POINT / 4);
}

int six_worth(const struct six_outlook *outlook, const struct six_change *change, int *own)
{
    struct six_sites *sites = outlook->sites;
    const int site = change->site;
    const int faction = change->faction;
    const struct six_standing *look = &sites->site[site];
    assert(change->level >= 0 && change->level <= SIX_LEVELS);
    if (!(sites->known >> site & 1)) {
        look_at(outlook, site);
    }
    const int settled = change->level || !change->billions ? 0 : six_settled_level(site, change->billions);
    const uint8_t key = (uint8_t)(1 + change->level + 16 * settled);
    const int entry = (change->level ? change->level : settled) % SIX_CHANGES;
    six_row *after = &sites->after[site][faction][entry];
    uint8_t *by = &sites->by[site][faction][entry];
    if (sites->key[site][faction][entry] != key) {
        sites->key[site][faction][entry] = key;
        *after = worth_after(outlook, look, site, faction, change->level, settled);
        *by = 0;
    }
    if (sites->site_by[site] != outlook->by) {
        sites->site_by[site] = outlook->by;
        sites->value[site] = weighed(outlook, &look->worth);
    }
    if (*by != outlook->by) {
        *by = outlook->by;
        sites->change[site][faction][entry] = weighed(outlook, after) - sites->value[site];
    }
    *own = (*after)[outlook->seat] - look->worth[outlook->seat];
    return sites->change[site][faction][entry];
}
