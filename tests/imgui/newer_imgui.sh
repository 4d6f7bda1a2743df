#!/bin/sh
# newer_imgui.sh FOLDER -- COMMAND...: downloads the Dear ImGui of a newer Debian into FOLDER, once. Then builds
# tilescope-gui with it and takes a picture. COMMAND is the cmake command that configures; this script adds -B and
# IMGUI_DIR. The script changes no file of the machine's apt. If it cannot reach Debian's archive of sources, it prints
# "skipped:" and the reason.
set -eu
suite=forky  # Debian 14: 1.92
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
folder=$1
shift 2

skip() {
    echo "skipped: $*"
    exit 0
}

# quietly <what> <command>...: runs the command. Prints its output only if it fails.
quietly() {
    what=$1
    shift
    "$@" >"$folder/log" 2>&1 || { tail -n 60 "$folder/log"; echo "$what failed"; exit 1; }
}

private_apt() {
    tool=$1
    shift
    timeout 120 "$tool" -o Dir::Etc::sourcelist="$folder/apt/sources.list" -o Dir::Etc::sourceparts=- \
        -o Dir::State="$folder/apt" -o Dir::State::status=/dev/null -o Dir::Cache="$folder/apt" \
        -o APT::Sandbox::User=root -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "$@" 2>&1
}

fetch() {
    command -v apt-get >/dev/null || skip "apt-get is missing; it is needed to download a newer Dear ImGui"
    [ -r "$keyring" ] || skip "$keyring is missing (Debian package: debian-archive-keyring)"
    # Uses the same Debian mirror as the apt of this machine.
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' 2>/dev/null | head -n 1)
    rm -rf "$folder/apt" "$folder/imgui" "$folder/build"
    mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/unpacked"
    echo "deb-src [signed-by=$keyring] ${mirror:-http://deb.debian.org/debian} $suite main" >"$folder/apt/sources.list"
    private_apt apt-get update >"$folder/log" ||
        skip "cannot download the list of sources of $suite: $(tail -n 1 "$folder/log")"
    (cd "$folder/apt" && private_apt apt-get source --download-only imgui) >"$folder/log" ||
        skip "cannot download the source of Dear ImGui from $suite: $(tail -n 1 "$folder/log")"
    tar -x -f "$folder"/apt/imgui_*.orig.tar.* -C "$folder/unpacked" --strip-components=1
    mv "$folder/unpacked" "$folder/imgui"  # only if the download is complete
    rm -rf "$folder/apt"
}

[ -f "$folder/imgui/imgui.h" ] || fetch
sed -n 's/^#define IMGUI_VERSION  *"\(.*\)"/Dear ImGui \1/p' "$folder/imgui/imgui.h"
quietly "Configuring" "$@" -B "$folder/build" -D IMGUI_DIR="$folder/imgui"
quietly "Building" "$1" --build "$folder/build" --target tilescope-gui
command -v xvfb-run >/dev/null || { echo "built, but not opened: xvfb-run is missing (Debian package: xvfb)"; exit 0; }
rm -f "$folder/shot.png"
quietly "Opening" timeout 120 env XDG_CONFIG_HOME="$folder/xdg" XDG_STATE_HOME="$folder/xdg" \
    xvfb-run --auto-servernum "$folder/build/gui/tilescope-gui" --shot "$folder/shot.png"
[ -s "$folder/shot.png" ] || { echo "tilescope-gui --shot wrote no picture"; exit 1; }
echo "built and opened"
