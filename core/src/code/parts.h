// core/src/code/parts.h -- what the texts of all targets share: the words by field, the operands, and the lines.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/code/code.h>
#include <tilescope/layout/tile.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::code {

// A field of a word as a text states it: stored bits, or a parameter with this name if it has unknown bits.
struct FieldPart {
    const Field* field = nullptr;
    std::uint64_t raw = 0;
    std::string parameter;  // "a_start"; empty: all bits are known

    bool open() const { return !parameter.empty(); }
};

// A word that the instruction reads. Hopper's session has no instruction descriptor: the text of wgmma has its fields.
struct WordPart {
    const WordView* view = nullptr;
    std::string name;  // "a_desc", "idesc", "zero_mask"
    std::vector<FieldPart> fields;

    std::uint64_t word() const { return view->decoded.word; }
    bool wide() const { return view->format->bits > 32; }
    bool open() const;
    const FieldPart* part(std::string_view field) const;
    // The stored bits of a field, or 0 if the format does not have it.
    std::uint64_t raw(std::string_view field) const;
};
std::vector<WordPart> words_of(const Derived& derived);
const WordPart* word_in(const std::vector<WordPart>& words, WordId id);

// Whether base_offset or lbo_mode has unknown bits. A helper without arguments for them would store 0.
bool has_open_phase(const WordPart& word);

// The arguments of a function of the text: one for each field that has unknown bits.
struct ParameterStyle {
    std::string_view (*type)(const WordPart& word, const FieldPart& part) = nullptr;  // null: a name has no type
    bool start = true;  // false: the start is the address of a buffer
    bool fixed = true;  // false: the function stores the constants of fixed fields itself
};
// "const void* buffer, uint64_t a_lbo, uint64_t a_sbo": `first`, then the parameters.
std::string parameters_of(const WordPart& word, std::string first, const ParameterStyle& style = {});

// lbo where lbo_mode makes it an address: it must move with the buffer.
struct LboAddress {
    const FieldPart* lbo = nullptr;
    std::optional<std::int64_t> bytes;  // from the start to it; nothing: a field has unknown bits
    std::string note;                   // "an address, 1024 bytes after the start"; without `bytes`, why it cannot move
};
// Nothing: lbo is a distance already.
std::optional<LboAddress> lbo_address(const WordPart& word);
// "((address >> 4) + 64) & 0x7fff": the stored bits for a buffer at `address`, in C and in Python.
// Requires: lbo.bytes.
std::string moved_lbo(const LboAddress& lbo);

// To which addresses a buffer can move without a change of the word: "Use an address that differs from 0x400 by a
// multiple of 1024 bytes." Empty: the mode is not known, or has no meaning.
std::string moves_by(const Derived& derived, const WordPart& word);

// "1024 bytes"; the meaning of a field as a comment.
std::string meaning(const FieldPart& part);

// Returns whether the field named `id` of the instruction descriptor is set. Hopper's session has these fields too.
bool idesc_flag(const Derived& derived, std::string_view id);
// The value of a named field of the instruction descriptor: "ue8m0". Empty: no such field, or the value is unknown.
std::string_view idesc_name(const Derived& derived, std::string_view id);
// The fields of the instruction descriptor with unknown bits, as a refusal: `what` of the text depends on them.
Answer<void> idesc_is_known(const Derived& derived, std::string_view what);

// M or N that no MMA has, after "for": "M = 0", "N = 264", "an unknown N". Empty: both have a legal range.
std::string bad_size(const Derived& derived);
// "M is 0": the operand has no elements. Empty: it has some.
std::string no_elements(const Derived& derived, Operand operand);

// Whether the assembler takes the instruction for the target of the session.
bool assembles(const Derived& derived);

// "K-major, 128B swizzle, f16: 128 x 64 (M x K)". If the operand is not placed, why not.
std::string operand_title(const Derived& derived, Operand operand);

// Returns the tile of swizzle atoms that the descriptor of the operand reads.
// Errors: the operand is not placed, or its strides are not those of atoms without gaps.
Answer<OperandTile> atom_tile(const Derived& derived, Operand operand);

// Whether the atoms along the side that is not contiguous follow each other, as in tiles of ThunderKittens and
// TileLang.
bool inner_blocks_follow(const OperandTile& tile);

// Which forms of the instruction a target can issue. A flag that is false becomes a limit if the session has the form.
struct FormSupport {
    bool ws = true, sparse = true, lane_mask = true, scale_d = true, ashift = true, collector = true;
};

// Collects the lines of a text and its limits.
class Lines {
public:
    // `comment` begins a line that the language does not read: "// ", "# ".
    Lines(const Derived& derived, std::string_view comment) : derived_(&derived), comment_(comment) {}

    template <class... Parts>
    void line(const Parts&... parts) {
        body_ += say(parts..., '\n');
    }
    void blank() { body_ += '\n'; }
    // A comment of any length, in lines of less than 100 columns.
    void comment(std::string_view text, std::string_view indent = {});
    // The sentence of moves_by() as a comment.
    void comment_moves(const WordPart& word);
    // "code  // comment": the comment is at a column of its own, or on a line above if there is no room.
    void noted(std::string_view code, std::string_view note, std::string_view indent = "    ");

    void cannot(std::string sentence);
    void cannot_issue(std::string_view who, const FormSupport& support);
    // Fields that `helper` does not take: it stores their constants. It takes start, the strides and the mode, and
    // base_offset and lbo_mode if `takes_phase`.
    void cannot_store(std::string_view helper, const WordPart& word, bool takes_phase = false);
    // The layouts that `who` names ("The layout atoms of CUTLASS") have other words than the session.
    void cannot_lay_out(std::string_view who, Operand operand, const std::string& why);

    // The text has the values of lane_mask_of(). Otherwise done() names them as a limit.
    void holds_lane_mask() { holds_lane_mask_ = true; }

    // The text with its head: the instruction, the operands, the errors of the session and the limits.
    CodeText done() const;

private:
    const Derived* derived_;
    std::string_view comment_;
    std::string body_;
    std::vector<std::string> limits_;
    bool holds_lane_mask_ = false;
};

// The functions of the table in targets.cpp. Each target has a namespace, so that its files need no unique names.
namespace cutlass {
Answer<CodeText> text(const Derived& derived);
}
namespace cute_dsl {
Answer<CodeText> text(const Derived& derived);
}
namespace triton {
Answer<CodeText> text(const Derived& derived);
}
namespace tilelang {
Answer<CodeText> text(const Derived& derived);
}
namespace deepgemm {
Answer<CodeText> text(const Derived& derived);
}
namespace kittens {
Answer<CodeText> text(const Derived& derived);
}
namespace cuda {
Answer<CodeText> text(const Derived& derived);
}
namespace tensor_map {
Answer<CodeText> text(const Derived& derived);
}
namespace ptx {
Answer<CodeText> text(const Derived& derived);
}
namespace constants {
Answer<CodeText> c_header(const Derived& derived);
Answer<CodeText> python(const Derived& derived);
}  // namespace constants
namespace markdown {
Answer<CodeText> text(const Derived& derived);
}

}  // namespace tilescope::code
