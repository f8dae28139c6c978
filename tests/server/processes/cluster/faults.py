"""What happens to a cluster: a process is killed, stands still, is cut off from its database or from the proxy, or hands its tables over; its
database begins anew, or is lost and the standby takes its place. One at a time, each drawn, each mended before the next. One thread does
all of it and writes down when what happened.

Signals go to processes that the cluster has begun, and to no other. A watch in the database sees every write of a process that does not have
the table."""
import random
import signal
import time

from sockets import ask, insist

STILL = 10.0     # seconds that a process stands still
CUT = (2.0, 10.0)  # seconds that a wire is cut: at least, at most
ENDING = 30      # seconds for a process that hands over
MENDED = 60      # seconds until all processes must be well
REST = (2.0, 4.0)  # seconds from one fault's end to the next

# When a transaction is committed, every entry that it has added must be for a table that its session has locked, as a process locks every table
# that it has; others stand in watch.stale, with the transaction or not at all.
WATCH = """
CREATE SCHEMA watch;
CREATE TABLE watch.stale (table_nr bigint, number bigint, who text);
CREATE FUNCTION watch.look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory' AND granted AND objsubid = 2
                 AND classid::bigint = hashtext('billions')::bigint & 4294967295 AND objid::bigint = NEW.table_nr) THEN
    INSERT INTO watch.stale VALUES (NEW.table_nr, NEW.number, current_setting('application_name'));
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER look AFTER INSERT ON billions.log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION watch.look();
"""

# The watch itself must see what is wrong: one entry of nobody, which is not kept.
WATCH_SEES = """
BEGIN;
INSERT INTO billions.log (table_nr, number, kind, seat, how, time, text) SELECT nr, 1000000, 0, 0, 0, 0, '' FROM billions.tables LIMIT 1;
SET CONSTRAINTS ALL IMMEDIATE;
SELECT count(*) FROM watch.stale WHERE number = 1000000;
ROLLBACK;
"""


class Fault:
    """One that has happened. Moments of time.monotonic()."""

    def __init__(self, name, which):
        self.name, self.which = name, which  # the process, or None
        self.began = time.monotonic()
        self.mended = None                   # when everything was there again


class Trouble:
    def __init__(self, cluster, wires, seed, names=None):
        self.cluster, self.wires = cluster, wires
        self.chance = random.Random("%s faults" % seed)
        self.happened, self.findings = [], []
        self.names = list(names or NAMES)

    def one(self):
        """The next one, until everything is well again. Each kind once before any comes again, in an order that is drawn."""
        if not self.names:
            self.names = list(NAMES)
        name = self.names.pop(self.chance.randrange(len(self.names)))
        node = self.chance.choice(self.cluster.nodes) if KINDS[name][1] == "process" else None
        fault = Fault(name, node and node.number)
        self.happened.append(fault)
        KINDS[name][0](self, node)
        self.until_well(name)
        fault.mended = time.monotonic()

    def rest(self, until):
        time.sleep(max(0.0, min(self.chance.uniform(*REST), until - time.monotonic())))

    def until_well(self, name):
        began = time.monotonic()
        for node in self.cluster.nodes:
            while not self.well(node):
                if not node.running():
                    self.findings.append("process %d has ended by itself, after: %s: %s" % (node.number, name, node.last_words()))
                    node.begin()
                insist(time.monotonic() - began < MENDED, "process %d is not well %d s after: %s: %s" % (
                    node.number, MENDED, name, node.last_words()))
                time.sleep(0.1)

    @staticmethod
    def well(node):
        try:
            answer = ask(node, "GET", "/healthz")
        except OSError:
            return False
        return answer is not None and answer.status == 200

    # ---------------------------------------------------------------- the kinds

    def kill(self, node):
        node.kill()
        time.sleep(self.chance.choice([0.0, 1.0, 5.0]))  # whatever watches over services takes its time
        node.begin()

    def stand_still(self, node):
        node.signal(signal.SIGSTOP)
        time.sleep(STILL)
        node.signal(signal.SIGCONT)

    def cut(self, wires):
        for wire in wires:
            self.wires.cut(wire)
        time.sleep(self.chance.uniform(*CUT))
        for wire in wires:
            self.wires.mend(wire)

    def cut_from_database(self, node):
        self.cut(node.wires)

    def cut_from_proxy(self, node):
        self.cut([node.front])

    def drain(self, node):
        node.signal(signal.SIGTERM)
        code = node.process.wait(ENDING)
        node.process.stdout.close()
        if code != 0:
            self.findings.append("process %d was told to end and ended with %d: %s" % (node.number, code, node.last_words()))
        node.begin()

    def restart(self, _):
        self.cluster.database.restart(at_once=self.chance.random() < 0.5)

    def promote(self, _):
        self.cluster.database.promote()
        self.cluster.lead()
        self.cluster.database.follow()
        self.cluster.lead()

    # ---------------------------------------------------------------- what the database says

    def watch(self):
        self.cluster.database.say(WATCH)

    def look_over(self):
        """(writes of who did not have the table, tables whose entries have gaps); the watch is seen to watch."""
        say = self.cluster.database.say
        insist(say(WATCH_SEES) == "1", "the watch in the database does not see a write of nobody's")
        stale = say("SELECT table_nr, number, who FROM watch.stale LIMIT 20").splitlines()
        gaps = say("SELECT count(*) FROM (SELECT 1 FROM billions.log GROUP BY table_nr HAVING count(*) <> max(number) OR min(number) <> 1) g")
        self.findings += ["a write was accepted of who did not have the table: " + row for row in stale]
        return len(stale), int(gaps)


# What, and whom it happens to; in words for the report.
KINDS = {
    "a process is killed (kill -9)": (Trouble.kill, "process"),
    "a process stands still for %d s" % STILL: (Trouble.stand_still, "process"),
    "cut between a process and the database": (Trouble.cut_from_database, "process"),
    "cut between the proxy and a process": (Trouble.cut_from_proxy, "process"),
    "a process is told to end (SIGTERM)": (Trouble.drain, "process"),
    "the database begins anew": (Trouble.restart, "database"),
    "the standby takes the database's place": (Trouble.promote, "database"),
}
NAMES = tuple(KINDS)
DEATH = NAMES[0]
