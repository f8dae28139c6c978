"""PettingZoo environments: ``env()`` for agents in turn, ``parallel_env()`` for all at once.

Observations are ``{"observation": uint16 (observation_size,), "action_mask": int8 (actions,)}``; the mask is all 0 for agents
that are not asked. Rewards come at the end: 1 for the first place, -1 for the last, in sum 0. The order of turns is the game's own, and
irregular: others may be asked in the middle of somebody's turn. Needs the packages ``pettingzoo`` and ``gymnasium``.

>>> from billions import pettingzoo
>>> env = pettingzoo.env("one-billion-users", seats=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any, Mapping

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ._turns import Turns, observation_space
from .game import Edition

_RENDER_MODES = ["ansi", "human"]


class _Spaces:
    """Agents, their spaces, and the board in words: the same for both kinds."""

    def __init__(
        self,
        game: str = "one-billion-users",
        seats: int = 2,
        settings: "Mapping[str, object] | None" = None,
        edition: Edition = None,
        render_mode: "str | None" = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *_RENDER_MODES):
            raise ValueError(f"The render mode is one of {_RENDER_MODES} or None, and not {render_mode!r}.")
        self._turns = Turns(game, seats, settings, edition)
        self.rules = self._turns.rules
        self.render_mode = render_mode
        self.agents: "list[str]" = []
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.rules) for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.rules.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self.action_spaces[agent]

    def render(self) -> "str | None":
        """The board as the asked seat sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render mode: give render_mode to the constructor.")
            return None
        board = str(self._turns.playing())
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        pass


class raw_env(_Spaces, AECEnv):
    """Agents in turn. An action that is not legal raises ``billions.GameError`` and changes nothing."""

    metadata = {"name": "billions_v0", "render_modes": _RENDER_MODES, "is_parallelizable": False, "render_fps": 1}

    def reset(self, seed: "int | None" = None, options: "dict[str, Any] | None" = None) -> None:
        self._turns.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: "dict[str, dict[str, Any]]" = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        state = self._turns.playing()
        if not state.over:
            self.agent_selection = self.possible_agents[state.actor]
            return
        for agent, reward in zip(self.possible_agents, state.outcome().reward.tolist()):
            self.rewards[agent] = reward
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> "dict[str, np.ndarray]":
        return self._turns.observe(self._seat[agent])

    def step(self, action: "int | None") -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._turns.apply(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


def env(
    game: str = "one-billion-users",
    seats: int = 2,
    settings: "Mapping[str, object] | None" = None,
    edition: Edition = None,
    render_mode: "str | None" = None,
) -> AECEnv:
    """The same with PettingZoo's usual wrappers: an action that is not legal loses the game for who took it (-1) and ends it."""
    wrapped: AECEnv = raw_env(game, seats, settings, edition, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class parallel_env(_Spaces, ParallelEnv):
    """All agents at once: what the one that is asked does counts, what the others give is ignored (their masks are all 0)."""

    metadata = {"name": "billions_v0", "render_modes": _RENDER_MODES, "render_fps": 1}

    def _observations(self) -> "dict[str, dict[str, np.ndarray]]":
        return {agent: self._turns.observe(seat) for agent, seat in self._seat.items()}

    def reset(self, seed: "int | None" = None, options: "dict[str, Any] | None" = None):
        self._turns.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: "Mapping[str, int]"):
        state = self._turns.playing()
        asked = self.possible_agents[state.actor]
        if asked not in actions:
            raise ValueError(f"{asked} is asked, and there is no action of it.")
        self._turns.apply(actions[asked])
        over = state.over
        rewards = state.outcome().reward.tolist() if over else [0.0] * len(self.possible_agents)
        agents = self.agents
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(agents, rewards)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )
