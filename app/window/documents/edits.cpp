// app/window/documents/edits.cpp -- every change of a document: edits, the view, what it is compared with.
// SPDX-License-Identifier: MIT
#include "app/window/documents/edits.h"

#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <filesystem>
#include <utility>

namespace tilescope::ui {

// Derives the session again. If A is shown and this session does not read it from shared memory, B is shown.
void derive_session(Document& doc, bool a_was_used) {
    doc.derived = derive(doc.session, doc.revision);
    if (doc.view_state.active == WordId::a_desc && a_was_used && !doc.derived.of(WordId::a_desc).used)
        doc.view_state.active = WordId::b_desc;
}

void start(Document& doc, Session session) {
    doc.session = std::move(session);
    doc.file.saved = doc.session;
    derive_session(doc, true);
    doc.requests.view_state = doc.view_state;
}

void set_reference(Document& doc, std::optional<Session> session, ReferenceSource source) {
    doc.reference.derived.reset();
    if (session) doc.reference.derived = derive(*session, doc.next_revision());
    doc.view_state.reference = doc.requests.view_state.reference = std::move(session);
    doc.reference.source = std::move(source);
}

void set_view_state(Document& doc, ViewState view_state) {
    const bool same = view_state.reference == doc.view_state.reference;
    if (!same || view_state.reference.has_value() != doc.reference.derived.has_value())
        set_reference(doc, view_state.reference);
    doc.view_state = doc.requests.view_state = std::move(view_state);
}

void restore_view_state(Document& doc, ViewState before) {
    before.reference = doc.view_state.reference;
    set_view_state(doc, std::move(before));
}

void begin_revision(Document& doc) {
    doc.revision = doc.next_revision();
    doc.status.clear();
    doc.first_said = {};
    forget_refusals(doc.states);
}

void look_as(Context c, const ViewState& view_state) {
    c.document().states.player.close();
    set_view_state(c.document(), view_state);
    run_hooks(&Feature::show, c);
}

bool is_unsaved(const Document& document) {
    if (document.revision == document.file.saved_revision) return false;
    // What a learner tries in a lesson is not work to keep, unless the user saved it as a file.
    if (document.lesson && document.file.path.empty() && document.file.restored.empty()) return false;
    // Undo can lead back to what is saved. A restored copy must not be removed then: it has edits of another program.
    return document.session != document.file.saved || !document.file.restored.empty();
}

std::string document_name(const Document& document) {
    const std::string& path = document.file.path.empty() ? document.paste.path : document.file.path;
    // Several new sessions differ by the number of their tab.
    if (document.lesson && path.empty()) return say("Lesson: ", document.lesson->lesson.title);
    const std::string untitled = document.id == 1 ? "untitled" : say("untitled ", document.id);
    return say(path.empty() ? untitled : std::filesystem::path(path).filename().string(),
               is_unsaved(document) ? " *" : "");
}

}  // namespace tilescope::ui
