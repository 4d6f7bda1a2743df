// tests/unit/notation/mma_line_test.cpp -- reads instructions from PTX and inline assembly.
// SPDX-License-Identifier: MIT
//
// Accepts or refuses any bytes.
#include <tilescope/base/say.h>
#include <tilescope/notation/mma_line.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

MmaLine parsed_line(std::string_view text) {
    const auto line = parse_mma_line(text);
    EXPECT_TRUE(line) << text.substr(0, 400) << ": " << line.why;
    return line ? *line : MmaLine{};
}

std::string refusal(std::string_view text) {
    const auto line = parse_mma_line(text);
    EXPECT_FALSE(line) << text.substr(0, 80);
    return line.why;
}

// "d=[%dt] a=%ad ..."
std::string roles_of(const MmaLine& line) {
    constexpr std::string_view kNames[] = {"?", "d",     "a",     "b",   "meta", "lut", "idesc", "sfa", "sfb", "lanes",
                                           "p", "scale", "zeros", "sel", "na",   "nb",  "ta",    "tb",  "to",  "from"};
    std::string out;
    for (const MmaOperand& o : line.operands) {
        EXPECT_EQ(line.text.substr(o.span.begin, o.span.end - o.span.begin), o.text);
        out += say(out.empty() ? "" : " ", kNames[static_cast<unsigned>(o.role)], "=", o.text);
    }
    return out;
}

TEST(MmaLine, PositionDeterminesTheRoleOfAnOperand) {
    struct Case {
        const char *text, *roles;
    };
    const Case cases[] = {
        {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd;", "d=[%dt] a=%ad b=%bd idesc=%idesc p=%pd"},
        {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, {%m0, %m1, %m2, %m3}, !%pd, 7;",
         "d=[%dt] a=%ad b=%bd idesc=%idesc lanes={%m0, %m1, %m2, %m3} p=!%pd scale=7"},
        {"tcgen05.mma.sp.cta_group::1.kind::tf32 [%dt+4], [%at], %bd, [%mt], 0x8200490, 1;",
         "d=[%dt+4] a=[%at] b=%bd meta=[%mt] idesc=0x8200490 p=1"},
        {"tcgen05.mma.ws.sp.cta_group::1.kind::i8.collector::b3::lastuse [%dt], %ad, %bd, [%mt], %idesc, %pd, %zcm;",
         "d=[%dt] a=%ad b=%bd meta=[%mt] idesc=%idesc p=%pd zeros=%zcm"},
        {"tcgen05.mma.ws.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd, 3;",
         "d=[%dt] a=%ad b=%bd idesc=%idesc p=%pd zeros=3"},
        {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd, %zcm;",
         "d=[%dt] a=%ad b=%bd idesc=%idesc p=%pd zeros=%zcm"},
        {"tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.block32 [%dt], %ad, %bd, [%mt], %idesc, [%sfat], [%sfbt], "
         "%pd;",
         "d=[%dt] a=%ad b=%bd meta=[%mt] idesc=%idesc sfa=[%sfat] sfb=[%sfbt] p=%pd"},
        {"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, {%4, %5, %6, %7}, p, %8, %9;",
         "d=[%0] a=%1 b=%2 idesc=%3 lanes={%4, %5, %6, %7} p=p scale=%8 ?=%9"},
        {"tcgen05.mma.cta_group::2.kind::f8f6f4.decompress::lut::b [%dt], [%at], %bd, [%lut], %idesc, {%m0, %m1, %m2, "
         "%m3, %m4, %m5, %m6, %m7}, %pd;",
         "d=[%dt] a=[%at] b=%bd lut=[%lut] idesc=%idesc lanes={%m0, %m1, %m2, %m3, %m4, %m5, %m6, %m7} p=%pd"},
        {"tcgen05.cp.cta_group::1.32x128b.warpx4 [taddr], sdesc;", "to=[taddr] from=sdesc"},
        {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%a0,%a1,%a2,%a3}, %ad, %bd, %pd, 1, -1, 0, 1;",
         "d={%a0,%a1,%a2,%a3} a=%ad b=%bd p=%pd na=1 nb=-1 ta=0 tb=1"},
        {"wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%a0,%a1,%a2,%a3}, {%f0,%f1,%f2,%f3}, %bd, %meta, 0, "
         "%pd, 1, 1, 0;",
         "d={%a0,%a1,%a2,%a3} a={%f0,%f1,%f2,%f3} b=%bd meta=%meta sel=0 p=%pd na=1 nb=1 tb=0"},
        {"wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8 {%a0,%a1,%a2,%a3}, %ad, %bd, %pd;",
         "d={%a0,%a1,%a2,%a3} a=%ad b=%bd p=%pd"},
    };
    for (const Case& c : cases) EXPECT_EQ(roles_of(parsed_line(c.text)), c.roles) << c.text;
}

