# tests/autopsy/standin.py -- gives a gdb without CUDA what cuda-gdb adds, and plays a recording back in it.
# SPDX-License-Identifier: MIT
#
# The settings are a JSON object in TILESCOPE_STANDIN_GDB:
#
#   recording   the folder of a recording: its stops are played
#   order       "together": all warps stop at a place together. A number: the warps run in an order of their own, which
#               this number seeds; a stop comes when the first of them reaches a breakpoint
#   shift       is added to every address of machine code
#   rename      another name for the kernel
#   registers   is added to the numbers of its registers; uniform ones stay below 48
#   repeat      the events of the recording are a trip of a loop that runs so often
#   blocks      [x, y, z]: the grid; other blocks stop at breakpoints without a condition
#   launches    kernels without an MMA that run before the one of the recording
#   slow        seconds that it takes to read one register of one thread
#   behaviour   "" | "sticks" (a warp that stands alone at the breakpoint of an MMA never leaves it) | "hangs" (the
#               kernel does not end after `hangs_after` stops; its warps stand at the first instruction with the text
#               `hangs_at`) | "silent" (no answer to any command) | "garbage" (answers make no sense) | "old" (no
#               @shared, no uniform registers, no conditions) | "no_conditions" | "no_dump" | "no_mma" | "no_kernel" |
#               "no_cuda" | "stale_d" (the registers of D have something else)
#   silent_at   the beginning of the commands and expressions that get no answer; "": all get one
#   deaf        Ctrl+C does not end a silence
#
# It is written after what cuda-gdb 13.0 printed on an H100 (../shared/vectors/silicon/cuda_gdb and autopsy).
import gzip
import json
import os
import random
import re
import time

import gdb

SET = dict({"recording": "", "order": "together", "shift": 0, "rename": "", "registers": 0, "repeat": 1, "blocks": None, "launches": 0,
            "behaviour": "", "hangs_after": 1, "hangs_at": "", "slow": 0, "silent_at": "", "deaf": False},
           **json.loads(os.environ.get("TILESCOPE_STANDIN_GDB", "{}")))
real = {"execute": gdb.execute, "parse": gdb.parse_and_eval}
counts = {}  # how often each command was given


def unpacked(name):
    for path, opener in ((name, open), (name + ".gz", gzip.open)):
        if os.path.exists(os.path.join(SET["recording"], path)):
            with opener(os.path.join(SET["recording"], path), "rb") as file:
                return file.read()
    return b""


def with_other_registers(text):
    def general(number):
        return str(int(number) + SET["registers"])

    def uniform(number):
        return str((int(number) + SET["registers"]) % 48) if int(number) < 48 else number

    if SET["registers"]:
        text = re.sub(r"\bUR(\d+)", lambda m: "UR" + uniform(m[1]), text)
        text = re.sub(r'("ur\w*": )(\d+)', lambda m: m[1] + uniform(m[2]), text)
        text = re.sub(r'(\bR|"[ad]_first": )(\d+)', lambda m: m[1] + general(m[2]), text)
        text = re.sub(r'"(?:lost|early)": \[[^\]]*\]', lambda m: re.sub(r"\d+", lambda n: general(n[0]), m[0]), text)
    return text


class Warp:
    def __init__(self, slot, thread):
        self.slot, self.thread, self.at = slot, thread, 0  # `at`: its place in the path of its warpgroup


class Place:
    """A point of a warpgroup's path: an address, and what its registers hold there."""

    def __init__(self, pc, event=None):
        self.pc, self.event = pc, event


