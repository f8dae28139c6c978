#!/usr/bin/env python3
"""troubled_line.py PORT: a line on this machine between clients and the server at 127.0.0.1:PORT that gets into every trouble of a real one.

It prints `listening on http://127.0.0.1:N`, then reads one mood a line from its input and answers `ok MOOD`, or `error` and why. It ends
with its input. In a test in Python, `with TroubledLine(port) as line: line.mood("silent")` does the same.

Must never listen, or reach, beyond 127.0.0.0/8, and must never change a byte: it delays, holds back, swallows and cuts."""
import asyncio
import os
import socket
import struct
import sys
import threading
import time

UP, DOWN = "up", "down"  # to the server, to the client
PIECE, WAITING = 65536, 256  # bytes that are read at once; pieces that one direction holds
SMALL = 40  # bytes: a ping or a pong, but no move, no answer to one

# What a mood does. Members:
#   up, down   "hold": nothing passes until the next mood, then all of it does
#   old        what becomes of the connections there are: "dies" (silent in both directions for ever), "reset", "close"
#   new        ... and of those that come: "hold" (accepted, not connected until the next mood), "dies" (never), "refuse", "reset"
#   cut        (direction, end): half of the next piece in that direction that is no ping passes, then the connection "dies" or is "reset"
#   deaf       from the client's next message that is no ping on nothing reaches the client
#   delay      milliseconds in each direction
#   trickle    so many bytes a second in each direction, one at a time
#   source     connections to the server come from this address from now on
MOODS = {
    "well": {},
    "silent": {UP: "hold", DOWN: "hold", "new": "hold"},
    "dead": {"old": "dies", "new": "dies"},
    "silent-up": {UP: "hold", "new": "hold"},
    "silent-down": {DOWN: "hold", "new": "hold"},
    "deaf": {"deaf": True, "new": "dies"},
    "refuse": {"old": "reset", "new": "refuse"},
    "stall": {"old": "close", "new": "dies"},
    "reset": {"old": "reset"},
    "close": {"old": "close"},
    "drop": {"old": "reset", "new": "reset"},
    "cut-down": {"cut": (DOWN, "dies"), "new": "dies"},
    "cut-up": {"cut": (UP, "reset"), "new": "reset"},
    "delay": {"delay": 2000},
    "trickle": {"trickle": 2000},
    "address": {"old": "dies"},
}


def read_mood(words):
    """`delay 500`, `trickle 100`, `address 127.0.0.7` or a name alone; raises ValueError."""
    name, *rest = words.split()
    if name not in MOODS or len(rest) > 1:
        raise ValueError("there is no mood '%s'; moods are %s" % (words, ", ".join(MOODS)))
    mood = dict(MOODS[name], name=name)
    if name == "address":
        mood["source"] = rest[0] if rest else "127.0.0.2"
        if not mood["source"].startswith("127."):
            raise ValueError("address wants one of this machine, for example 127.0.0.7")
    elif rest:
        if name not in mood or not rest[0].isdigit() or int(rest[0]) == 0:
            raise ValueError("only delay and trickle want a number, above 0")
        mood[name] = int(rest[0])
    return mood


