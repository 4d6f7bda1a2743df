// core/include/tilescope/notation/struct_members.h -- the members of the structs of CUTLASS that are fields of words.
// SPDX-License-Identifier: MIT
//
//     cutlass_member("lbo")       "leading_byte_offset_"     UMMA::SmemDescriptor, GmmaDescriptor
//     cutlass_member("d_type")    "c_format_"                UMMA::InstrDescriptor, InstrDescriptorBlockScaled
//
// Source: CUTLASS include/cute/arch/mma_sm100_desc.hpp and mma_sm90_desc.hpp @7107b055.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

// Returns the member that stores a field. Empty: the structs have no such member.
std::string cutlass_member(std::string_view field);

}  // namespace tilescope
