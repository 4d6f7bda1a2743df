// app/window/paste/paste_blocks.cpp -- reads a long text in blocks of whole lines, and keeps all words as one paste.
// SPDX-License-Identifier: MIT
#include "app/window/paste/paste_blocks.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::size_t kMostKSteps = 20, kMostRefusalsKept = 100;

// Moves all places in the text by so many bytes, and the numbers of instructions. 0 - n moves them back: the numbers
// have no sign and wrap around.
void move_all(PasteResult& result, std::size_t bytes, std::size_t instructions) {
    const auto move = [bytes](TextSpan& span) { span.begin += bytes, span.end += bytes; };
    for (FoundWord& word : result.words) {
        move(word.span);
        std::ranges::for_each(word.again, move);
        if (word.instruction != kNoInstruction) word.instruction += instructions;
    }
    for (KStep& step : result.steps) move(step.span);
    for (PasteRefusal& refusal : result.refused) move(refusal.span);
}

template <class T>
void drop_front(std::vector<T>& from, std::size_t count) {
    from.erase(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

std::size_t PasteBlocks::first_block(std::string_view text, bool ended) {
    constexpr std::string_view kEnds = " \t,;\n";
    if (ended && text.size() <= kBlockBytes) return text.size();
    if (const std::size_t line = text.rfind('\n', kBlockBytes - 1); line != text.npos) return line + 1;
    if (const std::size_t part = text.find_last_of(kEnds, kBlockBytes - 1); part != text.npos) return part + 1;
    return std::min(text.find_first_of(kEnds, std::min(text.size(), kBlockBytes)), text.size() - 1) + 1;
}

void PasteBlocks::add(std::string_view lines, const std::stop_token& stop) {
    if (lines.empty()) return;
    PasteResult read = paste(lines, {.edition = for_.edition,
                                     .kind = for_.kind,
                                     .max_bytes = lines.size(),
                                     .max_words = std::max(lines.size(), std::size_t{1}),
                                     .origins = false,  // other blocks can have the lines
                                     .stop = stop});
    move_all(read, text_.size(), total_.instructions.size());
    Block block{.words = read.words.size(),
                .rows = 0,
                .bytes = lines.size(),
                .instructions = read.instructions.size(),
                .lines = static_cast<std::uint64_t>(std::ranges::count(lines, '\n'))};
    for (const FoundWord& word : read.words) {
        block.rows += rows_of(word);
        if (different_.size() < kMostDifferent) different_.emplace(word.name, word.value, word.unknown_bits, word.bits);
    }
    const auto lines_before = static_cast<unsigned>(lines_dropped_ + lines_kept_);
    for (PasteRefusal& refusal : read.refused) refusal.line += lines_before;
    const auto append = [](auto& to, auto& from, std::size_t most) {
        const std::size_t room = most - std::min(most, to.size()), count = std::min(room, from.size());
        to.insert(to.end(), std::make_move_iterator(from.begin()),
                  std::make_move_iterator(from.begin() + static_cast<std::ptrdiff_t>(count)));
    };
    append(total_.words, read.words, ~std::size_t{0});
    append(total_.instructions, read.instructions, ~std::size_t{0});
    append(total_.steps, read.steps, kMostKSteps);
    append(total_.refused, read.refused, kMostRefusalsKept);
    total_.refused_count += read.refused_count;
    total_.lines += read.lines;
    total_.understood += read.understood;
    if (total_.context == PasteContext{.tcgen05 = total_.context.tcgen05}) {
        const bool tcgen05 = total_.context.tcgen05;
        total_.context = std::move(read.context);
        total_.context.tcgen05 |= tcgen05;
    }
    text_ += lines;
    rows_ += block.rows;
    lines_kept_ += block.lines;
    blocks_.push_back(block);
    total_.sentence = sentence();
}

void PasteBlocks::drop_oldest(std::size_t most_rows, std::size_t most_bytes) {
    Block gone{};
    while (blocks_.size() > 1 && (rows_ > most_rows || text_.size() - gone.bytes > most_bytes)) {
        const Block& first = blocks_.front();
        gone.words += first.words, gone.bytes += first.bytes;
        gone.instructions += first.instructions, gone.lines += first.lines;
        rows_ -= first.rows;
        blocks_.pop_front();
    }
    if (gone.bytes == 0) return;
    drop_front(total_.words, gone.words);
    drop_front(total_.instructions, gone.instructions);
    text_.erase(0, gone.bytes);
    lines_dropped_ += gone.lines;
    lines_kept_ -= gone.lines;
    const auto left_out = [&](const auto& part) { return part.span.begin < gone.bytes; };
    std::erase_if(total_.steps, left_out);
    std::erase_if(total_.refused, left_out);
    move_all(total_, 0 - gone.bytes, 0 - gone.instructions);
}

std::string PasteBlocks::words_in_words() const {
    const std::size_t count = different_.size();
    return say(count < kMostDifferent ? "" : "at least ", count, count == 1 ? " word" : " words");
}

std::string PasteBlocks::sentence() const {
    const std::size_t refused = total_.refused_count;
    return say(
        words_in_words(), " found",
        refused > 0 ? say("; ", refused, refused == 1 ? " place" : " places", " could not be read") : std::string(),
        ".");
}

BatchTable PasteBlocks::table() const {
    BatchTable out = batch_table(total_, text_, target());
    for (BatchSheet& sheet : out.sheets)
        for (BatchRow& row : sheet.rows) row.line += lines_dropped_;
    return out;
}

}  // namespace tilescope::ui
