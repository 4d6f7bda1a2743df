// core/src/notation/name_meaning.h -- what names of variables, functions and keys say about their values.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/reading.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::notation {

// The role of a name such as "a_desc". `half` is 'l' or 'h' if the name ends with lo or hi.
struct KeyMeaning {
    PasteRole role = PasteRole::unknown;
    char half = 0;
    std::string base;     // the name without lo or hi
    bool hopper = false;  // the name says wgmma
};
KeyMeaning meaning_of_key(std::string_view key);

// Whether a value with this role is a descriptor of A or B.
inline bool is_operand(PasteRole role) {
    return role == PasteRole::smem || role == PasteRole::smem_a || role == PasteRole::smem_b;
}

// The kinds that a name or a comment states: "tcgen05_mma_mxf4nvf4_bs" states mxf4nvf4. Empty: none.
std::vector<std::string> kinds_named_in(std::string_view text);

// Whether a name of Tensor Memory can be that of an address: "tmem_base", not "tmem_rep" or "TMEM_USER_THREADS".
bool names_an_address(std::string_view name);

}  // namespace tilescope::notation
