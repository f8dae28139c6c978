#!/usr/bin/env python3
"""Plays a seat at a table of a Billions server with random moves. Written from docs/protocol.md alone; standard library only.

    client.py http://localhost:8080/t/TABLE            takes a free seat and plays the game to its end
    client.py http://localhost:8080/t/TABLE#TOKEN      plays the seat that this token opens
    client.py http://localhost:8080                    makes a table for itself and a bot, and plays there
"""
import base64
import hashlib
import http.client
import json
import os
import random
import struct
import sys
import time
from urllib.parse import urlsplit

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455


class Closed(Exception):
    """The connection is gone, or never came."""


class Refused(Exception):
    """The server said no."""


class Socket:
    """A WebSocket over an HTTP connection: text messages of any size in, small ones out."""

    def __init__(self, host, port, table):
        self.http = http.client.HTTPConnection(host, port, timeout=60)
        key = base64.b64encode(os.urandom(16))
        self.http.request("GET", "/ws/" + table, headers={"Upgrade": "websocket", "Connection": "Upgrade",
                                                          "Sec-WebSocket-Key": key.decode(), "Sec-WebSocket-Version": "13"})
        self.socket = self.http.sock
        # Byte by byte, so that nothing of what follows is lost; http.client would read ahead.
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.exactly(1)
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
        if b" 101 " not in head.split(b"\r\n")[0] or accept not in head:
            raise Closed("no WebSocket: " + head.split(b"\r\n")[0].decode())
        self.waiting = b""

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise Closed("the connection was closed")
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
    connection = http.client.HTTPConnection(host, port, timeout=60)
    connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
    answer = json.loads(connection.getresponse().read())
    if "error" in answer:
        raise Refused(answer["error"]["text"])
    return answer


def play_once(host, port, table, token, known):
    """One connection; returns the result when the game is over. `known` outlives it."""
    socket = Socket(host, port, table)
    socket.say(type="hello", protocol=1, table=table, token=token, views=False, **known)
    while True:
        message = socket.hear()
        kind = message["type"]
        if kind == "entry":
            known["seen"] = message["number"]
            if message["kind"] == "over":
                return message["over"]
        elif kind == "error":
            if message["code"] in ("stale", "not-your-turn", "not-stored", "slow-down"):
                continue  # somebody was quicker, or it will be asked again
            raise Refused(message["text"])
        elif kind in ("table", "now"):
            known["seen"] = message["number"]
            if message["state"] == "over":
                return request(host, port, "GET", "/api/tables/" + table).get("over")
            asked = message["asked"]
            if asked and asked["you"] and not asked["you"].get("held"):
                move = random.choice(asked["you"]["moves"])
                socket.say(type="move", decision=asked["decision"], move=move)


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
    known, pause = {}, 0.25
    while True:
        try:
            print(json.dumps(play_once(host, port, table, token, known)))
            return
        except (Closed, OSError) as fault:
            print(f"{fault}; again in {pause} s", file=sys.stderr)
            time.sleep(pause)
            pause = min(2 * pause, 15)


if __name__ == "__main__":
    try:
        main()
    except Refused as refusal:
        sys.exit(str(refusal))
