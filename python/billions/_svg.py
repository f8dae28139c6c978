"""A board in lines of text as a picture, for notebooks and reports. Must never know a game: its lines come from ``State.draw``."""

from __future__ import annotations

import re
from html import escape

WIDTH, HEIGHT, MARGIN = 8.4, 19, 14  # of a letter; round the board
_STYLE = (
    "text{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#e8ecf4;white-space:pre}"
    ".head{fill:#9fd0ff;font-weight:bold}.name{fill:#b7c0d4}.note{fill:#8b95ab}.rule{stroke:#39465f}.full{fill:#ffb454}.empty{fill:#39465f}"
)
_RULE = re.compile("─{3,}")
_BAR = re.compile(r"\[([█▒·]+)\]")


def _text(column: int, row: int, words: str, kind: str = "") -> str:
    """Every run of letters says how wide it is, so that columns stay columns whatever font there is."""
    out = []
    for found in re.finditer(r"\S+(?: \S+)*", words):
        piece = found.group()
        out.append(
            f'<text x="{MARGIN + (column + found.start()) * WIDTH:.1f}" y="{MARGIN + row * HEIGHT + 14}" '
            f'textLength="{len(piece) * WIDTH:.1f}" lengthAdjust="spacingAndGlyphs"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>'
            f"{escape(piece)}</text>"
        )
    return "".join(out)


def _heading(row: int, line: str, rule: "re.Match[str]") -> str:
    left, right = MARGIN + rule.start() * WIDTH, MARGIN + rule.end() * WIDTH
    y = MARGIN + row * HEIGHT + 9
    return (
        _text(0, row, line[: rule.start()], "head")
        + f'<line class="rule" x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}"/>'
        + _text(rule.end(), row, line[rule.end() :], "name")
    )


def _bar(row: int, bar: "re.Match[str]") -> str:
    """A gauge, cell by cell."""
    y = MARGIN + row * HEIGHT + 4
    return "".join(
        f'<rect class="{"empty" if cell == "·" else "full"}" x="{MARGIN + (bar.start(1) + i) * WIDTH:.1f}" y="{y}" '
        f'width="{WIDTH - 1.4:.1f}" height="11" rx="1.5"{" opacity=%s.5%s" % (chr(34), chr(34)) if cell == "▒" else ""}/>'
        for i, cell in enumerate(bar.group(1))
    )


def _line(row: int, line: str, last: bool) -> str:
    rule = _RULE.search(line)
    if rule:
        return _heading(row, line, rule)
    out, at = "", 0
    for bar in _BAR.finditer(line):
        out += _text(at, row, line[at : bar.start()]) + _bar(row, bar)
        at = bar.end()
    return out + _text(at, row, line[at:], "note" if last else "")


def board(text: str) -> str:
    """An SVG document of a board."""
    lines = text.rstrip("\n").split("\n")
    columns = max(len(line) for line in lines)
    width, height = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN
    notes = len(lines)  # the lines behind the last list, which explain
    while notes > 0 and not lines[notes - 1].startswith("   ") and not _RULE.search(lines[notes - 1]) and len(lines) - notes < 2:
        notes -= 1
    body = "".join(_line(row, line, row >= notes) for row, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'role="img"><title>A board of Billions</title><style>{_STYLE}</style>'
        f'<rect width="100%" height="100%" rx="8" fill="#141a26"/>{body}</svg>\n'
    )
