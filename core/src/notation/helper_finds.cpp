// core/src/notation/helper_finds.cpp -- leaves out the open results of functions whose calls have words.
// SPDX-License-Identifier: MIT
#include "program_finds.h"

#include <algorithm>
#include <set>
#include <vector>

namespace tilescope::notation {

// make_desc(addr, lbo, sbo) alone has open strides. The word of make_desc(smem_a, 16, 1024) says all that it says.
void drop_helpers(Work& work, std::size_t first, const program::Program& program) {
    std::set<std::string, std::less<>> called;
    for (const program::Expr& e : program.exprs)
        if (e.operation == program::Operation::call && e.value < program.units.size())
            called.insert(program.units[e.value].name);
    const auto fills = [](const Find& word, const Find& open) {
        return !word.returned && word.bits.width == open.bits.width && word.bits.unknown != open.bits.unknown &&
               (word.bits.unknown & ~open.bits.unknown) == 0 &&
               (word.bits.value & ~open.bits.unknown) == open.bits.value;
    };
    std::vector<bool> drop(work.finds.size());
    for (std::size_t i = first; i < work.finds.size(); ++i) {
        const Find& f = work.finds[i];
        drop[i] = f.returned && f.bits.unknown != 0 && called.contains(f.name) &&
                  std::any_of(work.finds.begin() + static_cast<std::ptrdiff_t>(first), work.finds.end(),
                              [&](const Find& word) { return fills(word, f); });
    }
    std::size_t i = 0;
    std::erase_if(work.finds, [&](const Find&) { return drop[i++]; });
}

}  // namespace tilescope::notation
