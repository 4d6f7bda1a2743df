// app/worker/driver.cpp -- opens the CUDA driver library. Only the worker process calls this.
// SPDX-License-Identifier: MIT
#include "app/worker/driver.h"

#include "app/io/descriptor.h"

#include <tilescope/base/say.h>

#include <dlfcn.h>

namespace tilescope::live {

Ending Driver::open() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* why = dlerror();
        return {.outcome = Outcome::no_driver, .detail = why ? why : "libcuda.so.1 cannot be opened"};
    }
    std::string missing;
#define TILESCOPE_DRIVER_FIND(member, symbol, parameters) \
    if (missing.empty() && !io::find_function(library, symbol, member)) missing = symbol;
    TILESCOPE_DRIVER_CALLS(TILESCOPE_DRIVER_FIND)
#undef TILESCOPE_DRIVER_FIND
    if (missing.empty()) return {};
    return {.outcome = Outcome::driver_too_old, .detail = say("libcuda.so.1 has no function ", missing)};
}

std::string Driver::own_words(int code) const {
    const char *name = nullptr, *text = nullptr;
    if (!error_name || !error_text || error_name(code, &name) != 0 || error_text(code, &text) != 0) return {};
    return name && text ? say(name, ": ", text) : std::string();
}

}  // namespace tilescope::live
