// tests/unit/autopsy/chain_test.cpp -- chains of recordings that were made by hand.
// SPDX-License-Identifier: MIT
//
// One K step is an m64n8k16 of f16. A is the identity, four times one below the other: D[r][c] = B[c][r % 16]. So D is
// known without the model. The places in memory and in registers are written here as PTX draws them.
#include <tilescope/autopsy/chain.h>
#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

namespace tilescope::autopsy {
namespace {

constexpr std::uint64_t kSboField = 32, kLboField = 16;
constexpr unsigned kA = 0x400, kB = 0x1000, kRows = 64, kN = 8, kK = 16;
constexpr std::uint16_t kHalf[] = {0x0000, 0x3c00, 0x4000, 0x4200, 0x4400};  // 0, 1, 2, 3, 4 as f16

// K-major without swizzle: core matrices of 8 rows x 16 bytes, 128 bytes apart along K, 256 along M or N.
std::uint64_t word_at(unsigned start) {
    return start / 16 | std::uint64_t{128 / 16} << kLboField | std::uint64_t{256 / 16} << kSboField;
}
void put(std::vector<std::uint8_t>& memory, unsigned start, unsigned row, unsigned k, std::uint16_t half) {
    const unsigned at = start + row % 8 * 16 + row / 8 * 256 + k / 8 * 128 + k % 8 * 2;
    memory[at] = static_cast<std::uint8_t>(half & 0xff);
    memory[at + 1] = static_cast<std::uint8_t>(half >> 8);
}

// B of a step: small numbers that differ from step to step.
unsigned b_value(unsigned step, unsigned column, unsigned k) { return (step * 3 + column + k * (step + 1)) % 5; }

// The identity at 0x400; B of step s at 0x1000 + 0x200 s.
std::vector<std::uint8_t> memory_with(unsigned steps) {
    std::vector<std::uint8_t> out(0x4000, 0xcc);
    for (unsigned row = 0; row < kRows; ++row)
        for (unsigned k = 0; k < kK; ++k) put(out, kA, row, k, kHalf[row % kK == k ? 1 : 0]);
    for (unsigned step = 0; step < steps; ++step)
        for (unsigned column = 0; column < kN; ++column)
            for (unsigned k = 0; k < kK; ++k) put(out, kB + 0x200 * step, column, k, kHalf[b_value(step, column, k)]);
    return out;
}

// D of these steps, thread by thread: thread 32 w + 4 (r % 8) + c / 2 has rows r and r + 8 of warp w.
std::vector<std::uint32_t> d_of(const std::vector<unsigned>& steps) {
    std::vector<std::uint32_t> out(128 * 4);
    for (unsigned row = 0; row < kRows; ++row)
        for (unsigned column = 0; column < kN; ++column) {
            unsigned sum = 0;
            for (const unsigned step : steps) sum += b_value(step, column, row % kK);
            const unsigned thread = row / 16 * 32 + row % 8 * 4 + column / 2;
            out[thread * 4 + column % 2 + row % 16 / 8 * 2] = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
        }
    return out;
}

constexpr std::uint64_t kPc = 0x7f0000001000;

SeenMma mma(unsigned step, std::uint64_t pc, std::string text) {
    SeenMma out;
    out.at = {.pc = kPc + pc, .text = std::move(text), .line = {}};
    out.a = word_at(kA);
    out.b = word_at(kB + 0x200 * step);
    out.memory = 0;
    return out;
}
SeenMma first(unsigned step, std::uint64_t pc) { return mma(step, pc, "HGMMA.64x8x16.F32 R24,gdesc[UR4],RZ,!UPT"); }
SeenMma next(unsigned step, std::uint64_t pc, std::string end = "") {
    return mma(step, pc, "HGMMA.64x8x16.F32 R24,gdesc[UR4],R24" + end);
}

SeenWait wait(std::uint64_t pc, std::vector<std::uint32_t> d, unsigned pending = 0) {
    SeenWait out;
    out.at = {.pc = kPc + pc, .text = "WARPGROUP.DEPBAR.LE gsb0,0x0", .line = {}};
    out.pending = pending;
    out.d_first = 24;
    out.d_count = 4;
    out.d = std::move(d);
    out.memory = 0;
    return out;
}

Recording recording_of(std::vector<Event> events, unsigned steps = 4) {
    Recording out;
    out.events = std::move(events);
    out.memories = {memory_with(steps)};
    return out;
}

Chain only_chain(const Recording& recording) {
    std::vector<Chain> chains = chains_of(recording);
    EXPECT_EQ(chains.size(), 1u);
    return chains.empty() ? Chain() : std::move(chains.front());
}

// D is compared after all steps, and is equal.
void expect_equal(const Chain& chain, std::size_t steps) {
    EXPECT_EQ(chain.why, "");
    EXPECT_EQ(chain.note, "");
    EXPECT_EQ(chain.last, steps);
    EXPECT_FALSE(chain.seen.empty());
    EXPECT_TRUE(chain.model == chain.seen);
    EXPECT_EQ(chain.different, 0u);
}

TEST(AutopsyChain, ComputesDWithTheRecordedBytes) {
    const Chain chain =
        only_chain(recording_of({first(0, 0), next(1, 16), next(2, 32, ",gsb0"), wait(64, d_of({0, 1, 2}))}));
    expect_equal(chain, 3);
    EXPECT_EQ(chain.n, kN);
    EXPECT_EQ(chain.seen[8 + 5],
              std::bit_cast<std::uint32_t>(float(b_value(0, 5, 1) + b_value(1, 5, 1) + b_value(2, 5, 1))));
    EXPECT_EQ(chain.wait, 3u);
}

// A of a sparse MMA has two of four columns; the metadata say which. So D[r][c] = B[c][column of the identity's 1].
TEST(AutopsyChain, ReadsTheMetadataOfASparseMma) {
    constexpr unsigned kSparseK = 32;
    struct Case {
        unsigned code, first, second;  // two bits for each of the two columns
    };
    for (const Case& c : {Case{0b0100, 0, 1}, Case{0b1110, 2, 3}, Case{0b1000, 0, 2}}) {
        SeenMma seen = mma(0, 0, "HGMMA.SP.64x8x32.F32 R24,gdesc[UR4],RZ,!UPT,R28,0x0,gsb0");
        Recording recording = recording_of({});
        for (unsigned column = 0; column < kN; ++column)
            for (unsigned k = 0; k < kSparseK; ++k) put(recording.memories[0], kB, column, k, kHalf[(column + k) % 5]);
        std::vector<std::uint32_t> d(128 * 4);
        for (unsigned row = 0; row < kRows; ++row)
            for (unsigned column = 0; column < kN; ++column) {
                const unsigned stored = row % kK, k = stored / 2 * 4 + (stored % 2 == 0 ? c.first : c.second);
                d[(row / 16 * 32 + row % 8 * 4 + column / 2) * 4 + column % 2 + row % 16 / 8 * 2] =
                    std::bit_cast<std::uint32_t>(static_cast<float>((column + k) % 5));
            }
        recording.events = {seen, wait(32, d)};
        EXPECT_EQ(only_chain(recording).why, "The metadata are in registers, which were not read.");
        seen.metadata.assign(128, c.code * 0x11111111);
        recording.events = {seen, wait(32, d)};
        expect_equal(only_chain(recording), 1);
    }
}

TEST(AutopsyChain, CountsTheWordsThatDiffer) {
    auto d = d_of({0, 1});
    d[7] ^= 1, d[100] ^= 0x80000000;
    const Chain chain = only_chain(recording_of({first(0, 0), next(1, 16, ",gsb0"), wait(64, d)}));
    EXPECT_EQ(chain.why, "");
    EXPECT_EQ(chain.different, 2u);
}

TEST(AutopsyChain, AnMmaWithScaleD0BeginsAChain) {
    const auto chains = chains_of(recording_of({first(0, 0), next(1, 16, ",gsb0"), wait(64, d_of({0, 1})),
                                                first(2, 128), next(3, 144, ",gsb0"), wait(192, d_of({2, 3}))}));
    ASSERT_EQ(chains.size(), 2u);
    for (const Chain& chain : chains) expect_equal(chain, 2);
}

// The predicate of scale-d is 0 in the first round.
TEST(AutopsyChain, ALoopPassesOneMmaSeveralTimes) {
    std::vector<Event> events;
    for (unsigned round = 0; round < 3; ++round) {
        SeenMma seen = next(round, 0, ",UP0,gsb0");
        if (round != 0) seen.predicates = {{"UP0", 1}};
        events.emplace_back(std::move(seen));
    }
    events.emplace_back(mma(0, 64, "HGMMA.64x8x16.F16 RZ,gdesc[URZ],RZ,!UPT,gsb0"));
    events.emplace_back(wait(96, d_of({0, 1, 2})));
    expect_equal(only_chain(recording_of(std::move(events))), 3);
}

TEST(AutopsyChain, APredicateThatWasNotReadIsNotZero) {
    SeenMma seen = next(0, 0, ",!UP3,gsb0");
    EXPECT_TRUE(instruction_of(seen, "sm_90a")->enable_d);
    seen.predicates = {{"UP3", 1}};
    EXPECT_FALSE(instruction_of(seen, "sm_90a")->enable_d);
    seen.predicates_read = false;
    EXPECT_EQ(instruction_of(seen, "sm_90a").why, "The predicate !UP3 of scale-d was not read.");
}

TEST(AutopsyChain, AGuardThatIsFalseKeepsAnMmaFromRunning) {
    SeenMma seen = next(1, 16, ",gsb0");
    seen.at.text.insert(0, "@P0 ");
    const auto chain_with = [&] {
        std::vector<Event> events;
        events.emplace_back(first(0, 0));
        events.emplace_back(seen);
        return only_chain(recording_of(std::move(events)));
    };
    EXPECT_EQ(chain_with().steps.size(), 1u);
    seen.predicates_read = false;
    EXPECT_EQ(chain_with().why, "Step 1: Whether it ran is not known: its guard P0 is not known for all threads.");
}

TEST(AutopsyChain, WarpsReachAnMmaAtDifferentStops) {
    SeenMma early = next(1, 16, ",gsb0"), late = early, waiting = early;
    early.warps = waiting.warps = 0b0111, late.warps = 0b1000;
    waiting.again = true;
    SeenWait some = wait(64, d_of({0})), rest = wait(64, d_of({0, 1}));
    some.warps = 0b0001, rest.warps = 0b1110;
    const auto whole = d_of({0, 1});  // warp 0 is behind the wait, the others are not
    std::copy(whole.begin(), whole.begin() + 32 * 4, some.d.begin());
    expect_equal(only_chain(recording_of({first(0, 0), early, waiting, late, some, rest})), 2);
}

// One record for each visit: warp 0 comes first in the first round, and last in the second one.
TEST(AutopsyChain, VisitsHaveNumbers) {
    std::vector<Event> events;
    for (unsigned round = 0; round < 2; ++round) {
        SeenMma seen = next(0, 0, ",UP0,gsb0");
        if (round != 0) seen.predicates = {{"UP0", 1}};
        seen.visit = round + 1;
        seen.warps = round == 0 ? 0b0001 : 0b1110;
        events.emplace_back(std::move(seen));
    }
    events.emplace_back(wait(64, d_of({0, 0})));
    expect_equal(only_chain(recording_of(std::move(events))), 2);
}

// A warp that was not seen behind the wait may still have an older part of D: it can prove D, but accuses nobody.
TEST(AutopsyChain, DOfWarpsThatWereNotSeen) {
    SeenWait some = wait(64, d_of({0, 1}));
    some.warps = 0b0001;
    expect_equal(only_chain(recording_of({first(0, 0), next(1, 16, ",gsb0"), some})), 2);
    const auto older = d_of({0});
    std::copy(older.begin() + 32 * 4, older.end(), some.d.begin() + 32 * 4);
    const Chain chain = only_chain(recording_of({first(0, 0), next(1, 16, ",gsb0"), some}));
    EXPECT_TRUE(chain.seen.empty());
    EXPECT_EQ(chain.different, 0u);
}

TEST(AutopsyChain, EachStepReadsItsOwnMemory) {
    Recording recording = recording_of({first(0, 0), next(0, 16, ",gsb0"), wait(64, d_of({0, 1}))});
    recording.memories.push_back(memory_with(2));
    auto& later = recording.memories[1];
    std::copy(later.begin() + kB + 0x200, later.begin() + kB + 0x300, later.begin() + kB);
    std::get<SeenMma>(recording.events[1]).memory = 1;
    expect_equal(only_chain(recording), 2);
}

TEST(AutopsyChain, DIsComparedAtEachWait) {
    const Chain chain = only_chain(recording_of({first(0, 0), next(1, 16, ",gsb0"), wait(64, d_of({0, 1})),
                                                 next(2, 128, ",gsb0"), wait(192, d_of({0, 1, 2}))}));
    expect_equal(chain, 3);
    ASSERT_EQ(chain.checks.size(), 2u);
    EXPECT_EQ(chain.checks[0].steps, 2u);
    EXPECT_EQ(chain.checks[1].steps, 3u);
}

// A wait that lets one group run on: D has the first group, and perhaps the second one.
TEST(AutopsyChain, AWaitMayLetAGroupRunOn) {
    for (const bool is_done : {false, true}) {
        const SeenMma begin = mma(0, 0, "HGMMA.64x8x16.F32 R24,gdesc[UR4],RZ,!UPT,gsb0");
        const auto d = is_done ? d_of({0, 1}) : d_of({0});
        expect_equal(only_chain(recording_of({begin, next(1, 16, ",gsb0"), wait(64, d, 1)})), is_done ? 2 : 1);
    }
    auto half_done = d_of({0, 1});
    half_done[0] = d_of({0})[0];
    const SeenMma begin = mma(0, 0, "HGMMA.64x8x16.F32 R24,gdesc[UR4],RZ,!UPT,gsb0");
    const Chain chain = only_chain(recording_of({begin, next(1, 16, ",gsb0"), wait(64, half_done, 1)}));
    EXPECT_TRUE(chain.seen.empty());
    EXPECT_EQ(chain.different, 0u);
}

// What D was before is proven by the first wait, or the model begins there.
TEST(AutopsyChain, ARecordingBeginsInALoop) {
    expect_equal(only_chain(recording_of({next(0, 0, ",gsb0"), wait(64, d_of({0}))})), 1);

    const Chain later = only_chain(
        recording_of({next(1, 0, ",gsb0"), wait(64, d_of({3, 1})), next(2, 128, ",gsb0"), wait(192, d_of({3, 1, 2}))}));
    EXPECT_EQ(later.why, "");
    EXPECT_EQ(later.first, 1u);
    EXPECT_EQ(later.last, 2u);
    EXPECT_EQ(later.note, "What D was before the first MMA that was seen was not read.");
    EXPECT_FALSE(later.before.empty());
    EXPECT_TRUE(later.model == later.seen);

    const Chain unknown = only_chain(recording_of({next(1, 0, ",gsb0"), wait(64, d_of({3, 1}))}));
    EXPECT_EQ(unknown.why, "What D was before the first MMA that was seen was not read.");
    EXPECT_TRUE(unknown.model.empty());
    EXPECT_EQ(unknown.different, 0u);
}

// D that has more than the MMAs that were seen accuses nobody.
TEST(AutopsyChain, AnMmaWasPassedUnseen) {
    Recording recording = recording_of({first(0, 0), next(2, 32, ",gsb0"), wait(64, d_of({0, 1, 2}))});
    recording.code = {{first(0, 0).at}, {next(1, 16).at}, {next(2, 32).at}};
    EXPECT_EQ(only_chain(recording).why, "The warps may have passed the MMA at 0x7f0000001010 unseen.");

    recording = recording_of({first(0, 0), next(2, 32, ",gsb0"), wait(64, d_of({0, 1, 2}))});
    std::get<SeenMma>(recording.events[1]).skipped = 1;
    EXPECT_EQ(only_chain(recording).why, "1 MMA of the chain was not recorded.");
    EXPECT_EQ(only_chain(recording).steps[1].skipped, 1u);
}

TEST(AutopsyChain, AnInstructionMayHaveChangedD) {
    Recording recording =
        recording_of({first(0, 0), wait(64, d_of({0})), next(1, 128, ",gsb0"), wait(192, d_of({3, 1}))});
    EXPECT_NE(only_chain(recording).different, 0u);
    recording.machine_code =
        "   0x00007f0000001050 <+80>:\tFMUL R25,R25,R2\n   0x00007f0000001060 <+96>:\tFMUL R60,R25,R2\n";
    const Chain chain = only_chain(recording);
    EXPECT_EQ(chain.why, "The instruction at 0x7f0000001050 may have changed D.");
    EXPECT_EQ(chain.different, 0u);
}

// Only what is in the loop can have changed D from one round to the next.
TEST(AutopsyChain, AnInstructionBehindALoopIsNotInIt) {
    Recording recording =
        recording_of({next(0, 0x20, ",gsb0"), wait(0x40, d_of({0})), next(1, 0x20, ",gsb0"), wait(0x40, d_of({3}))});
    const auto listed = [](std::string_view in_loop, std::string_view behind) {
        return say("   0x00007f0000001010 <+16>:\tMOV R2,R3\n   0x00007f0000001040 <+64>:\t", in_loop,
                   "\n   0x00007f0000001050 <+80>:\t@P0 BRA 0x7f0000001010\n   0x00007f0000001060 <+96>:\t", behind,
                   "\n");
    };
    recording.machine_code = listed("FMUL R60,R25,R2", "FMUL R25,R25,R2");
    EXPECT_EQ(only_chain(recording).why, "");
    EXPECT_NE(only_chain(recording).different, 0u);
    recording.machine_code = listed("FMUL R25,R25,R2", "FMUL R60,R25,R2");
    EXPECT_EQ(only_chain(recording).why, "The instruction at 0x7f0000001040 may have changed D.");
}

// D is read again and again while MMAs are passed unseen: the last one counts.
TEST(AutopsyChain, TheLastDBehindAGapIsKnown) {
    const auto chains =
        chains_of(recording_of({first(0, 0), wait(64, d_of({0})), wait(128, d_of({0, 1})), wait(192, d_of({0, 1, 2})),
                                next(3, 256, ",gsb0"), wait(320, d_of({0, 1, 2, 3}))}));
    ASSERT_EQ(chains.size(), 2u);
    expect_equal(chains[0], 1);
    expect_equal(chains[1], 1);
    EXPECT_FALSE(chains[1].before.empty());
}

TEST(AutopsyChain, WhatWasNotReadIsNotZero) {
    Recording recording = recording_of({first(0, 0), next(1, 16, ",gsb0"), wait(64, d_of({0, 1}))});
    std::get<SeenMma>(recording.events[1]).memory = kNoMemory;
    EXPECT_EQ(only_chain(recording).why, "Step 1: The shared memory of the block was not read.");
    std::get<SeenMma>(recording.events[1]).b.reset();
    EXPECT_EQ(only_chain(recording).why, "Step 1: The registers with the word of B were not read.");
    std::get<SeenWait>(recording.events[2]).d.clear();
    EXPECT_TRUE(only_chain(recording).seen.empty());
}

TEST(AutopsyChain, TwoChainsAtATime) {
    std::vector<Event> events = {first(0, 0), mma(1, 16, "HGMMA.64x8x16.F32 R40,gdesc[UR4],RZ,!UPT"), next(2, 32, ""),
                                 mma(3, 48, "HGMMA.64x8x16.F32 R40,gdesc[UR4],R40,gsb0"), wait(64, d_of({0, 2}))};
    events.emplace_back(wait(80, d_of({1, 3})));
    std::get<SeenWait>(events.back()).d_first = 40;
    const auto chains = chains_of(recording_of(std::move(events)));
    ASSERT_EQ(chains.size(), 2u);
    EXPECT_EQ(chains[0].d_first, 24u);
    EXPECT_EQ(chains[1].d_first, 40u);
    for (const Chain& chain : chains) expect_equal(chain, 2);
}

// Thread 32 w + 4 (r % 8) + k % 8 / 2 has two neighbors of K of row r, then those of row r + 8, then the next 8 of K.
TEST(AutopsyChain, AInRegisters) {
    SeenMma seen = mma(1, 0, "HGMMA.64x8x16.F32 R24,R56,gdesc[UR4],RZ,!UPT,gsb0");
    seen.a.reset();
    seen.a_registers.resize(128);
    for (unsigned row = 0; row < kRows; ++row) {
        const unsigned k = row % kK, thread = row / 16 * 32 + row % 8 * 4 + k % 8 / 2;
        seen.a_registers[thread][row % 16 / 8 + k / 8 * 2] |= std::uint32_t{kHalf[1]} << 16 * (k % 2);
    }
    expect_equal(only_chain(recording_of({seen, wait(64, d_of({1}))})), 1);
    seen.a_registers.clear();
    EXPECT_EQ(only_chain(recording_of({seen, wait(64, d_of({1}))})).why, "The registers of A were not read.");
}

TEST(AutopsyChain, AnExceptionEndsAChain) {
    SeenMma bad = first(0, 0);
    bad.a = word_at(0x3f00);
    SeenException stopped;
    stopped.at = bad.at;
    stopped.warpgroups = {bad};
    for (const bool was_seen : {false, true}) {
        std::vector<Event> events = {stopped};
        if (was_seen) events.insert(events.begin(), bad);
        const Chain chain = only_chain(recording_of(std::move(events)));
        EXPECT_TRUE(chain.at_exception);
        ASSERT_EQ(chain.steps.size(), 1u);
        EXPECT_EQ(chain.why, "It reads 896 elements outside of the shared memory of the block.");
    }
}

TEST(AutopsyChain, AnExceptionOfAnotherInstructionIsNotOfTheMma) {
    SeenException stopped;
    stopped.at = {.pc = kPc + 0x800, .text = "LDG.E R2,[R4.64]", .line = {}};
    stopped.warpgroups = {next(1, 16, ",gsb0")};
    EXPECT_FALSE(only_chain(recording_of({first(0, 0), next(1, 16, ",gsb0"), stopped})).at_exception);
    stopped.at.text = "WARPGROUP.DEPBAR.LE gsb0,0x0";
    EXPECT_TRUE(only_chain(recording_of({first(0, 0), next(1, 16, ",gsb0"), stopped})).at_exception);
    stopped.at = next(1, 16, ",gsb0").at;
    stopped.warpgroups.clear();
    EXPECT_TRUE(only_chain(recording_of({first(0, 0), next(1, 16, ",gsb0"), stopped})).at_exception);
    EXPECT_FALSE(only_chain(recording_of({first(0, 0), next(1, 32, ",gsb0"), stopped})).at_exception);
}

TEST(AutopsyInstruction, TakesItsWordsFromUniformRegisters) {
    const std::vector<Register> uniform = {{"UR4", 0x10040}, {"UR5", 0x40000040}, {"UR6", 0x10240}, {"UR9", 7}};
    const MmaWords both{0x4000004000010040, 0x10240}, b{std::nullopt, 0x10240};
    EXPECT_EQ(words_of("HGMMA.64x64x16.F32 R24,gdesc[UR4],RZ,!UPT", uniform), both);
    EXPECT_EQ(words_of("IGMMA.64x64x32.S8.S8 R24, gdesc[UR4], R24, gsb0", uniform), both);
    EXPECT_EQ(words_of("HGMMA.64x64x16.F32.BF16 R24,R68,gdesc[UR4].tnspB,R24", uniform), b);
    EXPECT_EQ(words_of("FADD R1,R2,R3", uniform), MmaWords());
}

TEST(AutopsyInstruction, SaysWhyItIsNone) {
    const auto why = [](std::string text) { return instruction_of(mma(0, 0, std::move(text)), "sm_90a").why; };
    EXPECT_EQ(why("FADD R1,R2,R3"), "'FADD R1,R2,R3' is no MMA.");
    EXPECT_EQ(why("HGMMA.64x8x16.F16 RZ,gdesc[URZ],RZ,!UPT,gsb0"),
              "'HGMMA.64x8x16.F16 RZ,gdesc[URZ],RZ,!UPT,gsb0' computes nothing: it only closes a group of MMAs.");
    EXPECT_EQ(why("HGMMA.64x8x16.F32.XY R24,gdesc[UR4],R24"),
              "'HGMMA.64x8x16.F32.XY R24,gdesc[UR4],R24' has a form that this program does not know.");
}

}  // namespace
}  // namespace tilescope::autopsy
