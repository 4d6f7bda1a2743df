// tests/unit/document/blame_test.cpp -- if one operand is broken, problems, causes and repairs are about that operand.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/document/repair.h>
#include <tilescope/lessons/step.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace tilescope {
namespace {

namespace fs = std::filesystem;

// Other values of a field: those that a person could type, and its names.
std::set<std::uint64_t> values_of(const Field& f, std::uint64_t now) {
    const std::uint64_t most = bit_mask(f.width);
    std::set<std::uint64_t> out = {0, 1, now + 1, now * 2, now / 2, now * 16, most / 4, most};
    for (const NamedValue& n : f.names) out.insert(n.raw);
    std::erase_if(out, [&](std::uint64_t raw) { return raw == now || raw > most; });
    return out;
}

bool has(const Derived& d, const PlacedProblem& wanted) {
    return std::ranges::any_of(d.problems, [&](const PlacedProblem& p) {
        return p.word == wanted.word && p.problem.rule == wanted.problem.rule &&
               p.problem.field == wanted.problem.field;
    });
}

// The new problems that are about another word than those that were changed.
std::string misplaced(const Derived& right, const Derived& broken, const std::set<WordId>& changed) {
    std::string out;
    for (const PlacedProblem& p : broken.problems)
        if (!changed.contains(p.word) && !has(right, p))
            out += say(row_of(p.word).id, ' ', p.problem.rule, ' ', p.problem.field, ": ", p.problem.text, '\n');
    return out;
}

// The memory of a preset is what its words read, so a field that is changed is at fault.
TEST(Blame, AProblemIsAboutTheOperandWhoseFieldWasChanged) {
    std::size_t tried = 0;
    for (const Preset& preset : presets()) {
        const Derived right = derive(preset.session());
        for (const Operand o : kBothOperands) {
            const WordId id = word_of(o);
            if (!right.of(o).in_smem) continue;
            for (const Field& f : right.of(id).format->fields) {
                if (f.encoding == Encoding::fixed) continue;
                for (const std::uint64_t raw : values_of(f, get_field(f, right.session.word(id)))) {
                    const Session s = apply_edit(right.session, SetField{id, &f, raw});
                    EXPECT_EQ(misplaced(right, derive(s), {id}), "")
                        << preset.id << ' ' << row_of(id).id << ' ' << f.id << ' ' << meaning_of(f, raw);
                    ++tried;
                }
            }
        }
    }
    EXPECT_GT(tried, 1000u);
}

TEST(Blame, SwappedStridesAreTheFaultOfTheirWord) {
    for (const Operand o : kBothOperands) {
        const Derived right = derive(find_preset("k_major_none_f16")->session());
        Session s = right.session;
        const WordId id = word_of(o);
        const std::uint64_t lbo = get_field(field_in(*right.of(id).format, "lbo"), s.word(id)),
                            sbo = get_field(field_in(*right.of(id).format, "sbo"), s.word(id));
        s = apply_edit(s, SetField{id, &field_in(*right.of(id).format, "lbo"), sbo});
        s = apply_edit(s, SetField{id, &field_in(*right.of(id).format, "sbo"), lbo});
        EXPECT_EQ(misplaced(right, derive(s), {id}), "");
    }
}

TEST(Blame, CausesAndRepairsAreAboutTheOperandWhoseFieldWasChanged) {
    for (const std::string_view preset : {"k_major_128b_f16", "k_major_none_f16", "mn_major_128b_f16", "wgmma_f16"}) {
        const Preset* row = find_preset(preset);
        if (row == nullptr) continue;
        Session base = row->session();
        for (const Edit& e : covering_values(base)) base = apply_edit(base, e);
        const Derived right = derive(base);
        for (const Operand o : kBothOperands)
            for (const std::string_view field : {"start", "lbo", "sbo", "swizzle"}) {
                const WordId id = word_of(o);
                const Field& f = field_in(*right.of(id).format, field);
                const std::uint64_t now = get_field(f, base.word(id));
                const Derived d = derive(apply_edit(base, SetField{id, &f, now == 0 ? 2 : now / 2}));
                const JobAnswer job = emulator_job(d);
                if (!job) continue;
                for (const Cause& cause : job->causes)
                    EXPECT_EQ(cause.word, row_of(id).id) << preset << ' ' << field << ": " << cause.sentence;
                const auto e = emulate(*job);
                ASSERT_TRUE(e) << e.why;
                for (const Repair& repair : repairs_of(d, *job, *e))
                    EXPECT_EQ(repair.field.word, id) << preset << ' ' << field << ": " << repair.label;
            }
    }
}

// A step of a lesson that breaks a word: the words that its `set` lines change are those with new problems.
TEST(Blame, EveryLessonShowsItsProblemsAtTheWordsThatItBreaks) {
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(TILESCOPE_SOURCE_DIR) / "assets/lessons")) {
        if (entry.path().extension() != ".md") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        auto lesson = parse_lesson(text, entry.path().filename().string());
        ASSERT_TRUE(lesson) << lesson.why;
        for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
            const auto begin = beginning_of(*lesson, i);
            ASSERT_TRUE(begin) << begin.why;
            std::set<WordId> changed;
            for (const LessonAction& action : lesson->steps[i].set)
                for (const WordRow& row : kWords)
                    if (action.key.starts_with(say(row.id, '.'))) changed.insert(row.word);
            for (const LessonAction& action : lesson->steps[i].set)  // the operand that a bit of idesc turns
                for (const Operand o : kBothOperands)
                    if (action.key == say("idesc.", pick(o, "transpose_a", "transpose_b"))) changed.insert(word_of(o));
            const bool only_words = std::ranges::all_of(lesson->steps[i].set, [](const LessonAction& action) {
                return action.key == "values" || action.key.find("desc.") != std::string::npos;
            });
            if (changed.empty() || !only_words) continue;
            lesson->steps[i].set.clear();
            const auto right = beginning_of(*lesson, i);
            ASSERT_TRUE(right) << right.why;
            EXPECT_EQ(misplaced(derive(right->session), derive(begin->session), changed), "")
                << entry.path().filename() << " step " << i + 1;
        }
    }
}

}  // namespace
}  // namespace tilescope
