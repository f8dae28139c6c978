#!/usr/bin/env python3
"""operation.py PROGRAM [TEST...]: what whoever runs the server relies on: whole games over broken links, stopping, starting again, one
server a database, a copy while it runs, TLS, the files of the page, figures and health."""
import gzip
import os
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
import threading
import time

from games import BOTH, Player, agree, finish, make, play, seats_of, step, verify
from sockets import FAST, FREE, PATIENCE, Client, Failed, Server, Skip, ask, connect, insist, make_certificate, raw, refused, run_tests



def whole_games(program):
    """Three clients and a bot play both games to the end; one loses its connection, one comes late, and the server is killed in the middle."""
    with Server(program, *FREE) as server:
        for game, _ in BOTH:
            table, tokens = make(server, game, 4, [None, None, None, "greedy"])
            players = seats_of(server, table, tokens, views=True) + [Player(server, table)]
            play(players, until=lambda players: len(players[0].moves) > 20)
            players[0].drop()  # without a goodbye; the others go on until it is its turn
            for _ in range(20):
                step(players[1:], 0.05)
            players[0].connect()
            play(players, until=lambda players: len(players[0].moves) > 40)
            server.kill()
            for player in players:
                player.drop()
            server.start()
            play(players[1:], until=lambda players: any(1 in player.asked["seats"] for player in players if player.asked))
            finish(program, server, table, players)
            fresh = Player(server, table)  # who comes when it is over sees the end
            fresh.connect()
            while fresh.over is None:
                step([fresh])


def bots_that_think(program):
    """Bots that look ahead think in threads of their own, at two tables at once; the server is killed while they do."""
    with Server(program, *FREE) as server:
        tables = [make(server, game, 2, [None, "hard"]) for game, _ in BOTH]
        players = [player for table, tokens in tables for player in seats_of(server, table, tokens)]
        play(players, until=lambda players: all(len(player.moves) > 30 for player in players))
        server.kill()
        for player in players:
            player.drop()
        server.start()
        play(players)
        for table, _ in tables:
            verify(program, server, table)


def graceful_stop(program):
    with Server(program, *FREE, "--grace", "1") as server:
        table, tokens = make(server, "six-billion", 3)
        players = seats_of(server, table, tokens)
        play(players, until=lambda players: len(players[0].moves) > 30)
        for player in players:
            while step([player], 0.2, moves=False):
                pass
        insist(server.stop() == 0, "it did not end with 0")
        for player in players:
            messages = player.client.all()
            insist(messages and messages[-1]["type"] == "closing" and messages[-1]["text"], "the client was told %s" % messages)
            insist(player.client.ended[0] == 1001, "the connection ended with %s" % (player.client.ended,))
            player.drop()
        insist(server.log_lines()[-1]["what"] == "stopped", "the log ends otherwise: " + server.log())
        server.start()
        play(players, until=lambda players: len(players[0].moves) > 60)
        agree(players)
        # A client that does not answer is not waited for longer than --grace; one that is in the middle of a request neither.
        stuck = connect(server)
        stuck.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")
        insist(server.stop() == 0, "it did not end with 0")
        stuck.close()


def who_knocks_at_one_that_stops_is_refused(program):
    """So that a proxy tries the next one: a connection that is taken and closed again without a word is an error to it."""
    with Server(program, *FREE, "--grace", "3") as server:
        table, tokens = make(server, "six-billion", 3)
        silent = seats_of(server, table, tokens)[0]
        silent.connect()  # and then says nothing any more, so that it is waited for
        waiting = connect(server)
        server.process.terminate()
        refusals = resets = 0
        while server.process.poll() is None:
            try:
                connect(server).close()
                insist(refusals == 0, "it listens again")
            except ConnectionRefusedError:
                refusals += 1
            except ConnectionResetError:
                resets += 1  # the kernel had it in its queue at the very moment in which the door was shut; a proxy takes it as a refusal, too
                insist(refusals == 0, "it lets somebody in and closes")
            time.sleep(0.02)
        insist(resets <= 1, "%d connections were cut off" % resets)
        insist(refusals > 20, "it was refused %d times while it stopped" % refusals)
        waiting.close()
        silent.drop()


