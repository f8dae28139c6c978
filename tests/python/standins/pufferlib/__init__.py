"""A stand-in for pufferlib: the part of its native environments that an environment is built on, by its documentation. Where it is
installed it is not used."""

import numpy as np


class PufferEnv:
    def __init__(self, buf=None):
        for name in ("single_observation_space", "single_action_space", "num_agents"):
            if not hasattr(self, name):
                raise RuntimeError(f"The environment has no {name} when PufferEnv begins.")
        if buf is None:
            space = self.single_observation_space
            self.observations = np.zeros((self.num_agents, *space.shape), space.dtype)
            self.rewards = np.zeros(self.num_agents, np.float32)
            self.terminals = np.zeros(self.num_agents, bool)
            self.truncations = np.zeros(self.num_agents, bool)
            self.masks = np.ones(self.num_agents, bool)
        else:
            self.observations, self.rewards, self.terminals = buf.observations, buf.rewards, buf.terminals
            self.truncations, self.masks = buf.truncations, buf.masks
