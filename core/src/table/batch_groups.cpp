// core/src/table/batch_groups.cpp -- compares stages, K steps and tiles: which words of a name differ from the others.
// SPDX-License-Identifier: MIT
#include "batch_groups.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/table/word_table.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace tilescope {
namespace {

constexpr std::size_t kMostInField = 4;        // of a field: with more, the field counts something
constexpr std::size_t kMostInLabel = 4;        // values of a key in a label
constexpr std::size_t kMostRanges = 3;         // of lines in a label
constexpr std::size_t kMostGroups = 50;        // of a sheet
constexpr std::uint64_t kFewestWithout = 6;    // words, if the text has no labels for them
constexpr std::string_view kShape = "MMA of";  // the label that an instruction descriptor of the same line gives

using BatchRows = std::vector<std::uint32_t>;  // indexes into BatchSheet::rows

// The words that are compared: of one name; if a line has the name twice, those of one place in the lines.
struct Compared {
    std::string name;
    bool is_one_name = true;  // else the names have numbers
    BatchRows rows;
    std::vector<BatchLabelList> labels;  // of each row

    std::uint32_t value(std::size_t i, std::uint32_t key) const {
        const auto at = std::ranges::find(labels[i], key, &BatchLabel::first);
        return at == labels[i].end() ? 0 : at->second;
    }
};

using Places = std::vector<std::size_t>;  // in Compared::rows

// Addresses, and the numbers that go on with each K step.
bool moves_on(const Field& field) {
    const bool counts = field.encoding == Encoding::number && (field.role == Role::scale || field.role == Role::sparse);
    return field.role == Role::address || counts;
}

// Whether the field is an address in one of the words: lbo in the absolute mode.
bool is_address(const BatchSheet& sheet, const Field& field, const BatchRows& rows) {
    const Field* mode = find_field(*sheet.format, "lbo_mode");
    return mode != nullptr && field.id == "lbo" &&
           std::ranges::any_of(rows, [&](std::uint32_t at) { return get_field(*mode, sheet.rows[at].word) != 0; });
}

class Finder {
public:
    Finder(BatchSheet& sheet, const BatchLabels& labels, const Compared& compared)
        : sheet_(sheet), labels_(labels), c_(compared) {}

    void find(std::size_t field) const {
        const Field& f = sheet_.format->fields[field];
        if (moves_on(f) || is_address(sheet_, f, c_.rows) || sheet_.groups.size() >= kMostGroups) return;
        std::vector<std::pair<std::uint64_t, Places>> values;  // in the order of the text
        for (std::size_t i = 0; i < c_.rows.size(); ++i) {
            const BatchRow& row = sheet_.rows[c_.rows[i]];
            if (get_field(f, row.unknown) != 0) continue;
            const std::uint64_t raw = get_field(f, row.word);
            auto at = std::ranges::find(values, raw, &std::pair<std::uint64_t, Places>::first);
            if (at == values.end() && values.size() == kMostInField) return;
            if (at == values.end()) at = values.insert(at, {raw, {}});
            at->second.push_back(i);
        }
        const auto most = std::ranges::max_element(values, {}, [&](const auto& v) { return words(v.second); });
        for (auto at = values.begin(); at != values.end(); ++at)
            if (at != most) add(field, *at, *most);
    }

private:
    using Value = std::pair<std::uint64_t, Places>;
    using Keys = std::vector<std::uint32_t>;

    std::uint64_t words(const Places& places) const {
        std::uint64_t out = 0;
        for (const std::size_t i : places) out += sheet_.rows[c_.rows[i]].count;
        return out;
    }
    std::set<std::uint32_t> values_of(std::uint32_t key, const Places& places) const {
        std::set<std::uint32_t> out;
        std::uint32_t last = 0;
        for (const std::size_t i : places)
            if (const std::uint32_t value = c_.value(i, key); out.empty() || value != last) out.insert(last = value);
        return out;
    }

