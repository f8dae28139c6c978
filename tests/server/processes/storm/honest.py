"""Honest players of a storm: every client remembers what was acknowledged to it and what it said, and holds every entry of its table
against that, through every death of the server. At the end of a game its record is judged too.

Here a fault never ends anything: it is written down, and the next table is made. Players take their time, as persons do, until the storm
is over; then they hurry to the end of their games."""
import os
import random
import re
import select
import tempfile
import threading
import time

from games import Player, agree, complete, verify
from sockets import Failed, Skip, ask, insist

from storm.shared import FINISH, QUIT, Door

PATIENCE = 60   # seconds: to come back, or for something to happen at a table
THINKING = 0.12  # seconds that a player takes for a decision, in the mean
AGAIN = 0.3     # seconds until who was told that nothing can be stored says it once more
SETTLING_DOWN = 10  # seconds, at the very end
MOST_FAULTS = 20  # told of one table; more are only counted

KINDS = [("one-billion-users", [None, None, None]), ("six-billion", [None, None, None]), ("one-billion-users", [None, None, "greedy", None]),
         ("six-billion", [None, None]), ("one-billion-users", [None, None]), ("six-billion", [None, "greedy", None, None, None])]


class Doubled(Failed):
    """A move stands in the story that was said once and happened twice, or was never said."""


class Unresumed(Failed):
    """A client could not go on where it was."""


