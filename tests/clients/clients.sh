#!/bin/sh
# tests/clients/clients.sh WRITE_TEXTS TILESCOPE -- installs the programs that exported texts are for into the build
# tree, and lets them take the text of every preset. ./test clients sets TILESCOPE_CLIENTS=1. Without it, nothing is
# installed.
set -eu
cd "$(dirname "$0")/../.."
folder=$PWD/build/dev/clients
# The newest versions on PyPI that this test was run with.
cuda="nvidia-cuda-nvcc==13.5.37 nvidia-cuda-runtime==13.5.37 nvidia-cuda-crt==13.5.37 nvidia-nvvm==13.5.37"
cuda="$cuda nvidia-cuda-cccl==13.3.5.0.6"
plain="nvidia-cutlass==4.2.0.0 triton==3.9.0 $cuda"
with_parts="nvidia-cutlass-dsl==4.8.1"

skip() { echo "tests/clients/clients.sh: skipped: $1"; exit 0; }

[ "${TILESCOPE_CLIENTS:-}" ] || skip "only ./test clients runs this test, because it installs 3 GB"
command -v python3 > /dev/null || skip "python3 is not on PATH"

# Installs again if the versions change.
if [ "$(cat "$folder/installed" 2> /dev/null)" != "$plain $with_parts" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    log=$folder/install.log
    # CUTLASS also names a library for drawing and one for Python's CUDA: the headers need neither.
    # shellcheck disable=SC2086
    { python3 -m venv "$folder/venv" &&
        "$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps $plain &&
        "$folder/venv/bin/pip" install --quiet --disable-pip-version-check $with_parts; } > "$log" 2>&1 ||
        skip "the programs cannot be installed: $(tail -n 1 "$log")"
    echo "$plain $with_parts" > "$folder/installed"
fi

rm -rf "$folder/texts"
mkdir -p "$folder/texts"
"$1" "$folder/texts"
exec "$folder/venv/bin/python" tests/clients/take_texts.py "$2" "$folder"
