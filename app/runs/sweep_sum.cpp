// app/runs/sweep_sum.cpp -- sums up the records of a sweep: counts, reasons, tables, JSON, Markdown.
// SPDX-License-Identifier: MIT
#include "app/runs/sweep_sum.h"

#include "app/io/json.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <numeric>

namespace tilescope::live {
namespace {

// The id of the rule with which a reason begins: "L12" of "L12: The field ...". Empty: there is none.
std::string_view rule_in(const Record& record) {
    if (record.outcome != Outcome::refused_by_rules) return {};
    const std::string_view id = std::string_view(record.reason).substr(0, record.reason.find(": "));
    const bool is_id = id.size() > 1 && id.size() < 8 && !is_digit(id.front()) && is_digit(id.back());
    return is_id ? id : std::string_view();
}

std::string label_of(const Record& r) {
    if (r.outcome != Outcome::ok) {
        const std::string_view rule = rule_in(r);
        return printable(rule.empty() ? row_of(r.outcome).id : rule);
    }
    if (r.equal) return "=";
    return r.different != 0 ? say(r.different) : say(r.cells, " cells");
}

// The reason without its numbers, which differ from job to job.
std::string without_numbers(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (!is_digit(c))
            out += c;
        else if (out.empty() || out.back() != '#')
            out += '#';
    return out;
}

// Records with the same key are one group.
std::string group_key(const Record& record) {
    const std::string_view rule = rule_in(record);
    return say(row_of(record.outcome).id, " ", rule.empty() ? without_numbers(record.reason) : std::string(rule));
}

// The value of item `i` of a sum: the session is the first item.
const std::string& value_of(const Record& record, std::size_t i) {
    return i == 0 ? record.session : record.values[i - 1].second;
}

// ---- tables

using Item = SweepSum::Item;

constexpr std::size_t kTableWidth = 100, kMostRows = 100, kWidestCell = 40;

// Fills a cell with blanks, on the left for numbers. Longer texts are cut.
std::string cell(std::string_view text, std::size_t width, bool to_right = false) {
    std::string out = excerpt(text, kWidestCell);
    if (out.size() > width) out.resize(width);
    const std::string blanks(width - out.size(), ' ');
    return to_right ? blanks + out : out + blanks;
}

std::string line(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text + "\n";
}

std::size_t widest(const std::vector<std::string>& texts, std::size_t least) {
    for (const std::string& text : texts) least = std::max(least, excerpt(text, kWidestCell).size());
    return std::min(least, kWidestCell);
}

// The ways to end: a column of a table for each that occurs, and a key in JSON.
struct Count {
    std::string_view key, title;
    std::size_t Tally::*of;
};
constexpr Count kCounts[] = {{"equal", "equal", &Tally::equal},
                             {"different", "different", &Tally::different},
                             {"refused", "refused", &Tally::refused},
                             {"lacking", "not here", &Tally::lacking},
                             {"failed", "failed", &Tally::failed}};

void put_counts(io::Json& out, const Tally& tally) {
    for (const Count& c : kCounts) out[std::string(c.key)] = tally.*c.of;
}

// The rows that a table shows: all, or only those that are not all equal if there are many.
std::vector<std::size_t> rows_of(const Item& item, std::string& note) {
    std::vector<std::size_t> out;
    const bool many = item.values.size() > kMostRows;
    for (const std::size_t i : item.order())
        if (!many || item.tallies[i].equal != item.tallies[i].jobs()) out.push_back(i);
    if (!many) return out;
    const std::size_t equal = item.values.size() - out.size(), more = out.size() - std::min(out.size(), kMostRows);
    out.resize(out.size() - more);
    if (equal != 0) note += say("(", equal, " values of ", item.name, " are all equal)\n");
    if (more != 0) note += say("(", more, " more values of ", item.name, " are not all equal)\n");
    return out;
}

std::string counts_table(const Item& item) {
    std::string note, out;
    const std::vector<std::size_t> rows = rows_of(item, note);
    const std::size_t width = widest(item.values, item.name.size());
    out = cell(item.name, width);
    const auto occurs = [&](const Count& c) {
        return std::ranges::any_of(item.tallies, [&](const Tally& t) { return t.*c.of != 0; });
    };
    for (const Count& c : kCounts)
        if (occurs(c)) out += say("  ", cell(c.title, 9, true));
    out = line(out);
    for (const std::size_t i : rows) {
        std::string row = cell(item.values[i], width);
        for (const Count& c : kCounts)
            if (occurs(c)) row += say("  ", cell(say(item.tallies[i].*c.of), 9, true));
        out += line(row);
    }
    return out + note;
}

std::string one_item_table(const SweepSum& sum, const Item& item) {
    std::string note;
    const std::vector<std::size_t> rows = rows_of(item, note);
    const std::size_t width = widest(item.values, item.name.size());
    std::string out = line(say(cell(item.name, width), "  result"));
    for (const std::size_t i : rows) out += line(say(cell(item.values[i], width), "  ", sum.label({i})));
    return out + note;
}

// Rows are values of the first item, columns those of the second. If the columns do not fit, the table goes on below.
std::string matrix(const SweepSum& sum, const Item& down, const Item& across) {
    std::string note, out;
    const std::vector<std::size_t> rows = rows_of(down, note);
    const std::size_t width = widest(down.values, down.name.size());
    const std::vector<std::size_t> columns = across.order();
    std::vector<std::size_t> widths;
    for (const std::size_t c : columns) {
        std::size_t w = std::min(excerpt(across.values[c], kWidestCell).size(), kWidestCell);
        for (const std::size_t r : rows) w = std::max(w, std::min(sum.label({r, c}).size(), kWidestCell));
        widths.push_back(w);
    }
    constexpr std::size_t kMostBlocks = 8;
    std::size_t begin = 0;
    for (std::size_t block = 0; begin < across.values.size() && block < kMostBlocks; ++block) {
        std::size_t end = begin, used = width;
        while (end < across.values.size() && (end == begin || used + 2 + widths[end] <= kTableWidth))
            used += 2 + widths[end++];
        out += say(block == 0 ? "" : "\n", line(say(cell("", width), "  ", excerpt(across.name, kWidestCell))));
        std::string head = cell(down.name, width);
        for (std::size_t c = begin; c < end; ++c) head += say("  ", cell(across.values[columns[c]], widths[c]));
        out += line(head);
        for (const std::size_t r : rows) {
            std::string row = cell(down.values[r], width);
            for (std::size_t c = begin; c < end; ++c) row += say("  ", cell(sum.label({r, columns[c]}), widths[c]));
            out += line(row);
        }
        begin = end;
    }
    if (begin < across.values.size())
        note += say("(", across.values.size() - begin, " more values of ", across.name, ")\n");
    return out + note;
}

std::string different_text(const Record& r) {
    std::string out = say(printable(r.name), ": ", r.different, " of ", r.words, " words of D differ");
    if (r.cells != 0) out += say(", and ", r.cells, " other cells");
    if (r.most_ulps != 0) out += say(", by at most ", r.most_ulps, " ULP");
    for (const std::string& id : r.explained_by) out += say("; the open question ", printable(id), " explains it");
    return out;
}

}  // namespace

Answer<void> SweepSum::add(const Record& record) {
    if (items_.empty()) {
        sweep_ = record.sweep;
        items_.push_back({.name = "session"});
        for (const auto& [item, value] : record.values) items_.push_back({.name = item});
        indices_.resize(items_.size());
    }
    const auto same_items = [&] {
        if (record.values.size() + 1 != items_.size()) return false;
        for (std::size_t i = 1; i < items_.size(); ++i)
            if (items_[i].name != record.values[i - 1].first) return false;
        return true;
    };
    if (record.sweep != sweep_ || !same_items())
        return Refusal("the job ", excerpt(record.name, 80), " is of another sweep than the first job");
    if (record.job >= seen_.size()) seen_.resize(record.job + 1);
    if (const auto before = passing_.find(record.job); before != passing_.end()) {
        take_back(before->second);
        passing_.erase(before);
    } else if (seen_[record.job]) {
        return ++repeated_, Answer<void>();
    }
    seen_[record.job] = true;
    all_.add(record);
    if (record.out_of_spec) ++out_of_spec_;
    if (const std::string device = record.device ? device_text(*record.device) : std::string();
        record.device && std::ranges::find(devices_, device) == devices_.end())
        devices_.push_back(device);
    Key key{};
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const std::string& value = value_of(record, i);
        const auto [at, is_new] = indices_[i].try_emplace(value, static_cast<std::uint32_t>(items_[i].values.size()));
        if (is_new) {
            items_[i].values.push_back(value);
            items_[i].tallies.emplace_back();
            items_[i].first.push_back(record.job);
        }
        std::size_t& first = items_[i].first[at->second];
        first = std::min(first, record.job);
        items_[i].tallies[at->second].add(record);
        if (i < key.size()) key[i] = at->second;
    }
    keeps_labels_ = keeps_labels_ && items_.size() <= key.size() && varied().size() <= 2;
    if (keeps_labels_)
        labels_.insert_or_assign(key, label_of(record));
    else
        labels_.clear();
    add_group(record);
    if (row_of(record.outcome).may_pass) passing_.emplace(record.job, record);
    return {};
}