class Witness(Player):
    """A seat, and all that it said: decision -> move, and which of that has happened."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.said, self.happened, self.for_me = {}, set(), 0
        self.due = 0.0         # when the player has made up its mind
        self.said_at = None
        self.waits = []        # (from, until): from a move to its acknowledgement
        self.greeting = False  # said hello, with a number, and heard no answer yet
        self.lost_at = None
        self.resumed, self.broken, self.refusals, self.not_stored = [], [], 0, 0
        self.thinking = THINKING
        self.refused_at = None  # since when what it said cannot be stored
        self.refused = []       # (from, until): from there until something of its table is stored again

    def connect(self, hello=True):
        self.greeting = self.number > 0
        if not self.greeting:
            self.lost_at = None
        super().connect(hello)

    def drop(self):
        if self.client:
            self.lost_at = self.lost_at or time.monotonic()
        super().drop()

    def back(self):
        self.greeting = False
        self.resumed.append((self.lost_at or time.monotonic(), time.monotonic()))
        self.lost_at = None

    def hear(self, message):
        kind = message["type"]
        if self.greeting and kind == "rest":
            if message["from"] != self.number or message["you"] != self.seat:
                raise Unresumed("seat %d has %d entries and was told the rest from %s as %s" % (
                    self.seat, self.number, message["from"], message["you"]))
            self.back()
        elif self.greeting and kind == "table":
            # So it is answered when a transaction has failed meanwhile: told anew, but of the same story.
            if message["number"] < self.number:
                raise Unresumed("seat %d has %d entries, which the server does not know: it was told a table with %d anew" % (
                    self.seat, self.number, message["number"]))
            self.back()
        elif self.greeting and kind == "error" and message["code"] in ("no-table", "token", "full", "malformed", "version"):
            raise Unresumed("seat %d is refused: %s" % (self.seat, message))
        if kind == "error" and message["code"] == "not-stored" and self.sent and message.get("id") == self.sent[2]:
            self.not_stored += 1
            self.refused_at = self.refused_at or time.monotonic()
        sent = self.sent
        super().hear(message)
        if kind == "ok" and sent and self.sent is None and self.said_at is not None:
            self.waits.append((self.said_at, time.monotonic()))
        if self.refused_at and kind in ("ok", "held", "entry"):
            self.refused.append((self.refused_at, time.monotonic()))
            self.refused_at = None

    def entry(self, entry):
        super().entry(entry)
        if entry["kind"] == "move" and entry["seat"] == self.seat:
            decision = len(self.moves)
            if entry.get("how") != "person":
                self.for_me += 1
                return
            # In a window all are asked at once, and what they said is carried out one after the other: the newest that was said till then.
            mine = max((said for said in self.said if said <= decision), default=None)
            if mine is None or mine in self.happened:
                raise Doubled("seat %d made the move %r of decision %d a second time, or never" % (self.seat, entry["move"], decision))
            if self.said[mine] != entry["move"]:
                raise Doubled("seat %d said %r for decision %d, and %r happened" % (self.seat, self.said[mine], mine, entry["move"]))
            self.happened.add(mine)

    def stands(self, message):
        super().stands(message)
        self.due = time.monotonic()

    def think(self, hurry):
        if self.refused_at:
            self.due = time.monotonic() + AGAIN
        elif not hurry:
            self.due = time.monotonic() + self.chance.expovariate(1 / self.thinking)

    def move(self):
        if not super().move():
            return False
        decision, move, _ = self.sent
        self.said[decision] = move
        self.said_at = time.monotonic()
        return True

    def standing(self):
        """How things stand for it, in words for whoever looks for a fault."""
        asked = self.asked or {}
        decision = asked.get("decision")
        answer = "said %r" % (self.sent,) if self.sent else "keeps %r" % self.held[decision] if decision in self.held else "quiet"
        return "seat %d, entry %d, decision %s%s of %s, %s%s" % (self.seat, self.number, decision, " (a window)" if asked.get("window") else "",
                                                                asked.get("seats"), answer, "" if self.client else ", not connected")

    def promises(self):
        """Holds every acknowledged move, once more, against the whole story; returns how many there were."""
        for decision, move in self.promised.items():
            insist(len(self.moves) >= decision and self.moves[decision - 1] == (self.seat, move), "seat %d was told that %r of decision %d is made; "
                   "the story has %s" % (self.seat, move, decision, self.moves[decision - 1:decision] or "nothing"))
        return len(self.promised)


def compare(record, seen):
    """Holds a record against the moves that players saw, in which nobody passed; a "?" is a card that none of them saw. What is wrong, or None.

    A record has moves that were forced, which nobody is told, and lacks the passes of windows (docs/records.md). What was decided has its time behind
    it, unless the clock went back behind the beginning; then it looks as if it were forced, and either may be meant."""
    reached = {0}  # so many of the seen may stand in the record so far
    for line in record.splitlines():
        if line[:1] not in ("1", "2", "3", "4", "5"):
            continue
        words, at, _ = line.partition(" @")
        further = {i + 1 for i in reached if i < len(seen) and fits(words, seen[i])}
        if not at or words[2:] == "pass":
            further |= reached
        if not further:
            return "the record has %r where its players saw %s" % (
                line, " or ".join(repr(seen[i]) for i in sorted(reached) if i < len(seen)) or "the end")
        reached = further
    if len(seen) not in reached:
        return "the record lacks %r, which its players saw" % seen[max(reached)]
    return None


def fits(words, seen):
    return words == seen or "?" in seen and re.fullmatch(re.escape(seen).replace(r"\?", ".+"), words)


class Table:
    """One table after the other, each played from its beginning to its end by clients of one thread."""

    def __init__(self, program, board, port, number, seed, thinking=THINKING, patience=30):
        self.program, self.board, self.number, self.thinking = program, board, number, thinking
        self.door = Door(port, "127.0.%d.%d" % (10 + number // 200, number % 200 + 1), patience)
        self.chance = random.Random("%s table %d" % (seed, number))
        self.made, self.players, self.table = 0, [], None
        self.figures = {"acknowledged": 0, "kept in windows": 0, "tables begun": 0, "tables finished": 0, "decisions": 0, "verified": 0,
                        "refused by limits": 0, "not stored": 0, "made by the clock": 0}
        self.waits, self.resumes, self.breaks, self.refusals = [], [], [], []
        self.faults = []  # (kind, sentence)
        self.counted = 0
        self.ended = False
        self.thread = threading.Thread(target=self.run, daemon=True)

    def quits(self):
        return self.board.phase >= QUIT

    def patiently(self, what, why):
        """Does it, and again while the server is away, cannot store, or asks to wait. None: the storm is over."""
        began = time.monotonic()
        while not self.quits():
            try:
                answer = what()
                if answer is not None:
                    return answer
            except OSError:
                pass
            if time.monotonic() - began > PATIENCE:
                raise Unresumed("%s: not possible for %d s" % (why, PATIENCE))
            time.sleep(0.05)
        return None

    def ask(self, method, path, body):
        """One request, until it is done or refused for good. What is answered with 429 and 503 has not happened; of what a proxy answers with 502
        or 504 nobody knows."""
        def once():
            answer = ask(self.door, method, path, body)
            if answer is None or answer.status in (429, 502, 503, 504):
                if answer is not None and answer.status == 429:
                    self.figures["refused by limits"] += 1
                time.sleep(0.2)
                return None
            return answer
        return self.patiently(once, "%s %s" % (method, path.split("/")[-1]))

    def begin(self):
        """A table with a witness at every seat of a person. False: somebody else took a seat, which happens when an answer was lost."""
        game, bots = KINDS[(self.number + self.made) % len(KINDS)]
        self.made += 1
        answer = self.ask("POST", "/api/tables", {"game": game, "seats": len(bots), "bots": bots, "title": "honest"})
        if answer is None:
            return False
        insist(answer.status == 201, "no table was made: %s" % answer)
        self.table = answer.json()["table"]
        self.players = []
        for seat, bot in enumerate(bots, 1):
            if bot:
                continue
            answer = self.ask("POST", "/api/tables/%s/join" % self.table, {"name": "Honest %d" % seat, "seat": seat,
                                                                          "contribution": os.urandom(32).hex()})
            if answer is None or answer.status == 409:
                return False
            insist(answer.status == 200, "no seat was given: %s" % answer)
            self.players.append(Witness(self.door, self.table, answer.json()["token"], seat, views=self.chance.random() < 0.3,
                                        chance=random.Random(self.chance.random())))
            self.players[-1].thinking = self.thinking
        self.figures["tables begun"] += 1
        return True

    def reconnect(self, player):
        def once():
            player.drop()
            try:
                player.connect()
            except Failed:  # refused, in a sentence of HTTP; or no answer at all
                refusal = player.client and player.client.refusal
                player.drop()
                self.figures["refused by limits"] += bool(refusal and refusal.status == 429)
                time.sleep(0.1)
                return None
            return True
        return self.patiently(once, "a client comes back")

    def listen(self, hurry):
        """Hears what has come for every player, and lets those answer who have made up their minds. True: something happened."""
        lines = {player.client.line: player for player in self.players if player.client}
        due = [player.due for player in self.players if player.asked and player.asked.get("you") and player.due > time.monotonic()]
        wait = max(0.0, min(due + [time.monotonic() + 0.2]) - time.monotonic())
        happened = False
        for line in select.select(list(lines), [], [], wait)[0]:
            player = lines[line]
            try:
                if not player.client.more():
                    raise OSError("the connection was closed")
                while player.client and complete(player.client):
                    message = player.client.hear()
                    if message is None:
                        raise OSError("the server closed")
                    before = player.asked
                    player.hear(message)
                    if player.asked is not before:
                        player.think(hurry)
                    happened = True
            except OSError:
                self.lost(player)
        for player in self.players:
            if player.client and player.due <= time.monotonic():
                try:
                    happened = player.move() or happened
                except OSError:
                    self.lost(player)
        return happened

    def lost(self, player):
        self.breaks.append(time.monotonic())
        player.drop()

    def play(self):
        last = time.monotonic()
        while not all(player.over is not None for player in self.players):
            for player in self.players:
                if player.client is None:
                    if not self.reconnect(player):
                        return False
                    last = time.monotonic()
            if self.listen(self.board.phase >= FINISH):
                last = time.monotonic()
            for player in self.players:
                insist(not player.faults, "a sound message was refused: %s" % player.faults[:2])
            if self.quits():
                return False
            if time.monotonic() - last > PATIENCE:
                raise Unresumed("nothing has happened for %d s: %s" % (PATIENCE, "; ".join(player.standing() for player in self.players)))
            self.board_counts()
        return True

    def board_counts(self):
        self.counted = self.figures["acknowledged"] + sum(len(player.promised) for player in self.players)

    def judge(self):
        """The game is over: all were told the same, every promise was kept, and the record is the game that they saw."""
        agree(self.players)
        for player in self.players:
            player.promises()
        record = self.patiently(self.record, "the record")
        if record is None:
            return False
        seats = {player.seat: player for player in self.players}
        seen = []
        for decision, (seat, _) in enumerate(self.players[0].moves):
            words = seats.get(seat, self.players[0]).moves[decision][1]  # who made a move knows all of it
            if words != "pass":
                seen.append("%d %s" % (seat, words))
        fault = compare(record, seen)
        if fault:
            with open(os.path.join(tempfile.gettempdir(), "not-as-seen-%s.record" % self.table), "w") as file:
                file.write(record + "\n\n" + "\n".join(seen) + "\n")
            insist(False, fault)
        self.figures["verified"] += 1
        return True

    def record(self):
        try:
            return verify(self.program, self.door, self.table)
        except Failed as fault:
            if any("no record: " + away in str(fault) for away in ("None", "429", "502", "503", "504")):
                return None
            raise

    def add_up(self):
        for player in self.players:
            self.figures["acknowledged"] += len(player.promised)
            self.figures["kept in windows"] += len(player.held)
            self.figures["not stored"] += player.not_stored
            self.figures["made by the clock"] += player.for_me
            self.waits += player.waits
            self.resumes += player.resumed
            self.refusals += player.refused
        self.figures["decisions"] += max([len(player.moves) for player in self.players], default=0)
        for player in self.players:
            player.drop()
        self.players = []
        self.board_counts()

    def one_game(self):
        if self.begin() and self.play():
            self.judge()
            self.figures["tables finished"] += 1
        elif self.players and not self.quits():
            pass  # a seat was lost with an answer; nothing was promised there
        elif self.players:
            self.settle()
            for player in self.players:
                player.promises()
                if player.client is None or player.greeting:
                    raise Unresumed("seat %d was not back at the end" % player.seat)

    def settle(self):
        """An acknowledgement may be heard before the entry that it is about."""
        for player in self.players:
            player.due = float("inf")  # says nothing more
        began = time.monotonic()
        while time.monotonic() - began < SETTLING_DOWN and any(
                len(player.moves) < max(player.promised, default=0) for player in self.players if player.client):
            self.listen(False)

    def run(self):
        while self.board.phase < FINISH:
            try:
                self.one_game()
            except Skip:
                raise
            except Exception as fault:  # noqa: whatever it is, it is told
                kind = "doubled" if isinstance(fault, Doubled) else "unresumed" if isinstance(fault, Unresumed) else "lost"
                if not isinstance(fault, Failed):
                    kind = "other"
                self.faults.append((kind, "%s, table %d of the honest (%s): %s" % (
                    time.strftime("%H:%M:%S"), self.number, self.table, fault if isinstance(fault, Failed) else repr(fault))))
                if len(self.faults) >= MOST_FAULTS:
                    break
                time.sleep(0.1)
            self.add_up()
        self.add_up()
        self.ended = True


def play(program, board, port, tables, seed, first=0, thinking=THINKING, patience=30):
    """The work of a process of honest players, at tables with the numbers from `first` on."""
    tables = [Table(program, board, port, first + number, seed, thinking, patience) for number in range(tables)]
    for table in tables:
        table.thread.start()
    while any(table.thread.is_alive() for table in tables):
        time.sleep(0.1)
        board.acknowledged = sum(table.counted for table in tables)
        board.finished = sum(table.figures["tables finished"] for table in tables)
        board.waiting = sum(not table.ended for table in tables)
        board.faults = sum(len(table.faults) for table in tables)
    result = {name: sum(table.figures[name] for table in tables) for name in tables[0].figures}
    return {"figures": result, "faults": [fault for table in tables for fault in table.faults], "waits": [w for table in tables for w in table.waits],
            "resumes": [r for table in tables for r in table.resumes], "refusals": [r for table in tables for r in table.refusals],
            "breaks": [b for table in tables for b in table.breaks]}
