"""What the processes of a storm share: the phase that it is in, figures that change while it lasts, addresses to come from, and how a
process is begun so that it never outlives who began it.

Every number of the board has one writer. All moments are those of time.monotonic(), which all processes of a machine agree about."""
import ctypes
import mmap
import multiprocessing
import os
import signal
import struct
import time
import traceback

SETTLING, CALM, STARVED, STORM, FINISH, QUIT = range(6)

FORK = multiprocessing.get_context("fork")
PR_SET_PDEATHSIG = 1

libc = ctypes.CDLL(None, use_errno=True)


class Board:
    """Whole numbers in memory that all processes see, by name."""

    NAMES = ("phase", "port", "acknowledged", "finished", "resumed", "probes", "late", "waiting", "faults")

    def __init__(self):
        self.__dict__["map"] = mmap.mmap(-1, 8 * len(self.NAMES))

    def __getattr__(self, name):
        return struct.unpack_from("q", self.map, 8 * self.NAMES.index(name))[0]

    def __setattr__(self, name, value):
        struct.pack_into("q", self.map, 8 * self.NAMES.index(name), value)


class Door:
    """Where the server listens, and which address of this machine to come from: to the server each is somebody else."""

    def __init__(self, port, source, patience=30):
        self.port, self.source, self.patience = port, source, patience


def dies_with_its_parent():
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Child:
    """A process of its own that carries out `work`, which returns what is told to the storm at its end."""

    def __init__(self, name, work, *arguments):
        self.name = name
        self.ear, mouth = FORK.Pipe(duplex=False)
        parent = os.getpid()

        def run():
            dies_with_its_parent()
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the storm ends all of them
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            if os.getppid() != parent:
                return
            self.ear.close()
            try:
                mouth.send((None, work(*arguments)))
            except BaseException:  # noqa: told in the process that began this
                mouth.send((traceback.format_exc(), None))

        self.process = FORK.Process(target=run, name=name, daemon=True)
        self.process.start()
        mouth.close()

    def told(self, patience):
        """What `work` returned; raises what went wrong there."""
        if not self.ear.poll(patience):
            raise RuntimeError("the process of the %s does not end" % self.name)
        try:
            fault, result = self.ear.recv()
        except EOFError:
            raise RuntimeError("the process of the %s ended without a word" % self.name)
        if fault:
            raise RuntimeError("the process of the %s failed:\n%s" % (self.name, fault))
        return result

    def end(self):
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.ear.close()


def until(board, phase, seconds=None):
    """Waits until that phase has come, or so long. True: it has come."""
    began = time.monotonic()
    while board.phase < phase:
        if seconds is not None and time.monotonic() - began >= seconds:
            return False
        time.sleep(0.02 if seconds is None else min(0.02, max(0.001, seconds)))
    return True
