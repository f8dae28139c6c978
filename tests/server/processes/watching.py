#!/usr/bin/env python3
"""watching.py PROGRAM [TEST...]: what `billions serve` tells to be watched by, and `--status`: every figure is documented, the dashboard for Grafana and the alarms
for Prometheus ask for figures that there are, promtool finds nothing amiss, and a Prometheus that looks at a server has an answer to every query."""
import json
import os
import re
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from games import make, play, seats_of
from proxies import find, free_port
from sockets import PATIENCE, Server, ask, insist, refused, run_tests

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "../../../docs")
ALERTS = os.path.join(DOCS, "operating/alerts.yml")
SLOWNESS = {"BillionsCommitsSlow", "BillionsMovesSlow", "BillionsBotsWait"}
NAME = re.compile(r"billions_[a-z0-9_]+")
PARTS = re.compile(r"_(bucket|sum|count)$")


def text_of(path):
    with open(path) as file:
        return file.read()


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def families(server):
    """The figures of a server by their families, each with its kind."""
    found = re.findall(r"^# TYPE (\S+) (\S+)$", ask(server, "GET", "/metrics").body.decode(), re.M)
    insist(len(found) > 40 and len(dict(found)) == len(found), "families: %s" % found)
    return dict(found)


def dashboard():
    return json.loads(text_of(os.path.join(DOCS, "operating/grafana.json")))


def queries():
    """Of the panels, with what Grafana would put in the place of its variables."""
    found = [(panel["title"], target["expr"]) for panel in dashboard()["panels"] for target in panel.get("targets", [])]
    values = {"$job": "billions", "$instance": ".*", "$__rate_interval": "10s"}
    for name, value in values.items():
        found = [(title, expr.replace(name, value)) for title, expr in found]
    insist(len(found) > 40 and not any("$" in expr for _, expr in found), "a variable of Grafana is left: %s" % found)
    return found


def rules():
    """Of the alarms: name and expression."""
    found = re.findall(r"^ *- alert: (\w+)\n +expr: (.+)$", text_of(ALERTS), re.M)
    insist(len(found) == text_of(ALERTS).count("alert:") > 10, "alarms: %s" % found)
    return found


def every_figure_is_documented(program):
    with Server(program) as server:
        there = families(server)
    chapter = text_of(os.path.join(DOCS, "operating-public.md")).split("## Watching it")[1].split("\n## ")[0]
    told = set(NAME.findall(chapter))
    insist(set(there) <= told, "docs/operating-public.md says nothing of %s" % sorted(set(there) - told))
    insist(told <= set(there), "docs/operating-public.md names what no server has: %s" % sorted(told - set(there)))


def dashboard_and_alarms_ask_for_what_there_is(program):
    with Server(program) as server:
        there = families(server)
    for title, expr in queries() + rules():
        for name in NAME.findall(expr):
            family = name if name in there else PARTS.sub("", name)
            insist(family in there, "%s asks for %s, which no server gives" % (title, name))
            insist((family != name) == (there[family] == "histogram"), "%s: %s is a %s" % (title, name, there[family]))
            insist(("rate(%s" % name in expr or "increase(%s" % name in expr) == (there[family] != "gauge"),
                   "%s: %s is a %s" % (title, name, there[family]))


