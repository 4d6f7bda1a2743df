// tests/unit/rules/triggers_test.cpp -- the trigger values of each rule in the catalogue break the rule.
// SPDX-License-Identifier: MIT
#include "tests/unit/rules/rule_cases.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/derive.h>
#include <tilescope/rules/catalogue.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kRules = 96;

// Words, numbers or pieces of text. Each of them must be in a case that breaks the rule.
struct Triggers {
    std::string_view id;
    std::vector<std::string_view> values;
};

// clang-format off
const std::vector<Triggers>& triggers() {
    static const std::vector<Triggers> table = {
        {"L1", {"0x5600404000010000"}},
        {"L2", {"0x4000004000010000", "0x4001404000010000"}},
        {"L3", {"0x6000404000010000"}},
        {"L4", {"0xc000401000010004"}},
        {"L5", {"0x4002404000010000"}},
        {"L6", {"0x4000404004000000", "0x4000404000000300"}},
        {"L7", {"0x4000400400010000", "0x4000440000010000"}},
        {"L8", {"0x0000400800400010"}},
        {"L9", {"0x2000402001000040"}},
        {"L10", {"1000"}},
        {"L11", {"264192"}},
        {"L12", {"0x4010404000000000"}},
        {"L13", {"0x4000400040004000"}},
        {"L14", {"0x08201620"}},
        {"L15", {"0x08200480"}},
        {"L16", {"0x08418490"}},
        {"L17", {"0x04a00000"}},
        {"L18", {"0x08a01401"}},
        {"L19", {"0x08200480"}},
        {"L20", {"0x28c00490"}},
        {"L21", {"0x08201410"}},
        {"L22", {"0x42100490"}},
        {"L23", {"0x100604a0"}},
        {"L24", {"0x0000002000000000", "0x1100000000000000", "0x2100000000000000", "0x0200000000000000"}},
        {"L25", {"0x0820049000000000"}},
        {"L26", {"0x0001000040004040"}},
        {"L28", {"0x4000404004000000", "0x08210910"}},
        {"L29", {"0x08208290"}},
        {"L30", {"0x8010402000000000"}},
        {"L31", {"0x4010404008010006"}},
        {"L32", {"0x4000404000010006"}},
        {"L33", {"0xc000401000010000", "sparse=1", "cols=96"}},
        {"L34", {"0x4000404000010007"}},
        {"L35", {"0x4000402000010000"}},
        {"L36", {"0x4000400000010000"}},
        {"L37", {"0x4000404000013fff"}},
        {"L38", {"0x4020404000010000"}},
        {"L39", {"0x0000400800000040"}},
        {"L40", {"0x082004d0", "0x08a00490", "0x28200490"}},
        {"L41", {"0x02200490", "0x06200490", "0x10200490"}},
        {"L42", {"0x08000490", "0x08420490"}},
        {"L43", {"0x08200900", "0x08200490", "0x082004b0"}},
        {"L44", {"0x08200410"}},
        {"L45", {"0x08200498"}},
        {"L46", {"0x082024a0"}},
        {"L47", {"0x08200491", "0x08200015"}},
        {"L48", {"0x08200496"}},
        {"L49", {"0x08200494", ".sp"}},
        {"L50", {"0x48200490"}},
        {"L51", {"0x08070010"}},
        {"L52", {"0x08060490", "kind=i8", "kind=f8f6f4", "kind=mxf8f6f4", "arch=sm_103a", "cta=2"}},
        {"L53", {"0x08208490"}},
        {"L54", {"0x40004040"}},
        {"L55", {"0x08a08480"}},
        {"L56", {"0x88a00000", "0x08a01480", "0x08a00488", "0x08a004c0"}},
        {"L57", {"0x18a00480", "cta=1", "cta=2"}},
        {"L58", {"0x08200000"}},
        {"L59", {".scale_vec::2X"}},
        {"L60", {"0x48a004a0"}},
        {"L61", {"0x90a00484"}},
        {"L62", {"0x0ca00000", "0x08a00488", "0x08a01480", "0x09200480", "0x28200010"}},
        {"L63", {"0x08900480"}},
        {"L64", {"cta_group::2", "{m0", "mxf4"}},
        {"L65", {"sm_103a", "sm_110a", ".scale_vec", "mma.sp", "sm_90a", "sm_120a"}},
        {"L66", {" a, b", "fill", "use", "0x04200490", "mxf4", ".ws"}},
        {"L67", {"p, 16;", "kind::i8"}},
        {"L68", {"m7}"}},
        {"L69", {"zcm="}},
        {"L70", {"commit"}},
        {"L71", {"kind::f16", "kind::tf32"}},
        {"L72", {".entry"}},
        {"L73", {"0x4000000000000000"}},
        {"L74", {"0x0002048100000009"}},
        {"L75", {"0x0003040000000000"}},
        {"L76", {"0x0003028001020300"}},
        {"L77", {"0x0003028000000000"}},
        {"L78", {"48", "16", "1024"}},
        {"L83", {"0x4000400800000040", "0x0000401000000040"}},
        {"L84", {"64x128b [", "32x128b [", "128x256b.warpx4"}},
        {"L85", {"0x44444440", "0x44444445", "0x4444444a", "0x4444444f", "0x44444442", "0x44444443", "0x44444441", "0x44444447", "0x4444444b"}},
        {"L86", {"0x04180014"}},
        {"L87", {"0x4000404000010000"}},
        {"L88", {"0x2000402001000040"}},
        {"L89", {"tf32", "e4m3", "kind=i8"}},
        {"L90", {"m64n40k32", "n12"}},
        {"L91", {"f16.bf16.bf16", "f32.f16.bf16"}},
        {"L92", {"0x4010004000010000", "0x4100004000010000"}},
    };
    return table;
}

