// app/shell/batch_file.cpp -- the table of the pasted words as a file and on the clipboard.
// SPDX-License-Identifier: MIT
#include "app/shell/batch_file.h"

#include "app/io/file.h"
#include "app/shell/shown_parts.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

// The panel makes the table when it is drawn. It may never have been drawn.
Answer<std::string> shown_batch(App& app, BatchForm form) {
    BatchPanelState& batch = app.states.batch;
    follow_batch(batch, app.pasted, app.paste_text, app.states.paste_number, app.session.arch);
    const BatchSheet* sheet = shown_sheet(batch);
    if (sheet == nullptr) return Answer<std::string>::refuse("There is no table. Paste a text with words first.");
    return batch_text(batch.table, *sheet, batch.lines, form);
}

}  // namespace

void save_batch(App& app, const std::string& path) {
    const Answer<std::string> text = shown_batch(app, BatchForm::csv);
    const auto written = text ? io::write_text(path, *text) : Answer<void>::refuse(text.why);
    say_now(app, written ? say("Saved the table (", app.states.batch.counts, ") as ", path, ".") : written.why);
}

void copy_batch(App& app) {
    Answer<std::string> text = shown_batch(app, BatchForm::tsv);
    if (text) app.requests.copy = std::move(*text);
    say_now(app, text ? say("Copied the table: ", app.states.batch.counts, ".") : text.why);
}

bool has_batch(const App& app) { return !app.pasted.words.empty(); }

}  // namespace tilescope::ui
