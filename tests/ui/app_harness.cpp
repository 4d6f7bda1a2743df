// tests/ui/app_harness.cpp -- runs the whole program without its window.
// SPDX-License-Identifier: MIT
#include "tests/ui/app_harness.h"

#include "app/shell/frame.h"

namespace tilescope::ui {

AppHarness::AppHarness(ImVec2 size) {
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
    const Field& f = field_in(*app.derived.of(word).format, id);
    return value_of(f, get_field(f, app.session.word(word)));
}

}  // namespace tilescope::ui
