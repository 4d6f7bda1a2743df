// tests/support/kernel_forms.cpp -- every form that a live kernel can have on a target, and forms that it cannot have.
// SPDX-License-Identifier: MIT
#include "tests/support/kernel_forms.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>

namespace tilescope::test {
namespace {

constexpr bool kNoYes[] = {false, true};

std::vector<std::string> collectors_of(bool ws) {
    std::vector<std::string> out = {""};
    for (const std::string_view buffer : collector_buffers(ws))
        for (const std::string_view op : kCollectorOps) out.push_back(say(buffer, "::", op));
    return out;
}

// The forms without .ws of a kind without scale factors.
void add_plain_variants(const Variant& base, std::vector<Variant>& out) {
    for (const bool mask : kNoYes)
        for (const bool shift : kNoYes)
            for (const std::string& collector : collectors_of(false))
                for (const int scale : {-1, 0, 7, 15}) {
                    Variant v = base;
                    v.lane_mask = mask, v.ashift = shift, v.collector = collector;
                    if (scale >= 0) v.scale_d = static_cast<unsigned>(scale);
                    out.push_back(std::move(v));
                }
}

// Each spelling of each size: none, .block16, .block32, .scale_vec.
void add_scaled_variants(const Variant& base, std::vector<Variant>& out) {
    for (const std::string& collector : collectors_of(false))
        for (const unsigned block : {0u, 16u, 32u})
            for (const bool vec : kNoYes) {
                if (block == 0 && vec) continue;
                Variant v = base;
                v.scale_block = block, v.scale_vec = vec, v.collector = collector;
                if (block != 0 || !kind_or_none(v.kind).block_named) out.push_back(std::move(v));
            }
}

std::vector<KernelForm> tcgen05_forms(std::string_view arch, Edition edition) {
    std::vector<KernelForm> out;
    for (const std::string_view kind : kinds_of(edition))
        for (const bool sparse : kNoYes)
            for (const bool in_tmem : kNoYes) {
                std::vector<Variant> plain;
                Variant base{.kind = std::string(kind), .sparse = sparse, .a_in_tmem = in_tmem};
                for (const unsigned group : {1u, 2u}) {
                    base.cta_group = group;
                    (kind_or_none(kind).block_scaled() ? add_scaled_variants : add_plain_variants)(base, plain);
                }
                base.cta_group = 1, base.ws = true;
                for (const Variant& v : plain)
                    out.push_back({.edition = edition, .arch = std::string(arch), .variant = v, .shape = {}});
                for (const std::string& collector : collectors_of(true))
                    for (const bool zero_mask : kNoYes) {
                        base.collector = collector;
                        out.push_back({.edition = edition,
                                       .arch = std::string(arch),
                                       .variant = base,
                                       .zero_mask = zero_mask,
                                       .shape = {}});
                    }
            }
    return out;
}

struct WgmmaTypes {
    std::string_view kind, d, a, b;
    unsigned k;
};
// PTX ISA 9.1, 9.7.15.2.
constexpr WgmmaTypes kWgmmaTypes[] = {
    {"f16", "f32", "f16", "f16", 16},      {"f16", "f16", "f16", "f16", 16},      {"f16", "f32", "bf16", "bf16", 16},
    {"tf32", "f32", "tf32", "tf32", 8},    {"f8f6f4", "f32", "e4m3", "e4m3", 32}, {"f8f6f4", "f32", "e4m3", "e5m2", 32},
    {"f8f6f4", "f32", "e5m2", "e4m3", 32}, {"f8f6f4", "f32", "e5m2", "e5m2", 32}, {"f8f6f4", "f16", "e4m3", "e4m3", 32},
    {"f8f6f4", "f16", "e4m3", "e5m2", 32}, {"f8f6f4", "f16", "e5m2", "e4m3", 32}, {"f8f6f4", "f16", "e5m2", "e5m2", 32},
    {"i8", "s32", "s8", "s8", 32},         {"i8", "s32", "s8", "u8", 32},         {"i8", "s32", "u8", "s8", 32},
    {"i8", "s32", "u8", "u8", 32},         {"i8", "s32", "b1", "b1", 256},
};

// All signs and transpositions that change the text.
void add_modified(const KernelForm& form, std::vector<KernelForm>& out) {
    const KindRow& kind = kind_or_none(form.variant.kind);
    for (unsigned bits = 0; bits < 16; ++bits) {
        KernelForm f = form;
        f.shape.negate_a = bits & 1, f.shape.negate_b = bits & 2;
        f.shape.transpose_a = bits & 4, f.shape.transpose_b = bits & 8;
        const bool transposes = f.shape.transpose_a || f.shape.transpose_b;
        const bool prints =
            !kind.integer && (kind.wgmma_transposes || !transposes) && (!f.variant.a_in_tmem || !f.shape.transpose_a);
        if (prints || bits == 0) out.push_back(std::move(f));
    }
}

std::vector<KernelForm> wgmma_forms(std::string_view arch, Edition edition) {
    constexpr unsigned kModifiedN = 16;
    std::vector<KernelForm> out;
    for (const WgmmaTypes& t : kWgmmaTypes)
        for (unsigned n = 8; n <= 256; n += 8)
            for (const bool sparse : kNoYes)
                for (const bool in_registers : kNoYes)
                    for (const bool saturate : kNoYes) {
                        const bool bits = t.a == "b1";
                        if (saturate && !kind_or_none(t.kind).integer) continue;  // does not change the text
                        KernelForm f{.edition = edition, .arch = std::string(arch), .shape = {}};
                        f.variant = {
                            .kind = std::string(t.kind), .sparse = sparse, .a_in_tmem = in_registers, .b1 = bits};
                        f.shape = {.n = n,
                                   .k = sparse ? 2 * t.k : t.k,
                                   .d_type = t.d,
                                   .a_type = t.a,
                                   .b_type = t.b,
                                   .saturate = saturate};
                        if (n == kModifiedN)
                            add_modified(f, out);
                        else
                            out.push_back(std::move(f));
                    }
    return out;
}

}  // namespace

std::vector<KernelForm> kernel_forms(std::string_view arch) {
    const Edition edition = edition_of(arch, Edition::v9_1);
    return has_feature(arch, Feature::wgmma) ? wgmma_forms(arch, edition) : tcgen05_forms(arch, edition);
}

std::string name_of_form(const KernelForm& form) {
    const bool hopper = has_feature(form.arch, Feature::wgmma);
    return say(form.arch, ' ', hopper ? wgmma_text(form.variant, form.shape) : mma_text(form.variant, form.zero_mask));
}

}  // namespace tilescope::test
