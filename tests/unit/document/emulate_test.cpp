// tests/unit/document/emulate_test.cpp -- jobs for the emulator: K steps, values, refusals.
// SPDX-License-Identifier: MIT
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

Session emulated_preset(std::string_view id) { return find_preset(id)->session(); }

Session all_steps(Session s) {
    s.run.steps = 0;
    return s;
}

Session with_idesc(Session s, std::string_view id, std::string_view value) {
    const Format& format = *derive(s).of(WordId::idesc).format;
    s.words[2] = *with_field(format, s.words[2], id, value);
    return s;
}

EmulatorJob job_of(const Session& s) {
    auto job = emulator_job(derive(s));
    EXPECT_TRUE(job) << job.why;
    return job ? *job : EmulatorJob{};
}

std::string refusal_of(const Session& s) {
    const auto job = emulator_job(derive(s));
    return job ? "no refusal" : job.why;
}

std::uint32_t tmem(const MmaInstruction& i, TmemPlace place) { return i.tmem[static_cast<std::size_t>(place)]; }

unsigned raw(const Session& s, const MmaInstruction& i, std::string_view id) {
    return static_cast<unsigned>(get_field(field_in(*derive(s).of(WordId::idesc).format, id), i.idesc));
}

TEST(EmulatorJobs, EveryPresetReadsTheWrittenValues) {
    for (const Preset& p : presets()) {
        Session s = all_steps(p.session());
        s.recipe[0] = {.kind = RecipeKind::random, .seed = 3};
        const EmulatorJob job = job_of(s);
        for (const Cause& c : job.causes) ADD_FAILURE() << p.id << ": " << c.sentence;
        const auto e = emulate(job, {.doubts = false});
        ASSERT_TRUE(e) << p.id << ": " << e.why;
        EXPECT_EQ(e->count[static_cast<std::size_t>(Verdict::wrong)], 0u) << p.id << ": " << e->pattern;
        EXPECT_EQ(e->outside + e->unwritten, 0u) << p.id;
    }
}

TEST(EmulatorJobs, AStepMovesOnlyTheStartOfBothDescriptors) {
    const EmulatorJob job = job_of(all_steps({}));
    ASSERT_EQ(job.steps.size(), 4u);
    for (std::uint64_t step = 0; step < 4; ++step) {  // 16 columns of f16 are two chunks of 16 bytes
        EXPECT_EQ(job.steps[step].a_desc, 0x4000404000010040 + 2 * step);
        EXPECT_EQ(job.steps[step].b_desc, 0x4000404000010440 + 2 * step);
        EXPECT_EQ(job.steps[step].idesc, Session{}.word(WordId::idesc));
        EXPECT_EQ(job.steps[step].tmem, Session{}.tmem);
    }
    Session wide = all_steps({});
    wide.tile_k = 128;
    wide.image.b.start = 0x8400;
    wide.words[1] += 0x400;
    const EmulatorJob two_atoms = job_of(wide);
    ASSERT_EQ(two_atoms.steps.size(), 8u);
    EXPECT_EQ(two_atoms.steps[4].a_desc, 0x4000404000010440u) << "the second atom of 16384 bytes";
}

TEST(EmulatorJobs, RandomOperandsHaveDifferentDefaultSeeds) {
    Session s;
    for (Recipe& recipe : s.recipe) recipe.kind = RecipeKind::random;
    const ReferenceOperands expected = job_of(s).expected;
    for (std::size_t i = 0; i < 64; ++i)
        if (expected.a[i] != expected.b[i]) return;
    FAIL() << "the first row of A is the first row of B";
}

TEST(EmulatorJobs, ReportsColumnsThatNoInstructionReads) {
    const auto notes = [](unsigned tile_k, unsigned steps) {
        Session s;
        s.tile_k = tile_k;
        s.run.steps = steps;
        return notes_of(derive(s), job_of(s));
    };
    EXPECT_EQ(notes(100, 0),
              std::vector<std::string>{"No instruction reads 4 of the 100 columns of K, because the K of "
                                       "the tile is not a multiple of 16."});
    EXPECT_EQ(notes(33, 0).at(0).substr(0, 49), "No instruction reads 1 of the 33 columns of K, be");
    EXPECT_TRUE(notes(96, 0).empty());
    EXPECT_TRUE(notes(100, 2).empty()) << "the run requests only two steps";
}

