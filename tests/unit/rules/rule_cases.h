// tests/unit/rules/rule_cases.h -- reads tests/data/rules: cases that break a rule, and similar cases that do not.
// SPDX-License-Identifier: MIT
//
//     breaks smem 0x4000404000010007 major=k type=f16 rows=128      a word and its context
//     spares mma idesc=0x08200490 b_desc=0x... arch=sm_100a :: tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;
//     breaks columns 48      breaks address 1000      breaks metadata 0x00000000 kind=f16
//     breaks metadata meta=0x44444440 :: wgmma.mma_async.sp ...
//     breaks kernel :: .entry k() { ... }      breaks program arch=sm_103a :: .version 8.8 / .target sm_100a / ...
//
// With severity=warn or part=a_desc, only a problem of this severity or in this part counts.
#pragma once

#include <tilescope/rules/mma_check.h>

#include <set>
#include <string>
#include <vector>

namespace tilescope {

struct RuleCase {
    bool breaks = false;
    std::string line;  // as in the file
    std::string subject, kind;
    std::uint64_t word = 0;
    Edition edition = Edition::v9_1;
    std::string arch = "sm_100a", severity, part;
    bool arch_given = false;
    WordContext context;
    MmaWords words;
    std::string text;  // the text after "::"
};

std::vector<RuleCase> rule_cases(const std::string& id);
std::vector<std::string> files_of_cases();  // the ids that have a file

// All ids that the program reports from one word, one instruction or one value.
std::set<std::string> ids_with_cases();

// All problems of a case. The part is `line` if the case is about a single word.
std::vector<MmaProblem> problems_of(const RuleCase& c);

// The first problem of the rule with the severity and part of the case. Returns null if there is none.
const MmaProblem* problem_in(const std::vector<MmaProblem>& problems, const std::string& rule, const RuleCase& c);

// The case after the one_click of a problem is stored.
RuleCase with_fix(const RuleCase& c, const MmaProblem& problem);

}  // namespace tilescope
