// tests/unit/table/batch_log_test.cpp -- the text of a log's lines in the batch table, and its odd words in brief.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/table/batch_table.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope {
namespace {

// 48 lines with A and B. The B descriptor of line 30 has another stride.
struct Log {
    std::string text = [] {
        std::string out;
        for (unsigned i = 0; i < 48; ++i)
            out += say("  iter=", i / 4, " Stage:", i % 4,
                       "\ta_desc=0x4000404000010040 b_desc=", i == 29 ? "0x4000400400010440" : "0x4000404000010440",
                       i == 5 ? " (first)" : "", "\n");
        return out;
    }();
    PasteResult pasted = paste(text);
    BatchTable table = batch_table(pasted, text, "sm_100a");
    const BatchSheet& sheet = table.sheets.at(0);

    std::size_t found(std::string_view filter, bool only_marked = false) const {
        const auto lines = batch_lines(table, sheet, {.filter = std::string(filter), .only_marked = only_marked});
        EXPECT_TRUE(lines) << lines.why;
        return lines ? lines->size() : 0;
    }
};

TEST(BatchLog, EachRowHasItsLineOnce) {
    const Log log;
    ASSERT_EQ(log.sheet.rows.size(), 96u);
    EXPECT_EQ(log.table.texts.size(), 48u);
    EXPECT_EQ(log.table.texts.at(log.sheet.rows[0].text).shown,
              "iter=0 Stage:0 a_desc=0x4000404000010040 b_desc=0x4000404000010440");
    EXPECT_EQ(log.sheet.rows[0].text, log.sheet.rows[1].text);
    ASSERT_TRUE(log.sheet.has_text);
    EXPECT_EQ(batch_columns(log.sheet).back().kind, BatchColumnKind::text);
}

TEST(BatchLog, AFilterFindsTheTextButNotTheOtherWordsOfTheLine) {
    const Log log;
    EXPECT_EQ(log.found("a_desc"), 48u) << "the line of a B descriptor names A too";
    EXPECT_EQ(log.found("first"), 2u);
    EXPECT_EQ(log.found("FIRST b_desc"), 1u);
    EXPECT_EQ(log.found("text=first"), 2u);
    EXPECT_EQ(log.found("text!=first"), 94u);
    EXPECT_EQ(log.found("iter=1"), 8u) << "and not iter=10";
    EXPECT_EQ(log.found("iter=3 stage=1"), 2u);
    EXPECT_EQ(log.found("iter>=10"), 16u);
    EXPECT_EQ(log.found("stage!=0 name=b_desc"), 36u);
    const auto refused = batch_lines(log.table, log.sheet, {.filter = "step=1"});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.why.find("word, verdict, text."), std::string::npos) << refused.why;
}

TEST(BatchLog, ANumberAfterANameIsItsValueWithoutASignToo) {
    std::string text;
    for (unsigned i = 0; i < 8; ++i)
        text += say("[tile ", i / 4, "] stage ", i % 4, " k 0: a_desc=", hex(0x4000404000010040 + i * 2, 16), "\n");
    const Log log{.text = text};
    EXPECT_EQ(log.found("stage=3"), 2u);
    EXPECT_EQ(log.found("tile=1 stage>=2"), 2u);
    EXPECT_EQ(log.found("k=0"), 8u);
}

TEST(BatchLog, ALineThatSaysNoMoreHasNoColumn) {
    const std::string text = "a_desc = 0x4000404000010040\nb_desc = 0x4000404000010440\n";
    const BatchTable table = batch_table(paste(text), text, "sm_100a");
    EXPECT_FALSE(table.sheets.at(0).has_text);
    EXPECT_EQ(batch_columns(table.sheets[0]).back().kind, BatchColumnKind::verdict);
}

TEST(BatchLog, ALongLineIsCutAndForeignBytesAreReadable) {
    const std::string text = "\x1b[31m " + std::string(5000, 'x') + " a_desc = 0x4000404000010040 tail\n";
    const BatchTable table = batch_table(paste(text), text, "sm_100a");
    const std::string& shown = table.texts.at(0).shown;
    EXPECT_LT(shown.size(), 300u);
    EXPECT_TRUE(shown.ends_with("...")) << shown;
    EXPECT_EQ(shown.find('\x1b'), std::string::npos);
}

TEST(BatchLog, TheOddWordsAreListedInBrief) {
    const Log log;
    const std::vector<BatchPlace> marked = marked_rows(log.table);
    ASSERT_EQ(marked.size(), 1u);
    const BatchRow& row = log.sheet.rows[marked[0].row];
    EXPECT_EQ(row.line, 30u);
    EXPECT_EQ(mark_in_brief(log.sheet, row), "sbo 64 instead of 1024");
    EXPECT_EQ(mark_in_brief(log.sheet, log.sheet.rows[0]), "");
    EXPECT_EQ(log.found("", true), 1u);
    EXPECT_EQ(log.found("a_desc", true), 0u);
}

TEST(BatchLog, CountsSayHowManyWordsAreDifferent) {
    EXPECT_EQ(count_of_words(504, 33), "504 words, 33 different");
    EXPECT_EQ(count_of_words(2, 2), "2 words");
    EXPECT_EQ(count_of_words(1, 1), "1 word");
    EXPECT_TRUE(Log().pasted.sentence.starts_with("96 words found, 3 different")) << Log().pasted.sentence;
}

}  // namespace
}  // namespace tilescope
