// core/src/table/batch_table.cpp -- all words of a text as tables: rows, verdicts, odd values and starts.
// SPDX-License-Identifier: MIT
#include "batch_groups.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/table/batch_table.h>
#include <tilescope/table/word_table.h>

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

namespace tilescope {
namespace {

using BatchRows = std::vector<std::uint32_t>;  // indexes into BatchSheet::rows

// ---- the lines of the text ----

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

// ---- rows and their verdicts ----

// Words with equal keys have equal verdicts, so that only a few of many words are judged.
struct VerdictKey {
    const Format* format;
    std::uint64_t word, unknown;
    std::size_t instruction;
    std::string_view question;  // of which only the user knows the answer
    friend bool operator==(const VerdictKey&, const VerdictKey&) = default;
};
struct VerdictHash {
    std::size_t operator()(const VerdictKey& key) const {
        const std::uint64_t mixed = (key.word ^ key.unknown * 0x9e3779b97f4a7c15ull) * 0xff51afd7ed558ccdull;
        return fnv1a(key.question, mixed ^ mixed >> 29 ^ key.instruction ^ key.format->fields.size());
    }
};

VerdictKey key_of(const FoundWord& found) {
    const PasteReading& best = found.readings.front();
    const auto doubtful = std::ranges::find_if(found.readings, [](const PasteReading& r) { return !r.rule.empty(); });
    const bool asks = found.ask && doubtful != found.readings.end();
    const bool has_start = find_field(*best.format, "start") != nullptr;
    return {best.format, has_start ? word_class(best.word) : best.word, best.unknown, found.instruction,
            asks ? std::string_view(doubtful->rule) : std::string_view()};
}

BatchVerdict worst_of(const std::vector<Problem>& problems) {
    const auto worst = std::ranges::min_element(problems, {}, &Problem::severity);
    return worst == problems.end() ? BatchVerdict{} : BatchVerdict{worst->severity, worst->rule};
}

class Builder {
public:
    Builder(const PasteResult& pasted, std::string_view text, std::string_view arch)
        : pasted_(pasted), text_(text), arch_(arch) {}

    BatchTable build() {
        for (const Place& place : places()) add(place);
        std::ranges::stable_sort(table_.sheets, std::greater{}, [](const BatchSheet& s) { return s.rows.size(); });
        return std::move(table_);
    }
    // Where the lines of the table are in the text.
    const std::vector<TextSpan>& lines() const { return lines_; }

private:
    const PasteResult& pasted_;
    std::string_view text_, arch_;
    BatchTable table_;
    std::unordered_map<std::string_view, std::uint32_t> names_;
    std::unordered_map<VerdictKey, std::uint32_t, VerdictHash> verdicts_;
    std::size_t begin_ = 0, end_ = 0;  // the line of the last word
    std::size_t cut_ = 0;              // where its BatchText::sought begins
    std::uint64_t line_ = 1;
    std::vector<TextSpan> lines_;

    struct Place {
        TextSpan span;
        std::uint32_t found;
    };

    // A word that is in several lines of a log has a place in each of them.
    std::vector<Place> places() const {
        std::vector<Place> out;
        for (std::uint32_t i = 0; i < pasted_.words.size(); ++i) {
            const FoundWord& word = pasted_.words[i];
            if (word.readings.empty()) continue;
            out.push_back({word.span, i});
            for (const TextSpan& span : word.again) out.push_back({span, i});
        }
        std::ranges::stable_sort(out, {}, [](const Place& p) { return p.span.begin; });
        return out;
    }

    void add(const Place& place) {
        const FoundWord& found = pasted_.words[place.found];
        const PasteReading& best = found.readings.front();
        BatchSheet& sheet = sheet_of(best.format);
        BatchRow row;
        row.found = place.found;
        const auto [name, fresh] = names_.try_emplace(found.name, static_cast<std::uint32_t>(table_.names.size()));
        if (fresh) table_.names.push_back(found.name);
        row.name = name->second;
        row.verdict = verdict_of(found);
        row.word = best.word & bit_mask(best.format->bits);
        row.unknown = best.unknown & bit_mask(best.format->bits);
        go_to_line(std::min(place.span.begin, text_.size()));
        blank_word(table_.texts.back().sought, place.span, lower(found.name));
        row.line = line_;
        row.text = static_cast<std::uint32_t>(table_.texts.size() - 1);
        row.count = std::max<std::uint64_t>(found.merged, found.again.size() + 1) - found.again.size();
        sheet.has_repeats |= row.count > 1;
        sheet.rows.push_back(row);
    }

