/* A small net (value_net.h): its data, read and judged; and what it says. The first layer is a sum of columns, few of which are
 * used at a time; the two that follow are small. Must never use a fraction before the last step. */
#include "bots/value_net.h"

#include <stdlib.h>
#include <string.h>

#include "kit/observation.h"

enum {
    ONE = 127,         /* what a hidden number is at most */
    FIRST_SHIFT = 4,   /* of sums of the first layer, to such numbers */
    SECOND_SHIFT = 6,  /* ... of the second */
    LAST = 127 * 1024, /* what the sums of the last are counted in */
    GAIN_SHIFT = 16,
    FULL = INT16_MAX, /* the whole of a column */
    FAR = 8,          /* units ahead are the whole of the points' columns */
    STEP = 16,
    MOST_WORDS = 64
};

/* ------------------------------------------------------------------ reading */

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

static const void *take(struct reader *reader, size_t size)
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

size_t bil_value_net_size(const uint8_t *data, size_t left)
{
    struct head head;
    if (left < sizeof head) {
        return 0;
    }
    memcpy(&head, data, sizeof head);
    return memcmp(head.magic, magic, sizeof head.magic) == 0 && head.size >= sizeof head && head.size <= left ? head.size : 0;
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
    if (head->seats < 2 || head->seats > BIL_MAX_SEATS || head->width < STEP || head->width > BIL_VALUE_NET_WIDTH ||
        head->width % STEP != 0 || head->second < STEP || head->second > BIL_VALUE_NET_SECOND || head->second % STEP != 0 ||
        head->columns < 1 || head->columns > 60000 || head->entries < 1 || head->entries > 60000 || head->unit < 1 ||
        head->unit > 100000 || head->lead < 1 || head->lead > 100000 || head->now + head->seats > head->columns ||
        head->table + head->seats - 1 > head->columns || head->pedigree < 1) {
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
    const void *begin = take(&reader, sizeof head);
    if (begin) {
        memcpy(&head, begin, sizeof head);
    }
    if (!head_fits(game, &head, size, error)) {
        return NULL;
    }
    const size_t width = head.width, second = head.second, columns = head.columns, answers = (size_t)2 * head.seats;
    const void *entry = take(&reader, head.entries * sizeof(struct bil_value_net_entry));
    const void *gain = take(&reader, columns * sizeof(int32_t));
    const void *weight = take(&reader, columns * width);
    const void *bias = take(&reader, width * sizeof(int16_t));
    const void *weight2 = take(&reader, second * width);
    const void *bias2 = take(&reader, second * sizeof(int32_t));
    const void *weight3 = take(&reader, answers * second * sizeof(int16_t));
    const void *bias3 = take(&reader, answers * sizeof(int32_t));
    const char *pedigree = take(&reader, head.pedigree);
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

/* ------------------------------------------------------------------ the first layer */

/* Sums may go beyond 16 bits on the way, and come back: what is trained keeps the last one within. */
static inline void add_word(uint16_t *restrict sum, const struct bil_value_net *net, int column)
{
    const int16_t *restrict weight = net->weight + (size_t)column * (size_t)net->width;
    for (int i = 0; i < net->width; i += STEP) {
        for (int j = 0; j < STEP; j++) {
            sum[i + j] = (uint16_t)(sum[i + j] + (uint16_t)weight[i + j]);
        }
    }
}

/* `part` of the column, from -FULL to FULL. */
static inline void add_part(uint16_t *restrict sum, const struct bil_value_net *net, int column, int part)
{
    const int16_t *restrict weight = net->weight + (size_t)column * (size_t)net->width;
    const int16_t by = (int16_t)part;
    for (int i = 0; i < net->width; i += STEP) {
        for (int j = 0; j < STEP; j++) { /* one instruction, where there is one for it */
            sum[i + j] = (uint16_t)(sum[i + j] + (uint16_t)(int16_t)((weight[i + j] * by + (FULL + 1) / 2) >> 15));
        }
    }
}

/* A seat as the viewer counts: itself is 0, the next one 1. */
static inline int from_viewer(int seat, int viewer, int seats)
{
    return seat >= viewer ? seat - viewer : seat - viewer + seats;
}

static inline void add_number(uint16_t *sum, const struct bil_value_net *net, const struct bil_value_net_entry *entry, int value,
                              int viewer, int seats)
{
    int column = entry->column;
    if (entry->kind & (BIL_VALUE_NET_OF_SEAT | BIL_VALUE_NET_OF_PARTY)) {
        if (entry->seat < seats) {
            column += from_viewer(entry->seat, viewer, seats) * entry->stride;
        } else if (entry->kind & BIL_VALUE_NET_OF_PARTY) {
            column += entry->seat * entry->stride;
        } else {
            return;
        }
    }
    if (!(entry->kind & BIL_VALUE_NET_WORD)) {
        add_part(sum, net, column, value < entry->most ? value * FULL / entry->most : FULL);
        return;
    }
    if (value > entry->most) {
        return;
    }
    if (entry->kind & (BIL_VALUE_NET_NAMES_SEAT | BIL_VALUE_NET_NAMES_PARTY)) {
        if (value <= seats) {
            value = 1 + from_viewer(value - 1, viewer, seats);
        } else if (entry->kind & BIL_VALUE_NET_NAMES_SEAT) {
            return;
        }
    }
    add_word(sum, net, column + value - 1);
}

static void add_observation(uint16_t *sum, const struct bil_value_net *net, const uint16_t *observation, int viewer, int seats)
{
    enum { AT_ONCE = 4 };
    int i = 0;
    for (; i + AT_ONCE <= net->observation; i += AT_ONCE) {
        uint64_t any;
        memcpy(&any, &observation[i], sizeof any);
        while (any) { /* most are 0 */
            const int which = __builtin_ctzll(any) / 16;
            any &= ~(0xffffULL << (16 * which));
            for (int e = net->first[i + which]; e < net->first[i + which + 1]; e++) {
                add_number(sum, net, &net->entry[e], observation[i + which], viewer, seats);
            }
        }
    }
    for (; i < net->observation; i++) {
        for (int e = net->first[i]; observation[i] && e < net->first[i + 1]; e++) {
            add_number(sum, net, &net->entry[e], observation[i], viewer, seats);
        }
    }
}

/* Ahead of the mean of the others. */
static void add_points(uint16_t *sum, const struct bil_value_net *net, int viewer, int seats, const int *now)
{
    int all = 0;
    for (int seat = 0; seat < seats; seat++) {
        all += now[seat];
    }
    for (int seat = 0; seat < seats; seat++) {
        const int64_t ahead = ((int64_t)now[seat] * seats - all) * FULL / ((int64_t)(seats - 1) * net->unit * FAR);
        add_part(sum, net, net->now + from_viewer(seat, viewer, seats), (int)(ahead > FULL ? FULL : ahead < -FULL ? -FULL : ahead));
    }
}

/* ------------------------------------------------------------------ the others */

static inline int32_t within(int32_t sum, int shift)
{
    sum = sum < 0 ? 0 : sum >> shift;
    return sum < ONE ? sum : ONE;
}

static inline int32_t product(const int16_t *restrict a, const int16_t *restrict b, int count)
{
    int32_t sum = 0;
    for (int i = 0; i < count; i += STEP) {
        for (int j = 0; j < STEP; j++) {
            sum += a[i + j] * b[i + j];
        }
    }
    return sum;
}

void bil_value_net_judge(const struct bil_value_net *net, const uint16_t *observation, int viewer, int seats, const int *now,
                         struct bil_value_net_answer *answer)
{
    _Alignas(64) uint16_t sum[BIL_VALUE_NET_WIDTH];
    _Alignas(64) int16_t hidden[BIL_VALUE_NET_WIDTH];
    _Alignas(64) int16_t second[BIL_VALUE_NET_SECOND];
    memcpy(sum, net->bias, (size_t)net->width * sizeof *sum);
    add_observation(sum, net, observation, viewer, seats);
    add_points(sum, net, viewer, seats, now);
    add_word(sum, net, net->table + seats - 2);
    for (int i = 0; i < net->width; i++) {
        const int16_t s = (int16_t)sum[i];
        const int16_t h = (int16_t)(s < 0 ? 0 : s >> FIRST_SHIFT);
        hidden[i] = h < ONE ? h : ONE;
    }
    for (int i = 0; i < net->second; i++) {
        const int32_t s = net->bias2[i] + product(hidden, &net->weight2[(size_t)i * (size_t)net->width], net->width);
        second[i] = (int16_t)within(s, SECOND_SHIFT);
    }
    for (int seat = 0; seat < seats; seat++) {
        const int slot = from_viewer(seat, viewer, seats);
        const int other = net->seats + slot;
        const int32_t points = net->bias3[slot] + product(second, &net->weight3[slot * net->second], net->second);
        const int32_t place = net->bias3[other] + product(second, &net->weight3[other * net->second], net->second);
        const double lean = (double)place / (double)LAST;
        answer->points[seat] = (double)points * net->unit / (double)LAST;
        answer->place[seat] = 0.5 + 0.5 * lean / (1 + (lean < 0 ? -lean : lean));
    }
}
