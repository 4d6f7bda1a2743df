// tests/unit/document/tma_view_test.cpp -- tensor maps in the document: match, problems, take over, undo.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/history.h>
#include <tilescope/document/presets.h>
#include <tilescope/notation/tensor_maps.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

Session with_map(Operand operand = Operand::a) {
    Session s = find_preset("k_major_128b_f16")->session();
    s.tensor_map[operand] = copy_from_descriptor(derive(s), operand);
    return s;
}

Session with(const Session& s, TmaMember member, std::string_view text) {
    Session out = s;
    const auto copy = with_text(*s.tensor_map.a, member, text);
    EXPECT_TRUE(copy) << copy.why;
    if (copy) out.tensor_map.a = *copy;
    return out;
}

const Problem* problem(const Derived& d, std::string_view rule) {
    for (const PlacedProblem& p : d.problems)
        if (p.problem.rule == rule && p.problem.text.find("TMA") != std::string::npos) return &p.problem;
    for (const PlacedProblem& p : d.problems)
        if (p.problem.rule == rule && p.problem.text.find("tensor map") != std::string::npos) return &p.problem;
    return nullptr;
}

TEST(TmaView, IsEmptyWithoutAMap) {
    const Derived d = derive(find_preset("k_major_128b_f16")->session());
    EXPECT_FALSE(d.tma.a.any);
    EXPECT_TRUE(d.tma.a.bytes.empty());
    EXPECT_TRUE(descriptor_from_copy(d, Operand::a).empty());
}

TEST(TmaView, AMapMadeForADescriptorMatchesIt) {
    for (const Preset& p : presets())
        for (const Operand o : kBothOperands) {
            Session s = p.session();
            const Derived before = derive(s);
            if (!before.of(o).in_smem || before.of(o).overlaps) continue;
            if (!can_be_copied(*before.of(o).layout.type)) continue;
            s = apply_edit(s, SetTensorMap{o, copy_from_descriptor(before, o)});
            const Derived d = derive(s);
            EXPECT_EQ(d.tma[o].agreement.different, 0u) << p.id << ": " << d.tma[o].agreement.sentence;
            const auto is_told = [](const PlacedProblem& problem) {
                return problem.problem.severity != Severity::info;
            };
            EXPECT_EQ(std::ranges::count_if(d.problems, is_told), std::ranges::count_if(before.problems, is_told))
                << p.id;
            // A tf32 operand that TMA rounds is told so.
            EXPECT_EQ(problem(d, "T19") != nullptr, d.tma[o].tile.map.type->rounds) << p.id;
            EXPECT_TRUE(d.tma[o].whole) << p.id;
        }
}

TEST(TmaView, IsEmptyForSingleBits) {
    Session s = find_preset("wgmma_128b_b1")->session();
    const std::size_t before = derive(s).problems.size();
    s.tensor_map.a = TmaCopy{};
    const Derived d = derive(s);
    EXPECT_FALSE(d.tma.a.any);
    EXPECT_EQ(d.problems.size(), before);
    EXPECT_TRUE(descriptor_from_copy(d, Operand::a).empty());
}

TEST(TmaView, ADifferentSwizzleIsAnErrorWithAFix) {
    Session s = with_map();
    const Field& swizzle = *find_field(*derive(s).of(WordId::a_desc).format, "swizzle");
    s = apply_edit(s, SetField{WordId::a_desc, &swizzle, 4});
    const Derived d = derive(s);
    const Problem* p = problem(d, "L93");
    ASSERT_NE(p, nullptr);
    EXPECT_EQ(p->severity, Severity::error);
    ASSERT_TRUE(p->one_click);
    EXPECT_EQ(p->one_click->field, "swizzle");
    EXPECT_EQ(p->one_click->raw, 2u);
    EXPECT_EQ(d.of(WordId::a_desc).problems.empty(), false);
}

TEST(TmaView, AWrongStrideIsAWarningWithItsCause) {
    Session s = with_map();
    const Field& sbo = *find_field(*derive(s).of(WordId::a_desc).format, "sbo");
    s = apply_edit(s, SetField{WordId::a_desc, &sbo, 128});
    const Derived d = derive(s);
    EXPECT_EQ(d.tma.a.agreement.repair.cause, TmaCause::sbo);
    const Problem* p = problem(d, "");
    ASSERT_NE(p, nullptr);
    EXPECT_EQ(p->severity, Severity::warn);
    EXPECT_EQ(p->field, "sbo");
    EXPECT_NE(p->text.find("sbo is 2048; 1024 matches"), std::string::npos) << p->text;
}

TEST(TmaView, FindsTheOtherTmaProblems) {
    const Session s = with_map();
    const Derived atom = derive(with(s, TmaMember::swizzle, "128B_ATOM_64B"));
    EXPECT_NE(problem(atom, "L94"), nullptr);
    const Derived wide = derive(with(s, TmaMember::swizzle, "64B"));
    EXPECT_NE(problem(wide, "L95"), nullptr);
    EXPECT_FALSE(is_accepted(wide.tma.a.problems));
    Session none = with(s, TmaMember::swizzle, "NONE");
    const Field& swizzle = *find_field(*derive(s).of(WordId::a_desc).format, "swizzle");
    none = apply_edit(none, SetField{WordId::a_desc, &swizzle, 0});
    EXPECT_NE(problem(derive(none), "L96"), nullptr);
}

