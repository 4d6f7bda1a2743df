// core/src/notation/cute_names.cpp -- layouts that CUTLASS and CuTe DSL name or wrap, as plain CuTe text.
// SPDX-License-Identifier: MIT
#include "cute_names.h"

#include "text_parts.h"
#include "triton_text.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/operand.h>
#include <tilescope/hw/swizzle_modes.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/type_names.h>

#include <algorithm>
#include <vector>

namespace tilescope::notation {
namespace {

struct NameOfBits {
    std::string_view name;  // in lower case
    unsigned bits;          // of the container in shared memory
};
// Names that do not tell the type, only its bits.
constexpr NameOfBits kNamesOfBits[] = {{"i8", 8},
                                       {"type_erased_dynamic_float4_t", 4},
                                       {"type_erased_dynamic_float4_unpacksmem_t", 8},
                                       {"type_erased_dynamic_float6_unpacksmem_t", 8},
                                       {"type_erased_dynamic_float8_t", 8}};

struct AtomName {
    std::string_view name;  // as in CuTe DSL; CUTLASS writes Layout_ before it and _Atom after it
    SwizzleMode mode;
    Major major;
};
constexpr AtomName kAtomNames[] = {
    {"K_INTER", SwizzleMode::none, Major::k},
    {"MN_INTER", SwizzleMode::none, Major::mn},
    {"K_SW32", SwizzleMode::b32, Major::k},
    {"MN_SW32", SwizzleMode::b32, Major::mn},
    {"K_SW64", SwizzleMode::b64, Major::k},
    {"MN_SW64", SwizzleMode::b64, Major::mn},
    {"K_SW128", SwizzleMode::b128, Major::k},
    {"MN_SW128", SwizzleMode::b128, Major::mn},
    {"MN_SW128_32B", SwizzleMode::b128_32, Major::mn},
};

// Removes the namespaces, modules or classes before a name.
std::string_view last_name(std::string_view name) {
    const std::size_t at = name.find_last_of(".:");
    return at == name.npos ? name : name.substr(at + 1);
}

std::string swizzle_in_words(SwizzleMode mode) {
    const Swizzle& s = row_of(mode).swizzle;
    return say("Sw<", s.bits, ",", s.base, ",", s.shift, "> o ");
}

// The contiguous side of an atom is one swizzled row; the other side is 8 rows, or 4 for the 32-byte atom.
std::string atom_text(const AtomName& atom, unsigned bits) {
    const SwizzleRow& row = row_of(atom.mode);
    const unsigned chunks = row.width_bytes / 16, others = atom.major == Major::k ? 8 : row.k_rows;
    const std::string wide = bits == 0 ? say(chunks == 1 ? std::string() : say(chunks), "T") : say(chunks * 128 / bits);
    const std::string unit = bits == 0 ? std::string() : say("[", bits, "b]");
    const std::string layout = atom.major == Major::k ? say("(", others, ",", wide, "):(", wide, ",1)")
                                                      : say("(", wide, ",", others, "):(1,", wide, ")");
    return say(swizzle_in_words(atom.mode), "smem_ptr", unit, " o ", layout);
}

std::optional<PlainCute> unknown_atom(std::string_view name) {
    std::string known;
    for (const AtomName& atom : kAtomNames) known += say(known.empty() ? "" : ", ", atom.name);
    return PlainCute{{}, 0, say("'", excerpt(name), "' is an unknown swizzle atom; the names are ", known)};
}

// "UMMA::Layout_K_SW128_Atom<half_t>", "Layout_MN_SW32_Atom_Bits", "SmemLayoutAtomKind.K_SW64".
std::optional<PlainCute> plain_atom(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && (is_word_char(text[end]) || text[end] == ':' || text[end] == '.')) ++end;
    std::string_view name = last_name(text.substr(0, end)), rest = trimmed(text.substr(end));
    const bool bits = name.ends_with("_Atom_Bits");
    const std::string_view tail = bits ? "_Atom_Bits" : "_Atom";
    const bool cutlass = name.starts_with("Layout_") && name.ends_with(tail);
    const std::string_view short_name = cutlass ? name.substr(7, name.size() - 7 - tail.size()) : name;
    const auto* atom = std::ranges::find(kAtomNames, short_name, &AtomName::name);
    if (atom == std::end(kAtomNames)) return cutlass ? unknown_atom(name) : std::nullopt;
    unsigned unit = bits ? 1 : 0;
    if (rest.starts_with('<')) {
        const std::size_t close = rest.find('>');
        if (close == rest.npos || bits) return std::nullopt;
        unit = cute_element_bits(trimmed(rest.substr(1, close - 1)));
        rest = trimmed(rest.substr(close + 1));
    }
    if (rest.starts_with("{}")) rest = trimmed(rest.substr(2));
    if (!rest.empty()) return std::nullopt;
    return PlainCute{atom_text(*atom, unit), unit};
}

std::string_view unquoted(std::string_view text) {
    return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

struct SpaceName {
    std::string_view name, pointer;
};
constexpr SpaceName kSpaceNames[] = {{"smem", "smem_ptr"}, {"gmem", "gmem_ptr"}, {"tmem", "tmem_"}};

// A pointer of CuTe DSL as text: its element type, its memory, and then its alignment and its swizzle, if any.
// `layout` is the layout behind it.
PlainCute plain_pointer(const std::vector<std::string_view>& parts, std::string_view address, std::string_view layout) {
    const unsigned bits = cute_element_bits(parts[0]);
    if (bits == 0) return {{}, 0, say("the element type '", excerpt(parts[0]), "' is unknown; write a CuTe layout")};
    const auto* space =
        parts.size() < 2 ? std::end(kSpaceNames) : std::ranges::find(kSpaceNames, parts[1], &SpaceName::name);
    if (space == std::end(kSpaceNames))
        return {{}, 0, say("the layout is not in smem, gmem or tmem, so it has no address")};
    std::string swizzle;
    for (std::size_t i = 2; i < parts.size(); ++i) {
        if (parts[i].starts_with("align<")) continue;
        if (!parts[i].starts_with("S<"))
            return {{}, 0, say("'", excerpt(parts[i]), "' is unknown; expected align<N> or S<bits,base,shift>")};
        swizzle = say("Sw", parts[i].substr(1), " o ");
    }
    // The layout of a pointer counts elements, and so does a swizzle in this layout.
    if (layout.starts_with("S<")) {
        if (!swizzle.empty() || !address.empty() || space != kSpaceNames)
            return {
                {}, 0, "the layout has a swizzle of its own; only a layout in smem without a second swizzle is read"};
        return {say("Sw", layout.substr(1)), bits};
    }
    const std::string at = address.empty() ? std::string() : say("(", address, ")");
    return {say(swizzle, space->pointer, "[", bits, "b]", at, " o ", layout), bits};
}

// Returns the text in the bracket with which `rest` begins, and moves `rest` behind it.
std::optional<std::string_view> take_bracket(std::string_view& rest, char open) {
    if (!rest.starts_with(open)) return std::nullopt;
    const auto inside = triton::inside_bracket(rest, &rest);
    rest = trimmed(rest);
    return inside;
}

bool drop_word(std::string_view& rest, std::string_view word) {
    if (!rest.starts_with(word)) return false;
    rest = trimmed(rest.substr(word.size()));
    return true;
}

// "!cute.memref<f16, smem, align<1024>, S<3,4,3>, \"(8,64):(64,1)\">", "!cute.layout<\"(8,64):(64,1)\">".
std::optional<PlainCute> plain_type(std::string_view text) {
    drop_word(text, "!");
    if (!drop_word(text, "cute.")) return std::nullopt;
    const bool memref = drop_word(text, "memref");
    if (!memref && !drop_word(text, "composed_layout") && !drop_word(text, "layout")) return std::nullopt;
    const auto inside = take_bracket(text, '<');
    if (!inside || !text.empty()) return std::nullopt;
    std::vector<std::string_view> parts = triton::split_outside(*inside, ",");
    const std::string_view layout = unquoted(parts.back());
    if (!memref) return PlainCute{std::string(layout)};
    if (parts.size() < 3) return std::nullopt;
    parts.pop_back();
    return plain_pointer(parts, {}, layout);
}

// "tensor<ptr<f16, smem, align<1024>, S<3,4,3>> o (8,64):(64,1)>", "raw_ptr(0x400: f16, smem, align<1024>) o (8,64)".
std::optional<PlainCute> plain_tensor(std::string_view text) {
    if (drop_word(text, "tensor")) {
        const auto inside = take_bracket(text, '<');
        if (!inside || !text.empty()) return std::nullopt;
        text = trimmed(*inside);
    }
    std::string_view address;
    std::optional<std::string_view> inside;
    if (drop_word(text, "raw_ptr")) {
        inside = take_bracket(text, '(');
        const std::size_t colon = inside ? inside->find(':') : std::string_view::npos;
        if (colon == std::string_view::npos) return std::nullopt;
        address = trimmed(inside->substr(0, colon));
        inside = inside->substr(colon + 1);
    } else if (text.starts_with("ptr<")) {
        drop_word(text, "ptr");
        inside = take_bracket(text, '<');
    }
    if (!inside || !text.starts_with("o ")) return std::nullopt;
    return plain_pointer(triton::split_outside(*inside, ","), address, trimmed(text.substr(2)));
}

}  // namespace

unsigned cute_element_bits(std::string_view name) {
    const std::string last = lower(last_name(name));
    const auto* other = std::ranges::find(kNamesOfBits, last, &NameOfBits::name);
    if (other != std::end(kNamesOfBits)) return other->bits;
    if (const ElementType* type = find_type(last)) return type->container_bits;
    const TypeNames* named = type_named(last);
    if (named == nullptr) return 0;
    const ElementType* type = find_type(named->id);
    if (type == nullptr) return bits_of_d(named->id);
    // The name of a type of 4 or 6 bits does not say that its elements are in bytes, except of these types.
    const bool padded = type->bits != type->container_bits;
    return padded && !last.ends_with("_unpacksmem_t") ? 0 : type->container_bits;
}

std::optional<PlainCute> plain_cute(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ';')) text.remove_suffix(1);
    while (text.starts_with('\n')) text.remove_prefix(1);
    text = trimmed(text);
    if (auto out = plain_atom(text)) return out;
    if (auto out = plain_type(text)) return out;
    return plain_tensor(text);
}

}  // namespace tilescope::notation
