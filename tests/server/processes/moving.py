#!/usr/bin/env python3
"""moving.py PROGRAM [TEST...]: what a table has beside its moves goes with it to another process: an undo that was asked for, clocks, answers
that are kept in a window, standing orders. Run it by tools/postgres run."""
import time

from games import finish, make, play, seats_of, step, verify
from pair import Pair, come_back, holder, some_moves
from sockets import PATIENCE, insist, run_tests


def taken_over(players, schema, table, one, two):
    """The process that keeps the table is killed; all come to the other one, where they always were."""
    one.kill()
    come_back(players, two)
    insist(holder(schema, table) == "two", "nobody has taken it")


def hear_until(players, what, fine):
    """Nobody moves meanwhile."""
    began = time.monotonic()
    while not fine():
        step(players, moves=False)
        insist(time.monotonic() - began < PATIENCE, what)


def an_undo_that_was_asked_for_is_agreed_on_elsewhere(program):
    with Pair(program, "undone") as (one, two):
        table, tokens = make(one, "six-billion")
        players = seats_of(one, table, tokens)
        told, orders = {player.seat: [] for player in players}, {}
        for player in players:
            def entry(entry, tell=player.entry, seat=player.seat):
                told[seat].append(entry)
                tell(entry)
            def hear(message, tell=player.hear, seat=player.seat):
                orders[seat] = message.get("orders", orders.get(seat))
                tell(message)
            player.entry, player.hear = entry, hear
        some_moves(players, 12)
        hear_until(players, "the table does not come to rest", lambda: not any(player.sent for player in players) and players[0].asked)
        # Whoever has acted and is not the last to have done so has to ask.
        last = players[0].moves[-1][0]
        who = next(player for player in players if player.seat != last and any(seat == player.seat for seat, _ in player.moves))
        who.client.say({"type": "order", "words": "never cancel"})
        who.client.say({"type": "undo", "id": 900, "decision": players[0].asked["decision"]})
        kinds = lambda seat: [entry["kind"] for entry in told[seat]]  # noqa: E731
        hear_until(players, "nobody hears that an undo is asked for: %s" % who.faults, lambda: all("ask-undo" in kinds(player.seat) for player in players))
        insist("undo" not in kinds(who.seat), "it was taken back without a word of the others")
        insist(orders[who.seat] == ["never cancel"], "its orders are %s" % orders[who.seat])
        taken_over(players, "undone", table, one, two)
        insist(orders[who.seat] == ["never cancel"], "its orders are %s there" % orders[who.seat])
        for player in players:
            if player is not who:
                player.client.say({"type": "agree"})
        hear_until(players, "it is not taken back", lambda: all("undo" in kinds(player.seat) for player in players))
        for player in players:
            player.promised.clear()  # its decisions are counted anew behind an undo
            player.sent = None
        play(players)
        verify(program, two, table)


def clocks_go_on_where_they_stood(program):
    with Pair(program, "clocks") as (one, two):
        pace = {"kind": "live", "move": 2, "bank": 10, "window": 2}
        table, tokens = make(one, "one-billion-users", 2, pace=pace)
        players = seats_of(one, table, tokens)
        clocks, hows = {}, []
        for player in players:
            def stands(message, seat=player.seat, tell=player.stands):
                clocks[seat] = {clock["seat"]: clock for clock in message["clocks"] or []}
                tell(message)

            def entry(entry, tell=player.entry):
                hows.append(entry.get("how"))
                tell(entry)
            player.stands, player.entry = stands, entry
        some_moves(players, 6)
        hear_until(players, "nobody is asked", lambda: not any(player.sent for player in players) and players[0].asked)
        turn = players[0].asked["seats"][0]
        began = time.monotonic()
        while time.monotonic() - began < 4:  # two seconds of the reserve
            step(players, patience=0.2, moves=False)
        if "timeout" in hows:  # a window, not a turn: it has closed, and somebody's turn it is now
            turn = players[0].asked["seats"][0]
        taken_over(players, "clocks", table, one, two)
        lasted = time.monotonic() - began
        bank = clocks[players[0].seat][turn]["bank"]
        insist(10000 - lasted * 1000 - 500 <= bank <= 10000, "behind %.1f s the reserve is %d ms" % (lasted, bank))
        insist(all(clocks[player.seat] == clocks[players[0].seat] or abs(clocks[player.seat][turn]["bank"] - bank) < 5000 for player in players),
               "they are told of different clocks: %s" % clocks)
        hows.clear()
        hear_until(players, "nobody decides when time is up", lambda: "timeout" in hows)
        insist(time.monotonic() - began < 2 + 10 + 2 + 8, "it took the whole time anew: %.1f s" % (time.monotonic() - began))
        for player in players:
            player.client.say({"type": "back"})
        finish(program, two, table, players)


def one_answer_kept(players):
    """Plays on until one of several that are asked in a window has answered and the others have not. Returns who that is, and the decision; None: the game is over."""
    for player in players:
        player.connect()
    while all(player.over is None for player in players):
        step(players, patience=0.02, moves=False)
        window = next((player.asked for player in players if player.asked and player.asked["window"] and len(player.asked["seats"]) > 1), None)
        if not window:
            for player in players:
                player.move()
            continue
        decision, who = window["decision"], next(player for player in players if player.seat == window["seats"][0])
        hear_until(players, "not all are told of the window", lambda: all(player.asked and player.asked["decision"] == decision for player in players))
        insist(who.move(), "it is asked nothing")
        hear_until(players, "the answer is not acknowledged", lambda: who.sent is None)
        insist(who.held.get(decision), "the answer is not kept")
        return who, decision
    return None, 0


def an_answer_that_is_kept_stays_kept(program):
    """It waits in a window for the others; games.Player insists on it, too, when its table is told anew."""
    with Pair(program, "held", "--window-floor", "60000", "--tables-a-minute", "0") as (one, two):
        for _ in range(40):
            table, tokens = make(one, "one-billion-users", 4)
            players = seats_of(one, table, tokens)
            who, decision = one_answer_kept(players)
            if who:
                break
        insist(who, "in forty games nobody's answer was kept")
        taken_over(players, "held", table, one, two)
        hear_until(players, "the window is not told", lambda: who.asked is not None)
        insist(who.asked["decision"] == decision and who.asked["you"].get("held") == who.held[decision], "it is told %s" % who.asked)
        finish(program, two, table, players)


run_tests()
