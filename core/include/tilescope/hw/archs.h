// core/include/tilescope/hw/archs.h -- the targets: their features, their memory, and the MMA forms they accept.
// SPDX-License-Identifier: MIT
//
//     has_feature("sm_103a", Feature::k96)                  true
//     targets_with(Feature::k96, Edition::v9_1)             "sm_103a"
//     runs_on(*arch_named("sm_100f"), "10.3")               true
//     can_run_on(*arch_named("sm_107a"), {.kind = "i8"})    false, because
//         "Kind i8 does not exist on sm_107a. It exists on sm_100a, sm_110a."
//
// To add a target, add a row to kArchs.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/families.h>
#include <tilescope/word/field.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace tilescope {

struct ArchRow {
    std::string_view id;
    Features features;
    std::string_view ptx;   // lowest .version that accepts the target
    unsigned address_bits;  // width of the addresses in start and LBO, including the 4 low bits that are not stored
    const SmemRow* smem;
    unsigned tmem_columns;   // all columns; those above kTmem.columns need .exclusive; 0: no Tensor Memory
    std::string_view chips;  // compute capabilities that run code for this target; the first is the chip of the target
    Edition since;           // the oldest Edition that has the target
    std::string_view source;
    Certainty certainty = Certainty::confirmed;

    constexpr bool has(Feature f) const { return features.has(f); }
};

// Features that several targets share.
inline constexpr Features kLoose = {Feature::loose};
inline constexpr Features kTma = {Feature::tma_packed, Feature::tma_atoms};  // PTX ISA 9.1, tensormap.replace
inline constexpr Features kFamily100 = kTma | Features{Feature::tcgen05, Feature::scale_input_d};
inline constexpr Features kFamily103 = kFamily100 | Features{Feature::ld_red};
inline constexpr Features kFamily107 =
    kFamily103 | Features{Feature::kind_ti16,   Feature::collector_b,       Feature::lut_b,
                          Feature::commit_wide, Feature::commit_restricted, Feature::fields_94};
inline constexpr Features kFamily110 = kTma | kLoose | Features{Feature::tcgen05, Feature::ld_red};
inline constexpr Features kExactTcgen05 = {Feature::exact, Feature::scale_vec, Feature::sparse_packed, Feature::shift};
inline constexpr Features kI8 = {Feature::kind_i8}, kK96 = {Feature::k96}, kCompress = {Feature::spcompress};

// Source of the features: every form was assembled with ptxas 13.0.88 and, for sm_107, with ptxas 13.5.37. The rows
// name the sections of the manual.
inline constexpr std::string_view kWgmmaTarget = "PTX ISA 9.1, 9.7.15; ptxas 13.0.88";
inline constexpr std::string_view kTcgen05Target = "PTX ISA 9.1, 9.7.16; ptxas 13.0.88";
inline constexpr std::string_view kNoMmaTarget =
    "PTX ISA 9.1, 9.7.15 and 9.7.16 (the target has neither instruction); ptxas 13.0.88";
inline constexpr std::string_view kTarget107 =
    "PTX ISA 9.4; ptxas 13.5.37; CuTe DSL 4.8.1 (15-bit addresses, contradiction X12; number of Tensor Memory columns)";

// clang-format off
inline constexpr ArchRow kArchs[] = {
    // id      features                                             ptx   bits shared     TMEM columns   chips          
    //     since          source
    {"sm_90a",  {Feature::wgmma, Feature::exact, Feature::loose},    "8.0", 18, &kSmem,    0,             "9.0",              Edition::v9_1, kWgmmaTarget},
    {"sm_100a", kFamily100 | kExactTcgen05 | kI8 | kLoose,           "8.6", 18, &kSmem,    kTmem.columns, "10.0",             Edition::v9_1, kTcgen05Target},
    {"sm_100f", kFamily100 | kLoose,                                 "8.8", 18, &kSmem,    kTmem.columns, "10.0, 10.3, 10.7", Edition::v9_1, kTcgen05Target},
    {"sm_103a", kFamily103 | kExactTcgen05 | kK96 | kLoose,          "8.8", 18, &kSmem,    kTmem.columns, "10.3",             Edition::v9_1, kTcgen05Target},
    {"sm_103f", kFamily103 | kLoose,                                 "8.8", 18, &kSmem,    kTmem.columns, "10.3, 10.7",       Edition::v9_1, kTcgen05Target},
    {"sm_110a", kFamily110 | kExactTcgen05 | kI8,                    "9.0", 18, &kSmem,    kTmem.columns, "11.0",             Edition::v9_1, kTcgen05Target},
    {"sm_110f", kFamily110,                                          "9.0", 18, &kSmem,    kTmem.columns, "11.0",             Edition::v9_1, kTcgen05Target},
    {"sm_120a", kTma | Features{Feature::exact, Feature::loose},    "8.7", 18, &kSmem120, 0,             "12.0",             Edition::v9_1, kNoMmaTarget},
    {"sm_121a", kTma | Features{Feature::exact, Feature::loose},    "8.8", 18, &kSmem120, 0,             "12.1",             Edition::v9_1, kNoMmaTarget},
    {"sm_107a", kFamily107 | kExactTcgen05 | kK96 | kCompress,       "9.4", 19, &kSmem107, kTmemColumns107, "10.7",             Edition::v9_4, kTarget107},
    {"sm_107f", kFamily107,                                          "9.4", 19, &kSmem107, kTmemColumns107, "10.7",             Edition::v9_4, kTarget107},
};
// clang-format on

inline constexpr unsigned kUsualAddressBits = 18;  // every target before sm_107

