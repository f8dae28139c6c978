#!/usr/bin/env python3
"""stub_server.py serve ...: a server that answers every request with health, and has one fault on purpose, or none: what
tools/fuzz-sockets must find, and what it must not. Takes the flags of `billions serve` and heeds none of them. STUB_FAULT
in the environment names the fault: hang (two POSTs
in one piece), end (four NULs in a row), report (the words of a sanitizer, for the same), keep (does not close every fortieth connection),
stay (SIGTERM does not end it), none."""
import os
import select
import signal
import socket
import sys
import time

FAULT = os.environ.get("STUB_FAULT", "none")


def answer(data):
    """What one piece is answered with."""
    if FAULT == "hang" and data.count(b"POST ") > 1:
        time.sleep(3600)
    if b"\0\0\0\0" in data:
        if FAULT == "end":
            os._exit(3)
        if FAULT == "report":
            print("==1==ERROR: AddressSanitizer: heap-use-after-free", file=sys.stderr, flush=True)
    body = b"billions_clients 0\n" if b"/metrics" in data else b'{"status":"fine"}'
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def main():
    signal.signal(signal.SIGTERM, signal.SIG_IGN if FAULT == "stay" else lambda *_: os._exit(0))
    listening = socket.create_server(("127.0.0.1", 0), backlog=1000)
    print("listening on http://127.0.0.1:%d" % listening.getsockname()[1], flush=True)
    lines, kept, closed = {}, [], 0
    while True:
        for line in select.select([listening] + list(lines), [], [], 0.5)[0]:
            if line is listening:
                lines[line.accept()[0]] = time.monotonic()
                continue
            try:
                line.settimeout(0.2)
                data = line.recv(65536)
                if data:
                    line.sendall(answer(data))
            except OSError:
                data = b""
            if not data:
                del lines[line]
                closed += 1
                if FAULT == "keep" and closed % 40 == 0:
                    kept.append(line)
                else:
                    line.close()
        for line in [line for line, began in lines.items() if time.monotonic() - began > 5]:
            del lines[line]
            line.close()


main()