class Gpu:
    """The kernel of a recording."""

    def __init__(self):
        shift = SET["shift"]
        lines = [json.loads(with_other_registers(line)) for line in unpacked("recording.jsonl").decode().splitlines()]
        self.of = {}
        for e in lines:
            self.of.setdefault(e["event"], []).append(e)
        self.launch = ([e for e in self.of["launch"] if e["mma"]] or [{}])[0]
        kernels = [line for line in self.launch["kernels"].splitlines() if line.startswith("*")][0]
        m = re.match(r"\*\s+(\d+).*?\((\d+),(\d+),(\d+)\)\s+\((\d+),(\d+),(\d+)\)\s+(?:void )?(\w+)", kernels)
        self.id, self.grid, self.threads = int(m[1]), list(map(int, m.groups()[1:4])), list(map(int, m.groups()[4:7]))
        if SET["blocks"]:
            self.grid = SET["blocks"]
        self.old_name, self.name = m[8], SET["rename"] or m[8]
        self.sass = re.sub(r"0x([0-9a-f]{8,16})\b", lambda m: "0x%0*x" % (len(m[1]), int(m[1], 16) + shift),
                           with_other_registers(unpacked("sass.txt").decode())).replace(self.old_name, self.name)
        self.listing = [(int(m[1], 16), m[2], m[3]) for m in
                        (re.search(r"0x([0-9a-f]+) <(\S+)>:\t(.*)$", line) for line in self.sass.splitlines()) if m]
        self.entry = self.listing[1][0]
        self.after = {a[0]: b[0] for a, b in zip(self.listing, self.listing[1:])}
        self.events = [e for e in lines if e["event"] in ("mma", "wait")]
        self.loads = [e for e in lines if e["event"] == "load"]
        self.is_tcgen05 = any(e["text"].startswith("UTC") for e in self.events)
        self.fault = (self.of.get("exception") or [None])[0]
        self.memory = {}
        self.make_paths()

    def make_paths(self):
        shift, self.paths, seen = SET["shift"], {}, {}
        places = {int(m["pc"], 16) + shift for m in self.of["code"][0]["mma"] + self.of["code"][0]["waits"]}
        for e in self.events:
            e["pc"] = int(e["pc"], 16) + shift
            group = e["warpgroup"]
            path = self.paths.setdefault(group, [Place(self.entry)])
            key = (e["pc"], json.dumps(e["ur"], sort_keys=True) if e["event"] == "mma" else str(e.get("d"))[:4000])
            if key in seen.setdefault(group, set()):
                continue  # the same visit, recorded again because the warps came apart
            seen[group].add(key)
            path.append(Place(e["pc"], e))
            if e["event"] == "mma" and self.after[e["pc"]] not in places:
                path.append(Place(self.after[e["pc"]]))
        for group in self.paths:
            path = self.paths[group]
            trip = path[1:]
            for n in range(1, SET["repeat"]):
                path += [Place(p.pc, p.event) for p in trip]
            path[:] = [p for p, after in zip(path, path[1:] + [None])
                       if after is None or p.event is not None or p.pc != after.pc]
        size = self.threads[0] * self.threads[1] * self.threads[2]
        self.warps = [Warp((i // 4 * 4) + (i + 1) % 4, 32 * i) for i in range((size + 31) // 32)]
        for w in self.warps:
            self.paths.setdefault(w.thread // 128, [Place(self.entry)])
        self.make_loads()

    def make_loads(self):
        """The places of each warp at its tcgen05.ld: before them, and where their registers are complete."""
        stops = {l["pc"]: l for l in self.of["code"][0].get("loads", [])}
        self.loading = {w.thread: [] for w in self.warps}
        for e in self.loads:
            for stop in [s for s in ("before", "use", "behind") if stops[e["pc"]][s]]:
                pc = int(stops[e["pc"]][stop], 16) + SET["shift"]
                places = self.loading[e["thread"]]
                there = [p for p in places if (p.pc, p.event["event"], p.event["mmas"]) == (pc, stop, e["mmas"])]
                if not there:
                    there = [Place(pc, {"event": stop, "mmas": e["mmas"], "loads": []})]
                    places += there
                there[0].event["loads"].append(e)
        for places in self.loading.values():
            places.sort(key=lambda p: (p.event["mmas"], p.pc))

    def shared(self):
        """The bytes at the stop: those of the event that came last."""
        place = max((self.place(w) for w in self.warps),
                    key=lambda p: self.events.index(p.event) if p.event in self.events else -1)
        event = place.event
        if event not in self.events:
            event = self.events[-1 if self.loads else 0] if self.events else self.fault
        if state.stopped == "fault":
            event = self.fault
        name = event["shared"]["file"]
        if name not in self.memory:
            self.memory[name] = unpacked(name)
        return self.memory[name]

    def path(self, warp):
        """The places of a warp. Only the first warp of a warpgroup comes to a tcgen05.mma, each to a tcgen05.ld."""
        path = self.paths[warp.thread // 128]
        return (path[:1] if self.is_tcgen05 and warp.thread % 128 else path) + self.loading[warp.thread]

    def place(self, warp):
        path = self.path(warp)
        return path[min(warp.at, len(path) - 1)]

    def done(self, warp):
        return warp.at >= len(self.path(warp))

    def may_leave(self, warp):
        """A warp comes behind a wait only when the other three of its warpgroup have issued the MMA."""
        path = self.path(warp)
        nxt = path[warp.at + 1] if warp.at + 1 < len(path) else None
        if nxt is not None and nxt.event is not None and nxt.event["event"] == "before":
            ahead = [p for w in self.warps for p in self.path(w)[w.at + (w is warp):]]
            return all(p.event is None or p.event["event"] != "mma" for p in ahead)  # the MMAs are complete
        if nxt is None or nxt.event is None or nxt.event["event"] != "wait":
            return True
        return all(w.at >= warp.at for w in self.warps if w.thread // 128 == warp.thread // 128)


class State:
    def __init__(self):
        self.running, self.stopped, self.focus, self.block = False, "", 0, [0, 0, 0]
        self.breakpoints, self.number, self.launches, self.break_on_launch = {}, 0, 0, False
        self.stop_handlers, self.exit_handlers = [], []
        self.unlimited, self.random = False, random.Random(str(SET["order"]))
        self.others, self.stops, self.hung = 0, 0, False


state = State()
gpu = Gpu() if SET["recording"] else None


class BreakpointEvent:
    pass


class SignalEvent:
    def __init__(self, name):
        self.stop_signal = name


class ExitedEvent:
    exit_code = 0


class Registry:
    def __init__(self, handlers):
        self.connect, self.disconnect = handlers.append, handlers.remove


class Inferior:
    @property
    def pid(self):
        return 1 << 30 if state.running else 0  # no process has this number

    def read_memory(self, address, length):
        raise gdb.MemoryError("Cannot access memory at address 0x%x" % address)


class Frame:
    def read_register(self, name):
        return parse("$" + name)


def tell(handlers, event):
    for handler in list(handlers):
        handler(event)


# --- running ---

def switch(warp):
    state.focus = warp.thread
    return ("[Switching focus to CUDA kernel %d, grid %d, block (0,0,0), thread (%d,0,0), device 0, sm 124, warp %d, "
            "lane 0]\n" % (gpu.id, gpu.id + 1, warp.thread, warp.slot))


def stops_here(pc):
    return pc in state.breakpoints


def sticks():
    """Whether a warp stands at the breakpoint of an MMA without the others of its warpgroup."""
    for w in gpu.warps if not gpu.is_tcgen05 else []:
        if not gpu.done(w) and stops_here(gpu.place(w).pc) and (gpu.place(w).event or {}).get("event") == "mma":
            if any(o.thread // 128 == w.thread // 128 and o.at != w.at for o in gpu.warps):
                return True
    return False


def step(warp):
    """Moves a warp to its next place with a breakpoint. False: it cannot move."""
    moved = False
    while not gpu.done(warp) and gpu.may_leave(warp):
        warp.at += 1
        moved = True
        if not gpu.done(warp) and stops_here(gpu.place(warp).pc):
            return True
    return moved


def stop_at_breakpoint(warp):
    state.stopped = "breakpoint"
    state.stops += 1
    said = switch(warp) if warp.thread != state.focus else ""
    tell(state.stop_handlers, BreakpointEvent())
    return said


def go_on():
    if SET["behaviour"] == "hangs" and state.stops >= SET["hangs_after"]:
        state.hung = True
        return hang()
    if SET["behaviour"] == "sticks" and sticks():
        return hang()
    foreign = [b for b in state.breakpoints.values() if "blockIdx" not in b and max(gpu.grid) > 1]
    if foreign and state.random.random() < 0.5:
        state.others += 1
        state.block = [gpu.grid[0] - 1, gpu.grid[1] - 1, gpu.grid[2] - 1]
        state.stopped = "breakpoint"
        tell(state.stop_handlers, BreakpointEvent())
        return ""
    state.block = [0, 0, 0]
    if SET["order"] == "together":
        return all_together()
    waiting = [w for w in gpu.warps if not gpu.done(w)]
    while waiting:
        warp = state.random.choice(waiting)
        if step(warp) and not gpu.done(warp) and stops_here(gpu.place(warp).pc):
            for other in gpu.warps:  # others reach a breakpoint in the same moment
                if other is not warp and not gpu.done(other) and state.random.random() < 0.5:
                    step(other)
            return stop_at_breakpoint(warp)
        waiting = [w for w in gpu.warps if not gpu.done(w)]
    return finish()


def all_together():
    progress = True
    while progress:
        progress = False
        able = [w for w in gpu.warps if not gpu.done(w) and (not gpu.loads or gpu.may_leave(w))]
        least = min([w.at for w in able] or [0])
        moving = [w for w in able if w.at == least]
        for w in moving:
            w.at += 1
            progress = True
        hit = [w for w in moving if not gpu.done(w) and stops_here(gpu.place(w).pc)]
        if hit:
            return stop_at_breakpoint(hit[0])
    return finish()


def finish():
    if gpu.fault:
        state.stopped = "fault"
        for w in gpu.warps:
            w.at = min(w.at, len(gpu.path(w)) - 1)
        state.focus = 0
        tell(state.stop_handlers, SignalEvent("CUDA_EXCEPTION_5"))
        return gpu.fault["text"]
    state.running = False
    tell(state.exit_handlers, ExitedEvent())
    return "[New process 704]\n"


def hang():
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            time.sleep(0.02)  # Ctrl+C ends it
        except KeyboardInterrupt:
            if not SET["deaf"]:
                raise
    return ""


def is_silent(text):
    return bool(SET["silent_at"]) and text.startswith(SET["silent_at"])


def at_launch():
    if state.launches < SET["launches"]:
        state.stopped = "other kernel"
    elif SET["behaviour"] == "no_mma" and state.launches < 3:
        state.stopped = "other kernel"
    elif SET["behaviour"] == "no_mma":
        return finish()
    else:
        state.stopped = "entry"
    state.launches += 1
    tell(state.stop_handlers, BreakpointEvent())
    return switch(gpu.warps[0])


# --- answers ---

def kernels():
    head = "  Kernel Parent Dev Grid Status                             SMs Mask GridDim  BlockDim Invocation     \n"
    name = "fill" if state.stopped == "other kernel" else gpu.name
    return head + "*      %d      -   0    %d Active 0x0010000000000000000000000000000000 (%s) (%s) %s() \n" % (
        gpu.id, gpu.id + 1, ",".join(map(str, gpu.grid)), ",".join(map(str, gpu.threads)), name)


def warps():
    out = "  Wp Active Lanes Mask Divergent Lanes Mask          Active PC Kernel BlockIdx First Active ThreadIdx \n"
    out += "Device 0 SM 124\n"
    for w in sorted(gpu.warps, key=lambda w: w.slot):
        if gpu.done(w):
            continue
        pc = int(gpu.fault["pc"], 16) + SET["shift"] if state.stopped == "fault" else gpu.place(w).pc
        if state.hung and SET["hangs_at"]:
            pc = [a for a, _, text in gpu.listing if SET["hangs_at"] in text][0]
        out += "%s %2d        0xffffffff           0x00000000 0x%016x %6d  (%s) %21s \n" % (
            "*" if w.thread == state.focus // 32 * 32 else " ", w.slot, pc, gpu.id,
            ",".join(map(str, state.block)), "(%d,%d,%d)" % place_of(w.thread))
    return out


def place_of(thread):
    x, y = gpu.threads[0], gpu.threads[1]
    return thread % x, thread // x % y, thread // (x * y)


def focused():
    return [w for w in gpu.warps if w.thread == state.focus // 32 * 32][0]


def uniform():
    if state.stopped == "fault":
        return gpu.fault["warpgroups"][str(state.focus // 128)]["ur"]
    event = gpu.place(focused()).event
    if event and event["event"] == "before":  # the addresses, in the registers that the texts name
        named = [(re.search(r"tmem\[(UR\d+)(?:\+0x([0-9a-f]+))?\]", e["text"]), e) for e in event["loads"]]
        return {m[1]: "%08x" % (int(e["address"], 16) - int(m[2] or "0", 16) & 0xffffffff) for m, e in named}
    return event["ur"] if event and event["event"] == "mma" else {}


def register(number):
    """R`number` of the thread in focus. What the recording does not have differs at each place."""
    if SET["slow"]:
        time.sleep(SET["slow"])
    warp = focused()
    event = gpu.place(warp).event
    is_behind = bool(event) and event["event"] == "behind"
    loads = event.get("loads", [event] if "d" in event else []) if event and event["event"] != "before" else []
    for e in loads:
        overwritten = is_behind and number in e.get("early", [])
        if e["d_first"] <= number < e["d_first"] + e["d_count"] and SET["behaviour"] != "stale_d" and not overwritten:
            at = 8 * (number - e["d_first"])
            return int(e["d"][state.focus % len(e["d"])][at:at + 8], 16)
    fields = event["fields"] if event and event["event"] == "mma" else {}
    if fields.get("a_first") is not None and fields["a_first"] <= number < fields["a_first"] + 4:
        at = 8 * (number - fields["a_first"])
        return int(event["a_registers"][state.focus % 128][at:at + 8], 16)
    return (warp.at * 40503 + number * 2654435761 + state.focus) & 0xffffffff


def value(number, kind="unsigned int"):
    return gdb.Value(number).cast(gdb.lookup_type(kind))


def shared_value(kind, count, address):
    data, size = gpu.shared(), {"int": 4, "char": 1, "short": 2}[kind]
    if SET["behaviour"] == "old":
        raise gdb.error('A syntax error in expression, near `@shared unsigned int*)0x%x\'.' % address)
    if address + size * count > len(data):
        raise gdb.error("Error: read_shared_memory(0, 124, 1): failed to read shared memory at address 0x%x size 4, "
                        "error=CUDBG_ERROR_INVALID_MEMORY_SEGMENT" % (address + size * (count - 1)))
    if count * size > 65536 and not state.unlimited:
        raise gdb.error("value requires %d bytes, which is more than max-value-size" % (count * size))
    element = gdb.lookup_type("unsigned " + kind)
    if count == 1:
        return gdb.Value(int.from_bytes(data[address:address + size], "little")).cast(element)
    return gdb.Value(data[address:address + count * size], element.array(count - 1))


SHARED = re.compile(r"^\*\(@shared unsigned (int|char|short)(?:\[(\d+)\])?\*\)(\w+)$")


def parse(text, *more):
    counts["parse"] = counts.get("parse", 0) + 1
    if is_silent(text.replace("(unsigned long)", "")):
        hang()
    if SET["behaviour"] == "garbage" and state.running:
        return value(0xdeadbeef)
    if not state.running:
        return real["parse"](text, *more)
    name = text.replace("(unsigned long)", "")
    m = SHARED.match(name)
    if m:
        return shared_value(m[1], int(m[2] or 1), int(m[3], 0))
    if name == "$pc":
        at = gpu.entry + (0x100000 if state.stopped == "other kernel" else 0)
        if state.stopped == "fault":
            at = int(gpu.fault["pc"], 16) + SET["shift"]
        elif state.stopped == "breakpoint":
            at = gpu.place(focused()).pc
        return value(at, "unsigned long long")
    if name == "$errorpc":
        if state.stopped != "fault":
            raise gdb.error("value is not available")
        return value(int(gpu.fault["errorpc"], 16) + SET["shift"], "unsigned long long")
    m = re.match(r"^\$(UR|R|UP|P)(\d+)$", name)
    if m and m[1] in ("UR", "UP") and SET["behaviour"] == "old":
        return real["parse"]("(void)0")  # a convenience variable that has no value
    if m and m[1] == "UR":
        return value(int(uniform().get(m[0][1:], "0"), 16))
    if m and m[1] == "R":
        return value(register(int(m[2])))
    if m:
        event = gpu.place(focused()).event or {}
        source = gpu.fault if state.stopped == "fault" else event
        return value(source.get("predicates", {}).get(m[0][1:]) or 0)
    return real["parse"](text, *more)


def listed(at, count):
    marks = {a: i for i, (a, _, _) in enumerate(gpu.listing)}
    if at not in marks:
        raise gdb.error("Cannot access memory at address 0x%x" % at)
    rows = gpu.listing[marks[at]:marks[at] + count]
    return "".join("%s0x%x <%s%s>:\t%s\n" % ("=> " if a == at else "   ", a, gpu.name, where, text)
                   for a, where, text in rows)


def dump(path, expression):
    if SET["behaviour"] == "no_dump":
        raise gdb.error("Undefined dump command: \"value\".")
    m = SHARED.match(expression)
    if m:
        found = shared_value(m[1], int(m[2]), int(m[3], 0))
        data = gpu.shared()[int(m[3], 0):int(m[3], 0) + found.type.sizeof]
    elif "$_cuda_const_bank(0, 0)" in expression:
        data = unpacked("constant_bank_0.bin")
    else:
        raise gdb.error("No symbol in current context.")
    with open(path, "wb") as file:
        file.write(data)
    return ""


def set_breakpoint(text):
    if text == "*$second_mma":  # only here
        text = "*0x%x" % sorted({e["pc"] for e in gpu.events if e["event"] == "mma"})[1]
    m = re.match(r"^\*(0x[0-9a-f]+)(?: if (.*))?$", text)
    if not m:
        raise gdb.error("Function \"%s\" not defined." % text)
    if m[2] and SET["behaviour"] in ("old", "no_conditions"):
        raise gdb.error("No symbol \"blockIdx\" in current context.")
    state.number += 1
    state.breakpoints[int(m[1], 16)] = m[2] or ""
    numbers[state.number] = int(m[1], 16)
    return "Breakpoint %d at %s\n" % (state.number, m[1])


numbers = {}


def answer(command):
    if command.startswith("info source"):
        os._exit(139)  # cuda-gdb 13.0 crashes
    if command == "run":
        if SET["behaviour"] == "no_kernel":
            tell(state.exit_handlers, ExitedEvent())
            return "[Inferior 1 (process 704) exited normally]\n"
        state.running = True
        return at_launch() if state.break_on_launch else finish()
    if command.startswith("attach "):
        state.running, state.stopped = True, "entry"
        return "Attaching to process %s\n" % command[7:]
    if command.startswith("target cudacore "):
        state.running, state.stopped = True, "fault"
        return "Opening GPU coredump: %s\n%s" % (command[16:], gpu.fault["text"])
    if command == "continue":
        return at_launch() if state.stopped == "other kernel" else go_on()
    if command == "info cuda kernels":
        return kernels()
    if command == "info cuda warps":
        return warps()
    if command == "info cuda devices":
        return gpu.of["info"][0]["text"]
    if command == "cuda kernel block thread":
        return "kernel %d, block (%s), thread (%d,%d,%d)\n" % (
            (gpu.id, ",".join(map(str, state.block))) + place_of(state.focus))
    m = re.match(r"cuda thread \((\d+),(\d+),(\d+)\)$", command)
    if m:
        x, y, z = map(int, m.groups())
        state.focus = x + gpu.threads[0] * (y + gpu.threads[1] * z)
        return ""
    m = re.match(r"cuda (?:kernel \d+ )?block \((\d+),(\d+),(\d+)\)$", command)
    if m:
        state.block = list(map(int, m.groups()))
        return ""
    if command.startswith("disassemble"):
        if state.stopped == "other kernel":
            return ("Dump of assembler code for function fill:\n=> 0x00007ff000000000 <+0>:\tEXIT\n"
                    "End of assembler dump.\n")
        return gpu.sass
    m = re.match(r"x/(\d+)i (.*)$", command)
    if m:
        return listed(int(gdb.parse_and_eval(m[2])), int(m[1]))
    m = re.match(r"info line \*(.*)$", command)
    if m:
        event = gpu.place(focused()).event or gpu.fault or {}
        return event.get("line") or "No line number information available for address %s" % m[1]
    m = re.match(r"dump binary value (\S+) (.*)$", command)
    if m:
        return dump(m[1], m[2])
    m = re.match(r"break (.*)$", command)
    if m:
        return set_breakpoint(m[1])
    m = re.match(r"delete ([\d ]+)$", command)
    if m:
        for number in m[1].split():
            state.breakpoints.pop(numbers.get(int(number)), None)
        return ""
    if command == "backtrace 1":
        return "#0  %s<<<(1,1,1),(128,1,1)>>> () at common.cuh:29 in _Z1fv inlined from gemm.cu:12\n" % gpu.name
    if command in ("backtrace", "info program"):
        if state.stopped == "fault":
            return gpu.fault[command.split()[-1]]
        return "#0  %s<<<(1,1,1),(128,1,1)>>> ()\n" % gpu.name
    if command in ("kill", "detach"):
        state.running = False
        return ""
    return None


def execute(command, from_tty=False, to_string=False):
    counts[command.split(" ")[0]] = counts.get(command.split(" ")[0], 0) + 1
    behaviour = SET["behaviour"]
    if is_silent(command):
        hang()
    if command == "set max-value-size unlimited":
        state.unlimited = True
    if command.startswith(("set cuda", "show cuda")):
        if behaviour == "no_cuda":
            raise gdb.error("Undefined %s command: \"cuda\".  Try \"help %s\"." % ((command.split()[0],) * 2))
        state.break_on_launch = "application" in command or ("none" not in command and state.break_on_launch)
        return ""
    if gpu is None:
        return real["execute"](command, from_tty, to_string)
    if behaviour == "silent" and (state.running or command == "run"):
        state.running = True
        return hang()
    if behaviour == "garbage" and state.running and command.startswith(("info", "disassemble", "cuda")):
        return state.random.choice(["", "\0\xff", "*  9999999999999999999999 - 0 0 A 0x (((", "0x <+>:\tHGMMA.64x R,",
                                    "   0x10 <+16>:\tHGMMA.64x64x16.F32 R24,gdesc[UR4],RZ,!UPT\n" * 3])
    if state.running or command == "run" or command.startswith(("attach ", "target cudacore ")):
        said = answer(command)
        if said is not None:
            if not to_string:
                gdb.write(said)
            return said
    return real["execute"](command, from_tty, to_string)


class Standin(gdb.Command):
    """A command of cuda-gdb, as a user types it: standin info cuda kernels."""

    def __init__(self):
        super().__init__("standin", gdb.COMMAND_USER)

    def invoke(self, text, _from_tty):
        execute(text)


Standin()
gdb.execute, gdb.parse_and_eval = execute, parse
if gpu is not None:
    gdb.selected_inferior = Inferior
    if SET["order"] != 1:  # else a debugger that does not know these names
        gdb.selected_frame = Frame
    gdb.events.stop, gdb.events.exited = Registry(state.stop_handlers), Registry(state.exit_handlers)
