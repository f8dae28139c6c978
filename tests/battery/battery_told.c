/* The battery: what a viewer is told of a move follows from what it may see, whatever lies hidden.
 *
 * A world is dealt from the viewer's view, and a move is made in both. Where the viewer sees the same before and after, it must
 * have heard the same of the same move; and where it has also heard the same of another move, that other one must have read the
 * same. So nothing is told of a hidden card, or of a secret part of a move. Where nothing at all is heard, open moves may come to
 * the same. */
#include "battery/battery_internal.h"
#include "kit/notation.h"

/* What one viewer hears. */
struct listening {
    const struct run *run;
    int viewer;
    struct bil_text text;
};

static void hear_one(void *context, const struct bil_event *event)
{
    struct listening *one = context;
    one->run->game->event_text(one->run->rules, event, one->viewer, &one->text);
    bil_text_char(&one->text, '\n');
}

/* One of the two games: how the move reads beforehand, what is heard of it, and what is seen then. */
struct side {
    struct bil_text move;
    struct listening ear;
    struct room seen;
};

static void make_move(const struct run *run, int viewer, struct room state, bil_move move, struct side *side)
{
    struct bil_random chance = run->chance;
    const struct bil_listener listener = {hear_one, &side->ear};
    side->ear = (struct listening){.run = run, .viewer = viewer};
    bil_move_text(run->game, run->rules, state.state, move, viewer, &side->move);
    run->game->apply(run->rules, state.state, move, &chance, &listener);
    battery_clean(&side->seen, 0);
    run->game->hide(run->rules, state.state, viewer, side->seen.state);
}

static bool same_text(const struct bil_text *a, const struct bil_text *b)
{
    return strcmp(bil_text_string(a), bil_text_string(b)) == 0;
}

static bool compare(struct run *run, int viewer, const struct room *world, bil_move move, bil_move other)
{
    char name[16];
    struct side here = {0};
    struct side there = {0};
    bool good = true;
    make_move(run, viewer, run->now, move, &here);
    make_move(run, viewer, *world, other, &there);
    const bool heard = same_text(&here.ear.text, &there.ear.text);
    if (memcmp(here.seen.state, there.seen.state, run->game->state_size) == 0) {
        run->count->told += move != other;
        if (move == other && !heard) {
            good = battery_broken(run, "%s sees the same of two worlds, but hears of one \"%s\" and of the other \"%s\"",
                                  battery_viewer(viewer, name), bil_text_string(&here.ear.text), bil_text_string(&there.ear.text));
        } else if (heard && here.ear.text.length > 0 && !same_text(&here.move, &there.move)) {
            good = battery_broken(run, "%s sees and hears the same of two worlds, but reads the move as \"%s\" and as \"%s\"",
                                  battery_viewer(viewer, name), bil_text_string(&here.move), bil_text_string(&there.move));
        }
    }
    bil_text_free(&here.move);
    bil_text_free(&here.ear.text);
    bil_text_free(&there.move);
    bil_text_free(&there.ear.text);
    return good;
}

bool battery_told(struct run *run, int viewer)
{
    struct room view;
    struct room world;
    bil_move list[BIL_MAX_MOVES];
    struct bil_random chance = run->worlds; /* a copy: what else the battery asks stays the same */
    if (run->battery->deals_openly && run->battery->deals_openly(run->now.state)) {
        return true;
    }
    battery_clean(&view, 0);
    battery_clean(&world, 0);
    run->game->hide(run->rules, run->now.state, viewer, view.state);
    run->game->deal(run->rules, view.state, &chance, world.state);
    const int count = run->game->moves(run->rules, world.state, list);
    const bil_move move = run->move[bil_random_below(&chance, (uint32_t)run->move_count)];
    const bil_move other = list[bil_random_below(&chance, (uint32_t)count)];
    bool legal = false;
    for (int i = 0; i < count; i++) {
        legal = legal || list[i] == move;
    }
    return compare(run, viewer, &world, move, other) && (!legal || compare(run, viewer, &world, move, move));
}
