// core/src/table/batch_table.cpp -- all words of a text as tables: rows, verdicts, common fields, odd values.
// SPDX-License-Identifier: MIT
#include "batch_line_texts.h"
#include "batch_parts.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/table/word_table.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tilescope {
namespace {

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
    const bool has_start = batch_start_of(*best.format) != nullptr;
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
        : pasted_(pasted), text_(text), arch_(arch), texts_(text, table_.texts) {}

    BatchTable build() {
        for (const Place& place : places()) add(place);
        std::ranges::stable_sort(table_.sheets, std::greater{}, [](const BatchSheet& s) { return s.rows.size(); });
        return std::move(table_);
    }

private:
    const PasteResult& pasted_;
    std::string_view text_, arch_;
    BatchTable table_;
    BatchLineTexts texts_;
    std::unordered_map<std::string_view, std::uint32_t> names_;
    std::unordered_map<VerdictKey, std::uint32_t, VerdictHash> verdicts_;
    std::size_t at_ = 0;  // a place in the text, and its line
    std::uint64_t line_ = 1;

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
        row.line = line_at(place.span.begin);
        row.text = texts_.add(place.span, found.name);
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
    std::uint64_t line_at(std::size_t place) {
        place = std::max(std::min(place, text_.size()), at_);
        const auto from = text_.begin() + static_cast<std::ptrdiff_t>(at_);
        line_ += static_cast<std::uint64_t>(std::count(from, text_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
        at_ = place;
        return line_;
    }
};

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
        bool some_differ = false;
        const auto is_known = [&](const BatchRow& row) { return get_field(field, row.unknown) == 0; };
        for (const std::uint32_t at : rows) {
            const BatchRow& row = sheet.rows[at];
            const bool same = get_field(field, row.word) == value;
            if (is_known(row)) (same ? having += row.count : having), some_differ |= !same;
        }
        if (!some_differ || !is_usual(having, all)) continue;
        sheet.usual.push_back({sheet.rows[rows.front()].name, i, value, having, all});
        for (const std::uint32_t at : rows)
            if (is_known(sheet.rows[at]) && get_field(field, sheet.rows[at].word) != value)
                sheet.rows[at].odd |= std::uint64_t{1} << i;
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

}  // namespace

std::string text_of(const BatchVerdict& verdict) {
    return verdict.worst ? say(name_of(*verdict.worst), " ", verdict.rule) : "ok";
}

BatchTable batch_table(const PasteResult& pasted, std::string_view text, std::string_view arch) {
    BatchTable table = Builder(pasted, text, arch).build();
    for (BatchSheet& sheet : table.sheets) {
        find_common(sheet);
        sheet.has_text =
            std::ranges::any_of(sheet.rows, [&](const BatchRow& row) { return says_more(table.texts[row.text]); });
        for (const BatchRows& rows : rows_by_name(table, sheet)) {
            if (rows.empty()) continue;
            find_odd(sheet, rows);
            find_advance(table, sheet, rows, pasted.steps);
        }
    }
    find_odd_formats(table);
    for (BatchSheet& sheet : table.sheets)
        sheet.marked = static_cast<std::size_t>(std::ranges::count_if(sheet.rows, &BatchRow::is_marked));
    return table;
}

}  // namespace tilescope