TEST(TmaView, TakingOverMakesMapAndDescriptorMatch) {
    for (const char* swizzle : {"64B", "32B", "NONE"}) {
        const Session s = with(with(with_map(), TmaMember::swizzle, swizzle), TmaMember::box, "16, 128");
        Session descriptor = s;
        const Derived d = derive(s);
        for (const Edit& e : descriptor_from_copy(d, Operand::a)) descriptor = apply_edit(descriptor, e);
        EXPECT_LE(derive(descriptor).tma.a.agreement.different, d.tma.a.agreement.different) << swizzle;
        const Session map = apply_edit(s, SetTensorMap{Operand::a, copy_from_descriptor(d, Operand::a)});
        EXPECT_EQ(derive(map).tma.a.agreement.different, 0u) << swizzle;
    }
    Session s = with_map();
    const Field& sbo = *find_field(*derive(s).of(WordId::a_desc).format, "sbo");
    s = apply_edit(s, SetField{WordId::a_desc, &sbo, 128});
    const auto edits = descriptor_from_copy(derive(s), Operand::a);
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(apply_edit(s, edits[0]), with_map());
}

TEST(TmaView, TheTensorStaysWhenTheMapFollowsTheDescriptor) {
    Session s = with(with(with(with_map(), TmaMember::dims, "4096, 4096"), TmaMember::strides, "8192"),
                     TmaMember::origin, "256, 128");
    s = with(with(s, TmaMember::box, "32, 64"), TmaMember::smem, "0x800");
    const TmaCopy copy = copy_from_descriptor(derive(s), Operand::a);
    EXPECT_EQ(text_of(copy, TmaMember::dims), "4096, 4096");
    EXPECT_EQ(text_of(copy, TmaMember::origin), "256, 128");
    EXPECT_EQ(text_of(copy, TmaMember::smem), "0x400");
    EXPECT_EQ(text_of(copy, TmaMember::box), "64, 128");
}

TEST(TmaView, TheHistoryDescribesAndUndoesAMap) {
    Session s = find_preset("k_major_128b_f16")->session();
    const Session first = s;
    History h;
    const TmaCopy made = copy_from_descriptor(derive(s), Operand::b);
    h.record_and_apply(s, SetTensorMap{Operand::b, made});
    EXPECT_EQ(h.steps()[0].what, "tensor map of B: added");
    h.record_and_apply(s, SetTensorMap{Operand::b, *with_text(made, TmaMember::swizzle, "32B")});
    EXPECT_EQ(h.steps()[1].what, "tensor map of B: swizzle 128B -> 32B");
    h.record_and_apply(s, SetTensorMap{Operand::b, {}});
    EXPECT_EQ(h.steps()[2].what, "tensor map of B: removed");
    while (h.can_undo()) h.undo(s);
    EXPECT_EQ(s, first);
}

TEST(TmaText, ReadsBackEveryMember) {
    const TmaCopy copy{.map = {.type = find_tma_type("UINT8"),
                               .swizzle = find_tma_swizzle("64B"),
                               .rank = 3,
                               .address = 0x100,
                               .dims = {64, 8, 2},
                               .strides = {64, 512},
                               .box = {64, 8, 1},
                               .steps = {1, 2, 1, 1, 1},
                               .nan_fill = true,
                               .l2_promotion = 2},
                       .smem = 0x800,
                       .first = {1, -2}};
    for (const TmaMemberRow& row : kTmaMembers) {
        const auto back = with_text(copy, row.member, text_of(copy, row.member));
        ASSERT_TRUE(back) << row.id << ": " << back.why;
        EXPECT_EQ(*back, copy) << row.id;
    }
    EXPECT_EQ(text_of(copy, TmaMember::strides), "64, 512");
}

TEST(TmaText, RefusalsNameTheMember) {
    const TmaCopy copy = copy_for({.rows = 8, .columns = 8});
    EXPECT_EQ(with_text(copy, TmaMember::swizzle, "256B").why,
              "swizzle: found '256B'; expected one of: NONE, 32B, 64B, 128B, 128B_ATOM_32B, 128B_ATOM_32B_FLIP_8B, "
              "128B_ATOM_64B, 96B.");
    EXPECT_EQ(with_text(copy, TmaMember::box, "64").why, "box: found 1; expected 2 numbers, separated by commas.");
    EXPECT_EQ(with_text(copy, TmaMember::box, "64, 2000").why, "box: 2000 is too large; it must be at most 1024.");
    EXPECT_TRUE(with_text(copy, TmaMember::smem, "x").why.starts_with("smem: "));
    EXPECT_EQ(with_text(copy, TmaMember::dims, "").why, "dims: found 0; expected 1 to 5 numbers, separated by commas.");
}

TEST(TmaText, ADifferentNumberOfDimensionsKeepsTheRest) {
    const TmaCopy copy = copy_for({.type = find_type("f16"), .rows = 8, .columns = 8});
    const auto more = with_text(copy, TmaMember::dims, "8, 8, 4");
    ASSERT_TRUE(more);
    EXPECT_EQ(text_of(*more, TmaMember::strides), "16, 128");
    EXPECT_EQ(text_of(*more, TmaMember::box), "8, 8, 1");
    EXPECT_EQ(*with_text(*more, TmaMember::dims, text_of(copy, TmaMember::dims)), copy);
}

}  // namespace
}  // namespace tilescope
