// tests/unit/program/read_source_values_test.cpp -- checks the values of variables in short pieces of source code.
// SPDX-License-Identifier: MIT
#include <tilescope/program/evaluate.h>
#include <tilescope/program/readers.h>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tilescope::program {
namespace {

// The value of the first variable of this name that is observed; 0xbad if there is none.
KnownBits final_value(std::string_view text, std::string_view name) {
    Program program;
    read_source({text}, program);
    const Evaluation result = evaluate(program);
    for (const Observation& o : program.observations)
        if (o.type == Observation::Type::variable && o.text == name) return result.operands[o.first];
    return {0xbad, 0xbad};
}

struct Known {
    std::string_view text;
    std::string_view name;
    std::uint64_t value;
};

// Variables of which every bit is known.
class KnownVariable : public testing::TestWithParam<Known> {};

TEST_P(KnownVariable, Has) {
    const Known& row = GetParam();
    EXPECT_EQ(final_value(row.text, row.name), constant(row.value)) << row.text;
}

constexpr Known kDeclarations[] = {
    {"uint32_t idesc = 0x8400490;", "idesc", 0x8400490},
    {"constexpr uint64_t desc = uint64_t{0x40004040} << 32;", "desc", 0x4000404000000000},
    {"const uint64_t desc{0x4000404000010000ull};", "desc", 0x4000404000010000},
    {"auto desc = 1ull << 46;", "desc", 0x400000000000},
    {"unsigned long long desc = 1ull << 46;", "desc", 0x400000000000},
    {"let d: u64 = 1 << 46;\nlet e: u32 = 5;", "d", 0x400000000000},
    {"var x: UInt64 = 1 << 46", "x", 0x400000000000},
    {"d: tl.uint64 = 1 << 46", "d", 0x400000000000},
    {"import numpy as np\nx = np.uint64(1) << 46", "x", 0x400000000000},
    {"const MMA_DESC_B128 = 0x4000404000010000", "MMA_DESC_B128", 0x4000404000010000},
    {"uint64_t a_desc = 1, b_desc = 2;", "b_desc", 2},
    {"uint64_t desc = static_cast<uint64_t>(1) << 46;", "desc", 0x400000000000},
    {"uint64_t desc = (uint64_t)0x40004040 << 32;", "desc", 0x4000404000000000},
    {"let desc = (0x40004040u32 as u64) << 32;\nlet x: u64 = 1;", "desc", 0x4000404000000000},
    {"import triton.language as tl\nd = (0x40004040).to(tl.uint64) << 32", "d", 0x4000404000000000},
    {"d = K.uint64(0x4000404000010000)", "d", 0x4000404000010000},
    {"d = T.uint32(134743184)", "d", 134743184},
    {"idesc = cutlass.Int32(0x08410490)", "idesc", 0x08410490},
    {"idesc = tl.cast(0x108410490, tl.uint32)", "idesc", 0x08410490},
    {"uint64_t desc = 0x4000'4040'0001'0000;", "desc", 0x4000404000010000},
    {"desc = 0x4000 << 32", "desc", 0x400000000000},
    // ">>" closes two lists of template arguments: `sbo` is the second parameter
    {"uint64_t made(std::vector<std::vector<int>> shape, uint64_t sbo) { return sbo >> 4; }\n"
     "uint64_t desc = made(shape, 1024);",
     "desc", 64},
    {"uint64_t made(int lbo = 256 >> 4, Tile<64, 8> t = {}, uint64_t sbo = 0) { return sbo >> 4; }\n"
     "uint64_t desc = made(16, t, 1024);",
     "desc", 64},
    {"uint64_t made(int a = x > 3, Tile<64, 8> t = {}, uint64_t sbo = 0) { return sbo >> 4; }\n"
     "uint64_t desc = made(16, t, 1024);",
     "desc", 64},
};
INSTANTIATE_TEST_SUITE_P(Declarations, KnownVariable, testing::ValuesIn(kDeclarations));

constexpr Known kArithmetic[] = {
    {"uint32_t x = 0x123456789;", "x", 0x23456789},            // the declaration truncates
    {"uint64_t desc = ~0x3FFFu;", "desc", 0xffffc000},         // 32 bits without a sign
    {"uint64_t desc = ~0x3FFF;", "desc", 0xffffffffffffc000},  // the sign is copied
    {"uint64_t desc = 1 << 31;", "desc", 0xffffffff80000000},  // as a compiler does it
    {"uint64_t desc = 1u << 31;", "desc", 0x80000000},
    {"uint32_t x = 0xffffffffu + 1u;", "x", 0},
    {"uint64_t x = 0xffffffffu + 1ull;", "x", 0x100000000},
    {"uint32_t idesc = (128 >> 3) << 17 | (128 >> 4) << 24;", "idesc", 0x8200000},
    {"idesc = 2**46 + 256 // 16", "idesc", 0x400000000010},
    {"uint32_t n = 0; n |= 7 % 4; n <<= 4; n += 2; n -= 1; n ^= 0x100; n *= 2; n &= 0xfff;", "n", 0x262},
    {"int i = 5; i++; ++i; int k = i * 0x10000;", "k", 0x70000},
    {"uint32_t x = min(3, 5) + max(3, 5) + ceil_div(17, 16);", "x", 10},
    {"uint64_t desc = matrix_descriptor_encode(0x12340);", "desc", 0x1234},
    {"uint8_t a = 0x1ff; uint32_t b_desc = a << 24;", "b_desc", 0xff000000},
    {"uint32_t desc = true ? 5 : 6;", "desc", 5},
    {"DESC = 7 if 3 < 2 else 9", "DESC", 9},
    {"x = np.bitwise_or(0x10, 0x40004040)", "x", 0x40004050},
    {"x = K.bitwise_or(K.shift_left(K.uint64(1), 46), 5)", "x", 0x400000000005},
    {"desc = -1 & 0xffff0000", "desc", 0xffff0000},
    {"int a = -8; int b_desc = a >> 1;", "b_desc", 0xfffffffc},
    {"uint32_t x = 010;", "x", 8},
    {"x = 64 / 16", "x", 4},
    {"x = 0x123456 // 16", "x", 0x12345},
};
INSTANTIATE_TEST_SUITE_P(Arithmetic, KnownVariable, testing::ValuesIn(kArithmetic));

constexpr Known kNames[] = {
    {"enum { A = 4, B, C };\nuint32_t d = C;", "d", 6},
    {"enum class Swizzle : uint8_t { None = 0, B128 = 2 };\nuint64_t d = (uint64_t)Swizzle::B128 << 61;", "d",
     0x4000000000000000},
    {"#define HI 0x40004040ull\nuint64_t d = HI << 32;", "d", 0x4000404000000000},
    {"#define SUM 1 + 2\nuint32_t d = SUM * 2;", "d", 5},  // a macro is text
    {"#define ENC(x) (((x) & 0x3FFFF) >> 4)\nuint64_t d = ENC(0x400);", "d", 0x40},
    {"using desc_t = uint64_t;\nauto d = desc_t(1) << 46;", "d", 0x400000000000},
    {"namespace a {\nconstexpr int kN = 3;\n}\nuint32_t d = a::kN;", "d", 3},
    {"class Mode(Enum):\n    B128 = 2\nd = Mode.B128.value << 61\nimport enum", "d", 0x4000000000000000},
    {"uint32_t x = 1;\nuint32_t& r = x;\nr |= 2;\nuint32_t d = x;", "d", 3},
    {"uint32_t t[2] = {5, 6};\nuint32_t d = t[1];", "d", 6},
    {"a, b = 1, 2\na, b = b, a\nd = a", "d", 2},
    {"a = b = 7\nd = a", "d", 7},
    {"@@ -1,3 +1,3 @@\n uint32_t d = 1;\n-d |= 2;\n+d |= 4;\n", "d", 5},
    {"```cpp\nuint32_t d = 0x10;\n```\nThis is the text after it.", "d", 0x10},
    {"// idesc = 0x8400490", "idesc", 0x8400490},
    {"# idesc = 0x8400490", "idesc", 0x8400490},
    {"uint32_t d = 1; // d = 2;\n/* d = 3; */", "d", 1},
    {"uint64_t desc = 0;\n{\n  uint64_t desc = 5;\n}\ndesc |= 1;", "desc", 5},
    {"d = (1\n     | 2\n     | 4)\nimport x", "d", 7},
    {"uint32_t d = 1\n    | 2\n    | 4;", "d", 7},
    {"#if 0\nuint32_t d = 1;\n#else\nuint32_t d = 2;\n#endif", "d", 2},
    {"final int D = 5;", "D", 5},
    {"template <int N>\nuint32_t f() { return N; }\nconstexpr int N = 3;\nuint32_t e = f<5>();", "e", 5},
};
INSTANTIATE_TEST_SUITE_P(Names, KnownVariable, testing::ValuesIn(kNames));

struct Partly {
    std::string_view text;
    std::string_view name;
    std::uint64_t value, known;
};
class PartlyKnownVariable : public testing::TestWithParam<Partly> {};

TEST_P(PartlyKnownVariable, Has) {
    const Partly& row = GetParam();
    EXPECT_EQ(final_value(row.text, row.name), (KnownBits{row.value, row.known})) << row.text;
}

// Names without a value, and operations that a language leaves undefined: nothing must be claimed.
constexpr Partly kPartly[] = {
    {"uint64_t desc = (x >> 4) & 0x3FFF;", "desc", 0, ~std::uint64_t{0x3fff}},
    {"uint64_t desc = 1 << 46;", "desc", 0, 0},
    {"const int s = 46;\nuint64_t desc = 1 << s;", "desc", 0, 0},
    {"uint64_t desc = encode(x) | 1ull << 46;", "desc", 0x400000000000, 0x400000000000},
    {"uint64_t desc = cast_smem_ptr_to_uint(p) | (uint64_t)0x40004040 << 32;", "desc", 0x4000404000000000,
     0xffffffff00000000},
    {"uint64_t desc = uint32_t(lo) | 0x40004040ull << 32;", "desc", 0x4000404000000000, 0xffffffff00000000},
    {"desc = 5;\nif (c) desc = 4;\nfoo(1);", "desc", 5, ~std::uint64_t{0}},
    {"uint32_t desc = 5;\nif (c) { desc = 4; }\nuint32_t e = desc;", "e", 4, 0xfffffffffffffffe},
    {"uint32_t desc = 0;\nset_desc(desc, 5);\nuint32_t e = desc;", "e", 0, 0xffffffff00000000},
    {"uint32_t desc = 0;\nfoo(&desc);\nuint32_t e = desc;", "e", 0, 0xffffffff00000000},
    {"uint32_t desc = 1;\nauto f = [&] { desc = 2; };\nf();\nuint32_t e = desc;", "e", 0, 0xffffffff00000000},
    {"uint32_t a[4];\na[0] = 1;\na[i] = 2;\nuint32_t e = a[0];", "e", 0, 0xffffffff00000000},
    {"uint32_t x = 1;\nuint32_t* p = &x;\n*p = 2;\nuint32_t e = x;", "e", 0, 0xffffffff00000000},
    {"uint64_t d = x;\nd $= 5;\nuint64_t e = d;", "e", 0, 0},
    {"union U u;\nu.u64 = 5;\nu.lo = 7;\nuint64_t e = u.u64;", "e", 0, 0},
    {"uint32_t d = 1;\n// ...\nuint32_t e = d;", "e", 0, 0xffffffff00000000},
    {"uint32_t d = 1;\nfor (int i = 0; i < n; ++i) d = d << 1;\nuint32_t e = d;", "e", 0, 0xffffffff00000000},
    {"uint32_t d = 3;\nfor (int i = 0; i < n; ++i) d = d | 4;\nuint32_t e = d;", "e", 3, 0xfffffffffffffffb},
    {"switch (n) { case 1: d = 5; break; case 2: d = 7; break; default: d = 4; }\nuint32_t e = d;", "e", 4,
     0xfffffffffffffffc},
    {"try:\n    x = 5\n    y()\nexcept E:\n    pass\ne = x\nimport a", "e", 0, 0},
    {"if a:\n    x = 6\nelse:\n    x = 4\ne = x\nimport a", "e", 4, 0xfffffffffffffffd},
    {"#ifdef A\nuint32_t d = 1;\n#else\nuint32_t d = 3;\n#endif\nuint32_t e = d;", "e", 1, 0xfffffffffffffffd},
    {"#define X 1\n#undef X\n#define X 2\nuint32_t e = X;", "e", 0, 0xffffffff00000000},
    {"}\nelse {\n  d = 5;\n}\nuint32_t e = d;", "e", 0, 0xffffffff00000000},
    {"d = 5;\n} else {\n  d = 7;\n}\nuint32_t e = d;", "e", 0, 0xffffffff00000000},
    {"x = 1.5 * 4\ne = x + 1\nimport a", "e", 0, 0},
    {"uint32_t e = 7 / n;", "e", 0, 0xffffffff00000000},
    {"uint64_t e = sizeof(Tile);", "e", 0, 0},
    {"x = 7 / 2\nimport a", "x", 0, 0},
    {"x = 0x123456 // width\ne = x | 0", "e", 0, 0},  // a division or a comment
};
INSTANTIATE_TEST_SUITE_P(Partly, PartlyKnownVariable, testing::ValuesIn(kPartly));

}  // namespace
}  // namespace tilescope::program
