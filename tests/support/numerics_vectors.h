// tests/support/numerics_vectors.h -- published dot products: form, input words, result word, uncertain rules.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/vectors.h"

#include <tilescope/emulator/dot.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::test {

// One row of numerics/*.csv or silicon/h100_dots.csv, converted to the words of DotInput. The file stores a bf16 in the
// high half of eight digits.
struct NumericsRow {
    DotForm form;
    unsigned scale_vec = 0;  // 1, 2 or 4; 0: no scale factors
    std::vector<std::uint32_t> a, b, meta;
    std::vector<std::uint8_t> scale_a, scale_b, codes;  // codes: the codes in `meta`, one in each entry
    std::uint32_t c = 0, d = 0;
    bool has_c = true, negate_a = false, negate_b = false;  // no C: scale-d of wgmma was 0
    std::string path, tags;                                 // tags: "g16;mmasim"

    DotInput input() const;
};
NumericsRow numerics_row(const Vectors& file, std::size_t row);

}  // namespace tilescope::test
