// app/io/array_file.h -- the values of an operand in a file: .npy, one array of a .npz, or raw words.
// SPDX-License-Identifier: MIT
//
//     load_array("a.npy", size)          a NumPy file
//     load_array("gemm.npz:a", size)     the array a of an archive of NumPy
//     load_array("a.bin", size)          words of the width of the type, row by row, little endian
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/recipe.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// Returns the file of such a name: "gemm.npz" of "gemm.npz:a".
std::string file_of_array(std::string_view name);

// Returns the bytes as of a .npy file. A refusal starts with the name. `size` is needed for .bin only.
// Errors: the file cannot be read; the archive has no such array; the file of words has another number of bytes.
Answer<std::string> array_bytes(const std::string& name, const RecipeSize& size = {});

// Returns the values as words of the type. Errors also: those of npy_from_bytes(). The shape is not compared.
Answer<RecipeWords> load_array(const std::string& name, const RecipeSize& size);

// Returns the name of the array `letter` of an archive: "gemm.npz:a", or "gemm.npz:A" if the archive has that. Empty:
// it has neither. Errors: the file is no archive.
Answer<std::string> array_in(const std::string& archive, char letter);

}  // namespace tilescope::io
