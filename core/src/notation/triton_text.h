// core/src/notation/triton_text.h -- the brackets, lists and parameters of Triton's IR.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace tilescope::triton {

// Returns the text inside the bracket that is the first character of `text`. `rest` receives the text after its
// partner. An arrow "->" is not a bracket. Returns nothing if there is no bracket or no partner.
std::optional<std::string_view> inside_bracket(std::string_view text, std::string_view* rest = nullptr);

// Splits the text at characters outside of all brackets, and trims the pieces. An empty text has no pieces.
std::vector<std::string_view> split_outside(std::string_view text, std::string_view separators);

// Returns the position of a character outside of all brackets, or npos.
std::size_t find_outside(std::string_view text, char c);

struct Parameter {
    std::string_view name, value;
};
// Returns the parameters of "a = 1, b = [2, 3]". A piece without "=" has an empty value.
std::vector<Parameter> parameters_of(std::string_view text);

// 16 of "bf16", 8 of "f8E4M3FN" and "float8e5".
std::optional<unsigned> bits_in_name(std::string_view type);

// Return the value of a parameter, or nothing if it has another form: "16", "true", "[1, 2]", "[[1, 0], [0, 1]]".
std::optional<unsigned> unsigned_in(std::string_view value);
std::optional<bool> bool_in(std::string_view value);
std::optional<std::vector<unsigned>> list_in(std::string_view value);
std::optional<std::vector<std::vector<unsigned>>> lists_in(std::string_view value);

}  // namespace tilescope::triton
