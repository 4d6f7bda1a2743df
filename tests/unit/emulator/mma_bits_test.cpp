// tests/unit/emulator/mma_bits_test.cpp -- wgmma of single bits: their layout, their product, and refusals.
// SPDX-License-Identifier: MIT
#include "tests/support/bit_counts.h"
#include "tests/support/mma_jobs.h"

#include <tilescope/emulator/emulation.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

using test::make_job;
using test::MmaSpec;

constexpr SwizzleMode kModes[] = {SwizzleMode::none, SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128};
const ElementType &kB1 = *find_type("b1"), &kU8 = *find_type("u8");

MmaSpec bits_of(unsigned n) {
    MmaSpec spec{.kind = "i8", .a_type = "b1", .b_type = "b1", .d_type = "s32", .m = 64, .n = n};
    spec.variant.b1 = true;
    spec.arch = std::string(kHopper);
    return spec;
}

TEST(MmaBits, EightColumnsOfBitsShareAByteOfATileOfBytes) {
    for (const SwizzleMode mode : kModes)
        for (const AtomOrder order : {AtomOrder::mn_first, AtomOrder::k_first}) {
            TileSpec spec{.mode = mode, .type = &kB1, .rows = 64, .columns = 2048, .order = order, .start = 0x400};
            const auto bits = build_tile(spec);
            spec.type = &kU8;
            spec.columns /= 8;
            const auto bytes = build_tile(spec);
            ASSERT_TRUE(bits && bytes) << bits.why << bytes.why;
            EXPECT_EQ(bits->bytes, bytes->bytes);
            for (int row = 0; row < 64; ++row)
                for (int column = 0; column < 2048; ++column) {
                    const BitPlace have = place_in_memory(bits->layout, {row, column});
                    const BitPlace byte = place_in_memory(bytes->layout, {row, column / 8});
                    ASSERT_EQ(have, (BitPlace{byte.byte, static_cast<unsigned>(column % 8)}))
                        << row_of(mode).name << ' ' << row << ' ' << column;
                }
        }
}

// A machine with random shared memory, and an instruction whose two descriptors read it.
struct Noise {
    Machine machine;
    MmaInstruction instruction;
};
Noise noise_for(unsigned n, SwizzleMode a_mode, SwizzleMode b_mode) {
    MmaSpec spec = bits_of(n);
    spec.a_mode = a_mode;
    spec.b_mode = b_mode;
    const auto made = make_job(spec);
    EXPECT_EQ(made.why, "");
    Noise out{{}, made.job.steps.front()};
    std::mt19937 random(n);
    for (std::uint32_t byte = 0; byte < out.machine.smem[0].size(); ++byte)
        out.machine.smem[0].put(byte, static_cast<std::uint8_t>(random()));
    for (unsigned e = 0; e < 64 * n; ++e) out.machine.register_d.push_back(static_cast<std::uint32_t>(random()));
    return out;
}

TEST(MmaBits, CountsMatchTheBytesOfMemory) {
    for (const SwizzleMode a_mode : kModes)
        for (const SwizzleMode b_mode : kModes)
            for (const bool adds : {false, true}) {
                Noise noise = noise_for(24, a_mode, b_mode);
                noise.instruction.enable_d = adds;
                const auto counts = test::bit_counts(noise.machine, noise.instruction, 24);
                const std::vector<std::uint32_t> before = noise.machine.register_d;
                const auto done = execute_mma(noise.machine, noise.instruction);
                ASSERT_TRUE(done) << done.why;
                for (std::size_t e = 0; e < counts.size(); ++e)
                    ASSERT_EQ(noise.machine.register_d[e],
                              static_cast<std::uint32_t>(counts[e]) + (adds ? before[e] : 0u))
                        << row_of(a_mode).name << ' ' << row_of(b_mode).name << ' ' << e;
            }
}

// Each job runs with A in shared memory and with A in registers. It has three steps.
TEST(MmaBits, CorrectWordsGiveTheExactProduct) {
    unsigned forms = 0;
    for (const unsigned n : legal_n({.kind = "i8", .family = family_of(kHopper)}))
        for (const bool registers : {false, true}) {
            MmaSpec spec = bits_of(n);
            spec.a_mode = spec.b_mode = kModes[forms++ % 4];
            spec.variant.a_in_tmem = registers;
            spec.steps = 3;
            spec.enable_d = true;
            const auto made = make_job(spec);
            ASSERT_EQ(made.why, "");
            const auto e = emulate(made.job);
            ASSERT_TRUE(e) << e.why;
            EXPECT_EQ(e->outside + e->unwritten, 0u);
            EXPECT_EQ(e->count[0], e->d.size()) << n << ' ' << e->pattern;
            for (unsigned row = 0; row < 64; ++row)
                for (unsigned column = 0; column < n; ++column)
                    ASSERT_EQ(static_cast<std::int32_t>(e->d[std::size_t{row} * n + column]),
                              made.values.product(row, column));
        }
    EXPECT_EQ(forms, 2u * legal_n({.kind = "i8", .family = family_of(kHopper)}).size());
}

TEST(MmaBits, ExplainNamesTheBitsThatWereRead) {
    auto made = make_job(bits_of(32));
    const Format& format = **find_format("wgmma", {}, Edition::v9_1);
    MmaInstruction& i = made.job.steps.front();
    i.b_desc = *with_field(format, i.b_desc, "sbo", "512");
    const auto e = emulate(made.job);
    ASSERT_TRUE(e) << e.why;
    EXPECT_GT(e->count[3], 0u);
    const std::vector<std::string> why = explanation_of(made.job, *e, 0, 8);
    ASSERT_GE(why.size(), 2u);
    // 512 bytes are four rows. So the read begins at line 4 of the pattern, which holds row 4.
    EXPECT_NE(why[1].find("B[8][0.."), std::string::npos) << why[1];
    EXPECT_NE(why[1].find("where B[4]["), std::string::npos) << why[1];
}

TEST(MmaBits, HaveNoSparseFormAndNoSaturation) {
    MmaInstruction sparse = make_job(bits_of(32)).job.steps.front(), clamped = sparse, elsewhere = sparse;
    sparse.variant.sparse = true;
    EXPECT_NE(shape_of(sparse).why.find("sparse"), std::string::npos) << shape_of(sparse).why;
    const Format& format = *idesc_format("i8", Edition::v9_1);
    clamped.idesc = static_cast<std::uint32_t>(*with_field(format, clamped.idesc, "saturate", "1"));
    EXPECT_NE(shape_of(clamped).why.find("saturate"), std::string::npos) << shape_of(clamped).why;
    elsewhere.arch = "sm_100a";
    EXPECT_EQ(shape_of(elsewhere)->a, &kU8)
        << "tcgen05 has no b1, so the type of the descriptor is used, and a run reports that";
}

}  // namespace
}  // namespace tilescope
