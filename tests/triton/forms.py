# tests/triton/forms.py -- compares the session of each form of an MMA with that of the machine code of ptxas.
# SPDX-License-Identifier: MIT
# forms.py TILESCOPE FOLDER compiles a kernel for each form with the ptxas that Triton has. FOLDER is for its files. Prints
# each form whose two sessions differ. Its exit status is 1 if there is one.
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import triton

TOOLS = pathlib.Path(triton.__file__).parent / "backends/nvidia/bin"
# M 128 and N 128 in the instruction descriptor of each kind. The types are the first ones of the kind.
IDESC = {"f16": 0x08200490, "tf32": 0x08200910, "f8f6f4": 0x08200010, "i8": 0x08200020, "mxf8f6f4": 0x08a00000,
         "mxf4": 0x08a00480, "mxf4nvf4": 0x08200480}
SIZES = {"mxf8f6f4": ["block32"], "mxf4": ["block32"], "mxf4nvf4": ["block16", "block32"]}
KERNEL = """.version 8.8
.target {target}
.address_size 64
.visible .entry k(.param .u32 param) {{
.reg .b32 %d, %i, %sfa, %sfb, %at, %meta, %m<4>, %r<8>;
.reg .b64 %a, %b, %zm;
.reg .pred %p;
.reg .f32 %f<4>;
mov.u32 %d, 0x40;
mov.b64 %a, 0x4000404000010040;
mov.b64 %b, 0x4000404000010440;
mov.u32 %i, {idesc};
mov.u32 %sfa, 0x180;
mov.u32 %sfb, 0x190;
mov.u32 %at, 0x100;
mov.u32 %meta, 0x1a0;
mov.b64 %zm, 0x11;
ld.param.u32 %m0, [param];
setp.ne.u32 %p, %m0, 0;
mov.u32 %m1, %m0;
mov.u32 %m2, %m0;
mov.u32 %m3, %m0;
{mma}
ret;
}}
"""


def tcgen05():
    for group, kind, a, sparse, ws in itertools.product((1, 2), IDESC, ("%a", "[%at]"), (False, True), (False, True)):
        scaled = kind in SIZES
        if ws and (group == 2 or scaled):
            continue
        # M has another unit in the kinds with scale factors: it begins at bit 27, not at bit 24.
        m = (0x10 << 24 if group == 2 else 0x08 << 24) if not scaled else (group << 27)
        idesc = IDESC[kind] & ~(0x1f << 24) | m | (4 if sparse else 0)
        mask = "{%m0, %m1, %m2, %m3" + (", %m0, %m1, %m2, %m3" if group == 2 else "") + "}, %p"
        ends = ["%p"] + (["%p, %zm"] if ws else [] if scaled else [mask])
        ends += ["%p, 5"] if kind in ("f16", "tf32") and not ws else []
        buffers = ("b2::fill", "b0::use", "b3::lastuse") if ws else ("a::fill", "a::use", "a::lastuse")
        for size, end, buffer in itertools.product(SIZES.get(kind, [""]), ends, ("", *buffers)):
            name = "tcgen05.mma" + (".ws" if ws else "") + (".sp" if sparse else "")
            name += f".cta_group::{group}.kind::{kind}" + (f".block_scale.{size}" if size else "")
            name += f".collector::{buffer}" if buffer else ""
            operands = f"[%d], {a}, %b, " + ("[%meta], " if sparse else "") + "%i, "
            yield f"{name} {operands}{'[%sfa], [%sfb], ' if scaled else ''}{end};", hex(idesc), "sm_100a"


def wgmma():
    ends = "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
    for (types, k), from_registers, sparse, scale_d in itertools.product(
            (("f32.f16.f16", 16), ("f16.f16.f16", 16), ("f32.bf16.bf16", 16), ("f32.tf32.tf32", 8),
             ("f32.e4m3.e5m2", 32), ("f16.e5m2.e4m3", 32), ("s32.s8.u8", 32), ("s32.u8.u8", 32)),
            (False, True), (False, True), ("0", "1", "%p")):
        d, a_type = types.split(".")[:2]
        registers = [f"%f{i}" for i in range(4)] if d == "f32" else [f"%r{i}" for i in range(4, 6 if d == "f16" else 8)]
        a = "{%m0, %m1, %m2, %m3}" if from_registers else "%a"
        last = "" if d == "s32" else ", -1, 1"
        last += (", 1" if from_registers else ", 1, 1") if a_type in ("f16", "bf16") else ""
        mma = f"wgmma.mma_async{'.sp' if sparse else ''}.sync.aligned.m64n8k{k * (2 if sparse else 1)}.{types} "
        mma += f"{{{', '.join(registers)}}}, {a}, %b, {'%meta, 0, ' if sparse else ''}{scale_d}{last};\n"
        store = f"st.global.{'f32' if d == 'f32' else 'b32'} [%a], {registers[0]};"  # or ptxas removes the MMA
        yield mma + ends + store, "0", "sm_90a"


def difference(program, form):
    mma, idesc, target = form
    with tempfile.TemporaryDirectory() as folder:
        ptx, cubin, sass = (pathlib.Path(folder, f"k.{end}") for end in ("ptx", "cubin", "sass"))
        ptx.write_text(KERNEL.format(mma=mma, idesc=idesc, target=target))
        subprocess.run([TOOLS / "ptxas-blackwell", f"-arch={target}", "-O1", ptx, "-o", cubin], check=True)
        sass.write_bytes(subprocess.run([TOOLS / "cuobjdump", "-sass", cubin], check=True, capture_output=True).stdout)
        read = []
        for path in (ptx, sass):
            done = subprocess.run([program, "session", path, "--json"], capture_output=True, text=True)
            chains = json.loads(done.stdout) if done.returncode == 0 else []
            read.append([({k: v for k, v in c["session"].items() if k != "notes"}, c["steps"]) for c in chains])
        return "" if read[0] == read[1] and read[0] else f"{mma.splitlines()[0]}: {read[0]} in PTX, {read[1]} in machine code"


def main():
    forms = [*tcgen05(), *wgmma()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [line for line in pool.map(lambda form: difference(sys.argv[1], form), forms) if line]
    for line in wrong:
        print(line)
    print(f"{len(forms)} forms of MMAs, {len(wrong)} sessions of machine code differ")
    sys.exit(1 if wrong or not forms else 0)


if __name__ == "__main__":
    main()
