// core/src/program/flow.h -- the blocks of a unit, and the names that need one value for each block.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/program/program.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace tilescope::program {

// Statements that always execute together. The last one can jump.
struct Block {
    std::uint32_t first, last;                // statements [first, last) of the program
    std::optional<std::uint32_t> jump, next;  // the blocks that can follow
};

// Most names of compiled code are assigned once, before all their uses. One value is enough for such a name, a
// "single" name. Any other name has a value for each block, at the index `slot`.
struct Flow {
    std::vector<Block> blocks;        // in the order of the text; empty if the unit has no statement
    std::vector<std::uint32_t> slot;  // by NameId: kNone if the unit never assigns it, kSingle, or an index
    std::uint32_t slots = 0;
};
inline constexpr std::uint32_t kSingle = kNone - 1;

Flow flow_of(const Program& program, const Unit& unit);

// Calls `see` with the id of every name in the expression.
template <typename See>
void each_name_in(const Program& program, ExprId root, std::vector<ExprId>& stack, const See& see) {
    if (root == kNone) return;
    stack.assign(1, root);
    while (!stack.empty()) {
        const Expr& e = program.exprs[stack.back()];
        stack.pop_back();
        if (e.operation == Operation::name) see(static_cast<NameId>(e.value));
        if (e.operation == Operation::call)
            stack.insert(stack.end(), program.arguments.begin() + e.args[0], program.arguments.begin() + e.args[1]);
        else
            for (const ExprId arg : e.args)
                if (arg != kNone) stack.push_back(arg);
    }
}

}  // namespace tilescope::program
