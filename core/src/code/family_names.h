// core/src/code/family_names.h -- what other programs call the families of MMA instructions.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/session.h>

#include <string_view>

namespace tilescope::code {

struct FamilyNames {
    std::string_view id;                                     // of a row of kFamilies
    std::string_view cutlass, cutlass_enums;                 // namespaces: of layouts, of enumerators
    std::string_view cutlass_descriptor, cutlass_members;    // the struct of a descriptor; what is before its members
    std::string_view cutlass_header, cutlass_sparse_header;  // mma_traits_sm<...>.hpp
    std::string_view cute_dsl, cute_dsl_other_a;             // module; OperandSource of an A outside of shared memory
    std::string_view gluon, gluon_mma, gluon_other_a;        // module, call, and what Triton calls the place of that A
    std::string_view tilelang, deepgemm, kittens;            // call that makes a descriptor; header sm<...>; macro
};

// Source: the versions that targets.cpp names.
// clang-format off
inline constexpr FamilyNames kFamilyNames[] = {
    {"tcgen05", "cute::UMMA", "UMMA", "cute::UMMA::SmemDescriptor", "", "100", "100", "tcgen05", "TMEM",
     "blackwell", "blackwell.tcgen05_mma", "Tensor Memory", "initialize_tcgen05_descriptor", "100", "BLACKWELL"},
    {"wgmma", "cute::GMMA", "SM90::GMMA", "cute::GmmaDescriptor", "bitfield.", "90_gmma", "90_gmma_sparse", "warpgroup", "RMEM",
     "hopper", "return hopper.warpgroup_mma", "registers", "initialize_wgmma_descriptor", "90", "HOPPER"},
};
// clang-format on

// Returns the names of the family of a session. All names are empty if these programs do not have it.
inline constexpr FamilyNames kNoFamilyNames{};
inline const FamilyNames& names_of_family(const Session& session) {
    for (const FamilyNames& names : kFamilyNames)
        if (names.id == family_of(session).id) return names;
    return kNoFamilyNames;
}

}  // namespace tilescope::code
