// core/src/table/batch_groups.h -- what the lines of a log say about the place of their words, and groups that differ.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/text_span.h>
#include <tilescope/table/batch_table.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope {

// What a label counts, and so what two words with different numbers must have in common.
enum class BatchAxis : std::uint8_t {
    stage,   // the buffers of a pipeline: all have one layout
    k_step,  // steps along K: all have one layout, but the last one can belong to a smaller tile
    turn,    // turns of a loop: over K, over stages, over anything
    other    // tiles, blocks, kernels: each can have a layout of its own
};

// A key and its value, as numbers of BatchLabels. A line without the key has the value 0.
using BatchLabel = std::pair<std::uint32_t, std::uint32_t>;
using BatchLabelList = std::vector<BatchLabel>;

// The numbers of the lines with a word: "[tile 0] stage 2 k=1", "s2k1", a line "stage 2:" above the words, the columns
// of a table with titles. A line without any continues the line before it.
class BatchLabels {
public:
    // `lines`: where the lines of `table.texts` are in `text`.
    BatchLabels(const BatchTable& table, std::string_view text, std::span<const TextSpan> lines);

    const BatchLabelList& of_line(std::uint32_t line) const { return lines_[line]; }
    // The name of a word without its indexes and the number of its stage or K step, which become labels:
    // "a_desc_stage2" is "a_desc" with "stage 2".
    std::string without_number(std::string_view name, BatchLabelList& labels);
    BatchLabel label(std::string_view key, std::string_view value);

    std::string_view key(std::uint32_t number) const { return keys_[number]; }
    std::string_view value(std::uint32_t number) const { return values_[number]; }
    std::uint32_t keys() const { return static_cast<std::uint32_t>(keys_.size()); }
    BatchAxis axis(std::uint32_t key) const;

private:
    using Numbers = std::map<std::string, std::uint32_t, std::less<>>;
    static std::uint32_t number_of(std::string_view text, std::vector<std::string>& texts, Numbers& numbers);
    void read(std::string_view text, BatchLabelList& out);
    void read_heading(std::string_view line, BatchLabelList& heading);
    void read_cells(std::string_view line, BatchLabelList& out);

    std::vector<BatchLabelList> lines_;
    std::vector<std::string> keys_, values_{""};
    Numbers key_numbers_, value_numbers_;
    std::vector<std::string> titles_;  // of the columns of the next lines
};

// Finds the groups of each sheet, and marks the words of those that are odd.
void find_groups(BatchTable& table, std::string_view text, std::span<const TextSpan> lines);

}  // namespace tilescope
