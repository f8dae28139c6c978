/* Nets (value_net.h): their data read, judged, and laid out as it is used; and which net plays which game: those that are compiled
 * in, read when somebody asks first, and kept. Must never trust a byte of the data, nor change a net that is in use. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bots/value_net.h"
#include "kit/observation.h"

enum { GAIN_SHIFT = 16, MOST_WORDS = 64 };

struct head {
    char magic[8];
    uint32_t revision, size, layout;
    char game[36];
    uint32_t observation, seats, width, second, columns, entries, unit, lead, now, table, pedigree;
};

static const char magic[8] = {'B', 'I', 'L', 'N', 'E', 'T', '\r', '\n'};

struct reader {
    const uint8_t *data;
    size_t left;
};

static const void *take_bytes(struct reader *reader, size_t size)
{
    const void *at = reader->data;
    if (size > reader->left) {
        return NULL;
    }
    reader->data += size;
    reader->left -= size;
    return at;
}

static const uint64_t FNV = 0x100000001b3ULL;

static void add_layout(void *context, const struct bil_observed *part)
{
    uint64_t *hash = context;
    for (const char *c = part->name; *c; c++) {
        *hash = (*hash ^ (uint8_t)*c) * FNV;
    }
    *hash = (*hash ^ (uint64_t)(unsigned)part->count) * FNV;
    *hash = (*hash ^ (uint64_t)(unsigned)part->most) * FNV;
}

/* What the numbers of an observation are called, as one number (FNV-1a: Fowler, Noll, Vo). */
static uint32_t layout_of(const struct bil_game *game)
{
    uint64_t hash = 0xcbf29ce484222325ULL;
    bil_observation_parts(game, add_layout, &hash);
    return (uint32_t)(hash ^ hash >> 32);
}

/* How many bytes the net has that begins at `data`, where `left` bytes lie; 0: none begins there. */
static size_t net_size(const uint8_t *data, size_t left)
{
    struct head head;
    if (left < sizeof head) {
        return 0;
    }
    memcpy(&head, data, sizeof head);
    return memcmp(head.magic, magic, sizeof head.magic) == 0 && head.size >= sizeof head && head.size <= left ? head.size : 0;
}

/* The game that the net which begins at `data` says it is for; NULL: there is no such game, or no net begins there. */
static const struct bil_game *game_of(const uint8_t *data, size_t left)
{
    struct head head;
    if (net_size(data, left) == 0) {
        return NULL;
    }
    memcpy(&head, data, sizeof head);
    head.game[sizeof head.game - 1] = 0;
    return bil_game_find(head.game);
}

static bool head_fits(const struct bil_game *game, const struct head *head, size_t size, struct bil_error *error)
{
    if (memcmp(head->magic, magic, sizeof head->magic) != 0) {
        return bil_fail(error, "This is no net: it does not begin as one does.");
    }
    if (head->revision != BIL_VALUE_NET_REVISION) {
        return bil_fail(error, "This net is of revision %u; this program reads revision %d.", (unsigned)head->revision,
                        BIL_VALUE_NET_REVISION);
    }
    if (head->size != size) {
        return bil_fail(error, "This net is cut off: it has %zu bytes, and says that it has %u.", size, (unsigned)head->size);
    }
    if (strncmp(head->game, game->id, sizeof head->game) != 0) {
        return bil_fail(error, "This net is for %.35s, not for %s.", head->game, game->id);
    }
    if (head->observation != (uint32_t)bil_observation_size(game) || head->layout != layout_of(game)) {
        return bil_fail(error, "This net was made for other observations of %s than this program makes: train it anew.", game->id);
    }
    if (head->seats < 2 || head->seats > BIL_MAX_SEATS || head->width < BIL_VALUE_NET_STEP || head->width > BIL_VALUE_NET_WIDTH ||
        head->width % BIL_VALUE_NET_STEP != 0 || head->second < BIL_VALUE_NET_STEP || head->second > BIL_VALUE_NET_SECOND ||
        head->second % BIL_VALUE_NET_STEP != 0 || head->columns < 1 || head->columns > 60000 || head->entries < 1 ||
        head->entries > 60000 || head->unit < 1 || head->unit > 100000 || head->lead < 1 || head->lead > 100000 ||
        head->now + head->seats > head->columns || head->table + head->seats - 1 > head->columns || head->pedigree < 1) {
        return bil_fail(error, "This net has sizes that no net has.");
    }
    return true;
}

