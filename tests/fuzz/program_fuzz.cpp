// tests/fuzz/program_fuzz.cpp -- the check of a PTX program: lines and words of its instructions, and its sentences.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/program_check.h>
#include <tilescope/study/program_chains.h>

#include <algorithm>

namespace tilescope::fuzz {
namespace {

std::string wrong_problem(const Problem& problem) {
    if (problem.rule.empty()) return say("a problem has no rule: ", problem.text);
    return first_of(wrong_sentence(problem.text), problem.fix.empty() ? "" : wrong_sentence(problem.fix));
}

std::string wrong_checked(const ProgramInstruction& instruction, std::size_t lines) {
    const auto about = [&](std::string_view what) { return say("line ", instruction.line, ": ", what); };
    if (instruction.line == 0 || instruction.line > lines) return about("the text has no such line");
    for (const auto& word : instruction.words) {
        if (!word) continue;
        if (word->bits != 32 && word->bits != 64) return about("a word has neither 32 nor 64 bits");
        if ((word->known & ~bit_mask(word->bits)) != 0) return about("bits are known outside of a word");
        if ((word->value & ~word->known) != 0) return about("an unknown bit has a value");
    }
    for (const MmaProblem& p : instruction.report.problems)
        if (const std::string wrong = wrong_problem(p.problem); !wrong.empty()) return about(wrong);
    const Acceptance& verdict = instruction.report.acceptance;
    return verdict.accepted || verdict.why.empty() ? "" : wrong_sentence(verdict.why);
}

std::string wrong_report(const ProgramReport& report, std::size_t lines) {
    for (const ProgramInstruction& instruction : report.instructions)
        if (const std::string wrong = wrong_checked(instruction, lines); !wrong.empty()) return wrong;
    for (const Problem& problem : report.problems)
        if (const std::string wrong = wrong_problem(problem); !wrong.empty()) return wrong;
    return {};
}

// A chain has the MMAs of the report, each in one chain, and a session that has no unknown bit with a value.
std::string wrong_chains(const ProgramReport& report) {
    std::size_t mmas = 0, in_chains = 0;
    for (const ProgramInstruction& instruction : report.instructions) mmas += instruction.as_mma.has_value();
    for (const ProgramChain& chain : chains_of(report, "sm_100a", Edition::v9_1)) {
        in_chains += chain.mmas.size();
        for (const std::vector<std::size_t>& piece : chain.joined) in_chains += piece.size();
        if (!chain.session) {
            if (const std::string wrong = wrong_sentence(chain.session.why); !wrong.empty()) return wrong;
            continue;
        }
        if (chain.steps == 0 || chain.steps > chain.mmas.size()) return "a session has no or too many K steps";
        for (const WordRow& row : kWords)
            if ((chain.session->word(row.word) & chain.session->unknown_bits(row.word)) != 0)
                return "an unknown bit of a session has a value";
        for (const ChainAsk& ask : chain.asks)
            if (const std::string wrong = wrong_sentence(ask.says); !wrong.empty()) return wrong;
    }
    return mmas == in_chains ? "" : "an MMA is in no chain, or in two";
}

}  // namespace

std::string check_program(std::string_view bytes) {
    const auto lines = static_cast<std::size_t>(std::ranges::count(bytes, '\n')) + 1;
    const ProgramReport report = tilescope::check_program(bytes, "sm_100a", Edition::v9_1);
    const ProgramReport other = tilescope::check_program(bytes, "sm_90a", Edition::v9_4);
    if (report.instructions.size() != other.instructions.size())
        return "the number of instructions depends on the target";
    const std::string wrong = first_of(wrong_report(report, lines), wrong_report(other, lines));
    return first_of(wrong, first_of(wrong_chains(report), wrong_chains(read_machine_program(bytes, Edition::v9_1))));
}

}  // namespace tilescope::fuzz
