// tests/next/family_test.cpp -- a family of instructions that is one row: everything follows from its columns.
// SPDX-License-Identifier: MIT
#include <tilescope/code/code.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/focus.h>
#include <tilescope/document/instruction.h>
#include <tilescope/document/presets.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/rules/explain.h>
#include <tilescope/rules/legality.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope {
namespace {

constexpr std::uint64_t kQmmaWord = 0x0004000001004015;  // start 0x4000, lbo 16, sbo 1024, 128B

// The words of a session of wgmma, in the format of qmma.
Session qmma_session() {
    Session s = find_preset("wgmma_128b_f16")->session();
    s = apply_edit(s, SetEdition{Edition::v9_5});
    const Derived d = derive(s);
    s = apply_edit(s, SetArch{"sm_140a"});
    for (const Operand o : kBothOperands) {
        const auto word = descriptor_of(kQmma95, d.of(o).layout);
        EXPECT_TRUE(word) << word.why;
        s.words[static_cast<std::size_t>(word_of(o))] = *word;
    }
    return s;
}

TEST(NextFamily, DecodesAndEncodesItsWord) {
    const Format& qmma = **find_format("qmma", {}, Edition::v9_5);
    const Decoded d = decode(qmma, kQmmaWord);
    EXPECT_TRUE(d.problems.empty());
    EXPECT_EQ(encode(d), kQmmaWord);
    EXPECT_EQ(brief_meaning(qmma, kQmmaWord, 0),
              "swizzle 128B, sbo 1024 bytes, lbo 16 bytes, start 0x4000 (16384 bytes)");
    const auto other = with_field(qmma, kQmmaWord, "sbo", "512");
    ASSERT_TRUE(other) << other.why;
    EXPECT_EQ(*other, 0x0004000001002015u);
}

TEST(NextFamily, HasTheRulesOfEveryFormat) {
    const auto broken = check_word(decode(kQmma95, kQmmaWord ^ 4), {.arch = "sm_140a"});
    ASSERT_EQ(broken.size(), 1u);
    EXPECT_EQ(broken[0].field, "mark");
}

TEST(NextFamily, HasTheLayoutsOfItsFields) {
    const ElementType& f16 = *find_type("f16");
    const auto layout = layout_of(kQmma95, kQmmaWord, Major::k, f16, 64, 64);
    ASSERT_TRUE(layout) << layout.why;
    EXPECT_EQ(layout->start, 0x4000u);
    EXPECT_EQ(layout->sbo, 1024u);
    EXPECT_EQ(layout->mode, SwizzleMode::b128);
    const auto word = descriptor_of(kQmma95, *layout);
    ASSERT_TRUE(word) << word.why;
    EXPECT_EQ(*word, kQmmaWord);
}

TEST(NextFamily, IsReadBySessions) {
    const Session s = qmma_session();
    const Derived d = derive(s), other = derive(find_preset("wgmma_128b_f16")->session());
    EXPECT_EQ(d.of(WordId::a_desc).format, &kQmma95);
    EXPECT_FALSE(is_read(d, WordId::idesc));
    EXPECT_TRUE(d.of(Operand::a).placed()) << d.of(Operand::a).unplaced;
    EXPECT_EQ(d.of(Operand::a).layout.start, other.of(Operand::a).layout.start);
    EXPECT_TRUE(d.instruction.starts_with("qmma.mma_async.sync.aligned.m64n")) << d.instruction;
    EXPECT_EQ(d.tmem.none, "qmma keeps D in registers: Next has no tensor memory.");
    EXPECT_EQ(d.of(WordId::zcm).unused_reason, "qmma has no zero-column mask.");
    const Trace seen = trace(d, ElementFocus{Matrix::d, 1, 2});
    EXPECT_TRUE(std::ranges::any_of(seen.details, [](const std::string& line) {
        return line.find("register") != line.npos;
    })) << seen.sentence;
    EXPECT_EQ(apply_edit(s, SetArch{"sm_100a"}).arch, "sm_100a");
    EXPECT_EQ(derive(apply_edit(s, SetArch{"sm_100a"})).of(WordId::a_desc).format->id, "smem");
}

TEST(NextFamily, IsEmulatedWithDInRegisters) {
    const auto job = emulator_job(derive(qmma_session()));
    ASSERT_TRUE(job) << job.why;
    const auto e = emulate(*job, {.doubts = false});
    ASSERT_TRUE(e) << e.why;
    EXPECT_EQ(e->count[static_cast<std::size_t>(Verdict::wrong)], 0u) << e->pattern;
    EXPECT_EQ(e->machine.register_d.size(), std::size_t{e->m} * e->n);
    const auto wgmma = emulate(*emulator_job(derive(find_preset("wgmma_128b_f16")->session())), {.doubts = false});
    EXPECT_EQ(e->d, wgmma->d);
}

TEST(NextFamily, IsExplainedAndRefusedByName) {
    const ExplainOptions options{.edition = Edition::v9_5};
    for (const std::string topic : {"sm_140a", "qmma.sbo"}) {
        const auto e = explanation_of(topic, options);
        EXPECT_TRUE(e && !e->empty()) << topic << ": " << e.why;
    }
    EXPECT_EQ(can_run_on(*arch_named("sm_140a"), {.kind = "f16"}).why, "sm_140a has no tcgen05; use qmma.");
    EXPECT_EQ(can_run_on(*arch_named("sm_140a"), {.kind = "mxf4", .family = family_of("sm_140a")}).why,
              "The types of kind mxf4 do not exist in qmma.");
    const Legality legal = legality({.edition = Edition::v9_5, .arch = "sm_140a"});
    EXPECT_EQ(legal.form.verdict, LegalityVerdict::refused) << "PTX has no text of it";
    const Derived d = derive(qmma_session());
    EXPECT_EQ(find_code_target("cutlass")->text({d}).why, "No text for qmma is known here.");
    EXPECT_TRUE(find_code_target("c-header")->text({d}));
}

}  // namespace
}  // namespace tilescope
