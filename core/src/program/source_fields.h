// core/src/program/source_fields.h -- structs of bit-fields whose places are those of a hardware word.
// SPDX-License-Identifier: MIT
//
//     struct D { uint64_t a : 14, : 2, b : 14, : 2, c : 14, v : 3, o : 3, m : 1, : 8, s : 3; };
//
// has the places of a tcgen05 shared-memory descriptor, so `b` is its field lbo, whatever the name is.
#pragma once

#include "source_values.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::program::source {

struct DeclaredField {
    std::string_view name;  // empty: padding
    unsigned at, width;     // the lowest bit; in bits
};

// The meaning of one bit-field. Empty: none is known.
struct FieldMeaning {
    std::string_view format, field;  // ids of the tables in <tilescope/formats/formats.h>

    friend bool operator==(const FieldMeaning&, const FieldMeaning&) = default;
};

// Returns the meanings of the fields in the format that gives the most of them a meaning, at least four. Nothing: no
// format has a field at each place that has a name, or two formats are equally good and differ.
std::vector<FieldMeaning> meanings_of(const std::vector<DeclaredField>& fields);

struct BitField {
    Type type;  // opaque: structs of the text give its name to fields of different widths
    FieldMeaning meaning;
};

// The bit-fields of all structs of a text, by their names.
class BitFields {
public:
    void add(const std::vector<DeclaredField>& fields);        // of one struct
    const BitField* of_member(const std::string& path) const;  // "desc.lbo"; null: none
private:
    std::map<std::string, BitField, std::less<>> fields_;
};

}  // namespace tilescope::program::source
