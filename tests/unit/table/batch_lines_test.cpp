// tests/unit/table/batch_lines_test.cpp -- the lines of a batch table: filter, order, groups, CSV and TSV.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/table/batch_table.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope {
namespace {

struct Batch {
    explicit Batch(std::string given) : text(std::move(given)), pasted(paste(text)) {}

    std::string text;
    PasteResult pasted;
    BatchTable table = batch_table(pasted, text, "sm_100a");
    const BatchSheet& sheet = table.sheets.at(0);

    // The numbers of the lines of the text; "[name 2]" is the header of a group.
    std::string lines(const BatchQuery& query) const {
        const auto answer = batch_lines(table, sheet, query);
        if (!answer) return answer.why;
        std::string out;
        for (const BatchLine& line : *answer)
            out += say(out.empty() ? "" : " ", line.count != 0 ? say("[", table.names[line.name], " ", line.count, "]")
                                                               : say(sheet.rows[line.row].line));
        return out;
    }
    BatchColumn column(std::string_view title) const {
        for (const BatchColumn& c : batch_columns(sheet))
            if (title_of(sheet, c) == title) return c;
        ADD_FAILURE() << title;
        return {};
    }
};

const Batch& example() {
    static const Batch batch(
        "b_desc = 0x4000404000010440\n"    // start 17408
        "a_desc = 0x4000404000010040\n"    // start 1024
        "a_desc = 0x4000402000010042\n"    // start 1056, sbo 512
        "b_desc = 0x4000404000010444\n"    // start 17472
        "a_desc = 0x0000404000010040\n");  // swizzle none
    return batch;
}

TEST(BatchLines, AreInTheOrderOfTheText) { EXPECT_EQ(example().lines({}), "1 2 3 4 5"); }

TEST(BatchLines, AreSortedByEachColumnInBothDirections) {
    const Batch& b = example();
    EXPECT_EQ(b.lines({.sort = b.column("start")}), "2 5 3 1 4") << "rows of equal value keep the order of the text";
    EXPECT_EQ(b.lines({.sort = b.column("start"), .descending = true}), "4 1 3 2 5");
    EXPECT_EQ(b.lines({.sort = b.column("name")}), "2 3 5 1 4");
    EXPECT_EQ(b.lines({.sort = b.column("line"), .descending = true}), "5 4 3 2 1");
    EXPECT_EQ(b.lines({.sort = b.column("word")}), "5 3 2 1 4");
    for (const BatchColumn& column : batch_columns(b.sheet))
        EXPECT_EQ(batch_lines(b.table, b.sheet, {.sort = column})->size(), 5u) << title_of(b.sheet, column);
}

TEST(BatchLines, TheWorstVerdictComesFirst) {
    const Batch b("a_desc = 0x4000404000010040\na_desc = 0x4000404000010042\na_desc = 0x400040400001c042\n");
    ASSERT_EQ(text_of(b.table.verdicts[b.sheet.rows[0].verdict]), "ok");
    ASSERT_NE(text_of(b.table.verdicts[b.sheet.rows[2].verdict]), "ok");
    EXPECT_EQ(b.lines({.sort = b.column("verdict")}), "3 1 2");
    EXPECT_EQ(b.lines({.filter = "verdict=ok"}), "1 2");
    EXPECT_EQ(b.lines({.filter = "verdict!=ok"}), "3");
}

TEST(BatchLines, AFilterFindsWordsInAnyOrderAndConditions) {
    const Batch& b = example();
    EXPECT_EQ(b.lines({.filter = "a_desc"}), "2 3 5");
    EXPECT_EQ(b.lines({.filter = "A_DESC 1056"}), "3");
    EXPECT_EQ(b.lines({.filter = "a_desc 0x420"}), "3") << "as the screen shows the start";
    EXPECT_EQ(b.lines({.filter = "  1056\ta_desc "}), "3");
    EXPECT_EQ(b.lines({.filter = "4"}).find("4") != std::string::npos, true) << "the number of a line";
    EXPECT_EQ(b.lines({.filter = "start=1024"}), "2 5");
    EXPECT_EQ(b.lines({.filter = "start=0x400"}), "2 5");
    EXPECT_EQ(b.lines({.filter = "start>1024"}), "1 3 4");
    EXPECT_EQ(b.lines({.filter = "start>1000 start<=1056"}), "2 3 5") << "1000 is not an address of a descriptor";
    EXPECT_EQ(b.lines({.filter = "start!=1024 name=a_desc"}), "3");
    EXPECT_EQ(b.lines({.filter = "swizzle!=128B"}), "5");
    EXPECT_EQ(b.lines({.filter = "line>=4"}), "4 5");
    EXPECT_EQ(b.lines({.filter = "word=0x4000404000010440"}), "1");
    EXPECT_EQ(b.lines({.filter = "nothing_like_this"}), "");
    EXPECT_EQ(b.lines({.filter = "0x40004020"}), "3") << "the digits of the word";
}

TEST(BatchLines, ARefusedFilterSaysWhatWouldBeRight) {
    const Batch& b = example();
    EXPECT_EQ(
        b.lines({.filter = "strat=1"}),
        "No column is named 'strat'. The columns are start, lbo, sbo, base_offset, lbo_mode, swizzle, line, count, "
        "name, word, verdict.");
    EXPECT_NE(b.lines({.filter = "name>a"}).find("have none. Write name=a or name!=a."), std::string::npos);
    EXPECT_NE(b.lines({.filter = "swizzle>32B"}).find("Write swizzle=32B or swizzle!=32B."), std::string::npos);
    EXPECT_NE(b.lines({.filter = "start="}).find("is not complete"), std::string::npos);
    EXPECT_NE(b.lines({.filter = "=5"}).find("as in line=5"), std::string::npos);
    EXPECT_NE(b.lines({.filter = "start=1000"}).find("992"), std::string::npos) << "names the nearest values";
    EXPECT_NE(b.lines({.filter = "start>many"}).find("needs a number"), std::string::npos);
    EXPECT_NE(b.lines({.filter = "line=x"}).find("needs a number"), std::string::npos);
    EXPECT_NE(b.lines({.filter = "swizzle=77B"}).find("swizzle"), std::string::npos);
}

TEST(BatchLines, AreInGroupsByNameThatCanBeFolded) {
    const Batch& b = example();
    EXPECT_EQ(b.lines({.by_name = true}), "[b_desc 2] 1 4 [a_desc 3] 2 3 5");
    EXPECT_EQ(b.lines({.sort = b.column("start"), .descending = true, .by_name = true}),
              "[b_desc 2] 4 1 [a_desc 3] 3 2 5");
    EXPECT_EQ(b.lines({.by_name = true, .folded = {0}}), "[b_desc 2] [a_desc 3] 2 3 5");
    EXPECT_EQ(b.lines({.filter = "a_desc", .by_name = true}), "[a_desc 3] 2 3 5");
}

TEST(BatchLines, TheWordOddFindsTheMarkedRows) {
    std::string text;
    for (unsigned i = 0; i < 20; ++i) text += say("a_desc = ", hex(0x4000404000010040 + (i == 9 ? 300 : 2 * i)), "\n");
    EXPECT_EQ(Batch(text).lines({.filter = "odd"}), "10");
}

TEST(BatchText, IsCsvAsTheStandardSays) {
    Batch b("a_desc = 0x4000404000010040\na_desc = 0x4000404000010042\n");
    b.table.names[0] = "a \"quoted\", name";
    const std::string csv = batch_text(b.table, b.sheet, *batch_lines(b.table, b.sheet, {}), BatchForm::csv);
    EXPECT_EQ(csv,
              "line,name,word,start,lbo,sbo,base_offset,lbo_mode,swizzle,verdict,marks\r\n"
              "1,\"a \"\"quoted\"\", name\",0x4000404000010040,1024,16,1024,0,no,128B,ok,\r\n"
              "2,\"a \"\"quoted\"\", name\",0x4000404000010042,1056,16,1024,0,no,128B,ok,\r\n");
}

TEST(BatchText, IsTsvInTheOrderOfTheLinesWithoutHeadersOfGroups) {
    Batch b("a_desc = 0x4000404000010040\na_desc = 0x4000404000010042\n");
    b.table.names[0] = "a\tb";
    const auto lines = batch_lines(b.table, b.sheet, {.descending = true, .by_name = true});
    EXPECT_EQ(batch_text(b.table, b.sheet, *lines, BatchForm::tsv),
              "line\tname\tword\tstart\tlbo\tsbo\tbase_offset\tlbo_mode\tswizzle\tverdict\tmarks\n"
              "2\ta b\t0x4000404000010042\t1056\t16\t1024\t0\tno\t128B\tok\t\n"
              "1\ta b\t0x4000404000010040\t1024\t16\t1024\t0\tno\t128B\tok\t\n");
}

TEST(BatchText, HasTheCountOfEqualUsesAndTheMarks) {
    std::string text;
    for (unsigned i = 0; i < 20; ++i) text += say("a_desc = ", hex(0x4000404000010040 + 2 * i), "\n");
    text += "a_desc = 0x4000404000013f00\n";
    PasteResult pasted = paste(text);
    pasted.words.front().merged = 2;  // as of an unrolled loop in a listing
    const BatchTable table = batch_table(pasted, text, "sm_100a");
    const BatchSheet& sheet = table.sheets.at(0);
    const std::string csv = batch_text(table, sheet, *batch_lines(table, sheet, {}), BatchForm::csv);
    EXPECT_TRUE(csv.starts_with("line,count,name,word,start,")) << csv.substr(0, 60);
    EXPECT_NE(csv.find("\r\n1,2,a_desc,0x4000404000010040,"), std::string::npos);
    EXPECT_NE(csv.find("was expected"), std::string::npos);
}

TEST(BatchTable, HoldsAHundredThousandRows) {
    PasteResult pasted = paste("a_desc = 0x4000404000010040");
    const FoundWord word = pasted.words.at(0);
    pasted.words.assign(100'000, word);
    for (std::size_t i = 0; i < pasted.words.size(); ++i) {
        PasteReading& reading = pasted.words[i].readings.front();
        reading.word = set_field(field(kSmem91, "start"), reading.word, i % 8 * 2 + 64);
        pasted.words[i].span = {i * 2, i * 2 + 1};
    }
    pasted.words[77'777].readings.front().word ^= 1;  // an odd start
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "x\n";
    const BatchTable table = batch_table(pasted, text, "sm_100a");
    const BatchSheet& sheet = table.sheets.at(0);
    ASSERT_EQ(sheet.rows.size(), 100'000u);
    EXPECT_EQ(sheet.rows.back().line, 100'000u);
    EXPECT_EQ(sheet.marked, 1u);
    const auto lines = batch_lines(table, sheet, {.sort = {BatchColumnKind::field, 0}, .filter = "odd"});
    ASSERT_EQ(lines->size(), 1u);
    EXPECT_EQ(sheet.rows[lines->front().row].line, 77'778u);
    const auto all = batch_lines(table, sheet, {.sort = {BatchColumnKind::field, 0}, .descending = true});
    EXPECT_TRUE(std::ranges::is_sorted(*all, [&](const BatchLine& x, const BatchLine& y) {
        return std::pair(sheet.rows[y.row].word, x.row) < std::pair(sheet.rows[x.row].word, y.row);
    }));
}

}  // namespace
}  // namespace tilescope
