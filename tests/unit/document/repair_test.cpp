// tests/unit/document/repair_test.cpp -- the edit that makes wrong elements of D right, and its computed effect.
// SPDX-License-Identifier: MIT
#include <tilescope/document/presets.h>
#include <tilescope/document/repair.h>
#include <tilescope/document/verdict.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

constexpr auto kWrongVerdict = static_cast<std::size_t>(Verdict::wrong);

// The session with values that show wrong reads, and all K steps.
Session ready(std::string_view id) {
    Session s = find_preset(id)->session();
    for (const Edit& e : covering_values(s)) s = apply_edit(s, e);
    s.run.steps = 0;
    return s;
}

Session repaired_with(Session s, WordId word, std::string_view id, std::string_view value) {
    std::uint64_t& now = s.words[static_cast<std::size_t>(word)];
    const auto then = with_field(*derive(s).of(word).format, now, id, value);
    EXPECT_TRUE(then) << then.why;
    if (then) now = *then;
    return s;
}

struct Tried {
    EmulatorJob job;
    Emulation emulation;
    std::vector<Repair> repairs;
};
Tried repairs(const Session& s) {
    Tried out;
    const Derived d = derive(s);
    const JobAnswer job = emulator_job(d);
    EXPECT_TRUE(job) << job.why;
    if (!job) return out;
    out.job = *job;
    const auto e = emulate(out.job);
    EXPECT_TRUE(e) << e.why;
    if (!e) return out;
    out.emulation = *e;
    out.repairs = repairs_of(d, out.job, out.emulation);
    return out;
}

struct Broken {
    std::string_view preset;
    WordId word;
    std::string_view field, value;
};

// Each row breaks one field of a right session. The first offer must restore the word, bit for bit.
TEST(Repair, RestoresTheFieldThatWasBroken) {
    const Broken rows[] = {{"k_major_128b_f16", WordId::a_desc, "sbo", "512"},
                           {"k_major_128b_f16", WordId::b_desc, "sbo", "2048"},
                           {"k_major_128b_f16", WordId::b_desc, "start", "0x4800"},
                           {"k_major_128b_f16", WordId::a_desc, "swizzle", "64B"},
                           {"k_major_none_f16", WordId::a_desc, "lbo", "256"},
                           {"k_major_none_f16", WordId::b_desc, "sbo", "256"},
                           {"mn_major_128b_bf16", WordId::a_desc, "lbo", "1024"},
                           {"mn_major_128b_bf16", WordId::b_desc, "start", "0x4c00"},
                           {"mn_major_128b_bf16", WordId::idesc, "transpose_b", "no"},
                           {"k_major_128b_f16", WordId::idesc, "transpose_a", "yes"},
                           {"k_major_128b_e4m3", WordId::idesc, "a_type", "e5m2"},
                           {"wgmma_128b_f16", WordId::b_desc, "sbo", "512"},
                           {"sparse_f16", WordId::a_desc, "sbo", "512"}};
    for (const Broken& row : rows) {
        SCOPED_TRACE(std::string(row.preset) + " " + std::string(row.field) + " " + std::string(row.value));
        const Session right = ready(row.preset), broken = repaired_with(right, row.word, row.field, row.value);
        ASSERT_NE(right, broken);
        const Tried t = repairs(broken);
        ASSERT_GT(t.emulation.count[kWrongVerdict], 0u);
        ASSERT_FALSE(t.repairs.empty());
        const Repair& first = t.repairs.front();
        EXPECT_EQ(first.field.word, row.word);
        EXPECT_EQ(first.field.field, row.field);
        EXPECT_EQ(first.before, t.emulation.count[kWrongVerdict]);
        EXPECT_EQ(first.after, 0u) << first.effect;
        EXPECT_EQ(apply_edit(broken, first.edit).words, right.words) << first.label;
        EXPECT_EQ(apply_edit(broken, first.edit).image, right.image) << "the memory must not change";
    }
}

TEST(Repair, SaysTheEditAndItsEffect) {
    const Tried t = repairs(repaired_with(ready("k_major_128b_f16"), WordId::a_desc, "sbo", "512"));
    ASSERT_EQ(t.repairs.size(), 1u);
    EXPECT_EQ(t.repairs[0].label, "Set sbo of a_desc to 1024 bytes");
    EXPECT_EQ(t.repairs[0].effect, "0 of " + std::to_string(t.emulation.count[kWrongVerdict]) + " stay wrong after it");
    EXPECT_EQ(t.repairs[0].cause, "The field 'sbo' of a_desc is 512 bytes, but A was written with 1024 bytes.");
}

TEST(Repair, BelongsToTheElementsThatItMakesRight) {
    const Tried t = repairs(repaired_with(ready("k_major_128b_f16"), WordId::a_desc, "sbo", "512"));
    ASSERT_FALSE(t.repairs.empty());
    EXPECT_EQ(repair_for(t.repairs, t.emulation, 0, 0), nullptr) << "the first eight rows are right with any sbo";
    EXPECT_EQ(repair_for(t.repairs, t.emulation, 8, 0), &t.repairs[0]);
    EXPECT_EQ(repair_for(t.repairs, t.emulation, 128, 0), nullptr);
    EXPECT_EQ(repair_for(t.repairs, t.emulation, -1, 0), nullptr);
}

