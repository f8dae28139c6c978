"""Those who disturb in a storm, all from addresses of their own and each with a rate that it never exceeds: the load is the same on every
machine. What they are answered is counted, never judged; that others do not notice is judged elsewhere."""
import os
import random
import socket
import threading
import time

from sockets import BINARY, PING, TEXT, Client, Failed, ask, connect, frame, handshake

from storm.shared import FINISH, STARVED, STORM, Door, until
from storm.probes import NAME

PATIENCE = 5      # seconds that an attacker waits for anything
BOT_TABLES = 29   # of five `best` each: one less than an address may make in a minute
HOST = b"Host: 127.0.0.1\r\n"


class Attack(threading.Thread):
    """One kind of attack: `once` is done so many times a second at most, as long as the storm lasts."""

    rate = 1.0
    begins = STORM

    def __init__(self, board, port, number, seed):
        super().__init__(daemon=True)
        self.board, self.door = board, Door(port, "127.0.30.%d" % (number + 1), PATIENCE)
        self.chance = random.Random("%s %s" % (seed, type(self).__name__))
        self.done, self.broken, self.held = 0, 0, []
        self.answers = {}

    @classmethod
    def name_of(cls):
        return cls.__doc__.split(".")[0]

    def over(self):
        return self.board.phase >= FINISH

    def answered(self, status):
        self.answers[status] = self.answers.get(status, 0) + 1

    def line(self, small=False):
        return connect(self.door, small=small)

    def hold(self, line, most):
        """Keeps a connection open, and of the kept ones only the newest."""
        self.held.append(line)
        while len(self.held) > most:
            self.held.pop(0).close()

    def run(self):
        while not until(self.board, self.begins, 0.1):
            pass
        due = time.monotonic()
        while not self.over():
            try:
                self.once()
                self.done += 1
            except (OSError, Failed, ValueError, IndexError):
                self.broken += 1  # the server is away, or has had enough
            due = max(due + 1 / self.rate, time.monotonic())
            while due > time.monotonic() and not self.over():
                time.sleep(min(0.2, max(0.0, due - time.monotonic())))
        for line in self.held:
            line.close()


class Requests(Attack):
    """requests, more than an address may make"""
    rate = 20.0
    TEXTS = [b"GET /api/games HTTP/1.1\r\n" + HOST, b"GET /api/tables?limit=100 HTTP/1.1\r\n" + HOST,
             b"GET /api/tables/abcdefghijklmnop HTTP/1.1\r\n" + HOST,
             b"GET /metrics;x HTTP/1.1\r\n" + HOST, b"GET / HTTP/1.1\r\n" + HOST, b"GET /api/my HTTP/1.1\r\n" + HOST + b"Authorization: Bearer x\r\n",
             b"OPTIONS * HTTP/1.1\r\n" + HOST, b"GET /healthz HTTP/1.1\r\nX-Forwarded-For: 127.0.0.1\r\n" + HOST]

    def once(self):
        line = self.line()
        try:
            line.sendall(b"".join(text + b"\r\n" for text in self.chance.choices(self.TEXTS, k=9)) +
                         self.chance.choice(self.TEXTS) + b"Connection: close\r\n\r\n")
            got = b""
            while len(got) < 1 << 20:
                more = line.recv(65536)
                if not more:
                    break
                got += more
            for part in got.split(b"HTTP/1.1 ")[1:]:
                self.answered(int(part[:3]))
        finally:
            line.close()


class Messages(Attack):
    """messages, more than a client may send, without waiting for answers"""
    rate = 1.0
    WORDS = [b'{"type":"ping"}', b"nonsense", b'{"type":"move","decision":1,"move":"draw deck"}', b'{"type":"why","move":"%s"}' % (b"x" * 500),
             b'{"type":"hint"}', b'{"type":"emote","sign":"wow"}', b'{"type":"emote","sign":["wow"]}', b'{"type":"chat","text":"%s"}' % ("\u202e".encode() * 100)]

    def once(self):
        table = ask(self.door, "POST", "/api/tables", {"game": "six-billion", "seats": 2, "name": "Loud"})
        client = Client(self.door)
        if table is not None and table.status == 201:
            client.say({"type": "hello", "protocol": 1, "table": table.json()["table"], "token": table.json()["token"]})
        for _ in range(20):
            client.line.sendall(frame(TEXT, self.chance.choice(self.WORDS)) * 50 + frame(PING, b"x" * 100) * 10)
        client.close()


class SlowReaders(Attack):
    """clients that ask and never read"""
    rate = 2.0

    def once(self):
        line = self.line(small=True)
        if self.chance.random() < 0.5:
            line.sendall((b"GET /api/games HTTP/1.1\r\n" + HOST + b"\r\n") * 50)
        else:
            line.sendall(handshake().encode() + frame(TEXT, b'{"type":"why","move":"%s"}' % (b"x" * 1500)) * 20)
        self.hold(line, 40)


