// tests/unit/emulator/operand_reader_test.cpp -- reads operands from memory: words, bad reads, copies, shifted rows.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/operand_reader.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {
namespace {

const DataPathRow* path(std::string_view name) {
    for (const DataPathRow& row : kDataPaths)
        if (row.name == name) return &row;
    ADD_FAILURE() << "no data path " << name;
    return &kDataPaths[0];
}

std::vector<std::uint32_t> counted_words(std::size_t count, unsigned bits) {
    std::vector<std::uint32_t> out(count);
    for (std::size_t i = 0; i < count; ++i)
        out[i] = static_cast<std::uint32_t>(((i + 1) * 0x9e3779b97f4a7c15ull) >> (64 - bits));
    return out;
}

TEST(ReadSmem, FindsTheElementOfTheExampleInSmemLayout) {
    const SmemLayout layout{.mode = SwizzleMode::b128, .start = 0x400, .sbo = 1024, .rows = 8, .columns = 64};
    SmemImage smem;
    smem.put(0x5b0, 0x34), smem.put(0x5b1, 0x12);  // (3, 0), see smem_layout.h
    const ReadOperand have = read_operand(smem, layout);
    EXPECT_EQ(have.rows, 8u);
    EXPECT_EQ(have.columns, 64u);
    EXPECT_EQ(have.words[3 * 64], 0x1234u);
    EXPECT_EQ(have.first_bit[3 * 64], 0x5b0u * 8);
    EXPECT_EQ(have.unwritten, 8u * 64 - 1);
    EXPECT_EQ(have.problems.size(), kMostReadProblems);
    EXPECT_EQ(have.problems[0], (ReadProblem{{0, 0}, 0x400, BadRead::unwritten}));
}

// The content of memory depends on the address, so each word shows where it was read.
TEST(ReadSmem, EveryElementOfEveryTypeIsReadAtItsPlace) {
    SmemImage smem;
    for (std::uint32_t address = 0; address < smem.size(); ++address)
        smem.put(address, static_cast<std::uint8_t>(address * 0x9d + (address >> 8) * 0x35));
    for (const ElementType& type : kElementTypes)
        for (const SwizzleRow& mode : kSwizzleModes)
            for (const Major major : {Major::k, Major::mn}) {
                const SmemLayout layout{.mode = mode.mode,
                                        .major = major,
                                        .type = &type,
                                        .start = 0x1010,
                                        .lbo = 0x890,
                                        .sbo = 0x1420,
                                        .rows = 24,
                                        .columns = 40};
                const ReadOperand have = read_operand(smem, layout);
                ASSERT_EQ(have.words.size(), 24u * 40);
                ASSERT_EQ(have.outside + have.unwritten, 0u);
                for (int row = 0; row < 24; ++row)
                    for (int column = 0; column < 40; ++column) {
                        const BitPlace at = place_in_memory(layout, {row, column});
                        std::uint32_t want = 0;
                        for (unsigned bit = type.bits; bit-- > 0;)
                            want = want * 2 + (smem.byte(at.byte + (at.bit + bit) / 8) >> (at.bit + bit) % 8 & 1u);
                        ASSERT_EQ(have.words[static_cast<std::size_t>(row) * 40 + static_cast<std::size_t>(column)],
                                  want)
                            << type.id << " " << mode.name << " (" << row << ", " << column << ")";
                    }
            }
}

TEST(ReadSmem, CountsElementsPastTheEnd) {
    SmemImage smem(1024);
    for (std::uint32_t address = 0; address < 1024; ++address) smem.put(address, 0);
    const ReadOperand have =
        read_operand(smem, {.mode = SwizzleMode::b128, .start = 0, .sbo = 1024, .rows = 16, .columns = 64});
    EXPECT_EQ(have.outside, 8u * 64);
    EXPECT_EQ(have.unwritten, 0u);
    EXPECT_EQ(have.problems[0], (ReadProblem{{8, 0}, 1024, BadRead::outside}));
    EXPECT_EQ(have.words[7 * 64], 0u);
    EXPECT_EQ(have.words[8 * 64], 0xffffu);
}

TEST(ReadSmem, AnOperandWithoutElementsIsEmpty) {
    EXPECT_TRUE(read_operand(SmemImage(16), {.rows = 0, .columns = 8}).words.empty());
}

// Returns layouts with all data paths, both operands, all packings and both lane halves.
std::vector<TmemLayout> all_layouts() {
    std::vector<TmemLayout> out;
    for (const DataPathRow& row : kDataPaths)
        for (unsigned half = 0; half <= (row.half ? 16u : 0u); half += 16) {
            TmemLayout layout{.path = &row, .columns = 32, .base_column = 24, .lane_half = half};
            for (layout.bits = 16; layout.bits <= 32; layout.bits += 16) out.push_back(layout);
            layout.operand = TmemOperand::a;
            for (const ElementType& type : kElementTypes) {
                layout.type = &type;
                out.push_back(layout);
            }
        }
    return out;
}

unsigned bits_of(const TmemLayout& layout) {
    return layout.operand == TmemOperand::a ? packing_of(*layout.type).element_bits : layout.bits;
}

// Returns true for a bit of a container that is outside of its small element.
bool is_padding(const TmemLayout& layout, TmemCell cell) {
    if (layout.operand != TmemOperand::a) return false;
    const TmemPacking& pack = packing_of(*layout.type);
    cell.bit = cell.bit / pack.container_bits * pack.container_bits + pack.first_bit;
    return element_at(layout, cell).has_value();
}

// Writes Tensor Memory bit by bit. element_at() returns the element of each bit. That is the inverse of the function
// that the reader uses.
void write_by_inverse(const TmemLayout& layout, const std::vector<std::uint32_t>& words, unsigned cta,
                      TmemImage& tmem) {
    for (unsigned lane = 0; lane < 128; ++lane)
        for (unsigned column = 24; column < 24 + columns_used(layout); ++column) {
            std::optional<Element> last;
            for (unsigned bit = 0, seen = 0; bit < 32; ++bit) {
                const auto e = element_at(layout, {cta, lane, column, bit});
                seen = e == last ? seen + 1 : 0;
                last = e;
                if (!e && is_padding(layout, {cta, lane, column, bit})) tmem.put_bits({cta, lane, column, bit}, 1, 0);
                if (!e) continue;
                const std::size_t index =
                    static_cast<std::size_t>(e->row) * layout.columns + static_cast<std::size_t>(e->column);
                tmem.put_bits({cta, lane, column, bit}, 1, words[index] >> seen & 1u);
            }
        }
}

void expect_equal(const TmemImage& have, const TmemImage& want, const std::string& name) {
    for (unsigned lane = 0; lane < 128; ++lane)
        for (unsigned column = 0; column < 64; ++column)
            ASSERT_EQ(have.cell(lane, column), want.cell(lane, column)) << name << " " << lane << " " << column;
}

TEST(ReadTmem, ReadsAndWritesEveryElementAtTheCellsOfTheInverseMap) {
    const std::vector<TmemLayout> layouts = all_layouts();
    EXPECT_EQ(layouts.size(), (7u + 2) * (2 + std::size(kElementTypes))) << "C and F have two halves";
    for (const TmemLayout& layout : layouts) {
        const std::string name = say(layout.path->name, " ", layout.type->id, " half ", layout.lane_half);
        const std::vector<std::uint32_t> words =
            counted_words(std::size_t{row_count(layout)} * layout.columns, bits_of(layout));
        std::vector<TmemImage> images(ctas(layout)), ours(ctas(layout));
        for (unsigned cta = 0; cta < images.size(); ++cta) write_by_inverse(layout, words, cta, images[cta]);
        const ReadOperand have = read_operand(images, layout);
        EXPECT_EQ(have.words, words) << name;
        EXPECT_EQ(have.unwritten + have.outside, 0u) << name;
        EXPECT_FALSE(have.differ) << name;
        write_operand(ours, layout, words);
        for (unsigned cta = 0; cta < images.size(); ++cta) expect_equal(ours[cta], images[cta], name);
    }
}

// e2m1 uses the middle bits of a byte. A writer of e2m1 writes the whole byte.
TEST(ReadTmem, TheOtherBitsOfTheByteOfASmallElementAreZero) {
    TmemLayout layout{.operand = TmemOperand::a, .path = path("D"), .columns = 8, .type = find_type("e2m1")};
    std::array<TmemImage, 1> images;
    write_operand(images, layout, std::vector<std::uint32_t>(128 * 8, 0xf));
    layout.type = find_type("e4m3");
    const ReadOperand have = read_operand(images, layout);
    EXPECT_EQ(have.words, std::vector<std::uint32_t>(128 * 8, 0x3c));
    EXPECT_EQ(have.unwritten, 0u);
}

TEST(ReadTmem, ReportsACopyThatDiffers) {
    const TmemLayout layout{.operand = TmemOperand::a, .path = path("B"), .columns = 8};
    std::array<TmemImage, 2> images;
    write_operand(images, layout, counted_words(128 * 8, 16));
    EXPECT_FALSE(read_operand(images, layout).differ);
    images[1].put(64, 0, 0x5555);
    const ReadOperand have = read_operand(images, layout);
    EXPECT_TRUE(have.differ);
    EXPECT_EQ(have.words, counted_words(128 * 8, 16)) << "the canonical copy is read";
}

TEST(ReadTmem, ColumnsPastTheEndAndMissingCtasAreOutside) {
    const TmemLayout layout{.path = path("A"), .columns = 16, .base_column = 504};
    const std::array<TmemImage, 1> images;
    const ReadOperand have = read_operand(images, layout);
    EXPECT_EQ(have.outside, 128u * 8 + 128 * 16);
    EXPECT_EQ(have.unwritten, 128u * 8);
    EXPECT_EQ(have.words[0], kUnwrittenCell);
    EXPECT_EQ(have.problems[8], (ReadProblem{{0, 8}, 512, BadRead::outside}));
}

TEST(Accumulator, A16BitDUsesTheLowHalvesAndKeepsTheHighHalves) {
    const TmemLayout layout{.path = path("D"), .columns = 8, .bits = 16};
    std::array<TmemImage, 1> images;
    images[0].put(5, 3, 0xabcd1234);
    const std::vector<std::uint32_t> words = counted_words(128 * 8, 16);
    write_accumulator(images, layout, words);
    EXPECT_EQ(images[0].cell(5, 3), 0xabcd0000u | words[5 * 8 + 3]);
    EXPECT_EQ(read_operand(images, layout).words, words);
}

TEST(Accumulator, KeepsTheElementsThatAreNotWritten) {
    const TmemLayout layout{.path = path("F"), .columns = 8};
    std::array<TmemImage, 1> images;
    std::vector<std::uint8_t> keep(64 * 8, 0);
    keep[17 * 8 + 2] = 1;
    write_accumulator(images, layout, std::vector<std::uint32_t>(64 * 8, 7), keep);
    EXPECT_EQ(images[0].cell(33, 2), kUnwrittenCell);
    EXPECT_EQ(images[0].cell(33, 3), 7u);
    EXPECT_EQ(read_operand(images, layout).unwritten, 1u);
}

// The default reading of kRowShift is sub_partitions.
TEST(ShiftedRows, EachRowUsesTheNextRowExceptTheLastOfASubPartition) {
    const TmemLayout layout{.operand = TmemOperand::a, .path = path("D"), .columns = 8};
    std::array<TmemImage, 1> images;
    std::vector<std::uint32_t> words(128 * 8);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i / 8);
    write_operand(images, layout, words);
    const ReadOperand have = read_operand(images, layout, true);
    for (unsigned row = 0; row < 128; ++row)
        EXPECT_EQ(have.words[row * 8 + 5], row % 32 == 31 ? row : row + 1) << "row " << row;
    const ReadOperand whole = read_operand(images, layout, true, ShiftReading::whole);
    for (unsigned row = 0; row < 128; ++row) EXPECT_EQ(whole.words[row * 8], std::min(row + 1, 127u)) << "row " << row;
}

