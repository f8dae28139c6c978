"""Who measures in a storm, each with a process of its own so that nobody else's work delays it: whether the server is well, all the time;
how long an honest `best` bot takes for a decision; whether a person can log in.

What is measured here is raw: (from, until, what); which of it the server had to answer for is judged at the end."""
import json
import os
import socket
import threading
import time

from games import Player, complete
from sockets import Failed, ask, insist

from storm.shared import CALM, FINISH, QUIT, STARVED, STORM, Door, until

EVERY = 0.2      # seconds from one question for health to the next
SETTLE = 2       # seconds of a phase after which the bot is measured in it
GIVEN_UP = 30    # seconds: then it is asked anew
LOGINS = 40      # seconds from one login to the next: ten in five minutes may be tried for one name
NAME, PASSPHRASE = "Storm Petrel", "a passphrase that the storm knows"
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..", "docs", "examples")
POSITIONS = ["war.json", "safeguard.json"]  # seat 1 decides first


def one_health(door):
    """Asks once, on a connection of its own. The status; None: no answer."""
    line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        line.settimeout(GIVEN_UP)
        line.bind((door.source, 0))
        line.connect(("127.0.0.1", door.port))
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % door.port)
        got = b""
        while b"}" not in got:
            more = line.recv(4096)
            if not more:
                return None
            got += more
        return int(got.split()[1])
    except (OSError, ValueError, IndexError):
        return None
    finally:
        line.close()


def health(board, port):
    """Until the storm is over: (from, until, status), and how late this process itself was at most, which is the machine's fault."""
    door = Door(port, "127.0.20.1")
    answers, late = [], 0.0
    due = time.monotonic()
    while board.phase < QUIT:
        pause = due - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        began = time.monotonic()
        if pause > 0:
            late = max(late, began - due)
        status = one_health(door)
        ended = time.monotonic()
        if board.phase < QUIT:
            answers.append((began, ended, status))
        board.probes = len(answers)
        board.late = int(1000 * (ended - began))
        due = max(due + EVERY, time.monotonic())
    return {"answers": answers, "late": late}


# ------------------------------------------------------------------ an honest bot


class Honest:
    """A person at a table with `best`, from the same positions again and again: so the same decisions are compared, in calm and under attack."""

    def __init__(self, board, port):
        self.board, self.doors = board, [Door(port, "127.0.20.%d" % (10 + i)) for i in range(8)]  # one address may make 30 tables a minute
        self.times, self.rounds, self.refused = [], 0, 0
        self.positions = []
        for name in POSITIONS:
            with open(os.path.join(EXAMPLES, name)) as file:
                self.positions.append(json.load(file))

    def ask(self, door, path, body):
        answer = ask(door, "POST", path, body)
        if answer is None or answer.status in (429, 503):
            self.refused += answer is not None and answer.status == 429
            raise OSError("not now")
        insist(answer.status in (200, 201), "%s: %s" % (path, answer))
        return answer.json()

    def one(self):
        """One decision of the bot: (which, from, until), from the moment at which everybody knows that it is asked."""
        which = self.rounds % len(self.positions)
        door, position = self.doors[self.rounds // 2 % len(self.doors)], self.positions[which]
        self.rounds += 1
        seats = position["seats"]
        table = self.ask(door, "/api/tables", {"game": position["game"], "seats": seats, "position": position,
                                                "bots": ["best"] + [None] * (seats - 1)})["table"]
        player = None
        for seat in range(2, seats + 1):  # the first is there before the game begins
            if seat == seats and player:
                self.heard(player, lambda: player.number > 0)
            token = self.ask(door, "/api/tables/%s/join" % table, {"name": "Person %d" % seat, "seat": seat})["token"]
            if seat == 2:
                player = Player(door, table, token, seat)
                try:
                    player.connect()
                except Failed as why:
                    raise OSError(str(why))
        try:
            self.heard(player, lambda: player.asked or player.moves)
            began = time.monotonic()
            if player.moves or player.asked["seats"] != [1]:
                return None
            phase = self.board.phase
            try:
                self.heard(player, lambda: player.moves)
            except OSError:
                if phase == STORM:  # the server was killed meanwhile
                    raise
            return which, began, time.monotonic()
        finally:
            player.drop()

    def heard(self, player, fine):
        """Hears until that is so. A bot that takes longer than a minute is measured as that."""
        began = time.monotonic()
        while not fine() and self.board.phase < QUIT:
            player.client.line.settimeout(0.2)
            try:
                if not complete(player.client):
                    if not player.client.more(0.2):
                        raise OSError("closed")
                    continue
            except socket.timeout:
                if time.monotonic() - began > 60:
                    return
                continue
            message = player.client.hear()
            if message is None:
                raise OSError("closed")
            player.hear(message)

    def run(self):
        seen = None
        while self.board.phase < FINISH:
            phase = self.board.phase
            if phase != seen:  # what a phase brings takes a moment to come
                seen = phase
                until(self.board, phase + 1, SETTLE)
                continue
            if phase < CALM:
                time.sleep(0.02)
                continue
            try:
                took = self.one()
                if took and (phase == self.board.phase or phase == STARVED):  # who waited till the storm broke out has waited at least so long
                    self.times.append((phase,) + took)
            except OSError:
                time.sleep(0.2)
            time.sleep(0.05)


class Logins:
    """A person who logs in now and then, while others guess at that passphrase."""

    def __init__(self, board, port):
        self.board, self.door = board, Door(port, "127.0.20.2")
        self.answers, self.refused = [], 0

    def ask(self, path):
        body = {"name": NAME, "passphrase": PASSPHRASE}
        while self.board.phase < QUIT:
            began = time.monotonic()
            try:
                answer = ask(self.door, "POST", path, body)
            except OSError:
                answer = None
            if answer is not None and answer.status not in (503,):
                return began, time.monotonic(), answer.status
            time.sleep(0.3)
        return None

    def run(self):
        self.ask("/api/people")
        for phase in (CALM, STARVED):
            until(self.board, phase)
            for _ in range(2):
                until(self.board, phase + 1, 2)
                self.note(phase)
        until(self.board, STORM)
        pause = 5
        while not until(self.board, FINISH, pause):
            self.note(STORM)
            pause = LOGINS

    def note(self, phase):
        answer = self.ask("/api/session")
        if answer:
            self.answers.append((phase,) + answer)


def measure(board, port):
    """The work of the process of the honest bot and the logins."""
    honest, logins = Honest(board, port), Logins(board, port)
    threads = [threading.Thread(target=one.run, daemon=True) for one in (honest, logins)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {"best": honest.times, "best refused": honest.refused, "logins": logins.answers}
