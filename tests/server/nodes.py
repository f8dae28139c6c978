#!/usr/bin/env python3
"""Several processes of `billions serve` on one database: each takes any request, a table is one's at a time, and whatever ends one of them
the others go on with its tables. Nothing that was acknowledged is lost or doubled. Run it by tools/postgres run."""
import json
import signal
import subprocess
import time

from games import agree, make, play, seats_of, step, verify
from pair import address, come_back, described, entries_sound, figure, logged, owner_port, Pair, place, say, some_moves, Wire
from sockets import Client, PATIENCE, Server, ask, insist, insist_soon, refused, run_tests


# ------------------------------------------------------------------ together


def either_takes_any_request(program):
    with Pair(program, "either") as (one, two):
        table, tokens = make(one)
        insist(described(two, table), "the other process does not know of the table")
        insist(owner_port("either", table) == one.port, "it moved")
        players = seats_of(two, table, tokens)  # all of them at the wrong one
        players[0].server = one
        play(players)
        agree(players)
        verify(program, two, table)
        insist(passed_on(two) >= 2, "nothing was passed on")
        answer = ask(two, "POST", "/api/tables", dict(game="six-billion", seats=2, bots=[None, None]))
        insist(owner_port("either", answer.json()["table"]) == two.port, "a table belongs to who makes it")
        insist(ask(one, "GET", "/api/tables/aaaaaaaaaaaaaaaa").status == 404, "a table that is not there")
    entries_sound("either")


def passed_on(server):
    return next(int(line.split()[-1]) for line in ask(server, "GET", "/metrics").body.decode().splitlines()
                if line.startswith("billions_passed_on_total"))


def who_wants_anybody_meets_whoever_came_elsewhere(program):
    with Pair(program, "quick") as (one, two):
        insist_soon("the second does not know of the first", lambda: ask(two, "GET", "/api/quick").status == 200 and passed_on(two) > 0)
        met = set()
        for number, server in enumerate((two, one)):
            answer = ask(server, "POST", "/api/quick", {"game": "six-billion", "seats": 2, "name": "Person %d" % number})
            insist(answer is not None and answer.status in (200, 201), "no match: %s" % answer)
            met.add(answer.json()["table"])
        insist(len(met) == 1, "they wait at two tables")


def one_who_waits_where_quick_match_was_is_met_where_it_is(program):
    wire = Wire()
    with Pair(program, "waits", wire=wire) as (one, two):
        wire.whole.clear()
        insist_soon("the second does not go on alone", lambda: figure(two, "nodes") == 1)
        wish = {"game": "six-billion", "seats": 2}
        answer = ask(two, "POST", "/api/quick", dict(wish, name="Who waits"))
        insist(answer is not None and answer.status == 200, "no match: %s" % answer)
        waits, = seats_of(two, answer.json()["table"], {answer.json()["seat"]: answer.json()["token"]})
        waits.connect()
        while waits.number == 0:
            step([waits])
        wire.whole.set()  # the one that began first is there again
        told_to_go([waits])
        come_back([waits], two)
        insist(owner_port("waits", waits.table) == one.port, "the table was not given to who does quick match")
        answer = ask(two, "POST", "/api/quick", dict(wish, name="Who comes"))
        insist(answer is not None and answer.json()["table"] == waits.table, "they wait at two tables: %s" % answer)
        players = [waits] + seats_of(two, waits.table, {answer.json()["seat"]: answer.json()["token"]})
        play(players)
        agree(players)
        verify(program, two, waits.table)
    entries_sound("waits")


