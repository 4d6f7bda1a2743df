// tests/unit/ptx/mma_text_test.cpp -- prints variants as text and reads them back.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

// Every combination of the properties of a variant, legal or illegal.
std::vector<Variant> variants() {
    std::vector<Variant> out;
    for (const KindRow& kind : kKinds)
        for (unsigned bits = 0; bits < 128; ++bits) {
            Variant v{.kind = std::string(kind.id), .cta_group = 1 + (bits & 1)};
            v.ws = bits & 2, v.sparse = bits & 4, v.a_in_tmem = bits & 8, v.ashift = bits & 16, v.lane_mask = bits & 32;
            if (bits & 64) v.collector = v.ws ? "b3::lastuse" : "a::use";
            if (!v.ws && !kind.block_scaled() && bits % 3 == 0) v.scale_d = bits % 16;
            if (kind.block_scaled()) {
                v.scale_block = bits % 3 == 0 || kind.id == "mxf4nvf4" ? 16 : 32;
                v.scale_vec = bits % 2 == 0;
            }
            out.push_back(v);
        }
    return out;
}

TEST(MmaText, ReadsBackEveryVariant) {
    int read = 0;
    for (const Variant& v : variants())
        for (const bool zero_mask : {false, true}) {
            const std::string text = mma_text(v, zero_mask);
            const Answer<MmaLine> line = parse_mma_line(text);
            ASSERT_TRUE(line) << text << ": " << line.why;
            EXPECT_EQ(variant_of(*line), v) << text;
            EXPECT_EQ(line->lane_mask(), v.lane_mask ? 4 * v.cta_group : 0) << text;
            EXPECT_EQ(line->operand(OperandRole::zero_mask) != nullptr, v.ws && zero_mask) << text;
            ++read;
        }
    EXPECT_EQ(read, 2048);
}

TEST(MmaText, PrintsTheScaleSizeThatTheKindRequires) {
    const auto size = [](std::string kind, unsigned block, bool vec) {
        return scale_size_text({.kind = std::move(kind), .scale_block = block, .scale_vec = vec});
    };
    // PTX ISA 9.1, Table 55: 1X and 2X are block32, 4X is block16; only mxf4nvf4 must have a size (ptxas 13.0.88).
    EXPECT_EQ(size("f16", 32, true), "");
    EXPECT_EQ(size("mxf8f6f4", 0, false), "");
    EXPECT_EQ(size("mxf8f6f4", 32, true), "scale_vec::1X");
    EXPECT_EQ(size("mxf4", 0, true), "scale_vec::2X");
    EXPECT_EQ(size("mxf4", 32, false), "block32");
    EXPECT_EQ(size("mxf4nvf4", 0, false), "block16");
    EXPECT_EQ(size("mxf4nvf4", 16, true), "scale_vec::4X");
    EXPECT_EQ(size("mxf4nvf4", 32, true), "scale_vec::2X");
}

TEST(MmaText, PrintsAllRegistersForTheAssembler) {
    const Variant v{.kind = "f16", .a_in_tmem = true};
    EXPECT_EQ(wgmma_text(v, {.n = 16, .d_type = "f16"}, true),
              "wgmma.mma_async.sync.aligned.m64n16k16.f16.f16.f16 {d0, d1, d2, d3}, {a0, a1, a2, a3}, b, p, 1, 1, 0;");
    const auto line = parse_mma_line(wgmma_text({}, {.n = 256, .k = 16}, true));
    ASSERT_TRUE(line) << line.why;
    EXPECT_EQ(line->operand(OperandRole::d)->count, 128u) << "64 x 256 values over 128 threads";
    EXPECT_EQ(line->n, 256u);
}

TEST(MmaText, SingleBitTypesHaveTheirOperation) {
    const std::string text = wgmma_text({.kind = "i8", .b1 = true},
                                        {.n = 8, .k = 256, .d_type = "s32", .a_type = "b1", .b_type = "b1"}, true);
    EXPECT_EQ(text, "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {d0, d1, d2, d3}, a, b, p;");
    const auto line = parse_mma_line(text);
    ASSERT_TRUE(line) << line.why;
    EXPECT_TRUE(accept(*line, kHopper).accepted) << accept(*line, kHopper).why;
}

TEST(MmaText, CollectorIsABufferAndAnOperation) {
    for (const char* good : {"a::fill", "a::discard", "b0::use", "b3::lastuse"})
        EXPECT_TRUE(is_collector(good)) << good;
    for (const char* bad : {"", "a", "a::", "c::fill", "b4::use", "a::fills", "::fill"})
        EXPECT_FALSE(is_collector(bad)) << bad;
}

}  // namespace
}  // namespace tilescope
