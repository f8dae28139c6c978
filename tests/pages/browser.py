"""A real Chromium without a window, spoken to through its debugging pipe. Needs nothing but Python's own library.

What it is for: opening a page as a person's browser would, and telling everything that went wrong on the way: what the console
says, exceptions, what the page asked of the network. What it must never do: reach beyond this machine, or leave a process behind.
"""
import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

PATIENCE = 60  # seconds without an answer: the browser hangs
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run",
    "--no-default-browser-check", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--disable-breakpad", "--mute-audio", "--force-color-profile=srgb", "--font-render-hinting=none",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # whatever a page asks for: it is told of, and goes nowhere
)


class BrowserError(Exception):
    """The browser itself failed; says nothing about the page."""


class Browser:
    """One browser, with one page at a time. For `with`. `flags`: more of them, which win over the usual ones."""

    def __init__(self, program=None, flags=()):
        self.program = program or next((found for found in map(shutil.which, PROGRAMS) if found), None)
        if not self.program:
            raise BrowserError("No Chromium is installed; tools/install-packages pages brings it.")
        self.folder = self.process = self.to = self.answers = None
        self.flags = FLAGS + tuple(flags)
        self.number = 0
        self.rest = b""
        self.events = []

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="billions-browser-")
        commands, self.to = os.pipe()
        self.answers, told = os.pipe()
        # It reads commands at descriptor 3 and writes answers to 4: the shell puts them there, whatever they are here.
        line = 'exec "$@" 3<&%d 4>&%d' % (commands, told)
        with open(os.path.join(self.folder, "said"), "wb") as said:
            self.process = subprocess.Popen(
                ["bash", "-c", line, "browser", self.program, *self.flags, "--user-data-dir=" + self.folder, "about:blank"],
                pass_fds=(commands, told), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
                start_new_session=True)
        os.close(commands)
        os.close(told)
        return self

    def __exit__(self, *failure):
        try:
            self.ask("Browser.close")
            self.process.wait(PATIENCE)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # its own session: nobody else is in it
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.to)
        os.close(self.answers)
        shutil.rmtree(self.folder, ignore_errors=True)

    # ---------------------------------------------------------------- the pipe: JSON, each message ended by a zero byte

    def message(self, seconds):
        """The next message, or None after so long."""
        until = time.monotonic() + seconds
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.answers], [], [], max(0, until - time.monotonic()))
            if not ready:
                return None
            more = os.read(self.answers, 1 << 16)
            if not more:
                with open(os.path.join(self.folder, "said"), "rb") as file:
                    raise BrowserError("The browser ended. It said: " + file.read().decode("utf-8", "replace")[-2000:])
            self.rest += more
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def ask(self, method, session=None, **parameters):
        """One command and its result. What happens meanwhile is kept in self.events."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            message = self.message(PATIENCE)
            if message is None:
                raise BrowserError("No answer to %s within %d seconds." % (method, PATIENCE))
            if message.get("id") == self.number:
                if "error" in message:
                    raise BrowserError("%s: %s" % (method, message["error"]["message"]))
                return message["result"]
            self.events.append(message)

    def wait(self, session, method):
        """Until this page has told of that."""
        while not any(event.get("sessionId") == session and event["method"] == method for event in self.events):
            message = self.message(PATIENCE)
            if message is None:
                raise BrowserError("No %s within %d seconds." % (method, PATIENCE))
            self.events.append(message)

    def open(self, address, width, height, dark=False, scale=1):
        """A page in a window of that size, loaded to its end."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, target, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.ask(domain + ".enable")
        page.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 600)
        page.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events = []
        page.ask("Page.navigate", url=address)
        self.wait(session, "Page.loadEventFired")
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return page


class Page:
    """A page that Browser.open loaded."""

    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session

    def ask(self, method, **parameters):
        return self.browser.ask(method, self.session, **parameters)

    def evaluate(self, expression):
        """The value of a JavaScript expression (what it promises, if it is a promise)."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise BrowserError("%s: %s" % (expression[:60], result["exceptionDetails"].get("exception", {}).get("description")))
        return result["result"].get("value")

    def complaints(self):
        """What the console shows and what was thrown, a line each."""
        found = []
        for event in self.browser.events:
            said = event.get("params", {})
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                details = said["exceptionDetails"]
                found.append("exception: " + details.get("exception", {}).get("description", details["text"]))
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append("console.%s: %s" % (said["type"], " ".join(str(arg.get("value")) for arg in said["args"])))
            elif event["method"] == "Log.entryAdded":
                found.append("%s: %s" % (said["entry"]["level"], said["entry"]["text"]))
        return found

    def requests(self):
        """Every address that was asked for, the page's own first; not what stands inside the page (data:)."""
        return [event["params"]["request"]["url"] for event in self.browser.events
                if event.get("sessionId") == self.session and event["method"] == "Network.requestWillBeSent"
                and not event["params"]["request"]["url"].startswith("data:")]

    def screenshot(self, path):
        """The whole page, from top to bottom, as PNG."""
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 16000), "scale": 1}
        data = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.browser.ask("Target.closeTarget", targetId=self.target)
