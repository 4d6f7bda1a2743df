// tests/unit/autopsy/diagnose_test.cpp -- the diagnosis names the fault that was made, and calls right kernels right.
// SPDX-License-Identifier: MIT
//
// The recordings are made by the model (made_kernel.h). tests/oracle has those of an H100.
#include "made_kernel.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tensor_map.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tilescope::autopsy::test {
namespace {

bool all_are(const std::vector<Diagnosis>& all, Verdict verdict) {
    return !all.empty() && std::ranges::all_of(all, [&](const Diagnosis& d) { return d.verdict == verdict; });
}

// Without arrays nothing wrong may be said: the verdict is not known.
void expect_silence(const MadeKernel& kernel) {
    for (const Diagnosis& d : kernel.diagnosed(false)) EXPECT_NE(d.verdict, Verdict::wrong) << d.line;
}

void expect_fault(const MadeKernel& kernel, std::string_view fault, std::string_view says = {}) {
    const auto found = kernel.diagnosed();
    EXPECT_TRUE(all_are(found, Verdict::wrong)) << said_in(found);
    EXPECT_EQ(names_in(found), fault) << said_in(found);
    EXPECT_NE(said_in(found).find(says), std::string::npos) << said_in(found);
    expect_silence(kernel);
}

std::vector<Plan> right_plans() {
    std::vector<Plan> out;
    unsigned seed = 1;
    for (const std::string type : {"f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8"})
        for (const SwizzleMode mode : {SwizzleMode::none, SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128}) {
            Plan plan{.type = type, .warpgroups = 1 + seed % 2, .n = seed % 3 == 0 ? 128u : 64u, .mode = {mode, mode}};
            plan.stages = 1 + seed % 2;
            plan.numbers = kAllNumbers[seed % std::size(kAllNumbers)];
            plan.seed = seed++;
            plan.b_is_k_by_n = seed % 3 == 0;
            if (seed % 4 == 0) plan.row_a = 64, plan.row_b = plan.n, plan.column = 128, plan.more = 32;
            out.push_back(plan);
            if (plan.type == "f16" || plan.type == "bf16")
                out.push_back(plan), out.back().major = {Major::mn, Major::mn};
        }
    return out;
}

TEST(Diagnose, CallsRightKernelsRight) {
    for (const Plan& plan : right_plans()) {
        const MadeKernel kernel(plan);
        const auto found = kernel.diagnosed();
        EXPECT_TRUE(all_are(found, Verdict::right))
            << plan.type << " " << static_cast<int>(plan.mode.a) << " " << static_cast<int>(plan.numbers) << "\n"
            << said_in(found);
        EXPECT_EQ(names_in(found), "");
        expect_silence(kernel);
    }
}

// Every distribution in both 16-bit types: the type of a right kernel is never doubted.
TEST(Diagnose, NeverDoubtsTheTypeOfARightKernel) {
    for (const std::string type : {"f16", "bf16"})
        for (const Numbers numbers : kAllNumbers)
            for (unsigned seed = 1; seed <= 3; ++seed) {
                const auto found = MadeKernel({.type = type, .numbers = numbers, .seed = seed}).diagnosed();
                EXPECT_TRUE(all_are(found, Verdict::right))
                    << type << " " << static_cast<int>(numbers) << said_in(found);
            }
}

TEST(Diagnose, NamesAStride) {
    MadeKernel k_major({.type = "s8", .numbers = Numbers::any_bits});
    k_major.change(Operand::b, [](SmemLayout& l) { l.sbo = 512; });
    expect_fault(k_major, "b.sbo", "sbo of B is 512; the bytes are written for 1024. Set sbo to 1024.");

    MadeKernel mn_major({.type = "bf16", .n = 128, .major = {Major::k, Major::mn}});
    const std::uint32_t right = mn_major.layout(Operand::b, 0, 0).lbo;
    mn_major.change(Operand::b, [&](SmemLayout& l) { l.lbo = right * 2; });
    expect_fault(mn_major, "b.lbo", say("Set lbo to ", right));
}

TEST(Diagnose, NamesExchangedStrides) {
    MadeKernel kernel({.mode = {SwizzleMode::none, SwizzleMode::b128}});
    kernel.change(Operand::a, [](SmemLayout& l) { std::swap(l.lbo, l.sbo); });
    expect_fault(kernel, "a.sbo a.lbo", "lbo and sbo of A are exchanged");
}

TEST(Diagnose, NamesTheSwizzleMode) {
    MadeKernel kernel({.type = "e4m3"});
    kernel.change(Operand::a, [](SmemLayout& l) { l.mode = SwizzleMode::b64; });
    expect_fault(kernel, "a.swizzle", "swizzle of A is 64B; the bytes are written with 128B.");
}

TEST(Diagnose, NamesTheBaseOffset) {
    MadeKernel kernel({.lines = {4, 2}});
    kernel.change(Operand::b, [](SmemLayout& l) { l.base_offset = 0; });
    expect_fault(kernel, "b.base_offset", "base_offset of B is 0; the swizzle pattern in memory needs 2.");
}

TEST(Diagnose, NamesTheStart) {
    MadeKernel row({.n = 80});
    row.change(Operand::a, [](SmemLayout& l) { l.start += 128; });
    expect_fault(row, "a.start", "one row (128 bytes) too far");

    MadeKernel stage({.n = 96, .stages = 2});
    for (unsigned s = 4; s < 8; ++s) stage.b[0][s] = stage.b[0][s - 4];
    expect_fault(stage, "b.start", "K steps 4 to 7: start of B is");
    EXPECT_EQ(stage.diagnosed()[0].faults[0].k_steps, (std::vector<unsigned>{4, 5, 6, 7}));

    MadeKernel step({.type = "bf16", .n = 48});
    for (unsigned s = 1; s < 4; ++s) {
        SmemLayout layout = step.layout(Operand::a, 0, s);
        layout.start = step.layout(Operand::a, 0, 0).start + 512 * s;
        step.a[0][s] = *descriptor_of(kWgmma91, layout);
    }
    expect_fault(step, "a.start", "advances by 512 bytes a K step; the bytes of the next step are 32 bytes further");
}

TEST(Diagnose, NamesTheRowsOfAnotherWarpgroup) {
    MadeKernel kernel({.warpgroups = 2});
    kernel.a[1] = kernel.a[0];
    const auto found = kernel.diagnosed();
    EXPECT_EQ(found[0].verdict, Verdict::right) << found[0].line;
    EXPECT_EQ(found[1].verdict, Verdict::wrong) << found[1].line;
    EXPECT_EQ(names_in(found), "a.start");
}

TEST(Diagnose, NamesTheStrideOfOneStage) {
    MadeKernel kernel({.stages = 2});
    kernel.change(
        Operand::a, [](SmemLayout& l) { l.sbo = 2048; }, [](unsigned step) { return step >= 4; });
    expect_fault(kernel, "a.sbo", "K steps 4 to 7: sbo of A is 2048");
}

TEST(Diagnose, NamesTheTransposeBit) {
    for (const Major major : {Major::k, Major::mn}) {
        MadeKernel kernel({.major = {Major::k, major}});
        kernel.text = MadeKernel({.major = {Major::k, major == Major::k ? Major::mn : Major::k}}).text;
        expect_fault(kernel, "b.transpose", say("Set the transpose bit of B to ", major == Major::k ? 0 : 1));
    }
}

TEST(Diagnose, NamesTheType) {
    for (const Numbers numbers : {Numbers::normal, Numbers::octaves, Numbers::uniform, Numbers::small_integers})
        for (const bool is_f16 : {true, false}) {
            MadeKernel kernel({.type = is_f16 ? "f16" : "bf16", .n = 40, .numbers = numbers});
            kernel.text = MadeKernel({.type = is_f16 ? "bf16" : "f16", .n = 40}).text;
            const auto found = kernel.diagnosed();
            EXPECT_EQ(names_in(found), "instruction.type") << is_f16 << static_cast<int>(numbers) << said_in(found);
        }
}

TEST(Diagnose, BelievesTheTypeOfTheArrays) {
    MadeKernel kernel({.type = "e5m2", .numbers = Numbers::any_bits});
    EXPECT_TRUE(all_are(kernel.diagnosed(), Verdict::right));
    kernel.expected.a.type = kernel.expected.b.type = "e4m3";
    EXPECT_EQ(names_in(kernel.diagnosed()), "instruction.type");
    kernel.expected.a.type = kernel.expected.b.type = "u8";  // bytes of any type
    EXPECT_TRUE(all_are(kernel.diagnosed(), Verdict::right));
}

TEST(Diagnose, FindsBytesThatNothingWrote) {
    for (const std::uint8_t byte : {std::uint8_t{0}, std::uint8_t{0xcc}}) {
        MadeKernel kernel(Plan{});
        std::fill(kernel.memory.begin() + 0x400 + 48 * 128, kernel.memory.begin() + 0x400 + 64 * 128, byte);
        expect_fault(kernel, "a.memory", byte == 0 ? "rows 48 to 63 of A" : "hold 0xcc in every byte");
    }
}

TEST(Diagnose, FindsBytesThatArriveLater) {
    MadeKernel kernel(Plan{});
    const auto whole = kernel.memory;
    std::fill(kernel.memory.begin() + 0x400, kernel.memory.begin() + 0x2400, std::uint8_t{0xcc});
    Recording recording = kernel.recording();
    const auto chains = kernel.chains(recording);
    recording.memories.push_back(whole);
    recording.events.emplace_back(SeenWait{.memory = 1});
    const auto found = diagnose(recording, chains, kernel.expected);
    EXPECT_EQ(names_in(found), "a.memory");
    EXPECT_NE(said_in(found).find("A wait or a barrier is missing"), std::string::npos) << said_in(found);
}

// Puts elements of 16 bits into both matrices, and into memory.
void fill(MadeKernel& kernel, const std::function<std::uint16_t(Operand, std::size_t row, std::size_t column)>& word) {
    for (const Operand o : kBothOperands) {
        ExpectedArray& array = pick(o, kernel.expected.a, kernel.expected.b);
        for (std::size_t i = 0; i * 2 < array.bytes.size(); ++i) {
            const std::uint16_t w = word(o, i * 2 / array.row_bytes, i * 2 % array.row_bytes / 2);
            array.bytes[i * 2] = static_cast<std::uint8_t>(w);
            array.bytes[i * 2 + 1] = static_cast<std::uint8_t>(w >> 8);
        }
        for (unsigned s = 0; s < kernel.all_steps(); ++s) kernel.write(o, 0, s, kernel.layout(o, 0, s));
    }
}

// Zeros and ones at random: each chunk of 16 bytes is in many places.
TEST(Diagnose, FindsTheBlockOfBinaryElements) {
    for (const std::size_t row : {std::size_t{8}, std::size_t{40}}) {
        MadeKernel kernel({.n = 48, .row_a = 64, .row_b = row, .column = 64, .more = 128});
        std::mt19937 random(7);
        fill(kernel, [&](Operand, std::size_t, std::size_t) { return random() % 2 != 0 ? 0x3c00 : 0; });
        const auto found = kernel.diagnosed();
        EXPECT_TRUE(all_are(found, Verdict::right)) << said_in(found);
    }
}

// No block of zeros and ones is read, so nothing says which one should be.
TEST(Diagnose, AccusesNothingWhereNoBlockOfBinaryElementsIsRead) {
    MadeKernel kernel({.n = 48, .row_b = 8, .more = 128});
    std::mt19937 random(7);
    fill(kernel, [&](Operand, std::size_t, std::size_t) { return random() % 2 != 0 ? 0x3c00 : 0; });
    std::fill(kernel.memory.begin() + kernel.begin.b, kernel.memory.begin() + kernel.begin.b + 1024, std::uint8_t{0});
    const auto found = kernel.diagnosed();
    EXPECT_TRUE(all_are(found, Verdict::unknown)) << said_in(found);
}

// A that is constant along K does not say which columns a step reads.
TEST(Diagnose, FollowsKStepsInAnotherOrder) {
    MadeKernel kernel(Plan{});
    fill(kernel, [](Operand o, std::size_t row, std::size_t column) {
        return static_cast<std::uint16_t>(0x3c00 + (row + pick(o, 0u, 1u) * (row * 63 + column)) % 1000);
    });
    for (auto* words : {&kernel.a[0], &kernel.b[0]}) std::swap((*words)[1], (*words)[2]);
    const auto found = kernel.diagnosed();
    EXPECT_TRUE(all_are(found, Verdict::right)) << said_in(found);
}

TEST(Diagnose, FindsABlockOfWhichFewRowsAreRead) {
    MadeKernel kernel({.n = 96, .row_b = 8, .more = 64});
    kernel.change(Operand::b, [](SmemLayout& l) { l.sbo = 1040; });
    expect_fault(kernel, "b.sbo");
}

// Two warpgroups share A, and have other columns of B, which are equal. So they have other columns of D.
TEST(Diagnose, TwoWarpgroupsMayReadTheSameRowsOfA) {
    MadeKernel kernel({.warpgroups = 2, .n = 32});
    fill(kernel, [](Operand o, std::size_t row, std::size_t column) {
        return static_cast<std::uint16_t>(0x3c00 + (pick(o, row * 64, std::size_t{0}) + column) % 1021);
    });
    for (unsigned s = 0; s < 4; ++s) kernel.write(Operand::a, 1, s, kernel.layout(Operand::a, 1, s));
    kernel.memory.resize(kernel.memory.size() + 4096);
    kernel.a[1] = kernel.a[0];
    kernel.change(Operand::b, [](SmemLayout& l) { l.start += 4096; });
    kernel.b[0] = MadeKernel(kernel.plan).b[0];
    for (unsigned s = 0; s < 4; ++s) {
        SmemLayout second = kernel.layout(Operand::b, 0, s);
        second.start += 4096;
        kernel.write(Operand::b, 0, s, second);
    }
    for (const bool with_b : {true, false}) {
        if (!with_b) kernel.expected.b = {};
        SCOPED_TRACE(with_b);
        EXPECT_EQ(names_in(kernel.diagnosed()), "") << said_in(kernel.diagnosed());
    }
}

TEST(Diagnose, FindsTilesThatOverlap) {
    MadeKernel kernel(Plan{});
    for (SmemLayout& layout : kernel.right.b) layout.start -= 1024;
    kernel.change(Operand::b, [](SmemLayout&) {});
    for (unsigned s = 0; s < 4; ++s) kernel.write(Operand::b, 0, s, kernel.layout(Operand::b, 0, s));
    expect_fault(kernel, "a.overlap", "overwritten with bytes of B");
}

TEST(Diagnose, FindsStagesThatOverlap) {
    MadeKernel kernel({.stages = 2});
    for (unsigned s = 4; s < 8; ++s) kernel.right.a[s].start -= 1024;
    kernel.change(Operand::a, [](SmemLayout&) {});
    for (unsigned s = 4; s < 8; ++s) kernel.write(Operand::a, 0, s, kernel.layout(Operand::a, 0, s));
    expect_fault(kernel, "a.overlap", "the stages of A overlap");
}

TEST(Diagnose, ComparesRegistersOfA) {
    const MadeKernel kernel({.type = "bf16", .row_a = 64, .column = 64, .more = 16});
    const Recording recording = kernel.recording();
    std::vector<Chain> chains = kernel.chains(recording);
    for (Step& step : chains[0].steps) step.instruction.variant.a_in_tmem = true;
    EXPECT_TRUE(all_are(diagnose(recording, chains, kernel.expected), Verdict::right));
    for (std::uint32_t& word : chains[0].steps[2].read.a.words) word = 0x3f80;
    chains[0].seen.clear();
    const auto found = diagnose(recording, chains, kernel.expected);
    EXPECT_EQ(names_in(found), "a.memory") << said_in(found);
    EXPECT_NE(said_in(found).find("in the registers of the warpgroup"), std::string::npos) << said_in(found);
}

// A tensor map in constant bank 0, as a kernel gets it for the parameter at `offset`.
void add_map(Recording& recording, std::size_t offset, std::string_view swizzle, std::uint32_t columns) {
    TensorMap map{.type = find_tma_type("FLOAT16"), .swizzle = find_tma_swizzle(swizzle), .address = 0x7f0000000000};
    map.dims = {64, 64};
    map.strides = {128};
    map.box = {columns, 64};
    const TensorMapWords words = words_of(map);
    recording.constants.resize(1024);
    for (std::size_t i = 0; i < kTensorMapBytes; ++i)
        recording.constants[offset + i] = static_cast<std::uint8_t>(words[i / 8] >> 8 * (i % 8));
}

TEST(Diagnose, NamesTheTensorMapThatDiffersFromAllWords) {
    // The copy of B has no swizzle: rows of 128 bytes, which no word reads.
    MadeKernel kernel(Plan{});
    for (unsigned s = 0; s < 4; ++s) {
        const SmemLayout& rows = kernel.layout(Operand::b, 0, s);
        for (int row = 0; row < rows.rows; ++row)
            for (int column = 0; column < rows.columns; ++column) {
                const std::uint32_t to = rows.start + static_cast<std::uint32_t>(row * 128 + column * 2);
                const auto at =
                    kernel.expected.b.bytes.begin() +
                    static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * kernel.expected.b.row_bytes +
                                                (s * 16 + static_cast<unsigned>(column)) * 2);
                std::copy_n(at, 2, kernel.memory.begin() + to);
            }
    }
    Recording recording = kernel.recording();
    add_map(recording, 0x240, "128B", 64);
    add_map(recording, 0x2c0, "NONE", 64);
    const auto found = diagnose(recording, kernel.chains(recording), kernel.expected);
    EXPECT_EQ(names_in(found), "b.tensor_map") << said_in(found);
    EXPECT_NE(said_in(found).find("CU_TENSOR_MAP_SWIZZLE_128B"), std::string::npos) << said_in(found);
}

