// tests/unit/study/program_chains_test.cpp -- the chains of MMAs of a program, and the session of each.
// SPDX-License-Identifier: MIT
#include "program_texts.h"

#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

using Read = ProgramRead;

std::string two_steps() {
    return kernel(say(start_at("tiles", 0, 3), start_at("tiles", 4096, 4), start_at("tiles", 32, 5),
                      start_at("tiles", 4128, 6), mma(1, 3, 4, "0"), mma(1, 5, 6, "1")));
}

TEST(ProgramChains, StartsAreSumsAndMmasOfOneAccumulatorAreOneSession) {
    const Read r = read(two_steps());
    ASSERT_EQ(r.chains.size(), 1u);
    EXPECT_EQ(text_of(*r.mma(0).start.a), "tiles");
    EXPECT_EQ(text_of(*r.mma(0).start.b), "tiles + 4096");
    EXPECT_EQ(text_of(*r.mma(1).start.b), "tiles + 4128");
    EXPECT_EQ(r.mma(0).scale_d, false);
    EXPECT_EQ(r.mma(1).scale_d, true);
    const ProgramChain& chain = r.chains[0];
    EXPECT_EQ(chain.kernel, "k");
    EXPECT_EQ(chain.steps, 2u);
    ASSERT_TRUE(chain.session) << chain.session.why;
    const Session& s = *chain.session;
    EXPECT_EQ(s.arch, "sm_90a");
    EXPECT_EQ(s.word(WordId::a_desc), 0x8000002000000040u);
    EXPECT_EQ(s.word(WordId::b_desc), 0x8000002000000140u);
    EXPECT_EQ(s.tile_k, 32u);
    EXPECT_FALSE(s.run.enable_d);
    EXPECT_EQ(s.image.b.start, 0x1400u);
    EXPECT_EQ(s.image.b.mode, SwizzleMode::b64);
    EXPECT_NE(s.notes.find("tiles is at 0x400 (assumed"), std::string::npos) << s.notes;
    EXPECT_TRUE(chain.asks.empty());
    const auto job = emulator_job(derive(s));
    ASSERT_TRUE(job) << job.why;
    EXPECT_EQ(job->steps.size(), 2u);
}

TEST(ProgramChains, AGivenAddressIsNotAssumed) {
    const Read r = read(two_steps(), {{"tiles", 0x2000, true}, {"none", 0, true}, {"%rd3", 0, true}});
    EXPECT_EQ(r.report.bases.size(), 1u);  // the program has no `none`, and sets %rd3 itself
    EXPECT_EQ(r.chains[0].session->word(WordId::a_desc), 0x8000002000000200u);
    EXPECT_EQ(text_of(*r.mma(1).start.a), "tiles + 32");
    EXPECT_EQ(r.chains[0].session->notes, "tiles is at 0x2000 (given).");
}

TEST(ProgramChains, VariablesLieOneBehindTheOtherAndAreToldApart) {
    const Read r = read(kernel(say(start_at("one", 0, 3), start_at("two", 16, 4), mma(1, 3, 4, "0")),
                               ".shared .align 8 .b8 bars[16];\n.extern .shared .align 16 .b8 rest[];\n"
                               ".shared .align 1024 .b8 one[2][512], two[64];"));
    ASSERT_EQ(r.report.bases.size(), 4u);
    EXPECT_EQ(r.report.bases[1].address, 0x800u);  // one
    EXPECT_EQ(r.report.bases[2].address, 0xc00u);  // two
    EXPECT_EQ(r.report.bases[3].address, 0xc40u);  // rest, whose size is that of the launch
    EXPECT_EQ(text_of(*r.mma(0).start.a), "one");
    EXPECT_EQ(text_of(*r.mma(0).start.b), "two + 16");
}

TEST(ProgramChains, EachKernelHasOnlyTheVariablesThatItNames) {
    std::string second = kernel(say(start_at("two", 0, 3), start_at("rest", 0, 4), mma(1, 3, 4, "0")), "");
    second.replace(second.find(" k("), 3, " q(");
    const Read r = read(kernel(say(start_at("one", 0, 3), start_at("rest", 0, 4), mma(1, 3, 4, "0")),
                               ".shared .align 1024 .b8 one[1024], two[2048];\n.extern .shared .align 16 .b8 rest[];") +
                        second.substr(second.find(".visible")));
    ASSERT_EQ(r.report.bases.size(), 3u);
    EXPECT_EQ(r.report.bases[0].address, 0x400u);  // one
    EXPECT_EQ(r.report.bases[1].address, 0x400u);  // two, of the other kernel
    EXPECT_EQ(r.report.bases[2].address, 0xc00u);  // rest, after both
}

