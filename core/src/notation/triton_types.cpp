// core/src/notation/triton_types.cpp -- reads the memory types and the MMA operations of Triton's IR.
// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/triton_layout.h>
#include <tilescope/notation/type_names.h>

#include <utility>

namespace tilescope {
namespace {

// Types of the IR that no MMA has.
constexpr std::string_view kOtherElements[] = {"i16", "i32", "i64", "f64", "i1", "f8E8M0FNU"};

// The element type that a name of the IR is. Null: none, or several: i8 is u8, s8 or packed fp4.
const ElementType* element_of(std::string_view name) {
    const ElementType* found = nullptr;
    for (const TypeNames& row : kNamesOfTypes) {
        const ElementType* type = row.ttgir == name ? find_type(row.id) : nullptr;
        if (type != nullptr && found != nullptr) return nullptr;
        if (type != nullptr) found = type;
    }
    return found;
}

// 16 of "bf16", 8 of "f8E4M3FN". No value: there is no such type.
std::optional<unsigned> bits_of_element(std::string_view name) {
    const bool known = std::ranges::find(kNamesOfTypes, name, &TypeNames::ttgir) != std::end(kNamesOfTypes) ||
                       notation::is_in(kOtherElements, name);
    return known && !name.empty() ? notation::bits_in_name(name) : std::nullopt;
}

// Reads the extents of "3x128x64xf16" and leaves the rest in `text`.
std::vector<unsigned> take_extents(std::string_view& text) {
    std::vector<unsigned> out;
    for (;;) {
        const std::size_t x = text.find('x');
        const auto extent = x == text.npos ? std::nullopt : notation::unsigned_in(text.substr(0, x));
        if (!extent) return out;
        out.push_back(*extent);
        text.remove_prefix(x + 1);
    }
}

// Reads "3x128x64", the shape of the allocation of a view.
std::optional<std::vector<unsigned>> extents_in(std::string_view text) {
    if (text.empty() || !is_digit(text.front())) return std::nullopt;
    std::vector<unsigned> out = take_extents(text);
    const auto last = notation::unsigned_in(text);
    if (!last) return std::nullopt;
    out.push_back(*last);
    return out;
}

// Returns an encoding, or that of a name. Two definitions of one name must be equal: a text can have several modules.
Answer<TritonEncoding> encoding_of(std::string_view name, std::span<const TritonAlias> aliases) {
    if (name.find('<') != name.npos) {
        auto alone = parse_triton_encoding(name);
        return alone ? std::move(*alone->encoding) : Answer<TritonEncoding>(Refusal(alone.why));
    }
    const TritonAlias* found = nullptr;
    for (const TritonAlias& alias : aliases) {
        if (alias.name != name) continue;
        if (found != nullptr && found->encoding != alias.encoding)
            return Refusal("'", excerpt(name), "' has two different definitions");
        found = &alias;
    }
    if (found == nullptr)
        return Refusal("'", excerpt(name), "' has no definition; add its line, such as '", excerpt(name),
                       " = #ttg.nvmma_shared<{...}>'");
    if (!found->encoding) return Refusal("'", excerpt(name), "': ", found->why);
    return *found->encoding;
}

Answer<TritonMemdesc> memdesc_from(std::string_view inside, std::span<const TritonAlias> aliases) {
    const std::vector<std::string_view> parts = notation::split_outside(inside, ",");
    if (parts.size() < 2) return Refusal("a memdesc needs a shape and an encoding");
    TritonMemdesc out;
    std::string_view element = parts[0];
    out.shape = take_extents(element);
    const std::optional<unsigned> bits = bits_of_element(element);
    if (out.shape.empty() || !bits)
        return Refusal("'", excerpt(parts[0]), "' is not a shape with an element type, such as 128x64xf16");
    out.element = element;
    out.element_bits = *bits;
    out.allocation = out.shape;
    for (std::size_t i = 2; i < parts.size(); ++i) {
        if (parts[i] == "mutable" || (i == 2 && parts[i].starts_with('#'))) continue;  // the memory: #smem
        auto allocation = extents_in(parts[i]);
        if (!allocation || allocation->size() < out.shape.size())
            return Refusal("a memdesc has an unknown part '", excerpt(parts[i]), "'");
        out.allocation = std::move(*allocation);
    }
    if (notation::is_in(out.shape, 0u) || notation::is_in(out.allocation, 0u))
        return Refusal("an extent of the shape is 0");
    auto encoding = encoding_of(parts[1], aliases);
    if (!encoding) return Refusal(encoding.why);
    out.encoding = std::move(*encoding);
    return out;
}

struct TritonOperation {
    std::string_view name;
    bool hopper, scaled;
};
// Longer names first.
constexpr TritonOperation kOperations[] = {
    {"tc_gen5_mma_scaled", false, true}, {"tc_gen5_mma", false, false}, {"warp_group_dot", true, false}};

// The operation in a text and where its name begins. The row is null if there is none.
struct OperationAt {
    const TritonOperation* row = nullptr;
    std::size_t at = 0;
};
OperationAt operation_in(std::string_view text) {
    for (const TritonOperation& row : kOperations) {
        const std::size_t at = text.find(row.name), end = at == text.npos ? text.size() : at + row.name.size();
        // The name of another operation can start in the same way: warp_group_dot_wait.
        if (end < text.size() && text[end] == ' ') return {&row, at};
    }
    return {};
}

// Returns the word after "lhs =" of a scaled MMA: e2m1.
std::string format_after(std::string_view text, std::string_view key) {
    const std::size_t at = text.find(key);
    if (at == text.npos) return {};
    std::string_view rest = trimmed(text.substr(at + key.size()));
    if (!rest.starts_with('=')) return {};
    rest = trimmed(rest.substr(1));
    return std::string(rest.substr(0, rest.find_first_of(" ,{[:")));
}

}  // namespace

Answer<TritonMemdesc> parse_triton_memdesc(std::string_view text, std::span<const TritonAlias> aliases) {
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    text = trimmed(text);
    const std::size_t open = text.find('<');
    std::string_view rest;
    const bool memdesc = open != text.npos && text.starts_with('!') && text.substr(0, open).ends_with(".memdesc");
    const auto inside = memdesc ? notation::inside_bracket(text.substr(open), &rest) : std::nullopt;
    if (!inside || !trimmed(rest).empty())
        return Refusal("'", excerpt(text), "' is not a type such as !ttg.memdesc<128x64xf16, #shared, ...>");
    return memdesc_from(*inside, aliases);
}

std::string_view take_triton_operation(std::string_view& text) {
    constexpr std::size_t kMostBytes = 1 << 12;  // of an operation with its types
    const std::string_view all = text;
    std::size_t end = std::min(all.find('\n'), all.size());
    if (operation_in(all.substr(0, end)).row != nullptr)
        while (end < std::min(all.size(), kMostBytes)) {
            const std::string_view so_far = trimmed(all.substr(0, end));
            const std::size_t stop = std::min(all.find('\n', end + 1), all.size());
            const std::string_view next = trimmed(all.substr(end + 1, stop - end - 1));
            if (!so_far.ends_with(':') && !so_far.ends_with(',') && !next.starts_with(':')) break;
            end = stop;
        }
    text.remove_prefix(std::min(end + 1, all.size()));
    return all.substr(0, end);
}

Answer<TritonMma> parse_triton_mma(std::string_view text, std::span<const TritonAlias> aliases) {
    const auto [operation, at] = operation_in(text);
    if (operation == nullptr) return Refusal("the text has no tc_gen5_mma, tc_gen5_mma_scaled or warp_group_dot");
    std::string line(text.substr(at + operation->name.size()));
    std::ranges::replace(line, '\n', ' ');
    const std::string_view body = line;
    const std::size_t colon = notation::find_outside(body, ':');
    if (colon == body.npos) return Refusal("the operation has no types after ':'");
    TritonMma out{operation->hopper, operation->scaled, {}, {}, {}, {}, {}};
    std::string_view types = body.substr(colon + 1);
    if (const std::size_t arrow = types.find("->"); arrow != types.npos) types = types.substr(0, arrow);
    if (const std::size_t location = types.find(" loc("); location != types.npos) types = types.substr(0, location);
    const std::vector<std::string_view> parts = notation::split_outside(types, ",*");
    const auto read = [&](std::size_t i) {
        std::optional<TritonMemdesc> memory;
        if (i < parts.size())
            if (auto one = parse_triton_memdesc(parts[i], aliases)) memory = std::move(*one);
        return memory;
    };
    out.a = read(0);
    out.b = read(1);
    if (!out.hopper) out.d = read(2);
    if (out.scaled) {
        out.a_type = format_after(body.substr(0, colon), "lhs");
        out.b_type = format_after(body.substr(0, colon), "rhs");
    }
    return out;
}

const ElementType* triton_type(const TritonMemdesc& memory, std::string_view format) {
    const auto* shared = std::get_if<TritonShared>(&memory.encoding);
    const bool padded = shared != nullptr && shared->fp4_padded;
    if (format.empty()) return padded ? find_type("e2m1") : element_of(memory.element);
    const std::string_view id = format == "fp16" ? "f16" : format;
    return padded ? find_type(id) : smem_type_of(id, "mxf4");
}

}  // namespace tilescope
