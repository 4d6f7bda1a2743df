// tests/unit/hw/measurements_test.cpp -- the order of certainties, and the rows that measured facts refer to.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/rules/catalogue.h>
#include <tilescope/rules/explain.h>
#include <tilescope/rules/rule.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr Certainty kLayout = measured("layout");

TEST(Certainty, MeasuredIsTheMostCertain) {
    EXPECT_LT(kLayout, Certainty::confirmed);
    EXPECT_LT(Certainty::confirmed, Certainty::secondary);
    EXPECT_LT(Certainty::secondary, Certainty::unknown);
    EXPECT_EQ(std::max(kLayout, Certainty::secondary), Certainty::secondary)
        << "a conclusion is as sure as its worst fact";
    EXPECT_EQ(std::max(kLayout, Certainty::confirmed).measurement(), nullptr);
    EXPECT_EQ(Certainty(), Certainty::confirmed) << "a row that states nothing";
}

TEST(Certainty, TextsNameTheGpuTheDateAndTheVectors) {
    EXPECT_EQ(name_of(kLayout), "measured");
    EXPECT_EQ(text_of(kLayout), "measured: NVIDIA H100 80GB HBM3, 2026-11-26, h100_layout.csv.gz");
    EXPECT_EQ(after_source(kLayout), " (measured: NVIDIA H100 80GB HBM3, 2026-11-26, h100_layout.csv.gz)");
    EXPECT_EQ(after_source(Certainty::confirmed), "");
    EXPECT_EQ(text_of(Certainty::secondary), "secondary");
}

TEST(Measurements, EveryRowIsCompleteAndATopic) {
    for (const Measurement& m : kMeasurements) {
        EXPECT_FALSE(m.file.empty() || m.on->name.empty() || m.on->driver.empty() || m.on->date.empty()) << m.id;
        EXPECT_TRUE(m.method.ends_with('.')) << m.id;
        EXPECT_EQ(std::ranges::count(kMeasurements, m.id, &Measurement::id), 1) << m.id;
        const auto found = explanation_of(say("measurement ", m.id));
        ASSERT_TRUE(found) << found.why;
        EXPECT_EQ(found->front().certainty.measurement(), &m);
    }
}

// What the GPU settled: the fields of the Hopper descriptor, registers, banks, and rules about them.
TEST(Measurements, FactsThatTheGpuSettledAreMeasured) {
    const Format& wgmma = **find_format("wgmma", {}, Edition::v9_1);
    for (const Field& f : wgmma.fields) {
        EXPECT_NE(f.certainty.measurement(), nullptr) << f.id;
        EXPECT_EQ(f.inert, f.encoding == Encoding::fixed) << f.id;
    }
    for (const FragmentRow& row : kFragmentRows) EXPECT_NE(row.certainty.measurement(), nullptr) << row.name;
    for (const VectorPhase& row : kVectorPhases)
        EXPECT_NE(certainty_on(row, kH100.chip).measurement(), nullptr) << row.vector_bytes;
    for (const RuleInfo& r : rule_catalogue())
        if (r.applies_to == "wgmma" && (r.id == "L5" || r.id == "L87" || r.id == "L88" || r.id == "L92")) {
            EXPECT_NE(r.certainty.measurement(), nullptr) << r.id;
            EXPECT_EQ(r.severity, Severity::warn) << r.id;
        }
}

// Bits that the GPU ignores are out of spec, but they change no number: each alone is a warning that says so.
TEST(Measurements, BitsWithoutEffectAreNoError) {
    const Format& wgmma = **find_format("wgmma", {}, Edition::v9_1);
    for (const unsigned bit : {14u, 15u, 30u, 31u, 46u, 47u, 48u, 52u, 53u, 54u, 55u, 56u, 57u, 58u, 59u, 60u, 61u}) {
        const auto problems =
            check_word(decode(wgmma, 0x4000004000010040 | std::uint64_t{1} << bit), {.arch = "sm_90a"});
        ASSERT_EQ(problems.size(), 1u) << bit;
        EXPECT_EQ(problems[0].severity, Severity::warn) << bit;
        EXPECT_NE(problems[0].text.find("NVIDIA H100 80GB HBM3 ignores these bits"), std::string::npos)
            << problems[0].text;
        EXPECT_NE(problems[0].certainty.measurement(), nullptr) << bit;
    }
}

}  // namespace
}  // namespace tilescope
