# tests/triton/products.py -- compares the D of the session of each chain of MMAs with a product in float64.
# SPDX-License-Identifier: MIT
# products.py TILESCOPE FOLDER [part of a name] makes a session of each chain of NAME.ptx, with random A, B, D and scale
# factors, and emulates it. Prints each D that is wrong. Its exit status is 1 if there is one. The product knows nothing of
# shared memory: a wrong start, stride, swizzle or major gives wrong numbers.
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

import numpy as np

from each_kernel import run_each

# Bits of the mantissa, and the exponents that are drawn. All values are exact in the type.
TYPES = {"f16": (10, -2, 3), "bf16": (7, -2, 3), "tf32": (10, -2, 3), "e4m3": (3, -2, 3), "e5m2": (2, -2, 3),
         "e2m1": (1, 0, 3), "f32": (23, -2, 3), "ue4m3": (3, -2, 3), "ue8m0": (0, -2, 3)}
CHAIN = re.compile(r"M (\d+), N (\d+), K (\d+) \((\d+) steps?\), A (\w+)[^,]*, B (\w+)[^,]*, D (\w+)")


def draw(random, shape, kind):
    if kind in ("s8", "u8", "s32"):
        return random.integers(0 if kind == "u8" else -100, 100, shape).astype(np.float32)
    bits, low, high = TYPES[kind]
    values = np.ldexp(1 + random.integers(0, 1 << bits, shape) / (1 << bits), random.integers(low, high, shape))
    return (values * (1 if kind[0] == "u" else random.choice([-1, 1], shape))).astype(np.float32)


def bound(size, k, steps, d_type, kinds, hopper):
    """How far a D of this type may be from the exact sum. `size` is the sum of the magnitudes of all terms. PTX names no
    error; an MMA cuts each term, and then D, below bits of the largest term (h100_dots.csv.gz)."""
    if d_type == "s32":
        return np.zeros_like(size)
    kept = 13 if hopper and kinds <= {"e4m3", "e5m2"} else 23
    unit = 2.0 ** -kept + (2.0 ** -10 if d_type == "f16" else 0)
    return steps * (unit + (k // steps + 1) * 2.0 ** -kept) * size


class Refusal(RuntimeError):
    pass


class Chains:
    def __init__(self, program, folder, row):
        self.program, self.name, self.path = program, row["name"], pathlib.Path(folder) / f"{row['name']}.ptx"
        self.wrong, self.counts = [], collections.Counter()

    def call(self, *words):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)
        if done.returncode != 0:
            raise Refusal(f"{' '.join(map(str, words))}: {done.stderr.strip()}")
        return done.stdout

    def run(self):
        try:
            # Text has the shape and the types in words, JSON the rest.
            shapes = CHAIN.findall(" ".join(self.call("session", self.path).split()))
            chains = json.loads(self.call("session", self.path, "--json"))
            for chain, shape in zip(chains, shapes, strict=True):
                try:
                    self.check(chain, shape)
                except Refusal as refusal:  # a form without a known meaning is named, and not guessed
                    if "No known document" not in str(refusal):
                        raise
                    self.counts[re.search(r"No known document[^.]*", str(refusal))[0]] += 1
        except Exception as error:  # one line for each kernel
            self.wrong.append(f"{self.name}: {type(error).__name__} {error}")
        return self

    def check(self, chain, shape):
        asks = {ask["name"] for ask in chain["asks"]} - {"c", "sfa", "sfb"}
        if asks or not chain["session"]:
            self.counts["asks for " + ", ".join(sorted(asks)) if asks else "no session"] += 1
            return
        m, n, k, steps = map(int, shape[:4])
        a_type, b_type, d_type = shape[4:]
        session = chain["session"]
        random = np.random.default_rng(zlib.crc32(f"{self.name} {chain['chain']}".encode()))
        a, b, c = draw(random, (m, k), a_type), draw(random, (n, k), b_type), draw(random, (m, n), d_type)
        if d_type == "f16":
            c = c.astype(np.float16)
        with tempfile.TemporaryDirectory() as folder:
            files = {name: f"{folder}/{name}.npy" for name in ("a", "b", "c", "sfa", "sfb", "d")}
            for name, values in (("a", a), ("b", b), ("c", c)):
                np.save(files[name], values)
            self.call("session", self.path, "--chain", chain["chain"], "-o", folder,
                      *(word for name in "abc" for word in (f"--{name}", files[name])))
            job = pathlib.Path(folder) / f"chain{chain['chain']}.json"
            a, b, c = a.astype(np.float64), b.astype(np.float64), c.astype(np.float64)
            if vec := session["scale_block"]:
                a, b = self.scale(random, job, files, a, b, vec)
            self.call("emulate", job, "--npy", files["d"])
            d = np.load(files["d"]).astype(np.float64)
        c = c if session["run"]["enable_d"] else np.zeros_like(c)
        error = np.abs(d - (a @ b.T + c))
        most = bound(np.abs(a) @ np.abs(b).T + np.abs(c), k, steps, d_type, {a_type, b_type}, "wgmma" in str(chain))
        self.counts["right" if np.all(error <= most) else "wrong"] += 1
        if not np.all(error <= most):
            bad = np.argwhere(~(error <= most))
            self.wrong.append(f"{self.name}: chain {chain['chain']}: {len(bad)} of {d.size} elements are wrong, the first"
                              f" at {tuple(map(int, bad[0]))}")

    def scale(self, random, job, files, a, b, vec):
        document = json.loads(job.read_text())
        out = []
        for name, values in (("sfa", a), ("sfb", b)):
            scales = draw(random, (values.shape[0], values.shape[1] // vec), "ue4m3" if vec == 16 else "ue8m0")
            np.save(files[name], scales)
            document[f"recipe_{name}"] |= {"kind": "file", "file": files[name]}
            out.append(values * np.repeat(scales.astype(np.float64), vec, axis=1))
        job.write_text(json.dumps(document))
        return out


def main():
    kernels, wrong = run_each(Chains)
    counts = sum((kernel.counts for kernel in kernels), collections.Counter())
    for what, count in sorted(counts.items()):
        print(f"{count:6} chains: {what}")
    print(f"{len(kernels)} kernels, {counts.total()} chains, {wrong} disagreements")
    sys.exit(1 if wrong or counts["right"] == 0 else 0)


if __name__ == "__main__":
    main()
