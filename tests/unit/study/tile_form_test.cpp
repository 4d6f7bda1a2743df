// tests/unit/study/tile_form_test.cpp -- a tile as a form: its session, the words of its K steps, what is refused.
// SPDX-License-Identifier: MIT
#include <tilescope/document/emulate.h>
#include <tilescope/document/history.h>
#include <tilescope/document/presets.h>
#include <tilescope/document/step_words.h>
#include <tilescope/layout/tile.h>
#include <tilescope/study/tile_form.h>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace tilescope {
namespace {

const ElementType* type(std::string_view id) { return find_type(id); }
const FamilyRow* family(Feature feature) { return family_with({feature}); }

Derived first_session() { return derive(presets().front().session()); }

std::string name_of(const TileForm& f) {
    return say(tilescope::name_of(f.operand), ' ', f.family->id, ' ', f.type->id, ' ', f.rows, " x ", f.columns, ' ',
               tilescope::name_of(f.major), ' ', row_of(f.swizzle).name, " at ", hex(f.start));
}

// Tiles of whole atoms with several K steps: each layout of each type, for A or for B.
std::vector<TileForm> many_forms() {
    std::vector<TileForm> out;
    bool second = false;
    const auto add = [&](TileForm form) {
        for (const Operand o : kBothOperands) {
            form.operand = o;
            form.rows = pick(o, form.family->m != 0 ? form.family->m : 128u, 128u);
            form.start = pick(o, 0x400u, 0x8000u);
            if (second = !second; second) out.push_back(form);
        }
        second = !second;
    };
    for (const FamilyRow& row : kFamilies)
        for (const ElementType* t : types_of(row, first_session().session))
            for (const Major major : {Major::k, Major::mn})
                for (const SwizzleRow& swizzle : kSwizzleModes)
                    add({.family = &row,
                         .type = t,
                         .columns = 4 * dense_k(*t),
                         .major = major,
                         .swizzle = swizzle.mode});
    return out;
}

// The place of every element that the word of a step reads, compared with its place in the whole tile.
void expect_reads_its_part(const Derived& d, Operand o, const StepWord& s) {
    const OperandView& view = d.of(o);
    const WordView& word = d.of(word_of(o));
    const auto columns = static_cast<int>(view.mma_k);
    const auto part =
        layout_of(*word.format, s.word, view.layout.major, *view.layout.type, view.layout.rows, columns, columns);
    ASSERT_TRUE(part) << part.why;
    const std::vector<std::uint32_t> read = tile_map(*part);
    std::size_t i = 0;
    for (int r = 0; r < view.layout.rows; ++r)
        for (int c = 0; c < columns; ++c, ++i)
            ASSERT_EQ(read[i], view.bytes[index_in(view.layout.columns, {r, static_cast<int>(s.step) * columns + c})])
                << "K step " << s.step << ", row " << r << ", column " << c;
}

// The words of the list are those that the emulator gives the instructions, each reads its part of the tile, and all of
// them read what was written.
void expect_right_steps(const Session& session, Operand o) {
    Session all = session;
    all.run.steps = 0;
    const Derived d = derive(all);
    const auto steps = step_words(d, o);
    ASSERT_TRUE(steps) << steps.why;
    const auto job = emulator_job(d);
    ASSERT_TRUE(job) << job.why;
    EXPECT_TRUE(job->causes.empty()) << job->causes.front().sentence;
    ASSERT_EQ(steps->size(), job->steps.size());
    ASSERT_EQ(steps->size(), 4u);
    for (std::size_t i = 0; i < steps->size(); ++i) {
        EXPECT_EQ((*steps)[i].word, pick(o, job->steps[i].a_desc, job->steps[i].b_desc));
        expect_reads_its_part(d, o, (*steps)[i]);
    }
}

// The window makes the session of a form with the edits between the two.
void expect_edits_lead_to(const Session& wanted, Session from) {
    for (const SessionChange& change : changes_between(wanted, from)) from = apply_edit(from, change.restore);
    EXPECT_EQ(from, wanted);
}

TEST(TileForms, EachHasASessionWhoseStepsReadTheTileOrAReason) {
    const Derived now = first_session();
    std::set<std::string> reasons;
    std::size_t made = 0;
    for (const TileForm& form : many_forms()) {
        SCOPED_TRACE(name_of(form));
        const auto session = with_tile(now, form);
        if (!session) {
            EXPECT_TRUE(session.why.ends_with('.')) << session.why;
            EXPECT_EQ(session.why.find(".."), std::string::npos) << session.why;
            reasons.insert(session.why);
            continue;
        }
        ++made;
        EXPECT_EQ(tile_form_of(derive(*session), form.operand), form);
        expect_right_steps(*session, form.operand);
        expect_edits_lead_to(*session, now.session);
    }
    EXPECT_GE(made, 90u);
    EXPECT_LE(reasons.size(), 40u) << "a reason is about the kind of mistake";
}

struct KnownSteps {
    TileForm form;
    std::vector<std::uint64_t> words;
};

// Written by hand: swizzle << 61 | version << 46 | sbo / 16 << 32 | lbo / 16 << 16 | start / 16. K-major ignores lbo,
// which is 16 there. The starts of bf16 MN-major 64B: 16 rows of K are two groups of 8, 512 bytes each, per 32 of M.
TEST(TileForms, HaveTheWordsOfTheManual) {
    const FamilyRow *blackwell = family(Feature::tcgen05), *hopper = family(Feature::wgmma);
    const KnownSteps known[] = {
        {{.type = type("f16"), .columns = 64},
         {0x4000404000010040, 0x4000404000010042, 0x4000404000010044, 0x4000404000010046}},
        {{.type = type("e4m3"), .columns = 128},
         {0x4000404000010040, 0x4000404000010042, 0x4000404000010044, 0x4000404000010046}},
        {{.type = type("tf32"), .columns = 32, .swizzle = SwizzleMode::b64},
         {0x8000402000010040, 0x8000402000010042, 0x8000402000010240, 0x8000402000010242}},
        {{.family = blackwell, .type = type("e2m1x2"), .columns = 256},
         {0x4000404000010040, 0x4000404000010042, 0x4000404000010044, 0x4000404000010046}},
        {{.family = hopper, .type = type("f16"), .rows = 64, .columns = 64},
         {0x4000004000010040, 0x4000004000010042, 0x4000004000010044, 0x4000004000010046}},
    };
    for (const KnownSteps& k : known) {
        SCOPED_TRACE(name_of(k.form));
        const auto session = with_tile(first_session(), k.form);
        ASSERT_TRUE(session) << session.why;
        const auto steps = step_words(derive(*session), k.form.operand);
        ASSERT_TRUE(steps) << steps.why;
        std::vector<std::uint64_t> words;
        for (const StepWord& s : *steps) words.push_back(s.word);
        EXPECT_EQ(words, k.words);
    }
}

// The descriptors that CUTLASS makes: slices_of() is compared with all of them.
TEST(TileForms, StepAsCutlassDoes) {
    const TileForm forms[] = {
        {.type = type("f16"), .columns = 128},
        {.family = family(Feature::wgmma),
         .type = type("bf16"),
         .rows = 64,
         .columns = 64,
         .major = Major::mn,
         .swizzle = SwizzleMode::b64},
        {.type = type("bf16"), .columns = 64, .major = Major::mn},
        {.type = type("tf32"), .columns = 32, .major = Major::mn, .swizzle = SwizzleMode::b128_32},
        {.type = type("e5m2"), .columns = 128, .swizzle = SwizzleMode::none},
    };
    for (const TileForm& form : forms) {
        SCOPED_TRACE(name_of(form));
        const auto session = with_tile(first_session(), form);
        ASSERT_TRUE(session) << session.why;
        const Derived d = derive(*session);
        const auto steps = step_words(d, form.operand);
        ASSERT_TRUE(steps) << steps.why;
        const auto tile = build_tile({.mode = form.swizzle,
                                      .major = form.major,
                                      .type = form.type,
                                      .rows = static_cast<int>(form.rows),
                                      .columns = static_cast<int>(form.columns),
                                      .start = form.start});
        ASSERT_TRUE(tile) << tile.why;
        const auto slices = slices_of(*tile, {static_cast<int>(form.rows), static_cast<int>(d.of(form.operand).mma_k)});
        ASSERT_TRUE(slices) << slices.why;
        ASSERT_EQ(steps->size(), slices->size());
        for (std::size_t i = 0; i < steps->size(); ++i) EXPECT_EQ((*steps)[i].start, (*slices)[i].layout.start) << i;
    }
}

struct Refused {
    const char* what;
    TileForm form;
    const char* why;
    const char* instead;
};

TEST(TileForms, ARefusalSaysWhatWouldBeRight) {
    const FamilyRow* hopper = family(Feature::wgmma);
    const Refused refused[] = {
        {"K-major 128B_32B", {.swizzle = SwizzleMode::b128_32}, "has no K-major atom", "swizzle 128B"},
        {"two fp4 in a byte",
         {.type = type("e2m1x2"), .columns = 256, .major = Major::mn},
         "no MN-major form",
         "K-major"},
        {"an M that the field lacks", {.rows = 100}, "No tcgen05.mma has M = 100.", "128 rows"},
        {"half a K step", {.columns = 72}, "Use 64 or 80.", "80 columns"},
        {"inside the pattern", {.start = 0x410}, "multiple of 1024 bytes", "start 0x400"},
        {"wgmma with M = 128", {.family = hopper}, "One wgmma reads 64 rows of A. Use 64 rows", "64 rows"},
        {"wgmma with M = 192", {.family = hopper, .rows = 192}, "Use 64 rows, not 192.", "64 rows"},
        {"an M that is too large", {.rows = 320}, "must be one of 64, 128, not 320", "128 rows"},
        {"two layout values that wgmma lacks",
         {.family = hopper, .type = type("e4m3"), .rows = 64, .major = Major::mn, .swizzle = SwizzleMode::b128_32},
         "no swizzle mode 128B_32B",
         "K-major and swizzle 128B"},
        {"a type that wgmma lacks", {.family = hopper, .type = type("e2m1"), .rows = 64}, "It reads f16", "f16"},
    };
    const Derived now = first_session();
    for (const Refused& r : refused) {
        SCOPED_TRACE(r.what);
        const auto session = with_tile(now, r.form);
        ASSERT_FALSE(session);
        EXPECT_NE(session.why.find(r.why), std::string::npos) << session.why;
        const auto nearest = nearest_tile(now, r.form);
        ASSERT_TRUE(nearest);
        EXPECT_EQ(differences(r.form, *nearest), r.instead);
        EXPECT_TRUE(with_tile(now, *nearest));
    }
}

TEST(TileForms, TheOtherOperandMovesOutOfTheWay) {
    TileForm form = tile_form_of(first_session(), Operand::a);
    form.columns = 256;
    const auto session = with_tile(first_session(), form);
    ASSERT_TRUE(session) << session.why;
    EXPECT_EQ(session->image.a.start, 0x400u);
    EXPECT_EQ(session->image.b.start, 0x10400u) << "A has 64 KiB";
    form = {.operand = Operand::b, .rows = 64, .start = 0x400};
    const auto over = with_tile(first_session(), form);
    ASSERT_FALSE(over);
    EXPECT_EQ(over.why, "At 0x400 the tile would share bytes with A. 0x4400 is free.");
}

// Each stage is the tile again, and nothing but its start is another one.
TEST(BufferWords, OfStagesDifferInTheirStart) {
    std::size_t made = 0;
    for (const TileForm& form : many_forms()) {
        SCOPED_TRACE(name_of(form));
        const auto session = with_tile(first_session(), form);
        if (!session) continue;
        const Derived d = derive(*session);
        const Operand o = form.operand;
        const auto tile = step_words(d, o), both = buffer_words(d, o, {.stages = 2});
        ASSERT_TRUE(tile && both) << tile.why << both.why;
        ASSERT_EQ(both->size(), 2 * tile->size());
        const std::uint32_t bytes = form.rows * form.columns * form.type->container_bits / 8;
        for (std::size_t i = 0; i < both->size(); ++i) {
            const StepWord& first = (*tile)[i % tile->size()];
            const std::uint32_t by = i < tile->size() ? 0 : bytes;
            EXPECT_EQ((*both)[i].start, first.start + by);
            EXPECT_EQ((*both)[i].word, first.word + by / 16);
            EXPECT_EQ((*both)[i].stage, i / tile->size());
        }
        ++made;
    }
    EXPECT_GE(made, 90u);
}

TEST(StepWords, OfPiecesFollowEachOther) {
    Session s = find_preset("wgmma_128b_f16")->session();
    s.image.b.start = 0x14400;
    s.words[1] = s.words[1] >> 14 << 14 | 0x1440;
    s.pieces = {{2, 1}, {8192, 0}};
    const auto steps = step_words(derive(s), Operand::a);
    ASSERT_TRUE(steps) << steps.why;
    ASSERT_EQ(steps->size(), 8u);
    EXPECT_EQ((*steps)[5].piece, 1u);
    EXPECT_EQ((*steps)[5].step, 1u);
    EXPECT_EQ((*steps)[5].start, 0x400u + 8192 + 32);
    EXPECT_EQ((*steps)[5].word, (*steps)[1].word + 8192 / 16);
}

TEST(StepWords, AreNotGuessedFromAnUnknownStart) {
    Session s = presets().front().session();
    s.unknown[WordId::a_desc] = 0x3f, s.word(WordId::a_desc) &= ~std::uint64_t{0x3f};
    const auto steps = step_words(derive(s), Operand::a);
    ASSERT_FALSE(steps);
    EXPECT_NE(steps.why.find("start"), std::string::npos) << steps.why;
}

}  // namespace
}  // namespace tilescope
