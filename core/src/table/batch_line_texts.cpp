// core/src/table/batch_line_texts.cpp -- the lines of the text that have words, each once.
// SPDX-License-Identifier: MIT
#include "batch_line_texts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/text.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::size_t kMostShown = 240, kMostSought = 1000;  // bytes of a line

bool is_of_name(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Returns the first place from `from` on where `name` is a whole name.
std::size_t find_name(std::string_view text, std::string_view name, std::size_t from) {
    while (true) {
        const std::size_t at = text.find(name, from), end = at + name.size();
        if (at == text.npos || name.empty()) return text.npos;
        const bool begins = at == 0 || !is_of_name(text[at - 1]), ends = end == text.size() || !is_of_name(text[end]);
        if (begins && ends) return at;
        from = at + 1;
    }
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, text.size()); ++i) text[i] = ' ';
}

}  // namespace

void BatchLineTexts::begin_line(std::size_t place) {
    const std::size_t before = place == 0 ? text_.npos : text_.rfind('\n', place - 1);
    begin_ = before == text_.npos ? 0 : before + 1;
    end_ = std::min(text_.find('\n', place), text_.size());
    const std::string_view line = trimmed(text_.substr(begin_, end_ - begin_));
    std::string plain(line.substr(0, kMostShown + 1));
    std::ranges::replace(plain, '\t', ' ');
    cut_ = line.empty() ? begin_ : static_cast<std::size_t>(line.data() - text_.data());
    out_.push_back({excerpt(plain, kMostShown), lower(line.substr(0, kMostSought))});
}

std::uint32_t BatchLineTexts::add(const TextSpan& word, std::string_view name) {
    const std::size_t place = std::min(word.begin, text_.size());
    if (out_.empty() || place < begin_ || place > end_) begin_line(place);
    std::string& sought = out_.back().sought;
    if (word.end > cut_) blank(sought, word.begin - std::min(word.begin, cut_), word.end - cut_);
    const std::string sought_name = lower(name);
    for (std::size_t at = 0; (at = find_name(sought, sought_name, at)) != sought.npos; at += sought_name.size())
        blank(sought, at, at + sought_name.size());
    return static_cast<std::uint32_t>(out_.size() - 1);
}

bool says_more(const BatchText& text) { return std::ranges::any_of(text.sought, is_of_name); }

std::string_view line_value(std::string_view sought, std::string_view name) {
    for (std::size_t at = 0; (at = find_name(sought, name, at)) != sought.npos; at += name.size()) {
        const std::size_t end = at + name.size();
        std::size_t begin = sought.find_first_not_of(' ', end);
        if (begin == sought.npos) continue;
        const bool has_sign = sought[begin] == '=' || sought[begin] == ':';
        if (has_sign) begin = sought.find_first_not_of(' ', begin + 1);
        if (begin == sought.npos) return {};
        if (has_sign) return sought.substr(begin, sought.find_first_of(" ,;)]}\t", begin) - begin);
        // Without a sign, only a number is a value.
        if (begin > end && is_digit(sought[begin]))
            return sought.substr(begin, sought.find_first_of(" ,;:)]}\t", begin) - begin);
    }
    return {};
}

}  // namespace tilescope