def the_dashboard_is_one(program):
    """What Grafana wants of a dashboard, and what somebody who looks at it would miss."""
    board = dashboard()
    insist({"uid", "title", "schemaVersion", "templating", "time", "panels"} <= set(board) and "id" not in board, "%s" % sorted(board))
    variables = {variable["name"]: variable["type"] for variable in board["templating"]["list"]}
    insist(variables == {"source": "datasource", "job": "query", "instance": "query"}, "%s" % variables)
    panels, taken = board["panels"], set()
    insist(len({panel["id"] for panel in panels}) == len(panels), "two panels have one number")
    for panel in panels:
        place = panel["gridPos"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        insist(place["x"] + place["w"] <= 24 and not cells & taken, "%s lies over another" % panel["title"])
        taken |= cells
        insist(panel["title"] and panel["type"] in ("row", "stat", "timeseries"), "%s" % panel["title"])
        if panel["type"] != "row":
            insist(panel["datasource"] == {"type": "prometheus", "uid": "${source}"}, "%s has another source" % panel["title"])
            insist(panel["targets"] and panel["fieldConfig"]["defaults"]["unit"], "%s has nothing to show" % panel["title"])
            references = [target["refId"] for target in panel["targets"]]
            insist(len(set(references)) == len(references), "%s: two queries have one letter" % panel["title"])


def promtool_finds_nothing_amiss(program):
    tool = find("promtool")
    with Server(program) as server:
        figures = ask(server, "GET", "/metrics").body
    for words, given in ((["check", "metrics"], figures), (["check", "rules", ALERTS], b""),
                         (["test", "rules", os.path.join(HERE, "alerts.yml")], b"")):
        run = subprocess.run([tool] + words, input=given, capture_output=True, timeout=PATIENCE)
        insist(run.returncode == 0 and not run.stderr, "promtool %s: %s" % (" ".join(words[:2]), (run.stdout + run.stderr).decode()))
    rung = set(re.findall(r"alertname: (\w+)\n +exp_alerts:\n", text_of(os.path.join(HERE, "alerts.yml"))))
    silent = set(re.findall(r"alertname: (\w+), exp_alerts: \[\]", text_of(os.path.join(HERE, "alerts.yml"))))
    names = {name for name, _ in rules()}
    insist(rung == silent == names, "tests/server/processes/alerts.yml does not try %s" % sorted(names - (rung & silent)))


def status_of_a_file(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tables.db")

        def status(*more):
            return refused(program, "serve", "--status", "--database", path, *more)

        code, said, words = status()
        insist(code == 4 and not said and path in words and not os.listdir(folder), "of nothing: %d %s %s" % (code, said, words))
        with Server(program, folder=folder, database=path) as server:
            make(server)
            code, said, _ = status()
            insist(code == 0 and "a server uses it" in said and "0 tables are open, 1 in play, 1 in all." in said, said)
            told = json.loads(status("--json")[1])
            insist(told["database"] == path and told["program"].startswith("SQLite 3.") and told["servers"] == 1, "%s" % told)
            insist(told["journal_bytes"] > 0 and told["server_list"] == [] and told["behind_milliseconds"] is None, "%s" % told)
        before = bytes_of(path)
        told = json.loads(status("--json")[1])
        insist(told["servers"] == 0 and told["bytes"] == os.path.getsize(path) and told["tables"]["all"] == 1, "%s" % told)
        insist(bytes_of(path) == before and "no server uses it" in status()[1], "it was changed")
        for words, what in ((("--json",), "--json belongs to --status"), (("--status", "--check"), "one at a time")):
            code, said, told = refused(program, "serve", "--database", path, *words)
            insist(code == 2 and what in told and not said, "%s: %d %s" % (words, code, told))
        with open(path, "wb") as file:
            file.write(b"no database at all" * 100)
        code, said, words = status()
        insist(code == 4 and not said and "no database" in words, "of a stranger: %d %s" % (code, words))


class Prometheus:
    """That looks at these servers every second, with the alarms of the documentation."""

    def __init__(self, folder, servers):
        self.port = free_port()
        path = os.path.join(folder, "prometheus.yml")
        with open(path, "w") as file:
            json.dump({"global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, "rule_files": [os.path.abspath(ALERTS)],
                       "scrape_configs": [{"job_name": "billions", "static_configs": [
                           {"targets": ["127.0.0.1:%d" % server.port for server in servers]}]}]}, file)  # JSON is YAML
        self.said = open(os.path.join(folder, "said"), "wb+")
        self.process = subprocess.Popen(
            [find("prometheus"), "--config.file=" + path, "--storage.tsdb.path=" + os.path.join(folder, "data"),
             "--web.listen-address=127.0.0.1:%d" % self.port], stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said)

    def get(self, path, **query):
        """None: it does not answer yet."""
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d%s?%s" % (self.port, path, urllib.parse.urlencode(query)), timeout=PATIENCE) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as fault:
            if fault.code != 503:
                raise
        except OSError:
            insist(self.process.poll() is None, "prometheus did not begin: %s" % self.words())

    def words(self):
        self.said.seek(0)
        return self.said.read().decode()

    def value(self, expr):
        found = self.get("/api/v1/query", query=expr)
        return found and found["result"]

    def until(self, expr, what):
        began = time.monotonic()
        while not self.value(expr):
            insist(time.monotonic() - began < PATIENCE, "%s; prometheus says: %s" % (what, self.words()[-2000:]))
            time.sleep(0.2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.said.close()


def prometheus_has_an_answer_to_every_query(program):
    with tempfile.TemporaryDirectory() as folder, Server(program, "--bot-pace", "0", "--window-floor", "0") as server:
        with Prometheus(folder, [server]) as prometheus:
            prometheus.until("billions_moves_total == 0", "the server is not looked at")
            table, tokens = make(server, "one-billion-users", 2)
            play(seats_of(server, table, tokens))
            prometheus.until("rate(billions_moves_total[10s]) > 0", "no moves were seen")
            prometheus.until("billions_games_over_total == 1", "no game was seen to end")
            for title, expr in queries():
                insist(prometheus.value(expr), "%s: no answer to %s" % (title, expr))
            groups = prometheus.get("/api/v1/rules")["groups"]
            found = {rule["name"]: rule for group in groups for rule in group["rules"]}
            insist(set(found) == {name for name, _ in rules()}, "rules: %s" % sorted(found))
            insist(all(rule["health"] != "err" for rule in found.values()), "a rule cannot be carried out: %s" % found)
            # How quick the machine is means nothing here: an alarm of slowness may wait whether that lasts for its minutes.
            rings = [name for name, rule in found.items() if rule["state"] == "firing" or (rule["state"] == "pending" and name not in SLOWNESS)]
            insist(not rings, "an alarm rings: %s" % [found[name] for name in rings])
            server.kill()
            prometheus.until('ALERTS{alertname="BillionsDown", alertstate="pending"}', "nobody notices that the server is gone")
            server.start()


run_tests()
