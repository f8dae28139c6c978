#!/usr/bin/env python3
"""fuzzer.py PROGRAM [TEST...]: tools/fuzz-sockets finds what it is for, at a server with a fault on purpose (stub_server.py), plays it again, and
has nothing to say of a sound one. PROGRAM is not used: what it does to the fuzzer's bytes, ./test --fuzz tells."""
import glob
import json
import os
import subprocess
import tempfile

from sockets import insist, run_tests

HERE = os.path.dirname(os.path.abspath(__file__))
FUZZER = os.path.join(HERE, "..", "..", "..", "tools", "fuzz-sockets")
STUB = os.path.join(HERE, "stub_server.py")


def fuzz(fault, *arguments, seconds="300"):
    """(exit code, what it said)"""
    run = subprocess.run([FUZZER, seconds, "--quick", "--most", "1", *arguments, STUB], capture_output=True, text=True,
                         env={**os.environ, "STUB_FAULT": fault})
    return run.returncode, run.stdout + run.stderr


def found(fault, words, cases="100000"):
    """A server with that fault gives one finding with those words, and the file of it gives it again, but not at a sound server."""
    with tempfile.TemporaryDirectory(prefix="billions-test-") as folder:
        code, said = fuzz(fault, "--findings", folder, "--cases", cases)
        insist(code == 1 and words in said, "%s: exit code %d: %s" % (fault, code, said))
        files = glob.glob(os.path.join(folder, "*.json"))
        insist(len(files) == 1, "%d files were written" % len(files))
        with open(files[0]) as file:
            kept = json.load(file)
        insist(words in kept["why"] and kept["cases"], "the file says %s" % kept["why"])
        code, said = fuzz(fault, "--replay", files[0])
        insist(code == 1 and words in said, "played again: exit code %d: %s" % (code, said))
        code, said = fuzz("none", "--replay", files[0])
        insist(code == 0 and "nothing happens" in said, "at a sound server: exit code %d: %s" % (code, said))
        return kept


def hang_is_found(_):
    kept = found("hang", "no answer from /healthz")
    insist(len(kept["cases"]) == 1, "one case is enough, and %d were kept" % len(kept["cases"]))


def end_is_found(_):
    found("end", "the server ended with 3")


def report_is_found(_):
    found("report", "a report in the log")


def connections_left_behind_are_found(_):
    with tempfile.TemporaryDirectory(prefix="billions-test-") as folder:
        code, said = fuzz("keep", "--findings", folder, "--cases", "1500", seconds="600")
        insist(code == 1 and "files are open" in said, "exit code %d: %s" % (code, said))


def a_server_that_does_not_end_is_found(_):
    with tempfile.TemporaryDirectory(prefix="billions-test-") as folder:
        code, said = fuzz("stay", "--findings", folder, "--cases", "5")
        insist(code == 1 and "SIGTERM did not end it" in said, "exit code %d: %s" % (code, said))


def nothing_is_found_where_nothing_is(_):
    code, said = fuzz("none", "--cases", "600")
    insist(code == 0 and "nothing found" in said, "exit code %d: %s" % (code, said))
    again = fuzz("none", "--cases", "600")[1]
    for name in ("cases", "cut", "pair", "mutated", "frames", "mixed", "many", "bytes sent"):
        counts = [[line for line in text.splitlines() if line.strip().startswith(name)] for text in (said, again)]
        insist(counts[0] and counts[0] == counts[1], "the same seed made other cases: %s" % counts)


def wrong_usage(_):
    for words, told in ((["0"], "SECONDS"), (["5", "program", "more"], "more")):
        run = subprocess.run([FUZZER, *words], capture_output=True, text=True)
        insist(run.returncode == 2 and told in run.stderr, "%s: %d %s" % (words, run.returncode, run.stderr))
    run = subprocess.run([FUZZER, "5", "/bin/false"], capture_output=True, text=True)
    insist(run.returncode == 4 and "did not begin" in run.stderr, "%d %s" % (run.returncode, run.stderr))


run_tests()
