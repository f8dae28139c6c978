/* Keeping a tree between decisions (tree_reuse.h). Must never run while a search runs: it asks for memory. */
#include "bots/tree_reuse.h"

#include <stdlib.h>

/* Node 0 is the chosen move, and what hangs below it is what came after. */
struct kept {
    uint32_t count;
    struct bil_node node[];
};

/* The node of a move below another; 0: none. */
static uint32_t below(const struct bil_node *node, uint32_t at, bil_move move)
{
    uint32_t n = node[at].child;
    while (n && node[n].move != move) {
        n = node[n].next;
    }
    return n;
}

uint32_t bil_kept_tree_find(const struct bil_kept_tree *keep, const struct bil_node **nodes)
{
    const struct kept *kept = keep->kept;
    uint32_t at = 0;
    *nodes = NULL;
    if (!kept || keep->made_count == 0 || keep->made[0].move != kept->node[0].move) {
        return 0;
    }
    for (int i = 1; i < keep->made_count; i++) {
        if (!keep->made[i].known) {
            return 0;
        }
        const uint32_t next = below(kept->node, at, keep->made[i].move);
        at = next ? next : at; /* a move that was the only one in every world has no node */
    }
    *nodes = kept->node[at].child ? kept->node : NULL;
    return at;
}

uint32_t bil_kept_tree_copy(const struct bil_node *from, uint32_t at, struct bil_node *to, uint32_t room)
{
    uint32_t used = 1;
    to[0] = from[at];
    to[0].next = 0;
    for (uint32_t i = 0; i < used; i++) { /* until then a node's child is that of the old tree */
        uint32_t count = 0;
        uint32_t n = to[i].child;
        for (uint32_t old = n; old; old = from[old].next) {
            count++;
        }
        if (count == 0 || used + count > room) { /* all moves of a node or none */
            to[i].child = 0;
            continue;
        }
        to[i].child = used;
        for (; n; n = from[n].next) {
            to[used] = from[n];
            to[used].next = from[n].next ? used + 1 : 0;
            used++;
        }
    }
    return used;
}

static void free_kept(void *kept)
{
    free(kept);
}

void bil_kept_tree_nothing(struct bil_kept_tree *keep)
{
    if (keep->kept) {
        keep->forget(keep->kept);
    }
    keep->kept = NULL;
    keep->forget = NULL;
}

void bil_kept_tree_pack(struct bil_kept_tree *keep, const struct bil_tree *tree, bil_move move)
{
    const uint32_t at = below(tree->node, 0, move);
    const uint32_t room = tree->used < BIL_KEPT_TREE_NODES ? tree->used : BIL_KEPT_TREE_NODES;
    bil_kept_tree_nothing(keep);
    struct kept *kept = at ? malloc(sizeof *kept + room * sizeof kept->node[0]) : NULL;
    if (!kept) {
        return;
    }
    kept->count = bil_kept_tree_copy(tree->node, at, kept->node, room);
    struct kept *tight = realloc(kept, sizeof *kept + kept->count * sizeof kept->node[0]);
    keep->kept = tight ? tight : kept;
    keep->forget = free_kept;
}
