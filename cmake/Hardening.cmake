# A fault ends the program instead of going on with wrong memory: checks of the stack and of the C++ library's containers,
# the checked functions of the C library where the compiler optimizes, a program that is loaded at a random address, and
# tables of functions that cannot be written after the start. The sanitizers have checks of their own. Containers are
# checked in debug builds only, which the tests use: in a release these checks cost 3 to 7 % of the instructions.
#
# Included before the first target, only where tilescope is the top-level project.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(TILESCOPE_HARDENED OFF)
    return()
endif()
set(TILESCOPE_HARDENED ON)  # tests/docs/hardened_test.cpp looks for it in the programs
set(is_program $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)
set(is_archive $<STREQUAL:$<TARGET_PROPERTY:TYPE>,STATIC_LIBRARY>)
add_compile_options(
    -fstack-protector-strong
    $<$<OR:${is_program},${is_archive}>:-fPIE>
    -U_FORTIFY_SOURCE $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>  # it needs optimization
    $<$<CONFIG:Debug>:-D_GLIBCXX_ASSERTIONS>)
add_link_options($<${is_program}:-pie> -Wl,-z,relro -Wl,-z,now)