TEST(EmulatorJobs, ReportsALaneMaskThatTheFormDoesNotHave) {
    Session s;
    s.run.lane_mask[3] = 0x80000000;
    auto notes = notes_of(derive(s), job_of(s));
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0],
              "The run disables output lanes, but this form of the instruction has no lane mask. All lanes are "
              "written. Add a lane mask to the form, or clear the lane mask of the run.");
    s.variant.lane_mask = true;
    EXPECT_TRUE(notes_of(derive(s), job_of(s)).empty());
    Session hopper = emulated_preset("wgmma_128b_f16");
    hopper.run.lane_mask[0] = 1;
    hopper.variant.lane_mask = true;
    notes = notes_of(derive(hopper), job_of(hopper));
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_TRUE(notes[0].ends_with("wgmma has no lane mask.")) << notes[0];
}

std::string place_refused(const Session& s) {
    const JobAnswer job = emulator_job(derive(s));
    EXPECT_FALSE(job);
    return job.at ? std::string(row_of(job.at->word).id) + "." + std::string(job.at->field) : "nowhere";
}

TEST(EmulatorJobs, ARefusalNamesItsField) {
    EXPECT_EQ(place_refused(with_idesc({}, "a_type", "raw:7")), "idesc.a_type");
    EXPECT_EQ(place_refused(with_idesc({}, "b_type", "raw:7")), "idesc.b_type");
    EXPECT_EQ(place_refused(with_idesc({}, "d_type", "raw:3")), "idesc.d_type");
    EXPECT_EQ(
        place_refused(with_idesc(with_idesc(with_idesc({}, "a_type", "bf16"), "b_type", "bf16"), "d_type", "f16")),
        "idesc.d_type")
        << "bf16 has no f16 accumulator";
    EXPECT_EQ(place_refused(with_idesc({}, "m", "raw:3")), "idesc.m");
    EXPECT_EQ(place_refused(with_idesc({}, "n", "raw:0")), "idesc.n");
    EXPECT_EQ(place_refused(with_idesc({}, "a_type", "bf16")), "nowhere") << "either type can be the wrong one";
    Session past;
    past.run.steps = 9;
    EXPECT_EQ(place_refused(past), "nowhere");
    Session far = all_steps({});
    far.words[0] |= 0x3fff;
    EXPECT_EQ(place_refused(far), "a_desc.start") << "the next step has no address";
}

TEST(EmulatorJobs, NamesATypeWithUnknownEncoding) {
    Session s;
    s.edition = Edition::v9_4;
    s.arch = "sm_107a";
    s.variant.kind = "ti16";
    s = with_idesc(with_idesc(s, "a_type", "s1z4m11"), "b_type", "s1z4m11");
    EXPECT_EQ(refusal_of(s), "The encoding of type s1z4m11 is not known.");
    EXPECT_EQ(derive(s).of(Operand::a).type_note,
              "tilescope does not know the memory layout of s1z4m11 (A). The picture shows f16.");
}

Session with_form(Session s, unsigned cta_group, bool ws) {
    s.variant.cta_group = cta_group;
    s.variant.ws = ws;
    return s;
}

TEST(EmulatorJobs, DoesNotBlameMIfNoMIsValidForTheForm) {
    for (const char* m : {"32", "64", "128"}) {
        EXPECT_EQ(place_refused(with_idesc(with_form({}, 2, true), "m", m)), "nowhere") << ".ws allows only one CTA";
        EXPECT_EQ(place_refused(with_idesc(with_form({}, 3, false), "m", m)), "nowhere");
    }
    EXPECT_EQ(place_refused(with_idesc(with_form({}, 2, false), "m", "64")), "idesc.m");
}

