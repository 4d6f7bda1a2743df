// app/window/paste/user_memory.h -- which memory is the user's, and which is only that of an example.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/edit.h>
#include <tilescope/document/session.h>

#include <vector>

namespace tilescope::ui {

// The images of A and B that came from the user, not from an example or a preset. They are kept as values, so that an
// undo step finds those of its session.
struct UserMemory {
    OperandPair<std::vector<OperandImage>> own;   // said, opened, or what pasted words mean
    OperandPair<std::vector<OperandImage>> said;  // not made from words that are judged against it
};

// Remembers what edits say about the memory. `before` is the session before them.
void note_memory(UserMemory& memory, const std::vector<Edit>& edits, const Session& before, const Session& after);

// Remembers the memory of an opened file.
void note_opened_memory(UserMemory& memory, const Session& session);

// Whether the user said how each operand of the session was written that is in shared memory.
bool is_said(const UserMemory& memory, const Session& session);

// Whether the image came from the user.
bool is_own(const UserMemory& memory, Operand operand, const OperandImage& image);

}  // namespace tilescope::ui
