#!/usr/bin/env python3
"""`billions serve` with its tables in PostgreSQL: that no password is shown, that a killed server finds everything, and what becomes of it when
the database goes away for a while. Run it by tools/postgres run."""
import json
import os
import sqlite3
import subprocess
import tempfile
import time

from games import make
from pair import address, described, say
from sockets import PATIENCE, SECRETS, Server, ask, insist, refused, run_tests

PASSWORD = "s3cret-passphrase"
SECRETS.add(PASSWORD)  # must stand in no log


def place(schema):
    """An address with a password in it, which this server does not ask for, and a schema of its own."""
    return address.replace("billions@", "billions:%s@" % PASSWORD, 1) + "?options=-csearch_path%3D" + schema


def a_killed_server_finds_what_it_had(program):
    with tempfile.TemporaryDirectory() as folder:
        with Server(program, folder=folder, database=place("killed")) as server:
            table, _ = make(server)
            with open("/proc/%d/cmdline" % server.process.pid, "rb") as file:
                insist(PASSWORD.encode() not in file.read(), "a list of processes shows the password")
            server.kill()
            server.start(server.port)  # whoever was there before is known to be dead
            insist(described(server, table), "the table is gone")
    insist(say("SELECT count(*) FROM killed.tables") == "1", "the table does not lie where it should")


def it_is_looked_over_and_not_copied(program):
    with Server(program, database=place("looked")) as server:
        make(server)
        code, said, words = refused(program, "serve", "--check", "--database", place("looked"))
        insist(code == 0 and "1 tables" in said and "all is as it was written" in said, "--check: %d %s %s" % (code, said, words))
        insist(PASSWORD not in said + words, "the password is shown: " + said)
    say("DELETE FROM looked.seats WHERE seat = 2")
    code, said, _ = refused(program, "serve", "--check", "--database", place("looked"))
    insist(code == 1 and "1 tables do not have the seats that they say" in said, "--check of what is amiss: %d %s" % (code, said))
    say("ALTER TABLE looked.seats DROP CONSTRAINT seats_pkey")  # as what was restored only in part
    for words in (["--check"], ["--port", "0"]):
        code, _, said = refused(program, "serve", *words, "--database", place("looked"))
        insist(code in (2, 4) and "lacks the primary keys of seats: it was not restored whole" in said, "%s: %d %s" % (words, code, said))
    code, _, words = refused(program, "serve", "--backup", "/tmp/never", "--database", place("looked"))
    insist(code == 4 and "pg_dump" in words and PASSWORD not in words and not os.path.exists("/tmp/never"), "--backup: %d %s" % (code, words))
    code, _, words = refused(program, "serve", "--port", "0", "--database", "postgresql://ann:%s@127.0.0.1:1/none" % PASSWORD)
    insist(code == 4 and "cannot be reached" in words and PASSWORD not in words, "nobody there: %d %s" % (code, words))


def connections_that_end_are_opened_again(program):
    with Server(program, database=place("ended")) as server:
        table, _ = make(server)
        say("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'billions serve'")
        began = time.monotonic()
        while True:  # a request may be told no; soon none is any more
            answer = ask(server, "POST", "/api/tables", {"game": "one-billion-users", "seats": 2, "bots": [None, None]})
            if answer is not None and answer.status == 201:
                break
            insist(time.monotonic() - began < PATIENCE, "nothing is stored any more: %s" % answer)
            time.sleep(0.1)
        insist(described(server, table), "the table is gone")
        insist(all(PASSWORD not in json.dumps(line) for line in server.log_lines()), "the log shows the password")
    insist(say("SELECT count(*) FROM ended.tables") == "2", "not what was acknowledged")


def status(program, database):
    """`--status` in words, and what it says as JSON."""
    told = []
    for more in ((), ("--json",)):
        code, said, words = refused(program, "serve", "--status", "--database", database, *more)
        insist(code == 0 and not words and PASSWORD not in said, "--status: %d %s %s" % (code, said, words))
        told.append(said)
    return told[0], json.loads(told[1])


