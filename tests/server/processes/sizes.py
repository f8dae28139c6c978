#!/usr/bin/env python3
"""sizes.py PROGRAM [TEST...]: every size that docs/protocol.md names is the one that the server keeps: what is just as large is taken, one
byte or one thing more is refused in words. The numbers are read from that page."""
import json
import os
import re

from games import make, play, seats_of
from sockets import FREE, TEXT, Client, Server, ask, insist, run_tests

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "docs", "protocol.md")


def said(pattern):
    """The numbers that the page says there; the words must stand in it."""
    with open(PAGE, encoding="utf-8") as file:
        found = re.search(pattern, " ".join(file.read().split()))
    insist(found, "docs/protocol.md does not say %r" % pattern)
    return [int(number.replace(",", "")) for number in found.groups()]


def hello(table, token=None):
    return dict({"type": "hello", "protocol": 1, "table": table}, **({"token": token} if token else {}))


def padded(size):
    words = '{"type":"ping","id":7,"a":"%s"}'
    return (words % ("x" * (size - len(words) + 2))).encode()


def messages(program):
    most = said(r"A client's message has at most (\d+) bytes")[0]
    insist(most == 1024 * said(r"\| a client's WebSocket message \| (\d+) KiB")[0], "the page contradicts itself")
    with Server(program, *FREE) as server:
        for size in (4095, 4096, 4097, most - 1, most):
            client = Client(server)
            client.send(TEXT, padded(size))
            insist(client.hear() == {"type": "pong", "id": 7}, "a message of %d bytes was not heard" % size)
            client.close()
        client = Client(server)
        client.send(TEXT, padded(most + 1))
        answer = client.hear()
        insist(answer and answer["type"] == "error" and answer["code"] == "malformed" and str(most) in answer["text"],
               "a message of %d bytes was answered %s" % (most + 1, answer))
        insist(client.hear() is None and client.ended[0] == 1009, "it ended with %s" % (client.ended,))
        client.close()


def body_of(size, **members):
    return json.dumps(members).encode().ljust(size)


def bodies(program):
    small, large = said(r"\| a body of a request \| (\d+) KiB; (\d+) KiB with an edition or a position")
    with Server(program, *FREE) as server:
        edition = {"name": "x"}  # it is none, but it is read
        table, _ = make(server, "six-billion", 3, [None, "greedy", "greedy"])
        answer = ask(server, "POST", "/api/tables", body_of(1024 * small, game="six-billion"))
        insist(answer.status == 201, "a body of %d KiB was answered %s" % (small, answer))
        answer = ask(server, "POST", "/api/tables", body_of(1024 * small + 1, game="six-billion"))
        insist(answer.status == 400 and answer.code() == "malformed" and "%d KiB" % small in answer.json()["error"]["text"], "one more: %s" % answer)
        answer = ask(server, "POST", "/api/tables", body_of(1024 * large, game="six-billion", edition=edition))
        insist(answer.status == 400 and "KiB" not in answer.json()["error"]["text"], "a body of %d KiB was not read: %s" % (large, answer))
        answer = ask(server, "POST", "/api/tables", body_of(1024 * large + 1, game="six-billion", edition=edition))
        insist(answer.status == 413 and answer.code() == "too-big", "one more: %s" % answer)
        for path in ("/api/tables/%s/join" % table, "/api/people", "/api/session"):
            answer = ask(server, "POST", path, body_of(1024 * small, name=""))
            insist(answer.status in (400, 403), "%s with %d KiB: %s" % (path, small, answer))
            answer = ask(server, "POST", path, body_of(1024 * small + 1, name=""))
            insist(answer.status == 413 and answer.code() == "too-large", "%s with one more: %s" % (path, answer))