TEST(Diagnose, NamesTheWordThatDiffersFromAllTensorMaps) {
    MadeKernel kernel(Plan{});
    kernel.change(Operand::b, [](SmemLayout& l) { l.mode = SwizzleMode::b64; });
    Recording recording = kernel.recording();
    add_map(recording, 0x240, "128B", 64);
    add_map(recording, 0x2c0, "128B", 64);
    EXPECT_EQ(names_in(diagnose(recording, kernel.chains(recording), kernel.expected)), "b.swizzle");
}

// The copies of A are those of a tile with 32B, its words those of one with 64B; B has 32B in both.
TEST(Diagnose, DoesNotDecideBetweenAMapAndWordsThatAreBothConsistent) {
    MadeKernel kernel({.mode = {SwizzleMode::b64, SwizzleMode::b32}});
    const MadeKernel written({.mode = {SwizzleMode::b32, SwizzleMode::b32}});
    for (unsigned s = 0; s < 4; ++s) {
        SmemLayout layout = written.layout(Operand::a, 0, s);
        layout.start += kernel.begin.a - written.begin.a;
        kernel.write(Operand::a, 0, s, layout);
    }
    Recording recording = kernel.recording();
    add_map(recording, 0x240, "32B", 16);
    add_map(recording, 0x2c0, "32B", 16);
    const auto found = diagnose(recording, kernel.chains(recording), kernel.expected);
    EXPECT_TRUE(all_are(found, Verdict::unknown)) << said_in(found);
    ASSERT_FALSE(found[0].candidates.empty());
    EXPECT_EQ(found[0].candidates[0].field, FaultField::tensor_map);
    EXPECT_TRUE(
        std::ranges::any_of(found[0].candidates, [](const Fault& f) { return f.field == FaultField::swizzle; }));
}

