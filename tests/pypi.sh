# shellcheck shell=sh
# tests/pypi.sh -- installs programs from PyPI into a folder of the build tree, for the labels that need them.
#
#     . tests/pypi.sh
#     need_programs "$folder" "triton==3.9.0" || skip "$why"

# need_programs FOLDER PACKAGES [PACKAGES WITHOUT WHAT THEY DEPEND ON]: FOLDER/venv has these packages. Installs again if
# the list changes. Sets `why` and returns 1 if they cannot be installed.
need_programs() {
    wanted="$2 ${3:-}"
    [ "$(cat "$1/installed" 2> /dev/null)" != "$wanted" ] || return 0
    command -v python3 > /dev/null || { why="python3 is not on PATH"; return 1; }
    rm -rf "$1"
    mkdir -p "$1"
    pip="$1/venv/bin/pip --quiet --disable-pip-version-check"
    # shellcheck disable=SC2086
    { python3 -m venv "$1/venv" && { [ -z "${3:-}" ] || $pip install --no-deps $3; } && $pip install $2; } \
        > "$1/install.log" 2>&1 ||
        { why="the programs cannot be installed: $(tail -n 1 "$1/install.log")"; return 1; }
    echo "$wanted" > "$1/installed"
}
