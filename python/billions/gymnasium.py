"""A Gymnasium environment: one seat learns, built-in bots play the others.

>>> import gymnasium, billions.gymnasium
>>> env = gymnasium.make("Billions-v0", game="one-billion-users", seats=2, bots="greedy")
>>> observation, info = env.reset(seed=1)

Observations and rewards are those of ``billions.pettingzoo``. Needs the package ``gymnasium``.
"""

from __future__ import annotations

from typing import Any, Mapping

import gymnasium
import numpy as np

from ._turns import Turns, observation_space, others
from .game import Edition, GameError


class BillionsEnv(gymnasium.Env):
    """One seat against bots.

    An action that is not legal changes nothing: the same decision is shown again, and ``info["refused"]`` says why. With
    ``illegal="lose"`` it ends the game with reward -1.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        game: str = "one-billion-users",
        seats: int = 2,
        seat: int = 0,
        bots: "str | Mapping[int, str]" = "random",
        settings: "Mapping[str, object] | None" = None,
        edition: Edition = None,
        illegal: str = "refuse",
        render_mode: "str | None" = None,
    ) -> None:
        """``bots``: who plays the other seats, one name for all or a name for each."""
        if illegal not in ("refuse", "lose"):
            raise ValueError(f'`illegal` is "refuse" or "lose", and not {illegal!r}.')
        self._turns = Turns(game, seats, settings, edition)
        self.rules = self._turns.rules
        self.seat = seat
        self._bots = others(bots, seat, seats)
        self._illegal = illegal
        self.render_mode = render_mode
        self.observation_space = observation_space(self.rules)
        self.action_space = gymnasium.spaces.Discrete(self.rules.actions)

    def _go_on(self) -> None:
        """Lets bots play until the learner is asked or the game is over."""
        state = self._turns.playing()
        while not state.over and state.actor != self.seat:
            self._turns.apply(state.ask(self._bots[state.actor], int(self.np_random.integers(2**63))))

    def reset(self, *, seed: "int | None" = None, options: "dict[str, Any] | None" = None):
        super().reset(seed=seed)
        while True:  # until a game asks the learner before it ends
            self._turns.begin(int(self.np_random.integers(2**63)))
            self._go_on()
            if not self._turns.playing().over:
                break
        return self._turns.observe(self.seat), {}

    def step(self, action: int):
        state = self._turns.playing()
        info: "dict[str, Any]" = {}
        reward, over = 0.0, state.over
        try:
            self._turns.apply(action)
        except GameError as error:
            info["refused"] = str(error)
            if self._illegal == "lose":
                reward, over = -1.0, True
            return self._turns.observe(self.seat), reward, over, False, info
        self._go_on()
        if state.over:
            outcome = state.outcome()
            reward, over = float(outcome.reward[self.seat]), True
            info["points"], info["places"] = outcome.points, outcome.places
        if self.render_mode == "human":
            self.render()
        return self._turns.observe(self.seat), reward, over, False, info

    def render(self) -> "str | None":
        board = self._turns.playing().draw(self.seat)
        if self.render_mode == "human":
            print(board)
            return None
        return board


gymnasium.register(id="Billions-v0", entry_point="billions.gymnasium:BillionsEnv")
