// tests/unit/program/read_source_test.cpp -- checks what is known about the values of pasted source code.
// SPDX-License-Identifier: MIT
#include <tilescope/program/evaluate.h>
#include <tilescope/program/readers.h>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::program {
namespace {

// One text, and what the reader and the evaluator say about it.
struct Read {
    explicit Read(std::string_view text) : source(text) {
        read_source({source}, program);
        result = evaluate(program);
    }

    const Observation* find(Observation::Type type, std::string_view name, std::size_t number = 0) const {
        for (const Observation& o : program.observations)
            if (o.type == type && o.text == name && number-- == 0) return &o;
        return nullptr;
    }
    std::size_t count(Observation::Type type, std::string_view name) const {
        std::size_t out = 0;
        for (const Observation& o : program.observations) out += o.type == type && o.text == name ? 1 : 0;
        return out;
    }
    KnownBits bits(const Observation* o, std::size_t operand = 0) const {
        return o == nullptr || operand >= o->count ? KnownBits{0xbad, 0xbad} : result.operands[o->first + operand];
    }
    KnownBits variable(std::string_view name, std::size_t number = 0) const {
        return bits(find(Observation::Type::variable, name, number));
    }
    KnownBits returned(std::string_view name, std::size_t number = 0) const {
        return bits(find(Observation::Type::returned, name, number));
    }
    KnownBits value(std::string_view name, std::size_t number = 0) const {
        return bits(find(Observation::Type::value, name, number));
    }
    KnownBits argument(std::string_view call, std::size_t operand, std::size_t number = 0) const {
        return bits(find(Observation::Type::call, call, number), operand);
    }
    KnownBits operand(std::size_t index, std::size_t number = 0) const {
        for (const Observation& o : program.observations)
            if (o.type == Observation::Type::instruction && number-- == 0) return bits(&o, index);
        return {0xbad, 0xbad};
    }

