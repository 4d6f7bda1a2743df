#!/bin/sh
# consumer.sh <way> <source tree> <build tree> <work folder> <compiler>: uses the library as other projects do.
#   installed     cmake --install, then the prefix is moved; find_package, pkg-config and, if it is there, nvcc
#   subdirectory  add_subdirectory(core), built and run. The objects of core are ours, if they are of the same sources: reuse.sh.
#                 ./test all compiles them again, without our options
#   whole_tree    add_subdirectory of everything, configured: only the library is in it, and nothing else is searched for
set -eu
way=$1 tree=$2 build=$3 work=$4 compiler=$5
rm -rf "$work"
mkdir -p "$work"
here=$tree/tests/consumer

fail() {
    echo "consumer $way: $*" >&2
    exit 1
}

# configure <option>...: the project of this way, with the system's defaults but for the compiler.
configure() {
    env -u CXXFLAGS cmake -G Ninja -S "$here/$way" -B "$work/build" -D CMAKE_CXX_COMPILER="$compiler" \
        -D CMAKE_EXPORT_COMPILE_COMMANDS=ON "$@"
}

case $way in
installed)
    cmake --install "$build" --prefix "$work/first" >"$work/install.log"
    mv "$work/first" "$work/moved"
    if grep -rlF -e "$tree" -e "$work/first" "$work/moved/lib" --include=*.cmake --include=*.pc; then
        fail "the files above name a folder of this machine"
    fi
    configure -D CMAKE_PREFIX_PATH="$work/moved"
    cmake --build "$work/build"
    "$work/build/program"
    if grep -E -- '-W(all|conversion|error)' "$work/build/compile_commands.json"; then
        fail "the package passes its warning flags on"
    fi
    PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name tilescope.pc)")
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046
    "$compiler" $(pkg-config --cflags tilescope) "$here/program.cpp" $(pkg-config --libs tilescope) -o "$work/by_pkg_config"
    "$work/by_pkg_config"
    "$work/moved/bin/tilescope" decode 0x4000404000010040 >/dev/null
    if command -v nvcc >/dev/null 2>&1; then
        # shellcheck disable=SC2046
        nvcc --expt-relaxed-constexpr -arch=sm_90a $(pkg-config --cflags tilescope) -c "$here/kernel.cu" -o "$work/kernel.o"
    fi
    ;;
subdirectory)
    cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
    reuse=
    case ${TILESCOPE_ALL:-}$(cached CMAKE_CXX_FLAGS) in
    1* | *-fsanitize*) ;;
    *) reuse="$here/reuse.sh;$build/core" ;;
    esac
    configure -D TILESCOPE_TREE="$tree" -D TILESCOPE_GROUP_SIZE="$(cached TILESCOPE_GROUP_SIZE)" \
        -D CMAKE_CXX_COMPILER_LAUNCHER="$reuse"
    cmake --build "$work/build"
    "$work/build/program"
    if grep -E -- '-W(all|conversion|error)' "$work/build/compile_commands.json"; then
        fail "warning flags of the tree reach others"
    fi
    ;;
whole_tree)
    configure -D TILESCOPE_TREE="$tree" -D TILESCOPE_GROUPED=OFF
    ! grep -q 'Unity/' "$work/build/build.ninja" || fail "TILESCOPE_GROUPED=OFF does not compile each file alone"
    configure -D TILESCOPE_TREE="$tree" -D TILESCOPE_GROUPED=ON
    grep -q 'Unity/' "$work/build/build.ninja" || fail "TILESCOPE_GROUPED=ON does not compile files together"
    cmake --build "$work/build" --target help >"$work/targets"
    grep -q '^tilescope_core:' "$work/targets" || fail "there is no library in it"
    if grep -E '^(tilescope|tilescope-gui|[a-z]+_tests|tilescope_io):' "$work/targets"; then
        fail "the targets above are not the library"
    fi
    if grep -iE 'imgui|glfw|opengl|freetype|fmt_|gtest|cli11|nlohmann|Font_' "$work/build/CMakeCache.txt"; then
        fail "the dependencies above were searched for"
    fi
    ;;
*) fail "there is no such way" ;;
esac