    BatchSheet& sheet_of(const Format* format) {
        const auto at = std::ranges::find(table_.sheets, format, &BatchSheet::format);
        if (at != table_.sheets.end()) return *at;
        table_.sheets.push_back({.format = format});
        return table_.sheets.back();
    }

    std::uint32_t verdict_of(const FoundWord& found) {
        const auto judge = [&] {
            const BatchVerdict verdict = worst_of(problems_of(found, context_of(pasted_, found), arch_));
            const auto at = std::ranges::find(table_.verdicts, verdict);
            const auto number = static_cast<std::uint32_t>(at - table_.verdicts.begin());
            if (at == table_.verdicts.end()) table_.verdicts.push_back(verdict);
            return number;
        };
        if (!found.problems.empty()) return judge();
        const auto [at, fresh] = verdicts_.try_emplace(key_of(found));
        if (fresh) at->second = judge();
        return at->second;
    }

    // Requires: `place` is not before that of the last call.
    void go_to_line(std::size_t place) {
        if (!table_.texts.empty() && place <= end_) return;
        const std::size_t before = place == 0 ? text_.npos : text_.rfind('\n', place - 1);
        const std::size_t begin = before == text_.npos ? 0 : before + 1;
        line_ += static_cast<std::uint64_t>(std::ranges::count(text_.substr(begin_, begin - begin_), '\n'));
        begin_ = begin;
        end_ = std::min(text_.find('\n', place), text_.size());
        lines_.push_back({begin_, end_});
        const std::string_view line = trimmed(text_.substr(begin_, end_ - begin_));
        std::string plain(line.substr(0, kMostShown + 1));
        std::ranges::replace(plain, '\t', ' ');
        cut_ = line.empty() ? begin_ : static_cast<std::size_t>(line.data() - text_.data());
        table_.texts.push_back({excerpt(plain, kMostShown), lower(line.substr(0, kMostSought))});
    }