TEST(MmaLine, ReadsQualifiersInAnyOrder) {
    for (const char* text :
         {"tcgen05.mma.sp.cta_group::2.kind::mxf8f6f4.block_scale.scale_vec::1X.collector::a::fill [d], [a], b, [e], "
          "i, "
          "[s], [t], p;",
          "tcgen05.mma.collector::a::fill.scale_vec::1X.block_scale.kind::mxf8f6f4.cta_group::2.sp [d], [a], b, [e], "
          "i, [s], [t], p;",
          "tcgen05.mma .kind::mxf8f6f4 .sp\n .block_scale\t.cta_group::2 .collector::a::fill .scale_vec::1X [d],[a],b,"
          "[e],i,[s],[t],p;"}) {
        const MmaLine line = parsed_line(text);
        EXPECT_EQ(line.opcode, Opcode::mma);
        EXPECT_EQ(line.qualifiers.size(), 6u);
        EXPECT_TRUE(line.sparse && line.block_scale && line.a_in_tmem && !line.ws && !line.ashift);
        EXPECT_EQ(line.cta_group, 2u);
        EXPECT_EQ(line.kind, "mxf8f6f4");
        EXPECT_EQ(line.scale_size, "scale_vec::1X");
        EXPECT_EQ(line.collector, "a::fill");
        EXPECT_EQ(line.operands.size(), 8u);
        for (const Qualifier& q : line.qualifiers)
            EXPECT_EQ(line.text.substr(q.span.begin, q.span.end - q.span.begin), "." + q.text);
    }
    const MmaLine ws =
        parsed_line("tcgen05.mma.ws.cta_group::1.kind::f8f6f4.ashift.block16.nonsense::7 [d], a, b, i, p");
    EXPECT_TRUE(ws.ws && ws.ashift);
    EXPECT_EQ(ws.scale_size, "block16");
    ASSERT_TRUE(ws.qualifier("nonsense"));
    EXPECT_EQ(ws.qualifier("nonsense")->text, "nonsense::7");
    EXPECT_EQ(parsed_line("tcgen05.mma.cta_group::1.kind::i9 [d], a, b, i, p;").kind, "i9");
}

TEST(MmaLine, ReadsShapeMulticastAndFormatsOfCopies) {
    const MmaLine line = parsed_line("tcgen05.cp.cta_group::2.64x128b.warpx2::02_13.b8x16.b6x16_p32 [%t], %sd;");
    EXPECT_EQ(line.opcode, Opcode::cp);
    EXPECT_EQ(line.cta_group, 2u);
    EXPECT_EQ(line.shape, "64x128b");
    EXPECT_EQ(line.multicast, "warpx2::02_13");
    EXPECT_EQ(line.source_format, "b8x16.b6x16_p32");
}

TEST(MmaLine, ReadsGroupAndAddressOfShifts) {
    const MmaLine line = parsed_line("@%p tcgen05.shift.cta_group::2.down [%t+4];");
    EXPECT_EQ(line.opcode, Opcode::shift);
    EXPECT_TRUE(line.guarded);
    EXPECT_EQ(line.cta_group, 2u);
    EXPECT_EQ(line.operand(OperandRole::shifted)->text, "[%t+4]");
}

