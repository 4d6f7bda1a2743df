// core/src/rules/program_check.cpp -- checks every tcgen05 and wgmma instruction of a PTX program.
// SPDX-License-Identifier: MIT
#include "completions.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/program/evaluate.h>
#include <tilescope/program/readers.h>
#include <tilescope/rules/program_check.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::optional<std::uint64_t> MmaWords::*kMembers[] = {&MmaWords::a_desc, &MmaWords::b_desc, &MmaWords::idesc,
                                                                &MmaWords::zcm};

// Returns the word for which the operand is used, as an index into kProgramWords.
std::optional<std::size_t> word_of_role(const MmaLine& line, OperandRole role) {
    switch (role) {
    case OperandRole::a: return line.a_in_tmem ? std::nullopt : std::optional<std::size_t>(0);
    case OperandRole::cp_from: return 0;
    case OperandRole::b: return 1;
    case OperandRole::idesc: return 2;
    case OperandRole::zero_mask: return 3;
    default: return std::nullopt;
    }
}

const Format* format_of_word(const MmaLine& line, std::size_t word, Edition edition) {
    if (kProgramWords[word] == MmaPart::idesc) return idesc_format(line.kind, edition);
    const bool mask = kProgramWords[word] == MmaPart::zcm;
    const auto found = find_format(mask ? "zcm" : line.opcode == Opcode::wgmma ? "wgmma" : "smem", {}, edition);
    return found ? *found : nullptr;
}

bool has_problem(const std::vector<MmaProblem>& problems, const MmaProblem& wanted) {
    return std::ranges::any_of(problems, [&](const MmaProblem& p) {
        return p.part == wanted.part && p.problem.rule == wanted.problem.rule &&
               p.problem.field == wanted.problem.field;
    });
}

// Keeps the problems that every tried value of the unknown bits has.
void keep_proven(ProgramInstruction& instruction, const MmaWords& words, std::string_view arch, Edition edition) {
    for (std::size_t i = 0; i < std::size(kProgramWords); ++i) {
        const auto& word = instruction.words[i];
        const Format* format = format_of_word(instruction.mma, i, edition);
        if (!word || format == nullptr) continue;
        for (const std::uint64_t completion : completions_of(*format, ~word->known & bit_mask(format->bits))) {
            if (instruction.report.problems.empty()) return;
            MmaWords other = words;
            other.*kMembers[i] = word->value | completion;
            const MmaReport report = check_mma(instruction.mma, other, arch, edition);
            std::erase_if(instruction.report.problems,
                          [&](const MmaProblem& p) { return !has_problem(report.problems, p); });
        }
    }
}

void check_instruction(ProgramInstruction& instruction, std::string_view arch, Edition edition) {
    MmaWords words;
    bool open = false;
    for (std::size_t i = 0; i < std::size(kProgramWords); ++i) {
        const auto& word = instruction.words[i];
        if (!word || word->known == 0) continue;
        words.*kMembers[i] = word->value;
        open |= word->known != bit_mask(word->bits);
    }
    instruction.report = check_mma(instruction.mma, words, arch, edition);
    if (open) keep_proven(instruction, words, arch, edition);
}

}  // namespace

ProgramReport check_program(std::string_view ptx, std::string_view arch, Edition asked) {
    program::Program program;
    program::read_ptx({ptx, 0, nullptr}, program);
    const program::Evaluation values = evaluate(program);
    ProgramReport out;
    out.target = program.target;
    const Edition edition = edition_of(out.target, asked);
    const std::string_view target = find_arch(out.target, edition) ? std::string_view(out.target) : arch;
    std::size_t counted = 0;
    unsigned line = 1;
    for (const program::Observation& seen : program.observations) {
        if (seen.type != program::Observation::Type::instruction) continue;
        const Answer<MmaLine> mma = parse_mma_line(seen.text);
        if (!mma || seen.span.begin > ptx.size()) continue;
        if (seen.span.begin < counted) counted = 0, line = 1;
        line += static_cast<unsigned>(std::ranges::count(ptx.substr(counted, seen.span.begin - counted), '\n'));
        counted = seen.span.begin;
        ProgramInstruction instruction{.line = line, .mma = *mma, .words = {}, .report = {}};
        const std::size_t count = std::min<std::size_t>(mma->operands.size(), seen.count);
        for (std::size_t i = 0; i < count; ++i) {
            const MmaOperand& o = mma->operands[i];
            const auto word = word_of_role(*mma, o.role);
            if (!word || o.form == OperandForm::address || o.form == OperandForm::list) continue;
            const unsigned bits = kProgramWords[*word] == MmaPart::idesc ? 32 : 64;
            const program::KnownBits& x = values.operands[seen.first + i];
            instruction.words[*word] = KnownWord{x.value & bit_mask(bits), x.known & bit_mask(bits), bits};
        }
        check_instruction(instruction, target, edition);
        out.instructions.push_back(std::move(instruction));
    }
    out.problems = check_kernel_text(ptx);
    return out;
}

}  // namespace tilescope