// nvcc makes the address of a variable generic, and then shared again.
TEST(ProgramChains, AGenericAddressOfAVariableIsFollowed) {
    const Read r =
        read(kernel(say("mov.u64 %rd10, tiles;\ncvta.shared.u64 %rd11, %rd10;\nadd.s64 %rd12, %rd11, 2048;\n"
                        "cvta.to.shared.u64 %rd13, %rd12;\ncvt.u32.u64 %r7, %rd13;\n"
                        "shfl.sync.idx.b32 %r8|%p3, %r7, 0, 31, -1;\nbfe.u32 %r3, %r8, 4, 14;\n"
                        "cvt.u64.u32 %rd19, %r3;\nor.b64 %rd3, %rd1, %rd19;\n",
                        start_at("tiles", 4096, 4), mma(1, 3, 4, "0"))));
    ASSERT_TRUE(r.mma(0).start.a);
    EXPECT_EQ(text_of(*r.mma(0).start.a), "tiles + 2048");
    EXPECT_EQ(r.chains[0].session->word(WordId::a_desc), 0x80000020000000c0u);
}

// The start of the first round, not what all rounds have in common.
TEST(ProgramChains, ALoopHasTheWordsOfItsFirstRound) {
    const Read r =
        read(kernel(say("mov.f32 %f1, 0f00000000;\nmov.f32 %f2, %f1;\nmov.f32 %f3, %f1;\nmov.f32 %f4, %f1;\n"
                        "mov.u32 %r5, 0;\n$next:\nand.b32 %r6, %r5, 1;\nmov.u32 %r1, tiles;\n"
                        "mad.lo.u32 %r2, %r6, 8192, %r1;\nbfe.u32 %r3, %r2, 4, 14;\n"
                        "cvt.u64.u32 %rd19, %r3;\nor.b64 %rd3, %rd1, %rd19;\n",
                        start_at("tiles", 4096, 4), mma(1, 3, 4, "%p1"),
                        "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p2, %r5, %r9;\n@%p2 bra $next;\n")));
    ASSERT_EQ(r.chains.size(), 1u);
    EXPECT_EQ(text_of(*r.mma(0).start.a), "tiles");
    EXPECT_NE(r.report.instructions[0].words[0]->unknown(), 0u);  // of all rounds
    EXPECT_TRUE(r.mma(0).d_is_zero);
    EXPECT_EQ(r.mma(0).scale_d, std::nullopt);
    EXPECT_TRUE(r.asks(0, "scale_d"));
    EXPECT_FALSE(r.asks(0, "c"));
    EXPECT_TRUE(r.chains[0].session->run.enable_d);
}

TEST(ProgramChains, OtherRegistersOrANewDAreAnotherChain) {
    const std::string starts = say(start_at("tiles", 0, 3), start_at("tiles", 4096, 4));
    EXPECT_EQ(read(kernel(say(starts, mma(1, 3, 4, "0"), mma(5, 3, 4, "0")))).chains.size(), 2u);
    EXPECT_EQ(read(kernel(say(starts, mma(1, 3, 4, "0"), mma(1, 3, 4, "0")))).chains.size(), 2u);
    // The registers of D move to others between the MMAs.
    const std::string moves = "mov.b32 %f5, %f1;\nmov.b32 %f6, %f2;\nmov.b32 %f7, %f3;\nmov.b32 %f8, %f4;\n";
    EXPECT_EQ(read(kernel(say(starts, mma(1, 3, 4, "0"), moves, mma(5, 3, 4, "1")))).chains.size(), 1u);
}

TEST(ProgramChains, AnMmaThatDoesNotGoOnWithTheTileEndsTheSession) {
    const Read r = read(kernel(say(start_at("tiles", 0, 3), start_at("tiles", 4096, 4), start_at("tiles", 32, 5),
                                   start_at("tiles", 4128, 6), start_at("tiles", 8192, 7), mma(1, 3, 4, "0"),
                                   mma(1, 5, 6, "1"), mma(1, 7, 6, "1"))));
    ASSERT_EQ(r.chains.size(), 1u);
    EXPECT_EQ(r.chains[0].mmas.size(), 3u);
    EXPECT_EQ(r.chains[0].steps, 2u);
    EXPECT_EQ(r.chains[0].session->tile_k, 32u);
    EXPECT_NE(r.chains[0].notes[0].find("does not go on with the tile"), std::string::npos) << r.chains[0].notes[0];
}

