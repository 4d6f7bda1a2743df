// tests/fuzz/cost_test.cpp -- no text takes longer to read than its length allows.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/hostile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

namespace tilescope::fuzz {
namespace {

constexpr std::size_t kTimes = 4;            // the second text is so many times as long as the first
constexpr double kUneven = 2, kNoise = 0.2;  // seconds: what a busy machine adds

// TILESCOPE_COST_BYTES: the size of the longer texts, to look for what is superlinear; prints what takes longest.
std::size_t size_of_texts() {
    const char* bytes = std::getenv("TILESCOPE_COST_BYTES");
    return bytes == nullptr ? std::size_t{1} << 12 : std::strtoul(bytes, nullptr, 10);
}

class Cost : public testing::TestWithParam<Target> {};

TEST_P(Cost, OfAHostileTextGrowsAsItsLength) {
    const bool prints = std::getenv("TILESCOPE_COST_BYTES") != nullptr;
    const std::size_t size = size_of_texts();
    const std::vector<HostileText> shorter = hostile_texts(size / kTimes);
    for (const HostileText& text : hostile_texts(size)) {
        std::string broken;
        const double seconds = seconds_of(GetParam(), text.bytes, broken);
        EXPECT_EQ(broken, "") << text.name;
        EXPECT_LE(seconds, most_seconds(text.bytes.size())) << text.name << ", " << text.bytes.size() << " bytes";
        const auto same = std::ranges::find(shorter, text.name, &HostileText::name);
        if (seconds < kNoise || same == shorter.end()) continue;
        const double before = seconds_of(GetParam(), same->bytes, broken);
        EXPECT_LE(seconds, kUneven * kTimes * before + kNoise)
            << text.name << ": " << same->bytes.size() << " bytes take " << before << " s";
        if (prints)
            std::cout << GetParam().name << "  " << 1e6 * seconds / static_cast<double>(text.bytes.size())
                      << " us a byte, " << seconds << " s, " << seconds / before << " times: " << text.name << "\n";
    }
}

INSTANTIATE_TEST_SUITE_P(Readers, Cost, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace tilescope::fuzz
