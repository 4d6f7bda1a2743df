// core/include/tilescope/session/session.h -- the document: everything a person can change and save.
// SPDX-License-Identifier: MIT
//
// Words are the truth. Nothing holds fields beside words: types, shapes and majorness are read from the instruction
// descriptor, addresses and strides from the shared-memory descriptors. Changing the edition or the kind changes the
// table a word is read with, never the word.
//
// Memory is as true as words, and independent of them: `image`, `recipe` and `run` say what was written where, the type
// of the elements too. Editing a field never touches them, so a wrong bit shows as wrong numbers; follow_words() is the
// way to make both agree.
#pragma once

#include <tilescope/emulator/image_writer.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/operand.h>
#include <tilescope/hw/variant.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/layout/tmem_place.h>
#include <tilescope/word/field.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

enum class WordId : std::uint8_t { a_desc, b_desc, idesc, zcm };
inline constexpr std::size_t kWordCount = 4;

// A field of a word, by the id that its table has.
struct FieldPlace {
    WordId word;
    std::string_view field;
    friend bool operator==(const FieldPlace&, const FieldPlace&) = default;
};

// What a word is called: `id` in session files and tests, `title` on its card.
struct WordRow {
    WordId word;
    std::string_view id, title;
};
inline constexpr WordRow kWords[kWordCount] = {{WordId::a_desc, "a_desc", "A desc"},
                                               {WordId::b_desc, "b_desc", "B desc"},
                                               {WordId::idesc, "idesc", "idesc"},
                                               {WordId::zcm, "zcm", "zero mask"}};
constexpr const WordRow& row_of(WordId word) { return kWords[static_cast<std::size_t>(word)]; }

constexpr WordId word_of(Operand o) { return pick(o, WordId::a_desc, WordId::b_desc); }

// The zero-column mask is drawn for the instruction's M and N unless a person says otherwise.
struct MaskSize {
    bool follow = true;
    unsigned m = 128, n = 64;
    friend bool operator==(const MaskSize&, const MaskSize&) = default;
};

// What has values of its own. `id` in session files, `title` in the history: "B values: random, seed 7".
enum class RecipeOf : std::uint8_t { a, b, d, sfa, sfb };
inline constexpr std::size_t kRecipeCount = 5;
struct RecipeRow {
    RecipeOf of;
    std::string_view id, title;
};
inline constexpr RecipeRow kRecipes[kRecipeCount] = {{RecipeOf::a, "recipe_a", "A values"},
                                                     {RecipeOf::b, "recipe_b", "B values"},
                                                     {RecipeOf::d, "recipe_d", "D values"},
                                                     {RecipeOf::sfa, "recipe_sfa", "SFA values"},
                                                     {RecipeOf::sfb, "recipe_sfb", "SFB values"}};
constexpr const RecipeRow& row_of(RecipeOf of) { return kRecipes[static_cast<std::size_t>(of)]; }
constexpr RecipeOf recipe_of(Operand o) { return pick(o, RecipeOf::a, RecipeOf::b); }

inline constexpr unsigned kMostScaleFirst = 3;  // a cell has four bytes

// What is emulated: which instructions along K, and what they are given besides words.
struct MmaRun {
    unsigned first_step = 0, steps = 1;        // steps 0: from the first one to the end of the tile
    bool enable_d = false;                     // of the first instruction; later ones always add to D
    std::array<std::uint32_t, 8> lane_mask{};  // bit i of word w: lane 32 w + i is not written
    // Scale factors: put into Tensor Memory at once, or through shared memory and tcgen05.cp as kernels do. `smem` is
    // where they lie then, `first` the byte of the first cell where those of A and B begin.
    bool scales_by_copy = false;
    OperandPair<std::uint32_t> scale_smem = {0x30000, 0x34000};
    OperandPair<unsigned> scale_first;
    friend bool operator==(const MmaRun&, const MmaRun&) = default;
};

struct Session {
    Edition edition = Edition::v9_1;
    std::string arch = "sm_100a";  // sm_90a: a_desc and b_desc are read as wgmma descriptors
    Variant variant;
    std::array<std::uint64_t, kWordCount> words = {0x4000404000010040, 0x4000404000010440, 0x08180010, 0};
    unsigned tile_k = 64;  // K of the operand tiles that are drawn; one instruction reads a slice of it
    // How the atoms of a tile wider than one follow each other. No word says so.
    OperandPair<AtomOrder> atom_order;
    MaskSize mask;
    std::array<std::uint32_t, kTmemPlaceCount> tmem = {0, 0x100, 0x180, 0x190, 0x1a0};  // lane << 16 | column
    // What a person wishes for, as text: a CuTe layout for the active operand, zeroed columns (highest first). Empty:
    // nothing.
    std::string wanted_layout, wanted_mask;
    // The TMA copies that fill A and B, where a person has named them.
    OperandPair<std::optional<TmaCopy>> tensor_map;
    // How A and B were written into shared memory, and with which values everything is filled. The default is what the
    // default words read; D shows element by element which one of B was read. Seeds differ: one seed is one sequence.
    // Of an A in Tensor Memory or registers only the type counts.
    OperandPair<OperandImage> image = {OperandImage{.type = "f16"}, OperandImage{.start = 0x4400, .type = "f16"}};
    std::array<Recipe, kRecipeCount> recipe = {
        Recipe{.kind = RecipeKind::identity, .seed = 1}, Recipe{.kind = RecipeKind::coordinates, .seed = 2},
        Recipe{.kind = RecipeKind::zeros, .seed = 3}, Recipe{.kind = RecipeKind::ones, .seed = 4},
        Recipe{.kind = RecipeKind::ones, .seed = 5}};
    MetaRecipe meta_recipe;
    MmaRun run;
    std::string notes;

    std::uint64_t word(WordId id) const { return words[static_cast<std::size_t>(id)]; }
    const std::optional<TmaCopy>& copy_of(Operand o) const { return tensor_map[o]; }
    const OperandImage& image_of(Operand o) const { return image[o]; }
    const Recipe& recipe_of(RecipeOf of) const { return recipe[static_cast<std::size_t>(of)]; }
    std::uint32_t address(TmemPlace place) const { return tmem[static_cast<std::size_t>(place)]; }
    friend bool operator==(const Session&, const Session&) = default;
};

// Descriptors and instruction are wgmma's, not tcgen05's.
inline bool is_hopper(const Session& session) { return has_feature(session.arch, Feature::wgmma); }

}  // namespace tilescope