// Another driver can write other bits into a map. Its tensor is the matrix, so it is a map all the same.
TEST(Diagnose, KnowsAMapByItsTensor) {
    MadeKernel kernel(Plan{});
    for (unsigned s = 0; s < 4; ++s) kernel.write(Operand::b, 0, s, kernel.layout(Operand::b, 0, s), false);
    Recording recording = kernel.recording();
    add_map(recording, 0x240, "128B", 64);
    add_map(recording, 0x2c0, "NONE", 64);
    recording.constants[0x2c0 + 0x49] ^= 0x10;
    EXPECT_EQ(names_in(diagnose(recording, kernel.chains(recording), kernel.expected)), "b.tensor_map");
}

TEST(Diagnose, NamesTwoFaultsAtOnce) {
    MadeKernel kernel({.n = 96});
    kernel.change(Operand::a, [](SmemLayout& l) { l.start += 128; });
    kernel.change(Operand::b, [](SmemLayout& l) { l.sbo = 512; });
    expect_fault(kernel, "a.start b.sbo");

    MadeKernel one_word({.n = 96});
    one_word.change(Operand::b, [](SmemLayout& l) { l.mode = SwizzleMode::b32, l.sbo = 256; });
    expect_fault(one_word, "b.swizzle b.sbo");
}