    std::string source;
    Program program;
    Evaluation result;
};

KnownBits variable(std::string_view text, std::string_view name) { return Read(text).variable(name); }

// Only the bits of `mask` are known.
KnownBits bits(std::uint64_t value, std::uint64_t mask) { return {value, mask}; }

TEST(ReadSource, FollowsCompoundAssignments) {
    const Read read(
        "uint32_t idesc = 0;\nidesc |= (1 << 4);   // D is F32\nidesc |= (1 << 7);\nidesc |= (1 << 10);\n"
        "idesc |= (32 << 17);\nidesc |= (8 << 24);  // M is 128\n");
    EXPECT_EQ(read.variable("idesc"), constant(0x8400490));
    const Observation& o = *read.find(Observation::Type::variable, "idesc");
    EXPECT_EQ(o.width, 32u);
    EXPECT_EQ(o.comment, "M is 128");
    EXPECT_FALSE(o.conditional);
    EXPECT_EQ(read.count(Observation::Type::variable, "idesc"), 1u);
}

TEST(ReadSource, ObservesAValueBeforeItIsOverwritten) {
    const Read read("idesc = 0x8400490\nuse_it(1)\nidesc = 0x8200490\nimport a");
    EXPECT_EQ(read.variable("idesc", 0), constant(0x8400490));
    EXPECT_EQ(read.variable("idesc", 1), constant(0x8200490));
}

TEST(ReadSource, DoesNotObserveCountersPointersAndUsedValues) {
    const Read read(
        "int n = 4;\nfor (int i = 0; i < 4; ++i) {}\nuint32_t* p = 0;\nbool b = true;\nfloat f = 1.0f;\nuint32_t d = "
        "n;");
    for (const std::string_view name : {"n", "i", "p", "b", "f"})
        EXPECT_EQ(read.find(Observation::Type::variable, name), nullptr) << name;
    EXPECT_EQ(read.variable("d"), constant(4));
}

TEST(ReadSource, ObservesBothAlternatives) {
    const Read read("INSTR_DESC = 0x30410010 if ab_dtype == E4M3FN else 0x30410490");
    EXPECT_EQ(read.value("INSTR_DESC", 0), constant(0x30410010));
    EXPECT_EQ(read.value("INSTR_DESC", 1), constant(0x30410490));
    EXPECT_TRUE(read.find(Observation::Type::value, "INSTR_DESC")->conditional);
    const Read c("uint32_t desc = x ? 0x8400490 : 0x8200490;");
    EXPECT_EQ(c.value("desc", 1), constant(0x8200490));
}

TEST(ReadSource, ObservesReturnedValues) {
    const Read read("__device__ uint64_t make_desc(uint32_t a) {\n  return (a & 0x3FFFF) >> 4\n    | 1ull << 46;\n}");
    EXPECT_EQ(read.returned("make_desc"), bits(0x400000000000, ~std::uint64_t{0x3fff}));
    EXPECT_EQ(read.find(Observation::Type::returned, "make_desc")->width, 64u);
}

TEST(ReadSource, CallsFunctionsOfTheText) {
    constexpr std::string_view kTexts[] = {
        "constexpr uint64_t enc(uint64_t x) { return (x & 0x3FFFF) >> 4; }\nuint64_t d = enc(0x400) | 1ull << 46;",
        "template <typename T>\n__device__ inline uint64_t enc(T x) {\n  if (x == 0) return 7;\n  return x >> "
        "4;\n}\nuint64_t d = enc(0x400) | 1ull << 46;",
        "auto enc = [](uint64_t x) { return x >> 4; };\nuint64_t d = enc(0x400) | 1ull << 46;",
        "def enc(x):\n    return (x & 0x3FFFF) >> 4\n\nd = enc(x=0x400) | 1 << 46\n",
        "enc = lambda x: x >> 4\nd = enc(0x400) | 1 << 46\n",
        "fn enc(x: u64) -> u64 {\n    let y = x & 0x3FFFF;\n    y >> 4\n}\nlet d: u64 = enc(0x400) | 1 << 46;",
        "fn enc(x: UInt64) -> UInt64:\n    return x >> 4\n\nvar d: UInt64 = enc(0x400) | (UInt64(1) << 46)\n",
    };
    for (const std::string_view text : kTexts) EXPECT_EQ(variable(text, "d"), constant(0x400000000040)) << text;
}

TEST(ReadSource, ConvertsArguments) {
    EXPECT_EQ(variable("uint64_t f(uint32_t x) { return x; }\nuint64_t d = f(0x123456789ull);", "d"),
              constant(0x23456789));
    EXPECT_EQ(variable("void f(uint32_t& x) { x = 3; }\nuint32_t a = 1;\nf(a);\nuint32_t d = a;", "d"),
              bits(0, 0xffffffff00000000));
    EXPECT_EQ(variable("def f(x, n=3):\n    return x + n\nd = f(1)\n", "d"), constant(4));
}

TEST(ReadSource, ObservesCallsOfOtherFunctions) {
    const Read read(
        "uint64_t a_desc = lo | 0x40004040ull << 32;\ntcgen05_mma(tmem, a_desc + 2, b_desc, 0x8880000U, 0);\nfoo(1, "
        "2);");
    EXPECT_EQ(read.argument("tcgen05_mma", 3), constant(0x8880000));
    EXPECT_EQ(read.argument("tcgen05_mma", 2), unknown_bits());
    EXPECT_EQ(read.program.operands[read.find(Observation::Type::call, "tcgen05_mma")->first + 1].text, "a_desc + 2");
    EXPECT_EQ(read.find(Observation::Type::call, "foo"), nullptr);
    const Read lines(
        "_recompute(p, 0x00004008, 0x00400000),\n_recompute(q, 0x40004040, 0x04000000),\nT.uint32(0x08410490),");
    EXPECT_EQ(lines.argument("_recompute", 1, 1), constant(0x40004040));
    EXPECT_EQ(lines.value(""), constant(0x08410490));
}

TEST(ReadSource, ObservesFieldsOfAnObjectTogether) {
    const Read read(
        "desc.bitfield.start_address_ = p >> 4;\ndesc.bitfield.layout_type_ =\n    "
        "0x1;\ndesc.bitfield.stride_byte_offset_ = 64;");
    EXPECT_EQ(read.argument("fields desc.bitfield", 1), constant(1));
    EXPECT_EQ(read.argument("fields desc.bitfield", 2), constant(64));
    const Observation& o = *read.find(Observation::Type::call, "fields desc.bitfield");
    EXPECT_EQ(o.count, 3u);
    EXPECT_EQ(read.program.operands[o.first].text, "start_address_");
    const Read designated("UMMA::SmemDescriptor desc = {.start_address_ = 0x40, .layout_type_ = 2};");
    EXPECT_EQ(designated.argument("fields desc", 1), constant(2));
    const Read declared(
        "struct D { uint16_t start_address_ : 14, : 2; };\nvoid f() {\n  D desc;\n  desc.start_address_ = 0x14000;\n}");
    EXPECT_EQ(declared.argument("fields desc", 0), constant(0));
}

TEST(ReadSource, ObservesConstantsOfAssertions) {
    EXPECT_EQ(Read("static_assert(IDESC == 0x90400480u, \"drifted\");").value("IDESC"), constant(0x90400480));
    EXPECT_EQ(Read("EXPECT_EQ(make_idesc(), 0x90400480u);").value("make_idesc()"), constant(0x90400480));
    EXPECT_EQ(Read("assert desc == 0x4000404000010000\nimport a").value("desc"), constant(0x4000404000010000));
    EXPECT_EQ(Read("REQUIRE(0x90400480u == x);").value("x"), constant(0x90400480));
}

TEST(ReadSource, ObservesTablesAndExpressions) {
    const Read table("static const uint32_t kHigh[] = {0x40004040, 0x80004020, 3};");
    EXPECT_EQ(table.value("kHigh", 1), constant(0x80004020));
    EXPECT_EQ(table.count(Observation::Type::value, "kHigh"), 2u);
    EXPECT_EQ(Read("table = {\"a_desc\": 0x4000404000010000, \"n\": 4}\nimport a").value("a_desc"),
              constant(0x4000404000010000));
    EXPECT_EQ(Read("{0x40004040, 0x80004020},").value("", 1), constant(0x80004020));
    EXPECT_EQ(Read("((uint64_t)0x40004040 << 32) | lo").value(""), bits(0x4000404000000000, 0x4000404000000000));
    EXPECT_EQ(Read("print(f\"idesc={0x8400490} n={3}\")\nimport a").value("idesc"), constant(0x8400490));
    EXPECT_EQ(Read("#define IDESC 0x8400490").variable("IDESC"), constant(0x8400490));
}

TEST(ReadSource, ReadsInlineAssembly) {
    const Read read(
        "uint32_t idesc = 0x8400490;\nuint64_t b_desc = 1ull << 46;\n"
        "asm volatile(\"{\\n\\t\"\n  \".reg .b64 da;\\n\\t\"\n  \"mov.b64 da, {%1, 0x40004040};\\n\\t\"\n"
        "  \"tcgen05.mma.cta_group::1.kind::f16 [%0], da, %2, %3, p;\\n\\t\" \"}\"\n"
        "  :: \"r\"(tmem), \"r\"(0x10000), \"l\"(b_desc), \"r\"(idesc));");
    EXPECT_EQ(read.operand(1), constant(0x4000404000010000));
    EXPECT_EQ(read.operand(2), constant(0x400000000000));
    EXPECT_EQ(read.operand(3), constant(0x8400490));
    const std::string_view instruction = "tcgen05.mma";
    for (const Observation& o : read.program.observations)
        if (o.type == Observation::Type::instruction) {
            EXPECT_EQ(read.source.substr(o.span.begin, instruction.size()), instruction);
        }
}

TEST(ReadSource, ReadsOtherFormsOfAssembly) {
    constexpr std::string_view kTexts[] = {
        "\"mov.b32 id, 134481040;\\n\\t\"\n\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %1, id, p;\"\n:: \"r\"(a), "
        "\"l\"(b));",
        "call void asm sideeffect \"tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, $4;\", \"r,l,l,r,b\"(i32 %1, "
        "i64 5, i64 %3, i32 134481040, i1 true)",
        "def f(d):\n    llvm.inline_asm(None, [d, 5, 6, Int32(134481040).ir_value()],\n        "
        "\"tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, p;\",\n        \"r,l,l,r\", has_side_effects=True)\n",
        "unsafe { asm!(\"tcgen05.mma.cta_group::1.kind::f16 [{d}], {a}, {a}, {i}, p;\", d = in(reg32) x, a = in(reg64) "
        "y, i = in(reg32) 134481040u32); }\nlet mut z = 1;",
        "asm volatile(\"tcgen05.mma.cta_group::1.kind::f16 [%[d]], %[a], %[a], %[i], p;\" :: [d] \"r\"(x), [a] "
        "\"l\"(y), [i] \"n\"(134481040));",
    };
    for (const std::string_view text : kTexts) EXPECT_EQ(Read(text).operand(3), constant(134481040)) << text;
}

TEST(ReadSource, TakesTheOutputsOfAssembly) {
    EXPECT_EQ(
        variable(
            "uint64_t d = 5;\nasm(\"mov.b64 %0, {%1, 0x40004040};\" : \"=l\"(d) : \"r\"(0x10000));\nuint64_t e = d;",
            "e"),
        constant(0x4000404000010000));
    EXPECT_EQ(variable("uint32_t d = 5;\nasm(\"elect.sync %0, -1;\" : \"=r\"(d));\nuint32_t e = d;", "e"),
              bits(0, 0xffffffff00000000));
    EXPECT_EQ(variable("uint32_t d = 5;\nasm(\"add.u32 %0, %0, 2;\" : \"+r\"(d));\nuint32_t e = d;", "e"), constant(7));
}

TEST(ReadSource, MarksConditionalObservations) {
    const Read read("if (elect()) {\n  uint32_t idesc = 0x8400490;\n  mma(idesc);\n}");
    EXPECT_TRUE(read.find(Observation::Type::call, "mma")->conditional);
    EXPECT_EQ(read.argument("mma", 0), constant(0x8400490));
    EXPECT_TRUE(read.find(Observation::Type::variable, "idesc")->conditional);
}

TEST(ReadSource, KeepsFunctionsApart) {
    const Read read("void f() {\n  uint32_t desc = 1;\n  mma(desc);\n}\nvoid g() {\n  mma(desc);\n}\n");
    EXPECT_EQ(read.argument("mma", 0, 0), constant(1));
    EXPECT_EQ(read.argument("mma", 0, 1), unknown_bits());
    const Read global(
        "constexpr uint32_t kDesc = 9;\nvoid f() {\n  mma(kDesc);\n}\nvoid g(uint32_t kDesc) {\n  mma(kDesc);\n}");
    EXPECT_EQ(global.argument("mma", 0, 0), constant(9));
    EXPECT_EQ(global.argument("mma", 0, 1), bits(0, 0xffffffff00000000));
}

TEST(ReadSource, AcceptsAnyText) {
    constexpr std::string_view kTexts[] = {"",
                                           "}",
                                           "{{{{",
                                           "((((",
                                           "[",
                                           "\"",
                                           "'",
                                           "#",
                                           "#define",
                                           "#if",
                                           "R\"(",
                                           "r#\"",
                                           "/*",
                                           "a =",
                                           "= 5",
                                           "if",
                                           "if (",
                                           "for (;;",
                                           "while (x",
                                           "case 1:",
                                           "return",
                                           "x ? y",
                                           "f(",
                                           "f<",
                                           "a[",
                                           "asm(",
                                           "asm volatile(\"",
                                           "template <",
                                           "enum {",
                                           "struct",
                                           "def f(",
                                           "lambda",
                                           "@",
                                           "a.b.",
                                           "\xff\xfe",
                                           "let",
                                           "switch (x) {"};
    for (const std::string_view text : kTexts) Read{text};
    for (const char c : {'(', '[', '{', '!', '-', '~', '*', '&'}) Read(std::string(20000, c));
    std::string deep = "x = ";
    for (int i = 0; i < 5000; ++i) deep += "(1 + ";
    Read{deep};
    std::string branches;
    for (int i = 0; i < 3000; ++i) branches += "if (a) {\n";
    Read{branches};
}

TEST(ReadSource, TheStepOfALoopIsReadAfterTheBodyButIsBeforeItInTheText) {
    const Read read("for (;; desc += 2) desc |= 0x40004040;\nuint64_t a = desc;\n");
    ASSERT_FALSE(read.program.observations.empty());
    for (const Observation& o : read.program.observations) EXPECT_LE(o.span.begin, o.span.end);
    for (const Statement& statement : read.program.statements) EXPECT_LE(statement.span.begin, statement.span.end);
}

}  // namespace
}  // namespace tilescope::program
