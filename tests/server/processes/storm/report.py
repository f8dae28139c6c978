"""What a storm comes to: figures from all that was measured, what each must be, one table. Decides nothing by how a server happens to
work: what must hold stands in docs/operating.md and docs/protocol.md, and a time counts only as far as the server was neither killed nor
stopped meanwhile."""
import json
import statistics

from storm.shared import CALM, STARVED, STORM

MOST_SHOWN = 12


class Windows:
    """Times in which no answer can be expected."""

    def __init__(self, windows):
        self.windows = sorted((since, until) for since, until, _ in windows)

    def counted(self, since, until):
        """How long that was without them."""
        return until - since - sum(max(0.0, min(until, b) - max(since, a)) for a, b in self.windows)

    def touch(self, since, until, margin=0.0):
        return any(a <= until and since <= b + margin for a, b in self.windows)


def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))] if values else None


def bots_time(times, phase):
    """The mean over the positions of what it took in the mean, how many there were, the longest. How long a bot thinks about the same position
    varies a lot (it stops when more is not worth its time), so single ones tell nothing."""
    of = {}
    for at, which, since, until in times:
        if at == phase:
            of.setdefault(which, []).append(until - since)
    if not of:
        return None, 0, None
    return statistics.mean(statistics.mean(values) for values in of.values()), sum(map(len, of.values())), max(map(max, of.values()))