TEST(Diagnose, ExplainsAnExceptionWithAndWithoutArrays) {
    MadeKernel kernel({.type = "e4m3", .warpgroups = 2});
    kernel.change(Operand::a, [](SmemLayout& l) { l.sbo = 16384; });
    const Recording recording = kernel.recording();
    std::vector<Chain> chains = kernel.chains(recording);
    for (Chain& chain : chains) chain.at_exception = true;
    for (const Expected& expected : {kernel.expected, Expected()}) {
        const auto found = diagnose(recording, chains, expected);
        EXPECT_TRUE(all_are(found, Verdict::fault)) << said_in(found);
        EXPECT_EQ(names_in(found), "a.sbo");
        EXPECT_EQ(found[0].faults[0].right.number, 1024u);
        EXPECT_NE(said_in(found).find("without dividing it by 16"), std::string::npos) << said_in(found);
    }
}

TEST(Diagnose, TakesArraysWithoutAShapeAndExchangedOnes) {
    MadeKernel kernel({.n = 96});
    kernel.expected.a.row_bytes = kernel.expected.b.row_bytes = 0;
    EXPECT_TRUE(all_are(kernel.diagnosed(), Verdict::right));
    MadeKernel exchanged({.n = 64});
    std::swap(exchanged.expected.a, exchanged.expected.b);
    EXPECT_TRUE(all_are(exchanged.diagnosed(), Verdict::right));
}

