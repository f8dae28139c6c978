#!/usr/bin/env python3
"""hostile.py PROGRAM [TEST...]: clients that lie, push, dawdle and pry, each at its own socket. Each is refused in words, and at the next
table nobody notices: in every test a game goes on beside it."""
import hashlib
import os
import random
import socket
import string
import threading
import time

from games import Player, agree, make, play, seats_of, step
from sockets import (BINARY, CLOSE, FAST, PING, TEXT, Client, Failed, Server, ask, connect, frame, handshake, insist, raw,
                     read_answer, refused, run_tests)


class Undisturbed:
    """A table at which two clients play on, as long as the block lasts; whatever goes wrong there fails the test."""

    def __init__(self, server):
        self.server = server
        self.end = threading.Event()
        self.fault = None
        self.moves = 0

    def __enter__(self):
        self.table, tokens = make(self.server, "six-billion", 2)
        self.players = seats_of(self.server, self.table, tokens)
        for player in self.players:
            player.connect()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def run(self):
        try:
            while not self.end.is_set():
                if all(player.over is not None for player in self.players):
                    table, tokens = make(self.server, "six-billion", 2)
                    for player in self.players:
                        player.drop()
                    self.players = seats_of(self.server, table, tokens)
                    for player in self.players:
                        player.connect()
                before = len(self.players[0].moves)
                step(self.players, 0.2)
                self.moves += max(0, len(self.players[0].moves) - before)
                for player in self.players:
                    insist(not player.faults, "the other table was refused: %s" % player.faults[:2])
                time.sleep(0.01)  # people are not in a hurry
        except BaseException as fault:  # noqa: told by the test
            self.fault = fault

    def __exit__(self, kind, *_):
        if kind is None:  # at least some moves after what was done
            before = self.moves
            while self.thread.is_alive() and self.moves < before + 20:
                time.sleep(0.01)
        self.end.set()
        self.thread.join()
        for player in self.players:
            player.drop()
        if kind is None and self.fault:
            raise Failed("the other table was disturbed: %r" % self.fault)


def client_at(server, table, **named):
    """A connection to the table's own address."""
    return Client(server, path="/ws/" + table, **named)


def begun(server, views=False):
    """Two players at a table of their own that have heard of its beginning."""
    table, tokens = make(server, "one-billion-users", 2)
    players = seats_of(server, table, tokens, views=views)
    for player in players:
        player.connect()
    while not all(player.asked for player in players):
        step(players, moves=False)
    return table, tokens, players


# ------------------------------------------------------------------ what is said


