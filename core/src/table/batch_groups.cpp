// core/src/table/batch_groups.cpp -- compares stages, K steps and tiles: which words of a name differ from the others.
// SPDX-License-Identifier: MIT
#include "batch_groups.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/table/word_table.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tilescope {
namespace {

constexpr std::size_t kMostInField = 4;      // of a field: with more, the field counts something
constexpr std::size_t kMostInLabel = 4;      // values of a key in a label
constexpr std::size_t kMostKeysInLabel = 8;  // a label with more is too long to be read
constexpr std::size_t kMostRanges = 3;       // of lines in a label
constexpr std::size_t kMostGroups = 50;      // of a sheet
constexpr std::uint64_t kFewestWithout = 6;  // words, if the text does not say their stage or K step

using BatchRows = std::vector<std::uint32_t>;  // indexes into BatchSheet::rows

// The words that are compared: of one name; if a line has the name twice, those of one place in the lines.
struct Compared {
    std::string name;
    bool is_one_name = true;  // else the names have numbers
    BatchRows rows;
};

using Places = std::vector<std::size_t>;  // in Compared::rows

// A key of the labels whose values are not equal in all rows. A row without the key has the value 0.
struct Column {
    std::uint32_t key;
    std::vector<std::uint32_t> values, numbers;  // of each row; kNoNumber: the value is a text
};

constexpr std::uint32_t kNoNumber = ~0u;
std::uint32_t number_in(std::string_view value) {
    if (value.empty() || value.size() > 9 || !std::ranges::all_of(value, is_digit)) return kNoNumber;
    std::uint32_t out = 0;
    for (const char c : value) out = out * 10 + static_cast<std::uint32_t>(c - '0');
    return out;
}

// Finds repeats: a value that was met has the newest mark.
struct Marks {
    std::vector<std::uint64_t> of_value;  // of the labels
    std::uint64_t newest = 0;
};

// Whether the field is an address in one of the words: lbo in the absolute mode.
bool is_address(const BatchSheet& sheet, const Field& field, const BatchRows& rows) {
    const Field* mode = find_field(*sheet.format, "lbo_mode");
    return mode != nullptr && field.id == "lbo" &&
           std::ranges::any_of(rows, [&](std::uint32_t at) { return get_field(*mode, sheet.rows[at].word) != 0; });
}

class Finder {
public:
    Finder(BatchSheet& sheet, const BatchLabels& labels, const Compared& compared, Marks& marks)
        : sheet_(sheet), labels_(labels), c_(compared), marks_(marks) {}

    void find(std::size_t field) {
        const Field& f = sheet_.format->fields[field];
        if (moves_on(f) || is_address(sheet_, f, c_.rows)) return;
        std::vector<Value> values;  // in the order of the text
        for (std::size_t i = 0; i < c_.rows.size(); ++i) {
            const BatchRow& row = sheet_.rows[c_.rows[i]];
            if (get_field(f, row.unknown) != 0) continue;
            const std::uint64_t raw = get_field(f, row.word);
            auto at = std::ranges::find(values, raw, &Value::first);
            if (at == values.end() && values.size() == kMostInField) return;
            if (at == values.end()) at = values.insert(at, {raw, {}});
            at->second.push_back(i);
        }
        if (values.size() < 2) return;
        if (columns_.empty()) read_columns();
        const auto most = std::ranges::max_element(values, {}, [&](const auto& v) { return words(v.second); });
        for (auto at = values.begin(); at != values.end(); ++at)
            if (at != most) add(field, *at, *most);
    }

private:
    using Value = std::pair<std::uint64_t, Places>;
    using Keys = std::vector<std::size_t>;  // indexes into columns_

    std::uint64_t words(const Places& places) const {
        std::uint64_t out = 0;
        for (const std::size_t i : places) out += sheet_.rows[c_.rows[i]].count;
        return out;
    }

    void read_columns() {
        std::vector<std::vector<std::uint32_t>> all(labels_.keys());
        for (std::size_t i = 0; i < c_.rows.size(); ++i) {
            const BatchRow& row = sheet_.rows[c_.rows[i]];
            for (const BatchLabelList* list : {&labels_.of_line(row.text), &labels_.of_name(row.name).second})
                for (const auto& [key, value] : *list) {
                    all[key].resize(c_.rows.size());
                    all[key][i] = value;
                }
        }
        if (is_instruction()) all[BatchLabels::kShape].clear();  // the words say it themselves
        for (std::uint32_t key = 0; key < all.size(); ++key) {
            if (std::ranges::adjacent_find(all[key], std::not_equal_to()) == all[key].end()) continue;
            columns_.push_back({key, std::move(all[key]), {}});
            Column& column = columns_.back();
            for (const std::uint32_t value : column.values) column.numbers.push_back(number_in(labels_.value(value)));
        }
    }

    // The places with a value of the column that none before them has. Until the next call, the values have the newest
    // mark.
    Places firsts(std::size_t column, const Places& places) {
        ++marks_.newest;
        Places out;
        for (const std::size_t i : places)
            if (std::exchange(marks_.of_value[columns_[column].values[i]], marks_.newest) != marks_.newest)
                out.push_back(i);
        return out;
    }

