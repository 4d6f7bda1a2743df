# tests/clients/check_python.py -- the texts in Python: evaluated, and for Triton compiled without a GPU.
# SPDX-License-Identifier: MIT
import ast
import importlib.util
import json
import os
import pathlib
import re
import sys

NAMES = {"a_desc": "A_DESC", "b_desc": "B_DESC", "idesc": "IDESC", "zcm": "ZERO_MASK"}
HIGH = 0xFFFFFFFF << 32
DSL_CHIP = "CUTE_DSL_ARCH"


def module_of(texts, path):
    name = path.name.split(".")[0] + "_" + path.name.split(".")[1].replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        texts.wrong.append(f"{path.name}: {type(problem).__name__}: {problem}")
        return None
    return module


def compare_words(texts, preset, module):
    for word, name in NAMES.items():
        if hasattr(module, name):
            texts.equal(f"{preset['id']} {name}", getattr(module, name), int(preset["words"][word], 16))


def python(texts):
    count = 0
    for preset, path in texts.of("python"):
        module = module_of(texts, path)
        count += 1
        if module is None:
            continue
        compare_words(texts, preset, module)
        for word in ("a_desc", "b_desc"):
            move = getattr(module, word + "_at", None)
            if move is not None:
                want = int(preset["words"][word], 16)
                texts.equal(f"{preset['id']} {word}_at", move((want & 0x3FFF) << 4), want)
                texts.equal(f"{preset['id']} {word}_at(0x8000)", move(0x8000), want & ~0x3FFF | 0x800)
    return count


# TileLang's package needs a GPU's libraries to be imported, so its texts are only parsed.
def tilelang(texts):
    count = 0
    for _, path in texts.of("tilelang"):
        try:
            ast.parse(path.read_text())
        except SyntaxError as problem:
            texts.wrong.append(f"{path.name}: {problem}")
        count += 1
    return count


TYPES = {"Float16": "f16", "BFloat16": "bf16", "TFloat32": "tf32", "Float8E4M3FN": "e4m3", "Float4E2M1FN": "e2m1x2",
         "Float8E5M2": "e5m2", "Int8": "s8", "Uint8": "u8"}


# The PTX of issue(): addresses in Tensor Memory are arguments of the kernel.
def issued_by(module, text, work):
    import cutlass
    import cutlass.cute as cute
    from cutlass._mlir.dialects import vector
    from cutlass._mlir import ir
    from cutlass.experimental import primitives as prims

    names = text.split("def issue(")[1].split("):")[0].split(", ")
    lanes = 8 if "CTAGroup.CTA_2" in text else 4

    def value_of(name, address):
        words = {"a": "A_DESC", "b": "B_DESC", "idesc": "IDESC", "zero_mask": "ZERO_MASK"}
        if name in words and hasattr(module, words[name]):
            return getattr(module, words[name])
        if name == "enable_input_d":
            return address != 0
        if name == "lane_mask":
            lane = cutlass.Int32(1).ir_value()
            return vector.from_elements(ir.VectorType.get([lanes], lane.type), [lane] * lanes)
        return prims.make_tmem_ptr(address, cutlass.Float32)

    @cute.kernel
    def kernel(address: cutlass.Int32):
        module.issue(*[value_of(name, address) for name in names])

    @cute.jit
    def launch(address: cutlass.Int32):
        kernel(address).launch(grid=(1, 1, 1), block=(32, 1, 1))

    return cute.compile(launch, cutlass.Int32(0), options=f"--keep-ptx --dump-dir={work}").__ptx__


# The qualifiers of an MMA in PTX, without a collector operation that is the default.
def qualifiers_of(line):
    name = line.split("tcgen05.mma")[1].split()[0]
    for default in (".collector::a::discard", ".collector::b0::discard"):
        name = name.removesuffix(default)
    return name


