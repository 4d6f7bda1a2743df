// core/src/rules/base_addresses.cpp -- where the variables of a program in shared memory are assumed to be.
// SPDX-License-Identifier: MIT
#include "base_addresses.h"

#include <tilescope/rules/program_mma.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tilescope {
namespace {

// The names that the program reads and that no statement sets.
std::set<std::string_view> inputs_of(const program::Program& program) {
    std::vector<bool> set(program.names.size());
    for (const program::Statement& s : program.statements)
        if (s.type == program::Statement::Type::assign) set[s.name] = true;
    std::set<std::string_view> out;
    for (std::size_t i = 0; i < set.size(); ++i)
        if (!set[i]) out.insert(own_name(program.names[i]));
    return out;
}

// The end of what each kernel has in shared memory. A kernel has only the variables that it names, so those of two
// kernels can have one address. A name has its function before the first blank.
class Ends {
public:
    explicit Ends(const program::Program& program) {
        const auto calls = [](const program::Expr& e) { return e.operation == program::Operation::call; };
        const bool one = std::ranges::any_of(program.exprs, calls);  // a kernel has the variables of what it calls
        for (const std::string_view name : program.names) {
            const std::string_view kernel = one ? std::string_view() : name.substr(0, name.find(' '));
            if (own_name(name) == name && !one) continue;
            ends_.emplace(kernel, kFirstVariable);
            kernels_[own_name(name)].insert(kernel);
        }
    }

    // Returns the address of the next variable.
    std::uint64_t place(const program::SharedVariable& v) {
        const auto at = kernels_.find(v.name);
        std::uint64_t start = kFirstVariable;
        const auto is_in = [&](std::string_view kernel) { return at == kernels_.end() || at->second.contains(kernel); };
        for (const auto& [kernel, end] : ends_)
            if (is_in(kernel)) start = std::max(start, end);
        start = (start + v.align - 1) / v.align * v.align;
        for (auto& [kernel, end] : ends_)
            if (is_in(kernel)) end = std::max(end, start + v.bytes);
        return start;
    }

private:
    std::map<std::string_view, std::uint64_t> ends_;                  // by kernel
    std::map<std::string_view, std::set<std::string_view>> kernels_;  // by variable
};

}  // namespace

std::vector<BaseAddress> base_addresses(const program::Program& program, std::span<const BaseAddress> given) {
    std::vector<BaseAddress> out;
    const std::set<std::string_view> inputs = inputs_of(program);
    std::set<std::string_view> known;
    for (const BaseAddress& one : given)
        if (inputs.contains(one.name) && known.insert(one.name).second) out.push_back({one.name, one.address, true});
    Ends ends(program);
    for (const bool sized : {true, false})
        for (const program::SharedVariable& v : program.shared)
            if ((v.bytes != 0) == sized && known.insert(v.name).second) out.push_back({v.name, ends.place(v), false});
    return out;
}

}  // namespace tilescope