def a_next_game_is_had_where_another_has_it(program):
    with Pair(program, "next") as (one, two):
        table, tokens = make(one, game="one-billion-users", seats=2)
        players = seats_of(one, table, tokens)
        play(players)
        path = "/api/tables/%s/" % table
        answer = ask(one, "POST", path + "rematch", {}, bearer=tokens[1])
        insist(answer is not None and answer.status == 200, "no rematch: %s" % answer)
        again, first = answer.json()["table"], answer.json()["token"]
        before = owner_port("next", again)
        one.kill()
        one.start()
        insist_soon("the next table, which has a time, is not taken unasked", lambda: owner_port("next", again) != before)
        there = one if owner_port("next", again) == one.port else two
        here = two if there is one else one
        insist_soon("the game that is over is not taken when it is asked for", lambda: described(here, table))
        insist(owner_port("next", table) == here.port, "one process has both")
        answer = ask(here, "POST", path + "decline", {}, bearer=tokens[2])
        insist(answer is not None and answer.status == 200, "no refusal: %s" % answer)
        insist_soon("who follows is not there", lambda: owner_port("next", table) == there.port)
        answer = ask(here, "POST", path + "rematch", {}, bearer=tokens[2])
        insist(answer is not None and answer.status == 200 and answer.json()["table"] == again, "no rematch: %s" % answer)
        players = seats_of(here, again, {1: first, 2: answer.json()["token"]})
        play(players)
        agree(players)
        verify(program, there, again)
    entries_sound("next")


def nobody_copies_what_servers_use(program):
    with Pair(program, "used") as (one, two):
        make(one)
        code, _, words = refused(program, "serve", "--database", place("used"), "--copy", place("used_copy"))
        insist(code == 4 and "another server uses it" in words, "--copy: %d %s" % (code, words))
        insist(one.running() and two.running(), "a server has ended")


def what_a_node_address_may_be(program):
    for wrong in ("here", "localhost:80", "1.2.3.4", "1.2.3.4:0", "[::1]", "1.2.3.4:99999", "1.2.3.4:80x"):
        code, _, words = refused(program, "serve", "--database", place("wrong"), "--node-address", wrong)
        insist(code == 2 and "--node-address " + wrong in words, "%s: %d %s" % (wrong, code, words))
    code, _, words = refused(program, "serve", "--database", "/tmp/none.db", "--node-address", "127.0.0.1:80")
    insist(code == 2 and "one process" in words, "a file: %d %s" % (code, words))
    with Server(program, "--node-address", "127.0.0.9:4711", database=place("said")) as server:
        insist(server.running(), "no server")
        insist(say("SELECT address FROM said.nodes WHERE until > 0") == "127.0.0.9:4711", "another address")
        code, _, words = refused(program, "serve", "--port", "0", "--database", place("said"), "--node-address", "127.0.0.9:4711")
        insist(code == 4 and "says that it is reached at 127.0.0.9:4711" in words, "two at one address: %d %s" % (code, words))
        insist(say("SELECT count(*) FROM said.nodes WHERE until > 0") == "1", "it stayed")


def status(program, schema):
    code, said, words = refused(program, "serve", "--status", "--json", "--database", place(schema))
    insist(code == 0, "--status: %d %s" % (code, words))
    return json.loads(said)


def figures_and_status_tell_of_both(program):
    with Pair(program, "told") as (one, two):
        for server in (one, two):
            insist_soon("one does not see the other", lambda: figure(server, "nodes") == 2)
            insist(figure(server, "lease_age_seconds") < PATIENCE and figure(server, "tables_taken_total") == 0, "nothing has happened yet")
        table, _ = make(one)
        told = status(program, "told")
        insist(told["servers"] == 2, "%s" % told)
        insist({(node["address"].rsplit(":", 1)[1], node["tables"], node["alive"]) for node in told["nodes"]}
               == {(str(one.port), 1, True), (str(two.port), 0, True)}, "%s" % told)
        one.kill()
        insist_soon("the other does not see its end", lambda: figure(two, "nodes") == 1)
        insist_soon("its table is not taken", lambda: described(two, table))
        insist(figure(two, "tables_taken_total") == 1, "the table was not counted")
        told = status(program, "told")
        insist([(node["tables"], node["alive"]) for node in told["nodes"]] == [(1, True)] and told["servers"] == 1, "%s" % told)
        one.start()
        two.process.send_signal(signal.SIGSTOP)
        insist_soon("the first does not take it", lambda: described(one, table))
        two.process.send_signal(signal.SIGCONT)
        insist_soon("who slept does not count it", lambda: figure(two, "tables_lost_total") == 1 and figure(two, "leases_slept_through_total") > 0)


# ------------------------------------------------------------------ the end of one


