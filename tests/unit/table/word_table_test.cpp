// tests/unit/table/word_table_test.cpp -- many words as tables: common fields, odd words, bounded memory.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/idesc.h>
#include <tilescope/formats/smem.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/rules/rule.h>
#include <tilescope/table/word_table.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace tilescope {
namespace {

constexpr std::uint64_t kUsualWord = 0x4000404000010040;

TableRow row(std::uint64_t word, std::uint64_t line, std::string name = "a_desc") {
    return {.format = &kSmem91, .name = std::move(name), .word = word, .line = line};
}

std::string ids(const WordSheet& sheet, const std::vector<std::size_t>& fields) {
    std::string out;
    for (const std::size_t i : fields) out += say(sheet.format->fields[i].id, " ");
    return out;
}

TEST(WordTable, SaysCommonFieldsOnce) {
    WordTable table(40);
    for (std::uint64_t i = 0; i < 20; ++i) table.add(row(kUsualWord + i * 2, i + 1));
    const WordSheet sheet = table.sheets().at(0);
    EXPECT_EQ(ids(sheet, sheet.varying), "start ");
    EXPECT_NE(ids(sheet, sheet.constant).find("swizzle"), std::string::npos);
    EXPECT_EQ(sheet.rows.size(), 20u);
    EXPECT_TRUE(sheet.odd.empty());
}

TEST(WordTable, FindsTheOddWordAmongMany) {
    WordTable table(8);
    const std::uint64_t other = set_field(field(kSmem91, "sbo"), kUsualWord, 32);
    for (std::uint64_t i = 0; i < 100; ++i) table.add(row(i == 70 ? other : kUsualWord, i + 1));
    const WordSheet sheet = table.sheets().at(0);
    ASSERT_EQ(sheet.odd.size(), 1u);
    const OddValue& odd = sheet.odd[0];
    EXPECT_EQ(sheet.format->fields[odd.field].id, "sbo");
    EXPECT_EQ(odd.first.line, 71u);
    EXPECT_EQ(odd.raw, 32u);
    EXPECT_EQ(odd.usual, 64u);
    EXPECT_EQ(odd.words, 1u);
    EXPECT_EQ(odd.others, 99u);
    EXPECT_TRUE(is_odd(sheet, row(other, 71)));
    EXPECT_FALSE(is_odd(sheet, row(kUsualWord, 72)));
    EXPECT_FALSE(is_odd(sheet, row(other, 71, "b_desc"))) << "the words of another name have their own usual value";
}

TEST(WordTable, CountsTheOddValuesThatItDoesNotKeep) {
    for (const std::uint64_t different : {20u, 21u, 25u}) {
        WordTable table(8);
        for (std::uint64_t i = 0; i < 500; ++i)
            table.add(row(i < different ? set_field(field(kSmem91, "sbo"), kUsualWord, 100 + i) : kUsualWord, i + 1));
        const WordSheet sheet = table.sheets().at(0);
        EXPECT_EQ(sheet.odd.size(), WordTable::kMostOdd);
        EXPECT_EQ(sheet.more_odd, different - WordTable::kMostOdd);
    }
}

TEST(WordTable, CallsNothingOddIfNoValueIsUsual) {
    WordTable table(8);
    for (std::uint64_t i = 0; i < 100; ++i)
        table.add(row(set_field(field(kSmem91, "sbo"), kUsualWord, i % 2 == 0 ? 64 : 32), i + 1));
    EXPECT_TRUE(table.sheets().at(0).odd.empty());
}

TEST(WordTable, NamesTheFormatThatOtherWordsOfANameHave) {
    WordTable table(8);
    for (std::uint64_t i = 0; i < 50; ++i) table.add(row(kUsualWord, i + 1, "desc"));
    table.add({.format = &kIdescF16_91, .name = "desc", .word = 0x08200490, .line = 51});
    const auto sheets = table.sheets();
    ASSERT_EQ(sheets.size(), 2u);
    EXPECT_EQ(sheets[0].format, &kSmem91);
    EXPECT_TRUE(sheets[0].odd_names.empty());
    ASSERT_EQ(sheets[1].odd_names.size(), 1u);
    EXPECT_EQ(sheets[1].odd_names[0].usual, &kSmem91);
    EXPECT_EQ(sheets[1].odd_names[0].line, 51u);
}

TEST(WordTable, AFieldWithUnknownBitsVaries) {
    WordTable table(8);
    TableRow open = row(kUsualWord, 1);
    open.unknown = set_field(field(kSmem91, "lbo"), 0, ~std::uint64_t{0});
    table.add(open);
    const WordSheet sheet = table.sheets().at(0);
    EXPECT_EQ(ids(sheet, sheet.varying), "lbo ");
}

TEST(WordTable, KeepsItsSizeWhateverIsAdded) {
    WordTable table(8);
    std::mt19937_64 random(3);
    for (std::uint64_t i = 0; i < 50'000; ++i) table.add(row(random(), i + 1, say("name", random() % 500)));
    const WordSheet sheet = table.sheets().at(0);
    EXPECT_EQ(sheet.row_count, 50'000u);
    EXPECT_EQ(sheet.rows.size(), 8u);
    EXPECT_EQ(sheet.last.size(), WordTable::kLast);
    EXPECT_LE(sheet.odd.size(), WordTable::kMostOdd);
}

// 0x38c00 is the last KiB that a CTA of sm_100a has, 0x39000 is past it.
TEST(WordClass, KeepsAStartOutsideTheMemory) {
    const Field& start = field(kSmem91, "start");
    const auto of = [&](std::uint64_t address) { return word_class(set_field(start, kUsualWord, address / 16)); };
    EXPECT_EQ(of(0x20400), of(0x38c00));
    EXPECT_EQ(of(0x400), of(0x18c00)) << "the end of sm_120a is later";
    EXPECT_NE(of(0), of(0x400)) << "below the memory of a CTA";
    EXPECT_NE(of(0x38c00), of(0x39000));
    EXPECT_EQ(of(0x39000), of(0x3fc00));
    EXPECT_EQ(word_class(of(0x3fc10)), of(0x3fc10)) << "the value is one of its class";
}

// Words of one class have the same readings and break the same rules, so one verdict is valid for all of them.
TEST(WordClass, HasTheSameReadingsAndBreaksTheSameRules) {
    std::mt19937_64 random(11);
    const auto verdict = [](std::uint64_t value, std::string_view name) {
        const auto found = log_word({name, "0x0", PasteRole::unknown, value, 64, false}, {}, {});
        if (!found) return std::string("no word");
        std::string out;
        for (const PasteReading& r : found->readings)
            out += say(r.format->id, r.format->kind, " ", name_of(r.certainty), r.rule, "; ");
        const PasteReading& best = found->readings.front();
        for (const Problem& p : problems_for_sure(decode(*best.format, best.word), {}, best.unknown))
            out += say(p.rule, " ", p.field, "; ");
        return out;
    };
    const Field& start = field(kSmem91, "start");
    int compared = 0;
    for (int i = 0; i < 1'500; ++i) {
        // A real descriptor with a few changed bits and any start address.
        std::uint64_t word = i % 2 == 0 ? kUsualWord : 0x4000004000010040;
        for (auto n = random() % 4; n > 0; --n) word ^= std::uint64_t{1} << random() % 64;
        word = set_field(start, word, random() & bit_mask(start.width));
        const auto at_same_phase = [&] {
            return set_field(start, word, (get_field(start, word) & 63) | ((random() << 6) & bit_mask(start.width)));
        };
        std::uint64_t same = at_same_phase();
        for (int tries = 0; tries < 100 && word_class(same) != word_class(word); ++tries) same = at_same_phase();
        if (word_class(word) != word_class(same)) continue;  // below 0x400 a word is alone in its class
        ++compared;
        ASSERT_EQ(verdict(word, "d"), verdict(same, "d")) << hex(word) << " " << hex(same);
    }
    EXPECT_GT(compared, 1'400);
}

}  // namespace
}  // namespace tilescope
