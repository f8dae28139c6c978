"""A client at a WebSocket made of bytes: it can say everything wrongly, and notes whatever the server says wrongly.

What the server has understood is seen by messages of a type that there is not: each is answered by an `error` with its `id`
(docs/protocol.md), so that the run knows which message was heard, whole, and in which order."""
import json
import os
import re
import struct

from sockets import frame, insist

from .judging import filled

MORE, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # the example of RFC 6455
LAST = 99  # the id of the message behind what a case is about
# What an endpoint may send as a status of closing: defined by 7.4.1 or registered since, or free for libraries and applications.
SENDABLE = set(range(1000, 1004)) | set(range(1007, 1015)) | set(range(3000, 5000))


def biggest():
    """How many bytes a client's message may have: what docs/protocol.md says."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../docs/protocol.md")) as file:
        found = re.search(r"^\| a client's WebSocket message \| ([0-9]+) KiB\b", file.read(), re.M)
    insist(found, "docs/protocol.md does not say any more how big a client's message may be")
    return int(found.group(1)) * 1024


BIGGEST = biggest()


def handshake(*more, drop=(), line="GET {socket} HTTP/1.1", host="{host}", upgrade="websocket", connection="Upgrade", key=KEY, version="13"):
    """The opening of a client as text; `drop`: names of fields to leave out, `more`: lines behind them."""
    rows = [("Host", host), ("Upgrade", upgrade), ("Connection", connection), ("Sec-WebSocket-Key", key), ("Sec-WebSocket-Version", version)]
    return "\r\n".join([line] + ["%s: %s" % row for row in rows if row[0] not in drop] + list(more)) + "\r\n\r\n"


def message(number, size=None, pad=""):
    """The bytes of a message that is answered with its number; of exactly `size` bytes, if that is given."""
    def made(filling):
        return json.dumps({"type": "no-such-type", "id": number, "pad": filling}, ensure_ascii=False, separators=(",", ":")).encode()
    return made(pad if size is None else "x" * (size - len(made(""))))


def said(number, **named):
    return frame(TEXT, message(number), **named)


def closing(code=None, reason=b"", **named):
    return frame(CLOSE, b"" if code is None else struct.pack(">H", code) + reason, **named)


def pieces(*parts, opcode=TEXT):
    """A message in frames: the first has the opcode, the last the end."""
    return b"".join(frame(opcode if i == 0 else MORE, part, final=i == len(parts) - 1) for i, part in enumerate(parts))


class Heard:
    """All that came back up to the end of the connection."""

    def __init__(self):
        self.answered = []  # the numbers of the messages that were understood, in order
        self.pongs = []
        self.closes = []  # (code, reason) of every frame of closing
        self.texts = []  # other messages, as JSON
        self.order = []  # numbers, pongs and "close", in the order in which they came


class Talk:
    """A WebSocket that is open. With `hello`, one that watches a table."""

    def __init__(self, way, hello=True, text=None, table=None, token=None, step=0):
        self.way, self.heard = way, Heard()
        self.line = way.open()
        data = filled(way, (text or handshake()).replace("{socket}", way.path(table or way.table)))
        self.line.send_slowly(data, step) if step else self.line.send(data)
        answer = self.line.answer()
        insist(answer is not None and answer.status == 101, "the handshake was refused" + self.line.story())
        self.answer = answer
        self.message, self.closed = None, False
        if hello:
            first = {"type": "hello", "protocol": 1, "table": table or way.table, "views": False}
            if token:
                first["token"] = token
            self.send(frame(TEXT, json.dumps(first).encode()))
            self.until(lambda: any(text.get("type") == "table" for text in self.heard.texts))
            self.heard = Heard()

    def send(self, data):
        self.line.send(data)

    def story(self):
        return self.line.story()

    # ---------------------------------------------------------------- frames of the server

    def there(self, count):
        """Whether so many bytes are there, waiting for them."""
        while len(self.line.got) < self.line.at + count:
            if self.line.end:
                return False
            self.line.more()
        return True

    def next(self):
        """Reads one frame of the server and files what it says; False at the end."""
        line, way = self.line, self.way
        if not self.there(2):
            return False
        first, second = line.got[line.at:line.at + 2]
        length, at = second & 0x7F, 2
        if length >= 126:
            at = 4 if length == 126 else 10
            if not self.there(at):
                return False
            length = int.from_bytes(line.got[line.at + 2:line.at + at], "big")
        for key, fault in [
            ("masked", second & 0x80), ("reserved bits", first & 0x70), ("opcodes", first & 15 not in (MORE, TEXT, BINARY, CLOSE, PING, PONG)),
            ("lengths", (at == 4 and length < 126) or (at == 10 and length < 65536)), ("controls", first & 8 and (length > 125 or not first & 0x80)),
            ("pieces", not first & 8 and (first & 15 == MORE) != (self.message is not None)), ("behind", self.closed),
        ]:
            if fault:
                way.note(key, "%s %s" % (line.got[line.at:line.at + at].hex(), self.story()))
        at += 4 if second & 0x80 else 0
        if not self.there(at + length):
            return False
        payload = line.got[line.at + at:line.at + at + length]
        line.at += at + length
        way.count("frames")
        self.file(first & 15, bool(first & 0x80), payload)
        return True

    def file(self, opcode, final, payload):
        heard = self.heard
        if opcode == PING:
            self.send(frame(PONG, payload))
        elif opcode == PONG:
            heard.pongs.append(payload)
            heard.order.append(payload)
        elif opcode == CLOSE:
            self.closed = True
            self.way.count("closings")
            code = int.from_bytes(payload[:2], "big") if len(payload) > 1 else None
            if len(payload) == 1 or not is_utf8(payload[2:]):
                self.way.note("closings", "%s%s" % (payload.hex(), self.story()))
            if code is not None and code not in SENDABLE:
                self.way.note("codes", "%d%s" % (code, self.story()))
            heard.closes.append((code, payload[2:]))
            heard.order.append("close")
        else:
            self.message = (self.message or b"") + payload
            if final:
                self.text(self.message)
                self.message = None

    def text(self, data):
        if not is_utf8(data):
            self.way.note("utf-8", "%s%s" % (data[:100], self.story()))
            return
        text = json.loads(data)
        if text.get("type") == "error" and text.get("code") == "unknown" and "id" in text:
            self.heard.answered.append(text["id"])
            self.heard.order.append(text["id"])
        else:
            self.heard.texts.append(text)

    # ---------------------------------------------------------------- how a case goes

    def until(self, there):
        while not there():
            insist(self.next(), "the connection ended too soon" + self.story())
        return self

    def rest(self):
        """Reads to the end."""
        while self.next():
            pass
        return self.heard

    def goes_on(self, numbers=(), pongs=None):
        """Behind all that was sent, the connection must be as it was: a message is answered, and a closing."""
        self.send(said(LAST) + closing(1000))
        heard = self.rest()
        wanted = list(numbers) + [LAST]
        insist(heard.answered == wanted, "messages %s were answered, not %s%s" % (heard.answered, wanted, self.story()))
        insist(pongs is None or heard.pongs == list(pongs), "%s came, not the pongs %s%s" % (heard.pongs, pongs, self.story()))
        insist(len(heard.closes) == 1, "%d frames of closing came%s" % (len(heard.closes), self.story()))
        return heard

    def fails(self, codes, numbers=()):
        """The server must have ended the connection at what was sent, with one of these codes if with any, and hear nothing behind it."""
        self.send(said(LAST) + closing(1000))
        heard = self.rest()
        insist(LAST not in heard.answered, "it went on as if nothing had been" + self.story())
        insist(heard.answered == list(numbers), "messages %s were answered, not %s%s" % (heard.answered, list(numbers), self.story()))
        insist(len(heard.closes) <= 1, "%d frames of closing came%s" % (len(heard.closes), self.story()))
        insist(not heard.closes or heard.closes[0][0] in codes, "it closed with %s, not with one of %s%s" % (heard.closes, codes, self.story()))
        return heard


def is_utf8(data):
    try:
        data.decode("utf-8")
        return True
    except UnicodeDecodeError:
        return False


def takes(way, data, numbers=(), pongs=None, step=0):
    """A plain case: these bytes are sound, these messages are answered, these pongs come."""
    talk = Talk(way)
    talk.line.send_slowly(data, step) if step else talk.send(data)
    return talk.goes_on(numbers, pongs)


def fails(way, data, codes=(1002,), numbers=()):
    """A plain case: at these bytes the server fails the connection."""
    talk = Talk(way)
    talk.send(data)
    return talk.fails(codes, numbers)
