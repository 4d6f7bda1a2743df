// core/src/notation/struct_fields.cpp -- words from the structs of CUTLASS and its relatives, and names of types.
// SPDX-License-Identifier: MIT
#include "fields.h"

#include "readings.h"

#include <tilescope/formats/formats.h>
#include <tilescope/formats/idesc.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/type_names.h>

#include <span>

namespace tilescope::notation {
namespace {

struct Member {
    std::string_view field;
    std::string_view names;  // without a trailing '_', with a blank between them. The first one is that of CUTLASS
};
// cute::UMMA::SmemDescriptor and cute::GmmaDescriptor (cute/arch/mma_sm100_desc.hpp, mma_sm90_desc.hpp of CUTLASS).
constexpr Member kSmemMembers[] = {{"start", "start_address start_addr start"},
                                   {"lbo", "leading_byte_offset leading_off leading_dim_byte_offset lbo"},
                                   {"sbo", "stride_byte_offset stride_off stride_dim_byte_offset sbo"},
                                   {"version", "version"},
                                   {"base_offset", "base_offset matrix_base_offset"},
                                   {"lbo_mode", "lbo_mode"},
                                   {"swizzle", "layout_type layout ltype swizzle swizzle_mode swizzle_type"}};
// cute::UMMA::InstrDescriptor and InstrDescriptorBlockScaled.
constexpr Member kIdescMembers[] = {{"sparsity_selector", "sparse_id2"},
                                    {"sparse", "sparse_flag"},
                                    {"saturate", "saturate"},
                                    {"d_type", "c_format d_format"},
                                    {"a_type", "a_format"},
                                    {"b_type", "b_format"},
                                    {"negate_a", "a_negate"},
                                    {"negate_b", "b_negate"},
                                    {"transpose_a", "a_major"},
                                    {"transpose_b", "b_major"},
                                    {"n", "n_dim"},
                                    {"m", "m_dim"},
                                    {"max_shift", "max_shift"},
                                    {"sfb_id", "b_sf_id"},
                                    {"sfa_id", "a_sf_id"},
                                    {"scale_type", "scale_format"},
                                    {"k_size", "k_size"}};

// cute::UMMA::MaskAndShiftB. Its first_span has the bits of fs0 to fs3.
constexpr Member kMaskMembers[] = {{"sc0", "start_count_[0]"}, {"sc1", "start_count_[1]"}, {"sc2", "start_count_[2]"},
                                   {"sc3", "start_count_[3]"}, {"fs0", "first_span"},      {"nonzero", "nzm"},
                                   {"skip_span", "skip_span"}, {"use_span", "use_span"},   {"column_shift", "shift"}};
constexpr std::string_view kFirstSpans[] = {"fs0", "fs1", "fs2", "fs3"};

constexpr unsigned kScaledRowBits = 2;  // width of the field 'm' of kinds with block scaling

std::string_view plain(std::string_view name) {
    const std::size_t dot = name.find_last_of(".>");
    if (dot != name.npos) name = name.substr(dot + 1);
    while (name.ends_with('_')) name.remove_suffix(1);
    return name;
}

// A member of a struct that is recognized by the places of its members: "field:lbo".
constexpr std::string_view kPlaced = "field:";

using Members = std::span<const Member>;

// The field that a member has, or nothing.
std::string_view field_of(Members members, std::string_view name) {
    const bool placed = name.starts_with(kPlaced);
    const std::string key = placed ? std::string(name.substr(kPlaced.size())) : lower(plain(name));
    const auto found = std::ranges::find_if(
        members, [&](const Member& m) { return placed ? m.field == key : has_word(m.names, key); });
    return found == members.end() ? std::string_view() : found->field;
}

std::size_t count_known(Members members, const std::vector<FieldValue>& fields) {
    return static_cast<std::size_t>(
        std::ranges::count_if(fields, [&](const FieldValue& f) { return !field_of(members, f.name).empty(); }));
}

bool is_cleared(const std::vector<FieldValue>& fields) {
    return std::ranges::find(fields, "*", &FieldValue::name) != fields.end();
}

// A word of which only the fixed bits are known, or the other bits are 0.
StructWord blank_struct(const Format& format, bool cleared) {
    StructWord out;
    out.format = &format;
    out.bits = {blank_word(format), 0, format.bits};
    for (const Field& f : format.fields)
        if (f.encoding != Encoding::fixed && !cleared) out.bits.unknown |= mask_of(f);
    return out;
}

// Puts the bits of a given value from bit `dropped` on into a field.
void put_field(StructWord& out, const std::vector<FieldValue>& fields, std::size_t given, const Field& f,
               unsigned dropped) {
    const Bits& bits = fields[given].bits;
    out.bits.value = set_field(f, out.bits.value, bits.value >> dropped);
    out.bits.unknown = set_field(f, out.bits.unknown, bits.unknown >> dropped);
    out.given |= mask_of(f);
    std::erase_if(out.places, [&](const FieldBits& p) { return p.at == f.lsb; });
    out.places.push_back({given, f.lsb, f.width, dropped});
}

// C++ stores only the low bits of a value that is wider than its field.
StructWord built(const Format& format, Members members, const std::vector<FieldValue>& fields) {
    StructWord out = blank_struct(format, is_cleared(fields));
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const FieldValue& given = fields[i];
        const Field* f = find_field(format, field_of(members, given.name));
        if (f == nullptr) continue;
        // InstrDescriptorBlockScaled has 5 bits for M / 16. The tables of PTX have the 2 high bits of them, M / 128.
        const bool shared = f->id == "m" && f->width == kScaledRowBits && !given.name.starts_with(kPlaced);
        const unsigned dropped = shared ? 5 - kScaledRowBits : 0;
        if (((given.bits.value | given.bits.unknown) & bit_mask(dropped)) != 0 && dropped != 0) continue;
        put_field(out, fields, i, *f, dropped);
        if (given.bits.value >> dropped <= bit_mask(f->width)) continue;
        out.cut = true;
        add_note(out.note, say(plain(given.name), " is ", given.bits.value, ", but the field has ", f->width,
                               " bits: C++ stores ", given.bits.value & bit_mask(f->width)));
    }
    return out;
}

StructWord built_mask(const Format& format, const std::vector<FieldValue>& fields) {
    StructWord out = blank_struct(format, is_cleared(fields));
    out.role = PasteRole::zcm;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string_view field = field_of(kMaskMembers, fields[i].name);
        const bool spans = field == kFirstSpans[0];
        if (!field.empty() && !spans) put_field(out, fields, i, field_in(format, field), 0);
        for (unsigned n = 0; spans && n < std::size(kFirstSpans); ++n)
            put_field(out, fields, i, field_in(format, kFirstSpans[n]), n);
    }
    return out;
}

