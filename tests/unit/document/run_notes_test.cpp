// tests/unit/document/run_notes_test.cpp -- notes about settings that a run cannot use, and about unwritten elements.
// SPDX-License-Identifier: MIT
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

using Notes = std::vector<std::string>;

Session noted_preset(std::string_view id) { return find_preset(id)->session(); }

EmulatorJob noted_job(const Session& s) {
    auto job = emulator_job(derive(s));
    EXPECT_TRUE(job) << job.why;
    return job ? *job : EmulatorJob{};
}

Notes notes(const Session& s) { return notes_of(derive(s), noted_job(s)); }

TEST(RunNotes, ReportB1ThatHasNoEffect) {
    const Notes unused{
        "The option b1 is set, but only wgmma of kind i8 multiplies single bits. The option b1 has no effect in this "
        "instruction."};
    Session s;
    s.variant.b1 = true;
    EXPECT_EQ(notes(s), unused) << "kind f16 of tcgen05";
    Session bytes = noted_preset("wgmma_128b_b1");
    EXPECT_EQ(notes(bytes), Notes{});
    bytes.arch = "sm_100a";
    bytes.words[2] ^= 0x0c000000;  // M 128, not 64: tcgen05 requires it
    EXPECT_EQ(notes(bytes), unused) << "kind i8 of tcgen05";
    Session halves = noted_preset("wgmma_128b_f16");
    halves.variant.b1 = true;
    EXPECT_EQ(notes(halves), unused) << "kind f16 of wgmma";
}

TEST(RunNotes, ReportALaneMaskForAMissingSecondCta) {
    Session s;
    s.variant.lane_mask = true;
    for (std::size_t word = 0; word < kLaneMaskWords; ++word) {
        s.run.lane_mask = {};
        s.run.lane_mask[word] = 1;
        EXPECT_EQ(notes(s), word < 4 ? Notes{}
                                     : Notes{"The run's lane mask has bits in words 4 to 7, the lanes of a second "
                                             "CTA. This form has one CTA, so these bits are not used."})
            << word;
    }
    Session pair = noted_preset("pair_a_in_tmem");
    pair.variant.lane_mask = true;
    pair.run.lane_mask[4] = 1;
    EXPECT_EQ(notes(pair), Notes{});
    s.variant.lane_mask = false;
    EXPECT_EQ(notes(s).size(), 1u) << "the note about the missing mask is enough";
}

// What a GPU does with such a read is a fact of wgmma only.
TEST(RunNotes, SayWhatTheHardwareDoesOutsideTheMemoryOfACta) {
    const auto said = [](const char* id, std::uint64_t start, std::uint32_t written = 0x400) {
        Session s = noted_preset(id);
        s.words[0] = (s.words[0] & ~std::uint64_t{0x3fff}) | start;
        s.image.a.start = written;
        const auto done = emulate(noted_job(s), {.loop = {}, .doubts = false, .stop = {}});
        EXPECT_TRUE(done) << done.why;
        std::string all;
        for (const std::string& note : done ? done->notes : Notes{}) all += note + "\n";
        return all;
    };
    const auto has = [](const std::string& text, std::string_view part) { return text.find(part) != text.npos; };
    EXPECT_TRUE(has(said("wgmma_128b_f16", 0x38f8), "There, the kernel ends with error 700"));
    EXPECT_TRUE(has(said("k_major_128b_f16", 0x38f8), "it is not known what the GPU does"));
    const std::string low = said("wgmma_128b_f16", 0x20);
    EXPECT_TRUE(has(low, "A was read at byte 0x240, below the first byte of a CTA, 0x400. There, the hardware reads 0"))
        << low;
    EXPECT_FALSE(has(said("wgmma_128b_f16", 0x40), "below the first byte"));
    EXPECT_TRUE(has(said("wgmma_128b_f16", 0x20, 0x200), "There, the hardware reads 0")) << "although it was written";
}

