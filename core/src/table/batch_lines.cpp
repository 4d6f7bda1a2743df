// core/src/table/batch_lines.cpp -- the lines of a batch table that a query asks for: filtered, sorted, in groups.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/table/batch_table.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace tilescope {
namespace {

// ---- the filter: words and conditions ----

// A row matches a word or a condition of the filter. A test can remember texts, so it is not const.
using BatchTest = std::function<bool(const BatchRow&)>;

struct Compare {
    std::string_view sign;
    bool is_order;  // else equal, or not equal
    bool (*holds)(std::uint64_t, std::uint64_t);
};
// Longer signs come first.
constexpr Compare kCompares[] = {{"!=", false, [](std::uint64_t a, std::uint64_t b) { return a != b; }},
                                 {"<=", true, [](std::uint64_t a, std::uint64_t b) { return a <= b; }},
                                 {">=", true, [](std::uint64_t a, std::uint64_t b) { return a >= b; }},
                                 {"==", false, [](std::uint64_t a, std::uint64_t b) { return a == b; }},
                                 {"=", false, [](std::uint64_t a, std::uint64_t b) { return a == b; }},
                                 {"<", true, [](std::uint64_t a, std::uint64_t b) { return a < b; }},
                                 {">", true, [](std::uint64_t a, std::uint64_t b) { return a > b; }}};

// "start>=1024"
struct Condition {
    std::string_view text, value;
    std::string id;
    const Compare* compare = nullptr;

