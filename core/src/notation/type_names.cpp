// core/src/notation/type_names.cpp -- finds a type by its name in another program, and checks that the table has all.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/type_names.h>

#include "text_parts.h"

#include <tilescope/base/text.h>
#include <tilescope/formats/idesc.h>
#include <tilescope/hw/types.h>

namespace tilescope {
namespace {

constexpr bool has_row(std::string_view id) { return &names_of_type(id) != &kNoTypeNames; }

// Whether the table has a row for each type of an instruction descriptor of the newest edition, also without names.
constexpr bool has_types_of(const Format& format) {
    for (const Field& f : format.fields)
        if (f.role == Role::type)
            for (const NamedValue& type : f.names)
                if (!has_row(type.name)) return false;
    return true;
}
static_assert(has_types_of(kIdescF16_94) && has_types_of(kIdescTf32_94) && has_types_of(kIdescF8f6f4_94) &&
              has_types_of(kIdescI8_94) && has_types_of(kIdescTi16_94) && has_types_of(kIdescMxf8f6f4_94) &&
              has_types_of(kIdescMxf4_94) && has_types_of(kIdescMxf4nvf4_94));
static_assert(std::ranges::all_of(kElementTypes, [](const ElementType& type) { return has_row(type.id); }));

}  // namespace

const TypeNames* type_named(std::string_view path) {
    const auto has = [&](std::string_view name) { return !name.empty() && notation::ends_path(path, name); };
    const auto is_it = [&](const TypeNames& row) {
        for (const std::string_view full : {row.cutlass, row.cute_dsl, row.tilelang, row.kittens})
            if (has(lower(full.substr(full.find_last_of(".:") + 1)))) return true;
        return std::ranges::any_of(notation::split(row.also, ' '), has);
    };
    const auto* found = std::ranges::find_if(kNamesOfTypes, is_it);
    return found == std::end(kNamesOfTypes) ? nullptr : found;
}

}  // namespace tilescope
