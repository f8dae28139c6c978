#!/usr/bin/env python3
"""parts.py PROGRAM LAB.md: arenas, studies and simulations played in parts are, to the byte, those of one run: with the very commands of docs/lab.md,
and with half of the workers killed at moments that nobody chose. PARTS_SEED says which moments."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

from laboratory import PROGRAM, Skip, insist, read, refused, run, run_tests, same, timeless, write

LAB = os.path.abspath(sys.argv[2])
SEED = int(os.environ.get("PARTS_SEED", "1"))
PARTS, DEALS = 16, 400


def sealed(path, old, new):
    """The file of a part with something changed, and a sum over its bytes that fits."""
    text = read(path).replace(old, new, 1)
    insist(text != read(path), "%r is not in it" % old)
    body = text[:text.rindex(b',"check":"')]
    hash = 0xcbf29ce484222325
    for byte in body:
        hash = (hash ^ byte) * 0x100000001b3 & (1 << 64) - 1
    return body + b',"check":"%016x"}\n' % hash


KINDS = {
    "arena": (["arena", "one", "--bots", "greedy,random,easy", "--pairs", "11"], ["--csv"]),
    "lab": (["lab", "six-billion", "--players", "2", "--games", "90", "--pairs", "5", "--seed", "x y", "--option", "track=on"], ["--json"]),
    "sim": (["sim", "six-billion", "--games", "101", "--seats", "greedy,random,random", "--rotate"], ["--csv"]),
}


def parts_are_one_run():
    """Of three, of more than there are blocks, of each kind; the report too, in every form."""
    for kind, (command, form) in KINDS.items():
        report = run(*command, "--save", "whole")
        printed = run(*command, *form)
        for of in (3, 13):
            for number in reversed(range(1, of + 1)):
                said = run(*command, "--part", "%d/%d" % (number, of), "--save", "p%d" % number, "--threads", str(1 + number % 3))
                insist(said.startswith("part %d of %d, " % (number, of)), said)
            names = ["p%d" % number for number in range(1, of + 1)]
            joined = run(kind, "--join", *names, "--save", "all")
            same("whole", "all")
            insist(timeless(joined) == timeless(report), "the report is another: %s%s" % (joined, report))
            insist(run(kind, "--join", *names, *form) == printed, "%s differs" % form)
            for name in names + ["all"]:
                os.remove(name)
        insist(timeless(run(kind, "--join", "whole")) == timeless(report), "a whole file is no part of one")
        os.remove("whole")


USELESS = """#!/bin/sh
echo no money left >&2
exit 3
"""
# Answers lawfully where the random number of the question says so: the same decisions wherever and whenever they are asked.
LAZY = """#!%s
import json, sys
for line in sys.stdin:
    word, _, rest = line.rstrip().partition(" ")
    if word == "billions-bot":
        print("billions-bot 1\\nready", flush=True)
    elif word == "ask":
        number, asked = rest.split(" ", 1)
        asked = json.loads(asked)
        print("move", number, asked["moves"][0] if asked["random"][0] < "8" else "none of these", flush=True)
