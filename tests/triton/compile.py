# tests/triton/compile.py -- compiles kernels without a GPU, and writes their PTX, SASS, TTGIR and LLVM IR.
# SPDX-License-Identifier: MIT
# compile.py FOLDER [part of a name] writes NAME.ptx, NAME.ttgir, NAME.llir, NAME.sass (of nvdisasm), NAME.dump (of
# cuobjdump) and kernels.json, the list of all names. agree.sh calls it.
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import warnings

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.experimental.gluon import language as gl
from triton.experimental.gluon._runtime import GluonASTSource
from triton.experimental.gluon.language.nvidia.blackwell import TensorMemoryLayout, TensorMemoryScalesLayout

import gluon_kernels
import triton_kernels

warnings.filterwarnings("ignore")  # one warning about a default of the next version
# The disassemblers inside Triton 3.9 do not know sm_107: fetch.sh installs newer ones.
TOOLS = pathlib.Path(triton.__file__).parents[1] / "nvidia/cu13/bin"
HOPPER, BLACKWELL, ULTRA, RUBIN = 90, 100, 103, 107


# A kernel of the list: `source` gets the function, the types of its arguments and its constants.
def kernel(name, chip, source, function, types, constants, **options):
    return {"name": f"{name}_{chip}", "chip": chip, "source": source, "function": function, "types": types,
            "constants": constants, "options": options}


def flags(**values):
    return "".join(str(int(v)) for v in values.values())


def product(chip, kind, m, n, k, ta=False, tb=False, warps=4, stages=3, out=None):
    acc = "i32" if kind == "i8" else (out or "fp32")
    types = {"a_ptr": "*" + kind, "b_ptr": "*" + kind, "c_ptr": "*" + acc, "K": "i32", "a_step": "i32", "b_step": "i32",
             "c_step": "i32"}
    constants = {"BM": m, "BN": n, "BK": k, "TA": ta, "TB": tb,
                 "ACC": {"i32": tl.int32, "fp32": tl.float32, "fp16": tl.float16}[acc]}
    name = f"mm_{kind}_{acc}_{flags(a=ta, b=tb)}_{m}x{n}x{k}_w{warps}s{stages}"
    return kernel(name, chip, ASTSource, triton_kernels.product, types, constants, num_warps=warps, num_stages=stages)


def tma(chip, kind, m, n, k, tb, special, warps=4, stages=3):
    types = {"a_ptr": "*" + kind, "b_ptr": "*" + kind, "c_ptr": "*" + kind, "M": "i32", "N": "i32", "K": "i32"}
    name = f"{'ws' if special else 'tma'}_{kind}_{flags(b=tb)}_{m}x{n}x{k}_w{warps}s{stages}"
    return kernel(name, chip, ASTSource, triton_kernels.tma_product, types,
                  {"BM": m, "BN": n, "BK": k, "TB": tb, "SPECIAL": special}, num_warps=warps, num_stages=stages)


def attention(chip, kind, m, n, d, warps=4, stages=2):
    types = {"q_ptr": "*" + kind, "k_ptr": "*" + kind, "v_ptr": "*" + kind, "o_ptr": "*fp32", "L": "i32", "step": "i32"}
    return kernel(f"attention_{kind}_{m}x{n}x{d}_w{warps}s{stages}", chip, ASTSource, triton_kernels.attention, types,
                  {"BM": m, "BN": n, "D": d}, num_warps=warps, num_stages=stages)


FP8 = {"e4m3": "fp8e4nv", "e5m2": "fp8e5", "e2m1": "u8"}


def scaled(chip, fa, fb, vec, m, n, k, tb=True, warps=4, stages=2):
    scale = "*u8" if vec == 32 else "*fp8e4nv"
    types = {"a_ptr": "*" + FP8[fa], "b_ptr": "*" + FP8[fb], "c_ptr": "*fp32", "as_ptr": scale, "bs_ptr": scale,
             "K": "i32", "a_step": "i32", "b_step": "i32", "c_step": "i32", "s_step": "i32"}
    constants = {"BM": m, "BN": n, "BK": k, "VEC": vec, "FA": fa, "FB": fb, "PA": 1 + (fa == "e2m1"),
                 "PB": 1 + (fb == "e2m1"), "TB": tb}
    return kernel(f"scaled_{fa}_{fb}_v{vec}_{flags(b=tb)}_{m}x{n}x{k}_w{warps}s{stages}", chip, ASTSource,
                  triton_kernels.scaled_product, types, constants, num_warps=warps, num_stages=stages)


GLUON = {"f16": (gl.float16, 16), "bf16": (gl.bfloat16, 16), "f32": (gl.float32, 32), "e4m3": (gl.float8e4nv, 8),
         "e5m2": (gl.float8e5, 8), "i8": (gl.int8, 8)}
