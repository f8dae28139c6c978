"""What the tests of the server's sockets share: a server of their own, a client at a WebSocket made of bytes, requests of HTTP.

Everything is written to the letter here, so that a test can also do it wrongly. Nothing but the standard library."""
import base64
import hashlib
import inspect
import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import weakref

PATIENCE = 120  # seconds until a test gives up on something that should have come: no measure of speed
FAST = ["--bot-pace", "0", "--window-floor", "0"]
FREE = FAST + ["--messages", "0", "--requests", "0", "--per-address", "0", "--tables-a-minute", "0", "--tables-per-address", "0"]  # of every limit
SANITIZERS = ("AddressSanitizer", "runtime error", "LeakSanitizer", "ThreadSanitizer")  # what a log says that one of them wrote


SECRETS = set()  # ids of tables, tokens, sessions, passphrases, what was said: all that went over any socket and must stand in no log
SECRET = re.compile(rb'"(?:table|token|session|passphrase|text|endpoint|p256dh|auth)": ?"([^"\\\\]{8,})"')


def remember(*texts):
    for text in texts:
        SECRETS.update(match.decode("latin-1") for match in SECRET.findall(text))


class Skip(Exception):
    """Why a test cannot be done here."""


class Failed(Exception):
    pass


def insist(fine, what):
    if not fine:
        raise Failed(what)


def insist_soon(what, fine):
    """Asks again until it is so; no measure of speed."""
    began = time.monotonic()
    while not fine():
        insist(time.monotonic() - began < PATIENCE, what)
        time.sleep(0.05)


# ------------------------------------------------------------------ the server


class Server:
    """`billions-online serve` on a free port of this machine, with a folder of its own. `popen`: what else its process is begun with."""

    def __init__(self, program, *flags, folder=None, database=None, start=True, popen=None):
        self.program = program
        self.own = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="billions-test-")
        self.database = database or os.path.join(self.folder, "tables.db")
        self.flags = list(flags)
        self.popen = popen or {}
        self.log_path = os.path.join(self.folder, "log")
        self.process = None
        self.port = 0
        self.scheme = "http"
        self.lines = weakref.WeakSet()  # connections to it that its test still has
        if start:
            self.start()

    def start(self, port=0):
        """On that port, if one is named: should somebody else have it by now, it is waited for."""
        began = time.monotonic()
        while not self.start_once(port):
            insist(port and "listens there already" in self.log(), "the server did not begin: " + self.log())
            insist(time.monotonic() - began < PATIENCE, "the port %d does not become free" % port)
            time.sleep(0.1)
        return self

    def start_once(self, port):
        log = open(self.log_path, "ab")
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(port), "--database", self.database] + self.flags,
            stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, **self.popen)
        log.close()
        line = self.process.stdout.readline().decode()
        if not line.startswith("listening on "):
            self.process.wait()
            self.process.stdout.close()
            return False
        self.scheme = line.split("://")[0].split()[-1]
        self.port = int(line.rsplit(":", 1)[1])
        return True

    def log(self):
        with open(self.log_path, "rb") as file:
            return file.read().decode()

    def log_lines(self):
        return [json.loads(line) for line in self.log().splitlines() if line.startswith("{")]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Asks it to end and returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code

    def hang_up(self):
        """Ends what its test has of connections: clients that no longer hear would be waited for as long as --grace says."""
        for line in self.lines:
            line.close()

    def running(self):
        return self.process is not None and self.process.poll() is None

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.hang_up()
        if self.running():
            if self.stop() != 0 and kind is None:
                raise Failed("the server did not end with 0: " + self.log()[-3000:])
        log = self.log()
        if kind is not None:
            sys.stderr.write(log[-3000:])
        insist(not any(words in log for words in SANITIZERS), "a sanitizer found something: " + log[-6000:])
        for line in log.splitlines():
            told = [secret for secret in SECRETS if secret in line]
            insist(not told, "the log tells %s: %s" % (told, line))
        if kind is None and self.own:
            shutil.rmtree(self.folder, ignore_errors=True)


