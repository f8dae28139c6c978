#!/usr/bin/env python3
"""The reference bot in Python: the protocol of docs/bot-protocol.md with nothing but the standard library.

    billions play --seats person,exec:bots/reference/bot.py
    billions sim one --seats exec:bots/reference/bot.py,greedy --games 100

It learns while it sits there: which first words of moves ("add", "colony") went along with good places. It tells its reasons, gives
a standing order where the game has one that spares it questions, and repeats itself when the same questions are asked again.
"""
import json
import random
import sys


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Bot:
    def __init__(self):
        self.game = {}
        self.words = {}  # first word: [how often, places, own points, points of the others]
        self.used = set()  # first words of this match
        self.fresh = True

    def new(self):
        self.used = set()
        self.fresh = True

    def over(self, end):
        seat, points = end["seat"] - 1, end["points"]
        others = (sum(points) - points[seat]) / (len(points) - 1)
        for word in self.used:
            tally = self.words.setdefault(word, [0, 0, 0, 0])
            for i, figure in enumerate((1, end["places"][seat], points[seat], others)):
                tally[i] += figure

    def expected(self, move):
        """The place that moves with this first word led to, drawn towards the middle where little is known."""
        seats = self.game["seats"]
        tally = self.words.get(move.split()[0], (0, 0, 0, 0))
        return (tally[1] + (seats + 1) / 2) / (tally[0] + 1)

    def reason(self, seat, move):
        seats = self.game["seats"]
        tally = self.words.get(move.split()[0])
        if not tally:
            return
        place = self.expected(move)
        rest = (seats * (seats + 1) / 2 - place) / (seats - 1)
        text = ""
        for s in range(seats):
            points = tally[2 if s == seat else 3] / tally[0]
            text += " %.1f/%.3f" % (points, place if s == seat else rest)
        say("reason %d%s %s" % (tally[0], text, move))

    def answer(self, number, ask):
        chance = random.Random(ask["random"])
        moves = ask["moves"]
        if self.fresh and self.game["game"] == "six-billion":
            say("order grow always")  # free doublings in any order: let the table choose
        self.fresh = False
        useful = [move for move in moves if move != "pass"] or moves
        move = min(useful, key=lambda move: self.expected(move) + chance.uniform(0, 0.5))
        self.used.add(move.split()[0])
        self.reason(ask["seat"] - 1, move)
        say("say %d moves were possible, and this one was worth a try" % len(moves))
        say("move %s %s" % (number, move))


def main():
    bot = Bot()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "billions-bot":
            say("billions-bot 1\nname reference bot in Python\nready")
        elif word == "game":
            bot.game = json.loads(rest)
        elif word == "new":
            bot.new()
        elif word == "ask":
            number, _, rest = rest.partition(" ")
            bot.answer(number, json.loads(rest))
        elif word == "over":
            bot.over(json.loads(rest))
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
