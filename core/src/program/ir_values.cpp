// core/src/program/ir_values.cpp -- the values of MLIR and LLVM IR by name.
// SPDX-License-Identifier: MIT
#include "ir_values.h"

#include "ir_text.h"

namespace tilescope::program::ir {
namespace {

std::size_t digits_from(std::string_view s, std::size_t at) {
    const std::size_t end = s.find_first_not_of("0123456789", at);
    return end == s.npos ? s.size() : end;
}

// The printer adds "_4" to a name that exists already.
bool is_copy_number(std::string_view s) {
    return s.empty() || (s.size() > 1 && s[0] == '_' && digits_from(s, 1) == s.size());
}

std::optional<Value> constant_in(std::string_view number, unsigned width) {
    Value out;
    out.constant = integer_in(number, width);
    out.width = width;
    out.telling = is_large(out.constant, out.width == 0 ? 64 : out.width);
    return out.constant ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<Value> stated_by_name(std::string_view key, bool index) {
    for (const std::string_view truth : {"%true", "%false"})
        if (index && key.starts_with(truth) && is_copy_number(key.substr(truth.size())))
            return constant_in(truth == "%true" ? "1" : "0", 1);
    if (!key.starts_with("%c")) return std::nullopt;
    const std::size_t end = digits_from(key, key.substr(2).starts_with('-') ? 3 : 2);
    const std::string_view number = key.substr(2, end - 2), rest = key.substr(end);
    if (!rest.starts_with("_i")) return index && is_copy_number(rest) ? constant_in(number, 64) : std::nullopt;
    const std::size_t width_end = digits_from(rest, 2);
    const std::optional<std::uint64_t> width = integer_in(rest.substr(2, width_end - 2));
    if (!width || *width == 0 || *width > 64 || !is_copy_number(rest.substr(width_end))) return std::nullopt;
    return constant_in(number, static_cast<unsigned>(*width));
}

void Scope::define(const std::string& key, DeadEnd definition) {
    Entry next{std::move(definition), early_uses_.contains(key)};
    const auto [at, fresh] = entries_.try_emplace(key);
    std::optional<Entry> before;
    if (!fresh) {
        if (depth_ > 0)
            before = std::move(at->second);
        else
            finish(at->second);
    }
    at->second = std::move(next);
    if (depth_ > 0) changes_.push_back({depth_, key, std::move(before)});
}

void Scope::mark_used(const std::string& key, bool passed_on) {
    const auto at = entries_.find(key);
    if (at == entries_.end())
        early_uses_.insert(key);
    else
        (passed_on ? at->second.used : at->second.definition.lost) = true;
}

const Value* Scope::find(const std::string& key) const {
    const auto at = entries_.find(key);
    return at == entries_.end() ? nullptr : &at->second.definition.value;
}

void Scope::finish(Entry& entry) {
    if (!entry.used && entry.definition.value.telling) dead_ends_.push_back(std::move(entry.definition));
}

// The names of a region are not visible after it.
void Scope::leave() {
    for (; !changes_.empty() && changes_.back().depth >= depth_ && depth_ > 0; changes_.pop_back()) {
        Change& change = changes_.back();
        const auto at = entries_.find(change.key);
        if (at == entries_.end()) continue;
        finish(at->second);
        if (change.before)
            at->second = std::move(*change.before);
        else
            entries_.erase(at);
    }
    if (depth_ > 0) --depth_;
}

void Scope::clear() {
    while (depth_ > 0) leave();
    for (auto& [key, entry] : entries_) finish(entry);
    entries_.clear();
    early_uses_.clear();
}

}  // namespace tilescope::program::ir
