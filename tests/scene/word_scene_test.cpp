// tests/scene/word_scene_test.cpp -- the picture of the bits of a word.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/idesc.h>
#include <tilescope/formats/smem.h>
#include <tilescope/scene/word_scene.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint64_t kWord = 0x4000404000010040;

TEST(WordScene, ShowsEachBitInItsPlace) {
    const Scene scene = word_scene(kSmem91, kWord, 0, "a_desc", "A desc");
    ASSERT_EQ(scene.grids.size(), 1u);
    const Cells& cells = scene.grids[0];
    EXPECT_EQ(cells.id, "word_a_desc");
    EXPECT_EQ(cells.title, "A desc  0x4000404000010040");
    ASSERT_EQ(cells.rows, 2);
    ASSERT_EQ(cells.columns, 32);
    EXPECT_EQ(cells.row_labels, (std::vector<std::string>{"bits 63:32", "bits 31:0"}));
    for (unsigned bit = 0; bit < 64; ++bit) {
        const std::size_t at = cells.at(bit < 32 ? 1 : 0, 31 - static_cast<int>(bit % 32));
        EXPECT_EQ(cells.label[at], static_cast<std::int32_t>(kWord >> bit & 1)) << bit;
        EXPECT_EQ(cells.mark[at], Mark::none) << bit;
    }
}

TEST(WordScene, NamesEachFieldAndItsValue) {
    const Scene scene = word_scene(kSmem91, kWord, 0, "a_desc", "A desc");
    for (const Field& f : kSmem91.fields) {
        unsigned bits = 0;
        for (const Area& area : scene.areas)
            if (area.id == f.id) bits += static_cast<unsigned>(area.columns);
        EXPECT_EQ(bits, f.width) << f.id;
    }
    const auto says = [&](std::string_view text) {
        return std::ranges::any_of(scene.legend, [&](const LegendEntry& e) { return e.text == text; });
    };
    EXPECT_TRUE(says("sbo 1024 bytes"));
    EXPECT_TRUE(says("start 0x400 (1024 bytes)"));
}

TEST(WordScene, ShowsNoNumberForAnUnknownBit) {
    const Scene scene = word_scene(kSmem91, kWord & ~0x40ull, 0x40, "a_desc", "A desc");
    const Cells& cells = scene.grids[0];
    const std::size_t at = cells.at(1, 31 - 6);
    EXPECT_EQ(cells.label[at], kNoLabel);
    EXPECT_EQ(cells.mark[at], Mark::hatched);
    EXPECT_EQ(std::ranges::count(cells.mark, Mark::hatched), 1);
    EXPECT_EQ(scene.legend.back().text, "unknown bit");
    EXPECT_NE(scene.sentence.find("Hatched bits are unknown."), std::string::npos) << scene.sentence;
}

TEST(WordScene, OfAWordOf32BitsHasOneRow) {
    const Scene scene = word_scene(kIdescF16_91, 0x08180010, 0, "idesc", "idesc");
    EXPECT_EQ(scene.grids[0].rows, 1);
    EXPECT_EQ(scene.grids[0].row_labels, (std::vector<std::string>{"bits 31:0"}));
}

}  // namespace
}  // namespace tilescope
