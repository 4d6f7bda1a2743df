// tests/unit/notation/cute_layout_test.cpp -- CuTe layouts of descriptors place every element as the descriptors do.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/tile.h>
#include <tilescope/notation/cute.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

// Checks that text and layout place every element at the same position. Returns the number of compared elements.
std::size_t expect_same_places(const CuteText& text, const SmemLayout& layout) {
    const auto m = matrix_of(text);
    if (!m) {
        ADD_FAILURE() << to_text(text) << ": " << m.why;
        return 0;
    }
    std::size_t compared = 0;
    const unsigned per_chunk = elements_per_chunk(*layout.type);
    for (int r = 0; r < layout.rows; ++r)
        for (int c = 0; c < layout.columns; ++c, ++compared) {
            // The text is in containers. The elements of a padded type are closer together inside their chunk.
            const auto along = static_cast<unsigned>(layout.major == Major::k ? c : r) % per_chunk;
            const std::uint64_t padding = along * (layout.type->container_bits - layout.type->bits);
            const std::int64_t offset = offset_of(m->rows, r) + offset_of(m->columns, c);
            const std::uint64_t expected = bit_of(text, offset, layout.start) - padding;
            const BitPlace p = place_in_memory(layout, {r, c});
            if (std::uint64_t{p.byte} * 8 + p.bit == expected) continue;
            ADD_FAILURE() << to_text(text) << " (" << r << ", " << c << "): have byte " << p.byte << ", want "
                          << expected / 8;
            return compared;
        }
    return compared;
}

// The reference is the text of PTX with numbers instead of names. It shares no code with smem_layout.
TEST(CuteLayout, PtxCanonicalLayoutsMatchDescriptors) {
    std::size_t compared = 0;
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const ElementType& type : kElementTypes) {
                const auto t = static_cast<int>(elements_per_chunk(type));
                const int width = static_cast<int>(mode.width_bytes) / 16;
                const bool plain_k = major == Major::k && mode.mode == SwizzleMode::none;
                const SmemLayout layout{.mode = mode.mode,
                                        .major = major,
                                        .type = &type,
                                        .start = 0x2400,
                                        .lbo = 0x1010,
                                        .sbo = 0x2020,
                                        .rows = major == Major::k ? 24 : 3 * t * width,
                                        .columns = major == Major::mn ? 3 * static_cast<int>(mode.k_rows)
                                                   : plain_k          ? 2 * t
                                                                      : std::min(2, width) * t};
                const auto units = [&](std::uint32_t bytes) { return std::int64_t{bytes} * 8 / type.container_bits; };
                const CuteName names[] = {{"T", t}, {"m", 3}, {"LBO", units(layout.lbo)}, {"SBO", units(layout.sbo)}};
                const CuteName k[] = {{"k", major == Major::mn ? 3 : 1}};
                auto text = parse_cute(canonical_text(mode.mode, major));
                ASSERT_TRUE(text) << text.why;
                text->unit_bits = type.container_bits;
                compared += expect_same_places(with_names(with_names(*text, names), k), layout);
            }
    EXPECT_GT(compared, 50'000u);
}

TEST(CuteLayout, TextOfADescriptorMatchesTheDescriptor) {
    std::size_t compared = 0;
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const char* type : {"e2m1x2", "e2m3", "e4m3", "f16", "tf32"})
                for (const int rows : {8, 16, 128, 256})
                    for (const int columns : {8, 16, 64, 128}) {
                        const SmemLayout layout{.mode = mode.mode,
                                                .major = major,
                                                .type = find_type(type),
                                                .start = 0x440,
                                                .lbo = 0x3000,
                                                .sbo = 0x1400,
                                                .rows = rows,
                                                .columns = columns};
                        const auto text = cute_of(layout);
                        ASSERT_TRUE(text) << text.why;
                        const auto again = parse_cute(to_text(*text));
                        ASSERT_TRUE(again) << again.why;
                        compared += expect_same_places(*again, layout);
                    }
    EXPECT_GT(compared, 500'000u);
}

struct Example {
    const char* name;
    SmemLayout layout;
    const char* text;
};