class SlowWriters(Attack):
    """requests, bodies and messages of a byte a second"""
    rate = 1.0
    TEXTS = [b"GET /api/games HTTP/1.1\r\n" + HOST + b"X-Slow: " + b"y" * 100,
             b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: 500\r\n\r\n" + b"{" * 100,
             handshake().encode() + frame(TEXT, b"x" * 300)]

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.writing = []

    def once(self):
        if len(self.writing) < 30:
            text = self.chance.choice(self.TEXTS)
            at = self.chance.randrange(len(text) // 2)
            line = self.line()
            line.sendall(text[:at])
            self.writing.append([line, text, at])
        for row in list(self.writing):
            line, text, at = row
            try:
                if at >= len(text):
                    raise OSError("said")
                line.sendall(text[at:at + 1])
                row[2] += 1
            except OSError:
                line.close()
                self.writing.remove(row)
        self.held = [row[0] for row in self.writing]


class HalfOpen(Attack):
    """connections that say nothing, or half of it"""
    rate = 10.0
    TEXTS = [b"", b"G", b"GET / HTTP/1.1\r\nHost: a\r\nX-", handshake().encode(),
             b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: 100\r\n\r\n{",
             handshake().encode() + b"\x81", handshake().encode() + frame(TEXT, b"x", final=False), b"\x16\x03\x01"]

    def once(self):
        line = self.line()
        line.sendall(self.chance.choice(self.TEXTS))
        self.hold(line, 200)


class Pipelined(Attack):
    """requests with bodies behind one another in one segment"""
    rate = 1.0
    POST = b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: 2\r\n\r\n{}"
    LOST = b"POST /api/a HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\n\r\nx"
    GET = b"GET /api/games HTTP/1.1\r\n" + HOST + b"\r\n"
    TABLES, NOWHERE = b"GET /api/tables HTTP/1.1\r\n" + HOST, b"GET /nowhere HTTP/1.1\r\n" + HOST
    TEXTS = [LOST * 2, POST * 2, GET + LOST, GET + POST, POST + GET, LOST + GET + LOST, POST * 30, GET + POST[:-1], LOST + handshake().encode(),
             handshake().encode() + LOST * 2, TABLES + b"\r\n" + NOWHERE + b"Connection: close\r\n\r\nx",
             b"HEAD / HTTP/1.1\r\n" + HOST + b"\r\n" + POST]

    def once(self):
        line = self.line()
        text = self.TEXTS[self.done % len(self.TEXTS)]
        if self.chance.random() < 0.3:  # and in two
            at = self.chance.randrange(1, len(text))
            line.sendall(text[:at])
            text = text[at:]
        line.sendall(text)
        self.hold(line, 20)  # left open: what is not answered is the server's trouble


class Rubbish(Attack):
    """bytes that mean nothing"""
    rate = 5.0

    def once(self):
        rubbish = bytes(self.chance.randrange(256) for _ in range(self.chance.randrange(1, 600)))
        line = self.line()
        kind = self.chance.randrange(4)
        if kind == 0:
            line.sendall(rubbish)
        elif kind == 1:
            line.sendall(b"GET /" + rubbish + b" HTTP/1.1\r\n" + HOST + b"\r\n")
        elif kind == 2:
            line.sendall(handshake().encode() + rubbish)
        else:
            line.sendall(handshake().encode() + frame(self.chance.choice([TEXT, BINARY, 0, 3, 8, 9, 10]), rubbish,
                                                      final=self.chance.random() < 0.5, masked=self.chance.random() < 0.8))
        self.hold(line, 10)


class Bots(Attack):
    """tables of five `best` bots, where nobody sits; half of them are watched"""
    rate = 1 / 61
    begins = STARVED

    def once(self):
        self.made = 0
        for line in self.held:
            line.close()
        self.held = []
        for number in range(BOT_TABLES):
            if self.over():
                return
            try:
                self.one(number)
            except (OSError, Failed):
                self.broken += 1
                time.sleep(0.1)

    def one(self, number):
        answer = ask(self.door, "POST", "/api/tables", {"game": "six-billion", "seats": 5, "bots": ["best"] * 5})
        self.answered(answer.status if answer else None)
        if answer is not None and answer.status == 201 and number % 2:
            client = Client(self.door)
            client.say({"type": "hello", "protocol": 1, "table": answer.json()["table"]})
            self.held.append(client.line)


class Logins(Attack):
    """guesses at another's passphrase"""
    rate = 0.5

    def once(self):
        answer = ask(self.door, "POST", "/api/session", {"name": NAME, "passphrase": "guess number %d" % self.done})
        self.answered(answer.status if answer else None)


class Tables(Attack):
    """tables that wait for players, as many as an address may make and more"""
    rate = 2.0

    def once(self):
        answer = ask(self.door, "POST", "/api/tables", {"game": "one-billion-users", "listed": True, "title": os.urandom(8).hex(), "name": "Nobody"})
        self.answered(answer.status if answer else None)


KINDS = [Requests, Messages, SlowReaders, SlowWriters, HalfOpen, Pipelined, Rubbish, Bots, Logins, Tables]
CLASSES = {"floods": (Requests, Messages, Tables), "slow": (SlowReaders, SlowWriters, HalfOpen), "pipelining": (Pipelined,), "rubbish": (Rubbish,),
           "bots": (Bots,), "logins": (Logins,)}


def disturb(board, port, seed, without):
    """The work of the process of the attackers."""
    out = {kind for name in without for kind in CLASSES.get(name, ())}
    socket.setdefaulttimeout(PATIENCE)
    attacks = [kind(board, port, number, seed) for number, kind in enumerate(KINDS) if kind not in out]
    for attack in attacks:
        attack.start()
    for attack in attacks:
        attack.join()
    return [{"attack": type(attack).__name__, "what": attack.name_of(), "done": attack.done, "broken": attack.broken,
             "answers": {str(status): count for status, count in sorted(attack.answers.items(), key=str)}} for attack in attacks]