def malformed_messages(program):
    with Server(program, *FAST, "--messages", "0", "--per-address", "0", "--requests", "0") as server, Undisturbed(server):
        table, tokens, players = begun(server)
        for player in players:
            player.drop()
        hello = '{"type":"hello","protocol":1,"table":"%s","token":"%s"}' % (table, tokens[1])
        first = [
            ("", "malformed"), ("nonsense", "malformed"), ("[]", "malformed"), ("17", "malformed"), ("{}", "malformed"), ("null", "malformed"),
            ('{"type":17}', "malformed"), ('{"type":"hello"', "malformed"), ('{"type":"hello","type":"bye"}', "malformed"),
            ("[" * 5000, "malformed"), ('{"a":' * 600 + "1" + "}" * 600, "malformed"), ('{"type":"hello","protocol":1.5}', "malformed"),
            ('{"type":"hello","protocol":1e999}', "malformed"), ('{"type":"hello","protocol":99999999999999999999}', "malformed"),
            ('{"type":"hello\\u0000"}', None), (b'{"type":"\xff\xfe"}', "malformed"), (b'{"type":"hello"\x00}', "malformed"),
            ('{"type":"move","decision":1,"move":"draw deck"}', "hello"), ('{"type":"chat","text":"hi"}', "hello"),
            ('{"type":"hello","protocol":2,"table":"%s"}' % table, "version"), ('{"type":"hello","protocol":1}', "malformed"),
            ('{"type":"hello","protocol":1,"table":17}', "malformed"), ('{"type":"hello","protocol":1,"table":"../../etc"}', "no-table"),
            ('{"type":"hello","protocol":1,"table":"aaaaaaaaaaaaaaaa"}', "no-table"),
            ('{"type":"hello","protocol":1,"table":"%s","token":"\' or 1=1 --"}' % table, "token"),
            ('{"type":"hello","protocol":1,"table":"%s\' or \'1\'=\'1"}' % table, "no-table"),
        ]
        for words, code in first:
            client = client_at(server, table) if '"%s"' % table in str(words) else Client(server)
            client.send(TEXT, words if isinstance(words, bytes) else words.encode())
            answer = client.hear()
            insist(answer and answer["type"] == "error" and answer["text"], "%r was answered %s" % (words[:60], answer))
            insist(code is None or answer["code"] == code, "%r was answered %s, not %s" % (words[:60], answer, code))
            client.close()
        client = Client(server)
        client.send(BINARY, b"\x00\x01")
        messages = client.all()
        insist(messages[-1]["type"] == "error" and client.ended[0] == 1003, "binary: %s %s" % (messages, client.ended))
        client.close()
        client = client_at(server, table)
        client.say(hello)
        client.until("table")
        for words, code in [
            ('{"type":"hello","protocol":1,"table":"%s"}' % table, "hello"),
            ('{"type":"unheard of"}', "unknown"),
            ('{"type":"move"}', "malformed"), ('{"type":"move","decision":"1","move":"draw deck"}', "malformed"),
            ('{"type":"move","decision":-1,"move":"draw deck"}', None), ('{"type":"move","decision":999999,"move":"draw deck"}', "stale"),
            ('{"type":"move","decision":9223372036854775807,"move":"draw deck"}', "stale"),
            ('{"type":"move","decision":1,"move":17}', "malformed"), ('{"type":"move","decision":1,"move":"%s"}' % ("x" * 3000), None),
            ('{"type":"undo","decision":1}', "undo"), ('{"type":"agree"}', "undo"), ('{"type":"refuse"}', "undo"),
            ('{"type":"chat","text":"%s"}' % ("x" * 600), "chat"), ('{"type":"emote","sign":"%s"}' % ("x" * 600), "emote"), ('{"type":"order","words":"obey"}', "order"),
        ]:
            fresh = None
            client.send(TEXT, words.encode())
            answer = client.until("error", "table", "ok")
            insist(answer["type"] == "error" and answer["text"], "%r was answered %s" % (words[:60], answer))
            insist(code is None or answer["code"] == code, "%r was answered %s, not %s" % (words[:60], answer, code))
            client.line.settimeout(120)
            if answer["code"] in ("malformed", "hello"):  # the server may close after these
                fresh = client_at(server, table)
                fresh.say(hello)
                fresh.until("table")
                client.close()
                client = fresh
        client.close()
        play(seats_of(server, table, tokens), until=lambda players: len(players[0].moves) > 10)


def random_bytes(program):
    """Garbage of all kinds, with the same numbers every time."""
    chance = random.Random(5)
    with Server(program, *FAST, "--messages", "0", "--per-address", "0", "--requests", "0", "--ping", "3600") as server, Undisturbed(server):
        table, tokens, players = begun(server)
        parts = ['{"type":', '"hello"', '"move"', '"decision":', "1", ',', "}", "{", '"table":', '"%s"' % table, '"token":', '"%s"' % tokens[2],
                 '"protocol":1', "[", "]", '"', "\\", "\x00", "é", "-", "1e9", "null", "true", '"seen":', '"id":']
        for _ in range(300):
            client = Client(server)
            try:
                for _ in range(chance.randrange(1, 6)):
                    if chance.random() < 0.5:
                        client.send(TEXT, "".join(chance.choice(parts) for _ in range(chance.randrange(1, 14))).encode())
                    else:
                        client.line.sendall(bytes(chance.randrange(256) for _ in range(chance.randrange(1, 200))))
                if chance.random() < 0.2:
                    client.send(CLOSE, b"\x03\xe8")
                    client.all()
            except (OSError, Failed):
                pass
            client.close()
        for _ in range(200):
            line = connect(server)
            line.sendall(bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400))))
            line.close()
        insist(ask(server, "GET", "/healthz").status == 200, "the server is not well")
        play(players, until=lambda players: len(players[0].moves) > 10)


