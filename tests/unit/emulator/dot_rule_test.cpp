// tests/unit/emulator/dot_rule_test.cpp -- the forms that exist, and their doubts.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/dot.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/types.h>
#include <tilescope/layout/scale_layout.h>

#include "tests/unit/emulator/dot_of.h"

#include <algorithm>
#include <set>

namespace tilescope {
namespace {

using test::kind_form;
using test::wgmma_form;

const std::vector<std::string> kTypes = {"f16", "bf16", "tf32", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1",
                                         "u8",  "s8",   "b1",   "f32",  "s32",  "x",    ""};

// Returns true if the types are legal with any scale factors.
bool accepts(DotForm form) {
    const std::pair<const char*, unsigned> factors[] = {{"", 0}, {"ue8m0", 32}, {"ue8m0", 16}, {"ue4m3", 16}};
    return std::ranges::any_of(factors, [&](const auto& f) {
        form.scale_type = f.first;
        form.scale_block = f.second;
        return static_cast<bool>(rule_of(form));
    });
}

bool names_value(const Format& format, std::string_view field_id, const std::string& name) {
    const Field* f = find_field(format, field_id);
    return f != nullptr && std::ranges::any_of(f->names, [&](const NamedValue& v) { return v.name == name; });
}

// The tables of the instruction descriptor list the types of a kind. They do not list which types of kind::f16 can be
// combined.
TEST(DotForms, Tcgen05FormsMatchTheInstructionDescriptor) {
    std::size_t legal = 0;
    for (const KindRow& kind : kKinds) {
        const Format* idesc = idesc_format(kind.id, Edition::v9_1);
        if (idesc == nullptr) continue;
        for (const std::string& a : kTypes)
            for (const std::string& b : kTypes) {
                const bool mixed_halves = kind.id == "f16" && a != b;
                const bool listed = names_value(*idesc, "a_type", a) && names_value(*idesc, "b_type", b);
                const std::string d = kind.id == "i8" ? "s32" : "f32";
                const DotForm form{.kind = std::string(kind.id), .a_type = a, .b_type = b, .d_type = d};
                ASSERT_EQ(accepts(form), listed && !mixed_halves) << kind.id << " " << a << " x " << b;
                legal += accepts(form);
                if (!accepts(form)) continue;
                for (const std::string& type : kTypes) {
                    DotForm other = form;
                    other.d_type = type;
                    const bool fixed_d = find_field(*idesc, "d_type") == nullptr;
                    const bool in_table = fixed_d ? type == "f32" : names_value(*idesc, "d_type", type);
                    const bool half_of_bf16 = a == "bf16" && type == "f16";
                    ASSERT_EQ(accepts(other), in_table && !half_of_bf16) << kind.id << " " << a << " -> " << type;
                }
            }
    }
    EXPECT_EQ(legal, 1u + 2 + 25 + 4 + 25 + 1 + 1);
}

// The forms of the syntax in PTX ISA 9.1, wgmma.mma_async.
TEST(DotForms, WgmmaFormsMatchThePtxSyntax) {
    std::set<std::string> have;
    for (const std::string& a : kTypes)
        for (const std::string& b : kTypes)
            for (const std::string& d : kTypes) {
                DotForm form = wgmma_form(a, d);
                form.b_type = b;
                if (rule_of(form)) have.insert(a + " " + b + " " + d);
            }
    const std::set<std::string> want = {
        "f16 f16 f16",   "f16 f16 f32",   "bf16 bf16 f32", "tf32 tf32 f32", "e4m3 e4m3 f16", "e4m3 e4m3 f32",
        "e4m3 e5m2 f16", "e4m3 e5m2 f32", "e5m2 e4m3 f16", "e5m2 e4m3 f32", "e5m2 e5m2 f16", "e5m2 e5m2 f32",
        "s8 s8 s32",     "s8 u8 s32",     "u8 s8 s32",     "u8 u8 s32",     "b1 b1 s32"};
    EXPECT_EQ(have, want);
}

TEST(DotForms, HaveTheScaleFactorsOfTheirKind) {
    for (const KindRow& kind : kKinds)
        for (const unsigned block : {0u, 16u, 32u})
            for (const char* scale : {"", "ue8m0", "ue4m3"}) {
                if (kind.since != Edition::v9_1 || kind.id == "i8") continue;
                const std::string type = kind.id == "tf32" ? "tf32" : kind.id == "f16" ? "f16" : "e2m1";
                DotForm form = kind_form(std::string(kind.id), type);
                form.scale_type = scale;
                form.scale_block = block;
                const std::string name = block == 16 ? "block16" : "block32";
                const bool vector = std::ranges::any_of(
                    kScaleVectors, [&](const ScaleVectorRow& v) { return v.block == name && takes(kind, v); });
                const bool plain = !kind.block_scaled() && block == 0 && *scale == '\0';
                const bool scaled = kind.block_scaled() && block != 0 && vector &&
                                    (form.scale_type == "ue8m0" || (form.scale_type == "ue4m3" && block == 16));
                EXPECT_EQ(static_cast<bool>(rule_of(form)), plain || scaled) << kind.id << " " << scale << " " << block;
            }
}

TEST(DotForms, HaveTheSparseGroupsOfTheirMetadata) {
    for (const Profile& p : all_profiles()) {
        DotForm form{.unit = p.unit,
                     .kind = std::string(p.kind),
                     .a_type = std::string(p.types[0]),
                     .b_type = std::string(p.types[0]),
                     .d_type = std::string(p.d_types[0]),
                     .scale_type = std::string(p.scale_type),
                     .scale_block = p.scale_block,
                     .sparse = true};
        const auto rule = rule_of(form);
        if (p.adds.rule == SumRule::popcount) {
            EXPECT_EQ(rule.why, "wgmma with b1 has no sparse form");
            continue;
        }
        ASSERT_TRUE(rule) << rule.why;
        const MetaRow* meta = meta_of_kind(p.kind);
        const std::string_view want = meta != nullptr ? meta->grain->name : p.types[0] == "tf32" ? "1:2" : "2:4";
        EXPECT_EQ(rule->grain->name, want) << p.id;
    }
}

TEST(DotForms, AreRefusedWithASentenceIfTheyDoNotExist) {
    const auto why = [](const DotForm& form) { return rule_of(form).why; };
    EXPECT_EQ(why(kind_form("f8", "e4m3")),
              "kind: found 'f8'; expected one of: tf32, f16, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4");
    EXPECT_EQ(why(kind_form("f16", "e4m3")), "kind::f16 accepts f16 or bf16 as A, not 'e4m3'");
    DotForm mixed = kind_form("f16", "f16");
    mixed.b_type = "bf16";
    EXPECT_EQ(why(mixed), "kind::f16 does not multiply f16 by bf16: both must be f16 or both must be bf16");
    EXPECT_EQ(why(kind_form("f16", "bf16", "f16")), "D of kind::f16 with bf16 inputs must be f32, not 'f16'");
    EXPECT_EQ(why(kind_form("mxf4nvf4", "e2m1")),
              "kind::mxf4nvf4 needs scale factors: ue8m0 for every 32 elements or ue8m0 for every 16 elements or "
              "ue4m3 for every 16 elements");
    EXPECT_EQ(
        why(test::fp4_form("mxf4", "ue4m3", 16)),
        "kind::mxf4 has no scale factors of type 'ue4m3' for every 16 elements; expected ue8m0 for every 32 elements");
    DotForm scaled = kind_form("f16", "f16");
    scaled.scale_type = "ue8m0";
    EXPECT_EQ(why(scaled), "kind::f16 has no scale factors, but the scale type is 'ue8m0'");
    DotForm clamped = kind_form("f16", "f16");
    clamped.saturate = true;
    EXPECT_EQ(why(clamped),
              "the option saturate needs 8-bit integer inputs; kind::f16 with f16 inputs cannot saturate");
    DotForm hopper = wgmma_form("f16");
    hopper.kind = "f16";
    EXPECT_EQ(why(hopper), "wgmma has no kinds, but the kind is 'f16'");
}

TEST(DotForms, AcceptTheMemoryNameOfPackedFp4) {
    DotForm form = test::fp4_form("mxf4", "ue8m0", 32);
    form.a_type = "e2m1x2";
    ASSERT_TRUE(rule_of(form));
    EXPECT_EQ(rule_of(form)->a->id, "e2m1");
}

// ---- doubts ----

std::vector<std::string> doubts_of_form(const DotForm& form) {
    std::vector<std::string> out;
    const auto rule = rule_of(form);
    EXPECT_TRUE(rule) << rule.why;
    if (rule)
        for (const DoubtRow* row : rows_of(rule->possible)) out.emplace_back(row->id);
    return out;
}

TEST(DotDoubts, EachFormHasTheDoubtsThatPublicModelsLeaveOpen) {
    using Ids = std::vector<std::string>;
    EXPECT_EQ(doubts_of_form(kind_form("tf32", "tf32")), (Ids{"mmasim", "scale_d"}));
    EXPECT_EQ(doubts_of_form(kind_form("f8f6f4", "e4m3")), (Ids{"mmasim"}));
    EXPECT_EQ(doubts_of_form(kind_form("f8f6f4", "e2m3")), (Ids{})) << "MMA-Sim does not decode this type";
    EXPECT_EQ(doubts_of_form({.kind = "i8", .a_type = "s8", .b_type = "s8", .d_type = "s32"}), (Ids{}));
    EXPECT_EQ(doubts_of_form({.kind = "i8", .a_type = "s8", .b_type = "s8", .d_type = "s32", .sparse = true}),
              (Ids{"ws_sparse", "sparse_i8"}));
    EXPECT_EQ(doubts_of_form(test::fp4_form("mxf4", "ue8m0", 32)), (Ids{"mmasim", "q174", "k96"}));
    DotForm nv = test::fp4_form("mxf4nvf4", "ue4m3", 16);
    EXPECT_EQ(doubts_of_form(nv), (Ids{"mmasim", "g16", "k96", "ue4m3_sign"}));
    nv.sparse = true;
    EXPECT_EQ(doubts_of_form(nv), (Ids{"g16", "lk4", "ue4m3_sign"}));
    DotForm hopper = wgmma_form("f16");
    EXPECT_EQ(doubts_of_form(hopper), (Ids{}));
    hopper.sparse = true;
    EXPECT_EQ(doubts_of_form(hopper), (Ids{})) << "an H100 answered";
}

// Tests doubts_that_apply(): the doubts without an alternative rule.
TEST(DotDoubts, ApplyOnlyToInputsThatHaveTheirFeature) {
    using Ids = std::vector<std::string>;
    const DotForm fp4 = test::fp4_form("mxf4nvf4", "ue4m3", 16);
    EXPECT_EQ(test::dot_of(fp4, 96, {}).doubts_that_apply(), Ids{"k96"});
    EXPECT_EQ(test::dot_of(test::kind_form("f16", "f16"), 96, {}).doubts_that_apply(), Ids{})
        << "K = 96 is not special for this kind";
    test::DotCase signs = test::dot_of(fp4, 64, {});
    EXPECT_EQ(signs.doubts_that_apply(), Ids{});
    signs.scale_b.push_back(0x80);
    EXPECT_EQ(signs.doubts_that_apply(), Ids{}) << "this factor belongs to no block";
    signs.scale_b[3] = 0x80;
    EXPECT_EQ(signs.doubts_that_apply(), Ids{"ue4m3_sign"});
    test::DotCase shifted = test::dot_of(test::kind_form("tf32", "tf32"), 8, {});
    EXPECT_EQ(shifted.doubts_that_apply(), Ids{});
    shifted.c_shift = 1;
    EXPECT_EQ(shifted.doubts_that_apply(), Ids{"scale_d"});
    shifted.has_c = false;
    EXPECT_EQ(shifted.doubts_that_apply(), Ids{}) << "there is no C to shift";
    DotForm sparse = test::kind_form("i8", "s8", "s32");
    sparse.sparse = true;
    const test::DotCase integers{.form = sparse, .a = {1, 1, 1, 1}, .b = {1, 1, 1, 1}, .codes = {4}};
    EXPECT_EQ(integers.doubts_that_apply(), Ids{"sparse_i8"});
    DotForm hopper = test::wgmma_form("f16");
    hopper.sparse = true;
    const test::DotCase wgmma{.form = hopper, .a = {1, 1, 1, 1}, .b = {1, 1, 1, 1}, .codes = {4}};
    EXPECT_EQ(wgmma.doubts_that_apply(), Ids{});
    DotForm half = test::kind_form("f16", "f16");
    half.sparse = true;
    const test::DotCase plain{.form = half, .a = {1, 1, 1, 1}, .b = {1, 1, 1, 1}, .codes = {4}};
    EXPECT_EQ(plain.doubts_that_apply(), Ids{}) << "only .ws is in doubt, and a dot product has no .ws";
}

TEST(DotDoubts, HaveASentenceASourceAndAForm) {
    DoubtSet seen = 0, in_order = 0;
    std::set<std::string_view> ids;
    for (const Profile& p : all_profiles()) {
        seen |= static_cast<DoubtSet>(p.dense_doubts | p.sparse_doubts);
        EXPECT_TRUE(ids.insert(p.id).second) << p.id;
        for (const std::string_view text : {p.adds.title, p.source}) EXPECT_FALSE(text.empty()) << p.id;
    }
    for (const DoubtRow& row : all_doubts()) {
        EXPECT_EQ(set_of(row.doubt), in_order + 1u) << row.id << ": the rows must be in the order of the enumeration";
        in_order = static_cast<DoubtSet>(in_order << 1 | 1);
        EXPECT_TRUE(row.sentence.ends_with(".")) << row.id;
        EXPECT_FALSE(row.source.empty()) << row.id;
    }
    EXPECT_EQ(seen, in_order) << "a doubt without a form, or a form with a doubt that has no row";
}

}  // namespace
}  // namespace tilescope
