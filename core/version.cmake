# The version of tilescope. Programs, the CMake package and pkg-config read it here.
set(tilescope_version 0.5.0)
