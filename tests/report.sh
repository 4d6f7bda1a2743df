#!/bin/sh
# tests/report.sh FOLDER -- passes on what ctest prints. Before ctest's summary it prints the ten slowest tests, and each test
# that failed or was skipped. The files of FOLDER have one line for each test: tests/support/test_main.cpp.
folder=$1

# "3/71 Test #44: consumer.installed ...   Passed   4.25 sec" is one test. "unit.3" is a part of a program: its file has more.
report() {
    cat "$folder"/* 2>/dev/null | awk '
    $2 == "Test" { if ($4 !~ /[.][0-9]+$/) timed[$4] = $(NF - 1); next }
    {
        ++count[$1]
        timed[$3] = $2
        if ($1 != "ok") other = other $1 ": " substr($0, length($1 $2) + 3) "\n"
    }
    END {
        printf "%d tests passed, %d failed, %d skipped. The slowest, in seconds:\n", count["ok"], count["failed"], count["skipped"]
        fflush()
        slowest = "sort -rn | head -n 10"
        for (name in timed) printf "%8.2f  %s\n", timed[name], name | slowest
        close(slowest)
        print other
    }'
}

while IFS= read -r line; do  # awk would wait for more lines
    case $line in
    */*' Test '*'#'*' sec'*) printf '%s\n' "$line" | sed 's/^ *//; s/Test  *#/Test #/' >>"$folder/ctest" ;;
    *'% tests passed'*) report ;;
    esac
    printf '%s\n' "$line"
done
