"""The environments for PettingZoo and Gymnasium keep to what these agree on with their users. Where the libraries are installed their own
conformance tests judge, too; elsewhere a stand-in takes their place (standins/), and that is said aloud."""

import pathlib
import sys
import unittest

import numpy as np

try:
    import gymnasium
    import pettingzoo  # noqa: F401

    UPSTREAM = True
except ImportError:
    sys.path.insert(0, str(pathlib.Path(__file__).with_name("standins")))
    import gymnasium

    UPSTREAM = False
    print("SKIPPED: pettingzoo and gymnasium are not installed, so their own conformance tests cannot judge.", file=sys.stderr)

try:
    import pufferlib  # noqa: F401
except ImportError:
    sys.path.append(str(pathlib.Path(__file__).with_name("standins")))
    print("SKIPPED: pufferlib is not installed; a stand-in takes its place.", file=sys.stderr)

import billions
import billions.gymnasium
import billions.pettingzoo
import billions.pufferlib

TABLES = [("one-billion-users", 2), ("one-billion-users", 4), ("six-billion", 3)]


class Turns(unittest.TestCase):
    """pettingzoo.raw_env"""

    def test_a_game_is_played_by_the_rules_of_the_interface(self):
        for game, seats in TABLES:
            with self.subTest(game=game, seats=seats):
                env = billions.pettingzoo.raw_env(game, seats)
                spaces = {agent: (env.observation_space(agent), env.action_space(agent)) for agent in env.possible_agents}
                self.assertEqual(env.possible_agents, [f"player_{i}" for i in range(seats)])
                rng = np.random.default_rng(1)
                env.reset(seed=1)
                self.assertEqual(env.agents, env.possible_agents)
                got = dict.fromkeys(env.agents, 0.0)
                steps, left = 0, []
                for agent in env.agent_iter():
                    observation, reward, termination, truncation, info = env.last()
                    got[agent] += reward
                    self.assertIs(env.observation_space(agent), spaces[agent][0])
                    self.assertIs(env.action_space(agent), spaces[agent][1])
                    self.assertFalse(truncation)
                    if steps % 17 == 0 or termination:
                        self.assertTrue(spaces[agent][0].contains(observation))
                        for other in env.agents:
                            self.assertEqual(env.observe(other)["action_mask"].any(), other == agent and not termination)
                    if termination:
                        left.append(agent)
                        env.step(None)
                    else:
                        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                    steps += 1
                self.assertEqual(sorted(left), env.possible_agents)
                self.assertEqual(env.agents, [])
                self.assertAlmostEqual(sum(got.values()), 0, 5)
                self.assertEqual(max(got.values()), max(got.values(), default=0))
                self.assertTrue(any(got.values()) or seats > 2)

    def history(self, env, seed):
        env.reset(seed=seed)
        rng = np.random.default_rng(0)
        seen = []
        for agent in env.agent_iter(100):
            observation, *_ = env.last()
            seen.append((agent, observation["observation"].tobytes()))
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        return seen

    def test_seeds_make_games(self):
        env = billions.pettingzoo.raw_env("six-billion", 3)
        first = self.history(env, 5)
        second = self.history(env, None)
        self.assertNotEqual(first, second)
        self.assertEqual(first, self.history(env, 5))
        self.assertEqual(second, self.history(env, None))  # without a seed the next game of the same sequence
        self.assertEqual(first, self.history(billions.pettingzoo.raw_env("six-billion", 3), 5))

    def test_what_is_not_legal_is_told_and_changes_nothing(self):
        env = billions.pettingzoo.raw_env()
        env.reset(seed=1)
        before = env.observe(env.agent_selection)
        for action in (-1, env.rules.actions, int(np.flatnonzero(before["action_mask"] == 0)[0])):
            with self.assertRaises(billions.GameError):
                env.step(action)
            after = env.observe(env.agent_selection)
            self.assertTrue(np.array_equal(before["observation"], after["observation"]))
            self.assertTrue(np.array_equal(before["action_mask"], after["action_mask"]))

    def test_it_is_drawn(self):
        env = billions.pettingzoo.raw_env(render_mode="ansi")
        env.reset(seed=1)
        self.assertGreater(len(env.render().splitlines()), 5)
        with self.assertRaises(ValueError):
            billions.pettingzoo.raw_env(render_mode="hologram")


