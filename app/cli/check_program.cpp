// app/cli/check_program.cpp -- check --ptx: every instruction of a PTX file with what is known of its words.
// SPDX-License-Identifier: MIT
#include "app/cli/check_program.h"

#include "app/cli/program_arg.h"
#include "app/cli/text_out.h"
#include "app/publish/json_out.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/rules/program_check.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

bool is_wrong(const ProgramReport& report) {
    const auto is_error = [](const Problem& p) { return p.severity == Severity::error; };
    return std::ranges::any_of(report.problems, is_error) ||
           std::ranges::any_of(report.instructions, [&](const ProgramInstruction& i) {
               return std::ranges::any_of(i.report.problems, [&](const MmaProblem& p) { return is_error(p.problem); });
           });
}

// A list of registers can have 128 names: of more than four, only the first and the last one are printed.
std::string shortened(std::string_view text) {
    constexpr std::ptrdiff_t kMostNames = 4;
    std::string out;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size()),
                          close = std::min(text.find('}', open), text.size());
        const std::string_view list = text.substr(open, close - open);
        out += text.substr(0, open);
        if (std::ranges::count(list, ',') < kMostNames)
            out += list;
        else
            out += say(list.substr(0, list.find(',')), ", ..., ", trimmed(list.substr(list.rfind(',') + 1)));
        text.remove_prefix(close);
    }
    return out;
}

// "  a_desc  0x400000400000????  start = global_smem + 16384"
void print_program_word(const ProgramInstruction& instruction, std::size_t index) {
    const auto& word = instruction.words[index];
    if (!word) return;
    std::string line = say(padded(name_of(kProgramWords[index]), 8), word->known == 0 ? "unknown" : text_of(*word));
    for (const Operand o : kBothOperands)
        if (instruction.as_mma && kProgramWords[index] == pick(o, MmaPart::a_desc, MmaPart::b_desc))
            if (const auto& start = instruction.as_mma->start[o]) line += say("  start = ", text_of(*start));
    print(say("  ", wrapped(line, 10)));
}

void print_instruction(const ProgramInstruction& instruction) {
    const std::string head = say("line ", instruction.line, ": ");
    print(say(head, wrapped(shortened(instruction.mma.text), head.size())));
    for (std::size_t i = 0; i < std::size(kProgramWords); ++i) print_program_word(instruction, i);
    if (const auto& mma = instruction.as_mma)
        print(say("  ", padded("chain", 8), mma->chain,
                  !mma->scale_d   ? ""
                  : *mma->scale_d ? ", adds to D"
                                  : ", D is new",
                  "\n"));
    std::vector<Problem> problems;
    for (const MmaProblem& p : instruction.report.problems) problems.push_back(p.problem);
    print_problems(problems);
}

void print_report(const ProgramReport& report) {
    for (const ProgramInstruction& instruction : report.instructions) print_instruction(instruction);
    print_problems(report.problems);
    const auto counts = [](const Problem& p) { return p.severity != Severity::info; };
    const auto has_problem = [&](const ProgramInstruction& i) {
        return std::ranges::any_of(i.report.problems, counts, &MmaProblem::problem);
    };
    const std::size_t n = report.instructions.size();
    const auto bad = std::ranges::count_if(report.instructions, has_problem),
               whole = std::ranges::count_if(report.problems, counts);
    print(say(
        n, n == 1 ? " instruction was checked; " : " instructions were checked; ", bad, bad == 1 ? " has" : " have",
        " a problem",
        whole == 0 ? "" : say("; ", whole, whole == 1 ? " problem is" : " problems are", " about the whole program"),
        ".\n"));
}

// A chain has the number that --chain and `session` know: the pieces of one tile are one chain there.
void number_chains(ProgramReport& report, const Globals& g) {
    const std::vector<ProgramChain> chains = chains_of(report, g.arch, g.edition);
    for (std::uint32_t i = 0; i < chains.size(); ++i) {
        for (const std::size_t mma : chains[i].mmas) report.instructions[mma].as_mma->chain = i;
        for (const std::vector<std::size_t>& piece : chains[i].joined)
            for (const std::size_t mma : piece) report.instructions[mma].as_mma->chain = i;
    }
}

}  // namespace

int run_check_program(const std::string& file, const Globals& g) {
    if (g.csv) return refuse("check", "check has no --csv; use --json, or remove --csv to get text");
    const auto text = io::read_packed_text(file);
    if (!text) return refuse("check", text.why);
    ProgramReport report = check_program(*text, g.arch, g.edition, g.arch_given);
    if (report.instructions.empty())
        return refuse("check", says_no_mma(file, *text, "tcgen05", "wgmma", "give a PTX file that has one"));
    number_chains(report, g);
    if (g.json)
        print(io::program_json(report));
    else
        print_report(report);
    return is_wrong(report) ? kWrong : kDone;
}

}  // namespace tilescope::cli
