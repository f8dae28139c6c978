#!/usr/bin/env python3
"""foreign.py PROGRAM [TEST...]: `billions join` and `billions tables` at a server that means harm. Every text that is shown carries what
steers a terminal: escapes, C1 controls, marks of direction, breaks of lines. None of it may come out at a real terminal, all letters round
it must, and nothing that a shell would read may stand in the line that is to be pasted."""
import json
import os
import pty
import re
import select
import socket
import subprocess
import threading
import time

from games import make
from sockets import PATIENCE, TEXT, Client, Server, accept_of, frame, insist, read_head, run_tests

EVIL = "\x1b[45m\x1b]0;t\x07\x9b45m\u202e\u2066\u061c\u200f\u2028\u2029\x85\ufeff\r\nFORGED"
OWN = re.compile("\x1b(?:\\[(?!45m)[0-9;]*m|\\[H|\\[[23]J|\\[K|[78])")  # what the program itself writes at a terminal
BAD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd]|\r(?!\r*\n)|^FORGED", re.M)
TOKEN = "A" * 22
TABLE = "k3v6aaaaaaaaaaaa"


def evil(mark):
    """A text that begins with a word to look for."""
    return mark + EVIL


class Foreign:
    """A server that answers requests from a table, and says at its WebSocket what a list holds. A text in that list stands for itself,
    None waits until the client says something."""

    def __init__(self, answers=(), said=()):
        self.answers, self.said = dict(answers), said
        self.line = socket.socket()
        self.line.bind(("127.0.0.1", 0))
        self.line.listen(16)
        self.port = self.line.getsockname()[1]
        self.text = "http://127.0.0.1:%d" % self.port
        self.end = False
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                caller = self.line.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.serve, args=(caller,), daemon=True).start()

    def serve(self, caller):
        try:
            self.talk(caller)
        except OSError:
            pass
        finally:
            caller.close()

    def talk(self, caller):
        head, rest = read_head(caller)
        words = head.decode("latin-1").split("\r\n")
        key = [row.split(":", 1)[1].strip() for row in words if row.lower().startswith("sec-websocket-key:")]
        if key:
            caller.sendall(("HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n" % accept_of(key[0])).encode())
            while not rest:  # its hello
                rest = caller.recv(65536)
            for message in self.said:
                if message is None:  # whatever the client says next
                    insist(caller.recv(65536), "the client has gone")
                    continue
                payload = (message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)).encode()
                caller.sendall(frame(TEXT, payload, masked=False))
            while caller.recv(65536):
                pass
            return
        length = [int(row.split(":", 1)[1]) for row in words if row.lower().startswith("content-length:")]
        while length and len(rest) < length[0]:
            rest += caller.recv(65536)
        status, body = self.answers.get(" ".join(words[0].split()[:2]), (404, {"error": {"code": "no-path", "text": "nothing here"}}))
        data = (body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)).encode()
        caller.sendall(b"HTTP/1.1 %d x\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % (status, len(data)) + data)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.line.close()


def shown(program, arguments, typed=(), code=None):
    """What stands on a terminal at which the program runs: `typed` are pairs, what to wait for and what to type then."""
    master, slave = pty.openpty()
    place = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LC_CTYPE")}
    place.update(TERM="xterm-256color", LANG="C.UTF-8", COLUMNS="240")
    process = subprocess.Popen([program] + list(arguments), stdin=slave, stdout=slave, stderr=slave, env=place, start_new_session=True)
    os.close(slave)
    seen, at, began = b"", 0, time.monotonic()
    typed = list(typed)
    try:
        while True:
            insist(time.monotonic() - began < PATIENCE, "it does not end, but shows %r and waits for %r" % (seen[-2000:], typed[:1]))
            if not select.select([master], [], [], 0.2)[0]:
                continue
            try:
                more = os.read(master, 65536)
            except OSError:  # the other side is closed
                more = b""
            if not more:
                break
            seen += more
            while typed and typed[0][0].encode() in seen[at:]:
                at = seen.index(typed[0][0].encode(), at) + len(typed[0][0].encode())
                os.write(master, typed.pop(0)[1].encode() + b"\r")
    finally:
        if process.poll() is None and typed:
            process.kill()
        os.close(master)
        ended = process.wait()
    insist(not typed, "it never showed %r but %r" % (typed[:1], seen[-3000:]))
    insist(code is None or ended == code, "it ended with %s and showed %r" % (ended, seen[-2000:]))
    return seen.decode("utf-8", "surrogateescape")


def harmless(text, *marks):
    rest = OWN.sub("", text)
    found = BAD.search(rest)
    insist(not found, "%r reached the terminal: %r" % (found and found.group(), found and rest[max(0, found.start() - 60):found.end() + 30]))
    insist("45m" not in text or "[45m" in rest, "a colour of the server reached the terminal")
    for mark in marks:
        insist(mark in rest, "%r is not shown, but %r" % (mark, rest[-3000:]))


# ------------------------------------------------------------------ HTTP


def the_list_of_tables(program):
    tables = [{"table": TABLE, "title": evil("Title1"), "game": evil("Game1"), "state": evil("State1"),
               "seats": [{"seat": 1, "kind": "person", "name": evil("Name1")}, {"seat": 2, "kind": "free"}]},
              {"table": TABLE[:10] + "\x1b[45m", "title": "Second", "game": "six-billion", "state": "open", "seats": []},
              {"table": "a'; ls; '", "title": "Third", "game": "six-billion", "state": "open", "seats": []}]
    with Foreign({"GET /api/tables": (200, {"tables": tables})}) as server:
        text = shown(program, ["tables", server.text], code=0)
        harmless(text, "Title1", "Game1", "State1", "Name1", "/t/" + TABLE)
        insist("ls;" not in text and "Second" not in text, "an id that is none was taken for one: %r" % text)


def refusals_of_requests(program):
    promise = {"commitment": "0" * 64}
    refusal = {"error": {"code": evil("Code"), "text": evil("Why1")}}
    with Foreign({"GET /api/tables": (503, refusal), "GET /api/tables/" + TABLE: (200, promise),
                  "POST /api/tables/%s/join" % TABLE: (409, refusal), "POST /api/tables": (400, refusal)}) as server:
        link = server.text + "/t/" + TABLE
        harmless(shown(program, ["tables", server.text], code=4), "Why1")
        harmless(shown(program, ["join", link, "--name", "Ann"], code=4), "Why1")
        harmless(shown(program, ["join", server.text, "--new", "six-billion"], code=4), "Why1")
    for body in (EVIL, '{"error":' + EVIL, json.dumps({"error": EVIL}), json.dumps({"error": {"text": 7}})):
        with Foreign({"GET /api/tables": (500, body)}) as server:
            harmless(shown(program, ["tables", server.text], code=4), "is no server of tables")


def what_is_to_be_pasted(program):
    """Ids and tokens stand in a command between quotes: nothing but their letters may."""
    for word in ("a'; touch x; '", "a b", "a\nb", "a$(x)", "a\u202eb", "a\x1b[45m"):
        promise = {"commitment": "0" * 64}
        seat = {"seat": 1, "token": word, "commitment": "0" * 64}
        with Foreign({"GET /api/tables/" + TABLE: (200, promise), "POST /api/tables/%s/join" % TABLE: (200, seat),
                      "POST /api/tables": (201, {"table": word, "commitment": "0" * 64})}) as server:
            text = shown(program, ["join", server.text + "/t/" + TABLE, "--name", "Ann"], code=4)
            harmless(text, "gave a seat and no token")
            insist(word not in text, "%r is shown" % word)
            text = shown(program, ["join", server.text, "--new", "six-billion"], code=4)
            harmless(text, "made a table and did not say which")
            insist(word not in text, "%r is shown" % word)


# ------------------------------------------------------------------ the WebSocket


def open_table(**more):
    table = {"type": "table", "protocol": 1, "table": TABLE, "number": 1, "you": 1, "state": "open",
             "setup": {"game": "six-billion", "seats": 2},
             "seats": [{"seat": 1, "kind": "person", "name": evil("Name1"), "connected": True}, {"seat": 2, "kind": "free"}],
             "commitment": evil("C"), "clocks": None, "orders": [], "log": [
                 {"number": 1, "kind": "seated", "seat": 1, "name": evil("Name1"), "time": 1}], "asked": None, "view": None}
    table.update(more)
    return table


def everything_that_is_told(program):
    def entry(number, kind, **more):
        return dict({"type": "entry", "number": number, "kind": kind, "seat": 2, "time": 1}, **more)
    said = [open_table(),
            entry(2, "chat", text=evil("Chat2"), seat=0), entry(3, "seated", name=evil("Name3")), entry(4, "bot", name=evil("Bot4")),
            entry(5, "left", name=evil("Name5")), entry(6, "decline", name=evil("Name6")),
            entry(7, "move", move=evil("Move7"), how="timeout", events=[{"text": evil("Event7")}, {"text": evil("More7")}]),
            entry(8, evil("Kind"), name=evil("x")), entry(9, "rematch", table=evil("Next")),
            entry(10, "bot-seated", name=evil("Bot10"), by=1), entry(11, "removed", name=evil("Name11"), by=1),
            {"type": "emote", "seat": 2, "sign": evil("Sign")},
            {"type": "presence", "seat": 1, "connected": False}, {"type": "now", "number": 11, "asked": None, "state": "open"},
            None,
            {"type": "error", "id": 77, "code": evil("c"), "text": evil("Error9")}, {"type": "closing", "text": evil("Closing9")},
            {"type": evil("unheard"), "text": evil("x")}, {"type": "error", "code": "token", "text": evil("End9")}]
    with Foreign(said=said) as server:
        text = shown(program, ["join", "%s/t/%s#%s" % (server.text, TABLE, TOKEN)], [("More7", "say go on")])
        harmless(text, "Name1", "Chat2", "Name3", "Bot4", "Name6", "Event7", "More7", "Error9", "Closing9", "End9")
    with Foreign(said=[message for message in said if message]) as server:  # the same for a bot
        text = shown(program, ["join", "%s/t/%s#%s" % (server.text, TABLE, TOKEN), "--bot", "greedy"])
        harmless(text, "Error9", "End9")


def nonsense(program):
    strange = open_table(setup={"game": evil("Game1"), "seats": 2})
    sight = open_table(state="playing", view={evil("Key1"): evil("Value1")}, asked={"decision": 1, "seats": [1], "you": None})
    version = open_table(state="playing", view={"format": evil("Format1"), "game": evil("Game1"), "viewer": evil("x")})
    cards = open_table(state="playing", setup={"game": "six-billion", "seats": 2, "edition": {"name": evil("Edition1"), evil("k"): 1}},
                       view={"game": "six-billion"})
    for message, mark in ((strange, "Game1"), (sight, "cannot read"), (version, "cannot read"), (cards, "cannot read"),
                          ("{" + EVIL.replace("\x1b", ""), "does not speak this protocol"), ('{"type":%s}' % EVIL[20:], "does not speak"),
                          ("\u202e\x9b45m", "does not speak this protocol")):
        with Foreign(said=[message]) as server:
            typed = [("Wait>", "quit")] if mark == "cannot read" else []
            harmless(shown(program, ["join", "%s/t/%s#%s" % (server.text, TABLE, TOKEN)], typed), mark)


def a_game_in_play(program):
    """A true table with false names, moves and sentences in it; and whatever the commands of the terminal show of them."""
    with Server(program, "--bot-pace", "0") as true:
        table, tokens = make(true, "six-billion", 2, [None, "greedy"])
        client = Client(true)
        client.say({"type": "hello", "protocol": 1, "table": table, "token": tokens[1]})
        told = client.until("table")
        while not (told.get("asked") and told["asked"].get("you")):
            told.update(client.until("now"), type="table")
        client.close()
    for seat in told["seats"]:
        seat["name"] = evil("Name%d" % seat["seat"])
    told["seats"][1].update(kind="person", away=True, bot=evil("Away"))
    told["orders"] = [evil("Order1")]
    number = told["number"]
    told["log"] = told["log"] + [{"number": number, "kind": "move", "seat": 2, "how": "bot", "time": 1, "move": evil("Move1"),
                                  "events": [{"text": evil("Event1")}]}]
    with Foreign(said=[told]) as server:
        typed = [("Play", "who"), ("Play", "log"), ("Play", "record"), ("Play", "orders"), ("Play", "board"), ("Play", "quit")]
        text = shown(program, ["join", "%s/t/%s#%s" % (server.text, table, TOKEN)], typed)
        harmless(text, "Name1", "Name2", "Away", "Event1", "Move1", "The seat stays yours.")


if __name__ == "__main__":
    run_tests()
