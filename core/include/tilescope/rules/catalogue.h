// core/include/tilescope/rules/catalogue.h -- the list of all rules that the program can report.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/contradictions.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/problem.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// All rules: F1, F2, then L1 ..., then the questions A3 .... A rule about several fields has one row for each field.
std::vector<RuleInfo> rule_catalogue();

// The rules about one field of a format. Each id is in the list once. F1 and F2 are not in the list,
// because the field table itself reports them.
std::vector<RuleInfo> rules_about(const Format& format, std::string_view field);

// The rules about words of a format, in the order of the catalogue. Each id is in the list once.
std::vector<RuleInfo> rules_checking(const Format& format);

// Returns a table in Markdown, as `tilescope rules --markdown` prints it.
std::string to_markdown(std::span<const RuleInfo> rules);
std::string to_markdown(std::span<const Contradiction> contradictions);

}  // namespace tilescope
