// tests/support/ptx_text.h -- builds the text of an instruction from its parts, in the order of the manual.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::test {

// A tcgen05.mma. Its registers (%dt, %ad, ...) are those of the kernel in tests/ptxas.
struct MmaText {
    std::string kind = "f16";
    unsigned cta = 1;
    bool ws = false, sp = false, a_in_tmem = false;
    bool scaled = false;  // .block_scale and its two operands
    std::string size;
    bool ashift = false;
    std::string collector, collector_b;
    bool lut = false;
    unsigned mask = 0;  // number of registers of the lane mask
    bool zeros = false;
    std::optional<int> scale_d;
};
std::string to_text(const MmaText& v);

struct WgmmaText {
    unsigned n = 8, k = 16;  // k as in the text
    std::string d = "f32", a = "f16", b = "f16";
    bool satfinite = false, sp = false, a_in_registers = false;
    int scale_a = 1, scale_b = 1, trans_a = 0, trans_b = 0;
};
std::string to_text(const WgmmaText& w);

// Converts a name of ptxas_wgmma.csv to the text of the instruction. Names: "m64n64k16.f32.f16.f16 ta1tb0sa-1sb1",
// "m64n8k32.f16.e4m3.e4m3.Areg", "m64n8k32.f32.f16.f16.sp".
std::string wgmma_text_of(std::string_view name);

// Returns "a, b, c".
std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ");
// Returns "{%m0, %m1}".
std::string registers(std::string_view name, unsigned count);

}  // namespace tilescope::test