TEST(Diagnose, ComparesDWithTheExpectedOne) {
    const MadeKernel kernel(Plan{});
    const Recording recording = kernel.recording();
    std::vector<Chain> chains = kernel.chains(recording);
    Expected expected;
    expected.d.row_bytes = 64 * 4;
    for (const std::uint32_t word : chains[0].model)
        for (unsigned i = 0; i < 4; ++i) expected.d.bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
    EXPECT_TRUE(all_are(diagnose(recording, chains, expected), Verdict::right));
    std::fill_n(expected.d.bytes.begin() + 63 * 256, 256, std::uint8_t{0x47});
    const auto found = diagnose(recording, chains, expected);
    EXPECT_TRUE(all_are(found, Verdict::unknown));
    EXPECT_NE(said_in(found).find("rows 63, columns 0 to 63"), std::string::npos) << said_in(found);
}

ExpectedArray words_of_d(const std::vector<std::uint32_t>& words, std::size_t n) {
    ExpectedArray out{.bytes = {}, .row_bytes = n * 4, .type = {}};
    for (const std::uint32_t word : words)
        for (unsigned i = 0; i < 4; ++i) out.bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
    return out;
}

// Bytes do not say their type: D does.
TEST(Diagnose, FindsTheTypeWithTheExpectedD) {
    MadeKernel kernel({.type = "e4m3", .numbers = Numbers::normal});
    const auto right = kernel.chains(kernel.recording());
    kernel.expected.d = words_of_d(right[0].model, 64);
    EXPECT_TRUE(all_are(kernel.diagnosed(), Verdict::right)) << said_in(kernel.diagnosed());
    EXPECT_EQ(said_in(kernel.diagnosed()).find("do not say"), std::string::npos) << said_in(kernel.diagnosed());
    kernel.text = "QGMMA.64x64x32.F32.E4M3.E5M2 R24,gdesc[UR4],R24";
    const auto found = kernel.diagnosed();
    EXPECT_EQ(names_in(found), "instruction.type") << said_in(found);
    EXPECT_NE(said_in(found).find("The instruction reads e5m2 as B; read as e4m3"), std::string::npos)
        << said_in(found);
    EXPECT_EQ(found[0].faults[0].right.text, "e4m3");
    kernel.expected.d = {};
    const auto bytes = kernel.diagnosed();
    EXPECT_TRUE(all_are(bytes, Verdict::right)) << said_in(bytes);
    EXPECT_NE(
        said_in(bytes).find("right if A is e4m3 and B is e5m2, which the arrays do not say (the expected D would)."),
        std::string::npos)
        << said_in(bytes);
}

