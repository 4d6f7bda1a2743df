// core/src/document/derive_tmem.cpp -- the locations of D, A, scale factors and metadata in Tensor Memory.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/tile.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr const char kAInSmem[] = "A is read from shared memory in this form.";
constexpr const char kNotSparse[] = "This form is not sparse: it has no metadata.";

unsigned raw_of(const Derived& d, std::string_view id) { return static_cast<unsigned>(d.of(WordId::idesc).raw(id)); }

void doubt(Grounds& grounds, Certainty certainty, std::string_view sentence) {
    grounds.certainty = std::max(grounds.certainty, certainty);
    grounds.note += say(grounds.note.empty() ? "" : " ", sentence);
}

std::string lanes_text(const DataPathRow& path, unsigned half) {
    if (!path.half) return say("0 to ", kTmem.lanes - 1);
    return say(half, " to ", half + kHalfLanes - 1, " of each ", kTmem.warp_lanes);
}

// Places a matrix at its address and adds its region. If the lane is invalid, the picture uses lane 0.
void place_matrix(TmemView& v, TmemLayout layout, TmemPlace place, std::uint32_t address) {
    layout.path = v.path;
    layout.base_column = tmem_column(address);
    layout.lane_half = tmem_lane(address);
    TmemRegion r{.place = place, .ctas = v.ctas, .first = layout.base_column, .columns = columns_used(layout)};
    r.why_not = can_be_placed(layout, v.columns).why;
    if (!v.path->half || layout.lane_half != kHalfLanes) layout.lane_half = 0;
    r.lanes = lanes_text(*v.path, layout.lane_half);
    r.grounds = grounds_of(layout);
    const bool is_d = layout.operand == TmemOperand::d;
    r.summary = say(row_count(layout), " x ", layout.columns, is_d ? "" : " ");
    if (!is_d) r.summary += layout.type->id;
    (is_d ? v.d : v.a) = layout;
    v.regions.push_back(std::move(r));
}

void place_d(const Derived& d, TmemView& v) {
    const TmemLayout layout{.operand = TmemOperand::d, .columns = d.n, .bits = bits_of_d(d.d_type)};
    place_matrix(v, layout, TmemPlace::d, d.session.address(TmemPlace::d));
    v.regions.back().summary += say(' ', d.d_type);
}

void place_a(const Derived& d, TmemView& v) {
    if (!d.session.variant.a_in_tmem) {
        v.no_a = kAInSmem;
        return;
    }
    std::string note;
    const ElementType& type = drawn_type(d, Operand::a, note);
    const unsigned k = std::max(stored_k(d.session.tile_k, true, raw_of(d, "sparse") != 0), 1u);
    const TmemLayout layout{.operand = TmemOperand::a, .columns = k, .type = &type};
    place_matrix(v, layout, TmemPlace::a, d.session.address(TmemPlace::a));
    if (!note.empty()) doubt(v.regions.back().grounds, Certainty::unknown, note);
}

// The number of scale factors that one instruction reads. If it is not known, `why_not` has the reason, and the picture
// uses the default of the kind.
struct VectorFound {
    const ScaleVectorRow* vector;
    std::string why_not;
    Grounds grounds;
};

VectorFound vector_of(const Derived& d, const KindRow& kind) {
    const unsigned plain = raw_of(d, "sparse") ? kind.sparse_k : kind.dense_k;
    const bool longer = d.k * 2 == plain * 3;
    const unsigned block = scale_block_of(d.session.variant);
    const unsigned usual = scale_block_of({.kind = std::string(kind.id)});
    const auto requested = scale_vector_of(say("block", block), longer, kind.id);
    VectorFound out{.vector = requested ? *requested : *scale_vector_of(say("block", usual), false, kind.id),
                    .why_not = requested.why};
    if (d.k != plain && !longer)
        doubt(out.grounds, Certainty::unknown,
              say("No known document states how many scale factors an instruction with K = ", d.k,
                  " reads. The picture shows K = ", plain, "."));
    return out;
}

void place_scales(const Derived& d, TmemView& v, Operand operand, const VectorFound& found) {
    const TmemPlace place = scales_place(operand);
    const std::uint32_t address = d.session.address(place);
    TileScales s{.first = {.operand = operand,
                           .vector = found.vector,
                           .rows = OperandPair<unsigned>{rows_per_cta(*v.path), d.n}[operand],
                           .id = raw_of(d, pick(operand, "sfa_id", "sfb_id")),
                           .base_column = tmem_column(address),
                           .halves = has_halves(operand, *v.path)},
                 .blocks = std::max((d.session.tile_k + d.k - 1) / std::max(d.k, 1u), 1u),
                 .ctas = v.ctas,
                 .k_per_factor = std::max(d.k / found.vector->factors, 1u)};
    TmemRegion r{.place = place, .ctas = v.ctas, .first = s.first.base_column, .columns = columns_used(s)};
    r.why_not = !found.why_not.empty() ? found.why_not : can_be_placed(s.first, v.columns).why;
    if (r.why_not.empty()) r.why_not = columns_fit(r.columns, r.first, v.columns).why;
    r.lanes = say("0 to ", kTmem.lanes - 1, s.first.halves ? ", 2 copies of each half of N" : ", 4 copies");
    r.summary = say(s.rows(), " rows x ", s.factors(), s.factors() == 1 ? " factor" : " factors");
    r.grounds = found.grounds;
    for (unsigned block = 0; block < s.blocks && r.grounds.certainty <= Certainty::confirmed; ++block)
        r.grounds = grounds_of(at_k_block(s.first, block));
    if (tmem_lane(address) != 0)
        doubt(r.grounds, Certainty::unknown,
              say("The address has lane ", tmem_lane(address),
                  ". The picture shows lane 0, because no document states the effect of this lane."));
    v.scale_matrix[operand] = matrix_of(d.session.scale_matrix[operand], s);
    pick(operand, v.sfa, v.sfb) = s;
    v.regions.push_back(std::move(r));
}

