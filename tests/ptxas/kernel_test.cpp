// tests/ptxas/kernel_test.cpp -- the assembler accepts every live kernel that the program prints.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/assembler.h"
#include "tests/ptxas/matrix.h"
#include "tests/support/kernel_forms.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/study/experiment.h>

#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace tilescope {
namespace {

// The kernels of a file are assembled together. A file that the assembler refuses is assembled again kernel by kernel.
constexpr std::size_t kKernelsOfFile = 40;

// Returns the kernels as one text, with the entries k0, k1, ... They have the same .version and the same target.
std::string joined_kernels(const std::vector<LiveKernel>& kernels) {
    const std::string entry = say(".visible .entry ", kLiveEntry);
    std::string out;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const std::string& text = kernels[i].text;
        const std::size_t at = text.find(entry);
        if (i == 0) out = text.substr(0, at);
        out += say(".visible .entry k", i, text.substr(at + entry.size()));
    }
    return out;
}

// Returns what the assembler prints. Empty: it accepted the text without a warning.
std::string complaint(const test::AssemblerProgram& program, const std::string& text, const std::string& arch) {
    const std::string path = say(TILESCOPE_BINARY_DIR "/kernel_", getpid(), ".ptx");
    std::ofstream(path) << text;
    const std::string command = say("'", program.path, "' -arch=", arch, " -o /dev/null '", path, "' 2>&1");
    std::string out;
    if (FILE* in = popen(command.c_str(), "r")) {
        char part[4096];
        while (const std::size_t n = fread(part, 1, sizeof part, in)) out.append(part, n);
        const int status = pclose(in);
        if (status != 0) out += say("exit status ", status);
    } else {
        out = "cannot start the assembler";
    }
    std::filesystem::remove(path);
    return out;
}

class KernelsOfTarget : public testing::TestWithParam<std::string> {};

// Returns the kernels of the target, by .version. Without TILESCOPE_PTXAS_ALL=1 one of 32 forms, different for each
// target. `counted` is the number of forms.
std::map<std::string_view, std::vector<LiveKernel>> kernels_for(const std::string& arch, std::size_t& counted) {
    const std::size_t share = std::getenv("TILESCOPE_PTXAS_ALL") ? 1 : 32;
    const std::vector<KernelForm> forms = test::kernel_forms(arch);
    std::map<std::string_view, std::vector<LiveKernel>> out;
    counted = 0;
    for (std::size_t i = static_cast<std::size_t>(arch_named(arch) - kArchs) % share; i < forms.size(); i += share) {
        ++counted;
        Answer<LiveKernel> kernel = live_kernel(forms[i]);
        if (kernel) out[kernel->ptx].push_back(std::move(*kernel));
    }
    return out;
}

// The numbers of accepted forms of the oldest and the newest assembler differ only for .version: see accept().
TEST_P(KernelsOfTarget, AreAssembledWithoutAWarning) {
    const std::vector<test::AssemblerProgram> programs = test::assemblers_for(GetParam());
    if (programs.empty()) GTEST_SKIP() << test::no_assembler_for(GetParam());
    std::size_t forms = 0;
    const auto by_version = kernels_for(GetParam(), forms);
    for (const test::AssemblerProgram& program : programs) {
        std::size_t assembled = 0, refused = 0;
        for (const auto& [version, kernels] : by_version)
            for (std::size_t at = 0; version <= program.newest && at < kernels.size(); at += kKernelsOfFile) {
                const auto begin = kernels.begin() + static_cast<std::ptrdiff_t>(at);
                const auto end = begin + static_cast<std::ptrdiff_t>(std::min(kKernelsOfFile, kernels.size() - at));
                assembled += static_cast<std::size_t>(end - begin);
                if (complaint(program, joined_kernels({begin, end}), GetParam()).empty()) continue;
                for (auto kernel = begin; kernel != end; ++kernel) {
                    const std::string said = complaint(program, kernel->text, GetParam());
                    refused += !said.empty();
                    EXPECT_EQ(said, "") << test::name_of_form(kernel->form);
                }
            }
        std::printf("%s, ptxas %s: %zu forms, %zu kernels assembled, %zu refused or warned about\n", GetParam().c_str(),
                    program.version.c_str(), forms, assembled, refused);
    }
}

