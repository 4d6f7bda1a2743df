// core/src/ptx/mma_text.cpp -- one instruction as PTX text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/ptx/mma_text.h>

namespace tilescope {
namespace {

// "{m0, m1, m2, m3}"
std::string list(std::string_view name, unsigned count) {
    std::string out = "{";
    for (unsigned i = 0; i < count; ++i) out += say(i ? ", " : "", name, i);
    return out + '}';
}

constexpr unsigned kMaskWordsOfCta = 4;  // a bit a lane

// Registers of a thread: D of 64 rows over 128 threads, two f16 in one; A always four. PTX ISA 9.1, 9.7.15.5.1.
unsigned d_registers(const WgmmaShape& s) { return s.d_type == "f16" ? s.n / 4 : s.n / 2; }
constexpr unsigned kARegisters = 4;

}  // namespace

std::string mma_text(const Variant& v, bool zero_mask) {
    const KindRow* kind = find_kind(v.kind);
    const bool scaled = kind && kind->block_scaled;
    const std::string size = scale_size_text(v);
    std::string out = say("tcgen05.mma", v.ws ? ".ws" : "", v.sparse ? ".sp" : "", ".cta_group::", v.cta_group,
                          ".kind::", v.kind, scaled ? ".block_scale" : "", size.empty() ? "" : ".", size,
                          v.ashift ? ".ashift" : "", v.collector.empty() ? "" : ".collector::", v.collector);
    out += say(" [d], ", v.a_in_tmem ? "[a]" : "a", ", b", v.sparse ? ", [meta]" : "", ", idesc");
    if (scaled) out += ", [sfa], [sfb]";
    if (v.lane_mask) out += say(", ", list("m", kMaskWordsOfCta * v.cta_group));
    out += ", p";
    if (v.scale_d) out += say(", ", *v.scale_d);
    return say(out, v.ws && zero_mask ? ", zcm" : "", ";");
}

std::string wgmma_text(const Variant& v, const WgmmaShape& s, bool all_registers) {
    const bool integers = v.kind == "i8", transposes = v.kind == "f16";
    const auto sign = [](bool negate) { return negate ? ", -1" : ", 1"; };
    const auto flag = [](bool set) { return set ? ", 1" : ", 0"; };
    std::string out = say("wgmma.mma_async", v.sparse ? ".sp" : "", ".sync.aligned.m64n", s.n, "k", s.k,
                          integers && s.saturate ? ".satfinite" : "", '.', s.d_type, '.', s.a_type, '.', s.b_type, ' ',
                          all_registers ? list("d", d_registers(s)) : "{d}", ", ");
    out += !v.a_in_tmem ? "a" : all_registers ? list("a", kARegisters) : "{a}";
    out += say(", b", v.sparse ? ", meta, 0" : "", ", p");
    if (!integers) out += say(sign(s.negate_a), sign(s.negate_b));
    if (transposes && !v.a_in_tmem) out += flag(s.transpose_a);
    if (transposes) out += flag(s.transpose_b);
    return out + ';';
}

}  // namespace tilescope