def texts(program):
    names, titles = said(r"\| names, titles \| (\d+), (\d+) bytes")
    chat, = said(r"\| a message of the chat \| (\d+) letters")
    insist([names] == said(r"`name` has at most (\d+) bytes") and [titles] == said(r"at most (\d+) bytes, for the lobby") and
           [chat] == said(r"at most (\d+) letters, 20 messages a minute"), "the page contradicts itself")
    with Server(program, *FREE) as server:
        for letter in ("x", "\u00e9"):  # bytes, not letters
            for size, status in ((0, 201), (2 * (titles // 2), 201), (2 * (titles // 2) + 2, 400)):
                answer = ask(server, "POST", "/api/tables", {"game": "six-billion", "title": letter * (size // len(letter.encode()))})
                insist(answer.status == status, "a title of %d bytes was answered %s" % (size, answer))
        for size, status in ((names, 200), (names + 1, 400), (0, 400)):
            table = ask(server, "POST", "/api/tables", {"game": "six-billion", "seats": 3}).json()["table"]
            answer = ask(server, "POST", "/api/tables/%s/join" % table, {"name": "x" * size})
            insist(answer.status == status, "a name of %d bytes was answered %s" % (size, answer))
        table, tokens = make(server, "six-billion", 2)
        client = Client(server)
        client.say(hello(table, tokens[1]))
        client.until("table")
        for letter in ("x", "\U0001f43a"):  # letters, not bytes
            client.say({"type": "chat", "id": 1, "text": letter * chat})
            insist(client.until("ok", "error")["type"] == "ok", "a text of %d letters was refused" % chat)
            client.say({"type": "chat", "id": 2, "text": letter * (chat + 1)})
            answer = client.until("ok", "error")
            insist(answer["type"] == "error" and answer["code"] == "chat", "one more was answered %s" % answer)
        client.close()


def secrets_and_parts(program):
    token, = said(r"A \*\*seat is a secret\*\*: (\d+) letters")
    digits, = said(r'"contribution":"(\d+) hexadecimal digits"')
    with Server(program, *FREE) as server:
        table = ask(server, "POST", "/api/tables", {"game": "six-billion", "seats": 3}).json()
        insist(len(table["commitment"]) == digits, "the commitment has %d digits" % len(table["commitment"]))
        for size, status in ((digits, 200), (digits - 1, 400), (digits + 1, 400), (digits - 2, 400), (digits + 2, 400)):
            answer = ask(server, "POST", "/api/tables/%s/join" % table["table"], {"name": "Ann", "contribution": "a" * size})
            insist(answer.status == status, "a contribution of %d digits was answered %s" % (size, answer))
            insist(status != 200 or len(answer.json()["token"]) == token, "a token of another length: %s" % answer)


def counts(program):
    rows, = said(r"The latest changed first, at most (\d+)\.")
    entries, = said(r"the last entries \(up to (\d+), without")
    watchers, = said(r"\| spectators of a table \| (\d+) \|")
    orders, = said(r"\| standing orders of a seat \| (\d+) \|")
    with Server(program, *FREE) as server:
        for limit, status in ((rows, 200), (rows + 1, 400), (0, 400), (1, 200)):
            answer = ask(server, "GET", "/api/tables?limit=%d" % limit)
            insist(answer.status == status, "a list of %d was answered %s" % (limit, answer))
        for _ in range(rows + 3):
            ask(server, "POST", "/api/tables", {"game": "six-billion", "seats": 3, "listed": True})
        listed = ask(server, "GET", "/api/tables?limit=%d" % rows).json()["tables"]
        insist(len(listed) == rows, "%d tables are listed" % len(listed))
        for _ in range(10):  # a game of random moves may end before its log is long enough
            table, tokens = make(server, "six-billion", 4)
            players = seats_of(server, table, tokens)
            play(players, until=lambda players: max(player.number for player in players) > entries + 20)
            if max(player.number for player in players) > entries + 20:
                break
            for player in players:
                player.drop()
        there = []
        for number in range(watchers):
            client = Client(server)
            client.say(hello(table))
            message = client.until("table", "error")
            insist(message["type"] == "table", "spectator %d was answered %s" % (number + 1, message))
            insist(len(message["log"]) == entries, "%d entries are told" % len(message["log"]))
            there.append(client)
        client = Client(server)
        client.say(hello(table))
        message = client.until("table", "error")
        insist(message["type"] == "error" and message["code"] == "full", "one more spectator was answered %s" % message)
        for other in there + [client]:
            other.close()
        table, tokens = make(server, "six-billion", 2)
        client = Client(server)
        client.say(hello(table, tokens[1]))
        client.until("table")
        kept = 0  # all that do not take each other's place
        for game in ask(server, "GET", "/api/games").json()["games"]:
            for order in game["orders"] if game["game"] == "six-billion" else ():
                if order["words"] != "pass windows" and not order.get("argument"):
                    client.say({"type": "order", "id": 1, "words": order["words"]})
                    kept = max(kept, len(client.until("orders", "error").get("orders", [])))
        insist(kept == orders, "%d orders are kept" % kept)
        client.close()
        for player in players:
            player.drop()


if __name__ == "__main__":
    run_tests()
