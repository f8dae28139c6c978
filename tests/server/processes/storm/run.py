#!/usr/bin/env python3
"""tools/storm: an outside judge of `billions serve`. Everything that can happen to a server happens to one of its own, at once and for a
bounded time, while honest clients hold it to every word; ends with one table of figures. See `--help`, and CONTRIBUTING.md.

Whatever happens, it leaves no process and no folder behind; it listens and connects on addresses of this machine alone."""
import argparse
import os
import shutil
import signal
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.dont_write_bytecode = True

from storm import attacks, faults, honest, probes, report  # noqa: E402
from storm.shared import CALM, FINISH, QUIT, STARVED, STORM, Board, Child  # noqa: E402

CLASSES = faults.CLASSES + tuple(attacks.CLASSES)
PATIENCE = 120  # seconds for the games to come to their ends

ABOUT = """Kills, stops, full disks, clock jumps, floods, slow clients, pipelining, rubbish, starving bots and guessed passphrases at once,
while honest clients check every acknowledged move. Ends with a table of figures."""
AND = """Before the storm it is calm for a while, then only the bots attack: so it is seen what they cost an honest bot.
The disk and the clock are the server's alone (LD_PRELOAD): neither the machine nor any privilege is needed.
Exit code: 0 if all holds, 1 if not, 2 for wrong usage, 130 for Ctrl-C."""


def arguments(words):
    parser = argparse.ArgumentParser(prog="tools/storm", formatter_class=argparse.RawDescriptionHelpFormatter, description=ABOUT, epilog=AND)

    def option(*names, **named):
        parser.add_argument(*names, **named)

    option("--seconds", type=int, default=600, metavar="S", help="everything at once for so long (600)")
    option("--kills", type=int, default=200, metavar="N", help="so many kills in that time (200)")
    option("--tables", type=int, default=6, metavar="N", help="so many tables of honest players at a time (6)")
    option("--seed", default="1", metavar="S", help="draws the moments and the moves (1)")
    option("--without", default="", metavar="A,B,...", help="leave these out: " + ", ".join(CLASSES))
    option("--health", type=float, default=1.0, metavar="S", help="an answer to /healthz takes at most this (1)")
    option("--factor", type=float, default=2.0, metavar="N", help="an honest bot takes less than so many times its time under attack; 0: any (2)")
    option("--program", metavar="PATH", help="this server, billions-online (build/release/billions-online)")
    option("--flag", action="append", default=[], metavar="F", help="and with this option of `billions serve`; repeatable: --flag=--threads=1")
    option("--keep", action="store_true", help="leave the folder with the database, the log and doubtful records, and say where")
    option("--json", action="store_true", help="print one JSON object instead of the table")
    given = parser.parse_args(words)
    given.without = {name for name in given.without.split(",") if name}
    unknown = sorted(given.without - set(CLASSES))
    if unknown:
        parser.error("there is no '%s' to leave out; there are %s" % (unknown[0], ", ".join(CLASSES)))
    for name, least in (("seconds", 1), ("kills", 0), ("tables", 1)):
        if getattr(given, name) < least:
            parser.error("--%s must be at least %d" % (name, least))
    if given.tables > 200:
        parser.error("--tables must be at most 200")
    given.program = os.path.abspath(given.program or os.path.join(HERE, "..", "..", "..", "..", "build", "release", "billions-online"))
    if not os.access(given.program, os.X_OK):
        parser.error("there is no program %s; tools/build release makes it" % given.program)
    if not os.path.exists(os.path.join(os.path.dirname(given.program), "billions")):
        parser.error("there is no `billions` beside %s, which verifies records" % given.program)
    return given


