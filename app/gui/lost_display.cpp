// app/gui/lost_display.cpp -- runs a function before Xlib ends the process because the X server is gone.
// SPDX-License-Identifier: MIT
#include "app/gui/lost_display.h"

#include <dlfcn.h>

namespace tilescope::ui {

// GLFW links or loads Xlib. This program needs only one of its functions, so it does not link Xlib or use its headers.
void before_xlib_ends_the_program(int (*last_words)(void* display)) {
    using Handler = int (*)(void*);
    void* xlib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (xlib == nullptr) return;
    const auto set = reinterpret_cast<Handler (*)(Handler)>(dlsym(xlib, "XSetIOErrorHandler"));
    if (set != nullptr) set(last_words);
    dlclose(xlib);
}

}  // namespace tilescope::ui
