// app/publish/dot_line.cpp -- reads and prints dot products as JSON lines, for `tilescope dot`.
// SPDX-License-Identifier: MIT
#include "app/io/json.h"
#include "app/publish/emulation_out.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/variant.h>
#include <tilescope/layout/scale_layout.h>

#include <algorithm>
#include <set>

namespace tilescope::io {
namespace {

constexpr std::string_view kKeys =
    "unit, kind, a_type, b_type, d_type, a, b, c, scale_type, scale_vec, scale_a, scale_b, sparse_meta, saturate, "
    "negate_a, negate_b, scale_input_d";
constexpr const char* kScaleKeys[] = {"scale_type", "scale_vec", "scale_a", "scale_b"};

// The width of the words of a key, and the name of their type.
struct WordType {
    unsigned bits;
    std::string_view name;
};
WordType word_type(std::string_view type) {
    const FloatFormat* f = find_float(type);
    if (type == "ue4m3") return {8, type};  // its top bit is ignored
    if (f != nullptr) return {f->bits, f->id};
    return {type == "b1" || type == "s32" ? 32u : 8u, type};
}

// Returns whether the value of an optional key means that the key is missing.
bool is_nothing(const Json& j) {
    return j.is_null() || (j.is_array() && j.empty()) || (j.is_string() && j.get_ref<const std::string&>().empty());
}

struct DotReader : JsonMembers {
    bool has(const char* key) const {
        const auto found = left.find(key);
        return found != left.end() && !is_nothing(*found);
    }

    // As JsonMembers::take(). The value of an optional key can mean that the key is missing.
    Json take(const char* key, std::string_view needed_as = {}) {
        Json value = JsonMembers::take(key, needed_as);
        if (needed_as.empty()) return is_nothing(value) ? Json() : value;
        if (value.is_null()) refuse("the key ", key, " is null; give ", needed_as);
        return value;
    }

    std::string text(const char* key, std::string_view needed_as = {}) {
        const Json j = take(key, needed_as);
        if (j.is_null()) return {};
        if (j.is_string()) return j.get<std::string>();
        refuse(key, ": ", shown(j), " is not a name in quotes");
        return {};
    }

    bool flag(const char* key) {
        const Json j = take(key);
        if (!j.is_null() && !j.is_boolean()) refuse(key, ": ", shown(j), " is not true or false");
        return j.is_boolean() && j.get<bool>();
    }

    // Reads a word of the type. A negative number is in two's complement of the type's width.
    std::uint32_t word(const std::string& name, const Json& j, WordType type) {
        const std::string text = j.is_string() ? j.get<std::string>() : j.is_number_integer() ? j.dump() : "";
        const auto number = read_number(text);
        if (!number) {
            refuse(name, ": ", shown(j), " is not a word of ", type.bits, " bits (", type.name,
                   "); write 0x.. or a whole number");
            return 0;
        }
        const std::uint64_t most = bit_mask(type.bits), top = ~(most >> 1);
        // read_number() returns a negative number in 32 bits if it fits.
        const std::uint64_t extended = number->bits == 32 ? number->value | ~bit_mask(32) : number->value;
        const bool fits = number->negative ? (extended & top) == top : number->value <= most;
        if (!fits)
            refuse(name, ": ", shown(j), " has more than the ", type.bits, " bits of ", type.name,
                   type.name == "bf16" ? "; write the upper half of the f32, such as 0x3f80 for 1" : "");
        return static_cast<std::uint32_t>(number->value & most);
    }