    // The words say what is computed. Another one is another product.
    bool is_instruction() const { return find_field(*sheet_.format, "n") != nullptr; }

    void add(std::size_t field, const Value& own, const Value& most) {
        BatchGroup group;
        group.name = c_.name;
        group.field = field;
        group.raw = own.first, group.other = most.first;
        group.words = words(own.second), group.others = words(most.second);
        for (const std::uint32_t at : c_.rows) group.all += sheet_.rows[at].count;
        group.few = group.words * 2 <= group.others;
        const bool usual = is_usual(group.others, group.all);
        if (usual && group.words == 1) return;  // an odd value: its own sentence says all
        const Keys keys = keys_that_tell(own.second, most.second);
        group.label = keys.empty() ? lines_text(own.second) : label_of(keys, own.second);
        group.others_label = keys.empty() ? lines_text(most.second) : label_of(keys, most.second);
        const bool is_placed = std::ranges::any_of(keys, [&](std::size_t i) { return axis(i) <= BatchAxis::k_step; });
        if (!is_placed && group.all < kFewestWithout) return;
        if (group.label.empty() || (keys.empty() && usual)) return;
        group.odd = group.few && !is_instruction() && is_odd(keys, own.second, most.second);
        for (const std::size_t i : own.second) group.rows.push_back(c_.rows[i]);
        sheet_.groups.push_back(std::move(group));
    }

    // Leaves the others that have a value of the words in this column, too. Returns whether that are fewer.
    bool narrow(std::size_t column, const Places& own, Places& others) {
        firsts(column, own);
        const auto is_other = [&](std::size_t i) {
            return marks_.of_value[columns_[column].values[i]] != marks_.newest;
        };
        return std::erase_if(others, is_other) != 0;
    }

    bool tell(const Keys& keys, const Places& own, Places others) {
        for (const std::size_t column : keys) narrow(column, own, others);
        return others.empty();
    }

    // The fewest keys whose values tell the words from the others: stages and K steps before others, and keys with few
    // values before those with many. Empty: the text does not tell them apart.
    Keys keys_that_tell(const Places& own, const Places& others) {
        struct Ranked {
            BatchAxis axis;
            std::size_t values, column;
            auto operator<=>(const Ranked&) const = default;
        };
        Places both = own;
        both.insert(both.end(), others.begin(), others.end());
        std::vector<Ranked> ranked;
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (columns_[i].key >= BatchLabels::kShape) ranked.push_back({axis(i), firsts(i, both).size(), i});
        std::ranges::sort(ranked);
        Keys out;
        Places left = others;
        for (const Ranked& r : ranked)
            if (!left.empty() && narrow(r.column, own, left)) out.push_back(r.column);
        if (!left.empty() || out.size() > kMostKeysInLabel) return {};
        for (std::size_t i = out.size(); i-- > 0 && out.size() > 1;) {
            Keys without = out;
            without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
            if (tell(without, own, others)) out = std::move(without);
        }
        return out;
    }

    struct Numbers {
        std::uint32_t first = kNoNumber, last = 0;
        std::size_t size = 0;
    };
    // The numbers of a column, if all values are numbers.
    std::optional<Numbers> numbers_of(std::size_t column, const Places& places) {
        Numbers out;
        for (const std::size_t i : firsts(column, places)) {
            const std::uint32_t n = columns_[column].numbers[i];
            if (n == kNoNumber) return std::nullopt;
            out = {std::min(out.first, n), std::max(out.last, n), out.size + 1};
        }
        return out;
    }

    BatchAxis axis(std::size_t column) const { return labels_.axis(columns_[column].key); }

    // Whether the column has the numbers of stages or K steps. "buf=v" is the name of a buffer, and "k = 64" a size.
    bool counts(std::size_t column, const Places& own, const Places& others) {
        if (axis(column) > BatchAxis::k_step) return false;
        const auto here = numbers_of(column, own), there = numbers_of(column, others);
        return here && there && std::min(here->first, there->first) <= 1;
    }

    // A number that nearly each line has anew, as a clock or a counter. If all those of the words are smaller or
    // greater than those of the others, it can be a size.
    bool is_clock(std::size_t column, const Places& own, const Places& others) {
        const auto here = numbers_of(column, own), there = numbers_of(column, others);
        if (!here || !there || (here->size + there->size) * 2 <= own.size() + others.size()) return false;
        const auto has_between = [&](const Places& places, const Numbers& outer) {
            return std::ranges::any_of(places, [&](std::size_t i) {
                const std::uint32_t n = columns_[column].numbers[i];
                return n > outer.first && n < outer.last;
            });
        };
        return has_between(others, *here) && has_between(own, *there);
    }

