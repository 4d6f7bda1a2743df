// core/include/tilescope/rules/rule.h -- what no single field can know is a row; this is the language of rows.
// SPDX-License-Identifier: MIT
//
// `broken` decides, `says` explains, a fix exists only where there is one right answer. Rows are skipped for tables
// that lack their field, so a rule about one edition stays silent in another.
#pragma once

#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/major.h>
#include <tilescope/hw/types.h>
#include <tilescope/word/codec.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// What is known beyond the word. Whatever is not known is left out, and rules that need it stay silent.
struct WordContext {
    std::string_view arch = "sm_100a";
    std::optional<Major> major;         // of the operand that a shared-memory descriptor reads
    const ElementType* type = nullptr;  // of that operand
    int rows = 0, columns = 0;          // of that operand; columns are one instruction's
    unsigned cta_group = 0;             // 0: not known
    unsigned scale_block = 0;           // columns that share a scale factor, 16 or 32; 0: not known
    std::optional<bool> ws, sparse, a_in_tmem;
    std::optional<std::uint64_t> idesc;  // beside a zero-column mask: for the maximum shift
    unsigned mask_m = 0;                 // M that a zero-column mask is for
};

// A word with its table and context, by field id. `read` collects the bits that were asked for: what a rule never asks
// for cannot change its answer (WordJudge).
class WordFacts {
public:
    WordFacts(const Decoded& decoded, const WordContext& context, std::uint64_t* read = nullptr)
        : decoded_(decoded), context_(context), read_(read) {}

    bool has(std::string_view id) const { return find_field(*decoded_.format, id) != nullptr; }
    std::uint64_t raw(std::string_view id) const {  // 0 for a field that the table lacks
        const Field* f = asked(id);
        return f ? get_field(*f, decoded_.word) : 0;
    }
    std::uint64_t value(std::string_view id) const {
        const Field* f = asked(id);
        return f ? value_of(*f, get_field(*f, decoded_.word)) : 0;
    }
    std::string text(std::string_view id) const {
        const Field* f = asked(id);
        return f ? text_of(*f, get_field(*f, decoded_.word)) : std::string();
    }
    bool means(std::string_view id) const {  // whether the stored value has a meaning
        const Field* f = asked(id);
        return f && (f->encoding != Encoding::one_of || !name_in(f->names, get_field(*f, decoded_.word)).empty());
    }
    std::uint64_t word() const {
        if (read_) *read_ |= bit_mask(decoded_.format->bits);
        return decoded_.word;
    }
    const Format& format() const { return *decoded_.format; }
    std::string_view kind() const { return decoded_.format->kind; }
    Edition edition() const { return decoded_.format->edition; }
    const WordContext& context() const { return context_; }
    const ArchRow* arch() const { return arch_named(context_.arch); }
    bool target_has(Feature f) const { return has_feature(context_.arch, f); }
    // Of addresses on the target; one that is not in the table reads as the first tcgen05 targets do.
    unsigned address_bits() const { return arch() ? arch()->address_bits : kUsualAddressBits; }

private:
    const Field* asked(std::string_view id) const {
        const Field* f = find_field(*decoded_.format, id);
        if (f && read_) *read_ |= bit_mask(f->width) << f->lsb;
        return f;
    }

    const Decoded& decoded_;
    const WordContext& context_;
    std::uint64_t* read_;
};

struct WordRule {
    std::string_view id;      // as in the catalogue of rules; printed, searched for, never reused
    std::string_view format;  // "smem"; "idesc" is the table of the dense kinds, "idesc-any" all
    Severity severity;
    Certainty certainty;
    std::string_view field;  // where the problem is shown; it speaks about that field, so F1 and F2 are silent there
    Effect effect = Effect::none;
    std::string_view what = {};  // what it is about, without values
    bool (*broken)(const WordFacts&);
    std::string (*says)(const WordFacts&);  // what is wrong, then what would be right
    std::string_view fix = {};              // what to do, in words
    FieldFix one_click = {};                // only where there is exactly one right answer
    std::string_view source;
};

// Stops the build on a rule that calls something wrong although nobody knows, or that has no source.
template <std::size_t N>
constexpr const WordRule (&checked(const WordRule (&rules)[N]))[N] {
    for (const WordRule& r : rules) {
        if (r.severity == Severity::error && r.certainty == Certainty::unknown) throw "an error needs a known fact";
        // That `broken` and `says` are there is left to the tests, which break every row: compilers that look for
        // undefined behaviour do not take the address of a function for a constant.
        if (r.id.empty() || r.source.empty()) throw "rule without id or source";
        if (r.what.empty()) throw "rule that does not say what it is about";
    }
    return rules;
}

// Everything wrong with a word: what its table finds and what the rules find, errors first. Never fails.
std::vector<Problem> check_word(const Decoded& decoded, const WordContext& context);

// All rows, in the order of the catalogue.
std::vector<const WordRule*> all_rules();

// How many rows look at a format: for "14 rules looked at this word".
std::size_t rules_for(const Format& format);

// An address or stride before it is encoded (L10, L11): nothing, or what would be lost.
std::optional<Problem> check_address(std::uint64_t bytes, std::string_view arch);

}  // namespace tilescope
