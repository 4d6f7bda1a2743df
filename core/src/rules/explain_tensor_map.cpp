// core/src/rules/explain_tensor_map.cpp -- topics for the 128 bytes of a CUtensorMap and their fields.
// SPDX-License-Identifier: MIT
#include "explain_parts.h"

#include <tilescope/formats/tensor_map.h>
#include <tilescope/layout/tensor_map_rules.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope {
namespace {

std::string topic_of_map(const Field& f) { return say(kTensorMapFormat.id, ".", f.id); }

// "byte 55" or "bytes 32 to 35": how a debugger prints memory.
std::string bytes_of_field(const Field& f) {
    const unsigned first = f.lsb / 8, last = (f.lsb + f.width - 1) / 8;
    return first == last ? say(first) : say(first, " to ", last);
}

Explanation explain_map_field(const Field& f) {
    Explanation e;
    e.topic = topic_of_map(f);
    e.title = say(e.topic, ": bit", f.width > 1 ? "s " : " ", bit_range(f), " of the ", kTensorMapFormat.title);
    e.paragraphs.emplace_back(f.doc);
    if (f.encoding != Encoding::fixed) e.paragraphs.push_back(range_text(f));
    e.facts.emplace_back("bytes", bytes_of_field(f));
    e.facts.emplace_back("bits", bit_range(f));
    if (!f.unit.empty()) e.facts.emplace_back("unit", f.unit);
    e.source = f.source;
    e.certainty = f.certainty;
    for (const RuleInfo& r : kTensorMapRules)
        if (!r.field.empty() && f.id.starts_with(r.field)) also_see(e, r.id);
    also_see(e, kTmaUnknownBits.id);
    also_see(e, kTensorMapFormat.id);
    return e;
}

Explanation explain_map() {
    Explanation e;
    e.topic = kTensorMapFormat.id;
    e.title = say(kTensorMapFormat.id, ": ", kTensorMapFormat.title, ", 128 bytes");
    e.paragraphs = {
        "No document describes these bytes. The table follows from the maps that one driver made for known parameters "
        "of "
        "cuTensorMapEncodeTiled. Bit 0 is bit 0 of byte 0.",
        "No measured map is of cuTensorMapEncodeIm2col: which bits have its corners and its numbers of channels and "
        "pixels is not known."};
    for (const Field& f : kTensorMapFields) {
        e.facts.emplace_back(bit_range(f), say(f.id, ": ", f.doc));
        if (f.encoding != Encoding::fixed) also_see(e, topic_of_map(f));
    }
    e.source = kTensorMapSource;
    e.certainty = kTensorMapMeasured;
    return e;
}

}  // namespace

// A name without "tensor-map." finds the field if no other topic has that name: box0, but not swizzle.
void add_tensor_maps(Topics& out, const ExplainOptions&) {
    const auto is_taken = [end = out.size(), &out](std::string_view name) {
        return std::ranges::any_of(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(end), [&](const Topic& t) {
            return t.id == name || std::ranges::find(t.also, name) != t.also.end();
        });
    };
    std::vector<std::vector<std::string>> names;
    for (const Field& f : kTensorMapFields)
        names.push_back(is_taken(f.id) ? std::vector<std::string>() : std::vector{std::string(f.id)});
    out.push_back({std::string(kTensorMapFormat.id), {"CUtensorMap"}, explain_map});
    for (std::size_t i = 0; i < std::size(kTensorMapFields); ++i)
        out.push_back({topic_of_map(kTensorMapFields[i]), std::move(names[i]),
                       [i] { return explain_map_field(kTensorMapFields[i]); }});
}

}  // namespace tilescope
