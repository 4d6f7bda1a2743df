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

// A text that is short for its reader shows what is superlinear only if the reader is slow. So what a reader reads fast
// it also gets kTimes as long.
constexpr std::size_t kShort = std::size_t{1} << 12, kTimes = 16;
constexpr double kFast = 0.01;  // seconds for a short text
// A text with four times the length takes four times as long, and sixteen times if each byte looks at all others.
constexpr double kSlow = 0.1, kMostGrowth = 8;  // seconds from which on the growth is looked at

double checked(const Target& target, const HostileText& text) {
    std::string broken;
    const double seconds = seconds_of(target, text.bytes, broken), most = most_seconds(target, text.bytes.size());
    EXPECT_EQ(broken, "") << text.name;
    EXPECT_LE(seconds, most) << text.name << ", " << text.bytes.size() << " bytes";
    if (std::getenv("TILESCOPE_COST_BYTES") != nullptr)
        std::cout << target.name << "  " << 1e6 * seconds / static_cast<double>(text.bytes.size()) << " us a byte, "
                  << seconds << " of " << most << " s, " << text.bytes.size() << " bytes: " << text.name << "\n";
    return seconds;
}

class Cost : public testing::TestWithParam<Target> {};

// The least time of so many runs: another program on the same core makes a time longer, and never shorter.
double least_seconds(const Target& target, std::string_view bytes, unsigned runs) {
    double least = 1e9;
    for (std::string broken; runs > 0; --runs) least = std::min(least, seconds_of(target, bytes, broken));
    return least;
}

// Whether the time of the text of this number grows with the square of its length: twice in a row, because a limit that
// a longer text reaches changes what is done with it.
bool grows_too_fast(const Target& target, std::size_t number, unsigned runs) {
    double before = 0;
    for (std::size_t bytes = kTimes / 4 * kShort, seen = 0; seen < 3; bytes *= 4, ++seen) {
        const double seconds = least_seconds(target, hostile_texts(bytes)[number].bytes, runs);
        if (seen > 0 && (seconds < kSlow || seconds <= kMostGrowth * before)) return false;
        before = seconds;
    }
    return true;
}

// TILESCOPE_COST_BYTES: the size of the longer texts, to look for what is superlinear; prints the time of all.
TEST_P(Cost, OfAHostileTextIsWithinTheBudget) {
    const char* const bytes = std::getenv("TILESCOPE_COST_BYTES");
    const std::vector<HostileText> shorter = hostile_texts(kShort);
    for (const HostileText& text : hostile_texts(bytes ? std::strtoul(bytes, nullptr, 10) : kTimes * kShort)) {
        const auto same = std::ranges::find(shorter, text.name, &HostileText::name);
        const bool fast = same == shorter.end() || checked(GetParam(), *same) <= kFast;
        if (!fast && bytes == nullptr) continue;
        const bool slow = checked(GetParam(), text) >= kSlow && bytes == nullptr && same != shorter.end();
        const auto number = static_cast<std::size_t>(same - shorter.begin());
        const bool grows = slow && grows_too_fast(GetParam(), number, 1) && grows_too_fast(GetParam(), number, 5);
        EXPECT_FALSE(grows) << text.name;
    }
}

// A megabyte of such lines took 100 s when each of them could inflate to a megabyte.
TEST(Cost, OfStateLinesIsWithinTheBudget) {
    const auto check = [](std::string_view target, std::size_t bytes) {
        for (const HostileText& text : hostile_state_lines(bytes))
            if (text.name.ends_with("are refused, broken"))
                checked(*std::ranges::find(kTargets, target, &Target::name), text);
    };
    check("state_line", kTimes * kTimes * kShort);
    check("decode_stream", kTimes * kShort);
}

INSTANTIATE_TEST_SUITE_P(Readers, Cost, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace tilescope::fuzz
