#!/bin/sh
# tests/hardware/run.sh PROGRAM [FOLDER] -- what tilescope finds on the GPU of this machine, in at most eight minutes.
#
#     cmake --preset release -D TILESCOPE_GUI=OFF && cmake --build build/release     # PROGRAM: app/cli/tilescope there
#     tests/hardware/run.sh build/release/app/cli/tilescope hardware-report
#
# PROGRAM is the command line, also one that was copied to a machine without anything else of tilescope: it needs only the
# NVIDIA driver. FOLDER (default: tilescope-hardware) must not exist; it gets
#
#     machine.txt        the GPU, its driver, the number of cores, the version of tilescope
#     devices.json       devices --json
#     full.txt, .json    selftest --gpu full, twice: first with an empty cache of the driver, so every kernel is
#                        compiled; then with the kernels in the cache
#     presets.txt        selftest --gpu smoke: the presets of the chip
#     exp.json, exp.md   experiments run: which answer to each open question this GPU gives
#     sweep.jsonl        a sweep of 128 jobs, each with the times of its parts on the GPU
#     times.txt          one line for each of them: seconds, exit status, command
#
# The exit status is that of the first step that did not end with 0. A step that takes too long is interrupted as by
# Ctrl+C: its report then has what was done until then.
set -u

[ $# -ge 1 ] && [ -x "$1" ] || { echo "usage: $0 PROGRAM [FOLDER]; PROGRAM is the tilescope command line" >&2; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=${2:-tilescope-hardware}
mkdir "$folder" || exit 2
cd "$folder" || exit 2

worst=0
# step SECONDS OUTPUT ARGUMENTS...: runs PROGRAM with a limit, and notes how long it took.
step() {
    limit=$1 out=$2
    shift 2
    begin=$(date +%s.%N)
    timeout --preserve-status --signal=INT --kill-after=10 "$limit" "$program" "$@" >"$out" 2>>messages.txt
    status=$?
    seconds=$(echo "$(date +%s.%N) $begin" | awk '{ printf "%.1f", $1 - $2 }')
    echo "$seconds s, status $status: tilescope $*" | tee -a times.txt
    [ "$worst" -ne 0 ] || worst=$status
}

{
    "$program" --version
    date -u +%Y-%m-%d
    nproc
    nvidia-smi --query-gpu=name,compute_cap,driver_version,clocks.max.sm --format=csv
} >machine.txt 2>&1

# The driver keeps compiled kernels in a folder. An empty one of our own shows what a first run costs.
CUDA_CACHE_PATH=$(pwd)/cache
export CUDA_CACHE_PATH

step 30 devices.json devices --json
step 120 full.txt selftest --gpu full
step 90 full.json selftest --gpu full --json
step 30 presets.txt selftest --gpu smoke
step 120 exp.txt experiments run --out exp.json --report exp.md
step 60 sweep.txt run preset:wgmma_128b_f16 --vary idesc.n=all --vary swizzle=none,32B,64B,128B --out sweep.jsonl
rm -rf cache
exit "$worst"
