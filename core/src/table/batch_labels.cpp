// core/src/table/batch_labels.cpp -- reads the labels of the lines of a log: stage, K step, tile, block.
// SPDX-License-Identifier: MIT
#include "batch_groups.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::size_t kMostKeys = 32;      // further ones are a part of the text of their lines
constexpr std::size_t kMostHeading = 240;  // characters of a line that stands above words
constexpr std::uint64_t kNothing = fnv1a("");

constexpr std::string_view kStageKeys[] = {"stage", "stg", "st", "s", "slot", "buf", "buffer", "pipe"};
constexpr std::string_view kStepKeys[] = {"k",     "kk",    "ki",      "kt",     "k_step",
                                          "kstep", "k_idx", "k_block", "kblock", "k_tile"};
constexpr std::string_view kTurnKeys[] = {"step", "iter", "it", "i", "iteration"};
constexpr std::string_view kPlaceKeys[] = {"smem_base", "smem_addr", "smem_ptr", "smem_start", "smem_offset"};

BatchAxis axis_of(std::string_view name) {
    const auto is_it = [&](std::string_view known) { return name == known; };
    const auto is_end = [&](std::string_view known) { return name.ends_with(known); };
    const bool counts_stages = name.starts_with("num_") || name.starts_with("n_");
    if (std::ranges::any_of(kStageKeys, is_it) || (name.ends_with("_stage") && !counts_stages)) return BatchAxis::stage;
    if (std::ranges::any_of(kStepKeys, is_it)) return BatchAxis::k_step;
    const bool is_turn = std::ranges::any_of(kTurnKeys, is_it) || name.ends_with("_iter");
    return is_turn || std::ranges::any_of(kPlaceKeys, is_end) ? BatchAxis::turn : BatchAxis::other;
}

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

// The number at `at`: "2", or "0, 0, 1" in a bracket. Empty: there is none, or it is a part of something else.
std::string_view number_at(std::string_view text, std::size_t at, bool in_bracket) {
    std::size_t end = skip(text, at, [&](char c) { return is_digit(c) || (in_bracket && (c == ',' || c == ' ')); });
    while (end > at && text[end - 1] == ' ') --end;
    if (end > at && end + 1 < text.size() && text[end] == '/' && is_digit(text[end + 1]))
        end = skip(text, end + 1, is_digit);  // "2/3" is the second part of a program, no stage
    const bool goes_on = end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1]);
    const bool is_hex = end < text.size() && text[end] == 'x';
    return goes_on || is_hex ? std::string_view() : text.substr(at, end - at);
}

// The value after a name that ends at `at`, which moves behind the value. Empty: the name has none.
std::string_view value_after(std::string_view text, std::size_t& at, std::string_view name) {
    const auto is_blank = [](char c) { return c == ' '; };
    std::size_t begin = skip(text, at, is_blank);
    const char sign = begin < text.size() ? text[begin] : ' ';
    if (sign == '=' || sign == ':' || sign == '#')
        begin = skip(text, begin + 1, is_blank);
    else if (begin > at && name == "s")
        return {};  // "it took 3 s 2 times"
    const bool in_bracket = begin < text.size() && (text[begin] == '(' || text[begin] == '[');
    if (in_bracket) begin = skip(text, begin + 1, is_blank);
    std::string_view value = number_at(text, begin, in_bracket);
    if (value.empty() && sign == '=') {
        const std::size_t end = skip(text, begin, [](char c) { return is_letter(c) || is_digit(c); });
        if (begin < end && is_letter(text[begin])) value = text.substr(begin, end - begin);
    }
    if (!value.empty()) at = begin + value.size();
    while (value.size() > 1 && value.front() == '0' && is_digit(value[1])) value.remove_prefix(1);
    return value;
}

void set(BatchLabelList& list, BatchLabel label) {
    const auto same = std::ranges::find(list, label.first, &BatchLabel::first);
    same == list.end() ? void(list.push_back(label)) : void(same->second = label.second);
}

}  // namespace

BatchLabels::BatchLabels(const BatchTable& table, std::string_view text, std::span<const TextSpan> lines) {
    for (const std::string& name : table.names) word_names_.insert(lower(name));
    BatchLabelList heading, last;
    std::uint64_t prose = kNothing;
    std::size_t end = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view between = text.substr(end, lines[i].begin - std::min(end, lines[i].begin));
        BatchLabelList above = heading;
        std::uint64_t said = kNothing;
        for (const std::string_view line : split_at(between, '\n')) said = read_heading(trimmed(line), above, said);
        if (said != kNothing) prose = said;
        if (above != heading) last = heading = above;
        BatchLabelList own;
        const std::uint64_t rest = read(table.texts[i].sought, own);
        read_cells(text.substr(lines[i].begin, lines[i].end - lines[i].begin), own);
        if (!own.empty()) {
            last = heading;
            for (const BatchLabel& label : own) set(last, label);
        }
        set(last, {kLineText, number_of(hex(rest, 16))});
        set(last, {kTextAbove, number_of(hex(prose, 16))});
        set(last, {kSection, number_of(say(prose_.size()))});
        lines_.push_back(last);
        end = lines[i].end;
    }
    for (const std::string& name : table.names) {
        auto& [base, labels] = names_.emplace_back();
        base = without_number(name, labels);
    }
    read_instructions(table);
}