def one_server_a_database(program):
    with Server(program, *FAST) as server:
        table, _ = make(server, "six-billion", 2)
        code, out, said = refused(program, "serve", "--port", "0", "--database", server.database)
        insist(code == 4 and "another server uses this database" in said and not out, "a second one: %d %s" % (code, said))
        insist(ask(server, "GET", "/api/tables/" + table).status == 200, "the first one was disturbed")
        server.kill()
        server.start()
        insist(ask(server, "GET", "/api/tables/" + table).status == 200, "the table is lost")


def refusals(program):
    """What cannot be is said in one sentence, before anything is listened on or changed."""
    with Server(program, *FAST) as server:
        at = ["serve", "--database", os.path.join(server.folder, "other.db")]
        web = os.path.join(server.folder, "empty")
        os.makedirs(web)
        with open(os.path.join(server.folder, "garbage.db"), "wb") as file:
            file.write(b"this is no database" * 1000)
        for arguments, code, words in [
            (at + ["--port", str(server.port)], 4, "another program listens there already"),
            (at + ["--port", "70000"], 2, "whole number"), (at + ["--port", "http"], 2, "whole number"),
            (at + ["--address", "localhost.example"], 4, "no address"), (at + ["--address", "192.0.2.1", "--port", "0"], 4, "does not have that address"),
            (at + ["--web", "/nonexistent"], 4, "no such folder"), (at + ["--web", web], 4, "holds no index.html"),
            (at + ["--tls-cert", "x"], 2, "belong together"), (at + ["--tls-cert", "/nonexistent", "--tls-key", "/nonexistent"], 4, "/nonexistent"),
            (at + ["--tls-cert", program, "--tls-key", program, "--port", "0"], 4, "no certificate"),
            (at + ["--origin", "example.org"], 2, "an origin is https://"), (at + ["--origin", "https://example.org/page"], 2, "an origin is"),
            (at + ["--nonsense"], 2, "--nonsense"), (at + ["word"], 2, "word"),
            (["serve", "--database", "/nonexistent/tables.db"], 4, "/nonexistent/tables.db"),
            (["serve", "--port", "0", "--database", os.path.join(server.folder, "garbage.db")], 4, "garbage.db"),
            (["serve", "--database", "/nonexistent.db", "--backup", os.path.join(server.folder, "copy.db")], 4, "/nonexistent.db"),
        ]:
            got, out, said = refused(program, *arguments)
            line = [line for line in said.splitlines() if not line.startswith("{")]
            insist(got == code and words in said and len(line) == 1 and line[0].startswith("billions: "), "%s: %d %r %r" % (arguments, got, said, out))
        insist(not os.path.exists(os.path.join(server.folder, "copy.db")), "a copy of nothing was made")


def copy_while_running(program):
    """A copy that is made while games go on holds all that was acknowledged before, and a server goes on from it."""
    with Server(program, *FREE) as server:
        table, tokens = make(server, "six-billion", 3)
        players = seats_of(server, table, tokens)
        play(players, until=lambda players: len(players[0].moves) > 40)
        before = players[0].number
        end = threading.Event()
        fault = []

        def go_on():
            try:
                while not end.is_set():
                    step(players, 0.1)
            except BaseException as what:  # noqa: told below
                fault.append(what)

        thread = threading.Thread(target=go_on)
        thread.start()
        copy = os.path.join(server.folder, "copy.db")
        code, out, said = refused(program, "serve", "--database", server.database, "--backup", copy)
        end.set()
        thread.join()
        insist(code == 0 and not fault, "the copy: %d %s %s; the game: %s" % (code, out, said, fault))
        code, _, said = refused(program, "serve", "--database", server.database, "--backup", copy)
        insist(code == 4 and "copy.db" in said, "a copy was overwritten: %d %s" % (code, said))
        for player in players:
            player.drop()
        with Server(program, *FREE, database=copy) as restored:
            again = seats_of(restored, table, tokens)
            again[0].connect()
            while again[0].number == 0:
                step(again[:1], moves=False)
            insist(again[0].number >= before, "the copy ends at %d, before %d" % (again[0].number, before))
            finish(program, restored, table, again)
        play(players)  # and so does the first
        verify(program, server, table)


