// app/window/documents/document.h -- one open session and what the window keeps for it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/autosave.h"
#include "app/io/file.h"
#include "app/panels/panels.h"
#include "app/ui/view.h"
#include "app/window/frame/jobs.h"
#include "app/window/paste/follow_thread.h"

#include <tilescope/lessons/step.h>

#include <imgui.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

namespace tilescope::ui {

// A sentence that the status line shows before all others while these two stay as they are.
struct FirstSaid {
    std::string sentence;
    Focus selection, pointed;
    ImVec2 pointer = {};  // the place of the pointer: an edit can change what is there
};

// A lesson that a document belongs to: its step, and what the learner has done and seen. The document has the session
// and the view of the learner. Texts are computed for the beginning of the step.
struct LessonRun {
    Lesson lesson;
    std::size_t step = 0;
    std::string next_lesson;  // the id of the lesson after this one, on its last step; empty: none
    std::string refused;      // why the step cannot begin; empty: it has begun
    LessonBlocks text;        // of the first step: after the introduction
    LessonLine caption, request, done;
    std::vector<LessonLine> hints;
    std::optional<LessonValue> expected;  // of a question
    const Field* field = nullptr;         // that `expected` names, or null
    std::size_t hints_shown = 0;
    bool reached = false;
    bool done_waits = false;  // `done` needs the emulation, which has not arrived
    std::string skipped;      // the task that the learner left undone with the last "Skip"; empty: none
    std::size_t skipped_step = 0;
    // What the pane scrolls to in the next frame: the verdict on the task, or its newest hint.
    bool shows_verdict = false, shows_hint = false;
    struct {
        float text = 0, request = 0, task = 0;
    } heights;  // of the parts of the pane without a scroll bar, as they were drawn last
    // Until the pane was drawn once. It begins at its top, its tab comes to the front, and the Enter that opened the
    // lesson does nothing more.
    bool begins = true;
    bool says_reached = false;    // the task was reached, and no frame has shown that yet
    std::string typed;            // in the box of the reply
    std::string judged;           // what the pane says about the last reply, click or value
    bool takes_keyboard = false;  // the box of the reply, as soon as it can
    bool gathers = false;         // what is typed before it has the keyboard
    bool replies = false;         // it has the keyboard, or had it until the answer was right
    // The view, the session and the revision with which the step began: its caption and its task are about them.
    ViewState begun_view;
    Session begun_session;
    std::uint64_t begun_revision = 0;
    bool memory_set = false;  // an edit wrote A or B elsewhere
    // The state that was looked at last.
    std::uint64_t seen_revision = 0, seen_result = 0;
    std::optional<ViewState> seen_view;

    const LessonStep& now() const { return lesson.steps[step]; }
    bool is_last() const { return step + 1 == lesson.steps.size(); }
    // A learner who has changed nothing emulates by hand: the text asks for it, and D would show the answer.
    bool needs_result(std::uint64_t revision) const {
        return done_waits || (!reached && revision != begun_revision && check_needs_emulation(now()));
    }
    // Whether the memory is not the one that the task is about.
    bool lost_memory(const Session& session) const { return memory_set && session.image != begun_session.image; }
};

// Where the session comes from that the document is compared with.
struct ReferenceSource {
    std::string name;            // "the pinned session", "the tab gemm.json", "the file b.json"
    std::uint64_t tab = 0;       // id of the document that is followed; 0: none
    std::uint64_t revision = 0;  // of that document
};
struct Reference {
    std::optional<Derived> derived;  // from view_state.reference
    ReferenceSource source;          // where it comes from
};

// The file of a session, and what keeps its edits.
struct DocumentFile {
    std::string path;  // empty: never saved
    // Of a session without a file that came from an autopsy: its name, and the folder of the arrays that it names.
    std::string name, arrays;
    std::optional<std::string> text;  // contents of that file when it was opened or saved; none: unknown
    std::uint64_t saved_revision = 1;
    // The session of `saved_revision`: at the start, or when it was opened or saved. None: it is saved nowhere, and the
    // user wants to keep it.
    std::optional<Session> saved;
    std::vector<io::HeldCopy> restored;  // removed as soon as their edits are saved or in a new backup copy
    std::string unprotected;             // why unsaved edits have no backup copy; empty: they have one

    // From which the names of arrays count.
    std::string folder() const { return path.empty() ? arrays : io::folder_of(path); }
};

// The text that was pasted last.
struct PastedText : ReadText {
    std::optional<PasteReply> arrived;         // words that were read while another tab was shown
    std::optional<RewrittenMemory> rewritten;  // by the last paste that rewrote the memory
    std::unique_ptr<FollowThread> follower;    // follows a file, whose words are `result`; null: none
    std::uint64_t unapplied_at = 0;            // revision in which text was pasted that is not applied; 0: none is
};

// The images of A and B that came from the user, not from an example or a preset. They are kept as values, so that an
// undo step finds those of its session.
struct UserMemory {
    OperandPair<std::vector<OperandImage>> own;   // said, opened, or what pasted words mean
    OperandPair<std::vector<OperandImage>> said;  // not made from words that are judged against it
};

// What the pointer is on.
struct Pointed {
    Focus item;  // in this frame; empty if there is none
    // Where the pointer was when a key moved the selection. Until it moves, nothing under it is pointed at.
    std::optional<ImVec2> resting;
    std::string topic;  // the topic that F1 explains, if `item` does not determine it
    std::string about;  // a sentence about `item` in this picture; empty: that of its trace
};

struct Drawer {
    std::string tab = "problems";
    bool raised = false;  // not by Ctrl+J: for the list of problems, a batch or a comparison
};

// What features keep for one session: one value of each type, made when it is asked for first. So a document lists no
// features, and no feature can take the value of another by accident.
class Attic {
public:
    template <class T>
    T& get() const {
        std::shared_ptr<void>& slot = slots_[typeid(T)];
        if (!slot) slot = std::make_shared<T>();
        return *static_cast<T*>(slot.get());
    }

private:
    mutable std::unordered_map<std::type_index, std::shared_ptr<void>> slots_;
};

// Everything that belongs to one open session. A window shows one document; each of its tabs has one.
struct Document {
    std::uint64_t id = 1;  // of the tab; no two documents of a window have the same
    Session session;
    History history;
    Derived derived;
    Results results;
    std::string against;            // the file with the D of a kernel, with which the results are compared; empty: none
    bool result_requested = false;  // a panel showed the result in the last frame
    bool code_requested = false;    // a panel showed a source text that a thread makes
    std::uint64_t revision = 1;     // unique in the window: what is computed for one document is taken for no other
    DocumentFile file;
    ViewState view_state;
    WordId active_before = WordId::a_desc;  // view_state.active of the last frame
    Reference reference;
    Pointed pointed;
    Trace trace;
    Requests requests;  // of the last frame
    PastedText paste;
    UserMemory user_memory;
    PanelStates states;
    Attic kept;
    FirstSaid first_said;
    std::string status;  // one sentence about this revision, shown if `trace` has no sentence
    Drawer drawer;
    std::unique_ptr<LessonRun> lesson;  // the lesson to which this session belongs; null: none
    std::shared_ptr<std::uint64_t> last_revision =
        std::make_shared<std::uint64_t>(1);  // of all documents of the window

    std::uint64_t next_revision() { return ++*last_revision; }
};

}  // namespace tilescope::ui
