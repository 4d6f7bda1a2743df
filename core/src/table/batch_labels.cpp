// core/src/table/batch_labels.cpp -- reads the labels of the lines of a log: stage, K step, tile, block.
// SPDX-License-Identifier: MIT
#include "batch_groups.h"

#include <tilescope/base/text.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::size_t kMostKeys = 32;      // further ones are not looked at
constexpr std::size_t kMostHeading = 100;  // characters of a line that stands above words

constexpr std::string_view kStageKeys[] = {"stage", "stg", "st", "s", "slot", "buf", "buffer", "pipe"};
constexpr std::string_view kStepKeys[] = {"k",     "kk",    "ki",      "kt",     "k_step",
                                          "kstep", "k_idx", "k_block", "kblock", "k_tile"};
constexpr std::string_view kTurnKeys[] = {"step", "iter", "it", "i", "iteration"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

std::size_t skip(std::string_view text, std::size_t at, auto&& is) {
    while (at < text.size() && is(text[at])) ++at;
    return at;
}

// The cells of a line, without the signs that divide them.
std::vector<std::string_view> cells_of(std::string_view line) {
    constexpr std::string_view kBetween = " \t,;|\r";
    std::vector<std::string_view> out;
    for (std::size_t at = 0; (at = line.find_first_not_of(kBetween, at)) != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(kBetween, at), line.size());
        out.push_back(line.substr(at, end - at));
        at = end;
    }
    return out;
}

// The number at `at`: "2", or "0,0,1" in a bracket. Empty: there is none, or it is a part of something else.
std::string_view number_at(std::string_view text, std::size_t at, bool in_bracket) {
    const std::size_t end = skip(text, at, [&](char c) { return is_digit(c) || (in_bracket && c == ','); });
    const bool goes_on = end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1]);
    const bool is_hex = end < text.size() && text[end] == 'x';
    return goes_on || is_hex ? std::string_view() : text.substr(at, end - at);
}

// The value after a name that ends at `at`, which moves behind the value. Empty: the name has none.
std::string_view value_after(std::string_view text, std::size_t& at) {
    const auto is_blank = [](char c) { return c == ' '; };
    std::size_t begin = skip(text, at, is_blank);
    const char sign = begin < text.size() ? text[begin] : ' ';
    if (sign == '=' || sign == ':' || sign == '#') begin = skip(text, begin + 1, is_blank);
    const bool in_bracket = begin < text.size() && (text[begin] == '(' || text[begin] == '[');
    if (in_bracket) ++begin;
    std::string_view value = number_at(text, begin, in_bracket);
    if (value.empty() && sign == '=') {
        const std::size_t end = skip(text, begin, [](char c) { return is_letter(c) || is_digit(c); });
        if (begin < end && is_letter(text[begin])) value = text.substr(begin, end - begin);
    }
    if (!value.empty()) at = begin + value.size();
    while (value.size() > 1 && value.front() == '0' && is_digit(value[1])) value.remove_prefix(1);
    return value;
}

void put(BatchLabelList& list, BatchLabel label) {
    const auto same = std::ranges::find(list, label.first, &BatchLabel::first);
    same == list.end() ? void(list.push_back(label)) : void(same->second = label.second);
}

}  // namespace

BatchLabels::BatchLabels(const BatchTable& table, std::string_view text, std::span<const TextSpan> lines) {
    BatchLabelList heading, last;
    std::size_t end = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view between = text.substr(end, lines[i].begin - std::min(end, lines[i].begin));
        BatchLabelList above = heading;
        for (const std::string_view line : split_at(between, '\n')) read_heading(trimmed(line), above);
        if (above != heading) last = heading = above;
        BatchLabelList own;
        read(table.texts[i].sought, own);
        read_cells(text.substr(lines[i].begin, lines[i].end - lines[i].begin), own);
        if (!own.empty()) {
            last = heading;
            for (const BatchLabel& label : own) put(last, label);
        }
        lines_.push_back(last);
        end = lines[i].end;
    }
}

