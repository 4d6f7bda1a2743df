// core/include/tilescope/notation/expression.h -- evaluates integer expressions of C, C++ and Python.
// SPDX-License-Identifier: MIT
//
// Some bits can be unknown.
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

// A number in which some bits can be unknown. A bit is known if its bit in `unknown` is 0.
struct Bits {
    std::uint64_t value = 0;    // 0 in the unknown bits
    std::uint64_t unknown = 0;  // 1 for each unknown bit
    unsigned width = 0;         // 32 or 64 if the text states it, else 0
    friend bool operator==(const Bits&, const Bits&) = default;
};

// Returns the value of a name, or no value if the name is unknown.
using NameLookup = std::function<std::optional<Bits>(std::string_view)>;

struct Evaluated {
    Bits bits;
    unsigned literals = 0, names = 0, operators = 0;
};

// Evaluates an expression. The expression must be the whole text. It can have literals, + - * / % << >> | & ^ ~ ( ),
// casts and wrappers: uint64_t(x), (uint64_t)x, static_cast<uint64_t>(x), K.uint64(x), llvm.mlir.constant(x : i32).
// Arithmetic wraps at 64 bits. If `lookup` has no value for a name, all bits of the name are unknown.
// Errors: the text is not such an expression. `where` receives the position of the error in the text.
//   evaluate("((uint64_t)0x40004040 << 32) | lo", {})->bits == {0x4000404000000000, 0xffffffff...}
Answer<Evaluated> evaluate(std::string_view text, const NameLookup& lookup, std::size_t* where = nullptr);

}  // namespace tilescope
