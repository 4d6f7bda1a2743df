// core/src/table/batch_line_texts.h -- the lines of the text that have words, each once.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/text_span.h>
#include <tilescope/table/batch_table.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescope {

// Collects the lines of the words that it is given in the order of the text.
class BatchLineTexts {
public:
    BatchLineTexts(std::string_view text, std::vector<BatchText>& out) : text_(text), out_(out) {}

    // Returns the index of the line of a word. What a filter finds in the line has neither the word nor its name.
    std::uint32_t add(const TextSpan& word, std::string_view name);

private:
    void begin_line(std::size_t place);

    std::string_view text_;
    std::vector<BatchText>& out_;
    std::size_t begin_ = 0, end_ = 0;  // the line of the last word
    std::size_t cut_ = 0;              // where the sought text begins
};

// Whether the text has more than its words and their names.
bool says_more(const BatchText& text);

// The value that a line gives a name: line_value("iter=3 stage=1", "stage") is "1", and so it is in "[iter 3] stage
// 1:". `sought` and `name` are in lower case. Empty if the line does not have the name.
std::string_view line_value(std::string_view sought, std::string_view name);

}  // namespace tilescope