def status_tells_of_servers_and_standbys(program):
    with Server(program, database=place("stand")) as server:
        table, _ = make(server)
        words, told = status(program, place("stand"))
        insist("; a server uses it.\n0 tables are open, 1 in play, 1 in all." in words and "PostgreSQL" in words, words)
        insist(told["servers"] == 1 and told["tables"] == {"open": 0, "playing": 1, "all": 1} and told["bytes"] > 100000, "%s" % told)
        insist(told["schema"] == int(say("SELECT version FROM stand.schema_version")) and not told["standby"], "%s" % told)
        row, = told["server_list"]
        insist(row["name"] == "billions serve" and row["tables"] in (0, 1) and 0 <= row["silent_milliseconds"] < 1000 * PATIENCE, "%s" % row)
        insist(told["standbys"] == [] and "said something" in words, words)
    words, told = status(program, place("stand"))
    insist("; no server uses it." in words and told["servers"] == 0, words)
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "said"), "wb") as said:
        follower = subprocess.Popen(["pg_receivewal", "-D", folder, "-d", address + "?application_name=follower"], stdout=said, stderr=said)
        try:
            began = time.monotonic()
            while say("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") != "1":
                insist(time.monotonic() - began < PATIENCE and follower.poll() is None, "nobody follows")
                time.sleep(0.1)
            words, told = status(program, place("stand"))
            row = told["standbys"][0]
            insist((row["name"], row["state"], row["sync"], row["behind_bytes"]) == ("follower", "streaming", "async", None), "%s" % row)
            insist("it has not said yet" in words, words)
            say("CREATE ROLE looker LOGIN; GRANT USAGE ON SCHEMA stand TO looker; GRANT SELECT ON ALL TABLES IN SCHEMA stand TO looker")
            words, told = status(program, place("stand") + "&user=looker")  # who may only look, and sees no standbys
            insist("GRANT pg_monitor" in words and told["tables"]["all"] == 1, words)
        finally:
            follower.terminate()
            follower.wait()
    code, said, words = refused(program, "serve", "--status", "--database", place("nothing"))
    insist(code == 4 and not said and "is an empty database" in words, "of nothing: %d %s" % (code, words))
    insist(say("SELECT count(*) FROM pg_namespace WHERE nspname = 'nothing'") == "0", "--status made something")


def copy(program, source, target):
    """`--copy`, which must do it; what it said."""
    code, said, words = refused(program, "serve", "--database", source, "--copy", target)
    insist(code == 0 and "read again and compared" in said, "--copy: %d %s %s" % (code, said, words))
    insist(PASSWORD not in said + words, "the password is shown: " + said)


def all_of_it_goes_to_another_kind_and_back(program):
    with tempfile.TemporaryDirectory() as folder:
        first, last = os.path.join(folder, "first.db"), os.path.join(folder, "last.db")
        with Server(program, folder=folder, database=first) as server:
            table, _ = make(server)
            code, _, words = refused(program, "serve", "--database", first, "--copy", place("carried"))
            insist(code == 4 and "another server uses this database" in words, "beside a server: %d %s" % (code, words))
        copy(program, first, place("carried"))
        copy(program, place("carried"), last)
        for database in (place("carried"), last):
            with Server(program, folder=folder, database=database) as server:
                insist(described(server, table), "the table did not arrive")
                make(server)
        code, _, words = refused(program, "serve", "--database", first, "--copy", last)
        insist(code == 4 and "holds something already" in words and table_of(last) == 2, "over something: %d %s" % (code, words))
        code, _, words = refused(program, "serve", "--database", os.path.join(folder, "none.db"), "--copy", os.path.join(folder, "new.db"))
        insist(code == 4 and not os.path.exists(os.path.join(folder, "new.db")), "of nothing: %d %s" % (code, words))


def table_of(database):
    """How many tables a file holds."""
    with sqlite3.connect("file:%s?mode=ro" % database, uri=True) as line:
        return line.execute("SELECT count(*) FROM tables").fetchone()[0]


run_tests()
