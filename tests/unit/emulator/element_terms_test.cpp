// tests/unit/emulator/element_terms_test.cpp -- the reads and the terms of one element of D.
// SPDX-License-Identifier: MIT
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <cmath>

namespace tilescope {
namespace {

struct Done {
    EmulatorJob job;
    Emulation emulation;
};
Done run(Session s) {
    s.run.steps = 0;
    Done out{*emulator_job(derive(s)), {}};
    out.emulation = *emulate(out.job);
    return out;
}
Session scattered(std::string_view preset) {
    Session s = find_preset(preset)->session();
    for (const Edit& e : covering_values(s)) s = apply_edit(s, e);
    return s;
}

// The values are small integers, so every sum is exact: the terms must add up to D.
TEST(ElementTerms, AddUpToD) {
    for (const char* preset : {"k_major_128b_f16", "mn_major_128b_bf16", "k_major_128b_e4m3", "k_major_128b_mxf4",
                               "block_scaled_mxf4nvf4", "sparse_f16", "wgmma_128b_f16", "pair_a_in_tmem"}) {
        const Done d = run(scattered(preset));
        for (const auto& [row, column] : {std::pair{0u, 0u}, std::pair{5u, 17u}, std::pair{63u, 31u}}) {
            const auto steps = sum_of(d.job, d.emulation, row, column);
            ASSERT_EQ(steps.size(), d.job.steps.size()) << preset;
            double sum = 0;
            for (const SumStep& s : steps) {
                EXPECT_EQ(s.before, s.adds ? sum : 0) << preset;
                for (const SumTerm& t : s.terms) {
                    EXPECT_EQ(t.product, t.a * t.b * t.factor);
                    sum += t.product;
                }
                EXPECT_EQ(s.after, sum) << preset << " step " << s.step;
            }
            EXPECT_NE(sum, 0) << preset;
        }
    }
}

// The words of D between the instructions are those that sum_of() reads.
TEST(ElementTerms, GiveDAfterEachInstruction) {
    for (const char* preset : {"k_major_128b_f16", "k_major_128b_mxf4", "wgmma_128b_f16", "k_major_128b_i8"}) {
        if (find_preset(preset) == nullptr) continue;
        const Done d = run(scattered(preset));
        ASSERT_GT(d.emulation.reads.size(), 1u) << preset;
        const SumRange range = range_of_sums(d.emulation);
        const auto steps = sum_of(d.job, d.emulation, 5, 17);
        for (unsigned s = 0; s < steps.size(); ++s) {
            const auto after = d_after(d.emulation, s);
            ASSERT_EQ(after.size(), std::size_t{d.emulation.m} * d.emulation.n) << preset;
            const double value = number_of_d(d.emulation, after[5 * d.emulation.n + 17]);
            EXPECT_EQ(value, steps[s].after) << preset << " step " << s;
            EXPECT_LE(range.least, value);
            EXPECT_GE(range.most, value);
        }
        EXPECT_TRUE(d_after(d.emulation, static_cast<unsigned>(steps.size())).empty()) << preset;
        const std::string line = running_sum(d.job, d.emulation, 5, 17, 1);
        EXPECT_NE(line.find("[" + text_of_sum(steps[1].after) + "]"), std::string::npos) << line;
        EXPECT_NE(line.find(text_of_sum(steps[0].after) + ", ["), std::string::npos) << line;
        EXPECT_EQ(running_sum(d.job, d.emulation, d.emulation.m, 0, 0), "");
    }
}

TEST(ElementTerms, NameEachLogicalColumnOnce) {
    const Done d = run(scattered("sparse_f16"));
    std::vector<unsigned> seen;
    for (const SumStep& s : sum_of(d.job, d.emulation, 9, 3))
        for (const SumTerm& t : s.terms) seen.push_back(t.k);
    EXPECT_EQ(seen.size(), 64u) << "half of 128";
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

TEST(ElementTerms, TheLinesHaveTheTermsThatAreNotZero) {
    Session s;  // A is the identity: only one product is not 0
    const Done d = run(s);
    const auto lines = sum_lines(d.job, d.emulation, 5, 17);
    ASSERT_GE(lines.size(), 2u);
    EXPECT_EQ(lines[0].substr(0, 6), "step 0");
    EXPECT_NE(lines[0].find("16 products"), std::string::npos);
    EXPECT_EQ(lines[1].substr(0, 6), "  k 5 ");
}

TEST(ElementTerms, ReadsAreRightWithRightWords) {
    for (const Preset& p : presets()) {
        const Done d = run(p.session());
        for (const ElementRead& r : element_reads(d.job, d.emulation, 40, 20)) EXPECT_TRUE(r.right()) << p.id;
    }
}

TEST(ElementTerms, AWrongReadHasBothPlaces) {
    Session s;
    const Format& format = *derive(s).of(WordId::a_desc).format;
    s.words[0] = *with_field(format, s.words[0], "sbo", "512");
    const Done d = run(s);
    unsigned wrong = 0;
    for (const ElementRead& r : element_reads(d.job, d.emulation, 8, 17)) {
        if (r.right()) continue;
        ++wrong;
        EXPECT_EQ(r.operand, Operand::a);
        EXPECT_EQ(r.element.row, 8);
    }
    EXPECT_EQ(wrong, 64u) << "all of row 8";
    EXPECT_TRUE(element_reads(d.job, d.emulation, 128, 0).empty()) << "outside D";
}

}  // namespace
}  // namespace tilescope
