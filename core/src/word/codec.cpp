// core/src/word/codec.cpp -- decodes words to fields and encodes fields to words, for every format.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>
#include <tilescope/word/problem.h>

#include <algorithm>

namespace tilescope {
namespace {

Answer<std::uint64_t> refuse(std::string why) { return Refusal(std::move(why)); }

std::string names_of(const Field& field) { return list_of(field.names, &NamedValue::name); }

Answer<std::uint64_t> raw_of_name(const Field& field, std::string_view text) {
    for (const NamedValue& n : field.names)
        if (n.name == text) return n.raw;
    return refuse(say(field.id, ": '", excerpt(text), "' is unknown; use one of: ", names_of(field)));
}

}  // namespace

Decoded decode(const Format& format, std::uint64_t word) {
    Decoded out{.format = &format, .word = word & bit_mask(format.bits), .raw = {}, .problems = {}};
    out.raw.reserve(format.fields.size());
    for (const Field& f : format.fields) {
        const std::uint64_t raw = get_field(f, word);
        out.raw.push_back(raw);
        const auto report = [&](const RuleInfo& rule, std::string text, std::string fix, FieldFix one) {
            out.problems.push_back({.rule = std::string(rule.id),
                                    .field = std::string(f.id),
                                    .severity = rule.severity,
                                    .text = std::move(text),
                                    .fix = std::move(fix),
                                    .one_click = one.field.empty() ? std::nullopt : std::optional(one),
                                    .source = std::string(f.source),
                                    .certainty = f.certainty});
        };
        if (!is_wrong_field(f, word)) continue;
        if (f.encoding == Encoding::fixed)
            report(f.inert ? kInertFieldRule : kFixedFieldRule,
                   say("The field '", f.id, "' (bit", f.width > 1 ? "s " : " ", bit_range(f), ") must be ", f.want,
                       ", but is ", raw, ".", f.inert ? say(" ", no_effect_of(f.certainty)) : ""),
                   say("Set the field '", f.id, "' to ", f.want, "."), {f.id, f.want});
        else
            report(kNoMeaningRule, say("The value ", raw, " of the field '", f.id, "' has no meaning."),
                   say("Choose one of: ", names_of(f), "."), {});
    }
    return out;
}

bool is_wrong_field(const Field& f, std::uint64_t word, std::uint64_t unknown) {
    const std::uint64_t raw = get_field(f, word), open = get_field(f, unknown);
    if (f.encoding == Encoding::fixed) return ((raw ^ f.want) & ~open) != 0;
    return f.encoding == Encoding::one_of && open == 0 && name_in(f.names, raw).empty();
}

std::size_t wrong_fields(const Format& format, std::uint64_t word, std::uint64_t unknown) {
    return static_cast<std::size_t>(
        std::ranges::count_if(format.fields, [&](const Field& f) { return is_wrong_field(f, word, unknown); }));
}

void drop_unknown_bits(std::vector<Problem>& problems, const Decoded& decoded, std::uint64_t unknown) {
    if (unknown == 0) return;
    std::erase_if(problems, [&](const Problem& p) {
        const Field* f = find_field(*decoded.format, p.field);
        return f != nullptr && get_field(*f, unknown) != 0 && !is_wrong_field(*f, decoded.word, unknown);
    });
}

std::uint64_t encode(const Decoded& decoded) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < decoded.raw.size(); ++i)
        word = set_field(decoded.format->fields[i], word, decoded.raw[i]);
    return word;
}

std::uint64_t blank_word(const Format& format) {
    std::uint64_t word = 0;
    for (const Field& f : format.fields)
        if (f.encoding == Encoding::fixed) word = set_field(f, word, f.want);
    return word;
}

Answer<std::uint64_t> raw_for(const Field& field, std::uint64_t value) {
    const std::uint64_t step = 1ull << field.scale;
    const std::uint64_t lowest = value_of(field, 0), highest = value_of(field, bit_mask(field.width));
    if (value < lowest || value > highest) {
        const auto negative = static_cast<std::int64_t>(value) < 0;
        return refuse(say("the field '", field.id, "' must be ", lowest, " to ", highest, ", not ",
                          negative ? say(static_cast<std::int64_t>(value)) : say(value)));
    }
    if (value % step != 0 && field.role == Role::shape)  // the multiples next to it may be no size of an instruction
        return refuse(say("the field '", field.id, "' must be a multiple of ", step, ", not ", value));
    if (value % step != 0) {
        const std::uint64_t below = value - value % step;
        return refuse(say("the field '", field.id, "' must be a multiple of ", step, ": ", below, " or ",
                          std::min(below + step, highest), ", not ", value));
    }
    return (value >> field.scale) - field.bias;
}