    void add(std::size_t field, const Value& own, const Value& most) const {
        const Field& f = sheet_.format->fields[field];
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
        if (keys.empty() && (usual || group.all < kFewestWithout)) return;
        if (group.label.empty()) return;
        group.odd = group.few && f.role != Role::shape && is_odd(keys, own.second, most.second);
        for (const std::size_t i : own.second) group.rows.push_back(c_.rows[i]);
        if (group.odd)
            for (const std::uint32_t at : group.rows) sheet_.rows[at].odd |= std::uint64_t{1} << field;
        sheet_.groups.push_back(std::move(group));
    }

    bool tell(const Keys& keys, const Places& own, const Places& others) const {
        std::vector<std::pair<std::uint32_t, std::set<std::uint32_t>>> of;
        for (const std::uint32_t key : keys) of.emplace_back(key, values_of(key, own));
        return !keys.empty() && std::ranges::none_of(others, [&](std::size_t i) {
            return std::ranges::all_of(of, [&](const auto& v) { return v.second.contains(c_.value(i, v.first)); });
        });
    }

    // The fewest keys whose values tell the words from the others: stages and K steps before others, and keys with few
    // values before those with many. Empty: the text does not tell them apart.
    Keys keys_that_tell(const Places& own, const Places& others) const {
        struct Ranked {
            BatchAxis axis;
            std::size_t values;
            std::uint32_t key;
            auto operator<=>(const Ranked&) const = default;
        };
        std::vector<Ranked> ranked;
        for (std::uint32_t key = 0; key < labels_.keys(); ++key) {
            std::set<std::uint32_t> values = values_of(key, own);
            values.merge(values_of(key, others));
            if (values.size() > 1) ranked.push_back({labels_.axis(key), values.size(), key});
        }
        std::ranges::sort(ranked);
        Keys out;
        for (const Ranked& r : ranked) out.push_back(r.key);
        if (!tell(out, own, others)) return {};
        for (std::size_t i = out.size(); i-- > 0 && out.size() > 1;) {
            Keys without = out;
            without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
            if (tell(without, own, others)) out = std::move(without);
        }
        return out;
    }

    // The numbers of a key, if all are numbers.
    std::optional<std::set<std::uint64_t>> numbers_of(std::uint32_t key, const Places& places) const {
        std::set<std::uint64_t> out;
        for (const std::uint32_t value : values_of(key, places)) {
            const std::string_view text = labels_.value(value);
            if (text.empty() || text.size() > 9 || !std::ranges::all_of(text, is_digit)) return std::nullopt;
            out.insert(std::stoull(std::string(text)));
        }
        return out;
    }

    // An address that a line prints says no more than its stage.
    bool are_addresses(std::uint32_t key, const Places& places) const {
        constexpr std::uint64_t kLeast = 1024, kMultiple = 16;
        const auto numbers = numbers_of(key, places);
        return numbers &&
               std::ranges::all_of(*numbers, [](std::uint64_t n) { return n >= kLeast && n % kMultiple == 0; });
    }

    bool is_odd(const Keys& keys, const Places& own, const Places& others) const {
        bool any = false;
        for (const std::uint32_t key : keys) {
            if (labels_.axis(key) > BatchAxis::k_step) continue;
            const auto here = numbers_of(key, own), there = numbers_of(key, others);
            if (!here || !there) return false;
            const std::uint64_t first = std::min(*here->begin(), *there->begin()),
                                last = std::max(*here->rbegin(), *there->rbegin());
            if (first > 1) return false;  // a size: "k = 64"
            if (keys.size() == 1 && here->size() * 2 > there->size()) return false;
            if (keys.size() == 1 && labels_.axis(key) == BatchAxis::k_step && *here->begin() == last) return false;
            any = true;
        }
        // A tile, a block or a shape that tells them from the others as well can be the reason.
        for (std::uint32_t key = 0; any && key < labels_.keys(); ++key)
            if (labels_.axis(key) == BatchAxis::other && tell({key}, own, others) && values_of(key, own).size() == 1 &&
                !are_addresses(key, own))
                return false;
        return any;
    }

