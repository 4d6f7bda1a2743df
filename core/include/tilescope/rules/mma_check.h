// core/include/tilescope/rules/mma_check.h -- checks one instruction, and values outside lines and descriptors.
// SPDX-License-Identifier: MIT
//
// A WordRule reads one word and a context. An MmaRule reads the line and all words together. MmaFacts derives the
// context of each word from the line and from the other words.
#pragma once

#include <tilescope/layout/smem_layout.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/rules/rule.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// The words of an instruction. A word that is not given here can be a number in the line. For tcgen05.cp, a_desc is the
// descriptor of the source.
struct MmaWords {
    std::optional<std::uint64_t> a_desc, b_desc, idesc, zcm;
};

enum class MmaPart : std::uint8_t { line, a_desc, b_desc, idesc, zcm };
inline constexpr NamedValue kMmaPartNames[] = {{0, "line"}, {1, "a_desc"}, {2, "b_desc"}, {3, "idesc"}, {4, "zcm"}};
constexpr std::string_view name_of(MmaPart p) { return name_in(kMmaPartNames, static_cast<std::uint64_t>(p)); }

// Where MmaWords has each word.
struct MmaWordMember {
    MmaPart part;
    std::optional<std::uint64_t> MmaWords::*member;
};
inline constexpr MmaWordMember kMmaWords[] = {{MmaPart::a_desc, &MmaWords::a_desc},
                                              {MmaPart::b_desc, &MmaWords::b_desc},
                                              {MmaPart::idesc, &MmaWords::idesc},
                                              {MmaPart::zcm, &MmaWords::zcm}};

struct MmaProblem {
    MmaPart part = MmaPart::line;
    Problem problem;
};

// All that is known about an instruction. Never fails: it leaves out what is not in the line and in the words.
class MmaFacts {
public:
    MmaFacts(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition);
    MmaFacts(const MmaFacts&) = delete;  // the facts of a word refer to its context
    MmaFacts& operator=(const MmaFacts&) = delete;

    const MmaLine& line() const { return line_; }
    std::string_view arch_id() const { return arch_; }
    const ArchRow* arch() const { return arch_named(arch_); }
    Edition edition() const { return edition_; }
    const KindRow* kind() const { return find_kind(line_.kind); }

    bool has(MmaPart part) const { return part == MmaPart::line || words_[index(part)].has_value(); }
    // Requires: has(part), and part is not MmaPart::line.
    const WordFacts& word(MmaPart part) const { return words_[index(part)]->facts; }
    const Decoded& decoded(MmaPart part) const { return words_[index(part)]->decoded; }
    const WordFacts& idesc() const { return word(MmaPart::idesc); }

    // The layout that one instruction of this CTA reads through a_desc or b_desc. Returns nothing if the sizes, the
    // type or the word are not known.
    std::optional<SmemLayout> slice(MmaPart operand) const;

    // The number of columns that share a scale factor, from the line or else from its kind: 16 or 32. Returns 0 if
    // there are no scale factors or if the number is not known.
    unsigned scale_block() const;

    // The problems that are found so far. The rules of single words run before the rules of the whole instruction.
    std::vector<MmaProblem> found;
    // Whether a problem of this part with this effect is in `found`.
    bool stated(MmaPart part, Effect effect) const;

private:
    struct Known {
        Known(const Format& format, std::uint64_t word, const WordContext& known)
            : decoded(decode(format, word)), context(known), facts(decoded, context) {}
        Known(const Known&) = delete;
        Known& operator=(const Known&) = delete;
        Decoded decoded;
        WordContext context;
        WordFacts facts;
    };
    static constexpr std::size_t index(MmaPart part) { return static_cast<std::size_t>(part); }
    void set_word(MmaPart part, const Format* format, std::optional<std::uint64_t> word, const WordContext& context);
    void set_operand_words(const MmaWords& words);
    WordContext operand_context(bool is_a) const;
    WordContext wgmma_context(bool is_a) const;
    WordContext copy_context(std::uint64_t word) const;

