// core/src/rules/check.cpp -- runs the rules on a word, and checks addresses before they are encoded.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/place_rules.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace tilescope {
namespace {

std::array<std::span<const WordRule>, 9> tables() {
    return {smem_rules(),    slice_rules(), hopper_rules(), idesc_rules(), scaled_rules(),
            edition_rules(), limit_rules(), mask_rules(),   paste_rules()};
}

// The rows that look at words of a format, in the order of the tables.
struct RulesOf {
    std::vector<const WordRule*> rows;
    std::size_t ids = 0;  // several rows can have one id

    explicit RulesOf(const Format& format) {
        std::set<std::string_view> different;
        for (const std::span<const WordRule> table : tables())
            for (const WordRule& rule : table)
                if (looks_at(rule, format)) rows.push_back(&rule), different.insert(rule.id);
        ids = different.size();
    }
};

// Found once for each format of the editions: a table of legal shapes checks thousands of words. Null for other
// formats.
const RulesOf* known_rules(const Format& format) {
    static const std::map<const Format*, RulesOf> known = [] {
        std::map<const Format*, RulesOf> out;
        for (const NamedValue& edition : kEditionNames)
            for (const Format* f : all_formats(static_cast<Edition>(edition.raw))) out.emplace(f, *f);
        return out;
    }();
    const auto at = known.find(&format);
    return at == known.end() ? nullptr : &at->second;
}

template <class Do>
void for_each_rule(const Format& format, Do apply) {
    if (const RulesOf* known = known_rules(format))
        for (const WordRule* rule : known->rows) apply(*rule);
    else
        for (const RulesOf own(format); const WordRule* rule : own.rows) apply(*rule);
}

// Sorts by the number in the id. Each id is "L" and digits, so a shorter id has a smaller number.
template <class Rule, class Tables>
std::vector<const Rule*> in_order(const Tables& tables) {
    std::vector<const Rule*> out;
    for (const std::span<const Rule> table : tables)
        for (const Rule& rule : table) out.push_back(&rule);
    std::ranges::stable_sort(out, [](const Rule* a, const Rule* b) {
        return a->id.size() != b->id.size() ? a->id.size() < b->id.size() : a->id < b->id;
    });
    return out;
}

}  // namespace

bool applies(const WordRule& rule, const Format& format) {
    if (rule.format == format.id) return true;
    if (rule.format == "idesc-any") return !format.kind.empty();
    return rule.format == "idesc-scaled" && format.id.starts_with("idesc-");
}

bool looks_at(const WordRule& rule, const Format& format) {
    return applies(rule, format) && (rule.field.empty() || find_field(format, rule.field));
}

// Sorted once: every check of an instruction walks through them.
const std::vector<const WordRule*>& all_rules() {
    static const std::vector<const WordRule*> rules = in_order<WordRule>(tables());
    return rules;
}

const std::vector<const MmaRule*>& all_mma_rules() {
    static const std::vector<const MmaRule*> rules = in_order<MmaRule>(std::array{form_rules(), pair_rules()});
    return rules;
}

std::string_view id_of(Effect effect) {
    for (const std::span<const WordRule> table : tables())
        for (const WordRule& rule : table)
            if (rule.effect == effect) return rule.id;
    return {};
}

std::size_t rules_for(const Format& format) {
    const RulesOf* known = known_rules(format);
    return known ? known->ids : RulesOf(format).ids;
}

std::vector<Problem> check_word(const Decoded& decoded, const WordContext& context) {
    const WordFacts facts(decoded, context);
    std::vector<Problem> out;
    for_each_rule(*decoded.format, [&](const WordRule& rule) {
        if (rule.broken(facts)) out.push_back(problem_of(rule, facts));
    });
    // A rule gives a better reason than the table, so a problem of the table is left out if a rule reported its field.
    const std::size_t from_rules = out.size();
    for (const Problem& p : decoded.problems) {
        const bool reported =
            std::any_of(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(from_rules),
                        [&](const Problem& q) { return q.field == p.field && q.severity != Severity::info; });
        if (!reported) out.push_back(p);
    }
    std::ranges::stable_sort(out, {}, &Problem::severity);
    return out;
}

std::uint64_t bits_behind(const Problem& problem, const Decoded& decoded, const WordContext& context) {
    std::optional<std::uint64_t> out;
    for_each_rule(*decoded.format, [&](const WordRule& rule) {
        if (out || rule.id != problem.rule || rule.field != problem.field) return;
        std::uint64_t read = 0;
        if (rule.broken(WordFacts(decoded, context, &read))) out = read;
    });
    return out.value_or(bit_mask(decoded.format->bits));
}

std::optional<Problem> check_address(std::uint64_t bytes, std::string_view arch) {
    const ArchRow* row = arch_named(arch);
    const unsigned bits = row ? row->address_bits : kUsualAddressBits;
    const auto problem = [](const RuleInfo& rule, std::string text, std::string fix) {
        Problem p = problem_of(rule, std::move(text));
        p.fix = std::move(fix);
        return p;
    };
    if (bytes % 16 != 0)
        return problem(kUnalignedAddress,
                       say("The value ", bytes, " is not a multiple of 16, so its low bits would be lost."),
                       say("Use ", bytes - bytes % 16, " or ", bytes - bytes % 16 + 16, "."));
    if (bytes >> bits == 0) return std::nullopt;
    return problem(kAddressTooLarge,
                   say("The value ", bytes, " is too large for the field: it must be below ", 1u << bits,
                       ". The address would wrap to byte ", bytes & bit_mask(bits), " without any error."),
                   say("Place the buffer below address ", 1u << bits, "."));
}

}  // namespace tilescope
