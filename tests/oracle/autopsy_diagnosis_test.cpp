// tests/oracle/autopsy_diagnosis_test.cpp -- oracle: faults of kernels that ran on an H100.
// SPDX-License-Identifier: MIT
//
// ../shared/vectors/silicon/autopsy/cases.csv names the fault of each kernel, and has the words that would be right.
#include "app/autopsy/expected_files.h"
#include "app/autopsy/recording_file.h"
#include "tests/support/vectors.h"

#include <tilescope/autopsy/diagnose.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace tilescope::autopsy {
namespace {

const std::string kRecorded = TILESCOPE_SOURCE_DIR "/../shared/vectors/silicon/autopsy/";

bool has_recordings() { return std::filesystem::exists(kRecorded + "cases.csv"); }

// The part and the field that the ids of cases.csv stand for.
struct FaultId {
    std::string_view id, part, field;
};
constexpr FaultId kFaultIds[] = {{"none", "", ""},
                                 {"sbo", "b", "sbo"},
                                 {"lbo", "b", "lbo"},
                                 {"swizzle_mode", "a", "swizzle"},
                                 {"start_row", "a", "start"},
                                 {"start_of_other_stage", "b", "start"},
                                 {"k_step", "a", "start"},
                                 {"type", "instruction", "type"},
                                 {"outside", "a", "sbo"}};
const FaultId& fault_id(std::string_view id) {
    const auto found = std::ranges::find(kFaultIds, id, &FaultId::id);
    EXPECT_NE(found, std::end(kFaultIds)) << id;
    return found == std::end(kFaultIds) ? kFaultIds[0] : *found;
}

Recording recorded_kernel(const std::string& folder) {
    auto out = read_recording(folder);
    EXPECT_TRUE(out) << folder << ": " << out.why;
    return out ? std::move(*out) : Recording();
}

ExpectedArray bytes_in(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {.bytes = {std::istreambuf_iterator<char>(in), {}}};
}

// The steps of a warpgroup whose words are not the right ones.
std::vector<unsigned> wrong_steps(const test::Vectors& cases, std::size_t row, unsigned warpgroup) {
    std::vector<unsigned> out;
    for (const std::string operand : {"a", "b"}) {
        const auto of = [&](std::string_view column) {
            const auto groups = split_at(cases.text(row, say(column, operand)), '|');
            return lower_words(groups[std::min<std::size_t>(warpgroup, groups.size() - 1)]);
        };
        const auto right = of("right_"), actual = of("actual_");
        for (unsigned s = 0; s < right.size(); ++s)
            if (right[s] != actual[s]) out.push_back(s);
    }
    return out;
}

std::string faults_of(const Diagnosis& d) {
    return list_of(
        d.faults, [](const Fault& f) { return say(name_of(f.part), ".", name_of(f.field)); }, " ");
}

void expect_verdict(const test::Vectors& cases, std::size_t row, const Diagnosis& d, unsigned warpgroup) {
    const FaultId& id = fault_id(cases.text(row, "fault"));
    const std::string& name = cases.text(row, "name");
    const Verdict verdict = id.id == "none" ? Verdict::right : id.id == "outside" ? Verdict::fault : Verdict::wrong;
    EXPECT_EQ(name_of(d.verdict), name_of(verdict)) << name << ": " << d.line;
    EXPECT_EQ(faults_of(d), id.part.empty() ? std::string() : say(id.part, ".", id.field)) << name << ": " << d.line;
    if (d.faults.size() != 1 || d.faults[0].k_steps.empty() || id.id == "outside") return;
    EXPECT_EQ(d.faults[0].k_steps, wrong_steps(cases, row, warpgroup)) << name << ": " << d.line;
}

TEST(AutopsyDiagnosisOracle, ReachesTheVerdictOfEachKernel) {
    if (!has_recordings()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const test::Vectors cases("silicon/autopsy/cases.csv");
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::string folder = kRecorded + cases.text(i, "name");
        const Recording recording = recorded_kernel(folder);
        const std::vector<Chain> chains = chains_of(recording);
        const Expected expected{.a = bytes_in(folder + "/A.bin"), .b = bytes_in(folder + "/B.bin"), .d = {}};
        const auto all = diagnose(recording, chains, expected);
        ASSERT_EQ(all.size(), chains.size());
        for (const Diagnosis& d : all) expect_verdict(cases, i, d, chains[d.chain].warpgroup);
    }
}

// Without A and B the fault is named, or it is not known and among the candidates. A right kernel is never accused.
TEST(AutopsyDiagnosisOracle, SaysNothingWrongWithoutArrays) {
    if (!has_recordings()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const test::Vectors cases("silicon/autopsy/cases.csv");
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Recording recording = recorded_kernel(kRecorded + cases.text(i, "name"));
        const std::vector<Chain> chains = chains_of(recording);
        const FaultId& id = fault_id(cases.text(i, "fault"));
        for (const Diagnosis& d : diagnose(recording, chains)) {
            const auto is_it = [&](const Fault& f) {
                return name_of(f.part) == id.part && name_of(f.field) == id.field;
            };
            EXPECT_TRUE(std::ranges::all_of(d.faults, is_it)) << d.line;
            if (id.id == "none") {
                EXPECT_EQ(d.verdict, Verdict::unknown) << d.line;
            } else {
                EXPECT_TRUE(!d.faults.empty() || std::ranges::any_of(d.candidates, is_it)) << d.line;
            }
        }
    }
}

// Names, addresses, registers and the order of the warpgroups mean nothing.
TEST(AutopsyDiagnosisOracle, DoesNotKnowTheCases) {
    if (!has_recordings()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const test::Vectors cases("silicon/autopsy/cases.csv");
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::string folder = kRecorded + cases.text(i, "name");
        Recording recording = recorded_kernel(folder);
        std::vector<Chain> chains = chains_of(recording);
        recording.kernel = "k";
        recording.machine_code.clear();
        for (Event& event : recording.events)
            if (auto* mma = std::get_if<SeenMma>(&event))
                mma->at.pc += 0x1000, mma->at.line.clear(), mma->uniform.clear();
        std::ranges::reverse(chains);
        for (Chain& chain : chains)
            for (std::size_t& part : chain.tile) part = chains.size() - 1 - part;
        const Expected expected{.a = bytes_in(folder + "/A.bin"), .b = bytes_in(folder + "/B.bin"), .d = {}};
        for (const Diagnosis& d : diagnose(recording, chains, expected))
            expect_verdict(cases, i, d, chains[d.chain].warpgroup);
    }
}

// The kernel of a row with other A and B, written where the right words read them. D was not read.
struct OtherNumbers {
    OtherNumbers(const test::Vectors& cases, std::size_t row, unsigned seed)
        : recording(recorded_kernel(kRecorded + cases.text(row, "name"))), random_(seed) {
        std::erase_if(recording.events, [](const Event& event) { return std::holds_alternative<SeenWait>(event); });
        for (const Operand o : kBothOperands) fill(cases, row, o);
    }

