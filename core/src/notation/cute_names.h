// core/src/notation/cute_names.h -- layouts that CUTLASS and CuTe DSL name or wrap, as plain CuTe text.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilescope::notation {

struct PlainCute {
    std::string text;        // in the notation of print() in CuTe
    unsigned unit_bits = 0;  // of the element type in the original text; 0: none
    std::string why = {};    // not empty: the text is such a layout, but it cannot be read
};

// Returns the plain text of a named atom or of a layout inside a type. Returns nothing for all other texts.
//   plain_cute("UMMA::Layout_K_SW64_Atom<half_t>")   "Sw<2,4,3> o smem_ptr[16b] o (8,32):(32,1)"
//   plain_cute("K_SW64")                             "Sw<2,4,3> o smem_ptr o (8,4T):(4T,1)"
//   plain_cute("!cute.memref<f16, smem, align<1024>, S<3,4,3>, \"(8,64):(64,1)\">")
//                                                    "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)"
std::optional<PlainCute> plain_cute(std::string_view text);

// Returns the bits of an element type of CUTLASS, CuTe DSL or PTX in shared memory, or 0 if the name is unknown. The
// name can have a namespace: "cutlass::half_t".
unsigned cute_element_bits(std::string_view name);

}  // namespace tilescope::notation
