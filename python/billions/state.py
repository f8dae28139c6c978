"""One game at a time, for search: copied, continued, and redealt from what a seat sees."""

from __future__ import annotations

import ctypes
import json
from typing import Any, NamedTuple

import numpy as np

from . import _native, _svg
from ._native import EVERYBODY, OVER, SPECTATOR, lib
from .game import GameError, Ruleset, whole, word

_REFUSED = {1: "is no action: they go from 0 to {last}", 2: "is not legal now"}


class Outcome(NamedTuple):
    """The result of a game by seat, now or at its end: ``reward`` float32, 1 for the first place, -1 for the last, in sum 0;
    ``points`` int32; ``places`` uint8, from 1."""

    reward: np.ndarray
    points: np.ndarray
    places: np.ndarray


class State:
    """One game. It can be copied, and pickled: by its position, with the same chance to come.

    >>> state = State(Ruleset("six-billion", seats=2), seed=1)
    >>> while not state.over:
    ...     state.apply(state.ask("random", seed=1))
    >>> sorted(state.outcome().places.tolist())
    [1, 2]
    """

    def __init__(self, rules: Ruleset, seed: "int | str" = 0) -> None:
        """The beginning of a game; the same rules and seed begin the same one."""
        if not isinstance(rules, Ruleset):
            raise TypeError(f"A state is made of a Ruleset, and not of {rules!r}.")
        chance = _native.seed_bytes(seed)
        self._take(rules, lib.bil_state_new(rules._pointer, chance), bytes(chance))

    def _take(self, rules: Ruleset, pointer: "int | None", chance: bytes) -> None:
        self._pointer = pointer
        if not pointer:
            raise MemoryError("There is not enough memory for a game.")
        self.rules = rules
        self._chance = chance  # the seed of what chance decides from here on

    @classmethod
    def _of(cls, rules: Ruleset, pointer: "int | None", chance: bytes) -> "State":
        self = cls.__new__(cls)
        self._take(rules, pointer, chance)
        return self

    @classmethod
    def _read(cls, rules: Ruleset, document: str, chance: bytes) -> "State":
        """What ``position`` wrote, with that chance to come."""
        text, error = document.encode(), _native.Error()
        pointer = lib.bil_state_read(rules._pointer, text, len(text), chance, ctypes.byref(error))
        if not pointer:
            raise GameError(error.text.decode())
        return cls._of(rules, pointer, chance)

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            lib.bil_state_free(self._pointer)

    def copy(self) -> "State":
        """The same state, with the same chance to come."""
        return State._of(self.rules, lib.bil_state_copy(self._pointer), self._chance)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "State":
        return self.copy()

    def __reduce__(self) -> "tuple[Any, tuple[Ruleset, str, bytes]]":
        document = _native.text_of(lib.bil_state_position, self._pointer, EVERYBODY)
        return State._read, (self.rules, document, self._chance)

    def deal(self, seat: int, seed: "int | str") -> "State":
        """A world that fits all that a seat (or ``SPECTATOR``) knows, each of them equally likely; its future is another, too."""
        seat = self._viewer(seat, SPECTATOR)
        chance = _native.seed_bytes(seed)
        return State._of(self.rules, lib.bil_state_deal(self._pointer, seat, chance), bytes(chance))

    @property
    def actor(self) -> int:
        """The seat that is asked, from 0; ``OVER`` (-1) when the game is over."""
        return lib.bil_state_actor(self._pointer)

    @property
    def over(self) -> bool:
        return self.actor == OVER

    def legal(self) -> np.ndarray:
        """int32: the actions that the asked seat may choose among, ascending; empty when the game is over."""
        actions = np.empty(self.rules.max_legal, np.int32)
        return actions[: lib.bil_state_legal(self._pointer, actions.ctypes.data)].copy()

    def mask(self) -> np.ndarray:
        """int8 ``(actions,)``: 1 where an action is legal."""
        mask = np.zeros(self.rules.actions, np.int8)
        mask[self.legal()] = 1
        return mask

    def apply(self, action: int) -> None:
        """Carries an action out. One that is not legal raises GameError and changes nothing."""
        action = whole(action, "An action", -(2**63), 2**63)
        refused = lib.bil_state_apply(self._pointer, action if 0 <= action < self.rules.actions else -1)
        if refused:
            raise GameError(f"{action} " + _REFUSED[refused].format(last=self.rules.actions - 1) + ".")

    def settle(self) -> int:
        """Carries out what is no choice, until somebody has one or the game is over. Returns how many actions that were."""
        return lib.bil_state_settle(self._pointer)

    def _viewer(self, viewer: "int | None", least: int) -> int:
        viewer = self.actor if viewer is None else whole(viewer, "A seat", -(2**31))
        if not least <= viewer < self.rules.seats:
            raise GameError(f"There is no seat {viewer}: they are 0 to {self.rules.seats - 1}.")
        return viewer

    def observe(self, viewer: "int | None" = None, out: "np.ndarray | None" = None) -> np.ndarray:
        """uint16 ``(observation_size,)``: what a seat sees (None: the asked seat), ``SPECTATOR``, or ``EVERYBODY``: every hand
        and pile, as no player may see."""
        viewer = self._viewer(viewer, EVERYBODY)
        if out is None:
            out = np.empty(self.rules.observation_size, np.uint16)
        elif out.shape != (self.rules.observation_size,) or out.dtype != np.uint16 or not out.flags.c_contiguous:
            raise ValueError(f"`out` must be a contiguous uint16 array of shape ({self.rules.observation_size},).")
        lib.bil_state_observe(self._pointer, viewer, out.ctypes.data)
        return out

    def outcome(self) -> Outcome:
        """The result as if the game ended now, by all cards, hidden ones too (a Hidden Agenda counts): before the end of a game a
        player may ask this of worlds that were dealt for its seat (``deal``), not of the game itself."""
        seats = self.rules.seats
        outcome = Outcome(np.empty(seats, np.float32), np.empty(seats, np.int32), np.empty(seats, np.uint8))
        lib.bil_state_outcome(self._pointer, *(array.ctypes.data for array in outcome))
        return outcome

    def ask(self, bot: str, seed: "int | str" = 0) -> int:
        """What a built-in bot ("greedy", "search:ms=50") would do for the asked seat. It sees the view of that seat alone."""
        error = _native.Error()
        action = lib.bil_state_ask(self._pointer, word(bot, "A bot"), _native.seed_bytes(seed), ctypes.byref(error))
        if action < 0:
            raise GameError(error.text.decode())
        return action

    def text(self, action: int) -> str:
        """An action as records write it: "draw deck"."""
        number = whole(action, "An action", 0, self.rules.actions - 1)
        return _native.text_of(lib.bil_state_action_text, self._pointer, number)

    def read(self, text: str) -> int:
        """The legal action that a line means, forgiving in case and words left out."""
        error = _native.Error()
        action = lib.bil_state_action_read(self._pointer, word(text, "A line"), ctypes.byref(error))
        if action < 0:
            raise GameError(error.text.decode())
        return action

    def draw(self, viewer: "int | None" = None, columns: int = 100) -> str:
        """The board as a viewer sees it, in lines of text."""
        viewer = self._viewer(viewer, EVERYBODY)
        return _native.text_of(lib.bil_state_draw, self._pointer, viewer, whole(columns, "The number of columns", 1, 1000))

    def svg(self, viewer: "int | None" = None, columns: int = 100) -> str:
        """The same board as a picture, an SVG document."""
        return _svg.board(self.draw(viewer, columns))

    def _repr_svg_(self) -> str:  # what a notebook shows of it
        return self.svg(SPECTATOR if self.over else self.actor)

    def position(self, viewer: "int | None" = None) -> "dict[str, Any]":
        """The position as a viewer sees it, as docs/positions.md describes it."""
        viewer = self._viewer(viewer, EVERYBODY)
        return json.loads(_native.text_of(lib.bil_state_position, self._pointer, viewer))

    @classmethod
    def from_position(cls, rules: Ruleset, document: "dict[str, Any]", seed: "int | str" = 0) -> "State":
        """The state of such a document; of a view one of the worlds that fit it, by the seed."""
        return cls._read(rules, json.dumps(document), bytes(_native.seed_bytes(seed)))

    def __str__(self) -> str:
        return self.draw(SPECTATOR if self.over else self.actor)
