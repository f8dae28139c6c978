"""Stands in for PettingZoo where it is not installed: what the adapters use of it, and no more (see gymnasium here)."""

STANDS_IN = True


class ParallelEnv:
    pass


class AECEnv:
    """Agents in turn: how rewards add up, and how those leave whose game is over, is the same for every environment."""

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def _clear_rewards(self):
        for agent in self.rewards:
            self.rewards[agent] = 0

    def _accumulate_rewards(self):
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _was_dead_step(self, action):
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for kept in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del kept[agent]
        self.agents.remove(agent)
        over = [left for left in self.agents if self.terminations[left] or self.truncations[left]]
        if over:
            self.agent_selection = over[0]
        self._clear_rewards()
