// core/include/tilescope/hw/archs.h -- targets: what they have, and which forms of the instruction they take.
// SPDX-License-Identifier: MIT
//
//     has_feature("sm_103a", Feature::k96)                  true
//     targets_with(Feature::k96, Edition::v9_1)             "sm_103a"
//     why_not_on(*arch_named("sm_107a"), {.kind = "i8"})    "kind i8 is not on sm_107a; it is on sm_100a, sm_110a."
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/features.h>
#include <tilescope/word/field.h>

#include <string>
#include <string_view>

namespace tilescope {

struct ArchRow {
    std::string_view id;
    Features features;
    std::string_view ptx;    // lowest PTX version with tcgen05 (wgmma) on it; empty: none has
    unsigned address_bits;   // of start and LBO fields, the 4 dropped ones included
    std::string_view chips;  // compute capabilities that run code for this target
    Edition since;           // the oldest edition here that has the target
    std::string_view source;
    Certainty certainty = Certainty::confirmed;

    constexpr bool has(Feature f) const { return features.has(f); }
};

// What targets of one generation share.
inline constexpr Features kFamily100 = {Feature::tcgen05, Feature::scale_input_d};
inline constexpr Features kFamily103 = kFamily100 | Features{Feature::ld_red};
inline constexpr Features kFamily107 =
    kFamily103 | Features{Feature::kind_ti16, Feature::collector_b, Feature::lut_b, Feature::fields_94};
inline constexpr Features kFamily110 = {Feature::tcgen05, Feature::ld_red, Feature::ld_red_loose};
inline constexpr Features kExactTcgen05 = {Feature::exact, Feature::scale_vec, Feature::sparse_packed, Feature::shift};
inline constexpr Features kI8 = {Feature::kind_i8}, kK96 = {Feature::k96}, kLoose = {Feature::ld_red_loose};

// Source of the features: ptxas 13.0.88 and, for sm_107, 13.5.37, asked about every form; the sections of the manual
// stand with the rows.
inline constexpr std::string_view kWgmmaTarget = "PTX ISA 9.1, 9.7.15; ptxas 13.0.88";
inline constexpr std::string_view kTcgen05Target = "PTX ISA 9.1, 9.7.16; ptxas 13.0.88";
inline constexpr std::string_view kNoMmaTarget = "PTX ISA 9.1, 9.7.15 and 9.7.16 (neither instruction); ptxas 13.0.88";
inline constexpr std::string_view kTarget107 =
    "PTX ISA 9.4; ptxas 13.5.37; CuTe DSL 4.8.1 (addresses of 15 bits, contradiction X12)";

// clang-format off
inline constexpr ArchRow kArchs[] = {
    // id        features                            ptx    bits  chips            since          source
    {"sm_90a",  {Feature::wgmma, Feature::exact},    "8.0", 18, "9.0",              Edition::v9_1, kWgmmaTarget},
    {"sm_100a", kFamily100 | kExactTcgen05 | kI8,    "8.6", 18, "10.0",             Edition::v9_1, kTcgen05Target},
    {"sm_100f", kFamily100,                          "8.8", 18, "10.0, 10.3, 10.7", Edition::v9_1, kTcgen05Target},
    {"sm_103a", kFamily103 | kExactTcgen05 | kK96 | kLoose, "8.8", 18, "10.3",             Edition::v9_1, kTcgen05Target},
    {"sm_103f", kFamily103 | kLoose,                 "8.8", 18, "10.3, 10.7",       Edition::v9_1, kTcgen05Target},
    {"sm_110a", kFamily110 | kExactTcgen05 | kI8,    "9.0", 18, "11.0",             Edition::v9_1, kTcgen05Target},
    {"sm_110f", kFamily110,                          "9.0", 18, "11.0",             Edition::v9_1, kTcgen05Target},
    {"sm_120a", {Feature::exact},                    "",    18, "12.0",             Edition::v9_1, kNoMmaTarget},
    {"sm_121a", {Feature::exact},                    "",    18, "12.1",             Edition::v9_1, kNoMmaTarget},
    {"sm_107a", kFamily107 | kExactTcgen05 | kK96,   "9.4", 19, "10.7",             Edition::v9_4, kTarget107},
    {"sm_107f", kFamily107,                          "9.4", 19, "10.7",             Edition::v9_4, kTarget107},
};
// clang-format on

inline constexpr unsigned kUsualAddressBits = 18;  // of every target before sm_107

// The targets that stand for their generation: where nothing else is said.
inline constexpr std::string_view kHopper = "sm_90a", kBlackwell = "sm_100a";

constexpr const ArchRow* arch_named(std::string_view id) {
    for (const ArchRow& a : kArchs)
        if (a.id == id) return &a;
    return nullptr;
}

// A target that is not in the table has nothing.
constexpr bool has_feature(std::string_view arch, Feature feature) {
    const ArchRow* row = arch_named(arch);
    return row && row->has(feature);
}

// The row, or a sentence that lists the targets of the edition.
Answer<const ArchRow*> find_arch(std::string_view id, Edition edition);

// "sm_90a, sm_100a, ...": the targets of an edition, for sentences.
std::string arch_list(Edition edition);

// "sm_100a, sm_110a": for sentences. Targets that came with a later edition are left out; where no other has the
// feature they are named.
std::string targets_with(Feature feature, Edition edition);

// A form of tcgen05.mma, or of wgmma.mma_async, as far as its text decides.
struct FormQuery {
    std::string_view kind = "f16";
    bool ws = false, sparse = false;
    bool wgmma = false;
};

// Empty where the target's assembler takes the form, else why not.
std::string why_not_on(const ArchRow& arch, const FormQuery& form);

}  // namespace tilescope
