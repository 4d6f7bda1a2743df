// core/include/tilescope/document/derive.h -- everything that follows from a Session; recomputed after each edit.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/basis.h>
#include <tilescope/document/requests.h>
#include <tilescope/document/session.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/layout/tmem_view.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/word/codec.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// One word, decoded with its field table. The word's card, the bit strip and the fields panel show it.
struct WordView {
    WordId id = WordId::a_desc;
    const Format* format = nullptr;
    Decoded decoded;
    std::uint64_t unknown = 0;      // 1 for each unknown bit; `decoded` has 0 there
    std::uint64_t assumed = 0;      // 1 for each bit that nobody has given; `decoded` has the value of an example there
    std::vector<Problem> problems;  // from the field table and the rules, worst first
    std::string summary;            // one line: "128B at 0x400", "128 x 96  f16 > f32", "3 zeroed, 4 used"
    bool used = true;
    std::string unused_reason;  // if not used: "Not used without .ws. Only .ws forms accept a zero-column mask."

    // The stored value of a field; 0 if the format does not have it.
    std::uint64_t raw(std::string_view field) const { return raw_or_0(*format, decoded.word, field); }
    std::uint64_t unknown_in(const Field& field) const { return get_field(field, unknown); }
    std::uint64_t assumed_in(const Field& field) const { return get_field(field, assumed); }
    bool knows(std::string_view field) const {
        const Field* f = find_field(*format, field);
        return f == nullptr || unknown_in(*f) == 0;
    }
};

// The location of an operand in shared memory, from its descriptor and the instruction descriptor.
struct OperandView {
    bool in_smem = true;  // false: A is in Tensor Memory or in registers; only `unplaced` is set
    // The reason why the location in shared memory is not known: A is elsewhere, or no manual defines the swizzle code.
    // In this case `bytes` is empty, nothing is drawn, and only the type, majorness, start and sizes of `layout` are
    // valid. Empty if the location is known.
    std::string unplaced;
    bool placed() const { return unplaced.empty(); }
    SmemLayout layout;
    // The fields with unknown bits on which the places depend. If there are any, the operand is not placed, and
    // `unplaced` says which fields need a value.
    std::vector<FieldPlace> asks;
    // The start address has unknown bits: the operand is placed as if they were 0. Or the places depend on fields that
    // nobody has given (`assumes`). This sentence says so.
    std::string assumed;
    std::vector<FieldPlace> assumes;
    std::string type_note;             // if the idesc names no type: the type that is drawn instead, and why
    std::vector<std::uint32_t> bytes;  // tile_map() of the layout: byte address of element row * columns + column
    std::uint32_t first_byte = 0, last_byte = 0;  // of the elements that have a place; see extent()
    unsigned mma_k = 16;                          // columns of K that one instruction reads
    // The rows of one piece of the tile (Session::pieces); `layout` has those of all pieces. `apart`: no layout does,
    // so `layout` is that of piece 0, nothing is drawn, and `unplaced` says so.
    int piece_rows = 0;
    bool apart = false;
    bool stored_half = false;  // A of a sparse MMA: half of its columns are stored
    bool overlaps = false;     // two elements share bits
    std::string overlap_note;  // "rows 0 and 8 share bytes"
};

// Session::tensor_map as loads of the operand's tile. Without a tensor map, all other members stay empty.
struct TmaView {
    bool any = false;
    std::string unknown;  // why the copy and the descriptor cannot be compared: the start address has unknown bits
    TmaTile tile;
    Agreement agreement;
    std::vector<Problem> problems;  // of the map on the session's target, and of its loads
    // The byte that TMA writes for each element, row by row. 0xffffffff: no box writes the element.
    std::vector<std::uint32_t> bytes;
    bool whole = false;           // every element is in a box
    std::string keep_descriptor;  // why [Take over] cannot change the descriptor; empty if it can
};

// The bits of the instruction descriptor, decoded for one kind.
struct KindView {
    std::string_view kind;
    std::string summary;        // "D f32  A f16  B f16  128 x 96"; omits fields with undefined values
    std::string first_problem;  // empty: the descriptor is legal for this kind
    std::string problems;       // all problems, one line each
    std::size_t problem_count = 0;
    bool chosen = false;
};

struct TargetView {
    std::string_view arch;
    bool accepted = false;
    std::string why;  // the required PTX version, or the reason of the refusal
};

// Options that could be added to the form. A string is empty if some target of the edition accepts the option; else it
// has the reason of the refusal. The answer is the assembler's verdict on the form with this one option and no other.
struct FormChoices {
    std::string ws, pair, lane_mask, scale_d, ashift;
    std::vector<Variant> sizes;  // the form with each spelling of the scale size that some target accepts
};

struct PlacedProblem {
    WordId word;
    Problem problem;
    bool in_line = false;  // the problem is about the text of the instruction; `word` is then idesc
};

// The zero-column mask.
struct MaskView {
    ZeroMask word;
    unsigned m = 128, n = 64;
    std::vector<FieldPlace> asks;  // the fields with unknown bits on which the mask depends
    std::string unknown;           // if there are any: which fields need a value; the pictures count them as 0
    MaskPicture examples, text;    // the mask in both readings of contradiction X1
    MaskRequest request;
};

