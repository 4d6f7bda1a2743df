// core/src/notation/remark_reader.cpp -- reads words that only the comments and the messages of a program have.
// SPDX-License-Identifier: MIT
#include "find_context.h"
#include "log_pairs.h"

#include <tilescope/base/number.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::notation {
namespace {

constexpr std::size_t kWholeWord = 18;  // 0x and 16 digits

struct Remark {
    std::string_view text;
    bool message;  // in a string
};

// The text behind the first mark of a comment or a string: "//", "/*", "#", '"', or the "*" of a line of a block.
std::optional<Remark> remark_in(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("* ")) return Remark{text.substr(1), false};
    std::size_t at = line.npos;
    std::string_view first;
    for (const std::string_view mark : {"//", "/*", "# ", "\""})
        if (const std::size_t found = line.find(mark); found < at) at = found, first = mark;
    if (at == line.npos) return std::nullopt;
    return Remark{line.substr(at + first.size()), first == "\""};
}

bool is_descriptor(const Work& work, const Find& f) {
    if (f.role == PasteRole::idesc) return true;
    const PasteReading best = best_reading(work, f.bits.value, f.bits.width);
    const bool smem = best.format->id == "smem" && best.certainty == Certainty::confirmed && best.word == f.bits.value;
    return smem || context_for(work, f).context.hopper;
}

void find_remark(Work& work, std::string_view key, std::string_view value) {
    const Answer<Number> n = read_number(value);
    const KeyMeaning meaning = meaning_of_key(key);
    if (!n || meaning.half != 0) return;
    const bool narrow = meaning.role == PasteRole::idesc && n->value <= bit_mask(32) && n->value > bit_mask(16);
    if (!narrow && value.size() != kWholeWord) return;
    const TextSpan span = work.span_of(value);
    const auto has_it = [&](const Find& f) { return f.span.begin <= span.begin && span.end <= f.span.end; };
    if (std::ranges::any_of(work.finds, has_it)) return;  // a program in the comment
    const std::string name(meaning.role == PasteRole::unknown ? std::string_view() : key);
    Find f{work.span_of(value), ReadBy::log, name, meaning.role, {n->value, 0, narrow ? 32u : 64u}, ""};
    if (!narrow && meaning.role == PasteRole::idesc) f.role = PasteRole::unknown;
    f.remark = true;
    if (is_descriptor(work, f)) work.find(std::move(f));
}

}  // namespace

std::vector<unsigned> read_remarks(Work& work) {
    std::vector<unsigned> lines;
    unsigned number = 0;
    for (std::size_t begin = 0; begin < work.text.size() && !work.full;) {
        const std::size_t end = std::min(work.text.find('\n', begin), work.text.size());
        const auto remark = remark_in(work.text.substr(begin, end - begin));
        begin = end + 1;
        ++number;
        if (!remark) continue;
        const std::size_t before = work.finds.size();
        std::size_t at = 0;
        bool any = work.listing || remark->message;  // a number without a name is an encoding, or any text
        while (const auto pair = next_log_pair(remark->text, at)) {
            any = true;
            const bool named = meaning_of_key(pair->key).role != PasteRole::unknown;
            if (named || !remark->message) find_remark(work, pair->key, pair->value);
        }
        const std::string_view text = remark->text;
        for (std::size_t x = text.find("0x"); !any && x != text.npos; x = text.find("0x", x + 2)) {
            std::size_t stop = x;
            while (stop < text.size() && is_word_char(text[stop])) ++stop;
            if (x == 0 || !is_word_char(text[x - 1])) find_remark(work, "", text.substr(x, stop - x));
        }
        if (work.finds.size() > before) lines.push_back(number);
    }
    return lines;
}

}  // namespace tilescope::notation