TEST(ProgramChains, WhatTheMemoryDoesNotHaveOfTheWordsIsNoted) {
    const Read r =
        read(kernel(say("mov.u64 %rd3, 0x8000004000000040;\nmov.u64 %rd4, 0x8002002000000140;\n", mma(1, 3, 4, "0"))));
    ASSERT_EQ(r.chains[0].notes.size(), 2u);
    EXPECT_EQ(r.chains[0].notes[0],
              "sbo of A is 1024 in the word and 512 in the memory of the session, which is a tile without gaps.");
    EXPECT_EQ(r.chains[0].notes[1],
              "base_offset of B is 1 in the word, and the memory of the session is written without one.");
    EXPECT_TRUE(read(two_steps()).chains[0].notes.size() == 1);
}

TEST(ProgramChains, WhatTheProgramDoesNotSayIsAsked) {
    const Read r =
        read(kernel(say("ld.param.u32 %r7, [p];\nbfe.u32 %r3, %r7, 4, 14;\ncvt.u64.u32 %rd19, %r3;\n"
                        "or.b64 %rd3, %rd1, %rd19;\n",
                        start_at("tiles", 4096, 4), mma(1, 3, 4, "1"))));
    EXPECT_EQ(r.mma(0).start.a.has_value(), false);
    EXPECT_TRUE(r.asks(0, "a_desc.start"));
    EXPECT_FALSE(r.asks(0, "b_desc.start"));
    EXPECT_TRUE(r.asks(0, "c"));
    EXPECT_FALSE(emulator_job(derive(*r.chains[0].session)));
}

TEST(ProgramChains, Tcgen05HasItsShapeInTheInstructionDescriptor) {
    const std::string text =
        ".version 8.6\n.target sm_100a\n.extern .shared .align 1024 .b8 tiles[];\n.visible .entry k(.param .u32 p) {\n"
        ".reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\nmov.u32 %r1, tiles;\n"
        "ld.shared.u32 %r2, [tiles];\nadd.u32 %r3, %r1, 1024;\nbfe.u32 %r4, %r3, 4, 14;\ncvt.u64.u32 %rd1, %r4;\n"
        "or.b64 %rd2, %rd1, 0x4000404000010000;\nadd.s64 %rd3, %rd2, 0x400;\nsetp.ne.u32 %p1, 0, 0;\n"
        "setp.eq.u32 %p2, 0, 0;\nadd.s64 %rd4, %rd2, 2;\nadd.s64 %rd5, %rd3, 2;\n"
        "tcgen05.mma.cta_group::1.kind::f16 [%r2], %rd2, %rd3, 0x08180010, %p1;\n"
        "tcgen05.mma.cta_group::1.kind::f16 [%r2+0], %rd4, %rd5, 0x08180010, %p2;\n"
        "tcgen05.mma.cta_group::1.kind::f16 [%r2+96], %rd2, %rd3, 0x08180010, !%p2;\nret;\n}\n";
    const Read r = read(text);
    ASSERT_EQ(r.chains.size(), 2u);
    EXPECT_EQ(r.chains[0].steps, 2u);
    EXPECT_EQ(r.mma(0).m, 128u);
    EXPECT_EQ(r.mma(0).n, 96u);
    EXPECT_EQ(r.mma(0).k, 16u);
    EXPECT_EQ(r.mma(0).d_type, "f32");
    EXPECT_EQ(r.mma(0).scale_d, false);
    EXPECT_EQ(r.mma(2).scale_d, false);
    EXPECT_EQ(text_of(*r.mma(0).start.b), "tiles + 17408");
    EXPECT_EQ(r.chains[0].session->word(WordId::idesc), 0x08180010u);
    EXPECT_EQ(r.chains[0].session->tile_k, 32u);
}

// `steps` MMAs of 64 columns of K each, with 16 of them for a scale factor. `scales`: code that sets %r3 and %r4, where
// the factors of A and B of each step are, four columns after those of the step before.
std::string scaled_steps(std::string_view scales, unsigned steps) {
    std::string out = say(
        ".version 8.8\n.target sm_100a\n.shared .align 1024 .b8 tiles[8];\n.visible .entry k() {\n.reg .pred %p<3>;\n"
        ".reg .b32 %r<9>;\nld.shared.u32 %r1, [tiles];\n",
        scales, "setp.ne.u32 %p1, 0, 0;\nsetp.eq.u32 %p2, 0, 0;\n");
    for (unsigned i = 0; i < steps; ++i)
        out += say("tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [%r1+32], ",
                   hex(0x4000404000000040 + 0x400 * (i / 4) + 2 * (i % 4)), ", ",
                   hex(0x4000404000000840 + 0x200 * (i / 4) + 2 * (i % 4)), ", 0x08100480, [%r3+", 4 * i, "], [%r4+",
                   4 * i, "], ", i == 0 ? "%p1" : "%p2", ";\n");
    return out + "ret;\n}\n";
}

