"""A connection made of bytes, and a reader of HTTP answers that forgives nothing.

What is wrong with any answer is noted at the way (`way.note`), whatever the case is about: the subject `every` judges these notes. The reader
never repairs an answer."""
import re
import select
import ssl
import time

from sockets import Failed

PATIENCE = 60  # seconds until a case gives up on something that should have come: no measure of speed

STATUS_LINE = re.compile(rb"HTTP/(1\.[01]) ([1-5][0-9][0-9]) [\t \x21-\x7e\x80-\xff]*\Z")
FIELD_LINE = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(|[\x21-\x7e\x80-\xff](?:[\t \x21-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)[ \t]*\Z")
CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]+)(?:[ \t]*;[^\r\n]*)?\Z")
DATE = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-3][0-9] (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} "
                  r"[0-2][0-9]:[0-5][0-9]:[0-6][0-9] GMT\Z")


class Late(Failed):
    """What should have come has not come; maybe the server does nothing at all any more."""


def shown(data, most=1500):
    """Bytes as a person can read them, in one line."""
    text = repr(data[:most])[1:]
    return text if len(data) <= most else "%s... (%d bytes)" % (text, len(data))


class Answer:
    """One final answer, with the interim ones before it. Names of fields are in lower case."""

    def __init__(self, version, status, fields):
        self.version, self.status, self.fields = version, status, fields
        self.body, self.interim = b"", []

    def every(self, name):
        return [value for field, value in self.fields if field == name]

    def get(self, name):
        """All lines of that name as one value; None without any."""
        values = self.every(name)
        return ", ".join(values) if values else None

    def tokens(self, name):
        return [word.strip().lower() for word in (self.get(name) or "").split(",") if word.strip()]

    def closes(self):
        return "close" in self.tokens("connection") or (self.version == "1.0" and "keep-alive" not in self.tokens("connection"))

    def __repr__(self):
        return "%d %s" % (self.status, self.fields)


class Line:
    """One connection: what was sent and got stays readable for whoever has to find a fault. Closed by the way that made it."""

    def __init__(self, way):
        self.way = way
        self.line = way.dial()
        self.line.setblocking(False)
        self.sent, self.got, self.at = b"", b"", 0
        self.end = None  # "eof", "reset", "cut": TLS that ended without its closure alert
        self.answers = []

    # ---------------------------------------------------------------- bytes

    def read_now(self):
        """Reads what is there; returns whether anything was."""
        try:
            piece = self.line.recv(65536)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return False
        except (ConnectionResetError, BrokenPipeError):
            self.end = "reset"
            return True
        except ssl.SSLError:
            self.end = "cut"
            return True
        if piece:
            self.got += piece
        else:
            self.end = "eof"
        return True

    def send(self, data):
        """Sends all of it, reading meanwhile, so that neither side waits for the other. What the peer does not take is left."""
        self.sent += data
        rest, until = memoryview(data), time.monotonic() + PATIENCE
        while rest and not self.end:
            try:
                rest = rest[self.line.send(rest):]
                continue
            except (BlockingIOError, ssl.SSLWantWriteError, ssl.SSLWantReadError):
                pass
            except (OSError, ssl.SSLError):
                return  # the peer has closed; what it said before can still be read
            if time.monotonic() > until:
                raise Late("the peer does not take what is sent" + self.story())
            if not self.read_now():
                select.select([self.line], [self.line], [], 1.0)

    def send_slowly(self, data, step=1):
        for at in range(0, len(data), step):
            self.send(data[at:at + step])

    def half_close(self):
        """Says that nothing more will be sent (only where there is no TLS)."""
        import socket
        self.line.shutdown(socket.SHUT_WR)

    def more(self):
        """Waits for at least one byte, or for the end."""
        until = time.monotonic() + PATIENCE
        while not self.end:
            if self.read_now():
                return
            if time.monotonic() > until:
                raise Late("nothing comes, and the connection stays open" + self.story())
            select.select([self.line], [], [], 1.0)

    def close(self):
        self.line.close()

    def story(self):
        return "\n      sent: %s\n      got:  %s\n      end:  %s" % (shown(self.sent), shown(self.got), self.end or "open")

    # ---------------------------------------------------------------- answers

    def row(self):
        """The next line without its CRLF; None at the end."""
        while b"\n" not in self.got[self.at:]:
            if self.end:
                return None
            self.more()
        stop = self.got.index(b"\n", self.at)
        row = self.got[self.at:stop]
        self.at = stop + 1
        if not row.endswith(b"\r"):
            self.way.note("fields", "a line ends without CR: %s" % shown(row))
        return row[:-1] if row.endswith(b"\r") else row

    def take(self, count):
        while len(self.got) < self.at + count:
            if self.end:
                raise Failed("an answer is cut off" + self.story())
            self.more()
        data = self.got[self.at:self.at + count]
        self.at += count
        return data

    def head(self):
        row = self.row()
        if row is None:
            if self.got[self.at:]:
                self.way.note("status", "half a line at the end: %s" % shown(self.got[self.at:]))
                self.at = len(self.got)
            return None
        found = STATUS_LINE.match(row)
        if not found:
            self.way.note("status", shown(row))
            raise Failed("no status line" + self.story())
        fields = []
        while True:
            row = self.row()
            if row is None:
                raise Failed("the head of an answer is cut off" + self.story())
            if not row:
                break
            field = FIELD_LINE.match(row)
            if not field:
                self.way.note("fields", shown(row))
                continue
            fields.append((field.group(1).decode().lower(), field.group(2).decode("latin-1")))
        return Answer(found.group(1).decode(), int(found.group(2)), fields)

    def answer(self, method="GET", version="1.1"):
        """The next final answer; None if the connection ends without one. `method` and `version` are those of the request."""
        interim = []
        while True:
            answer = self.head()
            if answer is None:
                if interim:
                    self.way.note("final", "interim answers only: %s" % interim)
                return None
            if answer.status < 200 and answer.status != 101:
                self.way.judge(answer, method, version)
                interim.append(answer.status)
                continue
            answer.interim = interim
            self.body(answer, method)
            self.way.judge(answer, method, version)
            self.answers.append(answer)
            return answer

    def body(self, answer, method):
        """Reads the content as RFC 9112 6.3 delimits it."""
        if method == "HEAD" or answer.status in (101, 204, 304):
            return
        if answer.get("transfer-encoding") is not None:
            if answer.tokens("transfer-encoding") != ["chunked"]:
                raise Failed("a transfer coding that nobody asked for" + self.story())
            while True:
                found = CHUNK_LINE.match(self.row() or b"")
                if not found:
                    raise Failed("no size of a chunk" + self.story())
                size = int(found.group(1), 16)
                if size == 0:
                    break
                answer.body += self.take(size)
                if self.take(2) != b"\r\n":
                    raise Failed("a chunk does not end with CRLF" + self.story())
            while self.row():
                pass
            return
        lengths = set(answer.every("content-length"))
        if lengths:
            if len(lengths) > 1 or not all(re.fullmatch("[0-9]+", length) for length in lengths):
                self.way.note("length", "%s" % lengths)
                raise Failed("no length can be read" + self.story())
            answer.body = self.take(int(lengths.pop()))
            return
        while not self.end:
            self.more()
        answer.body = self.got[self.at:]
        self.at = len(self.got)

    def until_end(self):
        """Reads to the end of the connection; returns what came that belongs to no answer."""
        while not self.end:
            self.more()
        rest = self.got[self.at:]
        self.at = len(self.got)
        return rest