# The kernel must issue the instruction of the session.
def compare_issue(texts, path, module, text):
    try:
        ptx = issued_by(module, text, texts.work)
    except Exception as problem:
        texts.wrong.append(f"{path.name}: issue: {type(problem).__name__}: {str(problem)[:300]}")
        return
    have = [line for line in ptx.splitlines() if "tcgen05.mma" in line]
    want = next(line for line in text.splitlines() if "tcgen05.mma" in line)
    operands = [line.count(",") for line in (*have, want)]
    size = "" if ".block" not in want or ".block_scale." in want else ".block32"  # where the instruction need not say it
    texts.compared += 1
    if len(have) != 1 or qualifiers_of(have[0]) != qualifiers_of(want) + size or operands[0] != operands[-1]:
        texts.wrong.append(f"{path.name}: issue() gives {have}, want {want}")


# What a function of the exported code returns, as the DSL prints it.
def printed_by(function):
    import cutlass.cute as cute
    out = []

    @cute.jit
    def evaluate():
        out.append(str(function()))

    evaluate()
    return out[0]


# The layouts as the DSL prints them, solved to descriptors. The MMA operation must exist.
def cute_dsl(texts):
    count = 0
    chip = os.environ.setdefault(DSL_CHIP, "sm_100a")  # the DSL reads it when it is imported
    for preset, path in texts.of("cute-dsl", chip):
        module = module_of(texts, path)
        count += 1
        if module is None:
            continue
        compare_words(texts, preset, module)
        text = path.read_text()
        if hasattr(module, "issue"):
            compare_issue(texts, path, module, text)
        for name in ("a_smem_layout", "b_smem_layout", "tiled_mma"):
            if not hasattr(module, name):
                continue
            try:
                printed = printed_by(getattr(module, name))
            except Exception as problem:
                texts.wrong.append(f"{path.name}: {name}: {type(problem).__name__}: {str(problem)[:300]}")
                continue
            if name != "tiled_mma":
                kind = next(t for n, t in TYPES.items() if n + ")" in text.split(f"def {name}")[1])
                compare_layout(texts, preset, name[0], kind, printed)
    return count


# lbo is compared only if the layout uses it: an MN-major or unswizzled one.
def compare_layout(texts, preset, letter, kind, layout):
    out = texts.run(texts.program, "solve", "--type", kind, "--layout", layout, "--arch", preset["arch"], "--json")
    if out is None:
        return
    want = int(preset["words"][letter + "_desc"], 16)
    words = [int(row["word"], 16) for row in json.loads(out)["descriptors"] if row["k_step"] == 0]
    found = [w for w in words if (w ^ want) & HIGH == 0]
    texts.compared += 1
    if not found:
        texts.wrong.append(f"{preset['id']} {letter}_desc: {layout} gives {[hex(w) for w in words]}, want {want:#x}")


# A kernel that calls mma() of the text.
def compile_gluon(preset, module):
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.experimental.gluon import language as gl
    from triton.experimental.gluon._runtime import GluonASTSource
    import gluon_calls

    hopper, options = preset["arch"] == "sm_90a", {"num_warps": 4}
    constants = {"MMA": module.mma}
    for letter, sides in (("A", "MK"), ("B", "KN"), ("D", "MN")):
        shape = dict(zip(sides, getattr(module, letter + "_SHAPE")))
        constants.update({letter + side: extent for side, extent in shape.items()})
        for short, name in (("T", "TYPE"), ("L", "LAYOUT")):
            constants[letter + short] = getattr(module, f"{letter}_{name}")
    place = type(module.A_LAYOUT).__name__
    if hopper:
        kernel = gluon_calls.hopper_call
        constants["A_IN_REGISTERS"] = place == "DotOperandLayout"
    else:
        kernel = gluon_calls.blackwell_call
        pair, scaled = module.D_LAYOUT.two_ctas, hasattr(module, "A_SCALE_LAYOUT")
        (m, k), n = (module.A_SCALE_SHAPE, module.B_SCALE_SHAPE[0]) if scaled else ((0, 0), 0)
        constants.update(SCALED=scaled, A_IN_TMEM=place == "TensorMemoryLayout", SM=m, SN=n, SK=k,
                         ST=getattr(module, "A_SCALE_TYPE", None), SAL=getattr(module, "A_SCALE_LAYOUT", None),
                         SBL=getattr(module, "B_SCALE_LAYOUT", None),
                         REGS=gl.BlockedLayout([1, 1], [1, 32], [4, 1], [1, 0], cga_layout=[[1, 0]] if pair else []))
        options["num_ctas"] = 2 if pair else 1
    types = {"c_ptr": "*i32" if module.D_TYPE == gl.int32 else "*" + module.D_TYPE.name, "c_step": "i32"}
    signature = {name: types.get(name, "constexpr") for name in kernel.arg_names}
    source = GluonASTSource(kernel, signature, {(kernel.arg_names.index(c),): v for c, v in constants.items()})
    target = GPUTarget("cuda", 90 if hopper else 100, 32)
    return triton.compile(source, target=target, options=options).asm["ptx"]