Answer<std::uint64_t> raw_for(const Field& field, std::string_view text) {
    if (text.starts_with("raw:")) {
        const Answer<std::uint64_t> raw = parse_number(text.substr(4));
        if (!raw) return refuse(say(field.id, ": ", raw.why));
        if (*raw > bit_mask(field.width))
            return refuse(say("the field '", field.id, "' has ", field.width, " bit", field.width > 1 ? "s" : "",
                              ": a raw value must be 0 to ", bit_mask(field.width), ", not ", *raw));
        return *raw;
    }
    if (field.encoding == Encoding::fixed) {
        if (const auto same = parse_number(text); same && *same == field.want) return field.want;
        return refuse(say("the field '", field.id, "' is always ", field.want, "; to store another value, write ",
                          field.id, "=raw:VALUE"));
    }
    if (field.encoding == Encoding::one_of) return raw_of_name(field, text);
    if (field.encoding == Encoding::flag) {
        if (text == "yes" || text == "true" || text == "on") return std::uint64_t{1};
        if (text == "no" || text == "false" || text == "off") return std::uint64_t{0};
    }
    const bool with_unit = !field.unit.empty() && text.ends_with(say(' ', field.unit));
    const Answer<Number> number = read_number(with_unit ? text.substr(0, text.size() - field.unit.size() - 1) : text);
    if (!number) return refuse(say(field.id, ": ", number.why));
    if (number->negative)
        return refuse(say("the field '", field.id, "' must be ", value_of(field, 0), " to ",
                          value_of(field, bit_mask(field.width)), ", not ", text));
    return raw_for(field, number->value);
}

Answer<std::uint64_t> with_field(const Format& format, std::uint64_t word, std::string_view id, std::string_view text) {
    const Field* f = find_field(format, id);
    const auto open = [](const Field& each) { return each.encoding == Encoding::fixed ? std::string_view() : each.id; };
    if (!f) return refuse(say(format.id, " has no field '", id, "'; its fields are: ", list_of(format.fields, open)));
    const Answer<std::uint64_t> raw = raw_for(*f, text);
    if (!raw) return refuse(raw.why);
    return set_field(*f, word, *raw);
}

std::string text_of(const Field& field, std::uint64_t raw) {
    if (field.encoding == Encoding::one_of)
        return name_in(field.names, raw).empty() ? say(raw, " (no meaning)") : say(name_in(field.names, raw));
    if (field.encoding == Encoding::flag) return raw ? "yes" : "no";
    return say(field.encoding == Encoding::number ? value_of(field, raw) : raw);
}

std::string text_of(const Field& field, std::uint64_t raw, std::uint64_t unknown) {
    return (unknown & bit_mask(field.width)) == 0 ? text_of(field, raw) : "?";
}

std::string meaning_of(const Field& field, std::uint64_t raw) {
    std::string out = text_of(field, raw);
    if (field.encoding == Encoding::fixed) return say(out, raw == field.want ? "" : say(" (must be ", field.want, ")"));
    const bool one = value_of(field, raw) == 1 && field.unit.ends_with('s');  // "1 row"
    if (!field.unit.empty()) out += say(" ", field.unit.substr(0, field.unit.size() - one));
    if (is_byte_address(field)) out += say(" (", hex(value_of(field, raw)), ")");
    return out;
}

std::string meaning_of(const Field& field, std::uint64_t raw, std::uint64_t unknown) {
    unknown &= bit_mask(field.width);
    if (unknown == 0) return meaning_of(field, raw);
    return (raw & ~unknown) == 0 ? "?" : say(meaning_of(field, raw & ~unknown), ", if its unknown bits are 0");
}

