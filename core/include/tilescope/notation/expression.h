// core/include/tilescope/notation/expression.h -- integer expressions of C, C++ and Python, with bits nobody told.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

// A number some of whose bits are holes: known where `unknown` is 0.
struct Bits {
    std::uint64_t value = 0;    // 0 in the holes
    std::uint64_t unknown = 0;  // 1 where the text does not tell
    unsigned width = 0;         // 32 or 64 where the text says so
    friend bool operator==(const Bits&, const Bits&) = default;
};

using NameLookup = std::function<std::optional<Bits>(std::string_view)>;

struct Evaluated {
    Bits bits;
    unsigned literals = 0, names = 0, operators = 0;
};

// Reads the whole text: literals, + - * / % << >> | & ^ ~ ( ), casts and wrappers (uint64_t(x), (uint64_t)x,
// static_cast<uint64_t>(x), K.uint64(x), llvm.mlir.constant(x : i32)). Arithmetic wraps at 64 bits. A name that
// `lookup` does not know is a hole of all bits. With a refusal, `where` is the place in the text.
//   evaluate("((uint64_t)0x40004040 << 32) | lo", {})->bits == {0x4000404000000000, 0xffffffff...}
Answer<Evaluated> evaluate(std::string_view text, const NameLookup& lookup, std::size_t* where = nullptr);

}  // namespace tilescope
