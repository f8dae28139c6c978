#!/usr/bin/env python3
"""Trains a small policy for One Billion Users with two seats against `random`, with nothing but numpy, and measures it.

    python3 learn.py --minutes 25 --seed 1 --out learned.npz

Proximal policy optimisation (Schulman and others, 2017). The policy is a net with one hidden layer; the score of an action is the
product of what the hidden layer says with what was learned of that action. Only the observation of the seat that is asked goes in.
Same seed, same number of iterations: the same net. --minutes is a bound on the time, --iterations one on the work.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

import numpy as np

import billions

GAME = "one-billion-users"
HIDDEN = 64
STEPS = 32  # decisions of each game between two updates
MINIBATCHES = 4
EPOCHS = 2
CLIP = 0.2
LAMBDA = 0.95
ENTROPY = 0.01


class Adam:
    """Kingma and Ba, 2015. Of a large table only the rows that were used are touched."""

    def __init__(self, value: np.ndarray, rate: float) -> None:
        self.value, self.rate = value, rate
        self.mean, self.square = np.zeros_like(value), np.zeros_like(value)
        self.steps = 0

    def step(self, gradient: np.ndarray, rows: "np.ndarray | slice" = slice(None)) -> None:
        self.steps += 1
        self.mean[rows] = 0.9 * self.mean[rows] + 0.1 * gradient
        self.square[rows] = 0.999 * self.square[rows] + 0.001 * gradient * gradient
        correction = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        self.value[rows] -= self.rate * correction * self.mean[rows] / (np.sqrt(self.square[rows]) + 1e-8)


class Policy:
    """Small numbers in, a probability for each legal action and the expected reward out."""

    def __init__(self, rules: billions.Ruleset, rng: np.random.Generator) -> None:
        size = rules.observation_size
        self.shrunk = np.log1p(np.arange(65536, dtype=np.float32))  # users and counts differ by orders of magnitude
        self.most = self.shrunk[rules.most]
        scale = np.float32(1 / np.sqrt(size))
        self.parameters = {
            "weights": (rng.standard_normal((size, HIDDEN)) * 2 * scale).astype(np.float32),
            "bias": np.zeros(HIDDEN, np.float32),
            "actions": (rng.standard_normal((rules.actions, HIDDEN)) * 0.01).astype(np.float32),
            "liking": np.zeros(rules.actions, np.float32),
            "value": np.zeros(HIDDEN, np.float32),
            "value_bias": np.zeros(1, np.float32),
        }

    def inputs(self, observation: np.ndarray) -> np.ndarray:
        return self.shrunk[observation] / self.most

    def hidden(self, inputs: np.ndarray) -> np.ndarray:
        return np.maximum(inputs @ self.parameters["weights"] + self.parameters["bias"], 0)

    def scores(self, hidden: np.ndarray, actions: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """The logarithms of the probabilities of all legal actions, those of one decision after those of the other."""
        rows = np.repeat(np.arange(len(counts)), counts)
        score = np.einsum("ph,ph->p", hidden[rows], self.parameters["actions"][actions]) + self.parameters["liking"][actions]
        first = np.cumsum(counts) - counts
        score -= np.maximum.reduceat(score, first)[rows]
        return score - np.log(np.add.reduceat(np.exp(score), first))[rows]

    def values(self, hidden: np.ndarray) -> np.ndarray:
        return hidden @ self.parameters["value"] + self.parameters["value_bias"]


def listed(batches: "list[billions.Batch]") -> "tuple[np.ndarray, np.ndarray]":
    """The legal actions of all games, one after the other, and how many each has."""
    counts = np.concatenate([batch.legal_count for batch in batches])
    actions = np.concatenate([batch.legal[np.arange(batch.legal.shape[1]) < batch.legal_count[:, None]] for batch in batches])
    return actions, counts


def sample(logarithms: np.ndarray, counts: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Where in the list the chosen ones stand: the largest of logarithm and Gumbel noise."""
    noisy = logarithms + rng.gumbel(size=len(logarithms))
    first = np.cumsum(counts) - counts
    best = np.maximum.reduceat(noisy, first)
    return np.flatnonzero(noisy == np.repeat(best, counts))


