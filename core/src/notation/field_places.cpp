// core/src/notation/field_places.cpp -- words that a program builds from parts, and values too wide for their field.
// SPDX-License-Identifier: MIT
#include "fields.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/questions.h>

namespace tilescope::notation {
namespace {

constexpr unsigned kRowsOfCutlass = 24;  // the bit at which InstrDescriptorBlockScaled::m_dim_ begins

// Whether each part begins where a field begins, and no constant sets a reserved bit.
bool fits(const Format& format, const program::OrParts& parts) {
    std::uint64_t begins = 1 | begins_of(format), reserved = ~bit_mask(format.bits);
    // CUTLASS stores M / 16 at bit 24 also for kinds with block scaling, whose field has only the high bits of it.
    if (find_field(format, "scale_type") != nullptr) begins |= std::uint64_t{1} << kRowsOfCutlass;
    for (const Field& f : format.fields)
        if (f.encoding == Encoding::fixed) reserved |= mask_of(f) & ~(f.want << f.lsb);
    // Only these words have parts at the type of the scale factors, at N and at the rows. A constant in a reserved bit
    // is then an error of the program.
    if (const Field* scale = find_field(format, "scale_type"); scale != nullptr) {
        const std::uint64_t telling = std::uint64_t{1} << scale->lsb | std::uint64_t{1} << kRowsOfCutlass |
                                      std::uint64_t{1} << field_in(format, "n").lsb;
        if ((parts.places & telling) == telling) reserved = ~bit_mask(format.bits);
    }
    return (parts.places & ~begins) == 0 && (parts.ones & reserved) == 0;
}

// Whether something is put into the field.
bool fills(const Format& format, std::string_view id, const program::OrParts& parts) {
    const Field* f = find_field(format, id);
    return f != nullptr && ((parts.places | parts.ones) & mask_of(*f)) != 0;
}

bool is_built_idesc(const Format& format, const program::OrParts& parts) {
    const auto fills_it = [&](std::string_view id) { return fills(format, id, parts); };
    const bool types = fills_it("a_type") || fills_it("b_type") || fills_it("d_type");
    const bool rows = fills_it("m") || (parts.places >> kRowsOfCutlass & 1) != 0;
    return fits(format, parts) && fills_it("n") && rows && types;
}

// Whether an addition to the field below can carry into this one: "desc + offset" can leave the start address.
bool carry_reaches(const Format& format, const Field& field, const program::OrParts& parts) {
    return std::ranges::any_of(
        format.fields, [&](const Field& f) { return f.lsb + f.width == field.lsb && (parts.sums & mask_of(f)) != 0; });
}

// Fields that few kernels set.
constexpr std::string_view kRare[] = {"base_offset", "lbo_mode", "sparsity_selector", "sparse", "saturate",
                                      "negate_a",    "negate_b", "max_shift",         "k_size", "k_segment"};

// The bits of the word above the field that a value at the place of the field sets.
std::uint64_t above(const Field& f, std::uint64_t value, unsigned end) {
    const unsigned first = f.lsb + f.width;
    if (first >= 64) return 0;
    return value << f.lsb & bit_mask(end) & ~bit_mask(first);
}

std::string fields_with(const Format& format, std::uint64_t bits) {
    return list_of(format.fields, [&](const Field& f) { return get_field(f, bits) != 0 ? say("'", f.id, "'") : ""; });
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

std::uint64_t begins_of(const Format& format) {
    std::uint64_t out = 0;
    for (const Field& f : format.fields)
        if (!f.id.starts_with("rsvd")) out |= std::uint64_t{1} << f.lsb;
    return out;
}

std::uint64_t mode_of_tcgen05(Edition edition) {
    return std::uint64_t{1} << field_in(**find_format("smem", {}, edition), "swizzle").lsb;
}

Built built_word(const program::OrParts& parts, const Bits& bits, Edition edition, const TextHints& hints) {
    const Format &smem = **find_format("smem", {}, edition), &wgmma = **find_format("wgmma", {}, edition);
    if (parts.places == 0) return Built::nothing;
    // Swizzled K-major operands need no lbo.
    const auto strides = [&](const Format& f) {
        return fills(f, "sbo", parts) && (fills(f, "lbo", parts) || (hints.shared && (parts.places & 1) != 0));
    };
    const Field& version_field = field_in(smem, "version");
    const std::uint64_t stated = get_field(version_field, bits.value);
    const bool none = stated == 0, whole = get_field(version_field, bits.unknown) == 0;
    const bool swizzled = fills(wgmma, "swizzle", parts);
    const bool unswizzled = hints.wgmma && whole && fills(wgmma, "lbo", parts);
    const bool told = (parts.shifted & mode_of_tcgen05(edition)) != 0;
    if (!told && fits(wgmma, parts) && strides(wgmma) && (swizzled || unswizzled) && none)
        return hints.by_name ? Built::smem : Built::wgmma;  // the version can be missing
    const bool version = stated == version_field.want && whole;
    if (fits(smem, parts) && strides(smem) && (version || (told && none))) return Built::smem;
    if (is_built_idesc(*idesc_format("f16", edition), parts)) return Built::idesc;
    for (const std::string_view kind : {"mxf4nvf4", "mxf8f6f4"})
        if (is_built_idesc(*idesc_format(kind, edition), parts)) return Built::scaled;
    return Built::nothing;
}

std::vector<std::string> scaled_kinds(const program::OrParts& parts) {
    // PTX ISA 9.1, Tables 43 and 44: bit 12 is a bit of b_type or reserved, bit 31 is reserved or k_size.
    constexpr std::uint64_t kOnlyOfFour = std::uint64_t{1} << 12 | std::uint64_t{1} << 31;
    if (((parts.places | parts.zeros | parts.ones) & kOnlyOfFour) != 0) return {"mxf4nvf4", "mxf4"};
    return {"mxf8f6f4", "mxf4", "mxf4nvf4"};
}

std::uint64_t zeros_without_parts(const Format& format, const program::OrParts& parts, std::uint64_t unknown) {
    const bool word = !format.kind.empty()   ? is_built_idesc(format, parts)
                      : format.id == "wgmma" ? fills(format, "swizzle", parts)
                                             : fills(format, "version", parts);
    const bool strided = !format.kind.empty() || fills(format, "sbo", parts);
    if (!word || !strided || !fits(format, parts)) return 0;
    std::uint64_t out = 0;
    bool any = false;
    for (const Field& f : format.fields) {
        const bool rare = is_in(kRare, f.id) || f.encoding == Encoding::fixed;
        if (((parts.places | parts.ones) & mask_of(f)) != 0 || carry_reaches(format, f, parts)) continue;
        if (!rare && (parts.zeros >> f.lsb & 1) == 0) continue;
        out |= mask_of(f);
        any = any || (f.encoding != Encoding::fixed && (unknown & mask_of(f)) != 0);
    }
    return any ? out : 0;
}

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
