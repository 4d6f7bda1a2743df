// core/include/tilescope/program/or_parts.h -- the places at which a program puts values into a word.
// SPDX-License-Identifier: MIT
//
//     w = 1 << 46;  w |= a & 0x3fff;  w |= b << 16;        places: bits 0 and 16; ones: bit 46
//
// A function that builds a word from its parameters determines few bits, or none. But the places of the parts are those
// of the fields of one format. A part is an operand of OR or of an addition.
#pragma once

#include <tilescope/program/program.h>

#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace tilescope::program {

struct OrParts {
    std::uint64_t places = 0;  // the lowest bits of parts that are not constant
    std::uint64_t ones = 0;    // the bits of constant parts, also if a condition selects them
    std::uint64_t zeros = 0;   // the lowest bits of constant parts that are 0: bit 13 of "w |= 0 << 13"
    std::uint64_t sums = 0;    // the places to which something is added, so that a carry can leave the field

    friend bool operator==(const OrParts&, const OrParts&) = default;
};

class OrPartsOf {
public:
    explicit OrPartsOf(const Program& program);  // `program` must outlive this object

    // Errors: none. The time is bounded: a very large expression is one part at bit 0.
    OrParts of(ExprId value);

private:
    OrParts of_expr(ExprId id, unsigned depth);
    OrParts of_name(NameId name, unsigned depth);
    std::uint64_t sums_with_itself(ExprId value, NameId name, const OrParts& parts, unsigned depth);
    OrParts of_mask(const Expr& e, unsigned depth);
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
};

}  // namespace tilescope::program
