// core/src/program/flow.h -- the blocks of a unit, names with a value for each block, and what reaches a place.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/program/program.h>

#include <map>
#include <optional>

namespace tilescope::program {

// Statements that always execute together. The last one can jump.
struct Block {
    std::uint32_t first, last;                // statements [first, last) of the program
    std::optional<std::uint32_t> jump, next;  // the blocks that can follow
};

// Where one execution of a unit keeps the value of a name.
struct Place {
    enum class Kept : std::uint8_t {
        nowhere,  // the unit never assigns it
        once,     // in Flow::singles values, at `index`
        by_block  // for each block in Flow::slots values, at `index`
    };
    Kept kept = Kept::nowhere;
    bool parameter = false;
    std::uint32_t index = 0;
};

// Most names of compiled code are assigned once, before all their uses. One value is enough for such a name, a
// "single" name. Any other name has a value for each block. A program can have thousands of small units, so the size of
// a flow depends on its unit only, not on the number of all names.
struct Flow {
    std::vector<Block> blocks;                 // in the order of the text; empty if the unit has no statement
    std::unordered_map<NameId, Place> places;  // of the names that the unit assigns, and of its parameters
    std::vector<NameId> slots, singles;        // the names, by index

    Place place(NameId name) const {
        const auto at = places.find(name);
        return at == places.end() ? Place{} : at->second;
    }
};

// `first_pass`: without the ways back to a block that every path to the jump goes through, the start of a loop.
Flow flow_of(const Program& program, const Unit& unit, bool first_pass = false);

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

// Whether a mask keeps the low 32 bits, and perhaps those above: see Math::upper_lost.
bool is_open_mask(const Program& program, ExprId mask);

struct Reaching {
    std::vector<std::uint32_t> statements;  // assignments of the name, on some path the last one
    bool from_start = false;                // on some path the unit has not assigned it yet
};

class ReachingAssignments {
public:
    explicit ReachingAssignments(const Program& program);  // `program` must outlive this object

    // Returns the assignments of `name` that reach statement `before` of the unit.
    Reaching of(NameId name, std::uint32_t unit, std::uint32_t before);
    // The only assignment of a name in unit 0. A unit that does not assign the name reads this value.
    std::optional<std::uint32_t> global(NameId name) const;
    // Whether a statement of another unit sets the name.
    bool is_set_outside(NameId name, std::uint32_t unit) const;
    // The unit and the statement of an observation.
    struct Place {
        std::uint32_t unit = kNone, statement = 0;
    };
    Place observed(std::uint32_t observation) const { return observed_[observation]; }

    std::size_t steps = 0;  // so far: blocks that were visited

private:
    struct Graph {
        Flow flow;
        std::vector<std::vector<std::uint32_t>> before;  // by block: the blocks that can come before it
    };
    const Graph& graph(std::uint32_t unit);

    const Program& program_;
    std::unordered_map<NameId, std::vector<std::uint32_t>> assigned_;  // the statements, in order
    std::vector<Place> observed_;                                      // by observation
    std::map<std::uint32_t, Graph> graphs_;                            // by unit
};

}  // namespace tilescope::program
