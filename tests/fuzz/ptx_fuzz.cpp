// tests/fuzz/ptx_fuzz.cpp -- lines of PTX: parts lie in the line, the variant survives being written, verdicts are
// sentences.
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
        if (!lies_in(q.span, line.text)) return say("the qualifier '", q.text, "' lies outside the line");
    for (const MmaOperand& o : line.operands)
        if (!lies_in(o.span, line.text)) return say("the operand '", o.text, "' lies outside the line");
    return {};
}

std::string wrong_verdicts(const MmaLine& line) {
    for (const ArchRow& arch : kArchs) {
        const Acceptance verdict = accept(line, arch.id);
        if (verdict.accepted != verdict.why.empty()) return say(arch.id, ": a verdict and no reason, or both");
        if (verdict.accepted) continue;
        if (!lies_in(verdict.span, line.text)) return say(arch.id, ": the verdict points outside the line");
        if (const std::string wrong = wrong_sentence(verdict.why); !wrong.empty()) return wrong;
    }
    return {};
}

// What a line says, written and read again, is what it said.
std::string wrong_variant(const MmaLine& line) {
    if (line.opcode != Opcode::mma) return {};
    const Variant variant = variant_of(line);
    const std::string text = mma_text(variant, line.operand(OperandRole::zero_mask) != nullptr);
    const auto again = parse_mma_line(text);
    if (!again) return say("'", text, "' is written and not read: ", again.why);
    const std::string second = mma_text(variant_of(*again), again->operand(OperandRole::zero_mask) != nullptr);
    return second == text ? "" : say("'", text, "' is read as '", second, "'");
}

}  // namespace

std::string check_ptx(std::string_view bytes) {
    for (const std::string& instruction : instructions_in(bytes))
        if (const auto line = parse_mma_line(instruction); !line)
            if (const std::string wrong = wrong_sentence(line.why); !wrong.empty()) return wrong;
    const auto line = parse_mma_line(bytes);
    if (!line) return wrong_sentence(line.why);
    const auto again = parse_mma_line(line->text);
    if (!again) return say("the instruction alone is refused: ", again.why);
    if (again->text != line->text) return say("the instruction alone is read as '", again->text, "'");
    return first_of(wrong_parts(*line), wrong_verdicts(*line), wrong_variant(*line));
}

}  // namespace tilescope::fuzz
