#!/usr/bin/env python3
"""The pages of `billions lab --html` and `billions analyse --html` in a real Chromium, as a person sees them.

    tests/pages/test_pages.py [PROGRAM]     PROGRAM is build/release/billions if not named

Every page is opened on a desktop and on a telephone, light and dark. It must say nothing on the console, ask nothing of the network,
fit the screen, show its charts with all their marks and every word of them inside the picture, in colours that can be told from the
ground, and carry the command that makes the very same page again. Pictures of all of it are left in build/pages for people to look
at. The checks themselves are tested on pages that are wrong on purpose.
"""
import os
import shlex
import subprocess
import sys
import unittest

from browser import Browser

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUT = os.path.join(ROOT, "build", "pages")
PROGRAM = os.path.join(ROOT, "build", "release", "billions")

SCREENS = [("desktop", 1280, 900), ("telephone", 360, 740)]
GROUNDS = [("light", False), ("dark", True)]

# A second edition for pages that compare two, and a name that would break a page that trusted it.
EDITION = '{"format":1,"game":"six-billion","name":"<b>other</b>","sites":[{"site":"mars","third":1}]}'

# name, what makes it (run in build/pages), captions of its charts in their order, how many figures it has at least
PAGES = [
    ("lab-one-billion-users", "lab one-billion-users --games 300 --pairs 20",
     ["How long games are", "Wins by chair", "Wins by order of turn", "Survival of the lead: how often who leads then wins",
      "Wins by role", "What each is worth"], 500),
    ("lab-six-billion", "lab six-billion --players 3 --games 120 --pairs 6",
     ["How long games are", "Wins by chair", "Survival of the lead: how often who leads then wins", "Wins by role",
      "What each is worth"], 150),
    ("lab-two-editions", "lab six-billion --players 2 --games 60 --pairs 4 --against '<b>other.json'",
     ["How long games are in edition A", "Wins by chair", "Survival of the lead: how often who leads then wins", "Wins by role",
      "What each is worth"], 300),
    ("analyse-all", "analyse ROOT/docs/examples/networks.record --bot search:iterations=20:depth=0",
     ["Expected place, as each seat expects its own", "Expected points, as each seat expects its own"], 100),
    ("analyse-one", "analyse ROOT/docs/examples/neutrals.record --seat 2 --bot search:iterations=10:depth=0",
     ["Expected place, as seat 2 expects it", "Expected points, as seat 2 expects it"], 20),
]

# What a page looks like from inside: everything the checks need, in one question.
LOOK = r"""(() => {
  const rgb = text => text.match(/[\d.]+/g).slice(0, 3).map(Number);
  const light = colour => { const [r, g, b] = colour.map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const contrast = (a, b) => { const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
                               return (high + 0.05) / (low + 0.05); };
  const ground = rgb(getComputedStyle(document.body).backgroundColor);
  const plots = [...document.querySelectorAll("figure")].map(figure => {
    const svg = figure.querySelector("svg.plot");
    const frame = svg.getBoundingClientRect();
    const inside = box => box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 &&
                          box.bottom <= frame.bottom + 1;
    const words = [...svg.querySelectorAll("text")].filter(text => !text.classList.contains("marked"));
    const boxes = words.map(text => [text.textContent, text.getBoundingClientRect()]);
    const meet = [];
    for (const [i, [one, a]] of boxes.entries())
      for (const [other, b] of boxes.slice(i + 1))
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)
          meet.push(one + " / " + other);
    const marks = [...svg.querySelectorAll("rect, circle, polyline, polygon")];
    return { caption: figure.querySelector("figcaption").textContent, width: frame.width, height: frame.height, meet,
             words: words.length, outside: boxes.filter(([, box]) => !inside(box)).map(([text]) => text),
             letters: Math.min(...words.map(text => parseFloat(getComputedStyle(text).fontSize) * frame.width / svg.viewBox.baseVal.width)),
             marks: marks.length, astray: marks.filter(mark => !inside(mark.getBoundingClientRect())).length,
             faint: marks.filter(mark => { const style = getComputedStyle(mark);
               const colour = style.stroke !== "none" ? style.stroke : style.fill;
               return !mark.classList.contains("band") && !mark.classList.contains("mark") && contrast(rgb(colour), ground) < 3; }).length,
             numbers: /nan|inf/i.test(svg.innerHTML) };
  });
  const texts = [...document.querySelectorAll("h1, h2, p, td, th, pre, li, summary, figcaption, .plot text")];
  const wide = [...document.querySelectorAll(".wide")];
  return { title: document.title, plots, ground,
           across: document.documentElement.scrollWidth - document.documentElement.clientWidth,
           pale: texts.filter(e => contrast(rgb(getComputedStyle(e).getPropertyValue(e.closest("svg") ? "fill" : "color")), ground) < 4.5)
                      .map(e => e.textContent.slice(0, 40)),
           stuck: wide.filter(e => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX !== "auto").length,
           commands: [...document.querySelectorAll("pre")].map(e => e.textContent),
           figures: [...document.querySelectorAll("td.n")].map(e => e.textContent),
           bare: [...document.querySelectorAll("h2")].filter(e => !["P", "DIV", "FIGURE", "PRE"].includes(e.nextElementSibling?.tagName))
                                                     .map(e => e.textContent) };
})()"""


