/* Information-set Monte Carlo tree search: the tree and one iteration.
 *
 * Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012: each iteration plays one world that fits the view;
 * a move is judged by how often it was available. One reward per seat (max^n: Luckhardt and Irani, 1986; in MCTS: Sturtevant,
 * 2008). A node's moves begin with a bias from the game's advice that fades (progressive bias: Chaslot et al., 2008).
 *
 * At the root a choice is a question of its own: which of a few moves is best, when every sample is mostly noise? There moves are
 * tried in rounds: in each round every move that is left plays the same world with the same random numbers, so that luck
 * falls out of the comparison (common random numbers), and at equal parts of the budget the worse half is dropped (sequential
 * halving: Karnin, Koren, Somekh, 2013; at the root of a tree: Pepels, Cazenave, Winands, Lanctot, 2014).
 *
 * A move may be dropped earlier, when more thinking about it is not worth its time: when what the rest of the budget can be
 * expected to gain by it is too little (the value of computation: Russell and Wefald, 1991; at the root of a tree: Hay, Russell,
 * Tolpin, Shimony, 2012). What is compared are the rounds that both moves played, so that a small lead is soon sure. */
#ifndef BILLIONS_BOTS_TREE_H
#define BILLIONS_BOTS_TREE_H

#include "billions/bot.h"
#include "bots/playout_stats.h"
#include "bots/value_net.h"
#include "kit/observation.h"

/* One move at one node, and the node it leads to. */
struct bil_node {
    bil_move move;
    uint32_t next;    /* the next move at the same node; 0: none */
    uint32_t child;   /* the first move at the node it leads to; 0: none yet */
    uint32_t visits;  /* how often it was chosen */
    uint32_t offered; /* how often it could have been */
    uint32_t arrived; /* how often the node it leads to was reached, by whatever kind of iteration */
    float bias;       /* of the advice: 1 for the best */
    float value;      /* mean reward of the seat that chooses it */
};

enum { BIL_TREE_DEPTH = 64, BIL_TREE_RIVALS = 32 };

/* How to search; see bil_search_params for what each does. */
struct bil_search_style {
    double explore, bias, temperature, noise, mix, teach, gain, habit;
    int guide, depth, wide;
    int person;                      /* of the searcher, whose own advice leans that way; -1: nobody in particular */
    const struct bil_value_net *net; /* judges where a playout stops; NULL: the points of that moment count */
    bool believe;                    /* worlds are dealt as players come to them; else any as likely as any other */
    bool together;                   /* no teaching: all seats learn in every iteration */
};

/* The rewards of the root's moves, round by round, so that two can be compared under the same luck. Begins when few enough are
 * left. */
struct bil_rivalry {
    uint32_t rounds;                                  /* since it began */
    uint8_t slot[BIL_MAX_MOVES];                      /* of a move, by its index in ask->moves */
    double sum[BIL_TREE_RIVALS];                      /* of rewards, by slot */
    double product[BIL_TREE_RIVALS][BIL_TREE_RIVALS]; /* sums of products of two rewards of a round; [a][b] with a <= b */
};

/* What a thread searches with. */
struct bil_tree {
    const struct bil_ask *ask;
    const void *rules; /* for playing on */
    struct bil_search_style style;
    struct bil_random random;
    struct bil_node *node; /* [0] is the root: no move, its child is the first move */
    uint32_t used, room;
    double spread; /* of points, as seen so far: the unit of the points' part of rewards */
    uint64_t iterations;
    uint32_t rounds;
    _Alignas(uint64_t) uint8_t plan[BIL_MAX_PLAN]; /* of the worlds that fit what the searcher knows */
    uint8_t seed[BIL_SEED_BYTES];                  /* each round has a stream of it */
    uint32_t thread;
    int forced; /* the root's move of this iteration, as an index of ask->moves; -1: the tree chooses */
    int left;   /* moves that are still in question, the first of candidate[] */
    bool every; /* none of them is dropped: it was asked about just these */
    uint16_t candidate[BIL_MAX_MOVES];
    float advised[BIL_MAX_MOVES]; /* weight of the advice, 1 for the best */
    /* of the root's moves, by their index in ask->moves */
    uint32_t visits[BIL_MAX_MOVES];
    double reward[BIL_MAX_MOVES]; /* sums, of the searcher's own rewards */
    double points[BIL_MAX_MOVES][BIL_MAX_SEATS];
    double places[BIL_MAX_MOVES][BIL_MAX_SEATS];
    double length[BIL_MAX_MOVES]; /* sums, of the worlds where playouts stopped */
    struct bil_rivalry rivalry;
    struct bil_playout_stats stats;
    uint64_t memo[BIL_MAX_MEMO / 8]; /* of the game's advice under `rules` */
    struct bil_observer observer;    /* for style.net */
};

/* Begins a search; `node` has room for `room` nodes and stays the caller's. Chance is stream `thread` of `seed`. */
void bil_tree_begin(struct bil_tree *tree, const struct bil_ask *ask, const struct bil_search_style *style,
                    const uint8_t seed[BIL_SEED_BYTES], uint32_t thread, struct bil_node *node, uint32_t room);

/* One round: every move that is left once, in the same world. `spent` is the part of the budget that is used up, 0 to 1. False if
 * nothing more is worth finding out: one move is left. */
bool bil_tree_round(struct bil_tree *tree, double spent);

/* How good the root's move looks: its mean reward, the advice where it was tried seldom. */
double bil_tree_value(const struct bil_tree *tree, int index);

/* Copies node `at` and what hangs below it to `to`, from to[0] on, what is nearer first, until `room` is full. Returns how many. */
uint32_t bil_kept_tree_copy(const struct bil_node *from, uint32_t at, struct bil_node *to, uint32_t room);

#endif
