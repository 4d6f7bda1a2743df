// core/src/notation/known_calls_row.h -- what a row of the table of known functions says.
// SPDX-License-Identifier: MIT
#pragma once

#include "known_calls_names.h"

#include <tilescope/formats/idesc_91.h>
#include <tilescope/formats/idesc_scaled_91.h>
#include <tilescope/formats/smem.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tilescope::notation::known_calls {

inline constexpr int kRequired = -1, kStaysOpen = -2;

struct Parameter {
    std::string_view name;   // of a keyword argument
    std::string_view field;  // "ab_type": both a_type and b_type
    Store store = Store::ignored;
    int initial = kRequired;  // the stored bits if the call has no such argument
};

// Joins parts of parameter lists, so that functions of one library share them.
template <std::size_t... N>
constexpr auto list(const Parameter (&... parts)[N]) {
    std::array<Parameter, (N + ...)> out{};
    std::size_t at = 0;
    const auto add = [&](const auto& part) {
        for (const Parameter& p : part) out[at++] = p;
    };
    (add(parts), ...);
    return out;
}

// How the code of a 4-bit type is found.
enum class Packed : std::uint8_t {
    unpacked,  // 5, as in f8f6f4
    pair,      // 1 if both A and B have such a type, else 5
    cutlass    // float_e2m1_t: 1, only valid for both A and B
};

// For which chips the text must be if the function makes another word for other chips.
enum class TextFor : std::uint8_t { any, hopper, blackwell };

struct KnownFunction {
    std::string_view name;         // without its path
    std::string_view path = {};    // a part that the path before the name must have
    std::string_view mark = {};    // a text that an argument must have, in lower case with '.' for '::'
    std::string_view unless = {};  // a text, in the same form, that no argument has
    std::string_view format;       // "smem", "wgmma", "idesc", "scaled"
    std::span<const Parameter> types = {}, parameters = {};  // of the template, and of the call
    std::string_view kind = {};  // or two, with a blank between them; empty: the element types decide
    Packed packed = Packed::unpacked;
    bool float_is_tf32 = false;  // float as the type of A or B is tf32
    bool runtime = false;        // it returns 64 bits; the word is their high half
    std::uint64_t constant = 0;  // bits that are always 1
    std::uint64_t open = 0;      // bits that are unknown or that kernels change later
    TextFor text = TextFor::any;
    std::string_view source;  // where the definition is
};

// Another function with the same parameters and the same word.
constexpr KnownFunction also(KnownFunction row, std::string_view name, std::string_view path = {},
                             std::string_view mark = {}) {
    row.name = name;
    row.path = path;
    row.mark = mark;
    return row;
}

// The libraries store the fields of PTX 9.1.
consteval std::uint64_t stored(const Format& format, std::string_view id, std::uint64_t raw) {
    return set_field(field(format, id), 0, raw);
}
consteval std::uint64_t all_bits(const Format& format, std::string_view id) {
    return stored(format, id, bit_mask(field(format, id).width));
}
inline constexpr std::uint64_t kStartBits = all_bits(kSmem91, "start"), kVersionBit = stored(kSmem91, "version", 1),
                               kSelectorBits = all_bits(kIdescF16_91, "sparsity_selector");
// Kernels patch the ids of the scale factors later.
inline constexpr std::uint64_t kScaleIds =
    all_bits(kIdescMxf8f6f4_91, "sfa_id") | all_bits(kIdescMxf8f6f4_91, "sfb_id");
// A descriptor of scale factors: 8 rows of 16 bytes.
inline constexpr std::uint64_t kScaleRows = stored(kSmem91, "sbo", 8);

}  // namespace tilescope::notation::known_calls