    // "stage 2", "stages 0 and 1, k 3". Empty: the values of a key are too many, or a word does not have it.
    std::string label_of(const Keys& keys, const Places& places) const {
        std::vector<std::string> parts;
        for (const std::uint32_t key : keys) {
            std::vector<std::string_view> values;
            for (const std::uint32_t value : values_of(key, places)) values.push_back(labels_.value(value));
            if (values.size() > kMostInLabel || std::ranges::find(values, "") != values.end()) return {};
            std::ranges::sort(values, {}, [](std::string_view v) { return std::pair(v.size(), v); });
            const bool plural = values.size() > 1 && labels_.key(key).size() > 2 && labels_.key(key) != kShape;
            parts.push_back(
                say(labels_.key(key), plural ? "s " : " ", list_of(values, std::identity(), ", ", " and ")));
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
};

// "128 x 64" for each line with an instruction descriptor: with another shape, A and B can have another layout.
std::map<std::uint32_t, std::string> shapes_of(const BatchTable& table) {
    std::map<std::uint32_t, std::string> out;
    for (const BatchSheet& sheet : table.sheets) {
        const Field *m = find_field(*sheet.format, "m"), *n = find_field(*sheet.format, "n");
        if (m == nullptr || n == nullptr) continue;
        for (const BatchRow& row : sheet.rows)
            out[row.text] = say(value_of(*m, get_field(*m, row.word)), " x ", value_of(*n, get_field(*n, row.word)));
    }
    return out;
}

std::vector<Compared> compared_in(const BatchTable& table, const BatchSheet& sheet, BatchLabels& labels) {
    const bool is_instruction = find_field(*sheet.format, "n") != nullptr;
    const auto shapes = is_instruction ? std::map<std::uint32_t, std::string>() : shapes_of(table);
    std::vector<std::pair<std::string, BatchLabelList>> names(table.names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i].first = labels.without_number(table.names[i], names[i].second);
    std::map<std::pair<std::string_view, std::size_t>, Compared> found;  // by name and place in the line
    std::map<std::string_view, std::size_t> in_line;
    std::uint32_t line = 0;
    for (std::uint32_t at = 0; at < sheet.rows.size(); ++at) {
        const BatchRow& row = sheet.rows[at];
        if (std::exchange(line, row.text) != row.text) in_line.clear();
        const auto& [name, of_name] = names[row.name];
        BatchLabelList own = of_name;
        own.insert(own.end(), labels.of_line(row.text).begin(), labels.of_line(row.text).end());
        if (const auto shape = shapes.find(row.text); shape != shapes.end())
            own.push_back(labels.label(kShape, shape->second));
        Compared& compared = found[{name, in_line[name]++}];
        compared.is_one_name &= compared.rows.empty() || sheet.rows[compared.rows.back()].name == row.name;
        compared.name = compared.is_one_name ? table.names[row.name] : name;
        compared.rows.push_back(at);
        compared.labels.push_back(std::move(own));
    }
    std::vector<Compared> out;
    for (auto& [name, compared] : found) out.push_back(std::move(compared));
    return out;
}

bool can_differ(const BatchSheet& sheet) {
    return std::ranges::any_of(sheet.varying, [&](std::size_t i) { return !moves_on(sheet.format->fields[i]); });
}

}  // namespace

void find_groups(BatchTable& table, std::string_view text, std::span<const TextSpan> lines) {
    std::optional<BatchLabels> labels;  // of a log with equal words nobody asks
    for (BatchSheet& sheet : table.sheets) {
        if (!can_differ(sheet)) continue;
        if (!labels) labels.emplace(table, text, lines);
        for (const Compared& compared : compared_in(table, sheet, *labels))
            for (const std::size_t field : sheet.varying) Finder(sheet, *labels, compared).find(field);
        std::ranges::stable_sort(sheet.groups, std::greater{}, &BatchGroup::odd);
    }
}

}  // namespace tilescope
