/* Sums into figures. Must never give a figure without its interval, nor one without a game that supports it. */
#include "lab/study/study_figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

const struct bil_figure_section bil_figure_sections[] = {
    {"length", "Length", "How long games are, in the game's own unit; the intervals below the mean are those of order statistics."},
    {"points", "Points",
     "Points at the end: of every seat, of the winner, and by how much the first is ahead of the second. A change of the "
     "lead is one between two seats that lead alone, looked for after every open decision."},
    {"ends", "Ends", "How games end, and what decides the first place."},
    {"seats", "Seats", "A first place shared by two is half for each."},
    {"turns", "Order of turn", "The same by who begins: 1st is the seat that the game lets begin."},
    {"lead", "Survival of the lead",
     "Who leads alone in points after so much of the game's open decisions: how often that seat wins, and, of those who "
     "lead after a third, how often the lead is never lost again."},
    {"roles", "Roles", "What seats are from the beginning to the end."},
    {"cards", "Fate",
     "How many come into hands (or, acting at once, into play) in a game; and of those that come: played for what they do, "
     "still in a hand at the end, or put away unplayed."},
    {"worth", "Worth",
     "Paired deals: one seat (the first in the first deal, the second in the second, and so on) has one card of its opening "
     "hand, each equally likely, exchanged for this one from the draw pile; the other goes where that lay. All else is the "
     "same deal with the same bots. What that seat then gets more than in the deal as it was: the worth against an average "
     "card of an opening hand."},
    {"options", "Options",
     "Paired deals: the same deal with one option set otherwise, less the deal as it was. Points are those of one seat; the "
     "margin is that of the first over the second; another result: the first place goes elsewhere."},
    {NULL, NULL, NULL},
};

static void record_figure(struct bil_figures *figures, const char *section, const char *name, const char *measure,
                          enum bil_figure_unit unit, struct bil_interval value, uint64_t games)
{
    if (games == 0) {
        return;
    }
    if (figures->count == figures->room) {
        figures->room = figures->room ? 2 * figures->room : 256;
        figures->figure = bil_memory_grow(figures->figure, (size_t)figures->room, sizeof *figures->figure);
    }
    struct bil_figure *figure = &figures->figure[figures->count++];
    *figure = (struct bil_figure){.section = section, .measure = measure, .unit = unit, .value = value, .games = games};
    snprintf(figure->name, sizeof figure->name, "%s", name);
}

static void add_mean(struct bil_figures *figures, const char *section, const char *name, const char *measure, bool difference,
                     const struct bil_tally *tally)
{
    record_figure(figures, section, name, measure, difference ? BIL_FIGURE_DIFFERENCE : BIL_FIGURE_NUMBER, bil_tally_mean(tally, 1),
                  tally->games);
}

static void add_share(struct bil_figures *figures, const char *section, const char *name, const char *measure, double scale,
                      const struct bil_tally *tally)
{
    record_figure(figures, section, name, measure, BIL_FIGURE_SHARE, bil_tally_share(tally, scale), tally->games);
}

/* The length of the game that has this rank (from 1) among all, by length. */
static int length_of_rank(const struct bil_study_sums *sums, double rank)
{
    double passed = 0;
    int length = 0;
    for (; length < BIL_STUDY_LENGTHS - 1; length++) {
        passed += (double)sums->lengths[length];
        if (passed > 0 && passed >= rank) {
            break;
        }
    }
    return length;
}

struct bil_interval bil_figures_length(const struct bil_study_sums *sums, double of_games)
{
    const double n = (double)sums->games;
    const double rank = of_games * n;
    const double half = 1.959963984540054 * sqrt(n * of_games * (1 - of_games));
    return (struct bil_interval){length_of_rank(sums, rank), length_of_rank(sums, fmax(1, floor(rank - half))),
                                 length_of_rank(sums, fmin(n, ceil(rank + half) + 1))};
}

static void add_shape(const struct bil_study *study, const struct bil_study_sums *sums, struct bil_figures *figures)
{
    static const struct {
        const char *name;
        double part;
    } quantiles[] = {{"median", 0.5}, {"5th percentile", 0.05}, {"95th percentile", 0.95}};
    const struct bil_game *game = study->game;
    if (game->length) {
        add_mean(figures, "length", "mean", game->length_unit, false, &sums->length);
        for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++) {
            record_figure(figures, "length", quantiles[i].name, game->length_unit, BIL_FIGURE_NUMBER,
                          bil_figures_length(sums, quantiles[i].part), sums->games);
        }
    }
    add_mean(figures, "points", "of a seat", "mean", false, &sums->points);
    add_mean(figures, "points", "winner's points", "mean", false, &sums->best);
    add_mean(figures, "points", "winning margin", "mean", false, &sums->margin);
    add_mean(figures, "points", "lead changes", "mean", false, &sums->changes);
    for (int i = 0; game->ending && game->endings[i]; i++) {
        record_figure(figures, "ends", game->endings[i], "of games", BIL_FIGURE_SHARE, bil_tally_part(sums->ending[i], sums->games),
                      sums->games);
    }
    for (int i = 0; game->tie_breaks[i] && i < BIL_MAX_ENDINGS; i++) {
        char name[BIL_FIGURE_NAME];
        snprintf(name, sizeof name, "decided by %s", game->tie_breaks[i]);
        record_figure(figures, "ends", name, "of games", BIL_FIGURE_SHARE, bil_tally_part(sums->criterion[1 + i], sums->games),
                      sums->games);
    }
    add_share(figures, "ends", "a shared first place", "of games", 1, &sums->shared);
}

