// core/include/tilescope/hw/archs.h -- targets: what they have, and which forms of the instruction they take.
// SPDX-License-Identifier: MIT
//
//     has_feature("sm_103a", Feature::k96)                  true
//     targets_with(Feature::k96, Edition::v9_1)             "sm_103a"
//     runs_on(*arch_named("sm_100f"), "10.3")               true
//     can_run_on(*arch_named("sm_107a"), {.kind = "i8"})    no: "kind i8 is not on sm_107a; it is on sm_100a, sm_110a."
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/features.h>
#include <tilescope/hw/memory.h>
#include <tilescope/word/field.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace tilescope {

struct ArchRow {
    std::string_view id;
    Features features;
    std::string_view ptx;   // lowest .version that knows the target
    unsigned address_bits;  // of start and LBO fields, the 4 dropped ones included
    const SmemRow* smem;
    unsigned tmem_columns;   // all; those beyond kTmem.columns need .exclusive; 0: no Tensor Memory
    std::string_view chips;  // compute capabilities that run code for this target, its own first
    Edition since;           // the oldest edition here that has the target
    std::string_view source;
    Certainty certainty = Certainty::confirmed;

    constexpr bool has(Feature f) const { return features.has(f); }
};

// What targets of one generation share.
inline constexpr Features kLoose = {Feature::loose};
inline constexpr Features kFamily100 = {Feature::tcgen05, Feature::scale_input_d};
inline constexpr Features kFamily103 = kFamily100 | Features{Feature::ld_red};
inline constexpr Features kFamily107 =
    kFamily103 | Features{Feature::kind_ti16,   Feature::collector_b,       Feature::lut_b,
                          Feature::commit_wide, Feature::commit_restricted, Feature::fields_94};
inline constexpr Features kFamily110 = kLoose | Features{Feature::tcgen05, Feature::ld_red};
inline constexpr Features kExactTcgen05 = {Feature::exact, Feature::scale_vec, Feature::sparse_packed, Feature::shift};
inline constexpr Features kI8 = {Feature::kind_i8}, kK96 = {Feature::k96}, kCompress = {Feature::spcompress};

// Source of the features: ptxas 13.0.88 and, for sm_107, 13.5.37, asked about every form; the sections of the manual
// stand with the rows.
inline constexpr std::string_view kWgmmaTarget = "PTX ISA 9.1, 9.7.15; ptxas 13.0.88";
inline constexpr std::string_view kTcgen05Target = "PTX ISA 9.1, 9.7.16; ptxas 13.0.88";
inline constexpr std::string_view kNoMmaTarget = "PTX ISA 9.1, 9.7.15 and 9.7.16 (neither instruction); ptxas 13.0.88";
inline constexpr std::string_view kTarget107 =
    "PTX ISA 9.4; ptxas 13.5.37; CuTe DSL 4.8.1 (addresses of 15 bits, contradiction X12; columns)";

// clang-format off
inline constexpr ArchRow kArchs[] = {
    // id      features                                             ptx   bits shared     columns of t.m. chips               since          source
    {"sm_90a",  {Feature::wgmma, Feature::exact, Feature::loose},    "8.0", 18, &kSmem,    0,             "9.0",              Edition::v9_1, kWgmmaTarget},
    {"sm_100a", kFamily100 | kExactTcgen05 | kI8 | kLoose,           "8.6", 18, &kSmem,    kTmem.columns, "10.0",             Edition::v9_1, kTcgen05Target},
    {"sm_100f", kFamily100 | kLoose,                                 "8.8", 18, &kSmem,    kTmem.columns, "10.0, 10.3, 10.7", Edition::v9_1, kTcgen05Target},
    {"sm_103a", kFamily103 | kExactTcgen05 | kK96 | kLoose,          "8.8", 18, &kSmem,    kTmem.columns, "10.3",             Edition::v9_1, kTcgen05Target},
    {"sm_103f", kFamily103 | kLoose,                                 "8.8", 18, &kSmem,    kTmem.columns, "10.3, 10.7",       Edition::v9_1, kTcgen05Target},
    {"sm_110a", kFamily110 | kExactTcgen05 | kI8,                    "9.0", 18, &kSmem,    kTmem.columns, "11.0",             Edition::v9_1, kTcgen05Target},
    {"sm_110f", kFamily110,                                          "9.0", 18, &kSmem,    kTmem.columns, "11.0",             Edition::v9_1, kTcgen05Target},
    {"sm_120a", {Feature::exact, Feature::loose},                    "8.7", 18, &kSmem120, 0,             "12.0",             Edition::v9_1, kNoMmaTarget},
    {"sm_121a", {Feature::exact, Feature::loose},                    "8.8", 18, &kSmem120, 0,             "12.1",             Edition::v9_1, kNoMmaTarget},
    {"sm_107a", kFamily107 | kExactTcgen05 | kK96 | kCompress,       "9.4", 19, &kSmem107, kTmemColumns107, "10.7",             Edition::v9_4, kTarget107},
    {"sm_107f", kFamily107,                                          "9.4", 19, &kSmem107, kTmemColumns107, "10.7",             Edition::v9_4, kTarget107},
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

// A target that ends in 'a' stands for its own chip alone; code for one that ends in 'f' runs on later chips of its
// family too. PTX ISA 9.1, .target; ptxas 13.0.88 and 13.5.37, each target assembled for each.
bool runs_on(const ArchRow& arch, std::string_view chip);

// "10.3" of sm_103a and sm_103f.
std::string_view chip_of(const ArchRow& arch);

// "sm_100f, sm_103a, sm_103f" for "10.3": targets whose code the chip runs; empty: no target here names the chip.
std::string targets_for_chip(std::string_view chip);

// The most of any target.
inline constexpr std::uint32_t kMostSmemBytes =
    std::ranges::max_element(kArchs, {}, [](const ArchRow& a) { return a.smem->bytes; })->smem->bytes;
inline constexpr unsigned kMostTmemColumns = std::ranges::max_element(kArchs, {}, &ArchRow::tmem_columns)->tmem_columns;

// Columns of Tensor Memory that operands can lie in. A target without any, or that is not in the table, counts as
// usual.
constexpr unsigned tmem_columns(std::string_view arch) {
    const ArchRow* row = arch_named(arch);
    return row && row->tmem_columns != 0 ? row->tmem_columns : kTmem.columns;
}

// The most that a target of the edition has.
constexpr unsigned tmem_columns(Edition edition) {
    unsigned most = 0;
    for (const ArchRow& a : kArchs)
        if (a.since <= edition) most = std::max(most, a.tmem_columns);
    return most;
}

// The first byte that a tile cannot have: the end of shared memory.
constexpr std::uint64_t smem_end(const ArchRow& arch) { return arch.smem->bytes; }

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
std::string targets_with(Features features, Edition edition);

// A form of tcgen05.mma, or of wgmma.mma_async, as far as its text decides.
struct FormQuery {
    std::string_view kind = "f16";
    bool ws = false, sparse = false;
    bool wgmma = false;
};

// Whether the target's assembler takes the form.
Answer<void> can_run_on(const ArchRow& arch, const FormQuery& form);

}  // namespace tilescope
