#!/usr/bin/env python3
"""tools/storm --cluster: an outside judge of several `billions serve` on one database. Honest clients play at many tables behind the proxy and
hold the servers to every word (storm/honest.py), while one fault after the other befalls processes, wires and database; ends with a table.

Whatever happens, it leaves no process and no folder behind; it listens and connects on addresses of this machine alone."""
import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[0] = os.path.dirname(HERE)
sys.dont_write_bytecode = True

from sockets import Failed, Skip  # noqa: E402

from cluster.faults import DEATH, KINDS, NAMES, Trouble  # noqa: E402
from cluster.processes import ROOT, Cluster  # noqa: E402
from cluster.wires import Wires  # noqa: E402
from storm import honest  # noqa: E402
from storm.report import Report, seconds, share  # noqa: E402
from storm.shared import CALM, FINISH, QUIT, STORM, Board, Child, until  # noqa: E402

FLAGS = ["--bot-pace", "20", "--window-floor", "20"]
SETTLED = 10         # seconds of calm before the first fault
EACH = 75            # tables that one process of Python plays at, at most
MOVES = 75.0         # a second that all players together mean to make: so long they think
ENDS = 60            # seconds for games to come to their ends
HANDSHAKE = 3        # seconds until a client tries anew
NODE, DATABASE = 3.0, 15.0  # seconds in which 99 of 100 clients are back after the death of either

ABOUT = """Several processes of `billions serve` on one PostgreSQL with a standby, behind a proxy. Processes are killed, stand still, are cut off and
hand over, the database begins anew and is lost, one after the other, while honest clients check every acknowledged move."""
AND = """It ends with the last fault or the last minute, whichever comes first, and some two minutes behind that.
Exit code: 0 if all holds, 1 if not, 2 for wrong usage, 77 if this machine lacks what it takes, 130 for Ctrl-C."""


def arguments(words):
    parser = argparse.ArgumentParser(prog="tools/storm --cluster", formatter_class=argparse.RawDescriptionHelpFormatter, description=ABOUT,
                                     epilog=AND, usage="tools/storm --cluster [OPTIONS]")

    def option(*names, **named):
        parser.add_argument(*names, **named)

    option("--cluster", action="store_true", help="several servers, and not the storm of one")
    option("--faults", type=int, default=300, metavar="N", help="so many faults (300)")
    option("--minutes", type=float, default=60, metavar="M", help="but no longer than this (60)")
    option("--processes", type=int, default=3, metavar="N", help="so many processes of the server (3)")
    option("--tables", type=int, default=300, metavar="N", help="so many tables at a time (300)")
    option("--proxy", default="haproxy", metavar="NAME", help="haproxy or nginx (haproxy)")
    option("--within", type=float, default=NODE, metavar="S", help="99 of 100 are back so long after a process died (%g); 0: any" % NODE)
    option("--within-database", type=float, default=DATABASE, metavar="S", help="and after the database did (%g); 0: any" % DATABASE)
    option("--seed", default="1", metavar="S", help="draws the faults, their moments and the moves (1)")
    option("--only", type=int, action="append", metavar="K", help="only faults of this kind, repeatable: " + "; ".join(
        "%d: %s" % pair for pair in enumerate(NAMES, 1)))
    option("--program", metavar="PATH", help="this server, billions-online (build/release/billions-online)")
    option("--keep", action="store_true", help="leave the folder with the logs and doubtful records, and say where")
    option("--json", action="store_true", help="print one JSON object instead of the table")
    given = parser.parse_args(words)
    for name, least, most in (("faults", 1, 100000), ("minutes", 0.1, 1440), ("processes", 2, 16), ("tables", 1, 2000)):
        if not least <= getattr(given, name) <= most:
            parser.error("--%s is from %g to %g" % (name, least, most))
    if given.proxy not in ("haproxy", "nginx"):
        parser.error("--proxy is haproxy or nginx, and not '%s'" % given.proxy)
    if any(not 1 <= kind <= len(NAMES) for kind in given.only or []):
        parser.error("--only is the number of a kind, 1 to %d; --help names them" % len(NAMES))
    given.program = os.path.abspath(given.program or os.path.join(ROOT, "build", "release", "billions-online"))
    if not os.access(given.program, os.X_OK):
        parser.error("there is no program %s; tools/build release makes it" % given.program)
    if not os.path.exists(os.path.join(os.path.dirname(given.program), "billions")):
        parser.error("there is no `billions` beside %s, which verifies records" % given.program)
    return given


