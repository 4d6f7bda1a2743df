# tests/clients/check_compiled.py -- the texts in C++, CUDA, C and PTX: compiled, and where the host can run them, run.
# SPDX-License-Identifier: MIT
import re

CHIPS = ("sm_100a", "sm_90a", "sm_103a")


def words_of(preset):
    return {name: int(word, 16) for name, word in preset["words"].items()}


def namespace(preset, path, used=""):
    return f'namespace p_{preset["id"]} {{\n#include "{path}"\n{used}}}\n'


def tools(texts):
    root = texts.site / "nvidia/cu13"
    return root / "bin/nvcc", root / "bin/ptxas", root / "include"


# A statement that prints a word.
def printing(preset, word, value):
    return f'printf("{preset} {word} %llx\\n", (unsigned long long){value});'


# The words that the program prints: "preset word value" on each line.
def compare_printed(texts, out, presets):
    for line in (out or "").splitlines():
        preset, word, value = line.split()
        want = words_of(next(p for p in presets if p["id"] == preset))[word.split("/")[0]]
        mask = int(word.split("&")[1], 16) if "&" in word else (1 << 64) - 1
        texts.equal(f"{preset} {word}", int(value, 16) & mask, want & mask)


HOST = """
// The descriptor that CUTLASS makes from a layout: all fields but the start, which needs a pointer on the device.
#define HIGH_HALF 0xffffffff00000000
template <class Layout, class Type, cute::UMMA::Major Major, int Rows, int Columns>
uint64_t made_by_cutlass() {
    auto tile = cute::make_tensor(cute::make_smem_ptr(static_cast<Type*>(nullptr)), Layout{});
    auto slice = cute::local_tile(tile, cute::Shape<cute::Int<Rows>, cute::Int<Columns>>{},
                                  cute::make_coord(cute::_0{}, cute::_0{}));
    return uint64_t(cute::UMMA::make_umma_desc<Major>(slice));
}
"""
MEMBERS = {"a_desc": "make_a_desc().desc_", "b_desc": "make_b_desc().desc_", "idesc": "make_idesc().desc_",
           "zcm": "make_zero_mask()"}
FUNCTIONS = {"a_desc": "make_a_desc(", "b_desc": "make_b_desc(", "idesc": "make_idesc(", "zcm": "make_zero_mask("}


# The atom has the same instruction descriptor in its traits, but the selector of a sparse MMA.
def traits_of(preset, text):
    if "using MmaAtom" not in text or preset["arch"] != "sm_100a":
        return ""
    return f"""template <class Atom> struct TraitsOf {{ using type = cute::MMA_Traits<Atom>; }};
template <class... Parts> struct TraitsOf<cute::MMA_Traits<Parts...>> {{ using type = cute::MMA_Traits<Parts...>; }};
inline uint32_t idesc_of_atom() {{ return uint32_t(typename TraitsOf<MmaAtom>::type{{}}.idesc_); }}
"""


# A kernel that calls every function that makes a word: nvcc refuses a call of a function of the host.
def kernel_of(text):
    calls = [call for word, call in MEMBERS.items() if FUNCTIONS[word] in text]
    calls += [f"make_{word}_at(tile).desc_" for word in ("a_desc", "b_desc") if f"make_{word}_at(" in text]
    stores = "".join(f"    out[{at}] = {call};\n" for at, call in enumerate(calls))
    return f"__global__ void use(uint64_t* out) {{\n    extern __shared__ char tile[];\n{stores}}}\n"


def layouts_of(preset, text):
    out = {}
    if preset["arch"] != "sm_100a":
        return out
    for letter in "AB":
        found = re.search(rf"using SmemLayoutAtom{letter} = cute::UMMA::Layout_(K|MN)_\w+<(.*)>;\n"
                          rf"using SmemLayout{letter} = .*Shape<cute::Int<(\d+)>, cute::Int<(\d+)>>", text)
        if found:
            major, kind, rows, columns = found.groups()
            out[letter] = (major, kind, int(rows), int(columns))
    return out


BITS = {"cute::half_t": 16, "cute::bfloat16_t": 16, "cute::tfloat32_t": 32, "cute::float_e4m3_t": 8,
        "cute::float_e2m1_t": 4,
        "cute::float_e5m2_t": 8, "int8_t": 8, "uint8_t": 8,
        **{f"cute::detail::float_{kind}_unpacksmem_t": 8 for kind in ("e2m1", "e2m3", "e3m2")}}


