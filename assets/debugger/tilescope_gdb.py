# assets/debugger/tilescope_gdb.py -- what tilescope does inside cuda-gdb: it records MMAs, and adds the commands `ts`.
# SPDX-License-Identifier: MIT
#
# It needs Python 3.8 or later, the module gdb and the standard library. `source` this file in a debugger; `tilescope
# gdb-init` prints the line. It asks the program tilescope ($TILESCOPE, else PATH) what a word means.
#
# `tilescope autopsy` starts the debugger so, with its standard output and error on pipes:
#
#     TILESCOPE_AUTOPSY='{"out": "FOLDER", ...}'
#     cuda-gdb -nx -batch -ex "source tilescope_gdb.py" -ex "ts record" --args PROGRAM ARGS
#
# Settings, a JSON object; only `out` must be there:
#
#   out       the folder of the recording; it exists and is empty
#   lines     a file or FIFO that gets each line of recording.jsonl at once ("": none). If nobody reads it any more, the
#             program is ended
#   kernel    a regular expression for the kernel's name; without it, the first kernel that has an MMA
#   launch    how many launches of such kernels go by before the one that is watched; without it, 0
#   block     [x, y, z]; without it, [0, 0, 0]
#   mma       "all", or a list of numbers of MMAs of the machine code, from 0; without it, "all"
#   steps     the MMAs of a warpgroup that are recorded; of a loop that goes on, then only the last trip. Without it, 16
#   seconds   when everything ends; without it, 120
#   idle      how long no stop may come in the watched launch before the warps are looked at; without it, 5
#   after     how long the program may run on behind the watched launch, to end or to fail; without it, 10
#   stdout, stderr   numbers of open files for the program's own output; without them, those of the debugger
#   pid       attach to this process instead of starting a program
#   core      read this core dump of a GPU instead of starting a program
#
# The recording is the form of `tilescope autopsy --recording FOLDER`: recording.jsonl, shared_HASH.bin (shared memory
# of the block from address 0), constant_bank_0.bin, sass.txt. Its events are session, launch, code, info,
# constant_bank, shared_size, stop, mma, wait, exception, exit, error, end, finished, and these:
#
#   kernels   {"seen": [{"name", "launches", "mmas"}]}: what was launched, and how many MMAs the machine code has
#   skipped   {"warpgroup", "mmas"}: so many MMAs of this warpgroup ran unrecorded since its last event. D of the `wait`
#             that may follow has their sums
#   load      {"address", "d_first", "d_count", "d", "lost", "early", "mmas"}: what one tcgen05.ld gave one warp. The
#             first thread of the warp is `thread`, the address in Tensor Memory `address`, the registers of the 32
#             threads `d`. `lost` has the numbers of registers that were overwritten before they were read, `early` of
#             those that were read before the first use, when all others had the values that they had behind it. So
#             many `mma` events were written when the warp stood before the instruction
#   hung      {"seconds", "places": [{"warpgroup", "warps", "pc", "offset", "text", "line", "loop"}]}: no stop came for
#             so long, and the launch did not end. Where the warps of the block stood; "loop" has the instructions of a
#             short loop there; "held": the debugger itself stops warps there. "watched": every MMA had a breakpoint
#
# An `mma` and a `wait` are written once for each visit of the warpgroup, and have "visit": its number at this place,
# from 1. An `mma` in an inlined function has "inlined_from", the place of the call. A `wait` has no "d" if more groups
# may still run. An `mma` of tcgen05 is a visit of one warp. Its "ur" and "predicates" have all that it takes from
# registers: both words, the instruction descriptor (also "idesc"), the addresses of D, A, metadata and scale factors in
# Tensor Memory, the masks, and enable-input-d. The debugger does not read Tensor Memory: there is no `wait`, and D is
# what the `load` events have. `end` has a reason:
#
#   exit         the program ended              no kernel    nothing was launched
#   enough       all was recorded; the program  no mma       no kernel that was asked for has an MMA (see `kernels`)
#                ran on and was ended           no such mma  the kernel has no MMA of these numbers
#   exception    of the GPU                     not started  the debugger does not start the program (see `error`)
#   signal       the program died               no cuda      this debugger is no cuda-gdb
#   late         the seconds are over           interrupted  Ctrl+C
#   core         the core dump was read         lost         the debugger failed (see `error`)
#   no core      it cannot be read (see `error`)        no such block   (see `error`)
#
# `end` has "children": how many processes the program started. They are not watched.
import contextlib
import errno
import hashlib
import json
import os
import re
import select
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import time

import gdb

if sys.version_info < (3, 8):
    raise gdb.GdbError("tilescope needs a debugger with Python 3.8 or later; this one has Python %s."
                       % sys.version.split()[0])


# --- the debugger ---

UNREAD = (gdb.error, RuntimeError, TypeError, ValueError, OverflowError)  # what reading a value can raise


def ex(command):
    """Runs a command of the debugger; returns what it prints."""
    return gdb.execute(command, to_string=True) or ""


def value32(text):
    return int(gdb.parse_and_eval(text)) & 0xffffffff


def value64(text):
    return int(gdb.parse_and_eval(text)) & 0xffffffffffffffff


def quietly(command):
    """For settings that an older debugger does not have."""
    try:
        ex(command)
        return True
    except gdb.error:
        return False


class Watchdog:
    """Interrupts a command of the debugger that takes too long: the program never stops, or the debugger hangs.

    `with watchdog(seconds): ex("continue")`. It interrupts as Ctrl+C does; if that does not help it kills the program,
    and at last the debugger: what was recorded is in the files. It does the same when `is_reader_gone` says that
    nobody waits for the recording any more.
    """

    def __init__(self, is_reader_gone, is_attached):
        self.is_attached = is_attached  # to a process of the user, which goes on
        self.until, self.fired, self.next, self.lock = None, False, 0, threading.Lock()
        self.is_reader_gone, self.gone, self.steps = is_reader_gone, False, 0
        threading.Thread(target=self.watch, daemon=True).start()

    def forget_reader(self):
        with self.lock:
            self.is_reader_gone, self.gone = lambda: False, False

    @contextlib.contextmanager
    def __call__(self, seconds):
        with self.lock:
            before, self.until = self.until, time.monotonic() + max(seconds, 0.05)
            self.fired, self.steps = False, 0
        try:
            yield
        finally:
            with self.lock:
                self.until = before

    def watch(self):
        while True:
            time.sleep(0.05)
            with self.lock:
                now, self.gone = time.monotonic(), self.gone or self.is_reader_gone()
                if self.until is None or now < (self.next if self.gone else self.until):
                    continue
                self.fired, self.steps, self.until, self.next = True, self.steps + 1, now + 2, now + 2
                steps = self.steps
            try:
                if steps <= 2:
                    os.kill(os.getpid(), signal.SIGINT)
                elif steps == 3 and inferior_pid() and not self.is_attached:
                    os.kill(inferior_pid(), signal.SIGKILL)
                elif steps > 3:
                    os._exit(3)
            except OSError:
                pass


started_pid = [0]  # of the program; the watchdog cannot ask the debugger, which is busy


def inferior_pid():
    return started_pid[0]


# --- machine code ---

MMA = re.compile(r"\b((?:[HQIB]GMMA|UTC[A-Z]*MMA)\S*)\s+(.*)$")
SHAPE = re.compile(r"^([HQIB]GMMA)\.(?:SP\.)?(\d+)x(\d+)x(\d+)(\S*)$")
WAIT = re.compile(r"WARPGROUP\.DEPBAR\.LE\s+gsb\d+\s*,\s*0x([0-9a-f]+)")
LISTED = re.compile(r"0x([0-9a-f]+)\s+<([^>]*)>:\s*(.*)$", re.M)
BRANCH = re.compile(r"^(?:@!?U?P\w+\s+)?(?:BRA|JMP|CALL|BSSY)\b.*?\b0x([0-9a-f]+)\s*;?\s*$")


def fields_of(text):
    """Where the text of an MMA says its words and registers are; absent: not in this text."""
    m = MMA.search(text)
    if not m:
        return None
    shape, operands = SHAPE.match(m[1]), m[2]
    out = {"op": m[1].split(".")[0], "types": "", "d_first": None, "d_count": 0, "a_first": None, "ur": None}
    if shape:
        out.update(m=int(shape[2]), n=int(shape[3]), k=int(shape[4]), types=shape[5])
        out["d_count"] = int(shape[3]) // (4 if shape[5].startswith(".F16") else 2)
        regs = re.match(r"(?:RZ|R(\d+))\s*,\s*(?:R(\d+)\S*\s*,\s*)?gdesc\[(?:UR(\d+)|URZ)\]", operands)
        if regs:
            for name, text_ in zip(("d_first", "a_first", "ur"), regs.groups()):
                out[name] = int(text_) if text_ else None
        metadata = re.search(r"gdesc\[UR\d+\]\S*?\s*,\s*R\w+\s*,\s*(?:!?UP\w+\s*,\s*)?R(\d+)", operands)
        if ".SP" in m[1] and metadata:
            out["metadata"] = int(metadata[1])
        return out
    words = [int(n) for n in re.findall(r"gdesc\[UR(\d+)\]", operands)]
    a_in_tmem = bool(re.match(r"\s*tmem", operands))
    out["ur_a"] = words[0] if words and not a_in_tmem else None
    out["ur_b"] = words[0 if a_in_tmem else 1] if len(words) > (0 if a_in_tmem else 1) else None
    idesc = re.search(r"idesc\[UR(\d+)\]", operands)
    out["ur_idesc"] = int(idesc[1]) if idesc else None
    return out


LDTM = re.compile(r"^LDTM((?:\.\w+)*)\s+R(\d+)\s*,\s*tmem\[(?:UR(\d+)|URZ)(?:\s*\+\s*(-?0x[0-9a-f]+))?\]$")
LDTM_REGISTERS = {"": 1, "16dp32bit_t0_t15": 1, "16dp32bit_t16_t31": 1, "16dp64bit": 1, "16dp128bit": 2,
                  "16dp256bit": 4}  # of each thread, at .x1; "": 32x32b
LEAVES = re.compile(r"(?:BRA|BRX|BRXU|JMP|JMX|JMXU|CALL|RET|EXIT|BREAK|BSYNC|KILL|RTT|BPT)\b")
MAX_LOADS, LOAD_SECONDS = 64, 15
STOPS = ("before", "use", "behind")  # of a tcgen05.ld


