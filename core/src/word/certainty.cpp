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

std::string no_effect_of(Certainty certainty) {
    const Measurement& m = *certainty.measurement();
    return say("An ", m.on->name, " ignores these bits (measured on ", m.on->date, ", ", m.file,
               "). A later GPU can give them a meaning.");
}

std::string after_source(Certainty certainty) {
    return certainty == Certainty::confirmed ? std::string() : say(" (", text_of(certainty), ")");
}

}  // namespace tilescope
