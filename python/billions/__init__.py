"""One Billion Users and 6 Billion for programs that learn and search.

* ``VectorEnv``: many games at once over shared numpy arrays.
* ``Ruleset`` and ``State``: one game, to copy, search, and redeal from what a seat sees.
* ``billions.pettingzoo``, ``billions.gymnasium``, ``billions.open_spiel``, ``billions.pufferlib``: the same for those libraries, which
  are imported only when one of these modules is.
* ``State.svg``: a position as a picture.

docs/python.md shows each of them, docs/learning.md says what an observation holds and how to compare players honestly; Debian's package
puts both into /usr/share/doc/python3-billions.
"""

from . import _native
from ._native import EVERYBODY, OVER, SPECTATOR
from .game import GameError, GameInfo, Part, Ruleset, games
from .state import Outcome, State
from .vector import ACCEPTED, NO_ACTION, NOT_LEGAL, Batch, VectorEnv

__version__: str = _native.lib.bil_version().decode()

__all__ = [
    "ACCEPTED",
    "Batch",
    "EVERYBODY",
    "GameError",
    "GameInfo",
    "NOT_LEGAL",
    "NO_ACTION",
    "OVER",
    "Outcome",
    "Part",
    "Ruleset",
    "SPECTATOR",
    "State",
    "VectorEnv",
    "games",
]
