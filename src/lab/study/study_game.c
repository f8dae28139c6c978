/* One game of a study, watched from its deal to its end, and the same deal in variants. Must never tell a bot anything, nor count a
 * variant that was not played to its end. */
#include <stdlib.h>
#include <string.h>

#include "lab/simulation/bot_game.h"
#include "lab/simulation/members.h"
#include "lab/study/study.h"
#include "table/memory.h"

enum { STREAM_EXCHANGE = 0x4c414200, THIRD = BIL_STUDY_PARTS / 3 };

/* A game that is being watched. */
struct watch {
    const struct bil_study *study;
    const void *begin; /* NULL, or the state to begin from instead of the one that set-up made */
    int first;         /* the seat that began, or -1 if nobody said */
    uint8_t *leads;    /* after each open decision: who leads, bit by seat */
    int decisions, room;
    uint16_t came[BIL_MAX_THINGS], played[BIL_MAX_THINGS];
};

/* How a game ended. */
struct outcome {
    int points[BIL_MAX_SEATS], share[BIL_MAX_SEATS];
    int sum, best, margin, length, criterion, winners;
};

/* ------------------------------------------------------------------ watching */

static void hear(void *context, const struct bil_event *event)
{
    struct watch *watch = context;
    struct bil_tell tells[BIL_MAX_TELLS];
    const int count = watch->study->counts->tell(watch->study->rules, event, tells);
    for (int i = 0; i < count; i++) {
        if (tells[i].what == BIL_TELLS_BEGINS) {
            watch->first = tells[i].seat;
        } else {
            uint16_t *of = tells[i].what == BIL_TELLS_CAME ? watch->came : watch->played;
            of[tells[i].thing]++;
        }
    }
}

static void look_at_hands(struct watch *watch, const void *state, uint16_t *sum)
{
    const struct bil_study *study = watch->study;
    uint8_t held[BIL_MAX_THINGS];
    for (int seat = 0; study->counts->held && seat < study->config.seats; seat++) {
        study->counts->held(study->rules, state, seat, held);
        for (int thing = 0; thing < study->counts->things; thing++) {
            sum[thing] = (uint16_t)(sum[thing] + held[thing]);
        }
    }
}

static void begun(void *context, void *state)
{
    struct watch *watch = context;
    if (watch->begin) {
        memcpy(state, watch->begin, watch->study->game->state_size);
    } else {
        look_at_hands(watch, state, watch->came); /* what was dealt has come */
    }
}

static void moved(void *context, const void *state, bool chose)
{
    struct watch *watch = context;
    const struct bil_study *study = watch->study;
    unsigned leads = 0;
    int best = 0;
    if (!chose) {
        return;
    }
    for (int seat = 0; seat < study->config.seats; seat++) {
        struct bil_score score;
        study->game->score(study->rules, state, seat, &score);
        leads = seat == 0 || score.total > best ? 1U << seat : score.total == best ? leads | 1U << seat : leads;
        best = seat == 0 || score.total > best ? score.total : best;
    }
    if (watch->decisions == watch->room) {
        watch->room = watch->room ? 2 * watch->room : 1024;
        watch->leads = bil_memory_grow(watch->leads, (size_t)watch->room, 1);
    }
    watch->leads[watch->decisions++] = (uint8_t)leads;
}

/* ------------------------------------------------------------------ the end of a game */

static struct outcome outcome_of(const struct bil_study *study, const void *rules, const void *state)
{
    struct outcome end = {0};
    uint8_t place[BIL_MAX_SEATS] = {0};
    const int seats = study->config.seats;
    int second = 0;
    end.criterion = study->game->rank(rules, state, place);
    for (int seat = 0; seat < seats; seat++) {
        end.winners += place[seat] == 1;
    }
    for (int seat = 0; seat < seats; seat++) {
        struct bil_score score = {0};
        study->game->score(rules, state, seat, &score);
        end.points[seat] = score.total;
        end.share[seat] = place[seat] == 1 ? BIL_STUDY_SHARE / end.winners : 0;
        end.sum += score.total;
        if (seat == 0 || score.total > end.best) {
            second = seat == 0 ? score.total : end.best;
            end.best = score.total;
        } else if (seat == 1 || score.total > second) {
            second = score.total;
        }
    }
    end.margin = end.best - second;
    end.length = study->game->length ? study->game->length(rules, state) : 0;
    return end;
}

static void add_seat(struct bil_study_seat *to, const struct outcome *end, int seat)
{
    bil_tally_add(&to->wins, 1, end->share[seat]);
    bil_tally_add(&to->points, 1, end->points[seat]);
}