std::string shown_text_of(const Field& field, std::uint64_t raw, std::uint64_t unknown) {
    const bool known = (unknown & bit_mask(field.width)) == 0;
    return known && is_byte_address(field) ? hex(value_of(field, raw)) : text_of(field, raw, unknown);
}

std::string shown_meaning_of(const Field& field, std::uint64_t raw, std::uint64_t unknown) {
    unknown &= bit_mask(field.width);
    raw &= ~unknown;
    if (!is_byte_address(field) || (unknown != 0 && raw == 0)) return meaning_of(field, raw, unknown);
    return say(hex(value_of(field, raw)), " (", text_of(field, raw), ' ', field.unit, ')',
               unknown == 0 ? "" : ", if its unknown bits are 0");
}

std::string brief_meaning(const Format& format, std::uint64_t word, std::uint64_t unknown) {
    return list_of(format.fields, [&](const Field& field) {
        const std::uint64_t raw = get_field(field, word), open = get_field(field, unknown);
        const bool shown = field.encoding != Encoding::fixed && (raw | open) != 0;
        return shown ? say(field.id, " ", shown_meaning_of(field, raw, open)) : std::string();
    });
}

std::string bit_range(const Field& field) {
    return field.width == 1 ? say(field.lsb) : say(field.lsb + field.width - 1, ":", field.lsb);
}

std::string unknown_bits_text(const Field& field, std::uint64_t unknown) {
    std::vector<std::string> runs;  // highest first
    bool one = true;
    for (unsigned bit = field.width; bit-- > 0;) {
        if ((unknown >> bit & 1) == 0) continue;
        unsigned low = bit;
        while (low > 0 && (unknown >> (low - 1) & 1) != 0) --low;
        one = one && runs.empty() && low == bit;
        runs.push_back(say(field.lsb + bit, low == bit ? "" : say(":", field.lsb + low)));
        bit = low;
    }
    const std::string list = list_of(runs, std::identity(), ", ", " and ");
    return one ? say("bit ", list, " is unknown") : say("bits ", list, " are unknown");
}

std::string hex_word(const Format& format, std::uint64_t word) {
    return hex(word & bit_mask(format.bits), format.bits / 4);
}

std::string hex_word(const Format& format, std::uint64_t word, std::uint64_t unknown) {
    std::string out = hex_word(format, word);
    for (std::size_t digit = 0; digit < format.bits / 4; ++digit)
        if ((unknown >> (4 * digit) & 15) != 0) out[out.size() - 1 - digit] = '?';
    return out;
}

std::string binary_bits(std::uint64_t bits, std::uint64_t unknown, unsigned width) {
    std::string out = "0b";
    for (unsigned bit = width; bit-- > 0;) out += (unknown >> bit & 1) != 0 ? '?' : (bits >> bit & 1) != 0 ? '1' : '0';
    return out;
}

std::string to_markdown(const Format& format) {
    std::string out = say("### `", format.id, "`: ", format.title);
    if (!format.kind.empty()) out += say(", kind ", format.kind);
    out += say(" (PTX ", name_of(format.edition), ")\n\n| bits | field | values | meaning | source |\n");
    out += "|---:|---|---|---|---|\n";
    for (const Field& f : format.fields) {
        std::string values = list_of(f.names, [](const NamedValue& n) { return say(n.raw, " = ", n.name); });
        if (f.encoding == Encoding::fixed) values = say("always ", f.want);
        if (f.encoding == Encoding::flag) values = "0 = no, 1 = yes";
        if (f.encoding == Encoding::number)
            values = say(value_of(f, 0), " to ", value_of(f, bit_mask(f.width)), f.unit.empty() ? "" : " ", f.unit,
                         f.scale ? say(", steps of ", 1ull << f.scale) : "");
        out += say("| ", bit_range(f), " | `", f.id, "` | ", values, " | ", f.doc, " | ", f.source,
                   after_source(f.certainty), " |\n");
    }
    return out;
}

std::vector<FieldChange> differences(const Format& format, std::uint64_t from, std::uint64_t to) {
    std::vector<FieldChange> out;
    for (const Field& f : format.fields)
        if (get_field(f, from) != get_field(f, to)) out.push_back({&f, get_field(f, from), get_field(f, to)});
    return out;
}

}  // namespace tilescope
