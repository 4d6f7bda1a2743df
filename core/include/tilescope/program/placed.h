// core/include/tilescope/program/placed.h -- the values that a program shifts to their places in a word.
// SPDX-License-Identifier: MIT
//
//     desc |= (uint64_t)((addr & 0x3fffff) >> 4) << 16;      at bit 16, divided by 2^4, at most 18 bits
//
// A value that is wider than its field changes the next field too. Only values that were encoded for a field are
// listed: a program divided them by a power of two, or masked their low bits. A constant such as 0x40004040 << 32 can
// have several fields, so it is not listed.
#pragma once

#include <tilescope/program/program.h>

#include <cstddef>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tilescope::program {

struct PlacedValue {
    ExprId value = kNone;               // before the shift to its place
    unsigned bit = 0;                   // its place: the lowest bit in the word
    unsigned end = 64;                  // the bits of the word from here on do not receive the value
    unsigned divided = 0;               // it was shifted right by this number of bits
    std::optional<unsigned> mask_bits;  // a mask lets this number of its bits through
    bool in_call = false;               // the value is that of the calls of a function, not of the function alone
};

class PlacedValues {
public:
    explicit PlacedValues(const Program& program);  // `program` must outlive this object

    // Follows the names to the only assignment that reaches the observation. What several paths set is not listed.
    // Errors: none. The time is bounded: in a very large program, the later observations have no values.
    std::vector<PlacedValue> of(std::uint32_t observation, unsigned operand);

private:
    struct Place {  // where an expression is read
        const Unit* unit;
        std::uint32_t statement;
        bool in_call;
    };
    struct Into {  // where its value goes
        unsigned bit, end;
    };
    struct Jump {
        std::uint32_t from, to;
    };

    void parts(ExprId id, const Place& at, Into into, std::vector<PlacedValue>& out, unsigned depth);
    void part(ExprId id, const Place& at, Into into, std::vector<PlacedValue>& out);
    std::optional<std::pair<ExprId, Place>> definition(NameId name, const Place& at);
    std::optional<std::pair<ExprId, Place>> result(const Expr& call);
    bool reaches_alone(std::uint32_t set, std::uint32_t last_set, const Place& at) const;

    const Program& program_;
    std::unordered_map<NameId, std::vector<std::uint32_t>> assigned_;  // the statements, in order
    std::map<const Unit*, std::vector<Jump>> jumps_;
    std::vector<Place> observed_;  // by observation
    std::size_t steps_ = 0;
};

}  // namespace tilescope::program
