// core/src/code/cutlass_words.cpp -- the words of a session as members of the structs of CUTLASS.
// SPDX-License-Identifier: MIT
#include "cutlass_parts.h"
#include "family_names.h"

#include <tilescope/base/text.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/notation/type_names.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope::code::cutlass {
namespace {

// The enumerators of CUTLASS for the values of a field. Source: CUTLASS include/cute/arch/mma_sm100_desc.hpp @7107b055.
struct Enumerators {
    std::string_view field, type;
    NamedValue names[5];
};
constexpr Enumerators kEnumerators[] = {
    {"swizzle",
     "LayoutType",
     {{0, "SWIZZLE_NONE"}, {1, "SWIZZLE_128B_BASE32B"}, {2, "SWIZZLE_128B"}, {4, "SWIZZLE_64B"}, {6, "SWIZZLE_32B"}}},
    {"d_type", "CFormat", {{0, "F16"}, {1, "F32"}, {2, "S32"}}},
    {"scale_type", "ScaleFormat", {{0, "UE4M3"}, {1, "UE8M0"}}},
    {"transpose_a", "Major", {{0, "K"}, {1, "MN"}}},
    {"transpose_b", "Major", {{0, "K"}, {1, "MN"}}},
    {"negate_a", "ScaleIn", {{0, "One"}, {1, "Neg"}}},
    {"negate_b", "ScaleIn", {{0, "One"}, {1, "Neg"}}},
    {"saturate", "Saturate", {{0, "False"}, {1, "True"}}},
};
constexpr Enumerators kInputFormats[] = {
    {"i8", "S8Format", {{0, "UINT8"}, {1, "INT8"}}},
    {"packed", "MXF4Format", {{1, "E2M1"}}},
    {"padded", "MXF8F6F4Format", {{0, "E4M3"}, {1, "E5M2"}, {3, "E2M3"}, {4, "E3M2"}, {5, "E2M1"}}},
    {"16 or 32 bits", "F16F32Format", {{0, "F16"}, {1, "BF16"}, {2, "TF32"}}},
};
// cute::SM90::GMMA::LayoutType, mma_sm90_desc.hpp.
constexpr Enumerators kGmmaLayouts = {
    "swizzle", "LayoutType", {{0, "INTERLEAVE"}, {1, "B128"}, {2, "B64"}, {3, "B32"}}};

const Enumerators* enumerators_of(const Derived& d, const Field& field) {
    if (field.id == "swizzle" && !family_of(d.session).idesc) return &kGmmaLayouts;
    if (field.id == "a_type" || field.id == "b_type") {
        const KindRow& kind = kind_or_none(d.of(WordId::idesc).format->kind);
        return &kInputFormats[kind.integer ? 0 : kind.packed ? 1 : kind.padded ? 2 : 3];
    }
    const Enumerators* found = std::ranges::find(kEnumerators, field.id, &Enumerators::field);
    return found == std::end(kEnumerators) ? nullptr : found;
}

// The struct of CUTLASS for a word.
struct Struct {
    std::string type, initial, members;  // `members` is before the name of a member: "bitfield."
};
Struct struct_of(const Derived& d, const WordPart& word) {
    if (word.view->id == WordId::idesc) {
        const bool scaled = kind_or_none(word.view->format->kind).block_scaled();
        return {say("cute::UMMA::InstrDescriptor", scaled ? "BlockScaled" : ""), " = {}", ""};
    }
    const FamilyNames& names = names_of_family(d.session);
    return {std::string(names.cutlass_descriptor), "", std::string(names.cutlass_members)};
}

std::string_view type_of(const WordPart&, const FieldPart& p) { return p.field->width > 8 ? "uint16_t" : "uint8_t"; }

// Fields that the struct has no member for: only their constants can be stored.
void check_memberless(Lines& out, const WordPart& word, const FieldPart& part) {
    if (part.open())
        out.cannot(say("The struct of CUTLASS has no member for '", part.field->id, "' of ", word.name,
                       ", which has unknown bits: the text stores ", part.field->want, "."));
    else if (part.raw != part.field->want)
        out.cannot(say("The struct of CUTLASS has no member for '", part.field->id, "' of ", word.name, ", which is ",
                       part.raw, ": the text stores ", part.field->want, "."));
}

constexpr unsigned kStartBits = 14;  // of start_address_ and leading_byte_offset_ in the structs of CUTLASS

void write_member(Lines& out, const Derived& d, const WordPart& word, const Struct& type, const FieldPart& part) {
    const std::string member = cutlass_member(part.field->id);
    const std::string value = field_value(d, part);
    // An enumerator says its meaning, and a 0 without a unit needs none.
    const bool number = part.field->encoding == Encoding::number && (part.raw != 0 || !part.field->unit.empty());
    std::string note = part.open() || number ? meaning(part) : std::string();
    if (part.field->id == "start" && !part.open()) note = say("of a buffer: make_", word.name, "_at()");
    if (const auto lbo = lbo_address(word); lbo && lbo->bytes && lbo->lbo == &part) note = lbo->note;
    out.noted(say("desc.", type.members, member, " = ", value, ";"), note);
}

// The same descriptor for a buffer. An lbo that is an address keeps its distance from the start.
void write_at_buffer(Lines& out, const Derived& d, const WordPart& word, const Struct& type) {
    const FieldPart* start = word.part("start");
    if (start == nullptr) return;
    const auto lbo = lbo_address(word);
    if (lbo && !lbo->bytes) return out.cannot(lbo->note);
    std::string arguments;
    for (const FieldPart& p : word.fields)
        if (p.open())
            arguments += say(arguments.empty() ? "" : ", ", p.field == start->field ? "address >> 4" : p.parameter);
    out.comment(say("The same for a buffer in shared memory, in a kernel. ", moves_by(d, word)));
    out.line("CUTE_DEVICE ", type.type, " make_", word.name, "_at(",
             parameters_of(word, "const void* buffer", {.type = type_of, .start = false}), ") {");
    out.line("    const uint32_t address = cute::cast_smem_ptr_to_uint(buffer);");
    out.line("    ", type.type, " desc = make_", word.name, "(", arguments, ");");
    if (!start->open()) out.line("    desc.", type.members, cutlass_member("start"), " = address >> 4;");
    if (lbo) out.noted(say("desc.", type.members, cutlass_member("lbo"), " = ", moved_lbo(*lbo), ";"), lbo->note);
    out.line("    return desc;");
    out.line("}");
    out.blank();
}

void write_struct(Lines& out, const Derived& d, const WordPart& word) {
    const Struct type = struct_of(d, word);
    out.comment(say(word.view->format->title, ": ", word.view->summary));
    out.line("CUTE_HOST_DEVICE ", type.type, " make_", word.name, "(", parameters_of(word, {}, {.type = type_of}),
             ") {");
    out.line("    ", type.type, " desc", type.initial, ";");
    for (const FieldPart& p : word.fields) {
        if (cutlass_member(p.field->id).empty()) {
            check_memberless(out, word, p);
            continue;
        }
        if ((p.field->id == "start" || p.field->id == "lbo") && (p.raw >> kStartBits) != 0)
            out.cannot(
                say("CUTLASS stores 14 bits of '", p.field->id, "' of ", word.name, ", and the value has more."));
        write_member(out, d, word, type, p);
    }
    out.line("    return desc;");
    out.line("}");
    out.blank();
    write_at_buffer(out, d, word, type);
}

// cute::UMMA::MaskAndShiftB keeps the four fs bits in one member.
void write_mask(Lines& out, const WordPart& word) {
    const auto value = [&](std::string_view id) {
        const FieldPart* p = word.part(id);
        return p == nullptr ? std::string("0") : p->open() ? p->parameter : say(p->raw);
    };
    const auto note = [&](std::string_view id) {
        const FieldPart* p = word.part(id);
        return p == nullptr ? std::string() : meaning(*p);
    };
    out.comment(say(word.view->format->title, ": ", word.view->summary));
    out.line("CUTE_HOST_DEVICE uint64_t make_", word.name, "(", parameters_of(word, {}, {.type = type_of}), ") {");
    out.line("    cute::UMMA::MaskAndShiftB mask = {};");
    for (unsigned i = 0; i < 4; ++i)
        out.noted(say("mask.start_count_[", i, "] = ", value(say("sc", i)), ";"), note(say("sc", i)));
    out.line("    mask.first_span_ = ", value("fs0"), " | ", value("fs1"), " << 1 | ", value("fs2"), " << 2 | ",
             value("fs3"), " << 3;");
    out.noted(say("mask.nzm_ = ", value("nonzero"), ";"), note("nonzero"));
    out.noted(say("mask.skip_span_ = ", value("skip_span"), ";"), note("skip_span"));
    out.noted(say("mask.use_span_ = ", value("use_span"), ";"), note("use_span"));
    out.noted(say("mask.shift_ = ", value("column_shift"), ";"), note("column_shift"));
    out.line("    return uint64_t{mask.uri[1]} << 32 | mask.uri[0];");
    out.line("}");
    out.blank();
    for (const FieldPart& p : word.fields)
        if (p.field->encoding == Encoding::fixed) check_memberless(out, word, p);
}

}  // namespace

std::string_view umma_major(Major major) {
    return major == Major::k ? "cute::UMMA::Major::K" : "cute::UMMA::Major::MN";
}

std::string field_value(const Derived& d, const FieldPart& part) {
    if (part.open()) return part.parameter;
    const Field& f = *part.field;
    if (const Enumerators* e = enumerators_of(d, f))
        if (const std::string_view name = name_in(e->names, part.raw); !name.empty())
            return say("uint8_t(cute::", names_of_family(d.session).cutlass_enums, "::", e->type, "::", name, ")");
    // The struct has M / 16, also where PTX stores M / 128.
    if (f.id == "m") return say(value_of(f, part.raw), " >> 4");
    if (f.id == "n") return say(value_of(f, part.raw), " >> ", f.scale);
    if (f.id == "start") return say(hex(value_of(f, part.raw)), " >> ", f.scale);
    return say(part.raw);
}

void write_words(Lines& out, const Derived& d, const std::vector<WordPart>& words) {
    for (const WordPart& word : words) {
        if (word.view->id == WordId::zcm)
            write_mask(out, word);
        else
            write_struct(out, d, word);
    }
}

}  // namespace tilescope::code::cutlass
