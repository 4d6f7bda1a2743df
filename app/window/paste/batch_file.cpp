// app/window/paste/batch_file.cpp -- the table of the pasted words as a file and on the clipboard.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/feature.h"

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

// Writes the rows that the batch panel shows, in its order. A refusal appears in the status line.
void save_batch(Document& doc, const std::string& path) {
    const Answer<std::string> text = shown_batch(doc, BatchForm::csv);
    const auto written = text ? io::write_text(path, *text) : Refusal(text.why);
    say_now(doc, written ? say("Saved the table (", doc.states.batch.counts, ") as ", path, ".") : written.why);
}

void copy_batch(Document& doc) {
    Answer<std::string> text = shown_batch(doc, BatchForm::tsv);
    if (text) doc.requests.copy = std::move(*text);
    say_now(doc, text ? say("Copied the table: ", doc.states.batch.counts, ".") : text.why);
}

// Shows the table of the pasted words, and closes the panel of the paste.
void show_batch(Document& doc, Regions& regions) {
    raise_drawer(doc, regions, "batch");
    regions.flyout.clear();  // its list of the same words covers the picture
}

bool has_odd(const Document& doc) { return !doc.states.batch.marked.empty(); }

// Shows the next word of the batch that differs from its group.
void next_odd(Document& doc, Regions& regions) {
    raise_drawer(doc, regions, "batch");
    follow_batch(doc.states.batch, doc.paste.result, doc.paste.text, doc.states.paste_number, doc.session.arch);
    show_next_odd(doc.states.batch);
    say_first(doc, say(odd_in_words(doc.states.batch), "."));
}

bool has_batch(const Document& doc) { return !doc.paste.result.words.empty(); }

// clang-format off
constexpr PathVerb kBatchVerbs[] = {
    {.verb = "csv ", .title = "Save the table of pasted words as CSV: ", .act = with<save_batch>, .extension = "csv",
     .type_title = "CSV", .suffix = "-words", .exports = true},
};

constexpr Command kBatchCommands[] = {
    {.id = "copy_batch", .title = "Copy the table of pasted words", .place = 330, .when = {with<has_batch>},
     .act = with<copy_batch>, .words = "batch log list tsv clipboard spreadsheet"},
    {.id = "show_batch", .title = "Show the table of pasted words", .place = 370, .when = {with<has_batch>},
     .act = with<show_batch>, .words = "batch log list rows lines bottom area"},
    {.id = "save_batch", .title = "Save the table of pasted words as CSV ...", .menu = Menu::file, .place = 230,
     .when = {with<has_batch>}, .asks_for = "csv ",
     .words = "batch log list export spreadsheet excel"},
    {.id = "next_odd", .title = "Next odd word of the batch", .menu = Menu::view, .place = 830,
     .when = {with<has_odd>}, .act = with<next_odd>, .words = "outlier differs unusual marked log wrong"},
};
// clang-format on

}  // namespace

const Feature kBatch = {.id = "batch", .commands = kBatchCommands, .verbs = kBatchVerbs};

}  // namespace tilescope::ui
