"""Spaces of the stand-in: what lies in them, and a sample."""

import numpy as np

_rng = np.random.default_rng(0)


class Space:
    pass


class Discrete(Space):
    def __init__(self, n):
        self.n = n

    def contains(self, x):
        return isinstance(x, (int, np.integer)) and 0 <= x < self.n

    def sample(self, mask=None):
        legal = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return np.int64(_rng.choice(legal)) if len(legal) else np.int64(0)


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=np.float32):
        self.shape = np.shape(high) if shape is None else tuple(shape)
        self.dtype = np.dtype(dtype)
        self.low, self.high = (np.broadcast_to(np.asarray(bound, dtype), self.shape) for bound in (low, high))

    def contains(self, x):
        return x.shape == self.shape and x.dtype == self.dtype and bool((x >= self.low).all() and (x <= self.high).all())


class Dict(Space):
    def __init__(self, spaces):
        self.spaces = spaces

    def __getitem__(self, key):
        return self.spaces[key]

    def contains(self, x):
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(self[key].contains(x[key]) for key in x)