// All outcomes that may pass count as failed.
void SweepSum::take_back(const Record& record) {
    --all_.failed;
    out_of_spec_ -= record.out_of_spec ? 1 : 0;
    for (std::size_t i = 0; i < items_.size(); ++i)
        --items_[i].tallies[indices_[i].find(value_of(record, i))->second].failed;
    if (const auto group = group_of_.find(group_key(record)); group != group_of_.end()) --groups_[group->second].jobs;
}

void SweepSum::add_group(const Record& record) {
    if (record.outcome == Outcome::ok) {
        if (!record.equal && differing_.size() < kMostKept)
            differing_.insert(std::ranges::upper_bound(differing_, record.job, {}, &Record::job), record);
        return;
    }
    const std::string key = group_key(record);
    const auto found = group_of_.find(key);
    const Group one{record.outcome, record.reason.empty() ? record.sentence : record.reason, record.name, 1,
                    record.job};
    if (found != group_of_.end()) {
        Group& group = groups_[found->second];
        const std::size_t jobs = group.jobs + 1;
        if (record.job < group.first) group = one;
        group.jobs = jobs;
    } else if (groups_.size() < kMostKept) {
        group_of_.emplace(key, groups_.size());
        groups_.push_back(one);
    }
}

std::vector<std::size_t> SweepSum::Item::order() const {
    std::vector<std::size_t> out(values.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    std::ranges::sort(out, {}, [&](std::size_t i) { return first[i]; });
    return out;
}

std::vector<const SweepSum::Group*> SweepSum::groups() const {
    std::vector<const Group*> out;
    for (const Group& group : groups_)
        if (group.jobs != 0) out.push_back(&group);
    std::ranges::sort(out, {}, [](const Group* g) { return std::pair(-row_of(g->outcome).exit, g->first); });
    return out;
}

std::vector<const SweepSum::Item*> SweepSum::varied() const {
    std::vector<const Item*> out;
    for (const Item& item : items_)
        if (item.values.size() > 1) out.push_back(&item);
    return out;
}

std::string_view SweepSum::label(const std::vector<std::size_t>& at) const {
    Key key{};
    std::size_t next = 0;
    for (std::size_t i = 0; i < items_.size() && i < key.size(); ++i)
        if (items_[i].values.size() > 1 && next < at.size()) key[i] = static_cast<std::uint32_t>(at[next++]);
    const auto found = labels_.find(key);
    return found == labels_.end() ? std::string_view() : std::string_view(found->second);
}

std::string table_of(const SweepSum& sum) {
    const auto items = sum.varied();
    if (sum.has_labels() && items.size() == 1) return one_item_table(sum, *items[0]);
    if (sum.has_labels() && items.size() == 2) return matrix(sum, *items[0], *items[1]);
    return list_of(
        items, [](const Item* item) { return counts_table(*item); }, "\n");
}

std::string reasons_of(const SweepSum& sum) {
    std::string out;
    constexpr std::size_t kMostShown = 10;
    std::size_t shown = 0;
    for (const Record& r : sum.differing())
        if (shown++ < kMostShown) out += say(different_text(r), "\n");
    if (sum.all().different > kMostShown) out += say(sum.all().different - kMostShown, " more jobs differ\n");
    for (const SweepSum::Group* g : sum.groups())
        out += say(row_of(g->outcome).id, ", ", g->jobs, g->jobs == 1 ? " job, " : " jobs, the first is ",
                   printable(g->first_job), ": ", excerpt(g->reason, 400), "\n");
    return out;
}

std::string sum_json(const SweepSum& sum) {
    using io::Json;
    Json items = Json::object();
    for (const Item* item : sum.varied())
        items[item->name] = io::list_json(item->order(), [&](std::size_t i) {
            Json value = {{"value", item->values[i]}};
            put_counts(value, item->tallies[i]);
            return value;
        });
    const auto reason = [](const SweepSum::Group* g) -> Json {
        return {
            {"outcome", row_of(g->outcome).id}, {"jobs", g->jobs}, {"first_job", g->first_job}, {"reason", g->reason}};
    };
    const auto difference = [](const Record& r) -> Json {
        return {{"name", r.name}, {"different", r.different}, {"cells_different", r.cells}};
    };
    Json out = {{"jobs", sum.all().jobs()}};
    put_counts(out, sum.all());
    out.update({{"repeated", sum.repeated()},
                {"out_of_spec", sum.out_of_spec()},
                {"devices", sum.devices()},
                {"items", std::move(items)},
                {"reasons", io::list_json(sum.groups(), reason)},
                {"differing", io::list_json(sum.differing(), difference)}});
    return io::text_of_json(out);
}

std::string sum_markdown(const SweepSum& sum) {
    std::string out = "# A sweep on a GPU and on the model of tilescope\n\n";
    for (const std::string& device : sum.devices()) out += say("- GPU: ", printable(device), "\n");
    for (const Item* item : sum.varied())
        out += say("- varied: ", printable(item->name), ", ", item->values.size(), " values\n");
    out += say("- ", text_of(sum.all()), "\n");
    if (sum.out_of_spec() != 0)
        out += say("- ", sum.out_of_spec(), " jobs break rules of the instruction. They were requested anyway.\n");
    if (const std::string table = table_of(sum); !table.empty()) out += say("\n```\n", table, "```\n");
    if (const std::string reasons = reasons_of(sum); !reasons.empty()) out += say("\n```\n", reasons, "```\n");
    for (const Record& r : sum.differing()) {
        out += say("\n## ", printable(r.name), "\n\n");
        for (const std::string& sentence : r.comparison) out += printable(sentence) + "\n";
    }
    return out;
}

}  // namespace tilescope::live