def refused(program, *arguments):
    """Runs the program, which must end by itself; returns its exit code and what it said."""
    run = subprocess.run([program] + list(arguments), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def make_certificate(folder):
    """A certificate of its own making for localhost, and its key: their paths in that folder."""
    if not shutil.which("openssl"):
        raise Skip("openssl, which makes the certificate, is not installed (tools/packages.txt)")
    cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


# ------------------------------------------------------------------ HTTP


def connect(server, tls=None, small=False):
    """To a server, or to whatever has its `port`; from another address of this machine (127.0.0.2, ...) and with another patience, if that
    has a `source` and a `patience`."""
    line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if getattr(server, "source", None):
        line.bind((server.source, 0))
    if small:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(getattr(server, "patience", PATIENCE))
    line.connect(("127.0.0.1", server if isinstance(server, int) else server.port))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if tls:
        line = tls.wrap_socket(line, server_hostname="localhost")
    if isinstance(server, Server):
        server.lines.add(line)
    return line


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def code(self):
        return self.json()["error"]["code"]

    def __repr__(self):
        return "%s %s %s" % (self.status, self.headers, self.body[:300])


def read_head(line, had=b""):
    while b"\r\n\r\n" not in had:
        more = line.recv(65536)
        if not more:
            return had, b""
        had += more
    head, rest = had.split(b"\r\n\r\n", 1)
    return head, rest


def read_answer(line, had=b"", head_only=False):
    head, rest = read_head(line, had)
    if not head.startswith(b"HTTP/1."):
        return None
    rows = head.decode("latin-1").split("\r\n")
    headers = {}
    for row in rows[1:]:
        name, value = row.split(":", 1)
        headers[name.strip().lower()] = value.strip()
    length = 0 if head_only else int(headers.get("content-length", 0))
    while len(rest) < length:
        more = line.recv(65536)
        if not more:
            return None  # cut off: half an answer is none
        rest += more
    answer = Answer(int(rows[0].split()[1]), headers, rest[:length])
    answer.rest = rest[length:]
    return answer


def raw(server, text, tls=None):
    """Sends bytes as they are and reads one answer; None if the connection just ended."""
    line = connect(server, tls)
    try:
        line.sendall(text if isinstance(text, bytes) else text.encode("latin-1"))
        return read_answer(line, head_only=text[:4] in ("HEAD", b"HEAD"))
    except (ConnectionError, BrokenPipeError):
        return None
    finally:
        line.close()


def ask(server, method, path, body=None, bearer=None, tls=None, headers=()):
    rows = ["%s %s HTTP/1.1" % (method, path), "Host: 127.0.0.1", "Connection: close"] + list(headers)
    data = b""
    if body is not None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        remember(data)
        rows += ["Content-Type: application/json", "Content-Length: %d" % len(data)]
    if bearer:
        rows.append("Authorization: Bearer " + bearer)
    answer = raw(server, ("\r\n".join(rows) + "\r\n\r\n").encode() + data, tls)
    if answer is not None and answer.status < 400:  # sentences of refusals are no secret
        remember(answer.body)
    return answer


# ------------------------------------------------------------------ WebSocket


TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(opcode, payload=b"", final=True, masked=True, reserved=0, form=None, key=None, claim=None):
    """One frame. `form`: 7, 16 or 64 bits for the length, whether they are needed or not; `claim`: a length that is not that of the payload."""
    length = len(payload) if claim is None else claim
    form = form or (7 if length < 126 else 16 if length < 65536 else 64)
    mark = 0x80 if masked else 0
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    head += {7: lambda: bytes([mark | length]), 16: lambda: bytes([mark | 126]) + struct.pack(">H", length),
             64: lambda: bytes([mark | 127]) + struct.pack(">Q", length)}[form]()
    if not masked:
        return head + payload
    key = os.urandom(4) if key is None else key
    return head + key + bytes(byte ^ key[i & 3] for i, byte in enumerate(payload))


def whole_frame(data):
    """The first frame of these bytes, if all of it is there: (its first byte, its payload without a mask, how many bytes it is); else None."""
    if len(data) < 2:
        return None
    length, at = data[1] & 0x7F, 2
    if length > 125:
        wide = 2 if length == 126 else 8
        if len(data) < 2 + wide:
            return None
        length, at = int.from_bytes(data[2:2 + wide], "big"), 2 + wide
    mask = data[at:at + 4] if data[1] & 0x80 else b""
    at += 4 if data[1] & 0x80 else 0
    if len(data) < at + length:
        return None
    payload = data[at:at + length]
    return data[0], bytes(byte ^ mask[i & 3] for i, byte in enumerate(payload)) if mask else payload, at + length


def accept_of(key):
    """What a server answers to the key of a handshake."""
    return base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()


def handshake(host="127.0.0.1", path="/ws", origin=None, key=None, more=()):
    key = key or base64.b64encode(os.urandom(16)).decode()
    rows = ["GET %s HTTP/1.1" % path, "Host: " + host, "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: " + key, "Sec-WebSocket-Version: 13"]
    if origin:
        rows.append("Origin: " + origin)
    return "\r\n".join(rows + list(more)) + "\r\n\r\n"


class Client:
    """A client at a WebSocket. `say` and `hear` are messages of JSON; `hear` passes pings by."""

    def __init__(self, server, tls=None, small=False, **named):
        key = base64.b64encode(os.urandom(16)).decode()
        self.line = connect(server, tls, small)
        self.line.sendall(handshake(key=key, **named).encode())
        head, self.bytes = read_head(self.line)
        self.refusal = None
        self.ended = None  # status and reason of the closing frame; (None, "") without one
        if not head.startswith(b"HTTP/1.1 101"):
            self.refusal = read_answer(self.line, head + b"\r\n\r\n" + self.bytes)
            return
        proof = re.escape(accept_of(key).encode())
        insist(re.search(rb"(?i:sec-websocket-accept): " + proof + rb"(\r\n|$)", head), "a wrong handshake: %s" % head)

    def send(self, opcode, payload, **named):
        self.line.sendall(frame(opcode, payload, **named))

    def say(self, message):
        data = message.encode() if isinstance(message, str) else json.dumps(message).encode()
        remember(data)
        self.send(TEXT, data)

    def more(self, patience=PATIENCE):
        self.line.settimeout(patience)
        try:
            got = self.line.recv(262144)
        except (ConnectionResetError, BrokenPipeError):
            got = b""
        self.bytes += got
        return bool(got)

    def frame(self, patience=PATIENCE):
        """The next frame as (opcode, payload); None at the end."""
        while True:
            found = whole_frame(self.bytes)
            if found:
                self.bytes = self.bytes[found[2]:]
                return found[0] & 15, found[1]
            if not self.more(patience):
                return None

    def hear(self, patience=PATIENCE):
        """The next message; None at the end, which is then told by `ended`. Pings do not prolong the patience."""
        until = time.monotonic() + patience
        while True:
            found = self.frame(max(until - time.monotonic(), 0.001))
            if found is None:
                self.ended = self.ended or (None, "")
                return None
            opcode, payload = found
            if opcode == PING:
                self.send(PONG, payload)
            elif opcode == CLOSE:
                self.ended = (struct.unpack(">H", payload[:2])[0] if len(payload) > 1 else None, payload[2:].decode())
                try:
                    self.send(CLOSE, payload[:2])
                except OSError:
                    pass
                return None
            elif opcode == TEXT:
                return json.loads(payload)

    def until(self, *kinds):
        """The next message of one of these types; fails at the end."""
        while True:
            message = self.hear()
            insist(message is not None, "the connection ended (%s) before %s came" % (self.ended, " or ".join(kinds)))
            if message.get("type") in kinds:
                return message

    def all(self):
        """Every message until the end."""
        messages = []
        while True:
            message = self.hear()
            if message is None:
                return messages
            messages.append(message)

    def quiet(self, seconds=0.0):
        """Whether nothing has come."""
        return not self.bytes and not select.select([self.line], [], [], seconds)[0]

    def close(self):
        self.line.close()


# ------------------------------------------------------------------ running tests


def run_tests():
    """Runs the tests of the file that was begun, all or those of the command line behind the program, in words that tools/check/count-tests
    counts. A test is a function of the program alone; of `_`, if it needs none."""
    names = sys.argv[2:]
    passed, failed, skipped = [], [], []
    for name, test in list(vars(sys.modules["__main__"]).items()):
        if not inspect.isfunction(test) or list(inspect.signature(test).parameters) not in (["program"], ["_"]) or (names and name not in names):
            continue
        print("[ RUN      ] " + name, flush=True)
        began = time.monotonic()
        try:
            test(os.path.abspath(sys.argv[1]))
            passed.append(name)
            print("[       OK ] %s (%.1f s)" % (name, time.monotonic() - began), flush=True)
        except Skip as why:
            skipped.append(name)
            print("[  SKIPPED ] %s: %s" % (name, why), flush=True)
        except Exception:  # noqa: whatever it is, it failed
            traceback.print_exc()
            failed.append(name)
            print("[  FAILED  ] " + name, flush=True)
    print("[  PASSED  ] %d test(s)." % len(passed))
    if skipped:
        print("[  SKIPPED ] %d test(s), listed below:" % len(skipped))
    if failed:
        print("[  FAILED  ] %d test(s), listed below:" % len(failed))
        for name in failed:
            print("[  FAILED  ] " + name)
    sys.exit(1 if failed else 0)
