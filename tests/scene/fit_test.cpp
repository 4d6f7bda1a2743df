// tests/scene/fit_test.cpp -- every picture on a slide and in a column of a paper: letters, edges, arrows.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/export/sheet.h>
#include <tilescope/view/pictures.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tilescope {
namespace {

void expect_all_inside(const Sheet& sheet) {
    for (const SheetText& t : sheet.texts) {
        const double wide = 0.6 * sheet.text_pixels * static_cast<double>(t.text.size());
        const double left = t.x - (t.anchor == TextAnchor::end ? wide : t.anchor == TextAnchor::middle ? wide / 2 : 0);
        EXPECT_GE(left, 0) << t.text;
        EXPECT_LE(left + wide, sheet.width + 1) << t.text;
        EXPECT_LE(t.y + sheet.text_pixels / 2, sheet.height) << t.text;
    }
    for (const SheetCell& c : sheet.cells) EXPECT_LE(c.x + c.width, sheet.width);
}

// Looks at points of each arrow that are at most a pixel apart.
void expect_no_number_below_an_arrow(const Sheet& sheet) {
    for (const SheetArrow& a : sheet.arrows) {
        const double length = std::max({std::abs(a.to_x - a.from_x), std::abs(a.to_y - a.from_y), 1.0});
        for (double at = 0; at <= length; ++at) {
            const double x = std::lerp(a.from_x, a.to_x, at / length), y = std::lerp(a.from_y, a.to_y, at / length);
            for (const SheetCell& c : sheet.cells) {
                if (c.label.empty()) continue;
                const double wide = 0.3 * sheet.text_pixels * static_cast<double>(c.label.size()),
                             high = 0.35 * sheet.text_pixels;  // half of a digit, which is lower than its line
                const bool over = std::abs(x - c.x - c.width / 2) < wide && std::abs(y - c.y - c.height / 2) < high;
                EXPECT_FALSE(over) << a.label << " is over " << c.label;
            }
        }
    }
}

TEST(SheetFit, IsReadableOnASlideAndInAColumn) {
    for (const Preset& preset : presets()) {
        const Derived derived = derive(preset.session());
        for (const PictureView& view : picture_views()) {
            const auto scene = picture_of(view.id, derived, {});
            if (!scene) continue;
            for (const SheetFit fit : {SheetFit::slide, SheetFit::column})
                for (const bool caption : {true, false}) {
                    SCOPED_TRACE(say(preset.id, ' ', view.id, fit == SheetFit::slide ? " slide" : " column"));
                    const Sheet sheet = sheet_of(*scene, {.caption = caption, .fit = fit});
                    EXPECT_GE(sheet.text_pixels, fit == SheetFit::slide ? 12 : 8 - 1e-9);
                    // An MMA with scale factors has eight pictures; in a column they are below each other.
                    const double page = view.id == "mma" ? 1000 : 864;
                    EXPECT_LE(sheet.height, fit == SheetFit::slide ? kSlideHeight : page);
                    expect_all_inside(sheet);
                    expect_no_number_below_an_arrow(sheet);
                }
        }
    }
}

}  // namespace
}  // namespace tilescope
