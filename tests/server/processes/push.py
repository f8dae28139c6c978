#!/usr/bin/env python3
"""push.py PROGRAM [TEST...]: push messages from end to end: a server, closed pages, and a push service of our own that reads what it is sent
by another implementation; services that are slow, busy, gone, or not what they seem."""
import json
import socket
import sqlite3
import ssl
import threading
import time

from games import make, play, seats_of
from sockets import PATIENCE, Server, Skip, ask, insist, make_certificate, refused, remember, run_tests

try:
    from push_service import Service
except ImportError:
    Service = None

CONTACT = ["--push-contact", "mailto:push@example.org"]
LOCAL = CONTACT + ["--push-allow-local", "--push-grace", "1"]
DAYS = {"kind": "days", "days": 3, "window_hours": 24}


def service():
    if Service is None:
        raise Skip("the package python3-cryptography is not installed")
    return Service()


def table_of(server, **setup):
    table, tokens = make(server, "one-billion-users", 2, pace=DAYS, title="Tuesday", **setup)
    return table, tokens


def subscribe(server, table, token, subscription, status=200):
    data = subscription if isinstance(subscription, dict) else subscription.json()
    remember(json.dumps(data).encode())
    answer = ask(server, "POST", "/api/tables/%s/push" % table, data, bearer=token)
    insist(answer is not None and answer.status == status, "not subscribed: %s" % answer)
    return answer


def whose_turn(server, table):
    return ask(server, "GET", "/api/tables/%s" % table).json()["asked"]


def figures(server):
    lines = ask(server, "GET", "/metrics").body.decode().splitlines()
    return {line.split(" ")[0]: int(line.split(" ")[1]) for line in lines if line.startswith("billions_pushes")}


def kept(server):
    """Endpoints in the database, looked at beside the server."""
    database = sqlite3.connect("file:%s?mode=ro" % server.database, uri=True)
    try:
        return [row[0] for row in database.execute("SELECT endpoint FROM pushes")]
    finally:
        database.close()


def until(server, figure, value):
    name = "billions_pushes_total{ended=\"%s\"}" % figure
    began = time.monotonic()
    while figures(server)[name] < value:
        insist(time.monotonic() - began < PATIENCE, "%s did not come to %d: %s" % (figure, value, figures(server)))
        time.sleep(0.1)


def it_is_your_turn(program):
    """Who is not there when it is his turn is told once, in a text that only his browser can read; who is there is not."""
    post = service()
    with Server(program, *LOCAL) as server:
        key = ask(server, "GET", "/api/push").json()["key"]
        table, tokens = table_of(server)
        players = seats_of(server, table, tokens)
        play(players, until=lambda players: len(players[0].moves) > 10 and len(whose_turn(server, table)) == 1)
        browsers = {seat: post.subscribe() for seat in tokens}
        for seat in tokens:
            subscribe(server, table, tokens[seat], browsers[seat])
        time.sleep(3)
        insist(post.taken == [], "somebody who is there was told")
        turn = whose_turn(server, table)[0]
        for player in players:
            player.drop()
        message = post.wait(1)[0]
        insist(message["endpoint"] == browsers[turn].endpoint, "another was told")
        said = json.loads(message["text"])
        insist(said == {"type": "turn", "table": table, "game": "One Billion Users", "title": "Tuesday"}, "it says %s" % said)
        insist(message["key"] == key, "signed with another key than browsers are told")
        insist(message["urgency"] == "normal" and 3600 < message["ttl"] <= 3 * 24 * 3600, "kept for %s" % message)
        until(server, "sent", 1)
        server.kill()  # what was told is not told again
        server.start()
        insist(ask(server, "GET", "/api/push").json()["key"] == key, "a server that begins anew has another key")
        time.sleep(3)
        insist(len(post.wait(1)) == 1, "told twice: %s" % post.taken)
        # One click out, by the endpoint alone: as a notification does it, which knows no token.
        answer = ask(server, "DELETE", "/api/tables/%s/push" % table, {"endpoint": browsers[turn].endpoint})
        insist(answer.status == 200, "it cannot be stopped: %s" % answer)
        insist(kept(server) == [browsers[3 - turn].endpoint], "what is kept: %s" % kept(server))
    post.end()


def lost_and_busy(program):
    """Subscriptions that the service does not know any more are forgotten; a service that is busy is asked again when it says so."""
    post = service()
    with Server(program, *LOCAL) as server:
        table, tokens = table_of(server)
        seat = whose_turn(server, table)[0]
        post.answers = [(429, {"Retry-After": "2"}, ""), (503, {"Retry-After": "1"}, ""), (201, {}, "")]
        began = time.monotonic()
        subscribe(server, table, tokens[seat], post.subscribe())
        insist(len(post.wait(3)) == 3 and time.monotonic() - began >= 3, "it did not wait as it was asked")
        until(server, "sent", 1)
        until(server, "later", 2)
        for status in (404, 410):
            table, tokens = table_of(server)
            post.answers = [(status, {}, "")]
            had = len(post.taken)
            subscribe(server, table, tokens[whose_turn(server, table)[0]], post.subscribe())
            post.wait(had + 1)
        until(server, "gone", 2)
        insist(len(kept(server)) == 1, "%d subscriptions are kept" % len(kept(server)))
    post.end()


