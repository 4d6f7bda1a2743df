// tests/fuzz/npy_fuzz.cpp -- .npy files: in each type, the words that were read are written and read back as the same.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "app/io/npy.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>

namespace tilescope::fuzz {
namespace {

std::string wrong_as(std::string_view bytes, std::string_view type) {
    const auto matrix = io::npy_from_bytes(bytes, type);
    if (!matrix) return wrong_sentence(matrix.why);
    if (matrix->words.size() != std::size_t{matrix->rows} * matrix->columns)
        return say(type, ": the number of words is not rows x columns");
    const auto again = io::npy_from_bytes(io::npy_to_bytes(*matrix, type), type);
    if (!again) return say(type, ": the written file is refused: ", again.why);
    const bool same = again->words == matrix->words && again->rows == matrix->rows && again->columns == matrix->columns;
    return same ? "" : say(type, ": the written file reads back as different words");
}

}  // namespace

std::string check_npy(std::string_view bytes) {
    std::string out;
    for (const FloatFormat& f : kFloats) out = first_of(out, wrong_as(bytes, f.id));
    for (const IntegerType& i : kIntegerTypes) out = first_of(out, wrong_as(bytes, i.id));
    return out;
}

}  // namespace tilescope::fuzz