POINTER = {gl.float32: "*fp32", gl.float16: "*fp16", gl.int32: "*i32"}


def shared(swizzle, bits, transposed, **more):
    return gl.NVMMASharedLayout(swizzle, bits, rank=2, transposed=transposed, **more)


def mode(swizzle_and_transposed):
    return f"{swizzle_and_transposed[0]}{'t' if swizzle_and_transposed[1] else ''}"


def registers(cga=None):
    return gl.BlockedLayout([1, 1], [1, 32], [4, 1], [1, 0], cga_layout=cga or [])


def gluon_product(chip, kind, m, n, k, a=(128, False), b=(128, False), block=None, acc=gl.float32):
    element, bits = GLUON[kind]
    block = block or (128, n)
    constants = {"BM": m, "BN": n, "BK": k, "TYPE": element, "ACC": acc, "LA": shared(a[0], bits, a[1]),
                 "LB": shared(b[0], bits, b[1]), "LD": TensorMemoryLayout(list(block), 1 if acc != gl.float16 else 2),
                 "STAGES": 2, "PICK": 1, "REGS": registers()}
    name = f"gl_{kind}_{acc}_{m}x{n}x{k}_a{mode(a)}_b{mode(b)}_{block[0]}x{block[1]}"
    return kernel(name, chip, GluonASTSource, gluon_kernels.tensor_memory_product,
                  {"c_ptr": POINTER[acc], "c_step": "i32"}, constants)


