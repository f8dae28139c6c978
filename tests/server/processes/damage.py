#!/usr/bin/env python3
"""damage.py PROGRAM [TEST...]: what becomes of a database that was altered behind the server's back: entries, rows, pages, its journal. What
is damaged is refused in a sentence and told once; all else goes on; `serve --check` finds it and changes nothing."""
import os
import shutil
import sqlite3
import struct

from games import make, play, seats_of
from sockets import FREE, Client, Server, ask, insist, refused, run_tests

ENDS = ("", "-wal", "-shm")


def played(server, count, moves=6, game="one-billion-users"):
    """So many listed tables, each with so many moves."""
    tables = []
    for _ in range(count):
        table, tokens = make(server, game, 2, listed=True)
        players = seats_of(server, table, tokens)
        play(players, until=lambda players: len(players[0].moves) >= moves)
        for player in players:
            player.drop()
        tables.append((table, tokens))
    return tables


def finished(server, game="one-billion-users"):
    table, tokens = make(server, game, 2, listed=True)
    players = seats_of(server, table, tokens)
    play(players)
    for player in players:
        player.drop()
    return table, tokens


def change(server, sql, *values):
    line = sqlite3.connect(server.database)
    line.execute("PRAGMA foreign_keys = OFF")
    changed = line.execute(sql, values).rowcount
    line.commit()
    line.close()
    insist(changed > 0, "nothing was altered by " + sql)


def keep(server, name):
    for end in ENDS:
        if os.path.exists(server.database + end):
            shutil.copyfile(server.database + end, os.path.join(server.folder, name + end))
    return os.path.join(server.folder, name)


def noticed(server):
    return [line for line in server.log_lines() if line["what"] in ("table-damaged", "database damaged")]


def is_refused(server, table, tokens):
    """Over every way to it, and not as if the server were ill."""
    for _ in range(2):
        for path in ("", "/record"):
            answer = ask(server, "GET", "/api/tables/%s%s" % (table, path))
            insist(answer.status == 409 and answer.code() == "damaged", "GET %s was answered %s" % (path, answer))
    for what in ("rematch", "leave", "join"):
        answer = ask(server, "POST", "/api/tables/%s/%s" % (table, what), {"name": "Eve"}, bearer=None if what == "join" else tokens[1])
        insist(answer.status == 409 and answer.code() == "damaged", "%s was answered %s" % (what, answer))
    for token in (tokens[1], None):
        client = Client(server)
        client.say(dict({"type": "hello", "protocol": 1, "table": table}, **({"token": token} if token else {})))
        answer = client.hear()
        insist(answer["type"] == "error" and answer["code"] == "damaged" and "damaged" in answer["text"], "hello was answered %s" % answer)
        insist(client.hear() is None, "the connection to a damaged table stays open")
        client.close()


def goes_on(server, table, tokens):
    players = seats_of(server, table, tokens)
    for player in players:
        player.connect()
    play(players, until=lambda players: len(players[0].moves) >= 12)
    for player in players:
        insist(not player.faults, "another table was refused: %s" % player.faults)
        player.drop()


def is_well(server):
    answer = ask(server, "GET", "/healthz")
    insist(answer.status == 200, "health says %s" % answer)


ALTERED = [
    ("an entry with another text", "UPDATE log SET text = text || 'x' WHERE table_nr = ? AND number = 5"),
    ("one with another time", "UPDATE log SET time = time + 1 WHERE table_nr = ? AND number = 5"),
    ("one that is missing", "DELETE FROM log WHERE table_nr = ? AND number = 5"),
    ("the last that is missing", "DELETE FROM log WHERE table_nr = ? AND number = (SELECT max(number) FROM log l WHERE l.table_nr = log.table_nr)"),
    ("the end of a beginning", "DELETE FROM log WHERE table_nr = ? AND number > 2"),
    ("a setup", "UPDATE setups SET setup = substr(setup, 2) WHERE table_nr = ?"),
    ("a seed", "UPDATE tables SET seed = zeroblob(32) WHERE nr = ?"),
    ("a seat that is missing", "DELETE FROM seats WHERE table_nr = ? AND seat = 1"),
    ("a seed of another length", "UPDATE tables SET seed = zeroblob(31) WHERE nr = ?"),
]