    const MmaLine& line_;
    std::string_view arch_;
    Edition edition_;
    std::array<std::optional<Known>, 5> words_;
};

// The words that a rule needs besides the line.
enum MmaNeed : std::uint8_t { kNeedsNone = 0, kNeedsA = 2, kNeedsB = 4, kNeedsIdesc = 8, kNeedsZcm = 16 };
constexpr unsigned need_of(MmaPart part) { return part == MmaPart::line ? 0u : 1u << static_cast<unsigned>(part); }

struct MmaRule {
    std::string_view id;                         // "L35": the number in the catalogue of rules
    MmaPart part;                                // where the problem is shown, and the word that one_click changes
    std::optional<Opcode> opcode = Opcode::mma;  // empty: all opcodes
    unsigned needs = kNeedsNone;                 // values of MmaNeed, combined with |
    Severity severity;
    Certainty certainty;
    std::string_view field = {};  // the field of the word; for the line, the qualifier or operand
    Effect effect = Effect::none;
    std::string_view what = {};  // the problem as a sentence without values
    bool (*broken)(const MmaFacts&);
    std::string (*says)(const MmaFacts&) = nullptr;
    std::string_view text = {};
    std::string_view fix = {};
    FieldFix one_click = {};
    std::string_view source;
};

// Whether the fix of each rule changes a word that the rule needs.
constexpr bool need_what_they_fix(std::span<const MmaRule> rules) {
    return std::ranges::all_of(
        rules, [](const MmaRule& r) { return r.one_click.field.empty() || (r.needs & need_of(r.part)) != 0; });
}

// All rules about whole instructions, in the order of the catalogue.
const std::vector<const MmaRule*>& all_mma_rules();

struct MmaReport {
    Acceptance acceptance;
    std::vector<MmaProblem> problems;  // worst first
    std::size_t rules = 0;             // the number of rules that looked at the instruction
};

// Checks one instruction: the assembler's verdict on the line, the rules about each word in the context of the line and
// of the other words, and the rules about the whole instruction. Never fails. An unknown `arch` is a problem of the
// line.
MmaReport check_mma(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition);

// Words of which some bits are unknown: `unknown` has a 1 for each unknown bit of the same member of `words`.
struct PartlyKnownWords {
    MmaWords words, unknown;
};

// The same for words with unknown bits: returns only the problems that every tried value of the unknown bits has. It
// tries the values of completions_of(), for one word after the other and for all words together. Other than a sample,
// the values of a field with more than 6 unknown bits are not tried: so no problem of such a field is in the result,
// unless a known bit of a fixed field is wrong. If the unknown bits change the text of a problem, the text says so.
MmaReport check_mma_for_sure(const MmaLine& line, const PartlyKnownWords& words, std::string_view arch,
                             Edition edition);

// ---- values outside lines and descriptors ----

// Checks a number of columns for tcgen05.alloc (L78).
std::optional<Problem> check_columns(std::uint64_t columns, std::string_view arch, bool exclusive = false);

// Checks a 32-bit word of sparsity metadata: reports the codes that the kind does not have (L85). Returns nothing for a
// kind without metadata. `known` has a 1 for each bit that is known; a code with another bit is not judged.
std::optional<Problem> check_metadata(std::uint32_t word, std::string_view kind, std::uint32_t known = ~0u);

// The same for the kind of an instruction. The types of a wgmma are its kind; for its wrong codes, the text also says
// what a GPU was measured to do.
std::optional<Problem> check_metadata(std::uint32_t word, const MmaLine& line, std::uint32_t known = ~0u);

// Checks the text of a kernel: both cta_groups in one kernel (L70), a CTA pair without a cluster (L72), instructions
// that the program does not support (L105).
std::vector<Problem> check_kernel_text(std::string_view text);

}  // namespace tilescope