TEST(MmaLine, ReadsQualifiersAndOperandsOfReducingLoads) {
    const MmaLine line =
        parsed_line("tcgen05.ld.red.sync.aligned.16x32bx2.x2.min.abs.NaN.f32.b8x16 {%r0, %r1}, %r2, [%t], 0x10;");
    EXPECT_EQ(line.opcode, Opcode::ld_red);
    EXPECT_EQ(line.shape + ' ' + line.reduction + ' ' + line.d_type, "16x32bx2 min f32");
    EXPECT_EQ(line.repeats, 2u);
    EXPECT_TRUE(line.absolute && line.nan);
    EXPECT_EQ(line.operand(OperandRole::loaded)->count, 2u);
    EXPECT_EQ(line.operand(OperandRole::reduced)->text, "%r2");
    EXPECT_EQ(line.operand(OperandRole::load_from)->text, "[%t]");
    EXPECT_EQ(line.operand(OperandRole::half_offset)->value, 16);
}

TEST(MmaLine, OpcodeIsTheLongestKnownName) {
    struct Case {
        const char* text;
        Opcode opcode;
    };
    for (const Case& c :
         {Case{"tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r0, %r1}, [%t];", Opcode::ld},
          Case{"tcgen05.ld.red.spcompress.sync [%t];", Opcode::ld_red_compress},
          Case{"tcgen05.ld .red.sync [%t];", Opcode::ld}, Case{"tcgen05.wait::ld.sync.aligned;", Opcode::wait_ld},
          Case{"tcgen05.wait ::st.sync.aligned;", Opcode::wait_st},
          Case{"tcgen05.fence::after_thread_sync;", Opcode::fence_after},
          Case{"mbarrier.arrive_drop.expect_tx.b64 _, [b], 4;", Opcode::bar_drop_tx},
          Case{"mbarrier.try_wait.parity.b64 p, [b], 0;", Opcode::bar_try_parity}})
        EXPECT_EQ(parsed_line(c.text).opcode, c.opcode) << c.text;
}

TEST(MmaLine, ReadsOperandsOfStoresAndBarriers) {
    const MmaLine store = parsed_line("tcgen05.st.sync.aligned.16x32bx2.x2.b32 [%t], 16, {%r0, %r1};");
    EXPECT_EQ(store.operand(OperandRole::half_offset)->value, 16);
    EXPECT_EQ(store.operand(OperandRole::stored)->count, 2u);
    EXPECT_EQ(store.operand(OperandRole::store_to)->text, "[%t]");
    const MmaLine arrive = parsed_line("mbarrier.arrive.expect_tx.shared::cluster.b64 _, [%b+8], %n;");
    EXPECT_EQ(arrive.operand(OperandRole::arrived)->form, OperandForm::sink);
    EXPECT_EQ(arrive.operand(OperandRole::barrier)->text, "[%b+8]");
    EXPECT_EQ(arrive.operand(OperandRole::bytes)->text, "%n");
}

TEST(MmaLine, ReportsUnknownInstructionsOfTheSameGroups) {
    const char* text =
        "wgmma.fence.sync.aligned; mbarrier.arrive.b64 _, [b]; tcgen05.wait::cp.sync; wgmma.wait_group.sync.aligned 0;"
        "cp.async.mbarrier.arrive.noinc.b64 [b]; my_mbarrier.init(); tcgen05.new.b32;";
    EXPECT_EQ(unknown_instructions_in(text), (std::vector<std::string>{"tcgen05.wait::cp", "tcgen05.new"}));
    EXPECT_EQ(instructions_in(text), std::vector<std::string>{"mbarrier.arrive.b64 _, [b];"});
    const auto line = parse_mma_line("wgmma.fences.sync.aligned;");
    ASSERT_FALSE(line);
    EXPECT_EQ(line.why.substr(0, 59), "wgmma.fences is an unknown instruction and is not checked; ");
}

