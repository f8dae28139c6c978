"""Several processes of `billions serve` on one PostgreSQL, with a proxy in front and, if wanted, a standby behind: all on this machine, all
gone with whoever began them. For the tests, and for tools/cluster."""
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from proxies import PROXIES, lasting_port
from sockets import PATIENCE, SANITIZERS, Server, Skip, ask, insist
from storm.shared import dies_with_its_parent

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../.."))
POSTGRES = os.path.join(ROOT, "tools/postgres")
NOT_INSTALLED = 77
HOST = "play.example.org"

def apart():
    """As well, and what a terminal says to all of its processes is not said to this one: who began it ends it, in order."""
    dies_with_its_parent()
    os.setpgid(0, 0)


class Database:
    """One or two servers of PostgreSQL: the first takes writes, the second, if there is one, follows."""

    def __init__(self, standby=False):
        self.sites = [self.postgres("start", "--parent", str(os.getpid()), "--set", "max_connections=120")]
        if standby:
            self.follow()

    def postgres(self, *words):
        run = subprocess.run([POSTGRES] + list(words), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
        if run.returncode == NOT_INSTALLED:
            raise Skip("PostgreSQL is not installed (tools/packages.txt, group test)")
        insist(run.returncode == 0, "tools/postgres %s: %s" % (" ".join(words), run.stderr.decode()))
        return run.stdout.decode().strip()

    def folder(self, site=0):
        return self.sites[site].split("@", 1)[1].split("/", 1)[0].replace("%2F", "/")

    def socket(self, site=0):
        return self.folder(site) + "/.s.PGSQL.5432"

    def follow(self):
        self.sites.append(self.postgres("standby", "--parent", str(os.getpid()), self.sites[0]))

    def restart(self, at_once=False):
        self.postgres("restart", *(["--at-once"] if at_once else []), self.sites[0])

    def promote(self):
        """The first is lost, the second takes its place; there is no second then."""
        self.postgres("promote", self.sites[1])
        del self.sites[0]

    def say(self, sql):
        """Statements of SQL to the one that takes writes; what comes of them, a row a line."""
        run = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.sites[0], "-f", "-"], input=sql.encode(), capture_output=True,
                             timeout=PATIENCE)
        insist(run.returncode == 0, "psql: " + run.stderr.decode())
        return run.stdout.decode().rstrip("\n")

    def end(self):
        for site in self.sites:
            subprocess.run([POSTGRES, "stop", site], stdin=subprocess.DEVNULL, capture_output=True)


class Node(Server):
    """One process. It keeps its port however often it begins anew."""

    def __init__(self, cluster, number, database):
        self.number = number
        self.place = lasting_port()
        folder = os.path.join(cluster.folder, str(number))
        os.mkdir(folder)
        flags = ["--trust-proxy", "--host", HOST, "--host", "127.0.0.1"]
        super().__init__(cluster.program, *flags, *cluster.flags, folder=folder, database=database, start=False, popen={"preexec_fn": apart})

    def address(self):
        return "127.0.0.1:%d" % self.place

    def begin(self):
        """Waits until it listens; a database that is not there yet is waited for, too."""
        began = time.monotonic()
        while True:
            killer = threading.Timer(PATIENCE / 2, lambda: self.process and self.process.kill())
            killer.start()
            try:
                if self.start_once(self.place):
                    return
            finally:
                killer.cancel()
            insist(time.monotonic() - began < PATIENCE, "process %d does not begin: %s" % (self.number, self.last_words()))
            time.sleep(0.1)

    def signal(self, number):
        self.process.send_signal(number)

    def last_words(self):
        return " / ".join(self.log().splitlines()[-3:])[:600]


class Cluster:
    """`count` processes, their database and the proxy, which listens at `port`. `wires`: a Wires, through which each process then reaches the
    database, by a wire of its own for each of its two places, and the proxy each process."""

    def __init__(self, program, count, standby=False, proxy="haproxy", port=0, flags=(), wires=None):
        self.program, self.flags, self.wires = os.path.abspath(program), list(flags), wires
        self.nodes, self.proxy, self.database = [], None, None
        self.folder = tempfile.mkdtemp(prefix="billions-cluster-")
        try:
            self.database = Database(standby)
            for number in range(1, count + 1):
                node = Node(self, number, None)
                node.wires = [wires.add(lasting_port()) for _ in range(2)] if wires else []
                node.front = wires.add(lasting_port()) if wires and proxy else None
                self.nodes.append(node)
                node.database = self.way(node)
            self.lead()
            for node in self.nodes:
                node.begin()
            if proxy:
                ports = [node.front.port if node.front else node.place for node in self.nodes]
                self.proxy = PROXIES[proxy](os.path.join(self.folder, proxy), ports, port, {"preexec_fn": apart})
                self.await_proxy()
        except BaseException:
            self.end()
            raise
        self.port = self.proxy.port if self.proxy else self.nodes[0].place

    def await_proxy(self):
        """Until it has found a process."""
        began = time.monotonic()
        while True:
            answer = ask(self.proxy, "GET", "/healthz")
            if answer is not None and answer.status == 200:
                return
            insist(time.monotonic() - began < PATIENCE, "%s finds no process: %s" % (self.proxy.program, answer))
            time.sleep(0.1)

    def way(self, node):
        """The address of the database as a process is told it."""
        hosts = [("127.0.0.1:%d" % wire.port) for wire in node.wires] or [
            self.database.folder(site).replace("/", "%2F") for site in range(len(self.database.sites))]
        return "postgresql://billions@%s/postgres?application_name=%s" % (",".join(hosts), node.address())

    def lead(self):
        """Where the wires lead. The places change roles: a standby that is new takes the place of what was lost."""
        sites = [self.database.socket(site) for site in range(len(self.database.sites))]
        for node in self.nodes:
            free = [site for site in sites if site not in [wire.target for wire in node.wires]]
            for wire in node.wires:
                if wire.target not in sites:
                    self.wires.lead(wire, free.pop(0) if free else None)
            if node.front and node.front.target is None:
                self.wires.lead(node.front, node.place)

    def logs_sound(self):
        """What a sanitizer said in any log; None."""
        for node in self.nodes:
            for line in node.log().splitlines():
                if any(words in line for words in SANITIZERS):
                    return "process %d: %s" % (node.number, line)
        return None

    def end(self, keep=False):
        if self.proxy:
            self.proxy.end()
        running = [node for node in self.nodes if node.running()]
        for node in running:
            node.signal(signal.SIGCONT)
            node.signal(signal.SIGTERM)
        for node in running:
            try:
                node.process.wait(20)
            except subprocess.TimeoutExpired:
                node.process.kill()
                node.process.wait()
            node.process.stdout.close()
        if self.database:
            self.database.end()
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
