"""Two processes of `billions serve` on one database of PostgreSQL, as tests want them: what is theirs in the database, a wire between the first
and the database that can be cut, clients that come back. Run tests that use it by tools/postgres run."""
import os
import signal
import socket
import subprocess
import threading

from games import make, play, seats_of
from sockets import FAST, Failed, PATIENCE, Server, ask, insist, insist_soon

address = os.environ["BILLIONS_POSTGRES"]


def place(schema, name="billions serve"):
    """`name`: what the database calls who comes."""
    return address + "?options=-csearch_path%3D" + schema + "&application_name=" + name.replace(" ", "%20")


def say(sql):
    return subprocess.run(["psql", "-XAtq", address, "-c", sql], capture_output=True, check=True, timeout=PATIENCE).stdout.decode().strip()


def figure(server, name):
    answer = ask(server, "GET", "/metrics")
    return next(float(line.split()[-1]) for line in answer.body.decode().splitlines() if line.startswith("billions_%s " % name))


class Way:
    """One connection through a wire: what was held back of it, and whether the database has answered since."""

    def __init__(self):
        self.held, self.answered = b"", False


class Wire:
    """A way to the database that can be cut: then no byte goes through, and nobody is told. It remembers what it holds back."""

    def __init__(self):
        self.ways = []
        self.cut_at = None  # by itself, when the database says that
        self.folder = address.split("@", 1)[1].split("/", 1)[0].replace("%2F", "/")
        self.line = socket.create_server(("127.0.0.1", 0))
        self.whole = threading.Event()
        self.whole.set()
        threading.Thread(target=self.take, daemon=True).start()

    def place(self, schema, name="billions serve"):
        return "postgresql://billions@127.0.0.1:%d/postgres?options=-csearch_path%%3D%s&application_name=%s" % (self.line.getsockname()[1], schema, name)

    def take(self):
        while True:
            near, _ = self.line.accept()
            far = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            far.connect(self.folder + "/.s.PGSQL.5432")
            self.ways.append(Way())
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(self.ways[-1], one, other, one is far), daemon=True).start()

    def passed(self, data):
        """What becomes of what the database answers."""
        return data

    def carry(self, way, one, other, answers):
        try:
            while True:
                data = one.recv(65536)
                if answers and self.cut_at and self.cut_at in data:
                    self.whole.clear()
                    self.cut_at = None
                if not self.whole.is_set() and not answers:
                    way.held += data
                self.whole.wait()
                way.answered = way.answered or (answers and way.held != b"")
                if not data:
                    break
                other.sendall(self.passed(data) if answers else data)
        except OSError:
            pass
        for line in (one, other):
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Pair:
    """Two processes on one database, under a schema of its own, named "one" and "two" there; the first reaches it by a wire, if there is one."""

    def __init__(self, program, schema, *flags, wire=None):
        self.schema = schema
        self.servers = [Server(program, *FAST, *flags,
                               database=wire.place(schema, name) if wire and name == "one" else place(schema, name)) for name in ("one", "two")]

    def __enter__(self):
        for server in self.servers:
            insist_soon("they do not know of each other", lambda: figure(server, "servers") == 2)
        return self.servers

    def __exit__(self, kind, *what):
        for server in self.servers:
            if server.running():
                server.process.send_signal(signal.SIGCONT)
            server.__exit__(kind, *what)
        if kind is None:
            entries_sound(self.schema)


def logged(server, words):
    return words in server.log()


def described(server, table):
    answer = ask(server, "GET", "/api/tables/" + table)
    return answer is not None and answer.status == 200


def holder(schema, table):
    """What the process is called that has the table; None: nobody has."""
    found = say("SELECT a.application_name FROM %s.tables t JOIN pg_locks l ON l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 "
                "AND l.classid::bigint = hashtext('%s')::bigint & 4294967295 AND l.objid::bigint = t.nr JOIN pg_stat_activity a ON a.pid = l.pid "
                "WHERE t.id = '%s'" % (schema, schema, table))
    return found or None


def entries_sound(schema):
    """What the database itself says of every log: no gap, nothing doubled."""
    gaps = say("SELECT count(*) FROM (SELECT 1 FROM %s.log GROUP BY table_nr HAVING count(*) <> max(number) OR min(number) <> 1) AS g" % schema)
    insist(gaps == "0", "tables with gaps: " + gaps)


def come_back(players, server):
    """After the connections of all are gone."""
    for player in players:
        player.drop()
        player.server = server

        def comes():
            try:
                player.connect()
                message = player.client.hear()
                if message and message["type"] == "error":
                    insist(message["code"] == "moved", "it is told %s" % message)
                    return False
                player.hear(message)
                return True
            except (OSError, Failed, TypeError):
                return False
        insist_soon("seat %d does not come back" % player.seat, comes)


def begun(server, moves, *named, **setup):
    """A table at which so many moves were made; with its players."""
    table, tokens = make(server, *named, **setup)
    players = seats_of(server, table, tokens)
    some_moves(players, moves)
    return table, players


def some_moves(players, count):
    play(players, until=lambda all: len(all[0].moves) >= count)
