"""nginx and HAProxy in the foreground on a port of this machine, each with the example of the documentation, which is pointed at servers of a
test and otherwise left as it is."""
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import time

from sockets import PATIENCE, Skip, connect, insist

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/operating")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


given = set()  # lasting ports


def lasting_port():
    """One that the system gives to no client: it must be free whenever its server begins again. None is given twice."""
    while True:
        port = random.randrange(20000, 32000)
        if port in given:
            continue
        given.add(port)
        with socket.socket() as line:
            try:
                line.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


def find(program):
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    if not found:
        raise Skip("%s is not installed (tools/packages.txt, group all)" % program)
    return found


def example(name, *changes):
    """The example, with only what a test must have otherwise: (words, instead)."""
    with open(os.path.join(EXAMPLES, name)) as file:
        text = file.read()
    for words, instead in changes:
        insist(words in text, "docs/operating/%s has no '%s' any more" % (name, words))
        text = text.replace(words, instead)
    return text


class Proxy:
    """In front of the servers at these ports. Its files lie in `folder`, which it makes; `port`: where it listens, 0 for any. What it is begun
    with besides stands in `popen`."""

    program = None

    def __init__(self, folder, ports, port=0, popen=None):
        found = find(self.program)
        self.folder, self.port = folder, port or free_port()
        os.makedirs(folder)
        self.path = os.path.join(folder, self.program + ".conf")
        with open(self.path, "w") as file:
            file.write(self.configuration(ports))
        with open(os.path.join(folder, "said"), "wb") as said:
            self.process = subprocess.Popen([found] + self.words(), stdin=subprocess.DEVNULL, stdout=said, stderr=said, **(popen or {}))
        began = time.monotonic()
        while True:
            try:
                connect(self.port).close()
                return
            except OSError:
                insist(self.process.poll() is None, "%s did not begin: %s" % (self.program, self.said()))
                insist(time.monotonic() - began < PATIENCE, self.program + " does not listen")
                time.sleep(0.05)

    def said(self):
        with open(os.path.join(self.folder, "said"), errors="replace") as file:
            return file.read()

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


class Nginx(Proxy):
    program = "nginx"

    def configuration(self, ports):
        if os.getuid() == 0:  # its workers are somebody else then
            os.chmod(os.path.dirname(self.folder), 0o755)
        site = example("nginx.conf", ("listen 443 ssl;", "listen 127.0.0.1:%d;" % self.port), ("listen [::]:443 ssl;", ""),
                       ("    server 127.0.0.1:8000 fail_timeout=1s;", "\n".join("    server 127.0.0.1:%d fail_timeout=1s;" % port for port in ports)))
        site = "\n".join(line for line in site.splitlines() if "ssl_certificate" not in line)
        temporary = "".join("%s_temp_path %s/%s;\n" % (name, self.folder, name) for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return ("pid %s/pid;\nerror_log %s/error.log;\ndaemon off;\nworker_processes 1;\nevents { worker_connections 4096; }\nhttp {\n"
                "access_log off;\n%s%s\n}\n" % (self.folder, self.folder, temporary, site))

    def words(self):
        return ["-c", self.path, "-p", self.folder]


class Haproxy(Proxy):
    program = "haproxy"

    def configuration(self, ports):
        most = min(20000, (resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 100) // 2)
        return example("haproxy.cfg", ("bind :443 ssl crt /etc/haproxy/certs/play.example.org.pem", "bind 127.0.0.1:%d" % self.port),
                       ("maxconn 20000", "maxconn %d" % most),
                       ("    server one 127.0.0.1:8000", "\n".join("    server at%d 127.0.0.1:%d" % (port, port) for port in ports)))

    def words(self):
        return ["-db", "-f", self.path]


PROXIES = {"nginx": Nginx, "haproxy": Haproxy}