    // The words of an operand in all steps.
    void change(Operand o, const std::function<std::uint64_t(std::uint64_t)>& how) {
        for (Event& event : recording.events)
            if (auto* mma = std::get_if<SeenMma>(&event))
                if (auto& word = pick(o, mma->a, mma->b)) *word = how(*word);
    }
    std::vector<Diagnosis> diagnosed() {
        std::vector<Chain> chains = chains_of(recording);
        for (Chain& chain : chains) chain.seen = chain.model;
        return diagnose(recording, chains, expected);
    }

    Recording recording;
    Expected expected;

private:
    std::uint32_t number(const ElementType& type) {
        const FloatFormat* format = find_float(type.number);
        return format ? word_in_memory(*format, std::normal_distribution<double>(0, 1)(random_)) : random_() & 0xff;
    }

    void fill(const test::Vectors& cases, std::size_t row, Operand o) {
        const std::string letter(pick(o, "a", "b"));
        const ElementType& type = *find_type(cases.text(row, "type"));
        const Major major = cases.text(row, letter + "_major") == "mn" ? Major::mn : Major::k;
        const unsigned rows = pick(o, unsigned{kWgmmaRows}, static_cast<unsigned>(cases.number(row, "n")));
        const unsigned width = type.container_bits / 8, columns = dense_k(type);
        ExpectedArray& array = pick(o, expected.a, expected.b);
        for (const std::string_view group : split_at(cases.text(row, "right_" + letter), '|')) {
            const std::vector<std::string> words = lower_words(group);
            const std::size_t first = array.bytes.size();
            array.row_bytes = words.size() * columns * width;
            array.bytes.resize(first + rows * array.row_bytes);
            for (std::size_t step = 0; step < words.size(); ++step) {
                const auto layout = layout_of(kWgmma91, std::stoull(words[step], nullptr, 16), major, type,
                                              static_cast<int>(rows), static_cast<int>(columns));
                ASSERT_TRUE(layout) << layout.why;
                for (unsigned i = 0; i < rows * columns; ++i) {
                    const std::uint32_t word = number(type), r = i / columns, c = i % columns;
                    const std::uint32_t at = place_in_memory(*layout, {static_cast<int>(r), static_cast<int>(c)}).byte;
                    for (unsigned byte = 0; byte < width; ++byte) {
                        const auto value = static_cast<std::uint8_t>(word >> 8 * byte);
                        for (auto& memory : recording.memories) memory.at(at + byte) = value;
                        array.bytes[first + r * array.row_bytes + (step * columns + c) * width + byte] = value;
                    }
                }
            }
        }
    }

