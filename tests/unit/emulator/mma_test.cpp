// tests/unit/emulator/mma_test.cpp -- negation, masks, lanes, shifts, accumulation, and refusals.
// SPDX-License-Identifier: MIT
#include "tests/support/mma_jobs.h"

#include <tilescope/emulator/emulation.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <cmath>

namespace tilescope {
namespace {

using test::MadeJob;
using test::make_job;
using test::MmaSpec;

Emulation run(const EmulatorJob& job) {
    auto out = emulate(job);
    EXPECT_TRUE(out) << out.why;
    return out ? std::move(*out) : Emulation{};
}

double at(const Emulation& e, unsigned row, unsigned column) {
    return value_of_word(*find_float(e.d_type), e.d[std::size_t{row} * e.n + column]);
}

void set_idesc(EmulatorJob& job, std::string_view id, std::string_view text) {
    for (MmaInstruction& i : job.steps) {
        const auto word = with_field(*idesc_format(i.variant.kind, i.edition), i.idesc, id, text);
        ASSERT_TRUE(word) << word.why;
        i.idesc = static_cast<std::uint32_t>(*word);
    }
}

TEST(Mma, NegationOfAnOperandInvertsTheSignAndIsNotWrong) {
    for (const std::string_view field : {"negate_a", "negate_b"}) {
        MadeJob made = make_job({.n = 16});
        set_idesc(made.job, field, "1");
        const Emulation e = run(made.job);
        unsigned differ = 0;
        for (unsigned i = 0; i < e.m; ++i)
            for (unsigned j = 0; j < e.n; ++j) {
                EXPECT_EQ(at(e, i, j), -made.values.product(i, j) + 0.0);
                differ += made.values.product(i, j) != 0;
            }
        EXPECT_GT(differ, 1000u);
        EXPECT_EQ(e.count[static_cast<int>(Verdict::requested)], differ);
        EXPECT_EQ(e.count[static_cast<int>(Verdict::wrong)], 0u);
    }
}

TEST(Mma, WithoutEnableDTheOldDIsIgnored) {
    MadeJob made = make_job({.n = 16, .enable_d = true});
    made.job.steps[0].enable_d = false;
    const Emulation e = run(made.job);
    EXPECT_EQ(at(e, 3, 5), made.values.product(3, 5) - made.values.c[3 * 16 + 5]);
}

TEST(Mma, ScaleInputDDividesTheOldD) {
    MmaSpec spec{.n = 16, .enable_d = true};
    spec.variant.scale_d = 3;
    const MadeJob made = make_job(spec);
    const Emulation e = run(made.job);
    for (unsigned j = 0; j < 16; ++j) {
        const double c = made.values.c[7 * 16 + j];
        EXPECT_EQ(at(e, 7, j), made.values.product(7, j) - c + c / 8);
    }
}

// Example 2 of PTX ISA 9.1, 9.7.16.4.3: mask 0x70e1c3870e1c3870 over 64 columns, M = 128.
TEST(Mma, TheZeroColumnMaskKeepsDInItsColumns) {
    for (const bool enable_d : {false, true}) {
        MmaSpec spec{.n = 64, .enable_d = enable_d};
        spec.variant.ws = true;
        MadeJob made = make_job(spec);
        made.job.steps[0].zcm = 0x0003028000000000;
        const Emulation e = run(made.job);
        const std::uint64_t mask = 0x70e1c3870e1c3870;
        for (unsigned j = 0; j < 64; ++j) {
            const double c = made.values.c[9 * 64 + j];
            EXPECT_EQ(at(e, 9, j), mask >> j & 1 ? c : made.values.product(9, j)) << "column " << j;
        }
        EXPECT_EQ(e.count[static_cast<int>(Verdict::wrong)], 0u);
    }
}

TEST(Mma, TheColumnShiftReadsLaterColumnsOfB) {
    MmaSpec spec{.n = 64};
    spec.variant.ws = true;
    MadeJob made = make_job(spec);
    const Format& zcm = **find_format("zcm", {}, Edition::v9_1);
    made.job.steps[0].zcm = *with_field(zcm, 0, "column_shift", "8");
    const Emulation e = run(made.job);
    for (unsigned j = 0; j < 64 - 8; ++j) EXPECT_EQ(at(e, 20, j), made.values.product(20, j + 8)) << "column " << j;
    // Columns 64 to 71 of B were not written. The note reports that.
    EXPECT_EQ(e.unwritten, 8u * 16);
    ASSERT_FALSE(e.notes.empty());
    EXPECT_TRUE(e.notes.front().starts_with("K step 0: B[56][0] was read at byte")) << e.notes.front();
    EXPECT_TRUE(e.notes.front().ends_with("where nothing was written (128 such reads).")) << e.notes.front();
    const auto lines = explanation_of(made.job, e, 20, 3);
    EXPECT_EQ(lines.back(), "zcm column_shift: column 3 of D uses column 11 of B.");
}

TEST(Mma, DisabledLanesKeepTheirOldValue) {
    MmaSpec spec{.n = 16, .enable_d = true};
    spec.variant.lane_mask = true;
    MadeJob made = make_job(spec);
    made.job.steps[0].lane_mask = {0x80000001, 0, 0x10, 0};  // lanes 0, 31 and 68
    const Emulation e = run(made.job);
    for (unsigned i = 0; i < 128; ++i) {
        const bool off = i == 0 || i == 31 || i == 68;
        const double c = made.values.c[i * 16 + 2];
        EXPECT_EQ(at(e, i, 2), off ? c : made.values.product(i, 2)) << "row " << i;
    }
    EXPECT_EQ(explanation_of(made.job, e, 68, 2).back(),
              "The lane of this element is disabled: D keeps its old value.");
}

// For a CTA pair, words 4 to 7 are the lanes of the second CTA.
TEST(Mma, TheUpperWordsOfTheLaneMaskDisableLanesOfTheSecondCta) {
    MmaSpec spec{.m = 256, .n = 32, .enable_d = true};
    spec.variant.cta_group = 2;
    spec.variant.lane_mask = true;
    MadeJob made = make_job(spec);
    made.job.steps[0].lane_mask[4] = 2;
    const Emulation e = run(made.job);
    EXPECT_EQ(at(e, 129, 4), made.values.c[129 * 32 + 4]);
    EXPECT_EQ(at(e, 1, 4), made.values.product(1, 4));
    EXPECT_EQ(at(e, 128, 4), made.values.product(128, 4));
}

TEST(Mma, AshiftUsesTheNextRowAndItsDifferencesAreRequested) {
    MmaSpec spec{.n = 16};
    spec.variant.a_in_tmem = spec.variant.ashift = true;
    const MadeJob made = make_job(spec);
    const Emulation e = run(made.job);
    for (const unsigned row : {0u, 5u, 30u, 32u}) EXPECT_EQ(at(e, row, 3), made.values.product(row + 1, 3));
    EXPECT_EQ(at(e, 31, 3), made.values.product(31, 3));  // the last row of its sub-partition
    EXPECT_EQ(e.count[static_cast<int>(Verdict::wrong)], 0u);
    EXPECT_GT(e.count[static_cast<int>(Verdict::requested)], 1000u);
    EXPECT_EQ(explanation_of(made.job, e, 5, 3).back(), ".ashift: row 5 of D uses row 6 of A in Tensor Memory.");
}

TEST(Mma, AnOverwrittenDIsWrongAndNotRounding) {
    MmaSpec spec{.kind = "mxf4nvf4", .a_type = "e2m1", .b_type = "e2m1", .n = 64, .enable_d = true};
    spec.variant.scale_block = 16;
    MadeJob made = make_job(spec);
    // The scale factors of A overwrite columns 16 to 19 of D.
    made.job.steps[0].tmem[2] = made.job.written_tmem[2] = 16;
    const Emulation e = run(made.job);
    unsigned row = 0;  // a row whose C is not 0: the factors there are tiny numbers, almost equal to 0
    while (row < 32 && made.values.c[row * 64 + 16] == 0) ++row;
    ASSERT_LT(row, 32u);
    EXPECT_EQ(e.verdicts[row * 64 + 16], Verdict::wrong);
    EXPECT_EQ(e.verdicts[row * 64 + 20], Verdict::equal);
    const auto lines = explanation_of(made.job, e, row, 16);
    EXPECT_NE(lines[0].find("D did not hold the expected C"), std::string::npos) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("D held ")) << lines[1];
}

TEST(Mma, SaysWhereTheEffectOfABaseOffsetIsMeasured) {
    MadeJob made = make_job({.n = 16});
    const Format& smem = **find_format("smem", {}, Edition::v9_1);
    made.job.steps[0].b_desc = *with_field(smem, made.job.steps[0].b_desc, "base_offset", "1");
    const Emulation e = run(made.job);
    ASSERT_FALSE(e.notes.empty());
    EXPECT_TRUE(e.notes.back().starts_with("b_desc base_offset is 1: this emulator subtracts it")) << e.notes.back();
    EXPECT_TRUE(e.notes.back().ends_with("nobody has measured it on Blackwell.")) << e.notes.back();
}

TEST(Mma, ScaleInputDAppliesToEveryInstructionOfALoop) {
    MmaSpec spec{.n = 16, .steps = 3};
    spec.variant.scale_d = 1;
    const MadeJob made = make_job(spec);
    const Emulation e = run(made.job);
    EXPECT_NE(e.possible & set_of(Doubt::scale_d), 0);
    unsigned column = 0;
    while (column < 16 && e.verdicts[column] != Verdict::requested) ++column;
    ASSERT_LT(column, 16u);
    EXPECT_TRUE(explanation_of(made.job, e, 0, column).back().starts_with("scale-input-d: before an instruction"));
}

TEST(Mma, DIsStoredWhereTheDataPathPlacesIt) {
    MmaSpec spec{.m = 64, .n = 16};  // layout F: 16 of each 32 lanes
    MadeJob made = make_job(spec);
    for (const unsigned half : {0u, 16u}) {
        made.job.steps[0].tmem[0] = made.job.written_tmem[0] = half << 16 | 32;
        const Emulation e = run(made.job);
        const std::uint32_t cell = e.machine.tmem[0].cell(32 * 1 + 1 + half, 32 + 5);  // row 17, column 5
        EXPECT_EQ(cell, e.d[17 * 16 + 5]);
        EXPECT_FALSE(e.machine.tmem[0].is_written(16 - half, 32 + 5));
    }
}

TEST(Mma, DCanUseTheColumnsThatOnlySm107Has) {
    MadeJob made = make_job({.m = 128, .n = 64});
    made.job.steps[0].tmem[0] = made.job.written_tmem[0] = 512;
    EXPECT_EQ(emulate(made.job).why,
              "D cannot be placed: Tensor Memory has 512 columns: 64 columns from column 512 on do not fit.");
    made.job.steps[0].arch = "sm_107a";
    const Emulation e = run(made.job);
    EXPECT_EQ(e.machine.tmem[0].cell(17, 575), e.d[17 * 64 + 63]);
    EXPECT_TRUE(e.machine.tmem[0].is_written(127, 575));
}

TEST(Mma, RefusesAShapeWithoutADataPathInOneSentence) {
    MadeJob made = make_job({.n = 16});
    set_idesc(made.job, "m", "48");
    const auto out = emulate(made.job);
    ASSERT_FALSE(out);
    EXPECT_NE(out.why.find("48"), std::string::npos) << out.why;
    EXPECT_EQ(out.why.back(), '.');
}

TEST(Mma, CountsReadsPastTheEndAndNamesTheirFirstElement) {
    MadeJob made = make_job({.n = 16});
    const Format& smem = **find_format("smem", {}, Edition::v9_1);
    made.job.steps[0].a_desc = *with_field(smem, made.job.steps[0].a_desc, "start", "0x38c00");  // 1 KiB before 228 KiB
    const Emulation e = run(made.job);
    // 8 rows of 128 bytes fit.
    EXPECT_EQ(e.outside, 120u * 16);
    EXPECT_EQ(e.unwritten, 8u * 16);
    ASSERT_GE(e.notes.size(), 1u);
    EXPECT_NE(e.notes[0].find("A[8][0] was read at byte 0x39000, past the end of the memory (1920 such reads)."),
              std::string::npos)
        << e.notes[0];
    EXPECT_TRUE(std::isnan(at(e, 0, 0)));
}

TEST(Mma, ReportsAnIllegalMetadataCode) {
    MmaSpec spec{.n = 64};
    spec.variant.sparse = true;
    MadeJob made = make_job(spec);
    auto machine = filled(made.job);
    ASSERT_TRUE(machine);
    TmemImage& tmem = machine->tmem[0];
    tmem.put(0, 0x1a0, 0xf, 0xf);  // row 0, its first code
    const auto g = execute_mma(*machine, made.job.steps[0]);
    ASSERT_TRUE(g) << g.why;
    ASSERT_TRUE(g->illegal_code);
    EXPECT_EQ(g->illegal_code->row, 0u);
    EXPECT_EQ(g->illegal_code->group, 0u);
    EXPECT_EQ(g->illegal_code->code, 0xfu);
}

TEST(Mma, AStopEndsTheRunAndProgressCountsEveryRow) {
    const MadeJob made = make_job({.n = 16, .steps = 2});
    std::atomic<unsigned> rows{0};
    const auto whole = emulate(made.job, {.rows_done = &rows});
    ASSERT_TRUE(whole);
    EXPECT_EQ(rows.load(), rows_of(made.job));
    std::stop_source source;
    source.request_stop();
    const auto stopped = emulate(made.job, {.stop = source.get_token()});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.why, "stopped");
}

