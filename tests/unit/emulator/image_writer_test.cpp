// tests/unit/emulator/image_writer_test.cpp -- the places of tiles, CuTe layouts and copies, and their descriptors.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/image_writer.h>
#include <tilescope/emulator/operand_reader.h>
#include <tilescope/notation/cute.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

struct Case {
    const ElementType* type;
    SwizzleMode mode;
    Major major;

    std::string name() const { return say(type->id, " ", row_of(mode).name, " ", name_of(major)); }
};

// Returns all combinations that have an atom. Only 128B_32B K-major has none.
std::vector<Case> all_cases() {
    std::vector<Case> out;
    for (const ElementType& type : kElementTypes)
        for (const SwizzleRow& row : kSwizzleModes)
            for (const Major major : {Major::k, Major::mn})
                if (row.mode != SwizzleMode::b128_32 || major == Major::mn) out.push_back({&type, row.mode, major});
    return out;
}

std::vector<std::uint32_t> some_words(std::size_t count, unsigned bits) {
    std::vector<std::uint32_t> out(count);
    for (std::size_t i = 0; i < count; ++i)
        out[i] = static_cast<std::uint32_t>(((i + 1) * 0x9e3779b97f4a7c15ull) >> (64 - bits));
    return out;
}

OperandImage cute_image(std::string text) { return {.writer = ImageWriter::cute, .cute = std::move(text)}; }

// The example of image_writer.h.
TEST(ImageWriter, TileCuteTextAndTmaCopyGiveTheSamePlaces) {
    const ElementType* bf16 = find_type("bf16");
    const auto tile = places_of({}, {.type = bf16});
    const auto cute = places_of(cute_image("Sw<3,4,3> o smem_ptr[16b](0x400) o (128,64):(64,1)"), {.type = bf16});
    TmaCopy copy{.map = {}, .smem = 0x400};
    copy.map.type = find_tma_type("BFLOAT16");
    copy.map.swizzle = find_tma_swizzle("128B");
    copy.map.dims = {64, 128}, copy.map.strides = {128}, copy.map.box = {64, 128};
    const auto copied = places_of({.writer = ImageWriter::tensor_map}, {.type = bf16, .copy = &copy});
    ASSERT_TRUE(tile && cute && copied) << tile.why << cute.why << copied.why;
    EXPECT_EQ(tile->at({3, 8}), 0x5a0u * 8);
    EXPECT_EQ(cute->first_bit, tile->first_bit);
    EXPECT_EQ(copied->first_bit, tile->first_bit);
}

// Uses sizes that are whole numbers of atoms and sizes that are not. Writes words and reads them back through the
// result of layout_that_reads().
TEST(ImageWriter, EveryTileIsReadBackThroughItsLayout) {
    for (const Case& c : all_cases())
        for (const auto& [rows, columns] : {std::pair{128, 64}, {96, 32}, {13, 21}, {1, 1}, {200, 9}})
            for (const AtomOrder order : {AtomOrder::mn_first, AtomOrder::k_first}) {
                const OperandImage image{
                    .mode = c.mode, .major = c.major, .start = 0x1000, .type = std::string(c.type->id)};
                const ImageSize size{.rows = rows, .columns = columns, .order = order};
                const std::string name = say(c.name(), " ", rows, " x ", columns);
                const auto places = places_of(image, size);
                ASSERT_TRUE(places) << name << ": " << places.why;
                const auto layout = layout_that_reads(image, size);
                ASSERT_TRUE(layout) << name << ": " << layout.why;
                EXPECT_EQ(layout->mode, c.mode) << name;
                EXPECT_EQ(layout->major, c.major) << name;
                SmemImage smem;
                const auto words = some_words(places->first_bit.size(), c.type->bits);
                EXPECT_EQ(write(smem, *places, words), 0u);
                const ReadOperand have = read_operand(smem, *layout);
                ASSERT_EQ(have.words, words) << name;
                ASSERT_EQ(have.first_bit, places->first_bit) << name;
                EXPECT_EQ(have.unwritten, 0u) << name;
            }
}

