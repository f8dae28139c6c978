#!/usr/bin/env python3
"""kills.py PROGRAM [TEST...]: the server is killed without warning, again and again, at moments that nobody chose, while games of both kinds are
played by clients that remember every acknowledgement. SERVER_KILLS says how often (10), SERVER_KILLS_SEED which moments."""
import os
import random
import threading
import time

from games import BOTH, agree, make, seats_of, step, tell, verify
from sockets import Failed, PATIENCE, Server, ask, insist, run_tests

KILLS = int(os.environ.get("SERVER_KILLS", "10"))
SEED = int(os.environ.get("SERVER_KILLS_SEED", "1"))
TABLES = 4
FREE = ["--bot-pace", "0", "--window-floor", "0", "--messages", "0", "--requests", "0", "--per-address", "0", "--tables-a-minute", "0", "--tables-per-address", "0"]


class Load:
    """One table after the other, played by its own thread through every death of the server."""

    def __init__(self, program, server, number, end):
        self.program, self.server, self.number, self.end = program, server, number, end
        self.chance = random.Random(100 * SEED + number)
        self.finished, self.decisions, self.resumed, self.promises = 0, 0, 0, 0
        self.fault = None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def patiently(self, what):
        """Does it, and again when the server is away."""
        began = time.monotonic()
        while True:
            try:
                answer = what()
                if answer is not None:
                    return answer
            except (OSError, Failed) as fault:
                if isinstance(fault, Failed) and "None" not in str(fault) and "refused: None" not in str(fault):
                    raise
            insist(time.monotonic() - began < PATIENCE, "the server does not come back")
            time.sleep(0.02)

    def new_table(self):
        game = BOTH[(self.number + self.finished) % 2][0]
        bots = [None, None, "greedy" if self.chance.random() < 0.5 else None]
        self.table, tokens = self.patiently(lambda: make(self.server, game, 3, bots))
        self.players = seats_of(self.server, self.table, tokens, views=self.chance.random() < 0.3)
        self.began = time.monotonic()

    def reconnect(self):
        for player in self.players:
            def again(player=player):
                player.drop()
                player.connect()
                return True
            if player.client is None:
                self.patiently(again)
                self.resumed += 1

    def play(self):
        self.reconnect()
        try:
            if step(self.players, 0.2):
                self.began = time.monotonic()
        except OSError:
            for player in self.players:
                player.drop()
        insist(time.monotonic() - self.began < PATIENCE, "nothing happens any more at table %s: %s" % (self.table, [
            (player.asked, player.sent, player.number) for player in self.players]))
        for player in self.players:
            insist(not player.faults, "refused: %s" % player.faults[:2])

    def run(self):
        try:
            while not self.end.is_set():
                self.new_table()
                while not all(player.over is not None for player in self.players):
                    self.play()
                agree(self.players)
                for player in self.players:  # every single promise, once more, against the whole story
                    for decision, move in player.promised.items():
                        insist(player.moves[decision - 1] == (player.seat, move), "decision %d: %r was promised, %r happened" % (
                            decision, move, player.moves[decision - 1]))
                        self.promises += 1
                    player.drop()
                self.decisions += len(self.players[0].moves)
                self.patiently(lambda: verify(self.program, self.server, self.table))
                self.finished += 1
        except BaseException as fault:  # noqa: told below
            self.fault = fault


def killed_at_any_moment(program):
    chance = random.Random(SEED)
    end = threading.Event()
    with Server(program, *FREE) as server:
        port = server.port
        loads = [Load(program, server, number, end) for number in range(TABLES)]
        for load in loads:
            load.thread.start()
        for kill in range(KILLS):
            time.sleep(chance.choice([0.02, 0.1, 0.3, 0.8]) * (0.2 + chance.random()))
            server.kill()
            if chance.random() < 0.3:
                time.sleep(0.1 * chance.random())
            server.start(port)
            insist(not [load.fault for load in loads if load.fault], "after %d kills: %s" % (kill + 1, [load.fault for load in loads if load.fault]))
        end.set()
        for load in loads:
            load.thread.join()
        faults = [repr(load.fault) for load in loads if load.fault]
        insist(not faults, "%s" % faults)
        insist(ask(server, "GET", "/healthz").status == 200, "the server is not well")
        insist(sum(load.resumed for load in loads) >= KILLS, "nobody was there when it was killed")
        insist(sum(load.promises for load in loads) > 0, "nothing was ever promised")
        tell({"kills": KILLS, "tables": sum(load.finished for load in loads), "decisions": sum(load.decisions for load in loads),
              "connections": sum(load.resumed for load in loads), "promises kept": sum(load.promises for load in loads)})


run_tests([killed_at_any_moment])
