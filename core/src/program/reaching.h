// core/src/program/reaching.h -- the assignments whose value a name can have at a place of a program.
// SPDX-License-Identifier: MIT
#pragma once

#include "flow.h"

#include <tilescope/program/program.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tilescope::program {

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
    std::optional<std::uint32_t> last_in(const std::vector<std::uint32_t>& all, std::uint32_t first,
                                         std::uint32_t end) const;

    const Program& program_;
    std::unordered_map<NameId, std::vector<std::uint32_t>> assigned_;  // the statements, in order
    std::vector<Place> observed_;                                      // by observation
    std::map<std::uint32_t, Graph> graphs_;                            // by unit
};

}  // namespace tilescope::program
