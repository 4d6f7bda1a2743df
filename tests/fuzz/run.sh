#!/bin/sh
# tests/fuzz/run.sh SECONDS -- every target for its share of the time, as many at once as there are cores; then what was
# found. ./test --fuzz SECONDS builds the targets first. What reaches new code is kept in build/fuzz/corpus.
#   tests/fuzz/run.sh --merge    adds the least of that which reaches as much to tests/fuzz/corpus: look, then commit
set -eu
cd "$(dirname "$0")/../.."

programs=build/fuzz/tests/fuzz
finds=build/fuzz/finds
most_bytes=4096  # of one input: what is longer is in replay_test.cpp
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1

targets() {
    sed -n 's/^std::string check_\([a-z]*\)(.*/\1/p' tests/fuzz/fuzz.h
}

# one_target <name> <seconds>: its log is build/fuzz/finds/<name>.log.
one_target() {
    mkdir -p "build/fuzz/corpus/$1" "$finds"
    "$programs/fuzz_$1" -max_total_time="$2" -max_len=$most_bytes -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$finds/$1-" "build/fuzz/corpus/$1" "tests/fuzz/corpus/$1" >"$finds/$1.log" 2>&1 || true
    runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$finds/$1.log")
    new=$(sed -n 's/^stat::new_units_added: //p' "$finds/$1.log")
    printf '%-12s %10s runs, %5s inputs that reach new code\n' "$1" "${runs:-?}" "${new:-?}"
    file=$(sed -n 's/.*Test unit written to //p' "$finds/$1.log")
    [ -z "$file" ] && [ -n "$runs" ] && return
    grep -m 1 -E 'does not hold|ERROR: |runtime error' "$finds/$1.log" | cut -c 1-300 || tail -n 5 "$finds/$1.log"
    echo "    again: $programs/fuzz_$1 ${file:-tests/fuzz/corpus/$1/*}    log: $finds/$1.log"
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
    echo "tests/fuzz/run.sh: have '${1:-}', want a number of seconds, as in 600" >&2
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
        echo "Something was found: mend it, and put the file into tests/fuzz/corpus/<target>." >&2
        exit 1
    fi
    echo "nothing was found"
    ;;
esac
