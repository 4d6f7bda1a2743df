// core/src/code/triton_parts.h -- the parts of Triton's texts: operands in shared memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "parts.h"

#include <tilescope/notation/triton_layout.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::code::triton {

// One operand as Triton describes it.
struct Matrix {
    TritonMemdesc memory;
    std::string_view gluon;
    std::string bases;  // of a SharedLinearLayout: "[[0, 1], [0, 2]]"; empty: `memory` has an NVMMASharedLayout
};

// Triton's memdesc of an operand: A is M x K and B is K x N. It is the matrix of both CTAs of a pair.
// Errors: Triton has no layout that gives the words of the session.
Answer<Matrix> matrix_of(Lines& out, const Derived& d, Operand o);

// "A_LAYOUT = gl.NVMMASharedLayout(...)", with the type and the shape.
void write_gluon(Lines& out, std::string_view name, const Matrix& m);

// "#ttg.nvmma_shared<{...}>"; "!ttg.memdesc<128x64xf16, #shared, #smem, mutable>", where `encoding` is "#shared".
std::string encoding_text(const Matrix& m);
std::string memdesc_text(const Matrix& m, std::string_view encoding);

// "128x64"
std::string shape_text(const std::vector<unsigned>& shape, std::string_view between);

// How the two CTAs of a pair cut a matrix, as CTA bases of Triton: A and D by rows, B by columns. Empty: one CTA.
std::string_view bases_of(const std::vector<unsigned>& parts);

}  // namespace tilescope::code::triton
