// core/src/notation/passage_lines.h -- what the lines of a text look like, before they are joined to passages.
// SPDX-License-Identifier: MIT
#pragma once

#include "passages.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tilescope::notation {

// What one line looks like. `any`: it has no sign of a language. `weak`: a line of some program, which can be of the
// language around it or source code: "}", "f(x);".
// `shared`: a directive or label of PTX or of a listing of machine code.
enum class Look : std::uint8_t { blank, any, weak, shared, ptx, sass, ir, source, lines };

struct LookedAt {
    std::size_t begin, end;
    Look look;
    bool assigns, glue;
};

inline bool contains_any(std::string_view text, std::span<const std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != text.npos; });
}

inline bool starts_with_any(std::string_view text, std::span<const std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.starts_with(part); });
}

bool looks_like_ptx(std::string_view line);

// Makes the lines of inline assembly, and those of strings that hold PTX, source code with the line in which they
// begin.
void join_inline_assembly(const Work& work, std::vector<LookedAt>& lines);
void join_strings(const Work& work, std::vector<LookedAt>& lines);

}  // namespace tilescope::notation