// PTX ISA 9.1, 9.7.16.3.3: the exact layouts of the examples. K 32B has the correction of 9.4.
TEST(CuteLayout, PrintsTheExamplesOfTheManual) {
    const ElementType *tf32 = find_type("tf32"), *bf16 = find_type("bf16");
    const auto l = [](SwizzleMode mode, Major major, const ElementType* type, std::uint32_t lbo, std::uint32_t sbo) {
        return SmemLayout{.mode = mode, .major = major, .type = type, .start = 0x400, .lbo = lbo, .sbo = sbo};
    };
    Example examples[] = {
        {"K none tf32", l(SwizzleMode::none, Major::k, tf32, 256, 128), "((8,2),(4,4)):((4,32),(1,64))"},
        {"K 32B tf32", l(SwizzleMode::b32, Major::k, tf32, 16, 256), "((8,2),(4,2)):((8,64),(1,4))"},
        {"MN none bf16", l(SwizzleMode::none, Major::mn, bf16, 256, 128), "((8,2),(8,2)):((1,64),(8,128))"},
        {"MN 32B bf16", l(SwizzleMode::b32, Major::mn, bf16, 256, 512), "((8,2,2),(8,2)):((1,8,128),(16,256))"},
        {"MN 64B bf16", l(SwizzleMode::b64, Major::mn, bf16, 512, 1024), "((8,4,2),(8,2)):((1,8,256),(32,512))"},
    };
    const int sizes[][2] = {{16, 16}, {16, 8}, {16, 16}, {32, 16}, {64, 16}};
    for (std::size_t i = 0; i < std::size(examples); ++i) {
        examples[i].layout.rows = sizes[i][0];
        examples[i].layout.columns = sizes[i][1];
        CuteText text = *cute_of(examples[i].layout);
        text.swizzle.reset();
        text.space = CuteSpace::none;
        EXPECT_EQ(to_text(text), examples[i].text) << examples[i].name;
    }
}

TEST(CuteLayout, WideTileHasAModeForItsAtomColumns) {
    const auto tile = build_tile({.type = find_type("f16"), .rows = 128, .columns = 128, .order = AtomOrder::k_first});
    ASSERT_TRUE(tile);
    EXPECT_EQ(to_text(*cute_of(tile->layout)),
              "Sw<3,4,3> o smem_ptr[16b](0x0) o ((8,16),(8,8,2)):((64,1024),(1,8,512))");
}

TEST(CuteLayout, RefusesAnAbsoluteAddressAsAStride) {
    const SmemLayout layout{.mode = SwizzleMode::b128,
                            .type = find_type("e2m1x2"),
                            .start = 0x1060,
                            .lbo = 0x5000,
                            .sbo = 1024,
                            .absolute_lbo = true,
                            .rows = 128,
                            .columns = 96};
    EXPECT_FALSE(cute_of(layout));
}

// Returns the bit position of a Tensor Memory cell: its address and the bit inside the cell.
std::uint64_t bit_in_tmem(const TmemCell& cell) {
    return (std::uint64_t{cell.lane} << 16 | cell.column) * 32 + cell.bit;
}

TEST(CuteLayout, TextOfTensorMemoryMatchesTheCells) {
    std::size_t compared = 0;
    for (const DataPathRow& path : kDataPaths)
        for (const char* type : {"f16", "e4m3", "tf32", "e2m1x2"})
            for (const TmemOperand operand : {TmemOperand::d, TmemOperand::a}) {
                const TmemLayout layout{.operand = operand,
                                        .path = &path,
                                        .columns = 128,
                                        .type = find_type(type),
                                        .base_column = 32,
                                        .lane_half = path.half ? 16u : 0u};
                const CuteText text = cute_of(layout);
                const auto m = matrix_of(*parse_cute(to_text(text)));
                ASSERT_TRUE(m) << to_text(text);
                for (unsigned row = 0; row < rows_per_cta(path); ++row)
                    for (unsigned column = 0; column < layout.columns; ++column, ++compared) {
                        const TmemCells cells = places(layout, {static_cast<int>(row), static_cast<int>(column)});
                        ASSERT_FALSE(cells.empty());
                        const std::int64_t offset = offset_of(m->rows, row) + offset_of(m->columns, column);
                        ASSERT_EQ(bit_of(text, offset), bit_in_tmem(cells[0]))
                            << path.name << " " << type << ": " << to_text(text);
                    }
            }
    EXPECT_GT(compared, 200'000u);
    EXPECT_EQ(to_text(cute_of(TmemLayout{.columns = 96})), "tmem_[32b](0x0000.0000) o (128,96):(65536,1)");
}

TEST(CuteLayout, TextOfScaleFactorsMatchesTheBytes) {
    for (const ScaleOrder order : {ScaleOrder::rows_first, ScaleOrder::k_first}) {
        const ScaleMemory memory{.order = order, .rows = 256, .factors = 16};
        const CuteText text = cute_of(memory);
        const auto m = matrix_of(text);
        ASSERT_TRUE(m) << to_text(text);
        for (unsigned row = 0; row < 256; ++row)
            for (unsigned factor = 0; factor < 16; ++factor)
                ASSERT_EQ(bit_of(text, offset_of(m->rows, row) + offset_of(m->columns, factor)) / 8,
                          place_in_memory(memory, {row, factor}))
                    << to_text(text) << " " << row << " " << factor;
    }
}

}  // namespace
}  // namespace tilescope
