/* One iteration of information-set Monte Carlo tree search (see tree.h). Knows no particular game; allocates nothing.
 *
 * There are two kinds of iterations. In most the searcher plans: the world is dealt from its view, and only its own moves learn. In
 * the others it teaches its opponents: at an opponent's node the world is redealt from that opponent's view, so that what the
 * opponents learn to expect comes from hands that the searcher might hold, never from the one it does hold; only their moves learn
 * then (after Goodman, "Re-determinizing MCTS in Hanabi", 2019). Which part they are is a setting, and so is neither: then all
 * seats learn in every iteration. */
#include "bots/tree.h"

#include <math.h>
#include <string.h>

#include "bots/log2.h"
#include "bots/policy.h"
#include "bots/standing.h"

/* Moves are compared after a few rounds only, and as if one round of those that were never played had made a difference. */
enum { FEWEST_ROUNDS = 12 };
static const double DOUBT = 0.01;

/* What was chosen on the way down. */
struct path {
    struct {
        uint32_t node; /* of the move */
        int seat;      /* that chose it */
    } step[BIL_TREE_DEPTH];
    int length;
    int root_index; /* of the first choice, in ask->moves; -1 before */
};

typedef union {
    unsigned char bytes[BIL_MAX_STATE];
    uint64_t align[BIL_MAX_STATE / 8];
} state_of;

/* The moves to be tried: those that are asked about, or the `wide` best by advice, in the order of the list. */
static void choose_candidates(struct bil_tree *tree)
{
    const struct bil_ask *ask = tree->ask;
    int32_t value[BIL_MAX_MOVES];
    bil_policy_advise(ask->game, tree->style.person, ask->rules, ask->view, ask->moves, ask->count, value, NULL);
    bil_policy_weights(ask->game, value, ask->count, tree->style.temperature, tree->advised);
    tree->left = 0;
    for (int i = 0; ask->only && i < ask->count; i++) {
        for (int o = 0; o < ask->only_count; o++) {
            if (ask->only[o] == ask->moves[i]) {
                tree->candidate[tree->left++] = (uint16_t)i;
                break;
            }
        }
    }
    if (tree->left > 0) {
        tree->every = true;
        return;
    }
    tree->every = false;
    for (int i = 0; i < ask->count; i++) {
        int better = 0;
        for (int other = 0; other < ask->count; other++) {
            better += value[other] > value[i] || (value[other] == value[i] && other < i);
        }
        if (better < tree->style.wide) {
            tree->candidate[tree->left++] = (uint16_t)i;
        }
    }
}

void bil_tree_begin(struct bil_tree *tree, const struct bil_ask *ask, const struct bil_search_style *style,
                    const uint8_t seed[BIL_SEED_BYTES], uint32_t thread, struct bil_node *node, uint32_t room)
{
    tree->ask = ask;
    tree->rules = ask->quick ? ask->quick : ask->rules;
    tree->style = *style;
    memcpy(tree->seed, seed, sizeof tree->seed);
    tree->thread = thread;
    tree->node = node;
    tree->room = room;
    tree->used = 1;
    tree->spread = 0;
    tree->iterations = 0;
    tree->rounds = 0;
    tree->forced = -1;
    tree->rivalry.rounds = 0;
    if (style->net) {
        bil_observer_make(ask->game, tree->rules, &tree->observer);
    }
    bil_playout_stats_begin(&tree->stats);
    memset(tree->memo, 0, ask->game->memo_size);
    memset(&node[0], 0, sizeof node[0]);
    memset(tree->visits, 0, sizeof tree->visits);
    memset(tree->reward, 0, sizeof tree->reward);
    memset(tree->points, 0, sizeof tree->points);
    memset(tree->places, 0, sizeof tree->places);
    memset(tree->length, 0, sizeof tree->length);
    choose_candidates(tree);
    bil_plan_deals(ask->game, ask->rules, ask->view, tree->plan);
}

/* ------------------------------------------------------------------ a node's moves */

