// core/src/table/batch_lines.cpp -- the lines of a batch table that a query asks for: filtered, sorted, in groups.
// SPDX-License-Identifier: MIT
#include "batch_filter.h"
#include "batch_parts.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace tilescope {
namespace {

// The place of each text in the alphabet.
std::vector<std::uint64_t> ranks_of(const std::vector<std::string>& texts) {
    std::vector<std::uint32_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return texts[a] < texts[b]; });
    std::vector<std::uint64_t> out(texts.size());
    for (std::size_t i = 0; i < order.size(); ++i) out[order[i]] = i;
    return out;
}

std::vector<std::string> shown_texts(const BatchTable& table) {
    std::vector<std::string> out;
    for (const BatchText& text : table.texts) out.push_back(text.shown);
    return out;
}

// The worst comes first, and "ok" last.
std::vector<std::uint64_t> ranks_of(const std::vector<BatchVerdict>& verdicts) {
    std::vector<std::string> texts;
    for (const BatchVerdict& v : verdicts)
        texts.push_back(std::string(1, v.worst ? static_cast<char>('0' + static_cast<int>(*v.worst)) : '9') + v.rule);
    return ranks_of(texts);
}

// What a row is sorted by. Rows with unknown bits come last in both directions.
struct Key {
    bool unknown;
    std::uint64_t value;
    std::uint32_t row;
};

class Keys {
public:
    Keys(const BatchTable& table, const BatchSheet& sheet, const BatchColumn& column) : sheet_(sheet), column_(column) {
        if (column.kind == BatchColumnKind::name) ranks_ = ranks_of(table.names);
        if (column.kind == BatchColumnKind::verdict) ranks_ = ranks_of(table.verdicts);
        if (column.kind == BatchColumnKind::text) ranks_ = ranks_of(shown_texts(table));
    }

    Key operator()(std::uint32_t at) const {
        const BatchRow& row = sheet_.rows[at];
        switch (column_.kind) {
        case BatchColumnKind::line: return {false, row.line, at};
        case BatchColumnKind::count: return {false, row.count, at};
        case BatchColumnKind::name: return {false, ranks_[row.name], at};
        case BatchColumnKind::word: return {row.unknown != 0, row.word, at};
        case BatchColumnKind::verdict: return {false, ranks_[row.verdict], at};
        case BatchColumnKind::text: return {false, ranks_[row.text], at};
        case BatchColumnKind::field: break;
        }
        if (column_.field >= sheet_.format->fields.size()) return {false, row.line, at};
        const Field& field = sheet_.format->fields[column_.field];
        return {get_field(field, row.unknown) != 0, get_field(field, row.word), at};
    }

private:
    const BatchSheet& sheet_;
    BatchColumn column_;
    std::vector<std::uint64_t> ranks_;
};

BatchRows sorted(const BatchTable& table, const BatchSheet& sheet, const BatchQuery& query, const BatchRows& rows) {
    const Keys key_of(table, sheet, query.sort);
    std::vector<Key> keys;
    keys.reserve(rows.size());
    for (const std::uint32_t row : rows) keys.push_back(key_of(row));
    // Rows of equal value keep the order of the text, so the row number is part of the comparison.
    std::ranges::sort(keys, [down = query.descending](const Key& a, const Key& b) {
        if (a.unknown != b.unknown) return b.unknown;
        if (a.value != b.value && !a.unknown) return down ? a.value > b.value : a.value < b.value;
        return a.row < b.row;
    });
    BatchRows out;
    out.reserve(keys.size());
    for (const Key& key : keys) out.push_back(key.row);
    return out;
}

std::vector<BatchLine> in_groups(const BatchTable& table, const BatchSheet& sheet, const BatchQuery& query,
                                 const BatchRows& rows) {
    std::vector<BatchRows> groups(table.names.size());
    for (const std::uint32_t row : rows) groups[sheet.rows[row].name].push_back(row);
    std::vector<BatchLine> out;
    for (std::uint32_t name = 0; name < groups.size(); ++name) {
        if (groups[name].empty()) continue;
        out.push_back({groups[name].front(), name, static_cast<std::uint32_t>(groups[name].size())});
        if (query.folded.contains(name)) continue;
        for (const std::uint32_t row : groups[name]) out.push_back({row, name, 0});
    }
    return out;
}

}  // namespace

Answer<std::vector<BatchLine>> batch_lines(const BatchTable& table, const BatchSheet& sheet, const BatchQuery& query) {
    const auto tests = batch_tests(table, sheet, query.filter);
    if (!tests) return Answer<std::vector<BatchLine>>::refuse(tests.why);
    BatchRows rows;
    for (std::uint32_t i = 0; i < sheet.rows.size(); ++i)
        if ((!query.only_marked || sheet.rows[i].is_marked()) &&
            std::ranges::all_of(*tests, [&](const BatchTest& test) { return test(sheet.rows[i]); }))
            rows.push_back(i);
    rows = sorted(table, sheet, query, rows);
    if (query.by_name) return in_groups(table, sheet, query, rows);
    std::vector<BatchLine> out;
    out.reserve(rows.size());
    for (const std::uint32_t row : rows) out.push_back({row, sheet.rows[row].name, 0});
    return out;
}

}  // namespace tilescope
