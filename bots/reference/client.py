#!/usr/bin/env python3
"""Plays a seat at a table of a Billions server with random moves. Written from docs/protocol.md alone; standard library only.
A line that fails is noticed and replaced as "When the line fails" there says.

    client.py http://localhost:8080/t/TABLE            takes a free seat and plays the game to its end
    client.py http://localhost:8080/t/TABLE#TOKEN      plays the seat that this token opens
    client.py http://localhost:8080                    makes a table for itself and a bot, and plays there
"""
import base64
import hashlib
import http.client
import itertools
import json
import os
import queue
import random
import struct
import sys
import threading
import time
from urllib.parse import urlsplit

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455
QUIET, CALM, ANSWER = 4, 25, 5  # seconds of silence until we ask for a sign of life; the same where nothing is in a hurry; from then on
PASSING = ("stale", "not-your-turn", "not-stored", "unanswered", "slow-down", "moved", "closing")  # errors that do not end the game


class Closed(Exception):
    """The connection is gone, or never came."""


class Refused(Exception):
    """The server said no."""


class Socket:
    """A WebSocket over an HTTP connection: text messages of any size in, small ones out."""

    def __init__(self, host, port, table):
        self.quiet, self.asked, self.heard = QUIET, True, time.monotonic()  # no ping before the handshake is done
        self.http = http.client.HTTPConnection(host, port, timeout=QUIET + ANSWER)
        key = base64.b64encode(os.urandom(16))
        self.http.request("GET", "/ws/" + table, headers={"Upgrade": "websocket", "Connection": "Upgrade",
                                                          "Sec-WebSocket-Key": key.decode(), "Sec-WebSocket-Version": "13"})
        self.socket = self.http.sock
        # Byte by byte, so that nothing of what follows is lost; http.client would read ahead.
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            self.asked = True
            head += self.exactly(1)
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
        if b" 101 " not in head.split(b"\r\n")[0] or accept not in head:
            raise Closed("no WebSocket: " + head.split(b"\r\n")[0].decode())

    def exactly(self, count):
        data = b""
        while len(data) < count:
            silence = self.quiet + (ANSWER if self.asked else 0)
            self.socket.settimeout(max(self.heard + silence - time.monotonic(), 0.001))
            try:
                more = self.socket.recv(count - len(data))
            except TimeoutError:
                if self.asked:
                    raise Closed(f"no answer for {silence} s")
                self.asked = True
                self.say(type="ping")
                continue
            if not more:
                raise Closed("the connection was closed")
            self.asked, self.heard = False, time.monotonic()
            data += more
        return data

    def frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode, 0x80 | (size if size < 126 else 126)])
        head += struct.pack(">H", size) if size >= 126 else b""
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))

    def say(self, **message):
        self.frame(1, json.dumps(message).encode())

    def hear(self):
        text = b""
        while True:
            first, size = self.exactly(2)
            size = size & 127
            if size > 125:
                size = struct.unpack(">H" if size == 126 else ">Q", self.exactly(2 if size == 126 else 8))[0]
            payload = self.exactly(size)
            opcode = first & 15
            if opcode == 8:
                raise Closed("the server has closed the connection")
            if opcode == 9:
                self.frame(10, payload)
            elif opcode < 3:
                text += payload
                if first & 128:
                    return json.loads(text)


def request(host, port, method, path, body=None):
    connection = http.client.HTTPConnection(host, port, timeout=15)
    connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
    answer = json.loads(connection.getresponse().read())
    if "error" in answer:
        raise Refused(answer["error"]["text"])
    return answer


class Seat:
    """What outlives a connection: the last entry that was heard, and the move that was said last."""

    def __init__(self, host, port, table, token):
        self.host, self.port, self.table, self.token = host, port, table, token
        self.known, self.days, self.decision, self.move = {}, False, None, None

    def connect(self):
        """Attempts follow each other whether or not the earlier ones have ended: the first whose greeting is answered is it."""
        won = queue.Queue()

        def attempt():
            try:
                socket = Socket(self.host, self.port, self.table)
                socket.say(type="hello", protocol=1, table=self.table, token=self.token, views=False, **self.known)
                won.put((socket, socket.hear()))
            except (Closed, OSError):
                pass

        for pause in itertools.chain((1, 2), itertools.repeat(4)):
            threading.Thread(target=attempt, daemon=True).start()
            try:
                return won.get(timeout=pause * random.uniform(0.75, 1))
            except queue.Empty:
                pass

    def play(self):
        """Over one connection; returns the result when the game is over."""
        socket, message = self.connect()
        print("connected", file=sys.stderr)
        said = None  # the decision that was answered over this connection
        while True:
            kind = message["type"]
            if kind == "entry":
                self.known["seen"] = message["number"]
                if message["kind"] == "over":
                    return message["over"]
            elif kind == "error":
                if message["code"] not in PASSING:
                    raise Refused(message["text"])
                said = None  # a `table` follows, or nothing has changed
                if message["code"] == "slow-down" and self.move:
                    time.sleep(1)
                    socket.say(type="move", decision=self.decision, move=self.move)
            elif kind in ("table", "now"):
                self.known["seen"] = message["number"]
                if message["state"] in ("over", "closed"):
                    return request(self.host, self.port, "GET", "/api/tables/" + self.table).get("over")
                self.days = message["setup"]["pace"]["kind"] == "days" if kind == "table" else self.days
                socket.quiet = CALM if self.days or message["state"] == "open" else QUIET
                asked = message["asked"]
                if asked and asked["you"] and not asked["you"].get("held") and said != asked["decision"]:
                    if self.decision != asked["decision"]:  # else nobody knows whether it was heard: the very same once more
                        self.decision, self.move = asked["decision"], random.choice(asked["you"]["moves"])
                    said = self.decision
                    socket.say(type="move", decision=self.decision, move=self.move)
            message = socket.hear()


def main():
    link = urlsplit(sys.argv[1])
    host, port = link.hostname, link.port or 80
    table, token = link.path.removeprefix("/t/").strip("/"), link.fragment
    if not table:
        table = request(host, port, "POST", "/api/tables",
                        {"game": "one-billion-users", "seats": 2, "bots": [None, "greedy"]})["table"]
    if not token:
        token = request(host, port, "POST", "/api/tables/" + table + "/join",
                        {"name": "client.py", "contribution": os.urandom(32).hex()})["token"]
    seat = Seat(host, port, table, token)
    while True:
        try:
            print(json.dumps(seat.play()))
            return
        except (Closed, OSError) as fault:
            print(f"{fault}: trying again", file=sys.stderr)
            time.sleep(random.uniform(0.5, 1))  # a server that closes at once is not asked without a pause


if __name__ == "__main__":
    try:
        main()
    except Refused as refusal:
        sys.exit(str(refusal))
