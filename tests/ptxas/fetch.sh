#!/bin/sh
# tests/ptxas/fetch.sh [version] -- gets an assembler that is newer than the installed toolkit's from PyPI, into the
# build tree. ./test ptxas then holds the tables against it too. Nothing else needs it.
set -eu
cd "$(dirname "$0")/../.."
version=${1:-13.5.*}  # the newest that tests/ptxas/assembler.cpp knows
folder=build/dev/ptxas
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps "nvidia-cuda-nvcc==$version"
program=$(find "$PWD/$folder/lib" -path '*/bin/ptxas' -type f | head -n 1)
[ -n "$program" ] || { echo "tests/ptxas/fetch.sh: nvidia-cuda-nvcc $version holds no ptxas" >&2; exit 1; }
ln -sf "$program" "$folder/bin/ptxas"
"$folder/bin/ptxas" --version | tail -n 2