def a_killed_one_is_taken_over(program):
    with Pair(program, "killed_node") as (one, two):
        table, tokens = make(one, game="six-billion", seats=3, bots=[None, "greedy", None])
        players = seats_of(two, table, tokens)
        some_moves(players, 6)
        one.kill()
        come_back(players, two)
        insist(owner_port("killed_node", table) == two.port, "nobody has taken it")
        play(players)
        agree(players)
        verify(program, two, table)
        insist(logged(two, "table-taken") or logged(two, "tables-taken"), "the log does not tell of it")
    entries_sound("killed_node")


def what_a_killed_one_had_to_do_is_taken_unasked(program):
    with Pair(program, "unasked") as (one, two):
        tables = [make(one)[0] for _ in range(3)]
        one.kill()  # with nobody there who would ask for them
        for table in tables:
            insist_soon("nobody has taken it", lambda: owner_port("unasked", table) == two.port)
        insist(logged(two, "tables-taken"), "the log does not tell of it")
    entries_sound("unasked")


def one_that_stops_hands_over(program):
    with Pair(program, "drained") as (one, two):
        table, tokens = make(one)
        players = seats_of(one, table, tokens)
        some_moves(players, 4)
        insist(one.stop() == 0, "it did not end with 0")
        for player in players:
            heard = player.client.all()
            insist(any(message["type"] == "moved" for message in heard) and player.client.ended[0] == 4000,
                   "a client is told %s and %s" % (heard, player.client.ended))
            for message in heard:
                if message["type"] not in ("moved", "presence"):
                    player.hear(message)
        insist(described(two, table) and owner_port("drained", table) == two.port, "the table was not to be had at once")
        come_back(players, two)
        play(players)
        agree(players)
        verify(program, two, table)
    entries_sound("drained")


def one_that_is_cut_off_sends_its_clients_on(program):
    wire = Wire()
    with Pair(program, "cut", wire=wire) as (one, two):
        table, tokens = make(one)
        players = seats_of(one, table, tokens)
        some_moves(players, 4)
        idle, _ = make(one)
        wire.whole.clear()
        for player in players:  # some of them have moves on the way, which nobody acknowledges
            heard = player.client.all()
            insist(any(message["type"] == "moved" for message in heard), "it is told %s" % heard)
            for message in heard:
                if message["type"] not in ("moved", "presence"):
                    player.hear(message)
        come_back(players, two)
        insist(owner_port("cut", table) == two.port, "nobody has taken it")
        some_moves(players, len(players[0].moves) + 2)
        answer = ask(one, "GET", "/api/tables/" + table)
        insist(answer is None or answer.status == 503, "what it cannot know it told: %s" % answer)
        wire.whole.set()
        insist_soon("it does not find back", lambda: described(one, table) and described(one, idle))
        play(players)
        agree(players)
        verify(program, one, table)
    entries_sound("cut")


def one_that_finds_back_tells_nothing_old(program):
    """A renewal of the lease that the database answers late leaves a moment in which it lives again and has not yet asked what the others
    have taken."""
    wire = Wire()
    with Pair(program, "back", wire=wire) as (one, two):
        table, tokens = make(one)
        players = seats_of(one, table, tokens)
        some_moves(players, 4)
        wire.whole.clear()
        for player in players:
            player.client.all()  # until it has to go: before the lease is over the other one would bring them back here
        come_back(players, two)
        some_moves(players, len(players[0].moves) + 2)
        ways = len(wire.ways)
        insist_soon("it does not try again", lambda: len(wire.ways) > ways)
        time.sleep(0.85)  # between the age at which a lease is in doubt and the patience of who renews it
        wire.whole.set()
        until, told = time.monotonic() + 2, 0
        while (time.monotonic() < until or told == 0) and players[0].over is None:
            known = max(player.number for player in players)
            answer = ask(one, "GET", "/api/tables/" + table)
            if answer is not None and answer.status == 200:
                told += 1
                insist(answer.json()["number"] >= known, "it tells of %d entries where %d were acknowledged" % (answer.json()["number"], known))
            else:
                insist(answer is None or answer.status in (502, 503, 504), "it tells %s" % answer)
            some_moves(players, len(players[0].moves) + 2)
        play(players)
        agree(players)
        verify(program, one, table)
    entries_sound("back")


