// tests/oracle/silicon_registers_test.cpp -- oracle: registers of wgmma that were measured on an H100.
// SPDX-License-Identifier: MIT
//
// ../shared/vectors/silicon/README.md says how: one-hot operands tell where the elements of A and D are, single changed
// codes where the metadata is, and all 16 codes what a code keeps.
#include "tests/support/vectors.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/dot.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/wgmma_fragment.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tilescope {
namespace {

unsigned cell_number(const test::Vectors& v, std::size_t row, std::string_view column) {
    return static_cast<unsigned>(v.number(row, column));
}

// "m64n8k16.f32.bf16.bf16": the sizes and the types of D and A.
struct MeasuredForm {
    unsigned n = 0;
    std::string d_type, a_type;
};
MeasuredForm form_of(const std::string& text) {
    MeasuredForm out;
    out.n = static_cast<unsigned>(std::stoul(text.substr(text.find('n') + 1)));
    const std::size_t d = text.find('.'), a = text.find('.', d + 1), b = text.find('.', a + 1);
    out.d_type = text.substr(d + 1, a - d - 1);
    out.a_type = text.substr(a + 1, b - a - 1);
    return out;
}

TEST(SiliconOracle, FragmentsOfAAndDAreWhereTheGpuHasThem) {
    if (!std::filesystem::exists(TILESCOPE_SOURCE_DIR "/../shared/vectors/silicon/h100_fragments.csv.gz"))
        GTEST_SKIP() << "no h100_fragments.csv.gz: the file is too large for the project";
    const test::Vectors v("silicon/h100_fragments.csv");
    std::map<std::string, std::size_t> compared;
    std::size_t different = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const std::string& operand = v.text(i, "operand");
        const MeasuredForm form = form_of(v.text(i, "instruction"));
        const auto f =
            operand == "D" ? d_fragment(form.n, form.d_type == "f16" ? 16 : 32) : a_fragment(*find_type(form.a_type));
        ASSERT_TRUE(f) << v.text(i, "instruction") << ": " << f.why;
        const Element e{static_cast<int>(v.number(i, "row")), static_cast<int>(v.number(i, "col"))};
        const RegisterPlace measured{cell_number(v, i, "thread"), cell_number(v, i, "register"),
                                     cell_number(v, i, "bit")};
        ++compared[operand];
        const bool same = place_of(*f, e) == measured && element_at(*f, measured) == e;
        if (!same && ++different <= 10)
            ADD_FAILURE() << v.text(i, "instruction") << " " << operand << "[" << e.row << "][" << e.column << "]";
    }
    EXPECT_EQ(different, 0u);
    EXPECT_EQ(v.size(), 203'264u);
    std::printf("%zu places of A and %zu places of D compared\n", compared["A"], compared["D"]);
}

// The kind of a type of wgmma names the row of its metadata.
std::string_view metadata_of(std::string_view type) {
    return type == "tf32" ? "tf32" : type == "f16" || type == "bf16" ? "f16" : "8-bit";
}

// Every code that had an effect is listed, so each code of each row must be in the file exactly once.
TEST(SiliconOracle, MetadataIsWhereTheGpuLooksForIt) {
    const test::Vectors v("silicon/h100_sparse_meta.csv");
    std::map<std::string, std::set<std::pair<int, int>>> seen;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const std::string &type = v.text(i, "type"), form = say(type, " ", v.text(i, "selector"));
        const auto f = meta_fragment(metadata_of(type), cell_number(v, i, "selector"));
        ASSERT_TRUE(f) << form << ": " << f.why;
        const Element e{static_cast<int>(v.number(i, "row")), static_cast<int>(v.number(i, "group"))};
        EXPECT_EQ(place_of(*f, e), (RegisterPlace{cell_number(v, i, "thread"), 0, cell_number(v, i, "bit")}))
            << form << " row " << e.row << ", group " << e.column;
        EXPECT_TRUE(seen[form].insert({e.row, e.column}).second) << form << ": a code is listed twice";
        EXPECT_LT(static_cast<unsigned>(e.column), f->columns);
    }
    for (const auto& [form, codes] : seen)
        EXPECT_EQ(codes.size(), kWgmmaRows * meta_fragment(metadata_of(form.substr(0, form.find(' '))))->columns)
            << form;
    std::printf("%zu codes of metadata compared\n", v.size());
}