class Progress:
    """A line that is written anew, on a terminal only."""

    def __init__(self, board, supervisor, end):
        self.board, self.supervisor, self.end, self.last = board, supervisor, end, 0.0
        self.shown = sys.stderr.isatty()

    def __call__(self, what="storm"):
        if self.shown and time.monotonic() - self.last > 0.5:
            self.last = time.monotonic()
            board = self.board
            sys.stderr.write("\r\x1b[K%s: %d kills, %d acknowledged, %d games, %d faults, health %.2f s; %d s left" % (
                what, self.supervisor.counts["kills"], board.acknowledged, board.finished, board.faults + len(self.supervisor.faults),
                board.late / 1000, max(0, self.end - time.monotonic())))
            sys.stderr.flush()

    def done(self):
        if self.shown:
            sys.stderr.write("\r\x1b[K")


class Storm:
    def __init__(self, given, folder):
        self.given, self.folder = given, folder
        self.board = Board()
        self.children = []
        self.supervisor = None

    def child(self, name, work, *more):
        child = Child(name, work, *more)
        self.children.append(child)
        return child

    def run(self):
        given, board = self.given, self.board
        supervisor = self.supervisor = faults.Supervisor(given.program, self.folder, given.seed, given.without, given.flag)
        port = supervisor.port
        players = self.child("honest players", honest.play, given.program, board, port, given.tables, given.seed)
        health = self.child("questions for health", probes.health, board, port)
        measured = self.child("honest bot", probes.measure, board, port)
        attackers = self.child("attackers", attacks.disturb, board, port, given.seed, given.without)
        before = min(60.0, max(10.0, given.seconds / 8))
        progress = Progress(board, supervisor, time.monotonic() + 2 * before + given.seconds)
        board.phase = CALM
        supervisor.wait(before / 2, lambda: progress("calm"))
        at_first = supervisor.memory()
        supervisor.wait(before / 2, lambda: progress("calm"))
        board.phase = STARVED
        supervisor.wait(before, lambda: progress("bots"))
        board.phase = STORM
        supervisor.storm(faults.plan(given.seed, given.seconds, given.kills, supervisor.without), given.seconds, progress)
        board.phase = FINISH
        began = time.monotonic()
        while board.waiting and time.monotonic() - began < PATIENCE and players.process.is_alive():
            supervisor.wait(0.2, lambda: progress("to the end of the games"))
        at_last = supervisor.memory()
        supervisor.look()
        board.phase = QUIT
        results = [child.told(60) for child in (players, health, measured, attackers)]
        took = supervisor.end()
        supervisor.look_over()
        progress.done()
        return self.report(results, took, (at_first, max(supervisor.most_memory, at_last), at_last))

    def report(self, results, took, memory):
        given, supervisor = self.given, self.supervisor
        players, health, measured, attackers = results
        windows = report.Windows(supervisor.windows)
        made = report.Report()
        made.server(supervisor.counts, took, memory, supervisor.faults, {
            "refused": supervisor.disturbance.refused() if supervisor.disturbance else 0, "start": supervisor.longest_start})
        made.honest(players, windows, supervisor.counts, supervisor.without)
        made.health(health, windows, given.health)
        made.bots(measured, 0 if "bots" in given.without else given.factor)
        made.logins(measured["logins"], windows)
        made.attacks = attackers
        made.notes = supervisor.notes
        return made

    def end(self):
        for child in self.children:
            child.end()
        if self.supervisor:
            self.supervisor.gone()


def interrupted(*_):
    raise KeyboardInterrupt


def main(words):
    given = arguments(words)
    signal.signal(signal.SIGTERM, interrupted)
    signal.signal(signal.SIGHUP, interrupted)
    folder = tempfile.mkdtemp(prefix="billions-storm-")
    tempfile.tempdir = folder  # what a process leaves that is ended goes with it
    storm = Storm(given, folder)
    code = 1
    try:
        made = storm.run()
        print(made.json({"seconds": given.seconds, "kills": given.kills, "seed": given.seed, "without": sorted(storm.supervisor.without)})
              if given.json else made.text())
        code = 0 if made.holds() else 1
    except KeyboardInterrupt:
        sys.stderr.write("\ntools/storm: interrupted\n")
        code = 130
    except RuntimeError as fault:
        sys.stderr.write("\ntools/storm: %s\n" % fault)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        storm.end()
        if given.keep:
            sys.stderr.write("tools/storm: the database and the log are in %s\n" % folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