def returns(fault, end, result):
    """From the beginning of a fault until each client that it touched was there again: connected, or, where what it said could not be stored,
    told of something that was. It touched whom it cut off, refused, or kept waiting for longer than a second."""
    touched = [back for lost, back in result["resumes"] if fault.began <= lost < end]
    touched += [back for refused, back in result["refusals"] if fault.began <= refused < end]
    touched += [back for said, back in result["waits"] if said < end and back > fault.began and back - max(said, fault.began) > 1.0]
    return [back - fault.began for back in touched]


def players(given, board, first):
    """The work of a process of players, from table `first` on."""
    until(board, CALM)
    return honest.play(given.program, board, board.port, min(EACH, given.tables - first), given.seed, first,
                       max(honest.THINKING, given.tables / MOVES), HANDSHAKE)


class Trial:
    def __init__(self, given, folder):
        self.given, self.folder = given, folder
        self.wires, self.cluster, self.trouble = None, None, None
        self.children, self.boards = [], []
        self.told = 0.0
        self.over = float("inf")  # the storm, since then

    def phase(self, to):
        for board in self.boards:
            board.phase = to

    def sum(self, name):
        return sum(getattr(board, name) for board in self.boards)

    def progress(self, what, left):
        if sys.stderr.isatty() and time.monotonic() - self.told > 0.5:
            self.told = time.monotonic()
            sys.stderr.write("\r\x1b[K%s: %d faults, %d acknowledged, %d games, %d findings; %d s left at most" % (
                what, len(self.trouble.happened) if self.trouble else 0, self.sum("acknowledged"), self.sum("finished"), self.sum("faults"),
                max(0, left)))
            sys.stderr.flush()

    def begin(self):
        given = self.given
        # Players first: a process that is begun later would hold open whatever connections of the wires there are by then.
        for first in range(0, given.tables, EACH):
            self.boards.append(Board())
            self.children.append(Child("honest players from table %d on" % first, players, given, self.boards[-1], first))
        self.wires = Wires()
        self.cluster = Cluster(given.program, given.processes, True, given.proxy, flags=FLAGS, wires=self.wires)
        names = [NAMES[kind - 1] for kind in given.only] if given.only else None
        self.trouble = Trouble(self.cluster, self.wires, given.seed, names)
        self.trouble.watch()
        for board in self.boards:
            board.port = self.cluster.port
        self.phase(CALM)

    def wait(self, what, lasts, done=lambda: False):
        end = time.monotonic() + lasts
        while time.monotonic() < end and not done():
            self.progress(what, end - time.monotonic())
            time.sleep(0.1)

    def storm(self):
        """Faults, until there are enough or it is time."""
        given, trouble = self.given, self.trouble
        end = time.monotonic() + 60 * given.minutes
        while len(trouble.happened) < given.faults and time.monotonic() < end:
            if given.only and not trouble.names:
                trouble.names = [NAMES[kind - 1] for kind in given.only]
            self.progress("storm", end - time.monotonic())
            trouble.one()
            trouble.rest(end)

    def run(self):
        self.begin()
        self.wait("calm", SETTLED)
        self.phase(STORM)
        self.storm()
        self.wait("calm again", SETTLED)
        self.over = time.monotonic()
        self.phase(FINISH)
        self.wait("to the end of the games", ENDS, lambda: not self.sum("waiting"))
        self.phase(QUIT)
        results = [child.told(120) for child in self.children]
        result = results[0]
        for more in results[1:]:
            for name, value in more.items():
                if name == "figures":
                    result[name] = {key: result[name][key] + value[key] for key in value}
                else:
                    result[name] += value
        stale, gaps = self.trouble.look_over()
        sound = self.cluster.logs_sound()
        if sound:
            self.trouble.findings.append(sound)
        return self.report(result, stale, gaps, self.check())

    def check(self):
        """What `billions serve --check` says of it, which plays every game again; the exit code and the last line."""
        run = subprocess.run([self.given.program, "serve", "--check", "--database", self.cluster.database.sites[0]], stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=600)
        lines = (run.stdout + run.stderr).decode().splitlines()
        if run.returncode != 0:
            self.trouble.findings += ["billions serve --check: " + line for line in lines[:5]]
        return run.returncode, lines[-1] if lines else ""

    def report(self, result, stale, gaps, check):
        given, made, figures = self.given, Report(), result["figures"]
        kinds = {kind: sum(1 for found, _ in result["faults"] if found == kind) for kind in ("lost", "doubled", "unresumed", "other")}
        happened = self.trouble.happened
        made.row("faults", len(happened), must="at least 1", fine=bool(happened))
        times = {"process": [], "database": []}
        for name in NAMES:
            of = [(fault, happened[at + 1].began if at + 1 < len(happened) else self.over) for at, fault in enumerate(happened) if fault.name == name]
            if not of:
                continue
            back = [took for fault, until in of for took in returns(fault, until, result)]
            if name == DEATH:
                times["process"] += back
            elif KINDS[name][1] == "database":
                times["database"] += back
            made.row("  " + name, len(of))
            made.row("    clients that felt it", len(back))
            made.row("    back, half of them", share(back, 0.5))
            made.row("    back, 99 of 100", share(back, 0.99))
            made.row("    back, the last", max(back, default=None))
        for who, words, within in (("process", "a process was killed", given.within), ("database", "the database was away", given.within_database)):
            figure = share(times[who], 0.99)
            made.row("99 of 100 clients are back after %s" % words, figure, must="at most %s" % seconds(float(within)) if within and times[who] else None,
                     fine=not within or figure is None or figure <= within)
        made.row("acknowledged moves", figures["acknowledged"], must="at least 1", fine=figures["acknowledged"] > 0)
        made.row("  answers acknowledged in windows", figures["kept in windows"])
        made.row("  lost, changed or out of order", kinds["lost"], must="0", fine=kinds["lost"] == 0)
        made.row("  doubled or never said", kinds["doubled"], must="0", fine=kinds["doubled"] == 0)
        made.row("  refused as not stored, and said again", figures["not stored"])
        made.row("  made by the clock for who was there", figures["made by the clock"])
        made.row("  from move to acknowledgement, half", share([until - since for since, until in result["waits"]], 0.5))
        made.row("  99 of 100", share([until - since for since, until in result["waits"]], 0.99))
        made.row("writes accepted of who did not have the table", stale, must="0", fine=stale == 0)
        made.row("tables whose entries have gaps, in the database", gaps, must="0", fine=gaps == 0)
        made.row("billions serve --check", check[0], must="0", fine=check[0] == 0)
        made.row("clients that came back", len(result["resumes"]))
        made.row("  did not", kinds["unresumed"], must="0", fine=kinds["unresumed"] == 0)
        made.row("tables", figures["tables begun"])
        made.row("  games to their end", figures["tables finished"])
        made.row("  records verified, and as their players saw them", figures["verified"], must="all",
                 fine=figures["verified"] == figures["tables finished"])
        made.row("other faults of tables", kinds["other"], must="0", fine=kinds["other"] == 0)
        made.findings += [sentence for _, sentence in result["faults"]] + self.trouble.findings
        made.notes.append("seed %s; %s" % (given.seed, check[1]))
        return made

    def end(self):
        for child in self.children:
            child.end()
        if self.cluster:
            self.cluster.end(keep=self.given.keep)
        if self.wires:
            self.wires.end()


def interrupted(*_):
    raise KeyboardInterrupt


def main(words):
    given = arguments(words)
    signal.signal(signal.SIGTERM, interrupted)
    signal.signal(signal.SIGHUP, interrupted)
    folder = tempfile.mkdtemp(prefix="billions-storm-")
    tempfile.tempdir = folder
    trial, code = Trial(given, folder), 1
    try:
        made = trial.run()
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
        print(made.json({"seed": given.seed, "faults": given.faults, "minutes": given.minutes, "tables": given.tables}) if given.json else made.text())
        code = 0 if made.holds() else 1
    except KeyboardInterrupt:
        sys.stderr.write("\ntools/storm: interrupted\n")
        code = 130
    except Skip as why:
        print("[  SKIPPED ] 1 test(s), listed below:")  # as tools/check/count-tests reads it
        sys.stderr.write("tools/storm: %s\n" % why)
        code = 77
    except (Failed, OSError, RuntimeError, subprocess.SubprocessError) as fault:
        sys.stderr.write("\ntools/storm: seed %s: %s\n" % (given.seed, fault))
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        trial.end()
        if given.keep:
            sys.stderr.write("tools/storm: the logs are in %s\n" % folder)
        else:
            subprocess.run(["rm", "-rf", folder])
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
