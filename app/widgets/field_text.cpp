// app/widgets/field_text.cpp -- writes the lines about a field from its table row.
// SPDX-License-Identifier: MIT
#include "app/widgets/field_text.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>
#include <tilescope/word/problem.h>

namespace tilescope::ui {

std::string stored_text(const Field& field, std::uint64_t raw) {
    if (field.encoding == Encoding::fixed) return say("The stored value is ", raw, ".");
    return say("The stored value ", raw, " means ", meaning_of(field, raw), ".");
}

std::string stored_text(const Field& field, std::uint64_t raw, std::uint64_t unknown) {
    if (unknown == 0) return stored_text(field, raw);
    return say("The stored value is ", binary_bits(raw, unknown, field.width), ": ", unknown_bits_text(field, unknown),
               ".");
}

std::string no_step_text(const Field& field, std::uint64_t unknown) {
    return say(field.id, " has no value yet: ", unknown_bits_text(field, unknown), ". Type a value first.");
}

std::string typed_text(const Field& field, std::uint64_t raw, std::uint64_t unknown) {
    if (unknown != 0) return text_of(field, raw, unknown);
    return is_byte_address(field) ? hex(value_of(field, raw)) : text_of(field, raw);
}

std::string legal_text(const Field& field) {
    switch (field.encoding) {
    case Encoding::number: {
        std::string text = say(value_of(field, 0), " to ", value_of(field, bit_mask(field.width)));
        if (!field.unit.empty()) text += say(' ', field.unit);
        if (field.scale > 0) text += say(" in steps of ", std::uint64_t{1} << field.scale);
        return text;
    }
    case Encoding::one_of: {
        std::string text;
        for (const NamedValue& n : field.names) text += say(text.empty() ? "" : ", ", n.name, " (", n.raw, ")");
        return text;
    }
    case Encoding::flag: return "no or yes";
    case Encoding::fixed: break;
    }
    return say("always ", field.want);
}

std::string source_text(const Field& field) { return say(field.source, " (", text_of(field.certainty), ")"); }

}  // namespace tilescope::ui
