// tests/unit/study/program_tiles_test.cpp -- several chains of a program that are one tile.
// SPDX-License-Identifier: MIT
#include "program_texts.h"

#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

using Read = ProgramRead;

// A of warpgroup w begins 4096 bytes x w after `distance`.
std::string start_of_warpgroup(unsigned distance, unsigned to) {
    return say("mov.u32 %r5, %tid.x;\nshr.u32 %r6, %r5, 7;\nshfl.sync.idx.b32 %r6|%p3, %r6, 0, 31, -1;\n",
               "shl.b32 %r6, %r6, 12;\nmov.u32 %r1, tiles;\nadd.u32 %r2, %r1, ", distance,
               ";\nadd.u32 %r2, %r2, %r6;\nbfe.u32 %r3, %r2, 4, 14;\ncvt.u64.u32 %rd19, %r3;\nor.b64 %rd", to,
               ", %rd1, %rd19;\n");
}
std::string with_threads(std::string text, std::string_view directive) {
    return text.replace(text.find(") {") + 1, 1, say('\n', directive, '\n'));
}

TEST(ProgramTiles, WarpgroupsWithTheirOwnRowsAreOneTile) {
    const std::string text = kernel(say(start_of_warpgroup(0, 3), start_at("tiles", 16384, 4), mma(1, 3, 4, "0")));
    const Read r = read(with_threads(text, ".maxntid 256, 1, 1"));
    ASSERT_EQ(r.chains.size(), 1u);
    EXPECT_EQ(r.mma(0).warpgroups, (Warpgroups{2, {4096, 0}}));
    EXPECT_EQ(text_of(*r.mma(0).start.a), "tiles");
    ASSERT_TRUE(r.chains[0].session) << r.chains[0].session.why;
    const Session& s = *r.chains[0].session;
    EXPECT_EQ(s.pieces, (TilePieces{{2, 1}, {4096, 0}}));
    EXPECT_EQ(s.word(WordId::a_desc), 0x8000002000000040u);
    EXPECT_NE(s.notes.find("in the order of their addresses (assumed)"), std::string::npos) << s.notes;
    EXPECT_EQ(recipe_size(derive(s), RecipeOf::a).rows, 128u);
    EXPECT_EQ(read(with_threads(text, ".reqntid 128")).chains[0].session->pieces, TilePieces());
}

TEST(ProgramTiles, TheThreadsOfABlockAreAskedIfNobodyStatesThem) {
    const std::string text = kernel(say(start_of_warpgroup(0, 3), start_at("tiles", 16384, 4), mma(1, 3, 4, "0")));
    const Read r = read(text);
    EXPECT_TRUE(r.asks(0, "threads"));
    EXPECT_EQ(r.chains[0].session->pieces, TilePieces());
    const ProgramReport given = check_program(text, "sm_100a", Edition::v9_1, false, {}, 256);
    EXPECT_EQ(chains_of(given, "sm_100a", Edition::v9_1)[0].session->pieces.count.a, 2u);
}

// Warpgroup 0 copies, and 1 and 2 multiply.
TEST(ProgramTiles, OnlyWarpgroupsThatReachTheMmaCount) {
    const std::string text =
        kernel(say("mov.u32 %r7, %tid.x;\nsetp.lt.u32 %p1, %r7, 128;\n@%p1 bra $end;\n", start_of_warpgroup(0, 3),
                   start_at("tiles", 16384, 4), mma(1, 3, 4, "0"), "$end:\n"));
    const Read r = read(with_threads(text, ".reqntid 384"));
    EXPECT_EQ(r.mma(0).warpgroups, (Warpgroups{2, {4096, 0}}));
    EXPECT_EQ(r.chains[0].session->word(WordId::a_desc), 0x8000002000000140u);
}

// Each warpgroup has rows and columns of its own: these are two tiles.
TEST(ProgramTiles, WarpgroupsWithTheirOwnAAndBAreNoTile) {
    const std::string text = kernel(say(start_of_warpgroup(0, 3), start_of_warpgroup(16384, 4), mma(1, 3, 4, "0")));
    const Read r = read(with_threads(text, ".reqntid 256"));
    EXPECT_EQ(r.mma(0).warpgroups, (Warpgroups{2, {4096, 4096}}));
    EXPECT_EQ(r.chains[0].session->pieces, TilePieces());
    EXPECT_NE(r.chains[0].session->notes.find("a tile of its own"), std::string::npos) << r.chains[0].session->notes;
}

