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
    return found != format.fields.end() && declared.width <= found->width ? &*found : nullptr;
}

// A bit-field at reserved bits has no meaning: one struct can serve several kinds.
std::vector<FieldMeaning> meanings_in(const Format& format, const std::vector<DeclaredField>& fields) {
    std::vector<FieldMeaning> out;
    const DeclaredField& last = fields.back();
    if (last.at + last.width != format.bits) return out;
    for (const DeclaredField& declared : fields) {
        const Field* f = declared.name.empty() ? nullptr : field_at(format, declared);
        if (!declared.name.empty() && f == nullptr) return {};
        const bool meant = f != nullptr && !f->id.starts_with("rsvd");
        out.push_back(meant ? FieldMeaning{format.id, f->id} : FieldMeaning{});
    }
    return out;
}

std::size_t count_meant(const std::vector<FieldMeaning>& meanings) {
    return static_cast<std::size_t>(
        std::ranges::count_if(meanings, [](const FieldMeaning& m) { return !m.field.empty(); }));
}

}  // namespace

std::vector<FieldMeaning> meanings_of(const std::vector<DeclaredField>& fields) {
    constexpr std::size_t kFewest = 4;
    std::vector<FieldMeaning> out;
    if (fields.empty()) return out;
    std::size_t most = kFewest - 1;
    for (const Format* format : all_formats(Edition::v9_1)) {
        std::vector<FieldMeaning> found = meanings_in(*format, fields);
        const std::size_t count = count_meant(found);
        const bool same = std::ranges::equal(out, found, {}, &FieldMeaning::field, &FieldMeaning::field);
        if (count == most && !same) out.clear();
        if (count <= most) continue;
        most = count;
        out = std::move(found);
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