std::uint32_t BatchLabels::number_of(std::string_view text, std::vector<std::string>& texts, Numbers& numbers) {
    if (const auto at = numbers.find(text); at != numbers.end()) return at->second;
    texts.emplace_back(text);
    return numbers.emplace(text, static_cast<std::uint32_t>(texts.size() - 1)).first->second;
}

BatchLabel BatchLabels::label(std::string_view key, std::string_view value) {
    return {number_of(key, keys_, key_numbers_), number_of(value, values_, value_numbers_)};
}

void BatchLabels::read(std::string_view text, BatchLabelList& out) {
    for (std::size_t at = 0; at < text.size();) {
        if (is_digit(text[at])) {  // a number without a name
            at = skip(text, at, [](char c) { return is_digit(c) || is_letter(c) || c == '.'; });
            continue;
        }
        const std::size_t begin = at;
        at = skip(text, at, is_letter);
        if (at == begin) {
            ++at;
            continue;
        }
        std::string_view name = text.substr(begin, at - begin);
        while (name.ends_with('_')) name.remove_suffix(1);
        const std::string_view value = value_after(text, at);
        if (name.empty() || value.empty()) continue;
        if (keys_.size() < kMostKeys || key_numbers_.contains(name)) put(out, label(name, value));
    }
}

void BatchLabels::read_heading(std::string_view line, BatchLabelList& heading) {
    if (line.empty() || line.size() > kMostHeading) return;
    const std::string low = lower(line);
    const auto cells = cells_of(low);
    const auto is_title = [](std::string_view cell) {
        return is_letter(cell[0]) && std::ranges::none_of(cell, is_digit);
    };
    if (cells.size() > 1 && std::ranges::all_of(cells, is_title)) titles_.assign(cells.begin(), cells.end());
    read(low, heading);
}

void BatchLabels::read_cells(std::string_view line, BatchLabelList& out) {
    constexpr std::size_t kMostDigits = 6;
    if (titles_.empty()) return;
    const auto cells = cells_of(line);
    for (std::size_t i = 0; cells.size() == titles_.size() && i < cells.size(); ++i)
        if (cells[i].size() <= kMostDigits && std::ranges::all_of(cells[i], is_digit))
            put(out, label(titles_[i], cells[i]));
}

std::string BatchLabels::without_number(std::string_view name, BatchLabelList& labels) {
    std::string base = lower(name);
    if (const std::size_t bracket = base.find('['); bracket != base.npos && base.ends_with(']')) {
        const auto indexes = split_at(std::string_view(base).substr(bracket + 1, base.size() - bracket - 2), '[');
        for (std::size_t i = 0; i < indexes.size(); ++i) {
            const std::string_view index = indexes[i].substr(0, indexes[i].find(']'));
            if (index.empty() || !std::ranges::all_of(index, is_digit)) return base;
            put(labels, label(i == 0 ? "index" : i == 1 ? "second index" : "further index", index));
        }
        base.resize(bracket);
    }
    while (true) {
        const std::size_t digits = base.find_last_not_of("0123456789") + 1;
        const std::size_t end = digits > 0 && base[digits - 1] == '_' ? digits - 1 : digits;
        const std::size_t bar = end == 0 ? base.npos : base.rfind('_', end - 1);
        if (digits == base.size() || bar == base.npos || bar == 0) return base;
        const BatchLabel found = label(base.substr(bar + 1, end - bar - 1), base.substr(digits));
        if (axis(found.first) > BatchAxis::k_step) return base;
        put(labels, found);
        base.resize(bar);
    }
}

BatchAxis BatchLabels::axis(std::uint32_t key) const {
    const std::string_view name = keys_[key];
    const auto is_it = [&](std::string_view known) { return name == known; };
    if (std::ranges::any_of(kStageKeys, is_it) || name.ends_with("_stage")) return BatchAxis::stage;
    if (std::ranges::any_of(kStepKeys, is_it)) return BatchAxis::k_step;
    return std::ranges::any_of(kTurnKeys, is_it) || name.ends_with("_iter") ? BatchAxis::turn : BatchAxis::other;
}

}  // namespace tilescope
