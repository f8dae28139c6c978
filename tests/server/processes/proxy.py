#!/usr/bin/env python3
"""proxy.py PROGRAM [TEST...]: behind nginx and HAProxy, configured as docs/operating says: pages, requests and WebSockets go through, callers are
who they are, and figures are not for the world."""
import os
import shutil
import subprocess
import tempfile
import time

from games import BOTH, agree, make, play, seats_of
from proxies import Haproxy, Nginx, example, find
from sockets import PATIENCE, Client, Server, Skip, ask, insist, run_tests

FAST = ["--bot-pace", "0", "--window-floor", "0", "--messages", "0", "--requests", "0"]


def behind(program, kind):
    with Server(program, *FAST, "--trust-proxy", "--per-address", "6", "--host", "play.example.org") as server:
        with kind(os.path.join(server.folder, kind.program), [server.port]) as proxy:
            insist(ask(proxy, "GET", "/healthz").json() == {"status": "fine"}, "no health through " + kind.program)
            for path in ("/metrics", "/%6detrics", "/m%65trics"):
                refusal = ask(proxy, "GET", path)
                insist(refusal.status == 403, "figures through %s: %s" % (kind.program, refusal))
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
            # Whoever invents an address stays who it is: the proxy adds the true one behind it, and that counts.
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
            insist(ask(proxy, "GET", "/healthz").status in (502, 503, 504), kind.program + " answered for a dead server")
            server.start(server.port)
            began = time.monotonic()
            while ask(proxy, "GET", "/healthz").status != 200:
                insist(time.monotonic() - began < PATIENCE, kind.program + " does not find the server again")
                time.sleep(0.1)
            play(players)
            agree(players)
            big = ask(proxy, "POST", "/api/tables", b"x" * 400000)
            insist(big.status == 413, "a body of 400 kB: %s" % big)


def behind_nginx(program):
    behind(program, Nginx)


def behind_haproxy(program):
    behind(program, Haproxy)


def the_example_of_haproxy_is_understood(program):
    """As it stands, but for the certificate, which must be there."""
    found = find("haproxy")
    if not shutil.which("openssl"):
        raise Skip("openssl is not installed (tools/packages.txt, group all)")
    with tempfile.TemporaryDirectory() as folder:
        certificate, path = os.path.join(folder, "both.pem"), os.path.join(folder, "haproxy.cfg")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                        "/CN=play.example.org", "-keyout", certificate, "-out", certificate + ".cert"], check=True, capture_output=True)
        with open(certificate, "a") as both, open(certificate + ".cert") as cert:
            both.write(cert.read())
        with open(path, "w") as file:
            file.write(example("haproxy.cfg", ("/etc/haproxy/certs/play.example.org.pem", certificate)))
        run = subprocess.run([found, "-c", "-f", path], capture_output=True, timeout=PATIENCE)
        said = (run.stdout + run.stderr).decode()
        insist(run.returncode == 0 and "WARNING" not in said, "haproxy -c: " + said)


run_tests()
