// core/src/notation/unread_parts.cpp -- names the parts of a program that were not evaluated.
// SPDX-License-Identifier: MIT
#include "finder.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

namespace tilescope::notation {

// What was not evaluated is said: else a word would be missing without a reason.
void Finder::name_limits() {
    const auto part = [&](TextSpan span) { return work_.text.substr(span.begin, span.end - span.begin); };
    for (const TextSpan span : program_.skipped)
        work_.refuse(part(span), "this part is inside of more than 64 blocks, so it was not read", true);
    for (std::size_t i = 0; i < program_.units.size(); ++i) {
        const program::Unit& unit = program_.units[i];
        std::uint32_t first = unit.first;
        while (first < unit.last && program_.statements[first].span.end == 0)
            ++first;  // the text has no such statement
        if (!values_.unfinished[i] || first == unit.last) continue;
        const std::string name = unit.name.empty() ? "this code" : say("the function ", excerpt(unit.name, 60));
        work_.refuse(part(program_.statements[first].span),
                     say(name, " takes too long to evaluate, so only the values of its single blocks were read"), true);
    }
}

}  // namespace tilescope::notation
