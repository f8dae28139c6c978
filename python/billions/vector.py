"""Many games at once: one call plays a decision in each of them, into arrays that are written over and never copied."""

from __future__ import annotations

import ctypes
import os
import secrets
import threading
from typing import Mapping, NamedTuple, NoReturn

import numpy as np

from . import _native
from ._native import lib
from .game import Edition, GameError, Ruleset, whole, word

ACCEPTED, NO_ACTION, NOT_LEGAL = 0, 1, 2


class Batch(NamedTuple):
    """The arrays of a batch of N games, of decisions that are open now. They belong to the environment, which overwrites them at
    every step, and are read-only; ``.copy()`` what is to last. What was not asked for is None."""

    observation: "np.ndarray | None"
    """uint16 (N, observation_size): what the actor sees."""
    floats: "np.ndarray | None"
    """float32 (N, observation_size): the same, each number divided by the most that it can be."""
    bits: "np.ndarray | None"
    """uint8 (N, bits): the same, each number in as many bits as it can need, the lowest first."""
    mask: "np.ndarray | None"
    """uint8 (N, actions): 1 where an action is legal."""
    legal: np.ndarray
    """int32 (N, max_legal): the legal actions, ascending; -1 behind the last."""
    legal_count: np.ndarray
    """int32 (N,)"""
    actor: np.ndarray
    """int8 (N,): the seat that is asked, from 0."""
    reward: np.ndarray
    """float32 (N, seats): 0, but at the end of a game 1 for the first place, -1 for the last; in sum 0."""
    over: np.ndarray
    """bool (N,): a game has ended in this step. All else shows the next one, which has begun; reward, points and places are those
    of the one that ended."""
    points: np.ndarray
    """int32 (N, seats): of the last game that has ended."""
    places: np.ndarray
    """uint8 (N, seats): so, too; from 1."""
    refused: np.ndarray
    """uint8 (N,): ACCEPTED; NO_ACTION or NOT_LEGAL where the action changed nothing, and the same decision is shown again."""
    privileged_observation: "np.ndarray | None"
    """uint16 (N, observation_size): every hand and pile, for critics. No seat sees this."""
    final_observation: "np.ndarray | None"
    """uint16 (N, seats, observation_size): what each seat sees at the end of the last game of the row that has ended; Gymnasium's
    ``final_obs``. New in the rows that are ``over``."""


