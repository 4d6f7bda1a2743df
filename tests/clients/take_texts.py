# tests/clients/take_texts.py -- compiles or evaluates the exported texts, and compares the words that programs make.
# SPDX-License-Identifier: MIT
# take_texts.py TILESCOPE FOLDER [name of a check ...] prints a line for each check, and each difference. Its exit status
# is 1 if there is one. FOLDER/texts is what write_texts wrote, and FOLDER/venv has the programs.
import json
import os
import pathlib
import subprocess
import sys

import check_compiled
import check_python

CHECKS = {**check_compiled.CHECKS, **check_python.CHECKS}


class Texts:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        self.texts = self.folder / "texts"
        self.presets = json.loads((self.texts / "presets.json").read_text())
        self.work = self.folder / "work"
        self.work.mkdir(exist_ok=True)
        self.site = next((self.folder / "venv/lib").glob("python3*/site-packages"))
        self.wrong, self.compared = [], 0

    def of(self, target, chip=None):
        """The presets that have a text for the target, and the texts."""
        for preset in self.presets:
            for path in self.texts.glob(f"{preset['id']}.{target}.*"):
                if chip is None or preset["arch"] == chip:
                    yield preset, path

    def run(self, *command, **options):
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
        if done.returncode != 0:
            lines = (done.stdout + done.stderr).splitlines()
            errors = [line for line in lines if "error" in line.lower()]
            self.wrong.append(f"{' '.join(str(c) for c in command)[:120]}: " + "\n    ".join((errors or lines)[:12]))
        return done.stdout if done.returncode == 0 else None

    def equal(self, where, have, want):
        self.compared += 1
        if have != want:
            self.wrong.append(f"{where}: have {have:#x}, want {want:#x}")


# The CuTe DSL has one chip for each process.
def dsl_for(chip, program, folder):
    environment = {**os.environ, check_python.DSL_CHIP: chip}
    return subprocess.run([sys.executable, __file__, program, folder, "cute-dsl"], env=environment).returncode


def main(program, folder, *names):
    texts = Texts(program, folder)
    other_chip = check_python.DSL_CHIP not in os.environ and (not names or "cute-dsl" in names)
    status = max(dsl_for(chip, program, folder) for chip in ("sm_90a", "sm_103a")) if other_chip else 0
    for name, check in CHECKS.items():
        if names and name not in names:
            continue
        before, compared = len(texts.wrong), texts.compared
        count = check(texts)
        print(f"{name}: {count} texts, {texts.compared - compared} words compared, {len(texts.wrong) - before} wrong",
              flush=True)
    print("\n".join(texts.wrong))
    return 1 if texts.wrong else status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
