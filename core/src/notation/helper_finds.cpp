// core/src/notation/helper_finds.cpp -- leaves out open values of which other words say all.
// SPDX-License-Identifier: MIT
#include "program_finds.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tilescope::notation {

namespace {

// The observations inside of functions that the program calls.
std::set<std::uint32_t> seen_in_called(const program::Program& program) {
    std::set<std::uint64_t> called;
    for (const program::Expr& e : program.exprs)
        if (e.operation == program::Operation::call && e.value < program.units.size()) called.insert(e.value);
    std::set<std::uint32_t> out;
    for (const std::uint64_t unit : called)
        for (std::uint32_t i = program.units[unit].first; i < program.units[unit].last; ++i)
            if (program.statements[i].type == program::Statement::Type::observe)
                out.insert(program.statements[i].index);
    return out;
}

// Whether a word says all that the result of the function says.
bool fills(const Find& word, const Find& open) {
    return !word.returned && word.bits.width == open.bits.width && (word.bits.unknown & ~open.bits.unknown) == 0 &&
           (word.bits.value & ~open.bits.unknown) == open.bits.value;
}

// The words of each name that are found under a condition.
using Choices = std::map<std::string, std::vector<std::size_t>, std::less<>>;
Choices choices_in(const std::vector<Find>& all, std::size_t first) {
    Choices out;
    for (std::size_t i = first; i < all.size(); ++i)
        if (all[i].note.find(kOnlyIf) != std::string::npos) out[all[i].name].push_back(i);
    return out;
}

// The words that together say all that this open one says: "x ? 1 : 2" is one of two values. Empty: fewer than two.
std::vector<std::size_t> choices_of(const std::vector<Find>& all, const Choices& choices, const Find& open) {
    std::vector<std::size_t> out;
    const auto same =
        open.bits.unknown != 0 && open.instruction == kNoInstruction ? choices.find(open.name) : choices.end();
    if (same == choices.end()) return out;
    for (const std::size_t i : same->second)
        if (all[i].bits.unknown != open.bits.unknown && fills(all[i], open)) out.push_back(i);
    if (out.size() < 2) out.clear();
    return out;
}

}  // namespace

// make_desc(addr, lbo, sbo) alone has open strides. The word of make_desc(smem_a, 16, 1024) says all that it says, and
// that of make_desc(smem_a, lbo, sbo) as much.
void drop_helpers(Work& work, std::size_t first, const program::Program& program) {
    const std::set<std::uint32_t> in_called = seen_in_called(program);
    std::vector<Find>& all = work.finds;
    const Choices choices = choices_in(all, first);
    std::vector<bool> drop(all.size());
    for (std::size_t i = first; i < all.size(); ++i) {
        const Find& f = all[i];
        for (const std::size_t choice : choices_of(all, choices, f)) {
            all[choice].note = kOneOfSeveral;
            drop[i] = true;
        }
        const bool helper = f.returned && !f.traces.empty() && in_called.contains(f.traces.front().from.observation);
        drop[i] = drop[i] || (helper && std::any_of(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                                                    [&](const Find& word) { return fills(word, f); }));
    }
    std::size_t i = 0;
    std::erase_if(work.finds, [&](const Find&) { return drop[i++]; });
}

}  // namespace tilescope::notation
