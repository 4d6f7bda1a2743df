// tests/ui/rich_text_test.cpp -- tests how texts with styles are drawn.
// SPDX-License-Identifier: MIT
#include "app/widgets/rich_text.h"
#include "tests/support/ui_harness.h"

#include <gtest/gtest.h>

#include <optional>

namespace tilescope::ui {
namespace {

TEST(RichText, ItalicTextIsSlantedAndHasNoLine) {
    std::optional<UiHarness> ui;
    SpanStyle style = SpanStyle::plain;
    int corners = 0;
    float right = 0;
    ui.emplace(UiHarness::in_window([&] {
        const ImDrawList& list = *ImGui::GetWindowDrawList();
        const int first = list.VtxBuffer.Size;
        rich_line({{.style = style, .text = "Memory"}},
                  ui ? ui->style() : Style{theme(false), sizes_at(1), nullptr, nullptr});
        corners = list.VtxBuffer.Size - first;
        right = list.VtxBuffer[first + 1].pos.x;
    }));
    ui->frames(2);
    const int plain_corners = corners;
    const float plain_right = right;
    style = SpanStyle::italic;
    ui->frames(2);
    EXPECT_EQ(corners, plain_corners) << "an underline looks like a link";
    EXPECT_GT(right, plain_right);
}

}  // namespace
}  // namespace tilescope::ui
