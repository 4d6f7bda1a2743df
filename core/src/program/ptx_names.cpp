// core/src/program/ptx_names.cpp -- declarations of registers, and what a name means in a scope.
// SPDX-License-Identifier: MIT
#include "ptx_names.h"

#include <algorithm>
#include <charconv>

namespace tilescope::program::ptx_reading {
namespace {

constexpr std::size_t kDeepestScope = 64, kMostDigits = 9;

bool is_numeral(char c) { return c >= '0' && c <= '9'; }

// ".b32" is 32. No number: 0.
unsigned bits_of_type(std::string_view type) {
    unsigned bits = 0;
    const std::size_t digit = std::min(type.find_first_of("0123456789"), type.size());
    std::from_chars(type.data() + digit, type.data() + type.size(), bits);
    if (type.ends_with("x2")) bits *= 2;
    if (type.ends_with("x4")) bits *= 4;
    return std::min(bits, 64u);
}

}  // namespace

// The count of names is different for each reading that adds a name, so names of other readings are never met.
Registers::Registers(Program& out, std::string prefix)
    : out_(out), prefix_(std::move(prefix)), nested_(prefix_ + "ptx" + std::to_string(out.names.size()) + ".") {}

void Registers::open() {
    if (open_.size() >= kDeepestScope) {
        ++ignored_;
        return;
    }
    parents_.push_back(open_.back());
    open_.push_back(static_cast<std::uint32_t>(parents_.size() - 1));
    undo_.emplace_back();
}

bool Registers::close() {
    if (ignored_ > 0) {
        --ignored_;
        return true;
    }
    if (open_.size() == 1) return false;
    for (const auto& [where, name] : undo_.back()) (*where)[name].pop_back();
    if (!undo_.back().empty()) ++generation_;
    undo_.pop_back();
    open_.pop_back();
    return true;
}

void Registers::add(Declarations& to, std::string_view name, const Declaration& declaration) {
    std::vector<Declaration>& all = to[name];
    ++generation_;
    if (!all.empty() && all.back().scope == declaration.scope) {
        const std::uint64_t count = std::max(all.back().count, declaration.count);
        all.back() = declaration;
        all.back().count = count;
        return;
    }
    all.push_back(declaration);
    undo_.back().emplace_back(&to, name);
}

void Registers::declare(std::string_view declaration) {
    Declaration common{open_.back(), static_cast<std::uint32_t>(open_.size()), 0, 0, false, false};
    std::string_view rest = without_blanks(declaration.substr(std::min(declaration.find(' '), declaration.size())));
    if (const std::size_t tab = declaration.find('\t'); tab < declaration.find(' '))
        rest = without_blanks(declaration.substr(tab));
    while (rest.starts_with('.')) {
        const std::string_view type = rest.substr(0, rest.find_first_of(" \t\n\r"));
        if (type == ".v2" || type == ".v4" || type == ".v8")
            common.vector = true;
        else if (type == ".pred")
            common.predicate = true, common.width = 1;
        else if (type != ".align")
            common.width = bits_of_type(type);
        rest = without_blanks(rest.substr(type.size()));
    }
    for (std::string_view name : split_list(rest)) {
        Declaration one = common;
        const std::size_t angle = name.find('<');
        if (angle != name.npos) {
            const std::string_view count = without_blanks(name.substr(angle + 1));
            std::from_chars(count.data(), count.data() + count.size(), one.count);
            name = without_blanks(name.substr(0, angle));
        }
        if (name.starts_with("%%")) name.remove_prefix(1);
        if (!name.empty() && is_name_start(name[0]))
            add(angle != name.npos && one.count > 0 ? numbered_ : exact_, name, one);
    }
}

// %r12 is declared as %r12, or as %r<n> with n > 12, or as %r1<n> with n > 2.
const Registers::Declaration* Registers::declared(std::string_view text) const {
    const Declaration* best = nullptr;
    const auto found = exact_.find(text);
    if (found != exact_.end() && !found->second.empty()) best = &found->second.back();
    std::uint64_t number = 0, unit = 1;
    for (std::size_t i = text.size(); i > 1 && text.size() - i < kMostDigits && is_numeral(text[i - 1]); --i) {
        number += unit * static_cast<std::uint64_t>(text[i - 1] - '0');
        unit *= 10;
        const auto family = numbered_.find(text.substr(0, i - 1));
        if (family == numbered_.end()) continue;
        const std::vector<Declaration>& all = family->second;
        const auto last =
            std::find_if(all.rbegin(), all.rend(), [&](const Declaration& d) { return number < d.count; });
        if (last != all.rend() && (best == nullptr || last->depth > best->depth)) best = &*last;
    }
    return best;
}

Register& Registers::find(std::string_view text) {
    if (text.starts_with("%%")) text.remove_prefix(1);
    Cached& cached = cache_[text];
    if (cached.generation == generation_) return *cached.found;
    const Declaration* declaration = declared(text);
    const bool nested = declaration != nullptr && declaration->scope != 0;
    const std::string scope = nested ? nested_ + std::to_string(declaration->scope) + ":" : prefix_;
    const NameId name = out_.name(scope + std::string(text));
    Register& found = registers_[name];
    if (found.name == kNone) found = {.name = name, .text = text};
    if (declaration != nullptr) {
        found.width = declaration->width;
        found.predicate = declaration->predicate;
        found.opaque = declaration->vector;
        found.declared = true;
    } else if (text.find('.') != text.npos && !text.starts_with("%[")) {
        found.opaque = text != kThreadIndex;  // the only part of a vector with a value of its own
    }
    cached = {generation_, &found};
    return found;
}

Register& Registers::bind(std::string_view text, unsigned width) {
    Register& found = find(text);
    found.width = width;
    found.declared = true;
    return found;
}

NameId Registers::fresh() { return out_.name(nested_ + "copy" + std::to_string(fresh_++)); }

Target* Labels::find(std::string_view text, std::uint32_t scope, const Registers& registers) {
    for (; scope != kNone; scope = registers.parent(scope))
        if (const auto at = targets_.find({scope, text}); at != targets_.end()) return &at->second;
    return nullptr;
}

}  // namespace tilescope::program::ptx_reading