class Connection:
    """One connection of a client, and the one to the server that belongs to it."""

    def __init__(self, line, number, reader, writer):
        self.line, self.number = line, number
        self.ends = {UP: (reader, None), DOWN: (None, writer)}  # what is read and written for each direction
        self.near, self.far = writer, None
        self.dead = False   # for ever: what comes is swallowed
        self.cut = None     # as the mood's
        self.deaf = False   # nothing reaches the client, until it dies
        self.tasks = []

    async def run(self):
        try:
            if not await self.arrive():
                return
            self.tasks = [asyncio.ensure_future(one) for way in (UP, DOWN) for one in self.carry(way)]
            await asyncio.gather(*self.tasks)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            for task in self.tasks:
                task.cancel()
            for writer in (self.near, self.far):
                if writer:
                    writer.close()
            self.line.connections.discard(self)

    async def arrive(self):
        """Connects to the server when the mood allows it; False: it came to nothing."""
        while True:
            changed, way = self.line.changed, self.line.now.get("new")
            if way in ("reset", "refuse"):
                self.end("reset")
                return False
            if way == "dies" or self.dead:
                self.dead = True
                await asyncio.Event().wait()  # until the line ends
            if way != "hold":
                break
            await changed.wait()
        source = (self.line.source, 0) if self.line.source else None
        reader, self.far = await asyncio.open_connection("127.0.0.1", self.line.server, local_addr=source)
        self.ends = {UP: (self.ends[UP][0], self.far), DOWN: (reader, self.near)}
        for writer in (self.near, self.far):
            writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return True

    def carry(self, way):
        pieces = asyncio.Queue(WAITING)
        return self.read(way, pieces), self.write(way, pieces)

    async def read(self, way, pieces):
        reader = self.ends[way][0]
        while True:
            try:
                data = await reader.read(PIECE)
            except OSError:
                data = b""
            if data and way == UP:
                self.line.tell(self, "said", data)
                if len(data) > SMALL and self.line.now.get("deaf") and not self.deaf:
                    self.deaf = True
                    self.line.struck = time.monotonic()
            await pieces.put((time.monotonic() + self.line.now.get("delay", 0) / 1000, data))
            if not data:
                return

    async def write(self, way, pieces):
        writer = self.ends[way][1]
        while True:
            due, data = await pieces.get()
            await asyncio.sleep(due - time.monotonic())
            while not self.dead and self.line.now.get(way) == "hold":
                await self.line.changed.wait()
            if self.dead or (self.deaf and way == DOWN):
                await self.swallow(pieces)
            if not data:
                if writer.can_write_eof():
                    writer.write_eof()
                return
            if self.cut and self.cut[0] == way and len(data) > SMALL:
                await self.pass_on(way, writer, data[:len(data) // 2])
                self.line.struck = time.monotonic()
                self.end(self.cut[1])
                await self.swallow(pieces)
            await self.pass_on(way, writer, data)

    async def pass_on(self, way, writer, data):
        rate = self.line.now.get("trickle")
        for at in range(0, len(data), 1 if rate else len(data)):
            part = data[at:at + 1] if rate else data
            writer.write(part)
            await writer.drain()
            self.line.tell(self, way, part)
            if rate:
                await asyncio.sleep(1 / rate)

    @staticmethod
    async def swallow(pieces):
        while True:
            await pieces.get()

    def end(self, how):
        if how == "dies":
            self.dead = True
            return
        for writer in (self.near, self.far):
            if not writer or writer.is_closing():
                continue
            if how == "reset":
                # Whoever closes without lingering resets.
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
            else:
                writer.close()
        for task in self.tasks:
            task.cancel()


class TroubledLine:
    """The line to a server's port, with a thread of its own. `tap(connection's number, what, bytes)` is called in that thread: "said" by
    the client, and what has arrived "up" at the server and "down" at the client."""

    def __init__(self, server, tap=None):
        self.server, self.tap = server, tap
        self.now, self.source = read_mood("well"), None
        self.struck = 0.0  # when the mood began to be felt; for `cut` and `deaf`: None until there was something to cut, or not to hear
        self.connections, self.arrivals = set(), []  # the latter: when each connection came
        self.listener = self.accepting = None
        self.loop = asyncio.new_event_loop()
        self.changed = None
        # Keeps the port while nobody listens there: a connection is refused, and nobody else gets it.
        self.place = self.bind(0)
        self.port = self.place.getsockname()[1]
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.ready = threading.Event()

    def bind(self, port):
        place = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", port))
        place.setblocking(False)
        return place

    def run(self):
        asyncio.set_event_loop(self.loop)
        self.changed = asyncio.Event()
        self.listen(True)
        self.ready.set()
        self.loop.run_forever()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self.loop.close()

    def tell(self, connection, what, data):
        if self.tap:
            self.tap(connection.number, what, data)

    def listen(self, wanted):
        if wanted and not self.listener:
            self.listener = self.bind(self.port)
            self.listener.listen(64)
            self.accepting = self.loop.create_task(self.accept(self.listener))
        elif not wanted and self.listener:
            self.accepting.cancel()
            self.listener.close()
            self.listener = None

    async def accept(self, listener):
        while True:
            near, _ = await self.loop.sock_accept(listener)
            reader, writer = await asyncio.open_connection(sock=near)
            self.arrivals.append(time.monotonic())
            connection = Connection(self, len(self.arrivals), reader, writer)
            self.connections.add(connection)
            connection.task = self.loop.create_task(connection.run())

    async def change(self, mood):
        self.now, self.struck = mood, None if mood.get("cut") or mood.get("deaf") else time.monotonic()
        self.source = mood.get("source", self.source)
        self.listen(mood.get("new") != "refuse")
        for connection in list(self.connections):
            connection.cut = mood.get("cut")
            if connection.deaf:
                connection.dead = True  # what it did not hear will never come
            if mood.get("old"):
                connection.end(mood["old"])
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    def mood(self, words):
        """In force when this returns."""
        mood = read_mood(words)
        asyncio.run_coroutine_threadsafe(self.change(mood), self.loop).result(30)

    def __enter__(self):
        self.thread.start()
        self.ready.wait()
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self.finish(), self.loop).result(30)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.place.close()

    async def finish(self):
        self.listen(False)
        for connection in list(self.connections):
            connection.end("reset")
            connection.task.cancel()


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    with TroubledLine(int(sys.argv[1])) as line:
        print("listening on http://127.0.0.1:%d" % line.port, flush=True)
        for words in sys.stdin:
            try:
                line.mood(words)
                print("ok " + words.strip(), flush=True)
            except ValueError as why:
                print("error %s" % why, flush=True)


if __name__ == "__main__":
    main()
    os._exit(0)
