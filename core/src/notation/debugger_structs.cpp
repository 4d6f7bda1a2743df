// core/src/notation/debugger_structs.cpp -- finds the descriptors in structs that a debugger printed.
// SPDX-License-Identifier: MIT
//
// CUTLASS, include/cute/arch/mma_sm100_desc.hpp and mma_sm90_desc.hpp: a descriptor is a union of the whole word
// (desc_), its halves (lo and hi, reg32_, reg16_) and its fields. The members store encoded values: start_address_ is
// the address divided by 16.
#include "fields.h"
#include "readers.h"
#include "readings.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/kinds.h>

namespace tilescope::notation {
namespace {

// A member of the union that has all bits of the word.
struct WholeMember {
    std::string_view name;
    std::uint64_t value = 0;
    bool halves = false;  // "lo" and "hi", which many other structs have
};

// What one struct states about one word.
struct UnionMembers {
    std::vector<FieldValue> fields;
    std::vector<WholeMember> wholes;
    std::vector<const PrintedValue*> structs;  // named members that are structs: the fields can be in one of them
    std::vector<std::string> kinds;            // those that have the enumerators of a_format_ and b_format_
};

std::string_view bare_name(std::string_view name) {
    while (name.ends_with('_')) name.remove_suffix(1);
    return name;
}

// "{{...}, {...}}" and "[0] = ...". The elements of an array are alike; the structs of a union are not.
bool is_array(const PrintedValue& value) {
    if (value.parts.empty() || !value.aggregate) return false;
    const PrintedValue& first = value.parts.front();
    if (first.name.starts_with('[')) return true;
    if (value.parts.size() == 1 && first.repeats == 1) return false;
    return std::ranges::all_of(value.parts, [&](const PrintedValue& part) {
        const bool same = part.parts.size() == first.parts.size() && !part.parts.empty() &&
                          part.parts.front().name == first.parts.front().name;
        return part.aggregate && part.name.empty() && same;
    });
}

// Joins the elements of "reg32_ = {66560, 1073741888}"; the first one has the low bits.
std::optional<std::uint64_t> joined_elements(const PrintedValue& array, unsigned bits, bool binary) {
    std::uint64_t out = 0;
    unsigned shift = 0;
    for (const PrintedValue& part : array.parts) {
        const auto value = printed_number(part.text, binary);
        for (unsigned i = 0; i < part.repeats; ++i, shift += bits) {
            if (!value || part.aggregate || shift >= 64) return std::nullopt;
            out |= (*value & bit_mask(bits)) << shift;
        }
    }
    return out;
}

// The kinds whose element types an enumerator of a_format_ can state: the numbers alone are equal for several kinds.
// "cute::UMMA::F16F32Format::BF16", "cute::UMMA::MXF4Format::E2M1".
std::vector<std::string> kinds_of_enumerator(std::string_view text, Edition edition) {
    const std::size_t last = text.rfind(':') + 1;  // npos + 1 is 0
    const std::string name = lower(text.substr(last));
    const std::string type = name == "uint8" ? "u8" : name == "int8" ? "s8" : name;
    const std::string_view format = text.substr(0, last);
    std::vector<std::string> out;
    for (const std::string_view kind : kinds_of(edition)) {
        const KindRow& row = kind_or_none(kind);
        const bool named = type != "e2m1" || format.ends_with(row.packed ? "MXF4Format::" : "MXF8F6F4Format::");
        const Field* field = find_field(*idesc_format(kind, edition), "a_type");
        if (named && std::ranges::find(field->names, type, &NamedValue::name) != field->names.end())
            out.emplace_back(kind);
    }
    return out;
}

// Of the kinds that the fields allow, those that the enumerators allow too.
std::vector<std::string> common_kinds(const std::vector<std::string>& fields, const std::vector<std::string>& names) {
    if (fields.empty()) return names.empty() ? names : std::vector<std::string>{names.front()};
    std::vector<std::string> out;
    std::ranges::copy_if(fields, std::back_inserter(out), [&](const std::string& kind) { return is_in(names, kind); });
    return out.empty() ? fields : out;
}

// Whether a member has a place or a stride, which people write as bytes or as multiples of 16 bytes.
bool places(const FieldValue& f) {
    constexpr std::string_view kPlacing[] = {"start", "lbo", "sbo"};
    return is_in(kPlacing, field_of_member(f.name));
}

// "stride_byte_offset_": only the structs of CUTLASS have members with such names.
bool is_of_cutlass(const FieldValue& f) { return f.name.find("_byte_offset") != f.name.npos; }

// Whether the numbers are stored values, not bytes: CUTLASS's members are, and so is a small number that is not a
// multiple of 16.
bool has_stored_values(const std::vector<FieldValue>& fields) {
    return std::ranges::any_of(fields, [](const FieldValue& f) {
        const bool small = f.bits.unknown == 0 && f.bits.value < 1024 && f.bits.value % 16 != 0;
        return is_of_cutlass(f) || (places(f) && small);
    });
}

// The fields with stored values instead of bytes.
std::vector<FieldValue> in_units_of_16(std::vector<FieldValue> fields) {
    for (FieldValue& f : fields)
        if (places(f) && f.bits.unknown == 0) f.bits.value >>= 4;
    return fields;
}

class PrintedWords {
public:
    PrintedWords(const Work& work, const StructPrint& print) : work_(work), print_(print) {}

