// core/src/program/source_fields.cpp -- recognizes structs of bit-fields by the places of their fields.
// SPDX-License-Identifier: MIT
#include "source_fields.h"

#include <tilescope/formats/formats.h>

#include <algorithm>

namespace tilescope::program::source {
namespace {

// A field can be declared shorter than it is: CUTLASS gives the version 2 of its 3 bits.
const Field* field_at(const Format& format, const DeclaredField& declared) {
    const auto found = std::ranges::find(format.fields, declared.at, &Field::lsb);
    return found != format.fields.end() && declared.width <= found->width && !found->id.starts_with("rsvd") ? &*found
                                                                                                            : nullptr;
}

std::vector<FieldMeaning> meanings_in(const Format& format, const std::vector<DeclaredField>& fields) {
    std::vector<FieldMeaning> out;
    const DeclaredField& last = fields.back();
    if (last.at + last.width != format.bits) return out;
    for (const DeclaredField& declared : fields) {
        const Field* f = declared.name.empty() ? nullptr : field_at(format, declared);
        if (!declared.name.empty() && f == nullptr) return {};
        out.push_back(f == nullptr ? FieldMeaning{} : FieldMeaning{format.id, f->id});
    }
    return out;
}

}  // namespace

std::vector<FieldMeaning> meanings_of(const std::vector<DeclaredField>& fields) {
    constexpr auto kFewest = 4;
    const auto named = std::ranges::count_if(fields, [](const DeclaredField& f) { return !f.name.empty(); });
    if (named < kFewest) return {};
    std::vector<FieldMeaning> out;
    for (const Format* format : all_formats(Edition::v9_1)) {
        const std::vector<FieldMeaning> found = meanings_in(*format, fields);
        if (found.empty()) continue;
        const bool same = std::ranges::equal(out, found, {}, &FieldMeaning::field, &FieldMeaning::field);
        if (!out.empty() && !same) return {};
        if (out.empty()) out = found;
    }
    return out;
}

void BitFields::add(const std::vector<DeclaredField>& fields) {
    const std::vector<FieldMeaning> meanings = meanings_of(fields);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].name.empty()) continue;
        const BitField now{integer_type(fields[i].width, false), meanings.empty() ? FieldMeaning{} : meanings[i]};
        const auto [at, fresh] = fields_.try_emplace(std::string(fields[i].name), now);
        if (fresh) continue;
        if (at->second.type != now.type) at->second.type = kOpaque;
        if (at->second.meaning != now.meaning) at->second.meaning = {};  // which struct is meant is not known
    }
}

const BitField* BitFields::of_member(const std::string& path) const {
    const std::size_t dot = path.find_last_of('.');
    const auto found = dot == path.npos ? fields_.end() : fields_.find(std::string_view(path).substr(dot + 1));
    return found == fields_.end() ? nullptr : &found->second;
}

}  // namespace tilescope::program::source