/* Finds the node of every legal move; makes those that are missing. False if there is no room left. */
static bool find_moves(struct bil_tree *tree, uint32_t at, int actor, const void *state, const bil_move *list, int count,
                       uint32_t found[BIL_MAX_MOVES])
{
    int missing = 0;
    uint32_t here = tree->node[at].child;
    for (int i = 0; i < count; i++) { /* both are mostly in the same order: look on from where the last one was found */
        const uint32_t begin = here;
        found[i] = 0;
        for (uint32_t n = begin; n; n = tree->node[n].next) {
            if (tree->node[n].move == list[i]) {
                found[i] = n;
                break;
            }
        }
        for (uint32_t n = tree->node[at].child; !found[i] && n != begin; n = tree->node[n].next) {
            found[i] = tree->node[n].move == list[i] ? n : 0;
        }
        here = found[i] ? tree->node[found[i]].next : begin;
        missing += found[i] == 0;
    }
    if (missing == 0) {
        return true;
    }
    if (tree->used + (uint32_t)missing > tree->room) {
        return false;
    }
    int32_t value[BIL_MAX_MOVES];
    float weight[BIL_MAX_MOVES];
    bil_policy_advise(tree->ask->game, actor == tree->ask->seat ? tree->style.person : -1, tree->rules, state, list, count, value,
                      tree->memo);
    bil_policy_weights(tree->ask->game, value, count, tree->style.temperature, weight);
    for (int i = 0; i < count; i++) {
        if (!found[i]) {
            found[i] = tree->used++;
            tree->node[found[i]] = (struct bil_node){.move = list[i], .bias = weight[i], .next = tree->node[at].child};
            tree->node[at].child = found[i];
        }
    }
    return true;
}

/* The move with the best upper bound among those that are legal in this world. */
static int choose_by_bound(const struct bil_tree *tree, const uint32_t *found, int count)
{
    double seen = 0;
    double mean = 0;
    for (int i = 0; i < count; i++) {
        const struct bil_node *node = &tree->node[found[i]];
        seen += node->visits;
        mean += (double)node->visits * (double)node->value;
    }
    mean = seen > 0 ? mean / seen : 0.5; /* what was never tried is taken to be as good as the rest */
    int best = 0;
    double most = -1e9;
    for (int i = 0; i < count; i++) {
        const struct bil_node *node = &tree->node[found[i]];
        const double tried = node->visits + 1.0;
        const double bound = (node->visits ? (double)node->value : mean) +
                             tree->style.explore * sqrt(BIL_LN_2 * bil_log2(node->offered + 2.0) / tried) +
                             tree->style.bias * (double)node->bias / tried;
        if (bound > most) {
            most = bound;
            best = i;
        }
    }
    return best;
}

/* ------------------------------------------------------------------ playing on */

static void play_out(struct bil_tree *tree, void *state)
{
    const struct bil_game *game = tree->ask->game;
    const struct bil_search_style *style = &tree->style;
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES];
    const double habit = style->habit * (game->advice_scale > 0 ? game->advice_scale : 1);
    int decisions = 0;
    int actor = BIL_OVER;
    while ((actor = game->actor(tree->rules, state)) != BIL_OVER && (style->depth == 0 || decisions < style->depth)) {
        bil_move move;
        if (decisions < style->guide) {
            const int count = game->moves(tree->rules, state, list);
            int pick = 0;
            if (count > 1) {
                decisions++;
                if ((double)(bil_random_word(&tree->random) >> 8) * 0x1p-24 < style->noise) {
                    pick = (int)bil_random_below(&tree->random, (uint32_t)count);
                } else {
                    bil_policy_advise(game, actor == tree->ask->seat ? style->person : -1, tree->rules, state, list, count, value,
                                      tree->memo);
                    if (habit > 0) {
                        bil_playout_stats_lead(&tree->stats, habit, actor, list, count, value);
                    }
                    pick = bil_policy_best(value, count, &tree->random);
                }
                if (habit > 0) {
                    bil_playout_stats_note(&tree->stats, actor, list[pick]);
                }
            }
            move = list[pick];
        } else {
            move = bil_pick(game, tree->rules, state, &tree->random);
            decisions++;
        }
        game->apply(tree->rules, state, move, &tree->random, NULL);
    }
}

