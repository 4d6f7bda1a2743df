// tests/unit/document/compare_test.cpp -- differences between sessions, and the edits that undo them.
// SPDX-License-Identifier: MIT
#include <tilescope/document/history.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

Session restored(const Session& from, const Session& to) {
    Session s = to;
    for (const SessionChange& c : changes_between(from, to)) s = apply_edit(s, c.restore);
    return s;
}

TEST(Compare, EqualSessionsHaveNoDifference) { EXPECT_TRUE(changes_between({}, {}).empty()); }

TEST(Compare, NamesTheFieldWithBothValuesAndItsWord) {
    Session to;
    to.words[0] = 0x4000402000010040;  // sbo 512
    const auto changes = changes_between({}, to);
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].what, "A desc sbo: 1024 bytes -> 512 bytes");
    ASSERT_NE(changes[0].field, nullptr);
    EXPECT_EQ(changes[0].field->id, "sbo");
    EXPECT_EQ(restored({}, to), Session{});
}

TEST(Compare, EveryPairOfPresetsCanBeRestored) {
    int pairs = 0;
    for (const Preset& a : presets())
        for (const Preset& b : presets()) {
            const Session from = a.session(), to = b.session();
            EXPECT_EQ(restored(from, to), from) << a.id << " from " << b.id;
            EXPECT_EQ(changes_between(from, to).empty(), from == to) << a.id << " against " << b.id;
            ++pairs;
        }
    EXPECT_GT(pairs, 16);
}

TEST(Compare, ComparesEveryMemberOfTheDocument) {
    Session to;
    to.edition = Edition::v9_4;
    to.arch = "sm_103a";
    to.variant = {.kind = "i8", .cta_group = 2, .ws = true, .sparse = true, .a_in_tmem = true};
    to.words = {1, 2, 3, 4};
    to.tile_k = 128;
    to.mask = {.follow = false, .m = 64, .n = 96};
    to.notes = "n";
    to.image.a = {.writer = ImageWriter::cute, .type = "f16", .cute = "(8,8):(8,1)"};
    to.image.b = {.major = Major::mn, .type = "bf16"};
    for (Recipe& recipe : to.recipe) recipe.kind = RecipeKind::random;
    to.meta_recipe.seed = 2;
    to.run = {.steps = 0, .lane_mask = {1, 2}, .scale_first = {1, 2}};
    to.tensor_map.a = TmaCopy{.smem = 0x400};
    to.tensor_map.b = TmaCopy{.first = {3, 4}};
    EXPECT_EQ(restored({}, to), Session{});
    EXPECT_EQ(restored(to, {}), to);
}

TEST(Compare, DescribesMemoryChangesAsText) {
    Session to;
    to.image.a.mode = SwizzleMode::b64;
    to.recipe[1] = {.kind = RecipeKind::random, .seed = 7};
    to.run.steps = 0;
    const auto changes = changes_between({}, to);
    ASSERT_EQ(changes.size(), 3u);
    EXPECT_EQ(changes[0].what, "image of A: 64B K-major f16 at 0x400");
    EXPECT_EQ(changes[1].what, "B values: random, seed 7");
    EXPECT_EQ(changes[2].what, "K steps 0 and up");
}

}  // namespace
}  // namespace tilescope
