"""Wires between servers and their databases, and between a proxy and its servers: each is a port of this machine that leads to the socket of
a database or to the port of a server, and can be cut.

What a cut does is what dropped packets do: nothing comes through, neither end is told. After five seconds the system of whoever connected would
give a connection up (tcp_user_timeout), so it is broken there; the other end stays as it is until the wire is mended, and new connections
stay without an answer. One thread carries all bytes."""
import os
import selectors
import socket
import struct
import threading
import time

GIVEN_UP = 5.0  # seconds
PIECE = 65536
MUCH = 1 << 20  # bytes that may wait for one end


class End:
    """One end of a connection, and what waits to be written to it."""

    def __init__(self, line):
        self.line, self.waiting, self.other, self.ended = line, bytearray(), None, False


class Wire:
    """`port`, which leads to `target`, the path of a socket or a port of this machine; None: nobody listens there, as on a machine whose server
    is gone. Its fields belong to the thread of the wires."""

    def __init__(self, port):
        self.port, self.knocks = port, None
        self.target, self.cut_at, self.broken = None, None, False
        self.pairs = set()  # of the ends of who connected

    def listen(self):
        self.knocks = socket.socket()
        self.knocks.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.knocks.bind(("127.0.0.1", self.port))
        self.knocks.listen(64)
        self.knocks.setblocking(False)


class Wires:
    def __init__(self):
        self.selector = selectors.DefaultSelector()
        self.wires, self.orders, self.lock = [], [], threading.Lock()
        self.ear, self.mouth = os.pipe()
        os.set_blocking(self.mouth, False)
        self.selector.register(self.ear, selectors.EVENT_READ, None)
        self.ended = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    # ---------------------------------------------------------------- what others ask for

    def order(self, what):
        done = threading.Event()
        with self.lock:
            self.orders.append((what, done))
        os.write(self.mouth, b"!")
        if not done.wait(60):
            raise RuntimeError("the thread of the wires does not answer")

    def add(self, port):
        """A new one at that port, which leads nowhere."""
        wire = Wire(port)
        self.order(lambda: self.wires.append(wire))
        return wire

    def lead(self, wire, target):
        """From now on it leads there; connections to elsewhere end."""
        def lead():
            wire.target = target
            for end in list(wire.pairs):
                self.break_off(wire, end)
            if target is None:
                self.deafen(wire)
            elif not wire.knocks:
                wire.listen()
                self.selector.register(wire.knocks, selectors.EVENT_READ, wire)
        self.order(lead)

    def cut(self, wire):
        def cut():
            wire.cut_at, wire.broken = time.monotonic(), False
            for end in wire.pairs:
                self.watch(end, wire)
                self.watch(end.other, wire)
        self.order(cut)

    def mend(self, wire):
        """What was cut for a short time goes on as if it had been slow."""
        def mend():
            broken, wire.cut_at = wire.broken, None
            for end in list(wire.pairs):
                if broken or end.other is None:
                    self.break_off(wire, end)
                else:
                    self.watch(end, wire)
                    self.watch(end.other, wire)
        self.order(mend)

    def end(self):
        def end():
            self.ended = True
        self.order(end)
        self.thread.join(10)

    # ---------------------------------------------------------------- the thread

    def run(self):
        while not self.ended:
            for key, events in self.selector.select(0.2):
                if key.data is None:
                    os.read(self.ear, 4096)
                elif isinstance(key.data, Wire):
                    self.knock(key.data)
                else:
                    self.carry(key.data, events)
            with self.lock:
                orders, self.orders = self.orders, []
            for what, done in orders:
                what()
                done.set()
            now = time.monotonic()
            for wire in self.wires:
                if wire.cut_at is not None and not wire.broken and now - wire.cut_at > GIVEN_UP:
                    wire.broken = True
                    for end in wire.pairs:
                        self.reset(end)
        for wire in self.wires:
            self.deafen(wire)
            for end in list(wire.pairs):
                self.break_off(wire, end)
        self.selector.close()

    def deafen(self, wire):
        if wire.knocks:
            self.selector.unregister(wire.knocks)
            wire.knocks.close()
            wire.knocks = None

    def knock(self, wire):
        try:
            line = wire.knocks.accept()[0]
        except OSError:
            return
        line.setblocking(False)
        end = End(line)
        if wire.cut_at is not None:
            wire.pairs.add(end)  # which hears nothing
            return
        try:
            there = socket.socket(socket.AF_INET if isinstance(wire.target, int) else socket.AF_UNIX)
            there.settimeout(0.5)  # a server that stands still may have more callers than its queue holds
            there.connect(("127.0.0.1", wire.target) if isinstance(wire.target, int) else wire.target)
        except OSError:
            there.close()
            line.close()
            return
        there.setblocking(False)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if isinstance(wire.target, int):
            there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        end.other = End(there)
        end.other.other = end
        wire.pairs.add(end)
        self.selector.register(line, selectors.EVENT_READ, (wire, end))
        self.selector.register(there, selectors.EVENT_READ, (wire, end.other))

    def watch(self, end, wire):
        """Listens to what may be listened to now."""
        if end is None or end.ended or end.other is None:
            return
        events = 0
        if wire.cut_at is None:
            events = (selectors.EVENT_READ if len(end.other.waiting) < MUCH else 0) | (selectors.EVENT_WRITE if end.waiting else 0)
        try:
            known = self.selector.get_key(end.line).events
        except KeyError:
            known = 0
        if events == known:
            return
        if not events:
            self.selector.unregister(end.line)
        elif not known:
            self.selector.register(end.line, events, (wire, end))
        else:
            self.selector.modify(end.line, events, (wire, end))

    def carry(self, of, events):
        wire, end = of
        if end.ended or wire.cut_at is not None:
            return
        try:
            if events & selectors.EVENT_WRITE:
                del end.waiting[:end.line.send(end.waiting)]
            if events & selectors.EVENT_READ:
                got = end.line.recv(PIECE)
                if not got:
                    raise ConnectionResetError
                end.other.waiting += got
                try:
                    del end.other.waiting[:end.other.line.send(end.other.waiting)]
                except BlockingIOError:
                    pass
        except BlockingIOError:
            pass
        except OSError:
            self.break_off(wire, end if end in wire.pairs else end.other)
            return
        self.watch(end, wire)
        self.watch(end.other, wire)

    def close(self, end):
        if end is not None and not end.ended:
            end.ended = True
            try:
                self.selector.unregister(end.line)
            except KeyError:
                pass
            end.line.close()

    def reset(self, end):
        """The server's end alone, as if its system had given up."""
        if not end.ended:
            try:
                end.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError:
                pass
            self.close(end)

    def break_off(self, wire, end):
        wire.pairs.discard(end)
        self.close(end)
        self.close(end.other)