struct Derived {
    std::uint64_t revision = 0;
    Session session;  // the input of derive()
    std::array<WordView, kWordCount> words;
    OperandView a, b;
    TmemView tmem;
    MaskView mask;
    OperandPair<LayoutRequest> layout_requests;
    OperandPair<TmaView> tma;
    std::vector<KindView> kinds;
    std::vector<TargetView> targets;
    FormChoices choices;
    std::string instruction;          // "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;"
    unsigned m = 0, n = 0, k = 0;     // unknown bits count as 0; m_text and n_text are then "?"
    unsigned tile_m = 0, tile_n = 0;  // of D: m and n of all pieces of the tile
    std::string m_text, n_text;
    std::string a_type, b_type, d_type;   // names, or "?" if the bits have no meaning or are unknown
    std::vector<PlacedProblem> problems;  // of the instruction and of all used words, worst first
    std::size_t rules_checked = 0;        // number of rules that were checked
    // What the session assumes, because nobody has given it: "B desc", "n of idesc", "the form (kind::f16)". Words that
    // are not used are left out.
    std::vector<std::string> assumptions;

    WordView& of(WordId id) { return words[static_cast<std::size_t>(id)]; }
    const WordView& of(WordId id) const { return words[static_cast<std::size_t>(id)]; }
    OperandView& of(Operand o) { return pick(o, a, b); }
    const OperandView& of(Operand o) const { return pick(o, a, b); }
};

// Computes everything that the panels and the command line show:
//
//     const Derived d = derive(session);
//     std::cout << d.instruction << d.of(WordId::a_desc).summary;
//
// Unknown bits of the words are never shown as 0 without a sentence: a string is "?", a picture that depends on them is
// not drawn and names the fields that need a value (`asks`), and a problem is reported only if the known bits prove it.
//
// Accepts any session: words without a meaning become problems, not failures. A pure function.
Derived derive(const Session& session, std::uint64_t revision = 0);

// ---- how far a verdict reaches ----

// Of a word, and of the instruction with all its words: the weakest. The rules report only what the given bits prove,
// so "no problems" says something only about a basis that is given.
Basis basis_of(const Derived& derived, WordId word);
Basis basis_of(const Derived& derived);
// Of the places of an operand: its word, and what of the instruction it depends on. Of the size and the type of D.
Basis basis_of_places(const Derived& derived, Operand operand);
Basis basis_of_d(const Derived& derived);

// "Assumed, because nobody gave it: B desc, n of idesc." Empty: nothing is assumed.
std::string assumed_sentence(const Derived& derived);
// The same, and before it "Unknown bits: A desc." Empty: all is given.
std::string basis_sentence(const Derived& derived);

// Returns the tile of A or B in one CTA as its descriptor defines it, even if the instruction reads A from elsewhere.
// Its location may be unknown: see OperandView::placed().
OperandView operand_from_words(const Session& session, Operand operand);
// The same in less time, from what is derived.
OperandView operand_from_words(const Derived& derived, Operand operand);

// Returns how the layout of A or B uses a stride of its descriptor. Nothing: the field is not a stride, the word is not
// used, or the layout is not known.
std::optional<StrideReport> stride_use(const Derived& derived, WordId word, const Field& field);

// The memory of A or B was written with the other majorness than the instruction descriptor says.
struct MajorDifference {
    const Field* field = nullptr;  // transpose_a or transpose_b
    std::uint64_t raw = 0;         // its stored value
    Major written = Major::k;
    std::string
        sentence;  // "B was written as MN-major, but transpose_b of idesc is 0: the instruction reads it as ..."
};
// Nothing if they agree, if the field has unknown bits or does not exist, or if a CuTe text says how it was written.
std::optional<MajorDifference> major_difference(const Derived& derived, Operand operand);

// The majorness that is missing if the layout ignores this stride only because of it: the layout that was written steps
// by the stride. Nothing: the stride is used, or it is ignored both ways.
std::optional<MajorDifference> stride_waits_for(const Derived& derived, WordId word, const Field& field);

// What a word is and says, as one sentence: "A tcgen05 shared-memory descriptor: starts at byte 1024, 128B swizzle,
// groups of 8 rows 1024 bytes apart."
std::string word_in_words(const Derived& derived, WordId word);

// Returns whether a reader of the word needs the field: it has a problem or unknown bits, it differs from its default
// or from the majorness of the memory, or it says what the instruction reads: a type, a size, a mode, an address, a
// stride that the layout walks.
//
//     field_matters(d, WordId::a_desc, *find_field(format, "lbo"))   // false: K-major 128B layouts ignore it
bool field_matters(const Derived& derived, WordId word, const Field& field);

// ---- the TMA copy of an operand, compared with what the MMA reads ----

// Returns the byte that TMA writes for each element of the layout's tile, row by row: TmaView::bytes.
std::vector<std::uint32_t> written_bytes(const TmaTile& tile, const SmemLayout& layout);

// Requires: the words and operands of `d` are set.
TmaView tma_view(const Derived& d, Operand operand);

// Returns the problems of a copy and its descriptor. A mismatch that no lint rule covers has an empty rule id.
std::vector<Problem> tma_problems(const Derived& d, Operand operand);

// Returns the edits that make the descriptor and the transpose bit read the copy. Empty if keep_descriptor is not
// empty.
std::vector<Edit> descriptor_from_copy(const Derived& d, Operand operand);

// Returns the copy that fills the operand. Keeps the tensor of the session's tensor map if there is one and it fits.
// Requires: the operand is placed().
TmaCopy copy_from_descriptor(const Derived& d, Operand operand);

}  // namespace tilescope