// Numbers that differ, with 16 low bits of 0 in an f32, as in the measurement.
std::vector<std::uint32_t> words_of_b(std::string_view type, unsigned count) {
    const std::map<std::string_view, std::vector<std::uint32_t>> kWords = {{"f16", {0x3c00, 0x4000, 0x4200, 0x4400}},
                                                                           {"bf16", {0x3f80, 0x4000, 0x4040, 0x4080}},
                                                                           {"tf32", {0x3fc00000, 0x40100000}},
                                                                           {"e4m3", {0x38, 0x40, 0x44, 0x48}},
                                                                           {"u8", {1, 2, 3, 4}}};
    const std::vector<std::uint32_t>& group = kWords.at(type);
    std::vector<std::uint32_t> out;
    while (out.size() < count) out.insert(out.end(), group.begin(), group.end());
    return out;
}

// One of the stored elements of a group: 1 in all groups, and 0 in the others.
std::vector<std::uint32_t> one_hot(std::string_view type, unsigned stored, unsigned in_group, unsigned which) {
    const std::map<std::string_view, std::uint32_t> kOne = {
        {"f16", 0x3c00}, {"bf16", 0x3f80}, {"tf32", 0x3f800000}, {"e4m3", 0x38}, {"u8", 1}};
    std::vector<std::uint32_t> out(stored);
    for (unsigned at = which; at < in_group; at += in_group) out[at] = kOne.at(type);
    return out;
}

// What the emulator multiplies the stored element with: "2" for the element 2 of the group, "nothing", "mixed".
std::string kept_in_emulator(const std::string& type, unsigned code, unsigned which) {
    const auto rule = rule_of({.unit = Unit::wgmma,
                               .kind = "",
                               .a_type = type,
                               .b_type = type,
                               .d_type = type == "u8" ? "s32" : "f32",
                               .sparse = true});
    EXPECT_TRUE(rule) << rule.why;
    const unsigned group = rule->grain->group, in_group = group / 2, k = 4 * group;
    const std::vector<std::uint32_t> a = one_hot(type, k / 2, in_group, which), b = words_of_b(type, k);
    const std::vector<std::uint8_t> codes(k / group, static_cast<std::uint8_t>(code));
    const MatrixInput in{.m = 1, .n = 1, .k = k, .a = a, .b = b, .codes = codes};
    EXPECT_EQ(can_multiply(*rule, in).why, "") << type << " " << code;
    std::vector<std::uint32_t> d(1);
    MatrixProduct(*rule, in).rows(0, 1, d);
    const DotInput one{.a = a, .b = b, .has_c = false, .codes = codes};
    EXPECT_EQ(can_multiply(*rule, one).why, "") << type << " " << code;
    EXPECT_EQ(dot(*rule, one), d[0]) << type << " " << code;
    if (d[0] == 0) return "nothing";
    for (unsigned at = 0; at < group; ++at) {
        const double value = type == "u8" ? b[at] : value_of_word(*find_float(type), b[at]);
        if (value == (type == "u8" ? static_cast<double>(d[0]) : value_of_word(*find_float("f32"), d[0])))
            return say(at);
    }
    return "mixed";
}

TEST(SiliconOracle, EveryCodeKeepsWhatTheGpuKeeps) {
    const test::Vectors v("silicon/h100_sparse_codes.csv");
    std::size_t legal = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const std::string& type = v.text(i, "type");
        const unsigned code = cell_number(v, i, "code");
        const SparseGrain& grain = *find_grain(type == "tf32" ? "1:2" : "2:4");
        std::string kept;
        for (unsigned s = 0; s < grain.group / 2; ++s) kept += say(s ? " " : "", kept_in_emulator(type, code, s));
        EXPECT_EQ(kept, v.text(i, "kept")) << type << ", code " << code;
        const auto have = kept_by(grain, code);
        legal += static_cast<bool>(have);
        if (have) {
            EXPECT_EQ(*have, positions_met(grain, code)) << "a legal code keeps what its indices say";
        }
    }
    std::printf("%zu codes compared, %zu of them legal\n", v.size(), legal);
}

}  // namespace
}  // namespace tilescope