TEST(ProgramChains, ScaleFactorsAreWhereTheProgramHasThem) {
    const Read r = read(scaled_steps("add.u32 %r3, %r1, 128;\nadd.u32 %r4, %r3, 32;\n", 4));
    ASSERT_EQ(r.chains.size(), 1u);
    EXPECT_EQ(r.chains[0].steps, 4u);
    const Session& s = *r.chains[0].session;
    EXPECT_EQ(s.address(TmemPlace::d), 32u);
    EXPECT_EQ(s.address(TmemPlace::sfa), 128u);
    EXPECT_EQ(s.address(TmemPlace::sfb), 160u);
    EXPECT_NE(s.notes.find("column 0 (assumed), with D at + 32, SFA at + 128, SFB at + 160."), std::string::npos)
        << s.notes;
}

TEST(ProgramChains, OperandsWithUnknownAddressesShareNoColumns) {
    const std::string loads = "ld.shared.u32 %r3, [tiles+4];\nld.shared.u32 %r4, [tiles+8];\n";
    const Read r = read(scaled_steps(loads, 8));
    ASSERT_EQ(r.chains[0].steps, 8u);
    const Derived d = derive(*r.chains[0].session);
    for (const PlacedProblem& p : d.problems) EXPECT_NE(p.problem.effect, Effect::shared_cells) << p.problem.text;
    EXPECT_EQ(d.tmem.region(TmemPlace::d)->first, 32u) << "the program says this one";
}

TEST(ProgramChains, AScaleFactorElsewhereEndsTheTile) {
    std::string text = scaled_steps("add.u32 %r3, %r1, 128;\nadd.u32 %r4, %r3, 32;\n", 2);
    text.replace(text.find("[%r3+4]"), 7, "[%r3+8]");
    const Read r = read(text);
    EXPECT_EQ(r.chains[0].steps, 1u);
    const std::string& notes = r.chains[0].session->notes;
    EXPECT_NE(notes.find("SFA is at + 136, and that of K step 1 at + 132"), std::string::npos) << notes;
}

// The same columns of A again: a tile of the next round, not its K steps.
TEST(ProgramChains, AInTensorMemoryElsewhereEndsTheTile) {
    for (const unsigned second : {8u, 0u}) {
        const Read r =
            read(say(".version 8.6\n.target sm_100a\n.visible .entry k() {\n.reg .b32 %r<9>;\n.reg .b64 "
                     "%rd<9>;\n.reg .pred %p1;\n.shared .align 1024 .b8 tiles[65536];\n"
                     "ld.shared.u32 %r1, [tiles];\nadd.u32 %r2, %r1, 64;\n"
                     "mov.b64 %rd1, 0x4000404000010040;\nadd.s64 %rd2, %rd1, 2;\n"
                     "tcgen05.mma.cta_group::1.kind::f16 [%r1], [%r2], %rd1, 0x08200010, %p1;\n"
                     "tcgen05.mma.cta_group::1.kind::f16 [%r1], [%r2+",
                     second, "], %rd2, 0x08200010, %p1;\nret;\n}\n"));
        ASSERT_EQ(r.chains.size(), 1u);
        ASSERT_TRUE(r.chains[0].session) << r.chains[0].session.why;
        const std::string& notes = r.chains[0].session->notes;
        const bool ends = notes.find("A is at + 64 again, and that of K step 1 at + 72") != std::string::npos;
        EXPECT_EQ(r.chains[0].steps, second == 8 ? 2u : 1u) << notes;
        EXPECT_EQ(ends, second == 0) << notes;
    }
}

// No path to the MMA is known in the first round, but its words have bits that are the same in all.
TEST(ProgramChains, BitsOfAllRoundsAreKnownInTheFirst) {
    const Read r = read(kernel(
        say("bra $test;\n$body:\nbfe.u32 %r3, %r9, 4, 14;\ncvt.u64.u32 %rd3, %r3;\n"
            "or.b64 %rd3, %rd3, 0x8000002000000000;\n",
            start_at("tiles", 4096, 4), mma(1, 3, 4, "0"), "$test:\nsetp.lt.u32 %p2, %r5, %r9;\n@%p2 bra $body;\n")));
    ASSERT_EQ(r.chains.size(), 1u);
    EXPECT_EQ(r.mma(0).first[0]->known >> 32, 0xffffffffu);
    EXPECT_EQ(r.mma(0).first[0]->value >> 32, 0x80000020u);
}

}  // namespace
}  // namespace tilescope