static void add_seat(struct bil_figures *figures, const char *section, const char *name, const struct bil_study_seat *seat)
{
    add_share(figures, section, name, "wins", BIL_STUDY_SHARE, &seat->wins);
    add_mean(figures, section, name, "points", false, &seat->points);
}

static void add_seats(const struct bil_study *study, const struct bil_study_sums *sums, struct bil_figures *figures)
{
    static const char *const order[BIL_MAX_SEATS] = {"1st", "2nd", "3rd", "4th", "5th", "6th"};
    for (int seat = 0; seat < study->config.seats; seat++) {
        char name[BIL_FIGURE_NAME];
        snprintf(name, sizeof name, "seat %d, %.40s", seat + 1, study->bot[seat]->name);
        add_seat(figures, "seats", name, &sums->seat[seat]);
    }
    for (int turn = 0; turn < study->config.seats; turn++) {
        add_seat(figures, "turns", order[turn], &sums->turn[turn]);
    }
}

static void add_leads(const struct bil_study_sums *sums, struct bil_figures *figures)
{
    for (int part = 1; part < BIL_STUDY_PARTS; part++) {
        static const char *const named[BIL_STUDY_PARTS] = {[BIL_STUDY_PARTS / 4] = "a quarter",
                                                           [BIL_STUDY_PARTS / 3] = "a third",
                                                           [BIL_STUDY_PARTS / 2] = "half",
                                                           [2 * BIL_STUDY_PARTS / 3] = "two thirds",
                                                           [3 * BIL_STUDY_PARTS / 4] = "three quarters"};
        char name[BIL_FIGURE_NAME];
        snprintf(name, sizeof name, "after %d/%d", part, BIL_STUDY_PARTS);
        if (named[part]) {
            snprintf(name, sizeof name, "after %s", named[part]);
        }
        add_share(figures, "lead", name, "wins", BIL_STUDY_SHARE, &sums->ahead[part - 1]);
    }
    add_share(figures, "lead", "never lost after a third", "wins", 1, &sums->never_lost);
}

static int by_worth(const void *a, const void *b)
{
    const struct bil_figure *one = a;
    const struct bil_figure *two = b;
    return one[0].value.mean < two[0].value.mean ? 1 : one[0].value.mean > two[0].value.mean ? -1 : strcmp(one->name, two->name);
}

static void add_things(const struct bil_study *study, const struct bil_study_sums *sums, struct bil_figures *figures)
{
    struct bil_text name = {0};
    for (int thing = 0; thing < study->counts->things; thing++) {
        const struct bil_study_thing *of = &sums->thing[thing];
        bil_text_clear(&name);
        if (study->thing[thing] && study->counts->thing_name(study->rules, thing, &name)) {
            const char *text = bil_text_string(&name);
            add_mean(figures, "cards", text, "come in a game", false, &of->came);
            add_share(figures, "cards", text, "played", 1, &of->played);
            add_share(figures, "cards", text, "held at the end", 1, &of->held);
            add_share(figures, "cards", text, "put away", 1, &of->away);
        }
    }
    const int first = figures->count;
    for (int thing = 0; thing < study->counts->things; thing++) {
        const struct bil_study_thing *of = &sums->thing[thing];
        bil_text_clear(&name);
        if (study->thing[thing] && study->counts->thing_name(study->rules, thing, &name)) {
            add_mean(figures, "worth", bil_text_string(&name), "points", true, &of->worth);
            record_figure(figures, "worth", bil_text_string(&name), "wins", BIL_FIGURE_SHARE_DIFFERENCE,
                          bil_tally_mean(&of->worth_wins, BIL_STUDY_SHARE), of->worth_wins.games);
        }
    }
    if (figures->count > first) {
        qsort(&figures->figure[first], (size_t)(figures->count - first) / 2, 2 * sizeof figures->figure[0], by_worth);
    }
    bil_text_free(&name);
}

static void add_changes(const struct bil_study *study, const struct bil_study_sums *sums, struct bil_figures *figures)
{
    for (int v = 0; v < study->variants; v++) {
        const struct bil_study_change *change = &sums->change[v];
        char name[BIL_FIGURE_NAME];
        snprintf(name, sizeof name, "%.20s=%.40s", study->variant[v].key, study->variant[v].value);
        if (study->game->length) {
            add_mean(figures, "options", name, study->game->length_unit, true, &change->length);
        }
        add_mean(figures, "options", name, "points", true, &change->points);
        add_mean(figures, "options", name, "margin", true, &change->margin);
        add_share(figures, "options", name, "another result", 1, &change->winner);
    }
}

void bil_figures_make(const struct bil_study *study, const struct bil_study_sums *sums, struct bil_figures *figures)
{
    *figures = (struct bil_figures){0};
    add_shape(study, sums, figures);
    add_seats(study, sums, figures);
    add_leads(sums, figures);
    for (int role = 0; study->counts->roles && study->counts->roles[role]; role++) {
        add_seat(figures, "roles", study->counts->roles[role], &sums->role[role]);
    }
    if (study->counts->things > 0) {
        add_things(study, sums, figures);
    }
    add_changes(study, sums, figures);
}

void bil_figures_free(struct bil_figures *figures)
{
    free(figures->figure);
    *figures = (struct bil_figures){0};
}

const struct bil_figure *bil_figures_find(const struct bil_figures *figures, const char *section, const char *name,
                                          const char *measure)
{
    for (int i = 0; i < figures->count; i++) {
        const struct bil_figure *figure = &figures->figure[i];
        if (strcmp(figure->section, section) == 0 && strcmp(figure->name, name) == 0 && strcmp(figure->measure, measure) == 0) {
            return figure;
        }
    }
    return NULL;
}
