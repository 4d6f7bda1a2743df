// tests/support/numerics_vectors.cpp -- published dot products: form, input words, result word, uncertain rules.
// SPDX-License-Identifier: MIT
#include "tests/support/numerics_vectors.h"

#include <gtest/gtest.h>

#include <string_view>

namespace tilescope::test {
namespace {

// Splits a text into words of `digits` hexadecimal digits each.
template <class T>
std::vector<T> words_of(const std::string& text, std::size_t digits) {
    EXPECT_EQ(text.size() % digits, 0u) << text;
    std::vector<T> out;
    for (std::size_t i = 0; i + digits <= text.size(); i += digits)
        out.push_back(static_cast<T>(std::stoul(text.substr(i, digits), nullptr, 16)));
    return out;
}

std::size_t digits_of(std::string_view type) {
    if (type == "tf32" || type == "bf16" || type == "b1") return 8;
    if (type == "f16") return 4;
    return type == "e2m1" ? 1 : 2;
}

std::vector<std::uint32_t> elements_of(const std::string& text, const std::string& type) {
    std::vector<std::uint32_t> out = words_of<std::uint32_t>(text, digits_of(type));
    if (type == "bf16")
        for (std::uint32_t& word : out) word >>= 16;
    return out;
}

DotForm form_of(const Vectors& v, std::size_t row) {
    const std::string& kind = v.text(row, "kind");
    DotForm form{.unit = kind == "wgmma" ? Unit::wgmma : Unit::tcgen05,
                 .kind = kind == "wgmma" ? "" : kind,
                 .a_type = v.text(row, "a_format"),
                 .b_type = v.text(row, "b_format"),
                 .d_type = v.text(row, "d_type"),
                 .scale_type = v.text(row, "scaling"),
                 .saturate = v.text(row, "saturate") == "1",
                 .sparse = !v.text(row, "sparse_meta").empty()};
    if (!form.scale_type.empty()) form.scale_block = v.text(row, "scale_vec") == "4" ? 16 : 32;
    return form;
}

}  // namespace

DotInput NumericsRow::input() const {
    return {.a = a,
            .b = b,
            .c = c,
            .has_c = has_c,
            .scale_a = scale_a,
            .scale_b = scale_b,
            .codes = codes,
            .negate_a = negate_a,
            .negate_b = negate_b};
}

NumericsRow numerics_row(const Vectors& v, std::size_t row) {
    NumericsRow out{.form = form_of(v, row),
                    .a = {},
                    .b = {},
                    .meta = words_of<std::uint32_t>(v.text(row, "sparse_meta"), 8),
                    .scale_a = words_of<std::uint8_t>(v.text(row, "scale_a"), 2),
                    .scale_b = words_of<std::uint8_t>(v.text(row, "scale_b"), 2),
                    .codes = {},
                    .path = v.text(row, "path"),
                    .tags = v.text(row, "uncertain")};
    if (!out.form.scale_type.empty()) out.scale_vec = static_cast<unsigned>(v.number(row, "scale_vec"));
    out.a = elements_of(v.text(row, "a"), out.form.a_type);
    out.b = elements_of(v.text(row, "b"), out.form.b_type);
    EXPECT_EQ(out.a.size() * (out.form.a_type == "b1" ? 32 : 1), v.number(row, "K")) << "row " << row;
    for (const std::uint32_t word : out.meta)
        for (unsigned code = 0; code < 8; ++code) out.codes.push_back(static_cast<std::uint8_t>(word >> 4 * code & 15));
    const std::string &c = v.text(row, "c"), negate = v.has("negate") ? v.text(row, "negate") : std::string();
    out.has_c = !c.empty();
    if (out.has_c) out.c = static_cast<std::uint32_t>(std::stoul(c, nullptr, 16));
    out.negate_a = negate.find('a') != std::string::npos, out.negate_b = negate.find('b') != std::string::npos;
    out.d = static_cast<std::uint32_t>(std::stoul(v.text(row, "d"), nullptr, 16));
    return out;
}

}  // namespace tilescope::test
