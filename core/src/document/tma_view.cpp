// core/src/document/tma_view.cpp -- compares the TMA copy of an operand with what the MMA reads.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <cassert>

namespace tilescope {
namespace {

constexpr std::uint32_t kNoByte = 0xffffffff;

// Returns why a change of the descriptor cannot repair the mismatch. Empty if it can.
std::string no_descriptor(const Derived& d, Operand operand, const TmaView& view) {
    const SmemLayout &now = d.of(operand).layout, &fits = view.agreement.repair.layout;
    if (view.agreement.different == 0) return "The descriptor already reads this copy.";
    if (fits.type != now.type)
        return "The copy and the MMA have different element types. The element type is a field of the instruction "
               "descriptor, not of this descriptor.";
    if (fits == now) return "tilescope found no other descriptor that reads this copy better.";
    return descriptor_of(*d.of(word_of(operand)).format, fits).why;
}

// Returns the descriptor field of a cause. Empty if the cause is not a field.
std::string_view field_of(TmaCause cause) {
    switch (cause) {
    case TmaCause::swizzle: return "swizzle";
    case TmaCause::start: return "start";
    case TmaCause::base_offset: return "base_offset";
    case TmaCause::lbo: return "lbo";
    case TmaCause::sbo: return "sbo";
    default: return "";
    }
}

std::optional<FieldFix> fix_for(const Derived& d, Operand operand, std::string_view id) {
    const TmaView& view = d.tma[operand];
    const Format& format = *d.of(word_of(operand)).format;
    const Field* field = find_field(format, id);
    if (!field || !view.keep_descriptor.empty()) return std::nullopt;
    const auto word = descriptor_of(format, view.agreement.repair.layout);
    if (!word) return std::nullopt;
    return FieldFix{field->id, get_field(*field, *word)};
}

// Returns the problem of a mismatch. If no rule covers the mismatch, it is a warning at the field that causes it.
Problem mismatch(const Derived& d, Operand operand) {
    const TmaView& view = d.tma[operand];
    const Agreement& a = view.agreement;
    const TensorMap& map = view.tile.map;
    const std::string text = say("TMA: ", a.sentence);
    const bool none = map.swizzle->name == "NONE" && d.of(operand).layout.mode == SwizzleMode::none;
    Problem out;
    if (!map.swizzle->mma)
        out = problem_of(kTmaNoSuchSwizzle,
                         say("TMA writes swizzle ", map.swizzle->name, ". No descriptor can read this swizzle."));
    else if (map.swizzle->mma->mode != d.of(operand).layout.mode)
        out = problem_of(kTmaOtherSwizzle, text);
    else
        out = problem_of(kTmaRowsInOrder, text);
    if (out.rule == kTmaRowsInOrder.id) {
        out.field = std::string(field_of(a.repair.cause));
        if (!none || box_row_bytes(map) <= 16) out.rule.clear(), out.certainty = Certainty::confirmed;
    }
    if (!out.field.empty() && field_of(a.repair.cause) == out.field) out.one_click = fix_for(d, operand, out.field);
    return out;
}

}  // namespace

std::vector<std::uint32_t> written_bytes(const TmaTile& tile, const SmemLayout& l) {
    std::vector<std::uint32_t> out;
    for (const std::uint64_t bit : written_bits(tile, l.rows, l.columns))
        out.push_back(bit == kNotWritten ? kNoByte : static_cast<std::uint32_t>(bit / 8));
    return out;
}

TmaView tma_view(const Derived& d, Operand operand) {
    TmaView out;
    const OperandView& o = d.of(operand);
    const auto& copy = d.session.copy_of(operand);
    out.any = copy.has_value() && can_be_copied(*o.layout.type);
    if (!o.assumed.empty()) out.unknown = say(o.assumed, " Give start a value to compare it with the copy.");
    if (!out.any || !o.placed() || !out.unknown.empty()) return out;
    const SmemLayout& l = o.layout;
    out.tile = covered(*copy, l.major, l.rows, l.columns);
    out.problems = check(out.tile, d.session.arch);
    if (const auto note = rounding_note(copy->map); note && l.type->bits == copy->map.type->bits)
        out.problems.push_back(*note);
    out.agreement = compare_tma_mma(out.tile, l);
    out.bytes = written_bytes(out.tile, l);
    out.whole = std::ranges::find(out.bytes, kNoByte) == out.bytes.end();
    out.keep_descriptor = no_descriptor(d, operand, out);
    return out;
}

std::vector<Problem> tma_problems(const Derived& d, Operand operand) {
    std::vector<Problem> out;
    const TmaView& view = d.tma[operand];
    if (!view.any || !d.of(operand).placed() || !view.unknown.empty()) return out;
    if (view.agreement.different != 0) out.push_back(mismatch(d, operand));
    for (Problem p : view.problems) {
        p.field.clear();  // it is of the tensor map, not of the descriptor
        p.text = say("TMA: ", p.text);
        out.push_back(std::move(p));
    }
    return out;
}

std::vector<Edit> descriptor_from_copy(const Derived& d, Operand operand) {
    const TmaView& view = d.tma[operand];
    if (!view.any || !view.keep_descriptor.empty() || !view.unknown.empty()) return {};
    const SmemLayout& fits = view.agreement.repair.layout;
    const auto word = descriptor_of(*d.of(word_of(operand)).format, fits);
    if (!word) return {};
    std::vector<Edit> out;
    if (*word != d.session.word(word_of(operand))) out.emplace_back(SetWord{word_of(operand), *word});
    const Field* transpose = find_field(*d.of(WordId::idesc).format, pick(operand, "transpose_a", "transpose_b"));
    if (transpose && fits.major != d.of(operand).layout.major)
        out.emplace_back(SetField{WordId::idesc, transpose, fits.major == Major::mn});
    return out;
}

TmaCopy copy_from_descriptor(const Derived& d, Operand operand) {
    assert(d.of(operand).placed() && "the location of the operand is not known");
    TmaCopy out = copy_for(d.of(operand).layout);
    const auto& now = d.session.copy_of(operand);
    if (!now || now->map.rank != out.map.rank || now->map.type->bits != out.map.type->bits) return out;
    // Keeps the tensor only if it is split along the contiguous index in the same way as the new boxes.
    if (out.map.rank > 2 && now->map.dims[0] != out.map.dims[0]) return out;
    TmaCopy kept = out;
    kept.map.type = now->map.type;
    kept.map.address = now->map.address;
    kept.map.dims = now->map.dims;
    kept.map.strides = now->map.strides;
    kept.first = now->first;
    const SmemLayout& l = d.of(operand).layout;
    const auto equal = [&](const TmaCopy& copy) {
        return compare_tma_mma(covered(copy, l.major, l.rows, l.columns), l).equal;
    };
    return equal(kept) == equal(out) ? kept : out;
}

}  // namespace tilescope
