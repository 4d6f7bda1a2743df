// app/publish/lesson_pages.cpp -- the lessons as static pages, and what a learner takes away from one.
// SPDX-License-Identifier: MIT
#include "app/publish/pages.h"

#include "app/io/packing.h"
#include "app/io/session_file.h"
#include "app/publish/export_targets.h"
#include "tilescope_lesson_data_embedded.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>
#include <tilescope/lessons/step.h>

#include <array>

namespace tilescope::io {
namespace {

std::string html_of(const LessonLine& line) {
    constexpr std::array<std::string_view, 4> names = {"", "strong", "em", "code"};
    std::string out;
    for (const LessonSpan& span : line) {
        const std::string_view name = names[static_cast<std::size_t>(span.style)];
        out += name.empty() ? markup_text(span.text) : say('<', name, '>', markup_text(span.text), "</", name, '>');
    }
    return out;
}

std::string lines_as(std::string_view element, const LessonBlock& block) {
    std::string out;
    for (const LessonLine& line : block.lines) out += say('<', element, '>', html_of(line), "</", element, ">\n");
    return out;
}

std::string table_of(const LessonBlock& block) {
    std::string out = "<div class=\"table\"><table>\n";
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
        const std::string_view cell = r == 0 ? "th" : "td";
        out += "<tr>";
        for (const LessonLine& line : block.rows[r]) out += say('<', cell, '>', html_of(line), "</", cell, '>');
        out += "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string block_html(const LessonBlock& block) {
    switch (block.kind) {
    case BlockKind::paragraph: return lines_as("p", block);
    case BlockKind::list: return say("<ul>\n", lines_as("li", block), "</ul>\n");
    case BlockKind::numbered: return say("<ol>\n", lines_as("li", block), "</ol>\n");
    case BlockKind::table: return table_of(block);
    case BlockKind::note: return say("<blockquote>", lines_as("p", block), "</blockquote>\n");
    case BlockKind::code: break;
    }
    std::string out = "<pre><code>";
    for (const LessonLine& line : block.lines) out += markup_text(plain_text(line)) + "\n";
    return out + "</code></pre>\n";
}

std::string picture_html(const ShownStep& shown, std::size_t step) {
    if (!shown.picture) return {};
    return say("<figure><div class=\"picture\">", page_picture(sheet_of(*shown.picture), say("step-", step, "-")),
               "</div>\n<figcaption>", html_of(shown.caption), "</figcaption></figure>\n");
}

std::string folded(std::string_view title, const LessonLine& text, std::string_view kind = "") {
    return say("<details", kind.empty() ? "" : say(" class=\"", kind, "\""), "><summary>", title, "</summary><p>",
               html_of(text), "</p></details>\n");
}

std::string task_html(const LessonStep& step, const ShownStep& shown) {
    if (!step.has_task()) return {};
    std::string out = say("<div class=\"task\"><p data-kind=\"", step.reply ? "Question" : "Task", "\">",
                          html_of(shown.request), "</p>\n");
    for (std::size_t i = 0; i < shown.hints.size(); ++i)
        out += folded(shown.hints.size() == 1 ? "Hint" : say("Hint ", i + 1), shown.hints[i]);
    LessonLine answer;
    if (shown.expected)
        answer = {{.style = SpanStyle::bold, .text = tilescope::text_of(*shown.expected)}, {.text = ". "}};
    answer.insert(answer.end(), shown.done.begin(), shown.done.end());
    return say(out, folded(step.reply ? "Answer" : "What it shows", answer, "answer"), "</div>\n");
}

std::string page(std::string_view title, std::string_view header, std::string_view main, std::string_view footer) {
    return say(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
        markup_text(title), "</title>\n<link rel=\"stylesheet\" href=\"book.css\">\n</head>\n<body>\n<header>\n",
        header, "</header>\n<main>\n", main, "</main>\n<footer>\n", footer, "</footer>\n</body>\n</html>\n");
}

std::string link_to(const Lesson& lesson, std::string_view before) {
    return say("<a href=\"", lesson.id, ".html\">", before, markup_text(lesson.title), "</a>\n");
}

std::string navigation(std::span<const Lesson> lessons, std::size_t i) {
    return say("<nav><a href=\"index.html\">All lessons</a>\n", i > 0 ? link_to(lessons[i - 1], "Before: ") : "",
               i + 1 < lessons.size() ? link_to(lessons[i + 1], "Next: ") : "", "</nav>\n");
}

// The text that one takes away; a session is a file of its own.
Answer<std::string> kept_html(const Lesson& lesson, const LessonState& last) {
    if (keeps_session(lesson)) return std::string();
    const auto target = kept_of(lesson);
    const auto code = kept_text(lesson, last);
    if (!code) return Refusal(code.why);
    return say("<details class=\"kept\"><summary>To keep: the session of the last step (", markup_text(target->title),
               ")</summary><pre><code>", markup_text(code->text), "</code></pre></details>\n");
}

Answer<void> write_lesson(std::span<const Lesson> lessons, std::size_t index, const PageSink& sink) {
    const Lesson& lesson = lessons[index];
    std::string main, contents, introduction;
    LessonState last;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        auto shown = shown_step(lesson, i, true);
        if (!shown) return Refusal(lesson.id, ": ", shown.why);
        const LessonStep& step = lesson.steps[i];
        contents += say("<li><a href=\"#step-", i + 1, "\">", markup_text(step.title), "</a></li>\n");
        // The introduction is before the first step.
        if (i == 0) {
            const auto own = static_cast<std::ptrdiff_t>(lesson.introduction.size());
            introduction = io::html_of(LessonBlocks(shown->text.begin(), shown->text.begin() + own));
            shown->text.erase(shown->text.begin(), shown->text.begin() + own);
        }
        main += say("<h2 id=\"step-", i + 1, "\">", i + 1, ". ", markup_text(step.title), "</h2>\n",
                    io::html_of(shown->text), picture_html(*shown, i + 1), task_html(step, *shown));
        last = std::move(shown->after);
    }
    main = say(introduction, "<ol class=\"steps\">\n", contents, "</ol>\n", main);
    const std::string header = say(navigation(lessons, index), "<h1>", markup_text(lesson.title),
                                   "</h1>\n<p class=\"meta\">Lesson ", index + 1, " of ", lessons.size(), ", ",
                                   kLevelWords[lesson.level - 1], ", about ", lesson.minutes, " minutes</p>\n");
    const auto kept = kept_html(lesson, last);
    if (!kept) return Refusal(lesson.id, ": ", kept.why);
    const std::string footer =
        say(*kept, "<p>The session of the last step is <a href=\"", lesson.id,
            ".json\">a file</a>: open it with <code>tilescope-gui ", lesson.id,
            ".json</code>. In the window, the same lesson has its tasks beside the live picture: press Ctrl+L.</p>\n",
            navigation(lessons, index));
    if (auto written = sink(say(lesson.id, ".html"), page(lesson.title, header, main, footer)); !written)
        return written;
    return sink(say(lesson.id, ".json"), session_to_text({.session = last.session, .view_state = last.view}));
}

std::string index_page(std::span<const Lesson> lessons) {
    std::string main;
    for (unsigned level = 1; level <= std::size(kLevelWords); ++level) {
        std::string rows;
        for (std::size_t i = 0; i < lessons.size(); ++i) {
            const Lesson& lesson = lessons[i];
            if (lesson.level != level) continue;
            rows += say("<li><span>", i + 1, "</span>", link_to(lesson, ""), "<span class=\"minutes\">", lesson.minutes,
                        " min</span><span class=\"about\">", lesson.steps.size(), " steps</span></li>\n");
        }
        if (!rows.empty()) main += say("<h3>", level_text(level), "</h3>\n<ul class=\"lessons\">\n", rows, "</ul>\n");
    }
    return page("tilescope: lessons",
                "<h1>Matrix descriptors of tcgen05 and wgmma, in lessons</h1>\n<p class=\"meta\">Each lesson has a "
                "picture and a task in most steps. Hints and answers are folded. Every number is computed by "
                "tilescope.</p>\n",
                main, "<p>Written by <code>tilescope learn --html</code>.</p>\n");
}

}  // namespace

