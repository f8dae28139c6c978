/* The battery: what is promised of observations (kit/observation.h): made of a view alone, in range, the same size always, and
 * telling views apart. */
#include "battery/battery_internal.h"
#include "kit/observation.h"

/* What the parts say, in order. */
struct parts {
    struct run *run;
    bool good;
    char name[BIL_OBSERVED_NAME];
};

static void add_part(void *context, const struct bil_observed *part)
{
    struct parts *parts = context;
    struct run *run = parts->run;
    parts->good = parts->good && part->at == run->numbers && part->count > 0 && part->most > 0 && part->most <= UINT16_MAX &&
                  part->at + part->count <= BIL_MAX_OBSERVATION && strcmp(part->name, parts->name) != 0;
    for (int i = 0; i < part->count && parts->good; i++) {
        run->most[run->numbers++] = (uint16_t)part->most;
    }
    memcpy(parts->name, part->name, sizeof parts->name);
}

static bool parts_are_the_whole(struct run *run)
{
    struct parts parts = {.run = run, .good = true};
    bil_observation_parts(run->game, add_part, &parts);
    bil_observer_make(run->game, run->rules, &run->observer);
    return (parts.good && run->numbers == bil_observation_size(run->game) && run->numbers == run->observer.size) ||
           battery_broken(run, "the parts of an observation do not make up the whole; the last one was \"%s\"", parts.name);
}

bool battery_observation(struct run *run, int viewer, const struct room *view)
{
    const struct bil_game *game = run->game;
    uint16_t numbers[BIL_MAX_OBSERVATION];
    char name[16];
    if (run->numbers == 0 && !parts_are_the_whole(run)) {
        return false;
    }
    memset(numbers, 0xFF, sizeof numbers);
    const int count = run->numbers;
    bil_observe(&run->observer, view->state, numbers);
    for (int i = 0; i < count; i++) {
        if (numbers[i] > run->most[i]) {
            return battery_broken(run, "number %d in the observation of %s is %d, and at most %d", i, battery_viewer(viewer, name),
                                  numbers[i], run->most[i]);
        }
    }
    /* Written over the last one, of whom and whenever it was, it is the same. */
    bil_observe_next(&run->observer, &run->last, view->state, run->kept);
    for (int i = 0; i < count; i++) {
        if (numbers[i] != run->kept[i]) {
            return battery_broken(run, "number %d in the observation of %s is %d, and written over another one %d", i,
                                  battery_viewer(viewer, name), numbers[i], run->kept[i]);
        }
    }
    /* Whatever view looked the same is the same. */
    const uint64_t hash = bil_fnv(BIL_FNV, numbers, sizeof *numbers * (size_t)count) ^ (uint64_t)(viewer + 2);
    struct seen *seen = &run->seen[hash % SEEN];
    if (seen->hash == hash && memcmp(seen->view, view->state, game->state_size) != 0) {
        return battery_broken(run, "two views of %s differ in byte %d, and their observations in nothing",
                              battery_viewer(viewer, name), battery_difference(seen->view, view->state, game->state_size));
    }
    seen->hash = hash;
    memcpy(seen->view, view->state, game->state_size);
    run->count->observations++;
    return true;
}

bool battery_same_observation(struct run *run, const void *one, const void *other, const char *what)
{
    uint16_t first[BIL_MAX_OBSERVATION];
    uint16_t second[BIL_MAX_OBSERVATION];
    if (run->numbers == 0 && !parts_are_the_whole(run)) {
        return false;
    }
    memset(first, 0x00, sizeof first);
    memset(second, 0xFF, sizeof second);
    bil_observe(&run->observer, one, first);
    bil_observe(&run->observer, other, second);
    return memcmp(first, second, sizeof *first * (size_t)run->numbers) == 0 ||
           battery_broken(run, "the observation of %s is not that of the view", what);
}
