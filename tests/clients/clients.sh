#!/bin/sh
# tests/clients/clients.sh WRITE_TEXTS TILESCOPE -- installs the programs that exported texts are for into the build
# tree, and lets them take the text of every preset. ./test clients sets TILESCOPE_CLIENTS=1. Without it, nothing is
# installed.
set -eu
cd "$(dirname "$0")/../.."
. tests/pypi.sh
folder=$PWD/build/dev/clients
# The newest versions on PyPI that this test was run with.
cuda="nvidia-cuda-nvcc==13.5.37 nvidia-cuda-runtime==13.5.37 nvidia-cuda-crt==13.5.37 nvidia-nvvm==13.5.37"
cuda="$cuda nvidia-cuda-cccl==13.3.5.0.6"
plain="nvidia-cutlass==4.2.0.0 triton==3.9.0 $cuda"
with_parts="nvidia-cutlass-dsl==4.8.1"

skip() { echo "tests/clients/clients.sh: skipped: $1"; exit 0; }

[ "${TILESCOPE_CLIENTS:-}" ] || skip "only ./test clients runs this test, because it installs 3 GB"
# CUTLASS also names a library for drawing and one for Python's CUDA: the headers need neither.
need_programs "$folder" "$with_parts" "$plain" || skip "$why"

rm -rf "$folder/texts"
mkdir -p "$folder/texts"
"$1" "$folder/texts"
exec "$folder/venv/bin/python" tests/clients/take_texts.py "$2" "$folder"
