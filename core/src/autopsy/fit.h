// core/src/autopsy/fit.h -- which word reads the right elements from the recorded memory.
// SPDX-License-Identifier: MIT
//
// The right elements are a slice of an expected matrix. Their chunks are looked up in memory, so each field follows
// from places: start from a chunk of the first rows, sbo and lbo from a chunk one stride away. Then every chunk is
// compared. So a word that is returned reads exactly the slice, however the writer came to this layout.
#pragma once

#include "chunks.h"

#include <tilescope/word/field.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tilescope::autopsy {

// The chunks of an operand in one majorness and swizzle mode, in the order of their first elements. The address of
// chunk i before the XOR: start + fixed[i] + sbo x sbo[i] + lbo x lbo[i].
struct Walk {
    std::vector<Element> first;
    std::vector<std::uint32_t> fixed, sbo, lbo;
};

// The walks of an operand of one size.
class Walks {
public:
    // Of `layout`, only type, rows and columns count.
    explicit Walks(const SmemLayout& layout);
    const Walk& of(Major major, SwizzleMode mode) const {
        return all_[static_cast<std::size_t>(major)][static_cast<std::size_t>(mode)];
    }

private:
    std::array<std::array<Walk, std::size(kSwizzleModes)>, 2> all_;
};
std::uint32_t address_of(const Walk& walk, const SmemLayout& layout, std::size_t chunk);

// With the strides of a tile without gaps and overlaps, as far as an instruction uses them.
SmemLayout dense(SmemLayout layout);

// One operand of one step.
struct OperandRead {
    const Format* format = nullptr;  // of the word
    std::uint64_t word = 0;
    SmemLayout layout;  // of the word, with the rows and columns of the instruction
    const Memory* memory = nullptr;
    const Walks* walks = nullptr;

    const Walk& walk(const SmemLayout& l) const { return walks->of(l.major, l.mode); }
};

// The right chunks, in the order of a walk. `known` is 0 for a chunk that is not in the matrix.
struct Slice {
    std::vector<Chunk> chunks;
    std::vector<std::uint8_t> known;
    std::size_t count = 0;  // of known chunks
};
struct SliceStart {
    std::size_t row = 0, column = 0;
};
Slice slice_of(const MatrixView& view, const Walk& walk, Major major, SliceStart at);

// The number of known chunks that the layout does not read from this memory. Stops counting above `most`. Adds how many
// chunks it compared.
std::size_t wrong_chunks(const OperandRead& read, const Memory& memory, const SmemLayout& layout, const Slice& slice,
                         std::size_t most = ~std::size_t{0}, std::size_t* compared = nullptr);

// Fields of a word and the transpose bit, as a set: 1 << FaultField.
using FieldSet = unsigned;
constexpr FieldSet set_of(FaultField f) { return 1u << static_cast<unsigned>(f); }
FieldSet changed_fields(const SmemLayout& from, const SmemLayout& to);

inline constexpr std::size_t kMostPlaces = 8;  // of one content that are tried

struct Fit {
    SmemLayout layout;
    FieldSet changed = 0;   // compared with the word
    std::size_t wrong = 0;  // known chunks that it still does not read
};

// Returns the layouts that read the whole slice, those with the fewest changed fields first. Empty: none does.
std::vector<Fit> exact_fits(const OperandRead& read, const MatrixView& view, SliceStart at);

// Returns the layout that reads most of the slice. That of the word, unless another one has at most half of its wrong
// chunks.
Fit best_fit(const OperandRead& read, const MatrixView& view, SliceStart at);

// Rows that were written one after the other, `pitch` bytes apart, with an XOR: what a TMA copy or plain stores do. A
// word reads this only if the pitch is the width of its swizzle.
struct WrittenRows {
    SwizzleMode mode = SwizzleMode::none;
    Major major = Major::k;
    std::uint32_t start = 0, pitch = 0;
};
std::optional<WrittenRows> written_rows(const OperandRead& read, const MatrixView& view, SliceStart at);

}  // namespace tilescope::autopsy