# ------------------------------------------------------------------ how much, how slow


def flood(program):
    with Server(program, *FAST) as server, Undisturbed(server):
        for words in (b'{"type":"ping"}', b"nonsense", b'{"type":"move","decision":1,"move":"draw deck"}'):
            table, tokens, players = begun(server)
            client = client_at(server, table)
            client.say({"type": "hello", "protocol": 1, "table": table})
            reading = []
            reader = threading.Thread(target=lambda: reading.extend(client.all()))
            reader.start()
            try:
                for _ in range(400):
                    client.line.sendall(frame(TEXT, words) * 250)
            except OSError:
                pass
            reader.join()
            insist(reading[-1]["type"] == "error", "the flood was answered by %s" % reading[-1:])
            insist(len(reading) < 5000, "%d answers to a flood" % len(reading))
            client.close()
        table = make(server, "one-billion-users", 2)[0]
        client = client_at(server, table)  # pings, which the library answers
        for _ in range(200):
            client.line.sendall(frame(PING, b"x" * 100) * 50)
            client.bytes = b""
            while not client.quiet():
                client.more()
                client.bytes = b""
        client.say({"type": "hello", "protocol": 1, "table": table})
        insist(client.until("table"), "pings ended the connection")
        client.close()


def quick_but_honest(program):
    """Who waits for answers may be as quick as it likes: it is held back at times, and loses nothing."""
    with Server(program, *FAST, "--messages", "1") as server:  # a second: no machine is so slow that it does not say more
        table, tokens, players = begun(server)
        said, held_back = 0, 0
        while held_back < 2:
            said += 1
            players[0].client.say({"type": "ping", "id": said})
            insist(players[0].client.until("pong")["id"] == said, "an answer is lost")
            figures = ask(server, "GET", "/metrics").body.decode()
            held_back += "billions_clients_held_back_total 0" not in figures
        insist('dropped_total{why="flood"} 0' in figures, "an honest client was taken for a flood")


def slow_reader(program):
    with Server(program, *FAST, "--messages", "0", "--ping", "3600") as server, Undisturbed(server):
        table, tokens, players = begun(server)
        client = client_at(server, table, small=True)
        client.say({"type": "hello", "protocol": 1, "table": table, "token": tokens[1]})
        client.until("table")
        try:
            for _ in range(20000):  # questions, and nobody reads the answers
                client.say({"type": "why", "move": "x" * 1500})
        except OSError:
            pass
        figures = ""
        while 'clients_dropped_total{why="slow"} 1' not in figures:
            figures = ask(server, "GET", "/metrics").body.decode()
            insist(server.running(), "the server ended")
        client.close()
        play(players, until=lambda players: len(players[0].moves) > 10)


def half_open(program):
    """Connections that say nothing, or only half of it, or slowly: all are ended by the server."""
    with Server(program, *FAST, "--hello", "2", "--ping", "2", "--requests", "0") as server, Undisturbed(server):
        table, tokens, players = begun(server)
        lines = {
            "nothing": connect(server),
            "half a request": connect(server),
            "half a body": connect(server),
            "no hello": Client(server).line,
            "an endless request": connect(server),
            "a header of one letter": connect(server),  # libwebsockets 4.1 waits for more behind it when it is the last
        }
        lines["half a request"].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-")
        lines["half a body"].sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        lines["a header of one letter"].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: 1\r\n\r\n")
        lines["an endless request"].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        dumb = Client(server)  # hears pings and never answers: as if its machine were gone
        dumb.say({"type": "hello", "protocol": 1, "table": table})
        lines["no pong"] = dumb.line

        def dribble():
            try:
                while True:
                    lines["an endless request"].sendall(b"x")
                    time.sleep(0.2)
            except OSError:
                pass

        dribbler = threading.Thread(target=dribble)
        dribbler.start()
        for name, line in lines.items():
            line.settimeout(120)
            try:
                while line.recv(65536):
                    pass
            except ConnectionResetError:
                pass
            except socket.timeout:
                raise Failed(name + ": still open")
            line.close()
        dribbler.join()
        # One that only listens, but answers pings, stays.
        watcher = client_at(server, table)
        watcher.say({"type": "hello", "protocol": 1, "table": table})
        pings = 0
        while pings < 3:
            found = watcher.frame()
            insist(found is not None, "who answers pings was dropped")
            if found[0] == PING:
                pings += 1
                watcher.send(10, found[1])
        watcher.close()