// Most experiments launch words that a rule refuses, but no assembler sees the words.
TEST_P(KernelsOfTarget, OfTheExperimentsAreAssembled) {
    const std::vector<test::AssemblerProgram> programs = test::assemblers_for(GetParam());
    if (programs.empty()) GTEST_SKIP() << test::no_assembler_for(GetParam());
    for (const Experiment& experiment : all_experiments()) {
        const ArchRow* target = target_of(experiment, chip_of(*arch_named(GetParam())));
        if (target == nullptr || target->id != GetParam()) continue;
        const auto jobs = experiment_jobs(experiment, chip_of(*target));
        ASSERT_TRUE(jobs) << experiment.id << ": " << jobs.why;
        for (const ExperimentJob& job : *jobs)
            for (const MmaInstruction& step : {job.launched, job.control.steps.front()}) {
                const auto kernel = live_kernel(*kernel_form(step));
                ASSERT_TRUE(kernel) << experiment.id << ": " << kernel.why;
                for (const test::AssemblerProgram& program : programs) {
                    if (kernel->ptx > program.newest) continue;
                    EXPECT_EQ(complaint(program, kernel->text, GetParam()), "") << experiment.id << ' ' << job.name;
                }
            }
    }
}

std::vector<std::string> targets_with_kernels() {
    std::vector<std::string> out;
    for (const ArchRow& arch : kArchs)
        if (arch.has(Feature::tcgen05) || arch.has(Feature::wgmma)) out.emplace_back(arch.id);
    return out;
}

INSTANTIATE_TEST_SUITE_P(Ptxas, KernelsOfTarget, testing::ValuesIn(targets_with_kernels()),
                         [](const auto& target) { return target.param; });

// ---- the list of forms is complete ----

// Whether a kernel can have this line: its qualifiers are in a Variant, and its numbers are among those of the list.
bool can_be_a_form(const MmaLine& line) {
    const MmaOperand* scale = line.operand(OperandRole::scale_d);
    const bool listed = !scale || scale->value == 0 || scale->value == 7 || scale->value == 15;
    const bool in_variant = line.collector_b.empty() && !line.lut_b && line.lane_mask() % 4 == 0;
    return line.opcode == Opcode::mma && listed && in_variant;
}

// Needs no assembler: each line of the matrix that accept() accepts is the instruction of a form in the list.
TEST(KernelForms, HaveEveryAcceptedFormOfTheMatrix) {
    const std::vector<std::string> matrix = test::tcgen05_matrix();
    std::size_t found = 0, other = 0;
    for (const std::string& arch : targets_with_kernels()) {
        if (!has_feature(arch, Feature::tcgen05)) continue;
        std::map<std::string, bool> listed;  // the text of each form
        for (const KernelForm& form : test::kernel_forms(arch)) listed[mma_text(form.variant, form.zero_mask)] = true;
        for (const std::string& text : matrix) {
            const Answer<MmaLine> line = parse_mma_line(text);
            if (!line || line->opcode != Opcode::mma || !accept(*line, arch).accepted) continue;
            if (!can_be_a_form(*line)) {
                ++other;
                continue;
            }
            const std::string plain = mma_text(variant_of(*line), line->operand(OperandRole::zero_mask) != nullptr);
            EXPECT_TRUE(listed.contains(plain)) << arch << ": " << text << " is " << plain;
            ++found;
        }
    }
    std::printf("%zu accepted lines are forms of kernels, %zu are not\n", found, other);
    EXPECT_GE(found, 5'000u);
}

}  // namespace
}  // namespace tilescope