def gluon_pair(chip, kind, m, n, k):  # two CTAs share each instruction
    element, bits = GLUON[kind]
    constants = {"BM": m, "BN": n, "BK": k, "TYPE": element, "ACC": gl.float32,
                 "LA": shared(128, bits, False, cga_layout=[[1, 0]]),
                 "LB": shared(128, bits, False, cga_layout=[[0, 1]]),
                 "LD": TensorMemoryLayout([m // 2, n], 1, cga_layout=[[1, 0]], two_ctas=True), "STAGES": 2, "PICK": 1,
                 "REGS": registers([[1, 0]])}
    return kernel(f"gl_pair_{kind}_{m}x{n}x{k}", chip, GluonASTSource, gluon_kernels.tensor_memory_product,
                  {"c_ptr": "*fp32", "c_step": "i32"}, constants, num_ctas=2)


def gluon_tmem_a(chip, kind, m, n, k, b=(128, False)):
    element, bits = GLUON[kind]
    constants = {"BM": m, "BN": n, "BK": k, "TYPE": element, "LA": TensorMemoryLayout([m, k], 1),
                 "LB": shared(b[0], bits, b[1]), "LD": TensorMemoryLayout([128, n], 1), "REGS": registers()}
    return kernel(f"gl_tmem_{kind}_{m}x{n}x{k}_b{mode(b)}", chip, GluonASTSource,
                  gluon_kernels.a_in_tensor_memory, {"c_ptr": "*fp32", "c_step": "i32"}, constants)


def gluon_scaled(chip, fa, fb, vec, m, n, k, a=(128, False), b=(128, True)):
    four_a, four_b = fa == "e2m1", fb == "e2m1"
    constants = {"BM": m, "BN": n, "BK": k, "VEC": vec, "FA": fa, "FB": fb, "PA": 1 + four_a, "PB": 1 + four_b,
                 "SCALE": gl.uint8 if vec == 32 else gl.float8e4nv,
                 "LA": shared(a[0], 8, a[1], fp4_padded=four_a and not four_b),
                 "LB": shared(b[0], 8, b[1], fp4_padded=four_b and not four_a), "LD": TensorMemoryLayout([128, n], 1),
                 "LS": TensorMemoryScalesLayout(), "REGS": registers()}
    name = f"gl_scaled_{fa}_{fb}_v{vec}_{m}x{n}x{k}_a{mode(a)}_b{mode(b)}"
    return kernel(name, chip, GluonASTSource, gluon_kernels.scaled_product, {"c_ptr": "*fp32", "c_step": "i32"},
                  constants)


def gluon_warpgroup(kind, m, n, k, a=(128, False), b=(128, False), in_registers=False, acc=gl.float32, warps=4):
    element, bits = GLUON[kind]
    layout = gl.NVMMADistributedLayout(version=[3, 0], warps_per_cta=[warps, 1], instr_shape=[16, n, 256 // bits])
    constants = {"BM": m, "BN": n, "BK": k, "TYPE": element, "ACC": acc, "LA": shared(a[0], bits, a[1]),
                 "LB": shared(b[0], bits, b[1]), "LD": layout, "LR": gl.DotOperandLayout(0, layout, 32 // bits),
                 "IN_REGISTERS": in_registers}
    pointer = {"f16": "*fp16", "bf16": "*bf16", "f32": "*fp32", "e4m3": "*fp8e4nv", "e5m2": "*fp8e5", "i8": "*i8"}[kind]
    name = f"gl_wg_{kind}_{acc}_{m}x{n}x{k}_{'r' if in_registers else 'a' + mode(a)}_b{mode(b)}_w{warps}"
    return kernel(name, HOPPER, GluonASTSource, gluon_kernels.warpgroup_product,
                  {"a_ptr": pointer, "c_ptr": POINTER[acc], "c_step": "i32"}, constants, num_warps=warps)


def triton_list():
    for chip in (HOPPER, BLACKWELL):
        for ta in (False, True):
            for tb in (False, True):
                yield product(chip, "fp16", 128, 128, 64, ta, tb)
                yield product(chip, "bf16", 64, 64, 32, ta, tb)
        yield product(chip, "fp16", 128, 256, 64, warps=8)
        yield product(chip, "fp16", 256, 64, 64, tb=True, warps=8, stages=2)
        yield product(chip, "fp16", 64, 128, 16, stages=1)
        yield product(chip, "bf16", 128, 64, 128, stages=4)
        yield product(chip, "fp16", 128, 16, 64, tb=True)
        yield product(chip, "bf16", 128, 32, 64)
        for kind in ("fp8e4nv", "fp8e5"):
            yield product(chip, kind, 128, 128, 128, tb=True)
            yield product(chip, kind, 64, 64, 64)
        yield product(chip, "fp8e4nv", 128, 64, 32, stages=2)
        yield product(chip, "fp32", 128, 128, 32, tb=True)
        yield product(chip, "fp32", 64, 64, 64, stages=2)
        yield product(chip, "fp32", 128, 64, 16, ta=True)
        yield product(chip, "i8", 128, 128, 64, tb=True)
        yield product(chip, "i8", 64, 64, 128, stages=2)
        yield product(chip, "fp16", 128, 128, 64, out="fp16")
        for special in (False, True):
            yield tma(chip, "fp16", 128, 128, 64, True, special)
            yield tma(chip, "bf16", 128, 256, 64, False, special, warps=8)
            yield tma(chip, "fp8e4nv", 128, 128, 128, True, special, stages=4)
            yield tma(chip, "fp32", 64, 128, 32, True, special)
        yield attention(chip, "fp16", 128, 64, 64)
        yield attention(chip, "bf16", 128, 128, 128, warps=8)
    for chip in (ULTRA, RUBIN):
        yield product(chip, "fp16", 128, 128, 64, tb=True)
        yield product(chip, "bf16", 64, 64, 32, ta=True, stages=2)
        yield product(chip, "fp8e4nv", 128, 128, 128)
        yield product(chip, "fp32", 128, 64, 32)
        yield tma(chip, "fp16", 128, 256, 64, True, True, warps=8)
        yield attention(chip, "fp16", 128, 128, 64)


def scaled_list():
    for chip in (BLACKWELL, ULTRA, RUBIN):
        yield scaled(chip, "e4m3", "e4m3", 32, 128, 128, 128)
        yield scaled(chip, "e5m2", "e4m3", 32, 128, 64, 128, tb=False)
        yield scaled(chip, "e2m1", "e2m1", 32, 128, 128, 256)
        yield scaled(chip, "e2m1", "e2m1", 16, 128, 128, 256)
        yield scaled(chip, "e4m3", "e2m1", 32, 128, 128, 128)
        yield scaled(chip, "e2m1", "e5m2", 32, 128, 128, 128)
    yield scaled(BLACKWELL, "e4m3", "e5m2", 32, 256, 128, 128, warps=8)
    yield scaled(BLACKWELL, "e2m1", "e2m1", 16, 128, 256, 256, warps=8, stages=1)
    yield scaled(BLACKWELL, "e2m1", "e2m1", 16, 128, 64, 512)
    for chip in (BLACKWELL, RUBIN):
        yield gluon_scaled(chip, "e4m3", "e5m2", 32, 128, 64, 128)
        yield gluon_scaled(chip, "e4m3", "e2m1", 32, 128, 64, 128)
        yield gluon_scaled(chip, "e2m1", "e4m3", 32, 128, 128, 128)
        yield gluon_scaled(chip, "e2m1", "e2m1", 16, 128, 64, 256)
        yield gluon_scaled(chip, "e2m1", "e2m1", 32, 128, 256, 128, a=(64, False), b=(64, True))
    yield gluon_scaled(BLACKWELL, "e5m2", "e5m2", 32, 256, 128, 64, a=(64, False), b=(64, True))
    yield gluon_scaled(BLACKWELL, "e4m3", "e4m3", 32, 128, 128, 128, a=(128, True), b=(128, False))


def gluon_list():
    for swizzle in (32, 64, 128):
        for ta in (False, True):
            for tb in (False, True):
                other = {32: 64, 64: 128, 128: 32}[swizzle]
                yield gluon_product(BLACKWELL, "f16", 128, 64, 64, (swizzle, ta), (other, tb))
                yield gluon_warpgroup("bf16", 64, 64, 64, (swizzle, ta), (other, tb))
    yield gluon_product(BLACKWELL, "bf16", 256, 64, 64, (128, True), (128, False))
    yield gluon_product(BLACKWELL, "bf16", 256, 256, 64, (128, True), (128, True), block=(128, 128))
    yield gluon_product(BLACKWELL, "e5m2", 64, 64, 64, (64, False), (64, True), block=(64, 64))
    yield gluon_product(BLACKWELL, "e4m3", 128, 128, 128, (128, True), (128, False))
    yield gluon_product(BLACKWELL, "f32", 128, 64, 32, (128, False), (128, True))
    yield gluon_product(BLACKWELL, "f16", 128, 64, 64, (128, False), (128, True), acc=gl.float16)
    yield gluon_product(BLACKWELL, "i8", 128, 64, 128, (128, False), (128, True), acc=gl.int32)
    yield gluon_product(ULTRA, "f16", 128, 256, 128)
    for chip in (BLACKWELL, RUBIN):
        yield gluon_pair(chip, "f16", 256, 128, 64)
        yield gluon_pair(chip, "bf16", 256, 256, 64)
        yield gluon_tmem_a(chip, "f16", 128, 64, 64)
        yield gluon_tmem_a(chip, "bf16", 128, 128, 128, (64, True))
    yield gluon_warpgroup("f16", 128, 128, 64, b=(128, True), in_registers=True)
    yield gluon_warpgroup("e4m3", 64, 32, 64, a=(64, False), b=(64, True))
    yield gluon_warpgroup("e5m2", 128, 64, 128, b=(128, True), warps=8)
    yield gluon_warpgroup("f32", 64, 64, 32, b=(128, True))
    yield gluon_warpgroup("i8", 64, 64, 64, a=(64, False), b=(64, True), acc=gl.int32)
    yield gluon_warpgroup("f16", 64, 256, 64, acc=gl.float16)


def all_kernels():
    return [*triton_list(), *scaled_list(), *gluon_list()]


def tool_output(program, *arguments):
    return subprocess.run([TOOLS / program, *arguments], check=True, capture_output=True, text=True).stdout


def compile_one(index, folder):
    row = all_kernels()[index]
    base = pathlib.Path(folder) / row["name"]
    if base.with_suffix(".dump").exists():
        return ""
    names = row["function"].arg_names
    types = {name: row["types"].get(name, "constexpr") for name in names}
    # As the JIT does for arguments that are multiples of 16: without it there are no wide copies.
    wide = {(i,): [["tt.divisibility", 16]] for i, name in enumerate(names)
            if types[name].startswith("*") or name.endswith("step") or name in "MNK"}
    try:
        done = triton.compile(row["source"](row["function"], types, row["constants"], wide),
                              target=GPUTarget("cuda", row["chip"], 32), options=row["options"])
    except Exception as error:
        return f"{row['name']}: {str(error).splitlines()[0]}"
    base.with_suffix(".ptx").write_text(done.asm["ptx"])
    base.with_suffix(".ttgir").write_text(done.asm["ttgir"])
    base.with_suffix(".llir").write_text(done.asm["llir"])
    cubin = base.with_suffix(".cubin")
    cubin.write_bytes(done.asm["cubin"])
    base.with_suffix(".sass").write_text(tool_output("nvdisasm", "-c", cubin))
    base.with_suffix(".dump").write_text(tool_output("cuobjdump", "-sass", cubin))
    cubin.unlink()
    return ""


def main():
    folder, part = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    os.environ["TRITON_CACHE_DIR"] = os.path.join(folder, "cache")
    rows = [(i, row) for i, row in enumerate(all_kernels()) if part in row["name"]]
    with multiprocessing.Pool(os.cpu_count()) as pool:
        failed = [why for why in pool.starmap(compile_one, [(i, folder) for i, _ in rows], chunksize=1) if why]
    for why in failed:
        print("compile.py:", why, file=sys.stderr)
    listed = [{"name": row["name"], "target": f"sm_{row['chip']}a"} for _, row in rows
              if not any(why.startswith(row["name"] + ":") for why in failed)]
    pathlib.Path(folder, "kernels.json").write_text(json.dumps(listed, indent=1))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
