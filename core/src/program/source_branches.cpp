// core/src/program/source_branches.cpp -- the values that variables of source code have at the ends of branches.
// SPDX-License-Identifier: MIT
//
//     desc = base;
//     if (wide) desc |= a; else desc |= b;
//
// The last values of desc are those at the ends of the two branches. `base` alone is not one. What both ends have in
// common is one only if the branches are many or a branch has no such statement. `desc |= c` after this makes the ends
// of the branches intermediate too, so their observations are taken back.
#include "source_scope.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace tilescope::program::source {
namespace {

constexpr std::size_t kMostEnds = 12;  // of one variable; more are one value with unknown bits

void sort_unique(std::vector<std::uint32_t>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

void Scopes::open_block(bool conditional) {
    const bool branch = !choices_.empty() && choices_.back().depth == blocks_.size();
    blocks_.push_back({conditional, branch, false, {}, {}});
}

bool Scopes::only_branches_since(std::uint32_t block) const {
    return std::all_of(blocks_.begin() + block + 1, blocks_.end(),
                       [](const Block& b) { return b.branch || !b.conditional; });
}

// Takes back the observations, or those of values that a branch replaces or adds bits to.
void Scopes::take_back(std::vector<Tentative>& of, bool all) {
    std::erase_if(of, [&](const Tentative& t) {
        if (!all && t.of == Tentative::Of::choice) return false;
        Statement& s = (*code)[t.statement];
        s = {Statement::Type::assign, out_.name("source nothing"), out_.unknown(), 0, s.span};
        return true;
    });
}

void Scopes::keep_choices(const std::string& path, std::uint32_t first, std::uint32_t last) {
    Variable* const v = first < last ? find_to_change(path) : nullptr;
    if (v == nullptr || v->unit != unit_) return;
    for (std::uint32_t i = first; i < last; ++i) v->tentative.push_back({i, Tentative::Of::choice});
}

// Before a statement replaces the value (`plain`) or adds bits to it.
void Scopes::before_write(Variable& v, bool plain) {
    if (!plain) return take_back(v.tentative, true);
    const bool in_branch = blocks_.size() > v.block + 1u && only_branches_since(v.block);
    if (!in_branch)
        v.tentative.clear();
    else
        for (Tentative& t : v.tentative) t.of = Tentative::Of::replaced;
    if (!v.trivial && observe_variable(v) && in_branch)
        v.tentative.push_back({static_cast<std::uint32_t>(code->size() - 1), Tentative::Of::replaced});
}

void Scopes::close_block() {
    const std::size_t last = blocks_.size() - 1;
    const auto first = static_cast<std::uint32_t>(code->size());
    const std::vector<std::uint32_t> changed = observe_block(last);
    std::unordered_multimap<std::string_view, std::uint32_t> by_path;
    for (const std::uint32_t n : changed) by_path.emplace(variables[n].path, n);
    for (std::uint32_t i = first; i < code->size(); ++i) {
        const auto [begin, end] = by_path.equal_range(out_.observations[(*code)[i].index].text);
        for (auto at = begin; at != end; ++at) variables[at->second].tentative.push_back({i, Tentative::Of::choice});
    }
    if (last == 0) return blocks_.pop_back();
    sort_unique(blocks_.back().added);
    for (const std::uint32_t i : blocks_.back().added)
        if (Variable& v = variables[i]; blocks_.back().branch && only_branches_since(v.block) && observe_variable(v))
            v.tentative.push_back({static_cast<std::uint32_t>(code->size() - 1), Tentative::Of::branch});
    Block closed = std::move(blocks_.back());
    blocks_.pop_back();
    for (const std::uint32_t i : changed)
        if (variables[i].block == last) variables[i].block = static_cast<std::uint32_t>(last - 1);
    for (const std::uint32_t i : closed.added)
        if (variables[i].block < last - 1) blocks_.back().added.push_back(i);
    closed.changed = changed;
    if (closed.branch) end_branch(closed);
}

// What the branch observed waits for the end of the others.
void Scopes::end_branch(const Block& closed) {
    Choice& choice = choices_.back();
    ++choice.branches;
    choice.alters |= closed.alters;
    std::vector<std::uint32_t> written = closed.changed;
    written.insert(written.end(), closed.added.begin(), closed.added.end());
    sort_unique(written);
    for (const std::uint32_t i : written) {
        Choice::Ends& ends = choice.ends[i];
        ++ends.branches;
        ends.tentative.insert(ends.tentative.end(), variables[i].tentative.begin(), variables[i].tentative.end());
        variables[i].tentative.clear();
    }
}

// `desc -= x` in the only branch: the other end is the value before. What an OR adds is unknown bits of one value.
void Scopes::pass_choice() {
    open_block(true);
    for (const auto& [i, ends] : choices_.back().ends) {
        if (std::ranges::find(ends.tentative, Tentative::Of::branch, &Tentative::of) == ends.tentative.end()) continue;
        variables[i].dirty = true;
        blocks_.back().added.push_back(i);
    }
    close_block();
}

void Scopes::close_choice(bool complete) {
    if (choices_.empty()) return;
    const Choice choice = std::move(choices_.back());
    choices_.pop_back();
    for (auto [i, ends] : choice.ends) {
        Variable& v = variables[i];
        const bool adds =
            std::ranges::any_of(ends.tentative, [](const Tentative& t) { return t.of == Tentative::Of::branch; });
        const bool covered = complete && ends.branches == choice.branches && ends.tentative.size() <= kMostEnds;
        if (covered)
            std::ranges::for_each(ends.tentative, [](Tentative& t) {
                if (t.of == Tentative::Of::branch) t.of = Tentative::Of::choice;
            });
        if (covered || adds) take_back(ends.tentative, false);
        if (!covered && adds) {
            v.dirty = true;
            blocks_[std::min<std::size_t>(v.block, blocks_.size() - 1)].changed.push_back(i);
        }
        v.tentative.insert(v.tentative.end(), ends.tentative.begin(), ends.tentative.end());
    }
}

}  // namespace tilescope::program::source