class AtOnce(unittest.TestCase):
    """pettingzoo.parallel_env"""

    def test_a_game_is_played_by_the_rules_of_the_interface(self):
        for game, seats in TABLES:
            with self.subTest(game=game, seats=seats):
                env = billions.pettingzoo.parallel_env(game, seats)
                rng = np.random.default_rng(2)
                observations, infos = env.reset(seed=2)
                while env.agents:
                    self.assertEqual(list(observations), env.possible_agents)
                    asked = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
                    self.assertEqual(len(asked), 1)
                    actions = {agent: int(rng.integers(env.rules.actions)) for agent in env.agents}  # of the others any
                    actions[asked[0]] = int(rng.choice(np.flatnonzero(observations[asked[0]]["action_mask"])))
                    observations, rewards, terminations, truncations, infos = env.step(actions)
                    for told in (rewards, terminations, truncations, infos):
                        self.assertEqual(list(told), env.possible_agents)
                    self.assertEqual(set(terminations.values()), {not env.agents})
                self.assertAlmostEqual(sum(rewards.values()), 0, 5)

    def test_who_is_asked_has_to_answer(self):
        env = billions.pettingzoo.parallel_env()
        env.reset(seed=1)
        with self.assertRaises(ValueError):
            env.step({})


class Alone(unittest.TestCase):
    """gymnasium.BillionsEnv"""

    def play(self, env, seed):
        rng = np.random.default_rng(3)
        observation, info = env.reset(seed=seed)
        seen, over = [], False
        while not over:
            self.assertTrue(observation["action_mask"].any())
            seen.append(observation["observation"].tobytes())
            observation, reward, over, truncated, info = env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            self.assertFalse(truncated)
            self.assertTrue(over or reward == 0)
        self.assertTrue(env.observation_space.contains(observation))
        self.assertEqual(len(info["points"]), env.rules.seats)
        return seen, reward

    def test_games_are_played_and_come_again(self):
        for game, seats in TABLES:
            with self.subTest(game=game, seats=seats):
                env = billions.gymnasium.BillionsEnv(game, seats, seat=seats - 1, bots="random")
                first = self.play(env, 7)
                self.assertNotEqual(first, self.play(env, None))
                self.assertEqual(first, self.play(env, 7))

    def test_an_action_is_a_whole_number(self):
        env = billions.gymnasium.BillionsEnv()
        before, _ = env.reset(seed=1)
        legal = np.flatnonzero(before["action_mask"])
        for action in (legal[0] + 0.5, float(legal[0]), np.float32(legal[0]), "1", None):
            with self.assertRaisesRegex(TypeError, "An action is a whole number, and not "):
                env.step(action)
        self.assertNotIn("refused", env.step(np.int64(legal[0]))[4])

    def test_what_is_not_legal(self):
        env = billions.gymnasium.BillionsEnv()
        before, _ = env.reset(seed=1)
        wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
        after, reward, over, _, info = env.step(wrong)
        self.assertEqual((reward, over), (0, False))
        self.assertIn("is not legal now", info["refused"])
        self.assertTrue(np.array_equal(before["observation"], after["observation"]))
        env = billions.gymnasium.BillionsEnv(illegal="lose")
        env.reset(seed=1)
        self.assertEqual(env.step(wrong)[1:3], (-1, True))
        for wish in (dict(illegal="perhaps"), dict(seat=2), dict(bots="nobody")):
            with self.assertRaises(ValueError):
                billions.gymnasium.BillionsEnv(**wish).reset(seed=1)