void place_both_scales(const Derived& d, TmemView& v) {
    const KindRow* kind = find_kind(d.of(WordId::idesc).format->kind);
    if (!kind || !kind->block_scaled() || d.k == 0) {
        v.no_scales = say(d.session.variant.kind, " has no scale factors.");
        return;
    }
    const VectorFound found = vector_of(d, *kind);
    for (const Operand o : kBothOperands) place_scales(d, v, o, found);
}

void place_meta(const Derived& d, TmemView& v) {
    const Variant& form = d.session.variant;
    const MetaRow* kind = meta_of_kind(d.of(WordId::idesc).format->kind);
    if (!form.sparse || !kind) {
        v.no_meta = form.sparse ? say(form.kind, " has no sparse form.") : std::string(kNotSparse);
        return;
    }
    const std::uint32_t address = d.session.address(TmemPlace::meta);
    const MetaLayout layout{.kind = kind,
                            .path = v.path,
                            .ws = form.ws,
                            .base_column = tmem_column(address),
                            .selector = raw_of(d, "sparsity_selector")};
    const unsigned skipped = kind->paired ? layout.selector : 0;
    TmemRegion r{.place = TmemPlace::meta, .ctas = v.ctas, .first = layout.base_column + skipped};
    r.columns = kind->columns;
    r.why_not = can_be_placed(layout, v.columns).why;
    const unsigned lane = tmem_lane(address);
    if (r.why_not.empty() && !v.path->half && lane != 0)
        r.why_not = say("metadata of layout ", v.path->name, " must begin at lane 0, not ", lane);
    r.lanes = lanes_text(*v.path, v.path->half && lane == kHalfLanes ? kHalfLanes : 0);
    r.summary = say(row_count(layout), " rows x ", kind->k / kind->grain->group, " codes of ", kind->grain->name);
    r.grounds = grounds_of(layout);
    v.meta = layout;
    v.regions.push_back(std::move(r));
}

// Where a family without Tensor Memory has what others keep there.
void place_nothing(const FamilyRow& family, const Variant& form, TmemView& v) {
    v.none = say(family.instruction, " keeps D in registers: ", family.chip, " has no tensor memory.");
    v.no_a = form.a_in_tmem ? "A is read from registers in this form." : kAInSmem;
    v.no_scales = say(family.instruction, " has no scale factors.");
    v.no_meta = form.sparse ? say(family.instruction,
                                  " takes the metadata of a sparse A from a register of each thread: ", family.chip,
                                  " has no tensor memory.")
                            : kNotSparse;
}

// Returns those of the given bits of idesc that decide where and how large the operands in Tensor Memory are.
std::vector<FieldPlace> tmem_fields_in(const Derived& d, std::uint64_t bits) {
    const Variant& form = d.session.variant;
    const KindRow* kind = find_kind(d.of(WordId::idesc).format->kind);
    const bool scaled = kind && kind->block_scaled();
    const std::pair<std::string_view, bool> fields[] = {{"m", true},
                                                        {"n", true},
                                                        {"sparse", true},
                                                        {"d_type", true},
                                                        {"a_type", form.a_in_tmem || scaled},
                                                        {"b_type", scaled},
                                                        {"k_size", scaled},
                                                        {"k_size_high", scaled},
                                                        {"sfa_id", scaled},
                                                        {"sfb_id", scaled},
                                                        {"sparsity_selector", form.sparse}};
    std::vector<FieldPlace> out;
    for (const auto& [field, matters] : fields)
        if (const Field* f = find_field(*d.of(WordId::idesc).format, field); matters && f && get_field(*f, bits) != 0)
            out.push_back({WordId::idesc, field});
    return out;
}

}  // namespace

TmemView tmem_view(const Derived& d) {
    TmemView v;
    const Variant& form = d.session.variant;
    v.ctas = form.cta_group;
    v.columns = tmem_columns(d.session.arch);
    if (const FamilyRow& family = family_of(d.session); family.d == Storage::registers) {
        place_nothing(family, form, v);
        return v;
    }
    const WordView& idesc = d.of(WordId::idesc);
    v.assumed = d.session.assumed.form || !tmem_fields_in(d, idesc.assumed).empty();
    if (const std::vector<FieldPlace> asks = tmem_fields_in(d, idesc.unknown); !asks.empty()) {
        v.none = sentence_of("The places in tensor memory depend", asks);
        return v;
    }
    const auto path = data_path_of({.m = d.m, .cta_group = form.cta_group, .ws = form.ws, .sparse = form.sparse});
    if (!path) {
        v.none = say("This form has no layout in tensor memory: ", path.why, ".");
        return v;
    }
    v.path = *path;
    v.path_summary = say("layout ", v.path->name, " (", v.path->organisation, "): M ", d.m,
                         v.ctas == 2 ? ", two CTAs" : ", one CTA", form.ws ? ", .ws" : "", form.sparse ? ", .sp" : "");
    v.a_rows = form.a_in_tmem ? d.m : rows_per_cta(**path);
    place_d(d, v);
    place_a(d, v);
    place_both_scales(d, v);
    place_meta(d, v);
    for (const TmemRegion& r : v.regions) v.next_free = std::max(v.next_free, r.end());
    v.next_free = std::min(v.next_free, v.columns);
    return v;
}

}  // namespace tilescope
