"""One row of the table of troubles: one client at one table, one kind of trouble, and what came of it.

Must never judge by the client alone: what is acknowledged is read off the wire, what has happened off the server, by a witness that is
connected directly."""
import threading
import time
import traceback

from games import Player, make, step, verify
from sockets import insist
from troubles.troubled_line import TroubledLine
from troubles.wire import Wire

PATIENCE = 120   # seconds for what is no matter of the line
RETURN = 45      # seconds for a client to come back, at most
FEW = 3          # moves before the trouble, and after it
PACE = {"kind": "live", "move": 20, "bank": 60, "window": 5}


class Kind:
    """A kind of trouble. `mood`: of the line, or several of them, each with its seconds. `own`: it begins while the client is asked, so that a person has a move in the hand; else while the other is, who
    moves meanwhile. `seconds`: 0: the line is well at once, but the old connections are gone."""

    def __init__(self, name, mood, seconds, own, what):
        self.name, self.mood, self.seconds, self.own, self.what = name, mood, seconds, own, what


KINDS = [
    Kind("a moment", "silent", 5, True, "nothing passes for 5 s, then everything does"),
    Kind("silent", "silent", 15, False, "nothing passes for 15 s, then everything does"),
    Kind("dead", "dead", 15, True, "nothing passes for 15 s, and the old connections stay silent for ever"),
    Kind("silent up", "silent-up", 15, True, "nothing reaches the server for 15 s"),
    Kind("silent down", "silent-down", 15, False, "nothing reaches the client for 15 s"),
    Kind("unanswered", "deaf", 15, True, "a move arrives, its answer does not, nor anything else for 15 s"),
    Kind("refused", "refuse", 15, True, "connections break, new ones are refused for 15 s"),
    Kind("stalled", "stall", 15, False, "connections end, new ones are accepted and never answered for 15 s"),
    Kind("dropped", "drop", 15, True, "every connection is broken off, again and again, for 15 s"),
    Kind("reset", "reset", 0, True, "connections are broken off once"),
    Kind("closed", "close", 0, False, "connections are closed once"),
    Kind("cut by the server", "cut-down", 15, False, "half of a message arrives at the client, then nothing for 15 s"),
    Kind("cut by the client", "cut-up", 15, True, "half of a move arrives at the server, then connections break for 15 s"),
    Kind("address", "address", 0, True, "the client has another address at once; the old connections stay silent for ever"),
    Kind("slow", "delay 1500", 15, True, "everything takes 1.5 s each way for 15 s"),
    Kind("trickle", "trickle 2000", 15, False, "2000 bytes a second, one at a time, for 15 s"),
    Kind("cut again and again", [("cut-up", 4), ("well", 3)] * 5, 35, True, "half of a move arrives, connections break for 4 s, are well for 3 s; five times"),
    Kind("everything", [("dead", 7), ("well", 1), ("drop", 4), ("well", 2), ("cut-up", 6), ("deaf", 6), ("well", 1), ("silent-down", 8)], 35, True,
         "nothing, well, broken off, well, half of a move, a move unanswered, well, nothing down: for 1 to 8 s each"),
    Kind("a minute", "silent", 60, True, "nothing passes for 60 s, then everything does"),
    Kind("five minutes", "dead", 300, False, "nothing passes for 300 s, and the old connections stay silent for ever"),
]


