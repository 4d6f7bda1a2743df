// tests/ui/app_harness.cpp -- runs the whole program without its window.
// SPDX-License-Identifier: MIT
#include "tests/ui/app_harness.h"

#include "app/window/documents/edits.h"
#include "app/window/frame/app.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/palette.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {

AppHarness::AppHarness(ImVec2 size, Screen screen) {
    app.document().view_state.screen = screen;
    start(app, {});
    ui_.emplace(
        [this] {
            const Style style = ui_ ? ui_->style() : Style{theme(false), sizes_at(1), nullptr, nullptr};
            ImFont* mono = style.mono != nullptr ? style.mono : ImGui::GetFont();
            frame(app, {.theme = &theme(false), .scale = 1, .mono = mono, .painter = &painter_});
        },
        size);
}

std::uint64_t AppHarness::field(WordId word, std::string_view id) const {
    const Field& f = field_in(*app.document().derived.of(word).format, id);
    return value_of(f, get_field(f, app.document().session.word(word)));
}

std::string text_of(const Offer& offer) {
    if (offer.verb) return say(offer.verb->verb, offer.path);
    if (!offer.command) return {};
    constexpr std::pair<std::string_view, std::string_view> kShort[] = {
        {"explain", "explain "}, {"show_panel", "show "}, {"copy_code", "copy as "}, {"open_lesson", "open_lesson "}};
    for (const auto& [id, text] : kShort)
        if (offer.command->id == id) return say(text, offer.command->text);
    return offer.command->text.empty() ? std::string(offer.command->id) : "another command";
}

bool has_news(Context c, std::string_view feature_id) {
    const auto feature = std::ranges::find(all_features(), feature_id, &Feature::id);
    return (*feature)->news(c) != News::nothing;
}

const Panel* panel_with_id(std::string_view id) {
    const auto panels = all_panels();
    const auto found = std::ranges::find(panels, id, &Panel::id);
    EXPECT_NE(found, panels.end()) << "no panel has the id " << id;
    return found == panels.end() ? nullptr : &*found;
}

}  // namespace tilescope::ui