def too_many(program):
    with Server(program, *FAST, "--per-address", "5", "--requests", "0") as server:
        clients = [Client(server) for _ in range(5)]
        refusal = Client(server).refusal
        insist(refusal.status == 429 and refusal.json()["error"]["text"], "the sixth: %s" % refusal)
        clients[0].close()
        while True:  # the place is free as soon as the server has seen the end
            again = Client(server)
            if again.refusal is None:
                break
        lines = []
        for _ in range(30):  # bare connections of the same address: some are let in, not all
            lines.append(connect(server))
        figures = None
        for line in lines + [client.line for client in clients[1:]] + [again.line]:
            line.close()
        while figures is None or figures.status != 200:
            figures = ask(server, "GET", "/metrics")
        insist('connections_refused_total{why="too-many"} 0' not in figures.body.decode(), "30 connections of one address were let in")
    with Server(program, *FAST, "--requests", "2") as server:
        statuses = [ask(server, "GET", "/api/games").status for _ in range(40)]
        insist(200 in statuses and 429 in statuses, "requests without number: %s" % statuses)
        refusal = None
        while refusal is None or refusal.status != 429:
            refusal = ask(server, "GET", "/api/games")
        insert = refusal.json()["error"]
        insist(insert["code"] == "slow-down" and insert["text"] and "retry-after" in refusal.headers, "%s" % refusal)
    with Server(program, *FAST, "--requests", "0") as server:
        statuses = [ask(server, "POST", "/api/session", {"name": "Ann", "passphrase": "guess number %d" % i}).status for i in range(15)]
        insist(429 in statuses and 200 not in statuses, "guesses of a passphrase: %s" % statuses)


# ------------------------------------------------------------------ whose


def origins(program):
    with Server(program, *FAST, "--origin", "https://friend.example") as server, Undisturbed(server):
        own = "127.0.0.1:%d" % server.port
        for origin, host, fine in [
            (None, own, True), ("http://" + own, own, True), ("https://" + own, own, True), ("HTTP://" + own, own, True),
            ("https://friend.example", own, True), ("https://friend.example:444", own, False), ("http://friend.example", own, False),
            ("https://evil.example", own, False), ("null", own, False), ("http://" + own + ".evil.example", own, False),
            ("http://evil.example/" + own, own, False), ("file://" + own, own, False), (own, own, False), ("http://", own, False),
            ("http://127.0.0.1:1", own, False), ("http://x" + "y" * 400, own, False),
        ]:
            client = Client(server, host=host, origin=origin)
            insist((client.refusal is None) == fine, "a page of %s was %s" % (origin, "refused" if fine else "let in"))
            if not fine:
                insist(client.refusal.status in (400, 403) and client.refusal.json()["error"]["text"], "%s" % client.refusal)
                answer = ask(server, "POST", "/api/tables", {"game": "six-billion"}, headers=["Origin: " + origin])
                insist(answer.status in (400, 403), "a page of %s made a table: %s" % (origin, answer))
            client.close()
        twice = Client(server, origin="http://" + own, more=["Origin: https://evil.example"])
        insist(twice.refusal is not None and twice.refusal.status == 400, "two origins: %s" % twice.refusal)


