// core/src/notation/debugger_structs.cpp -- finds the descriptors in structs that a debugger printed.
// SPDX-License-Identifier: MIT
//
// CUTLASS, include/cute/arch/mma_sm100_desc.hpp and mma_sm90_desc.hpp: a descriptor is a union of the whole word
// (desc_), its halves (lo and hi, reg32_, reg16_) and its fields. The members store encoded values: start_address_ is
// the address divided by 16.
#include "debugger_structs.h"

#include "program_finds.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tilescope::notation {
namespace {

// A member of the union that has all bits of the word.
struct WholeMember {
    std::string_view name;
    std::uint64_t value = 0;
    bool halves = false;  // only "lo" and "hi", which many other structs have
};

// What one struct states about one word.
struct UnionMembers {
    std::vector<FieldValue> fields;
    std::vector<WholeMember> wholes;
    std::vector<const PrintedValue*> structs;  // named members that are structs: the fields can be in one of them
};

std::string_view bare_name(std::string_view name) {
    while (name.ends_with('_')) name.remove_suffix(1);
    return name;
}

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
    return std::ranges::find(names, bare_name(name)) != names.end();
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
        Find f{work_.span_of(value.text), ReadBy::cuda_gdb, name, key.role, {*number, 0, wide ? 64u : 32u}, ""};
        f.hopper = key.hopper;
        out_.push_back(std::move(f));
    }

    void collect_whole(const PrintedValue& part, UnionMembers& to) const {
        constexpr std::array<std::string_view, 5> kWords = {"desc", "reg64", "raw", "u64", "word"};
        constexpr std::array<std::string_view, 3> kPairs = {"reg32", "uri", "u32"};
        constexpr std::array<std::string_view, 2> kQuarters = {"reg16", "u16"};
        const unsigned bits = is_one_of(part.name, kWords)      ? 64
                              : is_one_of(part.name, kPairs)    ? 32
                              : is_one_of(part.name, kQuarters) ? 16
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
            const auto number = printed_number(part.text, print_.binary);
            if (bare_name(part.name) == "lo") low = number;
            if (bare_name(part.name) == "hi") high = number;
            // The width of the member is unknown, so a negative number has unknown bits.
            const bool known = number && *number >> 63 == 0;
            to.fields.push_back({part.name, {known ? *number : 0, known ? 0 : ~std::uint64_t{0}, 64}});
        }
        if (low && high) to.wholes.push_back({"lo and hi", (*high & bit_mask(32)) << 32 | (*low & bit_mask(32)), true});
    }

    // Whether the members are those of a descriptor: many structs have a version and a start.
    bool names_a_word(const std::vector<FieldValue>& fields, const StructWord& word) const {
        const auto given = [&](std::string_view id) {
            const Field* f = find_field(*word.format, id);
            return f != nullptr && get_field(*f, word.given) != 0;
        };
        const auto known =
            std::ranges::count_if(word.format->fields, [&](const Field& f) { return get_field(f, word.given) != 0; });
        if (word.role == PasteRole::idesc) return known > 2 && (given("n") || given("m") || given("d_type"));
        const auto of_cutlass = [](const FieldValue& f) { return f.name.find("_byte_offset") != f.name.npos; };
        return (given("lbo") || given("sbo")) && (known > 2 || std::ranges::any_of(fields, of_cutlass));
    }

    bool word(const PrintedValue& value, const std::string& name) {
        UnionMembers members;
        collect(value, members);
        auto built = word_of_struct(work_, members.fields, print_.made);
        if (built && !names_a_word(members.fields, *built)) built.reset();
        for (const PrintedValue* part : members.structs) {
            if (built || members.wholes.empty()) break;
            UnionMembers inner;
            collect(*part, inner);
            built = word_of_struct(work_, inner.fields, print_.made);
            if (built && (!inner.wholes.empty() || !names_a_word(inner.fields, *built))) built.reset();
            if (built) members.fields = std::move(inner.fields);
        }
        if (members.wholes.empty()) return built && add_fields(value, name, *built, members.fields);
        return built ? add_checked(value, name, *built, members) : add_whole(value, name, members);
    }

    Find find_for(const PrintedValue& value, const std::string& name, PasteRole role, Bits bits) const {
        const KeyMeaning key = meaning_of_key(name);
        const bool narrow = bits.width == 32;
        const bool shared = key.role == PasteRole::smem_a || key.role == PasteRole::smem_b ||
                            key.role == PasteRole::smem_sf || key.role == PasteRole::smem;
        Find f{work_.span_of(value.text), ReadBy::cuda_gdb, name, role, bits, ""};
        if (shared && !narrow) f.role = key.role;
        return f;
    }

    // A struct of fields alone. Fields that it does not have are unknown; so are the reserved bits if one is missing.
    bool add_fields(const PrintedValue& value, const std::string& name, const StructWord& word,
                    const std::vector<FieldValue>& fields) {
        Find f = find_for(value, name, word.role, word.bits);
        bool complete = true;
        for (const Field& field : word.format->fields) {
            const bool needed = field.encoding != Encoding::fixed || field.id == "version";
            complete = complete && (!needed || get_field(field, word.given) != 0);
        }
        if (!complete)
            for (const Field& field : word.format->fields)
                if (field.encoding == Encoding::fixed && get_field(field, word.given) == 0)
                    f.bits.unknown = set_field(field, f.bits.unknown, bit_mask(field.width));
        f.bits.value &= ~f.bits.unknown;
        if ((word.given & ~f.bits.unknown) == 0) return true;
        f.reader = ReadBy::fields;
        f.note = word.note;
        add_note(f.note, "built from the printed fields");
        f.hints = word.kinds;
        f.hopper = word.hopper;
        f.disputed = word.cut;
        f.ask = word.role != PasteRole::idesc && !is_encoded(fields);
        f.built = f.bits.value == 0;
        out_.push_back(std::move(f));
        return true;
    }

    // Whether the numbers are stored values, not bytes: CUTLASS's members are, and so is a number that is no multiple
    // of 16.
    static bool is_encoded(const std::vector<FieldValue>& fields) {
        return std::ranges::any_of(fields, [](const FieldValue& f) {
            constexpr std::array<std::string_view, 3> kStrides = {"start", "lbo", "sbo"};
            const bool small = f.bits.unknown == 0 && f.bits.value < 1024 && f.bits.value % 16 != 0;
            return f.name.find("_byte_offset") != f.name.npos || (is_one_of(f.name, kStrides) && small);
        });
    }

    // A union with the word and its fields. They must agree.
    bool add_checked(const PrintedValue& value, const std::string& name, const StructWord& word,
                     const UnionMembers& members) {
        const unsigned width = word.role == PasteRole::idesc ? 32 : 64;
        Find f = find_for(value, name, word.role, {members.wholes.front().value & bit_mask(width), 0, width});
        f.hints = word.kinds;
        f.hopper = word.hopper;
        check_wholes(members, f);
        for (const Field& field : word.format->fields) {
            const std::uint64_t raw = get_field(field, word.bits.value);
            const bool stated = get_field(field, word.given & ~word.bits.unknown) == bit_mask(field.width);
            if (!stated || raw == get_field(field, f.bits.value)) continue;
            f.disputed = true;
            add_note(f.note, say("the printed ", field.id, " is ", meaning_of(field, raw)));
        }
        out_.push_back(std::move(f));
        return true;
    }

    void check_wholes(const UnionMembers& members, Find& f) const {
        for (const WholeMember& other : members.wholes) {
            const std::uint64_t value = other.value & bit_mask(f.bits.width);
            if (value == f.bits.value) continue;
            f.disputed = true;
            add_note(f.note, say("the printed ", bare_name(other.name), " is ", hex(value)));
        }
    }

    // Only the word: "{desc_ = 4611756662049539072}", "{lo = 66560, hi = 1073758272}".
    bool add_whole(const PrintedValue& value, const std::string& name, const UnionMembers& members) {
        constexpr std::array<std::string_view, 2> kOfCutlass = {"desc", "reg64"};
        const std::uint64_t bits = members.wholes.front().value;
        const unsigned width = bits > bit_mask(32) ? 64 : 32;
        const KeyMeaning key = meaning_of_key(name);
        const bool named = key.role == PasteRole::idesc ? width == 32 : key.role != PasteRole::unknown && width == 64;
        const bool likely = best_reading(work_, bits, width).certainty != Certainty::unknown;
        const bool cutlass = is_one_of(members.wholes.front().name, kOfCutlass);
        if (bits == 0 || !(print_.certain || cutlass) || !(named || likely)) return false;
        Find f = find_for(value, name, PasteRole::unknown, {bits, 0, width});
        if (key.role == PasteRole::idesc && width == 32) f.role = key.role;
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
        const auto begin = rest.begin() + static_cast<std::ptrdiff_t>(print.begin);
        const auto end = rest.begin() + static_cast<std::ptrdiff_t>(print.end);
        lines += 1 + static_cast<unsigned>(std::count(begin, end, '\n'));
        std::replace_if(
            begin, end, [](char c) { return c != '\n'; }, ' ');
        std::ranges::move(words, std::back_inserter(out));
    }
    return out;
}

}  // namespace tilescope::notation
