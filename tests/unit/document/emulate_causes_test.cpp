// tests/unit/document/emulate_causes_test.cpp -- causes of wrong numbers; a D without a cause is correct.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

std::vector<Cause> causes_of(const Session& s) {
    const auto job = emulator_job(derive(s));
    EXPECT_TRUE(job) << job.why;
    return job ? job->causes : std::vector<Cause>{};
}

// "a_desc.sbo b_desc.swizzle".
std::string fields_of(const Session& s) {
    std::string out;
    for (const Cause& c : causes_of(s)) out += (out.empty() ? "" : " ") + c.word + "." + c.field;
    return out;
}

Session with(Session s, WordId word, std::string_view id, std::string_view value) {
    std::uint64_t& now = s.words[static_cast<std::size_t>(word)];
    const auto then = with_field(*derive(s).of(word).format, now, id, value);
    EXPECT_TRUE(then) << then.why;
    if (then) now = *then;
    return s;
}

Session preset(std::string_view id) { return find_preset(id)->session(); }
Session all_k_steps(Session s) {
    s.run.steps = 0;
    return s;
}

TEST(Causes, NamesTheFieldWithBothValues) {
    const auto causes = causes_of(with({}, WordId::a_desc, "sbo", "512"));
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].word, "a_desc");
    EXPECT_EQ(causes[0].field, "sbo");
    EXPECT_EQ(causes[0].sentence, "The field 'sbo' of a_desc is 512 bytes, but A was written with 1024 bytes.");
}

TEST(Causes, GivesTheStartAsAnAddress) {
    const auto causes = causes_of(with({}, WordId::b_desc, "start", "0x4800"));
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].sentence, "The field 'start' of b_desc is 0x4800, but B was written at 0x4400.");
}

TEST(Causes, ListsAllCausesAtOnce) {
    Session s = with({}, WordId::a_desc, "sbo", "512");
    s = with(s, WordId::b_desc, "swizzle", "64B");
    s = with(s, WordId::b_desc, "start", "0x4800");
    s = with(s, WordId::idesc, "transpose_a", "yes");
    s = with(s, WordId::idesc, "negate_b", "yes");
    EXPECT_EQ(fields_of(s), "a_desc.sbo idesc.transpose_a b_desc.start b_desc.swizzle idesc.negate_b");
}

TEST(Causes, IgnoresAFieldThatIsNotRead) {
    EXPECT_EQ(fields_of(with({}, WordId::a_desc, "lbo", "0x400")), "") << "K-major swizzled tiles do not use it";
    EXPECT_EQ(fields_of(with(preset("k_major_none_f16"), WordId::a_desc, "lbo", "0x400")), "a_desc.lbo");
    EXPECT_EQ(fields_of(with(preset("zero_mask_ws"), WordId::zcm, "nonzero", "no")), "")
        << "a mask is requested, not wrong";
}

// B of a sparse wgmma in atoms of 32 bytes: lbo is the distance of the two atoms of one instruction.
Session wide_b() {
    Session s = preset("wgmma_128b_f16");
    s.variant.sparse = true;
    s.tile_k = 128;
    s = with(with(s, WordId::b_desc, "swizzle", "32B"), WordId::b_desc, "sbo", "256");
    return apply_edit(with(s, WordId::b_desc, "lbo", "4096"), MatchWords{Operand::b});
}

TEST(Causes, NamesTheLboOfAnInstructionThatIsWiderThanAnAtom) {
    EXPECT_EQ(fields_of(wide_b()), "");
    const auto causes = causes_of(with(wide_b(), WordId::b_desc, "lbo", "16"));
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].sentence, "The field 'lbo' of b_desc is 16 bytes, but B was written with 4096 bytes.");
    EXPECT_EQ(causes[0].raw, 256u);
    Session k_first = with(wide_b(), WordId::b_desc, "lbo", "256");
    EXPECT_EQ(fields_of(k_first), "b_desc.lbo");
    k_first = apply_edit(with(k_first, WordId::b_desc, "sbo", "2048"), MatchWords{Operand::b});
    EXPECT_EQ(k_first.atom_order.b, AtomOrder::k_first) << "the strides say it";
    EXPECT_EQ(fields_of(k_first), "");
}

