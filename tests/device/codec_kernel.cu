// tests/device/codec_kernel.cu -- uses the tables and word/field.h in a kernel. It is compiled, but not run.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/idesc.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/families.h>

using namespace tilescope;

__global__ void read_and_write_fields(const unsigned long long* words, unsigned long long* out) {
    // An unknown field id is a compile error here. The kernel contains only a shift and a mask for each field.
    constexpr Field lbo = field(kSmem91, "lbo");
    constexpr Field sbo = field(kSmem91, "sbo");
    constexpr Field n = field(kIdescF16_91, "n");
    constexpr Swizzle swizzle = row_of(SwizzleMode::b128).swizzle;
    const auto i = threadIdx.x;
    out[4 * i] = value_of(lbo, get_field(lbo, words[i]));
    out[4 * i + 1] = set_field(sbo, words[i], 64);
    out[4 * i + 2] = value_of(n, get_field(n, words[i]));
    out[4 * i + 3] = swizzle(static_cast<std::uint32_t>(words[i]));
}

static_assert(get_field(field(kSmem91, "swizzle"), 0x4000404000010040) == 2);
static_assert(value_of(field(kSmem91, "sbo"), get_field(field(kSmem91, "sbo"), 0x4000404000010040)) == 1024);
