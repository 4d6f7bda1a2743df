// app/panels/word_list.h -- draws many pasted words as a list: the paste result and the batch table.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/view.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// A column beside the word. Long texts are cut.
struct WordColumn {
    const char* title;
    float weight;
    std::function<std::string(std::size_t index)> text;
};

struct WordList {
    std::string_view id;  // prefix of the marks: "batch" gives "batch.0", "batch.1", ...
    std::vector<WordColumn> columns;
    float height = 0;  // 0: no separate scrolling
};

// Draws the words of the last paste. `chosen` is the selected line; -1: none.
void draw_word_list(const View& view, const WordList& list, int& chosen);

// Returns the name of a word, and the number of equal lines it stands for: "a_desc", "UR4  x 3".
std::string name_in_list(const FoundWord& word);

}  // namespace tilescope::ui
