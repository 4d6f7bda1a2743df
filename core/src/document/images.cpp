// core/src/document/images.cpp -- memory images that match the words, and images as text.
// SPDX-License-Identifier: MIT
#include "images.h"
#include "derive_parts.h"

#include <tilescope/base/say.h>

namespace tilescope {
namespace {

// Returns the tile with this order, padded to whole atoms as the writer does.
// Errors: the mode has no atom.
Answer<OperandTile> padded_tile(const SmemLayout& l, AtomOrder order) {
    const AtomSize atom = atom_of(l.mode, l.major, *l.type);
    const auto whole = [](int size, int step) { return (size + step - 1) / step * step; };
    return build_tile({.mode = l.mode,
                       .major = l.major,
                       .type = l.type,
                       .rows = whole(l.rows, atom.rows),
                       .columns = whole(l.columns, atom.columns),
                       .order = order,
                       .start = l.start,
                       .mma_columns = l.mma_columns});
}

// Returns true if the strides that this layout uses are the strides of the tile.
bool has_strides_of(const SmemLayout& l, const OperandTile& tile) {
    const bool lbo = use_of_lbo(l).use != StrideUse::walked || l.lbo == tile.layout.lbo;
    const bool sbo = use_of_sbo(l).use != StrideUse::walked || l.sbo == tile.layout.sbo;
    return lbo && sbo;
}

// The order of atoms in which the tile has the strides of the layout; `now` if both have or none has.
AtomOrder order_of(const SmemLayout& l, AtomOrder now) {
    const AtomOrder other = now == AtomOrder::mn_first ? AtomOrder::k_first : AtomOrder::mn_first;
    for (const AtomOrder order : {now, other})
        if (const auto tile = padded_tile(l, order); tile && has_strides_of(l, *tile)) return order;
    return now;
}

AtomOrder order_as_words_say(const Session& session, Operand operand) {
    const AtomOrder now = session.atom_order[operand];
    const OperandView view = operand_from_words(session, operand);
    return view.placed() ? order_of(view.layout, now) : now;
}

// Whether bits of this mask that are unknown in `since` have values now.
bool completes(const Session& since, const Session& now, WordId id, std::uint64_t mask = ~std::uint64_t{0}) {
    return (since.unknown_bits(id) & ~now.unknown_bits(id) & mask) != 0;
}

// Each part of the memory follows its own field. So a start that was only assumed, because the word did not say it,
// follows even if the memory differs from the words elsewhere.
void follow_parts(const Session& since, Session& s, Operand operand) {
    const auto completes_field = [&](WordId word, std::string_view id) {
        const Field* f = find_field(format_of(s, word), id);
        return f != nullptr && completes(since, s, word, bit_mask(f->width) << f->lsb);
    };
    OperandImage& image = s.image[operand];
    if (image.writer != ImageWriter::tile) return;
    const OperandImage from_words = image_from_words(s, operand);
    const WordId word = word_of(operand);
    if (completes_field(word, "swizzle")) image.mode = from_words.mode;
    if (completes_field(word, "start")) image.start = from_words.start;
    if (completes_field(WordId::idesc, pick(operand, "transpose_a", "transpose_b"))) image.major = from_words.major;
    if (completes_field(WordId::idesc, pick(operand, "a_type", "b_type"))) image.type = from_words.type;
}

}  // namespace

void follow_completed(const Session& since, Session& session) {
    if (session.keep_memory) return;
    for (const Operand o : kBothOperands) {
        if (!completes(since, session, word_of(o)) && !completes(since, session, WordId::idesc)) continue;
        Session followed = since;
        follow_words(followed, o);
        followed == since ? follow_words(session, o) : follow_parts(since, session, o);
    }
}

OperandPair<unsigned> scale_ids(const Session& session) {
    const Format& format = format_of(session, WordId::idesc);
    const auto word = session.word(WordId::idesc);
    return {static_cast<unsigned>(raw_or_0(format, word, "sfa_id")),
            static_cast<unsigned>(raw_or_0(format, word, "sfb_id"))};
}

OperandImage image_from_words(const Session& session, Operand operand) {
    const OperandView view = operand_from_words(session, operand);
    const SmemLayout& layout = view.layout;
    OperandImage image = session.image_of(operand);
    image.writer = ImageWriter::tile;
    // A field with unknown bits names nothing, and an undefined swizzle code names no mode: the old value stays.
    const auto knows = [&](WordId word, std::string_view id) {
        const Field* f = find_field(format_of(session, word), id);
        return f == nullptr || get_field(*f, session.unknown_bits(word)) == 0;
    };
    if ((view.placed() || view.apart) && knows(word_of(operand), "swizzle")) image.mode = layout.mode;
    if (knows(word_of(operand), "start")) image.start = layout.start;
    if (knows(WordId::idesc, pick(operand, "transpose_a", "transpose_b"))) image.major = layout.major;
    if (image.type.empty() || knows(WordId::idesc, pick(operand, "a_type", "b_type"))) image.type = layout.type->id;
    return image;
}

std::vector<Edit> edits_to_write(const Session& session, Operand operand, const OperandImage& image) {
    std::vector<Edit> out = {SetImage{operand, image}};
    const OperandImage& before = session.image_of(operand);
    if (image.writer != ImageWriter::tile || (image.major == before.major && image.mode == before.mode)) return out;
    OperandView view = operand_from_words(session, operand);
    if (!view.placed() || image.type != view.layout.type->id) return out;
    view.layout.major = image.major, view.layout.mode = image.mode;
    const AtomOrder now = session.atom_order[operand], order = order_of(view.layout, now);
    if (order != now) out.emplace_back(SetAtomOrder{operand, order});
    return out;
}

std::vector<StrideDifference> strides_not_written(const Session& session, Operand operand) {
    const OperandView view = operand_from_words(session, operand);
    const auto tile = padded_tile(view.layout, session.atom_order[operand]);
    if (!view.placed() || !tile || session.image[operand].writer != ImageWriter::tile) return {};
    std::vector<StrideDifference> out;
    const auto compare = [&](std::string_view id, StrideUse use, std::uint32_t in_word, std::uint32_t in_memory) {
        const Field* f = find_field(format_of(session, word_of(operand)), id);
        const bool known = f != nullptr && get_field(*f, session.unknown_bits(word_of(operand))) == 0;
        if (known && use == StrideUse::walked && in_word != in_memory) out.push_back({id, in_word, in_memory});
    };
    compare("lbo", use_of_lbo(view.layout).use, view.layout.lbo, tile->layout.lbo);
    compare("sbo", use_of_sbo(view.layout).use, view.layout.sbo, tile->layout.sbo);
    return out;
}

void name_types(Session& session) {
    for (const Operand o : kBothOperands)
        if (OperandImage& image = session.image[o]; image.type.empty())
            image.type = operand_from_words(session, o).layout.type->id;
}

void follow_words(Session& session, Operand operand) {
    session.image[operand] = image_from_words(session, operand);
    session.atom_order[operand] = order_as_words_say(session, operand);
    session.run.scale_first[operand] = scale_ids(session)[operand];
}

std::string text_of(const OperandImage& image) {
    const std::string type = image.type.empty() ? "" : say(' ', image.type);
    if (image.writer == ImageWriter::tensor_map) return say("as the TMA copy writes it", type.empty() ? "" : ",", type);
    if (image.writer == ImageWriter::cute) return say("CuTe ", image.cute, type, " at ", hex(image.start));
    return say(row_of(image.mode).name, ' ', name_of(image.major), type, " at ", hex(image.start));
}

std::string text_of(const Recipe& recipe) {
    const std::string_view name = name_in(kRecipeNames, static_cast<std::uint64_t>(recipe.kind));
    switch (recipe.kind) {
    case RecipeKind::coordinates:
    case RecipeKind::rows:
    case RecipeKind::columns: return recipe.digit == 0 ? std::string(name) : say(name, ", digit ", recipe.digit);
    case RecipeKind::random:
    case RecipeKind::scattered: return say(name, ", seed ", recipe.seed);
    case RecipeKind::random_bits: return say("random bits, seed ", recipe.seed);
    case RecipeKind::file: return say("file ", recipe.file);
    default: return std::string(name);
    }
}

std::string text_of(const MetaRecipe& recipe) {
    if (recipe.kind == MetaRecipeKind::random) return say("random, seed ", recipe.seed);
    return say(name_in(kMetaRecipeNames, static_cast<std::uint64_t>(recipe.kind)), " codes");
}

}  // namespace tilescope