TEST(MmaLine, ReadsShapeAndTypesOfWgmma) {
    const MmaLine line = parsed_line(
        "wgmma.mma_async.sp.sync.aligned.m64n128k64.s32.u8.s8.satfinite {%a0}, {%f0,%f1,%f2,%f3}, %bd, %meta, 0, %pd;");
    EXPECT_EQ(line.opcode, Opcode::wgmma);
    EXPECT_TRUE(line.sparse && line.satfinite && line.a_in_tmem);
    EXPECT_EQ(line.m * 1'000'000 + line.n * 1000 + line.k, 64'128'064u);
    EXPECT_EQ(line.d_type + line.a_type + line.b_type, "s32u8s8");
    const MmaLine bits =
        parsed_line("wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%a0,%a1,%a2,%a3}, %ad, %bd, %pd;");
    EXPECT_EQ(bits.bit_op, "and");
    EXPECT_EQ(bits.k, 256u);
    EXPECT_EQ(bits.operands[0].count, 4u);
}

// CUTLASS and other kernels have their instructions inside C++.
TEST(MmaLine, SkipsTheSyntaxOfInlineAssembly) {
    const MmaLine line = parsed_line(R"(
    asm volatile(
        "{\n\t"
        ".reg .pred p;\n\t"                        // the accumulator is read
        "setp.ne.b32 p, %4, 0;\n\t"
        "@%%q tcgen05.mma.cta_group::1.kind::f16 " /* first */
        "[%0], %1, %2, %3, "
        "{%5, %6, %7, %8}, p;\n\t"
        "}\n"
        : : "r"(tmem_c), "l"(desc_a)); )");
    EXPECT_EQ(line.text, "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, {%5, %6, %7, %8}, p;");
    EXPECT_TRUE(line.guarded);
    EXPECT_EQ(line.lane_mask(), 4u);
    const MmaLine open = parsed_line(R"(asm("tcgen05.cp.cta_group::1.128x256b [%0], %1" :: "r"(a), "l"(b));)");
    EXPECT_EQ(open.text, "tcgen05.cp.cta_group::1.128x256b [%0], %1;");
    EXPECT_FALSE(open.guarded);
    const MmaLine commented = parsed_line(
        "// tcgen05.mma.ws is below\nL_1: @!%p1 tcgen05.mma.cta_group::2 // two CTAs\n  .kind::f16 [%d], %a, %b, %i, "
        "/* read D */ %p;  ret;");
    EXPECT_EQ(commented.text, "tcgen05.mma.cta_group::2 .kind::f16 [%d], %a, %b, %i, %p;");
    EXPECT_TRUE(commented.guarded);
}

TEST(MmaLine, NumbersKeepTheirValue) {
    const MmaLine line =
        parsed_line("tcgen05.mma.cta_group::1.kind::f16 [%d], 0x4000404000010000, -1, 017, 1, (1+2)*4;");
    EXPECT_EQ(line.operand(OperandRole::a)->value, 0x4000404000010000);
    EXPECT_EQ(line.operand(OperandRole::b)->value, -1);
    EXPECT_EQ(line.operand(OperandRole::idesc)->value, 15);
    EXPECT_EQ(line.operand(OperandRole::scale_d)->value, 12);
    EXPECT_EQ(line.operand(OperandRole::zero_mask), nullptr);
}

TEST(MmaLine, RefusalsGiveErrorPositionAndFix) {
    EXPECT_EQ(refusal("mov.b32 %r1, 5;"),
              "this text has no instruction; expected tcgen05.mma, cp, shift, ld, st, wait, fence, alloc, dealloc, "
              "relinquish_alloc_permit, commit; wgmma.mma_async; mbarrier.init, inval, expect_tx, complete_tx, arrive, "
              "arrive_drop, test_wait, try_wait, pending_count");
    EXPECT_EQ(refusal(""), refusal("my_tcgen05.mma(a, b)"));
    EXPECT_EQ(refusal("tcgen05.mma.cta_group::1 [%d], , %b;"),
              "operand 2 of tcgen05.mma is empty; expected a name, a number, [an address] or {a list}");
    EXPECT_EQ(refusal("tcgen05.mma.cta_group::1 [%d, %a, %b;"),
              "operand 1 of tcgen05.mma: cannot read '[%d, %a, %b'; expected an address: [name], [name+4] or [4]");
    EXPECT_EQ(refusal("wgmma.mma_async.sync {%a, }, %a;"),
              "operand 1 of wgmma.mma_async: cannot read '{%a, }'; expected a list without empty elements: {name, "
              "name}");
    EXPECT_EQ(
        refusal("tcgen05.cp.cta_group::1. [%d], %a;"),
        "tcgen05.cp has a '.' at character 24 without a qualifier; expected a qualifier, for example .cta_group::1");
    EXPECT_EQ(refusal("tcgen05.mma [%d], %a %b;"),
              "operand 2 of tcgen05.mma: cannot read '%a %b'; expected a name, a number, [an address] or {a list}");
}