def hosts(program):
    """A page whose name was made to point here says its own name: it learns nothing."""
    with Server(program, *FAST, "--requests", "0", "--host", "play.example.org", "--host", "Table") as server, Undisturbed(server):
        own = socket.gethostname()
        for host, fine in [
            ("127.0.0.1", True), ("127.0.0.1:%d" % server.port, True), ("[::1]:80", True), ("192.0.2.7", True), ("localhost", True),
            ("LOCALHOST.", True), ("a.localhost:1", True), (own, True), (own.upper() + ".local", True), ("play.example.org", True),
            ("PLAY.example.org.:443", True), ("table", True), ("evil.example", False), ("play.example.org.evil.example", False),
            ("xplay.example.org", False), ("localhost.evil.example", False), ("127.0.0.1.evil.example", False), ("notlocalhost", False),
            ("127", False), ("", False), ("tables", False),
        ]:
            for method, path in [("GET", "/"), ("GET", "/healthz"), ("GET", "/api/tables"), ("POST", "/api/tables")]:
                answer = raw(server, "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\n\r\n" % (method, path, host))
                insist((answer.status != 421) == fine, "%s %s of %r: %s" % (method, path, host, answer))
                insist(fine or (answer.code() == "host" and "--host" in answer.json()["error"]["text"]), "%s" % answer)
            client = Client(server, host=host)
            insist((client.refusal is None) == fine, "a WebSocket of %r: %s" % (host, client.refusal))
            client.close()
        insist(raw(server, "GET /healthz HTTP/1.0\r\n\r\n").status == 200, "HTTP/1.0 need not say Host")
    with Server(program, *FAST, "--host", "*") as server:
        insist(raw(server, "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n").status == 200, "--host * takes any")
    for wrong in ("https://play.example.org", "a/b", "a:80", ""):
        code, _, words = refused(program, "serve", "--port", "0", "--database", ":memory:", "--host", wrong)
        insist(code == 2 and "--host" in words, "--host %r: %s %s" % (wrong, code, words))


def other_peoples_seats(program):
    # Whoever sits there need not answer pings meanwhile: how long all these guesses take is the machine's affair.
    with Server(program, *FAST, "--messages", "0", "--requests", "0", "--per-address", "0", "--ping", "3600") as server, \
            Undisturbed(server) as other:
        table, tokens, players = begun(server)
        second, others, _ = begun(server)
        letters = string.ascii_letters + string.digits + "-_"
        chance = random.Random(11)
        wrong = [others[1], tokens[1][:-1], tokens[1] + "A", tokens[1].swapcase(), "", " " + tokens[1], tokens[1].encode().hex()]
        wrong += ["".join(chance.choice(letters) for _ in range(22)) for _ in range(200)]
        for token in wrong:
            client = client_at(server, table)
            client.say({"type": "hello", "protocol": 1, "table": table, "token": token})
            answer = client.hear()
            insist(answer["type"] == "error" and answer["code"] in ("token", "malformed"), "the token %r: %s" % (token, answer))
            insist(client.hear() is None, "it was not closed")
            client.close()
            # Over HTTP blanks behind "Bearer" belong to no token (RFC 9110, 11.4): that spelling is the seat's own there.
            for path in ("leave", "rematch", "decline") if token.strip() != tokens[1] else ():
                answer = ask(server, "POST", "/api/tables/%s/%s" % (table, path), {}, bearer=token)
                insist(400 <= answer.status < 500, "%s with another's token: %s" % (path, answer))
        # A seat's own token opens that seat only; a spectator may do nothing; whoever is not asked neither.
        watcher = Player(server, table)
        watcher.connect()
        while not watcher.asked:
            step([watcher], moves=False)
        asked = watcher.asked["seats"]
        idle = [player for player in players if player.seat not in asked]
        insist(watcher.asked["you"] is None, "a spectator is asked: %s" % watcher.asked)
        for player, codes in [(watcher, ("seat",))] + [(player, ("not-your-turn",)) for player in idle]:
            player.client.say({"type": "move", "id": 1, "decision": watcher.asked["decision"], "move": "draw deck"})
            answer = player.client.until("error", "ok")
            insist(answer["type"] == "error" and answer["code"] in codes, "a move out of turn: %s" % answer)
        watcher.drop()
        before = len(players[0].moves)
        play(players, until=lambda players: len(players[0].moves) > before + 10)
        agree(players)