TEST(ImageWriter, TheLayoutOfATileMatchesBuildTile) {
    for (const Case& c : all_cases()) {
        const AtomSize atom = atom_of(c.mode, c.major, *c.type);
        const TileSpec spec{.mode = c.mode,
                            .major = c.major,
                            .type = c.type,
                            .rows = 2 * atom.rows,
                            .columns = 3 * atom.columns,
                            .order = AtomOrder::k_first,
                            .start = 0x2000};
        const auto tile = build_tile(spec);
        ASSERT_TRUE(tile) << tile.why;
        const auto layout = layout_that_reads(
            {.mode = c.mode, .major = c.major, .start = spec.start},
            {.type = c.type, .rows = spec.rows, .columns = spec.columns, .order = AtomOrder::k_first});
        ASSERT_TRUE(layout) << c.name() << ": " << layout.why;
        EXPECT_EQ(*layout, tile->layout) << c.name();
    }
}

TEST(ImageWriter, FindsTheLayoutOfATileThatBeginsInsideThePattern) {
    const OperandImage image{.start = 0x490};
    const auto layout = layout_that_reads(image, {});
    ASSERT_TRUE(layout) << layout.why;
    EXPECT_EQ(layout->start, 0x490u) << "the first element is at 0x480";
    EXPECT_EQ(places_of(image, {})->at({0, 0}), 0x480u * 8);
}

// The swizzle counts from the start of the tile, which is not where the pattern of the addresses begins. A GPU was
// measured with this word: tests/oracle/autopsy_recordings_test.cpp.
TEST(ImageWriter, FindsTheBaseOffsetOfATileWithItsOwnPattern) {
    const ImageSize size{.type = find_type("f16"), .rows = 48, .columns = 64};
    for (const auto& [start, base_offset] : {std::pair{0x600u, 4u}, {0x2900u, 2u}, {0x780u, 7u}, {0x800u, 0u}}) {
        OperandImage image = cute_image("Sw<3,3,3> o 0 o ((8,6),(8,8)):((64,512),(1,8))");
        image.start = start;
        const auto layout = layout_that_reads(image, size);
        ASSERT_TRUE(layout) << layout.why;
        EXPECT_EQ(layout->base_offset, base_offset);
        EXPECT_EQ(layout->start, start);
        EXPECT_EQ(layout->sbo, 1024u);
        EXPECT_EQ(layout->mode, SwizzleMode::b128);
        EXPECT_EQ(layout->major, Major::k);
    }
}

// The texts that CuTe prints for tile_to_shape of the UMMA atoms.
TEST(ImageWriter, CanonicalCuteLayoutsAreTiles) {
    struct Text {
        std::string_view cute;
        SwizzleMode mode;
        Major major;
        std::string_view type;
    };
    using enum SwizzleMode;
    for (const Text& t : {
             Text{"Sw<3,4,3> o smem_ptr[16b](0x800) o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))", b128, Major::k, "f16"},
             {"Sw<2,4,3> o smem_ptr[16b](0x800) o ((_8,_16),(_32,_2)):((_32,_256),(_1,_4096))", b64, Major::k, "f16"},
             {"Sw<1,4,3> o smem_ptr[8b](0x800) o ((_8,_16),(_32,_2)):((_32,_256),(_1,_4096))", b32, Major::k, "e4m3"},
             {"smem_ptr[16b](0x800) o ((_8,_16),(_8,_8)):((_8,_64),(_1,_1024))", none, Major::k, "bf16"},
             {"Sw<3,4,3> o smem_ptr[16b](0x800) o ((_64,_2),(_8,_8)):((_1,_512),(_64,_1024))", b128, Major::mn, "f16"},
             {"Sw<2,5,2> o smem_ptr[32b](0x800) o ((_32,_4),(_4,_16)):((_1,_128),(_32,_512))", b128_32, Major::mn,
              "tf32"},
             {"smem_ptr[16b](0x800) o ((_8,_16),(_8,_8)):((_1,_64),(_8,_1024))", none, Major::mn, "f16"},
         }) {
        const ImageSize size{.type = find_type(t.type)};
        const auto cute = places_of(cute_image(std::string(t.cute)), size);
        const auto tile = places_of({.mode = t.mode, .major = t.major, .start = 0x800}, size);
        ASSERT_TRUE(cute && tile) << cute.why << tile.why;
        EXPECT_EQ(cute->first_bit, tile->first_bit) << t.cute;
        const auto layout = layout_that_reads(cute_image(std::string(t.cute)), size);
        ASSERT_TRUE(layout) << layout.why;
        EXPECT_EQ(layout->mode, t.mode) << t.cute;
        EXPECT_EQ(layout->major, t.major) << t.cute;
    }
}

