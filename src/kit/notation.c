/* Moves as text, in parts and as numbers, from the rows of a game (see notation.h). */
#include "kit/notation.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

/* ------------------------------------------------------------------ forms */

static const struct bil_slot *slot_called(const struct bil_notation *notation, const char *word, int length)
{
    for (const struct bil_slot *slot = notation->slots; slot->word; slot++) {
        if (*slot->word == *word && strncmp(slot->word, word, (size_t)length) == 0 && slot->word[length] == '\0') {
            return slot;
        }
    }
    return NULL;
}

void bil_form_read(const struct bil_notation *notation, const struct bil_verb *verb, struct bil_form *form)
{
    form->count = 0;
    for (const char *at = verb->form; *at && form->count < BIL_MOST_PARTS; at += *at == ' ') {
        struct bil_part *part = &form->part[form->count++];
        part->optional = *at == '[';
        part->word = at + part->optional;
        part->length = (int)strcspn(part->word, part->optional ? "]" : " ");
        part->slot = slot_called(notation, part->word, part->length);
        at = part->word + part->length + part->optional;
    }
}

const struct bil_verb *bil_verb_of(const struct bil_notation *notation, bil_move move)
{
    const bil_move verb = move & ((1U << notation->verb_bits) - 1U);
    for (const struct bil_verb *row = notation->verbs; row->form; row++) {
        if (row->verb == verb && row->key) {
            return row;
        }
    }
    return NULL;
}

static bool is_first_word(const char *text, int text_length, const char *word, int length)
{
    bool same = text_length >= length && (text_length == length || text[length] == ' ');
    for (int i = 0; i < length && same; i++) {
        same = tolower((unsigned char)text[i]) == word[i];
    }
    return same;
}

bool bil_move_begins(const struct bil_game *game, const void *rules, const void *view, const char *word, int length)
{
    bool begins = false;
    for (const struct bil_verb *row = game->notation->verbs; row->form && !begins; row++) {
        struct bil_form form;
        bil_form_read(game->notation, row, &form);
        const struct bil_slot *slot = form.part[0].slot;
        begins = row->key && !slot && is_first_word(form.part[0].word, form.part[0].length, word, length);
        for (int noun = 0; row->key && slot && noun < slot->nouns->count && !begins; noun++) {
            char room[BIL_NAME];
            const bool fits = !slot->members || (slot->members >> noun & 1U);
            const char *name = fits ? slot->nouns->name(rules, view, noun, 0, room) : NULL;
            begins = name && is_first_word(name, (int)strlen(name), word, length);
        }
    }
    return begins;
}

/* ------------------------------------------------------------------ slots in a move */

static int most_of(const struct bil_slot *slot)
{
    return slot->most ? slot->most : 1;
}

int bil_slot_nouns(const struct bil_slot *slot, bil_move move, int nouns[BIL_MOST_LISTED])
{
    int count = 0;
    for (int i = 0; i < most_of(slot) && slot->bits; i++) {
        const int noun = (int)(move >> slot->at[i] & ((1U << slot->bits) - 1U));
        if (1 + noun != slot->none) {
            nouns[count++] = noun;
        }
    }
    return count;
}

bil_move bil_slot_put(const struct bil_slot *slot, bil_move move, int index, int noun)
{
    const bil_move mask = (1U << slot->bits) - 1U;
    return slot->bits == 0 ? move : (move & ~(mask << slot->at[index])) | ((bil_move)noun & mask) << slot->at[index];
}

bool bil_slot_written(const struct bil_notation *notation, const void *rules, const void *state, bil_move move,
                      const struct bil_part *part)
{
    int nouns[BIL_MOST_LISTED];
    return !part->optional ||
           (notation->omits ? !notation->omits(rules, state, move, part->slot) : bil_slot_nouns(part->slot, move, nouns) > 0);
}

const char *bil_number_name(int number, char room[BIL_NAME])
{
    unsigned rest = number < 0 ? 0U : (unsigned)number;
    char *at = room + BIL_NAME - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + rest % 10U);
        rest /= 10U;
    } while (rest > 0);
    return at;
}

/* ------------------------------------------------------------------ writing */

static const char *name_of(const struct bil_slot *slot, const void *rules, const void *state, int noun, char room[BIL_NAME])
{
    const char *name = noun < slot->nouns->count ? slot->nouns->name(rules, state, noun, 0, room) : NULL;
    return name ? name : "?";
}

static bool is_move_open(const struct bil_notation *notation, const void *rules, const void *state, bil_move move, int viewer)
{
    return !notation->open || notation->open(rules, state, move, viewer);
}

bool bil_move_open(const struct bil_game *game, const void *rules, const void *state, bil_move move, int viewer)
{
    return is_move_open(game->notation, rules, state, move, viewer);
}