TEST(EmulatorJobs, RefusesAModifierThatTheTypesDoNotAccept) {
    EXPECT_EQ(place_refused(with_idesc({}, "saturate", "raw:1")), "idesc.saturate");
    EXPECT_EQ(place_refused(with_idesc(emulated_preset("wgmma_128b_b1"), "saturate", "raw:1")), "idesc.saturate");
    Session bytes = emulated_preset("k_major_128b_e4m3");
    bytes.variant.kind = "i8";
    bytes = with_idesc(bytes, "d_type", "s32");
    EXPECT_TRUE(emulator_job(derive(with_idesc(bytes, "saturate", "raw:1"))));
    for (const Session& s : {bytes, emulated_preset("wgmma_128b_b1")}) {
        EXPECT_EQ(place_refused(with_idesc(s, "negate_a", "raw:1")), "idesc.negate_a");
        EXPECT_EQ(place_refused(with_idesc(s, "negate_b", "raw:1")), "idesc.negate_b");
        EXPECT_EQ(place_refused(with_idesc(with_idesc(s, "negate_a", "raw:1"), "negate_b", "raw:1")), "nowhere");
    }
    EXPECT_EQ(refusal_of(with_idesc(bytes, "negate_b", "raw:1")),
              "The instruction descriptor's negate_b is set, but integers cannot be negated.");
    const Session floats = with_idesc(with_idesc({}, "a_type", "bf16"), "saturate", "raw:1");
    EXPECT_EQ(place_refused(floats), "nowhere") << "the types come first";
    EXPECT_EQ(place_refused(with_idesc(with_idesc(floats, "b_type", "bf16"), "d_type", "f16")), "idesc.d_type");
}

TEST(EmulatorJobs, OnlyTheFirstInstructionMayOverwriteD) {
    Session s = all_steps({});
    for (const bool first : {false, true}) {
        s.run.enable_d = first;
        const EmulatorJob job = job_of(s);
        EXPECT_EQ(job.steps[0].enable_d, first);
        for (std::size_t step = 1; step < 4; ++step) EXPECT_TRUE(job.steps[step].enable_d);
    }
}

TEST(EmulatorJobs, ARunMayBeginInTheMiddleOfTheTile) {
    Session s;
    s.run.first_step = 2;
    const EmulatorJob job = job_of(s);
    ASSERT_EQ(job.steps.size(), 1u);
    EXPECT_EQ(job.first_step, 2u);
    EXPECT_EQ(job.steps[0].a_desc, 0x4000404000010044u);
    EXPECT_FALSE(job.steps[0].enable_d);
    EXPECT_EQ(job.expected.k, 64u) << "values belong to the whole tile";
}

TEST(EmulatorJobs, RefusesARunPastTheTileAndNamesTheSteps) {
    Session s;
    s.run = {.first_step = 3, .steps = 2};
    EXPECT_EQ(refusal_of(s), "The run requests K steps 3 to 4, but the tile of K 64 has steps 0 to 3.");
    s.run = {.first_step = 4, .steps = 0};
    EXPECT_EQ(refusal_of(s), "The run requests K steps 4 to 4, but the tile of K 64 has steps 0 to 3.");
    s.run = {.first_step = 0xffffffff, .steps = 0xffffffff};
    EXPECT_NE(refusal_of(s).find("has steps 0 to 3"), std::string::npos) << "the sum of both does not overflow";
    s.run = {};
    s.tile_k = 8;
    EXPECT_EQ(refusal_of(s),
              "The tile has K 8, less than the K 16 of one instruction. Set the K of the tile to 16 or more.");
}

TEST(EmulatorJobs, AnAInTensorMemoryMovesByTheColumnsOfAStep) {
    const EmulatorJob job = job_of(all_steps(emulated_preset("pair_a_in_tmem")));
    ASSERT_EQ(job.steps.size(), 4u);
    for (std::uint32_t step = 0; step < 4; ++step)  // 16 columns of f16, two in a cell
        EXPECT_EQ(tmem(job.steps[step], TmemPlace::a), 0x100 + 8 * step);
    EXPECT_TRUE(job.places.a.first_bit.empty()) << "A is not in shared memory";
    EXPECT_EQ(job.places.b.rows, 32) << "each CTA of the pair has half of B's columns";
}

