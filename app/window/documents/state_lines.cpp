// app/window/documents/state_lines.cpp -- state lines: of a pasted text, of an argument, for the clipboard.
// SPDX-License-Identifier: MIT
#include "app/window/documents/files.h"

#include "app/io/file.h"
#include "app/io/npy.h"
#include "app/io/state_line.h"
#include "app/publish/pages.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::string_view kOnlyTheLine = " The words beside it were not read.";

bool has_other_words(std::string_view text, const io::StateLine& line) {
    return say(text.substr(0, line.span.begin), text.substr(line.span.end)).find("0x") != std::string::npos;
}

struct ReportToSave {
    Session session;
    std::uint64_t revision = 0;
    ViewState view_state;
    std::optional<Results> results;  // of this session; none: the model has not run
    std::string folder, name;
};

// The model runs here if it has not, and the page of a large tile has many megabytes: both are work for a thread.
Answer<void> write_report(const ReportToSave& report, const std::string& path, const std::stop_token& stop) {
    const Derived derived = derive(report.session, report.revision);
    const Results made = report.results ? Results() : io::emulated(derived, report.folder, true, {.stop = stop});
    if (stop.stop_requested()) return {};
    const Results& results = report.results ? *report.results : made;
    const std::string html = io::report_html({derived, report.view_state, results, report.name});
    if (stop.stop_requested()) return {};
    return io::write_text(path, html);
}

}  // namespace

bool read_state_line(const std::string& text, const std::vector<io::StateLine>& lines, ReadText& read) {
    const io::StateLine* line = io::readable_line(lines);
    if (line == nullptr) return false;
    read.session = *line->file;
    read.result.sentence = io::about_line(read.session->session);
    const auto others = std::ranges::count_if(
        lines, [&](const io::StateLine& other) { return other.file && !(*other.file == *line->file); });
    if (others != 0)
        read.result.sentence += say(" The text has ", others, others == 1 ? " other state line." : " others.",
                                    " To open another one, paste it alone.");
    else if (has_other_words(text, *line))
        read.result.sentence += kOnlyTheLine;
    return true;
}

void refuse_state_line(std::string_view text, const std::vector<io::StateLine>& lines, PasteResult& pasted) {
    if (lines.empty() || io::readable_line(lines) != nullptr) return;
    const io::StateLine& line = lines.front();
    const std::string_view before = text.substr(0, line.span.begin);
    const auto number = static_cast<unsigned>(std::ranges::count(before, '\n') + 1);
    const std::size_t begin = before.rfind('\n') + 1;  // 0 if there is no line break
    pasted.refused.insert(pasted.refused.begin(),
                          {line.span, number, static_cast<unsigned>(line.span.begin - begin + 1), line.file.why});
    ++pasted.refused_count;
    pasted.sentence = pasted.words.empty() ? line.file.why : say(line.file.why, " ", pasted.sentence);
}

void open_pasted_session(Context c) {
    const std::string about = c.document().paste.result.sentence;  // of this document
    const io::SessionFile file = *std::exchange(c.document().paste.session, std::nullopt);
    if (c.document().lesson && !add_tab(c, file.session)) return;
    make_edits(c, {LoadSession{file.session, "opened a state line"}});
    if (file.view_state) look_as(c, *file.view_state);
    Document& doc = c.document();
    detach_file(doc);
    note_opened_memory(doc);
    if (c.regions.flyout == "paste") c.regions.flyout.clear();
    say_now(doc, say("Opened ", about));
}

namespace {

// Writes the session as an HTML report, with the result of the model.
void save_report_page(Document& doc, Jobs& jobs, const std::string& path) {
    const auto report = std::make_shared<ReportToSave>(ReportToSave{
        .session = doc.session,
        .revision = doc.revision,
        .view_state = doc.view_state,
        .results = doc.results.is_of(doc.revision) ? std::optional(doc.results) : std::nullopt,
        .folder = doc.file.folder(),
        .name = doc.file.path.empty() ? std::string("A session") : document_name(doc),
    });
    const auto write = [report, path](const WorkTools& tools) { return write_report(*report, path, tools.stop); };
    save_on_thread(doc, jobs, {.what = "the report", .path = path, .write = write});
}

// Copies the session and the view state as a state line.
void copy_state_line(Document& doc) {
    const Answer<std::string> line = io::state_line({doc.session, doc.view_state});
    if (!line) return say_now(doc, say("The state line was not copied: ", line.why, "."));
    doc.status = say("Copied ", io::about_line(doc.session), " ", line->size(),
                     " characters. Ctrl+V opens the line, also inside another text.");
    doc.requests.copy = *line;
}

// clang-format off
constexpr PathVerb kPageVerbs[] = {
    {.verb = "html ", .title = "Save a report as HTML: ", .act = with<save_report_page>, .extension = "html",
     .type_title = "HTML", .suffix = "-report", .exports = true},
};

constexpr Command kStateLineCommands[] = {
    {.id = "copy_state_line", .title = "Copy the state line", .menu = Menu::edit, .place = 320,
     .act = with<copy_state_line>, .words = "share ts1 link url session one line bug report chat"},
    {.id = "save_report_page", .title = "Save a report as HTML ...", .menu = Menu::file, .place = 220,
     .asks_for = "html ",
     .words = "bug issue share web page html words problems pictures result"},
};
// clang-format on

}  // namespace

const Feature kStateLines = {.id = "state_lines", .commands = kStateLineCommands, .verbs = kPageVerbs};

}  // namespace tilescope::ui
