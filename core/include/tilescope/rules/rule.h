// core/include/tilescope/rules/rule.h -- rules about words: what a single field cannot check. Each rule is a table row.
// SPDX-License-Identifier: MIT
//
// `broken` decides whether a word breaks the rule. `says` gives the sentence for the user. A one-click fix exists only
// if there is exactly one right answer. A rule is skipped if the format does not have the field of the rule, so a rule
// about one edition does not run for another edition.
//
// A row, shortened (smem_rules.cpp has the real ones):
//
//     {.id = "L31", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo",
//      .what = "lbo_mode is 1, but lbo is not a multiple of 128.",
//      .broken = [](const WordFacts& w) { return w.raw("lbo_mode") == 1 && w.value("lbo") % 128 != 0; },
//      .says = [](const WordFacts& w) { return say("lbo is ", w.value("lbo"), ". It must be a multiple of 128."); },
//      .fix = "Align the second chunk to 128 bytes.", .source = "..."},
//
// How to use the rules:
//
//     #include <tilescope/formats/smem.h>
//     for (const Problem& p : check_word(decode(kSmem91, word), {.arch = "sm_103a"})) std::puts(p.text.c_str());
#pragma once

#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/operand.h>
#include <tilescope/hw/types.h>
#include <tilescope/word/codec.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// What is known besides the word. A rule that needs an unknown value reports nothing. These values mean unknown: an
// empty arch, an empty optional, a null type, and the number 0. The default arch is sm_100a, so set it to "" if it is
// not known.
struct WordContext {
    std::string_view arch = "sm_100a";
    std::optional<Major> major;         // of the operand that the shared-memory descriptor is for
    const ElementType* type = nullptr;  // of that operand
    int rows = 0, columns = 0;          // of that operand; `columns` is what one instruction reads
    unsigned cta_group = 0;             // 0: not known
    unsigned scale_block = 0;           // columns that share a scale factor, 16 or 32; 0: not known
    std::optional<bool> ws, sparse, a_in_tmem;
    std::optional<std::uint64_t> idesc;  // for a zero-column mask: the instruction descriptor with the maximum shift
    unsigned mask_m = 0;                 // for a zero-column mask: M of the instruction; 0: not known
};

// A word with its format and its context. A rule reads fields by id. `read` collects the bits that the rule has read:
// other bits cannot change its answer.
class WordFacts {
public:
    WordFacts(const Decoded& decoded, const WordContext& context, std::uint64_t* read = nullptr)
        : decoded_(decoded), context_(context), read_(read) {}

    bool has(std::string_view id) const { return find_field(*decoded_.format, id) != nullptr; }
    std::uint64_t raw(std::string_view id) const {  // 0 if the format has no such field
        const Field* f = find_to_read(id);
        return f ? get_field(*f, decoded_.word) : 0;
    }
    std::uint64_t value(std::string_view id) const {
        const Field* f = find_to_read(id);
        return f ? value_of(*f, get_field(*f, decoded_.word)) : 0;
    }
    std::string text(std::string_view id) const {
        const Field* f = find_to_read(id);
        return f ? text_of(*f, get_field(*f, decoded_.word)) : std::string();
    }
    bool means(std::string_view id) const {  // whether the stored value has a meaning
        const Field* f = find_to_read(id);
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
    // The number of address bits on the target. An unknown target counts as one of the first tcgen05 targets.
    unsigned address_bits() const { return arch() ? arch()->address_bits : kUsualAddressBits; }

private:
    const Field* find_to_read(std::string_view id) const {
        const Field* f = find_field(*decoded_.format, id);
        if (f && read_) *read_ |= bit_mask(f->width) << f->lsb;
        return f;
    }

    const Decoded& decoded_;
    const WordContext& context_;
    std::uint64_t* read_;
};

struct WordRule {
    std::string_view id;      // "L35": the number in the catalogue of rules; never reused for another rule
    std::string_view format;  // a format id; "idesc": dense kinds, "idesc-scaled": block-scaled, "idesc-any": all
    Severity severity;
    Certainty certainty;
    // Where the problem is shown. The rule replaces F1 and F2 for this field, unless its severity is info.
    std::string_view field;
    Effect effect = Effect::none;
    std::string_view what = {};  // the problem as a sentence without values
    bool (*broken)(const WordFacts&);
    // The problem with values: what is wrong, then what would be right. A sentence without values is `text`, or `what`.
    std::string (*says)(const WordFacts&) = nullptr;
    std::string_view text = {};
    std::string_view fix = {};  // what to do, in words
    FieldFix one_click = {};    // only if there is exactly one right answer
    std::string_view source;
};

// Returns all problems of a word: those that its table finds and those that the rules find. Errors come first. Never
// fails.
std::vector<Problem> check_word(const Decoded& decoded, const WordContext& context);

// Returns the bits of the word that decide a problem that check_word() found in it: other bits cannot change it. All
// bits, if a table found it.
std::uint64_t bits_behind(const Problem& problem, const Decoded& decoded, const WordContext& context);

// All rules about words, in the order of the catalogue.
const std::vector<const WordRule*>& all_rules();

// Whether the row applies and the format has the field of the row. A row is skipped if its field does not exist.
bool looks_at(const WordRule& rule, const Format& format);

// The number of rules that check words of a format, for the text "14 rules were checked".
std::size_t rules_for(const Format& format);

// Returns values of the unknown bits that are worth trying: all 0, all 1, each value of each field of up to 6 bits,
// single bits of larger fields, and a fixed sample. Only bits of `unknown` are 1.
//   completions_of(kSmem91, 0): {0, 0, ...}, only zeros
std::vector<std::uint64_t> completions_of(const Format& format, std::uint64_t unknown);

// Checks an address or a stride before it is encoded (L10, L11). Returns the problem, or nothing if the value is valid.
std::optional<Problem> check_address(std::uint64_t bytes, std::string_view arch);

}  // namespace tilescope
