// core/src/rules/tables.h -- the tables of rules, one table for each subject.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/rule.h>

#include <span>

namespace tilescope {

std::span<const WordRule> smem_rules();
std::span<const WordRule> slice_rules();
std::span<const WordRule> wgmma_rules();
std::span<const WordRule> hopper_rules();
std::span<const WordRule> idesc_rules();
std::span<const WordRule> scaled_rules();
std::span<const WordRule> edition_rules();
std::span<const WordRule> limit_rules();
std::span<const WordRule> mask_rules();
std::span<const WordRule> paste_rules();

// Whether the row is about words of this format. Does not look at the fields of the format.
bool applies(const WordRule& rule, const Format& format);

// Whether a row about a whole instruction shows its problem in a word of that format.
bool shows_in(const MmaRule& rule, const Format& format);

// The id of the first word rule that has this effect. For verdicts that exist without a word.
std::string_view id_of(Effect effect);

// check_mma() for other values of the words. Of the rules about the whole instruction it asks only those that have one
// of these problems: they are what takes time. It does not count the rules.
MmaReport check_mma_again(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition,
                          std::span<const MmaProblem> asked);

std::span<const MmaRule> form_rules();
std::span<const MmaRule> pair_rules();

}  // namespace tilescope
