// app/runs/sweep_sum.cpp -- sums up the results of a sweep: counts and reasons.
// SPDX-License-Identifier: MIT
#include "app/runs/sweep_sum.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tilescope::live {
namespace {

// The id of the rule with which a reason begins: "L12" of "L12: The field ...". Empty: there is none.
std::string_view rule_in(const SweepRecord& record) {
    if (record.outcome != Outcome::refused_by_rules) return {};
    const std::string_view id = std::string_view(record.reason).substr(0, record.reason.find(": "));
    const bool is_id = id.size() > 1 && id.size() < 8 && !is_digit(id.front()) && is_digit(id.back());
    return is_id ? id : std::string_view();
}

std::string label_of(const SweepRecord& r) {
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

}  // namespace

void Tally::add(const SweepRecord& record) {
    const int exit = row_of(record.outcome).exit;
    if (record.outcome == Outcome::ok)
        ++(record.equal ? equal : different);
    else
        ++(exit == io::kUnusable ? refused : exit == io::kLacking ? lacking : failed);
}

int exit_of(const Tally& t) {
    if (t.failed != 0) return io::kRunFailed;
    if (t.different != 0) return io::kWrong;
    if (t.lacking != 0) return io::kLacking;
    return t.equal == 0 ? io::kUnusable : io::kDone;
}

std::string text_of(const Tally& t) {
    std::string out = say(t.jobs(), t.jobs() == 1 ? " job: " : " jobs: ", t.equal, " equal to the model, ", t.different,
                          " different");
    if (t.refused != 0) out += say(", ", t.refused, " refused");
    if (t.lacking != 0) out += say(", ", t.lacking, " not for this machine");
    return out + say(", ", t.failed, " failed");
}

Answer<void> SweepSum::add(const SweepRecord& record) {
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
        return Answer<void>::refuse(
            say("the job ", excerpt(record.name, 80), " is of another sweep than the first job"));
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
    if (!record.device.empty() && std::ranges::find(devices_, record.device) == devices_.end())
        devices_.push_back(record.device);
    Key key{};
    Passing passing{.values = {}, .group = {}, .out_of_spec = record.out_of_spec};
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const std::string& value = i == 0 ? record.session : record.values[i - 1].second;
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
        passing.values.push_back(at->second);
    }
    keeps_labels_ = keeps_labels_ && items_.size() <= key.size() && varied().size() <= 2;
    if (keeps_labels_)
        labels_.insert_or_assign(key, label_of(record));
    else
        labels_.clear();
    passing.group = add_group(record);
    if (row_of(record.outcome).may_pass) passing_.emplace(record.job, std::move(passing));
    return {};
}

// All outcomes that may pass count as failed.
void SweepSum::take_back(const Passing& passing) {
    --all_.failed;
    out_of_spec_ -= passing.out_of_spec ? 1 : 0;
    for (std::size_t i = 0; i < passing.values.size(); ++i) --items_[i].tallies[passing.values[i]].failed;
    if (const auto group = group_of_.find(passing.group); group != group_of_.end()) --groups_[group->second].jobs;
}

// Returns the key of the group; empty: the record has none.
std::string SweepSum::add_group(const SweepRecord& record) {
    if (record.outcome == Outcome::ok) {
        if (!record.equal && differing_.size() < kMostKept) differing_.push_back(record);
        return {};
    }
    const std::string_view rule = rule_in(record);
    const std::string key =
        say(row_of(record.outcome).id, " ", rule.empty() ? without_numbers(record.reason) : std::string(rule));
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
    return key;
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

std::vector<const SweepRecord*> SweepSum::differing() const {
    std::vector<const SweepRecord*> out;
    for (const SweepRecord& record : differing_) out.push_back(&record);
    std::ranges::sort(out, {}, [](const SweepRecord* r) { return r->job; });
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

}  // namespace tilescope::live
