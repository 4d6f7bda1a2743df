// tests/ui/inspector_panel_test.cpp -- explanations of the object under the pointer; they can be copied.
// SPDX-License-Identifier: MIT
#include "app/widgets/number_box.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

TEST(InspectorPanel, ShowsAHintWhileNothingIsPointedAt) {
    PanelHarness h(draw_inspector_panel);
    EXPECT_TRUE(h.shows("inspector.empty"));
    EXPECT_FALSE(h.shows("inspector.copy"));
}

TEST(InspectorPanel, ExplainsEveryFieldOfEveryWord) {
    PanelHarness h(draw_inspector_panel);
    int fields = 0;
    for (const WordRow& row : kWords)
        for (const Field& f : derive(h.session).of(row.word).format->fields) {
            h.view_state.selection = BitFocus{row.word, f.lsb};
            h.frames(2);
            EXPECT_TRUE(h.shows("inspector.field")) << row.id << " " << f.id;
            EXPECT_TRUE(h.shows("inspector.legal")) << row.id << " " << f.id;
            ++fields;
        }
    EXPECT_GT(fields, 40);
}

TEST(InspectorPanel, ExplainsAnElementWithTheSumBehindIt) {
    PanelHarness h(draw_inspector_panel);
    h.view_state.selection = ElementFocus{Matrix::a, 3, 24};
    h.frames(2);
    EXPECT_TRUE(h.shows("inspector.details"));
    EXPECT_FALSE(h.shows("inspector.field"));
}

// Also where the tile has no element: a debugger read the whole memory of the block, but not the byte at 0x5b1.
TEST(InspectorPanel, SaysWhatWasRecordedAtAByte) {
    PanelHarness h(draw_inspector_panel);
    h.view_state.selection = ByteFocus{0, 0x5b4};
    h.emulate();
    h.frames(2);
    EXPECT_FALSE(h.shows("inspector.recorded"));
    h.session.recorded.memory = "memory.npy";
    h.emulate();
    h.results.job.memory.assign(0x600, 0x3c);
    h.results.job.memory[0x5b1] = -1;
    h.frames(2);
    EXPECT_TRUE(h.shows("inspector.recorded"));
    h.click("inspector.copy");
    EXPECT_NE(h.copied.find("recorded at 0x5b0  3c ?? 3c 3c"), std::string::npos) << h.copied;
    EXPECT_NE(h.copied.find("unknown"), std::string::npos) << h.copied;
    h.view_state.selection = ByteFocus{0, 0x700};
    h.frames(2);
    h.click("inspector.copy");
    EXPECT_NE(h.copied.find("recorded at 0x700  ?? ??"), std::string::npos) << "past the end of what was read";
}

TEST(InspectorPanel, CopiesTheWholeExplanation) {
    PanelHarness h(draw_inspector_panel);
    h.view_state.selection = ElementFocus{Matrix::a, 3, 24};
    h.frames(2);
    h.click("inspector.copy");
    const Trace t = trace(derive(h.session), h.view_state.selection);
    ASSERT_FALSE(t.details.empty());
    EXPECT_NE(h.copied.find(t.sentence), std::string::npos);
    for (const std::string& line : t.details) EXPECT_NE(h.copied.find(line), std::string::npos) << line;
}

TEST(FieldText, ListsTheAllowedValuesOfAField) {
    const Format& smem = **find_format("smem", "", Edition::v9_1);
    EXPECT_EQ(legal_text(field_in(smem, "sbo")), "0 to 262128 bytes in steps of 16");
    EXPECT_EQ(legal_text(field_in(smem, "version")), "always 1");
    EXPECT_EQ(legal_text(field_in(smem, "lbo_mode")), "no or yes");
    EXPECT_NE(legal_text(field_in(smem, "swizzle")).find("128B (2)"), std::string::npos);
    EXPECT_EQ(stored_text(field_in(smem, "sbo"), 64), "The stored value 64 means 1024 bytes.");
}

}  // namespace
}  // namespace tilescope::ui
