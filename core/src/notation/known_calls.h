// core/src/notation/known_calls.h -- builds words from calls of functions of known libraries.
// SPDX-License-Identifier: MIT
//
//     tl::initialize_tcgen05_descriptor(desc, ptr, 1, 64, 0, 0, 2)    LBO 16, SBO 1024, 128B; the start is unknown
#pragma once

#include "struct_fields.h"

namespace tilescope::notation {

// One argument of a call: `key` is the name of a keyword argument, else empty. `text` is the argument without its key.
struct CallArgument {
    std::string_view key, text;
    Bits bits;
};

// Splits "ldo=16" at its key.
CallArgument call_argument(std::string_view text, const Bits& bits);

// Returns the word that a function of a known library makes from these arguments. `function` is the name with its path.
// `types` are the arguments of its template. If the arguments are not those of the public definition, or no important
// field is known, the result is that of a function whose arguments have
// the names of fields: make_f8f6f4_idesc(m=64, n=256, a_format=0, b_format=5). A call of an MMA of TileLang gives its
// instruction descriptor.
std::optional<StructWord> word_of_call(const Work& work, std::string_view function,
                                       const std::vector<CallArgument>& arguments,
                                       const std::vector<CallArgument>& types);

// Whether the text of an argument has `mark`, in lower case and with '.' for '::'.
bool any_text_has(const std::vector<CallArgument>& arguments, std::string_view mark);

}  // namespace tilescope::notation