    bool is_odd(const Keys& keys, const Places& own, const Places& others) {
        bool any = false;
        for (const std::size_t column : keys) {
            if (!counts(column, own, others)) continue;
            const auto here = numbers_of(column, own), there = numbers_of(column, others);
            if (keys.size() == 1 && here->size * 2 > there->size) return false;
            if (axis(column) == BatchAxis::k_step && here->first == std::max(here->last, there->last)) return false;
            any = true;
        }
        if (!any) return false;
        // Tiles, blocks, shapes, or the text, that tell them from the others as well can be the reason.
        Keys reasons;
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (axis(i) != BatchAxis::turn && !counts(i, own, others) && !is_clock(i, own, others))
                reasons.push_back(i);
        return !tell(reasons, own, others);
    }

    // "stage 2", "stages 0 and 1, k 3". Empty: the values of a key are too many, or a word does not have it.
    std::string label_of(const Keys& keys, const Places& places) {
        std::vector<std::string> parts;
        for (const std::size_t column : keys) {
            std::vector<std::string_view> values;
            for (const std::size_t i : firsts(column, places))
                values.push_back(labels_.value(columns_[column].values[i]));
            if (values.size() > kMostInLabel || std::ranges::find(values, "") != values.end()) return {};
            std::ranges::sort(values, {}, [](std::string_view v) { return std::pair(v.size(), v); });
            const std::uint32_t key = columns_[column].key;
            const std::string_view name = labels_.key(key);
            const bool plural = values.size() > 1 && name.size() > 2 && name.find('_') == name.npos &&
                                !name.ends_with('s') && key != BatchLabels::kShape;
            parts.push_back(say(name, plural ? "s " : " ", list_of(values, std::identity(), ", ", " and ")));
        }
        return list_of(parts);
    }

    // "line 3", "lines 9 to 12", "lines 3, 7 to 9 and 11". Empty: too many parts.
    std::string lines_text(const Places& places) const {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
        std::uint32_t last = 0;  // the number of the last line among those with a word
        for (const std::size_t i : places) {
            const BatchRow& row = sheet_.rows[c_.rows[i]];
            if (!ranges.empty() && row.text <= last + 1)
                ranges.back().second = row.line;
            else
                ranges.emplace_back(row.line, row.line);
            last = row.text;
        }
        if (ranges.size() > kMostRanges) return {};
        const auto text = [](const auto& r) {
            return r.first == r.second ? say(r.first) : say(r.first, " to ", r.second);
        };
        const bool one = ranges.size() == 1 && ranges[0].first == ranges[0].second;
        return say(one ? "line " : "lines ", list_of(ranges, text, ", ", " and "));
    }

    BatchSheet& sheet_;
    const BatchLabels& labels_;
    const Compared& c_;
    std::vector<Column> columns_;
    Marks& marks_;
};

std::vector<Compared> compared_in(const BatchTable& table, const BatchSheet& sheet, const BatchLabels& labels) {
    std::map<std::pair<std::string_view, std::size_t>, Compared> found;  // by name and place in the line
    std::map<std::string_view, std::size_t> in_line;
    std::uint32_t line = 0;
    for (std::uint32_t at = 0; at < sheet.rows.size(); ++at) {
        const BatchRow& row = sheet.rows[at];
        if (std::exchange(line, row.text) != row.text) in_line.clear();
        const std::string& name = labels.of_name(row.name).first;
        Compared& compared = found[{name, in_line[name]++}];
        compared.is_one_name &= compared.rows.empty() || sheet.rows[compared.rows.back()].name == row.name;
        compared.name = compared.is_one_name ? table.names[row.name] : name;
        compared.rows.push_back(at);
    }
    std::vector<Compared> out;
    for (auto& [name, compared] : found) out.push_back(std::move(compared));
    return out;
}

bool can_differ(const BatchSheet& sheet) {
    return std::ranges::any_of(sheet.varying, [&](std::size_t i) { return !moves_on(sheet.format->fields[i]); });
}

// Leaves the odd groups and the first others, as many as a person reads.
void leave_most(BatchSheet& sheet) {
    std::ranges::stable_sort(sheet.groups, std::greater{}, &BatchGroup::odd);
    const std::size_t left = std::min(sheet.groups.size(), kMostGroups);
    sheet.more_groups += sheet.groups.size() - left;
    sheet.groups.resize(left);
}

}  // namespace

bool moves_on(const Field& field) {
    const bool counts = field.encoding == Encoding::number && (field.role == Role::scale || field.role == Role::sparse);
    return field.role == Role::address || counts;
}

void find_groups(BatchTable& table, std::string_view text, std::span<const TextSpan> lines) {
    std::optional<BatchLabels> labels;  // of a log with equal words nobody asks
    Marks marks;
    for (BatchSheet& sheet : table.sheets) {
        if (!can_differ(sheet)) continue;
        if (!labels) marks.of_value.resize(labels.emplace(table, text, lines).values());
        for (const Compared& compared : compared_in(table, sheet, *labels)) {
            Finder finder(sheet, *labels, compared, marks);
            for (const std::size_t field : sheet.varying) finder.find(field);
            if (sheet.groups.size() > 2 * kMostGroups) leave_most(sheet);
        }
        leave_most(sheet);
        for (const BatchGroup& group : sheet.groups)
            for (const std::uint32_t at : group.rows)
                if (group.odd) sheet.rows[at].odd |= std::uint64_t{1} << group.field;
    }
}

}  // namespace tilescope
