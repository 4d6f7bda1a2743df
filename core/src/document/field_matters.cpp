// core/src/document/field_matters.cpp -- which fields of a word a reader needs now.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope {
namespace {

// 0 says something here too: it names a type or a mode, or it is a size or an address.
bool always_says_something(const Field& f) {
    if (f.encoding == Encoding::one_of) return f.role == Role::type || f.role == Role::mode || f.role == Role::shape;
    return f.encoding == Encoding::number && (f.role == Role::shape || f.bias != 0 || is_byte_address(f));
}

std::optional<StrideReport> use_in(const SmemLayout& layout, const Field& field) {
    if (field.id == "lbo") return use_of_lbo(layout);
    if (field.id == "sbo") return use_of_sbo(layout);
    return std::nullopt;
}

// The operand that this word places in shared memory.
std::optional<Operand> operand_placed_by(const Derived& d, WordId word) {
    for (const Operand o : kBothOperands)
        if (word_of(o) == word && d.of(word).used && d.of(o).placed()) return o;
    return std::nullopt;
}

}  // namespace

std::optional<StrideReport> stride_use(const Derived& d, WordId word, const Field& field) {
    const std::optional<Operand> o = operand_placed_by(d, word);
    return o ? use_in(d.of(*o).layout, field) : std::nullopt;
}

std::optional<MajorDifference> stride_waits_for(const Derived& d, WordId word, const Field& field) {
    const std::optional<Operand> o = operand_placed_by(d, word);
    std::optional<MajorDifference> other = o ? major_difference(d, *o) : std::nullopt;
    if (!other) return std::nullopt;
    SmemLayout written = d.of(*o).layout;
    const auto now = use_in(written, field);
    written.major = other->written;
    const bool waits = now && now->use == StrideUse::ignored && use_in(written, field)->use == StrideUse::walked;
    return waits ? other : std::nullopt;
}

std::optional<MajorDifference> major_difference(const Derived& d, Operand operand) {
    const OperandImage& image = d.session.image_of(operand);
    const WordView& idesc = d.of(WordId::idesc);
    const Field* f = find_field(*idesc.format, pick(operand, "transpose_a", "transpose_b"));
    if (f == nullptr || idesc.unknown_in(*f) != 0 || !d.of(operand).in_smem) return std::nullopt;
    const Major read = d.of(operand).layout.major;
    if (image.writer == ImageWriter::cute || image.major == read) return std::nullopt;
    const std::uint64_t raw = get_field(*f, idesc.decoded.word);
    return MajorDifference{
        f, raw, image.major,
        say(name_of(operand), " was written as ", name_of(image.major), ", but ", f->id, " of idesc is ", raw,
            ": the instruction reads ", name_of(operand), " as ", name_of(read), ".")};
}

bool field_matters(const Derived& d, WordId word, const Field& field) {
    const WordView& view = d.of(word);
    const auto blames = [&](const Problem& p) { return p.field == field.id && p.severity != Severity::info; };
    if (view.unknown_in(field) != 0 || std::ranges::any_of(view.problems, blames)) return true;
    for (const Operand o : kBothOperands)
        if (const auto other = major_difference(d, o); other && word == WordId::idesc && other->field == &field)
            return true;
    if (const auto stride = stride_use(d, word, field))
        return stride->use != StrideUse::ignored || stride_waits_for(d, word, field);
    const std::uint64_t raw = get_field(field, view.decoded.word);
    if (raw != get_field(field, blank_word(*view.format))) return field.encoding != Encoding::fixed;
    return always_says_something(field);
}

}  // namespace tilescope
