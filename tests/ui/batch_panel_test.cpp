// tests/ui/batch_panel_test.cpp -- the table of pasted words: sorted, filtered, compared, copied, saved.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/window/frame/command.h"
#include "app/window/frame/palette.h"
#include "app/window/guide/presentation.h"
#include "app/window/paste/paste.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope::ui {
namespace {

constexpr std::uint64_t kDescriptor = 0x4000404000010000;
const ImVec2 kSize{1200, 700};

// A log of a GEMM: four K steps of 32 bytes in each of eight stages, again and again. One word is wrong.
std::string log_with_one_wrong_word(unsigned lines, unsigned wrong) {
    std::string out;
    for (unsigned i = 0; i < lines; ++i) {
        const std::uint64_t start = 64 + i / 4 % 8 * 1024 + i % 4 * 2 + (i == wrong ? 4 : 0);
        out += say("[", i, "] a_desc=", hex(kDescriptor + start, 16), "\n");
    }
    return out;
}

constexpr std::string_view kLog =
    "a_desc = 0x4000404000010040\nb_desc = 0x4000404000010440\n"
    "a_desc = 0x4000404000010042\nb_desc = 0x4000402000010444\n";

TEST(BatchTablePanel, TenThousandWordsAreSortedByAClickOnATitle) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(log_with_one_wrong_word(10'000, 7'000));
    ASSERT_EQ(h.states.batch.lines.size(), 10'000u);
    EXPECT_TRUE(h.shows("batch.0"));
    EXPECT_FALSE(h.shows("batch.9999")) << "only the visible rows are drawn";
    h.click("batch.sort.line");
    EXPECT_TRUE(h.shows("batch.9999")) << "it was sorted by line, so the click reverses the order";
    h.click("batch.sort.start");
    EXPECT_TRUE(h.shows("batch.0"));
    h.click("batch.sort.start");
    EXPECT_TRUE(h.shows("batch.31")) << "the last stage";
}

TEST(BatchTablePanel, TheSortingIsInAListForTheKeyboard) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    h.click("batch.sort");
    h.click("batch.sort.by.start");
    h.click("batch.sort");
    h.click("batch.descending");
    h.key(Key::escape);
    EXPECT_LT(h.rect("batch.3").min.y, h.rect("batch.1").min.y);
    EXPECT_LT(h.rect("batch.1").min.y, h.rect("batch.2").min.y);
}

TEST(BatchTablePanel, TypingFilters) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(log_with_one_wrong_word(10'000, 7'000));
    h.click("batch.filter");
    h.type("line=7001");
    EXPECT_EQ(h.states.batch.lines.size(), 1u);
    EXPECT_TRUE(h.shows("batch.7000"));
    EXPECT_FALSE(h.shows("batch.0"));
}

TEST(BatchTablePanel, ARefusedFilterSaysSoAndHidesNothing) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    h.click("batch.filter");
    h.type("strat>5");
    EXPECT_TRUE(h.shows("batch.refused"));
    EXPECT_NE(h.states.batch.refused.find("start"), std::string::npos);
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(h.shows(say("batch.", i))) << i;
}

// The wrong word is found with the table alone: filter the marked rows, and read what was expected.
TEST(BatchTablePanel, ShowsTheWrongWordAmongFiveHundred) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(log_with_one_wrong_word(500, 333));
    h.click("batch.filter");
    h.type("odd");
    ASSERT_EQ(h.states.batch.lines.size(), 1u);
    EXPECT_TRUE(h.shows("batch.333.odd.start"));
    h.point_at("batch.333");
    EXPECT_EQ(h.states.batch.pointed, 333);
    EXPECT_EQ(h.session, Session{}) << "pointing makes no edit";
}

TEST(BatchTablePanel, ComparesTwoRowsSelectedWithCtrl) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    h.click("batch.1");
    EXPECT_FALSE(h.shows("batch.compared"));
    h.ctrl_click("batch.3");
    EXPECT_TRUE(h.shows("batch.compared"));
    EXPECT_TRUE(h.shows("batch.differs.start"));
    EXPECT_TRUE(h.shows("batch.differs.sbo"));
    EXPECT_FALSE(h.shows("batch.differs.swizzle"));
    h.click("batch.0");
    EXPECT_FALSE(h.shows("batch.compared"));
}

TEST(BatchTablePanel, ASecondClickKeepsTheRowChosen) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    h.click("batch.1");
    h.click("batch.1");
    EXPECT_EQ(h.states.batch.chosen, 1);
    h.double_click("batch.2");
    EXPECT_EQ(h.states.batch.chosen, 2);
}

TEST(BatchTablePanel, ComparesTwoRowsWithoutCtrl) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    h.click("batch.0");
    h.click("batch.compare");
    h.click("batch.2");
    EXPECT_TRUE(h.shows("batch.differs.start"));
    EXPECT_EQ(h.states.batch.chosen, 0);
}

TEST(BatchTablePanel, PointingAtTheOtherRowShowsTheComparisonBeforeItIsChosen) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    h.click("batch.1");
    h.click("batch.compare");
    h.point_at("batch.3");
    EXPECT_TRUE(h.shows("batch.differs.sbo"));
    EXPECT_FALSE(h.shows("batch.compared.close"));
    EXPECT_EQ(h.states.batch.compared, -1);
    h.click("batch.3");
    EXPECT_TRUE(h.shows("batch.compared.close"));
}

