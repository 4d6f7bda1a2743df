// tests/unit/emulator/mma_property_test.cpp -- words that match memory give the exact product in every form.
// SPDX-License-Identifier: MIT
#include "tests/support/mma_jobs.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/shapes.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

using test::make_job;
using test::MmaSpec;

std::string text_of(const MmaSpec& s) {
    const auto operand = [](Major major, SwizzleMode mode) { return say(name_of(major), ' ', row_of(mode).name); };
    return say(s.kind, ' ', s.a_type, " x ", s.b_type, " > ", s.d_type, ' ', s.m, " x ", s.n, " cta ",
               s.variant.cta_group, s.variant.ws ? " ws" : "", s.variant.sparse ? " sp" : "",
               s.variant.a_in_tmem ? " tmem" : "", " A ", operand(s.a_major, s.a_mode), " B ",
               operand(s.b_major, s.b_mode), " steps ", s.steps, ' ', s.arch);
}

double value_of(const std::string& type, std::uint32_t word) {
    return type == "s32" ? static_cast<std::int32_t>(word) : value_of_word(*find_float(type), word);
}

// Expects that the model, the exact product and plain arithmetic agree in every element. Returns 1 if the form exists,
// else 0.
unsigned expect_exact(const MmaSpec& spec) {
    SCOPED_TRACE(text_of(spec));
    const auto made = make_job(spec);
    if (!made.why.empty()) {
        ADD_FAILURE() << made.why;
        return 0;
    }
    const auto out = emulate(made.job, {.doubts = false});
    if (!out) {
        ADD_FAILURE() << out.why;
        return 0;
    }
    EXPECT_EQ(out->outside, 0u);
    EXPECT_EQ(out->unwritten, 0u);
    EXPECT_EQ(out->count[0], out->d.size()) << out->pattern;
    for (unsigned i = 0; i < spec.m; ++i)
        for (unsigned j = 0; j < spec.n; ++j) {
            const double have = value_of(spec.d_type, out->d[std::size_t{i} * spec.n + j]);
            if (have == made.values.product(i, j)) continue;
            ADD_FAILURE() << "D[" << i << "][" << j << "] is " << have << ", want " << made.values.product(i, j);
            return 1;
        }
    return 1;
}

struct KindTypes {
    std::string kind, a_type, b_type, d_type;
};
const KindTypes kAllTypes[] = {
    {"f16", "f16", "f16", "f32"},        {"f16", "f16", "f16", "f16"},      {"f16", "bf16", "bf16", "f32"},
    {"tf32", "tf32", "tf32", "f32"},     {"f8f6f4", "e4m3", "e5m2", "f32"}, {"f8f6f4", "e2m3", "e3m2", "f16"},
    {"f8f6f4", "e2m1", "e4m3", "f32"},   {"i8", "s8", "u8", "s32"},         {"mxf8f6f4", "e4m3", "e2m1", "f32"},
    {"mxf8f6f4", "e3m2", "e5m2", "f32"}, {"mxf4", "e2m1", "e2m1", "f32"},   {"mxf4nvf4", "e2m1", "e2m1", "f32"},
};

MmaSpec spec_of(const KindTypes& t) {
    MmaSpec spec{.kind = t.kind, .a_type = t.a_type, .b_type = t.b_type, .d_type = t.d_type};
    if (t.kind == "mxf4nvf4") {
        spec.variant.scale_block = 16;
        spec.scale_type = "ue4m3";
    }
    return spec;
}

// PTX ISA 9.1, Table 51 and the text under it: the types that can be MN-major, and their swizzle modes.
bool is_legal(const KindTypes& t, bool is_a, Major major, SwizzleMode mode) {
    const std::string& type = is_a ? t.a_type : t.b_type;
    const bool wide = mode == SwizzleMode::b128_32;
    if (major == Major::k) return !wide;
    if (type == "tf32") return wide;
    return !wide && type != "e2m3" && type != "e3m2" && type != "e2m1";
}

constexpr SwizzleMode kPropertyModes[] = {SwizzleMode::none, SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128,
                                          SwizzleMode::b128_32};

TEST(MmaProperty, EveryKindMajorAndModeGivesTheExactProduct) {
    unsigned forms = 0;
    for (const KindTypes& t : kAllTypes)
        for (const bool is_a : {true, false})
            for (const Major major : {Major::k, Major::mn})
                for (const SwizzleMode mode : kPropertyModes) {
                    if (!is_legal(t, is_a, major, mode)) continue;
                    MmaSpec spec = spec_of(t);
                    spec.n = 32;
                    (is_a ? spec.a_major : spec.b_major) = major;
                    (is_a ? spec.a_mode : spec.b_mode) = mode;
                    forms += expect_exact(spec);
                }
    // K-major 12 x 2 x 4; MN-major A: three of 16 bits and three of 8 in four modes, tf32 in one; B: one more of 8
    // bits.
    EXPECT_EQ(forms, 96u + 6 * 4 + 1 + 7 * 4 + 1);
}