class Players:
    """Games in which the policy sits at seat 0, and games in which it sits at seat 1."""

    def __init__(self, games: int, opponent: str, seed: int) -> None:
        self.envs = [billions.VectorEnv(GAME, games // 2, seats=2, bots={1 - seat: opponent}, mask=False) for seat in (0, 1)]
        self.batches = [env.reset(seed=2 * seed + i) for i, env in enumerate(self.envs)]

    def observation(self) -> np.ndarray:
        return np.concatenate([batch.observation for batch in self.batches])

    def step(self, actions: np.ndarray) -> "tuple[np.ndarray, np.ndarray]":
        half = len(actions) // 2
        self.batches = [env.step(part) for env, part in zip(self.envs, (actions[:half], actions[half:]))]
        reward = np.concatenate([batch.reward[:, seat] for seat, batch in enumerate(self.batches)])
        return reward, np.concatenate([batch.over for batch in self.batches])


def play(policy: Policy, players: Players, rng: np.random.Generator) -> dict:
    """STEPS decisions of every game."""
    kept = {name: [] for name in ("observation", "actions", "counts", "chosen", "logarithm", "value", "reward", "over")}
    for _ in range(STEPS):
        observation = players.observation()
        actions, counts = listed(players.batches)
        hidden = policy.hidden(policy.inputs(observation))
        logarithms = policy.scores(hidden, actions, counts)
        chosen = sample(logarithms, counts, rng)
        reward, over = players.step(actions[chosen])
        first = np.cumsum(counts) - counts
        for name, value in zip(
            kept, (observation, actions, counts, chosen - first, logarithms[chosen], policy.values(hidden), reward, over)
        ):
            kept[name].append(value)
    last = policy.values(policy.hidden(policy.inputs(players.observation())))
    advantage = np.zeros((STEPS, len(last)), np.float32)
    carried = np.zeros(len(last), np.float32)
    for t in reversed(range(STEPS)):
        after = last if t == STEPS - 1 else kept["value"][t + 1]
        goes_on = 1 - kept["over"][t].astype(np.float32)
        carried = kept["reward"][t] + goes_on * after - kept["value"][t] + LAMBDA * goes_on * carried
        advantage[t] = carried
    kept["advantage"] = list(advantage)
    kept["target"] = list(advantage + np.stack(kept["value"]))
    return kept


def learn(policy: Policy, kept: dict, adam: "dict[str, Adam]", rng: np.random.Generator) -> None:
    """One update from what was played."""
    counts = np.concatenate(kept["counts"])
    actions = np.concatenate(kept["actions"])
    observation = np.concatenate(kept["observation"])
    chosen, old, advantage, target = (np.concatenate(kept[k]) for k in ("chosen", "logarithm", "advantage", "target"))
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    first = np.cumsum(counts) - counts
    for _ in range(EPOCHS):
        for rows in np.array_split(rng.permutation(len(counts)), MINIBATCHES):
            n = counts[rows]
            here = np.cumsum(n) - n
            pairs = np.repeat(first[rows] - here, n) + np.arange(n.sum())
            update(policy, adam, observation[rows], actions[pairs], n, here + chosen[rows], old[rows], advantage[rows], target[rows])


def update(policy, adam, observation, actions, counts, chosen, old, advantage, target) -> None:
    p = policy.parameters
    size = np.float32(len(counts))
    inputs = policy.inputs(observation)
    hidden = policy.hidden(inputs)
    logarithms = policy.scores(hidden, actions, counts)
    probability = np.exp(logarithms)
    rows = np.repeat(np.arange(len(counts)), counts)
    first = np.cumsum(counts) - counts
    ratio = np.exp(logarithms[chosen] - old)
    pushed = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * ratio * advantage
    score = probability * pushed[rows]  # gradient of the loss in each score
    score[chosen] -= pushed
    plain = np.add.reduceat(probability * logarithms, first)
    score += ENTROPY * probability * (logarithms - plain[rows])
    score /= size
    wrong = (policy.values(hidden) - target) / size
    of_hidden = np.add.reduceat(score[:, None] * p["actions"][actions], first, axis=0) + 0.5 * wrong[:, None] * p["value"]
    used, which = np.unique(actions, return_inverse=True)
    of_actions = np.zeros((len(used), HIDDEN), np.float32)
    np.add.at(of_actions, which, score[:, None] * hidden[rows])
    of_hidden *= hidden > 0
    adam["value"].step(0.5 * hidden.T @ wrong)
    adam["value_bias"].step(0.5 * wrong.sum(keepdims=True))
    adam["weights"].step(inputs.T @ of_hidden)
    adam["bias"].step(of_hidden.sum(axis=0))
    adam["actions"].step(of_actions, used)
    adam["liking"].step(np.bincount(which, score, len(used)).astype(np.float32), used)


def measure(policy: Policy, opponent: str, games: int, seed: int) -> "tuple[int, int, int]":
    """Games won, drawn and lost, the more likely action always taken; as many from each seat. In every place of the batch the first
    game counts and no later one, so that short games do not count more often."""
    players = Players(games, opponent, seed)
    done = np.zeros(games, bool)
    rewards = np.zeros(games, np.float32)
    while not done.all():
        actions, counts = listed(players.batches)
        logarithms = policy.scores(policy.hidden(policy.inputs(players.observation())), actions, counts)
        first = np.cumsum(counts) - counts
        best = np.repeat(np.maximum.reduceat(logarithms, first), counts)
        _, where = np.unique(np.repeat(np.arange(len(counts)), counts)[logarithms == best], return_index=True)
        reward, over = players.step(actions[np.flatnonzero(logarithms == best)[where]])
        rewards[over & ~done] = reward[over & ~done]
        done |= over
    return int((rewards > 0).sum()), int((rewards == 0).sum()), int((rewards < 0).sum())


def wilson(won: int, of: int) -> "tuple[float, float]":
    """The interval that holds the true share in 95 of 100 cases (Wilson, 1927)."""
    z, share = 1.96, won / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * np.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return middle - half, middle + half


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=25, help="train at most so long (25)")
    parser.add_argument("--iterations", type=int, default=10**9, help="and so many updates")
    parser.add_argument("--games", type=int, default=256, help="games that are played at once (256)")
    parser.add_argument("--opponent", default="random", help='a built-in bot to learn against ("random")')
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--measure", type=int, default=2000, help="games of the last measurement (2000)")
    parser.add_argument("--curve", help="write the curve here, a line of JSON for each measurement")
    parser.add_argument("--out", help="write the net here (.npz)")
    wish = parser.parse_args()
    if wish.games < 2 or wish.games % 2 or wish.measure < 2 or wish.measure % 2:
        parser.error("--games and --measure are even numbers from 2: half of the games are played from either seat")
    rng = np.random.default_rng(wish.seed)
    policy = Policy(billions.Ruleset(GAME, 2), rng)
    adam = {name: Adam(value, 1e-3) for name, value in policy.parameters.items()}
    players = Players(wish.games, wish.opponent, wish.seed)
    curve = open(wish.curve, "w") if wish.curve else None
    begun = time.monotonic()
    iteration, decisions = 0, 0
    while iteration < wish.iterations and time.monotonic() - begun < 60 * wish.minutes:
        learn(policy, play(policy, players, rng), adam, rng)
        iteration += 1
        decisions += STEPS * wish.games
        if iteration % 50 == 0:
            won, drawn, lost = measure(policy, wish.opponent, 500, seed=10**6)
            minutes = (time.monotonic() - begun) / 60
            print(f"{minutes:5.1f} min  {iteration:5} updates  {decisions:9} decisions  won {won / 5:.1f} % of 500", flush=True)
            if curve:
                print(json.dumps(dict(minutes=round(minutes, 2), updates=iteration, decisions=decisions, won=won / 500)), file=curve, flush=True)
    won, drawn, lost = measure(policy, wish.opponent, wish.measure, seed=2 * 10**6)
    low, high = wilson(won, wish.measure)
    print(f"{won} won, {drawn} drawn, {lost} lost of {wish.measure} against {wish.opponent}: {100 * won / wish.measure:.1f} % "
          f"({100 * low:.1f} to {100 * high:.1f})")
    if wish.out:
        np.savez_compressed(wish.out, **policy.parameters)
    return 0


if __name__ == "__main__":
    sys.exit(main())
