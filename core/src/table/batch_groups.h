// core/src/table/batch_groups.h -- what the lines of a log say about the place of their words, and groups that differ.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/text_span.h>
#include <tilescope/table/batch_table.h>

#include <cstdint>
#include <map>
#include <set>
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
    turn,    // turns of a loop: over K, over stages, over anything; a place in shared memory, which goes with the stage
    other    // tiles, blocks, kernels: each can have a layout of its own
};

// A key and its value, as numbers of BatchLabels. A line without the key has the value 0.
using BatchLabel = std::pair<std::uint32_t, std::uint32_t>;
using BatchLabelList = std::vector<BatchLabel>;

// The numbers of the lines with a word: "[tile 0] stage 2 k=1", "s2k1", a line "stage 2:" above the words, the columns
// of a table with titles. A line without any continues the line before it.
class BatchLabels {
public:
    // The first keys of each text. Hashes: what the line says beside its labels and words, and what the last lines of
    // prose above say. How many different lines of prose are above. The instruction descriptor and the Tensor Memory
    // address in the line, and the shape: "128 x 64".
    static constexpr std::uint32_t kLineText = 0, kTextAbove = 1, kSection = 2, kInstruction = 3, kTmem = 4, kShape = 5;

    // `lines`: where the lines of `table.texts` are in `text`.
    BatchLabels(const BatchTable& table, std::string_view text, std::span<const TextSpan> lines);

    const BatchLabelList& of_line(std::uint32_t line) const { return lines_[line]; }
    // A name of BatchTable::names without its number, and the label that this number is: "a_desc_stage2" is "a_desc"
    // with "stage 2".
    const std::pair<std::string, BatchLabelList>& of_name(std::uint32_t name) const { return names_[name]; }

    std::string_view key(std::uint32_t number) const { return keys_[number]; }
    std::string_view value(std::uint32_t number) const { return values_[number]; }
    std::size_t keys() const { return keys_.size(); }
    std::size_t values() const { return values_.size(); }
    BatchAxis axis(std::uint32_t key) const;

private:
    std::uint32_t number_of(std::string_view value);
    // Adds a label. False: there are too many keys.
    bool put(BatchLabelList& list, std::string_view key, std::string_view value);
    // Adds the labels of a text in lower case. Returns a hash of what else it says: names and sizes, but no numbers.
    std::uint64_t read(std::string_view text, BatchLabelList& out);
    // The same for a line above words. `said`: by the lines before it.
    std::uint64_t read_heading(std::string_view line, BatchLabelList& heading, std::uint64_t said);
    void read_cells(std::string_view line, BatchLabelList& out);
    void read_instructions(const BatchTable& table);
    std::string without_number(std::string_view name, BatchLabelList& labels);

    std::vector<BatchLabelList> lines_;
    std::vector<std::pair<std::string, BatchLabelList>> names_;
    std::vector<std::string> keys_{"the text", "text above", "section", "the MMA", "the D", "MMA of"}, values_{""};
    std::map<std::string, std::uint32_t, std::less<>> value_numbers_;
    std::set<std::string, std::less<>> word_names_;
    std::set<std::uint64_t> prose_;    // hashes of lines
    std::vector<std::string> titles_;  // of the columns of the next lines
};

// Whether the field is an address, or a number that goes on with each K step.
bool moves_on(const Field& field);

// Finds the groups of each sheet, and marks the words of those that are odd.
void find_groups(BatchTable& table, std::string_view text, std::span<const TextSpan> lines);

}  // namespace tilescope