class Puffer(unittest.TestCase):
    """pufferlib.PufferBillions"""

    def test_any_action_may_be_taken_and_games_come_to_their_ends(self):
        for game, seats in TABLES:
            with self.subTest(game=game, seats=seats):
                env = billions.pufferlib.PufferBillions(game, games=16, seats=seats, seat=1, report=64, threads=2)
                rng = np.random.default_rng(1)
                observations, infos = env.reset(seed=1)
                own = (observations, env.rewards, env.terminals)
                self.assertEqual(infos, [])
                said, ended, rewards = [], 0, []
                for step in range(1500):
                    if step % 50 == 0:
                        for row in observations:
                            self.assertTrue(env.single_observation_space.contains(row))
                        legal = observations[:, env.rules.observation_size :]
                        self.assertTrue((legal[:, 0] > 0).all())  # there is always one
                    observations, reward, terminals, truncations, infos = env.step(
                        rng.integers(env.single_action_space.n, size=16)
                    )
                    said += infos
                    ended += int(terminals.sum())
                    rewards += reward[terminals].tolist()
                    self.assertTrue((reward[~terminals] == 0).all() and not truncations.any())
                self.assertTrue(observations is own[0] and reward is own[1] and terminals is own[2])
                self.assertGreater(ended, 0)
                self.assertTrue(all(-1 <= r <= 1 for r in rewards) and any(r != 0 for r in rewards))
                self.assertTrue(0 < sum(info["games"] for info in said) <= ended)
                for info in said:
                    self.assertTrue(1 <= info["place"] <= seats)
                env.close()

    def test_the_same_seed_gives_the_same_games(self):
        def play(threads):
            env = billions.pufferlib.PufferBillions(games=8, seats=3, threads=threads, bots={1: "greedy", 2: "random"}, seed=7)
            rng, sums = np.random.default_rng(1), []
            env.reset()
            for _ in range(200):
                observations, reward, *_ = env.step(rng.integers(env.single_action_space.n, size=8))
                sums.append((int(observations.sum()), reward.tolist()))
            return sums

        self.assertEqual(play(1), play(3))

    def test_a_reset_without_a_seed_goes_on(self):
        env = billions.pufferlib.PufferBillions(games=4, seed=3)
        first, second = (env.reset()[0].copy() for _ in range(2))
        self.assertFalse(np.array_equal(first, second))
        self.assertTrue(np.array_equal(first, env.reset(seed=3)[0]))
        with self.assertRaisesRegex(TypeError, "whole numbers"):
            env.step(np.zeros(4))

    def test_a_place_in_the_list_is_that_action(self):
        env = billions.pufferlib.PufferBillions(games=4)
        other = billions.VectorEnv("one-billion-users", games=4, bots={1: "random"})
        observations, _ = env.reset(seed=5)
        batch = other.reset(seed=5)
        seen = env.rules.observation_size
        for step in range(100):
            self.assertTrue(np.array_equal(observations[:, :seen], batch.observation))
            self.assertTrue(np.array_equal(observations[:, seen:], batch.legal + 1))
            places = np.array([step % count for count in batch.legal_count])
            observations = env.step(places + (0 if step % 2 else batch.legal_count))[0]
            batch = other.step(batch.legal[np.arange(4), places])

    def test_what_cannot_be(self):
        for wish in (dict(seat=2), dict(bots="nobody"), dict(game="chess")):
            with self.assertRaises(ValueError):
                billions.pufferlib.PufferBillions(**wish)


@unittest.skipUnless(UPSTREAM, "pettingzoo and gymnasium are not installed")
class Upstream(unittest.TestCase):
    """What PettingZoo and Gymnasium themselves judge by."""

    def test_pettingzoo(self):
        from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

        for game, seats in TABLES:
            with self.subTest(game=game, seats=seats):
                api_test(billions.pettingzoo.env(game=game, seats=seats), num_cycles=400)
                api_test(billions.pettingzoo.raw_env(game, seats), num_cycles=400)
                seed_test(lambda: billions.pettingzoo.env(game=game, seats=seats), num_cycles=200)
                parallel_api_test(billions.pettingzoo.parallel_env(game, seats), num_cycles=400)

    def test_gymnasium(self):
        from gymnasium.utils.env_checker import check_env

        for game, seats in TABLES:
            with self.subTest(game=game, seats=seats):
                check_env(billions.gymnasium.BillionsEnv(game, seats), skip_render_check=True)


if __name__ == "__main__":
    unittest.main()
