#!/bin/sh
# tests/triton/agree.sh TILESCOPE -- installs Triton into the build tree, compiles kernels without a GPU, compares what
# tilescope reads in their PTX, SASS and IR, and the D of their sessions with products in float64. The sessions of machine
# code are those of the PTX: of the kernels, and of each form of an MMA. ./test triton sets TILESCOPE_TRITON=1. Without it,
# nothing is installed.
set -eu
cd "$(dirname "$0")/../.."
. tests/pypi.sh
folder=$PWD/build/dev/triton
version=3.9.0       # the newest on PyPI that compiles all kernels of compile.py
numpy=2.4.6
tools=13.5.37       # Triton's own disassemblers do not know sm_107

skip() { echo "tests/triton/agree.sh: skipped: $1"; exit 0; }

[ "${TILESCOPE_TRITON:-}" ] || skip "only ./test triton runs this test, because it installs 1.2 GB"
need_programs "$folder" "triton==$version numpy==$numpy nvidia-cuda-nvdisasm==$tools nvidia-cuda-cuobjdump==$tools" || skip "$why"

# Compiles again if the kernels change. A kernel that does not compile is an error.
sources=$(cat tests/triton/compile.py tests/triton/*_kernels.py | cksum)
if [ "$(cat "$folder/compiled" 2> /dev/null)" != "$sources" ]; then
    rm -rf "$folder/kernels" "$folder/compiled"
    mkdir -p "$folder/kernels"
    "$folder/venv/bin/python" tests/triton/compile.py "$folder/kernels" 2> "$folder/compile.log" ||
        { grep '^compile.py' "$folder/compile.log" || tail -n 5 "$folder/compile.log"; exit 1; }
    echo "$sources" > "$folder/compiled"
fi
status=0
for script in agree products machine forms; do
    "$folder/venv/bin/python" "tests/triton/$script.py" "$1" "$folder/kernels" || status=1
done
exit "$status"
