#!/bin/sh
# tests/fuzz/run.sh SECONDS -- runs each target for its share of the time, one target on each core, and prints the
# failures. ./test --fuzz SECONDS builds the targets first. build/fuzz/corpus collects the inputs that reach new code.
#   tests/fuzz/run.sh --merge    adds the smallest set of these inputs that reaches the same code to tests/fuzz/corpus;
#                                look at the new files, then commit them
set -eu
cd "$(dirname "$0")/../.."

programs=build/fuzz/tests/fuzz
finds=build/fuzz/finds
most_bytes=4096  # of one input; replay_test.cpp has longer inputs
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1

targets() {
    sed -n 's/^TILESCOPE_FUZZ_TARGET(\([a-z_]*\),.*/\1/p' tests/fuzz/targets.inc
}

# one_target <name> <seconds>: runs one target. Its log is build/fuzz/finds/<name>.log.
one_target() {
    mkdir -p "build/fuzz/corpus/$1" "$finds"
    "$programs/fuzz_$1" -max_total_time="$2" -max_len=$most_bytes -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$finds/$1-" "build/fuzz/corpus/$1" "tests/fuzz/corpus/$1" >"$finds/$1.log" 2>&1 || true
    runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$finds/$1.log")
    new=$(sed -n 's/^stat::new_units_added: //p' "$finds/$1.log")
    printf '%-12s %10s runs, %5s inputs that reach new code\n' "$1" "${runs:-?}" "${new:-?}"
    file=$(sed -n 's/.*Test unit written to //p' "$finds/$1.log")
    [ -z "$file" ] && [ -n "$runs" ] && return
    grep -m 1 -E 'broken guarantee|ERROR: |runtime error' "$finds/$1.log" | cut -c 1-300 || tail -n 5 "$finds/$1.log"
    echo "    run it again: $programs/fuzz_$1 ${file:-tests/fuzz/corpus/$1/*}    log: $finds/$1.log"
    touch "$finds/failed"
}

case ${1:-} in
--merge)
    for name in $(targets); do
        "$programs/fuzz_$name" -set_cover_merge=1 -max_len=512 \
            "tests/fuzz/corpus/$name" "build/fuzz/corpus/$name" 2>&1 |
            sed -n "s/^MERGE-OUTER: \([0-9]* new files.*\)/$name: \1/p"
    done
    ;;
--one)
    one_target "$2" "$3"
    ;;
*[!0-9]* | '' | 0*)
    echo "tests/fuzz/run.sh: '${1:-}' is not a number of seconds; write, for example, 600" >&2
    exit 2
    ;;
*)
    cores=$(nproc)
    rounds=$((($(targets | wc -l) + cores - 1) / cores))
    share=$(($1 / rounds > 0 ? $1 / rounds : 1))
    rm -rf "$finds"
    echo "fuzzing: $(targets | wc -l) targets, $share s each, $cores at once"
    targets | xargs -P "$cores" -I '{}' sh tests/fuzz/run.sh --one '{}' "$share"
    if [ -e "$finds/failed" ]; then
        echo "A target failed. Fix the error, then move the input file to tests/fuzz/corpus/<target>." >&2
        exit 1
    fi
    echo "no failures"
    ;;
esac
