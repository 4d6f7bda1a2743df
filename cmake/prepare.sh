# ./run and ./test source this file. It installs missing packages and configures a build tree. It prints each step, and
# nothing if there is nothing to do.
# shellcheck shell=sh

build_packages="g++ cmake ninja-build pkg-config python3-venv libimgui-dev libglfw3-dev libgl-dev libfreetype-dev \
libstb-dev libfmt-dev libcli11-dev nlohmann-json3-dev fonts-inter fonts-jetbrains-mono"
test_packages="libgtest-dev libbenchmark-dev xvfb xdotool libgl1-mesa-dri clang-format-14"
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

# build_tree <preset> <target>...: configures once and builds the changed files. Shows the output only if a step fails.
build_tree() {
    preset=$1
    shift
    log=build/$preset.log
    mkdir -p build
    if [ ! -f "build/$preset/build.ninja" ]; then
        printf 'configuring build/%s\n' "$preset"
        cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; die "Configuring failed; the reason is above."; }
    fi
    # Prints nothing if there is nothing to build.
    if ! ninja -C "build/$preset" -n "$@" 2>/dev/null | grep -q 'no work to do'; then
        printf 'building build/%s (log: %s)\n' "$preset" "$log"
        cmake --build --preset "$preset" --target "$@" >"$log" 2>&1 ||
            { grep -E -A 20 'error|FAILED' "$log" | head -n 60 >&2; die "The build failed; the whole log is $log."; }
    fi
}