/* Every column that an entry can name must be there. */
static bool entry_fits(const struct bil_value_net *net, const struct bil_value_net_entry *entry)
{
    const int words = entry->kind & BIL_VALUE_NET_WORD ? entry->most : 1;
    const int owners = entry->kind & BIL_VALUE_NET_OF_PARTY ? BIL_MAX_SEATS : entry->kind & BIL_VALUE_NET_OF_SEAT ? net->seats : 1;
    return entry->number < net->observation && entry->most >= 1 &&
           (!(entry->kind & BIL_VALUE_NET_WORD) || entry->most < MOST_WORDS) && entry->seat < owners &&
           entry->column + (owners - 1) * entry->stride + words <= net->columns;
}

static void *copy_of(struct bil_value_net *net, size_t *used, const void *from, size_t size)
{
    void *to = (unsigned char *)net + *used;
    if (from) {
        memcpy(to, from, size);
    }
    *used += (size + 63) / 64 * 64;
    return to;
}

static int16_t *widened(struct bil_value_net *net, size_t *used, const int8_t *from, size_t count)
{
    int16_t *to = copy_of(net, used, NULL, count * sizeof *to);
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
    }
    return to;
}

/* The columns as they are added up. */
static int16_t *columns_of(struct bil_value_net *net, size_t *used, const int8_t *weight, const void *gains, size_t columns,
                           size_t width)
{
    int16_t *to = copy_of(net, used, NULL, columns * width * sizeof *to);
    for (size_t c = 0; c < columns; c++) {
        int32_t gain;
        memcpy(&gain, (const unsigned char *)gains + c * sizeof gain, sizeof gain);
        for (size_t i = 0; i < width; i++) {
            to[c * width + i] = (int16_t)(((int64_t)weight[c * width + i] * gain + (1 << (GAIN_SHIFT - 1))) >> GAIN_SHIFT);
        }
    }
    return to;
}

static bool index_entries(struct bil_value_net *net, uint16_t *first, struct bil_error *error)
{
    int number = 0;
    for (int i = 0; i < net->entries; i++) {
        if (!entry_fits(net, &net->entry[i]) || (i > 0 && net->entry[i].number < net->entry[i - 1].number)) {
            return bil_fail(error, "Entry %d of this net names what is not there.", i + 1);
        }
        for (; number <= net->entry[i].number; number++) {
            first[number] = (uint16_t)i;
        }
    }
    for (; number <= net->observation; number++) {
        first[number] = (uint16_t)net->entries;
    }
    return true;
}

