// core/include/tilescope/study/tile_form.h -- a tile as the author of a kernel says it, and the session that has it.
// SPDX-License-Identifier: MIT
//
//     TileForm form = tile_form_of(derived, Operand::a);      A of tcgen05, f16, 128 x 64, K-major, 128B, at 0x400
//     form.swizzle = SwizzleMode::b64;
//     const auto session = with_tile(derived, form);          its memory and its words have a 64B swizzle
//     step_words(derive(*session), Operand::a)                the word of each K step (document/step_words.h)
#pragma once

#include <tilescope/document/derive.h>
#include <tilescope/document/step_words.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

struct TileForm {
    Operand operand = Operand::a;
    const FamilyRow* family = &kFamilies[0];  // never null, as the type
    const ElementType* type = &kElementTypes[0];
    unsigned rows = 128, columns = 64;  // M or N of one CTA, and K, of the whole tile
    Major major = Major::k;
    SwizzleMode swizzle = SwizzleMode::b128;
    std::uint32_t start = 0x400;  // bytes
    AtomOrder order = AtomOrder::mn_first;

    friend bool operator==(const TileForm&, const TileForm&) = default;
};

// Returns the operand as its words say it.
// Requires: the operand is placed.
TileForm tile_form_of(const Derived& d, Operand operand);

// Returns the session with this tile, its words written for it: only what the form changes is another one, and what
// follows from that (the kind of the type, a memory of the other operand that would be overwritten).
// Errors: no instruction reads such a tile. The reason is one or two sentences: what is wrong and what would be right.
Answer<Session> with_tile(const Derived& now, const TileForm& form);

// Returns the form with one value changed so that with_tile() takes it: a size or the start, else the major, the
// swizzle or the order (first what is as in `now`), else the elements; or with two of major, swizzle and order changed.
// Nothing: that is not enough. Derives up to some dozens of sessions.
std::optional<TileForm> nearest_tile(const Derived& now, const TileForm& form);

// "rows 64", "K-major and 64B": what differs in the second form.
std::string differences(const TileForm& from, const TileForm& to);

// The memory of a pipeline: tiles follow each other along M or N (as one tile with more rows), and so do the stages.
struct TileBuffer {
    unsigned stages = 1, row_blocks = 1;
    friend bool operator==(const TileBuffer&, const TileBuffer&) = default;
};
// Returns the words of all tiles: stage by stage, in each by row block and piece, in each of these by K step. Of one
// tile: step_words().
// Errors: as step_words(); or the words of the session do not say where the next tile begins.
Answer<std::vector<StepWord>> buffer_words(const Derived& d, Operand operand, const TileBuffer& buffer);

// Returns the types that the family reads in shared memory, in the order of kElementTypes. Types of one bit are left
// out: no kind names them.
std::vector<const ElementType*> types_of(const FamilyRow& family, const Session& session);

}  // namespace tilescope
