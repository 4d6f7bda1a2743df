// tests/fuzz/fuzz.cpp -- code that several targets use.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

namespace tilescope::fuzz {

std::string wrong_sentence(std::string_view why) {
    if (why.empty()) return "a refusal has no reason";
    if (why.size() > kLongestSentence)
        return say("a refusal has ", why.size(), " bytes: ", printable(why.substr(0, 200)), " ...");
    if (printable(why) != why) return say("a refusal contains characters that cannot be printed: ", printable(why));
    return {};
}

}  // namespace tilescope::fuzz
