// tests/fuzz/cost_test.cpp -- no text takes longer to read than its length allows.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/hostile.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

namespace tilescope::fuzz {
namespace {

// TILESCOPE_COST_BYTES: the size of the texts, to look for what is superlinear; prints what takes longest.
std::size_t size_of_texts() {
    const char* bytes = std::getenv("TILESCOPE_COST_BYTES");
    return bytes == nullptr ? std::size_t{1} << 14 : std::strtoul(bytes, nullptr, 10);
}

class Cost : public testing::TestWithParam<Target> {};

TEST_P(Cost, OfAHostileTextIsBoundByItsLength) {
    const bool prints = std::getenv("TILESCOPE_COST_BYTES") != nullptr;
    for (const HostileText& text : hostile_texts(size_of_texts())) {
        std::string broken;
        const double seconds = seconds_of(GetParam(), text.bytes, broken);
        EXPECT_EQ(broken, "") << text.name;
        EXPECT_LE(seconds, most_seconds(text.bytes.size())) << text.name << ", " << text.bytes.size() << " bytes";
        if (prints && seconds > 1e-6 * static_cast<double>(text.bytes.size()))
            std::cout << GetParam().name << "  " << 1e6 * seconds / static_cast<double>(text.bytes.size())
                      << " us a byte, " << seconds << " s: " << text.name << "\n";
    }
}

INSTANTIATE_TEST_SUITE_P(Readers, Cost, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace tilescope::fuzz
