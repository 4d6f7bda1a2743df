// core/src/study/variation_items.h -- the items of a grid: what their values are, and how a value is applied.
// SPDX-License-Identifier: MIT
#pragma once

#include "fit_words.h"

#include <tilescope/study/variation.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

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
    std::size_t row_ = 0;  // of the session items
    std::string field_;    // empty: a session item
    WordId word_ = WordId::idesc;
};

}  // namespace tilescope