def what_nobody_knows_is_said_to_be_unknown(program):
    wire = Wire()
    with Pair(program, "unsure", wire=wire) as (one, two):
        table, tokens = make(one, game="six-billion", seats=2)
        players = seats_of(one, table, tokens)
        some_moves(players, 4)
        while step(players, patience=0.3, moves=False):
            pass
        number, moves = players[0].number, len(players[0].moves)
        wire.cut_at = b"COMMIT\0"  # it is stored, and nobody hears of it
        insist(any([player.move() for player in players]), "nothing to move")
        for player in players:
            heard = player.client.all()
            insist([(message["id"], message["code"]) for message in heard if message["type"] == "error"]
                   == ([(player.sent[2], "unanswered")] if player.sent else [])
                   and not any(message["type"] in ("ok", "entry") for message in heard), "it is told %s" % heard)
        insist(not wire.whole.is_set() and int(say("SELECT max(number) FROM unsure.log")) > number, "it was not stored")
        come_back(players, two)
        while step(players, patience=0.3, moves=False):
            pass
        insist(len(players[0].moves) > moves, "what was stored is not there")
        wire.whole.set()
        insist_soon("it does not find back", lambda: described(one, table))
        wire.cut_at = b"COMMIT\0"
        answer = ask(one, "POST", "/api/tables", dict(game="six-billion", seats=2, bots=[None, None]))
        insist(answer is not None and answer.status == 504 and answer.code() == "unanswered", "it is told %s" % answer)
        insist(say("SELECT count(*) FROM unsure.tables") == "2", "it was not stored")
        wire.whole.set()
        play(players)
        agree(players)
        verify(program, two, table)
    entries_sound("unsure")


def a_database_that_comes_back_finds_all_as_it_was(program):
    with Pair(program, "ended") as (one, two):
        tables = [make(one), make(two)]
        tables = [(table, seats_of(one, table, tokens)) for table, tokens in tables]
        for table, players in tables:
            some_moves(players, 3)
        say("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'billions serve'")
        for table, players in tables:
            play(players)
            agree(players)
            insist_soon("it is not to be had", lambda: described(two, table))  # the first request finds the connection gone
            verify(program, two, table)
        insist(not logged(one, "table-lost") and not logged(two, "table-lost"), "a table changed hands for nothing")
    entries_sound("ended")


# ------------------------------------------------------------------ the fence


def told_to_go(players, ahead=None):
    """They hear that they have to go; before that nothing was made, and of what one of them has said it hears what `ahead` says."""
    for player in players:
        heard = player.client.all()
        kinds = [message["type"] for message in heard]
        insist("moved" in kinds and "entry" not in kinds and "ok" not in kinds, "it was told %s" % heard)
        told = [(message.get("id"), message["code"]) for message in heard if message["type"] == "error"]
        insist(told == ([(player.sent[2], ahead)] if ahead and player.sent else []), "its move: %s" % heard)


def sleeps(one, two, schema, table, before, after, ahead):
    """One stands still, and its table is taken and played at elsewhere, before it wakes."""
    come_back(after, two)  # not before the lease is over
    insist(owner_port(schema, table) == two.port, "nobody has taken it")
    play(after, until=lambda all: any(player.promised for player in all))
    stored = int(say("SELECT count(*) FROM %s.log" % schema))
    one.process.send_signal(signal.SIGCONT)
    told_to_go(before, ahead)
    insist(int(say("SELECT count(*) FROM %s.log" % schema)) >= stored and owner_port(schema, table) == two.port, "it was taken back")
    insist_soon("it does not pass on what it has lost", lambda: described(one, table))


def what_one_that_slept_had_is_another_s(program):
    with Pair(program, "slept") as (one, two):
        table, tokens = make(one, game="six-billion", seats=2)
        before, after = seats_of(one, table, tokens), seats_of(two, table, tokens)
        some_moves(before, 4)
        while step(before, patience=0.3, moves=False):
            pass
        watcher = Client(two, path="/ws/" + table)  # passed on to the one that will sleep
        watcher.say({"type": "hello", "protocol": 1, "table": table})
        watcher.until("table")
        one.process.send_signal(signal.SIGSTOP)
        sleeps(one, two, "slept", table, before, after, None)
        watcher.all()  # whoever was passed on was not left hanging
        insist_soon("its log does not tell of it", lambda: logged(one, "table-lost"))
        play(after)
        agree(after)
        verify(program, one, table)
    entries_sound("slept")