def strange_answers(program):
    """Answers without end, heads without end, no answer, lines that are cut: each ends in bounded time, and the server goes on."""
    post = service()
    with Server(program, *LOCAL) as server:
        for how, figure in (("large", "sent"), ("huge-head", None), ("cut", "later"), ("slow", "later")):
            before = sum(figures(server).values())
            table, tokens = table_of(server)
            post.answers = [(201, {}, how)]
            had = len(post.taken)
            subscribe(server, table, tokens[whose_turn(server, table)[0]], post.subscribe())
            post.wait(had + 1)
            began = time.monotonic()
            while figures(server)["billions_pushes_waiting"] > 0 or sum(figures(server).values()) == before:
                insist(time.monotonic() - began < PATIENCE, "%s: it waits for ever" % how)
                insist(ask(server, "GET", "/healthz").status == 200, "the server stands still")
                time.sleep(0.1)
            if figure:
                insist(figures(server)["billions_pushes_total{ended=\"%s\"}" % figure] > 0, "%s: %s" % (how, figures(server)))
        # And a stop does not wait for a service that does not answer.
        table, tokens = table_of(server)
        post.answers = [(201, {}, "slow")]
        had = len(post.taken)
        subscribe(server, table, tokens[whose_turn(server, table)[0]], post.subscribe())
        post.wait(had + 1)
        began = time.monotonic()
        insist(server.stop() == 0 and time.monotonic() - began < 14, "the stop waited for the service")
    post.end()


def redirects_lead_nowhere(program):
    """A redirect is no answer: nobody goes where it points."""
    post, other = service(), service()
    with Server(program, *LOCAL) as server:
        for status in (301, 302, 303, 307, 308):
            table, tokens = table_of(server)
            post.answers = [(status, {"Location": other.address + "/push/elsewhere"}, "")]
            had = len(post.taken)
            subscribe(server, table, tokens[whose_turn(server, table)[0]], post.subscribe())
            post.wait(had + 1)
        until(server, "refused", 5)
        insist(other.others == [] and other.taken == [], "it went there: %s" % other.others)
    post.end()
    other.end()


def addresses_at_home(program):
    """Without --push-allow-local: no address, no name without a dot, no http; and a name that leads to this machine is never spoken to."""
    post = service()
    name = socket.gethostname()
    with Server(program, *CONTACT, "--push-grace", "0") as server:
        table, tokens = table_of(server)
        seat = whose_turn(server, table)[0]
        keys = post.subscribe().json()["keys"]
        port = post.server_address[1]
        for endpoint in ("http://127.0.0.1:%d/push" % port, "https://127.0.0.1/push", "https://[::1]/push", "https://localhost/push",
                         "https://%s/push" % (name if "." not in name else "localhost"), "https://169.254.169.254/latest",
                         "https://push.example.org:%d/x" % port):
            subscribe(server, table, tokens[seat], {"endpoint": endpoint, "keys": keys}, status=400)
        # A name with a dot that the resolver itself knows to be this machine (RFC 6761).
        subscribe(server, table, tokens[seat], {"endpoint": "https://push.localhost/x", "keys": keys})
        began = time.monotonic()
        while not any(line["what"] == "push-failed" for line in server.log_lines()):
            insist(time.monotonic() - began < PATIENCE, "nothing came of it: " + server.log())
            time.sleep(0.1)
        line = [line for line in server.log_lines() if line["what"] == "push-failed"][0]
        insist(line["service"] == "push.localhost" and line["status"] == 0, "the log says %s" % line)
        insist(post.taken == [] and post.others == [], "it was spoken to")
        if line["forbidden"]:
            until(server, "gone", 1)
        else:
            until(server, "later", 1)  # the resolver of this machine does not know that name
    post.end()


def certificates_count(program):
    """A service whose certificate nobody vouches for is sent nothing."""
    with Server(program, *LOCAL) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*make_certificate(server.folder))
        listener = socket.create_server(("127.0.0.1", 0))
        heard = []

        def take():
            line, _ = listener.accept()
            try:
                heard.append(context.wrap_socket(line, server_side=True).recv(100))
            except (ssl.SSLError, OSError) as fault:
                heard.append(fault)

        thread = threading.Thread(target=take, daemon=True)
        thread.start()
        table, tokens = table_of(server)
        keys = service().subscribe().json()["keys"]
        endpoint = "https://localhost:%d/push/x" % listener.getsockname()[1]
        subscribe(server, table, tokens[whose_turn(server, table)[0]], {"endpoint": endpoint, "keys": keys})
        until(server, "later", 1)
        thread.join(PATIENCE)
        insist(heard and not (isinstance(heard[0], bytes) and heard[0]), "it was sent %s" % heard)
        listener.close()


def off_and_on(program):
    """Without --push-contact there is none, and it is said; a contact must be one."""
    with Server(program) as server:
        table, tokens = table_of(server)
        insist(ask(server, "GET", "/api/push").json() == {"key": None}, "a key where nothing is sent")
        subscription = {"endpoint": "https://push.example.org/x", "keys": {"p256dh": "x", "auth": "y"}}
        insist(subscribe(server, table, tokens[1], subscription, status=409).code() == "state", "another refusal")
    for wrong in ("push@example.org", "mailto:nobody", "http://example.org", "https://", "mailto:a@b\"c", "mailto:a@b c"):
        code, _, said = refused(program, "serve", "--port", "0", "--database", ":memory:", "--push-contact", wrong)
        insist(code == 2 and "--push-contact" in said, "%s: %d %s" % (wrong, code, said))


run_tests()
