# Every target of this project links this INTERFACE target privately.
add_library(tilescope_warnings INTERFACE)
target_compile_options(tilescope_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    # A panel or a verb without its row is declared nowhere.
    $<$<CXX_COMPILER_ID:GNU>:-Wmissing-declarations>
    # A table row may omit columns. The compiler still reports a missing member that has no default.
    -Wno-missing-field-initializers
    # With optimization, g++ 12 reports four false warnings: an overlap in std::string::append (GCC bug 105651), strings
    # and vectors that are read before their construction when a std::variant of both is moved (GCC bug 105562), and,
    # with -O3 only, the number of a variant's alternative that is written past the end of a vector and a literal of
    # negative size that is assigned to a string.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-maybe-uninitialized>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-stringop-overflow;-Wno-array-bounds>
    $<$<BOOL:${TILESCOPE_STRICT}>:-Werror>)
