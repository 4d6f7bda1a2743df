// tests/ui/code_panel_test.cpp -- the code panel: targets, changed lines, limits, copy and save.
// SPDX-License-Identifier: MIT
#include "app/io/export_targets.h"
#include "app/io/file.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/session/presets.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

std::size_t changed_marks(PanelHarness& h) {
    return static_cast<std::size_t>(
        std::ranges::count_if(h.items(), [](const auto& item) { return item.first.starts_with("code.changed."); }));
}

TEST(CodePanel, ShowsTheTextOfTheChosenTarget) {
    PanelHarness h(draw_code_panel);
    EXPECT_NE(h.states.code.code.text.find("UMMA::SmemDescriptor"), std::string::npos);
    for (const CodeTarget& target : code_targets()) {
        h.click(say("code.", target.id));
        EXPECT_EQ(h.states.code.target, target.id);
        EXPECT_EQ(h.states.code.code.text,
                  target.text({.derived = derive(h.session), .view_state = &h.view_state})->text)
            << target.id;
        EXPECT_TRUE(h.shows("code.text")) << target.id;
        EXPECT_TRUE(h.shows("code.limits")) << target.id;
    }
}

TEST(CodePanel, MarksTheLinesThatTheLastEditChanged) {
    PanelHarness h(draw_code_panel);
    EXPECT_EQ(changed_marks(h), 0u);
    const Field& sbo = *find_field(kSmem91, "sbo");
    h.history.record_and_apply(h.session, SetField{WordId::a_desc, &sbo, 32});
    h.frames(3);
    const std::string& text = h.states.code.code.text;
    const auto line = static_cast<std::size_t>(std::count(
        text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("stride_byte_offset_ = 32")), '\n'));
    EXPECT_TRUE(std::ranges::binary_search(h.states.code.changed, line));
    EXPECT_LT(h.states.code.changed.size(), 12u) << "only the lines of A change";
    h.click("code.python");
    EXPECT_EQ(h.states.code.changed.size(), 0u) << "another target is no change";
}

TEST(CodePanel, SaysWhyATargetHasNoText) {
    PanelHarness h(draw_code_panel);
    h.session = find_preset("k_major_none_f16")->session();
    h.click("code.triton");
    EXPECT_TRUE(h.shows("code.none"));
    EXPECT_FALSE(h.shows("code.copy"));
    EXPECT_NE(h.states.code.why.find("row by row"), std::string::npos) << h.states.code.why;
}

TEST(CodePanel, CopyAndSaveRequestTheShownTarget) {
    PanelHarness h(draw_code_panel);
    h.click("code.ptx");
    h.click("code.copy");
    h.click("code.save");
    EXPECT_TRUE(h.has_requested(CopyCode{"ptx"}));
    EXPECT_TRUE(h.has_requested(SaveCode{"ptx"}));
}

TEST(CodePanel, TheWindowHasTheTargetsOfFilesTooAndCopiesThem) {
    AppHarness h;
    h->frames(2);
    EXPECT_EQ(h.app.states.code.targets.size(), io::export_targets().size());
    run_command(h.app, CopyCode{"json"});
    ASSERT_TRUE(h.app.requests.copy);
    EXPECT_TRUE(h.app.requests.copy->starts_with("{")) << *h.app.requests.copy;
    EXPECT_EQ(h.app.status, "Copied the session as Session file.");
    run_command(h.app, CopyCode{"cobol"});
    EXPECT_TRUE(h.app.status.starts_with("'cobol' is no target")) << h.app.status;
}

TEST(CodePanel, SaveProposesTheExtensionOfTheTarget) {
    AppHarness h;
    run_command(h.app, SaveCode{"python"});
    EXPECT_TRUE(h.app.chooser.open);
    EXPECT_EQ(h.app.chooser.typed, "untitled-mma.py");
}

}  // namespace
}  // namespace tilescope::ui