TEST(EmulatorJobs, ScaleFactorsContinueInTheNextByteThenInTheNextColumns) {
    Session s = all_steps(emulated_preset("k_major_128b_e4m3"));
    s.variant.kind = "mxf8f6f4";
    s.words[2] = blank_word(*idesc_format("mxf8f6f4", Edition::v9_1));
    for (const auto& [id, value] : {std::pair{"m", "128"}, {"n", "128"}, {"scale_type", "ue8m0"}})
        s = with_idesc(s, id, value);
    s.tile_k = 192;
    s.image.b.start = 0x10400;
    s = apply_edit(s, SetWord{WordId::b_desc, 0x4000404000011040});
    const EmulatorJob job = job_of(s);
    ASSERT_EQ(job.steps.size(), 6u);
    for (std::uint32_t step = 0; step < 6; ++step) {  // one factor per step, four in a cell, four columns for 128 rows
        EXPECT_EQ(raw(s, job.steps[step], "sfa_id"), step % 4);
        EXPECT_EQ(raw(s, job.steps[step], "sfb_id"), step % 4);
        EXPECT_EQ(tmem(job.steps[step], TmemPlace::sfa), 0x180 + step / 4 * 4);
    }
    EXPECT_EQ(job.expected.sfa.size(), 128u * 6);
    const auto e = emulate(job, {.doubts = false});
    ASSERT_TRUE(e) << e.why;
    EXPECT_EQ(e->count[3], 0u);
}

TEST(EmulatorJobs, TwoStepsOfSixteenBitMetadataShareAPairOfColumns) {
    Session s = all_steps(emulated_preset("sparse_f16"));
    const EmulatorJob job = job_of(s);
    ASSERT_EQ(job.steps.size(), 4u);
    for (std::uint32_t step = 0; step < 4; ++step) {
        EXPECT_EQ(raw(s, job.steps[step], "sparsity_selector"), step % 2);
        EXPECT_EQ(tmem(job.steps[step], TmemPlace::meta), 0x1a0 + step / 2 * 2);
    }
    EXPECT_EQ(job.expected.codes.size(), 128u * 128 / 4);
    EXPECT_EQ(job.expected.a.size(), 128u * 64) << "half of the columns is stored";
}

TEST(EmulatorJobs, RefusesStepsWithUnknownMetadataLocation) {
    Session s = all_steps(emulated_preset("sparse_f16"));
    s.tmem[4] = 0x1a1;
    EXPECT_NE(refusal_of(s).find("Run K step 0 alone."), std::string::npos) << refusal_of(s);
}

TEST(EmulatorJobs, MetadataOfEightBitKindsMovesByItsColumns) {
    Session s = all_steps(emulated_preset("k_major_128b_e4m3"));
    s.variant.sparse = true;
    s = with_idesc(s, "sparse", "yes");
    const EmulatorJob job = job_of(s);
    ASSERT_EQ(job.steps.size(), 2u);
    EXPECT_EQ(tmem(job.steps[1], TmemPlace::meta), 0x1a2u);
    EXPECT_EQ(raw(s, job.steps[1], "sparsity_selector"), 0u);
}

TEST(EmulatorJobs, UsesALaneMaskOnlyIfTheFormHasOne) {
    Session s;
    s.run.lane_mask[2] = 5;
    EXPECT_EQ(job_of(s).steps[0].lane_mask[2], 0u);
    s.variant.lane_mask = true;
    EXPECT_EQ(job_of(s).steps[0].lane_mask[2], 5u);
}

TEST(EmulatorJobs, WgmmaReadsAFromRegisters) {
    Session s = all_steps(emulated_preset("wgmma_128b_f16"));
    s.variant.a_in_tmem = true;
    s.recipe[0] = {.kind = RecipeKind::random, .seed = 9};
    const EmulatorJob job = job_of(s);
    EXPECT_TRUE(job.places.a.first_bit.empty());
    const auto e = emulate(job);
    ASSERT_TRUE(e) << e.why;
    EXPECT_EQ(e->m, 64u);
    EXPECT_EQ(e->count[3], 0u);
}

