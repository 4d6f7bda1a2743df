// tests/unit/study/selftest_test.cpp -- unit: the jobs with which a GPU is compared with the model.
// SPDX-License-Identifier: MIT
#include <tilescope/document/emulate.h>
#include <tilescope/hw/archs.h>
#include <tilescope/study/selftest.h>

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

std::vector<SelftestJob> selftest_jobs(std::string_view chip, SelftestSize size) {
    std::vector<SelftestJob> out;
    const SelftestList list(chip, size);
    for (std::size_t i = 0; i < list.size(); ++i)
        if (auto job = list.job(i)) out.push_back(std::move(*job));
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

// Every 17th entry: the whole list takes minutes in a debug build.
TEST(Selftest, TheFullListHasEveryKindTypeFormSizeAndLayout) {
    for (const char* chip : {"9.0", "10.3"}) {
        const SelftestList list(chip, SelftestSize::full);
        std::set<std::string> names, kinds, types;
        std::set<std::pair<bool, bool>> forms;
        std::set<SwizzleMode> modes;
        std::set<Major> majors;
        std::set<unsigned> sizes;
        std::size_t jobs = 0;
        for (std::size_t i = 0; i < list.size(); i += 17) {
            const auto job = list.job(i);
            if (!job) continue;
            const Derived d = derive(job->session);
            for (const PlacedProblem& p : d.problems)
                EXPECT_NE(p.problem.severity, Severity::error) << job->name << ": " << p.problem.text;
            ++jobs;
            names.insert(job->name);
            const Session& s = job->session;
            kinds.insert(s.variant.kind);
            types.insert(s.image.b.type);
            forms.insert({s.variant.sparse, s.variant.a_in_tmem});
            modes.insert(s.image.b.mode);
            majors.insert(s.image.b.major);
            sizes.insert(d.n);
        }
        EXPECT_EQ(names.size(), jobs) << "names are unique";
        EXPECT_GE(jobs, 110u) << chip;
        EXPECT_GE(kinds.size(), chip[0] == '9' ? 4u : 6u) << chip;
        EXPECT_GE(types.size(), 7u) << chip;
        EXPECT_EQ(forms.size(), 4u) << chip;
        EXPECT_GE(modes.size(), 4u) << chip;
        EXPECT_EQ(majors.size(), 2u) << chip;
        EXPECT_GE(sizes.size(), 20u) << chip;
    }
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