// The default target of each generation.
inline constexpr std::string_view kHopper = kFamilies[1].target, kBlackwell = kFamilies[0].target;

// Returns the row with this id, or null.
constexpr const ArchRow* arch_named(std::string_view id) { return row_with(kArchs, id, &ArchRow::id); }

// Returns whether the target has no suffix: "sm_80", "sm_100". Such a target has neither wgmma nor tcgen05, because
// these exist only on targets of one architecture ('a') or family ('f'). Source: PTX ISA 9.1, 9.7.15 and 9.7.16.
constexpr bool is_plain_target(std::string_view id) {
    return id.size() > 3 && id.starts_with("sm_") && id.find_first_not_of("0123456789", 3) == id.npos;
}

// Returns whether code for the target runs on a chip, for example "10.3". Code for an 'a' target runs on one chip only.
// Code for an 'f' target also runs on later chips of the family.
// Source: PTX ISA 9.1, .target; ptxas 13.0.88 and 13.5.37 (each target was assembled for each chip).
bool runs_on(const ArchRow& arch, std::string_view chip);

// Returns the chip of a target: "10.3" for sm_103a and for sm_103f.
std::string_view chip_of(const ArchRow& arch);

// Returns the targets whose code runs on a chip: "sm_100f, sm_103a, sm_103f" for "10.3". Empty if no target names the
// chip.
std::string targets_for_chip(std::string_view chip);

// The largest values of all targets.
inline constexpr std::uint32_t kMostSmemBytes =
    std::ranges::max_element(kArchs, {}, [](const ArchRow& a) { return a.smem->bytes; })->smem->bytes;
inline constexpr unsigned kMostTmemColumns = std::ranges::max_element(kArchs, {}, &ArchRow::tmem_columns)->tmem_columns;

// Returns the target with the feature, or null if there is not exactly one.
constexpr const ArchRow* only_target_with(Feature feature) {
    const ArchRow* found = nullptr;
    for (const ArchRow& a : kArchs) {
        if (!a.has(feature)) continue;
        if (found != nullptr) return nullptr;
        found = &a;
    }
    return found;
}

// Returns how many columns of Tensor Memory operands can use. Returns the usual kTmem.columns for a target without
// Tensor Memory and for a target that is not in the table.
constexpr unsigned tmem_columns(std::string_view arch) {
    const ArchRow* row = arch_named(arch);
    return row && row->tmem_columns != 0 ? row->tmem_columns : kTmem.columns;
}

// Returns the largest number of columns of all targets of an edition.
constexpr unsigned tmem_columns(Edition edition) {
    unsigned most = 0;
    for (const ArchRow& a : kArchs)
        if (a.since <= edition) most = std::max(most, a.tmem_columns);
    return most;
}

// Returns the end of shared memory: the first byte address that a tile cannot use.
constexpr std::uint64_t smem_end(const ArchRow& arch) { return arch.smem->bytes; }
// Returns the first byte address that belongs to the CTA: the system has those before it.
constexpr std::uint64_t smem_begin(const ArchRow& arch) { return arch.smem->bytes - arch.smem->usable_bytes; }

// Returns the family of the MMA of a target. A target without an MMA of any family, or one that is not in the table, is
// shown with the words of the first family; can_run_on() refuses it.
constexpr const FamilyRow& family_of(const ArchRow& arch) {
    const FamilyRow* family = family_with(arch.features);
    return family != nullptr ? *family : kFamilies[0];
}
constexpr const FamilyRow& family_of(std::string_view arch) {
    const ArchRow* row = arch_named(arch);
    return row != nullptr ? family_of(*row) : kFamilies[0];
}
// Returns the target if it has the family, else the default target of the family.
constexpr std::string_view target_with(const FamilyRow& family, std::string_view arch) {
    return &family_of(arch) == &family ? arch : family.target;
}
static_assert(std::ranges::all_of(kFamilies, [](const FamilyRow& f) { return &family_of(f.target) == &f; }),
              "the default target of a family has the family");

// Returns whether a target has a feature. A target that is not in the table has no features.
constexpr bool has_feature(std::string_view arch, Feature feature) {
    const ArchRow* row = arch_named(arch);
    return row && row->has(feature);
}

// Returns the row with this id.
// Errors: unknown id, or a target of a later edition. The reason lists the targets or names the edition.
Answer<const ArchRow*> find_arch(std::string_view id, Edition edition);

// Returns the edition whose tables a program for this target needs: `asked`, or the first one that has the target.
//   edition_of("sm_107a", Edition::v9_1)   Edition::v9_4
constexpr Edition edition_of(std::string_view arch, Edition asked) {
    const ArchRow* row = arch_named(arch);
    return row != nullptr && row->since > asked ? row->since : asked;
}

// Returns the targets of an edition for use in a sentence: "sm_90a, sm_100a, ...".
std::string arch_list(Edition edition);

// Returns the targets that have all these features, for use in a sentence: "sm_100a, sm_110a". Lists targets of this
// edition and of older ones. Lists targets of later editions only if none of these targets has the features.
std::string targets_with(Features features, Edition edition);

// A form of an MMA: the qualifiers that decide which targets accept it.
struct FormQuery {
    std::string_view kind = "f16";
    bool ws = false, sparse = false;
    const FamilyRow& family = kFamilies[0];
};

// Returns whether the assembler accepts the form for this target.
// Errors: the reason names what the target lacks and, if possible, the targets that have it.
Answer<void> can_run_on(const ArchRow& arch, const FormQuery& form);

}  // namespace tilescope
