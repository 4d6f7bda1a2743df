# tests/autopsy/transcripts.py -- does our Python file read what cuda-gdb printed?
# SPDX-License-Identifier: MIT
#
# Runs in a gdb that has sourced tilescope_gdb.py. FOLDER (in the environment) has the transcripts of a program that
# faults, of the same program that does not, and of a kernel that Triton compiled (cuda-gdb 13.0, H100).
import os
import re

failures = []


def equal(what, found, wanted):
    if found != wanted:
        failures.append("%s: %r, not %r" % (what, found, wanted))


def answers(name):
    """What each command of a transcript printed."""
    with open(os.path.join(os.environ["FOLDER"], name), encoding="utf-8") as file:
        text = file.read()
    found = re.findall(r"^CMD (.*?) -> (.*?)(?=^CMD |^\$UR|^AFTER|^waits|\Z)", text, re.M | re.S)
    return text, dict(found)


def registers(text):
    return {name: int(value, 16) for name, value in re.findall(r"^\$(UR\d+) 0x([0-9a-f]+)$", text, re.M)}


def check_good(name):
    text, said = answers(name)
    kernel = Kernel(said["info cuda kernels"])
    equal("kernel", (kernel.name, kernel.grid, kernel.threads, kernel.id), ("mma_kernel", (1, 1, 1), (128, 1, 1), 0))
    code = Code("\n".join(line for line in text.splitlines() if LISTED.search(line)))
    pc = int(re.search(r"^BREAK AT 0x(\w+)", text, re.M)[1], 16)
    equal("pc", pc in code.mma, True)
    warps = warps_of(kernel, (0, 0, 0), said["info cuda warps"])
    equal("warps", [(w["warp"], w["thread"], w["pc"], w["focus"]) for w in warps],
          [(i, 32 * i, pc, i == 0) for i in range(4)])
    equal("another block", warps_of(kernel, (1, 0, 0), said["info cuda warps"]), [])
    fields = code.mma[pc]["fields"]
    equal("fields", (fields["m"], fields["n"], fields["k"], fields["d_first"], fields["d_count"], fields["ur"]),
          (64, 8, 16, 24, 4, 4))
    equal("words", words_of(fields, registers(text)), {"a": "4000004000010040", "b": "4000004000010240"})


def check_fault():
    text, said = answers("fault.txt")
    kernel = Kernel(said["info cuda kernels"])
    equal("kernel", (kernel.name, kernel.threads), ("mma_kernel", (128, 1, 1)))
    code = Code(said["x/2i $errorpc"])
    failed = int(re.search(r"0x(\w+)", said["print/x $errorpc"])[1], 16)
    equal("the MMA at fault", list(code.mma), [failed])
    equal("its words", words_of(code.mma[failed]["fields"], registers(text)),
          {"a": "4000004000010040", "b": "4000004000013ff0"})
    equal("what was not read", words_of(code.mma[failed]["fields"], {"UR4": 1}), {})


def check_triton():
    text, _ = answers("triton_from_python.txt")
    code = Code("\n".join(line for line in text.splitlines() if re.match(r"\s+0x\w+ <\+", line)))
    equal("MMAs", [m["offset"] for _, m in sorted(code.mma.items())], ["+1248", "+1392", "+1440", "+1456"])
    uniform = {name: int(value, 16) for name, value in re.findall(r"'(UR\d+)': '(0x[0-9a-f]+)'", text)}
    equal("words", words_of(code.mma[min(code.mma)]["fields"], dict({"UR7": 0}, **uniform)),
          {"a": "4000004000000440", "b": "4000004000000040"})
    equal("wait", WAIT.search("   0x00007ffcf77aebd0 <mm+1488>:\tWARPGROUP.DEPBAR.LE gsb0,0x0")[1], "0")


def check_texts():
    a_in_registers = fields_of("HGMMA.64x64x16.F32 R24,R68,gdesc[UR8],R24,gsb0")
    equal("A in registers", (a_in_registers["a_first"], a_in_registers["ur"]), (68, 8))
    equal("its words", words_of(a_in_registers, {"UR8": 9, "UR9": 9, "UR10": 1, "UR11": 2}), {"b": "0000000200000001"})
    sparse = fields_of("HGMMA.SP.64x8x32.F32 R24,gdesc[UR10].tnspB,R24,UP0,R28,0x1,gsb0")
    equal("metadata", (sparse["metadata"], sparse["ur"], sparse["k"]), (28, 10, 32))
    both = fields_of("HGMMA.SP.64x8x32.F32 R24,R28,gdesc[UR10],RZ,!UPT,R32,0x0")
    equal("A and metadata in registers", (both["a_first"], both["metadata"]), (28, 32))
    closing = fields_of("HGMMA.64x8x16.F16 RZ,gdesc[URZ],RZ,!UPT,gsb0")
    equal("the MMA that closes a group", (closing["d_first"], closing["ur"]), (None, None))
    blackwell = fields_of("UTCHMMA.2CTA gdesc[UR4], gdesc[UR6], tmem[UR17], tmem[UR10], idesc[UR11], !UPT")
    equal("tcgen05", words_of(blackwell, {"UR4": 1, "UR5": 2, "UR6": 3, "UR7": 4, "UR11": 5}),
          {"a": "0000000200000001", "b": "0000000400000003", "idesc": "00000005"})
    a_in_memory = fields_of("UTCQMMA tmem[UR20], gdesc[UR6], tmem[UR17], tmem[UR10], idesc[UR11], UP0")
    equal("A in Tensor Memory", words_of(a_in_memory, {"UR6": 3, "UR7": 4}), {"b": "0000000400000003"})
    for invocation, name in (("mma_kernel(d=0x7ffdd3e00000, bad=0)", "mma_kernel"), ("matmul()", "matmul"),
                             ("void (unnamed)::f<(Mode)2>(a=..., b=(1))", "void (unnamed)::f<(Mode)2>"),
                             ("odd", "odd"), ("", "")):
        equal(invocation, without_arguments(invocation), name)
    clusters = Kernel("*      3      -   0    1 Active 0x0fff (8,6,1) (8,1,1) (384,1,1) nvjet(a=0x1) \n")
    equal("clusters", (clusters.grid, clusters.threads, clusters.id), ((8, 6, 1), (384, 1, 1), 3))
    row = "%s     %d      -   %d    1 Active 0x0fff (2,1,1) (128,1,1) " + "n" * 4000 + "(a=0x1) \n"
    gpus = Kernel(row % (" ", 6, 0) + row % ("*", 7, 1))
    equal("two GPUs", (gpus.id, gpus.running, gpus.name), (7, {6, 7}, "n" * 4000))
    warp = "*  0 0xffffffff 0x00000000 0x00007fff00000010 %d (0,0,0) (0,0,0) \n"
    equal("warps of the other GPU", [len(warps_of(gpus, (0, 0, 0), warp % n)) for n in (6, 7)], [0, 1])
    equal("no kernel", Kernel("No CUDA kernels.\n").known, False)


for name in ("good_debug.txt", "good_lineinfo.txt"):
    check_good(name)
check_fault()
check_triton()
check_texts()
print("\n".join(failures) if failures else "all is read")