class Report:
    def __init__(self):
        self.rows, self.findings, self.attacks, self.notes = [], [], [], []

    def row(self, name, figure, shown=None, must=None, fine=True):
        self.rows.append({"name": name, "figure": figure, "shown": shown or seconds(figure), "must": must, "fine": bool(fine)})

    def holds(self):
        return all(row["fine"] for row in self.rows) and not self.findings

    # ---------------------------------------------------------------- making it

    def honest(self, result, windows, counts, without):
        figures, faults = result["figures"], result["faults"]
        kinds = {kind: sum(1 for found, _ in faults if found == kind) for kind in ("lost", "doubled", "unresumed", "other")}
        self.row("acknowledged moves", figures["acknowledged"], must="at least 1", fine=figures["acknowledged"] > 0)
        self.row("  answers acknowledged in windows", figures["kept in windows"])
        self.row("  lost, changed or out of order", kinds["lost"], must="0", fine=kinds["lost"] == 0)
        self.row("  doubled or never said", kinds["doubled"], must="0", fine=kinds["doubled"] == 0)
        self.row("  made by the clock for who was there", figures["made by the clock"], must="0", fine=figures["made by the clock"] == 0)
        self.row("  refused as not stored, and said again", figures["not stored"])
        waits = [windows.counted(*wait) for wait in result["waits"]]
        self.row("  from move to acknowledgement, half", share(waits, 0.5))
        self.row("  99 of 100", share(waits, 0.99))
        self.row("  the longest", max(waits, default=None))
        resumes = [windows.counted(*resume) for resume in result["resumes"]]
        wanted = 0 if "kills" in without else counts["kills"]
        self.row("clients resumed", len(resumes), must="all; after every kill some", fine=len(resumes) >= wanted)
        self.row("  the longest way back", max(resumes, default=None))
        self.row("  did not", kinds["unresumed"], must="0", fine=kinds["unresumed"] == 0)
        self.row("  lost their connection while nothing happened", sum(1 for at in result["breaks"] if not windows.touch(at, at, 1.0)))
        self.row("  requests refused by limits, and said again", figures["refused by limits"])
        self.row("games to their end", figures["tables finished"], must="at least 1", fine=figures["tables finished"] > 0)
        self.row("  records verified, and as their players saw them", figures["verified"], must="all",
                 fine=figures["verified"] == figures["tables finished"])
        self.row("  decisions", figures["decisions"])
        self.row("other faults of tables", kinds["other"], must="0", fine=kinds["other"] == 0)
        self.findings += [sentence for _, sentence in faults]

    def health(self, result, windows, limit):
        answers = result["answers"]
        counted = [(windows.counted(since, until), since, status) for since, until, status in answers]
        outside = [entry for entry, (since, until, _) in zip(counted, answers) if not windows.touch(since, until)]
        late = [entry for entry in counted if entry[0] > limit]
        unanswered = [entry for entry in outside if entry[2] is None]
        longest = max((entry[0] for entry in counted), default=None)
        self.row("asked for health", len(answers), must="at least 1", fine=bool(answers))
        self.row("  the longest answer, but for kills, stops and starts", longest, must="at most %s" % seconds(limit),
                 fine=not late and longest is not None)
        self.row("  99 of 100", share([entry[0] for entry in counted], 0.99))
        self.row("  later than that", len(late))
        self.row("  no answer although it ran", len(unanswered), must="0", fine=not unanswered)
        self.row("  was not well (503)", sum(1 for entry in counted if entry[2] == 503))
        self.row("  the asking itself late (this machine), at most", result["late"])

    def bots(self, result, factor):
        calm, count, most = bots_time(result["best"], CALM)
        self.row("an honest `best` takes, in calm (%d decisions)" % count, calm)
        starved, count, most = bots_time(result["best"], STARVED)
        by = starved / calm if calm and starved else None
        self.row("  beside 29 tables of five `best` (%d)" % count, starved)
        self.row("  so much longer", by, shown="%.2f times" % by if by else "not measured", must="less than %g times" % factor if factor else None,
                 fine=not factor or (by is not None and by < factor))
        self.row("  the longest beside them", most)
        storm, count, most = bots_time(result["best"], STORM)
        self.row("  in the storm, between kills (%d)" % count, storm)

    def logins(self, answers, windows):
        for phase, name in ((CALM, "a login takes, in calm"), (STARVED, "  beside those bots"), (STORM, "  in the storm, the longest")):
            self.row(name, max((windows.counted(since, until) for at, since, until, _ in answers if at == phase), default=None))
        refused = sum(1 for _, _, _, status in answers if status != 200)
        self.row("  refused (while others guess)", refused, must="0", fine=refused == 0)

    def server(self, counts, took, memory, faults, storms):
        for name, what in (("kills", "kills"), ("stops", "stops"), ("disk", "times with a full disk"), ("clock", "jumps of the clock")):
            self.row(what, counts[name])
        self.row("  writes that the disk refused", storms["refused"])
        self.row("  starts that the disk refused", counts["starts refused by the disk"])
        self.row("the longest start", storms["start"])
        self.row("ended by itself", counts["ended by itself"], must="0", fine=counts["ended by itself"] == 0)
        self.row("ended by SIGTERM, after", took, must="so", fine=took is not None)
        self.row("resident at the beginning", memory[0], shown="%.1f MiB" % (memory[0] / 1024))
        self.row("  at most", memory[1], shown="%.1f MiB" % (memory[1] / 1024))
        self.row("  at the end", memory[2], shown="%.1f MiB" % (memory[2] / 1024))
        self.findings += [sentence for _, sentence in faults]

    # ---------------------------------------------------------------- showing it

    def text(self):
        wide = max(len(row["name"]) for row in self.rows)
        far = max(len(row["shown"]) for row in self.rows)
        lines = []
        for row in self.rows:
            must = "" if not row["must"] else "   " + ("" if row["fine"] else "FAILED: ") + "must be " + row["must"]
            lines.append("%-*s  %*s%s" % (wide, row["name"], far, row["shown"], must))
        if self.attacks:
            lines += ["", "%-66s %8s %8s  answers" % ("attackers", "done", "broken")]
            lines += ["%-66s %8d %8d  %s" % (of["what"], of["done"], of["broken"], " ".join("%s:%d" % pair for pair in of["answers"].items()))
                      for of in self.attacks]
        lines += [""] + self.notes
        lines += ["found: " + finding for finding in self.findings[:MOST_SHOWN]]
        if len(self.findings) > MOST_SHOWN:
            lines.append("and %d more" % (len(self.findings) - MOST_SHOWN))
        lines.append("All of it holds." if self.holds() else "Not all of it holds.")
        return "\n".join(lines)

    def json(self, what):
        return json.dumps(dict(what, holds=self.holds(), figures=[{key: row[key] for key in ("name", "figure", "must", "fine")} for row in self.rows],
                               attacks=self.attacks, notes=self.notes, findings=self.findings), indent=1)


def seconds(value):
    if value is None:
        return "not measured"
    return "%.3f s" % value if isinstance(value, float) else str(value)
