"""Stands in for Gymnasium where it is not installed, so that our own tests of the adapters run everywhere: what the adapters use of
it, and no more. Nothing but those tests may import it."""

import numpy as np

from . import spaces  # noqa: F401

STANDS_IN = True


class Env:
    """The beginning of every environment; the seed makes `np_random`."""

    render_mode = None

    def reset(self, *, seed=None, options=None):
        if seed is not None or not hasattr(self, "_random"):
            self._random = np.random.default_rng(seed)

    @property
    def np_random(self):
        if not hasattr(self, "_random"):
            self._random = np.random.default_rng()
        return self._random


class logger:
    warnings = []

    @staticmethod
    def warn(text):
        logger.warnings.append(text)


registered = {}


def register(id, entry_point):
    registered[id] = entry_point
