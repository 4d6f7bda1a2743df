// core/src/rules/program_check.cpp -- checks every tcgen05 and wgmma instruction of a PTX program.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/program/readers.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/rules/program_check.h>
#include <tilescope/rules/text_rules.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

void check_instruction(ProgramInstruction& instruction, std::string_view arch, Edition edition) {
    MmaWords words, unknown;
    for (std::size_t i = 0; i < std::size(kMmaWords); ++i) {
        const auto& word = instruction.words[i];
        if (!word || word->known == 0) continue;
        words.*kMmaWords[i].member = word->value;
        unknown.*kMmaWords[i].member = word->unknown();
    }
    instruction.report = check_mma_for_sure(instruction.mma, {words, unknown}, arch, edition);
}

// Metadata in a register is an operand; nothing is known here of that in Tensor Memory.
std::optional<Problem> metadata_problem(const MmaLine& line, std::span<const program::KnownBits> operands) {
    if (family_of(line.opcode).metadata != Storage::registers) return std::nullopt;
    for (std::size_t i = 0; i < std::min(line.operands.size(), operands.size()); ++i)
        if (line.operands[i].role == OperandRole::metadata)
            return check_metadata(static_cast<std::uint32_t>(operands[i].value), line,
                                  static_cast<std::uint32_t>(operands[i].known));
    return std::nullopt;
}

std::optional<Problem> target_problem(std::string_view target, std::string_view arch, Edition edition, bool chosen) {
    if (target.empty()) return std::nullopt;
    const ArchRow *row = arch_named(target), *wanted = arch_named(arch);
    if (row == nullptr) {
        if (is_plain_target(target) && !chosen) return std::nullopt;  // L65 says that it lacks the instruction
        Problem p = problem_of(
            kOtherTarget, say("The text states .target ", excerpt(target), ", which ",
                              is_plain_target(target) ? "has neither wgmma nor tcgen05" : "tilescope does not know",
                              ". The instructions were checked for ",
                              chosen ? say(arch, ".") : say(kHopper, " (wgmma) and ", arch, " (tcgen05)."),
                              chosen ? "" : " The end of shared memory was not checked."));
        p.fix = say("Choose one of these targets: ", arch_list(edition), ".");
        return p;
    }
    if (!chosen || wanted == nullptr || target == arch || runs_on(*row, chip_of(*wanted))) return std::nullopt;
    return problem_of(kOtherTarget,
                      say("The text states .target ", target, ", but you requested ", arch, ". Code for ", target,
                          " does not run on ", arch, ". The instructions were checked for ", target, "."));
}

// "8.10" is later than "8.6". No value: not a version.
std::optional<std::uint64_t> version_number(std::string_view text) {
    const std::size_t dot = text.find('.');
    if (dot == text.npos) return std::nullopt;
    const auto major = parse_number(text.substr(0, dot)), minor = parse_number(text.substr(dot + 1));
    if (!major || !minor) return std::nullopt;
    return *major << 32 | *minor;
}

// An assembler refuses a .version that it does not know. So if the last assembler that accepts a form knows no .version
// as high as that of the text, no assembler accepts the text.
std::optional<Problem> version_problem(const Acceptance& line, std::string_view version, std::string_view target) {
    const auto stated = version_number(version);
    if (!line.accepted || !stated) return std::nullopt;
    if (const auto least = version_number(line.ptx); least && *stated < *least) {
        Problem p = problem_of(kOtherVersion, say("The text states .version ", version, ". On ", target,
                                                  ", this instruction needs .version ", line.ptx, " or later."));
        p.fix = say("Write .version ", line.ptx, ".");
        return p;
    }
    if (const auto last = version_number(line.last); last && *stated > *last) {
        Problem p = problem_of(kOtherVersion, say("The text states .version ", version,
                                                  ". Assemblers that know this .version refuse ", line.partly, "."));
        p.fix = say("Change the line, or write .version ", line.last, " and use an assembler of this version.");
        return p;
    }
    return std::nullopt;
}

// The rule of each gap, in the order of program::Missing.
constexpr const RuleInfo* kGapRules[] = {&kNoFence, &kNoCommit, &kNoWait, &kNoMmaCommit, &kNoBarrierWait};

std::string gap_text(const program::OrderGap& gap, unsigned line, std::string_view use) {
    std::string one_line(use);  // a compiler aligns operands with tabs
    std::ranges::replace(one_line, '\t', ' ');
    const std::string user = say("Line ", line, " (", excerpt(one_line), ")");
    switch (gap.missing) {
    case program::Missing::fence:
        if (gap.name.empty()) return "No wgmma.fence comes before this first wgmma.mma_async of the kernel.";
        return say(user, " writes ", gap.name, ", a register of this instruction. No wgmma.fence comes after it.");
    case program::Missing::commit:
        return say(user, " uses ", gap.name,
                   ", a register of D. The wait before it does not include this instruction, ",
                   "because no wgmma.commit_group comes between.");
    case program::Missing::wait:
        return say(user, " uses ", gap.name, ", a register of D, but no wgmma.wait_group waits for this instruction.");
    case program::Missing::mma_commit:
        return say(user, " reads D. No tcgen05.commit comes between, so no thread can wait for this instruction.");
    case program::Missing::barrier_wait:
        return say(user, " reads D. After the tcgen05.commit, no thread waits for its mbarrier.");
    }
    return {};
}

