// core/include/tilescope/rules/mma_rule.h -- rules about a whole instruction: its line and all its words.
// SPDX-License-Identifier: MIT
//
// A WordRule reads one word and a context. An MmaRule reads the line and all words together. MmaFacts derives the
// context of each word from the line and from the other words.
#pragma once

#include <tilescope/layout/smem_layout.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/rules/rule.h>

#include <array>
#include <cstdint>
#include <optional>
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
    std::string (*says)(const MmaFacts&);
    std::string_view fix = {};
    FieldFix one_click = {};
    std::string_view source;
};

// Stops the build if a rule has severity error but certainty unknown, if it has no text or source, or if its fix
// changes a word that is not in its `needs`.
template <std::size_t N>
constexpr const MmaRule (&checked(const MmaRule (&rules)[N]))[N] {
    for (const MmaRule& r : rules) {
        if (r.severity == Severity::error && r.certainty == Certainty::unknown) throw "an error needs a known fact";
        if (r.id.empty() || r.what.empty() || r.source.empty()) throw "rule without its text";
        if (!r.one_click.field.empty() && (r.needs & need_of(r.part)) == 0)
            throw "a rule with a fix must require the word that the fix changes";
    }
    return rules;
}

// All rules about whole instructions, in the order of the catalogue.
std::vector<const MmaRule*> all_mma_rules();

}  // namespace tilescope
