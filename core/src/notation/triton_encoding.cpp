// core/src/notation/triton_encoding.cpp -- reads the memory encodings of Triton's IR, and those of Gluon's Python.
// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/notation/triton_layout.h>
#include <tilescope/notation/type_names.h>

#include <bit>
#include <utility>

namespace tilescope {
namespace {

using TritonParameter = notation::NamedText;

// CGALayout has one vector for each bit of the CTA's rank. A vector moves the CTA along one index, or along none.
std::optional<std::vector<unsigned>> parts_of_cga(std::string_view value) {
    const auto vectors = notation::lists_in(value);
    if (!vectors) return std::nullopt;
    std::vector<unsigned> out;
    for (const std::vector<unsigned>& vector : *vectors) {
        if (out.empty()) out.assign(vector.size(), 1);
        if (vector.size() != out.size()) return std::nullopt;
        const auto moves = std::ranges::count_if(vector, [](unsigned v) { return v != 0; });
        if (moves > 1) return std::nullopt;
        for (std::size_t i = 0; i < vector.size(); ++i)
            if (vector[i] != 0) {
                // The vectors of one index are 1, 2, 4, ...: neighbouring CTAs have neighbouring parts.
                if (vector[i] != out[i]) return std::nullopt;
                out[i] *= 2;
            }
    }
    return out;
}

// How a parameter is written, and the place of its value.
using Unsigneds = std::vector<unsigned>;
struct Cga {  // CGALayout
    Unsigneds* parts;
};
using Pair = std::array<unsigned, 2>;  // CGALayout of two extents
using Place = std::variant<unsigned*, bool*, Unsigneds*, std::vector<Unsigneds>*, Cga, Pair*>;
struct Slot {
    std::string_view name;
    Place place;
    bool given = false;
};

// Stores the value. Returns what was expected, if it has another form.
std::string_view read_into(std::string_view value, const Place& place) {
    const auto store = [](const auto& read, auto& to) {
        if (read) to = *read;
        return read.has_value();
    };
    if (const auto* number = std::get_if<unsigned*>(&place))
        return store(notation::unsigned_in(value), **number) ? "" : "a number";
    if (const auto* flag = std::get_if<bool*>(&place))
        return store(notation::bool_in(value), **flag) ? "" : "true or false";
    if (const auto* list = std::get_if<Unsigneds*>(&place))
        return store(notation::list_in(value), **list) ? "" : "a list such as [1, 2]";
    if (const auto* lists = std::get_if<std::vector<Unsigneds>*>(&place))
        return store(notation::lists_in(value), **lists) ? "" : "vectors such as [[0, 1], [0, 2]]";
    const auto parts = parts_of_cga(value);
    const auto* pair = std::get_if<Pair*>(&place);
    const bool fits = parts && (pair == nullptr || parts->size() == 2);
    if (fits && pair != nullptr) **pair = {(*parts)[0], (*parts)[1]};
    if (fits && pair == nullptr) *std::get<Cga>(place).parts = *parts;
    return fits ? "" : "vectors such as [[1, 0], [0, 1]]";
}

// Stores all parameters in their slots. Refuses one that has another form, or no slot.
Answer<void> read_slots(std::string_view encoding, const std::vector<TritonParameter>& parameters,
                        std::span<Slot> slots, std::string_view also = {}) {
    std::string why;
    for (const TritonParameter& p : parameters) {
        const auto slot = std::ranges::find(slots, p.name, &Slot::name);
        if (slot == slots.end())
            return Refusal(encoding, " has an unknown parameter", also, " '", excerpt(p.name), "'");
        slot->given = true;
        const std::string_view want = read_into(p.value, slot->place);
        if (!want.empty() && why.empty())
            why = say("'", excerpt(p.name), " = ", excerpt(p.value), "': expected ", want);
    }
    return why.empty() ? Answer<void>() : Refusal(why);
}

void drop_whole(Unsigneds& parts) {
    if (std::ranges::all_of(parts, [](unsigned n) { return n == 1; })) parts.clear();
}

Answer<TritonEncoding> shared_from(const std::vector<TritonParameter>& parameters) {
    TritonShared out;
    unsigned rank = 0;
    Unsigneds unused;  // which CTA has which part: no descriptor depends on it
    Slot slots[] = {{"swizzlingByteWidth", &out.swizzle_bytes},
                    {"elementBitWidth", &out.element_bits},
                    {"rank", &rank},
                    {"CTAsPerCGA", &unused},
                    {"CTAOrder", &unused},
                    {"transposed", &out.transposed},
                    {"fp4Padded", &out.fp4_padded},
                    {"CTASplitNum", &out.parts},
                    {"CGALayout", Cga{&out.parts}}};
    const auto& [swizzle, bits, ranked, per_cga, order, transposed, padded, split, cga] = slots;
    if (const auto read = read_slots("nvmma_shared", parameters, slots); !read) return Refusal(read.why);
    if (!swizzle.given || !bits.given)
        return Refusal("nvmma_shared needs ", swizzle.given ? "elementBitWidth" : "swizzlingByteWidth");
    if (out.swizzle_bytes != 0 && out.swizzle_bytes != 32 && out.swizzle_bytes != 64 && out.swizzle_bytes != 128)
        return Refusal("swizzlingByteWidth = ", out.swizzle_bytes, "; it must be 0, 32, 64 or 128");
    const bool is_width = std::has_single_bit(out.element_bits) && out.element_bits >= 8 && out.element_bits <= 64;
    if (!is_width) return Refusal("elementBitWidth = ", out.element_bits, "; it must be 8, 16, 32 or 64");
    if ((per_cga.given || order.given) && out.parts.empty()) return Refusal("CTAsPerCGA and CTAOrder need CTASplitNum");
    if (std::ranges::any_of(out.parts, [](unsigned n) { return !std::has_single_bit(n); }))
        return Refusal("the CTAs cut an extent into a number of parts that is not a power of two");
    out.rank = ranked.given ? rank : out.parts.empty() ? 2 : static_cast<unsigned>(out.parts.size());
    if (!out.parts.empty() && out.parts.size() != out.rank)
        return Refusal("the encoding has rank ", out.rank, ", but its CTA layout has rank ", out.parts.size());
    drop_whole(out.parts);
    return TritonEncoding(out);
}

Answer<TritonEncoding> linear_from(const std::vector<TritonParameter>& parameters) {
    TritonLinear out;
    unsigned alignment = 0;  // of the allocation: no descriptor depends on it
    Slot slots[] = {{"offset", &out.offsets}, {"block", Cga{&out.parts}}, {"alignment", &alignment}};
    if (const auto read = read_slots("shared_linear", parameters, slots); !read) return Refusal(read.why);
    if (out.offsets.empty()) return Refusal("shared_linear needs offset with a vector for each bit of the offset");
    if (std::ranges::any_of(out.offsets, [&](const auto& v) { return v.size() != out.offsets[0].size(); }))
        return Refusal("the vectors of offset have different lengths");
    if (!out.parts.empty() && out.parts.size() != out.offsets[0].size())
        return Refusal("the vectors of block and of offset have different lengths");
    drop_whole(out.parts);
    return TritonEncoding(std::move(out));
}

Answer<TritonEncoding> tmem_from(const std::vector<TritonParameter>& parameters) {
    TritonTmem out;
    unsigned stride = 0;
    Slot slots[] = {{"blockM", &out.block_m},       {"blockN", &out.block_n},     {"colStride", &stride},
                    {"unpacked", &out.unpacked},    {"CTASplitM", &out.parts[0]}, {"CTASplitN", &out.parts[1]},
                    {"fp4Padded", &out.fp4_padded}, {"twoCTAs", &out.two_ctas},   {"CGALayout", &out.parts}};
    const auto& [m, n, strided, unpacked, split_m, split_n, padded, two, cga] = slots;
    if (const auto read = read_slots("tensor_memory_encoding", parameters, slots); !read) return Refusal(read.why);
    if (strided.given) out.column_stride = stride;
    const std::string_view missing = !m.given                            ? "blockM"
                                     : !n.given                          ? "blockN"
                                     : !strided.given && !unpacked.given ? "colStride or unpacked"
                                                                         : "";
    if (!missing.empty()) return Refusal("tensor_memory_encoding needs ", missing);
    if ((split_m.given || split_n.given) && !out.two_ctas && out.parts != Pair{1, 1})
        return Refusal("CTASplitM or CTASplitN without twoCTAs does not tell whether two CTAs share an instruction");
    if (out.block_m == 0 || out.block_n == 0 || out.column_stride == 0u || out.parts[0] == 0 || out.parts[1] == 0)
        return Refusal("a parameter of tensor_memory_encoding is 0");
    return TritonEncoding(out);
}

Answer<TritonEncoding> scales_from(const std::vector<TritonParameter>& parameters) {
    TritonScales out;
    std::vector<TritonParameter> others;
    for (const TritonParameter& p : parameters)
        if (p.name == "blockRepOrder" && (p.value == "kThenMn" || p.value == "mnThenK"))
            out.k_first = p.value == "kThenMn";
        else
            others.push_back(p);
    Slot slots[] = {{"CTASplitM", &out.parts[0]}, {"CTASplitN", &out.parts[1]}, {"CGALayout", &out.parts}};
    if (const auto read = read_slots("tensor_memory_scales_encoding", others, slots, " or value"); !read)
        return Refusal(read.why);
    if (out.parts[0] == 0 || out.parts[1] == 0) return Refusal("a number of CTAs is 0");
    return TritonEncoding(out);
}

struct EncodingRow {
    std::string_view name;
    Answer<TritonEncoding> (*read)(const std::vector<TritonParameter>& parameters);
};
constexpr EncodingRow kEncodings[] = {{"nvmma_shared", shared_from},
                                      {"shared_linear", linear_from},
                                      {"tensor_memory_encoding", tmem_from},
                                      {"tensor_memory_scales_encoding", scales_from}};
constexpr std::string_view kDialects[] = {"ttg", "triton_gpu", "ttng", "triton_nvidia_gpu"};

// Reads "#ttg.nvmma_shared<{...}>".
Answer<TritonEncoding> encoding_from(std::string_view text) {
    const std::size_t dot = text.find('.'), open = text.find('<');
    if (!text.starts_with('#') || dot == text.npos || open == text.npos || dot > open)
        return Refusal("'", excerpt(text), "' is not an encoding such as #ttg.nvmma_shared<{...}>");
    const std::string_view dialect = text.substr(1, dot - 1), name = text.substr(dot + 1, open - dot - 1);
    const auto* row = std::ranges::find(kEncodings, name, &EncodingRow::name);
    if (row == std::end(kEncodings) || !notation::is_in(kDialects, dialect))
        return Refusal("tilescope does not read the encoding '", excerpt(text.substr(0, open)), "'; it reads ",
                       list_of(kEncodings, &EncodingRow::name, ", ", " and "));
    std::string_view rest;
    auto inside = notation::inside_bracket(text.substr(open), &rest);
    if (!inside) return Refusal("'", excerpt(text), "' has no closing '>'");
    if (!trimmed(rest).empty() && !trimmed(rest).starts_with("loc("))
        return Refusal("after the encoding is '", excerpt(trimmed(rest)), "'; expected the end");
    const std::string_view list = trimmed(*inside);
    std::vector<TritonParameter> parameters;
    if (list.starts_with('{')) {
        const auto braces = notation::inside_bracket(list, &rest);
        rest = trimmed(rest);  // shared_linear has its alignment after the braces
        if (!braces || (!rest.empty() && !rest.starts_with(',')))
            return Refusal("'", excerpt(list), "' is not a list of parameters in braces");
        parameters = notation::parameters_of(*braces);
        if (!rest.empty()) std::ranges::copy(notation::parameters_of(rest.substr(1)), std::back_inserter(parameters));
    } else {
        parameters = notation::parameters_of(list);
    }
    for (auto p = parameters.begin(); p != parameters.end(); ++p)
        if (std::ranges::count(parameters, p->name, &TritonParameter::name) > 1)
            return Refusal("the parameter '", excerpt(p->name), "' is given twice");
    return row->read(parameters);
}

// Splits "#shared = #ttg..." into the name and the encoding. Returns nothing for the name if there is none.
std::pair<std::string_view, std::string_view> split_alias(std::string_view line) {
    line = trimmed(line);
    const std::size_t equals = line.find('='), open = line.find('<');
    if (!line.starts_with('#') || equals == line.npos || equals > open) return {{}, line};
    return {trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1))};
}

