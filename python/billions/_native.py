"""The shared library behind this package: finds it, and says to ctypes what its functions take.

Must never hold logic of its own. The layouts here are those of the headers in ``include/billions``; the tests compare them.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import pathlib

SONAME = "libbillions.so.0"
LEVEL = "x86-64-v3"  # the folder of the library for processors with AVX2 and BMI2

SEED_BYTES = 32
MAX_SEATS = 6
OVER = -1
SPECTATOR = -1
EVERYBODY = -2


class Error(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 512)]


class Setting(ctypes.Structure):
    _fields_ = [("key", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class Config(ctypes.Structure):
    _fields_ = [
        ("seats", ctypes.c_int),
        ("revision", ctypes.c_int),
        ("edition", ctypes.c_void_p),
        ("settings", ctypes.POINTER(Setting)),
        ("setting_count", ctypes.c_int),
        ("fast", ctypes.c_bool),
    ]


class Game(ctypes.Structure):
    """The beginning of ``struct bil_game``; the rest is for C."""

    _fields_ = [
        ("id", ctypes.c_char_p),
        ("title", ctypes.c_char_p),
        ("summary", ctypes.c_char_p),
        ("min_seats", ctypes.c_int),
        ("max_seats", ctypes.c_int),
    ]


class Shape(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("seats", "observation", "bits", "actions", "legal")]


class Observed(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char * 96),
        ("row", ctypes.c_char * 96),
        ("at", ctypes.c_int),
        ("count", ctypes.c_int),
        ("most", ctypes.c_int),
    ]


class Text(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_char_p),
        ("length", ctypes.c_size_t),
        ("capacity", ctypes.c_size_t),
        ("json_depth", ctypes.c_uint32),
        ("json_filled", ctypes.c_uint64),
        ("json_after_key", ctypes.c_bool),
    ]


class EnvWish(ctypes.Structure):
    _fields_ = [
        ("game", ctypes.c_char_p),
        ("config", Config),
        ("games", ctypes.c_int),
        ("threads", ctypes.c_int),
        ("bot", ctypes.c_char_p * MAX_SEATS),
        ("forced", ctypes.c_bool),
    ]


ENV_ARRAYS = (
    "observation",
    "floats",
    "bits",
    "mask",
    "legal",
    "legal_count",
    "actor",
    "reward",
    "over",
    "points",
    "places",
    "refused",
    "privileged_observation",
    "final_observation",
)


class EnvArrays(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ENV_ARRAYS]


_P = ctypes.c_void_p
_S = ctypes.c_char_p
_I = ctypes.c_int
_A = ctypes.c_int32
_ERROR = ctypes.POINTER(Error)
_TEXT = ctypes.POINTER(Text)

# What each function returns and takes.
_FUNCTIONS = {
    "bil_version": (_S, []),
    "bil_seed_from_text": (None, [_S, _P]),
    "bil_text_free": (None, [_TEXT]),
    "bil_json_read": (_P, [_S, ctypes.c_size_t, _S, _ERROR]),
    "bil_json_free": (None, [_P]),
    "bil_bot_find": (_P, [_S, _ERROR]),
    "bil_ruleset_new": (_P, [_S, ctypes.POINTER(Config), _ERROR]),
    "bil_ruleset_free": (None, [_P]),
    "bil_ruleset_shape": (None, [_P, ctypes.POINTER(Shape)]),
    "bil_ruleset_parts": (_I, [_P]),
    "bil_ruleset_part": (ctypes.POINTER(Observed), [_P, _I]),
    "bil_ruleset_floats": (None, [_P, _P, _P]),
    "bil_ruleset_bits": (None, [_P, _P, _P]),
    "bil_state_new": (_P, [_P, _P]),
    "bil_state_copy": (_P, [_P]),
    "bil_state_free": (None, [_P]),
    "bil_state_deal": (_P, [_P, _I, _P]),
    "bil_state_actor": (_I, [_P]),
    "bil_state_legal": (_I, [_P, _P]),
    "bil_state_apply": (_I, [_P, _A]),
    "bil_state_settle": (_I, [_P]),
    "bil_state_observe": (None, [_P, _I, _P]),
    "bil_state_outcome": (None, [_P, _P, _P, _P]),
    "bil_state_ask": (_A, [_P, _S, _P, _ERROR]),
    "bil_state_action_text": (None, [_P, _A, _TEXT]),
    "bil_state_action_read": (_A, [_P, _S, _ERROR]),
    "bil_state_draw": (None, [_P, _I, _I, _TEXT]),
    "bil_state_position": (None, [_P, _I, _TEXT]),
    "bil_state_read": (_P, [_P, _S, ctypes.c_size_t, _P, _ERROR]),
    "bil_env_new": (_P, [ctypes.POINTER(EnvWish), _ERROR]),
    "bil_env_free": (None, [_P]),
    "bil_env_reset": (None, [_P, _P, ctypes.POINTER(EnvArrays)]),
    "bil_env_step": (_I, [_P, _P, ctypes.POINTER(EnvArrays)]),
}


def _find() -> ctypes.CDLL:
    """The library: where BILLIONS_LIBRARY says, beside this file (as in a wheel), or where the system keeps its libraries. Of two beside
    this file the loader refuses the one that wants more than this processor has."""
    named = os.environ.get("BILLIONS_LIBRARY")
    beside = [str(pathlib.Path(__file__).parent / folder / SONAME) for folder in (LEVEL, "")]
    for candidate in [named] if named else [*beside, SONAME]:
        try:
            return ctypes.CDLL(candidate)
        except OSError as error:
            reason = error
    raise ImportError(
        f"The library {named or SONAME} cannot be loaded ({reason}). It comes with a wheel or the package libbillions0, or is built "
        "from source by `cmake --install`, and needs libsodium (libsodium23); the variable BILLIONS_LIBRARY can name the file."
    )


def _load() -> ctypes.CDLL:
    library = _find()
    for name, (returns, takes) in _FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f"The library {library._name} has no {name}: it is of another version than this package.") from None
        function.restype = returns
        function.argtypes = takes
    return library


lib = _load()


def games() -> "list[Game]":
    """The games that are built in: ``bil_games``, which ends with NULL."""
    pointer = ctypes.POINTER(Game)
    table = ctypes.cast(ctypes.addressof(pointer.in_dll(lib, "bil_games")), ctypes.POINTER(pointer))
    found = []
    while table[len(found)]:
        found.append(table[len(found)].contents)
    return found


def seed_bytes(seed: object) -> ctypes.Array:
    """Any seed as the 32 bytes that the library takes: a whole number or a text as ``billions --seed`` reads it."""
    if not isinstance(seed, (int, str)) and not hasattr(seed, "__index__"):
        raise TypeError(f"A seed is a whole number or a text, and not {seed!r}.")
    text = seed if isinstance(seed, str) else int(seed)  # type: ignore[call-overload]
    if isinstance(text, int) and not 0 <= text < 2**256:
        raise ValueError(f"A seed is from 0 to 2**256 - 1, and not {text}.")
    out = (ctypes.c_uint8 * SEED_BYTES)()
    written = text if isinstance(text, str) else hex(text)
    lib.bil_seed_from_text(written.encode(), out)
    return out


def text_of(write, *arguments: object) -> str:
    """What a function writes into a text, as its last argument."""
    text = Text()
    try:
        write(*arguments, ctypes.byref(text))
        return (text.data or b"").decode()
    finally:
        lib.bil_text_free(ctypes.byref(text))