void bil_move_text(const struct bil_game *game, const void *rules, const void *state, bil_move move, int viewer,
                   struct bil_text *out)
{
    const struct bil_notation *notation = game->notation;
    const struct bil_verb *verb = bil_verb_of(notation, move);
    struct bil_form form;
    const char *gap = "";
    if (!verb) {
        bil_text_add(out, "?");
        return;
    }
    bil_form_read(notation, verb, &form);
    for (int p = 0; p < form.count; p++) {
        const struct bil_part *part = &form.part[p];
        int nouns[BIL_MOST_LISTED];
        char room[BIL_NAME];
        if (!part->slot) {
            bil_text_add(out, gap);
            bil_text_add_bytes(out, part->word, (size_t)part->length);
            gap = " ";
            continue;
        }
        if (!is_move_open(notation, rules, state, move, viewer)) {
            bil_text_add(out, gap);
            bil_text_char(out, '?');
            return;
        }
        const int count = bil_slot_written(notation, rules, state, move, part) ? bil_slot_nouns(part->slot, move, nouns) : 0;
        for (int i = 0; i < count; i++) {
            bil_text_add(out, i > 0 && part->slot->between ? part->slot->between : gap);
            bil_text_add(out, name_of(part->slot, rules, state, nouns[i], room));
            gap = " ";
        }
    }
}

/* Whether a text can be of this verb: it begins with the small word that the form begins with, if it begins with one. */
static bool may_be(const struct bil_verb *verb, const char *text)
{
    const char *form = verb ? verb->form : "";
    if (*form < 'a' || *form > 'z') {
        return true;
    }
    while (*form && *form != ' ' && *form == *text) {
        form++;
        text++;
    }
    return (*form == ' ' || *form == '\0') && (*text == ' ' || *text == '\0');
}

bil_move bil_move_exact(const struct bil_game *game, const void *rules, const void *view, int seat, const bil_move *moves,
                        int count, const char *text)
{
    struct bil_text words = {0};
    bil_move found = 0;
    for (int i = 0; i < count && found == 0; i++) {
        if (may_be(bil_verb_of(game->notation, moves[i]), text)) {
            bil_text_clear(&words);
            bil_move_text(game, rules, view, moves[i], seat, &words);
            found = strcmp(bil_text_string(&words), text) == 0 ? moves[i] : 0;
        }
    }
    bil_text_free(&words);
    return found;
}

/* ------------------------------------------------------------------ in parts */

static void add_noun(const char *name, struct bil_text *out)
{
    const size_t digits = strspn(name, "0123456789");
    if (digits > 0 && digits < 9 && !name[digits]) {
        bil_json_raw(out, name);
    } else {
        bil_json_string(out, name);
    }
}