class VectorEnv:
    """N games of one ruleset, which restart when they end. ``rules`` is the ruleset, ``games`` their number, ``batch`` the last
    arrays.

    It belongs to one caller at a time, in the process that made it. It is neither copied nor pickled.

    >>> env = VectorEnv("one-billion-users", games=8, seats=4)
    >>> batch = env.reset(seed=1)
    >>> rng = np.random.default_rng(1)
    >>> for _ in range(100):
    ...     batch = env.step(env.sample(rng))
    >>> batch.observation.shape
    (8, 1526)
    """

    def __init__(
        self,
        game: str,
        games: int,
        seats: int = 2,
        threads: int = 1,
        bots: "Mapping[int, str] | None" = None,
        settings: "Mapping[str, object] | None" = None,
        edition: Edition = None,
        forced: bool = False,
        observation: bool = True,
        floats: bool = False,
        bits: bool = False,
        mask: bool = True,
        privileged: bool = False,
        final_observation: bool = False,
    ) -> None:
        """``bots`` seats built-in bots (``{1: "greedy"}``), who play by themselves. ``forced``: decisions with one legal action are
        asked, too. ``observation``, ``floats``, ``bits``, ``mask``, ``privileged`` and ``final_observation`` say which arrays are
        wanted; without a mask the list of legal actions tells the same, and costs less."""
        self._pointer = None
        self.rules = Ruleset(game, seats, settings, edition)
        games, threads = whole(games, "The number of games", -(2**31)), whole(threads, "The number of threads", -(2**31))
        wish = _native.EnvWish(word(game, "A game"), self.rules._holder.config, games, threads)
        for seat, bot in (bots or {}).items():
            if not 0 <= whole(seat, "A seat", -(2**31)) < seats:
                raise GameError(f"There is no seat {seat} for {bot}: they are 0 to {seats - 1}.")
            wish.bot[seat] = word(bot, "A bot")
        wish.forced = forced
        error = _native.Error()
        self._pointer = lib.bil_env_new(ctypes.byref(wish), ctypes.byref(error))
        if not self._pointer:
            raise GameError(error.text.decode())
        self.games = games
        self._process, self._lock = os.getpid(), threading.Lock()
        self._make_arrays(observation, floats, bits, mask, privileged, final_observation)
        self._begun = False

    def _make_arrays(self, observation: bool, floats: bool, bits: bool, mask: bool, privileged: bool, final: bool) -> None:
        n, rules = self.games, self.rules
        written = {
            "observation": np.zeros((n, rules.observation_size), np.uint16) if observation or floats or bits else None,
            "floats": np.zeros((n, rules.observation_size), np.float32) if floats else None,
            "bits": np.zeros((n, rules.bits), np.uint8) if bits else None,
            "mask": np.zeros((n, rules.actions), np.uint8) if mask else None,
            "legal": np.zeros((n, rules.max_legal), np.int32),
            "legal_count": np.zeros(n, np.int32),
            "actor": np.zeros(n, np.int8),
            "reward": np.zeros((n, rules.seats), np.float32),
            "over": np.zeros(n, np.bool_),
            "points": np.zeros((n, rules.seats), np.int32),
            "places": np.zeros((n, rules.seats), np.uint8),
            "refused": np.zeros(n, np.uint8),
            "privileged_observation": np.zeros((n, rules.observation_size), np.uint16) if privileged else None,
            "final_observation": np.zeros((n, rules.seats, rules.observation_size), np.uint16) if final else None,
        }
        self._written = written
        self._arrays = _native.EnvArrays(*(None if a is None else a.ctypes.data for a in written.values()))
        shown = {}
        for name, array in written.items():
            if array is None or (name == "observation" and not observation):
                shown[name] = None
            else:
                shown[name] = array.view()
                shown[name].flags.writeable = False
        self.batch = Batch(**shown)
        self._rows = np.arange(n)

    def __del__(self) -> None:
        if getattr(self, "_pointer", None) and self._process == os.getpid():  # its threads live where it was made
            lib.bil_env_free(self._pointer)

    def __copy__(self) -> NoReturn:
        raise TypeError("A batch of games cannot be copied or pickled: make another one, and give it the same seed and actions.")

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__copy__()

    def __reduce__(self) -> NoReturn:
        self.__copy__()

    def _alone(self) -> None:
        """Takes the lock, which the caller gives back."""
        if self._process != os.getpid():
            raise GameError("This batch was made in another process, and so were its threads: make one here.")
        if not self._lock.acquire(blocking=False):
            raise GameError("Another thread is in the middle of a step of this batch: it belongs to one caller at a time.")

    def reset(self, seed: "int | str | None" = None) -> Batch:
        """All games begin, each with chance of its own by the seed and its number: the same seed, resets and actions give the same
        bytes, for any number of threads. As in Gymnasium, a seed is given once: without one each row goes on with the next game of
        the sequence that the last seed began, and the first reset without one takes a seed from the system."""
        if seed is None and not self._begun:
            seed = secrets.randbits(256)
        chance = None if seed is None else _native.seed_bytes(seed)
        self._alone()
        try:
            lib.bil_env_reset(self._pointer, chance, ctypes.byref(self._arrays))
        finally:
            self._lock.release()
        self._begun = True
        return self.batch

    def step(self, actions: np.ndarray) -> Batch:
        """One action for each game: whole numbers of shape (N,). What no action has as its number is refused (``refused``)."""
        if not self._begun:
            raise GameError("The games have not begun: call reset() first.")
        actions = np.asarray(actions)
        if actions.shape != (self.games,) or actions.dtype.kind not in "iu":
            raise ValueError(f"Actions are whole numbers of shape ({self.games},), and not {actions.dtype} of {actions.shape}.")
        there = (actions >= 0) & (actions < self.rules.actions)
        taken = np.ascontiguousarray(np.where(there, actions, -1), np.int32)
        self._alone()
        try:
            lib.bil_env_step(self._pointer, taken.ctypes.data, ctypes.byref(self._arrays))
        finally:
            self._lock.release()
        return self.batch

    def sample(self, rng: np.random.Generator) -> np.ndarray:
        """int32 (N,): a legal action for each game, every one equally likely."""
        if not self._begun:
            raise GameError("The games have not begun: call reset() first.")
        which = (rng.random(self.games) * self.batch.legal_count).astype(np.int64)
        return self.batch.legal[self._rows, which]
