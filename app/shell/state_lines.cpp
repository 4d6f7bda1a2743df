// app/shell/state_lines.cpp -- state lines in the window: of a pasted text, of an argument, and for the clipboard.
// SPDX-License-Identifier: MIT
#include "app/shell/state_lines.h"

#include "app/io/bug_report.h"
#include "app/io/file.h"
#include "app/io/state_line.h"
#include "app/shell/files.h"
#include "app/shell/frame.h"
#include "app/shell/saving.h"
#include "app/shell/shown_parts.h"
#include "app/shell/tabs.h"

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
    const Results made = report.results ? Results() : io::emulated(derived, report.folder, true, stop);
    if (stop.stop_requested()) return {};
    const Results& results = report.results ? *report.results : made;
    const std::string html = io::report_html({derived, report.view_state, results, report.name});
    if (stop.stop_requested()) return {};
    return io::write_text(path, html);
}

}  // namespace

bool read_state_line(const std::string& text, const std::vector<io::StateLine>& lines, PasteReply& reply) {
    const io::StateLine* line = io::readable_line(lines);
    if (line == nullptr) return false;
    reply.session = *line->file;
    reply.pasted.sentence = io::about_line(reply.session->session);
    const auto others = std::ranges::count_if(
        lines, [&](const io::StateLine& other) { return other.file && !(*other.file == *line->file); });
    if (others != 0)
        reply.pasted.sentence += say(" The text has ", others, others == 1 ? " other state line." : " others.",
                                     " To open another one, paste it alone.");
    else if (has_other_words(text, *line))
        reply.pasted.sentence += kOnlyTheLine;
    reply.text = reply.box = text;
    return true;
}

void refuse_state_line(std::string_view text, const std::vector<io::StateLine>& lines, PasteReply& reply) {
    if (lines.empty() || io::readable_line(lines) != nullptr) return;
    PasteResult& pasted = reply.pasted;
    const io::StateLine& line = lines.front();
    const std::string_view before = text.substr(0, line.span.begin);
    const auto number = static_cast<unsigned>(std::ranges::count(before, '\n') + 1);
    const std::size_t begin = before.rfind('\n') + 1;  // 0 if there is no line break
    pasted.refused.insert(pasted.refused.begin(),
                          {line.span, number, static_cast<unsigned>(line.span.begin - begin + 1), line.file.why});
    ++pasted.refused_count;
    pasted.sentence = pasted.words.empty() ? line.file.why : say(line.file.why, " ", pasted.sentence);
}

void open_pasted_session(App& app) {
    const std::string about = app.pasted.sentence;  // of this document
    const io::SessionFile file = *std::exchange(app.pasted_session, std::nullopt);
    if (app.lesson && !add_tab(app, file.session)) return;
    make_edits(app, {LoadSession{file.session, "opened a state line"}});
    if (file.view_state) look_as(app, *file.view_state);
    // The file that was open has another session, and Ctrl+S must not replace it.
    app.file_path.clear();
    app.file_text.reset();
    note_opened_memory(app.user_memory, app.session);
    if (app.flyout == "paste") app.flyout.clear();
    app.status = say("Opened ", about);
    say_first(app, app.status);
}

void save_report_page(App& app, const std::string& path) {
    const auto report = std::make_shared<ReportToSave>(ReportToSave{
        .session = app.session,
        .revision = app.revision,
        .view_state = app.view_state,
        .results = app.results.is_of(app.revision) ? std::optional(app.results) : std::nullopt,
        .folder = io::folder_of(app.file_path),
        .name = app.file_path.empty() ? std::string("A session") : document_name(app),
    });
    const auto write = [report, path](const WorkTools& tools) { return write_report(*report, path, tools.stop); };
    save_on_thread(app, {.what = "the report", .counts = {}, .path = path, .write = write});
}

void copy_state_line(App& app) {
    const Answer<std::string> line = io::state_line({app.session, app.view_state});
    if (!line) return say_now(app, say("The state line was not copied: ", line.why, "."));
    app.status = say("Copied ", io::about_line(app.session), " ", line->size(),
                     " characters. Ctrl+V opens the line, also inside another text.");
    app.requests.copy = *line;
}

}  // namespace tilescope::ui
