// core/src/table/batch_filter.cpp -- reads the filter of a batch table: words and conditions.
// SPDX-License-Identifier: MIT
#include "batch_filter.h"
#include "batch_line_texts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>
#include <utility>

namespace tilescope {
namespace {

enum class Compare : std::uint8_t { equal, differs, less, more, at_most, at_least };
struct CompareRow {
    std::string_view sign;
    Compare compare;
};
// Longer signs come first.
constexpr CompareRow kCompares[] = {{"!=", Compare::differs}, {"<=", Compare::at_most}, {">=", Compare::at_least},
                                    {"==", Compare::equal},   {"=", Compare::equal},    {"<", Compare::less},
                                    {">", Compare::more}};

bool holds(Compare compare, std::uint64_t a, std::uint64_t b) {
    switch (compare) {
    case Compare::equal: return a == b;
    case Compare::differs: return a != b;
    case Compare::less: return a < b;
    case Compare::more: return a > b;
    case Compare::at_most: return a <= b;
    case Compare::at_least: return a >= b;
    }
    return false;
}
constexpr bool is_order(Compare c) { return c != Compare::equal && c != Compare::differs; }

// "start>=1024"
struct Condition {
    std::string_view text, value;
    std::string id;
    Compare compare = Compare::equal;
};

std::optional<Condition> condition_of(std::string_view part) {
    const std::size_t at = part.find_first_of("=<>!");
    if (at == part.npos) return std::nullopt;
    for (const CompareRow& row : kCompares)
        if (part.substr(at).starts_with(row.sign))
            return Condition{part, part.substr(at + row.sign.size()), lower(part.substr(0, at)), row.compare};
    return std::nullopt;
}

bool contains(std::string_view text, std::string_view part) { return lower(text).find(part) != std::string::npos; }

using Test = Answer<BatchTest>;

// Refuses an order of names or texts: none is greater than another one.
std::string no_order(const Condition& c, std::string_view id) {
    return say("'", c.text, "' needs an order, and the values of '", id, "' have none. Write ", id, "=", c.value,
               " or ", id, "!=", c.value, ".");
}

// A condition on a number that every row has.
template <class Number>
Test number_test(const Condition& c, Number number) {
    const auto wanted = parse_number(c.value);
    if (!wanted) return Test::refuse(say("'", c.text, "' needs a number: ", wanted.why));
    return BatchTest([compare = c.compare, wanted = *wanted, number](const BatchRow& row) {
        return holds(compare, number(row), wanted);
    });
}

// A condition on a string that is one of several: a name, a verdict. `same` says which of them the value means.
Test text_test(const Condition& c, std::vector<bool> same, std::uint32_t BatchRow::*index) {
    if (is_order(c.compare)) return Test::refuse(no_order(c, c.id));
    return BatchTest([equal = c.compare == Compare::equal, same = std::move(same), index](const BatchRow& row) {
        return same[row.*index] == equal;
    });
}

Test order_test(const Condition& c, const Field& field) {
    if (field.encoding != Encoding::number) return Test::refuse(no_order(c, field.id));
    const auto wanted = parse_number(c.value);
    if (!wanted) return Test::refuse(say("'", c.text, "' needs a number: ", wanted.why));
    return BatchTest([&field, compare = c.compare, wanted = *wanted](const BatchRow& row) {
        return get_field(field, row.unknown) == 0 &&
               holds(compare, value_of(field, get_field(field, row.word)), wanted);
    });
}

Test field_test(const Condition& c, const Format& format, const Field& field) {
    const bool equal = c.compare == Compare::equal;
    if (c.value == "?" && !is_order(c.compare))
        return BatchTest(
            [&field, equal](const BatchRow& row) { return (get_field(field, row.unknown) != 0) == equal; });
    if (is_order(c.compare)) return order_test(c, field);
    // A reserved bit has no other value by its table, but a wrong word has one.
    const auto number = field.encoding == Encoding::fixed ? parse_number(c.value) : Answer<std::uint64_t>(0);
    const auto word =
        field.encoding == Encoding::fixed ? Answer<std::uint64_t>(0) : with_field(format, 0, field.id, c.value);
    if (!number || !word) return Test::refuse(say("No row can have '", c.text, "': ", number ? word.why : number.why));
    const std::uint64_t wanted = field.encoding == Encoding::fixed ? *number : get_field(field, *word);
    return BatchTest([&field, equal, wanted](const BatchRow& row) {
        return get_field(field, row.unknown) == 0 && (get_field(field, row.word) == wanted) == equal;
    });
}

std::string ids_of(const BatchSheet& sheet) {
    std::string out;
    for (const Field& f : sheet.format->fields)
        if (f.encoding != Encoding::fixed) out += say(f.id, ", ");
    return out + (sheet.has_text ? "line, count, name, word, verdict, text" : "line, count, name, word, verdict");
}

// "stage=1": the value that the line of the text gives a name. Nothing if no line has this name.
std::optional<Test> line_test(const BatchTable& table, const Condition& c) {
    bool known = false;
    std::vector<bool> holds_for;
    const auto wanted = parse_number(c.value);
    if (!wanted && is_order(c.compare)) return std::nullopt;
    const std::string text = lower(c.value);
    for (const BatchText& line : table.texts) {
        const std::string_view value = line_value(line.sought, c.id);
        known |= !value.empty();
        const auto number = parse_number(value);
        holds_for.push_back(!value.empty() &&
                            (wanted && number
                                 ? holds(c.compare, *number, *wanted)
                                 : !is_order(c.compare) && (value == text) == (c.compare == Compare::equal)));
    }
    if (!known) return std::nullopt;
    return BatchTest([found = std::move(holds_for)](const BatchRow& row) { return found[row.text]; });
}

Test test_of(const BatchTable& table, const BatchSheet& sheet, const Condition& c) {
    if (c.id.empty() || c.value.empty())
        return Test::refuse(say("'", c.text, "' is not complete. Write a column, a sign and a value, as in ",
                                c.id.empty() ? "line" : c.id, "=", c.value.empty() ? "1" : c.value, "."));
    const std::string value = lower(c.value);
    std::vector<bool> same;
    if (const Field* field = find_field(*sheet.format, c.id)) return field_test(c, *sheet.format, *field);
    if (c.id == "line") return number_test(c, [](const BatchRow& row) { return row.line; });
    if (c.id == "count") return number_test(c, [](const BatchRow& row) { return row.count; });
    if (c.id == "word") return number_test(c, [](const BatchRow& row) { return row.word; });
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
    return Test::refuse(say("No column is named '", c.id, "'. The columns are ", ids_of(sheet), "."));
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

}  // namespace

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
            if (!test) return Answer<std::vector<BatchTest>>::refuse(test.why);
            out.push_back(std::move(*test));
        } else {
            // std::function copies what it holds, and the remembered texts must not be copied for each row.
            out.emplace_back(
                [word = std::make_shared<PlainWord>(table, sheet, part)](const BatchRow& row) { return (*word)(row); });
        }
    }
}

}  // namespace tilescope