def tls(program):
    with Server(program, *FREE, start=False) as server:
        cert, key = make_certificate(server.folder)
        server.flags += ["--tls-cert", cert, "--tls-key", key]
        server.start()
        insist(server.scheme == "https", "it does not say https")
        trust = ssl.create_default_context(cafile=cert)
        insist(ask(server, "GET", "/healthz", tls=trust).json() == {"status": "fine"}, "no health over TLS")
        table, tokens = make(server, "one-billion-users", 2, tls=trust)
        players = seats_of(server, table, tokens, tls=trust, views=True)
        finish(program, server, table, players, tls=trust)
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.load_verify_locations(cert)
        try:
            old.maximum_version = ssl.TLSVersion.TLSv1_1
            ask(server, "GET", "/healthz", tls=old)
            raise Failed("TLS 1.1 was taken")
        except (ssl.SSLError, OSError, ValueError):
            pass
        try:
            insist(raw(server, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") is None, "plain HTTP was answered")
        except OSError:
            pass
        insist(ask(server, "GET", "/healthz", tls=trust).status == 200, "it is not well after that")
        for player in players:
            player.drop()


def page(program):
    """Types, rules for browsers, compressed siblings, what is known already."""
    with Server(program, *FAST, "--requests", "0", start=False) as server:
        web = os.path.join(server.folder, "web")
        os.makedirs(os.path.join(web, "assets"))
        files = {"index.html": b"<!doctype html><p>page", "assets/app-1a2b3c4d.js": b"let a = 1;\n" * 5000, "assets/engine-5e6f7a8b.wasm": b"\0asm\1\0\0\0",
                 "icon.svg": b"<svg/>", "style.css": b"p{}", "manifest.webmanifest": b"{}", "data.json": b"{}", "odd": b"?", "big.txt": b"0123456789" * 300000}
        for name, words in files.items():
            with open(os.path.join(web, name), "wb") as file:
                file.write(words)
        with gzip.open(os.path.join(web, "assets/app-1a2b3c4d.js.gz"), "wb") as file:
            file.write(files["assets/app-1a2b3c4d.js"])
        with open(os.path.join(web, "assets/app-1a2b3c4d.js.br"), "wb") as file:
            file.write(b"as if by brotli")
        server.flags += ["--web", web]
        server.start()
        for path, kind in [("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"), ("/icon.svg", "image/svg+xml"),
                           ("/assets/app-1a2b3c4d.js", "text/javascript; charset=utf-8"), ("/assets/engine-5e6f7a8b.wasm", "application/wasm"),
                           ("/style.css", "text/css; charset=utf-8"), ("/manifest.webmanifest", "application/manifest+json"),
                           ("/data.json", "application/json"), ("/odd", "application/octet-stream"), ("/big.txt", "text/plain; charset=utf-8")]:
            answer = ask(server, "GET", path)
            insist(answer.status == 200 and answer.headers["content-type"] == kind, "%s: %s" % (path, answer))
            insist(answer.body == files.get(path[1:] or "index.html"), "%s: other bytes" % path)
            policy = answer.headers["content-security-policy"]
            insist("default-src 'none'" in policy and "unsafe-inline" not in policy and "'unsafe-eval'" not in policy, policy)
            insist(answer.headers["x-content-type-options"] == "nosniff" and answer.headers["referrer-policy"] == "no-referrer", "%s" % answer)
            forever = answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            insist(forever == path.startswith("/assets/") and (forever or answer.headers["cache-control"] == "no-cache"), "%s" % answer)
            head = ask(server, "HEAD", path)
            insist(head.status == 200 and head.headers["content-length"] == str(len(answer.body)), "HEAD %s: %s" % (path, head))
            again = ask(server, "GET", path, headers=["If-None-Match: " + answer.headers["etag"]])
            insist(again.status == 304 and again.body == b"", "%s is known already: %s" % (path, again))
            insist(ask(server, "GET", path, headers=['If-None-Match: "other"']).status == 200, path)
        for accepts, encoding in [("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"), ("br;q=0,gzip;q=0", None), ("identity", None),
                                  ("deflate", None), ("GZIP", "gzip"), ("xbr, gzipped", None)]:
            answer = ask(server, "GET", "/assets/app-1a2b3c4d.js", headers=["Accept-Encoding: " + accepts])
            insist(answer.headers.get("content-encoding") == encoding and answer.headers["vary"] == "Accept-Encoding", "%s: %s" % (accepts, answer))
            bytes_of = {"br": b"as if by brotli", None: files["assets/app-1a2b3c4d.js"]}
            insist(gzip.decompress(answer.body) == bytes_of[None] if encoding == "gzip" else answer.body == bytes_of[encoding], accepts)
        for path in ("/t/abcdefghijklmnop", "/new", "/rules/six-billion/tokens"):
            answer = ask(server, "GET", path, headers=["Accept: text/html,*/*"])
            insist(answer.status == 200 and answer.body == files["index.html"], "%s is a page of the program: %s" % (path, answer))
            insist(ask(server, "GET", path).status == 404, "%s for no browser" % path)
        insist(ask(server, "GET", "/missing.js", headers=["Accept: text/html"]).status == 404, "a missing file")
        insist(ask(server, "GET", "/api/nothing", headers=["Accept: text/html"]).status == 404, "a missing request")
        os.truncate(os.path.join(web, "odd"), 0)
        insist(ask(server, "GET", "/odd").body == b"", "an empty file")
    with Server(program, *FAST) as server:
        answer = ask(server, "GET", "/")
        insist(answer.status == 200 and b"billions join" in answer.body, "without a page: %s" % answer)


def figures_and_health(program):
    with Server(program, *FAST, "--trust-proxy", "--requests", "0") as server:
        table, tokens = make(server, "one-billion-users", 2)
        play(seats_of(server, table, tokens))
        insist(ask(server, "GET", "/healthz").json() == {"status": "fine"}, "health")
        answer = ask(server, "GET", "/metrics")
        insist(answer.status == 200 and answer.headers["content-type"].startswith("text/plain; version=0.0.4"), "%s" % answer)
        values, kinds = {}, {}
        for line in answer.body.decode().splitlines():
            if line.startswith("# TYPE "):
                _, _, name, kind = line.split()
                insist(name not in kinds, name + " twice")
                kinds[name] = kind
            elif not line.startswith("#"):
                name, value = line.rsplit(" ", 1)
                insist(name not in values, name + " twice")
                family = name.split("{")[0]
                family = next((family[:-len(end)] for end in ("_bucket", "_sum", "_count") if family.endswith(end) and family[:-len(end)] in kinds), family)
                insist(family in kinds, name + " has no type")
                values[name] = float(value)
        insist(values["billions_games_over_total"] == 1 and values["billions_moves_total"] > 50, "%s" % values)
        buckets = [value for name, value in values.items() if name.startswith("billions_move_sent_seconds_bucket")]
        insist(buckets == sorted(buckets) and buckets[-1] == values["billions_move_sent_seconds_count"] > 50, "%s" % buckets)
        for caller, status in [("203.0.113.7", 403), ("10.0.0.1, 203.0.113.7", 403), ("127.0.0.1, 203.0.113.7", 403), ("203.0.113.7, 127.0.0.1", 200),
                               ("nonsense", 400), ("203.0.113.7, nonsense", 400), ("2001:db8::1", 403), ("::1", 200)]:
            answer = ask(server, "GET", "/metrics", headers=["X-Forwarded-For: " + caller])
            insist(answer.status == status, "/metrics for %s: %s" % (caller, answer))
    with Server(program, *FAST, "--trust-proxy", "--public-metrics") as server:
        insist(ask(server, "GET", "/metrics", headers=["X-Forwarded-For: 203.0.113.7"]).status == 200, "--public-metrics")
    with Server(program, *FAST, "--trust-proxy", "--per-address", "2") as server:
        first = [Client(server, more=["X-Forwarded-For: 203.0.113.7"]) for _ in range(3)]
        other = Client(server, more=["X-Forwarded-For: 203.0.113.8"])
        insist([client.refusal is None for client in first] == [True, True, False] and other.refusal is None, "limits go by the forwarded address")


def nought_is_any_number(program):
    """0 takes each limit away that counts something; without it the usual one holds."""
    made = dict(game="six-billion", seats=2)
    with Server(program, "--requests", "0", "--tables-a-minute", "2") as server:
        insist([ask(server, "POST", "/api/tables", made).status for _ in range(3)] == [201, 201, 429], "two a minute are not two")
    with Server(program, "--requests", "0", "--tables", "1") as server:
        insist([ask(server, "POST", "/api/tables", made).status for _ in range(2)] == [201, 429], "one table in all is not one")
    none = ["--tables", "--tables-a-minute", "--tables-per-address", "--loaded", "--per-address", "--requests", "--messages", "--thought"]
    with Server(program, *[word for flag in none for word in (flag, "0")]) as server:
        for number in range(300):  # more than one address may make, or have, or ask for at once
            answer = ask(server, "POST", "/api/tables", made)
            insist(answer.status == 201, "table %d is refused: %s" % (number + 1, answer))


def where_telephones_find_it(program):
    """Told to callers on the machine alone: what was said, or what is listened on; nothing where nobody else can come."""
    for options, addresses in [((), []), (("--reach", "http://living.room:8000"), ["http://living.room:8000"])]:
        with Server(program, *FAST, "--trust-proxy", *options) as server:
            answer = ask(server, "GET", "/api/reach")
            found = answer.json()
            insist(answer.status == 200 and found["addresses"] == addresses, "%s: %s" % (options, answer))
            # A server that is closed to others says under which addresses it would be found: as many as the machine has in its networks.
            insist(("closed" in found) == (not options), "%s: %s" % (options, found))
            insist(all(re.fullmatch(r"http://(?!127\.)[0-9.]+:%d" % server.port, one) for one in found.get("closed", [])), "%s" % found)
            answer = ask(server, "GET", "/api/reach", headers=["X-Forwarded-For: 192.168.1.7"])
            insist(answer.status == 403 and answer.json()["error"]["code"] == "not-here", "%s" % answer)
            insist(ask(server, "POST", "/api/reach", {}).status in (404, 405), "it is only read")
    ended = subprocess.run([program, "serve", "--reach", "living.room"], capture_output=True, text=True, timeout=600)
    insist(ended.returncode == 2 and "--reach living.room" in ended.stderr, "%s" % ended)


def asking_for_health_all_the_time(program):
    """Nobody waits for the disk because somebody asks again and again whether it is well."""
    with Server(program, *FAST, "--requests", "0") as server:
        began = time.monotonic()
        for _ in range(300):
            insist(ask(server, "GET", "/healthz").json() == {"status": "fine"}, "health")
        seconds = time.monotonic() - began
        database = sqlite3.connect("file:%s?mode=ro" % server.database, uri=True)
        beats = database.execute("SELECT beat FROM health").fetchone()[0]
        database.close()
        insist(1 <= beats <= seconds + 1, "it was looked at %d times in %.2f s" % (beats, seconds))


def systemd_hears(program):
    """A supervisor is told when the server listens, that its loop is alive, and when it stops, over a socket with an abstract name."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.settimeout(PATIENCE)
        supervisor.bind("\0billions-test-%d" % os.getpid())
        told = {"NOTIFY_SOCKET": "@billions-test-%d" % os.getpid(), "WATCHDOG_USEC": "400000"}
        os.environ.update(told)
        try:
            server = Server(program, *FAST)
        finally:
            for name in told:
                del os.environ[name]
        with server:
            insist(supervisor.recv(100) == b"READY=1", "the first word was another")
            insist(ask(server, "GET", "/healthz").status == 200, "it is not ready")
            insist([supervisor.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3, "its loop does not tell that it lives")
            insist(server.stop() == 0, "it did not end with 0")
            words = [b"WATCHDOG=1"]
            while words[-1] == b"WATCHDOG=1":
                words.append(supervisor.recv(100))
            insist(words[-1] == b"STOPPING=1", "systemd was told %s" % words[1:])


def started_by_billions(program):
    """`billions serve` is this program; where it does not lie beside `billions`, a sentence says what is missing."""
    judge = os.path.join(os.path.dirname(program), "billions")
    if not os.path.exists(judge):
        raise Skip("there is no billions beside the server")
    code, out, _ = refused(judge, "serve", "--help")
    insist(code == 0 and out.startswith("usage: billions serve"), "billions serve --help: %d %s" % (code, out))
    with Server(judge, *FAST) as server:  # signals, output and exit code go through
        make(server, "six-billion", 2)
        insist(server.stop() == 0, "it did not end with 0")
        alone = os.path.join(server.folder, "billions")
        shutil.copy(judge, alone)
        for command in ("serve", "join", "tables"):
            code, out, said = refused(alone, command, "http://127.0.0.1:1")
            insist(code == 4 and "billions-online" in said and len(said.splitlines()) == 1, "%s: %d %s" % (command, code, said))
        link = os.path.join(server.folder, "link")
        os.symlink(judge, link)
        insist(refused(link, "serve", "--help")[0] == 0, "by a link it is not found")


def without_proxy_nothing_is_believed(program):
    with Server(program, *FAST, "--per-address", "2") as server:
        clients = [Client(server, more=["X-Forwarded-For: 203.0.113.%d" % i]) for i in range(3)]
        insist([client.refusal is None for client in clients] == [True, True, False], "X-Forwarded-For was believed")


run_tests()
