"""What a client says and hears over a troubled line, read off its WebSockets: messages with their moments, the moves that it said, and what was
acknowledged to it.

Must never take part: it only reads what has passed."""
import json
import threading
import time

from sockets import whole_frame


class Stream:
    """One direction of one connection: a head of HTTP, then frames, if it becomes a WebSocket."""

    def __init__(self):
        self.bytes, self.head, self.text = b"", None, b""
        self.frames = 0  # that were whole, pings too

    def read(self, data):
        """The messages that are whole now."""
        self.bytes += data
        if self.head is None:
            head, mark, rest = self.bytes.partition(b"\r\n\r\n")
            if not mark:
                return []
            self.head, self.bytes = head, rest
        if b"upgrade: websocket" not in self.head.lower():
            self.bytes = b""
            return []
        found = []
        while True:
            frame = whole_frame(self.bytes)
            if frame is None:
                return found
            first, payload, size = frame
            self.bytes = self.bytes[size:]
            self.frames += 1
            if first & 15 < 3:
                self.text += payload
                if first & 128:
                    found.append(json.loads(self.text))
                    self.text = b""


class Wire:
    """The tap of a TroubledLine."""

    def __init__(self):
        self.lock = threading.Lock()
        self.streams = {}
        self.said = []       # (moment, connection, message) of the client, whether it arrived or not
        self.heard = []      # ... and what has arrived at the client
        self.signs = []      # moments at which the client heard anything at all
        self.asked = None    # what the client knows to be asked: {"decision", "moves", "window"}, or None
        self.moves = {}      # decision -> the words that the client said for it, each once
        self.acknowledged = {}  # decision -> the words whose `ok` has reached the client
        self.held = set()    # decisions that were windows: an answer there may be carried out behind others
        self.refused = []

    def __call__(self, connection, what, data):
        if what == "up":
            return
        with self.lock:
            stream = self.streams.setdefault((connection, what), Stream())
            frames, messages = stream.frames, stream.read(data)
            if what == "down" and stream.frames > frames:
                self.signs.append(time.monotonic())
            for message in messages:
                (self.said if what == "said" else self.heard).append((time.monotonic(), connection, message))
                (self.client_said if what == "said" else self.server_said)(connection, message)

    def client_said(self, _, message):
        if message.get("type") == "move":
            words = self.moves.setdefault(message["decision"], [])
            if message["move"] not in words:
                words.append(message["move"])

    def server_said(self, connection, message):
        kind = message["type"]
        if kind in ("table", "now"):
            asked = message.get("asked")
            mine = asked and asked.get("you")
            self.asked = {"decision": asked["decision"], "moves": mine["moves"], "window": asked["window"]} if mine and not mine.get("held") else None
            if asked and asked["window"]:
                self.held.add(asked["decision"])
        elif kind == "ok":
            move = self.answered(connection, message.get("id"))
            if move and move["decision"] not in self.held:
                self.acknowledged[move["decision"]] = move["move"]
        elif kind == "error":
            self.refused.append(message)

    def answered(self, connection, number):
        """The move that an `ok` on that connection belongs to: of a client without ids, the last one."""
        for _, at, message in reversed(self.said):
            if at == connection and (number is None or message.get("id") == number):
                return message if message.get("type") == "move" else None
        return None

    def first_heard(self, since):
        """When the client heard the server for the first time since then; None: it has not."""
        with self.lock:
            return next((moment for moment in self.signs if moment >= since), None)

    def last_sign(self, until):
        with self.lock:
            return next((moment for moment in reversed(self.signs) if moment < until), 0.0)

    def open_decision(self):
        """What the client is asked and has not answered yet."""
        with self.lock:
            asked = self.asked
            return asked if asked and asked["decision"] not in self.moves else None
