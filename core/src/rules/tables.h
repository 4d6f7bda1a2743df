// core/src/rules/tables.h -- the tables of rules, one table for each subject.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/rules/mma_check.h>

#include <span>
#include <string>

namespace tilescope {

std::span<const WordRule> smem_rules();
std::span<const WordRule> slice_rules();
std::span<const WordRule> hopper_rules();
std::span<const WordRule> idesc_rules();
std::span<const WordRule> scaled_rules();
std::span<const WordRule> edition_rules();
std::span<const WordRule> limit_rules();
std::span<const WordRule> mask_rules();
std::span<const WordRule> paste_rules();
std::span<const MmaRule> form_rules();
std::span<const MmaRule> pair_rules();

// The problem of a row that is broken.
template <class Rule, class Facts>
requires requires(const Rule& r) { r.says; }
Problem problem_of(const Rule& rule, const Facts& facts) {
    Problem p{.rule = std::string(rule.id),
              .field = std::string(rule.field),
              .severity = rule.severity,
              .text = rule.says ? rule.says(facts) : std::string(rule.text.empty() ? rule.what : rule.text),
              .fix = std::string(rule.fix),
              .one_click = std::nullopt,
              .source = std::string(rule.source),
              .certainty = rule.certainty,
              .effect = rule.effect};
    if (!rule.one_click.field.empty()) p.one_click = rule.one_click;
    return p;
}

// Whether the row is about words of this format. Does not look at the fields of the format.
bool applies(const WordRule& rule, const Format& format);

// Whether a row about a whole instruction shows its problem in a word of that format.
bool shows_in(const MmaRule& rule, const Format& format);

// The id of the first word rule that has this effect. For verdicts that exist without a word.
std::string_view id_of(Effect effect);

}  // namespace tilescope
