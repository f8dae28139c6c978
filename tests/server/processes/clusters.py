#!/usr/bin/env python3
"""Several processes of `billions serve` on one database behind a proxy, and the tools that begin them: tools/cluster and tools/postgres. What
they say is so, what is wrong is told, and nothing of them is left."""
import json
import os
import re
import signal
import subprocess
import sys

from cluster.processes import NOT_INSTALLED, POSTGRES, ROOT, Cluster, Database
from games import BOTH, finish, make, seats_of
from proxies import find
from sockets import PATIENCE, Skip, ask, insist, insist_soon, refused, run_tests

TOOL = os.path.join(ROOT, "tools/cluster")
STORM = os.path.join(ROOT, "tools/storm")
FREE = ["--bot-pace", "0", "--window-floor", "0", "--messages", "0", "--requests", "0"]


def lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def healthy(port):
    try:
        answer = ask(port, "GET", "/healthz")
    except OSError:
        return False
    return answer is not None and answer.status == 200


# ------------------------------------------------------------------ tools/cluster


def the_tool_says_what_is_there_and_leaves_nothing(program):
    find("haproxy")
    with subprocess.Popen([TOOL, "2", "--standby", "--port", "0", "--program", program, "--", "--bot-pace", "0"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as tool:
        try:
            said = []
            while not said or not said[-1].startswith("Ctrl-C"):
                line = tool.stdout.readline().decode()
                if not line and tool.wait(PATIENCE) == 77:
                    raise Skip("".join(said))
                insist(line, "it ended: " + "".join(said))
                said.append(line)
            said = "".join(said)
            port = int(re.search(r"listening on http://127.0.0.1:(\d+), by haproxy", said).group(1))
            processes = [(int(at), int(pid)) for at, pid in re.findall(r"process \d: http://127.0.0.1:(\d+), pid (\d+)", said)]
            sites = re.findall(r"(?:database|standby): postgresql://billions@(\S+)/postgres", said)
            folders = [site.replace("%2F", "/") for site in sites] + [os.path.dirname(os.path.dirname(re.search(r"log (\S+)", said).group(1)))]
            insist(len(processes) == 2 and len(sites) == 2, "two processes and two databases are not: " + said)
            insist(healthy(port) and all(healthy(at) for at, _ in processes) and all(map(os.path.isdir, folders)), "it is not as it says: " + said)
            os.kill(processes[1][1], signal.SIGKILL)
            line = tool.stdout.readline().decode()
            insist("process 2 has ended (SIGKILL)" in line, "it does not say so: " + line)
            insist(healthy(processes[0][0]), "the other one is gone, too")
            again = re.search(r"process 2 is there again, pid (\d+)", tool.stdout.readline().decode())
            insist(again and healthy(processes[1][0]), "it does not begin again")
            pids = [processes[0][1], int(again.group(1))]
            tool.send_signal(signal.SIGINT)
            insist(tool.wait(PATIENCE) == 0, "it ended with %d" % tool.returncode)
        finally:
            if tool.poll() is None:
                tool.send_signal(signal.SIGTERM)
    insist(not any(map(lives, pids)), "a process is left")
    for folder in folders:
        insist_soon("%s is left" % folder, lambda: not os.path.exists(folder))


def what_is_wrong_with_its_words_is_told(program):
    for words, sentence in ((["0"], "1 to 16, and not 0"), (["17"], "1 to 16, and not 17"), (["many"], "invalid int value: 'many'"),
                            (["2", "--proxy", "squid"], "haproxy, nginx or none, and not 'squid'"), (["2", "--port", "80"], "1024 to 65535"),
                            (["2", "--proxy", "none", "--port", "9000"], "there is none"), (["2", "--program", "/nowhere"], "there is no program")):
        wrong_words(program, sentence, TOOL, *words)
    code, said, _ = refused(TOOL, "--help")
    insist(code == 0 and "Ctrl-C ends all of it" in said, "--help: " + said)


def wrong_words(program, sentence, *words):
    code, _, said = refused(*words, *([] if "--program" in words else ["--program", program]))
    insist(code == 2 and sentence in said, "%s: %d %s" % (words, code, said))


# ------------------------------------------------------------------ tools/storm --cluster; a minute of it is a test of its own


def what_is_wrong_with_the_words_of_its_storm_is_told(program):
    for words, sentence in ((["--faults", "0"], "from 1 to 100000"), (["--only", "8"], "1 to 7"), (["--proxy", "squid"], "haproxy or nginx, and not 'squid'"),
                            (["--seconds", "3"], "unrecognized arguments: --seconds"), (["--program", "/nowhere"], "there is no program")):
        wrong_words(program, sentence, STORM, "--cluster", *words)
    code, said, _ = refused(STORM, "--cluster", "--help")
    insist(code == 0 and "the standby takes the database's place" in " ".join(said.split()), "--help: " + said)


# ------------------------------------------------------------------ a cluster


def games_behind(program, proxy, standby=False):
    """Both games, with whoever wins known to all."""
    find(proxy)
    with Cluster(program, 3, proxy=proxy, standby=standby, flags=FREE) as cluster:
        for game, seats in BOTH:
            table, tokens = make(cluster.proxy, game, seats + 1, bots=[None] * seats + ["greedy"])
            players = seats_of(cluster.proxy, table, tokens)
            finish(program, cluster.proxy, table, players)
        insist(cluster.logs_sound() is None, str(cluster.logs_sound()))
        if standby:
            status_of_both(program, cluster.database.sites)


def status_of_both(program, sites):
    """`--status` of the database, and of the standby that follows it."""
    for site, follows in zip(sites, (False, True)):
        database = site + ("?target_session_attrs=any" if follows else "")
        code, said, words = refused(program, "serve", "--status", "--json", "--database", database)
        insist(code == 0, "--status: %d %s" % (code, words))
        told = json.loads(said)
        insist(told["standby"] == follows and told["tables"]["all"] == len(BOTH) and (follows or len(told["server_list"]) == 3), "%s" % told)
        insist([(row["state"], row["sync"]) for row in told["standbys"]] == ([] if follows else [("streaming", "sync")]), "%s" % told)
        insist(follows or told["standbys"][0]["behind_bytes"] < 1 << 20, "%s" % told)
        code, said, _ = refused(program, "serve", "--status", "--database", database)
        insist(code == 0 and ("a standby, whose last change came" in said if follows else "streaming" in said), said)


def both_games_behind_haproxy(program):
    games_behind(program, "haproxy", standby=True)


def both_games_behind_nginx(program):
    games_behind(program, "nginx")


# ------------------------------------------------------------------ tools/postgres


def a_database_starts_anew_and_its_standby_takes_its_place(_):
    database = Database(standby=True)
    try:
        database.say("CREATE TABLE kept (number int PRIMARY KEY); INSERT INTO kept VALUES (1)")
        database.restart()
        database.say("INSERT INTO kept VALUES (2)")
        database.restart(at_once=True)
        database.say("INSERT INTO kept VALUES (3)")
        for lost in range(2):  # the second time by a standby that has followed a standby
            before = database.folder()
            database.promote()
            insist(not os.path.exists(before), "what was lost is still there")
            database.say("INSERT INTO kept VALUES (%d)" % (4 + lost))
            insist(database.say("SELECT count(*) FROM kept") == str(4 + lost), "something that was committed is not there")
            if not lost:
                database.follow()
        code, _, said = refused(POSTGRES, "promote", database.sites[0])
        insist(code == 2 and "is no standby" in said, "promoted twice: %d %s" % (code, said))
        folder = database.folder()
    finally:
        database.end()
    insist(not os.path.exists(folder), "it is left")


def what_is_wrong_with_the_words_of_postgres_is_told(_):
    for words, sentence in ((["restart", "/nowhere"], "is no server that tools/postgres has started"), (["promote"], "usage:"),
                            (["standby", "--parent"], "--parent wants"), (["start", "--quick"], "there is no option '--quick'"), (["begin"], "usage:")):
        code, _, said = refused(POSTGRES, *words)
        if code == NOT_INSTALLED:
            raise Skip(said)
        insist(code == 2 and sentence in said, "%s: %d %s" % (words, code, said))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    run_tests()
