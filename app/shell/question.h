// app/shell/question.h -- a question over the window, in words and with buttons.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

struct Choice {
    const char* title;
    std::string_view id;  // of its mark
};

// Called in every frame until it has an answer: the choice that was pressed. The first button has the keyboard; Enter
// presses the one that has it, Esc the last.
//   const auto answer = ask("Unsaved edits", "...", {{"Save", "unsaved.save"}, {"Cancel", "unsaved.cancel"}}, scale);
std::optional<std::size_t> ask(const char* title, const std::string& text, std::span<const Choice> choices,
                               float scale);

}  // namespace tilescope::ui
