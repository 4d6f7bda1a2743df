// core/src/emulator/emulation_parts.h -- the steps of an emulation, and the fields of the words of an instruction.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/archs.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescope {

// Returns the part of the reference operands that the steps of the job cover: some columns of K of all operands.
ReferenceOperands reference_columns(const EmulatorJob& job, const MmaShape& shape);

// Fills in verdicts, counts, distances in ULP, and the pattern. `columns` is the result of reference_columns().
// Requires for both: `out` has the words of D and what was read.
void judge(Emulation& out, const EmulatorJob& job, const ReferenceOperands& columns);

// Adds notes about reads outside of written memory, copies that differ, illegal codes and unknown behavior.
void take_notes(Emulation& out, const EmulatorJob& job);

// ---- the fields of the words of an instruction by name ----

// Return the format table of a word. The result is null if the edition does not have the kind.
inline const Format* idesc_format_of(const MmaInstruction& i) { return idesc_format(i.variant.kind, i.edition); }
inline const Format& smem_format_of(const MmaInstruction& i) {
    return **find_format(family_of(i.arch).smem, {}, i.edition);
}

// Return 0 if the table has no such field. Fields of an instruction have at most 32 bits.
inline unsigned raw_in(const Format& format, std::uint64_t word, std::string_view id) {
    return static_cast<unsigned>(raw_or_0(format, word, id));
}
inline unsigned value_in(const Format& format, std::uint64_t word, std::string_view id) {
    return static_cast<unsigned>(value_or_0(format, word, id));
}
// Returns an empty name if the bits have no meaning or the table has no such field.
inline std::string_view name_of_value(const Format& format, std::uint64_t word, std::string_view id) {
    const Field* f = find_field(format, id);
    return f ? name_in(f->names, get_field(*f, word)) : std::string_view();
}

// Returns the byte below which the instruction reads 0 from shared memory, whatever is written there.
inline std::uint64_t zeros_below(const MmaInstruction& i) {
    const ArchRow* arch = arch_named(i.arch);
    return arch != nullptr && family_of(*arch).zeros_below && !i.from_zero ? smem_begin(*arch) : 0;
}

// Converts factors or codes to one byte each, as the product needs them.
inline std::vector<std::uint8_t> as_bytes(const std::vector<std::uint32_t>& words) {
    std::vector<std::uint8_t> out;
    out.reserve(words.size());
    for (const std::uint32_t word : words) out.push_back(static_cast<std::uint8_t>(word & 0xff));
    return out;
}

}  // namespace tilescope
