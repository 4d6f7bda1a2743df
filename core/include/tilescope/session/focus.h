// core/include/tilescope/session/focus.h -- what is pointed at, and the same thing in every other view.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/session.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tilescope {

struct Derived;

// What has elements. Only A and B are operands.
enum class Matrix : std::uint8_t { a, b, d };
inline constexpr Matrix kMatrices[] = {Matrix::a, Matrix::b, Matrix::d};
constexpr std::string_view name_of(Matrix m) { return m == Matrix::a ? "A" : m == Matrix::b ? "B" : "D"; }
constexpr Matrix matrix_of(Operand o) { return pick(o, Matrix::a, Matrix::b); }
constexpr std::optional<Operand> operand_of(Matrix m) {  // nothing for D
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
    unsigned column;  // of the zero-column mask: a column of D
    friend bool operator==(const MaskFocus&, const MaskFocus&) = default;
};
struct CellFocus {
    unsigned cta, lane, column;  // of Tensor Memory
    friend bool operator==(const CellFocus&, const CellFocus&) = default;
};
struct ScaleFocus {
    Operand operand;       // whose factor
    unsigned row, factor;  // factor counts along K, in the tile
    friend bool operator==(const ScaleFocus&, const ScaleFocus&) = default;
};
using Focus = std::variant<std::monostate, BitFocus, ElementFocus, ByteFocus, MaskFocus, CellFocus, ScaleFocus>;

// The same thing seen everywhere. Each view highlights its own list; no view works anything out.
struct Trace {
    std::vector<BitFocus> bits;
    std::vector<ElementFocus> elements;
    std::vector<ByteFocus> bytes;
    std::vector<MaskFocus> columns;
    std::vector<CellFocus> cells;
    std::vector<ScaleFocus> factors;
    std::string sentence;              // status line and `explain`
    std::vector<std::string> details;  // the inspector's lines: bytes, line, bank, the address as a sum, the XOR
};

// Finds the thing everywhere. An element has all bytes it occupies; a byte has one element of an operand, or several
// where strides overlap; a bit of a word has the elements whose address it moves (listed up to 64, then counted in the
// sentence); a mask column has the B column it reads. Elements outside the tile and words that are not used trace to
// nothing but a sentence.
Trace trace(const Derived& derived, const Focus& focus);

}  // namespace tilescope