TEST(Diagnose, BelievesTheSignOfTheArrays) {
    MadeKernel kernel({.type = "u8", .numbers = Numbers::any_bits});
    kernel.expected.a.type = kernel.expected.b.type = "u8";
    EXPECT_TRUE(all_are(kernel.diagnosed(), Verdict::right));
    kernel.expected.b.type = "s8";
    EXPECT_EQ(names_in(kernel.diagnosed()), "instruction.type");
}

// Right elements do not make D right if it is not the expected one.
TEST(Diagnose, DoesNotCallADRightThatIsNotTheExpectedOne) {
    MadeKernel kernel(Plan{});
    std::vector<std::uint32_t> d = kernel.chains(kernel.recording())[0].model;
    std::ranges::fill(d, 0x447a0000u);
    kernel.expected.d = words_of_d(d, 64);
    const auto found = kernel.diagnosed();
    EXPECT_TRUE(all_are(found, Verdict::unknown)) << said_in(found);
    EXPECT_NE(said_in(found).find("4096 of 4096 numbers of D are not near"), std::string::npos) << said_in(found);
    kernel.expected.d = words_of_d(d, 128);
    kernel.expected.d.bytes.resize(32 * 512);
    EXPECT_NE(said_in(kernel.diagnosed()).find("The expected D has 32 x 128 numbers, and D of these MMAs has 64 x 64"),
              std::string::npos)
        << said_in(kernel.diagnosed());
}

