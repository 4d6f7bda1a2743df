// core/src/ptx/number_checks.cpp -- checks numbers of tcgen05: columns of .alloc and .dealloc, the CTA mask of .commit.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/hw/memory.h>

namespace tilescope::ptx {
namespace {

// The assembler keeps 32 bits of the number.
std::optional<std::uint32_t> columns_in(const MmaLine& line) {
    const auto value = immediate(line.operand(OperandRole::columns));
    return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

// "32, 64, 128, 256 or 512"
std::string allocations() {
    std::string out = say(kTmem.granule);
    for (unsigned columns = kTmem.granule * 2; columns <= kTmem.columns; columns *= 2)
        out += say(columns == kTmem.columns ? " or " : ", ", columns);
    return out;
}

}  // namespace

// Up to 13.1 the assembler accepts any multiple of 32 for tcgen05.dealloc.
bool has_loose_columns(const MmaLine& line) {
    const auto columns = columns_in(line);
    return line.opcode == Opcode::dealloc && columns && !find_family(line, Family::exclusive) &&
           !is_allocation(*columns);
}

// PTX ISA 9.4, tcgen05.alloc. With .exclusive the assembler has no upper limit; rule L104 checks it.
Refusal check_columns_of(const MmaLine& line) {
    const auto columns = columns_in(line);
    if (!columns) return {};
    const MmaOperand& o = *line.operand(OperandRole::columns);
    const bool multiple = *columns % kTmem.granule == 0;
    if (find_family(line, Family::exclusive)) {
        if (multiple && *columns != 0) return {};
        return outside(o, "L78", say("a multiple of ", kTmem.granule, " that is not 0"));
    }
    if (is_allocation(*columns) || (line.opcode == Opcode::dealloc && multiple)) return {};
    return outside(o, "L78", allocations());
}

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