// The parameters of NVMMASharedLayout in their order, and their names in Triton's IR.
struct NameRow {
    std::string_view gluon, ir;
};
constexpr NameRow kNames[] = {{"swizzle_byte_width", "swizzlingByteWidth"},
                              {"element_bitwidth", "elementBitWidth"},
                              {"rank", "rank"},
                              {"transposed", "transposed"},
                              {"fp4_padded", "fp4Padded"},
                              {"cga_layout", "CGALayout"},
                              {"ctas_per_cga", "CTAsPerCGA"},
                              {"cta_split_num", "CTASplitNum"},
                              {"cta_order", "CTAOrder"}};

// 16 of "gl.bfloat16", 8 of "float8e4nv". No value: Gluon has no such type for an MMA.
std::optional<unsigned> width_of(std::string_view type) {
    const std::string_view name = type.substr(type.rfind('.') + 1);
    const bool known =
        std::ranges::any_of(kNamesOfTypes, [&](const TypeNames& row) { return row.gluon.ends_with(say('.', name)); });
    return known ? notation::bits_in_name(name) : std::nullopt;
}

std::string without_comments(std::string_view text) {
    std::string out;
    for (const std::string_view line : notation::Lines(text)) out += say(line.substr(0, line.find('#')), ' ');
    return out;
}