def load_of(text):
    """Where a tcgen05.ld of the machine code writes and what it reads; None: it is none, or of an unknown form."""
    m = LDTM.match(text.rstrip("; "))
    if not m:
        return None
    parts = [p for p in m[1].split(".") if p and p != "PACK16BIT"]
    num = int(parts.pop()[1:]) if parts and re.match(r"x\d+$", parts[-1]) else 1
    shape = parts.pop() if parts else ""
    if parts or shape not in LDTM_REGISTERS:
        return None
    return {"d_first": int(m[2]), "d_count": num * LDTM_REGISTERS[shape], "ur": int(m[3]) if m[3] else None,
            "plus": int(m[4], 16) if m[4] else 0}


def operands_of(text):
    """("FADD", ["R16", "R5", "R4"]); without a guard."""
    m = re.match(r"(?:@\S+\s+)?(\S*)\s*(.*?)[\s;]*$", text)
    return m[1], [o.strip() for o in m[2].split(",")] if m[2] else []


def bits_wide(opcode):
    return max([int(n) for n in re.findall(r"\.[A-Z]?(64|128|256)\b", opcode)] or [32])


def registers_named(text):
    """The registers that an instruction certainly takes or writes: it waits for all that still write them."""
    opcode, operands = operands_of(text)
    out = set()
    for operand in operands:
        vector = bits_wide(opcode) // 32 if re.match(r"(?:LD|ST)(?:G|S|L)?\b", opcode) and "[" not in operand else 1
        for number, pair in re.findall(r"\bR(\d+)\b(\.64)?", operand):
            out |= set(range(int(number), int(number) + (2 if pair else vector)))
    return out


