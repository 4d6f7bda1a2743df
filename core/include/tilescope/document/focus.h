// core/include/tilescope/document/focus.h -- the object under the pointer, and the same object in all other views.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/session.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tilescope {

struct Derived;

// The matrices. Only A and B are operands.
enum class Matrix : std::uint8_t { a, b, d };
inline constexpr Matrix kMatrices[] = {Matrix::a, Matrix::b, Matrix::d};
constexpr std::string_view name_of(Matrix m) { return m == Matrix::a ? "A" : m == Matrix::b ? "B" : "D"; }
constexpr Matrix matrix_of(Operand o) { return pick(o, Matrix::a, Matrix::b); }
constexpr std::optional<Operand> operand_of(Matrix m) {  // empty for D
    if (m == Matrix::d) return std::nullopt;
    return m == Matrix::a ? Operand::a : Operand::b;
}

struct BitFocus {
    WordId word;
    unsigned bit;
    friend bool operator==(const BitFocus&, const BitFocus&) = default;
};
struct ElementFocus {
    Matrix matrix;  // A is (m, k), B is (n, k), D is (m, n)
    int row, column;
    friend bool operator==(const ElementFocus&, const ElementFocus&) = default;
};
struct ByteFocus {
    unsigned cta;           // 0, or 1 for the second CTA of a pair
    std::uint32_t address;  // shared memory, after the swizzle
    friend bool operator==(const ByteFocus&, const ByteFocus&) = default;
};
struct MaskFocus {
    unsigned column;  // column of the zero-column mask, which is a column of D
    friend bool operator==(const MaskFocus&, const MaskFocus&) = default;
};
struct CellFocus {
    unsigned cta, lane, column;  // a cell of Tensor Memory
    friend bool operator==(const CellFocus&, const CellFocus&) = default;
};
struct ScaleFocus {
    Operand operand;       // the operand that it scales
    unsigned row, factor;  // index of the scale factor along K of the tile
    friend bool operator==(const ScaleFocus&, const ScaleFocus&) = default;
};
struct CodeFocus {
    unsigned row, code;  // metadata of a sparse A: the row of A in all CTAs, the index of the code in one instruction
    friend bool operator==(const CodeFocus&, const CodeFocus&) = default;
};
using Focus =
    std::variant<std::monostate, BitFocus, ElementFocus, ByteFocus, MaskFocus, CellFocus, ScaleFocus, CodeFocus>;

// The focused object in all views. Each view highlights its list and computes nothing.
struct Trace {
    std::vector<BitFocus> bits;
    std::vector<ElementFocus> elements;
    std::vector<ByteFocus> bytes;
    std::vector<MaskFocus> columns;
    std::vector<CellFocus> cells;
    std::vector<ScaleFocus> factors;
    std::vector<CodeFocus> codes;
    std::string sentence;              // for the status line and `explain`
    std::vector<std::string> details;  // lines of the inspector: bytes, line, bank, the address as a sum, the XOR
    std::optional<Certainty> certainty = {};  // of a place in the registers of wgmma
};

// Finds an object in all views:
//
//     trace(d, ElementFocus{Matrix::a, 3, 24}).sentence
//     // "A[3][24]: byte 0x580, chunk 0 of 128-byte line 11, bank 0, K step 1"
//
//     focus            result
//     element          all bytes that it occupies
//     element of D     its row of A and column of B in one K step, with their bytes; its cell, its factors, its sum
//     byte             the elements at this byte, and the cells of D that they feed
//     bit of a word    the elements whose address the bit moves (lists 64 at most; the sentence has the total number)
//     mask column      the column of B that it reads
//     scale factor     the elements that it scales, its byte and its cells
//     metadata code    the stored elements of A whose positions it gives, and its cells
//
// `k_step` is the K step that an element of D shows. For an element outside the tile or a word that is not used, the
// trace contains only a sentence.
Trace trace(const Derived& derived, const Focus& focus, unsigned k_step = 0);

}  // namespace tilescope
