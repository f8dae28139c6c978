#!/usr/bin/env python3
"""line.py PROGRAM [--all] [--write] [--clients NAME,...] [--kinds NAME,...] [--slack S] [--at-once N]: clients at a line in trouble, each at a table
of its own against an honest seat that is connected directly: when they say that there is no answer, when they are back, whether a move was
lost or doubled, whether a clock ran unseen.

A few rows, without the page, if nothing else is said; --all: every kind of trouble with every client, the page in a real browser (build/web,
tools/build-web). --write puts the table into docs/protocol.md if every row holds. --slack: seconds for a machine with much else to do; what is
lost, doubled or never back needs none."""
import argparse
import os
import sys

from sockets import Server
from troubles.clients import CLIENTS, OnPage, Screens
from troubles.report import lines, write
from troubles.rows import KINDS, Row, run_rows

WITHIN = (10, 5)  # seconds until it is said, and until it is back
FEW_KINDS, FEW_CLIENTS = ("dead", "unanswered", "cut again and again"), ("join", "join --bot", "bots/reference")
WEB = os.environ.get("BILLIONS_PAGE") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../build/web")
FREE = ["--bot-pace", "0", "--window-floor", "0", "--messages", "0", "--requests", "0", "--per-address", "0", "--tables-a-minute", "10000"]


def chosen(words, all_of_them, few, everything):
    if not words:
        return all_of_them if everything else [one for one in all_of_them if one in few]
    unknown = set(words.split(",")) - set(all_of_them)
    if unknown:
        sys.exit("line.py: there is no %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(all_of_them)))
    return [one for one in all_of_them if one in words.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--clients")
    parser.add_argument("--kinds")
    parser.add_argument("--slack", type=float, default=0)
    parser.add_argument("--at-once", type=int, default=12)
    wish = parser.parse_args()
    program = os.path.abspath(wish.program)
    kinds = chosen(wish.kinds, [kind.name for kind in KINDS], FEW_KINDS, wish.all)
    clients = chosen(wish.clients, list(CLIENTS), FEW_CLIENTS, wish.all)
    if wish.write and (len(kinds) < len(KINDS) or len(clients) < len(CLIENTS)):
        sys.exit("line.py: --write wants every row: --all, without --kinds and --clients")
    if "page" in clients and not os.path.exists(os.path.join(WEB, "index.html")):
        sys.exit("line.py: build/web holds no page; tools/build-web makes it")
    with Server(program, *FREE, "--web", WEB if "page" in clients else "none") as server:
        rows = [Row(kind, name, CLIENTS[name], program, server) for kind in KINDS if kind.name in kinds for name in clients]
        if "page" in clients:
            with Screens() as OnPage.screens:
                run_rows(rows, wish.at_once)
        else:
            run_rows(rows, wish.at_once)
    failed = [row for row in rows if row.judge(WITHIN, wish.slack)]
    for row in rows:
        for note in row.notes if row in failed else []:
            print("%s: %s" % (row.title(), note))
        print("[  FAILED  ] %s: %s" % (row.title(), "; ".join(row.faults)) if row in failed else "[       OK ] " + row.title())
    print(lines(rows), end="")
    print("[  PASSED  ] %d test(s)." % (len(rows) - len(failed)))
    if failed:
        print("[  FAILED  ] %d test(s), listed below:" % len(failed))
        for row in failed:
            print("[  FAILED  ] " + row.title())
    elif wish.write:
        write(rows)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
