// core/include/tilescope/document/session.h -- the document: everything that a user can change and save.
// SPDX-License-Identifier: MIT
//
// The words are the only source of the fields. No member stores a field separately: types, shapes and majorness are
// read from the instruction descriptor, addresses and strides from the shared-memory descriptors. A change of the
// edition or the kind changes the field table that decodes a word, never the word.
//
// A word can have unknown bits (`unknown`). Nothing reads them as 0 without saying so: derive() asks for the field if a
// picture depends on it, and reports a problem only if the known bits prove it. Every edit of a bit or a field makes
// these bits known.
//
// The memory is independent of the words. `image`, `recipe` and `run` define what was written, where and with which
// element type. An edit of a field never changes the memory, so a wrong bit gives wrong numbers in D. follow_words()
// makes the memory match the words again.
#pragma once

#include <tilescope/emulator/image_writer.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/operand.h>
#include <tilescope/hw/variant.h>
#include <tilescope/layout/scale_matrix.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/layout/tmem_layout.h>
#include <tilescope/notation/reading.h>
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

// A field of a word. `field` is its id in the field table.
struct FieldPlace {
    WordId word;
    std::string_view field;
    friend bool operator==(const FieldPlace&, const FieldPlace&) = default;
};

// The names of a word: `id` in session files and tests, `title` on its card.
struct WordRow {
    WordId word;
    std::string_view id, title;
    std::string_view letter;  // where there is no room for the title
};
inline constexpr WordRow kWords[kWordCount] = {{WordId::a_desc, "a_desc", "A desc", "A"},
                                               {WordId::b_desc, "b_desc", "B desc", "B"},
                                               {WordId::idesc, "idesc", "idesc", "I"},
                                               {WordId::zcm, "zcm", "zero mask", "Z"}};
constexpr const WordRow& row_of(WordId word) { return kWords[static_cast<std::size_t>(word)]; }

constexpr WordId word_of(Operand o) { return pick(o, WordId::a_desc, WordId::b_desc); }

// M and N of the zero-column mask picture. If `follow` is true, they are the instruction's M and N.
struct MaskSize {
    bool follow = true;
    unsigned m = 128, n = 64;
    friend bool operator==(const MaskSize&, const MaskSize&) = default;
};

// The operands that a recipe fills with values. `id` is in session files, `title` in the history: "B values: random,
// seed 7".
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

// The emulated run: which instructions along K, and their inputs that are not in a word.
struct MmaRun {
    unsigned first_step = 0, steps = 1;        // steps 0: all steps from first_step to the end of the tile
    bool enable_d = false;                     // of the first instruction; later instructions always add to D
    std::array<std::uint32_t, 8> lane_mask{};  // bit i of word w set: lane 32 w + i is not written
    // false: scale factors are written directly to Tensor Memory. true: they are written to shared memory at
    // `scale_smem` and copied with tcgen05.cp, as kernels do. `scale_first` is the byte (0 to 3) in the first cell
    // where the factors of A and B begin.
    bool scales_by_copy = false;
    OperandPair<std::uint32_t> scale_smem = {0x30000, 0x34000};
    OperandPair<unsigned> scale_first;
    friend bool operator==(const MmaRun&, const MmaRun&) = default;
};

// The unknown bits of the words: 1 for each bit whose value nobody has stated, for example because a pasted program
// computes it at run time. One mask for each word.
struct UnknownBits {
    std::array<std::uint64_t, kWordCount> of{};

    std::uint64_t& operator[](WordId id) { return of[static_cast<std::size_t>(id)]; }
    std::uint64_t operator[](WordId id) const { return of[static_cast<std::size_t>(id)]; }
    friend bool operator==(const UnknownBits&, const UnknownBits&) = default;
};

// What nobody has given: the session has the values of an example there. `bits` has a 1 for each such bit of a word. A
// picture of assumed values looks different, and a verdict is never about them: see basis_of() in derive.h.
struct Assumed {
    UnknownBits bits;
    bool form = false;     // Session::variant
    bool tile_k = false;   // how many K steps the tile has
    bool scale_d = false;  // whether the first MMA adds to the old D
    friend bool operator==(const Assumed&, const Assumed&) = default;
};
inline constexpr Assumed kAllAssumed = {
    {{~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}}}, true, true, true};

// What is still as in the example with which the session began. The user chose the example, so these values are given
// until a text is pasted that does not say them: then they are assumed. No part of what the session is: two sessions
// that differ in this alone are equal.
struct OfExample : Assumed {
    friend bool operator==(const OfExample&, const OfExample&) { return true; }
};

