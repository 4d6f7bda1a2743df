// tests/unit/session/selftest_test.cpp -- unit: the jobs with which a GPU is compared with the model.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/session/emulate.h>
#include <tilescope/session/selftest.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tilescope {
namespace {

std::set<std::string> names_of_jobs(const std::vector<SelftestJob>& jobs) {
    std::set<std::string> out;
    for (const SelftestJob& job : jobs) out.insert(job.name);
    return out;
}

TEST(Selftest, EveryChipWithAnMmaHasJobsThatBreakNoRule) {
    for (const ArchRow& arch : kArchs) {
        if (!arch.has(Feature::exact)) continue;
        const std::vector<SelftestJob> jobs = selftest_jobs(chip_of(arch), SelftestSize::smoke);
        EXPECT_EQ(jobs.empty(), !arch.has(Feature::wgmma) && !arch.has(Feature::tcgen05)) << arch.id;
        EXPECT_EQ(names_of_jobs(jobs).size(), jobs.size()) << "names are unique";
        for (const SelftestJob& job : jobs) {
            EXPECT_EQ(job.session.arch, arch.id);
            const Derived d = derive(job.session);
            for (const PlacedProblem& p : d.problems)
                EXPECT_NE(p.problem.severity, Severity::error) << job.name << ": " << p.problem.text;
        }
    }
    EXPECT_TRUE(selftest_jobs("7.5", SelftestSize::full).empty());
}

TEST(Selftest, TheFullListOfHopperHasEveryTypeSizeAndMode) {
    const std::set<std::string> names = names_of_jobs(selftest_jobs("9.0", SelftestSize::full));
    for (const char* name :
         {"wgmma_128b_f16, N 8, random", "wgmma_128b_f16, N 256, scattered", "wgmma_128b_f16, 32B MN-major, scattered",
          "wgmma_128b_f16, none K-major, random", "wgmma_128b_f16, kind f8f6f4 e4m3 x e5m2 -> f16, scattered",
          "wgmma_128b_f16, kind i8 u8 x s8 -> s32, random", "wgmma_128b_f16, kind tf32 tf32 x tf32 -> f32, scattered",
          "wgmma_128b_b1, N 256, random"})
        EXPECT_TRUE(names.contains(name)) << name;
    EXPECT_FALSE(names.contains("wgmma_128b_b1, N 40, random")) << "integers do not have this N";
    EXPECT_GE(names.size(), 150u);
}

// With these values, each wrong read changes D, so an equal D proves the reads.
TEST(Selftest, ScatteredJobsShowEveryWrongRead) {
    for (const SelftestJob& job : selftest_jobs("10.0", SelftestSize::smoke)) {
        if (!job.name.ends_with("scattered")) continue;
        const auto made = emulator_job(derive(job.session));
        ASSERT_TRUE(made) << job.name << ": " << made.why;
        const auto e = emulate(*made, {.doubts = false});
        ASSERT_TRUE(e) << job.name;
        EXPECT_EQ(e->count[static_cast<std::size_t>(Verdict::wrong)], 0u) << job.name;
        EXPECT_EQ(e->sight.both, e->sight.computed) << job.name;
    }
}

}  // namespace
}  // namespace tilescope
