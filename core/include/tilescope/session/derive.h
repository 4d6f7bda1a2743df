// core/include/tilescope/session/derive.h -- everything that follows from a Session; pure, once per edit.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tmem_view.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/session/session.h>
#include <tilescope/session/tma_view.h>
#include <tilescope/session/wishes.h>
#include <tilescope/word/codec.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// One word with its table: what a card, the strip and the fields panel show.
struct WordView {
    WordId id = WordId::a_desc;
    const Format* format = nullptr;
    Decoded decoded;
    std::vector<Problem> problems;  // table and rules, worst first
    std::string summary;            // one line: "128B at 0x400", "128 x 96  f16 > f32", "3 zeroed, 4 used"
    bool used = true;
    std::string unused_reason;  // where not used: "Only .ws takes a zero-column mask."
};

// An operand in shared memory as its descriptor and the instruction descriptor place it.
struct OperandView {
    bool in_smem = true;  // false: A lies in Tensor Memory or in registers, and the rest is empty
    // Why no place in shared memory is known, a sentence: A lies elsewhere, or the swizzle code is in no manual. Then
    // `bytes` is empty, and of the layout only type, majorness, start and sizes mean something: nothing is drawn.
    std::string unplaced;
    bool placed() const { return unplaced.empty(); }
    SmemLayout layout;
    std::string type_note;             // where the idesc names no type: which one is drawn instead, and why
    std::vector<std::uint32_t> bytes;  // tile_map() of the layout: byte address of element row * columns + column
    unsigned mma_k = 16;               // columns one instruction reads
    bool overlaps = false;             // two elements share bits
    std::string overlap_note;          // "rows 0 and 8 share bytes"
};

// The instruction descriptor's bits under one kind.
struct KindView {
    std::string_view kind;
    std::string summary;        // "D f32  A f16  B f16  128 x 96", as far as the fields have a meaning
    std::string first_problem;  // empty: legal
    std::string problems;       // all of them, a line each
    std::size_t problem_count = 0;
    bool chosen = false;
};

struct TargetView {
    std::string_view arch;
    bool accepted = false;
    std::string why;  // needed PTX version, or the reason against it
};

// What the form could have besides; empty, or why no target of the edition takes it. Answered by the assembler's
// verdict on the form with that one thing changed and no other option.
struct FormChoices {
    std::string ws, pair, lane_mask, scale_d, ashift;
    std::vector<Variant> sizes;  // of scale factors: the form with each spelling that some target takes
};

struct PlacedProblem {
    WordId word;
    Problem problem;
    bool in_line = false;  // about the text of the instruction; `word` is then the one beside it, the idesc
};

struct Derived {
    std::uint64_t revision = 0;
    Session session;  // what all of it was derived from
    std::array<WordView, kWordCount> words;
    OperandView a, b;
    TmemView tmem;
    ZeroMask mask;
    unsigned mask_m = 128, mask_n = 64;
    MaskPicture mask_examples, mask_text;  // contradiction X1: both readings
    OperandPair<LayoutWish> wish;
    MaskWish mask_wish;
    OperandPair<TmaView> tma;
    std::vector<KindView> kinds;
    std::vector<TargetView> targets;
    FormChoices choices;
    std::string instruction;  // "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;"
    unsigned m = 0, n = 0, k = 0;
    std::string a_type, b_type, d_type;   // names, or "?" where the bits have no meaning
    std::vector<PlacedProblem> problems;  // of the instruction and all used words, worst first
    std::size_t rules_looked = 0;         // how many rows of rules looked

    const WordView& of(WordId id) const { return words[static_cast<std::size_t>(id)]; }
    const OperandView& of(Operand o) const { return pick(o, a, b); }
};

Derived derive(const Session& session, std::uint64_t revision = 0);

}  // namespace tilescope
