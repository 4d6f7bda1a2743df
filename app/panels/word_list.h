// app/panels/word_list.h -- many pasted words as a list, one a line: the rail's paste result and the batch table.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/view.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// What stands beside a word. Texts that are too long are cut.
struct WordColumn {
    const char* title;
    float weight;
    std::function<std::string(std::size_t index)> text;
};

struct WordList {
    std::string_view id;  // lines are marked "batch.0", "batch.1", ...
    std::vector<WordColumn> columns;
    float height = 0;  // 0: as the window that it stands in
};

// The words of the last paste; `chosen` is the marked line, -1: none.
void draw_word_list(const View& view, const WordList& list, int& chosen);

// "a_desc", "UR4  x 3": a word's name, and for how many equal lines it stands.
std::string name_in_list(const FoundWord& word);

}  // namespace tilescope::ui
