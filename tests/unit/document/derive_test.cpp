// tests/unit/document/derive_test.cpp -- derive() and trace().
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/focus.h>
#include <tilescope/document/presets.h>
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tilescope {
namespace {

TEST(Derive, SummariesOfTheDefaultSession) {
    const Derived d = derive({});
    EXPECT_EQ(d.of(WordId::a_desc).summary, "128B at 0x400");
    EXPECT_EQ(d.of(WordId::b_desc).summary, "128B at 0x4400");
    EXPECT_EQ(d.of(WordId::idesc).summary, "128 x 96  f16 > f32");
    EXPECT_FALSE(d.of(WordId::zcm).used);
    EXPECT_EQ(d.of(WordId::zcm).unused_reason, "Not used without .ws. Only .ws forms accept a zero-column mask.");
    EXPECT_EQ(d.instruction, "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;");
    EXPECT_EQ(d.a.layout.rows, 128);
    EXPECT_EQ(d.b.layout.rows, 96);
    EXPECT_EQ(d.k, 16u);
    EXPECT_TRUE(d.problems.empty());
}

// Each of these lines assembles with ptxas 13.0.88 for sm_90a.
TEST(Derive, OnHopperTheInstructionIsAWgmma) {
    Session s = find_preset("wgmma_128b_f16")->session();
    s.words[2] = 0x04180010;  // 64 x 96, f16 > f32
    EXPECT_EQ(derive(s).instruction, "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 {d}, a, b, p, 1, 1, 0, 0;");
    s.words[2] = 0x0419a490;  // bf16, A negated, A and B MN-major
    EXPECT_EQ(derive(s).instruction, "wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 {d}, a, b, p, -1, 1, 1, 1;");
    s.variant.a_in_tmem = true;
    EXPECT_EQ(derive(s).of(WordId::a_desc).unused_reason, "A is read from registers in this form.");
    EXPECT_EQ(derive(s).instruction, "wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 {d}, {a}, b, p, -1, 1, 1;");
    s.variant = {.kind = "tf32"};
    s.words[2] = 0x04180910;
    EXPECT_EQ(derive(s).instruction, "wgmma.mma_async.sync.aligned.m64n96k8.f32.tf32.tf32 {d}, a, b, p, 1, 1;");
    s.variant = {.kind = "f8f6f4"};
    s.words[2] = 0x04180410;
    EXPECT_EQ(derive(s).instruction, "wgmma.mma_async.sync.aligned.m64n96k32.f32.e4m3.e5m2 {d}, a, b, p, 1, 1;");
    s.variant = {.kind = "i8"};
    s.words[2] = 0x041804a8;  // saturating, s8
    EXPECT_EQ(derive(s).instruction, "wgmma.mma_async.sync.aligned.m64n96k32.satfinite.s32.s8.s8 {d}, a, b, p;");
    s.variant = {.kind = "f16", .sparse = true};
    s.words[2] = 0x04180014;
    EXPECT_EQ(derive(s).instruction,
              "wgmma.mma_async.sp.sync.aligned.m64n96k32.f32.f16.f16 {d}, a, b, meta, 0, p, 1, 1, 0, 0;");
}

TEST(Derive, AcceptsAnyTypeFieldForB1) {
    const auto about_types = [](const Session& s) {
        const Derived d = derive(s);
        return std::ranges::count_if(d.problems, [](const PlacedProblem& p) {
            return p.word == WordId::idesc && (p.problem.field == "a_type" || p.problem.field == "b_type");
        });
    };
    Session s = find_preset("wgmma_128b_b1")->session();
    s.words[2] = 0x042001a0;  // a_type 3, which i8 does not define
    EXPECT_EQ(about_types(s), 0);
    s.words[2] |= 3u << 10;
    EXPECT_EQ(about_types(s), 0);
    s.variant.b1 = false;
    EXPECT_EQ(about_types(s), 2) << "without b1, the fields define the types";
    s.variant.b1 = true;
    s.arch = "sm_100a";
    EXPECT_EQ(about_types(s), 2) << "no tcgen05 has b1";
}

TEST(Derive, ReadsKFromTheDescriptor) {
    struct Row {
        const char* kind;
        std::uint64_t idesc;
        Edition edition;
        unsigned k;
    };
    for (const Row& row : {Row{"mxf4", 0x08a00480, Edition::v9_1, 64}, Row{"mxf4", 0x88a00480, Edition::v9_1, 96},
                           Row{"mxf4", 0x08a00484, Edition::v9_1, 128}, Row{"mxf4", 0x08a00488, Edition::v9_4, 128},
                           Row{"mxf4", 0x88a00484, Edition::v9_4, 192}, Row{"f8f6f4", 0x28200010, Edition::v9_4, 64},
                           Row{"f8f6f4", 0x08200010, Edition::v9_4, 32}, Row{"mxf8f6f4", 0x88a00000, Edition::v9_4, 64},
                           Row{"mxf8f6f4", 0x88a00004, Edition::v9_4, 128}}) {
        Session s;
        s.edition = row.edition;
        s.variant.kind = row.kind;
        s.words[2] = row.idesc;
        EXPECT_EQ(derive(s).k, row.k) << row.kind << " " << std::hex << row.idesc;
    }
}

// PTX ISA 9.1, Table 39 with the K advance of CUTLASS: a sparse A still has 32 bytes per row and K step, its
// B has 64. K = 96 has 48.
TEST(Derive, KStepBytesMatchTheStoredColumns) {
    const auto step_bytes = [](const OperandView& o) {
        return k_step_start(o.layout, 1, o.mma_k) - k_step_start(o.layout, 0, o.mma_k);
    };
    Session s;
    Derived d = derive(s);
    EXPECT_EQ(step_bytes(d.a), 32u);
    EXPECT_EQ(step_bytes(d.b), 32u);
    s.variant.sparse = true;
    s.words[2] |= 4;
    d = derive(s);
    EXPECT_EQ(d.a.layout.columns, 32);
    EXPECT_EQ(d.b.layout.columns, 64);
    EXPECT_EQ(step_bytes(d.a), 32u);
    EXPECT_EQ(step_bytes(d.b), 64u);
    s = {};
    s.arch = "sm_103a";
    s.variant.kind = "mxf4";
    s.words[2] = 0x88a00480;
    s.tile_k = 192;
    d = derive(s);
    EXPECT_EQ(d.a.mma_k, 96u);
    EXPECT_EQ(step_bytes(d.a), 48u);
}

TEST(Derive, ListsTheFirstProblemForOtherKinds) {
    const Derived d = derive({});
    const auto kind = [&](std::string_view id) { return *std::ranges::find(d.kinds, id, &KindView::kind); };
    EXPECT_TRUE(kind("f16").chosen);
    EXPECT_EQ(kind("f16").problem_count, 0u);
    EXPECT_EQ(kind("f8f6f4").problem_count, 0u);
    EXPECT_EQ(kind("tf32").first_problem, "The type code 0 of A is not defined for kind tf32.");
    EXPECT_GT(kind("mxf8f6f4").problem_count, 0u);
}

TEST(Derive, APairOfCtasHoldsHalfOfEachOperand) {
    Session s;
    s.variant.cta_group = 2;
    s.words[static_cast<std::size_t>(WordId::idesc)] = 0x10200490;  // 256 x 128
    const Derived d = derive(s);
    EXPECT_EQ(d.a.layout.rows, 128);
    EXPECT_EQ(d.b.layout.rows, 64);
}

TEST(Derive, ReportsAMaskOnAFormWithoutOne) {
    Session s = find_preset("zero_mask_ws")->session();
    EXPECT_EQ(derive(s).mask.examples.zeroed, 27u);
    s.variant.ws = false;
    const Derived d = derive(s);
    EXPECT_TRUE(std::ranges::any_of(d.problems, [](const PlacedProblem& p) { return p.problem.rule == "L69"; }));
}

TEST(Derive, ReportsOverlapsAndTheEndOfSharedMemory) {
    const auto rules = [](const Session& s) {
        std::string out;
        const Derived d = derive(s);
        for (const Problem& p : d.of(WordId::a_desc).problems)
            if (p.severity < Severity::info) out += p.rule + " ";
        return out;
    };
    Session s;
    EXPECT_EQ(rules(s), "");
    s.words[0] = 0x0000403d00010040;  // no swizzle: lbo 16, sbo 976
    EXPECT_EQ(rules(s), "L35 ");
    s.words[0] = 0x0000400800800040;  // lbo 2048, sbo 128: as CUTLASS writes 128 rows
    EXPECT_EQ(rules(s), "");
    s.words[0] = 0x4000404000013400;  // 128B from 0x34000, 16 KiB: the last byte is 0x37fff
    EXPECT_EQ(rules(s), "");
    s.words[0] = 0x4000404000013540;  // from 0x35400: the last byte is 0x393ff
    EXPECT_EQ(rules(s), "L37 ");
}

TEST(Derive, NamesOverlappingRowGroups) {
    Session s;
    s.words[0] = 0x4000402000010040;  // sbo 512 under 128B
    EXPECT_EQ(derive(s).a.overlap_note, "rows 4 and 8 share bytes");
}

// The numbers of the example drawing: element (3, 24) of a 128B tile at 0x400.
TEST(Trace, FindsAnElementInEveryView) {
    const Derived d = derive({});
    const Trace t = trace(d, ElementFocus{Matrix::a, 3, 24});
    EXPECT_EQ(t.sentence, "A[3][24]: byte 0x580, chunk 0 of 128-byte line 11, bank 0, K step 1");
    ASSERT_EQ(t.bytes.size(), 2u);
    EXPECT_EQ(t.bytes[0].address, 0x580u);
    const std::vector<std::string> want = {"byte   0x580, 0x581",
                                           "chunk  0 of 128-byte line 11",
                                           "bank   0     K step 1",
                                           "how    0x400 + 3 x 128 + 48",
                                           "       = 0x5b0  line 11, chunk 3",
                                           "       chunk 3 xor 3 = 0",
                                           "       = 0x580",
                                           "bits   start, swizzle",
                                           "feeds  row 3 of D"};
    EXPECT_EQ(t.details, want);
    const auto lit = [&](unsigned bit) {
        return std::ranges::find(t.bits, BitFocus{WordId::a_desc, bit}) != t.bits.end();
    };
    EXPECT_TRUE(lit(0) && lit(13) && lit(61) && lit(63));
    EXPECT_FALSE(lit(16)) << "lbo does not change the address";
    EXPECT_FALSE(lit(32)) << "sbo changes the address from row 8 on";
}

TEST(Trace, FindsTheElementOfAByte) {
    const Derived d = derive({});
    const Trace t = trace(d, ByteFocus{0, 0x581});
    ASSERT_EQ(t.elements.size(), 1u);
    EXPECT_EQ(t.elements[0], (ElementFocus{Matrix::a, 3, 24}));
    EXPECT_NE(t.sentence.find("A[3][24]"), std::string::npos) << t.sentence;
    EXPECT_NE(trace(d, ByteFocus{0, 0x10}).sentence.find("no element"), std::string::npos);
}

TEST(Trace, ListsTheElementsThatABitMoves) {
    const Derived d = derive({});
    const Trace lbo = trace(d, BitFocus{WordId::a_desc, 16});
    EXPECT_TRUE(lbo.elements.empty()) << "K-major swizzled layouts ignore lbo";
    EXPECT_NE(lbo.sentence.find("moves no element"), std::string::npos) << lbo.sentence;
    const Trace sbo = trace(d, BitFocus{WordId::a_desc, 38});
    EXPECT_FALSE(sbo.elements.empty());
    EXPECT_NE(sbo.sentence.find("; flipping bit 38 moves 7680 of 8192 elements of A"), std::string::npos)
        << sbo.sentence;
}

TEST(Trace, FindsTheRunAndTheSourceOfAMaskColumn) {
    const Derived d = derive(find_preset("zero_mask_ws")->session());
    const Trace t = trace(d, MaskFocus{7});
    EXPECT_EQ(t.sentence, "column 7 of sub-mask 0 is zeroed: position 0 in a run of length 3");
    ASSERT_FALSE(t.elements.empty());
    EXPECT_EQ(t.elements[0], (ElementFocus{Matrix::b, 7, 0}));
}

Session random_session(std::mt19937_64& rng) {
    Session s;
    s.edition = rng() % 2 ? Edition::v9_4 : Edition::v9_1;
    const char* kinds[] = {"f16", "tf32", "f8f6f4", "i8", "mxf8f6f4", "mxf4", "mxf4nvf4", "ti16", "nonsense"};
    const char* archs[] = {"sm_90a", "sm_100a", "sm_103a", "sm_107a", "nonsense"};
    s.variant.kind = kinds[rng() % std::size(kinds)];
    s.arch = archs[rng() % std::size(archs)];
    s.variant.cta_group = 1 + rng() % 2;
    s.variant.ws = rng() % 2;
    s.variant.sparse = rng() % 2;
    s.variant.a_in_tmem = rng() % 4 == 0;
    for (std::uint64_t& word : s.words) word = rng() >> rng() % 32;
    s.words[static_cast<std::size_t>(WordId::idesc)] &= 0xffffffff;
    s.tile_k = 8 + static_cast<unsigned>(rng() % 64);
    return s;
}

TEST(Derive, DerivesAndTracesAnyDocument) {
    std::mt19937_64 rng(5);
    for (int round = 0; round < 400; ++round) {
        const Derived d = derive(random_session(rng));
        const auto any = [&](std::uint64_t n) { return static_cast<int>(rng() % n); };
        const Focus focuses[] = {ElementFocus{any(2) ? Matrix::a : Matrix::b, any(300) - 5, any(100) - 5},
                                 ByteFocus{0, static_cast<std::uint32_t>(rng())},
                                 BitFocus{static_cast<WordId>(any(4)), static_cast<unsigned>(any(64))},
                                 MaskFocus{static_cast<unsigned>(any(300))}, std::monostate{}};
        for (const Focus& f : focuses) {
            const Trace t = trace(d, f);
            const bool nothing = std::holds_alternative<std::monostate>(f);
            const bool beyond = std::holds_alternative<BitFocus>(f) &&
                                std::get<BitFocus>(f).bit >= d.of(std::get<BitFocus>(f).word).format->bits;
            if (!beyond) {
                ASSERT_EQ(t.sentence.empty(), nothing) << "round " << round;
            }
        }
    }
}

TEST(Derive, OffersTheFormOptionsThatSomeTargetAccepts) {
    Session s;
    const auto choices = [&] { return derive(s).choices; };
    EXPECT_EQ(choices().ws + choices().pair + choices().lane_mask + choices().scale_d, "");
    EXPECT_NE(choices().ashift, "") << "A is in shared memory";
    s.variant.a_in_tmem = true;
    EXPECT_EQ(choices().ashift, "");
    s.variant.ws = true;
    EXPECT_NE(choices().pair, "");
    EXPECT_NE(choices().lane_mask, "");
    EXPECT_NE(choices().scale_d, "") << "with .ws, this operand is the zero-column mask";
    s.variant = {.kind = "i8"};
    EXPECT_NE(choices().scale_d, "") << "the assembler ignores the operand; PTX has it for f16 and tf32 only";
    EXPECT_TRUE(choices().sizes.empty());
    s.variant = {.kind = "mxf4nvf4"};
    EXPECT_NE(choices().ws, "");
    EXPECT_EQ(choices().sizes.size(), 4u) << "block32, block16, scale_vec::2X, scale_vec::4X";
    s.variant = {.kind = "mxf8f6f4"};
    EXPECT_EQ(choices().sizes.size(), 3u) << "none, block32, scale_vec::1X";
}

// lbo of a 128B tile steps along M or N only if the instruction reads the operand as MN-major.
TEST(Derive, SaysThatAStrideWaitsForATransposeBit) {
    Session s;
    const auto lbo = [](const Derived& d, WordId word) { return find_field(*d.of(word).format, "lbo"); };
    EXPECT_FALSE(major_difference(derive(s), Operand::b));
    s.image.b.major = Major::mn;
    const Derived d = derive(s);
    const auto waits = stride_waits_for(d, WordId::b_desc, *lbo(d, WordId::b_desc));
    ASSERT_TRUE(waits);
    EXPECT_EQ(waits->sentence,
              "B was written as MN-major, but transpose_b of idesc is 0: the instruction reads B as K-major.");
    EXPECT_EQ(waits->field->id, "transpose_b");
    EXPECT_TRUE(field_matters(d, WordId::idesc, *waits->field));
    EXPECT_TRUE(field_matters(d, WordId::b_desc, *lbo(d, WordId::b_desc)));
    EXPECT_FALSE(stride_waits_for(d, WordId::a_desc, *lbo(d, WordId::a_desc))) << "A was written as it is read";
    EXPECT_FALSE(stride_waits_for(d, WordId::b_desc, *find_field(*d.of(WordId::b_desc).format, "sbo"))) << "is used";
    s.unknown[WordId::idesc] = bit_mask(waits->field->width) << waits->field->lsb;
    EXPECT_FALSE(major_difference(derive(s), Operand::b)) << "nobody knows the bit";
}

}  // namespace
}  // namespace tilescope
