// core/include/tilescope/document/edit.h -- edits: all changes of the document (window, command line, paste, presets).
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/session.h>
#include <tilescope/notation/reading.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tilescope {

struct Derived;

// `unknown` has a 1 for each bit that stays unknown after the edit. Without it, the edit makes all bits known.
struct SetWord {
    WordId word;
    std::uint64_t value;
    std::uint64_t unknown = 0;
    BitOrigins origins = {};  // replace those of the word
};
struct SetField {
    WordId word;
    const Field* field;
    std::uint64_t raw;
    std::uint64_t unknown = 0;  // bits of the field
    bool memory_stays = false;  // true: memory does not follow a completed word (see apply_edit)
};
// The origins of the word that stay true if it becomes `value`: without those of the fields that change.
BitOrigins origins_after(const Session& session, WordId word, std::uint64_t value, std::uint64_t unknown);

// Sets a member of the session, or the part of a member that belongs to one operand: SetTileK{128},
// SetAtomOrder{Operand::b, AtomOrder::k_first}.
template <auto Member>
struct SetMember {
    std::remove_cvref_t<decltype(std::declval<Session&>().*Member)> value;
};
template <auto Member>
struct SetForOperand {
    Operand operand;
    std::remove_cvref_t<decltype((std::declval<Session&>().*Member).a)> value;
};
using SetVariant = SetMember<&Session::variant>;
using SetEdition = SetMember<&Session::edition>;  // a kind or arch that the edition does not have: the default one
using SetArch = SetMember<&Session::arch>;
using SetTileK = SetMember<&Session::tile_k>;
using SetMaskSize = SetMember<&Session::mask>;
using SetScaleMatrix = SetForOperand<&Session::scale_matrix>;
using SetAtomOrder = SetForOperand<&Session::atom_order>;
using SetAtomStep = SetForOperand<&Session::atom_step>;
using SetPieces = SetMember<&Session::pieces>;
using SetRequestedLayout = SetMember<&Session::requested_layout>;
using SetRequestedMask = SetMember<&Session::requested_mask>;
using SetTensorMap = SetForOperand<&Session::tensor_map>;
using SetImage = SetForOperand<&Session::image>;
using SetMetaRecipe = SetMember<&Session::meta_recipe>;
using SetRun = SetMember<&Session::run>;
using SetAssumed = SetMember<&Session::assumed>;  // and the rest is given, also what was as in an example
using SetKeepMemory = SetMember<&Session::keep_memory>;
using SetNotes = SetMember<&Session::notes>;
struct SetTmemAddress {
    TmemPlace place;
    std::uint32_t address;  // lane << 16 | column
};
struct SetRecipe {
    RecipeOf of;
    Recipe recipe;
};
// Rewrites memory so that it matches the words; see follow_words().
struct MatchWords {
    Operand operand;
};
// Sets several words in one undo step: a paste, or the fix of a problem.
struct SetWords {
    std::vector<SetWord> words;
    std::string what;  // text for the history: "pasted 3 words"
    // true (paste): memory is rewritten to match the words, unless the session keeps it; false (fix): it stays
    bool image_follows = true;
};
// Replaces the session: a file was opened or a preset selected. The previous session stays in the history.
struct LoadSession {
    Session session;
    std::string what;
};

using AnyEdit = std::variant<SetWord, SetField, SetVariant, SetEdition, SetArch, SetTileK, SetMaskSize, SetScaleMatrix,
                             SetAtomOrder, SetAtomStep, SetPieces, SetTmemAddress, SetRequestedLayout, SetRequestedMask,
                             SetTensorMap, SetImage, SetRecipe, SetMetaRecipe, SetRun, MatchWords, SetAssumed,
                             SetKeepMemory, SetNotes, SetWords, LoadSession>;
// One of them, for std::visit and std::get_if. How 25 types are copied is compiled once, not wherever edits are used.
struct Edit : AnyEdit {
    using AnyEdit::AnyEdit;
    Edit(const Edit&);
    Edit(Edit&&) noexcept;
    Edit& operator=(const Edit&);
    Edit& operator=(Edit&&) noexcept;
    ~Edit();
};

// Returns the session after the edit:
//
//     session = apply_edit(session, SetTileK{128});
//
// An edit that makes unknown bits of a word known completes a word from elsewhere. So the memory of its operands
// follows the fields that became known, and all of the word if the memory was as the known bits say. Else no edit of a
// bit or a field changes the memory. A session with keep_memory changes its memory only by SetImage, SetAtomOrder,
// MatchWords and LoadSession.
//
// What an edit sets is given from then on (Session::assumed): the fields whose bits it changes, all of a pasted word,
// the form, the K of the tile. An edit that sets a field to the value that it has makes it given too.
//
// Never fails. A word can have any value. A value that is not in a word is clamped to the nearest legal value (tile_k:
// 8 to 1024).
Session apply_edit(const Session& session, const Edit& edit);

// The same for an edit that goes on with a completion: typing "0x2400" completes the start with 0, then with 2, 0x24
// and so on. `since` is the session before the first of these edits. Bits that are unknown there still count as
// unknown.
Session apply_edit(const Session& session, const Edit& edit, const Session& since);

// Returns the text of the edit for the history: "A desc: sbo 1024 -> 512".
std::string words_of(const Session& before, const Edit& edit);

// Returns the memory image that the words read correctly: the mode, the majorness and the start of the descriptor, one
// atom after the other, with elements of the type that the instruction descriptor names. If it names no type, the image
// has the type that is drawn instead. What a field with unknown bits would say stays as it is. A CuTe text in the image
// is kept, but not used.
OperandImage image_from_words(const Session& session, Operand operand);
// The same in less time, from what is derived.
OperandImage image_from_words(const Derived& derived, Operand operand);

// Returns the edits that write the operand as the image says. An image does not say in which order its atoms are. If it
// has another majorness or mode than the memory now, it gets the order that the strides of the word mean, if they mean
// one. So a word whose strides are right needs only the bit that is wrong.
std::vector<Edit> edits_to_write(const Session& session, Operand operand, const OperandImage& image);

// Sets the memory of an operand to match its words: the image, the order of the atoms (if the strides determine one)
// and the byte (0 to 3) in the first cell where the scale factors begin.
void follow_words(Session& session, Operand operand);

// A stride, in bytes, that the word of an operand has and that a tile without gaps does not have.
struct StrideDifference {
    std::string_view field;  // "lbo" or "sbo"
    std::uint32_t in_word = 0, in_memory = 0;
};
// Returns the strides in which the memory differs from the words after follow_words(), because memory is always written
// without gaps. Empty if no place depends on the stride, or if bits on which it depends are unknown.
std::vector<StrideDifference> strides_not_written(const Session& session, Operand operand);

// Gives every image without a type the type that the instruction reads now, or the type that is drawn if the words name
// none. Later changes of the words do not change this type.
void name_types(Session& session);

// Return the text that follows "image of A:" or "B values:": "128B K-major at 0x400", "random, seed 7".
std::string text_of(const OperandImage& image);
std::string text_of(const Recipe& recipe);
std::string text_of(const MetaRecipe& recipe);

}  // namespace tilescope
