// tests/unit/document/pieces_test.cpp -- sessions whose tile needs several instructions along M or N.
// SPDX-License-Identifier: MIT
#include <tilescope/code/code.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/history.h>
#include <tilescope/document/instruction.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr auto kWrong = static_cast<std::size_t>(Verdict::wrong);

// wgmma m64n128k16 of f16, K-major 128B: A of 64 rows has 8 KiB.
Session tile(TilePieces pieces) {
    Session s = find_preset("wgmma_128b_f16")->session();
    s.image.b.start = 0x14400;
    s.words[1] = s.words[1] >> 14 << 14 | 0x1440;
    s.recipe[0] = {.kind = RecipeKind::scattered, .seed = 1};
    s.recipe[1] = {.kind = RecipeKind::scattered, .seed = 2};
    s.run.steps = 0;
    return apply_edit(s, SetPieces{pieces});
}

Emulation pieces_run(const Session& s) {
    const auto job = emulator_job(derive(s));
    EXPECT_TRUE(job) << job.why;
    auto e = job ? emulate(*job) : Refusal(job.why);
    EXPECT_TRUE(e) << e.why;
    return e ? std::move(*e) : Emulation();
}

TEST(Pieces, DHasTheRowsAndColumnsOfAllInstructions) {
    const Derived one = derive(tile({}));
    const Emulation e = pieces_run(tile({{2, 2}, {8192, one.n * 128}}));
    EXPECT_EQ(e.m, 128u);
    EXPECT_EQ(e.n, 2 * one.n);
    EXPECT_EQ(e.count[kWrong], 0u);
    EXPECT_EQ(e.sight.equal, std::size_t{e.m} * e.n);
    EXPECT_EQ(e.unwritten, 0u);
}

// Piece by piece, D is that of the instruction with the words of this piece, and with the same memory.
TEST(Pieces, EachPieceIsTheInstructionWithItsStarts) {
    const Derived one = derive(tile({}));
    const TilePieces pieces{{2, 2}, {8192, one.n * 128}};
    const auto all = emulator_job(derive(tile(pieces)));
    ASSERT_TRUE(all) << all.why;
    const auto whole = emulate(*all);
    ASSERT_TRUE(whole) << whole.why;
    for (unsigned row = 0; row < 2; ++row)
        for (unsigned column = 0; column < 2; ++column) {
            auto machine = filled(*all);
            ASSERT_TRUE(machine);
            machine->register_d.assign(64 * std::size_t{one.n}, 0);
            for (MmaInstruction i : all->steps) {
                i.pieces = {};
                i.a_desc += row * pieces.distance.a / 16, i.b_desc += column * pieces.distance.b / 16;
                ASSERT_TRUE(execute_mma(*machine, i));
            }
            for (unsigned m = 0; m < 64; ++m)
                for (unsigned n = 0; n < one.n; ++n)
                    ASSERT_EQ(machine->register_d[std::size_t{m} * one.n + n],
                              whole->d[std::size_t{row * 64 + m} * whole->n + column * one.n + n])
                        << row << ' ' << column << ' ' << m << ' ' << n;
        }
}

TEST(Pieces, AnotherDistanceReadsOtherRows) {
    const Session s = tile({{2, 1}, {4096, 0}});
    const auto job = emulator_job(derive(s));
    ASSERT_TRUE(job) << job.why;
    ASSERT_EQ(job->causes.size(), 1u);
    EXPECT_EQ(job->causes[0].sentence,
              "The pieces of A begin 4096 bytes apart, but row 64 of A was written 8192 bytes after row 0.");
    const Emulation e = pieces_run(s);
    EXPECT_EQ(e.pattern, "rows 64 and up");
    EXPECT_EQ(e.verdicts[0], Verdict::equal);
}