/* ------------------------------------------------------------------ rewards */

/* The value of a world: points and places, of the moment or as the net expects them at the end. */
static void judge_world(struct bil_tree *tree, const void *state, int seats, double points[BIL_MAX_SEATS],
                        double places[BIL_MAX_SEATS])
{
    const struct bil_game *game = tree->ask->game;
    if (!tree->style.net || game->actor(tree->rules, state) == BIL_OVER) {
        bil_standing(game, tree->rules, state, seats, points, places);
        return;
    }
    int now[BIL_MAX_SEATS];
    for (int seat = 0; seat < seats; seat++) {
        struct bil_score score;
        game->score(tree->rules, state, seat, &score);
        now[seat] = score.total;
    }
    state_of view;
    uint16_t observation[BIL_MAX_OBSERVATION];
    struct bil_value_net_answer answer;
    game->hide(tree->rules, state, tree->ask->seat, view.bytes);
    bil_observe(&tree->observer, view.bytes, observation);
    bil_value_net_judge(tree->style.net, observation, tree->ask->seat, seats, now, &answer);
    for (int seat = 0; seat < seats; seat++) {
        points[seat] = now[seat] + answer.points[seat];
        places[seat] = seats - answer.place[seat] * (seats - 1);
    }
}

/* Rewards from 0 to 1 of every seat: part for places, part for points against the mean of the others. */
static void reward_all(struct bil_tree *tree, const void *state, int seats, double reward[BIL_MAX_SEATS],
                       double points[BIL_MAX_SEATS], double places[BIL_MAX_SEATS])
{
    double sum = 0;
    judge_world(tree, state, seats, points, places);
    for (int seat = 0; seat < seats; seat++) {
        sum += points[seat];
    }
    for (int seat = 0; seat < seats; seat++) { /* the unit follows what is seen */
        const double ahead = points[seat] - (sum - points[seat]) / (seats - 1);
        tree->spread += (fabs(ahead) - tree->spread) / (double)(tree->iterations * (uint64_t)seats + (uint64_t)seat + 1);
    }
    for (int seat = 0; seat < seats; seat++) {
        const double by_place = (seats - places[seat]) / (seats - 1);
        const double ahead = (points[seat] - (sum - points[seat]) / (seats - 1)) / (2 * tree->spread + 1e-9);
        const double by_points = 0.5 + 0.5 * ahead / (1 + fabs(ahead));
        reward[seat] = tree->style.mix * by_place + (1 - tree->style.mix) * by_points;
    }
}

/* ------------------------------------------------------------------ one iteration */

static void learn(struct bil_tree *tree, const struct path *path, bool teaching, const double *reward)
{
    for (int i = 0; i < path->length; i++) {
        struct bil_node *node = &tree->node[path->step[i].node];
        if (!tree->style.together && (path->step[i].seat == tree->ask->seat) == teaching) {
            continue;
        }
        node->visits++;
        node->value += (float)((reward[path->step[i].seat] - (double)node->value) / node->visits);
    }
}

/* A world that fits what the searcher knows. */
static void deal_world(struct bil_tree *tree, state_of *world)
{
    const struct bil_ask *ask = tree->ask;
    (tree->style.believe ? bil_deal_believed : bil_deal_planned)(ask->game, ask->rules, ask->view, tree->plan, &tree->random,
                                                                 world->bytes);
    if (tree->rules != ask->rules) { /* quick rules keep no knowledge up: what they find must not be half of it */
        memset(world->bytes + ask->game->facts_size, 0, ask->game->state_size - ask->game->facts_size);
    }
}

