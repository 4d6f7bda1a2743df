// core/src/ptx/alloc_checks.cpp -- checks the number of columns of tcgen05.alloc and tcgen05.dealloc.
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

}  // namespace tilescope::ptx
