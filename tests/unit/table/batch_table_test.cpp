// tests/unit/table/batch_table_test.cpp -- all words of a text as tables: rows, verdicts, odd values, starts.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/table/batch_table.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace tilescope {
namespace {

constexpr std::uint64_t kDescriptor = 0x4000404000010000;  // start 0

BatchTable table_of(const std::string& text) { return batch_table(paste(text), text, "sm_100a"); }

// A log with this start in each line, in units of 16 bytes.
std::string log_of(const std::vector<std::uint64_t>& starts, std::string_view name = "a_desc") {
    std::string out;
    for (const std::uint64_t start : starts) out += say(name, " = ", hex(kDescriptor + start, 16), "\n");
    return out;
}

std::string marked_lines(const BatchSheet& sheet) {
    std::string out;
    for (const BatchRow& row : sheet.rows)
        if (row.is_marked()) out += say(out.empty() ? "" : " ", row.line);
    return out;
}

std::string fields_of(const BatchSheet& sheet, const std::vector<std::size_t>& fields) {
    std::string out;
    for (const std::size_t i : fields) out += say(out.empty() ? "" : " ", sheet.format->fields[i].id);
    return out;
}

TEST(BatchTable, OfATextWithoutWordsHasNoSheet) {
    EXPECT_TRUE(table_of("").sheets.empty());
    EXPECT_TRUE(table_of("hello world\n").sheets.empty());
}

TEST(BatchTable, OfOneWordHasOneRowAndNoVaryingField) {
    const BatchTable table = table_of("\n\na_desc = 0x4000404000010040\n");
    ASSERT_EQ(table.sheets.size(), 1u);
    const BatchSheet& sheet = table.sheets[0];
    ASSERT_EQ(sheet.rows.size(), 1u);
    EXPECT_EQ(sheet.format, &kSmem91);
    EXPECT_TRUE(sheet.varying.empty());
    EXPECT_EQ(sheet.rows[0].line, 3u);
    EXPECT_EQ(table.names[sheet.rows[0].name], "a_desc");
    EXPECT_EQ(text_of(table.verdicts[sheet.rows[0].verdict]), "ok");
    EXPECT_EQ(sheet.marked, 0u);
    EXPECT_EQ(change_before(sheet, 0), "");
}

TEST(BatchTable, HasASheetForEachFormatWithItsOwnColumns) {
    const BatchTable table = table_of(
        "a_desc = 0x4000404000010040 idesc = 0x08200490\na_desc = 0x4000404000010042 idesc = 0x08100490\n"
        "a_desc = 0x4000404000010044\n");
    ASSERT_EQ(table.sheets.size(), 2u);
    EXPECT_EQ(table.sheets[0].format->id, "smem");
    EXPECT_EQ(table.sheets[0].rows.size(), 3u);
    EXPECT_EQ(fields_of(table.sheets[0], table.sheets[0].varying), "start");
    EXPECT_EQ(table.sheets[1].format->id, "idesc");
    EXPECT_EQ(table.sheets[1].rows.size(), 2u);
    EXPECT_EQ(fields_of(table.sheets[1], table.sheets[1].varying), "n");
    EXPECT_EQ(table.sheets[1].rows[1].line, 2u);
}

TEST(BatchTable, AFieldWithUnknownBitsIsNoCommonFieldAndNoOddValue) {
    const std::string text = log_of({0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22});
    PasteResult pasted = paste(text);
    ASSERT_EQ(pasted.words.size(), 12u);
    PasteReading& reading = pasted.words[5].readings.front();
    reading.unknown = field(kSmem91, "sbo").width == 14 ? bit_mask(14) << field(kSmem91, "sbo").lsb : 0;
    reading.word &= ~reading.unknown;
    const BatchTable table = batch_table(pasted, text, "sm_100a");
    const BatchSheet& sheet = table.sheets.at(0);
    EXPECT_EQ(fields_of(sheet, sheet.varying), "start sbo");
    EXPECT_EQ(marked_lines(sheet), "");
    const std::size_t sbo = sheet.varying[1];
    EXPECT_EQ(cell_of(table, sheet, sheet.rows[5], {BatchColumnKind::field, sbo}), "?");
    EXPECT_EQ(batch_lines(table, sheet, {.filter = "sbo=?"})->size(), 1u);
    EXPECT_EQ(batch_lines(table, sheet, {.filter = "sbo!=?"})->size(), 11u);
    EXPECT_EQ(batch_lines(table, sheet, {.filter = "sbo=1024"})->size(), 11u);
    EXPECT_EQ(batch_lines(table, sheet, {.filter = "sbo!=1024"})->size(), 0u) << "nobody knows whether it differs";
    for (const bool descending : {false, true}) {
        const auto lines = batch_lines(table, sheet, {{BatchColumnKind::field, sbo}, descending});
        EXPECT_EQ(lines->back().row, 5u) << "unknown bits come last";
    }
}

TEST(BatchTable, MarksTheValueThatNearlyAllOthersDoNotHave) {
    std::string text;
    for (int i = 0; i < 20; ++i)
        text += say("a_desc = ", hex(kDescriptor + static_cast<unsigned>(i) * 2 + (i == 13 ? 1ull << 32 : 0)), "\n");
    const BatchTable table = table_of(text);
    const BatchSheet& sheet = table.sheets.at(0);
    EXPECT_EQ(marked_lines(sheet), "14");
    const auto marks = marks_of(table, sheet, sheet.rows[13]);
    ASSERT_EQ(marks.size(), 1u);
    EXPECT_EQ(marks[0], "'sbo' is 1040 bytes. It is 1024 bytes in 19 of 20 lines named a_desc.");
}

TEST(BatchTable, NineWordsAreTooFewForAnOddValue) {
    std::string text;
    for (int i = 0; i < 9; ++i)
        text += say("a_desc = ", hex(kDescriptor + static_cast<unsigned>(i) * 2 + (i == 4 ? 1ull << 32 : 0)), "\n");
    EXPECT_EQ(table_of(text).sheets.at(0).marked, 0u);
}

TEST(BatchTable, MarksTheStartThatBreaksTheProgression) {
    std::vector<std::uint64_t> starts;
    for (std::uint64_t i = 0; i < 20; ++i) starts.push_back(64 + 2 * i);
    starts[7] = 99;
    const BatchTable table = table_of(log_of(starts));
    const BatchSheet& sheet = table.sheets.at(0);
    EXPECT_EQ(marked_lines(sheet), "8");
    const auto marks = marks_of(table, sheet, sheet.rows[7]);
    ASSERT_EQ(marks.size(), 1u);
    EXPECT_EQ(marks[0],
              "'start' is 0x630 (1584 bytes), but 0x4e0 (1248 bytes) was expected. The start of lines named a_desc "
              "advances by 32 bytes in 19 of 20 words. The other words follow this pattern as if this word had the "
              "expected start.");
}

TEST(BatchTable, MarksTheFirstWordIfAllOthersFollow) {
    std::vector<std::uint64_t> starts = {500};
    for (std::uint64_t i = 1; i < 20; ++i) starts.push_back(64 + 2 * i);
    const BatchTable table = table_of(log_of(starts));
    EXPECT_EQ(marked_lines(table.sheets.at(0)), "1");
    EXPECT_EQ(table.sheets[0].rows[0].expected, 64u);
}

// Four K steps, then the next of four stages; the tile starts again after 16 words with another base.
TEST(BatchTable, FindsAPatternThatRepeatsAfterSeveralWords) {
    std::vector<std::uint64_t> starts;
    for (std::uint64_t stage = 0; stage < 12; ++stage)
        for (std::uint64_t k = 0; k < 4; ++k) starts.push_back(64 + stage * 1024 + k * 2);
    const BatchTable good = table_of(log_of(starts));
    EXPECT_EQ(good.sheets.at(0).marked, 0u) << "the step to the next stage is part of the pattern";
    ASSERT_EQ(good.sheets[0].advances.size(), 1u);
    EXPECT_EQ(good.sheets[0].advances[0].steps, (std::vector<std::int64_t>{2, 2, 2, 1018}));
    starts[22] += 2;
    const BatchTable bad = table_of(log_of(starts));
    EXPECT_EQ(marked_lines(bad.sheets.at(0)), "23");
    EXPECT_EQ(bad.sheets[0].rows[22].expected, starts[22] - 2);
}

// A paste keeps equal words of a log once. Their places in the text are rows, else the pattern would have gaps.
TEST(BatchTable, AWordInSeveralLinesOfALogHasARowForEach) {
    std::vector<std::uint64_t> starts;
    for (std::uint64_t i = 0; i < 24; ++i) starts.push_back(64 + i % 4 * 2);
    ASSERT_EQ(paste(log_of(starts)).words.size(), 4u);
    starts[13] = 68;  // the start of another line
    const BatchTable table = table_of(log_of(starts));
    const BatchSheet& sheet = table.sheets.at(0);
    ASSERT_EQ(sheet.rows.size(), 24u);
    for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(sheet.rows[i].line, i + 1);
    EXPECT_EQ(marked_lines(sheet), "14");
    EXPECT_EQ(sheet.rows[13].expected, 66u);
    EXPECT_FALSE(sheet.has_repeats);
}

TEST(BatchTable, TheBeginOfTheNextTileHasNoMark) {
    std::vector<std::uint64_t> starts;
    for (std::uint64_t i = 0; i < 40; ++i) starts.push_back(i < 23 ? 64 + 2 * i : 1000 + 2 * i);
    EXPECT_EQ(marked_lines(table_of(log_of(starts)).sheets.at(0)), "");
    starts[30] += 1;
    EXPECT_EQ(marked_lines(table_of(log_of(starts)).sheets.at(0)), "31");
}

TEST(BatchTable, StartsWithoutAPatternHaveNoMarks) {
    std::mt19937_64 random(7);
    for (int text = 0; text < 20; ++text) {
        std::vector<std::uint64_t> starts;
        for (int i = 0; i < 60; ++i) starts.push_back(random() % 8192);
        EXPECT_EQ(table_of(log_of(starts)).sheets.at(0).marked, 0u) << text;
    }
}

TEST(BatchTable, APatternContinuesPastTheEndOfTheField) {
    std::vector<std::uint64_t> starts;
    for (std::uint64_t i = 0; i < 30; ++i) starts.push_back((16384 - 20 + 2 * i) % 16384);
    EXPECT_EQ(table_of(log_of(starts)).sheets.at(0).marked, 0u);
}

TEST(BatchTable, TheAdvanceThatTheTextNamesIsThePattern) {
    std::vector<std::uint64_t> starts;
    for (std::uint64_t i = 0; i < 12; ++i) starts.push_back(64 + 2 * i);
    starts[4] = 200;
    PasteResult pasted = paste(log_of(starts));
    pasted.steps.push_back({{}, "a_desc", 2});
    const BatchTable table = batch_table(pasted, log_of(starts), "sm_100a");
    ASSERT_EQ(table.sheets.at(0).advances.size(), 1u);
    EXPECT_TRUE(table.sheets[0].advances[0].from_text);
    EXPECT_EQ(marked_lines(table.sheets[0]), "5");
    const auto marks = marks_of(table, table.sheets[0], table.sheets[0].rows[4]);
    EXPECT_NE(marks.at(0).find("as the text says"), std::string::npos);
}

TEST(BatchTable, ANameWithAnotherFormatThanUsualIsMarked) {
    std::string text;
    for (unsigned i = 0; i < 20; ++i) text += say("desc = ", hex(kDescriptor + 64 + 2 * i), "\n");
    PasteResult pasted = paste(text);
    ASSERT_EQ(pasted.words.size(), 20u);
    const auto other = paste("idesc = 0x08200490").words.at(0).readings.front();
    pasted.words[11].readings.front() = other;
    const BatchTable table = batch_table(pasted, text, "sm_100a");
    ASSERT_EQ(table.sheets.size(), 2u);
    EXPECT_TRUE(table.sheets[1].rows.at(0).odd_format);
    EXPECT_NE(marks_of(table, table.sheets[1], table.sheets[1].rows[0]).at(0).find("another format"),
              std::string::npos);
}

// Words of one class are judged once, so the verdict of every row must be that of the function for one word.
TEST(BatchTable, EveryVerdictIsThatOfTheWordAlone) {
    std::mt19937_64 random(5);
    std::string text;
    for (int i = 0; i < 600; ++i) {
        std::uint64_t word = kDescriptor | (random() & 0x3fff);
        for (auto n = random() % 3; n > 0; --n) word ^= std::uint64_t{1} << random() % 64;
        text += say("a_desc = ", hex(word, 16), " idesc = ", hex(0x08200490 ^ (random() & 0xffff), 8), "\n");
    }
    const PasteResult pasted = paste(text);
    const BatchTable table = batch_table(pasted, text, "sm_100a");
    std::size_t rows = 0, bad = 0;
    for (const BatchSheet& sheet : table.sheets)
        for (const BatchRow& row : sheet.rows) {
            const FoundWord& found = pasted.words[row.found];
            const auto problems = problems_of(found, context_of(pasted, found), "sm_100a");
            const auto worst = std::ranges::min_element(problems, {}, &Problem::severity);
            const std::string expected =
                worst == problems.end() ? "ok" : say(name_of(worst->severity), " ", worst->rule);
            ASSERT_EQ(text_of(table.verdicts[row.verdict]), expected) << found.source;
            ++rows;
            bad += expected != "ok";
        }
    EXPECT_GT(rows, 1000u);
    EXPECT_GT(bad, 100u);
}

TEST(BatchTable, ListsTheFieldsInWhichTwoRowsDiffer) {
    const BatchTable table =
        table_of("a_desc = 0x4000404000010040\na_desc = 0x4000402000010042\nb_desc = 0x4000404000010040\n");
    const BatchSheet& sheet = table.sheets.at(0);
    const auto fields = differences(sheet, sheet.rows[0], sheet.rows[1]);
    ASSERT_EQ(fields.size(), 2u);
    EXPECT_EQ(fields[0].field, "start");
    EXPECT_EQ(fields[0].first, "0x400 (1024 bytes)");
    EXPECT_EQ(fields[0].second, "0x420 (1056 bytes)");
    EXPECT_TRUE(differences(sheet, sheet.rows[0], sheet.rows[2]).empty());
    EXPECT_NE(change_before(sheet, 1).find("start 0x400 (1024 bytes) -> 0x420 (1056 bytes)"), std::string::npos);
    EXPECT_EQ(change_before(sheet, 2), "");
}

}  // namespace
}  // namespace tilescope