def registers_written(text):
    """The registers that an instruction may write: rather too many than too few."""
    opcode, operands = operands_of(text)
    load = load_of(text)
    if load:
        return set(range(load["d_first"], load["d_first"] + load["d_count"]))
    while operands and re.match(r"!?U?P(?:T|\d+)$", operands[0]):
        operands = operands[1:]
    if re.match(r"(?:ST|RED|[A-Z]*SETP|[A-Z]*SETP2|R2P|R2UR)", opcode) or not operands:
        return set()
    count = max(bits_wide(opcode) // 32, 2 if re.match(r"CS2R|D[A-Z]{3}|.*WIDE|.*F64", opcode) else 1)
    if re.match(r"\w*MMA|LDSM|TEX|TLD|TXD|SULD|LDT", opcode):
        count = 128 if opcode.startswith("LDT") else 8
    first = [re.match(r"R(\d+)\b", o) for o in (operands if opcode.startswith("LD") else operands[:1])]
    return {n for m in first if m for n in range(int(m[1]), int(m[1]) + count)}


def early_ones(load, before, behind):
    """(registers of the threads, which of them are those before the first use) of a tcgen05.ld.

    Before the use, nothing says that it is complete, unless all that can be compared have their last values.
    """
    places = [8 * (n - load["fields"]["d_first"]) for n in load["lost"]]
    if not before or len(places) == load["fields"]["d_count"]:
        return behind, []
    rows = []
    for early, late in zip(before, behind):
        for at in places:
            late = late[:at] + early[at:at + 8] + late[at + 8:]
        rows.append(late)
    return (rows, load["lost"]) if rows == before else (behind, [])


def writes_uniform(text, number):
    """Whether an instruction may write UR`number`."""
    operands = [o for o in operands_of(text)[1] if not re.match(r"!?U?P(?:T|\d+)$", o)]
    first = re.match(r"UR(\d+)", operands[0]) if operands else None
    return bool(first) and number is not None and int(first[1]) <= number < int(first[1]) + 4


def is_tcgen05(fields):
    """Whether one thread issues the MMA; a wgmma needs the four warps of a warpgroup."""
    return fields["op"].startswith("UTC")


class Code:
    """A kernel's machine code: its MMAs, its waits, and where the flow can go."""

    def __init__(self, text):
        self.text, self.lines = text, {}
        for line in text.splitlines():
            m = LISTED.search(line)
            if m:
                self.lines[int(m[1], 16)] = ("+" + m[2].rpartition("+")[2] if "+" in m[2] else "+0", m[3].strip())
        name = re.search(r"Dump of assembler code for function (.*):\s*$", text, re.M)
        self.name = name[1] if name else ""
        pcs = sorted(self.lines)
        self.after = dict(zip(pcs, pcs[1:]))
        self.mma, self.wait = {}, {}
        for pc, (where, line) in self.lines.items():
            fields = fields_of(line)
            if fields:
                self.mma[pc] = {"offset": where, "text": line, "loop": False, "fields": fields}
            m = WAIT.search(line)
            if m and pc in self.after:
                self.wait[self.after[pc]] = {"offset": where, "text": line, "pending": int(m[1], 16)}
        for pc in self.mma:
            self.mma[pc]["loop"] = self.comes_back(pc, ())
        self.load, self.unread_loads = {}, []
        if any(is_tcgen05(mma["fields"]) for mma in self.mma.values()):
            self.find_loads(pcs)

    def find_loads(self, pcs):
        """The tcgen05.ld, and where their registers can be read: behind the first instruction that names one of them.

        tcgen05.wait::ld is no instruction of its own that waits: each instruction waits for the registers that it
        names. What is overwritten between the two is lost; of the first use, its own register is read before it, too.
        Several loads have one stop before them, where the registers with their addresses are read, and one behind them,
        if nothing more is lost so.
        """
        group = []
        for pc in pcs:
            where, text = self.lines[pc]
            if not re.match(r"(?:@\S+\s+)?LDTM?\b", text):
                continue
            fields = load_of(text)
            behind = self.behind_use(pc, fields) if fields else None
            if behind is None or len(self.load) == MAX_LOADS:
                self.unread_loads.append(where)
                continue
            load = {"offset": where, "text": text, "before": pc, "behind": behind, "fields": fields,
                    "lost": self.lost(pc, fields, behind), "use": None}
            use = [at for at in self.between(pc, behind)][-1]
            if load["lost"] and not self.lost(pc, fields, use):
                load["use"] = use
            if not self.joins(group, pc, load):
                group = []
            self.load[pc] = load
            group.append(pc)

    def between(self, first, end):
        """The addresses from `first` up to `end`; None where the flow can leave."""
        out = []
        while first != end:
            if first not in self.after or LEAVES.match(operands_of(self.lines[first][1])[0]):
                return None
            out.append(first)
            first = self.after[first]
        return out

    def is_other_half(self, pc, at):
        """Of 16x32bx2, the two halves of a warp have an instruction each, with the same registers."""
        halves = [re.search(r"LDTM\.16dp32bit(_t\d+_t\d+)", self.lines[a][1]) for a in (pc, at)]
        return None not in halves and halves[0][1] != halves[1][1]

    def lost(self, pc, fields, end):
        mine = set(range(fields["d_first"], fields["d_first"] + fields["d_count"]))
        written = [registers_written(self.lines[at][1]) for at in self.between(self.after[pc], end)
                   if not self.is_other_half(pc, at)]
        return sorted(mine.intersection(set().union(*written)))

    def behind_use(self, pc, fields):
        mine, at = set(range(fields["d_first"], fields["d_first"] + fields["d_count"])), self.after.get(pc)
        for _ in range(400):
            if at not in self.after or LEAVES.match(operands_of(self.lines[at][1])[0]):
                break
            if registers_named(self.lines[at][1]) & mine and not self.is_other_half(pc, at):
                return self.after[at]
            at = self.after[at]
        return None

    def joins(self, group, pc, load):
        """Whether a load can have the stops of those before it; then it and they get them."""
        way = self.between(group[0], pc) if group else None
        if way is None or any(writes_uniform(self.lines[at][1], load["fields"]["ur"]) for at in way):
            return False
        behind = max(load["behind"], self.load[group[0]]["behind"])
        others = [(at, self.load[at]) for at in group] + [(pc, load)]
        if self.between(pc, behind) is None or any(self.lost(at, o["fields"], behind) != o["lost"] for at, o in others):
            return False
        for _, other in others:
            other.update(before=group[0], behind=behind)
        return True

    def follow(self, pc):
        line, out = self.lines[pc][1], []
        m = BRANCH.match(line)
        if m and int(m[1], 16) in self.lines and "BSSY" not in line:
            out.append(int(m[1], 16))
        always = re.match(r"(?:BRA|JMP)(?:\.\w+)*\s+0x|EXIT\b|RET\b|BRX\b", line)
        if not always and pc in self.after:
            out.append(self.after[pc])
        return out

    def comes_back(self, pc, without):
        """Whether the flow can reach `pc` from behind it, through none of the addresses of `without`."""
        todo, reached = self.follow(pc), set()
        while todo:
            a = todo.pop()
            if a == pc:
                return True
            if a not in reached and a not in without:
                reached.add(a)
                todo += self.follow(a)
        return False

    def loop_at(self, pc):
        """The instructions of the shortest loop that has this address; none if it is longer than a loop that waits."""
        loops = []
        for end, (_, line) in self.lines.items():
            m = BRANCH.match(line)
            if m and int(m[1], 16) <= pc <= end:
                loops.append((end - int(m[1], 16), int(m[1], 16), end))
        _, begin, end = min(loops, default=(0, 1, 0))
        texts = [text for at, (_, text) in sorted(self.lines.items()) if begin <= at <= end]
        return texts if len(texts) <= 32 else []

    def helpers(self, armed):
        """The addresses behind MMAs that a loop reaches again without a stop between."""
        return {self.after[pc] for pc in armed if pc in self.after and self.comes_back(pc, set(armed) - {pc})}


def disassemble(at="$pc"):
    """The machine code of the function at `at`; a part of it where the debugger knows no function."""
    try:
        text = ex("disassemble" if at == "$pc" else "disassemble " + at)
        if LISTED.search(text):
            return Code(text)
    except gdb.error:
        pass
    return Code(ex("x/2000i " + at))


# --- kernels, warps, registers, memory ---

KERNEL = re.compile(r"^\*?\s*(\d+)\s+\S+\s+\d+\s+\d+\s+\w+\s+0x[0-9a-f]+\s+((?:\(\d+,\d+,\d+\)\s+){2,4})(\S.*?)\s*$")
WARP = re.compile(r"^(\*?)\s*(\d+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+(\d+)\s+(.*)$")
CHILD = re.compile(r"^\[Detaching after v?fork from child process \d+", re.M)
TRIPLE = re.compile(r"\((\d+),(\d+),(\d+)\)")


def triples(text):
    return [tuple(map(int, t)) for t in TRIPLE.findall(text)]


def without_arguments(invocation):
    """"f<(2)>(a=1, b=(0))" -> "f<(2)>"."""
    depth = 0
    for i in range(len(invocation) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(invocation[i], 0)
        if depth == 0:
            return invocation[:i] if invocation[i] == "(" else invocation
    return invocation


class Kernel:
    """The kernel that has the focus."""

    def __init__(self, text):
        self.text = text
        lines = [m for m in map(KERNEL.match, text.splitlines()) if m]
        here = [m for m in lines if m[0].startswith("*")] or lines
        self.known, self.running = bool(here), {int(m[1]) for m in lines}
        self.id, self.grid, self.threads, self.invocation = -1, (0, 0, 0), (0, 0, 0), ""
        if here:
            m = here[0]
            self.id, sizes = int(m[1]), triples(m[2])
            self.grid, self.threads = sizes[0], sizes[-1]
            self.invocation = m[3]
        self.name = without_arguments(self.invocation)

    def linear(self, x, y, z):
        return x + self.threads[0] * (y + self.threads[1] * z)

    def place(self, thread):
        x, y = max(self.threads[0], 1), max(self.threads[1], 1)
        return "(%d,%d,%d)" % (thread % x, thread // x % y, thread // (x * y))


def kernel_here():
    return Kernel(ex("info cuda kernels"))


def warps_of(kernel, block=None, text=None):
    """The warps of the SM in focus: {"warp", "pc", "thread" (its first active one in the block), "lanes", "focus"}."""
    out = []
    for line in (ex("info cuda warps") if text is None else text).splitlines():
        m = WARP.match(line)
        places = triples(m[7]) if m else []
        if len(places) < 2 or not int(m[3], 16) or (kernel.known and int(m[6]) != kernel.id):
            continue
        if block is not None and places[-2] != tuple(block):
            continue
        out.append({"warp": int(m[2]), "pc": int(m[5], 16), "thread": kernel.linear(*places[-1]), "lanes": m[3],
                    "focus": m[1] == "*"})
    return sorted(out, key=lambda w: w["thread"])


def uniform_registers():
    """All uniform registers by name, also those that are 0."""
    out = {}
    for i in range(63):
        try:
            out["UR%d" % i] = value32("$UR%d" % i)
        except UNREAD:
            break
    return out


class ThreadRegisters:
    """Registers of the thread in focus, in the faster of two ways if both give the same."""

    def __init__(self):
        self.by_frame = None  # not known yet

    def read(self, names):
        if self.by_frame:
            return self.from_frame(names)
        began = time.monotonic()
        out = [value32("$" + name) for name in names]
        middle = time.monotonic()
        if self.by_frame is None:
            try:
                same = self.from_frame(names) == out
            except UNREAD + (AttributeError,):
                same = False
            self.by_frame = same and time.monotonic() - middle < middle - began
        return out

    def from_frame(self, names):
        frame = gdb.selected_frame()
        return [int(frame.read_register(name)) & 0xffffffff for name in names]


def predicates():
    out = {}
    for name in ["UP%d" % i for i in range(7)] + ["P%d" % i for i in range(7)]:
        try:
            out[name] = value32("$" + name)
        except UNREAD:
            out[name] = None
    return out


def hexadecimal(uniform):
    return {name: "%08x" % value for name, value in uniform.items() if value}


def word_at(uniform, first):
    """The 64-bit word in UR`first` and the register behind it, or None where one was not read."""
    low, high = uniform.get("UR%d" % first), uniform.get("UR%d" % (first + 1))
    return None if low is None or high is None else "%08x%08x" % (high, low)


def words_of(fields, uniform):
    """{"a", "b", "idesc"} of an MMA, as far as its text names registers that were read."""
    out = {}
    if fields.get("ur") is not None:
        if fields["a_first"] is None:
            out["a"] = word_at(uniform, fields["ur"])
        out["b"] = word_at(uniform, fields["ur"] + 2)
    for name in ("a", "b"):
        if fields.get("ur_" + name) is not None:
            out[name] = word_at(uniform, fields["ur_" + name])
    if fields.get("ur_idesc") is not None:
        idesc = uniform.get("UR%d" % fields["ur_idesc"])
        out["idesc"] = None if idesc is None else "%08x" % idesc
    return {name: word for name, word in out.items() if word is not None}


def source_line(at="$pc"):
    """What `info line` says; `info source` makes cuda-gdb 13.0 crash."""
    try:
        return ex("info line *" + at).strip()[:2000]
    except gdb.error:
        return ""


def inlined_from():
    """The place of the call if the program counter is in an inlined function: "gemm.cu:142"; else ""."""
    try:
        m = re.search(r"\binlined from (\S+:\d+)", ex("backtrace 1"))
    except UNREAD:
        return ""
    return m[1] if m else ""


class SharedMemory:
    """Reads the shared memory of the block in focus."""

    def __init__(self, folder):
        self.size, self.path = None, os.path.join(folder, "shared.tmp")

    def readable(self, address):
        try:
            value32("*(@shared unsigned int*)0x%x" % address)
            return True
        except UNREAD:
            return False

    def find_size(self):
        """The debugger does not say it: the last word that can be read."""
        low, high = 0x400, 0x400
        if not self.readable(low - 4):
            return 0
        while high <= 0x40000 and self.readable(high - 4):
            low, high = high, high * 2
        while high - low > 64:
            middle = (low + high) // 2 & ~63
            low, high = (middle, high) if self.readable(middle - 4) else (low, middle)
        return low

    def read(self):
        """(bytes, how): at once through a file, else word by word."""
        if self.size is None:
            self.size = self.find_size()
        if not self.size:
            return b"", "none"
        try:
            ex("dump binary value %s *(@shared unsigned char[%d]*)0" % (self.path, self.size))
            with open(self.path, "rb") as file:
                data = file.read()
            os.unlink(self.path)
            if len(data) == self.size:
                return data, "dump"
        except (gdb.error, OSError):
            pass
        data = b""
        for at in range(0, self.size, 0x4000):
            count = min(0x4000, self.size - at) // 4
            words = gdb.parse_and_eval("*(@shared unsigned int[%d]*)0x%x" % (count, at))
            data += b"".join((int(words[i]) & 0xffffffff).to_bytes(4, "little") for i in range(count))
        return data, "words"


# --- the recording ---

class ReaderGone(Exception):
    """Nobody reads the lines any more."""


class Finish(Exception):
    """The recording ends, with this reason."""


class Log:
    """recording.jsonl, and the same lines for whoever waits for them."""

    def __init__(self, folder, lines):
        self.start = time.monotonic()
        self.file = open(os.path.join(folder, "recording.jsonl"), "w", encoding="utf-8")
        self.pipe = None
        if lines:
            flags = os.O_WRONLY | os.O_CLOEXEC
            is_fifo = os.path.exists(lines) and stat.S_ISFIFO(os.stat(lines).st_mode)
            self.pipe = self.opened(lines, flags | (os.O_NONBLOCK if is_fifo else os.O_CREAT | os.O_APPEND))

    def opened(self, lines, flags):
        until = time.monotonic() + 5
        while True:
            try:
                return os.open(lines, flags, 0o600)
            except OSError as e:
                if e.errno != errno.ENXIO or time.monotonic() > until:
                    raise gdb.GdbError("The lines cannot be written to '%s': %s." % (lines, e.strerror))
                time.sleep(0.05)  # nobody has opened it yet

    def now(self):
        return round(time.monotonic() - self.start, 4)

    def is_reader_gone(self):
        """Whether the other end of the FIFO is closed: then poll() reports an error."""
        if self.pipe is None:
            return False
        poll = select.poll()
        poll.register(self.pipe, 0)
        return bool(poll.poll(0))

    def put(self, event, **more):
        line = json.dumps(dict({"event": event, "t": self.now()}, **more)) + "\n"
        self.file.write(line)
        self.file.flush()
        if self.pipe is not None:
            self.send(line.encode())

    def send(self, data):
        until = time.monotonic() + 10
        while data:
            try:
                data = data[os.write(self.pipe, data):]
            except BlockingIOError:
                if time.monotonic() > until:
                    raise ReaderGone()
                select.select([], [self.pipe], [], 0.5)
            except OSError:
                raise ReaderGone()

    def attempt(self, where, function, default=None):
        """What the debugger cannot tell is an event, and the recording goes on."""
        try:
            return function()
        except UNREAD + (KeyError, OSError) as e:
            self.put("error", where=where, text=str(e)[:300])
            return default


DEFAULTS = {"lines": "", "kernel": "", "launch": 0, "block": [0, 0, 0], "mma": "all", "steps": 16, "seconds": 120.0,
            "after": 10.0, "idle": 5.0, "stdout": None, "stderr": None, "pid": None, "core": None}


def settings_from(text):
    try:
        given = json.loads(text)
    except ValueError as e:
        raise gdb.GdbError("TILESCOPE_AUTOPSY is not JSON: %s" % e)
    if not isinstance(given, dict) or not isinstance(given.get("out"), str):
        raise gdb.GdbError("TILESCOPE_AUTOPSY must be a JSON object with `out`, the folder of the recording.")
    unknown = sorted(set(given) - set(DEFAULTS) - {"out"})
    if unknown:
        raise gdb.GdbError("TILESCOPE_AUTOPSY has settings that are unknown: %s." % ", ".join(unknown))
    try:
        re.compile(given.get("kernel", ""))
    except (re.error, TypeError) as e:
        raise gdb.GdbError("The regular expression for the kernel cannot be read: %s." % e)
    if not os.path.isdir(given["out"]):
        raise gdb.GdbError("The folder of the recording, '%s', does not exist." % given["out"])
    return dict(DEFAULTS, **given)


class Warpgroup:
    """What was seen of one warpgroup of the block.

    A trip is the MMAs between two visits of the same MMA. `steps` MMAs are written; of a loop that goes on, the trips
    are kept and dropped one after the other, and the last one is written when the loop is left.
    """

    def __init__(self):
        self.recorded, self.trip, self.left, self.finished = 0, 0, False, False
        self.visited, self.trip_pcs, self.loop_pcs = set(), set(), set()
        self.kept, self.skipped = [], 0
        self.last = None                  # the fields of the MMA that was issued last and has registers of D
        self.visits, self.newest = {}, {}  # pc: how often each warp came to it, and the highest of these numbers
        # Waits behind which some of the four warps have come: (pc, visit): {"event", "memory", "rows"}; rows are the
        # registers of a warp, by its number. What happens behind such a wait is written after it.
        self.waiting, self.later = {}, []

    def arrive(self, pc, warp, alone):
        """Returns the number of the visit, and whether this warp is its first. `alone`: no other warp has the visit."""
        mine = self.visits.setdefault(pc, {})
        mine[warp] = self.newest.get(pc, 0) + 1 if alone else mine.get(warp, 0) + 1
        first = mine[warp] > self.newest.get(pc, 0)
        self.newest[pc] = max(self.newest.get(pc, 0), mine[warp])
        return mine[warp], first

    def rolling(self, steps):
        return self.recorded >= steps and self.trip >= 1 and not self.left

    def next_trip(self, steps):
        self.loop_pcs |= self.trip_pcs
        self.visited, self.trip_pcs = set(), set()
        self.trip += 1
        if self.rolling(steps):
            self.skipped += sum(event == "mma" for event, _, _ in self.kept)
            before = [e for e in self.kept if e[0] == "wait" and "d" in e[1]][-1:]  # D as the trip begins
            self.kept = before


class Recorder:
    """Records one launch of a kernel."""

    def __init__(self, log, settings, kernel, code):
        self.log, self.settings, self.kernel, self.code = log, settings, kernel, code
        self.memory, self.thread_registers = SharedMemory(settings["out"]), ThreadRegisters()
        self.groups, self.standing, self.breakpoints, self.files = {}, {}, {}, set()
        self.armed_mma, self.d_seconds, self.stop, self.stopped = {}, 0.0, 0, (-1, None, b"")
        self.armed_loads, self.loading, self.loads, self.loads_until, self.mmas = set(), {}, 0, None, 0
        # Of the breakpoints; those that were removed for a while; whether that was necessary.
        self.condition, self.lifted, self.sticky = "", set(), False
        self.watches, self.held_at = True, set()  # whether breakpoints are set, and where they were

    def begin(self, said):
        put, code = self.log.put, self.code
        put("launch", said=said[-1500:], kernels=self.kernel.text, mma=len(code.mma), seconds=self.log.now(),
            kernel=self.kernel.name, function=code.name)
        with open(os.path.join(self.settings["out"], "sass.txt"), "w", encoding="utf-8") as file:
            file.write(code.text)
        put("code", file="sass.txt", mma=[dict(m, pc="0x%x" % pc) for pc, m in sorted(code.mma.items())],
            waits=[dict(w, pc="0x%x" % pc) for pc, w in sorted(code.wait.items())],
            loads=[dict(l, pc="0x%x" % pc, **{s: l[s] and "0x%x" % l[s] for s in STOPS})
                   for pc, l in sorted(code.load.items())])
        if code.unread_loads:
            put("error", where="tcgen05.ld", text="not read, because the use of the registers was not found: "
                + ", ".join(code.unread_loads[:8]))
        for what, command in (("devices", "info cuda devices"), ("focus", "cuda kernel block thread")):
            self.log.attempt(what, lambda: put("info", what=what, text=ex(command)[:1500]))
        self.log.attempt("constant bank", self.constant_bank)

    def constant_bank(self):
        path = os.path.join(self.settings["out"], "constant_bank_0.bin")
        ex("dump binary value %s *(@constant unsigned char[1024]*)$_cuda_const_bank(0, 0)" % path)
        self.log.put("constant_bank", bank=0, file="constant_bank_0.bin", bytes=os.path.getsize(path),
                     note="kernel parameters start at 0x210")

    # --- breakpoints ---

    def arm(self):
        chosen = self.settings["mma"]
        self.armed_mma = {pc: mma for i, (pc, mma) in enumerate(sorted(self.code.mma.items()))
                          if chosen == "all" or i in chosen}
        armed = set(self.armed_mma) | set(self.code.wait)
        if not self.kernel.known or max(self.kernel.grid) > 1:
            block = tuple(self.settings["block"])
            self.condition = " if blockIdx.x == %d && blockIdx.y == %d && blockIdx.z == %d" % block
        self.armed_loads = {load[stop] for load in self.code.load.values() for stop in STOPS} - {None}
        self.held_at = armed | self.code.helpers(armed) | self.armed_loads
        for pc in sorted(self.held_at):
            self.log.attempt("break", lambda: self.arm_one(pc))
        return bool(self.armed_mma)

    def arm_one(self, pc):
        try:
            text = ex("break *0x%x%s" % (pc, self.condition))
        except gdb.error:
            if not self.condition:
                raise
            text = ex("break *0x%x" % pc)  # the stops of other blocks are passed over, one by one
        m = re.search(r"reakpoint (\d+)", text)
        self.breakpoints[pc] = int(m[1]) if m else 0

    def lift(self):
        """No stop came. An MMA needs all four warps, and the debugger may not let one of them off its breakpoint:
        removes the breakpoints at which warps stand, until the next stop. False: there is none.
        """
        stands = set(self.standing.values()) & set(self.breakpoints)
        stands = self.remove(stands & set(self.armed_mma) or stands)
        if stands:
            self.sticky = True
            self.log.put("error", where="continue", text="no stop came; breakpoints at which warps stood were removed: "
                         + ", ".join(self.code.lines[pc][0] for pc in stands))
        return bool(stands)

    def remove(self, pcs):
        for pc in sorted(pcs):
            number = self.breakpoints.pop(pc)
            self.lifted.add(pc)
            self.log.attempt("delete", lambda: ex("delete %d" % number))
        return sorted(pcs)

    def put_back(self, before):
        """Sets the removed breakpoints again. A warpgroup that may have passed one unseen has a gap."""
        for pc in sorted(self.lifted):
            self.log.attempt("break", lambda: self.arm_one(pc))
            for group in sorted({warp // 4 for warp in self.standing}):
                warps = range(4 * group, 4 * group + 4)
                moved = any(before.get(w) != self.standing.get(w) for w in warps)
                stood = any(before.get(w) == pc for w in warps)
                if pc in self.armed_mma and moved and (not stood or self.armed_mma[pc]["loop"]):
                    self.log.put("skipped", warpgroup=group, mmas=1, why="the breakpoint of an MMA was removed")
        self.lifted.clear()

    def apart(self):
        """The breakpoints of MMAs at which some warps of a warpgroup stand, and others do not."""
        places = {}
        for warp, pc in self.standing.items():
            places.setdefault(warp // 4, set()).add(pc)
        return {pc for group in places.values() if len(group) > 1 for pc in group} & set(self.armed_mma) \
            & set(self.breakpoints)

    def disarm(self):
        self.watches, self.held_at = False, set()
        numbers = [str(n) for n in self.breakpoints.values() if n]
        self.breakpoints.clear()
        if numbers:
            self.log.attempt("delete", lambda: ex("delete " + " ".join(numbers)))

    # --- one stop ---

    def warps(self):
        """The warps of the block that is watched. None: the launch is over."""
        block = self.settings["block"]
        try:
            found = warps_of(self.kernel, block)
        except gdb.error:  # nothing runs on the GPU
            found = []
        if found:
            return found
        try:
            now = kernel_here()
        except gdb.error:
            now = Kernel("")
        if (now.known or self.kernel.known) and self.kernel.id not in now.running:
            return None
        if quietly("cuda kernel %d block (%d,%d,%d)" % ((self.kernel.id,) + tuple(block))):
            return warps_of(self.kernel, block)
        return []

    def at_stop(self, said, events):
        """Records what stands at MMAs and behind waits. False: there is nothing more to record."""
        self.stop += 1
        warps = self.warps()
        if warps is None:
            return False
        self.log.put("stop", said=said[-600:], events=events,
                     warps=[{"warp": w["warp"], "thread": w["thread"], "pc": "0x%x" % w["pc"], "lanes": w["lanes"]}
                            for w in warps])
        here, arrived = {}, {}
        for w in warps:
            place = (w["pc"], w["thread"] // 128)
            here.setdefault(place, []).append(w)
            if self.standing.get(w["thread"] // 32) != w["pc"]:
                arrived.setdefault(place, []).append(w)
        before, self.standing = self.standing, {w["thread"] // 32: w["pc"] for w in warps}
        self.put_back(before)
        for (pc, group), new in sorted(arrived.items()) if self.armed_loads else ():
            for w in new:
                self.log.attempt("record", lambda: self.behind_load(pc, group, w["thread"] // 32))
                self.log.attempt("record", lambda: self.before_use(pc, w["thread"] // 32))
        for (pc, group), new in sorted(arrived.items()):
            if pc not in self.armed_mma and pc not in self.code.wait:
                continue
            seen = self.groups.setdefault(group, Warpgroup())
            alone = pc in self.armed_mma and is_tcgen05(self.armed_mma[pc]["fields"])
            visits = [(w,) + seen.arrive(pc, w["thread"] // 32, alone) for w in new]
            if seen.finished:
                if alone:
                    self.end_loads("an MMA was not recorded any more")
                continue
            if pc in self.code.wait:
                self.log.attempt("record", lambda: self.at_wait(pc, group, seen, visits, here[pc, group]))
            for w, visit, first in visits if pc in self.armed_mma else ():
                if first:
                    self.log.attempt("record", lambda: self.at_mma(
                        pc, group, seen, w["thread"], visit, [w] if alone else here[pc, group]))
        for (pc, _), new in sorted(arrived.items()) if self.armed_loads else ():
            for w in new:
                self.log.attempt("record", lambda: self.before_load(pc, w["thread"] // 32))
        if self.sticky:
            self.remove(self.apart())
        return not self.groups or not all(g.finished for g in self.groups.values())

    def focus(self, thread):
        ex("cuda thread " + self.kernel.place(thread))

    def shared(self):
        """The shared memory at this stop, as an event names it, and its bytes."""
        if self.stopped[0] == self.stop:
            return self.stopped[1:]
        began = time.monotonic()
        first = self.memory.size is None
        data, how = self.memory.read()
        if first:
            self.log.put("shared_size", bytes=self.memory.size, seconds=round(time.monotonic() - began, 4))
        if first and not self.memory.size:
            self.log.put("error", where="shared", text="this debugger reads no shared memory, or the block has none")
        named = None
        if data:
            named = {"file": "shared_%s.bin" % hashlib.sha1(data).hexdigest()[:12], "bytes": len(data), "how": how,
                     "seconds": round(time.monotonic() - began, 4)}
        self.stopped = (self.stop, named, data)
        return named, data

    def registers(self, threads, first, count):
        """`count` registers of each thread, as one hexadecimal text a thread."""
        rows = []
        for thread in threads:
            self.focus(thread)
            rows.append(self.thread_text(first, count))
        return rows

    def thread_text(self, first, count):
        names = ["R%d" % (first + r) for r in range(count)]
        return "".join("%08x" % value for value in self.thread_registers.read(names))

    def write(self, seen, event, more, data=None):
        if data is None:
            more["shared"], data = self.log.attempt("shared", self.shared, (None, b""))
        if seen.waiting:
            seen.later.append((event, more, data))
        elif seen.rolling(self.settings["steps"]) and (event == "mma" or seen.kept or seen.skipped):
            if event == "wait" and all(e[0] == "wait" for e in seen.kept):
                seen.kept.clear()  # the trips before it are not kept
            seen.kept.append((event, more, data))
        else:
            self.write_now(event, more, data)
            seen.recorded += event == "mma"
            seen.finished = seen.finished or (seen.left and seen.recorded > 4 * self.settings["steps"])

    def write_now(self, event, more, data):
        name = more["shared"]["file"] if more.get("shared") else None
        if name and name not in self.files:
            with open(os.path.join(self.settings["out"], name), "wb") as file:
                file.write(data)
            self.files.add(name)
        self.log.put(event, **more)
        self.mmas += event == "mma"

    def leave_loop(self, group, seen):
        """Writes the last trip of a loop, and how many MMAs were not written before it."""
        if seen.skipped:
            self.log.put("skipped", warpgroup=group, mmas=seen.skipped)
        for event, more, data in seen.kept:
            self.write_now(event, more, data)
        if seen.kept:
            seen.left = True
        seen.kept, seen.skipped = [], 0

    def passes(self, pc, group, seen):
        """Notes a visit. A place that no trip of the loop had is behind the loop."""
        if seen.rolling(self.settings["steps"]) and pc not in seen.loop_pcs:
            self.leave_loop(group, seen)
        seen.trip_pcs.add(pc)

    def at_mma(self, pc, group, seen, thread, visit, here):
        if pc in seen.visited:
            seen.next_trip(self.settings["steps"])
        self.passes(pc, group, seen)
        seen.visited.add(pc)
        mma = self.armed_mma[pc]
        fields = mma["fields"]
        if fields["d_first"] is not None:
            seen.last = fields
        self.focus(thread)
        uniform = self.log.attempt("ur", uniform_registers, {})
        event = {"pc": "0x%x" % pc, "offset": mma["offset"], "text": mma["text"], "warpgroup": group, "thread": thread,
                 "visit": visit, "warps_here": [w["warp"] for w in here], "line": source_line(), "inlined_from": inlined_from(),
                 "fields": fields,
                 "ur": hexadecimal(uniform), "predicates": predicates()}
        words = words_of(fields, uniform)
        event.update(words)
        if not words and any(fields.get(name) is not None for name in ("ur", "ur_a", "ur_b")):
            self.log.put("error", where="words", text="the debugger does not read the uniform registers of the MMA")
        if fields["a_first"] is not None:
            began = time.monotonic()
            rows = self.log.attempt("registers of A", lambda: self.registers(
                range(group * 128, group * 128 + 128), fields["a_first"], 4))
            if rows:
                event["a_registers"], event["a_seconds"] = rows, round(time.monotonic() - began, 4)
            self.focus(thread)
        if fields.get("metadata") is not None:
            event["metadata"] = self.log.attempt("metadata", lambda: self.registers(
                range(group * 128, group * 128 + 128), fields["metadata"], 1))
            self.focus(thread)
        self.write(seen, "mma", event)

    def wants_d(self, pc, seen):
        """Whether D is read behind this wait. It takes 0.1 s; of the trips of a long loop, some are enough."""
        if not seen.last or self.code.wait[pc]["pending"]:
            return False
        return pc not in seen.loop_pcs or self.d_seconds < 4

    def at_wait(self, pc, group, seen, visits, here):
        """D is complete when the fourth warp has come; each warp's registers are read as soon as it stands here."""
        wait = self.code.wait[pc]
        for w, visit, first in visits:
            if first:
                self.passes(pc, group, seen)
                event = {"pc": "0x%x" % pc, "offset": wait["offset"], "text": wait["text"], "pending": wait["pending"],
                         "warpgroup": group, "visit": visit, "warps_here": [x["warp"] for x in here]}
                if not self.wants_d(pc, seen):
                    self.write(seen, "wait", event)
                    continue
                event["shared"], data = self.log.attempt("shared", self.shared, (None, b""))
                event.update(d_first=seen.last["d_first"], d_count=seen.last["d_count"], d_seconds=0)
                seen.waiting[pc, visit] = {"event": event, "memory": data, "rows": {}}
            if (pc, visit) in seen.waiting:
                self.read_d(seen, (pc, visit), w["thread"] // 32)
        if here:
            self.focus(here[0]["thread"])

    def read_d(self, seen, which, warp):
        """Reads a warp's part of D; with the fourth one, the wait is written, and what came behind it."""
        waiting, began = seen.waiting[which], time.monotonic()
        event, rows = waiting["event"], waiting["rows"]
        rows[warp] = self.log.attempt("registers of D", lambda: self.registers(
            range(warp * 32, warp * 32 + 32), event["d_first"], event["d_count"]))
        seconds = time.monotonic() - began
        self.d_seconds += seconds
        event["d_seconds"] = round(event["d_seconds"] + seconds, 4)
        if len(rows) == 4:
            self.write_wait(seen, which)

    def write_wait(self, seen, which):
        waiting = seen.waiting.pop(which)
        event, rows = waiting["event"], waiting["rows"]
        if len(rows) == 4 and None not in rows.values():
            event["d"] = [row for _, part in sorted(rows.items()) for row in part]
            seen.finished = seen.finished or seen.left
        later, seen.later = seen.later, []
        self.write(seen, "wait", event, waiting["memory"])
        for each in later:
            self.write(seen, *each)

    # --- tcgen05.ld: what Tensor Memory has, in registers ---

    def loads_of(self, stop, pc):
        return [(at, load) for at, load in sorted(self.code.load.items()) if load[stop] == pc]

    def write_trips(self):
        """So that the events are in the order of time."""
        for group, seen in sorted(self.groups.items()):
            self.leave_loop(group, seen)

    def before_load(self, pc, warp):
        """The address is in a register that may have another value soon."""
        for at, load in self.loads_of("before", pc):
            self.write_trips()
            self.focus(warp * 32)
            fields = load["fields"]
            base = 0 if fields["ur"] is None else value32("$UR%d" % fields["ur"])
            self.loading[at, warp] = {"address": "%08x" % (base + fields["plus"] & 0xffffffff), "mmas": self.mmas}

    def rows_of(self, warp, stop, pc):
        """[(address, load, registers of its 32 threads)] of the loads of the warp that have this stop."""
        loads = [(at, load, []) for at, load in self.loads_of(stop, pc) if (at, warp) in self.loading]
        for thread in range(warp * 32, warp * 32 + 32) if loads else ():
            self.focus(thread)
            for _, load, rows in loads:
                rows.append(self.thread_text(load["fields"]["d_first"], load["fields"]["d_count"]))
        return loads

    def before_use(self, pc, warp):
        for at, _, rows in self.rows_of(warp, "use", pc):
            self.loading[at, warp]["rows"] = rows

    def behind_load(self, pc, group, warp):
        began = time.monotonic()
        loads = self.rows_of(warp, "behind", pc)
        if loads:
            self.write_trips()
            self.loads_until = self.loads_until or began + LOAD_SECONDS
        for at, load, rows in loads:
            state = self.loading.pop((at, warp))
            rows, early = early_ones(load, state.pop("rows", None), rows)
            self.loads += 1
            self.log.put("load", **dict(state, **{
                "pc": "0x%x" % at, "offset": load["offset"], "text": load["text"], "warpgroup": group,
                "thread": warp * 32, "d_first": load["fields"]["d_first"], "d_count": load["fields"]["d_count"],
                "lost": [n for n in load["lost"] if n not in early], "early": early, "d": rows,
                "d_seconds": round(time.monotonic() - began, 4)}))
        if loads and (self.loads >= 8 * MAX_LOADS or time.monotonic() > self.loads_until):
            self.end_loads("%d were read" % self.loads)

    def end_loads(self, why):
        if self.armed_loads:
            self.log.put("error", where="tcgen05.ld", text=why + "; the later ones are not read")
            others = set(self.armed_mma) | set(self.code.wait) | self.code.helpers(self.armed_mma)
            self.remove((self.armed_loads - others) & set(self.breakpoints))
            self.lifted -= self.armed_loads - others
            self.armed_loads, self.loading = set(), {}

    def end(self):
        """Writes what is still kept."""
        for group, seen in sorted(self.groups.items()):
            for which in sorted(seen.waiting):
                came = len(seen.waiting[which]["rows"])
                self.log.put("error", where="registers of D",
                             text="%d of the 4 warps of warpgroup %d came behind the wait" % (came, group))
                self.write_wait(seen, which)
            self.leave_loop(group, seen)

    def hung(self, seconds):
        """The launch did not end: writes where the warps of the block stand, unless they have left it."""
        places = {}
        for w in self.log.attempt("warps", self.warps) or ():
            places.setdefault((w["thread"] // 128, w["pc"]), []).append(w)
        rows = []
        for (group, pc), warps in sorted(places.items()):
            offset, text = self.code.lines.get(pc, ("", ""))
            rows.append({"warpgroup": group, "warps": len(warps), "pc": "0x%x" % pc, "offset": offset, "text": text,
                         "line": source_line("0x%x" % pc), "loop": self.code.loop_at(pc),
                         "held": pc in self.held_at})
        if rows:
            self.log.put("hung", seconds=round(seconds, 1), places=rows,
                         watched=self.watches and len(self.armed_mma) == len(self.code.mma))

    def exception(self, said):
        """The program stopped because of an error: where, and what every warpgroup's registers hold."""
        event = {"text": said[-2000:]}
        for name, text in (("pc", "$pc"), ("errorpc", "$errorpc")):
            event[name] = self.log.attempt(name, lambda: "0x%x" % value64("(unsigned long)" + text), "")
        for name, command in (
                ("focus", "cuda kernel block thread"), ("code", "x/3i $pc"), ("error_code", "x/2i $errorpc"),
                ("line", "info line *$errorpc"), ("kernels", "info cuda kernels"), ("warps", "info cuda warps"),
                ("backtrace", "backtrace"), ("program", "info program")):
            event[name] = self.log.attempt(name, lambda: ex(command)[:3000], "")
        block = re.search(r"block \((\d+),(\d+),(\d+)\)", event["focus"])
        event["ur"] = hexadecimal(self.log.attempt("ur", uniform_registers, {}))
        event["predicates"] = predicates()
        self.stop += 1
        event["shared"], data = self.log.attempt("shared", self.shared, (None, b""))
        groups, here = {}, tuple(map(int, block.groups())) if block else None
        for w in warps_of(self.kernel, here, event["warps"]):
            group = str(w["thread"] // 128)
            if group not in groups:
                self.log.attempt("warpgroup", lambda: self.focus(w["thread"]))
                groups[group] = {"pc": "0x%x" % w["pc"], "thread": w["thread"],
                                 "ur": hexadecimal(self.log.attempt("ur", uniform_registers, {}))}
        event["warpgroups"] = groups
        self.write_now("exception", event, data)


class Session:
    """`ts record`: from the start of the program to its end, or to the end of what was asked for."""

    SETTINGS = ("pagination off", "confirm off", "width 0", "height 0", "print elements 0", "print repeats 0",
                "print thread-events off", "breakpoint pending on", "max-value-size unlimited", "style enabled off",
                "cuda api_failures hide", "cuda break_on_launch application")

    def __init__(self, settings):
        self.settings = settings
        self.log = Log(settings["out"], settings["lines"])
        self.deadline = time.monotonic() + settings["seconds"]
        self.dog, self.events, self.exited = Watchdog(self.log.is_reader_gone, bool(settings["pid"])), [], False
        self.codes, self.launched, self.passed, self.children = {}, {}, 0, 0
        self.recorder, self.quiet_since = None, None  # since when the watched launch runs without a stop

    def left(self):
        return self.deadline - time.monotonic()

    # --- what the debugger reports ---

    def on_stop(self, event):
        said = {"class": type(event).__name__}
        if hasattr(event, "stop_signal"):
            said["stop_signal"] = str(event.stop_signal)
        self.events.append(said)

    def on_exit(self, event):
        self.events.append({"class": "exited", "exit_code": getattr(event, "exit_code", None)})
        self.exited = True

    # --- the program runs ---

    def go(self, command, seconds=None, may_idle=False):
        """Lets the program run to its next stop; returns what the debugger says. Finish: the recording ends here.

        With `may_idle`, None says that no stop came in these seconds. The program was interrupted.
        """
        limit = self.left() if seconds is None else min(seconds, self.left())
        if limit <= 0:
            raise Finish("late")
        del self.events[:]
        try:
            with self.dog(limit):
                said = ex(command)
        except KeyboardInterrupt:
            said = ""
        except gdb.error as e:
            if self.dog.gone:
                raise ReaderGone()
            if self.dog.fired and may_idle and self.left() > 0.5:
                return None
            if self.dog.fired:
                raise Finish("late")
            self.log.put("error", where=command, text=str(e)[:1000])
            raise Finish("not started" if command == "run" else "lost")
        self.children += len(CHILD.findall(said))
        started_pid[0] = gdb.selected_inferior().pid or 0
        if self.dog.gone:
            raise ReaderGone()
        if self.exited or not started_pid[0]:
            self.log.put("exit", said=said[-1500:], events=list(self.events))
            raise Finish("exit")
        error_pc = self.error_pc()
        signals = [e.get("stop_signal", "") for e in self.events]
        if error_pc or any("CUDA_EXCEPTION" in s or "CUDA Exception" in s for s in signals + [said]):
            self.exception(said, error_pc)
            raise Finish("exception")
        if self.dog.fired and may_idle and self.left() > 0.5:
            return None
        if self.dog.fired:
            raise Finish("late")
        if "SIGINT" in signals:
            raise Finish("interrupted")
        for fatal in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTERM", "SIGKILL", "SIGTRAP"):
            if fatal in signals:
                self.log.put("exit", said=said[-1500:], events=list(self.events), signal=fatal)
                raise Finish("signal")
        return said

    def error_pc(self):
        try:
            return value64("(unsigned long)$errorpc")
        except UNREAD:
            return 0

    def code_at(self, pc):
        """The machine code of the function that begins or stands at `pc`, read once."""
        if pc not in self.codes:
            with self.dog(min(20, self.left())):
                self.codes[pc] = self.log.attempt("disassemble", disassemble, None) or Code("")
        return self.codes[pc]

    def find_kernel(self, said):
        """Lets launches go by up to the one that is watched."""
        pattern = re.compile(self.settings["kernel"])
        while True:
            kernel = self.log.attempt("kernels", kernel_here)
            if kernel and kernel.known:
                pc = value64("(unsigned long)$pc")
                code = self.code_at(pc)
                name = kernel.name or code.name
                row = self.launched.setdefault(pc, {"name": name, "launches": 0, "mmas": len(code.mma)})
                row["launches"] += 1
                if code.mma and (pattern.search(name) or pattern.search(code.name)):
                    self.passed += 1
                    if self.passed > self.settings["launch"]:
                        return kernel, code, said
            said = self.go("continue")

    def watch(self, kernel, code, said):
        if kernel.known and any(b >= size for b, size in zip(self.settings["block"], kernel.grid)):
            self.log.put("error", where="block", text="the grid is (%d,%d,%d)" % kernel.grid)
            raise Finish("no such block")
        self.recorder = Recorder(self.log, self.settings, kernel, code)
        quietly("set cuda break_on_launch none")
        self.recorder.begin(said)
        if not self.recorder.arm():
            raise Finish("no such mma")
        more, self.quiet_since = True, time.monotonic()
        patience = min(self.settings["idle"], self.settings["seconds"] / 4)
        while more:
            said = self.go("continue", patience, True)
            if said is not None:
                self.quiet_since = None  # the kernel waits for us while it is read
            with self.dog(min(60, self.left())):
                more = self.recorder.at_stop(said or "", list(self.events))
                if said is None and more and not self.recorder.lift():
                    patience *= 2
            if said is not None:
                self.quiet_since = time.monotonic()
        self.recorder.end()
        self.recorder.disarm()
        try:
            while True:  # also to see whether the program fails later
                self.go("continue", self.settings["after"])
        except Finish as end:
            raise Finish("enough" if str(end) == "late" else str(end))

    def exception(self, said, error_pc):
        kernel = self.log.attempt("kernels", kernel_here) or Kernel("")
        if self.recorder is not None and kernel.known and kernel.name != self.recorder.kernel.name:
            self.log.put("error", where="exception", text="the exception is one of another kernel: " + kernel.name)
        if self.recorder is None:
            at = "0x%x" % error_pc if error_pc else "$pc"
            code = self.log.attempt("disassemble", lambda: disassemble(at)) or Code("")
            self.recorder = Recorder(self.log, self.settings, kernel, code)
            self.recorder.begin(said)
        self.recorder.end()
        self.recorder.exception(said)

    # --- from beginning to end ---

    def start(self):
        for setting in self.SETTINGS:
            quietly("set " + setting)
        quietly("unset environment TILESCOPE_AUTOPSY")
        quietly("handle SIGUSR1 SIGUSR2 SIGPIPE SIGALRM SIGCHLD nostop noprint pass")
        version = self.log.attempt("version", lambda: ex("show version").splitlines()[:3], [])
        self.log.put("session", gdb=gdb.VERSION, python=sys.version.split()[0], version=version)
        try:
            ex("show cuda break_on_launch")
        except gdb.error:
            raise Finish("no cuda")
        gdb.events.stop.connect(self.on_stop)
        gdb.events.exited.connect(self.on_exit)
        if self.settings["core"]:
            try:
                with self.dog(self.left()):
                    said = ex("target cudacore " + self.settings["core"])
            except gdb.error as e:
                self.log.put("error", where="core", text=str(e)[:1000])
                raise Finish("no core")
            self.exception(said, self.error_pc())
            raise Finish("core")
        if self.settings["pid"]:
            with self.dog(self.left()):
                ex("attach %d" % self.settings["pid"])
            started_pid[0] = self.settings["pid"]
            return self.go("continue") if not (self.log.attempt("kernels", kernel_here) or Kernel("")).known else ""
        files = "".join(" %s&%d" % (sign, self.settings[name]) for name, sign in (("stdout", ">"), ("stderr", "2>"))
                        if self.settings[name] is not None)
        if files:
            given = re.search(r' is "(.*)"\.\s*$', ex("show args"), re.S)  # gdb.parameter("args") may be empty
            ex("set args %s%s" % (given[1] if given else "", files))
        return self.go("run")

    def run(self):
        reason = "lost"
        try:
            try:
                with self.dog(self.left() + 2):
                    said = self.start()
                    kernel, code, said = self.find_kernel(said)
                    self.watch(kernel, code, said)
            except Finish as end:
                reason = str(end)
            except KeyboardInterrupt:
                reason = "late" if self.dog.fired else "interrupted"
            except gdb.error as e:
                self.log.put("error", where="main", text=str(e)[:1000])
            with self.dog(10):
                self.end(reason)
        except (ReaderGone, KeyboardInterrupt):
            pass
        finally:
            self.stop_program()

    def end(self, reason):
        if self.recorder:
            self.recorder.end()
        if self.launched:
            self.log.put("kernels", seen=list(self.launched.values()))
        if reason == "exit" and self.recorder is None:
            reason = "no mma" if self.launched else "no kernel"
        more = {"children": self.children} if self.children else {}
        if reason in ("late", "enough") and self.quiet_since is not None:
            quiet = time.monotonic() - self.quiet_since
            if quiet >= min(self.settings["idle"], self.settings["seconds"] / 2):
                try:
                    with self.dog(3):
                        self.log.attempt("hung", lambda: self.recorder.hung(quiet))
                except KeyboardInterrupt:
                    pass
        if reason == "late":
            try:
                with self.dog(2):
                    more["warps"] = self.log.attempt("warps", lambda: ex("info cuda warps")[:4000], "")
            except KeyboardInterrupt:
                pass
        self.log.put("end", reason=reason, **more)
        self.log.put("finished", seconds=self.log.now())

    def stop_program(self):
        self.dog.forget_reader()
        try:
            with self.dog(3):
                quietly("detach" if self.settings["pid"] else "kill")
        except KeyboardInterrupt:
            if started_pid[0] and not self.settings["pid"]:
                try:
                    os.kill(started_pid[0], signal.SIGKILL)
                except OSError:
                    pass


# --- the program tilescope, and what it says about a word ---

def beside():
    """The program of the installation that this file belongs to: ../../bin/tilescope from share/tilescope."""
    folder = os.path.dirname(os.path.abspath(globals().get("__file__", "/")))
    path = os.path.normpath(os.path.join(folder, "..", "..", "bin", "tilescope"))
    return path if os.access(path, os.X_OK) else None


def program():
    named = os.environ.get("TILESCOPE") or BESIDE or shutil.which("tilescope")
    if not named:
        raise gdb.GdbError("The program tilescope was not found. Put it on PATH, or set the variable TILESCOPE.")
    return named


def ask(arguments, text=None, seconds=20):
    """(exit status, output, errors) of tilescope."""
    try:
        done = subprocess.run([program()] + arguments, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=None if text is not None else subprocess.DEVNULL, timeout=seconds,
                              universal_newlines=True)
    except OSError as e:
        raise gdb.GdbError("The program '%s' cannot be started: %s." % (program(), e.strerror))
    except subprocess.TimeoutExpired:
        raise gdb.GdbError("The program '%s' gave no answer in %d seconds." % (program(), seconds))
    return done.returncode, done.stdout, done.stderr


def say(arguments, text=None):
    """Prints what tilescope says."""
    _, out, errors = ask(arguments, text)
    gdb.write(out)
    if errors:
        gdb.write(errors, gdb.STDERR)


def target_options():
    """["--arch", "sm_90a"] of the GPU in focus; nothing without one."""
    try:
        m = re.search(r"^\*.*\bsm_(\d+)", ex("info cuda devices"), re.M)
    except gdb.error:
        return []
    return ["--arch", "sm_%sa" % m[1]] if m else []


def word_format():
    """The format of the shared-memory words: that of the GPU in focus."""
    return "wgmma" if target_options() == ["--arch", "sm_90a"] else "auto"


INTEGER_CODES = {getattr(gdb, "TYPE_CODE_" + name) for name in ("INT", "CHAR", "BOOL", "ENUM")}


def as_integer(value):
    """The bits of an integer, or of a union or struct of 4 or 8 bytes."""
    kind = value.type.strip_typedefs()
    if kind.code in (gdb.TYPE_CODE_REF, getattr(gdb, "TYPE_CODE_RVALUE_REF", -1)):
        value = value.referenced_value()
        kind = value.type.strip_typedefs()
    size = kind.sizeof
    if kind.code in (gdb.TYPE_CODE_UNION, gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_ARRAY):
        if size not in (4, 8):
            raise gdb.GdbError("'%s' has %d bytes; a word has 4 or 8." % (value.type, size))
        names = [field.name for field in kind.fields()] if kind.code != gdb.TYPE_CODE_ARRAY else []
        for name in ("desc_", "desc"):
            if name in names and value[name].type.sizeof == size:
                return as_integer(value[name])
        if value.address is None:
            raise gdb.GdbError("'%s' is not in memory and has no member desc_." % value.type)
        data = bytes(gdb.selected_inferior().read_memory(int(value.address), size))
        return int.from_bytes(data, "little"), size
    if kind.code == gdb.TYPE_CODE_PTR:
        raise gdb.GdbError("'%s' is a pointer; give what it points to, with a * before it." % value.type)
    if kind.code not in INTEGER_CODES:
        raise gdb.GdbError("'%s' is not the type of a word; give an integer." % value.type)
    return int(value) & (1 << 8 * size) - 1, size


BESIDE = beside()
answers = {}
SHOWN = ("start", "lbo", "sbo", "swizzle")  # also if they are 0


def summary(word, size, form, more=()):
    """One line about a word: "start 1024 bytes (0x400), lbo 16 bytes, ..."; "" if tilescope says nothing."""
    if not word:
        return ""
    key = (word, size, form, tuple(more))
    if key not in answers:
        try:
            status, out, _ = ask(["decode", "0x%0*x" % (2 * size, word), "--as", form, "--json"] + list(more), None, 5)
            readings = json.loads(out)
            fields = [(f["id"], f["meaning"]) for f in readings[0]["fields"]
                      if not f["id"].startswith(("rsvd", "fixed")) and (f["raw"] or f["id"] in SHOWN)]
            text = ", ".join("%s %s" % field for field in fields)
            wrong = [p["text"] for p in readings[0].get("problems", ()) if p["severity"] in ("error", "warn")]
            if wrong:
                text += "; " + wrong[0].split(". ")[0].rstrip(".")
            answers[key] = text
        except (gdb.GdbError, ValueError, KeyError, IndexError, TypeError):
            answers[key] = ""
    return answers[key]


# --- commands ---

def arguments_of(text, options):
    """Expressions and --option VALUE; an expression with spaces is written in quotes."""
    words, values, rest = gdb.string_to_argv(text), dict.fromkeys(options), []
    i = 0
    while i < len(words):
        if words[i].startswith("--"):
            name = words[i][2:]
            if name not in options:
                raise gdb.GdbError("The option %s is unknown; the options are %s." % (
                    words[i], ", ".join("--" + o for o in options) or "none"))
            if i + 1 == len(words):
                raise gdb.GdbError("%s needs a value." % words[i])
            values[name] = words[i + 1]
            i += 1
        else:
            rest.append(words[i])
        i += 1
    return rest, values


def evaluate(expressions):
    """The word of one expression, or of two halves: the low one first."""
    if not 1 <= len(expressions) <= 2:
        raise gdb.GdbError("Give one expression, or two halves: the low one first.")
    parts = [as_integer(gdb.parse_and_eval(e)) for e in expressions]
    if len(parts) == 1:
        return parts[0]
    for (word, _), expression in zip(parts, expressions):
        if word >> 32 and (word + (1 << 31)) & (1 << 64) - 1 >= 1 << 32:
            raise gdb.GdbError("'%s' is 0x%x; half a word has 32 bits." % (expression, word))
    return (parts[0][0] & 0xffffffff) | (parts[1][0] & 0xffffffff) << 32, 8


def mma_here():
    """(pc, fields, text, code, where it is) of the MMA at the program counter, or of the last one before it."""
    pc = value64("(unsigned long)$pc")
    try:
        failed = value64("(unsigned long)$errorpc")
    except gdb.error:
        failed = 0
    code = disassemble()
    if not code.mma:
        raise gdb.GdbError("The function at the program counter has no MMA that tilescope knows.")
    if failed in code.mma:
        return failed, code.mma[failed], code, "where the error is"
    if pc in code.mma:
        return pc, code.mma[pc], code, "at the program counter: it runs next"
    before = [a for a in code.mma if a < pc]
    if not before:
        at = min(code.mma)
        return at, code.mma[at], code, "the first one; the program counter is before it, and its words may not be there"
    return max(before), code.mma[max(before)], code, "the last one before the program counter; its words may be gone"


def word_name(name):
    return {"a": "descriptor of A", "b": "descriptor of B", "idesc": "instruction descriptor"}[name]


class Ts(gdb.Command):
    """What tilescope knows about the words, the MMAs and the shared memory of this program.
ts word EXPR [EXPR]      decode a descriptor; two expressions are its halves, the low one first
ts idesc EXPR --kind K   decode an instruction descriptor: f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4
ts regs                  the uniform registers, and the words that the next MMA takes from them
ts mma                   the MMA at or before the program counter
ts tile [a|b]            shared memory, drawn as the tile that the word describes
ts locals                the variables of this frame that are descriptors; `print` shows them so too, but not
                         those that are only in registers
ts why                   is D what these words and these bytes give? What `tilescope autopsy` says here"""

    def __init__(self):
        super().__init__("ts", gdb.COMMAND_DATA, gdb.COMPLETE_NONE, True)


class Command(gdb.Command):
    options = ()

    def __init__(self):
        super().__init__("ts " + self.name, gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, _from_tty):
        expressions, options = arguments_of(text, self.options)
        try:
            self.run(expressions, options)
        except gdb.error as e:
            raise gdb.GdbError("ts %s: %s" % (self.name, e))


class WordCommand(Command):
    """Decode a descriptor. Two expressions are its halves: the low one first.
ts word EXPR [EXPR] [--as FORMAT]"""
    name, options = "word", ("as",)

    def run(self, expressions, options):
        word, size = evaluate(expressions)
        say(["decode", "0x%0*x" % (2 * size, word), "--as", options["as"] or (word_format() if size == 8 else "auto")])


class IdescCommand(Command):
    """Decode an instruction descriptor.
ts idesc EXPR --kind f16"""
    name, options = "idesc", ("kind",)

    def run(self, expressions, options):
        word, size = evaluate(expressions)
        if size == 8 and word >> 32:
            word = word >> 32 if not word & 0xffffffff else word  # CUTLASS keeps it in the high half
        more = ["--as", "idesc", "--kind", options["kind"]] if options["kind"] else []
        say(["decode", "0x%08x" % word] + more)


class MmaCommand(Command):
    """Show the MMA at or before the program counter, and decode its words.
ts mma"""
    name = "mma"

    def run(self, _expressions, _options):
        pc, mma, _, where = mma_here()
        gdb.write("0x%x %s  %s\n  %s\n" % (pc, mma["offset"], mma["text"], where))
        line = source_line("0x%x" % pc)
        if line.startswith("Line"):
            gdb.write("  " + line.split(" starts at")[0] + "\n")
        fields = mma["fields"]
        uniform = uniform_registers()
        words = words_of(fields, uniform)
        if fields["a_first"] is not None:
            first = fields["a_first"]
            gdb.write("  A is in the registers R%d to R%d of each thread.\n" % (first, first + 3))
        if "m" in fields and fields["d_first"] is None:
            gdb.write("  It computes nothing: it only closes a group of MMAs.\n")
        elif not words and fields["a_first"] is None:
            gdb.write("  Its words are not known: it names no register, or the debugger cannot read it.\n")
        for name, word in words.items():
            gdb.write("%s: " % word_name(name))
            say(["decode", "0x" + word, "--as", word_format() if len(word) == 16 else "auto"])


class RegsCommand(Command):
    """Show the uniform registers that are not 0, and the words that the MMAs of this function take from them.
ts regs"""
    name = "regs"

    def run(self, _expressions, _options):
        uniform = uniform_registers()
        if not uniform:
            raise gdb.GdbError("The debugger reads no uniform register here. Is the focus on a kernel?")
        row = ["%s=%08x" % (name, value) for name, value in uniform.items() if value]
        for i in range(0, len(row), 6):
            gdb.write("  " + "  ".join("%-13s" % r for r in row[i:i + 6]).rstrip() + "\n")
        try:
            code = disassemble()
        except gdb.error:
            return
        shown = set()
        for _, mma in sorted(code.mma.items()):
            for name, word in words_of(mma["fields"], uniform).items():
                first = mma["fields"]["ur"] if mma["fields"]["ur"] is not None else mma["fields"].get("ur_" + name)
                at = first + (2 if name == "b" and mma["fields"]["ur"] is not None else 0)
                if (name, at) not in shown and int(word, 16):
                    shown.add((name, at))
                    text = summary(int(word, 16), len(word) // 2, word_format() if len(word) == 16 else "auto")
                    gdb.write("  UR%-3d %-22s 0x%s  %s\n" % (at, word_name(name), word, text))


TYPES = {"BF16": "bf16", "TF32": "tf32", "E4M3": "e4m3", "E5M2": "e5m2", "S8": "s8", "U8": "u8", "B1": "b1"}


def operand_types(fields):
    """[type of A, type of B] as `layout --type` names them."""
    named = [TYPES[t] for t in fields["types"].split(".") if t in TYPES]
    return (named * 2)[:2] if named else ["f16", "f16"]


def element_text(data, kind):
    number = int.from_bytes(data, "little")
    if kind == "f16":
        return "%.4g" % struct.unpack("<e", data)[0]
    if kind in ("bf16", "tf32"):
        return "%.4g" % struct.unpack("<f", (b"\0\0" + data)[-4:])[0]
    if kind == "s8":
        return "%d" % struct.unpack("<b", data)[0]
    return "%d" % number if kind == "u8" else "%0*x" % (2 * len(data), number)


class TileCommand(Command):
    """Draw shared memory as the tile that a word of the MMA here describes: one instruction along K.
ts tile [a|b]
ts tile EXPR --type T --rows N --cols N [--major k|mn]      a word from elsewhere"""
    name, options = "tile", ("type", "rows", "cols", "major")

    def run(self, expressions, options):
        which = expressions[0] if expressions else "a"
        form = dict(options)
        if which in ("a", "b"):
            _, mma, _, _ = mma_here()
            fields = mma["fields"]
            if "k" not in fields:
                raise gdb.GdbError("The instruction descriptor has the shape of this MMA. "
                                   "Give a word, --type, --rows and --cols.")
            word = words_of(fields, uniform_registers()).get(which)
            if word is None:
                raise gdb.GdbError("The word of %s is not known: the operand is in registers, or they cannot be read."
                                   % which.upper())
            index = "ab".index(which)
            form["type"] = form["type"] or operand_types(fields)[index]
            form["rows"] = form["rows"] or str(fields["n"] if index else fields["m"])
            form["cols"] = form["cols"] or str(fields["k"])
            form["major"] = form["major"] or ("mn" if ".tnsp" + which.upper() in mma["text"] else "k")
        else:
            number, _ = evaluate(expressions)
            word, form["major"] = "%016x" % number, form["major"] or "k"
            missing = [o for o in ("type", "rows", "cols") if not form[o]]
            if missing:
                raise gdb.GdbError("A word alone does not say this: give " + ", ".join("--" + o for o in missing) + ".")
        self.draw(word, form)

    def draw(self, word, form):
        more = ["--as", "wgmma"] if word_format() == "wgmma" else []
        status, out, errors = ask(["layout", "--desc", "0x" + word, "--csv"] + more + [
            t for name in ("type", "rows", "cols", "major") for t in ("--" + name, form[name])])
        if status not in (0, 1) or not out:
            raise gdb.GdbError(errors.strip() or "tilescope does not draw this word.")
        width = {"f16": 2, "bf16": 2, "tf32": 4}.get(form["type"], 1)
        rows = {}
        for line in out.splitlines()[1:]:
            row, _, byte = line.split(",")[:3]
            rows.setdefault(int(row), []).append(int(byte))
        memory = {}
        drawn = [(row, places[0], [self.element(memory, at, width, form["type"]) for at in places])
                 for row, places in sorted(rows.items())]
        if not any(memory.values()):
            raise gdb.GdbError("None of the bytes that this word describes can be read as shared memory here.")
        gdb.write("0x%s  %s, %s-major, %s x %s; the byte of the first element, and the elements\n" % (
            word, form["type"], form["major"], form["rows"], form["cols"]))
        wide = max(len(e) for _, _, elements in drawn for e in elements)
        for row, first, elements in drawn:
            gdb.write("%4d  0x%05x  " % (row, first) + " ".join(e.rjust(wide) for e in elements) + "\n")

    def element(self, memory, at, width, kind):
        line = at & ~127
        if line not in memory:
            try:
                words = gdb.parse_and_eval("*(@shared unsigned int[32]*)0x%x" % line)
                memory[line] = b"".join((int(words[i]) & 0xffffffff).to_bytes(4, "little") for i in range(32))
            except gdb.error:
                memory[line] = None
        data = memory[line]
        return "--" if data is None else element_text(data[at - line:at - line + width], kind)


class LocalsCommand(Command):
    """List the variables of this frame that are descriptors, decoded.
ts locals"""
    name = "locals"

    def run(self, _expressions, _options):
        found = False
        for name, value in descriptor_variables(gdb.selected_frame()):
            try:
                word, size = as_integer(value)
            except (gdb.error, gdb.GdbError) as e:
                gdb.write("%s: %s\n" % (name, e))
                continue
            found = True
            gdb.write("%s = 0x%0*x  %s\n" % (name, 2 * size, word, summary(word, size, "auto")))
        if not found:
            gdb.write("No variable of this frame is named like a descriptor or has the type of one.\n")


class WhyCommand(Command):
    """Record where the warps stand, and say what `tilescope autopsy` says about it.
ts why"""
    name = "why"

    def run(self, _expressions, _options):
        program()
        try:
            kernel = kernel_here()
        except gdb.error:
            kernel = Kernel("")
        if not kernel.known:
            raise gdb.GdbError("No kernel has the focus. Stop at an MMA of a kernel first.")
        folder = tempfile.mkdtemp(prefix="tilescope-why-")
        try:
            log = Log(folder, "")
            log.put("session", gdb=gdb.VERSION, python=sys.version.split()[0],
                    version=ex("show version").splitlines()[:3])
            quietly("set max-value-size unlimited")
            focus = re.search(r"block \((\d+),(\d+),(\d+)\)", ex("cuda kernel block thread"))
            block = list(map(int, focus.groups())) if focus else [0, 0, 0]
            thread = re.search(r"thread \((\d+),(\d+),(\d+)\)", ex("cuda kernel block thread"))
            recorder = Recorder(log, dict(DEFAULTS, out=folder, block=block), kernel, disassemble())
            recorder.begin("")
            recorder.armed_mma = recorder.code.mma
            try:
                failed = value64("(unsigned long)$errorpc")
            except gdb.error:
                failed = 0
            if failed:
                recorder.exception("")
            else:
                recorder.at_stop("", [])
                recorder.end()
            log.put("end", reason="ts why")
            log.put("finished", seconds=log.now())
            if thread:
                quietly("cuda thread (%s,%s,%s)" % thread.groups())
            say(["autopsy", "--recording", folder])
        finally:
            shutil.rmtree(folder, ignore_errors=True)


class RecordCommand(Command):
    """What `tilescope autopsy` runs; its settings are in the environment variable TILESCOPE_AUTOPSY.
ts record"""
    name = "record"

    def run(self, _expressions, _options):
        text = os.environ.pop("TILESCOPE_AUTOPSY", "")
        if not text:
            raise gdb.GdbError("`ts record` is what `tilescope autopsy` runs; it needs the variable TILESCOPE_AUTOPSY.")
        Session(settings_from(text)).run()


# --- how values are printed ---

DESCRIPTOR_TYPES = re.compile(r"(?:^|::)(?:SmemDescriptor|GmmaDescriptor|UmmaDescriptor|InstrDescriptor\w*)$")
DESCRIPTOR_NAMES = re.compile(r"^(?!.*(?:count|size|index|idx|num|^n_|stride|offset)).*desc", re.I)
MOST_ELEMENTS = 64  # of an array of words
INSTRUCTION_NAMES = re.compile(r"i_?desc|instr\w*desc", re.I)


class DescriptorPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        word, size = as_integer(self.value)
        text = summary(word, size, "auto")
        return "0x%0*x" % (2 * size, word) + (" (%s)" % text if text else "")


def is_descriptor(name, value_type):
    """Whether a variable is named like a descriptor, and has the size of one, or has the type of one."""
    kind = value_type.strip_typedefs()
    if DESCRIPTOR_TYPES.search(str(value_type.unqualified())) or DESCRIPTOR_TYPES.search(str(kind.unqualified())):
        return True
    if kind.code != gdb.TYPE_CODE_INT:
        return False
    return kind.sizeof == 8 and bool(DESCRIPTOR_NAMES.search(name)) or \
        kind.sizeof == 4 and bool(INSTRUCTION_NAMES.search(name))


def descriptor_variables(frame):
    """(name, value) of the frame's variables that are descriptors, also as members of a struct."""
    out, seen = [], set()
    try:
        block = frame.block()
    except RuntimeError:
        return out
    while block is not None:
        for symbol in block:
            # In an optimised build, a variable can be a constant.
            if not (symbol.is_variable or symbol.is_argument or symbol.is_constant) or symbol.name in seen:
                continue
            seen.add(symbol.name)
            try:
                value = symbol.value(frame)
                kind = symbol.type.strip_typedefs()
                if kind.code == gdb.TYPE_CODE_ARRAY and is_descriptor(symbol.name, kind.target()):
                    first, last = kind.range()
                    out += [("%s[%d]" % (symbol.name, i), value[i])
                            for i in range(first, min(last + 1, first + MOST_ELEMENTS))]
                if is_descriptor(symbol.name, symbol.type):
                    out.append((symbol.name, value))
                elif kind.code == gdb.TYPE_CODE_STRUCT:
                    out += [("%s.%s" % (symbol.name, f.name), value[f]) for f in kind.fields()
                            if f.name and not f.is_base_class and is_descriptor(f.name, f.type)]
            except (gdb.error, RuntimeError):
                pass
        block = None if block.function else block.superblock
    return out


last_places = [None, set()]  # of which frame and program counter: an array has many elements


def descriptor_places():
    """{(address, bytes)} of the variables that are descriptors, in the selected frame."""
    frame = gdb.selected_frame()
    key = (frame, frame.pc())
    if last_places[0] != key:
        found = [value for _, value in descriptor_variables(frame)]
        last_places[:] = [key, {(int(v.address), v.type.sizeof) for v in found if v.address is not None}]
    return last_places[1]


def is_integer(value):
    """Whether the value has the bits of a descriptor: a pointer to one, of a type with such a name, does not."""
    try:
        as_integer(value)
        return True
    except UNREAD + (gdb.GdbError,):
        return False


def printer_of(value):
    """The printer of a value that is a descriptor; an integer is one by its name, which its address tells."""
    kind = value.type.strip_typedefs()
    if DESCRIPTOR_TYPES.search(str(value.type.unqualified())) or DESCRIPTOR_TYPES.search(str(kind.unqualified())):
        return DescriptorPrinter(value) if kind.sizeof in (4, 8) and is_integer(value) else None
    if kind.code != gdb.TYPE_CODE_INT or kind.sizeof not in (4, 8) or value.address is None:
        return None
    try:
        return DescriptorPrinter(value) if (int(value.address), kind.sizeof) in descriptor_places() else None
    except UNREAD:
        return None


printer_of.name, printer_of.enabled, printer_of.subprinters = "tilescope", True, None


def install():
    Ts()
    for command in (WordCommand, IdescCommand, RegsCommand, MmaCommand, TileCommand, LocalsCommand, WhyCommand,
                    RecordCommand):
        command()
    gdb.pretty_printers[:] = [p for p in gdb.pretty_printers if getattr(p, "name", "") != "tilescope"] + [printer_of]


install()
