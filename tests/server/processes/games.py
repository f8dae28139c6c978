"""Tables of a server under test, and clients that play at them: random moves, everything that was acknowledged remembered, and compared
with what the server says later.

A table's clients belong to one thread; several tables may play at once, each in its own."""
import os
import random
import select
import subprocess
import tempfile
import time

from sockets import Client, PATIENCE, PING, PONG, Skip, ask, insist, whole_frame

BOTH = [("one-billion-users", 3), ("six-billion", 3)]


def make(server, game="one-billion-users", seats=3, bots=None, tls=None, **setup):
    """A table with a person at every seat that has no bot; returns it with its tokens."""
    bots = bots or [None] * seats
    answer = ask(server, "POST", "/api/tables", dict(game=game, seats=seats, bots=bots, **setup), tls=tls)
    insist(answer is not None and answer.status == 201, "no table was made: %s" % answer)
    table = answer.json()["table"]
    tokens = {}
    for seat in range(1, seats + 1):
        if bots[seat - 1] is None:
            answer = ask(server, "POST", "/api/tables/%s/join" % table, {"name": "Person %d" % seat, "seat": seat,
                                                                        "contribution": os.urandom(32).hex()}, tls=tls)
            insist(answer is not None and answer.status == 200, "no seat was given: %s" % answer)
            tokens[seat] = answer.json()["token"]
    return table, tokens


class Player:
    """One seat (or, without a token, a spectator) with its connection, and all that it was told."""

    def __init__(self, server, table, token=None, seat=0, views=False, tls=None, chance=None):
        self.server, self.table, self.token, self.seat, self.tls, self.views = server, table, token, seat, tls, views
        self.chance = chance or random.Random(seat)
        self.client = None
        self.moves = []        # what the moves and undos so far were: (seat, words); its length is the decision before the open one
        self.number = 0        # of the last entry
        self.asked = None
        self.over = None
        self.promised = {}     # decision -> move that was acknowledged as made
        self.held = {}         # decision -> move that was acknowledged as kept, in a window
        self.sent = None       # (decision, move, id) without an answer yet
        self.in_window = False  # ... and whether that is an answer in a window
        self.id = 0
        self.connected = 0
        self.faults = []

    def connect(self, hello=True):
        self.client = Client(self.server, tls=self.tls, path="/ws/" + self.table)
        insist(self.client.refusal is None, "refused: %s" % self.client.refusal)
        self.connected += 1
        self.asked = None
        if hello:
            message = {"type": "hello", "protocol": 1, "table": self.table, "views": self.views}
            if self.token:
                message["token"] = self.token
            if self.number:
                message["seen"] = self.number
            self.client.say(message)

    def drop(self):
        if self.client:
            self.client.close()
        self.client = None

    # ---------------------------------------------------------------- what is heard

    def entry(self, entry):
        """One entry, with the next number. `moves` is whole only for who was there from the beginning."""
        insist(entry["number"] == self.number + 1, "entry %d came after %d" % (entry["number"], self.number))
        self.number = entry["number"]
        if entry["kind"] in ("move", "undo", "over"):
            self.asked = None  # until `now` says how things stand
        if entry["kind"] == "move":
            self.moves.append((entry["seat"], entry["move"]))
            decision = len(self.moves)
            made = self.promised.get(decision)
            if made is not None:
                insist(entry["seat"] == self.seat and entry["move"] == made,
                       "seat %d was told that its move %r of decision %d is made, but it was %r" % (self.seat, made, decision, entry))
        elif entry["kind"] == "undo":
            self.moves.append((entry["seat"], "undo"))
        elif entry["kind"] == "over":
            self.over = entry["over"]

    def hear(self, message):
        kind = message["type"]
        if kind == "entry":
            self.entry(message)
        elif kind == "table":
            insist(self.number == 0 or message["number"] >= self.number, "the table went back from %d to %d" % (self.number, message["number"]))
            if self.number == 0 and message["log"]:
                self.number = message["log"][0]["number"] - 1  # of a long log only the end is told
            for entry in message["log"]:
                if entry["number"] > self.number:
                    self.entry(entry)
            insist(self.number == message["number"], "the table's log ends with %d, not %d" % (self.number, message["number"]))
            self.stands(message)
        elif kind == "now":
            insist(message["number"] == self.number, "now is for %d, but the last entry was %d" % (message["number"], self.number))
            self.stands(message)
        elif kind == "ok":
            if self.sent and message.get("id") == self.sent[2]:
                decision, move, _ = self.sent
                self.asked = None
                if self.in_window:  # said once more when it is over, it is acknowledged alone, and may have been carried out behind others
                    self.held.setdefault(decision, move)
                if self.held.get(decision) != move:
                    self.promised[decision] = move
                    if decision <= len(self.moves):
                        insist(self.moves[decision - 1] == (self.seat, move), "ok for %r, but it was %r" % (move, self.moves[decision - 1]))
                self.sent = None
        elif kind == "held":
            if self.sent and message["decision"] == self.sent[0]:
                self.held[message["decision"]] = self.sent[1]
        elif kind == "error" and message["code"] == "unanswered":
            self.asked, self.sent_on = None, None  # as after a lost connection
        elif kind == "error":
            if "id" not in message:
                self.sent_on = None  # of what is on its way nothing is said
            elif self.sent and message["id"] == self.sent[2]:
                self.sent = None
            if message["code"] not in ("stale", "not-your-turn", "slow-down", "closing", "not-stored", "moved"):
                self.faults.append(message)

    def stands(self, message):
        self.asked = message["asked"]
        if message.get("state") == "over" and self.over is None:
            self.over = {}
        mine = self.asked and self.asked.get("you")
        if mine and self.asked["decision"] in self.held:
            insist(mine.get("held") == self.held[self.asked["decision"]], "the answer %r that was kept is now %r" % (
                self.held[self.asked["decision"]], mine.get("held")))

    # ---------------------------------------------------------------- what is said

    def move(self):
        """Answers what is asked, if something is and it was not answered yet."""
        mine = self.asked and self.asked.get("you")
        if not mine or mine.get("held") or self.asked["decision"] in self.held:
            return False
        decision = self.asked["decision"]
        if self.sent and self.sent[0] == decision and self.connected == self.sent_on:
            return False
        # After a lost connection the very same message once more: nobody knows whether it had been heard.
        move = self.sent[1] if self.sent and self.sent[0] == decision else self.chance.choice(mine["moves"])
        self.id += 1
        self.in_window = self.asked["window"] or (self.sent is not None and self.sent[0] == decision and self.in_window)
        self.sent, self.sent_on = (decision, move, self.id), self.connected
        self.client.say({"type": "move", "id": self.id, "decision": decision, "move": move})
        return True


