#!/usr/bin/env python3
"""commands.py [--list | --known PROGRAM | [--in CLONE] PAGE...]: the command lines in README.md and docs/*.md work, as they are and in the order of their page.

Each is run in a fresh clone of HEAD in which `tools/build release billions` was run, with nothing on standard input. Command lines are those lines of
an indented or fenced block that begin with `$`, or with a program that is known here; what follows two blanks explains them. The exit code must be 0;
not where the page shows below it what `billions` says against it, nor where a game has begun that asks its person, or where
`solve` says that it can't. A comment before a block changes that:

    <!-- not run: WHY -->     none of the block is run
    <!-- first: COMMANDS -->  what the reader is supposed to have, such as a record of an evening; run before the block

--list prints what would be run; --known PROGRAM, for every ./test, runs nothing of it, and fails where a command line, also a marked one, names a tool
of this repository that is not there, or a subcommand or option that PROGRAM --help does not have. --in CLONE: there, in a clone
that was built before, for who mends a page. Must never change this tree."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
# What a line without `$` must begin with to be a command.
BEGINS = re.compile(r"(\./a-game|\./play|\./test|(tools|tests|build/release)/[\w./-]+|billions(-(load|online|tempers|tune-advice))?|apt|cc|cd|cmake|cp|createuser|export|head"
                    r"|install|journalctl|npm|npx|parallel|pip|printf|python3|sbatch|sed|seq|systemctl)(?=\s|$)")
EXPLAINED = re.compile(r"\s{2,}\S|\s+#\s")
MARK = re.compile(r"<!-- (not run|first): (.*?) -->$")
# A game that a person would now play; a position that cannot be solved in the time.
ANSWERS = [(3, "The input ended before the game did."), (1, "Not solved: ")]
HANGS = 1800  # seconds; nothing here takes a tenth of it


def without_explanation(line):
    """A line up to two blanks, or a comment, outside of quotes."""
    quote = ""
    for at, letter in enumerate(line):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif EXPLAINED.match(line, at):
            return line[:at].rstrip()
    return line.rstrip()


class Block:
    def __init__(self, page, marks):
        self.page, self.marks, self.lines = page, marks, []

    def commands(self):
        """(number of the line, command, whether it is shown to fail)"""
        prompts = any(text.startswith("$ ") for _, text in self.lines)
        found, at = [], 0
        while at < len(self.lines):
            number, text = self.lines[at]
            at += 1
            if not (text.startswith("$ ") if prompts else BEGINS.match(text)):
                continue
            text = text[2:] if prompts else text
            while at < len(self.lines) and (without_explanation(text).count("'") % 2 or text.endswith("\\")):
                text += "\n" + self.lines[at][1]
                at += 1
            shown = self.lines[at][1] if prompts and at < len(self.lines) else ""
            found.append((number, without_explanation(text), shown.startswith("billions: ")))
        return found


def blocks(page):
    """The blocks of a page: indented by four blanks behind an empty line, or between fences."""
    found, marks, block, fenced, empty = [], [], None, False, True
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("```"):
                fenced = not fenced
                block = Block(page, marks) if fenced else None
                if fenced:
                    found.append(block)
                marks = []
            elif fenced:
                block.lines.append((number, line))
            elif line.startswith("    ") and (block or empty):
                if not block:
                    block = Block(page, marks)
                    found.append(block)
                    marks = []
                block.lines.append((number, line[4:]))
            elif line.strip():
                mark = MARK.match(line)
                block = None
                marks = marks + [mark.groups()] if mark else marks if line.startswith("<!--") else []
            empty = not line.strip() or line.startswith("<!--")
    return [block for block in found if block.commands()]


def pages(named):
    return named or ["README.md"] + sorted(os.path.relpath(page, ROOT) for page in glob.glob(os.path.join(ROOT, "docs/*.md")))


def unknown(program):
    """Words of command lines that name nothing."""
    def said(*words):
        return subprocess.run([program, *words, "--help"], capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout

    wrong, helps = [], {}
    known = set(re.findall(r"^  ([a-z]+) ", said(), re.M))
    for page in pages([]):
        for block in blocks(page):
            for number, command, _ in block.commands():
                place = "%s:%d: " % (page, number)
                for folder, path in re.findall(r"(?:^|\s)(?:cd (web|python) && .*)?((?:tools|tests|editions|examples|docs/examples)/[\w./-]+)", command):
                    if not os.path.exists(os.path.join(ROOT, folder, path)):
                        wrong.append(place + "there is no " + os.path.join(folder, path))
                for words in re.findall(r"(?:^|[|;&]\s*)(?:\./play(?= [a-z])|(?:build/release/)?billions) ([^|;&<>]*)", command):
                    words = [word for word in re.sub(r"'[^']*'|\"[^\"]*\"", "X", words).split()]
                    first = words[0] if words else ""
                    if "./play" in command or first.startswith("-") or not first:
                        continue
                    if first not in known:
                        wrong.append(place + "billions has no command " + first)
                        continue
                    if first not in helps:
                        helps[first] = said(first)
                    wrong += [place + "billions %s has no option %s" % (first, word) for word in words
                              if word.startswith("--") and not re.search(re.escape(word.split("=")[0]) + r"(?![\w-])", helps[first])]
    return wrong


def run(page, clone, home):
    """Runs a page in one shell, so that what it exports and where it goes stay; returns what went wrong."""
    script, steps = ["exec 9>&1", "exec >/dev/null 2>&1 </dev/null"], []
    for block in blocks(page):
        kinds = [kind for kind, _ in block.marks]
        for kind, what in block.marks:
            if kind == "first":
                steps.append((0, what, False))
                script.append("{ %s\n} </dev/null >%s/said.%d 2>&1; echo $? >&9" % (what, home, len(steps)))
        if "not run" in kinds:
            continue
        for number, command, fails in block.commands():
            steps.append((number, command, fails))
            script.append("{ %s\n} </dev/null >%s/said.%d 2>&1; echo $? >&9" % (command, home, len(steps)))
    if not steps:
        return [], 0
    # `>` redirects of a command stand before ours: what it writes into a file is in the file.
    environment = dict(os.environ, HOME=home, PATH=":".join([os.path.join(clone, "build/release"), "/usr/bin", "/bin", os.environ["PATH"]]))  # Debian's python3 has numpy
    try:
        done = subprocess.run(["bash", "-c", "\n".join(script)], cwd=clone, env=environment, stdout=subprocess.PIPE, text=True, timeout=HANGS)
        codes = [int(code) for code in done.stdout.split()]
    except subprocess.TimeoutExpired as late:
        codes = [int(code) for code in (late.stdout or b"").decode().split()]
        return ["%s: not done after %d s, in: %s" % (page, HANGS, steps[min(len(codes), len(steps) - 1)][1])], len(steps)
    wrong = []
    for at, (number, command, fails) in enumerate(steps):
        code, said = codes[at] if at < len(codes) else None, ""
        if at < len(codes):
            with open("%s/said.%d" % (home, at + 1), encoding="utf-8", errors="replace") as file:
                said = file.read()
        answered = any(code == one and words in said for one, words in ANSWERS)
        if code is None or (code != 0 and not answered) != fails:
            wrong.append("%s:%s: exit code %s: %s\n%s" % (page, number or "(first)", code, command, said[-600:]))
    return wrong, len(steps)


def main():
    named = sys.argv[1:]
    if named[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    if named[:1] == ["--known"]:
        wrong = unknown(os.path.abspath(named[1]))
        for line in wrong:
            print("commands.py: " + line)
        return 1 if wrong else 0
    if named[:1] == ["--list"]:
        for page in pages(named[1:]):
            for block in blocks(page):
                for kind, what in block.marks:
                    print("%s: (%s: %s)" % (page, kind, what))
                for number, command, _ in block.commands():
                    print("%s:%d: %s" % (page, number, command))
        return 0
    work = tempfile.mkdtemp()
    try:
        clone, failed, count = os.path.join(work, "billions"), 0, 0
        if named[:1] == ["--in"]:
            clone, named = os.path.realpath(named[1]), named[2:]
        else:
            subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
            subprocess.run(["tools/build", "release", "billions"], cwd=clone, check=True, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        for page in pages(named):
            home = os.path.join(work, "home")
            os.mkdir(home)
            wrong, steps = run(page, clone, home)
            count += steps
            for line in wrong:
                failed += 1
                print("commands.py: " + line, flush=True)
            # The next page finds a clone as it was, and nothing that this one built beyond the program.
            subprocess.run("git checkout -q . && git clean -fdxq -e build && rm -f build/release/libbillions*", cwd=clone, shell=True, check=True)
            shutil.rmtree(home)
        print("commands.py: %d commands were run, %d failed" % (count, failed))
        return 1 if failed else 0
    finally:
        shutil.rmtree(work, ignore_errors=True)


sys.exit(main())
