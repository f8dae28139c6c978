"""What the tests of the laboratory from outside share: the program, files, and how tests are run. PROGRAM is the first argument."""
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback

PROGRAM = os.path.abspath(sys.argv[1])


class Skip(Exception):
    """What a test needs is not there."""


def insist(true, sentence):
    if not true:
        raise AssertionError(sentence)


def run(*arguments, code=0):
    """What it printed; with a code, what it said on standard error."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    insist(done.returncode == code, "billions %s ended with %d: %s%s" % (" ".join(arguments), done.returncode, done.stdout, done.stderr))
    return done.stdout if code == 0 else done.stderr


def refused(code, words, *arguments):
    """It ends with that code and one sentence with those words."""
    said = run(*arguments, code=code)
    insist(words in said and said.startswith("billions: ") and said.count("\n") == 1, "%r is not in %r" % (words, said))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def same(one, other):
    insist(read(one) == read(other), "%s and %s differ" % (one, other))


def timeless(text):
    """A report without what a clock says."""
    return re.sub(r"( games)(, the last of them)? in .*$", r"\1", text, count=1, flags=re.M)


def run_tests(tests):
    """Each in a folder of its own, in words that tools/check/count-tests counts. LAB_TESTS names some of them."""
    failed, skipped, passed = [], [], 0
    names = os.environ.get("LAB_TESTS", "").split()
    for test in tests:
        name = test.__name__
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory(prefix="billions-lab-") as folder:
            os.chdir(folder)
            began = time.monotonic()
            try:
                test()
                passed += 1
                print("[       OK ] %s (%.1f s)" % (name, time.monotonic() - began), flush=True)
            except Skip as why:
                skipped.append("%s: %s" % (name, why))
                print("[  SKIPPED ] " + skipped[-1], flush=True)
            except Exception:  # noqa: whatever it is, it failed
                traceback.print_exc()
                failed.append(name)
                print("[  FAILED  ] " + name, flush=True)
            os.chdir("/")
    print("[  PASSED  ] %d test(s)." % passed)
    for what, names in (("SKIPPED", skipped), ("FAILED ", failed)):
        if names:
            print("[  %s ] %d test(s), listed below:" % (what, len(names)))
            print("\n".join("[  %s ] %s" % (what, name) for name in names))
    sys.exit(1 if failed else 0)
