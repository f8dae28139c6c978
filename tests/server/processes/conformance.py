#!/usr/bin/env python3
"""conformance.py PROGRAM [--tls | --nginx] [--table | --write] [CASE...]: what RFC 9110, 9112 and 6455 demand of a server, tried byte by
byte (the folder conformance/). Direct, with --tls over TLS, with --nginx behind nginx; compares what came with the table in
docs/conformance.md.

--table tries all three and prints that table instead, --write puts it into the page. CASE: a number (B12) or a letter (B); then nothing is
compared. A case that is not held, and has no reason in conformance/kept.py, fails the run."""
import os
import queue
import sys
import threading
import traceback

from conformance import messages, bodies, connections, semantics, opening, frames, closings, texts, every  # noqa: in the order of the table
from conformance.cases import all_cases
from conformance.kept import KEPT
from conformance.table import FRONT, NO, NONE, YES, differences, sections, write
from conformance.ways import WAYS
from conformance.wire import Late
from sockets import Failed, Skip

SUBJECTS = (messages, bodies, connections, semantics, opening, frames, closings, texts, every)
AT_ONCE = 8  # cases that wait for the server at the same time


class Run:
    """All cases on one way."""

    def __init__(self, program, name, names):
        self.program, self.name = program, name
        self.wanted = [case for case in all_cases() if not names or case.name in names or case.name.rstrip("0123456789") in names]
        self.faults, self.results = {}, {}
        self.dead = None  # the case since which the server has not answered anybody
        self.lock = threading.Lock()

    def one(self, way, case):
        if case.scheme not in (None, way.scheme):
            self.results[case.name] = NONE
            return
        fault, tried = None, True
        try:
            if self.dead:
                raise Failed("not tried: the server has not answered anybody since %s" % self.dead)
            case.check(way)
        except Skip:
            tried = False
        except Failed as why:
            fault = str(why)
            if isinstance(why, Late) and not self.dead and not way.well():
                self.dead = case.name
        except Exception:  # noqa: whatever it is, the case is not held
            fault = traceback.format_exc()
        finally:
            way.close_all()
        with self.lock:
            if case.front and way.front:
                self.results[case.name] = FRONT  # the proxy has answered; what it says is its own
            else:
                self.results[case.name] = NO if fault else YES if tried else NONE
                if fault:
                    self.faults[case.name] = fault

    def all(self):
        """Those that judge the whole run come last."""
        way = WAYS[self.name](self.program)
        try:
            waiting = queue.Queue()
            for case in self.wanted:
                if not case.late:
                    waiting.put(case)

            def work():
                while True:
                    try:
                        case = waiting.get_nowait()
                    except queue.Empty:
                        return
                    self.one(way, case)

            threads = [threading.Thread(target=work) for _ in range(AT_ONCE)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for case in self.wanted:
                if case.late:
                    self.one(way, case)
            if not self.dead and not way.well():
                self.dead = "the last case"
        except BaseException:
            way.kill()
            raise
        if self.dead:
            self.faults["the server"] = "it has not answered anybody since " + self.dead
            way.kill()
        else:
            way.end()
        return self

    def told(self):
        """Says every case that is not held."""
        for case in self.wanted:
            if case.name in self.faults:
                why = " (kept: %s)" % KEPT[case.name] if case.name in KEPT else ""
                print("%s, RFC %s, %s: %s: NOT HELD%s\n      %s" % (
                    case.name, case.source, case.level, case.words, why, self.faults[case.name]), flush=True)
        if self.dead:
            print(self.faults["the server"], flush=True)


def compare(run, names):
    """The tests of one way, in words that tools/check/count-tests counts. Returns whether all passed."""
    failed = [name for name in run.faults if name not in KEPT]
    passed = [name for name, result in run.results.items() if result == YES]
    if not names:
        failed += ["%s is held, but kept.py says that it is not" % name for name in KEPT if run.results.get(name) == YES]
        differing = differences({name: {run.name: result} for name, result in run.results.items()}, run.name)
        for text in differing:
            print("docs/conformance.md: " + text)
        if differing:
            failed.append("the table in docs/conformance.md")
    left = [name for name, result in run.results.items() if result in (NONE, FRONT)]
    print("%d statements held, %d not, %d answered by the proxy or nothing to try them on" % (len(passed), len(run.faults), len(left)))
    print("[  PASSED  ] %d test(s)." % len(passed))
    if failed:
        print("[  FAILED  ] %d test(s), listed below:" % len(failed))
        for name in failed:
            print("[  FAILED  ] " + name)
    return not failed


def main(arguments):
    flags = [word for word in arguments if word.startswith("--")]
    words = [word for word in arguments if not word.startswith("--")]
    if not words or set(flags) - {"--tls", "--nginx", "--table", "--write"}:
        sys.exit("usage: conformance.py PROGRAM [--tls | --nginx] [--table | --write] [CASE...]")
    program, names = os.path.abspath(words[0]), words[1:]
    known = {case.name for case in all_cases()} | {case.name.rstrip("0123456789") for case in all_cases()}
    if set(names) - known:
        sys.exit("conformance.py: there is no case %s; a case is a letter or a letter with a number, as in B12" % ", ".join(set(names) - known))
    if "--write" in flags and names:
        sys.exit("conformance.py: --write takes all cases; leave out %s" % ", ".join(names))
    if "--table" in flags or "--write" in flags:
        results, unheld = {}, False
        for name in WAYS:
            try:
                run = Run(program, name, names).all()
            except Skip as why:
                sys.exit("conformance.py: the table has a column for each way, and this machine lacks one: %s" % why)
            unheld = unheld or any(fault not in KEPT for fault in run.faults)
            for case, result in run.results.items():
                results.setdefault(case, {})[name] = result
        write(sections(results)) if "--write" in flags else print(sections(results))
        sys.exit(1 if unheld else 0)
    name = next((name for flag, name in (("--nginx", "nginx"), ("--tls", "TLS")) if flag in flags), "direct")
    print("[ RUN      ] conformance, " + name, flush=True)
    try:
        run = Run(program, name, names).all()
    except Skip as why:
        print("[  SKIPPED ] conformance, %s: %s\n[  PASSED  ] 0 test(s).\n[  SKIPPED ] 1 test(s), listed below:" % (name, why))
        sys.exit(0)
    run.told()
    sys.exit(0 if compare(run, names) else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
