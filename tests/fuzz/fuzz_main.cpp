// tests/fuzz/fuzz_main.cpp -- the entry point for libFuzzer; the build defines which target it runs.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const tilescope::fuzz::Target target{"", tilescope::fuzz::TILESCOPE_FUZZ_CHECK};
    const std::string wrong =
        tilescope::fuzz::broken_guarantee(target, std::string_view(reinterpret_cast<const char*>(bytes), size));
    if (wrong.empty()) return 0;
    std::fprintf(stderr, "broken guarantee: %s\n", wrong.c_str());
    std::abort();
}
