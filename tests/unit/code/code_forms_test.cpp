// tests/unit/code/code_forms_test.cpp -- what each text says of kernels, steps, lane masks, CTA pairs and wgmma.
// SPDX-License-Identifier: MIT
#include "tests/unit/code/claims.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/layout/tile.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/word/codec.h>

namespace tilescope {
namespace {

using CodeForms = Claims;

Session with_raw(const Session& s, WordId id, std::string_view field, std::uint64_t raw) {
    return apply_edit(s, SetField{id, find_field(*derive(s).of(id).format, field), raw});
}

Session with_lane_mask() {
    Session s;
    s.variant.lane_mask = true;
    s.run.lane_mask[0] = 0xf;
    return s;
}

// nvcc refuses a call of a host function from a kernel.
TEST_F(CodeForms, KernelsCanCallTheFunctionsOfCutlass) {
    write("cutlass", preset_of("zero_mask_ws"));
    EXPECT_TRUE(has("CUTE_HOST_DEVICE cute::UMMA::SmemDescriptor make_a_desc() {")) << text;
    EXPECT_TRUE(has("CUTE_HOST_DEVICE cute::UMMA::InstrDescriptor make_idesc() {")) << text;
    EXPECT_TRUE(has("CUTE_HOST_DEVICE uint64_t make_zero_mask() {")) << text;
    EXPECT_TRUE(has("CUTE_DEVICE cute::UMMA::SmemDescriptor make_b_desc_at(const void* buffer) {")) << text;
    EXPECT_TRUE(has("    cute::UMMA::SmemDescriptor desc = make_b_desc();\n    desc.start_address_ = address >> 4;"))
        << text;
    EXPECT_FALSE(has("inline ")) << text;
    write("cutlass", preset_of("wgmma_128b_f16"));
    EXPECT_TRUE(has("CUTE_HOST_DEVICE cute::GmmaDescriptor make_a_desc() {")) << text;
    EXPECT_TRUE(has("    desc.bitfield.start_address_ = address >> 4;")) << text;
}

TEST_F(CodeForms, TheBufferOfCutlassComesBeforeTheUnknownFields) {
    Session s;
    const Format& format = *derive(s).of(WordId::a_desc).format;
    std::uint64_t open = 0;
    for (const std::string_view field : {"start", "lbo", "sbo"}) {
        const Field& f = *find_field(format, field);
        open |= bit_mask(f.width) << f.lsb;
    }
    s = apply_edit(s, SetWord{WordId::a_desc, s.word(WordId::a_desc) & ~open, open});
    write("cutlass", s);
    EXPECT_TRUE(has("make_a_desc_at(const void* buffer, uint16_t a_lbo, uint16_t a_sbo) {")) << text;
    EXPECT_TRUE(has("desc = make_a_desc(address >> 4, a_lbo, a_sbo);")) << text;
}

TEST_F(CodeForms, AnAbsoluteLboMovesWithTheBufferOfCutlass) {
    Session s;
    s.arch = "sm_103a";
    s.edition = Edition::v9_4;
    s = with_raw(with_raw(with_raw(s, WordId::a_desc, "start", 0x40), WordId::a_desc, "lbo_mode", 1), WordId::a_desc,
                 "lbo", 0x80);
    write("cutlass", s);
    EXPECT_TRUE(has("desc.leading_byte_offset_ = ((address >> 4) + 64) & 0x7fff;")) << text;
}

// What advance_umma_desc_lo() adds, computed as its source does, is the start of each step.
TEST_F(CodeForms, DeepGemmStepsThroughMnMajorTiles) {
    const Session s = preset_of("mn_major_128b_bf16");
    write("deepgemm", s);
    EXPECT_FALSE(says("no step along K")) << text;
    EXPECT_TRUE(has("advance_umma_desc_lo<cute::UMMA::Major::MN, 128, 128, cute::uint_bit_t<16>>(lo, 0, k_step * 16);"))
        << text;
    const SmemLayout layout = derive(s).of(Operand::a).layout;
    const unsigned stride_k = 128 / 2;  // get_inner_block_atom_size(): kSwizzleMode / sizeof(dtype_t)
    unsigned units = 0;
    ASSERT_GT(layout.columns, 16);
    for (unsigned step = 0; step + 1 < static_cast<unsigned>(layout.columns) / 16; ++step) {
        EXPECT_EQ(units, (step * 16 * stride_k * 2) >> 4) << step;
        units += static_cast<unsigned>(k_step_units(layout, step, 16));
    }
}

TEST_F(CodeForms, DeepGemmHasNoStepWhereTheTileHasGaps) {
    Session s = preset_of("mn_major_128b_bf16");
    for (const std::string_view stride : {"lbo", "sbo"}) {
        const Field& f = *find_field(*derive(s).of(WordId::a_desc).format, stride);
        s = apply_edit(s, SetField{WordId::a_desc, &f, 3 * get_field(f, s.word(WordId::a_desc))});
    }
    write("deepgemm", s);
    EXPECT_TRUE(says("no step along K for A: advance_umma_desc_lo() adds 128 bytes for each column of K, and step 1"))
        << text;
    EXPECT_FALSE(has("a_desc_lo_at(")) << text;
    EXPECT_TRUE(has("b_desc_lo_at(")) << text;
}

// The words of a lane mask are in the text, or the text says that they are not.
TEST_F(CodeForms, ALaneMaskIsInEachTextOrALimit) {
    const Session s = with_lane_mask();
    const std::string sentence =
        "The lane mask (disable-output-lane) is 0xf, 0x0, 0x0, 0x0: 4 of 128 lanes of D are not written.";
    EXPECT_EQ(lane_mask_sentence(s), sentence);
    for (const CodeTarget& target : code_targets()) {
        write(target.id, s);
        const bool holds = target.id == "c-header" || target.id == "python" || target.id == "markdown";
        EXPECT_EQ(says("does not store the lane mask. " + sentence), !holds) << target.id << '\n' << text;
        EXPECT_TRUE(has("0xf")) << target.id << '\n' << text;
    }
    write("c-header", s);
    EXPECT_TRUE(has("#define LANE_MASK {0xfu, 0x0u, 0x0u, 0x0u}")) << text;
    write("python", s);
    EXPECT_TRUE(has("LANE_MASK = [0xf, 0x0, 0x0, 0x0]")) << text;
    write("markdown", s);
    EXPECT_TRUE(has(sentence)) << text;
    write("c-header", Session{});
    EXPECT_FALSE(has("LANE_MASK")) << text;
}

TEST_F(CodeForms, ALaneMaskIsNoWord) {
    const Session s = with_lane_mask();
    const Derived d = derive(s);
    for (const std::string_view id : {"c-header", "python", "markdown", "cuda", "ptx"}) {
        write(id, s);
        for (const FoundWord& found : paste(text).words) {
            const PasteReading& best = found.readings.front();
            EXPECT_TRUE(std::ranges::any_of(d.words,
                                            [&](const WordView& w) {
                                                return w.format->id == best.format->id &&
                                                       ((w.decoded.word ^ best.word) & ~best.unknown) == 0;
                                            }))
                << id << ": " << hex(best.word) << " from " << found.source << '\n'
                << text;
        }
    }
}

TEST_F(CodeForms, EachTextOfAPairSaysWhoIssuesWhatACtaHasAndHowToLaunch) {
    const Session s = preset_of("cutlass_70_f16");
    ASSERT_EQ(s.variant.cta_group, 2u);
    for (const CodeTarget& target : code_targets()) {
        write(target.id, s);
        std::string line;  // without the breaks of comments
        for (const char c : text)
            if (c != '\n' && c != '/' && c != '#' && (c != ' ' || !line.ends_with(' ')))
                line += c;
            else if (!line.ends_with(' '))
                line += ' ';
        for (const std::string_view part : {"One thread of one CTA of the pair issues it.", "half of the columns of B",
                                            "clusters of at least two CTAs", "(M x K of one CTA)"})
            EXPECT_NE(line.find(part), std::string::npos) << target.id << ": " << part << '\n' << text;
        EXPECT_FALSE(has("One thread issues")) << target.id << '\n' << text;
    }
    write("ptx", s);
    EXPECT_TRUE(has(".explicitcluster\n.reqnctapercluster 2, 1, 1\n{")) << text;
    EXPECT_TRUE(has("    mov.u32 rank, %cluster_ctarank;\n    setp.eq.u32 issues, rank, 0;\n    @issues tcgen05.mma"))
        << text;
    write("cuda", Session{});
    EXPECT_TRUE(has("One thread issues the MMA.") && !has("pair") && !has("of one CTA")) << text;
}

TEST_F(CodeForms, MarkdownShowsNoInstructionDescriptorOfWgmma) {
    write("markdown", preset_of("wgmma_128b_b1"));
    EXPECT_FALSE(has("## idesc") || has("a_type")) << text;
    EXPECT_TRUE(has("wgmma has no instruction descriptor: its types")) << text;
    write("markdown", Session{});
    EXPECT_TRUE(has("## idesc") && !has("wgmma has no instruction descriptor: its types")) << text;
}

}  // namespace
}  // namespace tilescope
