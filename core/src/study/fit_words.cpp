// core/src/study/fit_words.cpp -- makes memory and descriptors agree after a change of layout or size.
// SPDX-License-Identifier: MIT
#include "variation_parts.h"

#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/layout/descriptor.h>

namespace tilescope {
namespace {

constexpr std::uint32_t kStep = 1024;  // every swizzle pattern begins at a multiple of it

std::uint32_t next_start(std::int64_t end) { return static_cast<std::uint32_t>((end + kStep - 1) / kStep * kStep); }

Answer<void> fit_one(Session& s, const MmaShape& shape, Operand o, Fit how) {
    if (how == Fit::if_needed && words_read_image(s, o)) return {};
    const auto layout = layout_that_reads(s.image[o], image_size(s, shape, o));
    if (!layout) return Refusal(name_of(o), ": ", layout.why);
    const auto word = descriptor_of(format_of(s, word_of(o)), *layout);
    if (!word) return Refusal(name_of(o), ": ", word.why);
    s.word(word_of(o)) = *word;
    s.unknown[word_of(o)] = 0;
    return {};
}

}  // namespace

bool words_read_image(const Session& s, Operand operand) {
    const auto shape = shape_of(instruction_of(s));
    if (!shape || !in_smem(s, operand)) return false;
    const auto places = places_of(s.image[operand], image_size(s, *shape, operand));
    const OperandView view = operand_from_words(s, operand);
    if (!places || !view.placed() || s.unknown_bits(word_of(operand)) != 0) return false;
    if (view.layout.rows != places->rows || view.layout.columns != places->columns) return false;
    for (int row = 0; row < places->rows; ++row)
        for (int column = 0; column < places->columns; ++column) {
            const BitPlace there = place_in_memory(view.layout, {row, column});
            if (std::uint64_t{there.byte} * 8 + there.bit != places->at({row, column})) return false;
        }
    return true;
}

Answer<void> set_major(Session& s, Operand operand, Major major) {
    const Field* f = find_field(format_of(s, WordId::idesc), pick(operand, "transpose_a", "transpose_b"));
    std::uint64_t& word = s.word(WordId::idesc);
    if (f != nullptr) word = set_field(*f, word, major == Major::mn);
    if (f == nullptr && major == Major::mn)
        return Refusal(name_of(operand), " is always K-major in kind ", s.variant.kind, "; it cannot be MN-major");
    s.image[operand].major = major;
    return {};
}

Answer<void> fit_words(Session& s, const OperandPair<Fit>& how) {
    if (how.a == Fit::leave && how.b == Fit::leave) return {};
    const auto shape = shape_of(instruction_of(s));
    if (!shape) return Refusal(shape.why);
    OperandPair<ByteStretch> bytes;
    for (const Operand o : kBothOperands) {
        if (!in_smem(s, o)) continue;
        OperandImage& image = s.image[o];
        const bool moves = how[o] != Fit::leave && image.writer == ImageWriter::tile;
        if (moves && image.start % row_of(image.mode).pattern_bytes != 0) image.start = next_start(image.start);
        for (unsigned turn = 0; turn < 2; ++turn) {
            const auto places = places_of(image, image_size(s, *shape, o));
            if (!places) return Refusal(name_of(o), " cannot be written: ", places.why);
            bytes[o] = places->stretch();
            if (!moves || turn != 0 || !bytes[o].overlaps(bytes[other_operand(o)])) break;
            image.start = next_start(bytes[other_operand(o)].end);
        }
        if (how[o] == Fit::leave) continue;
        if (const auto fitted = fit_one(s, *shape, o, how[o]); !fitted) return fitted;
    }
    return {};
}

}  // namespace tilescope