TEST(Mma, RowsCanBeComputedInAnyPieces) {
    const MadeJob made = make_job({.n = 24, .steps = 2, .seed = 7});
    const Emulation whole = run(made.job);
    EmulatorTools tools;
    tools.loop = [](unsigned rows, const std::function<void(unsigned, unsigned)>& work) {
        for (unsigned row = rows; row > 0; --row) work(row - 1, row);
    };
    const auto pieces = emulate(made.job, tools);
    ASSERT_TRUE(pieces);
    EXPECT_EQ(pieces->d, whole.d);
    EXPECT_EQ(pieces->places, whole.places);
}

TEST(PatternOfWrongElements, NamesPeriodsAndRanges) {
    const auto hit = [](unsigned n, auto f) {
        std::vector<bool> out(n);
        for (unsigned i = 0; i < n; ++i) out[i] = f(i);
        return out;
    };
    EXPECT_EQ(pattern_of(hit(128, [](unsigned) { return false; }), "row"), "");
    EXPECT_EQ(pattern_of(hit(128, [](unsigned) { return true; }), "row"), "every row");
    EXPECT_EQ(pattern_of(hit(128, [](unsigned i) { return i == 5; }), "row"), "row 5");
    EXPECT_EQ(pattern_of(hit(128, [](unsigned i) { return i >= 64; }), "column"), "columns 64 and up");
    EXPECT_EQ(pattern_of(hit(128, [](unsigned i) { return i >= 8 && i < 16; }), "column"), "columns 8 to 15");
    EXPECT_EQ(pattern_of(hit(128, [](unsigned i) { return i / 8 % 2 == 1; }), "row"),
              "every second group of 8 rows, from row 8");
    EXPECT_EQ(pattern_of(hit(128, [](unsigned i) { return i % 2 == 0; }), "row"), "every second row, from row 0");
    EXPECT_EQ(pattern_of(hit(128, [](unsigned i) { return i % 8 == 3 || i % 8 == 4; }), "row"),
              "2 neighbouring rows of every 8, from row 3");
    EXPECT_EQ(pattern_of(hit(16, [](unsigned i) { return i == 1 || i == 2 || i == 9; }), "row"), "3 of 16 rows");
}

}  // namespace
}  // namespace tilescope
