// tests/consumer/kernel.cu -- a kernel that uses the installed headers: compiled, not run.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/smem.h>

__global__ void stride_of(const unsigned long long* words, unsigned long long* out) {
    constexpr tilescope::Field sbo = tilescope::field(tilescope::kSmem91, "sbo");
    out[threadIdx.x] = value_of(sbo, get_field(sbo, words[threadIdx.x]));
}
