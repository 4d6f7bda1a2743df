// core/src/rules/mma_check.cpp -- checks one instruction: the line, each word, and all of them together.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/text_rules.h>

#include <bit>

namespace tilescope {
namespace {

constexpr MmaPart kWordParts[] = {MmaPart::idesc, MmaPart::a_desc, MmaPart::b_desc, MmaPart::zcm};

bool looks(const MmaRule& rule, const MmaFacts& facts) {
    if (rule.opcode && *rule.opcode != facts.line().opcode) return false;
    return std::ranges::all_of(kWordParts,
                               [&](MmaPart part) { return (rule.needs & need_of(part)) == 0 || facts.has(part); });
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

// A word with unknown bits, and the values of these bits that are tried.
struct OpenWord {
    MmaPart part;
    std::optional<std::uint64_t> MmaWords::*member;
    const Format* format;
    std::uint64_t unknown;
    std::vector<std::uint64_t> completions;
};

// A word that the instruction does not read has no facts, so its unknown bits cannot matter.
std::vector<OpenWord> open_words(const MmaFacts& facts, const PartlyKnownWords& words) {
    std::vector<OpenWord> out;
    for (const auto& [part, member] : kMmaWords) {
        if (!facts.has(part)) continue;
        const Format& format = facts.word(part).format();
        const std::uint64_t unknown = (words.unknown.*member).value_or(0) & bit_mask(format.bits);
        if (unknown != 0) out.push_back({part, member, &format, unknown, completions_of(format, unknown)});
    }
    return out;
}

// Too many values for completions_of() to try them all. A wrong known bit of a fixed field proves the problem.
bool only_sampled(const OpenWord& w, const MmaProblem& p, std::uint64_t word) {
    constexpr int kMostTried = 6;
    const Field* f = w.part == p.part ? find_field(*w.format, p.problem.field) : nullptr;
    if (f == nullptr) return false;
    const std::uint64_t unknown = get_field(*f, w.unknown);
    const bool wrong = f->encoding == Encoding::fixed && ((get_field(*f, word) ^ f->want) & ~unknown) != 0;
    return std::popcount(unknown) > kMostTried && !wrong;
}

const MmaProblem* same_problem(const MmaReport& report, const MmaProblem& wanted) {
    const auto found = std::ranges::find_if(report.problems, [&](const MmaProblem& p) {
        return p.part == wanted.part && p.problem.rule == wanted.problem.rule &&
               p.problem.field == wanted.problem.field;
    });
    return found == report.problems.end() ? nullptr : &*found;
}

class Proven {
public:
    // `remark`: what the sentence of a problem takes for the open bits, if it depends on them.
    Proven(MmaReport report, std::string_view remark)
        : report_(std::move(report)), remark_(remark), varies_(report_.problems.size()) {}

    std::span<const MmaProblem> problems() const { return report_.problems; }
    template <class Test>
    void drop_if(Test test) {
        for (std::size_t i = report_.problems.size(); i-- > 0;) {
            if (!test(report_.problems[i])) continue;
            report_.problems.erase(report_.problems.begin() + static_cast<std::ptrdiff_t>(i));
            varies_.erase(varies_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    // Keeps the problems that the other report has too, and notes which texts differ.
    void meet(const MmaReport& other) {
        drop_if([&](const MmaProblem& p) { return same_problem(other, p) == nullptr; });
        for (std::size_t i = 0; i < varies_.size(); ++i)
            if (same_problem(other, report_.problems[i])->problem.text != report_.problems[i].problem.text)
                varies_[i] = true;
    }
    MmaReport finish() {
        for (std::size_t i = 0; i < varies_.size(); ++i)
            if (varies_[i]) report_.problems[i].problem.text += remark_;
        return std::move(report_);
    }

private:
    MmaReport report_;
    std::string_view remark_;
    std::vector<bool> varies_;
};

}  // namespace

MmaReport check_mma(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition) {
    return check(line, words, arch, edition, {});
}

MmaReport check_mma_for_sure(const MmaLine& line, const PartlyKnownWords& words, std::string_view arch,
                             Edition edition) {
    MmaReport report = check_mma(line, words.words, arch, edition);
    const std::vector<OpenWord> open = open_words(MmaFacts(line, words.words, arch, edition), words);
    if (open.empty()) return report;
    const bool zeros = std::ranges::all_of(
        open, [&](const OpenWord& w) { return ((words.words.*w.member).value_or(0) & w.unknown) == 0; });
    Proven proven(std::move(report), zeros ? " (This sentence counts unknown bits as 0.)"
                                           : " (This sentence takes the bits that nobody gave as they are shown.)");
    const auto member_of = [&](const OpenWord& w) { return (words.words.*w.member).value_or(0) & ~w.unknown; };
    std::size_t most = 0;
    for (const OpenWord& w : open) {
        proven.drop_if([&](const MmaProblem& p) { return only_sampled(w, p, member_of(w)); });
        most = std::max(most, w.completions.size());
    }
    MmaWords tried = words.words;
    for (const OpenWord& w : open) {
        for (const std::uint64_t completion : w.completions) {
            if (proven.problems().empty()) return proven.finish();
            tried.*w.member = member_of(w) | completion;
            proven.meet(check(line, tried, arch, edition, proven.problems()));
        }
        tried.*w.member = member_of(w);
    }
    for (std::size_t i = 0; open.size() > 1 && i < most && !proven.problems().empty(); ++i) {
        for (const OpenWord& w : open) tried.*w.member = member_of(w) | w.completions[i % w.completions.size()];
        proven.meet(check(line, tried, arch, edition, proven.problems()));
    }
    return proven.finish();
}

}  // namespace tilescope
