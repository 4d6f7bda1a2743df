// core/src/notation/known_functions.h -- functions of known libraries that make descriptors, and their parameters.
// SPDX-License-Identifier: MIT
//
// Each row follows the public definition that `source` names. The functions start with the word 0. So a field without a
// parameter is 0, unless `open` has its bits. The first row that the arguments fit is used.
#pragma once

#include <tilescope/formats/idesc.h>
#include <tilescope/formats/smem.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tilescope::notation::known_calls {

// How a function stores an argument.
enum class Store : std::uint8_t {
    ignored,    // not in the word, or only in the bits of KnownFunction::open
    field,      // the bits of the field
    bytes,      // divided by 16
    count,      // M or N in elements
    shape,      // M and N, as in the enumerator M128_N256
    tile,       // the bytes of an element; the field is the size of a tile of 8 x 8 elements
    tiles,      // rows; the field is the size of the column of such tiles that has them
    flag,       // true is 1
    k_major,    // true is 0
    must,       // no field: the function makes another word unless it is true
    major,      // K or MN
    sign,       // 1 or -1
    element,    // an element type
    layout,     // an enumerator of CUTLASS's LayoutType
    tma_umma,   // CUtensorMapSwizzle, for tcgen05
    tma_gmma,   // the same for wgmma
    gmma_high,  // a code of wgmma, in bits 62-63 also for tcgen05
    named,      // the name of a swizzle mode of wgmma
    mode,       // the name of a swizzle mode of tcgen05
    width,      // the width of a swizzle mode in bytes, in bits 62-63
    version,    // the constant bit of tcgen05
    id,         // bits 30-31 of an address in Tensor Memory
    low,        // bits 0-31
    high,       // bits 32-63
    word        // the whole word
};

// A signature lists parameters, in their order:
//
//     "smem_ptr, stride_bytes: sbo bytes, base_offset: base_offset = 0, m: m count = open, tmem_e = 0"
//     |          |            |   |       |                           |            |
//     |          name         |   how the argument is stored: Store; else the bits of the field
//     not in the word         field; "ab_type": both a_type and b_type; "-": none
//                                         the stored bits if the call has no such argument, or "open": they stay open
inline constexpr int kRequired = -1, kStaysOpen = -2;

struct Parameter {
    std::string_view name, field;
    Store store = Store::ignored;
    int initial = kRequired;
};

// The names of Store in their order.
inline constexpr std::string_view kStoreNames[] = {
    "ignored", "field", "bytes",   "count",   "shape",  "tile",     "tiles",    "flag",      "k_major",
    "must",    "major", "sign",    "element", "layout", "tma_umma", "tma_gmma", "gmma_high", "named",
    "mode",    "width", "version", "id",      "low",    "high",     "word"};

constexpr std::string_view take_part(std::string_view& text, std::string_view end) {
    const std::size_t at = text.find(end);
    const std::string_view out = text.substr(0, at);
    text = at == text.npos ? std::string_view() : text.substr(at + end.size());
    return out;
}

constexpr Parameter parameter_in(std::string_view text) {
    Parameter out;
    std::string_view initial = text;
    text = take_part(initial, " = ");
    if (initial == "open") out.initial = kStaysOpen;
    if (!initial.empty() && initial != "open") out.initial = 0;
    for (const char c : initial == "open" ? "" : initial) out.initial = 10 * out.initial + (c - '0');
    out.name = take_part(text, ": ");
    out.field = take_part(text, " ");
    if (out.field.empty()) return out;
    if (out.field == "-") out.field = {};
    out.store = Store::field;
    if (text.empty()) return out;
    std::size_t i = 0;
    while (kStoreNames[i] != text) ++i;  // in a constant expression, an unknown name is an error
    out.store = static_cast<Store>(i);
    return out;
}

template <class Each>
constexpr void for_each_parameter(std::string_view signature, const Each& each) {
    while (!signature.empty()) each(parameter_in(take_part(signature, ", ")));
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
    std::string_view name;                         // or several with a blank between them; without their path
    std::string_view path = {};                    // a part that the path before the name must have
    std::string_view mark = {};                    // a text that an argument must have, in lower case with '.' for '::'
    std::string_view unless = {};                  // a text, in the same form, that no argument has
    std::string_view format;                       // "smem", "wgmma", "idesc", "scaled"
    std::string_view types = {}, parameters = {};  // the signatures of the template, and of the call
    std::string_view kind = {};                    // or two, with a blank between them; empty: the element types decide
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

std::span<const KnownFunction> known_functions();

// The stored bits of a number or of an enumerator, which has the last part of its path: "swizzlemode.k64b".
std::optional<std::uint64_t> code_of(Store store, std::string_view number, std::string_view path);

}  // namespace tilescope::notation::known_calls
