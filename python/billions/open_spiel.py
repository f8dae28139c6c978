"""Games for OpenSpiel: importing this module registers ``billions_one_billion_users`` and ``billions_six_billion``.

>>> import pyspiel, billions.open_spiel
>>> game = pyspiel.load_game("billions_six_billion", {"players": 2})

Chance is within: a state draws a seed when it is made, and then the same actions lead to the same state (sampled stochastic, in
OpenSpiel's words). ``resample_from_infostate`` deals a world that fits what a player sees, each equally likely. Needs ``pyspiel``.
"""

from __future__ import annotations

import random

import numpy as np
import pyspiel

from .game import Ruleset, games
from .state import State


def _game_type(info) -> "pyspiel.GameType":
    return pyspiel.GameType(
        short_name="billions_" + info.id.replace("-", "_"),
        long_name=info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.max_seats,
        min_num_players=info.min_seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": info.min_seats},
    )


class BillionsState(pyspiel.State):
    """One game; forced actions are carried out by themselves."""

    def __init__(self, game: "pyspiel.Game", inner: "State | None" = None) -> None:
        super().__init__(game)
        self._game = game
        self._inner = inner or State(game.rules, random.getrandbits(64))
        self._inner.settle()

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self._inner.over else self._inner.actor

    def _legal_actions(self, player: int) -> "list[int]":
        return self._inner.legal().tolist()

    def _apply_action(self, action: int) -> None:
        self._inner.apply(action)
        self._inner.settle()

    def _action_to_string(self, player: int, action: int) -> str:
        return self._inner.text(action)

    def is_terminal(self) -> bool:
        return self._inner.over

    def returns(self) -> "list[float]":
        return self._inner.outcome().reward.tolist() if self._inner.over else [0.0] * self._game.rules.seats

    def observation_string(self, player: int) -> str:
        return self._inner.draw(player)

    def clone(self) -> "BillionsState":
        return BillionsState(self._game, self._inner.copy())

    def resample_from_infostate(self, player: int, probability_sampler=random.random) -> "BillionsState":
        """Another state that this player cannot tell from this one."""
        return BillionsState(self._game, self._inner.deal(player, int(probability_sampler() * 2**53)))

    def __str__(self) -> str:
        return self._inner.draw(-1)


class _Observer:
    """What a player sees, each number divided by the most that it can be."""

    def __init__(self, rules: Ruleset) -> None:
        self._most = rules.most.astype(np.float32)
        self.tensor = np.zeros(rules.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BillionsState, player: int) -> None:
        np.divide(state._inner.observe(player), self._most, out=self.tensor)

    def string_from(self, state: BillionsState, player: int) -> str:
        return state.observation_string(player)


def _register(info) -> type:
    kind = _game_type(info)

    class BillionsGame(pyspiel.Game):
        """A game with its default options."""

        def __init__(self, params: "dict | None" = None) -> None:
            seats = int((params or {}).get("players", info.min_seats))
            self.rules = Ruleset(info.id, seats)
            super().__init__(
                kind,
                pyspiel.GameInfo(
                    num_distinct_actions=self.rules.actions,
                    max_chance_outcomes=0,
                    num_players=seats,
                    min_utility=-1.0,
                    max_utility=1.0,
                    utility_sum=0.0,
                    max_game_length=100000,
                ),
                params or {},
            )

        def new_initial_state(self) -> BillionsState:
            return BillionsState(self)

        def make_py_observer(self, iig_obs_type=None, params=None) -> _Observer:
            return _Observer(self.rules)

    BillionsGame.__name__ = "".join(word.capitalize() for word in info.id.split("-"))
    pyspiel.register_game(kind, BillionsGame)
    return BillionsGame


GAMES = {info.id: _register(info) for info in games()}
