// tests/bench/edited_tile.h -- a session for edit benchmarks: 128 x 256 x 64 bf16 with random words.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/session.h>

namespace tilescope::bench {

// The session has four K steps. Its sums lose bits in the window, and no operand is zero.
inline Session edited_tile() {
    Session s;
    s.words[static_cast<std::size_t>(WordId::idesc)] = 0x08400490;
    s.words[static_cast<std::size_t>(WordId::b_desc)] = 0x4000404000010840;  // B is after A, at 0x8400
    s.tile_k = 64;
    s.image.b.start = 0x8400;
    s.image.a.type = s.image.b.type = "bf16";
    s.recipe[0] = {.kind = RecipeKind::random, .seed = 1};
    s.recipe[1] = {.kind = RecipeKind::random, .seed = 2};
    s.run.steps = 0;
    return s;
}

}  // namespace tilescope::bench
