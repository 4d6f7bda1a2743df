// tests/unit/notation/cute_test.cpp -- CuTe layouts as text: reading, printing, refusals, recasts like CuTe.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/cute.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

CuteText parsed(std::string_view text) {
    const auto out = parse_cute(text);
    EXPECT_TRUE(out) << text << ": " << out.why;
    return out ? *out : CuteText{};
}

struct Spelling {
    const char *in, *out;
};

// Notations of CuTe's print(), the tables of PTX, comments in CUTLASS, and logs of kernels.
TEST(Cute, ReadsEveryNotationAndPrintsOne) {
    const Spelling spellings[] = {
        {"Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))",
         "Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,1)):((64,512),(1,0))"},
        {"Swizzle<1, 4, 3> o smem_ptr o ((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))",
         "Sw<1,4,3> o smem_ptr o ((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))"},
        {"((8,m),(T,2k)):((1T,SBO),(1,LBO))", "((8,m),(T,2k)):((T,SBO),(1,LBO))"},
        {"Sw<3,4,3>_smem_ptr[16b](0x400) o ((_128,_16),_1,_4):((_64,_1),_0,_16)",
         "Sw<3,4,3> o smem_ptr[16b](0x400) o ((128,16),1,4):((64,1),0,16)"},
        {"smem_Sw<3,4,3>_ptr[16b](SMEM_ADDR_A) o (8,64):(64,1)", "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)"},
        {"tmem_[32b](0x0010.0020) o ((_128,_64),_1,_1):((_65536,_1),_0,_0)",
         "tmem_[32b](0x0010.0020) o ((128,64),1,1):((65536,1),0,0)"},
        {"UMMA::DescriptorIterator o (_1,_1,_4):(_0,_0,_2)", "UMMA::DescriptorIterator o (1,1,4):(0,0,2)"},
        {"Sw<2,5,2> o _0 o (1024b,4):(1,1024b)", "Sw<2,5,2> o 0 o (1024,4):(1,1024)"},
        {"Sw<3,3,3> \xe2\x88\x98 (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)"},
        {"gmem_ptr[8b](0x7f00) o (4,8)", "gmem_ptr[8b](0x7f00) o (4,8):(1,4)"},
        {"((2,2),(2,(2,2)))", "((2,2),(2,(2,2))):((1,2),(4,(8,16)))"},
        {"8", "8:1"},
        {" ( 8 , 4 ) : ( 4 , -1 ) ", "(8,4):(4,-1)"},
    };
    for (const Spelling& s : spellings) {
        const CuteText once = parsed(s.in);
        EXPECT_EQ(to_text(once), s.out) << s.in;
        EXPECT_EQ(to_text(parsed(to_text(once))), s.out) << s.in;
        EXPECT_EQ(to_text(parsed(to_text(once, true))), s.out) << s.in;
    }
    EXPECT_EQ(to_text(parsed("Sw<3,3,3> o 0 o (8,64):(64,1)"), true), "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
    EXPECT_EQ(parsed("(1024b,4):(1,1024b)").unit_bits, 1u);
    EXPECT_EQ(parsed("smem_ptr[16b](0x400) o 8:1").address, 0x400u);
}

TEST(Cute, RefusalsGiveTheColumnAndTheExpectedText) {
    const Spelling wrong[] = {
        {"((8,2):(1,8)", "column 7: found ':'; expected ',' or ')'"},
        {"", "column 1: found the end of the text; expected a number, a name or '('"},
        {"(8,2):(1,8", "column 11: found the end of the text; expected ',' or ')'"},
        {"(8,2):(1,8) x", "column 13: found 'x'; expected the end of the layout"},
        {"(8,2):(1)",
         "column 7: the stride is a list of size 1, but the shape is a list of size 2; both must have the same "
         "structure"},
        {"(8,2):1",
         "column 7: the stride is one number, but the shape is a list of size 2; both must have the same structure"},
        {"(8,$):(1,8)", "column 4: found '$'; expected a number, a name or '('"},
        {"Sw<3,4> o (8,2):(1,8)", "column 7: found '>'; expected ','"},
        {"Sw<3,4,3> (8,2):(1,8)", "column 11: found '('; expected 'o' and a pointer, an offset or the layout"},
        {"Sw<3,4,2> o 8:1",
         "column 9: Sw<3,4,2> would XOR bits with themselves or exceed 32 bits; it needs shift >= bits and bits + base "
         "+ "
         "shift <= 31"},
        {"smem_ptr[16](unset) o 8:1", "column 12: found ']'; expected 'b' after the number of bits"},
        {"smem_ptr[16b](0xZ) o 8:1", "column 17: found 'Z'; expected hexadecimal digits"},
        {"smem_ptr[16b] (8,2)", "column 15: found '('; expected 'o' and the layout"},
        {"smem_ptr[16b](8,2)", "column 16: found ','; expected an address or 'unset', and ')'"},
        {"smem_ptr[16b] o (1024b,4):(1,1024b)",
         "the layout has numbers in bits (b), but its pointer has elements of 16 bits; use only one unit"},
        {"Sw<3,4,3> o tmem_[32b](0x0.0) o 8:1",
         "Tensor Memory and descriptors have no swizzle; write a swizzle only before smem_ptr"},
        {"(8,0):(1,8)", "a mode of the shape is 0; it must be 1 or more"},
        {"(8,m)", "a shape with the name 'm' needs a stride; write m:stride"},
        {"1smem_ptr:S",
         "the shape has the name 'smem_ptr', which starts like a swizzle or a pointer; use another name"},
        {"1Swap:1", "the shape has the name 'Swap', which starts like a swizzle or a pointer; use another name"},
        {"99999999999999999999:1", "column 15: the number is larger than 2^48"},
    };
    for (const Spelling& w : wrong) {
        const auto out = parse_cute(w.in);
        ASSERT_FALSE(out) << w.in;
        EXPECT_EQ(out.why, w.out) << w.in;
    }
    EXPECT_FALSE(parse_cute(std::string(100, '(')));
    EXPECT_FALSE(parse_cute(std::string(70000, '1')));
}

// Any text is read or refused with a reason. A layout that was read and printed is read again as the same layout.
TEST(Cute, ReadsOrRefusesAnyText) {
    const std::string alphabet = "(),:_ 0123456789TmkSBOLsmem_ptr[16b](unset)oSw<3,4,3>-\xe2\x88\x98x";
    const std::string seed = "Sw<3,4,3> o smem_ptr[16b](0x400) o ((8,16),(8,2)):((64,512),(1,8))";
    std::mt19937 random(3);
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    std::size_t read = 0;
    for (int round = 0; round < 100000; ++round) {
        std::string text = round % 2 ? seed : std::string();
        for (std::size_t edits = 1 + pick(6); edits > 0; --edits) {
            const std::size_t at = pick(text.size() + 1);
            if (at < text.size() && pick(2))
                text.erase(at, 1);
            else
                text.insert(at, 1, alphabet[pick(alphabet.size())]);
        }
        const auto out = parse_cute(text);
        if (!out) {
            ASSERT_FALSE(out.why.empty()) << text;
            continue;
        }
        ++read;
        const auto again = parse_cute(to_text(*out));
        ASSERT_TRUE(again) << text << " -> " << to_text(*out) << ": " << again.why;
        ASSERT_EQ(to_text(*again), to_text(*out)) << text;
    }
    EXPECT_GT(read, 5000u);
}

TEST(Cute, ReplacesNamesByNumbers) {
    const CuteText text = parsed("((8,m),(T,2k)):((8T,SBO),(1,T))");
    EXPECT_EQ(names_in(text), (std::vector<std::string>{"m", "T", "k", "SBO"}));
    EXPECT_EQ(modes_of(text).why, "'m' has no value; give it a number");
    const CuteName values[] = {{"m", 16}, {"T", 8}, {"k", 1}, {"SBO", 512}};
    EXPECT_EQ(to_text(with_names(text, values)), "((8,16),(8,2)):((64,512),(1,8))");
}

struct RecastCase {
    const char* from;
    unsigned bits;
    const char* to;
};

// CUTLASS @7107b055, cute/arch and mma_traits_sm100.hpp: atoms are in bits and are upcast to each type. The tmem
// strides are those that make_tmem_copy prints.
TEST(Cute, RecastsAsCuteDoes) {
    const RecastCase cases[] = {
        {"Sw<3,4,3> o smem_ptr[1b](unset) o (8,1024):(1024,1)", 16, "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)"},
        {"Sw<3,4,3> o smem_ptr[1b](unset) o (8,1024):(1024,1)", 8, "Sw<3,4,3> o smem_ptr[8b](unset) o (8,128):(128,1)"},
        {"Sw<2,4,3> o smem_ptr[1b](unset) o (512,8):(1,512)", 32, "Sw<2,4,3> o smem_ptr[32b](unset) o (16,8):(1,16)"},
        {"Sw<2,5,2> o smem_ptr[1b](unset) o (1024,4):(1,1024)", 32, "Sw<2,5,2> o smem_ptr[32b](unset) o (32,4):(1,32)"},
        {"Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)", 128, "Sw<3,4,3> o smem_ptr[128b](unset) o (8,8):(8,1)"},
        {"Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)", 4, "Sw<3,4,3> o smem_ptr[4b](unset) o (8,256):(256,1)"},
        {"tmem_[32b](0x0.0) o (128,64):(65536,1)", 16, "tmem_[16b](0x0000.0000) o (128,128):(131072,1)"},
        {"smem_ptr[8b](unset) o ((4,8),16):((1,64),4)", 32, "smem_ptr[32b](unset) o ((1,8),16):((1,16),1)"},
        {"smem_ptr[8b](unset) o (2,8):(1,2)", 32, ""},
    };
    for (const RecastCase& c : cases) {
        const auto have = recast(parsed(c.from), c.bits);
        if (*c.to == '\0') {
            EXPECT_TRUE(!have || to_text(have->text) == "smem_ptr[32b](unset) o (1,4):(1,1)") << c.from;
            continue;
        }
        ASSERT_TRUE(have) << c.from << ": " << have.why;
        EXPECT_EQ(to_text(have->text), c.to) << c.from;
        EXPECT_EQ(have->note, "") << c.from;
    }
    CuteText plain = parsed("Sw<3,4,3> o 0 o (8,128):(128,1)");
    EXPECT_EQ(recast(plain, 16).why,
              "the layout does not state its unit; write smem_ptr[16b], or give the element type");
    plain.unit_bits = 8;
    EXPECT_EQ(to_text(recast(plain, 16)->text), "Sw<3,3,3> o 0 o (8,64):(64,1)");
    EXPECT_EQ(to_text(recast(plain, 128)->text), "Sw<3,0,3> o 0 o (8,8):(8,1)");
    EXPECT_EQ(to_text(recast(plain, 1)->text), "Sw<3,7,3> o 0 o (8,1024):(1024,1)");
    plain.swizzle = Swizzle{2, 3, 3};
    EXPECT_FALSE(recast(plain, 128)) << "half of a moved unit";
    EXPECT_FALSE(recast(parsed("smem_ptr[8b](unset) o (3,8):(8,1)"), 24));
    EXPECT_FALSE(recast(parsed("smem_ptr[8b](unset) o (8,4):(1,12)"), 64)) << "12 bytes are not a multiple of 8";
    EXPECT_NE(recast(parsed("smem_ptr[16b](unset) o 8:2"), 8)->note, "");
}

// The layouts before and after the recast cover the same bits.
TEST(Cute, RecastsCoverTheSameMemory) {
    const CuteText from = parsed("Sw<2,4,3> o smem_ptr[16b](0x400) o ((8,4),(8,4)):((32,256),(1,8))");
    for (const unsigned bits : {4u, 8u, 32u, 128u}) {
        const auto to = recast(from, bits);
        ASSERT_TRUE(to) << bits << to.why;
        const auto bits_of = [](const CuteText& t) {
            std::vector<bool> out(1 << 16);
            const auto m = *matrix_of(t);
            for (std::int64_t r = 0; r < size_of(m.rows); ++r)
                for (std::int64_t c = 0; c < size_of(m.columns); ++c)
                    for (unsigned b = 0; b < t.unit_bits; ++b)
                        out[bit_of(t, offset_of(m.rows, r) + offset_of(m.columns, c)) + b] = true;
            return out;
        };
        EXPECT_EQ(bits_of(to->text), bits_of(from)) << bits;
    }
}

TEST(Cute, ConvertsStridesToAnyUnitThatDividesThem) {
    const CuteText text = parsed("Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(8,8)):((64,512),(1,8))");
    EXPECT_EQ(to_text(*in_unit(text, 8)), "Sw<3,4,3> o smem_ptr[8b](unset) o ((8,16),(8,8)):((128,1024),(2,16))");
    EXPECT_EQ(to_text(*in_unit(text, 1)), "Sw<3,4,3> o smem_ptr[1b](unset) o ((8,16),(8,8)):((1024,8192),(16,128))");
    EXPECT_EQ(in_unit(text, 128).why, "stride 1 is 16 bits, not a multiple of 128 bits");
    EXPECT_EQ(*in_unit(*in_unit(text, 4), 16), text);
}

TEST(Cute, OperandHasTwoModesOrIsAPartition) {
    const auto block = matrix_of(parsed("((128,16),2,4,3):((64,1),8192,16,32768)"));
    ASSERT_TRUE(block) << block.why;
    EXPECT_EQ(size_of(block->rows), 256);
    EXPECT_EQ(size_of(block->columns), 64);
    EXPECT_EQ(size_of(block->stages), 3);
    EXPECT_EQ(offset_of(block->rows, 129), 8192 + 64);
    EXPECT_EQ(offset_of(block->columns, 17), 17);
    EXPECT_FALSE(matrix_of(parsed("8:1")));
    EXPECT_FALSE(matrix_of(parsed("(8,2,2,2):(1,8,16,32)")));
    EXPECT_FALSE(matrix_of(parsed("(8,100000000):(1,8)")));
}

// cute::tile_to_shape(atom, (M,K,PIPE)) prints rows, columns and stages. This is not a partition by instructions.
TEST(Cute, ThirdModeIsThePipelineStages) {
    for (const char* text : {"((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))", "(128,64,4):(64,1,8192)"}) {
        const auto m = matrix_of(parsed(text));
        ASSERT_TRUE(m) << m.why;
        EXPECT_EQ(size_of(m->rows), 128) << text;
        EXPECT_EQ(size_of(m->columns), 64) << text;
        EXPECT_EQ(size_of(m->stages), 4) << text;
        EXPECT_EQ(offset_of(m->stages, 3), 3 * 8192) << text;
    }
}

TEST(Cute, SwizzleWithoutAPointerIsPartOfTheOffset) {
    const CuteText plain = parsed("Sw<3,0,3> o 0 o (8,8):(8,1)");
    EXPECT_EQ(shown_offset(plain, 8), 9);
    EXPECT_EQ(shown_offset(plain, 9), 8);
    EXPECT_EQ(shown_offset(parsed("Sw<3,3,3> o 5 o (8,8):(64,8)"), 72), 69);
    EXPECT_EQ(shown_offset(parsed("Sw<3,4,3> o smem_ptr[16b] o (8,8):(64,1)"), 65), 65)
        << "the swizzle belongs to the pointer";
}

TEST(Cute, RefusesImpossibleNumbers) {
    const auto with = [&](const char* text, std::int64_t value) {
        const CuteName m[] = {{"m", value}};
        return modes_of(with_names(parsed(text), m)).why;
    };
    EXPECT_EQ(with("(m,8):(8,1)", 0), "a mode of the shape is 0; it must be 1 or more");
    EXPECT_EQ(with("(8,m):(8,1)", -1), "a mode of the shape is -1; it must be 1 or more");
    EXPECT_NE(with("(2,8):(8m,1)", 4611686018427387905), "");
    EXPECT_NE(modes_of(parsed("(2,8):(8589934592,1)")).why, "");
    EXPECT_EQ(modes_of(parsed("smem_ptr[8b](0x10) o 32:-1")).why,
              "the layout reaches 31 units below its address 0x10, which is below address 0");
    EXPECT_FALSE(parse_cute("smem_ptr[16b](0x1ffffffffffffffffff) o 8:1"));
}

TEST(Cute, ConstantOneHasStrideZero) {
    EXPECT_EQ(to_text(parsed("(_8,_1,_4)")), "(8,1,4):(1,0,8)");
    EXPECT_EQ(to_text(parsed("(8,1,4)")), "(8,1,4):(1,8,8)");
}

TEST(Cute, GenericPointersKeepTheirHighBits) {
    const CuteText text = parsed("Sw<3,4,3> o smem_ptr[16b](0x7f3a00000400) o (8,8):(64,1)");
    EXPECT_EQ(bit_of(text, 64) / 8, 0x7f3a00000490u);
}

}  // namespace
}  // namespace tilescope
