// tests/unit/autopsy/sentence_test.cpp -- the sentences about a chain, and about a kernel that hangs.
// SPDX-License-Identifier: MIT
#include "made_kernel.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace tilescope::autopsy::test {
namespace {

void has_part(const std::string& text, std::string_view part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

Recording hanging(SeenHang hang) {
    Recording out;
    out.kernel = "void gemm<(int)64, float>(float*, int)";
    out.hang = std::move(hang);
    return out;
}

TEST(HangText, SaysWhatTheWarpsWaitForAndWhichMmaWasTheLast) {
    const std::string tried = "SYNCS.PHASECHK.TRANS64.TRYWAIT P0[UR5+0xc008],R5";
    SeenHang hang{.seconds = 117.4, .places = {}};
    hang.places.push_back({.warpgroup = 0,
                           .warps = 4,
                           .at = {.pc = 0x10, .text = "@!P0 BRA 0x10", .line = "src/gemm.cu:88", .called_at = {}},
                           .offset = "+3712",
                           .loop = {tried, "@!P0 BRA 0x10"}});
    hang.places.push_back({.warpgroup = 1,
                           .warps = 1,
                           .at = {.pc = 0x90, .text = "BAR.SYNC.DEFER_BLOCKING 0x0", .line = {}, .called_at = {}},
                           .offset = "+144",
                           .loop = {}});
    hang.places.push_back({.warpgroup = 1,
                           .warps = 3,
                           .at = {.pc = 0xa0, .text = "IMAD R1,R2,R3,R4", .line = {}, .called_at = {}},
                           .offset = {},
                           .loop = {}});
    Recording recording = hanging(hang);
    for (unsigned i = 0; i < 4; ++i) {
        recording.code.push_back({.at = {.pc = 0x20 + 16 * i, .text = {}, .line = {}, .called_at = {}}});
        // The last one is of two other warps at the same MMA.
        recording.events.emplace_back(
            SeenMma{.at = recording.code[std::min(i, 2u)].at, .warps = 3u << (i == 3 ? 2 : 0)});
    }
    EXPECT_EQ(
        hang_text(recording),
        "Kernel `gemm<(int)64, float>` did not end: it came to no other MMA or wait in 117 s. Warpgroup 0 stands at "
        "+3712, line 88 of gemm.cu, and waits for an mbarrier whose phase was not completed; its last MMA was MMA 2, "
        "and it came to 3 MMAs. 1 warp of warpgroup 1 stands at +144, and waits for other warps, at a barrier of the "
        "block; it came to no MMA. 3 warps of warpgroup 1 stand at 0xa0 (IMAD R1,R2,R3,R4).");
    EXPECT_TRUE(is_hung(recording));
    recording.hang->places[2].at.pc = 0x20;
    EXPECT_FALSE(is_hung(recording));
    has_part(hang_text(recording), "Not known, because kernel `gemm<(int)64, float>` did not end under the debugger");
    has_part(hang_text(recording), "3 warps of warpgroup 1 stand before MMA 0, where the debugger may hold them.");
    recording.hang->places[2] = {.warpgroup = 1,
                                 .warps = 3,
                                 .at = {.pc = 0xb0, .text = "STG.E [R2.64],R4", .line = {}, .called_at = {}},
                                 .offset = {},
                                 .loop = {},
                                 .held = true};
    EXPECT_FALSE(is_hung(recording)) << "the debugger stops warps there, and a store waits for nobody";
    has_part(hang_text(recording),
             "3 warps of warpgroup 1 stand at 0xb0 (STG.E [R2.64],R4), where the debugger may hold them.");
    recording.hang->places.pop_back();
    EXPECT_TRUE(is_hung(recording));
    recording.hang->watched = false;
    EXPECT_FALSE(is_hung(recording)) << "its next MMA would not have been seen";
    has_part(hang_text(recording), "still ran 117 s after what was recorded, and its later MMAs had no breakpoint.");
    recording.hang = SeenHang{};
    EXPECT_FALSE(is_hung(recording)) << "nothing stands anywhere";
    hang.places.resize(20);
    has_part(hang_text(hanging(hang)), "Other warps stand at 14 other places.");
    EXPECT_EQ(hang_text({}), "");
}

// --seconds 1: the kernel may only be slow.
TEST(HangText, AccusesNoKernelAfterAShortTime) {
    SeenHang hang{.seconds = 0.58, .places = {}};
    hang.places.push_back({.warps = 4,
                           .at = {.pc = 0x90, .text = "BAR.SYNC 0x0", .line = {}, .called_at = {}},
                           .offset = "+144",
                           .loop = {}});
    Recording recording = hanging(hang);
    EXPECT_FALSE(is_hung(recording));
    has_part(hang_text(recording), "Not known, because kernel `gemm<(int)64, float>` did not end under the debugger");
    has_part(hang_text(recording), "in 0.5 s, which is too short a time to tell; give more --seconds. Warpgroup 0");
    recording.hang->seconds = 5;
    EXPECT_TRUE(is_hung(recording));
}

TEST(Sentences, TheFirstLineWithoutAAndBHasTheMostProbableCause) {
    MadeKernel kernel({.type = "s8", .numbers = Numbers::any_bits});
    has_part(kernel.diagnosed(false).at(0).line, "were not given. The words and the bytes alone show no fault.");
    kernel.change(Operand::b, [](SmemLayout& l) { l.sbo = 512; });
    const Diagnosis found = kernel.diagnosed(false).at(0);
    EXPECT_EQ(found.verdict, Verdict::unknown);
    has_part(found.line, "MMAs 0 to 3 of kernel `made`, the first at line 100 of made.cu: ");
    has_part(found.line, "were not given. Possible: sbo of B is 512, and one MMA reads bytes of it twice");
}

// The number of an MMA is that of --mma: all steps of a loop are one MMA. Names can be long.
TEST(Sentences, AnMmaHasItsNumberInTheMachineCode) {
    const MadeKernel kernel(Plan{});
    Recording recording = kernel.recording();
    recording.kernel = std::string(4000, 'n') + "()";
    recording.code.clear();
    for (const std::uint64_t pc : {0x10, 0x20, 0x30})
        recording.code.push_back({.at = {.pc = pc, .text = {}, .line = {}, .called_at = {}}});
    std::size_t step = 0;
    for (Event& event : recording.events)
        if (auto* mma = std::get_if<SeenMma>(&event)) mma->at.pc = step++ == 0 ? 0x20 : 0x30;
    const std::string line = diagnose(recording, kernel.chains(recording), kernel.expected).at(0).line;
    EXPECT_TRUE(line.starts_with("MMAs 1, 2 of kernel `nnn") || line.starts_with("MMAs 1 to 2 of kernel `nnn")) << line;
    EXPECT_LT(line.size(), 300u);
}

// A start and a base offset that do not agree are one sentence, although each of them can be wrong.
TEST(Sentences, NothingIsSaidTwice) {
    MadeKernel kernel(Plan{});
    kernel.change(Operand::a, [](SmemLayout& l) { l.start += 128; });
    const Diagnosis found = kernel.diagnosed(false).at(0);
    EXPECT_GT(found.candidates.size(), 1u);
    for (const std::string& sentence : found.sentences)
        EXPECT_EQ(std::ranges::count(found.sentences, sentence), 1) << sentence;
}

// A K-major word whose start moves as that of an MN-major tile: the words alone do not say which of both is meant.
TEST(Sentences, AStartThatMovesAsThatOfTheOtherMajorIsNamedSo) {
    MadeKernel kernel({.type = "f16", .major = {Major::k, Major::mn}, .kind = "f16", .m = 128});
    kernel.set_in_idesc("transpose_b", "no");
    const Diagnosis found = kernel.diagnosed(false).at(0);
    ASSERT_FALSE(found.candidates.empty());
    EXPECT_EQ(found.candidates[0].field, FaultField::transpose);
    has_part(found.line, "B is read K-major, but its start advances by 2048 bytes a K step");
}

// With --mma 1,2, and where a debugger stands, the first MMA is not that of the first K step.
TEST(Sentences, ALaterKStepIsNotSuspicious) {
    // An e2m3 has 6 bits, in a container of 8.
    for (const Plan& plan : {Plan{}, Plan{.type = "e2m3", .numbers = Numbers::any_bits, .kind = "f8f6f4", .m = 128}}) {
        const MadeKernel kernel(plan);
        Recording recording = kernel.recording();
        recording.events.erase(recording.events.begin());
        const Diagnosis found = diagnose(recording, kernel.chains(recording)).at(0);
        EXPECT_TRUE(found.candidates.empty()) << plan.type << ": " << found.candidates[0].says;
    }
    MadeKernel shifted(Plan{});
    shifted.change(Operand::a, [](SmemLayout& l) { l.start += 32; });
    EXPECT_FALSE(shifted.diagnosed(false).at(0).candidates.empty()) << "its last step leaves the row";
}

// The MMAs that were recorded are a part of the K columns: D as it will be is no reason to doubt them.
TEST(Sentences, ADOfAPartOfTheColumnsIsNotComparedWithAllOfThem) {
    MadeKernel kernel({.column = 64, .more = 64});
    kernel.expected.d.bytes.assign(std::size_t{64 + 64} * (64 + 64) * 4, 1);
    kernel.expected.d.row_bytes = (64 + 64) * 4;
    const Diagnosis found = kernel.diagnosed().at(0);
    EXPECT_EQ(found.verdict, Verdict::right) << found.line;
    has_part(found.line, "These MMAs add only a part of the K columns to D, so D was not compared");
    for (const std::string& sentence : found.sentences)
        EXPECT_EQ(sentence.find("are not near"), std::string::npos) << sentence;
}

}  // namespace
}  // namespace tilescope::autopsy::test
