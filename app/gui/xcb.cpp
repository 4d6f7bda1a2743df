// app/gui/xcb.cpp -- loads libxcb.
// SPDX-License-Identifier: MIT
#include "app/gui/xcb.h"

#include "app/io/loaded_library.h"

#include <dlfcn.h>

namespace tilescope::ui::xcb {

bool Library::open() {
    void* const library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    bool all = true;
#define TILESCOPE_XCB_FIND(result, name, parameters) all = io::find_function(library, "xcb_" #name, name) && all;
    TILESCOPE_XCB_CALLS(TILESCOPE_XCB_FIND)
#undef TILESCOPE_XCB_FIND
    return all;
}

}  // namespace tilescope::ui::xcb
