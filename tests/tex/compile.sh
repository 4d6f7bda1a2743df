#!/bin/sh
# tests/tex/compile.sh TILESCOPE FOLDER -- compiles the TikZ of every view of several sessions with LaTeX, and compares
# the text of the page with that of the PDF which tilescope writes. ./test tex sets TILESCOPE_TEX=1 and installs TeX
# Live. Without it, nothing runs.
set -eu
cd "$(dirname "$0")/../.."
tilescope=$1 folder=$2
sessions=${TILESCOPE_TEX_SESSIONS:-"preset:k_major_128b_f16 preset:zero_mask_ws preset:block_scaled_mxf4nvf4 preset:sparse_f16
preset:pair_a_in_tmem preset:wgmma_128b_f16 tests/data/jobs/wrong_sbo.json"}
palettes="screen grey cute dark"

skip() { echo "tests/tex/compile.sh: skipped: $1"; exit 0; }
[ "${TILESCOPE_TEX:-}" ] || skip "only ./test tex runs this test, because it installs TeX Live"
for tool in pdflatex lualatex pdftotext; do
    command -v $tool > /dev/null || skip "$tool is not on PATH (Debian: texlive-latex-base texlive-pictures poppler-utils)"
done

rm -rf "$folder"
mkdir -p "$folder"
failed=0 compiled=0
fail() {
    echo "$1"
    failed=$((failed + 1))
}

# The words of a page, each once. LaTeX draws '_' and joins some letters, so only parts of letters and digits count.
words() {
    pdftotext -layout "$1" - | sed 's/ü/u/g; s/ﬁ/fi/g; s/ﬂ/fl/g; s/ﬀ/ff/g; s/ﬃ/ffi/g; s/ﬄ/ffl/g' | tr -cs 'A-Za-z0-9' '\n' |
        sort -u
}

# compile_one NAME: NAME.tex must give one page without an error or a text that is cut off.
compile_one() {
    tex=pdflatex
    if grep -q '^% .*lualatex' "$folder/$1.tex"; then tex=lualatex; fi
    if ! (cd "$folder" && $tex -interaction=nonstopmode -halt-on-error "$1.tex") > "$folder/$1.out" 2>&1; then
        fail "$1: LaTeX stops: $(grep -m 1 '^!' "$folder/$1.out")"
        return
    fi
    compiled=$((compiled + 1))
    if grep -q -E 'Overfull|Missing character|Undefined' "$folder/$1.log"; then
        fail "$1: $(grep -m 1 -E 'Overfull|Missing character|Undefined' "$folder/$1.log")"
    fi
    grep -q 'Output written on .*(1 page' "$folder/$1.log" || fail "$1: it is not one page"
    words "$folder/$1.pdf" > "$folder/$1.words"
    words "$folder/$1-direct.pdf" > "$folder/$1.direct"
    if ! cmp -s "$folder/$1.words" "$folder/$1.direct"; then
        fail "$1: the page has other words: $(comm -3 "$folder/$1.words" "$folder/$1.direct" | head -n 5 | tr '\n\t' '  ')"
    fi
}

views=$("$tilescope" render --view list --csv | tail -n +2 | cut -d , -f 1 | tr -d '"' | tr ' ' '+')
number=0
for session in $sessions; do
    for view in $views; do
        number=$((number + 1))
        palette=$(echo "$palettes" | cut -d ' ' -f $((number % 4 + 1)))
        name=$(basename "${session#preset:}" .json)-$view
        if ! "$tilescope" render "$session" --view "$(echo "$view" | tr '+' ' ')" --palette "$palette" \
            --title "$name: 50% of {#1} & \\all_of_it ^ ~ <x> \"ü\" → ∀" --source \
            -o "$folder/$name.tex" -o "$folder/$name-direct.pdf" > /dev/null 2> "$folder/$name.refused"; then
            continue  # this session has no such picture
        fi
        rm -f "$folder/$name.refused"
        compile_one "$name"
    done
done
echo "$compiled pages compiled, $failed errors; they are in $folder"
[ "$compiled" -ge 60 ] || fail "fewer than 60 pages: a view is missing"
[ "$failed" -eq 0 ]
