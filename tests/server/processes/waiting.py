#!/usr/bin/env python3
"""waiting.py PROGRAM [TEST...]: tables before their games begin, as a client of the network sees them. A whole life: a table is made, a bot
is put in and taken out, a guest is removed and hears why, bots fill the rest, the game is played, its record and the receipt of who came by
`billions join` verify. And all of it at a real terminal. What a hub does besides, test_hub_waiting.c and test_hub_quick.c tell."""
import os
import subprocess
import tempfile
import threading

from foreign import shown
from games import Player, make, play, verify
from sockets import FREE, PATIENCE, Server, ask, insist, run_tests

GAMES = [("one-billion-users", 4), ("six-billion", 4)]


def seats(server, table, token, status=200, **wish):
    answer = ask(server, "POST", "/api/tables/%s/seats" % table, wish, bearer=token)
    insist(answer is not None and answer.status == status, "%s was answered %s" % (wish, answer))
    return answer.json()


def join(server, table, name):
    answer = ask(server, "POST", "/api/tables/%s/join" % table, {"name": name, "contribution": os.urandom(32).hex()})
    insist(answer is not None, "no answer to join")
    return answer


def heard(player, kind):
    """Hears on until an entry of that kind has come."""
    while True:
        message = player.client.hear()
        insist(message is not None, "closed before %s: %s" % (kind, player.client.ended))
        player.hear(message)
        if message["type"] == "entry" and message["kind"] == kind:
            return message


def a_whole_life(program):
    for game, count in GAMES:
        with Server(program, *FREE) as server, tempfile.TemporaryDirectory() as folder:
            made = ask(server, "POST", "/api/tables", dict(game=game, seats=count, name="Ann", contribution=os.urandom(32).hex())).json()
            table = made["table"]
            ann = Player(server, table, made["token"], made["seat"])
            ann.connect()
            ann.hear(ann.client.until("table"))
            seats(server, table, ann.token, seat=2, bot="easy")
            entry = heard(ann, "bot-seated")
            insist((entry["seat"], entry["name"], entry["by"]) == (2, "easy", 1), "not who did what: %s" % entry)
            seats(server, table, ann.token, seat=2, remove="easy")
            heard(ann, "bot-left")

            guest = join(server, table, "Trudy").json()
            trudy = Player(server, table, guest["token"], guest["seat"])
            trudy.connect()
            insist(trudy.client.until("table")["host"] == 1, "the host is not told")
            insist("host" in seats(server, table, trudy.token, status=403, bot="easy")["error"]["text"], "a guest fills the table")
            seats(server, table, ann.token, seat=guest["seat"], remove="Trudy")
            told = trudy.client.until("error")
            insist(told["code"] == "token" and "Ann, the host, removed you" in told["text"], "the guest is told %s" % told)
            again = join(server, table, "Trudy")
            insist(again.status == 403 and again.code() == "removed", "she is back: %s" % again)

            # Bob comes by a terminal's way, with a bot that plays for him and a receipt.
            receipt = os.path.join(folder, "receipt")
            said = open(os.path.join(folder, "said"), "w+", encoding="utf-8")  # a long game says more than a pipe holds that nobody reads yet
            bob = subprocess.Popen([program, "join", "http://127.0.0.1:%d/t/%s" % (server.port, table), "--name", "Bob", "--bot", "greedy", "--receipt", receipt,
                                    "--plain"], stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT)
            try:
                heard(ann, "seated")  # Trudy, then Bob
                heard(ann, "seated")
                seats(server, table, ann.token, bot="greedy")
                heard(ann, "began")
                play([ann])
                bob.wait(PATIENCE)
            finally:
                bob.kill()
            with said:
                said.seek(0)
                insist(bob.returncode == 0, "billions join ended with %d: %s" % (bob.returncode, said.read()))
            record = verify(program, server, table)
            path = os.path.join(folder, "record")
            with open(path, "w", encoding="utf-8") as file:
                file.write(record)
            judge = os.path.join(os.path.dirname(program), "billions")
            run = subprocess.run([judge, "verify", path, "--receipt", receipt], capture_output=True, timeout=PATIENCE)
            insist(run.returncode == 0, "the receipt does not verify: " + (run.stdout + run.stderr).decode())


def by_the_terminal(program):
    """The same at a real terminal: commands, and `--quick`, where a sentence comes for what cannot be."""
    with Server(program, *FREE) as server:
        address = "http://127.0.0.1:%d" % server.port
        text = shown(program, ["join", address, "--new", "six", "--players", "3", "--name", "Ann", "--plain"], [
            ("Wait>", "bot 9"), ("Which seat?", "bot 2 nobody"), ("There is no bot", "bot 2 greedy"), ("is a bot's from now on", "dismiss 2"),
            ("the bot was taken out", "fill random"), ("Play", "dismiss 2"), ("only before the game begins", "quit")])
        insist("The seat stays yours." in text, "it ended otherwise: " + text)
        text = shown(program, ["join", address, "--quick", "six", "--players", "2", "--name", "Bob", "--plain"], [
            ("Wait>", "fill"), ("Somebody may still come", "quit")])
        insist("A quick match" in text, "no quick match: " + text)
        listed = ask(server, "GET", "/api/quick").json()["tables"]
        insist(listed == [{"game": "six-billion", "seats": 2, "waiting": 1}], "who waits is told as %s" % listed)
        shown(program, ["join", address, "--quick", "six", "--name", "Cid", "--plain"], [("Seat 1 (Bob)", "quit")])
        run = subprocess.run([program, "join", address, "--quick", "six"], capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        insist(run.returncode == 2 and b"--quick takes a seat" in run.stderr, "without a name: %s" % run)


def who_left_keeps_the_name_at_the_terminal(program):
    """Of who gave a seat up before one came, and of who does it while one looks on."""
    with Server(program, *FREE) as server:
        table, tokens = make(server, "six-billion", 3)

        def leave(seat):
            answer = ask(server, "POST", "/api/tables/%s/leave" % table, {}, bearer=tokens[seat])
            insist(answer is not None and answer.status == 200, "it can't be left: %s" % answer)

        leave(2)
        other = Player(server, table, tokens[3], 3)
        other.connect()

        def leave_when_seen():
            while other.client.until("presence") != {"type": "presence", "seat": 1, "connected": True}:
                pass
            leave(3)

        goes = threading.Thread(target=leave_when_seen)
        goes.start()
        text = shown(program, ["join", "http://127.0.0.1:%d/t/%s#%s" % (server.port, table, tokens[1]), "--plain"], [
            ("Seat 3 (Person 3, who left; ", "who"), ("Seat 2 (Person 2, who left; ", "quit")])
        goes.join(PATIENCE)
        insist(" plays)" in text, "nobody plays: " + text)


if __name__ == "__main__":
    run_tests()
