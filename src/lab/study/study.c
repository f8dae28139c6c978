/* Studies over threads, and which variants there are. Must never let a figure depend on which thread played a game, or when. */
#include "lab/study/study.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/simulation/bot_game.h"
#include "lab/simulation/thread_pool.h"
#include "table/bots/bot_seats.h"
#include "table/memory.h"

static const struct bil_counts nothing; /* of a game that says nothing to laboratories */

/* ------------------------------------------------------------------ variants */

static const char *in_force(const struct bil_study *study, const struct bil_option *option)
{
    const char *value = option->initial;
    for (int s = 0; s < study->config.setting_count; s++) {
        if (bil_same_name(option->key, strlen(option->key), study->config.settings[s].key)) {
            value = study->config.settings[s].value;
        }
    }
    return value;
}

static void drop_rules(struct bil_study_variant *variant)
{
    free(variant->rules);
    free(variant->quick);
    variant->rules = variant->quick = NULL;
}

/* Adds a variant with one option set otherwise, if these rules know that value and become others by it. */
static void try_value(struct bil_study *study, const struct bil_option *option, const char *value)
{
    struct bil_study_variant *variant = &study->variant[study->variants];
    int at = 0;
    if (study->variants == BIL_STUDY_VARIANTS || bil_same_name(value, strlen(value), in_force(study, option))) {
        return;
    }
    *variant = (struct bil_study_variant){.config = study->config};
    snprintf(variant->key, sizeof variant->key, "%s", option->key);
    snprintf(variant->value, sizeof variant->value, "%s", value);
    for (int s = 0; s < study->config.setting_count; s++) {
        if (!bil_same_name(option->key, strlen(option->key), study->config.settings[s].key)) {
            variant->setting[at++] = study->config.settings[s];
        }
    }
    variant->setting[at++] = (struct bil_setting){variant->key, variant->value};
    variant->config.settings = variant->setting;
    variant->config.setting_count = at;
    if (bil_rules_new(study->game, &variant->config, &variant->rules, &variant->quick, NULL)) {
        if (memcmp(variant->rules, study->rules, study->game->rules_size) != 0) {
            study->variants++;
            return;
        }
        drop_rules(variant);
    }
}

/* The values that an option's list for people names: single words, and both ends of a range of numbers. */
static void try_option(struct bil_study *study, const struct bil_option *option)
{
    char list[256];
    char *rest = list;
    snprintf(list, sizeof list, "%s", option->values);
    for (char *word = strtok_r(rest, "|", &rest); word; word = strtok_r(NULL, "|", &rest)) {
        unsigned low, high;
        int length = 0;
        word += strspn(word, " ");
        for (size_t end = strlen(word); end > 0 && word[end - 1] == ' '; end--) {
            word[end - 1] = '\0';
        }
        if (sscanf(word, "%6u-%6u%n", &low, &high, &length) == 2 && word[length] == '\0') {
            char number[12];
            snprintf(number, sizeof number, "%u", low);
            try_value(study, option, number);
            snprintf(number, sizeof number, "%u", high);
            try_value(study, option, number);
        } else if (*word && !strpbrk(word, " ,") && strlen(word) < sizeof study->variant[0].value) {
            try_value(study, option, word);
        }
    }
}

bool bil_study_open(struct bil_study *study, struct bil_error *error)
{
    struct bil_text name = {0};
    study->variants = study->swaps = 0;
    study->rules = study->quick = NULL;
    if (study->threads < 1 || study->threads > BIL_STUDY_THREADS) {
        return bil_fail(error, "%d threads; there can be 1 to %d.", study->threads, BIL_STUDY_THREADS);
    }
    if (study->pairs > study->games) {
        return bil_fail(error, "More deals are to be played in variants than there are games: give at most that many.");
    }
    if (study->config.setting_count >= BIL_STUDY_SETTINGS) {
        return bil_fail(error, "%d options are given; at most %d make sense.", study->config.setting_count, BIL_STUDY_SETTINGS - 1);
    }
    study->config.fast = !bil_bots_look(study->bot, study->config.seats);
    if (!bil_rules_new(study->game, &study->config, &study->rules, &study->quick, error)) {
        return false;
    }
    for (const struct bil_option *option = study->game->options; option && option->key && study->pairs > 0; option++) {
        try_option(study, option);
    }
    study->counts = study->game->counts ? study->game->counts : &nothing;
    memset(study->thing, 0, sizeof study->thing);
    for (int thing = 0; study->counts->thing_name && thing < study->counts->things; thing++) {
        study->thing[thing] = study->counts->thing_name(study->rules, thing, &name);
        study->swaps += study->thing[thing] && study->counts->exchange && study->pairs > 0;
    }
    bil_text_free(&name);
    return true;
}

