"""What happens to the server of a storm: it is killed, stopped for a while, its disk is full, its clock jumps. One thread does all of it, by
a plan that is drawn before, and writes down from when to when nobody could expect an answer.

Signals go to processes that this has begun, and to no other."""
import mmap
import os
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import threading
import time

from proxies import lasting_port
from sockets import SANITIZERS, Server

from storm.shared import dies_with_its_parent

HERE = os.path.dirname(os.path.abspath(__file__))
CLASSES = ("kills", "stops", "disk", "clock")
FLAGS = ["--bot-pace", "20", "--window-floor", "20"]  # bots take little more than they need, but their times are counted; all limits are as they are
START = 60      # seconds after which a start counts as failed
ENDING = 20     # seconds after SIGTERM
DAY = 24 * 3600 * 1000
WELL, FULL, BROKEN = range(3)  # disturbed.c
JUMPS = [1000, 5000, 90 * 1000, 3600 * 1000, DAY, 3 * DAY]


def ended_with(code):
    return signal.Signals(-code).name if code < 0 else "exit code %d" % code


class Disturbance:
    """disturbed.c, built, and the numbers by which it is told what to do."""

    def __init__(self, folder):
        self.library = os.path.join(folder, "disturbed.so")
        self.why_not = None
        compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc") or shutil.which("clang")
        if not compiler:
            self.why_not = "there is no C compiler"
            return
        run = subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", self.library, os.path.join(HERE, "disturbed.c")],
                             stdin=subprocess.DEVNULL, capture_output=True)
        if run.returncode != 0:
            self.why_not = "disturbed.c cannot be built: " + run.stderr.decode().strip().splitlines()[-1]
            return
        path = os.path.join(folder, "control")
        with open(path, "wb") as file:
            file.write(bytes(4096))
        with open(path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 4096)
        self.environment = dict(os.environ, LD_PRELOAD=self.library, STORM_CONTROL=path)
        # A program with AddressSanitizer insists to be loaded first; behind this it works as well.
        self.environment["ASAN_OPTIONS"] = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0"]))

    def number(self, at, to=None):
        if to is not None:
            struct.pack_into("q", self.map, 8 * at, to)
        return struct.unpack_from("q", self.map, 8 * at)[0]

    def clock(self, to=None):
        return self.number(0, to)

    def disk(self, to=None):
        return self.number(1, to)

    def refused(self):
        return self.number(2)

    def works(self):
        return self.number(3) > 0


def plan(seed, seconds, kills, without):
    """What happens when: a list of (second, what, how long or how much)."""
    chance = random.Random("%s plan" % seed)
    events = []
    if "kills" not in without:
        events += [(seconds * chance.random(), "kill", 0.3 * chance.random() if chance.random() < 0.2 else 0) for _ in range(kills)]
    if "stops" not in without:
        for i in range(max(1, round(seconds / 30))):
            events.append((seconds * chance.random(), "stop", 0.5 + 3 * chance.random()))
    if "disk" not in without:
        part = seconds / max(1, round(seconds / 20))
        for i in range(round(seconds / part)):  # one after the other, never two at once
            at, lasts = part * (i + 0.5 * chance.random()), min(part / 2, 0.5 + 4 * chance.random())
            events += [(at, "disk", chance.choice([FULL, BROKEN])), (at + lasts, "disk", WELL)]
    if "clock" not in without:
        for i in range(max(1, round(seconds / 10))):
            events.append((seconds * chance.random(), "clock", chance.choice(JUMPS) * chance.choice([-1, 1])))
    return sorted(events)


