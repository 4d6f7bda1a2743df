// core/src/notation/spills.cpp -- values of a program that are wider than the fields that they are for.
// SPDX-License-Identifier: MIT
#include "spills.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/questions.h>

#include <algorithm>
#include <optional>
#include <string>

namespace tilescope::notation {
namespace {

// The bits of the word above the field that a value at the place of the field sets.
std::uint64_t above(const Field& f, std::uint64_t value, unsigned end) {
    const unsigned first = f.lsb + f.width;
    if (first >= 64) return 0;
    return value << f.lsb & bit_mask(end) & ~bit_mask(first);
}

std::string fields_with(const Format& format, std::uint64_t bits) {
    std::string out;
    for (const Field& f : format.fields)
        if (get_field(f, bits) != 0) out += say(out.empty() ? "'" : ", '", f.id, "'");
    return out;
}

// "The field 'n' has 6 bits: stored values 0 to 63 (504 columns)." A value at the place of a field is a stored value.
std::string limit_of(const Field& f) {
    const std::string bits = say("The field '", f.id, "' has ", f.width, f.width == 1 ? " bit" : " bits");
    if (f.encoding != Encoding::number) return bits;
    const std::uint64_t most = bit_mask(f.width), meant = value_of(f, most);
    const std::string range = say(bits, ": stored values 0 to ", most);
    if (meant == most && f.unit.empty()) return range;
    return say(range, " (", meant, f.unit.empty() ? "" : " ", f.unit, ")");
}

std::optional<Problem> spill_of(const Format& format, const Field& f, const Placed& placed) {
    const program::PlacedValue& place = placed.place;
    const unsigned end = std::min(place.end, format.bits);
    const std::uint64_t ones = above(f, placed.value.value, end), possible = above(f, possible_ones(placed.value), end);
    if (ones != 0) {
        const std::string value = placed.value.is_known() ? say("The value ", placed.value.value) : "A value";
        Problem p = problem_of(kWideValue, say(value, " is put at bit ", f.lsb, ". ", limit_of(f),
                                               ". So the value changes ", fields_with(format, ones), " too."));
        p.field = f.id;
        return p;
    }
    if (possible == 0 || !place.mask_bits || *place.mask_bits <= f.width) return std::nullopt;
    Problem p =
        problem_of(kWideMask, say("A mask lets ", *place.mask_bits, " bits of the value at bit ", f.lsb, " through. ",
                                  limit_of(f), ". A larger value changes ", fields_with(format, possible), " too."));
    p.fix = say("Let only ", f.width, f.width == 1 ? " bit" : " bits", " through.");
    p.field = f.id;
    return p;
}

// The field for which a program encoded the value; nullptr: none begins there, or the value is not encoded.
const Field* encoded_field(const Format& format, const program::PlacedValue& place) {
    const auto field = std::ranges::find(format.fields, place.bit, &Field::lsb);
    if (field == format.fields.end() || field->encoding == Encoding::fixed) return nullptr;
    const bool divided = field->scale != 0 && place.divided == field->scale;
    return divided || place.mask_bits ? &*field : nullptr;
}

}  // namespace

std::vector<Problem> spills(const Format& format, const std::vector<Placed>& values) {
    std::vector<Problem> out;
    for (const Placed& placed : values)
        if (const Field* field = encoded_field(format, placed.place))
            if (auto problem = spill_of(format, *field, placed)) out.push_back(std::move(*problem));
    return out;
}

std::uint64_t spilled_ones(const Format& format, const std::vector<Placed>& values) {
    std::uint64_t out = 0;
    for (const Placed& placed : values)
        if (const Field* field = encoded_field(format, placed.place))
            out |= above(*field, placed.value.value, std::min(placed.place.end, format.bits));
    return out;
}

}  // namespace tilescope::notation
