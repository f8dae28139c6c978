#!/usr/bin/env python3
"""visit.py PORT: at the server that ./play started there, the page answers, a table is made over HTTP, and a person plays three moves at it
over the WebSocket, each acknowledged, against a bot. Says so in one line. Uses the clients of tests/server/processes."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../server/processes"))
from games import ask, insist, make, play, seats_of  # noqa: E402

MOVES = 3

port = int(sys.argv[1])
page = ask(port, "GET", "/")
insist(page is not None and page.status == 200 and b"<title>Billions" in page.body, "the page does not answer: %s" % page)
for game in ("one-billion-users", "six-billion"):
    table, tokens = make(port, game, 2, [None, "greedy"])
    players = seats_of(port, table, tokens)
    play(players, until=lambda players: len(players[0].promised) >= MOVES)
    insist(len(players[0].promised) >= MOVES, "the game was over too soon")
    for player in players:
        player.drop()
print("the page answers, and at a table of each game %d moves were played" % MOVES)
