"""Plays whole games at a server as a client does that reads no text of a move: what is told in parts is what docs/protocol.md promises, for
every verb, and names nothing of a secret move; standing orders that are offered are taken and answer.

Usage: parts.py PROGRAM [TEST...]"""
import json
import os
import re

from games import BOTH, Player, make, play
from sockets import FREE, Server, insist, run_tests

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/protocol.md")
FLAT_OUT = {"track": "on", "discovery-step": "on"}  # options of 6 Billion that bring all verbs into play


def promised(game):
    """The verbs of a game and their slots by the table of the document: {"push": {"influencer": (a list, may be missing), ...}}."""
    with open(DOCUMENT, encoding="utf-8") as file:
        table = file.read().split("tools/check/docs-tables: moves %s -->" % game)[1].split("<!-- end")[0]
    rows = re.findall(r"^\| `([^`]+)` \| (.*?) \| `", table, re.M)
    slot = re.compile(r"`([a-z]+)`( \(a list\))?( \(or none\))?")
    return {verb: {name: (bool(many), bool(none)) for name, many, none in slot.findall(slots)} for verb, slots in rows}


class Reader(Player):
    """A player that checks the parts of everything it is told, and chooses by them alone."""

    def __init__(self, *arguments, game, **named):
        super().__init__(*arguments, **named)
        self.verbs, self.met, self.secrets, self.offered, self.ordered = promised(game), set(), 0, 0, 0
        self.ordering = False  # an order was given and is not acknowledged yet

    def check(self, parts, whole):
        verb = parts["verb"]
        insist(verb in self.verbs, "a verb that the document does not name: %s" % parts)
        self.met.add(verb)
        slots = self.verbs[verb]
        for name, value in parts.items():
            if name != "verb":
                insist(name in slots, "a part that the document does not name: %s" % parts)
                insist(isinstance(value, list) == slots[name][0], "no list, or one too many: %s" % parts)
        insist(not whole or all(none or name in parts for name, (_, none) in slots.items()), "a part is missing: %s" % parts)

    def entry(self, entry):
        super().entry(entry)
        if entry["kind"] == "move":
            secret = "?" in entry["move"]
            self.secrets += secret
            insist(not secret or len(entry["parts"]) == 1, "of a secret move something is told: %s" % entry)
            self.check(entry["parts"], entry["seat"] == self.seat)
            self.ordered += entry["seat"] == self.seat and entry["how"] == "order"

    def stands(self, message):
        super().stands(message)
        mine = self.asked and self.asked.get("you")
        if mine:
            parts = mine["parts"]
            insist(len(parts) == len(mine["moves"]), "%d moves, and %d in parts" % (len(mine["moves"]), len(parts)))
            insist(len({json.dumps(one) for one in parts}) == len(parts), "two moves have the same parts")
            for one in parts:
                self.check(one, True)
            # What one would play: of the moves that do something, by chance.
            plays = [i for i, one in enumerate(parts) if one["verb"] not in ("pass", "done", "discard", "grind")]
            if plays:
                chosen = self.chance.choice(plays)
                mine["moves"] = [mine["moves"][chosen]]

    def move(self):
        mine = self.asked and self.asked.get("you")
        if mine and mine.get("orders") and self.offered < 3 and not self.sent and self.chance.random() < 0.05:
            self.offered += 1
            self.ordering = True
            self.client.say({"type": "order", "words": mine["orders"][0]["words"]})
        return not self.ordering and super().move()  # an order that is on its way may answer what is asked, and the next question too

    def hear(self, message):
        if message["type"] == "orders":
            self.ordering = False
            self.asked = None  # how things stand now comes next
        super().hear(message)


def whole_games(program):
    for game, seats in BOTH:
        met, secrets, offered, ordered = set(), 0, 0, 0
        with Server(program, *FREE) as server:
            setups = [{}, FLAT_OUT if game == "six-billion" else {"networks": "random", "milestones": "manual"}]
            for options in setups:
                table, tokens = make(server, game, seats, [None, None, "greedy"][:seats], options=options)
                players = [Reader(server, table, token, seat, views=True, game=game) for seat, token in tokens.items()]
                for player in players:
                    player.connect()
                play(players)
                for player in players:
                    insist(not [fault for fault in player.faults if fault["code"] != "illegal"], "refused: %s" % player.faults)
                    met |= player.met
                    secrets, offered, ordered = secrets + player.secrets, offered + player.offered, ordered + player.ordered
                # A server deals by chance, and a pair of games of 6 Billion may go by without a secret launch that somebody else sees.
                if options is setups[-1] and secrets == 0 and len(setups) < 40:
                    setups.append(dict(options))
        verbs = promised(game)
        insist(len(verbs) > 15 and len(met) >= len(verbs) - 6, "only these verbs were met: %s" % sorted(met))
        insist(secrets > 0, "no move of %d games of %s was secret" % (len(setups), game))
        insist(game != "six-billion" or (offered > 0 and ordered > 0), "%d orders were offered, %d moves made by them" % (offered, ordered))


run_tests()
