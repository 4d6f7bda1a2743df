// core/src/notation/work.cpp -- the state of one paste during reading.
// SPDX-License-Identifier: MIT
#include "work.h"

#include "classify.h"

#include <tilescope/base/printable.h>

#include <algorithm>
#include <utility>

namespace tilescope::notation {

void Work::refuse(std::string_view part, std::string why, bool limit) {
    ++refused_count;
    if (refused.size() >= kMostRefusals) return;
    const TextSpan span = span_of(part);
    const std::string_view before = text.substr(0, span.begin);
    const auto line = static_cast<unsigned>(std::ranges::count(before, '\n')) + 1;
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = span.begin - (newline == before.npos ? 0 : newline + 1) + 1;
    refused.push_back({span, line, static_cast<unsigned>(column), printable(why), limit});
}

void Work::find(Find f) {
    if (finds.size() >= options.max_words) {
        full = true;
        return;
    }
    finds.push_back(std::move(f));
}

PasteReading best_reading(const Work& work, std::uint64_t value, unsigned bits) {
    return classify({value, 0, bits}, work.context, work.options, work.breaks_no_rule).front();
}

void Work::begin_instruction(PasteContext form) {
    current = static_cast<std::size_t>(std::ranges::find(instructions, form) - instructions.begin());
    if (current == instructions.size()) instructions.push_back(std::move(form));
}

void Work::set_role(OperandUse& operand, PasteRole role) {
    operand.role = role;
    if (operand.instruction == kNoInstruction) operand.instruction = current;
    if (operand.instruction == current) return;
    const std::size_t mine = current;
    begin_instruction(common(instructions[operand.instruction], instructions[current]));
    operand.instruction = std::exchange(current, mine);
}

}  // namespace tilescope::notation
