// core/src/study/variation_parts.h -- the items of a grid, and how memory and words follow them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/session.h>
#include <tilescope/study/variation.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// What happens to the descriptor of an operand.
enum class Fit : std::uint8_t {
    leave,      // it stays, whatever it reads
    if_needed,  // it stays if it reads the image right
    always,
};

// Returns whether the words read every element of the operand from where its image has it. False if the image cannot be
// written, and for an A that is not in shared memory.
bool words_read_image(const Session& session, Operand operand);

// Sets the descriptors to the words that read the images of A and B, for the size that the instruction descriptor
// names. An image that overlaps the other one moves after it; so does one whose start does not fit its swizzle mode.
// An A outside shared memory stays as it is.
// Errors: the instruction has no shape, or no descriptor can read an image. The reason names the operand.
Answer<void> fit_words(Session& session, const OperandPair<Fit>& how);

// Sets the majorness with which the instruction reads the operand.
// Errors: the kind has no such field, and the operand would be MN-major.
Answer<void> set_major(Session& session, Operand operand, Major major);

// When a value is applied. Later items use what earlier ones have chosen: the field table, the size of A and B.
enum class Turn : std::uint8_t { target, kind, memory, word };
inline constexpr Turn kTurns[] = {Turn::target, Turn::kind, Turn::memory, Turn::word};

// A session while values are applied to it.
struct Varied {
    Session session;
    OperandPair<Fit> fit = {Fit::leave, Fit::leave};

    void needs(Operand o, Fit how) { fit[o] = std::max(fit[o], how); }
    void needs(Fit how) {
        for (const Operand o : kBothOperands) needs(o, how);
    }
};

struct ItemRow;

// An item of a grid, found by its name.
class Item {
public:
    // Errors: no such item, in any of the sessions.
    static Answer<Item> named(std::string_view name, std::span<const Session> sessions);

    Turn turn() const { return turn_; }
    // Returns the values of "all" in one of the sessions.
    Answer<std::vector<std::string>> all(std::span<const Session> sessions) const;
    // Returns whether the value means something in one of the sessions. A number that no word can store does.
    Answer<void> can_mean(std::string_view value, std::span<const Session> sessions) const;
    Answer<void> apply(Varied& varied, std::string_view value) const;

private:
    Answer<std::vector<std::string>> all_of_field(std::span<const Session> sessions) const;

    Turn turn_ = Turn::word;
    const ItemRow* row_ = nullptr;  // of a session item; null: a field of a word
    std::string field_;
    WordId word_ = WordId::idesc;
};

}  // namespace tilescope