// cute_of() counts in containers. Small elements are packed in their chunk anyway.
TEST(ImageWriter, TheCuteTextOfEveryLayoutGivesTheSamePlaces) {
    for (const Case& c : all_cases()) {
        const AtomSize atom = atom_of(c.mode, c.major, *c.type);
        const OperandImage image{.mode = c.mode, .major = c.major, .start = 0x1000};
        const ImageSize size{.type = c.type, .rows = 3 * atom.rows, .columns = 2 * atom.columns};
        const auto layout = layout_that_reads(image, size);
        ASSERT_TRUE(layout) << layout.why;
        const auto text = cute_of(*layout);
        ASSERT_TRUE(text) << text.why;
        const auto cute = places_of(cute_image(to_text(*text)), size);
        ASSERT_TRUE(cute) << c.name() << ": " << cute.why << " " << to_text(*text);
        EXPECT_EQ(cute->first_bit, places_of(image, size)->first_bit) << c.name() << " " << to_text(*text);
    }
}

TEST(ImageWriter, ATmaCopyOfATileGivesTheSamePlaces) {
    std::size_t compared = 0;
    for (const Case& c : all_cases()) {
        const AtomSize atom = atom_of(c.mode, c.major, *c.type);
        const OperandImage image{.mode = c.mode, .major = c.major, .start = 0x1000};
        ImageSize size{.type = c.type, .rows = 2 * atom.rows, .columns = 2 * atom.columns};
        if (!can_be_copied(*c.type)) continue;
        const auto want = places_of(image, size);
        const TmaCopy copy = copy_for(*layout_that_reads(image, size));
        size.copy = &copy;
        const OperandImage copied_image{.writer = ImageWriter::tensor_map, .major = c.major};
        const auto copied = places_of(copied_image, size);
        ASSERT_TRUE(copied) << c.name() << ": " << copied.why;
        EXPECT_EQ(copied->first_bit, want->first_bit) << c.name();
        const auto layout = layout_that_reads(copied_image, size);
        ASSERT_TRUE(layout) << c.name() << ": " << layout.why;
        SmemImage smem;
        const auto words = some_words(want->first_bit.size(), c.type->bits);
        write(smem, *copied, words);
        EXPECT_EQ(read_operand(smem, *layout).words, words) << c.name();
        ++compared;
    }
    EXPECT_EQ(compared, (std::size(kElementTypes) - 1) * 9) << "all types except b1";
}

TEST(ImageWriter, NoCopyWritesSingleBits) {
    const TmaCopy copy;
    const ImageSize size{.type = find_type("b1"), .rows = 8, .columns = 256, .copy = &copy};
    EXPECT_EQ(places_of({.writer = ImageWriter::tensor_map}, size).why,
              "no tensor map has elements of 1 bit; kernels copy b1 as bytes: describe its layout as a tile or a CuTe "
              "layout");
}

TEST(ImageWriter, NoDescriptorReadsPlainRowsWithoutChunks) {
    const auto rows = layout_that_reads(cute_image("smem_ptr[16b](0x400) o (128,64):(64,1)"), {});
    EXPECT_EQ(
        rows.why,
        "no descriptor can read this operand, with any swizzle mode, K-major or MN-major: its elements do not form "
        "a canonical layout that begins at the first element");
    const auto gap = layout_that_reads(cute_image("smem_ptr[16b](0x400) o ((8,16),(8,8)):((8,128),(1,4096))"), {});
    ASSERT_TRUE(gap) << gap.why;
    EXPECT_EQ(gap->mode, SwizzleMode::none);
    EXPECT_EQ(gap->sbo, 256u);
    EXPECT_EQ(gap->lbo, 8192u);
}