class Witness(Player):
    """A seat that knows of every move how it came about, and which decisions were windows: who does not answer there passes, and it looks like
    any pass."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.hows, self.windows = [], set()

    def stands(self, message):
        super().stands(message)
        if self.asked and self.asked["window"]:
            self.windows.add(self.asked["decision"])

    def entry(self, entry):
        super().entry(entry)
        if entry["kind"] in ("move", "undo"):
            self.hows.append(entry.get("how"))


class Row:
    def __init__(self, kind, name, client, program, server):
        self.kind, self.name, self.make_client, self.program, self.server = kind, name, client, program, server
        self.said = self.back = None  # seconds
        self.silence = 0              # the last one of the trouble: seconds without a sign of life
        self.lost = self.doubled = 0
        self.clock = None             # True: one ran unseen; None: none was shown
        self.faults, self.notes = [], []
        self.answered, self.meant = {}, {}
        self.next_move = 0.0

    def title(self):
        return "%s, %s" % (self.kind.name, self.name)

    def run(self):
        try:
            self.table, tokens = make(self.server, seats=2, pace=PACE)
            self.witness = Witness(self.server, self.table, tokens[1], 1)
            self.witness.connect()
            self.witness.hear(self.witness.client.until("table"))
            self.witness.drop()
            self.honest = Witness(self.server, self.table, tokens[2], 2)
            self.honest.connect()
            self.wire = Wire()
            with TroubledLine(self.server.port, self.wire) as self.line:
                link = "http://127.0.0.1:%d/t/%s#%s" % (self.line.port, self.table, tokens[1])
                self.client = self.make_client(self.program, link)
                try:
                    self.play()
                except Exception:
                    self.notes.append("the client's last words: %r" % self.client.tail())
                    raise
                finally:
                    self.client.close()
            self.finish()
        except Exception:  # noqa: whatever it is, the row does not hold
            self.faults.append("it came to no end")
            self.notes.append(traceback.format_exc())
        return self

    # ---------------------------------------------------------------- playing

    def tick(self, client=True, honest=True, pause=0.15):
        """A moment in which the honest seat may move, and the client's person may; with `client` "begun" only what was begun goes on."""
        step([self.honest], 0.05, moves=False)
        self.client.look()
        now = time.monotonic()
        if honest and now >= self.next_move and self.honest.move():
            self.next_move = now + pause
        asked = self.wire.open_decision()
        last, times = self.answered.get(asked["decision"], (0.0, 0)) if asked else (0.0, 0)
        if asked and self.client.person and (client is True or (client == "begun" and times > 0)):
            # Once more, should it not have been taken: not while the line is in trouble, where one answer must do.
            if times == 0 or now - last > 5 or self.client.presses:
                self.answered[asked["decision"]] = now, times + 1
                self.meant[asked["decision"]] = asked["moves"][0]
                self.client.answer(asked)
                by_then = self.wire.open_decision() if self.client.presses else None  # who presses answers what the page shows by then
                if by_then:
                    self.meant.setdefault(by_then["decision"], by_then["moves"][0])

    def until(self, what, fine, seconds=PATIENCE, **how):
        until = time.monotonic() + seconds
        while not fine():
            insist(time.monotonic() < until, what)
            self.tick(**how)

    def over(self):
        return self.honest.over is not None

    def play(self):
        self.until("the client does not begin", self.client.ready, client=False, honest=False)
        self.until("the client does not play", lambda: len(self.wire.acknowledged) >= FEW)
        own = self.kind.own and self.client.person
        self.until("it does not come to the moment for trouble", self.own_moment if own else self.rival_moment, client="begun" if own else True,
                   honest=own)
        began = time.monotonic()
        several = isinstance(self.kind.mood, list)
        moods = list(self.kind.mood) if several else [(self.kind.mood, 0)]
        ends = began
        while (moods or time.monotonic() < began + self.kind.seconds) and not self.over():
            after = time.monotonic() - began
            if moods and time.monotonic() >= ends:
                mood, lasts = moods.pop(0)
                self.line.mood(mood)
                ends += lasts
            # A person presses on for a while, then lets it be; where it comes and goes, again and again.
            self.tick(client=after > 1.5 and (several or after < 6), honest=after > 2, pause=1)
        struck = began if several else self.line.struck or began
        well = time.monotonic() if self.kind.seconds else began
        if self.kind.seconds:
            self.line.mood("well")
        self.come_back(began, struck, well)
        acknowledged = len(self.wire.acknowledged)
        self.until("the client does not go on", lambda: self.over() or len(self.wire.acknowledged) >= acknowledged + FEW)

    def own_moment(self):
        asked = self.wire.open_decision()
        return asked and not asked["window"] and asked["decision"] not in self.answered and asked["decision"] == (self.honest.asked or {}).get("decision")

    def rival_moment(self):
        asked = self.honest.asked
        return asked and asked["you"] and not asked["window"]

    def come_back(self, began, struck, well):
        """Waits until the client hears the server again, and a person is told so."""
        moment, doubts, until = None, [], time.monotonic() + RETURN
        while time.monotonic() < until and not self.over():
            self.tick(client=moment is not None)  # Enter would have it tried at once
            # Where the line was well at once, what came in the same moment was on its way before.
            moment = moment or self.wire.first_heard(well if self.kind.seconds else began + 0.05)
            doubts = self.client.doubts(began)
            if moment and (not doubts or doubts[-1][1]):
                break
        told = doubts[0][0] if doubts else None
        self.silence = (moment or well) - max(struck, self.wire.last_sign(moment or well))
        self.notes.append("seconds: %s; its connections came %s" % (
            ", ".join("%s %.1f" % (what, when - began) for what, when in (("struck", struck), ("said", told), ("well", well), ("heard", moment)) if when),
            ", ".join("%.1f" % (when - began) for when in self.line.arrivals if when > began)))
        if told is not None:
            self.said = told - max(struck, self.wire.last_sign(told))
            clocks = [self.client.unseen_clock(first, last or well) for first, last in doubts]
            self.clock = None if None in clocks else any(clocks)
        if moment is None and not self.over():
            self.faults.append("not back in %d s" % RETURN)
        elif doubts and not doubts[-1][1]:
            self.faults.append("it does not say that it is back")
        elif moment and (doubts or any(when > began for when in self.line.arrivals)):  # else it was never away
            # A line that was well at once cannot be looked for before it is missed.
            well = well if self.kind.seconds or told is None else told
            self.back = max(moment, doubts[-1][1] if doubts else moment, well) - well

    # ---------------------------------------------------------------- what came of it

    def finish(self):
        """Plays the game to its end without the client, and compares what it was told with what has happened."""
        self.witness.connect()
        began = time.monotonic()
        while not self.over() or self.witness.over is None:
            insist(time.monotonic() - began < PATIENCE, "the game does not end")
            step([self.honest, self.witness], 0.2)
        self.witness.drop()
        self.honest.drop()
        verify(self.program, self.server, self.table)
        elsewhere = self.honest.windows | self.witness.windows | set(self.witness.promised)
        made = {decision: move for decision, ((seat, move), how) in enumerate(zip(self.witness.moves, self.witness.hows), 1)
                if seat == 1 and how == "person" and decision not in elsewhere}
        everything = {decision: move for decision, (seat, move) in enumerate(self.witness.moves, 1) if seat == 1}
        for decision, move in self.wire.acknowledged.items():
            if everything.get(decision) != move:
                self.lost += 1
                self.notes.append("%r was acknowledged for %d, and it was %r" % (move, decision, everything.get(decision)))
        for decision, move in made.items():
            if move not in self.wire.moves.get(decision, []):
                self.doubled += 1
                self.notes.append("%r was made for %d, for which the client said %r" % (move, decision, self.wire.moves.get(decision)))
        for decision, moves in self.wire.moves.items():
            unmeant = self.client.person and (decision not in self.meant or (not self.client.presses and moves != [self.meant[decision]]))
            if len(moves) > 1 or unmeant:
                self.doubled += 1
                self.notes.append("for %d the client said %r, and was meant to say %r" % (decision, moves, self.meant.get(decision)))

    def judge(self, within, slack):
        """Faults: sentences. `within`: (seconds to say it, seconds to be back); `slack`: for a machine with much else to do."""
        say, come = within
        if self.said is None and self.silence > say + slack:
            self.faults.append("it was not said, for %.1f s" % self.silence)
        # A connection that is replaced before the moment to say so needs no words.
        come = say if self.said is None and self.kind.seconds == 0 else come
        if self.said is not None and self.said > say + slack:
            self.faults.append("said after %.1f s" % self.said)
        if self.back is not None and self.back > come + slack:
            self.faults.append("back after %.1f s" % self.back)
        for count, words in ((self.lost, "lost"), (self.doubled, "doubled")):
            if count:
                self.faults.append("%d moves %s" % (count, words))
        if self.clock:
            self.faults.append("a clock ran unseen")
        return self.faults


def run_rows(rows, at_once):
    """All of them, some at the same time; the longest first."""
    waiting = sorted(rows, key=lambda row: -row.kind.seconds)
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                if not waiting:
                    return
                row = waiting.pop(0)
            print("[ RUN      ] " + row.title(), flush=True)
            row.run()
            print("  %s: said %s, back %s, %d lost, %d doubled%s" % (row.title(), row.said, row.back, row.lost, row.doubled,
                                                                    "".join("; " + fault for fault in row.faults)), flush=True)

    threads = [threading.Thread(target=work) for _ in range(min(at_once, len(rows)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
