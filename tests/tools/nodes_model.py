#!/usr/bin/env python3
"""nodes_model.py: the simulation of several processes on one database agrees with what can be worked out by hand, loses no move, says the same
twice, and refuses costs that are none. Measures nothing: that is a command of its own."""
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "nodes-model")
loader = importlib.machinery.SourceFileLoader("nodes_model", TOOL)
model = importlib.util.module_from_spec(importlib.util.spec_from_loader("nodes_model", loader))
loader.exec_module(model)
NOTHING = dict(node_move=1, node_round=0, database_move=0, database_round=0, flush=0)


def insist(truth, words):
    if not truth:
        sys.exit("nodes_model.py: " + words)


def near(found, wanted, share, what):
    insist(abs(found - wanted) <= share * wanted, "%s: %g, not %g" % (what, found, wanted))


def mean(found):
    return sum(found["latencies"]) / len(found["latencies"])


# Seldom moves wait for nobody: their way is the sum of its parts, with six ways over the network.
costs = dict(node_move=50, node_round=30, database_move=20, database_round=40, flush=1000)
lonely = model.simulate(costs, 3, 1, 4, 200)
near(mean(lonely), 50 + 30 + 20 + 40 + 1000 + 4 * 200, 0.01, "a move alone")
# What comes while a round lasts waits for its end: with rounds of a fixed length L and moves that cost nothing else, on the average for
# half of it, and its own round after that.
rounds = model.simulate(dict(NOTHING, flush=1000), 1, 20000, 1, 0)
near(mean(rounds), 1500, 0.03, "rounds of a fixed length")
# One process is as busy as moves a second times what each costs, whatever else there is.
busy = model.simulate(costs, 2, 2000, 1, 100)
insist(len(busy["latencies"]) >= 0.89 * 8000, "moves were lost: %d are left" % len(busy["latencies"]))
insist(busy["nodes"] + busy["waits"] <= 1, "a process works and waits more than all of the time")
insist(busy["latencies"] == model.simulate(costs, 2, 2000, 1, 100)["latencies"], "the same simulation ends differently")
# Where nothing is shared but the disk's flush, many processes hold many times as much; where the database has one processor, they do not.
alone = model.capacity(dict(costs, database_move=0, database_round=0), 1, 1, 0, 50000)[0]
many = model.capacity(dict(costs, database_move=0, database_round=0), 8, 1, 0, 50000)[0]
near(many, 8 * alone, 0.05, "eight processes")
crowded, how = model.capacity(dict(costs, database_move=50), 16, 1, 0, 50000)
insist(crowded < 1e6 / 50 and how["database"] > 0.9, "one processor of the database holds %d moves a second, %s busy" % (crowded, how["database"]))
# Where a transaction costs far more than a move, the database is busy long before it holds no more: moves gather while others are served,
# up to what moves themselves cost and two rounds of 25 ms, in which 64 transactions of eight processors have 400 of 3125 us each.
gathered, how = model.capacity(dict(node_move=1, node_round=0, database_move=20, database_round=400, flush=0), 64, 8, 0, 50000)
near(gathered, (1 - 400 / 3125) * 8e6 / 20, 0.05, "64 processes whose moves gather")
insist(how["database"] > 0.9, "the database is %s busy" % how["database"])
# Two equations, two costs; and two that say the same.
insist(model.solve((10, 2, 640), (1000, 5, 60100)) == (60.0, 20.0), "the costs are solved wrong")
try:
    model.solve((10, 2, 640), (20, 4, 1280))
    sys.exit("nodes_model.py: equations that say the same are solved")
except model.Refused:
    pass


def ran(code, words, *arguments, text=""):
    run = subprocess.run([TOOL] + list(arguments), input=text, capture_output=True, text=True)
    insist(run.returncode == code and words in run.stdout + run.stderr, "%s ended with %d: %s" % (arguments, run.returncode, run.stdout + run.stderr))


with tempfile.TemporaryDirectory() as folder:
    ran(1, "No such file", "run", os.path.join(folder, "none"))
ran(1, 'there is no number "flush"', "run", "-", text=json.dumps(dict(node_move=1, node_round=1, database_move=1, database_round=1)))
ran(1, '"node_move" must be more than 0', "run", "-", text=json.dumps(dict(costs, node_move=0)))
ran(2, "0 is less than 1", "run", "-", "--nodes", "1,0")
ran(0, "takes longer than 0.5 ms", "run", "-", "--nodes", "1", "--patience", "0.5", text=json.dumps(costs))
ran(0, "the processes", "run", "-", "--nodes", "1,2", text=json.dumps(costs))
ran(0, "usage", "--help")
