"""The clients that are put through trouble: the page in a real browser, `billions join` at a terminal, its bot, and the reference client. All
look alike from outside: they are driven in small steps, and whatever they say to a person is kept with its moment.

Must never help a client: it gets what a person or a shell would give it, and nothing else."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../pages"))
from browser import Browser, Page  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
REFERENCE = os.path.join(HERE, "../../../../bots/reference/client.py")
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[^\[]|\x07")
CLOCK = re.compile(r"\b\d+:\d\d\b")


def spans(signs):
    """From moments with whether there is doubt: [first moment of doubt, first without or None], one after the other."""
    found = []
    for moment, doubt in signs:
        if doubt and (not found or found[-1][1]):
            found.append([moment, None])
        elif not doubt and found and not found[-1][1]:
            found[-1][1] = moment
    return found


class Program:
    """A client that is a process; what it writes is read by a thread, so that it never waits for us."""

    person, presses = False, False  # whether a person must answer; whether by pressing things, one after the other
    doubt = back = None  # how it says that there is no answer, and that there is one again

    def __init__(self, words, terminal=False):
        self.said = []  # (moment, text)
        if terminal:
            self.file, other = pty.openpty()
            fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
            self.process = subprocess.Popen(words, stdin=other, stdout=other, stderr=other, env=dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8"))
            os.close(other)
        else:
            self.file, other = os.pipe()
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=other, stderr=other)
            os.close(other)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while True:
            try:
                data = os.read(self.file, 65536)
            except OSError:
                data = b""
            if not data:
                return
            self.said.append((time.monotonic(), ESCAPES.sub("", data.decode("utf-8", "replace").replace("\r", "\n"))))

    def look(self):
        """Called often."""

    def doubts(self, since):
        """When it said that there is no answer, and when that there is one again (None: not yet), one after the other."""
        return spans((moment, bool(self.doubt.fullmatch(found[0]))) for moment, text in list(self.said) if moment >= since
                     for found in re.finditer("%s|%s" % (self.doubt.pattern, self.back.pattern), text))

    def unseen_clock(self, since, until):
        """Whether a clock was shown as if it were true in that time; None: it never shows one."""
        return None

    def answer(self, _):
        """What a person does when asked; a bot does it by itself."""

    def ready(self):
        return True

    def tail(self):
        return "".join(text for _, text in self.said)[-600:]

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.reader.join(5)
        os.close(self.file)


class Reference(Program):
    doubt, back = re.compile("trying again"), re.compile("connected")

    def __init__(self, _, link):
        super().__init__([sys.executable, "-u", REFERENCE, link])


class Bot(Program):
    doubt, back = re.compile("No answer for|is lost:"), re.compile("The connection is there again")

    def __init__(self, program, link):
        super().__init__([program, "join", link, "--bot", "random"])


class Join(Program):
    person = True
    doubt, back = Bot.doubt, Bot.back

    def __init__(self, program, link):
        super().__init__([program, "join", link], terminal=True)

    def answer(self, asked):
        os.write(self.file, asked["moves"][0].encode() + b"\n")

    def unseen_clock(self, since, until):
        return any(CLOCK.search(line) and "?" not in line for moment, text in list(self.said) if since < moment < until
                   for line in text.splitlines())


# ------------------------------------------------------------------ the page


# Runs in the page: the middle of the first thing that a person would press to go on in One Billion Users, or null.
TARGET = """(() => {
  for (const kind of [".ask .buttons .button:not(.quiet)", ".launching .options button:not(.taken)", ".draws",
                      ".hand .slot[draggable=true]:not(.dim):not(.aside):not(.taken)", ".hand .slot[draggable=true]:not(.taken)"]) {
    const all = [...document.querySelectorAll(kind)].filter((one) => one.getClientRects().length > 0 && !one.matches(":disabled"));
    const one = all[TURN % Math.max(1, all.length)];
    if (one) {
      one.scrollIntoView({ block: "nearest" });
      const box = one.getBoundingClientRect();
      for (const down of [0.5, 0.2, 0.8]) {
        for (const across of [0.5, 0.2, 0.8]) {
          const x = box.left + box.width * across, y = box.top + box.height * down;
          if (one.contains(document.elementFromPoint(x, y))) { return [x, y]; }
        }
      }
    }
  }
  return null;
})()"""
# What the page shows: what it says of its line, and of every clock whether it is shown as uncertain.
SIGHT = """({ line: document.querySelector("[data-line]")?.innerText ?? "",
  clocks: [...document.querySelectorAll(".clock"), ...document.querySelectorAll("[aria-label$='seconds left']")].map((one) =>
    [one.innerText || "0:00", one.getAttribute("class") + " " + one.getAttribute("title") + " " + one.getAttribute("aria-label")]) })"""
SETTINGS = 'localStorage.setItem("billions.settings", \'{"legends":["one-billion-users","six-billion"],"pace":0,"motion":"none","name":"Ann"}\')'


class Screens:
    """One browser for all pages; its pipe is used by one thread at a time."""

    def __init__(self):
        self.lock = threading.RLock()
        self.browser = Browser(flags=["--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"])

    def __enter__(self):
        self.browser.__enter__()
        return self

    def __exit__(self, *failure):
        self.browser.__exit__(*failure)

    def open(self, link):
        with self.lock:
            context = self.browser.ask("Target.createBrowserContext")["browserContextId"]
            target = self.browser.ask("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
            session = self.browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            page = Page(self.browser, target, session)
            page.ask("Page.enable")
            page.ask("Emulation.setFocusEmulationEnabled", enabled=True)
            page.ask("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
            page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
            page.ask("Page.addScriptToEvaluateOnNewDocument", source=SETTINGS)
            page.ask("Page.navigate", url=link)
            return page

    def evaluate(self, page, expression):
        with self.lock:
            self.browser.events.clear()
            return page.evaluate(expression)

    def press(self, page, x, y):
        with self.lock:
            for kind in ("mousePressed", "mouseReleased"):
                page.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


class OnPage:
    """The page at a seat."""

    person, presses = True, True
    screens = None  # shared by all
    doubt = re.compile("No answer for .*: trying again")
    unsure = re.compile("uncertain|Not certain")

    def __init__(self, _, link):
        self.page = self.screens.open(link)
        self.sights, self.turn, self.pressed, self.looked = [], 0, 0.0, 0.0

    def look(self):
        if time.monotonic() - self.looked >= 0.3:
            sight = self.screens.evaluate(self.page, SIGHT)
            self.looked = time.monotonic()
            self.sights.append((self.looked, bool(self.doubt.search(sight["line"])), sight["clocks"]))

    def ready(self):
        return bool(self.screens.evaluate(self.page, "!!document.querySelector('.hand .slot[draggable=true]')"))

    def doubts(self, since):
        return spans((moment, doubt) for moment, doubt, _ in self.sights if moment >= since)

    def unseen_clock(self, since, until):
        # What is drawn at the very moment in which the line appears may be a picture old.
        return any(doubt and any(CLOCK.search(text) and not self.unsure.search(how) for text, how in clocks)
                   for moment, doubt, clocks in self.sights if since + 1 < moment < until)

    def answer(self, _):
        if time.monotonic() - self.pressed < 0.4:
            return
        self.pressed = time.monotonic()
        at = self.screens.evaluate(self.page, TARGET.replace("TURN", str(self.turn)))
        if at:
            self.turn += 1
            self.screens.press(self.page, *at)

    def tail(self):
        return self.screens.evaluate(self.page, "document.body.innerText")[-600:]

    def close(self):
        with self.screens.lock:
            self.page.close()


CLIENTS = {"page": OnPage, "join": Join, "join --bot": Bot, "bots/reference": Reference}
