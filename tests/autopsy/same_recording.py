# tests/autopsy/same_recording.py -- has a new recording the same events, words, memory and D as another one?
# SPDX-License-Identifier: MIT
#
#     same_recording.py OLD NEW [SHIFT]
#
# SHIFT: what was added to every address. A visit that the old recording has twice counts once.
import gzip
import json
import os
import sys


def unpacked(folder, name):
    for path, opener in ((os.path.join(folder, name), open), (os.path.join(folder, name + ".gz"), gzip.open)):
        if os.path.exists(path):
            with opener(path, "rb") as file:
                return file.read()
    return None


def events_of(folder):
    return [json.loads(line) for line in unpacked(folder, "recording.jsonl").splitlines()]


COMPARED = ("pc", "offset", "text", "warpgroup", "ur", "predicates", "a", "b", "a_registers", "pending", "d_first",
            "d_count", "d")


def visits(folder, shift):
    """What a reader uses: for each warpgroup, its MMAs and waits in order, and for each warp its loads."""
    out = {}
    for e in events_of(folder):
        if e["event"] == "load":
            row = {name: e[name] for name in ("text", "offset", "address", "d_first", "d_count", "d", "lost", "early",
                                              "mmas")}
            row["event"] = e["event"]
            out.setdefault(1000 + e["thread"], []).append(row)
        if e["event"] not in ("mma", "wait"):
            continue
        row = {name: e.get(name) for name in COMPARED}
        row["pc"] = int(e["pc"], 16) - shift
        if e.get("pending"):  # D is not complete, and not read
            row["d"] = row["d_first"] = row["d_count"] = None
        row["event"] = e["event"]
        row["fields"] = e.get("fields")
        row["memory"] = unpacked(folder, e["shared"]["file"])
        list_ = out.setdefault(e["warpgroup"], [])
        if row not in list_:
            list_.append(row)
    return out


def fail(text):
    print(text)
    sys.exit(1)


def compare_codes(old, new, shift):
    codes = []
    for folder, by in ((old, 0), (new, shift)):
        code = [e for e in events_of(folder) if e["event"] == "code"][0]
        codes.append([(int(m["pc"], 16) - by, m["offset"], m["text"], m.get("loop"), m.get("pending"), m.get("fields"))
                      for m in code["mma"] + code["waits"] + code.get("loads", [])])
    if codes[0] != codes[1]:
        fail("the MMAs of the machine code differ: %s" % [c for c in zip(*codes) if c[0] != c[1]][:2])


def compare_faults(old, new, shift):
    faults = [[e for e in events_of(f) if e["event"] == "exception"] for f in (old, new)]
    if len(faults[0]) != len(faults[1]):
        fail("%d exceptions, not %d" % (len(faults[1]), len(faults[0])))
    for a, b in zip(*faults):
        for name in ("ur", "predicates"):
            if a[name] != b[name]:
                fail("%s of the exception differ" % name)
        if int(a["errorpc"], 16) != int(b["errorpc"], 16) - shift:
            fail("errorpc differs")
        if {g: w["ur"] for g, w in a["warpgroups"].items()} != {g: w["ur"] for g, w in b["warpgroups"].items()}:
            fail("the warpgroups of the exception differ")
        if unpacked(old, a["shared"]["file"]) != unpacked(new, b["shared"]["file"]):
            fail("the memory of the exception differs")


def main():
    old, new, shift = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0
    compare_codes(old, new, shift)
    compare_faults(old, new, shift)
    a, b = visits(old, 0), visits(new, shift)
    if sorted(a) != sorted(b):
        fail("warpgroups %s, not %s" % (sorted(b), sorted(a)))
    for group in a:
        if len(a[group]) != len(b[group]):
            fail("warpgroup %d: %d events, not %d: %s" % (
                group, len(b[group]), len(a[group]), [(r["event"], r["offset"]) for r in b[group]]))
        for i, (x, y) in enumerate(zip(a[group], b[group])):
            different = [name for name in x if x[name] != y[name]]
            if different:
                fail("warpgroup %d, event %d (%s): %s differ" % (group, i, x["offset"], ", ".join(different)))
    for name in ("constant_bank_0.bin",):
        if unpacked(old, name) != unpacked(new, name):
            fail("%s differs" % name)
    print("same", sum(map(len, a.values())))


main()
