// app/publish/bug_report.cpp -- a session as one HTML file for a bug report.
// SPDX-License-Identifier: MIT

#include "app/io/packing.h"
#include "app/io/state_line.h"
#include "app/publish/emulation_out.h"
#include "app/publish/pages.h"
#include "tilescope_document_data_embedded.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/document/describe.h>
#include <tilescope/document/instruction.h>
#include <tilescope/export/sheet.h>
#include <tilescope/scene/result_scene.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::io {
namespace {

std::string element(std::string_view tag, std::string_view text) {
    return say('<', tag, '>', markup_text(text), "</", tag.substr(0, tag.find(' ')), ">\n");
}

std::string cells(std::initializer_list<std::string> texts, std::string_view tag = "td") {
    std::string out = "<tr>";
    for (const std::string& text : texts) out += say('<', tag, '>', markup_text(text), "</", tag, '>');
    return out + "</tr>\n";
}

std::string list(std::string_view title, const std::vector<std::string>& sentences) {
    if (sentences.empty()) return {};
    std::string out = say(element("h3", title), "<ul>\n");
    for (const std::string& sentence : sentences) out += element("li", sentence);
    return out + "</ul>\n";
}

// ---- words, problems, memory ----

std::string words_html(const Derived& d) {
    std::string out =
        say(element("h2", "Words"), "<div class=\"table\"><table>\n", cells({"word", "value", "meaning"}, "th"));
    for (const WordView& word : d.words)
        if (is_read(d, word.id))
            out += say("<tr><td>", markup_text(row_of(word.id).title), "</td><td class=\"word\">",
                       hex_word(*word.format, word.decoded.word, word.unknown), "</td><td>", markup_text(word.summary),
                       "</td></tr>\n");
    out += "</table></div>\n";
    if (!family_of(d.session).idesc) out += element("p", no_idesc_sentence(d.session));
    if (const std::string mask = lane_mask_sentence(d.session); !mask.empty()) out += element("p", mask);
    for (const WordView& word : d.words) {
        if (!is_read(d, word.id)) continue;
        out += say(element("h3", say(row_of(word.id).title, ": ", word.format->title)),
                   "<div class=\"table\"><table>\n", cells({"bits", "field", "raw", "value", "what it is"}, "th"));
        for (const Field& f : word.format->fields) {
            const std::uint64_t raw = get_field(f, word.decoded.word), unknown = word.unknown_in(f);
            const std::string bits = f.width == 1 ? say(f.lsb) : say(f.lsb + f.width - 1, ':', f.lsb);
            out += cells({bits, std::string(f.id), unknown != 0 ? std::string("?") : hex(raw),
                          shown_meaning_of(f, raw, unknown), std::string(f.doc)});
        }
        out += "</table></div>\n";
    }
    return out;
}

std::string problems_html(const Derived& d) {
    std::string out = element("h2", "Problems");
    const std::string basis = basis_sentence(d);
    if (!basis.empty())  // the rules report only what given bits prove
        out += element("p", say(basis, " The rules are silent about what is not given."));
    if (d.problems.empty())
        return out + (basis.empty()
                          ? say("<p class=\"good\">None of the ", d.rules_checked, " rules that apply is broken.</p>\n")
                          : element("p", "What is given breaks no rule."));
    out += say("<div class=\"table\"><table>\n", cells({"severity", "rule", "field", "what and what to do"}, "th"));
    for (const PlacedProblem& placed : d.problems) {
        const Problem& p = placed.problem;
        const std::string_view home = placed.in_line ? "line" : row_of(placed.word).id;
        out += say("<tr><td class=\"", name_of(p.severity), "\">", name_of(p.severity), "</td><td>",
                   markup_text(p.rule), "</td><td>", markup_text(say(home, p.field.empty() ? "" : ".", p.field)),
                   "</td><td>", markup_text(say(p.text, p.fix.empty() ? "" : " ", p.fix)), "</td></tr>\n");
    }
    return out + "</table></div>\n";
}

std::string memory_html(const Derived& d) {
    const Session& s = d.session;
    std::string out = say(element("h2", "Memory before the instruction"), "<div class=\"table\"><table>\n",
                          cells({"", "type", "written", "values"}, "th"));
    for (const Operand o : kBothOperands)
        out += cells({std::string(name_of(o)), s.image_of(o).type, written_as(s.image_of(o)),
                      values_of(s.recipe_of(recipe_of(o)))});
    return out + "</table></div>\n";
}

// ---- the result ----

std::string counts_text(const Emulation& e) {
    return say(e.m, " x ", e.n, ' ', e.d_type, ": ", verdict_counts(e),
               e.pattern.empty() ? "" : say(" (", e.pattern, ")"), ".");
}

std::string result_html(const BugReport& report) {
    const Results& r = report.results;
    std::string out = element("h2", "Result of the CPU model");
    if (!r.emulation) return out + element("p", r.refused.empty() ? "The model did not run." : r.refused);
    const Emulation& e = *r.emulation;
    const bool wrong = e.count[static_cast<std::size_t>(Verdict::wrong)] != 0;
    out += say("<p class=\"", wrong ? "error" : "good", "\">", markup_text(counts_text(e)), "</p>\n");
    out += say(element("p", say("K step ", r.job.first_step,
                                r.job.steps.size() == 1 ? "" : say(" and ", r.job.steps.size() - 1, " more"),
                                ". Rule of addition: ", e.profile, " (", text_of(e.certainty), ").")));
    if (const std::string sight = sight_in_words(e); !sight.empty()) out += element("p", sight);
    out += list("Differences between the words and the contents of memory", sentences_of(r.job));
    out += list("Edits that repair D", sentences_of(r.repairs));
    out += list("First wrong element", first_wrong(r.job, e));
    out += list("Notes", e.notes);
    return out + list("Open questions about the hardware", sentences_of(doubts_here(e)));
}

// ---- pictures ----

constexpr std::size_t kMostPicture = std::size_t{2} << 20;  // bytes: trackers of bugs take pages of 10 MB

// A picture, or what the page has of it with the command that draws all of it. `more`: what the command needs besides
// the view and the session.
std::string picture_html(const Sheet& sheet, std::string_view ids, std::string_view view, std::string_view more) {
    const std::string svg = page_picture(sheet, ids);
    if (!is_simplified(sheet)) return svg;
    const std::string_view quote = view.find(' ') == view.npos ? "" : "'";
    const bool fits = svg.size() <= kMostPicture;
    const std::string what =
        fits ? std::string(
                   "This picture is simplified, so that the page is small: cells of one "
                   "colour side by side are one cell, and have no numbers.")
             : say("This picture is not here, so that the page is small: it has ", sheet.cells.size(), " cells.");
    return say(fits ? svg : std::string(),
               element("p class=\"dim\"",
                       say(what, " For all of it: tilescope render SESSION --view ", quote, view, quote, more,
                           " -o picture.svg. SESSION is the state line of this page in quotes, or the file.")));
}

// ---- D as it was read ----

// Where words differ. `of`: the row or the column of the i-th word.
std::string touched(const LiveComparison& c, std::string_view what, unsigned count, auto of) {
    std::vector<bool> hit(count);
    for (std::size_t i = 0; i < c.differs.size(); ++i)
        if (c.differs[i] != 0) hit[of(i)] = true;
    return pattern_of(hit, what);
}

// The screen GPU shows the same: D of the model, and beside it D as it was read. Equal ones are no picture.
std::string recorded_html(const Results& r) {
    std::string out = element("h2", "D as it was read, beside D of the model");
    if (!r.recorded) return r.not_recorded.empty() ? std::string() : out + element("p class=\"error\"", r.not_recorded);
    const LiveComparison& c = *r.recorded;
    const auto sentences = sentences_of(c, *r.emulation);
    out += element("p", say(r.session.recorded.says, "."));
    for (std::size_t i = 0; i < sentences.size(); ++i)
        out += i == 0 ? element(c.is_equal() ? "p class=\"good\"" : "p class=\"error\"", sentences[i])
                      : element("p", sentences[i]);
    if (c.different == 0) return out;
    out +=
        say("<div class=\"table\"><table>\n", cells({"of D", "where words differ"}, "th"),
            cells({"rows", touched(c, "row", c.m, [&](std::size_t i) { return i / c.n; })}),
            cells({"columns", touched(c, "column", c.n, [&](std::size_t i) { return i % c.n; })}), "</table></div>\n");
    Scene scene = live_scene(*r.emulation, c.d, LiveColouring::difference, c.unknown);
    for (Cells& cells : scene.grids) std::ranges::fill(cells.label, kNoLabel);  // so both are small and side by side
    const Sheet sheet = sheet_of(scene);
    const std::string svg = page_picture(sheet, "recorded-");
    if (svg.size() > kMostPicture) return out;
    return out + say("<figure><figcaption>The words that differ</figcaption>\n", svg, "</figure>\n");
}

// The ids of each picture begin with its number, so that they are unique in the document.
std::string pictures_html(const BugReport& report) {
    const Derived& d = report.derived;
    std::string out = element("h2", "Pictures");
    auto add = [&out, count = 0](std::string_view title, std::string_view view, const Answer<Scene>& scene,
                                 std::string_view more = {}) mutable {
        if (!scene || scene->grids.empty()) return;
        out += say("<figure><figcaption>", markup_text(title), "</figcaption>\n",
                   picture_html(sheet_of(*scene), say("picture-", ++count, "-"), view, more), "</figure>\n");
    };
    for (const WordView& word : d.words)
        if (is_read(d, word.id)) {
            const std::string view = say("word ", row_of(word.id).id);
            add(say("The bits of ", row_of(word.id).title), view, picture_of(view, d, report.view_state));
        }
    for (const std::string_view id : {"mma", "result"}) {
        const PictureView& view = *find_picture_view(id);
        const bool asks = view.result == UsesResult::if_any && report.results.emulation;
        add(view.title, id, picture_of(id, d, report.view_state, report.results), asks ? " --emulate" : "");
    }
    for (const Operand o : kBothOperands) {
        ViewState look = report.view_state;
        look.operand = o;
        if (d.of(o).in_smem)
            add(say("Shared memory of ", name_of(o)), "memory", picture_of("memory", d, look, report.results),
                say(" --set operand=", name_of(o)));
    }
    for (const std::string_view id : {"tmem", "scales", "sparse", "mask"})
        add(find_picture_view(id)->title, id, picture_of(id, d, report.view_state));
    return out;
}

std::string head_html(const BugReport& report) {
    const Derived& d = report.derived;
    std::string out = say(element("h1", report.name),
                          element("p class=\"dim\"", say("A session of tilescope ", TILESCOPE_VERSION, ". Target ",
                                                         d.session.arch, ", PTX ", name_of(d.session.edition), ", ",
                                                         kind_text(d), ", ", d.m_text, " x ", d.n_text, ".")),
                          element("pre", d.instruction));
    if (const std::string pair = pair_sentences(d.session); !pair.empty()) out += element("p", pair);
    if (const std::string pieces = pieces_sentence(d); !pieces.empty()) out += element("p", pieces);
    if (!d.session.notes.empty()) out += say(element("h2", "Notes"), element("pre", d.session.notes));
    const auto line = state_line({d.session, report.view_state});
    out += element("h2", "State line");
    if (!line) return out + element("p", line.why);
    const std::string files = files_beside(d.session);
    return out + say(element("pre", *line),
                     element("p class=\"dim\"",
                             say(files.empty() ? "It is the whole session. " : "",
                                 "Paste it into the window with Ctrl+V, or give it to a command: tilescope emulate "
                                 "'ts1:...'.",
                                 files.empty() ? "" : " ", files)));
}

}  // namespace

// Pictures are drawn for light paper. On a dark screen, the style inverts them and turns their hues back.
std::string report_html(const BugReport& report) {
    return say(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
        element("title", say(report.name, " - tilescope")), "<style>\n\n", as_text(embedded::report_css()),
        "</style>\n</head>\n<body>\n", head_html(report), problems_html(report.derived), result_html(report),
        recorded_html(report.results), words_html(report.derived), memory_html(report.derived), pictures_html(report),
        "</body>\n</html>\n");
}

}  // namespace tilescope::io
