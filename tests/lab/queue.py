#!/usr/bin/env python3
"""queue.py PROGRAM: arenas, studies and simulations that workers play from a queue are, to the byte, those of one machine, while workers are killed,
stopped and woken up, sent away, cut off from the database, and while whoever waits goes away. Needs BILLIONS_POSTGRES, the address of a database that may
be written to (tools/postgres run). QUEUE_SEED says at which moments what happens."""
import os
import random
import shutil
import signal
import subprocess
import time

from laboratory import PROGRAM, Skip, insist, read, refused, run, run_tests, same, timeless, write

ADDRESS = os.environ.get("BILLIONS_POSTGRES", "")
SEED = int(os.environ.get("QUEUE_SEED", "1"))
SLOW = ["arena", "six-billion", "--bots", "greedy,easy", "--players", "4", "--pairs", "400"]
QUICK = ["arena", "one", "--bots", "greedy,random", "--pairs", "60"]


def sql(statement):
    done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", ADDRESS, "-c", statement], capture_output=True, text=True)
    insist(done.returncode == 0, done.stderr)
    return done.stdout.strip()


def start(*arguments):
    return subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def worker(*arguments):
    return start("work", ADDRESS, "--jobs", "1", "--lease", "1", *arguments)


def end(child, code=0):
    out, err = child.communicate()
    insist(child.returncode == code, "it ended with %d: %s%s" % (child.returncode, out, err))
    return out


def until(true, what):
    began = time.monotonic()
    while not true():
        insist(time.monotonic() - began < 120, what + " does not happen")
        time.sleep(0.02)


class Workers:
    """Some of them, which end with the block."""

    def __init__(self, count, *arguments):
        self.all = [worker(*arguments) for _ in range(count)]

    def __enter__(self):
        return self.all

    def __exit__(self, *_):
        for child in self.all:
            if child.poll() is None:
                child.send_signal(signal.SIGCONT)
                child.terminate()
        for child in self.all:
            child.communicate()
            insist(child.returncode in (0, -signal.SIGKILL), "a worker ended with %d" % child.returncode)


def clean():
    insist(sql("SELECT (SELECT count(*) FROM billions_work.jobs) + (SELECT count(*) FROM billions_work.batches)") == "0", "something is left in the queue")


def whole():
    """What one machine makes of SLOW; it is played once."""
    if not whole.file:
        run(*SLOW, "--save", "kept")
        whole.file = read("kept")
        os.remove("kept")
    write("whole", whole.file)


whole.file = None


def every_kind_is_as_on_one_machine():
    with open("other.json", "w") as file:
        file.write(run("edition", "show", "one-billion-users").replace('"users":50,', '"users":100,', 1))
    with Workers(2), Workers(1, "--jobs", "3"):
        for command in (QUICK, ["arena", "six", "--bots", "random,greedy,easy,medium", "--players", "2", "--pairs", "3", "--option", "track=on"],
                        ["lab", "one", "--games", "300", "--pairs", "7", "--seats", "random"],
                        ["lab", "one", "--players", "3", "--games", "200", "--pairs", "3", "--against", "other.json"],
                        ["sim", "one", "--games", "5000", "--rotate", "--seats", "greedy,random,random"]):
            report = run(*command, "--save", "whole")
            insist(timeless(run(*command, "--save", "all", "--queue", ADDRESS, "--threads", "1")) == timeless(report), "the report is another")
            same("whole", "all")
            os.remove("whole")
            os.remove("all")
    clean()


def a_sequential_test_stops_behind_the_same_deal():
    for bots, test in (("random,greedy", "0,100"), ("greedy,easy", "0,60"), ("easy,greedy", "0,60")):
        command = ["arena", "one", "--bots", bots, "--sprt", test, "--pairs", "300"]
        run(*command, "--save", "whole")
        with Workers(3):
            run(*command, "--save", "all", "--queue", ADDRESS)
        same("whole", "all")
        os.remove("whole")
        os.remove("all")
    clean()


def workers_of_which_half_are_killed():
    """400 deals over four workers. Whoever is killed is not heard of again: others find its blocks. A new one comes for each."""
    chance = random.Random(SEED)
    whole()
    kills = 0
    with Workers(4) as workers:
        arena = start(*SLOW, "--save", "all", "--queue", ADDRESS)
        while arena.poll() is None:
            time.sleep(0.1 + 0.4 * chance.random())
            if kills < 12 and arena.poll() is None:
                victim = chance.randrange(4)
                workers[victim].kill()
                workers[victim].communicate()
                kills += 1
                workers[victim] = worker()
        end(arena)
    same("whole", "all")
    insist(kills >= 2, "only %d were killed" % kills)
    print("killed: %d" % kills)
    clean()


