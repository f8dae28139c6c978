"""What the adapters share: a game in terms of agents' names, as PettingZoo and Gymnasium count."""

from __future__ import annotations

import ctypes
from typing import Mapping

import numpy as np

from . import _native
from ._native import lib
from .game import Edition, GameError, Ruleset
from .state import State


class Turns:
    """One game after the other; forced actions are carried out by themselves."""

    def __init__(self, game: str, seats: int, settings: "Mapping[str, object] | None", edition: Edition) -> None:
        self.rules = Ruleset(game, seats, settings, edition)
        self._rng = np.random.default_rng()
        self.state: "State | None" = None
        self._no_mask = np.zeros(self.rules.actions, np.int8)
        self._no_mask.flags.writeable = False

    def begin(self, seed: "int | None") -> None:
        """Without a seed the next game of the sequence that the last seed began."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.state = State(self.rules, int(self._rng.integers(2**63)))
        self.state.settle()

    def playing(self) -> State:
        if self.state is None:
            raise GameError("The game has not begun: call reset() first.")
        return self.state

    def apply(self, action: int) -> None:
        state = self.playing()
        state.apply(action)
        state.settle()

    def mask(self, seat: int) -> np.ndarray:
        """int8 (actions,): 1 where an action is legal for a seat now; none is unless it is asked."""
        state = self.playing()
        return state.mask() if state.actor == seat else self._no_mask.copy()

    def observe(self, seat: int) -> "dict[str, np.ndarray]":
        return {"observation": self.playing().observe(seat), "action_mask": self.mask(seat)}


def check_bot(name: str) -> None:
    """Raises GameError if there is no bot of that name."""
    error = _native.Error()
    if not lib.bil_bot_find(name.encode(), ctypes.byref(error)):
        raise GameError(error.text.decode())


def others(bots: "str | Mapping[int, str]", seat: int, seats: int) -> "dict[int, str]":
    """Who plays the seats beside a learner's: one name for all or a name for each. Raises GameError if that cannot be."""
    if not 0 <= seat < seats:
        raise GameError(f"There is no seat {seat}: they are 0 to {seats - 1}.")
    for other in range(seats):
        if other != seat and not isinstance(bots, str) and other not in bots:
            raise GameError(f"Nobody plays seat {other}: bots names who plays each of the seats 0 to {seats - 1} but {seat}, or is one name for all.")
    named = {s: bots if isinstance(bots, str) else bots[s] for s in range(seats) if s != seat}
    for name in named.values():
        check_bot(name)
    return named


def observation_space(rules: Ruleset):
    """A Gymnasium space of what ``observe`` returns."""
    from gymnasium import spaces

    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros(rules.observation_size, np.uint16), rules.most, dtype=np.uint16),
            "action_mask": spaces.Box(0, 1, (rules.actions,), np.int8),
        }
    )
