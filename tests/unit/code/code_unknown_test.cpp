// tests/unit/code/code_unknown_test.cpp -- unknown bits are never a number in source code, which says what it lacks.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/code/code.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/presets.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

// The session with an unknown field in each word that has it.
Session with_unknown(Session session, std::string_view field) {
    const Derived d = derive(session);
    for (const WordView& view : d.words)
        if (const Field* f = find_field(*view.format, field); f != nullptr && view.used)
            session = apply_edit(session,
                                 SetWord{view.id, set_field(*f, view.decoded.word, 0), bit_mask(f->width) << f->lsb});
    return session;
}

// The bits of the field in the words of this format.
std::uint64_t bits_of(const Format& format, std::string_view field) {
    const Field* f = find_field(format, field);
    return f == nullptr ? 0 : bit_mask(f->width) << f->lsb;
}

TEST(CodeOfUnknownBits, IsAParameterOrALimitButNeverANumber) {
    for (const std::string_view id : {"k_major_128b_f16", "block_scaled_mxf4nvf4", "wgmma_128b_f16"})
        for (const std::string_view field :
             {"start", "lbo", "sbo", "swizzle", "base_offset", "n", "a_type", "sfa_id"}) {
            const Derived d = derive(with_unknown(find_preset(id)->session(), field));
            for (const CodeTarget& target : code_targets()) {
                const Answer<CodeText> code = target.text({.derived = d});
                if (!code) {
                    EXPECT_NE(code.why.find(' '), std::string::npos) << target.id;
                    continue;
                }
                for (const FoundWord& found : paste(code->text).words) {
                    const PasteReading& best = found.readings.front();
                    const std::uint64_t bits = bits_of(*best.format, field);
                    // The PTX text has it as a parameter; the reader takes the low bits of what it ORs above lbo_mode
                    // as 0.
                    if (target.id == "ptx" && field == "base_offset") continue;
                    if (found.role == PasteRole::low_word || found.role == PasteRole::high_word) continue;
                    EXPECT_EQ(best.unknown & bits, bits)
                        << target.id << " of " << id << " without " << field << ": " << hex(best.word) << '\n'
                        << code->text;
                }
            }
        }
}

TEST(CodeOfUnknownBits, HasAParameterWithTheNameOfTheField) {
    const Derived d = derive(with_unknown(Session{}, "sbo"));
    for (const std::string_view id :
         {"cutlass", "tilelang", "deepgemm", "thunderkittens", "cuda", "ptx", "c-header", "python"}) {
        const Answer<CodeText> code = find_code_target(id)->text({.derived = d});
        ASSERT_TRUE(code) << id;
        EXPECT_NE(code->text.find("a_sbo"), std::string::npos) << id << '\n' << code->text;
    }
}

TEST(CodeLimits, AreInTheTextAndInTheList) {
    Session s = find_preset("zero_mask_ws")->session();
    s.variant.collector = "b2::use";
    const Derived d = derive(s);
    for (const CodeTarget& target : code_targets()) {
        const Answer<CodeText> code = target.text({.derived = d});
        if (!code) continue;
        for (const std::string& limit : code->limits) {
            EXPECT_TRUE(limit.ends_with('.')) << target.id << ": " << limit;
            EXPECT_NE(code->text.find(limit.substr(0, 24)), std::string::npos) << target.id << ": " << limit;
        }
    }
    const auto limits = find_code_target("cutlass")->text({.derived = d})->limits;
    const auto has = [&](std::string_view part) {
        return std::ranges::any_of(limits, [&](const std::string& l) { return l.find(part) != l.npos; });
    };
    EXPECT_TRUE(has("with .ws"));
    EXPECT_TRUE(has("collector buffer"));
}

TEST(CodeLimits, NameAStrideThatNoTileOfAtomsHas) {
    Session s;
    s = apply_edit(s, SetField{WordId::a_desc, find_field(*derive(s).of(WordId::a_desc).format, "sbo"), 32});
    const Derived d = derive(s);
    for (const std::string_view id : {"cutlass", "cute-dsl", "thunderkittens"}) {
        const auto code = find_code_target(id)->text({.derived = d});
        const std::string all = code ? code->text : code.why;
        EXPECT_NE(all.find("sbo is 512 bytes, and atoms without"), std::string::npos) << id << '\n' << all;
        EXPECT_EQ(all.find("SmemLayoutAtomA"), std::string::npos) << id;
    }
}

// The texts of presets do not compare each element, because the tiles have no gaps.
TEST(CodeOfTensorMaps, FillTheTilesOfAllPresets) {
    for (const Preset& preset : presets()) {
        const Derived d = derive(preset.session());
        for (const Operand o : kBothOperands) {
            const OperandView& view = d.of(o);
            if (!view.placed() || !can_be_copied(*view.layout.type)) continue;
            const TmaTile tile =
                covered(copy_from_descriptor(d, o), view.layout.major, view.layout.rows, view.layout.columns);
            EXPECT_EQ(compare_tma_mma(tile, view.layout).different, 0u) << preset.id << ' ' << name_of(o);
        }
    }
}

TEST(CodeOfTensorMaps, SayIfABoxWritesElsewhere) {
    Session s =
        apply_edit(Session{}, SetField{WordId::a_desc, find_field(*derive({}).of(WordId::a_desc).format, "sbo"), 96});
    const Derived d = derive(s);
    const auto code = find_code_target("tensor-map")->text({.derived = d});
    ASSERT_TRUE(code);
    EXPECT_TRUE(std::ranges::any_of(code->limits, [](const std::string& l) { return l.starts_with("A: "); }))
        << code->text;
}

TEST(CodeTargets, HaveDistinctIdsAndWholeRows) {
    std::vector<std::string_view> ids;
    for (const CodeTarget& t : code_targets()) {
        EXPECT_EQ(std::ranges::count(ids, t.id), 0) << t.id;
        ids.push_back(t.id);
        for (const std::string_view text : {t.title, t.extension, t.language, t.help, t.words, t.source})
            EXPECT_FALSE(text.empty()) << t.id;
        EXPECT_EQ(find_code_target(t.id), &t);
    }
    EXPECT_EQ(find_code_target("cobol"), nullptr);
}

TEST(ChangedLines, AreThoseThatNoCommonSubsequenceHas) {
    using Lines = std::vector<std::size_t>;
    EXPECT_EQ(changed_lines("a\nb\nc\n", "a\nb\nc\n"), Lines{});
    EXPECT_EQ(changed_lines("a\nb\nc\n", "a\nx\nc\n"), Lines{1});
    EXPECT_EQ(changed_lines("a\nc\n", "a\nb\nc\n"), Lines{1});
    EXPECT_EQ(changed_lines("a\nb\nc\n", "a\nc\n"), Lines{});
    EXPECT_EQ(changed_lines("a\nb\nc\nd\n", "x\nb\ny\nd\n"), (Lines{0, 2}));
    EXPECT_EQ(changed_lines("", "a\nb\n"), (Lines{0, 1}));
    EXPECT_EQ(changed_lines("a\n", ""), Lines{});
}

}  // namespace
}  // namespace tilescope