// Returns some different ones of all legal sizes: the two smallest, one in between, and the greatest.
std::vector<unsigned> some_of(const std::vector<unsigned>& legal) {
    if (legal.size() <= 3) return legal;
    return {legal[0], legal[1], legal[legal.size() / 3], legal.back()};
}

unsigned expect_shapes(MmaSpec spec) {
    unsigned forms = 0;
    const ShapeQuery query{
        .kind = spec.kind, .cta_group = spec.variant.cta_group, .ws = spec.variant.ws, .sparse = spec.variant.sparse};
    for (const unsigned m : legal_m(query))
        for (const unsigned n : some_of(legal_n(query))) {
            spec.m = m;
            spec.n = n;
            forms += expect_exact(spec);
        }
    return forms;
}

TEST(MmaProperty, ShapesOfEveryKindAndFormGiveTheExactProduct) {
    unsigned forms = 0;
    for (const KindTypes& t : kAllTypes)
        for (const unsigned cta_group : {1u, 2u}) {
            MmaSpec spec = spec_of(t);
            spec.variant.cta_group = cta_group;
            forms += expect_shapes(spec);
            spec.variant.ws = true;
            if (cta_group == 1 && find_kind(t.kind)->ws) forms += expect_shapes(spec);
        }
    EXPECT_GT(forms, 150u);
}

// M = 64 is not tested: no known document defines the placement of its metadata.
TEST(MmaProperty, SparseFormsGiveTheExactProduct) {
    unsigned forms = 0;
    for (const KindTypes& t : kAllTypes) {
        MmaSpec spec = spec_of(t);
        spec.variant.sparse = true;
        spec.n = 64;
        forms += expect_exact(spec);
        spec.variant.cta_group = 2;
        spec.m = 256;
        forms += expect_exact(spec);
    }
    EXPECT_EQ(forms, 24u);
}

TEST(MmaProperty, AInTensorMemoryGivesTheExactProduct) {
    unsigned forms = 0;
    for (const KindTypes& t : kAllTypes)
        for (const unsigned m : {64u, 128u}) {
            MmaSpec spec = spec_of(t);
            if (m == 64 && !find_kind(t.kind)->ws) continue;
            spec.variant.a_in_tmem = true;
            spec.m = m;
            spec.n = 48;
            forms += expect_exact(spec);
        }
    EXPECT_EQ(forms, 20u);
}

TEST(MmaProperty, AKLoopGivesTheExactProduct) {
    for (const KindTypes& t : kAllTypes) {
        if (find_kind(t.kind)->block_scaled()) continue;
        for (const SwizzleMode mode : {SwizzleMode::none, SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128}) {
            MmaSpec spec = spec_of(t);
            spec.a_mode = spec.b_mode = mode;
            spec.steps = 5;
            spec.n = 32;
            spec.enable_d = true;
            // The sum of five steps can need more than the 11 bits of an f16.
            if (t.d_type == "f16") continue;
            EXPECT_EQ(expect_exact(spec), 1u);
        }
    }
}

TEST(MmaProperty, SparseWgmmaGivesTheExactProduct) {
    unsigned forms = 0;
    for (const KindTypes& t : kAllTypes) {
        if (!has_kind(family_of(kHopper), t.kind) || t.a_type.starts_with("e2") || t.a_type.starts_with("e3")) continue;
        MmaSpec spec = spec_of(t);
        spec.arch = std::string(kHopper);
        spec.variant.sparse = true;
        spec.m = 64;
        forms += expect_exact(spec);
    }
    EXPECT_EQ(forms, 6u);
}

TEST(MmaProperty, WgmmaGivesTheExactProduct) {
    unsigned forms = 0;
    for (const KindTypes& t : kAllTypes) {
        if (!has_kind(family_of(kHopper), t.kind) || t.a_type.starts_with("e2") || t.a_type.starts_with("e3")) continue;
        for (const bool registers : {false, true})
            for (const unsigned n : some_of(legal_n({.kind = t.kind, .family = family_of(kHopper)}))) {
                MmaSpec spec = spec_of(t);
                spec.arch = std::string(kHopper);
                spec.variant.a_in_tmem = registers;
                spec.m = 64;
                spec.n = n;
                spec.enable_d = true;
                forms += expect_exact(spec);
            }
    }
    EXPECT_GT(forms, 40u);
}

}  // namespace
}  // namespace tilescope