def altered_rows(program):
    """Altered while the server is down, and while it runs and the table is put away."""
    for running in (False, True):
        with Server(program, *FREE, "--park", "1", "--loaded", "1") as server:
            tables = played(server, len(ALTERED) + 1)
            numbers = dict(sqlite3.connect(server.database).execute("SELECT id, nr FROM tables"))
            if not running:
                server.stop()
            else:  # another game takes the only place in memory
                goes_on(server, *tables[-1])
            for (_, sql), (table, _) in zip(ALTERED, tables):
                change(server, sql, numbers[table])
            if not running:
                server.start()
            bad = [table for table in tables[:-1]]
            for (what, _), (table, tokens) in zip(ALTERED, bad):
                is_refused(server, table, tokens)
                is_well(server)
            goes_on(server, *tables[-1])
            table, tokens = make(server, "six-billion", 2)
            goes_on(server, table, tokens)
            told = [line["table"] for line in noticed(server) if line["what"] == "table-damaged"]
            insist(len(told) == len(ALTERED) and len(set(told)) == len(told), "the log tells of %s" % noticed(server))
            answer = ask(server, "GET", "/api/tables?limit=100")
            insist(answer.status == 200, "the lobby was answered %s" % answer)
            listed = {row["table"] for row in answer.json()["tables"]}
            insist(tables[-1][0] in listed and bad[0][0] in listed, "the lobby shows %s" % listed)
            insist(bad[-1][0] not in listed and bad[-2][0] not in listed, "the lobby shows what cannot be read")
            answer = ask(server, "GET", "/metrics")
            insist(b"billions_tables_damaged %d\n" % len(ALTERED) in answer.body, "the figures do not tell it")


def written_over(database, page, size):
    with open(database, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes((7 * i + 165) & 255 for i in range(size)))


