# ./run and ./test source this file. It installs missing packages and configures a build tree. It prints each step, and
# nothing if there is nothing to do.
# shellcheck shell=sh

cli_packages="g++ cmake ninja-build pkg-config libfreetype-dev zlib1g-dev libgif-dev libfmt-dev libcli11-dev \
nlohmann-json3-dev fonts-inter fonts-jetbrains-mono fonts-fork-awesome"  # for the command line alone
window_packages="libimgui-dev libglfw3-dev libgl-dev libstb-dev python3-glad"
build_packages="$cli_packages $window_packages"
test_packages="libgtest-dev libbenchmark-dev libx11-dev xvfb xdotool libgl1-mesa-dri clang-format-14 parallel \
xclip poppler-utils gdb"
pypi_packages="python3-venv"  # only for ./test triton and ./test clients
tex_packages="texlive-latex-base texlive-pictures texlive-fonts-recommended"  # only for ./test tex
clang_packages="clang-14 clang-tidy-14"  # for ./test --clang and --tidy alone
fuzz_packages="libgtest-dev clang-14 libclang-rt-14-dev"  # only for ./test --fuzz

die() {
    printf '%s\n' "$*" >&2
    exit 3
}

# need_packages <package>...: installs the missing packages with apt, as root or with sudo. If that is impossible,
# prints the command for the user. Does nothing if no package is missing.
need_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        printf 'This is not a Debian system. If the build stops, install what these Debian packages hold:\n  %s\n' "$*" >&2
        return 0
    fi
    missing=
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || die "Packages are missing and there is no sudo. As root: apt install$missing"
        as_root=sudo
    fi
    printf 'installing:%s\n' "$missing"
    log=$(mktemp)
    # shellcheck disable=SC2086
    if ! { $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } \
        >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        die "The packages could not be installed. By hand: apt install$missing"
    fi
    rm -f "$log"
}

# configure_tree <preset>: configures the tree if that was not done yet. `window`, if it is set, is ON or OFF: a tree with
# the window program serves both, a tree without it is configured again for ON. Sets `preset` and `log`.
window=
configure_tree() {
    preset=$1
    log=build/$preset.log
    mkdir -p build
    if [ -f "build/$preset/build.ninja" ]; then
        [ "$window" = ON ] || return 0
        grep -q '^TILESCOPE_GUI:BOOL=OFF' "build/$preset/CMakeCache.txt" || return 0
    fi
    printf 'configuring build/%s\n' "$preset"
    if ! cmake --preset "$preset" ${window:+-D TILESCOPE_GUI="$window"} >"$log" 2>&1; then
        rm -f "build/$preset/build.ninja"  # else the next call would build the tree as it was
        cat "$log" >&2
        die "Configuring failed; the reason is above."
    fi
}

# build_tree <preset> <target>...: configures once and builds what changed. Shows each step while it works: how many of how
# many, and the seconds since the start. The output of the compiler is shown only if it fails; all of it is in the log.
build_tree() {
    configure_tree "$1"
    shift
    # Prints nothing if there is nothing to build.
    if ! ninja -C "build/$preset" -n "$@" 2>/dev/null | grep -q 'no work to do'; then
        printf 'building build/%s (log: %s)\n' "$preset" "$log"
        started=$(date +%s)
        { NINJA_STATUS='[%f/%t] ' cmake --build --preset "$preset" --target "$@" 2>&1 || echo "build_tree: failed"; } |
            tee "$log" | show_steps
        if [ "$(tail -n 1 "$log")" = "build_tree: failed" ]; then
            grep -E -A 20 'error|FAILED' "$log" | head -n 60 >&2
            die "The build failed; the whole log is $log."
        fi
        printf 'built build/%s in %s s\n' "$preset" "$(($(date +%s) - started))"
    fi
}

# show_steps: turns "[12/80] Building ... x.cpp.o" of ninja into "[12/80] 34 s  x.cpp". A terminal shows it on one line; else a
# line is printed every ten seconds at most. A group of files has the name of its folder and a number: "layout_0".
show_steps() {
    shown=0
    while IFS= read -r line; do
        case $line in
        '['*/*']'*Building* | '['*/*']'*Linking*) ;;
        *) continue ;;
        esac
        now=$(date +%s)
        count=${line%%]*}]
        name=${line##*/}
        name=${name#unity_} name=${name%.o} name=${name%_cxx.cxx}
        text="$count $((now - started)) s  $name"
        if [ -t 1 ]; then
            printf '\r\033[K%.100s' "$text"
        elif [ $((now - shown)) -ge 10 ]; then
            printf '%s\n' "$text"
            shown=$now
        fi
    done
    if [ -t 1 ]; then printf '\r\033[K'; fi
}