TEST(Repair, SetsSeveralFieldsIfOneIsNotEnough) {
    const Session right = ready("k_major_128b_f16");
    const Session broken =
        repaired_with(repaired_with(right, WordId::a_desc, "sbo", "512"), WordId::b_desc, "start", "0x4800");
    const Tried t = repairs(broken);
    ASSERT_FALSE(t.repairs.empty());
    EXPECT_EQ(t.repairs.front().after, 0u);
    EXPECT_EQ(apply_edit(broken, t.repairs.front().edit).words, right.words) << t.repairs.front().label;
    EXPECT_EQ(t.repairs.front().label, "Set sbo of a_desc to 1024 bytes and start of b_desc to 0x4400 (17408 bytes)");
    EXPECT_EQ(t.repairs.front().cause,
              "The field 'sbo' of a_desc is 512 bytes, but A was written with 1024 bytes. "
              "The field 'start' of b_desc is 0x4800, but B was written at 0x4400.");
}

// The word of B is right, but its image begins inside A. To let the word follow the image makes a part of D right.
TEST(Repair, NamesAnOverlapBeforeTheWord) {
    Session s = ready("k_major_128b_f16");
    s.image.b.start = 0x2400;
    const Tried t = repairs(s);
    ASSERT_FALSE(t.repairs.empty());
    EXPECT_TRUE(t.repairs.front().cause.starts_with("A and B overlap: ")) << t.repairs.front().cause;
    EXPECT_NE(t.repairs.front().cause.find(" The field 'start' of b_desc is"), std::string::npos);
}

// A is 1 everywhere, so D does not depend on the place from which an element of A is read.
TEST(Repair, LeavesOutAFieldThatIsNotNeeded) {
    Session right = ready("k_major_128b_f16");
    right.recipe[static_cast<std::size_t>(RecipeOf::a)] = {.kind = RecipeKind::ones};
    Session broken =
        repaired_with(repaired_with(right, WordId::b_desc, "sbo", "512"), WordId::b_desc, "start", "0x4800");
    broken = repaired_with(broken, WordId::a_desc, "sbo", "512");
    const Tried t = repairs(broken);
    EXPECT_EQ(t.job.causes.size(), 3u);
    ASSERT_FALSE(t.repairs.empty());
    const Repair& first = t.repairs.front();
    EXPECT_EQ(first.after, 0u) << first.effect;
    EXPECT_EQ(first.fields, 2u) << first.label;
    EXPECT_EQ(first.label.find("a_desc"), std::string::npos) << first.label;
    for (std::size_t i = 1; i < t.repairs.size(); ++i) EXPECT_EQ(t.repairs[i].fields, 1u);
}

// Each row of A is the same, so that an sbo of 0 reads the right values, too. D does not tell which sbo is right.
TEST(Repair, TwoSetsThatRepairAlikeAreBothOffered) {
    const Session right = [] {
        Session s = ready("k_major_128b_f16");
        s.recipe_of(RecipeOf::a) = {.kind = RecipeKind::columns};
        return s;
    }();
    Session broken = repaired_with(right, WordId::b_desc, "sbo", "512");
    broken = repaired_with(broken, WordId::a_desc, "sbo", "131072");  // no such memory
    const Derived d = derive(broken);
    auto job = emulator_job(d);
    ASSERT_TRUE(job) << job.why;
    const auto of_a = std::ranges::find(job->causes, "a_desc", &Cause::word);
    ASSERT_NE(of_a, job->causes.end());
    Cause zero = *of_a;
    zero.raw = 0;
    job->causes.push_back(zero);
    const auto e = emulate(*job);
    ASSERT_TRUE(e) << e.why;
    const std::vector<Repair> found = repairs_of(d, *job, *e);
    ASSERT_GE(found.size(), 2u);
    for (const Repair& r : {found[0], found[1]}) {
        EXPECT_EQ(r.after, 0u) << r.effect;
        EXPECT_EQ(r.fields, 2u) << r.label;
        EXPECT_NE(r.label.find("sbo of b_desc to 1024 bytes"), std::string::npos) << r.label;
    }
    EXPECT_NE(found[0].label, found[1].label);
    const RunVerdict verdict = verdict_of(d, {.emulation = *e, .job = *job, .repairs = found});
    EXPECT_EQ(verdict.repair, nullptr);
    EXPECT_NE(verdict.sentence.find("D does not tell which of 2 edits is right"), std::string::npos)
        << verdict.sentence;
}

TEST(Repair, OffersNothingIfNothingIsWrongOrNoFieldHelps) {
    EXPECT_TRUE(repairs(ready("k_major_128b_f16")).repairs.empty());
    Session s = ready("k_major_128b_f16");
    s.image.b.start = s.image.a.start;  // B overwrites A: no word can repair that
    EXPECT_GT(repairs(s).emulation.count[kWrongVerdict], 0u);
    for (const Repair& r : repairs(s).repairs) EXPECT_LT(r.after, r.before) << r.label;
}

}  // namespace
}  // namespace tilescope