struct bil_value_net *bil_value_net_read(const struct bil_game *game, const uint8_t *data, size_t size, struct bil_error *error)
{
    struct head head = {.magic = ""};
    struct reader reader = {.data = data, .left = size};
    const void *begin = take_bytes(&reader, sizeof head);
    if (begin) {
        memcpy(&head, begin, sizeof head);
    }
    if (!head_fits(game, &head, size, error)) {
        return NULL;
    }
    const size_t width = head.width, second = head.second, columns = head.columns, answers = (size_t)2 * head.seats;
    const void *entry = take_bytes(&reader, head.entries * sizeof(struct bil_value_net_entry));
    const void *gain = take_bytes(&reader, columns * sizeof(int32_t));
    const void *weight = take_bytes(&reader, columns * width);
    const void *bias = take_bytes(&reader, width * sizeof(int16_t));
    const void *weight2 = take_bytes(&reader, second * width);
    const void *bias2 = take_bytes(&reader, second * sizeof(int32_t));
    const void *weight3 = take_bytes(&reader, answers * second * sizeof(int16_t));
    const void *bias3 = take_bytes(&reader, answers * sizeof(int32_t));
    const char *pedigree = take_bytes(&reader, head.pedigree);
    if (!pedigree || reader.left > 0 || pedigree[head.pedigree - 1] != 0) {
        bil_fail(error, "This net is cut off, or longer than it says.");
        return NULL;
    }
    struct bil_value_net *net = aligned_alloc(
        64, (sizeof *net + size + columns * width * 2 + second * width + 2 * (head.observation + 1) + 64 * 16) / 64 * 64);
    if (!net) {
        bil_fail(error, "There is not enough memory for a net.");
        return NULL;
    }
    *net = (struct bil_value_net){.observation = (int)head.observation,
                                  .seats = (int)head.seats,
                                  .width = (int)head.width,
                                  .second = (int)head.second,
                                  .columns = (int)head.columns,
                                  .entries = (int)head.entries,
                                  .unit = (int)head.unit,
                                  .lead = (int)head.lead,
                                  .now = (int)head.now,
                                  .table = (int)head.table};
    size_t used = (sizeof *net + 63) / 64 * 64;
    net->entry = copy_of(net, &used, entry, head.entries * sizeof(struct bil_value_net_entry));
    net->weight = columns_of(net, &used, weight, gain, columns, width);
    net->bias = copy_of(net, &used, bias, width * sizeof(int16_t));
    net->weight2 = widened(net, &used, weight2, second * width);
    net->bias2 = copy_of(net, &used, bias2, second * sizeof(int32_t));
    net->weight3 = copy_of(net, &used, weight3, answers * second * sizeof(int16_t));
    net->bias3 = copy_of(net, &used, bias3, answers * sizeof(int32_t));
    net->pedigree = copy_of(net, &used, pedigree, head.pedigree);
    uint16_t *first = copy_of(net, &used, NULL, (head.observation + 1) * sizeof *first);
    net->first = first;
    if (!index_entries(net, first, error)) {
        bil_value_net_free(net);
        return NULL;
    }
    return net;
}

void bil_value_net_free(struct bil_value_net *net)
{
    free(net);
}

/* ------------------------------------------------------------------ which net plays which game */

#ifdef BILLIONS_NETS
extern const uint8_t bil_value_nets_data[], bil_value_nets_end[];
#endif

enum { GAMES = 16 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    const struct bil_game *game;
    struct bil_value_net *net; /* NULL: there is none */
} known[GAMES];

/* A net that is none is a fault of the build, which the tests find; bots play without it. */
static struct bil_value_net *built_in(const struct bil_game *game)
{
#ifdef BILLIONS_NETS
    size_t size = 0;
    for (const uint8_t *data = bil_value_nets_data; (size = net_size(data, (size_t)(bil_value_nets_end - data))) > 0;
         data += size) {
        struct bil_error error;
        struct bil_value_net *net = bil_value_net_read(game, data, size, &error);
        if (net) {
            return net;
        }
    }
#endif
    (void)game;
    return NULL;
}

/* The entry of the game's net; NULL: there is no room. Under the lock. */
static struct bil_value_net **find_net(const struct bil_game *game)
{
    for (int i = 0; i < GAMES; i++) {
        if (!known[i].game) {
            known[i].game = game;
            known[i].net = built_in(game);
        }
        if (known[i].game == game) {
            return &known[i].net;
        }
    }
    return NULL;
}

const struct bil_value_net *bil_value_net_of(const struct bil_game *game)
{
    pthread_mutex_lock(&lock);
    struct bil_value_net **place = find_net(game);
    const struct bil_value_net *net = place ? *place : NULL;
    pthread_mutex_unlock(&lock);
    return net;
}

bool bil_value_net_bring(const uint8_t *data, size_t size, struct bil_error *error)
{
    const struct bil_game *game = game_of(data, size);
    if (!game) {
        return bil_fail(error, "This is no net for a game that is here.");
    }
    struct bil_value_net *net = bil_value_net_read(game, data, size, error);
    if (!net) {
        return false;
    }
    pthread_mutex_lock(&lock);
    struct bil_value_net **place = find_net(game);
    if (place && !*place) {
        *place = net;
        net = NULL;
    }
    pthread_mutex_unlock(&lock);
    bil_value_net_free(net);
    return true;
}
