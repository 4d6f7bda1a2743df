// tests/fuzz/fuzz_main.cpp -- the entry point for libFuzzer; the build defines which target it runs.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace tilescope::fuzz;
    const Target& target = *std::ranges::find(kTargets, TILESCOPE_FUZZ_TARGET_NAME, &Target::name);
    const std::string wrong = broken_guarantee(target, std::string_view(reinterpret_cast<const char*>(bytes), size));
    if (wrong.empty()) return 0;
    std::fprintf(stderr, "broken guarantee: %s\n", wrong.c_str());
    std::abort();
}
