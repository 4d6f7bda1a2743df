// tests/fuzz/hostile.cpp -- texts that are made to take long: deep, repeated, nearly right, with many names.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/hostile.h"

#include "app/io/packing.h"
#include "app/io/state_line.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <cstdint>
#include <string_view>

namespace tilescope::fuzz {
namespace {

// A text is the head, the part until the text is long enough, and the tail as often as the part. "#" is the number of
// the part, "@" the number of the part before.
struct Pattern {
    std::string_view part, head = "", tail = "";
};

// clang-format off
constexpr Pattern kPatterns[] = {
    // deep
    {"["}, {"{\"a\":"}, {"("}, {"(("}, {"((8,"}, {"{"}, {"~"}, {"-"}, {"1+("}, {"f("}, {"a["}, {"<"}, {"/*"}, {"\""}, {"'"},
    {"(", "x = ", ")"}, {"[", "x = ", "]"}, {"{", "fn f() ", "}"}, {"if (a) {", "", "}"}, {"a ? b : "}, {"!"}, {"*&"},
    {"template <", "", ">"}, {"namespace a {", "", "}"}, {"#define A# A@\n"}, {"#if A\n", "", "#endif\n"}, {"{\n#if A\n"}, {"x = a\n#if A\n + 1\n"}, {"#if A\n#else\n"},
    // long words and lines
    {"9"}, {"a"}, {"a,"}, {" "}, {"\t"}, {"\n"}, {"_"}, {"="}, {";"}, {"."}, {"0x"}, {"\\\n"}, {"//"}, {"%"}, {"$"}, {":"}, {"|"}, {"`"},
    {"0123456789abcdef"}, {"0x4000404000010040 "}, {"0x40004040"}, {"a "}, {"a.b."}, {"a::"}, {"\r\n"}, {"\xff"}, {"\xe2\x80\x8b"}, {"\x1b[31m"},
    // words of logs and dumps
    {"a_desc = 0x4000404000010040\n"}, {"k# = 0x40004040000100# v# = 0x4000404000010040\n"}, {"desc_#: 0x4000404000010040\n"},
    {"0x4000404000010040, 0x4000404000010060, "}, {"0x10040\n0x40004040\n"}, {"lbo=1 sbo=64 layout_type=2 "}, {"start_addr = 4,\n"}, {"UR# 0x10040 65600\n"},
    {"$# = 0x40004040\n"}, {"0x7ffe#: 0x00010040 0x40004040 0x00010040 0x40004040\n"}, {"{lo = 0x10040, hi = 0x40004040}, "}, {"GmmaDescriptor: 0x4000404000010040\n"},
    {"DescriptorIterator o smem_desc "}, {"  start_addr :  0x#\n"}, {"lo = 0x#\nhi = 0x#\n"}, {"smem_desc[#] = 0x40004040000100#0 "}, {"0x1.0p3 "}, {"1,2,3,4 "},
    {"# 4611756387171565632 # 4611756387171565632\n"}, {"a,b,c\n0x4000404000010040,1,2\n"}, {"| a | 0x4000404000010040 |\n"}, {"00000000: 40 00 01 00 40 40 00 40  @...@@.@\n"},
    // programs
    {"mov.b64 %rd#, %rd@;\n"}, {"add.s64 %rd#, %rd@, 64;\n"}, {"or.b64 %rd1, %rd1, %rd#;\n"}, {"L#: @%p# bra L@;\n"}, {"bra L#;\nL#:\n"}, {".reg .b64 %rd<#>;\n"},
    {"setp.ne.b32 %p#, %r#, 0;\n@%p# bra L1;\n", "L1:\n"}, {"{ .reg .b64 t; mov.b64 t, 0; }\n"}, {"{\n", ".visible .entry f() {\n", "}\n"}, {".func f#() { call f@; ret; }\n"},
    {"tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd#, %rd@, %r2, %p1;\n"}, {"or.b64 %rd#, %rd@, 0x400040400001001;\ntcgen05.mma.cta_group::1.kind::f16 [%r1], %rd#, %rd@, 136314896, 1;\n"}, {"mov.b64 %rd#, {%r#, %r@};\n"}, {"ld.param.u64 %rd#, [p+#];\n"}, {".b8 1, 2, 3, 4,\n"},
    {"/*0000*/ UMOV UR#, 0x10040 ;\n"}, {"/*0#0*/ ULOP3.LUT UR4, UR4, UR#, URZ, 0xfc, !UPT ;\n"}, {"/*0#*/ @P0 BRA `(.L_x_#) ;\n.L_x_@:\n"}, {"UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[UR8], idesc[UR9], !UPT ;\n"},
    {".L_x_#:\n"}, {"BRA 0x#0 ;\n"}, {"\t.section .text.f#\n"}, {"R2UR UR#, R# ;\n"}, {"IMAD.MOV.U32 R#, RZ, RZ, R@ ;\n"}, {"/* 0x00000a00ff047b82 */\n"},
    {"%# = or i64 %@, 4\n"}, {"%a# = arith.ori %a@, %a1 : i64\n"}, {"br label %b#\nb#:\n"}, {"%p# = phi i64 [ %p@, %b@ ], [ 0, %b# ]\n"}, {"scf.for %i = %a to %b {\n", "", "}\n"}, {"^bb#(%x#: i64):\n  cf.br ^bb@(%x# : i64)\n"},
    {"define i64 @f#(i64 %a) { ret i64 %a }\n"}, {"call void asm sideeffect \"mov.b64 $0, $1;\", \"=l,l\"(i64 %#)\n"}, {"!# = !{!@}\n"}, {"%v# = insertelement <4 x i64> %v@, i64 4, i32 1\n"}, {"#ttg.nvmma_shared<{swizzlingByteWidth = 128}> "}, {"#a# = #ttg.slice<{dim = 0, parent = #a@}>\n"},
    {"x# = x@ | (1 << #);\n"}, {"uint64_t d# = d@ + 1;\n"}, {"auto f#(auto a) { return f@(a) + f@(a); }\n"}, {"def f#(a): return f@(a) | f@(a)\n"}, {"int f(int a) { return f(a) + f(a); }\n"}, {"#define M#(x) M@(x) M@(x)\n", "", ""},
    {"for (int i = 0; i < 64; ++i) "}, {"while (a) { a = a | 1; "}, {"for i in range(4):\n"}, {"d.lbo = #;\nd.sbo = #;\n"}, {"struct S# { uint64_t a : 14, b : 2; };\n"}, {"enum E# { A#, B# = A# };\n"}, {"asm volatile(\"mov.b64 %0, %1;\" : \"=l\"(a#) : \"l\"(a@));\n"},
    {"\"tcgen05.mma\"\n"}, {"\"\"\"\n"}, {"static_cast<uint64_t>("}, {"make_smem_desc(a#, 1, 64, 2)\n"}, {"a = b = c = "}, {"a|", "x = "}, {"a<<1|", "x = "}, {"x |= x << 1;\n"}, {"constexpr uint64_t k# = k@ << 1 | 1;\n"}, {"let x# = if a { x@ } else { x@ };\n"},
    {"lambda a: "}, {"match x { 1 => "}, {"using A# = A@;\n"}, {"typedef A@ A#;\n"}, {"template <int N> int f# = f@<N - 1>;\n"}, {"a#: for (;;) goto a@;\n"}, {"switch (a) { case #: b = #; break; "}, {"R\"(", "", ")\""}, {"f\"{a}\" "}, {"\\"},
    {"R\"("}, {"\"\\"}, {"'\\"}, {"//a"}, {"asm(]"}, {"0x'"}, {"0x1 "}, {"0x1 < "}, {"0x12345678", "a=0x12345678 "}, {"]1"}, {"a // 1"}, {"r#\"", "fn "},
    // layouts, lessons, JSON, numbers
    {"(8,(8,", "", "1))"}, {"8,", "(", ""}, {"8:1,", "(", ""}, {"Sw<3,4,3> o "}, {"_8,"}, {"# Lesson\nlevel: 1\n## Step\n"}, {"{{ a_desc.lbo }} "}, {"| a | b |\n"}, {"- a\n"}, {"## S#\n\nset idesc.n = #\n"}, {"`a` **b** "}, {"a_desc.lbo + ", "", ""}, {"min(", "", ")"},
    {"\"a#\":1,", "{"}, {"1,", "["}, {"{},", "["}, {"\"\\\"\\\\\\u0041\",", "["}, {"\"a\",", "{\"words\":["}, {"{\"a\":[{\"b\":[", "", "]}]}"}, {"\"\\\\", "{\"notes\":\""}, {"1e9", "[1"}, {"ts1:AAAA\n"}, {"ts1:", ""}, {"ts1:EAAA\n> "}, {"ts1:_____w\n"}, {"ts1:A \n\n"}, {"A\n", "ts1:_3_A"},
    {"swizzle=all;"}, {"1,2,", "idesc.n="}, {"tilescope-live 2 launch 0 0\n"}, {"\x93NUMPY"}, {"{'descr': '<f4', ", "\x93NUMPY\x01"},
};
// clang-format on

std::string repeated(std::string_view part, std::size_t times) {
    std::string out;
    out.reserve(part.size() * times);
    for (std::size_t i = 0; i < times; ++i) out += part;
    return out;
}

void add_filled(std::string& out, std::string_view text, std::size_t number) {
    for (;;) {
        const std::size_t mark = std::min(text.find_first_of("#@"), text.size());
        out += text.substr(0, mark);
        if (mark == text.size()) return;
        out += std::to_string(text[mark] == '#' || number == 0 ? number : number - 1);
        text.remove_prefix(mark + 1);
    }
}

std::string text_of(const Pattern& pattern, std::size_t bytes) {
    std::string out(pattern.head), tail;
    if (say(pattern.part, pattern.tail).find_first_of("#@") == std::string::npos) {
        const std::size_t times = bytes / (pattern.part.size() + pattern.tail.size());
        return say(pattern.head, repeated(pattern.part, times), repeated(pattern.tail, times));
    }
    for (std::size_t i = 0; out.size() + tail.size() < bytes; ++i) {
        add_filled(out, pattern.part, i);
        add_filled(tail, pattern.tail, i);
    }
    return out + tail;
}

// A line whose characters are right, with any text in it. `first` characters stand before the first break.
std::string line_with(std::string_view json, std::size_t first) {
    const std::vector<std::uint8_t> packed = io::deflate(json, say(io::kStatePhrases, io::kStateBase, io::kLookBase));
    std::vector<std::uint8_t> bytes;
    std::size_t length = packed.size();
    for (; length >= 0x80; length >>= 7) bytes.push_back(static_cast<std::uint8_t>((length & 0x7f) | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(length));
    const std::uint32_t check = io::crc32_of({reinterpret_cast<const char*>(packed.data()), packed.size()});
    for (unsigned i = 0; i < 3; ++i) bytes.push_back(static_cast<std::uint8_t>(check >> 8 * i & 0xff));
    bytes.insert(bytes.end(), packed.begin(), packed.end());
    std::string out = say("ts1:", io::to_base64url(bytes));
    for (std::size_t at = first; at < out.size(); at += first + 1) out.insert(at, "\n");
    return out + "\n";
}

}  // namespace

std::vector<HostileText> hostile_state_lines(std::size_t bytes) {
    std::vector<HostileText> out;
    constexpr std::size_t kBreak = 20;                                          // characters, as no mail program does
    const std::size_t most = std::min(io::kMostStateBytes, 100 * bytes) - 100;  // a line has at least a hundredth of it
    const struct {
        std::string_view name;
        std::string json;
    } texts[] = {
        {"lines that inflate to a megabyte and are refused", say("{\"x\":\"", std::string(most, 'a'), "\"}")},
        {"lines that inflate to a megabyte and are read", say("{\"notes\":\"", std::string(most, 'a'), "\"}")},
        {"lines with many small values", say("{\"x\":[", std::string(most / 2, ','), "]}")},
        {"short lines that are refused", "{\"x\":1}"},
        {"short lines that are read", "{}"},
    };
    for (const auto& text : texts)
        for (const std::size_t width : {kBreak, bytes}) {
            const std::string line = line_with(text.json, width);
            if (line.size() > bytes) continue;
            std::string all;
            while (all.size() + line.size() <= bytes) all += line;
            out.push_back({say(text.name, width == kBreak ? ", broken" : ""), std::move(all)});
        }
    return out;
}

std::string hostile_text(std::string_view part, std::size_t bytes) { return text_of({part}, bytes); }

std::vector<HostileText> hostile_texts(std::size_t bytes) {
    std::vector<HostileText> out;
    for (const Pattern& pattern : kPatterns)
        out.push_back({printable(say(pattern.head, " ", pattern.part, " ", pattern.tail)), text_of(pattern, bytes)});
    return out;
}

}  // namespace tilescope::fuzz
