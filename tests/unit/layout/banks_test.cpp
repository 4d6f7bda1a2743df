// tests/unit/layout/banks_test.cpp -- the cycles of accesses, compared with published tables and examples by hand.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/banks.h>

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <set>

namespace tilescope {
namespace {

// Source: NVlabs/cuda-oxide#544, a warp reads one column of f32.
TEST(Banks, AgreeWithThePublishedTableOfColumnReads) {
    struct Row {
        const char* name;
        unsigned ways;
        std::function<std::uint32_t(std::uint32_t)> word;  // of row r, column 0
    };
    const auto swizzled = [](unsigned bits) {
        return [bits](std::uint32_t r) { return r * 32 ^ ((r * 32 >> 5) & ((1u << bits) - 1)); };
    };
    const Row rows[] = {
        {"stride 16", 16, [](std::uint32_t r) { return r * 16; }},
        {"stride 32", 32, [](std::uint32_t r) { return r * 32; }},
        {"stride 33", 1, [](std::uint32_t r) { return r * 33; }},
        {"stride 64", 32, [](std::uint32_t r) { return r * 64; }},
        {"Swizzle<5,0,5>", 1, swizzled(5)},
        {"Swizzle<3,0,5>", 4, swizzled(3)},
        {"Swizzle<2,0,5>", 8, swizzled(2)},
    };
    for (const Row& row : rows) {
        Access access;
        for (std::uint32_t r = 0; r < 32; ++r) access.addresses.push_back(4 * row.word(r));
        const BankReport report = bank_report(access);
        EXPECT_EQ(report.degree, row.ways) << row.name;
        EXPECT_EQ(report.cycles, row.ways) << row.name;
        EXPECT_EQ(report.ideal, 1u) << row.name;
        EXPECT_EQ(report.sentence == "no conflict", row.ways == 1) << row.name;
    }
}

// The rows of the same table, as tiles: 4 bytes are one f32.
TEST(Banks, PlainTilesHaveThePublishedDegrees) {
    const AccessChoice column{.kind = AccessKind::element_column};
    for (const auto& [columns, pad, ways] : {std::tuple{16, 0u, 16u}, {32, 0u, 32u}, {32, 4u, 1u}, {64, 0u, 32u}}) {
        const SmemLayout tile{.type = find_type("tf32"), .rows = 32, .columns = columns};
        const auto found = banks_of_plain(tile, pad, column);
        ASSERT_TRUE(found) << found.why;
        EXPECT_EQ(found->on.degree, ways) << columns << " + " << pad;
        EXPECT_EQ(found->access.addresses[1], 4u * static_cast<unsigned>(columns) + pad);
        EXPECT_EQ(found->off.degree, banks_of_plain(tile, 0, column)->on.degree);
    }
    const SmemLayout mn{.major = Major::mn, .type = find_type("f16"), .start = 0x400, .rows = 64, .columns = 16};
    const auto chunks = banks_of_plain(mn, 16, {});
    EXPECT_EQ(chunks->access.addresses[3], 0x400u + 3 * (128 + 16)) << "a line is a column of K";
    EXPECT_EQ(chunks->sentence, "no conflict (without padding: 8-way)");
    EXPECT_FALSE(banks_of_plain(mn, 4, {})) << "a vector of 16 bytes is not aligned";
    EXPECT_EQ(banks_of_plain({.type = find_type("e2m1x2"), .rows = 8, .columns = 64}, 0, {})->access.addresses[1], 32u);
}

TEST(Banks, ThreadsThatReadTheSameWordShareTheCycle) {
    Access access;
    access.addresses.assign(32, 0x404);
    access.addresses[7] = 0x406;
    access.bytes = 2;
    const BankReport report = bank_report(access);
    EXPECT_EQ(report.cycles, 1u);
    ASSERT_EQ(report.phases[0].words.size(), 1u);
    EXPECT_EQ(report.phases[0].words[0].bank, 1u);
    EXPECT_EQ(report.phases[0].words[0].threads.size(), 32u);
}

TEST(Banks, PhasesAreWholeHalfAndQuarterWarps) {
    for (const auto& [bytes, phases] : std::map<unsigned, std::size_t>{{1, 1}, {2, 1}, {4, 1}, {8, 2}, {16, 4}}) {
        Access access{.addresses = {}, .bytes = bytes};
        for (std::uint32_t t = 0; t < 32; ++t) access.addresses.push_back(t * bytes);
        const BankReport report = bank_report(access);
        EXPECT_EQ(report.phases.size(), phases) << bytes;
        EXPECT_EQ(report.sentence, "no conflict") << bytes;
        EXPECT_EQ(name_of(certainty_on(phase_of(bytes), "9.0")), "measured") << bytes;
        EXPECT_EQ(name_of(certainty_on(phase_of(bytes), "10.0")), bytes < 8 ? "confirmed" : "secondary") << bytes;
    }
}

// Compares with a slow model: for each phase, a set of words for each bank.
// The vectors have one warp, and no load of 16 bytes with phases that become one in only one half warp.
TEST(Banks, OnlyWhatTheVectorsHaveIsMeasured) {
    const auto grounds = [](unsigned threads, unsigned bytes, auto address) {
        Access access{.addresses = {}, .bytes = bytes};
        for (unsigned t = 0; t < threads; ++t) access.addresses.push_back(address(t));
        return std::pair(name_of(grounds_of(access, "9.0").certainty), merging_of(access));
    };
    const auto apart = [](unsigned t) { return 16 * t; };
    const auto pairs = [](unsigned t) { return t / 2 * 16; };
    EXPECT_EQ(grounds(32, 16, apart), (std::pair(std::string_view("measured"), std::string())));
    EXPECT_EQ(grounds(33, 16, apart).first, "secondary");
    EXPECT_EQ(grounds(64, 4, apart).first, "secondary");
    EXPECT_EQ(grounds(17, 16, apart).first, "secondary")
        << "one thread of the second half reads what its neighbour reads";
    EXPECT_EQ(grounds(17, 8, apart).first, "measured") << "b64 has one test for the warp";
    EXPECT_EQ(grounds(32, 16, pairs).first, "measured");
    EXPECT_NE(grounds(32, 16, pairs).second.find("become one, of 16 threads"), std::string::npos);
}

TEST(Banks, CyclesMatchASlowModel) {
    std::mt19937 rng(4);
    for (int round = 0; round < 300; ++round) {
        const unsigned bytes = 4u << rng() % 3, threads = bytes == 4 ? 32 : bytes == 8 ? 16 : 8;
        Access access{.addresses = {}, .bytes = bytes};
        for (std::size_t t = 0; t < 1 + rng() % 32; ++t)
            access.addresses.push_back(static_cast<std::uint32_t>(rng() % 64) * bytes);
        unsigned expected = 0;
        for (std::size_t first = 0; first < access.addresses.size(); first += threads) {
            std::map<unsigned, std::set<std::uint32_t>> words;
            for (std::size_t t = first; t < access.addresses.size() && t < first + threads; ++t)
                for (unsigned w = 0; w < bytes / 4; ++w)
                    words[(access.addresses[t] / 4 + w) % 32].insert(access.addresses[t] / 4 + w);
            std::size_t most = 0;
            for (const auto& [bank, set] : words) most = std::max(most, set.size());
            expected += static_cast<unsigned>(most);
        }
        ASSERT_EQ(bank_report(access).cycles, expected) << round;
    }
}

SmemLayout layout(SwizzleMode mode, Major major, std::uint32_t lbo, std::uint32_t sbo) {
    return {.mode = mode,
            .major = major,
            .type = find_type("f16"),
            .start = 0x400,
            .lbo = lbo,
            .sbo = sbo,
            .rows = 64,
            .columns = 64};
}

// Eight rows, W bytes apart, cause an (8 x W / 128)-way conflict: 8-way for 128 bytes, 4-way for 64, 2-way for 32. In
// mode none the eight rows of a core matrix are in one line.
TEST(Banks, OneChunkColumnOfEightRowsNeedsTheSwizzle) {
    struct Case {
        SwizzleMode mode;
        std::uint32_t sbo;
        const char* sentence;
    };
    const Case cases[] = {{SwizzleMode::b128, 1024, "no conflict (without the XOR: 8-way)"},
                          {SwizzleMode::b64, 512, "no conflict (without the XOR: 4-way)"},
                          {SwizzleMode::b32, 256, "no conflict (without the XOR: 2-way)"},
                          {SwizzleMode::none, 128, "no conflict"}};
    for (const Case& c : cases)
        for (int column = 0; column < 64; column += 8) {
            const SmemLayout l = layout(c.mode, Major::k, 1024, c.sbo);
            const auto have = banks_of(l, {.kind = AccessKind::chunk_column, .from = {8, column}});
            ASSERT_TRUE(have) << have.why;
            EXPECT_EQ(have->sentence, c.sentence) << row_of(c.mode).name << " column " << column;
            const auto block = banks_of(l, {.kind = AccessKind::block, .from = {8, column}});
            ASSERT_TRUE(block) << block.why;
            EXPECT_EQ(block->access.addresses, have->access.addresses);
        }
}

TEST(Banks, TheSentenceNamesTheBanksAndRowsOfAConflict) {
    const auto have = banks_of(layout(SwizzleMode::b128, Major::k, 16, 1024), {});
    ASSERT_TRUE(have);
    EXPECT_EQ(have->off.sentence, "8-way conflict in banks 0-3: rows 0, 1, 2, 3, ... share them");
    EXPECT_EQ(have->off.cycles, 8u);
    EXPECT_EQ(have->off.phases[0].ways[0], 8);
    EXPECT_EQ(have->off.phases[0].ways[4], 0);
    EXPECT_EQ(have->on.phases[0].words[0].threads, std::vector<unsigned>{0});
}

// Each chunk row of the threads 0, 8, 16, 24 begins in another bank: no row is in all of the banks.
TEST(Banks, TheSentenceNamesTheRowsOfOneBankIfTheyDiffer) {
    Access access{.unit = "rows"};
    for (std::uint32_t t = 0; t < kWarpThreads; ++t) access.addresses.push_back(t % 8 * 16 + t / 8 * 128);
    EXPECT_EQ(bank_report(access).sentence,
              "4-way conflict in banks 0, 4, 8, 12, 16, 20, 24, 28: in bank 0, rows 0, 8, 16, 24 share it");
    Access one{.unit = "rows"};
    for (std::uint32_t t = 0; t < 4; ++t) one.addresses.push_back(t * 128);
    EXPECT_EQ(bank_report(one).sentence, "4-way conflict in bank 0: rows 0, 1, 2, 3 share it");
}

// Calculated by hand for K-major 64B f16. Rows are 64 bytes apart, two rows in a line. Each thread reads 4 bytes of a
// column. Rows r and r + 2 are 128 bytes apart. The XOR with bits 7 and 8 puts them in four different chunks. So the 16
// rows of one half line cause a 4-way conflict.
TEST(Banks, WarpsReadAlongAndAcross) {
    const SmemLayout l = layout(SwizzleMode::b64, Major::k, 16, 512);
    const auto report = [&](AccessKind kind, unsigned bytes) {
        const auto have = banks_of(l, {.kind = kind, .bytes = bytes});
        EXPECT_TRUE(have) << have.why;
        return *have;
    };
    EXPECT_EQ(report(AccessKind::across, 4).on.degree, 4u);
    EXPECT_EQ(report(AccessKind::across, 4).off.degree, 16u);
    EXPECT_EQ(report(AccessKind::across, 16).on.sentence, "no conflict");
    EXPECT_EQ(report(AccessKind::across, 16).off.cycles, 16u);
    EXPECT_EQ(report(AccessKind::element_column, 0).on.degree, 4u);
    // A row has 128 bytes. Its second half is in another atom, at the same banks. 32 threads of 4 bytes read one row.
    EXPECT_EQ(report(AccessKind::along, 4).on.degree, 2u);
    const SmemLayout wide = layout(SwizzleMode::b128, Major::k, 16, 1024);
    for (const unsigned bytes : {4u, 8u, 16u})
        EXPECT_EQ(banks_of(wide, {.kind = AccessKind::along, .bytes = bytes})->sentence,
                  "no conflict (without the XOR: no conflict)");
}

TEST(Banks, TheSentenceOfAnMnMajorAccessNamesColumns) {
    const auto have = banks_of(layout(SwizzleMode::b128, Major::mn, 8192, 1024), {});
    ASSERT_TRUE(have);
    EXPECT_EQ(have->sentence, "no conflict (without the XOR: 8-way)");
    EXPECT_EQ(have->off.sentence, "8-way conflict in banks 0-3: columns 0, 1, 2, 3, ... share them");
}

TEST(Banks, ARefusalSaysWhichAccessIsPossible) {
    const SmemLayout l = layout(SwizzleMode::b128, Major::k, 16, 1024);
    EXPECT_EQ(banks_of(l, {.from = {64, 0}}).why, "element (64, 0) is outside a tile of 64 x 64");
    EXPECT_EQ(banks_of(l, {.kind = AccessKind::along, .bytes = 5}).why,
              "the vector of a thread must have 4, 8 or 16 bytes, not 5");
    EXPECT_EQ(banks_of(l, {.kind = AccessKind::block, .rows = 65}).why,
              "a block of 65 x 8 elements from (0, 0) does not fit in a tile of 64 x 64");
    EXPECT_EQ(banks_of(l, {.kind = AccessKind::block, .columns = 12}).why,
              "a block of 12 columns from 0 does not consist of whole vectors; use a multiple of 8, or a smaller power "
              "of two");
    SmemLayout padded = l;
    padded.type = find_type("e2m1");
    EXPECT_EQ(banks_of(padded, {.kind = AccessKind::across, .bytes = 4}).why,
              "e2m1 elements are stored in chunks of 16 bytes with gaps; use vectors of 16 bytes, not of 4");
    EXPECT_EQ(
        parse_access("7y8").why,
        "access: '7y8' is unknown; use rows x columns such as 8x8, or one of: chunk, along:16, across:16, column");
}

TEST(Banks, ParsesAccesses) {
    EXPECT_EQ(parse_access("8x16")->columns, 16);
    EXPECT_EQ(parse_access("8x16")->kind, AccessKind::block);
    EXPECT_EQ(parse_access("across:8")->bytes, 8u);
    EXPECT_EQ(parse_access("chunk")->kind, AccessKind::chunk_column);
    EXPECT_FALSE(parse_access("8x"));
    EXPECT_FALSE(parse_access("along:7"));
}

}  // namespace
}  // namespace tilescope
