// app/io/npy.h -- matrices as NumPy's .npy files: values for operands, results for other programs.
// SPDX-License-Identifier: MIT
//
// Read are versions 1.0 to 3.0, C and Fortran order, one or two dimensions (one is a row), and these types:
//
//     <f2 <f4 <f8              numbers, rounded to the nearest of the element type; of its own width, kept bit for bit
//     |b1 |i1 <i2 <i4 <i8      whole numbers, rounded as well
//     |u1 <u2 <u4              raw words where a word of the element type takes as many bytes, else whole numbers
//
// So |u1 is raw for float types of 4 to 8 bits and scale factors, <u2 for f16 and bf16, <u4 for tf32 and f32; 0x3f80 in
// a <u2 file is 1 for bf16. Integer types take whole numbers in their range alone, never raw words. An entry is one
// element: packed fp4 is not unpacked.
//
// Source: NumPy, numpy.lib.format (format specification, versions 1.0 to 3.0).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/recipe.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// `type` as in RecipeSize. Refused with a sentence: what is no .npy file or stops early, values of other types, more
// than two dimensions, more than 2^24 values, a value that the type cannot hold.
Answer<RecipeWords> npy_from_bytes(std::string_view bytes, std::string_view type);
// The same of a regular file of at most 256 MiB; a refusal has its name in front.
Answer<RecipeWords> load_npy(const std::string& path, std::string_view type);

// What npy_from_bytes() reads back as the same words: <f4 for f32, <f2 for f16, <i4 for s32, |i1 for s8, raw words for
// others. Requires: a type that there is, as many words as rows x columns.
std::string npy_to_bytes(const RecipeWords& matrix, std::string_view type);
Answer<void> save_npy(const std::string& path, const RecipeWords& matrix, std::string_view type);

}  // namespace tilescope::io
