// app/window/paste/user_memory.cpp -- which memory is the user's, and which is only that of an example.
// SPDX-License-Identifier: MIT
#include "app/window/paste/user_memory.h"

#include <algorithm>

namespace tilescope::ui {
namespace {

using Images = std::vector<OperandImage>;

bool has(const Images& images, const OperandImage& image) { return std::ranges::find(images, image) != images.end(); }

void add(Images& images, const OperandImage& image) {
    constexpr std::size_t kMost = 256;  // a drag of the start says many
    if (has(images, image)) return;
    if (images.size() == kMost) images.erase(images.begin());
    images.push_back(image);
}

// Whether the edit says how the operand is written: a panel or a command of the user says it, or words from elsewhere
// mean it.
bool is_about(const Edit& edit, Operand operand) {
    if (const auto* image = std::get_if<SetImage>(&edit)) return image->operand == operand;
    if (const auto* match = std::get_if<MatchWords>(&edit)) return match->operand == operand;
    const auto* words = std::get_if<SetWords>(&edit);
    return words != nullptr && words->image_follows &&
           std::ranges::find(words->words, word_of(operand), &SetWord::word) != words->words.end();
}

}  // namespace

void note_memory(UserMemory& memory, const std::vector<Edit>& edits, const Session& before, const Session& after) {
    const auto loads = [](const Edit& edit) { return std::holds_alternative<LoadSession>(edit); };
    if (std::ranges::any_of(edits, loads)) memory = {};
    for (const Operand o : kBothOperands) {
        const bool about = std::ranges::any_of(edits, [&](const Edit& edit) { return is_about(edit, o); });
        // A paste that keeps the memory says nothing about it.
        const bool said = about && (!before.keep_memory || before.image[o] != after.image[o]);
        // An instruction descriptor changes the type of a memory that stays whose it was.
        if (said || is_own(memory, o, before.image[o])) add(memory.own[o], after.image[o]);
        const auto sets = [&](const Edit& edit) {
            const auto* image = std::get_if<SetImage>(&edit);
            return image != nullptr && image->operand == o;
        };
        if (std::ranges::any_of(edits, sets)) add(memory.said[o], after.image[o]);
    }
}

void note_opened_memory(UserMemory& memory, const Session& session) {
    for (const Operand o : kBothOperands) {
        add(memory.own[o], session.image[o]);
        // A memory that is as the words read it can have been made from them.
        if (session.image[o] != image_from_words(session, o)) add(memory.said[o], session.image[o]);
    }
}

bool is_said(const UserMemory& memory, const Session& session) {
    return std::ranges::all_of(kBothOperands, [&](Operand o) {
        const bool elsewhere = o == Operand::a && session.variant.a_in_tmem;
        return elsewhere || has(memory.said[o], session.image[o]);
    });
}

bool is_own(const UserMemory& memory, Operand operand, const OperandImage& image) {
    return has(memory.own[operand], image);
}

}  // namespace tilescope::ui