// A stride that only the wrong majorness steps by is not at fault: an MN-major B would use lbo.
TEST(Causes, BlamesTheSameFieldsWhetherOrNotTheMajornessIsRight) {
    for (const char* id : {"k_major_128b_f16", "k_major_none_f16"})
        for (const char* field : {"lbo", "sbo"})
            for (const char* value : {"128", "256", "1024", "2048"}) {
                const Session s = with(preset(id), WordId::b_desc, field, value);
                const std::string others = fields_of(s);
                EXPECT_EQ(fields_of(with(s, WordId::idesc, "transpose_b", "yes")),
                          others + (others.empty() ? "" : " ") + "idesc.transpose_b")
                    << id << ' ' << field << ' ' << value;
            }
}

TEST(Causes, NamesATypeThatDiffersFromMemory) {
    Session s = preset("k_major_128b_e4m3");
    s.image.a.type = "e5m2";
    const auto causes = causes_of(s);
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].sentence, "The field 'a_type' of idesc is e4m3, but A was written as e5m2.");
    s.image.a.type = "e4m3";
    EXPECT_EQ(fields_of(s), "");
}

TEST(Causes, ComparesScaleFactorIdsWithTheWrittenByte) {
    Session s = with(preset("k_major_128b_mxf4"), WordId::idesc, "sfa_id", "2");
    const auto causes = causes_of(s);
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(
        causes[0].sentence,
        "The field 'sfa_id' of idesc is 2, but the scale factors of A were written starting at byte 0 of their cell.");
    s.run.scale_first.a = 2;
    EXPECT_EQ(fields_of(s), "");
}

TEST(Causes, ReportsMemoryThatNoDescriptorCanRead) {
    Session s;
    s.image.a = {.writer = ImageWriter::cute, .cute = "(128,64):(1,129)"};
    const auto causes = causes_of(s);
    ASSERT_GE(causes.size(), 2u) << fields_of(s);
    EXPECT_TRUE(causes.front().sentence.starts_with("A and B overlap: ")) << causes.front().sentence;
    EXPECT_EQ(causes.back().word, "a_desc");
    EXPECT_TRUE(causes.back().field.empty());
    EXPECT_TRUE(causes.back().sentence.starts_with("A: no ")) << causes.back().sentence;
}

TEST(Causes, AcceptsACuteTextThatTheWordsRead) {
    Session s;
    s.image.a = {.writer = ImageWriter::cute, .cute = "Sw<3,4,3> o smem_ptr[16b] o ((8,16),64):((64,512),1)"};
    EXPECT_EQ(fields_of(s), "");
    s.image.a.cute = "Sw<2,4,3> o smem_ptr[16b] o ((8,16),(32,2)):((32,256),(1,4096))";
    EXPECT_NE(fields_of(s).find("a_desc.swizzle"), std::string::npos) << fields_of(s);
}

TEST(Causes, ReportsOperandsThatOverlapInSharedMemory) {
    Session s;
    s.image.b.start = 0x4000;
    s = with(s, WordId::b_desc, "start", "0x4000");
    const auto causes = causes_of(s);
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].sentence,
              "A and B overlap: both use the same 1024 bytes of shared memory, the first at 0x4000. B was written last "
              "and overwrote A.");
    EXPECT_TRUE(causes[0].of_memory);
    EXPECT_EQ(fields_of(with(s, WordId::a_desc, "sbo", "512")), "image_b.start a_desc.sbo") << "before any word";
    Session one = s;  // D = A x A^T from one buffer
    one.image.b.start = one.image.a.start;
    one.words[1] = one.words[0];
    for (Recipe& recipe : one.recipe) recipe = {.kind = RecipeKind::random, .seed = 3};
    EXPECT_EQ(fields_of(one), "") << "both write the same values";
    one.recipe[1].seed = 4;
    EXPECT_EQ(fields_of(one), "image_b.start");
    Session scaled = preset("k_major_128b_mxf4");
    scaled.run.scales_by_copy = true;
    EXPECT_EQ(fields_of(scaled), "");
    scaled.run.scale_smem.b = 0x400;
    EXPECT_EQ(fields_of(scaled), "run.scale_smem");
}