// As the IR writes it. A default that no descriptor depends on is left out.
std::string parameter_text(std::string_view ir, std::string_view value) {
    if (value == "None" || value == "[]") return {};
    return say(ir, " = ", value == "True" || value == "False" ? lower(value) : std::string(value), ", ");
}

Answer<TritonEncoding> from_ir(std::string parameters) {
    if (parameters.ends_with(", ")) parameters.resize(parameters.size() - 2);
    const auto alias = parse_triton_encoding(say("#ttg.nvmma_shared<{", parameters, "}>"));
    if (!alias) return Refusal(alias.why);
    return *alias->encoding;
}

Answer<TritonEncoding> of_arguments(std::string_view arguments) {
    std::string out;
    std::size_t next = 0;
    for (const notation::NamedText& p : notation::parameters_of(arguments)) {
        if (p.name.empty()) continue;  // behind the last comma
        const bool keyed = !p.value.empty();
        const auto* row =
            keyed ? std::ranges::find(kNames, p.name, &NameRow::gluon) : kNames + std::min(next++, std::size(kNames));
        if (row == std::end(kNames)) return Refusal("NVMMASharedLayout has no parameter '", excerpt(p.name), "'");
        out += parameter_text(row->ir, keyed ? p.value : p.name);
    }
    return from_ir(std::move(out));
}

