#!/usr/bin/env python3
"""Several processes of `billions serve` on one database: a table is one's at a time, goes to whoever is asked for it, and whatever ends one of
them the others go on. Nothing that was acknowledged is lost or doubled. Run it by tools/postgres run."""
import json
import signal
import struct

from games import agree, finish, make, play, seats_of, step, verify
from pair import begun, come_back, described, figure, holder, logged, Pair, place, say, some_moves, Wire
from sockets import PATIENCE, Server, ask, insist, insist_soon, refused, run_tests


# ------------------------------------------------------------------ together


def whoever_is_asked_for_a_table_takes_it(program):
    with Pair(program, "either") as (one, two):
        table, tokens = make(one)
        insist(described(two, table), "the other process does not get the table")
        players = seats_of(two, table, tokens)
        some_moves(players, 3)
        insist(holder("either", table) == "two", "it stayed where it was made")
        answer = ask(one, "GET", "/api/tables/" + table)  # who plays there is sent on, and comes back
        insist(answer is not None and answer.status == 200, "it is told %s" % answer)
        insist(figure(one, "tables_awaited_total") > 0 and figure(two, "tables_given_total") == 1, "it was not asked for")
        sent_on(players)
        come_back(players, two)
        finish(program, two, table, players)
        insist(ask(one, "GET", "/api/tables/aaaaaaaaaaaaaaaa").status == 404, "a table that is not there")


def sent_on(players):
    """They hear what has happened, and at last that they have to go."""
    for player in players:
        heard = player.client.all()
        insist(heard and heard[-1]["type"] == "moved" and player.client.ended[0] == 4000, "it is told %s and %s" % (heard, player.client.ended))
        for message in heard:
            if message["type"] not in ("moved", "presence"):
                player.hear(message)


def who_wants_anybody_meets_whoever_came_elsewhere(program):
    with Pair(program, "quick") as (one, two):
        wish, met = {"game": "six-billion", "seats": 2}, []
        for number, server in enumerate((two, one)):
            answer = ask(server, "POST", "/api/quick", dict(wish, name="Person %d" % number))
            insist(answer is not None and answer.status in (200, 201), "no match: %s" % answer)
            met.append(answer.json())
            if number == 0:  # who waits does so at a process of its own
                waits, = seats_of(two, met[0]["table"], {met[0]["seat"]: met[0]["token"]})
                waits.connect()
                while waits.number == 0:
                    step([waits])
                insist_soon("the other one does not list who waits", lambda: any(row["waiting"] for row in ask(one, "GET", "/api/quick").json()["tables"]))
        insist(met[0]["table"] == met[1]["table"], "they wait at two tables")
        sent_on([waits])
        come_back([waits], two)
        players = [waits] + seats_of(two, met[1]["table"], {met[1]["seat"]: met[1]["token"]})
        finish(program, two, waits.table, players)


def a_next_game_is_had_where_another_has_it(program):
    with Pair(program, "next") as (one, two):
        table, tokens = make(one, game="one-billion-users", seats=2)
        players = seats_of(one, table, tokens)
        play(players)
        path = "/api/tables/%s/" % table
        answer = ask(one, "POST", path + "rematch", {}, bearer=tokens[1])
        insist(answer is not None and answer.status == 200, "no rematch: %s" % answer)
        again, first = answer.json()["table"], answer.json()["token"]
        waits, = seats_of(two, again, {1: first})
        waits.connect()
        while waits.number == 0:
            step([waits])
        insist(holder("next", again) == "two", "the next table is where nobody waits")
        answer = ask(one, "POST", path + "decline", {}, bearer=tokens[2])
        insist(answer is not None and answer.status == 200, "no refusal: %s" % answer)
        answer = ask(one, "POST", path + "rematch", {}, bearer=tokens[2])
        insist(answer is not None and answer.status == 200 and answer.json()["table"] == again, "no rematch: %s" % answer)
        players = [waits] + seats_of(two, again, {2: answer.json()["token"]})
        waits.drop()
        come_back([waits], two)
        finish(program, one, again, players)