// Mutations of valid lines test more code than random bytes.
TEST(MmaLine, ReadsOrRefusesAnyBytes) {
    const std::string seeds[] = {
        "@%p tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::fill [%d+4], {%a}, -1, [%e], 0x12, {%m0, %m1}, !%p, "
        "3;",
        "asm(\"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 \\n\" \"{%0,%1}, %2, %3, p, 1, -1, 0, 1;\" :: );",
        "/* x */ tcgen05.cp.cta_group::1.64x128b.warpx2::02_13.b8x16.b6x16_p32 [%t], (1+2)*3; // y"};
    std::mt19937 random(20);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
    const std::string_view likely = "\"\\/*{}[](),;.:%@!+-0x1a \n";
    std::size_t read = 0, refused = 0;
    for (int round = 0; round < 12000; ++round) {
        std::string text = seeds[below(3)];
        for (std::size_t edits = below(6); edits-- > 0;) {
            const std::size_t at = below(text.size());
            const char c = below(4) == 0 ? static_cast<char>(random()) : likely[below(likely.size())];
            if (below(3) == 0)
                text.erase(at, 1 + below(5));
            else if (below(2) == 0)
                text[at] = c;
            else
                text.insert(at, 1, c);
            if (text.empty()) text = "t";
        }
        const auto line = parse_mma_line(text);
        read += line.value.has_value();
        refused += !line && !line.why.empty();
        if (line) {
            EXPECT_EQ(line->text.back(), ';');
            EXPECT_EQ(parsed_line(line->text).text, line->text) << text;
        }
    }
    EXPECT_EQ(read + refused, 12000u);
    EXPECT_GT(read, 1000u);
    EXPECT_GT(refused, 1000u);
}

TEST(MmaLine, ReadsLongTexts) {
    std::string deep = "tcgen05.mma.kind::f16 [d], " + std::string(200'000, '(') + "1;";
    EXPECT_FALSE(refusal(deep).empty());
    std::string many = "tcgen05.mma";
    for (int i = 0; i < 50'000; ++i) many += ".kind::f16";
    EXPECT_EQ(parsed_line(many + ";").qualifiers.size(), 50'000u);
    EXPECT_EQ(parsed_line("tcgen05.mma;").operands.size(), 0u);
}

TEST(MmaLine, DotsInAListStandForTheNamesBetween) {
    const auto count = [](std::string_view list) {
        const auto line = parse_mma_line(
            say("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 ", list, ", %rd0, %rd1, p, 1, 1, 0, 0;"));
        return line ? line->operands.front().count : 0;
    };
    EXPECT_EQ(count("{%f0, %f1, ..., %f63}"), 64u);
    EXPECT_EQ(count("{%0, ..., %62, %63}"), 64u);
    EXPECT_EQ(count("{%f0, %f1, %f2}"), 3u);
    EXPECT_EQ(count("{%f0, ..., last}"), 0u) << "nobody knows how many";
    EXPECT_EQ(count("{%f9, ..., %f3}"), 0u);
    EXPECT_EQ(count("{%f0, ..., %f99999}"), 0u);
    EXPECT_EQ(count("{...}"), 1u) << "as many as the instruction needs";
    EXPECT_EQ(count("{ ... }"), 1u);
}

}  // namespace
}  // namespace tilescope
