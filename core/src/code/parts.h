// core/src/code/parts.h -- what the texts of all targets share: words by field, operands, names elsewhere, lines.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/code/code.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/type_names.h>
#include <tilescope/word/codec.h>

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
    std::string hex() const { return hex_word(*view->format, word()); }
    Operand operand() const { return view->id == WordId::a_desc ? Operand::a : Operand::b; }
    // "Instruction descriptor: ..."
    std::string title() const { return say(view->format->title, ": ", view->summary); }
    bool open() const;
    const FieldPart* part(std::string_view field) const;
    // The stored bits of a field, or 0 if the format does not have it.
    std::uint64_t raw(std::string_view field) const;
};
std::vector<WordPart> words_of(const Derived& derived);
const WordPart* word_in(const std::vector<WordPart>& words, WordId id);

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

// ---- names elsewhere ----

// What other programs call the families of MMA instructions.
struct FamilyNames {
    std::string_view id;                                     // of a row of kFamilies
    std::string_view cutlass, cutlass_enums;                 // namespaces: of layouts, of enumerators
    std::string_view cutlass_descriptor, cutlass_members;    // the struct of a descriptor; what is before its members
    std::string_view cutlass_header, cutlass_sparse_header;  // mma_traits_sm<...>.hpp
    std::string_view cute_dsl, cute_dsl_other_a;             // module; OperandSource of an A outside of shared memory
    std::string_view gluon, gluon_mma, gluon_other_a;        // module, call, and what Triton calls the place of that A
    std::string_view tilelang, deepgemm, kittens;            // call that makes a descriptor; header sm<...>; macro
};

// Source: the versions that targets.cpp names.
// clang-format off
inline constexpr FamilyNames kFamilyNames[] = {
    {"tcgen05", "cute::UMMA", "UMMA", "cute::UMMA::SmemDescriptor", "", "100", "100", "tcgen05", "TMEM",
     "blackwell", "blackwell.tcgen05_mma", "Tensor Memory", "initialize_tcgen05_descriptor", "100", "BLACKWELL"},
    {"wgmma", "cute::GMMA", "SM90::GMMA", "cute::GmmaDescriptor", "bitfield.", "90_gmma", "90_gmma_sparse", "warpgroup", "RMEM",
     "hopper", "return hopper.warpgroup_mma", "registers", "initialize_wgmma_descriptor", "90", "HOPPER"},
};
// clang-format on

// Returns the names of the family of a session. All names are empty if these programs do not have it.
inline constexpr FamilyNames kNoFamilyNames{};
inline const FamilyNames& names_of_family(const Session& session) {
    for (const FamilyNames& names : kFamilyNames)
        if (names.id == family_of(session).id) return names;
    return kNoFamilyNames;
}

// The names of the type in which shared memory has elements of `type` for a kind. All names are empty if it has none.
const TypeNames& names_as_stored(std::string_view type, std::string_view kind);
// Whether the elements have containers of 8 bits with padding.
bool is_padded(const ElementType& type);
// "A_DESC"
std::string upper(std::string_view text);
// "uint64_t", "uint32_t"
std::string_view integer_of(const WordPart& word);

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
    // Ends a function in braces.
    void end() { body_ += "}\n\n"; }
    // A comment of any length, in lines of less than 100 columns.
    void comment(std::string_view text, std::string_view indent = {});
    // The sentence of moves_by() as a comment.
    void comment_moves(const WordPart& word);
    // "A: K-major, ...", and that sentence.
    void comment_operand(const WordPart& word);
    // "code  // comment": the comment is at a column of its own, or on a line above if there is no room.
    void noted(std::string_view code, std::string_view note, std::string_view indent = "    ");

    void cannot(std::string sentence);
    // Returns whether base_offset or lbo_mode has unknown bits. `helper` has no argument for them, and would store 0.
    bool cannot_make(std::string_view helper, const WordPart& word);
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

// ---- CUTLASS: enumerators and arguments that texts of other programs use too ----

namespace cutlass {

// "cute::UMMA::Major::K"
std::string_view umma_major(Major major);

// The expression of a field as CUTLASS writes it: "uint8_t(cute::UMMA::CFormat::F32)", "96 >> 3", "64".
std::string field_value(const Derived& derived, const FieldPart& part);

// The template arguments of make_instr_desc and of the MMA atoms.
struct InstrArguments {
    std::string types, scale;          // "cute::half_t, cute::half_t, float"; `scale` is empty without scale factors
    std::string shape, majors, signs;  // "128, 96"; "..Major::K, ..Major::K"; ", ..ScaleIn::Neg, .." or empty
};
// Errors: a field of the instruction descriptor has unknown bits, or CUTLASS does not have the types.
Answer<InstrArguments> instr_arguments(const Derived& derived);

// The part of the name of a layout atom that says the major and the mode, which CuTe DSL has too: "K_SW128".
std::string atom_kind(const SmemLayout& layout);

}  // namespace cutlass

// ---- the functions of the table in targets.cpp ----

// Each target has a namespace, so that its files need no unique names.
using TextOf = Answer<CodeText>(const Derived& derived);
// clang-format off
namespace cutlass { TextOf text; }
namespace cute_dsl { TextOf text; }
namespace triton { TextOf text; }
namespace tilelang { TextOf text; }
namespace deepgemm { TextOf text; }
namespace kittens { TextOf text; }
namespace cuda { TextOf text; }
namespace tensor_map { TextOf text; }
namespace ptx { TextOf text; }
namespace constants { TextOf c_header, python; }
namespace markdown { TextOf text; }
// clang-format on

}  // namespace tilescope::code
