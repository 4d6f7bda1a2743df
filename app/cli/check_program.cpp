// app/cli/check_program.cpp -- check --ptx: every instruction of a PTX file with what is known of its words.
// SPDX-License-Identifier: MIT
#include "app/cli/check_program.h"

#include "app/cli/text_out.h"
#include "app/io/json_out.h"

#include <tilescope/base/say.h>
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

std::string word_text(const KnownWord& word) {
    std::string out = hex(word.value, word.bits / 4);
    for (unsigned digit = 0; digit < word.bits / 4; ++digit)
        if ((word.known >> (4 * digit) & 15) != 15) out[out.size() - 1 - digit] = '?';
    return out;
}

// The list of the registers of a tcgen05.ld can have 128 names.
std::string shortened(const std::string& text) {
    constexpr std::size_t kMost = 240;
    return text.size() <= kMost ? text : say(text.substr(0, kMost), " ...");
}

void print_instruction(const ProgramInstruction& instruction) {
    const std::string head = say("line ", instruction.line, ": ");
    print(say(head, wrapped(shortened(instruction.mma.text), head.size())));
    for (std::size_t i = 0; i < std::size(kProgramWords); ++i)
        if (const auto& word = instruction.words[i])
            print(
                say("  ", padded(name_of(kProgramWords[i]), 8), word->known == 0 ? "unknown" : word_text(*word), "\n"));
    std::vector<Problem> problems;
    for (const MmaProblem& p : instruction.report.problems) problems.push_back(p.problem);
    print_problems(problems);
}

void print_report(const ProgramReport& report) {
    for (const ProgramInstruction& instruction : report.instructions) print_instruction(instruction);
    print_problems(report.problems);
    const auto has_problem = [](const ProgramInstruction& i) { return !i.report.problems.empty(); };
    const std::size_t n = report.instructions.size();
    const auto bad = static_cast<std::size_t>(std::ranges::count_if(report.instructions, has_problem));
    print(say(n, n == 1 ? " instruction was checked; " : " instructions were checked; ", bad,
              bad == 1 ? " has" : " have", " a problem.\n"));
}

}  // namespace

int run_check_program(const std::string& file, const Globals& g) {
    if (g.csv) return refuse("check", "check has no --csv; use --json, or remove --csv to get text");
    const auto text = file == "-" ? io::read_standard_input() : io::read_text(file);
    if (!text) return refuse("check", text.why);
    const ProgramReport report = check_program(*text, g.arch, g.edition, g.arch_given);
    if (report.instructions.empty())
        return refuse("check", say(file == "-" ? "the text" : file,
                                   " contains no tcgen05 and no wgmma instruction; give a PTX file that has one"));
    if (g.json)
        print(io::program_json(report));
    else
        print_report(report);
    return is_wrong(report) ? kWrong : kDone;
}

}  // namespace tilescope::cli
