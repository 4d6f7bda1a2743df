// core/src/table/batch_advance.cpp -- how the start addresses of a name advance, and the words that break the pattern.
// SPDX-License-Identifier: MIT
#include "batch_parts.h"

#include <tilescope/table/word_table.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace tilescope {
namespace {

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
struct Fit {
    Steps steps;
    std::size_t following = 0;
};

Fit fit_of(const Steps& advances, std::size_t period) {
    Fit fit;
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
    Fit best;
    const std::size_t most = std::min(kMostPeriod, (advances.size() + 1) / kWordsForAPlace);
    for (std::size_t period = 1; period <= most; ++period)
        if (Fit fit = fit_of(advances, period); fit.following > best.following) best = std::move(fit);
    return best.steps;
}

struct Break {
    std::size_t at;
    std::uint64_t expected;
    bool goes_on;
    bool anew;  // the words after it follow it: the next tile begins, and no single word is wrong
};

std::vector<Break> breaks_of(const Field& start, const Starts& starts, const Steps& steps) {
    const auto after = [&](std::size_t at, std::uint64_t from) {  // the start that follows `from` at place `at`
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

}  // namespace

void find_advance(const BatchTable& table, BatchSheet& sheet, const BatchRows& rows, std::span<const KStep> steps) {
    const Field* start = batch_start_of(*sheet.format);
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

}  // namespace tilescope