TEST(ShiftedRows, CrossSubPartitionsOnlyIfTheWholeOperandIsShifted) {
    const TmemLayout layout{.operand = TmemOperand::a, .path = path("A"), .columns = 8};
    EXPECT_EQ(shifted_row(layout, 127), 127u);
    EXPECT_EQ(shifted_row(layout, 127, ShiftReading::whole), 128u);
    EXPECT_EQ(shifted_row(layout, 128), 129u);
    EXPECT_EQ(shifted_row(layout, 255, ShiftReading::whole), 255u);
}

TEST(ReadFactors, ReadsEveryFactorAtTheCellOfTheInverseMap) {
    for (const ScaleVectorRow& vector : kScaleVectors)
        for (const unsigned id : vector.ids)
            for (const bool halves : {false, true}) {
                const ScaleLayout layout{halves ? Operand::b : Operand::a, &vector, 96, id, 8, halves};
                TmemImage tmem;
                std::vector<std::uint32_t> want(96 * vector.factors);
                for (unsigned lane = 0; lane < 128; ++lane)
                    for (unsigned column = 8; column < 8 + columns_used(layout); ++column)
                        for (unsigned byte = 0; byte < 4; ++byte) {
                            const auto f = factor_at(layout, {0, lane, column, byte * 8});
                            if (!f) continue;
                            const unsigned value = (f->row * 7 + f->factor * 50 + 1) % 251;
                            want[f->row * vector.factors + f->factor] = value;
                            tmem.put_bits({0, lane, column, byte * 8}, 8, value);
                        }
                const ReadOperand have = read_factors(tmem, layout);
                EXPECT_EQ(have.words, want) << vector.name << " id " << id;
                EXPECT_EQ(have.unwritten, 0u);
                EXPECT_FALSE(have.differ);
                TmemImage ours;
                write_factors(ours, layout, want);
                expect_equal(ours, tmem, std::string(vector.name));
            }
}