// `begins`: where each instruction begins, in their order.
void add_gaps(std::string_view ptx, std::vector<program::OrderGap> gaps, const std::vector<std::size_t>& begins,
              ProgramReport& out) {
    LineNumbers lines(ptx);
    std::ranges::stable_sort(gaps, {}, [](const program::OrderGap& gap) { return gap.use.begin; });
    for (const program::OrderGap& gap : gaps) {
        const auto at = std::ranges::lower_bound(begins, gap.mma.begin);
        if (at == begins.end() || *at != gap.mma.begin || gap.use.end > ptx.size()) continue;
        const RuleInfo& rule = *kGapRules[static_cast<std::size_t>(gap.missing)];
        const std::string_view use = ptx.substr(gap.use.begin, gap.use.end - gap.use.begin);
        out.instructions[static_cast<std::size_t>(at - begins.begin())].report.problems.push_back(
            {MmaPart::line, problem_of(rule, gap_text(gap, lines.of(gap.use.begin), use))});
    }
}

void add_mmas(const program::Program& program, const program::Evaluation& values,
              const std::vector<std::uint32_t>& observations, Edition edition, unsigned threads, ProgramReport& out) {
    std::vector<MmaPlace> places;
    std::vector<ProgramInstruction*> instructions;
    for (std::size_t i = 0; i < out.instructions.size(); ++i) {
        const MmaLine& line = out.instructions[i].mma;
        if (line.opcode != Opcode::mma && line.opcode != Opcode::wgmma) continue;
        places.push_back({&line, observations[i], edition});
        instructions.push_back(&out.instructions[i]);
    }
    std::vector<ProgramMma> mmas = mmas_of(program, values, places, out.bases, threads);
    for (std::size_t i = 0; i < mmas.size(); ++i) instructions[i]->as_mma = std::move(mmas[i]);
}

}  // namespace

ProgramReport check_program(std::string_view ptx, std::string_view arch, Edition asked, bool user_chose_arch,
                            std::span<const BaseAddress> given, unsigned threads) {
    program::Program program;
    program::read_ptx({ptx, 0, nullptr}, program);
    const program::Evaluation values = evaluate(program);
    ProgramReport out;
    out.target = program.target;
    out.version = program.version;
    const Edition edition = edition_of(out.target, asked);
    const bool knows_end = out.target.empty() || user_chose_arch || arch_named(out.target) != nullptr;
    const bool is_kernel = ptx.find(".entry") != ptx.npos;
    // The target of the text, if it has one that the program knows; else one that has the instruction.
    const auto target_for = [&](const MmaLine& line) -> std::string_view {
        if (find_arch(out.target, edition) || (is_plain_target(out.target) && !user_chose_arch)) return out.target;
        const FamilyRow& family = family_of(line.opcode);
        return !knows_end && !family.idesc ? family.target : arch;
    };
    LineNumbers lines(ptx);
    std::vector<std::uint32_t> observations;  // of the instructions
    std::vector<std::size_t> begins;
    for (std::uint32_t index = 0; index < program.observations.size(); ++index) {
        const program::Observation& seen = program.observations[index];
        if (seen.type != program::Observation::Type::instruction) continue;
        const Answer<MmaLine> mma = parse_mma_line(seen.text);
        if (!mma || seen.span.begin > ptx.size()) continue;
        const auto operands = std::span(values.operands).subspan(seen.first, seen.count);
        ProgramInstruction instruction{
            .line = lines.of(seen.span.begin), .mma = *mma, .words = program_words(*mma, operands), .report = {}};
        const std::string_view target = target_for(*mma);
        check_instruction(instruction, target, edition);
        std::erase_if(instruction.report.problems, [&](const MmaProblem& p) {
            const bool of_kernel = is_kernel && p.problem.rule == kNoCluster.id;  // check_kernel_text() knows more
            return of_kernel || (!knows_end && p.problem.effect == Effect::past_the_end);
        });
        if (auto problem = metadata_problem(*mma, operands))
            instruction.report.problems.push_back({MmaPart::line, std::move(*problem)});
        if (auto problem = version_problem(instruction.report.acceptance, out.version, target))
            instruction.report.problems.push_back({MmaPart::line, std::move(*problem)});
        out.instructions.push_back(std::move(instruction));
        observations.push_back(index);
        begins.push_back(seen.span.begin);
    }
    add_gaps(ptx, std::move(program.gaps), begins, out);
    out.bases = base_addresses(program, given);
    add_mmas(program, values, observations, edition, threads, out);
    out.problems = check_kernel_text(ptx);
    if (auto problem = target_problem(out.target, arch, edition, user_chose_arch))
        out.problems.insert(out.problems.begin(), std::move(*problem));
    return out;
}

}  // namespace tilescope
