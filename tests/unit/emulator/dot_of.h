// tests/unit/emulator/dot_of.h -- builds dot products from values, for tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/dot.h>

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace tilescope::test {

inline double two_to(int exponent) { return std::ldexp(1.0, exponent); }

// A form and the words of one dot product. Elements that are not named are 0.
struct DotCase {
    DotForm form;
    std::vector<std::uint32_t> a, b;
    std::vector<std::uint8_t> scale_a = {}, scale_b = {}, codes = {};
    std::uint32_t c = 0;
    bool has_c = true, negate_a = false, negate_b = false;
    unsigned c_shift = 0;

    DotInput input() const {
        return {.a = a,
                .b = b,
                .c = c,
                .has_c = has_c,
                .scale_a = scale_a,
                .scale_b = scale_b,
                .codes = codes,
                .negate_a = negate_a,
                .negate_b = negate_b,
                .c_shift = c_shift};
    }
    DotRule rule() const {
        const auto found = rule_of(form);
        EXPECT_TRUE(found) << found.why;
        return found ? *found : DotRule{};
    }
    std::uint32_t word() const {
        const DotRule found = rule();
        const std::string why = can_multiply(found, input()).why;
        EXPECT_EQ(why, "");
        return why.empty() ? dot(found, input()) : 0xdeadbeef;
    }
    std::vector<std::string> doubts() const {
        std::vector<std::string> out;
        for (const DoubtRow* row : rows_of(doubts_of(rule(), input()))) out.emplace_back(row->id);
        return out;
    }
    std::vector<std::string> doubts_that_apply() const {
        std::vector<std::string> out;
        for (const DoubtRow* row : rows_of(tilescope::doubts_that_apply(rule(), input()))) out.emplace_back(row->id);
        return out;
    }
};

using Pairs = std::vector<std::pair<double, double>>;

// Builds k elements. The first ones are `pairs`, whose values the formats must hold exactly. The others are 0.
inline DotCase dot_of(const DotForm& form, std::size_t k, const Pairs& pairs, std::uint32_t c = 0) {
    DotCase out{.form = form, .a = std::vector<std::uint32_t>(k), .b = std::vector<std::uint32_t>(k), .c = c};
    const FloatFormat *fa = find_float(form.a_type), *fb = find_float(form.b_type);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& [a, b] = pairs[i];
        out.a[i] = word_nearest(*fa, a);
        out.b[i] = word_nearest(*fb, b);
        EXPECT_EQ(value_of_word(*fa, out.a[i]), a) << form.a_type;
        EXPECT_EQ(value_of_word(*fb, out.b[i]), b) << form.b_type;
    }
    if (form.scale_block != 0) {
        const std::uint8_t one = form.scale_type == "ue8m0" ? 0x7f : 0x38;
        out.scale_a.assign((k + form.scale_block - 1) / form.scale_block, one);
        out.scale_b = out.scale_a;
    }
    return out;
}

inline DotForm kind_form(const std::string& kind, const std::string& type, const std::string& d = "f32") {
    return {.kind = kind, .a_type = type, .b_type = type, .d_type = d};
}
inline DotForm wgmma_form(const std::string& type, const std::string& d = "f32") {
    return {.unit = Unit::wgmma, .kind = "", .a_type = type, .b_type = type, .d_type = d};
}
inline DotForm fp4_form(const std::string& kind, const std::string& scale, unsigned block) {
    return {.kind = kind, .a_type = "e2m1", .b_type = "e2m1", .scale_type = scale, .scale_block = block};
}

}  // namespace tilescope::test
