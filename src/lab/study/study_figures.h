/* The sums of a study as a list of figures, each with its interval: what texts, tables, JSON and pages are made of. */
#ifndef BILLIONS_LAB_STUDY_FIGURES_H
#define BILLIONS_LAB_STUDY_FIGURES_H

#include "lab/study/study.h"

enum { BIL_FIGURE_NAME = 64 };

/* What a figure is counted in. A share is written in hundredths. */
enum bil_figure_unit { BIL_FIGURE_NUMBER, BIL_FIGURE_SHARE, BIL_FIGURE_DIFFERENCE, BIL_FIGURE_SHARE_DIFFERENCE };

/* Figures of a section stand together; those of one name within it too, in the same order of measures for every name. */
struct bil_figure {
    const char *section; /* "cards": one of bil_figure_sections */
    char name[BIL_FIGURE_NAME];
    const char *measure; /* "played" */
    enum bil_figure_unit unit;
    struct bil_interval value;
    uint64_t games; /* that it is over */
};
struct bil_figures {
    struct bil_figure *figure;
    int count, room;
};

/* What the sections are about, in the order of figures; ends with a NULL id. */
struct bil_figure_section {
    const char *id;
    const char *title;
    const char *about; /* one or two sentences on what exactly is measured */
};
extern const struct bil_figure_section bil_figure_sections[];

/* Figures over no game are left out. Free with bil_figures_free. */
void bil_figures_make(const struct bil_study *study, const struct bil_study_sums *sums, struct bil_figures *figures);
void bil_figures_free(struct bil_figures *figures);

/* The figure of that section, name and measure, or NULL. */
const struct bil_figure *bil_figures_find(const struct bil_figures *figures, const char *section, const char *name,
                                          const char *measure);

/* The length that the part `of_games` (0 to 1) of all games does not exceed, with the interval that order statistics give. */
struct bil_interval bil_figures_length(const struct bil_study_sums *sums, double of_games);

#endif