bool keeps_session(const Lesson& lesson) { return lesson.keep == "session"; }

Answer<CodeTarget> kept_of(const Lesson& lesson) {
    auto target = export_target(keeps_session(lesson) ? "json" : lesson.keep);
    if (!target) return Refusal("keep: '", excerpt(lesson.keep), "' is neither session nor a target of export");
    return target;
}

Answer<CodeText> kept_text(const Lesson& lesson, const LessonState& state) {
    const auto target = kept_of(lesson);
    if (!target) return Refusal(target.why);
    const Derived derived = derive(state.session);
    auto text = target->text({.derived = derived, .view_state = &state.view});
    if (!text) return Refusal("keep: ", target->title, ": ", text.why);
    return text;
}

std::string html_of(const LessonBlocks& blocks) {
    std::string out;
    for (const LessonBlock& block : blocks) out += block_html(block);
    return out;
}

Answer<void> write_lesson_pages(std::span<const Lesson> lessons, const PageSink& sink) {
    if (auto written = sink("book.css", std::string(as_text(embedded_lessons::book_css()))); !written) return written;
    if (auto written = sink("index.html", index_page(lessons)); !written) return written;
    for (std::size_t i = 0; i < lessons.size(); ++i)
        if (auto written = write_lesson(lessons, i, sink); !written) return written;
    return {};
}

}  // namespace tilescope::io
