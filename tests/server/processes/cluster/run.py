#!/usr/bin/env python3
"""tools/cluster: several servers on one database, with a proxy in front, begun by one command to be looked at, played on and broken by hand.

Whatever happens, it leaves no process and no folder behind; all of it listens on addresses and sockets of this machine alone."""
import argparse
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.dont_write_bytecode = True

from sockets import Failed, Skip  # noqa: E402

from cluster.processes import ROOT, Cluster  # noqa: E402

MOST = 16
AGAIN = 3  # seconds until a process that has ended begins anew, as whatever watches over services would have it

ABOUT = """Starts N processes of `billions serve` on one PostgreSQL, and HAProxy or nginx in front of them, on this machine. Ctrl-C ends all of it
and leaves nothing."""
AND = """FLAG: more options for each `billions serve`, behind --, as in: tools/cluster 3 -- --web build/web
A process that ends is begun again after %d seconds, as a service would be: kill -9 it, kill it, kill -STOP and -CONT it, and look.
Exit code: 0 after Ctrl-C, 2 for wrong usage, 77 if this machine lacks what it takes, 1 for all else.""" % AGAIN


def arguments(words):
    parser = argparse.ArgumentParser(prog="tools/cluster", formatter_class=argparse.RawDescriptionHelpFormatter, description=ABOUT, epilog=AND,
                                     usage="tools/cluster [N] [--standby] [--proxy NAME] [--port P] [--program PATH] [-- FLAG...]")
    flags = []
    if "--" in words:
        at = words.index("--")
        words, flags = words[:at], words[at + 1:]
    parser.add_argument("count", metavar="N", nargs="?", default=2, type=int, help="so many processes, 1 to %d (2)" % MOST)
    parser.add_argument("--standby", action="store_true", help="with a second PostgreSQL, which follows the first: all that is committed is on both")
    parser.add_argument("--proxy", default="haproxy", metavar="NAME", help="haproxy, nginx or none (haproxy)")
    parser.add_argument("--port", type=int, default=8000, metavar="P", help="where the proxy listens (8000); 0: any port that is free")
    parser.add_argument("--program", metavar="PATH", help="this server, billions-online (build/release/billions-online)")
    given = parser.parse_args(words)
    given.flags = flags
    if not 1 <= given.count <= MOST:
        parser.error("N is the number of processes, 1 to %d, and not %d" % (MOST, given.count))
    if given.proxy not in ("haproxy", "nginx", "none"):
        parser.error("--proxy is haproxy, nginx or none, and not '%s'" % given.proxy)
    if given.proxy == "none" and given.port != 8000:
        parser.error("--port is where the proxy listens, and with --proxy none there is none")
    if not 0 <= given.port <= 65535 or 0 < given.port < 1024:
        parser.error("--port is 1024 to 65535, or 0 for any, and not %d" % given.port)
    given.program = os.path.abspath(given.program or os.path.join(ROOT, "build", "release", "billions-online"))
    if not os.access(given.program, os.X_OK):
        parser.error("there is no program %s; tools/build release makes it" % given.program)
    return given


def tell(cluster, given):
    """What somebody needs to know who wants to look."""
    print("listening on http://127.0.0.1:%d%s" % (cluster.port, "" if not cluster.proxy else ", by " + cluster.proxy.program))
    for node in cluster.nodes:
        print("process %d: http://%s, pid %d, log %s" % (node.number, node.address(), node.process.pid, node.log_path))
    for number, site in enumerate(cluster.database.sites):
        print("%s: %s" % ("standby" if number else "database", site))
    first = cluster.nodes[0].process.pid
    print("One dies: kill -9 %d. One hands its tables over and ends: kill %d. One stands still: kill -STOP %d; kill -CONT %d." % ((first,) * 4))
    print("What is asked of the database: psql '%s'. It starts anew: tools/postgres restart '%s'." % ((cluster.database.sites[0],) * 2))
    if given.standby:
        print("The standby takes its place: tools/postgres promote '%s'." % cluster.database.sites[1])
    print("Ctrl-C ends all of it.", flush=True)


def watch(cluster):
    """Begins again what has ended, until somebody interrupts."""
    ended = {}
    while True:
        time.sleep(0.2)
        if cluster.proxy and cluster.proxy.process.poll() is not None:
            raise Failed("%s has ended: %s" % (cluster.proxy.program, cluster.proxy.said()))
        for node in cluster.nodes:
            if node.running():
                continue
            if node not in ended:
                code = node.process.returncode
                ended[node] = time.monotonic()
                print("process %d has ended (%s); it begins again in %d seconds" % (
                    node.number, signal.Signals(-code).name if code < 0 else "exit code %d" % code, AGAIN), flush=True)
            elif time.monotonic() - ended[node] > AGAIN:
                del ended[node]
                node.process.stdout.close()
                node.begin()
                print("process %d is there again, pid %d" % (node.number, node.process.pid), flush=True)


def interrupted(*_):
    raise KeyboardInterrupt


def main(words):
    given = arguments(words)
    signal.signal(signal.SIGTERM, interrupted)
    signal.signal(signal.SIGHUP, interrupted)
    cluster, code = None, 0
    try:
        cluster = Cluster(given.program, given.count, given.standby, None if given.proxy == "none" else given.proxy, given.port, given.flags)
        tell(cluster, given)
        watch(cluster)
    except KeyboardInterrupt:
        print()
    except Skip as why:
        sys.stderr.write("tools/cluster: %s\n" % why)
        code = 77
    except (Failed, OSError, subprocess.SubprocessError) as fault:
        sys.stderr.write("tools/cluster: %s\n" % fault)
        code = 1
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if cluster:
            cluster.end()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
