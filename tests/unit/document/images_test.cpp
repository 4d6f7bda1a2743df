// tests/unit/document/images_test.cpp -- memory images: which edits change them, and their text.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/document/repair.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/smem_layout.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

const Field& in_smem(std::string_view id) { return field_in(kSmem91, id); }

TEST(Images, MatchTheWordsInEveryPreset) {
    for (const Preset& p : presets()) {
        const Session s = p.session();
        for (const Operand o : kBothOperands) EXPECT_EQ(s.image_of(o), image_from_words(s, o)) << p.id;
    }
    EXPECT_EQ(find_preset("mn_major_128b_bf16")->session().image.b.major, Major::mn);
    EXPECT_EQ(find_preset("k_major_none_f16")->session().image.a.mode, SwizzleMode::none);
    EXPECT_EQ(find_preset("zero_mask_ws")->session().image.b.start, 0x2400u);
    EXPECT_EQ(find_preset("wgmma_128b_f16")->session().image.a.mode, SwizzleMode::b128) << "the Hopper code of 128B";
}

// MN-major strides determine the order of the atoms of a tile. K-major swizzled strides do not.
TEST(Images, TileAndDescriptorOfEveryPresetMatchElementByElement) {
    for (const Preset& p : presets()) {
        const Session s = p.session();
        const Derived d = derive(s);
        for (const Operand o : kBothOperands) {
            const OperandView& view = d.of(o);
            if (!view.in_smem) continue;
            const OperandImage& image = s.image_of(o);
            const AtomSize atom = atom_of(image.mode, image.major, *view.layout.type);
            const auto whole = [](int size, int step) { return (size + step - 1) / step * step; };
            const auto tile = build_tile({.mode = image.mode,
                                          .major = image.major,
                                          .type = view.layout.type,
                                          .rows = whole(view.layout.rows, atom.rows),
                                          .columns = whole(view.layout.columns, atom.columns),
                                          .order = s.atom_order[o],
                                          .start = image.start});
            ASSERT_TRUE(tile) << p.id << ": " << tile.why;
            for (int r = 0; r < view.layout.rows; ++r)
                for (int c = 0; c < view.layout.columns; ++c)
                    ASSERT_EQ(place_in_memory(tile->layout, {r, c}), place_in_memory(view.layout, {r, c}))
                        << p.id << " " << name_of(o) << " " << r << "," << c;
        }
    }
}

// B has two atoms along N. The strides of the word say which atom is next in memory; the bit transpose_b is missing.
TEST(Images, WrittenWithAnotherMajornessTheyTakeTheOrderThatTheStridesMean) {
    const auto written = [](std::uint32_t lbo, std::uint32_t sbo) {
        Session s;
        s = apply_edit(s, SetField{WordId::b_desc, &in_smem("lbo"), lbo / 16});
        s = apply_edit(s, SetField{WordId::b_desc, &in_smem("sbo"), sbo / 16});
        OperandImage image = s.image.b;
        image.major = Major::mn;
        for (const Edit& e : edits_to_write(s, Operand::b, image)) s = apply_edit(s, e);
        EXPECT_EQ(s.image.b, image);
        return s;
    };
    const auto causes = [](const Session& s) {
        const JobAnswer job = emulator_job(derive(s));
        EXPECT_TRUE(job) << job.why;
        std::string out;
        for (const Cause& c : job->causes) out += c.field + " ";
        return out;
    };
    EXPECT_EQ(written(8192, 1024).atom_order.b, AtomOrder::k_first);
    EXPECT_EQ(causes(written(8192, 1024)), "transpose_b ");
    EXPECT_EQ(written(1024, 2048).atom_order.b, AtomOrder::mn_first);
    EXPECT_EQ(causes(written(1024, 2048)), "transpose_b ");
    EXPECT_EQ(written(16, 1024).atom_order.b, AtomOrder::mn_first) << "no order has these strides";
}

TEST(Images, StayWhenAFieldChanges) {
    const Session s;
    const Field *start = &in_smem("start"), *swizzle = &in_smem("swizzle");
    for (const Edit& edit : {Edit{SetField{WordId::a_desc, start, 0x80}}, Edit{SetField{WordId::b_desc, swizzle, 4}},
                             Edit{SetWord{WordId::a_desc, 0}}, Edit{SetWord{WordId::idesc, 0x08218490}}}) {
        const Session after = apply_edit(s, edit);
        EXPECT_NE(after.words, s.words);
        EXPECT_EQ(after.image, s.image);
        EXPECT_EQ(after.run, s.run);
    }
}

TEST(Images, FollowPastedWords) {
    const std::uint64_t other = find_preset("k_major_64b_bf16")->words[0] + 0x40;
    const Session s = apply_edit({}, SetWords{{{WordId::a_desc, other}}, "pasted 1 word"});
    EXPECT_EQ(s.image.a.mode, SwizzleMode::b64);
    EXPECT_EQ(s.image.a.start, 0x800u);
    EXPECT_EQ(s.image.b, Session{}.image.b) << "the paste had no word of B";
    const Session transposed = apply_edit({}, SetWords{{{WordId::idesc, 0x08218490}}, "pasted 1 word"});
    EXPECT_EQ(transposed.image.a.major, Major::mn);
    EXPECT_EQ(transposed.image.b.major, Major::mn);
    Session moved;
    moved.image.a.start = 0x4000;
    EXPECT_EQ(apply_edit(moved, SetWords{{{WordId::idesc, 0x08218490}}, ""}).image.a.start, 0x4000u)
        << "an instruction descriptor contains no address";
}

