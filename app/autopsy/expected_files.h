// app/autopsy/expected_files.h -- the A, B and D that the user expects, from array files.
// SPDX-License-Identifier: MIT
//
// The names are as of io/npy.h: "a.npy", "gemm.npz:a", "a.bin". Memory has each element as it is in the file where the
// file has words: .bin, <u1 to <u4, and numbers of the width of the element. Numbers of another width, such as <f4 for
// f16, are rounded to the type that the instruction reads.
// Codes of less than 8 bits are in |u1 or .bin: one a byte, or as many as a byte has, the first one in the low bits.
#pragma once

#include <tilescope/autopsy/diagnose.h>
#include <tilescope/base/answer.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::autopsy {

// Empty: not given. `archive` has a, b and d for those that are not given.
struct ExpectedFiles {
    std::string a, b, d, archive;

    bool is_given() const { return !(a.empty() && b.empty() && d.empty() && archive.empty()); }
};

// Reads the files. Numbers of another width than the element are rounded to the type that the first understood
// instruction reads; with `stored`, those of A and B to that type, if it has the same width.
// Errors: a file cannot be read or is empty; bytes can be one code or several, or one is not a code; D as .bin has the
// size of no D that was seen; a value that the type cannot represent; a type is needed and no chain says it.
struct ExpectedRead {
    Expected arrays;
    // What `stored` can also be, if numbers of A or B were rounded: other types of the width, and "|u1" if the bytes of
    // a file can be those of the words. Empty: none were rounded.
    std::vector<std::string> other_types = {};
};
Answer<ExpectedRead> read_expected(const ExpectedFiles& files, std::span<const Chain> chains,
                                   std::string_view stored = {});

}  // namespace tilescope::autopsy
