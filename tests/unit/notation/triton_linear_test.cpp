// tests/unit/notation/triton_linear_test.cpp -- Triton's layouts as bits, and the descriptors that read them.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/triton_layout.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>

namespace tilescope {
namespace {

// The indices at each offset 1, 2, 4, ... of a tile, as Triton writes them. Empty if the tile has gaps.
std::vector<std::vector<unsigned>> vectors_of(const SmemLayout& l, Operand o) {
    const std::vector<std::uint32_t> map = tile_map(l);
    const unsigned bytes = l.type->container_bits / 8;
    std::vector<std::vector<unsigned>> out;
    for (std::uint32_t offset = 1; offset < map.size(); offset *= 2) {
        const auto at = std::ranges::find(map, offset * bytes);
        if (at == map.end()) return {};
        const auto i = static_cast<unsigned>(at - map.begin()), columns = static_cast<unsigned>(l.columns);
        const unsigned row = i / columns, column = i % columns;
        out.push_back(pick(o, std::vector{row, column}, std::vector{column, row}));
    }
    return out;
}

TritonMemdesc memory_of(const SmemLayout& l, Operand o) {
    const auto rows = static_cast<unsigned>(l.rows), columns = static_cast<unsigned>(l.columns);
    TritonMemdesc out{
        .element = "x", .element_bits = l.type->container_bits, .encoding = TritonLinear{vectors_of(l, o)}};
    out.shape = pick(o, std::vector{rows, columns}, std::vector{columns, rows});
    out.allocation = out.shape;
    return out;
}

// Every tile of atoms whose sizes are powers of two comes back with all its places.
TEST(TritonLinear, FindsTheStridesOfEveryTile) {
    unsigned tiles = 0;
    for (const SwizzleMode mode : {SwizzleMode::none, SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128})
        for (const Major major : {Major::k, Major::mn})
            for (const std::string_view id : {"f16", "e4m3", "tf32"})
                for (const AtomOrder order : {AtomOrder::mn_first, AtomOrder::k_first})
                    for (const int rows : {8, 32, 64, 128, 256})
                        for (const int columns : {16, 64, 128})
                            for (const Operand o : kBothOperands) {
                                const ElementType& type = *find_type(id);
                                if (major == Major::mn && type.bits == 32) continue;
                                const auto tile = build_tile({mode, major, &type, rows, columns, order});
                                if (!tile) continue;
                                const auto found = triton_tile(memory_of(tile->layout, o), o, type);
                                ASSERT_TRUE(found) << found.why << id << rows << 'x' << columns;
                                EXPECT_EQ(found->layout.mode, mode);
                                EXPECT_EQ(found->layout.major, major);
                                EXPECT_EQ(tile_map(found->layout), tile_map(tile->layout)) << id << rows << columns;
                                EXPECT_EQ(found->stage_bytes, tile->bytes);
                                ++tiles;
                            }
    std::printf("%u tiles\n", tiles);
    EXPECT_GT(tiles, 300u);
}

TEST(TritonLinear, RefusesWhatNoDescriptorReads) {
    const auto why = [](std::string_view shape, std::string_view encoding) {
        const auto memory = parse_triton_memdesc(say("!ttg.memdesc<", shape, ", ", encoding, ", #smem>"));
        if (!memory) return memory.why;
        const ElementType* type = triton_type(*memory);
        const auto tile = triton_tile(*memory, Operand::a, type != nullptr ? *type : *find_type("e2m1"));
        return tile ? std::string("read") : tile.why;
    };
    const auto linear = [](std::string_view vectors) {
        return say("#ttg.shared_linear<{offset = ", vectors, "}, alignment = 16>");
    };
    // Row by row, without core matrices and without the XOR of a swizzle.
    EXPECT_NE(why("8x16xf32", linear("[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]")).find("no descriptor"),
              std::string::npos);
    EXPECT_NE(why("4x8xf32", linear("[[0, 1], [0, 2], [0, 4], [1, 0]]")).find("4 vectors"), std::string::npos);
    EXPECT_NE(why("4x8xf32", linear("[[0, 1], [0, 2], [0, 8], [1, 0], [2, 0]]")).find("outside"), std::string::npos);
    EXPECT_NE(why("4x8xf32", linear("[[0, 1], [0, 2], [0, 3], [1, 0], [2, 0]]")).find("same element"),
              std::string::npos);
    EXPECT_NE(why("4x8xf32", linear("[[1], [2], [4], [8], [16]]")).find("rank 1"), std::string::npos);
    EXPECT_NE(why("4x8xf32", linear("[]")).find("needs offset"), std::string::npos);
    EXPECT_NE(why("4x8xf32", "#ttg.shared_linear<{offset = [[0, 1]], phase = 3}>").find("'phase'"), std::string::npos);
    EXPECT_NE(why("4x8xi8", linear("[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]")).find("one element"), std::string::npos);
}

constexpr std::string_view kB =
    "[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], "
    "[0, 64], [0, 128], [16, 0], [32, 0], [64, 0]";

// B of e4m3, K-major without a swizzle: 256 rows of N, so the next chunk of K is 256 x 16 bytes further.
TEST(TritonLinear, GivesTheWordsOfAnMma) {
    const auto text = [](std::string_view operation, std::string_view between) {
        return say(
            "#shared0 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>\n",
            "#shared5 = #ttg.shared_linear<{offset = [", kB, "]}, alignment = 128>\n", operation,
            "!ttg.memdesc<128x128xf8E4M3FN, #shared0, #smem>", between,
            "!ttg.memdesc<128x256xf8E4M3FN, #shared5, #smem>");
    };
    const PasteResult mma = paste(say(text("ttng.tc_gen5_mma %a, %b, %d, %t, %t :\n  ", ",\n  "),
                                      ",\n  !ttg.memdesc<128x256xf32, #tmem, #ttng.tensor_memory>\n  tt.return\n"));
    ASSERT_EQ(mma.words.size(), 2u) << mma.sentence;
    const PasteReading& b = mma.words[1].readings.front();
    EXPECT_EQ(b.format->id, "smem");
    EXPECT_EQ(b.word, 0x0000400801000000u);  // version 1, sbo 128, lbo 4096
    EXPECT_EQ(b.unknown, 0x3fffu);           // the start
    const PasteResult wgmma =
        paste(say(text("%r = ttng.warp_group_dot %a, %b, %c {inputPrecision = 0 : i32}\n      : ", " * "),
                  " -> tensor<128x256xf32, #mma>\n"));
    ASSERT_EQ(wgmma.words.size(), 2u) << wgmma.sentence;
    EXPECT_EQ(wgmma.words[1].readings.front().format->id, "wgmma");
    EXPECT_EQ(wgmma.words[1].readings.front().word, 0x0000000801000000u);
}

TEST(TritonLinear, TakesAnOperationWithItsTypesAndNothingElse) {
    const auto taken = [](std::string_view text) {
        const std::string_view first = take_triton_operation(text);
        return say(first, "|", text);
    };
    EXPECT_EQ(taken("a\nb"), "a|b");
    EXPECT_EQ(taken("ttng.tc_gen5_mma %a :\n x,\n y\nz"), "ttng.tc_gen5_mma %a :\n x,\n y|z");
    EXPECT_EQ(taken("ttng.warp_group_dot %a\n : x\nz"), "ttng.warp_group_dot %a\n : x|z");
    EXPECT_EQ(taken("ttng.tc_gen5_mma %a : x"), "ttng.tc_gen5_mma %a : x|");
    EXPECT_EQ(taken("ttng.tc_gen5_mma %a :"), "ttng.tc_gen5_mma %a :|");
    EXPECT_EQ(taken(""), "|");
}

}  // namespace
}  // namespace tilescope