void bil_move_json(const struct bil_game *game, const void *rules, const void *state, bil_move move, int viewer,
                   struct bil_text *out)
{
    const struct bil_notation *notation = game->notation;
    const struct bil_verb *verb = bil_verb_of(notation, move);
    struct bil_form form = {.count = 0};
    bil_json_object(out);
    bil_json_key_string(out, "verb", verb ? verb->key : "?");
    if (verb && is_move_open(notation, rules, state, move, viewer)) {
        bil_form_read(notation, verb, &form);
    }
    for (int p = 0; p < form.count; p++) {
        const struct bil_slot *slot = form.part[p].slot;
        int nouns[BIL_MOST_LISTED];
        char key[BIL_NAME] = "";
        char room[BIL_NAME];
        const int count =
            slot && bil_slot_written(notation, rules, state, move, &form.part[p]) ? bil_slot_nouns(slot, move, nouns) : 0;
        if (count == 0) {
            continue;
        }
        for (size_t i = 0; slot->word[i] && i < sizeof key - 1; i++) {
            key[i] = (char)tolower((unsigned char)slot->word[i]);
        }
        bil_json_key(out, key);
        if (slot->most) {
            bil_json_array(out);
        }
        for (int i = 0; i < count; i++) {
            add_noun(name_of(slot, rules, state, nouns[i], room), out);
        }
        if (slot->most) {
            bil_json_array_end(out);
        }
    }
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ numbering */

static uint64_t members_of(const struct bil_slot *slot)
{
    const uint64_t all = slot->nouns->count == BIL_MOST_NOUNS ? ~0ULL : (1ULL << slot->nouns->count) - 1ULL;
    return slot->members ? slot->members & all : all;
}

static int count_subsets(int n, int k)
{
    int ways = 1;
    for (int i = 1; i <= k; i++) {
        ways = ways * (n - k + i) / i;
    }
    return ways;
}

/* In how many ways a slot can be filled. A list is a set of ranks in ascending order, one of which may come again; no noun at all
 * ranks last. Such sets are counted as the combinatorial number system does, with rank i raised by its place. */
static int ways_of(const struct bil_slot *slot)
{
    const int ranks = __builtin_popcountll(members_of(slot)) + (slot->none != 0);
    return count_subsets(ranks + most_of(slot) - 1, most_of(slot));
}

static int rank_of(const struct bil_slot *slot, int noun)
{
    const uint64_t members = members_of(slot);
    if (1 + noun == slot->none) {
        return __builtin_popcountll(members);
    }
    return noun < BIL_MOST_NOUNS && (members >> noun & 1U) ? __builtin_popcountll(members & ((1ULL << noun) - 1ULL)) : -1;
}

static int noun_of(const struct bil_slot *slot, int rank)
{
    uint64_t members = members_of(slot);
    for (int i = 0; i < rank && members; i++) {
        members &= members - 1;
    }
    return members ? __builtin_ctzll(members) : slot->none - 1;
}

static bil_move put_way(const struct bil_slot *slot, bil_move move, int way)
{
    for (int i = most_of(slot) - 1; i >= 0; i--) {
        int rank = 0;
        while (count_subsets(rank + 1 + i, i + 1) <= way) {
            rank++;
        }
        way -= count_subsets(rank + i, i + 1);
        move = bil_slot_put(slot, move, i, noun_of(slot, rank));
    }
    return move;
}

/* The nouns of a slot. Behind it moves with all that the later slots may hold are counted. */
static void lay_places(struct bil_actions *actions, const struct bil_slot *slot, int behind)
{
    for (int i = 0; i < most_of(slot); i++) {
        assert(actions->places < BIL_ACTION_PLACES && slot->bits <= 6);
        struct bil_action_place *place = &actions->place[actions->places++];
        *place = (struct bil_action_place){.shift = slot->at[i], .mask = (uint8_t)((1U << slot->bits) - 1U), .follows = i > 0};
        for (int noun = 0; noun < 1 << slot->bits && noun < BIL_MOST_NOUNS; noun++) {
            const int rank = rank_of(slot, noun);
            place->rank[noun] = (int16_t)rank;
            place->part[noun] = rank < 0 ? 0 : count_subsets(rank + i, i + 1) * behind;
        }
    }
}

void bil_actions_make(const struct bil_game *game, struct bil_actions *actions)
{
    const struct bil_notation *notation = game->notation;
    *actions = (struct bil_actions){.notation = notation};
    for (const struct bil_verb *verb = notation->verbs; verb->form && actions->verbs < BIL_MOST_VERBS; verb++) {
        struct bil_form form;
        struct bil_action_verb *row = &actions->row[actions->verbs];
        if (!verb->key) {
            continue;
        }
        *row = (struct bil_action_verb){.verb = verb->verb, .first = actions->count, .size = 1, .place = (uint8_t)actions->places};
        bil_form_read(notation, verb, &form);
        for (int p = 0; p < form.count; p++) {
            if (form.part[p].slot && form.part[p].slot->bits && row->slots < BIL_MOST_SLOTS) {
                row->slot[row->slots++] = (uint8_t)(form.part[p].slot - notation->slots);
                row->size *= ways_of(form.part[p].slot);
            }
        }
        int behind = row->size;
        for (int s = 0; s < row->slots; s++) {
            behind /= ways_of(&notation->slots[row->slot[s]]);
            lay_places(actions, &notation->slots[row->slot[s]], behind);
        }
        row->places = (uint8_t)(actions->places - row->place);
        actions->count += row->size;
        actions->row_of[verb->verb] = (uint8_t)++actions->verbs;
    }
}

int bil_action_of(const struct bil_actions *actions, bil_move move)
{
    const bil_move verb = move & ((1U << actions->notation->verb_bits) - 1U);
    const int which = verb < BIL_MOST_VERBS ? actions->row_of[verb] - 1 : -1;
    if (which < 0) {
        return -1;
    }
    const struct bil_action_verb *row = &actions->row[which];
    const struct bil_action_place *place = &actions->place[row->place];
    int action = row->first;
    int before = 0;
    for (int i = 0; i < row->places; i++, place++) {
        const unsigned noun = move >> place->shift & place->mask;
        const int rank = place->rank[noun];
        if (rank < (place->follows ? before : 0)) {
            return -1;
        }
        before = rank;
        action += place->part[noun];
    }
    return action;
}

bil_move bil_action_move(const struct bil_actions *actions, const void *rules, const void *view, int action)
{
    const struct bil_notation *notation = actions->notation;
    for (int v = 0; v < actions->verbs; v++) {
        const struct bil_action_verb *row = &actions->row[v];
        if (action < row->first || action >= row->first + row->size) {
            continue;
        }
        int rest = action - row->first;
        uint32_t given = 0;
        bil_move move = row->verb;
        for (int s = row->slots - 1; s >= 0; s--) {
            const struct bil_slot *slot = &notation->slots[row->slot[s]];
            move = put_way(slot, move, rest % ways_of(slot));
            rest /= ways_of(slot);
            given |= 1U << row->slot[s];
        }
        return notation->complete ? notation->complete(rules, view, move, given) : move;
    }
    return 0;
}
