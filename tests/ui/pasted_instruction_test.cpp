// tests/ui/pasted_instruction_test.cpp -- a pasted instruction brings its form, shape and types; the rest is assumed.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "app/ui/paste_plan.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/history.h>
#include <tilescope/document/instruction.h>
#include <tilescope/document/presets.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/study/program_chains.h>
#include <tilescope/view/mma_view.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

namespace tilescope::ui {
namespace {

// What a paste of the text makes of the example with which the window starts.
PasteOutcome outcome(const std::string& text, const Session& before = presets().front().session()) {
    const PasteResult found = tilescope::paste(text, {.edition = before.edition, .kind = before.variant.kind});
    const ProgramChains program = read_chains(text, {.arch = before.arch, .edition = before.edition});
    return outcome_of(found, plan_paste(found, WordId::a_desc, before), before, &program);
}

Session session_of(const PasteOutcome& outcome, Session session = presets().front().session()) {
    for (const Edit& edit : outcome.edits) session = apply_edit(session, edit);
    return session;
}

Derived pasted(const std::string& text) { return derive(session_of(outcome(text))); }

struct Case {
    const char* text;
    const char* line;   // the beginning of the instruction of the session
    const char* shape;  // "64 x 64 x 16  bf16 x bf16 > f32"
    friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.text; }
};

std::string shape_of(const Derived& d) {
    return say(d.m_text, " x ", d.n_text, " x ", d.k, "  ", d.a_type, " x ", d.b_type, " > ", d.d_type);
}

#define WORDS ", 0x4000004000000840, 0x4000004000000c40"

class PastedLine : public testing::TestWithParam<Case> {};

TEST_P(PastedLine, BringsItsFormAndShape) {
    const Derived d = pasted(GetParam().text);
    EXPECT_TRUE(d.instruction.starts_with(GetParam().line)) << d.instruction;
    EXPECT_EQ(shape_of(d), GetParam().shape);
    EXPECT_FALSE(d.session.assumed.form);
    EXPECT_EQ(d.session.assumed.tile_k, d.a_type == "?") << "K depends on the type";
    for (const WordRow& row : kWords) EXPECT_NE(basis_of(d, row.word), Basis::assumed) << row.id;
    for (const PlacedProblem& p : d.problems) EXPECT_NE(p.problem.severity, Severity::error) << p.problem.text;
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(All, PastedLine, testing::Values(
    Case{"wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {...}, 0x4000004000000840, 0x4000004000000c40, p, 1, 1, 0, 0;",
         "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16", "64 x 64 x 16  bf16 x bf16 > f32"},
    Case{"wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f0, %f1, ..., %f63}" WORDS ", 1, -1, 1, 0, 0;",
         "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", "64 x 128 x 16  f16 x f16 > f32"},
    Case{"wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 {%f0, ..., %f127}, %rd1, %rd2, p, 1, 1;",
         "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32", "64 x 256 x 8  tf32 x tf32 > f32"},
    Case{"wgmma.mma_async.sync.aligned.m64n64k32.f16.e4m3.e5m2 { ... }" WORDS ", p, 1, 1;",
         "wgmma.mma_async.sync.aligned.m64n64k32.f16.e4m3.e5m2", "64 x 64 x 32  e4m3 x e5m2 > f16"},
    Case{"wgmma.mma_async.sync.aligned.m64n96k32.satfinite.s32.s8.u8 {...}" WORDS ", p;",
         "wgmma.mma_async.sync.aligned.m64n96k32.satfinite.s32.s8.u8", "64 x 96 x 32  s8 x u8 > s32"},
    Case{"wgmma.mma_async.sp.sync.aligned.m64n64k32.f32.bf16.bf16 {...}" WORDS ", %r5, 0, p, 1, 1, 0, 0;",
         "wgmma.mma_async.sp.sync.aligned.m64n64k32.f32.bf16.bf16", "64 x 64 x 32  bf16 x bf16 > f32"},
    Case{"HGMMA.64x64x16.F32.BF16 R24, gdesc[UR4], R24 ;",
         "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16", "64 x 64 x 16  bf16 x bf16 > f32"},
    Case{"HGMMA.64x128x16.F32 R24, gdesc[UR4].tnspB, R24, !UPT ;",
         "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", "64 x 128 x 16  f16 x f16 > f32"},
    Case{"QGMMA.64x64x32.F32.E4M3.E5M2 R24, gdesc[UR4], R24, gsb0 ;",
         "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e5m2", "64 x 64 x 32  e4m3 x e5m2 > f32"},
    Case{"IGMMA.64x128x32.S8.S8 R24, gdesc[UR4], R24 ;",
         "wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8", "64 x 128 x 32  s8 x s8 > s32"},
    Case{"tcgen05.mma.cta_group::2.kind::f16 [%r1], 0x4000404000010040, 0x4000404000010440, 136316048, p;",
         "tcgen05.mma.cta_group::2.kind::f16 ", "128 x 128 x 16  bf16 x bf16 > f32"},
    Case{"tcgen05.mma.ws.cta_group::1.kind::tf32 [%r1], %rd1, %rd2, 0x08100910, p;",
         "tcgen05.mma.ws.cta_group::1.kind::tf32 ", "128 x 64 x 8  tf32 x tf32 > f32"},
    Case{"tcgen05.mma.sp.cta_group::1.kind::f16 [%r1], %rd1, %rd2, [%r2], 0x08200014, p;",
         "tcgen05.mma.sp.cta_group::1.kind::f16 ", "128 x 128 x 32  f16 x f16 > f32"},
    Case{"tcgen05.mma.cta_group::1.kind::f8f6f4 [%r1], [%r3], %rd2, 0x08200010, p;",
         "tcgen05.mma.cta_group::1.kind::f8f6f4 [d], [a]", "128 x 128 x 32  e4m3 x e4m3 > f32"},
    Case{"tcgen05.mma.cta_group::1.kind::i8 [%r1], %rd1, %rd2, 136314912, p;",
         "tcgen05.mma.cta_group::1.kind::i8 ", "128 x 128 x 32  u8 x u8 > s32"},
    Case{"tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [%r1], %rd1, %rd2, 0x08a01400, [%r4], [%r5], p;",
         "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 ", "128 x 128 x 32  e4m3 x e2m1 > f32"},
    Case{"tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X [%r1], %rd1, %rd2, 0x08200480, [%r4], [%r5], p;",
         "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X ", "128 x 128 x 64  e2m1 x e2m1 > f32"},
    Case{"tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd2, %r9, p;",
         "tcgen05.mma.cta_group::1.kind::f16 ", "? x ? x 16  ? x ? > ?"}));
// clang-format on

TEST(PastedImmediates, AreFieldsOfTheSession) {
    const Derived d = pasted("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {...}" WORDS ", p, -1, 1, 0, 1;");
    EXPECT_EQ(d.of(WordId::idesc).raw("negate_a"), 1u);
    EXPECT_EQ(d.of(WordId::idesc).raw("negate_b"), 0u);
    EXPECT_EQ(d.of(WordId::idesc).raw("transpose_a"), 0u);
    EXPECT_EQ(d.of(WordId::idesc).raw("transpose_b"), 1u);
}

TEST(PastedScaleD, IsThatOfTheTextOrAssumedAndNamed) {
    const char* line = "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {...}" WORDS;
    EXPECT_FALSE(pasted(say(line, ", 0, 1, 1, 0, 0;")).session.run.enable_d);
    EXPECT_TRUE(pasted(say(line, ", 1, 1, 1, 0, 0;")).session.run.enable_d);
    EXPECT_FALSE(pasted(say(line, ", 1, 1, 1, 0, 0;")).session.assumed.scale_d);
    const PasteOutcome open = outcome(say(line, ", p, 1, 1, 0, 0;"));
    EXPECT_TRUE(session_of(open).assumed.scale_d);
    EXPECT_NE(open.sentence.find("scale-d"), std::string::npos) << open.sentence;
}

// Only the instruction descriptor tells f16 from tf32, and whether A is sparse.
TEST(PastedMachineCode, WithoutValuesBringsWhatItsMnemonicSays) {
    for (const auto& [text, form] :
         {std::pair{"UTCHMMA.2CTA gdesc[UR28], gdesc[UR6], tmem[UR11], tmem[UR22], idesc[UR23], !UPT",
                    "tcgen05.mma.cta_group::2.kind::f16 [d], a,"},
          {"UTCHMMA tmem[UR7], gdesc[UR8], tmem[UR6], tmem[UR4], idesc[UR5], UPT",
           "tcgen05.mma.cta_group::1.kind::f16 [d], [a],"},
          {"UTCQMMA gdesc[UR8], gdesc[UR10], tmem[UR4], tmem[UR6], idesc[UR7], tmem[UR12], UP0",
           "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale"},
          {"UTCIMMA gdesc[UR8], gdesc[UR10], tmem[UR4], tmem[UR6], idesc[UR7], UP0",
           "tcgen05.mma.cta_group::1.kind::i8"}}) {
        const Derived d = pasted(text);
        EXPECT_TRUE(d.instruction.starts_with(form)) << d.instruction;
        EXPECT_EQ(basis_of(d, WordId::b_desc), Basis::unknown) << text;
        EXPECT_EQ(basis_of(d, WordId::idesc), Basis::unknown) << text;
        EXPECT_TRUE(d.session.assumed.form) << text;
    }
}

TEST(PastedKLoop, BringsItsKSteps) {
    const char* line = "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%f0, ..., %f31}, ";
    std::string text;
    for (const char* words : {"0x4000004000000840, 0x4000004000000c40", "0x4000004000000842, 0x4000004000000c42"})
        text += say(line, words, ", 1, 1, 1, 0, 0;\n");
    EXPECT_EQ(pasted(text).session.tile_k, 32u);
}

TEST(PastedWord, LeavesTheRestOfTheExampleAssumed) {
    const PasteOutcome one = outcome("a_desc = 0x8000402000010080");
    const Derived d = derive(session_of(one));
    EXPECT_EQ(basis_of(d, WordId::a_desc), Basis::given);
    EXPECT_EQ(basis_of(d, WordId::b_desc), Basis::assumed);
    EXPECT_EQ(basis_of(d, WordId::idesc), Basis::assumed);
    EXPECT_EQ(basis_of(d), Basis::assumed);
    EXPECT_TRUE(d.session.assumed.form);
    for (const char* name : {"B desc", "idesc", "kind::f16"})
        EXPECT_NE(one.sentence.find(name), std::string::npos) << name << ": " << one.sentence;
    for (const PlacedProblem& p : d.problems) EXPECT_EQ(p.word, WordId::a_desc) << p.problem.text;
}

TEST(PastedWord, NoProblemIsAboutTheExample) {
    const Derived d = pasted("a_desc = 0x4000004000000840");  // a word of wgmma: M 128 is that of the example
    EXPECT_EQ(d.session.arch, "sm_90a");
    for (const PlacedProblem& p : d.problems) EXPECT_EQ(p.word, WordId::a_desc) << p.problem.text;
}

TEST(PastedWord, InASessionOfTheUserTheRestIsGiven) {
    Session own = presets().front().session();
    own.of_example = {};
    const Derived d = derive(session_of(outcome("a_desc = 0x8000402000010080", own), own));
    EXPECT_EQ(basis_of(d), Basis::given);
}

TEST(PastedWord, WhatTheUserSetBeforeIsGiven) {
    Session session = presets().front().session();
    const Field& n = *find_field(format_of(session, WordId::idesc), "n");
    session = apply_edit(session, SetField{WordId::idesc, &n, 8});
    const Derived d = derive(session_of(outcome("a_desc = 0x8000402000010080", session), session));
    EXPECT_EQ(d.of(WordId::idesc).assumed_in(n), 0u);
    EXPECT_EQ(basis_of(d, WordId::idesc), Basis::assumed);
}

TEST(PastedWord, WhatIsSetLaterIsGiven) {
    Session session = session_of(outcome("a_desc = 0x8000402000010080"));
    const Field& n = *find_field(format_of(session, WordId::idesc), "n");
    session = apply_edit(session, SetField{WordId::idesc, &n, 12});  // the value that it has
    EXPECT_EQ(get_field(n, session.assumed.bits[WordId::idesc]), 0u);
    session = apply_edit(session, SetAssumed{});
    EXPECT_EQ(basis_of(derive(session)), Basis::given);
    EXPECT_EQ(basis_of(derive(session_of(outcome("b_desc = 0x8000402000010480", session), session))), Basis::given);
}

// What `tilescope ptx` prints: all words are parameters.
Derived pasted_kernel(std::string_view preset) {
    return pasted(live_kernel(derive(find_preset(preset)->session()))->text);
}

TEST(PastedKernel, OfWgmmaHasItsShapeAndUnknownDescriptors) {
    const Derived d = pasted_kernel("wgmma_triton_bf16");
    const Derived preset = derive(find_preset("wgmma_triton_bf16")->session());
    EXPECT_EQ(shape_of(d), shape_of(preset));
    EXPECT_EQ(basis_of(d), Basis::unknown);
    EXPECT_EQ(basis_of(d, WordId::a_desc), Basis::unknown);
    EXPECT_EQ(basis_of(d, WordId::idesc), Basis::given) << "the name of the instruction has it";
    EXPECT_FALSE(d.a.placed());
    EXPECT_NE(basis_sentence(d).find("Unknown bits: A desc and B desc."), std::string::npos) << basis_sentence(d);
    EXPECT_TRUE(d.problems.empty()) << d.problems.front().problem.text;
}

TEST(PastedKernel, OfTcgen05HasItsFormAndUnknownWords) {
    for (const char* preset : {"block_scaled_mxf4nvf4", "sparse_f16", "pair_a_in_tmem", "zero_mask_ws"}) {
        const Derived d = pasted_kernel(preset);
        const Session session = find_preset(preset)->session();
        EXPECT_EQ(d.session.variant.kind, session.variant.kind) << preset;
        EXPECT_EQ(d.session.variant.cta_group, session.variant.cta_group) << preset;
        EXPECT_EQ(d.session.variant.ws, session.variant.ws) << preset;
        EXPECT_EQ(d.session.variant.sparse, session.variant.sparse) << preset;
        EXPECT_EQ(d.session.variant.a_in_tmem, session.variant.a_in_tmem) << preset;
        EXPECT_EQ(basis_of(d), Basis::unknown) << preset;
        EXPECT_EQ(basis_of(d, WordId::idesc), Basis::unknown) << preset;
        for (const PlacedProblem& p : d.problems) EXPECT_NE(p.problem.severity, Severity::error) << p.problem.text;
    }
}

TEST(PastedKernel, IsDrawnAsUnknown) {
    const Derived d = pasted_kernel("k_major_128b_f16");
    const MmaPicture picture = mma_picture_of(d, nullptr, {});
    for (const PicturePart part : {PicturePart::a, PicturePart::b, PicturePart::d}) {
        ASSERT_NE(picture.of(part), nullptr);
        EXPECT_EQ(picture.of(part)->basis, Basis::unknown) << picture.of(part)->title;
        EXPECT_EQ(std::ranges::count(picture.of(part)->mark, Mark::hatched),
                  static_cast<std::ptrdiff_t>(picture.of(part)->mark.size()));
    }
    EXPECT_NE(picture.of(PicturePart::d)->title.find("m ? x n ?"), std::string::npos);
}

TEST(PastedWord, IsDrawnBesideAnAssumedB) {
    const Derived d = pasted("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {...}" WORDS ", 1, 1, 1, 0, 0;");
    for (const Cells& cells : mma_picture_of(d, nullptr, {}).scene.grids) EXPECT_EQ(cells.basis, Basis::given);
    const MmaPicture one = mma_picture_of(pasted("a_desc = 0x8000402000010080"), nullptr, {});
    EXPECT_EQ(one.of(PicturePart::b)->basis, Basis::assumed);
    EXPECT_NE(one.of(PicturePart::b)->title.find("assumed"), std::string::npos);
}

TEST(AssumedValues, AreInFilesAndAFileWithoutThemHasNone) {
    const Session session = session_of(outcome("a_desc = 0x8000402000010080"));
    const auto read = io::session_from_text(io::session_to_text({session}));
    ASSERT_TRUE(read) << read.why;
    EXPECT_EQ(read->session, session);
    EXPECT_NE(read->session.assumed, Assumed{});
    const auto old = io::session_from_text(io::session_to_text({presets().front().session()}));
    ASSERT_TRUE(old) << old.why;
    EXPECT_EQ(old->session.assumed, Assumed{});
    EXPECT_EQ(basis_of(derive(session_of(outcome("a_desc = 0x8000402000010080", old->session), old->session))),
              Basis::given)
        << "the file is of the user";
}

TEST(AssumedValues, AreADifference) {
    const Session from = session_of(outcome("a_desc = 0x8000402000010080"));
    Session to = apply_edit(from, SetAssumed{});
    to = apply_edit(to, SetTileK{128});
    for (const SessionChange& change : changes_between(from, to)) to = apply_edit(to, change.restore);
    EXPECT_EQ(to, from);
}

}  // namespace
}  // namespace tilescope::ui