/* Plays on from a world. Returns the searcher's reward. */
static double iterate(struct bil_tree *tree, const state_of *world, bool teaching)
{
    const struct bil_game *game = tree->ask->game;
    const int searcher = tree->ask->seat;
    state_of state;
    state_of view;
    struct path path = {.root_index = -1};
    bil_move list[BIL_MAX_MOVES];
    uint32_t found[BIL_MAX_MOVES] = {0};
    uint32_t at = 0;
    int last_dealt = -1;
    memcpy(state.bytes, world->bytes, game->state_size);
    while (path.length < BIL_TREE_DEPTH) {
        const int actor = game->actor(tree->rules, state.bytes);
        if (actor == BIL_OVER) {
            break;
        }
        if (teaching && actor != searcher && actor != last_dealt) { /* its own hand stays, and so does what it may do */
            game->hide(tree->rules, state.bytes, actor, view.bytes);
            game->deal(tree->rules, view.bytes, &tree->random, state.bytes);
            last_dealt = actor;
        }
        const int count = game->moves(tree->rules, state.bytes, list);
        if (count == 1) {
            game->apply(tree->rules, state.bytes, list[0], &tree->random, NULL);
            continue;
        }
        if (at != 0 && tree->node[at].child == 0 && tree->node[at].arrived++ == 0) {
            break; /* a new leaf: its moves are written down when it is reached again */
        }
        if (!find_moves(tree, at, actor, state.bytes, list, count, found)) {
            break;
        }
        const int pick = at == 0 && tree->forced >= 0 ? tree->forced : choose_by_bound(tree, found, count);
        const bool learns = tree->style.together || (actor == searcher) != teaching;
        for (int i = 0; i < count && learns; i++) {
            tree->node[found[i]].offered++;
        }
        path.root_index = path.length == 0 ? pick : path.root_index;
        path.step[path.length].node = found[pick];
        path.step[path.length].seat = actor;
        path.length++;
        at = found[pick];
        game->apply(tree->rules, state.bytes, list[pick], &tree->random, NULL);
    }
    play_out(tree, state.bytes);
    double reward[BIL_MAX_SEATS];
    double points[BIL_MAX_SEATS];
    double places[BIL_MAX_SEATS];
    const int seats = bil_standing_seats(game, tree->rules, state.bytes);
    reward_all(tree, state.bytes, seats, reward, points, places);
    learn(tree, &path, teaching, reward);
    if (tree->style.habit > 0) {
        bil_playout_stats_learn(&tree->stats, reward, seats);
    }
    if (!teaching && path.root_index >= 0) {
        tree->visits[path.root_index]++;
        tree->reward[path.root_index] += reward[searcher];
        tree->length[path.root_index] += game->length ? game->length(tree->rules, state.bytes) : 0;
        for (int seat = 0; seat < seats; seat++) {
            tree->points[path.root_index][seat] += points[seat];
            tree->places[path.root_index][seat] += places[seat];
        }
    }
    tree->iterations++;
    return reward[searcher];
}

/* ------------------------------------------------------------------ rounds at the root */

double bil_tree_value(const struct bil_tree *tree, int index)
{
    const double visits = tree->visits[index];
    const double mean = visits > 0 ? tree->reward[index] / visits : 0.5;
    return mean + tree->style.bias * (double)tree->advised[index] / (visits + 1);
}

/* Keeps the better ones, in the order of the list. */
static void keep_best(struct bil_tree *tree, int most)
{
    while (tree->left > most) {
        int worst = 0;
        for (int i = 1; i < tree->left; i++) {
            if (bil_tree_value(tree, tree->candidate[i]) <= bil_tree_value(tree, tree->candidate[worst])) {
                worst = i;
            }
        }
        tree->left--;
        memmove(&tree->candidate[worst], &tree->candidate[worst + 1], (size_t)(tree->left - worst) * sizeof tree->candidate[0]);
    }
}

/* The rewards of one round, in the order of the moves that are left. */
static void compare_rivals(struct bil_tree *tree, const double *reward)
{
    struct bil_rivalry *rivalry = &tree->rivalry;
    if (rivalry->rounds == 0) {
        for (int i = 0; i < tree->left; i++) {
            rivalry->slot[tree->candidate[i]] = (uint8_t)i;
        }
        memset(rivalry->sum, 0, sizeof rivalry->sum);
        memset(rivalry->product, 0, sizeof rivalry->product);
    }
    rivalry->rounds++;
    for (int a = 0; a < tree->left; a++) {
        const int slot = rivalry->slot[tree->candidate[a]];
        rivalry->sum[slot] += reward[a];
        for (int b = a; b < tree->left; b++) { /* slots are in the same order as what is left */
            rivalry->product[slot][rivalry->slot[tree->candidate[b]]] += reward[a] * reward[b];
        }
    }
}