def faults(page, look, captions):
    """Everything that is wrong with an open page, a sentence each."""
    found = page.complaints() + ["it asks for " + address for address in page.requests()[1:]]
    seen = [plot["caption"] for plot in look["plots"]]
    if captions is not None and seen != captions:
        found.append("its charts are %s, not %s" % (seen, captions))
    if look["across"] > 0:
        found.append("it is %d pixels wider than the screen" % look["across"])
    if look["stuck"]:
        found.append("%d tables are cut off and cannot be scrolled" % look["stuck"])
    found += ["too pale: " + text for text in look["pale"]]
    found += ["nothing stands below the heading " + text for text in look["bare"]]
    for plot in look["plots"]:
        where = "chart \"%s\": " % plot["caption"]
        if plot["marks"] == 0 or plot["width"] < 200 or plot["height"] < 40:
            found.append(where + "nothing is drawn")
        if plot["numbers"]:
            found.append(where + "something in it is no number")
        if plot["astray"]:
            found.append(where + "%d marks are drawn outside" % plot["astray"])
        if plot["faint"]:
            found.append(where + "%d marks can hardly be told from the ground" % plot["faint"])
        if plot["words"] and plot["letters"] < 8.5:
            found.append(where + "letters of %.1f pixels" % plot["letters"])
        found += [where + "cut off: " + text for text in plot["outside"]]
        found += [where + "one over the other: " + pair for pair in plot["meet"]]
    return found


