"""The table of docs/conformance.md: how it is written, and how a run is compared with it."""
import os

from .cases import Subject
from .kept import KEPT

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../docs/conformance.md")
BEGIN = "<!-- The rest is written by tests/server/processes/conformance.py --write. -->"
COLUMNS = ["direct", "TLS", "nginx"]
YES, NO, FRONT, NONE, UNKNOWN = "yes", "no", "front", "-", "?"


def row(case, results):
    return "| %s | RFC %s | %s | %s | %s |" % (case.name, case.source, case.level, case.words.replace("|", "\\|"), " | ".join(results))


def sections(results):
    """`results`: by case, by way, one of the words above."""
    rows = [BEGIN, ""]
    for subject in Subject.everything:
        rows += ["## %s" % subject.title, "", "| case | where | | statement | %s |" % " | ".join(COLUMNS),
                 "|---|---|---|---|" + "---|" * len(COLUMNS)]
        for case in subject.cases:
            told = results.get(case.name, {})
            rows.append(row(case, [told.get(way, UNKNOWN) for way in COLUMNS]))
        rows.append("")
        kept = [(case.name, KEPT[case.name]) for case in subject.cases if case.name in KEPT]
        if kept:
            rows += ["- **%s** is not held: %s" % pair for pair in kept] + [""]
    return "\n".join(rows)


def write(text):
    """Puts it into the page, below what a person has written."""
    with open(PAGE) as file:
        head = file.read().split(BEGIN)[0]
    with open(PAGE, "w") as file:
        file.write(head + text)


def committed():
    """By case: its row and its results by way, as docs/conformance.md has them."""
    found = {}
    with open(PAGE) as file:
        for line in file:
            cells = line.strip().strip("|").split(" | ")
            if line.startswith("| ") and len(cells) == 4 + len(COLUMNS) and cells[1].startswith("RFC "):
                found[cells[0].strip()] = (line.strip(), dict(zip(COLUMNS, (cell.strip() for cell in cells[4:]))))
    return found


def differences(results, way):
    """What the committed table says otherwise than this run, for one way: sentences."""
    page, told = committed(), []
    names = [case.name for subject in Subject.everything for case in subject.cases]
    told += ["%s stands in the table and is no case" % name for name in page if name not in names]
    for subject in Subject.everything:
        for case in subject.cases:
            if case.name not in page:
                told.append("%s does not stand in the table" % case.name)
                continue
            line, cells = page[case.name]
            if line != row(case, [cells[column] for column in COLUMNS]):
                told.append("%s has other words in the table" % case.name)
            result = results.get(case.name, {}).get(way)
            if result is not None and cells[way] != result:
                told.append("%s: the table says %s for %s, the run %s" % (case.name, cells[way], way, result))
    with open(PAGE) as file:
        text = file.read()
    told += ["the reason for %s does not stand in the table" % name for name in KEPT if "**%s** is not held: %s" % (name, KEPT[name]) not in text]
    return told
