// tests/unit/autopsy/tile_parts_test.cpp -- chains of several warpgroups that are parts of one tile.
// SPDX-License-Identifier: MIT
#include "tests/unit/autopsy/made_kernel.h"

#include <tilescope/autopsy/chain_session.h>

#include <gtest/gtest.h>

#include <vector>

namespace tilescope::autopsy::test {
namespace {

using Tile = std::vector<std::size_t>;

std::vector<Tile> tiles_of(const MadeKernel& kernel) {
    std::vector<Tile> out;
    for (const Chain& chain : chains_of(kernel.recording())) out.push_back(chain.tile);
    return out;
}

TEST(AutopsyTileParts, AreTheWarpgroupsThatShareB) {
    for (const SwizzleMode mode : {SwizzleMode::none, SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128})
        for (const Major major : {Major::k, Major::mn})
            for (const unsigned warpgroups : {2u, 3u}) {
                const MadeKernel kernel({.warpgroups = warpgroups, .mode = {mode, mode}, .major = {major, major}});
                // An MN-major atom of 128B has all 64 rows, so its word has no distance to the next ones.
                const bool is_said = mode != SwizzleMode::b128 || major == Major::k;
                const Tile all = !is_said ? Tile{} : warpgroups == 2 ? Tile{0, 1} : Tile{0, 1, 2};
                EXPECT_EQ(tiles_of(kernel), std::vector<Tile>(warpgroups, all))
                    << static_cast<int>(mode) << ' ' << static_cast<int>(major) << ' ' << warpgroups;
            }
    EXPECT_EQ(tiles_of(MadeKernel({})), std::vector<Tile>(1));
}

// What each one says names its rows and the others.
TEST(AutopsyTileParts, SayWhichRowsTheyHave) {
    const MadeKernel kernel({.warpgroups = 2});
    const Recording recording = kernel.recording();
    const std::vector<Chain> chains = chains_of(recording);
    ASSERT_EQ(chains.size(), 2u);
    EXPECT_EQ(rows_text(chains[0]), "rows 0 to 63 of a tile of 128");
    EXPECT_EQ(rows_text(chains[1]), "rows 64 to 127 of a tile of 128");
    const auto sessions = sessions_of(recording, chains[1], "chain1");
    ASSERT_TRUE(sessions) << sessions.why;
    EXPECT_NE(sessions->at(0).session.notes.find("Chains 0 and 1 are parts of one tile"), std::string::npos);
    EXPECT_NE(diagnose(recording, chains)[1].sentences, diagnose(recording, chains)[0].sentences);
}

// Other words do not prove that the rows are those of one tile.
TEST(AutopsyTileParts, OthersStandAlone) {
    MadeKernel other_b({.warpgroups = 2}), same_a({.warpgroups = 2}), other_rows({.warpgroups = 2});
    for (std::uint64_t& word : other_b.b[1]) word += 2;
    same_a.a[1] = same_a.a[0];
    other_rows.change(Operand::a, [](SmemLayout& layout) { layout.sbo *= 2; });
    for (const MadeKernel* kernel : {&other_b, &same_a, &other_rows})
        EXPECT_EQ(tiles_of(*kernel), std::vector<Tile>(2));
}

}  // namespace
}  // namespace tilescope::autopsy::test
