"""A game of One Billion Users against two bots, by a program that deals worlds that it could be in and asks what would be played there.

    python3 play.py
"""

import billions

rules = billions.Ruleset("one-billion-users", seats=3)
state = billions.State(rules, seed="2026")
moves = 0
while not state.over:
    if state.actor == 0:
        worlds = [state.deal(seat=0, seed=i) for i in range(5)]
        wishes = [world.ask("greedy", seed=i) for i, world in enumerate(worlds)]
        action = max(set(wishes), key=wishes.count)
    else:
        action = state.ask("greedy", seed=moves)
    print(f"{state.actor + 1}: {state.text(action)}")
    state.apply(action)
    moves += 1
print("points", state.outcome().points.tolist(), "places", state.outcome().places.tolist())
