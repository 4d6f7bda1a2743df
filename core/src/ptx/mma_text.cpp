// core/src/ptx/mma_text.cpp -- prints an instruction variant as PTX text, and reads the variant back.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/types.h>
#include <tilescope/ptx/mma_text.h>

namespace tilescope {
namespace {

constexpr unsigned kMaskWordsOfCta = 4;  // one bit per lane

}  // namespace

std::string register_list(std::string_view name, unsigned count) {
    std::string out = "{";
    for (unsigned i = 0; i < count; ++i) out += say(i ? ", " : "", name, i);
    return out + '}';
}

// D has 64 rows over 128 threads, and a register has 32 bits.
unsigned d_registers(unsigned n, std::string_view d_type) { return n * bits_of_d(d_type) / 64; }

std::string mma_text(const Variant& v, bool zero_mask, const MmaNames& names) {
    const KindRow* kind = find_kind(v.kind);
    const bool scaled = kind && kind->block_scaled();
    const std::string size = scale_size_text(v);
    std::string out = say("tcgen05.mma", v.ws ? ".ws" : "", v.sparse ? ".sp" : "", ".cta_group::", v.cta_group,
                          ".kind::", v.kind, scaled ? ".block_scale" : "", size.empty() ? "" : ".", size,
                          v.ashift ? ".ashift" : "", v.collector.empty() ? "" : ".collector::", v.collector);
    const auto address = [](std::string_view name) { return say('[', name, ']'); };
    out += say(' ', address(names.d), ", ", v.a_in_tmem ? address(names.a) : std::string(names.a), ", ", names.b);
    if (v.sparse) out += say(", ", address(names.meta));
    out += say(", ", names.idesc);
    if (scaled) out += say(", ", address(names.sfa), ", ", address(names.sfb));
    if (v.lane_mask) out += say(", ", register_list(names.lane_mask, kMaskWordsOfCta * v.cta_group));
    out += say(", ", names.enable_d);
    if (v.scale_d) out += say(", ", *v.scale_d);
    if (v.ws && zero_mask) out += say(", ", names.zcm);
    return out + ';';
}

Variant variant_of(const MmaLine& line) {
    Variant v{.kind = line.kind,
              .cta_group = line.cta_group == 2 ? 2u : 1u,
              .ws = line.ws,
              .sparse = line.sparse,
              .a_in_tmem = line.a_in_tmem,
              .collector = is_collector(line.collector) ? line.collector : std::string(),
              .ashift = line.ashift,
              .lane_mask = line.lane_mask() != 0};
    const std::string_view size = line.scale_size;
    const KindRow* kind = find_kind(line.kind);
    v.scale_vec = size.starts_with("scale_vec::");
    if (size == "block16" || size == "block32") v.scale_block = size == "block16" ? 16 : 32;
    if (v.scale_vec && kind)
        for (const unsigned block : {16u, 32u})
            if (say("scale_vec::", kind->dense_k / block, 'X') == size) v.scale_block = block;
    const MmaOperand* scale_d = line.operand(OperandRole::scale_d);
    if (scale_d && scale_d->value && *scale_d->value >= 0 && *scale_d->value <= kMostScaleD)
        v.scale_d = static_cast<unsigned>(*scale_d->value);
    return v;
}

std::string wgmma_text(const Variant& v, const WgmmaShape& s, bool all_registers, const MmaNames& names) {
    const KindRow& kind = kind_or_none(v.kind);
    const bool integers = kind.integer, bits = s.a_type == "b1", transposes = kind.wgmma_transposes;
    const auto sign = [](bool negate) { return negate ? ", -1" : ", 1"; };
    const auto flag = [](bool set) { return set ? ", 1" : ", 0"; };
    const auto list = [&](std::string_view name, unsigned count) {
        return all_registers ? register_list(name, count) : say('{', name, '}');
    };
    std::string out = say(s.opcode, v.sparse ? ".sp" : "", ".sync.aligned.m64n", s.n, "k", s.k,
                          integers && s.saturate ? ".satfinite" : "", '.', s.d_type, '.', s.a_type, '.', s.b_type,
                          bits ? ".and.popc " : " ", list(names.d, d_registers(s.n, s.d_type)), ", ");
    out += v.a_in_tmem ? list(names.a, kWgmmaARegisters) : std::string(names.a);
    out += say(", ", names.b);
    if (v.sparse) out += say(", ", names.meta, ", 0");
    out += say(", ", names.enable_d);
    if (!integers) out += say(sign(s.negate_a), sign(s.negate_b));
    if (transposes && !v.a_in_tmem) out += flag(s.transpose_a);
    if (transposes) out += flag(s.transpose_b);
    return out + ';';
}

}  // namespace tilescope