# The layouts and the operation of the text, in a function whose arguments are the operands. Triton checks both.
def parse_ttgir(module, work):
    from triton._C.libtriton import ir, nvidia

    lines = module.TTGIR.strip().splitlines()
    operation = lines[-1]
    if operation.startswith("#"):
        return
    types = re.split(r"(?:, | \* | -> )(?=!|tensor<)", operation.split(" : ", 2 if "i32}" in operation else 1)[-1])
    names = ["%a", "%b", "%d"] + (["%a_scale", "%b_scale"] if "scaled" in operation else [])
    arguments = [f"{name}: {kind}" for name, kind in zip(names, types)] + ["%use_acc: i1", "%pred: i1"]
    ctas, hopper = 2 if "two_ctas" in operation else 1, "warp_group_dot" in operation
    head = [f'module attributes {{"ttg.num-ctas" = {ctas} : i32, "ttg.num-warps" = 4 : i32, '
            f'ttg.target = "cuda:{90 if hopper else 100}", "ttg.threads-per-warp" = 32 : i32}} {{',
            f"tt.func @text({', '.join(arguments)}) {{"]
    path = work / "text.ttgir"
    result = "%out = " if hopper else ""
    path.write_text("\n".join(lines[:-1] + head + [result + operation, "tt.return", "}", "}"]) + "\n")
    context = ir.context()
    ir.load_dialects(context)
    nvidia.load_dialects(context)
    ir.parse_mlir_module(str(path), context)


# Texts with mma() are compiled. The descriptors in the PTX must be those.
def triton_(texts):
    count = 0
    for preset, path in texts.of("triton"):
        module = module_of(texts, path)
        count += 1
        if not hasattr(module, "mma"):
            continue
        try:
            parse_ttgir(module, texts.work)
            ptx = compile_gluon(preset, module)
        except Exception as problem:
            texts.wrong.append(f"{path.name}: {type(problem).__name__}: {str(problem)[:300]}")
            continue
        compare_ptx(texts, preset, path.read_text(), ptx)
    return count


# The kind of the MMA, and the descriptors. lbo is compared only in layouts without swizzle, which always use it.
def compare_ptx(texts, preset, text, ptx):
    kind = re.search(r"kind::(\w+)", text)
    shape = re.search(r"wgmma\.mma_async\S*", text)
    if shape:
        texts.compared += 1
        if set(re.findall(r"wgmma\.mma_async\S*", ptx)) != {shape[0]}:
            texts.wrong.append(f"{preset['id']}: Triton's PTX has no {shape[0]}")
    have = set(re.findall(r"tcgen05\.mma\.\S*kind::(\w+)", ptx))
    texts.compared += 1
    if kind and have != {kind[1]} and "issues kind" not in text:
        texts.wrong.append(f"{preset['id']}: Triton's PTX has {have}, want {kind[1]}")
    out = texts.run(texts.program, "decode", "-", "--json", input=ptx)
    rows = json.loads(out or "[]")
    words = [int(r["word"], 16) for r in rows if r["format"] in ("smem", "wgmma")]
    for word in ("a_desc", "b_desc"):
        if word not in preset["words"]:
            continue
        want = int(preset["words"][word], 16)
        mask = HIGH if want >> 61 else HIGH | 0x3FFF0000
        texts.compared += 1
        if want & mask not in {w & mask for w in words}:
            texts.wrong.append(f"{preset['id']} {word}: Triton's PTX has {[hex(w) for w in words]}")


CHECKS = {"python": python, "tilelang": tilelang, "triton": triton_, "cute-dsl": cute_dsl}
