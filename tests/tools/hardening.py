"""hardening.py COMPILER PROGRAM...: whether programs were built so that a mistake in them is hard to use, read off the programs
themselves (ELF), as checksec and Debian's blhc do. Each program is one test, in words that tools/check/count-tests counts.

Must not believe a list of flags: what counts is what the linker wrote. Nothing but the standard library."""
import os
import struct
import subprocess
import sys

ET_DYN, EM_X86_64 = 3, 62
PT_DYNAMIC, PT_INTERP, PT_NOTE, PT_GNU_STACK, PT_GNU_RELRO = 2, 3, 4, 0x6474E551, 0x6474E552
PF_X, PF_W = 1, 2
SHT_SYMTAB, SHT_NOTE, SHT_DYNSYM = 2, 7, 11
DT_TEXTREL, DT_FLAGS, DT_FLAGS_1 = 22, 30, 0x6FFFFFFB
DF_TEXTREL, DF_BIND_NOW, DF_1_NOW, DF_1_PIE = 4, 8, 1, 0x08000000
NT_GNU_PROPERTY_TYPE_0, X86_FEATURE_1_AND, IBT, SHSTK = 5, 0xC0000002, 1, 2
ENDBR64 = bytes.fromhex("f30f1efa")  # where a jump through a pointer may land


class Elf:
    """A file of 64 bits, little-endian: what this project is built for. Anything else ends with an exception, as a broken file does."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        if self.bytes[:6] != b"\x7fELF\x02\x01":
            raise ValueError("%s is no ELF file of 64 bits, little-endian" % path)
        (self.type, self.machine, _, _, segments_at, sections_at, _, _, segment_size, segment_count, section_size, section_count,
         _) = struct.unpack_from("<HHIQQQIHHHHHH", self.bytes, 16)
        self.segments = [struct.unpack_from("<IIQQQQQQ", self.bytes, segments_at + i * segment_size) for i in range(segment_count)]
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", self.bytes, sections_at + i * section_size)
                         for i in range(section_count)]

    def segment(self, kind):
        """(flags, offset, size) of the first of that kind, or None."""
        return next(((s[1], s[2], s[5]) for s in self.segments if s[0] == kind), None)

    def dynamic(self):
        found = self.segment(PT_DYNAMIC)
        entries = [] if found is None else [struct.unpack_from("<QQ", self.bytes, found[1] + i) for i in range(0, found[2], 16)]
        return dict(entries)

    def symbols(self, kind):
        """(name, section, address) of every symbol in the tables of that kind."""
        for section in self.sections:
            if section[1] != kind:
                continue
            names = self.sections[section[6]][4]
            for at in range(section[4], section[4] + section[5], 24):
                name, _, _, where, address, _ = struct.unpack_from("<IBBHQQ", self.bytes, at)
                end = self.bytes.index(b"\0", names + name)
                yield self.bytes[names + name:end].decode(), where, address

    def at_address(self, address, length):
        for kind, _, offset, start, _, size, _, _ in self.segments:
            if kind == 1 and start <= address < start + size:
                return self.bytes[offset + address - start:offset + address - start + length]
        return b""

    def features(self):
        """What the note for x86 says that every part of it can bear; None if it says nothing."""
        for section in self.sections:
            at, end = section[4], section[4] + section[5]
            while section[1] == SHT_NOTE and at + 12 <= end:
                name_size, size, kind = struct.unpack_from("<III", self.bytes, at)
                at += 12 + (name_size + 3) // 4 * 4
                inside = at
                while kind == NT_GNU_PROPERTY_TYPE_0 and inside + 8 <= at + size:
                    what, length = struct.unpack_from("<II", self.bytes, inside)
                    if what == X86_FEATURE_1_AND:
                        return struct.unpack_from("<I", self.bytes, inside + 8)[0]
                    inside += 8 + (length + 7) // 8 * 8
                at += (size + 7) // 8 * 8 if kind == NT_GNU_PROPERTY_TYPE_0 else (size + 3) // 4 * 4
        return None


def start_file_bears_the_note(compiler):
    """The linker writes the note only when all parts bear it, and the first part comes with the C library: Debian 12's bears none."""
    run = subprocess.run([compiler, "-print-file-name=Scrt1.o"], capture_output=True, text=True)
    path = run.stdout.strip()
    return os.path.isabs(path) and Elf(path).features() is not None


def faults(path, compiler):
    elf = Elf(path)
    dynamic = elf.dynamic()
    flags, flags_1 = dynamic.get(DT_FLAGS, 0), dynamic.get(DT_FLAGS_1, 0)
    imported = {name for name, where, _ in elf.symbols(SHT_DYNSYM) if where == 0}
    stack = elf.segment(PT_GNU_STACK)
    if elf.type != ET_DYN or not flags_1 & DF_1_PIE or not elf.segment(PT_INTERP):
        yield "it lies at a fixed address (no PIE)"
    if not elf.segment(PT_GNU_RELRO):
        yield "the linker's tables stay writable (no GNU_RELRO)"
    if not (flags & DF_BIND_NOW or flags_1 & DF_1_NOW):
        yield "names are looked up while it runs, in tables that must stay writable for that (no BIND_NOW)"
    if stack is None or stack[0] & PF_X:
        yield "its stack may be executed (GNU_STACK)"
    if any(segment[0] == 1 and segment[1] & PF_X and segment[1] & PF_W for segment in elf.segments):
        yield "a part of it may be both written and executed"
    if DT_TEXTREL in dynamic or flags & DF_TEXTREL:
        yield "its code is changed when it is loaded (TEXTREL)"
    if "__stack_chk_fail" not in imported:
        yield "its stack is not checked (no __stack_chk_fail)"
    if not any(name.startswith("__") and name.endswith("_chk") for name in imported):
        yield "the C library is called unchecked (_FORTIFY_SOURCE: no *_chk)"
    if elf.machine == EM_X86_64:
        main = next((address for name, where, address in elf.symbols(SHT_SYMTAB) if name == "main" and where), None)
        if main is None:
            yield "its symbols were stripped: look at the program as it was linked"
        elif elf.at_address(main, 4) != ENDBR64:
            yield "jumps may land anywhere (-fcf-protection: no endbr64)"
        features = elf.features()
        if features is not None and features & (IBT | SHSTK) != IBT | SHSTK:
            yield "its note does not say IBT and SHSTK"
        if features is None and start_file_bears_the_note(compiler):
            yield "the note that says IBT and SHSTK was lost: a part of it was built otherwise"


def main():
    compiler, programs = sys.argv[1], sys.argv[2:]
    if not programs:
        sys.exit("usage: hardening.py COMPILER PROGRAM...")
    failed = []
    for path in programs:
        name = os.path.basename(path)
        print("[ RUN      ] " + name)
        found = list(faults(path, compiler))
        for fault in found:
            print("%s: %s" % (path, fault))
        print(("[  FAILED  ] " if found else "[       OK ] ") + name, flush=True)
        if found:
            failed.append(name)
    print("[  PASSED  ] %d test(s)." % (len(programs) - len(failed)))
    if failed:
        print("[  FAILED  ] %d test(s), listed below:" % len(failed))
        for name in failed:
            print("[  FAILED  ] " + name)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
