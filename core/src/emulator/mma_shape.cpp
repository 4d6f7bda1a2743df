// core/src/emulator/mma_shape.cpp -- decodes the shape, types and modifiers of one instruction from its words.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/shapes.h>

namespace tilescope {
namespace {

constexpr unsigned kMostN = 256;

// Whether a part of the shape can be read. If it cannot and one field of the instruction descriptor is the only cause,
// `field` is the name of that field.
struct PartAnswer {
    Answer<void> can = {};
    std::string_view field = {};
};

PartAnswer refuse(std::string sentence, std::string_view field = {}) { return {Refusal(std::move(sentence)), field}; }

PartAnswer read_types(const MmaInstruction& i, const Format& format, MmaShape& s) {
    const bool bits = multiplies_bits(i.variant, i.arch);
    for (const bool is_a : {true, false}) {
        const std::string_view id = is_a ? "a_type" : "b_type";
        const std::string_view name = bits ? "b1" : name_of_value(format, i.idesc, id);
        const ElementType* type = smem_type_of(name, format.kind);
        if (!type && !name.empty()) return refuse(say("The encoding of type ", name, " is not known."), id);
        if (!type)
            return refuse(say("The instruction descriptor's ", id, " ", raw_in(format, i.idesc, id),
                              " is not a type of kind ", format.kind, "."),
                          id);
        (is_a ? s.a : s.b) = type;
    }
    const bool has_d_type = find_field(format, "d_type") != nullptr;  // block-scaled kinds do not; their D is f32
    s.d_type = has_d_type ? std::string(name_of_value(format, i.idesc, "d_type")) : "f32";
    if (s.d_type.empty())
        return refuse(say("The instruction descriptor's d_type ", raw_in(format, i.idesc, "d_type"),
                          " is not a type of kind ", format.kind, "."),
                      "d_type");
    return {};
}

// Returns "m" if another M has a place for D. If no M has one, the form is the cause, and the result is empty.
std::string_view field_without_path(TmemForm form) {
    for (const unsigned m : {32u, 64u, 128u, 256u}) {
        form.m = m;
        if (data_path_of(form)) return "m";
    }
    return {};
}

PartAnswer read_size(const MmaInstruction& i, const Format& format, MmaShape& s) {
    s.m = value_in(format, i.idesc, "m");
    s.n = value_in(format, i.idesc, "n");
    s.sparse = s.family->idesc ? raw_in(format, i.idesc, "sparse") != 0 : i.variant.sparse;
    const Field* sparse = find_field(format, "sparse");
    s.k = multiplies_bits(i.variant, i.arch) ? kBitsK
                                             : mma_k(format, sparse ? set_field(*sparse, i.idesc, s.sparse) : i.idesc);
    if (s.n == 0 || s.n > kMostN)
        return refuse(say("The instruction descriptor's N is ", s.n, "; it must be 8 to ", kMostN, "."), "n");
    if (!s.family->pieces && i.pieces.all() != 1)
        return refuse("A tile of several instructions is known only for wgmma; remove its pieces.");
    if (s.family->m != 0 && s.m != s.family->m)
        return refuse(say(s.family->instruction, " needs M = ", s.family->m,
                          ", but the instruction descriptor has M = ", s.m, "."),
                      "m");
    s.m *= i.pieces.count.a, s.n *= i.pieces.count.b;
    if (s.n > kMostTileRows)
        return refuse(say("The tile has N = ", s.n, ", and it must have at most ", kMostTileRows,
                          "; give it fewer pieces along N."));
    if (s.family->d == Storage::registers) return {};
    const TmemForm form{.m = s.m, .cta_group = i.variant.cta_group, .ws = i.variant.ws, .sparse = s.sparse};
    const auto path = data_path_of(form);
    if (!path) return refuse(say("D of this instruction cannot be placed: ", path.why, "."), field_without_path(form));
    s.path = *path;
    return {};
}

PartAnswer read_scales(const MmaInstruction& i, const Format& format, MmaShape& s, DotForm& form) {
    const KindRow* kind = find_kind(format.kind);
    if (!kind || !kind->block_scaled()) return {};
    form.scale_block = scale_block_of(i.variant);
    form.scale_type = std::string(name_of_value(format, i.idesc, "scale_type"));
    if (form.scale_type.empty())
        return refuse(say("The instruction descriptor's scale_type ", raw_in(format, i.idesc, "scale_type"),
                          " is not a scale factor type."),
                      "scale_type");
    const unsigned plain = s.sparse ? kind->sparse_k : kind->dense_k;
    const bool longer = s.k * 2 == plain * 3;
    if (s.k != plain && !longer)
        return refuse(say("No known document defines the number of scale factors of an instruction with K ", s.k, "."));
    const auto vector = scale_vector_of(say("block", form.scale_block), longer, format.kind);
    if (!vector) return refuse(vector.why + ".");
    s.scales = *vector;
    s.sfa_id = raw_in(format, i.idesc, "sfa_id");
    s.sfb_id = raw_in(format, i.idesc, "sfb_id");
    return {};
}

// Returns the field that causes this refusal: if it had another value, the refusal would be different or absent.
// Returns an empty name for the types of A and B, because either of them can be the cause.
std::string_view field_without_rule(const DotForm& form, const FamilyRow& family, std::string_view why) {
    DotForm other = form;
    const auto still_refused = [&] {
        const auto rule = rule_of(other);
        return !rule && rule.why == why;
    };
    other.saturate = false;
    if (!still_refused()) return "saturate";
    other.sparse = false;
    if (!still_refused()) return family.idesc ? "sparse" : "";  // wgmma.sp is another instruction
    for (const char* d : {"f32", "f16", "s32"}) {
        other.d_type = d;
        if (rule_of(other)) return "d_type";
    }
    return {};
}

PartAnswer read_rule(const MmaInstruction& i, const Format& format, MmaShape& s, DotForm& form) {
    form.unit = s.family->unit;
    form.kind = s.family->names_kind ? std::string(format.kind) : std::string();
    form.a_type = std::string(s.a->number);
    form.b_type = std::string(s.b->number);
    form.d_type = s.d_type;
    form.saturate = raw_in(format, i.idesc, "saturate") != 0;
    form.sparse = s.sparse;
    const auto rule = rule_of(form);
    if (!rule) return refuse(rule.why + ".", field_without_rule(form, *s.family, rule.why));
    s.rule = *rule;
    return {};
}

PartAnswer read_modifiers(const MmaInstruction& i, const Format& format, MmaShape& s) {
    s.a_major = raw_in(format, i.idesc, "transpose_a") ? Major::mn : Major::k;
    s.b_major = raw_in(format, i.idesc, "transpose_b") ? Major::mn : Major::k;
    s.negate_a = raw_in(format, i.idesc, "negate_a") != 0;
    s.negate_b = raw_in(format, i.idesc, "negate_b") != 0;
    s.selector = raw_in(format, i.idesc, "sparsity_selector");
    const bool integers = s.rule.a == nullptr;
    if (!integers || (!s.negate_a && !s.negate_b)) return {};
    const bool both = s.negate_a && s.negate_b;
    const std::string_view field = s.negate_a ? "negate_a" : "negate_b";
    return refuse(say("The instruction descriptor's ", both ? "negate_a and negate_b are" : say(field, " is"),
                      " set, but integers cannot be negated."),
                  both ? std::string_view() : field);
}

PartAnswer read_shape(const MmaInstruction& i, MmaShape& s) {
    const Format* format = idesc_format_of(i);
    if (!format) return refuse(say("This PTX edition has no kind ", i.variant.kind, "."));
    s.family = &family_of(i.arch);
    DotForm form;
    PartAnswer part = read_types(i, *format, s);
    if (part.can) part = read_size(i, *format, s);
    if (part.can) part = read_scales(i, *format, s, form);
    if (part.can) part = read_rule(i, *format, s, form);
    if (part.can) part = read_modifiers(i, *format, s);
    return part;
}

}  // namespace

ScaleLayout MmaShape::factors_from(Operand operand, unsigned column, unsigned id) const {
    return {.operand = operand,
            .vector = scales,
            .rows = OperandPair<unsigned>{rows_per_cta(*path), n}[operand],
            .id = id,
            .base_column = column,
            .halves = has_halves(operand, *path)};
}

Answer<MmaShape> shape_of(const MmaInstruction& i) {
    MmaShape s;
    if (const PartAnswer all = read_shape(i, s); !all.can) return Refusal(all.can.why);
    return s;
}

std::string_view field_refused(const MmaInstruction& i) {
    MmaShape s;
    return read_shape(i, s).field;
}

}  // namespace tilescope