// D that is NaN does not show which elements were read.
TEST(Diagnose, DoesNotBelieveADOfNaN) {
    MadeKernel kernel({.n = 16});
    fill(kernel, [](Operand o, std::size_t row, std::size_t column) {
        return static_cast<std::uint16_t>(column == 0 ? 0x7e00 : 0x3c00 + row * 5 + column * 7 + pick(o, 0u, 1u));
    });
    kernel.change(Operand::a, [](SmemLayout& l) { l.sbo = 512; });
    const auto found = kernel.diagnosed();
    EXPECT_EQ(names_in(found), "a.sbo") << said_in(found);
}

TEST(Diagnose, NamesTheFileAndTheLineOfTheCall) {
    const MadeKernel kernel(Plan{});
    Recording recording = kernel.recording();
    auto& at = std::get<SeenMma>(recording.events[0]).at;
    at.line = "cute/arch/mma.hpp:99", at.called_at = "src/gemm.cu:142";
    const auto found = diagnose(recording, kernel.chains(recording), kernel.expected);
    EXPECT_NE(said_in(found).find("line 142 of gemm.cu (inlined line 99 of mma.hpp):"), std::string::npos)
        << said_in(found);
}

// The program stopped with an illegal instruction at an MMA with these words.
Diagnosis stopped_at(std::string text, std::optional<std::uint32_t> idesc, std::string arch,
                     std::uint64_t a = 0x4000404000010040) {
    SeenMma seen;
    seen.at = {.pc = 0x1000, .text = std::move(text), .line = {}, .called_at = {}};
    seen.a = a, seen.b = 0x4000404000010240;
    seen.idesc = idesc;
    if (idesc) seen.uniform = {{"UR11", *idesc}};
    Recording recording;
    recording.arch_known = !arch.empty();
    if (recording.arch_known) recording.arch = std::move(arch);
    recording.events.emplace_back(
        SeenException{.message = "CUDA_EXCEPTION_4, Warp Illegal Instruction", .at = seen.at, .warpgroups = {seen}});
    const auto chains = chains_of(recording);
    EXPECT_EQ(chains.size(), 1u);
    const auto found = diagnose(recording, chains);
    return found.empty() ? Diagnosis() : found.front();
}