TEST(Images, TheScaleFactorByteFollowsAPastedInstructionDescriptor) {
    Session s = find_preset("k_major_128b_mxf4")->session();
    const Format& format = *derive(s).of(WordId::idesc).format;
    std::uint64_t word = set_field(field_in(format, "sfa_id"), s.word(WordId::idesc), 2);
    word = set_field(field_in(format, "sfb_id"), word, 2);
    EXPECT_EQ(apply_edit(s, SetWords{{{WordId::idesc, word}}, ""}).run.scale_first, (OperandPair<unsigned>{2u, 2u}));
    EXPECT_EQ(apply_edit(s, SetWord{WordId::idesc, word}).run.scale_first, (OperandPair<unsigned>{0u, 0u}));
    s = apply_edit(s, SetWord{WordId::idesc, word});
    EXPECT_EQ(apply_edit(s, MatchWords{Operand::b}).run.scale_first, (OperandPair<unsigned>{0u, 2u}));
}

TEST(Images, AreNotRewrittenByAFix) {
    Session s;
    s = apply_edit(s, SetField{WordId::a_desc, &in_smem("version"), 0});
    s.image.a.start = 0x8000;
    const AllFixes fixes = fix_all(derive(s));
    ASSERT_TRUE(fixes.edit);
    const Session fixed = apply_edit(s, *fixes.edit);
    EXPECT_NE(fixed.words, s.words);
    EXPECT_EQ(fixed.image, s.image);
}

TEST(Images, FollowTheWordsOnRequest) {
    Session s = apply_edit({}, SetField{WordId::b_desc, &in_smem("swizzle"), 4});
    s.image.b.writer = ImageWriter::cute;
    s.image.b.cute = "((8,12),64):((64,512),1)";
    s.image.b.type = "e4m3";
    const Edit follow = MatchWords{Operand::b};
    EXPECT_EQ(words_of(s, follow), "image of B, taken from the words: 64B K-major f16 at 0x4400");
    s = apply_edit(s, follow);
    EXPECT_EQ(s.image.b,
              (OperandImage{.mode = SwizzleMode::b64, .start = 0x4400, .type = "f16", .cute = s.image.b.cute}));
    EXPECT_FALSE(s.image.b.cute.empty()) << "the CuTe text is kept";
    EXPECT_EQ(s.image.a, Session{}.image.a);
}

struct Case {
    Edit edit;
    std::string_view words;
};

TEST(Images, EditsOfMemoryHaveATextForTheHistory) {
    const Case cases[] = {
        {SetImage{Operand::a, {.mode = SwizzleMode::b32, .major = Major::mn, .start = 0x800, .type = "tf32"}},
         "image of A: 32B MN-major tf32 at 0x800"},
        {SetImage{Operand::b, {.writer = ImageWriter::cute, .start = 0, .cute = "(8,8):(8,1)"}},
         "image of B: CuTe (8,8):(8,1) f16 at 0x0"},
        {SetImage{Operand::b, {.writer = ImageWriter::tensor_map}}, "image of B: as the TMA copy writes it, f16"},
        {SetRecipe{RecipeOf::b, {.kind = RecipeKind::random, .seed = 7}}, "B values: random, seed 7"},
        {SetRecipe{RecipeOf::a, {.kind = RecipeKind::coordinates, .digit = 1}}, "A values: coordinates, digit 1"},
        {SetRecipe{RecipeOf::d, {.kind = RecipeKind::ones}}, "D values: ones"},
        {SetRecipe{RecipeOf::sfb, {.kind = RecipeKind::file, .file = "sfb.npy"}}, "SFB values: file sfb.npy"},
        {SetRecipe{RecipeOf::sfa, {.kind = RecipeKind::random_bits, .seed = 2}}, "SFA values: random bits, seed 2"},
        {SetMetaRecipe{{.kind = MetaRecipeKind::random, .seed = 3}}, "metadata: random, seed 3"},
        {SetMetaRecipe{{.kind = MetaRecipeKind::alternating}}, "metadata: alternating codes"},
        {SetRun{{.first_step = 1, .steps = 3}}, "K steps 1 to 3"},
        {SetRun{{.steps = 0, .enable_d = true}}, "K steps 0 and up, adds to D"},
        {SetRun{{.lane_mask = {1}, .scales_by_copy = true}}, "lane mask, scale factors by tcgen05.cp"},
        {SetRun{{.scale_smem = {0x100, 0x34000}, .scale_first = {0, 2}}},
         "SFA in shared memory at 0x100, SFB starts at byte 2"},
        {SetRun{}, "run"},
    };
    for (const Case& c : cases) EXPECT_EQ(words_of({}, c.edit), c.words);
}

TEST(Images, ClampsTheFirstScaleFactorToTheFourBytesOfACell) {
    EXPECT_EQ(apply_edit({}, SetRun{{.scale_first = {9, 3}}}).run.scale_first, (OperandPair<unsigned>{3u, 3u}));
}

TEST(Images, StayWhenThePasteOfASessionKeepsThem) {
    const Session kept = apply_edit({}, SetKeepMemory{true});
    EXPECT_EQ(words_of({}, SetKeepMemory{true}), "a paste keeps the memory");
    const Session pasted = apply_edit(kept, SetWords{{{WordId::b_desc, 0x4000402000010840}}, "pasted 1 word"});
    EXPECT_EQ(pasted.word(WordId::b_desc), 0x4000402000010840u);
    EXPECT_EQ(pasted.image, kept.image);
    EXPECT_NE(apply_edit({}, SetWords{{{WordId::b_desc, 0x4000402000010840}}, ""}).image, kept.image);
    EXPECT_EQ(apply_edit(pasted, MatchWords{Operand::b}).image.b.start, 0x8400u) << "the user asks for it";
}

}  // namespace
}  // namespace tilescope
