"""The ways to the server: direct, over TLS, behind nginx; and what is noted of everything that came back on them.

A way owns its server, its proxy, its connections. It judges no case; it only notes what every answer must hold to, for the subject `every`."""
import calendar
import os
import shutil
import socket
import ssl
import threading
import time

import proxies
from sockets import Server, ask, insist, make_certificate

from .wire import DATE, PATIENCE, Line

# No limit of the server's may decide a case: not how often is asked, not how long a busy machine takes.
FREE = ["--messages", "0", "--requests", "0", "--per-address", "0", "--tables-a-minute", "0", "--hello", "20", "--ping", "600"]
PAGE = "<!DOCTYPE html>\n<title>A page for the conformance run</title>\n<p>" + "It has a few hundred bytes. " * 20 + "</p>\n"


class Way:
    """A way to one server. `host` is its authority as it stands in Host."""

    name = "direct"
    scheme = "http"
    front = False

    def __init__(self, program):
        self.notes = {}
        self.seen = {}  # how often a kind of answer came: no statement over all answers may hold because there were none
        self.lock = threading.Lock()
        self.lines = threading.local()
        self.server = Server(program, *FREE, start=False)
        web = os.path.join(self.server.folder, "web")
        os.mkdir(web)
        with open(os.path.join(web, "index.html"), "w") as file:
            file.write(PAGE)
        self.server.flags += ["--web", web] + self.flags()
        self.server.start()
        self.port = self.server.port
        self.begin()
        self.host = "localhost:%d" % self.port
        self.origin = "%s://%s" % (self.scheme, self.host)
        self.table = self.make()["table"]
        self.socket = self.path(self.table)

    def flags(self):
        return []

    def begin(self):
        pass

    def path(self, _table):
        """Of the WebSocket of a table."""
        return "/ws"

    def well(self):
        """Whether the server still answers: asked straight, not through a proxy."""
        try:
            answer = ask(self.server, "GET", "/healthz", tls=self.trust())
        except OSError:
            return False
        return answer is not None and answer.status == 200

    def kill(self):
        self.server.kill()

    def end(self):
        insist(self.server.stop() == 0, "the server did not end with 0: " + self.server.log()[-2000:])
        shutil.rmtree(self.server.folder, ignore_errors=True)

    def make(self, **named):
        """A new table, as its maker is told; spectators may watch and talk at it. Straight to the server that keeps it: this is no case."""
        answer = ask(self.server, "POST", "/api/tables", dict({"game": "six-billion", "seats": 2}, **named), tls=self.trust())
        insist(answer is not None and answer.status == 201, "no table can be made: %s" % answer)
        return answer.json()

    def trust(self):
        return None

    # ---------------------------------------------------------------- connections

    def dial(self):
        line = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line

    def open(self):
        """A connection that is closed when the case of this thread is over."""
        line = Line(self)
        self.lines.open = getattr(self.lines, "open", []) + [line]
        return line

    def close_all(self):
        for line in getattr(self.lines, "open", []):
            line.close()
        self.lines.open = []

    # ---------------------------------------------------------------- what holds for everything

    def note(self, key, text):
        with self.lock:
            self.notes.setdefault(key, []).append(text)

    def count(self, key):
        with self.lock:
            self.seen[key] = self.seen.get(key, 0) + 1

    def judge(self, answer, method, version):
        """Notes what this answer has against it, whatever was asked."""
        status, told = answer.status, "%s was answered %r" % (method, answer)
        self.count("answers")
        self.count("%dxx" % (status // 100))
        self.count("%d" % status)
        if version == "1.0":
            self.count("old")
        dates = answer.every("date")
        last = answer.get("last-modified")
        wrong = [
            ("version", version == "1.1" and answer.version != "1.1"),
            ("old version", version == "1.0" and answer.version not in ("1.0", "1.1")),
            ("date", 200 <= status < 500 and len(dates) != 1),
            ("dates", not all(right_date(date) for date in dates + answer.every("last-modified") + answer.every("expires") if date != "0")),
            ("modified", last is not None and dates and right_date(last) and right_date(dates[0]) and seconds(last) > seconds(dates[0])),
            ("no length", (status < 200 or status == 204) and answer.every("content-length")),
            ("no coding", (status < 200 or status == 204) and answer.every("transfer-encoding")),
            ("both", answer.every("content-length") and answer.every("transfer-encoding")),
            ("length", len(answer.every("content-length")) > 1),
            ("old coding", version == "1.0" and answer.every("transfer-encoding")),
            ("old interim", version == "1.0" and status < 200),
            ("allow", status == 405 and answer.get("allow") is None),
            ("upgrade", status in (101, 426) and not answer.get("upgrade")),
            ("challenge", status == 401 and not answer.get("www-authenticate")),
            ("type", answer.body and not answer.get("content-type")),
            ("explained", status >= 400 and method != "HEAD" and not answer.body),
            ("upgrade option", answer.get("upgrade") is not None and "upgrade" not in answer.tokens("connection")),
        ]
        for key, fault in wrong:
            if fault:
                self.note(key, told)


class Tls(Way):
    """The same over TLS, with a certificate of its own."""

    name = "TLS"
    scheme = "https"
    context = None

    def flags(self):
        self.cert, key = make_certificate(self.server.folder)
        return ["--tls-cert", self.cert, "--tls-key", key]

    def trust(self):
        self.context = self.context or ssl.create_default_context(cafile=self.cert)
        return self.context

    def dial(self):
        return self.trust().wrap_socket(super().dial(), server_hostname="localhost", suppress_ragged_eofs=False)


class Nginx(Way):
    """The same behind nginx, configured as docs/operating/nginx.conf says."""

    name = "nginx"
    front = True

    def flags(self):
        proxies.find("nginx")
        return ["--trust-proxy"]

    def begin(self):
        self.proxy = proxies.Nginx(os.path.join(self.server.folder, "nginx"), [self.server.port])
        self.port = self.proxy.port

    def kill(self):
        self.proxy.end()
        super().kill()

    def end(self):
        self.proxy.end()
        super().end()


def right_date(text):
    """Whether it is an HTTP-date as one is sent: IMF-fixdate, with the day of the week that it was."""
    if not DATE.match(text):
        return False
    try:
        return time.strftime("%a", time.gmtime(seconds(text))) == text[:3]
    except ValueError:
        return False


def seconds(text):
    return calendar.timegm(time.strptime(text[5:], "%d %b %Y %H:%M:%S GMT"))


WAYS = {way.name: way for way in (Way, Tls, Nginx)}
