// core/src/rules/mma_proven.cpp -- the problems of an instruction that the known bits of its words prove.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/rules/completions.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

namespace tilescope {
namespace {

// A word with unknown bits, and the values of these bits that are tried.
struct OpenWord {
    MmaPart part;
    std::optional<std::uint64_t> MmaWords::*member;
    const Format* format = nullptr;
    std::uint64_t unknown = 0;
    std::vector<std::uint64_t> completions = {};
};

constexpr OpenWord kOpenWords[] = {{MmaPart::a_desc, &MmaWords::a_desc},
                                   {MmaPart::b_desc, &MmaWords::b_desc},
                                   {MmaPart::idesc, &MmaWords::idesc},
                                   {MmaPart::zcm, &MmaWords::zcm}};

// A word that the instruction does not read has no facts, so its unknown bits cannot matter.
std::vector<OpenWord> open_words(const MmaFacts& facts, const PartlyKnownWords& words) {
    std::vector<OpenWord> out;
    for (OpenWord w : kOpenWords) {
        if (!facts.has(w.part)) continue;
        w.format = &facts.word(w.part).format();
        w.unknown = (words.unknown.*w.member).value_or(0) & bit_mask(w.format->bits);
        if (w.unknown == 0) continue;
        w.completions = completions_of(*w.format, w.unknown);
        out.push_back(std::move(w));
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
    Proven(MmaReport report) : report_(std::move(report)), varies_(report_.problems.size()) {}

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
            if (varies_[i]) report_.problems[i].problem.text += " (This sentence counts unknown bits as 0.)";
        return std::move(report_);
    }

private:
    MmaReport report_;
    std::vector<bool> varies_;
};

}  // namespace

MmaReport check_mma_for_sure(const MmaLine& line, const PartlyKnownWords& words, std::string_view arch,
                             Edition edition) {
    MmaReport report = check_mma(line, words.words, arch, edition);
    const std::vector<OpenWord> open = open_words(MmaFacts(line, words.words, arch, edition), words);
    if (open.empty()) return report;
    Proven proven(std::move(report));
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
            proven.meet(check_mma_again(line, tried, arch, edition, proven.problems()));
        }
        tried.*w.member = member_of(w);
    }
    for (std::size_t i = 0; open.size() > 1 && i < most && !proven.problems().empty(); ++i) {
        for (const OpenWord& w : open) tried.*w.member = member_of(w) | w.completions[i % w.completions.size()];
        proven.meet(check_mma_again(line, tried, arch, edition, proven.problems()));
    }
    return proven.finish();
}

}  // namespace tilescope