// The kinds with scale factors under which the fields are legal. If the text names one of them, only this one.
std::vector<std::string> kinds_with_scales(const Work& work, const std::vector<FieldValue>& fields) {
    std::vector<std::string> out;
    for (const std::string_view kind : kinds_of(work.options.edition)) {
        if (!kind_or_none(kind).block_scaled()) continue;
        const Format& format = *idesc_format(kind, work.options.edition);
        const StructWord word = built(format, kIdescMembers, fields);
        if (legal_idesc(format, word.bits.value, word.bits.unknown)) out.emplace_back(kind);
    }
    for (const std::string& named : work.hints.kinds)
        if (is_in(out, named)) return {named};
    return out;
}

}  // namespace

std::string_view field_of_member(std::string_view name) {
    const std::string_view smem = field_of(kSmemMembers, name);
    return smem.empty() ? field_of(kIdescMembers, name) : smem;
}

std::optional<StructWord> word_of_struct(const Work& work, const std::vector<FieldValue>& fields,
                                         std::string_view made) {
    const auto named = [&](std::string_view field) {
        return std::ranges::find_if(fields,
                                    [&](const FieldValue& f) { return field_of(kSmemMembers, f.name) == field; });
    };
    const std::size_t smem = count_known(kSmemMembers, fields), idesc = count_known(kIdescMembers, fields);
    const std::size_t mask = count_known(kMaskMembers, fields);
    if (mask > 2 && mask > std::max(smem, idesc)) return built_mask(work.format("zcm"), fields);
    if (std::max(smem, idesc) < 2) return std::nullopt;
    if (idesc > smem) {
        const bool scaled = std::ranges::any_of(fields, [](const FieldValue& f) {
            const std::string_view field = field_of(kIdescMembers, f.name);
            return field == "scale_type" || field == "sfa_id";
        });
        const std::vector<std::string> kinds = scaled ? kinds_with_scales(work, fields) : std::vector<std::string>();
        const std::string_view table = !kinds.empty() ? std::string_view(kinds.front()) : scaled ? "mxf8f6f4" : "f16";
        const Format* format = idesc_format(table, work.options.edition);
        if (format == nullptr) return std::nullopt;
        StructWord out = built(*format, kIdescMembers, fields);
        out.role = PasteRole::idesc;
        out.kinds = kinds;
        return out;
    }
    // Hopper's struct has no version and no lbo_mode, and its layout_type has 2 bits: 0 to 3.
    const auto swizzle = named("swizzle");
    const std::string type = lower(made);
    const bool hopper = type.find("gmma") != type.npos;  // also "wgmma"
    const bool placed = type == "smem";                  // the id of the format
    const bool named_new = !hopper && (placed || type.find("umma") != type.npos || type.find("smemdesc") != type.npos ||
                                       type.find("tcgen05") != type.npos);
    const bool stated = named_new || named("version") != fields.end() || named("lbo_mode") != fields.end() ||
                        (swizzle != fields.end() && swizzle->bits.value > 3);
    const bool blackwell = stated || (!hopper && work.hints.tcgen05);
    const Format& format = work.format(blackwell ? "smem" : "wgmma");
    StructWord out = built(format, kSmemMembers, fields);
    if (const Field* version = find_field(format, "version");
        blackwell && (!made.empty() || !stated) && named("version") == fields.end()) {
        out.bits.value = set_field(*version, out.bits.value, 0);
        out.bits.unknown =
            set_field(*version, out.bits.unknown, placed && is_cleared(fields) ? 0 : bit_mask(version->width));
    }
    out.role = PasteRole::smem;
    out.hopper = !blackwell;
    out.guess = !blackwell && !hopper && !work.hints.wgmma;
    return out;
}

}  // namespace tilescope::notation

