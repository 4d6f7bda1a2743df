// tests/unit/notation/quoted_words_test.cpp -- checks words of PTX and machine code in the strings of other languages.
// SPDX-License-Identifier: MIT
#include "tests/unit/notation/expected_words.h"

#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

using test::ExpectedWord, test::expect_words;

TEST(PasteQuoted, PtxInAStringNeedsNoAsmWord) {
    constexpr ExpectedWord kRows[] = {
        // Rust, with a backslash at the end of a line, over several lines, and raw.
        {"let text = \"{ .reg .u64 s; shr.u64 s, $1, 4; \\\n    and.b64 s, s, 0x3FFF; or.b64 $0, s, "
         "0xC000000800080000; "
         "}\";\nemit(ctx, text, \"=l,l\", &[ptr])\n",
         "wgmma", 0xC000000800080000, 0x3fff},
        {"fn f() {\n    let text = \"{\n    and.b64 s, $1, 0x3FFF;\n    or.b64 $0, s, 0xC000000800080000;\n    "
         "}\";\n}\n",
         "wgmma", 0xC000000800080000, 0x3fff},
        {"let t = r#\"{\n    and.b64 s, $1, 0x3FFF;\n    or.b64 $0, s, 0xC000000800080000;\n}\"#;\n", "wgmma",
         0xC000000800080000, 0x3fff},
        // Python: returned, in a list, and one line after the other.
        {"def f():\n    return \"\"\"\n    {\n    and.b64 d, $1, 0x3FFF;\n    or.b64 $0, d, 0x4000404000010000;\n    "
         "}\n"
         "    \"\"\"\n",
         "smem", 0x4000404000010000, 0x3fff},
        {"lines = [\n    \"and.b64 d, %1, 0x3FFF;\",\n    \"or.b64 %0, d, 0x4000404000010000;\",\n]\n", "smem",
         0x4000404000010000, 0x3fff},
        {"ptx.append(\"and.b64 d, %1, 0x3FFF;\")\nptx.append(\"or.b64 %0, d, 0x4000404000010000;\")\n", "smem",
         0x4000404000010000, 0x3fff},
        {"var s = String()\ns += \"mov.b64 %rd, {$7, 0x40004040};\\n\"\n"
         "s += \"tcgen05.mma.cta_group::\" + String(g) + \".kind::f16 [$0], %ra, %rd, %i, p;\\n\"\n",
         "smem", 0x4000404000000000, 0xffffffff},
        // C++: joined with + and <<.
        {"std::string text = \"and.b64 d, $1, 0x3FFF;\\n\" \"or.b64 d, d, \" + std::to_string(0x4000404000010000) + "
         "\";\\n\" + \"mov.b64 $0, d;\";\n",
         "smem", 0x4000404000010000, 0x3fff},
        {"void f(std::ostream& os) {\n  os << \"and.b64 d, %1, 0x3FFF;\" << std::endl << \"or.b64 %0, d, \"\n"
         "     << 0x4000404000010000 << \";\\n\";\n}\n",
         "smem", 0x4000404000010000, 0x3fff},
        // Julia has \$ for a dollar.
        {"text = \"\"\"\n    and.b64 t, \\$1, 0x3fff;\n    or.b64 \\$0, t, $(0x4000404000010000);\n    "
         "\"\"\"\nf(text)\n"
         "end\n",
         "smem", 0x4000404000010000, 0x3fff},
    };
    expect_words(kRows);
}

TEST(PasteQuoted, HolesOfATemplateHaveTheirValues) {
    constexpr ExpectedWord kRows[] = {
        {"idesc = 0x8200490\ntl.inline_asm_elementwise(f\"tcgen05.mma.cta_group::1.kind::f16 [$1], $2, $3, {idesc}, "
         "p;\", \"=r,r,l,l\", [d, a_desc, 0x4000404000010040], dtype=tl.int32)\n",
         "smem", 0x4000404000010040, 0},
        {"def f(sbo):\n    return f\"\"\"\n    {{\n    .reg .b64 d;\n    and.b64 d, $1, 0x3FFFF;\n    shr.b64 d, d, "
         "4;\n"
         "    or.b64 $0, d, {0x4000404000010000:#x};\n    }}\n    \"\"\"\n",
         "smem", 0x4000404000010000, 0x3fff},
        {"x = 0x40004040\ns = f\"mov.b64 d, {{$1, {hex(x)}}}; tcgen05.cp.cta_group::1.128x256b [$0], d;\"\n", "smem",
         0x4000404000000000, 0xffffffff},
        {"x = 0x40004040\ns = f\"mov.b64 d, {{$1, 0x{x:08x}}}; tcgen05.cp.cta_group::1.128x256b [$0], d;\"\n", "smem",
         0x4000404000000000, 0xffffffff},
        {"s = \"tcgen05.cp.cta_group::1.128x256b [{t}], 0x{d:016x}; {{ }}\".format(t='%0', d=0x4000404000010040)\n",
         "smem", 0x4000404000010040, 0},
        {"fn f(out: &mut String) {\n    let base: u64 = 0x4000404000010000;\n"
         "    writeln!(out, \"and.b64 %rd1, %rd0, 0x3fff;\").unwrap();\n"
         "    writeln!(out, \"or.b64 %rd2, %rd1, {:#x};\", base).unwrap();\n}\n",
         "smem", 0x4000404000010000, 0x3fff},
        {"fn f() -> String {\n    let base: u64 = 0x4000404000010000;\n"
         "    let s = format!(\"and.b64 d, %1, 0x3fff; or.b64 %0, d, {base:#x};\");\n    s\n}\n",
         "smem", 0x4000404000010000, 0x3fff},
        {"ASM = \"\"\"\n{\n    tcgen05.mma.cta_group::1.kind::f16 [$1], $2, $3, 0x8200490, p;\n}\n\"\"\"\ndef f(d, "
         "a):\n"
         "    return tl.inline_asm_elementwise(ASM, \"=r,r,l,l\", [d, a, 0x4000404000010040], dtype=tl.int32)\n",
         "smem", 0x4000404000010040, 0},
    };
    expect_words(kRows);
}

