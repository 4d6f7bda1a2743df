# tests/triton/each_kernel.py -- runs a check for each compiled kernel, on all processors.
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor


def run_each(check):
    """Runs check(TILESCOPE, FOLDER, row of kernels.json).run() for each kernel whose name has the part that the command
    line gives. Prints what is wrong. Returns the checks and the number of these lines."""
    program, folder, part = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else ""
    rows = [row for row in json.loads(pathlib.Path(folder, "kernels.json").read_text()) if part in row["name"]]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        kernels = list(pool.map(lambda row: check(program, folder, row).run(), rows))
    wrong = [line for kernel in kernels for line in kernel.wrong]
    for line in wrong:
        print(line)
    return kernels, len(wrong)