// With another shape, type or major-ness, A and B can have another layout. Another D is that of another product.
void BatchLabels::read_instructions(const BatchTable& table) {
    for (const BatchSheet& sheet : table.sheets) {
        for (const BatchRow& row : sheet.rows)
            if (find_field(*sheet.format, "lane") != nullptr) set(lines_[row.text], {kTmem, number_of(hex(row.word))});
        const Field *m = find_field(*sheet.format, "m"), *n = find_field(*sheet.format, "n");
        if (m == nullptr || n == nullptr) continue;
        const auto value = [](const Field& f, const BatchRow& row) { return value_of(f, get_field(f, row.word)); };
        for (const BatchRow& row : sheet.rows) {
            std::uint64_t equal = row.word;
            for (const Field& f : sheet.format->fields)
                if (moves_on(f)) equal = set_field(f, equal, 0);
            set(lines_[row.text], {kInstruction, number_of(hex(equal))});
            set(lines_[row.text], {kShape, number_of(say(value(*m, row), " x ", value(*n, row)))});
        }
    }
}

std::uint32_t BatchLabels::number_of(std::string_view value) {
    if (const auto at = value_numbers_.find(value); at != value_numbers_.end()) return at->second;
    values_.emplace_back(value);
    return value_numbers_.emplace(value, static_cast<std::uint32_t>(values_.size() - 1)).first->second;
}

bool BatchLabels::put(BatchLabelList& list, std::string_view key, std::string_view value) {
    auto at = static_cast<std::uint32_t>(std::ranges::find(keys_, key) - keys_.begin());
    if (at == keys_.size() && at == kMostKeys) return false;
    if (at == keys_.size()) keys_.emplace_back(key);
    set(list, {at, number_of(value)});
    return true;
}

std::uint64_t BatchLabels::read(std::string_view text, BatchLabelList& out) {
    std::uint64_t rest = kNothing;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        if (is_digit(text[at])) {  // a number without a name, or a size: "128x64"
            at = skip(text, at, [](char c) { return is_digit(c) || is_letter(c) || c == '.'; });
            const std::string_view number = text.substr(begin, at - begin);
            const bool is_size = number.find('x') != number.npos && !number.starts_with("0x");
            rest = fnv1a(is_size ? number : "#", rest);
            continue;
        }
        at = skip(text, at, is_letter);
        if (at == begin) {
            ++at;
            continue;
        }
        std::string_view name = text.substr(begin, at - begin);
        while (name.ends_with('_')) name.remove_suffix(1);
        const std::string_view value = value_after(text, at, name);
        if (value.empty() || name.empty() || name == "of" || !put(out, name, value))
            rest = fnv1a(value, fnv1a(say(name, ' '), rest));
    }
    return rest;
}

// A line of labels and nothing else counts as a part of each line below it. Of any other line, nobody knows what its
// stage is: "Stage 3: test of V".
std::uint64_t BatchLabels::read_heading(std::string_view line, BatchLabelList& heading, std::uint64_t said) {
    if (line.empty() || line.size() > kMostHeading) return said;
    const std::string low = lower(line);
    const auto cells = cells_of(low);
    const auto is_title = [](std::string_view cell) {
        return is_letter(cell[0]) && std::ranges::none_of(cell, is_digit);
    };
    const auto is_word = [&](std::string_view cell) { return word_names_.contains(cell); };
    if (cells.size() > 1 && std::ranges::all_of(cells, is_title) && std::ranges::any_of(cells, is_word))
        titles_.assign(cells.begin(), cells.end());
    BatchLabelList labels;
    std::uint64_t rest = read(low, labels);
    const bool is_prose = rest != kNothing;
    for (const BatchLabel& label : labels) {
        if (is_prose && axis(label.first) <= BatchAxis::k_step)
            rest = fnv1a(values_[label.second], rest);
        else
            set(heading, label);
    }
    if (is_prose) prose_.insert(rest);
    return is_prose ? fnv1a(hex(rest), said) : said;
}

void BatchLabels::read_cells(std::string_view line, BatchLabelList& out) {
    constexpr std::size_t kMostDigits = 6;
    if (titles_.empty()) return;
    const auto cells = cells_of(line);
    for (std::size_t i = 0; cells.size() == titles_.size() && i < cells.size(); ++i)
        if (cells[i].size() <= kMostDigits && std::ranges::all_of(cells[i], is_digit)) put(out, titles_[i], cells[i]);
}

// The name without its indexes and the number of its stage or K step, which become labels.
std::string BatchLabels::without_number(std::string_view name, BatchLabelList& labels) {
    std::string base = lower(name);
    if (const std::size_t bracket = base.find('['); bracket != base.npos && base.ends_with(']')) {
        const auto indexes = split_at(std::string_view(base).substr(bracket + 1, base.size() - bracket - 2), '[');
        for (std::size_t i = 0; i < indexes.size(); ++i) {
            const std::string_view index = indexes[i].substr(0, indexes[i].find(']'));
            if (index.empty() || !std::ranges::all_of(index, is_digit)) return base;
            if (!put(labels, i == 0 ? "index" : i == 1 ? "second index" : "further index", index)) return base;
        }
        base.resize(bracket);
    }
    while (true) {
        const std::size_t digits = base.find_last_not_of("0123456789") + 1;
        const std::size_t end = digits > 0 && base[digits - 1] == '_' ? digits - 1 : digits;
        const std::size_t bar = end == 0 ? base.npos : base.rfind('_', end - 1);
        if (digits == base.size() || bar == base.npos || bar == 0) return base;
        const std::string key = base.substr(bar + 1, end - bar - 1);
        if (axis_of(key) > BatchAxis::k_step || !put(labels, key, base.substr(digits))) return base;
        base.resize(bar);
    }
}

BatchAxis BatchLabels::axis(std::uint32_t key) const { return axis_of(keys_[key]); }

}  // namespace tilescope
