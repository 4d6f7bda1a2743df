// core/include/tilescope/session/selftest.h -- the jobs with which a GPU is compared with the model.
// SPDX-License-Identifier: MIT
//
//     for (const SelftestJob& job : selftest_jobs("9.0", SelftestSize::smoke)) run(job.session);
//
// Every job has words that no rule refuses, and memory that matches them. So a difference is a fact about the hardware
// or an error of the model, never one of the words.
#pragma once

#include <tilescope/session/session.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class SelftestSize : std::uint8_t {
    smoke,  // every preset of the chip, with values that show wrong reads and with random values
    full    // also every N, every swizzle mode with every majorness, and all types without scale factors
};
inline constexpr NamedValue kSelftestSizes[] = {{0, "smoke"}, {1, "full"}};

struct SelftestJob {
    std::string name;  // "k_major_128b_f16, N 96, random": unique in its list
    Session session;
};

// Returns the jobs for a chip, for example "10.3", in a fixed order. Each runs all K steps of its tile. Presets of
// another target of the same generation are retargeted, if the target of the chip has their form. Empty: no target with
// wgmma or tcgen05 is for this chip.
std::vector<SelftestJob> selftest_jobs(std::string_view chip, SelftestSize size);

}  // namespace tilescope
