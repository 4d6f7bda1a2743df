// core/src/notation/struct_fields.h -- builds words from the fields of the C++ structs of CUTLASS and its relatives.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::notation {

// Builds a word from the fields of a C++ struct such as cute::UMMA::SmemDescriptor.
struct FieldValue {
    std::string_view name;  // "stride_byte_offset_"
    Bits bits;
};
// The bits of a word that a given field sets: `width` bits of the value from bit `dropped` on, at bit `at`.
struct FieldBits {
    std::size_t given;  // index into the fields
    unsigned at, width, dropped;
};
struct StructWord {
    Bits bits;
    const Format* format = nullptr;
    std::uint64_t given = 0;  // the bits of the fields that the struct has
    PasteRole role = PasteRole::unknown;
    bool hopper = false;
    std::string note;
    bool guess = false;                   // no field and no name says that it is of wgmma
    bool cut = false;                     // a value is wider than its field, and lost its high bits
    std::vector<std::string> kinds = {};  // those that an instruction descriptor can have; empty: not stated
    std::vector<FieldBits> places = {};   // a later one replaces an earlier one of the same field
};
// `made` is the name of the struct, or empty. A field "*" means that all other fields are 0.
std::optional<StructWord> word_of_struct(const Work& work, const std::vector<FieldValue>& fields,
                                         std::string_view made = {});
// The field that a member of such a struct has: "desc.stride_byte_offset_" has "sbo". Empty: it has none.
std::string_view field_of_member(std::string_view name);

}  // namespace tilescope::notation
