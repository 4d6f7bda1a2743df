// app/io/loaded_library.h -- functions of a shared library that is loaded at run time.
// SPDX-License-Identifier: MIT
//
//     void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
//     if (!io::find_function(library, "cuInit", init)) ...
#pragma once

#include <dlfcn.h>

#include <cstring>

namespace tilescope::io {

// Sets `function` to the function of the library with this name. Returns false if the library has none.
// POSIX lets a pointer to an object hold a function; C++ has no cast for it.
template <class Function>
bool find_function(void* library, const char* symbol, Function& function) {
    void* const found = dlsym(library, symbol);
    static_assert(sizeof found == sizeof function);
    std::memcpy(&function, &found, sizeof found);
    return found != nullptr;
}

}  // namespace tilescope::io