    std::vector<Find> read() {
        walk(print_.value, print_.name);
        return std::move(out_);
    }

private:
    void walk(const PrintedValue& value, const std::string& name) {
        if (!value.aggregate) return scalar(value, name);
        if (is_array(value)) {
            std::size_t i = 0;
            for (const PrintedValue& part : value.parts) {
                const std::size_t before = out_.size();
                walk(part, name.empty() ? "" : say(name, "[", i, "]"));
                i += part.repeats;
                for (std::size_t at = before; at < out_.size(); ++at) out_[at].merged *= part.repeats;
                merge_last(before);
            }
            return;
        }
        if (word(value, name)) return;
        for (const PrintedValue& part : value.parts)
            walk(part, part.name.empty() ? name : say(name, name.empty() ? "" : ".", part.name));
    }

    // An element that is equal to the one before it is no row of its own.
    void merge_last(std::size_t before) {
        if (before == 0 || out_.size() != before + 1) return;
        const Find &last = out_[before - 1], &next = out_[before];
        if (last.bits != next.bits || last.role != next.role || last.note != next.note) return;
        out_[before - 1].merged += next.merged;
        out_.pop_back();
    }

    // "desc_a = 4611756662049539072" in a struct of parameters.
    void scalar(const PrintedValue& value, const std::string& name) {
        const auto number = printed_number(value.text, print_.binary);
        if (!number || !print_.certain) return;
        const KeyMeaning key = meaning_of_key(bare_name(value.name));
        const bool wide = *number > bit_mask(32);
        const bool narrow_role = key.role == PasteRole::idesc;
        const bool wide_role = key.role != PasteRole::unknown && key.role != PasteRole::tmem && !narrow_role;
        if (key.half != 0 || value.name.size() < 3 || *number <= bit_mask(16) || (wide ? !wide_role : !narrow_role))
            return;
        Find f{work_.span_of(value.text), ReadBy::debugger, {*number, 0, wide ? 64u : 32u}, name, key.role};
        f.hopper = key.hopper;
        out_.push_back(std::move(f));
    }

    void collect_whole(const PrintedValue& part, UnionMembers& to) const {
        constexpr std::string_view kWords[] = {"desc", "reg64", "raw", "u64", "word"};
        constexpr std::string_view kPairs[] = {"reg32", "uri", "u32"};
        constexpr std::string_view kQuarters[] = {"reg16", "u16"};
        const unsigned bits = is_in(kWords, bare_name(part.name))      ? 64
                              : is_in(kPairs, bare_name(part.name))    ? 32
                              : is_in(kQuarters, bare_name(part.name)) ? 16
                                                                       : 0;
        if (bits == 0 || (bits < 64 && part.parts.size() < 2)) return;
        const auto number =
            part.aggregate ? joined_elements(part, bits, print_.binary) : printed_number(part.text, print_.binary);
        if (number) to.wholes.push_back({part.name, *number});
    }

    // Collects what a struct and the structs without a name inside it state.
    void collect(const PrintedValue& value, UnionMembers& to) const {
        std::optional<std::uint64_t> low, high;
        for (const PrintedValue& part : value.parts) {
            collect_whole(part, to);
            if (part.aggregate && part.name.empty()) collect(part, to);
            if (part.aggregate && !part.name.empty() && !is_array(part)) to.structs.push_back(&part);
            if (part.aggregate || part.name.empty()) continue;
            if (const std::string_view bare = bare_name(part.name); bare == "a_format" || bare == "b_format")
                to.kinds = kinds_of_enumerator(part.text, work_.options.edition);
            const auto number = printed_number(part.text, print_.binary);
            if (bare_name(part.name) == "lo") low = number;
            if (bare_name(part.name) == "hi") high = number;
            // The width of the member is unknown, so a negative number has unknown bits.
            const bool known = number && *number >> 63 == 0;
            to.fields.push_back({part.name, {known ? *number : 0, known ? 0 : ~std::uint64_t{0}, 64}});
        }
        if (low && high) to.wholes.push_back({"{lo, hi}", (*high & bit_mask(32)) << 32 | (*low & bit_mask(32)), true});
    }

