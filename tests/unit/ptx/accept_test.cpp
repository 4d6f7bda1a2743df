// tests/unit/ptx/accept_test.cpp -- the results of accept(): rule, position and reason of a refusal; versions.
// SPDX-License-Identifier: MIT
#include <tilescope/ptx/accept.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

struct Case {
    const char *text, *arch, *rule, *place, *why;
};

MmaLine parsed(std::string_view text) {
    const auto line = parse_mma_line(text);
    EXPECT_TRUE(line) << text << ": " << line.why;
    return line ? *line : MmaLine{};
}

// clang-format off
constexpr Case kCases[] = {
    {"tcgen05.mma.ws.cta_group::2.kind::f16 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L64", ".cta_group::2", ".ws requires .cta_group::1."},
    {"tcgen05.mma.ws.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, {%m0, %m1, %m2, %m3}, %pd;", "sm_100a", "L64", "{%m0, %m1, %m2, %m3}", ".ws has no lane mask."},
    {"tcgen05.mma.cta_group::1.kind::i8 [%dt], %ad, %bd, %idesc, %pd;", "sm_103a", "L65", ".kind::i8", ".kind::i8 does not exist on sm_103a. It exists on sm_100a, sm_110a."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd;", "sm_120a", "L65", "tcgen05.mma", "tcgen05 does not exist on sm_120a. It exists on sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd, 3;", "sm_110a", "L65", "3", "scale-d does not exist on sm_110a. It exists on sm_100a, sm_100f, sm_103a, sm_103f."},
    {"tcgen05.mma.cta_group::1.kind::f16.ashift [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L66", ".ashift", ".ashift requires A in Tensor Memory, but A is a shared-memory descriptor."},
    {"tcgen05.mma.cta_group::1.kind::f16.ashift.collector::a::fill [%dt], [%at], %bd, %idesc, %pd;", "sm_100a", "L66", ".collector::a::fill", ".ashift can be combined with .collector::a::lastuse and ::discard, but not with .collector::a::fill."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd, 16;", "sm_100a", "L67", "16", "16 is out of range; it must be 0 to 15."},
    {"tcgen05.mma.cta_group::1.kind::f8f6f4 [%dt], %ad, %bd, %idesc, %pd, 1;", "sm_100a", "L67", "1", "scale-d exists only for kinds f16 and tf32, not for f8f6f4."},
    {"tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%dt], %ad, %bd, %idesc, %5, %6, %pd;", "sm_100a", "L99", "%5", "Operand 5 (%5) has the wrong form; expected [d], a, b, idesc, [scale-a], [scale-b], p."},
    {"tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%dt], %ad, %bd, %idesc, [%sa], %sb, %pd;", "sm_100a", "L99", "%sb", "Operand 6 (%sb) has the wrong form; expected [d], a, b, idesc, [scale-a], [scale-b], p."},
    {"tcgen05.mma.sp.cta_group::1.kind::f8f6f4 [%dt], %ad, %bd, %meta, %idesc, %pd;", "sm_100a", "L99", "%meta", "Operand 4 (%meta) has the wrong form; expected [d], a, b, idesc, p; or [d], a, b, idesc, {lane mask}, p; with .sp: [metadata] after b."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, true;", "sm_100a", "L99", "true", "PTX has no constant named true. The assembler reads this word as the name of a register."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, !PT;", "sm_100a", "L99", "!PT", "PTX has no constant named PT. The assembler reads this word as the name of a register."},
    {"tcgen05.mma.cta_group::2.kind::f16 [%dt], %ad, %bd, %idesc, {%m0, %m1, %m2, %m3}, %pd;", "sm_100a", "L68", "{%m0, %m1, %m2, %m3}", "The lane mask has 4 words, but .cta_group::2 requires 8."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd, %zcm;", "sm_100a", "L69", "%zcm", "Only .ws and .ws.sp have a zero-column mask operand."},
    {"tcgen05.cp.cta_group::1.32x128b [%dt], %ad;", "sm_100a", "L84", ".32x128b", "tcgen05.cp.32x128b requires .warpx4."},
    {"wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%c0, %c1, %c2, %c3}, %ad, %bd, %pd, 1, 1, 0, 1;", "sm_90a", "L89", "0", "A and B of type tf32 cannot be transposed. Only f16 and bf16 have operands for this."},
    {"wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 {%c0, %c1, %c2, %c3, %c4, %c5}, %ad, %bd, %pd, 1, 1, 0, 0;", "sm_90a", "L90", ".m64n12k16", "N is 12. N must be 8 to 256 in steps of 8."},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16 {%c0, %c1, %c2, %c3}, %ad, %bd, %pd, 1, 1, 0, 0;", "sm_90a", "L91", ".f32.f16.bf16", "wgmma.mma_async does not support D f32 with A f16 and B bf16."},
    {"tcgen05.mma.cta_group::1.kind::f16.warpx4 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L97", ".warpx4", ".warpx4 belongs to tcgen05.cp, not to tcgen05.mma."},
    {"tcgen05.mma.cta_group::1.kind::f9 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L97", ".kind::f9", ".kind::f9 is not a qualifier of tcgen05.mma."},
    {"tcgen05.mma.kind::f16 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L98", "tcgen05.mma", "tcgen05.mma requires .cta_group::1 or .cta_group::2."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, [%bd], %idesc, %pd;", "sm_110f", "L99", "[%bd]", "Operand 3 ([%bd]) has the wrong form; expected [d], a, b, idesc, p; or [d], a, b, idesc, {lane mask}, p; or [d], a, b, idesc, p, scale-d; or [d], a, b, idesc, {lane mask}, p, scale-d."},
    {"tcgen05.cp.cta_group::1.4x256b [%dt];", "sm_100a", "L99", "tcgen05.cp", "Operands are missing: found 1; expected [t], s-desc."},
    {"tcgen05.mma.cta_group::1.ws.kind::f16 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L100", ".ws", ".ws must be directly after tcgen05.mma. The other qualifiers can have any order."},
    {"tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::1X [%dt], %ad, %bd, %idesc, [%sfat], [%sfbt], %pd;", "sm_100a", "L101", ".scale_vec::1X", ".kind::mxf4 has no .scale_vec::1X. It has .scale_vec::2X or .block32."},
    {"tcgen05.shift.cta_group::1.down [%dt];", "sm_100f", "L65", "tcgen05.shift", "tcgen05.shift does not exist on sm_100f. It exists on sm_100a, sm_103a, sm_110a."},
    {"tcgen05.shift.cta_group::1 [%dt];", "sm_100a", "L98", "tcgen05.shift", "tcgen05.shift requires .down."},
    {"tcgen05.shift.cta_group::1.down.sync [%dt];", "sm_100a", "L97", ".sync", ".sync belongs to wgmma.mma_async, not to tcgen05.shift."},
    {"tcgen05.shift.cta_group::1.down %dt;", "sm_100a", "L99", "%dt", "Operand 1 (%dt) has the wrong form; expected [t]."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%c0, %c1}, %f4, [%dt];", "sm_100a", "L65", "tcgen05.ld.red", "tcgen05.ld.red does not exist on sm_100a. It exists on sm_103a, sm_103f, sm_110a, sm_110f."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x4.max.f32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L99", "{%c0, %c1}", "The list has 2 registers, but .32x32b.x4 requires 4."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.max.abs.s32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L97", ".abs", ".abs requires .f32, not .s32."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.f32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L98", "tcgen05.ld.red", "tcgen05.ld.red requires .min or .max."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.min.max.f32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L100", ".max", ".max is not allowed: the line already has a qualifier of this group."},
    {"tcgen05.ld.red.sync.aligned.16x32bx2.x2.max.f32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L99", "tcgen05.ld.red", "Operands are missing: found 3; expected {registers}, result, [t], columns between the halves."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%c0, %c1}, %f4, [%dt], 4;", "sm_103a", "L99", "4", "Operand 4 (4) has the wrong form; expected {registers}, result, [t]."},
    {"tcgen05.ld.sync.aligned.16x256b.x64.b32 {%c0}, [%dt];", "sm_100a", "L97", ".x64", ".x64 with .16x256b requires 256 registers, but an access has at most 128."},
    {"tcgen05.ld.sync.aligned.16x128b.x2.b32 {%c0, %c1}, [%dt];", "sm_100a", "L99", "{%c0, %c1}", "The list has 2 registers, but .16x128b.x2 requires 4."},
    {"tcgen05.ld.sync.aligned.32x32b.x1.b32 %c0, [%dt];", "sm_100a", "L99", "%c0", "Operand 1 (%c0) has the wrong form; expected {registers}, [t]."},
    {"tcgen05.ld.sync.32x32b.x1.b32 {%c0}, [%dt];", "sm_107a", "L65", "tcgen05.ld", "The assembler refuses tcgen05.ld or .st without .aligned on sm_107a. Older assemblers accept this form on sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f."},
    {"tcgen05.ld.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.f32.b2 {%m0}, {%c0, %c1}, [%dt];", "sm_107f", "L65", "tcgen05.ld.spcompress", ".spcompress does not exist on sm_107f. It exists on sm_107a."},
    {"tcgen05.ld.spcompress.sync.aligned.32x32b.x64.max.sp::2:4.f32.b2 {%m0}, {%c0}, [%dt];", "sm_107a", "L99", "{%m0}", "The list has 1 register, but .32x32b.x64 requires 2."},
    {"tcgen05.ld.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.b2.f32 {%m0}, {%c0, %c1}, [%dt];", "sm_107a", "L100", ".b2", ".f32 must be before .b2, the type of the metadata."},
    {"tcgen05.st.sync.aligned.16x32bx2.x1.b32 [%dt], {%c0};", "sm_100a", "L99", "{%c0}", "Operand 2 ({%c0}) has the wrong form; expected [t], columns between the halves, {registers}."},
    {"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%ad], 48;", "sm_100a", "L78", "48", "48 is out of range; it must be 32, 64, 128, 256 or 512."},
    {"tcgen05.alloc.exclusive.cta_group::1.sync.aligned.shared::cta.b32 [%ad], 48;", "sm_100a", "L78", "48", "48 is out of range; it must be a multiple of 32 that is not 0."},
    {"tcgen05.alloc.cta_group::1.sync.aligned.shared::cluster.b32 [%ad], 64;", "sm_100a", "L97", ".shared::cluster", ".shared::cluster belongs to tcgen05.commit, not to tcgen05.alloc."},
    {"tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned.exclusive;", "sm_100a", "L97", ".exclusive", ".exclusive belongs to tcgen05.alloc, not to tcgen05.relinquish_alloc_permit."},
    {"tcgen05.wait::ld.sync.aligned %dt;", "sm_100a", "L99", "%dt", "Operand 1 (%dt) has the wrong form; expected no operand."},
    {"tcgen05.wait::ld.sync;", "sm_100a", "L98", "tcgen05.wait::ld", "tcgen05.wait::ld requires .aligned."},
    {"tcgen05.commit.cta_group::1.shared::cluster.b64 [%ad];", "sm_100a", "L98", "tcgen05.commit", "tcgen05.commit requires .mbarrier::arrive::one."},
    {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster::32b.b64 [%ad], %m0;", "sm_103a", "L65", ".multicast::cluster::32b", ".multicast::cluster::32b does not exist on sm_103a. It exists on sm_107a, sm_107f."},
    {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%ad], 65536;", "sm_107a", "L99", "65536", "65536 is out of range; it must be 0 to 0xffff, one bit for each CTA."},
    {"mbarrier.arrive.shared::cluster.b64 %st, [%ad];", "sm_120a", "L99", "%st", "An mbarrier of another CTA returns no state. With .shared::cluster this operand must be _."},
    {"mbarrier.arrive.relaxed.b64 %st, [%ad];", "sm_90a", "L98", ".relaxed", ".relaxed requires a scope, .cta or .cluster."},
    {"mbarrier.arrive.noComplete.b64 %st, [%ad];", "sm_90a", "L99", ".noComplete", ".noComplete requires the count of arrivals as an operand."},
    {"mbarrier.try_wait.parity.shared::cta.b64 %pd, [%ad], 2;", "sm_90a", "L99", "2", "2 is out of range; it must be 0 or 1."},
    {"mbarrier.try_wait.shared::cta.parity.b64 %pd, [%ad], 1;", "sm_90a", "L97", ".parity", ".parity is not a qualifier of mbarrier.try_wait."},
    {"mbarrier.init.shared::cta.b64 [%ad], 0;", "sm_107f", "L65", "0", "The assembler refuses a count of arrivals outside 1 to 1048575 on sm_107f. Older assemblers accept this form on sm_90a, sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f, sm_120a, sm_121a."},
    {"tcgen05.mma.cta_group::1.kind::i8 [%dt], %ad, %bd, %idesc, %pd;", "sm_107a", "L65", ".kind::i8", ".kind::i8 does not exist on sm_107a. It exists on sm_100a, sm_110a."},
    {"tcgen05.mma.cta_group::1.kind::ti16 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L65", ".kind::ti16", ".kind::ti16 does not exist on sm_100a. It exists on sm_107a, sm_107f."},
    {"tcgen05.mma.cta_group::1.kind::ti16 [%dt], %ad, %bd, %idesc, %pd, 3;", "sm_107a", "L67", "3", "scale-d exists only for kinds f16 and tf32, not for ti16."},
    {"tcgen05.mma.cta_group::1.kind::f16.collector::b::fill [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L65", ".collector::b::fill", ".collector::b does not exist on sm_100a. It exists on sm_107a, sm_107f."},
    {"tcgen05.mma.cta_group::1.kind::f16.collector::b::fill.collector::b::use [%dt], %ad, %bd, %idesc, %pd;", "sm_107a", "L100", ".collector::b::use", ".collector::b::use is not allowed: the line already has a qualifier of this group."},
    {"tcgen05.mma.ws.cta_group::1.kind::f16.collector::b::fill [%dt], %ad, %bd, %idesc, %pd;", "sm_107a", "L97", ".collector::b::fill", ".collector::b::fill cannot be combined with .ws. The buffers of .ws are .collector::b0 to ::b3."},
    {"tcgen05.mma.cta_group::1.kind::f16.decompress::lut::b [%dt], %ad, %bd, [%lut], %idesc, %pd;", "sm_107a", "L97", ".decompress::lut::b", ".decompress::lut::b cannot be combined with .kind::f16."},
    {"tcgen05.mma.sp.cta_group::1.kind::f8f6f4.decompress::lut::b [%dt], %ad, %bd, [%mt], [%lut], %idesc, %pd;", "sm_107a", "L97", ".decompress::lut::b", ".decompress::lut::b cannot be combined with .sp."},
    {"tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b [%dt], %ad, %bd, %idesc, %pd;", "sm_107a", "L99", "%idesc", "Operand 4 (%idesc) has the wrong form; expected [d], a, b, [lut], idesc, p; or [d], a, b, [lut], idesc, {lane mask}, p."},
    {"tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b [%dt], %ad, %bd, [%lut], %idesc, %pd;", "sm_103a", "L65", ".decompress::lut::b", ".decompress::lut::b does not exist on sm_103a. It exists on sm_107a, sm_107f."},
    {"tcgen05.shift.cta_group::1.down [%dt];", "sm_107f", "L65", "tcgen05.shift", "tcgen05.shift does not exist on sm_107f. It exists on sm_100a, sm_103a, sm_110a, sm_107a."},
    {"tcgen05.cp.cta_group::1.4x256b [%dt], %ad;", "sm_100", "L65", "tcgen05.cp", "tcgen05 does not exist on sm_100. It exists on sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f."},
    {"tcgen05.cp.cta_group::1.4x256b [%dt], %ad;", "sm_999a", "L65", "tcgen05.cp", "The target 'sm_999a' is unknown; it must be one of: sm_90a, sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f, sm_120a, sm_121a, sm_107a, sm_107f."},
};
// clang-format on

TEST(Accept, RefusalsGiveRulePositionAndReason) {
    for (const Case& c : kCases) {
        const MmaLine line = parsed(c.text);
        const Acceptance a = accept(line, c.arch);
        EXPECT_FALSE(a.accepted) << c.text;
        EXPECT_EQ(a.rule, c.rule) << c.text;
        EXPECT_EQ(line.text.substr(a.span.begin, a.span.end - a.span.begin), c.place) << c.text;
        EXPECT_EQ(a.why, c.why);
        EXPECT_TRUE(a.fix.ends_with('.')) << a.fix;
    }
}

// The assembler ignores a number after the predicate of i8. A separate rule reports it.
TEST(Accept, AcceptsFormsThatOnlyTheAssemblerHas) {
    for (const char* text : {"tcgen05.mma.cta_group::1.kind::i8 [%dt], %ad, %bd, %idesc, %pd, 99;",
                             "tcgen05.mma.kind::f16.cta_group::1 [%dt+4], 5, %bd, -1, !%pd, 15;",
                             "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, {%4, %5, %6, %7}, p, %8;"}) {
        const Acceptance a = accept(parsed(text), "sm_100a");
        EXPECT_TRUE(a.accepted) << a.why;
        EXPECT_EQ(a.ptx, "8.6");
        EXPECT_TRUE(a.rule.empty() && a.why.empty() && a.fix.empty());
    }
}

TEST(Accept, VersionIsTheHigherOfFormAndTarget) {
    const char* mx = "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [d], a, b, i, [s], [t], p;";
    EXPECT_EQ(accept(parsed(mx), "sm_100a").ptx, "8.8");
    EXPECT_EQ(accept(parsed(mx), "sm_110f").ptx, "9.0");
    EXPECT_EQ(accept(parsed("tcgen05.mma.cta_group::1.kind::ti16 [d], a, b, i, p;"), "sm_107a").ptx, "9.4");
    EXPECT_FALSE(accept(parsed("tcgen05.mma.cta_group::1.kind::ti16 [d], a, b, i, p;"), "sm_100a").accepted);
}

// "{...}" stands for as many registers as the instruction needs.
TEST(Accept, AListThatIsLeftOutHasTheRightLength) {
    EXPECT_TRUE(
        accept(*parse_mma_line("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {...}, a, b, p, 1, 1, 0, 0;"),
               "sm_90a")
            .accepted);
    EXPECT_TRUE(
        accept(*parse_mma_line("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {...}, {...}, b, p, 1, 1, 0;"),
               "sm_90a")
            .accepted);
    EXPECT_TRUE(
        accept(*parse_mma_line("tcgen05.mma.cta_group::2.kind::f16 [d], a, b, i, {...}, p;"), "sm_100a").accepted);
    for (const char* line :
         {"tcgen05.ld.sync.aligned.32x32b.x4.b32 {...}, [r];", "tcgen05.st.sync.aligned.16x64b.x8.b32 [r], {...};"})
        EXPECT_TRUE(accept(*parse_mma_line(line), "sm_100a").accepted) << line;
    EXPECT_FALSE(
        accept(*parse_mma_line("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {d}, a, b, p, 1, 1, 0, 0;"),
               "sm_90a")
            .accepted);
}

}  // namespace
}  // namespace tilescope