def the_address_names_the_table(program):
    with Server(program, *FAST, "--requests", "0") as server:
        (one, tokens), (other, _) = make(server, "six-billion", 2), make(server, "six-billion", 2)
        for path, table, code in [("/ws/" + one, one, None), ("/ws", one, None), ("/ws/" + other, one, "malformed"),
                                  ("/ws/" + "a" * 16, "a" * 16, "no-table"), ("/ws/" + "a" * 16, one, "malformed")]:
            client = Client(server, path=path)
            client.say({"type": "hello", "protocol": 1, "table": table, "token": tokens[1]})
            answer = client.hear()
            insist(answer.get("code") == code, "%s at %s: %s" % (table, path, answer))
            insist(code is None or client.hear() is None, "it was not closed")
            client.close()


def secrets_stay_out_of_the_log(program):
    with Server(program, *FAST, "--requests", "0") as server:
        table, tokens, players = begun(server)
        passphrase = "quite a long passphrase, told nobody"
        session = ask(server, "POST", "/api/people", {"name": "Ann", "passphrase": passphrase}).json()["session"]
        ask(server, "GET", "/api/my", bearer=session)
        guess = "AAAAAAAAAAAAAAAAAAAAAA"
        client = Client(server)
        client.say({"type": "hello", "protocol": 1, "table": table, "token": guess})
        client.all()
        client = Client(server)
        client.say({"type": "hello", "protocol": 1, "table": table, "token": tokens[1], "seen": "?"})
        client.send(BINARY, tokens[2].encode())
        client.all()
        ask(server, "POST", "/api/tables/%s/decline" % table, {}, bearer=tokens[1])
        raw(server, "GET /t/%s#%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (table, tokens[1]))
        raw(server, "GET /api/my?session=%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % session)
        raw(server, "NONSENSE %s\r\n\r\n" % session)
        for path in ("/api/tables/%s/nonsense", "/api/tables/%s/record", "/api/tables/%sx", "//%s", "/%%2e%%2e/%s", "/t/%s\x01", "/" + 9000 * "x" + "%s"):
            raw(server, "GET %s HTTP/1.1\r\nHost: %s\r\nX-Link: %s\r\n\r\n" % (path % table, table, tokens[1]))
        raw(server, "POST /api/tables/%s/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: %s\r\n\r\n" % (table, tokens[1]))
        raw(server, "GET /ws?%s HTTP/1.1\r\nHost: localhost\r\nUpgrade: %s\r\nConnection: Upgrade\r\nOrigin: http://%s\r\n\r\n" % (table, tokens[1], table))
        raw(server, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\nCookie: %s\r\n\r\n" % (table, tokens[1]))
        play(players, until=lambda players: len(players[0].moves) > 10)
        server.hang_up()
        server.stop()
        log = server.log()
        insist("table-made" in log and "stopped" in log, "the log is empty: " + log)
        for secret in list(tokens.values()) + [session, passphrase, guess, table]:  # the id of a table is a link to it
            insist(secret not in log, "a secret stands in the log")
        alias = hashlib.sha256(table.encode()).hexdigest()[:12]
        insist({line["what"] for line in server.log_lines() if line.get("table") == alias} >= {"table-made", "table-began"}, log)
        insist(all(isinstance(line.get("time"), str) and line["what"] for line in server.log_lines()), "a line without time or subject")
        insist(len(server.log_lines()) == len(log.splitlines()), "lines that are no JSON: " + log)
        with open(server.database, "rb") as file:
            everything = file.read()
        for path in (server.database + "-wal",):
            if os.path.exists(path):
                with open(path, "rb") as file:
                    everything += file.read()
        for secret in list(tokens.values()) + [session, passphrase]:
            insist(secret.encode() not in everything, "a secret stands in the database")
        insist(b"$argon2id$v=19$m=65536,t=2,p=1$" in everything, "the passphrase is not kept as the hash that it should be")


# ------------------------------------------------------------------ ways in


def paths(program):
    """Nothing outside the folder of the page can be had, however it is spelled."""
    with Server(program, *FAST, "--requests", "0", start=False) as server:
        web = os.path.join(server.folder, "web")
        os.makedirs(os.path.join(web, "assets"))
        secret = "this is not for you"
        for name, words in [("index.html", "<p>page"), ("assets/a.js", "1"), (".hidden", secret), ("../beside.txt", secret)]:
            with open(os.path.join(web, name), "w") as file:
                file.write(words)
        os.symlink("../beside.txt", os.path.join(web, "link.txt"))
        os.symlink("..", os.path.join(web, "up"))
        os.symlink("/etc", os.path.join(web, "etc"))
        os.mkfifo(os.path.join(web, "pipe"))
        server.flags += ["--web", web]
        server.start()
        with Undisturbed(server):
            for path in ["/../beside.txt", "/assets/../../beside.txt", "/%2e%2e/beside.txt", "/..%2fbeside.txt", "/%2e%2e%2fbeside.txt",
                         "/..%5cbeside.txt", "/....//beside.txt", "/.hidden", "/%2ehidden", "/link.txt", "/up/beside.txt", "/etc/passwd",
                         "/etc/hostname", "//etc/passwd", "/assets/..", "/assets/../../../../../../etc/passwd", "/beside.txt", "/pipe",
                         "/beside.txt%00.html", "/%00", "/assets", "/assets/", "/a" * 300, "/index.html/../../beside.txt", "/~root/.bashrc",
                         "/%c0%ae%c0%ae/beside.txt", "/assets/%252e%252e/beside.txt", "/../" * 50 + "etc/passwd", "/./../beside.txt",
                         server.database, "/tables.db", "/../tables.db", "/..;/beside.txt", "/C:/beside.txt"]:
                answer = raw(server, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path)
                if answer is not None:
                    insist(secret.encode() not in answer.body and b"root:" not in answer.body and b"SQLite" not in answer.body, path + " was given")
                    insist(answer.status in (400, 403, 404) or answer.body == b"<p>page", "%s: %s" % (path, answer))
            insist(raw(server, "GET /assets/a.js HTTP/1.1\r\nHost: localhost\r\n\r\n").body == b"1", "the page itself cannot be had")


def headers(program):
    """Requests that are none, or not for us, as far as no statement of an RFC (conformance/) says what they are answered."""
    with Server(program, *FAST, "--requests", "0", "--hello", "2") as server, Undisturbed(server):
        host = "Host: 127.0.0.1\r\n"
        for text, statuses in [
            ("POST /api/tables HTTP/1.1\r\n" + host + "Content-Length: 9999999999\r\n\r\n", (413,)),
            ("POST /api/tables HTTP/1.1\r\n" + host + "\r\n", (411,)),
            ("GET / HTTP/1.1\r\nHost: " + "a" * 600 + "\r\n\r\n", (400,)),
            ("GET /%0d%0aX-Evil:%20yes HTTP/1.1\r\n" + host + "\r\n", (400,)), ("GET /%0d%0a%0d%0aGET%20/ HTTP/1.1\r\n" + host + "\r\n", (400,)),
            ("GET /api/tables?state=%0d%0aX-Evil:%20yes HTTP/1.1\r\n" + host + "\r\n", (200, 400)),
            ("GET http://evil.example/ HTTP/1.1\r\n" + host + "\r\n", (421,)),
            ("PUT /api/tables HTTP/1.1\r\n" + host + "Content-Length: 2\r\n\r\n{}", (404, 405)),
            ("DELETE /index.html HTTP/1.1\r\n" + host + "\r\n", (405,)), ("OPTIONS / HTTP/1.1\r\n" + host + "\r\n", (405,)),
            ("POST /ws HTTP/1.1\r\n" + host + "Content-Length: 0\r\n\r\n", (404, 405, 426)), ("GET /ws HTTP/1.1\r\n" + host + "\r\n", (426,)),
            (handshake(path="/other"), (404,)), (handshake(path="/ws/"), (404,)), (handshake(path="/ws/" + "A" * 16), (404,)),
            (handshake(path="/ws/" + "a" * 17), (404,)), ("GET /ws/" + "a" * 16 + " HTTP/1.1\r\n" + host + "\r\n", (426,)),
            (handshake(more=["Sec-WebSocket-Protocol: chat"]), (400,)), (handshake().replace("Version: 13", "Version: 8"), (426,)),
        ]:
            answer = raw(server, text)
            insist(answer is not None and answer.status in statuses, "%r: %s" % (text[:70], answer))
            insist("x-evil" not in answer.headers, "%r came back as a header" % text[:70])
            insist(ask(server, "GET", "/healthz").status == 200, "after %r the server is not well" % text[:70])


def pipelined(program):
    """Requests with bodies behind others in one segment: each is answered in its turn, and nobody else waits."""
    # Bodies that ask for tables are many here, and the players beside them need new ones for as long as the machine takes for all of it.
    with Server(program, *FAST, "--requests", "0", "--tables-a-minute", "0", "--tables-per-address", "0") as server:
        host = "Host: 127.0.0.1\r\n"
        get = "GET /api/games HTTP/1.1\r\n" + host + "\r\n"
        bodies = {
            "POST": "POST /api/a HTTP/1.1\r\n" + host + "Content-Length: 1\r\n\r\nx",
            "login": "POST /api/session HTTP/1.1\r\n" + host + 'Content-Length: 40\r\n\r\n{"name":"Nobody","passphrase":"1234567"}',
            "DELETE": "DELETE /api/session HTTP/1.1\r\n" + host + "Content-Length: 2\r\n\r\n{}",
            "table": "POST /api/tables HTTP/1.1\r\n" + host + 'Content-Length: 22\r\n\r\n{"game":"six-billion"}',
            "GET": "GET /healthz HTTP/1.1\r\n" + host + "Content-Length: 3\r\n\r\nabc",
            "chunks": "POST /api/a HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
        }
        with Undisturbed(server):
            for name, body in bodies.items():
                for text, count in [(body * 2, 2), (get + body, 2), (body + get, 2), (get + body * 3 + get, 5), (body * 40, 40)]:
                    if name == "login" and count > 2:
                        continue  # there is a limit to passphrases
                    for at in (0, 1, len(text) // 2, len(text) - 1):
                        line = connect(server)
                        line.sendall(text[:at].encode())
                        line.sendall(text[at:].encode())
                        answers, rest = [], b""
                        for _ in range(count):
                            answer = read_answer(line, rest)
                            insist(answer is not None, "%s: %d of %d were answered" % (name, len(answers), count))
                            rest = answer.rest
                            answers.append(answer.status)
                        insist(rest == b"", "%s: more was answered than asked" % name)
                        line.close()
                        if name == "login":
                            break
                insist(ask(server, "GET", "/healthz").status == 200, "after %s the server is not well" % name)
            # One that ends the connection behind one that waits, and more behind it: the last is not heard.
            for last in ("GET /metrics HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n", "BREW / HTTP/1.1\r\n" + host + "\r\n", "\r\n\r\n\r\n",
                         "POST /api/tables HTTP/1.1\r\n" + host + "\r\n", "GET / HTTP/1.0\r\n\r\n"):
                for behind in ("", "x", get * 20, bodies["POST"]):
                    line = connect(server)
                    line.sendall((get + last + behind).encode())
                    first = read_answer(line)
                    second = read_answer(line, first.rest)
                    insist(first.status == 200 and second.headers["connection"] == "close", "%r: %s %s" % (last, first, second))
                    insist(second.rest == b"" and line.recv(1) == b"", "%r: something was answered behind it" % last)
                    line.close()
            # Who closes in the middle of it takes nobody along, and a server that is busy with it still ends.
            for _ in range(20):
                line = connect(server)
                line.sendall((bodies["POST"] * 30 + get * 5).encode())
                line.close()
            insist(ask(server, "GET", "/healthz").status == 200, "the server is not well")
        left = [connect(server) for _ in range(10)]
        for line in left:
            line.sendall((bodies["POST"] * 30).encode())
        insist(server.stop() == 0, "the server did not end")
        for line in left:
            line.close()
        server.start()


run_tests()