    template <class T>
    std::vector<T> words(const char* key, WordType type, std::string_view needed_as = {}) {
        std::vector<T> out;
        const Json j = take(key, needed_as);
        if (!j.is_null() && !j.is_array())
            refuse(key, ": ", shown(j), " is not a list of words, such as [\"0x3f80\", \"0x4000\"]");
        if (!j.is_array()) return out;
        for (const Json& element : j) {
            out.push_back(static_cast<T>(word(say(key, "[", out.size(), "]"), element, type)));
            if (fault) break;
        }
        return out;
    }
};

Unit read_unit(DotReader& in) {
    const std::string unit = in.text("unit");
    for (const FamilyRow& family : kFamilies)
        if (unit == family.id) return family.unit;
    if (!unit.empty()) in.refuse("the key unit must be tcgen05 or wgmma, not '", excerpt(unit), "'");
    return kFamilies[0].unit;
}

// Removes the keys of scale factors if the form has no scale factors. Returns these keys: the answer lists them as
// ignored. rule_of() refuses unknown kinds later.
std::vector<std::string> ignore_scales(DotReader& in, const DotForm& form) {
    std::vector<std::string> out;
    for (const Profile& p : all_profiles())
        if (p.unit == form.unit && p.kind == form.kind && !p.scale_type.empty()) return out;
    for (const char* key : kScaleKeys) {
        if (in.has(key)) out.emplace_back(key);
        in.left.erase(key);
    }
    return out;
}

// scale_vec::4X means one scale factor for 16 elements, for every K.
unsigned read_scale_block(DotReader& in, const DotForm& form) {
    const Json j = in.take("scale_vec", form.scale_type.empty() ? "" : "1, 2 or 4, such as 4 for scale_vec::4X");
    if (j.is_null()) return 0;
    std::vector<std::string_view> known;
    for (const ScaleVectorRow& row : kScaleVectors) {
        if (row.k96 || !takes(kind_or_none(form.kind), row)) continue;
        known.push_back(row.name.substr(row.name.size() - 2, 1));
        if (j.is_number_unsigned() && j.dump() == known.back()) return row.elements;
    }
    in.refuse("scale_vec must be ", list_of(known, std::identity(), " or "), " for kind::", form.kind, ", not ",
              shown(j));
    return 0;
}

// The form that a line names, and the keys that the form ignores.
struct NamedForm {
    DotForm form;
    std::string wgmma_kind;  // the value of "kind"; see check_wgmma_kind()
    std::vector<std::string> ignored;
};

NamedForm read_form(DotReader& in) {
    NamedForm out;
    DotForm& form = out.form;
    form.unit = read_unit(in);
    const bool names_kind = family_summing(form.unit).names_kind;
    form.kind = in.text("kind", !names_kind ? "" : "the .kind:: of the instruction, as in \"f16\"");
    if (!names_kind) out.wgmma_kind = std::exchange(form.kind, {});
    form.a_type = in.text("a_type", "the type of A, as in \"bf16\"");
    form.b_type = in.text("b_type", "the type of B, as in \"bf16\"");
    form.d_type = in.text("d_type", "the type of C and D: \"f32\", \"f16\" or \"s32\"");
    out.ignored = ignore_scales(in, form);
    form.scale_type = in.text("scale_type");
    form.scale_block = read_scale_block(in, form);
    form.saturate = in.flag("saturate");
    form.sparse = in.has("sparse_meta");
    return out;
}

// wgmma has no kinds. A line may have the kind "wgmma", or the kind of tcgen05 with the same types.
void check_wgmma_kind(DotReader& in, const NamedForm& named) {
    const std::string& kind = named.wgmma_kind;
    const DotForm& form = named.form;
    std::string known(family_summing(form.unit).id);
    if (kind.empty() || kind == known) return;
    for (const Profile& p : all_profiles()) {
        const auto takes = [&](const std::string& type) { return std::ranges::find(p.types, type) != p.types.end(); };
        if (!family_summing(p.unit).names_kind || !p.scale_type.empty() || !takes(form.a_type) || !takes(form.b_type))
            continue;
        if (p.kind == kind) return;
        known += say(", ", p.kind);
    }
    in.refuse("kind: '", excerpt(kind), "' is not valid for wgmma with ", form.a_type, " and ", form.b_type,
              "; remove the key or use one of: ", known);
}

unsigned read_shift(DotReader& in, const DotForm& form, const DotRule& rule) {
    const Json j = in.take("scale_input_d");
    if (j.is_null()) return 0;
    const auto number = read_number(j.is_string() ? j.get<std::string>() : j.dump());
    if (!number || number->negative || number->value > kMostScaleD) {
        in.refuse("scale_input_d must be 0 to ", kMostScaleD, ", not ", shown(j));
        return 0;
    }
    const bool scales = (rule.possible & set_of(Doubt::scale_d)) != 0;
    if (number->value != 0 && !scales)
        in.refuse("scale_input_d is ", shown(j), ", but ", form.kind.empty() ? "wgmma" : say("kind::", form.kind),
                  " with ", form.a_type,
                  " does not scale C (only kind::tf32 and kind::f16 of tcgen05 scale C); write 0 or remove the key");
    return static_cast<unsigned>(number->value);
}

void read_codes(DotReader& in, DotLine& line) {
    for (const std::uint32_t word : in.words<std::uint32_t>("sparse_meta", {32, "metadata"}))
        for (unsigned code = 0; code < kCodesPerCell; ++code)
            line.codes.push_back(static_cast<std::uint8_t>(word >> code * kCodeBits & bit_mask(kCodeBits)));
}

void read_words(DotReader& in, const DotForm& form, DotLine& line) {
    line.a = in.words<std::uint32_t>("a", word_type(form.a_type), "the words of a row of A, element 0 first");
    line.b = in.words<std::uint32_t>("b", word_type(form.b_type), "the words of a column of B, element 0 first");
    if (const Json c = in.take("c"); !c.is_null()) {
        line.rest.has_c = true;
        line.rest.c = in.word("c", c, word_type(form.d_type));
    }
    line.scale_a = in.words<std::uint8_t>("scale_a", word_type(form.scale_type));
    line.scale_b = in.words<std::uint8_t>("scale_b", word_type(form.scale_type));
    read_codes(in, line);
    line.rest.negate_a = in.flag("negate_a");
    line.rest.negate_b = in.flag("negate_b");
    line.rest.c_shift = read_shift(in, form, line.rule);
}

// One note for each code that is not legal: the line was accepted, so the code has a known effect.
void add_notes(Json& out, const DotLine& line) {
    if (line.rule.grain == nullptr) return;
    const auto used = std::span(line.codes).first(line.b.size() / line.rule.grain->group);
    for (const unsigned code : std::set<unsigned>(used.begin(), used.end())) {
        if (kept_by(*line.rule.grain, code)) continue;
        Json note = {
            {"text", say("sparse_meta has a code that is not legal, and PTX does not define the result. An H100 "
                         "runs with any code: ",
                         meeting_text(*line.rule.grain, code), " (measured).")}};
        put_certainty(note, kAnyCode);
        out["notes"].push_back(std::move(note));
    }
}

}  // namespace

DotInput DotLine::input() const {
    DotInput out = rest;
    out.a = a, out.b = b, out.scale_a = scale_a, out.scale_b = scale_b, out.codes = codes;
    return out;
}

Answer<DotLine> dot_line_from_text(std::string_view text, std::size_t number) {
    const auto refuse = [&](const auto&... why) { return Refusal("line ", number, ": ", why...); };
    auto json = read_json(text, number);
    if (!json) return Refusal(json.why);
    if (!json->is_object()) return refuse(shown(*json), " is not an object; write {\"kind\": ..., \"a\": ...}");
    DotReader in{{std::move(*json)}};
    NamedForm named = read_form(in);
    if (in.fault) return refuse(in.fault.why);
    const auto rule = rule_of(named.form);
    if (!rule) return refuse(rule.why);
    check_wgmma_kind(in, named);
    DotLine line;
    line.rule = *rule;
    line.ignored = std::move(named.ignored);
    read_words(in, named.form, line);
    if (!in.left.empty()) in.refuse("the key '", in.unread(), "' is unknown; use only ", kKeys);
    if (!in.fault) in.refuse(can_multiply(line.rule, line.input()).why);
    return in.fault ? refuse(in.fault.why) : Answer<DotLine>(std::move(line));
}

std::string dot_line_to_text(const DotLine& line) {
    const bool half = line.rule.d != nullptr && line.rule.d->bits == 16;
    const DotInput input = line.input();
    Json out = {{"d", hex(dot(line.rule, input), half ? 4 : 8)}};
    const auto doubts = static_cast<DoubtSet>(doubts_of(line.rule, input) | doubts_that_apply(line.rule, input));
    for (const DoubtRow* row : rows_of(doubts)) out["uncertain"].push_back(row->id);
    if (!line.ignored.empty()) out["ignored"] = line.ignored;
    add_notes(out, line);
    return out.dump();
}

}  // namespace tilescope::io
