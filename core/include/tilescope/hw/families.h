// core/include/tilescope/hw/families.h -- the families of MMA instructions: what each one reads, and from where.
// SPDX-License-Identifier: MIT
//
// Code never asks which family it has. It asks the row what it needs to know:
//
//     const FamilyRow& family = family_of(session);                    archs.h: of a target; session.h: of a session
//     find_format(family.smem, {}, edition)                            the words of A and B
//     if (family.idesc) ...                                            an instruction descriptor is read
//     d.in_smem ? "shared memory" : name_of(family.a)                  "registers"
//
// To add a family, add a row to kFamilies, a feature to features.h and a target to archs.h. A row that leaves out a
// column does not compile. tests/next/rows.cmake has a third row as an example. Readers of its text ask for an Opcode:
// docs/extend.md names them.
#pragma once

#include <tilescope/hw/features.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/swizzle_modes.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// Where the instruction has a matrix that is not in shared memory.
enum class Storage : std::uint8_t { tensor_memory, registers };
constexpr std::string_view name_of(Storage s) { return s == Storage::registers ? "registers" : "tensor memory"; }

// Which rows of the table of sums belong to the family (emulator/profile.h). Families can share a unit.
enum class Unit : std::uint8_t { tcgen05, wgmma };

// No column has a default, so that a row without it does not compile. A new question is a new column.
struct FamilyRow {
    std::string_view id;           // "wgmma"
    std::string_view instruction;  // "tcgen05.mma", in sentences
    std::string_view opcode;       // "wgmma.mma_async", in the text of the instruction
    std::string_view chip;         // "Hopper": the generation, in the window
    Feature feature;               // the targets that have it
    std::string_view target;       // the one that is chosen if nobody chose one: "sm_90a"

    // The words. PTX ISA 9.1, 9.7.16.4 (tcgen05) and 9.7.15.5.1.2 (wgmma).
    std::string_view smem;     // id of the format of the shared-memory descriptors of A and B
    int SwizzleRow::*swizzle;  // the codes of the swizzle modes in this format
    bool idesc;                // an instruction descriptor is read; else the name has the shape, the types and .sp
    bool zero_mask;            // forms with .ws have a zero-column mask

    // Where the matrices are; B is always in shared memory. PTX ISA 9.1, 9.7.16.2 and 9.7.15.5.1.
    Storage a;         // A, if it is not in shared memory
    Storage d;         // D
    Storage metadata;  // the metadata of a sparse A

    // The forms. PTX ISA 9.1, 9.7.16.10.9 (tcgen05.mma) and 9.7.15.5.2 (wgmma.mma_async).
    bool KindRow::*kinds;       // which kinds it has, or the types of which kinds; null: the target says which
    bool KindRow::*transposes;  // which of them accept A and B MN-major
    bool names_kind;            // .kind:: is in the text
    bool pairs;                 // .cta_group: two CTAs can share an MMA
    bool lane_mask;             // disable-output-lane
    bool scale_factors;         // block-scaled kinds
    bool single_bits;           // .b1: elements of one bit
    unsigned m;                 // the M of every instruction; 0: several (shapes.h)
    bool pieces;       // a tile can have several instructions along M and N, with words that differ in the start
    unsigned threads;  // threads that issue it together: a warpgroup, or one

    // What it computes and reads where no document says it.
    Unit unit;                   // which unit sums
    bool zeros_below;            // shared memory below the bytes of the CTA reads as 0
    bool every_code;             // it is known what every code of the metadata selects, also an illegal one
    const SmemOutside* outside;  // the sentences about addresses outside of the CTA, with their certainty

    // Whether a GPU was asked what it reads where no document says it.
    constexpr bool was_measured() const { return outside->certainty.measurement() != nullptr; }
    // How many CTAs share an MMA whose form has this .cta_group.
    constexpr unsigned ctas(unsigned cta_group) const { return pairs ? cta_group : 1; }
};

// clang-format off
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wmissing-field-initializers"
inline constexpr FamilyRow kFamilies[] = {
    {.id = "tcgen05", .instruction = "tcgen05.mma", .opcode = "tcgen05.mma", .chip = "Blackwell", .feature = Feature::tcgen05, .target = "sm_100a",
     .smem = "smem", .swizzle = &SwizzleRow::tcgen05, .idesc = true, .zero_mask = true,
     .a = Storage::tensor_memory, .d = Storage::tensor_memory, .metadata = Storage::tensor_memory,
     .kinds = nullptr, .transposes = &KindRow::transposes, .names_kind = true, .pairs = true, .lane_mask = true, .scale_factors = true, .single_bits = false,
     .m = 0, .pieces = false, .threads = 1,
     .unit = Unit::tcgen05, .zeros_below = false, .every_code = false, .outside = &kOutsideTcgen05},
    {.id = "wgmma", .instruction = "wgmma", .opcode = "wgmma.mma_async", .chip = "Hopper", .feature = Feature::wgmma, .target = "sm_90a",
     .smem = "wgmma", .swizzle = &SwizzleRow::wgmma, .idesc = false, .zero_mask = false,
     .a = Storage::registers, .d = Storage::registers, .metadata = Storage::registers,
     .kinds = &KindRow::wgmma, .transposes = &KindRow::wgmma_transposes, .names_kind = false, .pairs = false, .lane_mask = false, .scale_factors = false, .single_bits = true,
     .m = 64, .pieces = true, .threads = 128,
     .unit = Unit::wgmma, .zeros_below = true, .every_code = true, .outside = &kOutsideWgmma},
};
#pragma GCC diagnostic pop
// clang-format on

// Returns the family with the feature, or null.
constexpr const FamilyRow* family_with(Features features) {
    for (const FamilyRow& f : kFamilies)
        if (features.has(f.feature)) return &f;
    return nullptr;
}

// Returns the first family whose sums the unit makes.
constexpr const FamilyRow& family_summing(Unit unit) {
    for (const FamilyRow& f : kFamilies)
        if (f.unit == unit) return f;
    return kFamilies[0];
}

// Returns the family whose shared-memory descriptors have this format, or null: family_reading("wgmma").
constexpr const FamilyRow* family_reading(std::string_view format) {
    return row_with(kFamilies, format, &FamilyRow::smem);
}

// Returns the mode with this code in a descriptor of the family, or null if the code has no meaning.
constexpr const SwizzleRow* mode_with_code(const FamilyRow& family, std::uint64_t raw) {
    for (const SwizzleRow& row : kSwizzleModes)
        if (row.*family.swizzle != kNoCode && static_cast<std::uint64_t>(row.*family.swizzle) == raw) return &row;
    return nullptr;
}

}  // namespace tilescope