def nobody_copies_what_servers_use(program):
    with Pair(program, "used") as (one, two):
        make(one)
        code, _, words = refused(program, "serve", "--database", place("used"), "--copy", place("used_copy"))
        insist(code == 4 and "another server uses it" in words, "--copy: %d %s" % (code, words))
        insist(one.running() and two.running(), "a server has ended")


class Pooler(Wire):
    """What hands sessions of a database from one to another, as far as who connects can see it: it gives a number of its own for the process
    that stands for the connection."""

    def passed(self, data):
        at = data.find(b"K" + struct.pack(">i", 12))  # BackendKeyData
        return data if at < 0 else data[:at + 5] + struct.pack(">i", 4711) + data[at + 9:]


def a_pooler_is_refused(program):
    code, _, words = refused(program, "serve", "--port", "0", "--database", Pooler().place("pooled"))
    insist(code == 4 and "stands a pooler" in words and "name the database's own address" in words, "%d %s" % (code, words))


def one_that_nobody_asks_minds_its_database(program):
    with Server(program, database=place("minds", "quiet")):
        insist_soon("it says nothing to its database", lambda: say("SELECT query FROM pg_stat_activity WHERE application_name = 'quiet'") == "SELECT 1")


def room_for_few_locks_is_told(program):
    with Server(program, database=place("room")) as server:
        each, all = int(say("SHOW max_locks_per_transaction")), int(say("SHOW max_connections")) * int(say("SHOW max_locks_per_transaction"))
        insist(logged(server, "has room for %d locks" % all) == (all < 5000), "max_locks_per_transaction is %d: %s" % (each, server.log()))


def status(program, schema):
    code, said, words = refused(program, "serve", "--status", "--json", "--database", place(schema))
    insist(code == 0, "--status: %d %s" % (code, words))
    return json.loads(said)


def figures_and_status_tell_of_both(program):
    with Pair(program, "told") as (one, two):
        table, players = begun(one, 1)
        told = status(program, "told")
        insist(told["servers"] == 2, "%s" % told)
        insist({(server["name"], server["tables"]) for server in told["server_list"]} == {("one", 1), ("two", 0)}, "%s" % told)
        insist(all(0 <= server["silent_milliseconds"] < 1000 * PATIENCE for server in told["server_list"]), "%s" % told)
        one.kill()
        insist_soon("the other does not see its end", lambda: figure(two, "servers") == 1)
        insist_soon("its table is not to be had", lambda: described(two, table))
        insist([server["name"] for server in status(program, "told")["server_list"]] == ["two"], "%s" % told)


# ------------------------------------------------------------------ the end of one


def a_killed_one_is_taken_over(program):
    with Pair(program, "killed_one") as (one, two):
        table, players = begun(one, 6, game="six-billion", seats=3, bots=[None, "greedy", None])
        one.kill()
        come_back(players, two)
        insist(holder("killed_one", table) == "two", "nobody has taken it")
        finish(program, two, table, players)


def what_a_killed_one_had_to_do_is_done_unasked(program):
    with Pair(program, "unasked") as (one, two):
        pace = {"kind": "live", "move": 2, "bank": 0, "window": 2}
        tables = [make(one, game="one-billion-users", seats=2, pace=pace, absent={"bot": "greedy"}) for _ in range(2)]
        for table, tokens in tables:
            some_moves(seats_of(one, table, tokens), 1)
        one.kill()  # with nobody there who would ask for them
        for table, _ in tables:
            before = say("SELECT l.count FROM (SELECT count(*) FROM unasked.log) l")
            insist_soon("nobody has taken it", lambda: holder("unasked", table) == "two")
            insist_soon("nothing happens there", lambda: say("SELECT l.count FROM (SELECT count(*) FROM unasked.log) l") != before)


def one_that_stops_hands_over(program):
    with Pair(program, "drained") as (one, two):
        table, players = begun(one, 4)
        insist(one.stop() == 0, "it did not end with 0")
        sent_on(players)
        insist(described(two, table), "the table was not to be had at once")
        come_back(players, two)
        finish(program, two, table, players)