def a_page_of_entries(program):
    """Noise over a page in which entries lie: the tables concerned are refused, all others and new ones are played."""
    with Server(program, *FREE) as server:
        tables = played(server, 40, moves=30)
        server.stop()
        line = sqlite3.connect(server.database)
        size = line.execute("PRAGMA page_size").fetchone()[0]
        root = line.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'log'").fetchone()[0]
        line.close()
        with open(server.database, "rb") as file:
            bytes_ = file.read()
        at = (root - 1) * size
        insist(bytes_[at] == 2, "the tree of entries has one page only")  # an inner page of an index: children stand in its cells
        cells = struct.unpack(">H", bytes_[at + 3:at + 5])[0]
        cell = struct.unpack(">H", bytes_[at + 12 + 2 * (cells // 2):at + 14 + 2 * (cells // 2)])[0]
        written_over(server.database, struct.unpack(">I", bytes_[at + cell:at + cell + 4])[0], size)
        code, out, _ = refused(program, "serve", "--check", "--database", server.database)
        insist(code == 1 and "fault" in out and "Table " in out, "the check ended with %s and said %r" % (code, out))
        server.start()
        insist([line for line in noticed(server) if line["level"] == "error" and "what happened at tables" in line["why"]], "nothing is told: %s" % server.log())
        well = []
        for table, tokens in tables:
            answer = ask(server, "GET", "/api/tables/" + table)
            insist(answer.status in (200, 409), "a table was answered %s" % answer)
            if answer.status == 200:
                well.append((table, tokens))
            else:
                is_refused(server, table, tokens)
        insist(0 < len(well) < len(tables), "%d of %d tables can be read" % (len(well), len(tables)))
        is_well(server)
        insist(ask(server, "GET", "/api/tables").status == 200, "the lobby is closed")
        for table, tokens in (well[0], well[-1]):  # far from it: a tree is balanced with its neighbours
            players = seats_of(server, table, tokens)
            for player in players:
                player.connect()
            play(players, until=lambda players: len(players[0].moves) >= 36)
            for player in players:
                player.drop()
        goes_on(server, *make(server, "six-billion", 2))
        is_well(server)


# ------------------------------------------------------------------ the journal


def journal(program):
    """A killed server's journal, cut or altered: SQLite takes what is before that place. The server begins with it, whatever it is, and goes on."""
    server = Server(program, *FREE)
    tables = played(server, 3, moves=30)
    server.kill()
    whole = keep(server, "whole")
    with open(whole + "-wal", "rb") as file:
        data = file.read()
    middle = 32 + (24 + 4096) * (len(data) // (24 + 4096) // 2)
    insist(len(data) > 60 * (24 + 4096), "the journal has %d bytes" % len(data))
    cases = [
        ("as it was", data),
        ("a bit of a frame in the middle is another", data[:middle + 100] + bytes([data[middle + 100] ^ 16]) + data[middle + 101:]),
        ("a bit of the head is another", data[:9] + bytes([data[9] ^ 16]) + data[10:]),
        ("it ends in the middle", data[:middle + 77]),
        ("it is empty", b""),
        ("noise is behind it", data + bytes(700)),
    ]
    for number, (what, journal_bytes) in enumerate(cases):
        folder = os.path.join(server.folder, "case%d" % number)
        os.mkdir(folder)
        database = os.path.join(folder, "tables.db")
        shutil.copyfile(whole, database)
        with open(database + "-wal", "wb") as file:
            file.write(journal_bytes)
        with Server(program, *FREE, folder=folder, database=database) as again:
            is_well(again)
            for table, _ in tables:  # there, not there yet, or refused: never ill
                answer = ask(again, "GET", "/api/tables/" + table)
                insist(answer.status == 200 or (number in (1, 2, 3, 4) and answer.status in (404, 409)), "%s: a table was answered %s" % (what, answer))
            goes_on(again, *make(again, "six-billion", 2))
            again.stop()
        code, out, err = refused(program, "serve", "--check", "--database", database)
        insist(code == 0 or (number in (1, 2, 3, 4) and code == 1), "%s: the check ended with %s and said %r %r" % (what, code, out, err))
    shutil.rmtree(server.folder)


# ------------------------------------------------------------------ looking over


def looked_over(program):
    """A sound database, beside its server and without; an altered one; what is none."""
    with Server(program, *FREE) as server:
        tables = played(server, 3) + [finished(server), finished(server, "six-billion")]
        running = refused(program, "serve", "--check", "--database", server.database)
        insist(running[0] == 0 and "5 tables" in running[1] and "2 games that are over; all is as it was written.\n" in running[1],
               "beside its server the check ended with %s" % (running,))
        insist(not running[2], "the check writes %r where nobody looks" % running[2])
        goes_on(server, *tables[0])
        server.stop()
        before = open(server.database, "rb").read()
        there = set(os.listdir(server.folder))
        code, out, _ = refused(program, "serve", "--check", "--database", server.database)
        insist(code == 0 and out.count("\n") == 1, "the check ended with %s and said %r" % (code, out))
        insist(open(server.database, "rb").read() == before, "the check has changed the database")
        insist(set(os.listdir(server.folder)) - there <= {"tables.db-wal", "tables.db-shm"}, "the check has made files: %s" % os.listdir(server.folder))
        numbers = dict(sqlite3.connect(server.database).execute("SELECT id, nr FROM tables"))
        for what, sql, table, words in [
            ("a move", "UPDATE log SET text = CASE text WHEN 'pass' THEN 'grind 1' ELSE 'pass' END WHERE table_nr = ? AND number = 6", 0, "damaged"),
            ("a sum", "UPDATE log SET sum = sum + 1 WHERE table_nr = ? AND number = 6", 0, "damaged"),
            ("a gap", "DELETE FROM log WHERE table_nr = ? AND number = 6", 1, "after entry 5"),
            ("a result", "UPDATE log SET sum = NULL, text = replace(text, '\"places\":[1,2]', '\"places\":[2,1]') || ' ' WHERE table_nr = ? AND kind = 12", 3, None),
            ("a result", "UPDATE log SET sum = NULL, text = replace(text, '\"points\":[', '\"points\":[1') WHERE table_nr = ? AND kind = 12", 3, "another result"),
            ("a contribution", "UPDATE seats SET contribution = zeroblob(32) WHERE table_nr = ? AND seat = 0", 4, "seed is not"),
            ("a row of tables", "DELETE FROM tables WHERE nr = ?", 2, "belong to no row"),
            ("an index", "UPDATE sqlite_schema SET sql = replace(sql, 'state < 2', 'state < 1') WHERE name = 'tables_living' AND ? > 0", 0, "is another"),
        ]:
            copy = keep(server, "copy")
            line = sqlite3.connect(copy)
            line.execute("PRAGMA foreign_keys = OFF")
            line.execute("PRAGMA writable_schema = ON")
            insist(line.execute(sql, (numbers[tables[table][0]],)).rowcount > 0, "nothing was altered: " + what)
            line.commit()
            line.close()
            code, out, err = refused(program, "serve", "--check", "--database", copy)
            if words is None:
                continue
            if words == "is another":
                insist(code == 2 and not out and '"tables_living" in its schema is another' in err, "%s: the check ended with %s and said %r %r" % (what, code, out, err))
                begun = refused(program, "serve", "--port", "0", "--database", copy)
                insist(begun[0] == 4 and '"tables_living" in its schema is another' in begun[2], "%s: the server ended with %s" % (what, begun))
                continue
            insist(code == 1 and words in out and "fault" in out.splitlines()[-1], "%s: the check ended with %s and said %r %r" % (what, code, out, err))
        with open(os.path.join(server.folder, "text"), "w") as file:
            file.write("no database " * 100)
        for path in ("text", "nothing-there", "."):
            code, out, err = refused(program, "serve", "--check", "--database", os.path.join(server.folder, path))
            insist(code == 2 and err.startswith("billions: ") and err.count("\n") == 1, "%s: the check ended with %s: %r %r" % (path, code, out, err))
        insist(not os.path.exists(os.path.join(server.folder, "nothing-there")), "the check has made a database")
        insist(refused(program, "serve", "--check", "--backup", "x")[0] == 2, "two things at a time are done")


if __name__ == "__main__":
    run_tests()
