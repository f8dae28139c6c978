"""Games and their rules: which there are, and how long the arrays are that stand for what a seat sees and may do."""

from __future__ import annotations

import ctypes
import json
import operator
import os
from typing import Any, Mapping, NamedTuple, Union

import numpy as np

from . import _native
from ._native import lib

Edition = Union[str, os.PathLike[str], Mapping[str, Any], None]


class GameError(ValueError):
    """What was asked for cannot be; the text says why, and what would be right."""


def whole(value: object, what: str, low: int, high: int = 2**31 - 1) -> int:
    """A whole number that a caller gave; else a sentence."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is a whole number, and not {value!r}.") from None
    if not low <= number <= high:
        raise GameError(f"{what} is a whole number from {low} to {high}, and not {number}.")
    return number


def word(value: object, what: str) -> bytes:
    """A text that a caller gave, as the library takes it."""
    if not isinstance(value, str) or "\0" in value:
        raise TypeError(f"{what} is a text, and not {value!r}.")
    return value.encode()


class GameInfo(NamedTuple):
    """A game that is built in."""

    id: str
    title: str
    min_seats: int
    max_seats: int


class Part(NamedTuple):
    """Numbers of an observation that lie side by side: ``observation[at : at + count]``, each from 0 to ``most``.

    ``name`` is the path of the member in a position document (``"platforms.2.hand.communities"``, seats from 1); in ``row``
    ``*`` means every entry of a list.
    """

    name: str
    row: str
    at: int
    count: int
    most: int


def games() -> "list[GameInfo]":
    """The games that are built in."""
    return [GameInfo(game.id.decode(), game.title.decode(), game.min_seats, game.max_seats) for game in _native.games()]


def _edition_text(edition: Edition) -> bytes:
    if isinstance(edition, Mapping):
        return json.dumps(edition).encode()
    if not isinstance(edition, (str, os.PathLike)):
        raise TypeError(f"An edition is the name of a file or its document, and not {edition!r}.")
    with open(edition, "rb") as file:
        return file.read()


class ConfigHolder:
    """A configuration as the library takes it, with all that it points to."""

    def __init__(self, seats: int, settings: "Mapping[str, object] | None", edition: Edition) -> None:
        self._texts = [(str(key).encode(), _setting(value)) for key, value in (settings or {}).items()]
        self._settings = (_native.Setting * max(1, len(self._texts)))(*self._texts)
        self._edition = None
        if edition is not None:
            text = _edition_text(edition)
            error = _native.Error()
            self._edition = lib.bil_json_read(text, len(text), b"edition", ctypes.byref(error))
            if not self._edition:
                raise GameError(error.text.decode())
        self.config = _native.Config(whole(seats, "The number of seats", -(2**31)), 0, self._edition, self._settings, len(self._texts), False)

    def __del__(self) -> None:
        if getattr(self, "_edition", None):
            lib.bil_json_free(self._edition)


def _setting(value: object) -> bytes:
    return (("on" if value else "off") if isinstance(value, bool) else str(value)).encode()


class Ruleset:
    """A game with its options and edition, ready to be played. Nothing of it changes; it can be copied and pickled.

    ``seats``; ``observation_size`` and ``bits``, the numbers of an observation and its bits; ``actions``, how many there are, and
    ``max_legal``, how many can be legal at once.

    >>> rules = Ruleset("one-billion-users", seats=4)
    >>> rules.observation_size, rules.actions
    (1526, 64651)
    """

    def __init__(
        self, game: str, seats: int = 2, settings: "Mapping[str, object] | None" = None, edition: Edition = None
    ) -> None:
        """``settings`` are the game's options by key (``billions rules GAME options`` lists them); ``edition`` a file or its document."""
        self._made_of = (game, seats, settings, edition)
        self._holder = ConfigHolder(seats, settings, edition)
        error = _native.Error()
        self._pointer = lib.bil_ruleset_new(word(game, "A game"), ctypes.byref(self._holder.config), ctypes.byref(error))
        if not self._pointer:
            raise GameError(error.text.decode())
        self._read_shape()

    def __copy__(self) -> "Ruleset":  # nothing of it ever changes
        return self

    def __deepcopy__(self, memo: object) -> "Ruleset":
        return self

    def __reduce__(self) -> "tuple[type, tuple[Any, ...]]":
        return Ruleset, self._made_of

    def _read_shape(self) -> None:
        shape = _native.Shape()
        lib.bil_ruleset_shape(self._pointer, ctypes.byref(shape))
        self.seats: int = shape.seats
        self.observation_size: int = shape.observation
        self.bits: int = shape.bits
        self.actions: int = shape.actions
        self.max_legal: int = shape.legal
        self._parts: "list[Part] | None" = None

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            lib.bil_ruleset_free(self._pointer)

    @property
    def parts(self) -> "list[Part]":
        """The parts of an observation in order; together they are the whole."""
        if self._parts is None:
            self._parts = []
            for i in range(lib.bil_ruleset_parts(self._pointer)):
                part = lib.bil_ruleset_part(self._pointer, i).contents
                self._parts.append(Part(part.name.decode(), part.row.decode(), part.at, part.count, part.most))
        return self._parts

    @property
    def most(self) -> np.ndarray:
        """uint16 ``(observation_size,)``: what each number of an observation is at most."""
        most = np.empty(self.observation_size, np.uint16)
        for part in self.parts:
            most[part.at : part.at + part.count] = part.most
        return most
