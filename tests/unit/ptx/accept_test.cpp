// tests/unit/ptx/accept_test.cpp -- refusals name the rule, the place and what would be right.
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
    {"tcgen05.mma.ws.cta_group::2.kind::f16 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L64", ".cta_group::2", ".ws is for .cta_group::1 only."},
    {"tcgen05.mma.ws.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, {%m0, %m1, %m2, %m3}, %pd;", "sm_100a", "L64", "{%m0, %m1, %m2, %m3}", ".ws has no lane mask."},
    {"tcgen05.mma.cta_group::1.kind::i8 [%dt], %ad, %bd, %idesc, %pd;", "sm_103a", "L65", ".kind::i8", ".kind::i8 does not exist on sm_103a; it is on sm_100a, sm_110a."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd;", "sm_120a", "L65", "tcgen05.mma", "tcgen05 does not exist on sm_120a; it is on sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd, 3;", "sm_110a", "L65", "3", "scale-d does not exist on sm_110a; it is on sm_100a, sm_100f, sm_103a, sm_103f."},
    {"tcgen05.mma.cta_group::1.kind::f16.ashift [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L66", ".ashift", ".ashift needs A in Tensor Memory; here A is a shared-memory descriptor."},
    {"tcgen05.mma.cta_group::1.kind::f16.ashift.collector::a::fill [%dt], [%at], %bd, %idesc, %pd;", "sm_100a", "L66", ".collector::a::fill", ".ashift goes with .collector::a::lastuse and ::discard, not with .collector::a::fill."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd, 16;", "sm_100a", "L67", "16", "16 is out of range here; want 0 to 15."},
    {"tcgen05.mma.cta_group::1.kind::f8f6f4 [%dt], %ad, %bd, %idesc, %pd, 1;", "sm_100a", "L67", "1", "scale-d is for kinds f16 and tf32, not for f8f6f4."},
    {"tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%dt], %ad, %bd, %idesc, %5, %6, %pd;", "sm_100a", "L99", "%5", "Operand 5, %5, does not fit its place; want [d], a, b, idesc, [scale-a], [scale-b], p."},
    {"tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%dt], %ad, %bd, %idesc, [%sa], %sb, %pd;", "sm_100a", "L99", "%sb", "Operand 6, %sb, does not fit its place; want [d], a, b, idesc, [scale-a], [scale-b], p."},
    {"tcgen05.mma.sp.cta_group::1.kind::f8f6f4 [%dt], %ad, %bd, %meta, %idesc, %pd;", "sm_100a", "L99", "%meta", "Operand 4, %meta, does not fit its place; want [d], a, b, idesc, p; or [d], a, b, idesc, {lane mask}, p; .sp: [metadata] behind b."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, true;", "sm_100a", "L99", "true", "PTX has no word true: the assembler looks for a register of that name."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, !PT;", "sm_100a", "L99", "!PT", "PTX has no word PT: the assembler looks for a register of that name."},
    {"tcgen05.mma.cta_group::2.kind::f16 [%dt], %ad, %bd, %idesc, {%m0, %m1, %m2, %m3}, %pd;", "sm_100a", "L68", "{%m0, %m1, %m2, %m3}", "The lane mask has 4 words; .cta_group::2 takes 8."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, %bd, %idesc, %pd, %zcm;", "sm_100a", "L69", "%zcm", "The zero-column mask is an operand of .ws and .ws.sp only."},
    {"tcgen05.cp.cta_group::1.32x128b [%dt], %ad;", "sm_100a", "L84", ".32x128b", "tcgen05.cp.32x128b takes .warpx4."},
    {"wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%c0, %c1, %c2, %c3}, %ad, %bd, %pd, 1, 1, 0, 1;", "sm_90a", "L89", "0", "A and B of tf32 cannot be transposed; f16 and bf16 can: only they have these numbers."},
    {"wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 {%c0, %c1, %c2, %c3, %c4, %c5}, %ad, %bd, %pd, 1, 1, 0, 0;", "sm_90a", "L90", ".m64n12k16", "N is 12; it goes from 8 to 256 in steps of 8."},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16 {%c0, %c1, %c2, %c3}, %ad, %bd, %pd, 1, 1, 0, 0;", "sm_90a", "L91", ".f32.f16.bf16", "wgmma.mma_async has no D f32 with A f16 and B bf16."},
    {"tcgen05.mma.cta_group::1.kind::f16.warpx4 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L97", ".warpx4", ".warpx4 belongs to tcgen05.cp, not to tcgen05.mma."},
    {"tcgen05.mma.cta_group::1.kind::f9 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L97", ".kind::f9", ".kind::f9 is no qualifier of tcgen05.mma."},
    {"tcgen05.mma.kind::f16 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L98", "tcgen05.mma", "tcgen05.mma needs .cta_group::1 or .cta_group::2."},
    {"tcgen05.mma.cta_group::1.kind::f16 [%dt], %ad, [%bd], %idesc, %pd;", "sm_110f", "L99", "[%bd]", "Operand 3, [%bd], does not fit its place; want [d], a, b, idesc, p; or [d], a, b, idesc, {lane mask}, p; or [d], a, b, idesc, p, scale-d; or [d], a, b, idesc, {lane mask}, p, scale-d."},
    {"tcgen05.cp.cta_group::1.4x256b [%dt];", "sm_100a", "L99", "tcgen05.cp", "Operands are missing: there are 1; want [t], s-desc."},
    {"tcgen05.mma.cta_group::1.ws.kind::f16 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L100", ".ws", ".ws must stand at once behind tcgen05.mma; the other qualifiers are free."},
    {"tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::1X [%dt], %ad, %bd, %idesc, [%sfat], [%sfbt], %pd;", "sm_100a", "L101", ".scale_vec::1X", ".kind::mxf4 has no .scale_vec::1X; it takes .scale_vec::2X or .block32."},
    {"tcgen05.shift.cta_group::1.down [%dt];", "sm_100f", "L65", "tcgen05.shift", "tcgen05.shift does not exist on sm_100f; it is on sm_100a, sm_103a, sm_110a."},
    {"tcgen05.shift.cta_group::1 [%dt];", "sm_100a", "L98", "tcgen05.shift", "tcgen05.shift needs .down."},
    {"tcgen05.shift.cta_group::1.down.sync [%dt];", "sm_100a", "L97", ".sync", ".sync belongs to wgmma.mma_async, not to tcgen05.shift."},
    {"tcgen05.shift.cta_group::1.down %dt;", "sm_100a", "L99", "%dt", "Operand 1, %dt, does not fit its place; want [t]."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%c0, %c1}, %f4, [%dt];", "sm_100a", "L65", "tcgen05.ld.red", "tcgen05.ld.red does not exist on sm_100a; it is on sm_103a, sm_103f, sm_110a, sm_110f."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x4.max.f32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L99", "{%c0, %c1}", "The list has 2 registers; .32x32b.x4 takes 4."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.max.abs.s32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L97", ".abs", ".abs goes with .f32 only, not with .s32."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.f32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L98", "tcgen05.ld.red", "tcgen05.ld.red needs .min or .max."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.min.max.f32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L100", ".max", ".max stands where the line already has one of its sort."},
    {"tcgen05.ld.red.sync.aligned.16x32bx2.x2.max.f32 {%c0, %c1}, %f4, [%dt];", "sm_103a", "L99", "tcgen05.ld.red", "Operands are missing: there are 3; want {registers}, result, [t], columns between the halves."},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%c0, %c1}, %f4, [%dt], 4;", "sm_103a", "L99", "4", "Operand 4, 4, does not fit its place; want {registers}, result, [t]."},
    {"tcgen05.ld.sync.aligned.16x256b.x64.b32 {%c0}, [%dt];", "sm_100a", "L97", ".x64", ".x64 of .16x256b takes 256 registers; an access has 128 at most."},
    {"tcgen05.ld.sync.aligned.16x128b.x2.b32 {%c0, %c1}, [%dt];", "sm_100a", "L99", "{%c0, %c1}", "The list has 2 registers; .16x128b.x2 takes 4."},
    {"tcgen05.ld.sync.aligned.32x32b.x1.b32 %c0, [%dt];", "sm_100a", "L99", "%c0", "Operand 1, %c0, does not fit its place; want {registers}, [t]."},
    {"tcgen05.ld.sync.32x32b.x1.b32 {%c0}, [%dt];", "sm_107a", "L65", "tcgen05.ld", "The assembler refuses tcgen05.ld or .st without .aligned on sm_107a; older assemblers take it on sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f."},
    {"tcgen05.ld.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.f32.b2 {%m0}, {%c0, %c1}, [%dt];", "sm_107f", "L65", "tcgen05.ld.spcompress", ".spcompress does not exist on sm_107f; it is on sm_107a."},
    {"tcgen05.ld.spcompress.sync.aligned.32x32b.x64.max.sp::2:4.f32.b2 {%m0}, {%c0}, [%dt];", "sm_107a", "L99", "{%m0}", "The list has 1 register; .32x32b.x64 takes 2."},
    {"tcgen05.ld.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.b2.f32 {%m0}, {%c0, %c1}, [%dt];", "sm_107a", "L100", ".b2", ".f32 must stand before .b2, the type of the metadata."},
    {"tcgen05.st.sync.aligned.16x32bx2.x1.b32 [%dt], {%c0};", "sm_100a", "L99", "{%c0}", "Operand 2, {%c0}, does not fit its place; want [t], columns between the halves, {registers}."},
    {"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%ad], 48;", "sm_100a", "L78", "48", "48 is out of range here; want 32, 64, 128, 256 or 512."},
    {"tcgen05.alloc.exclusive.cta_group::1.sync.aligned.shared::cta.b32 [%ad], 48;", "sm_100a", "L78", "48", "48 is out of range here; want a multiple of 32 that is not 0."},
    {"tcgen05.alloc.cta_group::1.sync.aligned.shared::cluster.b32 [%ad], 64;", "sm_100a", "L97", ".shared::cluster", ".shared::cluster belongs to tcgen05.commit, not to tcgen05.alloc."},
    {"tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned.exclusive;", "sm_100a", "L97", ".exclusive", ".exclusive belongs to tcgen05.alloc, not to tcgen05.relinquish_alloc_permit."},
    {"tcgen05.wait::ld.sync.aligned %dt;", "sm_100a", "L99", "%dt", "Operand 1, %dt, does not fit its place; want no operand."},
    {"tcgen05.wait::ld.sync;", "sm_100a", "L98", "tcgen05.wait::ld", "tcgen05.wait::ld needs .aligned."},
    {"tcgen05.commit.cta_group::1.shared::cluster.b64 [%ad];", "sm_100a", "L98", "tcgen05.commit", "tcgen05.commit needs .mbarrier::arrive::one."},
    {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster::32b.b64 [%ad], %m0;", "sm_103a", "L65", ".multicast::cluster::32b", ".multicast::cluster::32b does not exist on sm_103a; it is on sm_107a, sm_107f."},
    {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%ad], 65536;", "sm_107a", "L99", "65536", "65536 is out of range here; want 0 to 0xffff, a bit for each CTA."},
    {"mbarrier.arrive.shared::cluster.b64 %st, [%ad];", "sm_120a", "L99", "%st", "An mbarrier of another CTA hands out no state: with .shared::cluster this is _."},
    {"mbarrier.arrive.relaxed.b64 %st, [%ad];", "sm_90a", "L98", ".relaxed", ".relaxed needs a scope, .cta or .cluster."},
    {"mbarrier.arrive.noComplete.b64 %st, [%ad];", "sm_90a", "L99", ".noComplete", ".noComplete needs the count of arrivals as an operand."},
    {"mbarrier.try_wait.parity.shared::cta.b64 %pd, [%ad], 2;", "sm_90a", "L99", "2", "2 is out of range here; want 0 or 1."},
    {"mbarrier.try_wait.shared::cta.parity.b64 %pd, [%ad], 1;", "sm_90a", "L97", ".parity", ".parity is no qualifier of mbarrier.try_wait."},
    {"mbarrier.init.shared::cta.b64 [%ad], 0;", "sm_107f", "L65", "0", "The assembler refuses a count of arrivals outside 1 to 1048575 on sm_107f; older assemblers take it on sm_90a, sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f, sm_120a, sm_121a."},
    {"tcgen05.mma.cta_group::1.kind::i8 [%dt], %ad, %bd, %idesc, %pd;", "sm_107a", "L65", ".kind::i8", ".kind::i8 does not exist on sm_107a; it is on sm_100a, sm_110a."},
    {"tcgen05.mma.cta_group::1.kind::ti16 [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L65", ".kind::ti16", ".kind::ti16 does not exist on sm_100a; it is on sm_107a, sm_107f."},
    {"tcgen05.mma.cta_group::1.kind::ti16 [%dt], %ad, %bd, %idesc, %pd, 3;", "sm_107a", "L67", "3", "scale-d is for kinds f16 and tf32, not for ti16."},
    {"tcgen05.mma.cta_group::1.kind::f16.collector::b::fill [%dt], %ad, %bd, %idesc, %pd;", "sm_100a", "L65", ".collector::b::fill", ".collector::b does not exist on sm_100a; it is on sm_107a, sm_107f."},
    {"tcgen05.mma.cta_group::1.kind::f16.collector::b::fill.collector::b::use [%dt], %ad, %bd, %idesc, %pd;", "sm_107a", "L100", ".collector::b::use", ".collector::b::use stands where the line already has one of its sort."},
    {"tcgen05.mma.ws.cta_group::1.kind::f16.collector::b::fill [%dt], %ad, %bd, %idesc, %pd;", "sm_107a", "L97", ".collector::b::fill", ".collector::b::fill does not go with .ws; its buffers are b0 to b3."},
    {"tcgen05.mma.cta_group::1.kind::f16.decompress::lut::b [%dt], %ad, %bd, [%lut], %idesc, %pd;", "sm_107a", "L97", ".decompress::lut::b", ".decompress::lut::b does not go with .kind::f16."},
    {"tcgen05.mma.sp.cta_group::1.kind::f8f6f4.decompress::lut::b [%dt], %ad, %bd, [%mt], [%lut], %idesc, %pd;", "sm_107a", "L97", ".decompress::lut::b", ".decompress::lut::b does not go with .sp."},
    {"tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b [%dt], %ad, %bd, %idesc, %pd;", "sm_107a", "L99", "%idesc", "Operand 4, %idesc, does not fit its place; want [d], a, b, [lut], idesc, p; or [d], a, b, [lut], idesc, {lane mask}, p."},
    {"tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b [%dt], %ad, %bd, [%lut], %idesc, %pd;", "sm_103a", "L65", ".decompress::lut::b", ".decompress::lut::b does not exist on sm_103a; it is on sm_107a, sm_107f."},
    {"tcgen05.shift.cta_group::1.down [%dt];", "sm_107f", "L65", "tcgen05.shift", "tcgen05.shift does not exist on sm_107f; it is on sm_100a, sm_103a, sm_110a, sm_107a."},
    {"tcgen05.cp.cta_group::1.4x256b [%dt], %ad;", "sm_100", "L65", "tcgen05.cp", "There is no target 'sm_100' here; want one of: sm_90a, sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f, sm_120a, sm_121a, sm_107a, sm_107f."},
};
// clang-format on

TEST(Accept, RefusalsNameRulePlaceAndReason) {
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

// The assembler reads a number behind the predicate of i8 and drops it: a rule of its own says so.
TEST(Accept, TakesWhatTheAssemblerTakesEvenWhereTheManualDoesNot) {
    for (const char* text : {"tcgen05.mma.cta_group::1.kind::i8 [%dt], %ad, %bd, %idesc, %pd, 99;",
                             "tcgen05.mma.kind::f16.cta_group::1 [%dt+4], 5, %bd, -1, !%pd, 15;",
                             "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, {%4, %5, %6, %7}, p, %8;"}) {
        const Acceptance a = accept(parsed(text), "sm_100a");
        EXPECT_TRUE(a.accepted) << a.why;
        EXPECT_EQ(a.ptx, "8.6");
        EXPECT_TRUE(a.rule.empty() && a.why.empty() && a.fix.empty());
    }
}

TEST(Accept, VersionsAreThoseOfTheFormAndOfTheTarget) {
    const char* mx = "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [d], a, b, i, [s], [t], p;";
    EXPECT_EQ(accept(parsed(mx), "sm_100a").ptx, "8.8");
    EXPECT_EQ(accept(parsed(mx), "sm_110f").ptx, "9.0");
    EXPECT_EQ(accept(parsed("tcgen05.mma.cta_group::1.kind::ti16 [d], a, b, i, p;"), "sm_107a").ptx, "9.4");
    EXPECT_FALSE(accept(parsed("tcgen05.mma.cta_group::1.kind::ti16 [d], a, b, i, p;"), "sm_100a").accepted);
}

}  // namespace
}  // namespace tilescope
