// tests/support/numerics_vectors.h -- published dot products: form, words in, word out, doubts.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/vectors.h"

#include <tilescope/emulator/dot.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::test {

// One row of numerics/*.csv in the words of DotInput: a bf16 lies in the high half of a file's eight digits.
struct NumericsRow {
    DotForm form;
    unsigned scale_vec = 0;  // 1, 2, 4; 0: none
    std::vector<std::uint32_t> a, b, meta;
    std::vector<std::uint8_t> scale_a, scale_b, codes;  // codes: those of meta, one an entry
    std::uint32_t c = 0, d = 0;
    std::string path, tags;  // "g16;mmasim"

    DotInput input() const;
};
NumericsRow numerics_row(const Vectors& file, std::size_t row);

}  // namespace tilescope::test
