#!/usr/bin/env python3
"""proxy.py PROGRAM [TEST...]: behind nginx, configured as docs/operating/nginx.conf says: pages, requests and WebSockets go through, callers are
who they are, and figures are not for the world."""
import os
import shutil
import signal
import subprocess
import time

from games import BOTH, agree, make, play, seats_of
from sockets import PATIENCE, Client, Server, Skip, ask, connect, insist, run_tests

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/operating/nginx.conf")
FAST = ["--bot-pace", "0", "--window-floor", "0", "--messages", "0", "--requests", "0"]


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Proxy:
    """nginx in the foreground, on a port of this machine, with the example of the documentation pointed at a server."""

    def __init__(self, server):
        found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if not found:
            raise Skip("nginx is not installed (tools/packages.txt, group all)")
        self.folder = os.path.join(server.folder, "nginx")
        os.makedirs(self.folder)
        self.port = free_port()
        with open(EXAMPLE) as file:
            site = file.read()
        # Only what a test must have otherwise: another port, no certificate, another server behind it.
        for words, instead in [("listen 443 ssl;", "listen 127.0.0.1:%d;" % self.port), ("127.0.0.1:8000", "127.0.0.1:%d" % server.port),
                               ("listen [::]:443 ssl;", "")]:
            insist(words in site, "docs/operating/nginx.conf has no '%s' any more" % words)
            site = site.replace(words, instead)
        site = "\n".join(line for line in site.splitlines() if "ssl_certificate" not in line)
        path = os.path.join(self.folder, "nginx.conf")
        temporary = "".join("%s_temp_path %s/%s;\n" % (name, self.folder, name) for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(path, "w") as file:
            file.write("pid %s/pid;\nerror_log %s/error.log;\ndaemon off;\nworker_processes 1;\nevents { worker_connections 1024; }\nhttp {\n"
                       "access_log %s/access.log;\n%s%s\n}\n" % (self.folder, self.folder, self.folder, temporary, site))
        if os.getuid() == 0:
            os.chmod(server.folder, 0o755)
        self.process = subprocess.Popen([found, "-c", path, "-p", self.folder], stderr=subprocess.PIPE)
        began = time.monotonic()
        while True:
            try:
                connect(self.port).close()
                return
            except OSError:
                insist(self.process.poll() is None, "nginx did not begin: %s" % self.process.stderr.read().decode()
                       if self.process.poll() is not None else "")
                insist(time.monotonic() - began < PATIENCE, "nginx does not listen")
                time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGQUIT)
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.process.stderr.close()


def behind_nginx(program):
    with Server(program, *FAST, "--trust-proxy", "--per-address", "6", "--host", "play.example.org") as server:
        with Proxy(server) as proxy:
            insist(ask(proxy, "GET", "/healthz").json() == {"status": "fine"}, "no health through nginx")
            refusal = ask(proxy, "GET", "/metrics")
            insist(refusal.status == 403, "figures through nginx: %s" % refusal)
            for game, seats in BOTH:
                table, tokens = make(proxy, game, seats)
                players = seats_of(proxy, table, tokens, views=True)
                play(players)
                agree(players)
                for player in players:
                    player.drop()
                record = ask(proxy, "GET", "/api/tables/%s/record" % table)
                insist(record.status == 200 and record.body.startswith(b"Format: billions-record"), "no record: %s" % record)
            host = "play.example.org"  # what the browser calls the server
            client = Client(proxy, host=host, origin="https://" + host)
            insist(client.refusal is None, "the server's own page was refused: %s" % client.refusal)
            other = Client(proxy, host=host, origin="https://evil.example")
            insist(other.refusal is not None and other.refusal.status == 403, "another site's page was let in: %s" % other.refusal)
            # Whoever invents an address stays who it is: nginx adds the true one behind it, and that counts.
            lying = [Client(proxy, more=["X-Forwarded-For: 203.0.113.%d" % i]) for i in range(12)]
            insist(any(client.refusal is not None for client in lying), "an invented X-Forwarded-For was believed")
            for client in [client, other] + lying:
                client.close()
            table, tokens = None, None
            while table is None:
                try:
                    table, tokens = make(proxy, "six-billion", 2)
                except Exception:  # noqa: the places of those above are not free yet
                    time.sleep(0.05)
            players = seats_of(proxy, table, tokens)
            play(players, until=lambda players: len(players[0].moves) > 20)
            server.kill()  # behind a proxy too, a client comes back where it was
            for player in players:
                player.drop()
            insist(ask(proxy, "GET", "/healthz").status in (502, 504), "nginx answered for a dead server")
            server.start(server.port)
            began = time.monotonic()
            while ask(proxy, "GET", "/healthz").status != 200:
                insist(time.monotonic() - began < PATIENCE, "nginx does not find the server again")
                time.sleep(0.1)
            play(players)
            agree(players)
            big = ask(proxy, "POST", "/api/tables", b"x" * 400000)
            insist(big.status == 413, "a body of 400 kB: %s" % big)


run_tests([behind_nginx])