// The user's text has addresses in hexadecimal. A file for other programs has decimal numbers.
TEST(BatchTablePanel, ShowsAndFindsAddressesInHexadecimal) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    const BatchPanelState& batch = h.states.batch;
    const BatchSheet& sheet = *shown_sheet(batch);
    const auto columns = batch_columns(sheet);
    const auto start = std::ranges::find(columns, "start", [&](const BatchColumn& c) { return title_of(sheet, c); });
    ASSERT_NE(start, columns.end());
    EXPECT_EQ(shown_cell_of(batch.table, sheet, sheet.rows[2], *start), "0x420");
    EXPECT_EQ(cell_of(batch.table, sheet, sheet.rows[2], *start), "1056");
    EXPECT_EQ(differences(sheet, sheet.rows[0], sheet.rows[2]).at(0).second, "0x420 (1056 bytes)");
    for (const char* typed : {"0x420", "start=0x420", "start>0x400 a_desc"}) {
        h.click("batch.filter");
        h.type(typed);
        EXPECT_EQ(batch.lines.size(), 1u) << typed;
        h.key(Key::escape);
        h.states.batch.query.filter.clear();
        ++h.states.batch.filter_box;
        h.frames(3);
    }
}

TEST(BatchTablePanel, GroupsByNameAndFoldsAGroup) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    h.click("batch.sort");
    h.click("batch.by_name");
    h.key(Key::escape);
    EXPECT_LT(h.rect("batch.2").min.y, h.rect("batch.1").min.y);
    h.click("batch.group.0");
    EXPECT_FALSE(h.shows("batch.0"));
    EXPECT_TRUE(h.shows("batch.1"));
    h.click("batch.group.0");
    EXPECT_TRUE(h.shows("batch.0"));
}

TEST(BatchTablePanel, EachFormatHasATable) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(say(kLog, "idesc = 0x08200490\n"));
    h.click("batch.format");
    h.click("batch.format.1");
    EXPECT_EQ(h.states.batch.lines.size(), 1u);
    EXPECT_FALSE(h.shows("batch.sort.start"));
}

TEST(BatchTablePanel, TheNextPasteHasATableOfItsOwn) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    h.click("batch.filter");
    h.type("b_desc");
    h.paste("a_desc = 0x4000404000010040\n");
    EXPECT_EQ(h.states.batch.lines.size(), 1u) << "the filter of the last text does not hide the new one";
    h.paste("no word\n");
    EXPECT_TRUE(h.shows("batch.empty"));
}

TEST(BatchTablePanel, CopiesTheShownRowsAsTsv) {
    PanelHarness h(draw_batch_tab, kSize);
    h.paste(kLog);
    h.click("batch.filter");
    h.type("line=3");
    h.click("batch.copy");
    EXPECT_EQ(h.copied,
              "line\tname\tword\tstart\tsbo\tlbo\tbase_offset\tlbo_mode\tswizzle\tverdict\tmarks\n"
              "3\ta_desc\t0x4000404000010042\t1056\t1024\t16\t0\tno\t128B\tok\t\n");
    h.click("batch.save");
    EXPECT_TRUE(h.has_requested(command("save_batch")));
}

TEST(BatchTablePanel, TheProgramSavesTheShownRowsAsCsvAndAsksBeforeItOverwrites) {
    const test::TemporaryFolder folder;
    AppHarness h;
    const std::string path = folder.path() + "/words.csv";
    const Command* command = find_command("save_batch");
    ASSERT_NE(command, nullptr);
    EXPECT_FALSE(is_possible(*command, h.app));
    read_paste(h.app, std::string(kLog));
    EXPECT_TRUE(is_possible(*command, h.app));
    run_command(h.app, ui::command("save_batch"));
    h->frames(3);
    h->type(path);
    h->key(Key::enter);
    h->frames(3);
    const auto text = io::read_text(path);
    ASSERT_TRUE(text) << h.app.document().status;
    EXPECT_TRUE(text->starts_with("line,name,word,start,sbo,"));
    EXPECT_EQ(std::ranges::count(*text, '\n'), 5);
    run_command(h.app, ui::command("save_batch"));
    h->frames(3);
    h->type(path);
    h->key(Key::enter);
    h->frames(3);
    EXPECT_TRUE(h.app.overlays.overwrite.has_value());
}

TEST(BatchTablePanel, ThePaletteFindsItsCommands) {
    AppHarness h;
    const auto finds = [&](std::string_view typed, std::string_view expected) {
        const auto offers = offers_for(h.app, typed);
        return std::any_of(offers.begin(),
                           offers.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, offers.size())),
                           [&](const Offer& o) { return text_of(o) == expected; });
    };
    EXPECT_FALSE(finds("spreadsheet", "save_batch"));
    read_paste(h.app, std::string(kLog));
    EXPECT_TRUE(finds("spreadsheet", "save_batch"));
    EXPECT_TRUE(finds("copy table", "copy_batch"));
    run_command(h.app, command("copy_batch"));
    h->frames(2);
    EXPECT_TRUE(h->clipboard().starts_with("line\tname\tword\tstart")) << h->clipboard();
}

}  // namespace
}  // namespace tilescope::ui