static void count_roles(const struct bil_study *study, const void *state, const struct outcome *end, struct bil_study_sums *sums)
{
    int cases[BIL_MAX_ROLES] = {0};
    int shares[BIL_MAX_ROLES] = {0};
    int points[BIL_MAX_ROLES] = {0};
    for (int seat = 0; study->counts->role && seat < study->config.seats; seat++) {
        const int role = study->counts->role(study->rules, state, seat);
        if (role >= 0) {
            cases[role]++;
            shares[role] += end->share[seat];
            points[role] += end->points[seat];
        }
    }
    for (int role = 0; role < BIL_MAX_ROLES; role++) {
        bil_tally_add(&sums->role[role].wins, cases[role], shares[role]);
        bil_tally_add(&sums->role[role].points, cases[role], points[role]);
    }
}

/* The lead at the ends of the parts of a game; the last part has none, for it is the end. */
static void count_leads(const struct watch *watch, const struct outcome *end, struct bil_study_sums *sums)
{
    const int decisions = watch->decisions;
    unsigned last = 0;
    int changes = 0;
    for (int i = 0; i < decisions; i++) {
        const unsigned lead = watch->leads[i];
        if ((lead & (lead - 1)) == 0) {
            changes += last != 0 && lead != last;
            last = lead;
        }
    }
    bil_tally_add(&sums->changes, 1, changes);
    for (int part = 1; part < BIL_STUDY_PARTS; part++) {
        const int at = decisions * part / BIL_STUDY_PARTS - 1;
        const unsigned lead = at >= 0 ? watch->leads[at] : 0;
        if (lead == 0 || (lead & (lead - 1)) != 0) {
            continue; /* nobody leads alone */
        }
        bil_tally_add(&sums->ahead[part - 1], 1, end->share[__builtin_ctz(lead)]);
        if (part == THIRD) {
            bool kept = true;
            for (int i = at; i < decisions; i++) {
                kept &= watch->leads[i] == lead;
            }
            bil_tally_add(&sums->never_lost, 1, kept);
        }
    }
}

static void count_things(struct watch *watch, const void *state, struct bil_study_sums *sums)
{
    uint16_t held[BIL_MAX_THINGS] = {0};
    look_at_hands(watch, state, held);
    for (int thing = 0; thing < watch->study->counts->things; thing++) {
        struct bil_study_thing *to = &sums->thing[thing];
        if (watch->study->thing[thing]) {
            bil_tally_add(&to->came, 1, watch->came[thing]);
            bil_tally_add(&to->played, watch->came[thing], watch->played[thing]);
            bil_tally_add(&to->held, watch->came[thing], held[thing]);
            bil_tally_add(&to->away, watch->came[thing], watch->came[thing] - watch->played[thing] - held[thing]);
        }
    }
}

static void count_game(struct watch *watch, uint64_t number, const void *state, const struct outcome *end,
                       struct bil_study_sums *sums)
{
    const struct bil_study *study = watch->study;
    const int seats = study->config.seats;
    sums->games++;
    sums->hash += bil_bot_game_mix(bil_state_hash(study->game, state) ^ bil_bot_game_mix(number));
    bil_tally_add(&sums->length, 1, end->length);
    sums->lengths[end->length < BIL_STUDY_LENGTHS ? end->length : BIL_STUDY_LENGTHS - 1]++;
    bil_tally_add(&sums->points, seats, end->sum);
    bil_tally_add(&sums->best, 1, end->best);
    bil_tally_add(&sums->margin, 1, end->margin);
    bil_tally_add(&sums->shared, 1, end->winners > 1);
    sums->criterion[1 + end->criterion]++;
    if (study->game->ending) {
        sums->ending[study->game->ending(study->rules, state)]++;
    }
    for (int seat = 0; seat < seats; seat++) {
        add_seat(&sums->seat[seat], end, seat);
        if (watch->first >= 0) {
            add_seat(&sums->turn[(seat - watch->first + seats) % seats], end, seat);
        }
    }
    count_roles(study, state, end, sums);
    count_leads(watch, end, sums);
    count_things(watch, state, sums);
}

/* ------------------------------------------------------------------ playing */

static enum bil_bot_game_end play_watched_game(const struct bil_study *study, const struct bil_study_variant *variant,
                                               uint64_t number, struct watch *watch, bool listen, void *state,
                                               struct bil_study_sums *sums, struct bil_error *error)
{
    const struct bil_listener listener = {hear, watch};
    uint64_t decisions = 0;
    struct bil_bot_game bot_game = {.game = study->game,
                                    .rules = variant ? variant->rules : study->rules,
                                    .quick = variant ? variant->quick : study->quick,
                                    .config = variant ? &variant->config : &study->config,
                                    .seats = study->config.seats,
                                    .number = number,
                                    .stop = study->stop,
                                    .context = watch,
                                    .begun = variant ? NULL : begun,
                                    .moved = listen ? moved : NULL,
                                    .listener = listen && study->counts->tell ? &listener : NULL};
    memcpy(bot_game.bot, study->bot, sizeof bot_game.bot);
    bil_bot_game_seed(study->seed, number, bot_game.seed);
    struct bil_external_bot_count external[BIL_MAX_SEATS] = {{0, 0}};
    bot_game.external = external;
    const enum bil_bot_game_end end = bil_bot_game_play(&bot_game, state, &decisions, error);
    if (end == BIL_BOT_GAME_OVER) {
        bil_bot_faults_add(sums->external, external, study->config.seats);
        sums->played++;
        sums->decisions += listen ? decisions : 0;
    }
    return end;
}

