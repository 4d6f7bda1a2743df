// core/src/study/compare.cpp -- the differences between two sessions, each with the edit that undoes it.
// SPDX-License-Identifier: MIT

#include <tilescope/base/say.h>
#include <tilescope/study/compare.h>
#include <tilescope/word/codec.h>

namespace tilescope {
namespace {

void compare_words(const Session& from, const Session& to, WordId id, std::vector<SessionChange>& out) {
    for (const Field& f : format_of(to, id).fields) {
        const std::uint64_t old_raw = get_field(f, from.word(id)), raw = get_field(f, to.word(id)),
                            old_unknown = get_field(f, from.unknown_bits(id)),
                            unknown = get_field(f, to.unknown_bits(id));
        if (old_raw == raw && old_unknown == unknown) continue;
        out.push_back({say(row_of(id).title, ' ', f.id, ": ", meaning_of(f, old_raw, old_unknown), " -> ",
                           meaning_of(f, raw, unknown)),
                       SetField{id, &f, old_raw, old_unknown, true}, &f, id});
    }
}

}  // namespace

std::vector<SessionChange> changes_between(const Session& from, const Session& to) {
    std::vector<SessionChange> out;
    const auto add = [&](bool differs, const Edit& change, Edit restore) {
        if (differs) out.push_back({words_of(from, change), std::move(restore)});
    };
    // The edition comes first, because a restored edition can make a kind available again.
    add(from.edition != to.edition, SetEdition{to.edition}, SetEdition{from.edition});
    add(from.arch != to.arch, SetArch{to.arch}, SetArch{from.arch});
    add(from.variant != to.variant, SetVariant{to.variant}, SetVariant{from.variant});
    for (const WordRow& row : kWords) compare_words(from, to, row.word, out);
    add(from.tile_k != to.tile_k, SetTileK{to.tile_k}, SetTileK{from.tile_k});
    for (const Operand o : kBothOperands)
        add(from.scale_matrix[o] != to.scale_matrix[o], SetScaleMatrix{o, to.scale_matrix[o]},
            SetScaleMatrix{o, from.scale_matrix[o]});
    add(from.mask != to.mask, SetMaskSize{to.mask}, SetMaskSize{from.mask});
    for (const Operand o : kBothOperands)
        add(from.atom_order[o] != to.atom_order[o], SetAtomOrder{o, to.atom_order[o]},
            SetAtomOrder{o, from.atom_order[o]});
    for (const Operand o : kBothOperands)
        add(from.atom_step[o] != to.atom_step[o], SetAtomStep{o, to.atom_step[o]}, SetAtomStep{o, from.atom_step[o]});
    add(from.pieces != to.pieces, SetPieces{to.pieces}, SetPieces{from.pieces});
    for (const TmemPlaceRow& row : kTmemPlaces)
        add(from.address(row.place) != to.address(row.place), SetTmemAddress{row.place, to.address(row.place)},
            SetTmemAddress{row.place, from.address(row.place)});
    add(from.requested_layout != to.requested_layout, SetRequestedLayout{to.requested_layout},
        SetRequestedLayout{from.requested_layout});
    add(from.requested_mask != to.requested_mask, SetRequestedMask{to.requested_mask},
        SetRequestedMask{from.requested_mask});
    for (const Operand o : kBothOperands)
        add(from.copy_of(o) != to.copy_of(o), SetTensorMap{o, to.copy_of(o)}, SetTensorMap{o, from.copy_of(o)});
    for (const Operand o : kBothOperands)
        add(from.image_of(o) != to.image_of(o), SetImage{o, to.image_of(o)}, SetImage{o, from.image_of(o)});
    for (const RecipeRow& row : kRecipes)
        add(from.recipe_of(row.of) != to.recipe_of(row.of), SetRecipe{row.of, to.recipe_of(row.of)},
            SetRecipe{row.of, from.recipe_of(row.of)});
    add(from.meta_recipe != to.meta_recipe, SetMetaRecipe{to.meta_recipe}, SetMetaRecipe{from.meta_recipe});
    add(from.run != to.run, SetRun{to.run}, SetRun{from.run});
    add(from.notes != to.notes, SetNotes{to.notes}, SetNotes{from.notes});
    return out;
}

}  // namespace tilescope