def billions(line):
    """Runs the program in build/pages; what it prints."""
    words = [word.replace("ROOT", os.path.relpath(ROOT, OUT)) for word in shlex.split(line)]
    done = subprocess.run([PROGRAM, *words], cwd=OUT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise AssertionError("billions %s: exit code %d: %s" % (line, done.returncode, done.stderr))
    return done.stdout


class Pages(unittest.TestCase):
    """Whatever the program writes."""

    @classmethod
    def setUpClass(cls):
        os.makedirs(OUT, exist_ok=True)
        with open(os.path.join(OUT, "<b>other.json"), "w", encoding="utf-8") as file:
            file.write(EDITION)
        cls.browser = cls.enterClassContext(Browser())

    def check(self, name, line, captions, least):
        path = os.path.join(OUT, name + ".html")
        billions(line + " --html " + name + ".html")
        for screen, width, height in SCREENS:
            for ground, dark in GROUNDS:
                page = self.browser.open("file://" + path, width, height, dark)
                if screen == "telephone":  # also what is folded away must fit
                    page.evaluate("document.querySelectorAll('details').forEach(e => e.open = true)")
                look = page.evaluate(LOOK)
                page.screenshot(os.path.join(OUT, "%s-%s-%s.png" % (name, screen, ground)))
                with self.subTest(page=name, screen=screen, ground=ground):
                    self.assertEqual(faults(page, look, captions), [])
                    self.assertGreaterEqual(len(look["figures"]), least)
                    self.assertEqual(sum(look["ground"]) < 3 * 128, dark)
                page.close()
        return look

    def test_the_checks_see_what_is_wrong(self):
        """A page with every fault there is: each is named. So silence about the others means something."""
        shapes = '<figure><figcaption>c</figcaption><svg class="plot" viewBox="0 0 340 100">%s</svg></figure>'
        wrong = [
            ("<script>console.error('oh')</script>", "console.error: oh"),
            ("<script>nobody()</script>", "exception: ReferenceError"),
            ('<img src="http://127.0.0.1:9/x.png">', "it asks for http://127.0.0.1:9/x.png"),
            ('<link rel="stylesheet" href="none.css">', "none.css"),
            ('<div style="width:3000px">x</div>', "wider than the screen"),
            ('<p style="color:#ddd">pale</p>', "too pale: pale"),
            ("<h2>Alone</h2>", "nothing stands below the heading Alone"),
            (shapes % "", "nothing is drawn"),
            (shapes % '<rect x="nan" width="9" height="9"/>', "no number"),
            (shapes % '<rect x="390" width="9" height="9"/>', "drawn outside"),
            (shapes % '<rect width="9" height="9" fill="#eee"/>', "hardly be told"),
            (shapes % '<rect width="9" height="9"/><text x="330" y="50">long words</text>', "cut off: long words"),
            (shapes % '<rect width="9" height="9"/><text y="50">one</text><text x="5" y="50">two</text>', "one over the other: one / two"),
            (shapes % '<rect width="9" height="9"/><text y="50" style="font-size:3px">tiny</text>', "letters of"),
        ]
        path = os.path.join(OUT, "wrong.html")
        for body, fault in wrong:
            with open(path, "w", encoding="utf-8") as file:
                file.write('<!DOCTYPE html><html><head><title>t</title><meta charset="utf-8"><link rel="icon" href="data:,"><style>'
                           'body{background:#fff}svg{width:340px;display:block}</style></head><body>%s</body></html>' % body)
            page = self.browser.open("file://" + path, 1280, 900)
            found = faults(page, page.evaluate(LOOK), None)
            page.close()
            with self.subTest(body=body):
                self.assertTrue(any(fault in line for line in found), "%s is not among %s" % (fault, found))
        with self.subTest("missing charts"):
            page = self.browser.open("file://" + path, 1280, 900)
            self.assertIn("its charts are ['c'], not ['c', 'd']", faults(page, page.evaluate(LOOK), ["c", "d"]))
            page.close()

    def test_figures_have_intervals(self):
        """Every number of the lab has its interval behind it, or says why there is none."""
        for name, line, captions, least in PAGES[:3]:
            for figure in self.check(name, line, captions, least)["figures"]:
                with self.subTest(page=name, figure=figure):
                    self.assertRegex(figure, r"^[+-]?[\d.]+( %)? \((\?|all alike|[+-]?[\d.]+ (-|to) [+-]?[\d.]+)\)$|^-$")

    def test_analyses(self):
        for name, line, captions, least in PAGES[3:]:
            sums = [figure for figure in self.check(name, line, captions, least)["figures"] if "+-" in figure]
            self.assertEqual(len(sums), 2 * 3 * (3 if name == "analyse-all" else 1), "at first, choices and luck have intervals")

    def test_the_command_makes_the_page_again(self):
        for name, line, _, _ in PAGES[1::2]:
            billions(line + " --html " + name + ".html")
            path = os.path.join(OUT, name + ".html")
            with open(path, encoding="utf-8") as file:
                before = file.read()
            page = self.browser.open("file://" + path, 1280, 900)
            command = page.evaluate(LOOK)["commands"][0]
            page.close()
            self.assertTrue(command.startswith("billions "), command)
            os.remove(path)
            billions(command[len("billions "):] + ("" if " --html " in command else " --html %s.html" % name))
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), before)


if __name__ == "__main__":
    if len(sys.argv) > 1 and os.path.isfile(sys.argv[1]):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
