// core/src/table/word_table.cpp -- many words as tables: what they have in common, and the odd ones out.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/smem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/table/word_table.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

constexpr std::size_t kMostNames = 64;      // further names share one group
constexpr std::size_t kMostValues = 64;     // of a field that are counted
constexpr std::uint64_t kFewestWords = 10;  // with fewer words, no value is usual
constexpr std::uint64_t kUsualTenths = 9;   // at least 9 of 10 words have the usual value

}  // namespace

// A value that comes after the first kMostValues different ones is not counted. A usual value is nearly always among
// the first ones; if it is not, no value is called odd.
void WordTable::count_values(Group& group, const TableRow& row) {
    const auto& fields = row.format->fields;
    group.fields.resize(fields.size());
    if (group.words == 0) group.line = row.line;
    group.words += row.count;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (get_field(fields[i], row.unknown) != 0) continue;
        Values& values = group.fields[i];
        const std::uint64_t raw = get_field(fields[i], row.word);
        auto at = values.find(raw);
        if (at == values.end()) {
            if (values.size() >= kMostValues) continue;
            at = values.emplace(raw, Value{0, row}).first;
            at->second.first.problems = {};
        }
        at->second.words += row.count;
    }
}

void WordTable::add_problems(WordSheet& sheet, TableRow& row) {
    for (const Problem& p : row.problems) {
        if (std::ranges::find(row.broken_rules, p.rule) == row.broken_rules.end()) row.broken_rules.push_back(p.rule);
        const auto same = [&](const TableProblem& t) { return t.problem.rule == p.rule && t.problem.field == p.field; };
        auto at = std::ranges::find_if(sheet.problems, same);
        if (at == sheet.problems.end()) {
            if (sheet.problems.size() >= kMostProblems) continue;
            at = sheet.problems.insert(at, {p, 0, row.line});
        }
        at->words += row.count;
    }
    row.problems = {};
}

void WordTable::add(TableRow row) {
    const auto of_format = [&](const Building& b) { return b.sheet.format == row.format; };
    auto at = std::ranges::find_if(building_, of_format);
    if (at == building_.end()) {
        at = building_.insert(at, Building{});
        at->sheet.format = row.format;
        at->first = row.word;
    }
    words_ += row.count;
    ++rows_;
    at->sheet.words += row.count;
    ++at->sheet.row_count;
    at->differs |= at->first ^ row.word;
    at->unknown |= row.unknown;
    add_problems(at->sheet, row);
    const bool is_new = at->groups.size() < kMostNames || at->groups.contains(row.name);
    count_values(at->groups[is_new ? row.name : std::string()], row);
    if (at->sheet.rows.size() < most_rows_) return at->sheet.rows.push_back(std::move(row));
    if (at->sheet.last.size() == kLast) at->sheet.last.erase(at->sheet.last.begin());
    at->sheet.last.push_back(std::move(row));
}

void WordTable::find_odd(WordSheet& sheet, const Group& group) {
    for (std::size_t i = 0; i < group.fields.size(); ++i) {
        const Values& values = group.fields[i];
        const auto most = std::ranges::max_element(values, {}, [](const auto& v) { return v.second.words; });
        if (most == values.end() || !is_usual(most->second.words, group.words)) continue;
        for (const auto& [raw, value] : values)
            if (raw == most->first)
                continue;
            else if (sheet.odd.size() < kMostOdd)
                sheet.odd.push_back({i, raw, most->first, value.words, most->second.words, value.first});
            else
                ++sheet.more_odd;
    }
}

void WordTable::find_odd_names(WordSheet& sheet, const Building& own) const {
    for (const auto& [name, group] : own.groups) {
        for (const Building& other : building_) {
            const auto at = other.groups.find(name);
            if (name.empty() || at == other.groups.end() || &other == &own) continue;
            const std::uint64_t all = group.words + at->second.words;
            if (!is_usual(at->second.words, all)) continue;
            if (sheet.odd_names.size() < kMostOdd)
                sheet.odd_names.push_back({name, group.words, other.sheet.format, at->second.words, group.line});
            else
                ++sheet.more_odd_names;
        }
    }
}

std::vector<WordSheet> WordTable::sheets() const {
    std::vector<WordSheet> out;
    for (const Building& b : building_) {
        WordSheet sheet = b.sheet;
        for (std::size_t i = 0; i < sheet.format->fields.size(); ++i) {
            const bool varies = get_field(sheet.format->fields[i], b.differs | b.unknown) != 0;
            (varies ? sheet.varying : sheet.constant).push_back(i);
        }
        for (const auto& [name, group] : b.groups) find_odd(sheet, group);
        find_odd_names(sheet, b);
        std::ranges::stable_sort(sheet.odd, {}, [](const OddValue& o) { return o.first.line; });
        out.push_back(std::move(sheet));
    }
    std::ranges::stable_sort(out, std::greater{}, &WordSheet::words);
    return out;
}

bool is_usual(std::uint64_t having, std::uint64_t all) {
    return all >= kFewestWords && having * 10 >= all * kUsualTenths;
}

std::uint64_t word_class(std::uint64_t word) {
    constexpr const Field& start = field(kSmem91, "start");
    constexpr std::uint64_t kPatternBytes = 1024, kRange = (bit_mask(start.width) + 1) << start.scale;
    // Later editions have one more bit of start above those of this field. It stays as it is.
    const bool above = get_field(field(kSmem94, "start"), word) > bit_mask(start.width);
    const std::uint64_t address = get_field(start, word) << start.scale;
    std::uint64_t passed = 0;  // the last bound of a shared memory at or below the address, a multiple of the pattern
    for (const ArchRow& arch : kArchs) {
        const std::uint64_t end = smem_end(arch);
        for (const std::uint64_t bound : {smem_begin(arch), end})
            if (bound <= address) passed = std::max(passed, bound);
        if (above && end >= kRange && end - kRange <= address) passed = std::max(passed, end - kRange);
    }
    return set_field(start, word, (passed + address % kPatternBytes) >> start.scale);
}

bool is_odd(const WordSheet& sheet, const TableRow& row) {
    if (row.odd_group) return true;
    if (std::ranges::find(sheet.odd_names, row.name, &OddName::name) != sheet.odd_names.end()) return true;
    return std::ranges::any_of(sheet.odd, [&](const OddValue& o) {
        const Field& f = sheet.format->fields[o.field];
        return o.first.name == row.name && get_field(f, row.unknown) == 0 && get_field(f, row.word) == o.raw;
    });
}

}  // namespace tilescope
