// core/include/tilescope/rules/catalogue.h -- every rule that the program can report, wherever it is found.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/contradictions.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/rule_info.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// F1, F2, then L1 ..., then the questions A3 ...; a rule that looks at several fields has a row for each.
std::vector<RuleInfo> rule_catalogue();

// The rules that speak about a field of a format, each id once. What the table itself finds is not among them.
std::vector<RuleInfo> rules_about(const Format& format, std::string_view field);

// The rules that look at words of a format, each id once, in the order of the catalogue.
std::vector<RuleInfo> rules_looking_at(const Format& format);

// As the manual prints them.
std::string to_markdown(std::span<const RuleInfo> rules);
std::string to_markdown(std::span<const Contradiction> contradictions);

}  // namespace tilescope
