# tests/triton/machine.py -- compares the sessions of the machine code of each kernel with those of its PTX.
# SPDX-License-Identifier: MIT
# machine.py TILESCOPE FOLDER [part of a name] prints each kernel whose chains differ. Its exit status is 1 if there is
# one. PTX states how many threads a block has and machine code does not, so --threads states it. ptxas unrolls loops:
# a chain of machine code can have more MMAs than that of its PTX, and then its session has the same first K steps.
import collections
import json
import pathlib
import re
import subprocess
import sys

from each_kernel import run_each

# The PTX names its variables in shared memory; machine code has their addresses.
OWN = ("notes",)


class Machine:
    def __init__(self, program, folder, row):
        self.program, self.base = program, pathlib.Path(folder) / row["name"]
        self.wrong, self.counts = [], collections.Counter()

    def sessions(self, suffix, *options):
        done = subprocess.run([self.program, "session", f"{self.base}.{suffix}", "--json", *options],
                              capture_output=True, text=True)
        chains = json.loads(done.stdout or "[]")
        found = [{k: v for k, v in chain["session"].items() if k not in OWN} for chain in chains if chain["session"]]
        return sorted(found, key=str)  # ptxas reorders MMAs

    def run(self):
        text = pathlib.Path(f"{self.base}.ptx").read_text()
        threads = re.search(r"\.(?:reqntid|maxntid)\s+(\d+)", text)
        ptx = self.sessions("ptx")
        sass = self.sessions("sass", *(["--threads", threads[1]] if threads else []))
        self.counts["chains"] += len(ptx)
        if ptx != sass:
            self.wrong.append(f"{self.base.name}: {len(ptx)} sessions of PTX, {len(sass)} of machine code")
            for a, b in zip(ptx, sass):
                keys = sorted(k for k in a.keys() | b.keys() if a.get(k) != b.get(k))
                self.wrong += [f"  {k}: {a.get(k)} in PTX, {b.get(k)} in machine code" for k in keys]
        return self


def main():
    kernels, wrong = run_each(Machine)
    chains = sum(kernel.counts["chains"] for kernel in kernels)
    print(f"{len(kernels)} kernels, {chains} chains, {sum(1 for k in kernels if k.wrong)} kernels differ")
    sys.exit(1 if wrong or not chains else 0)


if __name__ == "__main__":
    main()
