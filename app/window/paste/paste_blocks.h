// app/window/paste/paste_blocks.h -- reads a long text in blocks of whole lines, and keeps all words as one paste.
// SPDX-License-Identifier: MIT
//
// paste() takes about 17 us a word, too long for one frame if a text has 100,000 words. A block is small enough to show
// progress and to stop after it. As in `decode`, a program is read if it is shorter than a block. A file that another
// program still writes is read in the same way, as its lines come.
//
//     PasteBlocks blocks({.edition = Edition::v9_1, .kind = "f16"});
//     blocks.add("a_desc = 0x4000404000010040\n");
//     blocks.result().words.size() == 1
#pragma once

#include <tilescope/notation/paste.h>
#include <tilescope/table/batch_table.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>

namespace tilescope::ui {

// The session that a text is read for.
struct PasteFor {
    Edition edition = Edition::v9_1;
    std::string kind = {};
    std::string arch = {};  // for the verdicts of the table
};

class PasteBlocks {
public:
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 18;
    // What the batch table shows smoothly: lines with a word, counting each line of equal words.
    static constexpr std::size_t kMostRows = 100'000;
    static constexpr std::size_t kMostDifferent = 100'000;  // bounds the memory for the count of different words

    // The size of the first block of a text: whole lines, and the last line if the text has ended. A longer line is
    // divided at a blank or a comma, so that no number is cut; what has none is one block. Requires: a text.
    static std::size_t first_block(std::string_view text, bool ended);

    explicit PasteBlocks(PasteFor reads_for) : for_(std::move(reads_for)) {}

    // Reads whole lines and appends their words. Requires: at most about kBlockBytes, so that it takes less than a
    // second. After a stop, the words are not complete.
    void add(std::string_view lines, const std::stop_token& stop = {});
    // Forgets the oldest blocks until at most that much is left. The last block always stays.
    void drop_oldest(std::size_t most_rows, std::size_t most_bytes);

    // All words that are kept. Their spans are places in text().
    const PasteResult& result() const { return total_; }
    const std::string& text() const { return text_; }
    std::size_t rows() const { return rows_; }
    // The number of different words so far, also of those that were dropped. Two words differ if their names, their
    // bits or their unknown bits differ. Counting stops at kMostDifferent.
    std::uint64_t words_read() const { return different_.size(); }
    // "9 words", "at least 100000 words".
    std::string words_in_words() const;
    std::uint64_t lines_dropped() const { return lines_dropped_; }

    // "120 words found; 3 places could not be read."
    std::string sentence() const;
    // The target that the verdicts are for: that of the text, else that of the session.
    const std::string& target() const { return total_.context.arch.empty() ? for_.arch : total_.context.arch; }
    // The table of result(), with the numbers of the lines of the whole text.
    BatchTable table() const;

private:
    struct Block {
        std::size_t words, rows, bytes, instructions;
        std::uint64_t lines;
    };

    PasteFor for_;
    PasteResult total_;
    std::string text_;
    std::deque<Block> blocks_;
    std::size_t rows_ = 0;
    std::uint64_t lines_dropped_ = 0, lines_kept_ = 0;
    std::set<std::tuple<std::string, std::uint64_t, std::uint64_t, unsigned>> different_;
};

// The number of rows of the batch table that a word has: one for each of its lines.
inline std::size_t rows_of(const FoundWord& word) { return 1 + word.again.size(); }

}  // namespace tilescope::ui