// What a debugger or a run left, beside what the words and recipes give. The files are .npy arrays.
struct Recorded {
    std::string d;       // D as it was read, m x n; empty: it was not
    std::string says;    // what that is: "D as the debugger read it: kernel gemm, MMAs 0 to 3, warpgroup 0"
    std::string memory;  // shared memory from byte 0, before A and B are written; -1: not known. Empty: none
    friend bool operator==(const Recorded&, const Recorded&) = default;
};

struct Session {
    Edition edition = Edition::v9_1;
    std::string arch = "sm_100a";  // sm_90a: a_desc and b_desc are read as wgmma descriptors
    Variant variant;
    std::array<std::uint64_t, kWordCount> words = {0x4000404000010040, 0x4000404000010440, 0x08180010, 0};
    UnknownBits unknown;  // a word has 0 at each of its unknown bits; apply_edit() and the session reader keep it so
    Assumed assumed;      // files have it; without it, all is given
    OfExample of_example;
    // Where the bits of the pasted words come from. An edit of a field removes those of the field. Files do not have
    // them.
    std::array<BitOrigins, kWordCount> origins = {};
    unsigned tile_k = 64;  // K of the operand tiles that are drawn; one instruction reads a slice of it
    // The order of the atoms in a tile that is wider than one atom. No word contains it.
    OperandPair<AtomOrder> atom_order;
    // Bytes from a column of atoms to the next one along K, of a K-major swizzled tile; in a pipeline, from one stage
    // to the next. 0: as the order says, without gaps.
    OperandPair<std::uint32_t> atom_step;
    TilePieces pieces;  // of wgmma: a tile that needs several instructions along M or N
    MaskSize mask;
    OperandPair<ScaleMatrix> scale_matrix;  // the matrices in global memory from which scale factors are copied
    std::array<std::uint32_t, kTmemPlaceCount> tmem = {0, 0x100, 0x180, 0x190, 0x1a0};  // lane << 16 | column
    // Requests of the user as text: a CuTe layout for the active operand, and zeroed columns (highest first). Empty: no
    // request.
    std::string requested_layout, requested_mask;
    // The TMA copies that fill A and B, if the user has defined them.
    OperandPair<std::optional<TmaCopy>> tensor_map;
    // How A and B were written to shared memory, and the values of all operands. The default image matches the default
    // words. With the default values, each element of D shows which element of B was read. Each recipe has a different
    // seed, because equal seeds give equal values. If A is in Tensor Memory or registers, only the type of
    // its image is used.
    OperandPair<OperandImage> image = {OperandImage{.type = "f16"}, OperandImage{.start = 0x4400, .type = "f16"}};
    std::array<Recipe, kRecipeCount> recipe = {
        Recipe{.kind = RecipeKind::identity, .seed = 1}, Recipe{.kind = RecipeKind::coordinates, .seed = 2},
        Recipe{.kind = RecipeKind::zeros, .seed = 3}, Recipe{.kind = RecipeKind::ones, .seed = 4},
        Recipe{.kind = RecipeKind::ones, .seed = 5}};
    MetaRecipe meta_recipe;
    // true: a paste of words leaves the memory as it was written, so that the pasted words are judged against it.
    // false: it rewrites the memory to match the pasted words.
    bool keep_memory = false;
    MmaRun run;
    Recorded recorded;
    std::string notes;

    std::uint64_t& word(WordId id) { return words[static_cast<std::size_t>(id)]; }
    std::uint64_t word(WordId id) const { return words[static_cast<std::size_t>(id)]; }
    std::uint64_t unknown_bits(WordId id) const { return unknown[id]; }
    const BitOrigins& origins_of(WordId id) const { return origins[static_cast<std::size_t>(id)]; }
    const std::optional<TmaCopy>& copy_of(Operand o) const { return tensor_map[o]; }
    const OperandImage& image_of(Operand o) const { return image[o]; }
    Recipe& recipe_of(RecipeOf of) { return recipe[static_cast<std::size_t>(of)]; }
    const Recipe& recipe_of(RecipeOf of) const { return recipe[static_cast<std::size_t>(of)]; }
    std::uint32_t& address(TmemPlace place) { return tmem[static_cast<std::size_t>(place)]; }
    std::uint32_t address(TmemPlace place) const { return tmem[static_cast<std::size_t>(place)]; }
    friend bool operator==(const Session&, const Session&) = default;
};

// Returns the family of the descriptors and the instruction.
inline const FamilyRow& family_of(const Session& session) { return family_of(session.arch); }

// False for an A in registers (wgmma) or in Tensor Memory (tcgen05).
inline bool in_smem(const Session& session, Operand operand) {
    return OperandPair<bool>{!session.variant.a_in_tmem, true}[operand];
}

// Returns the field table of a word, for the session's edition, kind and arch. Never fails: an unknown kind is read as
// f16.
const Format& format_of(const Session& session, WordId id);

}  // namespace tilescope
