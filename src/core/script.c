/* Chance that is written down (billions/script.h).
 *
 * A scripted generator holds nothing but zeros, and draws of 0 are those for which bil_random_below asks further: so numbers that
 * are drawn by chance pay nothing for it. */
#include "billions/script.h"

#include <assert.h>
#include <string.h>

void bil_script_generator(struct bil_random *random, struct bil_script *script)
{
    memset(random, 0, sizeof *random);
    const uintptr_t address = (uintptr_t)script;
    memcpy(random->key, &address, sizeof address);
    random->addressed = BIL_RANDOM_SCRIPTED;
    script->at = 0;
}

double bil_script_chance(const struct bil_script *script)
{
    double chance = 1;
    for (int i = 0; i < script->at; i++) {
        chance *= script->chance[i];
    }
    return chance;
}

bool bil_script_next(struct bil_script *script)
{
    script->length = script->at;
    while (script->length > 0 && script->choice[script->length - 1] + 1 == script->count[script->length - 1]) {
        script->length--;
    }
    if (script->length == 0 || script->overrun) {
        return false;
    }
    script->choice[script->length - 1]++;
    return true;
}

/* The next choice of the script among `count` ones; the first where the script has none yet. */
static int next_choice(struct bil_script *script, uint32_t count)
{
    if (script->at == BIL_SCRIPT_LENGTH || count > UINT8_MAX) {
        script->overrun = true;
        return 0;
    }
    const int at = script->at++;
    if (at >= script->length) {
        script->length = at + 1;
        script->choice[at] = 0;
    }
    script->count[at] = (uint8_t)count;
    return script->choice[at];
}

static struct bil_script *script_of(const struct bil_random *random)
{
    uintptr_t address = 0;
    assert(random->addressed == BIL_RANDOM_SCRIPTED);
    memcpy(&address, random->key, sizeof address);
    return (struct bil_script *)address;
}

uint32_t bil_script_below(struct bil_random *random, uint32_t bound)
{
    struct bil_script *script = script_of(random);
    if (bound < 2) {
        return 0;
    }
    const int choice = next_choice(script, bound);
    if (!script->overrun) {
        script->chance[script->at - 1] = 1.0 / bound;
    }
    return (uint32_t)choice;
}

int bil_script_choose(struct bil_random *random, const uint64_t *weight, int count)
{
    struct bil_script *script = script_of(random);
    uint64_t sum = 0;
    if (count < 2) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        sum += weight[i]; /* NOLINT(clang-analyzer-core.uninitialized.Assign): the caller has set `count` of them */
    }
    const int choice = next_choice(script, (uint32_t)count);
    if (!script->overrun) {
        script->chance[script->at - 1] = (double)weight[choice] / (double)sum;
    }
    return choice;
}

/* The number of ways to take k of n. */
static uint64_t ways(int n, int taken)
{
    uint64_t product = 1;
    for (int i = 0; i < taken; i++) {
        product = product * (uint64_t)(n - i) / (uint64_t)(i + 1);
    }
    return product;
}

int bil_script_take(struct bil_random *random, int copies, int rest, int wanted)
{
    uint64_t weight[UINT8_MAX];
    const int others = rest - copies;
    const int fewest = wanted > others ? wanted - others : 0;
    const int most = copies < wanted ? copies : wanted;
    assert(fewest <= most && most - fewest < UINT8_MAX);
    for (int taken = fewest; taken <= most; taken++) {
        weight[taken - fewest] = ways(copies, taken) * ways(others, wanted - taken);
    }
    return fewest + bil_script_choose(random, weight, most - fewest + 1);
}

void bil_script_take_cards(struct bil_random *random, uint8_t *pool, int *pooled, int wanted, uint8_t *taken)
{
    const int all = *pooled;
    int left = 0;
    int takes = 0;
    int copies = 0;
    for (int i = 0; i < all; i += copies) {
        const uint8_t card = pool[i];
        copies = 1;
        while (i + copies < all && pool[i + copies] == card) {
            copies++;
        }
        const int these = bil_script_take(random, copies, all - i, wanted - takes);
        memset(taken + takes, card, (size_t)these);
        memset(pool + left, card, (size_t)(copies - these));
        takes += these;
        left += copies - these;
    }
    *pooled = left;
}