// What a hole writes is not always known: it is not a number, its format has other digits, or it writes instructions.
TEST(PasteQuoted, AHoleWithoutAKnownNumberIsUnknown) {
    for (const char* hole : {"{x}", "0x{x}", "{0x4000404000010000:x}", "{0x4000404000010000:b}", "{0x40004040 + x}",
                             "{'0x4000404000010000'}", "{0x4000404000010000=}", "{f(0x4000404000010000)}"}) {
        const PasteResult read =
            paste(say("s = f\"mov.b64 d, ", hole, "; tcgen05.cp.cta_group::1.128x256b [$0], d;\"\n"));
        for (const FoundWord& word : read.words) EXPECT_EQ(word.name, "") << hole;  // the number alone, not d
    }
    const PasteResult whole = paste(
        "s = f\"\"\"\nmov.b64 d, 0x4000404000010000;\n{change(d)}\n"
        "tcgen05.cp.cta_group::1.128x256b [$0], d;\n\"\"\"\n");
    for (const FoundWord& word : whole.words) EXPECT_EQ(word.instruction, kNoInstruction) << word.name;
}

TEST(PasteQuoted, AQualifierThatIsAHoleIsOpen) {
    const auto sentence = [](const char* qualifiers) {
        return paste(say("s = f\"tcgen05.mma.", qualifiers, " [$0], $1, $2, $3, p;\"\n")).sentence;
    };
    EXPECT_EQ(sentence("cta_group::{g}.kind::f16"),
              "The text has an instruction without values: tcgen05.mma, kind f16."
              " Paste it with the values of its operands.");
    EXPECT_EQ(sentence("cta_group::2.kind::{kind}"),
              "The text has an instruction without values: tcgen05.mma, cta_group 2."
              " Paste it with the values of its operands.");
    EXPECT_EQ(sentence("cta_group::{2}.kind::i8"),
              "The text has an instruction without values: tcgen05.mma, cta_group 2, kind i8."
              " Paste it with the values of its operands.");
}

TEST(PasteQuoted, AStringWithoutHolesKeepsItsBraces) {
    const PasteResult read = paste(
        "s = \"{ mov.b64 d, {%1, 0x40004040}; tcgen05.cp.cta_group::1.128x256b [%0], d; }\"\n"
        "t = \"mov.b64 d, {hi};\"\n");
    ASSERT_EQ(read.words.size(), 1u) << read.sentence;
    EXPECT_EQ(read.words[0].value, 0x4000404000000000u);
    EXPECT_EQ(read.words[0].unknown_bits, 0xffffffffu);
}

TEST(PasteQuoted, ProseAndOtherCodeInStringsHaveNoWords) {
    for (const char* text : {"print(\"use mov.b64 for 0x4000404000010000; it is a register\")\n",
                             "x = \"add.value = 0x4000404000010000;\"\n",
                             "fn f() {\n    raw(&format!(\"or.b64 {m}, {f}, 0x3FF0000000000000;\"));\n}\n"})
        EXPECT_TRUE(paste(text).words.empty()) << text;
}

TEST(PasteQuoted, LinesOfMachineCodeInQuotesAreMachineCode) {
    constexpr ExpectedWord kRows[] = {
        {"    \"    UMOV UR20, 0x100080;[7:7:{}:1:0]\",\n    \"    UMOV UR21, 0x4008;[7:7:{}:1:0]\",\n", "smem",
         0x400800100080, 0},
        {"  'UMOV UR20, 0x100080',\n  'UMOV UR21, 0x4008',\n", "smem", 0x400800100080, 0},
        {"  \"UMOV UR20, 0x100080 ;\\n\"\n  \"UMOV UR21, 0x4008 ;\\n\"\n", "smem", 0x400800100080, 0},
        {"    \"UMOV UR20, 0x100080;\",\n    # the high half of B\n    f\"UMOV UR21, 0x4008;[7:7:{{}}:1:0]\",\n",
         "smem", 0x400800100080, 0},
    };
    expect_words(kRows);
    // The finding refers to the text inside of the quotes.
    const std::string text = "  \"UMOV UR20, 0x100080;\",\n  \"UMOV UR21, 0x4008;\",\n";
    const PasteResult read = paste(text);
    ASSERT_EQ(read.words.size(), 1u);
    EXPECT_EQ(text.substr(read.words[0].span.begin, read.words[0].span.end - read.words[0].span.begin),
              "UMOV UR21, 0x4008");
    // Assemblers write all registers of a wide operand.
    const PasteResult lost = paste(
        "  \"UMOV UR20, 0x100080;\",\n  \"UMOV UR21, 0x4008;\",\n  \"LDCU.64 {UR20,UR21}, [UR6];\",\n"
        "  \"UTCHMMA gdesc[UR20], gdesc[UR22], tmem[UR10], tmem[UR14], idesc[UR15], !UPT;\",\n");
    EXPECT_TRUE(lost.words.empty()) << lost.sentence;
}

}  // namespace
}  // namespace tilescope
