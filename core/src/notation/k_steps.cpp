// core/src/notation/k_steps.cpp -- the additions of a program that step a descriptor along K.
// SPDX-License-Identifier: MIT
#include "k_steps.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tilescope::notation {
namespace {

// "blo" of "asm571:ptx571.1:blo": the names of a program say also where a name is visible.
std::string name_in_text(const std::string& name) {
    const std::size_t scope = name.rfind(':');
    return scope == name.npos ? name : name.substr(scope + 1);
}

struct Addition {
    program::NameId base, to;
    std::int64_t units;
    TextSpan span;
};

// The additions of a constant to a name. Notes the names that are the low half of a word.
std::vector<Addition> additions_in(Work& work, const program::Program& program) {
    constexpr std::int64_t kMost = 1 << 24;  // larger than any start address
    std::vector<Addition> out;
    for (const program::Statement& s : program.statements) {
        if (s.type != program::Statement::Type::assign || s.value == program::kNone) continue;
        const program::Expr& e = program.exprs[s.value];
        if (e.operation == program::Operation::join) {
            const program::Expr& low = program.exprs[e.args[0]];
            if (low.operation == program::Operation::name) work.packed_names.insert(program.names[low.value]);
        }
        if (e.operation != program::Operation::add) continue;
        const program::Expr &a = program.exprs[e.args[0]], &b = program.exprs[e.args[1]];
        if (a.operation != program::Operation::name || b.operation != program::Operation::constant) continue;
        const auto units = static_cast<std::int64_t>(b.value << (64 - e.width)) >> (64 - e.width);
        if (-kMost < units && units < kMost)
            out.push_back({static_cast<program::NameId>(a.value), s.name, units, s.span});
    }
    return out;
}

}  // namespace

// "%2 = add %1, 2", "%3 = add %1, 4": the step is 2, and the second one is the distance of a later K step.
void find_steps(Work& work, const program::Program& program) {
    const std::vector<Addition> all = additions_in(work, program);
    std::unordered_map<program::NameId, std::int64_t> smallest;
    for (const Addition& one : all) {
        const auto [at, fresh] = smallest.try_emplace(one.base, one.units);
        if (!fresh && std::abs(one.units) < std::abs(at->second)) at->second = one.units;
    }
    for (const Addition& one : all)
        if (one.base == one.to || one.units == smallest.at(one.base))
            work.steps.push_back({one.span, program.names[one.to], one.units});
}

// A program adds to many registers. Only an addition to a descriptor is a K step in units of 16 bytes.
void keep_steps_of_descriptors(Work& work) {
    std::erase_if(work.steps, [&](const KStep& step) {
        const KeyMeaning key = meaning_of_key(step.name);
        const auto used_as = work.operand_names.find(step.name);
        const PasteRole role = used_as != work.operand_names.end() ? used_as->second.role : key.role;
        const bool descriptor = role == PasteRole::smem_a || role == PasteRole::smem_b || role == PasteRole::smem;
        return !descriptor && key.half != 'l' && !work.packed_names.contains(step.name);
    });
    std::set<std::pair<std::string, std::int64_t>> said;
    std::erase_if(work.steps, [&](KStep& step) {
        step.name = name_in_text(step.name);
        return !said.emplace(step.name, step.units).second;
    });
}

}  // namespace tilescope::notation