/* What can be expected of trying two moves, of which the first looks better, for the rest of the budget: how often that turns the
 * choice round, times by how much it is then better. */
static double worth(const struct bil_tree *tree, int best, int other, double rest)
{
    const struct bil_rivalry *rivalry = &tree->rivalry;
    const int a = rivalry->slot[best < other ? best : other];
    const int b = rivalry->slot[best < other ? other : best];
    const double n = rivalry->rounds;
    const double ahead = rivalry->sum[a] - rivalry->sum[b];
    const double squares = rivalry->product[a][a] + rivalry->product[b][b] - 2 * rivalry->product[a][b] - ahead * ahead / n;
    const double variance = (fmax(0, squares) + DOUBT) / n; /* of one round; what was never seen may still be there */
    const double deviation = sqrt(variance * (1 / n - 1 / (n + rest / 2)));
    const double lead = (bil_tree_value(tree, best) - bil_tree_value(tree, other)) / (deviation + 1e-12);
    return deviation * (exp(-0.5 * lead * lead) * 0.3989422804014327 - 0.5 * lead * erfc(lead * 0.7071067811865476));
}

/* Drops what is not worth the time. */
static void drop_hopeless(struct bil_tree *tree, double spent)
{
    int best = tree->candidate[0];
    int left = 0;
    const double rest = (double)tree->iterations * (1 - spent) / fmax(spent, 1e-6);
    for (int i = 1; i < tree->left; i++) {
        best = bil_tree_value(tree, tree->candidate[i]) > bil_tree_value(tree, best) ? tree->candidate[i] : best;
    }
    for (int i = 0; i < tree->left; i++) {
        const int move = tree->candidate[i];
        if (move == best || worth(tree, best, move, rest) >= tree->style.gain) {
            tree->candidate[left++] = (uint16_t)move;
        }
    }
    tree->left = left;
}

bool bil_tree_round(struct bil_tree *tree, double spent)
{
    const int all = tree->ask->count < tree->style.wide ? tree->ask->count : tree->style.wide;
    const double halvings = floor(spent * bil_log2(all > 1 ? all : 2)); /* as many parts of the budget as halvings leave two */
    const int most = (int)ceil(all / exp2(halvings));
    if (!tree->every) {
        keep_best(tree, most < 2 ? 2 : most);
    }
    const bool rivals = !tree->every && tree->style.gain > 0 && tree->left <= BIL_TREE_RIVALS;
    double reward[BIL_TREE_RIVALS];
    state_of world;
    bil_random_stream(&tree->random, tree->seed, tree->thread, tree->rounds++);
    deal_world(tree, &world);
    const struct bil_random after = tree->random;
    for (int i = 0; i < tree->left; i++) {
        tree->random = after;
        tree->forced = tree->candidate[i];
        const double got = iterate(tree, &world, false);
        if (rivals) {
            reward[i] = got;
        }
    }
    tree->forced = -1;
    if (rivals) {
        compare_rivals(tree, reward);
        if (tree->rivalry.rounds >= FEWEST_ROUNDS) {
            drop_hopeless(tree, spent);
        }
    }
    if (tree->left == 1 && !tree->every) {
        return false;
    }
    const double wanted = tree->style.together ? 0 : tree->style.teach / (1 - tree->style.teach) * tree->left;
    int lessons = (int)wanted; /* and one more as often as the rest of it says */
    lessons += (double)(bil_random_word(&tree->random) >> 8) * 0x1p-24 < wanted - lessons;
    for (; lessons > 0; lessons--) {
        deal_world(tree, &world);
        iterate(tree, &world, true);
    }
    return true;
}
