#!/bin/sh
# tests/ptxas/fetch.sh [version] -- downloads a ptxas from PyPI into the build tree. It is newer than the one of the
# installed toolkit. ./test ptxas then compares the tables with it too. No other test needs it.
set -eu
cd "$(dirname "$0")/../.."
version=${1:-13.5.*}  # the newest that tests/ptxas/assembler.cpp supports
folder=build/dev/ptxas
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps "nvidia-cuda-nvcc==$version"
program=$(find "$PWD/$folder/lib" -path '*/bin/ptxas' -type f | head -n 1)
[ -n "$program" ] || { echo "tests/ptxas/fetch.sh: nvidia-cuda-nvcc $version contains no ptxas" >&2; exit 1; }
ln -sf "$program" "$folder/bin/ptxas"
"$folder/bin/ptxas" --version | tail -n 2
