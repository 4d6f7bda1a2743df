// core/include/tilescope/session/edit.h -- a request to change the document. Window, command line, paste, presets and
// tests all speak edits.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/session.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tilescope {

struct SetWord {
    WordId word;
    std::uint64_t value;
};
struct SetField {
    WordId word;
    const Field* field;
    std::uint64_t raw;
};
struct SetVariant {
    Variant variant;
};
struct SetEdition {
    Edition edition;  // a kind or arch that the edition lacks falls back to the default one
};
struct SetArch {
    std::string arch;
};
struct SetTileK {
    unsigned tile_k;
};
struct SetMaskSize {
    MaskSize size;
};
struct SetAtomOrder {
    Operand operand;
    AtomOrder order;
};
struct SetTmemAddress {
    TmemPlace place;
    std::uint32_t address;  // lane << 16 | column
};
struct SetWantedLayout {
    std::string text;
};
struct SetWantedMask {
    std::string text;
};
struct SetTensorMap {
    Operand operand;
    std::optional<TmaCopy> copy;
};
struct SetImage {
    Operand operand;
    OperandImage image;
};
struct SetRecipe {
    RecipeOf of;
    Recipe recipe;
};
struct SetMetaRecipe {
    MetaRecipe recipe;
};
struct SetRun {
    MmaRun run;
};
// Memory becomes what the words read; see follow_words().
struct FollowWords {
    Operand operand;
};
struct SetNotes {
    std::string notes;
};
// Several at once, one undo step: a paste, a problem's fix.
struct SetWords {
    std::vector<SetWord> words;
    std::string what;           // for the history: "pasted 3 words"
    bool image_follows = true;  // new words from elsewhere: memory is written as they say; a fix leaves it alone
};
// A session opened, a preset chosen: the former one stays in the history.
struct LoadSession {
    Session session;
    std::string what;
};

using Edit = std::variant<SetWord, SetField, SetVariant, SetEdition, SetArch, SetTileK, SetMaskSize, SetAtomOrder,
                          SetTmemAddress, SetWantedLayout, SetWantedMask, SetTensorMap, SetImage, SetRecipe,
                          SetMetaRecipe, SetRun, FollowWords, SetNotes, SetWords, LoadSession>;

// The session after the edit. Never fails: values out of range are brought to the nearest legal one only where no
// word is concerned (tile_k 8 to 1024); words take any value.
Session apply_edit(const Session& session, const Edit& edit);

// The edit in words, for the history: "A desc: sbo 1024 -> 512".
std::string words_of(const Session& before, const Edit& edit);

// How memory should be filled for the words to be right: mode, majorness and start of the descriptor, atoms one after
// the other, elements of the type that is read now, by name; where the words name none, of the one that is drawn. A
// CuTe text stays for another time.
OperandImage image_as_words_say(const Session& session, Operand operand);

// The session with memory as its words say: the image, the order of its atoms where the strides tell one, the cell byte
// where scale factors begin.
void follow_words(Session& session, Operand operand);

// An image that names no type was written with the one that is read now, or, where the words name none, with the one
// that is drawn in its place; from here on it keeps that one.
void name_types(Session& session);

// "128B K-major at 0x400", "random, seed 7": what stands behind "A image" and "B values".
std::string text_of(const OperandImage& image);
std::string text_of(const Recipe& recipe);
std::string text_of(const MetaRecipe& recipe);

}  // namespace tilescope
