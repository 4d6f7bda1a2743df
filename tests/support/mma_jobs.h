// tests/support/mma_jobs.h -- emulator jobs whose words match the memory, with values that a test can multiply.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::test {

struct MmaSpec {
    std::string kind = "f16", a_type = "f16", b_type = "f16", d_type = "f32";
    unsigned m = 128, n = 64;
    Variant variant = {};  // make_job() sets its kind from `kind` above
    Major a_major = Major::k, b_major = Major::k;
    SwizzleMode a_mode = SwizzleMode::b128, b_mode = SwizzleMode::b128;
    unsigned steps = 1;
    std::string arch = "sm_100a", scale_type = "ue8m0";
    unsigned sfa_id = 0, sfb_id = 0;
    bool k96 = false;
    bool enable_d = false;
    std::uint32_t seed = 1;
};

// The values of the words, so that a test can multiply them in plain arithmetic.
struct MmaValues {
    unsigned m = 0, n = 0, k = 0;
    std::vector<double> a, b, c;   // m x k (sparse: at logical positions, else 0), n x k, m x n
    std::vector<double> sfa, sfb;  // m x k and n x k: the scale factor of each element; empty: none

    double product(unsigned row, unsigned column) const;  // includes C
};

struct MadeJob {
    EmulatorJob job;
    MmaValues values;
    std::string why;  // not empty: the form does not exist
};
MadeJob make_job(const MmaSpec& spec);

}  // namespace tilescope::test
