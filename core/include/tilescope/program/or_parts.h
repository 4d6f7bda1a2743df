// core/include/tilescope/program/or_parts.h -- the places at which a program puts values into a word, and the values.
// SPDX-License-Identifier: MIT
//
//     w = 1 << 46;  w |= a & 0x3fff;  w |= b << 16;        places: bits 0 and 16; ones: bit 46
//
// A function that builds a word from its parameters determines few bits, or none. But the places of the parts are those
// of the fields of one format. A part is an operand of OR or of an addition.
#pragma once

#include <tilescope/program/known_bits.h>
#include <tilescope/program/program.h>

#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace tilescope::program {

struct OrParts {
    std::uint64_t places = 0;   // the lowest bits of parts that are not constant
    std::uint64_t ones = 0;     // the bits of constant parts, even if a condition selects them
    std::uint64_t zeros = 0;    // the lowest bits of constant parts that are 0: bit 13 of "w |= 0 << 13"
    std::uint64_t sums = 0;     // the places to which something is added, so that a carry can leave the field
    std::uint64_t shifted = 0;  // the places to which parts are shifted, also constants: bit 61 of "2 << 61"

    friend bool operator==(const OrParts&, const OrParts&) = default;
};

class OrPartsOf {
public:
    explicit OrPartsOf(const Program& program);  // `program` must outlive this object

    // Errors: none. The time is bounded: a very large expression is one part at bit 0.
    OrParts of(ExprId value);

    // Returns the additions that are one with this addition and join fields of a word of more than 32 bits: no operand
    // begins in the field of another one. Empty: there are none.
    std::vector<ExprId> fields_added(ExprId sum);

private:
    OrParts of_expr(ExprId id, unsigned depth);
    OrParts of_name(NameId name, unsigned depth);
    std::uint64_t sums_with_itself(ExprId value, NameId name, const OrParts& parts, unsigned depth);
    OrParts of_mask(const Expr& e, unsigned depth);
    OrParts of_call(const Expr& e, unsigned depth);
    std::optional<std::uint64_t> number(ExprId id, unsigned depth) const;

    struct PartsOfName {
        OrParts parts;
        unsigned steps;  // steps_ after they were found
    };

    const Program& program_;
    std::unordered_map<NameId, std::vector<ExprId>> assigned_;
    std::map<std::tuple<NameId, unsigned, unsigned>, PartsOfName> of_names_;  // of name, depth and steps_ before
    std::vector<NameId> open_;                                                // the names that are being followed
    unsigned steps_ = 0;
    std::size_t all_steps_ = 0;  // of all values
};

// Replaces additions that join fields by OR, which is the same if every value fits into its field:
// (addr >> 4) + (64ull << 32). Returns the operands of the program before (see Evaluation), or nothing if there is no
// such addition.
std::vector<KnownBits> join_added_fields(Program& program);

// A value that a program shifts to its place in a word:
//
//     desc |= (uint64_t)((addr & 0x3fffff) >> 4) << 16;      at bit 16, divided by 2^4, at most 18 bits
//
// A value that is wider than its field changes the next field too. Only values that were encoded for a field are
// listed: a program divided them by a power of two, or masked their low bits. A constant such as 0x40004040 << 32 can
// have several fields, so it is not listed.
struct PlacedValue {
    ExprId value = kNone;               // before the shift to its place
    unsigned bit = 0;                   // its place: the lowest bit in the word
    unsigned end = 64;                  // the bits of the word from here on do not receive the value
    unsigned divided = 0;               // it was shifted right by this number of bits
    std::optional<unsigned> mask_bits;  // a mask lets this number of its bits through
    bool in_call = false;               // the value is that of the calls of a function, not of the function alone
};

// Returns the values in each operand of the program (Program::operands). A name is followed to the only assignment that
// reaches the place where it is read. What several paths set is not listed.
// Errors: none. The time is bounded: in a very large program, the later operands have no values.
std::vector<std::vector<PlacedValue>> placed_values(const Program& program);

}  // namespace tilescope::program