    // Whether the members are those of a descriptor: many structs have a version and a start.
    bool names_a_word(const std::vector<FieldValue>& fields, const StructWord& word) const {
        const auto given = [&](std::string_view id) { return raw_or_0(*word.format, word.given, id) != 0; };
        const auto known =
            std::ranges::count_if(word.format->fields, [&](const Field& f) { return get_field(f, word.given) != 0; });
        if (word.role == PasteRole::idesc) return known > 2 && (given("n") || given("m") || given("d_type"));
        return (given("lbo") || given("sbo")) && (known > 2 || std::ranges::any_of(fields, is_of_cutlass));
    }

    std::optional<StructWord> word_of(const UnionMembers& members) const {
        auto out = word_of_struct(work_, members.fields, print_.made);
        if (out && !names_a_word(members.fields, *out)) return std::nullopt;
        if (out && out->role == PasteRole::idesc && !members.kinds.empty())
            out->kinds = common_kinds(out->kinds, members.kinds);
        return out;
    }

    bool word(const PrintedValue& value, const std::string& name) {
        UnionMembers members;
        collect(value, members);
        auto built = word_of(members);
        for (const PrintedValue* part : members.structs) {
            if (built || members.wholes.empty()) break;
            UnionMembers inner;
            collect(*part, inner);
            if (inner.wholes.empty()) built = word_of(inner);
            if (built) members.fields = std::move(inner.fields);
        }
        if (members.wholes.empty()) return built && add_fields(value, name, *built, members);
        return built ? add_checked(value, name, *built, members) : add_whole(value, name, members);
    }

    Find find_for(const PrintedValue& value, const std::string& name, PasteRole role, Bits bits) const {
        const KeyMeaning key = meaning_of_key(name);
        const bool narrow = bits.width == 32;
        const bool shared = is_operand(key.role) || key.role == PasteRole::smem_sf;
        Find f{work_.span_of(value.text), ReadBy::debugger, bits, name, role};
        if (shared && !narrow) f.role = key.role;
        return f;
    }

    // Whether the struct has all fields of its format, as CUTLASS's structs have. Hopper's struct has no field that
    // others do not have, so its names tell too.
    static bool is_complete(const StructWord& word, const std::vector<FieldValue>& fields) {
        for (const Field& field : word.format->fields) {
            const bool needed = field.encoding != Encoding::fixed || field.id == "version";
            if (needed && get_field(field, word.given) == 0) return false;
        }
        return !word.hopper || std::ranges::any_of(fields, is_of_cutlass);
    }

    // A struct of fields alone. Fields that it does not have are unknown; so are the reserved bits if one is missing.
    bool add_fields(const PrintedValue& value, const std::string& name, StructWord word, const UnionMembers& members) {
        const bool stored = word.role == PasteRole::idesc || has_stored_values(members.fields);
        if (!stored)
            if (const auto other = word_of_struct(work_, in_units_of_16(members.fields), print_.made)) word = *other;
        const bool complete = is_complete(word, members.fields);
        const bool typed = lower(print_.made).find("gmma") != std::string::npos || meaning_of_key(name).hopper;
        Find f = find_for(value, name, word.role, word.bits);
        for (const Field& field : word.format->fields)
            if (!complete && field.encoding == Encoding::fixed && get_field(field, word.given) == 0)
                f.bits.unknown |= mask_of(field);
        const bool open = word.hopper && !complete && !typed;
        // The number of a swizzle mode is at other bits in each format.
        if (open && get_field(field_in(*word.format, "swizzle"), f.bits.value) != 0)
            for (const std::string_view id : {"smem", "wgmma"})
                f.bits.unknown |= mask_of(field_in(work_.format(id), "swizzle"));
        f.bits.value &= ~f.bits.unknown;
        if ((word.given & ~f.bits.unknown) == 0) return true;
        f.reader = ReadBy::fields;
        f.note = word.note;
        add_note(f.note, stored ? "built from the printed fields" : "built from the printed fields, as bytes");
        f.hints = word.kinds;
        f.hopper = word.hopper && !open;
        f.tcgen05 = word.role == PasteRole::smem && !word.hopper;
        f.disputed = word.cut || !stored || open;
        f.built = f.bits.value == 0;
        out_.push_back(std::move(f));
        return true;
    }

