// tests/unit/program/read_ptx_values_test.cpp -- checks what single PTX instructions write.
// SPDX-License-Identifier: MIT
#include "tests/unit/program/ptx_result.h"

#include <string>
#include <string_view>

namespace tilescope::program::ptx_tests {
namespace {

TEST(ReadPtx, FollowsMoves) {
    expect_values({
        {"mov.b32 %d, 0x40004040;", all(0x40004040)},
        {"mov.u32 %d, 017;", all(15)},
        {"mov.b32 %d, 0b101;", all(5)},
        {"mov.s32 %d, -1;", all(0xffffffff)},
        {"mov.u64 %d, -9223301530671579136;", all(0x8000402000010000)},
        {"mov.f32 %d, 0f3f800000;", all(0x3f800000)},
        {"mov.f64 %d, 0d3ff0000000000000;", all(0x3ff0000000000000)},
        {"mov.f32 %d, 1.0;", unknown_bits()},
        {"mov.b64 %d, {%lo, 0x40004040};", {0x4000404000000000, kHigh}},
        {"mov.b32 %d, {1, 2};", all(0x20001)},
        {"mov.b64 %d, {1, 2, %h, 4};", {0x0004000000020001, 0xffff0000ffffffff}},
        {"mov.b64 %a, 0x123456789abcdef0; mov.b64 {_, %d}, %a;", all(0x12345678)},
        {"mov.b64 %a, 0x123456789abcdef0; mov.b64 {%d, %e}, %a;", all(0x9abcdef0)},
        {"mov.b32 %a, 0x12345678; mov.b32 {%e, %d}, %a;", all(0x1234)},
        {"mov.u32 %d, some_symbol;", kNothing32},
        {"mov.u32 %d, %tid.x;", kNothing32},
        {"mov.b32 %d, 0x100000000;", unknown_bits()},
        {"mov.b128 %d, {%a, %b};", unknown_bits()},
        {"selp.b32 %d, 16, 0, %p;", {0, ~std::uint64_t{16}}},
        {"mov.pred %p, -1; selp.b32 %d, 16, 5, %p;", all(16)},
        {"mov.pred %p, 0; selp.b32 %d, 16, 5, %p;", all(5)},
        {"mov.b32 %d, 5; mov.b32 %d, %x;", kNothing32},
    });
}

TEST(ReadPtx, FollowsConversions) {
    expect_values({
        {"cvt.u64.u32 %d, %a;", {0, kHigh}},
        {"mov.b32 %a, -5; cvt.s64.s32 %d, %a;", all(static_cast<std::uint64_t>(-5))},
        {"mov.b32 %a, -5; cvt.u64.s32 %d, %a;", all(static_cast<std::uint64_t>(-5))},
        {"mov.b64 %a, 0x4000404000010000; cvt.u32.u64 %d, %a;", all(0x10000)},
        {".reg .b32 %d; mov.b32 %a, 0x1ff; cvt.s32.s8 %d, %a;", all(0xffffffff)},
        {".reg .b32 %d; mov.b32 %a, 0x1ff; cvt.s8.s32 %d, %a;", all(0xffffffff)},
        {"mov.b32 %a, 0x1ff; cvt.u32.u8 %d, %a;", all(0xff)},
        {"cvt.rn.f32.s32 %d, 5;", unknown_bits()},
        {"cvt.sat.u16.u32 %d, 5;", unknown_bits()},
        {"cvt.u32.f32 %d, %f;", unknown_bits()},
    });
}

TEST(ReadPtx, FollowsLogicAndShifts) {
    expect_values({
        {"or.b64 %d, %x, 4611756662049538048;", {0x4000404000010000, 0x4000404000010000}},
        {"and.b32 %d, %x, 16383;", {0, ~std::uint64_t{0x3fff}}},
        {"xor.b32 %d, 0xff, 0x0f;", all(0xf0)},
        {"not.b32 %d, 0x0f;", all(0xfffffff0)},
        {"shl.b32 %d, 1, 31;", all(0x80000000)},
        {"shl.b32 %d, %x, 32;", all(0)},
        {"shl.b64 %d, 2, 61;", all(0x4000000000000000)},
        {"shr.u32 %a, %x, 4; and.b32 %d, %a, 0xf0000000;", all(0)},
        {"shr.s32 %d, -16, 2;", all(0xfffffffc)},
        {"shr.s32 %d, -16, 99;", all(0xffffffff)},
        {"shr.b32 %d, 0x80000000, 31;", all(1)},
        {"shf.l.wrap.b32 %d, 0x80000000, 1, 33;", all(3)},
        {"shf.l.clamp.b32 %d, 0x80000000, 1, 33;", all(0x80000000)},
        {"shf.r.wrap.b32 %d, 0x80000000, 1, 4;", all(0x18000000)},
        {"shf.r.clamp.b32 %d, 5, 9, 77;", all(9)},
        {"bfe.u32 %d, 0x12345678, 4, 8;", all(0x67)},
        {"bfe.u32 %d, %x, 4, 14;", {0, ~std::uint64_t{0x3fff}}},
        {"bfe.s32 %d, 0x12345678, 4, 4;", all(7)},
        {"bfe.s32 %d, 0x12345688, 4, 4;", all(0xfffffff8)},
        {"bfe.s32 %d, 0x80000000, 28, 9;", all(0xfffffff8)},
        {"bfe.s32 %d, %x, 0, 0;", all(0)},
        {"bfe.s32 %d, 1, %x, 4;", unknown_bits()},
        {"bfe.u64 %d, 0x1200, 8, 8;", all(0x12)},
        {"bfe.u64 %d, 0x1200, 264, 8;", {0, 0}},
        {"bfi.b32 %d, 0xf, 0x1000, 4, 4;", all(0x10f0)},
        {"bfi.b64 %d, 2, %x, 61, 3;", {0x4000000000000000, 0xe000000000000000}},
        {"bfi.b64 %d, 2, 0, %x, 300;", {0, 0}},
        {"lop3.b32 %d, 0xff00, 0xf0f0, 0xcccc, 0xfe;", all(0xfffc)},
        {"lop3.b32 %d, %x, %y, 0xff, 0xc0;", kNothing32},
        {"lop3.b32 %d, %x, 0x40, 0, 0xfc;", {0x40, kHigh | 0x40}},
        {"lop3.b32 %d, %x, 0x40, 0, 0x1fc;", unknown_bits()},
        {"lop3.or.b32 _|%p, 0, 0, 0, 0xfe, 0; selp.b32 %d, 1, 2, %p;", all(2)},
        {"lop3.and.b32 %e|%p, 4, 0, 0, 0xfe, 1; selp.b32 %d, 1, 2, %p;", all(1)},
        {"prmt.b32 %d, 0x33221100, 0x77665544, 0x7250;", all(0x77225500)},
        {"prmt.b32 %d, 0x000080ff, 0, 0x98f8;", all(0xffff00ff)},
        {"prmt.b32.f4e %d, 1, 2, 3;", unknown_bits()},
    });
}

TEST(ReadPtx, FollowsArithmetic) {
    expect_values({
        {"add.s32 %d, 0xffffffff, 2;", all(1)},
        {"add.s64 %d, %x, 0;", {0, 0}},
        {"add.cc.u32 %d, 3, 4;", all(7)},
        {"addc.u32 %d, 3, 4;", unknown_bits()},
        {"add.sat.s32 %d, 3, 4;", unknown_bits()},
        {"add.f32 %d, 3, 4;", unknown_bits()},
        {"add.s16x2 %d, 3, 4;", unknown_bits()},
        {"sub.u32 %d, 1, 2;", all(0xffffffff)},
        {"mul.lo.s32 %d, -3, 5;", all(0xfffffff1)},
        {"mul.lo.u32 %d, %x, 16;", {0, kHigh | 15}},
        {"mul.hi.s64 %d, 3, 5;", unknown_bits()},
        {"mul.hi.u32 %d, 0x80000001, 6;", all(3)},
        {"mul.hi.s32 %d, -2, 3;", all(0xffffffff)},
        {"mul.hi.u64 %d, 0xaaaaaaaaaaaaaaab, 7;", all(4)},
        {"mul.hi.u64 %d, 0xffffffffffffffff, 0xffffffffffffffff;", all(0xfffffffffffffffe)},
        {"mul.hi.u64 %d, 0x1234567890abcdef, 0xfedcba0987654321;", all(0x121fa000a3723a57)},
        {"mul.wide.u32 %d, 0xffffffff, 2;", all(0x1fffffffe)},
        {"mul.wide.s32 %d, -1, 2;", all(static_cast<std::uint64_t>(-2))},
        {"mul.wide.s16 %d, -1, 2;", all(0xfffffffe)},
        {"mad.lo.s32 %d, 3, 5, 7;", all(22)},
        {"mad.wide.s32 %d, -3, 5, 0x100000000;", all(0xfffffff1)},
        {"mad.wide.u32 %d, 3, 5, 0x100000000;", all(0x10000000f)},
        {"mad.hi.s32 %d, 3, 5, 7;", unknown_bits()},
        {"neg.s32 %d, 5;", all(0xfffffffb)},
        {"abs.s32 %d, -5;", all(5)},
        {"div.u32 %d, 4096, 16;", all(256)},
        {"rem.u32 %d, 17, 16;", all(1)},
        {"div.s32 %d, 17, 4;", all(4)},
        {"div.s32 %d, -17, 4;", kNothing32},
        {"div.u32 %d, 17, 0;", kNothing32},
        {"min.u32 %d, -1, 4;", all(4)},
        {"min.s32 %d, -1, 4;", all(0xffffffff)},
        {"max.u32 %d, -1, 4;", all(0xffffffff)},
        {"max.s32 %d, -1, 4;", all(4)},
        {"popc.b32 %d, 3;", unknown_bits()},
        {"sad.u32 %d, 3, 4, 5;", unknown_bits()},
        {"cvta.shared.u64 %d, 5;", unknown_bits()},
        {"add.u32 %d, 3;", unknown_bits()},
        {"add.u32 %d, 3, 4, 5;", unknown_bits()},
    });
}

TEST(ReadPtx, FollowsComparisons) {
    const auto chosen = [](const std::string& compare) {
        const KnownBits x = value_of(compare + "; selp.b32 %d, 1, 2, %p;");
        return x.known == kAll ? static_cast<int>(x.value) : 0;
    };
    EXPECT_EQ(chosen("setp.eq.s32 %p, 5, 5"), 1);
    EXPECT_EQ(chosen("setp.ne.b64 %p, 5, 5"), 2);
    EXPECT_EQ(chosen("setp.lt.s32 %p, -1, 0"), 1);
    EXPECT_EQ(chosen("setp.lt.u32 %p, -1, 0"), 2);
    EXPECT_EQ(chosen("setp.le.s64 %p, -1, -1"), 1);
    EXPECT_EQ(chosen("setp.gt.u16 %p, 3, 2"), 1);
    EXPECT_EQ(chosen("setp.ge.s32 %p, -2, -1"), 2);
    EXPECT_EQ(chosen("setp.hi.u32 %p, -2, 1"), 1);
    EXPECT_EQ(chosen("setp.lo.s32 %p, 1, 2"), 0) << "no instruction of PTX";
    EXPECT_EQ(chosen("setp.lt.b32 %p, 1, 2"), 0) << "bits have no order";
    EXPECT_EQ(chosen("setp.lt.f32 %p, 0f00000000, 0f3f800000"), 0);
    EXPECT_EQ(chosen("setp.eq.s32 %p, %x, 5"), 0);
    EXPECT_EQ(chosen("setp.lt.u32 %p, %x, 0"), 2);
    EXPECT_EQ(chosen("setp.ne.s32 %q|%p, 5, 6"), 2);
    EXPECT_EQ(chosen("mov.pred %c, 1; setp.ne.and.s32 %q|%p, 5, 5, %c"), 1);
    EXPECT_EQ(chosen("mov.pred %c, 1; setp.ne.and.s32 %q|%p, 5, 5, !%c"), 2);
    EXPECT_EQ(chosen("mov.pred %p, 1; setp.eq.and.s32 %p|%q, 5, 6, %p; mov.pred %p, %q"), 1) << "reads the old %p";
    EXPECT_EQ(chosen("setp.eq.or.s32 %p, 5, 6, %c"), 0);
    EXPECT_EQ(chosen("mov.pred %a, 1; not.pred %p, %a"), 2);
    EXPECT_EQ(chosen("mov.pred %a, 1; or.pred %p, %a, %b"), 1);
    EXPECT_EQ(chosen("mov.pred %p, 1; elect.sync %r|%p, -1"), 0);
}

TEST(ReadPtx, AGuardKeepsTheOldValueInPart) {
    expect_values({
        {"mov.b32 %d, 5; @%p mov.b32 %d, 7;", {5, ~std::uint64_t{2}}},
        {"mov.b32 %d, 5; mov.pred %p, 0; @%p mov.b32 %d, 7;", all(5)},
        {"mov.b32 %d, 5; mov.pred %p, 0; @!%p mov.b32 %d, 7;", all(7)},
        {"@ ! %p mov.b32 %d, 7;", kNothing32},
        {"mov.pred %p, 1; mov.pred %q, 0; mov.b32 %d, 1; @%p setp.eq.s32 %p|%q, 1, 2; @%q mov.b32 %d, 9;", all(9)},
    });
}

// Each instruction writes %d in a way that nobody follows.
TEST(ReadPtx, ForgetsWhatUnknownInstructionsWrite) {
    for (const std::string_view instruction :
         {"ld.param.b32 %d, [x];",
          "ld.shared.v2.b32 {%a, %d}, [x];",
          "shfl.sync.idx.b32 %d|%p, %a, 0, 31, -1;",
          "atom.add.u32 %d, [x], 1;",
          "vote.sync.ballot.b32 %d, %p, -1;",
          "fancy.new.b32 %d, 1;",
          "elect.sync %d|%p, -1;",
          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%d, %a, %b, %c}, [x];",
          "call (%d), f, (5);",
          "call.uni (%d), f;",
          "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%a, %d}, %x, %y, 1, 1, 1, 0, 0;",
          "mov.b32 %a, 5 mov.b32 %d, 6;",
          "tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%a, %b}, %d, [%t];",
          "mov.b32 5 %d;",
          "mov.v2.b32 %d, %a;",
          "mbarrier.arrive.shared.b64 %d, [x];",
          "@%p ld.global.b32 %d, [x];",
          "mov.b32 %d.x, 1; mov.b32 %d, %d.x;",
          "mma.sync.aligned\n.m16n8k8.f32 {%d}, {%a};",
          "cvt.pack.sat.s8.s32.b32 %d, 1, 2, 3;",
          "mov.b32 %d, (1 + 2);"}) {
        const Result result =
            result_of("mov.b32 %d, 5;\n" + std::string(instruction) + "\nfence.proxy.async;\ntcgen05.shift.down [%d];");
        const KnownBits x = result.bits(result.last_instruction(), 0);
        EXPECT_EQ(x.known & 5, 0u) << instruction;
    }
}

TEST(ReadPtx, KeepsWhatOtherInstructionsDoNotWrite) {
    for (const std::string_view instruction : {"st.shared.b32 [%d], 1;",
                                               "bar.sync %d, 128;",
                                               "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %d, 64;",
                                               "cp.async.wait_group 0;",
                                               "fence.proxy.async.shared::cta;",
                                               "red.async.add.u32 [%d], 1;",
                                               "call f, (%d);",
                                               "nanosleep.u32 %d;",
                                               "st.global.v4.b32 [ %x + 0 ], { %d, %d, %d, %d };",
                                               "prefetch.global.L2 [%d];",
                                               "mbarrier.arrive.shared.b64 _, [%d];",
                                               "tcgen05.commit.cta_group::1.b64 [%d];",
                                               ".loc 1 5 %d",
                                               ".pragma \"%d;\";",
                                               "// mov.b32 %d, 6;",
                                               "/* mov.b32 %d, 6; */",
                                               "tcgen05.st.sync.aligned.32x32b.x1.b32 [%x], {%d};",
                                               "%d is 6",
                                               "- mov.b32 %d, 6;",
                                               "see: mov the %d"}) {
        const Result result = result_of("mov.b32 %d, 5;\n" + std::string(instruction) + "\ntcgen05.shift.down [%d];");
        expect_equal(result.bits(result.last_instruction(), 0), all(5), instruction);
    }
}

}  // namespace
}  // namespace tilescope::program::ptx_tests