TEST(ReadFactors, ReportsASubPartitionWithOtherFactors) {
    const ScaleLayout layout{.vector = &kScaleVectors[0], .rows = 128};
    TmemImage tmem;
    write_factors(tmem, layout, std::vector<std::uint32_t>(128, 0x7f));
    tmem.put_bits({0, 64, 2, 0}, 8, 0x80);
    EXPECT_TRUE(read_factors(tmem, layout).differ);
    EXPECT_EQ(read_factors(tmem, layout).words, std::vector<std::uint32_t>(128, 0x7f));
}

MetaLayout meta(std::string_view kind, unsigned m, bool ws = false) {
    const auto found = data_path_of({m, 1, ws, true});
    EXPECT_TRUE(found) << found.why;
    return {.kind = meta_of_kind(kind), .path = *found, .ws = ws, .base_column = 2};
}

TEST(ReadCodes, EveryCodeIsReadWhereTheInverseFindsIt) {
    for (const MetaLayout& layout :
         {meta("tf32", 128), meta("f16", 128), meta("i8", 128), meta("mxf8f6f4", 128), meta("mxf4", 128),
          meta("f16", 64, true), meta("f8f6f4", 32, true), meta("tf32", 32, true)}) {
        std::vector<TmemImage> images(1);
        std::vector<std::uint32_t> want(std::size_t{row_count(layout)} * code_groups(layout));
        const unsigned group = layout.kind->grain->group;
        for (unsigned lane = 0; lane < 128; ++lane)
            for (unsigned column = 2; column < 2 + columns_used(layout); ++column)
                for (unsigned bit = 0; bit < 32; bit += 4) {
                    const auto e = element_at(layout, {0, lane, column, bit});
                    ASSERT_TRUE(e) << layout.kind->name;
                    const auto row = static_cast<unsigned>(e->row), k = static_cast<unsigned>(e->column);
                    ASSERT_EQ(k % group, 0u);
                    const unsigned code = (row * 5 + k / group * 3) % 16;
                    want[row * code_groups(layout) + k / group] = code;
                    images[0].put_bits({0, lane, column, bit}, 4, code);
                }
        const auto have = read_codes(images, layout);
        ASSERT_TRUE(have) << have.why;
        EXPECT_EQ(have->words, want) << layout.kind->name << " " << layout.path->name;
        EXPECT_EQ(have->columns, code_groups(layout));
        EXPECT_EQ(have->unwritten, 0u);
        std::vector<TmemImage> ours(1);
        ASSERT_TRUE(write_codes(ours, layout, std::vector<std::uint8_t>(want.begin(), want.end())));
        expect_equal(ours[0], images[0], std::string(layout.kind->name));
    }
}

TEST(ReadCodes, RefusesAnUnknownPlacementWithItsSentence) {
    const MetaLayout layout = meta("f16", 64);
    std::vector<TmemImage> images(1);
    EXPECT_EQ(read_codes(images, layout).why, grounds_of(layout).note);
    EXPECT_EQ(write_codes(images, layout, {}).why, grounds_of(layout).note);
    EXPECT_NE(grounds_of(layout).note, "");
}

}  // namespace
}  // namespace tilescope
