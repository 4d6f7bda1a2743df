// app/shell/frame.h -- runs one frame: from the received input to the complete draw data.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

struct ImFont;

namespace tilescope::ui {

class CellPainter;
struct Theme;

// The window passes these tools to a frame.
struct FrameTools {
    const Theme* theme = nullptr;
    float scale = 1;
    ImFont* mono = nullptr;
    CellPainter* painter = nullptr;
    ImFont* lead = nullptr;  // the large fonts of the presentation; null: the font of text
    ImFont* title = nullptr;
};

// Stores the session and derives its data, ready for the first frame.
void start(Document& doc, Session session);

// Applies the requests that the panels made in the last frame, then updates the derived data and the trace. Tests call
// it between frames too.
void apply_requests(Context c);

// Runs a complete frame: requests, derive, trace, commands, regions, panels. Requires: ImGui::NewFrame() was called.
void frame(Context c, const FrameTools& tools);

// Sets the session that the document is compared with and that key B shows; none: it is compared with nothing. Derives
// it with a new revision. Panels keep their pictures by revision, so none takes this session for the document. No other
// code sets App::reference.
void set_reference(Document& doc, std::optional<Session> session,
                   ReferenceSource source = {.name = "the pinned session"});

// Shows the document from here, from the next frame on. Also sets the reference that the view state contains.
void set_view_state(Document& doc, ViewState view_state);
// The same at the end of something that changed the view for a while. What the user pinned or unpinned meanwhile stays.
void restore_view_state(Document& doc, ViewState before);

// Begins a new revision: the derived data is computed again later, and the status line is cleared. A caller that sets a
// new status sentence must set it after this call.
void begin_revision(Document& doc);

// Makes edits at once and records them in the history. Edits that change nothing begin no revision. A session that
// would replace that of a lesson gets a tab of its own.
void make_edits(Context c, const std::vector<Edit>& edits, std::uint64_t gesture = 0);

// Reads a text with the paste parser and keeps the result for the panels. A long text is read on a thread
// (paste_jobs.h). If `applies`, a single certain word goes to its card; else nothing is applied. `path`: of the file
// that has the text.
void read_paste(Context c, std::string text, bool applies = false, std::string path = {});

// Writes the pasted words to their cards as one edit, as the user chose in the paste panel. The status line then names
// the cards.
void apply_paste(Context c);
// Makes a chain of the pasted program the session, as one undo step. Requires: the chain has a session.
void open_chain(Context c, std::size_t number);

// Remembers what edits mean for pastes: the words do not wait any more, and the memory is rewritten. `before` is the
// session before the edits.
void note_paste(Document& doc, Regions& regions, const std::vector<Edit>& edits, const Session& before);

// The memory that the last paste rewrote, if the session still has it; else null.
const RewrittenMemory* rewritten_memory(const Document& doc);

// Gives the session the memory that it had before the last paste, and keeps it from now on: the pasted words are judged
// against it. Requires: rewritten_memory() is not null.
void judge_old_memory(Context c);

// Says that pasted words wait if the paste panel has just closed.
void note_closed_paste(Document& doc, Regions& regions);

}  // namespace tilescope::ui