    bool is_order() const { return compare->is_order; }
    bool wants_equal() const { return compare->holds(0, 0); }
};

std::optional<Condition> condition_of(std::string_view part) {
    const std::size_t at = part.find_first_of("=<>!");
    if (at == part.npos) return std::nullopt;
    for (const Compare& row : kCompares)
        if (part.substr(at).starts_with(row.sign))
            return Condition{part, part.substr(at + row.sign.size()), lower(part.substr(0, at)), &row};
    return std::nullopt;
}

bool contains(std::string_view text, std::string_view part) { return lower(text).find(part) != std::string::npos; }

using Test = Answer<BatchTest>;

// Refuses an order of names or texts: none is greater than another one.
std::string no_order(const Condition& c, std::string_view id) {
    return say("'", c.text, "' needs an order, and the values of '", id, "' have none. Write ", id, "=", c.value,
               " or ", id, "!=", c.value, ".");
}

// A condition on a number of a row. Nothing: the number has unknown bits.
template <class Number>
Test number_test(const Condition& c, Number number) {
    const auto wanted = parse_number(c.value);
    if (!wanted) return Refusal("'", c.text, "' needs a number: ", wanted.why);
    return BatchTest([holds = c.compare->holds, wanted = *wanted, number](const BatchRow& row) {
        const std::optional<std::uint64_t> has = number(row);
        return has && holds(*has, wanted);
    });
}

// A condition on a string that is one of several: a name, a verdict. `same` says which of them the value means.
Test text_test(const Condition& c, std::vector<bool> same, std::uint32_t BatchRow::*index) {
    if (c.is_order()) return Refusal(no_order(c, c.id));
    return BatchTest([equal = c.wants_equal(), same = std::move(same), index](const BatchRow& row) {
        return same[row.*index] == equal;
    });
}

Test order_test(const Condition& c, const Field& field) {
    if (field.encoding != Encoding::number) return Refusal(no_order(c, field.id));
    return number_test(c, [&field](const BatchRow& row) {
        const bool known = get_field(field, row.unknown) == 0;
        return known ? std::optional(value_of(field, get_field(field, row.word))) : std::nullopt;
    });
}

Test field_test(const Condition& c, const Format& format, const Field& field) {
    const bool equal = c.wants_equal();
    if (c.value == "?" && !c.is_order())
        return BatchTest(
            [&field, equal](const BatchRow& row) { return (get_field(field, row.unknown) != 0) == equal; });
    if (c.is_order()) return order_test(c, field);
    // A reserved bit has no other value by its table, but a wrong word has one.
    const bool fixed = field.encoding == Encoding::fixed;
    const auto found = fixed ? parse_number(c.value) : with_field(format, 0, field.id, c.value);
    if (!found) return Refusal("No row can have '", c.text, "': ", found.why);
    return BatchTest([&field, equal, wanted = fixed ? *found : get_field(field, *found)](const BatchRow& row) {
        return get_field(field, row.unknown) == 0 && (get_field(field, row.word) == wanted) == equal;
    });
}

std::string ids_of(const BatchSheet& sheet) {
    return list_of(sheet.format->fields, [](const Field& f) { return f.encoding == Encoding::fixed ? "" : f.id; }) +
           (sheet.has_text ? ", line, count, name, word, verdict, text" : ", line, count, name, word, verdict");
}

// "stage=1": the value that the line of the text gives a name. Nothing if no line has this name.
std::optional<Test> line_test(const BatchTable& table, const Condition& c) {
    bool known = false;
    std::vector<bool> holds_for;
    const auto wanted = parse_number(c.value);
    if (!wanted && c.is_order()) return std::nullopt;
    const std::string text = lower(c.value);
    for (const BatchText& line : table.texts) {
        const std::string_view value = line.value_of(c.id);
        known |= !value.empty();
        const auto number = parse_number(value);
        holds_for.push_back(!value.empty() && (wanted && number ? c.compare->holds(*number, *wanted)
                                                                : !c.is_order() && (value == text) == c.wants_equal()));
    }
    if (!known) return std::nullopt;
    return BatchTest([found = std::move(holds_for)](const BatchRow& row) { return found[row.text]; });
}

Test test_of(const BatchTable& table, const BatchSheet& sheet, const Condition& c) {
    if (c.id.empty() || c.value.empty())
        return Refusal("'", c.text, "' is not complete. Write a column, a sign and a value, as in ",
                       c.id.empty() ? "line" : c.id, "=", c.value.empty() ? "1" : c.value, ".");
    const std::string value = lower(c.value);
    std::vector<bool> same;
    if (const Field* field = find_field(*sheet.format, c.id)) return field_test(c, *sheet.format, *field);
    if (c.id == "line") return number_test(c, [](const BatchRow& row) { return std::optional(row.line); });
    if (c.id == "count") return number_test(c, [](const BatchRow& row) { return std::optional(row.count); });
    if (c.id == "word") return number_test(c, [](const BatchRow& row) { return std::optional(row.word); });
    if (c.id == "name") {
        for (const std::string& name : table.names) same.push_back(lower(name) == value);
        return text_test(c, std::move(same), &BatchRow::name);
    }
    if (c.id == "verdict") {
        for (const BatchVerdict& v : table.verdicts)
            same.push_back(lower(v.rule) == value || (v.worst ? name_of(*v.worst) : "ok") == value);
        return text_test(c, std::move(same), &BatchRow::verdict);
    }
    if (c.id == "text" && sheet.has_text) {
        for (const BatchText& line : table.texts) same.push_back(line.sought.find(value) != std::string::npos);
        return text_test(c, std::move(same), &BatchRow::text);
    }
    if (auto test = line_test(table, c)) return *test;
    return Refusal("No column is named '", c.id, "'. The columns are ", ids_of(sheet), ".");
}

// Whether the text of a field has the wanted part, remembered for each value.
struct FieldTexts {
    const Field* field;
    std::unordered_map<std::uint64_t, bool> has = {};
    std::uint64_t last_raw = ~std::uint64_t{0};
    bool last = false;