def one_that_is_cut_off_sends_its_clients_on(program):
    wire = Wire()
    with Pair(program, "cut", wire=wire) as (one, two):
        table, players = begun(one, 4)
        idle, _ = make(one)
        wire.whole.clear()
        sent_on(players)  # some of them have moves on the way, which nobody acknowledges
        come_back(players, two)
        some_moves(players, len(players[0].moves) + 2)
        answer = ask(one, "GET", "/api/tables/" + table)
        insist(answer is None or answer.status == 503, "what it cannot know it told: %s" % answer)
        wire.whole.set()
        insist_soon("it does not find back", lambda: described(one, idle))
        finish(program, two, table, players)


def what_nobody_knows_is_said_to_be_unknown(program):
    wire = Wire()
    with Pair(program, "unsure", wire=wire) as (one, two):
        table, players = begun(one, 4, game="six-billion", seats=2)
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
        finish(program, two, table, players)
        insist_soon("it does not find back", lambda: described(one, table))
        wire.cut_at = b"COMMIT\0"
        answer = ask(one, "POST", "/api/tables", dict(game="six-billion", seats=2, bots=[None, None]))
        insist(answer is not None and answer.status == 504 and answer.code() == "unanswered", "it is told %s" % answer)
        insist(say("SELECT count(*) FROM unsure.tables") == "2", "it was not stored")
        wire.whole.set()


def a_database_that_comes_back_finds_all_as_it_was(program):
    with Pair(program, "ended") as (one, two):
        tables = [(one, make(one)), (two, make(two))]
        tables = [(server, table, seats_of(server, table, tokens)) for server, (table, tokens) in tables]
        for _, table, players in tables:
            some_moves(players, 3)
        say("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name IN ('one', 'two')")
        for server, table, players in tables:
            play(players)
            agree(players)
            insist_soon("it is not to be had", lambda: described(server, table))
            verify(program, server, table)


# ------------------------------------------------------------------ one that stands still


def told_to_go(players, ahead=None):
    """They hear that they have to go; before that nothing was made, and of what one of them has said it hears what `ahead` says."""
    for player in players:
        heard = player.client.all()
        kinds = [message["type"] for message in heard]
        insist("moved" in kinds and "ok" not in kinds and (ahead is None or "entry" not in kinds), "it was told %s" % heard)
        told = [(message.get("id"), message["code"]) for message in heard if message["type"] == "error"]
        insist(told == ([(player.sent[2], ahead)] if ahead and player.sent else []), "its move: %s" % heard)


def what_one_that_slept_had_is_another_s(program):
    with Pair(program, "slept") as (one, two):
        table, tokens = make(one, game="six-billion", seats=2)
        before, after = seats_of(one, table, tokens), seats_of(two, table, tokens)
        some_moves(before, 4)
        while step(before, patience=0.3, moves=False):
            pass
        one.process.send_signal(signal.SIGSTOP)
        come_back(after, two)  # not before it has been silent for two seconds
        insist(holder("slept", table) == "two", "nobody has taken it")
        play(after, until=lambda all: any(player.promised for player in all))
        one.process.send_signal(signal.SIGCONT)
        told_to_go(before)
        insist(holder("slept", table) == "two", "it was taken back")
        finish(program, two, table, after)
        insist_soon("it does not get what it has lost", lambda: described(one, table))


def a_move_that_comes_too_late(program, schema, played):
    """One has a move in its hand, said to the database and not heard there, when it falls asleep; its table is taken, and perhaps played at,
    by another; then the database hears of the move. The number of an entry keeps nobody from adding the next one where nothing was
    played meanwhile: that its session was ended does, alone."""
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
        insist(holder(schema, table) == "two", "nobody has taken it")
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
        insist(holder(schema, table) == "two", "it was taken back")
        finish(program, two, table, after)


def a_move_in_the_hand_of_one_that_slept_is_refused(program):
    a_move_that_comes_too_late(program, "late", played=False)


def a_move_in_the_hand_of_one_that_slept_stands_behind_those_made_meanwhile(program):
    a_move_that_comes_too_late(program, "later", played=True)


run_tests()