bool bil_study_against(struct bil_study *study, const struct bil_value *edition, const char *name, struct bil_error *error)
{
    if (study->variants == BIL_STUDY_VARIANTS) {
        drop_rules(&study->variant[--study->variants]);
    }
    struct bil_study_variant *variant = &study->variant[study->variants];
    *variant = (struct bil_study_variant){.config = study->config};
    variant->config.edition = edition;
    snprintf(variant->key, sizeof variant->key, "edition");
    snprintf(variant->value, sizeof variant->value, "%s", name);
    if (!bil_rules_new(study->game, &variant->config, &variant->rules, &variant->quick, error)) {
        return false;
    }
    study->variants++;
    return true;
}

void bil_study_close(struct bil_study *study)
{
    while (study->variants > 0) {
        drop_rules(&study->variant[--study->variants]);
    }
    free(study->rules);
    free(study->quick);
    study->rules = study->quick = NULL;
}

/* The game behind its last one. */
static uint64_t end_of(const struct bil_study *study)
{
    return study->count ? study->first + study->count : study->games;
}

uint64_t bil_study_all(const struct bil_study *study)
{
    const uint64_t end = end_of(study);
    const uint64_t twice = study->pairs < end ? study->pairs : end;
    return end - study->first + (twice > study->first ? twice - study->first : 0) * (uint64_t)(study->variants + study->swaps);
}

/* ------------------------------------------------------------------ threads */

/* What the threads share. */
struct run {
    const struct bil_study *study;
    atomic_uint_fast64_t next, played;
    atomic_bool failed;
    pthread_mutex_t lock; /* of what follows */
    struct bil_error *error;
    struct bil_study_sums *sums; /* of each thread */
};

static bool should_stop(const struct run *run)
{
    return atomic_load(&run->failed) || (run->study->stop && atomic_load(run->study->stop));
}

static void fail_run(struct run *run, const char *sentence)
{
    pthread_mutex_lock(&run->lock);
    if (!atomic_exchange(&run->failed, true)) {
        bil_fail(run->error, "%s", sentence);
    }
    pthread_mutex_unlock(&run->lock);
}

static void play_study_games(void *context, int worker)
{
    struct run *run = context;
    while (!should_stop(run)) {
        struct bil_error error = {{0}};
        const uint64_t game = atomic_fetch_add(&run->next, 1);
        if (game >= end_of(run->study)) {
            break;
        }
        if (!bil_study_play(run->study, game, &run->sums[worker], &run->played, &error) && error.text[0]) {
            fail_run(run, error.text);
        }
    }
}

static void report_played(void *context)
{
    const struct run *run = context;
    if (run->study->progress) {
        run->study->progress(run->study->context, atomic_load(&run->played));
    }
}

bool bil_study_run(const struct bil_study *study, struct bil_study_sums *sums, struct bil_error *error)
{
    struct run run = {.study = study, .error = error};
    atomic_init(&run.next, study->first);
    run.sums = bil_memory_zero((size_t)study->threads, sizeof *run.sums);
    memset(sums, 0, sizeof *sums);
    pthread_mutex_init(&run.lock, NULL);
    bil_thread_pool_run(
        &(struct bil_thread_pool){.threads = study->threads, .work = play_study_games, .tell = report_played, .context = &run});
    for (int t = 0; t < study->threads; t++) {
        bil_study_merge(sums, &run.sums[t]);
    }
    pthread_mutex_destroy(&run.lock);
    free(run.sums);
    return !atomic_load(&run.failed);
}