class Supervisor:
    """The server, and what is done to it. `windows`: (from, until, why) of every time in which it cannot answer."""

    def __init__(self, program, folder, seed, without, flags=()):
        self.folder, self.without = folder, set(without)
        self.windows, self.faults = [], []
        self.counts = {"kills": 0, "stops": 0, "disk": 0, "clock": 0, "starts refused by the disk": 0, "ended by itself": 0}
        self.longest_start, self.most_memory = 0.0, 0
        self.disturbance = None
        self.notes = []
        if not {"disk", "clock"} <= self.without:
            self.disturbance = Disturbance(folder)
            if self.disturbance.why_not:
                self.notes.append("no full disk, no clock jumps: " + self.disturbance.why_not)
                self.without |= {"disk", "clock"}
                self.disturbance = None
        popen = {"preexec_fn": dies_with_its_parent}
        if self.disturbance:
            popen["env"] = self.disturbance.environment
        self.server = Server(program, *FLAGS, *flags, folder=folder, start=False, popen=popen)
        self.port = lasting_port()
        self.start()
        if self.disturbance and not self.disturbance.works():
            self.notes.append("no full disk, no clock jumps: the program does not load what would do it (is it static?)")
            self.without |= {"disk", "clock"}

    # ---------------------------------------------------------------- beginning and ending

    def start(self):
        """Until it listens. While its disk is full it may refuse, as a service it would be started again."""
        began = time.monotonic()
        while True:
            once = time.monotonic()
            killer = threading.Timer(START, lambda: self.server.process.kill())
            killer.start()
            try:
                up = self.server.start_once(self.port)
            finally:
                killer.cancel()
            if up:
                self.longest_start = max(self.longest_start, time.monotonic() - once)
                return
            if self.disturbance and self.disturbance.disk() != WELL:
                self.counts["starts refused by the disk"] += 1
                if time.monotonic() - began > 1:
                    self.disturbance.disk(WELL)
            elif time.monotonic() - began > START:
                raise RuntimeError("the server does not begin: " + self.last_words())
            time.sleep(0.05)

    def last_words(self):
        """What the log ends with, or what a sanitizer said."""
        with open(self.server.log_path, "rb") as file:
            file.seek(max(0, os.path.getsize(self.server.log_path) - 8000))
            lines = file.read().decode(errors="replace").splitlines()
        told = [line for line in lines if not line.startswith("{")]
        return " / ".join(told[:3] or lines[-1:])[:500]

    def kill(self, pause=0.0):
        began = time.monotonic()
        self.server.kill()
        time.sleep(pause)
        self.start()
        self.windows.append((began, time.monotonic(), "kill"))
        self.counts["kills"] += 1

    def stop(self, seconds):
        began = time.monotonic()
        self.server.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.server.process.send_signal(signal.SIGCONT)
        self.windows.append((began, time.monotonic(), "stop"))
        self.counts["stops"] += 1

    def look(self):
        """Whether it still runs, and how big it is; begins it again if it ended by itself, which is a fault."""
        code = self.server.process.poll()
        if code is not None:
            began = time.monotonic()
            self.counts["ended by itself"] += 1
            self.faults.append(("ended", "the server ended by itself with %s: %s" % (ended_with(code), self.last_words())))
            self.server.process.stdout.close()
            self.start()
            self.windows.append((began, time.monotonic(), "ended by itself"))
        self.most_memory = max(self.most_memory, self.memory())

    def memory(self):
        """What is resident of it, in KiB."""
        try:
            with open("/proc/%d/status" % self.server.process.pid) as file:
                return next((int(line.split()[1]) for line in file if line.startswith("VmRSS:")), 0)
        except OSError:
            return 0

    # ---------------------------------------------------------------- the storm

    def carry_out(self, event):
        _, what, how = event
        if what == "kill":
            self.kill(how)
        elif what == "stop":
            self.stop(how)
        elif what == "disk":
            self.disturbance.disk(how)
            self.counts["disk"] += how != WELL
        elif what == "clock":
            now = self.disturbance.clock() + how  # a table that does not begin is given up after days: no person's is
            self.disturbance.clock(now if abs(now) <= 5 * DAY else -how)
            self.counts["clock"] += 1

    def wait(self, seconds, tick):
        """Looks after the server that long; `tick` is called now and then."""
        end = time.monotonic() + seconds
        while True:
            self.look()
            tick()
            left = end - time.monotonic()
            if left <= 0:
                return
            time.sleep(min(left, 0.1))

    def storm(self, events, seconds, tick):
        events = [event for event in events if event[1] + "s" not in self.without and event[1] not in self.without]
        began = time.monotonic()
        for event in events:
            self.wait(max(0.0, event[0] - (time.monotonic() - began)), tick)
            self.carry_out(event)
        self.wait(max(0.0, seconds - (time.monotonic() - began)), tick)
        if self.disturbance:
            self.disturbance.disk(WELL)

    # ---------------------------------------------------------------- the end

    def end(self):
        """SIGTERM must end it; then the database is looked over. Returns how long the end took; None: it had to be killed."""
        began = time.monotonic()
        self.windows.append((began, began + 3600, "the end"))
        process = self.server.process
        process.send_signal(signal.SIGTERM)
        try:
            code = process.wait(ENDING)
            took = time.monotonic() - began
            if code != 0:
                self.faults.append(("ended", "SIGTERM ended the server with %s: %s" % (ended_with(code), self.last_words())))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            took = None
            self.faults.append(("sigterm", "SIGTERM did not end the server within %d s" % ENDING))
        process.stdout.close()
        return took

    def look_over(self):
        """The database and the log, when the server has ended."""
        with sqlite3.connect("file:%s?mode=ro" % self.server.database, uri=True) as database:
            said = database.execute("PRAGMA integrity_check").fetchone()[0]
        database.close()
        if said != "ok":
            self.faults.append(("database", "SQLite finds the database altered: " + said))
        usage = subprocess.run([self.server.program, "serve", "--help"], stdin=subprocess.DEVNULL, capture_output=True).stdout
        if b"--check" in usage:
            run = subprocess.run([self.server.program, "serve", "--database", self.server.database, "--check"], stdin=subprocess.DEVNULL,
                                 capture_output=True)
            if run.returncode != 0:
                self.faults.append(("database", "serve --check: " + (run.stdout + run.stderr).decode(errors="replace")[:500]))
        with open(self.server.log_path, errors="replace") as log:
            found = next((line for line in log if any(words in line for words in SANITIZERS)), None)
        if found:
            self.faults.append(("sanitizer", "a sanitizer found something: " + found.strip()))

    def gone(self):
        """However it stands: nothing that this began goes on."""
        process = self.server.process
        if process and process.poll() is None:
            process.kill()
            process.wait()
