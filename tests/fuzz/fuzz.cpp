// tests/fuzz/fuzz.cpp -- what targets share.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

namespace tilescope::fuzz {

std::string wrong_sentence(std::string_view why) {
    if (why.empty()) return "a refusal without a reason";
    if (why.size() > kLongestSentence)
        return say("a refusal of ", why.size(), " bytes: ", printable(why.substr(0, 200)), " ...");
    if (printable(why) != why) return say("a refusal that cannot be printed as it is: ", printable(why));
    return {};
}

}  // namespace tilescope::fuzz
