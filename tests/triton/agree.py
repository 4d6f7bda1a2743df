# tests/triton/agree.py -- compares what tilescope reads in the PTX, SASS and IR of each kernel.
# SPDX-License-Identifier: MIT
# agree.py TILESCOPE FOLDER [part of a name] prints each disagreement. Its exit status is 1 if there is one.
# The expected fields come from the layouts and types in the TTGIR, which this file reads without tilescope.
import collections
import json
import pathlib
import re
import subprocess
import sys

from each_kernel import run_each

HIGH = 0xFFFFFFFF << 32
MMA = {"ptx": r"^\s*(?:@!?%?\w+\s+)?((?:tcgen05\.mma|wgmma\.mma_async)\.[\w.:]+)",
       "llir": r"asm sideeffect \"[^\"]*?((?:tcgen05\.mma|wgmma\.mma_async)\.[\w.:]+)",
       "sass": r"\b((?:UTC[A-Z]*MMA|[A-Z]+GMMA)\b[\w.]*)",
       "ttgir": r"\b(tc_gen5_mma_scaled|tc_gen5_mma|warp_group_dot) "}
MMA["dump"] = MMA["sass"]

Word = collections.namedtuple("Word", "role format kind value known fields count")


def number(text):
    return int(text, 16)


def words_in(rows):
    """The words of `decode --json`. The role is A, B, idesc or empty."""
    for row in rows:
        role = "idesc" if row["format"].startswith("idesc") else ""
        if found := re.search(r" is the (A|B) descriptor\.", row["why"]):
            role = found[1]
        known = number(row["known"]) if "known" in row else (1 << (32 if role == "idesc" else 64)) - 1
        fields = {f["id"]: f["value"] for f in row["fields"]}
        yield Word(role, row["format"], row["kind"], number(row["word"]), known, fields, row["count"])


def agrees(expected, fields):
    return all(fields[name] == value for name, value in expected.items())


