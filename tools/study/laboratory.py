"""What tools/study/balance and tools/study/even share: runs of `billions lab`, kept in build/balance/, and the figures in them.

A run is kept under the words of its command, the program that played it and the edition files that it names, so that one of another
program is never taken for it. It is played in parts: what was broken off goes on with the part it was at."""

import datetime
import hashlib
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/release/billions"
KEPT = ROOT / "build/balance"


class Trouble(Exception):
    """Something that is to be said in one sentence."""


def interruptible() -> None:
    """Who is told to end does so as with Ctrl-C: no child is left behind."""

    def broken_off(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, broken_off)


def ask(*words: str) -> str:
    if not PROGRAM.exists():
        raise Trouble(f"{PROGRAM.relative_to(ROOT)} is missing; tools/build release makes it")
    said = subprocess.run([PROGRAM, *words], cwd=ROOT, capture_output=True, text=True)
    if said.returncode:
        raise Trouble(said.stderr.strip() or f"billions {' '.join(words)} ended with {said.returncode}")
    return said.stdout


def fingerprint() -> str:
    """The program's version, a hash over its sources and digits of its C library: as it names itself in a part of a study."""
    with tempfile.TemporaryDirectory() as place:
        part = pathlib.Path(place) / "part"
        ask("lab", "one-billion-users", "--players", "2", "--games", "2", "--pairs", "0", "--threads", "1", "--part", "1/2", "--save", str(part))
        return json.loads(part.read_text())["part"]["program"]


def edition_texts(words: tuple) -> list:
    """What is in the edition files that a command names, however it is laid out."""
    texts = []
    for flag, word in zip(words, words[1:]):
        if flag in ("--edition", "--against"):
            texts.append(json.dumps(json.loads((ROOT / word).read_text()), separators=(",", ":")))
    return texts


def number(words: tuple, flag: str, otherwise: int) -> int:
    return int(words[words.index(flag) + 1]) if flag in words else otherwise


def guess(words: tuple) -> float:
    """How long a run takes beside others, roughly: for the time that is left."""
    seats = number(words, "--players", 4)
    game = {2: 3.0, 3: 7.0, 4: 11.0, 5: 16.0}[seats] if words[0] == "six-billion" else 1.0
    if "--seats" in words:
        game *= 0.3 if words[words.index("--seats") + 1] == "random" else 600
    return game * (number(words, "--games", 10000) * (2 if "--against" in words else 1) + 60 * number(words, "--pairs", 0))


class Figures:
    """What one run came to."""

    def __init__(self, kept: dict):
        self.report, self.date = kept["report"], kept["date"]
        self.found = [{(f["section"], f["name"], f["measure"]): f for f in study["figures"]} for study in self.report["studies"]]

    def get(self, section: str, name: str, measure: str, study: int = 0) -> dict:
        try:
            return self.found[study][section, name, measure]
        except KeyError:
            raise Trouble(f"{self.report['command']} tells nothing of {section}, {name}, {measure}") from None

    def names(self, section: str, study: int = 0) -> list:
        return list(dict.fromkeys(f["name"] for f in self.report["studies"][study]["figures"] if f["section"] == section))


class Laboratory:
    """Plays runs, unless they are kept, and shows on a terminal how far it is."""

    def __init__(self, threads: int, log=sys.stderr):
        self.threads, self.log, self.program = threads, log, fingerprint()
        self.done = self.all = 0.0
        self.begun, self.drawn = time.monotonic(), False

    def file(self, words: tuple) -> pathlib.Path:
        name = "-".join(re.sub("[^a-z0-9]+", "-", word.lower()).strip("-") for word in words)
        sum_ = hashlib.sha256(json.dumps([words, self.program, edition_texts(words)]).encode()).hexdigest()
        return KEPT / f"{name[:120]}-{sum_[:12]}.json"

    def expect(self, runs: list) -> None:
        """All that is to be played from here on."""
        left = [words for words in dict.fromkeys(runs) if not self.file(words).exists()]
        self.done, self.all, self.begun = 0.0, sum(map(guess, left)), time.monotonic()

    def draw(self, words: tuple) -> None:
        passed = time.monotonic() - self.begun
        if not self.log.isatty() or passed < 2:
            return
        share = min(self.done / self.all, 1) if self.all else 0
        seconds = passed * (1 - share) / share if share > 0.02 else None
        left = "" if seconds is None else f", {round(seconds)} s left" if seconds < 120 else f", {round(seconds / 60)} min left"
        line = f"{round(100 * share)} %{left}: billions lab {' '.join(words)}"
        print(f"\r\033[K{line[:shutil.get_terminal_size().columns - 1]}", end="", file=self.log, flush=True)
        self.drawn = True

    def clear(self) -> None:
        if self.drawn:
            print("\r\033[K", end="", file=self.log, flush=True)
            self.drawn = False

    def play(self, words: tuple, *more: str) -> str:
        child = subprocess.Popen([PROGRAM, "lab", *words, "--threads", str(self.threads), *more], cwd=ROOT, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            out, err = child.communicate()
        except BaseException:  # Ctrl-C: no child is left behind
            child.terminate()
            child.wait()
            raise
        if child.returncode:
            raise Trouble(f"billions lab {' '.join(words)}: {err.strip()}")
        return out

    def run(self, words: tuple, parts: int = 1) -> Figures:
        file = self.file(words)
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            weight = guess(words)
            if parts == 1:
                self.draw(words)
                report = self.play(words, "--json")
                self.done += weight
            else:
                folder = file.with_suffix("")
                folder.mkdir(exist_ok=True)
                saved = [folder / str(k) for k in range(1, parts + 1)]
                for k, part in enumerate(saved, 1):
                    self.draw(words)
                    self.play(words, "--part", f"{k}/{parts}", "--save", str(part)) # one that is whole is not played again
                    self.done += weight / parts
                report = ask("lab", "--join", *map(str, saved), "--json")
            kept = {"command": "billions lab " + " ".join(words), "program": self.program, "date": datetime.date.today().isoformat(),
                    "report": json.loads(report)}
            new = file.with_suffix(".new")
            new.write_text(json.dumps(kept))
            os.replace(new, file) # whole or not there
            shutil.rmtree(file.with_suffix(""), ignore_errors=True)
        return Figures(json.loads(file.read_text()))


def decimals(half: float) -> int:
    return max(0, 1 - math.floor(math.log10(half))) if half > 0 else 0


def said(figure: dict, scale: float = 1, sign: bool = False) -> str:
    """A figure with its interval, with so many digits that the interval shows two of those it leaves open."""
    value, low, high = (scale * figure[key] for key in ("value", "low", "high"))
    if sign and low == high == 0:
        return "+0 (all alike)"
    whole = all(number == int(number) for number in (value, low, high))  # a median
    digits = 0 if whole and not sign and scale == 1 else decimals((high - low) / 2)
    if scale == 100 and not sign:
        digits = 2 if high == low else min(digits, 2)
    form = f"{{:{'+' if sign else ''}.{digits}f}}"
    texts = [form.format(v if abs(v) >= 0.5 * 10**-digits else 0.0) for v in (value, low, high)]
    return f"{texts[0]} ({texts[1]} to {texts[2]})"