/* The same deal with one card of one opening hand exchanged for each thing in turn. */
static enum bil_bot_game_end play_exchanges(const struct bil_study *study, uint64_t number, const struct outcome *base,
                                            struct bil_study_sums *sums, atomic_uint_fast64_t *played, struct bil_error *error)
{
    unsigned char dealt[BIL_MAX_STATE] __attribute__((aligned(64)));
    unsigned char begin[BIL_MAX_STATE] __attribute__((aligned(64)));
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(64)));
    const struct bil_game *game = study->game;
    const int seat = (int)(number % (uint64_t)study->config.seats);
    uint8_t seed[BIL_SEED_BYTES];
    struct bil_random random;
    bil_bot_game_seed(study->seed, number, seed);
    bil_random_match(&random, seed);
    memset(dealt, 0, sizeof dealt);
    game->setup(study->rules, &random, dealt, NULL);
    for (int thing = 0; study->swaps > 0 && thing < study->counts->things; thing++) {
        if (!study->thing[thing]) {
            continue;
        }
        memcpy(begin, dealt, sizeof begin);
        bil_random_stream(&random, seed, (uint32_t)(STREAM_EXCHANGE + thing), 0);
        if (study->counts->exchange(study->rules, begin, seat, thing, &random)) {
            struct watch watch = {.study = study, .begin = begin};
            const enum bil_bot_game_end end = play_watched_game(study, NULL, number, &watch, false, state, sums, error);
            if (end != BIL_BOT_GAME_OVER) {
                return end;
            }
            const struct outcome other = outcome_of(study, study->rules, state);
            bil_tally_add(&sums->thing[thing].worth, 1, other.points[seat] - base->points[seat]);
            bil_tally_add(&sums->thing[thing].worth_wins, 1, other.share[seat] - base->share[seat]);
        }
        atomic_fetch_add_explicit(played, 1, memory_order_relaxed);
    }
    return BIL_BOT_GAME_OVER;
}

static enum bil_bot_game_end play_variants(const struct bil_study *study, uint64_t number, const struct outcome *base,
                                           struct bil_study_sums *sums, atomic_uint_fast64_t *played, struct bil_error *error)
{
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(64)));
    for (int v = 0; v < study->variants; v++) {
        struct watch watch = {.study = study};
        const struct bil_study_variant *variant = &study->variant[v];
        const enum bil_bot_game_end end = play_watched_game(study, variant, number, &watch, false, state, sums, error);
        if (end != BIL_BOT_GAME_OVER) {
            return end;
        }
        const struct outcome other = outcome_of(study, variant->rules, state);
        struct bil_study_change *to = &sums->change[v];
        bil_tally_add(&to->length, 1, other.length - base->length);
        bil_tally_add(&to->points, study->config.seats, other.sum - base->sum);
        bil_tally_add(&to->margin, 1, other.margin - base->margin);
        bil_tally_add(&to->winner, 1, memcmp(other.share, base->share, sizeof other.share) != 0);
        atomic_fetch_add_explicit(played, 1, memory_order_relaxed);
    }
    return BIL_BOT_GAME_OVER;
}

bool bil_study_play(const struct bil_study *study, uint64_t number, struct bil_study_sums *sums, atomic_uint_fast64_t *played,
                    struct bil_error *error)
{
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(64)));
    struct watch watch = {.study = study, .first = -1};
    enum bil_bot_game_end end = play_watched_game(study, NULL, number, &watch, true, state, sums, error);
    if (end == BIL_BOT_GAME_OVER) {
        const struct outcome outcome = outcome_of(study, study->rules, state);
        count_game(&watch, number, state, &outcome, sums);
        atomic_fetch_add_explicit(played, 1, memory_order_relaxed);
        if (number < study->pairs) {
            end = play_variants(study, number, &outcome, sums, played, error);
            end = end == BIL_BOT_GAME_OVER ? play_exchanges(study, number, &outcome, sums, played, error) : end;
            sums->deals += end == BIL_BOT_GAME_OVER;
        }
    }
    free(watch.leads);
    return end == BIL_BOT_GAME_OVER;
}