// One thread has the registers of both halves of M.
TEST(ProgramTiles, ChainsThatDifferInTheStartOfAAreOneTile) {
    const Read r = read(kernel(say(start_at("tiles", 0, 3), start_at("tiles", 4096, 4), start_at("tiles", 16384, 5),
                                   start_at("tiles", 32, 6), start_at("tiles", 4128, 7), start_at("tiles", 16416, 8),
                                   mma(1, 3, 5, "0"), mma(5, 4, 5, "0"), mma(1, 6, 8, "1"), mma(5, 7, 8, "1"))));
    ASSERT_EQ(r.chains.size(), 1u);
    const ProgramChain& chain = r.chains[0];
    EXPECT_EQ(chain.steps, 2u);
    EXPECT_EQ(chain.joined, (std::vector<std::vector<std::size_t>>{{1, 3}}));
    EXPECT_EQ(chain.session->pieces, (TilePieces{{2, 1}, {4096, 0}}));
    EXPECT_EQ(chain.session->tile_k, 32u);
    const auto job = emulator_job(derive(*chain.session));
    ASSERT_TRUE(job) << job.why;
    EXPECT_TRUE(job->causes.empty()) << job->causes[0].sentence;
    const auto e = emulate(*job);
    ASSERT_TRUE(e) << e.why;
    EXPECT_EQ(e->m, 128u);
    EXPECT_EQ(e->count[static_cast<std::size_t>(Verdict::wrong)], 0u);
}

TEST(ProgramTiles, ChainsWhoseRowsAreNotOneTileStayApart) {
    const auto chains = [](unsigned second) {
        return read(kernel(say(start_at("tiles", 0, 3), start_at("tiles", second, 4), start_at("tiles", 16384, 5),
                               mma(1, 3, 5, "0"), mma(5, 4, 5, "0"))))
            .chains;
    };
    EXPECT_EQ(chains(4096).size(), 1u);
    for (const unsigned second : {8192u, 2048u}) {  // a gap between the pieces; they overlap
        const auto two = chains(second);
        ASSERT_EQ(two.size(), 2u);
        for (const ProgramChain& chain : two)
            EXPECT_NE(chain.session->notes.find("that is not the next row of one tile"), std::string::npos)
                << chain.session->notes;
    }
}

// N = 512 is more than one wgmma has.
TEST(ProgramTiles, TwoWgmmaOf256ColumnsAreOneTile) {
    const auto wide = [](unsigned d, unsigned a, unsigned b, std::string_view scale_d) {
        std::string registers;
        for (unsigned i = 0; i < 128; ++i) registers += say(i == 0 ? "%f" : ", %f", d + i);
        return say("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {", registers, "}, %rd", a, ", %rd", b, ", ",
                   scale_d, ", 1, 1, 0, 0;\n");
    };
    std::string body;
    for (const unsigned step : {0u, 1u})
        body +=
            say(start_at("tiles", 32 * step, 3), start_at("tiles", 4096 + 32 * step, 4),
                start_at("tiles", 4096 + 16384 + 32 * step, 5), wide(0, 3, 4, say(step)), wide(128, 3, 5, say(step)));
    const Read r = read(kernel(body));
    ASSERT_EQ(r.chains.size(), 1u);
    const Session& s = *r.chains[0].session;
    EXPECT_EQ(s.pieces, (TilePieces{{1, 2}, {0, 16384}}));
    EXPECT_EQ(r.chains[0].joined, (std::vector<std::vector<std::size_t>>{{1, 3}}));
    const Derived d = derive(s);
    EXPECT_EQ(d.tile_n, 512u);
    EXPECT_EQ(recipe_size(d, RecipeOf::b).rows, 512u);
    const auto job = emulator_job(d);
    ASSERT_TRUE(job) << job.why;
    const auto e = emulate(*job);
    ASSERT_TRUE(e) << e.why;
    EXPECT_EQ(e->n, 512u);
    EXPECT_EQ(e->count[static_cast<std::size_t>(Verdict::wrong)], 0u);
}

// Two stages of a pipeline, each as wide as the swizzle.
TEST(ProgramTiles, StagesThatAreEquallyFarApartAreOneTile) {
    std::string starts, mmas;
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned at = i / 2 * 8192 + i % 2 * 32;
        starts += say(start_at("tiles", at, 3 + i), start_at("tiles", 4096 + at, 7 + i));
        mmas += mma(1, 3 + i, 7 + i, i == 0 ? "0" : "1");
    }
    const Read r = read(kernel(starts + mmas));
    ASSERT_EQ(r.chains.size(), 1u);
    EXPECT_EQ(r.chains[0].steps, 4u);
    const Session& s = *r.chains[0].session;
    EXPECT_EQ(s.tile_k, 64u);
    EXPECT_EQ(s.atom_step, (OperandPair<std::uint32_t>{8192, 8192}));
    const auto job = emulator_job(derive(s));
    ASSERT_TRUE(job) << job.why;
    EXPECT_TRUE(job->causes.empty()) << job->causes[0].sentence;
    EXPECT_EQ(job->steps[2].a_desc, 0x8000002000000240u);
}

}  // namespace
}  // namespace tilescope