TEST(Diagnose, NamesTheFieldOfAnIllegalInstruction) {
    const std::string tcgen05 = "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[UR10], idesc[UR11], !UPT";
    const std::uint32_t right = 0x08100490, m_of_80 = (right & ~0x1f000000u) | 5u << 24;
    const Diagnosis legal = stopped_at(tcgen05, right, "sm_100a");
    EXPECT_EQ(legal.verdict, Verdict::fault);
    EXPECT_TRUE(legal.faults.empty()) << legal.line;
    EXPECT_NE(legal.line.find("No illegal field was found in the instruction descriptor 0x08100490. Look at"),
              std::string::npos)
        << legal.line;
    const Diagnosis no_version = stopped_at(tcgen05, right, "sm_100a", 0x4000004000010040);
    EXPECT_NE(no_version.line.find("0x08100490. Look at a_desc: "), std::string::npos) << no_version.line;
    const Diagnosis illegal = stopped_at(tcgen05, m_of_80, "sm_100a");
    ASSERT_FALSE(illegal.faults.empty()) << illegal.line;
    EXPECT_EQ(illegal.faults[0].part, Part::instruction);
    EXPECT_EQ(illegal.faults[0].field, FaultField::shape) << illegal.line;
    const Diagnosis no_type = stopped_at(tcgen05, right | 3u << 7, "sm_100a");  // a_type 4
    ASSERT_FALSE(no_type.faults.empty()) << no_type.line;
    EXPECT_EQ(no_type.faults[0].field, FaultField::type) << no_type.line;
    const Diagnosis unread = stopped_at(tcgen05, std::nullopt, "sm_100a");
    EXPECT_NE(unread.line.find("The instruction descriptor was not read"), std::string::npos) << unread.line;

    const std::string wgmma = "HGMMA.64x64x16.F32 R24,gdesc[UR4],R24";
    const Diagnosis no_field = stopped_at(wgmma, std::nullopt, "sm_90a");
    EXPECT_NE(no_field.line.find("No illegal field was found in the instruction. Look at what no word shows"),
              std::string::npos)
        << no_field.line;
    const Diagnosis other = stopped_at(wgmma, std::nullopt, "sm_100a");
    EXPECT_NE(other.line.find("sm_100a has no wgmma"), std::string::npos) << other.line;
}

// sm_103a has no kind::i8, but sm_100a has.
TEST(Diagnose, NamesOnlyWhatEveryTargetRefusesIfNoneIsKnown) {
    const std::string tcgen05 = "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[UR10], idesc[UR11], !UPT";
    const std::uint32_t right = 0x08100490, m_of_80 = (right & ~0x1f000000u) | 5u << 24;
    const Diagnosis illegal = stopped_at(tcgen05, m_of_80, "");
    ASSERT_FALSE(illegal.faults.empty()) << illegal.line;
    EXPECT_EQ(illegal.faults[0].field, FaultField::shape) << illegal.line;
    const Diagnosis no_type = stopped_at(tcgen05, right | 3u << 7, "");
    ASSERT_FALSE(no_type.faults.empty()) << no_type.line;
    EXPECT_EQ(no_type.faults[0].field, FaultField::type) << no_type.line;
    const Diagnosis legal = stopped_at(tcgen05, right, "");
    EXPECT_NE(legal.line.find("The recording does not name the GPU, so that only what every target with tcgen05.mma"),
              std::string::npos)
        << legal.line;
    const std::string i8 = "UTCIMMA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[UR10], idesc[UR11], !UPT";
    const std::uint32_t s8 = 0x081004a0;
    EXPECT_EQ(stopped_at(i8, s8, "sm_100a").line.find("Look at the instruction: "), std::string::npos);
    EXPECT_NE(stopped_at(i8, s8, "sm_103a").line.find("Look at the instruction: "), std::string::npos)
        << stopped_at(i8, s8, "sm_103a").line;
    EXPECT_EQ(stopped_at(i8, s8, "").line.find("Look at the instruction: "), std::string::npos);
    EXPECT_EQ(stopped_at("HGMMA.64x64x16.F32 R24,gdesc[UR4],R24", std::nullopt, "").line.find("has no wgmma"),
              std::string::npos);
}

TEST(Diagnose, SaysWhyNothingIsKnown) {
    const MadeKernel kernel(Plan{});
    EXPECT_NE(said_in(kernel.diagnosed(false)).find("not known, because the expected A and B were not given"),
              std::string::npos);
    MadeKernel other(Plan{});
    other.expected.a.row_bytes = 100;
    const auto found = other.diagnosed();
    EXPECT_TRUE(all_are(found, Verdict::unknown)) << said_in(found);
    std::stop_source stop;
    stop.request_stop();
    const Recording recording = kernel.recording();
    const auto stopped = diagnose(recording, kernel.chains(recording), kernel.expected, stop.get_token());
    EXPECT_TRUE(all_are(stopped, Verdict::unknown));
    EXPECT_TRUE(diagnose({}, {}).empty());
}

}  // namespace
}  // namespace tilescope::autopsy::test