def cutlass(texts):
    nvcc, _, _ = tools(texts)
    include = texts.site / "cutlass_library/source/include"
    count = 0
    for chip in CHIPS:
        source = ["#include <cutlass/version.h>", "#include <cute/tensor.hpp>", "#include <cute/atom/mma_atom.hpp>",
                  "#include <cute/atom/mma_traits_sm100.hpp>", "#include <cute/atom/mma_traits_sm90_gmma.hpp>",
                  "#include <cstdio>", HOST]
        body, presets = [], []
        for preset, path in texts.of("cutlass", chip):
            text = path.read_text()
            source.append(namespace(preset, path, traits_of(preset, text) + kernel_of(text)))
            presets.append(preset)
            count += 1
            name = preset["id"]
            for word, call in MEMBERS.items():
                if FUNCTIONS[word] in text:
                    body.append(printing(name, word, f"p_{name}::{call}"))
            if "idesc_of_atom" in traits_of(preset, text):
                body.append(printing(name, "idesc/atom", f"p_{name}::idesc_of_atom()"))
            for letter, (major, kind, rows, columns) in layouts_of(preset, text).items():
                step = min(columns, 256 // BITS[kind])
                made = (f"made_by_cutlass<p_{name}::SmemLayout{letter}, {kind}, cute::UMMA::Major::{major}, "
                        f"{min(rows, 256)}, {step}>()")
                body.append(printing(name, f"{letter.lower()}_desc/layout&ffffffff00000000", made))
            if "using TiledMma" in text:
                body.append(f"(void)sizeof(p_{name}::TiledMma);")
        path = texts.work / f"cutlass_{chip}.cu"
        path.write_text("\n".join(source) + "\nint main() {\n" + "\n".join(body) + "\n}\n")
        program = path.with_suffix("")
        # The package has only the shared run-time library. It needs no driver before the first call.
        library = next((texts.site / "nvidia/cu13/lib").glob("libcudart.so.*"))
        if texts.run(nvcc, "-std=c++17", f"-arch={chip}", "--expt-relaxed-constexpr", "-w", "-cudart", "none",
                     "-I", include, "-o", program, path, "-Xlinker", library,
                     "-Xlinker", f"-rpath={library.parent}") is None:
            continue
        out = texts.run(program)
        # CUTLASS prints "ERROR" for a pointer to shared memory on the host: the start is not compared.
        lines = [line for line in (out or "").splitlines() if not line.startswith("ERROR")]
        compare_printed(texts, "\n".join(lines), presets)
    return count


# The functions of the host get the start address of the session instead of a pointer to shared memory.
CUDA_HOST = """
#include <cstdint>
#include <cstdio>
#define __device__
#define __cvta_generic_to_shared(p) reinterpret_cast<uintptr_t>(p)
#define asm
#define volatile(...)
"""


def cuda_calls(preset, text):
    found = re.search(r"void mma\((.*)\) \{", text)
    parameters, arguments, locals_ = [], [], []
    for i, parameter in enumerate(found[1].split(", ")):
        array = re.fullmatch(r"(?:const )?(\w+) \(&(\w+)\)\[(\d+)\]", parameter)
        if array:
            locals_.append(f"{array[1]} {array[2]}[{array[3]}] = {{}};")
            arguments.append(array[2])
            continue
        kind, name = parameter.split()
        made = {"a": "make_a_desc(tile)", "b": "make_b_desc(tile)", "idesc": "make_idesc()", "zcm": "make_zero_mask()"}
        function = FUNCTIONS[{"a": "a_desc", "b": "b_desc"}.get(name, name)] if name in made else ""
        if name in made and function in text and (kind, name) != ("uint32_t", "a"):
            arguments.append(made[name])
        else:
            parameters.append(f"{kind} x{i}")
            arguments.append(f"x{i}")
    stored = "".join(f"for (auto x : {line.split()[1].split('[')[0]}) out[0] += x;" for line in locals_)
    return (f"__global__ void use({', '.join(parameters + ['float* out'])}) {{\n    extern __shared__ char tile[];\n    "
            + " ".join(locals_) + f"\n    mma({', '.join(arguments)});\n    {stored}\n}}\n")


def cuda(texts):
    nvcc, _, _ = tools(texts)
    count = 0
    for chip in CHIPS:
        source, host, body, presets = ["#include <cstdint>"], [CUDA_HOST], [], []
        for preset, path in texts.of("cuda", chip):
            text = path.read_text()
            source.append(namespace(preset, path, cuda_calls(preset, text)))
            host.append(namespace(preset, path))
            presets.append(preset)
            count += 1
            for word, call in FUNCTIONS.items():
                if call in text:
                    start = (words_of(preset)[word] & 0x3FFF) << 4
                    argument = f"reinterpret_cast<const void*>({start})" if word.endswith("_desc") else ""
                    body.append(printing(preset["id"], word, f"p_{preset['id']}::{call}{argument})"))
        path = texts.work / f"cuda_{chip}.cu"
        path.write_text("\n".join(source))
        texts.run(nvcc, "-std=c++17", f"-arch={chip}", "-Werror", "all-warnings", "-cubin",
                  "-o", path.with_suffix(".cubin"), path)
        path = texts.work / f"cuda_{chip}.cpp"
        path.write_text("\n".join(host) + "\nint main() {\n" + "\n".join(body) + "\n}\n")
        if texts.run("g++", "-std=c++17", "-w", "-o", path.with_suffix(""), path) is not None:
            compare_printed(texts, texts.run(path.with_suffix("")), presets)
    return count


def ptx(texts):
    _, ptxas, _ = tools(texts)
    count = 0
    for preset, path in texts.of("ptx"):
        texts.run(ptxas, f"-arch={preset['arch']}", path, "-o", texts.work / "ptx.cubin")
        count += 1
    return count


def c_header(texts):
    count = 0
    for preset, path in texts.of("c-header"):
        names = {"a_desc": "A_DESC", "b_desc": "B_DESC", "idesc": "IDESC", "zcm": "ZERO_MASK"}
        lines = [f"#ifdef {macro}\n    {printing(preset['id'], word, macro)}\n#endif" for word, macro in names.items()]
        source = texts.work / "header.c"
        source.write_text(f'#include "{path}"\n#include <stdio.h>\nint main(void) {{\n' + "\n".join(lines)
                          + "\n    return 0;\n}\n")
        if texts.run("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", source.with_suffix(""), source) is not None:
            compare_printed(texts, texts.run(source.with_suffix("")), [preset])
        count += 1
    return count


# cuda.h is in Triton's package; the driver itself is not needed to compile a call.
def tensor_map(texts):
    include = texts.site / "triton/backends/nvidia/include"
    count = 0
    for preset, path in texts.of("tensor-map"):
        texts.run("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", include, "-x", "c++", path)
        count += 1
    return count


CHECKS = {"c-header": c_header, "ptx": ptx, "tensor-map": tensor_map, "cuda": cuda, "cutlass": cutlass}
