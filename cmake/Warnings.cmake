# One INTERFACE target that every target of ours links privately.
add_library(tilescope_warnings INTERFACE)
target_compile_options(tilescope_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    # A row leaves out the columns it does not need; a member without a default is still reported by the compiler.
    -Wno-missing-field-initializers
    # g++ 12 sees an overlap in std::string's own append when it optimizes (GCC bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    $<$<BOOL:${TILESCOPE_STRICT}>:-Werror>)
