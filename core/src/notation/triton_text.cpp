// core/src/notation/triton_text.cpp -- the brackets, lists and parameters of Triton's IR.
// SPDX-License-Identifier: MIT
#include "triton_text.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <charconv>

namespace tilescope::triton {
namespace {

// Follows the brackets of a text.
class Depth {
public:
    // Returns the depth after character i.
    int at(std::string_view text, std::size_t i) {
        constexpr std::string_view kOpen = "<({[", kClose = ">)}]";
        const char c = text[i];
        const bool arrow = c == '>' && i > 0 && text[i - 1] == '-';
        if (kOpen.find(c) != kOpen.npos) ++depth_;
        if (kClose.find(c) != kClose.npos && !arrow) --depth_;
        return depth_;
    }

private:
    int depth_ = 0;
};

}  // namespace

std::optional<std::string_view> inside_bracket(std::string_view text, std::string_view* rest) {
    Depth depth;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (depth.at(text, i) > 0) continue;
        if (i == 0) return std::nullopt;
        if (rest != nullptr) *rest = text.substr(i + 1);
        return text.substr(1, i - 1);
    }
    return std::nullopt;
}

std::vector<std::string_view> split_outside(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> out;
    if (trimmed(text).empty()) return out;
    Depth depth;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (depth.at(text, i) != 0 || separators.find(text[i]) == separators.npos) continue;
        out.push_back(trimmed(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    out.push_back(trimmed(text.substr(begin)));
    return out;
}

std::size_t find_outside(std::string_view text, char c) {
    Depth depth;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (depth.at(text, i) == 0 && text[i] == c) return i;
    return std::string_view::npos;
}

std::vector<Parameter> parameters_of(std::string_view text) {
    std::vector<Parameter> out;
    for (const std::string_view piece : split_outside(text, ",")) {
        const std::size_t equals = piece.find('=');
        if (equals == piece.npos)
            out.push_back({piece, {}});
        else
            out.push_back({trimmed(piece.substr(0, equals)), trimmed(piece.substr(equals + 1))});
    }
    return out;
}

std::optional<unsigned> unsigned_in(std::string_view value) {
    // An integer attribute can have a type: "16 : i32".
    if (const std::size_t colon = value.find(':'); colon != value.npos) value = trimmed(value.substr(0, colon));
    unsigned out = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, out);
    if (error != std::errc() || stop != end || value.empty()) return std::nullopt;
    return out;
}

std::optional<unsigned> bits_in_name(std::string_view type) {
    const std::size_t first = std::min(type.find_first_of("0123456789"), type.size());
    return unsigned_in(type.substr(first, type.find_first_not_of("0123456789", first) - first));
}

std::optional<bool> bool_in(std::string_view value) {
    if (value == "true") return true;
    if (value == "false") return false;
    return std::nullopt;
}

std::optional<std::vector<unsigned>> list_in(std::string_view value) {
    std::string_view rest;
    const auto inside = value.starts_with('[') ? inside_bracket(value, &rest) : std::nullopt;
    if (!inside || !rest.empty()) return std::nullopt;
    std::vector<unsigned> out;
    for (const std::string_view piece : split_outside(*inside, ",")) {
        const auto number = unsigned_in(piece);
        if (!number) return std::nullopt;
        out.push_back(*number);
    }
    return out;
}

std::optional<std::vector<std::vector<unsigned>>> lists_in(std::string_view value) {
    std::string_view rest;
    const auto inside = value.starts_with('[') ? inside_bracket(value, &rest) : std::nullopt;
    if (!inside || !rest.empty()) return std::nullopt;
    std::vector<std::vector<unsigned>> out;
    for (const std::string_view piece : split_outside(*inside, ",")) {
        auto list = list_in(piece);
        if (!list) return std::nullopt;
        out.push_back(std::move(*list));
    }
    return out;
}

}  // namespace tilescope::triton