TEST(Pieces, TheTileIsOneLayoutOrIsNotDrawn) {
    const Derived whole = derive(tile({{2, 1}, {8192, 0}}));
    EXPECT_EQ(whole.a.layout.rows, 128);
    EXPECT_EQ(whole.a.piece_rows, 64);
    EXPECT_EQ(whole.tile_m, 128u);
    EXPECT_EQ(whole.m, 64u);
    const Derived apart = derive(tile({{2, 1}, {4096, 0}}));
    EXPECT_TRUE(apart.a.apart);
    EXPECT_EQ(apart.a.unplaced,
              "The pieces of A are 4096 bytes apart. With the strides of the word, row 64 of one tile is elsewhere, so "
              "it is not drawn.");
}

TEST(Pieces, AreThoseOfWgmma) {
    const Session s = tile({{2, 1}, {8192, 0}});
    EXPECT_EQ(apply_edit(s, SetArch{"sm_100a"}).pieces, TilePieces());
    EXPECT_EQ(apply_edit(s, SetPieces{{{9, 0}, {8199, 0}}}).pieces, (TilePieces{{4, 1}, {8192, 0}}));
    MmaInstruction i;
    i.pieces.count.a = 2;
    EXPECT_FALSE(shape_of(i));
}

TEST(Pieces, ATileHasAtMost512Columns) {
    Session s = tile({{1, 4}, {0, 32768}});
    s.words[2] = 0x04400010;  // N = 256
    const auto job = emulator_job(derive(s));
    EXPECT_EQ(job.why, "The tile has N = 1024, and it must have at most 512; give it fewer pieces along N.");
    EXPECT_EQ(derive(s).b.unplaced, "B has 1024 rows, and a tile has at most 512.");
}

TEST(Pieces, TheLastPieceHasAStart) {
    const auto job = emulator_job(derive(tile({{4, 1}, {0x3c000, 0}})));
    EXPECT_EQ(job.why,
              "The last piece of A would begin at 0xb4400, which no start address has. Set a smaller distance "
              "of the pieces.");
}

TEST(Pieces, WhatHasOneInstructionRefusesThem) {
    const Derived d = derive(tile({{2, 1}, {8192, 0}}));
    EXPECT_EQ(
        live_kernel(d).why,
        "A live kernel runs one instruction for each K step, and the tile has 2 x 1. Run a session of one piece.");
    for (const CodeTarget& target : code_targets()) {
        const auto text = target.text({d});
        if (target.id == "cuda" || target.id == "ptx" || target.id == "markdown") {
            ASSERT_TRUE(text) << text.why;
            EXPECT_NE(text->text.find("The tile is 128 x 128: 2 x 1 instructions"), std::string::npos) << text->text;
        }
        if (target.id == "tensor-map" || text) continue;
        EXPECT_EQ(
            text.why,
            "This text has one instruction, and the tile of the session has 2 x 1. Export a session of one piece, "
            "or CUDA C++ or PTX.")
            << target.id;
    }
}

TEST(Pieces, AreAnEditWithAText) {
    const Session from = tile({}), to = tile({{2, 1}, {8192, 0}});
    const auto changes = changes_between(from, to);
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].what, "tile: 2 x 1 instructions, those along M 8192 bytes apart in A");
    EXPECT_EQ(apply_edit(to, changes[0].restore), from);
    EXPECT_EQ(words_of(from, SetAtomStep{Operand::b, 0x6000}), "atoms of B along K: 24576 bytes apart");
}

// From one stage of a pipeline to the next: the columns of atoms have gaps, which words do not have.
TEST(Pieces, ColumnsOfAtomsCanHaveGaps) {
    Session s = tile({});
    s.tile_k = 128;
    s.atom_step = {0x6000, 0x6000};
    s.image.b.start = 0x2400, s.words[1] = s.words[1] >> 14 << 14 | 0x240;
    const auto job = emulator_job(derive(s));
    ASSERT_TRUE(job) << job.why;
    EXPECT_EQ(job->steps[4].a_desc - job->steps[0].a_desc, 0x600u);
    EXPECT_TRUE(job->causes.empty()) << job->causes[0].sentence;
    EXPECT_EQ(pieces_run(s).count[kWrong], 0u);
}

}  // namespace
}  // namespace tilescope
