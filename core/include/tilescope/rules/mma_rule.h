// core/include/tilescope/rules/mma_rule.h -- rows about a whole instruction: its text and all the words it is given.
// SPDX-License-Identifier: MIT
//
// A WordRule sees one word and a context; an MmaRule sees the line and every word beside each other. What the words
// say about each other's context is worked out once, in MmaFacts.
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

// A word that is not given may still stand in the text, as a number. tcgen05.cp reads its source through a_desc.
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

// Everything that is known of an instruction. Never fails: what the line and the words do not say is not there.
class MmaFacts {
public:
    MmaFacts(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition);
    MmaFacts(const MmaFacts&) = delete;  // the words' contexts are referred to
    MmaFacts& operator=(const MmaFacts&) = delete;

    const MmaLine& line() const { return line_; }
    std::string_view arch_id() const { return arch_; }
    const ArchRow* arch() const { return arch_named(arch_); }
    Edition edition() const { return edition_; }
    const KindRow* kind() const { return find_kind(line_.kind); }

    bool has(MmaPart part) const { return part == MmaPart::line || words_[index(part)].has_value(); }
    // Requires: has(part), and part is a word.
    const WordFacts& word(MmaPart part) const { return words_[index(part)]->facts; }
    const Decoded& decoded(MmaPart part) const { return words_[index(part)]->decoded; }
    const WordFacts& idesc() const { return word(MmaPart::idesc); }

    // What one instruction of this CTA reads through a_desc or b_desc; nothing where sizes, type or word are not known.
    std::optional<SmemLayout> slice(MmaPart operand) const;

    // Columns that share a scale factor, as the line says or as its kind has it: 16, 32; 0 without scale factors.
    unsigned scale_block() const;

    // What has been found in a part so far: the rules of single words come before those of the whole.
    std::vector<MmaProblem> found;
    bool said(MmaPart part, Effect effect) const;

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
    void take(MmaPart part, const Format* format, std::optional<std::uint64_t> word, const WordContext& context);
    void take_operands(const MmaWords& words);
    WordContext operand_context(bool is_a) const;
    WordContext wgmma_context(bool is_a) const;
    WordContext copy_context(std::uint64_t word) const;

    const MmaLine& line_;
    std::string_view arch_;
    Edition edition_;
    std::array<std::optional<Known>, 5> words_;
};

// The words that a row needs besides the line.
enum MmaNeed : std::uint8_t { kNeedsNone = 0, kNeedsA = 2, kNeedsB = 4, kNeedsIdesc = 8, kNeedsZcm = 16 };
constexpr unsigned need_of(MmaPart part) { return part == MmaPart::line ? 0u : 1u << static_cast<unsigned>(part); }

struct MmaRule {
    std::string_view id;                         // as in the catalogue of rules
    MmaPart part;                                // where the problem is shown, and the word that one_click changes
    std::optional<Opcode> opcode = Opcode::mma;  // nothing: all of them
    unsigned needs = kNeedsNone;                 // of MmaNeed, or-ed
    Severity severity;
    Certainty certainty;
    std::string_view field = {};  // of the part's word; of the line: the qualifier or operand
    Effect effect = Effect::none;
    std::string_view what = {};  // what it is about, without values
    bool (*broken)(const MmaFacts&);
    std::string (*says)(const MmaFacts&);
    std::string_view fix = {};
    FieldFix one_click = {};
    std::string_view source;
};

// Stops the build on a row that could not be told or defended.
template <std::size_t N>
constexpr const MmaRule (&checked(const MmaRule (&rules)[N]))[N] {
    for (const MmaRule& r : rules) {
        if (r.severity == Severity::error && r.certainty == Certainty::unknown) throw "an error needs a known fact";
        if (r.id.empty() || r.what.empty() || r.source.empty()) throw "rule without its text";
        if (!r.one_click.field.empty() && (r.needs & need_of(r.part)) == 0)
            throw "a fix needs the word that it changes";
    }
    return rules;
}

// All rows, in the order of the catalogue.
std::vector<const MmaRule*> all_mma_rules();

}  // namespace tilescope