def one_that_sleeps_while_it_stores_keeps_nobody_waiting(program):
    with Pair(program, "hand") as (one, two):
        table, tokens = make(one, game="six-billion", seats=2)
        before, after = seats_of(one, table, tokens), seats_of(two, table, tokens)
        some_moves(before, 4)
        while step(before, patience=0.3, moves=False):
            pass
        with subprocess.Popen(["psql", "-XAtq", address], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as line:
            line.stdin.write(b"BEGIN; SELECT epoch FROM hand.owners FOR UPDATE;\n")
            line.stdin.flush()
            line.stdout.readline()  # it is locked: whoever stores something at the table has to wait
            insist(any([player.move() for player in before]), "nothing to move")
            insist_soon("the move does not wait to be stored", lambda: say(
                "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.application_name = 'billions serve'") != "0")
            one.process.send_signal(signal.SIGSTOP)
        sleeps(one, two, "hand", table, before, after, "not-stored")
        play(after)
        agree(after)
        verify(program, one, table)
    entries_sound("hand")


def a_move_that_comes_too_late(program, schema, played):
    """One has a move in its hand, said to the database and not heard there, when it falls asleep; its table is taken, and perhaps played at,
    by another; then the database hears of the move. The number of an entry keeps nobody from adding the next one where nothing was
    played meanwhile: the fence does, alone."""
    wire = Wire()
    with Pair(program, schema, wire=wire) as (one, two):
        table, tokens = make(one, game="six-billion", seats=2)
        before, after = seats_of(one, table, tokens), seats_of(two, table, tokens)
        some_moves(before, 4)
        while step(before, patience=0.3, moves=False):
            pass
        wire.whole.clear()
        insist(any([player.move() for player in before]), "nothing to move")
        move = next(player.sent[1] for player in before if player.sent).encode()
        insist_soon("the move is not on its way", lambda: any(move in way.held for way in wire.ways))
        one.process.send_signal(signal.SIGSTOP)
        come_back(after, two)
        insist(owner_port(schema, table) == two.port, "nobody has taken it")
        if played:
            play(after, until=lambda all: any(player.promised for player in all))
            while step(after, patience=0.3, moves=False):
                pass
        stored = say("SELECT count(*) FROM %s.log" % schema)
        wire.whole.set()
        insist_soon("the move does not come to the database", lambda: any(move in way.held and way.answered for way in wire.ways))
        one.process.send_signal(signal.SIGCONT)
        told_to_go(before, "not-stored")
        insist(say("SELECT count(*) FROM %s.log" % schema) == stored, "what came too late was stored")
        insist(figure(one, "store_fenced_total") == 1 and figure(two, "store_fenced_total") == 0, "it was not the fence")
        insist_soon("its log does not tell of it", lambda: logged(one, "table-lost"))
        insist(owner_port(schema, table) == two.port, "it was taken back")
        play(after)
        agree(after)
        verify(program, one, table)
    entries_sound(schema)


def a_move_in_the_hand_of_one_that_slept_is_refused(program):
    a_move_that_comes_too_late(program, "late", played=False)


def a_move_in_the_hand_of_one_that_slept_stands_behind_those_made_meanwhile(program):
    a_move_that_comes_too_late(program, "later", played=True)


run_tests([
    either_takes_any_request,
    who_wants_anybody_meets_whoever_came_elsewhere,
    one_who_waits_where_quick_match_was_is_met_where_it_is,
    a_next_game_is_had_where_another_has_it,
    nobody_copies_what_servers_use,
    what_a_node_address_may_be,
    figures_and_status_tell_of_both,
    a_killed_one_is_taken_over,
    what_a_killed_one_had_to_do_is_taken_unasked,
    one_that_stops_hands_over,
    one_that_is_cut_off_sends_its_clients_on,
    one_that_finds_back_tells_nothing_old,
    what_nobody_knows_is_said_to_be_unknown,
    a_database_that_comes_back_finds_all_as_it_was,
    what_one_that_slept_had_is_another_s,
    one_that_sleeps_while_it_stores_keeps_nobody_waiting,
    a_move_in_the_hand_of_one_that_slept_is_refused,
    a_move_in_the_hand_of_one_that_slept_stands_behind_those_made_meanwhile,
])
