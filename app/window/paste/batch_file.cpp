// app/window/paste/batch_file.cpp -- the table of the pasted words as a file and on the clipboard.
// SPDX-License-Identifier: MIT
#include "app/window/paste/paste.h"

#include "app/io/file.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"
#include "app/window/result/emulation.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

// The panel makes the table when it is drawn. It may never have been drawn.
Answer<std::string> shown_batch(Document& doc, BatchForm form) {
    BatchPanelState& batch = doc.states.batch;
    follow_batch(batch, doc.paste.result, doc.paste.text, doc.states.paste_number, doc.session.arch);
    const BatchSheet* sheet = shown_sheet(batch);
    if (sheet == nullptr) return Refusal("There is no table. Paste a text with words first.");
    return batch_text(batch.table, *sheet, batch.lines, form);
}

}  // namespace

void save_batch(Context c, const std::string& path) {
    const Answer<std::string> text = shown_batch(c.document(), BatchForm::csv);
    const auto written = text ? io::write_text(path, *text) : Refusal(text.why);
    say_now(c.document(),
            written ? say("Saved the table (", c.document().states.batch.counts, ") as ", path, ".") : written.why);
}

void copy_batch(Document& doc) {
    Answer<std::string> text = shown_batch(doc, BatchForm::tsv);
    if (text) doc.requests.copy = std::move(*text);
    say_now(doc, text ? say("Copied the table: ", doc.states.batch.counts, ".") : text.why);
}

namespace {

bool has_batch(const Document& doc) { return !doc.paste.result.words.empty(); }

constexpr PathVerb kBatchVerbs[] = {
    {"csv ", "Save the table of pasted words as CSV: ",
     [](Context c, const std::string& path) { export_file(c, path, "csv ", save_batch); }, "csv", "CSV", "-words"},
};

// clang-format off
constexpr Command kBatchCommands[] = {
    {.id = "copy_batch", .title = "Copy the table of pasted words", .place = 330, .when = {with<has_batch>},
     .act = with<copy_batch>, .words = "batch log list tsv clipboard spreadsheet"},
    {.id = "show_batch", .title = "Show the table of pasted words", .place = 370, .when = {with<has_batch>},
     .act = with<show_batch>, .words = "batch log list rows lines bottom area"},
    {.id = "save_batch", .title = "Save the table of pasted words as CSV ...", .menu = Menu::file, .place = 230,
     .when = {with<has_batch>}, .act = [](Context c) { open_chooser(c, "csv "); },
     .words = "batch log list export spreadsheet excel"},
    {.id = "next_odd", .title = "Next odd word of the batch", .menu = Menu::view, .place = 830,
     .when = {with<has_odd>}, .act = with<next_odd>, .words = "outlier differs unusual marked log wrong"},
};
// clang-format on

}  // namespace

const Feature kBatch = {.id = "batch", .commands = kBatchCommands, .verbs = kBatchVerbs};

}  // namespace tilescope::ui
