// tests/support/kernel_faults.h -- kernels with one wrong field, for tests that compare their D with the right session.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/edit.h>
#include <tilescope/document/presets.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/word/codec.h>

#include <string_view>

namespace tilescope::test {

struct KernelFault {
    std::string_view name, preset;
    WordId word;
    std::string_view field;
    std::uint64_t raw;  // the wrong value
};
inline constexpr KernelFault kKernelFaults[] = {
    {"sbo", "k_major_128b_f16", WordId::b_desc, "sbo", 32},
    {"lbo", "k_major_none_f16", WordId::a_desc, "lbo", 8},
    {"swizzle", "k_major_64b_bf16", WordId::a_desc, "swizzle", 2},
    {"transpose", "mn_major_128b_bf16", WordId::idesc, "transpose_b", 0},
    {"type", "k_major_128b_e4m3", WordId::idesc, "a_type", 1},
    {"base offset", "k_major_128b_f16", WordId::b_desc, "base_offset", 3},
    {"negate", "k_major_128b_f16", WordId::idesc, "negate_a", 1},
};

// The session with the words that are intended, and values with which a wrong read shows.
inline Session intended(const KernelFault& fault) {
    Session s = find_preset(fault.preset)->session();
    for (const RecipeOf of : {RecipeOf::a, RecipeOf::b})
        s.recipe_of(of) = {.kind = RecipeKind::random, .seed = 7 + static_cast<std::uint32_t>(of)};
    return s;
}
// The session of the kernel: with the wrong field.
inline Session broken(const KernelFault& fault) {
    const Session s = intended(fault);
    return apply_edit(s, SetField{fault.word, &field_in(format_of(s, fault.word), fault.field), fault.raw, 0, true});
}

}  // namespace tilescope::test
