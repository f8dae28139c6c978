"""The table of troubles, as docs/protocol.md has it."""
import os
import re

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../docs/protocol.md")
BEGIN = "<!-- made by tests/server/processes/line.py --write -->\n"
END = "<!-- end of table -->\n"
HEAD = "| trouble | client | said after | back after | lost | doubled | clock |\n|---|---|---|---|---|---|---|\n"


def seconds(number):
    return "-" if number is None else "%.1f s" % number


def lines(rows):
    text, last = "", None
    for row in rows:
        clock = "-" if row.clock is None else "runs unseen" if row.clock else "uncertain"
        cells = (row.kind.what if row.kind is not last else "", row.name, seconds(row.said), seconds(row.back), row.lost, row.doubled, clock)
        text += "| %s |\n" % " | ".join(map(str, cells))
        last = row.kind
    return HEAD + text


def write(rows):
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    block = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.S)
    if not block.search(text):
        raise SystemExit("docs/protocol.md has no place for the table of troubles any more: " + BEGIN.strip())
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(block.sub(lambda _: BEGIN + lines(rows) + END, text))