// NVMMASharedLayout.get_default_for([128, 64], gl.float16): the widest swizzle that fits the contiguous extent.
Answer<TritonEncoding> of_shape(std::string_view arguments) {
    const std::vector<notation::NamedText> given = notation::parameters_of(arguments);
    const auto shape = given.empty() ? std::nullopt : notation::list_in(given[0].name);
    const std::string_view type = given.size() < 2 ? std::string_view() : given[1].name;
    const std::optional<unsigned> width = width_of(type);
    if (!shape || shape->empty() || !width)
        return Refusal("get_default_for needs a shape such as [128, 64] and a type such as gl.float16");
    bool transposed = false;
    unsigned packing = 1;
    for (std::size_t i = 2; i < given.size(); ++i) {
        if (given[i].name == "transposed") transposed = given[i].value == "True";
        if (given[i].name == "fp4_padded") packing = given[i].value == "True" ? 2 : 1;
        if (given[i].name == "cga_layout" && given[i].value != "None")
            return Refusal("the parts of the CTAs are not read");
    }
    const std::uint64_t contiguous = transposed ? shape->front() : shape->back();
    const std::uint64_t bytes = contiguous * packing * *width / 8;
    std::uint64_t others = 1;
    for (const unsigned extent : *shape) others *= std::max(1u, extent);
    others /= std::max<std::uint64_t>(1, contiguous);
    unsigned swizzle = 128;
    while (swizzle > 16 && (bytes < swizzle || bytes % swizzle != 0)) swizzle /= 2;
    if (swizzle == 16 || shape->size() < 2 || others < 8) swizzle = 0;
    return from_ir(say("swizzlingByteWidth = ", swizzle, ", elementBitWidth = ", *width, ", rank = ", shape->size(),
                       ", transposed = ", transposed ? "true" : "false", packing == 2 ? ", fp4Padded = true" : ""));
}

}  // namespace

bool in_shared_memory(const TritonEncoding& encoding) {
    return std::holds_alternative<TritonShared>(encoding) || std::holds_alternative<TritonLinear>(encoding);
}

Answer<TritonAlias> parse_triton_encoding(std::string_view text) {
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    const auto [name, body] = split_alias(text);
    auto encoding = encoding_from(body);
    if (!encoding) return Refusal(encoding.why);
    return TritonAlias{std::string(name), std::move(*encoding), {}};
}

std::vector<TritonAlias> triton_aliases(std::string_view text) {
    std::vector<TritonAlias> out;
    for (const std::string_view line : notation::Lines(text)) {
        const auto [name, body] = split_alias(line);
        if (name.empty() || !body.starts_with('#')) continue;
        auto encoding = encoding_from(body);
        out.push_back({std::string(name), std::move(encoding.value), std::move(encoding.why)});
    }
    return out;
}

// ---- Gluon ----

Answer<TritonEncoding> parse_gluon_layout(std::string_view text, std::string_view* call) {
    constexpr std::string_view kClass = "NVMMASharedLayout", kDefault = ".get_default_for";
    if (!text.starts_with(kClass)) return Refusal("this is not NVMMASharedLayout(...)");
    std::string_view behind = text.substr(kClass.size()), rest;
    const bool by_shape = behind.starts_with(kDefault);
    if (by_shape) behind.remove_prefix(kDefault.size());
    const auto inside = behind.starts_with('(') ? notation::inside_bracket(behind, &rest) : std::nullopt;
    if (!inside) return Refusal("NVMMASharedLayout has no arguments in parentheses");
    if (call != nullptr) *call = text.substr(0, text.size() - rest.size());
    const std::string arguments = without_comments(*inside);
    return by_shape ? of_shape(arguments) : of_arguments(arguments);
}

}  // namespace tilescope