class Kernel:
    def __init__(self, program, folder, row):
        self.program, self.base, self.target = program, pathlib.Path(folder) / row["name"], row["target"]
        self.wrong, self.words, self.compared = [], {}, 0
        self.texts = ["ptx", "llir", "sass", "dump", "ttgir"]
        # cuobjdump does not print where a jump through a table goes. Then no value after it is known.
        if "BRX" in pathlib.Path(f"{self.base}.dump").read_text():
            self.texts.remove("dump")

    def fail(self, *words):
        self.wrong.append(f"{self.base.name}: " + " ".join(str(w) for w in words))

    def ask(self, suffix, *arguments):
        with open(f"{self.base}.{suffix}") as text:
            done = subprocess.run([self.program, *arguments, "--json"], stdin=text, capture_output=True, text=True)
        # JSON has words only. That a text also has K steps is not a disagreement.
        says = [line for line in done.stderr.splitlines() if "the text has K steps" not in line]
        if says:
            self.fail(suffix, *arguments, "says:", " ".join(says))
        return json.loads(done.stdout or "[]")

    def mmas(self, suffix):
        text = pathlib.Path(f"{self.base}.{suffix}").read_text()
        return collections.Counter(re.findall(MMA[suffix], text, re.MULTILINE))

    def check_ptx(self):
        """Every MMA has its words, and no rule finds an error. Returns the words as `check --ptx` knows them."""
        report = self.ask("ptx", "check", "--ptx", "-")
        mmas = [i for i in report["instructions"] if re.match(r"tcgen05\.mma|wgmma\.mma_async", i["text"])]
        if len(mmas) != self.mmas("ptx").total():
            self.fail("check finds", len(mmas), "MMAs of", self.mmas("ptx").total())
        out = []
        for mma in mmas:
            words = mma["words"]
            blackwell = mma["text"].startswith("tcgen05")
            if blackwell and number(words.get("idesc", {"known": "0"})["known"]) != 0xFFFFFFFF:
                self.fail("line", mma["line"], "has unknown bits of idesc", words.get("idesc"))
            for name in ("a_desc", "b_desc"):
                if name in words and number(words[name]["known"]) & HIGH != HIGH:
                    self.fail("line", mma["line"], "has an unknown high half of", name, words[name])
            if "b_desc" not in words:
                self.fail("line", mma["line"], "has no descriptor of B")
            out += [(role, number(words[key]["word"]), number(words[key]["known"]))
                    for role, key in (("A", "a_desc"), ("B", "b_desc"), ("idesc", "idesc")) if key in words]
        for i in report["instructions"]:
            for problem in i["problems"]:
                if problem["severity"] == "error":
                    self.fail("line", i["line"], problem["rule"], problem["text"])
        return out

    def read(self, suffix):
        words = list(words_in(self.ask(suffix, "decode")))
        self.words[suffix] = words
        for word in words:
            self.check_word(suffix, word)
        mmas = self.mmas(suffix)
        if suffix == "ttgir":
            return
        counted = collections.Counter()
        for word in words:
            counted[word.role] += word.count
        blackwell = sum(n for name, n in mmas.items() if name.startswith(("tcgen05", "UTC")))
        if counted["idesc"] != blackwell:
            self.fail(suffix, "has", blackwell, "tcgen05 MMAs, but", counted["idesc"], "instruction descriptors")
        if counted["B"] != mmas.total():
            self.fail(suffix, "has", mmas.total(), "MMAs, but", counted["B"], "descriptors of B")

    def check_word(self, suffix, word):
        if not word.role:
            return self.fail(suffix, "has a word without a role:", word.format, hex(word.value))
        if word.role == "idesc":
            if word.known != 0xFFFFFFFF:
                self.fail(suffix, "has unknown bits in idesc", hex(word.value), hex(word.known))
            return
        if word.known & HIGH != HIGH:
            self.fail(suffix, "does not know the high half of", word.role, hex(word.value), hex(word.known))
        if word.format != ("wgmma" if self.target == "sm_90a" else "smem"):
            self.fail(suffix, "has format", word.format, hex(word.value))

    def compare(self, one, other):
        """Each word of one text has a word of the same role in the other one that agrees in all bits known in both."""
        for role in ("A", "B", "idesc"):
            mine = [w for w in self.words[one] if w.role == role]
            theirs = [w for w in self.words[other] if w.role == role]
            if role == "idesc" and "ttgir" in (one, other):
                continue
            for word in mine:
                self.compared += 1
                if not any((word.value ^ w.value) & word.known & w.known == 0 for w in theirs):
                    self.fail(one, "has", role, hex(word.value), "known", hex(word.known), "but", other, "has",
                              [(hex(w.value), hex(w.known)) for w in theirs])

    def check_forms(self):
        """All texts have the same words as often, except if ptxas unrolls a loop: then they have the same words."""
        total, counts = self.mmas("ptx").total(), {}
        for suffix in self.texts[:-1]:
            unrolled = suffix in ("sass", "dump") and self.mmas(suffix).total() > total
            if self.mmas(suffix).total() != total and not unrolled:
                self.fail(suffix, "has", self.mmas(suffix).total(), "MMAs, but ptx has", total)
            counter = collections.Counter()
            for w in self.words[suffix]:
                counter[(w.role, hex(w.value if w.role == "idesc" else w.value & HIGH))] += w.count
            counts[suffix] = counter
            first = counts["ptx"]
            if set(counter) != set(first) if unrolled else counter != first:
                self.fail("the words of ptx and", suffix, "occur differently often:", dict(first), dict(counter))

    def check_layouts(self):
        text = pathlib.Path(f"{self.base}.ttgir").read_text()
        operations = operations_in(text, 2 if self.target == "sm_107a" else 1)
        if not operations:
            self.fail("ttgir has no MMA")
        for role in ("A", "B"):
            expected = {o["swizzle"][role] for o in operations} - {None}
            for suffix, words in self.words.items():
                have = {str(w.fields["swizzle"]) for w in words if w.role == role}
                if have != expected:
                    self.fail(suffix, role, "has the swizzle modes", have, "expected", expected)
        fields = [o["idesc"] for o in operations if o["idesc"]]
        for suffix in self.texts[:-1]:
            have = [w.fields for w in self.words[suffix] if w.role == "idesc"]
            for row in fields:
                if not any(agrees(row, other) for other in have):
                    self.fail(suffix, "has no instruction descriptor with", row)
            for other in have:
                if not any(agrees(row, other) for row in fields):
                    self.fail(suffix, "has an instruction descriptor that no MMA of the IR has:", other)
        expected = {o["kind"] for o in operations}
        have = {found[1] for name in self.mmas("ptx") if (found := re.search(r"kind::(\w+)", name))}
        if self.target != "sm_90a" and have != expected:
            self.fail("ptx has the kinds", have, "expected", expected)
        have = {w.kind for w in self.words["ptx"] if w.role == "idesc"}
        if self.target != "sm_90a" and have != expected:
            self.fail("decode finds the kinds", have, "expected", expected)
        # LLVM can copy the body of a loop.
        count, total = sum(o["count"] for o in operations), self.mmas("ptx").total()
        if total < count or (len(operations) == 1 and total % count != 0):
            self.fail("ptx has", total, "MMAs, expected", count)

    def run(self):
        try:
            checked = self.check_ptx()
            for suffix in self.texts:
                self.read(suffix)
            decoded = {(w.role, w.value, w.known) for w in self.words["ptx"]}
            if set(checked) != decoded:
                self.fail("check --ptx and decode differ:", set(checked) ^ decoded)
            for suffix in self.texts[1:]:
                self.compare(suffix, "ptx")
                self.compare("ptx", suffix)
            if "dump" in self.texts:
                self.compare("sass", "dump")
                self.compare("dump", "sass")
            self.check_forms()
            self.check_layouts()
        except Exception as error:  # one line for each kernel, also if its files are cut
            self.fail(type(error).__name__, error)
        return self


