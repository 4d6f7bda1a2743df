// core/src/rules/mma_check.cpp -- checks one instruction: the line, each word, and all of them together.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/rules/accept_rules.h>
#include <tilescope/rules/mma_check.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr MmaPart kWordParts[] = {MmaPart::idesc, MmaPart::a_desc, MmaPart::b_desc, MmaPart::zcm};

bool looks(const MmaRule& rule, const MmaFacts& facts) {
    if (rule.opcode && *rule.opcode != facts.line().opcode) return false;
    return std::ranges::all_of(kWordParts,
                               [&](MmaPart part) { return (rule.needs & need_of(part)) == 0 || facts.has(part); });
}

Problem problem_of(const MmaRule& rule, const MmaFacts& facts) {
    Problem p{.rule = std::string(rule.id),
              .field = std::string(rule.field),
              .severity = rule.severity,
              .text = rule.says(facts),
              .fix = std::string(rule.fix),
              .one_click = std::nullopt,
              .source = std::string(rule.source),
              .certainty = rule.certainty,
              .effect = rule.effect};
    if (!rule.one_click.field.empty()) p.one_click = rule.one_click;
    return p;
}

std::string_view source_of(std::string_view rule) {
    for (const RuleInfo& row : kAcceptRules)
        if (row.id == rule) return row.source;
    return kAssemblerSource;
}

Problem refusal(const MmaLine& line, const Acceptance& a) {
    const std::size_t begin = std::min(a.span.begin, line.text.size());
    return {.rule = a.rule,
            .field = line.text.substr(begin, a.span.end - begin),
            .severity = Severity::error,
            .text = a.why,
            .fix = a.fix,
            .source = std::string(source_of(a.rule))};
}

// The problems whose rules are asked again; without a value, all rules are asked.
using Asked = std::optional<std::span<const MmaProblem>>;

bool is_asked(const Asked& asked, const MmaRule& rule) {
    const auto is_of_it = [&](const MmaProblem& p) { return p.part == rule.part && p.problem.rule == rule.id; };
    return !asked || std::ranges::any_of(*asked, is_of_it);
}

MmaReport check(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition,
                const Asked& asked) {
    MmaReport report{.acceptance = accept(line, arch, edition), .problems = {}, .rules = 0};
    MmaFacts facts(line, words, arch, edition);
    if (!report.acceptance.accepted) facts.found.push_back({MmaPart::line, refusal(line, report.acceptance)});
    for (const MmaPart part : kWordParts) {
        if (!facts.has(part)) continue;
        if (!asked) report.rules += rules_for(facts.word(part).format());
        for (Problem& p : check_word(facts.decoded(part), facts.word(part).context()))
            facts.found.push_back({part, std::move(p)});
    }
    for (const MmaRule* rule : all_mma_rules()) {
        if (!is_asked(asked, *rule) || !looks(*rule, facts)) continue;
        ++report.rules;
        if (rule->broken(facts)) facts.found.push_back({rule->part, problem_of(*rule, facts)});
    }
    report.problems = std::move(facts.found);
    std::ranges::stable_sort(report.problems, {}, [](const MmaProblem& p) { return p.problem.severity; });
    return report;
}

}  // namespace

MmaReport check_mma(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition) {
    return check(line, words, arch, edition, {});
}

MmaReport check_mma_again(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition,
                          std::span<const MmaProblem> asked) {
    return check(line, words, arch, edition, asked);
}

}  // namespace tilescope