// Rows 0 to 5 of B lie at 0x100 to 0x3ff, and the hardware reads 0 there (measured), whatever is written. If the start
// of an operand is 0, the addresses count from the memory of the CTA, and nothing is read below.
TEST(RunNotes, WgmmaReadsZerosBelowTheMemoryOfACta) {
    Session s = noted_preset("wgmma_128b_f16");
    const auto run = [&](std::uint64_t start_of_a) {
        s.words[0] = (s.words[0] & ~std::uint64_t{0x3fff}) | start_of_a;
        s.words[1] = (s.words[1] & ~std::uint64_t{0x3fff}) | 0x10;
        s.image.a.start = static_cast<std::uint32_t>(16 * start_of_a), s.image.b.start = 0x100;
        const auto done = emulate(noted_job(s), {.loop = {}, .doubts = false, .stop = {}});
        EXPECT_TRUE(done) << done.why;
        return done ? *done : Emulation{};
    };
    const Emulation real = run(0x1000);
    std::size_t zeros = 0;
    for (std::size_t e = 0; e < real.d.size(); ++e) zeros += e % real.n < 6 && real.d[e] == 0;
    EXPECT_EQ(zeros, 6u * real.m);
    EXPECT_EQ(real.unwritten, 0u);
    EXPECT_GT(real.count[static_cast<std::size_t>(Verdict::wrong)], 0u);
    const auto causes = noted_job(s).causes;
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].word + "." + causes[0].field, "b_desc.start");
    EXPECT_NE(causes[0].sentence.find("below 0x400, the first byte of the CTA, where wgmma reads 0"), std::string::npos)
        << causes[0].sentence;

    const Emulation relative = run(0);
    const auto says = [&](std::string_view part) {
        return std::ranges::any_of(relative.notes, [&](const auto& note) { return note.find(part) != note.npos; });
    };
    EXPECT_FALSE(says("below the first byte"));
    EXPECT_TRUE(says("The start of A is 0. This emulator takes it as an address that the kernel adds later"));
    EXPECT_TRUE(says("below that byte, the hardware reads 0")) << "what happens to a word that is used as it is";
    EXPECT_FALSE(says("The start of B"));
}

// An H100 was asked, and Blackwell was not.
TEST(RunNotes, SayThatTheSecondAtomOfAWideInstructionIsAssumed) {
    Session s = noted_preset("sparse_f16");
    const auto said = [&] {
        const auto done = emulate(noted_job(s), {.loop = {}, .doubts = false, .stop = {}});
        EXPECT_TRUE(done) << done.why;
        return done ? done->notes : Notes{};
    };
    const auto names_it = [](const std::string& note) { return note.find("(X34)") != note.npos; };
    EXPECT_TRUE(std::ranges::none_of(said(), names_it)) << "128B is as wide as the instruction";
    s.words[1] = 0xc000401001000440;  // K-major 32B
    EXPECT_TRUE(std::ranges::any_of(said(), names_it));
}

// A row of A was written as 16 bytes (e4m3) and is read as 32 bytes (f16): half of the bytes were not written.
TEST(RunNotes, CountUnwrittenElementsInRegisters) {
    Session s = noted_preset("wgmma_128b_f16");
    s.variant.a_in_tmem = true;
    s.tile_k = 32;
    s.run.steps = 0;
    const auto run = [](const Session& of) {
        auto e = emulate(noted_job(of), {.doubts = false});
        EXPECT_TRUE(e) << e.why;
        return e ? std::move(*e) : Emulation{};
    };
    EXPECT_EQ(run(s).unwritten, 0u);
    s.image.a.type = "e4m3";
    const Emulation e = run(s);
    EXPECT_EQ(e.unwritten, 64u * 16);
    EXPECT_EQ(e.outside, 0u);
    EXPECT_EQ(e.notes,
              Notes{"K step 1: A[0][16] was read from registers, where nothing was written (1024 such reads)."});
    ASSERT_EQ(e.reads.size(), 2u);
    EXPECT_TRUE(e.reads[0].a.problems.empty()) << "the first instruction finds what was written";
    ASSERT_EQ(e.reads[1].a.problems.size(), kMostReadProblems);
    EXPECT_EQ(e.reads[1].a.problems[17], (ReadProblem{{1, 1}, 0, BadRead::unwritten}));
    s.image.a.type = "tf32";
    EXPECT_EQ(run(s).unwritten, 0u) << "wider elements leave no byte unwritten";
}

}  // namespace
}  // namespace tilescope
