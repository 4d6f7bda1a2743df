// tests/fuzz/fuzz.cpp -- code that several targets use.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"
#include "tests/support/sanitized.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <ctime>

namespace tilescope::fuzz {
namespace {

#ifdef TILESCOPE_FUZZ_WITH_COUNTERS
constexpr double kSlower = 12;  // the sanitizers, and the counters of libFuzzer
#else
constexpr double kSlower = test::kSanitized ? 6 : 1;
#endif

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

double most_seconds(const Target& target, std::size_t bytes) {
    return kSlower * (1e-3 * target.once + 1e-6 * target.per_byte * static_cast<double>(bytes));
}

double seconds_of(const Target& target, std::string_view bytes, std::string& broken) {
    const double begin = processor_seconds();
    broken = target.check(bytes);
    return processor_seconds() - begin;
}

std::string broken_guarantee(const Target& target, std::string_view bytes) {
    std::string broken;
    const double seconds = seconds_of(target, bytes, broken), most = most_seconds(target, bytes.size());
    if (!broken.empty() || seconds <= most) return broken;
    return say(bytes.size(), " bytes take ", static_cast<unsigned>(1000 * seconds), " ms, and may take ",
               static_cast<unsigned>(1000 * most), " ms");
}

std::string wrong_sentence(std::string_view why) {
    if (why.empty()) return "a refusal has no reason";
    if (why.size() > kLongestSentence)
        return say("a refusal has ", why.size(), " bytes: ", printable(why.substr(0, 200)), " ...");
    if (printable(why) != why) return say("a refusal contains characters that cannot be printed: ", printable(why));
    return {};
}

}  // namespace tilescope::fuzz