""" % sys.executable


def programs():
    for name, text in (("useless", USELESS), ("lazy", LAZY)):
        write(name, text.encode())
        os.chmod(name, 0o700)


def bots_that_fail_are_told():
    """How often a bot in another program failed is in every report; one that failed every time ends the command with 1, behind its report."""
    programs()
    commands = {
        "arena": ["arena", "six", "--players", "2", "--pairs", "3", "--bots", "exec:./%s,random"],
        "sim": ["sim", "six", "--games", "3", "--seats", "exec:./%s,random"],
        "lab": ["lab", "six", "--games", "3", "--pairs", "1", "--seats", "exec:./%s,random"],
    }
    for kind, command in commands.items():
        for bot in ("lazy", "useless"):
            words = command[:-1] + [command[-1] % bot]
            done = [subprocess.run([PROGRAM, *words, *form], capture_output=True, text=True) for form in ([], ["--json"])]
            insist([one.returncode for one in done] == [int(bot == "useless")] * 2, "%s with %s: %s" % (kind, bot, done))
            report = json.loads(done[1].stdout)
            [told] = (report["studies"][0] if kind == "lab" else report)["failures"]
            insist(told["bot"] == "exec:./" + bot and 0 < told["failed"] <= told["asked"], "failures are %s" % told)
            insist((told["failed"] == told["asked"]) == (bot == "useless"), "failures are %s" % told)
            line = "exec:./%s failed at %d of its %d decisions" % (bot, told["failed"], told["asked"])
            insist(line in done[0].stdout, "%r is not in %s" % (line, done[0].stdout))
            last = "no money left" if bot == "useless" else "none of these"
            insist(last in done[0].stderr.rsplit("Its last fault: ", 1)[1], "its last words are missing: " + done[0].stderr)
    quiet = json.loads(run("sim", "six", "--games", "3", "--seats", "greedy,random", "--json"))
    insist("failures" not in quiet, "failures without a bot in another program")
    for bot, code in (("lazy", 0), ("useless", 1)):
        done = subprocess.run([PROGRAM, "play", "six", "--seats", "exec:./%s,random" % bot], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        insist(done.returncode == code and "decisions to greedy. Its last fault: " in done.stderr, "play with %s: %s" % (bot, done))


def failures_add_up_over_parts():
    """A file of all parts has the failures of one run, and who joins parts of a bot that never answered hears of it."""
    programs()
    for bot in ("lazy", "useless"):
        code = int(bot == "useless")
        for kind, words in (("arena", ["--pairs", "5", "--bots"]), ("sim", ["--games", "7", "--seats"]), ("lab", ["--games", "6", "--pairs", "1", "--seats"])):
            bots = "exec:./%s,greedy" % bot
            command = [kind, "six", "--players", "2", *words, bots]
            run(*command, "--save", "whole", code=code)
            for number in (1, 2, 3):
                run(*command, "--part", "%d/3" % number, "--save", "p%d" % number, "--threads", str(number), code=code)
            run(kind, "--join", "p1", "p2", "p3", words[-1], bots, "--save", "all", code=code)
            same("whole", "all")
            insist(b'"failures":[' in read("all"), "the file says nothing of failures")
            for name in ("whole", "all", "p1", "p2", "p3"):
                os.remove(name)


def two_editions_are_measured_in_parts():
    with open("other.json", "w") as file:
        text = subprocess.run([PROGRAM, "edition", "show", "one-billion-users"], capture_output=True, text=True).stdout
        file.write(text.replace('"users":50,', '"users":100,', 1))
    command = ["lab", "one", "--players", "3", "--games", "60", "--pairs", "4", "--against", "other.json"]
    report = run(*command, "--html", "whole.html", "--save", "whole")
    for number in range(1, 5):
        run(*command, "--part", "%d/4" % number, "--save", "p%d" % number)
    os.remove("other.json")  # what it said stands in the parts
    insist(run("lab", "--join", "p1", "p2", "p3", "p4", "--save", "all", "--html", "all.html") == report, "the report is another")
    same("whole", "all")
    same("whole.html", "all.html")


def what_does_not_belong_together_is_refused():
    for kind, (command, _) in KINDS.items():
        played = {}
        for number in (1, 2, 3):
            said = run(*command, "--part", "%d/3" % number, "--save", "p%d" % number)
            blocks, whole = re.match(r"part . of 3, (\d+) of (\d+ \w+),", said).groups()
            played[number] = int(blocks)
        join = [kind, "--save", "all", "--join"]
        for missing, there in (("1 is missing (2)", (1, 3)), ("2 are missing (1, 3)", (2,)), ("2 are missing (1, 2)", (3,))):
            far = "%d of %s are played: of 3 parts %s. The" % (sum(played[number] for number in there), whole, missing)
            refused(3, far, *join, *["p%d" % number for number in there])
        refused(3, "p3 and p3 are both part 3 of 3", *join, "p1", "p3", "p3", "p2")
        run(*command, "--part", "2/4", "--save", "q2")
        refused(3, "q2: it is part 2 of 4, but p1 is one of 3.", *join, "p1", "q2", "p3")
        run(*command, "--seed", "9", "--part", "2/3", "--save", "r2")
        refused(3, 'r2: its "seed" is not as in p1;', *join, "p1", "r2", "p3")
        if kind == "arena":
            run(*command, "--option", "networks=off", "--part", "2/3", "--save", "o2")
            refused(3, 'o2: its "options" is not as in p1;', *join, "p1", "o2", "p3")
        write("d2", read("p2").replace(b'"decisions":', b'"decisions":1', 1))
        refused(3, "d2: It was changed since it was written", *join, "p1", "d2", "p3")
        write("d2", read("p2")[:-200])
        refused(3, "d2, line 1", *join, "p1", "d2", "p3")
        write("d2", sealed("p2", b'"program":"', b'"program":"0.0.9 '))
        refused(3, "d2: it was played by another program (0.0.9 ", *join, "p1", "d2", "p3")
        write("d2", sealed("p2", b'"revision":', b'"revision":9'))
        refused(3, 'd2: its "revision" is not as in p1', *join, "p1", "d2", "p3")
        write("d2", sealed("p2", b'"name":"', b'"name":"Another '))
        refused(3, 'd2: its "edition" is not as in p1', *join, "p1", "d2", "p3")
        write("d2", sealed("p2", b'"played":' if kind != "lab" else b'"games":', b'"nothing":' if kind != "lab" else b'"bames":'))
        refused(3, "d2: " if kind != "lab" else 'd2: its "games" is not', *join, "p1", "d2", "p3")
        refused(4, "p4 cannot be read", *join, "p1", "p2", "p4")
        refused(4, "there is such a file", kind, "--save", "p1", "--join", "p1", "p2", "p3")
        insist(not os.path.exists("all"), "something was written")
        refused(2, "which files?", kind, "--join")
        for part in ("0/3", "4/3", "1/1", "1/1001", "1", "a/b", "1/3x", "-1/3"):
            refused(2, "it is K/N, part K of N", *command, "--part", part, "--save", "z")
        refused(2, "where is it to be kept?", *command, "--part", "1/3")
        refused(2, "a part is no report", *command, "--part", "1/3", "--save", "z", "--json")
        refused(4, "there is such a file, and it is part 1 of 3", *command, "--part", "2/3", "--save", "p1")
        refused(3, 'p1: its "seed" is not as asked for', *command, "--seed", "9", "--part", "1/3", "--save", "p1")
        kept = read("p1")
        insist(run(*command, "--part", "1/3", "--save", "p1").startswith("part 1 of 3"), "it is there already")
        insist(read("p1") == kept, "what was there was changed")
        for name in os.listdir("."):
            os.remove(name)
    refused(2, "the test looks at all deals in their order", "arena", "one", "--bots", "greedy,random", "--sprt", "0,30", "--part", "1/2", "--save", "z")


def workers_of_which_half_are_killed():
    """Four at a time; those that are killed leave a part of an arena as far as it was written, or nothing, and are begun again."""
    chance = random.Random(SEED)
    command = ["arena", "six-billion", "--bots", "greedy,easy", "--players", "3", "--pairs", str(DEALS), "--threads", "1"]
    run(*command[:-2], "--save", "whole")
    waiting = list(range(1, PARTS + 1))
    running, kills, unfinished = {}, 0, 0
    while waiting or running:
        while waiting and len(running) < 4:
            number = waiting.pop(0)
            child = subprocess.Popen([PROGRAM, *command, "--part", "%d/%d" % (number, PARTS), "--save", "p%d" % number], stdout=subprocess.DEVNULL)
            running[child] = number, time.monotonic() + chance.random() * 0.6 if kills < PARTS and chance.random() < 0.5 else None
        for child, (number, killed_at) in list(running.items()):
            if child.poll() is not None:
                insist(child.returncode == 0, "part %d ended with %d" % (number, child.returncode))
                del running[child]
            elif killed_at and time.monotonic() > killed_at:
                child.send_signal(signal.SIGKILL)
                child.wait()
                del running[child]
                waiting.append(number)
                kills += 1
                unfinished += os.path.exists("p%d" % number)
        time.sleep(0.01)
    insist(kills >= 2, "only %d were killed" % kills)
    run("arena", "--join", *["p%d" % number for number in range(1, PARTS + 1)], "--save", "all")
    same("whole", "all")
    print("killed: %d, of them with a part begun: %d" % (kills, unfinished))


def stop_in_between(path, *more):
    """Begins a long arena, ends it when its file holds something, and returns of how many deals."""
    command = ["arena", "six-billion", "--bots", "greedy,easy", "--players", "3", "--pairs", "100000", "--threads", "1", *more, "--save", path]
    child = subprocess.Popen([PROGRAM, *command], stderr=subprocess.PIPE, text=True)
    while not os.path.exists(path) or b'"played":0,' in read(path):
        insist(child.poll() is None, "it ended by itself")
        time.sleep(0.02)
    child.send_signal(signal.SIGTERM)
    _, said = child.communicate()
    insist(child.returncode == 130 and "billions arena --resume %s goes on." % path in said, said)
    return json.loads(read(path))["played"]


def an_unfinished_part_goes_on():
    refused(3, "w: %d of 100000 deals are played; billions arena --resume w plays the rest." % stop_in_between("w"), "arena", "--join", "w")
    played = stop_in_between("p2", "--part", "2/2")
    write("p1", sealed("p2", b'"number":2', b'"number":1'))
    refused(3, "%d of 100000 deals are played: of 2 parts 2 are unfinished (1, 2). The command of a part" % (2 * played), "arena", "--join", "p2", "p1")
    refused(3, "%d of 100000 deals are played: of 2 parts 1 is missing (1), 1 is unfinished (2). The" % played, "arena", "--join", "p2")
    child = subprocess.Popen([PROGRAM, "arena", "--resume", "p2"], stderr=subprocess.PIPE, text=True)
    while json.loads(read("p2"))["played"] == played:
        insist(child.poll() is None, "it ended by itself")
        time.sleep(0.02)
    child.kill()
    child.communicate()
    refused(2, "all parts of an arena know how many deals it has", "arena", "--resume", "p2", "--pairs", "200000")
    write("p3", sealed("p2", b'"program":"', b'"program":"0.0.9 '))
    refused(3, "it was begun by another program (0.0.9 ", "arena", "--resume", "p3")


def documented(word):
    """The line of docs/lab.md that begins so."""
    lines = [line.strip() for line in open(LAB) if line.startswith("    " + word)]
    insist(lines, "docs/lab.md has no line that begins with %r" % word)
    return lines[0]


def lines_of_the_documentation(word):
    if not shutil.which(word) and word != "sbatch":
        raise Skip("%s is not installed" % word)
    os.mkdir("bin")
    os.symlink(PROGRAM, "bin/billions")
    # What Slurm does with an array job: the command once for each number, each with its number in the environment.
    with open("bin/sbatch", "w") as file:
        file.write("""#!/bin/sh
for word; do case $word in --array=1-*) last=${word#--array=1-} ;; --wrap=*) line=${word#--wrap=} ;; esac; done
for i in $(seq "$last"); do SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=$last sh -c "$line" & done
wait
""")
    os.chmod("bin/sbatch", 0o755)
    environment = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"], HOME=os.getcwd())
    for line in (documented(word if word != "xargs" else "seq 16 | xargs"), documented("billions arena --join")):
        subprocess.run(line, shell=True, check=True, env=environment, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    insist(len([name for name in os.listdir(".") if name.startswith("part-")]) == 16, "there are not 16 parts")
    run("arena", "six-billion", "--bots", "greedy,random", "--pairs", "400", "--save", "whole")
    same("whole", "all.arena")


def documented_xargs():
    return lines_of_the_documentation("xargs")


def documented_parallel():
    return lines_of_the_documentation("parallel")


def documented_slurm():
    return lines_of_the_documentation("sbatch")


run_tests([parts_are_one_run, bots_that_fail_are_told, failures_add_up_over_parts, two_editions_are_measured_in_parts, what_does_not_belong_together_is_refused, workers_of_which_half_are_killed,
           an_unfinished_part_goes_on, documented_xargs, documented_parallel, documented_slurm])
