// app/io/dump_file.h -- reads a D that a kernel left: a .npy file in one of the types to which kernels convert D.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/study/dump.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

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