TEST(ImageWriter, RefusesWithOneSentence) {
    const ImageSize size{};
    EXPECT_EQ(places_of(cute_image("(128,32):(32,1)"), size).why,
              "the layout has 128 rows and 32 columns; the operand has 128 rows and 64 columns");
    EXPECT_EQ(places_of(cute_image("((8,2):(1,8)"), size).why, "column 7: found ':'; expected ',' or ')'");
    EXPECT_EQ(places_of(cute_image("tmem_ptr[32b](0x0) o (128,64):(65536,1)"), size).why,
              "the layout is not in shared memory; use smem_ptr or no pointer");
    EXPECT_EQ(places_of(cute_image("(128,64):(1048576,1)"), size).why,
              "element (1, 0) would be at byte 0x200400; the address must be below 0x40000");
    EXPECT_EQ(places_of(cute_image("(128,64):(-64,1)"), size).why.substr(0, 14), "element (9, 0)");
    EXPECT_EQ(places_of({.writer = ImageWriter::tensor_map}, size).why,
              "this operand has no tensor map; add a tensor map");
    EXPECT_EQ(places_of({.start = 0x408}, size).why,
              "a tile must start at a multiple of 16 bytes below 0x40000, not at "
              "0x408");
    EXPECT_TRUE(places_of({.type = "f64"}, size)
                    .why.starts_with("element type in shared memory: found 'f64'; expected one of: f16"));
    EXPECT_EQ(places_of({.mode = SwizzleMode::b128_32}, size).why.substr(0, 30), "128B_32B has no K-major atom (");
    EXPECT_EQ(places_of({}, {.rows = 0}).why, "an operand in shared memory has 1 to 524288 elements, not 0 x 64");
    TmaCopy copy{.map = {}};
    EXPECT_EQ(
        places_of({.writer = ImageWriter::tensor_map}, {.copy = &copy}).why,
        "the tensor map copies UINT8 elements (8 bits in 8-bit containers); f16 needs 16 bits in 16-bit containers");
}

TEST(ImageWriter, CountsBytesPastTheEndOnce) {
    SmemImage smem(16);
    const WrittenPlaces places{1, 4, 4, {124, 128, 132, 136}};
    const std::vector<std::uint32_t> words = {1, 2, 3, 4};
    EXPECT_EQ(write(smem, places, words), 2u);
    EXPECT_EQ(smem.bits(124, 4), 1u);
}

TEST(PlaceIndex, FindsElementsByTheirFirstBitAndByAnyBit) {
    const OperandImage image{.start = 0x400, .type = "e2m3"};
    const auto places = places_of(image, {.rows = 16, .columns = 40});
    ASSERT_TRUE(places) << places.why;
    const PlaceIndex index(*places);
    for (int row = 0; row < 16; ++row)
        for (int column = 0; column < 40; ++column) {
            const std::uint64_t bit = places->at({row, column});
            ASSERT_EQ(index.element_at(bit), (Element{row, column}));
            ASSERT_EQ(index.element_at(bit + 1), std::nullopt);
            ASSERT_EQ(index.element_around(bit + 5), (Element{row, column}));
        }
    EXPECT_EQ(index.element_around(0x40c * 8), std::nullopt) << "padding of the first chunk";
    EXPECT_EQ(index.element_around(0), std::nullopt);
}

TEST(PlaceIndex, ReturnsTheLaterOfOverlappingElements) {
    const WrittenPlaces places{2, 2, 16, {0, 16, 16, kNotWritten}};
    const PlaceIndex index(places);
    EXPECT_EQ(index.element_at(16), (Element{1, 0}));
    EXPECT_EQ(index.element_around(31), (Element{1, 0}));
    EXPECT_EQ(index.element_at(kNotWritten), std::nullopt);
}

}  // namespace
}  // namespace tilescope
