// core/src/word/certainty.cpp -- a certainty as text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/word/certainty.h>

namespace tilescope {

std::string text_of(const Measurement& m) { return say(m.on->name, ", ", m.on->date, ", ", m.file); }

std::string text_of(Certainty certainty) {
    const Measurement* m = certainty.measurement();
    return m ? say(name_of(certainty), ": ", text_of(*m)) : std::string(name_of(certainty));
}

std::string after_source(Certainty certainty) {
    return certainty == Certainty::confirmed ? std::string() : say(" (", text_of(certainty), ")");
}

}  // namespace tilescope