    // What a filter finds in the line has neither the word nor its name.
    void blank_word(std::string& sought, const TextSpan& word, const std::string& name) const {
        if (word.end > cut_) blank(sought, word.begin - std::min(word.begin, cut_), word.end - cut_);
        for (std::size_t at = 0; (at = find_name(sought, name, at)) != sought.npos; at += name.size())
            blank(sought, at, at + name.size());
    }
};

// ---- odd values ----

void find_common(BatchSheet& sheet) {
    std::uint64_t differs = 0;
    for (const BatchRow& row : sheet.rows) differs |= (row.word ^ sheet.rows.front().word) | row.unknown;
    for (std::size_t i = 0; i < sheet.format->fields.size(); ++i)
        (get_field(sheet.format->fields[i], differs) != 0 ? sheet.varying : sheet.constant).push_back(i);
}

// The value that more than half of the lines have, if any value has so many: the only one that can be usual.
std::uint64_t candidate(const BatchSheet& sheet, const Field& field, const BatchRows& rows) {
    std::uint64_t value = 0, lead = 0;
    for (const std::uint32_t at : rows) {
        const BatchRow& row = sheet.rows[at];
        if (get_field(field, row.unknown) != 0) continue;
        const std::uint64_t raw = get_field(field, row.word);
        if (raw == value || lead == 0)
            value = raw, lead += row.count;
        else if (lead >= row.count)
            lead -= row.count;
        else
            value = raw, lead = row.count - lead;
    }
    return value;
}

void find_odd(BatchSheet& sheet, const BatchRows& rows) {
    std::uint64_t all = 0;
    for (const std::uint32_t at : rows) all += sheet.rows[at].count;
    for (const std::size_t i : sheet.varying) {
        const Field& field = sheet.format->fields[i];
        const std::uint64_t value = candidate(sheet, field, rows);
        std::uint64_t having = 0;
        BatchRows others;
        for (const std::uint32_t at : rows) {
            const BatchRow& row = sheet.rows[at];
            if (get_field(field, row.unknown) != 0) continue;
            get_field(field, row.word) == value ? void(having += row.count) : others.push_back(at);
        }
        if (others.empty() || !is_usual(having, all)) continue;
        sheet.usual.push_back({sheet.rows[rows.front()].name, i, value, having, all});
        for (const std::uint32_t at : others) sheet.rows[at].odd |= std::uint64_t{1} << i;
    }
}

// Marks the words of a name of which nearly all words have another format.
void find_odd_formats(BatchTable& table) {
    std::vector<std::uint64_t> all(table.names.size());
    for (const BatchSheet& sheet : table.sheets)
        for (const BatchRow& row : sheet.rows) all[row.name] += row.count;
    std::vector<const Format*> usual(table.names.size());
    for (const BatchSheet& sheet : table.sheets) {
        std::vector<std::uint64_t> here(table.names.size());
        for (const BatchRow& row : sheet.rows) here[row.name] += row.count;
        for (std::size_t name = 0; name < here.size(); ++name)
            if (!table.names[name].empty() && is_usual(here[name], all[name])) usual[name] = sheet.format;
    }
    for (BatchSheet& sheet : table.sheets)
        for (BatchRow& row : sheet.rows) row.odd_format = usual[row.name] != nullptr && usual[row.name] != sheet.format;
}

std::vector<BatchRows> rows_by_name(const BatchTable& table, const BatchSheet& sheet) {
    std::vector<BatchRows> out(table.names.size());
    for (std::size_t i = 0; i < sheet.rows.size(); ++i)
        out[sheet.rows[i].name].push_back(static_cast<std::uint32_t>(i));
    return out;
}

// ---- unexpected starts ----

constexpr std::size_t kMostPeriod = 64;     // words after which the pattern repeats
constexpr std::size_t kWordsForAPlace = 4;  // of the pattern: with fewer words, any text would have a pattern

using Starts = std::vector<std::uint64_t>;  // raw bits
using Steps = std::vector<std::int64_t>;

// The advance between two starts. A field drops its carry, so the shortest way counts.
std::int64_t advance(const Field& start, std::uint64_t from, std::uint64_t to) {
    const std::uint64_t up = (to - from) & bit_mask(start.width);
    const bool down = up > bit_mask(start.width) / 2;
    return static_cast<std::int64_t>(up) - (down ? std::int64_t{1} << start.width : 0);
}

// A pattern, and how many advances follow it.
struct PeriodFit {
    Steps steps;
    std::size_t following = 0;
};

PeriodFit fit_of(const Steps& advances, std::size_t period) {
    PeriodFit fit;
    for (std::size_t place = 0; place < period; ++place) {
        std::int64_t value = 0;
        std::size_t lead = 0, having = 0;
        for (std::size_t i = place; i < advances.size(); i += period) {
            if (lead == 0) value = advances[i];
            advances[i] == value ? ++lead : --lead;
        }
        for (std::size_t i = place; i < advances.size(); i += period) having += advances[i] == value;
        fit.steps.push_back(value);
        fit.following += having;
    }
    return fit;
}

// The shortest of the patterns that most advances follow.
Steps pattern_of(const Steps& advances) {
    PeriodFit best;
    const std::size_t most = std::min(kMostPeriod, (advances.size() + 1) / kWordsForAPlace);
    for (std::size_t period = 1; period <= most; ++period)
        if (PeriodFit fit = fit_of(advances, period); fit.following > best.following) best = std::move(fit);
    return best.steps;
}

struct Break {
    std::size_t at;
    std::uint64_t expected;
    bool goes_on;
    bool anew;  // the words after it follow it: the next tile begins, and no
                // single word is wrong
};

std::vector<Break> breaks_of(const Field& start, const Starts& starts, const Steps& steps) {
    const auto after = [&](std::size_t at,
                           std::uint64_t from) {  // the start that follows `from` at place `at`
        return (from + static_cast<std::uint64_t>(steps[at % steps.size()])) & bit_mask(start.width);
    };
    std::vector<Break> out;
    std::uint64_t before = starts.front();
    for (std::size_t i = 1; i < starts.size(); ++i) {
        const std::uint64_t expected = after(i - 1, before);
        before = starts[i];
        if (expected == starts[i]) continue;
        const bool goes_on = i + 1 < starts.size() && starts[i + 1] == after(i, expected);
        const bool anew = !goes_on && i + 1 < starts.size() && starts[i + 1] == after(i, starts[i]);
        if (goes_on) before = expected;
        // Only one word comes before the second one. If the words after it follow the pattern, the first one is wrong.
        if (i == 1 && anew)
            out.push_back({0, (starts[1] - static_cast<std::uint64_t>(steps[0])) & bit_mask(start.width), true, false});
        else
            out.push_back({i, expected, goes_on, anew});
    }
    return out;
}

// The step of the name that the text itself gives, in raw bits: KStep counts in the unit of the field.
std::optional<std::int64_t> told_step(std::string_view name, std::span<const KStep> steps) {
    const auto at = std::ranges::find(steps, name, &KStep::name);
    return at == steps.end() || name.empty() ? std::nullopt : std::optional(at->units);
}

// Finds how the start addresses of the rows of one name advance, and marks the rows that break the pattern.
void find_advance(const BatchTable& table, BatchSheet& sheet, const BatchRows& rows, std::span<const KStep> steps) {
    const Field* start = find_field(*sheet.format, "start");
    if (start == nullptr) return;
    BatchRows known;
    Starts starts;
    for (const std::uint32_t at : rows) {
        if (get_field(*start, sheet.rows[at].unknown) != 0) continue;
        known.push_back(at);
        starts.push_back(get_field(*start, sheet.rows[at].word));
    }
    if (starts.size() < 2) return;
    Steps advances;
    for (std::size_t i = 1; i < starts.size(); ++i) advances.push_back(advance(*start, starts[i - 1], starts[i]));
    const std::uint32_t name = sheet.rows[rows.front()].name;
    const auto told = told_step(table.names[name], steps);
    const Steps pattern = told ? Steps{*told} : pattern_of(advances);
    // If all starts are equal, an odd one is an odd value.
    if (pattern.empty() || std::ranges::all_of(pattern, [](std::int64_t s) { return s == 0; })) return;
    const std::vector<Break> breaks = breaks_of(*start, starts, pattern);
    if (!is_usual(starts.size() - breaks.size(), starts.size())) return;
    sheet.advances.push_back({name, pattern, starts.size(), breaks.size(), told.has_value()});
    for (const Break& b : breaks) {
        if (b.anew) continue;
        sheet.rows[known[b.at]].expected = static_cast<std::uint32_t>(b.expected);
        sheet.rows[known[b.at]].goes_on = b.goes_on;
    }
}

}  // namespace

std::string text_of(const BatchVerdict& verdict) {
    return verdict.worst ? say(name_of(*verdict.worst), " ", verdict.rule) : "ok";
}

std::string_view BatchText::value_of(std::string_view name) const {
    const std::string_view all = sought;
    for (std::size_t at = 0; (at = find_name(all, name, at)) != all.npos; at += name.size()) {
        const std::size_t end = at + name.size();
        std::size_t begin = all.find_first_not_of(' ', end);
        if (begin == all.npos) continue;
        const bool has_sign = all[begin] == '=' || all[begin] == ':';
        if (has_sign) begin = all.find_first_not_of(' ', begin + 1);
        if (begin == all.npos) return {};
        if (has_sign) return all.substr(begin, all.find_first_of(" ,;)]}\t", begin) - begin);
        // Without a sign, only a number is a value.
        if (begin > end && is_digit(all[begin]))
            return all.substr(begin, all.find_first_of(" ,;:)]}\t", begin) - begin);
    }
    return {};
}

BatchTable batch_table(const PasteResult& pasted, std::string_view text, std::string_view arch) {
    Builder builder(pasted, text, arch);
    BatchTable table = builder.build();
    for (BatchSheet& sheet : table.sheets) {
        find_common(sheet);
        sheet.has_text = std::ranges::any_of(sheet.rows, [&](const BatchRow& row) {
            return std::ranges::any_of(table.texts[row.text].sought, is_of_name);
        });
        for (const BatchRows& rows : rows_by_name(table, sheet)) {
            if (rows.empty()) continue;
            find_odd(sheet, rows);
            find_advance(table, sheet, rows, pasted.steps);
        }
    }
    find_odd_formats(table);
    find_groups(table, text, builder.lines());
    for (BatchSheet& sheet : table.sheets)
        sheet.marked = static_cast<std::size_t>(std::ranges::count_if(sheet.rows, &BatchRow::is_marked));
    return table;
}

}  // namespace tilescope
