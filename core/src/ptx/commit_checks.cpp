// core/src/ptx/commit_checks.cpp -- checks the CTA mask of tcgen05.commit and mbarrier instructions with multicast.
// SPDX-License-Identifier: MIT
#include "parts.h"

namespace tilescope::ptx {

// The assembler checks all bits of this number. For other operands it checks only the low 32 bits.
Refusal check_mask(const MmaLine& line) {
    const Qualifier* multicast = find_family(line, Family::multicast);
    const MmaOperand* mask = line.operand(OperandRole::cta_mask);
    if (!multicast || !mask || mask->form != OperandForm::number) return {};
    const auto value = immediate(mask);  // no value: more than 64 bits
    const bool wide = multicast->text.ends_with("::32b");
    const std::int64_t most = wide ? 0xffff'ffff : 0xffff;
    if (value && *value >= 0 && *value <= most) return {};
    return outside(*mask, "L99", say("0 to ", hex(static_cast<std::uint64_t>(most)), ", one bit for each CTA"));
}

}  // namespace tilescope::ptx