TYPES = {"f16": ("f16", 16), "bf16": ("bf16", 16), "f32": ("tf32", 32), "f8E4M3FN": ("e4m3", 8), "f8E5M2": ("e5m2", 8),
         "i8": ("s8", 8)}
SWIZZLES = {"0": "none", "32": "32B", "64": "64B", "128": "128B"}
K_BYTES = 32  # of an operand that one MMA reads


def parameters(text):
    return dict(re.findall(r"(\w+) = (\[\[.*?\]\]|\[.*?\]|[\w]+)", text))


def operations_in(text, narrow_factor):
    """What the IR says about each MMA: PTX ISA 9.1, 9.7.16.4.2 (fields of idesc). On sm_107a an MMA reads
    `narrow_factor` times as many elements of 8 or 4 bits."""
    aliases = {name: (kind, parameters(inside))
               for name, kind, inside in re.findall(r"^(#\w+) = #\w+\.(\w+)<(.*)>\s*$", text, re.MULTILINE)}
    out = []
    for line in text.splitlines():
        if not re.search(MMA["ttgir"], line):
            continue
        operation = re.search(MMA["ttgir"], line)[1]
        types = re.findall(r"(?:memdesc|tensor)<([\dx]+)x(\w+), (#[\w.]+)", line)
        shapes = [([int(n) for n in shape.split("x")], element, aliases.get(name, (name, {})))
                  for shape, element, name in types]
        out.append(hopper(shapes) if operation == "warp_group_dot" else blackwell(line, shapes, narrow_factor))
    return out


def swizzles(a, b):
    return {role: SWIZZLES[layout[1]["swizzlingByteWidth"]] if layout[0] == "nvmma_shared" else None
            for role, layout in (("A", a), ("B", b))}


def hopper(shapes):
    (a, element, layout_a), (_, _, layout_b), (d, _, mma) = shapes[:3]
    n = json.loads(mma[1]["instrShape"])[1]
    warps = json.loads(mma[1]["warpsPerCTA"])
    k = K_BYTES * 8 // TYPES[element][1]
    blocks = max(1, d[0] // (16 * warps[0])) * max(1, d[1] // (n * warps[1]))
    return {"swizzle": swizzles(layout_a, layout_b), "idesc": {}, "kind": None, "count": blocks * (a[1] // k)}


def blackwell(line, shapes, narrow_factor):
    (a, element_a, layout_a), (b, element_b, layout_b), (d, element_d, layout_d) = shapes[:3]
    pair = layout_d[1].get("twoCTAs") == "true"
    m, n = int(layout_d[1]["blockM"]) * (2 if pair else 1), min(int(layout_d[1]["blockN"]), 256, d[1])
    fields = {"m": m, "n": n, "sparse": 0, "negate_a": 0, "negate_b": 0}
    scaled = re.search(r"lhs = (\w+) rhs = (\w+)", line)
    if scaled:
        four_bits = scaled[1] == scaled[2] == "e2m1"
        kind = "mxf8f6f4" if not four_bits else "mxf4" if shapes[3][1] == "i8" else "mxf4nvf4"
        fields |= {"a_type": scaled[1], "b_type": scaled[2], "scale_type": "ue8m0" if shapes[3][1] == "i8" else "ue4m3"}
        elements = a[1] * (2 if scaled[1] == "e2m1" else 1)
        k = narrow_factor * (64 if kind.startswith("mxf4") else 32)
    else:
        name, bits = TYPES[element_a]
        kind = {"f16": "f16", "bf16": "f16", "tf32": "tf32", "s8": "i8"}.get(name, "f8f6f4")
        fields |= {"a_type": name, "b_type": TYPES[element_b][0],
                   "d_type": {"f32": "f32", "f16": "f16", "i32": "s32"}[element_d]}
        elements, k = a[1], (narrow_factor if bits == 8 else 1) * K_BYTES * 8 // bits
    if not kind.startswith("mxf4"):  # PTX: these kinds need K-major operands
        if layout_a[0] == "nvmma_shared":
            fields["transpose_a"] = int(layout_a[1]["transposed"] == "true")
        fields["transpose_b"] = int(layout_b[1]["transposed"] == "false")
    blocks = max(1, d[0] // m) * max(1, d[1] // n)
    return {"swizzle": swizzles(layout_a, layout_b), "idesc": fields, "kind": kind, "count": blocks * (elements // k)}


def main():
    kernels, wrong = run_each(Kernel)
    forms = collections.Counter()
    for kernel in kernels:
        forms += kernel.mmas("ptx")
    for form, count in sorted(forms.items()):
        print(f"{count:6} {form}")
    print(f"{len(kernels)} kernels, {forms.total()} MMAs, {sum(k.compared for k in kernels)} comparisons of words,"
          f" {wrong} disagreements")
    sys.exit(1 if wrong or not kernels else 0)


if __name__ == "__main__":
    main()
