// core/include/tilescope/document/describe.h -- the list of all saved members; the JSON reader and writer visit it.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/session.h>

#include <array>
#include <concepts>
#include <type_traits>

namespace tilescope {

// The swizzle modes with their command-line names.
inline constexpr std::array<NamedValue, std::size(kSwizzleModes)> kSwizzleModeIds = [] {
    std::array<NamedValue, std::size(kSwizzleModes)> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = {static_cast<std::uint64_t>(kSwizzleModes[i].mode), kSwizzleModes[i].name};
    return out;
}();

// A part that is written, or one that is read into.
template <class T, class Part>
concept Saved = std::same_as<std::remove_const_t<T>, Part>;

// Each part of a session that is a separate JSON object has a describe_part().
void describe_part(auto& io, Saved<OperandImage> auto& image) {
    io.name("writer", image.writer, kImageWriterNames);
    io.name("mode", image.mode, kSwizzleModeIds);
    io.name("major", image.major, kMajorNames);
    io("start", image.start);
    io("type", image.type);
    io("cute", image.cute);
}
void describe_part(auto& io, Saved<Recipe> auto& recipe) {
    io.name("kind", recipe.kind, kRecipeNames);
    io("digit", recipe.digit);
    io.all_bits("seed", recipe.seed);
    io("file", recipe.file);
}
void describe_part(auto& io, Saved<MetaRecipe> auto& recipe) {
    io.name("kind", recipe.kind, kMetaRecipeNames);
    io.all_bits("seed", recipe.seed);
}
void describe_part(auto& io, Saved<UnknownBits> auto& unknown) {
    for (const WordRow& row : kWords) io.unless_zero(row.id.data(), unknown[row.word]);
}
void describe_part(auto& io, Saved<Assumed> auto& assumed) {
    for (const WordRow& row : kWords) io.unless_zero(row.id.data(), assumed.bits[row.word]);
    io.unless_off("form", assumed.form);
    io.unless_off("tile_k", assumed.tile_k);
    io.unless_off("scale_d", assumed.scale_d);
}
void describe_part(auto& io, Saved<TilePieces> auto& pieces) {
    io("m", pieces.count.a);
    io("n", pieces.count.b);
    io("distance_a", pieces.distance.a);
    io("distance_b", pieces.distance.b);
}
void describe_part(auto& io, Saved<ScaleMatrix> auto& matrix) {
    io("rows", matrix.rows);
    io("factors", matrix.factors);
    io("first_row", matrix.first_row);
    io("first_factor", matrix.first_factor);
}
void describe_part(auto& io, Saved<MmaRun> auto& run) {
    io("first_step", run.first_step);
    io("steps", run.steps);
    io("enable_d", run.enable_d);
    io.list("lane_mask", run.lane_mask);
    io("scales_by_copy", run.scales_by_copy);
    io.list("scale_smem", run.scale_smem);
    io.list("scale_first", run.scale_first);
}
void describe_part(auto& io, Saved<Recorded> auto& recorded) {
    io("d", recorded.d);
    io("says", recorded.says);
    io("memory", recorded.memory);
}

// Calls `io` once for each saved member, in the order of the file:
//
//     io(key, member)               a plain member
//     io.name(key, member, names)   a member whose values have names
//     io.all_bits(key, number)      a number that uses all 32 bits
//     io.list(key, member)          an array or a pair of such numbers
//     io.part(key, member)          a member that has a describe_part()
//     io.part_unless_empty(key, member), io.unless_zero(key, word), io.unless_off(key, flag)
//                                   the same, but a file without the key has the default, and the default has no key
//
// `S` is Session or const Session.
template <class Io, class S>
void describe(Io& io, S& session) {
    io("edition", session.edition);
    io("arch", session.arch);
    io("kind", session.variant.kind);
    io("cta_group", session.variant.cta_group);
    io("ws", session.variant.ws);
    io("sparse", session.variant.sparse);
    io("a_in_tmem", session.variant.a_in_tmem);
    io("b1", session.variant.b1);
    io("scale_block", session.variant.scale_block);
    io("scale_vec", session.variant.scale_vec);
    io("collector", session.variant.collector);
    io("ashift", session.variant.ashift);
    io("lane_mask", session.variant.lane_mask);
    io("scale_d", session.variant.scale_d);
    for (const WordRow& row : kWords) io(row.id.data(), session.words[static_cast<std::size_t>(row.word)]);
    io.part_unless_empty("unknown", session.unknown);
    io.part_unless_empty("assumed", session.assumed);
    io("tile_k", session.tile_k);
    io.name("atom_order_a", session.atom_order.a, kAtomOrderNames);
    io.name("atom_order_b", session.atom_order.b, kAtomOrderNames);
    io.unless_zero("atom_step_a", session.atom_step.a);
    io.unless_zero("atom_step_b", session.atom_step.b);
    io.part_unless_empty("pieces", session.pieces);
    io("mask_follows", session.mask.follow);
    io("mask_m", session.mask.m);
    io("mask_n", session.mask.n);
    io.part_unless_empty("scale_matrix_a", session.scale_matrix.a);
    io.part_unless_empty("scale_matrix_b", session.scale_matrix.b);
    for (const TmemPlaceRow& row : kTmemPlaces) io(row.id.data(), session.tmem[static_cast<std::size_t>(row.place)]);
    io("wanted_layout", session.requested_layout);
    io("wanted_mask", session.requested_mask);
    io("tensor_map_a", session.tensor_map.a);
    io("tensor_map_b", session.tensor_map.b);
    io.part("image_a", session.image.a);
    io.part("image_b", session.image.b);
    io.unless_off("keep_memory", session.keep_memory);
    for (const RecipeRow& row : kRecipes) io.part(row.id.data(), session.recipe[static_cast<std::size_t>(row.of)]);
    io.part("recipe_meta", session.meta_recipe);
    io.part("run", session.run);
    io.part_unless_empty("recorded", session.recorded);
    io("notes", session.notes);
}

}  // namespace tilescope
