// app/io/npy.h -- matrices in files: NumPy .npy, one array of a .npz, raw words; those of recipes, and dumps of D.
// SPDX-License-Identifier: MIT
//
// The reader accepts versions 1.0 to 3.0, C and Fortran order, one dimension (a row) or two, and these types:
//
//     <f2 <f4 <f8              numbers. The reader rounds them to the nearest number of the element type, ties to even.
//                              What is too large becomes an infinity or, without one, the largest number. <f2 for f16
//                              and <f4 for f32 keep their bits. So does <f4 for tf32: it is an f32 in memory, and the
//                              MMA ignores the 13 low bits. <f8 for tf32 is rounded to f32.
//     |b1 |i1 <i2 <i4 <i8      whole numbers. The reader rounds them as well.
//     |u1 <u2 <u4              raw words, if a word of the element type has this number of bytes. Else whole numbers.
//
// So |u1 is raw for scale factors and for float types of 4 to 8 bits, <u2 for f16 and bf16, <u4 for tf32 and f32.
// Example: 0x3f80 in a <u2 file is 1 for bf16. Integer types accept whole numbers in their range only, never raw words.
// Each entry of the file is one element: the reader does not unpack packed fp4.
//
// Source: NumPy, numpy.lib.format (format specification, versions 1.0 to 3.0).
//
//     load_array("a.npy", size)          a NumPy file
//     load_array("gemm.npz:a", size)     the array a of an archive of NumPy
//     load_array("a.bin", size)          words of the width of the type, row by row, little endian
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/results.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/study/dump.h>

#include <stop_token>

namespace tilescope::io {

// Reads the bytes of a .npy file as words of `type` (as in RecipeSize).
// Errors: the bytes are not a complete .npy file; the values have another type; more than two dimensions; more than
// 2^24 values; a value that `type` cannot represent.
Answer<RecipeWords> npy_from_bytes(std::string_view bytes, std::string_view type);
inline constexpr std::uint64_t kMostNpyBytes = 256u << 20;  // of a file

// What the header of a .npy file says.
struct NpyKind {
    std::string descr;  // "<f4": one of the types above
    unsigned rows = 0, columns = 0;
};
// Errors: those of npy_from_bytes() that do not depend on the values.
Answer<NpyKind> npy_kind(std::string_view bytes);

// Returns the values of a file of numbers (<f2, <f4 or <f8), row by row, without rounding.
// Errors: those of npy_from_bytes(), and a file of whole numbers or raw words.
Answer<std::vector<double>> npy_numbers(std::string_view bytes);

// Returns a .npy file that npy_from_bytes() reads back as the same words: <f4 for f32, <f2 for f16, <i4 for s32, |i1
// for s8, raw words for other types. Requires: a valid type, and rows x columns words.
std::string npy_to_bytes(const RecipeWords& matrix, std::string_view type);
Answer<void> save_npy(const std::string& path, const RecipeWords& matrix, std::string_view type);

// Whether a file of this name has arrays of NumPy: .npy or .npz.
bool is_array_name(std::string_view path);

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

// ---- the model of a session whose recipes can name files

// If the recipe of an operand of the form names a .npy file, reads the file as words of the operand's type. Relative
// names start at `folder`. A refusal names the operand and the error in its file.
Answer<RecipeFiles> read_recipe_files(const Derived& derived, const std::string& folder);

// Reads the files, then builds the job with their words and the recorded memory.
JobAnswer job_with_files(const Derived& derived, const std::string& folder);

// Compares the emulation with the recorded D of its session, if it has one. Relative names begin at `folder`.
void compare_with_recorded(Results& results, const std::string& folder);

// Runs the model and, if asked, looks for repairs; returns when it is done. Relative names of recipe files begin at
// `folder`. Results::refused has the reason if the model cannot run. After a stop, nobody may use the results. Without
// a loop in `tools`, it has threads of its own. `rows` is set to the number of rows as soon as it is known.
Results emulated(const Derived& derived, const std::string& folder, bool with_repairs = true, EmulatorTools tools = {},
                 std::atomic<unsigned>* rows = nullptr);

// ---- a D that a kernel left: a .npy file in one of the types to which kernels convert D

struct DumpFile {
    Dump dump;
    std::string notes;  // how the file was read: "<u2 is read as bf16.", "The file has D transposed."; often empty
    std::vector<double> exact = {};  // the values of a <f8 file, row by row, if some of them are no f32; else empty
};

// The values of the file decide the type:
//
//     D f32    <f4, <f8, <u4 (bits)    f32        <f2    f16        <u2, <i2 (bits)    bf16
//     D f16    <f2, <u2, <i2 (bits)    f16        <f4, <f8    f32
//     D s32    whole numbers, <u4 (bits)
//
// Errors: the file is no .npy file, has another shape than D and than D transposed, or has values of another type.
Answer<DumpFile> dump_from_bytes(std::string_view bytes, const Emulation& emulation);
// The same for a file or a pipe that the user named; "-" is standard input. A .npz file has the array d, and a .bin
// file the words of D, row by row.
Answer<DumpFile> load_dump(const std::string& path, const Emulation& emulation);

}  // namespace tilescope::io