TEST(EmulatorJobs, WgmmaCountsSingleBits) {
    Session s = all_steps(emulated_preset("wgmma_128b_b1"));
    for (Recipe& recipe : s.recipe) recipe.kind = RecipeKind::ones;
    const EmulatorJob job = job_of(s);
    ASSERT_EQ(job.steps.size(), 4u);
    EXPECT_EQ(job.steps[3].b_desc, job.steps[0].b_desc + 6) << "a step is 32 bytes for every type";
    const auto e = emulate(job);
    ASSERT_TRUE(e) << e.why;
    for (const std::uint32_t word : e->d) ASSERT_EQ(word, 1024u);
    EXPECT_EQ(derive(s).instruction, "wgmma.mma_async.sync.aligned.m64n128k256.s32.b1.b1.and.popc {d}, a, b, p;");
    s.tile_k = 128;
    EXPECT_NE(refusal_of(s).find("less than the K 256 of one instruction"), std::string::npos) << refusal_of(s);
    s.tile_k = 256;
    s.image.b.type = "u8";
    const EmulatorJob typed = job_of(s);
    ASSERT_EQ(typed.causes.size(), 1u);
    EXPECT_NE(typed.causes[0].sentence.find("B was written as u8"), std::string::npos) << typed.causes[0].sentence;
    EXPECT_EQ(emulate(typed)->expected[0].word, 256u) << "the written values are bytes of 1";
    s.image.b = {.writer = ImageWriter::tensor_map};
    s.tensor_map.b = TmaCopy{};
    EXPECT_NE(refusal_of(s).find("no tensor map has elements of 1 bit"), std::string::npos) << refusal_of(s);
}

TEST(EmulatorJobs, CodesInSingleBitsShowOneBinaryDigit) {
    Session s = all_steps(emulated_preset("wgmma_128b_b1"));
    s.tile_k = 256;
    s.recipe[1] = {.kind = RecipeKind::rows, .digit = 3};
    const EmulatorJob job = job_of(s);
    for (unsigned row = 0; row < 128; ++row) ASSERT_EQ(job.expected.b[std::size_t{row} * 256], row >> 3 & 1);
    s.recipe[1].digit = 7;
    EXPECT_NE(refusal_of(s).find("digits 0 to 6"), std::string::npos) << refusal_of(s);
}

struct Size {
    RecipeOf of;
    std::string_view type;
    unsigned rows, columns;
};

void expect_sizes(const Session& s, std::initializer_list<Size> sizes) {
    const Derived d = derive(s);
    for (const Size& want : sizes) {
        const RecipeSize have = recipe_size(d, want.of);
        EXPECT_EQ(have.rows, want.rows) << row_of(want.of).id;
        if (want.rows == 0) continue;
        EXPECT_EQ(have.type, want.type) << row_of(want.of).id;
        EXPECT_EQ(have.columns, want.columns) << row_of(want.of).id;
    }
}

TEST(EmulatorJobs, RecipesHaveTheSizeOfTheWholeTile) {
    expect_sizes({}, {{RecipeOf::a, "f16", 128, 64},
                      {RecipeOf::b, "f16", 96, 64},
                      {RecipeOf::d, "f32", 128, 96},
                      {RecipeOf::sfa, "", 0, 0},
                      {RecipeOf::sfb, "", 0, 0}});
    expect_sizes(emulated_preset("sparse_f16"), {{RecipeOf::a, "f16", 128, 64}, {RecipeOf::b, "f16", 128, 128}});
    expect_sizes(
        emulated_preset("k_major_128b_mxf4"),
        {{RecipeOf::a, "e2m1x2", 128, 256}, {RecipeOf::sfa, "ue8m0", 128, 8}, {RecipeOf::sfb, "ue8m0", 128, 8}});
    expect_sizes(emulated_preset("block_scaled_mxf4nvf4"), {{RecipeOf::sfb, "ue4m3", 128, 16}});
    Session typed;
    typed.image.b.type = "bf16";
    expect_sizes(typed, {{RecipeOf::a, "f16", 128, 64}, {RecipeOf::b, "bf16", 96, 64}});
    Session impossible;
    impossible.words[2] = 0;
    expect_sizes(impossible, {{RecipeOf::a, "", 0, 0}, {RecipeOf::d, "", 0, 0}});
}

TEST(EmulatorJobs, RefusesAWriterThatCannotWriteAndNamesTheOperand) {
    Session s;
    s.image.b = {.writer = ImageWriter::cute, .cute = "(8,8):(8,1)"};
    EXPECT_TRUE(refusal_of(s).starts_with("B cannot be written: ")) << refusal_of(s);
    s.image.b = {.writer = ImageWriter::tensor_map};
    EXPECT_TRUE(refusal_of(s).starts_with("B cannot be written: ")) << refusal_of(s);
    EXPECT_NE(refusal_of(with_idesc({}, "a_type", "raw:7")).find("a_type"), std::string::npos);
}

}  // namespace
}  // namespace tilescope