def step(players, patience=0.5, moves=True):
    """Lets every player hear what has come, and answer. True: a message came (pings alone are none: they come for as long as a server
    lives, also where a game stands still for ever). A lost connection raises OSError."""
    heard = False
    lines = {player.client.line: player for player in players if player.client}
    ready = [line for line, player in lines.items() if player.client.bytes and complete(player.client)]
    if not ready:
        ready = select.select(list(lines), [], [], patience)[0]
    for line in ready:
        player = lines[line]
        if not complete(player.client) and not player.client.more():
            raise OSError("the connection was closed")
        while complete(player.client):
            message = player.client.hear()
            if message is None:
                raise OSError("the server closed: %s" % (player.client.ended,))
            player.hear(message)
            heard = True
            if moves:
                player.move()
    return heard


def complete(client):
    """Whether a frame that holds a message can be read without waiting; pings are answered on the way."""
    while True:
        found = whole_frame(client.bytes)
        if found is None:
            return False
        if found[0] & 15 != PING:
            return True
        client.frame()
        client.send(PONG, found[1])


def play(players, done=None, until=None):
    """Plays on until the game is over, or `until` says so. Connections must hold."""
    began = time.monotonic()
    for player in players:
        if not player.client:
            player.connect()
        else:
            player.move()
    while not all(player.over is not None for player in players):
        if step(players):
            began = time.monotonic()
        insist(time.monotonic() - began < PATIENCE, "nothing happens any more: %s" % [player.asked for player in players])
        if until and until(players):
            return
    for player in players:
        insist(not player.faults, "refused: %s" % player.faults[:3])


def seats_of(server, table, tokens, **named):
    return [Player(server, table, token, seat, **named) for seat, token in sorted(tokens.items())]


def verify(program, server, table, tls=None):
    """Fetches the record of a finished game and lets `billions verify` judge it. Returns the record."""
    answer = ask(server, "GET", "/api/tables/%s/record" % table, tls=tls)
    insist(answer is not None and answer.status == 200, "no record: %s" % answer)
    judge = os.path.join(os.path.dirname(program), "billions")
    if not os.path.exists(judge):
        raise Skip("there is no billions beside the server to verify a record")
    with tempfile.NamedTemporaryFile(suffix=".record") as file:
        file.write(answer.body)
        file.flush()
        run = subprocess.run([judge, "verify", file.name], capture_output=True, timeout=PATIENCE)
        insist(run.returncode == 0, "the record does not verify: " + (run.stdout + run.stderr).decode())
    return answer.body.decode()


def agree(players):
    """All of them were told the same story; when it is over, to its end."""
    for player in players[1:]:
        if player.over is not None and players[0].over is not None:
            insist(player.number == players[0].number, "one was told %d entries, another %d" % (player.number, players[0].number))
        seats = [[seat for seat, _ in one.moves] for one in (player, players[0])]
        both = min(len(seats[0]), len(seats[1]))
        insist(seats[0][:both] == seats[1][:both], "they were told of different moves")


def finish(program, server, table, players, **named):
    """Plays to the end: all were told the same, and the record is true. Returns it."""
    play(players)
    agree(players)
    return verify(program, server, table, **named)