// The boxes of the TMA copy have 48 of the 64 columns, so the next box begins where K step 3 expects its elements.
TEST(Causes, ReportBytesThatNobodyWroteBeforeAnyWord) {
    Session s = all_k_steps(preset("k_major_128b_f16"));
    s.tensor_map.b = copy_from_descriptor(derive(s), Operand::b);
    s.tensor_map.b->map.box[0] = 48, s.tensor_map.b->map.dims[0] = 48;
    s.image.b = {.writer = ImageWriter::tensor_map, .type = "f16"};
    const auto causes = causes_of(with(s, WordId::a_desc, "sbo", "512"));
    ASSERT_EQ(causes.size(), 3u);
    EXPECT_EQ(causes[2].field, "sbo");
    EXPECT_EQ(causes[0].word, "image_b");
    EXPECT_TRUE(causes[0].of_memory);
    EXPECT_EQ(causes[0].sentence,
              "K step 3 reads 1536 elements of B at bytes that nobody wrote. The first is B[0][48] at 0x4460.");
    EXPECT_TRUE(causes[1].of_memory);
    EXPECT_TRUE(causes[1].sentence.starts_with("B: no descriptor can read this operand")) << causes[1].sentence;
}

TEST(Causes, ReportsCellsThatTwoOperandsShare) {
    Session s = preset("pair_a_in_tmem");
    s.tmem[1] = 0x10;
    const auto causes = causes_of(s);
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_NE(causes[0].sentence.find("share cells"), std::string::npos) << causes[0].sentence;
}

TEST(Causes, IgnoresTheDescriptorOfAnAInTensorMemory) {
    EXPECT_EQ(fields_of(with(preset("pair_a_in_tmem"), WordId::a_desc, "sbo", "512")), "");
}

// Returns true if the first instruction reads words of B that differ from the expected words.
bool reads_another_b(const EmulatorJob& job) {
    const auto machine = filled(job);
    EXPECT_TRUE(machine) << machine.why;
    const auto g = gather_mma(*machine, job.steps.front());
    EXPECT_TRUE(g) << g.why;
    for (std::size_t row = 0; row < job.expected.n; ++row)
        for (std::size_t k = 0; k < g->b.columns; ++k)
            if (g->b.words[row * g->b.columns + k] != job.expected.b[row * job.expected.k + k]) return true;
    return false;
}

// Flips each bit of a descriptor: the instruction reads other words exactly if a cause is reported.
TEST(Causes, EveryBitThatReadsOtherWordsHasACause) {
    for (const char* id : {"k_major_128b_f16", "k_major_none_f16", "mn_major_128b_bf16"}) {
        int wrong = 0, right = 0;
        for (unsigned bit = 0; bit < 64; ++bit) {
            Session s = with(preset(id), WordId::idesc, "n", "32");
            if (s.image.b.mode == SwizzleMode::none) s = with(s, WordId::b_desc, "lbo", "512");  // 32 rows of 16 bytes
            s.recipe[0] = {.kind = RecipeKind::random_bits, .seed = 4};
            s.recipe[1] = {.kind = RecipeKind::random_bits, .seed = 5};
            s.words[1] ^= std::uint64_t{1} << bit;
            const auto job = emulator_job(derive(s));
            if (!job) {  // no manual defines this swizzle code
                EXPECT_NE(job.why.find("is in no manual"), std::string::npos) << job.why;
                continue;
            }
            const bool bad = reads_another_b(*job);
            EXPECT_EQ(bad, !job->causes.empty()) << id << ", bit " << bit;
            ++(bad ? wrong : right);
        }
        EXPECT_GT(wrong, 10) << id;
        EXPECT_GT(right, 10) << id;
    }
}

}  // namespace
}  // namespace tilescope
