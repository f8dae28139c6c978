"""What holds at every step of every game, of every number of seats: masks are lists, numbers keep to their ranges, worlds of one
view look alike, same seeds give same bytes. BILLIONS_STEPS says how many steps each game is played (default 10,000), BILLIONS_DEALS
how many worlds are dealt (default 300)."""

import copy
import os
import pickle
import re
import threading
import unittest
import xml.etree.ElementTree

import numpy as np

import billions

STEPS = int(os.environ.get("BILLIONS_STEPS", "10000"))
DEALS = int(os.environ.get("BILLIONS_DEALS", "300"))
GAMES = 16
TABLES = [(game.id, seats) for game in billions.games() for seats in range(game.min_seats, game.max_seats + 1)]


class Steps(unittest.TestCase):
    def play(self, game, seats):
        env = billions.VectorEnv(game, GAMES, seats=seats, floats=True, bits=True)
        rules = env.rules
        most = rules.most
        width = np.concatenate([np.full(part.count, int(part.most).bit_length()) for part in rules.parts])
        first = np.concatenate([[0], np.cumsum(width)[:-1]])
        rng = np.random.default_rng(seats)
        batch = env.reset(seed=seats)
        ended = 0
        for step in range(STEPS // GAMES + 1):
            self.assertTrue((batch.observation <= most).all())
            self.assertTrue(((batch.actor >= 0) & (batch.actor < seats)).all())
            self.assertTrue((batch.legal_count >= 2).all())
            there = np.arange(rules.max_legal) < batch.legal_count[:, None]
            self.assertTrue((batch.legal[~there] == -1).all())
            self.assertTrue(batch.mask[np.nonzero(there)[0], batch.legal[there]].all())
            self.assertEqual(np.count_nonzero(batch.mask), batch.legal_count.sum())
            if step % 64 == 0:
                self.assertTrue((batch.legal[there] == np.nonzero(batch.mask)[1]).all())
            if step % 64 == 0:
                self.assertTrue(np.array_equal(batch.floats, batch.observation.astype(np.float32) / most.astype(np.float32)))
                bits = batch.bits.astype(np.int64)
                numbers = np.add.reduceat(bits << (np.arange(rules.bits) - np.repeat(first, width)), first, axis=1)
                self.assertTrue(np.array_equal(numbers, batch.observation))
            batch = env.step(env.sample(rng))
            self.assertFalse(batch.refused.any())
            self.assertTrue((np.abs(batch.reward.sum(axis=1)) < 1e-5).all())
            self.assertTrue((batch.reward[~batch.over] == 0).all())
            best = np.where(batch.places == 1, batch.reward, -2)[batch.over]
            self.assertTrue((best.max(axis=1) == batch.reward[batch.over].max(axis=1)).all() if len(best) else True)
            ended += int(batch.over.sum())
        self.assertGreater(ended, 0)

    def test_they_are_sound(self):
        for game, seats in TABLES:
            with self.subTest(game=game, seats=seats):
                self.play(game, seats)


class Bytes(unittest.TestCase):
    def history(self, threads, env=None):
        env = env or billions.VectorEnv("six-billion", 24, seats=3, threads=threads, bots={2: "greedy"}, privileged=True)
        rng = np.random.default_rng(1)
        batch = env.reset(seed=7)
        seen = []
        for _ in range(200):
            seen.append(b"".join(array.tobytes() for array in batch if array is not None))
            batch = env.step(env.sample(rng))
        return env, seen

    def test_threads_and_resets_change_none(self):
        env, one = self.history(1)
        self.assertEqual(one, self.history(3)[1])
        self.assertEqual(one[-1], self.history(1, env)[1][-1])

    def test_a_state_plays_as_a_batch(self):
        """The same actions lead a State and a row of a batch to the same observations, where their seeds are the same."""
        rules = billions.Ruleset("one-billion-users", 3)
        one, two = (billions.State(rules, seed="the same") for _ in range(2))
        rng = np.random.default_rng(2)
        while not one.over:
            one.settle()
            two.settle()
            if one.over:
                break
            action = rng.choice(one.legal())
            one.apply(action)
            two.apply(action)
            self.assertTrue(np.array_equal(one.observe(billions.EVERYBODY), two.observe(billions.EVERYBODY)))
        self.assertTrue(two.over)


class Sequences(unittest.TestCase):
    """A seed is given once: what begins later without one goes on from there."""

    def games(self, seeds, **wish):
        env = billions.VectorEnv("six-billion", 6, seats=3, **wish)
        return [env.reset(seed).observation.copy() for seed in seeds]

    def test_a_reset_without_a_seed_goes_on(self):
        one = self.games([4, None, None, 4, None])
        for a, b in ((0, 1), (1, 2), (0, 2)):
            self.assertTrue((one[a] != one[b]).any(axis=1).all())
        for a, b in ((0, 3), (1, 4)):
            self.assertTrue(np.array_equal(one[a], one[b]))
        for again, seen in zip(self.games([4, None, None], threads=3), one):
            self.assertTrue(np.array_equal(again, seen))

    def test_the_first_one_without_a_seed_is_another_each_time(self):
        self.assertFalse(np.array_equal(self.games([None])[0], self.games([None])[0]))

    def test_it_goes_on_as_if_the_games_had_ended(self):
        env = billions.VectorEnv("one-billion-users", 1, seats=2)
        env.reset(seed=8)
        second = env.reset().observation.copy()
        rng = np.random.default_rng(8)
        batch = env.reset(seed=8)
        while not batch.over[0]:
            batch = env.step(env.sample(rng))
        self.assertTrue(np.array_equal(batch.observation, second))


class Ends(unittest.TestCase):
    def test_what_every_seat_sees_at_the_end_is_there(self):
        """The last observation of a game is that of the same game played as a State; other rows stay as they are."""
        for game, seats in TABLES:
            with self.subTest(game=game, seats=seats):
                env = billions.VectorEnv(game, 3, seats=seats, final_observation=True)
                state = billions.State(env.rules, seed=5)  # the first row's game
                rng = np.random.default_rng(seats)
                batch = env.reset(seed=5)
                shown = batch.final_observation
                self.assertEqual((shown.shape, shown.dtype), ((3, seats, env.rules.observation_size), np.uint16))
                first = False
                for _ in range(4000):
                    before, actions = shown.copy(), env.sample(rng)
                    if not first:
                        state.settle()
                        state.apply(actions[0])
                        state.settle()
                    batch = env.step(actions)
                    self.assertTrue(np.array_equal(shown[~batch.over], before[~batch.over]))
                    if batch.over[0] and not first:
                        first = True
                        self.assertTrue(state.over)
                        for seat in range(seats):
                            self.assertTrue(np.array_equal(shown[0, seat], state.observe(seat)))
                        self.assertFalse(np.array_equal(shown[0, batch.actor[0]], batch.observation[0]))
                    if first:
                        break
                self.assertTrue(first)
        self.assertIsNone(billions.VectorEnv("six-billion", 1).batch.final_observation)


class Worlds(unittest.TestCase):
    def test_those_of_one_view_look_alike(self):
        for game, seats in TABLES:
            with self.subTest(game=game, seats=seats):
                rules = billions.Ruleset(game, seats)
                rng = np.random.default_rng(seats)
                dealt = other = begun = 0
                while dealt < DEALS:
                    state = billions.State(rules, seed=1000 * seats + begun)
                    begun += 1
                    while not state.over and dealt < DEALS:
                        if rng.random() < 0.1:
                            seat = state.actor
                            world = state.deal(seat, seed=dealt)
                            self.assertTrue(np.array_equal(world.observe(seat), state.observe(seat)))
                            self.assertTrue(np.array_equal(world.legal(), state.legal()))
                            other += not np.array_equal(world.observe(billions.EVERYBODY), state.observe(billions.EVERYBODY))
                            dealt += 1
                        state.apply(rng.choice(state.legal()))
                self.assertGreater(other, DEALS // 2)


class Refusals(unittest.TestCase):
    def test_what_is_not_legal_changes_nothing(self):
        env = billions.VectorEnv("one-billion-users", 4, seats=2)
        batch = env.reset(seed=3)
        before = [array.copy() for array in batch[:7] if array is not None]
        wrong = np.array([-1, env.rules.actions, int(np.flatnonzero(batch.mask[2] == 0)[0]), 2**31 - 1])
        batch = env.step(wrong)
        self.assertEqual(
            batch.refused.tolist(), [billions.NO_ACTION, billions.NO_ACTION, billions.NOT_LEGAL, billions.NO_ACTION]
        )
        for old, new in zip(before, (array for array in batch[:7] if array is not None)):
            self.assertTrue(np.array_equal(old, new))
        state = billions.State(env.rules, seed=3)
        legal = state.legal()
        for action in (-5, env.rules.actions, next(a for a in range(env.rules.actions) if a not in legal)):
            with self.assertRaises(billions.GameError):
                state.apply(action)
            self.assertTrue(np.array_equal(state.legal(), legal))

    def test_wrong_wishes_get_a_sentence(self):
        for wish, sentence in [
            (dict(game="chess", games=1), 'There is no game "chess"; there are: one-billion-users, six-billion.'),
            (dict(game="six-billion", games=1, seats=9), "is for 2 to 5 seats"),
            (dict(game="six-billion", games=0), "1 to 1048576 games"),
            (dict(game="six-billion", games=1, bots={0: "random", 1: "random"}), "nobody is left"),
            (dict(game="six-billion", games=1, bots={1: "nobody"}), "nobody"),
            (dict(game="six-billion", games=1, bots={2: "random"}), "no seat 2"),
            (dict(game="one-billion-users", games=1, settings={"networks": "perhaps"}), "networks"),
            (dict(game="one-billion-users", games=1, edition={"format": 1}), "game"),
        ]:
            with self.assertRaises(billions.GameError) as caught:
                billions.VectorEnv(**wish)
            self.assertIn(sentence, str(caught.exception))
        env = billions.VectorEnv("six-billion", 2)
        with self.assertRaises(billions.GameError):
            env.step(np.zeros(2, np.int32))
        env.reset()
        for actions in (np.zeros(3, np.int32), np.zeros(2), np.zeros((2, 1), np.int32)):
            with self.assertRaises(ValueError):
                env.step(actions)
        with self.assertRaises(ValueError):
            env.batch.observation[0, 0] = 1

    def test_states_get_a_sentence(self):
        state = billions.State(billions.Ruleset("one-billion-users", 2), seed=1)
        for wrong in (
            lambda: state.observe(2),
            lambda: state.observe(-3),
            lambda: state.deal(5, 1),
            lambda: state.ask("nobody"),
            lambda: state.read("fly to the moon"),
            lambda: billions.State.from_position(state.rules, {"format": 1, "game": "six-billion"}),
            lambda: billions.State.from_position(billions.Ruleset("one-billion-users", 3), state.position()),
        ):
            with self.assertRaises(billions.GameError) as caught:
                wrong()
            self.assertGreater(len(str(caught.exception)), 10)
        with self.assertRaises(TypeError):
            billions.State(state.rules, seed=1.5)
        with self.assertRaises(ValueError):
            billions.State(state.rules, seed=-1)


class Pictures(unittest.TestCase):
    def test_what_is_no_whole_number_is_told(self):
        for wish in (dict(seats="3"), dict(seats=2.5), dict(seats=2**32 + 3), dict(games=2**33), dict(threads="2"), dict(game=None),
                     dict(game="six-billion\0x"), dict(edition=1), dict(bots={0: None})):
            with self.subTest(wish), self.assertRaises((TypeError, ValueError)) as raised:
                billions.VectorEnv(**{**dict(game="six-billion", games=2), **wish})
            self.assertRegex(str(raised.exception), "whole number|a text|An edition|no game")
        with self.assertRaisesRegex(TypeError, "a Ruleset"):
            billions.State("six-billion")
        state = billions.State(billions.Ruleset("six-billion", 2), seed=1)
        state.settle()
        legal = int(state.legal()[0])
        for action in (legal + 2**32, legal - 2**32, 2**40):
            with self.assertRaisesRegex(billions.GameError, "is no action"):
                state.apply(action)
        for action in (legal + 0.5, None, "1"):
            with self.assertRaisesRegex(TypeError, "whole number"):
                state.apply(action)
        for action in (-1, 2**40):
            with self.assertRaises(billions.GameError):
                state.text(action)
        with self.assertRaisesRegex(TypeError, "whole number"):
            state.observe(1.0)
        env = billions.VectorEnv("six-billion", 3)
        with self.assertRaisesRegex(billions.GameError, "reset"):
            env.sample(np.random.default_rng(1))
        batch = env.reset(seed=1)
        before = batch.observation.copy()
        batch = env.step(batch.legal[:, 0].astype(np.int64) + 2**32)
        self.assertTrue((batch.refused == billions.NO_ACTION).all())
        self.assertTrue((batch.observation == before).all())

    def test_copies_are_whole_or_refused(self):
        rules = billions.Ruleset("one-billion-users", 3, {"networks": "random"})
        again = copy.copy(rules)
        sent = pickle.loads(pickle.dumps(rules))
        del rules
        self.assertEqual(again.seats, sent.seats)
        self.assertTrue((billions.State(again, 5).observe() == billions.State(sent, 5).observe()).all())
        env = billions.VectorEnv("six-billion", 2)
        for make in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "cannot be copied or pickled"):
                make(env)
        self.assertEqual(env.reset(seed=1).observation.shape[0], 2)

    def test_a_state_is_sent_with_the_chance_to_come(self):
        """Pickled and copied states are the same to every viewer, and the same actions lead them to the same end."""
        rng = np.random.default_rng(4)
        for game, seats, settings in (("one-billion-users", 4, {"networks": "random"}), ("six-billion", 3, {"track": "on"})):
            rules = billions.Ruleset(game, seats, settings)
            for seed in range(6):
                state = billions.State(rules, seed=seed)
                for _ in range(int(rng.integers(80))):
                    state.apply(rng.choice(state.legal()))
                if seed % 3 == 1:
                    state = state.deal(state.actor, seed=99)
                if seed % 3 == 2:
                    state = billions.State.from_position(rules, state.position(state.actor), seed="else")
                others = [pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(pickle.loads(pickle.dumps(state.copy())))]
                while True:
                    for other in others:
                        self.assertEqual(other.position(billions.EVERYBODY), state.position(billions.EVERYBODY))
                        self.assertTrue(np.array_equal(other.legal(), state.legal()))
                        self.assertTrue(np.array_equal(other.observe(0), state.observe(0)))
                    if state.over:
                        break
                    action = rng.choice(state.legal())
                    for one in (state, *others):
                        one.apply(action)
                sent = pickle.loads(pickle.dumps(state))
                self.assertTrue(sent.over)
                self.assertEqual(sent.outcome().points.tolist(), state.outcome().points.tolist())

    def test_it_belongs_to_one_caller_in_one_process(self):
        env = billions.VectorEnv("one-billion-users", 8, seats=2, threads=3)
        batch = env.reset(seed=1)
        child = os.fork()
        if child == 0:
            try:
                env.step(batch.legal[:, 0])
            except billions.GameError:
                del env
                os._exit(7)
            os._exit(8)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)
        refused, rounds = [], 300

        def play():
            for _ in range(rounds):
                try:
                    env.step(env.batch.legal[:, 0])
                except billions.GameError as error:
                    refused.append(str(error))

        threads = [threading.Thread(target=play) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertFalse(any(thread.is_alive() for thread in threads))
        self.assertTrue(all("one caller at a time" in text for text in refused))

    def test_only_what_was_asked_for_is_there(self):
        env = billions.VectorEnv("six-billion", 2, observation=False, floats=True)
        self.assertIsNone(env.batch.observation)
        self.assertTrue(env.reset(seed=1).floats.any())

    def test_a_picture_says_what_the_board_says(self):
        for game, seats in (("one-billion-users", 4), ("six-billion", 5)):
            state = billions.State(billions.Ruleset(game, seats), seed=3)
            for step in range(200):
                if step % 40 == 0:
                    for viewer in range(seats):
                        picture = xml.etree.ElementTree.fromstring(state.svg(viewer))
                        shown = "".join("".join(t.itertext()) for t in picture.iter("{http://www.w3.org/2000/svg}text"))
                        board = re.sub(r"\[[█▒·]+\]|─{3,}", "", state.draw(viewer))
                        self.assertEqual(re.sub(r"\s", "", shown), re.sub(r"\s", "", board))
                        bars = sum(map(len, re.findall(r"\[([█▒·]+)\]", state.draw(viewer))))
                        self.assertEqual(len(picture.findall(".//{http://www.w3.org/2000/svg}rect")), bars + 1)
                if state.over:
                    break
                state.apply(state.ask("greedy", seed=step))
            self.assertEqual(state._repr_svg_(), state.svg(billions.SPECTATOR if state.over else state.actor))


class Words(unittest.TestCase):
    def test_actions_are_written_and_read(self):
        state = billions.State(billions.Ruleset("six-billion", 2), seed=5)
        rng = np.random.default_rng(5)
        for _ in range(100):
            for action in state.legal():
                self.assertEqual(state.read(state.text(action)), action)
            state.apply(rng.choice(state.legal()))
        self.assertIn("Mars", str(state))

    def test_positions_go_out_and_come_in(self):
        rules = billions.Ruleset("one-billion-users", 3, settings={"networks": "random"})
        state = billions.State(rules, seed=6)
        rng = np.random.default_rng(6)
        for _ in range(60):
            state.apply(rng.choice(state.legal()))
        whole = billions.State.from_position(rules, state.position(billions.EVERYBODY))
        self.assertTrue(np.array_equal(whole.observe(billions.EVERYBODY), state.observe(billions.EVERYBODY)))
        world = billions.State.from_position(rules, state.position(state.actor), seed=9)
        self.assertTrue(np.array_equal(world.observe(state.actor), state.observe(state.actor)))


if __name__ == "__main__":
    unittest.main()