// Rules that no single word, line or value can break, with the reason.
struct Elsewhere {
    std::string_view id, why;
};
constexpr Elsewhere kElsewhere[] = {
    {"L27", "not a problem: the window shows the reading of the word in every kind"},
    {"L79", "needs a session: where operands begin in Tensor Memory"},
    {"L80", "needs a session: where operands begin in Tensor Memory"},
    {"L81", "needs a session: where operands end in Tensor Memory"},
    {"L82", "needs a session: operands that share cells of Tensor Memory"},
    {"L93", "needs a tensor map and a descriptor"},
    {"L94", "needs a tensor map and a descriptor"},
    {"L95", "needs a tensor map; tensor_map_test breaks it"},
    {"L96", "needs a tensor map and a descriptor"},
};
// clang-format on

bool breaks_with(std::string_view id, std::string_view value) {
    return std::ranges::any_of(rule_cases(std::string(id)), [&](const RuleCase& c) {
        return c.breaks && lower(c.line).find(lower(value)) != std::string::npos;
    });
}

TEST(Triggers, EveryRuleHasTriggersOrAReasonForNone) {
    for (unsigned number = 1; number <= kRules; ++number) {
        const std::string id = say("L", number);
        const auto tried = std::ranges::count(triggers(), id, &Triggers::id);
        const auto reasons = std::ranges::count(kElsewhere, id, &Elsewhere::id);
        EXPECT_EQ(tried + reasons, 1) << id;
    }
}

TEST(Triggers, EachTriggerBreaksItsRule) {
    for (const Triggers& t : triggers())
        for (const std::string_view value : t.values) EXPECT_TRUE(breaks_with(t.id, value)) << t.id << ": " << value;
}

// A sentence that says what a GPU did, and not what nobody has measured, names the measurement.
TEST(Triggers, WhatIsSaidToBeMeasuredHasItsMeasurement) {
    const auto tells = [](std::string_view text) {
        const auto has = [&](std::string_view part) { return text.find(part) != text.npos; };
        return (has("easured") || has("An H100")) && !has("obody has measured");
    };
    for (const RuleInfo& r : rule_catalogue())
        EXPECT_EQ(tells(r.what) && r.certainty.measurement() == nullptr, false) << r.id << " " << r.applies_to;
    std::size_t told = 0;
    for (const std::string& id : files_of_cases())
        for (const RuleCase& c : rule_cases(id))
            for (const MmaProblem& p : problems_of(c)) {
                if (!tells(p.problem.text)) continue;
                ++told;
                EXPECT_NE(p.problem.certainty.measurement(), nullptr) << p.problem.rule << ": " << p.problem.text;
            }
    EXPECT_GT(told, 10u);
}

TEST(Triggers, CatalogueListsTheRulesWithoutTriggers) {
    const auto listed = rule_catalogue();
    for (const Elsewhere& e : kElsewhere) {
        EXPECT_TRUE(std::ranges::any_of(listed, [&](const RuleInfo& r) { return r.id == e.id; })) << e.id;
    }
}

// L27: bf16 x bf16 under f16, e5m2 x e5m2 under f8f6f4, illegal under tf32 and i8.
TEST(Triggers, KindDecidesTheTypesAndProblemsOfTheSameWord) {
    Session session;
    session.words[static_cast<std::size_t>(WordId::idesc)] = 0x08200490;
    const Derived derived = derive(session, 1);
    const auto of_kind = [&](std::string_view kind) {
        return *std::ranges::find(derived.kinds, kind, &KindView::kind);
    };
    EXPECT_NE(of_kind("f16").summary.find("A bf16"), std::string::npos);
    EXPECT_NE(of_kind("f8f6f4").summary.find("A e5m2"), std::string::npos);
    EXPECT_GT(of_kind("tf32").problem_count, 0);
    EXPECT_GT(of_kind("i8").problem_count, 0);
}

}  // namespace
}  // namespace tilescope
