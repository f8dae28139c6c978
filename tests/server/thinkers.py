#!/usr/bin/env python3
"""thinkers.py PROGRAM [TEST...]: `billions think` helps a server: games go on to their end whatever becomes of who thinks, and strangers get
nothing. What is thought is tested in test_think.c."""
import os
import signal
import socket
import subprocess
import tempfile
import time

from games import agree, make, play, seats_of, verify
from proxies import free_port
from sockets import PATIENCE, Server, ask, insist, refused, run_tests

FREE = ["--bot-pace", "0", "--window-floor", "0", "--messages", "0", "--requests", "0", "--threads", "1", "--thought", "0"]


def secret(folder, name="secret", words=b"sixteen letters, or more"):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(words)
    os.chmod(path, 0o600)
    return path


class Thinker:
    def __init__(self, program, folder, port, path, threads=2):
        self.said = open(os.path.join(folder, "said-%d" % time.monotonic_ns()), "wb+")
        self.process = subprocess.Popen([program, "think", "127.0.0.1:%d" % port, "--secret", path, "--threads", str(threads)],
                                        stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said)

    def words(self):
        with open(self.said.name) as file:
            return file.read()

    def until(self, words):
        began = time.monotonic()
        while words not in self.words():
            insist(time.monotonic() - began < PATIENCE and self.process.poll() is None, "it does not say '%s': %s" % (words, self.words()))
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.said.close()


def figure(server, name):
    return next(int(line.split()[-1]) for line in ask(server, "GET", "/metrics").body.decode().splitlines() if line.startswith("billions_%s " % name))


def until(server, name, fine):
    began = time.monotonic()
    while not fine(figure(server, name)):
        insist(time.monotonic() - began < PATIENCE, "%s stays %d" % (name, figure(server, name)))
        time.sleep(0.05)


def games_end_whatever_becomes_of_who_thinks(program):
    with tempfile.TemporaryDirectory() as folder:
        port, path = free_port(), secret(folder)
        helped = ["--think-at", "127.0.0.1:%d" % port, "--think-secret", path]
        with Server(program, *FREE, *helped) as server, Thinker(program, folder, port, path) as steady:
            steady.until("thinking for 127.0.0.1:%d" % port)
            until(server, "thinkers", lambda count: count == 2)
            tables = [make(server, "one-billion-users", 2, [None, "hard"]) for _ in range(2)]
            players = [player for table, tokens in tables for player in seats_of(server, table, tokens)]

            def more(count):
                goal = sum(len(player.moves) for player in players) + count
                play(players, until=lambda all: sum(len(player.moves) for player in all) >= goal or all_over(all))

            with Thinker(program, folder, port, path) as killed, Thinker(program, folder, port, path) as sleeper:
                until(server, "thinkers", lambda count: count == 6)
                more(40)
                sleeper.process.send_signal(signal.SIGSTOP)
                more(20)
                killed.process.kill()
                more(20)
                sleeper.process.send_signal(signal.SIGCONT)
                more(20)
            play(players)
            until(server, 'thoughts_elsewhere_total{ended="answered"}', lambda count: count > 10)
            agree(players[:1])
            for table, _ in tables:
                verify(program, server, table)
            server.stop()  # it is waited for nobody who thinks
            steady.until("is gone; it is tried again")
            server.start()
            until(server, "thinkers", lambda count: count == 2)  # they come back by themselves


def all_over(players):
    return all(player.over for player in players)


def strangers_get_nothing(program):
    with tempfile.TemporaryDirectory() as folder:
        port, path = free_port(), secret(folder)
        with Server(program, *FREE, "--think-at", "127.0.0.1:%d" % port, "--think-secret", path) as server:
            with Thinker(program, folder, port, secret(folder, "other", b"another secret, of other people")) as stranger:
                stranger.until("The other end does not know the secret")
            for words in (b"", b"GET / HTTP/1.1\r\n\r\n" * 40, os.urandom(100000)):
                with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
                    try:
                        line.sendall(words)
                        line.shutdown(socket.SHUT_WR)
                        said = b"".join(iter(lambda: line.recv(65536), b""))
                    except OSError:  # closed before all of it was said: then there is no connection left to shut, either
                        said = b""
                    insist(len(said) <= 32 + 200, "a stranger is told %d bytes" % len(said))  # random bytes, and a box that tells nothing
            insist(figure(server, "thinkers") == 0 and figure(server, "thoughts_elsewhere_total{ended=\"answered\"}") == 0, "a stranger helps")
            until(server, "thinkers_refused_total", lambda refused: refused >= 4)
            # Many who say nothing: those who are too many are turned away at once, and told nothing.
            silent = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(17)]
            try:
                insist(silent[16].recv(1) == b"", "there is room for any number of strangers")
            finally:
                for line in silent:
                    line.close()
            until(server, "thinkers_refused_total", lambda refused: refused >= 21)
            insist("thinkers-refused" in server.log(), "the log does not tell of them")
            # Afterwards there is room for who has the secret.
            with Thinker(program, folder, port, path):
                until(server, "thinkers", lambda count: count == 2)


def bad_input_is_a_sentence(program):
    with tempfile.TemporaryDirectory() as folder:
        path = secret(folder)
        os.chmod(path, 0o644)
        serve = ["serve", "--port", "0", "--database", os.path.join(folder, "tables.db")]
        for words, code, told in (
                (["think"], 2, "think"), (["think", "127.0.0.1:9000"], 2, "--secret FILE is missing"),
                (["think", "127.0.0.1:9000", "--secret", os.path.join(folder, "none")], 4, "cannot be read"),
                (["think", "127.0.0.1:9000", "--secret", path], 4, "chmod 600"),
                (serve + ["--think-at", "127.0.0.1:9000"], 2, "belong together"), (serve + ["--think-secret", path], 2, "belong together"),
                (serve + ["--think-at", "127.0.0.1:9000", "--think-secret", path], 4, "chmod 600"),
                (serve + ["--think-at", "nonsense", "--think-secret", secret(folder, "good")], 4, "an address and a port are wanted")):
            found = refused(program, *words)
            insist(found[0] == code and told in found[2], "%s: %d %s" % (words, found[0], found[2]))


run_tests([games_end_whatever_becomes_of_who_thinks, strangers_get_nothing, bad_input_is_a_sentence])
