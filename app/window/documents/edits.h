// app/window/documents/edits.h -- edits of the shown document, and what follows: its revision, view and reference.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

// Makes edits at once and records them in the history. Edits that change nothing begin no revision. A session that
// would replace that of a lesson gets a tab of its own.
void make_edits(Context c, const std::vector<Edit>& edits, std::uint64_t gesture = 0);

// Derives the session of a document. If A is shown and this session does not read it from shared memory, B is shown.
void derive_session(Document& doc, bool a_was_used);

// Stores the session and derives its data, ready for the first frame.
void start(Document& doc, Session session);

// Sets the session that the document is compared with and that key B shows; none: it is compared with nothing. Derives
// it with a new revision. Panels keep their pictures by revision, so none takes this session for the document. No other
// code sets Document::reference.
void set_reference(Document& doc, std::optional<Session> session,
                   ReferenceSource source = {.name = "the pinned session"});

// Shows the document from here, from the next frame on. Also sets the reference that the view state contains.
void set_view_state(Document& doc, ViewState view_state);

// The same at the end of something that changed the view for a while. What the user pinned or unpinned meanwhile stays.
void restore_view_state(Document& doc, ViewState before);

// Begins a new revision: the derived data is computed again later, and the status line is cleared. A caller that sets a
// new status sentence must set it after this call.
void begin_revision(Document& doc);

// Restores the view state of a file or a state line, from the next frame on.
void look_as(Context c, const ViewState& view_state);

bool is_unsaved(const Document& document);
// The document is saved as it is now.
void note_saved(Document& doc);
// The file that was open has another session than the document from now on, and Ctrl+S must not replace it.
void detach_file(Document& doc);

// What the pointer is on, else the selection.
const Focus& focus_of(const Document& doc);

// "gemm_tile.json *": the name in the title and the top bar.
std::string document_name(const Document& document);

// "2 edits"; "not saved", if there is no edit to count but closing the document would lose something.
std::string edits_text(const Document& document);

// Remembers what edits say about the memory. `before` is the session before them.
void note_memory(UserMemory& memory, const std::vector<Edit>& edits, const Session& before, const Session& after);
// Remembers the memory of an opened file. `said`: the user says that it is what the program wrote.
void note_opened_memory(Document& doc, bool said = false);
// Whether the user said how each operand of the session was written that is in shared memory.
bool is_said(const UserMemory& memory, const Session& session);
// Whether the image came from the user.
bool is_own(const UserMemory& memory, Operand operand, const OperandImage& image);

// Shows a sentence in the status line until the user points at or selects something else, also if the status line would
// explain the item under the pointer.
void say_first(Document& doc, std::string sentence);
// Sets the status to a sentence for which the user waits, and says it first.
void say_now(Document& doc, const std::string& sentence);
// That sentence, if it still counts; else empty.
std::string said_first(const Document& doc);

}  // namespace tilescope::ui