namespace tilescope {
namespace {

constexpr bool has_row(std::string_view id) { return &names_of_type(id) != &kNoTypeNames; }

// Whether the table has a row for each type of an instruction descriptor of the newest edition, also without names.
constexpr bool has_types_of(const Format& format) {
    for (const Field& f : format.fields)
        if (f.role == Role::type)
            for (const NamedValue& type : f.names)
                if (!has_row(type.name)) return false;
    return true;
}
static_assert(has_types_of(kIdescF16_94) && has_types_of(kIdescTf32_94) && has_types_of(kIdescF8f6f4_94) &&
              has_types_of(kIdescI8_94) && has_types_of(kIdescTi16_94) && has_types_of(kIdescMxf8f6f4_94) &&
              has_types_of(kIdescMxf4_94) && has_types_of(kIdescMxf4nvf4_94));
static_assert(std::ranges::all_of(kElementTypes, [](const ElementType& type) { return has_row(type.id); }));

}  // namespace

const TypeNames* type_named(std::string_view path) {
    const auto has = [&](std::string_view name) { return !name.empty() && notation::ends_path(path, name); };
    const auto is_it = [&](const TypeNames& row) {
        for (const std::string_view full : {row.cutlass, row.cute_dsl, row.tilelang, row.kittens})
            if (has(lower(full.substr(full.find_last_of(".:") + 1)))) return true;
        return std::ranges::any_of(notation::split(row.also, ' '), has);
    };
    const auto* found = std::ranges::find_if(kNamesOfTypes, is_it);
    return found == std::end(kNamesOfTypes) ? nullptr : found;
}

std::string cutlass_member(std::string_view field) {
    const auto named = [field](const auto& members) {
        const auto* found = std::ranges::find(members, field, &notation::Member::field);
        return found == std::end(members) ? std::string() : say(found->names.substr(0, found->names.find(' ')), '_');
    };
    const std::string smem = named(notation::kSmemMembers);
    return smem.empty() ? named(notation::kIdescMembers) : smem;
}

}  // namespace tilescope