    bool matches(const BatchRow& row, const std::string& part) {
        if (get_field(*field, row.unknown) != 0) return part == "?";
        const std::uint64_t raw = get_field(*field, row.word);
        if (raw == last_raw) return last;
        const auto [at, fresh] = has.try_emplace(raw);
        if (fresh) at->second = contains(text_of(*field, raw), part) || contains(shown_text_of(*field, raw), part);
        last_raw = raw, last = at->second;
        return last;
    }
};

// A plain word: part of any text of the row, or the number of its line.
class PlainWord {
public:
    PlainWord(const BatchTable& table, const BatchSheet& sheet, std::string_view text)
        : format_(*sheet.format), part_(lower(text)), marks_(contains("odd", part_)) {
        if (const auto line = parse_number(part_)) line_ = *line;
        for (const std::string& name : table.names) names_.push_back(contains(name, part_));
        for (const BatchVerdict& v : table.verdicts) verdicts_.push_back(contains(text_of(v), part_));
        for (const BatchText& line : table.texts) texts_.push_back(line.sought.find(part_) != std::string::npos);
        for (const Field& f : format_.fields)
            if (f.encoding != Encoding::fixed) fields_.push_back({&f});
    }

    bool operator()(const BatchRow& row) {
        if (names_[row.name] || verdicts_[row.verdict] || texts_[row.text] || row.line == line_) return true;
        if (marks_ && row.is_marked()) return true;
        for (FieldTexts& field : fields_)
            if (field.matches(row, part_)) return true;
        return could_be_digits_ && hex_word(format_, row.word, row.unknown).find(part_) != std::string::npos;
    }

private:
    const Format& format_;
    std::string part_;
    bool marks_;
    std::uint64_t line_ = 0;
    std::vector<bool> names_, verdicts_, texts_;
    std::vector<FieldTexts> fields_;
    bool could_be_digits_ = part_.find_first_not_of("0123456789abcdefx?") == std::string::npos;
};

// Returns a test for each part of the filter. They refer to the table and the sheet.
Answer<std::vector<BatchTest>> batch_tests(const BatchTable& table, const BatchSheet& sheet, std::string_view filter) {
    constexpr std::string_view kBlanks = " \t\r\n";
    std::vector<BatchTest> out;
    while (true) {
        const std::size_t begin = filter.find_first_not_of(kBlanks);
        if (begin == filter.npos) return out;
        filter.remove_prefix(begin);
        const std::string_view part = filter.substr(0, filter.find_first_of(kBlanks));
        filter.remove_prefix(part.size());
        if (const auto condition = condition_of(part)) {
            Test test = test_of(table, sheet, *condition);
            if (!test) return Refusal(test.why);
            out.push_back(std::move(*test));
        } else {
            // std::function copies what it holds, and the remembered texts must not be copied for each row.
            out.emplace_back(
                [word = std::make_shared<PlainWord>(table, sheet, part)](const BatchRow& row) { return (*word)(row); });
        }
    }
}

// ---- the order ----

using BatchRows = std::vector<std::uint32_t>;  // indexes into BatchSheet::rows

// The place of the text of each item in the alphabet.
template <class List, class Text>
std::vector<std::uint64_t> ranks_of(const List& list, Text text) {
    std::vector<std::string> texts;
    for (const auto& item : list) texts.emplace_back(std::invoke(text, item));
    std::vector<std::uint32_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return texts[a] < texts[b]; });
    std::vector<std::uint64_t> out(texts.size());
    for (std::size_t i = 0; i < order.size(); ++i) out[order[i]] = i;
    return out;
}

// The worst comes first, and "ok" last.
std::string order_of(const BatchVerdict& v) { return say(v.worst ? static_cast<int>(*v.worst) : 9, v.rule); }

// What a row is sorted by. Rows with unknown bits come last in both directions.
struct Key {
    bool unknown;
    std::uint64_t value;
    std::uint32_t row;
};

class Keys {
public:
    Keys(const BatchTable& table, const BatchSheet& sheet, const BatchColumn& column) : sheet_(sheet), column_(column) {
        if (column.kind == BatchColumnKind::name) ranks_ = ranks_of(table.names, std::identity());
        if (column.kind == BatchColumnKind::verdict) ranks_ = ranks_of(table.verdicts, order_of);
        if (column.kind == BatchColumnKind::text) ranks_ = ranks_of(table.texts, &BatchText::shown);
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
    if (!tests) return Refusal(tests.why);
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
