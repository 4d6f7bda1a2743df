# One INTERFACE target that every target of ours links privately.
add_library(tilescope_warnings INTERFACE)
target_compile_options(tilescope_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    # A row leaves out the columns it does not need; a member without a default is still reported by the compiler.
    -Wno-missing-field-initializers
    # When it optimizes, g++ 12 sees an overlap in std::string's own append (GCC bug 105651), and strings and vectors
    # that are read before they are made when a std::variant with both is moved (GCC bug 105562).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-maybe-uninitialized>
    $<$<BOOL:${TILESCOPE_STRICT}>:-Werror>)
