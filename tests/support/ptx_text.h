// tests/support/ptx_text.h -- instructions as text from their parts, in the manual's order.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::test {

// tcgen05.mma with the registers %dt, %ad, ... of the kernel in tests/ptxas.
struct MmaText {
    std::string kind = "f16";
    unsigned cta = 1;
    bool ws = false, sp = false, a_in_tmem = false;
    bool scaled = false;  // .block_scale and the two operands of it
    std::string size;
    bool ashift = false;
    std::string collector, collector_b;
    bool lut = false;
    unsigned mask = 0;  // words of the lane mask
    bool zeros = false;
    std::optional<int> scale_d;
};
std::string to_text(const MmaText& v);

struct WgmmaText {
    unsigned n = 8, k = 16;  // k as it is written
    std::string d = "f32", a = "f16", b = "f16";
    bool satfinite = false, sp = false, a_in_registers = false;
    int scale_a = 1, scale_b = 1, trans_a = 0, trans_b = 0;
};
std::string to_text(const WgmmaText& w);

// "m64n64k16.f32.f16.f16 ta1tb0sa-1sb1", "m64n8k32.f16.e4m3.e4m3.Areg", "m64n8k32.f32.f16.f16.sp".
std::string wgmma_text_of(std::string_view name);

// "a, b, c"
std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ");
// "{%m0, %m1}"
std::string registers(std::string_view name, unsigned count);

}  // namespace tilescope::test
