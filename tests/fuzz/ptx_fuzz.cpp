// tests/fuzz/ptx_fuzz.cpp -- lines of PTX: spans are inside the line, variants read back, refusals have a sentence.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>

namespace tilescope::fuzz {
namespace {

std::string wrong_parts(const MmaLine& line) {
    for (const Qualifier& q : line.qualifiers)
        if (!is_inside(q.span, line.text)) return say("the qualifier '", q.text, "' is outside the line");
    for (const MmaOperand& o : line.operands)
        if (!is_inside(o.span, line.text)) return say("the operand '", o.text, "' is outside the line");
    return {};
}

std::string wrong_verdicts(const MmaLine& line) {
    for (const ArchRow& arch : kArchs) {
        const Acceptance verdict = accept(line, arch.id);
        if (verdict.accepted != verdict.why.empty())
            return say(arch.id, ": an accepted line with a reason, or a refused line without one");
        if (verdict.accepted) continue;
        if (!is_inside(verdict.span, line.text)) return say(arch.id, ": the span of the refusal is outside the line");
        if (const std::string wrong = wrong_sentence(verdict.why); !wrong.empty()) return wrong;
    }
    return {};
}

// The variant of the line, written as text and read again, is the same variant.
std::string wrong_variant(const MmaLine& line) {
    if (line.opcode != Opcode::mma) return {};
    const Variant variant = variant_of(line);
    const std::string text = mma_text(variant, line.operand(OperandRole::zero_mask) != nullptr);
    const auto again = parse_mma_line(text);
    if (!again) return say("'", text, "' was written, but it is refused: ", again.why);
    const std::string second = mma_text(variant_of(*again), again->operand(OperandRole::zero_mask) != nullptr);
    return second == text ? "" : say("'", text, "' reads back as '", second, "'");
}

}  // namespace

std::string check_ptx(std::string_view bytes) {
    for (const std::string& instruction : instructions_in(bytes))
        if (const auto line = parse_mma_line(instruction); !line)
            if (const std::string wrong = wrong_sentence(line.why); !wrong.empty()) return wrong;
    const auto line = parse_mma_line(bytes);
    if (!line) return wrong_sentence(line.why);
    const auto again = parse_mma_line(line->text);
    if (!again) return say("the text of the parsed instruction is refused: ", again.why);
    if (again->text != line->text) return say("the text of the parsed instruction reads back as '", again->text, "'");
    return first_of(wrong_parts(*line), wrong_verdicts(*line), wrong_variant(*line));
}

}  // namespace tilescope::fuzz