def a_worker_that_slept_through_its_lease_counts_once():
    """It is stopped with a batch in its hand, which another plays to the end; then it wakes up."""
    whole()
    arena = start(*SLOW, "--save", "all", "--queue", ADDRESS)
    with Workers(1) as sleepers:
        until(lambda: int(sql("SELECT count(*) FROM billions_work.batches WHERE result IS NOT NULL")) >= 2, "a result")
        sleeper = sleepers[0]
        held = ""

        def sleeps():  # between two batches it is woken up, and tried again
            nonlocal held
            sleeper.send_signal(signal.SIGSTOP)
            held = sql("SELECT first FROM billions_work.batches WHERE result IS NULL")
            if not held:
                sleeper.send_signal(signal.SIGCONT)
            return held

        until(sleeps, "a batch in its hand")
        name = sql("SELECT worker FROM billions_work.batches WHERE result IS NULL")
        with Workers(2):
            until(lambda: sql("SELECT count(*) FROM billions_work.batches WHERE first = %s AND worker <> '%s'" % (held, name)) == "1", "somebody else has it")
            until(lambda: sql("SELECT count(*) FROM billions_work.batches WHERE first = %s AND result IS NOT NULL" % held) == "1", "a result")
            result = sql("SELECT md5(result), worker FROM billions_work.batches WHERE first = %s" % held)
            sleeper.send_signal(signal.SIGCONT)
            time.sleep(0.3)
            now = sql("SELECT md5(result), worker FROM billions_work.batches WHERE first = %s" % held)
            insist(now in (result, ""), "it brought its result too: %s, %s" % (result, now))
            end(arena)
    same("whole", "all")
    clean()


def a_late_result_of_the_same_batch_is_dropped():
    """The database itself says who was first, whatever workers believe."""
    arena = start(*QUICK, "--save", "all", "--queue", ADDRESS)
    run(*QUICK, "--save", "whole")
    until(lambda: sql("SELECT count(*) FROM billions_work.jobs") == "1", "a job")
    with Workers(1):
        end(arena)
    same("whole", "all")
    job = start(*SLOW, "--save", "twice", "--queue", ADDRESS)
    with Workers(1):
        # Somebody brings a batch in the place of the worker that is at it; between looking and doing so, the worker could bring it.
        until(lambda: sql("UPDATE billions_work.batches SET result = 'none' WHERE result IS NULL AND first > 0 RETURNING first") != "", "a batch")
        until(lambda: sql("SELECT count(*) FROM billions_work.batches WHERE result = 'none'") == "0", "it is played anew")
        _, said = job.communicate()
        insist(job.returncode == 0 and "They are played anew." in said, said)
    whole()
    same("whole", "twice")
    clean()


def who_waits_may_go_and_come_back():
    whole()
    with Workers(2) as workers:
        arena = start(*SLOW, "--save", "all", "--queue", ADDRESS)
        until(lambda: int(sql("SELECT count(*) FROM billions_work.batches WHERE result IS NOT NULL")) > 1, "a result")
        arena.send_signal(signal.SIGINT)
        _, said = arena.communicate()
        insist(arena.returncode == 130, said)
        job = sql("SELECT id FROM billions_work.jobs")
        insist("Job %s stays with the workers; billions arena --queue " % job in said and " --job %s waits for it again (with --save" % job in said, said)
        insist(not os.path.exists("all"), "half of it was written")
        insist("400 blocks" in run("work", ADDRESS, "--list"), "it is not in the list")
        told = dict(line.rsplit(" ", 1) for line in run("work", ADDRESS, "--metrics").splitlines() if line[0] != "#")
        insist(told["billions_work_jobs"] == "1" and told['billions_work_blocks{job="%s"}' % job] == "400"
               and 0 < int(told['billions_work_blocks_done{job="%s"}' % job]) < 400
               and int(told['billions_work_workers{job="%s"}' % job]) <= 2 and told['billions_work_failed{job="%s"}' % job] == "0", "%s" % told)
        workers[0].terminate()  # gives back what it has
        insist(" blocks played, in " in end(workers[0]), "it says nothing")
        refused(2, "--seed with --job", "arena", "--queue", ADDRESS, "--job", job, "--seed", "4")
        refused(3, "file of a study", "lab", "--queue", ADDRESS, "--job", job)
        arena = start("arena", "--queue", ADDRESS, "--job", job, "--save", "all")
        time.sleep(0.3)
        arena.kill()
        arena.communicate()
        run("arena", "--queue", ADDRESS, "--job", job, "--save", "all")
    same("whole", "all")
    clean()


def a_worker_that_is_sent_away_gives_its_blocks_back():
    arena = start(*SLOW, "--save", "all", "--queue", ADDRESS)
    with Workers(1, "--lease", "3600") as workers:
        until(lambda: sql("SELECT count(*) FROM billions_work.batches WHERE result IS NULL") == "1", "a batch")
        workers[0].terminate()
        end(workers[0])
        insist(sql("SELECT count(*) FROM billions_work.batches WHERE result IS NULL AND (worker IS NOT NULL OR until > now())") == "0", "it kept some")
    arena.terminate()
    end(arena, 130)
    job = sql("SELECT id FROM billions_work.jobs")
    run("work", ADDRESS, "--remove", job)
    refused(3, "There is no job %s in postgresql://" % job, "work", ADDRESS, "--remove", job)
    refused(3, "There is no job %s in postgresql://" % job, "arena", "--queue", ADDRESS, "--job", job)
    clean()


