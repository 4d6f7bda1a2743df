// tests/unit/document/session_test.cpp -- the document: edits, history, saved members, presets.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/describe.h>
#include <tilescope/document/history.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/smem.h>
#include <tilescope/notation/tensor_maps.h>

#include <gtest/gtest.h>

#include <concepts>

namespace tilescope {
namespace {

const Field& sbo() { return field(kSmem91, "sbo"); }

TEST(Edits, AFieldEditChangesItsBitsAndDescribesTheChange) {
    const Session s;
    const Edit edit = SetField{WordId::a_desc, &sbo(), 32};
    EXPECT_EQ(apply_edit(s, edit).word(WordId::a_desc), 0x4000402000010040u);
    EXPECT_EQ(words_of(s, edit), "A desc: sbo 1024 -> 512");
}

TEST(Edits, ChangingKindOrEditionKeepsEveryWord) {
    const Session s;
    Variant v = s.variant;
    v.kind = "mxf4";
    EXPECT_EQ(apply_edit(s, SetVariant{v}).words, s.words);
    EXPECT_EQ(apply_edit(s, SetEdition{Edition::v9_4}).words, s.words);
    Session later = apply_edit(s, SetEdition{Edition::v9_4});
    later.variant.kind = "ti16";
    later.arch = "sm_107a";
    const Session back = apply_edit(later, SetEdition{Edition::v9_1});
    EXPECT_EQ(back.variant.kind, "f16") << "PTX 9.1 has no ti16";
    EXPECT_EQ(back.arch, "sm_100a") << "PTX 9.1 has no sm_107a";
}

TEST(Edits, B1StaysOnlyOnHopperWithKindI8) {
    const Session bits = find_preset("wgmma_128b_b1")->session();
    EXPECT_TRUE(apply_edit(bits, SetVariant{bits.variant}).variant.b1);
    EXPECT_FALSE(apply_edit(bits, SetArch{"sm_100a"}).variant.b1);
    Variant halves = bits.variant;
    halves.kind = "f16";
    EXPECT_FALSE(apply_edit(bits, SetVariant{halves}).variant.b1);
    Session elsewhere = bits;
    elsewhere.arch = "sm_100a";
    EXPECT_FALSE(apply_edit({}, LoadSession{elsewhere, "open"}).variant.b1);
}

TEST(Edits, AnInstructionDescriptorHasOnly32Bits) {
    EXPECT_EQ(apply_edit({}, SetWord{WordId::idesc, 0x100000000 + 0x08200490}).word(WordId::idesc), 0x08200490u);
}

TEST(History, UndoAndRedoWalkTheSteps) {
    Session s;
    const Session first = s;
    History h;
    h.record_and_apply(s, SetField{WordId::a_desc, &sbo(), 32});
    h.record_and_apply(s, SetField{WordId::a_desc, &sbo(), 33});
    EXPECT_EQ(h.steps().size(), 2u);
    h.undo(s);
    EXPECT_EQ(get_field(sbo(), s.word(WordId::a_desc)), 32u);
    h.undo(s);
    EXPECT_EQ(s, first);
    EXPECT_FALSE(h.can_undo());
    h.redo(s);
    h.redo(s);
    EXPECT_FALSE(h.can_redo());
    EXPECT_EQ(get_field(sbo(), s.word(WordId::a_desc)), 33u);
    h.go_to(s, 0);
    EXPECT_EQ(s, first);
    h.record_and_apply(s, SetField{WordId::a_desc, &sbo(), 40});
    EXPECT_EQ(h.steps().size(), 1u) << "a new edit drops the steps that could be redone";
}

TEST(History, EditsOfOneGestureAreOneStepThatDescribesTheWholeChange) {
    Session s;
    History h;
    for (std::uint64_t raw = 65; raw < 75; ++raw) h.record_and_apply(s, SetField{WordId::a_desc, &sbo(), raw}, 7);
    ASSERT_EQ(h.steps().size(), 1u);
    EXPECT_EQ(h.steps()[0].what, "A desc: sbo 1024 -> 1184");
    h.undo(s);
    EXPECT_EQ(s, Session{});
}

TEST(History, AGestureThatEndsAsItBeganIsNoStep) {
    Session s;
    History h;
    h.record_and_apply(s, SetField{WordId::a_desc, &sbo(), 32}, 6);
    for (const std::uint64_t raw : {65, 66, 32}) h.record_and_apply(s, SetField{WordId::a_desc, &sbo(), raw}, 7);
    EXPECT_EQ(h.done(), 1u);
    EXPECT_FALSE(h.can_redo());
    h.record_and_apply(s, SetField{WordId::a_desc, &sbo(), 66}, 7);  // a drag goes on
    ASSERT_EQ(h.done(), 2u);
    h.undo(s);
    EXPECT_EQ(get_field(sbo(), s.word(WordId::a_desc)), 32u);
    h.undo(s);
    EXPECT_EQ(s, Session{});
}

TEST(History, IgnoresEmptyEditsAndDropsOldSteps) {
    Session s;
    History h;
    h.record_and_apply(s, SetField{WordId::a_desc, &sbo(), 64});
    EXPECT_TRUE(h.steps().empty());
    for (std::uint64_t i = 1; i <= 600; ++i) h.record_and_apply(s, SetWord{WordId::a_desc, i});
    EXPECT_EQ(h.steps().size(), History::kMostSteps);
    while (h.can_undo()) h.undo(s);
    EXPECT_EQ(s.word(WordId::a_desc), 100u) << "the oldest step that is kept";
}

// describe() visits every member of the document: a change of any single member must change the digest.
struct Digest {
    std::string text;
    void operator()(const char* key, const std::string& value) { text += key + value; }
    void operator()(const char* key, Edition value) { text += key + std::to_string(static_cast<int>(value)); }
    void operator()(const char* key, const std::optional<TmaCopy>& copy) {
        text += key;
        if (!copy) return;
        for (const TmaMemberRow& row : kTmaMembers) text += text_of(*copy, row.member);
    }
    void operator()(const char* key, std::optional<unsigned> value) {
        text += key + (value ? std::to_string(*value) : std::string("none"));
    }
    template <std::integral T>
    void operator()(const char* key, T value) {
        text += key + std::to_string(value);
    }
    void name(const char* key, auto value, std::span<const NamedValue>) {
        text += key + std::to_string(static_cast<int>(value));
    }
    void all_bits(const char* key, std::uint32_t value) { text += key + std::to_string(value); }
    void list(const char* key, std::span<const std::uint32_t> values) {
        for (const std::uint32_t value : values) all_bits(key, value);
    }
    void list(const char* key, const OperandPair<std::uint32_t>& pair) { list(key, std::array{pair.a, pair.b}); }
    void part(const char* key, const auto& member) {
        text += key;
        describe_part(*this, member);
    }
    void part_unless_empty(const char* key, const auto& member) { part(key, member); }
    void unless_zero(const char* key, std::uint64_t word) { operator()(key, word); }
    void unless_off(const char* key, bool flag) { operator()(key, flag); }
};
std::string digest(const Session& s) {
    Digest d;
    describe(d, s);
    return d.text;
}

TEST(Describe, VisitsEveryMember) {
    const Session plain;
    std::vector<Session> changed(30 + kWordCount, plain);
    changed[0].edition = Edition::v9_4;
    changed[1].arch = "sm_90a";
    changed[2].variant.kind = "i8";
    changed[3].variant.cta_group = 2;
    changed[4].variant.ws = true;
    changed[5].variant.sparse = true;
    changed[6].variant.a_in_tmem = true;
    for (std::size_t w = 0; w < kWordCount; ++w) changed[7 + w].words[w] = 12345;
    changed[11].tile_k = 128;
    changed[12].mask = {false, 32, 8};
    changed[13].notes = "n";
    changed.back().keep_memory = true;
    changed[14].tensor_map.a.emplace();
    changed[15].tensor_map.b.emplace();
    changed[16].image.a.start = 0;
    changed[17].image.b.cute = "(8,8):(8,1)";
    for (std::size_t i = 0; i < kRecipeCount; ++i) changed[18 + i].recipe[i].digit = 2;
    changed[23].meta_recipe.seed = 2;
    changed[24].run.lane_mask[7] = 1;
    changed[25].run.scale_first.b = 1;
    for (std::size_t w = 0; w < kWordCount; ++w) changed[26 + w].unknown.of[w] = 1;
    changed[26 + kWordCount].scale_matrix.a.rows = 200;
    changed[27 + kWordCount].scale_matrix.b.first_factor = 4;
    changed[28 + kWordCount].recorded.memory = "memory.npy";
    for (std::size_t i = 0; i < changed.size(); ++i) {
        EXPECT_NE(changed[i], plain) << i;
        EXPECT_NE(digest(changed[i]), digest(plain)) << i;
    }
}

TEST(Presets, AreLegalCompleteAndExplained) {
    EXPECT_GE(presets().size(), 8u);
    for (const Preset& p : presets()) {
        const Derived d = derive(p.session());
        for (const PlacedProblem& problem : d.problems)
            EXPECT_NE(problem.problem.severity, Severity::error)
                << p.id << ": " << problem.problem.rule << " " << problem.problem.text;
        EXPECT_FALSE(d.a.overlaps) << p.id << ": " << d.a.overlap_note;
        EXPECT_FALSE(d.b.overlaps) << p.id << ": " << d.b.overlap_note;
        EXPECT_GT(p.story.size(), 20u) << p.id;
        EXPECT_EQ(find_preset(p.id), &p);
        const Extent a = extent(d.a.layout), b = extent(d.b.layout);
        EXPECT_TRUE(a.last < b.first || b.last < a.first) << p.id << ": A and B share bytes";
    }
    EXPECT_EQ(presets().front().session(), Session{}) << "the first preset is the session a program starts with";
}

}  // namespace
}  // namespace tilescope