    std::mt19937 random_;
};

TEST(AutopsyDiagnosisOracle, KnowsNoNumberOfTheCases) {
    if (!has_recordings()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const test::Vectors cases("silicon/autopsy/cases.csv");
    for (std::size_t i = 0; i < cases.size(); ++i)
        for (unsigned seed = 0; seed < 3; ++seed) {
            OtherNumbers kernel(cases, i, seed);
            const std::vector<Chain> chains = chains_of(kernel.recording);
            for (const Diagnosis& d : kernel.diagnosed()) expect_verdict(cases, i, d, chains[d.chain].warpgroup);
        }
}

// The fault of the kernel, and another one in the words of the other operand.
TEST(AutopsyDiagnosisOracle, NamesTwoFaultsAtOnce) {
    if (!has_recordings()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const test::Vectors cases("silicon/autopsy/cases.csv");
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const FaultId& id = fault_id(cases.text(i, "fault"));
        if (id.id == "outside") continue;  // it stops at its first MMA
        const Operand other = id.part == "b" ? Operand::a : Operand::b;
        const struct {
            std::string_view field;
            std::function<std::uint64_t(std::uint64_t)> how;
        } seconds[] = {{"sbo", [](std::uint64_t w) { return *with_field(kWgmma91, w, "sbo", "512"); }},
                       {"start", [](std::uint64_t w) { return w + 8; }}};
        for (const auto& second : seconds) {
            OtherNumbers kernel(cases, i, 7);
            kernel.change(other, second.how);
            for (const Diagnosis& d : kernel.diagnosed()) {
                const std::string also = say(pick(other, "a", "b"), ".", second.field);
                const std::string faults = say(" ", faults_of(d), " ");
                EXPECT_EQ(name_of(d.verdict), name_of(Verdict::wrong)) << cases.text(i, "name") << ": " << d.line;
                EXPECT_NE(faults.find(say(" ", also, " ")), std::string::npos) << cases.text(i, "name") << faults;
                EXPECT_LE(d.faults.size(), id.part.empty() ? 1u : 2u) << cases.text(i, "name") << faults;
                if (!id.part.empty()) {
                    EXPECT_NE(faults.find(say(" ", id.part, ".", id.field, " ")), std::string::npos)
                        << cases.text(i, "name") << faults << d.line;
                }
            }
        }
    }
}

// Three kernels that nobody here wrote: blocks of larger matrices, B as K x N, and A and B exchanged.
TEST(AutopsyDiagnosisOracle, CallsTheKernelsOfLibrariesRight) {
    if (!has_recordings()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    for (const std::string name : {"triton", "cublas", "fp8"}) {
        const std::string folder = kRecorded + "large/" + name;
        const Recording recording = recorded_kernel(folder);
        const std::vector<Chain> chains = chains_of(recording);
        // The archives have the elements as bytes.
        const ExpectedFiles files{.a = {}, .b = {}, .d = {}, .archive = folder + "/arrays.npz"};
        auto arrays = read_expected(files, chains);
        if (arrays && !arrays->other_types.empty()) arrays = read_expected(files, chains, "|u1");
        ASSERT_TRUE(arrays) << name << ": " << arrays.why;
        Expected expected = arrays->arrays;
        expected.d = {};
        for (const Diagnosis& d : diagnose(recording, chains, expected)) {
            EXPECT_EQ(name_of(d.verdict), name_of(Verdict::right)) << name << ": " << d.line;
            EXPECT_TRUE(d.faults.empty()) << name;
        }
    }
}

}  // namespace
}  // namespace tilescope::autopsy