    // A union with the word and its fields. They must agree.
    bool add_checked(const PrintedValue& value, const std::string& name, const StructWord& word,
                     const UnionMembers& members) {
        const unsigned width = word.role == PasteRole::idesc ? 32 : 64;
        Find f = find_for(value, name, word.role, {members.wholes.front().value & bit_mask(width), 0, width});
        f.hints = word.kinds;
        f.hopper = word.hopper && is_complete(word, members.fields);
        f.tcgen05 = word.role == PasteRole::smem && !word.hopper;
        if (f.bits.value == 0) return true;  // nothing is set
        check_wholes(members, f);
        for (const Field& field : word.format->fields) {
            const std::uint64_t raw = get_field(field, word.bits.value);
            const bool stated = get_field(field, word.given & ~word.bits.unknown) == bit_mask(field.width);
            if (!stated || raw == get_field(field, f.bits.value)) continue;
            f.disputed = true;
            add_note(f.note, note_of_printed(field, raw, get_field(field, f.bits.value)));
        }
        out_.push_back(std::move(f));
        return true;
    }

    void check_wholes(const UnionMembers& members, Find& f) const {
        for (const WholeMember& other : members.wholes) {
            const std::uint64_t value = other.value & bit_mask(f.bits.width);
            if (value == f.bits.value) continue;
            f.disputed = true;
            add_note(f.note,
                     say("the printed ", other.name, " is ", hex(value), ", but the word is ", hex(f.bits.value)));
        }
    }

    // Only the word: "{desc_ = 4611756662049539072}", "{lo = 66560, hi = 1073758272}".
    bool add_whole(const PrintedValue& value, const std::string& name, const UnionMembers& members) {
        constexpr std::string_view kOfCutlass[] = {"desc", "reg64"};
        const WholeMember& whole = members.wholes.front();
        const unsigned width = whole.value > bit_mask(32) ? 64 : 32;
        const KeyMeaning key = meaning_of_key(name);
        const bool cutlass = is_in(kOfCutlass, bare_name(whole.name));
        if (!cutlass && !whole.halves) return false;  // "raw" of any struct
        const bool idesc = key.role == PasteRole::idesc && width == 32;
        const bool named = idesc || (width == 64 && (cutlass || (key.role != PasteRole::unknown && !idesc)));
        const PasteReading best = best_reading(work_, whole.value, width);
        // The constant of a tcgen05 descriptor tells; two small numbers are a descriptor of Hopper too easily.
        const bool likely =
            print_.certain && best.certainty == Certainty::confirmed && best.format->id == "smem" && width == 64;
        if (!named && !likely) return cutlass;
        if (whole.value == 0) return true;
        Find f = find_for(value, name, cutlass && width == 64 ? PasteRole::smem : PasteRole::unknown,
                          {whole.value, 0, width});
        if (idesc) f.role = key.role;
        f.hopper = key.hopper;
        check_wholes(members, f);
        out_.push_back(std::move(f));
        return true;
    }

    const Work& work_;
    const StructPrint& print_;
    std::vector<Find> out_;
};

// Whether the print has members or structs. "{0x4000404000010440, 0x4000404000010840}" is a list of numbers.
bool has_members(const PrintedValue& value) {
    return std::ranges::any_of(value.parts,
                               [](const PrintedValue& part) { return part.aggregate || !part.name.empty(); });
}

}  // namespace

std::vector<Find> take_struct_prints(const Work& work, std::string& rest, unsigned& lines) {
    std::vector<Find> out;
    for (const StructPrint& print : struct_prints(work.text)) {
        std::vector<Find> words = PrintedWords(work, print).read();
        if (words.empty() && !(print.certain && has_members(print.value))) continue;
        const std::string_view whole = work.text.substr(print.begin, print.end - print.begin);
        lines += 1 + static_cast<unsigned>(std::ranges::count(whole, '\n'));
        blank_lines(rest, print.begin, print.end);
        std::ranges::move(words, std::back_inserter(out));
    }
    return out;
}

}  // namespace tilescope::notation
