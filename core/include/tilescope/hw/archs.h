// core/include/tilescope/hw/archs.h -- targets: what they have, and which forms of the instruction they take.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <string>
#include <string_view>

namespace tilescope {

struct ArchRow {
    std::string_view id;
    bool tcgen05, wgmma;
    bool exact;             // an 'a' target: has what is not in the family
    bool i8;                // kind i8
    bool k96;               // K = 96 and the absolute leading mode
    std::string_view ptx;   // lowest PTX version with tcgen05 (wgmma) on it; empty: none has
    unsigned address_bits;  // of start and LBO fields, the 4 dropped ones included
    Edition since;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};

// clang-format off
inline constexpr ArchRow kArchs[] = {
    //  id        tcgen05 wgmma  exact  i8     k96    ptx    bits  since
    {"sm_90a",    false,  true,  true,  true,  false, "8.0", 18,   Edition::v9_1, "PTX ISA 9.1, 9.7.15; ptxas 13.0.88"},
    {"sm_100a",   true,   false, true,  true,  false, "8.6", 18,   Edition::v9_1, "PTX ISA 9.1, 9.7.16; ptxas 13.0.88"},
    {"sm_100f",   true,   false, false, false, false, "8.8", 18,   Edition::v9_1, "PTX ISA 9.1, 9.7.16; ptxas 13.0.88"},
    {"sm_103a",   true,   false, true,  false, true,  "8.8", 18,   Edition::v9_1, "PTX ISA 9.1, 9.7.16; ptxas 13.0.88"},
    {"sm_103f",   true,   false, false, false, false, "8.8", 18,   Edition::v9_1, "PTX ISA 9.1, 9.7.16; ptxas 13.0.88"},
    {"sm_110a",   true,   false, true,  true,  false, "9.0", 18,   Edition::v9_1, "PTX ISA 9.1, 9.7.16; ptxas 13.0.88"},
    {"sm_110f",   true,   false, false, false, false, "9.0", 18,   Edition::v9_1, "PTX ISA 9.1, 9.7.16; ptxas 13.0.88"},
    {"sm_120a",   false,  false, true,  false, false, "",    18,   Edition::v9_1, "PTX ISA 9.1, 9.7.15 and 9.7.16 (neither instruction); ptxas 13.0.88"},
    {"sm_121a",   false,  false, true,  false, false, "",    18,   Edition::v9_1, "PTX ISA 9.1, 9.7.15 and 9.7.16 (neither instruction); ptxas 13.0.88"},
    {"sm_107a",   true,   false, true,  true,  true,  "9.4", 19,   Edition::v9_4, "PTX ISA 9.4; the formula there still masks 18 bits (contradiction X12)", Certainty::secondary},
};
// clang-format on

// The targets that stand for their generation.
inline constexpr std::string_view kHopper = "sm_90a", kBlackwell = "sm_100a";

constexpr const ArchRow* arch_named(std::string_view id) {
    for (const ArchRow& a : kArchs)
        if (a.id == id) return &a;
    return nullptr;
}

// The row, or a sentence that lists the targets of the edition.
Answer<const ArchRow*> find_arch(std::string_view id, Edition edition);

// A form of tcgen05.mma, or of wgmma.mma_async, as far as its text decides.
struct FormQuery {
    std::string_view kind = "f16";
    bool ws = false, sparse = false;
    bool wgmma = false;
};

// Empty where the target's assembler takes the form, else why not.
std::string why_not_on(const ArchRow& arch, const FormQuery& form);

}  // namespace tilescope
