// core/src/notation/gluon_layout.cpp -- reads the layouts of shared memory that Gluon's Python makes.
// SPDX-License-Identifier: MIT
#include "triton_text.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/notation/triton_layout.h>

#include <algorithm>
#include <iterator>
#include <string>

namespace tilescope {
namespace {

using Layout = Answer<TritonEncoding>;

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

struct WidthRow {
    std::string_view name;
    unsigned bits;
};
constexpr WidthRow kWidths[] = {{"float16", 16}, {"bfloat16", 16}, {"float32", 32}, {"float8e4nv", 8},
                                {"float8e5", 8}, {"int8", 8},      {"uint8", 8},    {"int32", 32}};

std::string without_comments(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        out += say(line.substr(0, line.find('#')), ' ');
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return out;
}

// As the IR writes it. A default that no descriptor depends on is left out.
std::string parameter_text(std::string_view ir, std::string_view value) {
    if (value == "None" || value == "[]") return {};
    return say(ir, " = ", value == "True" || value == "False" ? lower(value) : std::string(value), ", ");
}

Layout from_ir(std::string parameters) {
    if (parameters.ends_with(", ")) parameters.resize(parameters.size() - 2);
    const auto alias = parse_triton_encoding(say("#ttg.nvmma_shared<{", parameters, "}>"));
    if (!alias) return Layout::refuse(alias.why);
    return *alias->encoding;
}

Layout of_arguments(std::string_view arguments) {
    std::string out;
    std::size_t next = 0;
    for (const triton::Parameter& p : triton::parameters_of(arguments)) {
        if (p.name.empty()) continue;  // behind the last comma
        const bool keyed = !p.value.empty();
        const auto* row =
            keyed ? std::ranges::find(kNames, p.name, &NameRow::gluon) : kNames + std::min(next++, std::size(kNames));
        if (row == std::end(kNames))
            return Layout::refuse(say("NVMMASharedLayout has no parameter '", excerpt(p.name), "'"));
        out += parameter_text(row->ir, keyed ? p.value : p.name);
    }
    return from_ir(std::move(out));
}

// NVMMASharedLayout.get_default_for([128, 64], gl.float16): the widest swizzle that fits the contiguous extent.
Layout of_shape(std::string_view arguments) {
    const std::vector<triton::Parameter> given = triton::parameters_of(arguments);
    const auto shape = given.empty() ? std::nullopt : triton::list_in(given[0].name);
    const std::string_view type = given.size() < 2 ? std::string_view() : given[1].name;
    const auto* width = std::ranges::find(kWidths, type.substr(type.rfind('.') + 1), &WidthRow::name);
    if (!shape || shape->empty() || width == std::end(kWidths))
        return Layout::refuse("get_default_for needs a shape such as [128, 64] and a type such as gl.float16");
    bool transposed = false;
    unsigned packing = 1;
    for (std::size_t i = 2; i < given.size(); ++i) {
        if (given[i].name == "transposed") transposed = given[i].value == "True";
        if (given[i].name == "fp4_padded") packing = given[i].value == "True" ? 2 : 1;
        if (given[i].name == "cga_layout" && given[i].value != "None")
            return Layout::refuse("the parts of the CTAs are not read");
    }
    const std::uint64_t contiguous = transposed ? shape->front() : shape->back();
    const std::uint64_t bytes = contiguous * packing * width->bits / 8;
    std::uint64_t others = 1;
    for (const unsigned extent : *shape) others *= std::max(1u, extent);
    others /= std::max<std::uint64_t>(1, contiguous);
    unsigned swizzle = 128;
    while (swizzle > 16 && (bytes < swizzle || bytes % swizzle != 0)) swizzle /= 2;
    if (swizzle == 16 || shape->size() < 2 || others < 8) swizzle = 0;
    return from_ir(say("swizzlingByteWidth = ", swizzle, ", elementBitWidth = ", width->bits,
                       ", rank = ", shape->size(), ", transposed = ", transposed ? "true" : "false",
                       packing == 2 ? ", fp4Padded = true" : ""));
}

}  // namespace

Answer<TritonEncoding> parse_gluon_layout(std::string_view text, std::string_view* call) {
    constexpr std::string_view kClass = "NVMMASharedLayout", kDefault = ".get_default_for";
    if (!text.starts_with(kClass)) return Layout::refuse("this is not NVMMASharedLayout(...)");
    std::string_view behind = text.substr(kClass.size()), rest;
    const bool by_shape = behind.starts_with(kDefault);
    if (by_shape) behind.remove_prefix(kDefault.size());
    const auto inside = behind.starts_with('(') ? triton::inside_bracket(behind, &rest) : std::nullopt;
    if (!inside) return Layout::refuse("NVMMASharedLayout has no arguments in parentheses");
    if (call != nullptr) *call = text.substr(0, text.size() - rest.size());
    const std::string arguments = without_comments(*inside);
    return by_shape ? of_shape(arguments) : of_arguments(arguments);
}

}  // namespace tilescope
