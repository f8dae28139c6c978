"""A native environment for PufferLib: N games at once, each with one learner among built-in bots, written into PufferLib's own buffers.

>>> from billions.pufferlib import PufferBillions
>>> env = PufferBillions(game="six-billion", games=64, seats=3, bots="greedy")

PufferLib knows no masks, and most of the many actions are never legal. So an action here is a *place in the list of legal actions*, from 0
to ``max_legal - 1``, and the list comes after the observation: observation row = ``observation_size`` numbers of what the seat sees,
then ``max_legal`` numbers, the legal actions plus 1, 0 where there is none. A place behind the last one counts round from the first, so that
every action of the space may be taken. Needs the package ``pufferlib``.
"""

from __future__ import annotations

from typing import Mapping

import gymnasium
import numpy as np
import pufferlib

from ._turns import others
from .game import Edition
from .vector import VectorEnv


class PufferBillions(pufferlib.PufferEnv):
    """``games`` games, whose learner sits at ``seat``. Rewards are those of :class:`billions.VectorEnv`; ``info`` has the points and the
    place of the learner, in the mean over the games that have ended since it was given last (every ``report`` steps)."""

    def __init__(
        self,
        game: str = "one-billion-users",
        games: int = 64,
        seats: int = 2,
        seat: int = 0,
        bots: "str | Mapping[int, str]" = "random",
        settings: "Mapping[str, object] | None" = None,
        edition: Edition = None,
        threads: int = 1,
        report: int = 128,
        buf: object = None,
        seed: int = 0,
    ) -> None:
        self._env = VectorEnv(game, games, seats, threads, others(bots, seat, seats), settings, edition, mask=False)
        rules = self._env.rules
        self.rules, self.seat, self._report = rules, seat, report
        self._seed: "int | None" = seed
        most = max(int(np.iinfo(np.uint16).max), rules.actions + 1)
        width = rules.observation_size + rules.max_legal
        self.single_observation_space = gymnasium.spaces.Box(0, most, (width,), np.int32)
        self.single_action_space = gymnasium.spaces.Discrete(rules.max_legal)
        self.num_agents = games
        self._rows = np.arange(games)
        self._forget()
        super().__init__(buf)

    def _forget(self) -> None:
        self._steps, self._ended, self._points, self._places = 0, 0, 0, 0

    def _show(self) -> None:
        batch, seen = self._env.batch, self.rules.observation_size
        self.observations[:, :seen] = batch.observation
        np.add(batch.legal, 1, out=self.observations[:, seen:], casting="unsafe")

    def reset(self, seed: "int | None" = None):
        self._env.reset(self._seed if seed is None else seed)
        self._seed = None  # without another seed the sequence goes on
        self._forget()
        self._show()
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        return self.observations, []

    def step(self, actions: np.ndarray):
        before = self._env.batch
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"Actions are whole numbers, and not {actions.dtype}.")
        places = actions.reshape(self.num_agents) % before.legal_count
        batch = self._env.step(before.legal[self._rows, places])
        self._show()
        self.rewards[:] = batch.reward[:, self.seat]
        self.terminals[:] = batch.over
        self.truncations[:] = False
        ended = int(batch.over.sum())
        if ended:
            self._ended += ended
            self._points += int(batch.points[batch.over, self.seat].sum())
            self._places += int(batch.places[batch.over, self.seat].sum())
        self._steps += 1
        infos = []
        if self._steps >= self._report and self._ended:
            infos.append({"games": self._ended, "points": self._points / self._ended, "place": self._places / self._ended})
            self._forget()
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        pass
