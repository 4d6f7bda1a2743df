# tests/autopsy/machine_loads.py -- are the registers of a tcgen05.ld read where they are complete? Run inside gdb.
# SPDX-License-Identifier: MIT
#
# The environment variable PIECES names a file with real machine code and its scoreboards, which no listing has.
# A tcgen05.ld sets a scoreboard when its registers are complete. So some instruction between it and the stop at which
# they are read must wait for that one. Of the two instructions of 16x32bx2, only the second one sets it.
import os
import re

WANTED = {"LDTM": 1, "LDTM.PACK16BIT": 1, "LDTM.x8": 8, "LDTM.x16": 16, "LDTM.x32": 32, "LDTM.x64.PACK16BIT": 64,
          "LDTM.x128": 128, "LDTM.16dp64bit": 1, "LDTM.16dp64bit.x16": 16, "LDTM.16dp64bit.x16.PACK16BIT": 16,
          "LDTM.16dp128bit": 2, "LDTM.16dp128bit.x8": 16, "LDTM.16dp256bit": 4, "LDTM.16dp256bit.x4": 16,
          "LDTM.16dp256bit.x4.PACK16BIT": 16, "LDTM.16dp32bit_t0_t15": 1, "LDTM.16dp32bit_t16_t31": 1,
          "LDTM.16dp32bit_t0_t15.x2": 2, "LDTM.16dp32bit_t16_t31.x2": 2, "LDTM.16dp32bit_t0_t15.x16": 16,
          "LDTM.16dp32bit_t16_t31.x16": 16}  # registers of each thread
BASE = 0x7fff00000000


def wait_masks(scoreboards, load, behind):
    return [waits for at, (_, waits) in scoreboards.items() if load < at < behind]


def check(rows):
    """One piece: its instructions as (offset, scoreboard, waits, text)."""
    scoreboards = {BASE + offset: (sets, waits) for offset, sets, waits, _ in rows}
    listing = "".join("   0x%x <+%d>:\t%s\n" % (BASE + offset, offset, text) for offset, _, _, text in rows)
    code = Code(listing)  # noqa: F821, of tilescope_gdb.py
    code.find_loads(sorted(code.lines))
    assert not code.unread_loads, code.unread_loads
    assert len(code.load) == sum("LDTM" in text for _, _, _, text in rows)
    for pc, load in code.load.items():
        sets = scoreboards[pc][0]
        if "_t0_t15" in load["text"]:
            assert sets == 7
            sets = scoreboards[pc + 16][0]
        assert any(waits >> sets & 1 for waits in wait_masks(scoreboards, pc, load["behind"])), load
        seen.add(load["text"].split()[0])
        assert WANTED[load["text"].split()[0]] == load["fields"]["d_count"], load
        # What may overwrite them: looked at by hand in these pieces.
        assert load["lost"] == [], load


seen, pieces = set(), []
with open(os.environ["PIECES"], encoding="utf-8") as file:
    for line in file:
        if line.startswith("kernel "):
            pieces.append([])
        elif not line.startswith("#"):
            where, sets_, waits_, what = line.rstrip("\n").split("\t")
            pieces[-1].append((int(where), int(sets_), int(waits_, 2), what))
for piece in pieces:
    check(piece)
assert seen == set(WANTED), seen ^ set(WANTED)

# The first use overwrites a register, as Triton's epilogues do; and a branch before the first use.
packs = [(0, 0, 0, "LDTM.x4 R4, tmem[UR19+0x8]"), (16, 7, 0, "NOP"), (32, 7, 1, "F2FP.F16.F32.PACK_AB R4, R5, R4"),
         (48, 7, 0, "F2FP.F16.F32.PACK_AB R5, R7, R6"), (64, 7, 0, "EXIT")]
for change, unread, lost in ((packs[1], [], [4]), ((16, 7, 0, "@P0 BRA 0x7fff00000040"), ["+0"], []),
                             ((16, 7, 0, "LDS.64 R6, [R2]"), [], [6, 7]),
                             ((16, 7, 0, "LDG.E.128 R4, [R2]"), [], [4, 5, 6, 7]),
                             ((16, 7, 0, "STG.E.128 desc[UR6][R26.64], R4"), [], []),
                             ((16, 7, 0, "LDTM.x2 R6, tmem[UR4]"), [], [6, 7])):
    made = Code("".join("   0x%x <+%d>:\t%s\n" % (BASE + o, o, t)  # noqa: F821
                        for o, _, _, t in [packs[0], change] + packs[2:]))
    made.find_loads(sorted(made.lines))
    first = made.load.get(BASE)
    assert [w for w in made.unread_loads if w == "+0"] == unread, (change, made.unread_loads)
    assert (first["lost"] if first else []) == lost, (change, first)
for text in ("LDTM.STAT.x4 R4, tmem[UR4]", "LDTM.x4 R4, tmem[R4]", "LDTM.x4 R4, tmem[UR4].SP",
             "@P0 LDTM.x4 R4, tmem[UR4]", "LDT R4, tmem[UR4]"):
    made = Code("   0x10 <+0>:\t%s\n   0x20 <+16>:\tSTG.E [R2], R4\n   0x30 <+32>:\tEXIT\n" % text)  # noqa: F821
    made.find_loads(sorted(made.lines))
    assert made.unread_loads == ["+0"] and not made.load, text
# A register that the first use overwrites is taken from before it, if nothing speaks against it.
for lost_, before, behind, wanted in (
        ([4], "0000000100000002", "0000000900000002", ("0000000100000002", [4])),
        ([5], "0000000100000002", "0000000100000009", ("0000000100000002", [5])),
        ([4], "0000000100000003", "0000000900000002", ("0000000900000002", [])),  # it was not complete
        ([4, 5], "0000000100000002", "0000000900000009", ("0000000900000009", [])),
        ([4], None, "0000000900000002", ("0000000900000002", []))):
    of = {"fields": {"d_first": 4, "d_count": 2}, "lost": lost_}
    rows_, early = early_ones(of, before and [before], [behind])  # noqa: F821
    assert (rows_[0], early) == wanted, (rows_, early, wanted)
print("all is read")