def cut_connections_come_back():
    """Every connection is ended by the database again and again: both sides connect anew, and nothing is lost or counted twice."""
    whole()
    with Workers(3):
        arena = start(*SLOW, "--save", "all", "--queue", ADDRESS)
        while arena.poll() is None:
            time.sleep(0.5)
            sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'billions work'")
        end(arena)
    same("whole", "all")
    clean()


def nobody_is_made_to_play_otherwise():
    """A job of another program is left alone; a program in a plan is not started; what makes no sense is said to whoever waits."""
    arena = start(*QUICK, "--save", "all", "--queue", ADDRESS)
    until(lambda: sql("SELECT count(*) FROM billions_work.jobs") == "1", "a job")
    sql("UPDATE billions_work.jobs SET program = '0.0.9 0123456789abcdef'")
    out = end(worker("--once"))
    insist(out.startswith("0 blocks played"), out)
    insist("for another program (0.0.9 0123456789abcdef; this is " in run("work", ADDRESS, "--list"), "the list does not tell")
    mark = os.path.abspath("started")
    write("bot", b"#!/bin/sh\ntouch %s\n" % mark.encode())
    os.chmod("bot", 0o755)
    program = run("work", ADDRESS, "--list").split("this is ")[1].split(")")[0]
    sql("UPDATE billions_work.jobs SET program = '%s', plan = replace(plan, '\"greedy\"', '\"exec:%s\"')" % (program, os.path.abspath("bot")))
    end(worker("--once"))
    _, said = arena.communicate()
    insist(arena.returncode == 1 and "which no file may start" in said, said)
    insist(not os.path.exists(mark), "it was started")
    insist("it failed" in run("work", ADDRESS, "--list"), "the list does not tell")
    figures = run("work", ADDRESS, "--metrics")
    insist("} 1\n" in figures.split("# TYPE billions_work_failed gauge")[1], figures)
    if shutil.which("promtool"):
        subprocess.run(["promtool", "check", "metrics"], input=figures, text=True, check=True, stdout=subprocess.DEVNULL)
    run("work", ADDRESS, "--remove", sql("SELECT id FROM billions_work.jobs"))
    refused(2, "no worker starts a program because a database says so", "arena", "one", "--bots", "greedy,exec:%s" % os.path.abspath("bot"), "--queue", ADDRESS)
    clean()


def a_batch_that_nobody_brings_back_ends_the_job():
    arena = start(*QUICK, "--save", "all", "--queue", ADDRESS)
    until(lambda: sql("SELECT count(*) FROM billions_work.jobs") == "1", "a job")
    sql("INSERT INTO billions_work.batches (job, first, count, worker, until, tries) SELECT id, 0, 1, 'gone', now(), 10 FROM billions_work.jobs")
    _, said = arena.communicate()
    insist(arena.returncode == 1 and "The blocks from 0 on were begun 10 times" in said, said)
    run("work", ADDRESS, "--remove", sql("SELECT id FROM billions_work.jobs"))
    clean()


def what_cannot_be_gets_a_sentence():
    refused(2, "either workers share it out, or parts do", *QUICK, "--queue", ADDRESS, "--part", "1/2", "--save", "z")
    refused(2, "in which queue?", "arena", "--job", "3")
    refused(2, "workers send sums alone", "sim", "one", "--check", "--queue", ADDRESS)
    write("there", b"something")
    refused(4, "there is such a file", *QUICK, "--queue", ADDRESS, "--save", "there")
    for address in ("postgresql://me:secret@127.0.0.1:1/nothing", "nonsense"):
        for arguments in (["work", address], [*QUICK, "--queue", address]):
            said = run(*arguments, code=4)
            insist(said.startswith("billions: ") and said.count("\n") == 1 and "secret" not in said, said)
    refused(2, "usage: billions work ADDRESS", "work")


def main():
    if not ADDRESS:
        def needs_a_database():
            raise Skip("BILLIONS_POSTGRES names no database; tools/postgres run starts one")
        run_tests([needs_a_database])
    insist("There are no jobs in postgresql://" in run("work", ADDRESS, "--list"), "an empty database")
    insist("billions_work_jobs 0" in run("work", ADDRESS, "--metrics"), "figures of an empty database")
    refused(3, "There is no job 1 in postgresql://", "work", ADDRESS, "--remove", "1")
    insist(sql("SELECT to_regnamespace('billions_work') IS NULL") == "t", "who only looked has made something")
    run("work", ADDRESS, "--once")  # makes the queue
    run_tests([every_kind_is_as_on_one_machine, a_sequential_test_stops_behind_the_same_deal, workers_of_which_half_are_killed,
               a_worker_that_slept_through_its_lease_counts_once, a_late_result_of_the_same_batch_is_dropped, who_waits_may_go_and_come_back,
               a_worker_that_is_sent_away_gives_its_blocks_back, cut_connections_come_back, nobody_is_made_to_play_otherwise,
               a_batch_that_nobody_brings_back_ends_the_job, what_cannot_be_gets_a_sentence])


main()
