// app/gui/xcb.cpp -- loads libxcb.
// SPDX-License-Identifier: MIT
#include "app/gui/xcb.h"

#include <dlfcn.h>

#include <cstring>

namespace tilescope::ui::xcb {
namespace {

// POSIX lets a pointer to an object hold a function; C++ has no cast for it.
template <class Function>
bool find_function(void* library, const char* symbol, Function& function) {
    void* const found = dlsym(library, symbol);
    static_assert(sizeof found == sizeof function);
    std::memcpy(&function, &found, sizeof found);
    return found != nullptr;
}

}  // namespace

bool Library::open() {
    void* const library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    bool all = true;
#define TILESCOPE_XCB_FIND(result, name, parameters) all = find_function(library, "xcb_" #name, name) && all;
    TILESCOPE_XCB_CALLS(TILESCOPE_XCB_FIND)
#undef TILESCOPE_XCB_FIND
    return all;
}

}  // namespace tilescope::ui::xcb
